// Reads many of each unit, after and before others, at each place of each format of files and in each argument of the tools,
// and prints the places where it takes more than time in proportion to the length. A process of its own, so that its CPU time
// is that of the readers alone, whatever else the machine does.
import process, { argv } from "node:process";
import { contactCreate } from "../../functions/kith/contacts/schema.ts";
import { validateBody, validateQuery } from "../../functions/kith/core/validate.ts";
import { noteQuery } from "../../functions/kith/notes/schema.ts";
import { parseFile } from "../../functions/kith/imports/parse/records.ts";
import { tools } from "../../functions/kith/mcp/tools/all.ts";
import { reminderCreate } from "../../functions/kith/reminders/schema.ts";

const units = [
  ..." ,;:=\"\\0a1Aé@/?#<([{+-_*.|$'%\n\r\t\0",
  ...'\r\n 0/ 0. 1- a. a@ a, \\; "" ::: =20 =C3=A9 ^n :: ;x= eyJ // 😀 &a=1'.split(" "),
  "* ",
  "+1 ",
  "my contacts ",
  "\ud800",
];
const prefixes = ["", "0/", "a", "http://a"];
const suffixes = ["", "x"];

/** Characters of a text: half of what is looked at of a value. */
const length = 16_000;

/** What takes less is not judged: what grows with the square of the length takes a hundred. */
const floorMs = 20;

/** Twice the length takes at most so many times as long: 2 where it grows with the text, 4 where it grows with the square. */
const mostTimes = 3;

/** A place for a text, and what reads it. */
type Place = [name: string, read: (text: string) => unknown];

const encoder = new TextEncoder();

/** Places of a file, each where the mark is in one of these. */
function places(name: string, type: string, lines: string[], write: (line: string) => string) {
  return lines.map((line): Place => [
    `${name}: ${line.replaceAll("\n", " ")}`,
    (text) => {
      const file = encoder.encode(write(line).replaceAll("§", () => text));
      // What is refused is read, too.
      return parseFile(file, type).catch(() => {});
    },
  ]);
}

/** The same for JSON, in which the text is written as a string. */
function inJson(name: string, documents: unknown[]): Place[] {
  return documents.map((document) => {
    const written = JSON.stringify(document);
    return [`${name}: ${written.slice(-70)}`, (text) => {
      const file = written.replaceAll("§", () => JSON.stringify(text).slice(1, -1));
      return parseFile(encoder.encode(file), "application/json").catch(() => {});
    }];
  });
}

const properties =
  "UID FN N NICKNAME ORG TITLE ROLE EMAIL TEL URL X-SOCIALPROFILE ADR BDAY NOTE CATEGORIES PHOTO KIND " +
  "X-ABSHOWAS X-KITH-FAVORITE X-KITH-LAST-CONTACTED-AT X-KITH-CONTACT-FREQUENCY-DAYS X-ABLABEL X-A VERSION AGENT REV PRODID";

const vcards = places(
  "vCard",
  "text/vcard",
  [
    ...properties.split(" ").map((name) => `${name}:§`),
    "§",
    "§:a",
    "EMAIL;§:a@example.com",
    "EMAIL;TYPE=§:a@example.com",
    'EMAIL;TYPE="§":a@example.com',
    "EMAIL;§=a:a@example.com",
    "N:a;§;b",
    "ADR:;;§;a",
    "item1.EMAIL:a@example.com\nitem1.X-ABLABEL:§",
    "NOTE;ENCODING=QUOTED-PRINTABLE:§",
    "TITLE;ENCODING=QUOTED-PRINTABLE;CHARSET=§:a",
    "PHOTO;ENCODING=b:§",
    "PHOTO:data:image/png;base64,§",
    "PHOTO:data:§,a",
    "KIND:group\nMEMBER:§",
    "KIND:group\nFN:§",
    "KIND:group\nN:§",
  ],
  (line) =>
    `BEGIN:VCARD\nVERSION:3.0\n${
      /^(KIND:g|F?N:)/.test(line) ? "" : "FN:Ana\n"
    }${line}\nEND:VCARD\n`,
);

const columns =
  "First name,Name,Birthday,Email,Phone,Website,Labels,Notes,Address,Starred,Connected on,UID,Kith last contacted at," +
  "Birth year,E-mail 1 - Label,Address 1 - Formatted,Categories,Job title,Shoes";

const tables = [
  ...places("CSV", "text/csv", columns.split(","), (column) => `Name,${column}\nAna,"§"\n`),
  ...places(
    "CSV, bare",
    "text/csv",
    ["Birthday", "Email", "Shoes"],
    (column) => `Name,${column}\nAna,§\n`,
  ),
  ...places(
    "CSV header",
    "text/csv",
    ["§", "Name,§", '"§",Name', "Name,Email 2§", "sep=,\n§"],
    (header) => `${header}\nAna,a\n`,
  ),
];

const attributes =
  "dn cn givenName mail telephoneNumber homePostalAddress labeledURI description jpegPhoto dateOfBirth " +
  "objectClass entryUUID birthYear changetype shoes";

