import { describe, expect, it } from "vitest";
import { startLogDatabase } from "../support/activity/log-database.ts";
import { ask, type Credential } from "../support/handle.ts";
import type { Json } from "../support/client.ts";
import { rolledBack, type Sql } from "../support/database.ts";

/**
 * What imports and the log read where Postgres has no statistics of what there is, as after a busy hour. Rows are counted,
 * so that nothing hangs on timings.
 */
const database = await startLogDatabase(2);
const { superuser, asked, handle } = database;

/** The rows of a table that this transaction has read. */
async function read(tx: Sql, table: string): Promise<number> {
  const [row] = await tx`
    select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relid = ${table}::regclass`;
  return row!["rows"];
}

const most = 500;
const range = Array.from({ length: most }, (_, n) => n);

describe("an import", () => {
  const contact = { line: 1, resource: "contact", value: { firstName: "A" } };

  /** How many rows of a table the preview of a file reads for each of its rows, and then applying it. */
  async function readFor(token: Credential, rows: Json[], table: string): Promise<number[]> {
    await superuser`alter table kith_private.import_rows set (autovacuum_enabled = false)`;
    return await rolledBack(asked, async (tx) => {
      // What earlier transactions of the connection read may be in it still.
      const before = await read(tx, table);
      const body = { format: "json", dropped: [], rows };
      const made = await handle(token, "create_import", { body }, tx);
      expect(made).toMatchObject({ status: 201, body: { counts: { conflict: 0, error: 0 } } });
      const previewed = await read(tx, table);
      const applied = await handle(token, "apply_import", { id: made.body.id, body: {} }, tx);
      expect(applied.status).toBe(200);
      return [(previewed - before) / most, (await read(tx, table) - previewed) / most];
    });
  }

  it.each(["network", "note_type"])(
    "reads each %s a few times, not once a row",
    async (resource) => {
      const { id, token } = await database.newPerson();
      await superuser.query(
        `insert into kith.${resource}s (owner_id, name) select $1, 'Known ' || n from generate_series(1, $2::integer) n`,
        [id, most],
      );
      const names = range.flatMap((n) => [`KNOWN ${n + 1}`, `New ${n}`]);
      const rows = [
        ...names.map((name, line) => ({ line, resource, value: { name } })),
        { ...contact, networks: names.slice(0, 100) },
      ];
      const counts = await readFor(token, rows, `kith.${resource}s`);
      expect(Math.max(...counts)).toBeLessThan(20);
    },
  );

  it("writes each contact of a file once, with all its networks", async () => {
    const { token } = await database.newPerson();
    const rows = range.map((n) => ({ ...contact, networks: [`Shared ${n % 9}`, `Its ${n}`] }));
    await rolledBack(asked, async (tx) => {
      const written = async () => {
        const [row] = await tx`
          select n_tup_ins::int as made, n_tup_upd::int as changed from pg_stat_xact_user_tables
           where relid = 'kith.contacts'::regclass`;
        return row!;
      };
      const before = await written();
      const body = { format: "json", dropped: [], rows };
      const made = await handle(token, "create_import", { body }, tx);
      const applied = await handle(token, "apply_import", { id: made.body.id, body: {} }, tx);
      expect(applied).toMatchObject({ status: 200, body: { created: most } });
      const after = await written();
      expect([after["made"] - before["made"], after["changed"] - before["changed"]]).toEqual([
        most,
        0,
      ]);
    });
  });

  it("reads each row of a file with notes a few times", async () => {
    const { token } = await database.newPerson();
    const rows = [
      { line: 1, resource: "note_type", uid: "type", value: { name: "Type" } },
      ...range.map((n) => ({ ...contact, uid: `contact ${n}` })),
      ...range.map((n) => ({
        line: n,
        resource: "note",
        uid: `note ${n}`,
        value: { content: `${n}` },
        refs: { contactUids: [`contact ${n}`], noteTypeUid: "type" },
      })),
    ];
    expect(Math.max(...await readFor(token, rows, "kith_private.import_rows"))).toBeLessThan(200);
  });
});

