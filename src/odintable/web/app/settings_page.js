/** The settings, as a page. */

import * as api from "../server/api.js";
import { h } from "../ui/dom.js";
import { lanAccess } from "../lobby/lan_access.js";
import { requestNotifications, notificationObstacle } from "../table/turn_notice.js";
import { canWorkOffline } from "./register_service_worker.js";
import { choose, settings } from "./settings.js";
import { LANGUAGES, now, t } from "./i18n.js";

/** @typedef {import("./settings.js").Settings} Settings */

/** @returns {import("./main.js").Room} */
export function openPreferences() {
  const element = h("div", { class: "page" },
    h("h1", {}, t("settings")),
    h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => event.preventDefault() },
      nameField(),
      choice("language", t("language"), Object.entries(LANGUAGES), now()),
      choice("theme", t("theme"), ["system", "light", "dark"].map((one) => [one, t(`theme.${one}`)])),
      tick("sounds", t("sounds"), t("sounds.about")),
      tick("motion", t("motion"), t("motion.about")),
      tick("confirm", t("confirm"), t("confirm.about")),
      tick("autopass", t("autopass"), t("autopass.about")),
      tick("notify", t("notify"), notificationObstacle() || t("notify.about"), Boolean(notificationObstacle())),
      h("section", {}, h("h2", {}, t("without-network")),
        h("p", { class: "soft" }, canWorkOffline() ? t("without-network.about") : t("without-network.denied"))),
      network()));
  return { element, title: t("settings") };
}

/** Who may let the local network in finds the door here too: the lobby is gone when the game is on. */
function network() {
  const section = h("section", { hidden: true });
  const fill = async () => {
    const reach = await api.address().catch(() => null);
    section.hidden = !reach?.lan;
    if (reach?.lan) section.replaceChildren(h("h2", {}, t("lan")), lanAccess(reach, fill) ?? "");
  };
  fill();
  return section;
}

function nameField() {
  const input = h("input", {
    type: "text", id: "name", maxlength: 20, autocomplete: "nickname", value: settings.name,
    onchange: () => choose("name", /** @type {HTMLInputElement} */ (input).value.trim()),
  });
  return h("div", { class: "field" }, h("label", { for: "name" }, t("name")), input);
}

/**
 * @param {"language" | "theme"} name
 * @param {string} label
 * @param {string[][]} values
 * @param {string} [chosen]
 */
function choice(name, label, values, chosen = settings[name]) {
  const select = /** @type {HTMLSelectElement} */ (
    h("select", { id: name, onchange: () => choose(name, select.value) },
      values.map(([value, shown]) => h("option", { value, lang: name === "language" ? value : null, selected: value === chosen }, shown))));
  return h("div", { class: "field" }, h("label", { for: name }, label), select);
}

/**
 * @param {"sounds" | "motion" | "confirm" | "autopass" | "notify"} name
 * @param {string} label
 * @param {string} about
 * @param {boolean} [isOff]
 */
function tick(name, label, about, isOff = false) {
  const box = /** @type {HTMLInputElement} */ (
    h("input", {
      type: "checkbox", id: name, checked: settings[name] && !isOff, disabled: isOff,
      "aria-describedby": `${name}-about`,
      onchange: async () => {
        if (name === "notify" && box.checked && !await requestNotifications()) {
          box.checked = false;
          words.textContent = notificationObstacle() || about;
        }
        choose(name, box.checked);
      },
    }));
  const words = h("p", { id: `${name}-about`, class: "soft", role: name === "notify" ? "status" : null }, about);
  return h("div", { class: "field tick" }, box, h("label", { for: name }, label), words);
}
