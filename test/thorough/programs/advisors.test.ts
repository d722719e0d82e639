import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { supabaseCli } from "../../../supabase/deploy/cli.ts";
import { copyProject } from "../../../supabase/deploy/project-copy.ts";
import { type BareDatabase, startBareDatabase } from "../../support/bare-database.ts";
import { identifier, type Sql } from "../../support/database.ts";

const [ada, ben] = ["00000000-0000-4000-8000-00000000000a", "00000000-0000-4000-8000-00000000000b"];
const session = "00000000-0000-4000-8000-0000000000aa";

/** Rows of two owners in every table, as many as make the planner think of its indexes. */
const rows = `
  insert into auth.users (id, email) values ('${ada}', 'ada@example.com'), ('${ben}', 'ben@example.com');
  insert into kith.networks (owner_id, name) select owner, 'Network ' || n from owners, generate_series(1, 300) n;
  insert into kith.note_types (owner_id, name) select owner, 'Type ' || n from owners, generate_series(1, 300) n;
  insert into kith.contacts (owner_id, first_name, description, contact_frequency_days, last_contacted_by_hand)
    select owner, 'Contact ' || md5(n::text), repeat(md5(n::text), 10), case when n % 20 = 0 then 7 end, now() - n * interval '1 hour' from owners, generate_series(1, 4000) n;
  insert into kith.contact_networks (owner_id, contact_id, network_id)
    select c.owner_id, c.id, n.id from kith.contacts c
    join (select id, owner_id, row_number() over (partition by owner_id) as r from kith.networks) n on n.owner_id = c.owner_id and n.r = 1 + abs(hashtext(c.id::text)) % 300;
  insert into kith.notes (owner_id, content, contact_id, note_type_id, occurred_at)
    select c.owner_id, 'Note', c.id, t.id, now() - abs(hashtext(c.id::text)) % 10000 * interval '1 minute' from kith.contacts c
    join (select id, owner_id, row_number() over (partition by owner_id) as r from kith.note_types) t on t.owner_id = c.owner_id and t.r = 1 + abs(hashtext(c.id::text)) % 300;
  insert into kith.notes (owner_id, content, contact_ids, occurred_at)
    select c.owner_id, 'Note', array[c.id, lag(c.id, 1, c.id) over (partition by c.owner_id order by c.id)],
      now() - abs(hashtext(c.id::text)) % 10000 * interval '1 minute' from kith.contacts c where left(c.id::text, 1) = '0';
  insert into kith.reminders (owner_id, title, contact_ids, due_at)
    select c.owner_id, 'Reminder', case when left(c.id::text, 1) = '0' then array[c.id, lag(c.id) over (partition by c.owner_id order by c.id)]
        else array[c.id] end, now() + abs(hashtext(c.id::text)) % 10000 * interval '1 minute' from kith.contacts c;
  insert into kith_private.api_keys (owner_id, name, key_prefix, hash)
    select u, 'Key', 'kith_0000', sha256((u || n::text)::bytea)
    from (select md5(n::text)::uuid u from generate_series(1, 300) n) o, generate_series(1, 10) n;
  insert into kith_private.api_keys (owner_id, name, key_prefix, hash, last_used_at)
    values ('${ada}', 'Yesterday', 'kith_0000', sha256('first day'), now() - interval '1 day');
  insert into kith_private.calendars (owner_id, hash)
    select '${ada}', sha256('calendar') union all select md5(n::text)::uuid, sha256(('calendar ' || n)::bytea) from generate_series(1, 300) n;
  insert into auth.sessions (id, user_id) values ('${session}', '${ada}');
  insert into kith_private.api_keys (owner_id, name, client_id, redirect_host)
    select u, 'Connection', 'client-' || n, 'app.example.com'
    from (select '${ada}'::uuid u union select md5(n::text)::uuid from generate_series(1, 300) n) o, generate_series(1, 10) n;
  update kith_private.quotas set maximum = 1000000 where name = 'uploads';
  insert into kith_private.photo_uploads (path, owner_id, contact_id, created_at)
    select 'uploads/' || id, owner_id, id, now() - abs(hashtext(id::text)) % 1500 * interval '1 minute' from kith.contacts;
  insert into kith_private.photo_removals (path, owner_id, due_at)
    select 'removal/' || n, null, now() + n * interval '1 minute' from generate_series(-3, 4000) n;
  insert into kith_private.kept_photos (owner_id, photo, path, kept_at)
    select owner, u, 'kept/' || u, now() - n * interval '11 minutes' from owners, generate_series(-3, 4000) n, lateral (select md5(owner::text || n)::uuid u) p;
  insert into kith_private.photo_removals (path, owner_id, due_at, move_to)
    select 'moved/' || n, null, now() + n * interval '1 minute', 'kept/' || n from generate_series(-3, 4000) n;
  insert into kith_private.api_key_days (api_key_id, owner_id, key_prefix, day, requests, refusals)
    select gen_random_uuid(), u, 'kith_0000', current_date - n % 400, 1, 0
    from (select md5(n::text)::uuid u from generate_series(1, 300) n) o, generate_series(1, 20) n;
  insert into kith_private.idempotent_requests (owner_id, key, fingerprint, status, operation, created_at)
    select owner, n::text, '', 204, 'create_note', now() - n * interval '21.7 seconds' from owners, generate_series(1, 4000) n;
  insert into auth.users (id) select md5('log ' || n)::uuid from generate_series(1, 4000) n;
  insert into kith_private.change_logs (owner_id, oldest_at)
    select md5('log ' || n)::uuid, now() - n * interval '1 minute' from generate_series(1, 4000) n;`;

