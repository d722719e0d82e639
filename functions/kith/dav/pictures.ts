// Pictures in cards: how they are found in what is sent, and written.
import { Buffer } from "node:buffer";
import { isStorable } from "../core/json.ts";
import { contentLine } from "../core/content-lines.ts";
import type { Version } from "../exports/vcard.ts";
import { endedLine, physicalLines } from "./parts.ts";

/** Characters of the lines of a picture that cards get. */
const linesLimit = 1_048_576;

/** A text without its pictures, the lines of the first one, and before which physical line that was. */
export interface Taken {
  text: string;
  lines: string | null;
  at: number;
}

/** Takes the pictures out of a text. @param starts where its lines begin, with their names */
export function takePictures(text: string, starts: { line: number; name: string | null }[]): Taken {
  const physical = physicalLines(text);
  const taken: Taken = { text: "", lines: null, at: 0 };
  let kept = 0;
  for (const [index, { line, name }] of starts.entries()) {
    const lines = physical.slice(index === 0 ? 0 : line, starts[index + 1]?.line);
    if (name !== "PHOTO") {
      taken.text += lines.join("");
      kept += lines.length;
    } else if (taken.lines === null) {
      taken.lines = lines.join("");
      taken.at = kept;
    }
  }
  return taken;
}

/** The lines of a picture as a card of this version has them: as they were sent, where that was in the same way. */
export function pictureLines(lines: string, version: Version): string {
  const line = lines.replace(/\r?\n[ \t]/g, "").trim();
  const base64 = line.slice(Math.max(line.lastIndexOf(":"), line.lastIndexOf(",")) + 1);
  const isUri = /:data:/i.test(line);
  if (isUri === (version === "4.0")) return endedLine(lines);
  const type = base64.startsWith("iVBOR") ? "PNG" : base64.startsWith("UklGR") ? "WEBP" : "JPEG";
  return pictureLine(base64, type, version);
}

const pictureLine = (base64: string, type: string, version: Version) =>
  contentLine(
    version === "4.0"
      ? `PHOTO:data:image/${type.toLowerCase()};base64,${base64}`
      : `PHOTO;ENCODING=b;TYPE=${type}:${base64}`,
  );

/** The lines of a picture. @param type such as `image/jpeg` */
export function writtenPicture(bytes: Uint8Array, type: string, version: Version): string {
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64");
  return pictureLine(base64, type.slice("image/".length).toUpperCase(), version);
}

/** A card with a picture before one of its physical lines; where that is not said, before the last one, which ends the card. */
export function withPicture(text: string, lines: string, at?: number): string {
  const physical = physicalLines(text);
  at ??= physical.length - 1;
  return [...physical.slice(0, at), lines, ...physical.slice(at)].join("");
}

/** Whether cards get the lines of a picture. */
export const fitsCards = (lines: string): boolean =>
  lines.length <= linesLimit && isStorable(lines);
