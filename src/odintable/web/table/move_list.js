/** The list of moves, in words and in notation. */

import { button, h, icon, iconButton } from "../ui/dom.js";
import { enableArrowKeys } from "../ui/keyboard.js";
import { moveSentences, sentence } from "./player_sentences.js";
import { t } from "../app/i18n.js";

/** @typedef {import("../app/message_types.js").TableEvent} TableEvent */

const MAX_SENTENCES = 2; // about the last turn, where there is no space for the list and no summary of a turn

export class MoveList {
  /** @type {TableEvent[]} */
  moves = [];
  #shown = -1;

  /** @param {import("./table_page.js").Table} table */
  constructor(table) {
    this.table = table;
    this.list = h("ol", { class: "moves", tabindex: "0", "aria-label": t("moves") });
    enableArrowKeys(this.list);
    this.lastTurnText = h("span", {});
    this.last = button({ class: "last-move", hidden: true, title: t("show-again.last-moves"), onclick: () => this.replayLastTurn() },
      h("span", { class: "visually-hidden" }, `${t("show-again.last-moves")}: `), this.lastTurnText, icon("icon-replay"));
    this.repeat = iconButton("icon-replay", t("show-again.last-moves"), () => this.replayLastTurn());
    this.summary = h("p", { class: "last-turn", hidden: true });
    this.element = h("aside", { class: "panel", "aria-label": t("moves") },
      h("header", {}, h("h2", {}, t("moves")), this.repeat), this.summary, this.list);
  }

  clear() {
    this.moves = [];
    this.#shown = -1;
  }

  /**
   * @param {TableEvent} event
   * @returns {string[]} sentences about it
   */
  add(event) {
    if (event.undone) this.moves.length = Math.max(0, this.moves.length - event.undone);
    this.#shown = -1;
    if (event.kind !== "move") return this.addTableEvent(event);
    this.moves.push(event);
    return this.describe(this.moves.length - 1);
  }

  /** @param {TableEvent} event @returns {string[]} */
  addTableEvent(event) {
    const text = describeTableEvent(event, this.table.people);
    const last = this.moves.at(-1);
    if (last && isRemark(event)) this.moves[this.moves.length - 1] = { ...last, remarks: [...(last.remarks ?? []), text] };
    return text ? [text] : [];
  }

  /** Show the last turn again. */
  replayLastTurn() {
    this.table.playback.show(...this.#lastTurn);
  }

  /** The first move of the last turn, and the one after it. During the reader's turn it is the turn before. @returns {[number, number]} */
  get #lastTurn() {
    const { state, game } = this.table;
    const isPart = (/** @type {number} */ at) => at > 0 && this.moves[at - 1].seat === this.moves[at].seat
      && !this.moves[at - 1].events?.some((one) => game?.endsLeg(one));
    const turnFrom = (/** @type {number} */ last) => {
      let from = last;
      while (isPart(from)) from--;
      return from;
    };
    const last = Math.max(0, this.moves.length - 1);
    const from = turnFrom(last);
    const isOwn = Boolean(state?.moves.length) && this.moves[last]?.seat === state?.you;
    return isOwn && from > 0 ? [turnFrom(from - 1), from] : [from, this.moves.length];
  }

  /** @param {number} at @returns {string[]} */
  describe(at) {
    const { game, people } = this.table;
    return game ? [...moveSentences(game, this.moves, at, people), ...(this.moves[at].remarks ?? [])] : [];
  }

  /** The last turn in one sentence if it was another player's and the game has such sentences; else empty. */
  get #summary() {
    const moves = this.moves.slice(...this.#lastTurn);
    const { game, people } = this.table;
    return moves.length && moves[0].seat !== people.you ? game?.describeTurn?.(moves, people) ?? "" : "";
  }

  /** The end of the last turn, in sentences. */
  get #lastSentences() {
    const [from, to] = this.#lastTurn;
    const sentences = this.moves.slice(from, to).flatMap((_, at) => this.describe(from + at));
    return [sentences.length > MAX_SENTENCES ? "…" : "", ...sentences.slice(-MAX_SENTENCES)].join(" ").trim();
  }

  show() {
    if (this.#shown === this.moves.length) return;
    this.#shown = this.moves.length;
    this.list.replaceChildren(...this.moves.map((move, at) => {
      const [first, ...rest] = this.describe(at);
      const text = [h("span", {}, first), " ", h("code", { class: "notation" }, move.move ?? "")];
      return h("li", {},
        button({ class: "once-more", title: t("show-again"), tabindex: -1, onclick: () => this.table.playback.show(at, at + 1) }, text),
        rest.map((one) => h("span", { class: "brought" }, one)));
    }));
    /** @type {HTMLElement | null} */ (this.list.querySelector("li:last-child .once-more"))?.setAttribute("tabindex", "0");
    this.list.scrollTop = this.list.scrollHeight;
    const summary = this.#summary;
    this.summary.textContent = summary;
    this.summary.hidden = !summary;
    this.lastTurnText.textContent = summary || this.#lastSentences;
    this.last.hidden = this.moves.length === 0;
    this.repeat.disabled = this.moves.length === 0;
  }
}

/** Kinds of events that are listed below the last move, because all players should know of them. */
const REMARKS = new Set(["declined", "returned", "resigned"]);

/** @param {TableEvent} event */
export function isRemark(event) {
  return REMARKS.has(event.kind);
}

/**
 * A sentence about an event that is not a move.
 * @param {TableEvent} event
 * @param {import("./player_sentences.js").People} people
 */
function describeTableEvent(event, people) {
  const { seat = -1, kind } = event;
  switch (kind) {
    case "ready":
      return event.first === undefined ? "" : sentence("event.dealt", event.first, people);
    case "sat":
    case "back":
    case "agreed":
    case "returned":
    case "resigned":
      return sentence(`event.${kind}`, seat, people);
    case "declined":
      return sentence(`event.declined.${event.what}`, seat, people);
    case "proposed":
      return sentence(`event.proposed.${event.what}`, seat, people);
    case "ended":
      return sentence(`event.ended.${event.why}`, seat, people);
    default:
      return "";
  }
}
