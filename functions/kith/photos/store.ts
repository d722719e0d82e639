import { isImage, isImageType, signatureLength } from "./image-type.ts";
import { createLinkCache } from "./link-cache.ts";
import { patience, type Storage } from "./storage.ts";

const bucket = "kith-photos";

/** Bytes that a photo may have; the bucket's limit, which Storage does not hold every upload to. */
const sizeLimit = 5_242_880;

/** Seconds that a signed URL to read lives. */
const linkLife = 3600;

/** Objects removed in one call: Storage takes a thousand, but they have to be gone before patience is. */
const removalBatch = 100;

export interface UploadLink {
  uploadUrl: string;
  token: string;
  expiresAt: Date;
}

/** Signed URLs by path, and why some are missing where Storage did not answer. */
export interface ReadLinks {
  links: Map<string, string>;
  cause?: unknown;
}

/** The photos' bytes. All methods but `signReads` throw Problem unavailable when Storage is away. */
export interface PhotoStore {
  /** An absolute URL to upload to, without any other credential. */
  signUpload(path: string): Promise<UploadLink>;
  /** Moves an object; false when there is none. */
  move(from: string, to: string): Promise<boolean>;
  /** Whether the object is an image of the right kind and size, by what it really is. */
  isPhoto(path: string): Promise<boolean>;
  /** Signed URLs to read; what does not exist is left out. At most one call; never rejects. */
  signReads(paths: string[]): Promise<ReadLinks>;
  /** Removes bytes; what does not exist counts as removed. */
  remove(paths: string[]): Promise<void>;
}

/** Makes the store of one isolate; what it remembers are signed URLs and nothing else. */
export function createPhotoStore(storage: Storage): PhotoStore {
  const links = createLinkCache(linkLife);
  return {
    signUpload: (path) => signUpload(storage, path),

    async move(from, to) {
      const body = { bucketId: bucket, sourceKey: from, destinationKey: to };
      return !(await storage.send("POST", "/object/move", body, patience.write)).isMissing;
    },

    async isPhoto(path) {
      const start = await storage.readStart(
        `/object/authenticated/${bucket}/${path}`,
        signatureLength,
      );
      return start.size <= sizeLimit && isImageType(start.contentType) && isImage(start.bytes);
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
        await storage.send("DELETE", `/object/${bucket}`, { prefixes }, patience.write);
      }
    },
  };
}

async function signUpload(storage: Storage, path: string): Promise<UploadLink> {
  const route = `/object/upload/sign/${bucket}/${path}`;
  const { json } = await storage.send("POST", route, {}, patience.read);
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
  const body = { paths, expiresIn: linkLife };
  const { json } = await storage.send("POST", `/object/sign/${bucket}`, body, patience.read);
  const entries = json as { path: string; signedURL: string | null }[];
  return new Map(
    entries.flatMap(({ path, signedURL }) =>
      signedURL ? [[path, storage.publicUrl + signedURL] as const] : []
    ),
  );
}
