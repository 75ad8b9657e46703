/** The live connection to a table: reconnects by itself and sends unacknowledged requests again. */

/** @typedef {import("../app/message_types.js").TableState} TableState */
/** @typedef {import("../app/message_types.js").TableEvent} TableEvent */

const MIN_DELAY = 200; // milliseconds
const MAX_DELAY = 2000;
const FINAL_CODES = new Set([4401, 4404]); // no link, no table: reconnecting is pointless

/**
 * @typedef {object} Listener
 * @property {(state: TableState & {events: TableEvent[] | null}) => void} welcome
 * @property {(event: TableEvent & Partial<TableState>) => void} event
 * @property {(problem: {code: string, message: string, why: import("./error_text.js").Why | null, id?: string}) => void} refused
 * @property {(message: {seats: boolean[], spectators: number}) => void} presence
 * @property {(message: {seat: number, phrase: string}) => void} phrase
 * @property {(state: "open" | "starting" | "lost" | "gone", code: number, why?: import("./error_text.js").Why) => void} connection
 */

export class LiveSocket {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, object>} requests without an answer yet, by id */
  #waiting = new Map();
  /** @type {Map<string, (why: import("./error_text.js").Why | null) => void>} unanswered `explain` requests, by id */
  #explaining = new Map();
  #delay = MIN_DELAY;
  #timer = 0;
  #isClosed = false;
  #isReady = false;

  /**
   * @param {string} table
   * @param {Listener} listener
   * @param {string} [token] left out: the cookie is used
   */
  constructor(table, listener, token) {
    this.table = table;
    this.token = token;
    this.last = 0;
    this.#listener = listener;
    this.#onOnline = () => this.#connect();
    addEventListener("online", this.#onOnline);
    this.#connect();
  }

  /** @type {Listener} */
  #listener;
  /** @type {() => void} */
  #onOnline;

  #connect() {
    clearTimeout(this.#timer);
    if (this.#isClosed || (this.#socket && this.#socket.readyState <= WebSocket.OPEN)) return;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/api/v2/live`);
    this.#socket = socket;
    socket.onopen = () => this.hello();
    socket.onmessage = (message) => this.#receive(JSON.parse(message.data));
    socket.onclose = (close) => this.#closed(socket, close.code);
  }

  /**
   * Ask for the table; with another token, as seen from another seat of this screen.
   * @param {string} [token]
   */
  hello(token = this.token) {
    if (token !== this.token) this.last = 0;
    this.token = token;
    this.#write({ do: "hello", table: this.table, token: token || undefined, last: this.last });
  }

  /** @param {WebSocket} socket @param {number} code */
  #closed(socket, code) {
    if (this.#isClosed || socket !== this.#socket) return;
    this.#isReady = false;
    for (const id of [...this.#explaining.keys()]) this.#explained(id, null);
    if (FINAL_CODES.has(code)) {
      this.close();
      this.#listener.connection("gone", code);
      return;
    }
    this.#listener.connection("lost", code);
    this.#timer = setTimeout(() => this.#connect(), this.#delay * (1 + 4 * Math.random()) / 2);
    this.#delay = Math.min(MAX_DELAY / 2.5, this.#delay * 2);
  }

  /** @param {any} message */
  #receive(message) {
    switch (message.type) {
      case "welcome":
        return this.#welcomed(message);
      case "event":
        return this.#happened(message);
      case "ack":
        this.#waiting.delete(message.id);
        return undefined;
      case "explained":
        return this.#explained(message.id, message.why);
      case "refused":
        return this.#refused(message);
      case "presence":
        return this.#listener.presence(message);
      case "said":
        return this.#listener.phrase(message);
      case "ping":
        return this.#write({ do: "pong", n: message.n });
      default:
        return undefined; // unknown messages are ignored
    }
  }

  /** @param {any} message */
  #welcomed(message) {
    this.last = message.n ?? 0;
    this.#delay = MIN_DELAY;
    this.#isReady = true;
    this.#listener.connection("open", 0);
    this.#listener.welcome(message);
    for (const request of this.#waiting.values()) this.#write(request);
  }

  /** @param {any} message */
  #happened(message) {
    if (message.n !== this.last + 1) {
      if (message.n > this.last) this.hello();
      return;
    }
    this.last = message.n;
    if (message.id) this.#waiting.delete(message.id);
    this.#listener.event(message);
  }

  /** @param {any} message */
  #refused(message) {
    if (this.#explaining.has(message.id)) {
      this.#explained(message.id, null);
      return;
    }
    const request = this.#waiting.get(message.id);
    if (message.retry && (request || !message.id)) { // the answer to a hello has no id
      if (message.code === "starting") this.#listener.connection("starting", 0, message.why);
      setTimeout(() => (request ? this.#write(request) : this.hello()), 500);
      return;
    }
    this.#waiting.delete(message.id);
    this.#listener.refused(message);
  }

  /**
   * Send a request, again after each reconnection until it is answered.
   * @param {Record<string, any>} request
   * @returns {string} its id
   */
  request(request) {
    const id = randomId();
    const message = { id, ...request };
    this.#waiting.set(id, message);
    if (this.#isReady) this.#write(message);
    return id;
  }

  /**
   * Ask why a move is not legal; nothing is played.
   * @param {string} move
   * @returns {Promise<import("./error_text.js").Why | null>} null: the rules give no reason, or the connection was lost
   */
  explain(move) {
    if (!this.#isReady) return Promise.resolve(null);
    const id = randomId();
    this.#write({ do: "explain", id, move });
    return new Promise((resolve) => this.#explaining.set(id, resolve));
  }

  /** @param {string} id @param {import("./error_text.js").Why | null} why */
  #explained(id, why) {
    this.#explaining.get(id)?.(why);
    this.#explaining.delete(id);
  }

  /** Send a phrase to those who are connected; it is not repeated. @param {string} phrase */
  sendPhrase(phrase) {
    this.#write({ do: "say", phrase });
  }

  /** @param {object} message */
  #write(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  close() {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.#onOnline);
    this.#socket?.close();
  }
}

/** A random identifier; crypto.randomUUID is denied over http. */
export function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(15));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}
