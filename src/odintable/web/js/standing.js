/** How things stand: what is kept of what the server tells. */

/** @typedef {import("./types.js").Standing} Standing */

const KEPT = /** @type {const} */ ([
  "n", "view", "moves", "lands", "clock", "stage", "may_back", "seats", "proposals", "result", "seed", "rematch",
]);

/**
 * What an event or a welcome tells of how things stand.
 * @param {Partial<Standing>} told
 * @returns {Partial<Standing>}
 */
export function taken(told) {
  const found = Object.fromEntries(KEPT.filter((key) => key in told).map((key) => [key, told[key]]));
  return told.clock ? { ...found, clock: { ...told.clock, at: performance.now() } } : found;
}
