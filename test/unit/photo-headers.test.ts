import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDimensions } from "../../functions/kith/contacts/photos/dimensions.ts";
import { isImage } from "../../functions/kith/contacts/photos/image-type.ts";
import { extended, jpeg, lossless, lossy, png, segment, webp } from "../support/image-headers.ts";
import { picture, pictures } from "../support/photos.ts";

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

  it.each(Object.entries(formats))("are read whatever they are: %s", (_, make) => {
    const side = fc.integer({ min: 1, max: 16_383 });
    fc.assert(fc.property(side, side, (width, height) => {
      expect(read(make(width, height))).toEqual({ width, height });
    }));
  });

  it("are found behind whatever segments a JPEG file begins with", () => {
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

  it("wait for more bytes as long as those that there are may begin a picture, and no longer", () => {
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

describe("what is no picture", () => {
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
    ["a JPEG segment of a length that cannot be", jpeg(3, 4, [0xff, 0xe1, 0, 1])],
    [
      "a JPEG frame of a length that cannot be",
      bytes(0xff, 0xd8, 0xff, 0xc0, 0, 16, 8, 0, 3, 0, 4, 3),
    ],
    ["a PNG header of another length", png(3, 4, 14)],
    ["a WebP file that has broken off", lossy(3, 4).subarray(0, -1)],
    [
      "a WebP chunk that is longer than its file",
      webp("VP8X", extended(3, 4).subarray(20) as never, 20),
    ],
    [
      "a lossy WebP file that begins within a film",
      webp("VP8 ", [1, 0, 0, 0x9d, 1, 0x2a, 3, 0, 4, 0]),
    ],
    ["a lossless WebP file of another version", lossless(3, 4, 1)],
    ["a WebP file of an unknown chunk", webp("ALPH", new Array<number>(20).fill(0))],
    ["a sound", text("RIFF\x24\x00\x00\x00WAVEfmt ")],
  ])("has no dimensions: %s", (_, file) => {
    expect(isImage(file, file.length)).toBe(false);
  });

  it("is told by any bytes at all without a fault, also by damaged pictures, and the same with any more behind", () => {
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
      { numRuns: 5000 },
    );
  });

  it("is judged at once where a file is made of tiny segments", () => {
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

  it("is refused by its size before anything else", () => {
    expect(isImage(png(1, 1), 5_242_880)).toBe(true);
    expect(isImage(png(1, 1), 5_242_881)).toBe(false);
  });
});
