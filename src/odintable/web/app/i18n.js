/** What the page says, in the reader's language: one keyed catalogue, the server's and the terminal's too. */

export const LANGUAGES = /** @type {const} */ ({
  en: "English",
  de: "Deutsch",
  fr: "Français",
  it: "Italiano",
});
/** @typedef {keyof typeof LANGUAGES} Language */
/** @typedef {Record<string, string | Record<string, string>>} Catalogue */

/** @type {Catalogue} */
let catalogue = {};
/** @type {Language} */
let language = "en";
let plurals = new Intl.PluralRules("en");
let lists = new Intl.ListFormat("en");

/**
 * The language to speak: the one chosen, else the first the browser asks for that we have.
 * @param {string} chosen
 * @returns {Language}
 */
export function spoken(chosen) {
  const wanted = [chosen, ...navigator.languages].map((one) => one.slice(0, 2).toLowerCase());
  return /** @type {Language} */ (wanted.find((one) => one in LANGUAGES) ?? "en");
}

/**
 * Read a language's catalogue; without one (offline, not written yet) what was spoken stays.
 * @param {Language} wanted
 * @returns {Promise<void>}
 */
export async function speak(wanted) {
  const found = await fetch(new URL(`../locale/${wanted}.json`, import.meta.url));
  if (!found.ok) return wanted === "en" ? undefined : speak("en");
  catalogue = await found.json();
  language = wanted;
  plurals = new Intl.PluralRules(wanted);
  lists = new Intl.ListFormat(wanted === "en" ? "en-GB" : wanted); // no comma before and
  document.documentElement.lang = wanted;
}

/** The language spoken now. */
export function now() {
  return language;
}

/**
 * What stands under a key, its `{names}` filled in. Where the catalogue has forms, `count` chooses;
 * none at all may have one of its own, `zero`.
 * @param {string} key
 * @param {Record<string, string | number>} [given]
 * @returns {string}
 */
export function t(key, given = {}) {
  let found = catalogue[key];
  if (found === undefined) return key;
  if (typeof found !== "string") {
    const count = Number(given.count ?? 0);
    found = (count ? undefined : found.zero) ?? found[plurals.select(count)] ?? found.other ?? key;
  }
  return found.replace(/\{(\w+)\}/g, (_, name) => String(given[name] ?? ""));
}

/** @param {string} key whether the catalogue has it */
export function has(key) {
  return key in catalogue;
}

/**
 * Several things in one sentence: a, b and c.
 * @param {string[]} items
 */
export function listed(items) {
  return lists.format(items);
}
