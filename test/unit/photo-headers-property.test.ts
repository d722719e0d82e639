import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isImage, readDimensions } from "../../functions/kith/contacts/photos/image.ts";
import { picture, pictures } from "../support/photos.ts";
import { count } from "../support/tier.ts";

const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));
const little = (value: number, bytes: number) =>
  Array.from({ length: bytes }, (_, index) => Math.floor(value / 256 ** index) % 256);
const big = (value: number, bytes: number) => little(value, bytes).reverse();

/** A segment of a JPEG file: its marker, its length and this many zeros. */
const segment = (marker: number, length: number) => [
  0xff,
  marker,
  ...big(length + 2, 2),
  ...new Array<number>(length).fill(0),
];

/** A JPEG file up to its frame header, after these segments. */
const jpeg = (width: number, height: number, before: number[] = [], frame = 0xc0) =>
  Uint8Array.from([
    ...[0xff, 0xd8, ...before, 0xff, frame, 0, 17, 8],
    ...[...big(height, 2), ...big(width, 2), 3],
    ...new Array<number>(9).fill(1),
  ]);

const png = (width: number, height: number, length = 13) =>
  Uint8Array.from([
    ...[0x89, ...ascii("PNG\r\n\x1a\n"), ...big(length, 4), ...ascii("IHDR")],
    ...[...big(width, 4), ...big(height, 4), 8, 6, 0, 0, 0, 0, 0, 0, 0],
  ]);

/** A WebP file of one chunk. */
const webp = (name: string, chunk: number[], riffLength = 12 + chunk.length) =>
  Uint8Array.from([
    ...[...ascii("RIFF"), ...little(riffLength, 4), ...ascii("WEBP")],
    ...[...ascii(name), ...little(chunk.length, 4), ...chunk],
  ]);

const lossy = (width: number, height: number) =>
  webp("VP8 ", [0x10, 0, 0, 0x9d, 0x01, 0x2a, ...little(width, 2), ...little(height, 2)]);

const lossless = (width: number, height: number, version = 0) =>
  webp("VP8L", [0x2f, ...little(width - 1 + (height - 1) * 2 ** 14 + version * 2 ** 29, 4), 0]);

const extended = (width: number, height: number) =>
  webp("VP8X", [0, 0, 0, 0, ...little(width - 1, 3), ...little(height - 1, 3)]);

const formats = { jpeg, png, lossy, lossless, extended };
const read = (bytes: Uint8Array) => readDimensions(bytes, bytes.length);

describe("the dimensions of a picture", () => {
  it.each([
    ["camera.jpg", 64, 48],
    ["progressive.jpeg", 64, 48],
    ["picture.png", 64, 48],
    ["lossy.webp", 64, 48],
    ["lossless.webp", 64, 48],
    ["extended.webp", 64, 48],
  ])("are read as an encoder wrote them: %s", (file, width, height) => {
    expect(read(picture(file))).toEqual({ width, height });
  });

  it.each(Object.entries(formats))("are read from any header of the format: %s", (_, make) => {
    const side = fc.integer({ min: 1, max: 16_383 });
    fc.assert(fc.property(side, side, (width, height) => {
      expect(read(make(width, height))).toEqual({ width, height });
    }));
  });

  it("are found behind all segments that a JPEG file may begin with", () => {
    const markers = [0xc4, 0xcc, 0xdb, 0xdd, 0xfe, 0xe0, 0xe1, 0xe2, 0xed, 0xef];
    const segments = fc.array(
      fc.tuple(fc.constantFrom(...markers), fc.nat(3000), fc.nat(3)),
      { maxLength: 20 },
    );
    fc.assert(fc.property(segments, fc.constantFrom(0xc0, 0xc1, 0xc2, 0xc9), (list, frame) => {
      const before = list.flatMap(([marker, length, fill]) => [
        ...new Array<number>(fill).fill(0xff),
        ...segment(marker, length),
      ]);
      expect(read(jpeg(7, 5, before, frame))).toEqual({ width: 7, height: 5 });
    }));
  });

  it("are unknown while the bytes may be the beginning of a picture", () => {
    for (
      const bytes of [...pictures.map(({ file }) => picture(file)), jpeg(3, 4, segment(0xe1, 9))]
    ) {
      const whole = read(bytes);
      const known = [...bytes.keys()].map((length) =>
        readDimensions(bytes.subarray(0, length), bytes.length)
      );
      const first = known.findIndex((found) => found !== undefined);
      expect(first).toBeGreaterThan(10);
      for (const found of known.slice(first)) expect(found).toEqual(whole);
    }
  });
});

