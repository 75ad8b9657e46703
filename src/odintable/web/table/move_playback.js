/** Moves shown once more, one after another; whoever touches the table sees at once how it stands. */

import * as api from "../server/api.js";
import { errorText } from "../server/error_text.js";
import { settings } from "../app/settings.js";

const BEFORE = 350; // milliseconds: how it stood
const AFTER = 900; // how it stood then

export class Again {
  #timer = 0;
  /** @type {import("../replay/timeline.js").Timeline | null} */
  #timeline = null;

  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    for (const kind of ["pointerdown", "keydown"]) table.middle.addEventListener(kind, () => this.stop(), { capture: true });
  }

  /** @param {number} from the first move, from 0 @param {number} to the move after the last */
  async show(from, to) {
    this.stop();
    const { table } = this;
    table.element.classList.add("again");
    table.pace.hold("again", true);
    this.#timer = -1;
    try {
      const { Timeline } = await api.fetched(import("../replay/timeline.js"));
      this.#timeline = await Timeline.of({ collection: "tables", name: table.name, token: table.socket?.token }, String(table.state?.you));
    } catch (error) {
      this.stop();
      if (!(error instanceof api.ApiError)) throw error;
      table.explain(errorText(error));
      return;
    }
    if (this.#timer) this.#scene(from, to);
  }

  /** @param {number} at @param {number} to */
  #scene(at, to) {
    const timeline = this.#timeline;
    if (!timeline || at >= Math.min(to, timeline.moves.length)) {
      this.stop();
      return;
    }
    this.#draw(at, null);
    this.#timer = setTimeout(() => {
      this.#draw(at + 1, timeline.moves[at]);
      this.#timer = setTimeout(() => this.#scene(at + 1, to), AFTER);
    }, settings.motion ? BEFORE : AFTER);
  }

  /** @param {number} at @param {import("../app/types.js").TableEvent | null} happened */
  #draw(at, happened) {
    const { state, board } = this.table;
    if (state && this.#timeline) board?.show({ ...state, view: this.#timeline.views[at], moves: [] }, happened);
  }

  /** How it stands is shown again. */
  stop() {
    if (!this.#timer) return;
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.table.element.classList.remove("again");
    if (this.table.state) this.table.board?.show(this.table.state, null);
    this.table.pace.hold("again", false);
  }
}
