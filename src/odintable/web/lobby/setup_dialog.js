/** The window in which a game is set up: who plays, by which options. */

import { attempt } from "../server/attempt.js";
import { BOTS, botName } from "./bots.js";
import { openDialog } from "../ui/dialog.js";
import { button, h } from "../ui/dom.js";
import { createTable } from "./create_table.js";
import { settings } from "../app/settings.js";
import { t } from "../app/i18n.js";

/** @typedef {import("../app/types.js").GameName} GameName */

/** @type {Record<GameName, {most: number, ticks: string[], number: [string, number, number[]]}>} */
const GAMES = {
  odin: { most: 6, ticks: ["goat", "four-colours"], number: ["limit", 15, [10, 15, 20, 30]] },
  ravens: {
    most: 2,
    ticks: ["strict-joker", "removed-under", "buy-magic", "keep-cards"],
    number: ["target", 12, [6, 12, 18]],
  },
};
const FAST = { kind: "game", start: 300, increment: 5 };
const SLOW = { kind: "days", turn: 2 * 24 * 3600 };
/** @type {Record<string, any>} */
const CLOCKS = { none: null, fast: FAST, days: SLOW };

/**
 * @param {GameName} game
 * @param {string} mode bots, friends, screen or watch
 */
export function openSetup(game, mode) {
  new Setup(game, mode);
}

class Setup {
  /** @param {GameName} game @param {string} mode */
  constructor(game, mode) {
    this.game = game;
    this.mode = mode;
    this.players = 2;
    /** @type {(string | null)[]} */
    this.seats = [];
    this.names = [settings.name || t("player", { number: 1 })];
    this.list = h("ol", { class: "seats" });
    this.fit();
    this.form = h("form", { class: "form", onsubmit: (/** @type {Event} */ event) => this.make(event) },
      this.count(), this.list, this.options(),
      h("div", { class: "buttons" }, button({ type: "submit", class: "main" }, t(`make.${mode}`))));
    this.window = openDialog(t("labelled", { label: t(`game.${game}`), text: t(`mode.${mode}`) }), [
      h("p", { class: "soft" }, t(`mode.${mode}.about`)), this.form], { name: "setup" });
  }

  /** As many seats as players, each as the mode has it. */
  fit() {
    while (this.seats.length < this.players) {
      // Those who are watched are not all alike.
      const further = this.mode === "watch" ? this.seats.length : 0;
      const bot = BOTS[(settings.level - 1 + further) % BOTS.length];
      const isFirst = this.seats.length === 0;
      const isPerson = this.mode === "friends" || this.mode === "screen" || (this.mode === "bots" && isFirst);
      this.seats.push(isPerson ? null : bot);
    }
    this.seats.length = this.players;
    this.list.replaceChildren(...this.seats.map((_, seat) => this.seat(seat)));
  }

  count() {
    const most = GAMES[this.game].most;
    if (most === 2) return null;
    const select = /** @type {HTMLSelectElement} */ (h("select", {
      id: "players",
      onchange: () => { this.players = Number(select.value); this.fit(); },
    }, Array.from({ length: most - 1 }, (_, at) => h("option", { value: at + 2 }, t("players", { count: at + 2 })))));
    return h("div", { class: "field" }, h("label", { for: "players" }, t("how-many")), select);
  }

  /** @param {number} seat */
  seat(seat) {
    const id = `seat-${seat}`;
    if (seat === 0 && this.mode !== "watch" && this.mode !== "screen") {
      return h("li", {}, h("span", { class: "field" }, settings.name || t("you")));
    }
    const isFixed = this.mode === "screen" && seat === 0;
    const values = this.mode === "bots" || this.mode === "watch" ? BOTS : ["", ...BOTS];
    const select = /** @type {HTMLSelectElement} */ (h("select", {
      id, onchange: () => { this.seats[seat] = select.value || null; this.fit(); },
    }, values.map((one) => h("option", { value: one, selected: one === (this.seats[seat] ?? "") },
      one ? botName(one) : t(this.mode === "screen" ? "person-here" : "friend")))));
    const name = this.mode === "screen" && this.seats[seat] === null ? this.nameField(seat) : null;
    return h("li", {}, h("span", { class: "field" },
      isFixed ? null : [h("label", { for: id, class: "unseen" }, t("seat", { number: seat + 1 })), select], name));
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

  options() {
    const { ticks, number } = GAMES[this.game];
    const [name, usual, values] = number;
    return h("details", {}, h("summary", {}, t("options")),
      h("div", { class: "field" }, h("label", { for: name }, t(`option.${name}`)),
        h("select", { id: name, name }, values.map((one) =>
          h("option", { value: one, selected: one === usual }, t("points", { count: one }))))),
      ticks.map((one) => h("div", { class: "field tick" },
        h("input", { type: "checkbox", id: one, name: one, "aria-describedby": `${one}-about` }),
        h("label", { for: one }, t(`option.${one}`)),
        h("p", { class: "soft", id: `${one}-about` }, t(`option.${one}.about`)))),
      this.mode === "friends" ? this.company() : null);
  }

  company() {
    return [
      h("div", { class: "field" }, h("label", { for: "clock" }, t("clock")),
        h("select", { id: "clock", name: "clock" }, Object.keys(CLOCKS).map((one) => h("option", { value: one }, t(`clock.${one}`))))),
      h("div", { class: "field tick" }, h("input", { type: "checkbox", id: "hints", name: "hints" }),
        h("label", { for: "hints" }, t("allow-hints")), h("p", { class: "soft" }, t("allow-hints.about"))),
      h("div", { class: "field tick" }, h("input", { type: "checkbox", id: "open-table", name: "open" }),
        h("label", { for: "open-table" }, t("open-table")), h("p", { class: "soft" }, t("open-table.about"))),
    ];
  }

  /** @param {Event} event */
  async make(event) {
    event.preventDefault();
    const given = new FormData(/** @type {HTMLFormElement} */ (this.form));
    const { ticks, number } = GAMES[this.game];
    /** @type {Record<string, boolean | number>} */
    const options = {};
    if (Number(given.get(number[0])) !== number[1]) options[number[0]] = Number(given.get(number[0]));
    for (const one of ticks) if (given.has(one)) options[one] = true;
    const names = this.seats.flatMap((bot, seat) => (bot === null ? [this.names[seat] ?? ""] : []));
    await attempt(() => createTable({
      game: this.game, mode: this.mode, seats: this.seats, options, names: this.mode === "screen" ? names : undefined,
      open: given.has("open"), hints: given.has("hints"), clock: CLOCKS[String(given.get("clock") ?? "none")],
    }));
  }
}
