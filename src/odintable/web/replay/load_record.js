/** A record file or a position from elsewhere, to be looked at. */

import * as api from "../server/api.js";
import { button, h } from "../ui/dom.js";
import { errorText } from "../server/error_text.js";
import { go } from "../app/router.js";
import { t } from "../app/i18n.js";

const KEY = "odintable.record";

/** What was loaded in this window before. */
export function loaded() {
  return sessionStorage.getItem(KEY) ?? "";
}

/** The page on which a record or a position is chosen. */
export function loadForm() {
  const field = /** @type {HTMLTextAreaElement} */ (h("textarea", {
    id: "record-text", rows: 8, spellcheck: "false", "aria-describedby": "record-about", placeholder: "odintable record 1 …" }));
  const file = /** @type {HTMLInputElement} */ (h("input", {
    type: "file", id: "record-file", accept: ".record,.txt,.json,text/plain,application/json",
    onchange: async () => {
      field.value = (await file.files?.[0]?.text()) ?? "";
      if (field.value) look();
    } }));
  const problem = h("p", { class: "problem", role: "alert" });
  const look = async () => {
    problem.textContent = "";
    try {
      await api.uploadRecord(field.value);
    } catch (error) {
      if (!(error instanceof api.ApiError)) throw error;
      const words = error.why || error.code !== "bad-option" ? errorText(error) : t("replay.load.bad");
      problem.replaceChildren(words, " ", h("span", { lang: "en" }, error.message));
      return;
    }
    sessionStorage.setItem(KEY, field.value);
    go("/replay/record");
  };
  return h("div", { class: "page load" },
    h("h1", {}, t("replay.load")),
    h("p", { id: "record-about" }, t("replay.load.about")),
    h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); look(); } },
      h("div", { class: "field" }, h("label", { for: "record-file" }, t("replay.load.file")), file),
      h("div", { class: "field" }, h("label", { for: "record-text" }, t("replay.load.text")), field),
      problem,
      h("div", { class: "buttons" }, button({ type: "submit", class: "main" }, t("replay.load.look")))));
}
