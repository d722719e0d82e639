import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, makeKey, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { type CatalogTable, catalogTables, commands } from "../support/catalog.ts";
import { identifier, identifiers, rolledBack, type Sql } from "../support/database.ts";
import { become, type Persona, sqlState, superuser } from "../support/sql.ts";

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

/** Statements on a table, each as its rows would tell: what it read, wrote or removed. */
function statementsOn(table: CatalogTable, tx: Sql) {
  const name = identifier(table.schema, table.name).text;
  const plain = table.columns.filter((column) => !column.generated).map((column) => column.name);
  /** The columns that may be written, or all of them where none may, for the attempt to be made. */
  const writable = (privilege: "insertable" | "updatable") => {
    const granted = table.columns.filter((column) => !column.generated && column[privilege]);
    return granted.length > 0 ? granted.map((column) => column.name) : plain;
  };
  const insertColumns = (row: Json, columns: string[]) => {
    const list = identifiers(columns).text;
    const statement =
      `insert into ${name} (${list}) select ${list} from jsonb_populate_record(null::${name}, $1)`;
    return tx.query(statement, [JSON.stringify(row)]);
  };
  return {
    async rowOf(account: Account): Promise<Json> {
      const statement = `select to_jsonb(t) as row from ${name} t where owner_id = $1 limit 1`;
      const { rows: [found] } = await tx.query(statement, [account.id]);
      return found?.["row"];
    },
    select: (...owners: string[]) =>
      tx.query(`select owner_id from ${name} where owner_id = any ($1)`, [owners]),
    selectAll: () => tx.query(`select owner_id from ${name}`),
    update(...owners: string[]) {
      const column = identifier(writable("updatable")[0] ?? "").text;
      const statement = `update ${name} set ${column} = ${column} where owner_id = any ($1)`;
      return tx.query(statement, [owners]);
    },
    giveAllTo: (owner: string) => tx.query(`update ${name} set owner_id = $1`, [owner]),
    updateOwner: (...owners: string[]) =>
      tx.query(`update ${name} set owner_id = owner_id where owner_id = any ($1)`, [owners]),
    delete: (...owners: string[]) =>
      tx.query(`delete from ${name} where owner_id = any ($1)`, [owners]),
    insert: (row: Json) =>
      insertColumns(row, writable("insertable").filter((column) => column in row)),
    insertAll: (row: Json) => insertColumns(row, plain),
  };
}

/** Every table in which rows belong to someone. */
const owned = tables.filter((table) => table.columns.some((column) => column.name === "owner_id"));
const persona = (account: Account): Persona => ({ sub: account.id });

describe("the tables", () => {
  it("are found, and all but the counters belong to someone", () => {
    expect(owned.length).toBeGreaterThanOrEqual(8);
    const others = tables.filter((table) => !owned.includes(table));
    for (const table of others) {
      expect([table.schema, table.name, table.granted]).toEqual(["kith_private", table.name, []]);
    }
  });

  it.each(tables)(
    "$schema $name has row-level security, and one policy for each command granted, or one that says never",
    (table) => {
      expect(table.rowSecurity).toBe(true);
      const said = table.policies.map((policy) => policy.command);
      if (table.granted.length > 0) expect(said.sort()).toEqual([...table.granted].sort());
      else expect(table.policies).toMatchObject([{ command: "all", using: "false" }]);
      for (const { name, roles } of table.policies) {
        expect(roles).toEqual(["authenticated"]);
        expect(name).toMatch(/^[A-Z].* .* .*/);
      }
    },
  );

  it.each(tables.filter((table) => table.granted.length > 0))(
    "$schema $name restricts keys with limits, by one policy for each command granted or one for all",
    ({ granted, restrictions }) => {
      const said = restrictions.map((policy) => policy.command).sort();
      expect([[...granted].sort(), ["all"]]).toContainEqual(said);
      for (const { name, roles } of restrictions) {
        expect(roles).toEqual(["kith_limited"]);
        expect(name).toMatch(/^Limited keys .* .*/);
      }
    },
  );
});

