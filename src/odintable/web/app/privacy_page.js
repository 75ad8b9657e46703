/** The privacy page: what the server stores and for how long. Its operator may have written the text. */

import * as api from "../server/api.js";
import { h } from "../ui/dom.js";
import { currentLanguage, t } from "./i18n.js";

const HEADING = "# "; // starts a paragraph that is a heading

/** @returns {Promise<import("./main.js").Page>} */
export async function openPage() {
  const { language, text } = await api.privacy(currentLanguage());
  const title = t("privacy");
  const paragraphs = text.split(/\n\s*\n/).map((one) => one.trim()).filter(Boolean);
  const element = h("div", { class: "page" },
    h("h1", {}, title),
    h("div", { lang: language }, paragraphs.map((one) =>
      one.startsWith(HEADING) ? h("h2", {}, one.slice(HEADING.length)) : h("p", {}, one))));
  return { element, title };
}
