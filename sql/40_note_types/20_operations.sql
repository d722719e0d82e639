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
  made constant uuid := kith_private.insert_row(jsonb_populate_record(null::kith.note_types, '{"counts_as_contact":true}' || kith_private.columns_of(arguments -> 'body')));
begin
  return kith_private.answer_resource((select t.body from kith_api.note_types t where t.id = made), 201::smallint);
end
$$;
comment on function kith_api.create_note_type(jsonb) is 'Creates a note type.';

create function kith_api.update_note_type(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  earlier kith.note_types;
begin
  select t.* into earlier from kith.note_types t where t.id = (arguments ->> 'id')::uuid for update;
  perform kith_private.update_row(jsonb_populate_record(earlier, kith_private.columns_of(arguments -> 'body')));
  return kith_private.answer_resource((select t.body from kith_api.note_types t where t.id = earlier.id));
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
