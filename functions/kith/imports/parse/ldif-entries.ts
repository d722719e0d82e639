import { problems } from "../../core/problems.ts";
import { decodeAs } from "./charset.ts";
import type { Dropped } from "./dropped.ts";
import { type ImportError, recordLimit } from "./types.ts";
import { fromBase64 } from "./vcard-values.ts";

/** An attribute of an entry, in lower case and without options; what is no text has the base64 of its bytes. */
export interface Attribute {
  name: string;
  /** Its name as it stands in the file. */
  header: string;
  text: string | null;
  base64: string | null;
}

export interface Entry {
  line: number;
  attributes: Attribute[];
}

/** Attributes that an entry may have, as many as a table may have columns. */
const attributeLimit = 1_000;

/** How an attribute is written: as it is, in base64, or as an address where it is. */
const head = /^([A-Za-z0-9][\w.-]{0,99})((?:;[\w-]{1,100}){0,20})(::|:<|:)/;

/**
 * Finds the entries of a file of LDIF (RFC 2849). Lines that cannot be read are errors, and so are entries that change
 * others instead of being one.
 * @throws Problem payload_too_large where there are too many
 */
export function findEntries(
  text: string,
  dropped: Dropped,
): { entries: Entry[]; errors: ImportError[] } {
  const entries: Entry[] = [];
  const errors: ImportError[] = [];
  let [entry, isSkipped]: [Entry | null, boolean] = [null, false];
  const close = () => {
    if (entry !== null && !isSkipped && entry.attributes.length > 0) entries.push(entry);
    [entry, isSkipped] = [null, false];
    if (entries.length + errors.length > recordLimit) throw problems.tooManyRecords(recordLimit);
  };
  const refuse = (line: number, message: string) => {
    if (!isSkipped) errors.push({ line, message });
    isSkipped = true;
  };
  for (const { line, value } of unfolded(text)) {
    if (value === "") {
      close();
      continue;
    }
    const attribute = readAttribute(value, dropped);
    if (entry === null && attribute?.name === "version") continue;
    entry ??= { line, attributes: [] };
    if (attribute === null) refuse(line, "This line cannot be read. Its entry is left out.");
    else if (attribute.name === "changetype" && attribute.text?.trim().toLowerCase() !== "add") {
      refuse(line, "This entry changes another one. Send entries as they are.");
    } else if (entry.attributes.length === attributeLimit) {
      refuse(entry.line, `This entry has more than ${attributeLimit} attributes.`);
    } else if (attribute.name !== "changetype") entry.attributes.push(attribute);
  }
  close();
  return { entries, errors };
}

/** The lines of a file, those that are continued after a space joined; empty where an entry ends. */
function* unfolded(text: string): Generator<{ line: number; value: string }> {
  let open: { line: number; chunks: string[] } | null = null;
  for (const [index, each] of text.split(/\r\r\n|\r\n|\n|\r/).entries()) {
    if (each.startsWith(" ") && open !== null) {
      open.chunks.push(each.slice(1));
      continue;
    }
    if (open !== null) yield* joined(open);
    open = null;
    if (each === "") yield { line: index + 1, value: "" };
    else open = { line: index + 1, chunks: [each] };
  }
  if (open !== null) yield* joined(open);
}

function* joined({ line, chunks }: { line: number; chunks: string[] }) {
  const value = chunks.join("");
  // Comments may be continued, too.
  if (!value.startsWith("#")) yield { line, value };
}

function readAttribute(line: string, dropped: Dropped): Attribute | null {
  const [start, header, , separator] = head.exec(line) ?? [];
  if (start === undefined) return null;
  const name = header!.toLowerCase();
  const value = line.slice(start.length).trim();
  if (separator === ":") return { name, header: header!, text: value, base64: null };
  if (separator === ":<") {
    dropped.add(header!, "it is not in the file");
    return { name, header: header!, text: "", base64: null };
  }
  const bytes = fromBase64(value);
  if (bytes === null) {
    dropped.add(header!, "it is not valid base64");
    return { name, header: header!, text: "", base64: null };
  }
  try {
    return { name, header: header!, text: decodeAs("utf-8", bytes, true), base64: value };
  } catch {
    return { name, header: header!, text: null, base64: value };
  }
}
