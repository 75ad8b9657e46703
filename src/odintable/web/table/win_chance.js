/** The chance to win, as a bar at the table: only if one wants it and the table allows it. */

import * as api from "../server/api.js";
import { h } from "../ui/dom.js";
import { choose, settings } from "../app/settings.js";
import { t } from "../app/i18n.js";

/** @typedef {import("../app/types.js").Standing} Standing */

/** Whether a table lets its people know. @param {Standing} standing */
export function mayKnow(standing) {
  return standing.table.hints || standing.seats.every((one) => one.kind === "bot");
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

  /** @param {Standing} standing */
  show(standing) {
    const isWanted = this.reveal(standing);
    if (isWanted && standing.n !== this.#known && !this.#isAsking) this.ask();
  }

  /** Seen while the game goes on, once there is something to see. @param {Standing} standing @returns {boolean} whether it is wanted */
  reveal(standing) {
    const isWanted = settings.chance && standing.stage === "playing" && mayKnow(standing);
    this.element.hidden = !isWanted || !this.list.childElementCount;
    return isWanted;
  }

  /** Ask the server; if things have moved on meanwhile, ask again. */
  async ask() {
    this.#isAsking = true;
    try {
      const told = await api.chance(this.table.name, this.table.wire?.token);
      this.#known = told.n;
      if (told.win_probabilities.length) this.draw(told.win_probabilities);
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      this.#known = this.table.standing?.n ?? -1;
    } finally {
      this.#isAsking = false;
    }
    if (this.table.standing && this.table.standing.n > this.#known) this.show(this.table.standing);
    else if (this.table.standing) this.reveal(this.table.standing);
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
    if (this.table.standing) this.show(this.table.standing);
  }
}
