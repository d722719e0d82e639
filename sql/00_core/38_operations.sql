-- The operations of a resource that has no more than its own members and is listed without filters; its view comes before.

create procedure pg_temp.make_operations(source regclass, noun text, scope text, sorts text[])
language plpgsql
as $$
declare
  resource constant text := replace(noun, ' ', '_');
  plural constant text := split_part(source::text, '.', 2);
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
  made constant uuid := kith_private.insert_row(kith_private.row_of(arguments -> 'body', null::%3$s));
begin
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
  perform kith_private.update_row(kith_private.row_of(arguments -> 'body', earlier));
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
$make$, plural, resource, source, noun, sorts[1][1], orders);
  insert into kith_private.operations (name, resource, verb, scopes, writes, tagged, read_by, locked_table) values
    ('list_' || plural, resource, 'list', array[scope || ':read'], false, false, null, null),
    ('get_' || resource, resource, 'get', array[scope || ':read'], false, true, null, null),
    ('create_' || resource, resource, 'create', array[scope || ':write'], true, true, null, null),
    ('update_' || resource, resource, 'update', array[scope || ':write'], true, true, 'get_' || resource, source),
    ('delete_' || resource, resource, 'delete', array[scope || ':write'], true, false, 'get_' || resource, source);
end
$$;
