import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import { type Answer, type Json, timeless } from "../support/client.ts";
import { overlap, withTokenOf } from "../support/overlap.ts";
import { expectProblem, expectViolations } from "../support/problems.ts";
import { changeSetOf } from "../support/route-examples.ts";
import { asPostgres } from "../support/sql.ts";
import { postgrestClient } from "../support/supabase-clients.ts";

// Which occurrence is the next one is tested in test/sql/recurrence-property.test.ts.

let me: Account;
beforeEach(async () => {
  me = await signUp();
});

const dueAt = "2090-01-02T09:00:00.000Z";
const monthly = { dueAt: "2091-01-31T09:00:00.000Z", recurrence: "FREQ=MONTHLY" };
const create = (body: Json) => me.make("/reminders", { title: "T", ...body });
const read = (id: string) => me.read(`/reminders/${id}`);
const change = (id: string, body: Json) => me.change(`/reminders/${id}`, body);
/** All reminders, the soonest first. */
const all = () => me.listed("/reminders?sort=dueAt");
/** Completes a reminder; the next one, or null. */
async function complete(id: string): Promise<Json> {
  const { nextId } = await change(id, { completed: true });
  return nextId && await read(nextId);
}

describe("a reminder", () => {
  it("the reminder is due at nine o'clock in the profile's time zone if its date has no time", async () => {
    await me.change("/me", { timezone: "Pacific/Auckland" });
    expect((await create({ dueAt: "2030-01-15" })).dueAt).toBe("2030-01-14T20:00:00.000Z");
    expect((await create({ dueAt: "2030-07-15" })).dueAt).toBe("2030-07-14T21:00:00.000Z");
  });

  it("that is completed has completedAt, which is kept until it is opened again and not written", async () => {
    const path = `/reminders/${(await create({})).id}`;
    const at = expect.stringMatching(/Z$/);
    expect(await me.change(path, { completedAt: "2020-01-01T00:00:00Z" }))
      .toMatchObject({ completed: false, completedAt: null });
    const done = await me.change(path, { completed: true, completedAt: null });
    expect(done).toMatchObject({ completed: true, completedAt: at });
    expect(await me.change(path, { completed: true })).toEqual(done);
    expect((await me.change(path, { title: "y" })).completedAt).toBe(done.completedAt);
    expect(await me.change(path, { completed: false }))
      .toMatchObject({ completed: false, completedAt: null });
    expect(await create({ completed: true })).toMatchObject({ completed: true, completedAt: at });
  });
});

describe("the list of reminders", async () => {
  const me = await signUp();
  const contactId = (await me.make("/contacts", { firstName: "C" })).id;
  for (
    const each of [
      { title: "done early", dueAt: "2030-01-01T00:00:00Z", completed: true },
      { title: "done whenever", completed: true },
      { title: "whenever", contactId },
      { title: "noon", dueAt: "2030-01-02T12:00:00Z" },
      { title: "overdue", dueAt: "2020-01-01T00:00:00Z" },
      { title: "late", dueAt: "2030-01-02T23:30:00Z" },
    ]
  ) await me.make("/reminders", each);
  const titles = async (query: string): Promise<string[]> =>
    (await me.listed(`/reminders?${query}`)).map(({ title }) => title);

  it.each<[string, string[]]>([
    ["", ["overdue", "noon", "late", "whenever", "done early", "done whenever"]],
    ["sort=dueAt&pageSize=3", ["overdue", "done early", "noon"]],
    ["completed=1", ["done early", "done whenever"]],
    ["completed=No", ["overdue", "noon", "late", "whenever"]],
    ["dueAfter=2030-01-02T12:00:00Z", ["noon", "late"]],
    ["dueBefore=2030-01-02T12:00:00Z", ["overdue", "done early"]],
    ["dueBefore=2030-01-02T12:00:00.001Z", ["overdue", "noon", "done early"]],
    ["dueAfter=2030-01-01&dueBefore=2030-01-03&completed=false&sort=-dueAt", ["late", "noon"]],
    ["dueAfter=2030-01-03&dueBefore=2030-01-01", []],
  ])("with %s has %j", async (query, expected) => {
    expect(await titles(query)).toEqual(expected);
  });

  it("takes a date as the start of that day in the profile's time zone, and filters by contact", async () => {
    expect(await titles(`contactId=${contactId}`)).toEqual(["whenever"]);
    expect(await titles(`contactId=${randomUUID()}`)).toEqual([]);
    await me.change("/me", { timezone: "Europe/Paris" });
    expect(await titles("dueAfter=2030-01-03")).toEqual(["late"]);
    expect(await titles("dueBefore=2030-01-03&completed=false")).toEqual(["overdue", "noon"]);
  });
});

