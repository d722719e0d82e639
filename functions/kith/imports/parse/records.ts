// Reads a file of contacts, whatever its format is, into records.
import { recordLimit } from "../../core/limits.ts";
import type { ReadBy } from "../../core/call.ts";
import { problems } from "../../core/problems.ts";
import { parseJson } from "../../core/json.ts";
import { withOwnFields } from "./own-fields.ts";
import { combineSame } from "./combine.ts";
import { type DecodedText, decodeText, textOfJson } from "./text.ts";
import { Dropped, type ParsedFile, type ReadOptions } from "./types.ts";

export type * from "./types.ts";
export { listLimits } from "./types.ts";

/** Content types of each format. */
const formats: [ParsedFile["format"], RegExp][] = [
  ["vcard", /^text\/(x-)?vcard$/],
  ["ldif", /^((text|application)\/(x-)?ldif|text\/directory)$/],
  ["csv", /^(text\/csv|text\/tab-separated-values|application\/csv|application\/vnd\.ms-excel)$/],
  ["json", /^application\/([\w.-]+\+)?json$/],
];

/**
 * Reads a file of contacts into records that can be written. What has no field is listed, a record that breaks a rule
 * is an error with its line; both leave the rest as it is.
 * @param bytes the file, at most as large as a body may be
 * @param given how it is to be read; in UTC where no zone is given
 * @param contentType with the charset where the file does not begin with a byte order mark
 * @throws Problem unsupported_media_type, invalid_json, validation_failed or payload_too_large
 */
export async function parseFile(
  bytes: Uint8Array,
  contentType: string,
  given: Partial<ReadOptions> = {},
): Promise<ParsedFile> {
  const options: ReadOptions = { timezone: "UTC", country: null, ...given };
  const essence = contentType.split(";", 1)[0]!.trim().toLowerCase();
  const format = formats.find(([, pattern]) => pattern.test(essence))?.[0];
  if (format === undefined) {
    throw problems.unsupportedMediaType(
      "Send text/vcard, text/csv, text/ldif or application/json.",
    );
  }
  const decoded = decodeText(bytes, contentType);
  const parsed = await parseText(format, decoded, options);
  const records = parsed.records.filter(({ resource }) => resource !== "profile");
  if (records.length + parsed.errors.length > recordLimit) {
    throw problems.tooManyRecords(recordLimit);
  }
  return withOwnFields(combineSame(parsed));
}

async function parseText(
  format: ParsedFile["format"],
  decoded: DecodedText,
  options: ReadOptions,
): Promise<ParsedFile> {
  switch (format) {
    case "vcard": {
      const { parseVcardFile } = await import("./vcard.ts");
      return parseVcardFile(decoded, options);
    }
    case "json":
      return await parseJsonFile(decoded, options);
    case "ldif": {
      // RFC 2425 calls both of them text/directory.
      if (/^\s*BEGIN\s*:\s*VCARD/i.test(decoded.text.slice(0, 1_000))) {
        return await parseText("vcard", decoded, options);
      }
      const { parseLdifFile } = await import("./ldif.ts");
      return parseLdifFile(decoded, options);
    }
    case "csv": {
      const { parseCsvFile } = await import("./csv.ts");
      return parseCsvFile(decoded, options);
    }
  }
}

/** Reads a document that Kith or Monica exported, or contacts as jCard or JSContact. */
async function parseJsonFile(decoded: DecodedText, options: ReadBy): Promise<ParsedFile> {
  const dropped = new Dropped();
  const parsed = await parseJsonText(textOfJson(decoded, dropped), options);
  return { ...parsed, dropped: [...dropped.list(), ...parsed.dropped] };
}

async function parseJsonText(text: string, options: ReadBy): Promise<ParsedFile> {
  const document = parseJson(text);
  const { parseJsonCards } = await import("./json-cards.ts");
  const cards = parseJsonCards(document, text, options);
  if (cards) return cards;
  const { isMonica } = await import("./monica-account.ts");
  if (isMonica(document)) {
    const { parseMonica } = await import("./monica.ts");
    return parseMonica(document, text);
  }
  const { parseDocument } = await import("./json.ts");
  const { findItemLines } = await import("./places.ts");
  return parseDocument(document, findItemLines(text));
}
