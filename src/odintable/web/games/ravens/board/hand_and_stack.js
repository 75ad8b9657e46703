/** The player's hand, and their stack from bottom to top. */

import { button, h, picture, updateAttribute } from "../../../ui/dom.js";
import { enableArrowKeys } from "../../../ui/keyboard.js";
import { t } from "../../../app/i18n.js";
import { cardName, cardPicture } from "../card.js";
import { STACK } from "../choice/target.js";

export class HandAndStack {
  /** @type {Map<string, HTMLButtonElement>} */
  #cards = new Map();
  /** @type {Set<string>} the cards just played, until the server answers */
  sent = new Set();

  /** @param {import("./board.js").RavensBoard} board */
  constructor(board) {
    this.board = board;
    this.pile = h("div", { class: "pile" });
    this.slot = button({ class: "slot", "data-target": STACK, "aria-label": t("ravens.stack-empty"), title: t("ravens.stack-empty"), onclick: () => board.pressPlace(STACK) },
      picture("ravens", "pile-stack", "0 0 64 64", "icon"), h("span", {}, t("ravens.empty")));
    this.stack = h("div", { class: "stack", role: "group", "aria-label": t("ravens.stack"), "data-target": STACK },
      h("h2", {}, t("ravens.stack")), this.pile, this.slot);
    this.hand = h("div", { class: "hand", role: "group", "aria-label": t("ravens.hand") });
    enableArrowKeys(this.hand);
    enableArrowKeys(this.pile);
    this.element = h("div", { class: "holding" }, this.stack, this.hand);
  }

  /** @param {string} hand @param {string} stack bottom to top */
  show(hand, stack) {
    const { choice } = this.board;
    const wasFocused = this.hand.contains(document.activeElement);
    const open = choice.open;
    const cards = [...hand].map((letter, at) => this.handCard(letter, at, hand));
    const pile = [...stack].map((letter, at) => this.stackCard(letter, stack.length - at));
    showCards(this.hand, cards);
    showCards(this.pile, pile);
    this.slot.hidden = pile.length > 0;
    this.stack.toggleAttribute("data-possible", open.has(STACK));
    const current = new Set([...cards, ...pile]);
    for (const [key, one] of this.#cards) if (!current.has(one)) this.#cards.delete(key);
    if (wasFocused && !this.hand.contains(document.activeElement)) this.first()?.focus({ preventScroll: true });
  }

  /** @param {string} letter @param {number} at @param {string} hand */
  handCard(letter, at, hand) {
    const { choice } = this.board;
    const key = `hand-${letter}-${hand.slice(0, at).split(letter).length}`;
    const isChosen = choice.places.has(at) || this.sent.has(key);
    const isPossible = !isChosen && choice.goesWith(at);
    const card = this.card(key, letter);
    card.onclick = () => this.board.pressCard(at);
    card.dataset.at = String(at);
    labelCard(card, cardName(letter), isChosen, isPossible);
    card.toggleAttribute("data-possible", isPossible && !choice.isEmpty);
    card.toggleAttribute("data-dim", choice.uses.length > 0 && !choice.isPlayable(at));
    card.toggleAttribute("data-sent", this.sent.has(key));
    return card;
  }

  /** @param {string} letter @param {number} depth 1 is the top */
  stackCard(letter, depth) {
    const { choice } = this.board;
    const isChosen = depth <= choice.top;
    const isPossible = !isChosen && depth <= choice.maxDepth && choice.stackGoesWith(depth);
    const card = this.card(`stack-${depth}`, letter);
    card.onclick = () => this.board.pressStack(depth);
    card.classList.add("small");
    card.dataset.depth = String(depth);
    labelCard(card, t("ravens.stack-card", { card: cardName(letter), number: depth }), isChosen, isPossible);
    card.toggleAttribute("data-possible", isPossible && !choice.isEmpty);
    card.toggleAttribute("data-dim", choice.uses.length > 0 && depth > choice.maxDepth);
    return card;
  }

  /** @param {string} key @param {string} letter */
  card(key, letter) {
    const found = this.#cards.get(key);
    if (found && found.dataset.letter === letter) return found;
    const card = button({ class: "card", "data-drag": key, "data-card": key, "data-letter": letter }, cardPicture(letter));
    this.#cards.set(key, card);
    return card;
  }

  /** @returns {HTMLElement | null} */
  first() {
    return this.hand.querySelector("button");
  }
}

/** @param {HTMLButtonElement} card @param {string} name @param {boolean} isChosen @param {boolean} isPossible */
function labelCard(card, name, isChosen, isPossible) {
  updateAttribute(card, "aria-label", isPossible ? t("odin.possible", { card: name }) : name);
  updateAttribute(card, "aria-pressed", String(isChosen));
}

/** @param {HTMLElement} row @param {HTMLElement[]} cards */
function showCards(row, cards) {
  if (row.children.length === cards.length && cards.every((one, at) => row.children[at] === one)) return;
  row.replaceChildren(...cards);
}
