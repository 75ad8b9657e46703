/** The win chances over a game: a line for each seat, and the values at the position shown. */

import { h, setAttributes, svgElement } from "../ui/dom.js";
import { percent } from "../ui/percent.js";
import { t } from "../app/i18n.js";

const TOP = 10;
const LEFT = 44; // for the scale
const NARROW = 560; // pixels: below this, the names are below the lines
const MARGIN = 12;
const NAMES_WIDTH = 156;
const MAX_NAME = 15; // letters
const LINE_HEIGHT = 15; // of the names
const MAX_HEIGHT = 168;

/**
 * @typedef {object} Point
 * @property {number} at
 * @property {number[]} win_probabilities
 */

export class WinProbabilityGraph {
  /** @type {Point[]} */
  points = [];
  /** @type {{at: number, seat: number}[]} */
  turningPoints = [];
  total = 1;
  at = 0;
  right = NAMES_WIDTH; // of the lines, for the names

  /**
   * @param {(seat: number) => string} name
   * @param {(at: number) => void} go
   */
  constructor(name, go) {
    this.name = name;
    this.svg = svgElement("svg", { role: "img", class: "graph" });
    this.element = h("div", { class: "graph-frame" }, this.svg);
    this.svg.addEventListener("click", (event) => go(this.#indexAt(event)));
    new ResizeObserver(() => this.draw()).observe(this.element);
  }

  /** A description for screen readers. */
  get label() {
    const now = this.probabilitiesAt(this.at);
    if (!now) return t("replay.graph.empty");
    const values = now.map((probability, seat) => `${this.name(seat)} ${percent(probability)}`).join(", ");
    return t("replay.graph", { chances: values });
  }

  /** The win probabilities at a position, as the lines show them: between known ones they are interpolated. @param {number} at */
  probabilitiesAt(at) {
    const before = this.points.findLast((one) => one.at <= at);
    const after = this.points.find((one) => one.at >= at);
    if (!before || !after) return undefined;
    const share = before === after ? 0 : (at - before.at) / (after.at - before.at);
    return before.win_probabilities.map((one, seat) => one + share * (after.win_probabilities[seat] - one));
  }

  draw() {
    const width = this.element.clientWidth;
    if (!width) return;
    const isNarrow = width < NARROW;
    this.right = isNarrow ? MARGIN : NAMES_WIDTH;
    const dock = this.element.parentElement;
    dock?.style.setProperty("--scale", `${LEFT}px`);
    dock?.style.setProperty("--names", `${this.right}px`);
    const seats = this.points[0]?.win_probabilities.length ?? 0;
    const height = Math.max(96, Math.min(MAX_HEIGHT, 40 + seats * LINE_HEIGHT + 60));
    const below = isNarrow ? Math.ceil(seats / 2) * LINE_HEIGHT : 0; // for the names
    setAttributes(this.svg, { viewBox: `0 0 ${width} ${height + below}`, width, height: height + below, "aria-label": this.label });
    const x = (/** @type {number} */ at) => LEFT + (at / Math.max(1, this.total - 1)) * (width - LEFT - this.right);
    const y = (/** @type {number} */ probability) => TOP + (1 - probability) * (height - 2 * TOP);
    this.svg.replaceChildren(
      ...[0, 0.5, 1].flatMap((probability) => [
        shape("line", { class: "grid", x1: LEFT, x2: width - this.right, y1: y(probability), y2: y(probability) }),
        shape("text", { class: "scale", x: LEFT - 6, y: y(probability) + 4, "text-anchor": "end" }, percent(probability)),
      ]),
      shape("line", { class: "now", x1: x(this.at), x2: x(this.at), y1: TOP - 6, y2: height - TOP + 6 }),
      ...Array.from({ length: seats }, (_, seat) => shape("polyline", {
        class: `probability seat-${seat}`, points: this.points.map((one) => `${x(one.at)},${y(one.win_probabilities[seat])}`).join(" "),
      })),
      ...this.turningPoints.map((one, number) => this.#mark(one, number + 1, x, y)),
      ...(isNarrow ? this.#namesBelow(seats, width, height + LINE_HEIGHT / 2) : this.#namesBeside(seats, width - this.right + 8, y)));
  }

  /**
   * @param {{at: number, seat: number}} one
   * @param {number} number
   * @param {(at: number) => number} x
   * @param {(probability: number) => number} y
   */
  #mark(one, number, x, y) {
    const probability = this.probabilitiesAt(one.at)?.[one.seat] ?? 0.5;
    const group = shape("g", { class: "turning" });
    group.append(shape("circle", { cx: x(one.at), cy: y(probability), r: 8 }),
      shape("text", { x: x(one.at), y: y(probability) + 4, "text-anchor": "middle" }, String(number)));
    return group;
  }

  /**
   * The names with the win probabilities at the position shown, at the height of their lines but not overlapping.
   * @param {number} seats
   * @param {number} x
   * @param {(probability: number) => number} y
   */
  #namesBeside(seats, x, y) {
    const now = this.probabilitiesAt(this.at);
    if (!now) return [];
    const low = y(0);
    const places = Array.from({ length: seats }, (_, seat) => ({ seat, y: y(now[seat]) })).sort((a, b) => a.y - b.y);
    for (const [at, one] of places.entries()) if (at) one.y = Math.max(one.y, places[at - 1].y + LINE_HEIGHT);
    for (let at = places.length - 1, floor = low; at >= 0; at--, floor -= LINE_HEIGHT) places[at].y = Math.min(places[at].y, floor);
    return places.flatMap((one) => this.#name(one.seat, now[one.seat], x, one.y));
  }

  /**
   * The same below the lines, in two columns: on a phone the lines need the whole width.
   * @param {number} seats
   * @param {number} width
   * @param {number} top
   */
  #namesBelow(seats, width, top) {
    const now = this.probabilitiesAt(this.at);
    if (!now) return [];
    return Array.from({ length: seats }, (_, seat) =>
      this.#name(seat, now[seat], seat % 2 ? width / 2 : MARGIN, top + Math.floor(seat / 2) * LINE_HEIGHT)).flat();
  }

  /** @param {number} seat @param {number} probability @param {number} x @param {number} y */
  #name(seat, probability, x, y) {
    return [
      shape("line", { class: `probability seat-${seat}`, x1: x, x2: x + 14, y1: y, y2: y }),
      shape("text", { class: "name", x: x + 18, y: y + 4 }, `${percent(probability)} ${shortened(this.name(seat), MAX_NAME)}`),
    ];
  }

  /** @param {MouseEvent} event */
  #indexAt(event) {
    const box = this.svg.getBoundingClientRect();
    const share = (event.clientX - box.left - LEFT) / (box.width - LEFT - this.right);
    return Math.round(Math.min(1, Math.max(0, share)) * (this.total - 1));
  }
}

/** @param {string} name @param {number} maxLength */
function shortened(name, maxLength) {
  return name.length > maxLength ? `${name.slice(0, maxLength - 1)}…` : name;
}

/**
 * @param {string} tag
 * @param {Record<string, string | number>} attributes
 * @param {string} [text]
 */
function shape(tag, attributes, text) {
  const element = svgElement(tag, attributes);
  if (text !== undefined) element.textContent = text;
  return element;
}
