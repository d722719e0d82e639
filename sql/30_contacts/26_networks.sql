-- The networks of a contact, as its creation and its update change them.

-- Refuses to change memberships without networks:read.
create function kith_private.check_networks_scope() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not kith_private.has_scope('networks:read') then
    perform kith_private.fail('insufficient_scope', 'Changing the networks of a contact also needs the scope networks:read.');
  end if;
end
$$;

-- Refuses to change memberships with an API key that is limited to networks.
create function kith_private.check_all_networks() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not kith_private.has_all_networks() then
    perform kith_private.fail('insufficient_scope', 'This API key is limited to networks, so it cannot change who belongs to them.');
  end if;
end
$$;

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

-- Gives a contact the networks of the body: all of networkIds, or addNetworkIds besides those that it has, without
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
  perform kith_private.check_networks_scope();
  perform kith_private.check_all_networks();
  if cardinality(present) + cardinality(added) - cardinality(removed) > 100 then
    perform kith_private.fail('validation_failed', errors => jsonb_build_array(jsonb_build_object('in', 'body',
      'pointer', case when is_whole then '/networkIds' else '/addNetworkIds' end, 'code', 'too_long',
      'message', 'With these the contact would belong to more than 100 networks.')));
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
    perform kith_private.fail('validation_failed', errors => jsonb_build_array(jsonb_build_object('in', 'body',
      'pointer', '/networkIds', 'code', 'required', 'message',
      'This API key is limited to networks: name one of those that GET /networks lists.')));
  end if;
  perform kith_private.check_references(kith_private.unknown_ids('/networkIds', asked, networks));
  made := kith_private.insert_row(kith_private.contact_of(body, null));
  insert into kith.contact_networks (contact_id, network_id)
  select distinct made, given::uuid from jsonb_array_elements_text(asked) given order by 2;
  return made;
end
$$;

grant execute on function kith_private.check_networks_scope(), kith_private.check_all_networks(),
  kith_private.check_networks_found(jsonb), kith_private.change_networks(uuid, jsonb),
  kith_private.insert_contact_in_networks(jsonb) to authenticated;
