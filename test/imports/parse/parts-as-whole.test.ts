// That a file which is sent in parts is read as one that is sent whole: the same rows, errors, questions, and what is left out.
import { readdirSync } from "node:fs";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { partLimits } from "../../../client/src/imports/part.ts";
import { readParts } from "../../../client/src/imports/read-file.ts";
import { type ParsedFile, parseFile } from "../../../functions/kith/imports/parse/records.ts";
import {
  type ReadOptions,
  unitedDropped,
  unitedQuestions,
} from "../../../functions/kith/imports/parse/types.ts";
import { count } from "../../support/tier.ts";
import { sample, typeOf } from "./files.ts";

const limits = { ...partLimits };
beforeEach(() => {
  partLimits.records = 3;
});
afterEach(() => {
  Object.assign(partLimits, limits);
});

type Given = Partial<Pick<ReadOptions, "mapping" | "columns" | "header" | "country">>;

/** What is compared of a file: its rows in the order of their lines. */
function compared({ records, errors, dropped, questions }: Omit<ParsedFile, "format">) {
  // The parts of an account of Monica have the same note types, and those of other files the same fields.
  const types = new Set<string>();
  const isNew = ({ line: _, ...row }: { line: number }) => {
    const type = JSON.stringify(row);
    return !/"resource":"(?:note_type|field)"/.test(type) || types.size < types.add(type).size;
  };
  const rows = [...records, ...errors].filter(isNew)
    .sort((one, other) =>
      one.line - other.line || (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)
    )
    .map((row) => ({
      ...row,
      ...("photo" in row && row.photo ? { photo: row.photo.bytes.length } : {}),
    }));
  const counts = dropped.map(({ property, count }): [string, number] => [property, count]);
  return { rows, dropped: Object.fromEntries(counts.sort()), questions };
}

async function inParts(bytes: Uint8Array, type: string, { country = null, ...said }: Given) {
  const parts = await readParts(bytes, type, said);
  const all: Omit<ParsedFile, "format"> = { records: [], errors: [], dropped: [], questions: [] };
  const [lists, questions]: [ParsedFile["dropped"][], ParsedFile["questions"][]] = [[], []];
  for (const part of parts) {
    const read = await parseFile(part.bytes, part.contentType, { ...part.said, country });
    const rows = [...read.records, ...read.errors].sort((one, other) => one.line - other.line);
    const own = new Set(rows.slice(part.repeated));
    const there = <Row extends { line: number }>(list: Row[]) =>
      list.filter((row) => own.has(row as never)).map((row) => ({
        ...row,
        line: part.lineOf(row.line),
      }));
    all.records.push(...there(read.records));
    all.errors.push(...there(read.errors));
    lists.push([...read.dropped, ...part.dropped]);
    questions.push(read.questions);
  }
  return { parts, ...all, dropped: unitedDropped(lists), questions: unitedQuestions(questions) };
}

async function expectSame(text: string | Uint8Array, type: string, given: Given = {}) {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const { parts, ...found } = await inParts(bytes, type, given);
  const whole = await parseFile(bytes, type, given);
  expect(compared(found)).toEqual(compared(whole));
  return parts;
}

const numbers = Array.from({ length: 9 }, (_, index) => index);

/** A line for each of some people. */
const people = (line: (n: number) => string) => numbers.map(line);

const files = readdirSync(new URL("../samples", import.meta.url)).filter((file) =>
  !file.endsWith("md")
);

