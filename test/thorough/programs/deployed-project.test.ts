import { readFile } from "node:fs/promises";
import { afterAll, describe, expect, it } from "vitest";
import { inProjectCopy, supabaseCli } from "../../../local/core/supabase-cli.ts";
import { migrationNames } from "../../../local/core/schema.ts";
import { handle, tokenOf } from "../../support/handle.ts";
import type { Json } from "../../support/client.ts";
import { startBareDatabase } from "../../support/fresh-database.ts";
import { rolledBack, type Sql } from "../../support/database.ts";
import { runInstaller, withoutState } from "../../support/installing.ts";
import {
  type EdgeFunction,
  type ManagementApi,
  startManagementApi,
} from "../../support/management-api.ts";
import { become } from "../../support/sql.ts";
import { wholeCatalog } from "../../support/whole-catalog.ts";

/** Somebody who had an account before Kith came, and somebody else. */
const [early, later] = [1, 2].map((n) =>
  `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`
) as [string, string];

/** As the superuser where only the platform's services write; the rest as the dashboard's role. */
const services = `
  insert into auth.users (id, email, created_at, raw_user_meta_data)
  select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'user' || n || '@example.com',
         case when n % 7 > 0 then timestamptz '2020-02-03 04:05:06Z' + n * interval '1 hour' end,
         case n % 4 when 0 then null when 1 then jsonb_build_object('name', 'User ' || n)
                    when 2 then jsonb_build_object('full_name', repeat('x', 300)) else '{"name": 7}' end
    from generate_series(1, 1000) n;
  grant trigger, references, select on auth.users to postgres;
  insert into storage.buckets (id, name, public) values ('receipts', 'receipts', false), ('logos', 'logos', true),
    ('contact-photos', 'contact-photos', true);
  insert into storage.objects (bucket_id, name, owner, metadata) values
    ('receipts', '${early}/1.pdf', '${early}', '{"size": 10}'), ('receipts', '${later}/2.pdf', '${later}', '{"size": 20}'),
    ('logos', 'logo.png', null, '{"size": 30}'), ('contact-photos', '${early}/1.png', '${early}', '{"size": 40}');`;

const theirs = `
  create extension unaccent with schema public;
  create extension citext with schema extensions;
  create schema shop;
  create table shop.contacts (id bigint generated always as identity primary key, name extensions.citext unique);
  comment on table shop.contacts is 'Of the shop';
  create table public.profiles (id uuid primary key references auth.users on delete cascade, username text unique);
  alter table public.profiles enable row level security;
  insert into public.profiles values ('${early}', 'early'), ('${later}', 'later');
  create table public.notes (id bigint primary key, body text);
  insert into public.notes values (1, 'Their note');
  create schema api;
  create function api.profile_of(uuid) returns text language sql as 'select username from public.profiles where id = $1';
  create table api.contacts (id bigint primary key);
  insert into api.contacts values (1);
  create schema private;
  create table private.api_keys (id bigint primary key, secret text);
  insert into private.api_keys values (1, 'theirs');
  create type public.state as enum ('open', 'paid');
  create table public.orders (id bigint primary key, buyer uuid references auth.users on delete cascade, state public.state);
  alter table public.orders enable row level security;
  create policy "Buyers read" on public.orders for select to authenticated using (auth.uid() = buyer);
  insert into public.orders values (1, '${early}', 'open'), (2, '${later}', 'paid');
  grant select on public.orders to anon;
  create view public.open_orders with (security_invoker = true) as select id from public.orders where state = 'open';
  create function public.order_total(bigint) returns bigint language sql as 'select $1';
  create function public.plain(text) returns text language sql as 'select public.unaccent($1)';
  alter default privileges in schema shop grant select on tables to anon;
  create table public.welcomes (account uuid primary key references auth.users on delete cascade);
  create function public.welcome() returns trigger language plpgsql security definer set search_path = '' as
    'begin insert into public.welcomes values (new.id); return new; end';
  create trigger on_auth_user_created after insert on auth.users for each row execute function public.welcome();
  create policy "Receipts are their owners'" on storage.objects for select to authenticated
    using (bucket_id = 'receipts' and (storage.foldername(name))[1] = auth.uid()::text);
  create policy "Logos are everybody's" on storage.objects for select to anon using (bucket_id = 'logos');
  create schema supabase_migrations;
  create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
  insert into supabase_migrations.schema_migrations values
    ('20250101000000', '{select 1}', 'shop'), ('20990101000000', '{select 2}', 'shop_later');`;

