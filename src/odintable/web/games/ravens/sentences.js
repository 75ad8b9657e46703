/** Sentences about Ravens' moves and their effects. */

import { sentence, winnerText } from "../../table/player_sentences.js";
import { formatList, t } from "../../app/i18n.js";
import { cardsText, landsText, paymentText } from "./card.js";

/** @typedef {import("../../app/message_types.js").TableEvent} TableEvent */
/** @typedef {import("../../app/message_types.js").GameEvent} GameEvent */
/** @typedef {import("../../table/player_sentences.js").People} People */

const ODIN_CARD = /^\(?[arst]\)?$/; // at the beginning of a move; in brackets: from the stack

/**
 * @param {TableEvent[]} moves
 * @param {number} at
 * @param {People} people
 */
export function describeMove(moves, at, people) {
  const { move = "", seat = 0 } = moves[at];
  const [verb, what = "", ...rest] = move.split(" ");
  if (ODIN_CARD.test(verb)) return describeAction(what, rest, seat, people);
  const values = verb === "place" ? { card: landscapeText(what, people.below) } : { card: cardsText(what) };
  return sentence(`ravens.move.${verb}`, seat, people, values);
}

/** @param {string} verb @param {string[]} aims @param {number} seat @param {People} people */
function describeAction(verb, aims, seat, people) {
  return sentence(`ravens.move.${verb}`, seat, people, actionPlaces(verb, aims));
}

/** The cards or the space that an action is about, counted from 1. @param {string} verb @param {string[]} aims */
function actionPlaces(verb, aims) {
  const places = verb === "stone" ? [aims[0]?.split(":")[1]] : aims;
  const [one = "", two = ""] = places.map((place) => String(Number(place) + 1));
  return { one, two };
}

/** A landscape card as it lies on the board. @param {string} card the terrain of each lane @param {number} below the lane drawn at the bottom */
export function landscapeText(card, below) {
  return t("ravens.landscape", { upper: t(`terrain.${card[1 - below]}`), lower: t(`terrain.${card[below]}`) });
}

/**
 * One sentence about a turn of another player: what they did, without what is secret or follows from it.
 * @param {TableEvent[]} moves all of the turn
 * @param {People} people
 */
export function describeTurn(moves, people) {
  const { seat = 0 } = moves[0];
  /** @type {Map<string, string[]>} by verb, the cards or lands that are told together */
  const together = new Map();
  /** @type {(() => string)[]} */
  const parts = [];
  const add = (/** @type {string} */ verb, /** @type {string} */ what) => {
    const all = together.get(verb) ?? [];
    if (!all.length) parts.push(() => t(`ravens.turn.${verb}`, { count: all.length, card: cardsText(joinCards(all)), lands: formatList(all) }));
    together.set(verb, all);
    all.push(what);
  };
  for (const { move = "", events = [] } of moves) {
    const [verb, what = "", ...rest] = move.split(" ");
    const flew = events.find((one) => one.event === "flew");
    if (flew && !flew.jokers && flew.paid === 1) add("fly", landsText(flew.terrain ?? "", flew.spaces ?? 1));
    else if (flew) parts.push(() => costlyFlight(flew));
    else if (verb === "stack" || verb === "magic" || verb === "discard") add(verb, what);
    else if (verb === "place") parts.push(() => t("ravens.turn.place", { card: landscapeText(what, people.below) }));
    else if (ODIN_CARD.test(verb) && what !== "add") parts.push(() => t(`ravens.turn.${what}`, actionPlaces(what, rest)));
    const drew = events.find((one) => one.event === "drew");
    if (drew) parts.push(() => t("ravens.turn.drew", { count: drew.count ?? 0 }));
  }
  const ends = moves.flatMap((one) => one.events ?? []).filter((one) => one.event.endsWith("-over")).map((one) => describeEvent(one, people));
  const turn = parts.length ? t("ravens.turn", { name: people.name(seat), actions: formatList(parts.map((part) => part())) }) : "";
  return [turn || (ends.length ? "" : sentence("ravens.move.end", seat, people)), ...ends].filter(Boolean).join(" ");
}

/** A flight with jokers or over the stone. @param {GameEvent} flew */
function costlyFlight({ terrain = "", spaces = 1, jokers = "", paid = 1 }) {
  const values = { lands: landsText(terrain, spaces), count: jokers.length };
  const parts = [t(jokers ? "ravens.turn.fly-joker" : "ravens.turn.fly", values), ...(paid > 1 ? [t("ravens.turn.stone-paid")] : [])];
  return formatList(parts);
}

/** Cards of several moves, as one move would write them. @param {string[]} cards */
function joinCards(cards) {
  const stack = cards.flatMap((one) => /\((.*)\)/.exec(one)?.[1] ?? []).join("");
  return cards.filter((one) => !one.startsWith("(")).join("") + (stack && `(${stack})`);
}

/** @param {GameEvent} event @param {People} people */
export function describeEvent(event, people) {
  if (event.event === "flew") return paymentText(event.terrain ?? "", event.jokers ?? "", event.paid === 2 ? t("ravens.stone-paid") : "");
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
