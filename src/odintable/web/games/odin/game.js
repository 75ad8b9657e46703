/** ODIN, as the table wants a game. */

import { h } from "../../ui/dom.js";
import { t } from "../../app/i18n.js";
import { Board } from "./board.js";
import { hands } from "./open_hands.js";
import { cards, tell, told } from "./sentences.js";

/** @typedef {import("../../app/types.js").TableState} TableState */
/** @typedef {import("../../app/types.js").GameEvent} GameEvent */

/**
 * The scores, the best first.
 * @param {TableState} state
 * @param {GameEvent | null} part a hand that is over
 * @param {import("../../table/seat.js").People} people
 */
function scores(state, part, people) {
  const points = part?.scores ?? state.view?.scores ?? [];
  const left = part?.left ?? last(state);
  const seats = points.map((/** @type {number} */ _, /** @type {number} */ seat) => seat)
    .sort((/** @type {number} */ a, /** @type {number} */ b) => points[a] - points[b]);
  return h("table", { class: "scores" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("player-column")),
      h("th", { scope: "col" }, t("odin.left")), h("th", { scope: "col" }, t("points-column")))),
    h("tbody", {}, seats.map((/** @type {number} */ seat) =>
      h("tr", { class: seat === state.you ? "me" : "" },
        h("th", { scope: "row" }, people.name(seat)), h("td", {}, left[seat] ?? ""), h("td", { class: "points" }, points[seat])))));
}

/** The cards left in each hand at the end. @param {TableState} state @returns {number[]} */
function last(state) {
  return (state.view?.hands ?? []).map((/** @type {string[] | number} */ hand) => (typeof hand === "number" ? hand : hand.length));
}

/** @type {import("../../app/game_interface.js").GameModule} */
export const game = {
  open: (context) => new Board(context),
  tell,
  told,
  cards,
  ends: (one) => one.event === "hand-over",
  scores,
  hands,
};
