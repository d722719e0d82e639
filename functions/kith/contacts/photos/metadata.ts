// Cuts out of a picture what is not its pixels: EXIF but for the orientation, XMP, IPTC, comments, thumbnails, other pictures and
// films in the same file, and what follows its end. Nothing is decoded. It keeps what it knows of a format, and stops where the
// structure breaks off, so that nothing unknown is left. Time and memory are linear to the size of the file.

/** The picture without its metadata; the same array where it has none. Only for what {@link isImage} takes. */
export function withoutMetadata(file: Uint8Array): Uint8Array {
  const input = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const output = new Output(file);
  if (input.getUint16(0) === 0xffd8) copyJpeg(input, output);
  else if (input.getUint32(0) === 0x89504e47) copyPng(input, output);
  else copyWebp(input, output);
  const bytes = output.bytes();
  return sameBytes(bytes, file) ? file : bytes;
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/** What is kept of a file, as long as it at most, but for an orientation that is written anew. */
class Output {
  #bytes: Uint8Array;
  length = 0;

  constructor(private readonly file: Uint8Array) {
    this.#bytes = new Uint8Array(file.length + 64);
  }

  copy(start: number, end: number): void {
    this.add(this.file.subarray(start, end));
  }

  add(bytes: ArrayLike<number>): void {
    this.#bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  bytes = () => this.#bytes.subarray(0, this.length);

  view = () => new DataView(this.#bytes.buffer);
}

const nameAt = (view: DataView, at: number, length = 4) =>
  String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, length));

const lettersOf = (name: string) => [...name].map((letter) => letter.charCodeAt(0));

/**
 * EXIF with an orientation (tag 0x0112, one number of two bytes) and nothing else: a TIFF header and one entry. Null where the picture is
 * upright.
 */
function exifOf(orientation: number): number[] | null {
  if (orientation === 1) return null;
  return [
    ...[0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1],
    ...[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0],
  ];
}

/** The orientation that EXIF says; 1, upright, where it says none. */
function orientationOf(view: DataView, start: number, end: number): number {
  if (end - start < 14) return 1;
  const isLittle = view.getUint16(start) === 0x4949;
  const directory = start + view.getUint32(start + 4, isLittle);
  if (directory + 2 > end) return 1;
  const entries = view.getUint16(directory, isLittle);
  for (let entry = 0; entry < entries; entry += 1) {
    const at = directory + 2 + 12 * entry;
    if (at + 12 > end) return 1;
    if (view.getUint16(at, isLittle) === 0x0112) {
      const value = view.getUint16(at + 8, isLittle);
      return value >= 1 && value <= 8 ? value : 1;
    }
  }
  return 1;
}

// JPEG (ITU-T T.81)

const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;

/** Segments that pictures are decoded with: frames, tables, scans, restart intervals. */
const isDecoded = (marker: number) =>
  (marker >= 0xc0 && marker <= 0xcf) || (marker >= 0xda && marker <= 0xdf);

function copyJpeg(input: DataView, output: Output): void {
  const size = input.byteLength;
  let hasExif = false;
  output.copy(0, 2);
  let at = 2;
  while (at + 4 <= size && input.getUint8(at) === 0xff) {
    const marker = input.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    // The end of the picture; or a marker that cannot be here.
    if (marker < 0xc0 || isRestart(marker) || marker === 0xd8 || marker === 0xd9) break;
    const end = at + 2 + input.getUint16(at + 2);
    if (end > size || end < at + 4) break;
    const name = nameAt(input, at + 4, Math.min(12, end - at - 4));
    if (
      isDecoded(marker) || (marker === 0xe2 && name === "ICC_PROFILE\0") ||
      (marker === 0xee && name.startsWith("Adobe"))
    ) {
      output.copy(at, end);
    } else if (marker === 0xe0 && name.startsWith("JFIF\0") && end - at >= 18) {
      // Without its thumbnail.
      output.add([0xff, 0xe0, 0, 16]);
      output.copy(at + 4, at + 16);
      output.add([0, 0]);
    } else if (marker === 0xe1 && name.startsWith("Exif\0") && !hasExif) {
      hasExif = true;
      const exif = exifOf(orientationOf(input, at + 10, end));
      if (exif) output.add([0xff, 0xe1, 0, 8 + exif.length, ...lettersOf("Exif\0\0"), ...exif]);
    }
    at = end;
    if (marker === 0xda) {
      const start = at;
      at = endOfScan(input, at);
      output.copy(start, at);
    }
  }
  output.add([0xff, 0xd9]);
}

/** Where the data of a scan ends: before a marker that is no restart, or with the file. */
function endOfScan(input: DataView, at: number): number {
  const bytes = new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
  for (;;) {
    at = bytes.indexOf(0xff, at);
    if (at < 0 || at + 1 >= bytes.length) return bytes.length;
    const next = bytes[at + 1]!;
    if (next === 0 || isRestart(next)) at += 2;
    else if (next === 0xff) at += 1;
    else return at;
  }
}

// PNG (third edition, with the chunks of APNG)

const pngChunks = new Set(
  ("IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD hIST pHYs sPLT cICP mDCV cLLI acTL fcTL fdAT")
    .split(" "),
);

function copyPng(input: DataView, output: Output): void {
  const size = input.byteLength;
  let hasExif = false;
  output.copy(0, 8);
  for (let at = 8; at + 12 <= size;) {
    const end = at + 12 + input.getUint32(at);
    if (end > size) break;
    const name = nameAt(input, at + 4);
    if (pngChunks.has(name)) output.copy(at, end);
    else if (name === "eXIf" && !hasExif) {
      hasExif = true;
      const exif = exifOf(orientationOf(input, at + 8, end - 4));
      if (exif) output.add(pngChunk("eXIf", exif));
    }
    if (name === "IEND") return;
    at = end;
  }
}

function pngChunk(name: string, data: number[]): number[] {
  const named = [...lettersOf(name), ...data];
  let checksum = 0xffffffff;
  for (const byte of named) {
    checksum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) {
      checksum = (checksum >>> 1) ^ (checksum & 1 ? 0xedb88320 : 0);
    }
  }
  return [...bigEndian(data.length), ...named, ...bigEndian(~checksum)];
}

