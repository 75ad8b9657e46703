/** The dialog after a leg and after the game: scores, rematch, record. */

import * as api from "../server/api.js";
import { attempt } from "../server/try_request.js";
import { openDialog } from "../ui/dialogs_and_notes.js";
import { download } from "../ui/download.js";
import { button, h } from "../ui/dom.js";
import { HelpButton } from "../rules/help_button.js";
import { createTable } from "../lobby/create_table.js";
import { hasAgreed } from "./proposals.js";
import { go } from "../app/router.js";
import { saveTable, savedTable } from "../app/saved_tables.js";
import { winnerText } from "./seat.js";
import * as sound from "../ui/sound.js";
import { t } from "../app/i18n.js";

/** @typedef {import("../app/message_types.js").TableState} TableState */
/** @typedef {import("../app/message_types.js").TableEvent} TableEvent */

export class Ending {
  #isShown = false;
  #hasFollowed = false;
  /** @type {HTMLDialogElement | null} */
  #dialog = null;
  #rematchNote = h("p", { class: "asking", role: "status" });

  /** @param {import("./table_page.js").Table} table */
  constructor(table) {
    this.table = table;
  }

  /** @param {TableState} state @param {TableEvent | null} event */
  show(state, event) {
    const { game } = this.table;
    if (!game) return;
    const { people } = this.table;
    if (state.stage === "over") {
      this.showRematchProposal(state);
      if (this.#isShown) return;
      this.#isShown = true;
      if (event) sound.playEnd(state.result?.winners.includes(Number(state.you)) ?? false);
      this.open(state, this.resultText(state), game.scoreTable(state, null, people), this.finalButtons(state));
      return;
    }
    const legEnd = event?.events?.find((one) => game.endsLeg(one));
    if (legEnd) {
      this.open(state, game.describeEvent(legEnd, people), game.scoreTable(state, legEnd, people),
        h("div", { class: "buttons" }, button({ class: "main", autofocus: true, onclick: () => this.#dialog?.close() }, t("next-leg"))));
    }
  }

  /** @param {TableState} state @param {string} heading @param {HTMLElement} scores @param {HTMLElement} buttons */
  open(state, heading, scores, buttons) {
    this.#dialog?.close();
    const { game } = state.table;
    const help = h("p", { class: "counted soft" }, new HelpButton(game, "scoring").element,
      h("span", { "aria-hidden": "true" }, t(`rules.${game}.scoring.head`)));
    this.#dialog = openDialog(heading, [scores, help, this.#rematchNote, buttons], { name: "ending" });
  }

  /** Say in the dialog, which covers the proposals, that somebody proposed a rematch. @param {TableState} state */
  showRematchProposal(state) {
    const proposal = rematchIn(state);
    const text = !proposal ? "" : hasAgreed(proposal, state.you) ? t("proposal.rematch-you")
      : t("proposal.rematch", { name: this.table.seatName(proposal.by) });
    if (this.#rematchNote.textContent !== text) this.#rematchNote.textContent = text;
  }

  /** @param {TableState} state */
  resultText(state) {
    return winnerText(state.result?.winners ?? [], this.table.people);
  }

  /** @param {TableState} state */
  finalButtons(state) {
    const isPlayer = typeof state.you === "number" || state.isShared;
    return h("div", { class: "buttons" },
      isPlayer ? button({ class: "main", autofocus: true, onclick: () => this.playAgain() }, t("rematch")) : null,
      button({ onclick: () => go(`/replay/${this.table.name}`) }, t("replay.review")),
      button({ onclick: () => attempt(() => this.download()) }, t("download")),
      button({ onclick: () => this.#dialog?.close() }, t("back-to-table")),
      button({ onclick: () => go("/") }, t("home")));
  }

  playAgain() {
    const { state } = this.table;
    if (!state) return;
    if (state.isShared) {
      const { game, options } = state.table;
      const names = state.seats.filter((one) => !one.bot).map((one) => one.name);
      attempt(() => createTable({ game, mode: "screen", seats: state.seats.map((one) => one.bot), options, names }));
      return;
    }
    const proposal = rematchIn(state);
    if (!proposal || !hasAgreed(proposal, state.you)) this.table.socket?.request({ do: proposal ? "agree" : "propose", what: "rematch" });
  }

  /** Go to the table of the rematch. @param {TableState} state */
  followRematch(state) {
    if (this.#hasFollowed || !state.rematch || typeof state.you !== "number") return;
    this.#hasFollowed = true;
    this.goToTable(state.rematch);
  }

  /** Go to another table with the same players. @param {string} name */
  async goToTable(name) {
    const { table } = this;
    const saved = savedTable(table.name);
    if (saved?.shared) saveTable({ ...saved, table: name });
    else await api.retryWhileOffline(() => api.takeRematchSeat(name, table.name), () => table.showConnection("lost", 0), table.element);
    go(`/table/${name}`, true);
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
