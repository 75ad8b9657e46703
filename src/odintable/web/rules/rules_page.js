/** The rules of a game in our own words and pictures; each rule has an address: /rules/GAME#RULE. */

import { asApiError } from "../server/api.js";
import { h, poster } from "../ui/dom.js";
import { t } from "../app/i18n.js";
import { GAMES } from "../app/embedded_data.js";
import { loadRules } from "../app/load_module.js";
import { gameOf } from "../app/router.js";
import { ruleContent, ruleHeading } from "./rule_content.js";

/**
 * @param {import("../app/router.js").Route} route
 * @returns {Promise<import("../app/main.js").Page>}
 */
export async function openPage(route) {
  const game = gameOf(route);
  const { rules } = await asApiError(loadRules(game));
  const title = t("rules.of", { game: t(`game.${game}`) });
  const others = GAMES.filter((other) => other !== game);
  const element = h("div", { class: "page rules" },
    h("h1", {}, title),
    h("p", { class: "rules-links" },
      h("a", { href: `/learn/${game}`, "data-go": true }, t("tutorial.learn")),
      others.map((other) => h("a", { href: `/rules/${other}`, "data-go": true }, t("rules.of", { game: t(`game.${other}`) })))),
    poster(game),
    contents(game, rules.sections),
    ...rules.sections.map((rule) => h("section", { class: "rule", "aria-labelledby": rule },
      h("h2", { id: rule, tabindex: "-1" }, ruleHeading(game, rule)), ruleContent(game, rules, rule))));
  requestAnimationFrame(() => scrollToRule(location.hash.slice(1)));
  return { element, title };
}

/** @param {string} game @param {string[]} sections */
function contents(game, sections) {
  return h("nav", { class: "contents", "aria-label": t("rules.contents") }, h("ul", {}, sections.map((rule) =>
    h("li", {}, h("a", { href: `#${rule}`, onclick: (/** @type {Event} */ event) => jump(event, rule) }, ruleHeading(game, rule))))));
}

/** @param {Event} event @param {string} rule */
function jump(event, rule) {
  event.preventDefault();
  history.replaceState(null, "", `#${rule}`);
  scrollToRule(rule);
}

/** Scroll to the heading of a rule. @param {string} rule */
function scrollToRule(rule) {
  const heading = rule ? document.getElementById(rule) : null;
  heading?.scrollIntoView();
  heading?.focus({ preventScroll: true });
}
