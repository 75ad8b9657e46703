/** The page for an address that does not exist, with a link to the start page. */

import { h } from "../ui/dom.js";
import { t } from "./i18n.js";

/** @returns {import("./main.js").Page} */
export function openPage() {
  const title = t("error.no-page");
  const element = h("div", { class: "page" },
    h("h1", {}, title),
    h("p", {}, t("not-found.about")),
    h("p", {}, h("a", { href: "/", "data-go": true }, t("home"))));
  return { element, title };
}
