// Phone numbers, e-mail addresses and names as people write them into files.
import { parseFile } from "../../../functions/kith/imports/parse/records.ts";
import { describe, expect, it } from "vitest";
import { parseCard, parseCsv } from "./files.ts";

/** What a table with one row has, and what is left out. */
async function rowOf(header: string, row: string) {
  const { records, dropped } = await parseCsv(`${header}\n${row}\n`);
  return { value: records[0]?.value ?? {}, dropped: dropped.map(({ property }) => property) };
}

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
const valuesOf = (list: unknown) => ((list ?? []) as { value: string }[]).map(({ value }) => value);

it("an address in apostrophes is read without them, and keeps those within", async () => {
  const { records } = await parseCsv("Name,Email\nAna,'ana@example.com'\nBo,o'neil@example.com\n");
  expect(records.map(({ value }) => value["emails"])).toEqual([
    [{ value: "ana@example.com", label: null }],
    [{ value: "o'neil@example.com", label: null }],
  ]);
});

describe("a phone number", () => {
  it.each([
    ["5,58155E+12", "its digits are lost"],
    ["5.58155e12", "its digits are lost"],
    ["5E+11", "its digits are lost"],
    ["#####", "its digits are lost"],
    ["#DIV/0!", "it is no phone number"],
    ["#N/A", "it is no phone number"],
    ["n/a", "it is no phone number"],
    ["-", "it is no phone number"],
    ["ask her", "it is no phone number"],
    ["0", "it is no phone number"],
    ["00/00/0000", "it is no phone number"],
    ["https://example.org/1", "it is no phone number"],
  ])("is none where a file has %s, which is listed", async (text, reason) => {
    const said = `${reason} (“${text}”)`;
    expect(await rowOf("Name,Phone", `Ana,${cell(text)}`))
      .toEqual({ value: { firstName: "Ana" }, dropped: [`Phone: ${said}`] });
    const { value, dropped } = await parseCard(`FN:Ana\nTEL:${text}`);
    expect([value, dropped]).toEqual([{ firstName: "Ana" }, [`TEL: ${said}`]]);
  });

  it.each([
    ['="+49 30 5550199"', "+49 30 5550199"],
    ["p:+49 30 5550199", "+49 30 5550199"],
    ["=+49305550199", "+49305550199"],
    ["tel:+49 30 5550199", "+49 30 5550199"],
    ["\u202a+49 30 5550199\u202c", "+49 30 5550199"],
    ["4915112345678.0", "4915112345678"],
    ["030 5550199 ext. 7", "030 5550199 ext. 7"],
    ["1-800-FLOWERS", "1-800-FLOWERS"],
    ["٠٣٠٥٥٥٠١٩٩", "٠٣٠٥٥٥٠١٩٩"],
  ])("is read from %j", async (text, phone) => {
    const { value, dropped } = await rowOf("Name,Phone", `Ana,${cell(text)}`);
    expect([valuesOf(value["phones"]), dropped]).toEqual([[phone], []]);
  });

  it("the phone number is kept in one of its spellings", async () => {
    const { value, dropped } = await parseCard(
      "FN:A\nTEL:+49 30 5550199\nTEL:0049 (30) 555-0199\nTEL:030 5550199",
    );
    expect(valuesOf(value["phones"])).toEqual(["+49 30 5550199", "030 5550199"]);
    expect(dropped).toEqual(["TEL: it occurs twice"]);
  });
});

