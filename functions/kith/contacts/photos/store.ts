// The photos of contacts in Storage: links, uploads, copying and removing.
import type { Dependencies, PhotoStore, UploadLink } from "../../core/call.ts";
import { describeCause } from "../../core/trace.ts";
import { headerLimit, photoLimit } from "../../core/limits.ts";
import { isImage, isImageType } from "./image.ts";
import { withoutMetadata } from "./metadata.ts";
import { isServerError, type Storage, timeoutsMs } from "./storage.ts";

const bucket = "kith-photos";

/** Seconds that a signed URL to read is valid. */
const linkSeconds = 3600;

/** Objects removed in one call: Storage allows 1,000, but could not remove as many within the timeout. */
const removalBatch = 100;

/** Paths that `kith_private.photos_to_remove` returns at most. */
export const mostToRemove = 500;

/** How often an isolate sweeps without being asked. */
const sweepMs = 600_000;

/** Creates the photo store of one isolate; it keeps signed URLs in memory and nothing else. */
export function createPhotoStore(storage: Storage): PhotoStore {
  const links = createLinkCache(linkSeconds);
  let sweptAt = -Infinity;
  return {
    async sweep(dependencies, account = null, byClock = false) {
      if (account === null) sweptAt = performance.now();
      return await sweep(dependencies, account, byClock);
    },

    sweepSometimes(dependencies) {
      if (performance.now() < sweptAt + sweepMs) return;
      dependencies.waitUntil(dependencies.photos.sweep(dependencies));
    },

    signUpload: (path) => signUpload(storage, path),

    store: (path, contentType, bytes) =>
      storage.put(`${bucket}/${path}`, contentType, withoutMetadata(bytes)),

    async copy(from, to) {
      const body = { bucketId: bucket, sourceKey: from, destinationKey: to };
      return !(await storage.send("POST", "/object/copy", body, timeoutsMs.write)).isMissing;
    },

    async cleanPhoto(path) {
      try {
        return await cleanPhoto(storage, path);
      } catch (error) {
        // Where Storage keeps objects on S3 it answers 500 to a request for the first bytes of an empty one.
        if (await isEmptyAfter(error, storage, path)) return null;
        throw error;
      }
    },

    async signReads(paths) {
      const found = links.get(paths);
      const missing = paths.filter((path) => !found.has(path));
      if (missing.length === 0) return { links: found };
      try {
        const signed = await signReads(storage, missing);
        links.add(signed);
        return { links: new Map([...found, ...signed]) };
      } catch (error) {
        return { links: found, cause: error instanceof Error ? error.cause : error };
      }
    },

    async remove(paths) {
      for (let start = 0; start < paths.length; start += removalBatch) {
        const prefixes = paths.slice(start, start + removalBatch);
        await storage.send("DELETE", `/object/${bucket}`, { prefixes }, timeoutsMs.write);
      }
    },
  };
}

async function cleanPhoto(storage: Storage, path: string): Promise<Uint8Array | null> {
  const isPicture = (bytes: Uint8Array, size: number) =>
    isImage(bytes.subarray(0, headerLimit), size);
  const { contentType, size, start } = await storage.readStart(
    `/object/authenticated/${bucket}/${path}`,
    photoLimit,
    // No more than the header of what is no picture.
    (bytes, size) => !(isPicture(bytes, size) ?? bytes.length < headerLimit),
  );
  if (!isImageType(contentType) || isPicture(start, size) !== true) return null;
  const cleaned = withoutMetadata(start);
  if (cleaned !== start) await storage.put(`${bucket}/${path}`, contentType, cleaned);
  return cleaned;
}

/** Whether the error is a 500 of Storage and the object is empty. */
async function isEmptyAfter(error: unknown, storage: Storage, path: string): Promise<boolean> {
  return isServerError(error) && await storage.readSize(`${bucket}/${path}`) === 0;
}

async function signUpload(storage: Storage, path: string): Promise<UploadLink> {
  const route = `/object/upload/sign/${bucket}/${path}`;
  const { json } = await storage.send("POST", route, {}, timeoutsMs.read);
  const uploadUrl = storage.publicUrl + (json as { url: string }).url;
  const token = new URL(uploadUrl).searchParams.get("token") ?? "";
  return { uploadUrl, token, expiresAt: new Date(expiry(token) * 1000) };
}

/** `exp` of a token that Storage signed, in Unix seconds. */
function expiry(token: string): number {
  const payload = token.split(".")[1]!.replaceAll("-", "+").replaceAll("_", "/");
  return JSON.parse(atob(payload)).exp;
}

async function signReads(storage: Storage, paths: string[]): Promise<Map<string, string>> {
  const body = { paths, expiresIn: linkSeconds };
  const { json } = await storage.send("POST", `/object/sign/${bucket}`, body, timeoutsMs.read);
  const entries = json as { path: string; signedURL: string | null }[];
  return new Map(
    entries.flatMap(({ path, signedURL }) =>
      signedURL ? [[path, storage.publicUrl + signedURL] as const] : []
    ),
  );
}

/** URLs that are kept in memory; some 500 bytes each. */
const maxLinks = 5_000;

/**
 * Keeps signed URLs for the first half of the time they are valid.
 * @param validSeconds how long a URL is valid from when it is added
 */
export function createLinkCache(validSeconds: number, now: () => number = Date.now) {
  // In the order in which they were added, so that the first are the oldest.
  const known = new Map<string, { link: string; staleAt: number }>();
  return {
    /** The kept URLs, by path. */
    get(paths: string[]) {
      const found = new Map<string, string>();
      for (const path of paths) {
        const entry = known.get(path);
        if (entry && entry.staleAt > now()) found.set(path, entry.link);
      }
      return found;
    },
    /** Adds URLs that have just been signed. */
    add(links: Map<string, string>) {
      // 10 seconds earlier, for the time that signing took.
      const staleAt = now() + (validSeconds / 2 - 10) * 1000;
      for (const [path, link] of links) {
        known.delete(path);
        known.set(path, { link, staleAt });
      }
      for (const path of known.keys()) {
        if (known.size <= maxLinks) break;
        known.delete(path);
      }
    },
  };
}

/** Removes files that no row names: all of an account, or some of any. Returns how many. */
async function sweep(
  { database, photos, log }: Dependencies,
  account: string | null,
  byClock: boolean,
): Promise<number> {
  let removed = 0;
  try {
    let paths: string[];
    do {
      paths = await database.photosToRemove(account, byClock);
      await photos.remove(paths);
      removed += paths.length;
    } while (account !== null && paths.length === mostToRemove);
  } catch (error) {
    log({
      time: new Date().toISOString(),
      event: "photos_not_removed",
      cause: describeCause(error instanceof Error && error.cause ? error.cause : error),
    });
  }
  return removed;
}
