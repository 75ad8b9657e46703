/** A rule: a heading, a few sentences and a picture. */

import { h } from "../ui/dom.js";
import { t } from "../app/i18n.js";

/** @param {string} game @param {string} rule */
export function ruleHeading(game, rule) {
  return t(`rules.${game}.${rule}.head`);
}

/**
 * Text and picture of a rule.
 * @param {string} game
 * @param {import("../app/game_types.js").GameRules} rules
 * @param {string} rule
 */
export function ruleContent(game, rules, rule) {
  return [h("p", {}, t(`rules.${game}.${rule}.text`)), h("figure", { class: "rule-picture" }, rules.picture(rule))];
}
