// What a photo may be: its formats, and its limits by the header.
import { photoLimit, pixelLimit, sideLimit } from "../../core/limits.ts";

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

/**
 * Whether a file with these first bytes is a JPEG, PNG or WebP picture within the limits; undefined where that takes
 * more of them.
 */
export function isImage(start: Uint8Array, size: number): boolean | undefined {
  if (size > photoLimit) return false;
  const found = readDimensions(start, size);
  if (!found) return found === null ? false : undefined;
  const { width, height } = found;
  return Math.min(width, height) >= 1 && Math.max(width, height) <= sideLimit &&
    width * height <= pixelLimit;
}

/** Width and height of a picture in pixels. */
interface Dimensions {
  width: number;
  height: number;
}

/**
 * Reads the dimensions from the header of a JPEG, PNG or WebP file, whatever the file is called: null where it is no
 * such file, undefined where more bytes are needed. It follows the structure and never searches for bytes, so that
 * other files with a picture's first bytes are no pictures.
 * @param start the first bytes of the file
 * @param size bytes of the whole file
 */
export function readDimensions(start: Uint8Array, size: number): Dimensions | null | undefined {
  const view = new DataView(start.buffer, start.byteOffset, start.byteLength);
  try {
    return readJpeg(view) ?? readPng(view) ?? readWebp(view, size) ?? null;
  } catch (error) {
    // A DataView throws where it is read beyond its end.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Markers of a frame's header (ITU-T T.81, table B.1): SOF0 to SOF15 without DHT, JPG and DAC. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Segments that may come before the frame's header: tables, restart interval, application data, comments. */
const isBeforeFrame = (marker: number) =>
  [0xc4, 0xcc, 0xdb, 0xdd, 0xfe].includes(marker) || (marker >= 0xe0 && marker <= 0xef);

function readJpeg(view: DataView): Dimensions | undefined {
  if (view.getUint16(0) !== 0xffd8) return undefined;
  let at = 2;
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      // Any number of these may fill the space before a marker.
      at += 1;
      continue;
    }
    const length = view.getUint16(at + 2);
    if (isFrame(marker)) {
      const components = view.getUint8(at + 9);
      if (components === 0 || length !== 8 + 3 * components) return undefined;
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    }
    if (!isBeforeFrame(marker) || length < 2) return undefined;
    at += 2 + length;
  }
  return undefined;
}

/** PNG (third edition), 5.2 and 11.2.1: the signature, then the chunk IHDR of 13 bytes. */
function readPng(view: DataView): Dimensions | undefined {
  const isPng = view.getUint32(0) === 0x89504e47 && view.getUint32(4) === 0x0d0a1a0a &&
    view.getUint32(8) === 13 && textAt(view, 12) === "IHDR";
  return isPng ? { width: view.getUint32(16), height: view.getUint32(20) } : undefined;
}

/** RFC 9649: a RIFF file whose first chunk is VP8, VP8L or VP8X. */
function readWebp(view: DataView, size: number): Dimensions | undefined {
  if (textAt(view, 0) !== "RIFF" || textAt(view, 8) !== "WEBP") return undefined;
  const riffLength = view.getUint32(4, true);
  const chunkLength = view.getUint32(16, true);
  // A file that is shorter than it says has broken off; after its end there may be other bytes.
  if (8 + riffLength > size || 12 + chunkLength > riffLength) return undefined;
  switch (textAt(view, 12)) {
    case "VP8 ": {
      // A key frame (RFC 6386, 9.1): the lowest bit of its tag is 0, then three fixed bytes.
      const isKeyFrame = (view.getUint8(20) & 1) === 0 && view.getUint8(23) === 0x9d &&
        view.getUint16(24) === 0x012a;
      if (!isKeyFrame) return undefined;
      return {
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    }
    case "VP8L": {
      // The signature, 14 bits each of width and height less one, one bit of transparency, three of the version.
      const bits = view.getUint32(21, true);
      if (view.getUint8(20) !== 0x2f || bits >>> 29 !== 0) return undefined;
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
    }
    case "VP8X":
      if (chunkLength !== 10) return undefined;
      return { width: 1 + uint24At(view, 24), height: 1 + uint24At(view, 27) };
    default:
      return undefined;
  }
}

const textAt = (view: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));

const uint24At = (view: DataView, at: number) =>
  view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
