import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import { change, complete, create } from "../support/reminders.ts";

let ada: Account;
beforeAll(async () => {
  ada = await signUp();
});

const inZone = async (timezone: string): Promise<Account> => {
  const account = await signUp();
  expectStatus(await account.patch("/me", { timezone }), 200);
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

  it("comes back to the 31st after shorter months", async () => {
    const given = { dueAt: "2091-01-31T09:00:00Z", recurrence: "FREQ=MONTHLY" };
    expect((await series(ada, given, 4)).map((each) => each.slice(0, 10)))
      .toEqual(["2091-01-31", "2091-02-28", "2091-03-31", "2091-04-30"]);
  });

  it("comes back to 29 February", async () => {
    const given = { dueAt: "2092-02-29T09:00:00Z", recurrence: "FREQ=YEARLY" };
    expect((await series(ada, given, 5)).map((each) => each.slice(0, 10)))
      .toEqual(["2092-02-29", "2093-02-28", "2094-02-28", "2095-02-28", "2096-02-29"]);
  });

  it("keeps the local hour, moves a missing one forward for that day, and takes the first of two", async () => {
    const me = await inZone("Europe/Paris");
    const spring = { dueAt: "2037-03-28T01:30:00Z", recurrence: "FREQ=DAILY" };
    expect(await series(me, spring, 3)).toEqual([
      "2037-03-28T01:30:00.000Z",
      "2037-03-29T01:30:00.000Z", // 03:30
      "2037-03-30T00:30:00.000Z", // 02:30
    ]);
    const autumn = { dueAt: "2037-10-24T00:30:00Z", recurrence: "FREQ=DAILY" };
    expect(await series(me, autumn, 3)).toEqual([
      "2037-10-24T00:30:00.000Z",
      "2037-10-25T00:30:00.000Z", // the first 02:30
      "2037-10-26T01:30:00.000Z",
    ]);
  });

  it("moves with a new dueAt, and stays where dueAt is sent back unchanged", async () => {
    const { id } = await create(ada, { dueAt: "2091-01-31T09:00:00Z", recurrence: "FREQ=MONTHLY" });
    const february = await complete(ada, id);
    expect(await change(ada, february.id, february)).toEqual(february);
    expect((await complete(ada, february.id)).dueAt).toBe("2091-03-31T09:00:00.000Z");
    const moved = await create(ada, { dueAt: "2091-01-31T09:00:00Z", recurrence: "FREQ=MONTHLY" });
    await change(ada, moved.id, { dueAt: "2091-02-05T10:00:00Z" });
    expect((await complete(ada, moved.id)).dueAt).toBe("2091-03-05T10:00:00.000Z");
  });

  it("has the local hour of the profile's present time zone, and no day twice", async () => {
    const me = await inZone("Europe/Paris");
    const given = { dueAt: "2037-01-05T08:00:00Z", recurrence: "FREQ=WEEKLY;BYDAY=MO" };
    const [west, east] = [await create(me, given), await create(me, given)];
    expectStatus(await me.patch("/me", { timezone: "America/New_York" }), 200);
    expect((await complete(me, west.id)).dueAt).toBe("2037-01-12T14:00:00.000Z");
    expectStatus(await me.patch("/me", { timezone: "Asia/Tokyo" }), 200);
    expect((await complete(me, east.id)).dueAt).toBe("2037-01-12T00:00:00.000Z");
  });

  it("is found quickly over thousands of years, and ends with the year 9999", async () => {
    for (const frequency of ["DAILY", "WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU", "MONTHLY", "YEARLY"]) {
      const given = { dueAt: "0001-01-01T00:00:00Z", recurrence: `FREQ=${frequency}` };
      const next = await complete(ada, (await create(ada, given)).id);
      expect(Date.parse(next.dueAt)).toBeGreaterThan(Date.now());
      const last = { dueAt: "9999-12-31T12:00:00Z", recurrence: `FREQ=${frequency}` };
      expect(await complete(ada, (await create(ada, last)).id)).toBeNull();
    }
  });
});
