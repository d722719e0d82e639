-- The feed of changes for API keys that are limited to networks. A contact that leaves them takes its notes and reminders,
-- and one that comes brings them; the log has a change of the membership only. The policies hide what has left, so these
-- functions look past them: they return ids of what the key could see before, and nothing else.

-- Whether there are contacts and each of them belonged to one of the networks just before a change.
-- Whether a contact was in the networks at a change follows from what became of its memberships since.
create function kith_private.were_in_networks(
  owner uuid, contacts uuid[], networks uuid[], set_number bigint, change_position integer) returns boolean
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return cardinality(contacts) > 0 and not exists (
    select from unnest(contacts) about (id)
    where not exists (
      select from unnest(networks) n (id)
      where coalesce((
        select m.action = 'delete' from kith_private.changes m
        where m.owner_id = owner and m.resource_id = about.id and m.resource = 'membership' and m.network_id = n.id
          and (m.set_number, m.position) >= (were_in_networks.set_number, were_in_networks.change_position)
        order by m.set_number, m.position limit 1), exists (
        select from kith.contact_networks k
        where k.owner_id = owner and k.contact_id = about.id and k.network_id = n.id))));
end
$$;

-- Changes after a position by which notes and reminders about contacts in the API key's networks only were deleted or became
-- about others.
create function kith_private.taken_from_networks(after_set bigint, after_position integer)
returns table (set_number bigint, change_position integer, resource text, resource_id uuid)
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  networks constant uuid[] := kith_private.key_networks();
  resources constant text[] := kith_private.resources_with('read');
  about_contacts constant text[] := kith_private.resources_seen_by('contacts');
begin
  if not kith_private.has_scope('activity:read') then
    return;
  end if;
  return query
  select c.set_number, c.position, c.resource, c.resource_id from kith_private.changes c
  where c.owner_id = owner and (c.set_number, c.position) > (after_set, after_position)
    and c.resource = any (resources) and c.resource = any (about_contacts)
    and (c.action = 'delete' or (c.action = 'update' and c.before ?| '{contact_id,contact_ids}'))
    and kith_private.were_in_networks(owner, kith_private.contacts_of(c.before), networks, c.set_number, c.position)
  order by c.set_number, c.position limit 1000;
end
$$;

create type kith_private.ended_membership as (contact_id uuid, set_number bigint, "position" integer);

-- The notes and reminders that the API key saw and that were about contacts when memberships of these ended.
-- What was about a contact then is about it still, or is not since, or was deleted.
create function kith_private.left_with_contacts(ended kith_private.ended_membership[])
returns table (set_number bigint, change_position integer, resource text, id uuid)
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  resources constant text[] := kith_private.resources_with('read');
  networks constant uuid[] := kith_private.key_networks();
  about_contacts constant text[] := kith_private.resources_seen_by('contacts');
  first_set bigint;
begin
  if not kith_private.has_scope('activity:read') then
    return;
  end if;
  -- Only what the log says of networks of the key.
  ended := array(
    select e from unnest(ended) e join kith_private.changes c on c.owner_id = owner and c.set_number = e.set_number and c.position = e.position
    where c.resource = 'membership' and c.resource_id = e.contact_id and c.network_id = any (networks));
  first_set := (select min(e.set_number) from unnest(ended) e);
  return query
  with later as materialized (
    select c.resource, c.resource_id, c.set_number, c.position, kith_private.contacts_of(c.before) as contact_ids
    from kith_private.changes c
    where c.owner_id = owner and c.set_number >= first_set and c.resource = any (about_contacts) and c.action <> 'create'
      and kith_private.contacts_of(c.before) && array(select e.contact_id from unnest(ended) e)),
  about as (
    select e.*, r.resource, r.id, r.contact_ids
    from unnest(ended) e
    join kith_private.uses_of_contacts a on a.owner_id = owner and a.contact_id = e.contact_id
    join kith_private.resources_about r on r.owner_id = owner and r.resource = a.resource and r.id = a.id
    union all
    select e.*, l.resource, l.resource_id, null
    from unnest(ended) e join later l on e.contact_id = any (l.contact_ids) and (l.set_number, l.position) > (e.set_number, e.position)),
  about_then as (
    select a.*, coalesce((
      select case when c.action <> 'create' then kith_private.contacts_of(c.before) else '{}' end from kith_private.changes c
      where c.owner_id = owner and c.resource_id = a.id and (c.set_number, c.position) > (a.set_number, a.position)
        and (c.action <> 'update' or c.before ?| '{contact_id,contact_ids}')
      order by c.set_number, c.position limit 1), a.contact_ids) as contacts
    from about a
    where a.resource = any (resources))
  select t.set_number, t.position, t.resource, t.id from about_then t
  where t.contact_id = any (t.contacts) and kith_private.were_in_networks(owner, t.contacts, networks, t.set_number, t.position);
