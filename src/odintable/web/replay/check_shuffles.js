/**
 * Repeats every shuffle of a record from its seed and salts, with the browser's WebCrypto, as
 * docs/fair-shuffles.md specifies, and compares. Nothing here relies on the server.
 *
 * @typedef {object} Finding
 * @property {"checksum" | "commitment" | "seen" | "salt" | "first" | "shuffle" | "no-seed"} what
 * @property {boolean} isGood
 * @property {number} [line] of the record, where it is wrong
 * @property {number} [count] of correct shuffles
 */

const VERSION = "odintable shuffle 1";
const WORD_COUNT = 2 ** 32; // different 32-bit words
const utf8 = new TextEncoder();

/** Whether the game of a record began from a position, whose cards no shuffle explains. @param {string} text */
export const beganFromPosition = (text) => /^start: /m.test(text);

/** Whether WebCrypto is available; it is not over http from another machine. */
export const canCheck = () => Boolean(globalThis.crypto?.subtle);

/**
 * @param {string} text a record
 * @param {{commitment?: string, salt?: string, seat?: number}} [seen] what this browser stored before the deal
 * @returns {Promise<Finding[]>}
 */
export async function checkShuffles(text, seen = {}) {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const record = parseRecord(lines);
  const findings = [await checkSeal(lines)];
  if (!record.seed || !record.commitment) return [...findings, { what: "no-seed", isGood: false }];
  findings.push({ what: "commitment", isGood: hex(await sha256(bytes(record.seed))) === record.commitment, line: record.seedLine });
  if (seen.commitment) findings.push({ what: "seen", isGood: seen.commitment === record.commitment, line: record.commitmentLine });
  if (seen.salt && seen.seat !== undefined) findings.push({ what: "salt", isGood: record.salts.get(seen.seat) === seen.salt });
  const key = await deriveKey(record.seed, record.salts);
  if (record.byLot) {
    const words = await wordStream(key, 0, "first");
    findings.push({ what: "first", isGood: (await numberBelow(words, record.players)) === record.first, line: record.firstLine });
  }
  findings.push(await compareShuffles(key, record.shuffles));
  return findings;
}

/**
 * @param {Uint8Array<ArrayBuffer>} key
 * @param {{line: number, name: string, cards: string[]}[]} shuffles
 * @returns {Promise<Finding>}
 */
async function compareShuffles(key, shuffles) {
  for (const [at, { line, name, cards }] of shuffles.entries()) {
    const expected = await shuffle(key, at + 1, name, cards);
    if (expected.join(" ") !== cards.join(" ")) return { what: "shuffle", isGood: false, line, count: at };
  }
  return { what: "shuffle", isGood: true, count: shuffles.length };
}

// -- Reading a record --------------------------------------------------------------------------

/** @param {string[]} lines */
function parseRecord(lines) {
  const find = (/** @type {RegExp} */ form) => {
    const line = lines.findIndex((one) => form.test(one));
    return { line: line + 1, found: form.exec(lines[line] ?? "") };
  };
  const seed = find(/^seed: ([0-9a-f]{64})$/);
  const commitment = find(/^commitment: ([0-9a-f]{64})$/);
  const first = find(/^first: (\d)( by lot)?$/);
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
    players: find(/^players: (.*)$/).found?.[1].split(" | ").length ?? 2, salts, shuffles,
  };
}

/** Check the seal, and find the changed line by the marks. @param {string[]} lines @returns {Promise<Finding>} */
async function checkSeal(lines) {
  const end = lines.findIndex((one) => one.startsWith("marks: "));
  const seal = lines.find((one) => one.startsWith("seal: "))?.slice(6);
  if (end < 0 || !seal) return { what: "checksum", isGood: false, line: lines.length };
  const upTo = (/** @type {number} */ count) => sha256(utf8.encode(lines.slice(0, count).join("\n") + "\n")).then(hex);
  if ((await upTo(end)) === seal) return { what: "checksum", isGood: true };
  const marks = lines.filter((one) => one.startsWith("marks: ")).map((one) => one.slice(7)).join("");
  for (let line = 1; line <= end; line++) {
    if ((await upTo(line)).slice(0, 2) !== marks.slice(2 * line - 2, 2 * line)) return { what: "checksum", isGood: false, line };
  }
  return { what: "checksum", isGood: false, line: lines.length };
}

// -- Shuffles from a seed ----------------------------------------------------------------------

/** @param {string} seed in hex @param {Map<number, string>} salts by seat */
export function deriveKey(seed, salts) {
  const seats = [...salts.keys()].sort();
  const lines = [VERSION, ...seats.map((seat) => `salt ${seat} ${salts.get(seat)}`)];
  return hmac(bytes(seed), utf8.encode(lines.join("\n")));
}

/**
 * Shuffle cards as the key determines. Landscape cards can lie either way round, so each is also turned
 * or not.
 * @param {Uint8Array<ArrayBuffer>} key
 * @param {number} number of the shuffle, from 1
 * @param {string} name of the pile
 * @param {string[]} cards in any order
 */
export async function shuffle(key, number, name, cards) {
  const isLand = name === "landscapes";
  const order = cards.map((card) => (isLand ? [...card].sort().join("") : card)).sort();
  const words = await wordStream(key, number, name);
  for (let last = order.length - 1; last > 0; last--) {
    const other = await numberBelow(words, last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  if (!isLand) return order;
  const turned = [];
  for (const card of order) turned.push((await numberBelow(words, 2)) ? [...card].reverse().join("") : card);
  return turned;
}

/** @typedef {() => Promise<number>} WordStream  returns one 32-bit word after the other */

/** @param {Uint8Array<ArrayBuffer>} key @param {number} number @param {string} name @returns {Promise<WordStream>} */
async function wordStream(key, number, name) {
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

/** A uniformly distributed number below count. @param {WordStream} words @param {number} count */
async function numberBelow(words, count) {
  const bound = WORD_COUNT - (WORD_COUNT % count);
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

/** @param {string} digits in hex */
function bytes(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {Uint8Array} bytes */
function hex(bytes) {
  return [...bytes].map((one) => one.toString(16).padStart(2, "0")).join("");
}
