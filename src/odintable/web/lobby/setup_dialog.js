/** The dialog in which a table is set up: who plays, and with which options. */

import { tryRequest } from "../server/try_request.js";
import { botName } from "./bot_names_and_portraits.js";
import { OPPONENTS } from "../app/embedded_data.js";
import { openDialog } from "../ui/dialogs_and_notes.js";
import { button, h } from "../ui/dom.js";
import { createTable } from "./create_table.js";
import { changeSetting, settings } from "../app/settings.js";
import { t } from "../app/i18n.js";

/** @typedef {import("../app/message_types.js").GameResponse} GameResponse */
/** @typedef {import("../app/message_types.js").Option} Option */
/** @typedef {{seats: (string | null)[], options: Record<string, boolean | number>}} Before */

const FAST = { kind: "game", start: 300, increment: 5 }; // seconds
const SLOW = { kind: "days", turn: 2 * 24 * 3600 };
/** @type {Record<string, any>} */
const CLOCKS = { none: null, fast: FAST, days: SLOW };

/**
 * @param {GameResponse} game
 * @param {string} mode bots, friends, screen or watch
 * @param {Before} [before] the seats and options of an earlier game
 */
export function openSetupDialog(game, mode, before = { seats: [], options: {} }) {
  new SetupDialog(game, mode, before);
}

class SetupDialog {
  /** @param {GameResponse} game @param {string} mode @param {Before} before */
  constructor(game, mode, before) {
    this.game = game;
    this.mode = mode;
    this.players = before.seats.length || game.players[0];
    this.seats = before.seats;
    this.names = [settings.name || t("player", { number: 1 })];
    this.seatList = h("ol", { class: "seats" });
    this.options = game.options.filter((option) => option.is_in_setup);
    this.optionFields = new Map(this.options.map((option) => [option, optionField(option, before.options[option.name])]));
    this.showPlayers();
    this.form = h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => this.create(event) },
      this.playerCountField(), this.seatList,
      h("details", {}, h("summary", {}, t("options")), [...this.optionFields.values()], mode === "friends" ? friendsFields() : null),
      h("div", { class: "buttons" }, button({ type: "submit", class: "main" }, t(`create.${mode}`))));
    openDialog(t("labelled", { label: t(`game.${game.game}`), text: t(`mode.${mode}`) }), [
      h("p", { class: "soft" }, t(`mode.${mode}.about`)), this.form], { name: "setup" });
  }

  /** Show as many seats as there are players, and the options for this number of players. */
  showPlayers() {
    while (this.seats.length < this.players) {
      // Several bots are different ones, beginning with the chosen opponent.
      const further = this.mode === "watch" ? this.seats.length : Math.max(0, this.seats.length - 1);
      const bot = OPPONENTS[(settings.level - 1 + further) % OPPONENTS.length];
      const isFirst = this.seats.length === 0;
      const isPerson = this.mode === "friends" || this.mode === "screen" || (this.mode === "bots" && isFirst);
      this.seats.push(isPerson ? null : bot);
    }
    this.seats.length = this.players;
    this.seatList.replaceChildren(...this.seats.map((_, seat) => this.seatField(seat)));
    for (const [option, field] of this.optionFields) field.hidden = !this.isOffered(option);
  }

  /** @param {Option} option */
  isOffered(option) {
    return !option.players || option.players.includes(this.players);
  }

  playerCountField() {
    const counts = this.game.players;
    if (counts.length === 1) return null;
    const select = /** @type {HTMLSelectElement} */ (h("select", {
      id: "players",
      onchange: () => { this.players = Number(select.value); this.showPlayers(); },
    }, counts.map((count) => h("option", { value: count, selected: count === this.players }, t("players", { count })))));
    return h("div", { class: "field" }, h("label", { for: "players" }, t("how-many")), select);
  }

  /** @param {number} seat */
  seatField(seat) {
    const id = `seat-${seat}`;
    if (seat === 0 && this.mode === "friends") return h("li", {}, h("span", { class: "field" }, this.ownNameField()));
    if (seat === 0 && this.mode === "bots") return h("li", {}, h("span", { class: "field" }, settings.name || t("you")));
    const isFixed = this.mode === "screen" && seat === 0;
    const values = this.mode === "bots" || this.mode === "watch" ? OPPONENTS : ["", ...OPPONENTS];
    const select = /** @type {HTMLSelectElement} */ (h("select", {
      id, onchange: () => { this.seats[seat] = select.value || null; this.showPlayers(); },
    }, values.map((one) => h("option", { value: one, selected: one === (this.seats[seat] ?? "") },
      one ? botName(one) : t(this.mode === "screen" ? "player-here" : "friend")))));
    const name = this.mode === "screen" && this.seats[seat] === null ? this.nameField(seat) : null;
    return h("li", {}, h("span", { class: "field" },
      isFixed ? null : [h("label", { for: id, class: "visually-hidden" }, t("seat", { number: seat + 1 })), select], name));
  }

  /** The name that friends see; it is asked for once and then remembered. */
  ownNameField() {
    const input = /** @type {HTMLInputElement} */ (h("input", {
      type: "text", id: "own-name", maxlength: 20, autocomplete: "nickname", value: settings.name,
      onchange: () => changeSetting("name", input.value.trim()),
    }));
    return [h("label", { for: "own-name" }, t("name")), input];
  }

  /** @param {number} seat */
  nameField(seat) {
    const input = /** @type {HTMLInputElement} */ (h("input", {
      type: "text", maxlength: 20, "aria-label": t("name-of", { number: seat + 1 }),
      value: this.names[seat] ?? t("player", { number: seat + 1 }),
      onchange: () => { this.names[seat] = input.value.trim(); },
    }));
    return input;
  }

  /** The options that differ from their defaults. @param {FormData} form */
  chosenOptions(form) {
    /** @type {Record<string, boolean | number>} */
    const chosen = {};
    for (const option of this.options.filter((one) => this.isOffered(one))) {
      const value = option.kind === "flag" ? form.has(option.name) : Number(form.get(option.name));
      if (value !== option.default) chosen[option.name] = value;
    }
    return chosen;
  }

  /** @param {Event} event */
  async create(event) {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (this.form));
    const names = this.seats.flatMap((bot, seat) => (bot === null ? [this.names[seat] ?? ""] : []));
    await tryRequest(() => createTable({
      game: this.game.game, mode: this.mode, seats: this.seats, options: this.chosenOptions(form),
      names: this.mode === "screen" ? names : undefined,
      open: form.has("open"), hints: form.has("hints"), clock: CLOCKS[String(form.get("clock") ?? "none")],
    }));
  }
}

