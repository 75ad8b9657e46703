/** A rule: a heading, a picture and a few sentences. */

import { h } from "../ui/dom.js";
import { t } from "../app/i18n.js";
import { odinPicture } from "../games/odin/rules_pictures.js";
import { ravensPicture } from "../games/ravens/rules_pictures.js";

/** @typedef {import("../app/types.js").GameName} GameName */

/** @type {Record<GameName, string[]>} the rules of each game, in the order one needs them */
export const RULES = {
  odin: ["goal", "leading", "sets", "beating", "taking", "passing", "scoring", "options"],
  ravens: ["goal", "turn", "flying", "joker", "stack", "odin-cards", "stone", "magic", "lengthening", "scoring"],
};
const PICTURES = { odin: odinPicture, ravens: ravensPicture };

/** @param {GameName} game @param {string} rule its name in words */
export function headOf(game, rule) {
  return t(`rules.${game}.${rule}.head`);
}

/** @param {GameName} game @param {string} rule what there is to see and to read, without the heading */
export function bodyOf(game, rule) {
  return [h("p", {}, t(`rules.${game}.${rule}.text`)), h("figure", { class: "rule-picture" }, PICTURES[game](rule))];
}
