import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type Ids, type Owned, Pair, Raw, type Write } from "../support/api-and-postgrest.ts";
import { caseCount } from "../support/cases.ts";
import type { Json } from "../support/client.ts";
import { document } from "../support/contract.ts";
import { fieldChanges } from "../support/field-changes.ts";
import {
  colorLike,
  dateLike,
  emailLike,
  oddText as anyText,
  padded,
  urlLike,
} from "../support/odd-texts.ts";
import { superuser } from "../support/sql.ts";

/**
 * Two accounts make the same random writes, one through the API, the other through PostgREST, and at every step both are
 * let in with the same row or both are refused. Members and their limits are those of the API document.
 * test/http/postgrest.test.ts writes each member once.
 */
const cases = caseCount(2_000);

/** What a member may be, and what it very nearly or not at all may be. */
interface Member {
  good: fc.Arbitrary<Json>;
  near: fc.Arbitrary<Json>;
}

// A text, number or flag of another JSON type is left out of all that follows: Postgres casts it (`"30"` to 30), which is
// the Data API's own convenience, and the embedded one casts by rules of its driver's.
const among = (words: string, ...others: Json[]): fc.Arbitrary<Json> =>
  fc.constantFrom<Json[]>(...words.split(" "), ...others);
/** Without unpaired surrogates: Postgres refuses them, the embedded Data API stores U+FFFD in their place. */
const oddText = anyText.filter((text) => text.isWellFormed());
const short = fc.option(fc.string({ maxLength: 10 }), { nil: null });

/** Lists of `{ value, label }`, with items of the wrong shape, twice the same, too many and no list at all. */
function methods(good: fc.Arbitrary<string>, odd: fc.Arbitrary<string>): Member {
  const item = (value: fc.Arbitrary<Json>) =>
    fc.record({ value, label: short }, { requiredKeys: ["value"] });
  const strange: fc.Arbitrary<Json> = fc.oneof(
    item(fc.oneof(oddText, fc.constantFrom<Json[]>(1, null, [], {}, true))),
    fc.record({ value: good, label: fc.oneof(padded(50), fc.constantFrom<Json[]>(1, {}, [])) }),
    fc.record({ value: good, note: fc.constant("x") }),
    fc.record({ value: good, ["__proto__x"]: fc.constant("x") }),
    among("x", 1, null, [], {}, true),
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
      among("x", null, {}, 1, true, [[]], [null]),
    ),
  };
}

const parts = ["label", "street", "city", "region", "postalCode", "country"];
const address = fc.record(Object.fromEntries(parts.map((name) => [name, short])), {
  requiredKeys: [],
});
const addresses: Member = {
  good: fc.array(address.map((each) => ({ ...each, city: "Berlin" })), { maxLength: 3 }),
  near: fc.oneof(
    fc.array(address, { maxLength: 3 }),
    padded(255).map((street) => [{ street }]),
    padded(50).map((label) => [{ city: "B", label }]),
    fc.constantFrom<Json[]>(null, {}, [null], [{ city: 1 }], [{ city: "B", planet: "E" }]),
    fc.constant([{ label: "l" }]),
    fc.integer({ min: 19, max: 22 }).map((count) => Array(count).fill({ city: "B" })),
  ),
};

/**
 * RFC 3339 and its edges. What Postgres would read beyond it (`now`, `24:00`, a leap second, another order) stands for
 * the same instant there and is not asked of the API: see docs/adr/0020.
 */