/** Requests that lead over every index: each order and filter of each list, and what deletes along a foreign key. */
const requests: [operation: string, args: unknown][] = [
  ...["displayName", "lastName", "createdAt", "updatedAt", "lastContactedAt", "-lastContactedAt"]
    .map(list("list_contacts")),
  ["list_contacts", { query: { search: "contact a", pageSize: 5 } }],
  ["list_contacts", { query: { isArchived: "any", pageSize: 5 } }],
  ["list_contacts", { query: { isFavorite: true, pageSize: 5 } }],
  ["list_contacts", { query: { birthdayMonth: 5, pageSize: 5 } }],
  ["list_contacts", { query: { needsContact: true, pageSize: 1 } }],
  ...["occurredAt", "createdAt"].map(list("list_notes")),
  ...["dueAt", "createdAt"].map(list("list_reminders")),
  ["list_reminders", { query: { pageSize: 5 } }],
  ["list_upcoming", { query: {} }],
  ...["name"].map(list("list_networks")),
  ...["name"].map(list("list_note_types")),
  ["list_api_keys", { query: {} }],
  ["list_connections", { query: {} }],
  ["list_duplicates", { query: {} }],
  ["list_imports", { query: {} }],
  ["create_network", { body: { name: "Retried" }, idempotencyKey: "retry" }],
];

function list(operation: string) {
  return (sort: string): [string, unknown] => [operation, { query: { sort, pageSize: 5 } }];
}

