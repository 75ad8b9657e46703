/** ODIN in the tutorial: what to touch to play a move, and the names of it. */

import { t } from "../../app/i18n.js";

/**
 * What comes next on the way to a move.
 * @param {Element} root
 * @param {string} move
 * @returns {Element[]}
 */
export function targets(root, move) {
  const [verb, ...cards] = move.split(" ");
  if (verb === "pass") return [...root.querySelectorAll(".actions .act:not(.main)")];
  const place = verb === "take" ? ".offered" : ".hand";
  const wanted = cards.flatMap((card) => [...root.querySelectorAll(`${place} [data-card="${card}"]`)]);
  if (verb === "take") return wanted;
  const wrong = [...root.querySelectorAll('.hand [aria-pressed="true"]')].filter((one) => !wanted.includes(one));
  const left = wanted.filter((one) => one.getAttribute("aria-pressed") !== "true");
  return left.length ? left : wrong.length ? wrong : [...root.querySelectorAll(".actions .act.main")];
}

/** What the words of the lesson call things. @returns {Record<string, string>} */
export function terms() {
  return { play: t("odin.play-none"), pass: t("odin.pass") };
}
