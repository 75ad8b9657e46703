/** Where an address leads that is none: it is said, and the way back stands beside it. */

import { h } from "../ui/dom.js";
import { t } from "./i18n.js";

/** @returns {import("./main.js").Room} */
export function openNowhere() {
  const title = t("no.no-page");
  const element = h("div", { class: "page" },
    h("h1", {}, title),
    h("p", {}, t("nowhere.about")),
    h("p", {}, h("a", { href: "/", "data-go": true }, t("home"))));
  return { element, title };
}
