/** Odin’s Ravens, as the table wants a game. */

import { Board } from "./board.js";

/** @type {import("../game.js").GameModule} */
export const game = {
  open: (desk) => new Board(desk),
  tell: () => "",
  told: () => "",
  ends: (one) => one.event === "race-over",
  scores: () => document.createElement("div"),
};
