// The smaller copy of a photo that address books get.
import { Buffer } from "node:buffer";
import { contentLine } from "../../core/content-lines.ts";
import { sha256 } from "../../core/sha256.ts";
import type { Arguments } from "../../core/database.ts";
import { isImage } from "./image.ts";
import { withoutMetadata } from "./metadata.ts";

/** Bytes of a picture that cards get unless a phone has sent it: thousands of them are in one answer. */
export const previewLimit = 16_384;

/**
 * What address books get of a picture.
 * @returns undefined for WebP, which they do not all know
 */
export function cardPhoto(bytes: Uint8Array): Arguments["cardPhoto"] {
  const type = bytes[0] === 0xff ? "JPEG" : bytes[0] === 0x89 ? "PNG" : undefined;
  if (!type) return undefined;
  const base64 = Buffer.from(bytes).toString("base64");
  return { digest: sha256(bytes), lines: contentLine(`PHOTO;ENCODING=b;TYPE=${type}:${base64}`) };
}

/** The same of a picture that was sent in base64; undefined where it is no JPEG or PNG, or too large. */
export function readPreview(base64: string): Arguments["cardPhoto"] {
  const bytes = new Uint8Array(Buffer.from(base64, "base64"));
  if (bytes.length > previewLimit || isImage(bytes, bytes.length) !== true) return undefined;
  return cardPhoto(withoutMetadata(bytes));
}
