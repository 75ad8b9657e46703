/** The rules in our own words and pictures, a page a game, a place for every rule. */

import { h, poster } from "../ui/dom.js";
import { t } from "../app/i18n.js";
import { RULES, bodyOf, headOf } from "./section.js";

/** @typedef {import("../app/types.js").GameName} GameName */

/**
 * @param {import("../app/router.js").Place} place
 * @returns {import("../app/main.js").Room}
 */
export function openRules(place) {
  const game = place.name === "ravens" ? "ravens" : "odin";
  const other = game === "odin" ? "ravens" : "odin";
  const title = t("rules.of", { game: t(`game.${game}`) });
  const element = h("div", { class: "page rules" },
    h("h1", {}, title),
    h("p", { class: "rules-links" },
      h("a", { href: `/learn/${game}`, "data-go": true }, t("tutorial.learn")),
      h("a", { href: `/rules/${other}`, "data-go": true }, t("rules.of", { game: t(`game.${other}`) }))),
    poster(game),
    contents(game),
    ...RULES[game].map((rule) => h("section", { class: "rule", "aria-labelledby": rule },
      h("h2", { id: rule, tabindex: "-1" }, headOf(game, rule)), bodyOf(game, rule))));
  requestAnimationFrame(() => lookAt(location.hash.slice(1)));
  return { element, title };
}

/** @param {GameName} game */
function contents(game) {
  return h("nav", { class: "contents", "aria-label": t("rules.contents") }, h("ul", {}, RULES[game].map((rule) =>
    h("li", {}, h("a", { href: `#${rule}`, onclick: (/** @type {Event} */ event) => jump(event, rule) }, headOf(game, rule))))));
}

/** @param {Event} event @param {string} rule */
function jump(event, rule) {
  event.preventDefault();
  history.replaceState(null, "", `#${rule}`);
  lookAt(rule);
}

/** @param {string} rule its heading, as the address names it */
function lookAt(rule) {
  const heading = rule ? document.getElementById(rule) : null;
  heading?.scrollIntoView();
  heading?.focus({ preventScroll: true });
}
