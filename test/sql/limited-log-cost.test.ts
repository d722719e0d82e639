import { beforeAll, expect, it } from "vitest";
import { type Credential, startLogDatabase } from "../support/activity/log-database.ts";
import { rolledBack } from "../support/database.ts";

/**
 * What a key that is limited to networks reads of the log where Postgres has statistics of a log that was small, as it
 * has for a while after a busy hour. Rows are counted, so that nothing hangs on how long anything took.
 */
const database = await startLogDatabase(2);
let limited: Credential;
let cursor: string;
let changes: number;

beforeAll(async () => {
  const { superuser } = database;
  const person = await database.newPerson();
  const { credential, id } = await person.newKey();
  const { body: { id: network } } = await database.handle(person.token, "create_network", {
    body: { name: "All" },
  });
  await superuser`update kith_private.api_keys set network_ids = ${[network]} where id = ${id}`;
  await superuser`alter table kith_private.changes set (autovacuum_enabled = false)`;
  await superuser`analyze`;
  cursor = (await database.handle(credential, "list_changes")).body.cursor;
  await database.asRest(person.id, async (tx) => {
    await tx`insert into kith.contacts (owner_id, first_name) select ${person.id}, 'N' || n from generate_series(1, 100) n`;
    await tx`insert into kith.contact_networks (owner_id, contact_id, network_id) select owner_id, id, ${network} from kith.contacts`;
    await tx`insert into kith.notes (owner_id, content, contact_id) select owner_id, first_name, id from kith.contacts`;
  });
  for (const table of ["notes", "contacts"]) {
    await database.asRest(person.id, (tx) => tx.query(`delete from kith.${table}`));
  }
  await database.asRest(
    person.id,
    (tx) =>
      tx`insert into kith.contacts (owner_id, first_name) select ${person.id}, 'M' || n from generate_series(1, 2000) n`,
  );
  const [row] = await superuser`select count(*)::int as changes from kith_private.changes`;
  changes = row!["changes"];
  limited = credential;
  return () => database.remove();
});

it.each(["list_activity", "list_trash", "list_changes"])(
  "%s reads the log a few times, and not once for each deletion",
  async (operation) => {
    await rolledBack(database.asked, async (tx) => {
      const query = operation === "list_changes" ? { since: cursor } : {};
      const answer = await database.handle(limited, operation, { query }, tx);
      expect(answer.status).toBe(200);
      expect(answer.body.data.length).toBeGreaterThan(1);
      const [row] = await tx`
        select seq_tup_read + idx_tup_fetch as rows from pg_stat_xact_user_tables
         where relid = 'kith_private.changes'::regclass`;
      expect(Number(row!["rows"]) / changes).toBeLessThan(40);
    });
  },
);