describe("an e-mail address", () => {
  it.each([
    ['"Doe, Jane <jane@example.org>" <jane@example.org>', ["jane@example.org"]],
    ["Doe, Jane <jane@example.org>", ["jane@example.org"]],
    ["<jane@example.org>", ["jane@example.org"]],
    ["joe <joe@example.org>; <joe2@example.org>", ["joe@example.org", "joe2@example.org"]],
    ["MAILTO:mia@example.org", ["mia@example.org"]],
    ["tim@example.org ", ["tim@example.org"]],
    ["eve@exämple.org", ["eve@exämple.org"]],
    ["zed@example.org.", ["zed@example.org"]],
    ["zoe\u200b@example.org", ["zoe@example.org"]],
    ["a@example.org/b@example.org", ["a@example.org", "b@example.org"]],
    ["a@example.org / b@example.org", ["a@example.org", "b@example.org"]],
    ["a@example.org b@example.org", ["a@example.org", "b@example.org"]],
    ["a/b@example.org", ["a/b@example.org"]],
    ["Zoë Ott [z@example.org]", ["z@example.org"]],
    ["Zoë Ott (z@example.org)", ["z@example.org"]],
    ["Zoë Ott [mailto:z@example.org]", ["z@example.org"]],
    ["a@example.org、b@example.org", ["a@example.org", "b@example.org"]],
    ["SMTP:a@example.org;smtp:b@example.org", ["a@example.org", "b@example.org"]],
  ])("is read from %j", async (text, emails) => {
    const { value, dropped } = await rowOf("Email", cell(text));
    expect([valuesOf(value["emails"]), dropped]).toEqual([emails, []]);
  });

  it.each(["a@example.org (work)", "a@example.org [work]"])(
    "may have what it is for in brackets: %s",
    async (text) => {
      const { value } = await rowOf("Name,Email", `Ana,${text}`);
      expect(value["emails"]).toEqual([{ value: "a@example.org", label: "work" }]);
    },
  );

  it.each(["Jane Doe [j@example.org]", "Jane Doe (j@example.org)"])(
    "gives a row its name, in any brackets: %s",
    async (text) => {
      const jane = { firstName: "Jane Doe", emails: [{ value: "j@example.org", label: null }] };
      expect((await rowOf("Email", text)).value).toMatchObject(jane);
      expect((await rowOf("Name", text)).value).toMatchObject(jane);
    },
  );

  it.each([
    ["Jane <j@example.org>, Bo <b@example.org>", ["j@example.org", "b@example.org"]],
    ["mailto:a@example.org?subject=Hello", ["a@example.org"]],
  ])("the text around addresses is named where it is not read: %s", async (text, emails) => {
    const { value, dropped } = await rowOf("Nickname,Email", `Jane,${cell(text)}`);
    expect(valuesOf(value["emails"])).toEqual(emails);
    expect(dropped).toEqual([`Email: there is more than an address (“${text.slice(0, 40)}”)`]);
  });

  it("gives its name to a row without one, and not to others", async () => {
    const jane = { firstName: "Jane", lastName: "Doe" };
    expect((await rowOf("Name,Email", `,"Doe, Jane <j@example.org>"`)).value).toMatchObject(jane);
    const { value, dropped } = await rowOf("Name,Email", `Ana,"Doe, Jane <j@example.org>"`);
    expect([value["firstName"], dropped])
      .toEqual(["Ana", ["Email: there is another name beside the address (“Doe, Jane”)"]]);
    expect((await rowOf("Name,Email", "Jane Doe,Jane <j@example.org>")).dropped).toEqual([]);
  });

  it.each(["none", "a@@b", "see https://example.org/@ana"])(
    "the e-mail address is none where a cell has %s, which is named",
    async (text) => {
      const { value, dropped } = await rowOf("Name,Email", `Ana,${cell(text)}`);
      expect([value, dropped]).toEqual([{ firstName: "Ana" }, [
        `Email: must be an e-mail address (“${text}”)`,
      ]]);
    },
  );

  it("the e-mail address is taken from a text, which is named", async () => {
    const { value, dropped } = await rowOf("Name,Email", "Ana,ask for it a@example.org");
    expect(valuesOf(value["emails"])).toEqual(["a@example.org"]);
    expect(dropped).toEqual([
      "Email: there is more than an address (“ask for it a@example.org”)",
    ]);
  });
});

