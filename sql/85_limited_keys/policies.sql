-- The restrictive policies of keys with limits.

-- The policies of keys with limits: a row that may be read but not written is found by update, so that the request is refused
-- and not told that there is no such row. What every key sees is written only by those that are not limited to networks.
create procedure pg_temp.limit_keys(source regclass, nouns text, scope text, seen_by text, about text)
language plpgsql
as $$
declare
  may_read constant text := format('(select kith_private.has_scope(%L))', scope || ':read');
  may_write constant text := format('(select kith_private.has_scope(%L))', scope || ':write');
  is_seen constant text := '(select kith_private.has_all_networks())' || case when seen_by = 'contacts' then format(
    ' or (cardinality(%1$s) > 0 and not exists (select from unnest(%1$s) about (id)
      where not exists (select from kith.contact_networks m where m.contact_id = about.id offset 0)))', about) else '' end;
  -- Whole lists are compared with the members of the networks, and few rows one by one: see reads_list.
  is_listed constant text := format('(select kith_private.has_all_networks()) or case when (select kith_private.reads_list())
    then (%1$s)[1] in (select m.contact_id from kith.contact_networks m) and (cardinality(%1$s) < 2 or (
      select bool_and(about.id in (select m.contact_id from kith.contact_networks m)) from unnest(%1$s) about (id)))
    else (cardinality(%1$s) > 0 and not exists (select from unnest(%1$s) about (id)
      where not exists (select from kith.contact_networks m where m.contact_id = about.id offset 0))) end', about);
  whose constant text := case when seen_by = 'contacts' then 'in their networks' else 'by scope' end;
begin
  if seen_by <> 'itself' then
    execute format('create policy %I on %s as restrictive for select to kith_limited using (%s)',
      format('Limited keys read %s %s', nouns, whose), source,
      may_read || case when seen_by = 'contacts' then format(' and (%s)', is_listed) else '' end);
  end if;
  execute format('create policy %I on %s as restrictive for insert to kith_limited with check (%s and (%s))',
    format('Limited keys make %s %s', nouns, whose), source, may_write, is_seen);
  execute format('create policy %I on %s as restrictive for update to kith_limited using (%s) with check (%s and (%s))',
    format('Limited keys change %s %s', nouns, whose), source, case when seen_by = 'contacts' then is_seen else 'true' end, may_write, is_seen);
  execute format('create policy %I on %s as restrictive for delete to kith_limited using (%s and (%s))',
    format('Limited keys delete %s %s', nouns, whose), source, may_write, is_seen);
end
$$;

do $$
declare
  item kith_private.resource;
  about text;
begin
  for item in select * from kith_private.resources() where name not in ('profile', 'contact', 'membership') loop
    about := case when item.refers ? 'contact_ids' then 'contact_ids' else 'array_remove(array[contact_id], null)' end;
    call pg_temp.limit_keys(item.source::regclass, replace(split_part(item.source, '.', 2), '_', ' '), item.scope, item.seen_by, about);
  end loop;
end
$$;

create policy "Limited keys read the profile by scope" on kith.profiles as restrictive
  for select to kith_limited using ((select kith_private.has_scope('profile:read')));
create policy "Limited keys make the profile by scope" on kith.profiles as restrictive
  for insert to kith_limited with check ((select kith_private.has_scope('profile:write')));
create policy "Limited keys change the profile by scope" on kith.profiles as restrictive
  for update to kith_limited using (true) with check ((select kith_private.has_scope('profile:write')));

create policy "Limited keys read their networks" on kith.networks as restrictive
  for select to kith_limited using ((select kith_private.has_scope('networks:read'))
    and ((select kith_private.has_all_networks()) or id = any ((select kith_private.key_networks())::uuid[])));

-- A contact without a network cannot be inserted with a key that is limited to networks: see insert_contact_in_networks.
create policy "Limited keys read contacts in their networks" on kith.contacts as restrictive
  for select to kith_limited using ((select kith_private.has_scope('contacts:read'))
    and ((select kith_private.has_all_networks())
      or case when (select kith_private.reads_list()) then id in (select m.contact_id from kith.contact_networks m)
        else exists (select from kith.contact_networks m where m.contact_id = contacts.id offset 0) end));
create policy "Limited keys make contacts by scope" on kith.contacts as restrictive
  for insert to kith_limited with check (
    (select kith_private.has_scope('contacts:write')) and (select kith_private.has_all_networks()));
create policy "Limited keys change contacts in their networks" on kith.contacts as restrictive
  for update to kith_limited
  using (((select kith_private.has_all_networks()) or exists (
      select from kith.contact_networks m where m.contact_id = contacts.id offset 0)))
  with check ((select kith_private.has_scope('contacts:write'))
    and ((select kith_private.has_all_networks()) or exists (
      select from kith.contact_networks m where m.contact_id = contacts.id offset 0)));
create policy "Limited keys delete contacts in their networks" on kith.contacts as restrictive
  for delete to kith_limited using ((select kith_private.has_scope('contacts:write'))
    and ((select kith_private.has_all_networks()) or exists (
      select from kith.contact_networks m where m.contact_id = contacts.id offset 0)));

-- The policies of contacts, notes and reminders read the memberships.
create policy "Limited keys read memberships of their networks" on kith.contact_networks as restrictive
  for select to kith_limited using (network_id = any ((select kith_private.visible_networks())::uuid[]));
create policy "Limited keys make memberships by scope" on kith.contact_networks as restrictive
  for insert to kith_limited with check (
    (select kith_private.has_scope('contacts:write')) and (select kith_private.has_all_networks()));
create policy "Limited keys delete memberships by scope" on kith.contact_networks as restrictive
  for delete to kith_limited using (
    (select kith_private.has_scope('contacts:write')) and (select kith_private.has_all_networks()));

create policy "Limited keys read contacts of notes that they read" on kith.note_contacts as restrictive
  for select to kith_limited using (exists (select from kith.notes t where t.owner_id = note_contacts.owner_id and t.id = note_contacts.note_id offset 0));
create policy "Limited keys read contacts of reminders that they read" on kith.reminder_contacts as restrictive
  for select to kith_limited using (exists (select from kith.reminders t where t.owner_id = reminder_contacts.owner_id and t.id = reminder_contacts.reminder_id offset 0));

create policy "Kith: limited keys read no photos" on storage.objects as restrictive
  for select to kith_limited using (bucket_id <> 'kith-photos');

create policy "Limited keys read dismissed pairs of contacts they see" on kith_private.dismissed_duplicates as restrictive
  for select to kith_limited using ((select kith_private.has_scope('contacts:read'))
    and ((select kith_private.has_all_networks()) or (contact_id in (select m.contact_id from kith.contact_networks m)
      and other_contact_id in (select m.contact_id from kith.contact_networks m))));
create policy "Limited keys make dismissed pairs of contacts they see" on kith_private.dismissed_duplicates as restrictive
  for insert to kith_limited with check ((select kith_private.has_scope('contacts:write'))
    and ((select kith_private.has_all_networks()) or (contact_id in (select m.contact_id from kith.contact_networks m)
      and other_contact_id in (select m.contact_id from kith.contact_networks m))));
create policy "Limited keys delete dismissed pairs of contacts they see" on kith_private.dismissed_duplicates as restrictive
  for delete to kith_limited using ((select kith_private.has_scope('contacts:write'))
    and ((select kith_private.has_all_networks()) or (contact_id in (select m.contact_id from kith.contact_networks m)
      and other_contact_id in (select m.contact_id from kith.contact_networks m))));

create policy "Limited keys do not reach keys" on kith_private.api_keys as restrictive
  for all to kith_limited using (false);
create policy "Limited keys do not reach calendars" on kith_private.calendars as restrictive
  for all to kith_limited using (false);
create policy "Limited keys do not reach inboxes" on kith_private.inboxes as restrictive
  for all to kith_limited using (false);
create policy "Limited keys do not reach what is read of calendars" on kith_private.read_calendars as restrictive
  for all to kith_limited using (false);
create policy "Limited keys do not reach meetings" on kith_private.meetings as restrictive
  for all to kith_limited using (false);
create policy "Limited keys do not reach channels" on kith_private.channels as restrictive
  for all to kith_limited using (false);
create policy "Limited keys do not reach webhooks" on kith_private.webhooks as restrictive
  for all to kith_limited using (false);
create policy "Limited keys do not reach deliveries" on kith_private.outbox as restrictive
  for all to kith_limited using (false);

do $$
declare
  what record;
begin
  for what in select * from (values ('imports', 'imports'), ('import_rows', 'rows of imports')) each (name, words) loop
    execute format('create policy "Limited keys read %s by scope" on kith_private.%I as restrictive for select to kith_limited
      using ((select kith_private.may_import()))', what.words, what.name);
    execute format('create policy "Limited keys make %s by scope" on kith_private.%I as restrictive for insert to kith_limited
      with check ((select kith_private.may_import()))', what.words, what.name);
    execute format('create policy "Limited keys change %s by scope" on kith_private.%I as restrictive for update to kith_limited using (true)
      with check ((select kith_private.may_import()))', what.words, what.name);
    execute format('create policy "Limited keys delete %s by scope" on kith_private.%I as restrictive for delete to kith_limited
      using ((select kith_private.may_import()))', what.words, what.name);
  end loop;
end
$$;

create policy "Limited keys read changes of what they may read" on kith_private.changes as restrictive
  for select to kith_limited using (
    (select kith_private.has_scope('activity:read')) and resource = any ((select kith_private.resources_with('read'))::text[])
    and ((select kith_private.has_all_networks()) or case
      when resource = 'membership' then network_id = any ((select kith_private.key_networks())::uuid[])
      when resource = 'network' then resource_id = any ((select kith_private.key_networks())::uuid[])
      when resource = any ((select kith_private.resources_seen_by('account'))::text[]) then true
      when (select kith_private.reads_list()) or (select kith_private.setting('seen')) is not null then resource_id in (select s.id from kith_private.seen_resources() s)
      else (select kith_private.is_seen(changes.resource, changes.resource_id)) end)
    -- The next one of a series came or went, and nothing else.
    and ((select kith_private.has_all_networks()) or is_shown or coalesce(before ->> 'next_id', after ->> 'next_id') is null
      or (select kith_private.is_seen('reminder', coalesce(before ->> 'next_id', after ->> 'next_id')::uuid))));
create policy "Limited keys read change sets with such changes" on kith_private.change_sets as restrictive
  for select to kith_limited using ((select kith_private.has_scope('activity:read'))
    and case when (select kith_private.reads_list()) then number in (select c.set_number from kith_private.changes c where c.is_shown)
      else exists (
        select from kith_private.changes c
        where c.owner_id = change_sets.owner_id and c.set_number = change_sets.number and c.is_shown offset 0) end);
create policy "Limited keys read how far the log reaches back by scope" on kith_private.change_logs as restrictive
  for select to kith_limited using ((select kith_private.has_scope('activity:read')));
create policy "Limited keys read the photos in cards that they see" on kith_private.card_photos as restrictive
  for select to kith_limited using ((select kith_private.has_scope('contacts:read'))
    and ((select kith_private.has_all_networks()) or exists (
      select from kith.contacts c where c.owner_id = card_photos.owner_id and c.photo_path = card_photos.path offset 0)));
