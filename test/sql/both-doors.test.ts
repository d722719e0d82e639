import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { become, rolledBack, sqlState, superuser } from "../support/sql.ts";

/**
 * The function's schemas answer early, the database's rules decide: here both are given the same input
 * and have to come to the same verdict, and to the same value where they let it in.
 */
const sql = superuser();
let ada: Account;
beforeAll(async () => {
  ada = await signUp();
});

/** One member of a resource, as each door calls it, and how a text becomes a value of it. */
interface Member {
  what: string;
  path: string;
  table: string;
  name: string;
  column: string;
  value: (text: string) => Json;
  /** What else has to be there. */
  api: Json;
  row: Json;
}

const contact = {
  path: "/contacts",
  table: "contacts",
  api: { company: "C" },
  row: { company: "C" },
};
const list = (text: string) => [{ value: text, label: null }];
const plain = (text: string) => text;
const same = (name: string, value: (text: string) => Json = plain) => ({
  name,
  column: name,
  value,
});

const members: (Member & { from: fc.Arbitrary<string> })[] = [
  { what: "an e-mail address", ...contact, ...same("emails", list), from: emailLike() },
  { what: "a URL", ...contact, ...same("urls", list), from: urlLike() },
  { what: "a phone number", ...contact, ...same("phones", list), from: padded(53) },
  {
    what: "a label",
    ...contact,
    ...same("phones", (text) => [{ value: "1", label: text }]),
    from: padded(53),
  },
  { what: "a city", ...contact, ...same("addresses", address), from: padded(258) },
  { what: "a birthday", ...contact, ...same("birthday"), from: dateLike() },
  {
    what: "a first name",
    ...contact,
    name: "firstName",
    column: "first_name",
    value: plain,
    from: padded(258),
  },
  {
    what: "a colour",
    path: "/networks",
    table: "networks",
    api: { name: "?" },
    row: { name: "?" },
    ...same("color"),
    from: colorLike(),
  },
  {
    what: "a network's description",
    path: "/networks",
    table: "networks",
    api: { name: "?" },
    row: { name: "?" },
    ...same("description"),
    from: padded(503),
  },
  {
    what: "an icon",
    path: "/note-types",
    table: "note_types",
    api: { name: "?" },
    row: { name: "?" },
    ...same("icon"),
    from: padded(19),
  },
  {
    what: "a note",
    path: "/notes",
    table: "notes",
    api: {},
    row: {},
    ...same("content"),
    from: padded(20),
  },
  {
    what: "a reminder's title",
    path: "/reminders",
    table: "reminders",
    api: {},
    row: {},
    ...same("title"),
    from: padded(258),
  },
];

function address(text: string): Json {
  return [{ label: null, street: null, city: text, region: null, postalCode: null, country: null }];
}

describe("both doors", () => {
  it.each(members)("judge $what alike", async (member) => {
    await fc.assert(
      fc.asyncProperty(member.from, async (text) => {
        const [one, other] = [await throughApi(member, text), await throughSql(member, text)];
        expect([text, other.verdict]).toEqual([text, one.verdict]);
        expect([text, other.value]).toEqual([text, one.value]);
      }),
      { numRuns: 100, interruptAfterTimeLimit: 20_000 },
    );
  });
});

async function throughApi(member: Member, text: string) {
  const name = member.api.name ? { name: crypto.randomUUID() } : {};
  const body = { ...member.api, ...name, [member.name]: member.value(text) };
  const answer = await ada.post(member.path, body);
  if (answer.status === 400) return { verdict: "refused", value: null };
  const created = expectStatus(answer, 201);
  return { verdict: "taken", value: created[member.name] };
}

