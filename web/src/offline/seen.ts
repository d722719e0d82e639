/** What was seen last, kept for each account. */
import { apiUrl, projectUrl } from "../base/settings.ts";
import { isTooOld, textToKeep } from "./kept-answers.ts";

/**
 * What was seen last: answers of the API to GET, for reading without a connection. Each account has a cache of
 * its own, which is deleted when it signs out or another one signs in. The keys are addresses only: no
 * credential is kept with an answer.
 */
const prefix = `kith-seen:${new URL(projectUrl).host}:`;

/** Where everybody is kept for finding them: an address beside those of the API, which is never asked for. */
export const directoryUrl = `${apiUrl}/directory`;

/** The most answers that are kept; the oldest are dropped. */
const most = 200;

/** The header that says when an answer was received. */
export const seenAt = "x-kith-seen-at";

/** Absent where the page is not in a secure context. */
const store = (): CacheStorage | undefined => globalThis.caches;

/** How often something was erased: answers from before that are not kept after it. */
let erasures = 0;

/**
 * Begins to keep what is asked for now: the result keeps the answer to an account, which is one that is worth keeping.
 * It never fails, because it matters only later.
 * @param isSignedIn whether the account still is by then
 */
export function prepareToKeep(
  account: string,
  url: string,
  isSignedIn: () => boolean,
): (answer: Response) => Promise<void> {
  const before = erasures;
  return async (answer) => {
    try {
      if (!store()) return;
      const headers = new Headers({ "content-type": answer.headers.get("content-type")! });
      headers.set(seenAt, new Date().toISOString());
      // The client takes an answer without an id of the request for another service's.
      for (const name of ["etag", "x-request-id"]) {
        const value = answer.headers.get(name);
        if (value) headers.set(name, value);
      }
      const body = textToKeep(await answer.text());
      if (body === undefined) return;
      const cache = await caches.open(prefix + account);
      // Deleted first, so that it is the newest in the order of the keys.
      await cache.delete(url);
      await cache.put(url, new Response(body, { headers }));
      const keys = (await cache.keys()).filter((key) => key.url !== directoryUrl);
      for (const key of keys.slice(0, Math.max(0, keys.length - most))) await cache.delete(key);
      if (before !== erasures) await cache.delete(url);
      // The account may have signed out while this was written.
      if (!isSignedIn()) await caches.delete(prefix + account);
    } catch (error) {
      console.debug(error);
    }
  };
}

/** The answer that an account had last; undefined where there is none that is young enough. */
export async function seenAnswer(account: string, url: string): Promise<Response | undefined> {
  if (!store() || !await caches.has(prefix + account)) return undefined;
  const answer = await (await caches.open(prefix + account)).match(url);
  return answer && isTooOld(answer.headers.get(seenAt), Date.now()) ? undefined : answer;
}

/**
 * Deletes everything that was kept of an account, after something of it was deleted: lists of other resources may have
 * it too. Never fails.
 */
export async function forgetSeen(account: string): Promise<void> {
  erasures++;
  await store()?.delete(prefix + account).catch((error) => console.debug(error));
}

/** Deletes what was kept of all accounts. With an account, keeps what is young enough of that. */
export async function eraseSeen(except?: string): Promise<void> {
  if (!store()) return;
  for (const name of await caches.keys()) {
    if (name.startsWith(prefix) && name !== prefix + except) await caches.delete(name);
  }
  if (!except || !await caches.has(prefix + except)) return;
  const cache = await caches.open(prefix + except);
  for (const key of await cache.keys()) {
    const answer = await cache.match(key);
    if (isTooOld(answer?.headers.get(seenAt) ?? null, Date.now())) await cache.delete(key);
  }
}
