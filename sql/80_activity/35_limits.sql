-- What API keys with limits see of the log: changes of resources that they may read. A resource that exists counts as what
-- it is now, one that was deleted as what it was then.

create function kith_private.resources_with(access text) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  return array_remove(array[
    case when kith_private.has_scope('contacts:' || access) then 'contact' end,
    case when kith_private.has_scope('contacts:' || access) then 'membership' end,
    case when kith_private.has_scope('networks:' || access) then 'network' end,
    case when kith_private.has_scope('notes:' || access) then 'note' end,
    case when kith_private.has_scope('notes:' || access) then 'note_type' end,
    case when kith_private.has_scope('reminders:' || access) then 'reminder' end,
    case when kith_private.has_scope('profile:' || access) then 'profile' end], null);
end
$$;
comment on function kith_private.resources_with(text) is
  'The kinds of resources in the log for which the credential of this request has a scope. access: read or write.';

-- Whether the key sees a resource that the log names. Deleting a contact ends its memberships in the same change set. What was
-- erased has no contact any more.
create function kith_private.is_seen(resource text, id uuid) returns boolean
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  owner constant uuid := auth.uid();
  networks constant uuid[] := kith_private.key_networks();
  contact uuid;
  is_in_networks boolean;
begin
  if resource = 'contact' then
    return case
      when exists (select from kith.contacts c where c.owner_id = owner and c.id = is_seen.id) then exists (
        select from kith.contact_networks m where m.owner_id = owner and m.contact_id = is_seen.id and m.network_id = any (networks))
      else exists (
        select from (
          select c.set_number, c.action from kith_private.changes c
          where c.owner_id = owner and c.resource_id = is_seen.id and c.resource = 'contact'
          order by c.set_number desc, c.position desc limit 1) last
        join kith_private.changes m on m.owner_id = owner and m.resource_id = is_seen.id and m.set_number = last.set_number
        where last.action = 'delete' and m.resource = 'membership' and m.network_id = any (networks)) end;
  elsif resource = 'note' then
    select exists (
      select from kith.contact_networks m where m.owner_id = owner and m.contact_id = n.contact_id and m.network_id = any (networks))
    into is_in_networks from kith.notes n where n.owner_id = owner and n.id = is_seen.id;
  elsif resource = 'reminder' then
    select exists (
      select from kith.contact_networks m where m.owner_id = owner and m.contact_id = r.contact_id and m.network_id = any (networks))
    into is_in_networks from kith.reminders r where r.owner_id = owner and r.id = is_seen.id;
  else
    return true;
  end if;
  if is_in_networks is not null then
    return is_in_networks;
  end if;
  select case when c.action = 'delete' then (c.before ->> 'contact_id')::uuid end into contact from kith_private.changes c
  where c.owner_id = owner and c.resource_id = is_seen.id and c.resource = is_seen.resource
  order by c.set_number desc, c.position desc limit 1;
  return contact is not null and kith_private.is_seen('contact', contact);
end
$$;
comment on function kith_private.is_seen(text, uuid) is
  'Whether a contact is in the networks of the API key, or was when it was deleted; and whether a note or reminder is about such a contact, or was.';

create view kith_private.deletions with (security_invoker = true) as
select t.owner_id, t.resource, t.resource_id as id, t.set_number, (t.before ->> 'contact_id')::uuid as contact_id
from kith_private.changes t
where t.action = 'delete' and t.resource <> 'membership' and not exists (
  select from kith_private.changes later
  where later.owner_id = t.owner_id and later.resource_id = t.resource_id and later.resource = t.resource
    and (later.set_number, later.position) > (t.set_number, t.position));
comment on view kith_private.deletions is 'The deletion of each resource that does not exist now, and whom a note or reminder was about.';

-- The same for all at once.
create function kith_private.seen_resources() returns table (id uuid)
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  networks constant uuid[] := kith_private.key_networks();
  noted constant text := nullif(current_setting('kith.seen', true), '');
