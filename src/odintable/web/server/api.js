/** The calls of the JSON API (docs/api.md). */

/** The server refused a call, or could not be reached (code `offline`). */
export class ApiError extends Error {
  /** @param {string} code @param {string} message @param {import("./error_text.js").Why | null} [why] */
  constructor(code, message, why = null) {
    super(message);
    this.code = code;
    this.why = why;
  }
}

/** @typedef {import("./error_text.js").Why} Why */

/** @type {(why: Why, until: Promise<unknown>) => void} */
let whileStarting = () => {};

/**
 * While the server starts, calls are repeated until it is ready.
 * @param {(why: Why, until: Promise<unknown>) => void} show shows the player what the page waits for
 */
export function onServerStarting(show) {
  whileStarting = show;
}

/** @param {number} milliseconds */
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * @param {string} method
 * @param {string} path
 * @param {{body?: any, token?: string, text?: boolean, signal?: AbortSignal}} [options]
 * @returns {Promise<any>}
 */
async function call(method, path, { body, token, text, signal } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (token) headers.authorization = `Bearer ${token}`;
  let response;
  try {
    response = await fetch(`/api/v2${path}`, { method, headers, body: body && JSON.stringify(body), signal });
  } catch {
    throw new ApiError("offline", "the server does not answer");
  }
  if (response.ok) return response.status === 204 ? null : text ? response.text() : response.json();
  const problem = await response.json().catch(() => null);
  if (problem?.error?.code === "starting") {
    const isReady = wait(1000 * Number(response.headers.get("retry-after") ?? 1)).then(() => call(method, path, { body, token, text, signal }));
    whileStarting(problem.error.why, isReady);
    return isReady;
  }
  const otherwise = response.status === 429 ? "too-fast" : "offline"; // a proxy refuses without our JSON
  throw new ApiError(problem?.error?.code ?? otherwise, problem?.error?.message ?? response.statusText, problem?.error?.why);
}

/**
 * Turn the failure of a dynamic import into an ApiError, like the failure of a call.
 * @template Module
 * @param {Promise<Module>} imported
 * @returns {Promise<Module>}
 */
export function asApiError(imported) {
  return imported.catch((error) => {
    throw error instanceof TypeError ? new ApiError("offline", error.message) : error;
  });
}

const RETRY_AFTER = 2000; // milliseconds

/**
 * Call until the server can be reached.
 * @param {() => Promise<any>} request
 * @param {() => void} onOffline called before each new attempt
 * @param {Element} element the page that makes the call: retrying stops when it has left the document
 * @returns {Promise<any>}
 */
export async function retryWhileOffline(request, onOffline, element) {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === "offline" && element.isConnected)) throw error;
    onOffline();
  }
  await wait(RETRY_AFTER);
  return retryWhileOffline(request, onOffline, element);
}

/** @returns {Promise<import("../app/message_types.js").GameResponse[]>} */
export const games = () => call("GET", "/games");
/** @returns {Promise<import("../app/message_types.js").TableResponse[]>} */
export const tables = () => call("GET", "/tables");
/** @returns {Promise<import("../app/message_types.js").AddressResponse>} */
export const address = () => call("GET", "/address");
/**
 * What the server stores: paragraphs with empty lines between them.
 * @param {string} language
 * @returns {Promise<{language: string, text: string}>}
 */
export const privacy = (language) => call("GET", `/privacy?language=${language}`);
/** Allow or forbid connections from the local network. @param {boolean} open */
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
export const takeSeat = (table, body) => call("POST", `/tables/${table}/seats`, { body });
/**
 * The table of an invitation; refused if there is no seat for it.
 * @param {string} table
 * @param {string} invitation
 * @returns {Promise<import("../app/message_types.js").TableResponse>}
 */
export const checkInvitation = (table, invitation) => call("GET", `/tables/${table}/invitation`, { token: invitation });
/** @param {string} table @param {string} [token] */
export const getTable = (table, token) => call("GET", `/tables/${table}`, { token });
/**
 * @param {string} table
 * @param {number} after
 * @param {string} [token]
 * @returns {Promise<{n: number, events: import("../app/message_types.js").TableEvent[]}>}
 */
export const events = (table, after, token) =>
  call("GET", `/tables/${table}/events?after=${after}`, { token });
/**
 * All events up to a number; fewer if the server cannot be reached.
 * @param {number} last
 * @param {string} table
 * @param {string} [token]
 */
export async function eventsUntil(last, table, token) {
  /** @type {import("../app/message_types.js").TableEvent[]} */
  const found = [];
  for (let after = 0; after < last;) {
    const page = await events(table, after, token).catch(() => ({ events: [] }));
    if (!page.events.length) break;
    found.push(...page.events.filter((one) => one.n <= last));
    after = page.events.at(-1)?.n ?? last;
  }
  return found;
}
/** @param {string} table @param {Record<string, any>} body @param {string} [token] */
export const sendRequest = (table, body, token) =>
  call("POST", `/tables/${table}/requests`, { body, token });
/** Have the server store a token in a cookie. @param {string} table @param {string} token */
export const storeToken = (table, token) =>
  call("POST", `/tables/${table}/cookie`, { body: { token } });
/** @param {string} table */
export const removeToken = (table) => call("DELETE", `/tables/${table}/cookie`);
/**
 * A good move, as a bot finds it in a time.
 * @param {string} table
 * @param {number} time milliseconds
 * @param {string} [token]
 * @param {AbortSignal} [signal] stops the bot
 */
export const hint = (table, time, token, signal) => call("POST", `/tables/${table}/hint`, { body: { time_ms: time }, token, signal });
/**
 * The current win probability of each seat.
 * @param {string} table
 * @param {string} [token]
 * @returns {Promise<{n: number, win_probabilities: number[]}>}
 */
export const winProbability = (table, token) => call("POST", `/tables/${table}/win-probability`, { token });
/** Create a token for a link to watch. @param {string} table @param {string} [token] @returns {Promise<{token: string}>} */
export const createWatchLink = (table, token) => call("POST", `/tables/${table}/link`, { token });
/** @param {string} text a record or a position @returns {Promise<{record: string}>} */
export const uploadRecord = (text) => call("POST", "/records", { body: { text } });
/**
 * @param {import("../replay/timeline.js").Source} source
 * @param {string} viewer
 * @returns {Promise<import("../app/message_types.js").ReplayResponse>}
 */
export const replay = ({ collection, name, token }, viewer) => call("GET", `/${collection}/${name}/replay?as=${viewer}`, { token });
/**
 * @param {import("../replay/timeline.js").Source} source
 * @param {string} viewer
 * @returns {Promise<import("../app/message_types.js").ReviewResponse>}
 */
export const winProbabilities = ({ collection, name, token }, viewer) => call("GET", `/${collection}/${name}/win-probabilities?as=${viewer}`, { token });
/** @param {string} table @param {string} [token] @returns {Promise<string>} */
export const record = (table, token) =>
  call("GET", `/tables/${table}/record`, { token, text: true });
/** Take the same seat as at the previous table. @param {string} table @param {string} previous */
export const takeRematchSeat = (table, previous) =>
  call("POST", `/tables/${table}/cookie`, { body: { rematch_of: previous } });
