/** Lists on the start page: one's own games, and open tables. */

import * as api from "../server/api.js";
import { botName } from "./bots.js";
import { button, h } from "../ui/dom.js";
import { forget, tables } from "../app/saved_tables.js";
import { listed, t } from "../app/i18n.js";

const SHOWN = 8;
const FINISHED = 3; // of the games that can be looked at again

/** @param {HTMLElement} shelf */
export async function showSavedTables(shelf) {
  const looked = await Promise.all(tables().slice(0, SHOWN).map(async (kept) => {
    try {
      const token = kept.shared ? Object.values(kept.shared)[0] : undefined;
      return { kept, told: await api.look(kept.table, token) };
    } catch (error) {
      if (error instanceof api.ApiError && ["no-table", "no-link", "archived"].includes(error.code)) forget(kept.table);
      return null;
    }
  }));
  const found = looked.flatMap((one) => one ?? []);
  const isOver = (/** @type {{told: any}} */ one) => one.told.stage === "over";
  const shown = [...found.filter((one) => !isOver(one)), ...found.filter(isOver).slice(0, FINISHED)];
  if (!shown.length) return;
  shelf.hidden = false;
  if (!shown.every(isOver)) goFirst(shelf);
  shelf.replaceChildren(
    h("h2", { id: "mine" }, t("my-games")),
    h("ul", { class: "cards" }, shown.map(({ kept, told }) => {
      const who = others(told.seats, kept.shared ? -1 : told.you);
      const isMine = told.view && told.stage === "playing" && told.moves.length > 0;
      const hasEnded = told.stage === "over";
      const state = hasEnded ? t("replay.review") : told.stage === "waiting" ? t("waits") : isMine ? t("your-turn") : t("goes-on");
      return h("li", { class: isMine ? "turn" : "" },
        h("a", { href: `/${hasEnded ? "replay" : "table"}/${kept.table}`, "data-go": true },
          h("strong", {}, t(`game.${kept.game}`)), h("span", {}, t("with", { names: who })),
          h("span", { class: "state" }, state)),
        button({ class: "quiet", "aria-label": t("forget-game", { names: who }),
          onclick: (/** @type {Event} */ event) => {
            forget(kept.table);
            /** @type {Element} */ (event.currentTarget).closest("li")?.remove();
          } }, h("span", { "aria-hidden": "true" }, "×")));
    })));
}

/** Who has a game that goes on comes for that. @param {HTMLElement} shelf */
function goFirst(shelf) {
  shelf.classList.add("first");
  shelf.parentElement?.querySelector("h1")?.after(shelf);
}

/** @param {HTMLElement} shelf */
export async function showOpenTables(shelf) {
  const found = await api.tables().catch(() => []);
  if (!found.length) return;
  shelf.hidden = false;
  shelf.replaceChildren(
    h("h2", { id: "open" }, t("open-tables")),
    h("ul", { class: "cards" }, found.slice(0, SHOWN).map((one) =>
      h("li", {}, h("a", { href: `/table/${one.table}`, "data-go": true },
        h("strong", {}, t(`game.${one.game}`)),
        h("span", {}, t("with", { names: others(one.seats, -1) })),
        h("span", { class: "state" }, t("sit-down")))))));
}

/** @param {import("../app/types.js").SeatState[]} seats @param {number | string} me */
function others(seats, me) {
  const names = seats.map((one, seat) => {
    if (one.bot) return botName(one.bot);
    return one.taken ? one.name || t("player", { number: seat + 1 }) : t("free-seat");
  });
  return listed(names.filter((_, seat) => seat !== me));
}
