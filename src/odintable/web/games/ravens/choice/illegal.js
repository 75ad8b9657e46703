/** Why a card or a place cannot be chosen, from what was offered. The server has the last word. */

import { formatList, t } from "../../../app/i18n.js";
import { RAVENS, cardsText } from "../card.js";
import { STACK, WAY, spaceOf } from "./target.js";

/** @typedef {import("../../../app/types.js").TableState} TableState */
/** @typedef {import("./selection.js").Selection} Selection */

export const MOST = 3; // cards from the hand, and from the stack, in a turn

/**
 * @param {TableState | null} state
 * @param {(seat: number) => string} name
 * @returns {string} why nothing at all can be chosen; empty: something can
 */
export function whyNothing(state, name) {
  const view = state?.view;
  if (!state || !view || state.stage !== "playing") return t("why.not-now");
  if (!state.moves.length) return view.turn === state.you ? t("one-moment") : t("why.not-yours", { name: name(view.turn) });
  return view.phase === "play" ? "" : t(`ravens.${view.phase}`);
}

/** @param {TableState} state @param {"hand" | "stack"} from why a card from there has no use */
export function whyNoCard(state, from) {
  const played = state.view?.played[from === "hand" ? 0 : 1];
  if (played >= MOST) return t(`flight.why.${from}`);
  return from === "stack" ? t("flight.why.deep") : t("why.not-now");
}

/** @param {Selection} choice what is chosen, in words */
function chosenWords(choice) {
  const stack = choice.top ? `(${choice.stack.slice(0, choice.top)})` : "";
  return cardsText(choice.letters + stack);
}

/** @param {TableState} state @param {Selection} choice @param {string} key why nothing can be brought there */
export function whyNotThere(state, choice, key) {
  const view = state.view ?? {};
  const own = Number(state.you);
  const cards = chosenWords(choice);
  if (key === WAY) {
    const shown = formatList([...(view.magic ?? "")].map((one) => t(`terrain.${one}`)));
    return cards ? t("flight.why.way", { shown, cards }) : t("flight.why.way-none", { shown });
  }
  if (key === STACK && cards) return t("flight.why.onto-stack");
  const space = spaceOf(key);
  if (!space) return cards ? t("flight.why.cards", { cards }) : t("ravens.status.play");
  const [lane, at] = space;
  const isTaken = view.ravens.includes(at) || view.stone?.[1] === at;
  if (choice.aiming) return isTaken ? t("flight.why.taken") : t("flight.why.aim");
  if (cards && !choice.verbs.includes("fly") && /^[A-Z]+$/.test(choice.letters + choice.stack.slice(0, choice.top))) {
    return lane === own ? t("flight.why.pays", { cards, terrain: ahead(view, own) }) : t("flight.why.lane", { raven: t(`raven.${RAVENS[own]}`) });
  }
  if (cards && isTaken) return t("flight.why.taken");
  return whyNoFlight(view, own, space, choice);
}

/** @param {import("../../../app/types.js").View} view @param {number} own @param {[number, number]} space @param {Selection} choice */
function whyNoFlight(view, own, [lane, at], choice) {
  const raven = t(`raven.${RAVENS[own]}`);
  if (lane !== own) return t("flight.why.lane", { raven });
  if (at <= view.ravens[own]) return t("flight.why.behind", { raven });
  const numbers = [...new Set(choice.uses.flatMap((use) => (choice.destinations[use.move]?.[0] === own ? [choice.destinations[use.move][1] + 1] : [])))];
  if (!numbers.length) return t("flight.why.no-payment", { terrain: ahead(view, own) });
  return t("flight.why.other-space", { raven, numbers: formatList(numbers.sort((a, b) => a - b).map(String)) });
}

/** @param {import("../../../app/types.js").View} view @param {number} lane the terrain right before a raven */
function ahead(view, lane) {
  return t(`terrain.${view.path[view.ravens[lane] + 1]?.[lane] ?? "o"}`);
}
