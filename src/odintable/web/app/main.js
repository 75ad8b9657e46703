/** The page: a bar, and the room that the address names. */

import { ApiError, fetched } from "../server/api.js";
import { button, h, picture } from "../ui/dom.js";
import { closeAll } from "../ui/dialog.js";
import { useKeys } from "../ui/keyboard.js";
import { errorText } from "../server/error_text.js";
import { follow, go } from "./router.js";
import { apply, settings, whenChosen } from "./settings.js";
import { hush } from "../ui/live_region.js";
import { speak, spoken, t } from "./i18n.js";
import { showTurn } from "../table/turn_notice.js";

/** @typedef {import("./router.js").Place} Place */
/** @typedef {{element: HTMLElement, title: string, close?: () => void}} Room */
/** @typedef {(place: Place) => Room} Opener */

/** @type {Record<string, () => Promise<Opener>>} */
const ROOMS = {
  start: async () => (await import("../lobby/start_page.js")).openStart,
  table: async () => (await import("../table/table.js")).openTable,
  replay: async () => (await import("../replay/replay.js")).openReplay,
  settings: async () => (await import("./settings_page.js")).openPreferences,
  rules: async () => (await import("../rules/rules_page.js")).openRules,
  learn: async () => (await import("../tutorial/tutorial.js")).openTutorial,
  nowhere: async () => (await import("./not_found_page.js")).openNowhere,
};

const main = h("main", { id: "main", tabindex: "-1" });
const bar = h("header", { class: "bar" });
/** @type {Room | null} */
let room = null;
/** @type {Place | null} */
let here = null;

/** @param {Place} place */
async function open(place) {
  here = place;
  const opener = await fetched(ROOMS[Object.hasOwn(ROOMS, place.room) ? place.room : "nowhere"]()).catch(unreached);
  if (here !== place) return;
  room?.close?.();
  closeAll();
  hush();
  showTurn(false);
  useKeys(() => []);
  const isFirst = room === null;
  room = opener(place);
  document.title = room.title ? `${room.title} · ${t("title")}` : t("title");
  document.body.dataset.room = place.room;
  main.replaceChildren(room.element);
  if (!isFirst) main.focus({ preventScroll: true });
}

/**
 * The way to a room is cut off: it is tried again by who waits there.
 * @param {unknown} error
 * @returns {Opener}
 */
function unreached(error) {
  if (!(error instanceof ApiError)) throw error;
  return (place) => ({ title: "", element: h("div", { class: "page" }, h("p", { role: "alert" }, errorText(error)),
    button({ class: "main", onclick: () => open({ ...place }) }, t("try-again"))) });
}

function drawBar() {
  /** @param {string} path @param {string} icon @param {string} name */
  const link = (path, icon, name) =>
    h("a", { href: path, "data-go": true, class: "place" },
      picture("shared", icon, "0 0 24 24", "icon"), h("span", {}, name));
  bar.replaceChildren(
    h("a", { class: "skip", href: "#main", onclick: skip }, t("skip")),
    h("a", { href: "/", "data-go": true, class: "brand" },
      picture("shared", "logo", "0 0 100 100", "logo"),
      h("span", {}, t("title"), h("span", { class: "unseen" }, `: ${t("home")}`))),
    h("nav", { "aria-label": t("places") },
      link("/rules/odin", "icon-rules", t("rules")),
      link("/settings", "icon-settings", t("settings"))));
}

/** @param {Event} event */
function skip(event) {
  event.preventDefault();
  main.focus();
}

async function begin() {
  apply();
  await speak(spoken(settings.language));
  drawBar();
  document.body.prepend(bar, main);
  whenChosen(async (name) => {
    if (name !== "language") return;
    await speak(spoken(settings.language));
    drawBar();
    if (here) open({ ...here, secret: {} });
  });
  follow(open);
  // A browser that keeps nothing plays all the same.
  import("./register_service_worker.js").then(({ registerServiceWorker }) => registerServiceWorker()).catch(() => {});
}

begin().catch(() => {
  document.body.append(
    h("p", { role: "alert" }, "Odin’s Table cannot be reached. "),
    button({ onclick: () => go("/") }, "Try again"));
});
