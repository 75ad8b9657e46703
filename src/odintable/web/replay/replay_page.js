/**
 * The replay page: a game move by move, seen from any seat or with open cards, with the win chances
 * over the whole game. The board is the game's own; nothing can be played on it.
 */

import * as api from "../server/api.js";
import { tryRequest } from "../server/try_request.js";
import { showMessage } from "../ui/dialogs_and_notes.js";
import { downloadRecord } from "./download_record.js";
import { button, h, icon, iconButton, updateIconButton } from "../ui/dom.js";
import { openShuffleCheck } from "./shuffle_check_dialog.js";
import { loadGame } from "../app/load_module.js";
import { WinProbabilityGraph } from "./win_probability_graph.js";
import { useKeys } from "../ui/keyboard.js";
import { loadRecordForm, loadedRecord } from "./load_record_form.js";
import { savedTable } from "../app/saved_tables.js";
import { openPlayOnDialog } from "./play_on_dialog.js";
import { Timeline, peopleOfTimeline } from "./timeline.js";
import { errorText } from "../server/error_text.js";
import { ReplayMoveList } from "./replay_move_list.js";
import { Review } from "./review.js";
import { moveSentences, winnerText } from "../table/player_sentences.js";
import { shareReplay } from "./share_replay.js";
import { goalText } from "../ui/goal_text.js";
import { announce, announceNow } from "../ui/live_region.js";
import { t } from "../app/i18n.js";

/** @typedef {import("../app/game_types.js").GameModule} GameModule */
/** @typedef {import("./timeline.js").Source} Source */

const PLAY_INTERVAL = 1100; // milliseconds for each move of automatic play

/**
 * @param {import("../app/router.js").Route} route /replay: the form to load a record; /replay/record: the loaded
 *   record; /replay/NAME: a table
 * @returns {import("../app/main.js").Page}
 */
export function openPage(route) {
  const text = route.name === "record" ? loadedRecord() : "";
  if (!route.name || (route.name === "record" && !text)) return { element: loadRecordForm(), title: t("replay.load") };
  const replay = new Replay(route.name === "record" ? "" : route.name, text);
  replay.enter(route.secret);
  return { element: replay.element, title: t("replay"), close: () => replay.close() };
}

export class Replay {
  at = 0; // the index of the position shown
  /** @type {Timeline | null} */
  timeline = null;
  /** @type {GameModule | null} */
  game = null;
  /** @type {import("../app/game_types.js").GameBoard | null} */
  board = null;
  people = peopleOfTimeline(() => this.timeline);
  #timer = 0;
  isClosed = false;

  /** @param {string} table its name; empty: a loaded record @param {string} text the loaded record */
  constructor(table, text) {
    this.table = table;
    this.text = text;
    /** @type {Source} */
    this.source = { collection: "tables", name: table };
    this.heading = h("h1", { class: "visually-hidden" }, t("replay"));
    this.status = h("p", { class: "status" });
    this.goal = h("p", { class: "goal" });
    this.graph = new WinProbabilityGraph((seat) => this.people.name(seat), (at) => this.go(at));
    this.slider = /** @type {HTMLInputElement} */ (h("input", {
      type: "range", min: 0, max: 0, step: 1, value: 0, "aria-label": t("replay.move"), oninput: () => this.go(Number(this.slider.value)) }));
    this.counter = h("span", { class: "counter" });
    this.playing = iconButton("icon-play", t("replay.play"), () => this.toggle());
    this.viewers = /** @type {HTMLSelectElement} */ (h("select", { id: "replay-view", onchange: () => this.changeViewer(this.viewers.value) }));
    this.controls = h("div", { class: "steering" },
      iconButton("icon-first", t("replay.first"), () => this.go(0)), iconButton("icon-step-back", t("replay.back"), () => this.go(this.at - 1)),
      this.playing, iconButton("icon-step", t("replay.forward"), () => this.go(this.at + 1)),
      iconButton("icon-last", t("replay.last"), () => this.go(Infinity)), this.counter,
      h("label", { class: "viewing", for: "replay-view" }, t("replay.view")), this.viewers);
    this.dock = h("section", { class: "dock", "aria-label": t("replay.controls") }, this.graph.element, this.slider, this.controls);
    this.hands = h("div", { class: "open-hands" });
    this.middle = h("div", { class: "middle" });
    this.review = new Review(this);
    this.moves = new ReplayMoveList(this);
    this.playOnButton = actionButton("main", "icon-play", t("replay.play-on"), () => this.playOn());
    /** Actions that need a finished game. */
    this.after = h("div", { class: "after" },
      actionButton("", "icon-fair", t("fair.check"), () => this.checkShuffle()),
      actionButton("", "icon-download", t("download"), () => this.download()),
      table ? actionButton("", "icon-share", t("replay.share"), () => shareReplay(table, this.source.token)) : null);
    this.panel = h("aside", { class: "panel", "aria-label": t("replay.about") },
      h("div", { class: "replay-actions" }, this.playOnButton, this.after), this.review.element,
      h("section", { class: "all-moves" }, h("h2", {}, t("moves")), this.moves.element));
    this.element = h("div", { class: "table replay", "data-stage": "replay" }, this.heading,
      h("div", { class: "field-of-play" }, h("div", { class: "topline" }, h("div", { class: "headline" }, this.status, this.goal)), this.dock, this.hands, this.middle), this.panel);
  }

