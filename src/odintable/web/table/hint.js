/**
 * A hint: the move a bot would play, lit up on the board. It lies over the status line, so that nothing
 * moves; a dialog compares the move with others.
 */

import * as api from "../server/api.js";
import { openDialog } from "../ui/dialogs_and_notes.js";
import { button, h, iconButton } from "../ui/dom.js";
import { errorText } from "../server/error_text.js";
import { announceNow } from "../ui/live_region.js";
import { percent, percentNumber } from "../ui/percent.js";
import { t } from "../app/i18n.js";

/** @typedef {{move: string, value: number, visits: number}} Candidate */
/** @typedef {{n: number, move: string, value: number, candidates: Candidate[]}} HintResponse */

const MAX_SHOWN = 3;
const MAX_VISIT_RATIO = 100; // the best move may have this many times the visits of a move shown
const THINKING_TIME = 1000; // milliseconds
const PROGRESS_INTERVAL = 100;

export class Hint {
  #n = -1; // the number of the last event when the hint was asked for
  #timer = 0;
  /** @type {AbortController | null} while the bot thinks */
  #request = null;

  /** @param {import("./table_page.js").Table} table */
  constructor(table) {
    this.table = table;
    this.element = h("section", { class: "hint-bar", "aria-label": t("hint"), hidden: true });
  }

  async ask() {
    const { table } = this;
    const { state } = table;
    if (this.#request) return; // one hint at a time
    if (!state?.moves.length || !table.game) {
      table.explain(t("hint.not-now"));
      return;
    }
    this.#n = state.n;
    const [only] = state.moves;
    if (state.moves.length === 1) {
      this.#showMove({ n: state.n, move: only, value: 0, candidates: [] });
      return;
    }
    const request = new AbortController();
    this.#request = request;
    this.#showThinking();
    try {
      const hint = await api.hint(table.name, THINKING_TIME, table.socket?.token, request.signal);
      if (this.#request === request) this.#showMove(hint);
    } catch (error) {
      if (this.#request !== request) return; // cancelled
      this.close();
      if (!(error instanceof api.ApiError)) throw error;
      table.explain(errorText(error));
    }
  }

  /** Close it when the game has gone on. @param {import("../app/message_types.js").TableState} state */
  update(state) {
    if (!this.element.hidden && (state.n !== this.#n || !state.moves.length)) this.close();
  }

  /** Stop the bot if it is thinking. */
  close() {
    const hadFocus = this.element.contains(document.activeElement);
    this.#request?.abort();
    this.#request = null;
    clearInterval(this.#timer);
    this.element.hidden = true;
    this.element.replaceChildren();
    this.table.board?.showHint(null);
    if (hadFocus) this.table.menu.hint.focus();
  }

  /** @returns {import("../ui/keyboard.js").Key[]} */
  keys() {
    return this.element.hidden ? [] : [{ key: "Escape", name: t("close"), run: () => this.close() }];
  }

  #showThinking() {
    const begun = performance.now();
    const progress = /** @type {HTMLProgressElement} */ (h("progress", { max: THINKING_TIME, value: 0, "aria-label": t("hint.thinking") }));
    this.#timer = setInterval(() => { progress.value = performance.now() - begun; }, PROGRESS_INTERVAL);
    announceNow(t("hint.thinking"));
    this.#open(h("p", {}, t("hint.thinking"), progress), button({ onclick: () => this.close() }, t("cancel")));
  }

  /** @param {HintResponse} hint */
  #showMove(hint) {
    clearInterval(this.#timer);
    this.#request = null;
    const { table } = this;
    if (hint.n !== table.state?.n) {
      this.close();
      return;
    }
    const isOnly = !hint.candidates.length;
    const about = isOnly ? t("hint.only") : t("labelled", { label: t("hint.win-chance"), text: percent(hint.value) });
    const text = `${this.#describe(hint.move)} ${about}`;
    const play = button({ class: "main", onclick: () => { this.close(); table.play(hint.move); } }, t("hint.play"));
    this.#open(h("p", {}, text), play,
      isOnly ? null : iconButton("icon-graph", t("hint.compare"), () => this.#compare(hint)),
      iconButton("icon-cross", t("close"), () => this.close()));
    table.board?.showHint(hint.move);
    announceNow(text);
    play.focus({ preventScroll: true });
  }

  /** @param {...import("../ui/dom.js").Child} content */
  #open(...content) {
    this.element.replaceChildren(...content.filter((one) => one instanceof Node));
    this.element.hidden = false;
  }

  /** A sentence about a move that the reader could play. @param {string} move */
  #describe(move) {
    const { game, moves: list, state, people } = this.table;
    const moves = [...list.moves, { n: 0, kind: "move", seat: Number(state?.you), move }];
    return game?.describeMove(moves, moves.length - 1, people) ?? move;
  }

  /** Compare the move with the next best ones. @param {HintResponse} hint */
  #compare(hint) {
    const known = hint.candidates.filter((one) => one.visits * MAX_VISIT_RATIO >= hint.candidates[0].visits);
    openDialog(t("hint"), [
      h("p", { class: "lead" }, this.#describe(hint.move)),
      h("p", {}, t("hint.value", { percent: percentNumber(hint.value) }), " ", reason(hint, known[1])),
      h("table", { class: "scores" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("hint.move")), h("th", { scope: "col" }, t("hint.win-chance")))),
        h("tbody", {}, known.slice(0, MAX_SHOWN).map((one) =>
          h("tr", {}, h("th", { scope: "row" }, this.#describe(one.move)), h("td", {}, percent(one.value)))))),
    ], { name: "hint" });
  }
}

/**
 * How much better the move is than the next best.
 * @param {HintResponse} hint
 * @param {Candidate} [next]
 */
function reason(hint, next) {
  if (!next) return t("hint.best-by-far");
  const gain = percentNumber(hint.value) - percentNumber(next.value);
  return gain > 0 ? t("hint.gain", { percent: gain }) : t("hint.equally-good");
}
