/** Registers the service worker, which stores the page for use without a network. */

/** Whether the browser allows service workers here; it does not over http from another machine. */
export function canWorkOffline() {
  return "serviceWorker" in navigator && isSecureContext;
}

/** Register it once the page has loaded and the browser is idle. */
export async function registerServiceWorker() {
  if (!canWorkOffline()) return;
  if (document.readyState !== "complete") await new Promise((resolve) => addEventListener("load", resolve, { once: true }));
  await new Promise((resolve) => ("requestIdleCallback" in window ? requestIdleCallback(resolve, { timeout: 5000 }) : setTimeout(resolve, 1000)));
  await navigator.serviceWorker.register("/service_worker.js", { updateViaCache: "none" });
}
