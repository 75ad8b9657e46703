/** What can be done at any table beside playing: take back, say something, give up, help. */

import * as api from "../server/api.js";
import { mayShowWinChance } from "./win_chance.js";
import { confirmed, openDialog } from "../ui/dialog.js";
import { button, h, picture } from "../ui/dom.js";
import { openKeyList } from "../ui/keyboard.js";
import { showHint } from "./hint.js";
import { settings } from "../app/settings.js";
import { copyLinkField } from "../ui/copy_link.js";
import { table as kept } from "../app/saved_tables.js";
import { painted } from "./pace.js";
import { go, linkTo } from "../app/router.js";
import { t } from "../app/i18n.js";

/** @typedef {import("../app/types.js").TableState} TableState */

export class Menu {
  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.table = table;
    this.undo = button({ class: "icon-button", "aria-label": t("undo"), title: t("undo"), onclick: () => this.back() },
      picture("shared", "icon-undo", "0 0 24 24", "icon"));
    this.pause = button({ class: "icon-button", hidden: true, onclick: () => this.hold() });
    this.more = button({ class: "icon-button", "aria-label": t("menu"), title: t("menu"), "aria-haspopup": "dialog", onclick: () => this.open() },
      picture("shared", "icon-menu", "0 0 24 24", "icon"));
    this.hint = button({ class: "icon-button", hidden: true, "aria-label": t("hint"), title: t("hint"), onclick: () => this.ask() },
      picture("shared", "icon-hint", "0 0 24 24", "icon"));
    // Before there is a table there is nothing to be done at it.
    this.element = h("div", { class: "menu", hidden: true }, this.pause, this.hint, this.undo, this.more);
  }

  /** @param {TableState} state */
  show(state) {
    this.element.hidden = false;
    this.undo.hidden = typeof state.you !== "number" || state.stage !== "playing";
    this.hint.hidden = this.undo.hidden || !state.table.hints;
    this.hint.disabled = !state.moves.length;
    this.undo.disabled = state.may_take_back === "no";
    this.pause.hidden = typeof state.you === "number" || state.stage !== "playing" || this.table.screen.isShared;
    const isHeld = this.table.pace.isHeld("pause");
    const name = isHeld ? t("go-on") : t("pause");
    this.pause.setAttribute("aria-label", name);
    this.pause.title = name;
    this.pause.replaceChildren(picture("shared", isHeld ? "icon-play" : "icon-pause", "0 0 24 24", "icon"));
  }

  /** @returns {import("../ui/keyboard.js").Key[]} */
  keys() {
    return [
      { key: "u", name: t("undo"), does: () => this.back() },
      { key: "g", name: t("hint"), does: () => this.hint.hidden || this.ask() },
      { key: "m", name: t("menu"), does: () => this.open() },
    ];
  }

  back() {
    const may = this.table.state?.may_take_back;
    if (may === "free") this.table.socket?.ask({ do: "back" });
    else if (may === "ask") this.table.socket?.ask({ do: "propose", what: "back" });
    else this.table.explain(t("no-undo"));
  }

  /** A bot may think for long: the button stays pressed, and asks for nothing twice. */
  async ask() {
    if (this.hint.dataset.pressed) return;
    this.hint.dataset.pressed = "true";
    try {
      await showHint(this.table);
    } finally {
      delete this.hint.dataset.pressed;
    }
  }

  hold() {
    this.table.pace.hold("pause", !this.table.pace.isHeld("pause"));
    this.table.show(null);
  }

  /** The button is seen pressed before the window, which takes a slow phone a moment. */
  async open() {
    if (this.more.dataset.pressed) return;
    this.more.dataset.pressed = "true";
    await painted();
    delete this.more.dataset.pressed;
    const state = this.table.state;
    if (!state || !this.more.isConnected) return;
    const isPlayer = typeof state.you === "number" && state.stage === "playing";
    /** @param {string} icon @param {string} name @param {() => void} does */
    const entry = (icon, name, does) =>
      button({ class: "entry", onclick: () => { made.close(); does(); } },
        picture("shared", icon, "0 0 24 24", "icon"), h("span", {}, name));
    const made = openDialog(t("menu"), [
      isPlayer ? this.phrases(state, () => made.close()) : null,
      kept(this.table.name)?.spectating ? entry("icon-eye", t("watch-link"), () => this.watchers()) : null,
      state.stage === "playing" && mayShowWinChance(state)
        ? entry("icon-graph", settings.chance ? t("chance.hide") : t("chance.show"), () => this.table.chance.toggle()) : null,
      state.stage === "waiting" ? null : entry("icon-replay", t("replay.so-far"), () => go(`/replay/${this.table.name}`)),
      entry("icon-rules", t("rules"), () => go(`/rules/${state.table.game}`)),
      entry("icon-learn", t("keys"), openKeyList),
      isPlayer ? this.absent(state, entry) : null,
      isPlayer && !state.seats[Number(state.you)].resigned ? entry("icon-flag", t("resign"), () => this.resign()) : null,
      entry("icon-home", t("home"), () => go("/")),
    ], { name: "menu-window" });
  }

  /** @param {TableState} state @param {() => void} close */
  phrases(state, close) {
    const hasPeople = state.seats.some((one, seat) => one.kind === "person" && seat !== state.you);
    if (!hasPeople) return null;
    return h("div", { class: "phrases", role: "group", "aria-label": t("say") }, state.phrases.map((one) =>
      button({ onclick: () => { this.table.socket?.say(one); close(); } }, t(`phrase.${one}`))));
  }

  /**
   * @param {TableState} state
   * @param {(icon: string, name: string, does: () => void) => HTMLElement} entry
   */
  absent(state, entry) {
    const away = state.seats.flatMap((one, seat) =>
      (one.kind === "person" && !one.present && !one.played_by && seat !== state.you ? [seat] : []));
    const ask = (/** @type {string} */ what, /** @type {number} */ seat) => this.table.socket?.ask({ do: "propose", what, seat });
    return away.flatMap((seat) => [
      entry("icon-bot", t("let-bot", { name: this.table.seatName(seat) }), () => ask("bot", seat)),
      entry("icon-cross", t("let-end", { name: this.table.seatName(seat) }), () => ask("end", seat)),
    ]);
  }

  /** A link for who wants to watch. */
  async watchers() {
    const { address } = await api.address().catch(() => ({ address: location.origin }));
    const link = linkTo(address, this.table.name, "watch", kept(this.table.name)?.spectating ?? "");
    const field = copyLinkField(link, t("watch-link"), (words) => this.table.explain(words));
    openDialog(t("watch-link"), [h("p", {}, t("watch-link.about")), field]);
  }

  async resign() {
    if (await confirmed(t("resign.sure"), t("resign"))) this.table.socket?.ask({ do: "resign" });
  }
}
