/** The rules in our own words, a page a game. */

import { h, picture } from "./element.js";
import { has, t } from "./text.js";

const MOST = 12; // paragraphs a game

/**
 * @param {import("./route.js").Place} place
 * @returns {import("./main.js").Room}
 */
export function openRules(place) {
  const game = place.name === "ravens" ? "ravens" : "odin";
  const other = game === "odin" ? "ravens" : "odin";
  const parts = Array.from({ length: MOST }, (_, at) => `rules.${game}.${at + 1}`).filter((key) => has(`${key}.head`));
  const element = h("div", { class: "page prose" },
    h("h1", {}, t("rules.of", { game: t(`game.${game}`) })),
    h("p", { class: "lead" }, t(`game.${game}.about`)),
    picture(game, `poster-${game}`, "0 0 320 200", "poster"),
    ...parts.map((key) => h("section", {}, h("h2", {}, t(`${key}.head`)), h("p", {}, t(`${key}.text`)))),
    h("p", {}, h("a", { href: `/rules/${other}`, "data-go": true }, t("rules.of", { game: t(`game.${other}`) }))));
  return { element, title: t("rules.of", { game: t(`game.${game}`) }) };
}
