/**
 * A table: the socket, how things stand, and around a game's own table everything that all games
 * share. What a game's table gets and must provide stands in docs/web.md.
 */

import * as api from "../server/api.js";
import { Again } from "./move_playback.js";
import { tell } from "../server/attempt.js";
import { Chance } from "./win_chance.js";
import { confirmed, note } from "../ui/dialog.js";
import { h } from "../ui/dom.js";
import { Ending } from "./ending.js";
import { GAMES } from "../app/game_modules.js";
import { useKeys } from "../ui/keyboard.js";
import { Lobby } from "../lobby/lobby.js";
import { keep, table as kept } from "../app/saved_tables.js";
import { Menu } from "./menu.js";
import { MoveList } from "./move_list.js";
import { notify, showTurn } from "./turn_notice.js";
import { Pace, painted } from "./pace.js";
import { Proposals } from "./proposals.js";
import { errorText } from "../server/error_text.js";
import { go } from "../app/router.js";
import { Screen } from "./shared_screen.js";
import * as sound from "../ui/sound.js";
import { seatName } from "./seat.js";
import { settings } from "../app/settings.js";
import { taken } from "./table_state.js";
import { alarm, say } from "../ui/live_region.js";
import { t } from "../app/i18n.js";
import { Watching } from "./bot_pacing.js";
import { LiveSocket } from "../server/socket.js";

/** @typedef {import("../app/types.js").TableState} TableState */
/** @typedef {import("../app/types.js").TableEvent} TableEvent */
/** @typedef {import("../app/game_interface.js").GameModule} GameModule */
/** @typedef {import("../app/game_interface.js").GameBoard} GameBoard */
/** @typedef {import("../app/game_interface.js").TableContext} TableContext */

const PLAYING = 450; // milliseconds between moves of others
const WATCHING = 1100;

/**
 * @param {import("../app/router.js").Place} place
 * @returns {import("../app/main.js").Room}
 */
export function openTable(place) {
  const table = new Table(place.name);
  table.enter(place.secret);
  return { element: table.element, title: t("table"), close: () => table.close() };
}

