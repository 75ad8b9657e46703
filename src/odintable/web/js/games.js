/** The games there are; each is loaded when it is first played. */

/** @type {Record<string, () => Promise<{game: import("./game.js").GameModule}>>} */
export const GAMES = { odin: () => import("./odin/game.js"), ravens: () => import("./ravens/game.js") };