describe("a file in parts is read as a whole", () => {
  it.each(files)("%s", async (file) => {
    await expectSame(sample(file), typeOf(file));
  });

  it.each<[string, string[], Given?]>([
    ["a table without a header", people((n) => `Ann${n},Lee${n},a${n}@example.com,${n}/12/1990`)],
    [
      "one whose rows differ in length",
      people((n) => `Ann${n},a${n}@example.com${n % 4 === 0 ? `,+4930123456${n},x` : ""}`),
    ],
    ["one with a line that says the delimiter", [
      "sep=;",
      ...people((n) => `Ann${n};a${n}@example.com`),
    ]],
    ["one that is said to have no header", people((n) => `Ann${n},Lee`), { header: false }],
    ["one whose columns are said", people((n) => `Ann${n},a${n}@example.com,+4930123456${n}`), {
      columns: { "Column 3": "phone:work" },
    }],
    ["one that is mapped", people((n) => `Ann${n},a${n}@example.com${n > 5 ? ",Berlin" : ""}`), {
      mapping: { "Column 1": "nickname", "Column 3": "city" },
    }],
    ["a table whose last day tells the order", [
      "Name,Birthday",
      ...people((n) => `Ann${n},${n}/3/1990`),
      "Bo,31/3/1990",
    ]],
    ["one whose first day tells it, in another column", [
      "Name,Birthday,Since",
      "Bo,1/3/1990,31/3/1990",
      ...people((n) => `Ann${n},${n}/3/1990,1/1/2001`),
    ]],
    ["one that contradicts itself", [
      "Name,Birthday",
      "Bo,31/3/1990",
      ...people((n) => `Ann${n},${n}/3/1990`),
      "Cy,3/31/1990",
    ]],
    ["one that contradicts itself, in a country", [
      "Name,Birthday",
      "Bo,3/31/1990",
      ...people((n) => `Ann${n},${n}/3/1990`),
      "Cy,31/3/1990",
    ], { country: "DE" }],
    ["one in a language", ["Vorname;Geburtstag", ...people((n) => `Ann${n};${n}/3/1990`)]],
    ["one whose order is said", ["Name,Birthday", ...people((n) => `Ann${n},${n}/3/1990`)], {
      columns: { Birthday: "birthday:day-first" },
    }],
    ["one with notes before the header, of several lines", [
      "Notes:",
      '"When exporting, all is well"',
      "",
      'First Name,"Last\nName",E-mail Address',
      ...people((n) => `Ann${n},"Lee\n${n}",a${n}@example.com`),
    ]],
    ["one with a second header", [
      "First Name,E-mail Address",
      ...people((n) => `Ann${n},a${n}@example.com`),
      "First Name,E-mail Address",
      ...people((n) => `Bo${n},b${n}@example.com`),
    ]],
    ["one with quotation marks that are not closed", [
      "First Name,E-mail Address",
      ...people((n) => `Ann${n},a${n}@example.com`),
      'Bo,"b@example.com',
      "Cy,c@example.com",
    ]],
    ["one with values that are left out", [
      "First Name,Phone,E-mail Address,Hobby",
      ...people((n) => `Ann${n},n/a${n},a${n}@,${n}`),
    ]],
  ])("a table: %s", async (_, lines, given) => {
    const parts = await expectSame(lines.join("\r\n"), "text/csv", given);
    expect(parts.length).toBeGreaterThan(1);
  });

  it("a table in another charset", async () => {
    const text = [
      "Vorname;Straße privat;E-Mail",
      ...people((n) => `Jörg${n};Am Öl ${n};j${n}@example.com`),
    ]
      .join("\n");
    await expectSame(new Uint8Array(Buffer.from(text, "latin1")), "text/csv");
    await expectSame(new Uint8Array(Buffer.from(text, "latin1")), "text/csv; charset=iso-8859-1");
    await expectSame(new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le")), "text/csv");
    await expectSame(`\ufeff${text}`, "text/csv");
  });

  it("a profile, which comes with the contact that it names", async () => {
    const id = (n: number) => `0000000${n}-0000-4000-8000-000000000000`;
    const contacts = numbers.map((n) => ({
      id: id(n),
      firstName: `Ann${n}`,
      networkIds: [id(n % 3)],
    }));
    const networks = numbers.slice(0, 3).map((n) => ({ id: id(n), name: `N${n}` }));
    const profile = { name: "Ann", contactId: id(8) };
    const document = JSON.stringify({ kith: 1, profile, networks, contacts }, null, 1);
    const [first] = await expectSame(document, "application/json");
    const { records } = await parseFile(first!.bytes, first!.contentType, {});
    expect(records.map(({ resource }) => resource)).toEqual([
      "profile",
      "network",
      "network",
      "contact",
    ]);
  });

  it("groups, whose members are in other parts", async () => {
    const cards = people((n) => `BEGIN:VCARD\nVERSION:3.0\nUID:u${n}\nFN:Ann ${n}\nEND:VCARD`);
    const members = [0, 2, 5, 8, 99].map((n) => `X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:u${n}`);
    const group = (name: string, lines: string[]) =>
      [
        "BEGIN:VCARD",
        "VERSION:3.0",
        `UID:${name}`,
        `FN:${name}`,
        "X-ADDRESSBOOKSERVER-KIND:group",
        ...lines,
        "END:VCARD",
      ]
        .join("\n");
    await expectSame(
      [group("first", members.slice(1)), ...cards, group("last", members), ""].join("\n"),
      "text/vcard",
    );
    const entries = people((n) => `dn: cn=Ann ${n},o=x\nobjectclass: person\ncn: Ann ${n}\n`);
    const named = [0, 2, 5, 8, 99].map((n) => `member: CN=Ann ${n}, o=x`).join("\n");
    const list = (name: string) =>
      `dn: cn=${name},o=x\nobjectclass: groupOfNames\ncn: ${name}\n${named}\n`;
    await expectSame([list("first"), ...entries, list("last")].join("\n"), "text/ldif");
    const jscontact = [
      ...numbers.map((n) => ({ "@type": "Card", uid: `u${n}`, name: { full: `Ann ${n}` } })),
      {
        "@type": "Card",
        uid: "g",
        kind: "group",
        name: { full: "Club" },
        members: { u0: true, u8: true, u99: true },
      },
    ];
    await expectSame(JSON.stringify(jscontact, null, 1), "application/json");
    const jcard = [
      ["vcard", [
        ["uid", {}, "text", "g"],
        ["fn", {}, "text", "Club"],
        ["kind", {}, "text", "group"],
        ["member", {}, "uri", "urn:uuid:u1"],
        ["member", {}, "uri", "u99"],
      ]],
      ...numbers.map((
        n,
      ) => ["vcard", [["uid", {}, "text", `u${n}`], ["fn", {}, "text", `Ann ${n}`]]]),
    ];
    await expectSame(JSON.stringify(jcard, null, 1), "application/json");
  });

  it("a document with what Kith does not know, and an account of Monica with what belongs to nobody", async () => {
    const contacts = numbers.map((n) => ({ firstName: `Ann ${n}`, other: n }));
    await expectSame(
      JSON.stringify({ kith: 1, exportedAt: "x", pets: [1], contacts }, null, 1),
      "application/json",
    );
    const document = JSON.parse(sample("monica.json"));
    const find = (type: string) =>
      document.account.data.find((entry: { type: string }) => entry.type === type);
    const [contact] = find("contact").values;
    find("contact").values.push(
      ...numbers.map((n) => ({
        ...contact,
        uuid: `c0ffee00-0001-4000-8000-00000000000${n}`,
        data: [],
      })),
    );
    find("photo").values.push({ uuid: "p", properties: { dataUrl: "data:," } });
    find("activity").values.push({
      uuid: "a",
      properties: { summary: "Alone", happened_at: "2020-01-01" },
    });
    document.account.data.push({ type: "gift", values: [{ uuid: "g" }, { uuid: "h" }] });
    await expectSame(JSON.stringify(document, null, 1), "application/json");
  });
});

const cells = fc.constantFrom(
  ...'Ann|Lee|a@example.com|b@example.com,c@example.com|+49 30 1234567|1/2/1990|13/2/1990|2/13/1990|1990-01-02|n/a|x;y|"q"|it\ngoes on||Friend'
    .split("|"),
);
const quoted = (cell: string) => /[",;\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
const titles = fc.constantFrom(
  "First Name",
  "Last Name",
  "E-mail Address",
  "Phone",
  "Birthday",
  "Geburtstag",
  "Hobby",
  "Notes",
  "",
);

it("any table is read in parts as a whole, or refused as a whole", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(titles, { minLength: 1, maxLength: 5 }),
      fc.array(fc.array(cells, { minLength: 1, maxLength: 5 }), { minLength: 4, maxLength: 12 }),
      fc.boolean(),
      fc.constantFrom(",", ";"),
      fc.constantFrom(null, "DE", "US"),
      async (header, rows, hasHeader, delimiter, country) => {
        const lines = [...hasHeader ? [header] : [], ...rows]
          .map((row) => row.map(quoted).join(delimiter));
        const bytes = new TextEncoder().encode(lines.join("\n"));
        const whole = await parseFile(bytes, "text/csv", { country }).catch(() => null);
        if (whole === null) {
          await expect(inParts(bytes, "text/csv", { country })).rejects.toThrow();
          return;
        }
        const { parts: _, ...found } = await inParts(bytes, "text/csv", { country });
        // Rows of parts are not compared with each other.
        const all = [...whole.dropped, ...found.dropped];
        fc.pre(!all.some(({ property }) => property.includes("made one")));
        expect(compared(found)).toEqual(compared(whole));
      },
    ),
    { numRuns: count({ quick: 100, thorough: 2_000 }) },
  );
});
