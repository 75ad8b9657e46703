/** The socket: says hello, comes back by itself, sends again what was not acknowledged. */

/** @typedef {import("../app/types.js").TableState} TableState */
/** @typedef {import("../app/types.js").TableEvent} TableEvent */

const FIRST_WAIT = 200; // milliseconds
const LONGEST_WAIT = 2000;
const GONE = new Set([4401, 4404]); // no use in coming back

/**
 * @typedef {object} Listener
 * @property {(state: TableState & {events: TableEvent[] | null}) => void} welcome
 * @property {(event: TableEvent & Partial<TableState>) => void} event
 * @property {(told: {code: string, message: string, why: import("./error_text.js").Why | null, id?: string}) => void} refused
 * @property {(told: {seats: boolean[], spectators: number}) => void} presence
 * @property {(told: {seat: number, phrase: string}) => void} said
 * @property {(state: "open" | "lost" | "gone", code: number) => void} link
 */

export class LiveSocket {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, object>} requests that were neither acknowledged nor refused, by id */
  #waiting = new Map();
  #wait = FIRST_WAIT;
  #timer = 0;
  #isClosed = false;
  #isWelcome = false;

  /**
   * @param {string} table
   * @param {Listener} listener
   * @param {string} [token] without one the cookie opens the seat
   */
  constructor(table, listener, token) {
    this.table = table;
    this.token = token;
    this.last = 0;
    this.#listener = listener;
    this.#online = () => this.#connect();
    addEventListener("online", this.#online);
    this.#connect();
  }

  /** @type {Listener} */
  #listener;
  /** @type {() => void} */
  #online;

  #connect() {
    clearTimeout(this.#timer);
    if (this.#isClosed || (this.#socket && this.#socket.readyState <= WebSocket.OPEN)) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/v2/live`);
    this.#socket = socket;
    socket.onopen = () => this.hello();
    socket.onmessage = (message) => this.#heard(JSON.parse(message.data));
    socket.onclose = (close) => this.#lost(socket, close.code);
  }

  /**
   * Say who looks; with another token, from another seat of this screen.
   * @param {string} [token]
   */
  hello(token = this.token) {
    if (token !== this.token) this.last = 0;
    this.token = token;
    this.#write({ do: "hello", table: this.table, token: token || undefined, last: this.last });
  }

  /** @param {WebSocket} socket @param {number} code */
  #lost(socket, code) {
    if (this.#isClosed || socket !== this.#socket) return;
    this.#isWelcome = false;
    if (GONE.has(code)) {
      this.close();
      this.#listener.link("gone", code);
      return;
    }
    this.#listener.link("lost", code);
    this.#timer = setTimeout(() => this.#connect(), this.#wait * (1 + 4 * Math.random()) / 2);
    this.#wait = Math.min(LONGEST_WAIT / 2.5, this.#wait * 2);
  }

  /** @param {any} told */
  #heard(told) {
    switch (told.type) {
      case "welcome":
        return this.#welcomed(told);
      case "event":
        return this.#happened(told);
      case "ack":
        this.#waiting.delete(told.id);
        return undefined;
      case "refused":
        return this.#refused(told);
      case "presence":
        return this.#listener.presence(told);
      case "said":
        return this.#listener.said(told);
      case "ping":
        return this.#write({ do: "pong", n: told.n });
      default:
        return undefined; // what we do not know we pass over
    }
  }

  /** @param {any} told */
  #welcomed(told) {
    this.last = told.n ?? 0;
    this.#wait = FIRST_WAIT;
    this.#isWelcome = true;
    this.#listener.link("open", 0);
    this.#listener.welcome(told);
    for (const request of this.#waiting.values()) this.#write(request);
  }

  /** @param {any} told */
  #happened(told) {
    if (told.n !== this.last + 1) {
      if (told.n > this.last) this.hello();
      return;
    }
    this.last = told.n;
    if (told.id) this.#waiting.delete(told.id);
    this.#listener.event(told);
  }

  /** @param {any} told */
  #refused(told) {
    const request = this.#waiting.get(told.id);
    if (told.retry && (request || !told.id)) { // a hello has none
      setTimeout(() => (request ? this.#write(request) : this.hello()), 500);
      return;
    }
    this.#waiting.delete(told.id);
    this.#listener.refused(told);
  }

  /**
   * Ask for something; it is sent until it is answered.
   * @param {Record<string, any>} request
   * @returns {string} its id
   */
  ask(request) {
    const id = fresh();
    const whole = { id, ...request };
    this.#waiting.set(id, whole);
    if (this.#isWelcome) this.#write(whole);
    return id;
  }

  /** @param {string} phrase said once, heard by who is there */
  say(phrase) {
    this.#write({ do: "say", phrase });
  }

  /** Whether something sent still waits for its answer. */
  get isWaiting() {
    return this.#waiting.size > 0;
  }

  /** @param {object} frame */
  #write(frame) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  close() {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#online);
    this.#socket?.close();
  }
}

/** A text that nobody used before: also where plain http denies crypto.randomUUID. */
export function fresh() {
  const bytes = crypto.getRandomValues(new Uint8Array(15));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}
