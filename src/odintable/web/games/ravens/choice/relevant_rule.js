/** The rule that matters for the current selection. */

import { TERRAINS } from "../card.js";

/** @type {Record<string, string>} */
const PHASES = { place: "lengthening", lay: "odin-cards" };

/**
 * @param {import("./selection.js").Selection} choice
 * @param {string} phase
 * @returns {string} a section of the rules
 */
export function relevantRule(choice, phase) {
  if (phase in PHASES) return PHASES[phase];
  if (choice.isEmpty) return choice.spot ? "flying" : "turn";
  const cards = choice.letters + choice.stack.slice(0, choice.top);
  if ([...cards].some((letter) => !TERRAINS.includes(letter))) return "odin-cards";
  if (cards.length > 1) return "joker";
  return choice.top ? "stack" : "flying";
}
