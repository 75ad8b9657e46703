/** The bots offered as opponents, and how the page names and shows them. */

import { hasText, t } from "../app/i18n.js";
import { OPPONENTS } from "../app/router.js";

/** From the weakest to the strongest. */
export const BOTS = OPPONENTS;

/** @param {string} bot */
export function botName(bot) {
  return hasText(`bot.${bot}`) ? t(`bot.${bot}`) : bot;
}

/** The symbol of a bot, or of a person (null). @param {string | null} bot */
export function portraitOf(bot) {
  if (bot === null) return { id: "icon-person", box: "0 0 24 24" };
  return BOTS.includes(bot) ? { id: `bot-${bot}`, box: "0 0 64 64" } : { id: "icon-bot", box: "0 0 24 24" };
}
