-- Two schemas that the Data API does not expose.
-- api:      one function an operation (`api.list_contacts(jsonb)`) and the views that give a resource its JSON shape.
-- private:  what no client may reach directly: API keys, the rate limiter, `handle`, and the helpers of the tables.

create schema api;
comment on schema api is 'Kith: one function for each operation of the HTTP API. Not exposed through the Data API.';

create schema private;
comment on schema private is 'Kith: API keys, the rate limiter, request handling and helpers. Not exposed through the Data API.';

-- Operations run as `authenticated` and the tables' triggers run as whoever writes,
-- so both need to look names up here; what they may execute is granted function by function.
grant usage on schema api to authenticated;
grant usage on schema private to authenticated, service_role;

-- Said in a comment for docs/uninstall.sql: an extension that was there before stays.
create schema if not exists extensions;
do $$
begin
  if not exists (select from pg_catalog.pg_extension where extname = 'unaccent') then
    create extension unaccent with schema extensions;
    comment on schema private is
      'Kith: API keys, the rate limiter, request handling and helpers. Not exposed through the Data API. Brought unaccent along.';
  end if;
end
$$;
