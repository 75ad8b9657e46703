/**
 * Bots among themselves, watched: they play as fast as they like, and the page shows it at the pace
 * of an eye. Who comes back to the page watches on from where they were.
 */

import { taken } from "./table_state.js";
import { t } from "../app/i18n.js";

/** @typedef {import("../app/types.js").TableState} TableState */
/** @typedef {import("../app/types.js").TableEvent} TableEvent */

const KEY = "odintable.seen"; // of this window: the table, and the number of the event shown last

export class Watching {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
  }

  /** Whether nobody plays here but bots. */
  get isOn() {
    const { state, screen } = this.table;
    return state?.you === "spectator" && !screen.isShared && state.seats.every((one) => one.kind === "bot");
  }

  /** The number of the event that was shown here last. @returns {number} */
  get #seen() {
    try {
      const [table, n] = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
      return table === this.table.name ? n : Infinity;
    } catch {
      return Infinity;
    }
  }

  /** This is what one comes back to. @param {TableState} state */
  keep(state) {
    if (!this.isOn) return;
    try {
      sessionStorage.setItem(KEY, JSON.stringify([this.table.name, state.n]));
    } catch {
      // Nothing is kept: who comes back sees how it stands.
    }
  }

  /** The game so far, as who watches may see it; nothing, if it cannot be had. */
  async #timeline() {
    const { name, socket } = this.table;
    try {
      const { Timeline } = await import("../replay/timeline.js");
      return await Timeline.of({ collection: "tables", name, token: socket?.token }, "spectator");
    } catch {
      return null;
    }
  }

  /**
   * What happened since one was here, each with how things stood then; the table is put back to the moment before.
   * @param {TableEvent[]} happened all of it
   * @param {TableState} told how it stands by then
   * @returns {Promise<(TableEvent & Partial<TableState>)[]>}
   */
  async missed(happened, told) {
    const { table } = this;
    const now = table.state;
    const seen = this.#seen;
    const missed = happened.filter((one) => one.n > seen);
    if (!now || !this.isOn || !missed.some(isMove)) return [];
    const timeline = await this.#timeline();
    let made = happened.filter(isMove).length - missed.filter(isMove).length;
    if (!timeline?.views[made] || told !== table.latest) return [];
    table.state = { ...now, stage: "playing", result: null, seed: null, rematch: null, view: timeline.views[made], n: seen };
    table.explain(t("watch-on"));
    const last = missed.at(-1);
    return missed.map((one) => {
      if (isMove(one)) made += 1;
      const stood = one === last ? taken(now) : { view: timeline.views[made] };
      return /** @type {TableEvent & Partial<TableState>} */ ({ ...one, ...stood });
    });
  }
}

/** @param {TableEvent} one */
function isMove(one) {
  return one.kind === "move";
}
