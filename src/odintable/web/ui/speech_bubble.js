/** A phrase that a player says, shown for a while over the player's own seat, where there are no controls. */

import { h } from "./dom.js";

const TIME = 4000; // milliseconds

/**
 * @param {Element | null} seat
 * @param {string} text
 * @returns {boolean} whether the seat is in view
 */
export function showSpeechBubble(seat, text) {
  const box = seat?.getBoundingClientRect();
  if (!box?.width || box.bottom > innerHeight || box.top < 0) return false;
  const bubble = h("p", { class: "speech-bubble", "aria-hidden": "true" }, text);
  for (const side of /** @type {const} */ (["left", "top", "width", "height"])) bubble.style[side] = `${box[side]}px`;
  document.querySelector(".speech-bubble")?.remove();
  document.body.append(bubble);
  setTimeout(() => bubble.remove(), TIME);
  return true;
}
