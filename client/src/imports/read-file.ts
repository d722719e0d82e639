import { asciiOf } from "./lines.ts";
import { type Part, partLimits } from "./part.ts";
import { splitCsv } from "./split-csv.ts";
import { splitJson } from "./split-json.ts";
import { splitLdif } from "./split-ldif.ts";
import { splitLists } from "./split-lists.ts";
import { splitVcards } from "./split-vcard.ts";

/** What the service takes, by what a file is. */
const contentTypes = {
  vcard: "text/vcard",
  csv: "text/csv",
  json: "application/json",
  ldif: "text/ldif",
};
type Format = keyof typeof contentTypes;

/**
 * The parts of a file, each small enough for one request.
 * @param contentType where it is known; otherwise the file tells it
 */
export async function readParts(
  file: Blob | Uint8Array | string,
  contentType: string | undefined,
): Promise<Part[]> {
  const given = await bytesOf(file);
  const format = formatOf(contentType) ?? formatIn(given);
  const charset = /;.*$/.exec(contentType ?? (file instanceof Blob ? file.type : ""))?.[0] ?? "";
  const decoded = decodeUtf16(given, charset);
  const bytes = decoded ?? given;
  const type = contentTypes[format] + (decoded ? "" : charset);
  const parts = split(format, bytes, type);
  const isOne = given.length <= partLimits.bytes && (parts === null || parts.length <= 1);
  if (!isOne && parts !== null) return parts;
  // One that cannot be read is sent nevertheless, so that the service says what is wrong.
  const records = parts?.[0]?.records ?? 0;
  return [whole(given, contentTypes[format] + charset, records)];
}

function split(format: Format, bytes: Uint8Array, type: string): Part[] | null {
  if (format === "vcard") return splitVcards(bytes, type);
  if (format === "csv") return splitCsv(bytes, type);
  if (format === "ldif") return splitLdif(bytes, type);
  const text = new TextDecoder().decode(bytes);
  return splitJson(text) ?? splitLists(text);
}

/** A file that is sent as it is. */
function whole(bytes: Uint8Array, contentType: string, records: number): Part {
  return {
    bytes,
    contentType,
    records,
    repeated: 0,
    dropped: [],
    lineOf: (line) => line,
    halves: () => null,
  };
}

async function bytesOf(file: Blob | Uint8Array | string): Promise<Uint8Array> {
  if (typeof file === "string") return new TextEncoder().encode(file);
  return file instanceof Uint8Array ? file : new Uint8Array(await file.arrayBuffer());
}

function formatOf(contentType: string | undefined): Format | undefined {
  if (contentType === undefined) return undefined;
  const essence = contentType.split(";", 1)[0]!.trim().toLowerCase();
  if (/json$/.test(essence)) return "json";
  // `text/directory` is the type of both vCards and LDIF.
  if (essence === "text/directory") return undefined;
  return /vcard/.test(essence) ? "vcard" : /ldif/.test(essence) ? "ldif" : "csv";
}

/** What a file is by how it begins: its name and the type that a system gives it are wrong too often. */
function formatIn(bytes: Uint8Array): Format {
  const beginning = asciiOf(bytes.subarray(0, 4_096)).replace(/^\?{2,3}|\0/g, "");
  if (/^\s*BEGIN\s*:\s*VCARD/i.test(beginning)) return "vcard";
  const isEntry = (line: string) => line.trim() !== "" && !/^(#|version:)/i.test(line);
  if (/^dn::? ?\S/i.test(beginning.split(/[\r\n]+/).find(isEntry) ?? "")) return "ldif";
  return /^\s*[{[]/.test(beginning) ? "json" : "csv";
}

/** A file in UTF-16 as UTF-8, because its line ends are not those of ASCII; null for others. */
function decodeUtf16(bytes: Uint8Array, charset: string): Uint8Array | null {
  const [first, second] = bytes;
  const label = first === 0xff && second === 0xfe
    ? "utf-16le"
    : first === 0xfe && second === 0xff
    ? "utf-16be"
    : /charset\s*=\s*"?(utf-16(?:le|be)?)/i.exec(charset)?.[1] ??
      (first && second === 0 ? "utf-16le" : first === 0 && second ? "utf-16be" : undefined);
  return label ? new TextEncoder().encode(new TextDecoder(label).decode(bytes)) : null;
}
