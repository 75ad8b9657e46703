/** Dialogs over the page, and short notes at its bottom. */

import { button, h } from "./dom.js";
import { announceNow } from "./live_region.js";
import { t } from "../app/i18n.js";

/** @typedef {import("./dom.js").Child} Child */

let dialogCount = 0; // gives every heading its own id

/**
 * Open a modal dialog with a heading; Escape, its cross and `close()` close it.
 * @param {string} heading
 * @param {(Child | Child[])[]} content
 * @param {{name?: string, onClose?: () => void}} [options]
 * @returns {HTMLDialogElement}
 */
export function openDialog(heading, content, { name = "", onClose } = {}) {
  const id = `heading-${++dialogCount}`;
  const dialog = /** @type {HTMLDialogElement} */ (
    h("dialog", { class: `window ${name}`, "aria-labelledby": id },
      h("header", {},
        h("h2", { id }, heading),
        button({ class: "quiet", "aria-label": t("close"), onclick: () => dialog.close() },
          h("span", { "aria-hidden": "true" }, "×"))),
      ...content));
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    onClose?.();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Ask the player to confirm something that cannot be undone.
 * @param {string} question
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function askToConfirm(question, yes) {
  return new Promise((resolve) => {
    let answer = false;
    const dialog = openDialog(t("are-you-sure"), [
      h("p", {}, question),
      h("div", { class: "buttons" },
        button({ class: "main", autofocus: true, onclick: () => dialog.close() }, t("cancel")),
        button({ class: "danger", onclick: () => { answer = true; dialog.close(); } }, yes)),
    ], { onClose: () => resolve(answer) });
  });
}

const notes = h("div", { class: "notes", popover: "manual", "aria-hidden": "true" });
document.body.append(notes);

/**
 * Show a note that disappears by itself. Screen readers ignore it: the caller announces it too.
 * @param {string} text
 * @param {Promise<unknown>} [until] how long it stays; by default long enough to be read
 */
export function showNote(text, until = new Promise((resolve) => setTimeout(resolve, 2500 + 60 * text.length))) {
  const note = h("p", { class: "note" }, text);
  notes.replaceChildren(note);
  // Reopening it moves it above the newest dialog; older browsers show it below.
  notes.hidePopover?.();
  notes.showPopover?.();
  const remove = () => note.remove();
  until.then(remove, remove);
}

/** Show a note and announce it at once. @param {string} text */
export function showMessage(text) {
  announceNow(text);
  showNote(text);
}

/** Close all dialogs, because the page changes. */
export function closeDialogs() {
  for (const one of document.querySelectorAll("dialog[open]")) {
    /** @type {HTMLDialogElement} */ (one).close();
  }
}
