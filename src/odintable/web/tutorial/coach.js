/** The coach: says what to do, what was wrong, what happened, and how far one has come. */

import { attempt } from "../server/attempt.js";
import { botName, BOTS, portraitOf } from "../lobby/bots.js";
import { button, h, picture } from "../ui/dom.js";
import { createTable } from "../lobby/create_table.js";
import { alarm } from "../ui/live_region.js";
import { t } from "../app/i18n.js";

const FIRST = BOTS[0]; // whom one plays against afterwards

export class Coach {
  /** @param {import("./tutorial.js").Tutorial} tutorial */
  constructor(tutorial) {
    this.tutorial = tutorial;
    this.words = h("p", { class: "words", tabindex: "-1" });
    this.fault = h("p", { class: "fault", hidden: true });
    this.happened = h("ol", { class: "happened", "aria-label": t("moves"), hidden: true });
    this.more = h("div", { class: "more" });
    this.count = h("p", { class: "soft count" });
    this.bar = h("div", { class: "steps", "aria-hidden": "true" });
    this.back = button({ class: "icon-button", "aria-label": t("tutorial.back"), title: t("tutorial.back"), onclick: () => tutorial.back() },
      picture("shared", "icon-arrow-left", "0 0 24 24", "icon"));
    this.skip = button({ class: "icon-button", "aria-label": t("tutorial.skip"), title: t("tutorial.skip"), onclick: () => tutorial.next() },
      picture("shared", "icon-arrow", "0 0 24 24", "icon"));
    this.onward = button({ class: "main", onclick: () => tutorial.next() }, t("go-on"));
    this.buttons = h("div", { class: "buttons", hidden: true }, this.onward);
    for (const one of [this.back, this.skip]) one.disabled = true; // until there is a lesson
    const { id, box } = portraitOf("mimir");
    this.element = h("section", { class: "coach", "aria-label": t("tutorial.coach") },
      h("div", { class: "coach-head" }, picture("shared", id, box, "portrait"),
        h("div", { class: "coach-name" }, h("h1", {}, tutorial.title), this.count), this.back, this.skip, this.bar),
      h("div", { class: "says" }, this.words, this.more, this.fault, this.happened), this.buttons);
  }

  /** @param {string} words @param {boolean} isReading nothing is to be done but to read */
  ask(words, isReading) {
    this.say(words);
    const { shows } = this.tutorial.step;
    this.more.replaceChildren(shows.includes("scores") ? this.scores() : "");
    this.happened.replaceChildren();
    this.happened.hidden = true;
    this.offer(isReading);
    (isReading ? this.onward : this.words).focus({ preventScroll: true });
  }

  /** @param {string} words about what was done */
  praise(words) {
    this.say(words);
    this.element.classList.add("right");
    this.offer(true);
    this.onward.focus({ preventScroll: true });
  }

  /** @param {string} words */
  say(words) {
    this.element.classList.remove("right");
    this.words.textContent = words;
    this.fault.hidden = true;
    const { at, lesson } = this.tutorial;
    const count = lesson.steps.length;
    this.count.textContent = t("tutorial.step", { number: at + 1, count });
    this.bar.replaceChildren(...lesson.steps.map((_, one) => h("span", { class: one < at ? "past" : one === at ? "now" : "" })));
  }

  /** @param {boolean} isOpen whether the next step may come */
  offer(isOpen) {
    this.back.disabled = this.tutorial.at === 0;
    this.skip.disabled = isOpen;
    this.buttons.hidden = !isOpen;
    this.buttons.replaceChildren(this.onward);
  }

  /** The others move: wait. */
  listen() {
    this.fault.hidden = true;
  }

  /** @param {string} words */
  correct(words) {
    this.fault.textContent = words;
    this.fault.hidden = false;
  }

  /** @param {string} sentence what happened */
  tell(sentence) {
    this.happened.hidden = false;
    this.happened.append(h("li", {}, sentence));
  }

  scores() {
    const { game, state, people } = this.tutorial;
    return game && state ? game.scores(state, null, people) : "";
  }

  /** All steps are done: off to a game. */
  finish() {
    const { name } = this.tutorial;
    const other = name === "odin" ? "ravens" : "odin";
    const link = (/** @type {string} */ path, /** @type {string} */ words) =>
      h("a", { href: path, "data-go": true, class: "button" }, words);
    this.say(t(`tutorial.${name}.finished`));
    this.element.classList.add("right");
    this.count.textContent = t("tutorial.finished");
    this.happened.hidden = true;
    const play = button({ class: "main", onclick: () => this.play() }, t("play-against", { name: botName(FIRST) }));
    this.more.replaceChildren();
    this.skip.disabled = true;
    this.buttons.hidden = false;
    this.buttons.replaceChildren(play, link(`/rules/${name}`, t("rules")), link(`/learn/${other}`, t("tutorial.title", { game: t(`game.${other}`) })));
    play.focus({ preventScroll: true });
  }

  async play() {
    await attempt(() => createTable({ game: this.tutorial.name, mode: "bots", seats: [null, FIRST], options: {} }));
  }

  /** The lesson could not be had. */
  fail() {
    this.words.textContent = t("offline");
    this.buttons.replaceChildren();
    alarm(t("offline"));
  }
}
