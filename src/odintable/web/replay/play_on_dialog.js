/** The window in which one plays on from a moment of a game, against bots. */

import { attempt } from "../server/attempt.js";
import { BOTS, botName } from "../lobby/bots.js";
import { openDialog } from "../ui/dialog.js";
import { button, h } from "../ui/dom.js";
import { createTable } from "../lobby/create_table.js";
import { seatName } from "../table/seat.js";
import { settings } from "../app/settings.js";
import { t } from "../app/i18n.js";

/** @typedef {import("./timeline.js").Timeline} Timeline */

/**
 * @param {Timeline} timeline as it is looked at
 * @param {Timeline} open the same with open cards, which has every move
 * @param {number} at the moment shown
 * @param {string} text the record, or a position
 */
export function playOn(timeline, open, at, text) {
  const state = timeline.state(at);
  const turn = Number(state.view?.turn ?? 0);
  const mine = timeline.seat ?? (typeof timeline.told.you === "number" ? timeline.told.you : turn);
  const seats = state.seats.map((_, seat) => seat);
  const select = (/** @type {string} */ id, /** @type {[string | number, string][]} */ values, /** @type {string | number} */ chosen) =>
    /** @type {HTMLSelectElement} */ (h("select", { id }, values.map(([value, words]) => h("option", { value, selected: value === chosen }, words))));
  const seat = select("on-seat", seats.map((one) => [one, seatName({ ...state, you: "spectator" }, one)]), mine);
  const bot = select("on-bot", BOTS.map((one) => [one, botName(one)]), BOTS[settings.level - 1]);
  const anew = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", id: "on-redeal", checked: true, "aria-describedby": "on-redeal-about" }));
  const form = h("form", { class: "form", onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    const own = Number(seat.value);
    await attempt(() => createTable({
      game: timeline.told.game, mode: "bots", options: {},
      seats: seats.map((one) => (one === own ? null : bot.value)),
      start: { text, moves: movesUntil(timeline, open, at), redeal: anew.checked },
    }));
  } },
  h("div", { class: "field" }, h("label", { for: "on-seat" }, t("replay.on.seat")), seat),
  h("div", { class: "field" }, h("label", { for: "on-bot" }, t("opponent")), bot),
  h("div", { class: "field tick" }, anew, h("label", { for: "on-redeal" }, t("replay.on.redeal")),
    h("p", { class: "soft", id: "on-redeal-about" }, t("replay.on.redeal.about"))),
  h("div", { class: "buttons" }, button({ type: "submit", class: "main" }, t("make.bots"))));
  openDialog(t("replay.play-on"), [h("p", { class: "soft" }, t("replay.on.about")), form], { name: "play-on" });
}

/**
 * How many of the record's moves lead to a moment: those that the viewer was not shown count.
 * @param {Timeline} timeline
 * @param {Timeline} open
 * @param {number} at
 */
function movesUntil(timeline, open, at) {
  if (!open.moves.length) return null;
  let seen = 0;
  for (const [made, move] of open.moves.entries()) {
    if (timeline !== open && isUnseen(move, timeline)) continue;
    if (seen === at) return made;
    seen++;
  }
  return open.moves.length;
}

/** @param {import("../app/types.js").TableEvent} move @param {Timeline} timeline whether it is missing there */
function isUnseen(move, timeline) {
  return move.seat !== timeline.seat && Boolean(move.move?.startsWith("lay "));
}
