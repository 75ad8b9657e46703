/** The end of a leg and of the game: the dialog with the scores, and what can be done next. */

import * as api from "../server/api.js";
import { tryRequest } from "../server/try_request.js";
import { openDialog } from "../ui/dialogs_and_notes.js";
import { button, h } from "../ui/dom.js";
import { HelpButton } from "../rules/help_button.js";
import { createTable } from "../lobby/create_table.js";
import { hasAgreed } from "../table/proposals.js";
import { go } from "../app/router.js";
import { saveTable, savedTable } from "../app/saved_tables.js";
import { legsTable, playerTable, rowOrder } from "./score_tables.js";
import { seatPicture } from "../table/seat.js";
import { sentence, winnerText } from "../table/player_sentences.js";
import * as sound from "../ui/sound.js";
import { t } from "../app/i18n.js";

/** @typedef {import("../app/message_types.js").TableState} TableState */
/** @typedef {import("../app/message_types.js").TableEvent} TableEvent */
/** @typedef {import("../app/message_types.js").GameEvent} GameEvent */

const SPECTATOR_PAUSE = 8000; // milliseconds after which the next leg begins for those who only watch
const SPARKS = 14;

export class Ending {
  /** What can be done after the game, once the dialog is closed. */
  element = h("section", { class: "after-game", "aria-label": t("over"), hidden: true });
  #isShown = false;
  #hasFollowed = false;
  #timer = 0;
  /** @type {HTMLDialogElement | null} */
  #dialog = null;
  #rematchNote = h("p", { class: "asking", role: "status" });

  /** @param {import("../table/table_page.js").Table} table */
  constructor(table) {
    this.table = table;
  }

  /**
   * @param {TableState} state
   * @param {TableEvent | null} event
   * @param {number} delay milliseconds for which the last move is seen before the dialog opens
   */
  show(state, event, delay) {
    if (state.stage === "leg-over" && event) this.#later(delay, () => this.#openLeg(state));
    if (state.stage !== "over") return;
    this.#showRematchProposal(state);
    if (this.#isShown) return;
    this.#isShown = true;
    this.element.replaceChildren(this.#buttons(state),
      button({ onclick: () => this.#openFinal(state) }, t("ending.scores")));
    if (event) sound.playEnd(state.result?.winners.includes(Number(state.you)) ?? false);
    this.#later(event ? delay : 0, () => this.#openFinal(state));
  }

  /** How the game ended, and who won. @param {TableState} state */
  resultText(state) {
    return [this.#reason(state), winnerText(state.result?.winners ?? [], this.table.people)].filter(Boolean).join(" ");
  }

  /** A sentence about the leg that has just ended. */
  legText() {
    const leg = this.#legs.at(-1);
    return leg && this.table.game ? this.table.game.describeEvent(leg, this.table.people) : "";
  }

  close() {
    clearTimeout(this.#timer);
  }

  // -- The dialogs -----------------------------------------------------------------------------

  /** The legs that have ended. @returns {GameEvent[]} */
  get #legs() {
    const { game, moves } = this.table;
    return moves.moves.flatMap((move) => move.events ?? []).filter((one) => game?.endsLeg(one));
  }

  /** @param {number} delay @param {() => void} run */
  #later(delay, run) {
    clearTimeout(this.#timer);
    if (delay) this.#timer = setTimeout(run, delay);
    else run();
  }

  /** @param {TableState} state */
  #openLeg(state) {
    const legs = this.#legs;
    const close = () => this.#dialog?.close();
    const onClose = () => {
      clearTimeout(this.#timer);
      this.table.legPause.end();
    };
    this.#open(state, this.legText(), [
      this.#legTable(state, legs),
      this.#legsTable(state, legs),
      this.#scoringHelp(state)],
      h("div", { class: "buttons" }, button({ class: "main", autofocus: true, onclick: close }, t("next-leg"))), onClose);
    if (state.you === "spectator" && !state.isShared) this.#timer = setTimeout(close, SPECTATOR_PAUSE);
  }

  /** @param {TableState} state */
  #openFinal(state) {
    const { people } = this.table;
    const legs = this.#legs;
    const endedByRules = state.result?.why === "rules";
    const moments = h("section", { class: "moments", hidden: true });
    this.element.hidden = true;
    this.#open(state, winnerText(state.result?.winners ?? [], people), [
      this.#emblem(state),
      endedByRules ? this.#legTable(state, legs) : null,
      this.#legsTable(state, legs),
      this.#scoringHelp(state), moments, this.#rematchNote], this.#buttons(state), () => { this.element.hidden = false; });
    const dialog = this.#dialog;
    import("./decisive_turns.js").then(
      ({ showDecisiveTurns }) => dialog && showDecisiveTurns(this.table, moments, () => dialog.open),
      () => {}); // offline: the scores are shown without them
  }

  /**
   * @param {TableState} state
   * @param {string} heading
   * @param {import("../ui/dom.js").Child[]} content scrolls if there is little height
   * @param {HTMLElement} buttons
   * @param {() => void} onClose
   */
  #open(state, heading, content, buttons, onClose) {
    if (this.table.isClosed) return;
    this.#dialog?.close();
    this.#dialog = openDialog(heading, [h("div", { class: "summary" }, content), buttons], { name: `ending ${this.#outcome(state)}`, onClose });
  }

  /** Whether the reader has won or lost; empty for spectators and after a leg. @param {TableState} state */
  #outcome(state) {
    if (typeof state.you !== "number" || state.stage !== "over" || !state.result?.winners.length) return "";
    return state.result.winners.includes(state.you) ? "won" : "lost";
  }

  /** @param {TableState} state */
  #order(state) {
    return rowOrder(state.view?.scores ?? [], state.result?.winners ?? [], state.you);
  }

