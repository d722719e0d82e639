import { parse } from "csv-parse/sync";
import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { csvColumn, textFields } from "../../functions/kith/contacts/fields.ts";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import type { Answer, Json } from "../support/client.ts";
import { makeFullContact } from "../support/full-contact.ts";
import { expectViolations } from "../support/problems.ts";
import { parseCsv } from "../imports/parse/files.ts";

/** One vCard, as another program reads it: properties by name in lower case. */
interface ReadCard {
  values(name: string): unknown[];
  labels(name: string): (string | null)[];
  text(name: string): unknown;
}

/** Reads vCards by ical.js, which the function does not write them with. */
function readCards(text: string): ReadCard[] {
  if (text === "") return [];
  const parsed = ICAL.parse(text) as unknown;
  const cards = (typeof (parsed as unknown[])[0] === "string" ? [parsed] : parsed) as [];
  return cards.map((card) => {
    const properties: ICAL.Property[] = new ICAL.Component(card).getAllProperties();
    const found = (name: string) => properties.filter((each) => each.name === name);
    const labelOf = (property: ICAL.Property) => {
      const group = property.getFirstParameter("group");
      const label = found("x-ablabel").find((each) => each.getFirstParameter("group") === group);
      if (group && label) return unescaped(String(label.getFirstValue()));
      return property.getFirstParameter("type")?.toLowerCase() ?? null;
    };
    const read = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(read);
      // ical.js reads no escaped semicolon of version 3 outside of structured values.
      return typeof value === "string" ? value.replaceAll("\\;", ";") : value;
    };
    const valueOf = (property: ICAL.Property) => {
      if (property.name === "categories") return property.getValues().map(read);
      const value = property.getFirstValue();
      return typeof value === "object" && !Array.isArray(value) ? String(value) : read(value);
    };
    return {
      values: (name) => found(name).map(valueOf),
      labels: (name) => found(name).map(labelOf),
      text: (name) => found(name).map(valueOf)[0] ?? null,
    };
  });
}

/** ical.js does not read the escapes of properties that it does not know. */
function unescaped(text: string): string {
  return text.replace(/\\(.)/g, (_, sign: string) => /[nN]/.test(sign) ? "\n" : sign);
}

const ada = await signUp();
const { contact, network } = await makeFullContact(ada);

/** The text of an export of all contacts. */
async function exported(query: string, account = ada): Promise<string> {
  const answer = await account.get(`/contacts/export?isArchived=any&${query}`);
  expectStatus(answer, 200);
  return answer.text;
}

