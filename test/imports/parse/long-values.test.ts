import { afterEach, describe, expect, it, vi } from "vitest";
import { emails } from "../../../functions/kith/contacts/methods.ts";
import { parseText } from "./files.ts";

const limit = 32_768;

/** A file of each format in which this text is a value besides a name, and how its property is called. */
const formats: [string, string, string, (text: string) => string][] = [
  ["a vCard", "text/vcard", "TITLE", (text) => `BEGIN:VCARD\nFN:Ana\nTITLE:${text}\nEND:VCARD\n`],
  [
    "a parameter of a vCard",
    "text/vcard",
    "TITLE",
    (text) => `BEGIN:VCARD\nFN:Ana\nTITLE;X-A=${text}:a\nEND:VCARD\n`,
  ],
  ["CSV", "text/csv", "Job title", (text) => `Name,Job title\nAna,${text}\n`],
  ["an unknown column of CSV", "text/csv", "Shoes", (text) => `Name,Shoes\nAna,${text}\n`],
  ["LDIF", "text/ldif", "title", (text) => `dn: cn=Ana\ncn: Ana\ntitle: ${text}\n`],
  [
    "jCard",
    "application/json",
    "TITLE",
    (text) => JSON.stringify(["vcard", [["fn", {}, "text", "Ana"], ["title", {}, "text", text]]]),
  ],
  [
    "JSContact",
    "application/json",
    "titles",
    (text) =>
      JSON.stringify({ "@type": "Card", name: { full: "Ana" }, titles: { a: { name: text } } }),
  ],
  ["Monica", "application/json", "job", (text) =>
    JSON.stringify({
      app_version: "4",
      account: {
        data: [{
          type: "contact",
          values: [{ uuid: "a", properties: { first_name: "Ana", job: text } }],
        }],
      },
    })],
];

describe("a value over 32 KiB", () => {
  it.each(formats)("of %s is left out and listed, and the contact is read", async (...given) => {
    const [, type, property, write] = given;
    const long = expect.objectContaining({
      property: `${property}: it is longer than 32 KiB`,
      count: 1,
    });
    const read = await parseText(write("x".repeat(limit + 1)), type);
    expect(read.dropped).toContainEqual(long);
    expect(read.errors).toEqual([]);
    expect(read.records[0]!.value).toEqual({ firstName: "Ana" });
    const shorter = await parseText(write("x".repeat(limit - 10)), type);
    expect(shorter.dropped).not.toContainEqual(long);
  });

  it("of the names of columns is left out and listed, and the other columns are read", async () => {
    const read = await parseText(`Name,${"x".repeat(limit + 1)}\nAna,a\n`, "text/csv");
    expect(read.records[0]!.value).toEqual({ firstName: "Ana" });
    expect(read.dropped).toEqual([
      { property: "the name of a column: it is longer than 32 KiB", count: 1 },
      { property: "a column without a name", count: 1 },
    ]);
  });

  it("of a document of Kith is an error of its item, and a note may have one", async () => {
    const text = "x".repeat(limit + 1);
    const document = {
      kith: 1,
      contacts: [{ firstName: "Ana", jobTitle: text }],
      notes: [{ content: text, contactIds: [] }],
    };
    const { records, errors } = await parseText(JSON.stringify(document), "application/json");
    expect(errors).toMatchObject([{ pointer: "/contacts/0/jobTitle" }]);
    expect(records[0]!.value["content"]).toBe(text);
  });

  it.each<[string, string, (text: string) => string]>([
    ["vCard", "text/vcard", (text) => `BEGIN:VCARD\nFN:Ana\nNOTE:${text}\nEND:VCARD\n`],
    ["CSV", "text/csv", (text) => `Name,Notes\nAna,${text}\n`],
    ["LDIF", "text/ldif", (text) => `dn: cn=Ana\ncn: Ana\ndescription: ${text}\n`],
  ])("stays where it is a note: %s", async (_, type, write) => {
    const { records, dropped } = await parseText(write("x".repeat(90_000)), type);
    expect(records[0]!.notes).toEqual([{ content: "x".repeat(90_000) }]);
    expect(dropped).toEqual([]);
  });
});

describe("a wrong address", () => {
  afterEach(() => vi.restoreAllMocks());

  it("the wrong address is listed as the schema says, without asking it, nor about one that is right", async () => {
    const wrong = ["none", "a@b@c", "a b@", "@", `a@${"b".repeat(600)}`];
    const said = wrong.map((value) =>
      emails().element.safeParse({ value, label: null }).error!.issues[0]!.message
    );
    const asked = vi.spyOn(emails().element, "safeParse");
    const lines = wrong.map((value) => `EMAIL:${value}\n`).join("");
    const { dropped } = await parseText(
      `BEGIN:VCARD\nFN:Ana\n${lines}EMAIL:a@example.com\nEND:VCARD\n`,
      "text/vcard",
    );
    expect(asked).not.toHaveBeenCalled();
    const messages = dropped.flatMap(({ property, count }) =>
      Array(count).fill(property.replace(/ \(“.*”\)$/, ""))
    );
    expect(messages.sort()).toEqual(
      said.map((each) => `EMAIL: ${each[0]!.toLowerCase()}${each.slice(1, -1)}`).sort(),
    );
  });
});
