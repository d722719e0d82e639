-- Three schemas, named so that they do not collide with what a project has already.
-- kith:          the tables that first-party apps may read and write, through PostgREST where the project exposes it.
-- kith_api:      one function an operation (`kith_api.list_contacts(jsonb)`) and the views that give a resource its JSON
--                shape. Never exposed.
-- kith_private:  what no client may reach directly: API keys, the rate limiter, `handle`, and the helpers of the tables.
--                Never exposed.

create schema kith;
comment on schema kith is 'Kith: the tables. May be exposed through the Data API.';

create schema kith_api;
comment on schema kith_api is 'Kith: one function for each operation of the HTTP API. Not exposed through the Data API.';

create schema kith_private;
comment on schema kith_private is 'Kith: API keys, the rate limiter, request handling and helpers. Not exposed through the Data API.';

-- Operations run as `authenticated` and the tables' triggers run as whoever writes,
-- so both need to look names up here; what they may execute is granted function by function.
grant usage on schema kith to authenticated, service_role;
grant usage on schema kith_api to authenticated;
grant usage on schema kith_private to authenticated, service_role;

-- Recorded in a comment, where docs/uninstall.sql looks it up: an extension that was there before stays.
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