/** Makes of an empty project one that has lived for a while: 1,000 users, and things of every kind that is not Kith's. */
async function liveIn(superuser: Sql): Promise<void> {
  await superuser.query(services);
  await superuser.query(`set role postgres; ${theirs} reset role;`);
}

/** The rows that are theirs, in tables whose names Kith might have taken among them, as one text. */
async function theirRows(sql: Sql): Promise<string> {
  const rows = await sql`
    select (select json_agg(u order by id) from auth.users u) as users, (select json_agg(o order by id) from public.orders o) as orders,
           (select json_agg(p order by id) from public.profiles p) as profiles, (select json_agg(n order by id) from public.notes n) as notes,
           (select json_agg(c order by id) from api.contacts c) as contacts, (select json_agg(k order by id) from private.api_keys k) as keys,
           (select json_agg(b order by id) from storage.buckets b) as buckets,
           (select json_agg(o order by name) from storage.objects o) as objects,
           (select json_agg(m order by version) from supabase_migrations.schema_migrations m) as migrations`;
  return JSON.stringify(rows);
}

/** A function of theirs under the name that Kith's once had. */
const theirFunction: EdgeFunction = {
  id: "7d3f1a52-0f0e-4a2c-9c59-6f2f0f6f7a10",
  slug: "api",
  name: "Shop API",
  version: 7,
  status: "ACTIVE",
  verify_jwt: true,
  created_at: 1735689600000,
  updated_at: 1740787200000,
};

/** Gives a project a function and a secret of its own. */
function useFunctions(api: ManagementApi): void {
  api.functions.set(theirFunction.slug, { ...theirFunction });
  api.secrets.set("PAYMENT_KEY", "theirs");
}

/** The functions and secrets that are there, but for those under these names, as one text. */
function functionsBeside(api: ManagementApi, ...names: string[]): string {
  const others = (all: Map<string, unknown>) => [...all].filter(([name]) => !names.includes(name));
  return JSON.stringify([others(api.functions), others(api.secrets)]);
}

const uninstall = await readFile(new URL("../../../docs/uninstall.sql", import.meta.url), "utf8");

/** One after the other: what there was, Kith on top of it, Kith used, and Kith gone. */
const database = await startBareDatabase();
const api = await startManagementApi({ databaseUrl: database.url });
afterAll(() => api.stop());
useFunctions(api);
await liveIn(database.superuser);
const before = {
  catalog: await wholeCatalog(database.superuser),
  rows: await theirRows(database.superuser),
  functions: functionsBeside(api),
};

const ask = (operation: string, args: Json, sub = early) =>
  handle(database.postgres, tokenOf(sub), operation, args);

