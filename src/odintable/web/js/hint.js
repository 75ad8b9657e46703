/** "Show me a good move": what a bot would play in one's place, and how it values it. */

import * as api from "./api.js";
import { windowOf } from "./dialog.js";
import { button, h } from "./element.js";
import { refusalWords } from "./refusal.js";
import { alarm } from "./spoken.js";
import { t } from "./text.js";

const SHOWN = 3;

/** @param {import("./table.js").Table} table */
export async function showHint(table) {
  const { standing, game } = table;
  if (!standing?.moves.length || !game) {
    table.explain(t("hint.not-now"));
    return;
  }
  alarm(t("hint.thinking"));
  let told;
  try {
    told = await api.hint(table.name, table.wire?.token);
  } catch (error) {
    if (!(error instanceof api.Refusal)) throw error;
    table.explain(refusalWords(error));
    return;
  }
  if (told.n !== table.standing?.n) return;
  const seat = Number(standing.you);
  const words = (/** @type {string} */ move) => {
    const moves = [...table.moves.moves, { n: 0, kind: "move", seat, move }];
    return game.tell(moves, moves.length - 1, table.people);
  };
  const made = windowOf(t("hint"), [
    h("p", { class: "lead" }, words(told.move)),
    h("p", {}, t("hint.value", { percent: Math.round(told.value * 100) })),
    h("table", { class: "scores" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("hint.move")), h("th", { scope: "col" }, t("hint.share")))),
      h("tbody", {}, told.candidates.slice(0, SHOWN).map((/** @type {{move: string, value: number}} */ one) =>
        h("tr", {}, h("th", { scope: "row" }, words(one.move)), h("td", {}, `${Math.round(one.value * 100)} %`))))),
    h("div", { class: "buttons" },
      button({ class: "main", onclick: () => { made.close(); table.play(told.move); } }, t("hint.play")),
      button({ onclick: () => made.close() }, t("close"))),
  ], { name: "hint" });
}
