/** The menu of a table: take back, hint, phrases, links, resign. */

import * as api from "../server/api.js";
import { mayShowWinProbability } from "./win_probability_bar.js";
import { askToConfirm, openDialog } from "../ui/dialogs_and_notes.js";
import { button, h, icon, iconButton, updateIconButton } from "../ui/dom.js";
import { openKeyList } from "../ui/keyboard.js";
import { settings } from "../app/settings.js";
import { copyLinkField } from "../ui/copy_link.js";
import { savedTable } from "../app/saved_tables.js";
import { nextPaint } from "../ui/next_paint.js";
import { go, tableLink } from "../app/router.js";
import { t } from "../app/i18n.js";

/** @typedef {import("../app/message_types.js").TableState} TableState */

export class Menu {
  /** @param {import("./table_page.js").Table} table */
  constructor(table) {
    this.table = table;
    this.undo = iconButton("icon-undo", t("undo"), () => this.takeBack());
    this.pause = iconButton("icon-pause", t("pause"), () => this.togglePause());
    this.more = iconButton("icon-menu", t("menu"), () => this.open());
    this.more.setAttribute("aria-haspopup", "dialog");
    this.hint = iconButton("icon-hint", t("hint"), () => this.table.hint.ask());
    // Hidden until the table has loaded.
    this.element = h("div", { class: "menu", hidden: true }, this.pause, this.hint, this.undo, this.more);
  }

  /** @param {TableState} state */
  show(state) {
    this.element.hidden = false;
    this.undo.hidden = typeof state.you !== "number" || state.stage !== "playing";
    this.hint.hidden = this.undo.hidden || !state.table.hints;
    this.hint.disabled = !state.moves.length;
    this.undo.disabled = state.may_take_back === "no";
    this.pause.hidden = typeof state.you === "number" || state.stage !== "playing" || this.table.sharedScreen.isShared;
    const isHeld = this.table.queue.isHeld("pause");
    updateIconButton(this.pause, isHeld ? "icon-play" : "icon-pause", t(isHeld ? "continue" : "pause"));
  }

  /** @returns {import("../ui/keyboard.js").Key[]} */
  keys() {
    return [
      { key: "u", name: t("undo"), run: () => this.takeBack() },
      { key: "g", name: t("hint"), run: () => this.hint.hidden || this.table.hint.ask() },
      { key: "m", name: t("menu"), run: () => this.open() },
    ];
  }

  takeBack() {
    const may = this.table.state?.may_take_back;
    if (may === "free") this.table.socket?.request({ do: "back" });
    else if (may === "ask") this.table.socket?.request({ do: "propose", what: "back" });
    else this.table.explain(t("no-undo"));
  }

  togglePause() {
    this.table.queue.hold("pause", !this.table.queue.isHeld("pause"));
    this.table.show(null);
  }

  /** Show the button as pressed before the dialog opens, which takes time on a slow phone. */
  async open() {
    if (this.more.dataset.pressed) return;
    this.more.dataset.pressed = "true";
    await nextPaint();
    delete this.more.dataset.pressed;
    const state = this.table.state;
    if (!state || !this.more.isConnected) return;
    const isPlayer = typeof state.you === "number" && state.stage === "playing";
    /** @param {string} id of the icon @param {string} name @param {() => void} run */
    const entry = (id, name, run) =>
      button({ class: "entry", onclick: () => { dialog.close(); run(); } }, icon(id), h("span", {}, name));
    const dialog = openDialog(t("menu"), [
      isPlayer ? this.phrases(state, () => dialog.close()) : null,
      savedTable(this.table.name)?.spectating ? entry("icon-eye", t("watch-link"), () => this.openWatchLink()) : null,
      state.stage === "playing" && mayShowWinProbability(state)
        ? entry("icon-graph", settings.chance ? t("win-chance.hide") : t("win-chance.show"), () => this.table.winProbabilityBar.toggle()) : null,
      state.stage === "waiting" ? null : entry("icon-replay", t("replay.so-far"), () => go(`/replay/${this.table.name}`)),
      entry("icon-rules", t("rules"), () => go(`/rules/${state.table.game}`)),
      entry("icon-learn", t("keyboard-shortcuts"), openKeyList),
      isPlayer ? this.awayEntries(state, entry) : null,
      isPlayer && !state.seats[Number(state.you)].resigned ? entry("icon-flag", t("resign"), () => this.resign()) : null,
      entry("icon-home", t("home"), () => go("/")),
    ], { name: "menu-window" });
  }

  /** @param {TableState} state @param {() => void} close */
  phrases(state, close) {
    const hasPeople = state.seats.some((one, seat) => one.kind === "person" && seat !== state.you);
    if (!hasPeople) return null;
    return h("div", { class: "phrases", role: "group", "aria-label": t("say") }, state.phrases.map((one) =>
      button({ onclick: () => { this.table.socket?.sendPhrase(one); close(); } }, t(`phrase.${one}`))));
  }

  /**
   * @param {TableState} state
   * @param {(id: string, name: string, run: () => void) => HTMLElement} entry
   */
  awayEntries(state, entry) {
    const away = state.seats.flatMap((one, seat) =>
      (one.kind === "person" && !one.present && !one.played_by && seat !== state.you ? [seat] : []));
    const propose = (/** @type {string} */ what, /** @type {number} */ seat) => this.table.socket?.request({ do: "propose", what, seat });
    return away.flatMap((seat) => [
      entry("icon-bot", t("let-bot", { name: this.table.people.name(seat) }), () => propose("bot", seat)),
      entry("icon-cross", t("let-end", { name: this.table.people.name(seat) }), () => propose("end", seat)),
    ]);
  }

  /** Show a link for spectators. */
  async openWatchLink() {
    const { address } = await api.address().catch(() => ({ address: location.origin }));
    const link = tableLink(address, this.table.name, "watch", savedTable(this.table.name)?.spectating ?? "");
    const field = copyLinkField(link, t("watch-link"), (text) => this.table.explain(text));
    openDialog(t("watch-link"), [h("p", {}, t("watch-link.about")), field]);
  }

  async resign() {
    if (await askToConfirm(t("resign.sure"), t("resign"))) this.table.socket?.request({ do: "resign" });
  }
}
