/** Points at what is to be touched next, as the learner goes along. */

import { h } from "../ui/dom.js";
import { t } from "../app/i18n.js";

export class Pointer {
  /** @type {string | null} */
  #move = null;
  /** @type {string[]} */
  #shows = [];
  #watch = new MutationObserver(() => this.#changed());

  /** @param {(root: Element, move: string) => Element[]} targets @param {HTMLElement} root */
  constructor(targets, root) {
    this.targets = targets;
    this.root = root;
    this.hint = h("span", { id: "pointed", class: "unseen" }, t("tutorial.here"));
  }

  /** Look at whatever changes on the table. */
  follow() {
    this.root.append(this.hint);
    this.#watch.observe(this.root, { subtree: true, childList: true, attributes: true, attributeFilter: ["aria-pressed", "aria-disabled"] });
    this.point();
    this.bring();
  }

  close() {
    this.#watch.disconnect();
  }

  /** @param {string | null} move what is to be played @param {string[]} shows parts to look at */
  aim(move, shows) {
    this.#move = move;
    this.#shows = shows;
    this.point();
  }

  /** @returns {Element[]} what is pointed at */
  get pointed() {
    const looked = this.#shows.map((part) => this.root.querySelector(`.${part}`));
    const touched = this.#move === null ? [] : this.targets(this.root, this.#move);
    return [...looked, ...touched].filter((one) => one !== null);
  }

  point() {
    const wanted = new Set(this.pointed);
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

  /** Something was chosen: what comes next may lie elsewhere. */
  #changed() {
    const before = this.root.querySelector("[data-point]");
    this.point();
    if (this.root.querySelector("[data-point]") !== before) this.bring();
  }

  /** Scroll there, if it cannot be seen. */
  bring() {
    this.root.querySelector("[data-point]")?.scrollIntoView({ block: "nearest" });
  }
}