async function throughSql(member: Member, text: string) {
  const name = member.row.name ? { name: crypto.randomUUID() } : {};
  const row = { ...member.row, ...name, [member.column]: member.value(text) };
  return await rolledBack(sql, async (tx) => {
    await become(tx, { sub: ada.id });
    const columns = sql(Object.keys(row));
    const table = sql`public.${sql(member.table)}`;
    const insert = tx`
      insert into ${table} (${columns})
      select ${columns} from jsonb_populate_record(null::${table}, ${tx.json(row)})
      returning ${sql(member.column)} as value`;
    const state = await sqlState(insert);
    if (state !== null) {
      expect(state).toBe("23514");
      return { verdict: "refused", value: null };
    }
    return { verdict: "taken", value: (await insert)[0]?.value };
  });
}

/** Characters at which the two doors could part: white space, control, marks, astral, separators. */
function oddCharacter(): fc.Arbitrary<string> {
  const odd =
    "\u0001\u0009\u000a\u000b\u001f\u0020\u007f\u0085\u00a0\u1680\u180e\u2000\u200a\u200b\u2028\u2029" +
    "\u202f\u205f\u2060\u3000\ufeff\u00ad\u0301<>(),;:\"[]\\@'`#?/.%_-+aAzZ09äÄßİıΣς";
  return fc.oneof(fc.constantFrom(...odd), fc.constantFrom("😀", "👩‍👩‍👧", "\u{e0020}", "\u{1d7ce}"));
}

/** Text of a length around a limit, with odd characters at its ends. */
function padded(most: number): fc.Arbitrary<string> {
  const filling = fc.tuple(
    fc.constantFrom("a", "é", "😀"),
    fc.integer({ min: 0, max: 8 }),
    fc.boolean(),
  );
  return fc.tuple(
    fc.array(oddCharacter(), { maxLength: 4 }),
    filling,
    fc.array(oddCharacter(), { maxLength: 4 }),
  )
    .map(([before, [character, count, long], after]) =>
      before.join("") + character.repeat(long ? most - count : count) + after.join("")
    );
}

function emailLike(): fc.Arbitrary<string> {
  const part = fc.array(fc.oneof(fc.constantFrom("a", "b", "."), oddCharacter()), { maxLength: 4 });
  const long = fc.constantFrom("", "a".repeat(120), "😀".repeat(122), "a".repeat(248));
  return fc.tuple(part, long, fc.constantFrom("@", "@", "@", "", "@@"), part)
    .map(([one, filling, at, other]) => `${one.join("")}${filling}${at}${other.join("")}`);
}

function urlLike(): fc.Arbitrary<string> {
  const part = fc.array(fc.oneof(fc.constantFrom("a", "/", "?"), oddCharacter()), { maxLength: 4 });
  const scheme = fc.constantFrom(
    "http://",
    "HTTPS://",
    "hTTp://",
    "https:/",
    "ftp://",
    "",
    " http://",
    "http\u017f://",
  );
  const long = fc.constantFrom("", "", "a".repeat(2036), "/" + "é".repeat(2037));
  return fc.tuple(scheme, part, long, part).map(([s, one, filling, other]) =>
    s + one.join("") + filling + other.join("")
  );
}

function dateLike(): fc.Arbitrary<string> {
  const year = fc.constantFrom(
    "2024",
    "2023",
    "1900",
    "2000",
    "0001",
    "0000",
    "9999",
    "-",
    "-2024",
    "10000",
    "24",
  );
  const two = fc.constantFrom(
    "01",
    "02",
    "04",
    "12",
    "13",
    "00",
    "28",
    "29",
    "30",
    "31",
    "32",
    "1",
    "٠١",
  );
  const end = fc.constantFrom("", "", "", "\n", " ", "T00:00:00Z", " BC");
  return fc.tuple(year, two, two, end).map(([y, m, d, e]) => `${y}-${m}-${d}${e}`);
}

function colorLike(): fc.Arbitrary<string> {
  const digit = fc.constantFrom("0", "9", "a", "f", "A", "F", "g", "٠", "ａ");
  return fc.tuple(
    fc.constantFrom("#", "#", "#", "", " #"),
    fc.array(digit, { minLength: 5, maxLength: 7 }),
    fc.constantFrom("", "", "\n", " "),
  )
    .map(([hash, digits, end]) => hash + digits.join("") + end);
}
