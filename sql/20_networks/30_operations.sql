create view kith_api.networks with (security_invoker = true) as
select n.id, row_to_json(shape) as body
from kith.networks n
cross join lateral (
  select
    n.id,
    n.name,
    n.description,
    n.color,
    (
      select count(*) from kith.contact_networks m where m.owner_id = n.owner_id and m.network_id = n.id) as "contactCount",
    to_char(n.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    to_char(n.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt") shape;
comment on view kith_api.networks is 'Networks as the API shows them.';
grant select on kith_api.networks to authenticated;

call pg_temp.make_operations('kith.networks', 'network',
  array[['name', 'name collate "und-x-icu"'], ['createdAt', 'created_at']]);

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

-- The networks of a contact, by name, as JSON with commas between them.
create function kith_private.networks_of_contact(contact uuid) returns text
language plpgsql stable set search_path = ''
as $$
declare
  ids constant uuid[] := array(
    select n.id from kith.networks n
    where n.id in (select m.network_id from kith.contact_networks m where m.contact_id = contact)
    order by n.name collate "und-x-icu", n.id);
begin
  return (
    select coalesce(string_agg((select n.body::text from kith_api.networks n where n.id = listed.id), ',' order by listed.position), '')
    from unnest(ids) with ordinality as listed (id, position));
end
$$;

-- Those of the ids that are networks which the current user sees.
create function kith_private.networks_among(ids jsonb) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
  return array(select n.id from kith.networks n where n.id = any (array(select jsonb_array_elements_text(ids)::uuid)));
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

grant execute on function kith_private.networks_among(jsonb), kith_private.membership_answer(jsonb), kith_private.networks_of_contact(uuid),
  kith_api.add_network_contact(jsonb), kith_api.remove_network_contact(jsonb),
  kith_private.check_memberships_left(uuid[], jsonb), kith_api.set_network_contacts(jsonb) to authenticated;

insert into kith_private.operations (name, resource, verb, scopes, writes, needs_all_networks) values
  ('add_network_contact', 'network', 'add', '{contacts:write,networks:read}', true, true),
  ('set_network_contacts', 'network', 'set', '{contacts:write,networks:read}', true, true),
  ('remove_network_contact', 'network', 'remove', '{contacts:write,networks:read}', true, true);
