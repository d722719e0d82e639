create view kith_api.contacts with (security_invoker = true) as
select c.id, row_to_json(shape) as body
from kith.contacts c
cross join lateral (
  select case when c.contact_frequency_days is not null then least(date '9999-12-31',
    (coalesce(c.last_contacted_at, c.created_at) at time zone (select kith_private.time_zone()))::date
    + c.contact_frequency_days) end as day) due
cross join lateral (
  select
    c.id,
    c.first_name as "firstName",
    c.last_name as "lastName",
    c.nickname,
    c.company,
    c.job_title as "jobTitle",
    c.display_name as "displayName",
    c.emails,
    c.phones,
    c.urls,
    c.addresses,
    c.birthday,
    c.description,
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
  query jsonb := coalesce(arguments -> 'query', '{}');
  patterns constant jsonb := kith_private.search_patterns(coalesce(query ->> 'search', ''));
  conditions text[] := case coalesce(query ->> 'isArchived', 'false')
    when 'false' then '{not is_archived}' when 'true' then '{is_archived}' else '{}' end;
  found kith_private.page;
  items text;
begin
  if patterns <> '[]' then
    query := query || jsonb_build_object('patterns', patterns);
    conditions := conditions || kith_private.search_condition(patterns);
  end if;
  if query ? 'networkId' then
    -- "is true" makes Postgres put the members into a hash table and read the list in the order of its index
    conditions := conditions || $sql$(id in (
      select m.contact_id from kith.contact_networks m where m.network_id = ($1 ->> 'networkId')::uuid)) is true$sql$::text;
  end if;
  if query ? 'isFavorite' then
    conditions := conditions || $sql$is_favorite = ($1 ->> 'isFavorite')::boolean$sql$::text;
  end if;
  if query ? 'birthdayMonth' then
    conditions := conditions || $sql$birthday_month = (select ($1 ->> 'birthdayMonth')::smallint)$sql$::text;
  end if;
  if query ?| '{needsContact,nextContactBefore}' or query ->> 'sort' like '%nextContactOn' then
    query := query || jsonb_build_object('today', kith_private.today(), 'timezone', kith_private.time_zone(),
      'lastDay', (query ->> 'nextContactBefore')::date - 1);
  end if;
  if query ? 'needsContact' then
    conditions := conditions || (kith_private.due_condition('today') || $sql$ = ($1 ->> 'needsContact')::boolean$sql$);
  end if;
  if query ? 'nextContactBefore' then
    conditions := conditions || kith_private.due_condition('lastDay');
  end if;
  found := kith_private.find_page(query, 'kith.contacts', conditions,
    case coalesce(query ->> 'sort', 'displayName')
      when 'displayName' then 'display_name collate "und-x-icu", id'
      when '-displayName' then 'display_name collate "und-x-icu" desc, id desc'
      when 'createdAt' then 'created_at, id'
      when '-createdAt' then 'created_at desc, id desc'
      when 'updatedAt' then 'updated_at, id'
      when '-updatedAt' then 'updated_at desc, id desc'
      when 'lastContactedAt' then 'last_contacted_at nulls last, id'
      when '-lastContactedAt' then 'last_contacted_at desc nulls last, id desc'
      when 'nextContactOn' then kith_private.next_contact_on() || ' nulls last, id'
      when '-nextContactOn' then kith_private.next_contact_on() || ' desc nulls last, id desc'
    end);
  for start in 1 .. cardinality(found.ids) by 50 loop
    items := kith_private.add_items(items, (
      select string_agg((select c.body::text from kith_api.contacts c where c.id = listed.id), ',' order by listed.position)
      from unnest(found.ids[start : start + 49]) with ordinality as listed (id, position)));
  end loop;
  return kith_private.answer_page(found, items);
end
$$;
comment on function kith_api.list_contacts(jsonb) is 'A page of contacts. Query: search, networkId, isFavorite, isArchived, needsContact, nextContactBefore, birthdayMonth, sort, page, pageSize.';

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
comment on function kith_private.check_included(jsonb) is 'Refuses to include resources that the scopes of the API key do not allow to read.';

create function kith_api.get_contact(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  contact constant uuid := (arguments ->> 'id')::uuid;
  include constant jsonb := arguments -> 'query' -> 'include';
  answer kith_api.answer;
begin
  if include is null then
    return kith_private.answer_resource((select c.body from kith_api.contacts c where c.id = contact));
  end if;
  perform kith_private.check_included(include);
  answer := kith_private.answer_resource((select c.body from kith_api.contacts c where c.id = contact));
  answer.body := concat(left(answer.body, -1),
    case when include ? 'notes' then concat(',"notes":[', kith_private.notes_of_contact(contact), ']') end,
    case when include ? 'reminders' then concat(',"reminders":[', kith_private.reminders_of_contact(contact), ']') end,
    case when include ? 'networks' then concat(',"networks":[', kith_private.networks_of_contact(contact), ']') end, '}');
  return answer;
end
$$;
comment on function kith_api.get_contact(jsonb) is 'One contact. Query: include (notes, reminders, networks).';

create function kith_private.set_networks(contact uuid, networks jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  if current_user = 'kith_limited' then
    if array(select m.network_id from kith.contact_networks m where m.contact_id = contact order by 1)
      = array(select distinct given::uuid from jsonb_array_elements_text(networks) given order by 1)
    then
      return; -- sent back as it was read
    end if;
    perform kith_private.check_networks_scope();
  end if;
  perform kith_private.check_references(array(
    select '/networkIds/' || given.position - 1
    from jsonb_array_elements_text(networks) with ordinality as given (id, position)
    where not exists (select from kith.networks n where n.id = given.id::uuid)
    order by given.position));
  perform kith_private.check_all_networks();
  delete from kith.contact_networks m
  where m.owner_id = (select auth.uid()) and m.contact_id = contact
    and not networks ? m.network_id::text;
  insert into kith.contact_networks (contact_id, network_id)
  select distinct contact, given::uuid from jsonb_array_elements_text(networks) given order by 2
  on conflict do nothing;
end
$$;
comment on function kith_private.set_networks(uuid, jsonb) is 'Replaces the networks of a contact by those of the list.';

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
comment on function kith_private.check_contact_named(jsonb) is
  'Refuses a note or reminder about nobody where the API key is limited to networks.';

create function kith_private.insert_contact(body jsonb) returns uuid
language plpgsql set search_path = ''
as $$
declare
  made uuid;
begin
  insert into kith.contacts (first_name, last_name, nickname, company, job_title, emails, phones, urls, addresses,
    birthday, description, is_favorite, is_archived, contact_frequency_days, last_contacted_by_hand)
  values (body ->> 'firstName', body ->> 'lastName', body ->> 'nickname', body ->> 'company', body ->> 'jobTitle',
    coalesce(body -> 'emails', '[]'), coalesce(body -> 'phones', '[]'), coalesce(body -> 'urls', '[]'),
    coalesce(body -> 'addresses', '[]'), body ->> 'birthday', body ->> 'description', coalesce((body ->> 'isFavorite')::boolean, false),
    coalesce((body ->> 'isArchived')::boolean, false),
    (body ->> 'contactFrequencyDays')::integer, kith_private.local_instant(body ->> 'lastContactedAt', '00:00'))
  returning contacts.id into made;
  return made;
end
$$;
comment on function kith_private.insert_contact(jsonb) is 'Inserts a contact, without networks.';

-- Runs with the rights of the function's owner: the policies refuse a contact that is in no network yet.
create function kith_private.insert_contact_in_networks(body jsonb) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  networks constant uuid[] := array(
    select n.id from kith.networks n where n.owner_id = owner and n.id = any ((select kith_private.key_networks())::uuid[]));
  asked jsonb := coalesce(nullif(body -> 'networkIds', 'null'), '[]');
  made uuid;
begin
  if not kith_private.has_scope('contacts:write') then
    perform kith_private.fail('insufficient_scope', 'This API key lacks the scope contacts:write.');
  end if;
  if asked = '[]' and cardinality(networks) = 1 and cardinality(kith_private.key_networks()) = 1 then
    asked := to_jsonb(networks);
  elsif asked = '[]' then
    perform kith_private.fail('validation_failed', errors => jsonb_build_array(jsonb_build_object('in', 'body',
      'pointer', '/networkIds', 'code', 'required', 'message',
      'This API key is limited to networks: name one of those that GET /networks lists.')));
  end if;
  perform kith_private.check_references(array(
    select '/networkIds/' || given.position - 1
    from jsonb_array_elements_text(asked) with ordinality as given (id, position)
    where given.id::uuid <> all (networks)
    order by given.position));
  made := kith_private.insert_contact(body);
  insert into kith.contact_networks (contact_id, network_id)
  select distinct made, given::uuid from jsonb_array_elements_text(asked) given order by 2;
  return made;
end
$$;
comment on function kith_private.insert_contact_in_networks(jsonb) is
  'Inserts a contact for an API key that is limited to networks, into some of these; where there is one only, into that one.';

create function kith_api.create_contact(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body jsonb := arguments -> 'body';
  made uuid;
begin
  if not kith_private.has_all_networks() then
    made := kith_private.insert_contact_in_networks(body);
    return kith_private.answer_resource((select c.body from kith_api.contacts c where c.id = made), 201::smallint);
  end if;
  made := kith_private.insert_contact(body);
  if jsonb_typeof(body -> 'networkIds') = 'array' then
    perform kith_private.set_networks(made, body -> 'networkIds');
  end if;
  return kith_private.answer_resource((select c.body from kith_api.contacts c where c.id = made), 201::smallint);
end
$$;
comment on function kith_api.create_contact(jsonb) is 'Creates a contact.';

create function kith_api.update_contact(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body jsonb := arguments -> 'body';
  contact kith.contacts;
  contacted timestamptz(3) := kith_private.local_instant(body ->> 'lastContactedAt', '00:00');
begin
  select c.* into contact from kith.contacts c where c.id = (arguments ->> 'id')::uuid for update;
  if not found then
    perform kith_private.not_found();
  end if;
  body := kith_private.with_changed_lists(contact, body);
  update kith.contacts c set
    first_name = case when body ? 'firstName' then body ->> 'firstName' else c.first_name end,
    last_name = case when body ? 'lastName' then body ->> 'lastName' else c.last_name end,
    nickname = case when body ? 'nickname' then body ->> 'nickname' else c.nickname end,
    company = case when body ? 'company' then body ->> 'company' else c.company end,
    job_title = case when body ? 'jobTitle' then body ->> 'jobTitle' else c.job_title end,
    emails = case when body ? 'emails' then body -> 'emails' else c.emails end,
    phones = case when body ? 'phones' then body -> 'phones' else c.phones end,
    urls = case when body ? 'urls' then body -> 'urls' else c.urls end,
    addresses = case when body ? 'addresses' then body -> 'addresses' else c.addresses end,
    birthday = case when body ? 'birthday' then body ->> 'birthday' else c.birthday end,
    description = case when body ? 'description' then body ->> 'description' else c.description end,
    is_favorite = case when body ? 'isFavorite' then (body ->> 'isFavorite')::boolean else c.is_favorite end,
    is_archived = case when body ? 'isArchived' then (body ->> 'isArchived')::boolean else c.is_archived end,
    contact_frequency_days = case when body ? 'contactFrequencyDays'
      then (body ->> 'contactFrequencyDays')::integer else c.contact_frequency_days end,
    -- A client may send back the value that it read, which may come from a note: that is not a change by hand.
    last_contacted_by_hand = case when body ? 'lastContactedAt' and contacted is distinct from c.last_contacted_at
      then contacted else c.last_contacted_by_hand end
  where c.id = contact.id;
  if contact.photo_path is not null and body -> 'photoUrl' = 'null' then
    perform kith_private.set_photo(contact.id, null);
  end if;
  if body ? 'networkIds' then
    perform kith_private.set_networks(contact.id, coalesce(nullif(body -> 'networkIds', 'null'), '[]'));
  elsif body ?| '{addNetworkIds,removeNetworkIds}' then
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

grant execute on function kith_private.check_included(jsonb), kith_private.set_networks(uuid, jsonb), kith_private.check_contact_named(jsonb),
  kith_private.insert_contact(jsonb), kith_private.insert_contact_in_networks(jsonb),
  kith_api.list_contacts(jsonb), kith_api.get_contact(jsonb), kith_api.create_contact(jsonb), kith_api.update_contact(jsonb),
  kith_api.delete_contact(jsonb) to authenticated;

insert into kith_private.operations (name, resource, verb, scopes, writes, tagged, read_by, locked_table) values
  ('list_contacts', 'contact', 'list', '{contacts:read}', false, false, null, null),
  ('get_contact', 'contact', 'get', '{contacts:read}', false, true, null, null),
  ('create_contact', 'contact', 'create', '{contacts:write}', true, true, null, null),
  ('update_contact', 'contact', 'update', '{contacts:write}', true, true, 'get_contact', 'kith.contacts'),
  ('delete_contact', 'contact', 'delete', '{contacts:write}', true, false, 'get_contact', 'kith.contacts');
