-- Contacts are written here: whoever writes one hands over a whole row.

-- A contact as a body says: absent members are as they were earlier, null clears. Networks and the photo are not in the row.
create function kith_private.contact_of(body jsonb, earlier kith.contacts) returns kith.contacts
language plpgsql stable set search_path = ''
as $$
declare
  contacted constant timestamptz(3) := kith_private.local_instant(body ->> 'lastContactedAt', '00:00');
  contact kith.contacts := kith_private.row_of(body - '{lastContactedAt,custom}'::text[], earlier);
begin
  -- Only tools for assistants say them so.
  if body ? 'ownFields' then
    body := body || jsonb_build_object('custom', kith_private.custom_as_said(body -> 'ownFields'));
  end if;
  -- By key: other values stay.
  if jsonb_typeof(body -> 'custom') = 'object' then
    contact.custom := jsonb_strip_nulls(contact.custom || (body -> 'custom'));
  end if;
  -- A client may send back the value that it read, which may come from a note: that is not a change by hand.
  if body ? 'lastContactedAt' and contacted is distinct from earlier.last_contacted_at then
    contact.last_contacted_by_hand := contacted;
  end if;
  -- Nor is the null that it read where the day counts no more.
  if contact.snoozed_until is null and earlier.active_snooze is null then
    contact.snoozed_until := earlier.snoozed_until;
  end if;
  return contact;
end
$$;

grant execute on function kith_private.contact_of(jsonb, kith.contacts) to authenticated;

-- Changes of single items in the lists of a contact.

-- Whether two values of a list (kind: email, phone, url) are the same, however they are written.
-- E-mail addresses are compared as kith_private.are_contact_methods compares them, phone numbers as imports and duplicates do.
create function kith_private.is_same_method(kind text, one text, other text, calling_code text) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return one = other or coalesce(case kind
    when 'email' then lower(one collate "C") = lower(other collate "C")
    when 'phone' then kith_private.phone_digits(one, calling_code) = kith_private.phone_digits(other, calling_code) end, false);
end
$$;