const bigEndian = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);

// WebP (RFC 9649)

const webpChunks = new Set(["VP8X", "ICCP", "ANIM", "ANMF", "ALPH", "VP8 ", "VP8L"]);

/** In the first byte of VP8X. */
const [exifFlag, xmpFlag] = [0x08, 0x04];

function copyWebp(input: DataView, output: Output): void {
  const end = Math.min(input.byteLength, 8 + input.getUint32(4, true));
  output.copy(0, 12);
  // Only an extended file has more than one chunk.
  const isExtended = nameAt(input, 12) === "VP8X";
  const first = 20 + input.getUint32(16, true);
  const hasExif = copyWebpChunks(
    input,
    output,
    12,
    isExtended ? end : Math.min(first + first % 2, end),
  );
  const written = output.view();
  written.setUint32(4, output.length - 8, true);
  if (isExtended) {
    written.setUint8(20, (written.getUint8(20) & ~(exifFlag | xmpFlag)) | (hasExif ? exifFlag : 0));
  }
}

/** Returns whether it has written an orientation. */
function copyWebpChunks(input: DataView, output: Output, at: number, end: number): boolean {
  let seen = false;
  let hasExif = false;
  while (at + 8 <= end) {
    const name = nameAt(input, at);
    const length = input.getUint32(at + 4, true);
    const dataEnd = at + 8 + length;
    if (dataEnd > end) break;
    if (name === "ANMF" && length >= 16) {
      // A frame has chunks of its own, after where and for how long it is shown.
      const start = output.length;
      output.copy(at, at + 24);
      copyWebpChunks(input, output, at + 24, dataEnd);
      output.view().setUint32(start + 4, output.length - start - 8, true);
    } else if (webpChunks.has(name)) {
      output.copy(at, dataEnd);
      if (length % 2 === 1) output.add([0]);
    } else if (name === "EXIF" && !seen) {
      seen = true;
      const start = at + 8 + (length >= 6 && nameAt(input, at + 8) === "Exif" ? 6 : 0);
      const exif = exifOf(orientationOf(input, start, dataEnd));
      if (exif) output.add([...lettersOf("EXIF"), exif.length, 0, 0, 0, ...exif]);
      hasExif = exif !== null;
    }
    at = dataEnd + length % 2;
  }
  return hasExif;
}
