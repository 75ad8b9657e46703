/** A player of Ravens: name, points, place on the path, and numbers of cards. */

import { h, picture } from "../../../ui/dom.js";
import { seatClock, seatNote } from "../../../table/seat.js";
import { t } from "../../../app/i18n.js";
import { RAVENS, cardCount } from "../card.js";

/** @typedef {import("../../../app/message_types.js").TableState} TableState */

/** @param {string} icon @param {string} box @param {string | number} number @param {string} text */
function fact(icon, box, number, text) {
  return h("span", { class: "fact", title: text }, picture("ravens", icon, box, "fact-icon"),
    h("b", { "aria-hidden": "true" }, number), h("span", { class: "fact-words" }, text));
}

/**
 * @param {TableState} state
 * @param {number} seat
 * @param {import("../../../table/player_sentences.js").People} people
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
      fact(`back-${RAVENS[seat]}`, "0 0 100 140", cardCount(view.hands[seat]), t("ravens.hand-of", { count: cardCount(view.hands[seat]) })),
      fact("pile-stack", "0 0 64 64", cardCount(view.stacks[seat]), t("ravens.stack-of", { count: cardCount(view.stacks[seat]) })),
      fact("back-way", "0 0 140 100", wayCount(view, seat), t("ravens.way-of", { count: wayCount(view, seat) }))),
    seatNote(state, seat), seatClock(state, seat));
}

/** How many cards a player has on the Magic Way. @param {import("../../../app/message_types.js").View} view @param {number} seat */
export function wayCount(view, seat) {
  return view.bought?.[seat] ?? view.ways[seat].length;
}
