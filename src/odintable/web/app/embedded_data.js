/** What the server writes into the HTML: the content of pages.json, the games' constants and the opponents. */

/** @type {{pages: Record<string, {module: string}>, games: string[], constants: Record<string, Record<string, number>>, opponents: string[]}} */
const { pages, games, constants, opponents } = JSON.parse(document.getElementById("pages")?.textContent ?? "");

/** The pages by the first part of their address, each with its module. */
export const PAGES = pages;

/** The names of the games, in the order in which they are offered. */
export const GAMES = games;

/** Numbers of the rules that boards show, by game. */
export const CONSTANTS = constants;

/** The names of the bots offered as opponents, from the weakest to the strongest. */
export const OPPONENTS = opponents;
