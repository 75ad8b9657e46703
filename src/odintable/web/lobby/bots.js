/** The five opponents for people, the weakest first, and how they are called. */

import { has, t } from "../app/i18n.js";

export const BOTS = ["ask", "embla", "snorri", "gudrun", "mimir"];

/** @param {string} bot */
export function botName(bot) {
  return has(`bot.${bot}`) ? t(`bot.${bot}`) : bot;
}

/** @param {string | null} bot the symbol that shows it, or a person */
export function portraitOf(bot) {
  if (bot === null) return { id: "icon-person", box: "0 0 24 24" };
  return BOTS.includes(bot) ? { id: `bot-${bot}`, box: "0 0 64 64" } : { id: "icon-bot", box: "0 0 24 24" };
}
