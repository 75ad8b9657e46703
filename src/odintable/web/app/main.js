/** The web app: the bar at the top, and below it the page that the address names. */

import { ApiError, asApiError, onServerStarting } from "../server/api.js";
import { button, h, icon, picture } from "../ui/dom.js";
import { closeDialogs, showNote } from "../ui/dialogs_and_notes.js";
import { useKeys } from "../ui/keyboard.js";
import { tryRequest } from "../server/try_request.js";
import { errorText, reasonText } from "../server/error_text.js";
import { registerServiceWorker } from "./register_service_worker.js";
import { GAMES } from "./embedded_data.js";
import { loadPage } from "./load_module.js";
import { startRouter } from "./router.js";
import { applySettings, onSettingChange, settings } from "./settings.js";
import { announceNow, clearAnnouncements } from "../ui/live_region.js";
import { chooseLanguage, loadTexts, t } from "./i18n.js";
import { showTurn } from "../table/turn_notice.js";

/** @typedef {import("./router.js").Route} Route */
/** @typedef {{element: HTMLElement, title: string, close?: () => void}} Page */
/** @typedef {(route: Route) => Page | Promise<Page>} OpenPage  every page module exports one as `openPage` */

const main = h("main", { id: "main", tabindex: "-1" });
const bar = h("header", { class: "bar" });
/** @type {Page | null} */
let page = null;
/** @type {Route | null} */
let current = null;

/** @param {Route} route */
async function open(route) {
  current = route;
  const openPage = await asApiError(loadPage(route.page)).then((module) => module.openPage, openErrorPage);
  if (current !== route) return;
  page?.close?.();
  page = null;
  closeDialogs();
  clearAnnouncements();
  showTurn(false);
  useKeys(() => []);
  const isFirst = !main.childElementCount;
  const opened = await openOrExplain(openPage, route);
  if (current !== route) {
    opened.close?.();
    return;
  }
  page = opened;
  document.title = page.title ? `${page.title} · ${t("title")}` : t("title");
  document.body.dataset.page = route.page;
  main.replaceChildren(page.element);
  if (!isFirst) main.focus({ preventScroll: true });
}

/** @param {OpenPage} openPage @param {Route} route @returns {Promise<Page>} */
async function openOrExplain(openPage, route) {
  try {
    return await openPage(route);
  } catch (error) {
    return openErrorPage(error)(route);
  }
}

/**
 * A page in place of one that could not be loaded, with a button to try again.
 * @param {unknown} error
 * @returns {(route: Route) => Page}
 */
function openErrorPage(error) {
  if (!(error instanceof ApiError)) throw error;
  return (route) => ({ title: "", element: h("div", { class: "page" }, h("p", { role: "alert" }, errorText(error)),
    button({ class: "main", onclick: () => open({ ...route }) }, t("try-again"))) });
}

function drawBar() {
  /** @param {string} path @param {string} id of the icon @param {string} name */
  const link = (path, id, name) =>
    h("a", { href: path, "data-go": true, class: "place" },
      icon(id), h("span", {}, name));
  bar.replaceChildren(
    h("a", { class: "skip", href: "#main", onclick: skipToMain }, t("skip")),
    h("a", { href: "/", "data-go": true, class: "brand" },
      picture("shared", "logo", "0 0 100 100", "logo"),
      h("span", {}, t("title"), h("span", { class: "visually-hidden" }, `: ${t("home")}`))),
    h("nav", { "aria-label": t("pages") },
      link(`/rules/${GAMES[0]}`, "icon-rules", t("rules")),
      link("/settings", "icon-settings", t("settings"))));
}

/** @param {Event} event */
function skipToMain(event) {
  event.preventDefault();
  main.focus();
}

let isStartAnnounced = false;

/** Say that the server is not ready yet, and why. @param {import("../server/error_text.js").Why} why @param {Promise<unknown>} until */
function showStarting(why, until) {
  const text = reasonText(why);
  if (!isStartAnnounced) announceNow(text);
  isStartAnnounced = true;
  showNote(text, until);
}

/** Draw everything again in the language of the settings. */
async function changeLanguage() {
  await asApiError(loadTexts(chooseLanguage(settings.language)));
  drawBar();
  if (current) open({ ...current, secret: {} });
}

async function start() {
  applySettings();
  await loadTexts(chooseLanguage(settings.language));
  drawBar();
  document.body.prepend(bar, main);
  onSettingChange((name) => {
    if (name === "language") tryRequest(changeLanguage);
  });
  onServerStarting(showStarting);
  startRouter(open);
  // The page also works where no service worker can be registered.
  registerServiceWorker().catch(() => {});
}

// Without texts there are no pages: say so in English.
start().catch(() => {
  document.body.append(
    h("p", { role: "alert" }, "Odin’s Table cannot be reached. "),
    button({ onclick: () => location.reload() }, "Try again"));
});
