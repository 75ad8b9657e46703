/** One rule in a window over the table, where it is needed. */

import { openDialog } from "../ui/dialog.js";
import { h } from "../ui/dom.js";
import { t } from "../app/i18n.js";
import { bodyOf, headOf } from "./section.js";

/** @param {import("../app/types.js").GameName} game @param {string} rule */
export function openRule(game, rule) {
  openDialog(headOf(game, rule), [
    h("div", { class: "rule" }, bodyOf(game, rule)),
    h("p", {}, h("a", { href: `/rules/${game}#${rule}`, target: "_blank", rel: "noopener" }, t("rules.all", { game: t(`game.${game}`) }))),
  ], { name: "rule-window" });
}
