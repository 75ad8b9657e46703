/** What comes after a part of the game, and after all of it: scores, a rematch, the record. */

import * as api from "../server/api.js";
import { attempt } from "../server/attempt.js";
import { windowOf } from "../ui/dialog.js";
import { download } from "../ui/download.js";
import { button, h } from "../ui/dom.js";
import { Help } from "../rules/help_button.js";
import { makeGame } from "../lobby/create_table.js";
import { hasAgreed } from "./proposals.js";
import { go } from "../app/router.js";
import { winWords } from "./seat.js";
import * as sound from "../ui/sound.js";
import { t } from "../app/i18n.js";

/** @typedef {import("../app/types.js").Standing} Standing */
/** @typedef {import("../app/types.js").Happened} Happened */

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

  /** @param {Standing} standing @param {Happened | null} happened */
  show(standing, happened) {
    const { game } = this.table;
    if (!game) return;
    const { people } = this.table;
    if (standing.stage === "over") {
      this.tellAsking(standing);
      if (this.#isTold) return;
      this.#isTold = true;
      if (happened) sound.end(standing.result?.winners.includes(Number(standing.you)) ?? false);
      this.open(standing, this.result(standing), game.scores(standing, null, people), this.after(standing));
      return;
    }
    const told = happened?.events?.find((one) => game.ends(one));
    if (told) {
      this.open(standing, game.told(told, people), game.scores(standing, told, people),
        h("div", { class: "buttons" }, button({ class: "main", autofocus: true, onclick: () => this.#window?.close() }, t("next-part"))));
    }
  }

  /** @param {Standing} standing @param {string} heading @param {HTMLElement} scores @param {HTMLElement} buttons */
  open(standing, heading, scores, buttons) {
    this.#window?.close();
    const { game } = standing.table;
    const help = h("p", { class: "counted soft" }, new Help(game, "scoring").element,
      h("span", { "aria-hidden": "true" }, t(`rules.${game}.scoring.head`)));
    this.#window = windowOf(heading, [scores, help, this.#asking, buttons], { name: "ending" });
  }

  /** Somebody would like to play again, or I would: the window hides what else says so. @param {Standing} standing */
  tellAsking(standing) {
    const asked = rematchIn(standing);
    const words = !asked ? "" : hasAgreed(asked, standing.you) ? t("asked.rematch")
      : t("asks.rematch", { name: this.table.seatName(asked.by) });
    if (this.#asking.textContent !== words) this.#asking.textContent = words;
  }

  /** @param {Standing} standing how it ended, in words */
  result(standing) {
    return winWords(standing.result?.winners ?? [], this.table.people);
  }

  /** @param {Standing} standing */
  after(standing) {
    const isPlayer = typeof standing.you === "number" || standing.isShared;
    return h("div", { class: "buttons" },
      isPlayer ? button({ class: "main", autofocus: true, onclick: () => this.again() }, t("rematch")) : null,
      button({ onclick: () => go(`/replay/${this.table.name}`) }, t("replay.review")),
      button({ onclick: () => attempt(() => this.download()) }, t("download")),
      button({ onclick: () => this.#window?.close() }, t("look-again")),
      button({ onclick: () => go("/") }, t("home")));
  }

  again() {
    const { standing } = this.table;
    if (!standing) return;
    if (standing.isShared) {
      const { game, options } = standing.table;
      const names = standing.seats.filter((one) => !one.bot).map((one) => one.name);
      attempt(() => makeGame({ game, mode: "screen", seats: standing.seats.map((one) => one.bot), options, names }));
      return;
    }
    const asked = rematchIn(standing);
    if (!asked || !hasAgreed(asked, standing.you)) this.table.wire?.ask({ do: asked ? "agree" : "propose", what: "rematch" });
  }

  /** @param {Standing} standing everybody goes to the next table */
  follow(standing) {
    if (this.#isGone || !standing.rematch || typeof standing.you !== "number") return;
    this.#isGone = true;
    this.table.moveOn(standing.rematch);
  }

  async download() {
    const text = await api.record(this.table.name, this.table.wire?.token);
    download(text, `${this.table.standing?.table.game}-${this.table.name}`);
  }
}

/** @param {Standing} standing */
function rematchIn(standing) {
  return standing.proposals.find((one) => one.what === "rematch");
}
