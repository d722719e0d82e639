import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { beforeAll, expect, it } from "vitest";
import { sha256 } from "../../functions/kith/core/sha256.ts";
import { committed } from "../support/database.ts";
import { freshDatabase } from "../support/fresh-database.ts";
import { as } from "../support/client.ts";
import { handle, tokenOf } from "../support/handle.ts";
import { withFunctionCopy } from "../support/function-copy.ts";

/** The clock: what is due, who is told of it, and what a tick does. */
const database = await freshDatabase();
const sql = database.superuser;
const owner = randomUUID();

/** Stand-ins for pg_cron, pg_net and the Vault, with what is used of them: the embedded Postgres has none of these. */
const extensions = `
  create schema cron; create schema net; create schema vault;
  create table cron.job (jobid bigserial primary key, jobname text unique, schedule text, command text);
  create table cron.job_run_details (jobid bigint, end_time timestamptz);
  create function cron.schedule(job_name text, schedule text, command text) returns bigint language sql as
    'insert into cron.job (jobname, schedule, command) values ($1, $2, $3)
     on conflict (jobname) do update set schedule = excluded.schedule, command = excluded.command returning jobid';
  create table net.sent (url text, headers jsonb);
  create function net.http_post(url text, body jsonb default '{}', params jsonb default '{}', headers jsonb default '{}',
    timeout_milliseconds integer default 5000) returns bigint language sql as 'insert into net.sent values ($1, $4); select 1::bigint';
  create function cron.unschedule(job_id bigint) returns boolean language sql as 'delete from cron.job where jobid = $1 returning true';
  create table vault.secrets (id uuid default gen_random_uuid(), name text unique, secret text);
  create view vault.decrypted_secrets as select s.id, s.name, s.secret as decrypted_secret from vault.secrets s;
  create function vault.create_secret(new_secret text, new_name text, new_description text default '') returns uuid language sql as
    'insert into vault.secrets (secret, name) values ($1, $2) returning id';
  create function vault.update_secret(secret_id uuid, new_secret text) returns void language sql as
    'update vault.secrets set secret = $2 where id = $1';`;

const install = async (address: string): Promise<string | null> => {
  const [row] = await database.postgres`select kith_private.install_clock(${address}) as hash`;
  return row!["hash"];
};

/** The requests that a minute of pg_cron makes. */
async function wake() {
  await sql`truncate net.sent`;
  await database.postgres`select kith_private.wake()`;
  return await sql`select url, headers from net.sent`;
}

/** Leaves so many stored answers, and an import, that are more than a day old. */
async function leaveOld(answers: number): Promise<void> {
  await sql`insert into kith_private.idempotent_requests (owner_id, key, fingerprint, status, body, operation, created_at)
    select ${owner}, 'old ' || n, '', 201, 'x', 'create_note', now() - interval '2 days' from generate_series(1, ${answers}::integer) n`;
  await sql`insert into kith_private.imports (id, owner_id, format, created_at) values (${randomUUID()}, ${owner}, 'vcard', now() - interval '2 days')`;
}

beforeAll(async () => {
  await sql`insert into auth.users (id) values (${owner})`;
});

it("is not installed where an extension is missing, and wakes the function only where something is due", async () => {
  expect(await install("https://kith.example/tick")).toBeNull();
  await sql.query(extensions);
  for (const schema of ["cron", "net", "vault"]) {
    await sql.query(
      `grant usage on schema ${schema} to postgres; grant all on all tables in schema ${schema} to postgres;
      grant all on all sequences in schema ${schema} to postgres`,
    );
  }
  const hash = await install("https://kith.example/tick");
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  // Again, and somewhere else: the secret stays.
  expect(await install("https://kith.example/api/v1/tick")).toBe(hash);
  expect(await sql`select jobname, schedule, command from cron.job`).toEqual([
    { jobname: "kith-tick", schedule: "* * * * *", command: "select kith_private.wake()" },
  ]);

  // It has never ticked.
  const [request] = await wake();
  expect(request!["url"]).toBe("https://kith.example/api/v1/tick");
  const [, secret] = /^Bearer (kith_tick_\w+)$/.exec(request!["headers"].Authorization)!;
  expect(sha256(secret!)).toBe(hash);

  await sql`select kith_private.tick(), kith_private.photos_to_remove(null, true)`;
  expect(await wake()).toEqual([]);
  const causes = [
    () => leaveOld(1),
    () =>
      sql`insert into kith_private.change_logs (owner_id, oldest_at) values (${owner}, now() - interval '40 days')`,
    () => sql`update kith_private.photo_sweep set swept_at = now() - interval '7 hours'`,
    () =>
      sql`update kith_private.photo_sweep set swept_at = now() - interval '2 minutes', last_name = 'a'`,
    () => sql`update kith_private.clock set ticked_at = now() - interval '13 hours'`,
  ];
  for (const cause of causes) {
    await cause();
    expect(await wake()).toHaveLength(1);
    await sql`delete from kith_private.idempotent_requests`;
    await sql`delete from kith_private.imports`;
    await sql`delete from kith_private.change_logs`;
    await sql`update kith_private.photo_sweep set swept_at = now(), last_name = ''`;
    await sql`update kith_private.clock set ticked_at = now()`;
    expect(await wake()).toEqual([]);
  }
  // What is to be done at once: however often that is asked for, every two seconds.
  await sql`truncate net.sent`;
  for (let n = 0; n < 3; n++) await sql`select kith_private.request_tick()`;
  expect(await sql`select from net.sent`).toHaveLength(1);
  await sql`update kith_private.clock set requested_at = now() - interval '3 seconds'`;
  await sql`select kith_private.request_tick()`;
  expect(await sql`select from net.sent`).toHaveLength(2);
});

