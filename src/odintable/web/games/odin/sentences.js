/** Sentences about ODIN's moves and their effects. */

import { sentence, winnerText } from "../../table/seat.js";
import { formatList } from "../../app/i18n.js";
import { shortName, setValue } from "./card.js";

/** @typedef {import("../../app/message_types.js").TableEvent} TableEvent */
/** @typedef {import("../../app/message_types.js").GameEvent} GameEvent */
/** @typedef {import("../../table/seat.js").People} People */

/**
 * @param {TableEvent[]} moves
 * @param {number} at
 * @param {People} people
 */
export function describeMove(moves, at, people) {
  const { move = "", seat = 0 } = moves[at];
  const [verb, ...cards] = move.split(" ");
  const values = { cards: formatList(cards.map(shortName)), value: setValue(cards) };
  if (verb === "pass") return sentence("odin.passes", seat, people);
  if (verb === "take") return sentence("odin.takes", seat, people, values);
  const before = middle(moves, at);
  const key = cards.length > 1 ? "odin.plays-set" : before.length ? "odin.plays" : "odin.leads";
  const text = sentence(key, seat, people, values);
  const isOut = moves[at].events?.some((one) => one.event === "hand-over");
  if (before.length !== 1 || isOut) return `${text}.`;
  return `${sentence("odin.and-takes", seat, people, { words: text, card: shortName(before[0]) })}.`;
}

/** @param {string} notation cards as in moves */
export function describeCards(notation) {
  return formatList(notation.split(" ").map(shortName));
}

/** The set in the middle before a move. @param {TableEvent[]} moves @param {number} at */
function middle(moves, at) {
  for (let before = at - 1; before >= 0; before--) {
    const { move = "", events = [] } = moves[before];
    if (events.some((one) => one.event === "round-over" || one.event === "hand-over")) return [];
    if (move.startsWith("play ")) return move.split(" ").slice(1);
  }
  return [];
}

/** @param {GameEvent} event @param {People} people */
export function describeEvent(event, people) {
  if (event.event === "round-over") return sentence("odin.round-over", event.leader ?? 0, people);
  if (event.event === "hand-over") return sentence("odin.hand-over", (event.left ?? []).indexOf(0), people);
  return event.event === "game-over" ? winnerText(event.winners ?? [], people) : "";
}
