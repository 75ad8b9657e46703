/** Ravens' table: the path, both sides, the Magic Way, one's stack and hand, and what can be done. */

import { Drag } from "../../../ui/drag.js";
import { button, h, picture } from "../../../ui/dom.js";
import { CardAnimation } from "../../../ui/card_animation.js";
import { HelpButton } from "../../../rules/help_button.js";
import { settings } from "../../../app/settings.js";
import * as sound from "../../../ui/sound.js";
import { announce } from "../../../ui/live_region.js";
import { looksSame } from "../../../table/table_state.js";
import { t } from "../../../app/i18n.js";
import { RAVENS } from "../card.js";
import { Selection } from "../choice/selection.js";
import { HandAndStack } from "./hand_and_stack.js";
import { CardMovement } from "../animation/card_moves.js";
import { MagicWay } from "./magic_way.js";
import { Path } from "./path.js";
import { MOST, whyNoCard, whyNotThere, whyNothing } from "../choice/illegal.js";
import { ruleFor } from "../choice/relevant_rule.js";
import { Piles, playerPanel } from "./player_side.js";
import { spaceOf, targetsOf } from "../choice/target.js";
import { CardUses } from "../choice/card_uses.js";

/** @typedef {import("../../../app/types.js").TableState} TableState */
/** @typedef {import("../../../app/types.js").TableEvent} TableEvent */
/** @typedef {import("../choice/selection.js").Use} Use */

/** @param {string} icon @param {string} box @param {number} used of three marks, so many are spent */
function stillToPlay(icon, box, used) {
  return h("span", { class: "marks", "aria-hidden": "true" }, picture("ravens", icon, box, "fact-icon"),
    Array.from({ length: MOST }, (_, at) => h("i", { class: at < MOST - used ? "mark" : "mark spent" })));
}

export class RavensBoard {
  /** @type {TableState | null} */
  state = null;
  choice = new Selection();

  /** @param {import("../../../app/game_interface.js").TableContext} context */
  constructor(context) {
    this.context = context;
    const press = (/** @type {string} */ key) => this.press(key);
    this.element = h("div", { class: "ravens-table" });
    this.animation = new CardAnimation(this.element);
    this.path = new Path(press, this.animation);
    this.players = h("ul", { class: "flyers", "aria-label": t("ravens.players") });
    this.far = new Piles(false, press);
    this.nearby = new Piles(true, press);
    this.magic = new MagicWay(press, this.path.home);
    this.uses = new CardUses(this);
    this.help = new HelpButton("ravens", "turn");
    this.handAndStack = new HandAndStack(this);
    this.ends = h("div", { class: "actions" });
    this.own = h("section", { class: "own", "aria-label": t("ravens.own") },
      h("div", { class: "uses-line" }, this.uses.element, this.help.element), this.handAndStack.element, this.ends);
    this.element.append(this.players,
      h("div", { class: "table-top round" }, this.far.element, h("div", { class: "flightway" }, this.path.element), this.nearby.element, this.magic.element), this.own);
    this.drag = new Drag(this.element, { lift: (from) => this.lift(from), drop: press, cancel: () => this.clear() });
    this.left = h("p", { class: "left" });
    this.endings = ["extend", "end"].map((move) => button({ class: "act", onclick: () => this.end(move) }, t(`ravens.${move}`)));
    this.ends.append(this.left, ...this.endings);
  }

  close() {
    this.drag.close();
  }

  /** @param {TableState} state @param {TableEvent | null} happened */
  show(state, happened) {
    const before = this.state?.view;
    const isAlike = looksSame(this.state, state);
    this.state = state;
    const { view } = state;
    if (!view) return;
    if (happened || state.moves.length) this.handAndStack.sent.clear();
    const isMoved = before && JSON.stringify(before) !== JSON.stringify(view);
    const movement = isMoved && happened?.kind === "move" ? new CardMovement(this, happened) : null;
    if (isMoved) this.animation.recordPositions();
    this.choice.offer(state.moves, this.ownHand, this.ownStack, state.destinations ?? {});
    if (!isAlike) this.drawStanding(state, view);
    this.drawEnds(state);
    this.draw();
    if (!isMoved) return;
    if (String(before.ravens) !== String(view.ravens)) sound.playWings();
    this.animation.animateMoves();
    movement?.go();
  }

  /** The seat from whose side one looks. */
  get near() {
    return typeof this.state?.you === "number" ? this.state.you : 0;
  }