export class Table {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
    /** @type {TableState | null} */
    this.state = null;
    /** @type {LiveSocket | null} */
    this.socket = null;
    /** @type {object | null} what the server told last of the whole table: all before is out of date */
    this.latest = null;
    /** @type {GameModule | null} */
    this.game = null;
    /** @type {GameBoard | null} */
    this.board = null;
    /** @type {string[]} the moves that could be played when one was sent */
    this.offered = [];
    /** @type {Pace<TableEvent & Partial<TableState>>} */
    this.pace = new Pace((event) => this.happen(event));
    this.heading = h("h1", { class: "unseen" }, t("table"));
    this.status = h("p", { class: "status", id: "status" });
    this.banner = h("div", { class: "banner", role: "status" });
    this.middle = h("div", { class: "middle" });
    this.moves = new MoveList(this);
    this.again = new Again(this);
    this.lobby = new Lobby(this);
    this.proposals = new Proposals(this);
    this.menu = new Menu(this);
    this.ending = new Ending(this);
    this.screen = new Screen(this);
    this.chance = new Chance(this);
    this.watching = new Watching(this);
    this.element = h("div", { class: "table" },
      this.heading,
      h("div", { class: "field-of-play" },
        h("div", { class: "topline" }, this.status, this.menu.element),
        this.chance.element,
        this.moves.last, this.banner, this.proposals.element, this.screen.element, this.middle),
      this.moves.element);
  }

  // -- Coming and going ----------------------------------------------------------------------

  /** @param {Record<string, string>} secret what the link's fragment held */
  async enter(secret) {
    const token = secret.seat ?? secret.watch;
    try {
      if (token) await api.retryWhileOffline(() => api.storeToken(this.name, token), () => this.link("lost", 0), this.element);
      else if (secret.join && !kept(this.name)?.seated) {
        await this.lobby.enter(secret.join);
        return;
      }
    } catch (error) {
      this.fail(error);
      return;
    }
    this.connect();
  }

  connect() {
    if (this.isClosed) return; // whoever came has gone before the way was clear
    const shared = this.screen.isShared;
    this.socket = new LiveSocket(this.name, {
      welcome: (told) => this.welcome(told),
      event: (event) => this.pace.add(event),
      refused: (told) => this.refused(told),
      presence: (told) => this.presence(told.seats),
      said: (told) => this.said(told.seat, told.phrase),
      link: (state, code) => this.link(state, code),
    }, shared ? this.screen.publicToken : undefined);
    useKeys(() => [...(this.board?.keys() ?? []), ...this.menu.keys()]);
  }

  close() {
    this.isClosed = true;
    this.latest = null;
    this.again.stop();
    this.pace.clear();
    this.socket?.close();
    this.board?.close?.();
  }

  /** @param {unknown} error */
  fail(error) {
    const code = error instanceof api.ApiError ? error.code : "";
    const words = code === "no-table" ? t("no-table") : code === "offline" ? t("offline") : t("no-link");
    this.middle.replaceChildren(h("div", { class: "page" }, h("p", { role: "alert" }, words),
      h("p", {}, h("a", { href: "/", "data-go": true }, t("home")))));
  }

  /** @param {"open" | "lost" | "gone"} state @param {number} code */
  link(state, code) {
    if (state === "gone") this.fail(new api.ApiError(code === 4404 ? "no-table" : "no-link", ""));
    this.element.classList.toggle("cut", state === "lost");
    const words = state !== "lost" ? "" : this.state ? t("link-lost") : t("waiting-network");
    if (this.banner.textContent !== words) this.banner.textContent = words;
  }

  // -- What the server tells -----------------------------------------------------------------

  /** @param {TableState & {events: TableEvent[] | null}} told */
  async welcome(told) {
    const wasBehind = this.pace.clear() || this.pace.isHeld("entering");
    this.latest = told;
    if (told.stage === "archived") {
      this.banner.textContent = t("archived");
      this.middle.replaceChildren(h("p", { class: "page" }, h("a", { href: `/replay/${this.name}`, "data-go": true }, t("replay.review"))));
      return;
    }
    const isSame = this.state?.you === told.you;
    this.state = { ...told, ...taken(told), isShared: this.screen.isShared };
    this.pace.hold("entering", true);
    const promised = told.stage === "waiting" ? { commitment: told.commitment } : {}; // to be held against the record
    if (!this.screen.isShared) keep({ table: this.name, game: told.table.game, seated: told.you !== "spectator", ...promised });
    if (!this.game) await this.openGame(told.table.game);
    if (isSame && told.events && !wasBehind) for (const one of told.events) this.remember(one, true);
    else await this.recall(told);
    if (told !== this.latest) return;
    this.show(null);
    this.lobby.beReady();
    this.pace.hold("entering", false);
  }

  /** @param {string} name */
  async openGame(name) {
    const { game } = await GAMES[name]();
    if (this.game || !this.latest) return; // one has come in already, or is gone
    this.game = game;
    this.board = this.game.open(this.context());
    this.heading.textContent = t(`game.${name}`);
    document.title = `${t(`game.${name}`)} · ${t("title")}`;
  }

  /** Everything that happened before we came, shown or still to be shown. @param {TableState} told */
  async recall(told) {
    const happened = await api.eventsUntil(told.n, this.name, this.socket?.token);
    const missed = await this.watching.missed(happened, told);
    if (told !== this.latest) return;
    this.moves.clear();
    for (const one of happened.slice(0, happened.length - missed.length)) this.remember(one, false);
    for (const one of missed) this.pace.add(one);
  }

  /**
   * @param {TableEvent & Partial<TableState>} event
   * @returns {number} how long to wait before the next is shown
   */
  happen(event) {
    if (!this.state) return 0;
    this.offered = [];
    this.state = { ...this.state, ...taken(event) };
    this.remember(event, true);
    this.show(event);
    if (event.kind !== "move" || event.seat === this.state.you || (document.hidden && !this.watching.isOn)) return 0;
    const isWatching = this.state.you === "spectator" && !this.screen.isShared;
    return (isWatching ? WATCHING : PLAYING) / (settings.motion ? 1 : 6);
  }

  /** @param {TableEvent} happened @param {boolean} isNew to be told aloud */
  remember(happened, isNew) {
    const words = this.moves.add(happened);
    if (isNew) for (const sentence of words) say(sentence);
  }

  /** @param {{code: string, message: string, why: import("../server/error_text.js").Why | null}} told */
  refused(told) {
    const cards = (/** @type {string} */ written) => this.game?.cards(written) ?? written;
    this.explain(errorText(told, { cards, name: this.people.name }));
    if (this.state && this.offered.length) this.state = { ...this.state, moves: this.offered };
    this.offered = [];
    this.show(null);
  }

  /** @param {boolean[]} present */
  presence(present) {
    if (!this.state) return;
    const seats = this.state.seats.map((seat, at) => ({ ...seat, present: present[at] ?? seat.present }));
    this.state = { ...this.state, seats };
    if (!this.pace.isHeld("entering")) this.show(null); // else it is shown with what else is told
  }

  /** @param {number} seat @param {string} phrase */
  said(seat, phrase) {
    const words = t("says", { name: this.seatName(seat), phrase: t(`phrase.${phrase}`) });
    say(words);
    note(words);
  }

  // -- What is shown -------------------------------------------------------------------------

  /** @param {TableEvent | null} happened */
  show(happened) {
    const state = this.state;
    if (!state || !this.board || this.isClosed) return;
    const isWaiting = state.stage === "waiting";
    this.element.dataset.stage = state.stage;
    if (!isWaiting) {
      if (this.board.element.parentNode !== this.middle) this.middle.replaceChildren(this.board.element);
      this.board.show(state, happened);
    } else this.lobby.show(state);
    this.tellTurn(state, happened);
    this.menu.show(state);
    this.moves.show();
    this.proposals.show(state);
    this.screen.show(state);
    this.chance.show(state);
    this.watching.keep(state);
    this.ending.show(state, happened);
    if (happened?.kind === "rematch" || state.rematch) this.ending.follow(state);
  }

  /** @param {TableState} state @param {TableEvent | null} happened */
  tellTurn(state, happened) {
    const isMine = state.moves.length > 0;
    const isHeld = state.stage === "playing" && this.pace.isHeld("pause");
    const words = state.stage === "waiting" ? t("waits") : isHeld ? t("paused") : this.board?.status() ?? "";
    if (this.status.textContent !== words) this.status.textContent = words;
    if (happened?.kind === "move") sound.card();
    if (isMine && !this.wasMine) {
      alarm(words);
      if (happened) {
        notify();
        sound.turn();
      }
    }
    this.wasMine = isMine;
    this.element.classList.toggle("mine", isMine);
    showTurn(isMine);
  }
  wasMine = false;
  isClosed = false;

  /** Said and shown. @type {(words: string) => void} */
  explain = tell;

  // -- What a game's table may do ------------------------------------------------------------

  /** Who sits here, for sentences. */
  get people() {
    const table = this;
    return {
      name: (/** @type {number} */ seat) => table.seatName(seat),
      get you() {
        return table.state?.you ?? "spectator";
      },
    };
  }

  /** @param {number} seat */
  seatName(seat) {
    return this.state ? seatName(this.state, seat) : "";
  }

  /** @returns {TableContext} */
  context() {
    return {
      people: this.people,
      play: (move) => this.play(move),
      back: () => this.socket?.ask({ do: "back" }),
      explain: (words) => this.explain(words),
      confirmed,
      shown: () => this.show(null),
    };
  }

  /** @param {string} move */
  play(move) {
    if (!this.state?.moves.includes(move)) return;
    this.socket?.ask({ do: "play", move });
    // Until the answer comes nothing else can be played; if it is a refusal, everything again.
    this.offered = this.state.moves;
    this.state = { ...this.state, moves: [] };
    this.show(null);
    // What the player did is seen before what comes of it is drawn, which takes slow phones longer.
    this.pace.hold("sent", true);
    painted().then(() => this.pace.hold("sent", false));
  }

  /** @param {string} name another table, the next of the same people */
  async moveOn(name) {
    const shared = kept(this.name)?.shared;
    if (shared) keep({ ...kept(this.name), table: name });
    else await api.retryWhileOffline(() => api.takeRematchSeat(name, this.name), () => this.link("lost", 0), this.element);
    go(`/table/${name}`, true);
  }
}
