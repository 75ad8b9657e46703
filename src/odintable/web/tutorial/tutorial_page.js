/** The tutorial page: a lesson on the board of the game, with a coach who explains. */

import { h } from "../ui/dom.js";
import { loadGame, loadTutorial } from "../app/load_module.js";
import { gameOf } from "../app/router.js";
import { useKeys } from "../ui/keyboard.js";
import { EventQueue } from "../table/event_queue.js";
import { reasonText } from "../server/error_text.js";
import { moveSentences, peopleOf } from "../table/player_sentences.js";
import { settings } from "../app/settings.js";
import { announce, announceNow } from "../ui/live_region.js";
import { hasText, t } from "../app/i18n.js";
import { Coach } from "./coach.js";
import { loadLesson, stateOf } from "./load_lesson.js";
import { TargetHighlight } from "./target_highlight.js";

/** @typedef {import("../app/message_types.js").TableEvent} TableEvent */
/** @typedef {import("../app/message_types.js").TableState} TableState */
/** @typedef {import("./load_lesson.js").Frame} Frame */

const DELAY = 1300; // milliseconds between the moves of others

/**
 * @param {import("../app/router.js").Route} route
 * @returns {import("../app/main.js").Page}
 */
export function openPage(route) {
  const tutorial = new Tutorial(gameOf(route));
  tutorial.load().catch(() => tutorial.coach.showError());
  return { element: tutorial.element, title: tutorial.title, close: () => tutorial.close() };
}

export class Tutorial {
  /** @type {import("./load_lesson.js").Lesson} */
  lesson = { game: "", goal: null, seats: [], steps: [] };
  at = 0; // the current step
  /**
   * Waiting for a move, showing moves, this step done, all steps done.
   * @type {"waiting" | "playing" | "done" | "finished"}
   */
  phase = "waiting";
  /** @type {TableState | null} */
  state = null;
  isClosed = false;

  /** @param {string} name */
  constructor(name) {
    this.name = name;
    this.title = t("tutorial.title", { game: t(`game.${name}`) });
    this.coach = new Coach(this);
    this.middle = h("div", { class: "middle" });
    this.element = h("div", { class: "table tutorial" }, this.coach.element, h("div", { class: "field-of-play" }, this.middle));
    /** @type {EventQueue<Frame>} */
    this.queue = new EventQueue((frame) => this.showFrame(frame));
    this.highlight = new TargetHighlight((root, move) => this.tutorial?.targets(root, move) ?? [], this.middle);
  }

  async load() {
    const [lesson, { game }, { tutorial }] = await Promise.all([loadLesson(this.name), loadGame(this.name), loadTutorial(this.name)]);
    if (this.isClosed) return;
    this.lesson = lesson;
    this.game = game;
    this.tutorial = tutorial;
    this.board = game.createBoard(this.context());
    useKeys(() => this.keys());
    this.startStep(0);
    this.middle.replaceChildren(this.board.element);
    this.highlight.start();
  }

  close() {
    this.isClosed = true;
    this.#stop();
    this.highlight.close();
    this.board?.close?.();
  }

  get step() {
    return this.lesson.steps[this.at];
  }

  /** A text of the current step. @param {string} part the end of its key */
  text(part) {
    return t(`tutorial.${this.name}.${this.step.name}${part}`, this.tutorial?.terms(this.step.expected));
  }

  // -- Steps -----------------------------------------------------------------------------------

  /** @param {number} at */
  startStep(at) {
    this.#stop();
    if (at >= this.lesson.steps.length) {
      this.finish();
      return;
    }
    this.at = Math.max(0, at);
    this.phase = "waiting";
    this.state = stateOf(this.lesson, this.step.start);
    this.show(null);
    this.coach.showStep(this.text(""), this.step.expected === null);
    this.highlight.scrollIntoView();
  }

  /** Show the closing text of the step, or the next step if there is none. */
  finishStep() {
    if (!hasText(`tutorial.${this.name}.${this.step.name}.done`)) {
      this.startStep(this.at + 1);
      return;
    }
    this.phase = "done";
    this.show(null);
    this.coach.praise(this.text(".done"));
  }

