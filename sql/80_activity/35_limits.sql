-- What API keys with limits see of the log: changes of resources that they may read. A resource that exists counts as what
-- it is now, one that was deleted as what it was then.

create function kith_private.are_in_networks(owner uuid, contacts uuid[], networks uuid[]) returns boolean
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return cardinality(contacts) > 0 and not exists (
    select from unnest(contacts) about (id)
    where not exists (
      select from kith.contact_networks m where m.owner_id = owner and m.contact_id = about.id and m.network_id = any (networks) offset 0));
end
$$;
comment on function kith_private.are_in_networks(uuid, uuid[], uuid[]) is
  'Whether there are contacts and each of them belongs to one of the networks.';

-- Whether the key sees a resource that the log names. Deleting a contact ends its memberships in the same change set. What was
-- erased has no contact any more.
create function kith_private.is_seen(resource text, id uuid) returns boolean
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  owner constant uuid := auth.uid();
  networks constant uuid[] := kith_private.key_networks();
  contacts uuid[];
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
    select n.contact_ids into contacts from kith.notes n where n.owner_id = owner and n.id = is_seen.id;
  elsif resource = 'reminder' then
    select r.contact_ids into contacts from kith.reminders r where r.owner_id = owner and r.id = is_seen.id;
  elsif resource = 'network' then
    return id = any (networks);
  else
    return resource in ('note_type', 'profile'); -- of the whole account
  end if;
  if found then
    return kith_private.are_in_networks(owner, contacts, networks);
  end if;
  select case when c.action = 'delete' then kith_private.ids_of(c.before -> 'contact_ids') end into contacts from kith_private.changes c
  where c.owner_id = owner and c.resource_id = is_seen.id and c.resource = is_seen.resource
  order by c.set_number desc, c.position desc limit 1;
  return coalesce(cardinality(contacts) > 0 and kith_private.are_seen(contacts), false);
end
$$;
comment on function kith_private.is_seen(text, uuid) is
  'Whether a contact is in the networks of the API key, or was when it was deleted; and whether a note or reminder is about such contacts only, or was. '
  'The profile and note types are seen by all keys, and kinds that are not named here by none.';

create function kith_private.are_seen(contacts uuid[]) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return not exists (select from unnest(contacts) about (id) where not kith_private.is_seen('contact', about.id));
end
$$;
comment on function kith_private.are_seen(uuid[]) is 'Whether the API key sees all these contacts.';

-- For functions with the rights of their owner, for which there are no policies.
create function kith_private.is_visible(resource text, id uuid, network uuid default null) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return current_setting('role', true) is distinct from 'kith_limited'
    or coalesce(resource = any (kith_private.resources_with('read')) and (kith_private.has_all_networks() or case
      when resource = 'membership' then network = any (kith_private.key_networks())
      else kith_private.is_seen(resource, id) end), false);
end
$$;
comment on function kith_private.is_visible(text, uuid, uuid) is
  'Whether the credential of this request sees a resource that the log names, by its scopes and networks. network: of a membership.';

-- "offset 0" makes Postgres look for each by its id. It would join whole logs where its statistics are of a log that was small.
create view kith_private.deletions with (security_invoker = true) as
select t.owner_id, t.resource, t.resource_id as id, t.set_number, t.position, t.name, t.before is null as is_erased,
  kith_private.ids_of(t.before -> 'contact_ids') as contact_ids
from kith_private.changes t
where t.action = 'delete' and t.resource <> 'membership' and not exists (
  select from kith_private.changes later
  where later.owner_id = t.owner_id and later.resource_id = t.resource_id and later.resource = t.resource
    and (later.set_number, later.position) > (t.set_number, t.position) offset 0);
comment on view kith_private.deletions is
  'The deletion of each resource that does not exist now, and whom a note or reminder was about. Null columns where it is erased.';
grant select on kith_private.deletions to authenticated;

-- The same for all at once.
create function kith_private.seen_resources() returns table (id uuid)
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  networks constant uuid[] := kith_private.key_networks();
  remembered constant text := nullif(current_setting('kith.seen', true), '');
