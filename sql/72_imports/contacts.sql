-- Writes the contacts of an import. These functions run within kith_private.write_import, with the rights of its owner, because
-- clients may not choose ids; so each names the owner.

-- Makes the networks of an import that the owner does not have.
create function kith_private.import_network_names(owner uuid, import uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  item record;
  network kith.networks;
  rows kith.networks[] := '{}';
begin
  for item in
    select wanted.* from (
      select distinct on (lower(w.name collate "und-x-icu")) w.* from (
        select r.target_id as id, kith_private.trimmed(r.value ->> 'name') as name, r.value as body, 1 as rank, r.number
        from kith_private.import_rows r
        where r.owner_id = owner and r.import_id = import and r.resource = 'network' and r.outcome = 'create'
        union all
        select gen_random_uuid(), kith_private.trimmed(named), '{}', 2, r.number
        from kith_private.import_rows r cross join unnest(r.networks) named
        where r.owner_id = owner and r.import_id = import and r.resource = 'contact' and r.outcome in ('create', 'merge')) w
      where w.name is not null
      order by lower(w.name collate "und-x-icu"), w.rank, w.number) wanted
    where not exists (
      select from kith.networks n where n.owner_id = owner and lower(n.name collate "und-x-icu") = lower(wanted.name collate "und-x-icu") offset 0)
    order by wanted.number
  loop
    network := kith_private.row_of(item.body, null::kith.networks);
    network.owner_id := owner;
    network.id := item.id;
    network.name := item.name;
    rows := rows || network;
  end loop;
  perform kith_private.insert_rows(rows);
end
$$;

-- Adds the contacts of an import to their networks.
create function kith_private.import_memberships(owner uuid, import uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into kith.contact_networks (owner_id, contact_id, network_id)
  select distinct owner, r.target_id, n.id
  from kith_private.import_rows r cross join unnest(r.networks) named
  cross join lateral (
    select n.id from kith.networks n
    where n.owner_id = owner and lower(n.name collate "und-x-icu") = lower(kith_private.trimmed(named) collate "und-x-icu") offset 0) n
  where r.owner_id = owner and r.import_id = import and r.resource = 'contact' and r.outcome in ('create', 'merge')
  order by 2, 3
  on conflict do nothing;
end
$$;

-- Inserts the contacts of these rows of an import.
create function kith_private.insert_contacts_of_import(owner uuid, import uuid, numbers integer[]) returns void
language plpgsql set search_path = ''
as $$
declare
  imported record;
  contact kith.contacts;
  contacts kith.contacts[] := '{}';
begin
  for imported in
    select r.target_id, r.value from unnest(numbers) listed (number)
    cross join lateral (
      select o.target_id, o.value from kith_private.import_rows o
      where o.owner_id = owner and o.import_id = import and o.number = listed.number offset 0) r
    order by listed.number
  loop
    contact := kith_private.contact_of(imported.value, null);
    contact.owner_id := owner;
    contact.id := imported.target_id;
    contacts := contacts || contact;
  end loop;
  perform kith_private.insert_rows(contacts);
end
$$;

-- Creates the contacts of an import that are new, in one statement. Where a constraint refuses a row, which the Edge Function should
-- have found, one by one, so that only that row fails.
create function kith_private.import_contacts(owner uuid, import uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  numbers constant integer[] := array(
    select r.number from kith_private.import_rows r
    where r.owner_id = owner and r.import_id = import and r.resource = 'contact' and r.outcome = 'create' order by r.number);
  single integer;
  violated text;
begin
  begin
    perform kith_private.insert_contacts_of_import(owner, import, numbers);
    return;
  exception when check_violation then
    get stacked diagnostics violated = constraint_name;
    if violated like '%_quota_check' then
      raise;
    end if;
  end;
  foreach single in array numbers loop
    begin
      perform kith_private.insert_contacts_of_import(owner, import, array[single]);
    exception when check_violation then
      get stacked diagnostics violated = constraint_name;
      update kith_private.import_rows r set outcome = 'fail', target_id = null,
        problem = format('The member %s is not valid.', (kith_private.violation('contacts', violated, '', null) ->> 'pointer'))
      where r.owner_id = owner and r.import_id = import and r.number = single;
    end;
  end loop;
end
$$;

create type kith_private.united_lists as (
  number integer, target_id uuid, value jsonb, emails jsonb, phones jsonb, urls jsonb, addresses jsonb, is_too_long boolean, dates jsonb);
comment on type kith_private.united_lists is
  'A row of an import that is merged, the lists that the contact then has, and whether one of them has more items than a contact may.';

-- The lists of contacts and of the rows of an import that are merged into them, each item once.
create function kith_private.united_with_rows(owner uuid, import uuid) returns setof kith_private.united_lists
language plpgsql stable set search_path = ''
as $$
declare
  calling_code constant text := kith_private.own_calling_code();
begin
  return query
  select r.number, r.target_id, r.value, u.emails, u.phones, u.urls, u.addresses,
    greatest(jsonb_array_length(u.emails), jsonb_array_length(u.phones), jsonb_array_length(u.urls), jsonb_array_length(u.addresses),
      jsonb_array_length(u.dates)) > 20,
    u.dates
  from kith_private.import_rows r
  cross join lateral (
    select c.emails, c.phones, c.urls, c.addresses, c.dates from kith.contacts c where c.owner_id = owner and c.id = r.target_id offset 0) o
  cross join lateral (
    select
      kith_private.united_items('emails', o.emails, coalesce(kith_private.clean_items(r.value -> 'emails', '{value,label}'), '[]'), null) as emails,
      kith_private.united_phones(o.phones, coalesce(kith_private.clean_items(r.value -> 'phones', '{value,label}'), '[]'), calling_code) as phones,
      kith_private.united_items('urls', o.urls, coalesce(kith_private.clean_items(r.value -> 'urls', '{value,label}'), '[]'), null) as urls,
      kith_private.united_items('addresses', o.addresses,
        coalesce(kith_private.clean_items(r.value -> 'addresses', '{label,street,city,region,postalCode,country}'), '[]'), null) as addresses,
      kith_private.united_items('dates', o.dates, coalesce(kith_private.clean_items(r.value -> 'dates', '{kind,label,date}'), '[]'), null) as dates
    offset 0) u
  where r.owner_id = owner and r.import_id = import and r.resource = 'contact' and r.outcome = 'merge';
end
$$;

-- A contact with what an import has of it: the united lists, and single fields where the owner has entered nothing.
create function kith_private.filled_contact(contact kith.contacts, merged kith_private.united_lists) returns kith.contacts
language plpgsql stable set search_path = ''
as $$
declare
  present constant text[] := array(
    select kith_private.member_name(key) from jsonb_each(jsonb_strip_nulls(to_jsonb(contact))));
  filled kith.contacts := kith_private.contact_of(merged.value - present, contact);
  kept constant text := kith_private.united_lines(contact.vcard_lines, kith_private.trimmed(merged.value ->> 'vcardLines'), null);
begin
  filled.emails := merged.emails;
  filled.phones := merged.phones;
  filled.urls := merged.urls;
  filled.addresses := merged.addresses;
  filled.dates := merged.dates;
  filled.custom := coalesce(merged.value -> 'custom', '{}') || contact.custom;
  filled.vcard_lines := case when char_length(kept) <= 16384 then kept else contact.vcard_lines end;
  filled.is_favorite := contact.is_favorite or coalesce((merged.value ->> 'isFavorite')::boolean, false);
  filled.last_contacted_by_hand := greatest(contact.last_contacted_by_hand,
    kith_private.local_instant(merged.value ->> 'lastContactedAt', '00:00'));
  return filled;
end
$$;

-- Merges rows of an import into contacts: lists are united, single fields filled where they are empty.
create function kith_private.merge_rows(owner uuid, import uuid) returns void
language plpgsql set search_path = '' set enable_mergejoin = off set jit = off
as $$
declare
  merged constant kith_private.united_lists[] := array(select m from kith_private.united_with_rows(owner, import) m);
begin
  if merged = '{}' then
    return;
  end if;
  update kith_private.import_rows r set outcome = 'fail', target_id = null, problem = 'Together they have more than 20 items in a list.'
  from unnest(merged) m
  where r.owner_id = owner and r.import_id = import and r.number = m.number and m.is_too_long;
  perform kith_private.update_rows(array(
    select kith_private.filled_contact(c, m)
    from unnest(merged) m
    cross join lateral (select c.* from kith.contacts c where c.owner_id = owner and c.id = m.target_id offset 0) c
    where not m.is_too_long));
end
$$;

-- Records which contacts the uids of an import lead to, where these have other ids, so that the same file, and other parts of it, find
-- the contacts that its uids were merged into.
create function kith_private.record_merged_uids(owner uuid, import uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into kith_private.merged_contacts as m (owner_id, id, into_id, change_set)
  select owner, r.new_id, r.target_id, kith_private.activity_id()
  from kith_private.import_rows r
  where r.owner_id = owner and r.import_id = import and r.resource = 'contact' and r.uid is not null and r.outcome in ('merge', 'skip')
    and r.target_id <> r.new_id and r.uid <> r.target_id::text
    and not exists (select from kith.contacts c where c.owner_id = owner and c.id = r.new_id offset 0)
  on conflict (owner_id, id) do update set into_id = excluded.into_id, change_set = excluded.change_set
  where m.into_id <> excluded.into_id;
end
$$;

-- Gives contacts of an import the photos that were uploaded; a contact keeps the one it has.
create function kith_private.attach_imported_photos(owner uuid, import uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  with arrived as materialized (
    select r.target_id, r.photo_path from kith_private.import_rows r
    where r.owner_id = owner and r.import_id = import and r.photo_path is not null and r.outcome in ('create', 'merge')
      and exists (select from storage.objects o where o.bucket_id = 'kith-photos' and o.name = r.photo_path offset 0)
      and (select c.photo_path is null from kith.contacts c where c.owner_id = owner and c.id = r.target_id))
  update kith.contacts c set photo_path = a.photo_path
  from arrived a where c.owner_id = owner and c.id = a.target_id;
end
$$;