describe.each(["vcard", "vcard3"])("an export as %s", (format) => {
  it("vcard has every field of a contact, as another program reads it", async () => {
    const [card, ...others] = readCards(await exported(`format=${format}`));
    expect(others).toEqual([]);
    const { firstName, lastName, nickname, company, department, jobTitle, description } = contact;
    const { middleName, namePrefix, nameSuffix } = contact;
    expect({
      uid: card!.text("uid"),
      fn: card!.text("fn"),
      n: card!.text("n"),
      nickname: card!.text("nickname"),
      org: card!.text("org"),
      title: card!.text("title"),
      note: card!.text("note"),
      categories: card!.values("categories").flat(),
    }).toEqual({
      uid: `urn:uuid:${contact.id}`,
      fn: contact.displayName,
      n: [lastName, firstName, middleName, namePrefix, nameSuffix],
      nickname,
      org: [company, department],
      title: jobTitle,
      note: description,
      categories: [network.name],
    });
    const items = (name: string) =>
      card!.values(name).map((value, index) => ({ value, label: card!.labels(name)[index] }));
    expect(items("email")).toEqual(contact.emails);
    // Programs know these labels by a type.
    const types: Record<string, string> = { mobile: "cell" };
    expect(items("tel")).toEqual(
      contact.phones.map((phone: { label: string }) => ({
        ...phone,
        label: types[phone.label] ?? phone.label,
      })),
    );
    expect(items("url")).toEqual(contact.urls);
    const { street } = contact.addresses[0];
    expect(items("adr")).toEqual([
      { value: ["", "", street, "Berlin", "", "10119", "Germany"], label: "home" },
      { value: ["", "", "", "Oslo", "", "", ""], label: "@cabin" },
    ]);
    expect([
      card!.text("x-kith-favorite"),
      card!.text("x-kith-archived"),
      card!.text("x-kith-contact-frequency-days"),
      card!.text("x-kith-last-contacted-at"),
    ]).toEqual(["TRUE", "TRUE", "30", contact.lastContactedAt]);
  });

  it("vcard has lines of at most 75 octets that end with CRLF and split no character", async () => {
    const text = await exported(`format=${format}`);
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    const lines = text.split("\r\n");
    expect(lines.pop()).toBe("");
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBe(75);
    expect(text.isWellFormed()).toBe(true);
    const unfolded = text.replaceAll("\r\n ", "");
    expect(unfolded).toContain(
      "ADR;TYPE=home:;;Torstraße 1\\, left\\; rear\\nSecond line;Berlin;;10119;Germany\r\n",
    );
    expect(unfolded).toContain("TEL;TYPE=cell:+49 30 901820\r\n");
    expect(unfolded).toContain("URL:https://zoe.example.com/a,b;c?d=e\r\n");
  });
});

it.each([
  ["vcard", "--02-29", "BDAY:--0229"],
  ["vcard", "1990-03-20", "BDAY:19900320"],
  ["vcard3", "--02-29", "BDAY;X-APPLE-OMIT-YEAR=1604:1604-02-29"],
  ["vcard3", "1990-03-20", "BDAY:1990-03-20"],
])("a birthday in a vCard as %s: %s is %s", async (format, birthday, line) => {
  const me = await signUp();
  await me.make("/contacts", { firstName: "Ana", birthday });
  expect(await exported(`format=${format}`, me)).toContain(`\r\n${line}\r\n`);
});

describe("an export as csv", () => {
  it("the export has every field of a contact, under the names that Google gives them", async () => {
    const [row, ...others] = parse(await exported("format=csv"), { columns: true }) as Json[];
    expect(others).toEqual([]);
    expect(row).toEqual({
      ...Object.fromEntries(textFields.map((field) => [csvColumn(field), contact[field[0]]])),
      "First Name": contact.firstName,
      "Last Name": contact.lastName,
      "Nickname": "'=Zo",
      "Organization Name": contact.company,
      "Organization Title": contact.jobTitle,
      "Birthday": "--02-29",
      "Notes": contact.description,
      "Labels": network.name,
      "E-mail 1 - Label": "home",
      "E-mail 1 - Value": "zoe@example.com",
      "E-mail 2 - Label": "Work",
      "E-mail 2 - Value": "z@work.example",
      "E-mail 3 - Label": "",
      "E-mail 3 - Value": "third@example.com",
      "Phone 1 - Label": "mobile",
      "Phone 1 - Value": "+49 30 901820",
      "Phone 2 - Label": 'car; phone, "old"',
      "Phone 2 - Value": "'=1+1",
      "Address 1 - Label": "home",
      "Address 1 - Street": contact.addresses[0].street,
      "Address 1 - City": "Berlin",
      "Address 1 - Region": "",
      "Address 1 - Postal Code": "10119",
      "Address 1 - Country": "Germany",
      "Address 2 - Label": "'@cabin",
      "Address 2 - Street": "",
      "Address 2 - City": "Oslo",
      "Address 2 - Region": "",
      "Address 2 - Postal Code": "",
      "Address 2 - Country": "",
      "Website 1 - Label": "blog",
      "Website 1 - Value": contact.urls[0].value,
      "Kith Id": contact.id,
      "Kith Favorite": "true",
      "Kith Archived": "true",
      "Kith Contact Frequency Days": "30",
      "Kith Last Contacted At": contact.lastContactedAt,
      "Kith Vcard Lines": contact.vcardLines,
    });
  });

  it("the export has no cell that a spreadsheet runs; importing removes the apostrophe again", async () => {
    const me = await signUp();
    const run = [
      "=cmd|' /C calc'!A0",
      "+SUM(A1)",
      "-2+A1",
      "@SUM(1)",
      "'=1",
      "\uff1d1+1",
      "\uff0b1+A1",
      "\u200b=1+1",
      "\u200b @SUM(1)",
    ];
    const texts = [...run, "'quoted'", "a=1"];
    const numbers = [
      "+49 (30) 90-18/20.1",
      "+1 555 0100 ext. 7",
      "+1 555 0100 x7",
      "+1 555 0100,,123#",
    ];
    texts.push(...numbers, "--04-12");
    for (const text of texts) await me.make("/contacts", { nickname: text });
    const rows = parse(await exported("format=csv", me), { columns: true }) as Json[];
    const cells = texts.map((text) => run.includes(text) ? `'${text}` : text);
    expect(rows.map((row) => row["Nickname"]).sort()).toEqual([...cells].sort());
    for (const [index, cell] of cells.entries()) {
      const { records } = await parseCsv(`First Name,Nickname\nA,"${cell}"`);
      expect(records[0]!.value["nickname"]).toBe(texts[index]);
    }
  });
});

