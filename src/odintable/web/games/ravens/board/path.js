/** The flight path: landscapes in two lanes, the ravens, the stone, and what can be aimed at. */

import { h, picture, updateAttribute } from "../../../ui/dom.js";
import { t } from "../../../app/i18n.js";
import { RAVENS } from "../card.js";
import { origins, turned } from "../animation/path_changes.js";
import { LandscapeCard } from "./landscape.js";
import { come, glide, go, turn } from "../animation/motion.js";
import { ravenKey, spaceKey, spaceOf } from "../choice/target.js";

/** @typedef {import("../../../app/types.js").View} View */
/**
 * @typedef {object} Highlights  what is lit up
 * @property {Set<string>} open the places that can be chosen
 * @property {string} spot the place that is chosen
 * @property {string[]} aims the cards of the path, or the space, already aimed at
 * @property {[number, number][]} landings where ravens would land
 */

const WIDE = 14; // cards in a row at most, where the screen is wide
const NARROW = 8; // and on a phone

export class Path {
  /** @type {LandscapeCard[]} */
  lands = [];
  /** @type {string[]} */
  cards = [];
  near = -1;
  current = ""; // the space that Tab reaches

  /**
   * @param {(key: string) => void} press
   * @param {import("../../../ui/card_animation.js").CardAnimation} animation
   */
  constructor(press, animation) {
    this.press = press;
    this.animation = animation;
    this.element = h("ol", { class: "path", "aria-label": t("ravens.path") });
    this.stone = h("span", { class: "piece stone" }, picture("ravens", "stone", "0 0 100 100"));
    this.home = h("span", { class: "stone-home" }, this.stone);
    this.ravens = RAVENS.map((name) => h("span", { class: "piece raven" }, picture("ravens", `raven-${name}`, "0 0 100 100")));
    this.shades = RAVENS.map((name) => h("span", { class: "piece raven shade" }, picture("ravens", `raven-${name}`, "0 0 100 100")));
    this.element.addEventListener("keydown", (event) => this.walk(event));
    this.element.addEventListener("focusin", (event) => this.reach(/** @type {HTMLElement} */ (event.target).dataset.target ?? ""));
  }

  /** @param {View} view @param {number} near the lane that is drawn below, one's own @param {Highlights} lit */
  show(view, near, lit) {
    const stood = this.ravens.map((raven) => raven.parentElement);
    const lain = this.stone.parentElement;
    this.lay(view.path, near);
    this.lands.forEach((land, at) => land.lie(at - 1));
    for (const [lane, raven] of this.ravens.entries()) move(raven, this.space(lane, view.ravens[lane]));
    move(this.stone, view.stone ? this.space(view.stone[0], view.stone[1]) : this.home);
    this.light(view, lit);
    if (!this.animation.isEnabled) return;
    this.ravens.forEach((raven, lane) => glide(raven, this.way(lane, stood[lane])));
    if (lain && lain !== this.stone.parentElement) glide(this.stone, [lain]);
  }

  /** The cards lie as they do now; those that stay are the same elements. @param {string[]} cards @param {number} near */
  lay(cards, near) {
    const isNew = near !== this.near;
    const from = isNew ? cards.map(() => null) : origins(this.cards, cards);
    if (!isNew && cards.length === this.cards.length && cards.every((card, at) => card === this.cards[at])) return;
    const lanes = [1 - near, near];
    const old = this.lands;
    const start = isNew ? new LandscapeCard("", lanes, this.press) : old[0];
    this.lands = [start, ...cards.map((card, at) => this.landFrom(old, from[at], card, lanes))];
    this.leave(old.filter((land) => !this.lands.includes(land)));
    this.cards = [...cards];
    this.near = near;
    this.element.replaceChildren(...this.lands.map((land) => land.element));
    const rows = Math.ceil(this.lands.length / WIDE);
    this.element.style.setProperty("--rows", String(rows));
    this.element.style.setProperty("--lands", String(Math.ceil(this.lands.length / rows)));
    this.element.style.setProperty("--per-row", String(Math.ceil(this.lands.length / Math.ceil(this.lands.length / NARROW))));
    if (old.length && this.animation.isEnabled) this.lands.forEach((land, at) => old.includes(land) || come(land.element, from.every((one) => one === null) ? at : 0));
  }

