/** The elements that a hint lights up: the cards of a move, and where they go. */

import { parseUse } from "./selection.js";
import { DISCARD, PILE, STACK, WAY, spaceOf, targetsOf } from "./target.js";

/**
 * @param {import("../board/board.js").RavensBoard} board
 * @param {string} move
 * @returns {Element[]}
 */
export function hintedElements(board, move) {
  const use = parseUse(move);
  if (!use) return [...board.element.querySelectorAll(`[data-move="${move}"]`)];
  const { handAndStack, magic, ownPiles, path, choice } = board;
  const hand = [...handAndStack.hand.children];
  const cards = [...use.hand].flatMap((letter) => hand.splice(hand.findIndex((one) => /** @type {HTMLElement} */ (one).dataset.letter === letter), 1));
  const fromStack = use.stack ? [...handAndStack.pile.children].slice(-use.stack.length) : [];
  /** @type {Record<string, Element>} */
  const places = { [WAY]: magic.card, [STACK]: handAndStack.stack, [DISCARD]: ownPiles.discard, [PILE]: magic.pile };
  const targets = targetsOf(use, choice.destinations).flatMap((key) => (spaceOf(key) ? path.find(key) : places[key]) ?? []);
  return [...cards, ...fromStack, ...targets];
}
