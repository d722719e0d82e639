import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();

const day = 86_400_000;
/** The date in UTC, so many days from now. */
const inDays = (count: number) => new Date(Date.now() + count * day).toISOString().slice(0, 10);

const read = (account: Account, query = "") => account.read(`/upcoming${query}`);

/** Items in short, in order: the date, and whose or which it is. */
function brief({ days }: Json): string[] {
  return days.flatMap(({ date, items }: Json) =>
    items.map(({ kind, reminder, displayName }: Json) =>
      `${date} ${kind} ${reminder?.title ?? displayName}`
    )
  );
}

describe("what is due", () => {
  let ada: Account;
  let contact: Json;
  let reminder: Json;
  beforeAll(async () => {
    ada = await signUp();
    const tenDays = { contactFrequencyDays: 10, lastContactedAt: inDays(-7) };
    const overdue = { contactFrequencyDays: 5, lastContactedAt: inDays(-8) };
    contact = await ada.make("/contacts", { firstName: "Overdue", ...overdue });
    await ada.make("/contacts", { firstName: "Zoe", ...tenDays });
    const birthday = `1992-${inDays(3).slice(5)}`;
    await ada.make("/contacts", { firstName: "Anna", birthday, ...tenDays });
    await ada.make("/contacts", { firstName: "Never", lastContactedAt: inDays(-900) });
    const archived = { isArchived: true, birthday: `--${inDays(1).slice(5)}`, ...overdue };
    await ada.make("/contacts", { firstName: "Archived", ...archived });
    await ada.make("/contacts", { firstName: "Ben", birthday: `--${inDays(1).slice(5)}` });
    await ada.make("/contacts", { firstName: "Unborn", birthday: `2996-${inDays(1).slice(5)}` });
    await ada.make("/contacts", { firstName: "Passed", birthday: `--${inDays(-1).slice(5)}` });
    const reminders = [
      { title: "late", dueAt: inDays(-40) },
      { title: "evening", dueAt: `${inDays(3)}T20:00:00Z` },
      { title: "morning", dueAt: `${inDays(3)}T08:00:00Z` },
      { title: "last", dueAt: `${inDays(13)}T23:59:59Z` },
      { title: "after", dueAt: `${inDays(14)}T00:00:00Z` },
      { title: "done", dueAt: inDays(1), completed: true },
      { title: "whenever" },
    ];
    for (const each of reminders) {
      const made = await ada.make("/reminders", each);
      if (each.title === "late") reminder = made;
    }
  });

  it("the list is listed by day, overdue first, and within a day as reminders, contacts, birthdays", async () => {
    const found = await read(ada);
    expect(brief(found)).toEqual([
      `${inDays(-40)} reminder late`,
      `${inDays(-3)} contact Overdue`,
      `${inDays(1)} birthday Ben`,
      `${inDays(3)} reminder morning`,
      `${inDays(3)} reminder evening`,
      `${inDays(3)} contact Anna`,
      `${inDays(3)} contact Zoe`,
      `${inDays(3)} birthday Anna`,
      `${inDays(13)} reminder last`,
    ]);
    expect(found).toMatchObject({ today: inDays(0), timezone: expect.any(String), hasMore: false });
    const { days } = found;
    expect(days[0].items).toEqual([{ kind: "reminder", reminder }]);
    expect(days[1].items).toEqual([{
      kind: "contact",
      contactId: contact.id,
      displayName: "Overdue",
      nextContactOn: inDays(-3),
    }]);
    const [ben, anna] = [days[2].items[0], days[3].items.at(-1)];
    expect(ben).toMatchObject({ birthday: `--${inDays(1).slice(5)}`, age: null, isClose: false });
    expect(anna).toMatchObject({ age: Number(inDays(3).slice(0, 4)) - 1992, isClose: true });
    expect(Object.keys(ben)).toEqual([
      "kind",
      "contactId",
      "displayName",
      "birthday",
      "age",
      "isClose",
    ]);
  });

  it("the list has as many days as are asked for, beginning with today", async () => {
    const overdue = 2;
    expect(brief(await read(ada, "?days=1"))).toHaveLength(overdue);
    expect(brief(await read(ada, "?days=2"))).toHaveLength(overdue + 1);
    const year = brief(await read(ada, "?days=366"));
    expect(year).toContain(`${inDays(14)} reminder after`);
    expect(year.filter((item) => item.endsWith("Passed"))).toHaveLength(1);
  });

  it("the list is empty for another account", async () => {
    expect(await read(await signUp(), "?days=366")).toMatchObject({ days: [], hasMore: false });
  });
});

