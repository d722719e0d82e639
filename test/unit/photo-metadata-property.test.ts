import fc from "fast-check";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { withoutMetadata } from "../../functions/kith/contacts/photos/metadata.ts";
import { isImage } from "../../functions/kith/contacts/photos/image.ts";
import { picture, pictures } from "../support/photos.ts";
import { count } from "../support/tier.ts";

const letters = (text: string) => [...new TextEncoder().encode(text)];
const big = (value: number, bytes: number) =>
  Array.from({ length: bytes }, (_, n) => Math.floor(value / 256 ** (bytes - 1 - n)) % 256);
const little = (value: number, bytes: number) => big(value, bytes).reverse();
const secret = "SECRET 52.5200 13.4050";
const join = (...parts: ArrayLike<number>[]) =>
  Uint8Array.from(parts.flatMap((part) => [...Array.from(part)]));
const has = (bytes: Uint8Array, text: string) => Buffer.from(bytes).includes(text);

/** EXIF with an orientation among other entries, in either byte order. */
function exif(orientation: number, isLittle: boolean): number[] {
  const number = isLittle ? little : big;
  const entry = (tag: number, type: number, amount: number, value: number[]) => [
    ...number(tag, 2),
    ...number(type, 2),
    ...number(amount, 4),
    ...value,
  ];
  return [
    ...letters(isLittle ? "II" : "MM"),
    ...number(42, 2),
    ...number(8, 4),
    ...number(2, 2),
    ...entry(0x010f, 2, secret.length, number(38, 4)),
    ...entry(0x0112, 3, 1, [...number(orientation, 2), 0, 0]),
    ...number(0, 4),
    ...letters(secret),
  ];
}

const segment = (
  marker: number,
  data: number[],
) => [0xff, marker, ...big(data.length + 2, 2), ...data];
const pngChunk = (name: string, data: number[]) => [
  ...big(data.length, 4),
  ...letters(name),
  ...data,
  ...[0, 0, 0, 0],
];
const webpChunk = (name: string, data: number[]) => [
  ...letters(name),
  ...little(data.length, 4),
  ...data,
  ...(data.length % 2 ? [0] : []),
];

const clean = Object.fromEntries(
  pictures.map(({ file }) => [file, withoutMetadata(picture(file))]),
);
const jpeg = clean["progressive.jpeg"]!;
const png = clean["picture.png"]!;
/** Its EXIF, which is last, says an orientation. */
const rotated = clean["extended.webp"]!;
const webp = withLength(rotated.slice(0, -34));
webp[20]! &= ~0x08;

function withLength(file: Uint8Array): Uint8Array {
  new DataView(file.buffer).setUint32(4, file.length - 8, true);
  return file;
}

const inJpeg = (...segments: number[][]) =>
  join(jpeg.subarray(0, 2), ...segments, jpeg.subarray(2));
const inPng = (...chunks: number[][]) => join(png.subarray(0, 33), ...chunks, png.subarray(33));
const inWebp = (...chunks: number[][]) => withLength(join(webp, ...chunks));
const tagged = (value: number) => [...letters("Exif\0\0"), ...exif(value, true)];

