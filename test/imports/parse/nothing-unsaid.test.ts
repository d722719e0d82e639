// That an import leaves nothing out unsaid: each text of a file is in what was read, or what is left out says so.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ParsedFile, parseFile } from "../../../functions/kith/imports/parse/records.ts";
import { count } from "../../support/tier.ts";

/** A text that no other one is a part of. */
const token = fc.nat(1_000_000).map((number) => `w${number}q`);

/** Kinds of values that readers look at, each with a token. */
const texts = token.chain((word) =>
  fc.constantFrom(
    word,
    `${word}@example.com`,
    `+49 30 ${word.replace(/\D/g, "").padStart(7, "1")}`,
    `https://example.com/${word}`,
    `${word}, Ana`,
    `"${word}"`,
    `${word} <${word}@example.com>`,
    `${word} 13 Nov 1985`,
    `1985-04-12 ${word}`,
    `${word};${word}x|${word}y`,
  )
);

/** What of a value has to be found again. */
const wordsOf = (text: string) => text.match(/w\d+q/g) ?? [text.replace(/\D/g, "").slice(-7)];

/** Checks that each value, which stands at a place of the file, is in a row, or is said to be left out. */
function expectSaid(parsed: ParsedFile, values: [place: string, text: string][]): void {
  const { records, errors, dropped } = parsed;
  const read = JSON.stringify(records).toLowerCase();
  const said = dropped.map(({ property }) => property.toLowerCase());
  for (const [place, text] of values) {
    const isRead = wordsOf(text).every((word) => read.includes(word.toLowerCase()));
    const isSaid = errors.length > 0 ||
      said.some((each) =>
        each.startsWith(place.toLowerCase()) || each.includes(text.toLowerCase())
      );
    if (!isRead && !isSaid) {
      throw new Error(`${place}: ${text} is lost: ${JSON.stringify({ records, dropped })}`);
    }
  }
}

const runs = { numRuns: count({ quick: 150, thorough: 2_000 }) };

const parse = (text: string, type: string) => parseFile(new TextEncoder().encode(text), type);

/** Some of these names, each with a text. */
const some = (names: string[]) =>
  fc.uniqueArray(fc.tuple(fc.constantFrom(...names), texts), {
    minLength: 1,
    maxLength: 8,
    selector: ([name]) => name,
  });

const properties =
  "N NICKNAME ORG TITLE ROLE EMAIL TEL URL X-SOCIALPROFILE ADR BDAY NOTE CATEGORIES PHOTO KIND X-OTHER GEO X-KITH-FAVORITE"
    .split(" ");

