/**
 * The service worker: stores this version of the page for use without a network. The HTML always comes
 * from the network if possible and names the files of its own version, so a connected visitor never
 * sees an old version.
 */

const VERSION = "%VERSION%";
// Name, media type and length in bytes of every file, in the order in which the archive holds them.
const FILES = /** @type {any} */ (["%FILES%"]);
const ROOT = `/v/${VERSION}/`;
const CACHE = `odintable-${VERSION}`;
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(storeFiles()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || pathname.startsWith("/api/")) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (pathname.startsWith(ROOT)) event.respondWith(file(request));
});

worker.addEventListener("notificationclick", (/** @type {any} */ event) => event.waitUntil(focusTable(event.notification)));

/** Close a notification and bring a table page to the front. @param {any} notification */
async function focusTable(notification) {
  notification.close();
  const pages = await worker.clients.matchAll({ type: "window" });
  await (pages.find((/** @type {any} */ one) => one.url.includes("/table/")) ?? pages[0])?.focus();
}

/** Store all files, which come in one response. */
async function storeFiles() {
  const index = await fetch("/", { cache: "no-cache" });
  if (!(await index.clone().text()).includes(ROOT)) throw new Error("the server has a newer version of the page");
  const archive = await fetch(`${ROOT}all_files`, /** @type {any} */ ({ priority: "low", cache: "no-store" }));
  if (!archive.ok) throw new Error(`the files could not be loaded: status ${archive.status}`);
  const bytes = await archive.arrayBuffer();
  const cache = await caches.open(CACHE);
  let start = 0;
  for (const [name, type, length] of FILES) {
    await cache.put(ROOT + name, new Response(bytes.slice(start, start + length), { headers: { "content-type": type } }));
    start += length;
  }
  await cache.put("/", index);
  await worker.skipWaiting();
}

/** Delete the caches of other versions and control all open pages. */
async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("odintable-") && name !== CACHE).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** The HTML of any page. @param {Request} request */
async function page(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match("/", { cacheName: CACHE })) ?? Response.error();
  }
}

/** A file of this version, which never changes. @param {Request} request */
async function file(request) {
  return (await caches.match(request.url, { cacheName: CACHE })) ?? fetch(request);
}
