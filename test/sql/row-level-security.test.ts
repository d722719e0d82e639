import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, makeKey, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { type CatalogTable, catalogTables, commands } from "../support/catalog.ts";
import {
  become,
  type Persona,
  rolledBack,
  sqlState,
  superuser,
  type Transaction,
} from "../support/sql.ts";

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
    const type = await make(account, "/note-types", { name: "T" });
    await make(account, "/notes", { content: "x", contactId: contact.id, noteTypeId: type.id });
    await make(account, "/reminders", { title: "x", contactId: contact.id });
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
      insert into kith_private.api_key_days (api_key_id, owner_id, key_prefix, day, requests, refusals)
      values (${randomUUID()}, ${account.id}, 'kith_0000', current_date, 1, 0)`;
    await sql`
      insert into kith_private.idempotent_requests (owner_id, key, fingerprint, status)
      values (${account.id}, 'rls', '', 204)`;
  }
});

/** Statements on a table, each as its rows would tell: what it read, wrote or removed. */
function statementsOn(table: CatalogTable, tx: Transaction) {
  const name = sql`${sql(table.schema)}.${sql(table.name)}`;
  /** The columns that may be written, or all of them where none may, for the attempt to be made. */
  const writable = (privilege: "insertable" | "updatable") => {
    const plain = table.columns.filter((column) => !column.generated);
    const granted = plain.filter((column) => column[privilege]);
    return (granted.length > 0 ? granted : plain).map((column) => column.name);
  };
  return {
    async rowOf(account: Account): Promise<Json> {
      const [found] =
        await tx`select to_jsonb(t) as row from ${name} t where owner_id = ${account.id} limit 1`;
      return found?.row;
    },
    select: (ownerId: string) => tx`select owner_id from ${name} where owner_id = ${ownerId}`,
    selectAll: () => tx`select owner_id from ${name}`,
    update(ownerId: string) {
      const column = tx(writable("updatable")[0] ?? "");
      return tx`update ${name} set ${column} = ${column} where owner_id = ${ownerId}`;
    },
    delete: (ownerId: string) => tx`delete from ${name} where owner_id = ${ownerId}`,
    insert(row: Json) {
      const columns = sql(writable("insertable").filter((column) => column in row));
      return tx`insert into ${name} (${columns})
        select ${columns} from jsonb_populate_record(null::${name}, ${tx.json(row)})`;
    },
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
          expect(new Set((await work).map((row) => row.owner_id))).toEqual(new Set([owner.id]));
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
          expect((await work).count).toBeGreaterThan(0);
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
        expect((await statements.insert(row)).count).toBe(1);
      });
    });
  });

  describe("for a stranger", () => {
    it("is not read", async () => {
      await rolledBack(sql, async (tx) => {
        await become(tx, persona(stranger));
        const work = statementsOn(table, tx).select(owner.id);
        if (!granted("select")) return expect(await sqlState(work)).toBe(refused);
        expect(await work).toHaveLength(0);
      });
    });

    it.each(["update", "delete"] as const)("%s reaches nothing", async (command) => {
      await rolledBack(sql, async (tx) => {
        await become(tx, persona(stranger));
        const work = statementsOn(table, tx)[command](owner.id);
        if (!granted(command)) return expect(await sqlState(work)).toBe(refused);
        expect((await work).count).toBe(0);
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
        const work = tx`update ${sql(table.schema)}.${sql(table.name)} set owner_id = ${owner.id}`;
        expect(await sqlState(work)).toBe(refused);
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
    const readable = ["api_keys", "api_key_requests", "api_key_days"].includes(table.name);

    it.each(commands)("%s reaches everybody's rows where it is granted", async (command) => {
      await rolledBack(sql, async (tx) => {
        const statements = statementsOn(table, tx);
        const row = await statements.rowOf(owner);
        if (command === "insert") await statements.delete(owner.id);
        await become(tx, "service");
        const work = command === "insert"
          ? tx`insert into ${sql(table.schema)}.${sql(table.name)} (${
            sql(table.columns.filter((column) => !column.generated).map(({ name }) => name))
          }) select ${
            sql(table.columns.filter((column) => !column.generated).map(({ name }) => name))
          } from jsonb_populate_record(null::${sql(table.schema)}.${sql(table.name)}, ${
            tx.json(row)
          })`
          : command === "update"
          ? tx`update ${sql(table.schema)}.${sql(table.name)} set owner_id = owner_id
                where owner_id in (${owner.id}, ${stranger.id})`
          : command === "delete"
          ? tx`delete from ${sql(table.schema)}.${sql(table.name)}
                where owner_id in (${owner.id}, ${stranger.id})`
          : tx`select owner_id from ${sql(table.schema)}.${sql(table.name)}
                where owner_id in (${owner.id}, ${stranger.id})`;
        if (!open && !(readable && command === "select")) {
          return expect(await sqlState(work)).toBe(refused);
        }
        expect((await work).count).toBeGreaterThanOrEqual(command === "insert" ? 1 : 2);
      });
    });
  });

  it("shows nothing to somebody signed in without an id", async () => {
    for (const claims of ['{"role":"authenticated"}', "{}", ""]) {
      await rolledBack(sql, async (tx) => {
        await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`;
        const work = statementsOn(table, tx).selectAll();
        if (!granted("select")) return expect(await sqlState(work)).toBe(refused);
        expect(await work).toHaveLength(0);
      });
    }
  });
});

function freshId(row: Json): Json {
  return "id" in row ? { id: randomUUID() } : {};
}
