/** Live regions: sentences for screen readers. */

import { h } from "./dom.js";

const polite = h("div", { class: "visually-hidden", role: "log", "aria-live": "polite", id: "announcements" });
const urgent = h("div", { class: "visually-hidden", role: "alert", id: "urgent-announcement" });
const MAX_LINES = 30;

document.body.append(polite, urgent);

/**
 * Announce an event.
 * @param {string} sentence
 */
export function announce(sentence) {
  if (!sentence) return;
  polite.append(h("p", {}, sentence));
  while (polite.childElementCount > MAX_LINES) polite.firstElementChild?.remove();
}

/**
 * Announce something that must not be missed: it is the player's turn, a move was refused.
 * @param {string} sentence
 */
export function announceNow(sentence) {
  urgent.replaceChildren(h("p", {}, sentence));
}

/** Clear all announcements, because the page changes. */
export function clearAnnouncements() {
  polite.replaceChildren();
  urgent.replaceChildren();
}
