/** The flight path: landscapes in two lanes, the ravens, the stone, and what can be aimed at. */

import { button, h, picture } from "../element.js";
import { t } from "../text.js";
import { RAVENS, tilePicture } from "./card.js";

/** @typedef {import("../types.js").View} View */

export class Path {
  element = h("ol", { class: "path", "aria-label": t("ravens.path") });

  /**
   * @param {View} view
   * @param {number} near the lane that is drawn below, one's own
   * @param {{aims: Set<string>, chosen: string[], aim: (aim: string) => void}} aiming
   */
  show(view, near, aiming) {
    const lanes = [1 - near, near];
    this.element.style.setProperty("--lands", String(view.path.length + 1));
    const start = h("li", { class: "land before", "aria-label": this.startWords(view) },
      lanes.map((lane) => h("div", { class: "space" }, picture("ravens", "perch", "0 0 100 100", "tile"),
        view.ravens[lane] < 0 ? this.raven(lane) : null)));
    this.element.replaceChildren(start, ...view.path.map((/** @type {string} */ card, /** @type {number} */ at) => this.land(view, lanes, card, at, aiming)));
  }

  /** @param {View} view */
  startWords(view) {
    const here = RAVENS.filter((_, lane) => view.ravens[lane] < 0).map((one) => t(`raven.${one}`));
    return [t("ravens.start"), ...here].join(", ");
  }

  /**
   * @param {View} view
   * @param {number[]} lanes
   * @param {string} card
   * @param {number} at
   * @param {{aims: Set<string>, chosen: string[], aim: (aim: string) => void}} aiming
   */
  land(view, lanes, card, at, aiming) {
    const spaces = lanes.map((lane) => this.space(view, card, lane, at, aiming));
    const isAim = aiming.aims.has(String(at));
    const name = this.landWords(view, lanes, card, at);
    const isChosen = aiming.chosen.includes(String(at));
    const inside = isAim
      ? button({ class: "aim", "aria-label": name, onclick: () => aiming.aim(String(at)) }, spaces)
      : spaces;
    return h("li", { class: `land ${isChosen ? "chosen" : ""}`, "data-card": `land-${at}-${card}`, "aria-label": isAim ? null : name },
      inside, h("span", { class: "number", "aria-hidden": "true" }, at + 1));
  }

  /**
   * @param {View} view
   * @param {string} card
   * @param {number} lane
   * @param {number} at
   * @param {{aims: Set<string>, aim: (aim: string) => void}} aiming
   */
  space(view, card, lane, at, aiming) {
    const stone = view.stone && view.stone[0] === lane && view.stone[1] === at;
    const inside = [tilePicture(card[lane]),
      stone ? picture("ravens", "stone", "0 0 100 100", "piece") : null,
      view.ravens[lane] === at ? this.raven(lane) : null];
    const aim = `${lane}:${at}`;
    if (!aiming.aims.has(aim)) return h("div", { class: "space" }, inside);
    const name = t("ravens.space", { number: at + 1, terrain: t(`terrain.${card[lane]}`), raven: t(`raven.${RAVENS[lane]}`) });
    return button({ class: "space aim", "aria-label": name, onclick: () => aiming.aim(aim) }, inside);
  }

  /** @param {number} lane */
  raven(lane) {
    return h("span", { class: "piece raven", "data-card": `raven-${lane}` }, picture("ravens", `raven-${RAVENS[lane]}`, "0 0 100 100"));
  }

  /** @param {View} view @param {number[]} lanes @param {string} card @param {number} at */
  landWords(view, lanes, card, at) {
    const words = lanes.map((lane) => {
      const terrain = t(`terrain.${card[lane]}`);
      const raven = view.ravens[lane] === at ? `, ${t(`raven.${RAVENS[lane]}`)}` : "";
      const stone = view.stone && view.stone[0] === lane && view.stone[1] === at ? `, ${t("ravens.stone")}` : "";
      return terrain + raven + stone;
    });
    return t("ravens.land", { number: at + 1, upper: words[0], lower: words[1] });
  }
}
