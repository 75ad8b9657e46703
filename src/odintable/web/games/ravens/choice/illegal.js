/** Explains why a card or place cannot be chosen: from the legal moves, or by asking the rules. */

import { formatList, t } from "../../../app/i18n.js";
import { whyNotYourTurn } from "../../../table/table_state.js";
import { RAVENS, cardsText } from "../card.js";
import { DISCARD, PILE, STACK, WAY, ravenKey, spaceOf } from "./target.js";

/** @typedef {import("../../../app/game_types.js").TableContext} TableContext */
/** @typedef {import("../../../app/message_types.js").TableState} TableState */
/** @typedef {import("./selection.js").Selection} Selection */

const TERRAIN_CARDS = /^[A-Z]*(\([A-Z]+\))?$/;

/**
 * @param {TableState | null} state
 * @param {(seat: number) => string} name
 * @returns {string} why no card can be chosen now; empty if one can
 */
export function whyNoChoice(state, name) {
  const phase = state?.view?.phase;
  return whyNotYourTurn(state, name) || (phase === "play" ? "" : t(`ravens.${phase}`));
}

/** A card of the hand that no legal move uses. @param {TableContext} context @param {Selection} choice @param {number} at */
export function explainHandCard(context, choice, at) {
  context.explainMove(`discard ${choice.hand[at]}`, t("why.impossible"));
}

/** A card of the stack that no legal move reaches. @param {TableContext} context @param {Selection} choice @param {number} depth */
export function explainStackCard(context, choice, depth) {
  const [top, card] = [choice.stack[0], choice.stack[depth - 1]];
  if (!card) context.explain(top ? t("ravens.why.too-deep") : t("why.stack-empty"));
  else {
    const move = depth > 1 && card === top ? `fly (${choice.stack.slice(0, depth)})` : `discard (${card})`;
    context.explainMove(move, t("ravens.why.too-deep"));
  }
}

/**
 * A place where nothing that is chosen can be played.
 * @param {TableContext} context
 * @param {TableState} state
 * @param {Selection} choice
 * @param {string} key
 */
export function explainPlace(context, state, choice, key) {
  const move = choice.isEmpty ? "" : attemptedMove(state, choice, key);
  const text = placeText(state, choice, key);
  if (move) context.explainMove(move, text);
  else context.explain(text);
}

/** The chosen cards, as moves write them. @param {Selection} choice */
function chosenCards(choice) {
  return choice.letters + (choice.top ? `(${choice.stack.slice(0, choice.top)})` : "");
}

/** The move that would play the chosen cards there; empty if it cannot be written. @param {TableState} state @param {Selection} choice @param {string} key */
function attemptedMove(state, choice, key) {
  const cards = chosenCards(choice);
  if (key === WAY) return `magic ${cards}`;
  if (key === STACK || key === DISCARD) return `${key} ${cards}`;
  if (key === PILE) return `${cards} add`;
  const space = spaceOf(key);
  const verb = choice.aiming || choice.possible.find((use) => use.aim.length)?.verb;
  if (space && verb) return `${cards} ${verb} ${attemptedAims(choice, verb, key, space[1])}`;
  if (landings(choice).length) return "";
  if (TERRAIN_CARDS.test(cards)) return `fly ${cards}`;
  if (/^\(?r\)?$/.test(cards) && !space) return `${cards} ${key === ravenKey(Number(state.you)) ? "forward" : "back"}`;
  return "";
}

/** A swap needs a second card: the one chosen first, or any that can be swapped. @param {Selection} choice @param {string} verb @param {string} key @param {number} at */
function attemptedAims(choice, verb, key, at) {
  if (verb === "stone") return key;
  if (verb !== "swap") return String(at);
  const other = choice.aims[0] ?? choice.possible.find((use) => use.verb === verb)?.aim[0];
  return [Number(other), at].sort((a, b) => a - b).join(" ");
}

/**
 * Where the chosen cards, or any if none is chosen, let the player's raven land: lane and index.
 * @param {Selection} choice
 */
function landings(choice) {
  const uses = (choice.isEmpty ? choice.uses : choice.possible).filter((use) => use.verb === "fly");
  return uses.flatMap((use) => (choice.destinations[use.move] ? [choice.destinations[use.move]] : []));
}

/**
 * Why a place cannot be chosen, judging by the legal moves.
 * @param {TableState} state
 * @param {Selection} choice
 * @param {string} key
 */
function placeText(state, choice, key) {
  const cards = cardsText(chosenCards(choice));
  const space = spaceOf(key);
  const raven = t(`raven.${RAVENS[Number(state.you)]}`);
  if (choice.aiming) return t("ravens.why.target");
  if (key === WAY && !cards) return t("ravens.why.no-magic", { shown: cardsText(state.view?.magic ?? "") });
  if (key === STACK && cards) return t("ravens.why.hand-only");
  if (!space) return cards ? t("ravens.why.cards", { cards }) : t("ravens.status.play");
  const open = landings(choice);
  if (!open.length) return cards ? t("ravens.why.cards", { cards }) : t("ravens.why.no-payment", { raven });
  const spaces = open.filter(([lane]) => lane === space[0]).map(([, at]) => at + 1);
  if (!spaces.length) return t("ravens.why.other-lane", { raven });
  return t("ravens.why.other-space", { raven, numbers: formatList([...new Set(spaces)].sort((a, b) => a - b).map(String)) });
}