it("ticks for its secret alone, does all that is due, and two at once do nothing twice", async () => {
  const secret = "kith_tick_secret";
  const url = new URL(database.superuserUrl);
  const environment = {
    SUPABASE_DB_URL: url.href,
    KITH_TICK_SHA256: sha256(secret),
  };
  await withFunctionCopy(environment, async (base) => {
    for (const wrong of ["", "kith_tick_other", "kith_tick_", `kith_${"0".repeat(40)}`, "a.b.c"]) {
      expect((await as(wrong, base).post("/tick")).status).toBe(401);
    }
    await leaveOld(2500);
    const ticks = await Promise.all([1, 2, 3].map(() => as(secret, base).post("/tick")));
    expect(ticks.map(({ status }) => status)).toEqual([202, 202, 202]);
    const sum = (name: string) => ticks.reduce((all, { body }) => all + body[name], 0);
    expect([sum("answers"), sum("imports"), sum("photos")]).toEqual([2500, 1, 0]);
    expect((await as(secret, base).post("/tick")).body)
      .toEqual({
        digests: 0,
        reminders: 0,
        sent: 0,
        webhooks: 0,
        answers: 0,
        deliveries: 0,
        imports: 0,
        logs: 0,
        photos: 0,
        calendars: 0,
        meetings: 0,
      });
  });
});

it("leaves a request nothing to sweep, until it has not run for a day", async () => {
  const log = () => sql`select from kith_private.change_logs where owner_id = ${owner}`;
  const answers = () => sql`select from kith_private.idempotent_requests where owner_id = ${owner}`;
  const writer = randomUUID();
  await sql`insert into auth.users (id) values (${writer})`;
  const write = async (times: number) => {
    for (let n = 0; n < times; n++) {
      const made = await handle(database.postgres, tokenOf(writer), "create_note", {
        body: { content: "x" },
      });
      expect(made.status).toBe(201);
    }
  };
  await sql`select kith_private.tick()`;
  await leaveOld(1);
  await sql`insert into kith_private.change_logs (owner_id, oldest_at) values (${owner}, now() - interval '40 days')`;
  await sql`insert into kith_private.change_sets (owner_id, number, id, actor_kind, at) values (${owner}, 1, gen_random_uuid(), 'database', now() - interval '40 days')`;
  await sql`
    insert into kith_private.changes (owner_id, set_number, position, resource, resource_id, action, is_shown, total_bytes)
    values (${owner}, 1, 1, 'note', gen_random_uuid(), 'delete', true, 0)`;
  const old = () => sql`select from kith_private.changes where owner_id = ${owner}`;
  // Every twentieth change set looks at the size of the log.
  await write(21);
  expect([(await answers()).length, (await old()).length]).toEqual([1, 1]);
  expect(await log()).toHaveLength(1);
  // An account that Auth is deleting is not waited for: its deletion waits for the log.
  await committed(sql, async (tx) => {
    await tx`select from auth.users where id = ${owner} for update`;
    await database.postgres`select set_config('lock_timeout', '5s', true), kith_private.sweep(20)`;
  });
  expect(await old()).toHaveLength(1);
  await sql`update kith_private.clock set ticked_at = now() - interval '25 hours'`;
  await write(1);
  expect([(await answers()).length, (await old()).length]).toEqual([0, 0]);
});

it("goes with Kith where it is uninstalled", async () => {
  const uninstall = await readFile(new URL("../../docs/uninstall.sql", import.meta.url), "utf8");
  const [, block] = /-- The clock, where it was installed\.\n(do \$\$\n[^]*?\n\$\$;\n)/.exec(
    uninstall,
  )!;
  await sql`insert into vault.secrets (name, secret) values ('theirs', 'x')`;
  await database.postgres.query(block!);
  await database.postgres.query(block!);
  expect(await sql`select from cron.job`).toEqual([]);
  expect(await sql`select name from vault.secrets`).toEqual([{ name: "theirs" }]);
});
