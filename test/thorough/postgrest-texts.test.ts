import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { identifier, identifiers, rolledBack } from "../support/database.ts";
import { colorLike, dateLike, emailLike, padded, urlLike } from "../support/odd-texts.ts";
import { become, sqlState, superuser } from "../support/sql.ts";

/**
 * The schemas of the API answer early, the rules of the database decide: both are given the same odd texts, and have to
 * come to the same verdict, and to the same value where they let it in.
 */
const sql = superuser();
let ada: Account;
beforeAll(async () => {
  ada = await signUp();
});

/** One member of a resource, its column, and how a text becomes a value of it. */
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

/** What is tried of every member besides what chance brings: one good value of each, trimmed and not. */
const always = ["a@b.c", "https://a.b", "#00aAfF", "2024-02-29", "--02-29", "2023-02-29"]
  .flatMap((text) => [text, ` ${text}`, `${text}\n`, `${text}\u3000`, `${text}\u200b`])
  .concat("", " ");

function address(text: string): Json {
  return [{ label: null, street: null, city: text, region: null, postalCode: null, country: null }];
}

describe("the API and the database", () => {
  it.each(members)("judge $what alike", async (member) => {
    await fc.assert(
      fc.asyncProperty(member.from, async (text) => {
        const [one, other] = [await throughApi(member, text), await throughSql(member, text)];
        expect([text, other.verdict]).toEqual([text, one.verdict]);
        expect([text, other.value]).toEqual([text, one.value]);
      }),
      {
        numRuns: 100,
        interruptAfterTimeLimit: 20_000,
        examples: always.map((text) => [text]),
      },
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
    const columns = identifiers(Object.keys(row));
    const table = identifier("kith", member.table);
    const insert = tx`
      insert into ${table} (${columns})
      select ${columns} from jsonb_populate_record(null::${table}, ${JSON.stringify(row)})
      returning ${identifier(member.column)} as value`;
    const state = await sqlState(insert);
    if (state !== null) {
      expect(state).toBe("23514");
      return { verdict: "refused", value: null };
    }
    return { verdict: "taken", value: (await insert)[0]?.value };
  });
}
