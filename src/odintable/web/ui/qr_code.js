/** Draws QR codes: byte mode, error correction level M, versions 1 to 10 (up to 213 bytes). */

import { svgElement } from "./dom.js";

const MARGIN = 4; // white modules on each side

// By version: the error correction codewords of a block, and [number of blocks, data codewords of each].
const BLOCKS = [
  [10, [[1, 16]]], [16, [[1, 28]]], [26, [[1, 44]]], [18, [[2, 32]]], [24, [[2, 43]]],
  [16, [[4, 27]]], [18, [[4, 31]]], [22, [[2, 38], [2, 39]]], [22, [[3, 36], [2, 37]]],
  [26, [[4, 43], [1, 44]]],
];
// By version: the rows and columns of the alignment patterns.
const ALIGNMENT = [[], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]];

// Arithmetic in GF(256), for Reed-Solomon codes.
const EXP = new Uint8Array(512);
const LOG = new Uint8Array(256);
for (let at = 0, value = 1; at < 255; at++) {
  EXP[at] = EXP[at + 255] = value;
  LOG[value] = at;
  value = (value << 1) ^ (value & 128 ? 0x11d : 0);
}

/** @param {number} count @returns {number[]} the generator polynomial for a number of codewords */
function generator(count) {
  let poly = [1];
  for (let root = 0; root < count; root++) {
    const next = new Array(poly.length + 1).fill(0);
    poly.forEach((factor, at) => {
      next[at] ^= factor;
      next[at + 1] ^= factor ? EXP[LOG[factor] + root] : 0;
    });
    poly = next;
  }
  return poly;
}

/** @param {number[]} words @param {number} count @returns {number[]} */
function errorCorrection(words, count) {
  const poly = generator(count);
  const rest = [...words, ...new Array(count).fill(0)];
  for (let at = 0; at < words.length; at++) {
    const lead = rest[at];
    if (lead) poly.forEach((factor, by) => { rest[at + by] ^= EXP[LOG[factor] + LOG[lead]]; });
  }
  return rest.slice(words.length);
}

/** @param {Uint8Array} bytes @returns {{version: number, words: number[]}} */
function encoded(bytes) {
  const version = 1 + BLOCKS.findIndex((_, at) => bytes.length <= capacity(at + 1));
  if (!version) throw new RangeError(`a QR code holds at most 213 bytes, not ${bytes.length}`);
  const [checks, groups] = /** @type {[number, number[][]]} */ (BLOCKS[version - 1]);
  const bits = [...binary(4, 4), ...binary(bytes.length, version < 10 ? 8 : 16)];
  for (const byte of bytes) bits.push(...binary(byte, 8));
  const total = groups.reduce((sum, [count, size]) => sum + count * size, 0);
  bits.push(...new Array(Math.min(4, total * 8 - bits.length)).fill(0));
  while (bits.length % 8) bits.push(0);
  const words = [];
  for (let at = 0; at < bits.length; at += 8) words.push(parseInt(bits.slice(at, at + 8).join(""), 2));
  for (let pad = 0xec; words.length < total; pad ^= 0xec ^ 0x11) words.push(pad);
  return { version, words: interleaved(words, checks, groups) };
}

/** How many bytes a version holds. @param {number} version */
function capacity(version) {
  const [, groups] = /** @type {[number, number[][]]} */ (BLOCKS[version - 1]);
  const total = groups.reduce((sum, [count, size]) => sum + count * size, 0);
  return total - (version < 10 ? 2 : 3);
}

/** @param {number[]} words @param {number} checks @param {number[][]} groups */
function interleaved(words, checks, groups) {
  /** @type {number[][]} */
  const blocks = [];
  let from = 0;
  for (const [count, size] of groups) {
    for (let one = 0; one < count; one++, from += size) blocks.push(words.slice(from, from + size));
  }
  const checked = blocks.map((block) => errorCorrection(block, checks));
  const longest = Math.max(...blocks.map((block) => block.length));
  const out = [];
  for (let at = 0; at < longest; at++) for (const block of blocks) if (at < block.length) out.push(block[at]);
  for (let at = 0; at < checks; at++) for (const block of checked) out.push(block[at]);
  return out;
}

