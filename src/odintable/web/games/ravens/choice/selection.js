/** The cards and the place chosen, held against the moves that the server offers. */

import { spaceOf, targetsOf } from "./target.js";

/**
 * @typedef {object} Use  a move, taken apart
 * @property {string} move
 * @property {string} verb fly, stack, magic, discard, stone, swap, turn, remove, back, forward …
 * @property {string} hand the letters of the hand cards it uses
 * @property {string} stack those from the stack, top first
 * @property {string[]} aim what it is aimed at
 */

const ORDER = ["fly", "forward", "back", "stone", "swap", "turn", "remove", "arrange", "add", "magic", "stack", "discard"];
const ACTING = /^(\(?)([arst])\)? (\w+) ?(.*)$/;
const PAYING = /^(fly|magic|stack|discard) ([A-Za-z]*)(?:\(([A-Za-z]+)\))?$/;

/** @param {string} move @returns {Use | null} null: one that uses no card (end, extend, place, lay) */
export function parseUse(move) {
  const acting = ACTING.exec(move);
  if (acting) {
    const [, bracket, card, verb, aim] = acting;
    return { move, verb, hand: bracket ? "" : card, stack: bracket ? card : "", aim: aim ? aim.split(" ") : [] };
  }
  const paying = PAYING.exec(move);
  if (!paying) return null;
  return { move, verb: paying[1], hand: paying[2], stack: paying[3] ?? "", aim: [] };
}

/** @param {Use} a @param {Use} b what gets one on first, and cheap before dear */
function byMerit(a, b) {
  const cost = (/** @type {Use} */ use) => use.hand.length + use.stack.length;
  return ORDER.indexOf(a.verb) - ORDER.indexOf(b.verb) || cost(a) - cost(b);
}

export class Selection {
  /** @type {Set<number>} places in the hand */
  places = new Set();
  top = 0; // how many of the stack, from the top
  spot = ""; // a place chosen before the cards
  aiming = ""; // the verb whose aim is being chosen
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
    this.uses = moves.flatMap((move) => parseUse(move) ?? []).sort(byMerit);
  }

  clear() {
    this.places.clear();
    this.top = 0;
    this.forgetAim();
  }

  forgetAim() {
    this.spot = "";
    this.aiming = "";
    this.aims = [];
  }

  get isEmpty() {
    return !this.places.size && !this.top;
  }

  /** The letters chosen from the hand, in the order moves write them. */
  get letters() {
    return [...this.places].map((at) => this.hand[at]).sort().join("");
  }

  /** @param {Use} use whether it uses at least these cards @param {string} letters @param {number} top */
  static holds(use, letters, top) {
    let rest = use.hand;
    for (const letter of letters) {
      if (!rest.includes(letter)) return false;
      rest = rest.replace(letter, "");
    }
    return use.stack.length >= top;
  }

  /** Whether a hand card can be used together with those chosen. @param {number} at */
  goesWith(at) {
    return this.uses.some((use) => Selection.holds(use, this.letters + this.hand[at], this.top));
  }

  /** Whether a hand card can be used at all. @param {number} at */
  isPlayable(at) {
    return this.uses.some((use) => use.hand.includes(this.hand[at]));
  }

  /** How many cards of the stack can be used at most. */
  get deepest() {
    return Math.max(0, ...this.uses.map((use) => use.stack.length));
  }

  /** Whether so many of the stack go with what is chosen. @param {number} count */
  stackGoesWith(count) {
    return this.uses.some((use) => Selection.holds(use, this.letters, count));
  }

  /** @param {number} at a place in the hand */
  press(at) {
    this.forgetAim();
    if (this.places.delete(at)) return;
    if (!this.goesWith(at)) this.clear();
    this.places.add(at);
  }

  /** @param {number} count so many of the stack, from the top */
  pressStack(count) {
    this.forgetAim();
    if (this.top === count) {
      this.top = 0;
      return;
    }
    if (!this.stackGoesWith(count)) this.places.clear();
    this.top = count;
  }

  /** Choose exactly the cards that a use takes. @param {Use} use */
  take(use) {
    this.clear();
    this.top = use.stack.length;
    for (const letter of use.hand) {
      this.places.add([...this.hand].findIndex((one, at) => one === letter && !this.places.has(at)));
    }
  }

  /** What exactly these cards can do. */
  get possible() {
    const sorted = (/** @type {string} */ letters) => [...letters].sort().join("");
    return this.uses.filter((use) => !this.isEmpty && sorted(use.hand) === this.letters && use.stack.length === this.top);
  }

  /** The verbs among them, each once, what gets one on first. */
  get verbs() {
    return [...new Set(this.possible.map((use) => use.verb))];
  }

  // -- Places --------------------------------------------------------------------------------

  /** @param {string} key what can be brought there: of the chosen cards, or of all if none is chosen */
  reaching(key) {
    const uses = this.isEmpty ? this.uses : this.possible;
    return uses.filter((use) => targetsOf(use, this.destinations).includes(key));
  }

  /** The ways to the chosen place: each verb with the same cards once. */
  get ways() {
    const found = new Map(this.reaching(this.spot).map((use) => [`${use.verb} ${use.hand}(${use.stack})`, use]));
    return [...found.values()];
  }

  /** Everywhere the chosen cards can go; with none chosen, wherever one's cards bring a raven. */
  get open() {
    if (this.aiming) return new Set(this.#openAims);
    const uses = this.isEmpty ? this.uses.filter((use) => use.move in this.destinations) : this.possible;
    return new Set(uses.flatMap((use) => targetsOf(use, this.destinations)));
  }

  /** Where ravens would land by what is chosen. @returns {[number, number][]} */
  get landings() {
    const { spot } = this;
    if (this.isEmpty && !spot) return [];
    const uses = spot ? this.reaching(spot) : this.possible;
    return uses.flatMap((use) => (this.destinations[use.move] ? [this.destinations[use.move]] : []));
  }

  /** The aims that are still open, as places. */
  get #openAims() {
    const left = this.#aimed.map((use) => ({ ...use, aim: use.aim.filter((one) => !this.aims.includes(one)) }));
    return left.flatMap((use) => targetsOf(use, {}));
  }

  /** The uses of the verb that go with what was aimed at so far. */
  get #aimed() {
    return this.possible.filter((use) => use.verb === this.aiming && this.aims.every((aim) => use.aim.includes(aim)));
  }

  /**
   * Aim at a space, or at the card of the path it is on.
   * @param {string} key
   * @returns {Use | null} the use, when nothing is open any more
   */
  aim(key) {
    const aim = this.aiming === "stone" ? key : String(spaceOf(key)?.[1]);
    this.aims.push(aim);
    return this.#aimed.find((use) => use.aim.length === this.aims.length) ?? null;
  }
}
