/** The texts of the page in the reader's language, by key: locale/LANGUAGE.json, which the terminal reads too. */

export const LANGUAGES = /** @type {const} */ ({
  en: "English",
  de: "Deutsch",
  fr: "Français",
  it: "Italiano",
});
/** @typedef {keyof typeof LANGUAGES} Language */
/** @typedef {Record<string, string | Record<string, string>>} Texts  by key: a text, or its plural forms */

/** @type {Texts} */
let texts = {};
/** @type {Language} */
let language = "en";
let plurals = new Intl.PluralRules("en");
let lists = new Intl.ListFormat("en");

/**
 * The language to use: the one in the settings, else the first available one of the browser's.
 * @param {string} chosen
 * @returns {Language}
 */
export function chooseLanguage(chosen) {
  const wanted = [chosen, ...navigator.languages].map((one) => one.slice(0, 2).toLowerCase());
  return /** @type {Language} */ (wanted.find((one) => one in LANGUAGES) ?? "en");
}

/**
 * Load the texts of a language, or the English ones if it has none.
 * @param {Language} wanted
 * @returns {Promise<void>}
 */
export async function loadTexts(wanted) {
  const response = await fetch(new URL(`../locale/${wanted}.json`, import.meta.url));
  if (!response.ok && wanted !== "en") return loadTexts("en");
  if (!response.ok) throw new Error(`the texts could not be loaded: status ${response.status}`);
  texts = await response.json();
  language = wanted;
  plurals = new Intl.PluralRules(wanted);
  lists = new Intl.ListFormat(wanted === "en" ? "en-GB" : wanted); // without a comma before “and”
  document.documentElement.lang = wanted;
}

/** The language of the texts. */
export function currentLanguage() {
  return language;
}

/**
 * The text of a key, with its `{placeholders}` filled in. Where it has plural forms, `count` selects
 * one; the form `zero` is for none at all.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  let found = texts[key];
  if (found === undefined) return key;
  if (typeof found !== "string") {
    const count = Number(values.count ?? 0);
    found = (count ? undefined : found.zero) ?? found[plurals.select(count)] ?? found.other ?? key;
  }
  return found.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ""));
}

/** Whether there is such a text. @param {string} key */
export function hasText(key) {
  return key in texts;
}

/**
 * Several things as a list: a, b and c.
 * @param {string[]} items
 */
export function formatList(items) {
  return lists.format(items);
}
