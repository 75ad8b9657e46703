/** The state of a table, as the messages of the server update it. */

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
