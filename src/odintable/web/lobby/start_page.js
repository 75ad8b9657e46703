/** The start page: the opponents, the games with all ways to play them, and lists of tables. */

import * as api from "../server/api.js";
import { tryRequest } from "../server/try_request.js";
import { button, h, icon, poster } from "../ui/dom.js";
import { createTable } from "./create_table.js";
import { showSavedTables, showOpenTables } from "./table_lists.js";
import { changeSetting, settings } from "../app/settings.js";
import { GAMES, OPPONENTS } from "../app/embedded_data.js";
import { t } from "../app/i18n.js";
import { botName, portrait } from "./bot_names_and_portraits.js";

/** @returns {import("../app/main.js").Page} */
export function openPage() {
  const mine = h("section", { class: "table-list", "aria-labelledby": "mine", hidden: true });
  const open = h("section", { class: "table-list", "aria-labelledby": "open", hidden: true });
  const opponents = opponentChoice(() => {
    for (const one of element.querySelectorAll(".go")) one.replaceChildren(quickGameText());
  });
  const element = h("div", { class: "start" },
    h("h1", { class: "visually-hidden" }, t("title")),
    opponents,
    h("div", { class: "posters" }, GAMES.map(gameCard)),
    mine, open,
    h("p", { class: "load-link" }, h("a", { href: "/replay", "data-go": true }, t("replay.load"))),
    h("footer", { class: "soft" }, t("unofficial"), " ", h("a", { href: "/privacy", "data-go": true }, t("privacy"))));
  showSavedTables(mine);
  showOpenTables(open);
  return { element, title: "" };
}

function quickGameText() {
  return t("play-against", { name: botName(OPPONENTS[settings.level - 1]) });
}

/** @param {string} game */
function gameCard(game) {
  /** @param {string} id of the icon @param {string} mode */
  const way = (id, mode) =>
    button({ class: "way", onclick: () => openSetup(game, mode) },
      icon(id), h("span", {}, t(`mode.${mode}`)));
  return h("article", { class: `poster-card ${game}`, "aria-labelledby": `${game}-name` },
    poster(game),
    h("div", { class: "inside" },
      h("h2", { id: `${game}-name` }, t(`game.${game}`)),
      h("p", {}, t(`game.${game}.about`)),
      button({ class: "main go", onclick: () => startQuickGame(game) }, quickGameText()),
      h("div", { class: "ways", role: "group", "aria-label": t("other-ways", { game: t(`game.${game}`) }) },
        way("icon-bot", "bots"), way("icon-people", "friends"), way("icon-person", "screen"), way("icon-eye", "watch")),
      h("a", { class: "learn", href: `/learn/${game}`, "data-go": true, "aria-describedby": `${game}-name` },
        icon("icon-learn"), h("span", {}, t("tutorial.learn")))));
}

/** @type {Promise<import("../app/message_types.js").GameResponse[]> | null} */
let games = null;

/** The games with their options, requested once. */
function loadGames() {
  games ??= api.games().catch((error) => {
    games = null;
    throw error;
  });
  return games;
}

/** Load the setup dialog and the game's options at the same time, and open it. @param {string} game @param {string} mode */
async function openSetup(game, mode) {
  await tryRequest(async () => {
    const [dialog, all] = await Promise.all([api.asApiError(import("./setup_dialog.js")), loadGames()]);
    const found = all.find((one) => one.game === game);
    const isTooLate = !document.querySelector(".start") || document.querySelector("dialog[open]"); // the player did something else
    if (found && !isTooLate) dialog.openSetupDialog(found, mode);
  });
}

/** @param {string} game */
async function startQuickGame(game) {
  await tryRequest(() => createTable({ game, mode: "bots", seats: [null, OPPONENTS[settings.level - 1]], options: {} }));
}

/**
 * The opponents, of which one is selected.
 * @param {() => void} onChange
 */
function opponentChoice(onChange) {
  // Only the selected opponent is described to the eye; screen readers get the words with each.
  const description = h("p", { class: "character soft", "aria-hidden": "true" });
  const describe = () => { description.textContent = t(`bot.${OPPONENTS[settings.level - 1]}.about`); };
  describe();
  const row = OPPONENTS.map((bot, at) => {
    const id = `level-${at + 1}`;
    const input = h("input", {
      type: "radio", name: "level", id, value: at + 1, checked: settings.level === at + 1,
      onchange: () => { changeSetting("level", at + 1); describe(); onChange(); },
    });
    return h("div", { class: "opponent" }, input,
      h("label", { for: id },
        portrait(bot),
        h("span", { class: "who" }, botName(bot),
          h("span", { class: "level" }, h("span", { "aria-hidden": "true" }, "◆".repeat(at + 1) + "◇".repeat(OPPONENTS.length - 1 - at)),
            h("span", { class: "visually-hidden" }, t("level", { level: at + 1 })))),
        h("span", { class: "visually-hidden" }, t(`bot.${bot}.about`))));
  });
  return h("fieldset", { class: "opponents" }, h("legend", {}, t("opponent")), h("div", { class: "row" }, row), description);
}
