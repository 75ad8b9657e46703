/**
 * The table page: the connection, the state, and everything around the board that all games share.
 * docs/web.md describes what the board of a game gets and provides.
 */

import * as api from "../server/api.js";
import { MovePlayback } from "./move_playback.js";
import { WinProbabilityBar } from "./win_probability_bar.js";
import { askToConfirm, showMessage, showNote } from "../ui/dialogs_and_notes.js";
import { h } from "../ui/dom.js";
import { Hint } from "./hint.js";
import { Ending } from "../ending/ending.js";
import { LegPause } from "../ending/leg_pause.js";
import { useKeys } from "../ui/keyboard.js";
import { Lobby } from "../lobby/lobby.js";
import { saveTable, savedTable } from "../app/saved_tables.js";
import { Menu } from "./menu.js";
import { MoveList, isRemark } from "./move_list.js";
import { StatusLine } from "./status_line.js";
import { EventQueue } from "./event_queue.js";
import { nextPaint } from "../ui/next_paint.js";
import { Proposals } from "./proposals.js";
import { errorText, reasonText } from "../server/error_text.js";
import { loadGame } from "../app/load_module.js";
import { SharedScreen } from "./shared_screen.js";
import { showSpeechBubble } from "../ui/speech_bubble.js";
import { peopleOf } from "./player_sentences.js";
import { settings } from "../app/settings.js";
import { pickState } from "./table_state.js";
import { announce } from "../ui/live_region.js";
import { t } from "../app/i18n.js";
import { BotsOnlyPacing } from "./bots_only_pacing.js";
import { LiveSocket } from "../server/socket.js";

/** @typedef {import("../app/message_types.js").TableState} TableState */
/** @typedef {import("../app/message_types.js").TableEvent} TableEvent */
/** @typedef {import("../app/game_types.js").GameModule} GameModule */
/** @typedef {import("../app/game_types.js").GameBoard} GameBoard */
/** @typedef {import("../app/game_types.js").TableContext} TableContext */

/** Milliseconds that a move stays on the screen before the next one of somebody else. @type {Record<string, number>} */
const DELAYS = { slow: 1800, normal: 1000, fast: 450, instant: 0 };

/** Codes of errors that are explained; all others mean that the link opens nothing here. */
const EXPLAINED = new Set(["no-table", "offline", "rules", "too-fast", "store"]);

/**
 * @param {import("../app/router.js").Route} route
 * @returns {import("../app/main.js").Page}
 */
export function openPage(route) {
  const table = new Table(route.name);
  table.enter(route.secret);
  return { element: table.element, title: t("table"), close: () => table.close() };
}

export class Table {
  isClosed = false; // the visitor has left the page

  /** @param {string} name */
  constructor(name) {
    this.name = name;
    /** @type {TableState | null} */
    this.state = null;
    /** @type {LiveSocket | null} */
    this.socket = null;
    /** @type {object | null} the last welcome message: replies to earlier ones are out of date */
    this.latest = null;
    /** @type {GameModule | null} */
    this.game = null;
    /** @type {GameBoard | null} */
    this.board = null;
    /** @type {string[]} the legal moves when one was sent */
    this.offered = [];
    /** @type {EventQueue<TableEvent & Partial<TableState>>} */
    this.queue = new EventQueue((event) => this.showEvent(event), (event) => event.seat === this.state?.you);
    this.heading = h("h1", { class: "visually-hidden" }, t("table"));
    this.banner = h("div", { class: "banner", role: "status" });
    // A tap on the table shows the next move at once.
    this.middle = h("div", { class: "middle", onpointerdown: () => this.queue.skip() });
    this.moves = new MoveList(this);
    this.playback = new MovePlayback(this);
    this.lobby = new Lobby(this);
    this.proposals = new Proposals(this);
    this.menu = new Menu(this);
    this.hint = new Hint(this);
    this.statusLine = new StatusLine(this);
    this.ending = new Ending(this);
    this.legPause = new LegPause(this);
    this.sharedScreen = new SharedScreen(this);
    this.winProbabilityBar = new WinProbabilityBar(this);
    this.botsOnlyPacing = new BotsOnlyPacing(this);
    this.element = h("div", { class: "table" },
      this.heading,
      h("div", { class: "field-of-play" },
        this.statusLine.element,
        this.winProbabilityBar.element,
        this.moves.last, this.banner, this.proposals.element, this.ending.element, this.sharedScreen.element, this.middle),
      this.moves.element);
  }

  // -- Connecting ----------------------------------------------------------------------

