/** Ravens' table: the path, both players, one's stack and hand, and what the chosen cards can do. */

import { button, h, picture } from "../element.js";
import { Flight } from "../flight.js";
import { walkable } from "../keyboard.js";
import { seatClock, seatNote, seatPicture } from "../seat.js";
import { settings } from "../settings.js";
import { say } from "../spoken.js";
import { t } from "../text.js";
import { RAVENS, cardName, cardPicture, tilePicture } from "./card.js";
import { Choice } from "./choice.js";
import { Path } from "./path.js";

/** @typedef {import("../types.js").Standing} Standing */
/** @typedef {import("../types.js").Happened} Happened */

const PICTURES = new Set(["stone", "swap", "turn", "remove", "back", "forward", "arrange", "add"]);
const MOST = 3; // cards from the hand, and from the stack, in a turn

export class Board {
  /** @type {Standing | null} */
  standing = null;
  choice = new Choice();
  path = new Path();

  /** @param {import("../game.js").Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.players = h("ul", { class: "flyers", "aria-label": t("ravens.players") });
    this.way = h("section", { class: "way", "aria-label": t("ravens.way") });
    this.uses = h("div", { class: "uses", role: "group", "aria-label": t("ravens.uses") });
    this.stack = h("div", { class: "stack", role: "group", "aria-label": t("ravens.stack") });
    this.hand = h("div", { class: "hand", role: "group", "aria-label": t("ravens.hand") });
    walkable(this.hand);
    this.ends = h("div", { class: "actions" });
    this.own = h("section", { class: "own", "aria-label": t("ravens.own") },
      this.uses, h("div", { class: "holding" }, this.stack, this.hand), this.ends);
    this.element = h("div", { class: "ravens-table" }, this.players,
      h("div", { class: "table-top round" }, h("div", { class: "flightway" }, this.path.element), this.way), this.own);
    this.flight = new Flight(this.element);
  }

  /** @param {Standing} standing @param {Happened | null} _happened */
  show(standing, _happened) {
    this.standing = standing;
    if (!standing.view) return;
    this.flight.before();
    this.choice.offer(standing.moves, this.ownHand);
    this.draw();
    this.flight.after();
  }

  /** The seat from whose side one looks. */
  get near() {
    return typeof this.standing?.you === "number" ? this.standing.you : 0;
  }

  get isPlayer() {
    return typeof this.standing?.you === "number";
  }

  get ownHand() {
    const hand = this.standing?.view?.hands[this.near];
    return typeof hand === "string" ? hand : "";
  }

  draw() {
    const { standing, choice } = this;
    const view = standing?.view;
    if (!standing || !view) return;
    this.path.show(view, this.near, { aims: choice.aiming ? choice.openAims : new Set(), chosen: choice.aims, aim: (aim) => this.aim(aim) });
    this.players.replaceChildren(...[1 - this.near, this.near].map((seat) => this.player(standing, seat)));
    this.drawWay(view);
    this.own.hidden = !this.isPlayer;
    this.drawStack(view);
    this.drawHand();
    this.drawUses(standing);
    this.drawEnds(standing);
  }

  /** @param {Standing} standing @param {number} seat */
  player(standing, seat) {
    const view = standing.view ?? {};
    const count = (/** @type {string | number} */ cards) => (typeof cards === "number" ? cards : cards.length);
    const isTurn = standing.stage === "playing" && view.turn === seat;
    const place = view.ravens[seat] + 1;
    return h("li", { class: `seat ${isTurn ? "turn" : ""}`, "data-seat": seat },
      picture("ravens", `head-${RAVENS[seat]}`, "0 0 64 64", "portrait"),
      h("span", { class: "who" }, this.desk.people.name(seat), isTurn ? h("span", { class: "unseen" }, ` (${t("to-move")})`) : null),
      h("span", { class: "points" }, t("points", { count: view.scores[seat] })),
      h("span", { class: "facts" },
        t("ravens.at", { place, length: view.path.length }), " · ",
        t("ravens.hand-of", { count: count(view.hands[seat]) }), " · ",
        t("ravens.stack-of", { count: count(view.stacks[seat]) }), " · ",
        t("ravens.way-of", { count: (view.bought?.[seat] ?? view.ways[seat].length) })),
      seatNote(standing, seat), seatClock(standing, seat), seat === this.near ? null : seatPicture(standing, seat));
  }