/** A project that has been used for a while, by every way there is. */
async function keepBusy(superuser: Sql, asPostgres: Sql): Promise<void> {
  await superuser.query(`
    insert into auth.users (id) select md5(n::text)::uuid from generate_series(1, 300) n;
    create temporary table owners on commit drop as select unnest('{${ada},${ben}}'::uuid[]) as owner;
    ${rows}`);
  await superuser.query("vacuum analyze");
  const handle = async (
    operation: string,
    args: unknown,
    kind: "access_token" | "api_key" | "connection" | "calendar" = "access_token",
    sub = ada,
  ) => {
    const secret = kind === "calendar" ? "calendar" : "first day";
    const hash = createHash("sha256").update(secret).digest("hex");
    const credential = JSON.stringify(
      {
        access_token: { kind, sub },
        api_key: { kind, hash },
        calendar: { kind, hash },
        connection: { kind: "access_token", sub, clientId: "client-5", sessionId: session },
      }[kind],
    );
    const [answer] = await asPostgres`
      select status, body, log from kith_private.handle(${credential}, ${operation}, ${
      JSON.stringify(args)
    })`;
    if (answer?.["status"] === null) throw new Error(`${operation}: ${JSON.stringify(answer)}`);
  };
  for (const [operation, args] of requests) await handle(operation, args);
  for (
    const [table, operation] of [["contacts", "delete_contact"], ["networks", "delete_network"], [
      "note_types",
      "delete_note_type",
    ], ["reminders", "delete_reminder"]] as const
  ) {
    const [row] = await superuser`
      select id from ${identifier("kith", table)} where owner_id = ${ada} limit 1`;
    await handle(operation, { id: row?.["id"] });
  }
  const [contact, twin] = await superuser`
    select id from kith.contacts where owner_id = ${ada} limit 2`;
  const contactIds = [contact?.["id"], twin?.["id"]];
  await handle("dismiss_duplicate", { body: { contactIds } });
  await handle("merge_contacts", { id: contactIds[0], body: { duplicateId: contactIds[1] } });
  await handle("create_photo_upload", { id: contact?.["id"], body: { extension: "png" } });
  await handle("get_me", {}, "api_key");
  await handle("get_me", {}, "connection");
  await handle("get_calendar_feed", {}, "calendar");
  await handle("get_calendar", {});
  await handle("list_activity", { query: { resourceId: contact?.["id"] } });
  await handle("list_trash", { query: {} });
  await handle("list_changes", { query: { since: await cursorOf(superuser, ada) } });
  // Every twentieth change set calls it, and it removes kept photos.
  await asPostgres`select kith_private.purge_logs(${ada}, 20)`;
  const [another] = await superuser`select md5('1')::uuid as id`;
  await handle("delete_me", {}, "access_token", another?.["id"]);
  for (const sql of [superuser, asPostgres]) await sql`select pg_stat_force_next_flush()`;
}

/** The cursor of before an owner's first change. */
async function cursorOf(superuser: Sql, owner: string): Promise<string> {
  const [row] = await superuser<{ cursor: string }[]>`
    with claims as materialized (
      select set_config('request.jwt.claims', ${JSON.stringify({ sub: owner })}, true))
    select kith_private.write_cursor(0, 0) as cursor from claims`;
  return row!.cursor;
}

/**
 * What the dashboard's advisors say, by `supabase db advisors`. Some of it depends on use (an index that nothing has
 * used), so the project has been used: what is then said of an index is that no request needs it.
 */
let database: BareDatabase;

async function advise(): Promise<string[]> {
  const copy = await copyProject();
  try {
    const result = await supabaseCli(copy.folder, { PGPASSWORD: "postgres" })(
      "db",
      "advisors",
      `--remote=${database.url.replace(":postgres@", "@")}?sslmode=disable`,
      "--type=all",
      "--level=info",
      "--fail-on=none",
    );
    expect(result.output).toMatch(/No issues found|\[\s*\{/);
    return [...result.stdout.matchAll(/"detail": "(.*)"/g)].map((match) => match[1]!);
  } finally {
    await copy.remove();
  }
}

afterAll(() => database?.remove());
beforeAll(async () => {
  database = await startBareDatabase();
  await database.push();
  await keepBusy(database.superuser, database.postgres);
  // Writing and logging tens of thousands of rows takes longer than other set-ups, most of all beside other tests.
}, 600_000);

describe("the advisors, for security and performance, down to what is only for information", () => {
  it("say nothing at all of a project in use", async () => {
    expect(await advise()).toEqual([]);
  });

  it("do say what is wrong where something is", async () => {
    await database.postgres`create table public.open_to_all (id bigint primary key)`;
    await database.postgres`drop policy "Owners reach their notes" on kith.notes`;
    await database.postgres`drop index kith.notes_contact_id_idx`;
    const said = (await advise()).join("\n");
    expect(said).toContain("open_to_all");
    expect(said).toContain("notes");
  });
});
