/** Ravens' moves, and what they bring about, in words. */

import { sentence, winnerText } from "../../table/seat.js";
import { t } from "../../app/i18n.js";
import { cardWords } from "./card.js";

/** @typedef {import("../../app/types.js").TableEvent} TableEvent */
/** @typedef {import("../../app/types.js").GameEvent} GameEvent */
/** @typedef {import("../../table/seat.js").People} People */

/**
 * @param {TableEvent[]} moves
 * @param {number} at
 * @param {People} people
 */
export function tell(moves, at, people) {
  const { move = "", seat = 0 } = moves[at];
  const [verb, what = "", ...rest] = move.split(" ");
  if (/^\(?[arst]\)?$/.test(verb)) return act(what, rest, seat, people);
  const given = verb === "place" ? { card: placed(what) } : { card: cardWords(what) };
  return sentence(`ravens.told.${verb}`, seat, people, given);
}

/** @param {string} verb @param {string[]} aims @param {number} seat @param {People} people */
function act(verb, aims, seat, people) {
  const places = verb === "stone" ? [aims[0]?.split(":")[1]] : aims;
  const [one = "", two = ""] = places.map((place) => String(Number(place) + 1));
  return sentence(`ravens.told.${verb}`, seat, people, { one, two });
}

/** @param {string} card the terrain of each lane */
function placed(card) {
  return t("ravens.over", { upper: t(`terrain.${card[0]}`), lower: t(`terrain.${card[1]}`) });
}

/** @param {GameEvent} one @param {People} people */
export function told(one, people) {
  if (one.event === "shuffled") {
    return one.seat === "landscapes" ? t("ravens.land-shuffled") : sentence("ravens.shuffled", Number(one.seat), people);
  }
  if (one.event === "drew") return sentence("ravens.drew", Number(one.seat), people, { cards: t("cards", { count: one.count ?? 0 }) });
  if (one.event === "race-over") return raceOver(one, people);
  return one.event === "game-over" ? winnerText(one.winners ?? [], people) : "";
}

/** @param {GameEvent} one @param {People} people */
function raceOver(one, people) {
  const { winner = null, way = null, distance = 0 } = one;
  const race = winner === null ? t("ravens.no-winner") : sentence("ravens.race-over", winner, people, { spaces: t("spaces", { count: distance }) });
  return way === null ? race : `${race} ${sentence("ravens.way-bonus", way, people)}`;
}
