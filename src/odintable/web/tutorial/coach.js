/** The coach's panel: instructions, mistakes, events and progress. */

import { tryRequest } from "../server/try_request.js";
import { botName, portrait } from "../lobby/bot_names_and_portraits.js";
import { button, h, iconButton } from "../ui/dom.js";
import { createTable } from "../lobby/create_table.js";
import { legsTable, rowOrder } from "../ending/score_tables.js";
import { goalText } from "../ui/goal_text.js";
import { announceNow } from "../ui/live_region.js";
import { t } from "../app/i18n.js";
import { GAMES, OPPONENTS } from "../app/embedded_data.js";

const FIRST_OPPONENT = OPPONENTS[0];

export class Coach {
  /** @param {import("./tutorial_page.js").Tutorial} tutorial */
  constructor(tutorial) {
    this.tutorial = tutorial;
    this.text = h("p", { class: "words", tabindex: "-1" });
    this.mistake = h("p", { class: "mistake", hidden: true });
    this.events = h("ol", { class: "events", "aria-label": t("moves"), hidden: true });
    this.more = h("div", { class: "more" });
    this.count = h("p", { class: "soft count" });
    this.goal = h("p", { class: "goal" });
    this.bar = h("div", { class: "steps", "aria-hidden": "true" });
    this.back = iconButton("icon-arrow-left", t("tutorial.back"), () => tutorial.previous());
    this.skip = iconButton("icon-arrow", t("tutorial.skip"), () => tutorial.next());
    this.onward = button({ class: "main", onclick: () => tutorial.next() }, t("continue"));
    this.buttons = h("div", { class: "buttons", hidden: true }, this.onward);
    for (const one of [this.back, this.skip]) one.disabled = true; // until the lesson has loaded
    this.element = h("section", { class: "coach", "aria-label": t("tutorial.coach") },
      h("div", { class: "coach-head" }, portrait("mimir"),
        h("div", { class: "coach-name" }, h("h1", {}, tutorial.title), this.count, this.goal), this.back, this.skip, this.bar),
      h("div", { class: "says" }, this.text, this.more, this.mistake, this.events), this.buttons);
  }

  /** Show the text of a step. @param {string} text @param {boolean} isReading whether there is no move to play */
  showStep(text, isReading) {
    this.showText(text);
    const { highlights } = this.tutorial.step;
    this.more.replaceChildren(highlights.includes("scores") ? this.scores() : "");
    this.events.replaceChildren();
    this.events.hidden = true;
    this.showButtons(isReading);
    (isReading ? this.onward : this.text).focus({ preventScroll: true });
  }

  /** Show that the step is done. @param {string} text */
  praise(text) {
    this.showText(text);
    this.element.classList.add("right");
    this.showButtons(true);
    this.onward.focus({ preventScroll: true });
  }

  /** @param {string} text */
  showText(text) {
    this.element.classList.remove("right");
    this.text.textContent = text;
    this.mistake.hidden = true;
    const { at, lesson } = this.tutorial;
    const count = lesson.steps.length;
    this.count.textContent = t("tutorial.step", { number: at + 1, count });
    this.goal.textContent = goalText(lesson.goal);
    this.bar.replaceChildren(...lesson.steps.map((_, one) => h("span", { class: one < at ? "past" : one === at ? "now" : "" })));
  }

  /** @param {boolean} mayContinue */
  showButtons(mayContinue) {
    this.back.disabled = this.tutorial.at === 0;
    this.skip.disabled = mayContinue;
    this.buttons.hidden = !mayContinue;
    this.buttons.replaceChildren(this.onward);
  }

  /** Hide the mistake after a right move. */
  hideMistake() {
    this.mistake.hidden = true;
  }

  /** @param {string} text */
  showMistake(text) {
    this.mistake.textContent = text;
    this.mistake.hidden = false;
  }

  /** Add a sentence about what happened. @param {string} sentence */
  addEvent(sentence) {
    this.events.hidden = false;
    this.events.append(h("li", {}, sentence));
  }

  scores() {
    const { state, people } = this.tutorial;
    const scores = state?.view?.scores ?? [];
    return legsTable([], scores, rowOrder(scores, [], people.you), people);
  }

  /** All steps are done: offer a game. */
  finish() {
    const { name } = this.tutorial;
    const others = GAMES.filter((game) => game !== name);
    const link = (/** @type {string} */ path, /** @type {string} */ text) =>
      h("a", { href: path, "data-go": true, class: "button" }, text);
    this.showText(t(`tutorial.${name}.finished`));
    this.element.classList.add("right");
    this.count.textContent = t("tutorial.finished");
    this.events.hidden = true;
    const play = button({ class: "main", onclick: () => this.play() }, t("play-against", { name: botName(FIRST_OPPONENT) }));
    this.more.replaceChildren();
    this.skip.disabled = true;
    this.buttons.hidden = false;
    this.buttons.replaceChildren(play, link(`/rules/${name}`, t("rules")),
      ...others.map((game) => link(`/learn/${game}`, t("tutorial.title", { game: t(`game.${game}`) }))));
    play.focus({ preventScroll: true });
  }

  async play() {
    await tryRequest(() => createTable({ game: this.tutorial.name, mode: "bots", seats: [null, FIRST_OPPONENT], options: {} }));
  }

  /** The lesson could not be loaded. */
  showError() {
    this.text.textContent = t("offline");
    this.buttons.replaceChildren();
    announceNow(t("offline"));
  }
}
