/** Ravens' board: the path, both players, the Magic Way, the player's stack, hand and actions. */

import { Drag } from "../../../ui/drag.js";
import { h } from "../../../ui/dom.js";
import { CardAnimation } from "../../../ui/card_animation.js";
import { HelpButton } from "../../../rules/help_button.js";
import * as sound from "../../../ui/sound.js";
import { announce } from "../../../ui/live_region.js";
import { turnText } from "../../../table/player_sentences.js";
import { looksSame } from "../../../table/table_state.js";
import { t } from "../../../app/i18n.js";
import { Selection } from "../choice/selection.js";
import { HandAndStack } from "./hand_and_stack.js";
import { CardMovement } from "../animation/card_movement.js";
import { MagicWay } from "./magic_way.js";
import { Path } from "./path.js";
import { hintedElements } from "../choice/hinted_elements.js";
import { explainHandCard, explainPlace, explainStackCard, whyNoChoice } from "../choice/illegal.js";
import { relevantRule } from "../choice/relevant_rule.js";
import { Piles } from "./piles.js";
import { playerPanel } from "./player_panel.js";
import { describeEvent } from "../sentences.js";
import { spaceOf, targetsOf } from "../choice/target.js";
import { TurnEnd } from "./turn_end.js";
import { UseButtons } from "../choice/use_buttons.js";

/** @typedef {import("../../../app/message_types.js").TableState} TableState */
/** @typedef {import("../../../app/message_types.js").TableEvent} TableEvent */
/** @typedef {import("../choice/selection.js").Use} Use */

export class RavensBoard {
  /** @type {TableState | null} */
  state = null;
  choice = new Selection();
  /** @type {string | null} the move that a hint lights up */
  hinted = null;

  /** @param {import("../../../app/game_types.js").TableContext} context */
  constructor(context) {
    this.context = context;
    const press = (/** @type {string} */ key) => this.pressPlace(key);
    this.element = h("div", { class: "ravens-table" });
    this.animation = new CardAnimation(this.element);
    this.path = new Path(press, this.animation);
    this.players = h("ul", { class: "flyers", "aria-label": t("ravens.players") });
    this.otherPiles = new Piles(false, press);
    this.ownPiles = new Piles(true, press);
    this.magic = new MagicWay(press, this.path.home);
    this.uses = new UseButtons(this);
    this.help = new HelpButton("ravens", "turn");
    this.handAndStack = new HandAndStack(this);
    this.turnEnd = new TurnEnd(this);
    this.own = h("section", { class: "own", "aria-label": t("ravens.own") },
      h("div", { class: "uses-line" }, this.uses.element, this.help.element), this.handAndStack.element, this.turnEnd.element);
    this.element.append(this.players,
      h("div", { class: "table-top round" }, this.otherPiles.element, h("div", { class: "flightway" }, this.path.element), this.ownPiles.element, this.magic.element), this.own);
    this.drag = new Drag(this.element, { lift: (from) => this.lift(from), drop: press, cancel: () => this.clear() });
  }

  close() {
    this.drag.close();
  }

  /** @param {TableState} state @param {TableEvent | null} event */
  show(state, event) {
    const before = this.state?.view;
    const looksUnchanged = looksSame(this.state, state);
    this.state = state;
    const { view } = state;
    if (!view) return;
    if (event || state.moves.length) this.handAndStack.sent.clear();
    const hasChanged = before && JSON.stringify(before) !== JSON.stringify(view);
    const movement = hasChanged && event?.kind === "move" ? new CardMovement(this, event) : null;
    if (hasChanged) this.animation.recordPositions();
    this.choice.offer(state.moves, this.ownHand, this.ownStack, state.destinations ?? {});
    if (!looksUnchanged) this.drawState(state, view);
    this.turnEnd.show(state);
    this.drawSelection();
    if (!hasChanged) return;
    if (String(before.ravens) !== String(view.ravens)) sound.playWings();
    this.animation.animateMoves();
    movement?.start();
    const flew = event?.events?.find((one) => one.event === "flew");
    if (flew && view.race === before.race) this.path.showCaption(Number(flew.seat), describeEvent(flew, this.context.people));
  }

  /** Light up the cards and places of a move. @param {string | null} move null: nothing */
  showHint(move) {
    this.hinted = move;
    this.drawHint();
  }

  drawHint() {
    for (const one of this.element.querySelectorAll("[data-hint]")) one.removeAttribute("data-hint");
    for (const one of this.hinted ? hintedElements(this, this.hinted) : []) one.setAttribute("data-hint", "");
  }

