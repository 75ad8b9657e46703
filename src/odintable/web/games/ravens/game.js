/** Odin’s Ravens as a GameModule: board, sentences and scores. */

import { CONSTANTS } from "../../app/embedded_data.js";
import { t } from "../../app/i18n.js";
import { RavensBoard } from "./board/board.js";
import { cardsText } from "./card.js";
import { openHands } from "./board/open_hands.js";
import { describeEvent, describeMove, describeTurn } from "./sentences.js";

const NOTHING = "–";

/**
 * The points for the distance and for the Magic Way.
 * @param {import("../../app/message_types.js").GameEvent} leg
 */
function legColumns({ winner = null, distance = 0, way = null }) {
  const forOne = (/** @type {number | null} */ seat, /** @type {number} */ points) => [0, 1].map((one) => (one === seat ? points : NOTHING));
  return [
    { name: t("ravens.distance"), cells: forOne(winner, distance) },
    { name: t("ravens.way"), cells: forOne(way, CONSTANTS.ravens.way_bonus) },
  ];
}

/** @type {import("../../app/game_types.js").GameModule} */
export const game = {
  createBoard: (context) => new RavensBoard(context),
  describeMove,
  describeTurn,
  describeEvent,
  describeCards: cardsText,
  endsLeg: (event) => event.event === "race-over",
  legColumns,
  openHands,
};