it("a key for some networks reads the log a few times, and not once for each deletion", async () => {
  const person = await database.newPerson();
  const made = await handle(person.token, "create_network", { body: { name: "All" } });
  const network = made.body.id;
  const { credential } = await person.newKey("limited", { networkIds: [network] });
  await superuser`alter table kith_private.changes set (autovacuum_enabled = false)`;
  await superuser`analyze`;
  const { cursor } = (await handle(credential, "list_changes")).body;
  const write = (text: string) => database.asRest(person.id, (tx) => tx.query(text));
  await write(`
    insert into kith.contacts (owner_id, first_name) select '${person.id}', 'N' || n from generate_series(1, 100) n;
    insert into kith.contact_networks (owner_id, contact_id, network_id) select owner_id, id, '${network}' from kith.contacts;
    insert into kith.notes (owner_id, content, contact_id) select owner_id, first_name, id from kith.contacts`);
  await write("delete from kith.notes");
  await write("delete from kith.contacts");
  await write(`
    insert into kith.contacts (owner_id, first_name) select '${person.id}', 'M' || n from generate_series(1, 2000) n`);
  const [log] = await superuser`select count(*)::int as changes from kith_private.changes`;
  for (const operation of ["list_activity", "list_trash", "list_changes"]) {
    await rolledBack(asked, async (tx) => {
      const query = operation === "list_changes" ? { since: cursor } : {};
      const { status, body } = await handle(credential, operation, { query }, tx);
      expect([operation, status, body.data.length > 1]).toEqual([operation, 200, true]);
      expect([operation, await read(tx, "kith_private.changes") / log!["changes"] < 40])
        .toEqual([operation, true]);
    });
  }
});

it("undoing one change, and that again, reads the log a few times, and not once for each pair of change sets", async () => {
  const person = await database.newPerson();
  // Planned while there is next to nothing, as in a project that has just begun.
  await superuser`alter table kith_private.change_sets set (autovacuum_enabled = false)`;
  await superuser`analyze kith_private.change_sets`;
  const many = 300;
  for (let n = 0; n < many; n++) {
    await handle(person.token, "create_note", { body: { content: `${n}` } });
  }
  const { body: { data: [last] } } = await handle(person.token, "list_activity", {
    query: { pageSize: 1 },
  });
  await rolledBack(asked, async (tx) => {
    let before = await read(tx, "kith_private.change_sets");
    let undone = last.id;
    for (let n = 0; n < 3; n++) {
      const { status, body } = await handle(
        person.token,
        "undo_activity",
        { id: undone, body: {} },
        tx,
      );
      expect(status).toBe(200);
      undone = body.activityId;
      const now = await read(tx, "kith_private.change_sets");
      expect(now - before).toBeLessThan(20 * many);
      before = now;
    }
  });
});

it("reading cards by names that phones gave them reads these, and no other contacts", async () => {
  const person = await database.newPerson();
  const names = range.slice(0, 200).map((n) => `card-${n}.vcf`);
  await database.asRest(
    person.id,
    (tx) =>
      tx.query(
        `insert into kith.contacts (owner_id, first_name) select '${person.id}', 'N' || n from generate_series(1, 300) n`,
      ),
  );
  await superuser`
    update kith.contacts c set card = jsonb_build_object('name', 'card-' || n.place - 1 || '.vcf')
    from (select id, row_number() over () as place from kith.contacts where owner_id = ${person.id}) n where c.owner_id = ${person.id} and c.id = n.id`;
  await rolledBack(asked, async (tx) => {
    for (const asked of [names, ["card-199.vcf"]]) {
      const before = await read(tx, "kith.contacts");
      const { status, body } = await ask(tx, person.token, "dav_read", {
        account: person.id.slice(-8),
        names: asked,
        writer: "1",
      });
      expect(status).toBe(200);
      expect(body).toContain("card-199.vcf");
      expect(await read(tx, "kith.contacts") - before).toBeLessThanOrEqual(10 * asked.length);
    }
  });
});

