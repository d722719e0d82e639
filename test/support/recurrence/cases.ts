import fc from "fast-check";

/** Zones with odd changes, and local days near some of them. */
const days: Record<string, string[]> = {
  "Australia/Lord_Howe": ["1985-03-02", "2008-04-05", "2019-10-05", "2024-04-06"],
  "Africa/Casablanca": ["2013-07-06", "2018-06-16", "2019-05-04", "2023-04-22"],
  "Pacific/Apia": ["2011-09-23", "2011-12-28", "2011-12-29", "2012-03-31"],
  "Pacific/Kwajalein": ["1993-08-19", "1993-08-20"],
  "America/St_Johns": ["1988-04-02", "2009-10-31", "2011-11-05"],
  "Asia/Kathmandu": ["1985-12-31", "2024-02-29"],
  "Europe/Dublin": ["1975-03-15", "2024-03-30", "2024-10-26"],
  "Antarctica/Troll": ["2023-03-25", "2023-10-28"],
  "America/New_York": ["1999-12-31", "2007-03-10", "2007-11-03"],
  UTC: ["2000-02-29", "2023-12-31"],
};

/** A rule, where it starts, and when it is asked for what comes next. */
export interface Case {
  zone: string;
  /** Local, as `YYYY-MM-DDTHH:MM:SS`. */
  start: string;
  rule: string;
  /** Days in one period of the rule, about. */
  period: number;
  /** COUNT, and UNTIL as days after the start; at most one of them. */
  count: number | null;
  until: { days: number; isInstant: boolean } | null;
  /** The occurrence that is completed. */
  occurrence: number;
  /** How many days after it is due it is completed; negative for before. */
  late: number;
  from: "due" | "completion";
}

const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

const rules: fc.Arbitrary<{ rule: string; period: number }> = fc.tuple(
  fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 4 }) },
    { weight: 1, arbitrary: fc.integer({ min: 5, max: 999 }) },
  ),
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(["DAILY", 1] as const) },
    { weight: 3, arbitrary: fc.constant(["MONTHLY", 30.4] as const) },
    { weight: 2, arbitrary: fc.constant(["YEARLY", 365.2] as const) },
    { weight: 1, arbitrary: fc.constant(["WEEKLY", 7] as const) },
    {
      weight: 3,
      arbitrary: fc.subarray(weekdays, { minLength: 1 })
        .map((some) => [`WEEKLY;BYDAY=${some.join(",")}`, 7] as const),
    },
  ),
).map(([every, [frequency, period]]) => {
  // Within the years for which both have the same rules of the time zones.
  const interval = period > 100 ? 1 + (every % 4) : period > 20 ? 1 + (every % 40) : every;
  const [name, ...rest] = frequency.split(";");
  const parts = [`FREQ=${name}`, ...(interval > 1 ? [`INTERVAL=${interval}`] : []), ...rest];
  return { rule: parts.join(";"), period: period * interval };
});

const start = fc.tuple(
  fc.constantFrom(...Object.entries(days)),
  fc.nat(99),
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(0, 0, -1, 1, -7, -28, -30, -31) },
    fc.integer({ min: -4000, max: 300 }),
  ),
  fc.constantFrom(
    "00:00:00",
    "00:30:00",
    "01:30:00",
    "01:45:00",
    "02:00:00",
    "02:15:00",
    "02:30:00",
    "09:00:00",
    "23:59:59",
  ),
  fc.nat(9),
).map(([[zone, some], n, shift, time, onLastDay]) => {
  const day = new Date(`${some[n % some.length]}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + shift);
  // The last days of months are more often where a rule begins than elsewhere.
  if (onLastDay < 3) day.setUTCDate(31);
  return { zone, start: `${day.toISOString().slice(0, 10)}T${time}` };
});

export const cases: fc.Arbitrary<Case> = fc.tuple(
  start,
  rules,
  fc.record({
    count: fc.option(fc.integer({ min: 1, max: 12 }), { freq: 3 }),
    until: fc.option(
      fc.record({ days: fc.integer({ min: 0, max: 500 }), isInstant: fc.boolean() }),
      { freq: 3 },
    ),
    occurrence: fc.oneof(fc.constant(0), fc.nat(4)),
    from: fc.constantFrom("due" as const, "due" as const, "completion" as const),
    lateness: fc.oneof(
      { weight: 3, arbitrary: fc.double({ min: 0, max: 1.5, noNaN: true }) },
      { weight: 1, arbitrary: fc.double({ min: -2, max: 8, noNaN: true }) },
    ),
  }),
).map(([begin, { rule, period }, { lateness, ...rest }]) => ({
  ...begin,
  rule,
  period,
  ...rest,
  until: rest.count === null ? rest.until : null,
  late: lateness * period,
}));
