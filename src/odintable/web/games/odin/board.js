/** ODIN's board: the other players, the set to beat, the player's hand and actions. */

import { Drag } from "../../ui/drag.js";
import { button, h, picture, setAttributes, updateIconButton } from "../../ui/dom.js";
import { CardAnimation } from "../../ui/card_animation.js";
import { HelpButton } from "../../rules/help_button.js";
import { enableArrowKeys } from "../../ui/keyboard.js";
import { changeSetting, settings } from "../../app/settings.js";
import { announce } from "../../ui/live_region.js";
import { turnText } from "../../table/player_sentences.js";
import { looksSame, whyNotYourTurn } from "../../table/table_state.js";
import { t } from "../../app/i18n.js";
import { AutoPass } from "./auto_pass.js";
import { cardButton, cardName, cardPicture, sortCards, valueOfSet } from "./card.js";
import { CardChoice } from "./card_choice.js";
import { explainChoice, explainPass } from "./illegal.js";
import { beatenSet, offeredCards, setToBeat } from "./middle.js";
import { otherPlayer, ownLine } from "./player_seat.js";
import { RoundHistory } from "./round_history.js";

/** @typedef {import("../../app/message_types.js").TableState} TableState */
/** @typedef {import("../../app/message_types.js").TableEvent} TableEvent */

const MIDDLE = "middle";
const HAND = "hand";

export class OdinBoard {
  /** @type {TableState | null} */
  state = null;
  choice = new CardChoice();
  /** @type {Map<string, HTMLButtonElement>} */
  cards = new Map();
  /** @type {Set<string>} the cards just played, until the server answers */
  sent = new Set();
  dragged = ""; // a card of the beaten set
  /** @type {string | null} the move that a hint lights up */
  hinted = null;

  /** @param {import("../../app/game_types.js").TableContext} context */
  constructor(context) {
    this.context = context;
    this.others = h("ul", { class: "others", "aria-label": t("others") });
    this.help = new HelpButton("odin", "leading");
    this.setTitle = h("div", { class: "set-title" }, this.help.element);
    this.sets = h("div", { class: "sets" });
    this.center = h("section", { class: "heap", "aria-label": t("odin.middle") }, this.setTitle, this.sets);
    this.hand = h("div", { class: "hand", role: "group", "aria-label": t("odin.hand"), "data-target": HAND });
    enableArrowKeys(this.hand);
    this.hand.addEventListener("keydown", (event) => this.playOnEnter(event));
    this.valueText = h("p", { class: "worth" });
    this.passButton = button({ class: "act", onclick: () => this.pass() }, t("odin.pass"));
    this.playButton = button({ class: "act main", onclick: () => this.play() });
    this.sortButton = button({ class: "icon-button", onclick: () => this.sort() });
    this.auto = new AutoPass(this);
    this.actions = h("div", { class: "actions" }, this.sortButton, this.passButton, this.playButton);
    this.me = h("div", { class: "me-line" });
    this.own = h("section", { class: "own", "aria-label": t("odin.own") },
      h("div", { class: "own-line" }, this.me, this.auto.element, this.valueText), this.actions, this.hand);
    this.history = new RoundHistory(context);
    this.element = h("div", { class: "odin-table" },
      h("div", { class: "table-top round", "data-target": MIDDLE }, this.others, this.center, this.history.element), this.own);
    this.animation = new CardAnimation(this.element);
    this.drag = new Drag(this.element, { lift: (from) => this.lift(from), drop: (key) => this.drop(key), cancel: () => {} });
  }

  close() {
    this.drag.close();
    this.auto.stop();
  }

  /** @param {TableState} state @param {TableEvent | null} event */
  show(state, event) {
    const looksUnchanged = looksSame(this.state, state);
    this.state = state;
    const view = state.view;
    if (!view) return;
    if (event || state.moves.length) this.sent.clear();
    this.animation.recordPositions();
    const took = event?.events?.find((one) => one.event === "took");
    const from = took && this.animation.positionOf(took.card ?? "");
    const own = this.ownHand;
    this.choice.offer(state.moves, own);
    if (!looksUnchanged) {
      this.drawOthers(state);
      this.history.show(state);
    }
    if (!looksUnchanged || this.wasTaking !== this.isTaking) this.drawCenter(state);
    this.drawHand(own);
    this.drawOwn(state);
    this.drawActions();
    this.auto.update();
    this.drawHint();
    this.animation.animateMoves(event?.kind === "move" ? event.seat : undefined);
    const taker = this.others.querySelector(`[data-seat="${took?.seat}"]`);
    if (took?.card && from && taker) this.animation.flyAway(cardPicture(took.card), from, taker.querySelector(".known") ?? taker);
  }

  /** Light up the cards and the button of a move. @param {string | null} move null: nothing */
  showHint(move) {
    this.hinted = move;
    this.drawHint();
  }