it("changes of cards are read once, by pages, and the names of those that are gone each by an index", async () => {
  const person = await database.newPerson();
  const write = (text: string) => database.asRest(person.id, (tx) => tx.query(text));
  await write(
    `insert into kith.contacts (owner_id, first_name) select '${person.id}', 'N' || n from generate_series(1, 400) n`,
  );
  const rows = await superuser`
    select id from kith.contacts where owner_id = ${person.id} order by id`;
  const ids = rows.map((row) => row["id"] as string);
  await write(`delete from kith.contacts where id < '${ids[100]}'`);
  // As if phones had named those that are left.
  await superuser`
    update kith.contacts set card = jsonb_build_object('name', id || '-card.vcf') where owner_id = ${person.id}`;
  const base = { account: person.id.slice(-8), writer: "1" };
  await rolledBack(asked, async (tx) => {
    const book = await ask(tx, person.token, "dav_book", base);
    const token = JSON.parse(book.body!.split("\n")[0]!).token.replace(/\d+-/, "0-");
    const tables = ["kith_private.card_sequences", "kith.contacts"];
    const readFor = async (args: object) => {
      const before = await Promise.all(tables.map((table) => read(tx, table)));
      const { status, body } = await ask(tx, person.token, "dav_changes", {
        ...base,
        token,
        ...args,
      });
      expect(status).toBe(200);
      const [head, ...cards] = body!.split("\n");
      const after = await Promise.all(tables.map((table) => read(tx, table)));
      const counts = after.map((rows, n) => rows - before[n]!);
      return { gone: JSON.parse(head!).gone, cards, rows: Math.max(...counts) };
    };
    const all = await readFor({});
    // Those that were deleted, and the names before of the others.
    expect([all.gone.length, all.cards.length]).toEqual([400, 300]);
    expect(all.rows).toBeLessThan(10 * 400);
    const last = await readFor({ after: ids[389] });
    expect([last.gone, last.cards.length]).toEqual([undefined, 10]);
    expect(last.rows).toBeLessThan(10 * 10);
  });
});

it("merging reads the relationships of an account a few times, and not once for each of the duplicate", async () => {
  const person = await database.newPerson();
  const made = async (firstName: string) =>
    (await handle(person.token, "create_contact", { body: { firstName } })).body.id;
  const [target, duplicate] = [await made("A"), await made("A")];
  await database.asRest(
    person.id,
    (tx) =>
      tx.query(`
        insert into kith.contacts (owner_id, first_name) select '${person.id}', 'N' || n from generate_series(1, 3000) n;
      insert into kith.relationships (owner_id, contact_ids, kind)
      select owner_id, array[lead(id) over (order by id), id], 'friend' from kith.contacts where first_name like 'N%' order by id offset 0 limit 2999;
      insert into kith.relationships (owner_id, contact_ids, kind)
      select owner_id, array['${duplicate}'::uuid, id], 'friend' from kith.contacts where first_name like 'N%' limit 100`),
  );
  await rolledBack(asked, async (tx) => {
    const before = await read(tx, "kith.relationships");
    const body = { duplicateId: duplicate };
    const merged = await handle(person.token, "merge_contacts", { id: target, body }, tx);
    expect(merged).toMatchObject({ status: 200, body: { moved: { relationships: 100 } } });
    expect(await read(tx, "kith.relationships") - before).toBeLessThan(5 * 3100);
  });
});

it("what a webhook is told of large changes is read in parts", async () => {
  const person = await database.newPerson();
  const body = { name: "n8n", url: "https://hooks.example.com/" };
  const secret = `whsec_${"A".repeat(43)}=`;
  const { body: webhook } = await handle(person.token, "create_webhook", { body, secret });
  await database.asRest(
    person.id,
    (tx) =>
      tx.query(
        `insert into kith.contacts (owner_id, first_name) select '${person.id}', 'N' || n from generate_series(1, 2000) n`,
      ),
  );
  // As if that had been done fifteen times, which takes long.
  await superuser`
    with again as (
      insert into kith_private.change_sets (owner_id, number, id, actor_kind, actor_id, actor_name)
      select s.owner_id, s.number + n, gen_random_uuid(), s.actor_kind, s.actor_id, s.actor_name
      from kith_private.change_sets s cross join generate_series(1, 14) n
      where s.owner_id = ${person.id} and s.number = (
        select max(c.set_number) from kith_private.changes c where c.owner_id = ${person.id})
      returning owner_id, number)
    insert into kith_private.changes (owner_id, set_number, position, resource, resource_id, action, name, after, is_shown, total_bytes)
    select c.owner_id, again.number, c.position, c.resource, c.resource_id, c.action, c.name, c.after, c.is_shown, c.total_bytes
    from kith_private.changes c join again on again.owner_id = c.owner_id`;
  const credential = { kind: "clock", sub: person.id, webhookId: webhook.id } as const;
  await rolledBack(asked, async (tx) => {
    const before = await read(tx, "kith_private.changes");
    const args = { body: { webhookId: webhook.id } };
    const { status, body } = await ask(tx, credential, "list_webhook_messages", args);
    expect(status).toBe(200);
    const { messages } = JSON.parse(body!);
    expect(messages.length).toBeGreaterThan(5);
    expect(messages.length).toBeLessThan(13);
    expect(await read(tx, "kith_private.changes") - before).toBeLessThan(25_000);
  });
});
