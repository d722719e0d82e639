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

create trigger check_usage after insert on kith_private.merged_contacts
  referencing new table as written for each statement execute function kith_private.check_usage();

-- The contact of the current user that a contact which does not exist was merged into, by as many steps as it took; null where
-- there is none.
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

-- Ends the operation with not_found, and says into which contact this one was merged.
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

-- Merging moves notes, reminders, relationships and memberships, whoever sees them.
create function kith_private.check_may_merge() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not (kith_private.has_scope('contacts:write') and kith_private.has_scope('notes:write')
    and kith_private.has_scope('reminders:write') and kith_private.has_all_networks())
  then
    perform kith_private.fail('insufficient_scope', 'The limits of this API key do not allow to merge contacts.');
  end if;
end
$$;

-- Gives a contact of the current user the photo of a duplicate, where it takes it, and its creation if that was earlier; and
-- notes where the duplicate went.
-- Runs with the rights of the function's owner, because clients may not write these columns.
create function kith_private.take_over(target uuid, duplicate uuid, takes_photo boolean) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  taken kith.contacts;
begin
  perform kith_private.check_may_merge();
  select c.* into taken from kith.contacts c where c.owner_id = owner and c.id = duplicate;
  update kith.contacts c set
    photo_path = case when takes_photo then taken.photo_path else c.photo_path end,
    created_at = least(c.created_at, taken.created_at),
    -- As its notes say, which are the target's now, or would be.
    last_noted_at = greatest(c.last_noted_at, taken.last_noted_at)
  where c.owner_id = owner and c.id = target;
  update kith.profiles p set contact_id = target where p.owner_id = owner and p.contact_id = duplicate;
  insert into kith_private.merged_contacts (owner_id, id, into_id, change_set)
  values (owner, duplicate, target, kith_private.activity_id())
  on conflict (owner_id, id) do update set into_id = excluded.into_id, change_set = excluded.change_set;
end
$$;

grant execute on function kith_private.merged_into(uuid), kith_private.refuse_missing_contact(uuid), kith_private.check_may_merge(),
  kith_private.take_over(uuid, uuid, boolean) to authenticated;

-- What a contact has after it was merged with a duplicate.

-- The items of a list of two contacts (member: emails, phones, urls, addresses, dates), each once; or of the one that is chosen:
-- target or duplicate.
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
        when 'addresses' then given.item = present.item when 'dates' then given.item = present.item
        else given.item ->> 'value' = present.item ->> 'value' end)) end;
end
$$;

-- Phone numbers of two contacts, each once, however it is written.
create function kith_private.united_phones(items jsonb, others jsonb, calling_code text) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return items || (
    select coalesce(jsonb_agg(given.item order by given.place), '[]')
    from jsonb_array_elements(others) with ordinality as given (item, place)
    where not exists (
      select from jsonb_array_elements(items) present (item)
      where kith_private.is_same_method('phone', given.item ->> 'value', present.item ->> 'value', calling_code)));
end
$$;

