/** A player at ODIN's table: cards, points, what they did last, and the cards that everybody knows. */

import { h, picture } from "../../ui/dom.js";
import { seatClock, seatNote, seatPicture } from "../../table/seat.js";
import { formatList, t } from "../../app/i18n.js";
import { cardCorner, shortName, sortCards } from "./card.js";
import { lastActions } from "./round_moves.js";

/** @typedef {import("../../app/message_types.js").TableState} TableState */

const MAX_BACKS = 14;

/** The number of cards in a hand. @param {TableState} state @param {number} seat @returns {number} */
function handSize(state, seat) {
  const hand = state.view?.hands[seat];
  return typeof hand === "number" ? hand : hand.length;
}

/** Another player. @param {TableState} state @param {number} seat @param {string} name */
export function otherPlayer(state, seat, name) {
  const view = state.view ?? {};
  const count = handSize(state, seat);
  const last = lastActions(state.history ?? []).get(seat) ?? { hasPassed: false, taken: "" };
  const isTurn = state.stage === "playing" && view.turn === seat;
  const backs = Array.from({ length: Math.min(count, MAX_BACKS) }, () => picture("odin", "back-odin", "0 0 100 140", "back"));
  return h("li", { class: `seat ${isTurn ? "turn" : ""}`, "data-seat": seat },
    seatPicture(state, seat),
    h("span", { class: "who" }, name, isTurn ? h("span", { class: "visually-hidden" }, ` (${t("to-move")})`) : null),
    h("span", { class: "backs", "aria-hidden": "true" }, backs),
    h("span", { class: count === 1 ? "count last" : "count" }, t("cards", { count })),
    h("span", { class: "points" }, t("points", { count: view.scores[seat] })),
    h("span", { class: "signs" }, h("span", { class: "badges" }, badges(count, last)), knownCards(view.known?.[seat] ?? [], last.taken)),
    seatNote(state, seat), seatClock(state, seat));
}

/** The reader's own line. @param {TableState} state @param {number} seat @param {string} name */
export function ownLine(state, seat, name) {
  return [seatPicture(state, seat),
    h("span", { class: "who" }, name),
    h("span", { class: "count" }, t("cards", { count: handSize(state, seat) })),
    h("span", { class: "points" }, t("points", { count: state.view?.scores[seat] })), seatClock(state, seat) ?? ""];
}

/** @param {number} count the number of cards in hand @param {import("./round_moves.js").LastAction} last */
function badges(count, { hasPassed, taken }) {
  return [
    hasPassed ? h("span", { class: "badge" }, t("odin.badge.passed")) : null,
    taken ? h("span", { class: "badge took" }, t("odin.badge.took", { card: shortName(taken) })) : null,
    count === 1 ? h("span", { class: "badge warning" }, t("odin.badge.last-card")) : null,
  ];
}

/** The cards that everybody saw this player take. @param {string[]} cards @param {string} latest the one taken last */
function knownCards(cards, latest) {
  if (!cards.length) return null;
  const text = t("odin.known-of", { cards: formatList(cards.map(shortName)) });
  return h("span", { class: "known", role: "img", "aria-label": text, title: text }, sortCards(cards, "number").map((card) => cardCorner(card, card === latest)));
}
