/** Sentences about ODIN's moves and their effects. */

import { sentence, winnerText } from "../../table/player_sentences.js";
import { formatList } from "../../app/i18n.js";
import { shortName, valueOfSet } from "./card.js";
import { isLead } from "./round_moves.js";

/** @typedef {import("../../app/message_types.js").TableEvent} TableEvent */
/** @typedef {import("../../app/message_types.js").GameEvent} GameEvent */
/** @typedef {import("../../table/player_sentences.js").People} People */

/**
 * @param {TableEvent[]} moves
 * @param {number} at
 * @param {People} people
 */
export function describeMove(moves, at, people) {
  const { move = "", seat = 0 } = moves[at];
  const [verb, ...cards] = move.split(" ");
  const values = { cards: formatList(cards.map(shortName)), value: valueOfSet(cards) };
  if (verb === "pass") return sentence("odin.passes", seat, people);
  if (verb === "take") return sentence("odin.takes", seat, people, values);
  const key = cards.length > 1 ? "odin.plays-set" : isLead(moves, at) ? "odin.leads" : "odin.plays";
  const text = sentence(key, seat, people, values);
  const took = moves[at].events?.find((one) => one.event === "took");
  if (!took?.card) return `${text}.`;
  return `${sentence("odin.and-takes", seat, people, { words: text, card: shortName(took.card) })}.`;
}

/** @param {string} notation cards as in moves */
export function describeCards(notation) {
  return formatList(notation.split(" ").map(shortName));
}

/** @param {GameEvent} event @param {People} people */
export function describeEvent(event, people) {
  if (event.event === "round-over") return sentence("odin.round-over", event.leader ?? 0, people);
  if (event.event === "hand-over") return sentence("odin.hand-over", (event.left ?? []).indexOf(0), people);
  return event.event === "game-over" ? winnerText(event.winners ?? [], people) : "";
}
