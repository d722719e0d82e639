-- Which contacts belong to which networks.

create table kith.contact_networks (
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  contact_id uuid not null,
  network_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (owner_id, contact_id, network_id),
  -- The keys begin with the owner, so that a row of another owner cannot be referred to.
  foreign key (owner_id, network_id) references kith.networks (owner_id, id) on delete cascade,
  foreign key (owner_id, contact_id) references kith.contacts (owner_id, id) on delete cascade
-- Index-only scans need pages that were vacuumed since they were last written, so vacuum runs more often than by default.
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);
comment on table kith.contact_networks is 'Which contacts belong to which networks.';
comment on column kith.contact_networks.owner_id is 'Whose contact and network they are.';
comment on column kith.contact_networks.contact_id is 'The contact.';
comment on column kith.contact_networks.network_id is 'The network it belongs to.';
comment on column kith.contact_networks.created_at is 'When the contact was added to the network.';

create index contact_networks_network_id_idx on kith.contact_networks (owner_id, network_id, contact_id);

alter table kith.contact_networks enable row level security;
grant delete on kith.contact_networks to authenticated;
grant insert (owner_id, contact_id, network_id) on kith.contact_networks to authenticated;
grant all on kith.contact_networks to service_role;

create policy "Owners reach their memberships" on kith.contact_networks
  for all to authenticated using ((select kith_private.owner_id()) = owner_id);

call pg_temp.log_resource('membership', 'kith.contact_networks', scope => 'contacts', seen_by => 'itself',
  finds => 't.contact_id = c.resource_id and t.network_id = c.network_id');

-- Sets updated_at of contacts whose networks changed, and limits each to 100 networks.
-- The representation of a contact contains its networks, so adding or removing one changes the contact. The contact is locked,
-- so that concurrent inserts cannot exceed the limit of 100. One that has been made or changed in this transaction is not
-- written a second time. Runs with the rights of the function's owner, because clients may not write `updated_at`; it updates
-- only the contacts of the rows that were just written.
create function kith_private.touch_contacts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if kith_private.setting('deleting_account') = 'on' then
    return null;
  end if;
  perform from kith.contacts c
  where (c.owner_id, c.id) in (select m.owner_id, m.contact_id from memberships m) and c.updated_at = now()::timestamptz(3)
  for no key update;
  update kith.contacts c set updated_at = now()
  where (c.owner_id, c.id) in (select m.owner_id, m.contact_id from memberships m) and c.updated_at <> now()::timestamptz(3);
  if tg_op = 'INSERT' and exists (
    select from kith.contact_networks n
    where (n.owner_id, n.contact_id) in (select m.owner_id, m.contact_id from memberships m)
    group by n.owner_id, n.contact_id having count(*) > 100)
  then
    raise check_violation using message = 'A contact belongs to at most 100 networks.',
      schema = 'kith', table = 'contact_networks', constraint = 'contact_networks_limit_check';
  end if;
  return null;
end
$$;
create trigger touch_joined_contacts after insert on kith.contact_networks
  referencing new table as memberships for each statement execute function kith_private.touch_contacts();
create trigger touch_left_contacts after delete on kith.contact_networks
  referencing old table as memberships for each statement execute function kith_private.touch_contacts();

-- The networks of a contact, as its creation and its update change them.

