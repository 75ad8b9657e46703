/** The two turns that decided a game: those after which the winner's chance had grown most. */

import { pollReview } from "../replay/poll_review.js";
import { percent } from "../ui/percent.js";
import { Timeline } from "../replay/timeline.js";
import { h } from "../ui/dom.js";
import { sentence } from "../table/player_sentences.js";
import { t } from "../app/i18n.js";

/** @typedef {import("../app/message_types.js").ReviewResponse} ReviewResponse */
/** @typedef {{from: number, to: number}} Turn  the positions before and after it */

const MAX_TURNS = 2;
const MIN_GAIN = 0.05; // share of the win: smaller changes decide nothing

/**
 * Show these turns in a section of the ending dialog as soon as the server has analysed the game. The
 * section stays hidden if there is no analysis or no such turn.
 * @param {import("../table/table_page.js").Table} table
 * @param {HTMLElement} section
 * @param {() => boolean} isWanted
 */
export async function showDecisiveTurns(table, section, isWanted) {
  const winner = table.state?.result?.winners[0];
  if (winner === undefined) return;
  const source = { collection: /** @type {const} */ ("tables"), name: table.name, token: table.socket?.token };
  // Alone against bots, the review is that of the replay page; otherwise all share one with open cards.
  const isAlone = table.state?.seats.filter((one) => one.kind === "person").length === 1 && table.state.you !== "spectator";
  const timeline = await Timeline.load(source, isAlone ? "" : "open").catch(() => null);
  if (!timeline?.response.has_win_probabilities || timeline.moves.length === 0) return;
  const progress = h("p", { class: "soft", role: "status" });
  const list = h("ol", {});
  section.replaceChildren(h("h3", {}, t("ending.moments")), progress, list);
  await pollReview(source, timeline.response.viewer, isWanted, (review) => {
    const isComplete = review.points.length >= review.total;
    section.hidden = false;
    progress.textContent = isComplete ? "" : t("replay.analysing", { done: review.points.length, total: review.total });
    if (!isComplete) return true;
    const turns = decisiveTurns(turnsOf(timeline.moves), review, winner);
    section.hidden = !turns.length;
    list.replaceChildren(...turns.map((turn) => turnItem(table, timeline, review, turn, winner)));
    return false;
  }).catch(() => { section.hidden = true; });
}

/**
 * The moves that a player made one after the other.
 * @param {import("../app/message_types.js").TableEvent[]} moves
 * @returns {Turn[]}
 */
function turnsOf(moves) {
  /** @type {Turn[]} */
  const turns = [];
  for (const [at, { seat }] of moves.entries()) {
    const last = turns.at(-1);
    if (last && moves[at - 1].seat === seat && !moves[at - 1].leg_end) last.to = at + 1;
    else turns.push({ from: at, to: at + 1 });
  }
  return turns;
}

/**
 * The turns in which the winner's chance grew most, in the order of the game.
 * @param {Turn[]} turns
 * @param {ReviewResponse} review
 * @param {number} winner
 */
function decisiveTurns(turns, { points }, winner) {
  const gain = (/** @type {Turn} */ { from, to }) => points[to].win_probabilities[winner] - points[from].win_probabilities[winner];
  return turns.filter((one) => gain(one) >= MIN_GAIN)
    .sort((a, b) => gain(b) - gain(a)).slice(0, MAX_TURNS).sort((a, b) => a.from - b.from);
}

/**
 * @param {import("../table/table_page.js").Table} table
 * @param {Timeline} timeline
 * @param {ReviewResponse} review
 * @param {Turn} turn
 * @param {number} winner
 */
function turnItem(table, timeline, review, { from, to }, winner) {
  const { people, game } = table;
  // Of two players, what one gains the other loses. Of more, the reader's own chance may hardly have changed.
  const seat = typeof people.you === "number" && timeline.response.seats.length === 2 ? people.you : winner;
  const chance = (/** @type {number} */ at) => percent(review.points[at].win_probabilities[seat]);
  const words = timeline.moves.slice(from, to).map((_, at) => game?.describeMove(timeline.moves, from + at, people) ?? "").join(" ");
  return h("li", {}, h("strong", {}, t("ending.moment", { number: from + 1, words })), " ",
    sentence("ending.moment.chance", seat, people, { before: chance(from), after: chance(to) }));
}
