/** What people ask each other for, with yes and no; and the way back to a seat that a bot plays. */

import { botName } from "../lobby/bots.js";
import { button, h } from "../ui/dom.js";
import { t } from "../app/i18n.js";

/** @typedef {import("../app/types.js").TableState} TableState */

/** @param {import("../app/types.js").Proposal} one @param {number | "spectator"} you */
export function hasAgreed(one, you) {
  return one.by === you || one.agreed.includes(Number(you));
}

export class Proposals {
  element = h("div", { class: "proposals", role: "status" });
  #shown = "";

  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
  }

  /** @param {TableState} state */
  show(state) {
    const mine = typeof state.you === "number" ? state.seats[state.you] : null;
    const bot = state.stage === "playing" && mine && !mine.resigned ? mine.played_by : null;
    const key = JSON.stringify([state.proposals, state.you, bot]);
    if (key === this.#shown) return;
    this.#shown = key;
    this.element.replaceChildren(...(bot ? [this.wayBack(bot)] : []),
      ...state.proposals.map((one) => this.proposal(state, one)));
  }

  /** @param {string} bot that plays for who looks */
  wayBack(bot) {
    return h("div", { class: "proposal" }, h("p", {}, t("return.about", { bot: botName(bot) })),
      button({ class: "main", onclick: () => this.table.socket?.ask({ do: "return" }) }, t("return")));
  }

  /** @param {TableState} state @param {import("../app/types.js").Proposal} one */
  proposal(state, one) {
    const isMine = hasAgreed(one, state.you);
    const given = { name: this.table.seatName(one.by), about: one.seat === null ? "" : this.table.seatName(one.seat) };
    const words = isMine ? t(`asked.${one.what}`, given) : t(`asks.${one.what}`, given);
    const answer = (/** @type {string} */ how) => () => this.table.socket?.ask({ do: how, what: one.what });
    const isAsked = one.asked.includes(Number(state.you));
    const isBack = one.seat === state.you; // they speak of who is here again
    return h("div", { class: "proposal" }, h("p", {}, words),
      isAsked ? button({ class: "main", onclick: answer("agree") }, t("agree")) : null,
      isAsked || isBack ? button({ onclick: answer("decline") }, t("decline")) : null);
  }
}
