-- The fields of one's own of an import, and the values of its contacts.

-- Makes the fields of an import that the owner does not have. One with the same name is that one, whatever its key: then the values of
-- contacts move to the owner's key. Values that are none of the owner's field are left out, and the row says so.
create function kith_private.import_fields(owner uuid, import uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  item record;
  given record;
  kept jsonb;
  wrong text;
  left_out text;
  field kith.fields;
  keys jsonb := '{}';
  fields jsonb;
begin
  if not exists (
    select from kith_private.import_rows r
    where r.owner_id = owner and r.import_id = import and (r.resource = 'field' or r.value ? 'custom'))
  then
    return;
  end if;
  for item in
    -- Those that are written already too, because the contacts of later parts have their values.
    select r.number, r.target_id as id, r.value as body, r.outcome = 'create' as is_made from kith_private.import_rows r
    where r.owner_id = owner and r.import_id = import and r.resource = 'field' order by r.number
  loop
    select f.* into field from kith.fields f
    where f.owner_id = owner and lower(f.name collate "und-x-icu") = lower(item.body ->> 'name' collate "und-x-icu");
    if field.id is null and item.is_made then
      field := kith_private.row_of(item.body, null::kith.fields);
      field.owner_id := owner;
      field.id := item.id;
      -- The key of another field of the owner.
      if exists (select from kith.fields f where f.owner_id = owner and f.key = field.key) then
        field.key := null;
      end if;
      perform kith_private.insert_rows(array[field]);
      select f.* into field from kith.fields f where f.owner_id = owner and f.id = item.id;
    elsif item.is_made then
      update kith_private.import_rows r set outcome = 'skip', target_id = field.id
      where r.owner_id = owner and r.import_id = import and r.number = item.number;
    end if;
    keys := keys || jsonb_build_object(item.body ->> 'key', coalesce(field.key, item.body ->> 'key'));
  end loop;
  fields := kith_private.fields_by_keys(owner, null);
  for item in
    select r.number, r.value -> 'custom' as custom from kith_private.import_rows r
    where r.owner_id = owner and r.import_id = import and r.resource = 'contact' and r.outcome in ('create', 'merge')
      and r.value ? 'custom' and r.value -> 'custom' <> '{}'
  loop
    kept := '{}';
    left_out := null;
    for given in select coalesce(keys ->> each.key, each.key) as key, each.value from jsonb_each(item.custom) each order by each.key loop
      -- Files other than Kith's have texts.
      if jsonb_typeof(given.value) = 'string' and fields -> given.key ->> 'type' not in ('text', 'url', 'date') then
        given.value := kith_private.custom_as_said(jsonb_build_array(jsonb_build_object('name', given.key, 'value', given.value))) -> given.key;
      end if;
      wrong := kith_private.custom_problem(fields -> given.key, given.value);
      if wrong is null then
        kept := kept || jsonb_build_object(given.key, given.value);
      else
        left_out := coalesce(left_out, format('%s: %s It is left out.', given.key, wrong));
      end if;
    end loop;
    if kept <> item.custom or left_out is not null then
      update kith_private.import_rows r set
        value = case kept when '{}' then r.value - 'custom' else r.value || jsonb_build_object('custom', kept) end,
        problem = coalesce(r.problem, left_out)
      where r.owner_id = owner and r.import_id = import and r.number = item.number;
    end if;
  end loop;
end
$$;
grant execute on function kith_private.import_fields(uuid, uuid) to authenticated;
