/** What was not done, and why, in the reader's language: the server says it by codes and keys. */

import { hasText, t } from "../app/i18n.js";

/** Codes that are keys themselves: the page says them elsewhere too. */
const KEYS = new Set(["offline", "no-table", "no-link", "archived"]);

/** @typedef {Record<string, string | number>} Why a key of the catalogue, and a value for each hole */

/**
 * How cards and seats are called at a table.
 * @typedef {object} Names
 * @property {(written: string) => string} cards
 * @property {(seat: number) => string} name
 */

/**
 * @param {{code: string, message: string, why?: Why | null}} told
 * @param {Names} [names]
 */
export function errorText({ code, message, why }, names) {
  if (why && hasText(String(why.key))) return t(String(why.key), filled(why, names));
  const key = KEYS.has(code) ? code : `no.${code}`;
  return hasText(key) ? t(key) : t("refused", { why: message });
}

/** What stands in the holes, in words. @param {Why} why @param {Names} [names] @returns {Why} */
function filled(why, names) {
  const words = { ...why };
  if (typeof why.seat === "number") words.name = names?.name(why.seat) ?? "";
  if (typeof why.place === "number") words.place = why.place + 1; // people count from one
  for (const one of ["cards", "top", "shown", "terrain"]) if (why[one]) words[one] = names?.cards(String(why[one])) ?? why[one];
  return words;
}