describe.each(owned)("$schema $name", (table) => {
  const granted = (command: typeof commands[number]) => table.granted.includes(command);

  it("has a row of each of the personas, or the rest would say nothing", async () => {
    await rolledBack(sql, async (tx) => {
      for (const account of [owner, stranger]) {
        expect(await statementsOn(table, tx).rowOf(account)).toMatchObject({
          owner_id: account.id,
        });
      }
    });
  });

  describe("for its owner", () => {
    it(
      granted("select") ? "is read: what is their own and nothing else" : "cannot be read",
      async () => {
        await rolledBack(sql, async (tx) => {
          await become(tx, persona(owner));
          const work = statementsOn(table, tx).selectAll();
          if (!granted("select")) return expect(await sqlState(work)).toBe(refused);
          expect(new Set((await work).rows.map((row) => row["owner_id"]))).toEqual(
            new Set([owner.id]),
          );
        });
      },
    );

    it.each(["update", "delete"] as const)(
      "%s reaches their rows if it is granted at all",
      async (command) => {
        await rolledBack(sql, async (tx) => {
          await become(tx, persona(owner));
          const work = statementsOn(table, tx)[command](owner.id);
          if (!granted(command)) return expect(await sqlState(work)).toBe(refused);
          expect((await work).rowCount).toBeGreaterThan(0);
        });
      },
    );

    it("insert works in their own name if it is granted at all", async () => {
      await rolledBack(sql, async (tx) => {
        const statements = statementsOn(table, tx);
        const row = await statements.rowOf(owner);
        await statements.delete(owner.id);
        await become(tx, persona(owner));
        if (!granted("insert")) return expect(await sqlState(statements.insert(row))).toBe(refused);
        expect((await statements.insert(row)).rowCount).toBe(1);
      });
    });
  });

  describe("for a stranger", () => {
    it("is not read", async () => {
      await rolledBack(sql, async (tx) => {
        await become(tx, persona(stranger));
        const work = statementsOn(table, tx).select(owner.id);
        if (!granted("select")) return expect(await sqlState(work)).toBe(refused);
        expect((await work).rows).toEqual([]);
      });
    });

    it.each(["update", "delete"] as const)("%s reaches nothing", async (command) => {
      await rolledBack(sql, async (tx) => {
        await become(tx, persona(stranger));
        const work = statementsOn(table, tx)[command](owner.id);
        if (!granted(command)) return expect(await sqlState(work)).toBe(refused);
        expect((await work).rowCount).toBe(0);
      });
    });

    it("insert in the owner's name is refused", async () => {
      await rolledBack(sql, async (tx) => {
        const statements = statementsOn(table, tx);
        const row = await statements.rowOf(owner);
        await become(tx, persona(stranger));
        expect(await sqlState(statements.insert({ ...row, ...freshId(row) }))).toBe(refused);
      });
    });

    it("cannot give rows of theirs away", async () => {
      await rolledBack(sql, async (tx) => {
        await become(tx, persona(stranger));
        expect(await sqlState(statementsOn(table, tx).giveAllTo(owner.id))).toBe(refused);
      });
    });
  });

  describe("for anyone who is not signed in", () => {
    it.each(commands)("%s is refused", async (command) => {
      await rolledBack(sql, async (tx) => {
        const statements = statementsOn(table, tx);
        const row = await statements.rowOf(owner);
        await become(tx, "anonymous");
        const work = command === "insert" ? statements.insert(row) : statements[command](owner.id);
        expect(await sqlState(work)).toBe(refused);
      });
    });

    it("not even with somebody's id as a claim", async () => {
      await rolledBack(sql, async (tx) => {
        await become(tx, persona(owner));
        await tx`select set_config('role', 'anon', true)`;
        expect(await sqlState(statementsOn(table, tx).select(owner.id))).toBe(refused);
      });
    });
  });

  describe("for the service role", () => {
    const open = table.schema === "kith";
    const readable = [
      "api_keys",
      "api_key_requests",
      "api_key_days",
      "change_logs",
      "change_sets",
      "changes",
    ].includes(table.name);

    it.each(commands)("%s reaches everybody's rows where it is granted", async (command) => {
      await rolledBack(sql, async (tx) => {
        const statements = statementsOn(table, tx);
        const row = await statements.rowOf(owner);
        if (command === "insert") await statements.delete(owner.id);
        await become(tx, "service");
        const both = [owner.id, stranger.id];
        const work = command === "insert"
          ? statements.insertAll(row)
          : command === "update"
          ? statements.updateOwner(...both)
          : statements[command](...both);
        if (!open && !(readable && command === "select")) {
          return expect(await sqlState(work)).toBe(refused);
        }
        expect((await work).rowCount).toBeGreaterThanOrEqual(command === "insert" ? 1 : 2);
      });
    });
  });

  it("shows nothing to somebody signed in without an id", async () => {
    for (const claims of ['{"role":"authenticated"}', "{}", ""]) {
      await rolledBack(sql, async (tx) => {
        await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`;
        const work = statementsOn(table, tx).selectAll();
        if (!granted("select")) return expect(await sqlState(work)).toBe(refused);
        expect((await work).rows).toEqual([]);
      });
    }
  });
});

function freshId(row: Json): Json {
  return "id" in row ? { id: randomUUID() } : {};
}
