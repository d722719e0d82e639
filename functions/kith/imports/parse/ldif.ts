// Reads entries of LDIF into contacts and networks.
import { recordLimit } from "../../core/limits.ts";
import type { ReadBy } from "../../core/call.ts";
import { addPhoto } from "./contact.ts";
import { type Column, findTarget, type Target } from "./csv-columns.ts";
import { readRow } from "./csv-contact.ts";
import { datesBy, type FileDates } from "./dates.ts";
import { finishContact, readGroup } from "./finish.ts";
import {
  type Attribute,
  comparable,
  type Entry,
  findEntries,
  isGroup,
  memberNames,
  photos,
  textsOf,
} from "./ldif-lines.ts";
import type { DecodedText } from "./text.ts";
import {
  Dropped,
  type ImportError,
  type ImportRecord,
  type ParsedFile,
  parsedFile,
} from "./types.ts";
import { toUid } from "./uids.ts";

/**
 * By the columns of a table that have the same: attributes of inetOrgPerson (RFC 2798), of Thunderbird's and Evolution's
 * address books and of Active Directory.
 */
const attributes: Record<string, string> = {
  "display name": "cn|commonname|displayname",
  "first name": "givenname|gn",
  "last name": "sn|surname",
  "middle name": "middlename",
  "name prefix": "personaltitle|nameprefix",
  "name suffix": "generationqualifier|namesuffix",
  "phonetic first name": "msds-phoneticfirstname|phoneticfirstname|phoneticgivenname",
  "phonetic last name": "msds-phoneticlastname|phoneticlastname",
  "pronouns": "pronouns",
  "nickname": "mozillanickname|xmozillanickname",
  "email": "mail|rfc822mailbox",
  "secondary email": "mozillasecondemail|xmozillasecondemail",
  "company": "o|organizationname|company",
  "department": "department|ou|organizationalunitname|departmentnumber",
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
  const { entries, errors } = findEntries(decoded, dropped, recordLimit);
  const byName = new Map<string, ImportRecord>();
  const found: (ImportRecord | ImportError)[] = [...errors];
  const groups: Entry[] = [];
  for (const entry of entries) {
    dropped.at(entry.line);
    const classes = textsOf(entry, "objectclass").map((each) => each.toLowerCase());
    if (entry.attributes.every(({ name }) => trailer.includes(name))) continue;
    if (isGroup(entry)) {
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
  dropped.at(null);
  for (const group of groups) {
    const [name = ""] = textsOf(group, "cn", "displayname");
    const members = textsOf(group, ...memberNames)
      .map((member) => ({ from: "member", contact: byName.get(comparable(member)) }));
    const uid = toUid(textsOf(group, "entryuuid")[0] ?? "");
    const { line } = group;
    found.push(readGroup({ line, uid, name: { value: name, from: "cn" }, members }, dropped));
  }
  return parsedFile("ldif", found, dropped);
}

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
  const contact = readRow(entry.line, cells, columns, dates, dropped);
  for (const { name, header, base64, text } of entry.attributes) {
    if (!photos.includes(name) || (base64 === null && text === "")) continue;
    addPhoto(contact, header, base64 ?? "", true, dropped);
  }
  return finishContact(contact, dropped);
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
