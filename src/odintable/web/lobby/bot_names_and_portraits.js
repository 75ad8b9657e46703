/** The names and portraits of bots. */

import { hasText, t } from "../app/i18n.js";
import { OPPONENTS } from "../app/embedded_data.js";
import { picture } from "../ui/dom.js";

/** @param {string} bot */
export function botName(bot) {
  return hasText(`bot.${bot}`) ? t(`bot.${bot}`) : bot;
}

/** The portrait of a bot, or a symbol of a person (null). @param {string | null} bot */
export function portrait(bot) {
  if (bot !== null && OPPONENTS.includes(bot)) return picture("shared", `bot-${bot}`, "0 0 64 64", "portrait");
  return picture("shared", bot === null ? "icon-person" : "icon-bot", "0 0 24 24", "portrait");
}
