import { describe, expect, it } from "vitest";
import type { ImportRecord } from "../../../functions/kith/imports/parse/records.ts";
import { parseCards, parseCsv, parseText } from "./files.ts";

const combined = "rows with the name and e-mail address of another one: made one";

/** The first names and the e-mail addresses of each contact. */
const shown = (records: ImportRecord[]) =>
  records.map(({ value }) => [
    value["firstName"] ?? value["nickname"],
    ((value["emails"] ?? []) as { value: string }[]).map((email) => email.value).join(" "),
  ]);

describe("contacts of one file that have an e-mail address in common", () => {
  it("are one where their names agree, without losing anything", async () => {
    const { records, dropped } = await parseCsv(
      "First Name,Last Name,E-mail,Phone,Company,Job Title,Notes,Labels,Birthday,Favorite\n" +
        "Ana,Silva,ana@example.com,1,Acme,,A,Chess,1990-04-03,\n" +
        "Bo,,bo@example.com,,,,,,,\n" +
        "ana,SILVA,ANA@example.com; a@home.example,2,Nordwind,Partner,B,chess ::: Work,,true\n",
    );
    expect(shown(records)).toEqual([
      ["Ana", "ana@example.com a@home.example"],
      ["Bo", "bo@example.com"],
    ]);
    expect(records[0]).toMatchObject({
      line: 2,
      value: {
        firstName: "Ana",
        lastName: "Silva",
        phones: [{ value: "1" }, { value: "2" }],
        company: "Acme",
        jobTitle: "Partner",
        birthday: "1990-04-03",
        isFavorite: true,
      },
      networks: ["Chess", "Work"],
    });
    expect(records[0]!.notes.map(({ content }) => content)).toEqual([
      "A",
      "B",
      "Company: Nordwind",
    ]);
    expect(dropped).toEqual([{ property: combined, count: 1 }]);
  });

  it.each([
    ["two names", "Ana,family@x.example\nBo,family@x.example", ["Ana", "Bo"]],
    ["one without a name", "Ana,a@x.example\n,a@x.example", ["Ana"]],
    ["one without a name before", ",a@x.example\nAna,a@x.example", ["Ana"]],
    ["none with a name", ",a@x.example\n,a@x.example b\n,a@x.example", ["a@x.example"]],
    [
      "one without a name, who may be either",
      "Ana,f@x.example\nBo,f@x.example\n,f@x.example",
      ["Ana", "Bo", "f@x.example"],
    ],
    [
      "a third one between them",
      "Ana,a@x.example\nAna,b@x.example\nAna,a@x.example;b@x.example",
      ["Ana"],
    ],
    ["the same name and another address", "Ana,a@x.example\nAna,b@x.example", ["Ana", "Ana"]],
    ["no address", "Ana,\nAna,", ["Ana", "Ana"]],
  ])("with %s", async (_, rows, names) => {
    const { records } = await parseCsv(`Name,Email\n${rows}\n`);
    expect(shown(records).map(([name]) => name)).toEqual(names);
  });

  it("stay two where the file tells them apart, or one would have too much", async () => {
    const card = (uid: string) => `UID:${uid}\nFN:Ana\nEMAIL:a@x.example`;
    expect((await parseCards(card("a"), card("b"))).records).toHaveLength(2);
    expect((await parseCards(card("a"), "FN:Ana\nEMAIL:a@x.example")).records)
      .toMatchObject([{ uid: "a" }]);
    const phones = (from: number) =>
      Array.from({ length: 15 }, (_, n) => `TEL:${from + n}`).join("\n");
    const full = (from: number) => `FN:Ana\nEMAIL:a@x.example\n${phones(from)}`;
    expect((await parseCards(full(0), full(100))).records).toHaveLength(2);
  });

  it("of a document of Kith keep what refers to them", async () => {
    const contact = { firstName: "Ana", emails: [{ value: "a@x.example" }] };
    const network = { id: "00000000-0000-4000-8000-000000000001", name: "Chess" };
    const contacts = [{ ...contact, networkIds: [network.id] }, contact];
    const text = JSON.stringify({ kith: 1, networks: [network], contacts });
    expect((await parseText(text, "application/json")).records).toHaveLength(3);
  });
});
