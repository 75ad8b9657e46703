/** A field with a link, and a button that copies it. */

import { button, h } from "./dom.js";
import { t } from "../app/i18n.js";

/**
 * @param {string} link
 * @param {string} name its accessible name
 * @param {(text: string) => void} showMessage called when the link is copied
 */
export function copyLinkField(link, name, showMessage) {
  const field = /** @type {HTMLInputElement} */ (
    h("input", { type: "text", readonly: true, value: link, "aria-label": name, onfocus: () => field.select() }));
  return h("div", { class: "field" }, field,
    button({ class: "main", onclick: () => copy(field).then(() => showMessage(t("copied"))) }, t("copy")));
}

/** @param {HTMLInputElement} field */
async function copy(field) {
  field.select();
  // Over http the clipboard API is denied; the old command still works.
  if (navigator.clipboard) await navigator.clipboard.writeText(field.value).catch(() => document.execCommand("copy"));
  else document.execCommand("copy");
}
