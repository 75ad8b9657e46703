/** The live region: what a screen reader hears, and what anybody may read in the status line. */

import { h } from "./dom.js";

const polite = h("div", { class: "unseen", role: "log", "aria-live": "polite", id: "spoken" });
const urgent = h("div", { class: "unseen", role: "alert", id: "alarm" });
const MOST = 30; // lines kept

document.body.append(polite, urgent);

/**
 * Tell what happened.
 * @param {string} sentence
 */
export function say(sentence) {
  if (!sentence) return;
  polite.append(h("p", {}, sentence));
  while (polite.childElementCount > MOST) polite.firstElementChild?.remove();
}

/**
 * Tell what must not be missed: it is one's turn, a move was refused.
 * @param {string} sentence
 */
export function alarm(sentence) {
  urgent.replaceChildren(h("p", {}, sentence));
}

/** Another page: what was said before is over. */
export function hush() {
  polite.replaceChildren();
  urgent.replaceChildren();
}
