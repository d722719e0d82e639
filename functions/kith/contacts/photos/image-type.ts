import { readDimensions } from "./dimensions.ts";

/** Content type of the uploads of each extension. */
export const contentTypes = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
} as const;

/** Whether it is the content type of a JPEG, PNG or WebP file. */
export function isImageType(contentType: string): boolean {
  return Object.values<string>(contentTypes).includes(contentType);
}

/** Bytes a photo may have. The bucket has the same limit, but Storage does not enforce it on every upload. */
export const sizeLimit = 5_242_880;

/**
 * Bytes in which the dimensions have to be. Depth maps and color profiles, which may come before them in a JPEG file,
 * take some hundred kilobytes.
 */
export const headerLimit = 1_048_576;

/** Pixels of a photo: showing one takes four bytes of memory for each, however small the file is. */
const pixelLimit = 50_000_000;

/** Pixels of a side. */
const sideLimit = 16_384;

/**
 * Whether a file with these first bytes is a JPEG, PNG or WebP picture within the limits; undefined where that takes
 * more of them.
 */
export function isImage(start: Uint8Array, size: number): boolean | undefined {
  if (size > sizeLimit) return false;
  const found = readDimensions(start, size);
  if (!found) return found === null ? false : undefined;
  const { width, height } = found;
  return Math.min(width, height) >= 1 && Math.max(width, height) <= sideLimit &&
    width * height <= pixelLimit;
}
