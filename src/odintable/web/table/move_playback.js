/** Shows moves again, one after another, until the player touches the table. */

import * as api from "../server/api.js";
import { errorText } from "../server/error_text.js";
import { settings } from "../app/settings.js";

const BEFORE = 350; // milliseconds for which the state before a move is shown
const AFTER = 900; // and the state after it

export class MovePlayback {
  #timer = 0;
  /** @type {object | null} identifies the call of `show` whose moves are loaded or shown */
  #run = null;
  /** @type {import("../replay/timeline.js").Timeline | null} */
  #timeline = null;

  /** @param {import("./table_page.js").Table} table */
  constructor(table) {
    this.table = table;
    for (const kind of ["pointerdown", "keydown"]) table.middle.addEventListener(kind, () => this.stop(), { capture: true });
  }

  /** @param {number} from the first move, from 0 @param {number} to the move after the last */
  async show(from, to) {
    this.stop();
    const { table } = this;
    table.element.classList.add("playback");
    table.queue.hold("playback", true);
    const run = {};
    this.#run = run;
    try {
      const { Timeline } = await api.asApiError(import("../replay/timeline.js"));
      const timeline = await Timeline.load({ collection: "tables", name: table.name, token: table.socket?.token }, String(table.state?.you));
      if (this.#run !== run) return; // stopped meanwhile, or other moves are to be shown
      this.#timeline = timeline;
    } catch (error) {
      if (this.#run === run) this.stop();
      if (!(error instanceof api.ApiError)) throw error;
      table.explain(errorText(error));
      return;
    }
    this.#playMove(from, to);
  }

  /** @param {number} at @param {number} to */
  #playMove(at, to) {
    const timeline = this.#timeline;
    if (!timeline || at >= Math.min(to, timeline.moves.length)) {
      this.stop();
      return;
    }
    this.#draw(at, null);
    this.#timer = setTimeout(() => {
      this.#draw(at + 1, timeline.moves[at]);
      this.#timer = setTimeout(() => this.#playMove(at + 1, to), AFTER);
    }, settings.motion ? BEFORE : AFTER);
  }

  /** @param {number} at @param {import("../app/message_types.js").TableEvent | null} event */
  #draw(at, event) {
    const { state } = this.table;
    const timeline = this.#timeline;
    if (state && timeline) this.table.showBoard({ ...state, view: timeline.views[at], moves: [] }, event, timeline.moves.slice(0, at));
  }

  /** Show the current state again. */
  stop() {
    if (!this.#run) return;
    this.#run = null;
    clearTimeout(this.#timer);
    this.table.element.classList.remove("playback");
    if (this.table.state) this.table.showBoard(this.table.state, null);
    this.table.queue.hold("playback", false);
  }
}
