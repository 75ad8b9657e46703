/** What comes after a part of the game, and after all of it: scores, a rematch, the record. */

import * as api from "../server/api.js";
import { attempt } from "../server/attempt.js";
import { openDialog } from "../ui/dialog.js";
import { download } from "../ui/download.js";
import { button, h } from "../ui/dom.js";
import { Help } from "../rules/help_button.js";
import { createTable } from "../lobby/create_table.js";
import { hasAgreed } from "./proposals.js";
import { go } from "../app/router.js";
import { winnerText } from "./seat.js";
import * as sound from "../ui/sound.js";
import { t } from "../app/i18n.js";

/** @typedef {import("../app/types.js").TableState} TableState */
/** @typedef {import("../app/types.js").TableEvent} TableEvent */

export class Ending {
  #isTold = false;
  #isGone = false;
  /** @type {HTMLDialogElement | null} */
  #window = null;
  #asking = h("p", { class: "asking", role: "status" });

  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
  }

  /** @param {TableState} state @param {TableEvent | null} happened */
  show(state, happened) {
    const { game } = this.table;
    if (!game) return;
    const { people } = this.table;
    if (state.stage === "over") {
      this.tellAsking(state);
      if (this.#isTold) return;
      this.#isTold = true;
      if (happened) sound.end(state.result?.winners.includes(Number(state.you)) ?? false);
      this.open(state, this.result(state), game.scores(state, null, people), this.after(state));
      return;
    }
    const told = happened?.events?.find((one) => game.ends(one));
    if (told) {
      this.open(state, game.told(told, people), game.scores(state, told, people),
        h("div", { class: "buttons" }, button({ class: "main", autofocus: true, onclick: () => this.#window?.close() }, t("next-part"))));
    }
  }

  /** @param {TableState} state @param {string} heading @param {HTMLElement} scores @param {HTMLElement} buttons */
  open(state, heading, scores, buttons) {
    this.#window?.close();
    const { game } = state.table;
    const help = h("p", { class: "counted soft" }, new Help(game, "scoring").element,
      h("span", { "aria-hidden": "true" }, t(`rules.${game}.scoring.head`)));
    this.#window = openDialog(heading, [scores, help, this.#asking, buttons], { name: "ending" });
  }

  /** Somebody would like to play again, or I would: the window hides what else says so. @param {TableState} state */
  tellAsking(state) {
    const asked = rematchIn(state);
    const words = !asked ? "" : hasAgreed(asked, state.you) ? t("asked.rematch")
      : t("asks.rematch", { name: this.table.seatName(asked.by) });
    if (this.#asking.textContent !== words) this.#asking.textContent = words;
  }

  /** @param {TableState} state how it ended, in words */
  result(state) {
    return winnerText(state.result?.winners ?? [], this.table.people);
  }

  /** @param {TableState} state */
  after(state) {
    const isPlayer = typeof state.you === "number" || state.isShared;
    return h("div", { class: "buttons" },
      isPlayer ? button({ class: "main", autofocus: true, onclick: () => this.again() }, t("rematch")) : null,
      button({ onclick: () => go(`/replay/${this.table.name}`) }, t("replay.review")),
      button({ onclick: () => attempt(() => this.download()) }, t("download")),
      button({ onclick: () => this.#window?.close() }, t("look-again")),
      button({ onclick: () => go("/") }, t("home")));
  }

  again() {
    const { state } = this.table;
    if (!state) return;
    if (state.isShared) {
      const { game, options } = state.table;
      const names = state.seats.filter((one) => !one.bot).map((one) => one.name);
      attempt(() => createTable({ game, mode: "screen", seats: state.seats.map((one) => one.bot), options, names }));
      return;
    }
    const asked = rematchIn(state);
    if (!asked || !hasAgreed(asked, state.you)) this.table.socket?.ask({ do: asked ? "agree" : "propose", what: "rematch" });
  }

  /** @param {TableState} state everybody goes to the next table */
  follow(state) {
    if (this.#isGone || !state.rematch || typeof state.you !== "number") return;
    this.#isGone = true;
    this.table.moveOn(state.rematch);
  }

  async download() {
    const text = await api.record(this.table.name, this.table.socket?.token);
    download(text, `${this.table.state?.table.game}-${this.table.name}`);
  }
}

/** @param {TableState} state */
function rematchIn(state) {
  return state.proposals.find((one) => one.what === "rematch");
}
