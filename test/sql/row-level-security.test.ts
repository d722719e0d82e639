import { randomUUID } from "node:crypto";
import type { QueryResult } from "pg";
import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, makeKey, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { type CatalogTable, catalogTables, type Command, commands } from "../support/catalog.ts";
import { identifier, identifiers, rolledBack, type Sql } from "../support/database.ts";
import { pathOf, plainBody, plainKinds } from "../support/plain-resources.ts";
import { become, superuser } from "../support/sql.ts";

const refused = "42501";
const sql = superuser();
const tables = await catalogTables(sql);
let owner: Account;
let stranger: Account;

beforeAll(async () => {
  [owner, stranger] = [await signUp(), await signUp()];
  for (const account of [owner, stranger]) {
    const network = await make(account, "/networks", { name: "N" });
    const contact = await make(account, "/contacts", { firstName: "C" });
    expectStatus(await account.put(`/networks/${network.id}/contacts/${contact.id}`), 204);
    const contactIds = [contact.id, (await make(account, "/contacts", { firstName: "D" })).id];
    const type = await make(account, "/note-types", { name: "T" });
    await make(account, "/notes", { content: "x", contactIds, noteTypeId: type.id });
    await make(account, "/reminders", { title: "x", contactIds });
    for (const kind of plainKinds) await make(account, pathOf(kind), plainBody(kind, contactIds));
    await makeKey(account);
    const path = `uploads/${randomUUID()}.png`;
    await sql`
      insert into kith_private.photo_uploads (path, owner_id, contact_id)
      values (${path}, ${account.id}, ${contact.id})`;
    // Due long after the test, since the service removes what is due while others make requests.
    await sql`
      insert into kith_private.photo_removals (path, owner_id, due_at)
      values (${path}, ${account.id}, now() + interval '1 day')`;
    await sql`
      insert into kith_private.kept_photos (owner_id, photo, path)
      values (${account.id}, ${contact.id}, ${`${account.id}/${contact.id}/${contact.id}.png`})`;
    await sql`
      insert into kith_private.dismissed_duplicates (owner_id, contact_id, other_contact_id)
      values (${account.id}, ${contact.id}, 'ffffffff-ffff-4fff-bfff-ffffffffffff')`;
    await sql`
      insert into kith_private.calendars (owner_id, hash)
      values (${account.id}, sha256(convert_to(${account.id}, 'UTF8')))`;
    await sql`
      insert into kith_private.merged_contacts (owner_id, id, into_id)
      values (${account.id}, ${randomUUID()}, ${contact.id})`;
    const read = { kith: 1, contacts: [{ firstName: "E" }] };
    expectStatus(await account.post("/imports", read), 201);
    await sql`
      insert into kith_private.api_key_days (api_key_id, owner_id, key_prefix, day, requests, refusals)
      values (${randomUUID()}, ${account.id}, 'kith_0000', current_date, 1, 0)`;
    await sql`
      insert into kith_private.idempotent_requests (owner_id, key, fingerprint, status, operation)
      values (${account.id}, 'rls', '', 204, 'create_note')`;
  }
});

/** Every table in which rows belong to someone. */
const owned = tables.filter((table) => table.columns.some((column) => column.name === "owner_id"));

/** A row of the owner in each table; it throws where an account has none, so that the attempts mean something. */
const rows = new Map<CatalogTable, Json>();
beforeAll(async () => {
  for (const table of owned) {
    for (const { id } of [stranger, owner]) {
      const [found] = await sql<{ row: Json }[]>`
        select to_jsonb(t) as row from ${
        identifier(table.schema, table.name)
      } t where owner_id = ${id} limit 1`;
      if (!found) {
        throw new Error(`Make a row in ${table.name} in test/sql/row-level-security.test.ts.`);
      }
      rows.set(table, found.row);
    }
  }
});

