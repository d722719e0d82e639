import fc from "fast-check";
import type { Json } from "./client.ts";
import { colorLike, oddText, padded } from "./odd-texts.ts";

/** One member of a resource: what it may be, and what it very nearly or not at all may be. */
export interface Member {
  good: fc.Arbitrary<Json>;
  near: fc.Arbitrary<Json>;
}

/** JSON that `JSON.stringify` cannot write, in place of a value. */
export class Raw {
  constructor(readonly json: string) {}
}

/** What ids of contacts and note types are replaced by before a write is sent: the writer's own, or somebody else's. */
export type Reference = "(own)" | "(foreign)";

/** A text or null; `most` is its limit. */
export const text = (most: number): Member => ({
  good: fc.oneof(fc.string({ minLength: 1, maxLength: 20, unit: "grapheme" }), fc.constant(null)),
  near: fc.oneof(padded(most), oddText),
});
/** The same, where there has to be one. */
export const required = (member: Member): Member => ({
  good: member.good.map((value) => value === null || value.trim() === "" ? "x" : value),
  near: fc.oneof(member.near, fc.constant(null)),
});

// A text, number or flag of another JSON type is left out of all that follows: Postgres casts it (`"30"` to 30), which is
// the Data API's own convenience, and the embedded one casts by rules of its driver's.
export const flag: Member = {
  good: fc.boolean(),
  near: fc.constant(null),
};

const label = fc.option(fc.string({ maxLength: 10 }), { nil: null });

/** Lists of `{ value, label }`, with items of the wrong shape, twice the same, too many and no list at all. */
export function methods(good: fc.Arbitrary<string>, odd: fc.Arbitrary<string>): Member {
  const item = (value: fc.Arbitrary<Json>) =>
    fc.record({ value, label }, { requiredKeys: ["value"] });
  const strange: fc.Arbitrary<Json> = fc.oneof(
    item(fc.oneof(oddText, fc.constantFrom(1, null, [], {}, true))),
    fc.record({ value: good, label: fc.oneof(padded(50), fc.constantFrom(1, {}, [])) }),
    fc.record({ value: good, note: fc.constant("x") }),
    fc.record({ value: good, ["__proto__x"]: fc.constant("x") }),
    fc.constantFrom("x", 1, null, [], {}, true),
  );
  return {
    good: fc.uniqueArray(item(good), {
      maxLength: 4,
      selector: (each) => each.value.trim().toLowerCase(),
    }),
    near: fc.oneof(
      fc.array(item(odd), { maxLength: 3 }),
      fc.tuple(good, good).map(([a, b]) => [{ value: a }, { value: b }, { value: a }]),
      good.map((value) => [{ value }, { value: value.toUpperCase() }]),
      fc.array(strange, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 19, max: 22 }).chain((count) =>
        good.map((value) => Array.from({ length: count }, (_, n) => ({ value: value + n })))
      ),
      fc.constantFrom<Json[]>(null, {}, 1, true, "x", [[]], [null]),
    ),
  };
}

const addressPart = fc.option(fc.string({ maxLength: 10 }), { nil: null });
const address = fc.record({
  label,
  street: addressPart,
  city: addressPart,
  region: addressPart,
  postalCode: addressPart,
  country: addressPart,
}, { requiredKeys: [] });
/** Lists of addresses. */
export const addresses: Member = {
  good: fc.array(address.map((each) => ({ ...each, city: "Berlin" })), { maxLength: 3 }),
  near: fc.oneof(
    fc.array(address, { maxLength: 3 }),
    padded(255).map((street) => [{ street }]),
    padded(50).map((label) => [{ city: "B", label }]),
    fc.constantFrom<Json[]>(
      null,
      {},
      [null],
      [{ city: 1 }],
      [{ city: "B", planet: "E" }],
      [{ label: "l" }],
    ),
    fc.integer({ min: 19, max: 22 }).map((count) => Array(count).fill({ city: "B" })),
  ),
};

const fraction = fc.oneof(
  fc.constantFrom("", ".0", ".123", ".9994", ".9995", ".9996", ".0005", ".123456789"),
  fc.integer({ min: 0, max: 999_999 }).map((digits) => `.${String(digits).padStart(6, "0")}`),
);
const offset = fc.constantFrom("Z", "z", "+00:00", "+05:30", "-11:00", "+14:00", "-00:00");

/**
 * RFC 3339 and its edges. What Postgres would read beyond it (`now`, `24:00`, a leap second, another order) stands for
 * the same instant there and is not asked of the API: see docs/adr/0020.
 */
