/**
 * A game looked at again: by slider and keys, from every seat or with open cards, with the chances
 * over the whole game. The games draw their own tables; at this context nothing is played.
 */

import * as api from "../server/api.js";
import { attempt, tell } from "../server/attempt.js";
import { download } from "../ui/download.js";
import { button, h, picture } from "../ui/dom.js";
import { checkShuffle } from "./fairness_report.js";
import { GAMES } from "../app/game_modules.js";
import { Graph } from "./win_chance_graph.js";
import { useKeys } from "../ui/keyboard.js";
import { loadForm, loaded } from "./load_record.js";
import { table as kept } from "../app/saved_tables.js";
import { playOn } from "./play_on_dialog.js";
import { Timeline } from "./timeline.js";
import { errorText } from "../server/error_text.js";
import { Review } from "./review.js";
import { seatName, winnerText } from "../table/seat.js";
import { shareReplay } from "./share_link.js";
import { alarm, say } from "../ui/live_region.js";
import { t } from "../app/i18n.js";

/** @typedef {import("../app/game_interface.js").GameModule} GameModule */
/** @typedef {import("./timeline.js").Source} Source */

const PACE = 1100; // milliseconds a move, when it plays by itself

/**
 * @param {import("../app/router.js").Place} place /replay: something to load; /replay/record: what was
 *   loaded; else a table
 * @returns {import("../app/main.js").Room}
 */
export function openReplay(place) {
  const text = place.name === "record" ? loaded() : "";
  if (!place.name || (place.name === "record" && !text)) return { element: loadForm(), title: t("replay.load") };
  const replay = new Replay(place.name === "record" ? "" : place.name, text);
  replay.enter(place.secret);
  return { element: replay.element, title: t("replay"), close: () => replay.close() };
}

export class Replay {
  at = 0;
  /** @type {Timeline | null} */
  timeline = null;
  /** @type {GameModule | null} */
  game = null;
  /** @type {import("../app/game_interface.js").GameBoard | null} */
  board = null;
  #timer = 0;
  isClosed = false;

  /** @param {string} table empty: a record that was loaded @param {string} text the record, if it was loaded */
  constructor(table, text) {
    this.table = table;
    this.text = text;
    /** @type {Source} */
    this.source = { collection: "tables", name: table };
    this.heading = h("h1", { class: "unseen" }, t("replay"));
    this.status = h("p", { class: "status" });
    this.graph = new Graph((seat) => this.people.name(seat), (at) => this.go(at));
    this.slider = /** @type {HTMLInputElement} */ (h("input", {
      type: "range", min: 0, max: 0, step: 1, value: 0, "aria-label": t("replay.moment"), oninput: () => this.go(Number(this.slider.value)) }));
    this.counter = h("span", { class: "counter" });
    const key = (/** @type {string} */ icon, /** @type {string} */ name, /** @type {() => void} */ does) =>
      button({ class: "icon-button", "aria-label": name, title: name, onclick: does }, picture("shared", icon, "0 0 24 24", "icon"));
    this.playing = key("icon-play", t("replay.play"), () => this.toggle());
    this.viewers = /** @type {HTMLSelectElement} */ (h("select", { id: "replay-view", onchange: () => this.lookFrom(this.viewers.value) }));
    this.steering = h("div", { class: "steering" },
      key("icon-first", t("replay.first"), () => this.go(0)), key("icon-step-back", t("replay.back"), () => this.go(this.at - 1)),
      this.playing, key("icon-step", t("replay.on"), () => this.go(this.at + 1)),
      key("icon-last", t("replay.last"), () => this.go(Infinity)), this.counter,
      h("label", { class: "viewing", for: "replay-view" }, t("replay.view")), this.viewers);
    this.dock = h("section", { class: "dock", "aria-label": t("replay.steer") }, this.graph.element, this.slider, this.steering);
    this.hands = h("div", { class: "open-hands" });
    this.middle = h("div", { class: "middle" });
    this.review = new Review(this);
    this.list = h("ol", { class: "moves", tabindex: "0", "aria-label": t("moves") });
    this.panel = h("aside", { class: "panel", "aria-label": t("replay.about") }, this.deeds(), this.review.element,
      h("section", { class: "all-moves" }, h("h2", {}, t("moves")), this.list));
    this.element = h("div", { class: "table replay", "data-stage": "replay" }, this.heading,
      h("div", { class: "field-of-play" }, h("div", { class: "topline" }, this.status), this.dock, this.hands, this.middle), this.panel);
  }

  deeds() {
    const deed = (/** @type {string} */ icon, /** @type {string} */ name, /** @type {() => Promise<void>} */ does, main = false) =>
      button({ class: main ? "main" : "", onclick: () => attempt(does) }, picture("shared", icon, "0 0 24 24", "icon"), h("span", {}, name));
    this.onward = deed("icon-play", t("replay.play-on"), () => this.playOn(), true);
    this.after = h("div", { class: "after" },
      deed("icon-fair", t("fair.check"), () => this.checkShuffle()),
      deed("icon-download", t("download"), () => this.download()),
      this.table ? deed("icon-share", t("replay.share"), () => shareReplay(this.table, this.source.token)) : null);
    return h("div", { class: "deeds" }, this.onward, this.after);
  }