  /** @param {Record<string, string>} secret the tokens of the link */
  async enter(secret) {
    try {
      await api.retryWhileOffline(() => this.findAndLoad(secret), () => this.showWaiting(), this.element);
    } catch (error) {
      if (!(error instanceof api.ApiError)) throw error;
      this.showError(error);
    }
    if (!this.isClosed) useKeys(() => this.keys());
  }

  /** @param {Record<string, string>} secret */
  async findAndLoad(secret) {
    if (!this.table) this.source = { collection: "records", name: (await api.uploadRecord(this.text)).record };
    else {
      const saved = savedTable(this.table);
      if (secret.watch ?? secret.seat) await api.storeToken(this.table, secret.watch ?? secret.seat);
      else if (saved?.shared) this.source = { ...this.source, token: saved.spectating };
    }
    await this.load("");
  }

  /** Say once that the server cannot be reached. */
  showWaiting() {
    if (this.status.textContent) return;
    this.status.textContent = t("replay.waiting-for-network");
    announceNow(t("replay.waiting-for-network"));
  }

  /** @param {api.ApiError} error */
  showError(error) {
    this.element.replaceChildren(h("div", { class: "page" }, h("h1", {}, t("replay")), h("p", { role: "alert" }, errorText(error)),
      h("p", {}, h("a", { href: "/replay", "data-go": true }, t("replay.load")))));
  }

  close() {
    this.isClosed = true;
    clearInterval(this.#timer);
    this.review.close();
    this.board?.close?.();
  }

  /** @param {string} viewer a seat, `spectator` or `open`; empty: the server decides */
  async load(viewer) {
    const timeline = await Timeline.load(this.source, viewer);
    const { game, goal, viewers } = timeline.response;
    const { game: module } = await api.asApiError(loadGame(game));
    if (this.isClosed) return; // the visitor has left the page meanwhile
    if (!this.game) {
      this.game = module;
      this.heading.textContent = t("labelled", { label: t(`game.${game}`), text: t("replay") });
      document.title = `${this.heading.textContent} · ${t("title")}`;
    }
    const before = this.timeline; // read after loading: the visitor may have moved meanwhile
    const share = before ? this.at / Math.max(1, before.length - 1) : 0;
    this.timeline = timeline;
    this.board?.close?.();
    this.board = module.createBoard(this.context());
    this.middle.replaceChildren(this.board.element);
    this.viewers.replaceChildren(...viewers.map((one) => h("option", { value: one, selected: one === timeline.response.viewer }, this.viewerName(one))));
    this.controls.classList.toggle("fixed", viewers.length < 2);
    this.goal.textContent = goalText(goal);
    this.slider.max = String(timeline.length - 1);
    this.after.hidden = this.isStillPlayed;
    this.graph.points = [];
    this.graph.turningPoints = [];
    this.graph.total = timeline.length;
    this.graph.element.hidden = !timeline.response.has_win_probabilities;
    this.moves.draw();
    this.go(before ? Math.round(share * (timeline.length - 1)) : 0);
    this.review.start();
  }

  /** Change the viewer; if that fails, select the current one again. @param {string} viewer */
  async changeViewer(viewer) {
    if (!await tryRequest(() => this.load(viewer))) this.viewers.value = this.timeline?.response.viewer ?? "";
  }

  /** @param {string} viewer */
  viewerName(viewer) {
    if (viewer === "open") return t("replay.view.open");
    if (viewer === "spectator") return t("replay.view.spectator");
    return this.people.name(Number(viewer));
  }

  /**
   * @param {import("./win_probability_graph.js").Point[]} points
   * @param {import("../app/message_types.js").TurningPoint[]} turningPoints
   * @param {number} total
   */
  showWinProbabilities(points, turningPoints, total) {
    Object.assign(this.graph, { points, turningPoints, total });
    this.graph.draw();
  }

  // -- Moving through the game --------------------------------------------------------------------------------

  /** @param {number} at */
  go(at) {
    const { timeline, board, game } = this;
    if (!timeline || !board || !game) return;
    const before = this.at;
    this.at = Math.max(0, Math.min(timeline.length - 1, at));
    const state = timeline.stateAt(this.at);
    board.show(state, this.at === before + 1 ? timeline.moves[this.at - 1] : null);
    const open = timeline.response.viewer === "open" ? game.openHands?.(state, this.people) : null;
    this.hands.replaceChildren(...(open ? [open] : []));
    const text = this.positionText();
    this.status.textContent = text;
    announce(text);
    this.slider.value = String(this.at);
    this.slider.setAttribute("aria-valuetext", text);
    this.counter.textContent = t("replay.count", { at: this.at, total: timeline.length - 1 });
    this.graph.at = this.at;
    this.graph.draw();
    this.moves.mark();
    this.playOnButton.disabled = state.view?.phase === "over" || this.isStillPlayed;
    if (this.at === timeline.length - 1) this.pause();
  }

  get isStillPlayed() {
    return this.table !== "" && !this.timeline?.response.is_over;
  }

  toggle() {
    if (this.#timer) {
      this.pause();
      return;
    }
    if (this.timeline && this.at >= this.timeline.length - 1) this.go(0);
    this.#timer = setInterval(() => this.go(this.at + 1), PLAY_INTERVAL);
    this.showPlaying(true);
  }

  pause() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.showPlaying(false);
  }

