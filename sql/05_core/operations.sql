-- The scopes that a key may have.
create function kith_private.all_scopes() returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return '{activity:read,activity:write,contacts:read,contacts:write,networks:read,networks:write,notes:read,notes:write,
    profile:read,profile:write,reminders:read,reminders:write}';
end
$$;

-- Describes each operation. The rows are written from the routes: 88_operations/rows.sql.
create table kith_private.operations (
  name text primary key,
  resource text not null,
  verb text not null,
  scopes text[] not null,
  writes boolean not null,
  needs_access_token boolean not null default false,
  needs_calendar_secret boolean not null default false,
  needs_all_networks boolean not null default false,
  locks_log boolean not null generated always as (writes and not needs_access_token) stored,
  tagged boolean not null default false,
  read_by text,
  locked_table regclass,
  locked_column name not null default 'id',
  step_of text,
  replay_check text,
  for_carddav boolean not null default false,
  only_for text constraint operations_only_for_check check (only_for in ('calendar', 'inbox', 'clock')),
  constraint operations_precondition_check check ((read_by is null) = (locked_table is null)),
  -- Only get_me, which says what a key may do, is for all keys; the others are for one kind of credential each, and not for keys.
  constraint operations_scopes_check check (
    scopes <@ kith_private.all_scopes() and (scopes = '{}') = (needs_access_token or name in ('get_me', 'get_calendar_feed', 'receive_message', 'notice_meetings', 'list_webhook_messages')))
);
comment on table kith_private.operations is 'The operations of the API. Each is the function of the same name in kith_api; kith_private.handle runs no other function.';
comment on column kith_private.operations.name is 'Name of the function.';
comment on column kith_private.operations.resource is 'The kind of resource, in the singular.';
comment on column kith_private.operations.verb is 'What the operation does with the resource, such as list or create.';
comment on column kith_private.operations.scopes is 'The scopes that an API key with limits needs for it.';
comment on column kith_private.operations.writes is 'Whether the operation changes data.';
comment on column kith_private.operations.needs_access_token is 'Whether API keys are refused.';
comment on column kith_private.operations.needs_calendar_secret is
  'Whether it is only_for the secret of a calendar feed, for a request that an earlier version handles while it is upgraded.';
comment on column kith_private.operations.only_for is
  'Where all credentials are refused but the secret of a calendar feed or an inbox, which are good for nothing else, or the clock: which.';
comment on column kith_private.operations.needs_all_networks is 'Whether API keys that are limited to networks are refused.';
comment on column kith_private.operations.for_carddav is
  'Whether it answers CardDAV clients, whose requests have a rate limit of their own.';
comment on column kith_private.operations.locks_log is
  'Whether the owner''s log of changes is locked before anything else. Operations for access tokens only lock it themselves, where they need it.';
comment on column kith_private.operations.tagged is 'Whether the answer is a resource with an entity tag.';
comment on column kith_private.operations.read_by is
  'Operation that reads the resource whose tag is compared with If-Match; null where If-Match is not supported.';
comment on column kith_private.operations.locked_table is 'Table whose row is locked before that comparison.';
comment on column kith_private.operations.locked_column is
  'Column that is compared with the id in the arguments, or with the owner''s id where the resource has none.';
comment on column kith_private.operations.step_of is
  'For an operation that is one step of a request: the operation that the route names. Null where the route names this one.';
comment on column kith_private.operations.replay_check is
  'Function of kith_private that decides for an owner and a stored answer whether it can be repeated; null where it always can.';

alter table kith_private.operations enable row level security;
create policy "No client reaches the operations" on kith_private.operations for all to authenticated using (false);

-- The list of a resource, oldest first where it has no sort orders, and one of it by its id; its view comes before. condition: which rows of the table
-- the list has, where not all are of this resource. sorts: names of sort orders and the expressions that they are by, the first without being asked.

create procedure pg_temp.make_reading(
  source regclass, noun text, condition text default null, sorts text[] default null, plural text default null)
language plpgsql
as $$
declare
  order_by text := ' ' || quote_literal('created_at, id');
  sort text[];