/** Statements about the rows of the owner in one table. */
function statementsOn(table: CatalogTable, tx: Sql) {
  const name = identifier(table.schema, table.name).text;
  const row = rows.get(table);
  const plain = table.columns.filter((column) => !column.generated).map((column) => column.name);
  /** The columns that may be written, or all of them where none may, for the attempt to be made. */
  const writable = (privilege: "insertable" | "updatable") => {
    const granted = table.columns.filter((column) => !column.generated && column[privilege]);
    return granted.length > 0 ? granted.map((column) => column.name) : plain;
  };
  const insert = (columns: string[], changes: Json = {}) => {
    const list = identifiers(columns).text;
    const statement =
      `insert into ${name} (${list}) select ${list} from jsonb_populate_record(null::${name}, $1)`;
    return tx.query(statement, [JSON.stringify({ ...row, ...changes })]);
  };
  return {
    select: () => tx.query(`select owner_id from ${name} where owner_id = $1`, [owner.id]),
    selectAll: () => tx.query(`select owner_id from ${name}`),
    update() {
      const column = identifier(writable("updatable")[0] ?? "").text;
      return tx.query(`update ${name} set ${column} = ${column} where owner_id = $1`, [owner.id]);
    },
    updateOwner: () =>
      tx.query(`update ${name} set owner_id = owner_id where owner_id = $1`, [owner.id]),
    giveAllToOwner: () => tx.query(`update ${name} set owner_id = $1`, [owner.id]),
    delete: () => tx.query(`delete from ${name} where owner_id = $1`, [owner.id]),
    insert: () => insert(writable("insertable")),
    insertNew: () => insert(writable("insertable"), "id" in row ? { id: randomUUID() } : {}),
    insertAll: () => insert(plain),
  };
}
type Statements = ReturnType<typeof statementsOn>;

/** What came of an attempt: whose rows were read, whether any were written, or that it was refused. */
type Outcome = "owner's" | "others'" | "done" | "nothing" | "refused";

/**
 * Attempts a statement on every table, each in a transaction that is rolled back.
 * @param prepare is done first, by a superuser
 */
async function attempts(
  who: (tx: Sql) => Promise<unknown>,
  attempt: (on: Statements) => Promise<QueryResult>,
  prepare?: (on: Statements) => Promise<unknown>,
): Promise<Record<string, Outcome | string>> {
  const outcomes: Record<string, Outcome | string> = {};
  for (const table of owned) {
    outcomes[`${table.schema}.${table.name}`] = await rolledBack(sql, async (tx) => {
      const on = statementsOn(table, tx);
      await prepare?.(on);
      await who(tx);
      try {
        const { rows, rowCount, command } = await attempt(on);
        if (rowCount === 0) return "nothing";
        if (command !== "SELECT") return "done";
        return rows.every((row) => row["owner_id"] === owner.id) ? "owner's" : "others'";
      } catch (error) {
        const { code } = error as { code?: string };
        return code === refused ? "refused" : String(error);
      }
    });
  }
  return outcomes;
}

/** What is to come of an attempt on each table. */
const expected = (outcome: (table: CatalogTable) => Outcome) =>
  Object.fromEntries(owned.map((table) => [`${table.schema}.${table.name}`, outcome(table)]));
const whereGranted = (command: Command, outcome: Outcome) =>
  expected(({ granted }) => granted.includes(command) ? outcome : "refused");

const asOwner = (tx: Sql) => become(tx, { sub: owner.id });
const asStranger = (tx: Sql) => become(tx, { sub: stranger.id });
const asAnonymous = (tx: Sql) => become(tx, "anonymous");
const asService = (tx: Sql) => become(tx, "service");

