/** Animates the cards of a move from the hand or stack to where they take effect. */

import { picture } from "../../../ui/dom.js";
import { RAVENS, cardPicture } from "../card.js";
import { parseUse } from "../choice/selection.js";

export class CardMovement {
  /** @type {{card: string, from: DOMRect}[]} */
  #cards = [];

  /**
   * Call before drawing: remember where the cards are.
   * @param {import("../board/board.js").RavensBoard} board
   * @param {import("../../../app/message_types.js").TableEvent} event
   */
  constructor(board, event) {
    this.board = board;
    this.seat = event.seat ?? 0;
    this.isOwn = this.seat === board.state?.you;
    const move = event.move ?? "";
    this.use = parseUse(move.replace("?", "X"));
    if (!this.use || !board.animation.isEnabled) return;
    const { hand, stack } = this.use;
    this.#cards = [...[...hand].map((card) => this.#origin(card, false)), ...[...stack].map((card) => this.#origin(card, true))];
  }

  /** @param {string} card @param {boolean} isFromStack */
  #origin(card, isFromStack) {
    const { handAndStack, otherPiles, players } = this.board;
    const own = isFromStack ? handAndStack.pile.lastElementChild : handAndStack.hand.querySelector(`[data-letter="${card}"]`);
    const other = isFromStack ? otherPiles.stack.lastElementChild : otherPiles.backs.lastElementChild;
    const seat = players.querySelector(`[data-seat="${this.seat}"] .portrait`);
    const found = [this.isOwn ? own : other, seat].find((one) => one?.getBoundingClientRect().width);
    return { card, from: found?.getBoundingClientRect() ?? new DOMRect() };
  }

  /** Call after drawing: start the animation. */
  start() {
    const to = this.#destination();
    if (!to) return;
    for (const { card, from } of this.#cards) {
      const face = card === "X" ? picture("ravens", `back-${RAVENS[this.seat]}`, "0 0 100 140", "face") : cardPicture(card);
      this.board.animation.flyAway(face, from, to);
    }
  }

  /** @returns {Element | null | undefined} */
  #destination() {
    const { path, magic, handAndStack, otherPiles, ownPiles, players } = this.board;
    const seat = players.querySelector(`[data-seat="${this.seat}"]`);
    const space = (/** @type {string} */ aim) => path.find(aim.includes(":") ? aim : `${this.board.ownSeat}:${aim}`);
    switch (this.use?.verb) {
      case "fly": case "forward":
        return path.ravens[this.seat];
      case "back":
        return path.ravens[1 - this.seat];
      case "magic":
        return this.isOwn ? magic.near : magic.far;
      case "stack": case "arrange":
        return this.isOwn ? handAndStack.stack : otherPiles.stack.lastElementChild ?? seat;
      case "stone": case "swap": case "turn": case "remove":
        return space(this.use.aim[0]) ?? path.element;
      case "add":
        return magic.pile;
      default:
        return [this.isOwn ? ownPiles.discard : otherPiles.discard, seat].find((one) => one?.getBoundingClientRect().width);
    }
  }
}
