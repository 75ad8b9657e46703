/** A game moment by moment, from one place: what the server tells, put together again. */

import * as api from "../server/api.js";

/** @typedef {import("../app/types.js").TableState} TableState */
/** @typedef {import("../app/types.js").TableEvent} TableEvent */
/** @typedef {import("../app/types.js").ReplayResponse} ReplayResponse */

/**
 * Where a game is looked up: a table by its name, or a record that was sent, by its key.
 * @typedef {object} Source
 * @property {"tables" | "records"} collection
 * @property {string} name
 * @property {string} [token]
 */

export class Timeline {
  /** @param {ReplayResponse} told */
  constructor(told) {
    this.told = told;
    /** @type {import("../app/types.js").View[]} */
    this.views = [];
    for (const one of told.timeline) this.views.push(one.view ?? { ...this.views.at(-1), ...one.changed });
    /** The moves, as the games tell them; the first moment has none. @type {TableEvent[]} */
    this.moves = told.timeline.slice(1).map((one, at) => ({ n: at + 1, kind: "move", seat: one.seat, move: one.move, events: one.events }));
  }

  /** @param {Source} source @param {string} [viewer] */
  static async of(source, viewer = "") {
    return new Timeline(await api.replay(source, viewer));
  }

  get length() {
    return this.views.length;
  }

  /** The seat from which one looks. */
  get seat() {
    return /^\d$/.test(this.told.viewer) ? Number(this.told.viewer) : null;
  }

  /** How things stood at a moment, as a table would have it. @param {number} at @returns {TableState} */
  state(at) {
    const { game, options, seats, is_over: isOver } = this.told;
    const view = this.views[at];
    return {
      table: { name: "", game, players: seats.length, options, rated: false, open: false, hints: false, take_backs: false, clock: null },
      you: this.seat ?? "spectator",
      n: at,
      seats: seats.map((one) => ({ ...one, present: true, played_by: null })),
      stage: view.phase === "over" || (isOver && at === this.length - 1) ? "over" : "playing",
      commitment: "", view, moves: [], clock: null, proposals: [], may_take_back: "no",
      result: null, seed: null, rematch: null, phrases: [],
    };
  }
}