describe("pushing into a project of 1,000 users with objects and migrations of its own", () => {
  it("goes through, as the role postgres, which is no superuser", async () => {
    expect(await database.push()).toEqual(await migrationNames());
    const owners = await database.superuser`
      select distinct r.rolname, r.rolsuper from pg_class c join pg_roles r on r.oid = c.relowner
       where c.relnamespace in ('kith'::regnamespace, 'kith_api'::regnamespace, 'kith_private'::regnamespace)`;
    expect(owners).toEqual([{ rolname: "postgres", rolsuper: false }]);
  });

  it("changes nothing the second time", async () => {
    const once = await wholeCatalog(database.superuser);
    const profiles = await database.superuser`select * from kith.profiles order by owner_id`;
    expect(await database.push()).toEqual([]);
    expect(await wholeCatalog(database.superuser)).toEqual(once);
    expect(await database.superuser`select * from kith.profiles order by owner_id`).toEqual(
      profiles,
    );
  });

  it("goes through as a whole deployment, which leaves their function and secret alone", async () => {
    const catalog = await wholeCatalog(database.superuser);
    const { superuser: sql } = database;
    const buckets = async () =>
      (await sql`select * from storage.buckets order by id`).map(({ updated_at: _, ...row }) =>
        row
      );
    const bucketsBefore = await buckets();
    await runInstaller(api, ["install", "--no-smoke-test"]);
    expect([...api.functions.keys()]).toEqual(["api", "kith"]);
    expect([...api.secrets.keys()]).toEqual(["PAYMENT_KEY", "KITH_DB_URL"]);
    expect(functionsBeside(api, "kith", "KITH_DB_URL")).toBe(before.functions);
    expect(withoutState(await wholeCatalog(database.superuser))).toEqual(withoutState(catalog));
    expect(await buckets()).toEqual(bucketsBefore);
  });

  it("gives every existing user a profile", async () => {
    const [count] = await database.superuser`
      select count(*)::int as profiles, count(distinct owner_id)::int as owners from kith.profiles`;
    expect(count).toEqual({ profiles: 1000, owners: 1000 });
  });

  it("removes nothing from the catalog", async () => {
    // The Edge Function connects as postgres, which may therefore become the role of keys with limits.
    const withoutOurs = (line: string) =>
      line.replace(/^role postgres: .*/, (role) => role.replaceAll(",kith_limited", ""));
    const now = new Set((await wholeCatalog(database.superuser)).map(withoutOurs));
    expect(before.catalog.filter((line) => !now.has(line))).toEqual([]);
  });

  it("leaves their rows as they were", async () => {
    const { superuser: sql } = database;
    const rows = JSON.parse(await theirRows(sql))[0];
    const [then] = JSON.parse(before.rows);
    for (const kind of ["users", "orders", "profiles", "notes", "contacts", "keys", "objects"]) {
      expect(rows[kind]).toEqual(then[kind]);
    }
    expect(rows.buckets).toEqual(expect.arrayContaining(then.buckets));
    expect(rows.migrations).toEqual(expect.arrayContaining(then.migrations));
  });
});

describe("what the project had before", () => {
  it("still works: the project's trigger on auth.users, views, functions and extensions", async () => {
    await rolledBack(database.superuser, async (tx) => {
      await tx`set local role supabase_auth_admin`;
      const id = "00000000-0000-4000-9000-000000000001";
      await tx`insert into auth.users (id, email) values (${id}, 'new@example.com')`;
      await tx`reset role`;
      const [made] = await tx`
        select (select count(*)::int from public.welcomes where account = ${id}) as welcomes,
               (select count(*)::int from kith.profiles where owner_id = ${id}) as profiles,
               (select count(*)::int from public.open_orders) as open, public.plain('é') as plain`;
      expect(made).toEqual({ welcomes: 1, profiles: 1, open: 1, plain: "e" });
    });
  });

  it("the project has the same policies and grants on its buckets and tables", async () => {
    const seenBy = (persona: Parameters<typeof become>[1]) =>
      rolledBack(database.superuser, async (tx) => {
        await become(tx, persona);
        return (await tx`select name from storage.objects order by name`).map((row) => row["name"]);
      });
    expect(await seenBy({ sub: early })).toEqual([`${early}/1.pdf`]);
    expect(await seenBy({ sub: later })).toEqual([`${later}/2.pdf`]);
    expect(await seenBy("anonymous")).toEqual(["logo.png"]);
    await rolledBack(database.superuser, async (tx) => {
      await become(tx, { sub: early });
      expect((await tx`select id::int as id from public.orders`).map((row) => row["id"])).toEqual([
        1,
      ]);
      expect(await tx`select public.order_total(3)::int as total`).toMatchObject([{ total: 3 }]);
    });
  });
});

