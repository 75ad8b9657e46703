/** A seat at the table: who sits there, and whether they are here. */

import { botName, portraitOf } from "../lobby/bots.js";
import { h, picture } from "../ui/dom.js";
import { listed, t } from "../app/i18n.js";

/** @typedef {import("../app/types.js").Standing} Standing */

/** @param {Standing} standing @param {number} seat */
export function seatName(standing, seat) {
  const told = standing.seats[seat];
  if (!told) return "";
  if (told.bot) return botName(told.bot) + twin(standing, seat);
  return told.name || (standing.you === seat ? t("you") : t("player", { number: seat + 1 }));
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

/** Two bots of one name are told apart by a number. @param {Standing} standing @param {number} seat */
function twin(standing, seat) {
  const bot = standing.seats[seat].bot;
  const alike = standing.seats.flatMap((one, at) => (one.bot === bot ? [at] : []));
  return alike.length > 1 ? ` ${alike.indexOf(seat) + 1}` : "";
}

/** @param {Standing} standing @param {number} seat */
export function seatPicture(standing, seat) {
  const told = standing.seats[seat];
  const { id, box } = portraitOf(told.bot ?? told.played_by);
  return picture("shared", id, box, "portrait");
}

/** What there is to say about a person's seat: away, or played by a bot. @param {Standing} standing @param {number} seat */
export function seatNote(standing, seat) {
  const told = standing.seats[seat];
  if (told.kind === "bot") return null;
  if (told.played_by) return h("span", { class: "away" }, t("played-by", { bot: botName(told.played_by) }));
  if (!told.present && standing.you !== seat && !standing.isShared) return h("span", { class: "away" }, t("away"));
  return null;
}

/** @param {Standing} standing @param {number} seat time left, if there is a clock */
export function seatClock(standing, seat) {
  const clock = standing.clock;
  if (!clock || standing.seats[seat].kind === "bot") return null;
  const isRunning = clock.running === seat;
  const until = isRunning ? (clock.at ?? performance.now()) + clock.left[seat] : null;
  return h("span", { class: "clock", "data-until": until }, timeWords(clock.left[seat]));
}

/** @param {number} left milliseconds */
function timeWords(left) {
  const seconds = Math.max(0, Math.ceil(left / 1000));
  if (seconds > 2 * 86400) return t("days", { count: Math.floor(seconds / 86400) });
  if (seconds > 7200) return t("hours", { count: Math.floor(seconds / 3600) });
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

setInterval(() => {
  for (const one of document.querySelectorAll(".clock[data-until]")) {
    one.textContent = timeWords(Number(/** @type {HTMLElement} */ (one).dataset.until) - performance.now());
  }
}, 500);

/**
 * Who has won, in words.
 * @param {number[]} winners
 * @param {People} people
 */
export function winWords(winners, people) {
  if (!winners.length) return t("over");
  if (typeof people.you === "number" && winners.includes(people.you)) return winners.length === 1 ? t("you-win") : t("you-share");
  return t("wins", { names: listed(winners.map(people.name)), count: winners.length });
}
