/** Ravens in the tutorial: what to touch to play a move, and the names of it. */

import { cardName } from "./card.js";
import { taken } from "./choice/choice.js";
import { t } from "../../app/i18n.js";

const VERBS = ["fly", "stack", "magic", "turn", "forward"];

/**
 * What comes next on the way to a move.
 * @param {Element} root
 * @param {string} move
 * @returns {Element[]}
 */
export function targets(root, move) {
  const use = taken(move);
  if (!use) return labelled(root, ".actions button", t(`ravens.${move}`));
  const isAiming = root.querySelector(".uses p")?.textContent === t(`ravens.aim.${use.verb}`);
  if (isAiming) return [...root.querySelectorAll(".path button")].filter((one) => isAim(one, use.aim));
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

/** @param {Element} root @param {number} count so many from the top */
function fromStack(root, count) {
  const pile = [...root.querySelectorAll(".stack .card")];
  return count ? pile.slice(-count) : [];
}

/** @param {Element} one a place on the path, whose name begins with its number @param {string[]} aims as the move has them */
function isAim(one, aims) {
  return aims.some((aim) => one.getAttribute("aria-label")?.match(/\d+/)?.[0] === String(Number(aim.split(":").at(-1)) + 1));
}

/** @param {Element} root @param {string} selector @param {string} words */
function labelled(root, selector, words) {
  return [...root.querySelectorAll(selector)].filter((one) => one.textContent?.trim() === words);
}

/** What the words of the lesson call things. @param {string | null} move @returns {Record<string, string>} */
export function terms(move) {
  const use = move ? taken(move) : null;
  const card = use ? cardName((use.hand || use.stack)[0]) : "";
  return { ...Object.fromEntries(VERBS.map((verb) => [verb, t(`use.${verb}`)])), end: t("ravens.end"), card };
}
