/** Signs outside the page that it is one's turn: title, icon, and a notification if wanted. */

import { settings } from "./settings.js";
import { t } from "./text.js";

const MARK = "● ";

/** @param {boolean} isMine whose turn it is */
export function showTurn(isMine) {
  const plain = document.title.replace(MARK, "");
  document.title = isMine ? MARK + plain : plain;
  const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
  const wanted = isMine ? "favicon-turn.svg" : "favicon.svg";
  if (icon && !icon.href.endsWith(`/${wanted}`)) icon.href = icon.href.replace(/favicon[^/]*$/, wanted);
}

/** Tell who looks elsewhere. */
export function notify() {
  if (!settings.notify || !document.hidden || !mayNotify()) return;
  new Notification(t("title"), { body: t("your-turn"), tag: "turn" });
}

/** Whether this browser, at this address, shows notifications. */
export function canNotify() {
  return "Notification" in window && isSecureContext;
}

function mayNotify() {
  return canNotify() && Notification.permission === "granted";
}
