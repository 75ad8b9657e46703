/** A dialog over the table that shows one rule. */

import { openDialog } from "../ui/dialogs_and_notes.js";
import { h } from "../ui/dom.js";
import { t } from "../app/i18n.js";
import { loadRules } from "../app/load_module.js";
import { ruleContent, ruleHeading } from "./rule_content.js";

/** @param {string} game @param {string} rule */
export async function openRuleDialog(game, rule) {
  const { rules } = await loadRules(game);
  openDialog(ruleHeading(game, rule), [
    h("div", { class: "rule" }, ruleContent(game, rules, rule)),
    h("p", {}, h("a", { href: `/rules/${game}#${rule}`, target: "_blank", rel: "noopener" }, t("rules.all", { game: t(`game.${game}`) }))),
  ], { name: "rule-window" });
}
