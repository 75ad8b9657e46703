/** The Magic Way with the cards of both players, and what lies beside the path. */

import { button, h, picture } from "../../../ui/dom.js";
import { HelpButton } from "../../../rules/help_button.js";
import { t } from "../../../app/i18n.js";
import { RAVENS, cardCount, cardPicture } from "../card.js";
import { wayCount } from "./player_panel.js";
import { PILE, WAY } from "../choice/target.js";

const MAX_SHOWN = 8; // cards of each player

export class MagicWay {
  /** @param {(key: string) => void} press @param {HTMLElement} stoneHome */
  constructor(press, stoneHome) {
    this.far = h("div", { class: "laid", role: "img" });
    this.near = h("div", { class: "laid", role: "img" });
    this.card = button({ class: "way-spot", onclick: () => press(WAY) });
    this.gap = h("p", { class: "gap" });
    this.pile = button({ class: "heap-of land-pile", "data-target": PILE, onclick: () => press(PILE) });
    this.element = h("section", { class: "way", "aria-label": t("ravens.way") },
      h("div", { class: "both-ways", "data-target": WAY }, this.far, this.card, this.near),
      h("div", { class: "beside" }, this.gap, this.pile, stoneHome, new HelpButton("ravens", "magic").element));
  }

  /** @param {import("../../../app/message_types.js").View} view @param {number} near @param {(seat: number) => string} name */
  show(view, near, name) {
    for (const [seat, row] of [[1 - near, this.far], [near, this.near]]) {
      const side = /** @type {HTMLElement} */ (row);
      const at = Number(seat);
      const number = wayCount(view, at);
      side.setAttribute("aria-label", t("labelled", { label: name(at), text: t("ravens.way-of", { count: number }) }));
      side.replaceChildren(picture("ravens", `head-${RAVENS[at]}`, "0 0 64 64", "whose"), h("b", {}, number),
        h("span", { class: "row" }, [...view.ways[at]].slice(-MAX_SHOWN).map(cardPicture)));
    }
    const shown = view.magic ? [...view.magic].map((/** @type {string} */ one) => t(`terrain.${one}`)).join(" · ") : t("ravens.way-gone");
    this.card.replaceChildren(view.magic ? picture("ravens", `way-${view.magic}`, "0 0 140 100", "way-card") : "",
      h("span", {}, h("strong", {}, t("ravens.way")), h("span", { class: "shown" }, shown)));
    this.gap.textContent = t("ravens.gap", { count: Math.abs(view.ravens[0] - view.ravens[1]) });
    const text = t("ravens.land-pile", { count: cardCount(view.landscapes) });
    this.pile.replaceChildren(picture("ravens", "back-land", "0 0 100 200", "back"), h("b", { "aria-hidden": "true" }, cardCount(view.landscapes)), h("span", {}, text));
    this.pile.title = text;
  }

  /** @param {Set<string>} open the places that can be selected */
  highlight(open) {
    this.card.toggleAttribute("data-possible", open.has(WAY));
    this.pile.toggleAttribute("data-possible", open.has(PILE));
  }
}
