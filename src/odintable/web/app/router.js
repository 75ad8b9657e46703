/**
 * Where one is, by the address: / · /table/NAME · /replay/NAME · /rules/GAME · /settings. A link's token stands in
 * the fragment, which browsers send to nobody; it is taken out of the address before anything else.
 *
 * @typedef {object} Place
 * @property {string} room start, table, rules, settings …
 * @property {string} name what comes after it
 * @property {Record<string, string>} secret what stood in the fragment: join, seat, watch
 */

const SECRETS = ["join", "seat", "watch"];

/** @type {(place: Place) => Promise<void>} */
let open = async () => {};

/** @returns {Place} the place the address names, its secrets taken out of it */
function here() {
  const [, room = "", name = ""] = location.pathname.split("/");
  const found = new URLSearchParams(location.hash.slice(1));
  const secret = Object.fromEntries([...found].filter(([key]) => SECRETS.includes(key)));
  // An invitation that was not taken yet is one still after a reload; all else is kept elsewhere.
  if (Object.keys(secret).length) history.replaceState(secret.join ? { join: secret.join } : null, "", location.pathname);
  return { room: room || "start", name: decoded(name), secret: { ...history.state, ...secret } };
}

/** A name that was mistyped names nothing, and breaks nothing. @param {string} name */
function decoded(name) {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** @param {(place: Place) => Promise<void>} opener called now and whenever the place changes */
export function follow(opener) {
  open = opener;
  addEventListener("popstate", () => open(here()));
  addEventListener("hashchange", () => location.hash.includes("=") && open(here()));
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[data-go]") : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(link.getAttribute("href") ?? "/");
  });
  open(here());
}

/**
 * @param {string} path
 * @param {boolean} [isInstead] of this place, which leads there by itself: the way back does not come by it
 * @returns {Promise<void>} when one is there
 */
export function go(path, isInstead = false) {
  history[isInstead ? "replaceState" : "pushState"](null, "", path);
  scrollTo(0, 0);
  return open(here());
}

/**
 * A link that others can follow.
 * @param {string} address
 * @param {string} table
 * @param {"join" | "seat" | "watch"} kind
 * @param {string} token
 */
export function linkTo(address, table, kind, token) {
  return `${address}/table/${table}#${kind}=${token}`;
}
