import { afterAll, expect, it } from "vitest";
import { type Credential, startLogDatabase } from "../support/activity/log-database.ts";
import type { Json } from "../support/client.ts";
import { rolledBack, type Sql } from "../support/database.ts";

/** What an import reads of an owner's networks and note types. Rows are counted, so that nothing hangs on timings. */
const database = await startLogDatabase(2);
afterAll(() => database.remove());

const most = 500;
const range = Array.from({ length: most }, (_, n) => n);
const contact = (more: Json) => ({
  line: 1,
  resource: "contact",
  value: { firstName: "A" },
  ...more,
});

/** How many rows of a table the preview of a file reads, and then applying it; without statistics of what there is. */
async function readWhileImporting(token: Credential, rows: Json[], table: string) {
  await database.superuser`alter table kith_private.import_rows set (autovacuum_enabled = false)`;
  return await rolledBack(database.asked, async (tx) => {
    const body = { format: "json", dropped: [], rows };
    const made = await database.handle(token, "create_import", { body }, tx);
    expect(made).toMatchObject({ status: 201, body: { counts: { conflict: 0, error: 0 } } });
    const previewed = await read(tx, table);
    const applied = await database.handle(
      token,
      "apply_import",
      { id: made.body.id, body: {} },
      tx,
    );
    expect(applied).toMatchObject({ status: 200 });
    return [previewed, await read(tx, table) - previewed] as const;
  });
}

/** The rows of a table that this transaction has read. */
async function read(tx: Sql, table: string): Promise<number> {
  const [row] = await tx`
    select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relid = ${table}::regclass`;
  return row!["rows"];
}

it.each(["network", "note_type"])(
  "reads each %s a few times, and not once for each row of the file",
  async (resource) => {
    const person = await database.newPerson();
    const table = `kith.${resource}s`;
    await database.superuser.query(
      `insert into ${table} (owner_id, name) select $1, 'Known ' || n from generate_series(1, $2::integer) n`,
      [person.id, most],
    );
    const names = range.flatMap((n) => [`KNOWN ${n + 1}`, `New ${n}`]);
    const rows = [
      ...names.map((name, line) => ({ line, resource, value: { name } })),
      contact({ networks: names.slice(0, 100) }),
    ];
    const [previewed, applied] = await readWhileImporting(person.token, rows, table);
    expect(previewed / most).toBeLessThan(20);
    expect(applied / most).toBeLessThan(20);
  },
);

it("reads each row of a file with notes a few times", async () => {
  const { token } = await database.newPerson();
  const rows = [
    { line: 1, resource: "note_type", uid: "type", value: { name: "Type" } },
    ...range.map((n) => contact({ uid: `contact ${n}` })),
    ...range.map((n) => ({
      line: n,
      resource: "note",
      uid: `note ${n}`,
      value: { content: `${n}` },
      refs: { contactUids: [`contact ${n}`], noteTypeUid: "type" },
    })),
  ];
  const [previewed, applied] = await readWhileImporting(token, rows, "kith_private.import_rows");
  expect(previewed / rows.length).toBeLessThan(100);
  expect(applied / rows.length).toBeLessThan(100);
});
