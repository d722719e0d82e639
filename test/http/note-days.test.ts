import { describe, expect, it } from "vitest";
import { type KithClient, type ListQuery, orThrow } from "../../client/src/index.ts";
import { signUp } from "../support/accounts.ts";
import { typedClient } from "../support/typed-client.ts";

const day = 86_400_000;

describe("the day a note belongs to", () => {
  /** Days on which each of these zones does something unusual, and one on which it does not. */
  const places: [string, string, string][] = [
    ["Pacific/Auckland", "2025-08-14", "on a plain day"],
    ["Pacific/Auckland", "2025-09-28", "on the 23 hours that begin summer time"],
    ["Pacific/Auckland", "2025-04-06", "on the 25 hours that end it"],
    ["America/St_Johns", "2025-08-14", "on a plain day"],
    ["America/St_Johns", "2025-03-09", "on the 23 hours that begin summer time"],
    ["America/St_Johns", "2025-11-02", "on the 25 hours that end it"],
  ];

  it.each(places)("%s %s, is the local one, %s", async (timezone, date, _) => {
    const me = typedClient((await signUp()).token);
    await moveTo(me, timezone);
    const start = startOfDay(timezone, date);
    const end = startOfDay(timezone, dayAfter(date, 1));
    const inside = [start, start + 1_800_000, end - 1_800_000, end - 1];
    const outside = [start - 1, end];
    for (const instant of [...inside, ...outside]) {
      await write(me, new Date(instant).toISOString());
    }
    const times = async (span: { from?: string; to?: string }) => {
      const list = await notes(me, { sort: "occurredAt", ...span });
      return list.data.map((note) => Date.parse(note.occurredAt));
    };
    const [before, after] = [dayAfter(date, -1), dayAfter(date, 1)];
    expect(await times({ from: date, to: date })).toEqual(inside);
    expect(await times({ to: before })).toEqual([start - 1]);
    expect(await times({ from: after })).toEqual([end]);
    expect(await times({ from: before, to: after })).toEqual([start - 1, ...inside, end]);
  });

  it("changes at once with the profile's time zone", async () => {
    const me = typedClient((await signUp()).token);
    await moveTo(me, "Pacific/Auckland");
    await write(me, "2025-08-14T23:30:00+12:00");
    const found = async (date: string) => (await notes(me, { from: date, to: date })).total;
    expect([await found("2025-08-14"), await found("2025-08-15")]).toEqual([1, 0]);
    await moveTo(me, "Pacific/Kiritimati");
    expect([await found("2025-08-14"), await found("2025-08-15")]).toEqual([0, 1]);
  });
});

function moveTo(me: KithClient, timezone: string) {
  return orThrow(me.PATCH("/me", { body: { timezone } }));
}

function write(me: KithClient, occurredAt: string) {
  return orThrow(me.POST("/notes", { body: { content: "x", occurredAt } }));
}

function notes(me: KithClient, query: ListQuery<"/notes">) {
  return orThrow(me.GET("/notes", { params: { query } }));
}

function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * day).toISOString().slice(0, 10);
}

/** The first millisecond at which clocks in the zone show this date, found without knowing any offset. */
function startOfDay(timezone: string, date: string): number {
  const format = new Intl.DateTimeFormat("sv-SE", { timeZone: timezone, dateStyle: "short" });
  let [low, high] = [Date.parse(date) - day, Date.parse(date) + day];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (format.format(middle) < date) low = middle;
    else high = middle;
  }
  return high;
}
