/** A seat: the name and picture of its player, clock, absence; sentences about players. */

import { botName, portraitOf } from "../lobby/bot_list.js";
import { h, picture } from "../ui/dom.js";
import { formatList, t } from "../app/i18n.js";

/** @typedef {import("../app/message_types.js").TableState} TableState */

/** @param {TableState} state @param {number} seat */
export function seatName(state, seat) {
  const player = state.seats[seat];
  if (!player) return "";
  if (player.bot) return botName(player.bot) + botNumber(state, seat);
  return player.name || (state.you === seat ? t("you") : t("player", { number: seat + 1 }));
}

/**
 * The players, for sentences about them.
 * @typedef {object} People
 * @property {(seat: number) => string} name
 * @property {number | "spectator"} you the reader's seat
 * @property {number} below the seat whose side of the board is drawn at the bottom
 */

/**
 * A sentence about what a player did; it addresses the reader if it is about them.
 * @param {string} key of the form about others; the form for the reader is `KEY-you`
 * @param {number} seat
 * @param {People} people
 * @param {Record<string, string | number>} [values]
 */
export function sentence(key, seat, people, values = {}) {
  const form = seat === people.you ? `${key}-you` : key;
  return t(form, { name: people.name(seat), ...values });
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
  const { id, box } = portraitOf(player.bot ?? player.played_by);
  return picture("shared", id, box, "portrait");
}

/** A note that a person is away, or that a bot plays for them. @param {TableState} state @param {number} seat */
export function seatNote(state, seat) {
  const player = state.seats[seat];
  if (player.kind === "bot") return null;
  if (player.played_by) return h("span", { class: "away" }, t("played-by", { bot: botName(player.played_by) }));
  if (!player.present && state.you !== seat && !state.isShared) return h("span", { class: "away" }, t("away"));
  return null;
}

/** Whose turn it is: they think, or are away. @param {TableState} state @param {People} people */
export function turnText(state, people) {
  const seat = state.view?.turn;
  const { kind, present, played_by: bot } = state.seats[seat];
  const isAway = kind === "person" && !present && !bot && !state.isShared;
  return t(isAway ? "turn-of-absent" : "turn-of", { name: people.name(seat) });
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

/**
 * A sentence about who has won.
 * @param {number[]} winners
 * @param {People} people
 */
export function winnerText(winners, people) {
  if (!winners.length) return t("over");
  if (typeof people.you === "number" && winners.includes(people.you)) return winners.length === 1 ? t("you-win") : t("you-share");
  return t("wins", { names: formatList(winners.map(people.name)), count: winners.length });
}

/** The players at a table, for sentences about them. @param {() => TableState | null} current the state at any time @returns {People} */
export function peopleOf(current) {
  return {
    name(seat) {
      const state = current();
      return state ? seatName(state, seat) : "";
    },
    get you() {
      return current()?.you ?? "spectator";
    },
    get below() {
      return typeof this.you === "number" ? this.you : 0;
    },
  };
}
