/** The end of a turn: how many cards may still be played, and the buttons that end it. */

import { CONSTANTS } from "../../../app/embedded_data.js";
import { button, h, picture } from "../../../ui/dom.js";
import { settings } from "../../../app/settings.js";
import { t } from "../../../app/i18n.js";
import { RAVENS } from "../card.js";
import { whyNoChoice } from "../choice/illegal.js";

/** @typedef {import("../../../app/message_types.js").TableState} TableState */

const PER_TURN = CONSTANTS.ravens.cards_per_turn; // from the hand, and as many from the stack
const MOVES = ["extend", "end"];

/** @param {string} icon @param {string} box @param {number} used how many of the marks are spent */
function remainingMarks(icon, box, used) {
  return h("span", { class: "marks", "aria-hidden": "true" }, picture("ravens", icon, box, "fact-icon"),
    Array.from({ length: PER_TURN }, (_, at) => h("i", { class: at < PER_TURN - used ? "mark" : "mark spent" })));
}

export class TurnEnd {
  /** @param {import("./board.js").RavensBoard} board */
  constructor(board) {
    this.board = board;
    this.left = h("p", { class: "left" });
    this.buttons = MOVES.map((move) => button({ class: "act", "data-move": move, onclick: () => this.play(move) }, t(`ravens.${move}`)));
    this.element = h("div", { class: "actions" }, this.left, ...this.buttons);
  }

  /** @param {TableState} state */
  show(state) {
    const [fromHand, fromStack] = state.view?.played ?? [0, 0];
    const isMine = state.view?.turn === state.you && state.stage === "playing";
    const left = t("ravens.left", { hand: PER_TURN - fromHand, stack: PER_TURN - fromStack });
    this.left.title = isMine ? left : "";
    this.left.replaceChildren(...(isMine ? [h("span", { class: "left-words" }, left),
      remainingMarks(`back-${RAVENS[this.board.ownSeat]}`, "0 0 100 140", fromHand), remainingMarks("pile-stack", "0 0 64 64", fromStack)] : []));
    for (const [at, move] of MOVES.entries()) this.buttons[at].disabled = !state.moves.includes(move);
    const canDoMore = this.board.choice.uses.some((use) => use.verb !== "discard" && use.verb !== "stack");
    this.buttons[1].classList.toggle("main", state.moves.includes("end") && !canDoMore);
  }

  /** @param {string} move end or extend */
  async play(move) {
    const { state, context, choice } = this.board;
    const why = whyNoChoice(state, context.people.name);
    if (why) {
      context.explain(why);
      return;
    }
    if (!state?.moves.includes(move)) {
      context.explainMove(move, t("why.impossible"));
      return;
    }
    const [fromHand, fromStack] = state.view?.played ?? [0, 0];
    const wastes = fromHand + fromStack === 0 && choice.uses.some((use) => use.verb === "fly");
    if (wastes && settings.confirm && !(await context.confirm(t("ravens.end-sure"), t(`ravens.${move}`)))) return;
    choice.clear();
    context.play(move);
  }
}