it("an export as JSON has all resources as the API shows them with GET /export", async () => {
  const me = await signUp();
  const { contact: made } = await makeFullContact(me);
  const type = await me.make("/note-types", { name: "Letter" });
  await me.make("/fields", { name: "Diet", type: "choice", options: ["vegan"] });
  await me.change(`/contacts/${made.id}`, { custom: { diet: "vegan" } });
  await me.make("/notes", { content: "Hi\nthere", contactId: made.id, noteTypeId: type.id });
  await me.make("/relationships", { contactId: made.id, relatedName: "Jo", kind: "friend" });
  await me.make("/reminders", { title: "Done", completed: true });
  await me.make("/reminders", { title: "Write", contactId: made.id, dueAt: "2026-05-01" });
  const { kith: _, exportedAt: __, ...rest } = await me.read("/export");
  const all = async (path: string) =>
    (await me.listed(path)).toSorted((a, b) => a.id < b.id ? -1 : 1);
  expect(rest).toEqual({
    profile: await me.read("/me"),
    fields: await all("/fields"),
    networks: await all("/networks"),
    noteTypes: await all("/note-types"),
    contacts: await all("/contacts?isArchived=any"),
    notes: await all("/notes"),
    relationships: await all("/relationships"),
    reminders: await all("/reminders"),
  });
});