describe("Kith in such a project", () => {
  it("serves existing users, and searches without accents through an extension in another schema", async () => {
    expect((await ask("get_me", {})).body).toMatchObject({ email: "user1@example.com" });
    const contact = await ask("create_contact", { body: { firstName: "Zoë" } });
    expect(contact.status).toBe(201);
    const found = await ask("list_contacts", { query: { search: "ZOE" } });
    expect(found.body).toMatchObject({ total: 1 });
    expect((await ask("list_contacts", { query: {} }, later)).body).toMatchObject({ total: 0 });
    await ask("create_note", { body: { content: "x", contactId: contact.body["id"] } });
    await database.superuser`
      insert into storage.objects (bucket_id, name) values ('kith-photos', ${`${early}/x.png`})`;
  });
});

describe("docs/uninstall.sql", () => {
  it("restores the catalog and every row", async () => {
    await database.postgres.query(uninstall);
    expect(await wholeCatalog(database.superuser)).toEqual(before.catalog);
    expect(await theirRows(database.superuser)).toEqual(before.rows);
  });

  it("can be run again, and Kith pushed again", async () => {
    await database.postgres.query(uninstall);
    expect(await wholeCatalog(database.superuser)).toEqual(before.catalog);
    expect(await database.push()).toEqual(await migrationNames());
    expect((await ask("list_contacts", { query: {} })).body).toMatchObject({ total: 0 });
  });
});

describe("the command that uninstalls", () => {
  it("restores the catalog, every row, and the functions and secrets beside", async () => {
    expect(await runInstaller(api, ["install", "--no-smoke-test"])).toContain("has Kith");
    await runInstaller(api, ["uninstall", "--delete-all-data"]);
    expect(await wholeCatalog(database.superuser)).toEqual(before.catalog);
    expect(await theirRows(database.superuser)).toEqual(before.rows);
    expect(functionsBeside(api)).toBe(before.functions);
  });
});

describe("an empty project", async () => {
  /** What the CLI keeps its history in stays: it is the CLI's. */
  const isHistory = (line: string) => line.includes("supabase_migrations");
  const database = await startBareDatabase();
  const before = await wholeCatalog(database.superuser);

  it("refuses Kith, and stays unchanged, while it has a schema of the same name", async () => {
    await database.postgres`create schema kith_api`;
    const taken = await wholeCatalog(database.superuser);
    await expect(database.push()).rejects.toThrow(/kith_api.* already exists/);
    const after = await wholeCatalog(database.superuser);
    expect(after.filter((line) => !isHistory(line))).toEqual(taken);
    await database.postgres`drop schema kith_api`;
  });

  it("accepts Kith with the extension that it needs", async () => {
    expect(await database.push()).toEqual(await migrationNames());
    const [home] = await database.superuser`
      select extnamespace::regnamespace::text as schema from pg_extension where extname = 'unaccent'`;
    expect(home).toEqual({ schema: "extensions" });
    expect(await database.push()).toEqual([]);
    const url = database.url.replace(/:[^:@]*@/, "@");
    const { output } = await inProjectCopy((folder) =>
      supabaseCli(folder, { PGPASSWORD: "postgres" })(
        "db",
        "push",
        `--remote=${url}?sslmode=disable`,
      )
    );
    expect(output).toContain("up to date");
  });

  it("the empty project is empty again after docs/uninstall.sql, without the extension that Kith brought", async () => {
    await database.postgres.query(uninstall);
    const after = await wholeCatalog(database.superuser);
    expect(after.filter((line) => !isHistory(line))).toEqual(before);
    const history = await database.superuser`select 1 from supabase_migrations.schema_migrations`;
    expect(history).toHaveLength(0);
  });

  it("keeps an extension that Kith brought and that something else uses by now", async () => {
    await database.push();
    await database.postgres.query(`
      create function public.plain(text) returns text language sql begin atomic select extensions.unaccent($1); end`);
    await database.postgres.query(uninstall);
    expect(await database.postgres`select public.plain('é') as plain`).toEqual([{ plain: "e" }]);
  });
});
