/** The games there are; each is loaded when it is first played. */

/** @type {Record<string, () => Promise<{game: import("./game_interface.js").GameModule}>>} */
export const GAMES = { odin: () => import("../games/odin/game.js"), ravens: () => import("../games/ravens/game.js") };
