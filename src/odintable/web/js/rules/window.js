/** One rule in a window over the table, where it is needed. */

import { windowOf } from "../dialog.js";
import { h } from "../element.js";
import { t } from "../text.js";
import { bodyOf, headOf } from "./section.js";

/** @param {import("../types.js").GameName} game @param {string} rule */
export function openRule(game, rule) {
  windowOf(headOf(game, rule), [
    h("div", { class: "rule" }, bodyOf(game, rule)),
    h("p", {}, h("a", { href: `/rules/${game}#${rule}`, target: "_blank", rel: "noopener" }, t("rules.all", { game: t(`game.${game}`) }))),
  ], { name: "rule-window" });
}
