/** Sentences about Ravens' moves and their effects. */

import { sentence, winnerText } from "../../table/seat.js";
import { t } from "../../app/i18n.js";
import { cardsText } from "./card.js";

/** @typedef {import("../../app/message_types.js").TableEvent} TableEvent */
/** @typedef {import("../../app/message_types.js").GameEvent} GameEvent */
/** @typedef {import("../../table/seat.js").People} People */

/**
 * @param {TableEvent[]} moves
 * @param {number} at
 * @param {People} people
 */
export function describeMove(moves, at, people) {
  const { move = "", seat = 0 } = moves[at];
  const [verb, what = "", ...rest] = move.split(" ");
  if (/^\(?[arst]\)?$/.test(verb)) return describeAction(what, rest, seat, people);
  const values = verb === "place" ? { card: landscapeText(what, people.below) } : { card: cardsText(what) };
  return sentence(`ravens.move.${verb}`, seat, people, values);
}

/** @param {string} verb @param {string[]} aims @param {number} seat @param {People} people */
function describeAction(verb, aims, seat, people) {
  const places = verb === "stone" ? [aims[0]?.split(":")[1]] : aims;
  const [one = "", two = ""] = places.map((place) => String(Number(place) + 1));
  return sentence(`ravens.move.${verb}`, seat, people, { one, two });
}

/** A landscape card as it lies on the board. @param {string} card the terrain of each lane @param {number} below the lane drawn at the bottom */
export function landscapeText(card, below) {
  return t("ravens.landscape", { upper: t(`terrain.${card[1 - below]}`), lower: t(`terrain.${card[below]}`) });
}

/** @param {GameEvent} event @param {People} people */
export function describeEvent(event, people) {
  if (event.event === "shuffled") {
    return event.seat === "landscapes" ? t("ravens.land-shuffled") : sentence("ravens.shuffled", Number(event.seat), people);
  }
  if (event.event === "drew") return sentence("ravens.drew", Number(event.seat), people, { cards: t("cards", { count: event.count ?? 0 }) });
  if (event.event === "race-over") return raceOver(event, people);
  return event.event === "game-over" ? winnerText(event.winners ?? [], people) : "";
}

/** @param {GameEvent} one @param {People} people */
function raceOver(one, people) {
  const { winner = null, way = null, distance = 0 } = one;
  const race = winner === null ? t("ravens.no-winner") : sentence("ravens.race-over", winner, people, { spaces: t("spaces", { count: distance }) });
  return way === null ? race : `${race} ${sentence("ravens.way-bonus", way, people)}`;
}