const entries = places("LDIF", "text/ldif", [
  ...attributes.split(" ").map((name) => `${name}: §`),
  "mail:: §",
  "§: a",
  "mail;§: a",
  "objectClass: groupOfNames\nmember: §",
  "#§",
], (line) => `dn: cn=Ana\ncn: Ana\n${line}\n\n`);

const jcard = (...property: unknown[]) => ["vcard", [["fn", {}, "text", "Ana"], property]];
const card = (more: object) => ({ "@type": "Card", name: { full: "Ana" }, ...more });
const json = [
  ...inJson("jCard", [
    jcard("email", {}, "text", "§"),
    jcard("§", {}, "text", "a"),
    jcard("email", { type: "§" }, "text", "a@example.com"),
    jcard("email", { "§": "a" }, "text", "a@example.com"),
    jcard("bday", {}, "date", "§"),
    jcard("adr", {}, "text", ["", "", "§", "a"]),
    jcard("categories", {}, "text", "a", "§"),
    ["vcard", [["kind", {}, "text", "group"], ["fn", {}, "text", "§"]]],
  ]),
  ...inJson("JSContact", [
    card({ name: { full: "§" } }),
    card({ name: { components: [{ kind: "given", value: "§" }] } }),
    card({ emails: { a: { address: "§" } } }),
    card({ emails: { a: { address: "a@example.com", label: "§" } } }),
    card({ emails: { a: { address: "a@example.com", contexts: { "§": true } } } }),
    card({ links: { a: { uri: "§" } } }),
    card({ onlineServices: { a: { uri: "https://a.example", service: "§" } } }),
    card({ organizations: { a: { name: "§" } } }),
    card({ anniversaries: { a: { kind: "birth", date: { utc: "§" } } } }),
    card({ anniversaries: { a: { kind: "§", date: {} } } }),
    card({ keywords: { "§": true } }),
    card({ media: { a: { kind: "photo", uri: "§" } } }),
    card({ "§": "a" }),
    card({ kind: "group", name: { full: "§" } }),
  ]),
  ...inJson("Kith", [
    ...Object.keys(contactCreate().shape)
      .map((name) => ({ kith: 1, contacts: [{ firstName: "Ana", [name]: "§" }] })),
    ...["emails", "phones", "urls"]
      .map((name) => ({ kith: 1, contacts: [{ firstName: "Ana", [name]: [{ value: "§" }] }] })),
    ...Object.keys(reminderCreate().shape)
      .map((name) => ({ kith: 1, reminders: [{ title: "a", [name]: "§" }] })),
    { kith: 1, notes: [{ content: "§", occurredAt: "§" }] },
    { kith: 1, networks: [{ name: "§", color: "§" }] },
    { kith: 1, profile: { timezone: "§" }, "§": [] },
  ]),
  ...inJson("Monica", [
    ...["first_name", "job", "tags", "birthdate", "last_talked_to", "description"].map((name) => ({
      app_version: "4",
      account: {
        data: [{
          type: "contact",
          values: [{
            uuid: "§",
            properties: {
              first_name: "Ana",
              [name]: name === "tags" ? ["§"] : name === "birthdate" ? { date: "§" } : "§",
            },
            data: [{ type: "note", values: [{ properties: { body: "§" }, created_at: "§" }] }],
          }],
        }],
      },
    })),
  ]),
];

const requests: Place[] = [
  ...tools.flatMap(({ name, input }) =>
    Object.keys(input.shape).map((member): Place => [
      `${name}: ${member}`,
      (text) =>
        [text, [text], { title: text, due: text }]
          .map((value) => validateBody(input, [], { [member]: value })),
    ])
  ),
  ["query", (text) => validateQuery(noteQuery(), `?${text}`)],
  [
    "query: search",
    (text) => validateQuery(noteQuery(), `?search=${text}&from=${text}&fields=${text}`),
  ],
];

/** CPU time of one reading, in milliseconds. */
async function timeOf(read: Place[1], text: string): Promise<number> {
  const began = process.cpuUsage();
  await read(text);
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

/** Whether it grows faster than the text: it does where the best of ever more readings does, of whole and half in turn. */
async function growsFaster(read: Place[1], textOf: (length: number) => string): Promise<boolean> {
  let whole = Infinity;
  let half = Infinity;
  for (let reading = 0; reading < 30; reading++) {
    whole = Math.min(whole, await timeOf(read, textOf(length)));
    if (whole < floorMs) return false;
    half = Math.min(half, await timeOf(read, textOf(length / 2)));
    if (reading > 0 && whole < mostTimes * half) return false;
  }
  return true;
}

const groups: Record<string, Place[]> = {
  vCards: vcards,
  tables,
  LDIF: entries,
  JSON: json,
  requests,
};
const found: string[] = [];
for (const [name, read] of groups[argv[2]!]!) {
  const isFound = () => found.at(-1)?.startsWith(`${name} `);
  for (const unit of units) {
    for (const prefix of prefixes) {
      for (const suffix of suffixes) {
        // One a place is enough.
        if (isFound()) continue;
        const textOf = (length: number) => prefix + unit.repeat(length / unit.length) + suffix;
        if (await growsFaster(read, textOf)) {
          found.push(`${name} ${JSON.stringify([prefix, unit, suffix])}`);
        }
      }
    }
  }
}
console.log(JSON.stringify(found));
