/** The cards chosen from hand and stack, held against the moves that the server offers. */

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
export function taken(move) {
  const acting = ACTING.exec(move);
  if (acting) {
    const [, bracket, card, verb, aim] = acting;
    return { move, verb, hand: bracket ? "" : card, stack: bracket ? card : "", aim: aim ? aim.split(" ") : [] };
  }
  const paying = PAYING.exec(move);
  if (!paying) return null;
  return { move, verb: paying[1], hand: paying[2], stack: paying[3] ?? "", aim: [] };
}

export class Choice {
  /** @type {Set<number>} places in the hand */
  places = new Set();
  top = 0; // how many of the stack, from the top
  aiming = ""; // the verb whose aim is being chosen
  /** @type {string[]} */
  aims = [];
  hand = "";
  /** @type {Use[]} */
  uses = [];

  /** @param {string[]} moves @param {string} hand */
  offer(moves, hand) {
    if (hand !== this.hand || !moves.length) this.clear();
    this.hand = hand;
    this.uses = moves.flatMap((move) => taken(move) ?? []);
  }

  clear() {
    this.places.clear();
    this.top = 0;
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
    return this.uses.some((use) => Choice.holds(use, this.letters + this.hand[at], this.top));
  }

  /** Whether a hand card can be used at all. @param {number} at */
  isPlayable(at) {
    return this.uses.some((use) => use.hand.includes(this.hand[at]));
  }

  /** Whether one more card of the stack can. */
  get stackGoesWith() {
    return this.uses.some((use) => Choice.holds(use, this.letters, this.top + 1));
  }

  /** @param {number} at a place in the hand */
  press(at) {
    this.aiming = "";
    this.aims = [];
    if (this.places.delete(at)) return;
    if (!this.goesWith(at)) this.clear();
    this.places.add(at);
  }

  /** @param {number} count so many of the stack, from the top */
  pressStack(count) {
    this.aiming = "";
    this.aims = [];
    if (this.top === count) {
      this.top = 0;
      return;
    }
    if (!this.uses.some((use) => Choice.holds(use, this.letters, count))) this.places.clear();
    this.top = count;
  }

  /** What exactly these cards can do. */
  get possible() {
    const sorted = (/** @type {string} */ letters) => [...letters].sort().join("");
    return this.uses.filter((use) => !this.isEmpty && sorted(use.hand) === this.letters && use.stack.length === this.top);
  }

  /** The verbs among them, each once, what gets one on first. */
  get verbs() {
    const found = new Set(this.possible.map((use) => use.verb));
    return [...found].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));
  }

  /** The aims that are still open: of those that begin with what was aimed at, the next one. */
  get openAims() {
    const at = this.aims.length;
    const open = this.possible.filter((use) => use.verb === this.aiming && this.aims.every((aim) => use.aim.includes(aim)));
    return new Set(open.flatMap((use) => use.aim.filter((aim) => !this.aims.includes(aim) && use.aim.length > at)));
  }

  /**
   * Aim at something.
   * @param {string} aim
   * @returns {string | null} the move, when nothing is open any more
   */
  aim(aim) {
    this.aims.push(aim);
    const found = this.possible.filter((use) => use.verb === this.aiming && this.aims.every((one) => use.aim.includes(one)));
    return found.find((use) => use.aim.length === this.aims.length)?.move ?? null;
  }
}
