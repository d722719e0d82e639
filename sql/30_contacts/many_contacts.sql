-- Many contacts in one request.

create function kith_api.bulk_contacts(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  return kith_private.bulk('contact', arguments);
end
$$;
comment on function kith_api.bulk_contacts(jsonb) is 'Creates, updates and deletes contacts; all of them, or with partial those that can be.';

-- The same change of many contacts, named one by one or by a filter. Assistants ask for it; programs send each change to bulk_contacts.

-- The contacts of contactIds, or those that the filters in matching find, as many as total says.
create function kith_private.contacts_to_change(arguments jsonb) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  search kith_private.contact_search;
begin
  if not arguments ? 'matching' then
    return kith_private.each_once(arguments -> 'contactIds');
  end if;
  search := kith_private.read_contact_filters(arguments -> 'matching');
  return kith_private.all_found(arguments -> 'matching', 'kith.contacts', search.conditions, 'display_name collate "und-x-icu", id', search,
    (arguments ->> 'total')::bigint, 'contacts');
end
$$;

-- The networks that a body adds contacts to and removes them from, by id and name.
create function kith_private.named_networks(body jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_object_agg(list.answered, named.networks), '{}')
    from (values ('addNetworkIds', 'addedTo'), ('removeNetworkIds', 'removedFrom')) as list (member, answered)
    cross join lateral (
      select jsonb_agg(jsonb_build_object('id', n.id, 'name', n.name) order by n.name collate "und-x-icu", n.id) as networks
      from kith.networks n
      where n.id in (select given.id::uuid from jsonb_array_elements_text(coalesce(body -> list.member, '[]')) given (id))) named
    where named.networks is not null);
end
$$;

create function kith_api.change_contacts(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  contacts constant uuid[] := coalesce(nullif(kith_private.ids_of(arguments #> '{progress,left}'), '{}'), kith_private.contacts_to_change(arguments));
  until constant timestamptz := kith_private.end_of_part(arguments);
  body constant jsonb := arguments -> 'body';
  answered constant jsonb := coalesce(arguments #> '{progress,answer}', jsonb_build_object('count', cardinality(contacts), 'contacts', (
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'displayName', kith_private.shown_name(c)) order by listed.position), '[]')
    from unnest(contacts[1:20]) with ordinality as listed (id, position)
    join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = listed.id)));
  is_first constant boolean := not coalesce(arguments -> 'progress', '{}') ? 'left';
  remaining uuid[];
  part kith_api.answer;
begin
  for place in 1 .. cardinality(contacts) loop
    if not arguments ? 'delete' then
      perform kith_api.update_contact(jsonb_build_object('id', contacts[place], 'body', body));
      continue;
    end if;
    if is_first or exists (select from kith.contacts c where c.id = contacts[place]) then
      part := kith_api.delete_contact(jsonb_build_object('id', contacts[place])
        || case when until is not null then jsonb_build_object('progress', '{}'::jsonb) else '{}' end);
    end if;
    if part.status = 202 or clock_timestamp() > until and place < cardinality(contacts) then
      remaining := contacts[case when part.status = 202 then place else place + 1 end :];
      if is_first and exists (
        select from unnest(remaining) given (id) where not exists (select from kith.contacts c where c.id = given.id))
      then
        perform kith_private.not_found();
      end if;
      return kith_private.answer_part(jsonb_build_object('left', remaining, 'answer', answered));
    end if;
  end loop;
  return (200, (answered || kith_private.named_networks(body))::text)::kith_api.answer;
end
$$;
comment on function kith_api.change_contacts(jsonb) is
  'Changes or deletes some contacts, all or none. Answers how many, the first twenty, and the networks they were added to or removed from.';

grant execute on function kith_private.contacts_to_change(jsonb), kith_private.named_networks(jsonb) to authenticated;