export const instant = (years: string[]): Member => {
  const at = (day: fc.Arbitrary<string>, zone: fc.Arbitrary<string>) =>
    fc.tuple(day, fc.constantFrom("00:00:00", "12:34:56", "23:59:59"), fraction, zone)
      .map(([date, time, rest, end]) => `${date}T${time}${rest}${end}`);
  const date = fc.tuple(
    fc.constantFrom(...years),
    fc.constantFrom("01-01", "02-28", "06-30", "12-31"),
  )
    .map(([year, rest]) => `${year}-${rest}`);
  return {
    good: at(date, offset),
    near: fc.oneof(
      at(fc.constantFrom("0001-01-01", "9999-12-31", "2024-02-29", "1999-12-31"), offset),
      at(
        fc.constantFrom(
          "2023-02-29",
          "2024-02-30",
          "2024-13-01",
          "0000-01-01",
          "2024-00-10",
          "2024-01-32",
        ),
        offset,
      ),
      at(date, fc.constantFrom("+16:00", "+23:59", "-16:00", "+15:59", "+1:00:00:00", "+99:99")),
      fc.constantFrom("x", "12", "2026-13-45", "T", "-infinity", "infinity", "\u0000"),
    ),
  };
};

/** An id of something of the same owner. */
export const reference: Member = {
  good: fc.constantFrom("(own)", null),
  near: fc.constantFrom(
    "(foreign)",
    "00000000-0000-4000-8000-000000000000",
    "x",
    "",
    "(own)x",
  ),
};

/**
 * Ids of contacts of the same owner, also some twice. No list of several begins with the one that `reference` is: to name
 * the first contact again leaves it alone through the API, and changes nothing through PostgREST.
 */
export const references: Member = {
  good: fc.constantFrom(
    [],
    ["(own)"],
    ["(own 3)", "(own 2)"],
    ["(own 2)", "(own)", "(own 3)", "(own)"],
    Array.from({ length: 50 }, () => "(own 3)"),
  ),
  near: fc.constantFrom<Json>(
    ["(own)", "(foreign)"],
    ["(own)", "00000000-0000-4000-8000-000000000000"],
    ["(own)", "x"],
    Array.from({ length: 51 }, () => "(own)"),
    null,
    "(own)",
  ),
};

/** A colour or null. */
export const color: Member = {
  good: fc.constantFrom("#3ECF8E", "#000000", "#abcdef", null),
  near: fc.oneof(colorLike(), oddText),
};

/** Few names and their like, so that the same one comes twice in another case. */
export const uniqueName: Member = {
  good: fc.tuple(
    fc.constantFrom("name", "Name", "NAME ", "İx", "ıx", "straße", "STRASSE", "ǅ", "Σς"),
    fc.nat(60),
  )
    .map(([word, n]) => `${word} ${n}`),
  near: fc.oneof(padded(100), oddText, fc.constant(null)),
};

/** Any short text. */
export const shortText = fc.string({ minLength: 1, maxLength: 12 });

/** A rule by which something recurs: its parts in any order, and what is nearly one. */
export const recurrenceRule: Member = {
  good: fc.oneof(
    fc.constant(null),
    fc.tuple(
      fc.constantFrom(
        "FREQ=DAILY",
        "freq=monthly",
        "FREQ=YEARLY;INTERVAL=999",
        "Freq=Weekly;BYDAY=su,MO,su",
      ),
      fc.constantFrom("", ";COUNT=2", ";UNTIL=20300228", ";until=20300101T235959z", ";COUNT=9999"),
      fc.constantFrom("", "RRULE:", " rrule:"),
    ).map(([rule, end, prefix]) => prefix + (rule + end).split(";").toReversed().join(";")),
  ),
  near: fc.oneof(
    oddText,
    fc.constantFrom(
      "",
      "FREQ=HOURLY",
      "FREQ=DAILY;",
      "DAILY",
      "FREQ",
      "FREQ=DAILY;FREQ=DAILY",
      "FREQ=DAILY;BYDAY=MO",
      "FREQ=WEEKLY;BYDAY=1MO",
      "FREQ=WEEKLY;BYDAY=",
      "FREQ=DAILY;COUNT=0",
      "FREQ=DAILY;COUNT=1;UNTIL=20300101",
      "FREQ=DAILY;UNTIL=20300229",
      "FREQ=DAILY;UNTIL=20300101T240000Z",
      "FREQ=DAILY;UNTIL=00000101",
      "FREQ=DAILY;INTERVAL=1000",
      "FREQ=DAILY;INTERVAL=01",
      "FREQ=DAILY;WKST=MO",
      "FREQ=ДAILY",
      "FREQ=DAILY;COUNT=\u0661",
      "FREQ=DAıLY",
      "FREQ=DAILY;COUNT=9\nUNTIL=1",
    ),
  ),
};
