-- The feed of changes for API keys that are limited to networks: what comes into their networks or leaves them changes too.

-- Notes and reminders that were taken from a contact of the key's networks, which the policies hide.
create function kith_private.taken_from_networks(after_set bigint, after_position integer)
returns table (set_number bigint, change_position integer, resource text, resource_id uuid)
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  networks constant uuid[] := kith_private.key_networks();
  resources constant text[] := kith_private.readable_resources();
begin
  return query
  select c.set_number, c.position, c.resource, c.resource_id from kith_private.changes c
  where c.owner_id = owner and (c.set_number, c.position) > (after_set, after_position)
    and c.resource = any (resources) and c.resource in ('note', 'reminder') and c.action <> 'create'
    and (c.action = 'delete' or c.before -> 'contact_id' <> c.after -> 'contact_id')
    and (c.before ->> 'contact_id')::uuid in (
      select m.contact_id from kith.contact_networks m where m.owner_id = owner and m.network_id = any (networks)
      union all
      select left_since.resource_id from kith_private.changes left_since
      where left_since.owner_id = owner and (left_since.set_number, left_since.position) > (after_set, after_position)
        and left_since.resource = 'membership' and left_since.network_id = any (networks))
  order by c.set_number, c.position limit 1000;
end
$$;
comment on function kith_private.taken_from_networks(bigint, integer) is
  'Changes after a position by which notes and reminders of the contacts in the API key''s networks were deleted or became about somebody else.';

create function kith_private.about_contacts(contacts uuid[]) returns table (contact_id uuid, resource text, id uuid)
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  resources constant text[] := kith_private.readable_resources();
begin
  return query
  select n.contact_id, 'note', n.id from kith.notes n
  where n.owner_id = owner and n.contact_id = any (contacts) and 'note' = any (resources)
  union all
  select r.contact_id, 'reminder', r.id from kith.reminders r
  where r.owner_id = owner and r.contact_id = any (contacts) and 'reminder' = any (resources);
end
$$;
comment on function kith_private.about_contacts(uuid[]) is 'The notes and reminders about contacts of the current user, where the API key may read such.';

create function kith_private.changed_resources_in_networks(
  owner uuid, after_set bigint, after_position integer, out resources kith_private.changed_resource[], out sets bigint[], out positions integer[])
language plpgsql stable set search_path = ''
as $$
begin
  with visible as materialized (
    select c.set_number, c.position, c.resource, c.resource_id, c.network_id from kith_private.changes c
    where c.owner_id = owner and (c.set_number, c.position) > (after_set, after_position)
    order by c.set_number, c.position limit 1000),
  merged as (
    select v.set_number, v.position, v.resource, v.resource_id, v.network_id from visible v
    union
    select t.set_number, t.change_position, t.resource, t.resource_id, null from kith_private.taken_from_networks(after_set, after_position) t
    order by 1, 2 limit 1000),
  scanned as materialized (
    select m.*, row_number() over (order by m.set_number, m.position) as ordinal from merged m),
  named as (
    select case s.resource when 'membership' then 'contact' else s.resource end as resource, s.resource_id as id, s.ordinal from scanned s
    union all
    select 'network', s.network_id, s.ordinal from scanned s
    where s.network_id is not null and (select kith_private.has_scope('networks:read'))
    union all
    select about.resource, about.id, s.ordinal
    from kith_private.about_contacts(array(select s.resource_id from scanned s where s.network_id is not null)) about
    join scanned s on s.resource_id = about.contact_id and s.network_id is not null),
  firsts as (select n.resource, n.id, min(n.ordinal) as ordinal from named n group by n.resource, n.id)
  select (select array_agg((f.resource, f.id, f.ordinal)::kith_private.changed_resource order by f.ordinal, f.resource, f.id) from firsts f),
    array_agg(s.set_number order by s.ordinal), array_agg(s.position order by s.ordinal)
  into resources, sets, positions
  from scanned s;
end
$$;
comment on function kith_private.changed_resources_in_networks(uuid, bigint, integer) is
  'The same as changed_resources for an API key that is limited to networks. A contact that comes or leaves brings or takes its notes and reminders.';

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
comment on function kith_private.day_old_position() is 'The newest change set of the current user that is older than a day.';

grant execute on function kith_private.taken_from_networks(bigint, integer), kith_private.about_contacts(uuid[]),
  kith_private.changed_resources_in_networks(uuid, bigint, integer), kith_private.day_old_position() to authenticated;
