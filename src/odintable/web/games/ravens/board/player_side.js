/** The two players: their names and numbers, and the piles in front of them. */

import { button, h, picture } from "../../../ui/dom.js";
import { seatClock, seatNote } from "../../../table/seat.js";
import { t } from "../../../app/i18n.js";
import { RAVENS, cardName, cardPicture } from "../card.js";
import { DISCARD } from "../choice/target.js";

/** @typedef {import("../../../app/message_types.js").TableState} TableState */

/** The number of cards. @param {string | number} cards the cards, or their number if they are hidden */
export const count = (cards) => (typeof cards === "number" ? cards : cards.length);

/** @param {string} icon @param {string} box @param {string | number} number @param {string} text */
function fact(icon, box, number, text) {
  return h("span", { class: "fact", title: text }, picture("ravens", icon, box, "fact-icon"),
    h("b", { "aria-hidden": "true" }, number), h("span", { class: "fact-words" }, text));
}

/**
 * @param {TableState} state
 * @param {number} seat
 * @param {import("../../../table/seat.js").People} people
 */
export function playerPanel(state, seat, people) {
  const view = state.view ?? {};
  const isTurn = state.stage === "playing" && view.turn === seat;
  const place = view.ravens[seat] + 1;
  return h("li", { class: `seat ${isTurn ? "turn" : ""}`, "data-seat": seat },
    picture("ravens", `head-${RAVENS[seat]}`, "0 0 64 64", "portrait"),
    h("span", { class: "who" }, people.name(seat), isTurn ? h("span", { class: "visually-hidden" }, ` (${t("to-move")})`) : null),
    h("span", { class: "points" }, t("points", { count: view.scores[seat] })),
    h("span", { class: "facts" },
      h("span", { class: "fact" }, h("b", { "aria-hidden": "true" }, `${place}/${view.path.length}`), h("span", { class: "fact-words" }, t("ravens.at", { place, length: view.path.length }))),
      fact(`back-${RAVENS[seat]}`, "0 0 100 140", count(view.hands[seat]), t("ravens.hand-of", { count: count(view.hands[seat]) })),
      fact("pile-stack", "0 0 64 64", count(view.stacks[seat]), t("ravens.stack-of", { count: count(view.stacks[seat]) })),
      fact("back-way", "0 0 140 100", wayCount(view, seat), t("ravens.way-of", { count: wayCount(view, seat) }))),
    seatNote(state, seat), seatClock(state, seat));
}

/** How many cards a player has on the Magic Way. @param {import("../../../app/message_types.js").View} view @param {number} seat */
export function wayCount(view, seat) {
  return view.bought?.[seat] ?? view.ways[seat].length;
}

/** The piles in front of a player; for the opponent, also the hand and the stack, face down. */
export class Piles {
  /** @param {boolean} isOwn @param {(key: string) => void} press */
  constructor(isOwn, press) {
    this.isOwn = isOwn;
    this.backs = h("span", { class: "backs" });
    this.stack = h("span", { class: "backs stacked" });
    this.draws = h("span", { class: "heap-of" });
    const discard = isOwn ? button({ class: "heap-of", "data-target": DISCARD, onclick: () => press(DISCARD) }) : h("span", { class: "heap-of" });
    this.discard = discard;
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
    const fan = (/** @type {number} */ many) => Array.from({ length: Math.min(many, 12) }, back);
    const top = view.discards[seat].at(-1);
    this.backs.replaceChildren(...fan(count(view.hands[seat])));
    this.stack.replaceChildren(...fan(count(view.stacks[seat])));
    this.draws.replaceChildren(back(), h("span", {}, t("ravens.draw-pile", { count: count(view.draws[seat]) })));
    const text = t("ravens.discard-pile", { count: view.discards[seat].length });
    this.discard.replaceChildren(top ? cardPicture(top) : picture("ravens", "pile-discard", "0 0 64 64", "none"), h("span", {}, text));
    if (this.isOwn) this.discard.setAttribute("aria-label", top ? `${text}, ${cardName(top)}` : text);
  }

  /** @param {Set<string>} open the places that can be selected */
  highlight(open) {
    this.discard.toggleAttribute("data-possible", open.has(DISCARD));
  }
}
