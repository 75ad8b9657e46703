/** The dialog to play on against bots from a position of a replay. */

import { tryRequest } from "../server/try_request.js";
import { botName } from "../lobby/bot_names_and_portraits.js";
import { OPPONENTS } from "../app/embedded_data.js";
import { openDialog } from "../ui/dialogs_and_notes.js";
import { button, h } from "../ui/dom.js";
import { createTable } from "../lobby/create_table.js";
import { seatName } from "../table/seat.js";
import { settings } from "../app/settings.js";
import { t } from "../app/i18n.js";

/** @typedef {import("./timeline.js").Timeline} Timeline */

/**
 * @param {Timeline} timeline as it is shown
 * @param {Timeline} open the same with open cards, which contains every move
 * @param {number} at the index of the position
 * @param {string} text the record, or a position
 */
export function openPlayOnDialog(timeline, open, at, text) {
  const state = timeline.stateAt(at);
  const turn = Number(state.view?.turn ?? 0);
  const mine = timeline.seat ?? (typeof timeline.response.you === "number" ? timeline.response.you : turn);
  const seats = state.seats.map((_, seat) => seat);
  const select = (/** @type {string} */ id, /** @type {[string | number, string][]} */ values, /** @type {string | number} */ chosen) =>
    /** @type {HTMLSelectElement} */ (h("select", { id }, values.map(([value, text]) => h("option", { value, selected: value === chosen }, text))));
  const seat = select("on-seat", seats.map((one) => [one, seatName({ ...state, you: "spectator" }, one)]), mine);
  const bot = select("on-bot", OPPONENTS.map((one) => [one, botName(one)]), OPPONENTS[settings.level - 1]);
  const redeal = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", id: "on-redeal", checked: true, "aria-describedby": "on-redeal-about" }));
  const form = h("form", { class: "form", onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    const own = Number(seat.value);
    await tryRequest(() => createTable({
      game: timeline.response.game, mode: "bots", options: {},
      seats: seats.map((one) => (one === own ? null : bot.value)),
      start: { text, moves: movesUntil(timeline, open, at), redeal: redeal.checked },
    }));
  } },
  h("div", { class: "field" }, h("label", { for: "on-seat" }, t("replay.play-on.seat")), seat),
  h("div", { class: "field" }, h("label", { for: "on-bot" }, t("opponent")), bot),
  h("div", { class: "field tick" }, redeal, h("label", { for: "on-redeal" }, t("replay.play-on.reshuffle")),
    h("p", { class: "soft", id: "on-redeal-about" }, t("replay.play-on.reshuffle.about"))),
  h("div", { class: "buttons" }, button({ type: "submit", class: "main" }, t("create.bots"))));
  openDialog(t("replay.play-on"), [h("p", { class: "soft" }, t("replay.play-on.about")), form], { name: "play-on" });
}

/**
 * How many moves of the record lead to a position, including those hidden from the viewer.
 * @param {Timeline} timeline
 * @param {Timeline} open
 * @param {number} at
 */
function movesUntil(timeline, open, at) {
  if (!open.moves.length) return null;
  let seen = 0;
  for (const [index, move] of open.moves.entries()) {
    if (!isSameMove(move, timeline.moves[seen])) continue; // hidden from the viewer
    if (seen === at) return index;
    seen++;
  }
  return open.moves.length;
}

/** @typedef {import("../app/message_types.js").TableEvent} TableEvent */

/** Whether a move is the viewer's version of another, whose cards may be hidden. @param {TableEvent} move @param {TableEvent} [seen] */
function isSameMove(move, seen) {
  const verb = (/** @type {TableEvent} */ one) => one.move?.split(" ")[0];
  return seen !== undefined && move.seat === seen.seat && verb(move) === verb(seen);
}
