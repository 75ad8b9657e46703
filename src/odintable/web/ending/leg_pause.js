/** Shows the end of a leg until the player continues; only then is the next one dealt. */

/** @typedef {import("../app/message_types.js").TableState} TableState */

const REASON = "leg-end"; // for which the queue of events is held

export class LegPause {
  /** @type {Partial<TableState> | null} the state after the deal */
  #dealt = null;

  /** @param {import("../table/table_page.js").Table} table */
  constructor(table) {
    this.table = table;
  }

  /**
   * @param {TableState} state
   * @param {import("../app/message_types.js").View} view at the end of the leg
   * @param {Partial<TableState>} dealt the state after the deal
   * @returns {TableState} the state to show
   */
  begin(state, view, dealt) {
    this.table.queue.hold(REASON, true);
    this.#dealt = dealt;
    return { ...state, view, stage: "leg-over", moves: [], destinations: {}, may_take_back: "no" };
  }

  /** Forget the state after the deal: the server has sent a newer one. */
  cancel() {
    this.#dealt = null;
  }

  /** Deal the next leg. */
  end() {
    const { table } = this;
    const { isShared, publicToken } = table.sharedScreen;
    if (table.state && this.#dealt && !isShared) table.state = { ...table.state, ...this.#dealt };
    this.#dealt = null;
    // On a shared screen nobody's new hand is shown before that player asks for it.
    if (isShared) table.socket?.hello(publicToken);
    else table.show(null);
    table.queue.hold(REASON, false);
  }
}
