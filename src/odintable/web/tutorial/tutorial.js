/** The tutorial: a lesson on the game's own table, with a coach who asks, answers and explains. */

import { h } from "../ui/dom.js";
import { GAMES } from "../app/game_modules.js";
import { useKeys } from "../ui/keyboard.js";
import { Pace } from "../table/pace.js";
import { seatName } from "../table/seat.js";
import { settings } from "../app/settings.js";
import { alarm, say } from "../ui/live_region.js";
import { has, t } from "../app/i18n.js";
import { Coach } from "./coach.js";
import { LEARNER, loadLesson, stateOf } from "./lesson.js";
import * as odin from "../games/odin/tutorial.js";
import { Pointer } from "./pointer.js";
import * as ravens from "../games/ravens/tutorial.js";

/** @typedef {import("../app/types.js").GameName} GameName */
/** @typedef {import("../app/types.js").TableEvent} TableEvent */
/** @typedef {import("../app/types.js").TableState} TableState */
/** @typedef {import("./lesson.js").Frame} Frame */

const WAYS = { odin, ravens };
const WAIT = 1300; // milliseconds between moves of others

/**
 * @param {import("../app/router.js").Place} place
 * @returns {import("../app/main.js").Room}
 */
export function openTutorial(place) {
  const tutorial = new Tutorial(place.name === "ravens" ? "ravens" : "odin");
  tutorial.begin().catch(() => tutorial.coach.fail());
  return { element: tutorial.element, title: tutorial.title, close: () => tutorial.close() };
}

export class Tutorial {
  /** @type {import("./lesson.js").Lesson} */
  lesson = { game: "odin", seats: [], steps: [] };
  at = 0;
  /** @type {"asking" | "happening" | "done" | "finished"} */
  phase = "asking";
  /** @type {TableState | null} */
  state = null;
  isClosed = false;

  /** @param {GameName} name */
  constructor(name) {
    this.name = name;
    this.title = t("tutorial.title", { game: t(`game.${name}`) });
    this.coach = new Coach(this);
    this.middle = h("div", { class: "middle" });
    this.element = h("div", { class: "table tutorial" }, this.coach.element, h("div", { class: "field-of-play" }, this.middle));
    /** @type {Pace<Frame>} */
    this.pace = new Pace((frame) => this.happen(frame));
    this.pointer = new Pointer(WAYS[name].targets, this.middle);
  }

  async begin() {
    const [lesson, { game }] = await Promise.all([loadLesson(this.name), GAMES[this.name]()]);
    if (this.isClosed) return;
    this.lesson = lesson;
    this.game = game;
    this.board = game.open(this.context());
    useKeys(() => this.keys());
    this.ask(0);
    this.middle.replaceChildren(this.board.element);
    this.pointer.follow();
  }

  close() {
    this.isClosed = true;
    this.#stop();
    this.pointer.close();
    this.board?.close?.();
  }

  get step() {
    return this.lesson.steps[this.at];
  }

  /** @param {string} part of this step's words; they name things as the table does */
  words(part) {
    return t(`tutorial.${this.name}.${this.step.name}${part}`, WAYS[this.name].terms(this.step.wanted));
  }

  // -- Steps -----------------------------------------------------------------------------------

  /** @param {number} at begin this step */
  ask(at) {
    this.#stop();
    if (at >= this.lesson.steps.length) {
      this.finish();
      return;
    }
    this.at = Math.max(0, at);
    this.phase = "asking";
    this.state = stateOf(this.lesson, this.step.start);
    this.show(null);
    this.coach.ask(this.words(""), this.step.wanted === null);
    this.pointer.bring();
  }

  /** Nothing more is asked: the words about it, or the next step. */
  answered() {
    if (!has(`tutorial.${this.name}.${this.step.name}.done`)) {
      this.ask(this.at + 1);
      return;
    }
    this.phase = "done";
    this.show(null);
    this.coach.praise(this.words(".done"));
  }

  finish() {
    this.phase = "finished";
    this.show(null);
    this.coach.finish();
  }

  /** @param {Frame} frame @returns {number} how long to wait before the next */
  happen(frame) {
    this.state = { ...stateOf(this.lesson, frame), moves: [] };
    const { happens } = this.step;
    const at = happens.indexOf(frame);
    const moves = this.past();
    this.show(moves[moves.length - happens.length + at]);
    const words = this.told(moves, moves.length - happens.length + at);
    for (const one of words) {
      say(one);
      this.coach.tell(one);
    }
    const wait = WAIT / (settings.motion ? 1 : 8);
    if (at === happens.length - 1) this.#timer = setTimeout(() => this.answered(), happens.length > 1 ? wait : 0);
    return wait;
  }
  #timer = 0;

  /** What was about to happen does not. */
  #stop() {
    this.pace.clear();
    clearTimeout(this.#timer);
  }

  /** All moves up to this step's last, as the game's words want them. @returns {TableEvent[]} */
  past() {
    const frames = this.lesson.steps.slice(0, this.at + 1).flatMap((step) => step.happens);
    return frames.map(({ seat, move, events }, n) => ({ n, kind: "move", seat, move, events }));
  }

  /** @param {TableEvent[]} moves @param {number} at what happened, in sentences */
  told(moves, at) {
    const brought = (moves[at].events ?? []).map((one) => this.game?.told(one, this.people) ?? "");
    return [this.game?.tell(moves, at, this.people) ?? "", ...brought].filter(Boolean);
  }

  // -- The table -------------------------------------------------------------------------------

  /** @param {TableEvent | null} happened */
  show(happened) {
    if (!this.state || !this.board) return;
    this.board.show(this.state, happened);
    this.element.classList.toggle("mine", this.state.moves.length > 0);
    const isPointing = this.phase === "asking";
    this.pointer.aim(isPointing ? this.step.wanted : null, isPointing ? this.step.shows : []);
  }

  get people() {
    return { name: (/** @type {number} */ seat) => (this.state ? seatName(this.state, seat) : ""), you: LEARNER };
  }

  /** @returns {import("../app/game_interface.js").TableContext} */
  context() {
    return {
      people: this.people,
      play: (move) => this.play(move),
      back: () => this.back(),
      explain: (words) => this.correct(words),
      confirmed: async () => true, // a wrong choice is explained here, and nothing is lost
      shown: () => this.show(null),
    };
  }

  /** @param {string} move */
  play(move) {
    if (this.phase !== "asking" || !this.state?.moves.includes(move)) return;
    if (move !== this.step.wanted) {
      const name = this.step.wrong[move];
      this.correct(this.words(name ? `.wrong-${name}` : ".wrong"));
      this.show(null);
      return;
    }
    this.phase = "happening";
    this.coach.listen();
    for (const frame of this.step.happens) this.pace.add(frame);
  }

  /** @param {string} words why that is not it */
  correct(words) {
    alarm(words);
    this.coach.correct(words);
  }

  /** On to the next step, done or not. */
  next() {
    this.ask(this.at + 1);
  }

  /** To the step before; from the end, to the last. */
  back() {
    this.ask(this.phase === "finished" ? this.at : this.at - 1);
  }

  /** @returns {import("../ui/keyboard.js").Key[]} */
  keys() {
    const onward = { key: "n", name: t("go-on"), does: () => this.next() };
    const enter = this.phase === "done" || this.step.wanted === null ? [{ ...onward, key: "Enter" }] : [];
    return [...enter, ...(this.board?.keys() ?? []), onward,
      { key: "b", name: t("tutorial.back"), does: () => this.back() }];
  }
}
