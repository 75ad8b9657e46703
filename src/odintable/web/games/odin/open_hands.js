/** Everybody's cards on the table, for who looks at a game again with open cards. */

import { h } from "../../ui/dom.js";
import { cardName, cardPicture, sorted } from "./card.js";

/**
 * @param {import("../../app/types.js").TableState} state
 * @param {import("../../table/seat.js").People} people
 */
export function hands(state, people) {
  /** @type {string[][]} */
  const all = state.view?.hands ?? [];
  return h("ul", { class: "hands" }, all.map((cards, seat) => h("li", {},
    h("strong", {}, people.name(seat)),
    h("ul", { class: "small-cards" }, sorted(cards, "colour").map((card) =>
      h("li", {}, h("span", { role: "img", "aria-label": cardName(card) }, cardPicture(card))))))));
}
