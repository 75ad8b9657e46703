/** The form that loads a record or a position. */

import * as api from "../server/api.js";
import { button, h } from "../ui/dom.js";
import { errorText } from "../server/error_text.js";
import { go } from "../app/router.js";
import { t } from "../app/i18n.js";

const KEY = "odintable.record";

/** The record or position loaded in this tab; empty if none was. */
export function loadedRecord() {
  return sessionStorage.getItem(KEY) ?? "";
}

/** The form with a file field and a text field. */
export function loadRecordForm() {
  const field = /** @type {HTMLTextAreaElement} */ (h("textarea", {
    id: "record-text", rows: 8, spellcheck: "false", "aria-describedby": "record-about", placeholder: "odintable record 1 …" }));
  const file = /** @type {HTMLInputElement} */ (h("input", {
    type: "file", id: "record-file", accept: ".record,.txt,.json,text/plain,application/json",
    onchange: async () => {
      field.value = (await file.files?.[0]?.text()) ?? "";
      if (field.value) load();
    } }));
  const problem = h("p", { class: "problem", role: "alert" });
  const load = async () => {
    problem.textContent = "";
    try {
      await api.uploadRecord(field.value);
    } catch (error) {
      if (!(error instanceof api.ApiError)) throw error;
      const text = error.why || error.code !== "bad-option" ? errorText(error) : t("replay.load.bad");
      problem.replaceChildren(text, " ", h("span", { lang: "en" }, error.message));
      return;
    }
    sessionStorage.setItem(KEY, field.value);
    go("/replay/record");
  };
  return h("div", { class: "page load" },
    h("h1", {}, t("replay.load")),
    h("p", { id: "record-about" }, t("replay.load.about")),
    h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); load(); } },
      h("div", { class: "field" }, h("label", { for: "record-file" }, t("replay.load.file")), file),
      h("div", { class: "field" }, h("label", { for: "record-text" }, t("replay.load.text")), field),
      problem,
      h("div", { class: "buttons" }, button({ type: "submit", class: "main" }, t("replay.load.open")))));
}
