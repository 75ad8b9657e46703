/** A game move by move as one viewer sees it, assembled from the server's response. */

import * as api from "../server/api.js";
import { seatName } from "../table/seat.js";

/** @typedef {import("../app/message_types.js").TableState} TableState */
/** @typedef {import("../app/message_types.js").TableEvent} TableEvent */
/** @typedef {import("../app/message_types.js").ReplayResponse} ReplayResponse */

/**
 * Where to find a game: a table by its name, or an uploaded record by its key.
 * @typedef {object} Source
 * @property {"tables" | "records"} collection
 * @property {string} name
 * @property {string} [token]
 */

export class Timeline {
  /** @param {ReplayResponse} response */
  constructor(response) {
    this.response = response;
    /** @type {import("../app/message_types.js").View[]} */
    this.views = [];
    for (const one of response.timeline) this.views.push(one.view ?? { ...this.views.at(-1), ...one.changed });
    /** Move `n` leads to view `n + 1`. @type {TableEvent[]} */
    this.moves = response.timeline.slice(1).map((one, at) => ({ n: at + 1, kind: "move", seat: one.seat, move: one.move, events: one.events, leg_end: one.leg_end }));
  }

  /** @param {Source} source @param {string} [viewer] */
  static async load(source, viewer = "") {
    return new Timeline(await api.replay(source, viewer));
  }

  get length() {
    return this.views.length;
  }

  /** The viewer's seat; null for spectators and with open cards. */
  get seat() {
    return /^\d$/.test(this.response.viewer) ? Number(this.response.viewer) : null;
  }

  /**
   * The state after a number of moves, in the form that boards expect.
   * @param {number} at
   * @returns {TableState}
   */
  stateAt(at) {
    const { game, options, seats, is_over: isOver } = this.response;
    const view = this.views[at];
    return {
      table: { name: "", game, players: seats.length, options, rated: false, open: false, hints: false, take_backs: false, clock: null },
      you: this.seat ?? "spectator",
      n: at,
      seats: seats.map((one) => ({ ...one, present: true, played_by: null })),
      stage: view.phase === "over" || (isOver && at === this.length - 1) ? "over" : "playing",
      commitment: "", view, moves: [], clock: null, proposals: [], may_take_back: "no",
      result: null, seed: null, rematch: null, phrases: [], history: this.moves.slice(0, at),
    };
  }
}

/**
 * The players; sentences address the reader only if they look from their own seat.
 * @param {() => Timeline | null} current the timeline at any time
 * @returns {import("../table/player_sentences.js").People}
 */
export function peopleOfTimeline(current) {
  const you = () => {
    const { you: seat, viewer } = current()?.response ?? {};
    return seat !== undefined && String(seat) === viewer ? seat : "spectator";
  };
  return {
    name(seat) {
      const timeline = current();
      return timeline ? seatName({ ...timeline.stateAt(0), you: you() }, seat) : "";
    },
    get you() {
      return you();
    },
    get below() {
      return current()?.seat ?? 0;
    },
  };
}
