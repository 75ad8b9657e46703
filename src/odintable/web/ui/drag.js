/** Dragging by mouse, pen or finger: a card is lifted, carried and put down. A click stays a click. */

import { h } from "./dom.js";

const FAR = 8; // pixels from which on a press is a drag

/**
 * @typedef {object} Carrier  what a game does about it
 * @property {(from: HTMLElement) => Element[]} lift what is carried, as pictures; nothing: it cannot be lifted
 * @property {(key: string) => void} drop it is put down on the element with this data-target
 * @property {() => void} leave it is put down nowhere
 */

export class Drag {
  /** @type {HTMLElement | null} what was pressed, and may be dragged */
  #from = null;
  /** @type {HTMLElement | null} what is carried */
  #shade = null;
  /** @type {HTMLElement | null} what it is over */
  #over = null;
  #x = 0;
  #y = 0;

  /** @param {HTMLElement} root in which elements with data-drag can be dragged @param {Carrier} carrier */
  constructor(root, carrier) {
    this.root = root;
    this.carrier = carrier;
    root.addEventListener("pointerdown", (event) => this.#press(event));
    this.signal = new AbortController();
    const given = { signal: this.signal.signal };
    addEventListener("pointermove", (event) => this.#move(event), given);
    addEventListener("pointerup", (event) => this.#release(event), given);
    addEventListener("pointercancel", () => this.#end(), given);
    addEventListener("keydown", (event) => event.key === "Escape" && this.#end(), given);
  }

  close() {
    this.#end();
    this.signal.abort();
  }

  /** @param {PointerEvent} event */
  #press(event) {
    if (!event.isPrimary || event.button !== 0) return;
    this.#from = /** @type {Element} */ (event.target).closest("[data-drag]");
    [this.#x, this.#y] = [event.clientX, event.clientY];
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.#from || !event.isPrimary) return;
    if (!this.#shade && Math.hypot(event.clientX - this.#x, event.clientY - this.#y) < FAR) return;
    if (!this.#shade && !this.#lift(this.#from)) {
      this.#from = null;
      return;
    }
    if (this.#shade) this.#shade.style.translate = `${event.clientX}px ${event.clientY}px`;
    this.#hover(event);
  }

  /** @param {HTMLElement} from */
  #lift(from) {
    const { width } = from.getBoundingClientRect();
    const pictures = this.carrier.lift(from);
    if (!pictures.length) return false;
    this.#shade = h("div", { class: "carried", "aria-hidden": "true" }, pictures.map((one) => one.cloneNode(true)));
    this.#shade.style.setProperty("--carried", `${width}px`);
    document.body.append(this.#shade);
    this.root.classList.add("dragging");
    return true;
  }

  /** @param {PointerEvent} event */
  #hover(event) {
    const found = document.elementsFromPoint(event.clientX, event.clientY)
      .map((one) => /** @type {HTMLElement | null} */ (one.closest("[data-target]")))
      .find((one) => one && this.root.contains(one)) ?? null;
    if (found === this.#over) return;
    this.#over?.removeAttribute("data-over");
    found?.setAttribute("data-over", "");
    this.#over = found;
  }

  /** @param {PointerEvent} event */
  #release(event) {
    if (!event.isPrimary) return;
    const { target } = this.#over?.dataset ?? {};
    const wasCarried = this.#shade !== null;
    this.#end();
    if (!wasCarried) return;
    // What was carried was not clicked.
    const swallow = (/** @type {Event} */ click) => click.stopPropagation();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }));
    if (target) this.carrier.drop(target);
    else this.carrier.leave();
  }

  #end() {
    this.#from = null;
    this.#over?.removeAttribute("data-over");
    this.#over = null;
    this.#shade?.remove();
    this.#shade = null;
    this.root.classList.remove("dragging");
  }
}