function instant(): Member {
  const fraction = fc.oneof(
    among(".0 .123 .9994 .9995 .9996 .0005 .123456789", ""),
    fc.integer({ min: 0, max: 999_999 }).map((digits) => `.${String(digits).padStart(6, "0")}`),
  );
  const at = (day: fc.Arbitrary<string>, zone: fc.Arbitrary<string>) =>
    fc.tuple(day, among("00:00:00 12:34:56 23:59:59"), fraction, zone)
      .map(([date, time, rest, end]) => `${date}T${time}${rest}${end}`);
  const offset = among("Z z +00:00 +05:30 -11:00 +14:00 -00:00");
  const date = fc.tuple(among("1850 1999 2024"), among("01-01 02-28 06-30 12-31"))
    .map((both) => both.join("-"));
  return {
    good: at(date, offset),
    near: fc.oneof(
      at(among("0001-01-01 9999-12-31 2024-02-29 1999-12-31"), offset),
      at(among("2023-02-29 2024-02-30 2024-13-01 0000-01-01 2024-00-10 2024-01-32"), offset),
      at(date, among("+16:00 +23:59 -16:00 +15:59 +1:00:00:00 +99:99")),
      among("x 12 2026-13-45 T -infinity infinity \u0000"),
    ),
  };
}

/** Rules by which something recurs: parts in any order, and what is nearly a rule. */
const recurrence: Member = {
  good: fc.oneof(
    fc.constant(null),
    fc.tuple(
      among(
        "FREQ=DAILY freq=monthly FREQ=YEARLY;INTERVAL=999 Freq=Weekly;BYDAY=su,MO,su FREQ=MONTHLY;BYDAY=+1MO,-5fr " +
          "FREQ=YEARLY;BYMONTH=12,2,2;BYDAY=MO;BYSETPOS=-1,999 FREQ=YEARLY;BYDAY=-53SU",
      ),
      among(";COUNT=2 ;UNTIL=20300228 ;until=20300101T235959z ;COUNT=9999", ""),
      among("RRULE:", "", " rrule:"),
    ).map(([rule, end, prefix]) => prefix + (rule + end).split(";").toReversed().join(";")),
  ),
  near: fc.oneof(
    oddText,
    among(
      "FREQ=HOURLY FREQ=DAILY; DAILY FREQ FREQ=DAILY;FREQ=DAILY FREQ=DAILY;BYDAY=MO FREQ=WEEKLY;BYDAY=1MO " +
        "FREQ=WEEKLY;BYDAY= FREQ=MONTHLY;BYDAY=6MO FREQ=MONTHLY;BYDAY=1MO,FR FREQ=YEARLY;BYDAY=54SU " +
        "FREQ=YEARLY;BYMONTH=2;BYDAY=53SU FREQ=YEARLY;BYMONTH=2 FREQ=YEARLY;BYMONTH=02;BYDAY=MO " +
        "FREQ=MONTHLY;BYMONTH=2;BYDAY=MO FREQ=MONTHLY;BYSETPOS=1 FREQ=WEEKLY;BYDAY=MO;BYSETPOS=1 " +
        "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=0 FREQ=DAILY;COUNT=0 FREQ=DAILY;COUNT=1;UNTIL=20300101 " +
        "FREQ=DAILY;UNTIL=20300229 FREQ=DAILY;UNTIL=20300101T240000Z FREQ=DAILY;UNTIL=00000101 " +
        "FREQ=DAILY;INTERVAL=1000 FREQ=DAILY;INTERVAL=01 FREQ=DAILY;WKST=MO FREQ=ДAILY FREQ=DAILY;COUNT=\u0661 " +
        "FREQ=DAıLY FREQ=DAILY;COUNT=9\nUNTIL=1",
      "",
    ),
  ),
};

/** Few names and their like, so that the same one comes twice in another case. */
const uniqueName: Member = {
  good: fc.tuple(among("name Name İx ıx straße STRASSE ǅ Σς", "NAME "), fc.nat(60))
    .map(([word, n]) => `${word} ${n}`),
  near: fc.oneof(padded(100), oddText, fc.constant(null)),
};

