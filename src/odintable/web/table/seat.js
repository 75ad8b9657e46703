/** A seat at the table: who sits there, and whether they are here. */

import { botName, portraitOf } from "../lobby/bots.js";
import { h, picture } from "../ui/dom.js";
import { listed, t } from "../app/i18n.js";

/** @typedef {import("../app/types.js").TableState} TableState */

/** @param {TableState} state @param {number} seat */
export function seatName(state, seat) {
  const told = state.seats[seat];
  if (!told) return "";
  if (told.bot) return botName(told.bot) + twin(state, seat);
  return told.name || (state.you === seat ? t("you") : t("player", { number: seat + 1 }));
}

/**
 * Who sits at the table, for sentences.
 * @typedef {object} People
 * @property {(seat: number) => string} name
 * @property {number | "spectator"} you
 */

/**
 * A sentence about what a seat did; the reader's own seat is spoken to.
 * @param {string} key with a form for others, and one for the reader under `KEY-you`
 * @param {number} seat
 * @param {People} people
 * @param {Record<string, string | number>} [given]
 */
export function sentence(key, seat, people, given = {}) {
  const form = seat === people.you ? `${key}-you` : key;
  return t(form, { name: people.name(seat), ...given });
}

/** Two bots of one name are told apart by a number. @param {TableState} state @param {number} seat */
function twin(state, seat) {
  const bot = state.seats[seat].bot;
  const alike = state.seats.flatMap((one, at) => (one.bot === bot ? [at] : []));
  return alike.length > 1 ? ` ${alike.indexOf(seat) + 1}` : "";
}

/** @param {TableState} state @param {number} seat */
export function seatPicture(state, seat) {
  const told = state.seats[seat];
  const { id, box } = portraitOf(told.bot ?? told.played_by);
  return picture("shared", id, box, "portrait");
}

/** What there is to say about a person's seat: away, or played by a bot. @param {TableState} state @param {number} seat */
export function seatNote(state, seat) {
  const told = state.seats[seat];
  if (told.kind === "bot") return null;
  if (told.played_by) return h("span", { class: "away" }, t("played-by", { bot: botName(told.played_by) }));
  if (!told.present && state.you !== seat && !state.isShared) return h("span", { class: "away" }, t("away"));
  return null;
}

/** @param {TableState} state @param {number} seat time left, if there is a clock */
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

/**
 * Who has won, in words.
 * @param {number[]} winners
 * @param {People} people
 */
export function winnerText(winners, people) {
  if (!winners.length) return t("over");
  if (typeof people.you === "number" && winners.includes(people.you)) return winners.length === 1 ? t("you-win") : t("you-share");
  return t("wins", { names: listed(winners.map(people.name)), count: winners.length });
}