-- The list of a contact (kind: email, phone, url, date) without what the body removes, and with what it adds.
create function kith_private.changed_list(kind text, items jsonb, body jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  list constant text := initcap(kind) || 's';
  removed constant jsonb := coalesce(body -> ('remove' || list), '[]');
  added constant jsonb := coalesce(body -> ('add' || list), '[]');
  calling_code constant text := case kind when 'phone' then kith_private.own_calling_code() end;
  changed jsonb;
  given jsonb;
begin
  changed := (
    select coalesce(jsonb_agg(present.item order by present.position), '[]')
    from jsonb_array_elements(items) with ordinality as present (item, position)
    where not exists (
      select from jsonb_array_elements_text(removed) given (value)
      where kith_private.is_same_method(kind, given.value, coalesce(present.item ->> 'value', present.item ->> 'date'), calling_code)));
  for given in select item from jsonb_array_elements(added) with ordinality as each (item, position) order by position loop
    if not exists (
      select from jsonb_array_elements(changed) present (item)
      where present.item = given or kith_private.is_same_method(kind, given ->> 'value', present.item ->> 'value', calling_code))
    then
      changed := changed || given;
    end if;
  end loop;
  if jsonb_array_length(changed) > 20 then
    perform kith_private.refuse_member('/add' || list, 'too_long', 'A contact has at most 20 of them.');
  end if;
  return changed;
end
$$;

-- The body of an update with whole lists of e-mail addresses, phone numbers, URLs and dates, from what it adds and removes.
create function kith_private.with_changed_lists(contact kith.contacts, body jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  -- Beside a whole list these are empty.
  if body ?| '{addEmails,removeEmails}' and not body ? 'emails' then
    body := body || jsonb_build_object('emails', kith_private.changed_list('email', contact.emails, body));
  end if;
  if body ?| '{addPhones,removePhones}' and not body ? 'phones' then
    body := body || jsonb_build_object('phones', kith_private.changed_list('phone', contact.phones, body));
  end if;
  if body ?| '{addUrls,removeUrls}' and not body ? 'urls' then
    body := body || jsonb_build_object('urls', kith_private.changed_list('url', contact.urls, body));
  end if;
  if body ?| '{addDates,removeDates}' and not body ? 'dates' then
    body := body || jsonb_build_object('dates', kith_private.changed_list('date', contact.dates, body));
  end if;
  return body;
end
$$;

grant execute on function kith_private.is_same_method(text, text, text, text), kith_private.changed_list(text, jsonb, jsonb),
  kith_private.with_changed_lists(kith.contacts, jsonb) to authenticated;

create view kith_api.contacts with (security_invoker = true) as
select c.id, row_to_json(shape) as body
from kith.contacts c
cross join lateral (
  select case when c.contact_frequency_days is not null and not c.dates @> '[{"kind":"death"}]'
    and c.id is distinct from (select kith_private.own_contact()) then least(date '9999-12-31', greatest(c.active_snooze,
    (coalesce(c.last_contacted_at, c.created_at) at time zone (select kith_private.time_zone()))::date
    + c.contact_frequency_days)) end as day) due
cross join lateral (
  select
    c.id,
    c.first_name as "firstName",
    c.last_name as "lastName",
    c.nickname,
    c.company,
    c.job_title as "jobTitle",
    c.middle_name as "middleName",
    c.name_prefix as "namePrefix",
    c.name_suffix as "nameSuffix",
    c.phonetic_first_name as "phoneticFirstName",
    c.phonetic_last_name as "phoneticLastName",
    c.department,
    c.pronouns,
    -- Most names are shown as they are: only those in Han, Kana or Hangul begin behind this letter.
    case when num_nonnulls(c.middle_name, c.name_prefix, c.name_suffix) = 0 and c.display_name collate "C" < E'\u1100'
      then c.display_name else kith_private.shown_name(c) end as "displayName",
    c.emails,
    c.phones,
    c.urls,
    c.addresses,
    c.birthday,
    c.dates,
    c.custom,
    c.description,
    c.vcard_lines as "vcardLines",
    c.is_favorite as "isFavorite",
    c.is_archived as "isArchived",
    -- the path in the bucket; the Edge Function replaces it by a signed URL
    c.photo_path as "photoUrl",
    c.photo_path is not null as "hasPhoto",
    array(
      select m.network_id from kith.contact_networks m
      where m.owner_id = c.owner_id and m.contact_id = c.id order by m.network_id) as "networkIds",
    c.contact_frequency_days as "contactFrequencyDays",
    to_char(c.last_contacted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastContactedAt",
    c.active_snooze as "snoozedUntil",
    due.day as "nextContactOn",
    due.day is not null and due.day <= (select kith_private.today()) as "needsContact",
    to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    to_char(c.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt") shape;
comment on view kith_api.contacts is 'Contacts as the API shows them.';
grant select on kith_api.contacts to authenticated;

create function kith_api.list_contacts(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  query constant jsonb := coalesce(arguments -> 'query', '{}');
  search constant kith_private.contact_search := kith_private.read_contact_filters(query);
  found kith_private.page;
  items text;
  answer kith_api.answer;
  archived bigint := 0;
begin
  found := kith_private.find_page(query, 'kith.contacts', search.conditions,
    case coalesce(query ->> 'sort', 'displayName')
      when 'displayName' then 'display_name collate "und-x-icu", id'
      when '-displayName' then 'display_name collate "und-x-icu" desc, id desc'
      when 'lastName' then 'sort_name collate "und-x-icu", id'
      when '-lastName' then 'sort_name collate "und-x-icu" desc, id desc'
      when 'createdAt' then 'created_at, id'
      when '-createdAt' then 'created_at desc, id desc'
      when 'updatedAt' then 'updated_at, id'
      when '-updatedAt' then 'updated_at desc, id desc'
      when 'lastContactedAt' then 'last_contacted_at nulls last, id'
      when '-lastContactedAt' then 'last_contacted_at desc nulls last, id desc'
      -- By month and day, which are the last five characters.
      when 'birthday' then 'right(birthday, 5) nulls last, display_name collate "und-x-icu", id'
      when '-birthday' then 'right(birthday, 5) desc nulls last, display_name collate "und-x-icu" desc, id desc'
      when 'nextContactOn' then kith_private.next_contact_on() || ' nulls last, id'
      when '-nextContactOn' then kith_private.next_contact_on() || ' desc nulls last, id desc'
      else kith_private.custom_order(query ->> 'sort')
    end, search, finds_few => query ? 'ids',
    rank => case when search.patterns is not null and not query ? 'sort' then kith_private.search_rank(
      case when search.noted is not null then kith_private.search_condition(search.patterns, search.networks) end) end);
  for start in 1 .. cardinality(found.ids) by 50 loop
    items := kith_private.add_items(items, kith_private.pick_members((
      select string_agg((select c.body::text from kith_api.contacts c where c.id = listed.id), ',' order by listed.position)
      from unnest(found.ids[start : start + 49]) with ordinality as listed (id, position)), query -> 'fields'));
  end loop;
  answer := kith_private.answer_page(found, items);
  if search.patterns is not null and not query ? 'isArchived' then
    archived := (kith_private.find_page(query, 'kith.contacts', array_replace(search.conditions, 'not is_archived', 'is_archived'),
      'display_name collate "und-x-icu", id', search, finds_few => query ? 'ids')).total;
  end if;
  if archived > 0 then
    answer.body := concat(left(answer.body, -1), ',"archivedCount":', archived, '}');
  end if;
  if search.is_cut then
    answer.body := concat(left(answer.body, -1), ',"olderNotesLeftOut":true}');
  end if;
  if search.patterns is not null and found.ids <> '{}' then
    answer.body := concat(left(answer.body, -1), ',"matches":', kith_private.matches_in(found.ids, search), '}');
  end if;
  if found.total = 0 and search.patterns is not null then
    answer.body := concat(left(answer.body, -1), ',"suggestions":', kith_private.suggestions(search.words), '}');
  end if;
  return answer;
end
$$;
comment on function kith_api.list_contacts(jsonb) is 'A page of contacts. Query: search, ids, networkId, hasEmail, hasPhone, company, place, isFavorite, isArchived, needsContact, nextContactBefore, lastContactedBefore, birthdayMonth, dateKind, dateMonth, custom, fields, sort, page, pageSize.';

-- Refuses to include resources that the scopes of the API key do not allow to read.
create function kith_private.check_included(include jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  missing constant text[] := array_remove(array[
    case when include ? 'networks' and not kith_private.has_scope('networks:read') then 'networks:read' end,
    case when include ? 'notes' and not kith_private.has_scope('notes:read') then 'notes:read' end,
    case when include ? 'reminders' and not kith_private.has_scope('reminders:read') then 'reminders:read' end], null);
begin
  if cardinality(missing) > 0 then
    perform kith_private.fail('insufficient_scope', format('This API key lacks what it asks to include: %s.', array_to_string(missing, ', ')));
  end if;
end
$$;

create function kith_api.get_contact(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  contact constant uuid := arguments ->> 'id';
  include constant jsonb := arguments -> 'query' -> 'include';
  answer kith_api.answer;
begin
  -- Version 1.1 of the function has it in the query, as readable.
  if include is not null and not arguments ? 'onlyReadable' and not arguments -> 'query' ? 'readable' then
    perform kith_private.check_included(include);
  end if;
  answer := (200, (select c.body from kith_api.contacts c where c.id = contact));
  if answer.body is null then
    perform kith_private.refuse_missing_contact(contact);
  elsif include is null then
    return answer;
  end if;
  answer.body := concat(left(answer.body, -1),
    case when include ? 'notes' then concat(',"notes":[', kith_private.notes_of_contact(contact), ']') end,
    case when include ? 'reminders' then concat(',"reminders":[', kith_private.reminders_of_contact(contact), ']') end,
    case when include ? 'networks' then concat(',"networks":[', kith_private.networks_of_contact(contact), ']') end,
    case when include ? 'relationships' then concat(',"relationships":[', kith_private.relationships_of_contact(contact), ']') end, '}');
  return kith_private.with_names(answer, arguments);
end
$$;
comment on function kith_api.get_contact(jsonb) is 'One contact. Query: include (notes, reminders, networks, relationships, names). onlyReadable: what the API key may not read is left out, and not refused.';

create function kith_api.create_contact(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
  made uuid;
begin
  if arguments ? 'refuseDuplicates' then
    perform kith_private.refuse_known_contact(body);
  end if;
  if not kith_private.has_all_networks() then
    made := kith_private.insert_contact_in_networks(body);
    return kith_private.answer_resource((select c.body from kith_api.contacts c where c.id = made), 201::smallint);
  end if;
  made := kith_private.insert_row(kith_private.contact_of(body, null));
  if jsonb_typeof(body -> 'networkIds') = 'array' then
    perform kith_private.change_networks(made, body);
  end if;
  return kith_private.answer_resource((select c.body from kith_api.contacts c where c.id = made), 201::smallint);
end
$$;
comment on function kith_api.create_contact(jsonb) is 'Creates a contact. refuseDuplicates: refuses one with the name, an e-mail address or a phone number of another one.';

create function kith_api.update_contact(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body jsonb := arguments -> 'body';
  contact kith.contacts;
begin
  select c.* into contact from kith.contacts c where c.id = (arguments ->> 'id')::uuid for update;
  if not found then
    perform kith_private.not_found();
  end if;
  body := kith_private.with_changed_lists(contact, body);
  if contact.active_snooze is null and contact.snoozed_until = (body ->> 'snoozedUntil')::date then
    -- The same day once more, after one that counts no more.
    update kith.contacts c set snoozed_until = null where c.id = contact.id;
  end if;
  perform kith_private.update_row(kith_private.contact_of(body, contact));
  if contact.photo_path is not null and body -> 'photoUrl' = 'null' then
    perform kith_private.set_photo(contact.id, null);
  end if;
  if body ?| '{networkIds,addNetworkIds,removeNetworkIds}' then
    perform kith_private.change_networks(contact.id, body);
  end if;
  return kith_private.answer_resource((select c.body from kith_api.contacts c where c.id = contact.id));
end
$$;
comment on function kith_api.update_contact(jsonb) is 'Changes a contact: absent members keep their values, null clears, arrays are replaced, or changed item by item.';

-- Deletes the notes that are about a contact and nobody else, until the time is over. Returns whether none are left.
create function kith_private.delete_notes_of(contact uuid, until timestamptz) returns boolean
language plpgsql set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
begin
  if not kith_private.has_scope('notes:write') then
    perform kith_private.fail('insufficient_scope', 'Deleting the notes too also needs the scope notes:write.');
  end if;
  loop
    delete from kith.notes n where n.owner_id = owner and n.id = any (array(
      select own.id from kith.notes own
      where own.owner_id = owner and own.contact_id = contact and cardinality(own.contact_ids) = 1 limit kith_private.part_rows()));
    exit when not found;
    if clock_timestamp() > until then
      return false;
    end if;
  end loop;
  return true;
end
$$;

create function kith_api.delete_contact(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  -- Not in one condition, of which Postgres may evaluate both parts.
  if (arguments #>> '{query,withNotes}')::boolean then
    if not kith_private.delete_notes_of((arguments ->> 'id')::uuid, kith_private.end_of_part(arguments)) then
      return kith_private.answer_part();
    end if;
  end if;
  if not kith_private.release('kith.contacts', (arguments ->> 'id')::uuid, kith_private.end_of_part(arguments)) then
    return kith_private.answer_part();
  end if;
  delete from kith.contacts c where c.id = (arguments ->> 'id')::uuid;
  return kith_private.answer_deleted(found);
end
$$;
comment on function kith_api.delete_contact(jsonb) is
  'Deletes a contact; its notes and reminders stay, without a contact. Query: withNotes, to delete notes about nobody else too.';

grant execute on function kith_private.check_included(jsonb), kith_private.delete_notes_of(uuid, timestamptz) to authenticated;