describe("every table", () => {
  it("that does not belong to someone is out of reach for clients", () => {
    expect(owned.length).toBeGreaterThanOrEqual(8);
    const others = tables.filter((table) => !owned.includes(table));
    expect(others.filter(({ schema, granted }) => schema === "kith" || granted.length > 0))
      .toEqual([]);
  });

  it("has row-level security, and one policy for its owner or one that is false", () => {
    const offenders = tables.filter(({ rowSecurity, granted, policies }) => {
      const [command, using] = [policies[0]!.command, policies[0]!.using];
      const forOwner = using === "(( SELECT kith_private.owner_id() AS owner_id) = owner_id)";
      const isRight = policies.length === 1 &&
        (granted.length > 0
          ? forOwner && (command === "all" || command === granted.join())
          : using === "false" && command === "all");
      const areForClients = policies.every(({ name, roles }) =>
        roles.join() === "authenticated" && /^[A-Z].* .* .*/.test(name)
      );
      return !(rowSecurity && isRight && areForClients);
    });
    expect(offenders).toEqual([]);
  });
});

describe("an owner", () => {
  it("reads their own rows and no others, where reading is granted", async () => {
    expect(await attempts(asOwner, (on) => on.selectAll())).toEqual(
      whereGranted("select", "owner's"),
    );
  });

  it("changes and deletes their rows where that is granted", async () => {
    expect(await attempts(asOwner, (on) => on.update())).toEqual(whereGranted("update", "done"));
    expect(await attempts(asOwner, (on) => on.delete())).toEqual(whereGranted("delete", "done"));
  });

  it("makes rows in their own name where that is granted", async () => {
    expect(await attempts(asOwner, (on) => on.insert(), (on) => on.delete()))
      .toEqual(whereGranted("insert", "done"));
  });
});

describe("somebody else", () => {
  it("reads, changes and deletes none of the owner's rows", async () => {
    expect(await attempts(asStranger, (on) => on.select())).toEqual(
      whereGranted("select", "nothing"),
    );
    expect(await attempts(asStranger, (on) => on.update())).toEqual(
      whereGranted("update", "nothing"),
    );
    expect(await attempts(asStranger, (on) => on.delete())).toEqual(
      whereGranted("delete", "nothing"),
    );
  });

  it("makes no rows in the owner's name", async () => {
    expect(await attempts(asStranger, (on) => on.insertNew())).toEqual(expected(() => "refused"));
  });

  it("gives no rows to the owner", async () => {
    expect(await attempts(asStranger, (on) => on.giveAllToOwner()))
      .toEqual(expected(() => "refused"));
  });
});

describe("a request without an account", () => {
  it.each(commands)("may not %s as anon", async (command) => {
    expect(await attempts(asAnonymous, (on) => on[command]())).toEqual(expected(() => "refused"));
  });

  it("may not read as anon with an owner's id as a claim", async () => {
    const claiming = async (tx: Sql) => {
      await asOwner(tx);
      await tx`select set_config('role', 'anon', true)`;
    };
    expect(await attempts(claiming, (on) => on.select())).toEqual(expected(() => "refused"));
  });

  it.each(['{"role":"authenticated"}', "{}", ""])(
    "reads nothing as authenticated with the claims %j",
    async (claims) => {
      const unnamed = (tx: Sql) =>
        tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`;
      expect(await attempts(unnamed, (on) => on.selectAll())).toEqual(
        whereGranted("select", "nothing"),
      );
    },
  );
});

describe("the service role", () => {
  const readable = [
    "api_keys",
    "api_key_requests",
    "api_key_days",
    "change_logs",
    "change_sets",
    "changes",
  ];
  const open = (alsoReadable: boolean, outcome: Outcome) =>
    expected(({ schema, name }) =>
      schema === "kith" || alsoReadable && readable.includes(name) ? outcome : "refused"
    );

  it("reads everybody's rows, except those that are for Kith alone", async () => {
    expect(await attempts(asService, (on) => on.select())).toEqual(open(true, "owner's"));
    expect(await attempts(asService, (on) => on.selectAll())).toEqual(open(true, "others'"));
  });

  it("writes everybody's rows of the tables that PostgREST serves, and no others", async () => {
    expect(await attempts(asService, (on) => on.updateOwner())).toEqual(open(false, "done"));
    expect(await attempts(asService, (on) => on.delete())).toEqual(open(false, "done"));
    expect(await attempts(asService, (on) => on.insertAll(), (on) => on.delete()))
      .toEqual(open(false, "done"));
  });
});
