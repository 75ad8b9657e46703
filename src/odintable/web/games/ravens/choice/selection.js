/** The selected cards and place, compared with the legal moves. */

import { spaceOf, targetsOf } from "./target.js";

/**
 * @typedef {object} Use  a move that uses cards
 * @property {string} move
 * @property {string} verb fly, stack, magic, discard, stone, swap, turn, remove, back, forward …
 * @property {string} hand the letters of the hand cards it uses
 * @property {string} stack those from the stack, top first
 * @property {string[]} aim its targets on the path
 */

const ORDER = ["fly", "forward", "back", "stone", "swap", "turn", "remove", "arrange", "add", "magic", "stack", "discard"];
const ACTION = /^(\(?)([arst])\)? (\w+) ?(.*)$/;
const PAYMENT = /^(fly|magic|stack|discard) ([A-Za-z]*)(?:\(([A-Za-z]+)\))?$/;

/** @param {string} move @returns {Use | null} null: it uses no card (end, extend, place, lay) */
export function parseUse(move) {
  const action = ACTION.exec(move);
  if (action) {
    const [, bracket, card, verb, aim] = action;
    return { move, verb, hand: bracket ? "" : card, stack: bracket ? card : "", aim: aim ? aim.split(" ") : [] };
  }
  const payment = PAYMENT.exec(move);
  if (!payment) return null;
  return { move, verb: payment[1], hand: payment[2], stack: payment[3] ?? "", aim: [] };
}

/** Order uses by verb, and cheap before expensive. @param {Use} a @param {Use} b */
function compareUses(a, b) {
  const cost = (/** @type {Use} */ use) => use.hand.length + use.stack.length;
  return ORDER.indexOf(a.verb) - ORDER.indexOf(b.verb) || cost(a) - cost(b);
}

export class Selection {
  /** @type {Set<number>} indexes in the hand */
  places = new Set();
  top = 0; // number of cards from the top of the stack
  spot = ""; // a place selected before the cards
  aiming = ""; // the verb whose targets are being selected
  /** @type {string[]} */
  aims = [];
  hand = "";
  stack = ""; // top first
  /** @type {Use[]} */
  uses = [];
  /** @type {import("./target.js").Destinations} */
  destinations = {};

  /**
   * @param {string[]} moves
   * @param {string} hand
   * @param {string} stack top first
   * @param {import("./target.js").Destinations} destinations
   */
  offer(moves, hand, stack, destinations) {
    if (hand !== this.hand || stack !== this.stack || !moves.length) this.clear();
    this.hand = hand;
    this.stack = stack;
    this.destinations = destinations;
    this.uses = moves.flatMap((move) => parseUse(move) ?? []).sort(compareUses);
  }

  clear() {
    this.places.clear();
    this.top = 0;
    this.clearAim();
  }

  clearAim() {
    this.spot = "";
    this.aiming = "";
    this.aims = [];
  }

  get isEmpty() {
    return !this.places.size && !this.top;
  }

  /** The selected hand cards, in the order of the notation. */
  get letters() {
    return [...this.places].map((at) => this.hand[at]).sort().join("");
  }

  /** Whether a use takes at least these cards. @param {Use} use @param {string} letters @param {number} top */
  static holds(use, letters, top) {
    let rest = use.hand;
    for (const letter of letters) {
      if (!rest.includes(letter)) return false;
      rest = rest.replace(letter, "");
    }
    return use.stack.length >= top;
  }

  /** Whether a hand card can be used together with the selected ones. @param {number} at */
  goesWith(at) {
    return this.uses.some((use) => Selection.holds(use, this.letters + this.hand[at], this.top));
  }

  /** Whether a hand card can be used at all. @param {number} at */
  isPlayable(at) {
    return this.uses.some((use) => use.hand.includes(this.hand[at]));
  }

  /** The maximal number of cards of the stack that can be used. */
  get maxDepth() {
    return Math.max(0, ...this.uses.map((use) => use.stack.length));
  }

  /** Whether a number of stack cards goes with the selected hand cards. @param {number} count */
  stackGoesWith(count) {
    return this.uses.some((use) => Selection.holds(use, this.letters, count));
  }

