/** The state of a table, as the messages of the server update it. */

import { t } from "../app/i18n.js";

/** @typedef {import("../app/message_types.js").TableState} TableState */

const FIELDS = /** @type {const} */ ([
  "n", "view", "moves", "destinations", "clock", "stage", "may_take_back", "seats", "proposals", "result", "seed", "rematch",
]);

/**
 * The fields of the state that an event or a welcome message contains.
 * @param {Partial<TableState>} message
 * @returns {Partial<TableState>}
 */
export function pickState(message) {
  const found = Object.fromEntries(FIELDS.filter((key) => key in message).map((key) => [key, message[key]]));
  return message.clock ? { ...found, clock: { ...message.clock, at: performance.now() } } : found;
}

const VISIBLE_FIELDS = /** @type {const} */ (["view", "seats", "stage", "you", "clock"]);

/**
 * Whether two states look the same on the board, as while a move is being sent.
 * @param {TableState | null} before
 * @param {TableState} now
 */
export function looksSame(before, now) {
  return VISIBLE_FIELDS.every((key) => before?.[key] === now[key]);
}

/**
 * Why the reader cannot move now.
 * @param {TableState | null} state
 * @param {(seat: number) => string} name
 * @returns {string} empty if the reader is to move
 */
export function whyNotYourTurn(state, name) {
  const view = state?.view;
  if (!state || !view || state.stage !== "playing") return t("why.not-now");
  if (state.moves.length) return "";
  return view.turn === state.you ? t("please-wait") : t("why.not-yours", { name: name(view.turn) });
}
