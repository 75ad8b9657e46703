/** Moves shown once more, one after another; whoever touches the table sees at once how it stands. */

import { settings } from "./settings.js";

/** @typedef {import("./types.js").Happened} Happened */
/** @typedef {import("./types.js").View} View */
/** @typedef {{move: Happened, before: View, after: View}} Scene */

const BEFORE = 350; // milliseconds: how it stood
const AFTER = 900; // how it stands then

export class Again {
  #timer = 0;
  /** @type {Scene[]} */
  #left = [];

  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    for (const kind of ["pointerdown", "keydown"]) table.middle.addEventListener(kind, () => this.stop(), { capture: true });
  }

  get isShown() {
    return this.#timer !== 0;
  }

  /** @param {Scene[]} scenes */
  show(scenes) {
    this.stop();
    if (!scenes.length) return;
    this.#left = [...scenes];
    this.table.pace.hold("again", true);
    this.table.element.classList.add("again");
    this.#next();
  }

  #next() {
    const scene = this.#left.shift();
    if (!scene) {
      this.stop();
      return;
    }
    this.#draw(scene.before, null);
    this.#timer = setTimeout(() => {
      this.#draw(scene.after, scene.move);
      this.#timer = setTimeout(() => this.#next(), AFTER);
    }, settings.motion ? BEFORE : AFTER);
  }

  /** @param {View} view @param {Happened | null} happened */
  #draw(view, happened) {
    const { standing, board } = this.table;
    if (standing) board?.show({ ...standing, view, moves: [] }, happened);
  }

  stop() {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#left = [];
    this.table.element.classList.remove("again");
    if (this.table.standing) this.table.board?.show(this.table.standing, null);
    this.table.pace.hold("again", false);
  }
}
