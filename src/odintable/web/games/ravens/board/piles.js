/** The piles in front of a player. */

import { button, h, picture } from "../../../ui/dom.js";
import { t } from "../../../app/i18n.js";
import { RAVENS, cardCount, cardName, cardPicture } from "../card.js";
import { DISCARD } from "../choice/target.js";

const MAX_BACKS = 12;

/** The piles in front of a player; for the opponent, also the hand and the stack, face down. */
export class Piles {
  /** @param {boolean} isOwn @param {(key: string) => void} press */
  constructor(isOwn, press) {
    this.isOwn = isOwn;
    this.backs = h("span", { class: "backs" });
    this.stack = h("span", { class: "backs stacked" });
    this.draws = h("span", { class: "heap-of" });
    this.discard = isOwn ? button({ class: "heap-of", "data-target": DISCARD, onclick: () => press(DISCARD) }) : h("span", { class: "heap-of" });
    this.element = h("div", { class: `piles ${isOwn ? "near" : "far"}` }, this.backs, this.stack, this.draws, this.discard);
  }

  /**
   * @param {import("../../../app/message_types.js").View} view
   * @param {number} seat
   * @param {boolean} isHandShown whether hand and stack are shown elsewhere
   */
  show(view, seat, isHandShown) {
    this.backs.hidden = this.stack.hidden = isHandShown;
    const back = () => picture("ravens", `back-${RAVENS[seat]}`, "0 0 100 140", "back");
    const fan = (/** @type {number} */ many) => Array.from({ length: Math.min(many, MAX_BACKS) }, back);
    const top = view.discards[seat].at(-1);
    this.backs.replaceChildren(...fan(cardCount(view.hands[seat])));
    this.stack.replaceChildren(...fan(cardCount(view.stacks[seat])));
    this.draws.replaceChildren(back(), h("span", {}, t("ravens.draw-pile", { count: cardCount(view.draws[seat]) })));
    const text = t("ravens.discard-pile", { count: view.discards[seat].length });
    this.discard.replaceChildren(top ? cardPicture(top) : picture("ravens", "pile-discard", "0 0 64 64", "none"), h("span", {}, text));
    if (this.isOwn) this.discard.setAttribute("aria-label", top ? `${text}, ${cardName(top)}` : text);
  }

  /** @param {Set<string>} open the places that can be selected */
  highlight(open) {
    this.discard.toggleAttribute("data-possible", open.has(DISCARD));
  }
}