begin
  if noted is not null then
    return query select unnest(noted::uuid[]);
    return;
  end if;
  return query
  with seen as materialized (
    select m.contact_id from kith.contact_networks m where m.owner_id = owner and m.network_id = any (networks)
    union all
    select t.id from kith_private.deletions t
    where t.owner_id = owner and t.resource = 'contact' and exists (
      select from kith_private.changes m
      where m.owner_id = owner and m.resource_id = t.id and m.set_number = t.set_number
        and m.resource = 'membership' and m.network_id = any (networks)))
  select s.contact_id from seen s
  union all
  -- "is true" makes Postgres put the contacts into a hash table.
  select n.id from kith.notes n where n.owner_id = owner and (n.contact_id in (select s.contact_id from seen s)) is true
  union all
  select r.id from kith.reminders r where r.owner_id = owner and (r.contact_id in (select s.contact_id from seen s)) is true
  union all
  select t.id from kith_private.deletions t
  where t.owner_id = owner and t.resource in ('note', 'reminder') and (t.contact_id in (select s.contact_id from seen s)) is true;
end
$$;
comment on function kith_private.seen_resources() is
  'The contacts, notes and reminders that the API key sees, deleted ones included; or of these the ones that note_seen has noted.';

create function kith_private.has_noted() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(current_setting('kith.seen', true), '') <> '';
end
$$;
comment on function kith_private.has_noted() is 'Whether note_seen has noted what the API key sees.';

-- The representations of change sets take several statements each, and thousands of changes may be in one.
create function kith_private.note_seen(sets bigint[]) returns void
language plpgsql set search_path = ''
as $$
begin
  if current_user <> 'kith_limited' or kith_private.has_all_networks() then
    return;
  end if;
  perform kith_private.forget_seen(), kith_private.find_many(true);
  perform set_config('kith.seen', array(
    select distinct c.resource_id from kith_private.changes c
    where c.set_number = any (sets) and c.resource in ('contact', 'note', 'reminder'))::text, true);
  perform kith_private.find_many(false);
end
$$;
comment on function kith_private.note_seen(bigint[]) is
  'Notes which resources of change sets the API key sees, for the statements that follow. forget_seen() ends that.';
create function kith_private.forget_seen() returns void
language plpgsql set search_path = ''
as $$
begin
  if current_user = 'kith_limited' then
    perform set_config('kith.seen', '', true);
  end if;
end
$$;
comment on function kith_private.forget_seen() is 'Ends what note_seen began.';

grant execute on function kith_private.note_seen(bigint[]), kith_private.forget_seen(), kith_private.has_noted(), kith_private.resources_with(text), kith_private.is_seen(text, uuid), kith_private.seen_resources() to authenticated;

create policy "Limited keys read changes of what they may read" on kith_private.changes as restrictive
  for select to kith_limited using (
    (select kith_private.has_scope('activity:read')) and resource = any ((select kith_private.resources_with('read'))::text[])
    and ((select kith_private.has_all_networks()) or case
      when resource = 'membership' then network_id = any ((select kith_private.key_networks())::uuid[])
      when resource = 'network' then resource_id = any ((select kith_private.key_networks())::uuid[])
      when resource in ('note_type', 'profile') then true
      when (select kith_private.finds_many() or kith_private.has_noted()) then resource_id in (select s.id from kith_private.seen_resources() s)
      else (select kith_private.is_seen(changes.resource, changes.resource_id)) end));
create policy "Limited keys read change sets with such changes" on kith_private.change_sets as restrictive
  for select to kith_limited using ((select kith_private.has_scope('activity:read'))
    and case when (select kith_private.finds_many()) then number in (select c.set_number from kith_private.changes c where c.is_shown)
      else exists (
        select from kith_private.changes c
        where c.owner_id = change_sets.owner_id and c.set_number = change_sets.number and c.is_shown offset 0) end);
create policy "Limited keys read how far the log reaches back by scope" on kith_private.change_logs as restrictive
  for select to kith_limited using ((select kith_private.has_scope('activity:read')));

-- A note that was moved between contacts is shown with the one that the key sees.
create function kith_private.without_hidden_contact(columns jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  if columns ->> 'contact_id' is null or kith_private.has_all_networks() or kith_private.is_seen('contact', (columns ->> 'contact_id')::uuid) then
    return columns;
  end if;
  return columns || '{"contact_id":null}';
end
$$;
comment on function kith_private.without_hidden_contact(jsonb) is
  'Columns of a row in the log, without a contact_id that the API key does not see.';
grant execute on function kith_private.without_hidden_contact(jsonb) to authenticated;