  /** @param {number} at index in the hand */
  press(at) {
    this.clearAim();
    if (this.places.delete(at)) return;
    if (!this.goesWith(at)) this.clear();
    this.places.add(at);
  }

  /** @param {number} count cards from the top of the stack */
  pressStack(count) {
    this.clearAim();
    if (this.top === count) {
      this.top = 0;
      return;
    }
    if (!this.stackGoesWith(count)) this.places.clear();
    this.top = count;
  }

  /** Select exactly the cards that a use takes. @param {Use} use */
  select(use) {
    this.clear();
    this.top = use.stack.length;
    for (const letter of use.hand) {
      this.places.add([...this.hand].findIndex((one, at) => one === letter && !this.places.has(at)));
    }
  }

  /** The uses of exactly the selected cards. */
  get possible() {
    const sorted = (/** @type {string} */ letters) => [...letters].sort().join("");
    return this.uses.filter((use) => !this.isEmpty && sorted(use.hand) === this.letters && use.stack.length === this.top);
  }

  /** Their verbs, each once. */
  get verbs() {
    return [...new Set(this.possible.map((use) => use.verb))];
  }

  // -- Places --------------------------------------------------------------------------------

  /** The uses that reach a place: of the selected cards, or of all if none is selected. @param {string} key */
  reaching(key) {
    const uses = this.isEmpty ? this.uses : this.possible;
    return uses.filter((use) => targetsOf(use, this.destinations).includes(key));
  }

  /** The ways to the selected place: each verb with the same cards once. */
  get ways() {
    const found = new Map(this.reaching(this.spot).map((use) => [`${use.verb} ${use.hand}(${use.stack})`, use]));
    return [...found.values()];
  }

  /** The places that the selected cards can reach; if none is selected, where cards bring a raven. */
  get open() {
    if (this.aiming) return new Set(this.#openTargets);
    const uses = this.isEmpty ? this.uses.filter((use) => use.move in this.destinations) : this.possible;
    return new Set(uses.flatMap((use) => targetsOf(use, this.destinations)));
  }

  /** Where ravens would land with the selection. */
  get landings() {
    const { spot } = this;
    if (this.isEmpty && !spot) return [];
    const uses = spot ? this.reaching(spot) : this.possible;
    return uses.flatMap((use) => (this.destinations[use.move] ? [this.destinations[use.move]] : []));
  }

  /** How many targets the verb takes whose targets are being selected. */
  get targetCount() {
    return Math.max(1, ...this.possible.filter((use) => use.verb === this.aiming).map((use) => use.aim.length));
  }

  /** How the selected cards pay for a flight: a destination that says so; null if they do not. */
  get payment() {
    const flight = this.possible.find((use) => use.verb === "fly");
    return flight ? this.destinations[flight.move] ?? null : null;
  }

  /** Whether the selected cards are part of a payment, but every flight has to be paid twice. */
  get mustPayTwice() {
    const flights = this.uses.filter((use) => use.verb === "fly");
    return flights.some((use) => Selection.holds(use, this.letters, this.top)) && flights.every((use) => this.destinations[use.move]?.[4] === 2);
  }

  /** The targets that can still be selected, as places. */
  get #openTargets() {
    const left = this.#aimedUses.map((use) => ({ ...use, aim: use.aim.filter((one) => !this.aims.includes(one)) }));
    return left.flatMap((use) => targetsOf(use, {}));
  }

  /** The uses of the verb with the targets selected so far. */
  get #aimedUses() {
    return this.possible.filter((use) => use.verb === this.aiming && this.aims.every((aim) => use.aim.includes(aim)));
  }

  /**
   * Select a space as target, or the card of the path it is on.
   * @param {string} key
   * @returns {Use | null} the use, once all its targets are selected
   */
  aim(key) {
    const aim = this.aiming === "stone" ? key : String(spaceOf(key)?.[1]);
    this.aims.push(aim);
    return this.#aimedUses.find((use) => use.aim.length === this.aims.length) ?? null;
  }
}
