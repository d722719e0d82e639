import { problems } from "../../core/problems.ts";
import { decodeText } from "./text.ts";
import type { ParsedFile, ParseOptions } from "./types.ts";

export type * from "./types.ts";
export { listLimits, recordLimit } from "./types.ts";

/** Content types of each format. */
const formats: [ParsedFile["format"], RegExp][] = [
  ["vcard", /^(text\/(x-)?vcard|text\/directory)$/],
  ["csv", /^(text\/csv|text\/tab-separated-values|application\/csv|application\/vnd\.ms-excel)$/],
  ["json", /^application\/([\w.-]+\+)?json$/],
];

/**
 * Reads a file of contacts into records that can be written. What has no field is listed, a record that breaks a rule
 * is an error with its line; both leave the rest as it is.
 * @param bytes the file, at most as large as a body may be
 * @param contentType with the charset where the file does not begin with a byte order mark
 * @throws Problem unsupported_media_type, invalid_json, validation_failed or payload_too_large
 */
export async function parseFile(
  bytes: Uint8Array,
  contentType: string,
  options: ParseOptions = {},
): Promise<ParsedFile> {
  const essence = contentType.split(";", 1)[0]!.trim().toLowerCase();
  const format = formats.find(([, pattern]) => pattern.test(essence))?.[0];
  if (format === undefined) {
    throw problems.unsupportedMediaType("Send text/vcard, text/csv or application/json.");
  }
  const decoded = decodeText(bytes, contentType);
  switch (format) {
    case "vcard": {
      const { parseVcardFile } = await import("./vcard.ts");
      return parseVcardFile(decoded);
    }
    case "json": {
      const { parseJsonFile } = await import("./json.ts");
      return parseJsonFile(decoded.text);
    }
    case "csv": {
      const { parseCsvFile } = await import("./csv.ts");
      return parseCsvFile(decoded.text, options);
    }
  }
}
