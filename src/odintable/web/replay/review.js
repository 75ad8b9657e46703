/** What the moves were worth: chances as they come from the server, and the turning points in words. */

import * as api from "../server/api.js";
import { button, h } from "../ui/dom.js";
import { percent } from "./win_chance_graph.js";
import { errorText } from "../server/error_text.js";
import { t } from "../app/i18n.js";

/** @typedef {import("../app/types.js").TurningPoint} TurningPoint */

const EVERY = 700; // milliseconds between two questions
const LEAST = 5; // per cent of the win, as the server has it

export class Review {
  #timer = 0;
  #isClosed = false;

  /** @param {import("./replay.js").Replay} replay */
  constructor(replay) {
    this.replay = replay;
    this.list = h("ol", { class: "turnings" });
    this.status = h("p", { class: "soft", role: "status" });
    this.element = h("section", { class: "review", "aria-labelledby": "turnings" },
      h("h2", { id: "turnings" }, t("replay.turning")), this.status, this.list);
  }

  /** Another game, or another place to look from. */
  start() {
    clearTimeout(this.#timer);
    this.list.replaceChildren();
    const isWeighed = Boolean(this.replay.timeline?.told.has_win_probabilities);
    this.element.hidden = !isWeighed;
    this.element.setAttribute("aria-busy", "true");
    if (isWeighed) this.ask();
  }

  /** Ask until all is known. */
  async ask() {
    const { timeline, source } = this.replay;
    if (!timeline || this.#isClosed) return;
    let told;
    try {
      told = await api.retryWhileOffline(() => api.chances(source, timeline.told.viewer), () => this.wait(), this.element);
    } catch (error) {
      this.status.textContent = error instanceof api.ApiError ? errorText(error) : "";
      return;
    }
    if (this.#isClosed || timeline !== this.replay.timeline) return;
    this.replay.weighed(told.points, told.turning_points, told.total);
    this.show(told);
    if (!told.is_done) this.#timer = setTimeout(() => this.ask(), EVERY);
  }

  /** Nobody answers; it is asked again. */
  wait() {
    if (this.status.textContent !== t("replay.waiting")) this.status.textContent = t("replay.waiting");
  }

  close() {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** @param {import("../app/types.js").ReviewResponse} told */
  show(told) {
    this.element.setAttribute("aria-busy", String(!told.is_done));
    const isClose = told.points.length >= told.total;
    const words = !told.is_done ? (isClose ? t("replay.closer") : t("replay.weighing", { done: told.points.length, total: told.total }))
      : told.turning_points.length ? t("replay.turning.about") : t("replay.turning.none", { least: LEAST });
    if (this.status.textContent !== words) this.status.textContent = words;
    this.list.replaceChildren(...told.turning_points.map((one) => this.turning(one)));
  }

  /** @param {TurningPoint} one */
  turning(one) {
    const { replay } = this;
    const loss = Math.round(one.better_value * 100) - Math.round(one.value * 100);
    return h("li", {},
      h("h3", {}, t("replay.turning.head", { number: one.at, loss })),
      h("p", {}, t("replay.turning.played", { words: replay.wordsOf(one.at, one.seat, one.move), percent: percent(one.value) })),
      h("p", { class: "better" }, t("replay.turning.better", { words: replay.wordsOf(one.at, one.seat, one.better), percent: percent(one.better_value) })),
      button({ onclick: () => replay.go(one.at - 1) }, t("replay.turning.go", { number: one.at })));
  }
}
