/**
 * The tables opened in this browser, in localStorage. HttpOnly cookies hold the tokens of seats.
 * Stored here are the data for the list of games, the invitation to pass on, and the tokens of the
 * seats whose players share this screen, because one cookie cannot hold several.
 *
 * @typedef {object} SavedTable  the names of its fields are stored: they never change
 * @property {string} table
 * @property {string} [game]
 * @property {boolean} [seated] whether a cookie gives access to a seat
 * @property {string} [invitation]
 * @property {string} [spectating]
 * @property {Record<number, string>} [shared] tokens of the seats at this screen
 * @property {string[]} [names] of the players
 * @property {string} [commitment] as it was published before the deal
 * @property {string} [salt] this browser's part of the shuffle
 * @property {number} [seat] for which seat the salt was sent
 * @property {number} at when it was last opened
 */

const KEY = "odintable.tables";
const MAX_TABLES = 40;

/** @returns {SavedTable[]} the one opened last comes first */
export function savedTables() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]");
  } catch {
    return [];
  }
}

/** @param {string} name @returns {SavedTable | undefined} */
export function savedTable(name) {
  return savedTables().find((one) => one.table === name);
}

/** Add a table, or update its stored fields. @param {Partial<SavedTable> & {table: string}} news */
export function saveTable(news) {
  const saved = { ...savedTable(news.table), ...news, at: Date.now() };
  write([saved, ...savedTables().filter((one) => one.table !== news.table)]);
}

/** @param {string} name */
export function removeTable(name) {
  write(savedTables().filter((one) => one.table !== name));
}

/** @param {SavedTable[]} all */
function write(all) {
  try {
    localStorage.setItem(KEY, JSON.stringify(all.slice(0, MAX_TABLES)));
  } catch {
    // A browser that stores nothing can still open tables by their links.
  }
}
