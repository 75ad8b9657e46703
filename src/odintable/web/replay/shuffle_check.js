/**
 * Makes every shuffle of a record again, from its seed and salts, with the browser's own WebCrypto:
 * what docs/fair-shuffles.md tells, and nothing of the server's.
 *
 * @typedef {object} Finding
 * @property {"seal" | "commitment" | "seen" | "salt" | "first" | "shuffle" | "no-seed"} what
 * @property {boolean} isGood
 * @property {number} [line] of the record, where it is wrong
 * @property {number} [count] of shuffles that are right
 */

const VERSION = "odintable shuffle 1";
const WORDS = 2 ** 32;
const utf8 = new TextEncoder();

/** Whether this browser lets the page compute: plain http from another machine does not. */
export const canCheck = () => Boolean(globalThis.crypto?.subtle);

/**
 * @param {string} text a record
 * @param {{commitment?: string, salt?: string, seat?: number}} [seen] what this browser saw before the deal
 * @returns {Promise<Finding[]>}
 */
export async function check(text, seen = {}) {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const record = taken(lines);
  const findings = [await sealed(lines)];
  if (!record.seed || !record.commitment) return [...findings, { what: "no-seed", isGood: false }];
  findings.push({ what: "commitment", isGood: hex(await sha256(bytes(record.seed))) === record.commitment, line: record.seedLine });
  if (seen.commitment) findings.push({ what: "seen", isGood: seen.commitment === record.commitment, line: record.commitmentLine });
  if (seen.salt && seen.seat !== undefined) findings.push({ what: "salt", isGood: record.salts.get(seen.seat) === seen.salt });
  const key = await keyOf(record.seed, record.salts);
  if (record.byLot) {
    const words = await stream(key, 0, "first");
    findings.push({ what: "first", isGood: (await below(words, record.players)) === record.first, line: record.firstLine });
  }
  findings.push(await shuffled(key, record.shuffles));
  return findings;
}

/**
 * @param {Uint8Array<ArrayBuffer>} key
 * @param {{line: number, name: string, cards: string[]}[]} shuffles
 * @returns {Promise<Finding>}
 */
async function shuffled(key, shuffles) {
  for (const [at, { line, name, cards }] of shuffles.entries()) {
    const made = await shuffle(key, at + 1, name, cards);
    if (made.join(" ") !== cards.join(" ")) return { what: "shuffle", isGood: false, line, count: at };
  }
  return { what: "shuffle", isGood: true, count: shuffles.length };
}

// -- What a record says --------------------------------------------------------------------------

/** @param {string[]} lines */
function taken(lines) {
  const at = (/** @type {RegExp} */ form) => {
    const line = lines.findIndex((one) => form.test(one));
    return { line: line + 1, found: form.exec(lines[line] ?? "") };
  };
  const seed = at(/^seed: ([0-9a-f]{64})$/);
  const commitment = at(/^commitment: ([0-9a-f]{64})$/);
  const first = at(/^first: (\d)( by lot)?$/);
  const salts = new Map(lines.flatMap((one) => {
    const found = /^salt (\d): (.*)$/.exec(one);
    return found ? [[Number(found[1]), found[2]]] : [];
  }));
  const shuffles = lines.flatMap((one, line) => {
    const [verb, name, ...cards] = one.split(" ");
    return verb === "shuffle" ? [{ line: line + 1, name, cards }] : [];
  });
  return {
    seed: seed.found?.[1], seedLine: seed.line, commitment: commitment.found?.[1], commitmentLine: commitment.line,
    first: Number(first.found?.[1]), byLot: Boolean(first.found?.[2]), firstLine: first.line,
    players: at(/^players: (.*)$/).found?.[1].split(" | ").length ?? 2, salts, shuffles,
  };
}

/** Seal and marks: which line was changed, if one was. @param {string[]} lines @returns {Promise<Finding>} */
async function sealed(lines) {
  const end = lines.findIndex((one) => one.startsWith("marks: "));
  const seal = lines.find((one) => one.startsWith("seal: "))?.slice(6);
  if (end < 0 || !seal) return { what: "seal", isGood: false, line: lines.length };
  const upTo = (/** @type {number} */ count) => sha256(utf8.encode(lines.slice(0, count).join("\n") + "\n")).then(hex);
  if ((await upTo(end)) === seal) return { what: "seal", isGood: true };
  const marks = lines.filter((one) => one.startsWith("marks: ")).map((one) => one.slice(7)).join("");
  for (let line = 1; line <= end; line++) {
    if ((await upTo(line)).slice(0, 2) !== marks.slice(2 * line - 2, 2 * line)) return { what: "seal", isGood: false, line };
  }
  return { what: "seal", isGood: false, line: lines.length };
}

// -- What follows from a seed ----------------------------------------------------------------------

/** @param {string} seed in hex @param {Map<number, string>} salts by seat */
export function keyOf(seed, salts) {
  const seats = [...salts.keys()].sort();
  const lines = [VERSION, ...seats.map((seat) => `salt ${seat} ${salts.get(seat)}`)];
  return hmac(bytes(seed), utf8.encode(lines.join("\n")));
}

/**
 * The cards in the order that follows from the key.
 * @param {Uint8Array<ArrayBuffer>} key
 * @param {number} number of the shuffle, from 1
 * @param {string} name of the pile
 * @param {string[]} cards in any order
 */
export async function shuffle(key, number, name, cards) {
  const isLand = name === "landscapes";
  const order = cards.map((card) => (isLand ? [...card].sort().join("") : card)).sort();
  const words = await stream(key, number, name);
  for (let last = order.length - 1; last > 0; last--) {
    const other = await below(words, last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  if (!isLand) return order;
  const turned = [];
  for (const card of order) turned.push((await below(words, 2)) ? [...card].reverse().join("") : card);
  return turned;
}

/** @typedef {() => Promise<number>} Words  one 32-bit word after the other */

/** @param {Uint8Array<ArrayBuffer>} key @param {number} number @param {string} name @returns {Promise<Words>} */
async function stream(key, number, name) {
  const sub = await hmac(key, utf8.encode(`${number} ${name}`));
  let block = new DataView(new ArrayBuffer(0));
  let count = 0;
  let at = 0;
  return async () => {
    if (at === block.byteLength) {
      const message = new DataView(new ArrayBuffer(4));
      message.setUint32(0, count++);
      block = new DataView((await hmac(sub, new Uint8Array(message.buffer))).buffer);
      at = 0;
    }
    at += 4;
    return block.getUint32(at - 4);
  };
}

/** A number below count, each as likely. @param {Words} words @param {number} count */
async function below(words, count) {
  const bound = WORDS - (WORDS % count);
  for (;;) {
    const word = await words();
    if (word < bound) return word % count;
  }
}

/** @param {Uint8Array<ArrayBuffer>} key @param {Uint8Array<ArrayBuffer>} message */
async function hmac(key, message) {
  const ready = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", ready, message));
}

/** @param {Uint8Array<ArrayBuffer>} message */
async function sha256(message) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", message));
}

/** @param {string} digits */
function bytes(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {Uint8Array} found */
function hex(found) {
  return [...found].map((one) => one.toString(16).padStart(2, "0")).join("");
}
