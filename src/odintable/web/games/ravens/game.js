/** Odin’s Ravens, as the table wants a game. */

import { h } from "../../ui/dom.js";
import { t } from "../../app/i18n.js";
import { Board } from "./board/board.js";
import { cardWords } from "./card.js";
import { hands } from "./board/open_hands.js";
import { tell, told } from "./sentences.js";

/** @typedef {import("../../app/types.js").TableState} TableState */

/**
 * The scores, the best first.
 * @param {TableState} state
 * @param {import("../../app/types.js").GameEvent | null} part a race that is over
 * @param {import("../../table/seat.js").People} people
 */
function scores(state, part, people) {
  const points = part?.scores ?? state.view?.scores ?? [0, 0];
  const seats = points[0] >= points[1] ? [0, 1] : [1, 0];
  return h("table", { class: "scores" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("player-column")), h("th", { scope: "col" }, t("points-column")))),
    h("tbody", {}, seats.map((seat) => h("tr", { class: seat === state.you ? "me" : "" },
      h("th", { scope: "row" }, people.name(seat)), h("td", { class: "points" }, points[seat])))));
}

/** @type {import("../../app/game_interface.js").GameModule} */
export const game = {
  open: (context) => new Board(context),
  tell,
  told,
  cards: cardWords,
  ends: (one) => one.event === "race-over",
  scores,
  hands,
};
