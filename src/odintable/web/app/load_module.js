/** Loads the modules of pages and games, which the first page does not need yet. */

import { PAGES } from "./embedded_data.js";

const NOT_FOUND = "not-found";

/** @param {string} page @returns {Promise<{openPage: import("./main.js").OpenPage}>} */
export function loadPage(page) {
  const { module } = PAGES[Object.hasOwn(PAGES, page) ? page : NOT_FOUND];
  return import(`../${module}`);
}

/** @param {string} game @returns {Promise<{game: import("./game_types.js").GameModule}>} */
export const loadGame = (game) => import(`../games/${game}/game.js`);

/** @param {string} game @returns {Promise<{rules: import("./game_types.js").GameRules}>} */
export const loadRules = (game) => import(`../games/${game}/rules_with_pictures.js`);

/** @param {string} game @returns {Promise<{tutorial: import("./game_types.js").GameTutorial}>} */
export const loadTutorial = (game) => import(`../games/${game}/tutorial_targets.js`);
