/** Shows outside the page that it is the player's turn: title, icon, and a notification if enabled. */

import { settings } from "../app/settings.js";
import { t } from "../app/i18n.js";

const MARK = "● ";

/** @param {boolean} isMine whether it is the player's turn */
export function showTurn(isMine) {
  const title = document.title.replace(MARK, "");
  document.title = isMine ? MARK + title : title;
  const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
  const wanted = isMine ? "favicon-turn.svg" : "favicon.svg";
  if (icon && !icon.href.endsWith(`/${wanted}`)) icon.href = icon.href.replace(/favicon[^/]*$/, wanted);
}

/** Notify a player who looks elsewhere. On phones only a service worker may do so. */
export async function notifyTurn() {
  if (!settings.notify || !document.hidden || notificationObstacle()) return;
  const options = { body: t("your-turn"), tag: "turn" };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) await worker.showNotification(t("title"), options);
  else new Notification(t("title"), options).onclick = () => window.focus();
}

/** @returns {string} why this browser shows no notifications at this address; empty: it does, or asks first */
export function notificationObstacle() {
  if (!isSecureContext) return t("notify.denied");
  if (!("Notification" in window)) return t("notify.unable");
  return Notification.permission === "denied" ? t("notify.refused") : "";
}

/** Ask for permission. @returns {Promise<boolean>} whether it was granted */
export async function requestNotifications() {
  return await Notification.requestPermission() === "granted";
}
