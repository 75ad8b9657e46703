/** A seat: the name and picture of its player, whether they are away, their clock. */

import { botName, portrait } from "../lobby/bot_names_and_portraits.js";
import { h } from "../ui/dom.js";
import { t } from "../app/i18n.js";

/** @typedef {import("../app/message_types.js").TableState} TableState */

/** @param {TableState} state @param {number} seat */
export function seatName(state, seat) {
  const player = state.seats[seat];
  if (!player) return "";
  if (player.bot) return botName(player.bot) + botNumber(state, seat);
  return player.name || (state.you === seat ? t("you") : t("player", { number: seat + 1 }));
}

/** A number that distinguishes bots of the same name. @param {TableState} state @param {number} seat */
function botNumber(state, seat) {
  const bot = state.seats[seat].bot;
  const same = state.seats.flatMap((one, at) => (one.bot === bot ? [at] : []));
  return same.length > 1 ? ` ${same.indexOf(seat) + 1}` : "";
}

/** @param {TableState} state @param {number} seat */
export function seatPicture(state, seat) {
  const player = state.seats[seat];
  return portrait(player.bot ?? player.played_by);
}

/** A note that a person is away, or that a bot plays for them. @param {TableState} state @param {number} seat */
export function seatNote(state, seat) {
  const player = state.seats[seat];
  if (player.kind === "bot") return null;
  if (player.played_by) return h("span", { class: "away" }, t("played-by", { bot: botName(player.played_by) }));
  if (!player.present && state.you !== seat && !state.isShared) return h("span", { class: "away" }, t("away"));
  return null;
}

/** The time left, if there is a clock. @param {TableState} state @param {number} seat */
export function seatClock(state, seat) {
  const clock = state.clock;
  if (!clock || state.seats[seat].kind === "bot") return null;
  const isRunning = clock.running === seat;
  const until = isRunning ? (clock.at ?? performance.now()) + clock.left[seat] : null;
  return h("span", { class: "clock", "data-until": until }, timeText(clock.left[seat]));
}

/** @param {number} left milliseconds */
function timeText(left) {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  if (seconds > 2 * 86400) return t("days", { count: Math.floor(seconds / 86400) });
  if (seconds > 7200) return t("hours", { count: Math.floor(seconds / 3600) });
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

setInterval(() => {
  for (const one of document.querySelectorAll(".clock[data-until]")) {
    one.textContent = timeText(Number(/** @type {HTMLElement} */ (one).dataset.until) - performance.now());
  }
}, 500);
