create function kith_api.list_contacts(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  asked constant kith_private.contact_filters := kith_private.read_contact_filters(coalesce(arguments -> 'query', '{}'));
  query constant jsonb := asked.query;
  found kith_private.page;
  items text;
  answer kith_api.answer;
  archived bigint := 0;
begin
  found := kith_private.find_page(query, 'kith.contacts', asked.conditions,
    case coalesce(query ->> 'sort', 'displayName')
      when 'displayName' then 'display_name collate "und-x-icu", id'
      when '-displayName' then 'display_name collate "und-x-icu" desc, id desc'
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
    end, finds_few => query ? 'ids');
  for start in 1 .. cardinality(found.ids) by 50 loop
    items := kith_private.add_items(items, kith_private.pick_members((
      select string_agg((select c.body::text from kith_api.contacts c where c.id = listed.id), ',' order by listed.position)
      from unnest(found.ids[start : start + 49]) with ordinality as listed (id, position)), query -> 'fields'));
  end loop;
  answer := kith_private.answer_page(found, items);
  if query ? 'patterns' and not query ? 'isArchived' then
    archived := (kith_private.find_page(query, 'kith.contacts', array_replace(asked.conditions, 'not is_archived', 'is_archived'),
      'display_name collate "und-x-icu", id', finds_few => query ? 'ids')).total;
  end if;
  if archived > 0 then
    answer.body := concat(left(answer.body, -1), ',"archivedCount":', archived, '}');
  end if;
  if found.total = 0 and query ? 'patterns' then
    answer.body := concat(left(answer.body, -1), ',"suggestions":', kith_private.suggestions(query ->> 'search'), '}');
  end if;
  return answer;
end
$$;
comment on function kith_api.list_contacts(jsonb) is 'A page of contacts. Query: search, ids, networkId, hasEmail, hasPhone, company, isFavorite, isArchived, needsContact, nextContactBefore, lastContactedBefore, birthdayMonth, fields, sort, page, pageSize.';

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
  if include is not null and not arguments -> 'query' ? 'readable' then
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
    case when include ? 'networks' then concat(',"networks":[', kith_private.networks_of_contact(contact), ']') end, '}');
  return kith_private.with_names(answer, arguments);
end
$$;
comment on function kith_api.get_contact(jsonb) is 'One contact. Query: include (notes, reminders, networks, names); readable: what the API key may not read is left out, and not refused.';

-- Refuses a note or reminder about nobody where the API key is limited to networks.
create function kith_private.check_contact_named(body jsonb) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if body ->> 'contactId' is null and not kith_private.has_all_networks() then
    perform kith_private.fail('validation_failed', errors => jsonb_build_array(jsonb_build_object('in', 'body',
      'pointer', '/contactId', 'code', 'required', 'message',
      'This API key is limited to networks: what it writes is about a contact in them.')));
  end if;
end
$$;

create function kith_api.create_contact(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
  made uuid;
begin
  if arguments ? 'ifUnknown' then
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
comment on function kith_api.create_contact(jsonb) is 'Creates a contact. ifUnknown: refuses one with the name, an e-mail address or a phone number of another one.';

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

create function kith_api.delete_contact(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  delete from kith.contacts c where c.id = (arguments ->> 'id')::uuid;
  return kith_private.answer_deleted(found);
end
$$;
comment on function kith_api.delete_contact(jsonb) is 'Deletes a contact; its notes and reminders stay, without a contact.';

grant execute on function kith_private.check_included(jsonb), kith_private.check_contact_named(jsonb),
  kith_api.list_contacts(jsonb), kith_api.get_contact(jsonb), kith_api.create_contact(jsonb), kith_api.update_contact(jsonb),
  kith_api.delete_contact(jsonb) to authenticated;

insert into kith_private.operations (name, resource, verb, scopes, writes, tagged, read_by, locked_table) values
  ('list_contacts', 'contact', 'list', '{contacts:read}', false, false, null, null),
  ('get_contact', 'contact', 'get', '{contacts:read}', false, true, null, null),
  ('create_contact', 'contact', 'create', '{contacts:write}', true, true, null, null),
  ('update_contact', 'contact', 'update', '{contacts:write}', true, true, 'get_contact', 'kith.contacts'),
  ('delete_contact', 'contact', 'delete', '{contacts:write}', true, false, 'get_contact', 'kith.contacts');
