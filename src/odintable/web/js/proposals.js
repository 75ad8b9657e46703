/** What people ask each other for, with yes and no. */

import { button, h } from "./element.js";
import { t } from "./text.js";

/** @typedef {import("./types.js").Standing} Standing */

/** @param {import("./types.js").Proposal} one @param {number | "spectator"} you */
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

  /** @param {Standing} standing */
  show(standing) {
    const key = JSON.stringify([standing.proposals, standing.you]);
    if (key === this.#shown) return;
    this.#shown = key;
    this.element.replaceChildren(...standing.proposals.map((one) => this.proposal(standing, one)));
  }

  /** @param {Standing} standing @param {import("./types.js").Proposal} one */
  proposal(standing, one) {
    const isMine = hasAgreed(one, standing.you);
    const given = { name: this.table.seatName(one.by), about: one.seat === null ? "" : this.table.seatName(one.seat) };
    const words = isMine ? t(`asked.${one.what}`, given) : t(`asks.${one.what}`, given);
    const answer = (/** @type {string} */ how) => () => this.table.wire?.ask({ do: how, what: one.what });
    const canAnswer = !isMine && typeof standing.you === "number";
    return h("div", { class: "proposal" }, h("p", {}, words),
      canAnswer ? [button({ class: "main", onclick: answer("agree") }, t("agree")),
        button({ onclick: answer("decline") }, t("decline"))] : null);
  }
}
