/** The review of a game: loads the win chances as the server computes them, and lists the turning points. */

import { ApiError } from "../server/api.js";
import { button, h } from "../ui/dom.js";
import { pollReview } from "./poll_review.js";
import { percent, percentNumber } from "../ui/percent.js";
import { errorText } from "../server/error_text.js";
import { t } from "../app/i18n.js";

/** @typedef {import("../app/message_types.js").TurningPoint} TurningPoint */

export class Review {
  #isClosed = false;

  /** @param {import("./replay_page.js").Replay} replay */
  constructor(replay) {
    this.replay = replay;
    this.list = h("ol", { class: "turnings" });
    this.status = h("p", { class: "soft", role: "status" });
    this.element = h("section", { class: "review", "aria-labelledby": "turnings" },
      h("h2", { id: "turnings" }, t("replay.turning")), this.status, this.list);
  }

  /** Start over for another game or viewer. */
  start() {
    this.list.replaceChildren();
    const isAvailable = Boolean(this.replay.timeline?.response.has_win_probabilities);
    this.element.hidden = !isAvailable;
    this.element.setAttribute("aria-busy", "true");
    if (isAvailable) this.poll();
  }

  /** Load the review so far, repeatedly until it is done. */
  async poll() {
    const { timeline, source } = this.replay;
    if (!timeline || this.#isClosed) return;
    const isWanted = () => !this.#isClosed && timeline === this.replay.timeline;
    try {
      await pollReview(source, timeline.response.viewer, isWanted, (review) => {
        this.replay.showWinProbabilities(review.points, review.turning_points, review.total);
        this.show(review);
        return true;
      }, { onOffline: () => this.showWaiting(), element: this.element });
    } catch (error) {
      this.status.textContent = error instanceof ApiError ? errorText(error) : "";
    }
  }

  /** Say that the server cannot be reached. */
  showWaiting() {
    if (this.status.textContent !== t("replay.waiting-for-network")) this.status.textContent = t("replay.waiting-for-network");
  }

  close() {
    this.#isClosed = true;
  }

  /** @param {import("../app/message_types.js").ReviewResponse} review */
  show(review) {
    this.element.setAttribute("aria-busy", String(!review.is_done));
    const isRefining = review.points.length >= review.total;
    const text = !review.is_done ? (isRefining ? t("replay.analysing-again") : t("replay.analysing", { done: review.points.length, total: review.total }))
      : review.turning_points.length ? t("replay.turning.about") : t("replay.turning.none", { least: percentNumber(review.min_loss) });
    if (this.status.textContent !== text) this.status.textContent = text;
    this.list.replaceChildren(...review.turning_points.map((one) => this.turningPoint(one)));
  }

  /** @param {TurningPoint} one */
  turningPoint(one) {
    const { replay } = this;
    const loss = percentNumber(one.better_value) - percentNumber(one.value);
    return h("li", {},
      h("h3", {}, t("replay.turning.head", { number: one.at, loss })),
      h("p", {}, t("replay.turning.played", { words: replay.describeAlternative(one.at, one.seat, one.move), percent: percent(one.value) })),
      h("p", { class: "better" }, t("replay.turning.better", { words: replay.describeAlternative(one.at, one.seat, one.better), percent: percent(one.better_value) })),
      button({ onclick: () => replay.go(one.at - 1) }, t("replay.turning.go", { number: one.at })));
  }
}
