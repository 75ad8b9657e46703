// The module in Node: its exports by game, and memory for the buffers that they work with.

import {readFileSync} from 'node:fs';
import {createHash} from 'node:crypto';

const PAGE_BYTES = 65536;

export class Engine {
  constructor(file) {
    const module = new WebAssembly.Module(readFileSync(file));
    const [section] = WebAssembly.Module.customSections(module, 'odintable');
    this.imports = WebAssembly.Module.imports(module);
    this.layout = JSON.parse(new TextDecoder().decode(section));
    this.exports = new WebAssembly.Instance(module).exports;
    this.memory = this.exports.memory;
    this.end = this.exports.__heap_base.value;
  }

  /** The functions of a game, without its name before theirs. */
  game(name) {
    const start = `${name}_`;
    const own = Object.entries(this.exports).filter(([key]) => key.startsWith(start));
    return Object.fromEntries(own.map(([key, called]) => [key.slice(start.length), called]));
  }

  /** The address of so many bytes that belong to the caller. */
  reserve(bytes) {
    const start = Math.ceil(this.end / 16) * 16;
    this.end = start + bytes;
    const missing = this.end - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE_BYTES));
    return start;
  }

  bytes(start, count) {
    return new Uint8Array(this.memory.buffer, start, count);
  }

  /** Copy bytes into memory; without an address, into memory that is reserved for them. */
  put(content, start = this.reserve(content.byteLength)) {
    const {buffer, byteOffset, byteLength} = content;
    this.bytes(start, byteLength).set(new Uint8Array(buffer, byteOffset, byteLength));
    return start;
  }

  /** Set a field of a record. */
  set(record, start, field, value) {
    const [offset, kind] = record.fields[field];
    const view = new DataView(this.memory.buffer);
    if (kind === 'f8') view.setFloat64(start + offset, value, true);
    else if (kind === 'i4' || kind === 'u4') view.setInt32(start + offset, value, true);
    else throw new Error(`${field} is ${kind}`);
  }

  /** A number in a field of a record. */
  get(record, start, field) {
    const [offset, kind] = record.fields[field];
    const view = new DataView(this.memory.buffer, start + offset);
    if (kind === 'i8') return Number(view.getBigInt64(0, true));
    if (kind === 'i4') return view.getInt32(0, true);
    if (kind === 'i1') return view.getInt8(0);
    throw new Error(`${field} is ${kind}`);
  }
}

/** The hash of everything that is added to it. */
export class Digest {
  constructor() {
    this.hash = createHash('sha256');
  }

  add(bytes) {
    this.hash.update(bytes);
  }

  end() {
    return this.hash.digest('hex');
  }
}

/** Answer the request on standard input with JSON on standard output. */
export function answer(work) {
  const request = JSON.parse(readFileSync(0, 'utf8'));
  process.stdout.write(JSON.stringify(work(new Engine(process.argv[2]), request)));
}