const word = fc.string({ minLength: 1, maxLength: 12 }).filter((value) => value.trim() !== "");
/** Members of which the document does not say enough. */
const special: Record<string, Member> = {
  emails: methods(
    fc.tuple(fc.nat(99), among("@example.com @É.de @x")).map(([n, end]) => `a${n}${end}`),
    emailLike(),
  ),
  phones: methods(word, padded(50)),
  urls: methods(fc.nat(99).map((n) => `https://example.com/${n}`), urlLike()),
  addresses,
  birthday: { good: among("1990-05-17 --02-29", null), near: dateLike() },
  contactFrequencyDays: {
    good: fc.oneof(fc.integer({ min: 1, max: 3650 }), fc.constant(null)),
    near: among("x", 0, -1, 3651, 1.5, 2 ** 31, 2 ** 63, new Raw("1e400"), new Raw("-0")),
  },
  snoozedUntil: {
    good: fc.oneof(
      // To the year 9909.
      fc.nat(2_900_000).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10)),
      fc.constant(null),
    ),
    near: among("2024-02-30 10000-01-01 0000-01-01 x", ""),
  },
  color: {
    good: among("#3ECF8E #000000 #abcdef", null),
    near: fc.oneof(colorLike(), oddText),
  },
  nameOrder: {
    good: among("firstName lastName"),
    near: among("firstname", " lastName", "", null, 1),
  },
  recurrence,
  recurrenceFrom: { good: among("due completion"), near: among("Due start", "due ", "", null) },
  country: { good: among("DE US XK", null), near: among("fr ZZ DEU D 4\u0000", " FR ", "") },
  timezone: {
    good: among("UTC Europe/Paris Pacific/Auckland Etc/GMT+12"),
    near: among(
      "europe/paris EST5EDT +02 Mars posix/UTC Factory localtime UTC\u0000 GMT0BST",
      " Europe/Paris",
      "",
      null,
    ),
  },
};

const unknown = "00000000-0000-4000-8000-000000000000";
/** An id of something of the same owner. */
const reference = (own: string, foreign: string): Member => ({
  good: fc.constantFrom(own, null),
  near: fc.constantFrom(foreign, unknown, "x", "", `${own}x`),
});

/**
 * Ids of contacts of the same owner, also some twice. No list of several begins with the one that `reference` is: to name
 * the first contact again leaves it alone through the API, and changes nothing through PostgREST.
 */
const references = ([one, second, third]: string[], foreign: string): Member => ({
  good: fc.constantFrom(
    ...[[], [one], [third, second], [second, one, third, one]],
    Array.from({ length: 50 }, () => third),
  ),
  near: fc.constantFrom<Json[]>(
    ...[[one, foreign], [one, unknown], [one, "x"], null, one],
    Array.from({ length: 51 }, () => one),
  ),
});

/** @throws Error where neither the document nor `special` says what a member is */
function memberOf(name: string, path: string, schema: Json, isRequired: boolean): Member {
  if (name === "name" && path !== "/me") return uniqueName;
  if (special[name]) return special[name];
  if (schema.type === "boolean") return { good: fc.boolean(), near: fc.constant(null) };
  if (/At$/.test(name)) return instant();
  if (!schema.maxLength) {
    throw new Error(`Say in test/thorough/postgrest-rows.test.ts what ${name} is.`);
  }
  const texts = fc.string({ minLength: 1, maxLength: 20, unit: "grapheme" });
  return {
    good: isRequired ? texts.map((text) => text.trim() || "x") : fc.option(texts, { nil: null }),
    near: fc.oneof(padded(schema.maxLength), oddText, fc.constant(null)),
  };
}

interface Resource {
  members: Record<string, Member>;
  /** What a row cannot be without, for new ones. */
  required: string[];
}

/** The members of a resource that have a column; ids are of what the writer owns, or of what somebody else does. */
function resourceOf(path: string, { contacts, noteTypes }: Owned, foreign: Owned): Resource {
  const schemaOf = (method: string): Json => {
    const body =
      document.paths[path + (method === "patch" && path !== "/me" ? "/{id}" : "")][method];
    const { $ref } = body.requestBody.content["application/json"].schema;
    return document.components.schemas[$ref.split("/").pop()];
  };
  const { required = [] } = path === "/me" ? {} : schemaOf("post");
  const ids: Record<string, Member> = {
    contactId: reference(contacts[0], foreign.contacts[0]),
    contactIds: references(contacts, foreign.contacts[0]),
    noteTypeId: reference(noteTypes[0], foreign.noteTypes[0]),
  };
  const { properties } = schemaOf("patch");
  const names = Object.keys(fieldChanges[path]!)
    .filter((name) => name !== "networkIds" && name !== "photoUrl");
  const members = names.map((name) => [
    name,
    ids[name] ?? memberOf(name, path, properties[name], required.includes(name)),
  ]);
  return { required, members: Object.fromEntries(members) };
}

