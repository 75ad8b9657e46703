/** The list of all moves of a replay; the one that led to the position shown is marked and in view. */

import { button, h } from "../ui/dom.js";
import { t } from "../app/i18n.js";

export class ReplayMoveList {
  /** @param {import("./replay_page.js").Replay} replay */
  constructor(replay) {
    this.replay = replay;
    this.element = h("ol", { class: "moves", tabindex: "0", "aria-label": t("moves") });
    // The review above the list grows and takes height from it.
    new ResizeObserver(() => this.scroll()).observe(this.element);
  }

  draw() {
    const { replay } = this;
    this.element.replaceChildren(...(replay.timeline?.moves ?? []).map((move, at) => {
      const [first, ...rest] = replay.describeMove(at);
      return h("li", {}, button({ tabindex: "-1", class: "quiet", onclick: () => replay.go(at + 1) },
        h("span", {}, first), " ", h("code", { class: "notation" }, move.move ?? ""), rest.map((one) => h("span", { class: "brought" }, one))));
    }));
  }

  mark() {
    for (const one of this.element.querySelectorAll("[aria-current]")) one.removeAttribute("aria-current");
    this.element.children[this.replay.at - 1]?.setAttribute("aria-current", "true");
    this.scroll();
  }

  scroll() {
    const here = /** @type {HTMLElement | undefined} */ (this.element.children[this.replay.at - 1]);
    if (here) this.element.scrollTop = here.offsetTop - (this.element.clientHeight - here.offsetHeight) / 2;
  }
}
