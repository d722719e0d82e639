// Reads entries of LDIF into contacts and networks.
import type { ReadBy } from "../../core/call.ts";
import { problems } from "../../core/problems.ts";
import { addPhoto } from "./contact.ts";
import { findTarget, type Target } from "./csv-columns.ts";
import { type Column, type FileDates, readRow } from "./csv-contact.ts";
import { datesBy } from "./dates.ts";
import { finishContact, readGroup } from "./finish.ts";
import { decodeAs, type DecodedText, fromBase64, Guess } from "./text.ts";
import {
  Dropped,
  type ImportError,
  type ImportRecord,
  isTooLong,
  type ParsedFile,
  parsedFile,
  recordLimit,
  toUid,
} from "./types.ts";

/**
 * By the columns of a table that have the same: attributes of inetOrgPerson (RFC 2798), of Thunderbird's and Evolution's
 * address books and of Active Directory.
 */
const attributes: Record<string, string> = {
  "display name": "cn|commonname|displayname",
  "first name": "givenname|gn",
  "last name": "sn|surname",
  "nickname": "mozillanickname|xmozillanickname",
  "email": "mail|rfc822mailbox",
  "secondary email": "mozillasecondemail|xmozillasecondemail",
  "company": "o|organizationname|company",
  "job title": "title",
  "business phone": "telephonenumber|workphone",
  "home phone": "homephone|hometelephonenumber",
  "mobile phone": "mobile|mobiletelephonenumber|cellphone",
  "fax": "facsimiletelephonenumber|fax",
  "pager": "pager|pagerphone",
  "telex": "telexnumber",
  "business address po box": "postofficebox",
  "business street": "street|streetaddress",
  "business street 2": "mozillaworkstreet2",
  "business city": "l|localityname|locality",
  "business state": "st|stateorprovincename|region",
  "business postal code": "postalcode|zip",
  "business country": "c|co|countryname|friendlycountryname",
  "business formatted": "postaladdress",
  "home street": "mozillahomestreet",
  "home street 2": "mozillahomestreet2",
  "home city": "mozillahomelocalityname",
  "home state": "mozillahomestate",
  "home postal code": "mozillahomepostalcode",
  "home country": "mozillahomecountryname",
  "home formatted": "homepostaladdress",
  "business web page": "mozillaworkurl|workurl",
  "personal web page": "mozillahomeurl|homeurl",
  "url": "labeleduri",
  "birth year": "birthyear",
  "birth month": "birthmonth",
  "birth day": "birthday",
  "birthday": "dateofbirth",
  "notes": "description",
  "uid": "entryuuid",
  "file as": "objectguid|objectclass|dn|modifytimestamp|createtimestamp",
};

/** What `ldapsearch` writes after the entries. */
const trailer = ["search", "result", "numresponses", "numentries"];

/** Attributes with a picture. */
const photos = ["jpegphoto", "thumbnailphoto", "photo"];

/** What may be longer than other attributes. */
const long = [...photos, "description"];

const none = new Set<string>();
const targets = new Map(
  Object.entries(attributes).flatMap(([column, written]) =>
    written.split("|").map((name): [string, Target] => [name, findTarget(column, none)!])
  ),
);

/**
 * Reads entries of LDIF (RFC 2849): people into contacts, groups into networks.
 * @throws Problem payload_too_large where there are too many
 */
export function parseLdifFile(decoded: DecodedText, readBy: ReadBy): ParsedFile {
  const dropped = new Dropped();
  const dates: FileDates = { ...datesBy(readBy), uncertain: [] };
  const { entries, errors } = findEntries(decoded, dropped);
  const byName = new Map<string, ImportRecord>();
  const found: (ImportRecord | ImportError)[] = [...errors];
  const groups: Entry[] = [];
  for (const entry of entries) {
    const classes = textsOf(entry, "objectclass").map((each) => each.toLowerCase());
    if (entry.attributes.every(({ name }) => trailer.includes(name))) continue;
    if (isGroup(classes)) {
      groups.push(entry);
    } else if (classes.length > 0 && !classes.some((each) => /person|contact|user/.test(each))) {
      dropped.add(`objectclass ${classes.at(-1)}`, "it is no person");
    } else {
      const read = readEntry(entry, dates, dropped);
      found.push(read);
      if ("message" in read) continue;
      for (const name of textsOf(entry, "dn")) byName.set(comparable(name), read);
    }
  }
  for (const group of groups) {
    const [name = ""] = textsOf(group, "cn", "displayname");
    const members = textsOf(group, "member", "uniquemember")
      .map((member) => ({ from: "member", contact: byName.get(comparable(member)) }));
    const uid = toUid(textsOf(group, "entryuuid")[0] ?? "");
    const { line } = group;
    found.push(readGroup({ line, uid, name: { value: name, from: "cn" }, members }, dropped));
  }
  return parsedFile("ldif", found, dropped);
}

const isGroup = (classes: string[]) =>
  classes.some((each) => /^(groupof(unique)?names|group|posixgroup)$/.test(each));

function textsOf(entry: Entry, ...names: string[]): string[] {
  return entry.attributes.flatMap(({ name, text }) => names.includes(name) && text ? [text] : []);
}

/** A distinguished name as it is compared. */
const comparable = (name: string) =>
  name.toLowerCase().split(",").map((part) => part.trim()).join(",");

/** Reads an entry as a row of a table whose columns are its attributes. */
function readEntry(entry: Entry, dates: FileDates, dropped: Dropped): ImportRecord | ImportError {
  const columns: Column[] = [];
  const cells: string[] = [];
  const hasCountry = entry.attributes.some(({ name, text }) => name === "co" && text !== "");
  for (const attribute of entry.attributes) {
    if (photos.includes(attribute.name)) continue;
    // Active Directory has the country's code and its name.
    if (attribute.name === "c" && hasCountry) continue;
    if (attribute.text === null) {
      if (attribute.name !== "objectguid") dropped.add(attribute.header, "it is no text");
      continue;
    }
    columns.push({ header: attribute.header, target: targets.get(attribute.name) ?? null });
    cells.push(textOf(attribute));
  }
  const draft = readRow(entry.line, cells, columns, dates, dropped);
  for (const { name, header, base64, text } of entry.attributes) {
    if (!photos.includes(name) || (base64 === null && text === "")) continue;
    addPhoto(draft, header, base64 ?? "", true, dropped);
  }
  return finishContact(draft, dropped);
}

function textOf({ name, text }: Attribute): string {
  // Lines of a postal address (RFC 4517, 3.3.28).
  if (name.endsWith("postaladdress")) {
    return text!.split("$").map((each) => each.trim()).join("\n")
      .replaceAll("\\24", "$").replace(/\\5c/gi, "\\");
  }
  // The address, and after it what it is called (RFC 2079).
  return name === "labeleduri" ? text!.split(/\s/, 1)[0]! : text!;
}

/** An attribute of an entry, in lower case and without options; what is no text has the base64 of its bytes. */
interface Attribute {
  name: string;
  /** Its name as it stands in the file. */
  header: string;
  text: string | null;
  base64: string | null;
}

interface Entry {
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
function findEntries(
  decoded: DecodedText,
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
  const guess = new Guess(decoded, dropped);
  for (const { line, value: folded } of unfolded(decoded.text)) {
    const value = guess.decode(folded);
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
  if (!long.includes(name) && isTooLong(value.length, header!, dropped)) {
    return { name, header: header!, text: "", base64: null };
  }
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
