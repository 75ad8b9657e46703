/** The cards chosen from the hand, compared with the legal moves. */

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

  /** Whether a card can be played together with the chosen ones. @param {string} card */
  goesWith(card) {
    return this.sets.some((set) => set.includes(card) && [...this.cards].every((one) => set.includes(one)));
  }

  /** Whether a card can be played at all. @param {string} card */
  isPlayable(card) {
    return this.sets.some((set) => set.includes(card));
  }

  /** The move that plays the chosen cards; null if they cannot be played. */
  get move() {
    const move = `play ${[...this.cards].sort().join(" ")}`;
    return this.moves.includes(move) ? move : null;
  }

  /**
   * Choose a card or put it back. A card that does not go with the others starts a new choice.
   * @param {string} card
   */
  press(card) {
    if (this.cards.delete(card)) return;
    if (!this.goesWith(card) && this.isPlayable(card) && this.sets.length) this.cards.clear();
    this.cards.add(card);
  }

  clear() {
    this.cards.clear();
  }

  /** The smallest and the largest number of cards that may be played. */
  get sizes() {
    const sizes = this.sets.map((set) => set.length);
    return sizes.length ? [Math.min(...sizes), Math.max(...sizes)] : [0, 0];
  }

  /** Whether the player can only pass. */
  get canOnlyPass() {
    return this.moves.length === 1 && this.moves[0] === "pass";
  }
}
