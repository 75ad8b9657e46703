/** Loads the review of a game repeatedly, as the server computes it. */

import * as api from "../server/api.js";

const POLL_INTERVAL = 700; // milliseconds

/**
 * @param {import("./timeline.js").Source} source
 * @param {string} viewer
 * @param {() => boolean} isWanted whether the page still shows the review
 * @param {(review: import("../app/message_types.js").ReviewResponse) => boolean} show shows the review so far;
 *   returns whether to go on
 * @param {{onOffline: () => void, element: Element}} [offline] retry while the server cannot be reached; left
 *   out: give up
 */
export async function pollReview(source, viewer, isWanted, show, offline) {
  while (isWanted()) {
    const request = () => api.winProbabilities(source, viewer);
    const review = await (offline ? api.retryWhileOffline(request, offline.onOffline, offline.element) : request());
    if (!isWanted() || !show(review) || review.is_done) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL));
  }
}
