/**
 * The tables this browser has been at. Seats are opened by cookies no script can read; kept here is
 * what the list of one's games shows, the invitation to pass on, and the seats of a table whose
 * players all sit at this screen.
 *
 * @typedef {object} SavedTable
 * @property {string} table
 * @property {import("./types.js").GameName} game
 * @property {boolean} [seated] whether a cookie opens a seat there
 * @property {string} [invitation]
 * @property {string} [spectating]
 * @property {Record<number, string>} [shared] tokens of the seats at this screen
 * @property {string[]} [names] who sits there
 * @property {string} [commitment] as it was told before the deal
 * @property {string} [salt] what this browser gave to the shuffle
 * @property {number} [seat] for which seat
 * @property {number} at when it was last looked at
 */

const KEY = "odintable.tables";
const MOST = 40;

/** @returns {SavedTable[]} the one looked at last comes first */
export function tables() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {string} table @returns {SavedTable | undefined} */
export function table(table) {
  return tables().find((one) => one.table === table);
}

/** @param {Partial<SavedTable> & {table: string}} told what is new about a table */
export function keep(told) {
  const kept = { game: "odin", ...table(told.table), ...told, at: Date.now() };
  write([/** @type {SavedTable} */ (kept), ...tables().filter((one) => one.table !== told.table)]);
}

/** @param {string} name */
export function forget(name) {
  write(tables().filter((one) => one.table !== name));
}

/** @param {SavedTable[]} all */
function write(all) {
  try {
    localStorage.setItem(KEY, JSON.stringify(all.slice(0, MOST)));
  } catch {
    // Nothing is kept: the links still work.
  }
}
