/** A link to be copied. */

import { button, h } from "./dom.js";
import { t } from "../app/i18n.js";

/**
 * @param {string} link
 * @param {string} name what it is
 * @param {(words: string) => void} tell that it is copied
 */
export function copyLinkField(link, name, tell) {
  const field = /** @type {HTMLInputElement} */ (
    h("input", { type: "text", readonly: true, value: link, "aria-label": name, onfocus: () => field.select() }));
  return h("div", { class: "field" }, field,
    button({ class: "main", onclick: () => copy(field).then(() => tell(t("copied"))) }, t("copy")));
}

/** @param {HTMLInputElement} field */
async function copy(field) {
  field.select();
  // Plain http denies the clipboard; the old way still works there.
  if (navigator.clipboard) await navigator.clipboard.writeText(field.value).catch(() => document.execCommand("copy"));
  else document.execCommand("copy");
}