  /** The seat that is drawn at the bottom. */
  get ownSeat() {
    return typeof this.state?.you === "number" ? this.state.you : 0;
  }

  get ownHand() {
    const hand = this.state?.view?.hands[this.ownSeat];
    return typeof hand === "string" ? hand : "";
  }

  /** The player's stack, top first. */
  get ownStack() {
    const stack = this.state?.view?.stacks[this.ownSeat];
    return typeof stack === "string" ? [...stack].reverse().join("") : "";
  }

  /** Draw what does not depend on the selection; doing so on every press would be slow on phones. @param {TableState} state @param {import("../../../app/message_types.js").View} view */
  drawState(state, view) {
    const near = this.ownSeat;
    const isPlayer = typeof state.you === "number";
    this.players.replaceChildren(...[1 - near, near].map((seat) => playerPanel(state, seat, this.context.people)));
    this.otherPiles.show(view, 1 - near, false);
    this.ownPiles.show(view, near, isPlayer);
    this.magic.show(view, near, this.context.people.name);
    this.own.hidden = !isPlayer;
  }

  /** Draw what depends on the selection. */
  drawSelection() {
    const { state, choice, ownSeat: near } = this;
    const view = state?.view;
    if (!state || !view) return;
    const open = choice.open;
    this.path.show(view, near, { open, spot: choice.spot, aims: choice.aims, landings: choice.landings });
    this.element.classList.toggle("aiming", !choice.isEmpty || choice.spot !== "");
    this.ownPiles.highlight(open);
    this.magic.highlight(open);
    this.handAndStack.show(this.ownHand, [...this.ownStack].reverse().join(""));
    this.uses.show();
    this.help.show(relevantRule(choice, view.phase));
    this.path.showCaption(near, "");
    this.drawHint();
  }

  // -- Selecting ----------------------------------------------------------------------

  /** Show why nothing can be selected now, if so. @returns {boolean} whether something can */
  checkTurn() {
    const why = whyNoChoice(this.state, this.context.people.name);
    if (why && this.uses.isAsking) this.uses.repeatQuestion(why);
    else if (why) this.context.explain(why);
    return !why;
  }

  /** @param {number} at a card of the hand */
  pressCard(at) {
    if (!this.checkTurn() || !this.state) return;
    if (!this.choice.isPlayable(at)) explainHandCard(this.context, this.choice, at);
    else {
      this.choice.press(at);
      this.selectionChanged();
    }
  }

  /** @param {number} depth of the pressed card of the stack, 1 is the top */
  pressStack(depth) {
    if (!this.checkTurn() || !this.state) return;
    if (depth > this.choice.maxDepth) explainStackCard(this.context, this.choice, depth);
    else {
      this.choice.pressStack(depth);
      this.selectionChanged();
    }
  }

  /** Announce and draw the new selection. */
  selectionChanged() {
    const { verbs, isEmpty } = this.choice;
    const text = verbs.length ? t("ravens.possible-uses", { uses: verbs.map((verb) => t(`use.${verb}`)).join(", ") }) : t("ravens.choose-more");
    announce(isEmpty ? t("odin.none-chosen") : `${this.uses.paymentText} ${text}`.trim());
    this.drawSelection();
  }

  clear() {
    this.choice.clear();
    this.drawSelection();
  }

  /** A place was pressed: play the selected cards there, or offer the ways to get there. @param {string} key */
  pressPlace(key) {
    if (!this.checkTurn() || !this.state) return;
    const { choice } = this;
    const place = this.intendedPlace(key);
    if (choice.aiming) {
      if (choice.open.has(key)) this.aim(key);
      else explainPlace(this.context, this.state, choice, key);
      return;
    }
    const found = place === choice.spot ? [] : choice.reaching(place);
    const isSpot = place === choice.spot;
    choice.clearAim();
    if (isSpot) this.drawSelection();
    else if (!found.length) {
      explainPlace(this.context, this.state, choice, place);
      this.drawSelection();
    } else if (!choice.isEmpty && found.length === 1) this.play(found[0]);
    else this.offerWays(place, found);
  }

  /** @param {string} place @param {Use[]} found */
  offerWays(place, found) {
    const { choice } = this;
    choice.spot = place;
    const { ways } = choice;
    if (ways.length === 1 && !choice.isEmpty) {
      this.choose(found[0]);
      return;
    }
    announce(`${t("ravens.options")} ${ways.map((use) => t(`use.${use.verb}`)).join(", ")}`);
    this.drawSelection();
  }

