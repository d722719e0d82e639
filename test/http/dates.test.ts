import { describe, expect, it } from "vitest";
import { type Account, expectStatus, makeKey, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { callTool, withClient } from "../support/mcp/client.ts";
import { expectViolations } from "../support/problems.ts";
import { changeSetOf } from "../support/route-examples.ts";

const day = 86_400_000;
/** The day in UTC, so many days from now. */
const inDays = (count: number) => new Date(Date.now() + count * day).toISOString().slice(0, 10);
const soon = inDays(2).slice(5);
const thisYear = Number(inDays(2).slice(0, 4));

const date = (kind: string, date: string, label: string | null = null) => ({ kind, label, date });

const ada = await signUp();

describe("the dates of a contact", () => {
  it("are trimmed, replaced, and changed one by one; undo brings them back", async () => {
    const [wedding, name] = [date("anniversary", "2015-06-20"), date("nameDay", "--07-26", "Anna")];
    const given = [{ kind: "anniversary", date: " 2015-06-20 " }, { ...name, label: " Anna " }];
    const made = await ada.make("/contacts", { firstName: "Ana", dates: given });
    expect(made.dates).toEqual([wedding, name]);
    const path = `/contacts/${made.id}`;
    const added = date("other", "2001-09", "Met");
    const answer = await ada.patch(path, { addDates: [wedding, added], removeDates: ["--07-26"] });
    expect(expectStatus(answer, 200).dates).toEqual([wedding, added]);
    await ada.undo(changeSetOf(answer, 200));
    expect((await ada.read(path)).dates).toEqual([wedding, name]);
    expect((await ada.change(path, { dates: [] })).dates).toEqual([]);
  });

  it("are refused where they are none, occur twice, or stand beside what replaces them", async () => {
    const { id } = await ada.make("/contacts", { firstName: "No" });
    const send = (body: Json) => ada.patch(`/contacts/${id}`, body);
    const wrong = ["2015-02-30", "06-20", "2015-13", "0000", "20150620", ""];
    expectViolations(
      await send({ dates: wrong.map((each) => date("other", each)) }),
      ...wrong.map((_, index) => `body /dates/${index}/date invalid_format`),
    );
    expectViolations(
      await send({ dates: [date("birth", "2015")] }),
      "body /dates/0/kind invalid_format",
    );
    const twice = [date("death", "2015"), date("death", "2015")];
    expectViolations(await send({ dates: twice }), "body /dates/1 duplicate");
    expectViolations(
      await send({ dates: [], removeDates: ["2015"] }),
      "body /removeDates duplicate",
    );
    const many = Array.from({ length: 21 }, (_, n) => date("other", `19${10 + n}`));
    expectViolations(await send({ dates: many }), "body /dates too_long");
    await send({ dates: many.slice(0, 19) });
    expectViolations(
      await send({ addDates: many.slice(19).concat(date("other", "2000")) }),
      "body /addDates too_long",
    );
  });

  it("are filtered by kind and month, of one and the same date", async () => {
    const eve = await signUp();
    const make = (firstName: string, ...dates: Json[]) =>
      eve.make("/contacts", { firstName, dates });
    await make("June", date("anniversary", "2015-06-20"));
    await make("July", date("anniversary", "--07-01"), date("nameDay", "--06-01"));
    await make("Month", date("memorial", "2015-06"));
    await make("Year", date("anniversary", "2006"));
    const names = async (query: string) =>
      (await eve.listed(`/contacts?${query}`)).map(({ firstName }: Json) => firstName);
    expect(await names("dateKind=anniversary&dateMonth=6")).toEqual(["June"]);
    expect(await names("dateMonth=6")).toEqual(["July", "June", "Month"]);
    expect(await names("dateKind=anniversary")).toEqual(["July", "June", "Year"]);
    expectViolations(await eve.get("/contacts?dateMonth=13"), "query /dateMonth too_big");
    expectViolations(await eve.get("/contacts?dateKind=birth"), "query /dateKind invalid_format");
    await withClient((await makeKey(eve)).key, async (client) => {
      const input = { dateKind: "anniversary", dateMonth: 6 };
      const { contacts } = (await callTool(client, "search_contacts", input)).read;
      expect(contacts).toMatchObject([{ dates: [{ kind: "anniversary", date: "2015-06-20" }] }]);
    });
  });

  it("are united where contacts are merged", async () => {
    const [one, both, other] = [
      date("nameDay", "--07-26"),
      date("anniversary", "2015"),
      date("other", "1999", "Met"),
    ];
    const { id } = await ada.make("/contacts", { firstName: "A", dates: [one, both] });
    const duplicate = await ada.make("/contacts", { firstName: "B", dates: [both, other] });
    const merged = await ada.post(`/contacts/${id}/merge`, { duplicateId: duplicate.id });
    expectStatus(merged, 200);
    expect((await ada.read(`/contacts/${id}`)).dates).toEqual([one, both, other]);
  });

  it("are saved by an assistant, also of somebody new", async () => {
    await withClient((await makeKey(ada)).key, async (client) => {
      const input = { firstName: "Nora", addDates: [date("anniversary", "2015-06-20")] };
      const { contact } = (await callTool(client, "save_contact", input)).read;
      expect(contact.dates).toEqual([{ kind: "anniversary", date: "2015-06-20" }]);
    });
  });
});

describe("a date that comes again each year", () => {
  const dates = async (account: Account) =>
    (await account.read("/upcoming")).days.flatMap(({ items }: Json) =>
      items.map(({ kind, displayName, dateKind, label, years, age }: Json) =>
        [displayName, dateKind ?? kind, label, years ?? age].filter((each) => each != null).join(
          " ",
        )
      )
    );

  it("is due with the number of years where the year is known, but not one that is no day", async () => {
    const eve = await signUp();
    const all = [
      date("anniversary", `2016-${soon}`),
      date("other", `--${soon}`, "Met"),
      date("memorial", `2016-${soon.slice(0, 2)}`),
      date("anniversary", `9996-${soon}`),
    ];
    await eve.make("/contacts", { firstName: "Ana", dates: all });
    await eve.make("/contacts", { firstName: "Old", dates: all, isArchived: true });
    expect(await dates(eve)).toEqual(["Ana other Met", `Ana anniversary ${thisYear - 2016}`]);
  });

  it("is in the calendar feed", async () => {
    const eve = await signUp();
    await eve.make("/contacts", {
      firstName: "Ana",
      dates: [
        date("anniversary", "2015-06-20"),
        date("nameDay", "--02-29", "Saint"),
        date("other", "2015"),
      ],
    });
    const { url } = expectStatus(await eve.post("/me/calendar"), 200);
    const { text } = await eve.get(url.slice(url.indexOf("/calendar/")));
    const events = text.split("BEGIN:VEVENT").slice(1).map((event: string) =>
      ["DTSTART;VALUE=DATE", "RRULE", "SUMMARY"].map((name) =>
        new RegExp(`^${name}:(.*?)\r`, "m").exec(event)?.[1]
      ).join(" ")
    );
    expect(events.sort()).toEqual([
      "19720229 FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1 Saint: Ana",
      "20150620 FREQ=YEARLY Anniversary: Ana",
    ]);
  });

  it("is a memorial alone where somebody has died, who is never due either", async () => {
    const eve = await signUp();
    const given = [date("nameDay", `--${soon}`), date("memorial", `--${soon}`)];
    const due = {
      contactFrequencyDays: 1,
      lastContactedAt: "2020-01-01",
      birthday: `1928-${soon}`,
    };
    const { id } = await eve.make("/contacts", { firstName: "Opa", dates: given, ...due });
    const path = `/contacts/${id}`;
    const count = async (query: string) => (await eve.listed(`/contacts?${query}`)).length;
    expect(await dates(eve)).toHaveLength(4);
    expect([await count("needsContact=true"), await count("nextContactBefore=2100-01-01")]).toEqual(
      [1, 1],
    );
    const dead = await eve.patch(path, { addDates: [date("death", `2020-${soon}`)] });
    expect(expectStatus(dead, 200)).toMatchObject({
      nextContactOn: null,
      needsContact: false,
      contactFrequencyDays: 1,
    });
    expect(await dates(eve)).toEqual(["Opa memorial", `Opa death ${thisYear - 2020}`]);
    expect([await count("needsContact=true"), await count("nextContactBefore=2100-01-01")]).toEqual(
      [0, 0],
    );
    const { url } = expectStatus(await eve.post("/me/calendar"), 200);
    const { text } = await eve.get(url.slice(url.indexOf("/calendar/")));
    expect(text.match(/SUMMARY:.*/g)!.map((each: string) => each.trim()).sort()).toEqual([
      "SUMMARY:Death: Opa",
      "SUMMARY:Memorial: Opa",
    ]);
    await eve.undo(changeSetOf(dead, 200));
    expect(await dates(eve)).toHaveLength(4);
  });
});
