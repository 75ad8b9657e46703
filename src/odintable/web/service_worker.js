/**
 * The service worker: keeps this version of the page for times without a network. The page itself is
 * always asked for first, and names the files of its own version; only those are taken from here, so
 * nothing old is ever shown to who is connected.
 */

const VERSION = "%VERSION%";
const FILES = /** @type {string[]} */ (["%FILES%"]);
const ROOT = `/v/${VERSION}/`;
const KEPT = `odintable-${VERSION}`;
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(takeOver()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (pathname.startsWith(ROOT)) event.respondWith(file(request));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => event.waitUntil(comeBack(event.notification)));

/** @param {any} notification whose table comes to the front again */
async function comeBack(notification) {
  notification.close();
  const pages = await worker.clients.matchAll({ type: "window" });
  await (pages.find((/** @type {any} */ one) => one.url.includes("/table/")) ?? pages[0])?.focus();
}

/** One file after the other, so that it is never in the way of a game. */
async function keep() {
  const index = await fetch("/", { cache: "no-cache" });
  if (!(await index.clone().text()).includes(ROOT)) throw new Error("the page has changed since");
  const kept = await caches.open(KEPT);
  for (const name of FILES) await kept.add(ROOT + name);
  await kept.put("/", index);
  await worker.skipWaiting();
}

/** What other versions kept is gone. */
async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("odintable-") && name !== KEPT).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** @param {Request} request the page, in any of its rooms */
async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match("/", { cacheName: KEPT })) ?? Response.error();
  }
}

/** @param {Request} request a file of this version, which never changes */
async function file(request) {
  return (await caches.match(request.url, { cacheName: KEPT })) ?? fetch(request);
}
