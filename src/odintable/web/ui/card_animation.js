/** Cards fly from where they were to where they are: never in the way of a hand, under 400 ms. */

import { h } from "./dom.js";
import { settings } from "../app/settings.js";

const TIME = 280; // milliseconds
const SENDING = 340;
const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Flight {
  /** @type {Map<string, DOMRect>} */
  #places = new Map();

  /** @param {HTMLElement} root in which elements with data-card lie, and data-seat for who plays them */
  constructor(root) {
    this.root = root;
  }

  get isWanted() {
    return settings.motion && !still.matches && !document.hidden && this.root.isConnected;
  }

  /** Remember where everything lies. */
  before() {
    this.#places.clear();
    if (!this.isWanted) return;
    for (const one of this.cards()) this.#places.set(one.dataset.card ?? "", one.getBoundingClientRect());
  }

  /**
   * Let everything fly to where it lies now.
   * @param {number} [seat] from whose hand cards come that were not seen before
   */
  after(seat) {
    if (!this.isWanted || !this.#places.size) return;
    const hand = seat === undefined ? null : this.root.querySelector(`[data-seat="${seat}"]`)?.getBoundingClientRect();
    for (const one of this.cards()) {
      const from = this.#places.get(one.dataset.card ?? "") ?? hand;
      if (from) this.#glide(one, from);
    }
  }

  /** @param {HTMLElement} one @param {DOMRect} from */
  #glide(one, from) {
    const to = one.getBoundingClientRect();
    const dx = from.x + from.width / 2 - to.x - to.width / 2;
    const dy = from.y + from.height / 2 - to.y - to.height / 2;
    if (Math.abs(dx) < 2 && Math.abs(dy) < 2) return;
    const grown = Math.min(1.6, Math.max(0.4, from.width / (to.width || 1)));
    one.animate(
      [{ transform: `translate(${dx}px, ${dy}px) scale(${grown})`, zIndex: 5 }, { transform: "none", zIndex: 5 }],
      { duration: TIME, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" });
  }

  /**
   * What has left flies as a shade to where it went.
   * @param {Element} what
   * @param {DOMRect} from
   * @param {Element} to
   */
  send(what, from, to) {
    const goal = to.getBoundingClientRect();
    if (!this.isWanted || !goal.width || !from.width) return;
    const shade = h("div", { class: "sent", "aria-hidden": "true" }, what);
    Object.assign(shade.style, { left: `${from.x}px`, top: `${from.y}px`, width: `${from.width}px` });
    document.body.append(shade);
    const dx = goal.x + goal.width / 2 - from.x - from.width / 2;
    const dy = goal.y + goal.height / 2 - from.y - from.height / 2;
    const end = { transform: `translate(${dx}px, ${dy}px) scale(0.45)`, opacity: 0.25 };
    shade.animate([{ transform: "none", opacity: 1 }, { ...end, offset: 0.9, opacity: 0.9 }, end], { duration: SENDING, easing: "ease-in-out" })
      .finished.then(() => shade.remove(), () => shade.remove());
  }

  /** @returns {HTMLElement[]} */
  cards() {
    return [...this.root.querySelectorAll("[data-card]")].filter((one) => one instanceof HTMLElement);
  }
}
