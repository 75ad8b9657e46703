/** The chance to win, as a bar at the table: only if one wants it and the table allows it. */

import * as api from "../server/api.js";
import { h } from "../ui/dom.js";
import { choose, settings } from "../app/settings.js";
import { t } from "../app/i18n.js";

/** @typedef {import("../app/types.js").TableState} TableState */

/** Whether a table lets its people know. @param {TableState} state */
export function mayShowWinChance(state) {
  return state.table.hints || state.seats.every((one) => one.kind === "bot");
}

export class Chance {
  #known = -1;
  #isAsking = false;

  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.bar = h("div", { class: "chance-bar", "aria-hidden": "true" });
    this.list = h("ul", {});
    this.element = h("section", { class: "chance-line", "aria-label": t("chance"), hidden: true }, this.bar, this.list);
  }

  /** @param {TableState} state */
  show(state) {
    const isWanted = this.reveal(state);
    if (isWanted && state.n !== this.#known && !this.#isAsking) this.ask();
  }

  /** Seen while the game goes on, once there is something to see. @param {TableState} state @returns {boolean} whether it is wanted */
  reveal(state) {
    const isWanted = settings.chance && state.stage === "playing" && mayShowWinChance(state);
    this.element.hidden = !isWanted || !this.list.childElementCount;
    return isWanted;
  }

  /** Ask the server; if things have moved on meanwhile, ask again. */
  async ask() {
    this.#isAsking = true;
    try {
      const told = await api.chance(this.table.name, this.table.socket?.token);
      this.#known = told.n;
      if (told.win_probabilities.length) this.draw(told.win_probabilities);
    } catch (error) {
      if (!(error instanceof api.ApiError)) throw error;
      this.#known = this.table.state?.n ?? -1;
    } finally {
      this.#isAsking = false;
    }
    if (this.table.state && this.table.state.n > this.#known) this.show(this.table.state);
    else if (this.table.state) this.reveal(this.table.state);
  }

  /** @param {number[]} chances */
  draw(chances) {
    this.bar.replaceChildren(...chances.map((chance, seat) => {
      const part = h("span", { class: `seat-${seat}` });
      part.style.flexGrow = String(chance);
      return part;
    }));
    this.list.replaceChildren(...chances.map((chance, seat) =>
      h("li", { class: `seat-${seat}` }, t("chance.of", { name: this.table.seatName(seat), percent: Math.round(chance * 100) }))));
  }

  toggle() {
    choose("chance", !settings.chance);
    this.#known = -1;
    if (this.table.state) this.show(this.table.state);
  }
}
