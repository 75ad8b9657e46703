/** ODIN, as the table wants a game. */

import { h } from "../../ui/dom.js";
import { t } from "../../app/i18n.js";
import { Board } from "./board.js";
import { hands } from "./open_hands.js";
import { cards, tell, told } from "./sentences.js";

/** @typedef {import("../../app/types.js").Standing} Standing */
/** @typedef {import("../../app/types.js").Told} Told */

/**
 * The scores, the best first.
 * @param {Standing} standing
 * @param {Told | null} part a hand that is over
 * @param {import("../../table/seat.js").People} people
 */
function scores(standing, part, people) {
  const points = part?.scores ?? standing.view?.scores ?? [];
  const left = part?.left ?? last(standing);
  const seats = points.map((/** @type {number} */ _, /** @type {number} */ seat) => seat)
    .sort((/** @type {number} */ a, /** @type {number} */ b) => points[a] - points[b]);
  return h("table", { class: "scores" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("player-column")),
      h("th", { scope: "col" }, t("odin.left")), h("th", { scope: "col" }, t("points-column")))),
    h("tbody", {}, seats.map((/** @type {number} */ seat) =>
      h("tr", { class: seat === standing.you ? "me" : "" },
        h("th", { scope: "row" }, people.name(seat)), h("td", {}, left[seat] ?? ""), h("td", { class: "points" }, points[seat])))));
}

/** The cards left in each hand at the end. @param {Standing} standing @returns {number[]} */
function last(standing) {
  return (standing.view?.hands ?? []).map((/** @type {string[] | number} */ hand) => (typeof hand === "number" ? hand : hand.length));
}

/** @type {import("../../app/game_interface.js").GameModule} */
export const game = {
  open: (desk) => new Board(desk),
  tell,
  told,
  cards,
  ends: (one) => one.event === "hand-over",
  scores,
  hands,
};
