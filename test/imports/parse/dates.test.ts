// Days as people and programs write them into files.
import { describe, expect, it } from "vitest";
import { parseFile } from "../../../functions/kith/imports/parse/records.ts";
import type { ReadOptions } from "../../../functions/kith/imports/parse/types.ts";

async function parse(text: string, type: string, options: Partial<ReadOptions> = {}) {
  const parsed = await parseFile(new TextEncoder().encode(text), type, options);
  const birthdays = parsed.records.map(({ value }) => value["birthday"]);
  return { ...parsed, birthdays, dropped: parsed.dropped.map(({ property }) => property) };
}

const inTable = (days: string[], options: Partial<ReadOptions> = {}, header = "Name,Birthday") =>
  parse(`${header}\n${days.map((day) => `A,"${day}"\n`).join("")}`, "text/csv", options);

const inCard = (day: string, options: Partial<ReadOptions> = {}) =>
  parse(`BEGIN:VCARD\nFN:A\nBDAY:${day}\nEND:VCARD\n`, "text/vcard", options);

describe("a day", () => {
  it.each([
    "1985/03/13",
    "1985-3-13",
    "1985.03.13.",
    "1985. 03. 13.",
    "1985年3月13日",
    "1985년 3월 13일",
    "13.03.1985",
    "13. 3. 1985",
    "13 MAR 1985",
    "March 13, 1985",
    "March 13th 1985",
    "13. März 1985",
    "13th March 1985",
    "13th of March, 1985",
    "13/Mar/1985",
    "13-Mar-1985",
    "1985. marzo 13.",
    "13 de marzo de 1985",
    "13 marca 1985",
    "13. maaliskuuta 1985",
    "13. mars 1985",
    "13. marts 1985",
    "13 mrt. 1985",
    "1985-03-13 00:00:00",
    "1985-03-13T00:00:00+01:00",
    "13 3 1985",
    "13.III.1985",
    "13 III 1985",
    "昭和60年3月13日",
  ])("is read from %s", async (text) => {
    expect((await inTable([text])).birthdays).toEqual(["1985-03-13"]);
    expect((await inCard(text)).birthdays).toEqual(["1985-03-13"]);
  });

  it.each([
    ["13 marraskuu 1985", "1985-11-13"],
    ["13 marraskuuta", "--11-13"],
    ["1er août 1985", "1985-08-01"],
    ["12 lis 1985", "1985-11-12"],
    ["3月13日", "--03-13"],
    ["12 Set 1985", "1985-09-12"],
    ["13 kesäk. 1985", "1985-06-13"],
  ])("has a month by its whole name or a usual abbreviation: %s", async (text, day) => {
    expect((await inTable([text])).birthdays).toEqual([day]);
  });

  it.each([
    "Friday 13 November 1985",
    "Fri, Nov 13, 1985",
    "November 13, 1985 (Friday)",
    "Freitag, den 13. November 1985",
    "mar. 13 nov. 1985",
    "sexta-feira, 13 de novembro de 1985",
    "perjantaina 13. marraskuuta 1985",
    "pe 13.11.1985",
    "fre. 13/11/1985",
    "1985年11月13日(水)",
    "1985年11月13日 水曜日",
    "Wed Nov 13 1985 00:00:00 GMT+0100 (Central European Standard Time)",
    "Wed, 13 Nov 1985 00:00:00 GMT",
  ])("may have its weekday beside it, and a time: %s", async (text) => {
    expect((await inTable([text])).birthdays).toEqual(["1985-11-13"]);
    expect((await inCard(text)).birthdays).toEqual(["1985-11-13"]);
  });

  it("tells the order of a column also behind a weekday", async () => {
    const days = ["Fri 13/11/1985", "Mon 3/4/1985"];
    expect((await inTable(days)).birthdays).toEqual(["1985-11-13", "1985-04-03"]);
  });

  it.each([
    ["13 marramonth 1985", "it is not a whole date"],
    ["13 mar mar 1985", "it is not a whole date"],
    ["March 1985", "it is not a whole date"],
    ["circa 1985", "it is not a whole date"],
    ["3 13", "it is not a whole date"],
    ["13.03.61", "its year has two digits"],
    ["13 Nov 61", "its year has two digits"],
  ])("is left out where it is written as %s, and named", async (text, reason) => {
    const { birthdays, dropped } = await inTable([text]);
    expect([birthdays, dropped]).toEqual([[undefined], [`Birthday: ${reason} (“${text}”)`]]);
  });
});

