/** Errors of the server as texts: by a key with arguments (`why`), or by their code. */

import { hasText, t } from "../app/i18n.js";

/** Codes that are also keys of texts used elsewhere; the keys of all others begin with `error.`. */
const KEYS = new Set(["offline", "no-table", "no-access", "archived"]);

/** @typedef {Record<string, string | number>} Why  the key of a text, and its placeholders */

/**
 * Names at a table.
 * @typedef {object} Names
 * @property {(notation: string) => string} cards
 * @property {(seat: number) => string} name
 */

/**
 * @param {{code: string, message: string, why?: Why | null}} error
 * @param {Names} [names]
 */
export function errorText({ code, message, why }, names) {
  if (why && hasText(String(why.key))) return reasonText(why, names);
  const key = KEYS.has(code) ? code : `error.${code}`;
  return hasText(key) ? t(key) : t("did-not-work", { why: message });
}

/** A reason as a sentence. @param {Why} why @param {Names} [names] */
export function reasonText(why, names) {
  return t(String(why.key), inWords(why, names));
}

/** The placeholders, in words. @param {Why} why @param {Names} [names] @returns {Why} */
function inWords(why, names) {
  const words = { ...why };
  if (typeof why.seat === "number") words.name = names?.name(why.seat) ?? "";
  if (typeof why.place === "number") words.place = why.place + 1; // people count from one
  for (const one of ["cards", "top", "shown", "terrain"]) if (why[one]) words[one] = names?.cards(String(why[one])) ?? why[one];
  return words;
}