it("the list has the days of the profile's time zone", async () => {
  // Farther from UTC than any day is long, so that the date differs from that of UTC for one of the two.
  for (const timezone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
    const account = await signUp();
    await account.change("/me", { timezone });
    const dateOf = (at: number) => new Date(at).toLocaleDateString("sv", { timeZone: timezone });
    const today = dateOf(Date.now());
    await account.make("/reminders", { title: "today", dueAt: today });
    await account.make("/contacts", { firstName: "Birthday", birthday: `--${today.slice(5)}` });
    const contacted = dateOf(Date.now() - 2 * day);
    const due = await account.make("/contacts", {
      firstName: "Due",
      contactFrequencyDays: 2,
      lastContactedAt: contacted,
    });
    expect(due.nextContactOn).toBe(today);
    const found = await read(account, "?days=1");
    expect(found.today).toBe(today);
    expect(brief(found))
      .toEqual([`${today} reminder today`, `${today} contact Due`, `${today} birthday Birthday`]);
  }
});

it("names the contacts of its reminders where that is asked for", async () => {
  const account = await signUp();
  const zoe = await account.make("/contacts", { firstName: "Zoë" });
  const max = await account.make("/contacts", { firstName: "Max" });
  const contactIds = [zoe.id, max.id];
  await account.make("/reminders", { title: "call", dueAt: inDays(1), contactIds });
  expect((await read(account, "?include=names")).names).toEqual({
    [zoe.id]: "Zoë",
    [max.id]: "Max",
  });
  expect(await read(account)).not.toHaveProperty("names");
});

it("the list has a birthday on 29 February in every year", async () => {
  const account = await signUp();
  await account.make("/contacts", { firstName: "Leap", birthday: "2000-02-29" });
  const { days: [{ date, items }], today } = await read(account, "?days=366");
  const year = Number(today.slice(0, 4)) + (today.slice(5) > "02-29" ? 1 : 0);
  const isLeap = new Date(Date.UTC(year, 1, 29)).getUTCDate() === 29;
  expect(date).toBe(`${year}-02-${isLeap ? 29 : 28}`);
  expect(items).toMatchObject([{ displayName: "Leap", age: year - 2000 }]);
});

describe("a long list", () => {
  it("the long list has the first 500, and says that there are more", async () => {
    const account = await signUp();
    await sql`insert into kith.reminders (owner_id, title, due_at)
      select ${account.id}, 'r' || n, now() - make_interval(days => n) from generate_series(1, 260) n`;
    await sql`insert into kith.contacts (owner_id, first_name, contact_frequency_days, last_contacted_by_hand)
      select ${account.id}, 'c' || n, 1, now() - make_interval(days => n + 1) from generate_series(1, 241) n`;
    const found = await read(account);
    const shown = brief(found);
    expect(shown).toHaveLength(500);
    expect(found.hasMore).toBe(true);
    expect(shown.at(0)).toBe(`${inDays(-260)} reminder r260`);
    expect(shown.slice(-2)).toEqual([`${inDays(-2)} contact c2`, `${inDays(-1)} reminder r1`]);
    await sql`delete from kith.reminders where owner_id = ${account.id} and title = 'r100'`;
    const rest = await read(account);
    expect(brief(rest)).toHaveLength(500);
    expect(rest.hasMore).toBe(false);
  });

  it("the long list has at most 4 MiB", async () => {
    const account = await signUp();
    await sql`insert into kith.reminders (owner_id, title, description, due_at)
      select ${account.id}, 'r' || n, repeat('ж', 10000), now() - make_interval(days => n) from generate_series(1, 300) n`;
    const answer = await account.get("/upcoming");
    expect(answer.text.length).toBeLessThan(4 * 1024 * 1024);
    expect(expectStatus(answer, 200).hasMore).toBe(true);
    const shown = brief(answer.body);
    expect(shown.length).toBeGreaterThan(150);
    expect(shown.at(0)).toBe(`${inDays(-300)} reminder r300`);
  });
});

