/** Drags cards by mouse, pen or finger; a press without movement stays a click. */

import { h } from "./dom.js";

const DRAG_DISTANCE = 8; // pixels: a shorter movement is a click

/**
 * @typedef {object} DragHandler
 * @property {(from: HTMLElement) => Element[]} lift the pictures to carry; none: it cannot be dragged
 * @property {(key: string) => void} drop it was dropped on the element with this data-target
 * @property {() => void} cancel it was dropped elsewhere
 */

export class Drag {
  /** @type {HTMLElement | null} the pressed element that may be dragged */
  #from = null;
  /** @type {HTMLElement | null} the pictures under the pointer */
  #ghost = null;
  /** @type {HTMLElement | null} the drop target under the pointer */
  #over = null;
  #x = 0;
  #y = 0;

  /** @param {HTMLElement} root whose elements with data-drag can be dragged @param {DragHandler} handler */
  constructor(root, handler) {
    this.root = root;
    this.handler = handler;
    root.addEventListener("pointerdown", (event) => this.#press(event));
    this.listeners = new AbortController();
    const options = { signal: this.listeners.signal };
    addEventListener("pointermove", (event) => this.#move(event), options);
    addEventListener("pointerup", (event) => this.#release(event), options);
    addEventListener("pointercancel", () => this.#end(), options);
    addEventListener("keydown", (event) => event.key === "Escape" && this.#end(), options);
  }

  close() {
    this.#end();
    this.listeners.abort();
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
    if (!this.#ghost && Math.hypot(event.clientX - this.#x, event.clientY - this.#y) < DRAG_DISTANCE) return;
    if (!this.#ghost && !this.#lift(this.#from)) {
      this.#from = null;
      return;
    }
    if (this.#ghost) this.#ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
    this.#hover(event);
  }

  /** @param {HTMLElement} from */
  #lift(from) {
    const { width } = from.getBoundingClientRect();
    const pictures = this.handler.lift(from);
    if (!pictures.length) return false;
    this.#ghost = h("div", { class: "carried", "aria-hidden": "true" }, pictures.map((one) => one.cloneNode(true)));
    this.#ghost.style.setProperty("--carried", `${width}px`);
    document.body.append(this.#ghost);
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
    const wasDragged = this.#ghost !== null;
    this.#end();
    if (!wasDragged) return;
    // The end of a drag is not a click.
    const swallow = (/** @type {Event} */ click) => click.stopPropagation();
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }));
    if (target) this.handler.drop(target);
    else this.handler.cancel();
  }

  #end() {
    this.#from = null;
    this.#over?.removeAttribute("data-over");
    this.#over = null;
    this.#ghost?.remove();
    this.#ghost = null;
    this.root.classList.remove("dragging");
  }
}
