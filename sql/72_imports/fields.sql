-- The fields of one's own of an import, and the values of its contacts.

-- Makes the fields of an import that the owner does not have. One with the same name is that one, whatever its key: then the values of
-- contacts move to the owner's key. Values that are none of the owner's field are left out, and the row says so.
create function kith_private.import_fields(owner uuid, import uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  item record;
  field kith.fields;
  keys jsonb := '{}';
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
  update kith_private.import_rows r set
    value = case when kept.custom is null then r.value - 'custom' else r.value || jsonb_build_object('custom', kept.custom) end,
    problem = coalesce(r.problem, kept.problem)
  from kith_private.import_rows given
  cross join lateral (
    select jsonb_object_agg(value.key, value.value) filter (where value.problem is null) as custom,
      min(format('%s: %s It is left out.', value.key, value.problem)) filter (where value.problem is not null) as problem
    from (
      select named.key, said.value, kith_private.custom_problem(kith_private.field_by_key(owner, named.key), said.value) as problem
      from jsonb_each(given.value -> 'custom') each
      cross join lateral (select coalesce(keys ->> each.key, each.key) as key) named
      -- Files other than Kith's have texts.
      cross join lateral (
        select case when jsonb_typeof(each.value) = 'string'
          then kith_private.custom_as_said(jsonb_build_array(jsonb_build_object('name', named.key, 'value', each.value))) -> named.key
          else each.value end as value) said) value) kept
  where given.owner_id = owner and given.import_id = import and given.resource = 'contact' and given.outcome in ('create', 'merge')
    and given.value ? 'custom' and given.value -> 'custom' <> '{}' and r.owner_id = owner and r.import_id = import and r.number = given.number;
end
$$;
grant execute on function kith_private.import_fields(uuid, uuid) to authenticated;
