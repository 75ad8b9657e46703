/**
 * Games of bots only: they play faster than a spectator can follow, so the page shows their moves one
 * by one. After a reload it continues with the move that was shown last.
 */

import { pickState } from "./table_state.js";
import { t } from "../app/i18n.js";

/** @typedef {import("../app/message_types.js").TableState} TableState */
/** @typedef {import("../app/message_types.js").TableEvent} TableEvent */

const KEY = "odintable.seen"; // in sessionStorage: the table and the number of the event shown last

export class BotsOnlyPacing {
  /** @param {import("./table_page.js").Table} table */
  constructor(table) {
    this.table = table;
  }

  /** Whether the visitor watches a game of bots only. */
  get isActive() {
    const { state, sharedScreen } = this.table;
    return state?.you === "spectator" && !sharedScreen.isShared && state.seats.every((one) => one.kind === "bot");
  }

  /** The number of the event shown last. @returns {number} */
  get #lastShown() {
    try {
      const [table, n] = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
      return table === this.table.name ? n : Infinity;
    } catch {
      return Infinity;
    }
  }

  /** Store the position to continue from after a reload. @param {TableState} state */
  store(state) {
    if (!this.isActive) return;
    try {
      sessionStorage.setItem(KEY, JSON.stringify([this.table.name, state.n]));
    } catch {
      // A browser that stores nothing shows the current state after a reload.
    }
  }

  /** The game so far, as spectators see it; null if it cannot be loaded. */
  async #loadTimeline() {
    const { name, socket } = this.table;
    try {
      const { Timeline } = await import("../replay/timeline.js");
      return await Timeline.load({ collection: "tables", name, token: socket?.token }, "spectator");
    } catch {
      return null;
    }
  }

  /**
   * The events since the one shown last, each with its state. The table is set back to the state before them.
   * @param {TableEvent[]} events all events of the game
   * @param {TableState} welcome the state after them
   * @returns {Promise<(TableEvent & Partial<TableState>)[]>}
   */
  async missedEvents(events, welcome) {
    const { table } = this;
    const now = table.state;
    const lastShown = this.#lastShown;
    const missed = events.filter((one) => one.n > lastShown);
    if (!now || !this.isActive || !missed.some(isMove)) return [];
    const timeline = await this.#loadTimeline();
    let moves = events.filter(isMove).length - missed.filter(isMove).length;
    if (!timeline?.views[moves] || welcome !== table.latest) return [];
    table.state = { ...now, stage: "playing", result: null, seed: null, rematch: null, view: timeline.views[moves], n: lastShown };
    table.explain(t("still-watching"));
    const last = missed.at(-1);
    return missed.map((one) => {
      if (isMove(one)) moves += 1;
      const news = one === last ? pickState(now) : { view: timeline.views[moves], leg_end: isMove(one) ? timeline.moves[moves - 1]?.leg_end : undefined };
      return /** @type {TableEvent & Partial<TableState>} */ ({ ...one, ...news });
    });
  }
}

/** @param {TableEvent} one */
function isMove(one) {
  return one.kind === "move";
}
