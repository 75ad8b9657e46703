/** The settings page. */

import * as api from "../server/api.js";
import { h } from "../ui/dom.js";
import { lanSwitch } from "../lobby/lan_switch.js";
import { requestNotifications, notificationObstacle } from "../table/turn_notice.js";
import { canWorkOffline } from "./register_service_worker.js";
import { changeSetting, settings } from "./settings.js";
import { LANGUAGES, currentLanguage, t } from "./i18n.js";

/** @typedef {import("./settings.js").Settings} Settings */

/** @returns {import("./main.js").Page} */
export function openPage() {
  const element = h("div", { class: "page" },
    h("h1", {}, t("settings")),
    h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
      nameField(),
      selectField("language", t("language"), Object.entries(LANGUAGES), currentLanguage()),
      selectField("theme", t("theme"), ["system", "light", "dark"].map((one) => [one, t(`theme.${one}`)])),
      checkbox("sounds", t("sounds"), t("sounds.about")),
      checkbox("motion", t("motion"), t("motion.about")),
      selectField("pace", t("pace"), ["slow", "normal", "fast", "instant"].map((one) => [one, t(`pace.${one}`)])),
      checkbox("confirm", t("confirm"), t("confirm.about")),
      checkbox("autopass", t("autopass"), t("autopass.about")),
      checkbox("notation", t("notation"), t("notation.about")),
      checkbox("notify", t("notify"), notificationObstacle() || t("notify.about"), Boolean(notificationObstacle())),
      h("section", {}, h("h2", {}, t("offline-use")),
        h("p", { class: "soft" }, canWorkOffline() ? t("offline-use.about") : t("offline-use.denied"))),
      networkSection(),
      h("p", {}, h("a", { href: "/privacy", "data-go": true }, t("privacy")))));
  return { element, title: t("settings") };
}

/** The switch for the local network is here too, because the lobby is gone once a game has started. */
function networkSection() {
  const section = h("section", { hidden: true });
  const fill = async () => {
    const address = await api.address().catch(() => null);
    section.hidden = !address?.lan;
    if (address?.lan) section.replaceChildren(h("h2", {}, t("lan")), lanSwitch(address, fill) ?? "");
  };
  fill();
  return section;
}

function nameField() {
  const input = h("input", {
    type: "text", id: "name", maxlength: 20, autocomplete: "nickname", value: settings.name,
    onchange: () => changeSetting("name", /** @type {HTMLInputElement} */ (input).value.trim()),
  });
  return h("div", { class: "field" }, h("label", { for: "name" }, t("name")), input);
}

/**
 * @param {"language" | "theme" | "pace"} name
 * @param {string} label
 * @param {string[][]} values
 * @param {string} [chosen]
 */
function selectField(name, label, values, chosen = settings[name]) {
  const select = /** @type {HTMLSelectElement} */ (
    h("select", { id: name, onchange: () => changeSetting(name, select.value) },
      values.map(([value, text]) => h("option", { value, lang: name === "language" ? value : null, selected: value === chosen }, text))));
  return h("div", { class: "field" }, h("label", { for: name }, label), select);
}

/**
 * @param {"sounds" | "motion" | "confirm" | "autopass" | "notation" | "notify"} name
 * @param {string} label
 * @param {string} about
 * @param {boolean} [isDisabled]
 */
function checkbox(name, label, about, isDisabled = false) {
  const box = /** @type {HTMLInputElement} */ (
    h("input", {
      type: "checkbox", id: name, checked: settings[name] && !isDisabled, disabled: isDisabled,
      "aria-describedby": `${name}-about`,
      onchange: async () => {
        if (name === "notify" && box.checked && !await requestNotifications()) {
          box.checked = false;
          help.textContent = notificationObstacle() || about;
        }
        changeSetting(name, box.checked);
      },
    }));
  const help = h("p", { id: `${name}-about`, class: "soft", role: name === "notify" ? "status" : null }, about);
  return h("div", { class: "field tick" }, box, h("label", { for: name }, label), help);
}
