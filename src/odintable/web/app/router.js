/**
 * The addresses of the pages: / · /table/NAME · /replay/NAME · /rules/GAME · /settings …
 * The token of a link is in the fragment, which browsers do not send; it is removed from the address
 * before anything else happens.
 *
 * @typedef {object} Route
 * @property {string} page the first part of the path, as pages.json names it
 * @property {string} name the second part: a table, a game
 * @property {Record<string, string>} secret the tokens of the fragment: join, seat, watch
 */

import { GAMES } from "./embedded_data.js";

const SECRETS = ["join", "seat", "watch"];
const START = "start";

/** @type {(route: Route) => Promise<void>} */
let open = async () => {};

/** The game in an address; the first one if the address names none. @param {Route} route */
export function gameOf({ name }) {
  return GAMES.includes(name) ? name : GAMES[0];
}

/** Remove the tokens from the current address. @returns {Route} its route, with the tokens */
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