  /** @param {import("../types.js").View} view */
  drawWay(view) {
    const gap = Math.abs(view.ravens[0] - view.ravens[1]);
    this.way.replaceChildren(
      view.magic ? picture("ravens", `way-${view.magic}`, "0 0 140 100", "way-card") : "",
      h("p", {}, h("strong", {}, t("ravens.way")), h("br"),
        view.magic ? [...view.magic].map((/** @type {string} */ one) => t(`terrain.${one}`)).join(" · ") : t("ravens.way-gone")),
      h("p", { class: "gap" }, t("ravens.gap", { count: gap })),
      h("p", { class: "soft" }, t("ravens.land-pile", { count: typeof view.landscapes === "number" ? view.landscapes : view.landscapes.length })));
  }

  /** @param {import("../types.js").View} view */
  drawStack(view) {
    const stack = typeof view.stacks[this.near] === "string" ? view.stacks[this.near] : "";
    const { choice } = this;
    const most = Math.max(0, ...choice.uses.map((use) => use.stack.length));
    const cards = [...stack].map((letter, at) => {
      const depth = stack.length - at;
      const isChosen = depth <= choice.top;
      const name = t("ravens.stack-card", { card: cardName(letter), number: depth });
      return button({ class: "card small", "aria-label": name, "aria-pressed": isChosen, disabled: depth > most,
        "data-possible": depth <= most && !isChosen && (choice.isEmpty || (depth === choice.top + 1 && choice.stackGoesWith)),
        onclick: () => { choice.pressStack(depth); this.chosen(); } }, cardPicture(letter));
    });
    for (const one of cards) one.setAttribute("aria-pressed", String(one.hasAttribute("aria-pressed")));
    this.stack.replaceChildren(h("h2", {}, t("ravens.stack")), stack ? h("div", { class: "pile" }, cards) : h("p", { class: "soft" }, t("ravens.stack-empty")));
  }

  drawHand() {
    const { choice } = this;
    const focused = [...this.hand.children].indexOf(/** @type {Element} */ (document.activeElement));
    this.hand.replaceChildren(...[...this.ownHand].map((letter, at) => {
      const isChosen = choice.places.has(at);
      const isPossible = choice.goesWith(at);
      const name = isPossible && !isChosen ? t("odin.possible", { card: cardName(letter) }) : cardName(letter);
      const made = button({ class: "card", "aria-label": name, "data-possible": isPossible && !isChosen, "data-dim": choice.uses.length > 0 && !choice.isPlayable(at),
        onclick: () => { choice.press(at); this.chosen(); } }, cardPicture(letter));
      made.setAttribute("aria-pressed", String(isChosen));
      return made;
    }));
    if (focused >= 0) /** @type {HTMLElement | undefined} */ (this.hand.children[focused])?.focus();
  }

  /** What is chosen has changed. */
  chosen() {
    const { verbs } = this.choice;
    say(verbs.length ? t("ravens.can", { uses: verbs.map((verb) => t(`use.${verb}`)).join(", ") }) : t("odin.none-chosen"));
    this.draw();
  }

  /** @param {Standing} standing what the chosen cards can do, or what must be placed or laid */
  drawUses(standing) {
    const { choice } = this;
    const phase = standing.view?.phase;
    if (phase === "place" || phase === "lay") {
      this.uses.replaceChildren(h("p", {}, t(`ravens.${phase}`)), ...standing.moves.filter((move) => move.startsWith(phase)).map((move) => this.offered(move)));
      return;
    }
    if (choice.aiming) {
      this.uses.replaceChildren(h("p", {}, t(`ravens.aim.${choice.aiming}`)), button({ onclick: () => { choice.aiming = ""; choice.aims = []; this.draw(); } }, t("cancel")));
      return;
    }
    this.uses.replaceChildren(...choice.verbs.map((verb) => button({ class: verb === "fly" ? "main" : "", onclick: () => this.use(verb) },
      PICTURES.has(verb) ? picture("ravens", `act-${verb}`, "0 0 64 64", "icon") : null, h("span", {}, t(`use.${verb}`)))));
  }

