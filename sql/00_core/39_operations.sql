-- The operations of a resource that has no more than its own members and is listed without filters; its view comes before.

create procedure pg_temp.make_operations(source regclass, noun text, sorts text[])
language plpgsql
as $$
declare
  resource constant text := replace(noun, ' ', '_');
  plural constant text := split_part(source::text, '.', 2);
  declared constant kith_private.resource := (
    select r::kith_private.resource from pg_temp.resources r where r.source = make_operations.source::text);
  scope constant text := declared.scope;
  -- What API keys see whatever their networks are is written by those of all networks only.
  for_all constant boolean := declared.seen_by <> 'contacts';
  -- Whom a row is about; null where it is about nobody.
  about constant text := (
    select case when bool_or(a.attname = 'contact_ids') then 'earlier.contact_ids' else 'array_remove(array[earlier.contact_id], null)' end
    from pg_catalog.pg_attribute a
    where a.attrelid = source and a.attname in ('contact_id', 'contact_ids') and not a.attisdropped having count(*) > 0);
  -- A contact that the user does not have is refused by its name in the body.
  check_contacts constant text := E'  perform kith_private.check_references(kith_private.unknown_contacts(arguments -> \'body\',\n'
    '    kith_private.read_contacts(arguments -> \'body\', %s)));\n';
  orders text := '';
  sort text[];
begin
  foreach sort slice 1 in array sorts loop
    orders := orders || format(E'      when %1$L then %2$L\n      when %3$L then %4$L\n',
      sort[1], sort[2] || ', id', '-' || sort[1], sort[2] || ' desc, id desc');
  end loop;
  execute format($make$
create function kith_api.list_%1$s(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $body$
declare
  found kith_private.page;
begin
  found := kith_private.find_page(arguments -> 'query', '%3$s', null,
    case coalesce(arguments -> 'query' ->> 'sort', %5$L)
%6$s    end);
  return kith_private.answer_page(found, (
    select string_agg((select r.body::text from kith_api.%1$s r where r.id = listed.id), ',' order by listed.position)
    from unnest(found.ids) with ordinality as listed (id, position)));
end
$body$;
comment on function kith_api.list_%1$s(jsonb) is 'A page of %4$ss. Query: sort, page, pageSize.';

create function kith_api.get_%2$s(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $body$
begin
  return kith_private.answer_resource((select r.body from kith_api.%1$s r where r.id = (arguments ->> 'id')::uuid));
end
$body$;
comment on function kith_api.get_%2$s(jsonb) is 'One %4$s.';

create function kith_api.create_%2$s(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $body$
declare
  made uuid;
begin
%7$s  made := kith_private.insert_row(kith_private.row_of(arguments -> 'body', null::%3$s));
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
%8$s  perform kith_private.update_row(kith_private.row_of(arguments -> 'body', earlier));
  return kith_private.answer_resource((select r.body from kith_api.%1$s r where r.id = earlier.id));
end
$body$;
comment on function kith_api.update_%2$s(jsonb) is 'Changes a %4$s.';

create function kith_api.delete_%2$s(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $body$
begin
  delete from %3$s r where r.id = (arguments ->> 'id')::uuid;
  return kith_private.answer_deleted(found);
end
$body$;
comment on function kith_api.delete_%2$s(jsonb) is 'Deletes a %4$s; what refers to it stays.';

grant execute on function kith_api.list_%1$s(jsonb), kith_api.get_%2$s(jsonb), kith_api.create_%2$s(jsonb),
  kith_api.update_%2$s(jsonb), kith_api.delete_%2$s(jsonb) to authenticated;
$make$, plural, resource, source, noun, sorts[1][1], orders,
    case when about is not null then format(check_contacts, 'null') else '' end,
    case when about is not null then format(check_contacts, about) else '' end);
  insert into kith_private.operations (name, resource, verb, scopes, writes, needs_all_networks, tagged, read_by, locked_table) values
    ('list_' || plural, resource, 'list', array[scope || ':read'], false, false, false, null, null),
    ('get_' || resource, resource, 'get', array[scope || ':read'], false, false, true, null, null),
    ('create_' || resource, resource, 'create', array[scope || ':write'], true, for_all, true, null, null),
    ('update_' || resource, resource, 'update', array[scope || ':write'], true, for_all, true, 'get_' || resource, source),
    ('delete_' || resource, resource, 'delete', array[scope || ':write'], true, for_all, false, 'get_' || resource, source);
end
$$;