describe("the metadata of a photo", () => {
  it.each(pictures)("the metadata is cut once from $what, and the pixels stay", ({ file }) => {
    const once = withoutMetadata(picture(file));
    expect(isImage(once, once.length)).toBe(true);
    expect(once.length).toBeLessThanOrEqual(picture(file).length);
    expect(withoutMetadata(once)).toBe(once);
  });

  it.each<[string, Uint8Array, Uint8Array]>([
    ["a comment", inJpeg(segment(0xfe, letters(secret))), jpeg],
    ["XMP", inJpeg(segment(0xe1, letters(`http://ns.adobe.com/xap/1.0/\0${secret}`))), jpeg],
    ["IPTC", inJpeg(segment(0xed, letters(`Photoshop 3.0\0${secret}`))), jpeg],
    ["upright EXIF", inJpeg(segment(0xe1, tagged(1))), jpeg],
    ["a list of pictures", inJpeg(segment(0xe2, letters(`MPF\0${secret}`))), jpeg],
    ["a thumbnail", inJpeg(segment(0xe0, letters(`JFXX\0\x10${secret}`))), jpeg],
    ["a film behind a JPEG", join(jpeg, letters(`....ftypmp42${secret}`)), jpeg],
    ["another JPEG behind it", join(jpeg, inJpeg(segment(0xfe, letters(secret)))), jpeg],
    [
      "PNG text",
      inPng(...["tEXt", "iTXt", "zTXt"].map((name) => pngChunk(name, letters(secret)))),
      png,
    ],
    ["the time of a PNG", inPng(pngChunk("tIME", letters("SECRET "))), png],
    ["upright EXIF of a PNG", inPng(pngChunk("eXIf", exif(1, false))), png],
    ["a chunk of its own", inPng(pngChunk("seCR", letters(secret))), png],
    ["what follows a PNG", join(png, letters(secret)), png],
    ["XMP of a WebP", inWebp(webpChunk("XMP ", letters(secret))), webp],
    ["upright EXIF of a WebP", inWebp(webpChunk("EXIF", tagged(1))), webp],
    ["an unknown chunk", inWebp(webpChunk("SECR", letters(secret))), webp],
    ["what follows a WebP", join(webp, letters(secret)), webp],
  ])("is cut: %s", (_, file, expected) => {
    expect(isImage(file, file.length)).toBe(true);
    expect(has(file, "SECRET")).toBe(true);
    expect(Buffer.from(withoutMetadata(file))).toEqual(Buffer.from(expected));
  });

  it("keeps the orientation of a JPEG, and nothing else of its EXIF", () => {
    for (const orientation of [2, 3, 4, 5, 6, 7, 8]) {
      for (const isLittle of [true, false]) {
        const data = [...letters("Exif\0\0"), ...exif(orientation, isLittle)];
        const cut = withoutMetadata(inJpeg(segment(0xe1, data), segment(0xe1, tagged(3))));
        expect(cut.length).toBe(jpeg.length + 36);
        expect([...cut.subarray(2, 12)]).toEqual([0xff, 0xe1, 0, 34, ...letters("Exif\0\0")]);
        expect(cut[31]).toBe(orientation);
        expect(has(cut, "SECRET")).toBe(false);
        expect(withoutMetadata(cut)).toBe(cut);
      }
    }
  });

  it("keeps the orientation of PNG and WebP", () => {
    const inside = withoutMetadata(inPng(pngChunk("eXIf", exif(6, true))));
    expect(inside.length).toBe(png.length + 38);
    expect(withoutMetadata(inside)).toBe(inside);
    const extended = withoutMetadata(inWebp(webpChunk("EXIF", tagged(8))));
    expect(extended.length).toBe(webp.length + 34);
    expect(extended[20]! & 0x0c).toBe(0x08);
    expect(withoutMetadata(extended)).toBe(extended);
    for (const cut of [inside, extended]) expect(has(cut, "SECRET")).toBe(false);
  });

  it("of a phone's picture is cut, with the place where it was taken", () => {
    const sample = new Uint8Array(
      readFileSync(new URL("../support/photos/gps.jpg", import.meta.url)),
    );
    const cut = withoutMetadata(sample);
    expect(Buffer.from(sample).readUInt16BE(0x22)).toBe(0x8825);
    expect(Buffer.from(cut).includes(Buffer.from([0x88, 0x25]))).toBe(false);
    // 148 bytes of EXIF with two markers become 32 with the orientation, which was 6.
    expect([cut.length, cut[31]]).toEqual([sample.length - 150 + 36, 6]);
    expect(Buffer.from(cut.subarray(38))).toEqual(Buffer.from(sample.subarray(152)));
  });

  it("the metadata is cut from any file in linear time, and a second cut finds nothing", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          ...pictures.map(({ file }) => picture(file)),
          inJpeg(segment(0xe1, tagged(6))),
        ),
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { maxLength: 8 }),
        fc.nat(),
        (file, changes, end) => {
          const broken = file.slice(0, Math.max(64, file.length - end % 200));
          for (const [at, byte] of changes) broken[30 + at % (broken.length - 30)] = byte;
          if (isImage(broken, broken.length) !== true) return;
          const once = withoutMetadata(broken);
          expect(once.length).toBeLessThanOrEqual(broken.length + 2);
          expect(withoutMetadata(once)).toBe(once);
        },
      ),
      { numRuns: count({ quick: 150, thorough: 20_000 }) },
    );
    for (
      const filler of [segment(0xfe, []), segment(0xdd, [0, 0]), segment(0xe1, letters("Exif\0"))]
    ) {
      const times = Math.floor(5_000_000 / filler.length);
      const file = new Uint8Array(jpeg.length + times * filler.length);
      file.set(jpeg.subarray(0, 2));
      for (let n = 0; n < times; n += 1) file.set(filler, 2 + n * filler.length);
      file.set(jpeg.subarray(2), 2 + times * filler.length);
      // A fifth of a second, where anything else than linear time would take hours.
      const start = performance.now();
      withoutMetadata(file);
      expect(performance.now() - start).toBeLessThan(30_000);
    }
  });
});
