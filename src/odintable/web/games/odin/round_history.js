/**
 * What was played in this round and who passed, in pictures, where there is space beside the set to beat.
 * Screen readers ignore it: the list of moves says the same in words.
 */

import { h } from "../../ui/dom.js";
import { t } from "../../app/i18n.js";
import { cardPicture, valueOfSet, sortCards } from "./card.js";
import { isRoundOver, roundMoves } from "./round_moves.js";

/** @typedef {import("../../app/message_types.js").TableEvent} TableEvent */
/** @typedef {import("../../app/message_types.js").TableState} TableState */

export class RoundHistory {
  /** @param {import("../../app/game_types.js").TableContext} context */
  constructor(context) {
    this.context = context;
    this.heading = h("h2", {});
    this.list = h("ol", {});
    this.element = h("div", { class: "history", "aria-hidden": "true" }, this.heading, this.list);
  }

  /** @param {TableState} state */
  show({ stage, view, history = [] }) {
    const moves = roundMoves(history).map((one) => this.move(one));
    // A game from a position may begin with a set in the middle, of which nobody saw the round.
    const isKnown = stage === "playing" && !view?.table.length;
    this.element.hidden = !moves.length && !isKnown;
    this.heading.textContent = t(isRoundOver(history) ? "odin.last-round" : "odin.this-round");
    this.list.replaceChildren(...(moves.length ? moves : [h("li", { class: "passed" }, t("odin.no-moves-yet"))]));
  }

  /** @param {TableEvent} event */
  move({ move = "", seat = 0 }) {
    const [verb, ...cards] = move.split(" ");
    const who = h("span", { class: "who" }, this.context.people.name(seat));
    if (verb === "pass") return h("li", { class: "passed" }, who, h("span", { class: "did" }, t("odin.passed")));
    const faces = sortCards(cards, "number").reverse().map(cardPicture);
    return h("li", { class: verb }, who, verb === "take" ? h("span", { class: "did" }, t("odin.took")) : null,
      h("span", { class: "small-set" }, faces), verb === "play" ? h("strong", {}, valueOfSet(cards)) : null);
  }
}
