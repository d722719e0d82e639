-- The initial database of a new Supabase project, as far as Kith depends on it: roles, schemas,
-- privileges and helper functions, following supabase/postgres, supabase/auth and supabase/storage.
-- Runs once, as the superuser supabase_admin. Then @supabase/lite creates the tables of Auth and
-- Storage, and platform-after.sql runs.

create role postgres createdb createrole login replication bypassrls password 'postgres';
create role anon nologin;
create role authenticated nologin;
create role service_role nologin bypassrls;
create role authenticator login noinherit password 'postgres';
create role supabase_auth_admin login noinherit createrole password 'postgres';
create role supabase_storage_admin login noinherit createrole password 'postgres';
create role dashboard_user createdb createrole replication;

grant anon, authenticated, service_role to authenticator;
grant anon, authenticated, service_role to postgres with admin option;
grant authenticator to supabase_storage_admin;
grant pg_monitor, pg_read_all_data, pg_signal_backend to postgres;
grant all on database postgres to postgres, dashboard_user;

-- On the platform the extension supautils lets postgres create policies on the tables of Storage
-- without owning them. It is not available here, so postgres is a member of the owner's role, as it
-- once was on the platform. Migrations must not use what this allows beyond policies.
grant supabase_storage_admin to postgres;

-- And it lets postgres set this setting, though only by `set`; here set_config() could, too.
grant set on parameter session_replication_role to postgres;

alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
alter role supabase_auth_admin set search_path = 'auth';
alter role supabase_storage_admin set search_path = 'storage';
alter role supabase_admin set search_path = '$user', public, auth, extensions;
alter role postgres set search_path = '$user', public, extensions;

create publication supabase_realtime;
alter publication supabase_realtime owner to postgres;

create schema extensions;
create extension "uuid-ossp" with schema extensions;
create extension pgcrypto with schema extensions;
grant all on schema extensions to postgres, dashboard_user;
grant usage on schema extensions to anon, authenticated, service_role;
grant all on all routines in schema extensions to postgres with grant option;

alter schema public owner to pg_database_owner;
grant create on schema public to postgres;
grant usage on schema public to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on tables to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on functions to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on sequences to postgres, anon, authenticated, service_role;
alter default privileges for role supabase_admin in schema public
  grant all on tables to postgres, anon, authenticated, service_role;
alter default privileges for role supabase_admin in schema public
  grant all on functions to postgres, anon, authenticated, service_role;
alter default privileges for role supabase_admin in schema public
  grant all on sequences to postgres, anon, authenticated, service_role;

create schema auth;
grant all on schema auth to supabase_auth_admin, postgres, dashboard_user;
grant usage on schema auth to anon, authenticated, service_role;
alter default privileges for role supabase_auth_admin in schema auth
  grant all on tables to postgres, dashboard_user;
alter default privileges for role supabase_auth_admin in schema auth
  grant all on sequences to postgres, dashboard_user;
alter default privileges for role supabase_auth_admin in schema auth
  grant all on routines to postgres, dashboard_user;

create schema storage;
grant all on schema storage to supabase_storage_admin with grant option;
grant all on schema storage to postgres, dashboard_user;
grant usage on schema storage to anon, authenticated, service_role;
alter default privileges for role supabase_storage_admin in schema storage
  grant all on tables to postgres, anon, authenticated, service_role;
alter default privileges for role supabase_storage_admin in schema storage
  grant all on functions to postgres, anon, authenticated, service_role;
alter default privileges for role supabase_storage_admin in schema storage
  grant all on sequences to postgres, anon, authenticated, service_role;
