-- Three schemas, with names that an existing project is unlikely to use.
-- kith:          the tables that first-party apps may read and write, through PostgREST where the project exposes it.
-- kith_api:      one function for each operation (`kith_api.list_contacts(jsonb)`), and the views that build the JSON of
--                resources. Never exposed.
-- kith_private:  what clients must not access directly: API keys, the rate limiter, `handle`, and the tables' helper
--                functions. Never exposed.

create schema kith;
comment on schema kith is 'Kith: the tables. May be exposed through the Data API.';

create schema kith_api;
comment on schema kith_api is 'Kith: one function for each operation of the HTTP API. Not exposed through the Data API.';

create schema kith_private;
comment on schema kith_private is 'Kith: API keys, the rate limiter, request handling and helpers. Not exposed through the Data API.';

-- Operations run as `authenticated`, and the tables' triggers as the role that writes, so both need usage of these
-- schemas; the right to execute is granted for each function.
grant usage on schema kith to authenticated, service_role;
grant usage on schema kith_api to authenticated;
grant usage on schema kith_private to authenticated, service_role;

-- The comment records that Kith installed the extension: docs/uninstall.sql drops it only then.
create schema if not exists extensions;
do $$
begin
  if not exists (select from pg_catalog.pg_extension where extname = 'unaccent') then
    create extension unaccent with schema extensions;
    comment on schema kith_private is
      'Kith: API keys, the rate limiter, request handling and helpers. Not exposed through the Data API. Installed unaccent.';
  end if;
end
$$;
