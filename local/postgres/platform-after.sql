-- The second part of platform.sql, which needs the tables of Auth and Storage.

-- Auth's own definition: the setting of a single claim (of older PostgREST versions), else the claims of the JWT.
create or replace function auth.uid() returns uuid language sql stable as $$
  select coalesce(
    nullif(current_setting('request.jwt.claim.sub', true), ''),
    (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')
  )::uuid
$$;

grant all on all routines in schema auth to postgres, dashboard_user;

-- Lite's Auth knows no second factor. The platform's table, as far as it is read.
create type auth.factor_status as enum ('unverified', 'verified');
create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
create table auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  factor_type auth.factor_type not null,
  status auth.factor_status not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id);
alter table auth.mfa_factors owner to supabase_auth_admin;
alter type auth.factor_status owner to supabase_auth_admin;
alter type auth.factor_type owner to supabase_auth_admin;
grant all on auth.mfa_factors to postgres, dashboard_user;

-- Row-level security without policies: no other role can read these tables, even if rights are granted by mistake.
do $$
declare name text;
begin
  for name in select format('%I.%I', schemaname, tablename) from pg_tables where schemaname = 'auth' loop
    execute format('alter table %s enable row level security', name);
  end loop;
end $$;

-- Rows of Storage must be deleted through its API, or their files would stay. Storage sets this
-- setting on its own connections (see lite/connection.ts).
create function storage.protect_delete() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.'
      using hint = 'This prevents accidental data loss from orphaned objects.', errcode = '42501';
  end if;
  return null;
end $$;
alter function storage.protect_delete() owner to supabase_storage_admin;
create trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();
create trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();

-- Notifies the REST service of changed tables, as the platform does for PostgREST.
create function extensions.pgrst_ddl_watch() returns event_trigger language plpgsql as $$
begin
  notify pgrst, 'reload schema';
end $$;
create event trigger pgrst_ddl_watch on ddl_command_end
  when tag in (
    'CREATE SCHEMA', 'ALTER SCHEMA', 'CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO', 'ALTER TABLE',
    'CREATE VIEW', 'ALTER VIEW', 'CREATE FUNCTION', 'ALTER FUNCTION', 'CREATE TYPE', 'ALTER TYPE',
    'CREATE RULE', 'COMMENT'
  )
  execute function extensions.pgrst_ddl_watch();
create event trigger pgrst_drop_watch on sql_drop execute function extensions.pgrst_ddl_watch();