  drawHint() {
    const [verb, ...cards] = this.hinted?.split(" ") ?? [];
    for (const one of this.element.querySelectorAll(".card")) {
      one.toggleAttribute("data-hint", cards.includes(/** @type {HTMLElement} */ (one).dataset.card ?? ""));
    }
    this.passButton.toggleAttribute("data-hint", verb === "pass");
    this.playButton.toggleAttribute("data-hint", verb === "pass" && this.choice.canOnlyPass);
  }

  get ownHand() {
    const you = this.state?.you;
    const hand = typeof you === "number" ? this.state?.view?.hands[you] : [];
    return Array.isArray(hand) ? sortCards(hand, settings.order) : [];
  }

  /** @param {TableState} state */
  drawOthers(state) {
    const view = state.view ?? {};
    const me = typeof state.you === "number" ? state.you : -1;
    const count = view.players;
    const seats = Array.from({ length: count }, (_, at) => (Math.max(me, 0) + at + (me < 0 ? 0 : 1)) % count).filter((seat) => seat !== me);
    this.others.replaceChildren(...seats.map((seat) => otherPlayer(state, seat, this.context.people.name(seat))));
    this.others.dataset.count = String(seats.length);
  }

  /** @param {TableState} state */
  drawCenter(state) {
    const { isTaking } = this;
    const { people } = this.context;
    const taking = isTaking ? offeredCards(state, (card) => this.context.play(`take ${card}`)) : [];
    const beaten = isTaking ? null : beatenSet(state, people);
    const hadFocus = this.sets.contains(document.activeElement);
    const [title, ...sets] = [...taking, ...setToBeat(state, people), ...(beaten ? [beaten] : [])];
    // The help button stays where it is: it may have the focus.
    this.setTitle.querySelector("p")?.remove();
    this.setTitle.prepend(title);
    this.sets.replaceChildren(...sets);
    this.center.classList.toggle("taking", isTaking);
    this.help.show(isTaking ? "taking" : state.view?.table.length ? "beating" : "leading");
    if (isTaking && (hadFocus || !this.wasTaking)) /** @type {HTMLElement | null} */ (this.center.querySelector(".offered button"))?.focus();
    this.wasTaking = isTaking;
  }
  wasTaking = false;

  /** Whether the player must now take a card of the beaten set. */
  get isTaking() {
    return this.state?.view?.phase === "take" && this.state.moves.length > 0;
  }

  /** @param {string[]} own */
  drawHand(own) {
    const isMine = Boolean(this.choice.sets.length || this.choice.moves.length);
    const known = this.state?.view?.known?.[Number(this.state.you)] ?? [];
    const buttons = own.map((card) => this.card(card));
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.card;
    if (this.hand.children.length !== own.length || buttons.some((one, at) => this.hand.children[at] !== one)) {
      this.hand.replaceChildren(...buttons);
      if (focused) this.cards.get(focused)?.focus();
    }
    for (const [at, card] of own.entries()) {
      const isChosen = this.choice.cards.has(card) || this.sent.has(card);
      const isPossible = isMine && this.choice.goesWith(card);
      setAttributes(buttons[at], { "aria-pressed": String(isChosen), "data-possible": isPossible, "data-dim": isMine && !this.choice.isPlayable(card), "data-sent": this.sent.has(card) });
      const name = known.includes(card) ? t("odin.known", { card: cardName(card) }) : cardName(card);
      setAttributes(buttons[at], { "aria-label": isPossible && !isChosen ? t("odin.possible", { card: name }) : name, "data-known": known.includes(card) });
    }
  }

  /** @param {string} card */
  card(card) {
    const found = this.cards.get(card) ?? cardButton(card, (one) => this.press(one), picture("shared", "icon-eye", "0 0 24 24", "eye"));
    this.cards.set(card, found);
    return found;
  }

  /** @param {TableState} state */
  drawOwn(state) {
    const you = state.you;
    const view = state.view ?? {};
    this.own.hidden = typeof you !== "number";
    if (typeof you !== "number") return;
    this.me.dataset.seat = String(you);
    this.me.className = `me-line seat ${view.turn === you && state.stage === "playing" ? "turn" : ""}`;
    this.me.replaceChildren(...ownLine(state, you, this.context.people.name(you)));
  }

