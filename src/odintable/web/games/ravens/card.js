/** Ravens' cards: pictures and names. */

import { picture } from "../../ui/dom.js";
import { formatList, t } from "../../app/i18n.js";

export const TERRAINS = "FMPSW";
const ODIN_CARDS = "arst";
export const RAVENS = ["huginn", "muninn"];

/** @param {string} letter */
export function cardName(letter) {
  return ODIN_CARDS.includes(letter) ? t(`odin-card.${letter}`) : t(`terrain.${letter}`);
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