describe("an instant", () => {
  it.each([
    ["1985-03-30T23:00:00Z", "Europe/Berlin", "1985-03-31"],
    ["1979-07-14T22:00:00Z", "Europe/Berlin", "1979-07-15"],
    ["1979-07-14T22:00:00.000Z", "Europe/Berlin", "1979-07-15"],
    ["19790714T220000Z", "Europe/Berlin", "1979-07-15"],
    ["1979-07-14T22:00:00+00:00", "Europe/Berlin", "1979-07-15"],
    ["1979-07-14T07:00:00Z", "Europe/Berlin", "1979-07-14"],
    ["1979-07-14T07:00:00Z", "America/Los_Angeles", "1979-07-14"],
    ["1979-07-13T12:00:00Z", "Pacific/Auckland", "1979-07-14"],
  ])(
    "%s in %s is the day of the nearest midnight, and that is said",
    async (text, timezone, day) => {
      const said = `it is a time, read as the day of the nearest midnight in ${timezone}`;
      for (const found of [await inCard(text, { timezone }), await inTable([text], { timezone })]) {
        expect(found.birthdays).toEqual([day]);
        expect(found.dropped).toEqual([expect.stringMatching(new RegExp(`: ${said}$`))]);
      }
    },
  );

  it("at midnight in UTC is that day everywhere", async () => {
    const timezone = "Pacific/Auckland";
    expect(await inCard("1979-07-14T00:00:00Z", { timezone }))
      .toMatchObject({ birthdays: ["1979-07-14"], dropped: [] });
  });
});

describe("whether the day or the month comes first", () => {
  const both = ["03/04/1990", "13/04/1990"];
  const open = ["03/04/1990", "4/3/1991", "5/5/1990"];

  it("the order is told by the whole column, then the country of the profile, then the language", async () => {
    expect(await inTable(both, { country: "US" }))
      .toMatchObject({ birthdays: ["1990-04-03", "1990-04-13"], questions: [] });
    expect(await inTable(open, { country: "GB" }))
      .toMatchObject({ birthdays: ["1990-04-03", "1991-03-04", "1990-05-05"], questions: [] });
    expect(await inTable(open, { country: "US" }))
      .toMatchObject({ birthdays: ["1990-03-04", "1991-04-03", "1990-05-05"], questions: [] });
    expect(await inTable(open, { country: "US" }, "Vorname,Geburtstag"))
      .toMatchObject({ birthdays: ["1990-03-04", "1991-04-03", "1990-05-05"], questions: [] });
    expect(await inTable(open, {}, "Vorname,Geburtstag"))
      .toMatchObject({ birthdays: ["1990-04-03", "1991-03-04", "1990-05-05"], questions: [] });
  });

  it("the order is asked where nothing tells it, and is not listed as left out", async () => {
    const { birthdays, questions, dropped } = await inTable(open, { country: "CA" });
    expect([birthdays, dropped]).toEqual([["1990-03-04", "1991-04-03", "1990-05-05"], []]);
    expect(questions).toEqual([{
      kind: "dayOrder",
      column: "Birthday",
      count: 2,
      examples: ["03/04/1990", "4/3/1991"],
      readAs: "birthday:month-first",
      answers: ["birthday:day-first", "birthday:month-first"],
    }]);
  });

  it("may be answered for the column, which changes no other one", async () => {
    const text = "First Name,Last Name,Birthday,Notes\nA,One,12/03/1990,Hi\n";
    const columns = { Birthday: "birthday:day-first" };
    const { records, questions } = await parse(text, "text/csv", { columns });
    expect(records[0]).toMatchObject({
      value: { firstName: "A", lastName: "One", birthday: "1990-03-12" },
      notes: [{ content: "Hi" }],
    });
    expect(questions).toEqual([]);
    await expect(parse(text, "text/csv", { columns: { Born: "birthday" } }))
      .rejects.toMatchObject({ errors: [{ pointer: "/columns/Born" }] });
  });

  it("leaves a day out of a vCard where it may be two, unless the country tells", async () => {
    expect(await inCard("3/4/1990")).toMatchObject({
      birthdays: [undefined],
      dropped: ["BDAY: it does not tell the day from the month"],
    });
    expect((await inCard("3/4/1990", { country: "DE" })).birthdays).toEqual(["1990-04-03"]);
  });
});