describe("a name", () => {
  it.each([
    ["Mustermann, Max", { firstName: "Max", lastName: "Mustermann" }],
    ["van der Berg, Jan Pieter", { firstName: "Jan Pieter", lastName: "van der Berg" }],
    ['"Max Mustermann"', { firstName: "Max Mustermann" }],
    ["„Mustermann, Max“", { firstName: "Max", lastName: "Mustermann" }],
    ["(Max Mustermann)", { firstName: "Max Mustermann" }],
    ["田中、太郎", { firstName: "太郎", lastName: "田中" }],
    ["Mustermann,", { firstName: "Mustermann" }],
    ["Acme, Inc.", { firstName: "Acme, Inc." }],
    ["Max Mustermann, Jr.", { firstName: "Max Mustermann, Jr." }],
    ["Max, Anna, Ben", { firstName: "Max, Anna, Ben" }],
    ["Max (Acme)", { firstName: "Max (Acme)" }],
  ])("is read from %s", async (text, name) => {
    expect((await rowOf("Name", cell(text))).value).toEqual(name);
    expect((await parseCard(`FN:${text.replaceAll(",", "\\,")}`)).value).toEqual(name);
  });

  it("may have an address behind it", async () => {
    const { value } = await rowOf("Name,Email", "Max Mustermann <max@example.org>,m@example.org");
    expect(value["firstName"]).toBe("Max Mustermann");
    expect(valuesOf(value["emails"])).toEqual(["max@example.org", "m@example.org"]);
  });

  it("the name is one line, and so are companies, labels, cities and networks", async () => {
    const { value, networks } = await parseCard([
      "N:Ilona\\n\\nKis-Varga;Réka;;;",
      "ORG:Acme\\nWorld",
      "ADR:;;Weg 1\\nHaus 2;Köln\\nMitte;;;",
      "CATEGORIES:a\\nb",
      "item1.TEL:+49 30 1",
      "item1.X-ABLABEL:my\\nphone",
    ].join("\n"));
    expect([value, networks]).toEqual([{
      firstName: "Réka",
      lastName: "Ilona Kis-Varga",
      company: "Acme World",
      addresses: [{
        label: null,
        street: "Weg 1\nHaus 2",
        city: "Köln Mitte",
        region: null,
        postalCode: null,
        country: null,
      }],
      phones: [{ value: "+49 30 1", label: "my phone" }],
    }, ["a b"]]);
  });

  it("stays as it is in a file of Kith", async () => {
    const { value } = await parseCard("PRODID:-//Kith//EN\nFN:x\nN:;Mustermann\\, Max;;;");
    expect(value).toEqual({ firstName: "Mustermann, Max" });
  });
});

it.each([
  ["0172 123456 / 030 1234567", ["0172 123456", "030 1234567"]],
  ["+49 30 1234567 or +49 172 123456", ["+49 30 1234567", "+49 172 123456"]],
  ["030 / 1234567", ["030 / 1234567"]],
  ["030/1234567", ["030/1234567"]],
])(
  "two numbers in a cell are two, and a slash within one is not between two: %s",
  async (cell, numbers) => {
    const file = new TextEncoder().encode(`First Name,Phone\nAna,${cell}\n`);
    const { records: [record] } = await parseFile(file, "text/csv");
    expect(valuesOf(record!.value["phones"])).toEqual(numbers);
  },
);

it("a Card without a type is read as one, but no other document", async () => {
  const read = (document: unknown) =>
    parseFile(new TextEncoder().encode(JSON.stringify(document)), "application/json");
  const card = { name: { full: "Ana" }, emails: { a: { address: "ana@example.com" } } };
  for (const document of [card, [card]]) {
    expect((await read(document)).records).toMatchObject([{
      value: { firstName: "Ana", emails: [{ value: "ana@example.com" }] },
    }]);
  }
  await expect(read({ kith: 1, name: {}, contacts: [] })).resolves.toMatchObject({ records: [] });
  await expect(read([{ name: "Ana" }])).rejects.toThrow("not valid");
});
