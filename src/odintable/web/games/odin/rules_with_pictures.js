/** The sections of ODIN's rules, with pictures of real cards. */

import { portrait } from "../../lobby/bot_names_and_portraits.js";
import { h, picture } from "../../ui/dom.js";
import { cardName, cardPicture, valueOfSet } from "./card.js";
import { t } from "../../app/i18n.js";
import { pictureSign } from "../../rules/picture_sign.js";

/** @typedef {import("../../ui/dom.js").Child} Child */

/** @param {string[]} cards @param {string[]} [gone] cards to draw faded */
function row(cards, gone = []) {
  return h("span", { class: "row" }, cards.map((card) =>
    h("span", { class: gone.includes(card) ? "one gone" : "one", role: "img", "aria-label": cardName(card) }, cardPicture(card))));
}

/** A set and its value. @param {string[]} cards */
function valued(cards) {
  return h("span", { class: "valued" }, row(cards), h("strong", {}, valueOfSet(cards)));
}

/** @param {boolean} isAllowed */
function verdict(isAllowed) {
  return h("span", { class: isAllowed ? "verdict yes" : "verdict no" },
    h("span", { "aria-hidden": "true" }, isAllowed ? "✓" : "✗"), h("span", { class: "visually-hidden" }, t(isAllowed ? "rules.yes" : "rules.no")));
}

/** A player and what they do. @param {string} bot @param {string} text */
function seat(bot, text) {
  return h("span", { class: "sitting" }, portrait(bot), h("span", {}, text));
}

/** Cards face down. @param {number} count */
function backs(count) {
  return h("span", { class: "row close", "aria-hidden": "true" }, Array.from({ length: count }, () => picture("odin", "back-odin", "0 0 100 140", "one")));
}

/** @type {Record<string, () => Child[]>} the sections in reading order, with their pictures */
const PICTURES = {
  goal: () => [row(["B1", "G3", "P4", "Y6", "O7", "R9"])],
  leading: () => [h("span", { class: "valued" }, row(["O5"]), verdict(true)), h("span", { class: "valued" }, row(["Y2", "Y4", "Y6"]), verdict(true))],
  sets: () => [["R8", "R2"], ["O5", "G5"], ["B8", "Y2"]].map((cards, at) => h("span", { class: "valued" }, at < 2 ? valued(cards) : row(cards), verdict(at < 2))),
  beating: () => [
    h("span", { class: "valued" }, valued(["R8", "R2"]), pictureSign("›", t("rules.beats")), valued(["Y6", "Y4"])),
    h("span", { class: "valued" }, valued(["P1", "O1"]), pictureSign("›", t("rules.beats")), valued(["B9"]))],
  taking: () => [h("span", { class: "valued" }, row(["R5", "R3"], ["R3"]), pictureSign("→", t("odin.take-one")), row(["O5", "R5"]))],
  passing: () => [seat("ask", t("odin.pass")), seat("embla", t("odin.pass")), seat("snorri", t("odin.play-none"))],
  scoring: () => [1, 4].map((count) => h("span", { class: "valued" }, backs(count), h("strong", {}, t("points", { count })))),
  options: () => [valued(["R7", "R2", "X0"])],
};

/** @type {import("../../app/game_types.js").GameRules} */
export const rules = { sections: Object.keys(PICTURES), picture: (section) => PICTURES[section]() };
