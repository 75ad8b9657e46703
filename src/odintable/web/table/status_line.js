/**
 * The line above the board: whose turn it is and what to do, or how it ended; the goal, the menu, a hint.
 * When the player's turn begins, it is also announced and heard.
 */

import { h } from "../ui/dom.js";
import { announceNow } from "../ui/live_region.js";
import * as sound from "../ui/sound.js";
import { notifyTurn, showTurn } from "./turn_notice.js";
import { t } from "../app/i18n.js";
import { goalText } from "../ui/goal_text.js";

/** @typedef {import("../app/message_types.js").TableState} TableState */
/** @typedef {import("../app/message_types.js").TableEvent} TableEvent */

export class StatusLine {
  #wasMine = false;

  /** @param {import("./table_page.js").Table} table */
  constructor(table) {
    this.table = table;
    this.status = h("p", { class: "status", id: "status" });
    this.goal = h("p", { class: "goal" });
    this.element = h("div", { class: "topline" },
      h("div", { class: "headline" }, this.status, this.goal), table.menu.element, table.hint.element);
  }

  /** @param {TableState} state @param {TableEvent | null} event the one that led to the state, if any */
  show(state, event) {
    const isMine = state.moves.length > 0;
    const text = this.#text(state);
    if (this.status.textContent !== text) this.status.textContent = text;
    const goal = goalText(state.table.goal);
    if (this.goal.textContent !== goal) this.goal.textContent = goal;
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