  finish() {
    this.phase = "finished";
    this.show(null);
    this.coach.finish();
  }

  /** @param {Frame} frame @returns {number} milliseconds until the next */
  showFrame(frame) {
    const { played_moves: played } = this.step;
    const at = played.indexOf(frame);
    const moves = this.movesSoFar();
    this.state = { ...stateOf(this.lesson, frame), moves: [], history: moves.slice(moves.length - played.length).slice(0, at + 1) };
    this.show(moves[moves.length - played.length + at]);
    for (const sentence of this.describe(moves, moves.length - played.length + at)) {
      announce(sentence);
      this.coach.addEvent(sentence);
    }
    const wait = DELAY / (settings.motion ? 1 : 8);
    if (at === played.length - 1) this.#timer = setTimeout(() => this.finishStep(), played.length > 1 ? wait : 0);
    return wait;
  }
  #timer = 0;

  /** Cancel the moves that are still to be shown. */
  #stop() {
    this.queue.clear();
    clearTimeout(this.#timer);
  }

  /** All moves up to the last of this step. @returns {TableEvent[]} */
  movesSoFar() {
    const frames = this.lesson.steps.slice(0, this.at + 1).flatMap((step) => step.played_moves);
    return frames.map(({ seat, move, events }, n) => ({ n, kind: "move", seat, move, events }));
  }

  /** Sentences about a move. @param {TableEvent[]} moves @param {number} at */
  describe(moves, at) {
    return this.game ? moveSentences(this.game, moves, at, this.people) : [];
  }

  // -- The board -------------------------------------------------------------------------------

  /** @param {TableEvent | null} event */
  show(event) {
    if (!this.state || !this.board) return;
    this.board.show(this.state, event);
    this.element.classList.toggle("mine", this.state.moves.length > 0);
    const isPointing = this.phase === "waiting";
    this.highlight.show(isPointing ? this.step.expected : null, isPointing ? this.step.highlights : []);
  }

  people = peopleOf(() => this.state);

  /** @returns {import("../app/game_types.js").TableContext} */
  context() {
    return {
      people: this.people,
      play: (move) => this.play(move),
      takeBack: () => this.previous(),
      explain: (text) => this.showMistake(text),
      explainMove: (move, otherwise) => this.explainMove(move, otherwise),
      confirm: async () => true, // in a lesson a wrong move does no harm
      redraw: () => this.show(null),
    };
  }

  /** @param {string} move */
  play(move) {
    if (this.phase !== "waiting" || !this.state?.moves.includes(move)) return;
    if (move !== this.step.expected) {
      const name = this.step.wrong[move];
      this.showMistake(this.text(name ? `.wrong-${name}` : ".wrong"));
      this.show(null);
      return;
    }
    this.phase = "playing";
    this.coach.hideMistake();
    for (const frame of this.step.played_moves) this.queue.add(frame);
  }

  /** @param {string} move @param {string} otherwise shown if the lesson has no reason for it */
  explainMove(move, otherwise) {
    const why = this.step.illegal[move];
    const cards = (/** @type {string} */ notation) => this.game?.describeCards(notation) ?? notation;
    this.showMistake(why ? reasonText(why, { cards, name: this.people.name }) : otherwise);
  }

  /** Explain why a move is wrong. @param {string} text */
  showMistake(text) {
    announceNow(text);
    this.coach.showMistake(text);
  }

  /** Go to the next step, whether this one is done or not. */
  next() {
    this.startStep(this.at + 1);
  }

  /** Go to the previous step, or from the end to the last one. */
  previous() {
    this.startStep(this.phase === "finished" ? this.at : this.at - 1);
  }

  /** @returns {import("../ui/keyboard.js").Key[]} */
  keys() {
    const onward = { key: "n", name: t("continue"), run: () => this.next() };
    const enter = this.phase === "done" || this.step.expected === null ? [{ ...onward, key: "Enter" }] : [];
    return [...enter, ...(this.board?.keys() ?? []), onward,
      { key: "b", name: t("tutorial.back"), run: () => this.previous() }];
  }
}