/** Members that no resource has, or that are nobody's to write. */
const strange = fc.constantFrom<[string, Json][]>(
  ["noSuchMember", 1],
  ["__proto__x", {}],
  ["constructor", "x"],
  ["photoUrl", "uploads/x.png"],
  ["searchText", "x"],
  ["lastNotedAt", "2024-01-01T00:00:00Z"],
  ["ownerId", unknown],
);

/** A write: valid in half of the cases, nearly so or hostile in one member in the others. */
function writesOf({ members, required }: Resource, isNew: boolean): fc.Arbitrary<Write> {
  const good = fc.record(
    Object.fromEntries(Object.entries(members).map(([name, { good }]) => [name, good])),
    { requiredKeys: isNew ? required : [] },
  );
  const spoiled = fc.constantFrom(...Object.keys(members)).chain((name) =>
    fc.tuple(good, members[name]!.near).map(([row, value]) => ({ ...row, [name]: value }))
  );
  const lacking = good.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !required.includes(name)))
  );
  const estranged = fc.tuple(good, strange)
    .map(([row, [name, value]]) => ({ ...row, [name]: value }));
  return fc.oneof(
    { weight: 50, arbitrary: good },
    { weight: 40, arbitrary: spoiled },
    { weight: 5, arbitrary: lacking },
    { weight: 5, arbitrary: estranged },
  ).map(({ contactId, ...row }: Write) =>
    // Both at once say whom it is about; test/http/about-several.test.ts tries that.
    contactId === undefined || "contactIds" in row ? row : { ...row, contactId }
  );
}

let pair: Pair;
let foreign: Owned;
beforeAll(async () => {
  const sql = superuser(4);
  pair = await Pair.signUp(sql);
  foreign = (await Pair.signUp(sql)).owned;
});

/** The same random writes both ways, for as long as they are let in alike. @param share of a thousand cases */
async function expectSameWrites(path: string, share: number): Promise<void> {
  const resource = resourceOf(path, pair.owned, foreign);
  const isProfile = path === "/me";
  const numRuns = Math.round(cases * share / 1000);
  let last: Ids | undefined = isProfile ? [pair.api.id, pair.postgrest.id] : undefined;
  let taken = 0;
  const step = fc.record({ made: writesOf(resource, true), changed: writesOf(resource, false) });
  await fc.assert(
    fc.asyncProperty(step, fc.boolean(), async ({ made, changed }, isChange) => {
      const isUpdate = last && (isChange || isProfile);
      if (isUpdate && Object.keys(changed).length === 0) return;
      const ids = isUpdate ? await pair.write(path, changed, last) : await pair.write(path, made);
      last = ids ?? last;
      taken += Number(ids !== undefined);
    }),
    { numRuns, endOnFailure: true },
  );
  // Writes that are always refused, or never, say nothing.
  expect(taken / numRuns).toBeGreaterThan(0.2);
  expect(taken / numRuns).toBeLessThan(0.9);
}

describe("the API and PostgREST", () => {
  const title = "let the same writes of %s in, and store the same rows";
  const shares: [path: string, share: number][] = Object.keys(fieldChanges)
    .filter((path) => !["/api-keys", "/connections"].includes(path) && path !== "/me")
    .map((path) => [path, path === "/contacts" ? 350 : 150]);

  // Alone, because the time zone of a profile decides what is stored with a reminder.
  it.each([["/me", 50] as [string, number]])(title, expectSameWrites, 600_000);
  it.concurrent.each(shares)(title, expectSameWrites, 600_000);
});
