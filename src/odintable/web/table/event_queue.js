/** Shows events one after another, slowly enough to follow. */

/** @template Event */
export class EventQueue {
  /** @type {Event[]} */
  #events = [];
  #timer = 0;
  #reasons = new Set();

  /**
   * @param {(event: Event) => number} show shows an event; returns the milliseconds until the next
   * @param {(event: Event) => boolean} [isOwn] whether an event is the player's own, for which nobody waits
   */
  constructor(show, isOwn = () => false) {
    this.#show = show;
    this.#isOwn = isOwn;
  }

  /** @type {(event: Event) => number} */
  #show;
  /** @type {(event: Event) => boolean} */
  #isOwn;

  /** @param {Event} event */
  add(event) {
    this.#events.push(event);
    if (this.#timer && this.#events.length === 1 && this.#isOwn(event)) this.skip();
    else if (!this.#timer) this.#next();
  }

  /** Show the next event now, because the player does not want to wait. */
  skip() {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    this.#next();
  }

  /** Drop all queued events. @returns {boolean} whether there were any */
  clear() {
    const hadEvents = this.#events.length > 0;
    this.#events = [];
    clearTimeout(this.#timer);
    this.#timer = 0;
    return hadEvents;
  }

  /**
   * Hold the queue for a reason, or release it; it runs when no reason is left.
   * @param {string} reason
   * @param {boolean} isHeld
   */
  hold(reason, isHeld) {
    if (isHeld) this.#reasons.add(reason);
    else this.#reasons.delete(reason);
    if (!this.#timer) this.#next();
  }

  /** @param {string} reason */
  isHeld(reason) {
    return this.#reasons.has(reason);
  }

  #next() {
    this.#timer = 0;
    if (this.#reasons.size) return;
    const event = this.#events.shift();
    if (event === undefined) return;
    const wait = this.#show(event);
    if (this.#events.length || wait) this.#timer = setTimeout(() => this.#next(), wait);
  }
}
