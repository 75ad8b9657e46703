/** ODIN's moves, and what they bring about, in words. */

import { sentence, winnerText } from "../../table/seat.js";
import { listed } from "../../app/i18n.js";
import { shortName, worth } from "./card.js";

/** @typedef {import("../../app/types.js").TableEvent} TableEvent */
/** @typedef {import("../../app/types.js").GameEvent} GameEvent */
/** @typedef {import("../../table/seat.js").People} People */

/**
 * @param {TableEvent[]} moves
 * @param {number} at
 * @param {People} people
 */
export function tell(moves, at, people) {
  const { move = "", seat = 0 } = moves[at];
  const [verb, ...cards] = move.split(" ");
  const given = { cards: listed(cards.map(shortName)), value: worth(cards) };
  if (verb === "pass") return sentence("odin.passes", seat, people);
  if (verb === "take") return sentence("odin.takes", seat, people, given);
  const before = middle(moves, at);
  const key = cards.length > 1 ? "odin.plays-set" : before.length ? "odin.plays" : "odin.leads";
  const words = sentence(key, seat, people, given);
  const isOut = moves[at].events?.some((one) => one.event === "hand-over");
  if (before.length !== 1 || isOut) return `${words}.`;
  return `${sentence("odin.and-takes", seat, people, { words, card: shortName(before[0]) })}.`;
}

/** @param {string} written cards as moves write them */
export function cards(written) {
  return listed(written.split(" ").map(shortName));
}

/** The set that lay in the middle before a move. @param {TableEvent[]} moves @param {number} at */
function middle(moves, at) {
  for (let before = at - 1; before >= 0; before--) {
    const { move = "", events = [] } = moves[before];
    if (events.some((one) => one.event === "round-over" || one.event === "hand-over")) return [];
    if (move.startsWith("play ")) return move.split(" ").slice(1);
  }
  return [];
}

/** @param {GameEvent} one @param {People} people */
export function told(one, people) {
  if (one.event === "round-over") return sentence("odin.round-over", one.leader ?? 0, people);
  if (one.event === "hand-over") return sentence("odin.hand-over", (one.left ?? []).indexOf(0), people);
  return one.event === "game-over" ? winnerText(one.winners ?? [], people) : "";
}
