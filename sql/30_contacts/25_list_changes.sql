-- Changes of single items in the lists of a contact.

-- Values are compared as kith_private.are_contact_methods compares them.
create function kith_private.changed_list(kind text, items jsonb, body jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  list constant text := initcap(kind) || 's';
  removed constant jsonb := coalesce(body -> ('remove' || list), '[]');
  added constant jsonb := coalesce(body -> ('add' || list), '[]');
  changed jsonb;
begin
  changed := (
    select coalesce(jsonb_agg(present.item order by present.position), '[]')
    from jsonb_array_elements(items) with ordinality as present (item, position)
    where not exists (
      select from jsonb_array_elements_text(removed) given (value)
      where case kind when 'email' then lower(given.value collate "C") = lower((present.item ->> 'value') collate "C")
        else given.value = present.item ->> 'value' end));
  changed := changed || (
    select coalesce(jsonb_agg(given.item order by given.position), '[]')
    from jsonb_array_elements(added) with ordinality as given (item, position)
    where not exists (
      select from jsonb_array_elements(changed) present (item)
      where case kind when 'email' then lower((given.item ->> 'value') collate "C") = lower((present.item ->> 'value') collate "C")
        else given.item ->> 'value' = present.item ->> 'value' end));
  if jsonb_array_length(changed) > 20 then
    perform kith_private.fail('validation_failed', errors => jsonb_build_array(jsonb_build_object('in', 'body',
      'pointer', '/add' || list, 'code', 'too_long', 'message', 'A contact has at most 20 of them.')));
  end if;
  return changed;
end
$$;
comment on function kith_private.changed_list(text, jsonb, jsonb) is
  'The list of a contact (kind: email, phone, url) without what the body removes, and with what it adds.';

create function kith_private.with_changed_lists(contact kith.contacts, body jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  if body ?| '{addEmails,removeEmails}' then
    body := body || jsonb_build_object('emails', kith_private.changed_list('email', contact.emails, body));
  end if;
  if body ?| '{addPhones,removePhones}' then
    body := body || jsonb_build_object('phones', kith_private.changed_list('phone', contact.phones, body));
  end if;
  if body ?| '{addUrls,removeUrls}' then
    body := body || jsonb_build_object('urls', kith_private.changed_list('url', contact.urls, body));
  end if;
  return body;
end
$$;
comment on function kith_private.with_changed_lists(kith.contacts, jsonb) is
  'The body of an update with whole lists of e-mail addresses, phone numbers and URLs, from what it adds and removes.';

create function kith_private.check_networks_scope() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not kith_private.has_scope('networks:read') then
    perform kith_private.fail('insufficient_scope', 'Changing the networks of a contact also needs the scope networks:read.');
  end if;
end
$$;
comment on function kith_private.check_networks_scope() is 'Refuses to change memberships without networks:read.';

create function kith_private.check_all_networks() returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not kith_private.has_all_networks() then
    perform kith_private.fail('insufficient_scope', 'This API key is limited to networks, so it cannot change who belongs to them.');
  end if;
end
$$;
comment on function kith_private.check_all_networks() is 'Refuses to change memberships with an API key that is limited to networks.';

-- The scope is checked first: without it the references could not be found.
create function kith_private.change_networks(contact uuid, body jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  present constant uuid[] := array(select m.network_id from kith.contact_networks m where m.contact_id = contact);
  added constant uuid[] := array(
    select distinct given::uuid from jsonb_array_elements_text(coalesce(body -> 'addNetworkIds', '[]')) given
    where given::uuid <> all (present) order by 1);
  removed constant uuid[] := array(
    select distinct given::uuid from jsonb_array_elements_text(coalesce(body -> 'removeNetworkIds', '[]')) given
    where given::uuid = any (present) and not coalesce(body -> 'addNetworkIds', '[]') ? given);
begin
  if not kith_private.has_scope('networks:read') then
    if cardinality(added || removed) > 0 then
      perform kith_private.check_networks_scope();
    end if;
    return;
  end if;
  perform kith_private.check_references(array(
    select format('/%s/%s', list.member, given.position - 1)
    from unnest('{addNetworkIds,removeNetworkIds}'::text[]) with ordinality as list (member, place)
    cross join lateral jsonb_array_elements_text(coalesce(body -> list.member, '[]')) with ordinality as given (id, position)
    where not exists (select from kith.networks n where n.id = given.id::uuid)
    order by list.place, given.position));
  if cardinality(added || removed) = 0 then
    return;
  end if;
  perform kith_private.check_all_networks();
  if cardinality(present) + cardinality(added) - cardinality(removed) > 100 then
    perform kith_private.fail('validation_failed', errors => jsonb_build_array(jsonb_build_object('in', 'body',
      'pointer', '/addNetworkIds', 'code', 'too_long', 'message', 'With these the contact would belong to more than 100 networks.')));
  end if;
  delete from kith.contact_networks m
  where m.owner_id = (select auth.uid()) and m.contact_id = contact and m.network_id = any (removed);
  insert into kith.contact_networks (contact_id, network_id) select contact, network from unnest(added) network
  on conflict do nothing;
end
$$;
comment on function kith_private.change_networks(uuid, jsonb) is 'Adds a contact to networks and removes it from others.';

grant execute on function kith_private.check_networks_scope(), kith_private.check_all_networks(), kith_private.changed_list(text, jsonb, jsonb),
  kith_private.with_changed_lists(kith.contacts, jsonb), kith_private.change_networks(uuid, jsonb) to authenticated;
