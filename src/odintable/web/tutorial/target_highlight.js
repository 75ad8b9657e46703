/** Highlights the elements to press next. */

import { h } from "../ui/dom.js";
import { t } from "../app/i18n.js";

export class TargetHighlight {
  /** @type {string | null} */
  #move = null;
  /** @type {string[]} */
  #highlights = [];
  #observer = new MutationObserver(() => this.#changed());

  /** @param {(root: Element, move: string) => Element[]} targets @param {HTMLElement} root */
  constructor(targets, root) {
    this.targets = targets;
    this.root = root;
    this.hint = h("span", { id: "pointed", class: "visually-hidden" }, t("tutorial.here"));
  }

  /** Start observing the board. */
  start() {
    this.root.append(this.hint);
    this.#observer.observe(this.root, { subtree: true, childList: true, attributes: true, attributeFilter: ["aria-pressed", "aria-disabled"] });
    this.#mark();
    this.scrollIntoView();
  }

  close() {
    this.#observer.disconnect();
  }

  /** @param {string | null} move the move to play @param {string[]} highlights parts to look at */
  show(move, highlights) {
    this.#move = move;
    this.#highlights = highlights;
    this.#mark();
  }

  /** @returns {Element[]} */
  get #targets() {
    const parts = this.#highlights.map((part) => this.root.querySelector(`.${part}`));
    const toPress = this.#move === null ? [] : this.targets(this.root, this.#move);
    return [...parts, ...toPress].filter((one) => one !== null);
  }

  #mark() {
    const wanted = new Set(this.#targets);
    for (const one of this.root.querySelectorAll("[data-point]")) {
      if (wanted.has(one)) continue;
      one.removeAttribute("data-point");
      one.removeAttribute("aria-describedby");
    }
    for (const one of wanted) {
      one.setAttribute("data-point", "");
      if (one instanceof HTMLButtonElement) one.setAttribute("aria-describedby", this.hint.id);
    }
  }

  /** Update the highlights after a selection, and scroll if the next element is elsewhere. */
  #changed() {
    const before = this.root.querySelector("[data-point]");
    this.#mark();
    if (this.root.querySelector("[data-point]") !== before) this.scrollIntoView();
  }

  /** Scroll to the highlighted element if it is out of view. */
  scrollIntoView() {
    this.root.querySelector("[data-point]")?.scrollIntoView({ block: "nearest" });
  }
}
