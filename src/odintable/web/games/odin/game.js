/** ODIN as a GameModule: board, sentences and scores. */

import { t } from "../../app/i18n.js";
import { OdinBoard } from "./board.js";
import { openHands, smallCards } from "./open_hands.js";
import { describeCards, describeEvent, describeMove } from "./sentences.js";

/**
 * The cards left in the hands: shown if the view shows them, otherwise counted.
 * @param {import("../../app/message_types.js").GameEvent} leg
 * @param {import("../../app/message_types.js").View} view
 */
function legColumns(leg, view) {
  const cells = (view.hands ?? []).map((/** @type {string[] | number} */ hand, /** @type {number} */ seat) =>
    (Array.isArray(hand) && hand.length ? smallCards(hand) : leg.left?.[seat] ?? 0));
  return [{ name: t("odin.left"), cells }];
}

/** @type {import("../../app/game_types.js").GameModule} */
export const game = {
  createBoard: (context) => new OdinBoard(context),
  describeMove,
  describeEvent,
  describeCards,
  endsLeg: (event) => event.event === "hand-over",
  legColumns,
  openHands,
};