it("the list has at most 1 MiB of names", async () => {
  const account = await signUp();
  const many = 600;
  await sql`
    with added as (
      insert into kith.contacts (owner_id, first_name, last_name)
      select ${account.id}, n || repeat('𝔎', 240), repeat('𝔎', 240) from generate_series(1, ${many}::integer) n
      returning id),
    numbered as (select id, row_number() over () / 50 as part from added)
    insert into kith.reminders (owner_id, title, due_at, contact_ids)
    select ${account.id}, 'Write', now() + interval '1 day', array_agg(id) from numbered group by part`;
  const { names } = await read(account, "?include=names");
  const bytes = Object.values<string>(names).map((name) => Buffer.byteLength(name));
  expect(bytes.length).toBeLessThan(many);
  const total = bytes.reduce((sum, each) => sum + each, 0);
  expect(total).toBeLessThanOrEqual(1_048_576);
  expect(total).toBeGreaterThan(1_048_576 - 2_000);
});

describe("keeping in touch", async () => {
  // Zones far apart; the first in which it is not about to be midnight, so that "today" stays today.
  const timezone = ["America/St_Johns", "Pacific/Auckland", "UTC"].find((timeZone) => {
    const hour = Number(new Date().toLocaleString("en-GB", { timeZone, hour: "numeric" }));
    return hour >= 1 && hour < 22;
  }) ?? "UTC";
  const daysAgo = (days: number) => new Date(Date.now() - days * day).toISOString();
  const ada = await signUp();
  await ada.change("/me", { timezone });
  const create = (body: Json) => ada.make("/contacts", { firstName: "A", ...body });

  it("the contact is counted from the creation of a contact at first, and is due on the day itself", async () => {
    const made = await create({ contactFrequencyDays: 1 });
    const today = new Date(made.createdAt).toLocaleDateString("sv-SE", { timeZone: timezone });
    const tomorrow = new Date(Date.parse(today) + day).toISOString().slice(0, 10);
    const expected = { lastContactedAt: null, nextContactOn: tomorrow, needsContact: false };
    expect(made).toMatchObject(expected);
    const due = await create({ contactFrequencyDays: 10, lastContactedAt: daysAgo(10) });
    expect(due.needsContact).toBe(true);
    const early = await ada.change(`/contacts/${due.id}`, { contactFrequencyDays: 11 });
    expect(early.needsContact).toBe(false);
    expect(await create({ lastContactedAt: daysAgo(4000) }))
      .toMatchObject({ nextContactOn: null, needsContact: false });
  });

  it("goes by the latest contact, entered by hand or by a note; a date is the start of that day", async () => {
    const { id, lastContactedAt } = await create({ lastContactedAt: "2025-07-01" });
    expect(new Date(lastContactedAt).toLocaleString("sv-SE", { timeZone: timezone }))
      .toBe("2025-07-01 00:00:00");
    const last = async () => (await ada.read(`/contacts/${id}`)).lastContactedAt;
    const occurredAt = daysAgo(10);
    const note = await ada.make("/notes", { content: "x", contactId: id, occurredAt });
    expect(await last()).toBe(occurredAt);
    expectStatus(await ada.delete(`/notes/${note.id}`), 204);
    expect(await last()).toBe(lastContactedAt);
    await ada.change(`/contacts/${id}`, { lastContactedAt: null });
    expect(await last()).toBeNull();
  });

  describe("when it is snoozed", () => {
    const localDay = (days: number) =>
      new Date(Date.now() + days * day).toLocaleDateString("sv-SE", { timeZone: timezone });
    const makeDue = (firstName: string) =>
      create({ firstName, contactFrequencyDays: 3, lastContactedAt: daysAgo(30) });
    const snooze = (id: string, snoozedUntil: string | null, more: Json = {}) =>
      ada.change(`/contacts/${id}`, { snoozedUntil, ...more });
    const log = (contactId: string, occurredAt: string) =>
      ada.make("/notes", { content: "x", contactId, occurredAt });

    it("the contact is due again on that day, everywhere", async () => {
      const { id } = await makeDue("Snoozed");
      const later = localDay(5);
      const expected = { snoozedUntil: later, nextContactOn: later, needsContact: false };
      expect(await snooze(id, later)).toMatchObject(expected);
      const found = async (query: string) =>
        (await ada.read(`/contacts?search=Snoozed&${query}`)).total;
      expect(await found("needsContact=true")).toBe(0);
      expect(await found(`nextContactBefore=${later}`)).toBe(0);
      expect(await found(`nextContactBefore=${localDay(6)}`)).toBe(1);
      expect((await ada.read("/contacts?sort=-nextContactOn")).data[0].id).toBe(id);
      expect(brief(await read(ada, "?days=7"))).toContain(`${later} contact Snoozed`);
      const { url } = expectStatus(await ada.post("/me/calendar"), 200);
      const { text } = await ada.get(url.slice(url.indexOf("/calendar/")));
      expect(text).toMatch(new RegExp(`VALUE=DATE:${later.replaceAll("-", "")}[^]*Snoozed`));
      expect(await snooze(id, localDay(0))).toMatchObject({ needsContact: true });
      expect(await snooze(id, null)).toMatchObject({ snoozedUntil: null, needsContact: true });
    });

    it("the contact is due by its frequency where the day is earlier, and never without one", async () => {
      const { id, nextContactOn } = await makeDue("Rare");
      expect(await snooze(id, localDay(-60))).toMatchObject({ nextContactOn });
      expect(await snooze(id, localDay(5), { contactFrequencyDays: null }))
        .toMatchObject({ nextContactOn: null, needsContact: false });
    });

    it("the contact is due by its frequency once they were in touch, and can have the same day again", async () => {
      const { id } = await makeDue("Logged");
      const later = localDay(40);
      await snooze(id, later);
      const note = await log(id, daysAgo(2));
      const logged = await ada.read(`/contacts/${id}`);
      expect(logged).toMatchObject({ snoozedUntil: null, nextContactOn: localDay(1) });
      const { photoUrl: _, ...sent } = logged;
      expect(await ada.change(`/contacts/${id}`, sent)).toEqual(logged);
      expect(await snooze(id, later)).toMatchObject({ snoozedUntil: later, nextContactOn: later });
      expectStatus(await ada.delete(`/notes/${note.id}`), 204);
      expect(await ada.read(`/contacts/${id}`)).toMatchObject({ snoozedUntil: later });
    });

    it("stays so when it is deleted and restored, and when it is exported and imported", async () => {
      const { id } = await makeDue("Moved");
      await log(id, daysAgo(20));
      const snoozedUntil = localDay(9);
      await snooze(id, snoozedUntil);
      const deleted = await ada.delete(`/contacts/${id}`);
      const change = deleted.headers.get("x-activity-id");
      expectStatus(await ada.post(`/activity/${change}/undo`), 200);
      const expected = { snoozedUntil, nextContactOn: snoozedUntil };
      expect(await ada.read(`/contacts/${id}`)).toMatchObject(expected);
      const document = await ada.read("/export");
      const me = await signUp();
      const made = await me.make("/imports", document);
      expectStatus(await me.post(`/imports/${made.id}/apply`, { onMatch: "create" }), 200);
      const [found] = (await me.read("/contacts?search=Moved")).data;
      expect(found).toMatchObject(expected);
    });
  });
});
