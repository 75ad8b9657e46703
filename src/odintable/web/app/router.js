/**
 * Addresses, and the modules behind them: / · /table/NAME · /replay/NAME · /rules/GAME · /settings …
 * The token of a link is in the fragment, which browsers do not send; it is removed from the address
 * before anything else happens.
 *
 * @typedef {object} Route
 * @property {string} page the first part of the path, as pages.json names it
 * @property {string} name the second part: a table, a game
 * @property {Record<string, string>} secret the tokens of the fragment: join, seat, watch
 */

const SECRETS = ["join", "seat", "watch"];
const START = "start";
const NOT_FOUND = "not-found";

/**
 * The content of pages.json, the constants of the games and the opponents, which the server writes into the HTML.
 * @type {{pages: Record<string, {module: string}>, games: string[], constants: Record<string, Record<string, number>>, opponents: string[]}}
 */
const { pages, games, constants, opponents } = JSON.parse(document.getElementById("pages")?.textContent ?? "");

/** The names of the games, in the order in which they are offered. */
export const GAMES = games;

/** Numbers of the rules that boards show, by game. */
export const CONSTANTS = constants;

/** The names of the bots offered as opponents, from the weakest to the strongest. */
export const OPPONENTS = opponents;

/** @type {(route: Route) => Promise<void>} */
let open = async () => {};

/** @param {string} page @returns {Promise<{openPage: import("./main.js").OpenPage}>} */
export function loadPage(page) {
  const { module } = pages[Object.hasOwn(pages, page) ? page : NOT_FOUND];
  return import(`../${module}`);
}

/** @param {string} game @returns {Promise<{game: import("./game_interface.js").GameModule}>} */
export const loadGame = (game) => import(`../games/${game}/game.js`);

/** @param {string} game @returns {Promise<{rules: import("./game_interface.js").GameRules}>} */
export const loadRules = (game) => import(`../games/${game}/rules_with_pictures.js`);

/** @param {string} game @returns {Promise<{tutorial: import("./game_interface.js").GameTutorial}>} */
export const loadTutorial = (game) => import(`../games/${game}/tutorial_targets.js`);

/** The game in an address; the first one if the address names none. @param {Route} route */
export function gameOf({ name }) {
  return GAMES.includes(name) ? name : GAMES[0];
}

/** @returns {Route} the route of the current address, whose secrets are removed */
function currentRoute() {
  const [, page = "", name = ""] = location.pathname.split("/");
  const fragment = new URLSearchParams(location.hash.slice(1));
  const secret = Object.fromEntries([...fragment].filter(([key]) => SECRETS.includes(key)));
  // An invitation must survive a reload until it is accepted; other tokens are stored elsewhere.
  if (Object.keys(secret).length) history.replaceState(secret.join ? { join: secret.join } : null, "", location.pathname);
  return { page: page || START, name: decoded(name), secret: { ...history.state, ...secret } };
}

/** Decode a part of the path; a malformed one stays as it is. @param {string} name */
function decoded(name) {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Open the current page, and others as the address changes. @param {(route: Route) => Promise<void>} opener */
export function startRouter(opener) {
  open = opener;
  addEventListener("popstate", () => open(currentRoute()));
  addEventListener("hashchange", () => location.hash.includes("=") && open(currentRoute()));
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[data-go]") : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(link.getAttribute("href") ?? "/");
  });
  open(currentRoute());
}

/**
 * @param {string} path
 * @param {boolean} [replaces] the current history entry, so that the back button skips it
 * @returns {Promise<void>} when the page is open
 */
export function go(path, replaces = false) {
  history[replaces ? "replaceState" : "pushState"](null, "", path);
  scrollTo(0, 0);
  return open(currentRoute());
}

/**
 * A link to a table for other people.
 * @param {string} origin
 * @param {string} table
 * @param {"join" | "seat" | "watch"} kind
 * @param {string} token
 */
export function tableLink(origin, table, kind, token) {
  return `${origin}/table/${table}#${kind}=${token}`;
}
