/** ODIN as a GameModule: board, sentences and scores. */

import { h } from "../../ui/dom.js";
import { t } from "../../app/i18n.js";
import { OdinBoard } from "./board.js";
import { openHands } from "./open_hands.js";
import { describeCards, describeEvent, describeMove } from "./sentences.js";

/** @typedef {import("../../app/message_types.js").TableState} TableState */
/** @typedef {import("../../app/message_types.js").GameEvent} GameEvent */

/**
 * The scores, the best first.
 * @param {TableState} state
 * @param {GameEvent | null} legEnd the end of a hand; null: of the game
 * @param {import("../../table/seat.js").People} people
 */
function scoreTable(state, legEnd, people) {
  const points = legEnd?.scores ?? state.view?.scores ?? [];
  const left = legEnd?.left ?? cardsLeft(state);
  const seats = points.map((/** @type {number} */ _, /** @type {number} */ seat) => seat)
    .sort((/** @type {number} */ a, /** @type {number} */ b) => points[a] - points[b]);
  return h("table", { class: "scores" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("player-column")),
      h("th", { scope: "col" }, t("odin.left")), h("th", { scope: "col" }, t("points-column")))),
    h("tbody", {}, seats.map((/** @type {number} */ seat) =>
      h("tr", { class: seat === state.you ? "me" : "" },
        h("th", { scope: "row" }, people.name(seat)), h("td", {}, left[seat] ?? ""), h("td", { class: "points" }, points[seat])))));
}

/** How many cards each player has left. @param {TableState} state @returns {number[]} */
function cardsLeft(state) {
  return (state.view?.hands ?? []).map((/** @type {string[] | number} */ hand) => (typeof hand === "number" ? hand : hand.length));
}

/** @type {import("../../app/game_interface.js").GameModule} */
export const game = {
  createBoard: (context) => new OdinBoard(context),
  describeMove,
  describeEvent,
  describeCards,
  endsLeg: (event) => event.event === "hand-over",
  scoreTable,
  openHands,
};
