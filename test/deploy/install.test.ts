import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DatabaseControl, startDatabase } from "../../supabase/local/database.ts";
import { pushMigrations } from "../../supabase/local/migrations.ts";
import { databaseUrlOf } from "../../supabase/local/postgres.ts";

const project = fileURLToPath(new URL("../..", import.meta.url));

/** A database like that of a project which has lived for a while before Kith comes. */
let database: DatabaseControl;
let folder: string;
let superuser: postgres.Sql;
let before: unknown;

const early = "00000000-0000-4000-8000-000000000001";
const later = "00000000-0000-4000-8000-000000000002";

/** Every object, right and default outside of Kith's own schemas that an installation could disturb. */
async function theirs() {
  return await superuser`
    select 'table' as kind, c.oid::regclass::text as name, c.relacl::text as rights, c.relrowsecurity::text as more
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'shop' or c.relname like 'orders%'
    union all
    select 'function', p.oid::regprocedure::text, p.proacl::text, p.prosrc
      from pg_proc p where p.proname like 'order%'
    union all
    select 'defaults', d.defaclrole::regrole::text || ' ' || d.defaclnamespace::regnamespace::text || ' ' || d.defaclobjtype::text, d.defaclacl::text, null
      from pg_default_acl d where d.defaclnamespace::regnamespace::text in ('public', 'shop')
    order by 1, 2`;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kith install "));
  database = await startDatabase(folder, 0, () => {});
  superuser = postgres(databaseUrlOf("supabase_admin", database.port), {
    max: 1,
    onnotice: () => {},
  });
  await superuser`
    insert into auth.users (id, email, created_at, raw_user_meta_data) values
      (${early}, 'early@example.com', '2020-02-03T04:05:06Z', '{"name": "Early"}'),
      (${later}, 'later@example.com', null, null)`;
  await superuser.unsafe(`
    set role postgres;
    create schema shop;
    create table shop.contacts (id bigint primary key, name text);
    create table public.orders (id bigint primary key, buyer uuid references auth.users);
    insert into public.orders values (1, '${early}');
    grant select on public.orders to anon;
    create function public.order_total(bigint) returns bigint language sql as 'select $1';
    reset role`);
  before = await theirs();
  await pushMigrations(project, folder, databaseUrlOf("postgres", database.port));
});

afterAll(async () => {
  await superuser?.end();
  await database?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe("installing into a project that has users and objects of its own", () => {
  it("goes through as the role postgres, which is no superuser", async () => {
    const [role] = await superuser`select rolsuper from pg_roles where rolname = 'postgres'`;
    expect(role).toEqual({ rolsuper: false });
    const [handle] = await superuser`
      select p.proowner::regrole::text as owner from pg_proc p where p.proname = 'handle'`;
    expect(handle).toEqual({ owner: "postgres" });
  });

  it("gives everyone who was there a profile", async () => {
    const profiles =
      await superuser`select owner_id, timezone from public.profiles order by owner_id`;
    expect([...profiles]).toEqual([
      { owner_id: early, timezone: "UTC" },
      { owner_id: later, timezone: "UTC" },
    ]);
  });

  it("leaves their objects, rows and rights as they were", async () => {
    expect(await theirs()).toEqual(before);
    expect(await superuser`select id::int as id, buyer from public.orders`).toHaveLength(1);
    const [anyone] = await superuser`
      select has_function_privilege('anon', 'public.order_total(bigint)', 'execute') as may`;
    expect(anyone).toEqual({ may: true });
  });

  it("answers a request of somebody who was there", async () => {
    const asFunction = postgres(databaseUrlOf("postgres", database.port), { max: 1 });
    const credential = { kind: "access_token", sub: early };
    const [answer] = await asFunction`
      select status, body::json ->> 'email' as email
        from private.handle(${asFunction.json(credential)}, 'get_me', '{}')`;
    expect(answer).toEqual({ status: 200, email: "early@example.com" });
    await asFunction.end();
  });

  it("is not repeated when it is pushed again", async () => {
    await pushMigrations(project, folder, databaseUrlOf("postgres", database.port));
    const [count] =
      await superuser`select count(*)::int as n from supabase_migrations.schema_migrations`;
    expect(count?.n).toBeGreaterThan(0);
    expect(await superuser`select 1 from public.profiles`).toHaveLength(2);
  });
});
