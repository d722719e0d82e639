import { describe, expect, it } from "vitest";
import { expectStatus, make, signUp } from "../support/accounts.ts";
import { type Json } from "../support/client.ts";

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
    const me = await signUp();
    await me.patch("/me", { timezone });
    const start = startOfDay(timezone, date);
    const end = startOfDay(timezone, dayAfter(date, 1));
    const inside = [start, start + 1_800_000, end - 1_800_000, end - 1];
    const outside = [start - 1, end];
    for (const instant of [...inside, ...outside]) {
      await make(me, "/notes", { content: "x", occurredAt: new Date(instant).toISOString() });
    }
    const times = async (query: string) => {
      const list = expectStatus(await me.get(`/notes?sort=occurredAt&${query}`), 200);
      return list.data.map((note: Json) => Date.parse(note.occurredAt));
    };
    const [before, after] = [dayAfter(date, -1), dayAfter(date, 1)];
    expect(await times(`from=${date}&to=${date}`)).toEqual(inside);
    expect(await times(`to=${before}`)).toEqual([start - 1]);
    expect(await times(`from=${after}`)).toEqual([end]);
    expect(await times(`from=${before}&to=${after}`)).toEqual([start - 1, ...inside, end]);
  });

  it("changes at once with the profile's time zone", async () => {
    const me = await signUp();
    await me.patch("/me", { timezone: "Pacific/Auckland" });
    await make(me, "/notes", { content: "x", occurredAt: "2025-08-14T23:30:00+12:00" });
    const found = async (date: string) =>
      (await me.get(`/notes?from=${date}&to=${date}`)).body.total;
    expect([await found("2025-08-14"), await found("2025-08-15")]).toEqual([1, 0]);
    await me.patch("/me", { timezone: "Pacific/Kiritimati" });
    expect([await found("2025-08-14"), await found("2025-08-15")]).toEqual([0, 1]);
  });
});

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
