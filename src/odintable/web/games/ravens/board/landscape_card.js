/** A landscape card of the path: two spaces that can be pressed. */

import { button, h, picture, updateAttribute } from "../../../ui/dom.js";
import { t } from "../../../app/i18n.js";
import { RAVENS, tilePicture } from "../card.js";
import { spaceKey } from "../choice/target.js";

let count = 0;

export class LandscapeCard {
  /** @type {HTMLButtonElement[]} by lane */
  spaces = [];

  /**
   * @param {string} card its terrain in each lane; empty: the start before the path
   * @param {number[]} lanes from top to bottom
   * @param {(key: string) => void} press
   */
  constructor(card, lanes, press) {
    this.card = "";
    this.at = -1;
    for (const lane of lanes) {
      this.spaces[lane] = button({ class: "space", tabindex: -1, onclick: () => press(spaceKey(lane, this.at)) },
        picture("ravens", "perch", "0 0 100 100", "tile"));
    }
    this.faces = h("div", { class: "faces" }, lanes.map((lane) => this.spaces[lane]));
    this.number = h("span", { class: "number", "aria-hidden": "true" });
    this.element = h("li", { class: card ? "land" : "land before", "data-card": `land-${++count}` }, this.faces, this.number);
    this.showTerrain(card);
  }

  /** @param {string} card */
  showTerrain(card) {
    if (card === this.card) return;
    this.card = card;
    for (const [lane, space] of this.spaces.entries()) space.querySelector(".tile")?.replaceWith(tilePicture(card[lane]));
  }

  /** @param {number[]} lanes from top to bottom */
  label(lanes) {
    if (this.at < 0) return t("ravens.start");
    const [upper, lower] = lanes.map((lane) => t(`terrain.${this.card[lane]}`));
    return t("ravens.land", { number: this.at + 1, upper, lower });
  }

  /** @param {number} at its index in the path; -1: before it */
  setIndex(at) {
    if (at === this.at && this.spaces[0].dataset.target) return;
    this.at = at;
    if (at >= 0) this.number.textContent = String(at + 1);
    for (const [lane, space] of this.spaces.entries()) space.dataset.target = spaceKey(lane, at);
  }

  /** Label a space. @param {number} lane @param {string[]} more the pieces on it, and whether it can be selected */
  labelSpace(lane, more) {
    const place = this.at < 0 ? t("ravens.start")
      : t("ravens.space", { number: this.at + 1, terrain: t(`terrain.${this.card[lane]}`), raven: t(`raven.${RAVENS[lane]}`) });
    updateAttribute(this.spaces[lane], "aria-label", [place, ...more].join(", "));
  }
}
