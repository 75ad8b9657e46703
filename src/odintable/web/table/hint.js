/** "Show me a good move": what a bot would play in one's place, and how it values it. */

import * as api from "../server/api.js";
import { note, openDialog } from "../ui/dialog.js";
import { button, h } from "../ui/dom.js";
import { errorText } from "../server/error_text.js";
import { alarm } from "../ui/live_region.js";
import { t } from "../app/i18n.js";

/** @typedef {{move: string, value: number, visits: number}} Candidate */

const SHOWN = 3;
const WELL_KNOWN = 100; // a move looked at so many times less than the best is not told

/** @param {import("./table.js").Table} table */
export async function showHint(table) {
  const { state, game } = table;
  if (!state?.moves.length || !game) {
    table.explain(t("hint.not-now"));
    return;
  }
  alarm(t("hint.thinking"));
  const asked = api.hint(table.name, table.socket?.token);
  note(t("hint.thinking"), asked);
  let told;
  try {
    told = await asked;
  } catch (error) {
    if (!(error instanceof api.ApiError)) throw error;
    table.explain(errorText(error));
    return;
  }
  if (told.n !== table.state?.n) return;
  const seat = Number(state.you);
  const words = (/** @type {string} */ move) => {
    const moves = [...table.moves.moves, { n: 0, kind: "move", seat, move }];
    return game.tell(moves, moves.length - 1, table.people);
  };
  const known = told.candidates.filter((/** @type {Candidate} */ one) => one.visits * WELL_KNOWN >= told.candidates[0].visits);
  const made = openDialog(t("hint"), [
    h("p", { class: "lead" }, words(told.move)),
    h("p", {}, t("hint.value", { percent: hundredths(told.value) }), " ", reason(told, known[1])),
    h("table", { class: "scores" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("hint.move")), h("th", { scope: "col" }, t("hint.share")))),
      h("tbody", {}, known.slice(0, SHOWN).map((/** @type {Candidate} */ one) =>
        h("tr", {}, h("th", { scope: "row" }, words(one.move)), h("td", {}, `${hundredths(one.value)}\u00a0%`))))),
    h("div", { class: "buttons" },
      button({ class: "main", autofocus: true, onclick: () => { made.close(); table.play(told.move); } }, t("hint.play")),
      button({ onclick: () => made.close() }, t("close"))),
  ], { name: "hint" });
}

/** @param {number} share */
const hundredths = (share) => Math.round(share * 100);

/**
 * Why this move, in numbers: how much more it is worth than the next.
 * @param {{value: number, candidates: Candidate[]}} told
 * @param {Candidate} [next]
 */
function reason(told, next) {
  if (told.candidates.length < 2) return t("hint.only");
  if (!next) return t("hint.clear");
  const gain = hundredths(told.value) - hundredths(next.value);
  return gain > 0 ? t("hint.gain", { percent: gain }) : t("hint.alike");
}
