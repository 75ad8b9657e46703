/** What happens is shown one thing after another, so that an eye can follow. */

const LATEST = 250; // milliseconds: a page that is not looked at paints nothing

/** @returns {Promise<void>} when what was drawn is on the screen */
export function painted() {
  return new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, LATEST);
  });
}

/** @template Event */
export class Pace {
  /** @type {Event[]} */
  #waiting = [];
  #timer = 0;
  #holds = new Set();

  /** @param {(event: Event) => number} show shows it, and tells how long to wait before the next */
  constructor(show) {
    this.#show = show;
  }

  /** @type {(event: Event) => number} */
  #show;

  /** @param {Event} event */
  add(event) {
    this.#waiting.push(event);
    if (!this.#timer) this.#next();
  }

  /** What waits is known by other means. @returns {boolean} whether something did wait */
  clear() {
    const hasWaited = this.#waiting.length > 0;
    this.#waiting = [];
    clearTimeout(this.#timer);
    this.#timer = 0;
    return hasWaited;
  }

  /**
   * Hold everything back, for this reason, or no longer.
   * @param {string} why
   * @param {boolean} isHeld
   */
  hold(why, isHeld) {
    if (isHeld) this.#holds.add(why);
    else this.#holds.delete(why);
    if (!this.#timer) this.#next();
  }

  /** @param {string} why */
  isHeld(why) {
    return this.#holds.has(why);
  }

  #next() {
    this.#timer = 0;
    if (this.#holds.size) return;
    const event = this.#waiting.shift();
    if (event === undefined) return;
    const wait = this.#show(event);
    if (this.#waiting.length || wait) this.#timer = setTimeout(() => this.#next(), wait);
  }
}