  /** @param {Record<string, string>} secret what the link's fragment held */
  async enter(secret) {
    try {
      await api.retryWhileOffline(() => this.find(secret), () => this.wait(), this.element);
    } catch (error) {
      if (!(error instanceof api.ApiError)) throw error;
      this.fail(error);
    }
    if (!this.isClosed) useKeys(() => this.keys());
  }

  /** @param {Record<string, string>} secret */
  async find(secret) {
    if (!this.table) this.source = { collection: "records", name: (await api.uploadRecord(this.text)).record };
    else {
      const told = kept(this.table);
      if (secret.watch ?? secret.seat) await api.storeToken(this.table, secret.watch ?? secret.seat);
      else if (told?.shared) this.source = { ...this.source, token: told.spectating };
    }
    await this.look("");
  }

  /** Nobody answers; it is asked again. */
  wait() {
    if (this.status.textContent) return; // it is said once
    this.status.textContent = t("replay.waiting");
    alarm(t("replay.waiting"));
  }

  /** @param {api.ApiError} error */
  fail(error) {
    this.element.replaceChildren(h("div", { class: "page" }, h("h1", {}, t("replay")), h("p", { role: "alert" }, errorText(error)),
      h("p", {}, h("a", { href: "/replay", "data-go": true }, t("replay.load")))));
  }

  close() {
    this.isClosed = true;
    clearInterval(this.#timer);
    this.review.close();
    this.board?.close?.();
  }

  /** @param {string} viewer from where one looks; empty: as the server thinks best */
  async look(viewer) {
    const timeline = await Timeline.of(this.source, viewer);
    const { game, viewers } = timeline.told;
    const { game: module } = await api.fetched(GAMES[game]());
    if (this.isClosed) return; // whoever wanted to look has gone
    if (!this.game) {
      this.game = module;
      this.heading.textContent = t("labelled", { label: t(`game.${game}`), text: t("replay") });
      document.title = `${this.heading.textContent} · ${t("title")}`;
    }
    const before = this.timeline; // one may have steered while it was asked for
    const share = before ? this.at / Math.max(1, before.length - 1) : 0;
    this.timeline = timeline;
    this.board?.close?.();
    this.board = this.game.open(this.context());
    this.middle.replaceChildren(this.board.element);
    this.viewers.replaceChildren(...viewers.map((one) => h("option", { value: one, selected: one === timeline.told.viewer }, this.viewWords(one))));
    this.steering.classList.toggle("fixed", viewers.length < 2);
    this.slider.max = String(timeline.length - 1);
    if (this.after) this.after.hidden = this.table !== "" && !timeline.told.is_over;
    this.graph.points = [];
    this.graph.turning = [];
    this.graph.total = timeline.length;
    this.graph.element.hidden = !timeline.told.has_win_probabilities;
    this.drawMoves();
    this.go(before ? Math.round(share * (timeline.length - 1)) : 0);
    this.review.start();
  }

  /** Another place was chosen; if it cannot be had, one stays where one is. @param {string} viewer */
  async lookFrom(viewer) {
    if (!await attempt(() => this.look(viewer))) this.viewers.value = this.timeline?.told.viewer ?? "";
  }

  /** @param {string} viewer */
  viewWords(viewer) {
    if (viewer === "open") return t("replay.view.open");
    if (viewer === "spectator") return t("replay.view.spectator");
    return this.people.name(Number(viewer));
  }

  /**
   * @param {import("./win_chance_graph.js").Point[]} points
   * @param {import("../app/types.js").TurningPoint[]} turning
   * @param {number} total
   */
  weighed(points, turning, total) {
    Object.assign(this.graph, { points, turning, total });
    this.graph.draw();
  }

  // -- Steering --------------------------------------------------------------------------------

  /** @param {number} at */
  go(at) {
    const { timeline, board, game } = this;
    if (!timeline || !board || !game) return;
    const before = this.at;
    this.at = Math.max(0, Math.min(timeline.length - 1, at));
    const state = timeline.state(this.at);
    board.show(state, this.at === before + 1 ? timeline.moves[this.at - 1] : null);
    const open = timeline.told.viewer === "open" ? game.hands?.(state, this.people) : null;
    this.hands.replaceChildren(...(open ? [open] : []));
    const words = this.momentWords();
    this.status.textContent = words;
    say(words);
    this.slider.value = String(this.at);
    this.slider.setAttribute("aria-valuetext", words);
    this.counter.textContent = t("replay.count", { at: this.at, total: timeline.length - 1 });
    this.graph.at = this.at;
    this.graph.draw();
    this.markMove();
    if (this.onward) /** @type {HTMLButtonElement} */ (this.onward).disabled = state.view?.phase === "over" || this.isOwnRunning;
    if (this.at === timeline.length - 1) this.halt();
  }

  get isOwnRunning() {
    return this.table !== "" && !this.timeline?.told.is_over;
  }

  toggle() {
    if (this.#timer) {
      this.halt();
      return;
    }
    if (this.timeline && this.at >= this.timeline.length - 1) this.go(0);
    this.#timer = setInterval(() => this.go(this.at + 1), PACE);
    this.showPlaying(true);
  }

  halt() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.showPlaying(false);
  }