begin
  if remembered is not null then
    return query select unnest(remembered::uuid[]);
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
        and m.resource = 'membership' and m.network_id = any (networks) offset 0))
  select s.contact_id from seen s
  union all
  -- "is true" makes Postgres put the contacts into a hash table.
  select about.id
  from (
    select n.id, n.contact_ids from kith.notes n where n.owner_id = owner
    union all
    select r.id, r.contact_ids from kith.reminders r where r.owner_id = owner
    union all
    select t.id, t.contact_ids from kith_private.deletions t where t.owner_id = owner and t.resource in ('note', 'reminder')) about
  where (about.contact_ids[1] in (select s.contact_id from seen s)) is true and (cardinality(about.contact_ids) = 1 or (
    select bool_and((further.id in (select s.contact_id from seen s)) is true) from unnest(about.contact_ids) further (id)));
end
$$;
comment on function kith_private.seen_resources() is
  'The contacts, notes and reminders that the API key sees, deleted ones included; or of these the ones that remember_seen has remembered.';

create function kith_private.has_remembered() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(current_setting('kith.seen', true), '') <> '';
end
$$;
comment on function kith_private.has_remembered() is 'Whether remember_seen has remembered what the API key sees.';

-- The representations of change sets take several statements each, and thousands of changes may be in one.
create function kith_private.remember_seen(sets bigint[]) returns void
language plpgsql set search_path = ''
as $$
begin
  if current_user <> 'kith_limited' or kith_private.has_all_networks() then
    return;
  end if;
  perform kith_private.forget_seen(), kith_private.set_finds_many(true);
  perform set_config('kith.seen', array(
    select distinct c.resource_id from kith_private.changes c
    where c.set_number = any (sets) and c.resource in ('contact', 'note', 'reminder'))::text, true);
  perform kith_private.set_finds_many(false);
end
$$;
comment on function kith_private.remember_seen(bigint[]) is
  'Remembers which resources of change sets the API key sees, for the statements that follow. forget_seen() ends that.';

create function kith_private.forget_seen() returns void
language plpgsql set search_path = ''
as $$
begin
  if current_user = 'kith_limited' then
    perform set_config('kith.seen', '', true);
  end if;
end
$$;
comment on function kith_private.forget_seen() is 'Ends what remember_seen began.';

grant execute on function kith_private.remember_seen(bigint[]), kith_private.forget_seen(), kith_private.has_remembered(), kith_private.is_seen(text, uuid), kith_private.seen_resources() to authenticated;

create policy "Limited keys read changes of what they may read" on kith_private.changes as restrictive
  for select to kith_limited using (
    (select kith_private.has_scope('activity:read')) and resource = any ((select kith_private.resources_with('read'))::text[])
    and ((select kith_private.has_all_networks()) or case
      when resource = 'membership' then network_id = any ((select kith_private.key_networks())::uuid[])
      when resource = 'network' then resource_id = any ((select kith_private.key_networks())::uuid[])
      when resource in ('note_type', 'profile') then true
      when (select kith_private.finds_many()) or (select kith_private.has_remembered()) then resource_id in (select s.id from kith_private.seen_resources() s)
      else (select kith_private.is_seen(changes.resource, changes.resource_id)) end));
create policy "Limited keys read change sets with such changes" on kith_private.change_sets as restrictive
  for select to kith_limited using ((select kith_private.has_scope('activity:read'))
    and case when (select kith_private.finds_many()) then number in (select c.set_number from kith_private.changes c where c.is_shown)
      else exists (
        select from kith_private.changes c
        where c.owner_id = change_sets.owner_id and c.set_number = change_sets.number and c.is_shown offset 0) end);
create policy "Limited keys read how far the log reaches back by scope" on kith_private.change_logs as restrictive
  for select to kith_limited using ((select kith_private.has_scope('activity:read')));

-- A note that was moved between contacts is shown with those that the key sees.
create function kith_private.without_hidden_contacts(columns jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  if not columns ? 'contact_ids' or kith_private.has_all_networks() then
    return columns;
  end if;
  return columns || jsonb_build_object('contact_ids', array(
    select about.id from unnest(kith_private.ids_of(columns -> 'contact_ids')) with ordinality about (id, place)
    where kith_private.is_seen('contact', about.id) order by about.place));
end
$$;
comment on function kith_private.without_hidden_contacts(jsonb) is
  'Columns of a row in the log, without contacts that the API key does not see.';
grant execute on function kith_private.without_hidden_contacts(jsonb) to authenticated;
