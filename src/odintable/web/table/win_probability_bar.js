/** The win chances as a bar, if the player wants to see them and the table allows it. */

import * as api from "../server/api.js";
import { h } from "../ui/dom.js";
import { percentNumber } from "../ui/percent.js";
import { changeSetting, settings } from "../app/settings.js";
import { t } from "../app/i18n.js";

/** @typedef {import("../app/message_types.js").TableState} TableState */

/** Whether a table allows it. @param {TableState} state */
export function mayShowWinProbability(state) {
  return state.table.hints || state.seats.every((one) => one.kind === "bot");
}

export class WinProbabilityBar {
  #shownAt = -1;
  #isLoading = false;

  /** @param {import("./table_page.js").Table} table */
  constructor(table) {
    this.table = table;
    this.bar = h("div", { class: "win-probability-bar", "aria-hidden": "true" });
    this.list = h("ul", {});
    this.element = h("section", { class: "win-probability", "aria-label": t("win-chance"), hidden: true }, this.bar, this.list);
  }

  /** @param {TableState} state */
  show(state) {
    const isWanted = this.updateVisibility(state);
    if (isWanted && state.n !== this.#shownAt && !this.#isLoading) this.load();
  }

  /** Show the bar during a game, once it has content. @param {TableState} state @returns {boolean} whether it is wanted */
  updateVisibility(state) {
    const isWanted = settings.chance && state.stage === "playing" && mayShowWinProbability(state);
    this.element.hidden = !isWanted || !this.list.childElementCount;
    return isWanted;
  }

  /** Load the chances, and again if the game has moved on meanwhile. */
  async load() {
    this.#isLoading = true;
    try {
      const response = await api.winProbability(this.table.name, this.table.socket?.token);
      this.#shownAt = response.n;
      if (response.win_probabilities.length) this.draw(response.win_probabilities);
    } catch (error) {
      if (!(error instanceof api.ApiError)) throw error;
      this.#shownAt = this.table.state?.n ?? -1;
    } finally {
      this.#isLoading = false;
    }
    if (this.table.state && this.table.state.n > this.#shownAt) this.show(this.table.state);
    else if (this.table.state) this.updateVisibility(this.table.state);
  }

  /** @param {number[]} probabilities */
  draw(probabilities) {
    this.bar.replaceChildren(...probabilities.map((probability, seat) => {
      const part = h("span", { class: `seat-${seat}` });
      part.style.flexGrow = String(probability);
      return part;
    }));
    this.list.replaceChildren(...probabilities.map((probability, seat) =>
      h("li", { class: `seat-${seat}` }, t("win-chance.of", { name: this.table.people.name(seat), percent: percentNumber(probability) }))));
  }

  toggle() {
    changeSetting("chance", !settings.chance);
    this.#shownAt = -1;
    if (this.table.state) this.show(this.table.state);
  }
}