  /** @param {Record<string, string>} secret the tokens of the link */
  async enter(secret) {
    const token = secret.seat ?? secret.watch;
    try {
      if (token) await api.retryWhileOffline(() => api.storeToken(this.name, token), () => this.showConnection("lost", 0), this.element);
      else if (secret.join && !savedTable(this.name)?.seated) {
        return await this.lobby.openInvitation(secret.join);
      }
    } catch (error) {
      return this.showError(error);
    }
    this.connect();
  }

  connect() {
    if (this.isClosed) return; // the visitor has left the page meanwhile
    const { isShared, publicToken } = this.sharedScreen;
    this.socket = new LiveSocket(this.name, {
      welcome: (welcome) => this.receiveWelcome(welcome),
      event: (event) => this.queue.add(event),
      refused: (problem) => this.showRefusal(problem),
      presence: (message) => this.showPresence(message.seats),
      phrase: (message) => this.showPhrase(message.seat, message.phrase),
      connection: (...change) => this.showConnection(...change),
    }, isShared ? publicToken : undefined);
    useKeys(() => [...this.hint.keys(), ...(this.board?.keys() ?? []), ...this.menu.keys()]);
  }

  close() {
    this.isClosed = true;
    this.latest = null;
    this.playback.stop();
    this.hint.close();
    this.queue.clear();
    this.socket?.close();
    this.ending.close();
    this.board?.close?.();
  }

  /** @param {unknown} error */
  showError(error) {
    const code = error instanceof api.ApiError ? error.code : "";
    const text = error instanceof api.ApiError && EXPLAINED.has(code) ? errorText(error) : t("no-access");
    this.middle.replaceChildren(h("div", { class: "page" }, h("p", { role: "alert" }, text),
      h("p", {}, h("a", { href: "/", "data-go": true }, t("home")))));
  }

  /** @param {"open" | "starting" | "lost" | "gone"} connection @param {number} code @param {import("../server/error_text.js").Why} [why] */
  showConnection(connection, code, why) {
    if (connection === "gone") this.showError(new api.ApiError(code === 4404 ? "no-table" : "no-access", ""));
    this.element.classList.toggle("cut", connection === "lost");
    const text = why ? reasonText(why) : connection !== "lost" ? "" : this.state ? t("link-lost") : t("waiting-for-network");
    if (this.banner.textContent !== text) this.banner.textContent = text;
  }

  // -- Messages of the server -----------------------------------------------------------------

  /** @param {TableState & {events: TableEvent[] | null}} welcome */
  async receiveWelcome(welcome) {
    const wasBehind = this.queue.clear() || this.queue.isHeld("entering");
    this.latest = welcome;
    this.legPause.cancel();
    if (welcome.stage === "archived") {
      this.banner.textContent = t("archived");
      this.middle.replaceChildren(h("p", { class: "page" }, h("a", { href: `/replay/${this.name}`, "data-go": true }, t("replay.review"))));
      return;
    }
    const isSame = this.state?.you === welcome.you;
    this.state = { ...welcome, ...pickState(welcome), isShared: this.sharedScreen.isShared };
    this.queue.hold("entering", true);
    const commitment = welcome.stage === "waiting" ? { commitment: welcome.commitment } : {}; // to check the record against
    if (!this.sharedScreen.isShared) saveTable({ table: this.name, game: welcome.table.game, seated: welcome.you !== "spectator", ...commitment });
    if (!this.game) await this.openBoard(welcome.table.game);
    if (isSame && welcome.events && !wasBehind) for (const one of welcome.events) this.addToList(one, true);
    else await this.loadHistory(welcome);
    if (welcome !== this.latest) return;
    this.show(null);
    this.lobby.sendReady();
    this.queue.hold("entering", false);
  }

  /** @param {string} name of the game */
  async openBoard(name) {
    const { game } = await loadGame(name);
    if (this.game || !this.latest) return; // opened meanwhile, or the visitor has left
    this.game = game;
    this.board = game.createBoard(this.context());
    this.heading.textContent = t(`game.${name}`);
    document.title = `${t(`game.${name}`)} · ${t("title")}`;
  }

  /** Load all earlier events, already shown or still to be shown. @param {TableState} welcome */
  async loadHistory(welcome) {
    const events = await api.eventsUntil(welcome.n, this.name, this.socket?.token);
    const missed = await this.botsOnlyPacing.missedEvents(events, welcome);
    if (welcome !== this.latest) return;
    this.moves.clear();
    for (const one of events.slice(0, events.length - missed.length)) this.addToList(one, false);
    for (const one of missed) this.queue.add(one);
  }