  /** What the last leg brought each player. @param {TableState} state @param {GameEvent[]} legs */
  #legTable(state, legs) {
    const { game, people } = this.table;
    const leg = legs.at(-1);
    if (!leg || !game) return null;
    const columns = [...game.legColumns(leg, state.view ?? {}), { name: t("points-column"), cells: leg.points ?? [] }];
    return playerTable(t(`ending.leg.${state.table.game}`, { number: legs.length }), columns, this.#order(state), people);
  }

  /** The points of all legs and the total, if that is more than the points of the last leg. @param {TableState} state @param {GameEvent[]} legs */
  #legsTable(state, legs) {
    const scores = state.view?.scores ?? [];
    const isLegShown = !state.result || state.result.why === "rules";
    const isSame = legs.length === 1 && isLegShown && String(scores) === String(legs[0].points);
    return isSame ? null : legsTable(legs, scores, this.#order(state), this.table.people);
  }

  /** @param {TableState} state */
  #scoringHelp(state) {
    const { game } = state.table;
    return h("p", { class: "counted soft" }, new HelpButton(game, "scoring").element,
      h("span", { "aria-hidden": "true" }, t(`rules.${game}.scoring.head`)));
  }

  /** The winners, with sparks for a reader who is among them, and how close it was. @param {TableState} state */
  #emblem(state) {
    const winners = state.result?.winners ?? [];
    const words = [this.#reason(state), this.#margin(state)].filter(Boolean).join(" ");
    return h("div", { class: "emblem" },
      h("div", { class: "laurels" }, winners.map((seat) => seatPicture(state, seat)),
        this.#outcome(state) === "won" ? h("span", { class: "sparks", "aria-hidden": "true" }, Array.from({ length: SPARKS }, () => h("i"))) : null),
      words ? h("p", {}, words) : null);
  }

  /** Why the game ended, if not by the rules. @param {TableState} state */
  #reason(state) {
    const { why = "", seat = null } = state.result ?? {};
    if (why === "resigned") return sentence("event.resigned", seat ?? -1, this.table.people);
    return ["time", "agreed", "abandoned"].includes(why) ? sentence(`event.ended.${why}`, seat ?? -1, this.table.people) : "";
  }

  /** How far the reader was from the others. @param {TableState} state */
  #margin(state) {
    const { you } = state;
    const outcome = this.#outcome(state);
    if (state.result?.why !== "rules" || typeof you !== "number" || !outcome) return "";
    const scores = state.view?.scores ?? [];
    const rivals = this.#order(state).filter((seat) => seat !== you);
    const count = Math.abs(scores[you] - scores[rivals[0]]);
    return count ? t(`ending.${outcome}`, { count }) : "";
  }

  // -- What is next ----------------------------------------------------------------------------

  /** @param {TableState} state */
  #buttons(state) {
    const isPlayer = typeof state.you === "number" || state.isShared || this.#isOwnWatch(state);
    return h("div", { class: "buttons" },
      isPlayer ? button({ class: "main", autofocus: true, onclick: () => this.playAgain() }, t("rematch")) : null,
      button({ autofocus: !isPlayer, onclick: () => go(`/replay/${this.table.name}`) }, t("replay.review")),
      isPlayer ? button({ onclick: () => tryRequest(() => this.changeOpponent()) }, t("ending.change", { count: state.seats.length - 1 })) : null);
  }

  /** Whether the reader set up a game of bots to watch. @param {TableState} state */
  #isOwnWatch(state) {
    return state.seats.every((one) => one.kind === "bot") && Boolean(savedTable(this.table.name)?.spectating);
  }

  /** How the table was set up. @param {TableState} state */
  #mode(state) {
    const people = state.seats.filter((one) => one.kind === "person").length;
    return state.isShared ? "screen" : !people ? "watch" : people === 1 ? "bots" : "friends";
  }

  playAgain() {
    const { state } = this.table;
    if (!state) return;
    if (state.isShared || this.#isOwnWatch(state)) {
      const { game, options } = state.table;
      const names = state.seats.filter((one) => !one.bot).map((one) => one.name);
      tryRequest(() => createTable({ game, mode: this.#mode(state), seats: state.seats.map((one) => one.bot), options, names }));
      return;
    }
    const proposal = rematchIn(state);
    if (!proposal || !hasAgreed(proposal, state.you)) this.table.socket?.request({ do: proposal ? "agree" : "propose", what: "rematch" });
  }

  /** Open the setup dialog with the seats and options of this game; its creator sits first. */
  async changeOpponent() {
    const { state } = this.table;
    if (!state) return;
    const [{ openSetupDialog }, games] = await Promise.all([api.asApiError(import("../lobby/setup_dialog.js")), api.games()]);
    const found = games.find((one) => one.game === state.table.game);
    if (!found || this.table.isClosed) return;
    const first = Math.max(0, state.isShared ? state.seats.findIndex((one) => !one.bot) : Number(state.you) || 0);
    const seats = state.seats.map((one) => one.bot);
    this.#dialog?.close();
    openSetupDialog(found, this.#mode(state), { seats: [...seats.slice(first), ...seats.slice(0, first)], options: state.table.options });
  }

  /** Say in the dialog, which covers the proposals, that somebody proposed a rematch. @param {TableState} state */
  #showRematchProposal(state) {
    const proposal = rematchIn(state);
    const text = !proposal ? "" : hasAgreed(proposal, state.you) ? t("proposal.rematch-you")
      : t("proposal.rematch", { name: this.table.people.name(proposal.by) });
    if (this.#rematchNote.textContent !== text) this.#rematchNote.textContent = text;
  }

  /** Go to the table of the rematch. @param {TableState} state */
  followRematch(state) {
    if (this.#hasFollowed || !state.rematch) return;
    this.#hasFollowed = true;
    const { rematch, you } = state;
    tryRequest(() => this.#goToTable(rematch, you === "spectator"));
  }

  /** Go to another table with the same players and spectators. @param {string} name @param {boolean} isSpectator */
  async #goToTable(name, isSpectator) {
    const { table } = this;
    const saved = savedTable(table.name);
    if (saved?.shared) saveTable({ ...saved, table: name });
    else {
      const take = () => api.takeRematchSeat(name, table.name).catch((error) => {
        if (!isSpectator || error.code !== "no-access") throw error; // an open table needs no token
      });
      await api.retryWhileOffline(take, () => table.showConnection("lost", 0), table.element);
    }
    go(`/table/${name}`, true);
  }
}

/** @param {TableState} state */
function rematchIn(state) {
  return state.proposals.find((one) => one.what === "rematch");
}
