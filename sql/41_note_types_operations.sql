create view api.note_types with (security_invoker = true) as
select t.id, t.name, t.created_at,
  json_build_object(
    'id', t.id,
    'name', t.name,
    'icon', t.icon,
    'color', t.color,
    'countsAsContact', t.counts_as_contact,
    'createdAt', to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'updatedAt', to_char(t.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as body
from public.note_types t;
comment on view api.note_types is 'Note types as the API shows them.';
grant select on api.note_types to authenticated;

create function api.list_note_types(arguments jsonb) returns api.answer
language plpgsql stable set search_path = ''
as $$
begin
  return private.page('note_types', arguments -> 'query', '{}',
    '{"name": "name collate \"und-x-icu\" {}", "createdAt": "created_at {}"}', 'name');
end
$$;
comment on function api.list_note_types(jsonb) is 'A page of note types. Query: sort, page, pageSize.';

create function api.get_note_type(arguments jsonb) returns api.answer
language plpgsql stable set search_path = ''
as $$
begin
  return private.one('note_types', (arguments ->> 'id')::uuid);
end
$$;
comment on function api.get_note_type(jsonb) is 'One note type.';

create function api.create_note_type(arguments jsonb) returns api.answer
language plpgsql set search_path = ''
as $$
declare
  body jsonb := arguments -> 'body';
  id uuid;
begin
  insert into public.note_types (name, icon, color, counts_as_contact)
  values (body ->> 'name', body ->> 'icon', body ->> 'color', coalesce((body ->> 'countsAsContact')::boolean, true))
  returning note_types.id into id;
  return private.one('note_types', id, 201::smallint);
end
$$;
comment on function api.create_note_type(jsonb) is 'Makes a note type.';

create function api.update_note_type(arguments jsonb) returns api.answer
language plpgsql set search_path = ''
as $$
declare
  body jsonb := arguments -> 'body';
begin
  update public.note_types t set
    name = case when body ? 'name' then body ->> 'name' else t.name end,
    icon = case when body ? 'icon' then body ->> 'icon' else t.icon end,
    color = case when body ? 'color' then body ->> 'color' else t.color end,
    counts_as_contact = case when body ? 'countsAsContact'
      then (body ->> 'countsAsContact')::boolean else t.counts_as_contact end
  where t.id = (arguments ->> 'id')::uuid;
  return private.one('note_types', (arguments ->> 'id')::uuid);
end
$$;
comment on function api.update_note_type(jsonb) is 'Changes a note type.';

create function api.delete_note_type(arguments jsonb) returns api.answer
language plpgsql set search_path = ''
as $$
begin
  delete from public.note_types t where t.id = (arguments ->> 'id')::uuid;
  if not found then
    perform private.not_found();
  end if;
  return (204, null)::api.answer;
end
$$;
comment on function api.delete_note_type(jsonb) is 'Deletes a note type; its notes stay, untyped.';

grant execute on function api.list_note_types(jsonb), api.get_note_type(jsonb), api.create_note_type(jsonb),
  api.update_note_type(jsonb), api.delete_note_type(jsonb) to authenticated;
