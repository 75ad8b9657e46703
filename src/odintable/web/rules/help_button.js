/** A question mark beside what a rule is about; the rule opens over the table. */

import { fetched } from "../server/api.js";
import { attempt } from "../server/attempt.js";
import { h, set } from "../ui/dom.js";
import { t } from "../app/i18n.js";

export class Help {
  element = h("a", { class: "help", onclick: (/** @type {MouseEvent} */ event) => this.open(event) }, h("span", { "aria-hidden": "true" }, "?"));

  /** @param {import("../app/types.js").GameName} game @param {string} rule as the address names it */
  constructor(game, rule) {
    this.game = game;
    this.rule = rule;
    this.about(rule);
  }

  /** @param {string} rule the one that matters now */
  about(rule) {
    this.rule = rule;
    const name = t("help", { rule: t(`rules.${this.game}.${rule}.head`) });
    set(this.element, { href: `/rules/${this.game}#${rule}`, "aria-label": name, title: name });
  }

  /** @param {MouseEvent} event */
  async open(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    await attempt(async () => (await fetched(import("./rule_dialog.js"))).openRule(this.game, this.rule));
  }
}
