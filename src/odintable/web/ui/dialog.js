/** Windows over the page, and short notes at its foot. */

import { button, h } from "./dom.js";
import { t } from "../app/i18n.js";

/** @typedef {import("./dom.js").Child} Child */

/**
 * A window with a heading; it closes by Escape, by its cross or by `close()`.
 * @param {string} heading
 * @param {(Child | Child[])[]} content
 * @param {{name?: string, whenClosed?: () => void}} [given]
 * @returns {HTMLDialogElement}
 */
export function openDialog(heading, content, { name = "", whenClosed } = {}) {
  const id = `heading-${++count}`;
  const made = /** @type {HTMLDialogElement} */ (
    h("dialog", { class: `window ${name}`, "aria-labelledby": id },
      h("header", {},
        h("h2", { id }, heading),
        button({ class: "quiet", "aria-label": t("close"), onclick: () => made.close() },
          h("span", { "aria-hidden": "true" }, "×"))),
      ...content));
  made.addEventListener("click", (event) => event.target === made && made.close());
  made.addEventListener("close", () => {
    made.remove();
    whenClosed?.();
  });
  document.body.append(made);
  made.showModal();
  return made;
}
let count = 0;

/**
 * Ask before something that cannot be undone.
 * @param {string} question
 * @param {string} yes
 * @returns {Promise<boolean>}
 */
export function confirmed(question, yes) {
  return new Promise((resolve) => {
    let answer = false;
    const made = openDialog(t("sure"), [
      h("p", {}, question),
      h("div", { class: "buttons" },
        button({ autofocus: true, onclick: () => made.close() }, t("cancel")),
        button({ class: "main", onclick: () => { answer = true; made.close(); } }, yes)),
    ], { whenClosed: () => resolve(answer) });
  });
}

const notes = h("div", { class: "notes", popover: "manual", "aria-hidden": "true" });
document.body.append(notes);

/**
 * A note that goes away by itself; who says it sees to it that it is heard too.
 * @param {string} text
 * @param {Promise<unknown>} [until] it stays so long; left out: long enough to be read
 */
export function note(text, until = new Promise((resolve) => setTimeout(resolve, 2500 + 60 * text.length))) {
  const made = h("p", { class: "note" }, text);
  notes.replaceChildren(made);
  // Above the window that was opened last; a browser that cannot shows it below.
  notes.hidePopover?.();
  notes.showPopover?.();
  const remove = () => made.remove();
  until.then(remove, remove);
}

/** Everything that is open over the page goes, since the page goes. */
export function closeAll() {
  for (const one of document.querySelectorAll("dialog[open]")) {
    /** @type {HTMLDialogElement} */ (one).close();
  }
}