  get ownHand() {
    const hand = this.state?.view?.hands[this.near];
    return typeof hand === "string" ? hand : "";
  }

  /** One's stack, top first. */
  get ownStack() {
    const stack = this.state?.view?.stacks[this.near];
    return typeof stack === "string" ? [...stack].reverse().join("") : "";
  }

  /** What does not change while one chooses: drawing it for every press would make slow phones wait. @param {TableState} state @param {import("../../../app/types.js").View} view */
  drawStanding(state, view) {
    const { near } = this;
    const isPlayer = typeof state.you === "number";
    this.players.replaceChildren(...[1 - near, near].map((seat) => playerPanel(state, seat, this.context.people)));
    this.far.show(view, 1 - near, false);
    this.nearby.show(view, near, isPlayer);
    this.magic.show(view, near, this.context.people.name);
    this.own.hidden = !isPlayer;
  }

  /** What is chosen, and what it can do. */
  draw() {
    const { state, choice, near } = this;
    const view = state?.view;
    if (!state || !view) return;
    const open = choice.open;
    this.path.show(view, near, { open, spot: choice.spot, aims: choice.aims, landings: choice.landings });
    this.element.classList.toggle("aiming", !choice.isEmpty || choice.spot !== "");
    this.nearby.light(open);
    this.magic.light(open);
    this.handAndStack.show(this.ownHand, [...this.ownStack].reverse().join(""));
    this.uses.show();
    this.help.show(ruleFor(choice, view.phase));
  }

  /** @param {TableState} state */
  drawEnds(state) {
    const [fromHand, fromStack] = state.view?.played ?? [0, 0];
    const isMine = state.view?.turn === state.you && state.stage === "playing";
    const left = t("ravens.left", { hand: MOST - fromHand, stack: MOST - fromStack });
    this.left.title = isMine ? left : "";
    this.left.replaceChildren(...(isMine ? [h("span", { class: "left-words" }, left),
      stillToPlay(`back-${RAVENS[this.near]}`, "0 0 100 140", fromHand), stillToPlay("pile-stack", "0 0 64 64", fromStack)] : []));
    for (const [at, move] of ["extend", "end"].entries()) this.endings[at].disabled = !state.moves.includes(move);
    this.endings[1].classList.toggle("main", state.moves.includes("end") && !this.choice.uses.some((use) => use.verb !== "discard" && use.verb !== "stack"));
  }

  // -- What one chooses ----------------------------------------------------------------------

  /** @returns {boolean} whether something can be chosen; if not, why not is said */
  get isReady() {
    const why = whyNothing(this.state, this.context.people.name);
    if (why && this.uses.isAsking) this.uses.insist(why);
    else if (why) this.context.explain(why);
    return !why;
  }

  /** @param {number} at a card of the hand */
  pressCard(at) {
    if (!this.isReady || !this.state) return;
    if (!this.choice.isPlayable(at)) this.context.explain(whyNoCard(this.state, "hand"));
    else {
      this.choice.press(at);
      this.chosen();
    }
  }

  /** @param {number} depth so many cards of the stack */
  pressStack(depth) {
    if (!this.isReady || !this.state) return;
    if (depth > this.choice.deepest) this.context.explain(whyNoCard(this.state, "stack"));
    else {
      this.choice.pressStack(depth);
      this.chosen();
    }
  }

  /** What is chosen has changed. */
  chosen() {
    const { verbs, isEmpty } = this.choice;
    const words = verbs.length ? t("ravens.can", { uses: verbs.map((verb) => t(`use.${verb}`)).join(", ") }) : t("flight.more");
    announce(isEmpty ? t("odin.none-chosen") : words);
    this.draw();
  }

  clear() {
    this.choice.clear();
    this.draw();
  }

  /** @param {string} key a place: the chosen cards go there, or the ways there are offered */
  press(key) {
    if (!this.isReady || !this.state) return;
    const { choice } = this;
    const place = this.meant(key);
    if (choice.aiming) {
      if (choice.open.has(key)) this.aim(key);
      else this.context.explain(whyNotThere(this.state, choice, key));
      return;
    }
    const found = place === choice.spot ? [] : choice.reaching(place);
    const isSpot = place === choice.spot;
    choice.forgetAim();
    if (isSpot) this.draw();
    else if (!found.length) {
      this.context.explain(whyNotThere(this.state, choice, key));
      this.draw();
    } else if (!choice.isEmpty && found.length === 1) this.play(found[0]);
    else this.offer(place, found);
  }

