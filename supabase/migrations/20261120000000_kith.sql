-- The schema of Kith 1.0, made from sql/. It never changes again: every later change is a migration of its own, see
-- CONTRIBUTING.md.

-- sql/00_core/00_schemas.sql

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

-- sql/00_core/05_owner.sql

-- Whose rows a statement may reach. Every policy asks kith_private.owner_id(), so the API, PostgREST and Storage refuse
-- the same credentials.

create function kith_private.is_active(account uuid, session uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  perform from auth.users u
  where u.id = account and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now());
  if found and session is not null then
    perform from auth.sessions s
    where s.id = session and s.user_id = account and (s.not_after is null or s.not_after > now());
  end if;
  return found;
end
$$;
comment on function kith_private.is_active(uuid, uuid) is
  'Whether the account exists and is not banned, and whether the session, where there is one, has not ended.';

create function kith_private.owner_id() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := auth.uid();
  claims jsonb;
begin
  -- kith_private.handle has checked the credential already.
  if account is null or current_setting('kith.checked_account', true) = account::text then
    return account;
  end if;
  claims := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  -- An OAuth client's access token differs from the user's own by this claim only.
  if claims ? 'client_id' or not kith_private.is_active(account, (claims ->> 'session_id')::uuid) then
    return null;
  end if;
  return account;
end
$$;
comment on function kith_private.owner_id() is
  'The account of the access token that a statement runs with; null where the account is banned or deleted, the session '
  'has ended or the token is an OAuth client''s.';

grant execute on function kith_private.owner_id() to authenticated, service_role;

-- sql/00_core/07_limits.sql

-- What an API key may do. A key with limits runs as a role of its own, for which the tables have restrictive policies
-- besides those of `authenticated`; they read the limits from the claims. All other requests run as `authenticated` and
-- have nothing to check. ADR 33 says why.

-- Roles belong to the whole cluster, so that another database may have made it.
do $$
begin
  if not exists (select from pg_catalog.pg_roles where rolname = 'kith_limited') then
    create role kith_limited nologin;
  elsif exists (
    select from pg_catalog.pg_roles where rolname = 'kith_limited' and (rolsuper or rolbypassrls or rolcanlogin))
  then
    raise exception 'There is a role kith_limited that is not Kith''s: it can log in or bypasses row-level security.';
  end if;
end
$$;
grant authenticated to kith_limited;
-- The Edge Function connects as the role that runs the migrations.
grant kith_limited to current_user;

create function kith_private.all_scopes() returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return '{activity:read,activity:write,contacts:read,contacts:write,networks:read,networks:write,notes:read,notes:write,
    profile:read,profile:write,reminders:read,reminders:write}';
end
$$;
comment on function kith_private.all_scopes() is 'The scopes that a key may have.';

create function kith_private.clean_scopes(scopes text[]) returns text[]
language plpgsql immutable set search_path = ''
as $$
begin
  return coalesce((
    select array_agg(distinct each.scope order by each.scope)
    from unnest(scopes) given (scope)
    cross join lateral unnest(array[given.scope, replace(given.scope, ':write', ':read')]) each (scope)), scopes);
end
$$;
comment on function kith_private.clean_scopes(text[]) is 'Scopes in order, each once; writing includes reading.';

-- The setting too, because current_user is another one in functions that run with the rights of their owner.
create function kith_private.limits() returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  limits constant jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb -> 'kith';
begin
  if 'kith_limited' in (current_user, current_setting('role', true)) and (
    jsonb_typeof(limits -> 'scopes') in ('array', 'null') and jsonb_typeof(limits -> 'networkIds') in ('array', 'null')) is not true
  then
    return '{"scopes":[],"networkIds":[]}';
  end if;
  return limits;
end
$$;
comment on function kith_private.limits() is
  'What the API key of this request may do; null for everything. The role of keys with limits may do nothing where its claims have none.';

-- Policies write these in a sub-select, so that they are evaluated once for each statement.
create function kith_private.has_scope(scope text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(nullif(kith_private.limits() -> 'scopes', 'null') ? scope, true);
end
$$;
comment on function kith_private.has_scope(text) is 'Whether the credential of this request may do what the scope allows.';

create function kith_private.key_networks() returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  networks constant jsonb := kith_private.limits() -> 'networkIds';
begin
  return case when jsonb_typeof(networks) = 'array' then array(select jsonb_array_elements_text(networks)::uuid) end;
end
$$;
comment on function kith_private.key_networks() is 'The networks that the API key of this request is limited to; null where it is not.';

create function kith_private.has_all_networks() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return kith_private.key_networks() is null;
end
$$;
comment on function kith_private.has_all_networks() is 'Whether the credential of this request is not limited to networks.';

create function kith_private.refuse_limits() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if current_setting('role', true) = 'kith_limited' then
    perform kith_private.fail('access_token_required');
  end if;
end
$$;
comment on function kith_private.refuse_limits() is
  'Refuses every API key with limits, in functions that run with the rights of their owner and are for access tokens only.';

-- A list compares all contacts with the members of the key's networks, which are best put into a hash table; for few rows
-- each is looked up. Without statistics Postgres would choose badly, so the policies choose; offset 0 keeps it from
-- making a hash table nevertheless.
create function kith_private.finds_many() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(current_setting('kith.finds_many', true), '') = 'on';
end
$$;
comment on function kith_private.finds_many() is 'Whether the statement finds the rows of a list.';

create function kith_private.set_finds_many(many boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  if current_user = 'kith_limited' then
    perform set_config('kith.finds_many', case when many then 'on' else '' end, true);
  end if;
end
$$;
comment on function kith_private.set_finds_many(boolean) is 'Says whether the statements that follow find the rows of a list.';

-- For the policy of memberships, which can then find them in the index of their networks. It is created before the table.
create function kith_private.visible_networks() returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  scopes constant jsonb := nullif(kith_private.limits() -> 'scopes', 'null');
begin
  if not scopes ?| '{contacts:read,networks:read,notes:read,reminders:read}' then
    return '{}';
  end if;
  return coalesce(kith_private.key_networks(), array(select n.id from kith.networks n where n.owner_id = (select auth.uid())));
end
$$;
comment on function kith_private.visible_networks() is 'The networks of the current user whose members the credential of this request sees: none where it may read nothing of which they are a part.';

grant execute on function kith_private.limits(), kith_private.finds_many(), kith_private.set_finds_many(boolean), kith_private.visible_networks(), kith_private.has_scope(text), kith_private.key_networks(), kith_private.has_all_networks() to authenticated;

-- sql/00_core/10_text.sql

-- Rules for texts that several tables use. A Zod schema repeats each of them, so that the API can report every violation
-- at once; the database enforces them for every write, through the API and through PostgREST.
-- In plpgsql, which keeps a plan for the whole session: a function in SQL that sets its search path is planned again
-- by every statement that calls it.

-- White space as JavaScript defines it, so that `String.prototype.trim` and this function give the same result.
create function kith_private.trimmed(value text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return nullif(btrim(value, E' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'), '');
end
$$;
comment on function kith_private.trimmed(text) is 'The text without white space at its ends; null when the result is empty.';

-- Normalizing sorts the combining marks after a letter by insertion, in a loop that cannot be cancelled, so a run of
-- thousands of marks takes seconds. A combining grapheme joiner (U+034F) after every 30 of them bounds that, as UAX #15
-- has it for stream-safe text; it is taken out again afterwards. The pattern also finds other characters that are no
-- letter, digit, punctuation mark or space, which does no harm, and the two letters that decompose to marks.
create function kith_private.normalized(value text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return replace(normalize(regexp_replace(value collate "und-x-icu",
    '((?:[^[:alnum:][:punct:][:space:]]|[\uff9e\uff9f]){30})', E'\\1\u034f', 'g'), NFKC), E'\u034f', '');
end
$$;
comment on function kith_private.normalized(text) is 'The text in normalization form KC, in time linear to its length.';

-- The extension unaccent may already be installed, in any schema; it is used from that schema.
do $install$
declare
  home text := (select n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'unaccent');
begin
  execute format($create$
    create function kith_private.folded(value text) returns text
    language plpgsql immutable parallel safe set search_path = ''
    as $body$
    begin
      if octet_length(value) = char_length(value) then
        return lower(value collate "C"); -- ASCII has nothing else to fold
      end if;
      return lower(%1$I.unaccent(%2$L::regdictionary, kith_private.normalized(value)) collate "und-x-icu");
    end
    $body$
  $create$, home, format('%I.unaccent', home));
end
$install$;
comment on function kith_private.folded(text) is 'The text in the form that search compares: without accents, in lower case.';

create function kith_private.is_birthday(value text) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return value ~ '^(?:\d{4}|-)-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$'
    and left(value, 4) <> '0000'
    and right(value, 2)::integer <= case
      when substr(value, length(value) - 4, 2) in ('04', '06', '09', '11') then 30
      when substr(value, length(value) - 4, 2) <> '02' then 31
      when value like '--%' then 29
      when left(value, 4)::integer % 4 = 0 and (left(value, 4)::integer % 100 <> 0 or left(value, 4)::integer % 400 = 0) then 29
      else 28
    end;
end
$$;
comment on function kith_private.is_birthday(text) is 'Whether the text is a real date YYYY-MM-DD, or --MM-DD where the year is unknown.';

grant execute on function kith_private.trimmed(text), kith_private.normalized(text), kith_private.folded(text), kith_private.is_birthday(text)
  to authenticated, service_role;

-- sql/00_core/20_answers.sql

-- The answers and errors of operations.

create type kith_api.answer as (status smallint, body text);
comment on type kith_api.answer is 'HTTP status and JSON text of an operation that succeeded.';

create function kith_private.member_name(name text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return lower(left(name, 1) collate "C") || substr(replace(initcap(replace(name, '_', ' ') collate "C"), ' ', ''), 2);
end
$$;
comment on function kith_private.member_name(text) is 'The name of a column or an operation in camelCase, as the API has it.';
grant execute on function kith_private.member_name(text) to authenticated;

create function kith_private.fail(code text, detail text default null, errors jsonb default null) returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = 'KITH0', message = code, detail = coalesce(detail, ''), hint = coalesce(errors::text, '');
end
$$;
comment on function kith_private.fail(text, text, jsonb) is
  'Ends the operation with an error code of the catalogue. The Edge Function adds the status and the text of the code; '
  'detail replaces that text where there is more to say.';

create function kith_private.not_found() returns void
language plpgsql set search_path = ''
as $$
begin
  perform kith_private.fail('not_found');
end
$$;
comment on function kith_private.not_found() is 'Ends the operation with not_found: the same for an unknown id and for an id of another owner.';

create function kith_private.check_references(pointers text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  if cardinality(pointers) > 0 then
    perform kith_private.fail('invalid_reference', errors => (
      select jsonb_agg(jsonb_build_object('in', 'body', 'pointer', pointer, 'code', 'invalid_reference'))
      from unnest(pointers) pointer));
  end if;
end
$$;
comment on function kith_private.check_references(text[]) is
  'Refuses the request when the list is not empty. pointers: members of the body whose id is unknown or belongs to another owner.';

create function kith_private.unknown_ids(list text, ids jsonb, known uuid[]) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return array(
    select format('%s/%s', list, given.position - 1)
    from jsonb_array_elements_text(ids) with ordinality as given (id, position)
    where not exists (select from unnest(known) found (id) where found.id = given.id::uuid)
    order by given.position);
end
$$;
comment on function kith_private.unknown_ids(text, jsonb, uuid[]) is
  'Pointers to the ids of a list in a body that are not known, for check_references. list: the pointer to the list.';

-- The operation runs the statement that reads the resource, so that Postgres keeps its plan.
create function kith_private.answer_resource(body json, status smallint default 200) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
begin
  if body is null then
    perform kith_private.not_found();
  end if;
  return (status, body)::kith_api.answer;
end
$$;
comment on function kith_private.answer_resource(json, smallint) is 'Answers with a resource''s representation, or not_found where there is none.';

create function kith_private.answer_deleted(deleted boolean) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
begin
  if not deleted then
    perform kith_private.not_found();
  end if;
  return (204, null)::kith_api.answer;
end
$$;
comment on function kith_private.answer_deleted(boolean) is 'Answers a deletion: 204 where a row was deleted, else not_found.';

create type kith_private.page as (ids uuid[], page bigint, size bigint, total bigint);
comment on type kith_private.page is 'Which rows are on a page of a list, in order, and how many there are on all pages.';

-- `conditions` and `order_by` are SQL fragments that the operations write, never input: input reaches the statement only
-- as its parameter $1, the query. Both use only columns that an index contains, so that the table itself is read only for
-- the rows of the page, by the operation. One scan finds all matching ids, which costs less than a limited query and a
-- count(*) that both evaluate the conditions.
-- The tables have no statistics (see 99_privileges.sql), so the planner would expect few rows and sort them.
create function kith_private.find_page(
  query jsonb, source regclass, conditions text[], order_by text, finds_few boolean default false) returns kith_private.page
language plpgsql stable set search_path = '' set enable_sort = off set enable_bitmapscan = off
as $$
declare
  page constant bigint := coalesce((query ->> 'page')::bigint, 1);
  size constant bigint := coalesce((query ->> 'pageSize')::bigint, 50);
  ids uuid[];
  total bigint;
  skipped bigint;
begin
  if order_by is null then
    perform kith_private.fail('validation_failed', 'The list cannot be sorted by that field.');
  end if;
  if finds_few then
    perform set_config('enable_sort', 'on', true);
  end if;
  perform kith_private.set_finds_many(true);
  execute format('select array(select id from %s where %s order by %s)',
    source, coalesce(nullif(array_to_string(conditions, ' and '), ''), 'true'), order_by)
    into ids using query;
  perform kith_private.set_finds_many(false);
  total := cardinality(ids);
  skipped := least((page - 1) * size, total);
  return (ids[skipped + 1 : skipped + size], page, size, total)::kith_private.page;
end
$$;
comment on function kith_private.find_page(jsonb, regclass, text[], text, boolean) is
  'The ids on one page of a list and how many rows all pages have. Query: page, pageSize. Conditions that are null are ignored. '
  'finds_few: the conditions leave so few that sorting them is better than reading the list in the order of an index.';

-- Contacts and notes can be long: a page is read in portions, so that no more than the limit and one portion is in memory.
create function kith_private.add_items(items text, more text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  joined constant text := concat_ws(',', items, more);
begin
  if octet_length(joined) > 5242880 then
    perform kith_private.fail('validation_failed', errors => jsonb_build_array(jsonb_build_object(
      'in', 'query', 'pointer', '/pageSize', 'code', 'too_big',
      'message', 'The items of this page have more than 5,242,880 bytes. Use a smaller pageSize; 8 always fit.')));
  end if;
  return joined;
end
$$;
comment on function kith_private.add_items(text, text) is
  'Adds items, as JSON with commas between them, to those of a page; refuses pages of more than 5 MiB.';

create function kith_private.pick_members(items text, members jsonb) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  if members is null then
    return items;
  end if;
  return (
    select string_agg((
        select '{' || string_agg(concat(to_json(member.name), ':', member.value), ',' order by member.position) || '}'
        from json_each(item.value) with ordinality as member (name, value, position)
        where member.name = 'id' or members ? member.name), ',' order by item.position)
    from json_array_elements(concat('[', items, ']')::json) with ordinality as item (value, position));
end
$$;
comment on function kith_private.pick_members(text, jsonb) is
  'Items, as JSON with commas between them, with their id and these members only; whole where members is null.';

create function kith_private.answer_page(found kith_private.page, items text) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
begin
  return (200, format('{"data":[%s],"page":%s,"pageSize":%s,"total":%s}',
    kith_private.add_items(null, items), found.page, found.size, found.total))::kith_api.answer;
end
$$;
comment on function kith_private.answer_page(kith_private.page, text) is
  'Answers with a page of a list: its items, as JSON with commas between them, page, pageSize and total.';

grant execute on function kith_private.fail(text, text, jsonb), kith_private.not_found(),
  kith_private.check_references(text[]), kith_private.unknown_ids(text, jsonb, uuid[]), kith_private.answer_resource(json, smallint),
  kith_private.answer_deleted(boolean), kith_private.find_page(jsonb, regclass, text[], text, boolean),
  kith_private.add_items(text, text), kith_private.pick_members(text, jsonb),
  kith_private.answer_page(kith_private.page, text) to authenticated;

-- sql/00_core/30_operations.sql

-- Describes each operation. Its row is inserted in the file that creates its function.
create table kith_private.operations (
  name text primary key,
  resource text not null,
  verb text not null,
  scopes text[] not null,
  writes boolean not null,
  needs_access_token boolean not null default false,
  needs_calendar_secret boolean not null default false,
  needs_all_networks boolean not null generated always as (
    (writes and resource in ('network', 'note_type')) or resource = 'import') stored,
  locks_log boolean not null generated always as (writes and not needs_access_token) stored,
  tagged boolean not null default false,
  read_by text,
  locked_table regclass,
  locked_column name not null default 'id',
  locked_as_text boolean not null default false,
  step_of text,
  replay_check text,
  constraint operations_precondition_check check ((read_by is null) = (locked_table is null)),
  -- Only get_me, which says what a key may do, is for all keys.
  constraint operations_scopes_check check (
    scopes <@ kith_private.all_scopes() and (scopes = '{}') = (needs_access_token or needs_calendar_secret or name = 'get_me'))
);
comment on table kith_private.operations is 'The operations of the API. Each is the function of the same name in kith_api; kith_private.handle runs no other function.';
comment on column kith_private.operations.name is 'Name of the function.';
comment on column kith_private.operations.resource is 'The kind of resource, in the singular.';
comment on column kith_private.operations.verb is 'What the operation does with the resource, such as list or create.';
comment on column kith_private.operations.scopes is 'The scopes that an API key with limits needs for it.';
comment on column kith_private.operations.writes is 'Whether the operation changes data.';
comment on column kith_private.operations.needs_access_token is 'Whether API keys are refused.';
comment on column kith_private.operations.needs_calendar_secret is
  'Whether all credentials are refused but the secret of a calendar feed, which is good for nothing else.';
comment on column kith_private.operations.needs_all_networks is 'Whether API keys that are limited to networks are refused.';
comment on column kith_private.operations.locks_log is
  'Whether the owner''s log of changes is locked before anything else. Operations for access tokens only lock it themselves, where they need it.';
comment on column kith_private.operations.tagged is 'Whether the answer is a resource with an entity tag.';
comment on column kith_private.operations.read_by is
  'Operation that reads the resource whose tag is compared with If-Match; null where If-Match is not supported.';
comment on column kith_private.operations.locked_table is 'Table whose row is locked before that comparison.';
comment on column kith_private.operations.locked_column is
  'Column that is compared with the id in the arguments, or with the owner''s id where the resource has none.';
comment on column kith_private.operations.locked_as_text is
  'Whether the id is compared as text, for a table whose index by id contains all owners'' rows: then that index is not used.';
comment on column kith_private.operations.step_of is
  'For an operation that is one step of a request: the operation that the route names. Null where the route names this one.';
comment on column kith_private.operations.replay_check is
  'Function of kith_private that decides for an owner and a stored answer whether it can be repeated; null where it always can.';

alter table kith_private.operations enable row level security;
create policy "No client reaches the operations" on kith_private.operations for all to authenticated using (false);

-- sql/00_core/35_stamp.sql

-- Sets updated_at. Triggers compare whole rows, so that they need no list of columns.

-- Undoing writes the values from the log, those of derived columns included. Only kith_private.undo_change_sets sets this.
create function kith_private.is_restoring() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(current_setting('kith.restoring', true), '') = 'on';
end
$$;
comment on function kith_private.is_restoring() is 'Whether rows are being brought back to what they were.';
grant execute on function kith_private.is_restoring() to authenticated, service_role;

create function kith_private.stamp_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if not kith_private.is_restoring() then
    new.updated_at := now();
  end if;
  return new;
end
$$;
comment on function kith_private.stamp_change() is
  'Sets updated_at of a changed row. Postgres runs triggers in the order of their names, so this one runs after the trigger that trims.';

-- sql/00_core/40_schema_version.sql

-- Which version of the schema this database has. A migration that the function depends on raises it, by replacing the
-- function below; functions/kith/db/schema-version.ts says which version the function needs.

create function kith_private.schema_version() returns integer
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return 1;
end
$$;
comment on function kith_private.schema_version() is 'The version of the schema: a function that needs a later one refuses to work.';

-- sql/10_profiles/05_countries.sql

-- Calling codes of countries, to compare phone numbers that are written without one.

create function kith_private.calling_code(country text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  -- Each country with its calling code, and after a slash what is dialled before a number within the country.
  codes constant text := '
    AD376 AE971/0 AF93/0 AG1/1 AI1/1 AL355/0 AM374/0 AO244 AQ672 AR54/0 AS1/1 AT43/0 AU61/0 AW297 AX358/0 AZ994/0
    BA387/0 BB1/1 BD880/0 BE32/0 BF226 BG359/0 BH973 BI257 BJ229 BL590/0 BM1/1 BN673 BO591/0 BQ599 BR55/0 BS1/1 BT975
    BV47 BW267 BY375/80? BZ501 CA1/1 CC61/0 CD243/0 CF236 CG242 CH41/0 CI225 CK682 CL56 CM237 CN86/0 CO57 CR506 CU53/0
    CV238 CW599 CX61/0 CY357 CZ420 DE49/0 DJ253 DK45 DM1/1 DO1/1 DZ213/0 EC593/0 EE372 EG20/0 EH212/0 ER291/0 ES34
    ET251/0 FI358/0 FJ679 FK500 FM691 FO298 FR33/0 GA241 GB44/0 GD1/1 GE995/0 GF594/0 GG44/0 GH233/0 GI350 GL299 GM220
    GN224 GP590/0 GQ240 GR30 GS500 GT502 GU1/1 GW245 GY592 HK852 HM672 HN504 HR385/0 HT509 HU36/06 ID62/0 IE353/0
    IL972/0 IM44/0 IN91/0 IO246 IQ964/0 IR98/0 IS354 IT39 JE44/0 JM1/1 JO962/0 JP81/0 KE254/0 KG996/0 KH855/0 KI686/0
    KM269 KN1/1 KP850/0 KR82/0 KW965 KY1/1 KZ7/8 LA856/0 LB961/0 LC1/1 LI423/0 LK94/0 LR231/0 LS266 LT370/[08] LU352
    LV371 LY218/0 MA212/0 MC377/0 MD373/0 ME382/0 MF590/0 MG261/0 MH692/1 MK389/0 ML223 MM95/0 MN976/0 MO853 MP1/1
    MQ596/0 MR222 MS1/1 MT356 MU230 MV960 MW265/0 MX52 MY60/0 MZ258 NA264/0 NC687 NE227 NF672 NG234/0 NI505 NL31/0
    NO47 NP977/0 NR674 NU683 NZ64/0 OM968 PA507 PE51/0 PF689 PG675 PH63/0 PK92/0 PL48 PM508/0 PN64/0 PR1/1 PS970/0
    PT351 PW680 PY595/0 QA974 RE262/0 RO40/0 RS381/0 RU7/8 RW250/0 SA966/0 SB677 SC248 SD249/0 SE46/0 SG65 SH290
    SI386/0 SJ47 SK421/0 SL232/0 SM378 SN221 SO252/0 SR597 SS211/0 ST239 SV503 SX1/1 SY963/0 SZ268 TC1/1 TD235 TF262/0
    TG228 TH66/0 TJ992 TK690 TL670 TM993/8 TN216 TO676 TR90/0 TT1/1 TV688 TW886/0 TZ255/0 UA380/0 UG256/0 UM1/1 US1/1
    UY598/0 UZ998 VA39 VC1/1 VE58/0 VG1/1 VI1/1 VN84/0 VU678 WF681 WS685 XK383/0 YE967/0 YT262/0 ZA27/0 ZM260/0
    ZW263/0 ';
begin
  return case when country ~ '^[A-Z]{2}$' then substring(codes from '\s' || country || '(\S+)') end;
end
$$;
comment on function kith_private.calling_code(text) is
  'The calling code of a country (ISO 3166-1 alpha-2, or XK), with a slash and a pattern of the trunk prefix where there is one: "49/0". Null for any other text.';

-- What is left of a number are digits, so an extension counts as part of it. Fewer than five digits are no number that
-- identifies somebody.
create function kith_private.phone_digits(number text, calling_code text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  digits text := translate(number, '+ -()./', '');
begin
  if ltrim(digits, '0123456789') <> '' then
    digits := regexp_replace(digits, '[^0-9]+', '', 'g');
  end if;
  if ltrim(number, ' (') like '+%' or digits like '00%' then
    digits := ltrim(digits, '0');
    -- "+49 (0)30 …"; Italy's numbers keep their zero.
    if number like '%(0)%' and digits not like '39%' then
      digits := ltrim(translate(overlay(number placing '' from strpos(number, '(0)') for 3), '+ -()./', ''), '0');
      if ltrim(digits, '0123456789') <> '' then
        digits := regexp_replace(digits, '[^0-9]+', '', 'g');
      end if;
    end if;
  elsif calling_code is not null then
    digits := split_part(calling_code, '/', 1) || case when strpos(calling_code, '/') > 0
      then regexp_replace(digits, '^(' || split_part(calling_code, '/', 2) || ')', '') else digits end;
  end if;
  return case when char_length(digits) >= 5 then digits end;
end
$$;
comment on function kith_private.phone_digits(text, text) is
  'A phone number as digits that can be compared: in international form where it begins with + or 00, or where the owner''s calling code is known. Null where it is too short.';

grant execute on function kith_private.calling_code(text), kith_private.phone_digits(text, text) to authenticated, service_role;

-- sql/10_profiles/10_table.sql

-- The profile of a user: one row for each account, created with the account.

create table kith.profiles (
  owner_id uuid primary key default auth.uid() references auth.users (id) on delete cascade,
  name text constraint profiles_name_check check (char_length(name) <= 255),
  timezone text not null default 'UTC',
  country text constraint profiles_country_check check (country is null or kith_private.calling_code(country) is not null),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
comment on table kith.profiles is 'Name, time zone and country of a user. One row for each account.';
comment on column kith.profiles.owner_id is 'The account, auth.users.id.';
comment on column kith.profiles.name is 'Name of the user, at most 255 characters.';
comment on column kith.profiles.timezone is 'IANA time zone that decides where the user''s days begin and end.';
comment on column kith.profiles.country is 'ISO 3166-1 alpha-2 code, or XK: in which country phone numbers are that are written without a calling code.';
comment on column kith.profiles.created_at is 'When the profile was created.';
comment on column kith.profiles.updated_at is 'When the profile was last changed.';

alter table kith.profiles enable row level security;
grant insert (owner_id, name, timezone, country), update (name, timezone, country) on kith.profiles to authenticated;
grant all on kith.profiles to service_role;

create policy "Owners read their profile" on kith.profiles
  for select to authenticated using ((select kith_private.owner_id()) = owner_id);
create policy "Owners make their profile" on kith.profiles
  for insert to authenticated with check ((select kith_private.owner_id()) = owner_id);
create policy "Owners change their profile" on kith.profiles
  for update to authenticated using ((select kith_private.owner_id()) = owner_id) with check ((select kith_private.owner_id()) = owner_id);

create policy "Limited keys read the profile by scope" on kith.profiles as restrictive
  for select to kith_limited using ((select kith_private.has_scope('profile:read')));
create policy "Limited keys make the profile by scope" on kith.profiles as restrictive
  for insert to kith_limited with check ((select kith_private.has_scope('profile:write')));
create policy "Limited keys change the profile by scope" on kith.profiles as restrictive
  for update to kith_limited using (true) with check ((select kith_private.has_scope('profile:write')));

-- Postgres accepts more than the names of zones: abbreviations, POSIX rules and other files of the zone database.
create function kith_private.is_time_zone(value text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  -- The view reads the file of every zone, which takes about 15 ms, so the default UTC is accepted without it.
  return value = 'UTC' or (value !~ '^(?:posix/|right/|posixrules$|localtime$|Factory$)'
    and exists (select from pg_catalog.pg_timezone_names where name = value));
end
$$;
comment on function kith_private.is_time_zone(text) is 'Whether the text is the name of an IANA time zone, in its exact spelling.';

create function kith_private.check_profile() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := kith_private.trimmed(new.name);
  new.timezone := coalesce(kith_private.trimmed(new.timezone), '');
  new.country := kith_private.trimmed(new.country);
  if kith_private.calling_code(new.country) is null and new.country is not null then
    raise check_violation using
      message = 'The country is not a code of ISO 3166-1 with two capital letters, such as FR.',
      schema = 'kith', table = 'profiles', constraint = 'profiles_country_check';
  end if;
  if tg_op = 'INSERT' or new.timezone is distinct from old.timezone then
    if kith_private.is_time_zone(new.timezone) is not true then
      raise check_violation using
        message = 'The time zone is not a name of the IANA database, such as Europe/Paris.',
        schema = 'kith', table = 'profiles', constraint = 'profiles_timezone_check';
    end if;
  end if;
  return new;
end
$$;
comment on function kith_private.check_profile() is 'Trims a profile''s texts and checks its time zone and country.';
create trigger check_profile before insert or update on kith.profiles
  for each row execute function kith_private.check_profile();
create trigger stamp_change before update on kith.profiles
  for each row when (old.* is distinct from new.*) execute function kith_private.stamp_change();

-- A sign-up must never fail because of Kith: an error here is only logged as a warning, and a missing profile is read as
-- an empty one.
create function kith_private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into kith.profiles (owner_id, name)
  values (new.id, left(kith_private.trimmed(coalesce(new.raw_user_meta_data ->> 'name', new.raw_user_meta_data ->> 'full_name')), 255))
  on conflict do nothing;
  return null;
exception when others then
  raise warning 'kith: no profile was made for a new account (%: %)', sqlstate, sqlerrm;
  return null;
end
$$;
comment on function kith_private.create_profile() is 'Creates the profile of a new account.';
create trigger kith_create_profile after insert on auth.users
  for each row execute function kith_private.create_profile();

insert into kith.profiles (owner_id, created_at)
select id, coalesce(created_at, now()) from auth.users
on conflict do nothing;

-- Callers write these in a sub-select, so that they are evaluated once for each statement. An API key that may not read the
-- profile has the same days, too.
create function kith_private.time_zone() returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select p.timezone from kith.profiles p where p.owner_id = (select auth.uid())), 'UTC');
end
$$;
comment on function kith_private.time_zone() is 'The time zone of the current user.';

create function kith_private.today() returns date
language plpgsql stable set search_path = ''
as $$
begin
  return (now() at time zone kith_private.time_zone())::date;
end
$$;
comment on function kith_private.today() is 'Today''s date in the time zone of the current user.';

create function kith_private.own_calling_code() returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select kith_private.calling_code(p.country) from kith.profiles p where p.owner_id = (select auth.uid()));
end
$$;
comment on function kith_private.own_calling_code() is
  'The calling code and trunk prefix of the current user''s country; null where the profile has none.';

-- The API accepts an instant, or a date without a time, which means a fixed time of that day in the user's time zone; tools
-- for assistants also accept a duration.
create function kith_private.local_instant(value text, time_of_day time) returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when value ~ '^\d{4}-\d{2}-\d{2}$' then (value::date + time_of_day) at time zone kith_private.time_zone()
    when value like 'P%T%' then now() + value::interval
    when value like 'P%' then ((kith_private.today() + value::interval)::date + time_of_day) at time zone kith_private.time_zone()
    else value::timestamptz
  end;
end
$$;
comment on function kith_private.local_instant(text, time) is 'The instant that a text means: RFC 3339, or a date, which means the given time of that day in the user''s time zone, or a duration '
  'from now on: P3W is the given time of the day in three weeks, PT2H two hours from now.';

grant execute on function kith_private.is_time_zone(text) to authenticated, service_role;
grant execute on function kith_private.time_zone(), kith_private.own_calling_code(), kith_private.today(), kith_private.local_instant(text, time) to authenticated;

-- sql/10_profiles/20_operations.sql

-- Read from the table of Auth and not copied, so that it is always current.
create function kith_private.email() returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when kith_private.has_scope('profile:read') then (
    select u.email::text from auth.users u where u.id = (select auth.uid())) end;
end
$$;
comment on function kith_private.email() is 'The e-mail address of the current user; null without profile:read.';
grant execute on function kith_private.email() to authenticated;

create function kith_private.profile_body() returns json
language plpgsql stable security definer set search_path = ''
as $$
declare
  limits constant jsonb := kith_private.limits();
  profile kith.profiles;
begin
  select p.* into profile from kith.profiles p where p.owner_id = (select auth.uid());
  return json_build_object(
    'id', auth.uid(),
    'email', kith_private.email(),
    'name', case when kith_private.has_scope('profile:read') then profile.name end,
    'timezone', coalesce(profile.timezone, 'UTC'),
    'country', case when kith_private.has_scope('profile:read') then profile.country end,
    'createdAt', to_char(coalesce(profile.created_at, now()) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'updatedAt', to_char(coalesce(profile.updated_at, now()) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'scopes', limits -> 'scopes',
    'networkIds', limits -> 'networkIds',
    'expiresAt', to_char((limits ->> 'expiresAt')::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
end
$$;
comment on function kith_private.profile_body() is
  'The current user''s profile and the limits of the credential, as the API shows them. Without profile:read it has no name, country and e-mail address.';
grant execute on function kith_private.profile_body() to authenticated;

create function kith_api.get_me(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
begin
  return (200, kith_private.profile_body()::text)::kith_api.answer;
end
$$;
comment on function kith_api.get_me(jsonb) is 'The current user''s profile.';

create function kith_api.update_me(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body jsonb := arguments -> 'body';
begin
  insert into kith.profiles (owner_id) values (auth.uid()) on conflict do nothing;
  update kith.profiles p set
    name = case when body ? 'name' then body ->> 'name' else p.name end,
    timezone = case when body ? 'timezone' then body ->> 'timezone' else p.timezone end,
    country = case when body ? 'country' then body ->> 'country' else p.country end
  where p.owner_id = (select auth.uid());
  return kith_api.get_me(arguments);
end
$$;
comment on function kith_api.update_me(jsonb) is 'Changes the current user''s profile.';

-- Everything that belongs to an account refers to its row in auth.users and is deleted with it. Deleting that row needs
-- the rights of the function's owner, because the table is Auth's; it deletes only the current user.
create function kith_private.delete_account() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform kith_private.refuse_limits();
  perform set_config('kith.change', '', true); -- what goes with an account is not logged
  delete from auth.users u where u.id = (select auth.uid());
  -- A table of Auth that has the user's id without a foreign key. So has its log of events, in a JSON column without an
  -- index: searching it would take longer than a request may, and the log is the project's.
  delete from auth.flow_state f where f.user_id = (select auth.uid());
  -- The photos' files were removed before, see kith_api.delete_me. Paths that a client can still upload to stay, without an
  -- owner, so that the file is removed later.
  delete from kith_private.photo_removals r
  where r.owner_id = (select auth.uid()) and r.path like (select auth.uid())::text || '/%';
  update kith_private.photo_removals r set owner_id = null where r.owner_id = (select auth.uid());
end
$$;
comment on function kith_private.delete_account() is 'Deletes the current user''s account and all that belongs to it.';
grant execute on function kith_private.delete_account() to authenticated;

-- Files are removed first, because SQL can only delete Storage's records of them. While there are photos, the operation
-- answers with their paths and deletes nothing; the Edge Function removes the files and runs the operation again.
create function kith_api.delete_me(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  paths text[];
begin
  perform kith_private.lock_log();
  perform kith_private.lock_keys();
  paths := kith_private.photos_of_account();
  if cardinality(paths) > 0 then
    return (202, to_json(paths)::text)::kith_api.answer;
  end if;
  -- A large log is deleted in parts before, too.
  if not kith_private.erase_log() then
    return (202, '[]')::kith_api.answer;
  end if;
  perform kith_private.delete_account();
  return (204, null)::kith_api.answer;
end
$$;
comment on function kith_api.delete_me(jsonb) is 'Deletes the account; 202 and the paths of its photos while there are any, or while the log of changes is large.';

grant execute on function kith_api.get_me(jsonb), kith_api.update_me(jsonb), kith_api.delete_me(jsonb) to authenticated;

insert into kith_private.operations
  (name, resource, verb, scopes, writes, needs_access_token, tagged, read_by, locked_table, locked_column) values
  ('get_me', 'me', 'get', '{}', false, false, true, null, null, 'owner_id'),
  ('update_me', 'me', 'update', '{profile:write}', true, false, true, 'get_me', 'kith.profiles', 'owner_id'),
  ('delete_me', 'me', 'delete', '{}', true, true, false, 'get_me', 'kith.profiles', 'owner_id');

-- sql/15_api_keys/10_table.sql

-- API keys. The Edge Function creates the key and shows it once; the database only gets its SHA-256. A connection, which
-- an OAuth client's access token names, is a row of the same table without a secret: what counts, limits and records a
-- key then does the same for it. ADR 37 says why.

create table kith_private.api_keys (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  name text not null constraint api_keys_name_check check (char_length(name) between 1 and 100),
  key_prefix text constraint api_keys_key_prefix_check check (key_prefix ~ '^kith_[0-9a-f]{4}$'),
  hash bytea unique constraint api_keys_hash_check check (octet_length(hash) = 32),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  scopes text[] constraint api_keys_scopes_check check (scopes <@ kith_private.all_scopes() and scopes <> '{}'),
  network_ids uuid[] constraint api_keys_network_ids_check check (cardinality(network_ids) between 1 and 100),
  expires_at timestamptz(3) constraint api_keys_expires_at_range_check check (expires_at <= '9999-12-31 23:59:59.999+00'),
  last_used_at timestamptz(3),
  last_operation text,
  previous_hash bytea constraint api_keys_previous_hash_check check (octet_length(previous_hash) = 32),
  previous_key_prefix text,
  previous_expires_at timestamptz(3),
  client_id text constraint api_keys_client_id_check check (client_id ~ '^[!-~]{1,255}$'),
  redirect_host text constraint api_keys_redirect_host_check check (redirect_host ~ '^[!-~]{1,255}$'),
  constraint api_keys_secret_check check (num_nonnulls(hash, key_prefix) = case when client_id is null then 2 else 0 end),
  constraint api_keys_redirect_host_presence_check check ((client_id is null) = (redirect_host is null)),
  constraint api_keys_previous_check check ((previous_hash is null) = (previous_expires_at is null)),
  -- updated_at is not before the rotation.
  constraint api_keys_overlap_seconds_check check (previous_expires_at <= updated_at + interval '604800 seconds')
);
comment on table kith_private.api_keys is
  'API keys, stored as the SHA-256 of the key, and connections of OAuth clients. At most 20 keys and 50 connections for each owner.';
comment on column kith_private.api_keys.id is 'Identifies the key, also in the log of requests.';
comment on column kith_private.api_keys.owner_id is 'Whose key it is.';
comment on column kith_private.api_keys.name is 'Name that the owner gave it.';
comment on column kith_private.api_keys.key_prefix is 'First nine characters of the key, by which a leaked key can be found; null for a connection.';
comment on column kith_private.api_keys.hash is 'SHA-256 of the whole key; null for a connection.';
comment on column kith_private.api_keys.created_at is 'When the key was created.';
comment on column kith_private.api_keys.updated_at is 'When the owner last changed or rotated the key.';
comment on column kith_private.api_keys.scopes is 'What the key may do; null for everything.';
comment on column kith_private.api_keys.network_ids is
  'The networks whose contacts the key sees, also those that do not exist any more; null for all contacts.';
comment on column kith_private.api_keys.expires_at is 'From when on the key is refused; null for never.';
comment on column kith_private.api_keys.last_used_at is 'When the key was last used, written at most once a minute.';
comment on column kith_private.api_keys.last_operation is 'The operation that last_used_at was written for.';
comment on column kith_private.api_keys.previous_hash is 'SHA-256 of the secret before the last rotation; null where it ended with the rotation.';
comment on column kith_private.api_keys.previous_key_prefix is 'First nine characters of the secret before the last rotation.';
comment on column kith_private.api_keys.previous_expires_at is 'From when on the secret before the last rotation is refused.';

comment on column kith_private.api_keys.client_id is 'The OAuth client of a connection, as the claim client_id of its access tokens names it; null for a key.';
comment on column kith_private.api_keys.redirect_host is 'The host that the client returned to when the owner approved it; null for a key.';

create unique index api_keys_previous_hash_key on kith_private.api_keys (previous_hash) where previous_hash is not null;
create index api_keys_owner_id_idx on kith_private.api_keys (owner_id, created_at, id) include (client_id);
create unique index api_keys_client_id_key on kith_private.api_keys (owner_id, client_id) where client_id is not null;

alter table kith_private.api_keys enable row level security;
grant select (id, owner_id, name, key_prefix, created_at, updated_at, scopes, network_ids, expires_at, last_used_at, last_operation, previous_expires_at,
    client_id, redirect_host),
  insert (owner_id, name, key_prefix, hash, scopes, network_ids, expires_at, client_id, redirect_host),
  update (name, scopes, network_ids, expires_at, key_prefix, hash, previous_expires_at, redirect_host), delete
  on kith_private.api_keys to authenticated;

create policy "Owners read their keys" on kith_private.api_keys
  for select to authenticated using ((select kith_private.owner_id()) = owner_id);
create policy "Owners make keys" on kith_private.api_keys
  for insert to authenticated with check ((select kith_private.owner_id()) = owner_id);
create policy "Owners change their keys" on kith_private.api_keys
  for update to authenticated using ((select kith_private.owner_id()) = owner_id) with check ((select kith_private.owner_id()) = owner_id);
create policy "Owners delete their keys" on kith_private.api_keys
  for delete to authenticated using ((select kith_private.owner_id()) = owner_id);

create policy "Limited keys do not reach keys" on kith_private.api_keys as restrictive
  for all to kith_limited using (false);

create function kith_private.clean_api_key() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := coalesce(kith_private.trimmed(new.name), '');
  new.scopes := kith_private.clean_scopes(new.scopes);
  if (tg_op = 'INSERT' or new.expires_at is distinct from old.expires_at) and new.expires_at <= now() then
    raise check_violation using message = 'The expiry of a key is in the future.',
      schema = 'kith_private', table = 'api_keys', constraint = 'api_keys_expires_at_check';
  end if;
  return new;
end
$$;
comment on function kith_private.clean_api_key() is
  'Trims a key''s name, puts its scopes in order, and checks that a new expiry is in the future, which a constraint cannot do.';
create trigger clean_api_key before insert or update of name, scopes, expires_at on kith_private.api_keys
  for each row execute function kith_private.clean_api_key();

-- A trigger, because the owner may write the hash of a key and may not read it.
create function kith_private.keep_previous_secret() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.previous_key_prefix := old.key_prefix;
  if new.previous_expires_at > now() then
    new.previous_hash := old.hash;
  else
    new.previous_hash := null;
    new.previous_expires_at := null;
  end if;
  return new;
end
$$;
comment on function kith_private.keep_previous_secret() is 'Keeps the secret that a rotation replaces until previous_expires_at; the one before it ends.';
create trigger keep_previous_secret before update on kith_private.api_keys
  for each row when (old.hash is distinct from new.hash) execute function kith_private.keep_previous_secret();
-- Using a key always changes last_used_at, and the owner never does.
create trigger stamp_change before update on kith_private.api_keys
  for each row when (old.last_used_at is not distinct from new.last_used_at and old.* is distinct from new.*)
  execute function kith_private.stamp_change();

create function kith_private.limit_api_keys() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- The lock makes concurrent inserts of one owner wait for each other, so that the count below includes all of them.
  perform pg_advisory_xact_lock(hashtextextended('kith.api_keys:' || new.owner_id::text, 0));
  if new.client_id is null then
    if (select count(*) from kith_private.api_keys k where k.owner_id = new.owner_id and k.client_id is null) >= 20 then
      perform kith_private.fail('api_key_limit_reached');
    end if;
  -- The same client again is the same connection.
  elsif (
    select count(*) from kith_private.api_keys k where k.owner_id = new.owner_id and k.client_id <> new.client_id) >= 50
  then
    perform kith_private.fail('quota_exceeded', 'An account has at most 50 connections. Disconnect one that is no longer used.');
  end if;
  return new;
end
$$;
comment on function kith_private.limit_api_keys() is
  'Limits an owner to 20 keys and 50 connections, also when several are created at the same time.';
create trigger limit_api_keys before insert on kith_private.api_keys
  for each row execute function kith_private.limit_api_keys();

create function kith_private.lock_keys() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from kith_private.api_keys k where k.owner_id = (select auth.uid()) order by k.id for update;
  -- Every request with a key locks the key's row in this table until its transaction ends.
  perform from kith_private.api_key_requests r
  where r.api_key_id = any (array(select k.id from kith_private.api_keys k where k.owner_id = (select auth.uid()))) order by r.api_key_id for update;
end
$$;
comment on function kith_private.lock_keys() is 'Waits for running requests with a key of the current user, and makes later ones wait until the account is deleted.';
grant execute on function kith_private.lock_keys() to authenticated;

-- sql/15_api_keys/15_rate_limit.sql

-- The rate limiter: exactly 120 requests of a key in any 60 seconds. Each key has one row with the times of its requests
-- in the last 60 seconds, oldest first. The row is locked while a request is counted, so that concurrent requests cannot
-- exceed the limit. Unlogged, because losing the counts of one minute in a crash of the server does no harm.
create unlogged table kith_private.api_key_requests (
  api_key_id uuid primary key references kith_private.api_keys (id) on delete cascade,
  instants timestamptz[] not null default '{}',
  requests integer not null default 0,
  refusals integer not null default 0
) with (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
comment on table kith_private.api_key_requests is 'When each key was used in the last 60 seconds.';
comment on column kith_private.api_key_requests.api_key_id is 'The key.';
comment on column kith_private.api_key_requests.instants is 'Times of the allowed requests, oldest first; at most 120.';
comment on column kith_private.api_key_requests.requests is 'Requests since last_used_at was written, including that one; added to api_key_days later.';
comment on column kith_private.api_key_requests.refusals is 'How many of them were refused.';

alter table kith_private.api_key_requests enable row level security;
create policy "No client reaches the counters" on kith_private.api_key_requests for all to authenticated using (false);

create function kith_private.count_request(
  key_id uuid, refused boolean default false,
  out allowed boolean, out rate integer, out remaining integer, out resets_at timestamptz, out retry_after integer)
language plpgsql set search_path = ''
as $$
declare
  span constant interval := '60 seconds';
  moment timestamptz;
  counted timestamptz[];
begin
  select r.instants into counted from kith_private.api_key_requests r where r.api_key_id = key_id for update;
  if not found then
    begin
      insert into kith_private.api_key_requests (api_key_id) values (key_id) on conflict do nothing;
    exception when foreign_key_violation then
      return; -- the key was revoked, or its account deleted, while this request waited
    end;
    select r.instants into strict counted from kith_private.api_key_requests r where r.api_key_id = key_id for update;
  end if;
  rate := 120;
  -- Read after the lock, and never before the newest request, so that the instants stay in order.
  moment := greatest(clock_timestamp(), counted[cardinality(counted)]);
  counted := array(select i from unnest(counted) i where i > moment - span);
  allowed := cardinality(counted) < rate;
  if allowed then
    counted := counted || moment;
    update kith_private.api_key_requests r
    set instants = counted, requests = r.requests + 1, refusals = r.refusals + refused::integer where r.api_key_id = key_id;
  else
    -- A refused request is not added, so that sending too early does not lengthen the wait.
    update kith_private.api_key_requests r set requests = r.requests + 1, refusals = r.refusals + 1 where r.api_key_id = key_id;
    retry_after := greatest(1, ceil(extract(epoch from counted[1] + span - moment)))::integer;
  end if;
  remaining := rate - cardinality(counted);
  resets_at := counted[1] + span;
end
$$;
comment on function kith_private.count_request(uuid, boolean) is
  'Counts a request of a key, and says whether the rate limit allows it; nulls where the key was deleted. '
  'refused: whether the request is already known to be refused for another reason.';

-- sql/15_api_keys/20_operations.sql

create view kith_api.api_keys with (security_invoker = true) as
select k.id, row_to_json(shape) as body
from kith_private.api_keys k
cross join lateral (
  select
    k.id,
    k.name,
    k.scopes,
    k.network_ids as "networkIds",
    k.key_prefix as "keyPrefix",
    to_char(k.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    to_char(k.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt",
    to_char(k.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "expiresAt",
    to_char(k.last_used_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastUsedAt",
    kith_private.member_name(k.last_operation) as "lastOperation",
    -- It does not work longer than the key.
    case when k.previous_expires_at > now() and (k.expires_at is null or k.expires_at > now())
      then to_char(least(k.previous_expires_at, k.expires_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end as "previousKeyExpiresAt") shape
where k.client_id is null;
comment on view kith_api.api_keys is 'API keys as the API shows them.';
grant select on kith_api.api_keys to authenticated;

create function kith_api.list_api_keys(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  found kith_private.page;
begin
  found := kith_private.find_page(arguments -> 'query', 'kith_private.api_keys', '{client_id is null}',
    case coalesce(arguments -> 'query' ->> 'sort', 'createdAt')
      when 'createdAt' then 'created_at, id'
      when '-createdAt' then 'created_at desc, id desc'
    end);
  return kith_private.answer_page(found, (
    select string_agg((select k.body::text from kith_api.api_keys k where k.id = listed.id), ',' order by listed.position)
    from unnest(found.ids) with ordinality as listed (id, position)));
end
$$;
comment on function kith_api.list_api_keys(jsonb) is 'The current user''s API keys, oldest first.';

-- Compared as text here and below, so that Postgres does not use the index by id, which contains all owners' keys, but
-- searches the at most 20 keys of this owner.
create function kith_api.get_api_key(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
begin
  return kith_private.answer_resource((
    select k.body from kith_api.api_keys k where k.id::text = (arguments ->> 'id')::uuid::text));
end
$$;
comment on function kith_api.get_api_key(jsonb) is 'One API key.';

-- A network that the key has already may have been deleted since.
create function kith_private.read_networks(given jsonb, present uuid[]) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
  if jsonb_typeof(given) is distinct from 'array' then
    return null;
  end if;
  perform kith_private.check_references(kith_private.unknown_ids(
    '/networkIds', given, present || kith_private.networks_among(given)));
  return array(select distinct id::uuid from jsonb_array_elements_text(given) id order by 1);
end
$$;
comment on function kith_private.read_networks(jsonb, uuid[]) is
  'The networks that a key is limited to, from the body of a request; null for all. present: those that the key is limited to now.';

create function kith_private.read_scopes(given jsonb) returns text[]
language plpgsql immutable set search_path = ''
as $$
begin
  return case when jsonb_typeof(given) = 'array' then array(select jsonb_array_elements_text(given)) end;
end
$$;
comment on function kith_private.read_scopes(jsonb) is 'The scopes of a key, from the body of a request; null for everything.';

create function kith_api.create_api_key(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  made uuid;
begin
  insert into kith_private.api_keys (name, key_prefix, hash, scopes, network_ids, expires_at)
  values (arguments -> 'body' ->> 'name', arguments ->> 'keyPrefix', decode(arguments ->> 'hash', 'hex'),
    kith_private.read_scopes(arguments -> 'body' -> 'scopes'), kith_private.read_networks(arguments -> 'body' -> 'networkIds', null),
    kith_private.local_instant(arguments -> 'body' ->> 'expiresAt', '00:00'))
  returning api_keys.id into made;
  return kith_private.answer_resource((select k.body from kith_api.api_keys k where k.id = made), 201::smallint);
end
$$;
comment on function kith_api.create_api_key(jsonb) is 'Stores a new API key by its hash.';

create function kith_private.change_key(arguments jsonb, is_connection boolean) returns uuid
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
  changed uuid;
begin
  update kith_private.api_keys k set
    name = case when body ? 'name' then body ->> 'name' else k.name end,
    scopes = case when body ? 'scopes' then kith_private.read_scopes(body -> 'scopes') else k.scopes end,
    network_ids = case when body ? 'networkIds' then kith_private.read_networks(body -> 'networkIds', k.network_ids) else k.network_ids end,
    expires_at = case when body ? 'expiresAt' then kith_private.local_instant(body ->> 'expiresAt', '00:00') else k.expires_at end
  where k.owner_id = (select auth.uid()) and k.id::text = (arguments ->> 'id')::uuid::text
    and (k.client_id is not null) = is_connection
  returning k.id into changed;
  return changed;
end
$$;
comment on function kith_private.change_key(jsonb, boolean) is
  'Changes the name and limits of an API key, or of a connection, as a request says; null where there is none.';

create function kith_private.delete_key(arguments jsonb, is_connection boolean) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  delete from kith_private.api_keys k
  where k.owner_id = (select auth.uid()) and k.id::text = (arguments ->> 'id')::uuid::text
    and (k.client_id is not null) = is_connection;
  return kith_private.answer_deleted(found);
end
$$;
comment on function kith_private.delete_key(jsonb, boolean) is 'Deletes an API key, or a connection.';

create function kith_api.update_api_key(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  changed constant uuid := kith_private.change_key(arguments, is_connection => false);
begin
  return kith_private.answer_resource((select k.body from kith_api.api_keys k where k.id = changed));
end
$$;
comment on function kith_api.update_api_key(jsonb) is 'Renames an API key, or changes what it may do or when it expires.';

create function kith_api.rotate_api_key(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  overlap constant integer := coalesce((arguments -> 'body' ->> 'overlapSeconds')::integer, 0);
  rotated uuid;
begin
  update kith_private.api_keys k set
    key_prefix = arguments ->> 'keyPrefix',
    hash = decode(arguments ->> 'hash', 'hex'),
    -- Null and not now(), which may be rounded up to the next millisecond.
    previous_expires_at = case when overlap > 0 then now() + make_interval(secs => overlap) end
  where k.owner_id = (select auth.uid()) and k.id::text = (arguments ->> 'id')::uuid::text and k.client_id is null
  returning k.id into rotated;
  return kith_private.answer_resource((select k.body from kith_api.api_keys k where k.id = rotated));
end
$$;
comment on function kith_api.rotate_api_key(jsonb) is 'Gives an API key a new secret, by its hash; the one before works for overlapSeconds.';

create function kith_api.delete_api_key(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  return kith_private.delete_key(arguments, is_connection => false);
end
$$;
comment on function kith_api.delete_api_key(jsonb) is 'Revokes an API key.';

grant execute on function kith_private.read_networks(jsonb, uuid[]), kith_private.read_scopes(jsonb), kith_private.clean_scopes(text[]),
  kith_private.all_scopes(), kith_private.change_key(jsonb, boolean), kith_private.delete_key(jsonb, boolean), kith_api.list_api_keys(jsonb), kith_api.get_api_key(jsonb), kith_api.create_api_key(jsonb),
  kith_api.update_api_key(jsonb), kith_api.rotate_api_key(jsonb), kith_api.delete_api_key(jsonb) to authenticated;

insert into kith_private.operations
  (name, resource, verb, scopes, writes, needs_access_token, tagged, read_by, locked_table, locked_as_text) values
  ('list_api_keys', 'api_key', 'list', '{}', false, true, false, null, null, false),
  ('get_api_key', 'api_key', 'get', '{}', false, true, true, null, null, false),
  ('create_api_key', 'api_key', 'create', '{}', true, true, true, null, null, false),
  ('update_api_key', 'api_key', 'update', '{}', true, true, true, 'get_api_key', 'kith_private.api_keys', true),
  ('rotate_api_key', 'api_key', 'rotate', '{}', true, true, true, null, null, false),
  ('delete_api_key', 'api_key', 'delete', '{}', true, true, false, 'get_api_key', 'kith_private.api_keys', true);

-- sql/15_api_keys/30_use.sql

-- Daily counts of the requests of each key, for administrators. Counting needs no statement of its own: the row of the
-- rate limiter also counts, and its counts are added to api_key_days when last_used_at is written, once a minute.

create table kith_private.api_key_days (
  api_key_id uuid not null,
  owner_id uuid not null references auth.users (id) on delete cascade,
  key_prefix text,
  day date not null,
  requests integer not null,
  refusals integer not null,
  -- not a foreign key: the counts of a deleted key are kept
  primary key (api_key_id, day)
);
comment on table kith_private.api_key_days is 'Requests of each key or connection and day (UTC), kept for a year. To read them use the view kith_private.admin_api_key_days.';
comment on column kith_private.api_key_days.api_key_id is 'The key, which may have been deleted since.';
comment on column kith_private.api_key_days.owner_id is 'Whose key it is.';
comment on column kith_private.api_key_days.key_prefix is 'First nine characters of the key; null for a connection.';
comment on column kith_private.api_key_days.day is 'The day, UTC.';
comment on column kith_private.api_key_days.requests is 'Requests that day, refused ones included.';
comment on column kith_private.api_key_days.refusals is 'How many of them were refused: over the rate limit, invalid, not found, …';
create index api_key_days_owner_id_idx on kith_private.api_key_days (owner_id, day);

alter table kith_private.api_key_days enable row level security;
create policy "No client reaches the days" on kith_private.api_key_days for all to authenticated using (false);

create function kith_private.flush_key_counts(key_id uuid, of_day date) returns void
language plpgsql set search_path = ''
as $$
declare
  counted record;
begin
  select r.requests, r.refusals into counted from kith_private.api_key_requests r where r.api_key_id = key_id and r.requests > 0 for update;
  if not found then
    return;
  end if;
  insert into kith_private.api_key_days as d (api_key_id, owner_id, key_prefix, day, requests, refusals)
  select k.id, k.owner_id, k.key_prefix, of_day, counted.requests, counted.refusals
  -- No row where the account is being deleted, also by a transaction that waits for the key's rows.
  from kith_private.api_keys k
  join (select u.id from auth.users u where u.id = (select owned.owner_id from kith_private.api_keys owned where owned.id = key_id)
    for key share skip locked) u on u.id = k.owner_id
  where k.id = key_id
  on conflict (api_key_id, day) do update set requests = d.requests + excluded.requests, refusals = d.refusals + excluded.refusals;
  update kith_private.api_key_requests r set requests = 0, refusals = 0 where r.api_key_id = key_id;
end
$$;
comment on function kith_private.flush_key_counts(uuid, date) is 'Adds the counts of a key''s row in api_key_requests to api_key_days, and sets them to zero.';

-- The counts in api_key_requests are of the day of last_used_at, because the first request of a day always writes it.
create function kith_private.record_key_use(key_id uuid, last_used_at timestamptz, operation text) returns void
language plpgsql set search_path = ''
as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
  before constant date := (last_used_at at time zone 'UTC')::date;
begin
  if last_used_at >= now() - interval '1 minute' and before >= today then
    return;
  end if;
  -- Locks the row in api_keys before the one in api_key_requests, as deleting a key does, which prevents deadlocks. Of
  -- several concurrent requests only one updates the row.
  update kith_private.api_keys k set last_used_at = now(), last_operation = operation
  where k.id = key_id and k.last_used_at is not distinct from record_key_use.last_used_at;
  if found and last_used_at is not null then
    perform kith_private.flush_key_counts(key_id, before);
    if before < today then
      delete from kith_private.api_key_days d
      using kith_private.api_keys k where k.id = key_id and d.owner_id = k.owner_id and d.day < today - 366;
    end if;
  end if;
end
$$;
comment on function kith_private.record_key_use(uuid, timestamptz, text) is
  'Writes when a key was last used and for which operation, at most once a minute, and saves the counts until then.';

create function kith_private.flush_last_key_counts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform kith_private.flush_key_counts(old.id, (old.last_used_at at time zone 'UTC')::date);
  -- Of deleted keys the newest 1,000 days of an owner are kept, or making and deleting keys would fill the table.
  delete from kith_private.api_key_days d
  where d.ctid = any (array(
    select other.ctid from kith_private.api_key_days other
    where other.owner_id = old.owner_id
      and not exists (select from kith_private.api_keys k where k.id = other.api_key_id)
    order by other.day desc, other.api_key_id offset 1000));
  return old;
end
$$;
comment on function kith_private.flush_last_key_counts() is 'Saves the counts of a key before it is deleted.';
create trigger flush_last_key_counts before delete on kith_private.api_keys
  for each row when (old.last_used_at is not null) execute function kith_private.flush_last_key_counts();

-- sql/17_connections/10_operations.sql

-- Connections: what an account has approved of OAuth clients in Kith. Their rows are in kith_private.api_keys; an access
-- token of a client without one may do nothing.

create view kith_api.connections with (security_invoker = true) as
select k.id, row_to_json(shape) as body
from kith_private.api_keys k
cross join lateral (
  select
    k.id,
    k.name,
    k.client_id as "clientId",
    k.redirect_host as "redirectHost",
    k.scopes,
    k.network_ids as "networkIds",
    to_char(k.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    to_char(k.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt",
    to_char(k.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "expiresAt",
    to_char(k.last_used_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastUsedAt",
    kith_private.member_name(k.last_operation) as "lastOperation") shape
where k.client_id is not null;
comment on view kith_api.connections is 'Connections as the API shows them.';
grant select on kith_api.connections to authenticated;

create function kith_api.list_connections(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  found kith_private.page;
begin
  found := kith_private.find_page(arguments -> 'query', 'kith_private.api_keys', '{client_id is not null}',
    case coalesce(arguments -> 'query' ->> 'sort', 'createdAt')
      when 'createdAt' then 'created_at, id'
      when '-createdAt' then 'created_at desc, id desc'
    end);
  return kith_private.answer_page(found, (
    select string_agg((select c.body::text from kith_api.connections c where c.id = listed.id), ',' order by listed.position)
    from unnest(found.ids) with ordinality as listed (id, position)));
end
$$;
comment on function kith_api.list_connections(jsonb) is 'The current user''s connections, oldest first.';

-- Compared as text here and below for the reason that get_api_key has.
create function kith_api.get_connection(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
begin
  return kith_private.answer_resource((
    select c.body from kith_api.connections c where c.id::text = (arguments ->> 'id')::uuid::text));
end
$$;
comment on function kith_api.get_connection(jsonb) is 'One connection.';

create function kith_api.create_connection(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  made uuid;
begin
  insert into kith_private.api_keys as k (client_id, redirect_host, name, scopes, network_ids, expires_at)
  values (arguments -> 'body' ->> 'clientId', arguments -> 'body' ->> 'redirectHost', arguments -> 'body' ->> 'name',
    kith_private.read_scopes(arguments -> 'body' -> 'scopes'), kith_private.read_networks(arguments -> 'body' -> 'networkIds', null),
    kith_private.local_instant(arguments -> 'body' ->> 'expiresAt', '00:00'))
  on conflict (owner_id, client_id) where client_id is not null do update set redirect_host = excluded.redirect_host,
    name = excluded.name, scopes = excluded.scopes, network_ids = excluded.network_ids, expires_at = excluded.expires_at
  returning k.id into made;
  return kith_private.answer_resource((select c.body from kith_api.connections c where c.id = made), 201::smallint);
end
$$;
comment on function kith_api.create_connection(jsonb) is
  'Approves an OAuth client. One that has a connection keeps it, with the name, host and limits of this request.';

create function kith_api.update_connection(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  changed constant uuid := kith_private.change_key(arguments, is_connection => true);
begin
  return kith_private.answer_resource((select c.body from kith_api.connections c where c.id = changed));
end
$$;
comment on function kith_api.update_connection(jsonb) is 'Renames a connection, or changes what it may do or when it expires.';

create function kith_api.delete_connection(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  return kith_private.delete_key(arguments, is_connection => true);
end
$$;
comment on function kith_api.delete_connection(jsonb) is 'Disconnects an OAuth client.';

grant execute on function kith_api.list_connections(jsonb), kith_api.get_connection(jsonb), kith_api.create_connection(jsonb),
  kith_api.update_connection(jsonb), kith_api.delete_connection(jsonb) to authenticated;

insert into kith_private.operations
  (name, resource, verb, scopes, writes, needs_access_token, tagged, read_by, locked_table, locked_as_text) values
  ('list_connections', 'connection', 'list', '{}', false, true, false, null, null, false),
  ('get_connection', 'connection', 'get', '{}', false, true, true, null, null, false),
  ('create_connection', 'connection', 'create', '{}', true, true, true, null, null, false),
  ('update_connection', 'connection', 'update', '{}', true, true, true, 'get_connection', 'kith_private.api_keys', true),
  ('delete_connection', 'connection', 'delete', '{}', true, true, false, 'get_connection', 'kith_private.api_keys', true);

-- sql/20_networks/10_table.sql

-- Networks: groups of contacts.

create table kith.networks (
  id uuid not null default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  name text not null constraint networks_name_check check (char_length(name) between 1 and 100),
  description text constraint networks_description_check check (char_length(description) <= 500),
  color text constraint networks_color_check check (color ~ '^#[0-9A-Fa-f]{6}$'),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- The key begins with the owner, so that a row of another owner cannot be found, not even through an index.
  primary key (owner_id, id)
);
comment on table kith.networks is 'Groups of contacts, such as a family or a club.';
comment on column kith.networks.id is 'Identifies the network.';
comment on column kith.networks.owner_id is 'Whose network it is.';
comment on column kith.networks.name is '1 to 100 characters, unique for its owner, ignoring case.';
comment on column kith.networks.description is 'At most 500 characters.';
comment on column kith.networks.color is '#RRGGBB.';
comment on column kith.networks.created_at is 'When the network was created.';
comment on column kith.networks.updated_at is 'When the network was last changed.';

create unique index networks_name_key on kith.networks (owner_id, lower(name collate "und-x-icu"));

alter table kith.networks enable row level security;
grant delete on kith.networks to authenticated;
grant insert (owner_id, name, description, color), update (name, description, color) on kith.networks to authenticated;
grant all on kith.networks to service_role;

create policy "Owners read their networks" on kith.networks
  for select to authenticated using ((select kith_private.owner_id()) = owner_id);
create policy "Owners make networks" on kith.networks
  for insert to authenticated with check ((select kith_private.owner_id()) = owner_id);
create policy "Owners change their networks" on kith.networks
  for update to authenticated using ((select kith_private.owner_id()) = owner_id) with check ((select kith_private.owner_id()) = owner_id);
create policy "Owners delete their networks" on kith.networks
  for delete to authenticated using ((select kith_private.owner_id()) = owner_id);

-- A row that may be read but not written is found by update, so that the request is refused and not told that there is no
-- such row. So it is with the other tables.
create policy "Limited keys read their networks" on kith.networks as restrictive
  for select to kith_limited using ((select kith_private.has_scope('networks:read'))
    and ((select kith_private.has_all_networks()) or id = any ((select kith_private.key_networks())::uuid[])));
create policy "Limited keys make networks by scope" on kith.networks as restrictive
  for insert to kith_limited with check (
    (select kith_private.has_scope('networks:write')) and (select kith_private.has_all_networks()));
create policy "Limited keys change networks by scope" on kith.networks as restrictive
  for update to kith_limited using (true) with check (
    (select kith_private.has_scope('networks:write')) and (select kith_private.has_all_networks()));
create policy "Limited keys delete networks by scope" on kith.networks as restrictive
  for delete to kith_limited using (
    (select kith_private.has_scope('networks:write')) and (select kith_private.has_all_networks()));

create function kith_private.clean_network() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := coalesce(kith_private.trimmed(new.name), '');
  new.description := kith_private.trimmed(new.description);
  new.color := kith_private.trimmed(new.color);
  return new;
end
$$;
comment on function kith_private.clean_network() is 'Trims a network''s texts.';
create trigger clean_network before insert or update on kith.networks
  for each row execute function kith_private.clean_network();
create trigger stamp_change before update on kith.networks
  for each row when (old.* is distinct from new.*) execute function kith_private.stamp_change();

-- sql/20_networks/20_members.sql

-- Which contacts belong to which networks.

create table kith.contact_networks (
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  contact_id uuid not null,
  network_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (owner_id, contact_id, network_id),
  -- The key begins with the owner, so that a row of another owner cannot be referred to. The foreign key to contacts is
  -- added in 30_contacts, where that table is created.
  foreign key (owner_id, network_id) references kith.networks (owner_id, id) on delete cascade
-- Index-only scans need pages that were vacuumed since they were last written, so vacuum runs more often than by default.
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);
comment on table kith.contact_networks is 'Which contacts belong to which networks.';
comment on column kith.contact_networks.owner_id is 'Whose contact and network they are.';
comment on column kith.contact_networks.contact_id is 'The contact.';
comment on column kith.contact_networks.network_id is 'The network it belongs to.';
comment on column kith.contact_networks.created_at is 'When the contact was added to the network.';

create index contact_networks_network_id_idx on kith.contact_networks (owner_id, network_id, contact_id);

alter table kith.contact_networks enable row level security;
grant delete on kith.contact_networks to authenticated;
grant insert (owner_id, contact_id, network_id) on kith.contact_networks to authenticated;
grant all on kith.contact_networks to service_role;

create policy "Owners read their memberships" on kith.contact_networks
  for select to authenticated using ((select kith_private.owner_id()) = owner_id);
create policy "Owners make memberships" on kith.contact_networks
  for insert to authenticated with check ((select kith_private.owner_id()) = owner_id);
create policy "Owners delete their memberships" on kith.contact_networks
  for delete to authenticated using ((select kith_private.owner_id()) = owner_id);

-- The policies of contacts, notes and reminders read the memberships.
create policy "Limited keys read memberships of their networks" on kith.contact_networks as restrictive
  for select to kith_limited using (network_id = any ((select kith_private.visible_networks())::uuid[]));
create policy "Limited keys make memberships by scope" on kith.contact_networks as restrictive
  for insert to kith_limited with check (
    (select kith_private.has_scope('contacts:write')) and (select kith_private.has_all_networks()));
create policy "Limited keys delete memberships by scope" on kith.contact_networks as restrictive
  for delete to kith_limited using (
    (select kith_private.has_scope('contacts:write')) and (select kith_private.has_all_networks()));

-- sql/20_networks/30_operations.sql

create view kith_api.networks with (security_invoker = true) as
select n.id, row_to_json(shape) as body
from kith.networks n
cross join lateral (
  select
    n.id,
    n.name,
    n.description,
    n.color,
    (
      select count(*) from kith.contact_networks m where m.owner_id = n.owner_id and m.network_id = n.id) as "contactCount",
    to_char(n.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    to_char(n.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt") shape;
comment on view kith_api.networks is 'Networks as the API shows them.';
grant select on kith_api.networks to authenticated;

create function kith_api.list_networks(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  found kith_private.page;
begin
  found := kith_private.find_page(arguments -> 'query', 'kith.networks', null,
    case coalesce(arguments -> 'query' ->> 'sort', 'name')
      when 'name' then 'name collate "und-x-icu", id'
      when '-name' then 'name collate "und-x-icu" desc, id desc'
      when 'createdAt' then 'created_at, id'
      when '-createdAt' then 'created_at desc, id desc'
    end);
  return kith_private.answer_page(found, (
    select string_agg((select n.body::text from kith_api.networks n where n.id = listed.id), ',' order by listed.position)
    from unnest(found.ids) with ordinality as listed (id, position)));
end
$$;
comment on function kith_api.list_networks(jsonb) is 'A page of networks. Query: sort, page, pageSize.';

create function kith_api.get_network(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
begin
  return kith_private.answer_resource((select n.body from kith_api.networks n where n.id = (arguments ->> 'id')::uuid));
end
$$;
comment on function kith_api.get_network(jsonb) is 'One network.';

create function kith_api.create_network(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body jsonb := arguments -> 'body';
  made uuid;
begin
  insert into kith.networks (name, description, color)
  values (body ->> 'name', body ->> 'description', body ->> 'color')
  returning networks.id into made;
  return kith_private.answer_resource((select n.body from kith_api.networks n where n.id = made), 201::smallint);
end
$$;
comment on function kith_api.create_network(jsonb) is 'Creates a network.';

create function kith_api.update_network(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body jsonb := arguments -> 'body';
begin
  update kith.networks n set
    name = case when body ? 'name' then body ->> 'name' else n.name end,
    description = case when body ? 'description' then body ->> 'description' else n.description end,
    color = case when body ? 'color' then body ->> 'color' else n.color end
  where n.id = (arguments ->> 'id')::uuid;
  return kith_private.answer_resource((select n.body from kith_api.networks n where n.id = (arguments ->> 'id')::uuid));
end
$$;
comment on function kith_api.update_network(jsonb) is 'Changes a network.';

create function kith_api.delete_network(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  delete from kith.networks n where n.id = (arguments ->> 'id')::uuid;
  return kith_private.answer_deleted(found);
end
$$;
comment on function kith_api.delete_network(jsonb) is 'Deletes a network; its contacts stay.';

create function kith_api.add_network_contact(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  insert into kith.contact_networks (network_id, contact_id)
  select n.id, c.id from kith.networks n, kith.contacts c
  where n.id = (arguments ->> 'id')::uuid and c.id = (arguments ->> 'contactId')::uuid
  for key share -- locked, so that neither is deleted before the membership refers to it
  on conflict do nothing;
  return kith_private.membership_answer(arguments);
end
$$;
comment on function kith_api.add_network_contact(jsonb) is 'Adds a contact to a network; no change where it already belongs to it.';

create function kith_api.remove_network_contact(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  delete from kith.contact_networks m
  where m.owner_id = (select auth.uid())
    and m.network_id = (arguments ->> 'id')::uuid and m.contact_id = (arguments ->> 'contactId')::uuid;
  return kith_private.membership_answer(arguments);
end
$$;
comment on function kith_api.remove_network_contact(jsonb) is 'Removes a contact from a network; no change where it does not belong to it.';

create function kith_private.check_memberships_left(added uuid[], given jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  full_ones constant uuid[] := array(
    select m.contact_id from kith.contact_networks m where m.contact_id = any (added)
    group by m.contact_id having count(*) >= 100);
begin
  if cardinality(full_ones) > 0 then
    perform kith_private.fail('validation_failed', errors => (
      select jsonb_agg(jsonb_build_object('in', 'body', 'pointer', '/contactIds/' || position - 1, 'code', 'too_long',
        'message', 'This contact belongs to 100 networks already.') order by position)
      from jsonb_array_elements_text(given) with ordinality as named (id, position)
      where named.id::uuid = any (full_ones)));
  end if;
end
$$;
comment on function kith_private.check_memberships_left(uuid[], jsonb) is
  'Refuses to add contacts to a network that belong to 100 already. given: the list of the body, for pointers.';

create function kith_api.set_network_contacts(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  network constant uuid := (arguments ->> 'id')::uuid;
  given constant jsonb := arguments -> 'body' -> 'contactIds';
  asked constant uuid[] := array(select distinct id::uuid from jsonb_array_elements_text(given) id order by 1);
  added uuid[];
begin
  if not exists (select from kith.networks n where n.id = network) then
    perform kith_private.not_found();
  end if;
  perform kith_private.check_references(kith_private.unknown_ids(
    '/contactIds', given, array(select c.id from kith.contacts c where c.id = any (asked))));
  added := array(
    select id from unnest(asked) id
    except select m.contact_id from kith.contact_networks m where m.network_id = network order by 1);
  perform kith_private.check_memberships_left(added, given);
  delete from kith.contact_networks m
  where m.owner_id = (select auth.uid()) and m.network_id = network
    and not exists (select from unnest(asked) wanted (id) where wanted.id = m.contact_id);
  insert into kith.contact_networks (network_id, contact_id) select network, contact from unnest(added) contact
  on conflict do nothing;
  return (204, null)::kith_api.answer;
end
$$;
comment on function kith_api.set_network_contacts(jsonb) is 'Replaces the contacts of a network by those of the list.';

create function kith_private.networks_of_contact(contact uuid) returns text
language plpgsql stable set search_path = ''
as $$
declare
  ids constant uuid[] := array(
    select n.id from kith.networks n
    where n.id in (select m.network_id from kith.contact_networks m where m.contact_id = contact)
    order by n.name collate "und-x-icu", n.id);
begin
  return (
    select coalesce(string_agg((select n.body::text from kith_api.networks n where n.id = listed.id), ',' order by listed.position), '')
    from unnest(ids) with ordinality as listed (id, position));
end
$$;
comment on function kith_private.networks_of_contact(uuid) is 'The networks of a contact, by name, as JSON with commas between them.';

create function kith_private.networks_among(ids jsonb) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
  return array(select n.id from kith.networks n where n.id = any (array(select jsonb_array_elements_text(ids)::uuid)));
end
$$;
comment on function kith_private.networks_among(jsonb) is 'Those of the ids that are networks which the current user sees.';

create function kith_private.membership_answer(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
begin
  if not exists (
    select from kith.networks n, kith.contacts c
    where n.id = (arguments ->> 'id')::uuid and c.id = (arguments ->> 'contactId')::uuid)
  then
    perform kith_private.not_found();
  end if;
  return (204, null)::kith_api.answer;
end
$$;
comment on function kith_private.membership_answer(jsonb) is '204 where both the network and the contact belong to the current user, else not_found.';

grant execute on function kith_private.networks_among(jsonb), kith_private.membership_answer(jsonb), kith_private.networks_of_contact(uuid),
  kith_api.list_networks(jsonb), kith_api.get_network(jsonb), kith_api.create_network(jsonb), kith_api.update_network(jsonb),
  kith_api.delete_network(jsonb), kith_api.add_network_contact(jsonb), kith_api.remove_network_contact(jsonb),
  kith_private.check_memberships_left(uuid[], jsonb), kith_api.set_network_contacts(jsonb) to authenticated;

insert into kith_private.operations (name, resource, verb, scopes, writes, tagged, read_by, locked_table) values
  ('list_networks', 'network', 'list', '{networks:read}', false, false, null, null),
  ('get_network', 'network', 'get', '{networks:read}', false, true, null, null),
  ('create_network', 'network', 'create', '{networks:write}', true, true, null, null),
  ('update_network', 'network', 'update', '{networks:write}', true, true, 'get_network', 'kith.networks'),
  ('delete_network', 'network', 'delete', '{networks:write}', true, false, 'get_network', 'kith.networks'),
  ('add_network_contact', 'network', 'add', '{contacts:write,networks:read}', true, false, null, null),
  ('set_network_contacts', 'network', 'set', '{contacts:write,networks:read}', true, false, null, null),
  ('remove_network_contact', 'network', 'remove', '{contacts:write,networks:read}', true, false, null, null);

-- sql/25_quotas/10_usage.sql

-- How much an account may hold. The limits are generous: they stop a client that creates rows without end.
-- Administrators change them here.

create table kith_private.quotas (
  name text primary key constraint quotas_name_check check (
    name in ('contacts', 'notes', 'photo_bytes', 'uploads', 'log_days', 'log_bytes')),
  maximum bigint not null
);
comment on table kith_private.quotas is 'What an account may hold at most.';
comment on column kith_private.quotas.name is
  'contacts; notes; photo_bytes: the sum of its photos'' sizes, removed ones that are kept included; uploads: those that are '
  'not attached to a contact; log_days: for how many days changes are kept; log_bytes: beyond it older changes are deleted sooner.';
comment on column kith_private.quotas.maximum is 'The limit, for every account.';
insert into kith_private.quotas (name, maximum) values
  ('contacts', 100000), ('notes', 1000000), ('photo_bytes', 5368709120), ('uploads', 20), ('log_days', 30),
  ('log_bytes', 1073741824);
alter table kith_private.quotas enable row level security;
create policy "No client reaches the quotas" on kith_private.quotas for all to authenticated using (false);
grant select, update on kith_private.quotas to service_role;

create table kith_private.usage (
  owner_id uuid not null references auth.users (id) on delete cascade,
  name text not null,
  count bigint not null,
  counted_at timestamptz not null,
  primary key (owner_id, name)
);
comment on table kith_private.usage is 'How many rows an account had in the tables with a quota when they were last counted.';
comment on column kith_private.usage.owner_id is 'The account.';
comment on column kith_private.usage.name is 'The table.';
comment on column kith_private.usage.count is 'The number of rows.';
comment on column kith_private.usage.counted_at is 'When they were counted.';
alter table kith_private.usage enable row level security;
create policy "No client reaches the usage" on kith_private.usage for all to authenticated using (false);

create function kith_private.check_quota(quota text, total bigint) returns void
language plpgsql stable set search_path = ''
as $$
declare
  most constant bigint := (select q.maximum from kith_private.quotas q where q.name = quota);
begin
  if total > most then
    raise check_violation using
      message = format('An account may have at most %s %s.', most, case quota
        when 'photo_bytes' then 'bytes of photos' when 'uploads' then 'unattached uploads' else quota end),
      schema = 'kith', table = quota, constraint = quota || '_quota_check';
  end if;
end
$$;
comment on function kith_private.check_quota(text, bigint) is 'Refuses what would go over a quota.';

-- A counter that every write changes would make the writes of an owner wait for each other, and counting every time takes
-- long for a large owner. So the rows are counted once a minute, and every time when fewer than 10,000 more are allowed.
create function kith_private.check_usage() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  quota constant text := tg_table_name;
  total bigint;
begin
  perform from kith_private.usage u
  where u.owner_id = new.owner_id and u.name = quota and u.counted_at > now() - interval '1 minute'
    and u.count + 10000 < (select q.maximum from kith_private.quotas q where q.name = quota);
  if found then
    return null;
  end if;
  execute format('select count(*) from %s where owner_id = $1', tg_relid::regclass) into total using new.owner_id;
  perform kith_private.check_quota(quota, total);
  insert into kith_private.usage as u (owner_id, name, count, counted_at) values (new.owner_id, quota, total, now())
  on conflict (owner_id, name) do update set count = excluded.count, counted_at = excluded.counted_at;
  return null;
end
$$;
comment on function kith_private.check_usage() is 'Refuses a row that goes over the quota of its owner.';

create function kith_private.log_retention() returns interval
language plpgsql stable set search_path = ''
as $$
begin
  return make_interval(days => (select q.maximum::integer from kith_private.quotas q where q.name = 'log_days'));
end
$$;
comment on function kith_private.log_retention() is 'For how long changes are kept in the log, and removed photos with them.';

create function kith_private.log_start() returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when auth.uid() is not null then now() - kith_private.log_retention() end;
end
$$;
comment on function kith_private.log_start() is 'Since when changes of the current user are kept; null where nobody is signed in.';
grant execute on function kith_private.log_start() to authenticated;

-- sql/30_contacts/00_methods.sql

-- The lists of a contact: e-mail addresses, phone numbers, URLs and postal addresses, stored as JSON.

-- A client may omit the label of an e-mail address, phone number or URL, and parts of a postal address.
create function kith_private.clean_items(items jsonb, members text[]) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  if items = '[]' then
    return items;
  end if;
  return case when jsonb_typeof(items) = 'array' then (
    select coalesce(jsonb_agg(
      case when jsonb_typeof(item) = 'object' then item || (
        select jsonb_object_agg(member, case
          when jsonb_typeof(item -> member) = 'string' then to_jsonb(kith_private.trimmed(item ->> member))
          else coalesce(item -> member, 'null') end)
        from unnest(members) member)
      else item end order by position), '[]')
    from jsonb_array_elements(items) with ordinality as list (item, position))
  else items end;
end
$$;
comment on function kith_private.clean_items(jsonb, text[]) is 'The list with all members in every item: trimmed, and null where missing or blank.';

-- The character classes list white space and control characters, so that they match the same in every locale and in
-- JavaScript. NUL cannot occur in a text.
create function kith_private.is_contact_method(kind text, value text) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case kind
    when 'email' then char_length(value) <= 254 and value ~ (
      '^[^@\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff<>(),;:"\[\]\\]+'
      '@[^@\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff<>(),;:"\[\]\\]+$')
    when 'phone' then char_length(value) between 1 and 50
    when 'url' then char_length(value) <= 2048 and value ~ (
      '^[Hh][Tt][Tt][Pp][Ss]?://[^\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff/?#]+'
      '([/?#][^\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*)?$')
  end;
end
$$;
comment on function kith_private.is_contact_method(text, text) is 'Whether the text can be an e-mail address, phone number or http(s) URL (kind: email, phone, url).';

create function kith_private.are_contact_methods(kind text, items jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case
    when jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) > 20 then false
    else not exists (
      select from jsonb_array_elements(items) item
      where case
        when jsonb_typeof(item) <> 'object' or item - '{value,label}'::text[] <> '{}' then true
        when jsonb_typeof(item -> 'value') <> 'string' or jsonb_typeof(item -> 'label') not in ('string', 'null') then true
        else not kith_private.is_contact_method(kind, item ->> 'value') or char_length(item ->> 'label') > 50
      end)
    and (
      select count(*) = count(distinct case kind when 'email' then lower((item ->> 'value') collate "C") else item ->> 'value' end)
      from jsonb_array_elements(items) item)
  end;
end
$$;
comment on function kith_private.are_contact_methods(text, jsonb) is
  'Whether the value is a list of at most 20 {value, label} of a kind (email, phone, url), without duplicates.';

create function kith_private.are_addresses(items jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case
    when jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) > 20 then false
    else not exists (
      select from jsonb_array_elements(items) item
      where case
        when jsonb_typeof(item) <> 'object' then true
        when item - '{label,street,city,region,postalCode,country}'::text[] <> '{}' then true
        else jsonb_strip_nulls(item) - 'label' = '{}'
          or exists (
            select from jsonb_each(item) member
            where jsonb_typeof(member.value) not in ('string', 'null')
              or char_length(member.value #>> '{}') > case member.key when 'label' then 50 else 255 end)
      end)
  end;
end
$$;
comment on function kith_private.are_addresses(jsonb) is
  'Whether the value is a list of at most 20 {label, street, city, region, postalCode, country}, none of them empty.';

grant execute on function kith_private.clean_items(jsonb, text[]), kith_private.is_contact_method(text, text),
  kith_private.are_contact_methods(text, jsonb), kith_private.are_addresses(jsonb) to authenticated, service_role;

-- sql/30_contacts/10_table.sql

-- Contacts: the people and companies that the owner stays in touch with.

create table kith.contacts (
  id uuid not null default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  first_name text constraint contacts_first_name_check check (char_length(first_name) <= 255),
  last_name text constraint contacts_last_name_check check (char_length(last_name) <= 255),
  nickname text constraint contacts_nickname_check check (char_length(nickname) <= 255),
  company text constraint contacts_company_check check (char_length(company) <= 255),
  job_title text constraint contacts_job_title_check check (char_length(job_title) <= 255),
  display_name text generated always as (
    coalesce(first_name || ' ' || last_name, first_name, last_name, nickname, company)) stored,
  emails jsonb not null default '[]' constraint contacts_emails_check check (
    emails = '[]' or kith_private.are_contact_methods('email', emails)),
  phones jsonb not null default '[]' constraint contacts_phones_check check (
    phones = '[]' or kith_private.are_contact_methods('phone', phones)),
  urls jsonb not null default '[]' constraint contacts_urls_check check (
    urls = '[]' or kith_private.are_contact_methods('url', urls)),
  addresses jsonb not null default '[]' constraint contacts_addresses_check check (
    addresses = '[]' or kith_private.are_addresses(addresses)),
  birthday text constraint contacts_birthday_check check (kith_private.is_birthday(birthday)),
  birthday_month smallint generated always as (
    case when birthday ~ '^([0-9]{4}|-)-(0[1-9]|1[0-2])-[0-9]{2}$' then substr(birthday, char_length(birthday) - 4, 2)::smallint end) stored,
  description text constraint contacts_description_check check (char_length(description) <= 10000),
  is_favorite boolean not null default false,
  is_archived boolean not null default false,
  contact_frequency_days integer constraint contacts_contact_frequency_days_check check (contact_frequency_days between 1 and 3650),
  last_contacted_by_hand timestamptz(3) constraint contacts_last_contacted_by_hand_check check (
    last_contacted_by_hand between '0001-01-01 00:00:00+00' and '9999-12-31 23:59:59.999+00'),
  last_noted_at timestamptz(3),
  last_contacted_at timestamptz(3) generated always as (greatest(last_contacted_by_hand, last_noted_at)) stored,
  next_contact_on_utc date generated always as (
    (coalesce(greatest(last_contacted_by_hand, last_noted_at), created_at) at time zone 'UTC')::date
    + contact_frequency_days) stored,
  photo_path text,
  search_text text,
  long_search_text text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- The key begins with the owner, so that a row of another owner cannot be found, not even through an index.
  primary key (owner_id, id),
  constraint contacts_photo_path_key unique (owner_id, photo_path),
  constraint contacts_named_check check (num_nonnulls(first_name, last_name, nickname, company) > 0)
-- Index-only scans need pages that were vacuumed since they were last written, so vacuum runs more often than by default.
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);
comment on table kith.contacts is 'People and companies that the owner stays in touch with.';
comment on column kith.contacts.id is 'Identifies the contact.';
comment on column kith.contacts.owner_id is 'Whose contact it is.';
comment on column kith.contacts.first_name is 'At most 255 characters. At least one of first name, last name, nickname and company is required.';
comment on column kith.contacts.last_name is 'At most 255 characters.';
comment on column kith.contacts.nickname is 'At most 255 characters.';
comment on column kith.contacts.company is 'At most 255 characters.';
comment on column kith.contacts.job_title is 'At most 255 characters.';
comment on column kith.contacts.display_name is 'Derived: "first last", else the nickname, else the company.';
comment on column kith.contacts.emails is 'At most 20 {value, label}; the first is the primary; no duplicates.';
comment on column kith.contacts.phones is 'At most 20 {value, label}; the first is the primary; no duplicates.';
comment on column kith.contacts.urls is 'At most 20 {value, label}, http or https; no duplicates.';
comment on column kith.contacts.addresses is 'At most 20 {label, street, city, region, postalCode, country}.';
comment on column kith.contacts.birthday is 'YYYY-MM-DD, or --MM-DD when the year is unknown.';
comment on column kith.contacts.birthday_month is 'Derived: the month of the birthday, 1 to 12.';
comment on column kith.contacts.description is 'At most 10,000 characters.';
comment on column kith.contacts.is_favorite is 'Whether the owner marked the contact as a favorite.';
comment on column kith.contacts.is_archived is 'Whether the contact is left out of lists that do not ask for archived ones.';
comment on column kith.contacts.contact_frequency_days is 'After how many days the owner wants to be in touch again, 1 to 3650; null: never due.';
comment on column kith.contacts.last_contacted_by_hand is 'When the last contact was, as the owner entered it.';
comment on column kith.contacts.last_noted_at is 'Derived: the time of the newest note that counts as contact.';
comment on column kith.contacts.last_contacted_at is 'Derived: the later of last_contacted_by_hand and last_noted_at.';
comment on column kith.contacts.photo_path is 'Path of the photo in the bucket kith-photos; set when an upload is attached.';
comment on column kith.contacts.next_contact_on_utc is
  'Derived: the day in UTC on which the contact is due again; in the owner''s time zone it may be a day earlier or later.';
comment on column kith.contacts.search_text is
  'Derived: the text that search reads, without accents and in lower case; null where it is too long for an index entry.';
comment on column kith.contacts.long_search_text is 'Derived: the text that search reads, where it is too long for search_text.';
comment on column kith.contacts.created_at is 'When the contact was created.';
comment on column kith.contacts.updated_at is 'When the contact or its networks were last changed by the owner.';

-- Lists are read with index-only scans: the index of each sort order includes the columns that filters use, and the index
-- for search stores the texts of one owner next to each other. (A trigram index would not help: row-level security lets
-- Postgres use it only after the owner was checked, and its response time would reveal what other owners have written.)
create index contacts_display_name_idx on kith.contacts (owner_id, display_name collate "und-x-icu", id)
  include (is_favorite, is_archived, birthday_month, next_contact_on_utc);
create index contacts_search_idx on kith.contacts (owner_id, display_name collate "und-x-icu", id)
  include (is_favorite, is_archived, birthday_month, next_contact_on_utc, search_text);
create index contacts_created_at_idx on kith.contacts (owner_id, created_at, id)
  include (is_favorite, is_archived, birthday_month, next_contact_on_utc);
create index contacts_updated_at_idx on kith.contacts (owner_id, updated_at, id)
  include (is_favorite, is_archived, birthday_month, next_contact_on_utc);
-- Contacts without a last contact are sorted last in both directions, which needs two indexes.
create index contacts_last_contacted_at_idx on kith.contacts (owner_id, last_contacted_at, id)
  include (is_favorite, is_archived, birthday_month, next_contact_on_utc);
create index contacts_last_contacted_at_desc_idx on kith.contacts (owner_id, last_contacted_at desc nulls last, id desc)
  include (is_favorite, is_archived, birthday_month, next_contact_on_utc);
-- The day in the owner's time zone is computed from the columns that are included.
create index contacts_next_contact_on_idx on kith.contacts (owner_id, next_contact_on_utc, id)
  include (is_favorite, is_archived, birthday_month, contact_frequency_days, last_contacted_at, created_at);
create index contacts_birthday_idx on kith.contacts (owner_id, birthday, id) include (display_name, is_archived) where birthday is not null;

alter table kith.contacts enable row level security;
grant delete on kith.contacts to authenticated;
grant insert (owner_id, first_name, last_name, nickname, company, job_title, emails, phones, urls, addresses,
    birthday, description, is_favorite, is_archived, contact_frequency_days, last_contacted_by_hand),
  update (first_name, last_name, nickname, company, job_title, emails, phones, urls, addresses,
    birthday, description, is_favorite, is_archived, contact_frequency_days, last_contacted_by_hand)
  on kith.contacts to authenticated;
grant all on kith.contacts to service_role;

create policy "Owners read their contacts" on kith.contacts
  for select to authenticated using ((select kith_private.owner_id()) = owner_id);
create policy "Owners make contacts" on kith.contacts
  for insert to authenticated with check ((select kith_private.owner_id()) = owner_id);
create policy "Owners change their contacts" on kith.contacts
  for update to authenticated using ((select kith_private.owner_id()) = owner_id) with check ((select kith_private.owner_id()) = owner_id);
create policy "Owners delete their contacts" on kith.contacts
  for delete to authenticated using ((select kith_private.owner_id()) = owner_id);

-- A contact without a network cannot be inserted with a key that is limited to networks: see insert_contact_in_networks.
create policy "Limited keys read contacts in their networks" on kith.contacts as restrictive
  for select to kith_limited using ((select kith_private.has_scope('contacts:read'))
    and ((select kith_private.has_all_networks())
      or case when (select kith_private.finds_many()) then id in (select m.contact_id from kith.contact_networks m)
        else exists (select from kith.contact_networks m where m.contact_id = contacts.id offset 0) end));
create policy "Limited keys make contacts by scope" on kith.contacts as restrictive
  for insert to kith_limited with check (
    (select kith_private.has_scope('contacts:write')) and (select kith_private.has_all_networks()));
create policy "Limited keys change contacts in their networks" on kith.contacts as restrictive
  for update to kith_limited
  using (((select kith_private.has_all_networks()) or exists (
      select from kith.contact_networks m where m.contact_id = contacts.id offset 0)))
  with check ((select kith_private.has_scope('contacts:write'))
    and ((select kith_private.has_all_networks()) or exists (
      select from kith.contact_networks m where m.contact_id = contacts.id offset 0)));
create policy "Limited keys delete contacts in their networks" on kith.contacts as restrictive
  for delete to kith_limited using ((select kith_private.has_scope('contacts:write'))
    and ((select kith_private.has_all_networks()) or exists (
      select from kith.contact_networks m where m.contact_id = contacts.id offset 0)));

-- The only list of what search reads. kith_private.folded removes accents and case.
create function kith_private.searched_text(contact kith.contacts) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return concat_ws(E'\n',
    contact.first_name, contact.last_name, contact.nickname, contact.company, contact.job_title,
    (select string_agg(item ->> 'value', E'\n') from jsonb_array_elements(
      case jsonb_typeof(contact.emails) when 'array' then contact.emails else '[]' end) item),
    (select string_agg(regexp_replace(item ->> 'value', '[^0-9]', '', 'g'), E'\n') from jsonb_array_elements(
      case jsonb_typeof(contact.phones) when 'array' then contact.phones else '[]' end) item),
    contact.description);
end
$$;
comment on function kith_private.searched_text(kith.contacts) is
  'The text that search reads, before folding: names, company, job title, e-mail addresses, phone digits, description.';

create function kith_private.clean_contact() returns trigger
language plpgsql set search_path = ''
as $$
declare
  searched text;
begin
  if tg_op = 'UPDATE' then
    -- Derived columns do not count as a change. Generated columns are null in `new` until all triggers have run.
    old.last_noted_at := new.last_noted_at;
    old.updated_at := new.updated_at;
    old.display_name := null;
    old.last_contacted_at := null;
    old.next_contact_on_utc := null;
    old.birthday_month := null;
    if new is not distinct from old then
      return new; -- the update came from a note or a membership
    end if;
  end if;
  new.first_name := kith_private.trimmed(new.first_name);
  new.last_name := kith_private.trimmed(new.last_name);
  new.nickname := kith_private.trimmed(new.nickname);
  new.company := kith_private.trimmed(new.company);
  new.job_title := kith_private.trimmed(new.job_title);
  new.description := kith_private.trimmed(new.description);
  new.birthday := kith_private.trimmed(new.birthday);
  if tg_op = 'INSERT' or (new.emails, new.phones, new.urls, new.addresses)
    is distinct from (old.emails, old.phones, old.urls, old.addresses)
  then
    new.emails := kith_private.clean_items(new.emails, '{value,label}');
    new.phones := kith_private.clean_items(new.phones, '{value,label}');
    new.urls := kith_private.clean_items(new.urls, '{value,label}');
    new.addresses := kith_private.clean_items(new.addresses, '{label,street,city,region,postalCode,country}');
  end if;
  if tg_op = 'UPDATE' and new is distinct from old and not kith_private.is_restoring() then
    new.updated_at := now();
  end if;
  if tg_op = 'UPDATE' then
    -- Folding takes longer than the rest of a write, so a change of other columns skips it. One that is missing here
    -- costs that time, nothing else.
    old.updated_at := new.updated_at;
    old.urls := new.urls;
    old.addresses := new.addresses;
    old.birthday := new.birthday;
    old.is_favorite := new.is_favorite;
    old.is_archived := new.is_archived;
    old.contact_frequency_days := new.contact_frequency_days;
    old.last_contacted_by_hand := new.last_contacted_by_hand;
    old.photo_path := new.photo_path;
    if new is not distinct from old then
      return new;
    end if;
  end if;
  searched := kith_private.searched_text(new);
  -- Valid fields have at most 17,400 characters together; for more, a constraint refuses the row after this trigger, and
  -- folding would be wasted. Some characters fold to as many as 18: what search compares is bounded too.
  new.search_text := case when char_length(searched) <= 17400 then left(kith_private.folded(searched), 20000) end;
  new.long_search_text := case when octet_length(new.search_text) > 500 then new.search_text end;
  new.search_text := case when new.long_search_text is null then new.search_text end;
  return new;
end
$$;
comment on function kith_private.clean_contact() is 'Trims a contact''s texts, derives the text that search reads, and sets updated_at.';
create trigger clean_contact before insert or update on kith.contacts
  for each row execute function kith_private.clean_contact();
grant execute on function kith_private.searched_text(kith.contacts) to authenticated, service_role;

create trigger check_usage after insert on kith.contacts
  for each row execute function kith_private.check_usage();

-- sql/30_contacts/15_memberships.sql

-- Keeps contacts consistent with their memberships in networks.

alter table kith.contact_networks
  add foreign key (owner_id, contact_id) references kith.contacts (owner_id, id) on delete cascade;

-- The representation of a contact contains its networks, so adding or removing one changes the contact. The update also
-- locks the contact, so that concurrent inserts cannot exceed the limit of 100. Runs with the rights of the function's
-- owner, because clients may not write `updated_at`; it updates only the contacts of the rows that were just written.
create function kith_private.touch_contacts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not kith_private.is_restoring() then
    update kith.contacts c set updated_at = now()
    where (c.owner_id, c.id) in (select m.owner_id, m.contact_id from memberships m);
  end if;
  if tg_op = 'INSERT' and exists (
    select from kith.contact_networks n
    where (n.owner_id, n.contact_id) in (select m.owner_id, m.contact_id from memberships m)
    group by n.owner_id, n.contact_id having count(*) > 100)
  then
    raise check_violation using message = 'A contact belongs to at most 100 networks.',
      schema = 'kith', table = 'contact_networks', constraint = 'contact_networks_limit_check';
  end if;
  return null;
end
$$;
comment on function kith_private.touch_contacts() is 'Sets updated_at of contacts whose networks changed, and limits each to 100 networks.';
create trigger touch_joined_contacts after insert on kith.contact_networks
  referencing new table as memberships for each statement execute function kith_private.touch_contacts();
create trigger touch_left_contacts after delete on kith.contact_networks
  referencing old table as memberships for each statement execute function kith_private.touch_contacts();

-- sql/30_contacts/20_search.sql

-- The search of contacts.

-- Every word must match. The search text has only the digits of phone numbers, so a word of digits and the usual
-- separators is also compared by its digits. Where the digits of a word are adjacent ("+49"), every text that contains the
-- word contains the digits, so only they are searched for. Long words come first: they match fewer texts, and only these
-- are compared with the other words.
create function kith_private.search_patterns(search text) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(case
        when strpos(word, digits) > 0 then jsonb_build_array('%' || digits || '%')
        when digits <> '' then jsonb_build_array('%' || word || '%', '%' || digits || '%')
        else jsonb_build_array('%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%') end
      order by char_length(word) desc), '[]')
    from regexp_split_to_table(left(kith_private.folded(search), 200), '\s+') word
    cross join lateral (
      select case when word ~ '^[0-9+()./-]*[0-9][0-9+()./-]*$' then regexp_replace(word, '[^0-9]', '', 'g') end) number (digits)
    where word <> '');
end
$$;
comment on function kith_private.search_patterns(text) is
  'For each word of a search its LIKE patterns: one, or two where the word may be part of a phone number.';

-- Comparing takes time proportional to the lengths of the text and of the search, so many long texts that almost match a
-- long search would keep Postgres busy after the client was told that the service is not available.
create function kith_private.search_took_too_long() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  perform kith_private.fail('validation_failed', errors => jsonb_build_array(jsonb_build_object('in', 'query',
    'pointer', '/search', 'code', 'too_long', 'message', 'This search takes too long. Search for fewer or shorter words.')));
  return null;
end
$$;
comment on function kith_private.search_took_too_long() is 'Refuses a search that has run for three seconds.';

-- A contact matches when, for every word of $1 -> 'patterns', its search text matches one of the patterns. (LIKE is
-- faster than strpos, which counts the characters before the match.) Looking at the clock for each contact costs a
-- twentieth of an ordinary search, so that is done for long texts and long searches only.
create function kith_private.search_condition(patterns jsonb, networks jsonb default '[]') returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  fits constant text := (
    select string_agg(format('(%s%s)', (
      select string_agg(format('%%1$s like ($1 #>> %L)', array['patterns', (word - 1)::text, (way - 1)::text]), ' or ' order by way)
      from generate_series(1, jsonb_array_length(ways)) way),
      -- "is true" makes Postgres put the members into a hash table
      case when networks -> word::integer - 1 <> '[]' then format($sql$ or (contacts.id in (
        select m.contact_id from kith.contact_networks m
        where m.network_id = any (array(select jsonb_array_elements_text($1 #> %L))::uuid[]))) is true$sql$,
        array['networks', (word - 1)::text]) end), ' and ' order by word)
    from jsonb_array_elements(patterns) with ordinality as given (ways, word));
  time_limit constant text := 'when clock_timestamp() > (select statement_timestamp() + interval ''3 seconds'')
      then (select kith_private.search_took_too_long())';
begin
  return format('case %s when search_text is not null then %s else (
    select case %s else %s end from kith.contacts long where long.owner_id = contacts.owner_id and long.id = contacts.id) end',
    case when char_length(patterns::text) > 60 then time_limit end, format(fits, 'search_text'),
    time_limit, format(fits, 'long.long_search_text'));
end
$$;
comment on function kith_private.search_condition(jsonb, jsonb) is
  'The condition that a contact matches every word of a search, as an SQL fragment for kith_private.find_page. A word also matches '
  'the members of its networks, where there are some: the member networks of the query has them.';

grant execute on function kith_private.search_patterns(text), kith_private.search_took_too_long(),
  kith_private.search_condition(jsonb, jsonb) to authenticated;

-- sql/30_contacts/22_next_contact.sql

-- When contacts are due, in the owner's time zone: SQL fragments for kith_private.find_page.

-- The time zone matters only within one day of that day; otherwise the rule is the same as in kith_api.contacts.
create function kith_private.due_condition(day text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return format($sql$case
    when next_contact_on_utc < (select ($1 ->> %1$L)::date) then true
    when next_contact_on_utc <= (select ($1 ->> %1$L)::date + 1)
      then (
        select (coalesce(near.last_contacted_at, near.created_at) at time zone ($1 ->> 'timezone'))::date
          + near.contact_frequency_days <= (select ($1 ->> %1$L)::date)
        from kith.contacts near where near.owner_id = contacts.owner_id and near.id = contacts.id)
    else false end$sql$, day);
end
$$;
comment on function kith_private.due_condition(text) is
  'The condition that a contact is due on a day or before. day: the member of the query that has it; its time zone is the member timezone.';

create function kith_private.next_contact_on() returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return $sql$case when next_contact_on_utc is not null then
    (coalesce(last_contacted_at, created_at) at time zone ($1 ->> 'timezone'))::date + contact_frequency_days end$sql$;
end
$$;
comment on function kith_private.next_contact_on() is 'The day on which a contact is due, for an order; null for one that never is. The time zone is the member timezone of the query.';

grant execute on function kith_private.due_condition(text), kith_private.next_contact_on() to authenticated;

-- sql/30_contacts/25_list_changes.sql

-- Changes of single items in the lists of a contact.

-- Values are compared as kith_private.are_contact_methods compares them.
create function kith_private.changed_list(kind text, items jsonb, body jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  list constant text := initcap(kind) || 's';
  removed constant jsonb := coalesce(body -> ('remove' || list), '[]');
  added constant jsonb := coalesce(body -> ('add' || list), '[]');
  changed jsonb;
begin
  changed := (
    select coalesce(jsonb_agg(present.item order by present.position), '[]')
    from jsonb_array_elements(items) with ordinality as present (item, position)
    where not exists (
      select from jsonb_array_elements_text(removed) given (value)
      where case kind when 'email' then lower(given.value collate "C") = lower((present.item ->> 'value') collate "C")
        else given.value = present.item ->> 'value' end));
  changed := changed || (
    select coalesce(jsonb_agg(given.item order by given.position), '[]')
    from jsonb_array_elements(added) with ordinality as given (item, position)
    where not exists (
      select from jsonb_array_elements(changed) present (item)
      where case kind when 'email' then lower((given.item ->> 'value') collate "C") = lower((present.item ->> 'value') collate "C")
        else given.item ->> 'value' = present.item ->> 'value' end));
  if jsonb_array_length(changed) > 20 then
    perform kith_private.fail('validation_failed', errors => jsonb_build_array(jsonb_build_object('in', 'body',
      'pointer', '/add' || list, 'code', 'too_long', 'message', 'A contact has at most 20 of them.')));
  end if;
  return changed;
end
$$;
comment on function kith_private.changed_list(text, jsonb, jsonb) is
  'The list of a contact (kind: email, phone, url) without what the body removes, and with what it adds.';

create function kith_private.with_changed_lists(contact kith.contacts, body jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  if body ?| '{addEmails,removeEmails}' then
    body := body || jsonb_build_object('emails', kith_private.changed_list('email', contact.emails, body));
  end if;
  if body ?| '{addPhones,removePhones}' then
    body := body || jsonb_build_object('phones', kith_private.changed_list('phone', contact.phones, body));
  end if;
  if body ?| '{addUrls,removeUrls}' then
    body := body || jsonb_build_object('urls', kith_private.changed_list('url', contact.urls, body));
  end if;
  return body;
end
$$;
comment on function kith_private.with_changed_lists(kith.contacts, jsonb) is
  'The body of an update with whole lists of e-mail addresses, phone numbers and URLs, from what it adds and removes.';

grant execute on function kith_private.changed_list(text, jsonb, jsonb), kith_private.with_changed_lists(kith.contacts, jsonb) to authenticated;

-- sql/30_contacts/26_networks.sql

-- The networks of a contact, as its creation and its update change them.

create function kith_private.check_networks_scope() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not kith_private.has_scope('networks:read') then
    perform kith_private.fail('insufficient_scope', 'Changing the networks of a contact also needs the scope networks:read.');
  end if;
end
$$;
comment on function kith_private.check_networks_scope() is 'Refuses to change memberships without networks:read.';

create function kith_private.check_all_networks() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not kith_private.has_all_networks() then
    perform kith_private.fail('insufficient_scope', 'This API key is limited to networks, so it cannot change who belongs to them.');
  end if;
end
$$;
comment on function kith_private.check_all_networks() is 'Refuses to change memberships with an API key that is limited to networks.';

create function kith_private.check_networks_found(body jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  lists constant text[] := '{networkIds,addNetworkIds,removeNetworkIds}';
  pointers text[] := '{}';
begin
  for list in 1 .. cardinality(lists) loop
    if jsonb_typeof(body -> lists[list]) = 'array' then
      pointers := pointers || kith_private.unknown_ids('/' || lists[list], body -> lists[list], kith_private.networks_among(body -> lists[list]));
    end if;
  end loop;
  perform kith_private.check_references(pointers);
end
$$;
comment on function kith_private.check_networks_found(jsonb) is 'Refuses a contact whose body names networks that do not belong to the user.';

-- The scope is asked for before the networks are looked up: without it none of them can be found. What changes nothing is
-- allowed to everybody, because a client may send back what it read.
create function kith_private.change_networks(contact uuid, body jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  is_whole constant boolean := body ? 'networkIds';
  present constant uuid[] := array(select m.network_id from kith.contact_networks m where m.contact_id = contact);
  asked constant uuid[] := array(
    select distinct given::uuid from jsonb_array_elements_text(
      coalesce(nullif(body -> 'networkIds', 'null'), body -> 'addNetworkIds', '[]')) given order by 1);
  added constant uuid[] := array(select id from unnest(asked) id where id <> all (present));
  removed constant uuid[] := array(
    select id from unnest(present) id where id <> all (asked) and (is_whole or body -> 'removeNetworkIds' ? id::text));
begin
  if kith_private.has_scope('networks:read') then
    perform kith_private.check_networks_found(body);
  end if;
  if cardinality(added || removed) = 0 then
    return;
  end if;
  perform kith_private.check_networks_scope();
  perform kith_private.check_all_networks();
  if cardinality(present) + cardinality(added) - cardinality(removed) > 100 then
    perform kith_private.fail('validation_failed', errors => jsonb_build_array(jsonb_build_object('in', 'body',
      'pointer', case when is_whole then '/networkIds' else '/addNetworkIds' end, 'code', 'too_long',
      'message', 'With these the contact would belong to more than 100 networks.')));
  end if;
  delete from kith.contact_networks m
  where m.owner_id = (select auth.uid()) and m.contact_id = change_networks.contact and m.network_id = any (removed);
  insert into kith.contact_networks (contact_id, network_id) select contact, network from unnest(added) network
  on conflict do nothing;
end
$$;
comment on function kith_private.change_networks(uuid, jsonb) is
  'Gives a contact the networks of the body: all of networkIds, or addNetworkIds besides those that it has, without removeNetworkIds.';

-- Runs with the rights of the function's owner: the policies refuse a contact that is in no network yet.
create function kith_private.insert_contact_in_networks(body jsonb) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  networks constant uuid[] := array(
    select n.id from kith.networks n where n.owner_id = owner and n.id = any ((select kith_private.key_networks())::uuid[]));
  asked jsonb := coalesce(nullif(body -> 'networkIds', 'null'), '[]');
  made uuid;
begin
  if not kith_private.has_scope('contacts:write') then
    perform kith_private.fail('insufficient_scope', 'This API key lacks the scope contacts:write.');
  end if;
  if asked = '[]' and cardinality(networks) = 1 and cardinality(kith_private.key_networks()) = 1 then
    asked := to_jsonb(networks);
  elsif asked = '[]' then
    perform kith_private.fail('validation_failed', errors => jsonb_build_array(jsonb_build_object('in', 'body',
      'pointer', '/networkIds', 'code', 'required', 'message',
      'This API key is limited to networks: name one of those that GET /networks lists.')));
  end if;
  perform kith_private.check_references(kith_private.unknown_ids('/networkIds', asked, networks));
  made := kith_private.insert_contact(body);
  insert into kith.contact_networks (contact_id, network_id)
  select distinct made, given::uuid from jsonb_array_elements_text(asked) given order by 2;
  return made;
end
$$;
comment on function kith_private.insert_contact_in_networks(jsonb) is
  'Inserts a contact for an API key that is limited to networks, into some of these; where there is one only, into that one.';

grant execute on function kith_private.check_networks_scope(), kith_private.check_all_networks(),
  kith_private.check_networks_found(jsonb), kith_private.change_networks(uuid, jsonb),
  kith_private.insert_contact_in_networks(jsonb) to authenticated;

-- sql/30_contacts/27_suggestions.sql

-- Contacts whose names look or sound like what a search did not find.

create function kith_private.sound_of(word text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  sound text := regexp_replace(replace(replace(replace(word, 'ph', 'f'), 'ck', 'k'), 'ch', 'k'), 'c([eiy])', 's\1', 'g');
begin
  sound := translate(replace(sound, 'x', 'ks'), 'cqgvwzdbyjhou', 'kkkffstpiii');
  sound := regexp_replace(left(sound, 1) || regexp_replace(substr(sound, 2), '[aei]+', '', 'g'), '^[aei]', 'a');
  return regexp_replace(sound, '(.)\1+', '\1', 'g');
end
$$;
comment on function kith_private.sound_of(text) is
  'The consonants of a folded word, one letter for those that sound alike, and whether it begins with a vowel.';

create function kith_private.is_one_edit(one text, other text) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  same integer := 0;
begin
  if abs(char_length(one) - char_length(other)) > 1 then
    return false;
  end if;
  while same < char_length(one) and substr(one, same + 1, 1) = substr(other, same + 1, 1) loop
    same := same + 1;
  end loop;
  return substr(one, same + 2) in (substr(other, same + 2), substr(other, same + 1))
    or substr(one, same + 1) = substr(other, same + 2)
    or (substr(one, same + 3) = substr(other, same + 3)
      and substr(one, same + 1, 1) = substr(other, same + 2, 1) and substr(one, same + 2, 1) = substr(other, same + 1, 1));
end
$$;
comment on function kith_private.is_one_edit(text, text) is
  'Whether two words differ by no more than one letter that is missing, added or another one, or by two neighbours that are swapped.';

-- A word that is one edit away still has one half of the other in it, unless the edit swaps the letters in the middle; one
-- that sounds alike has most of the consonants.
create function kith_private.alike_patterns(word text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  half constant integer := char_length(word) / 2;
  sound constant text := regexp_replace(regexp_replace(word, '(.)\1', '\1', 'g'), '[aeiouyhckqgfvwpbszxdtj]+', '%', 'g');
begin
  return array['%' || left(word, half + char_length(word) % 2) || '%', '%' || substr(word, half + 1) || '%',
    case when half > 1 then '%' || left(word, half - 1) || '__' || substr(word, half + 2) || '%' else '' end,
    case when char_length(replace(sound, '%', '')) > 1 then '%' || sound || '%' else '' end];
end
$$;
comment on function kith_private.alike_patterns(text) is 'LIKE patterns, one of which matches most texts with a word that looks or sounds like this one.';

-- 0: the same beginning, 1: one edit, 2: the same sound, null: none of them.
create function kith_private.likeness(word text, names text[]) returns integer
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  sound constant text := kith_private.sound_of(word);
  name text;
  best integer;
begin
  foreach name in array names loop
    if name like word || '%' then
      return 0;
    elsif char_length(name) > 2 and kith_private.is_one_edit(word, name) then
      best := 1;
    elsif best is null and char_length(sound) > 1 and sound = kith_private.sound_of(name) then
      best := 2;
    end if;
  end loop;
  return best;
end
$$;
comment on function kith_private.likeness(text, text[]) is 'How a word is like one of those of a name: the smaller, the more; null where it is not.';

-- The longest two words decide. Of the contacts that may match, those with the most patterns and about the same length are
-- compared word by word. Accents are left in this first comparison: most words have one half without any.
create function kith_private.suggestions(search text) returns text
language plpgsql stable set search_path = '' set enable_sort = on
as $$
declare
  words constant text[] := array(
    select left(word, 20) from regexp_split_to_table(left(kith_private.folded(search), 200) collate "C", '[\s!-/:-@[-`{-~’]+') word
    where char_length(word) > 2 and word !~ '[0-9]' order by char_length(word) desc limit 2);
  first constant text[] := kith_private.alike_patterns(words[1]);
  other constant text[] := kith_private.alike_patterns(coalesce(words[2], words[1]));
  -- Each pattern costs a tenth of the search. Of two words one may be found by its halves, so four are enough for both.
  third constant text := case when cardinality(words) > 1 then other[1] else first[3] end;
  fourth constant text := case when cardinality(words) > 1 then other[2] else first[4] end;
  suggested text;
begin
  if words = '{}' then
    return '[]';
  end if;
  perform kith_private.set_finds_many(true);
  select json_agg(json_build_object('id', s.id, 'displayName', s.display_name) order by s.unlikeness, s.display_name collate "und-x-icu", s.id)
  into suggested
  from (
    select alike.id, alike.display_name, l.unlikeness from (
      select c.id, c.display_name from (
        select n.id, n.display_name, lower(n.display_name collate "C") as name from kith.contacts n offset 0) c
      where c.name like first[1] or c.name like first[2] or c.name like third or c.name like fourth
      order by (c.name like first[1] or c.name like first[2])::integer + (c.name like other[1] or c.name like other[2])::integer desc,
        abs(char_length(c.display_name) - char_length(search)), c.display_name collate "C", c.id
      limit 30) alike
    cross join lateral (
      select regexp_split_to_array(kith_private.folded(alike.display_name) collate "C", '[\s!-/:-@[-`{-~’]+') as names offset 0) folded
    cross join lateral (
      select sum(coalesce(kith_private.likeness(word, folded.names), 4)) as unlikeness, count(kith_private.likeness(word, folded.names)) as likes
      from unnest(words) word) l
    where l.likes > 0
    order by l.unlikeness, alike.display_name collate "und-x-icu", alike.id
    limit 5) s;
  perform kith_private.set_finds_many(false);
  return coalesce(suggested, '[]');
end
$$;
comment on function kith_private.suggestions(text) is
  'At most five contacts whose names look or sound like the words of a search, the most alike first, as JSON.';

grant execute on function kith_private.sound_of(text), kith_private.is_one_edit(text, text), kith_private.alike_patterns(text),
  kith_private.likeness(text, text[]), kith_private.suggestions(text) to authenticated;

-- sql/30_contacts/28_representation.sql

create view kith_api.contacts with (security_invoker = true) as
select c.id, row_to_json(shape) as body
from kith.contacts c
cross join lateral (
  select case when c.contact_frequency_days is not null then least(date '9999-12-31',
    (coalesce(c.last_contacted_at, c.created_at) at time zone (select kith_private.time_zone()))::date
    + c.contact_frequency_days) end as day) due
cross join lateral (
  select
    c.id,
    c.first_name as "firstName",
    c.last_name as "lastName",
    c.nickname,
    c.company,
    c.job_title as "jobTitle",
    c.display_name as "displayName",
    c.emails,
    c.phones,
    c.urls,
    c.addresses,
    c.birthday,
    c.description,
    c.is_favorite as "isFavorite",
    c.is_archived as "isArchived",
    -- the path in the bucket; the Edge Function replaces it by a signed URL
    c.photo_path as "photoUrl",
    c.photo_path is not null as "hasPhoto",
    array(
      select m.network_id from kith.contact_networks m
      where m.owner_id = c.owner_id and m.contact_id = c.id order by m.network_id) as "networkIds",
    c.contact_frequency_days as "contactFrequencyDays",
    to_char(c.last_contacted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastContactedAt",
    due.day as "nextContactOn",
    due.day is not null and due.day <= (select kith_private.today()) as "needsContact",
    to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    to_char(c.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt") shape;
comment on view kith_api.contacts is 'Contacts as the API shows them.';
grant select on kith_api.contacts to authenticated;

-- sql/30_contacts/29_filters.sql

-- The filters of lists and exports of contacts.

create type kith_private.contact_filters as (query jsonb, conditions text[]);
comment on type kith_private.contact_filters is
  'SQL fragments that a contact has to fulfil, in which $1 is the query, with what they read besides the parameters.';

create function kith_private.read_contact_filters(query jsonb) returns kith_private.contact_filters
language plpgsql stable set search_path = ''
as $$
declare
  patterns constant jsonb := kith_private.search_patterns(coalesce(query ->> 'search', ''));
  conditions text[] := case coalesce(query ->> 'isArchived', 'false')
    when 'false' then '{not is_archived}' when 'true' then '{is_archived}' else '{}' end;
begin
  if patterns <> '[]' then
    query := query || jsonb_build_object('patterns', patterns);
    if query ? 'inNetworks' then
      query := query || jsonb_build_object('networks', kith_private.networks_of_words(patterns));
    end if;
    conditions := conditions || kith_private.search_condition(patterns, query -> 'networks');
  end if;
  if query ? 'ids' then
    conditions := conditions || $sql$id = any (array(select jsonb_array_elements_text($1 -> 'ids')::uuid))$sql$::text;
  end if;
  if query ? 'networkId' then
    -- "is true" makes Postgres put the members into a hash table and read the list in the order of its index
    conditions := conditions || $sql$(id in (
      select m.contact_id from kith.contact_networks m where m.network_id = ($1 ->> 'networkId')::uuid)) is true$sql$::text;
  end if;
  if query ? 'isFavorite' then
    conditions := conditions || $sql$is_favorite = ($1 ->> 'isFavorite')::boolean$sql$::text;
  end if;
  if query ? 'birthdayMonth' then
    conditions := conditions || $sql$birthday_month = (select ($1 ->> 'birthdayMonth')::smallint)$sql$::text;
  end if;
  if query ?| '{needsContact,nextContactBefore}' or query ->> 'sort' like '%nextContactOn' then
    query := query || jsonb_build_object('today', kith_private.today(), 'timezone', kith_private.time_zone(),
      'lastDay', (query ->> 'nextContactBefore')::date - 1);
  end if;
  if query ? 'needsContact' then
    conditions := conditions || (kith_private.due_condition('today') || $sql$ = ($1 ->> 'needsContact')::boolean$sql$);
  end if;
  if query ? 'nextContactBefore' then
    conditions := conditions || kith_private.due_condition('lastDay');
  end if;
  return (query, conditions)::kith_private.contact_filters;
end
$$;
comment on function kith_private.read_contact_filters(jsonb) is
  'The conditions of a query. Query: search, inNetworks, ids, networkId, isFavorite, isArchived, needsContact, nextContactBefore, birthdayMonth, sort.';

grant execute on function kith_private.read_contact_filters(jsonb) to authenticated;

-- sql/30_contacts/30_operations.sql

create function kith_api.list_contacts(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  asked constant kith_private.contact_filters := kith_private.read_contact_filters(coalesce(arguments -> 'query', '{}'));
  query constant jsonb := asked.query;
  found kith_private.page;
  items text;
  answer kith_api.answer;
begin
  found := kith_private.find_page(query, 'kith.contacts', asked.conditions,
    case coalesce(query ->> 'sort', 'displayName')
      when 'displayName' then 'display_name collate "und-x-icu", id'
      when '-displayName' then 'display_name collate "und-x-icu" desc, id desc'
      when 'createdAt' then 'created_at, id'
      when '-createdAt' then 'created_at desc, id desc'
      when 'updatedAt' then 'updated_at, id'
      when '-updatedAt' then 'updated_at desc, id desc'
      when 'lastContactedAt' then 'last_contacted_at nulls last, id'
      when '-lastContactedAt' then 'last_contacted_at desc nulls last, id desc'
      when 'nextContactOn' then kith_private.next_contact_on() || ' nulls last, id'
      when '-nextContactOn' then kith_private.next_contact_on() || ' desc nulls last, id desc'
    end, finds_few => query ? 'ids');
  for start in 1 .. cardinality(found.ids) by 50 loop
    items := kith_private.add_items(items, kith_private.pick_members((
      select string_agg((select c.body::text from kith_api.contacts c where c.id = listed.id), ',' order by listed.position)
      from unnest(found.ids[start : start + 49]) with ordinality as listed (id, position)), query -> 'fields'));
  end loop;
  answer := kith_private.answer_page(found, items);
  if found.total = 0 and query ? 'patterns' then
    answer.body := concat(left(answer.body, -1), ',"suggestions":', kith_private.suggestions(query ->> 'search'), '}');
  end if;
  return answer;
end
$$;
comment on function kith_api.list_contacts(jsonb) is 'A page of contacts. Query: search, ids, networkId, isFavorite, isArchived, needsContact, nextContactBefore, birthdayMonth, fields, sort, page, pageSize.';

create function kith_private.check_included(include jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  missing constant text[] := array_remove(array[
    case when include ? 'networks' and not kith_private.has_scope('networks:read') then 'networks:read' end,
    case when include ? 'notes' and not kith_private.has_scope('notes:read') then 'notes:read' end,
    case when include ? 'reminders' and not kith_private.has_scope('reminders:read') then 'reminders:read' end], null);
begin
  if cardinality(missing) > 0 then
    perform kith_private.fail('insufficient_scope', format('This API key lacks what it asks to include: %s.', array_to_string(missing, ', ')));
  end if;
end
$$;
comment on function kith_private.check_included(jsonb) is 'Refuses to include resources that the scopes of the API key do not allow to read.';

create function kith_api.get_contact(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  contact constant uuid := kith_private.asked_contact(arguments);
  include constant jsonb := arguments -> 'query' -> 'include';
  answer kith_api.answer;
begin
  if include is not null and not arguments -> 'query' ? 'readable' then
    perform kith_private.check_included(include);
  end if;
  answer := (200, (select c.body from kith_api.contacts c where c.id = contact));
  if answer.body is null then
    perform kith_private.refuse_missing_contact(contact);
  elsif include is null then
    return answer;
  end if;
  answer.body := concat(left(answer.body, -1),
    case when include ? 'notes' then concat(',"notes":[', kith_private.notes_of_contact(contact), ']') end,
    case when include ? 'reminders' then concat(',"reminders":[', kith_private.reminders_of_contact(contact), ']') end,
    case when include ? 'networks' then concat(',"networks":[', kith_private.networks_of_contact(contact), ']') end, '}');
  return kith_private.with_names(answer, arguments);
end
$$;
comment on function kith_api.get_contact(jsonb) is 'One contact. Query: include (notes, reminders, networks).';

create function kith_private.check_contact_named(body jsonb) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if body ->> 'contactId' is null and not kith_private.has_all_networks() then
    perform kith_private.fail('validation_failed', errors => jsonb_build_array(jsonb_build_object('in', 'body',
      'pointer', '/contactId', 'code', 'required', 'message',
      'This API key is limited to networks: what it writes is about a contact in them.')));
  end if;
end
$$;
comment on function kith_private.check_contact_named(jsonb) is
  'Refuses a note or reminder about nobody where the API key is limited to networks.';

create function kith_private.insert_contact(body jsonb) returns uuid
language plpgsql set search_path = ''
as $$
declare
  made uuid;
begin
  insert into kith.contacts (first_name, last_name, nickname, company, job_title, emails, phones, urls, addresses,
    birthday, description, is_favorite, is_archived, contact_frequency_days, last_contacted_by_hand)
  values (body ->> 'firstName', body ->> 'lastName', body ->> 'nickname', body ->> 'company', body ->> 'jobTitle',
    coalesce(body -> 'emails', '[]'), coalesce(body -> 'phones', '[]'), coalesce(body -> 'urls', '[]'),
    coalesce(body -> 'addresses', '[]'), body ->> 'birthday', body ->> 'description', coalesce((body ->> 'isFavorite')::boolean, false),
    coalesce((body ->> 'isArchived')::boolean, false),
    (body ->> 'contactFrequencyDays')::integer, kith_private.local_instant(body ->> 'lastContactedAt', '00:00'))
  returning contacts.id into made;
  return made;
end
$$;
comment on function kith_private.insert_contact(jsonb) is 'Inserts a contact, without networks.';

create function kith_api.create_contact(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body jsonb := arguments -> 'body';
  made uuid;
begin
  if body -> 'isNew' = 'false' then
    perform kith_private.refuse_known_contact(body);
  end if;
  if not kith_private.has_all_networks() then
    made := kith_private.insert_contact_in_networks(body);
    return kith_private.answer_resource((select c.body from kith_api.contacts c where c.id = made), 201::smallint);
  end if;
  made := kith_private.insert_contact(body);
  if jsonb_typeof(body -> 'networkIds') = 'array' then
    perform kith_private.change_networks(made, body);
  end if;
  return kith_private.answer_resource((select c.body from kith_api.contacts c where c.id = made), 201::smallint);
end
$$;
comment on function kith_api.create_contact(jsonb) is 'Creates a contact.';

create function kith_api.update_contact(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body jsonb := arguments -> 'body';
  contact kith.contacts;
  contacted timestamptz(3) := kith_private.local_instant(body ->> 'lastContactedAt', '00:00');
begin
  select c.* into contact from kith.contacts c where c.id = (select kith_private.asked_contact(arguments)) for update;
  if not found then
    perform kith_private.not_found();
  end if;
  body := kith_private.with_changed_lists(contact, body);
  update kith.contacts c set
    first_name = case when body ? 'firstName' then body ->> 'firstName' else c.first_name end,
    last_name = case when body ? 'lastName' then body ->> 'lastName' else c.last_name end,
    nickname = case when body ? 'nickname' then body ->> 'nickname' else c.nickname end,
    company = case when body ? 'company' then body ->> 'company' else c.company end,
    job_title = case when body ? 'jobTitle' then body ->> 'jobTitle' else c.job_title end,
    emails = case when body ? 'emails' then body -> 'emails' else c.emails end,
    phones = case when body ? 'phones' then body -> 'phones' else c.phones end,
    urls = case when body ? 'urls' then body -> 'urls' else c.urls end,
    addresses = case when body ? 'addresses' then body -> 'addresses' else c.addresses end,
    birthday = case when body ? 'birthday' then body ->> 'birthday' else c.birthday end,
    description = case when body ? 'description' then body ->> 'description' else c.description end,
    is_favorite = case when body ? 'isFavorite' then (body ->> 'isFavorite')::boolean else c.is_favorite end,
    is_archived = case when body ? 'isArchived' then (body ->> 'isArchived')::boolean else c.is_archived end,
    contact_frequency_days = case when body ? 'contactFrequencyDays'
      then (body ->> 'contactFrequencyDays')::integer else c.contact_frequency_days end,
    -- A client may send back the value that it read, which may come from a note: that is not a change by hand.
    last_contacted_by_hand = case when body ? 'lastContactedAt' and contacted is distinct from c.last_contacted_at
      then contacted else c.last_contacted_by_hand end
  where c.id = contact.id;
  if contact.photo_path is not null and body -> 'photoUrl' = 'null' then
    perform kith_private.set_photo(contact.id, null);
  end if;
  if body ?| '{networkIds,addNetworkIds,removeNetworkIds}' then
    perform kith_private.change_networks(contact.id, body);
  end if;
  return kith_private.answer_resource((select c.body from kith_api.contacts c where c.id = contact.id));
end
$$;
comment on function kith_api.update_contact(jsonb) is 'Changes a contact: absent members keep their values, null clears, arrays are replaced, or changed item by item.';

create function kith_api.delete_contact(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  delete from kith.contacts c where c.id = (arguments ->> 'id')::uuid;
  return kith_private.answer_deleted(found);
end
$$;
comment on function kith_api.delete_contact(jsonb) is 'Deletes a contact; its notes and reminders stay, without a contact.';

grant execute on function kith_private.check_included(jsonb), kith_private.check_contact_named(jsonb),
  kith_private.insert_contact(jsonb),
  kith_api.list_contacts(jsonb), kith_api.get_contact(jsonb), kith_api.create_contact(jsonb), kith_api.update_contact(jsonb),
  kith_api.delete_contact(jsonb) to authenticated;

insert into kith_private.operations (name, resource, verb, scopes, writes, tagged, read_by, locked_table) values
  ('list_contacts', 'contact', 'list', '{contacts:read}', false, false, null, null),
  ('get_contact', 'contact', 'get', '{contacts:read}', false, true, null, null),
  ('create_contact', 'contact', 'create', '{contacts:write}', true, true, null, null),
  ('update_contact', 'contact', 'update', '{contacts:write}', true, true, 'get_contact', 'kith.contacts'),
  ('delete_contact', 'contact', 'delete', '{contacts:write}', true, false, 'get_contact', 'kith.contacts');

-- sql/30_contacts/35_bulk.sql

-- Many contacts in one request. Each item is done by the operation that does it in a request of its own.

create function kith_private.do_item(list text, item jsonb) returns uuid
language plpgsql set search_path = ''
as $$
declare
  answer kith_api.answer;
begin
  case list
    when 'create' then
      answer := kith_api.create_contact(jsonb_build_object('body', item));
      return answer.body::jsonb ->> 'id';
    when 'update' then
      perform kith_api.update_contact(jsonb_build_object('id', item -> 'id', 'body', item - 'id'));
      return item ->> 'id';
    when 'delete' then
      perform kith_api.delete_contact(jsonb_build_object('id', item));
      return item #>> '{}';
  end case;
end
$$;
comment on function kith_private.do_item(text, jsonb) is 'Creates, updates or deletes one contact, by the list that the item is in, and returns its id.';

-- What is no fault of the item, such as a conflict with another request, fails the whole request.
create function kith_private.item_refusal(
  place text, state text, message text, detail text, hint text, table_name text, constraint_name text, column_name text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  refused constant record := kith_private.refusal(state, message, detail, hint, table_name, constraint_name, column_name);
  error constant jsonb := refused.body;
begin
  if refused.log is not null then
    return null;
  end if;
  return error || jsonb_build_object('errors', coalesce((
    select jsonb_agg(violation.value || jsonb_build_object('pointer', place || (violation.value ->> 'pointer')) order by violation.position)
    from jsonb_array_elements(error -> 'errors') with ordinality as violation (value, position)),
    jsonb_build_array(jsonb_build_object('in', 'body', 'pointer', place, 'code', 'invalid_reference'))));
end
$$;
comment on function kith_private.item_refusal(text, text, text, text, text, text, text, text) is
  'Why an item was refused, with pointers that begin with its place in the body; null where the request has to be.';

-- An item that the function has refused is an object with the member refused: the violations. Without partial there is
-- none, and the first failure of another ends the operation.
create function kith_api.bulk_contacts(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
  is_partial constant boolean := coalesce((body ->> 'partial')::boolean, false);
  results text[] := '{}';
  asked record;
  done uuid;
  error jsonb;
  state text;
  message text;
  detail text;
  hint text;
  table_name text;
  constraint_name text;
  column_name text;
begin
  for asked in
    select list.name, given.item, given.position - 1 as index, format('/%s/%s', list.name, given.position - 1) as place
    from unnest('{create,update,delete}'::text[]) with ordinality as list (name, position)
    cross join lateral jsonb_array_elements(coalesce(body -> list.name, '[]')) with ordinality as given (item, position)
    order by list.position, given.position
  loop
    error := null;
    if jsonb_typeof(asked.item) = 'object' and asked.item ? 'refused' then
      done := asked.item ->> 'id';
      error := jsonb_build_object('code', 'validation_failed', 'errors', asked.item -> 'refused');
    else
      done := case asked.name when 'update' then asked.item ->> 'id' when 'delete' then asked.item #>> '{}' end;
      begin
        done := kith_private.do_item(asked.name, asked.item);
      exception when others then
        get stacked diagnostics state = returned_sqlstate, message = message_text, detail = pg_exception_detail,
          hint = pg_exception_hint, table_name = table_name, constraint_name = constraint_name, column_name = column_name;
        error := kith_private.item_refusal(asked.place, state, message, detail, hint, table_name, constraint_name, column_name);
        if error is null then
          raise;
        elsif not is_partial then
          perform kith_private.fail(error ->> 'code', error ->> 'detail', error -> 'errors');
        end if;
      end;
    end if;
    results := results || json_build_object('action', asked.name, 'index', asked.index, 'id', done,
      'status', case when error is null then 'done' else 'failed' end, 'error', error)::text;
  end loop;
  return (200, format('{"results":[%s]}', array_to_string(results, ',')))::kith_api.answer;
end
$$;
comment on function kith_api.bulk_contacts(jsonb) is 'Creates, updates and deletes contacts; all of them, or with partial those that can be.';

grant execute on function kith_private.do_item(text, jsonb),
  kith_private.item_refusal(text, text, text, text, text, text, text, text), kith_api.bulk_contacts(jsonb) to authenticated;

insert into kith_private.operations (name, resource, verb, scopes, writes) values
  ('bulk_contacts', 'contact', 'bulk', '{contacts:write}', true);

-- sql/30_contacts/37_spoken.sql

-- Contacts as people speak of them: "Zoë from the climbing gym". Assistants name them so.

-- A word may also be one of the name of a network.
create function kith_private.networks_of_words(patterns jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    with named as materialized (select n.id, kith_private.folded(n.name) as name from kith.networks n)
    select coalesce(jsonb_agg((
      select coalesce(jsonb_agg(n.id), '[]') from named n
      where exists (select from jsonb_array_elements_text(word.ways) way (pattern) where n.name like way.pattern)) order by word.position), '[]')
    from jsonb_array_elements(patterns) with ordinality as word (ways, position));
end
$$;
comment on function kith_private.networks_of_words(jsonb) is
  'For each word of a search, as search_patterns has it, the networks whose name has the word.';

-- Words that say nothing, unless all of them do.
create function kith_private.said_words(spoken text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return coalesce((
    select string_agg(word, ' ') from regexp_split_to_table(spoken, '\s+') word
    where lower(word) not in ('a', 'an', 'at', 'from', 'in', 'my', 'of', 'our', 'the', 'with')), spoken);
end
$$;
comment on function kith_private.said_words(text) is 'How a contact was spoken of, without articles and prepositions.';

-- "Ana" is not Kenji Watanabe, nor the one whose title is manager, though a search finds them. In scripts without
-- spaces it is not known where words begin.
create function kith_private.named_so(ids uuid[], words text[]) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
  if array_to_string(words, '') ~ '[\u0e00-\u0eff\u1100-\u11ff\u3040-\ud7ff]' then
    return '{}';
  end if;
  return array(
    select c.id
    from unnest(ids) with ordinality as listed (id, position)
    join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = listed.id
    cross join lateral (
      select kith_private.folded(concat_ws(' ', c.display_name, c.nickname, c.first_name, c.last_name, c.company, c.job_title, (
        select string_agg(n.name, ' ') from kith.contact_networks m join kith.networks n on n.owner_id = m.owner_id and n.id = m.network_id
        where m.owner_id = c.owner_id and m.contact_id = c.id))) as names) said
    cross join lateral (select concat(' ', said.names, ' ', regexp_replace(said.names, '[^[:alnum:]]+', ' ', 'g')) as names) begun
    where not exists (select from unnest(words) word where strpos(begun.names, ' ' || word) = 0)
    order by listed.position);
end
$$;
comment on function kith_private.named_so(uuid[], text[]) is
  'Those of some contacts in whose names, company, title or networks a word begins with each of these; none where the script has no spaces.';

create function kith_private.find_spoken(spoken text, is_archived boolean) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  patterns constant jsonb := kith_private.search_patterns(kith_private.said_words(spoken));
  query constant jsonb := jsonb_build_object('patterns', patterns, 'networks', kith_private.networks_of_words(patterns), 'pageSize', 200);
  found kith_private.page;
  exact uuid[];
  named uuid[];
begin
  if patterns = '[]' then
    return '{}';
  end if;
  found := kith_private.find_page(query, 'kith.contacts', array[
    case when is_archived then 'is_archived' else 'not is_archived' end,
    kith_private.search_condition(patterns, query -> 'networks')], 'display_name collate "und-x-icu", id');
  if found.total < 2 then
    return found.ids;
  end if;
  exact := array(
    select c.id from unnest(found.ids) listed (id) join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = listed.id
    where kith_private.folded(spoken) in (kith_private.folded(c.display_name), kith_private.folded(c.nickname)));
  if cardinality(exact) = 1 or found.total > cardinality(found.ids) then
    return case when cardinality(exact) = 1 then exact else found.ids end;
  end if;
  named := kith_private.named_so(found.ids, regexp_split_to_array(kith_private.folded(kith_private.said_words(spoken)), '\s+'));
  return case when cardinality(named) > 0 then named else found.ids end;
end
$$;
comment on function kith_private.find_spoken(text, boolean) is
  'The contacts that somebody may mean; only one where its whole name was said. At most 200.';

create function kith_private.candidates(ids uuid[]) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select string_agg(to_jsonb(concat_ws(', ', c.display_name, nullif(c.company, c.display_name)))::text || ' (' || c.id || ')', '; ' order by listed.position)
    from unnest(ids[1:6]) with ordinality as listed (id, position)
    join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = listed.id);
end
$$;
comment on function kith_private.candidates(uuid[]) is 'The first six of some contacts, in words: name and company in quotes, and id.';

create function kith_private.closest_names(spoken text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  closest constant uuid[] := array(
    select (s ->> 'id')::uuid from json_array_elements(kith_private.suggestions(kith_private.said_words(spoken))::json) s);
begin
  return case when cardinality(closest) > 0 then format(' The closest names: %s.', kith_private.candidates(closest)) end;
end
$$;
comment on function kith_private.closest_names(text) is 'A sentence with the contacts whose names are like that of somebody who is not found; null where there are none.';

-- Nothing may be written about somebody else than was meant, so it is refused where that is not clear. Names that are alike
-- take as long as a search, so they are looked for three times at most.
create function kith_private.spoken_contacts(people jsonb, pointer text default '/people/') returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  said record;
  found uuid[];
  meant uuid[] := '{}';
  missing integer := 0;
  errors jsonb := '[]';
begin
  for said in select p.value as words, p.position - 1 as place from jsonb_array_elements_text(people) with ordinality as p (value, position) loop
    if said.words ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then
      found := array(select c.id from kith.contacts c where c.id = said.words::uuid);
    else
      found := kith_private.find_spoken(said.words, false);
      if cardinality(found) = 0 then
        found := kith_private.find_spoken(said.words, true);
      end if;
    end if;
    if cardinality(found) = 1 then
      meant := meant || found;
    else
      missing := missing + (cardinality(found) = 0)::integer;
      errors := errors || jsonb_build_object('in', 'body', 'pointer', pointer || case when pointer like '%/' then said.place::text else '' end, 'code', 'invalid_reference', 'message',
        case when cardinality(found) = 0 then format('Nobody is found as %s.%s', to_jsonb(said.words),
            case when missing <= 3 then kith_private.closest_names(said.words) end)
          else format('%s may be %s contacts: %s. Send the id of the one that is meant.', to_jsonb(said.words), cardinality(found), kith_private.candidates(found)) end);
    end if;
  end loop;
  if errors <> '[]' then
    perform kith_private.fail('invalid_reference', 'It is not clear who is meant. Nothing was changed.', errors);
  end if;
  return meant;
end
$$;
comment on function kith_private.spoken_contacts(jsonb, text) is
  'The contacts that are named by their ids or as people speak of them; refuses where one is not found, or several are.';

create function kith_private.asked_contact(arguments jsonb) returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  if arguments ? 'id' then
    return (arguments ->> 'id')::uuid;
  end if;
  return (kith_private.spoken_contacts(jsonb_build_array(arguments -> 'person'), '/contact'))[1];
end
$$;
comment on function kith_private.asked_contact(jsonb) is 'The contact that an operation is about: the member id of its arguments, or person, how it is spoken of.';

grant execute on function kith_private.networks_of_words(jsonb), kith_private.said_words(text), kith_private.named_so(uuid[], text[]), kith_private.find_spoken(text, boolean),
  kith_private.candidates(uuid[]), kith_private.closest_names(text), kith_private.spoken_contacts(jsonb, text), kith_private.asked_contact(jsonb) to authenticated;

-- sql/30_contacts/38_known_contacts.sql

-- Whether somebody who is about to be created is a contact already. Assistants ask for it.

create function kith_private.known_contacts(said text) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  patterns constant jsonb := kith_private.search_patterns(said);
  digits constant text := regexp_replace(said, '[^0-9]', '', 'g');
  found kith_private.page;
begin
  if patterns = '[]' then
    return '{}';
  end if;
  found := kith_private.find_page(jsonb_build_object('patterns', patterns, 'pageSize', 200), 'kith.contacts',
    array[kith_private.search_condition(patterns)], 'display_name collate "und-x-icu", id');
  return array(
    select c.id from unnest(found.ids) listed (id) join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = listed.id
    where kith_private.folded(c.display_name) = kith_private.folded(said)
      or exists (select from jsonb_array_elements(c.emails) e where kith_private.folded(e ->> 'value') = kith_private.folded(said))
      or exists (select from jsonb_array_elements(c.phones) p
        where char_length(digits) > 4 and regexp_replace(p ->> 'value', '[^0-9]', '', 'g') = digits));
end
$$;
comment on function kith_private.known_contacts(text) is 'The contacts that have this name, e-mail address or phone number.';

create function kith_private.refuse_known_contact(body jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  said text;
  known uuid[] := '{}';
begin
  for said in
    select coalesce(nullif(concat_ws(' ', body ->> 'firstName', body ->> 'lastName'), ''), body ->> 'nickname', body ->> 'company')
    union
    select item ->> 'value' from jsonb_array_elements(coalesce(body -> 'emails', '[]')) item
    union
    select item ->> 'value' from jsonb_array_elements(coalesce(body -> 'phones', '[]')) item
    limit 10
  loop
    known := known || kith_private.known_contacts(said);
  end loop;
  if cardinality(known) > 0 then
    perform kith_private.fail('validation_failed', 'There is such a contact already. Nothing was created.', jsonb_build_array(jsonb_build_object(
      'in', 'body', 'pointer', '/isNew', 'code', 'duplicate', 'message', format(
        'This may be %s. Send its id as contact to change it, or isNew true for somebody else.',
        kith_private.candidates(array(select distinct k from unnest(known) k))))));
  end if;
end
$$;
comment on function kith_private.refuse_known_contact(jsonb) is 'Refuses to create a contact with the name, an e-mail address or a phone number of another one.';

grant execute on function kith_private.known_contacts(text), kith_private.refuse_known_contact(jsonb) to authenticated;

-- sql/30_contacts/40_photos.sql

-- Photos of contacts: the bucket and who may read it, the paths that clients may upload to, and the files to remove.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('kith-photos', 'kith-photos', false, 5242880, '{image/jpeg,image/png,image/webp}')
on conflict (id) do update
  set public = false, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- <owner>/<contact>/<uuid>.<extension> are attached photos, <owner>/<contact>/<uuid>.<random>.<extension> are photos that
-- were removed and are kept (see 45_kept_photos.sql), or were restored; uploads/<random>.<extension> are the paths that
-- clients upload to. Only the Edge Function writes, with its secret key; first-party apps may read their user's photos.
create policy "Kith: owners read their contact photos" on storage.objects
  for select to authenticated
  using (bucket_id = 'kith-photos' and (storage.foldername(name))[1] = (select kith_private.owner_id())::text);

create policy "Kith: limited keys read no photos" on storage.objects as restrictive
  for select to kith_limited using (bucket_id <> 'kith-photos');

create table kith_private.photo_uploads (
  path text not null,
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  contact_id uuid not null,
  attached boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (owner_id, path),
  foreign key (owner_id, contact_id) references kith.contacts (owner_id, id) on delete cascade
);
comment on table kith_private.photo_uploads is 'Paths that clients may upload a photo to. A later request of the same owner deletes those older than a day.';
comment on column kith_private.photo_uploads.path is 'The path in the bucket.';
comment on column kith_private.photo_uploads.owner_id is 'Who requested the path.';
comment on column kith_private.photo_uploads.contact_id is 'The contact that the photo is for.';
comment on column kith_private.photo_uploads.attached is 'Whether the upload became the contact''s photo.';
comment on column kith_private.photo_uploads.created_at is 'When the path was created.';
create index photo_uploads_created_at_idx on kith_private.photo_uploads (created_at);
create index photo_uploads_contact_id_idx on kith_private.photo_uploads (owner_id, contact_id);
alter table kith_private.photo_uploads enable row level security;
create policy "No client reaches the uploads" on kith_private.photo_uploads for all to authenticated using (false);

create table kith_private.photo_removals (
  path text primary key,
  -- not a foreign key: files are also removed after the account was deleted
  owner_id uuid,
  due_at timestamptz not null default now(),
  move_to text
);
comment on table kith_private.photo_removals is 'Queue of files to remove from the bucket, or to move within it.';
comment on column kith_private.photo_removals.path is 'The path in the bucket.';
comment on column kith_private.photo_removals.owner_id is 'The account that the photo belonged to, which may not exist any more; null where it is unknown.';
comment on column kith_private.photo_removals.due_at is 'When to remove or move the file, or to try again.';
comment on column kith_private.photo_removals.move_to is 'Where the file is moved to; null where it is removed.';
create index photo_removals_due_at_idx on kith_private.photo_removals (due_at);
create index photo_removals_owner_id_idx on kith_private.photo_removals (owner_id);
-- A hash index, so that it is read for one path and never for all moves.
create index photo_removals_move_to_idx on kith_private.photo_removals using hash (move_to);
alter table kith_private.photo_removals enable row level security;
create policy "No client reaches the removals" on kith_private.photo_removals for all to authenticated using (false);

-- An upload URL is valid for two hours, so the file is removed when nothing can be uploaded any more.
create function kith_private.queue_upload_removal() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into kith_private.photo_removals (path, owner_id, due_at)
  values (old.path, old.owner_id, greatest(now(), old.created_at + interval '3 hours')) on conflict do nothing;
  return null;
end
$$;
comment on function kith_private.queue_upload_removal() is 'Queues the file at a path that clients may no longer upload to.';
create trigger queue_upload_removal after delete on kith_private.photo_uploads
  for each row execute function kith_private.queue_upload_removal();

-- The functions below run with the rights of their owner, for which there are no policies.
create function kith_private.check_photo_limits(contact uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not kith_private.has_scope('contacts:write') or not (kith_private.has_all_networks() or exists (
    select from kith.contact_networks m
    where m.owner_id = (select auth.uid()) and m.contact_id = contact and m.network_id = any ((select kith_private.key_networks())::uuid[])))
  then
    perform kith_private.not_found();
  end if;
end
$$;
comment on function kith_private.check_photo_limits(uuid) is 'Refuses to change the photo of a contact that the limits of the API key do not allow to change.';

create function kith_private.create_upload_path(contact uuid, extension text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  path constant text := 'uploads/' || gen_random_uuid() || '.' || extension;
begin
  perform kith_private.check_photo_limits(contact);
  -- The uploads that nobody attached in a day, of any owner, a few with every new one.
  with unused as (
    select old.owner_id, old.path from kith_private.photo_uploads old
    where old.created_at < now() - interval '1 day' limit 20 for update skip locked)
  delete from kith_private.photo_uploads u using unused where (u.owner_id, u.path) = (unused.owner_id, unused.path);
  perform pg_advisory_xact_lock(hashtextextended('kith.photo_uploads:' || (select auth.uid()), 0));
  -- An upload URL lives for two hours; afterwards a path counts only if a file lies there.
  perform kith_private.check_quota('uploads', (
    select count(*) + 1 from kith_private.photo_uploads u
    where u.owner_id = (select auth.uid()) and not u.attached and (u.created_at > now() - interval '3 hours'
      or exists (select from storage.objects o where o.bucket_id = 'kith-photos' and o.name = u.path))));
  -- Photos that were removed and are kept count too.
  perform kith_private.check_quota('photo_bytes', (
    select coalesce(sum((o.metadata ->> 'size')::bigint), 0)::bigint from storage.objects o
    where o.bucket_id = 'kith-photos'
      and o.name ~>=~ ((select auth.uid()) || '/') and o.name ~<~ ((select auth.uid()) || '0')));
  insert into kith_private.photo_uploads (path, contact_id) values (path, contact);
  return path;
end
$$;
comment on function kith_private.create_upload_path(uuid, text) is 'Creates a path to upload to, and deletes some that are older than a day.';

-- The photo is moved to a path that no client knows. It is queued for removal, in case the request fails before the
-- photo is attached. Another request may reserve the same upload meanwhile; `set_photo` attaches it for one of them.
create function kith_private.reserve_photo(contact uuid, upload text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  path text;
begin
  perform kith_private.check_photo_limits(contact);
  select (select auth.uid()) || '/' || contact || '/' || gen_random_uuid() || '.' || split_part(u.path, '.', 2) into path
  from kith_private.photo_uploads u
  where u.path = upload and u.owner_id = (select auth.uid()) and u.contact_id = contact and not u.attached;
  if found then
    insert into kith_private.photo_removals (path, owner_id, due_at) values (path, auth.uid(), now() + interval '1 hour');
  end if;
  return path;
end
$$;
comment on function kith_private.reserve_photo(uuid, text) is 'The path to move an upload to; null where it is not an upload for this contact, or was attached before.';

create function kith_private.set_photo(contact uuid, path text, upload text default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform kith_private.check_photo_limits(contact);
  if path is not null then
    delete from kith_private.photo_removals r
    where r.path = set_photo.path and r.path like (select auth.uid()) || '/' || contact || '/%';
    if not found then
      perform kith_private.fail('unavailable', 'The photo took too long to attach. Upload it again.');
    end if;
    -- Two requests may have reserved one upload. Both lock the contact before they come here, so the second finds it attached.
    update kith_private.photo_uploads u set attached = true
    where u.path = upload and u.owner_id = (select auth.uid()) and not u.attached;
    if not found then
      perform kith_private.fail('invalid_photo_path');
    end if;
  end if;
  update kith.contacts c set photo_path = set_photo.path where c.id = contact and c.owner_id = (select auth.uid());
end
$$;
comment on function kith_private.set_photo(uuid, text, text) is 'Gives a contact of the current user a reserved photo, or none.';

create function kith_private.photos_of_account() returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform kith_private.refuse_limits();
  return array(
    select o.name from storage.objects o
    -- names that begin with the owner's id and a slash ("0" is the character after "/"); these operators use Storage's index
    where o.bucket_id = 'kith-photos'
      and o.name ~>=~ ((select auth.uid()) || '/') and o.name ~<~ ((select auth.uid()) || '0')
    union all
    select o.name from storage.objects o
    where o.bucket_id = 'kith-photos' and o.name like 'uploads/%' and o.name in (
      select u.path from kith_private.photo_uploads u where u.owner_id = (select auth.uid())
      union all
      select r.path from kith_private.photo_removals r where r.owner_id = (select auth.uid())));
end
$$;
comment on function kith_private.photos_of_account() is 'Paths of all objects in the bucket that belong to the current user.';

-- The Edge Function removes and moves these files after its answer, whatever was asked. A file that is still to be moved to
-- a path is not there yet, so what is to be done with that path waits until the move is forgotten; a subquery looks for it,
-- because Postgres would read the whole queue for `not exists`.
create function kith_private.due_removals() returns text[]
language plpgsql set search_path = ''
as $$
declare
  removals text[];
begin
  -- checked first, because the list is empty for most requests
  if exists (select from kith_private.photo_removals r where r.due_at <= now()) then
    begin
      with taken as (
        update kith_private.photo_removals r set due_at = now() + interval '1 minute'
        where r.path = any (array(
          select due.path from kith_private.photo_removals due
          where due.due_at <= now() and due.move_to is null
            and (select earlier.path from kith_private.photo_removals earlier where earlier.move_to = due.path limit 1) is null
          order by due.due_at limit 100 for update of due skip locked)
          -- Fewer, because Storage moves one file in a call.
          || array(
          select due.path from kith_private.photo_removals due
          where due.due_at <= now() and due.move_to is not null
            and (select earlier.path from kith_private.photo_removals earlier where earlier.move_to = due.path limit 1) is null
          order by due.due_at limit 20 for update of due skip locked))
        returning concat_ws('>', r.path, r.move_to) as removal)
      select array_agg(taken.removal) into removals from taken;
    exception when read_only_sql_transaction or insufficient_resources then
      null; -- a read is answered although nothing can be written, as when the disk is full
    end;
  end if;
  return removals;
end
$$;
comment on function kith_private.due_removals() is
  'Up to 100 files to remove now, as their paths, and up to 20 to move, as "path>new path". Each is due again in a minute, '
  'unless forget_removals deletes it from the queue.';

create function kith_private.forget_removals(paths text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  -- Without waiting, so that it cannot deadlock with the deletion of an account. A path that is skipped is due again.
  delete from kith_private.photo_removals r where r.path = any (array(
    select done.path from kith_private.photo_removals done where done.path = any (paths) for update skip locked));
end
$$;
comment on function kith_private.forget_removals(text[]) is 'Deletes paths from the queue, once their files are removed or moved.';

grant execute on function kith_private.create_upload_path(uuid, text), kith_private.reserve_photo(uuid, text),
  kith_private.set_photo(uuid, text, text), kith_private.photos_of_account() to authenticated;

-- sql/30_contacts/45_kept_photos.sql

-- Photos that were removed are kept as long as the log of changes, so that undoing brings them back. The file of a removed
-- photo is moved to a path that nobody was given: signed URLs of the old path then lead nowhere.

create table kith_private.kept_photos (
  owner_id uuid not null references auth.users (id) on delete cascade,
  photo uuid not null,
  path text not null,
  kept_at timestamptz not null default now(),
  primary key (owner_id, photo)
);
comment on table kith_private.kept_photos is 'Photos that were removed and can be restored.';
comment on column kith_private.kept_photos.owner_id is 'Whose photo it is.';
comment on column kith_private.kept_photos.photo is 'The photo: the uuid in its paths, which stays the same when it is kept or restored.';
comment on column kith_private.kept_photos.path is 'The path in the bucket where its file is, or will be once the queue photo_removals has moved it.';
comment on column kith_private.kept_photos.kept_at is 'When the photo was removed.';
create index kept_photos_kept_at_idx on kith_private.kept_photos (kept_at);
alter table kith_private.kept_photos enable row level security;
create policy "No client reaches the kept photos" on kith_private.kept_photos for all to authenticated using (false);

create function kith_private.photo_of(path text) returns uuid
language plpgsql immutable set search_path = ''
as $$
begin
  return substring(path from '^[^/]+/[^/]+/([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\.[^/]+$')::uuid;
end
$$;
comment on function kith_private.photo_of(text) is 'Which photo is at a path of the bucket; null where it is not the path of a photo.';

create function kith_private.is_same_photo(one text, other text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return one is not distinct from other
    or coalesce(kith_private.photo_of(one) = kith_private.photo_of(other), false);
end
$$;
comment on function kith_private.is_same_photo(text, text) is 'Whether two paths are those of one photo, which has another one each time it is kept; or both are null.';

-- A trigger, so that the file is queued for every write that removes a photo, through the API and through PostgREST.
create function kith_private.queue_photo_removal() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  photo constant uuid := kith_private.photo_of(old.photo_path);
  kept_path text;
begin
  if old.photo_path = current_setting('kith.moved_photo', true) then
    return null; -- it becomes another contact's, see kith_private.take_over
  end if;
  -- Where the account does not exist any more the file is removed. So it is where another transaction is deleting the account: waiting
  -- for that one, which in turn waits for this contact, would be a deadlock.
  perform from auth.users u where u.id = old.owner_id for key share skip locked;
  if found and photo is not null then
    insert into kith_private.kept_photos (owner_id, photo, path)
    values (old.owner_id, photo, regexp_replace(old.photo_path, '[^/]+$', '')
      || concat_ws('.', photo, gen_random_uuid(), substring(old.photo_path from '[^.]+$')))
    on conflict do nothing returning path into kept_path;
  end if;
  insert into kith_private.photo_removals (path, owner_id, move_to) values (old.photo_path, old.owner_id, kept_path)
  on conflict do nothing;
  return null;
end
$$;
comment on function kith_private.queue_photo_removal() is
  'Keeps a photo that was replaced or removed, or whose contact was deleted, and queues its file to be moved; or to be removed where the account does not exist any more.';
create trigger queue_photo_removal after update of photo_path on kith.contacts
  for each row when (old.photo_path is distinct from new.photo_path and old.photo_path is not null)
  execute function kith_private.queue_photo_removal();
create trigger queue_photo_removal_of_contact after delete on kith.contacts
  for each row when (old.photo_path is not null)
  execute function kith_private.queue_photo_removal();

create function kith_private.queue_kept_photo_removal() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into kith_private.photo_removals (path, owner_id) values (old.path, old.owner_id) on conflict do nothing;
  return null;
end
$$;
comment on function kith_private.queue_kept_photo_removal() is 'Queues the file of a photo that is not kept any longer.';
create trigger queue_kept_photo_removal after delete on kith_private.kept_photos
  for each row execute function kith_private.queue_kept_photo_removal();

create function kith_private.take_kept_photo(path text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  taken text;
begin
  delete from kith_private.kept_photos k
  where k.owner_id = (select auth.uid()) and k.photo = kith_private.photo_of(take_kept_photo.path)
  returning k.path into taken;
  -- The trigger has queued the file in this statement, so that nothing has removed it yet.
  delete from kith_private.photo_removals r where r.path = taken and r.move_to is null;
  return taken;
end
$$;
comment on function kith_private.take_kept_photo(text) is
  'Ends the keeping of a photo of the current user that becomes a contact''s again. Any of its paths names it. Returns the path where its file is, or will be; null where the photo is not kept.';

create function kith_private.erase_kept_photos(owner uuid, paths text[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  delete from kith_private.kept_photos k
  where k.owner_id = owner
    and (paths is null or k.photo = any (array(select kith_private.photo_of(named.path) from unnest(paths) named (path))));
end
$$;
comment on function kith_private.erase_kept_photos(uuid, text[]) is
  'Ends the keeping of an owner''s photos and queues their files to be removed: those that any of their paths names, or all where paths is null.';

create function kith_private.purge_kept_photos() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  with due as materialized (
    select k.owner_id, k.photo from kith_private.kept_photos k
    where k.kept_at < now() - (select kith_private.log_retention())
    order by k.kept_at limit 20 for update skip locked)
  delete from kith_private.kept_photos k using due where k.owner_id = due.owner_id and k.photo = due.photo;
end
$$;
comment on function kith_private.purge_kept_photos() is 'Ends the keeping of a few photos, of any owner, that were removed longer ago than the log of changes is kept.';

-- sql/30_contacts/50_photos_operations.sql

create function kith_api.create_photo_upload(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  -- Locked, so that the contact is not deleted before the upload refers to it.
  perform from kith.contacts c where c.id = (arguments ->> 'id')::uuid for key share;
  if not found then
    perform kith_private.not_found();
  end if;
  return (200, json_build_object(
    'path', kith_private.create_upload_path((arguments ->> 'id')::uuid, arguments -> 'body' ->> 'extension'))::text)::kith_api.answer;
end
$$;
comment on function kith_api.create_photo_upload(jsonb) is 'Creates a path to upload a photo to.';

-- Attaching a photo takes two statements, and between them Storage moves the file. The first one tries the change and
-- undoes it, so that the file is moved only when the second one is expected to succeed.
create function kith_api.prepare_photo(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  path text;
begin
  begin
    perform kith_api.update_contact(arguments #- '{body,photoUrl}');
    raise exception using errcode = 'KITH1';
  exception when sqlstate 'KITH1' then
    null; -- the change is allowed; this block has undone it
  end;
  path := kith_private.reserve_photo((arguments ->> 'id')::uuid, arguments -> 'body' ->> 'photoUrl');
  if path is null then
    perform kith_private.fail('invalid_photo_path');
  end if;
  return (200, json_build_object('path', path)::text)::kith_api.answer;
end
$$;
comment on function kith_api.prepare_photo(jsonb) is 'Checks a change of a contact that attaches a photo and reserves the path to move the upload to.';

create function kith_api.attach_photo(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  perform kith_api.update_contact(arguments #- '{body,photoUrl}');
  perform kith_private.set_photo((arguments ->> 'id')::uuid, arguments ->> 'photo', arguments -> 'body' ->> 'photoUrl');
  return kith_private.answer_resource((select c.body from kith_api.contacts c where c.id = (arguments ->> 'id')::uuid));
end
$$;
comment on function kith_api.attach_photo(jsonb) is 'Changes a contact and gives it the photo that was moved and checked.';

grant execute on function kith_api.create_photo_upload(jsonb), kith_api.prepare_photo(jsonb), kith_api.attach_photo(jsonb) to authenticated;

-- An answer with an upload path is not repeated once something was uploaded to that path.
create function kith_private.is_upload_unused(owner uuid, answer text) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  upload constant text := answer::json ->> 'path';
begin
  return exists (select from kith_private.photo_uploads u where u.owner_id = owner and u.path = upload and not u.attached)
    and not exists (select from storage.objects o where o.bucket_id = 'kith-photos' and o.name = upload);
end
$$;
comment on function kith_private.is_upload_unused(uuid, text) is 'Whether nothing was uploaded so far to the path in an answer of create_photo_upload.';

insert into kith_private.operations (name, resource, verb, scopes, writes, replay_check) values
  ('create_photo_upload', 'contact', 'create', '{contacts:write}', true, 'is_upload_unused');

insert into kith_private.operations
  (name, resource, verb, scopes, writes, tagged, read_by, locked_table, step_of) values
  ('prepare_photo', 'contact', 'update', '{contacts:write}', true, false, 'get_contact', 'kith.contacts', 'update_contact'),
  ('attach_photo', 'contact', 'update', '{contacts:write}', true, true, 'get_contact', 'kith.contacts', 'update_contact');

-- sql/32_duplicates/10_names.sql

-- Names that are alike, to find duplicates. A name is compared by its words: folded, without punctuation and sorted.

create function kith_private.sorted_words(words text[]) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  if cardinality(words) = 2 and words[1] <> '' and words[2] <> '' then
    return case when words[1] <= words[2] collate "C" then words else array[words[2], words[1]] end;
  elsif cardinality(words) = 1 then
    return array_remove(words, '');
  end if;
  return array(select word from unnest(words) word where word <> '' order by word collate "C");
end
$$;
comment on function kith_private.sorted_words(text[]) is 'The words of a name in order, without empty ones.';

-- Two words are one edit apart where leaving out the letter at the same place of each gives the same, where one is the other
-- without a letter, or where swapping two letters of one gives the other. Many words that are all alike, such as codes,
-- are no variants of one name.
create function kith_private.similar_words(words text[]) returns table (one text, other text)
language plpgsql immutable parallel safe set search_path = '' set enable_nestloop = off set enable_mergejoin = off
as $$
begin
  return query
  with vocabulary as materialized (
    select word, char_length(word) as length from unnest(words) word where char_length(word) > 2),
  variants as materialized (
    select v.word, v.length, place, overlay(v.word placing '' from place for 1) as variant
    from vocabulary v cross join lateral generate_series(1, v.length) place where v.length > 3),
  blocks as materialized (
    select array_agg(v.word) as words from variants v group by v.place, v.variant having count(*) between 2 and 20)
  select distinct least(pair.one collate "C", pair.other), greatest(pair.one collate "C", pair.other)
  from (
    select a.word, b.word from blocks cross join lateral unnest(blocks.words) a (word) cross join lateral unnest(blocks.words) b (word)
    where a.word < b.word collate "C"
    union all
    select v.word, o.word from variants v join vocabulary o on o.word = v.variant
    union all
    select v.word, o.word from variants v
    join vocabulary o on o.word = overlay(v.word placing reverse(substr(v.word, v.place, 2)) from v.place for 2)
    where v.place < v.length and o.word <> v.word) pair (one, other)
  limit 20000;
end
$$;
comment on function kith_private.similar_words(text[]) is
  'The pairs of different words that are one edit apart: a letter more, less or changed, or two neighbours swapped; the longer one has at least four letters.';

create type kith_private.contact_name as (contact uuid, words text[]);
comment on type kith_private.contact_name is 'A contact and the sorted words of its name.';

create type kith_private.shared_key as (kind integer, key bigint, contact uuid, side boolean);
comment on type kith_private.shared_key is
  'A key that contacts share which may be the same person, as a hash. Kind: 1 e-mail address, 2 phone number, 4 name, 8 name of one word, 16 similar name. '
  'Where a name has two sides, those of the one are like those of the other, not like each other.';

create function kith_private.name_without(words text[], place bigint) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return array_to_string(words[:place - 1] || words[place + 1:], ' ');
end
$$;
comment on function kith_private.name_without(text[], bigint) is 'A name without one of its words.';

-- Each name without one of its words is looked for among the others: with a similar word in its place, with the initial, or
-- as a whole name. Both limits bound the time for accounts with very many long names, or with names that are all alike.
create function kith_private.similar_name_keys(names kith_private.contact_name[]) returns setof kith_private.shared_key
language plpgsql stable set search_path = '' set enable_nestloop = off set enable_mergejoin = off set work_mem = '32MB'
as $$
begin
  return query
  with parts as materialized (
    select n.contact, n.words, w.word, w.place
    from unnest(names) n cross join lateral unnest(n.words) with ordinality w (word, place)
    where cardinality(n.words) between 2 and 6 limit 150000),
  similar_words as materialized (
    select s.one, s.other from kith_private.similar_words(array(
      select found.word from (select p.word from parts p group by p.word offset 0) found
      where char_length(found.word) between 3 and 30 and found.word !~ '[0-9]' limit 20000)) s),
  initials as materialized (
    select distinct p.word, kith_private.name_without(p.words, p.place) as rest from parts p where char_length(p.word) = 1),
  -- A word that is missing counts only where somebody has the name without it.
  whole as materialized (select n.contact, array_to_string(n.words, ' ') as name from unnest(names) n),
  longer as materialized (
    select p.contact, p.rest from (
      select p.contact, kith_private.name_without(p.words, p.place) as rest from parts p where cardinality(p.words) > 2 offset 0) p
    where p.rest in (select w.name from whole w))
  select 16, hashtextextended(concat_ws('|', found.rest, found.variants), 16), found.contact, found.side
  from (
    select kith_private.name_without(p.words, p.place), s.variants, p.contact, s.side
    from parts p join (
      select one, concat_ws('|', one, other), false from similar_words
      union all
      select other, concat_ws('|', one, other), true from similar_words) s (word, variants, side) on s.word = p.word
    union all
    select i.rest, i.word, p.contact, char_length(p.word) = 1
    from initials i join parts p on left(p.word, 1) = i.word and kith_private.name_without(p.words, p.place) = i.rest
    union all
    select l.rest, '', l.contact, true from longer l
    union all
    select l.rest, '', w.contact, false from whole w
    join (select distinct longer.rest from longer) l on l.rest = w.name) found (rest, variants, contact, side)
  limit 150000;
end
$$;
comment on function kith_private.similar_name_keys(kith_private.contact_name[]) is
  'Keys of names that differ in one word only, which is one edit apart or an initial, or which one of them does not have. Of names with two to six words.';

grant execute on function kith_private.sorted_words(text[]), kith_private.name_without(text[], bigint), kith_private.similar_words(text[]),
  kith_private.similar_name_keys(kith_private.contact_name[]) to authenticated;

-- sql/32_duplicates/15_dismissed.sql

-- Pairs that the owner knows to be two people. They refer to no contact, so that undoing the deletion of a contact, or a
-- merge, finds them as they were.
create table kith_private.dismissed_duplicates (
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  contact_id uuid not null,
  other_contact_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (owner_id, contact_id, other_contact_id),
  constraint dismissed_duplicates_order_check check (contact_id < other_contact_id)
);
comment on table kith_private.dismissed_duplicates is 'Pairs of contacts that are not the same person, and are not listed as duplicates any more.';
comment on column kith_private.dismissed_duplicates.owner_id is 'Whose contacts they are.';
comment on column kith_private.dismissed_duplicates.contact_id is 'The contact with the smaller id.';
comment on column kith_private.dismissed_duplicates.other_contact_id is 'The other contact.';
comment on column kith_private.dismissed_duplicates.created_at is 'When the pair was dismissed.';

alter table kith_private.dismissed_duplicates enable row level security;
grant select, delete on kith_private.dismissed_duplicates to authenticated;
grant insert (owner_id, contact_id, other_contact_id) on kith_private.dismissed_duplicates to authenticated;

create policy "Owners read their dismissed pairs" on kith_private.dismissed_duplicates
  for select to authenticated using ((select kith_private.owner_id()) = owner_id);
create policy "Owners make dismissed pairs" on kith_private.dismissed_duplicates
  for insert to authenticated with check ((select kith_private.owner_id()) = owner_id);
create policy "Owners delete their dismissed pairs" on kith_private.dismissed_duplicates
  for delete to authenticated using ((select kith_private.owner_id()) = owner_id);

create policy "Limited keys read dismissed pairs of contacts they see" on kith_private.dismissed_duplicates as restrictive
  for select to kith_limited using ((select kith_private.has_scope('contacts:read'))
    and ((select kith_private.has_all_networks()) or (contact_id in (select m.contact_id from kith.contact_networks m)
      and other_contact_id in (select m.contact_id from kith.contact_networks m))));
create policy "Limited keys make dismissed pairs of contacts they see" on kith_private.dismissed_duplicates as restrictive
  for insert to kith_limited with check ((select kith_private.has_scope('contacts:write'))
    and ((select kith_private.has_all_networks()) or (contact_id in (select m.contact_id from kith.contact_networks m)
      and other_contact_id in (select m.contact_id from kith.contact_networks m))));
create policy "Limited keys delete dismissed pairs of contacts they see" on kith_private.dismissed_duplicates as restrictive
  for delete to kith_limited using ((select kith_private.has_scope('contacts:write'))
    and ((select kith_private.has_all_networks()) or (contact_id in (select m.contact_id from kith.contact_networks m)
      and other_contact_id in (select m.contact_id from kith.contact_networks m))));

-- With the rights of the function's owner, because a key that is limited to networks does not see all of them.
create function kith_private.forget_dismissed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
begin
  delete from kith_private.dismissed_duplicates d
  where d.owner_id = owner and (d.contact_id, d.other_contact_id) in (
    select o.contact_id, o.other_contact_id from kith_private.dismissed_duplicates o where o.owner_id = owner
    order by o.created_at desc, o.contact_id, o.other_contact_id offset 10000);
  return null;
end
$$;
comment on function kith_private.forget_dismissed() is 'Keeps the last 10,000 dismissed pairs of the current user.';
create trigger forget_dismissed after insert on kith_private.dismissed_duplicates
  for each statement execute function kith_private.forget_dismissed();

-- sql/32_duplicates/20_pairs.sql

-- Pairs of contacts that may be the same person. Contacts are not compared with each other: those that share a key are found.

-- Of an account with very many contacts only the first few items of each list are read, so that the time is bounded.
create function kith_private.duplicate_keys() returns setof kith_private.shared_key
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  calling_code constant text := kith_private.own_calling_code();
  names kith_private.contact_name[];
  most integer;
  first jsonpath;
begin
  -- What most names need is done without a call for each: those in ASCII are folded, and two words are in order, as the
  -- functions have it.
  names := array(
    select (listed.id, case
        when cardinality(listed.words) = 2 and listed.words[1] <> '' and listed.words[1] <= listed.words[2] collate "C" then listed.words
        else kith_private.sorted_words(listed.words) end)::kith_private.contact_name
    from (
      select c.id, regexp_split_to_array(case
          when octet_length(c.display_name) = char_length(c.display_name) then lower(c.display_name collate "C")
          else kith_private.folded(c.display_name) end collate "C", '[\s!-/:-@[-`{-~’]+') as words
      from kith.contacts c where not c.is_archived offset 0) listed);
  most := greatest(1, 100000 / greatest(cardinality(names), 5000));
  first := format('$[0 to %s]', most - 1);
  return query
  select case when cardinality(n.words) > 1 then 4 else 8 end, hashtextextended(array_to_string(n.words, ' '), 4), n.contact, false
  from unnest(names) n where cardinality(n.words) > 0;
  return query
  select 1, hashtextextended(lower((email ->> 'value') collate "C"), 1), c.id, false
  from kith.contacts c cross join lateral jsonb_array_elements(case when jsonb_array_length(c.emails) > most then jsonb_path_query_array(c.emails, first) else c.emails end) email
  where c.emails <> '[]' and not c.is_archived;
  -- The least telling ones are left out where all else has taken long, so that there is an answer in time.
  if clock_timestamp() < statement_timestamp() + interval '1.2 seconds' then
    return query
    select 2, hashtextextended(phone.digits, 2), phone.id, false from (
      select c.id, kith_private.phone_digits(phone ->> 'value', calling_code) as digits
      from kith.contacts c cross join lateral jsonb_array_elements(case when jsonb_array_length(c.phones) > most then jsonb_path_query_array(c.phones, first) else c.phones end) phone
      where c.phones <> '[]' and not c.is_archived offset 0) phone
    where phone.digits is not null;
  end if;
  if clock_timestamp() < statement_timestamp() + interval '1.2 seconds' then
    return query select k.* from kith_private.similar_name_keys(names) k;
  end if;
end
$$;
comment on function kith_private.duplicate_keys() is 'The keys of all contacts that are not archived.';

create type kith_private.duplicate_pair as (one uuid, other uuid, kinds integer, score numeric);
comment on type kith_private.duplicate_pair is 'Two contacts that may be the same person, the kinds of keys that they share, as a sum, and how likely it is.';

create function kith_private.duplicate_score(kinds integer) returns numeric
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return round(1 - case when kinds & 1 > 0 then 0.1 else 1 end * case when kinds & 2 > 0 then 0.3 else 1 end
    * case when kinds & 4 > 0 then 0.2 when kinds & 24 > 0 then 0.5 else 1 end, 2);
end
$$;
comment on function kith_private.duplicate_score(integer) is
  'How likely two contacts are the same: an e-mail address counts 0.9, a name 0.8, a phone number 0.7, a name of one word or a similar one 0.5; '
  'what each leaves of doubt is multiplied.';

-- A key that more than 50 contacts share, such as the number of a company, says nothing of two of them.
create function kith_private.find_pairs(least_score numeric, first bigint, size bigint, out total bigint, out page kith_private.duplicate_pair[])
language plpgsql stable set search_path = '' set enable_nestloop = off set enable_mergejoin = off set enable_sort = off set work_mem = '32MB'
as $$
declare
  scores constant numeric[] := array(select kith_private.duplicate_score(kinds) from generate_series(1, 31) kinds order by kinds);
begin
  with keys as materialized (select k.kind, k.key, k.contact, k.side from kith_private.duplicate_keys() k),
  shared as (select min(k.kind) as kind, k.key, count(*) as size from keys k group by k.key having count(*) between 2 and 50),
  -- The most telling ones where there are too many.
  kept as materialized (
    select s.key from (
      select shared.key, sum((shared.size * shared.size)::integer) over (order by shared.kind, shared.size, shared.key rows unbounded preceding) as work
      from shared) s where s.work <= 300000),
  members as materialized (select k.kind, k.key, k.contact, k.side from kept join keys k on k.key = kept.key),
  pairs as (
    select least(a.contact, b.contact) as one, greatest(a.contact, b.contact) as other, bit_or(a.kind) as kinds
    from members a join members b on b.key = a.key
    where case when a.kind = 16 then b.side and not a.side and a.contact <> b.contact else a.contact < b.contact end
    group by 1, 2),
  scored as materialized (
    select p.one, p.other, p.kinds, scores[p.kinds] as score from pairs p
    where scores[p.kinds] >= least_score and (p.one, p.other) not in (
      select d.contact_id, d.other_contact_id from kith_private.dismissed_duplicates d))
  select (select count(*) from scored), array(
    select (s.one, s.other, s.kinds, s.score)::kith_private.duplicate_pair from scored s
    order by s.score desc, s.one, s.other offset first limit find_pairs.size) into total, page;
end
$$;
comment on function kith_private.find_pairs(numeric, bigint, bigint) is 'A page of the pairs that may be duplicates, the most likely first, and how many there are.';

grant execute on function kith_private.duplicate_keys(), kith_private.duplicate_score(integer),
  kith_private.find_pairs(numeric, bigint, bigint) to authenticated;

-- sql/32_duplicates/30_operations.sql

create function kith_private.duplicate_evidence(one kith.contacts, other kith.contacts, kinds integer, calling_code text) returns json
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  found json[] := '{}';
begin
  if kinds & 1 > 0 then
    found := found || array(
      select json_build_object('kind', 'email', 'value', shared.value)
      from (select distinct lower((mine ->> 'value') collate "C") as value from jsonb_array_elements(one.emails) mine) shared
      where shared.value in (select lower((theirs ->> 'value') collate "C") from jsonb_array_elements(other.emails) theirs)
      order by shared.value collate "C");
  end if;
  if kinds & 2 > 0 then
    found := found || array(
      select json_build_object('kind', 'phone', 'value', shared.value)
      from (select distinct kith_private.phone_digits(mine ->> 'value', calling_code) as value from jsonb_array_elements(one.phones) mine) shared
      where shared.value in (select kith_private.phone_digits(theirs ->> 'value', calling_code) from jsonb_array_elements(other.phones) theirs)
      order by shared.value collate "C");
  end if;
  if kinds & 12 > 0 then
    found := found || json_build_object('kind', 'name', 'value', one.display_name);
  elsif kinds & 16 > 0 then
    found := found || json_build_object('kind', 'similar_name', 'value', one.display_name || ' / ' || other.display_name);
  end if;
  return array_to_json(found);
end
$$;
comment on function kith_private.duplicate_evidence(kith.contacts, kith.contacts, integer, text) is 'What two contacts share that makes them likely to be the same person, by the kinds of their keys.';

create function kith_private.duplicate_contact(contact kith.contacts) returns json
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return json_build_object('id', contact.id, 'displayName', contact.display_name, 'company', contact.company,
    'emails', contact.emails, 'phones', contact.phones,
    'createdAt', to_char(contact.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
end
$$;
comment on function kith_private.duplicate_contact(kith.contacts) is 'A contact in the list of duplicates.';

create function kith_private.duplicate_body(
  one kith.contacts, other kith.contacts, kinds integer, score numeric, calling_code text) returns json
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  if (one.created_at, one.id) > (other.created_at, other.id) then
    return kith_private.duplicate_body(other, one, kinds, score, calling_code);
  end if;
  return json_build_object(
    'contacts', json_build_array(kith_private.duplicate_contact(one), kith_private.duplicate_contact(other)),
    'score', score, 'evidence', kith_private.duplicate_evidence(one, other, kinds, calling_code));
end
$$;
comment on function kith_private.duplicate_body(kith.contacts, kith.contacts, integer, numeric, text) is
  'A pair of contacts in the list of duplicates; the one that was created earlier comes first.';

create function kith_api.list_duplicates(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  query constant jsonb := coalesce(arguments -> 'query', '{}');
  number constant bigint := coalesce((query ->> 'page')::bigint, 1);
  size constant bigint := coalesce((query ->> 'pageSize')::bigint, 50);
  calling_code constant text := kith_private.own_calling_code();
  found record;
  items text;
begin
  perform kith_private.set_finds_many(true);
  found := kith_private.find_pairs(coalesce((query ->> 'minScore')::numeric, 0), (number - 1) * size, size);
  perform kith_private.set_finds_many(false);
  for start in 1 .. coalesce(cardinality(found.page), 0) by 50 loop
    items := kith_private.add_items(items, (
      select string_agg(kith_private.duplicate_body(one, other, pair.kinds, pair.score, calling_code)::text, ',' order by pair.position)
      from unnest(found.page[start : start + 49]) with ordinality pair (one_id, other_id, kinds, score, position)
      join kith.contacts one on one.id = pair.one_id join kith.contacts other on other.id = pair.other_id));
  end loop;
  return kith_private.answer_page((array[]::uuid[], number, size, found.total)::kith_private.page, items);
end
$$;
comment on function kith_api.list_duplicates(jsonb) is 'A page of pairs of contacts that may be the same person. Query: minScore, page, pageSize.';

create function kith_api.dismiss_duplicate(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
begin
  perform kith_private.check_references(array(
    select '/contactIds/' || given.position - 1
    from jsonb_array_elements_text(body -> 'contactIds') with ordinality as given (id, position)
    where not exists (select from kith.contacts c where c.id = given.id::uuid)
    order by given.position));
  if coalesce((body ->> 'dismissed')::boolean, true) then
    insert into kith_private.dismissed_duplicates (contact_id, other_contact_id)
    select one::uuid, other::uuid
    from jsonb_array_elements_text(body -> 'contactIds') one, jsonb_array_elements_text(body -> 'contactIds') other
    where one::uuid < other::uuid order by 1, 2
    on conflict do nothing;
  else
    delete from kith_private.dismissed_duplicates d
    where d.contact_id = any (array(select given::uuid from jsonb_array_elements_text(body -> 'contactIds') given))
      and d.other_contact_id = any (array(select given::uuid from jsonb_array_elements_text(body -> 'contactIds') given));
  end if;
  return (204, null)::kith_api.answer;
end
$$;
comment on function kith_api.dismiss_duplicate(jsonb) is 'Leaves the pairs of some contacts out of the list of duplicates, or puts them back.';

grant execute on function kith_private.duplicate_evidence(kith.contacts, kith.contacts, integer, text),
  kith_private.duplicate_contact(kith.contacts), kith_private.duplicate_body(kith.contacts, kith.contacts, integer, numeric, text),
  kith_api.list_duplicates(jsonb), kith_api.dismiss_duplicate(jsonb) to authenticated;

insert into kith_private.operations (name, resource, verb, scopes, writes) values
  ('list_duplicates', 'duplicate', 'list', '{contacts:read}', false),
  ('dismiss_duplicate', 'duplicate', 'dismiss', '{contacts:write}', true);

-- sql/40_note_types/10_table.sql

-- Note types: kinds of notes, and which of them count as contact with the person.

create table kith.note_types (
  id uuid not null default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  name text not null constraint note_types_name_check check (char_length(name) between 1 and 100),
  icon text constraint note_types_icon_check check (char_length(icon) <= 16),
  color text constraint note_types_color_check check (color ~ '^#[0-9A-Fa-f]{6}$'),
  counts_as_contact boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- The key begins with the owner, so that a row of another owner cannot be found, not even through an index.
  primary key (owner_id, id)
);
comment on table kith.note_types is 'Kinds of notes, such as calls and meetings.';
comment on column kith.note_types.id is 'Identifies the note type.';
comment on column kith.note_types.owner_id is 'Whose note type it is.';
comment on column kith.note_types.name is '1 to 100 characters, unique for its owner, ignoring case.';
comment on column kith.note_types.icon is 'At most 16 characters, such as an emoji.';
comment on column kith.note_types.color is '#RRGGBB.';
comment on column kith.note_types.counts_as_contact is 'Whether a note of this type means that the owner was in touch with the contact.';
comment on column kith.note_types.created_at is 'When the note type was created.';
comment on column kith.note_types.updated_at is 'When the note type was last changed.';

create unique index note_types_name_key on kith.note_types (owner_id, lower(name collate "und-x-icu"));

alter table kith.note_types enable row level security;
grant delete on kith.note_types to authenticated;
grant insert (owner_id, name, icon, color, counts_as_contact), update (name, icon, color, counts_as_contact)
  on kith.note_types to authenticated;
grant all on kith.note_types to service_role;

create policy "Owners read their note types" on kith.note_types
  for select to authenticated using ((select kith_private.owner_id()) = owner_id);
create policy "Owners make note types" on kith.note_types
  for insert to authenticated with check ((select kith_private.owner_id()) = owner_id);
create policy "Owners change their note types" on kith.note_types
  for update to authenticated using ((select kith_private.owner_id()) = owner_id) with check ((select kith_private.owner_id()) = owner_id);
create policy "Owners delete their note types" on kith.note_types
  for delete to authenticated using ((select kith_private.owner_id()) = owner_id);

create policy "Limited keys read note types by scope" on kith.note_types as restrictive
  for select to kith_limited using ((select kith_private.has_scope('notes:read')));
create policy "Limited keys make note types by scope" on kith.note_types as restrictive
  for insert to kith_limited with check (
    (select kith_private.has_scope('notes:write')) and (select kith_private.has_all_networks()));
create policy "Limited keys change note types by scope" on kith.note_types as restrictive
  for update to kith_limited using (true) with check (
    (select kith_private.has_scope('notes:write')) and (select kith_private.has_all_networks()));
create policy "Limited keys delete note types by scope" on kith.note_types as restrictive
  for delete to kith_limited using (
    (select kith_private.has_scope('notes:write')) and (select kith_private.has_all_networks()));

create function kith_private.clean_note_type() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := coalesce(kith_private.trimmed(new.name), '');
  new.icon := kith_private.trimmed(new.icon);
  new.color := kith_private.trimmed(new.color);
  return new;
end
$$;
comment on function kith_private.clean_note_type() is 'Trims a note type''s texts.';
create trigger clean_note_type before insert or update on kith.note_types
  for each row execute function kith_private.clean_note_type();
create trigger stamp_change before update on kith.note_types
  for each row when (old.* is distinct from new.*) execute function kith_private.stamp_change();

-- sql/40_note_types/20_operations.sql

create view kith_api.note_types with (security_invoker = true) as
select t.id, row_to_json(shape) as body
from kith.note_types t
cross join lateral (
  select
    t.id,
    t.name,
    t.icon,
    t.color,
    t.counts_as_contact as "countsAsContact",
    to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    to_char(t.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt") shape;
comment on view kith_api.note_types is 'Note types as the API shows them.';
grant select on kith_api.note_types to authenticated;

create function kith_api.list_note_types(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  found kith_private.page;
begin
  found := kith_private.find_page(arguments -> 'query', 'kith.note_types', null,
    case coalesce(arguments -> 'query' ->> 'sort', 'name')
      when 'name' then 'name collate "und-x-icu", id'
      when '-name' then 'name collate "und-x-icu" desc, id desc'
      when 'createdAt' then 'created_at, id'
      when '-createdAt' then 'created_at desc, id desc'
    end);
  return kith_private.answer_page(found, (
    select string_agg((select t.body::text from kith_api.note_types t where t.id = listed.id), ',' order by listed.position)
    from unnest(found.ids) with ordinality as listed (id, position)));
end
$$;
comment on function kith_api.list_note_types(jsonb) is 'A page of note types. Query: sort, page, pageSize.';

create function kith_api.get_note_type(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
begin
  return kith_private.answer_resource((select t.body from kith_api.note_types t where t.id = (arguments ->> 'id')::uuid));
end
$$;
comment on function kith_api.get_note_type(jsonb) is 'One note type.';

create function kith_api.create_note_type(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body jsonb := arguments -> 'body';
  made uuid;
begin
  insert into kith.note_types (name, icon, color, counts_as_contact)
  values (body ->> 'name', body ->> 'icon', body ->> 'color', coalesce((body ->> 'countsAsContact')::boolean, true))
  returning note_types.id into made;
  return kith_private.answer_resource((select t.body from kith_api.note_types t where t.id = made), 201::smallint);
end
$$;
comment on function kith_api.create_note_type(jsonb) is 'Creates a note type.';

create function kith_api.update_note_type(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body jsonb := arguments -> 'body';
begin
  update kith.note_types t set
    name = case when body ? 'name' then body ->> 'name' else t.name end,
    icon = case when body ? 'icon' then body ->> 'icon' else t.icon end,
    color = case when body ? 'color' then body ->> 'color' else t.color end,
    counts_as_contact = case when body ? 'countsAsContact'
      then (body ->> 'countsAsContact')::boolean else t.counts_as_contact end
  where t.id = (arguments ->> 'id')::uuid;
  return kith_private.answer_resource((select t.body from kith_api.note_types t where t.id = (arguments ->> 'id')::uuid));
end
$$;
comment on function kith_api.update_note_type(jsonb) is 'Changes a note type.';

create function kith_api.delete_note_type(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  delete from kith.note_types t where t.id = (arguments ->> 'id')::uuid;
  return kith_private.answer_deleted(found);
end
$$;
comment on function kith_api.delete_note_type(jsonb) is 'Deletes a note type; its notes stay, without a type.';

grant execute on function kith_api.list_note_types(jsonb), kith_api.get_note_type(jsonb), kith_api.create_note_type(jsonb),
  kith_api.update_note_type(jsonb), kith_api.delete_note_type(jsonb) to authenticated;

insert into kith_private.operations (name, resource, verb, scopes, writes, tagged, read_by, locked_table) values
  ('list_note_types', 'note_type', 'list', '{notes:read}', false, false, null, null),
  ('get_note_type', 'note_type', 'get', '{notes:read}', false, true, null, null),
  ('create_note_type', 'note_type', 'create', '{notes:write}', true, true, null, null),
  ('update_note_type', 'note_type', 'update', '{notes:write}', true, true, 'get_note_type', 'kith.note_types'),
  ('delete_note_type', 'note_type', 'delete', '{notes:write}', true, false, 'get_note_type', 'kith.note_types');

-- sql/45_about/10_contacts.sql

-- What notes and reminders have in common: the contacts that they are about. ADR 34 says why they are a column.
-- `offset 0` in a sub-select has each contact looked up in an index, however few there were when Postgres planned it. Lists
-- in parameters would make it plan each time, which takes longer than the statement.

create function kith_private.ids_of(list jsonb) returns uuid[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return array(select jsonb_array_elements_text(list)::uuid);
end
$$;
comment on function kith_private.ids_of(jsonb) is 'The ids in a list; none where it is null.';

create function kith_private.existing_contacts(owner uuid, contacts uuid[]) returns uuid[]
language plpgsql set search_path = ''
as $$
begin
  -- Locked, so that the foreign key does not fail where another transaction deletes one of them.
  return array(
    select c.id from unnest(contacts) with ordinality given (id, place)
    cross join lateral (
      select c.id from kith.contacts c where c.owner_id = owner and c.id = given.id for key share) c
    order by given.place);
end
$$;
comment on function kith_private.existing_contacts(uuid, uuid[]) is 'Those of the contacts that exist, in the same order.';

-- Runs with the rights of the function's owner, because a key with limits may write notes and not read contacts.
create function kith_private.keep_contacts() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_given constant boolean := case when tg_op = 'INSERT' then new.contact_ids <> '{}' else new.contact_ids <> old.contact_ids end;
begin
  if new.contact_ids is null or cardinality(new.contact_ids) > 50 then
    return new; -- the constraints refuse it
  end if;
  if is_given and (cardinality(new.contact_ids) > 1 or new.contact_ids[1] is null) then
    new.contact_ids := array(
      select given.id from unnest(new.contact_ids) with ordinality given (id, place)
      where given.id is not null group by given.id order by min(given.place));
  elsif is_given then
    null;
  elsif tg_op = 'UPDATE' and new.contact_id is null and not exists (
    select from kith.contacts c where c.owner_id = old.owner_id and c.id = old.contact_id)
  then
    -- The foreign key has set it to null, because the contact is deleted, and maybe others in the same statement.
    new.contact_ids := kith_private.existing_contacts(new.owner_id, new.contact_ids);
    new.contact_id := new.contact_ids[1];
  else
    new.contact_ids := array_remove(array[new.contact_id], null);
  end if;
  if new.contact_id is distinct from new.contact_ids[1]
    and (case when tg_op = 'INSERT' then new.contact_id is not null else new.contact_id is distinct from old.contact_id end)
  then
    raise check_violation using message = 'The first of the contacts is another one.',
      schema = 'kith', table = tg_table_name, constraint = tg_table_name || '_first_contact_check';
  end if;
  new.contact_id := new.contact_ids[1];
  return new;
end
$$;
comment on function kith_private.keep_contacts() is
  'Keeps contact_id and contact_ids alike: contact_id is the first. Whichever a client writes decides; a contact that is deleted leaves the list.';

-- After contacts were deleted. Only an update of the note or reminder itself is in the log.
create function kith_private.leave_contacts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from ended) then
    return null;
  elsif tg_table_name = 'note_contacts' then
    update kith.notes n set contact_ids = kith_private.existing_contacts(n.owner_id, n.contact_ids)
    where (n.owner_id, n.id) in (
      select e.owner_id, e.note_id from ended e
      where not exists (select from kith.contacts c where c.owner_id = e.owner_id and c.id = e.contact_id offset 0));
  else
    update kith.reminders r set contact_ids = kith_private.existing_contacts(r.owner_id, r.contact_ids)
    where (r.owner_id, r.id) in (
      select e.owner_id, e.reminder_id from ended e
      where not exists (select from kith.contacts c where c.owner_id = e.owner_id and c.id = e.contact_id offset 0));
  end if;
  return null;
end
$$;
comment on function kith_private.leave_contacts() is 'Takes contacts that were deleted out of notes and reminders of which they were not the first.';

create function kith_private.read_contacts(body jsonb, current uuid[] default null) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  contacts constant uuid[] := case
    when body ? 'people' then kith_private.spoken_contacts(body -> 'people')
    when body ? 'contactIds' then kith_private.ids_of(body -> 'contactIds')
    when body ? 'contactId' then array_remove(array[(body ->> 'contactId')::uuid], null)
    else coalesce(current, '{}') end;
begin
  if contacts = current then
    return null;
  end if;
  if contacts = '{}' then
    perform kith_private.check_contact_named('{}');
  end if;
  return contacts;
end
$$;
comment on function kith_private.read_contacts(jsonb, uuid[]) is
  'The contacts that a note or reminder is to be about, from contactIds, contactId, or people as they are spoken of; null where these are the current ones.';

create function kith_private.unknown_contacts(body jsonb, contacts uuid[]) returns text[]
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  if contacts is null or contacts = '{}' then
    return '{}';
  end if;
  return array(
    select case when body ? 'contactIds' then '/contactIds/' || given.place - 1 else '/contactId' end
    from unnest(contacts) with ordinality given (id, place)
    where not exists (select from kith.contacts c where c.id = given.id offset 0)
    order by given.place);
end
$$;
comment on function kith_private.unknown_contacts(jsonb, uuid[]) is 'The members of the body that name contacts which do not belong to the user.';

-- Planned once, because planning takes longer than finding a few contacts by their ids.
create function kith_private.names_of(contact_ids uuid[]) returns json
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select coalesce(json_object_agg(named.id, named.display_name), '{}') from (
      select c.id, c.display_name, sum(octet_length(c.display_name)) over (order by c.id) as bytes from kith.contacts c
      where c.owner_id = (select auth.uid()) and c.id = any (contact_ids)) named
    -- Names are given beside a page that is limited itself.
    where named.bytes <= 1048576);
end
$$;
comment on function kith_private.names_of(uuid[]) is
  'The names of contacts by their ids, of those that the current user sees; no more than 1 MiB of them.';

create function kith_private.with_names(answer kith_api.answer, arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
begin
  if arguments ? 'named' or arguments #> '{query,include}' ? 'names' then
    answer.body := left(answer.body, -1) || ',"names":' || kith_private.names_of(array(
      select distinct (id #>> '{}')::uuid from jsonb_path_query(answer.body::jsonb, '$.**.contactIds[*]') id)) || '}';
  end if;
  return answer;
end
$$;
comment on function kith_private.with_names(kith_api.answer, jsonb) is
  'An answer with the member names, where the arguments ask for it: the names of all contacts that its notes and reminders are about.';

grant execute on function kith_private.names_of(uuid[]), kith_private.with_names(kith_api.answer, jsonb), kith_private.ids_of(jsonb), kith_private.read_contacts(jsonb, uuid[]), kith_private.unknown_contacts(jsonb, uuid[])
  to authenticated;

-- sql/50_notes/10_table.sql

-- Notes.

create table kith.notes (
  id uuid not null default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  contact_id uuid,
  contact_ids uuid[] not null default '{}' constraint notes_contact_ids_check check (cardinality(contact_ids) <= 50),
  note_type_id uuid,
  content text not null constraint notes_content_check check (char_length(content) between 1 and 100000),
  occurred_at timestamptz(3) not null default now()
    constraint notes_occurred_at_range_check check (
    occurred_at between '0001-01-01 00:00:00+00' and '9999-12-31 23:59:59.999+00'),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- The keys begin with the owner, so that a row of another owner cannot be found, not even through an index.
  primary key (owner_id, id),
  constraint notes_contact_id_fkey foreign key (owner_id, contact_id)
    references kith.contacts (owner_id, id) on delete set null (contact_id),
  constraint notes_note_type_id_fkey foreign key (owner_id, note_type_id)
    references kith.note_types (owner_id, id) on delete set null (note_type_id)
-- Index-only scans need pages that were vacuumed since they were last written, so vacuum runs more often than by default.
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);
comment on table kith.notes is 'Texts of the owner, each about contacts or about none.';
comment on column kith.notes.id is 'Identifies the note.';
comment on column kith.notes.owner_id is 'Whose note it is.';
comment on column kith.notes.contact_id is 'The first of the contacts that the note is about; the same as contact_ids[1].';
comment on column kith.notes.contact_ids is 'The contacts that the note is about, at most 50, each once. To write contact_id instead means this contact only.';
comment on column kith.notes.note_type_id is 'Its type; a note without one counts as contact.';
comment on column kith.notes.content is '1 to 100,000 characters, stored without trimming.';
comment on column kith.notes.occurred_at is 'When the event of the note happened, at most a day in the future.';
comment on column kith.notes.created_at is 'When the note was created.';
comment on column kith.notes.updated_at is 'When the note was last changed.';

-- The policies of keys with limits read the contacts of each note.
create index notes_occurred_at_idx on kith.notes (owner_id, occurred_at, id) include (contact_ids);
create index notes_created_at_idx on kith.notes (owner_id, created_at, id) include (contact_ids);
create index notes_contact_id_idx on kith.notes (owner_id, contact_id, occurred_at, id);
create index notes_note_type_id_idx on kith.notes (owner_id, note_type_id, occurred_at, id) include (contact_ids);

alter table kith.notes enable row level security;
grant delete on kith.notes to authenticated;
grant insert (owner_id, contact_id, contact_ids, note_type_id, content, occurred_at), update (contact_id, contact_ids, note_type_id, content, occurred_at)
  on kith.notes to authenticated;
grant all on kith.notes to service_role;

create policy "Owners read their notes" on kith.notes
  for select to authenticated using ((select kith_private.owner_id()) = owner_id);
create policy "Owners make notes" on kith.notes
  for insert to authenticated with check ((select kith_private.owner_id()) = owner_id);
create policy "Owners change their notes" on kith.notes
  for update to authenticated using ((select kith_private.owner_id()) = owner_id) with check ((select kith_private.owner_id()) = owner_id);
create policy "Owners delete their notes" on kith.notes
  for delete to authenticated using ((select kith_private.owner_id()) = owner_id);

create policy "Limited keys read notes in their networks" on kith.notes as restrictive
  for select to kith_limited using ((select kith_private.has_scope('notes:read'))
    and ((select kith_private.has_all_networks())
      or case when (select kith_private.finds_many())
        then contact_ids[1] in (select m.contact_id from kith.contact_networks m) and (cardinality(contact_ids) < 2 or (
          select bool_and(about.id in (select m.contact_id from kith.contact_networks m)) from unnest(contact_ids) about (id)))
        else (cardinality(contact_ids) > 0 and not exists (
      select from unnest(contact_ids) about (id)
      where not exists (select from kith.contact_networks m where m.contact_id = about.id offset 0))) end));
create policy "Limited keys make notes in their networks" on kith.notes as restrictive
  for insert to kith_limited with check ((select kith_private.has_scope('notes:write'))
    and ((select kith_private.has_all_networks()) or (cardinality(contact_ids) > 0 and not exists (
      select from unnest(contact_ids) about (id)
      where not exists (select from kith.contact_networks m where m.contact_id = about.id offset 0)))));
create policy "Limited keys change notes in their networks" on kith.notes as restrictive
  for update to kith_limited
  using (((select kith_private.has_all_networks()) or (cardinality(contact_ids) > 0 and not exists (
      select from unnest(contact_ids) about (id)
      where not exists (select from kith.contact_networks m where m.contact_id = about.id offset 0)))))
  with check ((select kith_private.has_scope('notes:write'))
    and ((select kith_private.has_all_networks()) or (cardinality(contact_ids) > 0 and not exists (
      select from unnest(contact_ids) about (id)
      where not exists (select from kith.contact_networks m where m.contact_id = about.id offset 0)))));
create policy "Limited keys delete notes in their networks" on kith.notes as restrictive
  for delete to kith_limited using ((select kith_private.has_scope('notes:write'))
    and ((select kith_private.has_all_networks()) or (cardinality(contact_ids) > 0 and not exists (
      select from unnest(contact_ids) about (id)
      where not exists (select from kith.contact_networks m where m.contact_id = about.id offset 0)))));

create function kith_private.check_note() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (tg_op = 'INSERT' or new.occurred_at is distinct from old.occurred_at) and new.occurred_at > now() + interval '1 day' then
    raise check_violation using message = 'The time of a note is at most a day in the future.',
      schema = 'kith', table = 'notes', constraint = 'notes_occurred_at_check';
  end if;
  return new;
end
$$;
comment on function kith_private.check_note() is 'Checks that a note is at most a day in the future, which a constraint cannot do.';
create trigger check_note before insert or update on kith.notes
  for each row execute function kith_private.check_note();
create trigger keep_contacts_of_new before insert on kith.notes
  for each row when (new.contact_id is not null or new.contact_ids <> '{}') execute function kith_private.keep_contacts();
create trigger keep_contacts before update on kith.notes
  for each row when (old.contact_id is distinct from new.contact_id or old.contact_ids <> new.contact_ids)
  execute function kith_private.keep_contacts();
create trigger stamp_change before update on kith.notes
  for each row when (old.* is distinct from new.*) execute function kith_private.stamp_change();

create trigger check_usage after insert on kith.notes
  for each row execute function kith_private.check_usage();

-- sql/50_notes/12_search.sql

-- The search of notes.

-- Folding 22,500 notes that are not ASCII takes more than half a second, so that of these is stored. Putting ASCII in lower
-- case takes little time, so such notes need no more space. The text is not in an index, whose entries have little room.
alter table kith.notes add column folded_content text;
comment on column kith.notes.folded_content is
  'Derived: the content that search reads, without accents and in lower case; null where that of the content is all ASCII.';

create function kith_private.fold_note() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- A longer content is refused by a constraint after this trigger. Some characters fold to as many as 18: what search
  -- compares is bounded too.
  new.folded_content := case
    when octet_length(new.content) <> char_length(new.content) and char_length(new.content) <= 100000
      then left(kith_private.folded(new.content), 120000) end;
  return new;
end
$$;
comment on function kith_private.fold_note() is 'Derives the content that search reads.';
create trigger fold_note before insert or update of content on kith.notes
  for each row execute function kith_private.fold_note();

create function kith_private.word_patterns(search text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return array(
    select '%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%'
    from regexp_split_to_table(left(kith_private.folded(search), 200), '\s+') word
    where word <> '' order by char_length(word) desc);
end
$$;
comment on function kith_private.word_patterns(text) is 'A LIKE pattern for each word of a search, the longest first.';

-- The clock is looked at for each note, because notes are long; see kith_private.search_took_too_long.
create function kith_private.note_search_condition() returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return $sql$case
    when clock_timestamp() > (select statement_timestamp() + interval '3 seconds') then (select kith_private.search_took_too_long())
    else coalesce(folded_content, lower(content collate "C"))
      like all ((select array(select jsonb_array_elements_text($1 -> 'patterns')))::text[]) end$sql$;
end
$$;
comment on function kith_private.note_search_condition() is
  'The condition that a note matches every pattern of the member patterns of the query, as an SQL fragment for kith_private.find_page.';

grant execute on function kith_private.word_patterns(text), kith_private.note_search_condition() to authenticated;

-- sql/50_notes/15_contacts.sql

-- The further contacts of notes that are about several, so that they are found in an index. Most have none.

create table kith.note_contacts (
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  note_id uuid not null,
  place smallint not null,
  contact_id uuid not null,
  occurred_at timestamptz(3) not null,
  -- Not the contact: PostgREST would take the table for a second way from notes to contacts and refuse to choose.
  primary key (owner_id, note_id, place),
  constraint note_contacts_note_id_fkey foreign key (owner_id, note_id) references kith.notes (owner_id, id) on delete cascade,
  constraint note_contacts_contact_id_fkey foreign key (owner_id, contact_id) references kith.contacts (owner_id, id) on delete cascade
);
comment on table kith.note_contacts is 'The contacts after the first of each note; derived from its contact_ids.';
comment on column kith.note_contacts.owner_id is 'Whose note it is.';
comment on column kith.note_contacts.note_id is 'The note.';
comment on column kith.note_contacts.place is 'Which of its contacts, from 2.';
comment on column kith.note_contacts.contact_id is 'The contact.';
comment on column kith.note_contacts.occurred_at is 'When the event of the note happened.';
create index note_contacts_contact_id_idx on kith.note_contacts (owner_id, contact_id, occurred_at, note_id);

alter table kith.note_contacts enable row level security;
grant all on kith.note_contacts to service_role;
create policy "Owners read the contacts of their notes" on kith.note_contacts
  for select to authenticated using ((select kith_private.owner_id()) = owner_id);
create policy "Limited keys read contacts of notes that they read" on kith.note_contacts as restrictive
  for select to kith_limited using (exists (select from kith.notes t where t.owner_id = note_contacts.owner_id and t.id = note_contacts.note_id offset 0));

-- Runs with the rights of the function's owner, because clients may not write the table.
create function kith_private.write_note_contacts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    delete from kith.note_contacts l where l.owner_id = new.owner_id and l.note_id = new.id;
  end if;
  insert into kith.note_contacts (owner_id, note_id, place, contact_id, occurred_at)
  select new.owner_id, new.id, about.place, about.id, new.occurred_at
  from unnest(new.contact_ids) with ordinality about (id, place) where about.place > 1;
  return null;
end
$$;
comment on function kith_private.write_note_contacts() is 'Writes the rows of a note that is about several contacts.';
create trigger write_contacts_of_new after insert on kith.notes
  for each row when (cardinality(new.contact_ids) > 1) execute function kith_private.write_note_contacts();
create trigger write_contacts after update on kith.notes
  for each row when ((cardinality(old.contact_ids) > 1 or cardinality(new.contact_ids) > 1) and (old.contact_ids, old.occurred_at) is distinct from (new.contact_ids, new.occurred_at))
  execute function kith_private.write_note_contacts();
create trigger leave_contacts after delete on kith.note_contacts
  referencing old table as ended for each statement execute function kith_private.leave_contacts();

-- Postgres takes longer to plan it than the table, so lists read it only where a contact is a further one of some note.
create view kith_private.notes_about with (security_invoker = true) as
select n.owner_id, n.contact_id, n.note_type_id, n.occurred_at, n.created_at, n.content, n.folded_content, n.id from kith.notes n
union all
select l.owner_id, l.contact_id, n.note_type_id, l.occurred_at, n.created_at, n.content, n.folded_content, n.id
from kith.note_contacts l
cross join lateral (
  select n.note_type_id, n.created_at, n.content, n.folded_content, n.id from kith.notes n where n.owner_id = l.owner_id and n.id = l.note_id offset 0) n;
comment on view kith_private.notes_about is 'Notes, once for each contact that they are about.';
grant select on kith_private.notes_about to authenticated;

-- sql/50_notes/20_last_noted.sql

-- The time of the last contact, which is derived from notes.

-- Computes contacts.last_noted_at again whenever it may have changed. Lists in parameters would make Postgres plan each time,
-- which takes longer than the statements. The contacts are locked in a statement before, so
-- that the second of two concurrent requests sees the notes of the first.
create function kith_private.derive_last_noted(owners uuid[], contacts uuid[]) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  perform from kith.contacts c
  join unnest(owners, contacts) as affected (owner_id, id) on affected.owner_id = c.owner_id and affected.id = c.id
  order by c.id for no key update of c;
  update kith.contacts c set last_noted_at = newest.occurred_at
  from unnest(owners, contacts) as affected (owner_id, id)
  cross join lateral (
    select greatest((
        select n.occurred_at
        from kith.notes n
        left join kith.note_types t on t.owner_id = n.owner_id and t.id = n.note_type_id
        where n.owner_id = affected.owner_id and n.contact_id = affected.id and coalesce(t.counts_as_contact, true)
        order by n.occurred_at desc limit 1), (
        select l.occurred_at
        from kith.note_contacts l
        where l.owner_id = affected.owner_id and l.contact_id = affected.id and coalesce((
          select t.counts_as_contact
          from kith.notes n join kith.note_types t on t.owner_id = n.owner_id and t.id = n.note_type_id
          where n.owner_id = l.owner_id and n.id = l.note_id), true)
        order by l.occurred_at desc limit 1)) as occurred_at) newest
  where c.owner_id = affected.owner_id and c.id = affected.id and c.last_noted_at is distinct from newest.occurred_at;
end
$$;
comment on function kith_private.derive_last_noted(uuid[], uuid[]) is
  'Sets last_noted_at of each contact (owners and contacts pairwise) to the time of its newest note that counts as contact.';

-- Runs with the rights of the function's owner, because clients may not write the derived column; it updates only the
-- contacts of the notes that were just written, which by their foreign key belong to the same owner.
create function kith_private.notes_written() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owners uuid[];
  contacts uuid[];
begin
  if kith_private.is_restoring() then
    return null; -- kith_private.undo_change_sets does it once for all notes
  end if;
  if tg_op = 'INSERT' then
    select array_agg(affected.owner_id), array_agg(affected.contact_id) into owners, contacts
    from (select distinct n.owner_id, about.contact_id from new_notes n cross join unnest(n.contact_ids) about (contact_id)) affected;
  elsif tg_op = 'DELETE' then
    select array_agg(affected.owner_id), array_agg(affected.contact_id) into owners, contacts
    from (select distinct o.owner_id, about.contact_id from old_notes o cross join unnest(o.contact_ids) about (contact_id)) affected;
  else
    select array_agg(affected.owner_id), array_agg(affected.contact_id) into owners, contacts
    from (
      select distinct n.owner_id, about.contact_id
      from new_notes n join old_notes o on o.owner_id = n.owner_id and o.id = n.id
      cross join unnest(n.contact_ids || o.contact_ids) about (contact_id)
      where (n.contact_ids, n.note_type_id, n.occurred_at) is distinct from (o.contact_ids, o.note_type_id, o.occurred_at)) affected;
  end if;
  if contacts is not null then
    if tg_op <> 'DELETE' then
      -- Locked, so that a concurrent change of counts_as_contact and these notes do not miss each other.
      perform from kith.note_types t
      where (t.owner_id, t.id) in (select n.owner_id, n.note_type_id from new_notes n) order by t.id for share;
    end if;
    perform kith_private.derive_last_noted(owners, contacts);
  end if;
  return null;
end
$$;
comment on function kith_private.notes_written() is 'Updates last_noted_at of the contacts when notes are created, changed or deleted.';
create trigger notes_made after insert on kith.notes
  referencing new table as new_notes for each statement execute function kith_private.notes_written();
create trigger notes_changed after update on kith.notes
  referencing new table as new_notes old table as old_notes for each statement execute function kith_private.notes_written();
create trigger notes_deleted after delete on kith.notes
  referencing old table as old_notes for each statement execute function kith_private.notes_written();

create function kith_private.note_type_switched() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  contacts constant uuid[] := array(
    select distinct about.contact_id from kith.notes n cross join unnest(n.contact_ids) about (contact_id)
    where n.owner_id = new.owner_id and n.note_type_id = new.id);
begin
  perform kith_private.derive_last_noted(array_fill(new.owner_id, array[cardinality(contacts)]), contacts);
  return null;
end
$$;
comment on function kith_private.note_type_switched() is 'Updates last_noted_at of the contacts when counts_as_contact of a type changes.';
create trigger note_type_switched after update of counts_as_contact on kith.note_types
  for each row when (new.counts_as_contact is distinct from old.counts_as_contact)
  execute function kith_private.note_type_switched();

-- sql/50_notes/30_operations.sql

create view kith_api.notes with (security_invoker = true) as
select n.id, row_to_json(shape) as body
from kith.notes n
cross join lateral (
  select
    n.id,
    n.content,
    n.contact_id as "contactId",
    n.contact_ids as "contactIds",
    n.note_type_id as "noteTypeId",
    to_char(n.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "occurredAt",
    to_char(n.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    to_char(n.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt") shape;
comment on view kith_api.notes is 'Notes as the API shows them.';
grant select on kith_api.notes to authenticated;

create function kith_api.list_notes(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  query jsonb := arguments -> 'query';
  patterns constant text[] := kith_private.word_patterns(coalesce(query ->> 'search', ''));
  found kith_private.page;
  is_shared boolean;
  items text;
begin
  if query ? 'person' then
    query := query || jsonb_build_object('contactId', (kith_private.spoken_contacts(jsonb_build_array(query -> 'person'), '/contact'))[1]);
  end if;
  if patterns <> '{}' then
    query := query || jsonb_build_object('patterns', patterns);
  end if;
  is_shared := query ? 'contactId' and exists (
    select from kith.note_contacts l where l.contact_id = (query ->> 'contactId')::uuid);
  found := kith_private.find_page(query, case when is_shared then 'kith_private.notes_about' else 'kith.notes' end, array[
      case when query ? 'patterns' then kith_private.note_search_condition() end,
      case when query ? 'contactId' then $sql$contact_id = ($1 ->> 'contactId')::uuid$sql$ end,
      case when query ? 'noteTypeId' then $sql$note_type_id = ($1 ->> 'noteTypeId')::uuid$sql$ end,
      case when query ? 'from' then $sql$occurred_at >= (select kith_private.local_instant($1 ->> 'from', '00:00'))$sql$ end,
      case when query ? 'to' then $sql$occurred_at < (select kith_private.local_instant($1 ->> 'to', '24:00'))$sql$ end],
    case coalesce(query ->> 'sort', '-occurredAt')
      when 'occurredAt' then 'occurred_at, id'
      when '-occurredAt' then 'occurred_at desc, id desc'
      when 'createdAt' then 'created_at, id'
      when '-createdAt' then 'created_at desc, id desc'
    end, finds_few => query ? 'contactId');
  for start in 1 .. cardinality(found.ids) by 50 loop
    items := kith_private.add_items(items, kith_private.pick_members((
      select string_agg((select n.body::text from kith_api.notes n where n.id = listed.id), ',' order by listed.position)
      from unnest(found.ids[start : start + 49]) with ordinality as listed (id, position)), query -> 'fields'));
  end loop;
  return kith_private.with_names(kith_private.answer_page(found, items), arguments);
end
$$;
comment on function kith_api.list_notes(jsonb) is
  'A page of notes, newest first. Query: search, contactId, noteTypeId, from and to (local days, both inclusive), fields, sort, page, pageSize.';

create function kith_api.get_note(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
begin
  return kith_private.answer_resource((select n.body from kith_api.notes n where n.id = (arguments ->> 'id')::uuid));
end
$$;
comment on function kith_api.get_note(jsonb) is 'One note.';

create function kith_private.notes_of_contact(contact uuid) returns text
language plpgsql stable set search_path = ''
as $$
declare
  ids uuid[];
begin
  if exists (select from kith.note_contacts l where l.contact_id = contact) then
    ids := array(
      select n.id from kith_private.notes_about n where n.contact_id = contact order by n.occurred_at desc, n.id desc limit 10);
  else
    ids := array(select n.id from kith.notes n where n.contact_id = contact order by n.occurred_at desc, n.id desc limit 10);
  end if;
  return (
    select coalesce(string_agg(sized.body, ',' order by sized.position), '')
    from (
      select written.*, sum(octet_length(written.body)) over (order by written.position) as bytes
      from (
        select (select n.body::text from kith_api.notes n where n.id = listed.id) as body, listed.position
        from unnest(ids) with ordinality as listed (id, position)) written) sized
    where sized.bytes <= 4194304);
end
$$;
comment on function kith_private.notes_of_contact(uuid) is
  'The newest ten notes about a contact, as JSON with commas between them; fewer where they have more than 4 MiB.';

create function kith_private.check_note_references(body jsonb, contacts uuid[]) returns void
language plpgsql stable set search_path = ''
as $$
begin
  perform kith_private.check_references(kith_private.unknown_contacts(body, contacts) || array_remove(array[
    case when body ->> 'noteTypeId' is not null
      and not exists (select from kith.note_types t where t.id = (body ->> 'noteTypeId')::uuid) then '/noteTypeId' end], null));
end
$$;
comment on function kith_private.check_note_references(jsonb, uuid[]) is 'Refuses a note whose contacts or type do not belong to the user.';

create function kith_api.create_note(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
  contacts constant uuid[] := kith_private.read_contacts(body);
  made uuid;
begin
  perform kith_private.check_note_references(body, contacts);
  insert into kith.notes (content, contact_ids, note_type_id, occurred_at)
  values (body ->> 'content', contacts, (body ->> 'noteTypeId')::uuid,
    coalesce(kith_private.local_instant(body ->> 'occurredAt', '00:00'), now()))
  returning notes.id into made;
  return kith_private.with_names(
    kith_private.answer_resource((select n.body from kith_api.notes n where n.id = made), 201::smallint), arguments);
end
$$;
comment on function kith_api.create_note(jsonb) is 'Creates a note.';

create function kith_api.update_note(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
  note record;
  contacts uuid[];
begin
  select n.id, n.contact_ids into note from kith.notes n where n.id = (arguments ->> 'id')::uuid for update;
  if not found then
    perform kith_private.not_found();
  end if;
  contacts := kith_private.read_contacts(body, note.contact_ids);
  perform kith_private.check_note_references(body, contacts);
  update kith.notes n set
    content = case when body ? 'content' then body ->> 'content' else n.content end,
    contact_ids = coalesce(contacts, n.contact_ids),
    note_type_id = case when body ? 'noteTypeId' then (body ->> 'noteTypeId')::uuid else n.note_type_id end,
    occurred_at = case when body ? 'occurredAt' then kith_private.local_instant(body ->> 'occurredAt', '00:00') else n.occurred_at end
  where n.id = note.id;
  return kith_private.with_names(kith_private.answer_resource((select n.body from kith_api.notes n where n.id = note.id)), arguments);
end
$$;
comment on function kith_api.update_note(jsonb) is 'Changes a note.';

create function kith_api.delete_note(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  delete from kith.notes n where n.id = (arguments ->> 'id')::uuid;
  return kith_private.answer_deleted(found);
end
$$;
comment on function kith_api.delete_note(jsonb) is 'Deletes a note.';

grant execute on function kith_private.check_note_references(jsonb, uuid[]), kith_private.notes_of_contact(uuid), kith_api.list_notes(jsonb), kith_api.get_note(jsonb),
  kith_api.create_note(jsonb), kith_api.update_note(jsonb), kith_api.delete_note(jsonb) to authenticated;

insert into kith_private.operations (name, resource, verb, scopes, writes, tagged, read_by, locked_table) values
  ('list_notes', 'note', 'list', '{notes:read}', false, false, null, null),
  ('get_note', 'note', 'get', '{notes:read}', false, true, null, null),
  ('create_note', 'note', 'create', '{notes:write}', true, true, null, null),
  ('update_note', 'note', 'update', '{notes:write}', true, true, 'get_note', 'kith.notes'),
  ('delete_note', 'note', 'delete', '{notes:write}', true, false, 'get_note', 'kith.notes');

-- sql/60_reminders/10_table.sql

-- Reminders.

create table kith.reminders (
  id uuid not null default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  contact_id uuid,
  contact_ids uuid[] not null default '{}' constraint reminders_contact_ids_check check (cardinality(contact_ids) <= 50),
  title text not null constraint reminders_title_check check (char_length(title) between 1 and 255),
  description text constraint reminders_description_check check (char_length(description) <= 10000),
  due_at timestamptz(3) constraint reminders_due_at_check check (
    due_at between '0001-01-01 00:00:00+00' and '9999-12-31 23:59:59.999+00'),
  completed boolean not null default false,
  completed_at timestamptz(3),
  recurrence text,
  recurrence_from text not null default 'due' constraint reminders_recurrence_from_check check (recurrence_from in ('due', 'completion')),
  recurrence_start timestamp(3),
  next_id uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- The keys begin with the owner, so that a row of another owner cannot be found, not even through an index.
  primary key (owner_id, id),
  constraint reminders_contact_id_fkey foreign key (owner_id, contact_id)
    references kith.contacts (owner_id, id) on delete set null (contact_id),
  constraint reminders_next_id_fkey foreign key (owner_id, next_id)
    references kith.reminders (owner_id, id) on delete set null (next_id),
  constraint reminders_due_at_required_check check (recurrence is null or due_at is not null)
);
comment on table kith.reminders is 'What the owner wants to be reminded of, each about contacts or about none.';
comment on column kith.reminders.id is 'Identifies the reminder.';
comment on column kith.reminders.owner_id is 'Whose reminder it is.';
comment on column kith.reminders.contact_id is 'The first of the contacts that the reminder is about; the same as contact_ids[1].';
comment on column kith.reminders.contact_ids is 'The contacts that the reminder is about, at most 50, each once. To write contact_id instead means this contact only.';
comment on column kith.reminders.title is '1 to 255 characters.';
comment on column kith.reminders.description is 'At most 10,000 characters.';
comment on column kith.reminders.due_at is 'When it is due; null for no fixed time.';
comment on column kith.reminders.completed is 'Whether it is completed.';
comment on column kith.reminders.completed_at is 'Derived: when it was completed.';
comment on column kith.reminders.recurrence is 'How it recurs: a part of the RRULE of RFC 5545, in the form of kith_private.clean_recurrence; null for once.';
comment on column kith.reminders.recurrence_from is 'due or completion: from when the next one counts.';
comment on column kith.reminders.recurrence_start is 'Derived: local date and time from which the rule counts.';
comment on column kith.reminders.next_id is 'Derived: the reminder that was made when this one was completed.';
comment on column kith.reminders.created_at is 'When the reminder was created.';
comment on column kith.reminders.updated_at is 'When the reminder was last changed.';

-- The policies of keys with limits read the contacts of each reminder.
create index reminders_due_at_idx on kith.reminders (owner_id, due_at, id) include (contact_ids);
create index reminders_created_at_idx on kith.reminders (owner_id, created_at, id) include (contact_ids);
create index reminders_completed_idx on kith.reminders (owner_id, completed, due_at, id) include (contact_ids);
create index reminders_contact_id_idx on kith.reminders (owner_id, contact_id, due_at, id);
create index reminders_next_id_idx on kith.reminders (owner_id, next_id) where next_id is not null;

alter table kith.reminders enable row level security;
grant delete on kith.reminders to authenticated;
grant insert (owner_id, contact_id, contact_ids, title, description, due_at, completed, recurrence, recurrence_from),
  update (contact_id, contact_ids, title, description, due_at, completed, recurrence, recurrence_from) on kith.reminders to authenticated;
grant all on kith.reminders to service_role;

create policy "Owners read their reminders" on kith.reminders
  for select to authenticated using ((select kith_private.owner_id()) = owner_id);
create policy "Owners make reminders" on kith.reminders
  for insert to authenticated with check ((select kith_private.owner_id()) = owner_id);
create policy "Owners change their reminders" on kith.reminders
  for update to authenticated using ((select kith_private.owner_id()) = owner_id) with check ((select kith_private.owner_id()) = owner_id);
create policy "Owners delete their reminders" on kith.reminders
  for delete to authenticated using ((select kith_private.owner_id()) = owner_id);

create policy "Limited keys read reminders in their networks" on kith.reminders as restrictive
  for select to kith_limited using ((select kith_private.has_scope('reminders:read'))
    and ((select kith_private.has_all_networks())
      or case when (select kith_private.finds_many())
        then contact_ids[1] in (select m.contact_id from kith.contact_networks m) and (cardinality(contact_ids) < 2 or (
          select bool_and(about.id in (select m.contact_id from kith.contact_networks m)) from unnest(contact_ids) about (id)))
        else (cardinality(contact_ids) > 0 and not exists (
      select from unnest(contact_ids) about (id)
      where not exists (select from kith.contact_networks m where m.contact_id = about.id offset 0))) end));
create policy "Limited keys make reminders in their networks" on kith.reminders as restrictive
  for insert to kith_limited with check ((select kith_private.has_scope('reminders:write'))
    and ((select kith_private.has_all_networks()) or (cardinality(contact_ids) > 0 and not exists (
      select from unnest(contact_ids) about (id)
      where not exists (select from kith.contact_networks m where m.contact_id = about.id offset 0)))));
create policy "Limited keys change reminders in their networks" on kith.reminders as restrictive
  for update to kith_limited
  using (((select kith_private.has_all_networks()) or (cardinality(contact_ids) > 0 and not exists (
      select from unnest(contact_ids) about (id)
      where not exists (select from kith.contact_networks m where m.contact_id = about.id offset 0)))))
  with check ((select kith_private.has_scope('reminders:write'))
    and ((select kith_private.has_all_networks()) or (cardinality(contact_ids) > 0 and not exists (
      select from unnest(contact_ids) about (id)
      where not exists (select from kith.contact_networks m where m.contact_id = about.id offset 0)))));
create policy "Limited keys delete reminders in their networks" on kith.reminders as restrictive
  for delete to kith_limited using ((select kith_private.has_scope('reminders:write'))
    and ((select kith_private.has_all_networks()) or (cardinality(contact_ids) > 0 and not exists (
      select from unnest(contact_ids) about (id)
      where not exists (select from kith.contact_networks m where m.contact_id = about.id offset 0)))));

create function kith_private.clean_reminder() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.title := coalesce(kith_private.trimmed(new.title), '');
  new.description := kith_private.trimmed(new.description);
  if not new.completed then
    new.completed_at := null;
  elsif kith_private.is_restoring() then
    -- The time may have stayed null, where somebody else has changed it since.
    new.completed_at := coalesce(new.completed_at, now());
  elsif tg_op = 'INSERT' or not old.completed then
    new.completed_at := now();
  end if;
  return new;
end
$$;
comment on function kith_private.clean_reminder() is 'Trims a reminder''s texts and derives when it was completed.';
create trigger clean_reminder before insert or update on kith.reminders
  for each row execute function kith_private.clean_reminder();
create trigger keep_contacts_of_new before insert on kith.reminders
  for each row when (new.contact_id is not null or new.contact_ids <> '{}') execute function kith_private.keep_contacts();
create trigger keep_contacts before update on kith.reminders
  for each row when (old.contact_id is distinct from new.contact_id or old.contact_ids <> new.contact_ids)
  execute function kith_private.keep_contacts();
create trigger stamp_change before update on kith.reminders
  for each row when (old.* is distinct from new.*) execute function kith_private.stamp_change();

-- sql/60_reminders/12_recurrence_rules.sql

-- Recurrence rules: a part of the RRULE of RFC 5545. ADR 35 says which part, and why.

create function kith_private.refuse_recurrence(message text) returns void
language plpgsql set search_path = ''
as $$
begin
  raise check_violation using message = message, schema = 'kith', table = 'reminders', constraint = 'reminders_recurrence_check';
end
$$;
comment on function kith_private.refuse_recurrence(text) is 'Refuses a recurrence rule.';

create function kith_private.is_until(value text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return value ~ '^[0-9]{8}(T([01][0-9]|2[0-3])[0-5][0-9][0-5][0-9]Z)?$'
    and kith_private.is_birthday(concat_ws('-', left(value, 4), substr(value, 5, 2), substr(value, 7, 2)));
end
$$;
comment on function kith_private.is_until(text) is 'Whether the text is a real date YYYYMMDD or instant YYYYMMDDTHHMMSSZ.';

create function kith_private.clean_recurrence(value text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  text constant text := upper(coalesce(kith_private.trimmed(value), '') collate "C");
  part text;
  given jsonb := '{}';
  days text;
begin
  foreach part in array string_to_array(regexp_replace(left(text, 200), '^RRULE:', ''), ';') loop
    if given ? split_part(part, '=', 1) then
      perform kith_private.refuse_recurrence('A part of the rule is given twice.');
    end if;
    given := given || jsonb_build_object(split_part(part, '=', 1), substr(part, strpos(part, '=') + 1));
  end loop;
  if octet_length(text) > 200 or text !~ '=' or given - '{FREQ,INTERVAL,BYDAY,COUNT,UNTIL}'::text[] <> '{}' then
    perform kith_private.refuse_recurrence('A rule consists of FREQ, INTERVAL, BYDAY, COUNT and UNTIL, such as FREQ=WEEKLY;BYDAY=MO.');
  elsif (given ->> 'FREQ' = any ('{DAILY,WEEKLY,MONTHLY,YEARLY}')) is not true then
    perform kith_private.refuse_recurrence('FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY.');
  elsif given ->> 'INTERVAL' !~ '^[1-9][0-9]{0,2}$' then
    perform kith_private.refuse_recurrence('INTERVAL must be 1 to 999.');
  elsif given ->> 'BYDAY' !~ '^(MO|TU|WE|TH|FR|SA|SU)(,(MO|TU|WE|TH|FR|SA|SU))*$' then
    perform kith_private.refuse_recurrence('BYDAY must be some of MO, TU, WE, TH, FR, SA, SU, with commas.');
  elsif given ? 'BYDAY' and given ->> 'FREQ' <> 'WEEKLY' then
    perform kith_private.refuse_recurrence('BYDAY is for FREQ=WEEKLY only.');
  elsif given ->> 'COUNT' !~ '^[1-9][0-9]{0,3}$' then
    perform kith_private.refuse_recurrence('COUNT must be 1 to 9999.');
  elsif given ? 'UNTIL' and not kith_private.is_until(given ->> 'UNTIL') then
    perform kith_private.refuse_recurrence('UNTIL must be a real date as YYYYMMDD, or an instant as YYYYMMDDTHHMMSSZ.');
  elsif given ?& '{COUNT,UNTIL}' then
    perform kith_private.refuse_recurrence('A rule has COUNT or UNTIL, not both.');
  end if;
  days := (
    select string_agg(day, ',' order by place) from unnest('{MO,TU,WE,TH,FR,SA,SU}'::text[]) with ordinality week (day, place)
    where day = any (string_to_array(given ->> 'BYDAY', ',')));
  return concat_ws(';', 'FREQ=' || (given ->> 'FREQ'), 'INTERVAL=' || nullif(given ->> 'INTERVAL', '1'), 'BYDAY=' || days,
    'COUNT=' || (given ->> 'COUNT'), 'UNTIL=' || (given ->> 'UNTIL'));
end
$$;
comment on function kith_private.clean_recurrence(text) is
  'The rule in the form in which it is stored: parts in one order, in upper case. Refuses one that is none.';

create type kith_private.recurrence_rule as (
  frequency text, every integer, days integer[], count integer, until_day date, until_instant timestamptz);
comment on type kith_private.recurrence_rule is
  'The parts of a rule. days: of the week, from 0 for Monday; empty where the rule has none. Only the end that it has is not null.';

create function kith_private.parsed_rule(recurrence text) returns kith_private.recurrence_rule
language plpgsql immutable set search_path = ''
as $$
declare
  until constant text := substring(recurrence from 'UNTIL=([0-9TZ]+)');
begin
  return (
    substring(recurrence from 'FREQ=([A-Z]+)'),
    coalesce(substring(recurrence from 'INTERVAL=([0-9]+)')::integer, 1),
    array(
      select (strpos('MOTUWETHFRSASU', day) - 1) / 2
      from unnest(string_to_array(substring(recurrence from 'BYDAY=([A-Z,]+)'), ',')) with ordinality given (day, place) order by place),
    substring(recurrence from 'COUNT=([0-9]+)')::integer,
    case when until !~ 'T' then until::date end,
    case when until ~ 'T' then (left(until, 8)::date + replace(substr(until, 10, 6), 'Z', '')::time) at time zone 'UTC' end
  )::kith_private.recurrence_rule;
end
$$;
comment on function kith_private.parsed_rule(text) is 'The parts of a rule that clean_recurrence has returned.';

-- sql/60_reminders/14_occurrences.sql

-- The occurrences of a rule, by arithmetic: however far away the next one is, a few are looked at.

-- Postgres reads a local time that a time zone does not have as RFC 5545 does, moved forward by the gap; but of one that comes
-- twice it takes the second.
create function kith_private.first_instant(local_time timestamp, zone text) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  instant constant timestamptz := local_time at time zone zone;
  -- Clocks go back by less than this, and not twice within it.
  before constant timestamptz := instant - interval '25 hours';
  earlier constant timestamptz :=
    (local_time - ((before at time zone zone) - (before at time zone 'UTC'))) at time zone 'UTC';
begin
  return case when earlier < instant and earlier at time zone zone = local_time then earlier else instant end;
end
$$;
comment on function kith_private.first_instant(timestamp, text) is
  'The instant of a local time: the first one where it comes twice, moved forward by the gap where there is none.';

create function kith_private.occurrence(rule kith_private.recurrence_rule, start timestamp, index integer) returns timestamp
language plpgsql immutable set search_path = ''
as $$
declare
  a_week constant integer := greatest(cardinality(rule.days), 1);
  weekday constant integer := extract(isodow from start) - 1;
begin
  return case rule.frequency
    when 'DAILY' then start + make_interval(days => index * rule.every)
    when 'WEEKLY' then start + make_interval(
      days => 7 * rule.every * (index / a_week) + coalesce(rule.days[index % a_week + 1], weekday) - weekday)
    -- The last day of a month that is too short.
    when 'MONTHLY' then start + make_interval(months => index * rule.every)
    when 'YEARLY' then start + make_interval(months => 12 * index * rule.every)
  end;
end
$$;
comment on function kith_private.occurrence(kith_private.recurrence_rule, timestamp, integer) is
  'One occurrence of a rule, as local time. The start has the index 0; with days, the index 0 is the first day in the week of the start.';

create type kith_private.occurrence as (index integer, local_time timestamp, instant timestamptz);
comment on type kith_private.occurrence is 'An occurrence of a rule: its place among all, and when it is.';

create function kith_private.next_occurrence(
  rule kith_private.recurrence_rule, start timestamp, after timestamptz, zone text) returns kith_private.occurrence
language plpgsql stable set search_path = ''
as $$
declare
  elapsed constant double precision := extract(epoch from (after at time zone zone) - start) / 86400;
  -- Where to begin: periods are shorter and longer than on average, so some days earlier.
  periods constant integer := floor(case rule.frequency
    when 'DAILY' then (elapsed - 2) / rule.every
    when 'WEEKLY' then (elapsed - 2) / (7 * rule.every)
    when 'MONTHLY' then (elapsed - 64) / (365.2425 / 12 * rule.every)
    when 'YEARLY' then (elapsed - 64) / (365.2425 * rule.every) end);
  weekday constant integer := extract(isodow from start) - 1;
  item kith_private.occurrence;
begin
  item.index := greatest(periods * greatest(cardinality(rule.days), 1), case when rule.days = '{}' then 1
    else (select count(*) from unnest(rule.days) day where day <= weekday) end);
  loop
    item.local_time := kith_private.occurrence(rule, start, item.index);
    item.instant := kith_private.first_instant(item.local_time, zone);
    exit when item.instant > after;
    item.index := item.index + 1;
  end loop;
  return item;
end
$$;
comment on function kith_private.next_occurrence(kith_private.recurrence_rule, timestamp, timestamptz, text) is
  'The first occurrence of a rule after an instant and after its start, in the time zone; COUNT and UNTIL aside.';

create type kith_private.recurring as (due_at timestamptz, recurrence text, recurrence_start timestamp);
comment on type kith_private.recurring is 'When a recurring reminder is due, its rule, and the local time from which that counts.';

-- From one occurrence to the next are at least 23 hours. Half of that keeps a reminder that was made in another time zone from
-- occurring a second time on its day.
create function kith_private.next_recurring(
  this kith_private.recurring, completed_at timestamptz, recurrence_from text, zone text) returns kith_private.recurring
language plpgsql stable set search_path = ''
as $$
declare
  rule constant kith_private.recurrence_rule := kith_private.parsed_rule(this.recurrence);
  half_a_day_later constant timestamptz := this.due_at + interval '12 hours';
  start timestamp := this.recurrence_start;
  first kith_private.occurrence;
  next kith_private.occurrence;
  passed integer := 1;
begin
  if recurrence_from = 'completion' then
    start := (completed_at at time zone zone)::date + start::time;
    next := kith_private.next_occurrence(rule, start, kith_private.first_instant(start, zone), zone);
    start := next.local_time;
  else
    next := kith_private.next_occurrence(rule, start, greatest(completed_at, half_a_day_later), zone);
    if rule.count is not null then
      first := kith_private.next_occurrence(rule, start, half_a_day_later, zone);
      passed := 1 + next.index - first.index;
      -- An occurrence on a day that the time zone leaves out falls on the next day, and counts as one with that day's.
      if (next.local_time - first.local_time) - (next.instant - first.instant) > interval '12 hours' then
        passed := passed - (
          select count(*) from generate_series(first.index, least(next.index, first.index + rule.count) - 1) place
          where kith_private.first_instant(kith_private.occurrence(rule, start, place), zone)
            = kith_private.first_instant(kith_private.occurrence(rule, start, place + 1), zone));
      end if;
    end if;
  end if;
  if passed >= rule.count or next.local_time::date > rule.until_day or next.instant > rule.until_instant
    or next.instant > '9999-12-31 23:59:59.999+00'
  then
    return null;
  end if;
  return (next.instant, regexp_replace(this.recurrence, 'COUNT=[0-9]+', 'COUNT=' || coalesce(rule.count - passed, 0)), start)::kith_private.recurring;
end
$$;
comment on function kith_private.next_recurring(kith_private.recurring, timestamptz, text, text) is
  'What comes after a recurring reminder that was completed or skipped then; null where the series has ended.';

-- sql/60_reminders/15_contacts.sql

-- The further contacts of reminders that are about several, so that they are found in an index. Most have none.

create table kith.reminder_contacts (
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  reminder_id uuid not null,
  place smallint not null,
  contact_id uuid not null,
  -- Not the contact: PostgREST would take the table for a second way from reminders to contacts and refuse to choose.
  primary key (owner_id, reminder_id, place),
  constraint reminder_contacts_reminder_id_fkey foreign key (owner_id, reminder_id) references kith.reminders (owner_id, id) on delete cascade,
  constraint reminder_contacts_contact_id_fkey foreign key (owner_id, contact_id) references kith.contacts (owner_id, id) on delete cascade
);
comment on table kith.reminder_contacts is 'The contacts after the first of each reminder; derived from its contact_ids.';
comment on column kith.reminder_contacts.owner_id is 'Whose reminder it is.';
comment on column kith.reminder_contacts.reminder_id is 'The reminder.';
comment on column kith.reminder_contacts.place is 'Which of its contacts, from 2.';
comment on column kith.reminder_contacts.contact_id is 'The contact.';
create index reminder_contacts_contact_id_idx on kith.reminder_contacts (owner_id, contact_id, reminder_id);

alter table kith.reminder_contacts enable row level security;
grant all on kith.reminder_contacts to service_role;
create policy "Owners read the contacts of their reminders" on kith.reminder_contacts
  for select to authenticated using ((select kith_private.owner_id()) = owner_id);
create policy "Limited keys read contacts of reminders that they read" on kith.reminder_contacts as restrictive
  for select to kith_limited using (exists (select from kith.reminders t where t.owner_id = reminder_contacts.owner_id and t.id = reminder_contacts.reminder_id offset 0));

-- Runs with the rights of the function's owner, because clients may not write the table.
create function kith_private.write_reminder_contacts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    delete from kith.reminder_contacts l where l.owner_id = new.owner_id and l.reminder_id = new.id;
  end if;
  insert into kith.reminder_contacts (owner_id, reminder_id, place, contact_id)
  select new.owner_id, new.id, about.place, about.id
  from unnest(new.contact_ids) with ordinality about (id, place) where about.place > 1;
  return null;
end
$$;
comment on function kith_private.write_reminder_contacts() is 'Writes the rows of a reminder that is about several contacts.';
create trigger write_contacts_of_new after insert on kith.reminders
  for each row when (cardinality(new.contact_ids) > 1) execute function kith_private.write_reminder_contacts();
create trigger write_contacts after update on kith.reminders
  for each row when ((cardinality(old.contact_ids) > 1 or cardinality(new.contact_ids) > 1) and old.contact_ids <> new.contact_ids)
  execute function kith_private.write_reminder_contacts();
create trigger leave_contacts after delete on kith.reminder_contacts
  referencing old table as ended for each statement execute function kith_private.leave_contacts();

-- Postgres takes longer to plan it than the table, so lists read it only where a contact is a further one of some reminder.
create view kith_private.reminders_about with (security_invoker = true) as
select r.owner_id, r.contact_id, r.completed, r.due_at, r.created_at, r.id from kith.reminders r
union all
select l.owner_id, l.contact_id, r.completed, r.due_at, r.created_at, r.id
from kith.reminder_contacts l
cross join lateral (
  select r.completed, r.due_at, r.created_at, r.id from kith.reminders r
  where r.owner_id = l.owner_id and r.id = l.reminder_id offset 0) r;
comment on view kith_private.reminders_about is 'Reminders, once for each contact that they are about.';
grant select on kith_private.reminders_about to authenticated;

-- sql/60_reminders/16_next_reminders.sql

-- Completing a recurring reminder makes the next one. ADR 35 says why triggers do it.
-- They run with the rights of their owner, because clients may not write the derived columns. The next reminder is about the
-- same contacts as the one that the caller may change.

create function kith_private.zone_of(owner uuid) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((select p.timezone from kith.profiles p where p.owner_id = owner), 'UTC');
end
$$;
comment on function kith_private.zone_of(uuid) is 'The time zone of an owner.';

create function kith_private.make_next_reminder(reminder kith.reminders, at timestamptz, recurrence_from text) returns uuid
language plpgsql set search_path = ''
as $$
declare
  next constant kith_private.recurring := kith_private.next_recurring(
    (reminder.due_at, reminder.recurrence, reminder.recurrence_start), at, recurrence_from, kith_private.zone_of(reminder.owner_id));
  made uuid;
begin
  if next.due_at is not null then
    insert into kith.reminders (owner_id, contact_ids, title, description, due_at, recurrence, recurrence_from, recurrence_start)
    values (reminder.owner_id, reminder.contact_ids, reminder.title, reminder.description,
      next.due_at, next.recurrence, reminder.recurrence_from, next.recurrence_start)
    returning id into made;
  end if;
  return made;
end
$$;
comment on function kith_private.make_next_reminder(kith.reminders, timestamptz, text) is
  'Makes the reminder that comes after one that was completed or skipped then; null where the series has ended.';

create function kith_private.is_as_made(owner uuid, reminder uuid) returns boolean
language plpgsql set search_path = ''
as $$
begin
  perform from kith.reminders n
  where n.owner_id = owner and n.id = reminder and not n.completed and n.updated_at = n.created_at for update;
  return found;
end
$$;
comment on function kith_private.is_as_made(uuid, uuid) is 'Whether a reminder is as it was made. Locks it.';

-- An upsert runs the trigger for INSERT before it finds that the row exists, and then the one for UPDATE.
create function kith_private.derive_recurrence() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_new constant boolean := tg_op = 'INSERT';
begin
  if new.owner_id is distinct from coalesce(auth.uid(), new.owner_id) then
    return new; -- row-level security refuses it
  end if;
  if new.recurrence is not null and (is_new or new.recurrence is distinct from old.recurrence) then
    new.recurrence := kith_private.clean_recurrence(new.recurrence);
  end if;
  -- The table's constraint refuses an infinite instant, but runs later, and no occurrence comes after one.
  if new.recurrence is null or new.due_at is null or not isfinite(new.due_at) then
    new.recurrence_start := null;
  elsif new.recurrence_start is null or not (is_new or kith_private.is_restoring())
    and (new.due_at, new.recurrence) is distinct from (old.due_at, old.recurrence)
  then
    new.recurrence_start := new.due_at at time zone kith_private.zone_of(new.owner_id);
  end if;
  if kith_private.is_restoring() then
    return new;
  elsif new.completed and (is_new or not old.completed) then
    if new.recurrence_start is not null and new.next_id is null and not (
      is_new and exists (select from kith.reminders r where r.owner_id = new.owner_id and r.id = new.id))
    then
      new.next_id := kith_private.make_next_reminder(new, new.completed_at, new.recurrence_from);
    end if;
  elsif not is_new and old.completed and not new.completed and kith_private.is_as_made(new.owner_id, new.next_id) then
    new.next_id := null;
  end if;
  return new;
end
$$;
comment on function kith_private.derive_recurrence() is
  'Checks the rule of a reminder and derives from when it counts. Makes the next reminder when this one is completed; lets go of it when this one is open again.';
-- Postgres runs triggers in the order of their names: these after keep_contacts, whose list the next reminder gets.
create trigger recur_with_new before insert on kith.reminders
  for each row when (new.recurrence is not null) execute function kith_private.derive_recurrence();
create trigger recur before update on kith.reminders
  for each row when (new.recurrence is not null or old.recurrence is not null or old.next_id is not null)
  execute function kith_private.derive_recurrence();

-- Not earlier, because the foreign key would write the row that is being written.
create function kith_private.take_back_next_reminder() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not kith_private.is_restoring() and kith_private.is_as_made(old.owner_id, old.next_id) then
    delete from kith.reminders r where r.owner_id = old.owner_id and r.id = old.next_id;
  end if;
  return null;
end
$$;
comment on function kith_private.take_back_next_reminder() is 'Deletes the next reminder of one that is open again.';
create trigger take_back_next_reminder after update on kith.reminders
  for each row when (old.completed and not new.completed and old.next_id is not null and new.next_id is null)
  execute function kith_private.take_back_next_reminder();

create function kith_private.keep_series(keeps boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  if keeps or coalesce(current_setting('kith.keep_series', true), '') <> '' then
    perform set_config('kith.keep_series', case when keeps then 'on' else '' end, true);
  end if;
end
$$;
comment on function kith_private.keep_series(boolean) is 'Says whether deleting a recurring reminder makes the next one first.';
grant execute on function kith_private.keep_series(boolean) to authenticated;

create function kith_private.skip_reminder() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  next uuid;
begin
  if coalesce(current_setting('kith.keep_series', true), '') = 'on' and not kith_private.is_restoring() then
    next := kith_private.make_next_reminder(old, now(), 'due');
    update kith.reminders r set next_id = next where r.owner_id = old.owner_id and r.next_id = old.id;
  end if;
  return old;
end
$$;
comment on function kith_private.skip_reminder() is
  'Makes the next reminder of an open one that is deleted without its series, which then comes after the one before it.';
create trigger skip_reminder before delete on kith.reminders
  for each row when (old.recurrence is not null and not old.completed and old.next_id is null)
  execute function kith_private.skip_reminder();

-- sql/60_reminders/20_operations.sql

create view kith_api.reminders with (security_invoker = true) as
select r.id, row_to_json(shape) as body
from kith.reminders r
cross join lateral (
  select
    r.id,
    r.title,
    r.description,
    r.contact_id as "contactId",
    r.contact_ids as "contactIds",
    to_char(r.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "dueAt",
    r.recurrence,
    r.recurrence_from as "recurrenceFrom",
    r.completed,
    to_char(r.completed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "completedAt",
    -- A key with limits may see a reminder without seeing the next one, where that was moved to another contact.
    case when r.next_id is null or current_user <> 'kith_limited' then r.next_id
      else (select n.id from kith.reminders n where n.id = r.next_id) end as "nextId",
    to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    to_char(r.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt") shape;
comment on view kith_api.reminders is 'Reminders as the API shows them.';
grant select on kith_api.reminders to authenticated;

create function kith_api.list_reminders(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  found kith_private.page;
  is_shared boolean;
  query constant jsonb := arguments -> 'query';
begin
  is_shared := query ? 'contactId' and exists (
    select from kith.reminder_contacts l where l.contact_id = (query ->> 'contactId')::uuid);
  found := kith_private.find_page(query, case when is_shared then 'kith_private.reminders_about' else 'kith.reminders' end, array[
      case when query ? 'contactId' then $sql$contact_id = ($1 ->> 'contactId')::uuid$sql$ end,
      case when query ? 'completed' then $sql$completed = ($1 ->> 'completed')::boolean$sql$ end,
      case when query ? 'dueAfter' then $sql$due_at >= (select kith_private.local_instant($1 ->> 'dueAfter', '00:00'))$sql$ end,
      case when query ? 'dueBefore' then $sql$due_at < (select kith_private.local_instant($1 ->> 'dueBefore', '00:00'))$sql$ end],
    case coalesce(query ->> 'sort', 'default')
      when 'default' then 'completed, due_at nulls last, id'
      when 'dueAt' then 'due_at nulls last, id'
      when '-dueAt' then 'due_at desc nulls last, id desc'
      when 'createdAt' then 'created_at, id'
      when '-createdAt' then 'created_at desc, id desc'
    end, finds_few => query ? 'contactId');
  return kith_private.answer_page(found, kith_private.pick_members((
    select string_agg((select r.body::text from kith_api.reminders r where r.id = listed.id), ',' order by listed.position)
    from unnest(found.ids) with ordinality as listed (id, position)), query -> 'fields'));
end
$$;
comment on function kith_api.list_reminders(jsonb) is 'A page of reminders, open ones before completed ones, soonest first. Query: contactId, completed, dueAfter and dueBefore (instants or local days), fields, sort, page, pageSize.';

create function kith_api.get_reminder(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
begin
  return kith_private.answer_resource((select r.body from kith_api.reminders r where r.id = (arguments ->> 'id')::uuid));
end
$$;
comment on function kith_api.get_reminder(jsonb) is 'One reminder.';

create function kith_private.reminders_of_contact(contact uuid) returns text
language plpgsql stable set search_path = ''
as $$
declare
  ids uuid[];
begin
  if exists (select from kith.reminder_contacts l where l.contact_id = contact) then
    ids := array(
      select r.id from kith_private.reminders_about r
      where r.contact_id = contact and not r.completed order by r.due_at nulls last, r.id limit 10);
  else
    ids := array(
      select r.id from kith.reminders r
      where r.contact_id = contact and not r.completed order by r.due_at nulls last, r.id limit 10);
  end if;
  return (
    select coalesce(string_agg((select r.body::text from kith_api.reminders r where r.id = listed.id), ',' order by listed.position), '')
    from unnest(ids) with ordinality as listed (id, position));
end
$$;
comment on function kith_private.reminders_of_contact(uuid) is
  'The ten open reminders about a contact that are due first, as JSON with commas between them.';

create function kith_api.create_reminder(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
  contacts constant uuid[] := kith_private.read_contacts(body);
  made uuid;
begin
  perform kith_private.check_references(kith_private.unknown_contacts(body, contacts));
  insert into kith.reminders (title, description, contact_ids, due_at, completed, recurrence, recurrence_from)
  values (body ->> 'title', body ->> 'description', contacts,
    kith_private.local_instant(body ->> 'dueAt', '09:00'), coalesce((body ->> 'completed')::boolean, false),
    body ->> 'recurrence', coalesce(body ->> 'recurrenceFrom', 'due'))
  returning reminders.id into made;
  return kith_private.with_names(
    kith_private.answer_resource((select r.body from kith_api.reminders r where r.id = made), 201::smallint), arguments);
end
$$;
comment on function kith_api.create_reminder(jsonb) is 'Creates a reminder.';

create function kith_api.update_reminder(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
  reminder record;
  contacts uuid[];
begin
  select r.id, r.contact_ids into reminder from kith.reminders r where r.id = (arguments ->> 'id')::uuid for update;
  if not found then
    perform kith_private.not_found();
  end if;
  contacts := kith_private.read_contacts(body, reminder.contact_ids);
  perform kith_private.check_references(kith_private.unknown_contacts(body, contacts));
  update kith.reminders r set
    title = case when body ? 'title' then body ->> 'title' else r.title end,
    description = case when body ? 'description' then body ->> 'description' else r.description end,
    contact_ids = coalesce(contacts, r.contact_ids),
    due_at = case when body ? 'dueAt' then kith_private.local_instant(body ->> 'dueAt', '09:00') else r.due_at end,
    completed = case when body ? 'completed' then (body ->> 'completed')::boolean else r.completed end,
    recurrence = case when body ? 'recurrence' then body ->> 'recurrence' else r.recurrence end,
    recurrence_from = case when body ? 'recurrenceFrom' then body ->> 'recurrenceFrom' else r.recurrence_from end
  where r.id = reminder.id;
  return kith_private.with_names(kith_private.answer_resource((select r.body from kith_api.reminders r where r.id = reminder.id)), arguments);
end
$$;
comment on function kith_api.update_reminder(jsonb) is 'Changes a reminder, or completes it.';

create function kith_api.delete_reminder(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  perform kith_private.keep_series(coalesce((arguments -> 'query' ->> 'keepSeries')::boolean, false));
  delete from kith.reminders r where r.id = (arguments ->> 'id')::uuid;
  return kith_private.answer_deleted(found);
end
$$;
comment on function kith_api.delete_reminder(jsonb) is
  'Deletes a reminder. Query: keepSeries, to make the next one of a recurring reminder first.';

grant execute on function kith_private.reminders_of_contact(uuid),
  kith_api.list_reminders(jsonb), kith_api.get_reminder(jsonb),
  kith_api.create_reminder(jsonb), kith_api.update_reminder(jsonb), kith_api.delete_reminder(jsonb) to authenticated;

insert into kith_private.operations (name, resource, verb, scopes, writes, tagged, read_by, locked_table) values
  ('list_reminders', 'reminder', 'list', '{reminders:read}', false, false, null, null),
  ('get_reminder', 'reminder', 'get', '{reminders:read}', false, true, null, null),
  ('create_reminder', 'reminder', 'create', '{reminders:write}', true, true, null, null),
  ('update_reminder', 'reminder', 'update', '{reminders:write}', true, true, 'get_reminder', 'kith.reminders'),
  ('delete_reminder', 'reminder', 'delete', '{reminders:write}', true, false, 'get_reminder', 'kith.reminders');

-- sql/65_upcoming/10_operations.sql

-- What is due in the next days: reminders, contacts and birthdays together.

create type kith_private.upcoming_item as (day date, rank smallint, due_at timestamptz, name text, id uuid, birthday text);
comment on type kith_private.upcoming_item is
  'A reminder (rank 1), a contact to be in touch with (2) or a birthday (3), and what it is ordered by: day, rank, due_at, name, id.';

-- Each part is in the order of the whole and is cut where the whole is, so that few rows are read of a long list.
create function kith_private.upcoming_items(today date, last_day date, zone text, at_most integer) returns setof kith_private.upcoming_item
language plpgsql stable set search_path = ''
as $$
declare
  -- In UTC a contact may be due a day earlier or later than in the time zone, so the first in UTC and two days more have
  -- all that are first in the time zone.
  horizon constant date := least(last_day + 1, 2 + (
    select c.next_contact_on_utc from kith.contacts c
    where not c.is_archived and c.next_contact_on_utc <= last_day + 1 order by c.next_contact_on_utc offset at_most - 1 limit 1));
begin
  return query
    select greatest(date '0001-01-01', (r.due_at at time zone zone)::date), 1::smallint, r.due_at::timestamptz, null::text, r.id, null::text
    from kith.reminders r
    where not r.completed and r.due_at < ((last_day + 1)::timestamp at time zone zone)
    order by r.due_at, r.id limit at_most;
  return query
    select due.day, 2::smallint, null::timestamptz, c.display_name, c.id, null::text
    from kith.contacts c
    cross join lateral (
      select (coalesce(c.last_contacted_at, c.created_at) at time zone zone)::date + c.contact_frequency_days as day) due
    where not c.is_archived and c.next_contact_on_utc <= horizon and due.day <= last_day
    order by due.day, c.display_name collate "und-x-icu", c.id limit at_most;
  return query
    select celebrated.day, 3::smallint, null::timestamptz, c.display_name, c.id, c.birthday
    from kith.contacts c
    cross join (values (extract(year from today)::integer), (extract(year from today)::integer + 1)) as years (year)
    cross join lateral (
      -- 29 February falls on 28 February in other years.
      select make_date(years.year, substr(right(c.birthday, 5), 1, 2)::integer, case
        when right(c.birthday, 5) = '02-29' and extract(day from make_date(years.year, 3, 1) - 1) = 28 then 28
        else right(c.birthday, 2)::integer end) as day) celebrated
    where not c.is_archived and c.birthday is not null and celebrated.day between today and last_day
      and (c.birthday like '--%' or left(c.birthday, 4)::integer <= years.year)
    order by celebrated.day, c.display_name collate "und-x-icu", c.id limit at_most;
end
$$;
comment on function kith_private.upcoming_items(date, date, text, integer) is
  'What is due until the last day, in the time zone: at most so many of each kind, the first ones. Includes what is overdue, and no archived contacts.';

create function kith_api.list_upcoming(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  at_most constant integer := 500;
  zone constant text := kith_private.time_zone();
  today constant date := (now() at time zone zone)::date;
  items kith_private.upcoming_item[];
  days text;
  shown integer;
begin
  perform kith_private.set_finds_many(true);
  items := array(
    select item::kith_private.upcoming_item
    from kith_private.upcoming_items(today, today + coalesce((arguments -> 'query' ->> 'days')::integer, 14) - 1, zone, at_most + 1) item
    order by item.day, item.rank, item.due_at, item.name collate "und-x-icu", item.id limit at_most + 1);
  perform kith_private.set_finds_many(false);
  select string_agg(format('{"date":"%s","items":[%s]}', each.day, each.items), ',' order by each.day), sum(each.count)
  into days, shown
  from (
    select sized.day, string_agg(sized.body, ',' order by sized.position) as items, count(*) as count
    from (
      select written.*, sum(octet_length(written.body)) over (order by written.position) as bytes
      from (
        select item.day, item.position, case item.rank
          when 1 then json_build_object('kind', 'reminder', 'reminder', (select r.body from kith_api.reminders r where r.id = item.id))
          when 2 then json_build_object('kind', 'contact', 'contactId', item.id, 'displayName', item.name, 'nextContactOn', item.day)
          else json_build_object('kind', 'birthday', 'contactId', item.id, 'displayName', item.name, 'birthday', item.birthday,
            'age', case when item.birthday not like '--%'
              then extract(year from item.day)::integer - left(item.birthday, 4)::integer end) end::text as body
        from unnest(items[: at_most]) with ordinality as item (day, rank, due_at, name, id, birthday, position)) written) sized
    -- Reminders can be long: what does not fit is left out, as where there are too many.
    where sized.bytes <= 4194304
    group by sized.day) each;
  return kith_private.with_names((200, format('{"today":"%s","days":[%s],"hasMore":%s}',
    today, days, (cardinality(items) > coalesce(shown, 0))::text))::kith_api.answer, arguments);
end
$$;
comment on function kith_api.list_upcoming(jsonb) is
  'Open reminders, contacts and birthdays by day, the overdue ones first. Query: days, with today, 14 by default; include=names.';

grant execute on function kith_private.upcoming_items(date, date, text, integer), kith_api.list_upcoming(jsonb) to authenticated;

insert into kith_private.operations (name, resource, verb, scopes, writes, tagged, read_by, locked_table) values
  ('list_upcoming', 'upcoming', 'list', '{contacts:read,reminders:read}', false, false, null, null);

-- sql/68_merging/10_merged.sql

-- Where contacts went that were merged into others.
create table kith_private.merged_contacts (
  owner_id uuid not null references auth.users (id) on delete cascade,
  id uuid not null,
  into_id uuid not null,
  change_set uuid,
  primary key (owner_id, id)
);
comment on table kith_private.merged_contacts is 'Contacts that were merged into others, so that their ids still lead to somebody.';
comment on column kith_private.merged_contacts.owner_id is 'Whose contact it was.';
comment on column kith_private.merged_contacts.id is 'The contact that does not exist any more.';
comment on column kith_private.merged_contacts.into_id is 'The contact that it became a part of. That may have been merged or deleted since.';
comment on column kith_private.merged_contacts.change_set is 'The change set of the merge: where it was undone, this row does not count.';
alter table kith_private.merged_contacts enable row level security;
create policy "No client reaches the merged contacts" on kith_private.merged_contacts for all to authenticated using (false);

create function kith_private.merged_into(contact uuid) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  found_id uuid := contact;
begin
  if not (kith_private.has_scope('contacts:read') and kith_private.has_all_networks()) then
    return null;
  end if;
  for step in 1 .. 100 loop
    select m.into_id into found_id from kith_private.merged_contacts m
    where m.owner_id = owner and m.id = found_id and not exists (
      select from kith_private.change_sets s where s.owner_id = owner and s.id = m.change_set and s.undone_by is not null);
    exit when found_id is null;
    perform from kith.contacts c where c.owner_id = owner and c.id = found_id;
    exit when found;
  end loop;
  return found_id;
end
$$;
comment on function kith_private.merged_into(uuid) is
  'The contact of the current user that a contact which does not exist was merged into, by as many steps as it took; null where there is none.';

create function kith_private.refuse_missing_contact(contact uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  merged_into constant uuid := kith_private.merged_into(contact);
begin
  if merged_into is null then
    perform kith_private.not_found();
  end if;
  raise exception using errcode = 'KITH0', message = 'not_found', hint = jsonb_build_object('mergedInto', merged_into)::text;
end
$$;
comment on function kith_private.refuse_missing_contact(uuid) is 'Ends the operation with not_found, and says into which contact this one was merged.';

-- Runs with the rights of the function's owner, because clients may not write these columns. The photo's file stays where
-- it is; the trigger that keeps removed photos leaves it out.
create function kith_private.take_over(target uuid, duplicate uuid, takes_photo boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  taken kith.contacts;
begin
  if not (kith_private.has_scope('contacts:write') and kith_private.has_scope('notes:write')
    and kith_private.has_scope('reminders:write') and kith_private.has_all_networks())
  then
    perform kith_private.fail('insufficient_scope', 'The limits of this API key do not allow to merge contacts.');
  end if;
  select c.* into taken from kith.contacts c where c.owner_id = owner and c.id = duplicate;
  if takes_photo and taken.photo_path is not null then
    perform set_config('kith.moved_photo', taken.photo_path, true);
    update kith.contacts c set photo_path = null where c.owner_id = owner and c.id = duplicate;
    perform set_config('kith.moved_photo', '', true);
  end if;
  update kith.contacts c set
    photo_path = case when takes_photo then taken.photo_path else c.photo_path end,
    created_at = least(c.created_at, taken.created_at)
  where c.owner_id = owner and c.id = target;
  insert into kith_private.merged_contacts (owner_id, id, into_id, change_set)
  values (owner, duplicate, target, (nullif(current_setting('kith.change', true), '')::jsonb ->> 'id')::uuid)
  on conflict (owner_id, id) do update set into_id = excluded.into_id, change_set = excluded.change_set;
end
$$;
comment on function kith_private.take_over(uuid, uuid, boolean) is
  'Gives a contact of the current user the photo of a duplicate, where it takes it, and its creation if that was earlier; and notes where the duplicate went.';

grant execute on function kith_private.merged_into(uuid), kith_private.refuse_missing_contact(uuid),
  kith_private.take_over(uuid, uuid, boolean) to authenticated;

-- sql/68_merging/20_fields.sql

-- What a contact has after it was merged with a duplicate.

create function kith_private.united_items(member text, items jsonb, others jsonb, choice text) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case choice when 'target' then items when 'duplicate' then others else items || (
    select coalesce(jsonb_agg(given.item order by given.position), '[]')
    from jsonb_array_elements(others) with ordinality as given (item, position)
    where not exists (
      select from jsonb_array_elements(items) present (item)
      where case member
        when 'emails' then lower((given.item ->> 'value') collate "C") = lower((present.item ->> 'value') collate "C")
        when 'addresses' then given.item = present.item
        else given.item ->> 'value' = present.item ->> 'value' end)) end;
end
$$;
comment on function kith_private.united_items(text, jsonb, jsonb, text) is
  'The items of a list of two contacts (member: emails, phones, urls, addresses), each once; or of the one that is chosen: target or duplicate.';

create function kith_private.merged_contact(target kith.contacts, duplicate kith.contacts, choices jsonb) returns kith.contacts
language plpgsql stable set search_path = ''
as $$
declare
  ours constant jsonb := to_jsonb(target);
  theirs constant jsonb := to_jsonb(duplicate);
  single constant text[] := '{first_name,last_name,nickname,company,job_title,birthday,description,contact_frequency_days}';
  lists jsonb;
  errors jsonb;
begin
  select jsonb_object_agg(list, kith_private.united_items(list, ours -> list, theirs -> list, choices ->> list)) into lists
  from unnest('{emails,phones,urls,addresses}'::text[]) list;
  errors := (
    select jsonb_agg(jsonb_build_object('in', 'body', 'pointer', '/fields/' || key, 'code', 'too_long',
      'message', 'Together they have more than 20. Choose those of the target or of the duplicate, or remove some first.') order by key)
    from jsonb_each(lists) where jsonb_array_length(value) > 20);
  if errors is not null then
    perform kith_private.fail('validation_failed', errors => errors);
  end if;
  return jsonb_populate_record(target, lists || (
    select jsonb_object_agg(name, case choices ->> kith_private.member_name(name)
      when 'target' then ours -> name when 'duplicate' then theirs -> name
      else coalesce(nullif(ours -> name, 'null'), theirs -> name) end)
    from unnest(single) name) || jsonb_build_object(
      'is_favorite', target.is_favorite or duplicate.is_favorite,
      'is_archived', target.is_archived and duplicate.is_archived,
      'last_contacted_by_hand', greatest(target.last_contacted_by_hand, duplicate.last_contacted_by_hand)));
end
$$;
comment on function kith_private.merged_contact(kith.contacts, kith.contacts, jsonb) is
  'The target as it is after merging: its own single fields, or the duplicate''s where it has none, the items of both lists; or what is chosen.';

grant execute on function kith_private.united_items(text, jsonb, jsonb, text),
  kith_private.merged_contact(kith.contacts, kith.contacts, jsonb) to authenticated;

-- sql/68_merging/30_operations.sql

-- Undoing takes about a third of a millisecond for each note and reminder, and has to end in time.
create function kith_private.move_to_contact(target uuid, duplicate uuid, out notes bigint, out reminders bigint, out networks bigint)
language plpgsql set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  note_ids constant uuid[] := array(
    select n.id from kith.notes n where n.contact_id = duplicate
    union all select l.note_id from kith.note_contacts l where l.contact_id = duplicate);
  reminder_ids constant uuid[] := array(
    select r.id from kith.reminders r where r.contact_id = duplicate
    union all select l.reminder_id from kith.reminder_contacts l where l.contact_id = duplicate);
begin
  if cardinality(note_ids) + cardinality(reminder_ids) > 5000 then
    perform kith_private.fail('validation_failed', errors => jsonb_build_array(jsonb_build_object('in', 'body',
      'pointer', '/duplicateId', 'code', 'too_big', 'message',
      'It has more than 5,000 notes and reminders. Merge the other one into it, or move some first.')));
  end if;
  -- Where both are named, one is left.
  update kith.notes n set contact_ids = array_replace(n.contact_ids, duplicate, target) where n.owner_id = owner and n.id = any (note_ids);
  get diagnostics notes = row_count;
  update kith.reminders r set contact_ids = array_replace(r.contact_ids, duplicate, target) where r.owner_id = owner and r.id = any (reminder_ids);
  get diagnostics reminders = row_count;
  insert into kith.contact_networks (contact_id, network_id)
  select target, m.network_id from kith.contact_networks m where m.contact_id = duplicate order by 2
  on conflict do nothing;
  get diagnostics networks = row_count;
end
$$;
comment on function kith_private.move_to_contact(uuid, uuid) is
  'Makes the notes, reminders and memberships of a duplicate those of the target, and counts them.';

-- In this order, so that undoing, in the reverse order, takes the photo from the target before it gives it back.
create function kith_private.merge(target kith.contacts, duplicate kith.contacts, choices jsonb) returns record
language plpgsql set search_path = ''
as $$
declare
  merged constant kith.contacts := kith_private.merged_contact(target, duplicate, choices);
  moved record;
begin
  update kith.contacts c set
    (first_name, last_name, nickname, company, job_title, emails, phones, urls, addresses, birthday, description,
      is_favorite, is_archived, contact_frequency_days, last_contacted_by_hand)
    = (merged.first_name, merged.last_name, merged.nickname, merged.company, merged.job_title, merged.emails, merged.phones,
      merged.urls, merged.addresses, merged.birthday, merged.description, merged.is_favorite, merged.is_archived,
      merged.contact_frequency_days, merged.last_contacted_by_hand)
  where c.id = target.id;
  perform kith_private.take_over(target.id, duplicate.id, case choices ->> 'photoUrl'
    when 'target' then false when 'duplicate' then true else target.photo_path is null end);
  moved := kith_private.move_to_contact(target.id, duplicate.id);
  delete from kith.contacts c where c.id = duplicate.id;
  return moved;
end
$$;
comment on function kith_private.merge(kith.contacts, kith.contacts, jsonb) is 'Merges a duplicate into the target and deletes it. Returns how many notes, reminders and networks were moved.';

-- A dry run does everything and takes it back, so that it says what would happen.
create function kith_api.merge_contacts(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
  is_dry constant boolean := coalesce((body ->> 'dryRun')::boolean, false);
  target kith.contacts;
  duplicate kith.contacts;
  moved record;
  contact json;
begin
  if not kith_private.has_all_networks() then
    perform kith_private.take_over(null, null, false); -- which refuses it
  end if;
  select c.* into target from kith.contacts c where c.id = (arguments ->> 'id')::uuid for update;
  if not found then
    perform kith_private.not_found();
  end if;
  if target.id = (body ->> 'duplicateId')::uuid then
    perform kith_private.fail('validation_failed', errors => jsonb_build_array(jsonb_build_object('in', 'body',
      'pointer', '/duplicateId', 'code', 'duplicate', 'message', 'A contact cannot be merged into itself.')));
  end if;
  select c.* into duplicate from kith.contacts c where c.id = (body ->> 'duplicateId')::uuid for update;
  if not found then
    perform kith_private.check_references('{/duplicateId}');
  end if;
  begin
    moved := kith_private.merge(target, duplicate, coalesce(nullif(body -> 'fields', 'null'), '{}'));
    contact := (select c.body from kith_api.contacts c where c.id = target.id);
    if is_dry then
      raise exception using errcode = 'KITH1';
    end if;
  exception when sqlstate 'KITH1' then
    null;
  end;
  return (200, json_build_object('contact', contact,
    'moved', json_build_object('notes', moved.notes, 'reminders', moved.reminders, 'networks', moved.networks),
    'activityId', case when not is_dry then nullif(current_setting('kith.change', true), '')::jsonb ->> 'id' end,
    'dryRun', is_dry)::text)::kith_api.answer;
end
$$;
comment on function kith_api.merge_contacts(jsonb) is 'Merges a contact into another one and deletes it, or says what that would do.';

grant execute on function kith_private.move_to_contact(uuid, uuid), kith_private.merge(kith.contacts, kith.contacts, jsonb),
  kith_api.merge_contacts(jsonb) to authenticated;

insert into kith_private.operations (name, resource, verb, scopes, writes) values
  ('merge_contacts', 'contact', 'merge', '{contacts:write,notes:write,reminders:write}', true);

-- sql/70_admin/10_views.sql

-- Views for administrators of the project: for the dashboard's table and SQL editors (role postgres) and service_role.
-- They read with the rights of the role that queries them; anon and authenticated have none.

create function kith_private.accounts() returns table (
  owner_id uuid, email text, created_at timestamptz, last_sign_in_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query select u.id, u.email::text, u.created_at, u.last_sign_in_at from auth.users u;
end
$$;
comment on function kith_private.accounts() is 'All accounts. A function, because service_role may not read the tables of Auth.';

create view kith_private.admin_accounts with (security_invoker = true) as
select a.owner_id, a.email, a.created_at, a.last_sign_in_at,
  (select count(*) from kith.contacts c where c.owner_id = a.owner_id) as contacts,
  (select count(*) from kith.networks n where n.owner_id = a.owner_id) as networks,
  (select count(*) from kith.notes n where n.owner_id = a.owner_id) as notes,
  (select coalesce(sum(octet_length(n.content)), 0) from kith.notes n where n.owner_id = a.owner_id) as note_bytes,
  (select count(*) from kith.reminders r where r.owner_id = a.owner_id) as reminders,
  (select count(*) from kith_private.api_keys k where k.owner_id = a.owner_id and k.client_id is null) as api_keys,
  (select max(k.last_used_at) from kith_private.api_keys k where k.owner_id = a.owner_id) as last_request_at,
  photos.count as photos,
  photos.bytes as photo_bytes,
  (select count(*) from kith_private.api_keys k where k.owner_id = a.owner_id and k.client_id is not null) as connections
from kith_private.accounts() a
cross join lateral (
  select count(*) as count, coalesce(sum((o.metadata ->> 'size')::bigint), 0) as bytes
  from storage.objects o where o.bucket_id = 'kith-photos' and o.name like a.owner_id::text || '/%') photos;
comment on view kith_private.admin_accounts is 'Accounts and how much data each has. last_request_at: the last request with an API key or of a connection.';

create view kith_private.admin_api_keys with (security_invoker = true) as
select k.id as api_key_id, k.key_prefix, k.name, k.owner_id, a.email, k.created_at, k.scopes, k.network_ids, k.expires_at,
  k.last_used_at, k.last_operation, k.previous_key_prefix, k.previous_expires_at,
  coalesce(today.requests, 0) + coalesce(case when k.last_used_at >= today.began then r.requests end, 0) as requests_today,
  coalesce(today.refusals, 0) + coalesce(case when k.last_used_at >= today.began then r.refusals end, 0) as refusals_today,
  k.client_id, k.redirect_host
from kith_private.api_keys k
join kith_private.accounts() a on a.owner_id = k.owner_id
left join kith_private.api_key_requests r on r.api_key_id = k.id
cross join lateral (select date_trunc('day', now(), 'UTC') as began) clock
left join lateral (
  select clock.began, d.requests, d.refusals from (values (1)) one (row)
  left join kith_private.api_key_days d on d.api_key_id = k.id and d.day = (clock.began at time zone 'UTC')::date) today on true;
comment on view kith_private.admin_api_keys is
  'API keys, and connections of OAuth clients, with their owners and last use. A leaked key is found by key_prefix, its first nine characters, '
  'or by previous_key_prefix, those of the secret before the last rotation.';

create view kith_private.admin_api_key_days with (security_invoker = true) as
select d.day, d.api_key_id, d.key_prefix, d.owner_id, sum(d.requests)::integer as requests, sum(d.refusals)::integer as refusals
from (
  -- A rotated key is shown with its present prefix.
  select d.day, d.api_key_id, coalesce(k.key_prefix, d.key_prefix) as key_prefix, d.owner_id, d.requests, d.refusals
  from kith_private.api_key_days d left join kith_private.api_keys k on k.id = d.api_key_id
  union all
  select (k.last_used_at at time zone 'UTC')::date, k.id, k.key_prefix, k.owner_id, r.requests, r.refusals
  from kith_private.api_key_requests r join kith_private.api_keys k on k.id = r.api_key_id
  where r.requests > 0) d
group by d.day, d.api_key_id, d.key_prefix, d.owner_id;
comment on view kith_private.admin_api_key_days is
  'Requests and refusals of each key and day (UTC) of the last year, including keys that were deleted since.';

grant select (id, owner_id, name, key_prefix, created_at, scopes, network_ids, expires_at, last_used_at, last_operation,
  previous_key_prefix, previous_expires_at, client_id, redirect_host) on kith_private.api_keys to service_role;
grant select on kith_private.api_key_requests, kith_private.api_key_days,
  kith_private.admin_accounts, kith_private.admin_api_keys, kith_private.admin_api_key_days to service_role;
grant execute on function kith_private.accounts() to service_role;

-- sql/72_imports/10_tables.sql

-- Imports: files that were read and not yet applied. ADR 38 says why they are kept as previews.

create table kith_private.imports (
  id uuid not null default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  format text not null constraint imports_format_check check (format in ('vcard', 'csv', 'json')),
  counts jsonb not null default '{}',
  dropped jsonb not null default '[]',
  photos integer not null default 0,
  created_at timestamptz(3) not null default now(),
  applied_at timestamptz(3),
  applied_activity_id uuid,
  result jsonb,
  primary key (owner_id, id)
);
comment on table kith_private.imports is 'Files that were read, for a day: at most three of each owner.';
comment on column kith_private.imports.id is 'Identifies the import.';
comment on column kith_private.imports.owner_id is 'Whose import it is.';
comment on column kith_private.imports.format is 'vcard, csv or json.';
comment on column kith_private.imports.counts is 'How many rows have each action.';
comment on column kith_private.imports.dropped is 'What Kith has no field for: {property, count}.';
comment on column kith_private.imports.photos is 'How many rows have a photo.';
comment on column kith_private.imports.created_at is 'When the file was read.';
comment on column kith_private.imports.applied_at is 'When it was applied; null before.';
comment on column kith_private.imports.applied_activity_id is 'The change set of applying it; null where that changed nothing.';
comment on column kith_private.imports.result is 'What applying it did: {created, merged, skipped, failed}.';
create index imports_created_at_idx on kith_private.imports (created_at);

create table kith_private.import_rows (
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  import_id uuid not null,
  number integer not null,
  line integer not null,
  resource text not null,
  action text not null constraint import_rows_action_check check (action in ('create', 'match', 'conflict', 'error')),
  uid text,
  new_id uuid not null,
  value jsonb,
  networks text[] not null default '{}',
  notes jsonb not null default '[]',
  refs jsonb,
  match_id uuid,
  matched_by text,
  candidates uuid[] not null default '{}',
  photo_path text,
  problem text,
  outcome text,
  target_id uuid,
  about uuid[],
  primary key (owner_id, import_id, number),
  constraint import_rows_import_id_fkey foreign key (owner_id, import_id) references kith_private.imports (owner_id, id) on delete cascade
);
comment on table kith_private.import_rows is 'What the file of an import has: contacts, networks, note types, notes, reminders and the profile, and what could not be read.';
comment on column kith_private.import_rows.owner_id is 'Whose import it is.';
comment on column kith_private.import_rows.import_id is 'The import.';
comment on column kith_private.import_rows.number is 'Order in the file, from 1.';
comment on column kith_private.import_rows.line is 'The first line in the file, from 1.';
comment on column kith_private.import_rows.resource is 'Kind of resource.';
comment on column kith_private.import_rows.action is 'create, match, conflict or error.';
comment on column kith_private.import_rows.uid is 'How the file identifies it: UID of a vCard, or the id in a document of Kith.';
comment on column kith_private.import_rows.new_id is 'The id that it gets where it is created.';
comment on column kith_private.import_rows.value is 'As the body of the request that would create it; null where it could not be read.';
comment on column kith_private.import_rows.networks is 'Names of the networks of a contact.';
comment on column kith_private.import_rows.notes is 'Notes of a contact: {content, occurredAt}.';
comment on column kith_private.import_rows.refs is 'The uids of what it refers to: contactUids, networkUids, noteTypeUid, nextUid; and isAsMade of a reminder that nobody has changed.';
comment on column kith_private.import_rows.match_id is 'What it is already, where it matches.';
comment on column kith_private.import_rows.matched_by is 'uid, email, phone or name.';
comment on column kith_private.import_rows.candidates is 'Contacts that it may be: those in conflict, or some of the same name.';
comment on column kith_private.import_rows.photo_path is 'Where in the bucket its photo is.';
comment on column kith_private.import_rows.problem is 'Why it is a conflict or an error, or could not be applied.';
comment on column kith_private.import_rows.outcome is 'What applying does with it, then did: create, merge, skip or fail.';
comment on column kith_private.import_rows.target_id is 'What it became, or was already.';
comment on column kith_private.import_rows.about is 'Whom a note or reminder is about, once it is applied.';

alter table kith_private.imports enable row level security;
alter table kith_private.import_rows enable row level security;
grant select, delete on kith_private.imports, kith_private.import_rows to authenticated;
grant insert (id, owner_id, format, dropped, photos), update (counts, applied_at, applied_activity_id, result) on kith_private.imports to authenticated;
grant insert (owner_id, import_id, number, line, resource, action, uid, new_id, value, networks, notes, refs, photo_path, problem),
  update (action, new_id, value, match_id, matched_by, candidates, problem, outcome, target_id) on kith_private.import_rows to authenticated;

create function kith_private.may_import() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return kith_private.has_all_networks() and kith_private.has_scope('contacts:write')
    and kith_private.has_scope('networks:write') and kith_private.has_scope('notes:write');
end
$$;
comment on function kith_private.may_import() is 'Whether the credential of this request may import.';
grant execute on function kith_private.may_import() to authenticated;

do $$
declare
  what record;
begin
  for what in select * from (values ('imports', 'imports'), ('import_rows', 'rows of imports')) each (name, words) loop
    execute format('create policy "Owners read their %s" on kith_private.%I
      for select to authenticated using ((select kith_private.owner_id()) = owner_id)', what.words, what.name);
    execute format('create policy "Owners make %s" on kith_private.%I
      for insert to authenticated with check ((select kith_private.owner_id()) = owner_id)', what.words, what.name);
    execute format('create policy "Owners change their %s" on kith_private.%I for update to authenticated
      using ((select kith_private.owner_id()) = owner_id) with check ((select kith_private.owner_id()) = owner_id)', what.words, what.name);
    execute format('create policy "Owners delete their %s" on kith_private.%I
      for delete to authenticated using ((select kith_private.owner_id()) = owner_id)', what.words, what.name);
    execute format('create policy "Limited keys read %s by scope" on kith_private.%I as restrictive for select to kith_limited
      using ((select kith_private.may_import()))', what.words, what.name);
    execute format('create policy "Limited keys make %s by scope" on kith_private.%I as restrictive for insert to kith_limited
      with check ((select kith_private.may_import()))', what.words, what.name);
    execute format('create policy "Limited keys change %s by scope" on kith_private.%I as restrictive for update to kith_limited using (true)
      with check ((select kith_private.may_import()))', what.words, what.name);
    execute format('create policy "Limited keys delete %s by scope" on kith_private.%I as restrictive for delete to kith_limited
      using ((select kith_private.may_import()))', what.words, what.name);
  end loop;
end
$$;

-- The bytes of a photo are queued for removal when its path is reserved. Where the import is deleted before, they are removed
-- soon, but only when an upload that may still be under way has ended.
create function kith_private.hasten_photo_removals() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update kith_private.photo_removals r set due_at = least(r.due_at, now() + interval '5 minutes')
  where r.path in (select e.photo_path from ended e where e.photo_path is not null) and r.move_to is null;
  return null;
end
$$;
comment on function kith_private.hasten_photo_removals() is 'Has the photos of deleted rows of imports removed soon, unless they were attached.';
create trigger hasten_photo_removals after delete on kith_private.import_rows
  referencing old table as ended for each statement execute function kith_private.hasten_photo_removals();

create function kith_private.delete_expired_imports() returns void
language plpgsql set search_path = ''
as $$
begin
  delete from kith_private.imports i
  where i.ctid = any (array(
    select old.ctid from kith_private.imports old
    where old.created_at < now() - interval '24 hours' limit 5 for update skip locked));
end
$$;
comment on function kith_private.delete_expired_imports() is 'Deletes a few imports older than a day, of any owner; every write calls it.';

-- A hash of the uid, so that the same file leads to the same contacts; and of the owner, so that an id does not tell that another
-- account has imported the same uid. Version 8 of RFC 9562.
create function kith_private.imported_id(owner uuid, uid text) returns uuid
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  digest constant text := encode(sha256(convert_to(owner || ' ' || uid, 'UTF8')), 'hex');
begin
  return left(digest, 12) || '8' || substr(digest, 14, 3) || '8' || substr(digest, 18, 15);
end
$$;
comment on function kith_private.imported_id(uuid, text) is 'The id of what a file identifies by a uid.';
grant execute on function kith_private.imported_id(uuid, text) to authenticated;

-- sql/72_imports/20_matching.sql

-- Finds what the owner has already of the rows of an import. Contacts are found by uid, then e-mail address, then phone
-- number, archived ones too. All rows are compared in one hash join: without statistics of the new rows Postgres would choose nested loops.

-- Runs with the rights of the function's owner, because clients do not reach the table.
create function kith_private.merged_among(ids uuid[]) returns table (id uuid, into_id uuid)
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  found_ids constant uuid[] := array(
    select m.id from kith_private.merged_contacts m
    where m.owner_id = owner and (m.id in (select given.id from unnest(ids) given (id))) is true);
begin
  foreach id in array found_ids loop
    into_id := kith_private.merged_into(id);
    return next;
  end loop;
end
$$;
comment on function kith_private.merged_among(uuid[]) is 'Those of the ids that are contacts which were merged into others, and into which; null where that one does not exist.';

create function kith_private.as_uuid(uid text) returns uuid
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case when uid ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then uid::uuid end;
end
$$;
comment on function kith_private.as_uuid(text) is 'A uid as an id; null where it is none.';

-- The contacts are read once, since Postgres may look up a single one in an index where its id comes last.
create function kith_private.contacts_of_uids(uids text[]) returns table (uid text, contact_id uuid)
language plpgsql stable set search_path = '' set enable_nestloop = off set enable_mergejoin = off
as $$
declare
  owner constant uuid := auth.uid();
begin
  perform kith_private.set_finds_many(true);
  return query
  with given as materialized (
    select u.uid, kith_private.as_uuid(u.uid) as id, 1 as rank from unnest(uids) u (uid)
    union all
    select u.uid, kith_private.imported_id(owner, u.uid), 2 from unnest(uids) u (uid)),
  merged as materialized (select m.id, m.into_id from kith_private.merged_among(array(select g.id from given g where g.id is not null)) m)
  select distinct on (found.uid) found.uid, found.id
  from (
    select g.uid, c.id, g.rank from given g join kith.contacts c on c.owner_id = owner and c.id = g.id
    union all
    select g.uid, m.into_id, g.rank + 2 from given g join merged m on m.id = g.id where m.into_id is not null) found
  order by found.uid, found.rank;
  perform kith_private.set_finds_many(false);
end
$$;
comment on function kith_private.contacts_of_uids(text[]) is
  'The contacts of the current user that files identify by these uids: with that id, imported under it, or merged with another one since.';

create function kith_private.match_uids(import uuid) returns void
language plpgsql set search_path = '' set enable_nestloop = off set enable_mergejoin = off
as $$
begin
  update kith_private.import_rows r set action = 'match', matched_by = 'uid', match_id = found.contact_id
  from kith_private.contacts_of_uids(array(
    select r.uid from kith_private.import_rows r
    where r.import_id = import and r.resource = 'contact' and r.action = 'create' and r.uid is not null)) found
  where r.import_id = import and r.resource = 'contact' and r.action = 'create' and r.uid = found.uid;
end
$$;
comment on function kith_private.match_uids(uuid) is 'Matches rows of an import with the contacts that their uids lead to.';

-- E-mail addresses and phone numbers are items of JSON, which no index finds; so those of all contacts are read once and hashed.
create function kith_private.match_keys(import uuid, kind text) returns void
language plpgsql set search_path = '' set enable_nestloop = off set enable_mergejoin = off set work_mem = '32MB'
as $$
declare
  calling_code constant text := kith_private.own_calling_code();
begin
  perform kith_private.set_finds_many(true);
  with given as materialized (
    select distinct r.number, case kind when 'email' then lower((item ->> 'value') collate "C")
      else kith_private.phone_digits(item ->> 'value', calling_code) end as key
    from kith_private.import_rows r
    cross join lateral jsonb_array_elements(r.value -> case kind when 'email' then 'emails' else 'phones' end) item
    where r.import_id = import and r.resource = 'contact' and r.action = 'create'),
  present as materialized (
    select c.id, lower((item ->> 'value') collate "C") as key
    from kith.contacts c cross join lateral jsonb_array_elements(c.emails) item where kind = 'email' and c.emails <> '[]'
    union all
    select c.id, kith_private.phone_digits(item ->> 'value', calling_code)
    from kith.contacts c cross join lateral jsonb_array_elements(c.phones) item where kind = 'phone' and c.phones <> '[]'),
  found as (
    select g.number, array_agg(distinct p.id) as ids from given g join present p on p.key = g.key group by g.number)
  update kith_private.import_rows r set
    action = case when cardinality(found.ids) = 1 then 'match' else 'conflict' end,
    match_id = case when cardinality(found.ids) = 1 then found.ids[1] end,
    matched_by = kind,
    candidates = case when cardinality(found.ids) = 1 then '{}' else found.ids[:10] end,
    problem = case when cardinality(found.ids) > 1
      then format('%s contacts have this %s.', cardinality(found.ids), case kind when 'email' then 'e-mail address' else 'phone number' end) end
  from found where r.import_id = import and r.number = found.number;
  perform kith_private.set_finds_many(false);
end
$$;
comment on function kith_private.match_keys(uuid, text) is 'Matches rows of an import with contacts that have the same e-mail address or phone number. kind: email or phone.';

create function kith_private.named_in(value jsonb) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return coalesce(value ->> 'firstName' || ' ' || (value ->> 'lastName'), value ->> 'firstName', value ->> 'lastName',
    value ->> 'nickname', value ->> 'company');
end
$$;
comment on function kith_private.named_in(jsonb) is 'The display name of a contact that has the members of a body.';

create function kith_private.suggest_by_name(import uuid) returns void
language plpgsql set search_path = '' set enable_nestloop = off set enable_mergejoin = off set work_mem = '32MB'
as $$
begin
  perform kith_private.set_finds_many(true);
  with given as materialized (
    select r.number, lower(kith_private.named_in(r.value) collate "und-x-icu") as name from kith_private.import_rows r
    where r.import_id = import and r.resource = 'contact' and r.action = 'create'),
  found as (
    select g.number, array_agg(c.id order by c.id) as ids
    from given g join kith.contacts c on lower(c.display_name collate "und-x-icu") = g.name group by g.number)
  update kith_private.import_rows r set candidates = found.ids[:3] from found where r.import_id = import and r.number = found.number;
  perform kith_private.set_finds_many(false);
end
$$;
comment on function kith_private.suggest_by_name(uuid) is 'Notes up to three contacts of the same name for rows of an import that match none.';

create function kith_private.find_conflicts(import uuid) returns void
language plpgsql set search_path = '' set enable_nestloop = off set enable_mergejoin = off
as $$
begin
  update kith_private.import_rows r set action = 'conflict', match_id = null, candidates = array[r.match_id],
    problem = format('Line %s matches the same contact.', same.line)
  from (
    select o.number, (case when o.number = o.first then o.last_line else o.first_line end) as line
    from (
      select o.number, count(*) over matching as size, min(o.number) over matching as first,
        first_value(o.line) over (matching order by o.number) as first_line,
        last_value(o.line) over (matching order by o.number rows between unbounded preceding and unbounded following) as last_line
      from kith_private.import_rows o
      where o.import_id = import and o.resource = 'contact' and o.action = 'match'
      window matching as (partition by o.match_id)) o
    where o.size > 1) same
  where r.import_id = import and r.number = same.number;
end
$$;
comment on function kith_private.find_conflicts(uuid) is 'Makes conflicts of the rows of an import that match one contact.';

-- Networks and note types are also found by name, notes and reminders by id only.
create function kith_private.match_others(import uuid) returns void
language plpgsql set search_path = '' set enable_nestloop = off set enable_mergejoin = off
as $$
begin
  if not exists (select from kith_private.import_rows r where r.import_id = import and r.resource <> 'contact') then
    return;
  end if;
  update kith_private.import_rows r set action = 'match', match_id = found.id, matched_by = found.by
  from (
    select r.number, m.id, m.by from kith_private.import_rows r
    cross join lateral (select kith_private.as_uuid(r.uid) as own offset 0) given
    cross join lateral (
      select n.id, 'uid' as by from kith.networks n where r.resource = 'network' and n.id in (given.own, r.new_id)
      union all
      select n.id, 'name' from kith.networks n where r.resource = 'network' and lower(n.name collate "und-x-icu") = lower((r.value ->> 'name') collate "und-x-icu")
      union all
      select t.id, 'uid' from kith.note_types t where r.resource = 'note_type' and t.id in (given.own, r.new_id)
      union all
      select t.id, 'name' from kith.note_types t where r.resource = 'note_type' and lower(t.name collate "und-x-icu") = lower((r.value ->> 'name') collate "und-x-icu")
      union all
      select n.id, 'uid' from kith.notes n where r.resource = 'note' and n.id in (given.own, r.new_id)
      union all
      select d.id, 'uid' from kith.reminders d where r.resource = 'reminder' and d.id in (given.own, r.new_id)
      limit 1) m
    where r.import_id = import and r.resource <> 'contact' and r.action = 'create') found
  where r.import_id = import and r.number = found.number;
end
$$;
comment on function kith_private.match_others(uuid) is 'Matches rows of an import that are no contacts with what there is.';

-- Two things of one file with the same uid cannot both get its id.
create function kith_private.part_same_uids(import uuid) returns void
language plpgsql set search_path = '' set enable_nestloop = off set enable_mergejoin = off
as $$
begin
  update kith_private.import_rows r set action = 'conflict', new_id = gen_random_uuid(),
    problem = format('Line %s has the same id.', same.first_line)
  from (
    select o.number, first_value(o.line) over each as first_line, row_number() over each as place
    from kith_private.import_rows o
    where o.import_id = import and o.action = 'create' and o.uid is not null
    window each as (partition by o.resource, o.uid order by o.number)) same
  where r.import_id = import and r.number = same.number and same.place > 1;
end
$$;
comment on function kith_private.part_same_uids(uuid) is 'Makes conflicts of the rows of an import that repeat a uid.';

grant execute on function kith_private.merged_among(uuid[]), kith_private.as_uuid(text), kith_private.contacts_of_uids(text[]),
  kith_private.match_uids(uuid), kith_private.match_keys(uuid, text), kith_private.named_in(jsonb), kith_private.suggest_by_name(uuid),
  kith_private.find_conflicts(uuid), kith_private.match_others(uuid), kith_private.part_same_uids(uuid) to authenticated;

-- sql/72_imports/30_previews.sql

create view kith_api.imports with (security_invoker = true) as
select i.id, row_to_json(shape) as body
from kith_private.imports i
cross join lateral (
  select
    i.id,
    i.format,
    i.counts,
    i.dropped,
    i.photos,
    i.applied_activity_id as "appliedActivityId",
    to_char(i.applied_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "appliedAt",
    to_char(i.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    to_char(i.created_at at time zone 'UTC' + interval '24 hours', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "expiresAt") shape
where i.created_at > now() - interval '24 hours';
comment on view kith_api.imports is 'Imports as the API shows them, until they expire.';
grant select on kith_api.imports to authenticated;

create function kith_private.check_import_scopes(import uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not kith_private.has_scope('reminders:write') and exists (
    select from kith_private.import_rows r where r.import_id = import and r.resource = 'reminder')
  then
    perform kith_private.fail('insufficient_scope', 'This API key lacks the scope reminders:write, and the file has reminders.');
  end if;
end
$$;
comment on function kith_private.check_import_scopes(uuid) is 'Refuses an import with reminders without the scope that they need.';

-- Queued for removal until they are attached, as an upload is while it is attached. Runs with the rights of the function's owner,
-- because clients do not reach the queue.
create function kith_private.reserve_import_photos(import uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  account constant uuid := auth.uid();
begin
  if not kith_private.may_import() then
    perform kith_private.not_found();
  end if;
  perform kith_private.check_quota('photo_bytes', (
    select coalesce(sum((o.metadata ->> 'size')::bigint), 0)::bigint from storage.objects o
    where o.bucket_id = 'kith-photos' and o.name ~>=~ (account || '/') and o.name ~<~ (account || '0')));
  insert into kith_private.photo_removals (path, owner_id, due_at)
  select r.photo_path, account, now() + interval '25 hours' from kith_private.import_rows r
  where r.owner_id = account and r.import_id = import and r.photo_path is not null;
end
$$;
comment on function kith_private.reserve_import_photos(uuid) is 'Reserves the paths of the photos of an import of the current user.';

create function kith_private.insert_import_rows(import uuid, items jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
begin
  insert into kith_private.import_rows (import_id, number, line, resource, action, uid, new_id, value, networks, notes, refs, photo_path, problem)
  select import, given.number, (item ->> 'line')::integer, coalesce(item ->> 'resource', 'contact'), case when item ? 'problem' then 'error' else 'create' end,
    item ->> 'uid', ids.id, nullif(item -> 'value', 'null'),
    array(select jsonb_array_elements_text(coalesce(item -> 'networks', '[]'))), coalesce(item -> 'notes', '[]'), nullif(item -> 'refs', 'null'),
    case when item ? 'photo' then format('%s/%s/%s.%s', owner, ids.id, gen_random_uuid(), item ->> 'photo') end, item ->> 'problem'
  from jsonb_array_elements(items) with ordinality given (item, number)
  cross join lateral (
    select coalesce(kith_private.imported_id(owner, item ->> 'uid'), gen_random_uuid()) as id offset 0) ids;
end
$$;
comment on function kith_private.insert_import_rows(uuid, jsonb) is 'Inserts the rows of an import, as the Edge Function has read them from the file.';

create function kith_api.create_import(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := kith_private.without_profile(arguments -> 'body');
  import constant uuid := gen_random_uuid();
  answer kith_api.answer;
begin
  delete from kith_private.imports i where i.id in (
    select kept.id from kith_private.imports kept order by kept.created_at desc, kept.id offset 2);
  insert into kith_private.imports (id, format, dropped, photos)
  values (import, body ->> 'format', body -> 'dropped', (select count(*) from jsonb_array_elements(body -> 'rows') item where item ? 'photo'));
  perform kith_private.insert_import_rows(import, body -> 'rows');
  perform kith_private.check_import_scopes(import);
  perform kith_private.match_uids(import), kith_private.match_keys(import, 'email'), kith_private.match_keys(import, 'phone'),
    kith_private.find_conflicts(import), kith_private.match_others(import), kith_private.part_same_uids(import),
    kith_private.match_profile(import), kith_private.suggest_by_name(import);
  update kith_private.imports i set counts = (
    select jsonb_build_object('create', count(*) filter (where r.action = 'create'), 'match', count(*) filter (where r.action = 'match'),
      'conflict', count(*) filter (where r.action = 'conflict'), 'error', count(*) filter (where r.action = 'error'))
    from kith_private.import_rows r where r.import_id = import)
  where i.id = import;
  answer := kith_private.answer_resource((select i.body from kith_api.imports i where i.id = import), 201::smallint);
  if (select i.photos from kith_private.imports i where i.id = import) > 0 then
    perform kith_private.reserve_import_photos(import);
    answer.body := concat(left(answer.body, -1), ',"uploads":', (
      select json_object_agg(r.number, r.photo_path) from kith_private.import_rows r where r.import_id = import and r.photo_path is not null), '}');
  end if;
  return answer;
end
$$;
comment on function kith_api.create_import(jsonb) is
  'Keeps what was read from a file as a preview, and finds what is there already. Body: format, dropped, and rows; the answer also has uploads, the paths of photos by the number of their row.';

create function kith_api.list_imports(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  found kith_private.page;
begin
  found := kith_private.find_page(arguments -> 'query', 'kith_private.imports', array[$sql$created_at > now() - interval '24 hours'$sql$],
    'created_at desc, id', finds_few => true);
  return kith_private.answer_page(found, (
    select string_agg((select i.body::text from kith_api.imports i where i.id = listed.id), ',' order by listed.position)
    from unnest(found.ids) with ordinality as listed (id, position)));
end
$$;
comment on function kith_api.list_imports(jsonb) is 'A page of imports, newest first. Query: page, pageSize.';

create function kith_api.get_import(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
begin
  return kith_private.answer_resource((select i.body from kith_api.imports i where i.id = (arguments ->> 'id')::uuid));
end
$$;
comment on function kith_api.get_import(jsonb) is 'One import.';

create function kith_private.contact_named(contact uuid) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return (select json_build_object('id', c.id, 'displayName', c.display_name) from kith.contacts c where c.id = contact);
end
$$;
comment on function kith_private.contact_named(uuid) is 'The id and name of a contact; null where there is none.';

create function kith_private.import_row_body(row_shown kith_private.import_rows) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return json_build_object('number', row_shown.number, 'line', row_shown.line, 'resource', row_shown.resource, 'action', row_shown.action,
    'value', row_shown.value, 'networks', row_shown.networks, 'notes', row_shown.notes, 'hasPhoto', row_shown.photo_path is not null,
    'contact', case when row_shown.resource = 'contact' then kith_private.contact_named(coalesce(row_shown.target_id, row_shown.match_id)) end,
    'matchedBy', row_shown.matched_by,
    'candidates', array(
      select named from unnest(row_shown.candidates) given (id) cross join lateral kith_private.contact_named(given.id) named where named is not null),
    'problem', row_shown.problem,
    'outcome', case row_shown.outcome when 'create' then 'created' when 'merge' then 'merged' when 'skip' then 'skipped' when 'fail' then 'failed' end);
end
$$;
comment on function kith_private.import_row_body(kith_private.import_rows) is 'A row of an import as the API shows it.';

create function kith_api.list_import_rows(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  query constant jsonb := coalesce(arguments -> 'query', '{}');
  import constant uuid := (select i.id from kith_api.imports i where i.id = (arguments ->> 'id')::uuid);
  page constant bigint := coalesce((query ->> 'page')::bigint, 1);
  size constant bigint := coalesce((query ->> 'pageSize')::bigint, 50);
  numbers integer[];
  place integer;
  shown kith_private.import_rows;
  skipped bigint;
  items text;
begin
  if import is null then
    perform kith_private.not_found();
  end if;
  numbers := array(
    select r.number from kith_private.import_rows r
    where r.import_id = import and (not query ? 'action' or r.action = query ->> 'action') order by r.number);
  skipped := least((page - 1) * size, cardinality(numbers));
  foreach place in array numbers[skipped + 1 : skipped + size] loop
    select r.* into shown from kith_private.import_rows r where r.import_id = import and r.number = place;
    items := kith_private.add_items(items, kith_private.import_row_body(shown)::text);
  end loop;
  return kith_private.answer_page((array[]::uuid[], page, size, cardinality(numbers))::kith_private.page, items);
end
$$;
comment on function kith_api.list_import_rows(jsonb) is 'A page of the rows of an import, in the order of the file. Query: action, page, pageSize.';

create function kith_api.delete_import(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  delete from kith_private.imports i where i.id = (arguments ->> 'id')::uuid and i.created_at > now() - interval '24 hours';
  return kith_private.answer_deleted(found);
end
$$;
comment on function kith_api.delete_import(jsonb) is 'Deletes an import; what it was applied to stays.';

grant execute on function kith_private.check_import_scopes(uuid), kith_private.reserve_import_photos(uuid),
  kith_private.insert_import_rows(uuid, jsonb), kith_private.contact_named(uuid), kith_private.import_row_body(kith_private.import_rows),
  kith_api.create_import(jsonb), kith_api.list_imports(jsonb), kith_api.get_import(jsonb), kith_api.list_import_rows(jsonb),
  kith_api.delete_import(jsonb) to authenticated;

-- sql/72_imports/40_decisions.sql

-- What applying an import does with each row, before anything is written.

create function kith_private.check_asked_rows(import uuid, asked jsonb) returns void
language plpgsql set search_path = '' set enable_nestloop = off set enable_mergejoin = off
as $$
declare
  errors constant jsonb := (
    select jsonb_agg(jsonb_build_object('in', 'body', 'pointer', format('/rows/%s/%s', given.place - 1, found.member),
      'code', found.code, 'message', found.message) order by given.place)
    from jsonb_array_elements(asked) with ordinality given (item, place)
    left join kith_private.import_rows r on r.import_id = import and r.number = (given.item ->> 'number')::integer
    cross join lateral (
      select 'number' as member, 'invalid_reference' as code, 'The import has no such row.' as message where r.number is null
      union all
      select 'number', 'invalid_format', 'This row could not be read, so it can only be skipped.'
      where r.action = 'error' and given.item ->> 'action' <> 'skip'
      union all
      select 'number', 'invalid_format', 'Only contacts can be merged.' where r.resource <> 'contact' and given.item ->> 'action' = 'merge'
      union all
      select 'contactId', 'required', 'This row matches no single contact: say which one.'
      where r.resource = 'contact' and r.action <> 'error' and given.item ->> 'action' = 'merge' and given.item ->> 'contactId' is null and r.match_id is null
      union all
      select 'contactId', 'invalid_reference', null
      where given.item ->> 'contactId' is not null and not exists (
        select from kith.contacts c where c.id = (given.item ->> 'contactId')::uuid)
      limit 1) found);
begin
  if errors is not null then
    perform kith_private.fail(case when errors @? '$[*] ? (@.pointer like_regex "contactId$" && @.code == "invalid_reference")'
      then 'invalid_reference' else 'validation_failed' end, errors => errors);
  end if;
end
$$;
comment on function kith_private.check_asked_rows(uuid, jsonb) is 'Refuses choices for rows that an import does not have, or that cannot be done.';

-- The preview may be some hours old: what was deleted since is created, what was merged since leads to where it went.
create function kith_private.decide_rows(import uuid, on_match text, asked jsonb) returns void
language plpgsql set search_path = '' set enable_nestloop = off set enable_mergejoin = off
as $$
declare
  present uuid[];
  taken uuid[];
begin
  update kith_private.import_rows r set action = 'create', match_id = null, matched_by = null
  where r.import_id = import and r.action = 'match' and r.resource not in ('contact', 'profile');
  perform kith_private.match_uids(import), kith_private.match_others(import), kith_private.set_finds_many(true);
  present := array(
    select c.id from kith_private.import_rows d join kith.contacts c on c.id = d.match_id where d.import_id = import and d.resource = 'contact');
  taken := array(
    select c.id from kith_private.import_rows d join kith.contacts c on c.id = d.new_id where d.import_id = import and d.resource = 'contact');
  perform kith_private.set_finds_many(false);
  update kith_private.import_rows r set
    outcome = case when decided.action = 'merge' and decided.target is null then 'create' else decided.action end,
    target_id = case decided.action
      when 'create' then case when decided.is_taken then gen_random_uuid() else r.new_id end
      when 'merge' then coalesce(decided.target, r.new_id)
      else decided.target end
  from (
    select d.number, found.target, found.is_taken, case
      when d.action = 'error' then 'skip'
      when given.item is not null then given.item ->> 'action'
      when d.action = 'conflict' then 'skip'
      when d.resource <> 'contact' then case when d.action = 'match' then 'skip' else 'create' end
      when found.target is not null then on_match
      else 'create' end as action
    from kith_private.import_rows d
    left join jsonb_array_elements(asked) given (item) on (given.item ->> 'number')::integer = d.number
    cross join lateral (
      select case when d.resource <> 'contact' then d.match_id else coalesce(
          (given.item ->> 'contactId')::uuid,
          case when d.match_id = any (present) then d.match_id
            when d.match_id is not null then (select m.into_id from kith_private.merged_among(array[d.match_id]) m) end) end as target,
        d.resource = 'contact' and d.new_id = any (taken) as is_taken offset 0) found
    where d.import_id = import) decided
  where r.import_id = import and r.number = decided.number;
  update kith_private.import_rows r set outcome = 'fail', problem = format('Line %s is merged into the same contact.', same.line)
  from (
    select o.number, first_value(o.line) over each as line, row_number() over each as place
    from kith_private.import_rows o where o.import_id = import and o.outcome = 'merge'
    window each as (partition by o.target_id order by o.number)) same
  where r.import_id = import and r.number = same.number and same.place > 1;
end
$$;
comment on function kith_private.decide_rows(uuid, text, jsonb) is
  'Notes for each row of an import what applying does with it: create, merge, skip or fail. on_match: for those that match a contact; asked: choices for single rows.';

grant execute on function kith_private.check_asked_rows(uuid, jsonb), kith_private.decide_rows(uuid, text, jsonb) to authenticated;

-- sql/72_imports/45_profile.sql

-- The profile of a document: it fills what is empty in that of the owner.

-- A key without the scope gets the rest of the file.
create function kith_private.without_profile(body jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  if kith_private.has_scope('profile:write') or (body -> 'rows' @> '[{"resource":"profile"}]') is not true then
    return body;
  end if;
  return body || jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(item order by place), '[]') from jsonb_array_elements(body -> 'rows') with ordinality given (item, place)
      where item ->> 'resource' is distinct from 'profile'),
    'dropped', (body -> 'dropped') || '[{"property":"profile: needs the scope profile:write","count":1}]');
end
$$;
comment on function kith_private.without_profile(jsonb) is
  'What was read from a file, without its profile where the credential of this request may not change that.';

create function kith_private.match_profile(import uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  given constant jsonb := (
    select r.value from kith_private.import_rows r where r.import_id = import and r.resource = 'profile' and r.action = 'create' limit 1);
  wrong text;
  filled jsonb;
begin
  if given is null then
    return;
  end if;
  wrong := case
    when given ? 'timezone' and kith_private.is_time_zone(given ->> 'timezone') is not true
      then '/profile/timezone: Must be a name of the IANA database, such as Europe/Paris.'
    when given ? 'country' and kith_private.calling_code(given ->> 'country') is null
      then '/profile/country: Must be a code of ISO 3166-1, such as FR.' end;
  filled := given - array(
    select unnest(array[case when p.name is not null then 'name' end, case when p.timezone <> 'UTC' then 'timezone' end,
      case when p.country is not null then 'country' end])
    from kith.profiles p where p.owner_id = (select auth.uid()));
  update kith_private.import_rows r set
    action = case when wrong is not null then 'error' when filled = '{}' then 'match' else 'create' end,
    value = case when wrong is null then coalesce(nullif(filled, '{}'), given) end,
    problem = wrong
  where r.import_id = import and r.resource = 'profile';
end
$$;
comment on function kith_private.match_profile(uuid) is
  'Compares the profile of an import with that of the current user: only members that are empty there, or as they were made, are left of it.';

-- Runs within kith_private.write_import.
create function kith_private.import_profile(owner uuid, import uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  given constant jsonb := (
    select r.value from kith_private.import_rows r
    where r.owner_id = owner and r.import_id = import and r.resource = 'profile' and r.outcome = 'create' limit 1);
  may constant boolean := kith_private.has_scope('profile:write');
  is_filled boolean := false;
begin
  if given is null then
    return;
  end if;
  if may then
    insert into kith.profiles (owner_id) values (owner) on conflict do nothing;
    update kith.profiles p set
      name = coalesce(p.name, given ->> 'name'),
      timezone = coalesce(nullif(p.timezone, 'UTC'), given ->> 'timezone', p.timezone),
      country = coalesce(p.country, given ->> 'country')
    where p.owner_id = owner and (p.name is null and given ? 'name' or p.timezone = 'UTC' and given ? 'timezone'
      or p.country is null and given ? 'country');
    is_filled := found;
  end if;
  update kith_private.import_rows r set
    outcome = case when not may then 'fail' when is_filled then 'merge' else 'skip' end, target_id = null,
    problem = case when not may then 'This API key lacks the scope profile:write.' end
  where r.owner_id = owner and r.import_id = import and r.resource = 'profile';
end
$$;
comment on function kith_private.import_profile(uuid, uuid) is 'Fills what is empty in the profile of the owner of an import.';

grant execute on function kith_private.without_profile(jsonb), kith_private.match_profile(uuid) to authenticated;

-- sql/72_imports/50_contacts.sql

-- Writes the contacts of an import. These functions run within kith_private.write_import, with the rights of its owner, because
-- clients may not choose ids; so each names the owner.

create function kith_private.import_network_names(owner uuid, import uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into kith.networks (owner_id, id, name, description, color)
  select owner, wanted.id, wanted.name, wanted.description, wanted.color
  from (
    select distinct on (lower(w.name collate "und-x-icu")) w.* from (
      select r.target_id as id, kith_private.trimmed(r.value ->> 'name') as name, r.value ->> 'description' as description, r.value ->> 'color' as color, 1 as rank, r.number
      from kith_private.import_rows r
      where r.owner_id = owner and r.import_id = import and r.resource = 'network' and r.outcome = 'create'
      union all
      select gen_random_uuid(), kith_private.trimmed(named), null, null, 2, r.number
      from kith_private.import_rows r cross join unnest(r.networks) named
      where r.owner_id = owner and r.import_id = import and r.resource = 'contact' and r.outcome in ('create', 'merge')) w
    where w.name is not null
    order by lower(w.name collate "und-x-icu"), w.rank, w.number) wanted
  where not exists (
    select from kith.networks n where n.owner_id = owner and lower(n.name collate "und-x-icu") = lower(wanted.name collate "und-x-icu"))
  order by wanted.number;
end
$$;
comment on function kith_private.import_network_names(uuid, uuid) is 'Makes the networks of an import that the owner does not have.';

create function kith_private.import_memberships(owner uuid, import uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into kith.contact_networks (owner_id, contact_id, network_id)
  select distinct owner, r.target_id, n.id
  from kith_private.import_rows r cross join unnest(r.networks) named
  cross join lateral (
    select n.id from kith.networks n
    where n.owner_id = owner and lower(n.name collate "und-x-icu") = lower(kith_private.trimmed(named) collate "und-x-icu") offset 0) n
  where r.owner_id = owner and r.import_id = import and r.resource = 'contact' and r.outcome in ('create', 'merge')
  order by 2, 3
  on conflict do nothing;
end
$$;
comment on function kith_private.import_memberships(uuid, uuid) is 'Adds the contacts of an import to their networks.';

create function kith_private.insert_imported(owner uuid, import uuid, numbers integer[]) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into kith.contacts (owner_id, id, first_name, last_name, nickname, company, job_title, emails, phones, urls, addresses,
    birthday, description, is_favorite, is_archived, contact_frequency_days, last_contacted_by_hand)
  select owner, r.target_id, body ->> 'firstName', body ->> 'lastName', body ->> 'nickname', body ->> 'company', body ->> 'jobTitle',
    coalesce(body -> 'emails', '[]'), coalesce(body -> 'phones', '[]'), coalesce(body -> 'urls', '[]'),
    coalesce(body -> 'addresses', '[]'), body ->> 'birthday', body ->> 'description', coalesce((body ->> 'isFavorite')::boolean, false),
    coalesce((body ->> 'isArchived')::boolean, false),
    (body ->> 'contactFrequencyDays')::integer, kith_private.local_instant(body ->> 'lastContactedAt', '00:00')
  from unnest(numbers) listed (number)
  cross join lateral (
    select o.target_id, o.value as body from kith_private.import_rows o
    where o.owner_id = owner and o.import_id = import and o.number = listed.number offset 0) r
  order by listed.number;
end
$$;
comment on function kith_private.insert_imported(uuid, uuid, integer[]) is 'Inserts the contacts of these rows of an import.';

-- In one statement. Where a constraint refuses a row, which the Edge Function should have found, one by one, so that only that
-- row fails.
create function kith_private.import_contacts(owner uuid, import uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  numbers constant integer[] := array(
    select r.number from kith_private.import_rows r
    where r.owner_id = owner and r.import_id = import and r.resource = 'contact' and r.outcome = 'create' order by r.number);
  single integer;
  violated text;
begin
  begin
    perform kith_private.insert_imported(owner, import, numbers);
    return;
  exception when check_violation then
    get stacked diagnostics violated = constraint_name;
    if violated like '%_quota_check' then
      raise;
    end if;
  end;
  foreach single in array numbers loop
    begin
      perform kith_private.insert_imported(owner, import, array[single]);
    exception when check_violation then
      get stacked diagnostics violated = constraint_name;
      update kith_private.import_rows r set outcome = 'fail', target_id = null,
        problem = format('The member %s is not valid.', (kith_private.violation('contacts', violated, '', null) ->> 'pointer'))
      where r.owner_id = owner and r.import_id = import and r.number = single;
    end;
  end loop;
end
$$;
comment on function kith_private.import_contacts(uuid, uuid) is 'Creates the contacts of an import that are new.';

create function kith_private.united_phones(items jsonb, others jsonb, calling_code text) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return items || (
    select coalesce(jsonb_agg(given.item order by given.place), '[]')
    from jsonb_array_elements(others) with ordinality as given (item, place)
    where not exists (
      select from jsonb_array_elements(items) present (item)
      where given.item ->> 'value' = present.item ->> 'value'
        or kith_private.phone_digits(given.item ->> 'value', calling_code) = kith_private.phone_digits(present.item ->> 'value', calling_code)));
end
$$;
comment on function kith_private.united_phones(jsonb, jsonb, text) is 'Phone numbers of two contacts, each once, however it is written.';

create type kith_private.united_lists as (
  number integer, target_id uuid, value jsonb, emails jsonb, phones jsonb, urls jsonb, addresses jsonb, is_too_long boolean);
comment on type kith_private.united_lists is
  'A row of an import that is merged, the lists that the contact then has, and whether one of them has more items than a contact may.';

create function kith_private.united_with_rows(owner uuid, import uuid) returns setof kith_private.united_lists
language plpgsql stable set search_path = ''
as $$
declare
  calling_code constant text := kith_private.own_calling_code();
begin
  return query
  select r.number, r.target_id, r.value, u.emails, u.phones, u.urls, u.addresses,
    greatest(jsonb_array_length(u.emails), jsonb_array_length(u.phones), jsonb_array_length(u.urls), jsonb_array_length(u.addresses)) > 20
  from kith_private.import_rows r
  cross join lateral (
    select c.emails, c.phones, c.urls, c.addresses from kith.contacts c where c.owner_id = owner and c.id = r.target_id offset 0) o
  cross join lateral (
    select
      kith_private.united_items('emails', o.emails, coalesce(kith_private.clean_items(r.value -> 'emails', '{value,label}'), '[]'), null) as emails,
      kith_private.united_phones(o.phones, coalesce(kith_private.clean_items(r.value -> 'phones', '{value,label}'), '[]'), calling_code) as phones,
      kith_private.united_items('urls', o.urls, coalesce(kith_private.clean_items(r.value -> 'urls', '{value,label}'), '[]'), null) as urls,
      kith_private.united_items('addresses', o.addresses,
        coalesce(kith_private.clean_items(r.value -> 'addresses', '{label,street,city,region,postalCode,country}'), '[]'), null) as addresses
    offset 0) u
  where r.owner_id = owner and r.import_id = import and r.resource = 'contact' and r.outcome = 'merge';
end
$$;
comment on function kith_private.united_with_rows(uuid, uuid) is 'The lists of contacts and of the rows of an import that are merged into them, each item once.';

-- Single fields are filled only where they are empty, so that what the owner has entered stays.
create function kith_private.merge_rows(owner uuid, import uuid) returns void
language plpgsql set search_path = '' set enable_mergejoin = off
as $$
declare
  merged constant kith_private.united_lists[] := array(select m from kith_private.united_with_rows(owner, import) m);
begin
  if merged = '{}' then
    return;
  end if;
  update kith_private.import_rows r set outcome = 'fail', target_id = null, problem = 'Together they have more than 20 items in a list.'
  from unnest(merged) m
  where r.owner_id = owner and r.import_id = import and r.number = m.number and m.is_too_long;
  update kith.contacts c set
    first_name = coalesce(c.first_name, m.value ->> 'firstName'),
    last_name = coalesce(c.last_name, m.value ->> 'lastName'),
    nickname = coalesce(c.nickname, m.value ->> 'nickname'),
    company = coalesce(c.company, m.value ->> 'company'),
    job_title = coalesce(c.job_title, m.value ->> 'jobTitle'),
    emails = m.emails, phones = m.phones, urls = m.urls, addresses = m.addresses,
    birthday = coalesce(c.birthday, m.value ->> 'birthday'),
    description = coalesce(c.description, m.value ->> 'description'),
    is_favorite = c.is_favorite or coalesce((m.value ->> 'isFavorite')::boolean, false),
    contact_frequency_days = coalesce(c.contact_frequency_days, (m.value ->> 'contactFrequencyDays')::integer),
    last_contacted_by_hand = greatest(c.last_contacted_by_hand, kith_private.local_instant(m.value ->> 'lastContactedAt', '00:00'))
  from unnest(merged) m
  where c.owner_id = owner and c.id = m.target_id and not m.is_too_long;
end
$$;
comment on function kith_private.merge_rows(uuid, uuid) is 'Merges rows of an import into contacts: lists are united, single fields filled where they are empty.';

-- So that the same file, and other parts of it, find the contacts that its uids were merged into.
create function kith_private.note_merged_uids(owner uuid, import uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into kith_private.merged_contacts as m (owner_id, id, into_id, change_set)
  select owner, r.new_id, r.target_id, (nullif(current_setting('kith.change', true), '')::jsonb ->> 'id')::uuid
  from kith_private.import_rows r
  where r.owner_id = owner and r.import_id = import and r.resource = 'contact' and r.uid is not null and r.outcome in ('merge', 'skip')
    and r.target_id <> r.new_id and r.uid <> r.target_id::text
    and not exists (select from kith.contacts c where c.owner_id = owner and c.id = r.new_id offset 0)
  on conflict (owner_id, id) do update set into_id = excluded.into_id, change_set = excluded.change_set
  where m.into_id <> excluded.into_id;
end
$$;
comment on function kith_private.note_merged_uids(uuid, uuid) is 'Notes which contacts the uids of an import lead to, where these have other ids.';

-- Of photos whose bytes have arrived; a contact keeps the one it has.
create function kith_private.attach_imported_photos(owner uuid, import uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  with arrived as materialized (
    select r.target_id, r.photo_path from kith_private.import_rows r
    where r.owner_id = owner and r.import_id = import and r.photo_path is not null and r.outcome in ('create', 'merge')
      and exists (select from storage.objects o where o.bucket_id = 'kith-photos' and o.name = r.photo_path offset 0)
      and (select c.photo_path is null from kith.contacts c where c.owner_id = owner and c.id = r.target_id)),
  taken as (
    delete from kith_private.photo_removals p where p.path = any (array(select a.photo_path from arrived a)) and p.due_at > now() returning p.path)
  update kith.contacts c set photo_path = a.photo_path
  from arrived a join taken t on t.path = a.photo_path
  where c.owner_id = owner and c.id = a.target_id;
end
$$;
comment on function kith_private.attach_imported_photos(uuid, uuid) is 'Gives contacts of an import their photos.';

-- sql/72_imports/55_reminders.sql

-- Writes the reminders of an import.

-- As restored rows, so that a recurring reminder that is completed makes no second next one beside that of the file. Whether
-- somebody has changed a reminder since it was made is told by its stamps: opening the one before it again deletes it only
-- where nobody has (kith_private.is_as_made).
create function kith_private.import_reminders(owner uuid, import uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform set_config('kith.restoring', 'on', true);
  insert into kith.reminders (owner_id, id, contact_ids, title, description, due_at, completed, completed_at, recurrence, recurrence_from, created_at)
  select owner, r.target_id, coalesce(r.about, '{}'), r.value ->> 'title', r.value ->> 'description',
    kith_private.local_instant(r.value ->> 'dueAt', '09:00'), coalesce((r.value ->> 'completed')::boolean, false),
    least((r.value ->> 'completedAt')::timestamptz, now()), r.value ->> 'recurrence', coalesce(r.value ->> 'recurrenceFrom', 'due'),
    case when (r.refs -> 'isAsMade')::boolean then now() else now() - interval '1 millisecond' end
  from kith_private.import_rows r
  where r.owner_id = owner and r.import_id = import and r.resource = 'reminder' and r.outcome = 'create'
  order by r.number
  on conflict do nothing;
  perform kith_private.link_next_reminders(owner, import);
  perform set_config('kith.restoring', '', true);
end
$$;
comment on function kith_private.import_reminders(uuid, uuid) is 'Makes the reminders of an import.';

-- After all of them, so that undoing, which goes backwards, takes the links away before the reminders.
create function kith_private.link_next_reminders(owner uuid, import uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  made constant jsonb := (
    select jsonb_object_agg(r.uid, r.target_id order by r.number desc) from kith_private.import_rows r
    where r.owner_id = owner and r.import_id = import and r.resource = 'reminder' and r.uid is not null and r.target_id is not null);
begin
  update kith.reminders d set next_id = linked.next_id
  from (
    select r.target_id as id, n.id as next_id
    from kith_private.import_rows r
    cross join lateral (
      select n.id from kith.reminders n
      where n.owner_id = owner and n.id in ((made ->> (r.refs ->> 'nextUid'))::uuid,
        kith_private.as_uuid(r.refs ->> 'nextUid'), kith_private.imported_id(owner, r.refs ->> 'nextUid'))
      order by n.id = (made ->> (r.refs ->> 'nextUid'))::uuid desc nulls last limit 1) n
    where r.owner_id = owner and r.import_id = import and r.resource = 'reminder' and r.outcome = 'create' and r.refs ? 'nextUid') linked
  where d.owner_id = owner and d.id = linked.id and d.id <> linked.next_id;
end
$$;
comment on function kith_private.link_next_reminders(uuid, uuid) is
  'Notes which reminder came after each of an import, of this import or of another part of the file.';

-- sql/72_imports/60_others.sql

-- Writes the note types and notes of an import, and answers what was done.

-- A note of a file does not mean that the owner was in touch on the day of the import.
create function kith_private.imported_note_type(owner uuid) returns uuid
language plpgsql set search_path = ''
as $$
declare
  type_id uuid;
begin
  select t.id into type_id from kith.note_types t where t.owner_id = owner and lower(t.name collate "und-x-icu") = 'imported';
  if type_id is null then
    insert into kith.note_types (owner_id, name, counts_as_contact) values (owner, 'Imported', false) returning id into type_id;
  end if;
  return type_id;
end
$$;
comment on function kith_private.imported_note_type(uuid) is 'The note type of notes that came with contacts of a file; made where the owner has none of the name Imported.';

create function kith_private.import_contact_notes(owner uuid, import uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  type_id uuid;
begin
  if not exists (
    select from kith_private.import_rows r
    where r.owner_id = owner and r.import_id = import and r.outcome in ('create', 'merge') and r.notes <> '[]')
  then
    return;
  end if;
  type_id := kith_private.imported_note_type(owner);
  insert into kith.notes (owner_id, contact_ids, note_type_id, content, occurred_at)
  select owner, array[given.target_id], type_id, given.content, given.at from (
    select distinct on (r.number, item ->> 'content') r.number, place, r.target_id, item ->> 'content' as content,
      least(coalesce(kith_private.local_instant(item ->> 'occurredAt', '00:00'), now()), now()) as at
    from kith_private.import_rows r cross join lateral jsonb_array_elements(r.notes) with ordinality note (item, place)
    where r.owner_id = owner and r.import_id = import and r.resource = 'contact' and r.outcome in ('create', 'merge')
    order by r.number, item ->> 'content', place) given
  where not exists (
    select from kith.notes n where n.owner_id = owner and n.contact_id = given.target_id and n.content = given.content offset 0)
  order by given.number, given.place;
end
$$;
comment on function kith_private.import_contact_notes(uuid, uuid) is 'Makes the notes that the contacts of an import came with, each content once for a contact.';

create function kith_private.import_note_types(owner uuid, import uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into kith.note_types (owner_id, id, name, icon, color, counts_as_contact)
  select owner, w.id, w.name, w.body ->> 'icon', w.body ->> 'color', coalesce((w.body ->> 'countsAsContact')::boolean, true)
  from (
    select distinct on (lower(r.value ->> 'name' collate "und-x-icu")) r.target_id as id, r.value ->> 'name' as name, r.value as body, r.number
    from kith_private.import_rows r
    where r.owner_id = owner and r.import_id = import and r.resource = 'note_type' and r.outcome = 'create'
    order by lower(r.value ->> 'name' collate "und-x-icu"), r.number) w
  where not exists (
    select from kith.note_types t where t.owner_id = owner and lower(t.name collate "und-x-icu") = lower(w.name collate "und-x-icu"))
  order by w.number;
  -- Others of the same name are that one.
  update kith_private.import_rows r set outcome = 'skip', target_id = t.id
  from kith.note_types t
  where r.owner_id = owner and r.import_id = import and r.resource = 'note_type' and r.outcome = 'create' and t.owner_id = owner
    and lower(t.name collate "und-x-icu") = lower(r.value ->> 'name' collate "und-x-icu") and t.id <> r.target_id;
end
$$;
comment on function kith_private.import_note_types(uuid, uuid) is 'Makes the note types of an import that the owner does not have.';

-- Contacts of this import, and those that its other parts have brought.
create function kith_private.resolve_contacts(owner uuid, import uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  uids constant text[] := array(
    select distinct named.uid from kith_private.import_rows r
    cross join lateral jsonb_array_elements_text(r.refs -> 'contactUids') named (uid)
    where r.owner_id = owner and r.import_id = import and r.resource in ('note', 'reminder') and r.outcome = 'create');
  found jsonb;
begin
  if uids = '{}' then
    return;
  end if;
  select jsonb_object_agg(f.uid, f.contact_id) into found from kith_private.contacts_of_uids(uids) f;
  found := coalesce(found, '{}') || coalesce((
    select jsonb_object_agg(r.uid, r.target_id) from kith_private.import_rows r
    where r.owner_id = owner and r.import_id = import and r.resource = 'contact' and r.uid = any (uids) and r.target_id is not null), '{}');
  update kith_private.import_rows r set about = array(
    select (found ->> given.uid)::uuid
    from jsonb_array_elements_text(r.refs -> 'contactUids') with ordinality given (uid, place)
    where found ? given.uid group by 1 order by min(given.place))
  where r.owner_id = owner and r.import_id = import and r.resource in ('note', 'reminder') and r.outcome = 'create';
end
$$;
comment on function kith_private.resolve_contacts(uuid, uuid) is 'Finds the contacts that the notes and reminders of an import are about.';

create function kith_private.import_notes(owner uuid, import uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into kith.notes (owner_id, id, contact_ids, note_type_id, content, occurred_at)
  select owner, r.target_id, coalesce(r.about, '{}'), coalesce(
      (select o.target_id from kith_private.import_rows o
        where o.owner_id = owner and o.import_id = import and o.resource = 'note_type' and o.uid = r.refs ->> 'noteTypeUid' order by o.number limit 1),
      (select t.id from kith.note_types t
        where t.owner_id = owner and t.id in (kith_private.as_uuid(r.refs ->> 'noteTypeUid'), kith_private.imported_id(owner, r.refs ->> 'noteTypeUid')) limit 1)),
    r.value ->> 'content', least(coalesce(kith_private.local_instant(r.value ->> 'occurredAt', '00:00'), now()), now() + interval '1 day')
  from kith_private.import_rows r
  where r.owner_id = owner and r.import_id = import and r.resource = 'note' and r.outcome = 'create'
  order by r.number
  on conflict do nothing;
end
$$;
comment on function kith_private.import_notes(uuid, uuid) is 'Makes the notes of an import.';

-- The triggers count the contacts and notes of an owner once a minute, which suffices for single ones.
create function kith_private.check_imported_quotas(owner uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform kith_private.check_quota('contacts', (select count(*) from kith.contacts c where c.owner_id = owner)),
    kith_private.check_quota('notes', (select count(*) from kith.notes n where n.owner_id = owner));
end
$$;
comment on function kith_private.check_imported_quotas(uuid) is 'Refuses an import that goes over a quota.';

create function kith_private.write_import(import uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
begin
  if not kith_private.may_import() then
    perform kith_private.not_found();
  end if;
  -- The profile comes first, because its time zone says when a day and a recurring reminder begin.
  perform kith_private.import_profile(owner, import);
  perform kith_private.import_network_names(owner, import), kith_private.import_note_types(owner, import),
    kith_private.import_contacts(owner, import), kith_private.merge_rows(owner, import),
    kith_private.note_merged_uids(owner, import), kith_private.import_memberships(owner, import),
    kith_private.import_contact_notes(owner, import), kith_private.resolve_contacts(owner, import),
    kith_private.import_notes(owner, import), kith_private.import_reminders(owner, import),
    kith_private.attach_imported_photos(owner, import), kith_private.check_imported_quotas(owner);
end
$$;
comment on function kith_private.write_import(uuid) is 'Writes what was decided about the rows of an import of the current user.';

create function kith_api.apply_import(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
  asked constant jsonb := coalesce(body -> 'rows', '[]');
  import kith_private.imports;
begin
  select i.* into import from kith_private.imports i
  where i.id = (arguments ->> 'id')::uuid and i.created_at > now() - interval '24 hours' for update;
  if not found then
    perform kith_private.not_found();
  end if;
  -- An import is applied once: a repeated request, as after a lost answer, is told what the first one did.
  if import.applied_at is null then
    perform kith_private.check_import_scopes(import.id), kith_private.check_asked_rows(import.id, asked);
    perform kith_private.decide_rows(import.id, body ->> 'onMatch', asked);
    perform kith_private.write_import(import.id);
    update kith_private.imports i set applied_at = now(),
      applied_activity_id = case when coalesce(current_setting('kith.change_set', true), '') <> ''
        then (nullif(current_setting('kith.change', true), '')::jsonb ->> 'id')::uuid end,
      result = (
        select jsonb_build_object('created', count(*) filter (where r.outcome = 'create'), 'merged', count(*) filter (where r.outcome = 'merge'),
          'skipped', count(*) filter (where r.outcome = 'skip'), 'failed', count(*) filter (where r.outcome = 'fail'))
        from kith_private.import_rows r where r.import_id = import.id)
    where i.id = import.id;
  end if;
  return (200, (
    select (i.body::jsonb || p.result)::text from kith_api.imports i join kith_private.imports p on p.id = i.id
    where i.id = import.id))::kith_api.answer;
end
$$;
comment on function kith_api.apply_import(jsonb) is 'Writes what an import has, in one change set. Body: onMatch (merge, skip or create), rows.';

grant execute on function kith_private.write_import(uuid), kith_api.apply_import(jsonb) to authenticated;

insert into kith_private.operations (name, resource, verb, scopes, writes, tagged, read_by, locked_table) values
  ('create_import', 'import', 'create', '{contacts:write,networks:write,notes:write}', true, false, null, null),
  ('list_imports', 'import', 'list', '{contacts:write,networks:write,notes:write}', false, false, null, null),
  ('get_import', 'import', 'get', '{contacts:write,networks:write,notes:write}', false, true, null, null),
  ('list_import_rows', 'import', 'list', '{contacts:write,networks:write,notes:write}', false, false, null, null),
  ('apply_import', 'import', 'apply', '{contacts:write,networks:write,notes:write}', true, false, null, null),
  ('delete_import', 'import', 'delete', '{contacts:write,networks:write,notes:write}', true, false, 'get_import', 'kith_private.imports');

-- sql/74_exports/10_operations.sql

-- Exports. They are read page by page in one transaction, as of its beginning; ADR 39 says why.

create function kith_private.longest_lists(filters kith_private.contact_filters) returns json
language plpgsql stable set search_path = '' set enable_sort = off set enable_bitmapscan = off
as $$
declare
  longest json;
begin
  perform kith_private.set_finds_many(true);
  execute format($sql$
    select json_build_object('emails', coalesce(max(jsonb_array_length(emails)), 0), 'phones', coalesce(max(jsonb_array_length(phones)), 0),
      'urls', coalesce(max(jsonb_array_length(urls)), 0), 'addresses', coalesce(max(jsonb_array_length(addresses)), 0))
    from kith.contacts where %s$sql$, coalesce(nullif(array_to_string(filters.conditions, ' and '), ''), 'true'))
    into longest using filters.query;
  perform kith_private.set_finds_many(false);
  return longest;
end
$$;
comment on function kith_private.longest_lists(kith_private.contact_filters) is
  'How many items the longest lists of the contacts have, for the columns of a table.';

-- In the order of the primary key, so that each page goes on where the one before ended, however long the list is.
create function kith_private.export_ids(part text, filters kith_private.contact_filters, after uuid, at_most integer) returns uuid[]
language plpgsql stable set search_path = '' set enable_sort = off set enable_bitmapscan = off
as $$
declare
  conditions constant text[] := case when after is not null then '{id > $2}'::text[] end
    || case when part = 'contacts' then filters.conditions end;
  ids uuid[];
begin
  perform kith_private.set_finds_many(true);
  execute format('select array(select id from kith.%I where %s order by id limit $3)', part,
    coalesce(nullif(array_to_string(conditions, ' and '), ''), 'true')) into ids using filters.query, after, at_most;
  perform kith_private.set_finds_many(false);
  return ids;
end
$$;
comment on function kith_private.export_ids(text, kith_private.contact_filters, uuid, integer) is
  'The next ids of a part of an export. part: a table; the filters are for contacts only.';

create function kith_private.export_lines(part text, ids uuid[]) returns text
language plpgsql stable set search_path = ''
as $$
declare
  lines text;
begin
  execute format($sql$
    select string_agg(%L || (select v.body::text from kith_api.%I v where v.id = listed.id), E'\n' order by listed.position)
    from unnest($1) with ordinality as listed (id, position)$sql$, part || ' ', part) into lines using ids;
  return lines;
end
$$;
comment on function kith_private.export_lines(text, uuid[]) is
  'Rows of a part of an export, a line each: the name of the part, a space, and the JSON as the API shows it.';

-- Contacts and notes can be long: how many are read at a time depends on how long those before were.
create function kith_private.export_page(
  parts text[], filters kith_private.contact_filters, place jsonb, details jsonb default '{}') returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  most_bytes constant integer := 1048576;
  rows_left integer := 500;
  position integer := coalesce(array_position(parts, place ->> 'part'), 1);
  after uuid := place ->> 'after';
  ids uuid[];
  lines text[] := '{}';
  more text;
  bytes integer := 0;
  portion integer := 10;
begin
  -- Others of the owner wait, and get 503 when that takes long, so that nobody occupies all connections.
  perform pg_advisory_xact_lock(hashtextextended('kith.export:' || auth.uid(), 0));
  while position <= cardinality(parts) and rows_left > 0 and bytes < most_bytes loop
    if parts[position] = 'profile' then
      lines := lines || ('profile ' || kith_private.profile_body()::text);
      position := position + 1;
      continue;
    end if;
    portion := least(portion, rows_left);
    ids := kith_private.export_ids(parts[position], filters, after, portion);
    if cardinality(ids) > 0 then
      more := kith_private.export_lines(parts[position], ids);
      lines := lines || more;
      bytes := bytes + octet_length(more);
      rows_left := rows_left - cardinality(ids);
      after := ids[cardinality(ids)];
    end if;
    if cardinality(ids) < portion then
      position := position + 1;
      after := null;
      portion := 10;
    else
      portion := greatest(1, least(rows_left, (most_bytes - bytes)::bigint * cardinality(ids) / octet_length(more)));
    end if;
  end loop;
  return (200, array_to_string(array[(jsonb_build_object(
      'at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'next', case when position <= cardinality(parts) then jsonb_build_object('part', parts[position], 'after', after) end)
    || details)::text] || lines, E'\n'))::kith_api.answer;
end
$$;
comment on function kith_private.export_page(text[], kith_private.contact_filters, jsonb, jsonb) is
  'A page of an export, as lines: the instant, where the next page begins, and details; then rows as export_lines has them, at most 500 or '
  'about 1 MiB. place: where the page begins, null for the first one.';

create function kith_api.export_contacts(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  query constant jsonb := coalesce(arguments -> 'query', '{}');
  filters constant kith_private.contact_filters := kith_private.read_contact_filters(query);
  is_first_of_table constant boolean := query ->> 'format' = 'csv' and not query ? 'place';
begin
  return kith_private.export_page('{networks,contacts}', filters, query -> 'place',
    case when is_first_of_table then jsonb_build_object('longest', kith_private.longest_lists(filters)) else '{}' end);
end
$$;
comment on function kith_api.export_contacts(jsonb) is
  'A page of an export of contacts, after the networks. Query: the filters of list_contacts, format, place.';

create function kith_api.export_account(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
begin
  return kith_private.export_page('{profile,networks,note_types,contacts,notes,reminders}', ('{}', '{}'), arguments -> 'query' -> 'place');
end
$$;
comment on function kith_api.export_account(jsonb) is 'A page of an export of everything. Query: place.';

grant execute on function kith_private.longest_lists(kith_private.contact_filters),
  kith_private.export_ids(text, kith_private.contact_filters, uuid, integer), kith_private.export_lines(text, uuid[]),
  kith_private.export_page(text[], kith_private.contact_filters, jsonb, jsonb),
  kith_api.export_contacts(jsonb), kith_api.export_account(jsonb) to authenticated;

insert into kith_private.operations (name, resource, verb, scopes, writes) values
  ('export_contacts', 'contact', 'export', '{contacts:read}', false),
  ('export_account', 'account', 'export', '{contacts:read,networks:read,notes:read,reminders:read,profile:read}', false);

-- sql/76_calendar/10_table.sql

-- The calendar feed of an account, for calendar apps, which know no credential but the feed's URL.

create table kith_private.calendars (
  owner_id uuid primary key default auth.uid() references auth.users (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  hash bytea not null unique constraint calendars_hash_check check (octet_length(hash) = 32)
);
comment on table kith_private.calendars is 'Calendar feeds that are switched on, at most one of each account.';
comment on column kith_private.calendars.owner_id is 'Whose calendar it is.';
comment on column kith_private.calendars.hash is 'SHA-256 of the secret in the feed''s URL.';
comment on column kith_private.calendars.created_at is 'When the secret was made.';

alter table kith_private.calendars enable row level security;
grant select (owner_id, created_at), insert (owner_id, hash), update (hash, created_at), delete on kith_private.calendars to authenticated;

create policy "Owners read their calendar" on kith_private.calendars
  for select to authenticated using ((select kith_private.owner_id()) = owner_id);
create policy "Owners make their calendar" on kith_private.calendars
  for insert to authenticated with check ((select kith_private.owner_id()) = owner_id);
create policy "Owners change their calendar" on kith_private.calendars
  for update to authenticated using ((select kith_private.owner_id()) = owner_id) with check ((select kith_private.owner_id()) = owner_id);
create policy "Owners delete their calendar" on kith_private.calendars
  for delete to authenticated using ((select kith_private.owner_id()) = owner_id);
create policy "Limited keys do not reach calendars" on kith_private.calendars as restrictive
  for all to kith_limited using (false);

-- sql/76_calendar/20_operations.sql

create function kith_api.get_calendar(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  made timestamptz;
begin
  select c.created_at into made from kith_private.calendars c;
  return (200, json_build_object('isEnabled', made is not null,
    'createdAt', to_char(made at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::kith_api.answer;
end
$$;
comment on function kith_api.get_calendar(jsonb) is 'Whether the calendar feed is switched on, and since when it has its secret.';

create function kith_api.create_calendar(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  secret_hash constant bytea := decode(arguments ->> 'hash', 'hex');
begin
  -- Not excluded.hash, for which the hash would have to be readable.
  insert into kith_private.calendars (hash) values (secret_hash)
  on conflict (owner_id) do update set hash = secret_hash, created_at = now();
  return kith_api.get_calendar(arguments);
end
$$;
comment on function kith_api.create_calendar(jsonb) is 'Switches the calendar feed on, or gives it a new secret, by its hash.';

create function kith_api.delete_calendar(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  delete from kith_private.calendars c where c.owner_id = (select auth.uid());
  return (204, null)::kith_api.answer;
end
$$;
comment on function kith_api.delete_calendar(jsonb) is 'Switches the calendar feed off; it may be off already.';

create function kith_private.feed_birthdays(at_most integer) returns json
language plpgsql stable set search_path = ''
as $$
declare
  today constant text := to_char(kith_private.today(), 'MM-DD');
begin
  return (
    select coalesce(json_agg(json_build_object('id', c.id, 'name', c.display_name, 'birthday', c.birthday,
      'updatedAt', to_char(c.updated_at at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"')) order by c.id), '[]')
    from (
      select * from kith.contacts c where c.birthday is not null and not c.is_archived
      order by right(c.birthday, 5) < today, right(c.birthday, 5), c.id limit at_most) c);
end
$$;
comment on function kith_private.feed_birthdays(integer) is 'At most so many birthdays for the calendar feed, those that come next.';

create function kith_private.feed_due_contacts(at_most integer) returns json
language plpgsql stable set search_path = ''
as $$
declare
  zone constant text := kith_private.time_zone();
begin
  return (
    select coalesce(json_agg(json_build_object('id', c.id, 'name', c.display_name,
      'day', to_char(least(date '9999-12-31',
        (coalesce(c.last_contacted_at, c.created_at) at time zone zone)::date + c.contact_frequency_days), 'YYYYMMDD'),
      'updatedAt', to_char(c.updated_at at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"')) order by c.id), '[]')
    from (
      select * from kith.contacts c where c.next_contact_on_utc is not null and not c.is_archived
      order by c.next_contact_on_utc, c.id limit at_most) c);
end
$$;
comment on function kith_private.feed_due_contacts(integer) is 'At most so many contacts for the calendar feed, with the day on which they are due, the first ones.';

-- What comes after the open reminder of a series, as completing it in time would make it. The local time is that of the
-- rule, because the instant has another one on a day on which the clocks skip it.
create function kith_private.feed_series(reminder kith.reminders, zone text) returns json
language plpgsql stable set search_path = ''
as $$
declare
  next kith_private.recurring;
  rule kith_private.recurrence_rule;
  until timestamptz;
begin
  if reminder.recurrence is null or reminder.recurrence_from <> 'due' then
    return null;
  end if;
  next := kith_private.next_recurring((reminder.due_at, reminder.recurrence, reminder.recurrence_start), reminder.due_at, 'due', zone);
  if next.due_at is null then
    return null;
  end if;
  rule := kith_private.parsed_rule(next.recurrence);
  until := coalesce(rule.until_instant, (rule.until_day + time '23:59:59') at time zone zone);
  return json_build_object(
    'start', to_char((next.due_at at time zone zone)::date + next.recurrence_start::time, 'YYYYMMDD"T"HH24MISS'),
    'rule', next.recurrence,
    'startMonth', extract(month from next.recurrence_start), 'startDay', extract(day from next.recurrence_start),
    'until', to_char(until at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"'),
    'localUntil', to_char(until at time zone zone, 'YYYYMMDD"T"HH24MISS'));
end
$$;
comment on function kith_private.feed_series(kith.reminders, text) is
  'The occurrences after an open reminder, for the calendar feed; null where there are none, or where they depend on when it is completed.';

create function kith_private.feed_reminders(at_most integer) returns json
language plpgsql stable set search_path = ''
as $$
declare
  zone constant text := kith_private.time_zone();
begin
  return (
    select coalesce(json_agg(json_build_object('id', r.id, 'title', r.title, 'description', r.description,
      'dueAt', to_char(r.due_at at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"'),
      'series', kith_private.feed_series(r, zone),
      'updatedAt', to_char(r.updated_at at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"')) order by r.id), '[]')
    from (
      select r.* from kith.reminders r where not r.completed and r.due_at is not null order by r.due_at, r.id limit at_most) r);
end
$$;
comment on function kith_private.feed_reminders(integer) is 'At most so many open reminders for the calendar feed, those that are due first.';

create function kith_api.get_calendar_feed(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
begin
  return (200, json_build_object(
    'timezone', kith_private.time_zone(), 'year', extract(year from kith_private.today()),
    'birthdays', kith_private.feed_birthdays(2000), 'contacts', kith_private.feed_due_contacts(1000),
    'reminders', kith_private.feed_reminders(1000)))::kith_api.answer;
end
$$;
comment on function kith_api.get_calendar_feed(jsonb) is 'What the calendar feed shows. Only the secret in its URL is good for this operation.';

grant execute on function kith_private.parsed_rule(text), kith_private.first_instant(timestamp, text),
  kith_private.occurrence(kith_private.recurrence_rule, timestamp, integer),
  kith_private.next_occurrence(kith_private.recurrence_rule, timestamp, timestamptz, text),
  kith_private.next_recurring(kith_private.recurring, timestamptz, text, text) to authenticated;
grant execute on function kith_private.feed_birthdays(integer), kith_private.feed_due_contacts(integer),
  kith_private.feed_series(kith.reminders, text), kith_private.feed_reminders(integer), kith_api.get_calendar(jsonb),
  kith_api.create_calendar(jsonb), kith_api.delete_calendar(jsonb), kith_api.get_calendar_feed(jsonb) to authenticated;

insert into kith_private.operations (name, resource, verb, scopes, writes, needs_access_token, needs_calendar_secret, tagged) values
  ('get_calendar', 'calendar', 'get', '{}', false, true, false, false),
  ('create_calendar', 'calendar', 'create', '{}', true, true, false, false),
  ('delete_calendar', 'calendar', 'delete', '{}', true, true, false, false),
  ('get_calendar_feed', 'calendar', 'get', '{}', false, false, true, true);

-- sql/80_activity/10_tables.sql

-- The log of changes: who changed which rows, and what they were before. ADR 30 says why it is a log.

-- Checking foreign keys would take a fifth of the time of logging. An account is locked while its log is written, and
-- change_logs, which is deleted with it, deletes the rest.
create table kith_private.change_sets (
  owner_id uuid not null,
  number bigint not null,
  id uuid not null,
  at timestamptz(3) not null default now(),
  actor_kind text not null,
  actor_id uuid,
  actor_name text,
  request_id text,
  operation text,
  undoes uuid[] not null default '{}',
  undone_by uuid,
  primary key (owner_id, id),
  constraint change_sets_number_key unique (owner_id, number) include (id, at, actor_id)
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);
comment on table kith_private.change_sets is 'What one request, or one transaction outside the API, changed for an owner.';
comment on column kith_private.change_sets.owner_id is 'Whose rows were changed.';
comment on column kith_private.change_sets.number is 'Order of the owner''s change sets, which is the order of their commits.';
comment on column kith_private.change_sets.id is 'Identifies the change set for clients.';
comment on column kith_private.change_sets.at is 'When the transaction began.';
comment on column kith_private.change_sets.actor_kind is 'api_key, connection, access_token, or database: an administrator or a server of the project.';
comment on column kith_private.change_sets.actor_id is 'The API key or connection, or the account of the access token.';
comment on column kith_private.change_sets.actor_name is 'Name of the API key or connection at that time, or the role in the database.';
comment on column kith_private.change_sets.request_id is 'X-Request-Id of the request.';
comment on column kith_private.change_sets.operation is 'The operation of the API; null outside the API.';
comment on column kith_private.change_sets.undoes is 'The change sets that this one undid.';
comment on column kith_private.change_sets.undone_by is 'The change set that undid this one, unless that was undone too.';

create table kith_private.changes (
  owner_id uuid not null,
  set_number bigint not null,
  position integer not null,
  resource text not null,
  resource_id uuid not null,
  network_id uuid,
  action text not null,
  name text,
  before jsonb,
  after jsonb,
  is_shown boolean not null,
  total_bytes bigint not null,
  primary key (owner_id, set_number, position)
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);
comment on table kith_private.changes is 'Each row that was changed: the fields that changed, before and after.';
comment on column kith_private.changes.owner_id is 'Whose row it is.';
comment on column kith_private.changes.set_number is 'The change set.';
comment on column kith_private.changes.position is 'Order within the change set, from 1.';
comment on column kith_private.changes.resource is 'Kind of resource, a row of logged_tables.';
comment on column kith_private.changes.resource_id is 'The resource; of a membership the contact.';
comment on column kith_private.changes.network_id is 'The network of a membership.';
comment on column kith_private.changes.action is 'create, update or delete.';
comment on column kith_private.changes.name is 'Name of the resource at that time, or the beginning of a note.';
comment on column kith_private.changes.before is
  'Columns and values before: all of a deleted row, of a changed one those that changed. Null for a new row, and when erased.';
comment on column kith_private.changes.after is 'Columns and values after, likewise. Null for a deleted row, and when erased.';
comment on column kith_private.changes.is_shown is
  'Whether more than derived columns and updated_at changed. Other changes are kept for copies and for undoing only.';
comment on column kith_private.changes.total_bytes is 'About how many bytes the owner''s log had grown to, this change included.';

-- Of one resource: its history, whether it was changed later, and what to erase.
create index changes_resource_id_idx on kith_private.changes (owner_id, resource_id, set_number, position);
create index changes_deleted_idx on kith_private.changes (owner_id, set_number, position)
  where action = 'delete' and resource <> 'membership';

create table kith_private.change_logs (
  owner_id uuid primary key references auth.users (id) on delete cascade,
  oldest_at timestamptz,
  purged_set bigint not null default 0,
  purged_id uuid,
  purged_position integer not null default 0
);
comment on table kith_private.change_logs is 'How far the log of each owner reaches back.';
comment on column kith_private.change_logs.owner_id is 'Whose log it is.';
comment on column kith_private.change_logs.oldest_at is 'When its oldest change set was written; null where the log is empty.';
comment on column kith_private.change_logs.purged_set is 'Change set of the last change that was deleted from the log.';
comment on column kith_private.change_logs.purged_id is 'Id of that change set.';
comment on column kith_private.change_logs.purged_position is 'Position of that change.';
create index change_logs_oldest_at_idx on kith_private.change_logs (oldest_at);

create function kith_private.delete_log() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from kith_private.changes c where c.owner_id = old.owner_id;
  delete from kith_private.change_sets s where s.owner_id = old.owner_id;
  return null;
end
$$;
comment on function kith_private.delete_log() is 'Deletes the log of an account that is deleted.';
create trigger delete_log after delete on kith_private.change_logs
  for each row execute function kith_private.delete_log();

create table kith_private.logged_tables (
  resource text primary key,
  source regclass not null,
  finds text not null,
  derived text[] not null default '{}'
);
comment on table kith_private.logged_tables is 'The tables whose changes are logged.';
comment on column kith_private.logged_tables.resource is 'Kind of resource that the table holds.';
comment on column kith_private.logged_tables.source is 'The table.';
comment on column kith_private.logged_tables.finds is
  'Condition, as SQL, that finds the row t of the owner that a change c is about.';
comment on column kith_private.logged_tables.derived is 'Columns that triggers and generated columns compute from others, so that they are not kept.';
insert into kith_private.logged_tables (resource, source, finds, derived) values
  ('contact', 'kith.contacts', 't.id = c.resource_id',
    '{display_name,last_noted_at,last_contacted_at,next_contact_on_utc,birthday_month,search_text,long_search_text}'),
  ('network', 'kith.networks', 't.id = c.resource_id', default),
  ('membership', 'kith.contact_networks', 't.contact_id = c.resource_id and t.network_id = c.network_id', default),
  ('note', 'kith.notes', 't.id = c.resource_id', '{contact_id,folded_content}'),
  ('note_type', 'kith.note_types', 't.id = c.resource_id', default),
  ('reminder', 'kith.reminders', 't.id = c.resource_id', '{contact_id}'),
  ('profile', 'kith.profiles', 't.owner_id = c.resource_id', default);

alter table kith_private.change_sets enable row level security;
alter table kith_private.changes enable row level security;
alter table kith_private.change_logs enable row level security;
alter table kith_private.logged_tables enable row level security;
grant select on kith_private.change_sets, kith_private.changes, kith_private.change_logs to authenticated;
create policy "Owners read their change sets" on kith_private.change_sets
  for select to authenticated using ((select kith_private.owner_id()) = owner_id);
create policy "Owners read their changes" on kith_private.changes
  for select to authenticated using ((select kith_private.owner_id()) = owner_id);
create policy "Owners read how far their log reaches back" on kith_private.change_logs
  for select to authenticated using ((select kith_private.owner_id()) = owner_id);
create policy "No client reaches the list of tables" on kith_private.logged_tables for all to authenticated using (false);

-- sql/80_activity/20_retention.sql

-- How long changes are kept. Whoever writes purges a few that are too old, of any owner.

-- The account is locked too, because Auth locks it before anything else when it deletes it.
create function kith_private.lock_log_of(owner uuid) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(kith_private.log_lock_key(u.id)) from auth.users u where u.id = owner for key share;
  return found;
end
$$;
comment on function kith_private.lock_log_of(uuid) is
  'Makes the writers of an owner wait for each other until they commit, so that the order of the log is that of the commits. '
  'Returns false where the account does not exist any more.';

create function kith_private.lock_log() returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  return kith_private.lock_log_of(auth.uid());
end
$$;
comment on function kith_private.lock_log() is 'lock_log_of() for the current user.';

create function kith_private.log_lock_key(owner uuid) returns bigint
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return hashtextextended('kith.log:' || owner, 0);
end
$$;
comment on function kith_private.log_lock_key(uuid) is 'The advisory lock of an owner''s log.';
grant execute on function kith_private.lock_log() to authenticated;

-- Purging goes in parts. A change set that has lost some of its changes could be undone only by half.
create function kith_private.last_purged_set() returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((select l.purged_set from kith_private.change_logs l where l.owner_id = (select auth.uid())), 0);
end
$$;
comment on function kith_private.last_purged_set() is
  'The newest change set of the current user that has been deleted from the log, or a part of it. Only later ones are shown and undone.';
grant execute on function kith_private.last_purged_set() to authenticated;

create function kith_private.purge_changes(owner uuid, before timestamptz, bytes bigint, most bigint) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  last record;
begin
  select oldest.set_number, oldest.position into last
  from (
    select c.set_number, c.position, c.total_bytes, (
      select s.at from kith_private.change_sets s where s.owner_id = owner and s.number = c.set_number) as at
    from kith_private.changes c where c.owner_id = owner
    order by c.set_number, c.position limit most) oldest
  where oldest.at < before or oldest.total_bytes < bytes
  order by oldest.set_number desc, oldest.position desc limit 1;
  if not found then
    perform from kith_private.changes c where c.owner_id = owner;
    return not found;
  end if;
  update kith_private.change_logs l
  set purged_set = last.set_number, purged_position = last.position, purged_id = (
    select s.id from kith_private.change_sets s where s.owner_id = owner and s.number = last.set_number)
  where l.owner_id = owner;
  delete from kith_private.changes c
  where c.owner_id = owner and (c.set_number, c.position) <= (last.set_number, last.position);
  delete from kith_private.change_sets s
  where s.owner_id = owner and s.number <= last.set_number
    and not exists (select from kith_private.changes c where c.owner_id = owner and c.set_number = s.number);
  update kith_private.change_logs l
  set oldest_at = (select s.at from kith_private.change_sets s where s.owner_id = owner order by s.number limit 1)
  where l.owner_id = owner;
  perform from kith_private.changes c where c.owner_id = owner;
  return not found;
end
$$;
comment on function kith_private.purge_changes(uuid, timestamptz, bigint, bigint) is
  'Deletes an owner''s oldest changes, at most so many: those written before an instant, and those after which total_bytes was less than '
  'bytes. Returns whether the log is empty. The log of the owner must be locked.';

create function kith_private.purge_logs(writer uuid, number bigint) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  cutoff constant timestamptz := now() - kith_private.log_retention();
  -- More than were written since the last time, so that no log grows for good.
  most constant bigint := (
    select greatest(200, 2 * count(*)) from kith_private.changes c where c.owner_id = writer and c.set_number > number - 20);
  bytes bigint;
  owner uuid;
begin
  bytes := (select c.total_bytes from kith_private.changes c where c.owner_id = writer order by c.set_number desc, c.position desc limit 1)
    - (select q.maximum from kith_private.quotas q where q.name = 'log_bytes');
  if bytes > (select c.total_bytes from kith_private.changes c where c.owner_id = writer order by c.set_number, c.position limit 1) then
    perform kith_private.purge_changes(writer, '-infinity', bytes, most);
  end if;
  -- Nothing is waited for, so that purging can deadlock neither with that owner's requests nor with deleting the account.
  select l.owner_id into owner from kith_private.change_logs l
  where l.oldest_at < cutoff order by l.oldest_at limit 1 for update skip locked;
  if found and pg_try_advisory_xact_lock(kith_private.log_lock_key(owner)) then
    perform kith_private.purge_changes(owner, cutoff, 0, most);
  end if;
  perform kith_private.purge_kept_photos();
end
$$;
comment on function kith_private.purge_logs(uuid, bigint) is
  'Deletes some changes that are too old, of the owner whose log reaches back furthest, and of the writer where the log is too large. '
  'Every twentieth change set calls it.';

-- sql/80_activity/30_logging.sql

-- Writes the log: triggers on every table with resources, so that it has all changes, through the API and outside it.

-- Outside the API, too, the lock is taken before any row is locked. For an administrator's statement it is not known
-- here whose rows it changes, so there log_change takes the lock, after the rows.
create function kith_private.lock_own_log() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if coalesce(current_setting('kith.locked_log', true), '') = '' and auth.uid() is not null then
    perform kith_private.lock_log();
    perform set_config('kith.locked_log', auth.uid()::text, true);
  end if;
  return null;
end
$$;
comment on function kith_private.lock_own_log() is 'Locks the log of the current user before a statement changes rows.';

create type kith_private.change_set_state as (owner_id uuid, number bigint, position integer, total_bytes bigint);
comment on type kith_private.change_set_state is 'The change set that a transaction writes, and its last change; kept in the setting kith.change_set.';

-- For the first change of a transaction outside the API, and for all changes of an administrator, who may change rows of
-- several owners.
create function kith_private.change_context(owner uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  context jsonb := nullif(current_setting('kith.change', true), '')::jsonb;
begin
  -- Skipped where Auth deletes the account: waiting for it, while it waits for the row that was changed, would be a deadlock.
  perform from auth.users u where u.id = owner for key share skip locked;
  if not found then
    return null;
  end if;
  -- A function with an administrator's rights may change rows of another owner in the name of a user.
  if context is null or (context ->> 'kind' <> 'database' and auth.uid() is distinct from owner) then
    context := jsonb_build_object('id', gen_random_uuid()) || case
      when auth.uid() = owner then jsonb_build_object('kind', 'access_token', 'actorId', owner)
      else jsonb_build_object('kind', 'database', 'actorName', coalesce(
        nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role', session_user)) end;
    perform set_config('kith.change', context::text, true);
  end if;
  if context ->> 'kind' = 'database' then
    perform pg_advisory_xact_lock(kith_private.log_lock_key(owner));
  end if;
  return context;
end
$$;
comment on function kith_private.change_context(uuid) is
  'Id and actor of the transaction''s change set, from the access token or the role; null while the account is being deleted.';

-- The statements are planned once for each connection, and must not read the whole table because it was small then.
create function kith_private.start_change_set(owner uuid, context jsonb) returns kith_private.change_set_state
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
as $$
declare
  state kith_private.change_set_state;
begin
  if context ->> 'kind' = 'database' then
    -- The transaction may have changed rows of this owner already, and then of another one.
    select c.owner_id, c.set_number, c.position, c.total_bytes into state
    from kith_private.change_sets s join kith_private.changes c on c.owner_id = owner and c.set_number = s.number
    where s.owner_id = owner and s.id = (context ->> 'id')::uuid order by c.position desc limit 1;
    if found then
      return state;
    end if;
  end if;
  insert into kith_private.change_sets (owner_id, number, id, actor_kind, actor_id, actor_name, request_id, operation)
  select owner, last.number + 1, (context ->> 'id')::uuid, context ->> 'kind', (context ->> 'actorId')::uuid,
    context ->> 'actorName', context ->> 'requestId', context ->> 'operation'
  from (select s.number from kith_private.change_sets s where s.owner_id = owner order by s.number desc limit 1) last
  returning change_sets.owner_id, change_sets.number, 0, (
    select c.total_bytes from kith_private.changes c
    where c.owner_id = owner and c.set_number = change_sets.number - 1 order by c.position desc limit 1) into state;
  if not found then
    state := kith_private.start_log(owner, context);
  elsif state.number % 20 = 0 then
    perform kith_private.purge_logs(owner, state.number);
  end if;
  return state;
end
$$;
comment on function kith_private.start_change_set(uuid, jsonb) is 'Writes the change set of the transaction, where it has none yet.';

create function kith_private.start_log(owner uuid, context jsonb) returns kith_private.change_set_state
language plpgsql set search_path = ''
as $$
declare
  number bigint;
begin
  insert into kith_private.change_logs as l (owner_id, oldest_at) values (owner, now())
  on conflict (owner_id) do update set oldest_at = excluded.oldest_at
  returning l.purged_set + 1 into number;
  insert into kith_private.change_sets (owner_id, number, id, actor_kind, actor_id, actor_name, request_id, operation)
  values (owner, number, (context ->> 'id')::uuid, context ->> 'kind', (context ->> 'actorId')::uuid,
    context ->> 'actorName', context ->> 'requestId', context ->> 'operation');
  return (owner, number, 0, 0)::kith_private.change_set_state;
end
$$;
comment on function kith_private.start_log(uuid, jsonb) is 'Writes the first change set of an owner whose log is empty.';

-- In UTC, so that instants are always written alike.
create function kith_private.log_change() returns trigger
language plpgsql security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  old_row constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  written constant jsonb := coalesce(new_row, old_row);
  owner constant uuid := written ->> 'owner_id';
  derived constant text[] := tg_argv[1];
  context jsonb := nullif(current_setting('kith.change', true), '')::jsonb;
  state kith_private.change_set_state := nullif(current_setting('kith.change_set', true), '')::kith_private.change_set_state;
  before jsonb;
  after jsonb;
begin
  if old_row = new_row then
    return null;
  end if;
  if context is null or context ->> 'kind' = 'database' or state.owner_id <> owner then
    context := kith_private.change_context(owner);
    if context is null then
      return null;
    end if;
  end if;
  if state.owner_id is distinct from owner then
    state := kith_private.start_change_set(owner, context);
  end if;
  before := old_row - derived;
  after := new_row - derived;
  if before = after then
    before := '{}';
    after := '{}';
  elsif tg_op = 'UPDATE' then
    select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, new_row -> o.key) into before, after
    from jsonb_each(before) o where o.value <> new_row -> o.key;
  end if;
  state.position := state.position + 1;
  state.total_bytes := state.total_bytes + 200 + coalesce(pg_column_size(before), 0) + coalesce(pg_column_size(after), 0);
  insert into kith_private.changes
    (owner_id, set_number, position, resource, resource_id, network_id, action, name, before, after, is_shown, total_bytes)
  values (owner, state.number, state.position, tg_argv[0],
    coalesce(written ->> 'id', written ->> 'contact_id', written ->> 'owner_id')::uuid, (written ->> 'network_id')::uuid,
    case tg_op when 'INSERT' then 'create' when 'DELETE' then 'delete' else 'update' end,
    left(coalesce(written ->> 'display_name', written ->> 'name', written ->> 'title', written ->> 'content'), 100),
    before, after, tg_op <> 'UPDATE' or after - 'updated_at' <> '{}', state.total_bytes);
  perform set_config('kith.change_set', state::text, true);
  return null;
end
$$;
comment on function kith_private.log_change() is
  'Logs the change of a row. Arguments: the kind of resource, and its derived columns. Where only derived columns changed, the change has no columns and tells copies that the '
  'resource looks different.';

do $$
declare
  logged kith_private.logged_tables;
begin
  for logged in select * from kith_private.logged_tables loop
    execute format($sql$create trigger lock_own_log before insert or update or delete on %s for each statement
      execute function kith_private.lock_own_log()$sql$, logged.source);
    execute format('create trigger log_update after update on %s for each row
      execute function kith_private.log_change(%L, %L)', logged.source, logged.resource, logged.derived || '{owner_id}'::text[]);
    -- A profile is created with its account and deleted with it.
    if logged.resource <> 'profile' then
      execute format('create trigger log_change after insert or delete on %s for each row
        execute function kith_private.log_change(%L, %L)', logged.source, logged.resource, logged.derived || '{owner_id}'::text[]);
    end if;
  end loop;
end
$$;

-- sql/80_activity/35_limits.sql

-- What API keys with limits see of the log: changes of resources that they may read. A resource that exists counts as what
-- it is now, one that was deleted as what it was then.

create function kith_private.resources_with(access text) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  return array_remove(array[
    case when kith_private.has_scope('contacts:' || access) then 'contact' end,
    case when kith_private.has_scope('contacts:' || access) then 'membership' end,
    case when kith_private.has_scope('networks:' || access) then 'network' end,
    case when kith_private.has_scope('notes:' || access) then 'note' end,
    case when kith_private.has_scope('notes:' || access) then 'note_type' end,
    case when kith_private.has_scope('reminders:' || access) then 'reminder' end,
    case when kith_private.has_scope('profile:' || access) then 'profile' end], null);
end
$$;
comment on function kith_private.resources_with(text) is
  'The kinds of resources in the log for which the credential of this request has a scope. access: read or write.';

create function kith_private.are_in_networks(owner uuid, contacts uuid[], networks uuid[]) returns boolean
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return cardinality(contacts) > 0 and not exists (
    select from unnest(contacts) about (id)
    where not exists (
      select from kith.contact_networks m where m.owner_id = owner and m.contact_id = about.id and m.network_id = any (networks) offset 0));
end
$$;
comment on function kith_private.are_in_networks(uuid, uuid[], uuid[]) is
  'Whether there are contacts and each of them belongs to one of the networks.';

-- Whether the key sees a resource that the log names. Deleting a contact ends its memberships in the same change set. What was
-- erased has no contact any more.
create function kith_private.is_seen(resource text, id uuid) returns boolean
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  owner constant uuid := auth.uid();
  networks constant uuid[] := kith_private.key_networks();
  contacts uuid[];
begin
  if resource = 'contact' then
    return case
      when exists (select from kith.contacts c where c.owner_id = owner and c.id = is_seen.id) then exists (
        select from kith.contact_networks m where m.owner_id = owner and m.contact_id = is_seen.id and m.network_id = any (networks))
      else exists (
        select from (
          select c.set_number, c.action from kith_private.changes c
          where c.owner_id = owner and c.resource_id = is_seen.id and c.resource = 'contact'
          order by c.set_number desc, c.position desc limit 1) last
        join kith_private.changes m on m.owner_id = owner and m.resource_id = is_seen.id and m.set_number = last.set_number
        where last.action = 'delete' and m.resource = 'membership' and m.network_id = any (networks)) end;
  elsif resource = 'note' then
    select n.contact_ids into contacts from kith.notes n where n.owner_id = owner and n.id = is_seen.id;
  elsif resource = 'reminder' then
    select r.contact_ids into contacts from kith.reminders r where r.owner_id = owner and r.id = is_seen.id;
  else
    return true;
  end if;
  if found then
    return kith_private.are_in_networks(owner, contacts, networks);
  end if;
  select case when c.action = 'delete' then kith_private.ids_of(c.before -> 'contact_ids') end into contacts from kith_private.changes c
  where c.owner_id = owner and c.resource_id = is_seen.id and c.resource = is_seen.resource
  order by c.set_number desc, c.position desc limit 1;
  return coalesce(cardinality(contacts) > 0 and kith_private.are_seen(contacts), false);
end
$$;
comment on function kith_private.is_seen(text, uuid) is
  'Whether a contact is in the networks of the API key, or was when it was deleted; and whether a note or reminder is about such contacts only, or was.';

create function kith_private.are_seen(contacts uuid[]) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return not exists (select from unnest(contacts) about (id) where not kith_private.is_seen('contact', about.id));
end
$$;
comment on function kith_private.are_seen(uuid[]) is 'Whether the API key sees all these contacts.';

create view kith_private.deletions with (security_invoker = true) as
select t.owner_id, t.resource, t.resource_id as id, t.set_number, t.position, t.name, t.before is null as is_erased,
  kith_private.ids_of(t.before -> 'contact_ids') as contact_ids
from kith_private.changes t
where t.action = 'delete' and t.resource <> 'membership' and not exists (
  select from kith_private.changes later
  where later.owner_id = t.owner_id and later.resource_id = t.resource_id and later.resource = t.resource
    and (later.set_number, later.position) > (t.set_number, t.position));
comment on view kith_private.deletions is
  'The deletion of each resource that does not exist now, and whom a note or reminder was about. Null columns where it is erased.';
grant select on kith_private.deletions to authenticated;

-- The same for all at once.
create function kith_private.seen_resources() returns table (id uuid)
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  networks constant uuid[] := kith_private.key_networks();
  remembered constant text := nullif(current_setting('kith.seen', true), '');
begin
  if remembered is not null then
    return query select unnest(remembered::uuid[]);
    return;
  end if;
  return query
  with seen as materialized (
    select m.contact_id from kith.contact_networks m where m.owner_id = owner and m.network_id = any (networks)
    union all
    select t.id from kith_private.deletions t
    where t.owner_id = owner and t.resource = 'contact' and exists (
      select from kith_private.changes m
      where m.owner_id = owner and m.resource_id = t.id and m.set_number = t.set_number
        and m.resource = 'membership' and m.network_id = any (networks)))
  select s.contact_id from seen s
  union all
  -- "is true" makes Postgres put the contacts into a hash table.
  select about.id
  from (
    select n.id, n.contact_ids from kith.notes n where n.owner_id = owner
    union all
    select r.id, r.contact_ids from kith.reminders r where r.owner_id = owner
    union all
    select t.id, t.contact_ids from kith_private.deletions t where t.owner_id = owner and t.resource in ('note', 'reminder')) about
  where (about.contact_ids[1] in (select s.contact_id from seen s)) is true and (cardinality(about.contact_ids) = 1 or (
    select bool_and((further.id in (select s.contact_id from seen s)) is true) from unnest(about.contact_ids) further (id)));
end
$$;
comment on function kith_private.seen_resources() is
  'The contacts, notes and reminders that the API key sees, deleted ones included; or of these the ones that remember_seen has remembered.';

create function kith_private.has_remembered() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(current_setting('kith.seen', true), '') <> '';
end
$$;
comment on function kith_private.has_remembered() is 'Whether remember_seen has remembered what the API key sees.';

-- The representations of change sets take several statements each, and thousands of changes may be in one.
create function kith_private.remember_seen(sets bigint[]) returns void
language plpgsql set search_path = ''
as $$
begin
  if current_user <> 'kith_limited' or kith_private.has_all_networks() then
    return;
  end if;
  perform kith_private.forget_seen(), kith_private.set_finds_many(true);
  perform set_config('kith.seen', array(
    select distinct c.resource_id from kith_private.changes c
    where c.set_number = any (sets) and c.resource in ('contact', 'note', 'reminder'))::text, true);
  perform kith_private.set_finds_many(false);
end
$$;
comment on function kith_private.remember_seen(bigint[]) is
  'Remembers which resources of change sets the API key sees, for the statements that follow. forget_seen() ends that.';

create function kith_private.forget_seen() returns void
language plpgsql set search_path = ''
as $$
begin
  if current_user = 'kith_limited' then
    perform set_config('kith.seen', '', true);
  end if;
end
$$;
comment on function kith_private.forget_seen() is 'Ends what remember_seen began.';

grant execute on function kith_private.remember_seen(bigint[]), kith_private.forget_seen(), kith_private.has_remembered(), kith_private.resources_with(text), kith_private.is_seen(text, uuid), kith_private.seen_resources() to authenticated;

create policy "Limited keys read changes of what they may read" on kith_private.changes as restrictive
  for select to kith_limited using (
    (select kith_private.has_scope('activity:read')) and resource = any ((select kith_private.resources_with('read'))::text[])
    and ((select kith_private.has_all_networks()) or case
      when resource = 'membership' then network_id = any ((select kith_private.key_networks())::uuid[])
      when resource = 'network' then resource_id = any ((select kith_private.key_networks())::uuid[])
      when resource in ('note_type', 'profile') then true
      when (select kith_private.finds_many()) or (select kith_private.has_remembered()) then resource_id in (select s.id from kith_private.seen_resources() s)
      else (select kith_private.is_seen(changes.resource, changes.resource_id)) end));
create policy "Limited keys read change sets with such changes" on kith_private.change_sets as restrictive
  for select to kith_limited using ((select kith_private.has_scope('activity:read'))
    and case when (select kith_private.finds_many()) then number in (select c.set_number from kith_private.changes c where c.is_shown)
      else exists (
        select from kith_private.changes c
        where c.owner_id = change_sets.owner_id and c.set_number = change_sets.number and c.is_shown offset 0) end);
create policy "Limited keys read how far the log reaches back by scope" on kith_private.change_logs as restrictive
  for select to kith_limited using ((select kith_private.has_scope('activity:read')));

-- A note that was moved between contacts is shown with those that the key sees.
create function kith_private.without_hidden_contacts(columns jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  if not columns ? 'contact_ids' or kith_private.has_all_networks() then
    return columns;
  end if;
  return columns || jsonb_build_object('contact_ids', array(
    select about.id from unnest(kith_private.ids_of(columns -> 'contact_ids')) with ordinality about (id, place)
    where kith_private.is_seen('contact', about.id) order by about.place));
end
$$;
comment on function kith_private.without_hidden_contacts(jsonb) is
  'Columns of a row in the log, without contacts that the API key does not see.';
grant execute on function kith_private.without_hidden_contacts(jsonb) to authenticated;

-- sql/80_activity/40_representation.sql

-- Change sets as the API shows them.

create function kith_private.shown_value(name text, value jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  texts constant text := value #>> '{}';
begin
  return case
    when name = 'photo_path' then to_jsonb(texts is not null)
    when jsonb_typeof(value) = 'string' and name ~ '(_at|_by_hand)$' then
      to_jsonb(to_char(texts::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    when jsonb_typeof(value) = 'string' and char_length(texts) > 1000 then to_jsonb(left(texts, 1000) || '…')
    else value
  end;
end
$$;
comment on function kith_private.shown_value(text, jsonb) is
  'The value of a column as the API shows it in the log: whether there is a photo, instants in UTC, long texts cut.';

create function kith_private.shown_member(name text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case name
    when 'photo_path' then 'hasPhoto'
    when 'last_contacted_by_hand' then 'lastContactedAt'
    else kith_private.member_name(name)
  end;
end
$$;
comment on function kith_private.shown_member(text) is 'The member of the API for a column in the log.';

create type kith_private.net_change as (
  resource text, resource_id uuid, network_id uuid, name text, action text, "position" integer, before jsonb, after jsonb, parts bigint);
comment on type kith_private.net_change is
  'What became of a resource in a change set: of how many changes it is made; before and after only where it is one.';

-- Several changes of one resource in a change set are one: from what was before the first to what was after the last.
create function kith_private.net_changes(owner uuid, set_number bigint) returns kith_private.net_change[]
language plpgsql stable set search_path = ''
as $$
declare
  changes kith_private.net_change[];
begin
  select array_agg((c.resource, c.resource_id, c.network_id, c.name, c.action, c.position, c.before, c.after, 1)::kith_private.net_change
    order by c.position) into changes
  from (
    select * from kith_private.changes l
    where l.owner_id = owner and l.set_number = net_changes.set_number and l.is_shown order by l.position limit 1000) c;
  if cardinality(changes) < 2 then
    return changes;
  end if;
  return array(
    select (n.resource, n.resource_id, n.network_id, n.name,
      case when n.first = 'create' then 'create' when n.last = 'delete' then 'delete' else 'update' end,
      n.position, n.before, n.after, n.parts)::kith_private.net_change
    from (
      select c.resource, c.resource_id, c.network_id, (array_agg(c.name order by c.position desc))[1] as name,
        (array_agg(c.action order by c.position))[1] as first, (array_agg(c.action order by c.position desc))[1] as last,
        min(c.position) as position, count(*) as parts,
        (array_agg(c.before order by c.position))[1] as before, (array_agg(c.after order by c.position desc))[1] as after
      from unnest(changes) c
      group by c.resource, c.resource_id, c.network_id) n
    where n.first <> 'create' or n.last <> 'delete'
    order by n.position);
end
$$;
comment on function kith_private.net_changes(uuid, bigint) is
  'What became of each resource in a change set, in order, as far as its first thousand changes say; null where it is empty.';

create function kith_private.net_fields(owner uuid, set_number bigint, change kith_private.net_change) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  before jsonb := change.before;
  after jsonb := change.after;
begin
  if change.parts > 1 then
    -- The first value of each column before, and the last one after: the later of two equal keys counts.
    select jsonb_object_agg(b.key, b.value order by c.position desc) into before
    from kith_private.changes c, jsonb_each(c.before) b
    where c.owner_id = owner and c.set_number = net_fields.set_number and c.resource_id = change.resource_id
      and c.network_id is not distinct from change.network_id;
    select jsonb_object_agg(a.key, a.value order by c.position) into after
    from kith_private.changes c, jsonb_each(c.after) a
    where c.owner_id = owner and c.set_number = net_fields.set_number and c.resource_id = change.resource_id
      and c.network_id is not distinct from change.network_id;
  end if;
  if change.action = 'create' then
    before := null;
  elsif change.action = 'delete' then
    after := null;
  end if;
  if current_user = 'kith_limited' then
    before := kith_private.without_hidden_contacts(before);
    after := kith_private.without_hidden_contacts(after);
    before := kith_private.without_hidden_next(before);
    after := kith_private.without_hidden_next(after);
  end if;
  return (
    select coalesce(jsonb_object_agg(kith_private.shown_member(k.name), jsonb_build_object(
        'before', kith_private.shown_value(k.name, coalesce(before -> k.name, 'null')),
        'after', kith_private.shown_value(k.name, coalesce(after -> k.name, 'null')))), '{}')
    from jsonb_object_keys(coalesce(before, '{}') || coalesce(after, '{}')) k (name)
    where k.name not in ('id', 'created_at', 'updated_at', 'recurrence_start') and before -> k.name is distinct from after -> k.name
      and (change.action = 'update' or coalesce(after -> k.name, before -> k.name) not in ('[]', 'false', 'null')));
end
$$;
comment on function kith_private.net_fields(uuid, bigint, kith_private.net_change) is
  'The fields of a change as the API shows them. Of new and deleted resources without those that are empty.';

create type kith_private.change_group as (action text, resource text, resources bigint, name text, "position" integer);
comment on type kith_private.change_group is 'How many resources of a kind a change set created, changed or deleted; and the name of one.';

-- Of a change set with more than a thousand changes of rows, these are counted.
create function kith_private.change_groups(owner uuid, set_number bigint, net kith_private.net_change[]) returns kith_private.change_group[]
language plpgsql stable set search_path = ''
as $$
begin
  perform from kith_private.changes c
  where c.owner_id = owner and c.set_number = change_groups.set_number and c.is_shown offset 1000;
  if found then
    return array(
      select (c.action, c.resource, count(*), min(c.name), min(c.position))::kith_private.change_group
      from kith_private.changes c where c.owner_id = owner and c.set_number = change_groups.set_number and c.is_shown
      group by c.action, c.resource);
  end if;
  return array(
    select (c.action, c.resource, count(*), min(c.name), min(c.position))::kith_private.change_group
    from unnest(net) c group by c.action, c.resource);
end
$$;
comment on function kith_private.change_groups(uuid, bigint, kith_private.net_change[]) is
  'What a change set did, by action and kind of resource; net is what kith_private.net_changes says of it.';

create function kith_private.change_summary(groups kith_private.change_group[]) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  summary constant text := (
    select string_agg(case g.action when 'create' then 'created ' when 'delete' then 'deleted ' else 'changed ' end
      || case when g.resources > 1 then g.resources || ' ' || replace(g.resource, '_', ' ') || 's'
        when g.resource in ('profile', 'membership') then 'the ' || g.resource
        else replace(g.resource, '_', ' ') || coalesce(' ' || g.name, '') end, ', '
      order by g.resource = 'membership', g.action = 'update', g.position)
    from unnest(groups) g);
begin
  return coalesce(upper(left(summary, 1)) || substr(summary, 2), 'Changed nothing');
end
$$;
comment on function kith_private.change_summary(kith_private.change_group[]) is 'What a change set did, in one line of English.';

create function kith_private.actor_body(change_set kith_private.change_sets) returns json
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return json_build_object('kind', change_set.actor_kind, 'id', change_set.actor_id, 'name', change_set.actor_name);
end
$$;
comment on function kith_private.actor_body(kith_private.change_sets) is 'Who wrote a change set.';

create function kith_private.may_undo(actor uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  caller constant jsonb := nullif(current_setting('kith.change', true), '')::jsonb;
begin
  -- What the database itself changed has no actor.
  return caller ->> 'kind' = 'access_token' or coalesce(actor = (caller ->> 'actorId')::uuid, false);
end
$$;
comment on function kith_private.may_undo(uuid) is
  'Whether the credential of this request may undo what an actor did: an access token everything, an API key what it did itself.';

-- A change set may have thousands of changes and long texts, so only the first are shown, up to 256 KiB.
create function kith_private.changes_body(
  owner uuid, set_number bigint, most integer, out changes json, out count bigint, out summary text, out is_erased boolean)
language plpgsql stable set search_path = ''
as $$
declare
  net constant kith_private.net_change[] := kith_private.net_changes(owner, set_number);
  groups constant kith_private.change_group[] := kith_private.change_groups(owner, set_number, net);
begin
  count := (select coalesce(sum(g.resources), 0) from unnest(groups) g);
  summary := kith_private.change_summary(groups);
  is_erased := coalesce((select bool_or(c.before is null and c.after is null) from unnest(net) c), false);
  select coalesce(json_agg(item.body order by item.position) filter (where item.size <= 262144 or item.is_first), '[]')
  into changes
  from (
    select shown.body, shown.position, shown.position = (net[1]).position as is_first,
      sum(octet_length(shown.body::text)) over (order by shown.position) as size
    from (
      select c.position, json_build_object('resource', c.resource, 'id', c.resource_id,
        'name', coalesce(c.name, (select n.name from kith.networks n where n.owner_id = owner and n.id = c.network_id)), 'action', c.action,
        'fields', kith_private.net_fields(owner, changes_body.set_number, c)) as body
      from unnest(net[1:most]) c offset 0) shown) item;
end
$$;
comment on function kith_private.changes_body(uuid, bigint, integer) is
  'The first changes of a change set, as JSON, how many it has, what it did in one line, and whether something of it was erased.';

create function kith_private.change_set_body(change_set kith_private.change_sets, most integer) returns json
language plpgsql stable set search_path = ''
as $$
declare
  shown constant record := kith_private.changes_body(change_set.owner_id, change_set.number, most);
  undoes uuid[] := change_set.undoes[1:100];
  undoing uuid := change_set.undone_by;
  is_undoable boolean := change_set.undone_by is null and not shown.is_erased and kith_private.may_undo(change_set.actor_id);
begin
  if current_user = 'kith_limited' then
    undoes := array(
      select u.id from unnest(undoes) with ordinality u (id, place)
      where exists (select from kith_private.change_sets s where s.id = u.id) order by u.place);
    undoing := (select s.id from kith_private.change_sets s where s.id = undoing);
    is_undoable := is_undoable and kith_private.undo_refusal(array[change_set.number]) is null;
  end if;
  return json_build_object(
    'id', change_set.id,
    'at', to_char(change_set.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'requestId', change_set.request_id,
    'actor', kith_private.actor_body(change_set),
    'operation', kith_private.member_name(change_set.operation),
    'summary', shown.summary,
    'changes', shown.changes,
    'changeCount', shown.count,
    'undoes', undoes,
    'undoneBy', undoing,
    'undoable', is_undoable);
end
$$;
comment on function kith_private.change_set_body(kith_private.change_sets, integer) is
  'A change set as the API shows it, with at most so many of its changes.';

grant execute on function kith_private.shown_value(text, jsonb), kith_private.shown_member(text),
  kith_private.net_changes(uuid, bigint), kith_private.net_fields(uuid, bigint, kith_private.net_change),
  kith_private.change_groups(uuid, bigint, kith_private.net_change[]), kith_private.change_summary(kith_private.change_group[]),
  kith_private.actor_body(kith_private.change_sets), kith_private.may_undo(uuid),
  kith_private.changes_body(uuid, bigint, integer), kith_private.change_set_body(kith_private.change_sets, integer)
  to authenticated;

-- sql/80_activity/50_operations.sql

create function kith_api.list_activity(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  query constant jsonb := arguments -> 'query';
  found kith_private.page;
  items text;
begin
  found := kith_private.find_page(query, 'kith_private.change_sets', array[
      'at > (select kith_private.log_start())',
      'number > (select kith_private.last_purged_set())',
      case when query ? 'actorId' then $sql$actor_id = ($1 ->> 'actorId')::uuid$sql$ end,
      case when query ? 'from' then $sql$at >= (select kith_private.local_instant($1 ->> 'from', '00:00'))$sql$ end,
      case when query ? 'to' then $sql$at < (select kith_private.local_instant($1 ->> 'to', '24:00'))$sql$ end,
      -- "is true" makes Postgres put the numbers into a hash table and read the list in the order of its index
      case when query ? 'resourceId' then $sql$(number in (
        select c.set_number from kith_private.changes c
        where c.resource_id = ($1 ->> 'resourceId')::uuid and c.is_shown)) is true$sql$ end,
      case when query ?| '{resource,action}' then $sql$exists (
        select from kith_private.changes c
        where c.owner_id = change_sets.owner_id and c.set_number = change_sets.number and c.is_shown
          and c.resource = coalesce($1 ->> 'resource', c.resource) and c.action = coalesce($1 ->> 'action', c.action)
          and c.resource_id = coalesce(($1 ->> 'resourceId')::uuid, c.resource_id))$sql$ end],
    'number desc');
  perform kith_private.remember_seen(array(
    select s.number from unnest(found.ids) listed (id) join kith_private.change_sets s on s.owner_id = (select auth.uid()) and s.id = listed.id));
  for start in 1 .. cardinality(found.ids) by 10 loop
    -- Change sets of many thousands of changes take long to count.
    if clock_timestamp() > statement_timestamp() + interval '3 seconds' then
      perform kith_private.fail('validation_failed', errors => jsonb_build_array(jsonb_build_object('in', 'query',
        'pointer', '/pageSize', 'code', 'too_big', 'message', 'This page takes too long. Use a smaller pageSize.')));
    end if;
    items := kith_private.add_items(items, (
      select string_agg((
        select kith_private.change_set_body(s, 20)::text from kith_private.change_sets s where s.id = listed.id), ','
        order by listed.position)
      from unnest(found.ids[start : start + 9]) with ordinality as listed (id, position)));
  end loop;
  perform kith_private.forget_seen();
  return kith_private.answer_page(found, items);
end
$$;
comment on function kith_api.list_activity(jsonb) is
  'A page of change sets, newest first. Query: actorId, resource, resourceId, action, from, to, page, pageSize.';

create function kith_private.find_change_set(asked uuid) returns kith_private.change_sets
language plpgsql stable set search_path = ''
as $$
declare
  change_set kith_private.change_sets;
begin
  select s.* into change_set from kith_private.change_sets s
  where s.id = asked and s.at > (select kith_private.log_start()) and s.number > (select kith_private.last_purged_set());
  if not found then
    perform kith_private.not_found();
  end if;
  return change_set;
end
$$;
comment on function kith_private.find_change_set(uuid) is 'A change set of the current user that is still kept, else not_found.';

create function kith_api.get_activity(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  change_set constant kith_private.change_sets := kith_private.find_change_set((arguments ->> 'id')::uuid);
  body json;
begin
  perform kith_private.remember_seen(array[change_set.number]);
  body := kith_private.change_set_body(change_set, 200);
  perform kith_private.forget_seen();
  return kith_private.answer_resource(body);
end
$$;
comment on function kith_api.get_activity(jsonb) is 'One change set.';

grant execute on function kith_private.find_change_set(uuid), kith_api.list_activity(jsonb), kith_api.get_activity(jsonb) to authenticated;

insert into kith_private.operations (name, resource, verb, scopes, writes) values
  ('list_activity', 'activity', 'list', '{activity:read}', false),
  ('get_activity', 'activity', 'get', '{activity:read}', false);

-- sql/80_activity/60_restorable_rows.sql

-- Writing rows back, many of one table in one statement.

create type kith_private.restorable_table as (resource text, source text, finds text, columns text, derived text[]);
comment on type kith_private.restorable_table is 'A row of logged_tables, and the names of the columns that are written, as SQL.';

create function kith_private.restorable_tables() returns kith_private.restorable_table[]
language plpgsql stable set search_path = ''
as $$
begin
  return array(
    select (t.resource, t.source::text, t.finds, (
      select string_agg(quote_ident(a.attname), ', ') from pg_catalog.pg_attribute a
      where a.attrelid = t.source and a.attnum > 0 and not a.attisdropped and a.attname <> all (t.derived)),
      t.derived)::kith_private.restorable_table
    from kith_private.logged_tables t);
end
$$;
comment on function kith_private.restorable_tables() is 'The tables that undoing writes.';

create type kith_private.undone_row as (
  owner_id uuid, resource_id uuid, network_id uuid, set_number bigint, is_written boolean, columns jsonb, conflicts jsonb[]);
comment on type kith_private.undone_row is 'How a change is undone: whether its row is written, which columns, and the conflicts.';

create function kith_private.delete_rows(logged kith_private.restorable_table, undone kith_private.undone_row[]) returns void
language plpgsql set search_path = ''
as $$
begin
  execute format('delete from %s t using unnest($1) c where t.owner_id = c.owner_id and %s', logged.source, logged.finds) using undone;
end
$$;
comment on function kith_private.delete_rows(kith_private.restorable_table, kith_private.undone_row[]) is 'Deletes rows that changes had made.';

create function kith_private.insert_rows(logged kith_private.restorable_table, undone kith_private.undone_row[]) returns void
language plpgsql set search_path = ''
as $$
begin
  execute format('insert into %1$s (%2$s) select %2$s from jsonb_populate_recordset(null::%1$s, $1) written', logged.source, logged.columns)
    using (select jsonb_agg(u.columns || jsonb_build_object('owner_id', u.owner_id)) from unnest(undone) u);
end
$$;
comment on function kith_private.insert_rows(kith_private.restorable_table, kith_private.undone_row[]) is 'Writes rows again that changes had deleted.';

-- One statement for each list of columns.
create function kith_private.update_rows(logged kith_private.restorable_table, undone kith_private.undone_row[]) returns void
language plpgsql set search_path = ''
as $$
declare
  part record;
begin
  for part in
    select k.names, array_agg(u) as undone
    from unnest(undone) u cross join lateral (
      select string_agg(format('%1$I = written.%1$I', name), ', ' order by name) as names from jsonb_object_keys(u.columns) name) k
    where k.names is not null
    group by k.names
  loop
    execute format('update %1$s t set %2$s from unnest($1) c cross join lateral jsonb_populate_record(null::%1$s, c.columns) written
      where t.owner_id = c.owner_id and %3$s', logged.source, part.names, logged.finds) using part.undone;
  end loop;
end
$$;
comment on function kith_private.update_rows(kith_private.restorable_table, kith_private.undone_row[]) is 'Writes columns back that changes had changed.';

-- sql/80_activity/61_next_reminders.sql

-- Reminders refer to one another by next_id.

create function kith_private.without_hidden_next(columns jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  if columns ->> 'next_id' is null or kith_private.has_all_networks() or kith_private.is_seen('reminder', (columns ->> 'next_id')::uuid) then
    return columns;
  end if;
  return columns || '{"next_id":null}';
end
$$;
comment on function kith_private.without_hidden_next(jsonb) is
  'Columns of a row in the log, without a next_id that the API key does not see.';
grant execute on function kith_private.without_hidden_next(jsonb) to authenticated;

-- Deleting the next reminder would have cleared the column.
create function kith_private.without_missing_next(
  logged kith_private.restorable_table, undone kith_private.undone_row[]) returns kith_private.undone_row[]
language plpgsql stable set search_path = ''
as $$
declare
  written uuid[];
begin
  if logged.resource <> 'reminder' then
    return undone;
  end if;
  written := array(select u.resource_id from unnest(undone) u);
  return array(
    select (u.owner_id, u.resource_id, u.network_id, u.set_number, u.is_written, u.columns || coalesce(missing.columns, '{}'),
      u.conflicts)::kith_private.undone_row
    from unnest(undone) u
    left join lateral (
      select '{"next_id":null}'::jsonb as columns
      where (u.columns ->> 'next_id')::uuid <> all (written) and not exists (
        select from kith.reminders r where r.owner_id = u.owner_id and r.id = (u.columns ->> 'next_id')::uuid)) missing on true);
end
$$;
comment on function kith_private.without_missing_next(kith_private.restorable_table, kith_private.undone_row[]) is
  'Rows that are written again; reminders whose next reminder does not exist any more are without it.';

-- sql/80_activity/62_undo_obstacles.sql

-- Undoing changes of rows: field by field, a value goes back only if it is still what the change made it.

create function kith_private.conflict(change kith_private.changes, name text, reason text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object('resource', change.resource, 'id', change.resource_id,
    'name', coalesce(change.name, (
      select n.name from kith.networks n where n.owner_id = change.owner_id and n.id = change.network_id)),
    'field', case when change.resource <> 'membership' or name <> 'created_at' then kith_private.shown_member(name) end, 'reason', reason);
end
$$;
comment on function kith_private.conflict(kith_private.changes, text, text) is
  'Why a change cannot be undone: name is the column, or null where it is the whole resource.';

create function kith_private.is_same_value(name text, one jsonb, other jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case when name = 'photo_path' then kith_private.is_same_photo(one #>> '{}', other #>> '{}')
    else coalesce(one, 'null') = coalesce(other, 'null') end;
end
$$;
comment on function kith_private.is_same_value(text, jsonb, jsonb) is
  'Whether two values of a column are the same; a photo is the same wherever it is kept.';

create function kith_private.referring(change kith_private.changes) returns text
language plpgsql stable set search_path = ''
as $$
begin
  if change.resource = 'network' then
    perform from kith.contact_networks m where m.owner_id = change.owner_id and m.network_id = change.resource_id;
    return case when found then 'contacts' end;
  elsif change.resource = 'contact' then
    -- Deleting the contact ends those that the key does not see, too.
    perform from kith.contact_networks m where m.owner_id = change.owner_id and m.contact_id = change.resource_id;
    if found then
      perform from kith.contact_networks m where m.owner_id = change.owner_id and m.contact_id = change.resource_id
        and m.network_id = any ((select kith_private.visible_networks())::uuid[]);
      if found then
        return 'networks';
      end if;
    end if;
    perform from kith_private.notes_about n where n.owner_id = change.owner_id and n.contact_id = change.resource_id;
    if found then
      return 'notes';
    end if;
    perform from kith_private.reminders_about r where r.owner_id = change.owner_id and r.contact_id = change.resource_id;
    return case when found then 'reminders' end;
  elsif change.resource = 'note_type' then
    perform from kith.notes n where n.owner_id = change.owner_id and n.note_type_id = change.resource_id;
    return case when found then 'notes' end;
  end if;
  return null;
end
$$;
comment on function kith_private.referring(kith_private.changes) is
  'What refers to a resource, so that deleting it would change more than was made with it; null where nothing does.';

create function kith_private.obstacle(change kith_private.changes, name text, value text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  contacts uuid[];
begin
  if value is null then
    return null;
  elsif name = 'contact_id' then
    perform from kith.contacts c where c.owner_id = change.owner_id and c.id = value::uuid;
    return case when not found then 'missing_reference' end;
  elsif name = 'contact_ids' then
    contacts := kith_private.ids_of(value::jsonb);
    return case when not contacts <@ array(
      select c.id from kith.contacts c where c.owner_id = change.owner_id and c.id = any (contacts)) then 'missing_reference' end;
  elsif name = 'next_id' then
    perform from kith.reminders r where r.owner_id = change.owner_id and r.id = value::uuid;
    return case when not found then 'missing_reference' end;
  elsif name = 'network_id' then
    perform from kith.networks n where n.owner_id = change.owner_id and n.id = value::uuid;
    return case when not found then 'missing_reference' end;
  elsif name = 'note_type_id' then
    perform from kith.note_types t where t.owner_id = change.owner_id and t.id = value::uuid;
    return case when not found then 'missing_reference' end;
  elsif name = 'name' and change.resource = 'network' then
    perform from kith.networks n where n.owner_id = change.owner_id and n.id <> change.resource_id
      and lower(n.name collate "und-x-icu") = lower(value collate "und-x-icu");
    return case when found then 'name_taken' end;
  elsif name = 'name' and change.resource = 'note_type' then
    perform from kith.note_types t where t.owner_id = change.owner_id and t.id <> change.resource_id
      and lower(t.name collate "und-x-icu") = lower(value collate "und-x-icu");
    return case when found then 'name_taken' end;
  end if;
  return null;
end
$$;
comment on function kith_private.obstacle(kith_private.changes, text, text) is
  'Why a column cannot have its earlier value: what it refers to does not exist any more, or the name is taken; null where it can.';

create function kith_private.has_memberships_in_effect(change kith_private.changes) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select from kith_private.changes c
    where c.owner_id = change.owner_id and c.set_number = change.set_number and c.resource = 'membership'
      and c.resource_id = change.resource_id and (c.action = 'create') = exists (
        select from kith.contact_networks m
        where m.owner_id = c.owner_id and m.contact_id = c.resource_id and m.network_id = c.network_id));
end
$$;
comment on function kith_private.has_memberships_in_effect(kith_private.changes) is
  'Whether the change set of a contact''s change made or ended a membership of the contact that is still so.';

-- Only the first change of a row in a transaction changes updated_at.
create function kith_private.was_stamped_since(change kith_private.changes, stamp jsonb) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select bool_and(stamp not in (coalesce(c.before -> 'updated_at', 'null'), coalesce(c.after -> 'updated_at', 'null')))
    from kith_private.changes c
    where c.owner_id = change.owner_id and c.set_number = change.set_number and c.resource = change.resource
      and c.resource_id = change.resource_id and (c.before ? 'updated_at' or c.after ? 'updated_at'));
end
$$;
comment on function kith_private.was_stamped_since(kith_private.changes, jsonb) is
  'Whether something other than the change set has set updated_at of the row since: it is neither the value that the change set gave nor the one that it replaced. Null where the change set did not change it.';

-- sql/80_activity/63_undo_change.sql

-- Each contact counts by itself, so that two deletions of contacts can be undone in any order.
create function kith_private.contacts_to_restore(change kith_private.changes, now jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  was constant uuid[] := kith_private.ids_of(change.before -> 'contact_ids');
  became constant uuid[] := kith_private.ids_of(change.after -> 'contact_ids');
  restored uuid[] := kith_private.ids_of(now);
  next_id uuid;
begin
  if restored = became then
    return to_jsonb(was);
  elsif was <@ became and became <@ was or exists (
    select from kith.contacts c
    where c.owner_id = change.owner_id and c.id = any (became) and c.id <> all (was) and c.id <> all (restored))
  then
    return null;
  end if;
  restored := array(
    select about.id from unnest(restored) with ordinality about (id, place)
    where about.id = any (was) or about.id <> all (became) order by about.place);
  for n in reverse cardinality(was) .. 1 loop
    if was[n] = any (restored) then
      next_id := was[n];
    elsif was[n] <> all (became) then
      restored := case when next_id is null then restored || was[n]
        else restored[: array_position(restored, next_id) - 1] || was[n] || restored[array_position(restored, next_id) :] end;
      next_id := was[n];
    end if;
  end loop;
  return to_jsonb(restored);
end
$$;
comment on function kith_private.contacts_to_restore(kith_private.changes, jsonb) is
  'contact_ids of a note or reminder, which now are these, with those that the change took away and without those that it '
  'brought; null where its order was changed since, or what it brought was taken away and exists.';

-- Returns the columns to write back and why others cannot be. `current` is null where the row does not exist.
create function kith_private.columns_to_restore(
  change kith_private.changes, current jsonb, out columns jsonb, out conflicts jsonb[])
language plpgsql stable set search_path = ''
as $$
declare
  item record;
  reason text;
begin
  columns := '{}';
  conflicts := '{}';
  for item in
    select b.key as name, b.value as was, change.after -> b.key as became, current -> b.key as now
    from jsonb_each(change.before) b where b.key <> 'updated_at' and (change.action = 'delete' or current ? b.key)
  loop
    if change.action = 'update' and (kith_private.is_same_value(item.name, item.now, item.was)
      -- It follows from dueAt and recurrence, for which there is a conflict where there is one.
      or item.name = 'recurrence_start' and not kith_private.is_same_value(item.name, item.now, item.became))
    then
      continue; -- it is restored already
    end if;
    if change.action = 'update' and item.name = 'contact_ids' then
      item.was := kith_private.contacts_to_restore(change, item.now);
      continue when item.was = item.now;
      item.became := case when item.was is not null then item.now end;
    end if;
    reason := case
      when change.action = 'update' and not kith_private.is_same_value(item.name, item.now, item.became) then 'changed'
      when item.name in ('contact_id', 'contact_ids', 'network_id', 'note_type_id', 'name') or (item.name = 'next_id' and change.action = 'update') then
        kith_private.obstacle(change, item.name, item.was #>> '{}') end;
    if reason is null then
      columns := columns || jsonb_build_object(item.name, item.was);
    else
      conflicts := conflicts || kith_private.conflict(change, item.name, reason);
    end if;
  end loop;
  if change.action = 'delete' or (change.after -> 'updated_at' = current -> 'updated_at' and conflicts = '{}') then
    columns := columns || jsonb_build_object('updated_at', change.before -> 'updated_at');
  elsif (case
    when columns <> '{}' then change.after ? 'updated_at' or kith_private.was_stamped_since(change, current -> 'updated_at')
    -- A membership of the contact was added or removed, and nothing else.
    else change.after ? 'updated_at' and change.before - 'updated_at' = '{}'
      and current -> 'updated_at' <> change.before -> 'updated_at' and kith_private.has_memberships_in_effect(change)
    end)
  then
    columns := columns || jsonb_build_object('updated_at', now());
  end if;
end
$$;
comment on function kith_private.columns_to_restore(kith_private.changes, jsonb) is
  'Which columns go back to what they were before a change of a row or its deletion, and the conflicts of the others. '
  'updated_at goes back too, unless the row was changed otherwise since.';

-- How one change is undone; `current` is its row now, null where there is none. Nothing is written yet.
create function kith_private.undo_change(
  logged kith_private.restorable_table, change kith_private.changes, current jsonb) returns kith_private.undone_row
language plpgsql set search_path = ''
as $$
declare
  undone kith_private.undone_row := (change.owner_id, change.resource_id, change.network_id, change.set_number, false, null, '{}');
  plan record;
  reason text;
begin
  if change.before is null and change.after is null then
    reason := 'erased';
  elsif change.action = 'create' and current is null then
    return undone; -- it is deleted already
  elsif change.action = 'update' and current is null then
    reason := 'deleted';
  elsif change.action = 'delete' and current is not null then
    perform from jsonb_each(change.before) b where not kith_private.is_same_value(b.key, b.value, current -> b.key);
    if not found then
      return undone; -- it is restored already
    end if;
    reason := 'exists';
  end if;
  if reason is not null then
    undone.conflicts := array[kith_private.conflict(change, null, reason)];
  elsif change.action = 'create' then
    undone.conflicts := array(
      select kith_private.conflict(change, a.name, 'changed')
      from jsonb_object_keys(current || change.after) a (name)
      where a.name not in ('updated_at', 'owner_id', 'recurrence_start') and a.name <> all (logged.derived)
        and current -> a.name is distinct from change.after -> a.name
        and not kith_private.is_same_value(a.name, current -> a.name, change.after -> a.name));
    if undone.conflicts = '{}' and kith_private.referring(change) is not null then
      undone.conflicts := array[kith_private.conflict(change, kith_private.referring(change), 'in_use')];
    end if;
    undone.is_written := undone.conflicts = '{}';
  else
    plan := kith_private.columns_to_restore(change, current);
    undone.columns := plan.columns;
    undone.conflicts := plan.conflicts;
    undone.is_written := change.action = 'update' or undone.conflicts = '{}';
    if change.resource = 'membership' and change.network_id <> all (coalesce(kith_private.key_networks(), array[change.network_id])) then
      undone.conflicts := '{}'; -- of a network that the key does not see and that does not exist any more
    end if;
    if undone.is_written and undone.columns ->> 'photo_path' is not null then
      undone := kith_private.with_kept_photo(change, undone);
    end if;
  end if;
  if change.resource in ('note', 'reminder') and undone.conflicts <> '{}' and not kith_private.has_all_networks()
    and not kith_private.are_seen(kith_private.ids_of(change.before -> 'contact_ids'))
  then
    undone.conflicts := '{}'; -- deleting a contact that the key sees took it out of what the key does not see
  end if;
  return undone;
end
$$;
comment on function kith_private.undo_change(kith_private.restorable_table, kith_private.changes, jsonb) is
  'How one change is undone, as far as possible.';

create function kith_private.with_kept_photo(change kith_private.changes, undone kith_private.undone_row) returns kith_private.undone_row
language plpgsql set search_path = ''
as $$
declare
  path constant text := kith_private.take_kept_photo(undone.columns ->> 'photo_path');
begin
  if path is null then
    undone.conflicts := undone.conflicts || kith_private.conflict(change, 'photo_path', 'erased');
    undone.columns := undone.columns - 'photo_path';
  else
    undone.columns := undone.columns || jsonb_build_object('photo_path', path);
  end if;
  return undone;
end
$$;
comment on function kith_private.with_kept_photo(kith_private.changes, kith_private.undone_row) is
  'Restores a photo from where it is kept now; without it and with a conflict where it is not kept any more.';

-- sql/80_activity/64_undo_limits.sql

-- What an API key with limits may undo: what it did itself, as far as it may do that now.

create function kith_private.direct_changes(owner uuid, sets bigint[]) returns setof kith_private.changes
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select c.* from kith_private.changes c
  where c.owner_id = owner and c.set_number = any (sets) and c.is_shown
    and not ((c.resource = 'membership' or (c.resource in ('note', 'reminder') and c.action = 'update'
        and c.before - '{contact_ids,note_type_id,updated_at}'::text[] = '{}'))
      and exists (
        select from kith_private.changes cause
        where cause.owner_id = owner and cause.set_number = c.set_number and cause.action <> 'update'
          and cause.resource in ('contact', 'network', 'note_type')
          and (cause.resource_id in (c.resource_id, c.network_id, (c.before ->> 'note_type_id')::uuid, (c.after ->> 'note_type_id')::uuid)
            or c.before -> 'contact_ids' ? cause.resource_id::text or c.after -> 'contact_ids' ? cause.resource_id::text)));
end
$$;
comment on function kith_private.direct_changes(uuid, bigint[]) is
  'The changes in change sets without those that follow from creating or deleting a contact, network or note type: '
  'memberships, and which contacts or type a note or reminder has.';

-- Undoing runs with the rights of its owner, for which there are no policies.
create function kith_private.undo_refusal(sets bigint[]) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  writable constant text[] := kith_private.resources_with('write');
  others text;
begin
  others := (
    select string_agg(distinct replace(c.resource, '_', ' '), ', ') from kith_private.direct_changes(owner, sets) c
    where c.resource <> all (writable));
  if others is not null then
    return format('This API key may undo only what it may change now. It may not change: %s.', others);
  end if;
  if not kith_private.has_all_networks() and exists (
    select from kith_private.direct_changes(owner, sets) c
    where c.resource in ('membership', 'network', 'note_type') or not (select kith_private.is_seen(c.resource, c.resource_id))
      -- Nor may a note become about a contact again that has left; one that was deleted comes back, or is a conflict.
      or exists (
        select from kith.contacts k
        where k.owner_id = owner and k.id = any (kith_private.ids_of(c.before -> 'contact_ids')) and not (select kith_private.is_seen('contact', k.id))))
  then
    return 'This API key may undo only what it may change now, and it is limited to networks.';
  end if;
  return null;
end
$$;
comment on function kith_private.undo_refusal(bigint[]) is
  'Why the limits of the API key do not allow to undo change sets of the current user; null where they do.';

grant execute on function kith_private.undo_refusal(bigint[]) to authenticated;

-- sql/80_activity/65_undo.sql

-- Undoing change sets.

create function kith_private.refuse_many_changes() returns void
language plpgsql set search_path = ''
as $$
begin
  perform kith_private.fail('validation_failed', errors => jsonb_build_array(jsonb_build_object(
    'in', 'body', 'pointer', '/since', 'code', 'too_small', 'message',
    'These are too many changes to undo at once. Undo them in parts, the newest first.')));
end
$$;
comment on function kith_private.refuse_many_changes() is 'Refuses to undo more than can be undone in the time of a request.';

create function kith_private.derive_last_noted_of(owner uuid, sets bigint[]) returns void
language plpgsql set search_path = ''
as $$
declare
  contacts uuid[];
begin
  contacts := array(
    select distinct c.id
    from kith_private.changes logged
    left join kith.notes n on n.owner_id = owner and n.id = logged.resource_id
    cross join lateral (
      select unnest(n.contact_ids)
      union all select jsonb_array_elements_text(logged.before -> 'contact_ids')::uuid
      union all select jsonb_array_elements_text(logged.after -> 'contact_ids')::uuid) c (id)
    where logged.owner_id = owner and logged.set_number = any (sets) and logged.resource = 'note'
    union
    select c.resource_id from kith_private.changes c
    where c.owner_id = owner and c.set_number = any (sets) and c.resource = 'contact' and c.action = 'delete');
  perform kith_private.derive_last_noted(array_fill(owner, array[cardinality(contacts)]), contacts);
end
$$;
comment on function kith_private.derive_last_noted_of(uuid, bigint[]) is
  'Updates last_noted_at of all contacts whose notes were written while change sets were undone.';

-- Changes of one kind, each of another resource of the same kind, are undone together.
create function kith_private.undo_batch(
  logged kith_private.restorable_table, batch kith_private.changes[]) returns kith_private.undone_row[]
language plpgsql set search_path = ''
as $$
declare
  item record;
  undone kith_private.undone_row[] := '{}';
begin
  for item in execute format('select c.place, to_jsonb(t) as current from unnest($1) with ordinality
      c (owner_id, set_number, position, resource, resource_id, network_id, action, name, before, after, is_shown, total_bytes, place)
    left join %s t on t.owner_id = c.owner_id and %s order by c.place', logged.source, logged.finds) using batch
  loop
    undone := undone || kith_private.undo_change(logged, batch[item.place], item.current);
  end loop;
  case batch[1].action
    when 'create' then
      perform kith_private.delete_rows(logged, array(select u from unnest(undone) u where u.is_written));
    when 'delete' then
      perform kith_private.insert_rows(logged,
        kith_private.without_missing_next(logged, array(select u from unnest(undone) u where u.is_written)));
    else
      perform kith_private.update_rows(logged, array(select u from unnest(undone) u where u.is_written));
  end case;
  return undone;
exception when check_violation then
  if cardinality(batch) = 1 then
    return array[(batch[1].owner_id, batch[1].resource_id, batch[1].network_id, batch[1].set_number, false, null,
      array[kith_private.conflict(batch[1], null, 'limit_reached')])::kith_private.undone_row];
  end if;
  undone := '{}';
  for n in 1 .. cardinality(batch) loop
    undone := undone || kith_private.undo_batch(logged, batch[n : n]);
  end loop;
  return undone;
end
$$;
comment on function kith_private.undo_batch(kith_private.restorable_table, kith_private.changes[]) is
  'Undoes changes of the same kind of different resources, as far as possible.';

create type kith_private.change_batch as (resource text, changes kith_private.changes[]);
comment on type kith_private.change_batch is 'Changes of different resources of one kind, with the same action.';

create function kith_private.kinds_of_batch(batch kith_private.changes[]) returns setof kith_private.change_batch
language plpgsql immutable set search_path = ''
as $$
begin
  return query
  select c.resource, array_agg(c) from unnest(batch) c
  group by c.resource, c.action
  -- A reminder that was changed may refer to one that was deleted or created.
  order by case when c.resource <> 'contact' then 1 when c.action = 'create' then 2 else 0 end,
    case c.action when 'delete' then 0 when 'update' then 1 else 2 end;
end
$$;
comment on function kith_private.kinds_of_batch(kith_private.changes[]) is 'The kinds of changes in a batch, in the order in which they are undone.';

create function kith_private.undo_change_sets(sets bigint[], out conflicts jsonb[], out conflict_count bigint)
language plpgsql security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  owner constant uuid := auth.uid();
  undoing constant uuid := current_setting('kith.change')::jsonb ->> 'id';
  tables constant kith_private.restorable_table[] := kith_private.restorable_tables();
  logged kith_private.restorable_table;
  batch record;
  undone kith_private.undone_row[];
  with_conflicts bigint[] := '{}';
  refusal constant text := case when current_setting('role', true) = 'kith_limited' then kith_private.undo_refusal(sets) end;
begin
  if not kith_private.has_scope('activity:write') then
    perform kith_private.fail('insufficient_scope', 'This API key lacks the scope activity:write.');
  end if;
  if refusal is not null then
    perform kith_private.fail('insufficient_scope', refusal);
  end if;
  conflicts := '{}';
  conflict_count := 0;
  perform set_config('kith.restoring', 'on', true);
  for batch in select b.resource, b.changes from kith_private.batches_to_undo(owner, sets) b loop
    if clock_timestamp() > statement_timestamp() + interval '3.5 seconds' then
      perform kith_private.refuse_many_changes();
    end if;
    foreach logged in array tables loop
      exit when logged.resource = batch.resource;
    end loop;
    undone := kith_private.undo_batch(logged, batch.changes);
    conflicts := (conflicts || array(select c from unnest(undone) u, unnest(u.conflicts) c))[1:200];
    conflict_count := conflict_count + (select coalesce(sum(cardinality(u.conflicts)), 0) from unnest(undone) u);
    with_conflicts := with_conflicts || array(select distinct u.set_number from unnest(undone) u where u.conflicts <> '{}');
  end loop;
  perform kith_private.derive_last_noted_of(owner, sets);
  perform set_config('kith.restoring', '', true);
  perform kith_private.mark_undone(owner, undoing, array(select n from unnest(sets) n where n <> all (with_conflicts)));
end
$$;
comment on function kith_private.undo_change_sets(bigint[]) is
  'Undoes change sets of the current user, newest first, as far as possible. Returns at most 200 conflicts, and their number.';

-- In reverse order. What a deletion did to rows that referred to the resource is logged after it, but is undone after it too.
create function kith_private.changes_to_undo(owner uuid, sets bigint[]) returns setof kith_private.changes
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select c.* from kith_private.changes c
  left join lateral (
    select min(d.position) - 0.5 as position from kith_private.changes d
    where d.owner_id = owner and d.set_number = c.set_number and d.position < c.position and d.action = 'delete'
      and d.resource in ('contact', 'network', 'note_type', 'reminder')
      and (d.resource_id in ((c.before ->> 'next_id')::uuid, (c.before ->> 'contact_id')::uuid, (c.before ->> 'network_id')::uuid, (c.before ->> 'note_type_id')::uuid)
        or c.before -> 'contact_ids' ? d.resource_id::text)) cause
    on c.action <> 'create'
  where c.owner_id = owner and c.set_number = any (sets) and (c.action <> 'update' or c.after is null or c.after <> '{}')
  order by c.set_number desc, coalesce(cause.position, c.position) desc, c.position desc;
end
$$;
comment on function kith_private.changes_to_undo(uuid, bigint[]) is 'The changes of change sets in the order in which they are undone.';

-- Writing many rows in one statement is several times faster, so changes of different resources that follow one another are
-- undone together: first what brings contacts back, last what deletes contacts again, and in between what refers to them.
-- That is as good as one after the other, because a row cannot have referred to a contact before there was one. Names
-- are unique, so networks and note types are undone one by one.
create function kith_private.batches_to_undo(owner uuid, sets bigint[]) returns setof kith_private.change_batch
language plpgsql stable set search_path = ''
as $$
declare
  change kith_private.changes;
  batch kith_private.changes[] := '{}';
  ids text[] := '{}';
  photos uuid[] := '{}';
  id text;
begin
  for change in select c.* from kith_private.changes_to_undo(owner, sets) c loop
    id := concat(change.resource, change.resource_id, change.network_id);
    if change.resource in ('network', 'note_type') or cardinality(batch) = 1000 or id = any (ids)
      -- a photo that another contact has to give back first
      or kith_private.photo_of(change.before ->> 'photo_path') = any (photos)
    then
      return query select b.* from kith_private.kinds_of_batch(batch) b;
      batch := '{}';
      ids := '{}';
      photos := '{}';
    end if;
    if change.resource in ('network', 'note_type') then
      return next (change.resource, array[change])::kith_private.change_batch;
    else
      batch := batch || change;
      ids := ids || id;
      if change.after ->> 'photo_path' is not null then
        photos := photos || kith_private.photo_of(change.after ->> 'photo_path');
      end if;
    end if;
  end loop;
  return query select b.* from kith_private.kinds_of_batch(batch) b;
end
$$;
comment on function kith_private.batches_to_undo(uuid, bigint[]) is
  'The changes of change sets, in batches of one kind and of different resources, in the order in which they are undone.';

create function kith_private.mark_undone(owner uuid, undoing uuid, sets bigint[]) returns void
language plpgsql set search_path = ''
as $$
declare
  undone uuid[];
  redone uuid[];
begin
  undone := array(select s.id from kith_private.change_sets s where s.owner_id = owner and s.number = any (sets) order by s.number desc);
  update kith_private.change_sets s set undoes = undone where s.owner_id = owner and s.id = undoing;
  if not found then
    return; -- nothing had to be changed
  end if;
  update kith_private.change_sets s set undone_by = undoing where s.owner_id = owner and s.id = any (undone);
  -- What an undone undo had undone holds again, and if that was an undo, what it undid does not.
  redone := array(
    select distinct r from kith_private.change_sets s, unnest(s.undoes) r
    where s.owner_id = owner and s.id = any (undone) and r <> all (undone));
  update kith_private.change_sets s set undone_by = null where s.owner_id = owner and s.id = any (redone);
  update kith_private.change_sets s set undone_by = again.id
  from kith_private.change_sets again
  where again.owner_id = owner and again.id = any (redone) and s.owner_id = owner and s.id = any (again.undoes) and s.id <> all (undone);
end
$$;
comment on function kith_private.mark_undone(uuid, uuid, bigint[]) is 'Notes which change sets the change set `undoing` undid.';

grant execute on function kith_private.undo_change_sets(bigint[]) to authenticated;

-- sql/80_activity/67_undo_operations.sql

-- The operations that undo, and their answers.

create function kith_private.refuse_conflicts(conflicts jsonb[]) returns void
language plpgsql set search_path = ''
as $$
begin
  if (select bool_and(c ->> 'reason' = 'name_taken') from unnest(conflicts) c) then
    perform kith_private.fail('name_taken', 'The name that it had is taken now. Upper and lower case are the same.');
  end if;
  perform kith_private.fail('conflict', errors => (
    -- without a message where the function has one for the code
    select jsonb_agg(jsonb_build_object('in', 'resource',
      'pointer', concat_ws('/', '', c ->> 'resource', c ->> 'id', c ->> 'field'), 'code', 'conflict', 'message',
      case c ->> 'reason'
        when 'deleted' then 'It does not exist any more.'
        when 'exists' then 'It exists again.'
        when 'in_use' then 'Others refer to it now.'
        when 'name_taken' then 'The name that it had is taken now.'
        when 'missing_reference' then 'What it referred to does not exist any more.'
        when 'limit_reached' then 'A limit does not allow it any more.'
        when 'erased' then 'What it was has been erased from the log.' end))
    from unnest(conflicts[1:100]) c));
end
$$;
comment on function kith_private.refuse_conflicts(jsonb[]) is 'Ends the operation because of conflicts.';

-- A dry run does everything and takes it back, so that it says what would happen.
create function kith_private.answer_undo(sets bigint[], body jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  is_dry constant boolean := coalesce((body ->> 'dryRun')::boolean, false);
  undone record;
  made kith_private.change_sets;
  shown record;
begin
  begin
    undone := kith_private.undo_change_sets(sets);
    select s.* into made from kith_private.change_sets s where s.id = (select (current_setting('kith.change')::jsonb ->> 'id')::uuid);
    shown := kith_private.changes_body(made.owner_id, made.number, 200);
    if is_dry then
      raise exception using errcode = 'KITH1';
    end if;
  exception when sqlstate 'KITH1' then
    null;
  end;
  if undone.conflict_count > 0 and not is_dry and not coalesce((body ->> 'partial')::boolean, false) then
    perform kith_private.refuse_conflicts(undone.conflicts);
  end if;
  return (200, json_build_object(
    'dryRun', is_dry,
    'activityId', case when not is_dry then made.id end,
    'summary', case when made.id is not null then shown.summary end,
    'changes', shown.changes,
    'changeCount', shown.count,
    'conflicts', to_json(undone.conflicts),
    'conflictCount', undone.conflict_count)::text)::kith_api.answer;
end
$$;
comment on function kith_private.answer_undo(bigint[], jsonb) is 'Undoes change sets and says what was changed and what could not be.';

create function kith_private.within_limits(sets bigint[]) returns bigint[]
language plpgsql stable set search_path = ''
as $$
declare
  kept bigint[] := '{}';
  number bigint;
begin
  if current_user <> 'kith_limited' then
    return sets;
  end if;
  foreach number in array sets loop
    if kith_private.undo_refusal(array[number]) is null then
      kept := kept || number;
    end if;
  end loop;
  return kept;
end
$$;
comment on function kith_private.within_limits(bigint[]) is 'Those of the change sets that the limits of the API key allow to undo.';

create function kith_private.refuse_other_actor() returns void
language plpgsql set search_path = ''
as $$
begin
  perform kith_private.fail('access_token_required', 'This API key may undo only what it did itself. An access token may undo everything.');
end
$$;
comment on function kith_private.refuse_other_actor() is 'Refuses an API key that would undo what another actor did.';

create function kith_api.undo_activity(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  change_set constant kith_private.change_sets := kith_private.find_change_set((arguments ->> 'id')::uuid);
begin
  if not kith_private.may_undo(change_set.actor_id) then
    perform kith_private.refuse_other_actor();
  end if;
  return kith_private.answer_undo(array[change_set.number], coalesce(arguments -> 'body', '{}'));
end
$$;
comment on function kith_api.undo_activity(jsonb) is 'Undoes one change set.';

create function kith_api.undo_actor(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
  -- A tool for assistants means itself where it names nobody.
  asked constant uuid := coalesce(body ->> 'actorId', current_setting('kith.change')::jsonb ->> 'actorId');
  sets bigint[];
begin
  -- Also a key that was deleted since, as long as the log knows it.
  if not (asked in ((select auth.uid()), (select (current_setting('kith.change')::jsonb ->> 'actorId')::uuid)) or exists (
      -- compared as text for the same reason as in delete_api_key
      select from kith_private.api_keys k where k.owner_id = (select auth.uid()) and k.id::text = asked::text)
    or exists (select from kith_private.change_sets s where s.actor_id = asked))
  then
    perform kith_private.check_references('{/actorId}');
  end if;
  if not kith_private.may_undo(asked) then
    perform kith_private.refuse_other_actor();
  end if;
  sets := array(
    select s.number from kith_private.change_sets s
    where s.actor_id = asked
      and s.at > (select kith_private.log_start())
      and s.number > (select kith_private.last_purged_set())
      and s.at >= (select kith_private.local_instant(body ->> 'since', '00:00'))
      and s.at < coalesce((select kith_private.local_instant(body ->> 'until', '24:00')), 'infinity'));
  -- What somebody else has undone already stays so; what this actor has undone is undone together with the undoing.
  sets := array(
    select s.number from kith_private.change_sets s
    where s.number = any (sets) and (s.undone_by is null or exists (
      select from kith_private.change_sets u where u.owner_id = s.owner_id and u.id = s.undone_by and u.number = any (sets))));
  if coalesce((body ->> 'partial')::boolean, false) then
    sets := kith_private.within_limits(sets);
  end if;
  return kith_private.answer_undo(sets, body);
end
$$;
comment on function kith_api.undo_actor(jsonb) is 'Undoes everything that one actor did in a span of time.';

grant execute on function kith_private.within_limits(bigint[]), kith_private.refuse_conflicts(jsonb[]), kith_private.refuse_other_actor(), kith_private.answer_undo(bigint[], jsonb),
  kith_api.undo_activity(jsonb), kith_api.undo_actor(jsonb) to authenticated;

insert into kith_private.operations (name, resource, verb, scopes, writes) values
  ('undo_activity', 'activity', 'undo', '{activity:write}', true),
  ('undo_actor', 'activity', 'undo', '{activity:write}', true);

-- sql/80_activity/70_trash.sql

-- The trash: what was deleted and can come back, and erasing it for good.

create view kith_private.trash with (security_invoker = true) as
select d.id, d.owner_id, d.set_number, d.position, d.resource, d.name, s.id as change_set_id, s.at
from kith_private.deletions d
join kith_private.change_sets s on s.owner_id = d.owner_id and s.number = d.set_number
where not d.is_erased;
comment on view kith_private.trash is 'What was deleted and can come back.';
grant select on kith_private.trash to authenticated;

create function kith_api.list_trash(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  patterns constant jsonb := kith_private.search_patterns(coalesce(arguments -> 'query' ->> 'search', ''));
  query constant jsonb := coalesce(arguments -> 'query', '{}') || jsonb_build_object('patterns', patterns);
  found kith_private.page;
  items text;
begin
  found := kith_private.find_page(query, 'kith_private.trash', array[
      'at > (select kith_private.log_start())',
      'set_number > (select kith_private.last_purged_set())',
      case when query ? 'resource' then $sql$resource = $1 ->> 'resource'$sql$ end]
      || array(
        select format('kith_private.folded(name) like ($1 #>> %L)', array['patterns', (word - 1)::text, '0'])
        from generate_series(1, jsonb_array_length(patterns)) word),
    'set_number desc, position desc');
  perform kith_private.set_finds_many(true);
  items := (
    select string_agg((
      select json_build_object('id', s.id, 'resource', t.resource, 'resourceId', t.id, 'name', t.name,
        'deletedAt', to_char(s.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'actor', kith_private.actor_body(s))::text
      from kith_private.trash t join kith_private.change_sets s on s.owner_id = t.owner_id and s.number = t.set_number
      where t.id = listed.id), ',' order by listed.position)
    from unnest(found.ids) with ordinality as listed (id, position));
  perform kith_private.set_finds_many(false);
  return kith_private.answer_page(found, items);
end
$$;
comment on function kith_api.list_trash(jsonb) is 'A page of what was deleted, newest first. Query: resource, search, page, pageSize.';

-- Erasing a large log takes longer than a request may, so it is done in parts: an operation answers 202 while something is
-- left, and the Edge Function runs it again.

-- That the resource was changed and deleted stays in the log, without what it held, so that copies notice.
create function kith_private.erase_resources(ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  photos text[];
begin
  perform kith_private.refuse_limits();
  photos := array(
    select path from kith_private.changes c, unnest(array[c.before ->> 'photo_path', c.after ->> 'photo_path']) path
    where c.owner_id = owner and c.resource_id = any (ids) and c.resource = 'contact' and path is not null);
  update kith_private.changes c set before = null, after = null, name = null
  where c.owner_id = owner and c.resource_id = any (ids) and (c.before is not null or c.after is not null);
  if cardinality(photos) > 0 then
    perform kith_private.erase_kept_photos(owner, photos);
  end if;
  perform kith_private.erase_undo_answers(owner);
end
$$;
comment on function kith_private.erase_resources(uuid[]) is 'Erases what the log holds of resources of the current user, and their kept photos.';

create function kith_private.answer_erased(is_complete boolean) returns kith_api.answer
language plpgsql immutable set search_path = ''
as $$
begin
  return (case when is_complete then 204 else 202 end, null)::kith_api.answer;
end
$$;
comment on function kith_private.answer_erased(boolean) is 'Answers 204, or 202 where the operation has to be run again.';

create function kith_api.erase_trash_item(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  change_set kith_private.change_sets;
  ids uuid[];
begin
  perform kith_private.lock_log();
  change_set := kith_private.find_change_set((arguments ->> 'id')::uuid);
  ids := array(select t.id from kith_private.trash t where t.set_number = change_set.number limit 2001);
  if cardinality(ids) = 0 then
    perform kith_private.not_found();
  end if;
  perform kith_private.erase_resources(ids[1:2000]);
  return kith_private.answer_erased(cardinality(ids) <= 2000);
end
$$;
comment on function kith_api.erase_trash_item(jsonb) is 'Erases for good what one change set deleted.';

create function kith_api.erase_trash(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  ids uuid[];
begin
  perform kith_private.lock_log();
  ids := array(select t.id from kith_private.trash t limit 2001);
  perform kith_private.erase_resources(ids[1:2000]);
  return kith_private.answer_erased(cardinality(ids) <= 2000);
end
$$;
comment on function kith_api.erase_trash(jsonb) is 'Erases for good everything that was deleted.';

create function kith_private.erase_log() returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  is_complete boolean;
begin
  perform kith_private.refuse_limits();
  is_complete := kith_private.purge_changes(owner, 'infinity', 0, 20000);
  if is_complete then
    perform kith_private.erase_kept_photos(owner, null);
    perform kith_private.erase_undo_answers(owner);
  end if;
  return is_complete;
end
$$;
comment on function kith_private.erase_log() is
  'Erases the log of the current user and then all kept photos; at most 20,000 changes at once. Returns whether all is erased.';

create function kith_api.erase_activity(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  perform kith_private.lock_log();
  return kith_private.answer_erased(kith_private.erase_log());
end
$$;
comment on function kith_api.erase_activity(jsonb) is 'Erases the whole log for good.';

grant execute on function kith_private.erase_resources(uuid[]), kith_private.erase_log(), kith_private.answer_erased(boolean), kith_api.list_trash(jsonb),
  kith_api.erase_trash_item(jsonb), kith_api.erase_trash(jsonb), kith_api.erase_activity(jsonb) to authenticated;

insert into kith_private.operations (name, resource, verb, scopes, writes, needs_access_token) values
  ('list_trash', 'activity', 'list', '{activity:read}', false, false),
  ('erase_trash_item', 'activity', 'erase', '{}', true, true),
  ('erase_trash', 'activity', 'erase', '{}', true, true),
  ('erase_activity', 'activity', 'erase', '{}', true, true);

-- sql/80_activity/75_changes.sql

-- The feed for copies elsewhere: what has changed since a cursor, as it is now.

-- A cursor names the last change that was read, by the id of its change set, because numbers would tell a key with limits
-- how much others write, and are given again after a backup was restored. It is of one account and for the same limits.
create function kith_private.cursor_text(id uuid, change_position integer) returns text
language plpgsql stable set search_path = ''
as $$
declare
  limits constant jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb -> 'kith';
  named constant text := format('%s-%s', coalesce(id::text, '0'), change_position);
begin
  return format('%s-%s', named,
    left(encode(sha256(convert_to(concat_ws(' ', auth.uid(), named, limits ->> 'scopes', limits ->> 'networkIds'), 'UTF8')), 'hex'), 12));
end
$$;
comment on function kith_private.cursor_text(uuid, integer) is 'The text of the cursor after a change; null as id is the beginning.';

create function kith_private.id_of_set(set_number bigint) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  id uuid := (
    select s.id from kith_private.change_sets s where s.owner_id = (select auth.uid()) and s.number = set_number);
begin
  return coalesce(id, (
    select l.purged_id from kith_private.change_logs l where l.owner_id = (select auth.uid()) and l.purged_set = set_number));
end
$$;
comment on function kith_private.id_of_set(bigint) is 'Id of a change set of the current user, or of the last one that was deleted from the log.';

create function kith_private.number_of_set(id uuid) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  number bigint := (
    select s.number from kith_private.change_sets s where s.owner_id = (select auth.uid()) and s.id = number_of_set.id);
begin
  return coalesce(number, (
    select l.purged_set from kith_private.change_logs l where l.owner_id = (select auth.uid()) and l.purged_id = number_of_set.id));
end
$$;
comment on function kith_private.number_of_set(uuid) is 'The reverse of id_of_set.';

create function kith_private.write_cursor(set_number bigint, change_position integer) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return kith_private.cursor_text(kith_private.id_of_set(set_number), change_position);
end
$$;
comment on function kith_private.write_cursor(bigint, integer) is 'The cursor after a change of the current user.';

create function kith_private.read_cursor(owner uuid, cursor text, out set_number bigint, out change_position integer)
language plpgsql stable set search_path = ''
as $$
declare
  parts constant text[] := regexp_match(cursor, '^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|0)-([0-9]{1,9})-[0-9a-f]{12}$');
  id constant uuid := nullif(parts[1], '0');
begin
  set_number := case when id is null then 0 else kith_private.number_of_set(id) end;
  change_position := parts[2];
  if (cursor = kith_private.cursor_text(id, change_position) and set_number is not null and not exists (
      select from kith_private.change_logs l
      where l.owner_id = owner and (l.purged_set, l.purged_position) > (read_cursor.set_number, read_cursor.change_position))) is not true
  then
    perform kith_private.fail('cursor_expired');
  end if;
end
$$;
comment on function kith_private.read_cursor(uuid, text) is
  'The change that a cursor names; refuses a cursor that is not of the owner or was given for other limits, or that is older than the log.';

-- The end of a change set is always position 999999999: where it really ends tells how many changes a key with limits does
-- not see.
create function kith_private.cursor_of_now() returns text
language plpgsql stable set search_path = ''
as $$
declare
  -- Older changes would not be found soon by a key that sees few of them.
  oldest constant bigint := case when current_user = 'kith_limited' then kith_private.day_old_position() end;
  last bigint;
  purged record;
begin
  last := (
    select c.set_number from kith_private.changes c
    where c.owner_id = (select auth.uid()) and c.set_number > coalesce(oldest, 0) order by c.set_number desc limit 1);
  if last is not null or oldest is not null then
    return kith_private.write_cursor(coalesce(last, oldest), 999999999);
  end if;
  select l.purged_set, l.purged_position into purged from kith_private.change_logs l where l.owner_id = (select auth.uid());
  return kith_private.write_cursor(coalesce(purged.purged_set, 0), coalesce(purged.purged_position, 0));
end
$$;
comment on function kith_private.cursor_of_now() is 'The cursor after the newest change of the current user, or after the last one that was deleted from the log.';

create type kith_private.changed_resource as (resource text, id uuid, ordinal bigint);

-- The changes are read a thousand at a time. A membership is part of both its contact and its network.
create function kith_private.changed_resources(
  owner uuid, after_set bigint, after_position integer, out resources kith_private.changed_resource[], out sets bigint[], out positions integer[])
language plpgsql stable set search_path = ''
as $$
begin
  with scanned as materialized (
    select c.set_number, c.position, c.resource, c.resource_id, c.network_id,
      row_number() over (order by c.set_number, c.position) as ordinal
    from kith_private.changes c
    where c.owner_id = owner and (c.set_number, c.position) > (after_set, after_position)
    order by c.set_number, c.position limit 1000),
  named as (
    select case s.resource when 'membership' then 'contact' else s.resource end as resource, s.resource_id as id, s.ordinal from scanned s
    union all
    select 'network', s.network_id, s.ordinal from scanned s where s.network_id is not null),
  firsts as (select n.resource, n.id, min(n.ordinal) as ordinal from named n group by n.resource, n.id)
  select (select array_agg((f.resource, f.id, f.ordinal)::kith_private.changed_resource order by f.ordinal, f.resource) from firsts f),
    array_agg(s.set_number order by s.ordinal), array_agg(s.position order by s.ordinal)
  into resources, sets, positions
  from scanned s;
end
$$;
comment on function kith_private.changed_resources(uuid, bigint, integer) is
  'The resources of the next changes after a position, each once and in order, and the positions of these changes.';

create function kith_api.list_changes(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  query constant jsonb := coalesce(arguments -> 'query', '{}');
  most constant integer := coalesce((query ->> 'pageSize')::integer, 50);
  owner constant uuid := auth.uid();
  cursor record;
  found record;
  portion text[];
  items text[] := '{}';
  first bigint;
  is_full boolean := false;
  bytes bigint := 0;
  taken bigint;
  next_cursor text := query ->> 'since';
begin
  if not query ? 'since' then
    return (200, json_build_object('data', '[]'::json, 'cursor', kith_private.cursor_of_now(), 'hasMore', false)::text)::kith_api.answer;
  end if;
  cursor := kith_private.read_cursor(owner, query ->> 'since');
  if kith_private.has_all_networks() then
    found := kith_private.changed_resources(owner, cursor.set_number, cursor.change_position);
  else
    found := kith_private.changed_resources_in_networks(owner, cursor.set_number, cursor.change_position);
  end if;
  taken := cardinality(found.sets);
  for start in 1 .. coalesce(cardinality(found.resources), 0) by 50 loop
    portion := kith_private.changed_items(found.resources[start : start + 49]);
    for n in 1 .. cardinality(portion) loop
      -- The page ends before the change that has the first resource which is not on it. The first change is on it always,
      -- also where it is a membership, which has two.
      first := (found.resources[start + n - 1]).ordinal;
      if (cardinality(items) >= most or bytes > 4000000) and first > 1 then
        is_full := true;
        taken := first - 1;
        exit;
      end if;
      -- What a contact brings that comes into the networks of a key may be more than fits on a page.
      if first = 1 and (cardinality(items) >= 2000 or bytes > 8000000) then
        perform kith_private.fail('cursor_expired');
      end if;
      items := items || portion[n];
      bytes := bytes + octet_length(portion[n]);
    end loop;
    exit when is_full;
  end loop;
  if taken > 0 then
    next_cursor := kith_private.write_cursor(found.sets[taken],
      case when found.sets[taken + 1] = found.sets[taken] or taken = 1000 then found.positions[taken] else 999999999 end);
  elsif current_user = 'kith_limited' and cursor.set_number < kith_private.day_old_position() then
    -- Nothing that this key sees has changed; the old cursor would expire some day.
    next_cursor := kith_private.write_cursor(kith_private.day_old_position(), 999999999);
  end if;
  return (200, format('{"data":[%s],"cursor":%s,"hasMore":%s}', array_to_string(items, ','), to_json(next_cursor),
    to_json(coalesce(taken < cardinality(found.sets) or cardinality(found.sets) = 1000, false))))::kith_api.answer;
end
$$;
comment on function kith_api.list_changes(jsonb) is
  'What has changed since a cursor, each resource once, as it is now. Query: since, pageSize. Without since: the cursor of now.';

create function kith_private.changed_items(resources kith_private.changed_resource[]) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  return array(
    select format('{"resource":"%s","id":"%s",%s}', r.resource, r.id, coalesce('"value":' || case r.resource
        when 'contact' then (select c.body::text from kith_api.contacts c where c.id = r.id)
        when 'network' then (select n.body::text from kith_api.networks n where n.id = r.id)
        when 'note' then (select n.body::text from kith_api.notes n where n.id = r.id)
        when 'note_type' then (select t.body::text from kith_api.note_types t where t.id = r.id)
        when 'reminder' then (select m.body::text from kith_api.reminders m where m.id = r.id)
        when 'profile' then (select kith_private.profile_body()::text) end, '"deleted":true'))
    from unnest(resources) with ordinality r (resource, id, ordinal, place) order by r.place);
end
$$;
comment on function kith_private.changed_items(kith_private.changed_resource[]) is
  'Resources in the feed, as JSON: each with its value, or that it was deleted.';

grant execute on function kith_private.cursor_text(uuid, integer), kith_private.id_of_set(bigint), kith_private.number_of_set(uuid),
  kith_private.write_cursor(bigint, integer), kith_private.read_cursor(uuid, text),
  kith_private.cursor_of_now(), kith_private.changed_items(kith_private.changed_resource[]),
  kith_private.changed_resources(uuid, bigint, integer), kith_api.list_changes(jsonb) to authenticated;

insert into kith_private.operations (name, resource, verb, scopes, writes) values
  ('list_changes', 'change', 'list', '{activity:read}', false);

-- sql/80_activity/77_limited_changes.sql

-- The feed of changes for API keys that are limited to networks. A contact that leaves them takes its notes and reminders,
-- and one that comes brings them; the log has a change of the membership only. The policies hide what has left, so these
-- functions look past them: they return ids of what the key could see before, and nothing else.

-- Whether a contact was in the networks at a change follows from what became of its memberships since.
create function kith_private.were_in_networks(
  owner uuid, contacts uuid[], networks uuid[], set_number bigint, change_position integer) returns boolean
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return cardinality(contacts) > 0 and not exists (
    select from unnest(contacts) about (id)
    where not exists (
      select from unnest(networks) n (id)
      where coalesce((
        select m.action = 'delete' from kith_private.changes m
        where m.owner_id = owner and m.resource_id = about.id and m.resource = 'membership' and m.network_id = n.id
          and (m.set_number, m.position) >= (were_in_networks.set_number, were_in_networks.change_position)
        order by m.set_number, m.position limit 1), exists (
        select from kith.contact_networks k
        where k.owner_id = owner and k.contact_id = about.id and k.network_id = n.id))));
end
$$;
comment on function kith_private.were_in_networks(uuid, uuid[], uuid[], bigint, integer) is
  'Whether there are contacts and each of them belonged to one of the networks just before a change.';

create function kith_private.taken_from_networks(after_set bigint, after_position integer)
returns table (set_number bigint, change_position integer, resource text, resource_id uuid)
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  networks constant uuid[] := kith_private.key_networks();
  resources constant text[] := kith_private.resources_with('read');
begin
  if not kith_private.has_scope('activity:read') then
    return;
  end if;
  return query
  select c.set_number, c.position, c.resource, c.resource_id from kith_private.changes c
  where c.owner_id = owner and (c.set_number, c.position) > (after_set, after_position)
    and c.resource = any (resources) and c.resource in ('note', 'reminder')
    and (c.action = 'delete' or (c.action = 'update' and c.before ? 'contact_ids'))
    and kith_private.were_in_networks(owner, kith_private.ids_of(c.before -> 'contact_ids'), networks, c.set_number, c.position)
  order by c.set_number, c.position limit 1000;
end
$$;
comment on function kith_private.taken_from_networks(bigint, integer) is
  'Changes after a position by which notes and reminders about contacts in the API key''s networks only were deleted or became about others.';

create type kith_private.ended_membership as (contact_id uuid, set_number bigint, "position" integer);

-- What was about a contact then is about it still, or is not since, or was deleted.
create function kith_private.left_with_contacts(ended kith_private.ended_membership[])
returns table (set_number bigint, change_position integer, resource text, id uuid)
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  resources constant text[] := kith_private.resources_with('read');
  networks constant uuid[] := kith_private.key_networks();
  first_set bigint;
begin
  if not kith_private.has_scope('activity:read') then
    return;
  end if;
  -- Only what the log says of networks of the key.
  ended := array(
    select e from unnest(ended) e join kith_private.changes c on c.owner_id = owner and c.set_number = e.set_number and c.position = e.position
    where c.resource = 'membership' and c.resource_id = e.contact_id and c.network_id = any (networks));
  first_set := (select min(e.set_number) from unnest(ended) e);
  return query
  with later as materialized (
    select c.resource, c.resource_id, c.set_number, c.position, kith_private.ids_of(c.before -> 'contact_ids') as contact_ids
    from kith_private.changes c
    where c.owner_id = owner and c.set_number >= first_set and c.resource in ('note', 'reminder') and c.action <> 'create'
      and c.before -> 'contact_ids' ?| array(select e.contact_id::text from unnest(ended) e)),
  about as (
    select e.*, 'note' as resource, n.id, n.contact_ids
    from unnest(ended) e
    join kith_private.notes_about a on a.owner_id = owner and a.contact_id = e.contact_id
    join kith.notes n on n.owner_id = owner and n.id = a.id
    union all
    select e.*, 'reminder', r.id, r.contact_ids
    from unnest(ended) e
    join kith_private.reminders_about a on a.owner_id = owner and a.contact_id = e.contact_id
    join kith.reminders r on r.owner_id = owner and r.id = a.id
    union all
    select e.*, l.resource, l.resource_id, null
    from unnest(ended) e join later l on e.contact_id = any (l.contact_ids) and (l.set_number, l.position) > (e.set_number, e.position)),
  about_then as (
    select a.*, coalesce((
      select case when c.action <> 'create' then kith_private.ids_of(c.before -> 'contact_ids') else '{}' end from kith_private.changes c
      where c.owner_id = owner and c.resource_id = a.id and (c.set_number, c.position) > (a.set_number, a.position)
        and (c.action <> 'update' or c.before ? 'contact_ids')
      order by c.set_number, c.position limit 1), a.contact_ids) as contacts
    from about a
    where a.resource = any (resources))
  select t.set_number, t.position, t.resource, t.id from about_then t
  where t.contact_id = any (t.contacts) and kith_private.were_in_networks(owner, t.contacts, networks, t.set_number, t.position);
end
$$;
comment on function kith_private.left_with_contacts(kith_private.ended_membership[]) is
  'The notes and reminders that the API key saw and that were about contacts when memberships of these ended.';

create function kith_private.changed_resources_in_networks(
  owner uuid, after_set bigint, after_position integer, out resources kith_private.changed_resource[], out sets bigint[], out positions integer[])
language plpgsql stable set search_path = ''
as $$
begin
  perform kith_private.set_finds_many(true);
  with visible as materialized (
    select c.set_number, c.position, c.resource, c.resource_id, c.network_id, c.action from kith_private.changes c
    where c.owner_id = owner and (c.set_number, c.position) > (after_set, after_position)
    order by c.set_number, c.position limit 1000),
  scanned as materialized (
    select m.*, row_number() over (order by m.set_number, m.position) as ordinal
    from (
      select v.* from visible v
      union all
      select t.set_number, t.change_position, t.resource, t.resource_id, null, null
      from kith_private.taken_from_networks(after_set, after_position) t
      where not exists (select from visible v where v.set_number = t.set_number and v.position = t.change_position)
      order by 1, 2 limit 1000) m),
  named as (
    select case s.resource when 'membership' then 'contact' else s.resource end as resource, s.resource_id as id, s.ordinal from scanned s
    union all
    select 'network', s.network_id, s.ordinal from scanned s
    where s.network_id is not null and (select kith_private.has_scope('networks:read'))
    union all
    select 'note', n.id, s.ordinal from scanned s join kith_private.notes_about n on n.owner_id = owner and n.contact_id = s.resource_id
    where s.resource = 'membership' and s.action = 'create'
    union all
    select 'reminder', r.id, s.ordinal from scanned s join kith_private.reminders_about r on r.owner_id = owner and r.contact_id = s.resource_id
    where s.resource = 'membership' and s.action = 'create'
    union all
    select l.resource, l.id, s.ordinal
    from kith_private.left_with_contacts(array(
      select (e.resource_id, e.set_number, e.position)::kith_private.ended_membership from scanned e
      where e.resource = 'membership' and e.action = 'delete')) l
    join scanned s on s.set_number = l.set_number and s.position = l.change_position),
  firsts as (select n.resource, n.id, min(n.ordinal) as ordinal from named n group by n.resource, n.id)
  select (select array_agg((f.resource, f.id, f.ordinal)::kith_private.changed_resource order by f.ordinal, f.resource, f.id) from firsts f),
    array_agg(s.set_number order by s.ordinal), array_agg(s.position order by s.ordinal)
  into resources, sets, positions
  from scanned s;
  perform kith_private.set_finds_many(false);
end
$$;
comment on function kith_private.changed_resources_in_networks(uuid, bigint, integer) is
  'The same as changed_resources for an API key that is limited to networks. A contact that comes or leaves brings or takes its notes and reminders.';

-- A cursor must not tell how much is written outside the networks: it moves with what the key sees, and where that is
-- nothing for a day, to what is older than a day.
create function kith_private.day_old_position() returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select s.number from kith_private.change_sets s
    where s.owner_id = (select auth.uid()) and s.at < now() - interval '1 day' order by s.number desc limit 1);
end
$$;
comment on function kith_private.day_old_position() is 'The newest change set of the current user that is older than a day.';

grant execute on function kith_private.taken_from_networks(bigint, integer), kith_private.left_with_contacts(kith_private.ended_membership[]),
  kith_private.changed_resources_in_networks(uuid, bigint, integer), kith_private.day_old_position() to authenticated;

-- sql/80_activity/80_admin.sql

-- What administrators see of the log, as in 70_admin.

create view kith_private.admin_activity with (security_invoker = true) as
select s.owner_id, a.email, s.actor_kind, s.actor_id, s.actor_name,
  count(*) as change_sets,
  coalesce(sum(c.changes), 0)::bigint as changes,
  coalesce(sum(c.bytes), 0)::bigint as bytes,
  min(s.at) as first_at,
  max(s.at) as last_at
from kith_private.change_sets s
join kith_private.accounts() a on a.owner_id = s.owner_id
left join (
  select l.owner_id, l.set_number, count(*) as changes, sum(pg_column_size(l)) as bytes
  from kith_private.changes l group by l.owner_id, l.set_number) c on c.owner_id = s.owner_id and c.set_number = s.number
group by s.owner_id, a.email, s.actor_kind, s.actor_id, s.actor_name;
comment on view kith_private.admin_activity is
  'How much each actor has written for each owner, as far as the log is kept. bytes: of the changes, without indexes.';

grant select on kith_private.change_sets, kith_private.changes, kith_private.change_logs, kith_private.admin_activity to service_role;

-- sql/90_request/10_idempotency.sql

-- Safe retries: the answer to a request with an `Idempotency-Key` is stored for 24 hours and repeated for the same key.
-- Only successful answers are stored; a refused request changed nothing and may be sent again.

create table kith_private.idempotent_requests (
  owner_id uuid not null references auth.users (id) on delete cascade,
  key text not null constraint idempotent_requests_key_check check (char_length(key) between 1 and 255),
  fingerprint bytea not null,
  status smallint not null,
  body text,
  resource_id uuid,
  operation text not null,
  activity_id uuid,
  created_at timestamptz not null default now(),
  primary key (owner_id, key)
);
comment on table kith_private.idempotent_requests is 'Answers to requests that carried an Idempotency-Key, for 24 hours.';
comment on column kith_private.idempotent_requests.owner_id is 'Who sent it.';
comment on column kith_private.idempotent_requests.key is 'The Idempotency-Key.';
comment on column kith_private.idempotent_requests.fingerprint is 'SHA-256 of the operation and its arguments.';
comment on column kith_private.idempotent_requests.status is 'Status of the answer.';
comment on column kith_private.idempotent_requests.body is 'Body of the answer.';
comment on column kith_private.idempotent_requests.resource_id is
  'The resource in the body, or that it is about. When it is deleted, the body is erased and only this column still tells that there was one.';
comment on column kith_private.idempotent_requests.operation is 'The operation that was run.';
comment on column kith_private.idempotent_requests.activity_id is 'The change set that it wrote.';
comment on column kith_private.idempotent_requests.created_at is 'When it was answered.';
create index idempotent_requests_created_at_idx on kith_private.idempotent_requests (created_at);
create index idempotent_requests_resource_id_idx on kith_private.idempotent_requests (owner_id, resource_id);
alter table kith_private.idempotent_requests enable row level security;
create policy "No client reaches the requests" on kith_private.idempotent_requests for all to authenticated using (false);

-- Without the arguments that the Edge Function adds, which differ each time.
create function kith_private.fingerprint(operation text, arguments jsonb) returns bytea
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return sha256(convert_to(operation || (arguments - '{idempotencyKey,requestId,hash,keyPrefix}'::text[])::text, 'UTF8'));
end
$$;
comment on function kith_private.fingerprint(text, jsonb) is 'Identifies the content of a request, to recognise a key that is used for another request.';

create function kith_private.can_be_replayed(operation kith_private.operations, owner uuid, body text) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  can_be boolean := true;
begin
  if operation.replay_check is not null then
    execute format('select kith_private.%I($1, $2)', operation.replay_check) into can_be using owner, body;
  end if;
  return can_be;
end
$$;
comment on function kith_private.can_be_replayed(kith_private.operations, uuid, text) is 'Whether an owner''s stored answer of the operation can be repeated.';

create function kith_private.find_stored_answer(
  owner uuid, operation kith_private.operations, arguments jsonb, networks jsonb,
  out status smallint, out body text, out replayed boolean, out activity_id uuid)
language plpgsql set search_path = ''
as $$
declare
  key constant text := arguments ->> 'idempotencyKey';
  kept kith_private.idempotent_requests;
begin
  -- Locked until this transaction ends. Without waiting: when the lock is taken, the same request is running.
  if not pg_try_advisory_xact_lock(hashtextextended('kith.idempotency:' || owner || key, 0)) then
    body := '{"code":"idempotency_key_in_use"}';
    return;
  end if;
  select r.* into kept from kith_private.idempotent_requests r
  where r.owner_id = owner and r.key = arguments ->> 'idempotencyKey' and r.created_at > now() - interval '24 hours';
  if found and kept.fingerprint <> kith_private.fingerprint(operation.name, arguments) then
    body := '{"code":"idempotency_key_reused"}';
  elsif found and operation.verb = 'undo' and jsonb_typeof(networks) = 'array' then
    null; -- what was undone may have left the networks since; undoing it again changes nothing
  elsif found and kept.resource_id is not null and (kept.body is null
    or (jsonb_typeof(networks) = 'array' and not kith_private.is_in_networks(owner, kept.resource_id, networks)))
  then
    body := '{"code":"idempotency_key_reused","detail":"The resource that this request created has been deleted."}';
  elsif found and kith_private.can_be_replayed(operation, owner, kept.body) then
    status := kept.status;
    body := kept.body;
    activity_id := kept.activity_id;
    replayed := true;
  end if;
end
$$;
comment on function kith_private.find_stored_answer(uuid, kith_private.operations, jsonb, jsonb) is
  'The stored answer for the Idempotency-Key; a null status and an error code where the key is in use or was used for '
  'another request; nulls where there is no stored answer. networks: those that the API key is limited to.';

-- Otherwise a key with limits would learn which Idempotency-Keys others have used, and for what.
create function kith_private.with_own_idempotency_key(arguments jsonb, key_id uuid, limits jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return arguments || jsonb_build_object('idempotencyKey', encode(sha256(convert_to(
    concat_ws(' ', key_id, limits - 'expiresAt', arguments ->> 'idempotencyKey'), 'UTF8')), 'hex'));
end
$$;
comment on function kith_private.with_own_idempotency_key(jsonb, uuid, jsonb) is
  'Arguments with an idempotencyKey that is used by this API key only, and only while it has these limits.';

create function kith_private.is_in_networks(owner uuid, resource uuid, networks jsonb) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return kith_private.are_in_networks(owner, coalesce(
    (select n.contact_ids from kith.notes n where n.owner_id = owner and n.id = resource),
    (select r.contact_ids from kith.reminders r where r.owner_id = owner and r.id = resource),
    array[resource]), kith_private.ids_of(networks));
end
$$;
comment on function kith_private.is_in_networks(uuid, uuid, jsonb) is
  'Whether a contact, or each contact of a note or reminder, belongs to one of the networks.';

create function kith_private.store_answer(
  owner uuid, operation text, arguments jsonb, status smallint, body text, activity_id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into kith_private.idempotent_requests as kept (owner_id, key, fingerprint, status, body, resource_id, operation, activity_id)
  values (owner, arguments ->> 'idempotencyKey', kith_private.fingerprint(operation, arguments), status, body,
    coalesce(body::jsonb ->> 'id', case when body is not null then arguments ->> 'id' end)::uuid, operation, activity_id)
  on conflict (owner_id, key) do update set fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body,
    resource_id = excluded.resource_id, operation = excluded.operation, activity_id = excluded.activity_id,
    created_at = excluded.created_at;
end
$$;
comment on function kith_private.store_answer(uuid, text, jsonb, smallint, text, uuid) is 'Stores an answer for 24 hours.';

create function kith_private.delete_expired_answers() returns void
language plpgsql set search_path = ''
as $$
begin
  delete from kith_private.idempotent_requests r
  where r.ctid = any (array(
    select old.ctid from kith_private.idempotent_requests old
    where old.created_at < now() - interval '24 hours' limit 20 for update skip locked));
end
$$;
comment on function kith_private.delete_expired_answers() is 'Deletes a few answers older than 24 hours, of any owner; every write calls it.';

-- What a deleted resource held is not kept in an answer either.
create function kith_private.erase_answers() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update kith_private.idempotent_requests r set body = null where r.owner_id = old.owner_id and r.resource_id = old.id;
  return null;
end
$$;
comment on function kith_private.erase_answers() is 'Erases the stored answers that show a resource which is deleted.';

-- The answer to an undo shows what the resources held.
create function kith_private.erase_undo_answers(owner uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from kith_private.idempotent_requests r
  where r.owner_id = owner and r.operation in (select o.name from kith_private.operations o where o.verb = 'undo');
end
$$;
comment on function kith_private.erase_undo_answers(uuid) is 'Erases the stored answers of an owner that show parts of the log.';

do $$
declare
  resource regclass;
begin
  for resource in
    select distinct o.locked_table from kith_private.operations o
    where o.verb = 'delete' and o.locked_table is not null and o.locked_column = 'id'
  loop
    execute format('create trigger erase_answers after delete on %s
      for each row execute function kith_private.erase_answers()', resource);
  end loop;
end
$$;

-- sql/90_request/20_preconditions.sql

-- Safe edits: the entity tag of a resource is a hash of its representation, so it changes with every visible change.

create function kith_private.tag(body text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return left(encode(sha256(convert_to(body, 'UTF8')), 'hex'), 32);
end
$$;
comment on function kith_private.tag(text) is 'Entity tag of a representation, without its quotes.';

create function kith_private.check_tag(operation kith_private.operations, arguments jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  body text;
begin
  -- Locked first, so that nothing changes the row between the comparison and the operation.
  execute format(case when operation.locked_as_text then 'select from %s r where r.%I::text = $1::text for update'
      else 'select from %s r where r.%I = $1 for update' end, operation.locked_table, operation.locked_column)
    using coalesce((arguments ->> 'id')::uuid, auth.uid());
  execute format('select body from kith_api.%I($1)', operation.read_by) into body using arguments;
  if not arguments -> 'ifMatch' ? kith_private.tag(body) then
    perform kith_private.fail('precondition_failed');
  end if;
end
$$;
comment on function kith_private.check_tag(kith_private.operations, jsonb) is
  'Refuses the operation when the resource''s entity tag is not in ifMatch.';

grant execute on function kith_private.tag(text), kith_private.check_tag(kith_private.operations, jsonb) to authenticated;

-- sql/90_request/30_refusals.sql

-- Translates exceptions of operations into errors of the API.

-- The member of the body follows from the constraint's name: <table>_<column>_check or <table>_<column>_fkey.
create function kith_private.violation(table_name text, constraint_name text, column_name text, message text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'in', 'body',
      'pointer', coalesce('/' || kith_private.member_name(name), ''),
      'code', case
        when column_name <> '' or constraint_name like '%_named_check' or constraint_name like '%_required_check' then 'required'
        when constraint_name like '%_fkey' then 'invalid_reference'
        when constraint_name in ('notes_occurred_at_check', 'api_keys_overlap_seconds_check') then 'too_big'
        when constraint_name = 'api_keys_expires_at_check' then 'too_small'
        when constraint_name = 'contact_networks_limit_check' or constraint_name like '%_contact_ids_check' then 'too_long'
        else 'invalid_format' end,
      'message', message)
    from (select case constraint_name
      when 'contacts_named_check' then null
      when 'reminders_due_at_required_check' then 'due_at'
      when 'contact_networks_limit_check' then 'network_ids'
      when 'note_contacts_contact_id_fkey' then 'contact_ids'
      when 'reminder_contacts_contact_id_fkey' then 'contact_ids'
      when 'notes_first_contact_check' then 'contact_ids'
      when 'reminders_first_contact_check' then 'contact_ids'
      when 'contacts_last_contacted_by_hand_check' then 'last_contacted_at'
      when 'notes_occurred_at_range_check' then 'occurred_at'
      when 'api_keys_expires_at_range_check' then 'expires_at'
      else coalesce(nullif(column_name, ''), regexp_replace(constraint_name, '^' || table_name || '_(.*)_(?:check|fkey)$', '\1')) end as name) named);
end
$$;
comment on function kith_private.violation(text, text, text, text) is 'A violated constraint as an item of the member errors of a problem.';

-- The Zod schemas repeat the rules of the tables, so only violations that need the database, and races, arrive here. The
-- Edge Function adds the status and the text of the code; `detail` replaces that text.
create function kith_private.refusal(
  state text, message text, detail text, hint text, table_name text, constraint_name text, column_name text,
  out body text, out log text)
language plpgsql stable set search_path = ''
as $$
declare
  code text;
  errors jsonb;
  merged_into text;
begin
  case
    when state = 'KITH0' then
      code := message;
      errors := nullif(hint, '')::jsonb;
      if jsonb_typeof(errors) = 'object' then
        merged_into := errors ->> 'mergedInto';
        errors := null;
      end if;
    when state = '23505' and constraint_name like '%_name_key' then
      code := 'name_taken';
    when state = '23503' and constraint_name like '%_owner_id_fkey' then
      code := 'unauthorized'; -- the account was deleted while the request ran
    when state = '23503' then
      code := 'invalid_reference';
      errors := jsonb_build_array(kith_private.violation(table_name, constraint_name, '', null));
    when state = '23514' and constraint_name like '%_quota_check' then
      code := 'quota_exceeded';
      detail := message;
    when state in ('23514', '23502') then
      code := 'validation_failed';
      errors := jsonb_build_array(kith_private.violation(table_name, constraint_name, column_name,
        case when state = '23502' then null
          when constraint_name = 'contacts_named_check' then 'A contact has a first name, a last name, a nickname or a company.'
          when constraint_name = 'reminders_due_at_required_check' then 'A recurring reminder needs a due time.'
          when message like 'new row for relation%' then 'This value is not allowed.' else message end));
    -- A conflict with a concurrent request; no disk space, memory or connections left; Postgres is shutting down; the
    -- database is read-only.
    when state in ('40001', '40P01', '55P03', '25006') or state like '53%' or state like '57P%' or state = '57014' then
      code := 'unavailable';
    else
      code := 'internal';
  end case;
  if code in ('unavailable', 'internal') then
    log := state || ': ' || message;
  end if;
  body := json_strip_nulls(json_build_object(
    'code', code, 'detail', case when state = 'KITH0' or code = 'quota_exceeded' then nullif(detail, '') end, 'errors', errors,
    'mergedInto', merged_into));
end
$$;
comment on function kith_private.refusal(text, text, text, text, text, text, text) is
  'Translates an exception of an operation: a JSON object with the code of the error catalogue, detail and errors; and the cause for the log.';

-- For operations that catch what one of their items raises.
grant execute on function kith_private.violation(text, text, text, text),
  kith_private.refusal(text, text, text, text, text, text, text) to authenticated;

-- sql/90_request/35_credential.sql

-- Whose a credential is, and what an API key or a connection may do.

create function kith_private.identify(
  credential jsonb, operation text, locks_log boolean, out owner_id uuid, out key_id uuid, out key_name text, out limits jsonb)
language plpgsql set search_path = ''
as $$
declare
  secret constant bytea := decode(credential ->> 'hash', 'hex');
  key record;
begin
  if credential ->> 'kind' = 'api_key' or credential ? 'clientId' then
    if credential ? 'clientId' then
      owner_id := (credential ->> 'sub')::uuid;
      -- Auth ends what it has granted to a client by ending the session, so that a token without one could not be revoked.
      select k.id, k.name, k.last_used_at, k.scopes, k.network_ids, k.expires_at into key
      from kith_private.api_keys k
      where k.owner_id = (credential ->> 'sub')::uuid and k.client_id = credential ->> 'clientId'
        and (k.expires_at is null or k.expires_at > now()) and credential ? 'sessionId';
    else
      select k.id, k.owner_id, k.name, k.last_used_at, k.scopes, k.network_ids, k.expires_at into key
      from kith_private.api_keys k where k.hash = secret and (k.expires_at is null or k.expires_at > now());
      -- Two statements: one with "or" would not use the indexes. An expired key costs what an unknown one costs.
      if not found then
        select k.id, k.owner_id, k.name, k.last_used_at, k.scopes, k.network_ids, k.expires_at into key
        from kith_private.api_keys k
        where k.previous_hash = secret and k.previous_expires_at > now() and (k.expires_at is null or k.expires_at > now());
      end if;
      owner_id := key.owner_id;
    end if;
    key_id := key.id;
    key_name := key.name;
    if num_nonnulls(key.scopes, key.network_ids, key.expires_at) > 0 then
      limits := jsonb_build_object('scopes', key.scopes, 'networkIds', key.network_ids, 'expiresAt', key.expires_at);
    end if;
    -- Before the key's rows are locked: Auth locks them after the account, and would wait for this request while it waits.
    if locks_log and key_id is not null then
      perform kith_private.lock_log_of(owner_id);
    end if;
  elsif credential ->> 'kind' = 'calendar' then
    select c.owner_id into owner_id from kith_private.calendars c where c.hash = secret;
  else
    owner_id := (credential ->> 'sub')::uuid;
  end if;
  if not kith_private.is_active(owner_id, (credential ->> 'sessionId')::uuid) then
    owner_id := null;
    key_id := null;
  elsif key_id is not null and not credential ? 'counted' then
    perform kith_private.record_key_use(key_id, key.last_used_at, operation);
  end if;
end
$$;
comment on function kith_private.identify(jsonb, text, boolean) is 'The account of a credential (an API key, an access token, or the secret of a calendar feed), and the id, name and limits of an API key, or of the connection that an OAuth client''s access token belongs to; nulls where the credential or the account does not exist (any more), and where the key or this secret of it has expired. No id where a client has no connection (any more).';

create function kith_private.is_limited(limits jsonb) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return coalesce(limits -> 'scopes' <> 'null' or limits -> 'networkIds' <> 'null', false);
end
$$;
comment on function kith_private.is_limited(jsonb) is 'Whether an API key may do less than everything; limits also say when it expires.';

create function kith_private.check_limits(asked kith_private.operations, limits jsonb) returns text
language plpgsql stable set search_path = ''
as $$
begin
  if jsonb_typeof(limits -> 'scopes') = 'array' and not limits -> 'scopes' @> to_jsonb(asked.scopes) then
    return json_build_object('code', 'insufficient_scope', 'scopes', array(
      select scope from unnest(asked.scopes) scope where not limits -> 'scopes' ? scope));
  elsif asked.needs_all_networks and limits -> 'networkIds' <> 'null' then
    return json_build_object('code', 'insufficient_scope', 'detail',
      'This API key is limited to networks, so it cannot import, or change networks, note types or who belongs to a network.');
  end if;
  return null;
end
$$;
comment on function kith_private.check_limits(kith_private.operations, jsonb) is
  'The refusal of an operation that the limits of an API key do not allow; null where they do.';

-- sql/90_request/40_handle.sql

-- Handles a request in one statement: authenticates, counts, runs the operation and returns the answer.

-- Runs as the owner, for this transaction only, so that row-level security applies. When the operation is refused, its
-- writes are rolled back, but the request is still counted.
create function kith_private.run(
  owner uuid, operation kith_private.operations, arguments jsonb, change_context jsonb, limits jsonb, is_limited boolean,
  out status smallint, out body text, out log text, out activity_id uuid)
language plpgsql set search_path = ''
as $$
declare
  caller constant text := current_setting('role');
  claims constant json := case when limits is null then json_build_object('sub', owner, 'role', 'authenticated')
    else json_build_object('sub', owner, 'role', 'authenticated', 'kith', limits) end;
  state text;
  message text;
  detail text;
  hint text;
  table_name text;
  constraint_name text;
  column_name text;
begin
  begin
    perform set_config('request.jwt.claim.sub', '', true),
      set_config('request.jwt.claims', claims::text, true),
      set_config('kith.checked_account', owner::text, true),
      set_config('kith.change', change_context::text, true),
      set_config('kith.change_set', '', true),
      set_config('kith.locked_log', owner::text, true),
      set_config('role', case when is_limited then 'kith_limited' else 'authenticated' end, true);
    -- Before any row is locked. With an API key or a connection kith_private.identify has locked it.
    if operation.locks_log and change_context ->> 'kind' = 'access_token' and not kith_private.lock_log() then
      perform kith_private.fail('unauthorized');
    end if;
    if arguments ? 'ifMatch' then
      perform kith_private.check_tag(operation, arguments);
    end if;
    execute format('select * from kith_api.%I($1)', operation.name) into status, body using arguments;
  -- "others" leaves out query_canceled, with which a statement_timeout ends; the request has to be counted then too.
  exception when others or query_canceled then
    get stacked diagnostics state = returned_sqlstate, message = message_text, detail = pg_exception_detail,
      hint = pg_exception_hint, table_name = table_name, constraint_name = constraint_name, column_name = column_name;
    perform set_config('role', caller, true);
    status := null;
    if state = '42501' and is_limited then
      body := '{"code":"insufficient_scope","detail":"The limits of this API key do not allow that."}';
    else
      select r.body, r.log into body, log
      from kith_private.refusal(state, message, detail, hint, table_name, constraint_name, column_name) r;
    end if;
  end;
  if coalesce(current_setting('kith.change_set', true), '') <> '' then
    activity_id := change_context ->> 'id';
  end if;
  perform set_config('role', caller, true), set_config('request.jwt.claims', '', true),
    set_config('kith.checked_account', '', true), set_config('kith.change', '', true),
    set_config('kith.change_set', '', true), set_config('kith.locked_log', '', true);
end
$$;
comment on function kith_private.run(uuid, kith_private.operations, jsonb, jsonb, jsonb, boolean) is
  'Runs an operation as the owner, within the limits of an API key, and catches its exceptions; then the status is null. change_context: id and actor of what it writes.';

create function kith_private.handle(
  credential jsonb, operation text, arguments jsonb, required_schema_version integer default null,
  out status smallint, out body text, out owner_id uuid, out key_id uuid,
  out rate_limit integer, out rate_remaining integer, out rate_reset bigint, out retry_after integer,
  out tag text, out replayed boolean, out activity_id uuid, out removals text[], out log text)
-- The Edge Function's timeout is five seconds. The lock timeout is shorter, so that a waiting request is rolled back
-- instead of holding a connection, and is not carried out after the client got a 503.
-- Plans are kept for each connection, and one that was made while a table was small would read all of it later. What has to be
-- read whole, such as a list of our own, then counts as so expensive that Postgres would compile the statement.
language plpgsql set search_path = '' set lock_timeout = '4s'
  set enable_seqscan = off set enable_bitmapscan = off set jit = off
as $$
declare
  asked kith_private.operations;
  counted record;
  key_name text;
  limits jsonb;
  is_limited boolean;
  refusal text;
begin
  if required_schema_version > kith_private.schema_version() then
    body := '{"code":"unavailable"}';
    log := format('The function needs schema version %s and the database has %s: push the migrations (npm run deploy).',
      required_schema_version, kith_private.schema_version());
    return;
  end if;

  select o.* into asked from kith_private.operations o where o.name = operation;
  if not found then
    raise exception using errcode = 'undefined_function', message = format('There is no operation %L.', operation);
  end if;

  select i.owner_id, i.key_id, i.key_name, i.limits into owner_id, key_id, key_name, limits
  from kith_private.identify(credential, coalesce(asked.step_of, asked.name),
    asked.locks_log and arguments is not null) i;
  if owner_id is null or asked.needs_calendar_secret <> coalesce(credential ->> 'kind' = 'calendar', false) then
    owner_id := null;
    key_id := null;
    body := '{"code":"unauthorized"}';
    return;
  end if;

  if key_id is null and credential ? 'clientId' then
    body := '{"code":"connection_required"}';
    return;
  end if;

  is_limited := kith_private.is_limited(limits);
  if is_limited then
    refusal := kith_private.check_limits(asked, limits);
  end if;
  if key_id is not null and not credential ? 'counted' then
    select * into counted from kith_private.count_request(
      key_id, asked.needs_access_token or refusal is not null or (arguments is null and not credential ? 'goesOn'));
    if counted.allowed is null then
      owner_id := null;
      key_id := null;
      body := '{"code":"unauthorized"}';
      return;
    end if;
    rate_limit := counted.rate;
    rate_remaining := counted.remaining;
    rate_reset := ceil(extract(epoch from counted.resets_at));
    if not counted.allowed then
      retry_after := counted.retry_after;
      body := '{"code":"rate_limited"}';
      return;
    end if;
  end if;
  if key_id is not null and asked.needs_access_token then
    body := '{"code":"access_token_required"}';
    return;
  end if;
  if refusal is not null then
    body := refusal;
    return;
  end if;
  if asked.needs_access_token and not credential ? 'secondFactor' then
    perform from auth.mfa_factors f where f.user_id = handle.owner_id and f.status = 'verified';
    if found then
      body := '{"code":"second_factor_required"}';
      return;
    end if;
  end if;

  if arguments is null then
    status := 0;
    return;
  end if;

  if arguments ? 'idempotencyKey' then
    if is_limited then
      arguments := kith_private.with_own_idempotency_key(arguments, key_id, limits);
    end if;
    select r.status, r.body, r.replayed, r.activity_id into status, body, replayed, activity_id
    from kith_private.find_stored_answer(owner_id, asked, arguments, limits -> 'networkIds') r;
  end if;
  if body is null and status is null then
    select r.status, r.body, r.log, r.activity_id into status, body, log, activity_id
    from kith_private.run(owner_id, asked, arguments, jsonb_build_object(
      'id', gen_random_uuid(), 'kind', case when credential ? 'clientId' then 'connection' else credential ->> 'kind' end, 'actorId', coalesce(key_id, owner_id), 'actorName', key_name,
      'requestId', arguments ->> 'requestId', 'operation', coalesce(asked.step_of, asked.name)), limits, is_limited) r;
    if status is not null and arguments ? 'idempotencyKey' then
      perform kith_private.store_answer(owner_id, operation, arguments, status, body, activity_id);
    end if;
  end if;

  if asked.writes then
    perform kith_private.delete_expired_answers(), kith_private.delete_expired_imports();
  end if;
  if status is null then
    if key_id is not null then
      update kith_private.api_key_requests r set refusals = r.refusals + 1 where r.api_key_id = handle.key_id;
    end if;
    return;
  end if;
  if asked.tagged then
    tag := kith_private.tag(body);
  end if;
  removals := kith_private.due_removals();
end
$$;
-- Ends every request before the Edge Function's timeout of five seconds. Postgres has this setting since 17. In older
-- versions only statement_timeout of the role that the Edge Function connects as ends a statement: a function cannot
-- set it for itself.
do $$
begin
  if current_setting('transaction_timeout', true) is not null then
    alter function kith_private.handle(jsonb, text, jsonb, integer) set transaction_timeout = '4500ms';
  end if;
end
$$;
comment on function kith_private.handle(jsonb, text, jsonb, integer) is
  'Answers a request. arguments: null authenticates and counts the request and runs no operation. '
  'required_schema_version: null for any. '
  'Status 0 means that no operation was run; null that the request is refused: then the body is an object with the '
  'code of the error catalogue, and errors and detail where there are any. Called by the role that the Edge Function '
  'connects as, which must be a member of authenticated and of kith_limited.';

-- sql/99_privileges.sql

-- By default every role may execute a new function, and default privileges of a schema cannot revoke that. The rights
-- that are needed are granted in the file of each function.
revoke execute on all functions in schema kith, kith_api, kith_private from public;

-- All columns of all tables may be read, but by name: a right on the whole table would include `ctid` and `xmin`, which
-- tell how much other owners write.
-- No statistics are kept of them: PostgREST shows the planner's estimates (`Prefer: count=planned`), which would be made
-- from the values of all owners, and a binary search over the estimates would read these values.
do $$
declare
  item record;
begin
  for item in
    select c.oid::regclass as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns,
      string_agg(format('alter column %I set statistics 0', a.attname), ', ' order by a.attnum) as changes
    from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'kith'::regnamespace and c.relkind = 'r'
    group by c.oid
  loop
    execute format('grant select (%s) on %s to authenticated', item.columns, item.name);
    execute format('alter table %s %s', item.name, item.changes);
  end loop;
  for item in
    select i.indexrelid::regclass as name, a.attnum as number
    from pg_catalog.pg_index i join pg_catalog.pg_class c on c.oid = i.indrelid
    join pg_catalog.pg_attribute a on a.attrelid = i.indexrelid
    where c.relnamespace = 'kith'::regnamespace and a.attnum <= i.indnkeyatts and i.indkey[a.attnum - 1] = 0
  loop
    execute format('alter index %s alter column %s set statistics 0', item.name, item.number);
  end loop;
end
$$;

-- The digest of everything above.

create function kith_private.baseline_digest() returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return '41696c6aa3f33ea0fd3e40d2ff3cbaf681053d03bcc98fefd0eada431273a5d3';
end
$$;
comment on function kith_private.baseline_digest() is 'SHA-256 of the baseline migration that this database was set up with.';
revoke execute on function kith_private.baseline_digest() from public;
