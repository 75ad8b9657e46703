/**
 * Bots among themselves, watched: they play as fast as they like, and the page shows it at the pace
 * of an eye. Who comes back to the page watches on from where they were.
 */

import { taken } from "./table_state.js";
import { t } from "../app/i18n.js";

/** @typedef {import("../app/types.js").Standing} Standing */
/** @typedef {import("../app/types.js").Happened} Happened */

const KEY = "odintable.seen"; // of this window: the table, and the number of the event shown last

export class Watching {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
  }

  /** Whether nobody plays here but bots. */
  get isOn() {
    const { standing, screen } = this.table;
    return standing?.you === "spectator" && !screen.isShared && standing.seats.every((one) => one.kind === "bot");
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

  /** This is what one comes back to. @param {Standing} standing */
  keep(standing) {
    if (!this.isOn) return;
    try {
      sessionStorage.setItem(KEY, JSON.stringify([this.table.name, standing.n]));
    } catch {
      // Nothing is kept: who comes back sees how it stands.
    }
  }

  /** The game so far, as who watches may see it; nothing, if it cannot be had. */
  async #reel() {
    const { name, wire } = this.table;
    try {
      const { Reel } = await import("../replay/timeline.js");
      return await Reel.of({ shelf: "tables", name, token: wire?.token }, "spectator");
    } catch {
      return null;
    }
  }

  /**
   * What happened since one was here, each with how things stood then; the table is put back to the moment before.
   * @param {Happened[]} happened all of it
   * @param {Standing} told how it stands by then
   * @returns {Promise<(Happened & Partial<Standing>)[]>}
   */
  async missed(happened, told) {
    const { table } = this;
    const now = table.standing;
    const seen = this.#seen;
    const missed = happened.filter((one) => one.n > seen);
    if (!now || !this.isOn || !missed.some(isMove)) return [];
    const reel = await this.#reel();
    let made = happened.filter(isMove).length - missed.filter(isMove).length;
    if (!reel?.views[made] || told !== table.latest) return [];
    table.standing = { ...now, stage: "playing", result: null, seed: null, rematch: null, view: reel.views[made], n: seen };
    table.explain(t("watch-on"));
    const last = missed.at(-1);
    return missed.map((one) => {
      if (isMove(one)) made += 1;
      const stood = one === last ? taken(now) : { view: reel.views[made] };
      return /** @type {Happened & Partial<Standing>} */ ({ ...one, ...stood });
    });
  }
}

/** @param {Happened} one */
function isMove(one) {
  return one.kind === "move";
}