  /** @param {LandscapeCard[]} old @param {number | null} from @param {string} card @param {number[]} lanes */
  landFrom(old, from, card, lanes) {
    if (from === null) return new LandscapeCard(card, lanes, this.press);
    const land = old[from + 1];
    if (land.card !== card && land.card === turned(card) && this.animation.isEnabled) turn(land.faces);
    land.face(card);
    return land;
  }

  /** @param {LandscapeCard[]} gone cards that are taken off the path */
  leave(gone) {
    if (!this.animation.isEnabled || gone.length > 3) return;
    for (const land of gone) if (land.element.isConnected) go(land.element, this.element);
  }

  /** @param {number} lane @param {number} at @returns {HTMLElement} */
  space(lane, at) {
    return this.lands[at + 1].spaces[lane];
  }

  /** The spaces a raven passes from where it stood. @param {number} lane @param {Element | null} from */
  way(lane, from) {
    const to = this.ravens[lane].parentElement;
    const first = this.lands.findIndex((land) => land.spaces[lane] === from);
    const last = this.lands.findIndex((land) => land.spaces[lane] === to);
    if (first < 0 || first === last) return [];
    const step = Math.sign(last - first);
    return Array.from({ length: Math.abs(last - first) }, (_, at) => this.lands[first + at * step].spaces[lane]);
  }

  /** @param {View} view @param {Highlights} lit */
  light(view, lit) {
    const landed = new Set(lit.landings.map(([lane, at]) => spaceKey(lane, at)));
    for (const [lane, shade] of this.shades.entries()) {
      const landing = lit.landings.find((one) => one[0] === lane);
      if (landing) move(shade, this.space(lane, landing[1]));
      else shade.remove();
    }
    for (const land of this.lands) {
      updateAttribute(land.element, "aria-label", land.words([1 - this.near, this.near]));
      for (const [lane, space] of land.spaces.entries()) {
        const key = spaceKey(lane, land.at);
        const stands = view.ravens[lane] === land.at;
        const isOpen = lit.open.has(key) || (stands && lit.open.has(ravenKey(lane)));
        space.toggleAttribute("data-possible", isOpen);
        space.toggleAttribute("data-run", lit.landings.some(([one, to]) => one === lane && isBetween(land.at, view.ravens[lane], to)));
        updateAttribute(space, "aria-pressed", String(lit.spot === key || lit.aims.includes(key) || lit.aims.includes(String(land.at))));
        land.name(lane, [stands ? t(`raven.${RAVENS[lane]}`) : "", this.stone.parentElement === space ? t("ravens.stone") : "",
          landed.has(key) ? t("flight.lands") : isOpen ? t("flight.open") : ""].filter(Boolean));
      }
    }
    this.reach(spaceOf(this.current) && this.find(this.current) ? this.current : spaceKey(this.near, view.ravens[this.near]));
  }

  // -- Keys ----------------------------------------------------------------------------------

  /** @param {string} key */
  find(key) {
    const space = spaceOf(key);
    return space && this.lands[space[1] + 1]?.spaces[space[0]];
  }

  /** Tab reaches this space, and no other. @param {string} key */
  reach(key) {
    this.find(this.current)?.setAttribute("tabindex", "-1");
    this.current = key;
    this.find(key)?.setAttribute("tabindex", "0");
  }

  /** Go to the first place that can be chosen, or to where one's raven stands. */
  focus() {
    const first = this.element.querySelector("[data-possible]") ?? this.find(this.current);
    /** @type {HTMLElement | undefined} */ (first)?.focus();
  }

  /** Arrow keys walk from space to space. @param {KeyboardEvent} event */
  walk(event) {
    const here = spaceOf(this.current);
    if (!here) return;
    const [lane, at] = here;
    const below = lane === this.near;
    /** @type {Record<string, [number, number]>} */
    const to = {
      ArrowLeft: [lane, Math.max(-1, at - 1)], ArrowRight: [lane, Math.min(this.lands.length - 2, at + 1)],
      ArrowUp: [below ? 1 - lane : lane, at], ArrowDown: [below ? lane : 1 - lane, at],
      Home: [lane, -1], End: [lane, this.lands.length - 2],
    };
    if (!(event.key in to)) return;
    event.preventDefault();
    this.find(spaceKey(...to[event.key]))?.focus();
  }
}

/** @param {number} at @param {number} from @param {number} to whether it is passed on the way, or landed on */
function isBetween(at, from, to) {
  return (from < at && at <= to) || (to <= at && at < from);
}

/** @param {HTMLElement} piece @param {HTMLElement} place */
function move(piece, place) {
  if (piece.parentElement !== place) place.append(piece);
}
