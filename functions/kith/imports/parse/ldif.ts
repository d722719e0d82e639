import { checkNetworks, finishContact } from "./contact.ts";
import { findTarget, type Target } from "./csv-columns.ts";
import { type Column, readRow } from "./csv-contact.ts";
import { Dropped } from "./dropped.ts";
import { type Attribute, type Entry, findEntries } from "./ldif-entries.ts";
import { type ImportError, type ImportRecord, listLimits, type ParsedFile } from "./types.ts";
import { toUid } from "./uid.ts";
import { readPhoto } from "./vcard-photo.ts";

/**
 * Attributes of inetOrgPerson (RFC 2798), of Thunderbird's and Evolution's address books and of Active Directory, by the
 * columns of a table that have the same.
 */
const attributes: Record<string, string> = {
  cn: "display name",
  commonname: "display name",
  displayname: "display name",
  givenname: "first name",
  gn: "first name",
  sn: "last name",
  surname: "last name",
  mozillanickname: "nickname",
  xmozillanickname: "nickname",
  mail: "email",
  rfc822mailbox: "email",
  mozillasecondemail: "secondary email",
  xmozillasecondemail: "secondary email",
  o: "company",
  organizationname: "company",
  company: "company",
  title: "job title",
  telephonenumber: "business phone",
  workphone: "business phone",
  homephone: "home phone",
  hometelephonenumber: "home phone",
  mobile: "mobile phone",
  mobiletelephonenumber: "mobile phone",
  cellphone: "mobile phone",
  facsimiletelephonenumber: "fax",
  fax: "fax",
  pager: "pager",
  pagerphone: "pager",
  telexnumber: "telex",
  postofficebox: "business address po box",
  street: "business street",
  streetaddress: "business street",
  mozillaworkstreet2: "business street 2",
  l: "business city",
  localityname: "business city",
  locality: "business city",
  st: "business state",
  stateorprovincename: "business state",
  region: "business state",
  postalcode: "business postal code",
  zip: "business postal code",
  c: "business country",
  co: "business country",
  countryname: "business country",
  friendlycountryname: "business country",
  postaladdress: "business formatted",
  mozillahomestreet: "home street",
  mozillahomestreet2: "home street 2",
  mozillahomelocalityname: "home city",
  mozillahomestate: "home state",
  mozillahomepostalcode: "home postal code",
  mozillahomecountryname: "home country",
  homepostaladdress: "home formatted",
  mozillaworkurl: "business web page",
  workurl: "business web page",
  mozillahomeurl: "personal web page",
  homeurl: "personal web page",
  labeleduri: "url",
  birthyear: "birth year",
  birthmonth: "birth month",
  birthday: "birth day",
  dateofbirth: "birthday",
  description: "notes",
  entryuuid: "uid",
  objectguid: "file as",
  objectclass: "file as",
  dn: "file as",
  modifytimestamp: "file as",
  createtimestamp: "file as",
};

/** What `ldapsearch` writes after the entries. */
const trailer = ["search", "result", "numresponses", "numentries"];

/** Attributes with a picture. */
const photos = ["jpegphoto", "thumbnailphoto", "photo"];

const none = new Set<string>();
const targets = new Map(
  Object.entries(attributes).map(([name, column]): [string, Target] => [
    name,
    findTarget(column, none)!,
  ]),
);

/**
 * Reads entries of LDIF (RFC 2849): people into contacts, groups into networks.
 * @throws Problem payload_too_large where there are too many
 */
export function parseLdifFile(text: string): ParsedFile {
  const dropped = new Dropped();
  const { entries, errors } = findEntries(text, dropped);
  const byName = new Map<string, ImportRecord>();
  const contacts: ImportRecord[] = [];
  for (const entry of entries) {
    const classes = textsOf(entry, "objectclass").map((each) => each.toLowerCase());
    if (isGroup(classes)) continue;
    if (entry.attributes.every(({ name }) => trailer.includes(name))) continue;
    if (classes.length > 0 && !classes.some((each) => /person|contact|user/.test(each))) {
      dropped.add(`objectclass ${classes.at(-1)}`, "it is no person");
      continue;
    }
    const found = readEntry(entry, dropped);
    if ("message" in found) errors.push(found);
    else {
      contacts.push(found);
      for (const name of textsOf(entry, "dn")) byName.set(comparable(name), found);
    }
  }
  const groups = entries.filter((entry) =>
    isGroup(textsOf(entry, "objectclass").map((each) => each.toLowerCase()))
  );
  const networks = groups.flatMap((group) => readGroup(group, byName, errors, dropped));
  const byLine = (one: { line: number }, other: { line: number }) => one.line - other.line;
  return {
    format: "ldif",
    records: [...networks, ...contacts].sort(byLine),
    errors: errors.sort(byLine),
    dropped: dropped.list(),
  };
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
function readEntry(entry: Entry, dropped: Dropped): ImportRecord | ImportError {
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
  const draft = readRow(entry.line, cells, columns, wholeDates, dropped);
  for (const { name, header, base64, text } of entry.attributes) {
    if (!photos.includes(name) || (base64 === null && text === "")) continue;
    const value = base64 ?? "";
    const parameters = new Map([["ENCODING", ["b"]]]);
    const line = { line: entry.line, group: "", name: header, parameters, value, isOld: false };
    const photo = draft.photo === null ? readPhoto(line) : "a contact has one";
    if (typeof photo === "string") dropped.add(header, photo);
    else draft.photo = photo;
  }
  return finishContact(draft, dropped);
}

/** Days are whole or in parts of their own, never numbers in an order. */
const wholeDates = { order: "month-first", isCertain: true } as const;

function textOf({ name, text }: Attribute): string {
  // Lines of a postal address (RFC 4517, 3.3.28).
  if (name.endsWith("postaladdress")) {
    return text!.split("$").map((each) => each.trim()).join("\n")
      .replaceAll("\\24", "$").replace(/\\5c/gi, "\\");
  }
  // The address, and after it what it is called (RFC 2079).
  return name === "labeleduri" ? text!.split(/\s/, 1)[0]! : text!;
}

function readGroup(
  group: Entry,
  byName: Map<string, ImportRecord>,
  errors: ImportError[],
  dropped: Dropped,
): ImportRecord[] {
  const [given = ""] = textsOf(group, "cn", "displayname");
  const [name] = checkNetworks([{ value: given, from: "cn" }], dropped);
  if (name === undefined) {
    errors.push({
      line: group.line,
      message: "This group has no name that a network can have.",
      resource: "network",
    });
    return [];
  }
  for (const member of textsOf(group, "member", "uniquemember")) {
    const networks = byName.get(comparable(member))?.networks;
    if (!networks) dropped.add("member", "it is no contact of the file");
    else if (networks.includes(name)) continue;
    else if (networks.length < listLimits.networks) networks.push(name);
    else dropped.add("member", `a contact has at most ${listLimits.networks}`);
  }
  const [uid = null] = textsOf(group, "entryuuid");
  return [{
    line: group.line,
    resource: "network",
    uid: uid === null ? null : toUid(uid),
    value: { name },
    networks: [],
    notes: [],
    photo: null,
  }];
}
