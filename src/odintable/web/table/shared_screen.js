/** Several people at one screen: between turns all hands are hidden until the next player is ready. */

import { button, h } from "../ui/dom.js";
import { savedTable } from "../app/saved_tables.js";
import { t } from "../app/i18n.js";

/** @typedef {import("../app/message_types.js").TableState} TableState */

export class SharedScreen {
  element = h("div", { class: "cover" });
  #next = -1;

  /** @param {import("./table_page.js").Table} table */
  constructor(table) {
    this.table = table;
    const saved = savedTable(table.name);
    /** @type {Record<number, string>} */
    this.seats = saved?.shared ?? {};
    this.isShared = Object.keys(this.seats).length > 0;
    this.publicToken = saved?.spectating;
  }

  /** @param {TableState} state */
  show(state) {
    if (!this.isShared || state.stage === "leg-over") return;
    const turn = state.stage === "playing" ? Number(state.view?.turn) : -1;
    const isOver = state.stage === "over";
    if (state.you !== "spectator" && (turn !== state.you || isOver)) {
      this.table.socket?.hello(this.publicToken);
      return;
    }
    const next = state.you === "spectator" && turn in this.seats ? turn : -1;
    if (next === this.#next) return;
    this.#next = next;
    if (next < 0) {
      this.element.replaceChildren();
      return;
    }
    const name = this.table.people.name(next);
    const uncover = button({ class: "main", onclick: () => this.table.socket?.hello(this.seats[next]) }, t("uncover", { name }));
    this.element.replaceChildren(h("p", {}, t("hand-over-to", { name })), uncover);
    uncover.focus();
  }
}
