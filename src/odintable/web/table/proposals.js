/** The proposals of the players, with buttons to answer, and the offer to take over from a bot. */

import { botName } from "../lobby/bot_names_and_portraits.js";
import { button, h } from "../ui/dom.js";
import { t } from "../app/i18n.js";

/** @typedef {import("../app/message_types.js").TableState} TableState */

/** @param {import("../app/message_types.js").Proposal} one @param {number | "spectator"} you */
export function hasAgreed(one, you) {
  return one.by === you || one.agreed.includes(Number(you));
}

export class Proposals {
  element = h("div", { class: "proposals", role: "status" });
  #shown = "";

  /** @param {import("./table_page.js").Table} table */
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
    this.element.replaceChildren(...(bot ? [this.returnOffer(bot)] : []),
      ...state.proposals.map((one) => this.proposal(state, one)));
  }

  /** @param {string} bot that plays for the player */
  returnOffer(bot) {
    return h("div", { class: "proposal" }, h("p", {}, t("return.about", { bot: botName(bot) })),
      button({ class: "main", onclick: () => this.table.socket?.request({ do: "return" }) }, t("return")));
  }

  /** @param {TableState} state @param {import("../app/message_types.js").Proposal} one */
  proposal(state, one) {
    const isMine = hasAgreed(one, state.you);
    const values = { name: this.table.people.name(one.by), about: one.seat === null ? "" : this.table.people.name(one.seat) };
    const text = isMine ? t(`proposal.${one.what}-you`, values) : t(`proposal.${one.what}`, values);
    const answer = (/** @type {string} */ reply) => () => this.table.socket?.request({ do: reply, what: one.what });
    const isAsked = one.asked.includes(Number(state.you));
    const isBack = one.seat === state.you; // the proposal is about this player, who is back
    return h("div", { class: "proposal" }, h("p", {}, text),
      isAsked ? button({ class: "main", onclick: answer("agree") }, t("agree")) : null,
      isAsked || isBack ? button({ onclick: answer("decline") }, t("decline")) : null);
  }
}
