/** Signs outside the page that it is one's turn: title, icon, and a notification if wanted. */

import { settings } from "../app/settings.js";
import { t } from "../app/i18n.js";

const MARK = "● ";

/** @param {boolean} isMine whose turn it is */
export function showTurn(isMine) {
  const plain = document.title.replace(MARK, "");
  document.title = isMine ? MARK + plain : plain;
  const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector("link[rel=icon]"));
  const wanted = isMine ? "favicon-turn.svg" : "favicon.svg";
  if (icon && !icon.href.endsWith(`/${wanted}`)) icon.href = icon.href.replace(/favicon[^/]*$/, wanted);
}

/** Tell who looks elsewhere. Phones let only the service worker do so. */
export async function notify() {
  if (!settings.notify || !document.hidden || notificationObstacle()) return;
  const told = { body: t("your-turn"), tag: "turn" };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) await worker.showNotification(t("title"), told);
  else new Notification(t("title"), told).onclick = () => window.focus();
}

/** @returns {string} why this browser, at this address, shows no notifications; empty: it does, or asks first */
export function notificationObstacle() {
  if (!isSecureContext) return t("notify.denied");
  if (!("Notification" in window)) return t("notify.unable");
  return Notification.permission === "denied" ? t("notify.refused") : "";
}

/** Have the browser ask. @returns {Promise<boolean>} whether it may */
export async function requestNotifications() {
  return await Notification.requestPermission() === "granted";
}