/** @param {number} value @param {number} length @returns {number[]} */
function binary(value, length) {
  return Array.from({ length }, (_, at) => (value >> (length - 1 - at)) & 1);
}

/**
 * The remainder of a binary polynomial division.
 * @param {number} value
 * @param {number} poly
 * @param {number} length of the remainder, in bits
 */
function remainder(value, poly, length) {
  let rest = value;
  for (let at = 0; at < length; at++) rest = (rest << 1) ^ ((rest >> (length - 1)) & 1 ? poly : 0);
  return rest & ((1 << length) - 1);
}

const MASKS = [
  (/** @type {number} */ y, /** @type {number} */ x) => (y + x) % 2 === 0,
  (/** @type {number} */ y) => y % 2 === 0,
  (/** @type {number} */ _, /** @type {number} */ x) => x % 3 === 0,
  (/** @type {number} */ y, /** @type {number} */ x) => (y + x) % 3 === 0,
  (/** @type {number} */ y, /** @type {number} */ x) => ((y >> 1) + Math.floor(x / 3)) % 2 === 0,
  (/** @type {number} */ y, /** @type {number} */ x) => ((y * x) % 2) + ((y * x) % 3) === 0,
  (/** @type {number} */ y, /** @type {number} */ x) => (((y * x) % 2) + ((y * x) % 3)) % 2 === 0,
  (/** @type {number} */ y, /** @type {number} */ x) => (((y + x) % 2) + ((y * x) % 3)) % 2 === 0,
];

/** The square of modules; those of the function patterns (finders, timing, format) are fixed. */
class Square {
  /** @param {number} version */
  constructor(version) {
    /** @type {number} */
    this.size = 17 + 4 * version;
    this.dark = Array.from({ length: this.size }, () => new Uint8Array(this.size));
    this.fixed = Array.from({ length: this.size }, () => new Uint8Array(this.size));
    for (const [y, x] of [[3, 3], [3, this.size - 4], [this.size - 4, 3]]) this.#finder(y, x);
    for (let at = 8; at < this.size - 8; at++) {
      this.fix(6, at, at % 2 === 0);
      this.fix(at, 6, at % 2 === 0);
    }
    const places = ALIGNMENT[version - 1];
    for (const y of places) for (const x of places) if (!this.#isFinder(y, x)) this.#aligned(y, x);
    this.format(0);
    if (version >= 7) this.#version(version);
  }

  /** @param {number} y @param {number} x @param {boolean | number} dark */
  fix(y, x, dark) {
    if (y < 0 || x < 0 || y >= this.size || x >= this.size) return;
    this.dark[y][x] = dark ? 1 : 0;
    this.fixed[y][x] = 1;
  }

  /** @param {number} y @param {number} x */
  #finder(y, x) {
    for (let dy = -4; dy <= 4; dy++) {
      for (let dx = -4; dx <= 4; dx++) {
        const ring = Math.max(Math.abs(dy), Math.abs(dx));
        this.fix(y + dy, x + dx, ring !== 2 && ring !== 4);
      }
    }
  }

