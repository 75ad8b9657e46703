/** The moves that stand, in words and in notation. */

import { button, h, picture } from "../ui/dom.js";
import { enableArrowKeys } from "../ui/keyboard.js";
import { sentence } from "./seat.js";
import { t } from "../app/i18n.js";

/** @typedef {import("../app/types.js").TableEvent} TableEvent */

const SHOWN = 2; // sentences about the last turn, where there is no room for the list

export class MoveList {
  /** @type {TableEvent[]} */
  moves = [];
  #shown = -1;

  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.list = h("ol", { class: "moves", tabindex: "0", "aria-label": t("moves") });
    enableArrowKeys(this.list);
    this.told = h("span", {});
    this.last = button({ class: "last-move", hidden: true, title: t("again.last"), onclick: () => this.showTurn() },
      h("span", { class: "unseen" }, `${t("again.last")}: `), this.told, picture("shared", "icon-replay", "0 0 24 24", "icon"));
    this.repeat = button({ class: "icon-button", "aria-label": t("again.last"), title: t("again.last"), onclick: () => this.showTurn() },
      picture("shared", "icon-replay", "0 0 24 24", "icon"));
    this.element = h("aside", { class: "panel", "aria-label": t("moves") },
      h("header", {}, h("h2", {}, t("moves")), this.repeat), this.list);
  }

  clear() {
    this.moves = [];
    this.#shown = -1;
  }

  /**
   * @param {TableEvent} happened
   * @returns {string[]} what there is to say about it
   */
  add(happened) {
    if (happened.undone) this.moves.length = Math.max(0, this.moves.length - happened.undone);
    this.#shown = -1;
    if (happened.kind !== "move") return [spoken(happened, this.table.people)].filter(Boolean);
    this.moves.push(happened);
    return this.words(this.moves.length - 1);
  }

  /** What who moved last has done, once more. */
  showTurn() {
    this.table.again.show(this.#lastTurn, this.moves.length);
  }

  /** Where the moves of who moved last begin. */
  get #lastTurn() {
    let from = Math.max(0, this.moves.length - 1);
    while (from > 0 && this.moves[from - 1].seat === this.moves[from].seat) from--;
    return from;
  }

  /** @param {number} at @returns {string[]} */
  words(at) {
    const game = this.table.game;
    if (!game) return [];
    const { people } = this.table;
    const brought = (this.moves[at].events ?? []).map((one) => game.told(one, people));
    return [game.tell(this.moves, at, people), ...brought].filter(Boolean);
  }

  /** What who moved last has done, in words. @returns {string[]} */
  lastTurn() {
    const from = this.#lastTurn;
    return this.moves.slice(from).flatMap((_, at) => this.words(from + at));
  }

  show() {
    if (this.#shown === this.moves.length) return;
    this.#shown = this.moves.length;
    this.list.replaceChildren(...this.moves.map((move, at) => {
      const [first, ...rest] = this.words(at);
      const words = [h("span", {}, first), " ", h("code", {}, move.move ?? "")];
      return h("li", {},
        button({ class: "once-more", title: t("again"), tabindex: -1, onclick: () => this.table.again.show(at, at + 1) }, words),
        rest.map((one) => h("span", { class: "brought" }, one)));
    }));
    /** @type {HTMLElement | null} */ (this.list.querySelector("li:last-child .once-more"))?.setAttribute("tabindex", "0");
    this.list.scrollTop = this.list.scrollHeight;
    const told = this.lastTurn();
    this.told.textContent = [told.length > SHOWN ? "…" : "", ...told.slice(-SHOWN)].join(" ").trim();
    this.last.hidden = this.moves.length === 0;
    this.repeat.disabled = this.moves.length === 0;
  }
}

/**
 * What is not a move, in words.
 * @param {TableEvent} happened
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
