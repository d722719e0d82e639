-- A LIKE pattern for each word of a search, the longest first.
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
  query constant jsonb := arguments -> 'query';
  -- What stands between OR: of one of these all words must match.
  alternatives constant jsonb := (
    select coalesce(jsonb_agg(to_jsonb(patterns)), '[]')
    from regexp_split_to_table(coalesce(query ->> 'search', ''), '\s+OR\s+') alternative
    cross join lateral (select kith_private.word_patterns(alternative) as patterns) words
    where patterns <> '{}');
  found kith_private.page;
  source regclass := 'kith.notes';
  items text;
begin
  if query ? 'contactId' and exists (select from kith.note_contacts l where l.contact_id = (query ->> 'contactId')::uuid) then
    source := 'kith_private.notes_about';
  end if;
  found := kith_private.find_page(query, source, array[
      -- The clock is looked at for each note, because notes are long; see kith_private.search_took_too_long.
      case when alternatives <> '[]' then format($sql$case
        when clock_timestamp() > (select statement_timestamp() + interval '3 seconds') then (select kith_private.search_took_too_long())
        else %s end$sql$, kith_private.note_condition((
          select '(' || string_agg(format($sql$%%1$s like all ((select array(select jsonb_array_elements_text($2 -> %s)))::text[])$sql$, place), ' or ') || ')'
          from generate_series(0, jsonb_array_length(alternatives) - 1) place), source)) end,
      case when query ? 'contactId' then $sql$contact_id = ($1 ->> 'contactId')::uuid$sql$ end,
      case when query ? 'noteTypeId' then $sql$note_type_id = ($1 ->> 'noteTypeId')::uuid$sql$ end,
      case when query ? 'from' then $sql$occurred_at >= (select kith_private.local_instant($1 ->> 'from', '00:00'))$sql$ end,
      case when query ? 'to' then $sql$occurred_at < (select kith_private.local_instant($1 ->> 'to', '24:00'))$sql$ end],
    case coalesce(query ->> 'sort', '-occurredAt')
      when 'occurredAt' then 'occurred_at, id'
      when '-occurredAt' then 'occurred_at desc, id desc'
      when 'createdAt' then 'created_at, id'
      when '-createdAt' then 'created_at desc, id desc'
    end, alternatives, finds_few => query ? 'contactId');
  for start in 1 .. cardinality(found.ids) by 50 loop
    items := kith_private.add_items(items, kith_private.pick_members((
      select string_agg((select n.body::text from kith_api.notes n where n.id = listed.id), ',' order by listed.position)
      from unnest(found.ids[start : start + 49]) with ordinality as listed (id, position)), query -> 'fields'));
  end loop;
  return kith_private.with_names(kith_private.answer_page(found, items), arguments);
end
$$;
comment on function kith_api.list_notes(jsonb) is
  'A page of notes, newest first. Query: search (alternatives between OR), contactId, noteTypeId, from and to (local days, both inclusive), fields, sort, page, pageSize.';

create function kith_api.get_note(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
begin
  return kith_private.answer_resource((select n.body from kith_api.notes n where n.id = (arguments ->> 'id')::uuid));
end
$$;
comment on function kith_api.get_note(jsonb) is 'One note.';

-- The newest ten notes about a contact, as JSON with commas between them; fewer where they have more than 4 MiB.
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

-- Refuses a note whose contacts or type do not belong to the user.
create function kith_private.check_note_references(body jsonb, contacts uuid[]) returns void
language plpgsql stable set search_path = ''
as $$
begin
  perform kith_private.check_references(kith_private.unknown_contacts(body, contacts) || array_remove(array[
    case when body ->> 'noteTypeId' is not null
      and not exists (select from kith.note_types t where t.id = (body ->> 'noteTypeId')::uuid) then '/noteTypeId' end], null));
end
$$;

-- A note as a body says: absent members are as they were earlier. The contacts are not in the row.
create function kith_private.note_of(body jsonb, earlier kith.notes) returns kith.notes
language plpgsql stable set search_path = ''
as $$
declare
  note kith.notes := kith_private.row_of(body - '{contactId,contactIds,occurredAt}'::text[], earlier);
begin
  if body ? 'occurredAt' then
    note.occurred_at := kith_private.local_instant(body ->> 'occurredAt', '00:00');
  end if;
  return note;
end
$$;

create function kith_api.create_note(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
  note kith.notes := kith_private.note_of(body, null);
  made uuid;
begin
  note.contact_ids := kith_private.read_contacts(body);
  perform kith_private.check_note_references(body, note.contact_ids);
  made := kith_private.insert_row(note);
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
  earlier kith.notes;
  note kith.notes;
  contacts uuid[];
begin
  select n.* into earlier from kith.notes n where n.id = (arguments ->> 'id')::uuid for update;
  if not found then
    perform kith_private.not_found();
  end if;
  contacts := kith_private.read_contacts(body, earlier.contact_ids);
  perform kith_private.check_note_references(body, contacts);
  note := kith_private.note_of(body, earlier);
  note.contact_ids := coalesce(contacts, earlier.contact_ids);
  perform kith_private.update_row(note);
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

grant execute on function kith_private.word_patterns(text), kith_private.check_note_references(jsonb, uuid[]), kith_private.note_of(jsonb, kith.notes),
  kith_private.notes_of_contact(uuid) to authenticated;
