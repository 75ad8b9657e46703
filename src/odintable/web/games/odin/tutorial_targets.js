/** ODIN in the tutorial: which elements to press to play a move, and the terms in the lesson's texts. */

import { t } from "../../app/i18n.js";

/**
 * The elements to press next in order to play a move.
 * @param {Element} root
 * @param {string} move
 * @returns {Element[]}
 */
function targets(root, move) {
  const [verb, ...cards] = move.split(" ");
  if (verb === "pass") return [...root.querySelectorAll(".actions .act:not(.main, .spare), .actions .spare + .main")];
  const place = verb === "take" ? ".offered" : ".hand";
  const wanted = cards.flatMap((card) => [...root.querySelectorAll(`${place} [data-card="${card}"]`)]);
  if (verb === "take") return wanted;
  const wrong = [...root.querySelectorAll('.hand [aria-pressed="true"]')].filter((one) => !wanted.includes(one));
  const left = wanted.filter((one) => one.getAttribute("aria-pressed") !== "true");
  return left.length ? left : wrong.length ? wrong : [...root.querySelectorAll(".actions .act.main")];
}

/** The placeholders of the lesson's texts. @returns {Record<string, string>} */
function terms() {
  return { play: t("odin.play-none"), pass: t("odin.pass") };
}

/** @type {import("../../app/game_types.js").GameTutorial} */
export const tutorial = { targets, terms };
