/** Headers of pictures made by hand, to vary what an encoder would not. */

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const little = (value: number, bytes: number) =>
  Array.from({ length: bytes }, (_, index) => Math.floor(value / 256 ** index) % 256);
const big = (value: number, bytes: number) => little(value, bytes).reverse();

/** A segment of a JPEG file: its marker, its length and this many zeros. */
export const segment = (marker: number, length: number) => [
  0xff,
  marker,
  ...big(length + 2, 2),
  ...new Array<number>(length).fill(0),
];

/** A JPEG file up to its frame header, after these segments. */
export const jpeg = (width: number, height: number, before: number[] = [], frame = 0xc0) =>
  Uint8Array.from([
    ...[0xff, 0xd8, ...before, 0xff, frame, 0, 17, 8],
    ...[...big(height, 2), ...big(width, 2), 3],
    ...new Array<number>(9).fill(1),
  ]);

export const png = (width: number, height: number, length = 13) =>
  Uint8Array.from([
    ...[0x89, ...ascii("PNG\r\n\x1a\n"), ...big(length, 4), ...ascii("IHDR")],
    ...[...big(width, 4), ...big(height, 4), 8, 6, 0, 0, 0, 0, 0, 0, 0],
  ]);

/** A WebP file of one chunk. */
export const webp = (name: string, chunk: number[], riffLength = 12 + chunk.length) =>
  Uint8Array.from([
    ...[...ascii("RIFF"), ...little(riffLength, 4), ...ascii("WEBP")],
    ...[...ascii(name), ...little(chunk.length, 4), ...chunk],
  ]);

export const lossy = (width: number, height: number) =>
  webp("VP8 ", [0x10, 0, 0, 0x9d, 0x01, 0x2a, ...little(width, 2), ...little(height, 2)]);

export const lossless = (width: number, height: number, version = 0) =>
  webp("VP8L", [0x2f, ...little(width - 1 + (height - 1) * 2 ** 14 + version * 2 ** 29, 4), 0]);

export const extended = (width: number, height: number) =>
  webp("VP8X", [0, 0, 0, 0, ...little(width - 1, 3), ...little(height - 1, 3)]);