describe("what is exported", () => {
  it.each([
    ["", {}, "text/vcard", "vcf", "VERSION:4.0"],
    ["", { accept: "text/vcard;version=3.0" }, "text/vcard", "vcf", "VERSION:3.0"],
    ["", { accept: "text/html, text/csv;q=0.9" }, "text/csv", "csv", "First Name,"],
    ["", { accept: "application/json" }, "application/json", "json", '{"kith":1,'],
    [
      "",
      { accept: "application/jscontact+json" },
      "application/jscontact+json",
      "json",
      '[\n{"@type":"Card"',
    ],
    ["&format=csv", { accept: "application/json" }, "text/csv", "csv", "First Name,"],
    ["", { accept: "image/png" }, "text/vcard", "vcf", "VERSION:4.0"],
  ])("%s with %j is %s", async (query, headers: Record<string, string>, type, ending, start) => {
    const answer = await ada.get(`/contacts/export?isArchived=any${query}`, { headers });
    expect(answer.headers.get("content-type")?.split(";")[0]).toBe(type);
    expect(answer.headers.get("content-disposition"))
      .toMatch(
        new RegExp(`^attachment; filename="kith-contacts-\\d{4}-\\d{2}-\\d{2}\\.${ending}"$`),
      );
    expect(answer.text.slice(0, 40)).toContain(start);
  });

  it("the export is what the list shows with the same filters", async () => {
    const me = await signUp();
    const { id } = await me.make("/networks", { name: "Left" });
    await me.make("/contacts", { firstName: "Ana", networkIds: [id], birthday: "1990-05-01" });
    await me.make("/contacts", { firstName: "Ben", isFavorite: true, contactFrequencyDays: 1 });
    await me.make("/contacts", { firstName: "Cleo", isArchived: true });
    const queries = [
      "",
      "isArchived=true",
      "isArchived=any",
      `networkId=${id}`,
      "isFavorite=true",
      "search=an",
      "birthdayMonth=5",
      "needsContact=false",
      "nextContactBefore=2099-01-01",
      "lastContactedBefore=2099-01-01",
      "hasEmail=true",
      "company=a",
    ];
    for (const query of queries) {
      const shown = await me.listed(`/contacts?${query}`);
      const notArchived = query.includes("isArchived") ? "" : "&isArchived=false";
      const { body } = await me.get(`/contacts/export?format=json&${query}${notArchived}`);
      const ids = (contacts: Json[]) => contacts.map((each) => each.id).sort();
      expect([query, ids(body.contacts)]).toEqual([query, ids(shown)]);
    }
  });

  it("answers HEAD with the headers, and keeps no transaction open", async () => {
    for (let n = 0; n < 6; n++) {
      const { status, text, headers } = await ada.send("HEAD", "/contacts/export?format=csv");
      expect([status, text]).toEqual([200, ""]);
      expect(headers.get("content-disposition")).toContain(".csv");
    }
  });
});

describe("an export in parts", () => {
  /** All parts, each as it was answered. */
  async function partsOf(me: Account, path: string): Promise<Json[]> {
    const parts = [];
    for (let next: string | undefined = path; next;) {
      const answer: Answer = await me.get(next);
      parts.push(expectStatus(answer, 200));
      const following = /^<(\?[^>]+)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1];
      next = following && path.replace(/\?.*/, following);
    }
    return parts;
  }

  it.each([1, 5, 6, 15])(
    "of %i rows has everything once, and in each part what its items refer to",
    async (rows) => {
      const me = await signUp();
      const network = await me.make("/networks", { name: "Family" });
      for (let n = 0; n < 5; n++) {
        await me.make("/contacts", {
          firstName: `C${n}`,
          isArchived: n === 0,
          networkIds: [network.id],
        });
      }
      for (let n = 0; n < 9; n++) await me.make("/notes", { content: `N${n}` });
      await me.make("/reminders", { title: "R" });
      const whole = await me.read("/export");
      const parts = await partsOf(me, `/export?rows=${rows}`);
      expect(parts.length).toBe(Math.ceil(15 / rows));
      for (const list of ["contacts", "notes", "reminders"]) {
        expect(parts.flatMap((part) => part[list]), list).toEqual(whole[list]);
      }
      for (const part of parts) {
        expect(part.contacts.length + part.notes.length + part.reminders.length)
          .toBeLessThanOrEqual(rows);
        const { profile, networks, noteTypes } = whole;
        expect(part).toMatchObject({ profile, networks, noteTypes });
      }
      const archived = await partsOf(
        me,
        `/contacts/export?format=json&isArchived=false&rows=${rows}`,
      );
      expect(archived.flatMap(({ contacts }) => contacts)).toEqual(
        whole.contacts.filter(({ isArchived }: Json) => !isArchived),
      );
    },
  );

  it("refuses an unknown place to go on from", async () => {
    const { id } = ada;
    for (const path of [`/export?after=networks.${id}`, `/contacts/export?after=notes.${id}`]) {
      expectViolations(await ada.get(path), "query /after invalid_format");
    }
  });
});