begin
  if sorts is not null then
    order_by := format(E'\n    case coalesce(arguments -> ''query'' ->> ''sort'', %L)', sorts[1][1]);
    foreach sort slice 1 in array sorts loop
      order_by := order_by || format(E'\n      when %L then %L\n      when %L then %L',
        sort[1], sort[2] || ', id', '-' || sort[1], sort[2] || ' desc, id desc');
    end loop;
    order_by := order_by || E'\n    end';
  end if;
  execute format($make$
create function kith_api.list_%1$s(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $body$
declare
  found kith_private.page;
begin
  found := kith_private.find_page(arguments -> 'query', '%3$s', %5$s,%6$s);
  return kith_private.answer_page(found, (
    select string_agg((select r.body::text from kith_api.%1$s r where r.id = listed.id), ',' order by listed.position)
    from unnest(found.ids) with ordinality as listed (id, position)));
end
$body$;
comment on function kith_api.list_%1$s(jsonb) is 'A page of %4$ss. Query: %7$spage, pageSize.';

create function kith_api.get_%2$s(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $body$
begin
  return kith_private.answer_resource((select r.body from kith_api.%1$s r where r.id = (arguments ->> 'id')::uuid));
end
$body$;
comment on function kith_api.get_%2$s(jsonb) is 'One %4$s.';
$make$, coalesce(plural, split_part(source::text, '.', 2)), lower(replace(noun, ' ', '_')), source, noun,
  case when condition is null then 'null' else quote_literal(array[condition]) end, order_by, case when sorts is not null then 'sort, ' else '' end);
end
$$;

-- The operations of a resource that has no more than its own members and is listed without filters.

create procedure pg_temp.make_operations(source regclass, noun text, sorts text[])
language plpgsql
as $$
declare
  resource constant text := replace(noun, ' ', '_');
  plural constant text := split_part(source::text, '.', 2);
  -- Whom a row is about; null where it is about nobody.
  about constant text := (
    select case when bool_or(a.attname = 'contact_ids') then 'earlier.contact_ids' else 'array_remove(array[earlier.contact_id], null)' end
    from pg_catalog.pg_attribute a
    where a.attrelid = source and a.attname in ('contact_id', 'contact_ids') and not a.attisdropped having count(*) > 0);
  -- A contact that the user does not have is refused by its name in the body.
  check_contacts constant text := E'  perform kith_private.check_references(kith_private.unknown_contacts(arguments -> \'body\',\n'
    '    kith_private.read_contacts(arguments -> \'body\', %s)));\n';
begin
  call pg_temp.make_reading(source, noun, sorts => sorts);
  execute format($make$
create function kith_api.create_%2$s(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $body$
declare
  made uuid;
begin
%5$s  made := kith_private.insert_row(kith_private.row_of(arguments -> 'body', null::%3$s));
  return kith_private.answer_resource((select r.body from kith_api.%1$s r where r.id = made), 201::smallint);
end
$body$;
comment on function kith_api.create_%2$s(jsonb) is 'Creates a %4$s.';

create function kith_api.update_%2$s(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $body$
declare
  earlier %3$s;
begin
  select r.* into earlier from %3$s r where r.id = (arguments ->> 'id')::uuid for update;
  if not found then
    perform kith_private.not_found();
  end if;
%6$s  perform kith_private.update_row(kith_private.row_of(arguments -> 'body', earlier));
  return kith_private.answer_resource((select r.body from kith_api.%1$s r where r.id = earlier.id));
end
$body$;
comment on function kith_api.update_%2$s(jsonb) is 'Changes a %4$s.';

create function kith_api.delete_%2$s(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $body$
begin
  if not kith_private.release(%3$L, (arguments ->> 'id')::uuid, kith_private.end_of_part(arguments)) then
    return kith_private.answer_part();
  end if;
  delete from %3$s r where r.id = (arguments ->> 'id')::uuid;
  return kith_private.answer_deleted(found);
end
$body$;
comment on function kith_api.delete_%2$s(jsonb) is 'Deletes a %4$s; what refers to it stays.';
$make$, plural, resource, source, noun,
    case when about is not null then format(check_contacts, 'null') else '' end,
    case when about is not null then format(check_contacts, about) else '' end);
end
$$;
