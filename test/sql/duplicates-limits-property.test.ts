import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { handle, tokenOf } from "../support/handle.ts";
import type { Json } from "../support/client.ts";
import { freshDatabase } from "../support/fresh-database.ts";
import { inParts } from "../support/in-parts.ts";
import { hostileContacts, hostileSearches, replaceContacts } from "../support/hostile-contacts.ts";
import { count } from "../support/tier.ts";

// In a database of its own, because it is filled with many rows.
// How long a request may take is another matter: `npm run bench -- --only=people` measures it.
const database = await freshDatabase({ timeLimits: false });
const owner = randomUUID();
await database.superuser`insert into auth.users (id, email) values (${owner}, 'a@example.com')`;

const ask = (operation: string, args: Json) =>
  handle(database.postgres, tokenOf(owner), operation, args);

const fill = (count: number, columns: string) =>
  replaceContacts(database.superuser, owner, count, columns);

it("of the pairs that an account dismisses the last 10,000 are kept", async () => {
  await fill(3, "'Anna', 'Müller', '[]', '[]'");
  const [, one, other] = await database.superuser`select id from kith.contacts order by id`;
  const sql = database.superuser;
  await sql`set session_replication_role = replica`;
  await sql`insert into kith_private.dismissed_duplicates (owner_id, contact_id, other_contact_id, created_at)
    select ${owner}, ('00000000-0000-0000-0000-' || lpad(n::text, 12, '0'))::uuid, ${
    other!["id"]
  }, now() - n * interval '1 s'
    from generate_series(1, 10000) n`;
  await sql`reset session_replication_role`;
  const contactIds = [one!["id"], other!["id"]];
  expect((await ask("dismiss_duplicate", { body: { contactIds } })).status).toBe(204);
  const [kept] = await sql`
    select count(*)::int as pairs, bool_or(contact_id = ${one!["id"]}) as newest,
      bool_or(contact_id = '00000000-0000-0000-0000-000000010000') as oldest
    from kith_private.dismissed_duplicates`;
  expect(kept).toEqual({ pairs: 10_000, newest: true, oldest: false });
});

it("a contact with 6,000 notes and reminders is merged away, and comes back", async () => {
  await fill(2, "'Anna', 'Müller', '[]', '[]'");
  const sql = database.superuser;
  const [target, duplicate] = await sql`select id from kith.contacts order by id`;
  const [about, other] = [duplicate!["id"], target!["id"]];
  await sql`set session_replication_role = replica`;
  await sql`insert into kith.notes (owner_id, content, contact_id, contact_ids)
    select ${owner}, 'x', ${about}, array[${about}::uuid] from generate_series(1, 5990)`;
  await sql`insert into kith.reminders (owner_id, title, contact_id, contact_ids)
    select ${owner}, 'x', ${about}, array[${about}::uuid] from generate_series(1, 10)`;
  await sql`reset session_replication_role`;
  await sql.query("vacuum (analyze) kith.notes, kith.reminders");
  const run = (operation: string, args: Json) =>
    inParts((...asked) => handle(database.postgres, ...asked), tokenOf(owner), operation, args);
  const { body } = await run("merge_contacts", { id: other, body: { duplicateId: about } });
  expect(body.moved).toEqual({ notes: 5990, reminders: 10, networks: 0, relationships: 0 });
  const undone = await run("undo_activity", { id: body.activityId, body: {} });
  expect(undone.body.conflicts).toEqual([]);
  const [after] = await sql`
    select count(*)::int as notes from kith.notes where contact_id = ${about}`;
  expect(after).toEqual({ notes: 5990 });
});

it("of more names one letter apart than can be compared, those with the rarest words are", async () => {
  const letter = (divisor: number) => `chr(97 + n / ${divisor} % 20)`;
  const alike = `'aa' || ${letter(1)} || 'b' || ${letter(20)} || 'cc'`;
  const rare = `case n when 1 then 'Siegfried' when 2 then 'Sigfried' else ${alike} end`;
  const last = `'ddd' || ${letter(400)} || 'eee' || ${letter(8_000)}`;
  const phones = `case when n < 3 then '[{"value":"+49 30 901820"}]'::jsonb else '[]' end`;
  await fill(
    14_000,
    `${rare}, case when n < 3 then 'Holzhausen' else ${last} end, '[]', ${phones}`,
  );
  const { body } = await ask("list_duplicates", { query: {} });
  // With only the number in common it would be less.
  expect(body.data[0]).toMatchObject({ score: 0.85 });
  // All such pairs would be a quarter of a million.
  expect(body.total).toBeGreaterThan(1_000);
  expect(body.total).toBeLessThan(50_000);
});

// Comparing all with all would take longer than a test may, by far.
it.each(hostileContacts.slice(0, count({ quick: 0, thorough: Infinity })))(
  "contacts with %s are compared and searched",
  async (_, many, columns) => {
    await fill(Math.min(many, 20_000), columns);
    const { status, body } = await ask("list_duplicates", { query: { pageSize: 200 } });
    expect([status, body?.page]).toEqual([200, 1]);
    for (const search of hostileSearches) {
      const { status, body } = await ask("list_contacts", { query: { search } });
      expect([status, Array.isArray(body.suggestions)]).toEqual([200, true]);
    }
  },
);
