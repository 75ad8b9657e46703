/** Keyboard shortcuts of a page, and their list under "?". */

import { h } from "./dom.js";
import { openDialog } from "./dialogs_and_notes.js";
import { t } from "../app/i18n.js";

/**
 * @typedef {object} Key
 * @property {string} key as in KeyboardEvent.key
 * @property {string} name what it does, in words
 * @property {() => void} run
 */

/** @type {() => Key[]} */
let keys = () => [];

/** Set the shortcuts of the current page. @param {() => Key[]} pageKeys */
export function useKeys(pageKeys) {
  keys = pageKeys;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const target = /** @type {Element} */ (event.target);
  if (target.closest("input, select, textarea, dialog")) return;
  // Enter and Space press the focused button.
  if ((event.key === "Enter" || event.key === " ") && target.closest("button, a, summary")) return;
  if (event.key === "?") {
    event.preventDefault();
    openKeyList();
    return;
  }
  const wanted = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const found = keys().find((one) => one.key === wanted);
  if (!found) return;
  event.preventDefault();
  found.run();
});

/** Show the shortcuts of the page. */
export function openKeyList() {
  const rows = keys().map((one) =>
    h("tr", {}, h("td", {}, h("kbd", {}, keyLabel(one.key))), h("td", {}, one.name)));
  openDialog(t("keyboard-shortcuts"), [h("table", { class: "keys" }, h("tbody", {}, ...rows))]);
}

/** @param {string} key */
function keyLabel(key) {
  return NAMES[key] ?? key.toUpperCase();
}

/** @type {Record<string, string>} */
const NAMES = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Enter: "⏎", " ": "␣", Escape: "Esc" };

/**
 * Let arrow keys move the focus along a row of buttons.
 * @param {HTMLElement} row
 */
export function enableArrowKeys(row) {
  row.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -99, End: 99 }[event.key];
    if (!step) return;
    const all = /** @type {HTMLButtonElement[]} */ ([...row.querySelectorAll("button")]);
    const at = all.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    if (at < 0) return;
    event.preventDefault();
    const to = all[Math.min(all.length - 1, Math.max(0, at + step))];
    to?.focus();
  });
}
