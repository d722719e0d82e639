import type { Sql } from "./database.ts";
import type { EdgeFunction, ManagementApi } from "./management-api.ts";

/** Somebody who had an account before Kith came, and somebody else. */
export const [early, later] = [1, 2].map((n) =>
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
export async function liveIn(superuser: Sql): Promise<void> {
  await superuser.query(services);
  await superuser.query(`set role postgres; ${theirs} reset role;`);
}

/** The rows that are theirs, in tables whose names Kith might have taken among them, as one text. */
export async function theirRows(sql: Sql): Promise<string> {
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
export function useFunctions(api: ManagementApi): void {
  api.functions.set(theirFunction.slug, { ...theirFunction });
  api.secrets.set("PAYMENT_KEY", "theirs");
}

/** The functions and secrets that are there, but for those under these names, as one text. */
export function functionsBeside(api: ManagementApi, ...names: string[]): string {
  const others = (all: Map<string, unknown>) => [...all].filter(([name]) => !names.includes(name));
  return JSON.stringify([others(api.functions), others(api.secrets)]);
}
