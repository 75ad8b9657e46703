/** Hands and stacks of both players, for replays with open cards. */

import { h } from "../../../ui/dom.js";
import { t } from "../../../app/i18n.js";
import { cardName, cardPicture } from "../card.js";

/**
 * @param {import("../../../app/message_types.js").TableState} state
 * @param {import("../../../table/player_sentences.js").People} people
 */
export function openHands(state, people) {
  const view = state.view ?? {};
  return h("ul", { class: "hands" }, [1, 0].map((seat) => h("li", {},
    h("strong", {}, people.name(seat)), row(t("ravens.hand-open"), view.hands[seat]),
    view.stacks[seat] ? row(t("ravens.stack-open"), view.stacks[seat]) : null)));
}

/** @param {string} name @param {string} letters */
function row(name, letters) {
  return h("div", { class: "small-row" }, h("span", { class: "soft" }, name),
    h("ul", { class: "small-cards" }, [...letters].map((letter) =>
      h("li", {}, h("span", { role: "img", "aria-label": cardName(letter) }, cardPicture(letter))))));
}
