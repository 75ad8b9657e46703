/** Ravens in the tutorial: which elements to press to play a move, and the terms in the lesson's texts. */

import { cardName } from "./card.js";
import { parseUse } from "./choice/selection.js";
import { t } from "../../app/i18n.js";

const VERBS = ["fly", "stack", "magic", "turn", "forward"];

/**
 * The elements to press next in order to play a move.
 * @param {Element} root
 * @param {string} move
 * @returns {Element[]}
 */
function targets(root, move) {
  const use = parseUse(move);
  if (!use) return labelled(root, ".actions button", t(`ravens.${move}`));
  if (root.querySelector(`.uses [data-aiming="${use.verb}"]`)) return [...root.querySelectorAll(".path button")].filter((one) => isAim(one, use.aim));
  const cards = [...fromHand(root, use.hand), ...fromStack(root, use.stack.length)];
  const left = cards.filter((one) => one.getAttribute("aria-pressed") !== "true");
  return left.length ? left : labelled(root, ".uses button", t(`use.${use.verb}`));
}

/** @param {Element} root @param {string} letters */
function fromHand(root, letters) {
  const hand = [...root.querySelectorAll(".hand .card")];
  return [...letters].flatMap((letter) => {
    const at = hand.findIndex((one) => one.getAttribute("aria-label")?.startsWith(cardName(letter)));
    return at < 0 ? [] : hand.splice(at, 1);
  });
}

/** @param {Element} root @param {number} count cards from the top */
function fromStack(root, count) {
  const pile = [...root.querySelectorAll(".stack .card")];
  return count ? pile.slice(-count) : [];
}

/** Whether a space, whose label begins with its number, is a target of the move. @param {Element} one @param {string[]} aims */
function isAim(one, aims) {
  return aims.some((aim) => one.getAttribute("aria-label")?.match(/\d+/)?.[0] === String(Number(aim.split(":").at(-1)) + 1));
}

/** @param {Element} root @param {string} selector @param {string} text */
function labelled(root, selector, text) {
  return [...root.querySelectorAll(selector)].filter((one) => one.textContent?.trim() === text);
}

/** The placeholders of the lesson's texts. @param {string | null} move @returns {Record<string, string>} */
function terms(move) {
  const use = move ? parseUse(move) : null;
  const card = use ? cardName((use.hand || use.stack)[0]) : "";
  return { ...Object.fromEntries(VERBS.map((verb) => [verb, t(`use.${verb}`)])), end: t("ravens.end"), card };
}

/** @type {import("../../app/game_types.js").GameTutorial} */
export const tutorial = { targets, terms };
