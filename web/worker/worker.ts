/**
 * The service worker: keeps the files of the page, so that it starts without a connection. It answers for
 * these files only; what the API answers is kept by the page itself, for each account.
 */
import { fileOf, isNeeded, isPage, namesOnly, withoutOld } from "./files.ts";

declare const self: ServiceWorkerGlobalScope;
/** Of this build: the files but the page itself, relative to its folder, and a hash of all of them. */
declare const kithFiles: string[];
declare const kithVersion: string;

const folder = self.registration.scope;
const prefix = `kith-page:${folder}:`;
const own = prefix + kithVersion;
const known = new Set(kithFiles);
const hashed = (name: string) => name.startsWith("assets/");

/** How long the page is waited for, in milliseconds, before the one that is kept is shown. */
const longestWait = 3000;

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    if (isPage(request.url, folder)) event.respondWith(answerPage(event));
    return;
  }
  const name = fileOf(request.url, folder);
  if (name !== undefined && (known.has(name) || hashed(name))) {
    event.respondWith(answerFile(request, name));
  }
});

/** What Kith sends to this browser: see functions/kith/notices/push.ts. */
interface PushedMessage {
  title: string;
  text: string;
  path: string;
  topic: string;
}

self.addEventListener("push", (event) => {
  if (!event.data) return;
  const { title, text, path, topic } = event.data.json() as PushedMessage;
  // One of the same topic is replaced.
  const options = { body: text, tag: topic, data: path, icon: "icons/icon-192.png" };
  event.waitUntil(self.registration.showNotification(title, options));
});

// The page tells Kith of the new one when it is next opened: this worker has no access to the account.
self.addEventListener("pushsubscriptionchange", (event) => {
  const { oldSubscription } = event as PushSubscriptionChangeEvent;
  if (oldSubscription) {
    event.waitUntil(self.registration.pushManager.subscribe(oldSubscription.options));
  }
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openAt(new URL(event.notification.data, folder).href));
});

/** Shows a page that is open already, or another one. */
async function openAt(url: string): Promise<void> {
  const [open] = await self.clients.matchAll({ type: "window" });
  if (!open) return void await self.clients.openWindow(url);
  await open.focus();
  await open.navigate(url);
}

/** All files that this browser needs, or none: with a page of another version nothing is installed, and the browser tries again. */
async function install(): Promise<void> {
  const page = await fetch(folder, { cache: "no-cache" });
  if (!await keepPage(page)) throw new Error("The page is of another version.");
  const needed = kithFiles.filter((name) => isNeeded(name, navigator.languages));
  const requests = needed.map((name) =>
    new Request(new URL(name, folder), { cache: hashed(name) ? "default" : "no-cache" })
  );
  await (await caches.open(own)).addAll(requests);
  // Pages that are open find the files of their version in its cache, which stays until the version after this one.
  await self.skipWaiting();
}

async function activate(): Promise<void> {
  for (const name of withoutOld(await caches.keys(), prefix, own)) await caches.delete(name);
  await self.clients.claim();
  const message = { kithFiles };
  for (const client of await self.clients.matchAll()) client.postMessage(message);
}

/** Keeps a page of this version, with the settings that it has now; false for any other answer. */
async function keepPage(page: Response): Promise<boolean> {
  if (!page.ok || page.redirected || !namesOnly(await page.clone().text(), known)) return false;
  await (await caches.open(own)).put(folder, page);
  return true;
}

/**
 * The page as the host has it, so that its settings are never old. The one that is kept stands in where that takes too
 * long or fails; any other answer is the host's word, and without a page there is nothing to keep any more.
 */
async function answerPage(event: FetchEvent): Promise<Response> {
  // Not `open`, which would make the cache anew.
  const kept = () => caches.match(folder, { cacheName: own });
  const fetched = fetch(event.request).then(async (page) => {
    if (page.status >= 500) return await kept() ?? page;
    if (page.status === 404 || page.status === 410) event.waitUntil(leave());
    if (!page.ok) return page;
    const copy = page.clone();
    event.waitUntil(keepPage(copy).catch(() => false));
    return page;
  });
  event.waitUntil(fetched.catch(() => {}));
  const late = new Promise<void>((resolve) => setTimeout(resolve, longestWait)).then(kept);
  try {
    return await Promise.race([fetched, late]) ?? await fetched;
  } catch (error) {
    const page = await kept();
    if (page) return page;
    throw error;
  }
}

/** Leaves the browser as it was before the page was there. */
async function leave(): Promise<void> {
  await self.registration.unregister();
  for (const name of await caches.keys()) if (name.startsWith(prefix)) await caches.delete(name);
}

/** A file of this version, or of an older one for a page that is still open. */
async function answerFile(request: Request, name: string): Promise<Response> {
  const file = await caches.match(new URL(name, folder), { cacheName: own });
  if (file) return file;
  for (const cache of await caches.keys()) {
    if (!cache.startsWith(prefix)) continue;
    const older = await (await caches.open(cache)).match(new URL(name, folder));
    if (older) return older;
  }
  return await fetch(request);
}
