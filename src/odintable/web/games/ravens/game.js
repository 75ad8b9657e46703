/** Odin’s Ravens as a GameModule: board, sentences and scores. */

import { h } from "../../ui/dom.js";
import { t } from "../../app/i18n.js";
import { RavensBoard } from "./board/board.js";
import { cardsText } from "./card.js";
import { openHands } from "./board/open_hands.js";
import { describeEvent, describeMove } from "./sentences.js";

/** @typedef {import("../../app/message_types.js").TableState} TableState */

/**
 * The scores, the best first.
 * @param {TableState} state
 * @param {import("../../app/message_types.js").GameEvent | null} legEnd the end of a race; null: of the game
 * @param {import("../../table/seat.js").People} people
 */
function scoreTable(state, legEnd, people) {
  const points = legEnd?.scores ?? state.view?.scores ?? [0, 0];
  const seats = points[0] >= points[1] ? [0, 1] : [1, 0];
  return h("table", { class: "scores" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("player-column")), h("th", { scope: "col" }, t("points-column")))),
    h("tbody", {}, seats.map((seat) => h("tr", { class: seat === state.you ? "me" : "" },
      h("th", { scope: "row" }, people.name(seat)), h("td", { class: "points" }, points[seat])))));
}

/** @type {import("../../app/game_interface.js").GameModule} */
export const game = {
  createBoard: (context) => new RavensBoard(context),
  describeMove,
  describeEvent,
  describeCards: cardsText,
  endsLeg: (event) => event.event === "race-over",
  scoreTable,
  openHands,
};
