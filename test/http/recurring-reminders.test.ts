import { describe, expect, it } from "vitest";
import { type Account, signUp } from "../support/accounts.ts";
import { expectViolations } from "../support/problems.ts";
import { all, change, complete, create, read, ways } from "../support/reminders.ts";
import { postgrestClient } from "../support/supabase-clients.ts";

const ada = await signUp();

const dueAt = "2090-01-02T09:00:00.000Z";

/** What a refusal says of a text that is no rule at all. */
const wholeRule = "BYSETPOS, COUNT and UNTIL, such as FREQ=MONTHLY;BYDAY=1MO.*time, and its day";

describe("the rule of a reminder", () => {
  it.each([
    ["freq=daily", "FREQ=DAILY"],
    [" RRULE:INTERVAL=1;FREQ=MONTHLY ", "FREQ=MONTHLY"],
    ["BYDAY=fr,MO,FR;FREQ=WEEKLY;INTERVAL=2", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR"],
    ["FREQ=MONTHLY;BYDAY=1MO", "FREQ=MONTHLY;BYDAY=1MO"],
    [
      "BYSETPOS=-1,+1;FREQ=MONTHLY;BYDAY=+3FR,-1FR,1mo,1mo",
      "FREQ=MONTHLY;BYDAY=1MO,-1FR,3FR;BYSETPOS=-1,1",
    ],
    ["BYDAY=4TH;BYMONTH=11,2,11;FREQ=YEARLY", "FREQ=YEARLY;BYMONTH=2,11;BYDAY=4TH"],
    ["FREQ=YEARLY;BYDAY=-53SU", "FREQ=YEARLY;BYDAY=-53SU"],
    ["COUNT=9999;FREQ=YEARLY;INTERVAL=999", "FREQ=YEARLY;INTERVAL=999;COUNT=9999"],
    ["UNTIL=20960229;FREQ=DAILY", "FREQ=DAILY;UNTIL=20960229"],
    ["FREQ=DAILY;until=20960229t235959z", "FREQ=DAILY;UNTIL=20960229T235959Z"],
  ])("%s is kept as %s, through the API and PostgREST", async (recurrence, kept) => {
    for (const way of ways) {
      const made = await create(ada, { dueAt, recurrence }, way);
      expect(made).toMatchObject({ recurrence: kept, recurrenceFrom: "due", nextId: null });
      expect(await change(ada, made.id, { recurrence: kept }, way)).toEqual(made);
    }
  });

  it.each([
    ["", wholeRule],
    ["FREQ=DAILY;WKST=MO", wholeRule],
    ["FREQ=DAILY;", wholeRule],
    [
      `FREQ=WEEKLY;BYDAY=${"MO,".repeat(100)}MO`,
      wholeRule,
    ],
    ["FREQ=DAILY;FREQ=DAILY", "once|twice"],
    ["FREQ=HOURLY", "FREQ"],
    ["COUNT=3", "FREQ"],
    ["FREQ=DAILY;INTERVAL=0", "INTERVAL"],
    ["FREQ=DAILY;BYDAY=MO", "WEEKLY, MONTHLY"],
    ["FREQ=WEEKLY;BYDAY=1MO", "FREQ=MONTHLY;BYDAY=1MO"],
    ["FREQ=MONTHLY;BYDAY=6MO", "1 to 5"],
    ["FREQ=YEARLY;BYDAY=1MO,54MO", "53"],
    ["FREQ=MONTHLY;BYDAY=0MO", "BYDAY"],
    ["FREQ=MONTHLY;BYDAY=1MO,FR", "number for each day"],
    ["FREQ=MONTHLY;BYMONTH=11;BYDAY=4TH", "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH"],
    ["FREQ=YEARLY;BYMONTH=11", "FREQ=YEARLY;BYMONTH=11;BYDAY=4TH"],
    ["FREQ=YEARLY;BYMONTH=13;BYDAY=4TH", "1 to 12"],
    ["FREQ=MONTHLY;BYSETPOS=1", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"],
    ["FREQ=WEEKLY;BYDAY=MO;BYSETPOS=1", "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"],
    ["FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0", "1 to 999"],
    ["FREQ=DAILY;COUNT=0", "COUNT"],
    ["FREQ=DAILY;UNTIL=20970229", "UNTIL"],
    ["FREQ=DAILY;UNTIL=20970228T240000Z", "UNTIL"],
    ["FREQ=DAILY;COUNT=1;UNTIL=20970228", "both"],
  ])("%s is refused with the reason, through the API and PostgREST", async (recurrence, reason) => {
    const answer = await ada.post("/reminders", { title: "T", dueAt, recurrence });
    expectViolations(answer, "body /recurrence invalid_format");
    expect(answer.body.errors[0].message).toMatch(new RegExp(reason));
    // The rule that a reason proposes is one.
    const [proposed] = /FREQ=[A-Z]+;[A-Z0-9,;=-]+/.exec(reason) ?? [];
    if (proposed) await create(ada, { dueAt, recurrence: proposed });
    const rest = await postgrestClient(ada.token).post("/reminders", {
      title: "T",
      due_at: dueAt,
      recurrence,
    });
    expect(rest).toMatchObject({ status: 400, body: { code: "23514" } });
    expect(rest.body.message).toMatch(new RegExp(reason));
  });

  it("needs a due time, also when it is changed", async () => {
    const place = "body /dueAt required";
    expectViolations(await ada.post("/reminders", { title: "T", recurrence: "FREQ=DAILY" }), place);
    const { id } = await create(ada, { dueAt, recurrence: "FREQ=DAILY" });
    expectViolations(await ada.patch(`/reminders/${id}`, { dueAt: null }), place);
    const plain = await create(ada, {});
    expectViolations(
      await ada.patch(`/reminders/${plain.id}`, { recurrence: "FREQ=DAILY" }),
      place,
    );
    const row = { title: "T", recurrence: "FREQ=DAILY" };
    expect(await postgrestClient(ada.token).post("/reminders", row)).toMatchObject({ status: 400 });
    expect(await change(ada, id, { dueAt: null, recurrence: null }))
      .toMatchObject({ dueAt: null, recurrence: null });
  });

  it.each(["infinity", "-infinity", "200000-01-01T00:00:00Z"])(
    "is refused at once with the due time %s, which PostgREST takes",
    async (due_at) => {
      const { post, patch } = postgrestClient(ada.token);
      const { id } = await create(ada, { dueAt, recurrence: "FREQ=DAILY" });
      for (const recurrence_from of ["due", "completion"]) {
        const row = { title: "T", due_at, recurrence: "FREQ=DAILY", recurrence_from };
        expect((await post("/reminders", { ...row, completed: true })).status).toBe(400);
        expect((await patch(`/reminders?id=eq.${id}`, { due_at, completed: true })).status)
          .toBe(400);
      }
    },
  );

  it.each(["Due", "", null])("refuses %j as recurrenceFrom", async (recurrenceFrom) => {
    const answer = await ada.post("/reminders", { title: "T", recurrenceFrom });
    const code = recurrenceFrom === null ? "type" : "format";
    expectViolations(answer, `body /recurrenceFrom invalid_${code}`);
    const row = { title: "T", recurrence_from: recurrenceFrom };
    expect((await postgrestClient(ada.token).post("/reminders", row)).status).toBe(400);
  });

  it("is written by clients, its derived columns are not", async () => {
    const { id } = await create(ada, { dueAt, recurrence: "FREQ=DAILY" });
    for (const row of [{ next_id: id }, { recurrence_start: "2020-01-01T00:00:00" }]) {
      expect((await postgrestClient(ada.token).patch(`/reminders?id=eq.${id}`, row)).status).toBe(
        403,
      );
    }
  });
});

describe.each(ways)("completing a recurring reminder through %s", (way) => {
  it("makes the next one, with everything but its own times, and names it", async () => {
    const contact = await ada.make("/contacts", { firstName: "C" });
    const given = {
      title: "Water",
      description: "All of them",
      contactId: contact.id,
      dueAt,
      recurrence: "FREQ=WEEKLY",
    };
    const first = await create(ada, given, way);
    const next = await complete(ada, first.id, way);
    expect(next).toMatchObject({ ...given, dueAt: "2090-01-09T09:00:00.000Z", completed: false });
    expect(next).toMatchObject({ completedAt: null, nextId: null, recurrenceFrom: "due" });
    expect(await read(ada, first.id)).toMatchObject({ completed: true, nextId: next.id });
  });

  it("twice makes one next reminder", async () => {
    const me = await signUp();
    const { id } = await create(me, { dueAt, recurrence: "FREQ=DAILY" }, way);
    const { id: next } = await complete(me, id, way);
    expect(await complete(me, id, way)).toMatchObject({ id: next });
    expect(await all(me)).toHaveLength(2);
  });

  it("skips occurrences before now", async () => {
    const { id } = await create(
      ada,
      { dueAt: "2001-01-31T09:00:00Z", recurrence: "FREQ=DAILY" },
      way,
    );
    const { dueAt: next } = await complete(ada, id, way);
    expect(next).toMatch(/T09:00:00.000Z$/);
    expect(Date.parse(next) - Date.now()).toBeGreaterThan(0);
    expect(Date.parse(next) - Date.now()).toBeLessThanOrEqual(86_400_000);
  });

  it("counts from the day of completion where it is asked to", async () => {
    const recurring = { recurrence: "FREQ=DAILY;INTERVAL=3", recurrenceFrom: "completion" };
    const { id } = await create(ada, { dueAt, ...recurring }, way);
    const before = new Date();
    const next = await complete(ada, id, way);
    const days = [before, new Date()].map((now) => {
      now.setUTCDate(now.getUTCDate() + 3);
      return `${now.toISOString().slice(0, 10)}T09:00:00.000Z`;
    });
    expect(days).toContain(next.dueAt);
    expect(next).toMatchObject(recurring);
  });

  it("makes the next one also where it is created completed", async () => {
    const me = await signUp();
    const made = await create(me, { dueAt, recurrence: "FREQ=DAILY", completed: true }, way);
    expect(await all(me)).toEqual([
      made,
      expect.objectContaining({ id: made.nextId, dueAt: "2090-01-03T09:00:00.000Z" }),
    ]);
  });

  it("ends with COUNT, which says how many are left, and with UNTIL", async () => {
    const counted = await create(ada, { dueAt, recurrence: "FREQ=DAILY;COUNT=2" }, way);
    const last = await complete(ada, counted.id, way);
    expect(last.recurrence).toBe("FREQ=DAILY;COUNT=1");
    expect(await complete(ada, last.id, way)).toBeNull();
    const until = await create(ada, { dueAt, recurrence: "FREQ=DAILY;UNTIL=20900103" }, way);
    expect(await complete(ada, (await complete(ada, until.id, way)).id, way)).toBeNull();
    const over = { dueAt: "2001-01-01T00:00:00Z", recurrence: "FREQ=DAILY;COUNT=9999" };
    const passed = await complete(ada, (await create(ada, over, way)).id, way);
    const count = 9999 - (Date.parse(passed.dueAt) - Date.parse(over.dueAt)) / 86_400_000;
    expect(passed.recurrence).toBe(`FREQ=DAILY;COUNT=${count}`);
  });

  it("makes none where it does not recur any more", async () => {
    const { id } = await create(ada, { dueAt, recurrence: "FREQ=DAILY" }, way);
    expect(await change(ada, id, { recurrence: null, completed: true }, way))
      .toMatchObject({ nextId: null, completed: true });
  });
});

describe("opening a completed one again", () => {
  it("deletes the next one, and completing it again makes it again", async () => {
    const me = await signUp();
    const { id } = await create(me, { dueAt, recurrence: "FREQ=DAILY" });
    await complete(me, id);
    expect(await change(me, id, { completed: false })).toMatchObject({ nextId: null });
    expect(await all(me)).toHaveLength(1);
    expect(await complete(me, id)).toMatchObject({ dueAt: "2090-01-03T09:00:00.000Z" });
  });

  it("keeps a next one that was changed or completed, and makes no second one", async () => {
    for (const body of [{ title: "Other" }, { completed: true }]) {
      const me = await signUp();
      const { id } = await create(me, { dueAt, recurrence: "FREQ=DAILY" });
      const { id: next } = await complete(me, id);
      await change(me, next, body);
      const count = (await all(me)).length;
      expect(await change(me, id, { completed: false })).toMatchObject({ nextId: next });
      expect(await complete(me, id)).toMatchObject({ id: next });
      expect(await all(me)).toHaveLength(count);
    }
  });
});

const inZone = async (timezone: string): Promise<Account> => {
  const account = await signUp();
  await account.change("/me", { timezone });
  return account;
};

describe("the times of a series", () => {
  const series = async (account: Account, body: object, length: number): Promise<string[]> => {
    let reminder = await create(account, body);
    const found = [reminder.dueAt];
    while (found.length < length) {
      reminder = await complete(account, reminder.id);
      found.push(reminder.dueAt);
    }
    return found;
  };

  it("come back to the 31st after shorter months, and to 29 February", async () => {
    const monthly = { dueAt: "2091-01-31T09:00:00Z", recurrence: "FREQ=MONTHLY" };
    expect((await series(ada, monthly, 4)).map((each) => each.slice(0, 10)))
      .toEqual(["2091-01-31", "2091-02-28", "2091-03-31", "2091-04-30"]);
    const yearly = { dueAt: "2092-02-29T09:00:00Z", recurrence: "FREQ=YEARLY" };
    expect((await series(ada, yearly, 5)).map((each) => each.slice(0, 10)))
      .toEqual(["2092-02-29", "2093-02-28", "2094-02-28", "2095-02-28", "2096-02-29"]);
  });

  it("move with a new dueAt, and stay where dueAt is sent back unchanged", async () => {
    const { id } = await create(ada, { dueAt: "2091-01-31T09:00:00Z", recurrence: "FREQ=MONTHLY" });
    const february = await complete(ada, id);
    expect(await change(ada, february.id, february)).toEqual(february);
    expect((await complete(ada, february.id)).dueAt).toBe("2091-03-31T09:00:00.000Z");
    const moved = await create(ada, { dueAt: "2091-01-31T09:00:00Z", recurrence: "FREQ=MONTHLY" });
    await change(ada, moved.id, { dueAt: "2091-02-05T10:00:00Z" });
    expect((await complete(ada, moved.id)).dueAt).toBe("2091-03-05T10:00:00.000Z");
  });

  it("have the local hour of the profile's present time zone, and no day twice", async () => {
    const me = await inZone("Europe/Paris");
    const given = { dueAt: "2037-01-05T08:00:00Z", recurrence: "FREQ=WEEKLY;BYDAY=MO" };
    const [west, east] = [await create(me, given), await create(me, given)];
    await me.change("/me", { timezone: "America/New_York" });
    expect((await complete(me, west.id)).dueAt).toBe("2037-01-12T14:00:00.000Z");
    await me.change("/me", { timezone: "Asia/Tokyo" });
    expect((await complete(me, east.id)).dueAt).toBe("2037-01-12T00:00:00.000Z");
  });
});
