/** A sign between the parts of a rule's picture: an arrow, a plus. */

import { h } from "../ui/dom.js";

/** @param {string} sign @param {string} text what it means, for screen readers */
export function pictureSign(sign, text) {
  return h("span", { class: "sign" }, h("span", { "aria-hidden": "true" }, sign), h("span", { class: "visually-hidden" }, text));
}
