/** The two moves that decided a game: those after which the winner's chance had grown most. */

import { pollReview } from "../replay/review_polling.js";
import { percent } from "../replay/win_probability_graph.js";
import { Timeline } from "../replay/game_timeline.js";
import { h } from "../ui/dom.js";
import { sentence } from "../table/seat.js";
import { t } from "../app/i18n.js";

/** @typedef {import("../app/message_types.js").ReviewResponse} ReviewResponse */

const MAX_MOMENTS = 2;
const MIN_GAIN = 0.05; // share of the win: smaller changes decide nothing

/**
 * Show the moments in a section of the ending dialog as soon as the server has analysed the game. The
 * section stays hidden if there is no analysis or no such moment.
 * @param {import("../table/table_page.js").Table} table
 * @param {HTMLElement} section
 * @param {() => boolean} isWanted
 */
export async function showDecisiveMoments(table, section, isWanted) {
  const winner = table.state?.result?.winners[0];
  if (winner === undefined) return;
  const source = { collection: /** @type {const} */ ("tables"), name: table.name, token: table.socket?.token };
  const timeline = await Timeline.load(source).catch(() => null);
  if (!timeline?.response.has_win_probabilities || timeline.moves.length === 0) return;
  const progress = h("p", { class: "soft", role: "status" });
  const list = h("ol", {});
  section.replaceChildren(h("h3", {}, t("ending.moments")), progress, list);
  await pollReview(source, timeline.response.viewer, isWanted, (review) => {
    const isComplete = review.points.length >= review.total;
    section.hidden = false;
    progress.textContent = isComplete ? "" : t("replay.analysing", { done: review.points.length, total: review.total });
    if (!isComplete) return true;
    const moments = decisiveMoments(review, winner);
    section.hidden = !moments.length;
    list.replaceChildren(...moments.map((at) => moment(table, timeline, review, at, winner)));
    return false;
  }).catch(() => { section.hidden = true; });
}

/**
 * The positions after which the winner's chance had grown most, in the order of the game.
 * @param {ReviewResponse} review
 * @param {number} winner
 */
function decisiveMoments({ points }, winner) {
  const gain = (/** @type {number} */ at) => points[at].win_probabilities[winner] - points[at - 1].win_probabilities[winner];
  return points.map((_, at) => at).slice(1).filter((at) => gain(at) >= MIN_GAIN)
    .sort((a, b) => gain(b) - gain(a)).slice(0, MAX_MOMENTS).sort((a, b) => a - b);
}

/**
 * @param {import("../table/table_page.js").Table} table
 * @param {Timeline} timeline
 * @param {ReviewResponse} review
 * @param {number} at
 * @param {number} winner
 */
function moment(table, timeline, review, at, winner) {
  const { people, game } = table;
  const seat = typeof people.you === "number" ? people.you : winner;
  const chance = (/** @type {number} */ place) => percent(review.points[place].win_probabilities[seat]);
  const words = game?.describeMove(timeline.moves, at - 1, people) ?? "";
  return h("li", {}, h("strong", {}, t("ending.moment", { number: at, words })), " ",
    sentence("ending.moment.chance", seat, people, { before: chance(at - 1), after: chance(at) }));
}