  /** @param {string} move place or lay, as something to press */
  offered(move) {
    const [verb, card] = move.split(" ");
    const lanes = [1 - this.near, this.near];
    const inside = verb === "lay" ? cardPicture(card) : h("span", { class: "land" }, lanes.map((lane) => h("span", { class: "space" }, tilePicture(card[lane]))));
    const name = verb === "lay" ? cardName(card) : t("ravens.over", { upper: t(`terrain.${card[lanes[0]]}`), lower: t(`terrain.${card[lanes[1]]}`) });
    return button({ class: verb === "lay" ? "card" : "placing", "aria-label": name, onclick: () => this.desk.play(move) }, inside);
  }

  /** @param {Standing} standing */
  drawEnds(standing) {
    const [fromHand, fromStack] = standing.view?.played ?? [0, 0];
    const isMine = standing.view?.turn === standing.you;
    const end = (/** @type {string} */ move) =>
      button({ class: "act", disabled: !standing.moves.includes(move), onclick: () => this.end(move) }, t(`ravens.${move}`));
    this.ends.replaceChildren(
      h("p", { class: "left" }, isMine ? t("ravens.left", { hand: MOST - fromHand, stack: MOST - fromStack }) : ""), end("extend"), end("end"));
  }

  // -- What one does -------------------------------------------------------------------------

  /** @param {string} verb */
  use(verb) {
    const found = this.choice.possible.filter((use) => use.verb === verb);
    if (found.length === 1 && !found[0].aim.length) {
      this.play(found[0].move);
      return;
    }
    this.choice.aiming = verb;
    this.choice.aims = [];
    say(t(`ravens.aim.${verb}`));
    this.draw();
    /** @type {HTMLElement | null} */ (this.path.element.querySelector(".aim"))?.focus();
  }

  /** @param {string} aim */
  aim(aim) {
    const move = this.choice.aim(aim);
    if (move) this.play(move);
    else this.draw();
  }

  /** @param {string} move */
  play(move) {
    this.choice.clear();
    this.desk.play(move);
  }

  /** @param {string} move end or extend */
  async end(move) {
    if (!this.standing?.moves.includes(move)) return;
    const [fromHand, fromStack] = this.standing.view?.played ?? [0, 0];
    const wastes = fromHand + fromStack === 0 && this.choice.uses.some((use) => use.verb === "fly");
    if (wastes && settings.confirm && !(await this.desk.confirmed(t("ravens.end-sure"), t(`ravens.${move}`)))) return;
    this.play(move);
  }

  status() {
    const { standing } = this;
    const view = standing?.view;
    if (!standing || !view) return "";
    if (standing.stage === "over") return t("over");
    if (!standing.moves.length) return view.turn === standing.you ? t("one-moment") : t("turn-of", { name: this.desk.people.name(view.turn) });
    return t(view.phase === "play" ? "ravens.status.play" : `ravens.${view.phase}`);
  }

  /** @returns {import("../keyboard.js").Key[]} */
  keys() {
    const numbers = [...this.ownHand].map((_, at) => ({
      key: String(at + 1), name: t("odin.key.pick", { number: at + 1 }), does: () => { this.choice.press(at); this.chosen(); },
    }));
    const verbs = this.choice.verbs.slice(0, 1).map((verb) => ({ key: "Enter", name: t(`use.${verb}`), does: () => this.use(verb) }));
    return [...numbers, ...verbs,
      { key: "e", name: t("ravens.end"), does: () => this.end("end") },
      { key: "x", name: t("ravens.extend"), does: () => this.end("extend") },
      { key: "Escape", name: t("odin.key.clear"), does: () => { this.choice.clear(); this.draw(); } },
      { key: "h", name: t("odin.key.hand"), does: () => /** @type {HTMLElement | null} */ (this.hand.firstElementChild)?.focus() },
    ];
  }
}
