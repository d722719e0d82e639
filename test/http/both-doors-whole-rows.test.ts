import { env } from "node:process";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type Account, make, signUp } from "../support/accounts.ts";
import type { Answer, Json } from "../support/client.ts";
import { restDoor } from "../support/rest-client.ts";
import { routes } from "../support/route-table.ts";
import { superuser } from "../support/sql.ts";
import { identifier } from "../support/database.ts";
import { Raw } from "../support/twin-members.ts";
import { type Resource, resources, writesOf } from "../support/twin-writes.ts";

/**
 * Twins make the same writes, one through the API, the other through the Data API of Supabase, and at every step both
 * are let in with the same row or both are refused. `KITH_SEED` repeats a run, `KITH_CASES` makes it longer.
 */
const sql = superuser(4);
const cases = Number(env["KITH_CASES"] ?? 2_000);
const seed = Number(env["KITH_SEED"] ?? Date.now() % 2 ** 31);
console.log(`both doors: ${cases} cases, seed ${seed}`);

/** Each twin with a contact and a note type of their own. */
interface Twin {
  account: Account;
  references: Record<string, string>;
}
let viaApi: Twin;
let viaRest: Twin;
let foreign: Twin;

async function twin(): Promise<Twin> {
  const account = await signUp();
  const [contact, second, third] = [
    await make(account, "/contacts", { firstName: "Own" }),
    await make(account, "/contacts", { firstName: "Second" }),
    await make(account, "/contacts", { firstName: "Third" }),
  ];
  const type = await make(account, "/note-types", { name: "Own" });
  const network = await make(account, "/networks", { name: "Own" });
  return {
    account,
    references: {
      contactId: contact.id,
      contactIds: contact.id,
      "contactIds 2": second.id,
      "contactIds 3": third.id,
      noteTypeId: type.id,
      networkId: network.id,
    },
  };
}

beforeAll(async () => {
  [viaApi, viaRest, foreign] = [await twin(), await twin(), await twin()];
});

