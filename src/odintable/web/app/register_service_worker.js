/** The page is kept for times without a network, where the browser allows it. */

/** Whether this browser, at this address, keeps pages: plain http from elsewhere denies it. */
export function canWorkOffline() {
  return "serviceWorker" in navigator && isSecureContext;
}

/** Keep it, once there is nothing more urgent to do. */
export async function registerServiceWorker() {
  if (!canWorkOffline()) return;
  if (document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  await new Promise((resolve) => ("requestIdleCallback" in window ? requestIdleCallback(resolve, { timeout: 5000 }) : setTimeout(resolve, 1000)));
  await navigator.serviceWorker.register("/service_worker.js", { updateViaCache: "none" });
}
