import type { PhotoStore, UploadLink } from "../../core/photo-store.ts";
import { headerLimit, isImage, isImageType } from "./image-type.ts";
import { createLinkCache } from "./link-cache.ts";
import { isServerError, type Storage, timeoutsMs } from "./storage.ts";

const bucket = "kith-photos";

/** Seconds that a signed URL to read is valid. */
const linkSeconds = 3600;

/** Objects removed in one call: Storage allows 1,000, but could not remove as many within the timeout. */
const removalBatch = 100;

/** Creates the photo store of one isolate; it keeps signed URLs in memory and nothing else. */
export function createPhotoStore(storage: Storage): PhotoStore {
  const links = createLinkCache(linkSeconds);
  return {
    signUpload: (path) => signUpload(storage, path),

    store: (path, contentType, bytes) => storage.create(`${bucket}/${path}`, contentType, bytes),

    async move(from, to) {
      const body = { bucketId: bucket, sourceKey: from, destinationKey: to };
      try {
        return !(await storage.send("POST", "/object/move", body, timeoutsMs.write)).isMissing;
      } catch (error) {
        // Storage answers 500 where another move, at the same time, has taken the object away.
        if (await isSizeAfter(error, storage, from, null)) return false;
        throw error;
      }
    },

    async isPhoto(path) {
      try {
        return await hasPhoto(storage, path);
      } catch (error) {
        // Where Storage keeps objects on S3 it answers 500 to a request for the first bytes of an empty one.
        if (await isSizeAfter(error, storage, path, 0)) return false;
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

async function hasPhoto(storage: Storage, path: string): Promise<boolean> {
  const { contentType, size, start } = await storage.readStart(
    `/object/authenticated/${bucket}/${path}`,
    headerLimit,
    (bytes, size) => isImage(bytes, size) !== undefined,
  );
  return isImageType(contentType) && isImage(start, size) === true;
}

/** Whether the error is a 500 of Storage and the object has this size; null stands for an object that does not exist. */
async function isSizeAfter(
  error: unknown,
  storage: Storage,
  path: string,
  size: number | null,
): Promise<boolean> {
  return isServerError(error) && await storage.readSize(`${bucket}/${path}`) === size;
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
