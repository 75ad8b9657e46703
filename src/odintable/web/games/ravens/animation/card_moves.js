/** The cards of a move, from where they were held to where they take effect. */

import { picture } from "../../../ui/dom.js";
import { RAVENS, cardPicture } from "../card.js";
import { parseUse } from "../choice/selection.js";

export class CardMovement {
  /** @type {{card: string, from: DOMRect}[]} */
  #cards = [];

  /**
   * Remember, before the table is drawn anew, where the cards are held.
   * @param {import("../board/board.js").RavensBoard} board
   * @param {import("../../../app/types.js").TableEvent} happened
   */
  constructor(board, happened) {
    this.board = board;
    this.seat = happened.seat ?? 0;
    this.isOwn = this.seat === board.state?.you;
    const move = happened.move ?? "";
    this.use = parseUse(move.replace("?", "X"));
    if (!this.use || !board.animation.isEnabled) return;
    const { hand, stack } = this.use;
    this.#cards = [...[...hand].map((card) => this.#held(card, false)), ...[...stack].map((card) => this.#held(card, true))];
  }

  /** @param {string} card @param {boolean} isFromStack */
  #held(card, isFromStack) {
    const { handAndStack, far, players } = this.board;
    const own = isFromStack ? handAndStack.pile.lastElementChild : handAndStack.hand.querySelector(`[data-letter="${card}"]`);
    const other = isFromStack ? far.stack.lastElementChild : far.backs.lastElementChild;
    const seat = players.querySelector(`[data-seat="${this.seat}"] .portrait`);
    const found = [this.isOwn ? own : other, seat].find((one) => one?.getBoundingClientRect().width);
    return { card, from: found?.getBoundingClientRect() ?? new DOMRect() };
  }

  /** After it is drawn: off they go. */
  go() {
    const to = this.#goal();
    if (!to) return;
    for (const { card, from } of this.#cards) {
      const face = card === "X" ? picture("ravens", `back-${RAVENS[this.seat]}`, "0 0 100 140", "face") : cardPicture(card);
      this.board.animation.flyAway(face, from, to);
    }
  }

  /** @returns {Element | null | undefined} */
  #goal() {
    const { path, magic, handAndStack, far, nearby, players } = this.board;
    const seat = players.querySelector(`[data-seat="${this.seat}"]`);
    const space = (/** @type {string} */ aim) => path.find(aim.includes(":") ? aim : `${this.board.near}:${aim}`);
    switch (this.use?.verb) {
      case "fly": case "forward":
        return path.ravens[this.seat];
      case "back":
        return path.ravens[1 - this.seat];
      case "magic":
        return this.isOwn ? magic.near : magic.far;
      case "stack": case "arrange":
        return this.isOwn ? handAndStack.stack : far.stack.lastElementChild ?? seat;
      case "stone": case "swap": case "turn": case "remove":
        return space(this.use.aim[0]) ?? path.element;
      case "add":
        return magic.pile;
      default:
        return [this.isOwn ? nearby.discard : far.discard, seat].find((one) => one?.getBoundingClientRect().width);
    }
  }
}
