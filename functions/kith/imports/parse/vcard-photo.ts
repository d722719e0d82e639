import { isImage } from "../../contacts/photos/image.ts";
import type { ImportRecord, PhotoType } from "./types.ts";
import type { VcardLine } from "./vcard-lines.ts";
import { fromBase64, parameterOf } from "./vcard-values.ts";

const signatures: [PhotoType, number[]][] = [
  ["image/jpeg", [0xff, 0xd8]],
  ["image/png", [0x89, 0x50, 0x4e, 0x47]],
  ["image/webp", [0x52, 0x49, 0x46, 0x46]],
];

/** The picture within a vCard, or why it is not taken. A picture elsewhere is never fetched. */
export function readPhoto(line: VcardLine): NonNullable<ImportRecord["photo"]> | string {
  const data = dataOf(line);
  if (data === null) return "it is not in the file";
  const bytes = fromBase64(data);
  if (bytes === null || bytes.length === 0) return "it is not valid base64";
  const type = signatures.find(([, start]) => start.every((byte, index) => bytes[index] === byte))
    ?.[0];
  if (type === undefined || isImage(bytes, bytes.length) !== true) {
    return "it is not a JPEG, PNG or WebP picture within the limits";
  }
  return { type, bytes };
}

/** The base64 of a data URI (vCard 4), or of a value with an encoding (2.1 and 3). */
function dataOf(line: VcardLine): string | null {
  const value = line.value.trimStart().replace(/^data\\:/i, "data:");
  if (/^data:/i.test(value)) {
    // Some programs escape the comma and the semicolon.
    const comma = value.indexOf(",");
    const type = value.slice(0, Math.max(comma, 0)).replace(/\\$/, "");
    return type.length < 200 && /;\s*base64\s*$/i.test(type) ? value.slice(comma + 1) : null;
  }
  const isEncoded = /^(b|base64)$/i.test(parameterOf(line, "ENCODING") ?? "");
  return isEncoded && !/^https?:/i.test(value) ? value : null;
}