end
$$;

-- The same as changed_resources for an API key that is limited to networks. A contact that comes or leaves brings or takes its
-- notes and reminders.
create function kith_private.changed_resources_in_networks(
  owner uuid, after_set bigint, after_position integer, out resources kith_private.changed_resource[], out sets bigint[], out positions integer[])
language plpgsql stable set search_path = ''
as $$
begin
  perform kith_private.set_reads_list(true);
  with visible as materialized (
    select c.set_number, c.position, c.resource, c.resource_id, c.network_id, c.action from kith_private.changes c
    where c.owner_id = owner and (c.set_number, c.position) > (after_set, after_position)
    order by c.set_number, c.position limit 1000),
  scanned as materialized (
    select m.*, row_number() over (order by m.set_number, m.position) as ordinal
    from (
      select v.* from visible v
      union all
      select t.set_number, t.change_position, t.resource, t.resource_id, null, null
      from kith_private.taken_from_networks(after_set, after_position) t
      where not exists (select from visible v where v.set_number = t.set_number and v.position = t.change_position)
      order by 1, 2 limit 1000) m),
  named as (
    select case s.resource when 'membership' then 'contact' else s.resource end as resource, s.resource_id as id, s.ordinal from scanned s
    union all
    select 'network', s.network_id, s.ordinal from scanned s
    where s.network_id is not null and (select kith_private.has_scope('networks:read'))
    union all
    select u.resource, u.id, s.ordinal from scanned s join kith_private.uses_of_contacts u on u.owner_id = owner and u.contact_id = s.resource_id
    where s.resource = 'membership' and s.action = 'create'
    union all
    select l.resource, l.id, s.ordinal
    from kith_private.left_with_contacts(array(
      select (e.resource_id, e.set_number, e.position)::kith_private.ended_membership from scanned e
      where e.resource = 'membership' and e.action = 'delete')) l
    join scanned s on s.set_number = l.set_number and s.position = l.change_position),
  firsts as (select n.resource, n.id, min(n.ordinal) as ordinal from named n group by n.resource, n.id)
  select (select array_agg((f.resource, f.id, f.ordinal)::kith_private.changed_resource order by f.ordinal, f.resource, f.id) from firsts f),
    array_agg(s.set_number order by s.ordinal), array_agg(s.position order by s.ordinal)
  into resources, sets, positions
  from scanned s;
  perform kith_private.set_reads_list(false);
end
$$;

-- The newest change set of the current user that is older than a day.
-- A cursor must not tell how much is written outside the networks: it moves with what the key sees, and where that is
-- nothing for a day, to what is older than a day.
create function kith_private.day_old_position() returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select s.number from kith_private.change_sets s
    where s.owner_id = (select auth.uid()) and s.at < now() - interval '1 day' order by s.number desc limit 1);
end
$$;

grant execute on function kith_private.taken_from_networks(bigint, integer),
  kith_private.left_with_contacts(kith_private.ended_membership[]), kith_private.changed_resources_in_networks(uuid, bigint, integer),
  kith_private.day_old_position() to authenticated;
