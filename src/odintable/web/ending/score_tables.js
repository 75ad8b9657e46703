/** Tables of points: what a leg brought each player, and all legs with the total. */

import { h } from "../ui/dom.js";
import { t } from "../app/i18n.js";

/** @typedef {import("../app/message_types.js").GameEvent} GameEvent */
/** @typedef {import("../table/player_sentences.js").People} People */
/** @typedef {import("../ui/dom.js").Child} Child */
/** @typedef {{name: string, cells: Child[]}} Column  a heading, and a cell for each seat */

/**
 * The seats in the order of their rows: winners first, then by how far their scores are behind; the
 * reader first as long as nobody has won.
 * @param {number[]} scores
 * @param {number[]} winners
 * @param {number | "spectator"} you
 */
export function rowOrder(scores, winners, you) {
  const best = scores[winners[0]];
  const rank = (/** @type {number} */ seat) => {
    if (best === undefined) return seat === you ? -1 : 0;
    return winners.includes(seat) ? -1 : Math.abs(scores[seat] - best);
  };
  return scores.map((_, seat) => seat).sort((a, b) => rank(a) - rank(b));
}

/**
 * @param {string} caption
 * @param {Column[]} columns the last one has the points
 * @param {number[]} order of the seats
 * @param {People} people
 */
export function playerTable(caption, columns, order, people) {
  const table = h("table", { class: "scores" }, caption ? h("caption", {}, caption) : null,
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("player-column")),
      columns.map((one) => h("th", { scope: "col" }, one.name)))),
    h("tbody", {}, order.map((seat) => h("tr", { class: seat === people.you ? "me" : "" },
      h("th", { scope: "row" }, people.name(seat)),
      columns.map((one, at) => h("td", { class: at === columns.length - 1 ? "points" : "" }, one.cells[seat]))))));
  // Many legs are wider than a phone.
  return h("div", { class: "scores-frame" }, table);
}

/**
 * The points of every leg, and the scores.
 * @param {GameEvent[]} legs
 * @param {number[]} scores
 * @param {number[]} order
 * @param {People} people
 */
export function legsTable(legs, scores, order, people) {
  const columns = legs.map((leg, at) => ({ name: String(at + 1), cells: leg.points ?? [] }));
  return playerTable("", [...columns, { name: t(legs.length ? "ending.total" : "points-column"), cells: scores }], order, people);
}
