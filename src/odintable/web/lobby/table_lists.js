/** Lists of tables on the start page: the player's own, and open ones. */

import * as api from "../server/api.js";
import { botName } from "./bot_names_and_portraits.js";
import { button, h } from "../ui/dom.js";
import { askToConfirm } from "../ui/dialogs_and_notes.js";
import { removeTable, savedTables } from "../app/saved_tables.js";
import { formatList, t } from "../app/i18n.js";

const MAX_SHOWN = 8;
const MAX_FINISHED = 3;

/** @param {HTMLElement} section */
export async function showSavedTables(section) {
  const loaded = await Promise.all(savedTables().slice(0, MAX_SHOWN).map(async (saved) => {
    try {
      const token = saved.shared ? Object.values(saved.shared)[0] : undefined;
      return { saved, table: await api.getTable(saved.table, token) };
    } catch (error) {
      if (error instanceof api.ApiError && ["no-table", "no-access", "archived"].includes(error.code)) removeTable(saved.table);
      return null;
    }
  }));
  const found = loaded.flatMap((one) => one ?? []);
  const isOver = (/** @type {{table: any}} */ one) => one.table.stage === "over";
  const shown = [...found.filter((one) => !isOver(one)), ...found.filter(isOver).slice(0, MAX_FINISHED)];
  if (!shown.length) return;
  section.hidden = false;
  if (!shown.every(isOver)) moveToTop(section);
  section.replaceChildren(
    h("h2", { id: "mine" }, t("my-games")),
    h("ul", { class: "cards" }, shown.map(({ saved, table }) => {
      const opponents = others(table.seats, saved.shared ? -1 : table.you);
      const isMine = table.view && table.stage === "playing" && table.moves.length > 0;
      const hasEnded = table.stage === "over";
      const state = hasEnded ? t("replay.review") : table.stage === "waiting" ? t("waiting-for-players") : isMine ? t("your-turn") : t("waiting-for-others");
      return h("li", { class: isMine ? "turn" : "" },
        h("a", { href: `/${hasEnded ? "replay" : "table"}/${saved.table}`, "data-go": true },
          h("strong", {}, t(`game.${table.table.game}`)), h("span", {}, t("with", { names: opponents })),
          h("span", { class: "state" }, state)),
        button({ class: "quiet", "aria-label": t("forget-game", { names: opponents }),
          onclick: async (/** @type {Event} */ event) => {
            const item = /** @type {Element} */ (event.currentTarget).closest("li");
            if (!hasEnded && !await askToConfirm(t("forget-game.sure", { names: opponents }), t("forget-game.yes"))) return;
            removeTable(saved.table);
            item?.remove();
          } }, h("span", { "aria-hidden": "true" }, "×")));
    })));
}

/** Put the list first, because the player has a game that is not over. @param {HTMLElement} section */
function moveToTop(section) {
  section.classList.add("first");
  section.parentElement?.querySelector("h1")?.after(section);
}

/** @param {HTMLElement} section */
export async function showOpenTables(section) {
  const found = await api.tables().catch(() => []);
  if (!found.length) return;
  section.hidden = false;
  section.replaceChildren(
    h("h2", { id: "open" }, t("open-tables")),
    h("ul", { class: "cards" }, found.slice(0, MAX_SHOWN).map((one) =>
      h("li", {}, h("a", { href: `/table/${one.table}`, "data-go": true },
        h("strong", {}, t(`game.${one.game}`)),
        h("span", {}, t("with", { names: others(one.seats, -1) })),
        h("span", { class: "state" }, t("sit-down")))))));
}

/** @param {import("../app/message_types.js").SeatState[]} seats @param {number | string} me */
function others(seats, me) {
  const names = seats.map((one, seat) => {
    if (one.bot) return botName(one.bot);
    return one.taken ? one.name || t("player", { number: seat + 1 }) : t("free-seat");
  });
  return formatList(names.filter((_, seat) => seat !== me));
}
