-- Note types by the names that people use for them.

-- The note type that a request names as {"name": …, "countsAsContact": …}, by its name or id; made where there is none. Without a name and
-- where it does not count as contact, it is that of news. Refuses one that counts otherwise than is asked.
create function kith_private.note_type_named(asked jsonb) returns uuid
language plpgsql set search_path = ''
as $$
declare
  counts constant boolean := (asked ->> 'countsAsContact')::boolean;
  called constant text := kith_private.trimmed(coalesce(asked ->> 'name', case when not counts then 'News' end));
  found kith.note_types;
begin
  if called is null then
    return null;
  end if;
  select t.* into found from kith.note_types t
  where lower(t.name collate "und-x-icu") = lower(called collate "und-x-icu") or t.id = kith_private.as_uuid(lower(called))
  order by t.id = kith_private.as_uuid(lower(called)) desc nulls last limit 1;
  if found.id is null and kith_private.as_uuid(lower(called)) is null then
    return kith_private.insert_row(kith_private.row_of(
      jsonb_build_object('name', called, 'countsAsContact', coalesce(counts, true)), null::kith.note_types));
  elsif found.counts_as_contact <> counts then
    perform kith_private.refuse_member('/countsAsContact', 'invalid_format', format('Notes of the type %s %s as contact. Name another type.',
      to_jsonb(found.name), case when found.counts_as_contact then 'count' else 'do not count' end));
  end if;
  -- An id that is not found is refused where the note is written.
  return coalesce(found.id, kith_private.as_uuid(lower(called)));
end
$$;

-- The current user's oldest type of notes that has one of these names, in lower case; made by another name where there is none.
create function kith_private.note_type_called(names text[], otherwise text) returns uuid
language plpgsql set search_path = ''
as $$
begin
  return coalesce(
    (select t.id from kith.note_types t where lower(t.name collate "und-x-icu") = any (names) order by t.created_at, t.id limit 1),
    kith_private.note_type_named(jsonb_build_object('name', otherwise)));
end
$$;

-- The names of note types by their ids.
create function kith_private.names_of_note_types(ids uuid[]) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    select coalesce(jsonb_object_agg(t.id, t.name), '{}') from kith.note_types t
    where t.owner_id = (select auth.uid()) and t.id = any (ids));
end
$$;

grant execute on function kith_private.note_type_named(jsonb), kith_private.note_type_called(text[], text), kith_private.names_of_note_types(uuid[]) to authenticated;