  drawActions() {
    const { choice } = this;
    const chosen = [...choice.cards];
    const isPlayer = typeof this.state?.you === "number" && this.state.stage === "playing";
    this.actions.hidden = !isPlayer;
    this.valueText.replaceChildren(chosen.length ? h("span", {}, t("odin.chosen")) : "", chosen.length ? h("strong", {}, valueOfSet(chosen)) : "");
    const { move } = this;
    const cards = move?.startsWith("play ") ? move.split(" ").slice(1) : chosen;
    this.playButton.textContent = choice.canOnlyPass ? t("odin.pass")
      : cards.length ? t("odin.play", { value: valueOfSet(cards), count: cards.length }) : t("odin.play-none");
    this.playButton.toggleAttribute("data-off", !move);
    this.playButton.setAttribute("aria-disabled", String(!move));
    this.passButton.disabled = !choice.moves.includes("pass");
    this.passButton.classList.toggle("spare", choice.canOnlyPass);
    const name = settings.order === "colour" ? t("odin.by-number") : t("odin.by-colour");
    updateIconButton(this.sortButton, settings.order === "colour" ? "icon-sort-number" : "icon-sort-colour", name);
  }

  // -- Actions -------------------------------------------------------------------------

  /** @param {string} card */
  press(card) {
    this.choice.press(card);
    const chosen = [...this.choice.cards];
    announce(chosen.length ? t("odin.chosen-now", { value: valueOfSet(chosen), count: chosen.length }) : t("odin.none-chosen"));
    this.redraw();
  }

  /** The move of the main button: the chosen cards, or the only legal move. */
  get move() {
    const { choice } = this;
    return choice.move ?? (choice.moves.length === 1 && !this.isTaking ? choice.moves[0] : null);
  }

  /** On a card, Enter plays the chosen cards if possible; Space chooses the card. @param {KeyboardEvent} event */
  playOnEnter(event) {
    if (event.key !== "Enter" || !this.choice.move) return;
    event.preventDefault();
    this.play();
  }

  /** Show why the reader cannot move now, if so. @returns {boolean} whether the reader is to move */
  checkTurn() {
    const why = whyNotYourTurn(this.state, this.context.people.name);
    if (why) this.context.explain(why);
    return !why;
  }

  /** Draw only what depends on the chosen cards. */
  redraw() {
    this.drawHand(this.ownHand);
    this.drawActions();
  }

  play() {
    const { move } = this;
    if (!move) {
      if (this.checkTurn()) explainChoice(this.context, this.choice, this.state?.view ?? {});
      return;
    }
    this.sent = new Set(move.split(" ").slice(1));
    this.choice.clear();
    this.context.play(move);
  }

  /** Drag a card of the hand with all chosen ones, or a card to take. @param {HTMLElement} from */
  lift(from) {
    const card = from.dataset.card ?? "";
    this.dragged = this.hand.contains(from) ? "" : card;
    if (this.dragged) return [...from.querySelectorAll(".face")];
    if (!this.choice.cards.has(card)) this.press(card);
    return [...this.hand.querySelectorAll('[aria-pressed="true"] .face')];
  }

  /** @param {string} key */
  drop(key) {
    if (this.dragged && key === HAND) this.context.play(`take ${this.dragged}`);
    else if (!this.dragged && key === MIDDLE) this.play();
  }

  async pass() {
    if (!this.choice.moves.includes("pass")) {
      if (this.checkTurn()) explainPass(this.context);
      return;
    }
    const couldGoOut = this.choice.sets.some((one) => one.length === this.ownHand.length);
    if (couldGoOut && settings.confirm && !(await this.context.confirm(t("odin.pass-sure"), t("odin.pass")))) return;
    this.choice.clear();
    this.context.play("pass");
  }

  sort() {
    changeSetting("order", settings.order === "colour" ? "number" : "colour");
    this.animation.recordPositions();
    this.redraw();
    this.animation.animateMoves();
  }

  status() {
    const { state, choice } = this;
    const view = state?.view;
    if (!state || !view) return "";
    if (!state.moves.length) return view.turn === state.you ? t("please-wait") : turnText(state, this.context.people);
    if (view.phase === "take") return t("odin.status.take");
    if (view.phase === "lead") return t("odin.status.lead");
    if (choice.canOnlyPass) return t("odin.status.hopeless", { value: valueOfSet(view.table) });
    const [low, high] = choice.sizes;
    return t(low === high ? "odin.status.beat-one" : "odin.status.beat", { value: valueOfSet(view.table), low, high, count: low });
  }

  /** @returns {import("../../ui/keyboard.js").Key[]} */
  keys() {
    const own = this.ownHand;
    const numbers = own.slice(0, 10).map((card, at) => ({
      key: String((at + 1) % 10), name: t("odin.key.pick", { number: at + 1 }),
      run: () => { this.card(card).focus(); this.press(card); },
    }));
    return [
      ...numbers,
      { key: "Enter", name: t("odin.key.play"), run: () => this.play() },
      { key: "p", name: t("odin.pass"), run: () => this.pass() },
      { key: "s", name: t("odin.key.sort"), run: () => this.sort() },
      { key: "Escape", name: t("odin.key.clear"), run: () => { this.choice.clear(); this.redraw(); } },
      { key: "h", name: t("odin.key.hand"), run: () => /** @type {HTMLElement | null} */ (this.hand.firstElementChild)?.focus() },
    ];
  }
}
