/** The moves that stand, in words and in notation. */

import { h } from "./element.js";
import { sentence } from "./seat.js";
import { t } from "./text.js";

/** @typedef {import("./types.js").Happened} Happened */

export class MoveList {
  /** @type {Happened[]} */
  moves = [];
  #shown = -1;

  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.list = h("ol", { class: "moves", tabindex: "0", "aria-label": t("moves") });
    this.last = h("p", { class: "last-move", "aria-hidden": "true" });
    this.element = h("aside", { class: "panel", "aria-label": t("moves") },
      h("h2", {}, t("moves")), this.list);
  }

  clear() {
    this.moves = [];
    this.#shown = -1;
  }

  /**
   * @param {Happened} happened
   * @returns {string[]} what there is to say about it
   */
  add(happened) {
    if (happened.undone) this.moves.length = Math.max(0, this.moves.length - happened.undone);
    this.#shown = -1;
    if (happened.kind !== "move") return [spoken(happened, this.table.people)].filter(Boolean);
    this.moves.push(happened);
    return this.words(this.moves.length - 1);
  }

  /** @param {number} at @returns {string[]} */
  words(at) {
    const game = this.table.game;
    if (!game) return [];
    const { people } = this.table;
    const brought = (this.moves[at].told ?? []).map((one) => game.told(one, people));
    return [game.tell(this.moves, at, people), ...brought].filter(Boolean);
  }

  /** What who moved last has done, in words. @returns {string[]} */
  lastTurn() {
    let from = this.moves.length - 1;
    while (from > 0 && this.moves[from - 1].seat === this.moves[from].seat) from--;
    return this.moves.slice(from).flatMap((_, at) => this.words(from + at));
  }

  show() {
    if (this.#shown === this.moves.length) return;
    this.#shown = this.moves.length;
    this.list.replaceChildren(...this.moves.map((move, at) => {
      const [first, ...rest] = this.words(at);
      return h("li", {},
        h("span", {}, first), " ", h("code", {}, move.move ?? ""),
        rest.map((one) => h("span", { class: "brought" }, one)));
    }));
    this.list.scrollTop = this.list.scrollHeight;
    this.last.textContent = this.lastTurn().join(" ");
  }
}

/**
 * What is not a move, in words.
 * @param {Happened} happened
 * @param {import("./seat.js").People} people
 */
function spoken(happened, people) {
  const { seat = -1, kind } = happened;
  switch (kind) {
    case "ready":
      return happened.first === undefined ? "" : sentence("told.dealt", happened.first, people);
    case "sat":
    case "back":
    case "agreed":
    case "declined":
    case "returned":
    case "resigned":
      return sentence(`told.${kind}`, seat, people);
    case "proposed":
      return sentence(`told.proposed.${happened.what}`, seat, people);
    case "ended":
      return sentence(`told.ended.${happened.why}`, seat, people);
    default:
      return "";
  }
}
