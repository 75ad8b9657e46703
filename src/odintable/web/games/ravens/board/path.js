/** The flight path: landscape cards in two lanes, the ravens, the stone, and what can be selected. */

import { h, picture, updateAttribute } from "../../../ui/dom.js";
import { t } from "../../../app/i18n.js";
import { RAVENS } from "../card.js";
import { oldIndexes, turned } from "../animation/compare_paths.js";
import { LandscapeCard } from "./landscape_card.js";
import { animateArrival, animateGlide, animateRemoval, animateTurn } from "../animation/path_animation.js";
import { ravenKey, spaceKey, spaceOf } from "../choice/target.js";

/** @typedef {import("../../../app/message_types.js").View} View */
/**
 * @typedef {object} Highlights
 * @property {Set<string>} open the places that can be selected
 * @property {string} spot the selected place
 * @property {string[]} aims the cards or the space already selected as targets
 * @property {import("../../../app/message_types.js").Destination[]} landings where ravens would land
 */

const MAX_PER_ROW = 14; // cards
const MAX_PER_ROW_ON_PHONE = 8;
const MAX_PER_ROW_SIDEWAYS = 10; // on a phone in landscape

export class Path {
  /** @type {LandscapeCard[]} */
  lands = [];
  /** @type {string[]} */
  cards = [];
  near = -1;
  current = ""; // the space in the tab order

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
    this.ghosts = RAVENS.map((name) => h("span", { class: "piece raven ghost" }, picture("ravens", `raven-${name}`, "0 0 100 100")));
    this.caption = h("span", { class: "caption", "aria-hidden": "true" }); // the live region has the words too
    this.element.addEventListener("keydown", (event) => this.moveFocus(event));
    this.element.addEventListener("focusin", (event) => this.setTabStop(/** @type {HTMLElement} */ (event.target).dataset.target ?? ""));
  }

  /** @param {View} view @param {number} near the lane drawn at the bottom @param {Highlights} highlights */
  show(view, near, highlights) {
    const ravenSpaces = this.ravens.map((raven) => raven.parentElement);
    const stoneSpace = this.stone.parentElement;
    this.layOut(view.path, near);
    this.lands.forEach((land, at) => land.setIndex(at - 1));
    for (const [lane, raven] of this.ravens.entries()) move(raven, this.space(lane, view.ravens[lane]));
    move(this.stone, view.stone ? this.space(view.stone[0], view.stone[1]) : this.home);
    this.highlight(view, highlights);
    if (!this.animation.isEnabled) return;
    this.ravens.forEach((raven, lane) => animateGlide(raven, this.spacesPassed(lane, ravenSpaces[lane])));
    if (stoneSpace && stoneSpace !== this.stone.parentElement) animateGlide(this.stone, [stoneSpace]);
  }

  /** Lay out the cards; those that stay keep their elements. @param {string[]} cards @param {number} near */
  layOut(cards, near) {
    const isNew = near !== this.near;
    const from = isNew ? cards.map(() => null) : oldIndexes(this.cards, cards);
    if (!isNew && cards.length === this.cards.length && cards.every((card, at) => card === this.cards[at])) return;
    const lanes = [1 - near, near];
    const old = this.lands;
    const start = isNew ? new LandscapeCard("", lanes, this.press) : old[0];
    this.lands = [start, ...cards.map((card, at) => this.landFrom(old, from[at], card, lanes))];
    this.animateRemovals(old.filter((land) => !this.lands.includes(land)));
    this.cards = [...cards];
    this.near = near;
    this.element.replaceChildren(...this.lands.map((land) => land.element));
    const rows = Math.ceil(this.lands.length / MAX_PER_ROW);
    this.element.style.setProperty("--rows", String(rows));
    this.element.style.setProperty("--lands", String(Math.ceil(this.lands.length / rows)));
    this.element.style.setProperty("--per-row", String(Math.ceil(this.lands.length / Math.ceil(this.lands.length / MAX_PER_ROW_ON_PHONE))));
    const rowsSideways = Math.ceil(this.lands.length / MAX_PER_ROW_SIDEWAYS);
    this.element.style.setProperty("--rows-sideways", String(rowsSideways));
    this.element.style.setProperty("--per-row-sideways", String(Math.ceil(this.lands.length / rowsSideways)));
    if (old.length && this.animation.isEnabled) this.lands.forEach((land, at) => old.includes(land) || animateArrival(land.element, from.every((one) => one === null) ? at : 0));
  }

  /** @param {LandscapeCard[]} old @param {number | null} from @param {string} card @param {number[]} lanes */
  landFrom(old, from, card, lanes) {
    if (from === null) return new LandscapeCard(card, lanes, this.press);
    const land = old[from + 1];
    if (land.card !== card && land.card === turned(card) && this.animation.isEnabled) animateTurn(land.faces);
    land.showTerrain(card);
    return land;
  }

  /** @param {LandscapeCard[]} gone the removed cards */
  animateRemovals(gone) {
    if (!this.animation.isEnabled || gone.length > 3) return;
    for (const land of gone) if (land.element.isConnected) animateRemoval(land.element, this.element);
  }

  /** @param {number} lane @param {number} at @returns {HTMLElement} */
  space(lane, at) {
    return this.lands[at + 1].spaces[lane];
  }

  /** The spaces a raven has passed, beginning with its old one. @param {number} lane @param {Element | null} from */
  spacesPassed(lane, from) {
    const to = this.ravens[lane].parentElement;
    const first = this.lands.findIndex((land) => land.spaces[lane] === from);
    const last = this.lands.findIndex((land) => land.spaces[lane] === to);
    if (first < 0 || first === last) return [];
    const step = Math.sign(last - first);
    return Array.from({ length: Math.abs(last - first) }, (_, at) => this.lands[first + at * step].spaces[lane]);
  }

  /** Words at a raven about what has just happened to it. @param {number} lane @param {string} text empty: none */
  showCaption(lane, text) {
    this.caption.textContent = text;
    const land = this.lands.find((one) => one.spaces[lane].contains(this.ravens[lane]));
    if (!text || !land) {
      this.caption.remove();
      return;
    }
    land.element.append(this.caption);
    const [here, whole] = [land.element, this.element].map((one) => one.getBoundingClientRect());
    const share = (here.x + here.width / 2 - whole.x) / (whole.width || 1);
    this.caption.dataset.side = share < 1 / 3 ? "start" : share > 2 / 3 ? "end" : "middle";
  }

  /** @param {View} view @param {Highlights} highlights */
  highlight(view, highlights) {
    const landed = new Set(highlights.landings.map(([lane, at]) => spaceKey(lane, at)));
    for (const [lane, ghost] of this.ghosts.entries()) {
      const landing = highlights.landings.find((one) => one[0] === lane);
      if (landing) move(ghost, this.space(lane, landing[1]));
      else ghost.remove();
    }
    for (const land of this.lands) {
      updateAttribute(land.element, "aria-label", land.label([1 - this.near, this.near]));
      for (const [lane, space] of land.spaces.entries()) {
        const key = spaceKey(lane, land.at);
        const hasRaven = view.ravens[lane] === land.at;
        const isOpen = highlights.open.has(key) || (hasRaven && highlights.open.has(ravenKey(lane)));
        space.toggleAttribute("data-possible", isOpen);
        space.toggleAttribute("data-run", highlights.landings.some(([one, to]) => one === lane && isBetween(land.at, view.ravens[lane], to)));
        updateAttribute(space, "aria-pressed", String(highlights.spot === key || highlights.aims.includes(key) || highlights.aims.includes(String(land.at))));
        land.labelSpace(lane, [hasRaven ? t(`raven.${RAVENS[lane]}`) : "", this.stone.parentElement === space ? t("ravens.stone") : "",
          landed.has(key) ? t("ravens.landing") : isOpen ? t("ravens.selectable") : ""].filter(Boolean));
      }
    }
    this.setTabStop(spaceOf(this.current) && this.find(this.current) ? this.current : spaceKey(this.near, view.ravens[this.near]));
  }

  // -- Keys ----------------------------------------------------------------------------------

  /** @param {string} key */
  find(key) {
    const space = spaceOf(key);
    return space && this.lands[space[1] + 1]?.spaces[space[0]];
  }

  /** Make this space the only one in the tab order. @param {string} key */
  setTabStop(key) {
    this.find(this.current)?.setAttribute("tabindex", "-1");
    this.current = key;
    this.find(key)?.setAttribute("tabindex", "0");
  }

  /** Focus the first space that can be selected, or the one of the player's raven. */
  focus() {
    const first = this.element.querySelector("[data-possible]") ?? this.find(this.current);
    /** @type {HTMLElement | undefined} */ (first)?.focus();
  }

  /** Arrow keys move the focus from space to space. @param {KeyboardEvent} event */
  moveFocus(event) {
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

/** Whether a space is passed or landed on. @param {number} at @param {number} from @param {number} to */
function isBetween(at, from, to) {
  return (from < at && at <= to) || (to <= at && at < from);
}

/** @param {HTMLElement} piece @param {HTMLElement} place */
function move(piece, place) {
  if (piece.parentElement !== place) place.append(piece);
}
