/**
 * Passes automatically: when nothing can be played, or on the set in the middle as soon as it is the
 * player's turn, unless another set lies there by then.
 */

import { button, h } from "../../ui/dom.js";
import { settings } from "../../app/settings.js";
import { t } from "../../app/i18n.js";
import { lastActions } from "./round_moves.js";

const MIN_DELAY = 1000; // milliseconds
const MAX_DELAY = 3000;

export class AutoPass {
  /** @type {string | null} pass as long as this set is in the middle */
  #until = null;
  #stoppedAt = -1; // the number of moves when the player pressed Stop
  #timer = 0;

  /** @param {import("./board.js").OdinBoard} board */
  constructor(board) {
    this.board = board;
    this.text = h("span", {});
    this.stopButton = button({ class: "quiet", onclick: () => this.cancel() }, t("stop"));
    this.checkbox = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", id: "until-change", onchange: () => this.toggle() }));
    this.note = h("p", { class: "auto", hidden: true }, this.text, this.stopButton);
    this.choice = h("p", { class: "until" }, this.checkbox, h("label", { for: "until-change" }, t("odin.pass-until-change")));
    this.element = h("div", { class: "autopass" }, this.note, this.choice);
  }

  /** The set in the middle, as text to compare. */
  get middle() {
    return (this.board.state?.view?.table ?? []).join(" ");
  }

  /** Whether the player has not answered the set in the middle yet and waits for others to do so first. */
  get willDecide() {
    const { state } = this.board;
    const you = Number(state?.you);
    const { turn, owner } = state?.view ?? {};
    return Boolean(this.middle) && owner !== you && turn !== you && !lastActions(state?.history ?? []).get(you)?.hasPassed;
  }

  get #moveCount() {
    return this.board.state?.history?.length ?? 0;
  }

  toggle() {
    this.#until = this.checkbox.checked ? this.middle : null;
    this.update();
  }

  /** Start or stop passing, after the state has changed. */
  update() {
    const state = this.board.state;
    const isPlayer = typeof state?.you === "number" && state.stage === "playing";
    if (this.#until !== null && this.#until !== this.middle) this.#until = null;
    this.checkbox.checked = this.#until !== null;
    const { choice } = this.board;
    this.choice.hidden = !isPlayer || !this.willDecide;
    const mayPass = choice.moves.includes("pass");
    const isStopped = this.#stoppedAt === this.#moveCount;
    const shouldPass = mayPass && !isStopped && (this.#until !== null || (settings.autopass && choice.canOnlyPass));
    if (!shouldPass) this.stop();
    else if (!this.#timer) this.start();
  }

  /** Pass after a random delay, so that its length reveals nothing. */
  start() {
    this.text.textContent = t("odin.passing");
    this.note.hidden = false;
    const delay = MIN_DELAY + Math.random() * (MAX_DELAY - MIN_DELAY);
    this.#timer = setTimeout(() => {
      this.stop();
      this.board.context.play("pass");
    }, delay);
  }

  /** Leave this decision to the player. */
  cancel() {
    this.#stoppedAt = this.#moveCount;
    this.#until = null;
    this.checkbox.checked = false;
    this.stop();
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.note.hidden = true;
  }
}