/** @param {Option} option @param {boolean | number} [value] it had in an earlier game */
function optionField({ name, kind, default: standard, suggested }, value = standard ?? false) {
  if (kind === "number") {
    return h("div", { class: "field" }, h("label", { for: name }, t(`option.${name}`)),
      h("select", { id: name, name }, suggested.map((count) =>
        h("option", { value: count, selected: count === value }, t("points", { count })))));
  }
  return h("div", { class: "field tick" },
    h("input", { type: "checkbox", id: name, name, checked: value === true, "aria-describedby": `${name}-about` }),
    h("label", { for: name }, t(`option.${name}`)),
    h("p", { class: "soft", id: `${name}-about` }, t(`option.${name}.about`)));
}

/** Fields of a table for friends: clock, hints, and whether the table is open to everybody. */
function friendsFields() {
  return [
    h("div", { class: "field" }, h("label", { for: "clock" }, t("clock")),
      h("select", { id: "clock", name: "clock" }, Object.keys(CLOCKS).map((one) => h("option", { value: one }, t(`clock.${one}`))))),
    h("div", { class: "field tick" }, h("input", { type: "checkbox", id: "hints", name: "hints" }),
      h("label", { for: "hints" }, t("allow-hints")), h("p", { class: "soft" }, t("allow-hints.about"))),
    h("div", { class: "field tick" }, h("input", { type: "checkbox", id: "open-table", name: "open" }),
      h("label", { for: "open-table" }, t("open-table")), h("p", { class: "soft" }, t("open-table.about"))),
  ];
}