describe("each text of a file is in a row or said to be left out, in", () => {
  it("vCards", async () => {
    await fc.assert(
      fc.asyncProperty(some(properties), async (lines) => {
        const written = lines.map(([name, text]) => `${name}:${text.replace(/[,;]/g, "\\$&")}\n`);
        const file = `BEGIN:VCARD\nFN:Ana\n${written.join("")}END:VCARD\n`;
        expectSaid(await parse(file, "text/vcard"), lines);
      }),
      runs,
    );
  });

  it("tables", async () => {
    const columns =
      "Name,First Name,Last Name,Nickname,Company,Job Title,E-mail 1 - Value,Phone 1 - Value,Website 1 - Value,Birthday,Labels,Notes,Address 1 - City,Address 1 - Formatted,Connected On,Starred,Shoes,UID"
        .split(",");
    await fc.assert(
      fc.asyncProperty(some(columns), async (cells) => {
        const rows = [
          cells.map(([column]) => column),
          cells.map(([, text]) => `"${text.replaceAll('"', '""')}"`),
        ];
        const file = rows.map((row) => `${row.join(",")},Title\n`).join("");
        expectSaid(
          await parse(`Organization Name,${file.replace("\n", "\nAcme,")}`, "text/csv"),
          cells,
        );
      }),
      runs,
    );
  });

  it("LDIF", async () => {
    const attributes =
      "givenName sn cn o title mail telephoneNumber labeledURI description l postalAddress dateOfBirth shoes jpegPhoto"
        .split(" ");
    await fc.assert(
      fc.asyncProperty(some(attributes), async (lines) => {
        const written = lines.map(([name, text]) => `${name}: ${text}\n`).join("");
        expectSaid(await parse(`dn: cn=a\nmozillaNickname: Ana\n${written}`, "text/ldif"), lines);
      }),
      runs,
    );
  });

  it("jCards", async () => {
    const value = fc.oneof(
      texts,
      fc.array(texts, { maxLength: 3 }),
      texts.map((text) => ({ other: text })),
    );
    const entry = fc.tuple(fc.constantFrom(...properties), value);
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 6 }), async (entries) => {
        const lines = entries.map(([name, each]) => [name.toLowerCase(), {}, "text", each]);
        const file = JSON.stringify(["vcard", [["fn", {}, "text", "Ana"], ...lines]]);
        const values = entries.flatMap(([name, each]) =>
          textsIn(each).map((text): [string, string] => [name, text])
        );
        expectSaid(await parse(file, "application/vcard+json"), values);
      }),
      runs,
    );
  });

  const members =
    "name nicknames organizations titles emails phones links onlineServices addresses anniversaries notes keywords media members other"
      .split(" ");
  const names =
    "address number name uri value note full contexts features label components kind date year unit units user service whatever"
      .split(" ");
  /** Values of any shape, as those of programs that have read the RFC in another way. */
  const shapes = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      texts,
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...names), tie("value"), { maxKeys: 4 }),
    ),
  }));

  it("JSContact of any shape", async () => {
    const card = fc.dictionary(fc.constantFrom(...members), shapes["value"]!, { maxKeys: 5 });
    await fc.assert(
      fc.asyncProperty(card, async (given) => {
        const file = JSON.stringify({ "@type": "Card", fullName: "Ana", ...given });
        const values = Object.entries(given).flatMap(([name, each]) =>
          textsIn(each).map((text): [string, string] => [name, text])
        );
        expectSaid(await parse(file, "application/json"), values);
      }),
      runs,
    );
  });

  it("documents of Kith", async () => {
    const columns = "firstName lastName nickname company jobTitle description whatever".split(" ");
    const contact = fc.dictionary(fc.constantFrom(...columns), shapes["value"]!, { maxKeys: 4 });
    await fc.assert(
      fc.asyncProperty(contact, async (given) => {
        const file = JSON.stringify({ kith: 1, contacts: [{ firstName: "Ana", ...given }] });
        const values = Object.entries(given).flatMap(([name, each]) =>
          textsIn(each).map((text): [string, string] => [`contacts.${name}`, text])
        );
        expectSaid(await parse(file, "application/json"), values);
      }),
      runs,
    );
  });

  const ofContacts =
    "first_name middle_name last_name nickname company job description tags birthdate last_talked_to is_starred stay_in_touch_frequency food_preferences avatar whatever"
      .split(" ");
  const types =
    "note call conversation life_event reminder task address contact_field activity photo pet"
      .split(" ");
  const ofItems =
    "body content summary description name note happened_at messages title initial_date frequency_type completed_at street city data type whatever"
      .split(" ");
  const times = texts.map((text) => `${text} 2024`);
  const item = fc.oneof(
    shapes["value"]!,
    fc.record({
      properties: fc.dictionary(
        fc.constantFrom(...ofItems),
        fc.oneof(shapes["value"]!, times),
        { maxKeys: 5 },
      ),
    }, { requiredKeys: [] }),
    fc.record({
      properties: fc.record({
        content: texts,
        messages: fc.array(
          fc.record({ properties: fc.record({ content: texts, whatever: texts }) }),
        ),
      }),
      whatever: texts,
    }),
  );

  it("accounts of Monica", async () => {
    const entry = fc.record({
      type: fc.constantFrom(...types),
      values: fc.oneof(fc.array(item), item),
    });
    const account = fc.record({
      properties: fc.dictionary(fc.constantFrom(...ofContacts), shapes["value"]!, { maxKeys: 5 }),
      data: fc.array(entry, { maxLength: 3 }),
      journal: fc.oneof(fc.array(item), item),
      activities: fc.array(item),
      others: fc.dictionary(fc.constantFrom("whatever", "other"), shapes["value"]!),
    });
    await fc.assert(
      fc.asyncProperty(account, async ({ properties, data, journal, activities, others }) => {
        const contact = { properties: { first_name: "Ana", ...properties }, data };
        const file = JSON.stringify({
          app_version: "4.1.2",
          account: {
            ...others,
            data: [
              { type: "contact", values: [contact] },
              { type: "activity", values: activities },
            ],
            properties: { journal_entries: journal, ...others },
          },
        });
        const placed = (place: string, value: unknown) =>
          textsIn(value).map((text): [string, string] => [place, text]);
        expectSaid(await parse(file, "application/json"), [
          ...Object.entries(properties).flatMap(([name, value]) => placed(name, value)),
          // Activities, photos and documents of a contact are ids of others.
          ...data.flatMap(({ type, values }) => {
            const isId = (value: unknown) =>
              ["activity", "photo"].includes(type) && typeof value === "string";
            return [values].flat().filter((value) => !isId(value))
              .flatMap((value) => placed(type, value));
          }),
          ...placed("journal", journal),
          ...placed("activity", activities),
          ...placed("account", others),
        ]);
      }),
      runs,
    );
  });
});

