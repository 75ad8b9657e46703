/** Ravens' cards: pictures and names. */

import { picture } from "../../ui/dom.js";
import { formatList, hasText, t } from "../../app/i18n.js";

export const TERRAINS = "FMPSW";
const ODIN_CARDS = "arst";
export const RAVENS = ["huginn", "muninn"];

/** The number of cards. @param {string | number} cards the cards, or their number if they are hidden */
export function cardCount(cards) {
  return typeof cards === "number" ? cards : cards.length;
}

/** @param {string} letter */
export function cardName(letter) {
  return ODIN_CARDS.includes(letter) ? t(`odin-card.${letter}`) : t(`terrain.${letter}`);
}

/** Several of one landscape, in words: two forests. @param {string} letter @param {number} count */
export function landsText(letter, count) {
  return t(`lands.${letter}`, { count, number: hasText(`number.${count}`) ? t(`number.${count}`) : count });
}

/**
 * Why a flight costs more than one matching card: jokers, or the stone; empty if it does not.
 * @param {string} terrain
 * @param {string} jokers the terrain of each joker
 * @param {string} stone the text about a flight that is paid twice; empty: it is paid once
 */
export function paymentText(terrain, jokers, stone) {
  const words = [...new Set(jokers)].map((joker) => t("ravens.joker", { cards: landsText(joker, 2), land: landsText(terrain, 1) }));
  return [...words, stone].filter(Boolean).join(" ");
}

/** @param {string} letter */
export function cardPicture(letter) {
  return picture("ravens", `${TERRAINS.includes(letter) ? "flight" : "odin"}-${letter}`, "0 0 100 140", "face");
}

/** @param {string} letter */
export function tilePicture(letter) {
  return picture("ravens", `tile-${letter}`, "0 0 100 100", "tile");
}

/**
 * Cards in notation, in words; those in brackets come from the stack.
 * @param {string} notation
 */
export function cardsText(notation) {
  const [, hand = "", stack = ""] = /^([^(]*)(?:\((.*)\))?$/.exec(notation) ?? [];
  const fromHand = counted(hand);
  const fromStack = counted(stack).map((card) => t("ravens.from-stack", { card }));
  return formatList([...fromHand, ...fromStack]);
}

/** Each kind of card with its number. @param {string} letters */
function counted(letters) {
  return [...new Set(letters)].map((letter) => {
    const count = letters.split(letter).length - 1;
    return letter === "?" ? t("ravens.a-card") : t("ravens.several-cards", { count, card: cardName(letter) });
  });
}