/** A member of the API as the column that it is. */
function column(member: string): string {
  if (member === "lastContactedAt") return "last_contacted_by_hand";
  if (member === "photoUrl") return "photo_path";
  return member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A value with the ids that it names. */
function withIds(value: Json, member: string, who: Twin): Json {
  if (typeof value !== "string") return value;
  return value.replace(/\(own( \d)?\)/, (_, other = "") => who.references[member + other] ?? "")
    .replace("(foreign)", foreign.references[member] ?? "");
}

/** The JSON of a write as one of the twins says it. */
function json(write: Record<string, Json>, name: (member: string) => string, who: Twin): string {
  const members = Object.entries(write).map(([member, value]) => {
    const own = Array.isArray(value)
      ? value.map((item) => withIds(item, member, who))
      : withIds(value, member, who);
    return `${JSON.stringify(name(member))}:${own instanceof Raw ? own.json : JSON.stringify(own)}`;
  });
  return `{${members.join(",")}}`;
}

function accepted(answer: Answer): boolean {
  expect(answer.status, answer.text).toBeLessThan(500);
  return answer.status < 300;
}

/** The row as it is stored, with whose it is and when it was written left out. */
async function storedRow(
  resource: Resource,
  who: Twin,
  id: string,
  write: Record<string, Json>,
): Promise<Json> {
  const key = resource.table === "profiles" ? "owner_id" : "id";
  const [found] = await sql<{ row: Json }[]>`
    select to_jsonb(t) as row from ${identifier("kith", resource.table)} t where ${
    identifier(key)
  } = ${id}`;
  const row = found?.row;
  for (const name of ["id", "owner_id", "created_at", "updated_at"]) delete row[name];
  if (row.completed_at) row.completed_at = "some time";
  if (row.next_id) row.next_id = await storedRow(resource, who, row.next_id, write);
  // Now, where nothing was said.
  if (resource.table === "notes" && !("occurredAt" in write)) delete row.occurred_at;
  return JSON.parse(
    JSON.stringify(row).replace(
      /[0-9a-f-]{36}/g,
      (uuid) => Object.entries(who.references).find(([, own]) => own === uuid)?.[0] ?? uuid,
    ),
  );
}

const raw = (text: string) => ({ raw: text, headers: { "content-type": "application/json" } });

/** Sends a write through both doors and demands one verdict; the two ids where it was let in. */
async function compare(resource: Resource, write: Record<string, Json>, ids?: [string, string]) {
  const [forApi, forRest] = [json(write, (name) => name, viaApi), json(write, column, viaRest)];
  const isProfile = resource.table === "profiles";
  const method = ids ? "PATCH" : "POST";
  const path = ids && !isProfile ? `${resource.path}/${ids[0]}` : resource.path;
  const query = ids ? `?${isProfile ? "owner_id" : "id"}=eq.${ids[1]}` : "";
  const [api, rest] = await Promise.all([
    viaApi.account.send(method, path, undefined, raw(forApi)),
    restDoor(viaRest.account.token).send(
      method,
      `/${resource.table}${query}`,
      undefined,
      raw(forRest),
    ),
  ]);
  const verdicts = { api: accepted(api), rest: accepted(rest) };
  const said = `${method} ${forApi.slice(0, 1500)}\nAPI ${api.status} ${api.text.slice(0, 400)}\n` +
    `REST ${rest.status} ${rest.text.slice(0, 400)}`;
  expect(verdicts.rest, said).toBe(verdicts.api);
  if (!verdicts.api) return undefined;
  const made: [string, string] = ids ?? [api.body.id, rest.body[0].id];
  const [one, other] = await Promise.all([
    storedRow(resource, viaApi, made[0], write),
    storedRow(resource, viaRest, made[1], write),
  ]);
  expect(other, said).toEqual(one);
  return made;
}

/** What PostgREST serves nobody. */
const unserved = ["/api-keys", "/connections", "/imports"];

describe("the twins", () => {
  it("write to every resource that clients create or change, those aside that PostgREST does not serve", () => {
    const written = routes.filter(({ takesBody, path }) =>
      takesBody && /^\/[^/]+(\/\{id\})?$/.test(path)
    )
      .map(({ path }) => path.replace("/{id}", ""));
    const served = [...new Set(written)].filter((path) => !unserved.includes(path));
    expect(resources.map(({ path }) => path).sort()).toEqual(served.sort());
  });

  it("write to every table that clients may write to", async () => {
    const writable = await sql<{ table: string }[]>`
      select distinct table_name as table from information_schema.column_privileges
       where table_schema = 'kith' and grantee = 'authenticated' and privilege_type in ('INSERT', 'UPDATE')`;
    // Memberships have a test of their own, below.
    const tables = [...resources.map(({ table }) => table), "contact_networks"];
    expect(writable.map(({ table }) => table).sort()).toEqual(tables.sort());
  });
});

/** The same random writes through both doors, for as long as they are let in alike. */
async function expectSameWrites(resource: Resource): Promise<void> {
  const numRuns = Math.round(cases * resource.share / 1000);
  let last: [string, string] | undefined;
  if (resource.table === "profiles") last = [viaApi.account.id, viaRest.account.id];
  let taken = 0;
  const step = fc.record({
    made: writesOf(resource, true),
    changed: writesOf(resource, false),
  });
  await fc.assert(
    fc.asyncProperty(step, fc.boolean(), async ({ made, changed }, isChange) => {
      if (last && (isChange || resource.table === "profiles")) {
        if (Object.keys(changed).length === 0) return;
        taken += Number(await compare(resource, changed, last) !== undefined);
      } else {
        const ids = await compare(resource, made);
        last = ids ?? last;
        taken += Number(ids !== undefined);
      }
    }),
    { numRuns, seed, endOnFailure: true },
  );
  // A battery that is always refused, or never, says nothing.
  expect(taken / numRuns).toBeGreaterThan(0.2);
  expect(taken / numRuns).toBeLessThan(0.9);
}

describe("both doors", () => {
  const title = "let the same writes of $table in, and store the same rows";
  const isProfile = ({ table }: Resource) => table === "profiles";

  // Alone, because the time zone of a profile decides what is stored with a reminder.
  it.each(resources.filter(isProfile))(title, expectSameWrites, 300_000);
  it.concurrent.each(resources.filter((each) => !isProfile(each)))(
    title,
    expectSameWrites,
    300_000,
  );

  it("let the same memberships in", async () => {
    const id = fc.constantFrom("own", "foreign", "unknown", "none");
    const choose = (who: Twin, what: string, name: string) =>
      ({
        own: who.references[name],
        foreign: foreign.references[name],
        unknown: "00000000-0000-4000-8000-000000000000",
        none: "x",
      })[what]!;
    await fc.assert(
      fc.asyncProperty(id, id, async (network, contact) => {
        const [one, other] = [viaApi, viaRest].map((who) => ({
          network_id: choose(who, network, "networkId"),
          contact_id: choose(who, contact, "contactId"),
        }));
        const path = `/networks/${one!.network_id}/contacts/${one!.contact_id}`;
        const rest = await restDoor(viaRest.account.token).post("/contact_networks", other);
        const api = await viaApi.account.put(path);
        expect([network, contact, accepted(rest)]).toEqual([network, contact, accepted(api)]);
        await viaApi.account.delete(path);
        await sql`delete from kith.contact_networks where owner_id = ${viaRest.account.id}`;
      }),
      { numRuns: 40, seed },
    );
  });
});