  /** @param {boolean} isPlaying */
  showPlaying(isPlaying) {
    updateIconButton(this.playing, isPlaying ? "icon-pause" : "icon-play", t(isPlaying ? "pause" : "replay.play"));
  }

  /** @returns {import("../ui/keyboard.js").Key[]} */
  keys() {
    return [
      { key: "ArrowLeft", name: t("replay.back"), run: () => this.go(this.at - 1) },
      { key: "ArrowRight", name: t("replay.forward"), run: () => this.go(this.at + 1) },
      { key: "Home", name: t("replay.first"), run: () => this.go(0) },
      { key: "End", name: t("replay.last"), run: () => this.go(Infinity) },
      { key: " ", name: t("replay.play"), run: () => this.toggle() },
    ];
  }

  // -- Texts -----------------------------------------------------------------------------------

  /** Sentences about the move that led to the position shown. */
  positionText() {
    const { timeline } = this;
    if (!timeline) return "";
    if (!this.at) return timeline.moves.length ? t("replay.begin") : t("replay.position");
    const text = this.describeMove(this.at - 1).join(" ");
    const isEnd = this.at === timeline.length - 1 && timeline.response.is_over && timeline.views[this.at].phase !== "over";
    return isEnd && timeline.response.winners.length ? `${text} ${winnerText(timeline.response.winners, this.people)}` : text;
  }

  /** @param {number} at @returns {string[]} */
  describeMove(at) {
    const { game, timeline, people } = this;
    return game && timeline ? moveSentences(game, timeline.moves, at, people) : [];
  }

  /** A sentence about a move that could have been played. @param {number} at the index of the position it leads to @param {number} seat @param {string} move */
  describeAlternative(at, seat, move) {
    const moves = [...(this.timeline?.moves.slice(0, at - 1) ?? []), { n: at, kind: "move", seat, move }];
    return this.game?.describeMove(moves, moves.length - 1, this.people) ?? move;
  }

  /** A context in which nothing can be played. @returns {import("../app/game_types.js").TableContext} */
  context() {
    const refuse = () => showMessage(t("replay.only-looking"));
    return {
      people: this.people,
      play: refuse, takeBack: refuse, explain: refuse, explainMove: refuse, confirm: async () => false, redraw: () => this.go(this.at),
    };
  }

  // -- Actions ------------------------------------------------------------------

  async recordText() {
    return this.text || api.record(this.table, this.source.token);
  }

  async checkShuffle() {
    const text = await this.recordText();
    await openShuffleCheck(text, this.table, () => tryRequest(() => this.download()));
  }

  async download() {
    downloadRecord(await this.recordText(), `${this.timeline?.response.game}-${this.table || "record"}`);
  }

  async playOn() {
    if (!this.timeline) return;
    // Only the open replay has all moves, so that they can be counted as in the record.
    const open = this.timeline.response.viewer === "open" ? this.timeline : await Timeline.load(this.source, "open");
    openPlayOnDialog(this.timeline, open, this.at, await this.recordText());
  }
}

/** @param {string} className @param {string} id of its icon @param {string} name @param {() => Promise<void>} run */
function actionButton(className, id, name, run) {
  return button({ class: className, onclick: () => tryRequest(run) }, icon(id), h("span", {}, name));
}
