/** Passing without being asked: when nothing can be played, or until the table changes. */

import { button, h } from "../../ui/dom.js";
import { settings } from "../../app/settings.js";
import { t } from "../../app/i18n.js";

const SHORTEST = 1000; // milliseconds
const LONGEST = 3000;

export class AutoPass {
  /** @type {string | null} the set in the middle while which one passes */
  #until = null;
  #timer = 0;

  /** @param {import("./board.js").OdinBoard} board */
  constructor(board) {
    this.board = board;
    this.words = h("span", {});
    this.halt = button({ class: "quiet", onclick: () => this.cancel() }, t("stop"));
    this.promise = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox", id: "until-change", onchange: () => this.decide() }));
    this.note = h("p", { class: "auto", hidden: true }, this.words, this.halt);
    this.choice = h("p", { class: "until" }, this.promise, h("label", { for: "until-change" }, t("odin.until-change")));
    this.element = h("div", { class: "autopass" }, this.note, this.choice);
  }

  /** The set in the middle, as a text to compare. */
  get middle() {
    return (this.board.state?.view?.table ?? []).join(" ");
  }

  decide() {
    this.#until = this.promise.checked ? this.middle : null;
    this.look();
  }

  /** How things stand has changed. */
  look() {
    const state = this.board.state;
    const isPlayer = typeof state?.you === "number" && state.stage === "playing";
    if (this.#until !== null && this.#until !== this.middle) this.#until = null;
    this.promise.checked = this.#until !== null;
    this.choice.hidden = !isPlayer || !this.middle || state?.view?.owner === state?.you;
    const { choice } = this.board;
    const mayPass = choice.moves.includes("pass");
    const wants = mayPass && (this.#until !== null || (settings.autopass && choice.isHopeless));
    if (!wants) this.stop();
    else if (!this.#timer) this.start();
  }

  /** After a random while, so that its length tells nothing. */
  start() {
    this.words.textContent = t("odin.passing");
    this.note.hidden = false;
    const wait = SHORTEST + Math.random() * (LONGEST - SHORTEST);
    this.#timer = setTimeout(() => {
      this.stop();
      this.board.context.play("pass");
    }, wait);
  }

  cancel() {
    this.#until = null;
    this.promise.checked = false;
    this.stop();
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.note.hidden = true;
  }
}