  /**
   * @param {TableEvent & Partial<TableState>} event
   * @returns {number} milliseconds until the next event may be shown
   */
  showEvent(event) {
    if (!this.state) return 0;
    this.offered = [];
    this.state = { ...this.state, ...pickState(event) };
    if (event.leg_end) this.state = this.legPause.begin(this.state, event.leg_end, pickState(event));
    this.addToList(event, true);
    this.show(event);
    if (event.kind !== "move" || (document.hidden && !this.botsOnlyPacing.isActive)) return 0;
    // The player's own move needs no pause, unless it ended something that should be seen.
    const isEnd = event.events?.some((one) => one.event.endsWith("-over"));
    return event.seat === this.state.you && !isEnd ? 0 : DELAYS[settings.pace];
  }

  /** @param {TableEvent} event @param {boolean} isNew whether to announce it */
  addToList(event, isNew) {
    const sentences = this.moves.add(event);
    if (!isNew) return;
    for (const sentence of sentences) announce(sentence);
    if (isRemark(event) && event.seat !== this.state?.you) showNote(sentences.join(" "));
  }

  /** @param {{code: string, message: string, why: import("../server/error_text.js").Why | null}} problem */
  showRefusal(problem) {
    if (problem.code === "rules") {
      this.showError(new api.ApiError(problem.code, problem.message));
      return;
    }
    this.explain(errorText(problem, this.names));
    if (this.state && this.offered.length) this.state = { ...this.state, moves: this.offered };
    this.offered = [];
    this.show(null);
  }

  /** @param {boolean[]} present */
  showPresence(present) {
    if (!this.state) return;
    const seats = this.state.seats.map((seat, at) => ({ ...seat, present: present[at] ?? seat.present }));
    this.state = { ...this.state, seats };
    if (!this.queue.isHeld("entering")) this.show(null); // else it is shown after loading
  }

  /** @param {number} seat @param {string} phrase */
  showPhrase(seat, phrase) {
    const text = t("says", { name: this.people.name(seat), phrase: t(`phrase.${phrase}`) });
    announce(text);
    if (!showSpeechBubble(this.middle.querySelector(`[data-seat="${seat}"]`), text)) showNote(text);
  }

  // -- Drawing -------------------------------------------------------------------------

  /** @param {TableEvent | null} event the one that led to the state, if any */
  show(event) {
    const state = this.state;
    if (!state || !this.board || this.isClosed) return;
    const isWaiting = state.stage === "waiting";
    this.element.dataset.stage = state.stage;
    if (!isWaiting) {
      if (this.board.element.parentNode !== this.middle) this.middle.replaceChildren(this.board.element);
      this.showBoard(state, event);
    } else this.lobby.show(state);
    this.statusLine.show(state, event);
    this.hint.update(state);
    this.menu.show(state);
    this.moves.show();
    this.proposals.show(state);
    this.sharedScreen.show(state);
    this.winProbabilityBar.show(state);
    this.botsOnlyPacing.store(state);
    this.ending.show(state, event, DELAYS[settings.pace]);
    if (event?.kind === "rematch" || state.rematch) this.ending.followRematch(state);
  }

  /** @param {TableState} state @param {TableEvent | null} event @param {TableEvent[]} [history] the moves that led to it */
  showBoard(state, event, history = this.moves.moves) {
    this.board?.show({ ...state, history }, event);
  }

  /** Announce and show a message. @type {(text: string) => void} */
  explain = showMessage;

  /** @param {string} move @param {string} otherwise shown if the rules give no reason */
  async explainMove(move, otherwise) {
    const why = await this.socket?.explain(move);
    this.explain(why ? reasonText(why, this.names) : otherwise);
  }

  // -- What the board may do ------------------------------------------------------------

  /** The players, for sentences about them. */
  people = peopleOf(() => this.state);

  /** Cards and players in words, for reasons. */
  get names() {
    return { cards: (/** @type {string} */ notation) => this.game?.describeCards(notation) ?? notation, name: this.people.name };
  }

  /** @returns {TableContext} */
  context() {
    return {
      people: this.people,
      play: (move) => this.play(move),
      takeBack: () => this.socket?.request({ do: "back" }),
      explain: (text) => this.explain(text),
      explainMove: (move, otherwise) => this.explainMove(move, otherwise),
      confirm: askToConfirm,
      redraw: () => this.show(null),
    };
  }

  /** @param {string} move */
  play(move) {
    if (!this.state?.moves.includes(move)) return;
    this.socket?.request({ do: "play", move });
    // Until the answer arrives nothing else can be played; a refusal restores the legal moves.
    this.offered = this.state.moves;
    this.state = { ...this.state, moves: [] };
    this.show(null);
    // Show the player's own action before its effects, which take longer to draw on slow phones.
    this.queue.hold("sent", true);
    nextPaint().then(() => this.queue.hold("sent", false));
  }
}
