// Finds the entries of LDIF, and which of them are groups of others. The client cuts files by it, too, so it knows no schemas.
import { problems } from "../../core/problems.ts";
import { lineEnd } from "./places.ts";
import { decodeAs, type DecodedText, fromBase64, Guess } from "./text.ts";
import { type Dropped, isTooLong, type ReadError } from "./reading.ts";

/** Attributes with a picture. */
export const photos = ["jpegphoto", "thumbnailphoto", "photo"];

/** What may be longer than other attributes. */
const long = [...photos, "description"];

/** Attributes with the name of a member of a group. */
export const memberNames = ["member", "uniquemember"];

/** Whether an entry is a group of others. */
export const isGroup = (entry: Entry) =>
  textsOf(entry, "objectclass")
    .some((each) => /^(groupof(unique)?names|group|posixgroup)$/i.test(each));

/** The texts of these attributes. */
export function textsOf(entry: Entry, ...names: string[]): string[] {
  return entry.attributes.flatMap(({ name, text }) => names.includes(name) && text ? [text] : []);
}

/** A distinguished name as it is compared. */
export const comparable = (name: string) =>
  name.toLowerCase().split(",").map((part) => part.trim()).join(",");

/** An attribute of an entry, in lower case and without options; what is no text has the base64 of its bytes. */
export interface Attribute {
  /** The line on which it begins. */
  line: number;
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
  decoded: DecodedText,
  dropped: Dropped,
  limit: number,
): { entries: Entry[]; errors: ReadError[] } {
  const entries: Entry[] = [];
  const errors: ReadError[] = [];
  let [entry, isSkipped]: [Entry | null, boolean] = [null, false];
  const close = () => {
    if (entry !== null && !isSkipped && entry.attributes.length > 0) entries.push(entry);
    [entry, isSkipped] = [null, false];
    if (entries.length + errors.length > limit) throw problems.tooManyRecords(limit);
  };
  const refuse = (line: number, message: string) => {
    if (!isSkipped) errors.push({ line, message });
    isSkipped = true;
  };
  const guess = new Guess(decoded, dropped);
  for (const { line, value: folded } of unfolded(decoded.text)) {
    const value = guess.decode(folded);
    if (value === "") {
      close();
      continue;
    }
    const attribute = readAttribute(line, value, dropped);
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
  for (const [index, each] of text.split(lineEnd).entries()) {
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

function readAttribute(line: number, text: string, dropped: Dropped): Attribute | null {
  const [start, header, , separator] = head.exec(text) ?? [];
  if (start === undefined) return null;
  const name = header!.toLowerCase();
  const value = text.slice(start.length).trim();
  if (!long.includes(name) && isTooLong(value.length, header!, dropped)) {
    return { line, name, header: header!, text: "", base64: null };
  }
  if (separator === ":") return { line, name, header: header!, text: value, base64: null };
  if (separator === ":<") {
    dropped.add(header!, "it is not in the file");
    return { line, name, header: header!, text: "", base64: null };
  }
  const bytes = fromBase64(value);
  if (bytes === null) {
    dropped.add(header!, "it is not valid base64");
    return { line, name, header: header!, text: "", base64: null };
  }
  try {
    return { line, name, header: header!, text: decodeAs("utf-8", bytes, true), base64: value };
  } catch {
    return { line, name, header: header!, text: null, base64: value };
  }
}
