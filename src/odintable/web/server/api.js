/** The JSON API, call by call (docs/api.md). */

/** @typedef {import("../app/types.js").Bot} Bot */
/** @typedef {import("../app/types.js").GameName} GameName */

/** What the server did not do, with its code. */
export class ApiError extends Error {
  /** @param {string} code @param {string} message @param {import("./error_text.js").Why | null} [why] */
  constructor(code, message, why = null) {
    super(message);
    this.code = code;
    this.why = why;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {{body?: any, token?: string, text?: boolean}} [given]
 * @returns {Promise<any>}
 */
async function call(method, path, { body, token, text } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (token) headers.authorization = `Bearer ${token}`;
  let answer;
  try {
    answer = await fetch(`/api/v2${path}`, { method, headers, body: body && JSON.stringify(body) });
  } catch {
    throw new ApiError("offline", "the server does not answer");
  }
  if (answer.ok) return answer.status === 204 ? null : text ? answer.text() : answer.json();
  const told = await answer.json().catch(() => null);
  throw new ApiError(told?.error?.code ?? "offline", told?.error?.message ?? answer.statusText, told?.error?.why);
}

/**
 * A module that is asked for only now: where nobody answers, it is refused as all else is.
 * @template Module
 * @param {Promise<Module>} asked
 * @returns {Promise<Module>}
 */
export function fetched(asked) {
  return asked.catch((error) => {
    throw error instanceof TypeError ? new ApiError("offline", error.message) : error;
  });
}

const LATER = 2000; // milliseconds until a server that did not answer is asked again

/**
 * Ask until somebody answers.
 * @param {() => Promise<any>} ask
 * @param {() => void} whenLost nobody did; it is tried again
 * @param {Element} room for which one asks: when it is gone, one asks no more
 * @returns {Promise<any>}
 */
export async function retryWhileOffline(ask, whenLost, room) {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "offline" && room.isConnected)) throw error;
    whenLost();
  }
  await new Promise((resolve) => setTimeout(resolve, LATER));
  return retryWhileOffline(ask, whenLost, room);
}

/** @returns {Promise<Bot[]>} */
export const bots = () => call("GET", "/bots");
/** @returns {Promise<import("../app/types.js").TableResponse[]>} */
export const tables = () => call("GET", "/tables");
/** @returns {Promise<import("../app/types.js").AddressResponse>} */
export const address = () => call("GET", "/address");
/** Let the local network in, or out. @param {boolean} open */
export const setLanAccess = (open) => call("POST", "/lan", { body: { open } });
/**
 * @param {Record<string, any>} body
 * @returns {Promise<{table: string, seat: number | null, tokens: {seat: string | null, invitation: string, spectating: string}}>}
 */
export const createTable = (body) => call("POST", "/tables", { body });
/**
 * @param {string} table
 * @param {{invitation?: string, name?: string, seat?: number}} body
 * @returns {Promise<{table: string, seat: number, token: string}>}
 */
export const sit = (table, body) => call("POST", `/tables/${table}/seats`, { body });
/**
 * What an invitation leads to; refused if it leads to no seat.
 * @param {string} table
 * @param {string} invitation
 * @returns {Promise<import("../app/types.js").TableResponse>}
 */
export const invitation = (table, invitation) => call("GET", `/tables/${table}/invitation`, { token: invitation });
/** @param {string} table @param {string} [token] */
export const look = (table, token) => call("GET", `/tables/${table}`, { token });
/**
 * @param {string} table
 * @param {number} after
 * @param {string} [token]
 * @returns {Promise<{n: number, events: import("../app/types.js").TableEvent[]}>}
 */
export const events = (table, after, token) =>
  call("GET", `/tables/${table}/events?after=${after}`, { token });
/**
 * All events up to a number; fewer, if nobody answers.
 * @param {number} last
 * @param {string} table
 * @param {string} [token]
 */
export async function eventsUntil(last, table, token) {
  /** @type {import("../app/types.js").TableEvent[]} */
  const found = [];
  for (let after = 0; after < last;) {
    const told = await events(table, after, token).catch(() => ({ events: [] }));
    if (!told.events.length) break;
    found.push(...told.events.filter((one) => one.n <= last));
    after = told.events.at(-1)?.n ?? last;
  }
  return found;
}
/** @param {string} table @param {Record<string, any>} body @param {string} [token] */
export const request = (table, body, token) =>
  call("POST", `/tables/${table}/requests`, { body, token });
/** @param {string} table @param {string} token */
export const storeToken = (table, token) =>
  call("POST", `/tables/${table}/cookie`, { body: { token } });
/** @param {string} table */
export const removeToken = (table) => call("DELETE", `/tables/${table}/cookie`);
/** @param {string} table @param {string} [token] */
export const hint = (table, token) => call("POST", `/tables/${table}/hint`, { body: {}, token });
/**
 * Each seat's chance to win now.
 * @param {string} table
 * @param {string} [token]
 * @returns {Promise<{n: number, win_probabilities: number[]}>}
 */
export const chance = (table, token) => call("POST", `/tables/${table}/win-probability`, { token });
/** A link to watch with. @param {string} table @param {string} [token] @returns {Promise<{token: string}>} */
export const createWatchLink = (table, token) => call("POST", `/tables/${table}/link`, { token });
/** @param {string} text a record or a position @returns {Promise<{record: string}>} */
export const uploadRecord = (text) => call("POST", "/records", { body: { text } });
/**
 * @param {import("../replay/timeline.js").Source} source
 * @param {string} viewer
 * @returns {Promise<import("../app/types.js").ReplayResponse>}
 */
export const replay = ({ collection, name, token }, viewer) => call("GET", `/${collection}/${name}/replay?as=${viewer}`, { token });
/**
 * @param {import("../replay/timeline.js").Source} source
 * @param {string} viewer
 * @returns {Promise<import("../app/types.js").ReviewResponse>}
 */
export const chances = ({ collection, name, token }, viewer) => call("GET", `/${collection}/${name}/win-probabilities?as=${viewer}`, { token });
/** @param {string} table @param {string} [token] @returns {Promise<string>} */
export const record = (table, token) =>
  call("GET", `/tables/${table}/record`, { token, text: true });
/** The seat at the table before is one's seat at the next. @param {string} table @param {string} before */
export const takeRematchSeat = (table, before) =>
  call("POST", `/tables/${table}/cookie`, { body: { rematch_of: before } });