-- The properties of vCards that two contacts keep, each once; of the one that is chosen: target or duplicate.
create function kith_private.united_lines(lines text, others text, choice text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case choice when 'target' then lines when 'duplicate' then others else (
    select string_agg(each.line, E'\n' order by each.place) from (
      select given.line, min(given.place) as place
      from string_to_table(concat_ws(E'\n', lines, others), E'\n') with ordinality as given (line, place) group by given.line) each) end;
end
$$;

-- The target as it is after merging: its own single fields, or the duplicate's where it has none, the items of both lists; or
-- what is chosen.
create function kith_private.merged_contact(target kith.contacts, duplicate kith.contacts, choices jsonb) returns kith.contacts
language plpgsql stable set search_path = ''
as $$
declare
  ours constant jsonb := to_jsonb(target);
  theirs constant jsonb := to_jsonb(duplicate);
  lists jsonb;
  kept constant text := kith_private.united_lines(target.vcard_lines, duplicate.vcard_lines, choices ->> 'vcardLines');
  custom constant jsonb := case choices ->> 'custom' when 'target' then target.custom when 'duplicate' then duplicate.custom
    else duplicate.custom || target.custom end;
  errors jsonb;
begin
  select jsonb_object_agg(list, kith_private.united_items(list, ours -> list, theirs -> list, choices ->> list)) into lists
  from unnest('{emails,phones,urls,addresses,dates}'::text[]) list;
  if choices ->> 'phones' is null then
    -- One of two spellings of a number.
    lists := lists || jsonb_build_object('phones', kith_private.united_phones(target.phones, duplicate.phones, kith_private.own_calling_code()));
  end if;
  errors := (
    select jsonb_agg(jsonb_build_object('in', 'body', 'pointer', '/fields/' || key, 'code', 'too_long',
      'message', 'Together they have more than 20. Choose those of the target or of the duplicate, or remove some first.') order by key)
    from jsonb_each(lists) where jsonb_array_length(value) > 20);
  if char_length(kept) > 16384 then
    errors := coalesce(errors, '[]') || jsonb_build_object('in', 'body', 'pointer', '/fields/vcardLines', 'code', 'too_long',
      'message', 'Together they have more than 16,384 characters. Choose those of the target or of the duplicate.');
  end if;
  if octet_length(custom::text) > 16384 then
    errors := coalesce(errors, '[]') || jsonb_build_object('in', 'body', 'pointer', '/fields/custom', 'code', 'too_long',
      'message', 'Together they have more than 16,384 bytes. Choose those of the target or of the duplicate.');
  end if;
  if errors is not null then
    perform kith_private.fail('validation_failed', errors => errors);
  end if;
  return jsonb_populate_record(target, (
    select jsonb_object_agg(name, case choices ->> kith_private.member_name(name)
      when 'target' then ours -> name when 'duplicate' then theirs -> name
      else coalesce(nullif(ours -> name, 'null'), theirs -> name) end)
    from unnest(kith_private.written_columns('kith.contacts')) name) || lists || jsonb_build_object(
      'custom', custom,
      'vcard_lines', kept,
      'is_favorite', target.is_favorite or duplicate.is_favorite,
      'is_archived', target.is_archived and duplicate.is_archived,
      'last_contacted_by_hand', greatest(target.last_contacted_by_hand, duplicate.last_contacted_by_hand)));
end
$$;

grant execute on function kith_private.united_items(text, jsonb, jsonb, text), kith_private.united_phones(jsonb, jsonb, text),
  kith_private.united_lines(text, text, text), kith_private.merged_contact(kith.contacts, kith.contacts, jsonb) to authenticated;

-- Makes the notes and reminders of a duplicate those of the target, some at a time until the time is over. Returns how many, and whether
-- that were all.
create function kith_private.move_to_contact(
  target uuid, duplicate uuid, until timestamptz, out notes bigint, out reminders bigint, out is_complete boolean)
language plpgsql set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  moved bigint[] := '{0,0}';
  ids uuid[];
begin
  is_complete := true;
  for kind in 1 .. 2 loop
    while is_complete loop
      ids := array(
        select u.id from kith_private.uses_of_contacts u
        where u.owner_id = owner and u.resource = ('{note,reminder}'::text[])[kind] and u.contact_id = duplicate limit kith_private.part_rows());
      exit when ids = '{}';
      -- Where both are named, one is left.
      execute format('update kith.%I t set contact_ids = array_replace(t.contact_ids, $1, $2) where t.owner_id = $3 and t.id = any ($4)',
        ('{notes,reminders}'::text[])[kind]) using duplicate, target, owner, ids;
      moved[kind] := moved[kind] + cardinality(ids);
      is_complete := (clock_timestamp() > until) is not true;
    end loop;
  end loop;
  notes := moved[1];
  reminders := moved[2];
end
$$;

-- Gives the target what it has after merging, and the networks of the duplicate. Returns how many networks it did not have.
create function kith_private.unite_contacts(target kith.contacts, duplicate uuid, merged kith.contacts, photo text) returns bigint
language plpgsql set search_path = ''
as $$
declare
  joined bigint;
begin
  perform kith_private.set_setting('keeps_texts', 'on');
  perform kith_private.update_row(merged);
  perform kith_private.set_setting('keeps_texts', null);
  perform kith_private.take_over(target.id, duplicate, case photo
    when 'target' then false when 'duplicate' then true else target.photo_path is null end);
  insert into kith.contact_networks (contact_id, network_id)
  select target.id, m.network_id from kith.contact_networks m where m.contact_id = duplicate order by 2
  on conflict do nothing;
  get diagnostics joined = row_count;
  return joined;
end
$$;

-- Notes and reminders are moved in parts. A dry run moves none: it counts them, unites the contacts and is rolled back.
create function kith_api.merge_contacts(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
  choices constant jsonb := coalesce(nullif(body -> 'fields', 'null'), '{}');
  is_dry constant boolean := coalesce((body ->> 'dryRun')::boolean, false);
  target kith.contacts;
  duplicate kith.contacts;
  merged kith.contacts;
  moved record;
  contact json;
  notes bigint := coalesce((arguments #> '{progress,notes}')::bigint, 0);
  reminders bigint := coalesce((arguments #> '{progress,reminders}')::bigint, 0);
  networks bigint;
  relationships bigint;
  is_complete boolean := true;
begin
  perform kith_private.check_may_merge();
  select c.* into target from kith.contacts c where c.id = (arguments ->> 'id')::uuid for update;
  if not found then
    perform kith_private.not_found();
  end if;
  if target.id = (body ->> 'duplicateId')::uuid then
    perform kith_private.refuse_member('/duplicateId', 'duplicate', 'A contact cannot be merged into itself.');
  end if;
  select c.* into duplicate from kith.contacts c where c.id = (body ->> 'duplicateId')::uuid for update;
  if not found then
    perform kith_private.check_references('{/duplicateId}');
  end if;
  merged := kith_private.merged_contact(target, duplicate, choices);
  if is_dry then
    select count(*) filter (where u.resource = 'note'), count(*) filter (where u.resource = 'reminder') into notes, reminders
    from kith_private.uses_of_contacts u where u.owner_id = target.owner_id and u.contact_id = duplicate.id;
  else
    moved := kith_private.move_to_contact(target.id, duplicate.id, kith_private.end_of_part(arguments));
    notes := notes + moved.notes;
    reminders := reminders + moved.reminders;
    is_complete := moved.is_complete;
    if not is_complete and arguments -> 'progress' <> '{}' then
      return kith_private.answer_part(jsonb_build_object('notes', notes, 'reminders', reminders));
    end if;
  end if;
  -- In the first of several parts the rest is tried, so that what is refused is refused before notes have moved.
  begin
    relationships := kith_private.move_relationships(target.id, duplicate.id);
    networks := kith_private.unite_contacts(target, duplicate.id, merged, choices ->> 'photoUrl');
    if not is_dry and is_complete then
      delete from kith.contacts c where c.id = duplicate.id;
    end if;
    contact := (select c.body from kith_api.contacts c where c.id = target.id);
    perform kith_private.roll_back_block(is_dry or not is_complete);
  exception when sqlstate 'KITH1' then
    null;
  end;
  if not is_complete then
    return kith_private.answer_part(jsonb_build_object('notes', notes, 'reminders', reminders));
  end if;
  return (200, json_build_object('contact', contact,
    'moved', json_build_object('notes', notes, 'reminders', reminders, 'networks', networks, 'relationships', relationships),
    'activityId', case when not is_dry then kith_private.activity_id() end,
    'dryRun', is_dry)::text)::kith_api.answer;
end
$$;
comment on function kith_api.merge_contacts(jsonb) is 'Merges a contact into another one and deletes it, or says what that would do.';

grant execute on function kith_private.move_to_contact(uuid, uuid, timestamptz),
  kith_private.unite_contacts(kith.contacts, uuid, kith.contacts, text) to authenticated;
