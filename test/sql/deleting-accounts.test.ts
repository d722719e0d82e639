import { describe, expect, it } from "vitest";
import { mustHandle, startLogDatabase } from "../support/activity/log-database.ts";
import { committed, rolledBack, type Sql } from "../support/database.ts";
import { placesOf } from "../support/owned-rows.ts";

/** In a database of its own, all of which is searched for what is left of an account. */
const database = await startLogDatabase(2);

/** Contacts with a note each, past the triggers: what is tested is their end. */
async function fill(owner: string, contacts: number): Promise<void> {
  await database.superuser.query(`
    begin;
    set local session_replication_role = replica;
    with made as (
      insert into kith.contacts (owner_id, first_name) select '${owner}', 'C' || n from generate_series(1, ${contacts}) n
      returning id)
    insert into kith.notes (owner_id, content, contact_id, contact_ids)
    select '${owner}', 'N', id, array[id] from made;
    commit`);
}

const contactsOf = async (owner: string): Promise<number> =>
  (await database
    .superuser`select count(*)::int as n from kith.contacts where owner_id = ${owner}`)[0]!.n;

describe("an account of more rows than one statement deletes", () => {
  it("loses its keys and its feed first, then its rows in parts, and then ends", async () => {
    const { id: owner, token, newKey } = await database.newPerson();
    const { counted: _, ...key } = (await newKey()).credential;
    await mustHandle(database.asked, token, "create_calendar", {
      hash: "0".repeat(64),
    });
    await mustHandle(database.asked, token, "create_inbox", { hash: "1".repeat(64) });
    const calendar = { name: "Work", url: "https://calendar.example.com/basic.ics" };
    await mustHandle(database.asked, token, "create_read_calendar", { body: calendar });
    const hook = { name: "n8n", url: "https://hooks.example.com/" };
    const secret = `whsec_${"A".repeat(43)}=`;
    await mustHandle(database.asked, token, "create_webhook", { body: hook, secret });
    const channel = { kind: "ntfy", name: "Phone", target: "https://ntfy.example.com/a" };
    await mustHandle(database.asked, token, "create_channel", { body: channel });
    await fill(owner, 6000);

    const first = await database.handle(token, "delete_me", {});
    expect(first).toMatchObject({ status: 202, body: [] });
    expect(await contactsOf(owner)).toBe(6000);
    expect(await database.handle(key, "get_me", {})).toMatchObject({
      status: null,
      body: { code: "unauthorized" },
    });
    const credentials = await database.superuser`
      select from kith_private.api_keys where owner_id = ${owner}
      union all select from kith_private.calendars where owner_id = ${owner}
      union all select from kith_private.inboxes where owner_id = ${owner}
      union all select from kith_private.read_calendars where owner_id = ${owner}
      union all select from kith_private.webhooks where owner_id = ${owner}
      union all select from kith_private.channels where owner_id = ${owner}`;
    expect(credentials).toHaveLength(0);

    let [parts, status] = [1, first.status];
    for (; status === 202; parts++) {
      status = (await database.handle(token, "delete_me", {})).status;
    }
    expect(status).toBe(204);
    expect(parts).toBeGreaterThan(2);
    expect(await placesOf(database.superuser, owner)).toEqual([]);
  });
});

describe("an account that Auth or the dashboard deletes", () => {
  /** How often the further contacts of notes are looked for while an account is deleted, in a transaction that has begun. */
  const lookUps = async (tx: Sql, owner: string): Promise<number> => {
    await tx`delete from auth.users where id = ${owner}`;
    const [counted] = await tx`
      select (seq_scan + idx_scan)::int as scans from pg_stat_xact_user_tables where relid = 'kith.note_contacts'::regclass`;
    return counted!["scans"];
  };

  it("leaves nothing, and none of its rows is logged or derived from while it goes", async () => {
    const { id: owner } = await database.newPerson();
    await fill(owner, 50);
    await database.superuser.query("set track_functions = 'pl'");
    const called = await database.superuser.query(`
      do $$
      begin
        delete from auth.users where id = '${owner}';
        if exists (select from pg_stat_xact_user_functions where funcname in ('log_change', 'erase_answers', 'derive_last_noted')) then
          raise exception 'a trigger ran for each row';
        end if;
      end
      $$`).then(() => "none", String);
    expect(called).toBe("none");
    expect(await placesOf(database.superuser, owner)).toEqual([]);
  });

  it("goes as one, and no row is checked by itself", async () => {
    const { id: owner } = await database.newPerson();
    await fill(owner, 50);
    await committed(
      database.superuser,
      async (tx) => expect(await lookUps(tx, owner)).toBeLessThan(10),
    );
    expect(await placesOf(database.superuser, owner)).toEqual([]);
  });

  it("goes row by row where postgres may not do that", async () => {
    const { id: owner } = await database.newPerson();
    await fill(owner, 50);
    await rolledBack(database.superuser, async (tx) => {
      await tx`revoke set on parameter session_replication_role from postgres`;
      expect(await lookUps(tx, owner)).toBeGreaterThan(50);
      expect(await tx`select from kith.contacts where owner_id = ${owner}`).toEqual([]);
    });
  });

  it("takes what refers to its contacts in tables of the project's own", async () => {
    const { id: owner } = await database.newPerson();
    await fill(owner, 5);
    await rolledBack(database.superuser, async (tx) => {
      await tx`create table public.invoices (owner_id uuid, contact_id uuid,
        foreign key (owner_id, contact_id) references kith.contacts (owner_id, id) on delete cascade)`;
      await tx`insert into public.invoices select owner_id, id from kith.contacts where owner_id = ${owner}`;
      await tx`delete from auth.users where id = ${owner}`;
      expect(await tx`select from public.invoices`).toEqual([]);
    });
  });
});
