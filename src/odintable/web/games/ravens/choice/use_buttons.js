/** Buttons for the uses of the selection: actions, ways to a place, or a card to place or lay. */

import { button, h, icon, picture } from "../../../ui/dom.js";
import { announceNow } from "../../../ui/live_region.js";
import { t } from "../../../app/i18n.js";
import { cardName, cardPicture, cardsText, paymentText, tilePicture } from "../card.js";
import { landscapeText } from "../sentences.js";

/** @typedef {import("./selection.js").Use} Use */

/** @type {Record<string, [string, string]>} the picture of a verb and its viewBox */
const PICTURES = {
  magic: ["back-way", "0 0 140 100"],
  stack: ["pile-stack", "0 0 64 64"],
  discard: ["pile-discard", "0 0 64 64"],
};

/** @param {string} verb @param {number} own the player's seat */
function verbPicture(verb, own) {
  if (verb === "fly") return picture("ravens", own === 0 ? "head-huginn" : "head-muninn", "0 0 64 64", "icon");
  const [id, box] = PICTURES[verb] ?? [`act-${verb}`, "0 0 64 64"];
  return picture("ravens", id, box, "icon");
}

export class UseButtons {
  #shown = "";

  /** @param {import("../board/board.js").RavensBoard} board */
  constructor(board) {
    this.board = board;
    this.element = h("div", { class: "uses", role: "group", "aria-label": t("ravens.uses") });
  }

  /** Redraw only if something has changed: the player may be about to press a button. */
  show() {
    const { choice, state, ownSeat: near } = this.board;
    const phase = state?.view?.phase;
    const isOwn = Boolean(state?.moves.length);
    const key = [phase, isOwn, near, choice.aiming, choice.spot, choice.letters, choice.top, choice.aims, choice.uses.map((use) => use.move),
      isOwn && phase !== "play" ? state?.moves : ""].join("|");
    if (key === this.#shown) return;
    this.#shown = key;
    const hadFocus = this.element.contains(document.activeElement);
    this.element.replaceChildren(...this.content(phase, isOwn));
    if (hadFocus) this.focus();
  }

  focus() {
    (this.element.querySelector("button") ?? this.board.handAndStack.first())?.focus({ preventScroll: true });
  }

  /** Whether a card must be placed or laid before anything else. */
  get isAsking() {
    return Boolean(this.element.querySelector(".asked"));
  }

  /** Announce the question again and show where it is. @param {string} text */
  repeatQuestion(text) {
    announceNow(text);
    this.focus();
    this.element.scrollIntoView({ block: "nearest" });
    this.element.animate({ backgroundColor: ["var(--accent-soft)", "transparent"] }, { duration: 1500, easing: "ease-in" });
  }

  /** @param {string} phase @param {boolean} isOwn */
  content(phase, isOwn) {
    const { choice, state } = this.board;
    if (!isOwn) return [];
    if (phase === "place" || phase === "lay") {
      const moves = state?.moves.filter((move) => move.startsWith(phase)) ?? [];
      return [h("p", { class: "asked" }, t(`ravens.${phase}`)), ...moves.map((move) => this.cardButton(move))];
    }
    if (choice.aiming) return [h("p", { "data-aiming": choice.aiming }, this.targetText), this.cancel()];
    if (choice.spot) return [h("p", {}, t("ravens.options")), ...choice.ways.map((use) => this.way(use)), this.cancel()];
    if (choice.isEmpty) return [h("p", { class: "soft" }, t(choice.uses.length ? "ravens.choose" : "ravens.nothing-left"))];
    const why = this.paymentText;
    const reason = why ? [h("p", { class: "why" }, why)] : [];
    if (!choice.verbs.length) return [...(why ? reason : [h("p", { class: "soft" }, t("ravens.choose-more"))]), this.cancel()];
    return [...reason, ...choice.verbs.map((verb) => this.verb(verb)), this.cancel()];
  }

  /** What is to be selected on the path, and how much of it has been. */
  get targetText() {
    const { aiming, aims, targetCount } = this.board.choice;
    return aims.length ? t("ravens.target.chosen", { chosen: aims.length, count: targetCount }) : t(`ravens.target.${aiming}`);
  }

  /** Why the selected cards are the price of a flight, or not enough for it. */
  get paymentText() {
    const { payment, mustPayTwice } = this.board.choice;
    if (payment) return this.describePayment(payment);
    return mustPayTwice ? t("ravens.stone-costs") : "";
  }

  /** Why a flight costs more than one card. @param {import("../../../app/message_types.js").Destination} payment */
  describePayment([, , terrain = "", jokers = "", paid = 1]) {
    return paymentText(terrain, jokers, paid === 2 ? t("ravens.stone-costs") : "");
  }

  cancel() {
    return button({ class: "quiet cancel", "aria-label": t("cancel"), title: t("cancel"), onclick: () => this.board.clear() },
      icon("icon-cross"));
  }

  /** @param {string} verb */
  verb(verb) {
    return button({ class: verb === "fly" ? "use main" : "use", onclick: () => this.board.use(verb) },
      verbPicture(verb, this.board.ownSeat), h("span", {}, t(`use.${verb}`)));
  }

  /** A way to the selected place, with its cards. @param {Use} use */
  way(use) {
    const cards = [...use.hand, ...use.stack];
    const notation = use.hand + (use.stack ? `(${use.stack})` : "");
    /** @type {import("../../../app/message_types.js").Destination} */
    const payment = this.board.choice.destinations[use.move] ?? [0, 0];
    const [, , , jokers, paid] = payment;
    const name = `${t("ravens.option", { use: t(`use.${use.verb}`), cards: cardsText(notation) })} ${this.describePayment(payment)}`.trim();
    const label = jokers ? t("ravens.with-joker") : t(paid === 2 ? "ravens.pay-twice" : `use.${use.verb}`);
    return button({ class: "use way-to", "aria-label": name, title: name, onclick: () => this.board.choose(use) },
      h("span", { class: "price" }, cards.map((letter, at) => h("span", { class: at < use.hand.length ? "" : "from-stack" }, cardPicture(letter)))),
      h("span", {}, label));
  }

  /** A button for a card to place or lay. @param {string} move */
  cardButton(move) {
    const [verb, card] = move.split(" ");
    const { ownSeat: near, context } = this.board;
    const lanes = [1 - near, near];
    const inside = verb === "lay" ? cardPicture(card)
      : h("span", { class: "faces" }, lanes.map((lane) => h("span", { class: "space" }, tilePicture(card[lane]))));
    const name = verb === "lay" ? cardName(card) : landscapeText(card, near);
    return button({ class: verb === "lay" ? "card" : "placing", "aria-label": name, "data-move": move, onclick: () => context.play(move) }, inside);
  }
}