/** The texts within a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

describe("JSContact of another shape", () => {
  it.each([
    ["lists of contexts and features", {
      emails: { e: { address: "a@example.com", contexts: ["personal"] } },
      phones: { p: { number: "tel:+15550115", features: ["mobile", "work"] } },
    }],
    ["bare texts and lists", {
      emails: ["a@example.com"],
      phones: "+15550115",
      keywords: ["Friends"],
      notes: ["Hi"],
    }],
    ["bare texts in an object", { emails: { e: "a@example.com" }, keywords: "Friends" }],
    ["members of other names", {
      emails: [{ value: "a@example.com" }],
      links: [{ url: "https://a.example" }],
    }],
    ["items by what they are", {
      name: { given: "Ana", last: "Silva" },
      anniversaries: { birth: "1985-03-13" },
      addresses: { home: { components: { street: "Rua 1", city: "Porto" } } },
      relatedTo: { Bo: "spouse" },
    }],
    ["members of drafts", {
      name: {
        components: [{ type: "personal", value: "Ana" }, { type: "surname", value: "Silva" }],
      },
      email: "a@example.com",
      phones: [{ phone: "+15550115", type: "mobile" }],
      anniversaries: [{ type: "birth", date: "1985-03-13" }],
      categories: [{ name: "Friends" }],
      notes: [{ text: "Hi" }],
      online: { a: { resource: "https://a.example" } },
      jobTitle: "Chief",
      company: "Acme",
    }],
  ])("is read where it is plain what is meant: %s", async (_, members) => {
    const file = JSON.stringify({ "@type": "Card", name: "Ana", ...members });
    const { records, dropped } = await parse(file, "application/json");
    expect({ value: records[0]!.value, networks: records[0]!.networks, dropped }).toMatchSnapshot();
  });

  it("keeps the separators of an address", async () => {
    const components = [
      ["number", "54321"],
      ["separator", ", "],
      ["name", "Oak St"],
      ["separator", "; "],
      ["locality", "Reston"],
    ].map(([kind, value]) => ({ kind, value }));
    const file = JSON.stringify({
      "@type": "Card",
      name: { full: "Ana" },
      addresses: { a: { components, isOrdered: true } },
    });
    const { records, dropped } = await parse(file, "application/json");
    expect(records[0]!.value["addresses"]).toMatchObject([{
      street: "54321, Oak St",
      city: "Reston",
    }]);
    expect(dropped).toEqual([]);
  });
});

describe("an account of Monica of another shape", () => {
  const read = async (properties: object, data: object[] = []) => {
    const contact = { properties: { first_name: "Ana", ...properties }, data };
    const account = { data: [{ type: "contact", values: [contact] }] };
    const file = JSON.stringify({ app_version: "4.1.2", account });
    const { records, dropped } = await parse(file, "application/json");
    return { records, dropped: dropped.map(({ property }) => property) };
  };

  it.each([["Climbing"], [["Climbing"]], [[{ name: "Climbing" }]]])(
    "has tags as %j",
    async (tags) => {
      const { records, dropped } = await read({ tags });
      expect([records[0]!.networks, dropped]).toEqual([["Climbing"], []]);
    },
  );

  it("has reminders whose day or repetition is not known", async () => {
    const reminder = (properties: object) => ({
      type: "reminder",
      values: [{ properties: { title: "Call", ...properties } }],
    });
    const { records, dropped } = await read({}, [
      reminder({ initial_date: "soon", frequency_type: "week" }),
      reminder({ initial_date: "2030-01-01", frequency_type: "fortnight", frequency_number: 400 }),
    ]);
    const reminders = records.filter(({ resource }) => resource === "reminder");
    expect(reminders.map(({ value }) => value["dueAt"])).toEqual([null, "2030-01-01"]);
    expect(dropped).toEqual([
      "reminder.initial_date: it is not a whole date (“soon”)",
      "reminder.frequency_type: it has no date (“week”)",
      "reminder.frequency_type: it is not known (“fortnight”)",
      "reminder.frequency_number: it is not from 1 to 100 (“400”)",
    ]);
  });

  it("has a note of a day in the future", async () => {
    const values = [{ properties: { content: "Hi", called_at: "2999-01-01" } }];
    const { dropped } = await read({}, [{ type: "call", values }]);
    expect(dropped).toEqual(["call.called_at: it is in the future (“2999-01-01”)"]);
  });
});