  /** @param {boolean} isPlaying */
  showPlaying(isPlaying) {
    const name = isPlaying ? t("pause") : t("replay.play");
    this.playing.setAttribute("aria-label", name);
    this.playing.title = name;
    this.playing.replaceChildren(picture("shared", isPlaying ? "icon-pause" : "icon-play", "0 0 24 24", "icon"));
  }

  /** @returns {import("../ui/keyboard.js").Key[]} */
  keys() {
    return [
      { key: "ArrowLeft", name: t("replay.back"), does: () => this.go(this.at - 1) },
      { key: "ArrowRight", name: t("replay.on"), does: () => this.go(this.at + 1) },
      { key: "Home", name: t("replay.first"), does: () => this.go(0) },
      { key: "End", name: t("replay.last"), does: () => this.go(Infinity) },
      { key: " ", name: t("replay.play"), does: () => this.toggle() },
    ];
  }

  // -- Words -----------------------------------------------------------------------------------

  /** Who sits there; the reader is spoken to only when looking from the own seat. */
  get people() {
    const { timeline } = this;
    const you = timeline && String(timeline.told.you) === timeline.told.viewer ? timeline.told.you : "spectator";
    const state = timeline ? { ...timeline.state(0), you: timeline.told.you } : null;
    return { name: (/** @type {number} */ seat) => (state ? seatName(state, seat) : ""), you };
  }

  /** What led to the moment shown. */
  momentWords() {
    const { timeline } = this;
    if (!timeline) return "";
    if (!this.at) return timeline.moves.length ? t("replay.begin") : t("replay.position");
    const words = this.movesWords(this.at - 1).join(" ");
    const isEnd = this.at === timeline.length - 1 && timeline.told.is_over && timeline.views[this.at].phase !== "over";
    return isEnd && timeline.told.winners.length ? `${words} ${winnerText(timeline.told.winners, this.people)}` : words;
  }

  /** @param {number} at @returns {string[]} */
  movesWords(at) {
    const { game, timeline, people } = this;
    if (!game || !timeline) return [];
    const brought = (timeline.moves[at].events ?? []).map((one) => game.told(one, people));
    return [game.tell(timeline.moves, at, people), ...brought].filter(Boolean);
  }

  /** A move that could have been made, in words. @param {number} at the moment it would have led to @param {number} seat @param {string} move */
  wordsOf(at, seat, move) {
    const moves = [...(this.timeline?.moves.slice(0, at - 1) ?? []), { n: at, kind: "move", seat, move }];
    return this.game?.tell(moves, moves.length - 1, this.people) ?? move;
  }

  drawMoves() {
    this.list.replaceChildren(...(this.timeline?.moves ?? []).map((move, at) => {
      const [first, ...rest] = this.movesWords(at);
      return h("li", {}, button({ tabindex: "-1", class: "quiet", onclick: () => this.go(at + 1) },
        h("span", {}, first), " ", h("code", {}, move.move ?? ""), rest.map((one) => h("span", { class: "brought" }, one))));
    }));
  }

  markMove() {
    for (const one of this.list.querySelectorAll("[aria-current]")) one.removeAttribute("aria-current");
    const here = /** @type {HTMLElement | undefined} */ (this.list.children[this.at - 1]);
    here?.setAttribute("aria-current", "true");
    if (here) this.list.scrollTop = here.offsetTop - this.list.offsetTop - this.list.clientHeight / 2;
  }

  /** A context at which nothing is played. @returns {import("../app/game_interface.js").TableContext} */
  context() {
    const only = () => tell(t("replay.only-looking"));
    const replay = this;
    return {
      people: { name: (seat) => replay.people.name(seat), get you() { return replay.people.you; } },
      play: only, back: only, explain: only, confirmed: async () => false, shown: () => this.go(this.at),
    };
  }

  // -- What can be done with it ------------------------------------------------------------------

  async record() {
    return this.text || api.record(this.table, this.source.token);
  }

  async checkShuffle() {
    const text = await this.record();
    await checkShuffle(text, this.table, () => attempt(() => this.download()));
  }

  async download() {
    download(await this.record(), `${this.timeline?.told.game}-${this.table || "record"}`);
  }

  async playOn() {
    if (!this.timeline) return;
    // Moves that others were not shown are counted, too: the record's number is that of the open replay.
    const open = this.timeline.told.viewer === "open" ? this.timeline : await Timeline.of(this.source, "open");
    playOn(this.timeline, open, this.at, await this.record());
  }
}
