/** A question mark that opens the rule for the element beside it. */

import { asApiError } from "../server/api.js";
import { tryRequest } from "../server/try_request.js";
import { h, setAttributes } from "../ui/dom.js";
import { t } from "../app/i18n.js";
import { ruleHeading } from "./rule_content.js";

export class HelpButton {
  element = h("a", { class: "help", onclick: (/** @type {MouseEvent} */ event) => this.open(event) }, h("span", { "aria-hidden": "true" }, "?"));

  /** @param {string} game @param {string} rule one of the game's rule sections */
  constructor(game, rule) {
    this.game = game;
    this.rule = rule;
    this.show(rule);
  }

  /** @param {string} rule the one that matters now */
  show(rule) {
    this.rule = rule;
    const name = t("help", { rule: ruleHeading(this.game, rule) });
    setAttributes(this.element, { href: `/rules/${this.game}#${rule}`, "aria-label": name, title: name });
  }

  /** @param {MouseEvent} event */
  async open(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const load = async () => (await import("./rule_dialog.js")).openRuleDialog(this.game, this.rule);
    await tryRequest(() => asApiError(load()));
  }
}
