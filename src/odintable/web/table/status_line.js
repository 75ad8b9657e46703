/** The sentence at the top of a table: whose turn it is and what to do, or how it ended. */

import { h } from "../ui/dom.js";
import { announceNow } from "../ui/live_region.js";
import * as sound from "../ui/sound.js";
import { notifyTurn, showTurn } from "./turn_notice.js";
import { t } from "../app/i18n.js";

/** @typedef {import("../app/message_types.js").TableState} TableState */

export class StatusLine {
  element = h("p", { class: "status", id: "status" });
  #wasMine = false;

  /** @param {import("./table_page.js").Table} table */
  constructor(table) {
    this.table = table;
  }

  /** @param {TableState} state @param {import("../app/message_types.js").TableEvent | null} event */
  show(state, event) {
    const isMine = state.moves.length > 0;
    const text = this.#text(state);
    if (this.element.textContent !== text) this.element.textContent = text;
    if (event?.kind === "move") sound.playCard();
    if (isMine && !this.#wasMine) {
      announceNow(text);
      if (event) {
        notifyTurn();
        sound.playTurn();
      }
    }
    this.#wasMine = isMine;
    this.table.element.classList.toggle("mine", isMine);
    showTurn(isMine);
  }

  /** @param {TableState} state */
  #text({ stage }) {
    const { ending, queue, board, state } = this.table;
    if (stage === "waiting") return t("waiting-for-players");
    if (stage === "leg-over") return ending.legText();
    if (stage === "over" && state) return ending.resultText(state);
    return queue.isHeld("pause") ? t("paused") : board?.status() ?? "";
  }
}