  /** @param {number} y @param {number} x */
  #isFinder(y, x) {
    const end = this.size - 7;
    return (y === 6 && x === 6) || (y === 6 && x === end) || (y === end && x === 6);
  }

  /** @param {number} y @param {number} x */
  #aligned(y, x) {
    for (let dy = -2; dy <= 2; dy++) {
      for (let dx = -2; dx <= 2; dx++) this.fix(y + dy, x + dx, Math.max(Math.abs(dy), Math.abs(dx)) !== 1);
    }
  }

  /** Write the format information (level M and the mask), twice. @param {number} mask */
  format(mask) {
    const bits = ((mask << 10) | remainder(mask, 0x537, 10)) ^ 0x5412;
    const bit = (/** @type {number} */ at) => (bits >> at) & 1;
    for (let at = 0; at < 15; at++) {
      const near = at < 6 ? at : at < 8 ? at + 1 : 14 - at;
      if (at < 8) this.fix(near, 8, bit(at));
      else this.fix(8, at === 8 ? 7 : near, bit(at));
      if (at < 8) this.fix(8, this.size - 1 - at, bit(at));
      else this.fix(this.size - 15 + at, 8, bit(at));
    }
    this.fix(this.size - 8, 8, true);
  }

  /** @param {number} version */
  #version(version) {
    const bits = (version << 12) | remainder(version, 0x1f25, 12);
    for (let at = 0; at < 18; at++) {
      const [far, near] = [this.size - 11 + (at % 3), Math.floor(at / 3)];
      this.fix(far, near, (bits >> at) & 1);
      this.fix(near, far, (bits >> at) & 1);
    }
  }

  /** Place the codewords in columns of two modules, zigzagging from the lower right. @param {number[]} words */
  fill(words) {
    let at = 0;
    for (let right = this.size - 1; right > 0; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.size; step++) {
        const isUp = ((right + 1) & 2) === 0;
        const y = isUp ? this.size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (this.fixed[y][x]) continue;
          this.dark[y][x] = at < words.length * 8 ? (words[at >> 3] >> (7 - (at & 7))) & 1 : 0;
          at++;
        }
      }
    }
  }

  /** Invert the modules of a mask; a second call undoes it. @param {number} mask */
  mask(mask) {
    for (let y = 0; y < this.size; y++) {
      for (let x = 0; x < this.size; x++) if (!this.fixed[y][x] && MASKS[mask](y, x)) this.dark[y][x] ^= 1;
    }
  }

  /** The penalty of a mask: long runs, blocks, patterns like a finder, too many modules of one colour. */
  penalty() {
    let sum = 0;
    let count = 0;
    for (let y = 0; y < this.size; y++) {
      sum += linePenalty(this.dark[y]) + linePenalty(this.dark.map((row) => row[y]));
      for (let x = 0; x < this.size; x++) {
        count += this.dark[y][x];
        if (y && x && new Set([this.dark[y][x], this.dark[y - 1][x], this.dark[y][x - 1], this.dark[y - 1][x - 1]]).size === 1) sum += 3;
      }
    }
    return sum + 10 * Math.floor(Math.abs((count / this.size ** 2) * 20 - 10));
  }
}

/** The penalty of a row or column. @param {ArrayLike<number>} line */
function linePenalty(line) {
  const text = Array.from(line).join("");
  let sum = 0;
  for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
  for (const shape of ["10111010000", "00001011101"]) {
    for (let at = text.indexOf(shape); at >= 0; at = text.indexOf(shape, at + 1)) sum += 40;
  }
  return sum;
}

/**
 * The rows of a code, 1 for dark, without the white margin.
 * @param {string} text
 * @returns {Uint8Array[]}
 */
export function qr(text) {
  const { version, words } = encoded(new TextEncoder().encode(text));
  const square = new Square(version);
  square.fill(words);
  let best = 0;
  let least = Infinity;
  for (let mask = 0; mask < 8; mask++) {
    square.mask(mask);
    square.format(mask);
    const penalty = square.penalty();
    if (penalty < least) [best, least] = [mask, penalty];
    square.mask(mask);
  }
  square.mask(best);
  square.format(best);
  return square.dark;
}

/**
 * A code as a picture.
 * @param {string} text
 * @param {string} name its accessible name
 */
export function qrPicture(text, name) {
  const rows = qr(text);
  const size = rows.length + 2 * MARGIN;
  const svg = svgElement("svg", { viewBox: `0 0 ${size} ${size}`, class: "qr", role: "img", "aria-label": name });
  const dots = rows.flatMap((row, y) => Array.from(row, (dark, x) => (dark ? `M${x + MARGIN} ${y + MARGIN}h1v1h-1z` : "")));
  svg.append(svgElement("path", { d: dots.join("") }));
  return svg;
}
