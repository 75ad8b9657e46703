/**
 * A game looked at again: by slider and keys, from every seat or with open cards, with the chances
 * over the whole game. The games draw their own tables; at this desk nothing is played.
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
import { Reel } from "./timeline.js";
import { refusalWords } from "../server/error_text.js";
import { Review } from "./review.js";
import { seatName, winWords } from "../table/seat.js";
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
  /** @type {Reel | null} */
  reel = null;
  /** @type {GameModule | null} */
  game = null;
  /** @type {import("../app/game_interface.js").GameTable | null} */
  board = null;
  #timer = 0;
  isClosed = false;

  /** @param {string} table empty: a record that was loaded @param {string} text the record, if it was loaded */
  constructor(table, text) {
    this.table = table;
    this.text = text;
    /** @type {Source} */
    this.source = { shelf: "tables", name: table };
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
      await api.insist(() => this.find(secret), () => this.wait(), this.element);
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      this.fail(error);
    }
    if (!this.isClosed) useKeys(() => this.keys());
  }

  /** @param {Record<string, string>} secret */
  async find(secret) {
    if (!this.table) this.source = { shelf: "records", name: (await api.sendRecord(this.text)).record };
    else {
      const told = kept(this.table);
      if (secret.watch ?? secret.seat) await api.keepToken(this.table, secret.watch ?? secret.seat);
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

  /** @param {api.Refusal} error */
  fail(error) {
    this.element.replaceChildren(h("div", { class: "page" }, h("h1", {}, t("replay")), h("p", { role: "alert" }, refusalWords(error)),
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
    const reel = await Reel.of(this.source, viewer);
    const { game, viewers } = reel.told;
    const { game: module } = await api.fetched(GAMES[game]());
    if (this.isClosed) return; // whoever wanted to look has gone
    if (!this.game) {
      this.game = module;
      this.heading.textContent = t("labelled", { label: t(`game.${game}`), text: t("replay") });
      document.title = `${this.heading.textContent} · ${t("title")}`;
    }
    const before = this.reel; // one may have steered while it was asked for
    const share = before ? this.at / Math.max(1, before.length - 1) : 0;
    this.reel = reel;
    this.board?.close?.();
    this.board = this.game.open(this.desk());
    this.middle.replaceChildren(this.board.element);
    this.viewers.replaceChildren(...viewers.map((one) => h("option", { value: one, selected: one === reel.told.viewer }, this.viewWords(one))));
    this.steering.classList.toggle("fixed", viewers.length < 2);
    this.slider.max = String(reel.length - 1);
    if (this.after) this.after.hidden = this.table !== "" && !reel.told.is_over;
    this.graph.points = [];
    this.graph.turning = [];
    this.graph.total = reel.length;
    this.graph.element.hidden = !reel.told.has_win_probabilities;
    this.drawMoves();
    this.go(before ? Math.round(share * (reel.length - 1)) : 0);
    this.review.start();
  }

  /** Another place was chosen; if it cannot be had, one stays where one is. @param {string} viewer */
  async lookFrom(viewer) {
    if (!await attempt(() => this.look(viewer))) this.viewers.value = this.reel?.told.viewer ?? "";
  }

  /** @param {string} viewer */
  viewWords(viewer) {
    if (viewer === "open") return t("replay.view.open");
    if (viewer === "spectator") return t("replay.view.spectator");
    return this.people.name(Number(viewer));
  }

  /**
   * @param {import("./win_chance_graph.js").Point[]} points
   * @param {import("../app/types.js").TurningTold[]} turning
   * @param {number} total
   */
  weighed(points, turning, total) {
    Object.assign(this.graph, { points, turning, total });
    this.graph.draw();
  }

  // -- Steering --------------------------------------------------------------------------------

  /** @param {number} at */
  go(at) {
    const { reel, board, game } = this;
    if (!reel || !board || !game) return;
    const before = this.at;
    this.at = Math.max(0, Math.min(reel.length - 1, at));
    const standing = reel.standing(this.at);
    board.show(standing, this.at === before + 1 ? reel.moves[this.at - 1] : null);
    const open = reel.told.viewer === "open" ? game.hands?.(standing, this.people) : null;
    this.hands.replaceChildren(...(open ? [open] : []));
    const words = this.momentWords();
    this.status.textContent = words;
    say(words);
    this.slider.value = String(this.at);
    this.slider.setAttribute("aria-valuetext", words);
    this.counter.textContent = t("replay.count", { at: this.at, total: reel.length - 1 });
    this.graph.at = this.at;
    this.graph.draw();
    this.markMove();
    if (this.onward) /** @type {HTMLButtonElement} */ (this.onward).disabled = standing.view?.phase === "over" || this.isOwnRunning;
    if (this.at === reel.length - 1) this.halt();
  }

  get isOwnRunning() {
    return this.table !== "" && !this.reel?.told.is_over;
  }

  toggle() {
    if (this.#timer) {
      this.halt();
      return;
    }
    if (this.reel && this.at >= this.reel.length - 1) this.go(0);
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
    const { reel } = this;
    const you = reel && String(reel.told.you) === reel.told.viewer ? reel.told.you : "spectator";
    const standing = reel ? { ...reel.standing(0), you: reel.told.you } : null;
    return { name: (/** @type {number} */ seat) => (standing ? seatName(standing, seat) : ""), you };
  }

  /** What led to the moment shown. */
  momentWords() {
    const { reel } = this;
    if (!reel) return "";
    if (!this.at) return reel.moves.length ? t("replay.begin") : t("replay.position");
    const words = this.movesWords(this.at - 1).join(" ");
    const isEnd = this.at === reel.length - 1 && reel.told.is_over && reel.views[this.at].phase !== "over";
    return isEnd && reel.told.winners.length ? `${words} ${winWords(reel.told.winners, this.people)}` : words;
  }

  /** @param {number} at @returns {string[]} */
  movesWords(at) {
    const { game, reel, people } = this;
    if (!game || !reel) return [];
    const brought = (reel.moves[at].events ?? []).map((one) => game.told(one, people));
    return [game.tell(reel.moves, at, people), ...brought].filter(Boolean);
  }

  /** A move that could have been made, in words. @param {number} at the moment it would have led to @param {number} seat @param {string} move */
  wordsOf(at, seat, move) {
    const moves = [...(this.reel?.moves.slice(0, at - 1) ?? []), { n: at, kind: "move", seat, move }];
    return this.game?.tell(moves, moves.length - 1, this.people) ?? move;
  }

  drawMoves() {
    this.list.replaceChildren(...(this.reel?.moves ?? []).map((move, at) => {
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

  /** A desk at which nothing is played. @returns {import("../app/game_interface.js").Desk} */
  desk() {
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
    download(await this.record(), `${this.reel?.told.game}-${this.table || "record"}`);
  }

  async playOn() {
    if (!this.reel) return;
    // Moves that others were not shown are counted, too: the record's number is that of the open replay.
    const open = this.reel.told.viewer === "open" ? this.reel : await Reel.of(this.source, "open");
    playOn(this.reel, open, this.at, await this.record());
  }
}
