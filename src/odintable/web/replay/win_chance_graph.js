/** The chance to win over a game: a line for each seat, and beside them how it stood at the moment shown. */

import { h, set } from "../ui/dom.js";
import { t } from "../app/i18n.js";

const SPACE = "http://www.w3.org/2000/svg";
const TOP = 10;
const LEFT = 44; // room for the scale
const NARROW = 560; // pixels: below this names are cut shorter
const LINE = 15; // pixels between names
const TALLEST = 168;

/**
 * @typedef {object} Point
 * @property {number} at
 * @property {number[]} win_probabilities
 */

export class Graph {
  /** @type {Point[]} */
  points = [];
  /** @type {{at: number, seat: number}[]} */
  turning = [];
  total = 1;
  at = 0;
  right = 100; // room for the names

  /**
   * @param {(seat: number) => string} name
   * @param {(at: number) => void} go
   */
  constructor(name, go) {
    this.name = name;
    this.svg = document.createElementNS(SPACE, "svg");
    set(this.svg, { role: "img", class: "graph" });
    this.element = h("div", { class: "graph-frame" }, this.svg);
    this.svg.addEventListener("click", (event) => go(this.#momentAt(event)));
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  /** What the graph says, for who does not see it. */
  get words() {
    const now = this.chancesAt(this.at);
    if (!now) return t("replay.graph.empty");
    const told = now.map((chance, seat) => `${this.name(seat)} ${percent(chance)}`).join(", ");
    return t("replay.graph", { chances: told });
  }

  /** @param {number} at the chances at a moment, or at the nearest one before it that is known */
  chancesAt(at) {
    return this.points.findLast((one) => one.at <= at)?.win_probabilities;
  }

  draw() {
    const width = this.element.clientWidth;
    if (!width) return;
    const isNarrow = width < NARROW;
    this.right = isNarrow ? 128 : 156;
    const dock = this.element.parentElement;
    dock?.style.setProperty("--scale", `${LEFT}px`);
    dock?.style.setProperty("--names", `${this.right}px`);
    const seats = this.points[0]?.win_probabilities.length ?? 0;
    const height = Math.max(96, Math.min(TALLEST, 40 + seats * LINE + 60));
    set(this.svg, { viewBox: `0 0 ${width} ${height}`, width, height, "aria-label": this.words });
    const x = (/** @type {number} */ at) => LEFT + (at / Math.max(1, this.total - 1)) * (width - LEFT - this.right);
    const y = (/** @type {number} */ chance) => TOP + (1 - chance) * (height - 2 * TOP);
    this.svg.replaceChildren(
      ...[0, 0.5, 1].flatMap((chance) => [
        shape("line", { class: "grid", x1: LEFT, x2: width - this.right, y1: y(chance), y2: y(chance) }),
        shape("text", { class: "scale", x: LEFT - 6, y: y(chance) + 4, "text-anchor": "end" }, percent(chance)),
      ]),
      shape("line", { class: "now", x1: x(this.at), x2: x(this.at), y1: TOP - 6, y2: height - TOP + 6 }),
      ...Array.from({ length: seats }, (_, seat) => shape("polyline", {
        class: `chance seat-${seat}`, points: this.points.map((one) => `${x(one.at)},${y(one.win_probabilities[seat])}`).join(" "),
      })),
      ...this.turning.map((one, number) => this.#mark(one, number + 1, x, y)),
      ...this.#names(seats, width - this.right + 8, y, isNarrow ? 10 : 15));
  }

  /**
   * @param {{at: number, seat: number}} one
   * @param {number} number
   * @param {(at: number) => number} x
   * @param {(chance: number) => number} y
   */
  #mark(one, number, x, y) {
    const chance = this.chancesAt(one.at)?.[one.seat] ?? 0.5;
    const group = shape("g", { class: "turning" });
    group.append(shape("circle", { cx: x(one.at), cy: y(chance), r: 8 }),
      shape("text", { x: x(one.at), y: y(chance) + 4, "text-anchor": "middle" }, String(number)));
    return group;
  }

  /**
   * Names with the chances of the moment shown, as high as those are; those too close move apart.
   * @param {number} seats
   * @param {number} x
   * @param {(chance: number) => number} y
   * @param {number} most letters of a name
   */
  #names(seats, x, y, most) {
    const now = this.chancesAt(this.at) ?? this.points.at(-1)?.win_probabilities ?? [];
    const low = y(0);
    const places = Array.from({ length: seats }, (_, seat) => ({ seat, y: y(now[seat]) })).sort((a, b) => a.y - b.y);
    for (const [at, one] of places.entries()) if (at) one.y = Math.max(one.y, places[at - 1].y + LINE);
    for (let at = places.length - 1, floor = low; at >= 0; at--, floor -= LINE) places[at].y = Math.min(places[at].y, floor);
    return places.flatMap((one) => [
      shape("line", { class: `chance seat-${one.seat}`, x1: x, x2: x + 14, y1: one.y, y2: one.y }),
      shape("text", { class: "name", x: x + 18, y: one.y + 4 }, `${percent(now[one.seat])} ${short(this.name(one.seat), most)}`),
    ]);
  }

  /** @param {MouseEvent} event */
  #momentAt(event) {
    const box = this.svg.getBoundingClientRect();
    const share = (event.clientX - box.left - LEFT) / (box.width - LEFT - this.right);
    return Math.round(Math.min(1, Math.max(0, share)) * (this.total - 1));
  }
}

/** @param {string} name @param {number} most letters there is room for */
function short(name, most) {
  return name.length > most ? `${name.slice(0, most - 1)}…` : name;
}

/** @param {number} share */
export function percent(share) {
  return `${Math.round(share * 100)}\u00a0%`;
}

/**
 * @param {string} tag
 * @param {Record<string, string | number>} given
 * @param {string} [text]
 */
function shape(tag, given, text) {
  const made = document.createElementNS(SPACE, tag);
  set(made, given);
  if (text !== undefined) made.textContent = text;
  return made;
}