  /** The place the player means: on a raven's space the raven, on a space to fly over the landing. @param {string} key */
  intendedPlace(key) {
    const space = spaceOf(key);
    const { choice } = this;
    if (!space || choice.reaching(key).length) return key;
    const [lane, at] = space;
    if (this.state?.view?.ravens[lane] === at) return `raven-${lane}`;
    const uses = choice.isEmpty ? [] : choice.possible;
    const over = uses.find((use) => choice.destinations[use.move]?.[0] === lane && choice.destinations[use.move][1] > at && at > this.state?.view?.ravens[lane]);
    return over ? targetsOf(over, choice.destinations)[0] : key;
  }

  /** @param {string} verb */
  use(verb) {
    const found = this.choice.possible.filter((use) => use.verb === verb);
    if (found.length === 1 && !found[0].aim.length) {
      this.play(found[0]);
      return;
    }
    this.choice.clearAim();
    this.choice.aiming = verb;
    announce(t(`ravens.target.${verb}`));
    this.drawSelection();
    this.path.focus();
  }

  /** Take one of the ways to the selected place. @param {Use} use */
  choose(use) {
    const { choice } = this;
    const at = choice.spot;
    if (use.verb !== "swap") {
      this.play(use);
      return;
    }
    choice.select(use);
    choice.aiming = use.verb;
    this.aim(at);
  }

  /** @param {string} key */
  aim(key) {
    const use = this.choice.aim(key);
    if (use) this.play(use);
    else {
      announce(this.uses.targetText);
      this.drawSelection();
    }
  }

  // -- Dragging ------------------------------------------------------------------------------

  /** @param {HTMLElement} from a card of the hand or the stack */
  lift(from) {
    const { choice } = this;
    const { at, depth } = from.dataset;
    const isHand = from.parentElement === this.handAndStack.hand;
    if (!this.checkTurn()) return [];
    if (isHand && !choice.places.has(Number(at))) this.pressCard(Number(at));
    if (!isHand && choice.top < Number(depth)) this.pressStack(Number(depth));
    if (choice.isEmpty) return [];
    return [...this.handAndStack.element.querySelectorAll('.card[aria-pressed="true"] .face')];
  }

  // -- Playing -------------------------------------------------------------------------

  /** @param {Use} use */
  play(use) {
    this.choice.select(use);
    const cards = this.handAndStack.element.querySelectorAll(".card");
    this.handAndStack.sent = new Set([...this.choice.places].map((at) => /** @type {HTMLElement} */ (cards[cards.length - this.choice.hand.length + at])?.dataset.card ?? ""));
    this.choice.clear();
    this.context.play(use.move);
  }

  status() {
    const { state } = this;
    const view = state?.view;
    if (!state || !view) return "";
    if (!state.moves.length) return view.turn === state.you ? t("please-wait") : turnText(state, this.context.people);
    return t(view.phase === "play" ? "ravens.status.play" : `ravens.${view.phase}`);
  }

  /** @returns {import("../../../ui/keyboard.js").Key[]} */
  keys() {
    const numbers = [...this.ownHand].map((_, at) => ({
      key: String(at + 1), name: t("odin.key.pick", { number: at + 1 }), run: () => this.pressCard(at),
    }));
    const [only, ...others] = this.state?.moves ?? [];
    const main = only && !others.length ? [{ key: "Enter", name: t("ravens.key.only-move"), run: () => this.context.play(only) }] : [];
    const verbs = this.choice.verbs.slice(0, 1).map((verb) => ({ key: "Enter", name: t(`use.${verb}`), run: () => this.use(verb) }));
    return [...numbers, ...main, ...verbs,
      { key: "s", name: t("ravens.key.stack"), run: () => this.pressStack(this.choice.top + 1) },
      { key: "w", name: t("ravens.key.actions"), run: () => this.uses.focus() },
      { key: "p", name: t("ravens.key.path"), run: () => this.path.focus() },
      { key: "h", name: t("odin.key.hand"), run: () => this.handAndStack.first()?.focus() },
      { key: "e", name: t("ravens.end"), run: () => this.turnEnd.play("end") },
      { key: "x", name: t("ravens.extend"), run: () => this.turnEnd.play("extend") },
      { key: "Escape", name: t("odin.key.clear"), run: () => this.clear() },
    ];
  }
}