  /** @param {string} place @param {Use[]} found */
  offer(place, found) {
    const { choice } = this;
    choice.spot = place;
    const { ways } = choice;
    if (ways.length === 1 && !choice.isEmpty) {
      this.choose(found[0]);
      return;
    }
    announce(`${t("flight.ways")} ${ways.map((use) => t(`use.${use.verb}`)).join(", ")}`);
    this.draw();
  }

  /** The place that is meant: a raven's space means the raven, a space flown over the landing. @param {string} key */
  meant(key) {
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
    this.choice.forgetAim();
    this.choice.aiming = verb;
    announce(t(`ravens.aim.${verb}`));
    this.draw();
    this.path.focus();
  }

  /** @param {Use} use one of the ways to the chosen place */
  choose(use) {
    const { choice } = this;
    const at = choice.spot;
    if (use.verb !== "swap") {
      this.play(use);
      return;
    }
    choice.take(use);
    choice.aiming = use.verb;
    this.aim(at);
  }

  /** @param {string} key */
  aim(key) {
    const use = this.choice.aim(key);
    if (use) this.play(use);
    else {
      announce(t(`ravens.aim.${this.choice.aiming}`));
      this.draw();
    }
  }

  // -- Dragging ------------------------------------------------------------------------------

  /** @param {HTMLElement} from a card of the hand or the stack */
  lift(from) {
    const { choice } = this;
    const { at, depth } = from.dataset;
    const isHand = from.parentElement === this.handAndStack.hand;
    if (!this.isReady) return [];
    if (isHand && !choice.places.has(Number(at))) this.pressCard(Number(at));
    if (!isHand && choice.top < Number(depth)) this.pressStack(Number(depth));
    if (choice.isEmpty) return [];
    return [...this.handAndStack.element.querySelectorAll('.card[aria-pressed="true"] .face')];
  }

  // -- What one does -------------------------------------------------------------------------

  /** @param {Use} use */
  play(use) {
    this.choice.take(use);
    const cards = this.handAndStack.element.querySelectorAll(".card");
    this.handAndStack.sent = new Set([...this.choice.places].map((at) => /** @type {HTMLElement} */ (cards[cards.length - this.choice.hand.length + at])?.dataset.card ?? ""));
    this.choice.clear();
    this.context.play(use.move);
  }

  /** @param {string} move end or extend */
  async end(move) {
    const why = whyNothing(this.state, this.context.people.name);
    if (why || !this.state?.moves.includes(move)) {
      this.context.explain(why || t("flight.why.pile"));
      return;
    }
    const [fromHand, fromStack] = this.state.view?.played ?? [0, 0];
    const wastes = fromHand + fromStack === 0 && this.choice.uses.some((use) => use.verb === "fly");
    if (wastes && settings.confirm && !(await this.context.confirm(t("ravens.end-sure"), t(`ravens.${move}`)))) return;
    this.choice.clear();
    this.context.play(move);
  }

  status() {
    const { state } = this;
    const view = state?.view;
    if (!state || !view) return "";
    if (state.stage === "over") return t("over");
    if (!state.moves.length) return view.turn === state.you ? t("one-moment") : t("turn-of", { name: this.context.people.name(view.turn) });
    return t(view.phase === "play" ? "ravens.status.play" : `ravens.${view.phase}`);
  }

  /** @returns {import("../../../ui/keyboard.js").Key[]} */
  keys() {
    const numbers = [...this.ownHand].map((_, at) => ({
      key: String(at + 1), name: t("odin.key.pick", { number: at + 1 }), run: () => this.pressCard(at),
    }));
    const verbs = this.choice.verbs.slice(0, 1).map((verb) => ({ key: "Enter", name: t(`use.${verb}`), run: () => this.use(verb) }));
    return [...numbers, ...verbs,
      { key: "s", name: t("flight.key.stack"), run: () => this.pressStack(this.choice.top + 1) },
      { key: "w", name: t("flight.key.ways"), run: () => this.uses.focus() },
      { key: "p", name: t("flight.key.path"), run: () => this.path.focus() },
      { key: "h", name: t("odin.key.hand"), run: () => this.handAndStack.first()?.focus() },
      { key: "e", name: t("ravens.end"), run: () => this.end("end") },
      { key: "x", name: t("ravens.extend"), run: () => this.end("extend") },
      { key: "Escape", name: t("odin.key.clear"), run: () => this.clear() },
    ];
  }
}
