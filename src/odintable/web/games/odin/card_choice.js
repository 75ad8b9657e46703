/** The cards chosen from the hand, held against the moves that the server offers. */

/** What is chosen, and what of the hand still goes with it. */
export class CardChoice {
  /** @type {Set<string>} */
  cards = new Set();
  /** @type {string[][]} the sets that may be played */
  sets = [];
  /** @type {string[]} */
  moves = [];

  /** @param {string[]} moves the legal moves, as text @param {string[]} hand */
  offer(moves, hand) {
    this.moves = moves;
    this.sets = moves.filter((move) => move.startsWith("play ")).map((move) => move.split(" ").slice(1));
    this.cards = new Set([...this.cards].filter((card) => hand.includes(card)));
  }

  /** Whether a card can be part of a move together with those chosen. @param {string} card */
  goesWith(card) {
    return this.sets.some((set) => set.includes(card) && [...this.cards].every((one) => set.includes(one)));
  }

  /** Whether a card can be part of any move. @param {string} card */
  isPlayable(card) {
    return this.sets.some((set) => set.includes(card));
  }

  /** The move that plays what is chosen, or null. */
  get move() {
    const move = `play ${[...this.cards].sort().join(" ")}`;
    return this.moves.includes(move) ? move : null;
  }

  /**
   * Choose a card or put it back. One that does not go with the others starts a new choice.
   * @param {string} card
   * @returns {boolean} whether it could be chosen
   */
  press(card) {
    if (this.cards.delete(card)) return true;
    if (!this.goesWith(card) && this.isPlayable(card) && this.sets.length) this.cards.clear();
    this.cards.add(card);
    return this.goesWith(card);
  }

  clear() {
    this.cards.clear();
  }

  /** How many cards the sets have that may be played: the fewest and the most. */
  get sizes() {
    const sizes = this.sets.map((set) => set.length);
    return sizes.length ? [Math.min(...sizes), Math.max(...sizes)] : [0, 0];
  }

  /** Whether passing is all that is left. */
  get isHopeless() {
    return this.moves.length === 1 && this.moves[0] === "pass";
  }
}
