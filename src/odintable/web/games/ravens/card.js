/** Ravens' cards: how they look and what they are called. */

import { picture } from "../../ui/dom.js";
import { formatList, t } from "../../app/i18n.js";

export const TERRAINS = "FMPSW";
export const RAVENS = ["huginn", "muninn"];

/** @param {string} letter */
export function cardName(letter) {
  return TERRAINS.includes(letter) ? t(`terrain.${letter}`) : t(`odin-card.${letter}`);
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
 * Cards as a move writes them, in words; those in brackets come from the stack.
 * @param {string} written
 */
export function cardsText(written) {
  const [, hand = "", stack = ""] = /^([^(]*)(?:\((.*)\))?$/.exec(written) ?? [];
  const words = counted(hand);
  const below = counted(stack).map((card) => t("ravens.from-stack", { card }));
  return formatList([...words, ...below]);
}

/** @param {string} letters each card once, and how often */
function counted(letters) {
  return [...new Set(letters)].map((letter) => {
    const count = letters.split(letter).length - 1;
    return letter === "?" ? t("ravens.a-card") : t("ravens.times", { count, card: cardName(letter) });
  });
}
