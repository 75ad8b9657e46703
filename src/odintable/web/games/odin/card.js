/** ODIN's cards: pictures, names, sorting, and the value of a set. */

import { button, picture, setAttributes, svgElement } from "../../ui/dom.js";
import { t } from "../../app/i18n.js";

const CORNER = "0 0 44 70"; // of the picture of a card

/** The name of a card: red 8, hirdman. @param {string} card */
export function cardName(card) {
  if (card === "X0") return t("odin.goat");
  return t("odin.card", { colour: t(`colour.${card[0]}`), number: card[1], figure: t(`figure.${card[1]}`) });
}

/** The short name of a card: red 8. @param {string} card */
export function shortName(card) {
  return card === "X0" ? t("odin.goat") : t("odin.short", { colour: t(`colour.${card[0]}`), number: card[1] });
}

/** @param {string} card */
export function cardPicture(card) {
  const svg = picture("odin", `face-${card[1]}`, "0 0 100 140", "face");
  const face = svg.firstElementChild?.getAttribute("href") ?? "";
  svg.append(svgElement("use", { href: face.replace(/#.*/, `#mark-${card[0]}`) }));
  setAttributes(svg, { "data-colour": card[0] });
  return svg;
}

/** The upper left corner of a card: its number and the badge of its colour. @param {string} card @param {boolean} [isLatest] whether to frame it */
export function cardCorner(card, isLatest = false) {
  const svg = cardPicture(card);
  setAttributes(svg, { viewBox: CORNER, class: isLatest ? "corner latest" : "corner" });
  for (const use of svg.children) setAttributes(use, { width: 100, height: 140 }); // as large as the card
  return svg;
}

/**
 * A card that can be pressed.
 * @param {string} card
 * @param {(card: string) => void} press
 * @param {...Element} marks shown on it
 */
export function cardButton(card, press, ...marks) {
  return button({ class: "card", "data-card": card, "data-drag": card, "aria-label": cardName(card), onclick: () => press(card) }, cardPicture(card), ...marks);
}

/** The value of a set: its digits in descending order. @param {string[]} cards */
export function valueOfSet(cards) {
  return cards.map((card) => card[1]).sort().reverse().join("");
}

const COLOURS = "RYOGBPX"; // in the order in which a hand is sorted

/**
 * @param {string[]} cards
 * @param {string} order colour or number
 */
export function sortCards(cards, order) {
  const colour = (/** @type {string} */ card) => COLOURS.indexOf(card[0]);
  const number = (/** @type {string} */ card) => Number(card[1]);
  const compare = order === "colour"
    ? (/** @type {string} */ a, /** @type {string} */ b) => colour(a) - colour(b) || number(a) - number(b)
    : (/** @type {string} */ a, /** @type {string} */ b) => number(a) - number(b) || colour(a) - colour(b);
  return [...cards].sort(compare);
}
