/** Sentences about the players of a table and what they did. */

import { seatName } from "./seat.js";
import { formatList, t } from "../app/i18n.js";

/** @typedef {import("../app/message_types.js").TableState} TableState */

/**
 * The players, for sentences about them.
 * @typedef {object} People
 * @property {(seat: number) => string} name
 * @property {number | "spectator"} you the reader's seat
 * @property {number} below the seat whose side of the board is drawn at the bottom
 */

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

/**
 * Sentences about one of the moves and its effects.
 * @param {import("../app/game_types.js").GameModule} game
 * @param {import("../app/message_types.js").TableEvent[]} moves
 * @param {number} at
 * @param {People} people
 */
export function moveSentences(game, moves, at, people) {
  const effects = (moves[at].events ?? []).map((one) => game.describeEvent(one, people));
  return [game.describeMove(moves, at, people), ...effects].filter(Boolean);
}

/** Whose turn it is: they think, or are away. @param {TableState} state @param {People} people */
export function turnText(state, people) {
  const seat = state.view?.turn;
  const { kind, present, played_by: bot } = state.seats[seat];
  const isAway = kind === "person" && !present && !bot && !state.isShared;
  return t(isAway ? "turn-of-absent" : "turn-of", { name: people.name(seat) });
}

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
