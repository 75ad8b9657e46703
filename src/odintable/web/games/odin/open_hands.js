/** The hands of all players, for replays with open cards. */

import { h } from "../../ui/dom.js";
import { cardName, cardPicture, sortCards } from "./card.js";

/**
 * @param {import("../../app/message_types.js").TableState} state
 * @param {import("../../table/player_sentences.js").People} people
 */
export function openHands(state, people) {
  /** @type {string[][]} */
  const all = state.view?.hands ?? [];
  return h("ul", { class: "hands" }, all.map((cards, seat) => h("li", {},
    h("strong", {}, people.name(seat)),
    smallCards(cards))));
}

/** @param {string[]} cards */
export function smallCards(cards) {
  return h("ul", { class: "small-cards" }, sortCards(cards, "colour").map((card) =>
    h("li", {}, h("span", { role: "img", "aria-label": cardName(card) }, cardPicture(card)))));
}
