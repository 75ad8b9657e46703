/** Cards fly from their old to their new positions, in under 400 ms and without blocking input. */

import { h } from "./dom.js";
import { settings } from "../app/settings.js";

const TIME = 280; // milliseconds
const FLY_AWAY_TIME = 340;
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

export class CardAnimation {
  /** @type {Map<string, DOMRect>} */
  #positions = new Map();

  /** @param {HTMLElement} root contains the cards (data-card) and the players (data-seat) */
  constructor(root) {
    this.root = root;
  }

  get isEnabled() {
    return settings.motion && !reducedMotion.matches && !document.hidden && this.root.isConnected;
  }

  /** Call before drawing: remember where the cards are. */
  recordPositions() {
    this.#positions.clear();
    if (!this.isEnabled) return;
    for (const one of this.cards()) this.#positions.set(one.dataset.card ?? "", one.getBoundingClientRect());
  }

  /** Where a card was before drawing. @param {string} card */
  positionOf(card) {
    return this.#positions.get(card);
  }

  /**
   * Call after drawing: let the cards fly to where they are now.
   * @param {number} [seat] the player from whom new cards come
   */
  animateMoves(seat) {
    if (!this.isEnabled || !this.#positions.size) return;
    const hand = seat === undefined ? null : this.root.querySelector(`[data-seat="${seat}"]`)?.getBoundingClientRect();
    for (const one of this.cards()) {
      const from = this.#positions.get(one.dataset.card ?? "") ?? hand;
      if (from) this.#glide(one, from);
    }
  }

  /** @param {HTMLElement} one @param {DOMRect} from */
  #glide(one, from) {
    const to = one.getBoundingClientRect();
    const dx = from.x + from.width / 2 - to.x - to.width / 2;
    const dy = from.y + from.height / 2 - to.y - to.height / 2;
    if (Math.abs(dx) < 2 && Math.abs(dy) < 2) return;
    const scale = Math.min(1.6, Math.max(0.4, from.width / (to.width || 1)));
    one.animate(
      [{ transform: `translate(${dx}px, ${dy}px) scale(${scale})`, zIndex: 5 }, { transform: "none", zIndex: 5 }],
      { duration: TIME, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" });
  }

  /**
   * A copy of a card that has left flies to where it went.
   * @param {Element} card
   * @param {DOMRect} from
   * @param {Element} to
   */
  flyAway(card, from, to) {
    const goal = to.getBoundingClientRect();
    if (!this.isEnabled || !goal.width || !from.width) return;
    const ghost = h("div", { class: "sent", "aria-hidden": "true" }, card);
    Object.assign(ghost.style, { left: `${from.x}px`, top: `${from.y}px`, width: `${from.width}px` });
    document.body.append(ghost);
    const dx = goal.x + goal.width / 2 - from.x - from.width / 2;
    const dy = goal.y + goal.height / 2 - from.y - from.height / 2;
    const end = { transform: `translate(${dx}px, ${dy}px) scale(0.45)`, opacity: 0.25 };
    ghost.animate([{ transform: "none", opacity: 1 }, { ...end, offset: 0.9, opacity: 0.9 }, end], { duration: FLY_AWAY_TIME, easing: "ease-in-out" })
      .finished.then(() => ghost.remove(), () => ghost.remove());
  }

  /** @returns {HTMLElement[]} */
  cards() {
    return [...this.root.querySelectorAll("[data-card]")].filter((one) => one instanceof HTMLElement);
  }
}