/** What a refusal says of a text that is no rule at all. */
const wholeRule = "BYSETPOS, COUNT and UNTIL, such as FREQ=MONTHLY;BYDAY=1MO.*time, and its day";

describe("the rule of a reminder", () => {
  it.each([
    ["freq=daily", "FREQ=DAILY"],
    [" RRULE:INTERVAL=1;FREQ=MONTHLY ", "FREQ=MONTHLY"],
    ["BYDAY=fr,MO,FR;FREQ=WEEKLY;INTERVAL=2", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR"],
    [
      "BYSETPOS=-1,+1;FREQ=MONTHLY;BYDAY=+3FR,-1FR,1mo,1mo",
      "FREQ=MONTHLY;BYDAY=1MO,-1FR,3FR;BYSETPOS=-1,1",
    ],
    ["BYDAY=4TH;BYMONTH=11,2,11;FREQ=YEARLY", "FREQ=YEARLY;BYMONTH=2,11;BYDAY=4TH"],
    ["FREQ=YEARLY;BYDAY=-53SU", "FREQ=YEARLY;BYDAY=-53SU"],
    ["COUNT=9999;FREQ=YEARLY;INTERVAL=999", "FREQ=YEARLY;INTERVAL=999;COUNT=9999"],
    ["UNTIL=20960229;FREQ=DAILY", "FREQ=DAILY;UNTIL=20960229"],
    ["FREQ=DAILY;until=20960229t235959z", "FREQ=DAILY;UNTIL=20960229T235959Z"],
  ])("%s is kept as %s", async (recurrence, kept) => {
    const made = await create({ dueAt, recurrence });
    expect(made).toMatchObject({ recurrence: kept, recurrenceFrom: "due", nextId: null });
    expect(await change(made.id, { recurrence: kept })).toEqual(made);
  });

  it.each([
    ["", wholeRule],
    ["FREQ=DAILY;BYWEEKNO=20;BYHOUR=9", `BYHOUR, BYWEEKNO is no part.*${wholeRule}`],
    [`FREQ=WEEKLY;BYDAY=${"MO,".repeat(100)}MO`, wholeRule],
    ["FREQ=DAILY;FREQ=DAILY", "once|twice"],
    ["COUNT=3", "FREQ"],
    ["FREQ=DAILY;INTERVAL=0", "INTERVAL"],
    ["FREQ=DAILY;INTERVAL=2;BYDAY=MO", "BYDAY.*WEEKLY, MONTHLY"],
    ["FREQ=WEEKLY;WKST=XX", "WKST"],
    ["FREQ=WEEKLY;BYDAY=1MO", "FREQ=MONTHLY;BYDAY=1MO"],
    ["FREQ=MONTHLY;BYDAY=6MO", "1 to 5"],
    ["FREQ=YEARLY;BYDAY=1MO,54MO", "53"],
    ["FREQ=MONTHLY;BYDAY=0MO", "BYDAY"],
    ["FREQ=MONTHLY;BYDAY=1MO,FR", "number for each day"],
    ["FREQ=MONTHLY;BYMONTH=11;BYDAY=4TH", "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH"],
    ["FREQ=YEARLY;BYMONTH=11", "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH"],
    ["FREQ=YEARLY;BYMONTH=13;BYDAY=4TH", "1 to 12"],
    ["FREQ=MONTHLY;BYSETPOS=1", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"],
    ["FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0", "1 to 999"],
    ["FREQ=DAILY;COUNT=0", "COUNT"],
    ["FREQ=DAILY;UNTIL=20970229", "UNTIL"],
    ["FREQ=DAILY;UNTIL=20970228T240000Z", "UNTIL"],
    ["FREQ=DAILY;COUNT=1;UNTIL=20970228", "both"],
  ])("%s is refused with the reason, by the API and PostgREST", async (recurrence, reason) => {
    const answer = await me.post("/reminders", { title: "T", dueAt, recurrence });
    expectViolations(answer, "body /recurrence invalid_format");
    expect(answer.body.errors[0].message).toMatch(new RegExp(reason));
    // The rule that a reason proposes is one.
    const [proposed] = /FREQ=[A-Z]+;[A-Z0-9,;=-]+/.exec(reason) ?? [];
    if (proposed) await create({ dueAt, recurrence: proposed });
    const row = { title: "T", due_at: dueAt, recurrence };
    const rest = await postgrestClient(me.token).post("/reminders", row);
    expect(rest).toMatchObject({ status: 400, body: { code: "23514" } });
    expect(rest.body.message).toMatch(new RegExp(reason));
  });

  const everyDay = "MO,TU,WE,TH,FR,SA,SU";
  it.each([
    ["2027-01-07", "FREQ=WEEKLY;WKST=SU;INTERVAL=2;BYDAY=TH", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TH"],
    ["2027-01-07", "FREQ=WEEKLY;WKST=MO;BYDAY=TH", "FREQ=WEEKLY;BYDAY=TH"],
    ["2027-01-07", "FREQ=WEEKLY;WKST=SU;BYDAY=SU,TH", "FREQ=WEEKLY;BYDAY=TH,SU"],
    ["2027-01-07", "FREQ=DAILY;INTERVAL=3;WKST=SU", "FREQ=DAILY;INTERVAL=3"],
    ["2027-01-31", "FREQ=MONTHLY;BYMONTHDAY=-1", "FREQ=MONTHLY"],
    ["2027-02-28", "FREQ=MONTHLY;BYMONTHDAY=-1", `FREQ=MONTHLY;BYDAY=${everyDay};BYSETPOS=-1`],
    ["2027-01-31", "FREQ=MONTHLY;BYMONTHDAY=31", "FREQ=MONTHLY"],
    ["2027-01-15", "FREQ=MONTHLY;BYMONTHDAY=+15;INTERVAL=3", "FREQ=MONTHLY;INTERVAL=3"],
    ["2027-02-14", "FREQ=YEARLY;BYMONTHDAY=14;BYMONTH=2", "FREQ=YEARLY"],
    ["2027-02-14", "FREQ=YEARLY;BYMONTH=2", "FREQ=YEARLY"],
    [
      "2027-02-28",
      "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=-1",
      `FREQ=YEARLY;BYMONTH=2;BYDAY=${everyDay};BYSETPOS=-1`,
    ],
    ["2027-01-04", "FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"],
    ["2027-01-04", "FREQ=WEEKLY;", "FREQ=WEEKLY"],
    ["2027-01-04", "freq=weekly; interval=2", "FREQ=WEEKLY;INTERVAL=2"],
    // The day in the time zone of the profile is the next one.
    ["2027-01-14T23:30:00Z", "FREQ=MONTHLY;BYMONTHDAY=15", "FREQ=MONTHLY"],
  ])("due %s, %s means %s", async (dueAt, recurrence, kept) => {
    const owner = await signUp();
    await owner.change("/me", { timezone: "Europe/Berlin" });
    const made = await owner.make("/reminders", { title: "T", dueAt, recurrence });
    expect(made.recurrence).toBe(kept);
  });

  it.each([
    ["2027-01-07", "FREQ=WEEKLY;WKST=SU;INTERVAL=2;BYDAY=SU,TH", "WKST"],
    ["2027-01-07", "FREQ=WEEKLY;WKST=SU;INTERVAL=2;BYDAY=SU", "WKST"],
    ["2027-01-15", "FREQ=MONTHLY;BYMONTHDAY=16", "BYMONTHDAY"],
    ["2027-01-15", "FREQ=MONTHLY;BYMONTHDAY=1,15", "BYMONTHDAY"],
    ["2027-01-30", "FREQ=MONTHLY;BYMONTHDAY=-1", "BYMONTHDAY"],
    ["2027-01-15", "FREQ=YEARLY;BYMONTHDAY=15", "BYMONTHDAY"],
    ["2027-01-15", "FREQ=WEEKLY;BYMONTHDAY=15", "BYMONTHDAY"],
    ["2027-08-13", "FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR", "BYMONTHDAY"],
    ["2027-02-14", "FREQ=YEARLY;BYMONTH=3", "BYMONTH"],
    ["2027-02-14", "FREQ=YEARLY;BYMONTH=2,8", "BYMONTH"],
  ])("due %s, %s is refused because of %s", async (dueAt, recurrence, part) => {
    const answer = await me.post("/reminders", { title: "T", dueAt, recurrence });
    expectViolations(answer, "body /recurrence invalid_format");
    expect(answer.body.errors[0].message).toContain(part);
  });

  it("counts the last days of months from the last day of a short one", async () => {
    const dueAt = "2099-02-28T12:00:00Z";
    const { id } = await create({ dueAt, recurrence: "FREQ=MONTHLY;BYMONTHDAY=-1" });
    const { nextId } = await change(id, { completed: true });
    expect((await me.read(`/reminders/${nextId}`)).dueAt).toBe("2099-03-31T12:00:00.000Z");
  });

  it("needs a due time, also when it is changed", async () => {
    const place = "body /dueAt required";
    const recurrence = "FREQ=DAILY";
    expectViolations(await me.post("/reminders", { title: "T", recurrence }), place);
    const { id } = await create({ dueAt, recurrence });
    expectViolations(await me.patch(`/reminders/${id}`, { dueAt: null }), place);
    const plain = await create({});
    expectViolations(await me.patch(`/reminders/${plain.id}`, { recurrence }), place);
    expect(await change(id, { dueAt: null, recurrence: null }))
      .toMatchObject({ dueAt: null, recurrence: null });
  });

  it.each(["infinity", "-infinity", "200000-01-01T00:00:00Z"])(
    "the rule is refused at once with the due time %s, which PostgREST takes",
    async (due_at) => {
      const { post, patch } = postgrestClient(me.token);
      const { id } = await create({ dueAt, recurrence: "FREQ=DAILY" });
      for (const recurrence_from of ["due", "completion"]) {
        const row = { title: "T", due_at, recurrence: "FREQ=DAILY", recurrence_from };
        expectStatus(await post("/reminders", { ...row, completed: true }), 400);
        expectStatus(await patch(`/reminders?id=eq.${id}`, { due_at, completed: true }), 400);
      }
    },
  );
});

describe("completing a recurring reminder", () => {
  it("makes the next one, with everything but its own times, and names it; twice makes one", async () => {
    const contact = await me.make("/contacts", { firstName: "C" });
    const about = { title: "Water", description: "All of them", contactId: contact.id };
    const given = { ...about, dueAt, recurrence: "FREQ=WEEKLY" };
    const first = await create(given);
    const next = await complete(first.id);
    expect(next).toMatchObject({ ...given, dueAt: "2090-01-09T09:00:00.000Z", completed: false });
    expect(next).toMatchObject({ completedAt: null, nextId: null, recurrenceFrom: "due" });
    expect(await read(first.id)).toMatchObject({ completed: true, nextId: next.id });
    expect(await complete(first.id)).toEqual(next);
    expect(await all()).toHaveLength(2);
  });

  it("skips occurrences before now, and counts from the day of completion where it is asked to", async () => {
    const past = await create({ dueAt: "2001-01-31T09:00:00Z", recurrence: "FREQ=DAILY" });
    const next = await complete(past.id);
    expect(next.dueAt).toMatch(/T09:00:00.000Z$/);
    expect(Date.parse(next.dueAt) - Date.now()).toBeGreaterThan(0);
    expect(Date.parse(next.dueAt) - Date.now()).toBeLessThanOrEqual(86_400_000);
    const recurring = { recurrence: "FREQ=DAILY;INTERVAL=3", recurrenceFrom: "completion" };
    const { id } = await create({ dueAt, ...recurring });
    const before = Date.now();
    const later = await complete(id);
    const days = [before, Date.now()].map((now) =>
      `${new Date(now + 3 * 86_400_000).toISOString().slice(0, 10)}T09:00:00.000Z`
    );
    expect(days).toContain(later.dueAt);
    expect(later).toMatchObject(recurring);
  });

  it("makes the next one also if it is created as completed, or through PostgREST", async () => {
    const made = await create({ dueAt, recurrence: "FREQ=DAILY", completed: true });
    const { post, patch } = postgrestClient(me.token);
    const row = { title: "T", due_at: "2090-02-02T09:00:00Z", recurrence: "FREQ=DAILY" };
    const [completed] = expectStatus(await post("/reminders", { ...row, completed: true }), 201);
    const [{ id }] = expectStatus(await post("/reminders", row), 201);
    expectStatus(await patch(`/reminders?id=eq.${id}`, { completed: true }), 200);
    const others = [await read(completed.id), await read(id)];
    for (const { nextId, dueAt } of [made, ...others]) {
      expect((await read(nextId)).dueAt).toBe(dueAt.replace("-02T", "-03T"));
    }
    expect(await all()).toHaveLength(6);
  });

  it("ends with COUNT, which says how many are left, with UNTIL, and without a rule", async () => {
    const counted = await create({ dueAt, recurrence: "FREQ=DAILY;COUNT=2" });
    const last = await complete(counted.id);
    expect(last.recurrence).toBe("FREQ=DAILY;COUNT=1");
    expect(await complete(last.id)).toBeNull();
    const until = await create({ dueAt, recurrence: "FREQ=DAILY;UNTIL=20900103" });
    expect(await complete((await complete(until.id)).id)).toBeNull();
    const { id } = await create({ dueAt, recurrence: "FREQ=DAILY" });
    expect(await change(id, { recurrence: null, completed: true }))
      .toMatchObject({ nextId: null, completed: true });
  });

  it("at once by two requests makes one next reminder", async () => {
    const { id } = await create(monthly);
    const asked = withTokenOf(me, "update_reminder", { id, body: { completed: true } });
    const [one, other] = await overlap(asPostgres(4), asked, asked);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(other.body).toEqual(one.body);
    expect(await all()).toHaveLength(2);
  });
});

describe("opening a completed one again", () => {
  it("deletes the next one, and completing it again makes it again", async () => {
    const { id } = await create({ dueAt, recurrence: "FREQ=DAILY" });
    await complete(id);
    expect(await change(id, { completed: false })).toMatchObject({ nextId: null });
    expect(await all()).toHaveLength(1);
    expect(await complete(id)).toMatchObject({ dueAt: "2090-01-03T09:00:00.000Z" });
  });

  it.each([{ title: "Other" }, { completed: true }])(
    "keeps a next one with %j, and makes no second one",
    async (body) => {
      const { id } = await create({ dueAt, recurrence: "FREQ=DAILY" });
      const { id: next } = await complete(id);
      await change(next, body);
      const count = (await all()).length;
      expect(await change(id, { completed: false })).toMatchObject({ nextId: next });
      expect(await complete(id)).toMatchObject({ id: next });
      expect(await all()).toHaveLength(count);
    },
  );
});

describe("the times of a series", () => {
  it("move with a new dueAt, and stay where dueAt is sent back unchanged", async () => {
    const february = await complete((await create(monthly)).id);
    expect(await change(february.id, february)).toEqual(february);
    expect((await complete(february.id)).dueAt).toBe("2091-03-31T09:00:00.000Z");
    const moved = await create(monthly);
    await change(moved.id, { dueAt: "2091-02-05T10:00:00Z" });
    expect((await complete(moved.id)).dueAt).toBe("2091-03-05T10:00:00.000Z");
  });

  it("have the local hour of the profile's present time zone, and no day twice", async () => {
    await me.change("/me", { timezone: "Europe/Paris" });
    const given = { dueAt: "2037-01-05T08:00:00Z", recurrence: "FREQ=WEEKLY;BYDAY=MO" };
    const [west, east] = [await create(given), await create(given)];
    await me.change("/me", { timezone: "America/New_York" });
    expect((await complete(west.id)).dueAt).toBe("2037-01-12T14:00:00.000Z");
    await me.change("/me", { timezone: "Asia/Tokyo" });
    expect((await complete(east.id)).dueAt).toBe("2037-01-12T00:00:00.000Z");
  });
});

// test/sql/undo-property.test.ts undoes random changes of series.
describe("the log", () => {
  const undone = async (answer: Answer, status = 200): Promise<string> =>
    (await me.undo(changeSetOf(answer, status))).activityId;
  const completing = (id: string) => me.patch(`/reminders/${id}`, { completed: true });

  it("of a completion has both reminders in one change set, with members of the API only", async () => {
    const { id } = await create(monthly);
    const answer = await completing(id);
    const { nextId } = answer.body;
    const { changes } = await me.read(`/activity/${changeSetOf(answer, 200)}`);
    expect(changes).toMatchObject([
      { action: "create", id: nextId, resource: "reminder" },
      { action: "update", id, fields: { nextId: { before: null, after: nextId } } },
    ]);
    expect(Object.keys(changes[0].fields).toSorted())
      .toEqual(["dueAt", "recurrence", "recurrenceFrom", "title"]);
    await undone(answer);
    // The month of the first still has 31 days.
    expect((await complete((await complete(id)).id)).dueAt).toBe("2091-03-31T09:00:00.000Z");
  });

  it("of one that was created completed takes the next one back, which is no change of its own", async () => {
    const body = { title: "Made", dueAt, recurrence: "FREQ=DAILY", completed: true };
    const answer = await me.post("/reminders", body);
    const { id } = expectStatus(answer, 201);
    const changed = await change(id, { title: "Other" });
    await me.undo(changeSetOf(answer, 201), { partial: true });
    expect(await read(id)).toEqual({ ...changed, nextId: null });
  });

  it("does not undo a completion where the next one was changed since, and says so", async () => {
    const answer = await completing((await create(monthly)).id);
    await change(answer.body.nextId, { dueAt: "2092-01-01T00:00:00Z" });
    const refused = await me.post(`/activity/${changeSetOf(answer, 200)}/undo`);
    expect(expectProblem(refused, 409, "conflict").errors)
      .toMatchObject([{ pointer: `/reminder/${answer.body.nextId}/dueAt` }]);
  });

  it.each([
    ["ends the series", "", null],
    ["with keepSeries makes the next one in its place", "?keepSeries=true", "2091-03-31"],
  ])("of deleting the open one, which %s, restores it", async (_, query, day) => {
    const next = await complete((await create(monthly)).id);
    const before = await all();
    const answer = await me.delete(`/reminders/${next.id}${query}`);
    const [completed, ...made] = await all();
    expect(made.map(({ dueAt }) => dueAt.slice(0, 10))).toEqual(day ? [day] : []);
    expect(timeless(completed)).toEqual(timeless({ ...before[0], nextId: made[0]?.id ?? null }));
    const undoing = await undone(answer, 204);
    expect(timeless(await all())).toEqual(timeless(before));
    await me.undo(undoing);
    expect(timeless(await all())).toEqual(timeless([completed, ...made]));
  });
});

it("deleting with keepSeries makes no next one if it was the last, completed, or not recurring", async () => {
  const first = await create(monthly);
  for (const end of [";COUNT=1", ";UNTIL=20900102", null]) {
    const { id } = await create({ dueAt, recurrence: end && `FREQ=DAILY${end}` });
    expectStatus(await me.delete(`/reminders/${id}?keepSeries=1`), 204);
  }
  expect(timeless(await all())).toEqual(timeless([first]));
  const next = await complete(first.id);
  expectStatus(await me.delete(`/reminders/${first.id}?keepSeries=true`), 204);
  expect(timeless(await all())).toEqual(timeless([next]));
});
