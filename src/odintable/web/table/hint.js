/** The hint dialog: the move a bot would play, and the win chances of its best moves. */

import * as api from "../server/api.js";
import { openDialog, showNote } from "../ui/dialogs_and_notes.js";
import { button, h } from "../ui/dom.js";
import { errorText } from "../server/error_text.js";
import { announceNow } from "../ui/live_region.js";
import { t } from "../app/i18n.js";

/** @typedef {{move: string, value: number, visits: number}} Candidate */

const MAX_SHOWN = 3;
const MAX_VISIT_RATIO = 100; // the best move may have this many times the visits of a move shown

/** @param {import("./table_page.js").Table} table */
export async function showHint(table) {
  const { state, game } = table;
  if (!state?.moves.length || !game) {
    table.explain(t("hint.not-now"));
    return;
  }
  announceNow(t("hint.thinking"));
  const request = api.hint(table.name, table.socket?.token);
  showNote(t("hint.thinking"), request);
  let hint;
  try {
    hint = await request;
  } catch (error) {
    if (!(error instanceof api.ApiError)) throw error;
    table.explain(errorText(error));
    return;
  }
  if (hint.n !== table.state?.n) return;
  const seat = Number(state.you);
  const describe = (/** @type {string} */ move) => {
    const moves = [...table.moves.moves, { n: 0, kind: "move", seat, move }];
    return game.describeMove(moves, moves.length - 1, table.people);
  };
  const known = hint.candidates.filter((/** @type {Candidate} */ one) => one.visits * MAX_VISIT_RATIO >= hint.candidates[0].visits);
  const dialog = openDialog(t("hint"), [
    h("p", { class: "lead" }, describe(hint.move)),
    h("p", {}, t("hint.value", { percent: percentOf(hint.value) }), " ", reason(hint, known[1])),
    h("table", { class: "scores" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("hint.move")), h("th", { scope: "col" }, t("hint.win-chance")))),
      h("tbody", {}, known.slice(0, MAX_SHOWN).map((/** @type {Candidate} */ one) =>
        h("tr", {}, h("th", { scope: "row" }, describe(one.move)), h("td", {}, `${percentOf(one.value)}\u00a0%`))))),
    h("div", { class: "buttons" },
      button({ class: "main", autofocus: true, onclick: () => { dialog.close(); table.play(hint.move); } }, t("hint.play")),
      button({ onclick: () => dialog.close() }, t("close"))),
  ], { name: "hint" });
}

/** @param {number} share */
const percentOf = (share) => Math.round(share * 100);

/**
 * How much better the move is than the next best.
 * @param {{value: number, candidates: Candidate[]}} hint
 * @param {Candidate} [next]
 */
function reason(hint, next) {
  if (hint.candidates.length < 2) return t("hint.only");
  if (!next) return t("hint.best-by-far");
  const gain = percentOf(hint.value) - percentOf(next.value);
  return gain > 0 ? t("hint.gain", { percent: gain }) : t("hint.equally-good");
}
