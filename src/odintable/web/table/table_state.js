/** How things stand: what is kept of what the server tells. */

/** @typedef {import("../app/types.js").TableState} TableState */

const KEPT = /** @type {const} */ ([
  "n", "view", "moves", "destinations", "clock", "stage", "may_take_back", "seats", "proposals", "result", "seed", "rematch",
]);

/**
 * What an event or a welcome tells of how things stand.
 * @param {Partial<TableState>} told
 * @returns {Partial<TableState>}
 */
export function taken(told) {
  const found = Object.fromEntries(KEPT.filter((key) => key in told).map((key) => [key, told[key]]));
  return told.clock ? { ...found, clock: { ...told.clock, at: performance.now() } } : found;
}

const SEEN = /** @type {const} */ (["view", "seats", "stage", "you", "clock"]);

/**
 * Whether what lies on the table and who sits there is the same, as while a move is on its way.
 * @param {TableState | null} before
 * @param {TableState} now
 */
export function looksSame(before, now) {
  return SEEN.every((key) => before?.[key] === now[key]);
}