describe("a file that is not a picture", () => {
  const bytes = (...list: number[]) => Uint8Array.from([...list, ...new Array<number>(40).fill(0)]);
  const text = (content: string) => new TextEncoder().encode(content.padEnd(60));

  it.each<[string, Uint8Array]>([
    [
      "HTML behind the first bytes of a JPEG file",
      Uint8Array.from([0xff, 0xd8, 0xff, ...text("<script>")]),
    ],
    [
      "HTML behind the signature of a PNG file",
      Uint8Array.from([...png(1, 1).subarray(0, 8), ...text("<p>")]),
    ],
    ["HTML in a RIFF file", webp("VP8 ", [...text("<script>")])],
    ["a frame somewhere in other bytes", Uint8Array.from([0xff, 0xd8, 1, 2, ...jpeg(3, 4)])],
    ["a JPEG file whose image comes before its frame", jpeg(3, 4, segment(0xda, 9))],
    ["a JPEG file that ends before its frame", jpeg(3, 4, [0xff, 0xd9])],
    ["a JPEG segment of an impossible length", jpeg(3, 4, [0xff, 0xe1, 0, 1])],
    [
      "a JPEG frame of an impossible length",
      bytes(0xff, 0xd8, 0xff, 0xc0, 0, 16, 8, 0, 3, 0, 4, 3),
    ],
    ["a PNG header of another length", png(3, 4, 14)],
    ["a WebP file that has broken off", lossy(3, 4).subarray(0, -1)],
    [
      "a WebP chunk that is longer than its file",
      webp("VP8X", extended(3, 4).subarray(20) as never, 20),
    ],
    [
      "a lossy WebP file that does not begin with a key frame",
      webp("VP8 ", [1, 0, 0, 0x9d, 1, 0x2a, 3, 0, 4, 0]),
    ],
    ["a lossless WebP file of another version", lossless(3, 4, 1)],
    ["a WebP file of an unknown chunk", webp("ALPH", new Array<number>(20).fill(0))],
    ["a GIF file", text("GIF89a\x01\x00\x01\x00\x00\x00\x00;")],
    ["an SVG file", text('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ["a sound", text("RIFF\x24\x00\x00\x00WAVEfmt ")],
  ])("has no dimensions: %s", (_, file) => {
    expect(isImage(file, file.length)).toBe(false);
  });

  it("the file is recognized without an exception, damaged pictures included, and more bytes never change the result", () => {
    const damaged = fc.tuple(
      fc.constantFrom(
        ...pictures.map(({ file }) => picture(file)),
        ...Object.values(formats).map((make) => make(9, 9)),
      ),
      fc.array(fc.tuple(fc.nat(60), fc.nat(255)), { maxLength: 6 }),
    ).map(([whole, changes]) => {
      const changed = Uint8Array.from(whole);
      for (const [at, value] of changes) changed[at] = value;
      return changed;
    });
    const start = fc.oneof(fc.uint8Array({ maxLength: 200 }), damaged);
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 50 }), (head, tail) => {
        const all = Uint8Array.from([...head, ...tail]);
        const [early, late] = [readDimensions(head, all.length), readDimensions(all, all.length)];
        if (early !== undefined) expect(late).toEqual(early);
      }),
      { numRuns: count({ quick: 500, thorough: 5000 }) },
    );
  });

  it("the file is recognized at once where it consists of tiny segments", () => {
    const tiny = Array.from({ length: 250_000 }, () => [0xff, 0xe0, 0, 2]).flat();
    const file = Uint8Array.from([0xff, 0xd8, ...tiny]);
    const began = performance.now();
    expect(readDimensions(file, file.length)).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});

describe("the limits of a picture", () => {
  it.each([
    [1, 1, true],
    [0, 1, false],
    [1, 0, false],
    [16_384, 3_051, true],
    [16_384, 3_052, false],
    [16_385, 1, false],
    [1, 16_385, false],
    [65_535, 65_535, false],
  ])("%s × %s pixels: %s", (width, height, allowed) => {
    for (const file of [jpeg(width, height), png(width, height)]) {
      expect(isImage(file, file.length)).toBe(allowed);
    }
  });

  it("include its size in bytes", () => {
    expect(isImage(png(1, 1), 5_242_880)).toBe(true);
    expect(isImage(png(1, 1), 5_242_881)).toBe(false);
  });
});