-- Refuses a contact whose body names networks that do not belong to the user.
create function kith_private.check_networks_found(body jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  lists constant text[] := '{networkIds,addNetworkIds,removeNetworkIds}';
  pointers text[] := '{}';
begin
  for list in 1 .. cardinality(lists) loop
    if jsonb_typeof(body -> lists[list]) = 'array' then
      pointers := pointers || kith_private.unknown_ids('/' || lists[list], body -> lists[list], kith_private.networks_among(body -> lists[list]));
    end if;
  end loop;
  perform kith_private.check_references(pointers);
end
$$;

-- Gives a contact the networks of the body: all of networkIds, or addNetworkIds in addition to those that it has, without
-- removeNetworkIds.
-- The scope is asked for before the networks are looked up: without it none of them can be found. What changes nothing is
-- allowed to everybody, because a client may send back what it read.
create function kith_private.change_networks(contact uuid, body jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  is_whole constant boolean := body ? 'networkIds';
  present constant uuid[] := array(select m.network_id from kith.contact_networks m where m.contact_id = contact);
  asked constant uuid[] := array(
    select distinct given::uuid from jsonb_array_elements_text(
      coalesce(nullif(body -> 'networkIds', 'null'), body -> 'addNetworkIds', '[]')) given order by 1);
  added constant uuid[] := array(select id from unnest(asked) id where id <> all (present));
  removed constant uuid[] := array(
    select id from unnest(present) id where id <> all (asked) and (is_whole or body -> 'removeNetworkIds' ? id::text));
begin
  if kith_private.has_scope('networks:read') then
    perform kith_private.check_networks_found(body);
  end if;
  if cardinality(added || removed) = 0 then
    return;
  end if;
  if not kith_private.has_scope('networks:read') then
    perform kith_private.fail('insufficient_scope', 'Changing the networks of a contact also needs the scope networks:read.');
  elsif not kith_private.has_all_networks() then
    perform kith_private.fail('insufficient_scope', 'This API key is limited to networks, so it cannot change who belongs to them.');
  elsif cardinality(present) + cardinality(added) - cardinality(removed) > 100 then
    perform kith_private.refuse_member(case when is_whole then '/networkIds' else '/addNetworkIds' end, 'too_long',
      'With these the contact would belong to more than 100 networks.');
  end if;
  delete from kith.contact_networks m
  where m.owner_id = (select auth.uid()) and m.contact_id = change_networks.contact and m.network_id = any (removed);
  insert into kith.contact_networks (contact_id, network_id) select contact, network from unnest(added) network
  on conflict do nothing;
end
$$;

-- Inserts a contact for an API key that is limited to networks, into some of these; where there is one only, into that one.
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
    perform kith_private.refuse_member('/networkIds', 'required',
      'This API key is limited to networks: name one of those that GET /networks lists.');
  end if;
  perform kith_private.check_references(kith_private.unknown_ids('/networkIds', asked, networks));
  made := kith_private.insert_row(kith_private.contact_of(body, null));
  insert into kith.contact_networks (contact_id, network_id)
  select distinct made, given::uuid from jsonb_array_elements_text(asked) given order by 2;
  return made;
end
$$;

-- 204 where both the network and the contact belong to the current user, else not_found.
create function kith_private.membership_answer(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
begin
  if not exists (
    select from kith.networks n, kith.contacts c
    where n.id = (arguments ->> 'id')::uuid and c.id = (arguments ->> 'contactId')::uuid)
  then
    perform kith_private.not_found();
  end if;
  return (204, null)::kith_api.answer;
end
$$;

create function kith_api.add_network_contact(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  insert into kith.contact_networks (network_id, contact_id)
  select n.id, c.id from kith.networks n, kith.contacts c
  where n.id = (arguments ->> 'id')::uuid and c.id = (arguments ->> 'contactId')::uuid
  for key share -- locked, so that neither is deleted before the membership refers to it
  on conflict do nothing;
  return kith_private.membership_answer(arguments);
end
$$;
comment on function kith_api.add_network_contact(jsonb) is 'Adds a contact to a network; no change where it already belongs to it.';

create function kith_api.remove_network_contact(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  delete from kith.contact_networks m
  where m.owner_id = (select auth.uid())
    and m.network_id = (arguments ->> 'id')::uuid and m.contact_id = (arguments ->> 'contactId')::uuid;
  return kith_private.membership_answer(arguments);
end
$$;
comment on function kith_api.remove_network_contact(jsonb) is 'Removes a contact from a network; no change where it does not belong to it.';

-- Refuses to add contacts to a network that belong to 100 already. given: the list of the body, for pointers.
create function kith_private.check_memberships_left(added uuid[], given jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  full_ones constant uuid[] := array(
    select m.contact_id from kith.contact_networks m where m.contact_id = any (added)
    group by m.contact_id having count(*) >= 100);
begin
  if cardinality(full_ones) > 0 then
    perform kith_private.fail('validation_failed', errors => (
      select jsonb_agg(jsonb_build_object('in', 'body', 'pointer', '/contactIds/' || position - 1, 'code', 'too_long',
        'message', 'This contact belongs to 100 networks already.') order by position)
      from jsonb_array_elements_text(given) with ordinality as named (id, position)
      where named.id::uuid = any (full_ones)));
  end if;
end
$$;

create function kith_api.set_network_contacts(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  network constant uuid := (arguments ->> 'id')::uuid;
  given constant jsonb := arguments -> 'body' -> 'contactIds';
  asked constant uuid[] := array(select distinct id::uuid from jsonb_array_elements_text(given) id order by 1);
  added uuid[];
begin
  if not exists (select from kith.networks n where n.id = network) then
    perform kith_private.not_found();
  end if;
  perform kith_private.check_references(kith_private.unknown_ids(
    '/contactIds', given, array(select c.id from kith.contacts c where c.id = any (asked))));
  added := array(
    select id from unnest(asked) id
    except select m.contact_id from kith.contact_networks m where m.network_id = network order by 1);
  perform kith_private.check_memberships_left(added, given);
  delete from kith.contact_networks m
  where m.owner_id = (select auth.uid()) and m.network_id = network
    and not exists (select from unnest(asked) wanted (id) where wanted.id = m.contact_id);
  insert into kith.contact_networks (network_id, contact_id) select network, contact from unnest(added) contact
  on conflict do nothing;
  return (204, null)::kith_api.answer;
end
$$;
comment on function kith_api.set_network_contacts(jsonb) is 'Replaces the contacts of a network by those of the list.';

grant execute on function kith_private.check_networks_found(jsonb), kith_private.change_networks(uuid, jsonb), kith_private.insert_contact_in_networks(jsonb),
  kith_private.membership_answer(jsonb), kith_private.check_memberships_left(uuid[], jsonb) to authenticated;
