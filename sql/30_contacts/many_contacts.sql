-- Many contacts in one request. Each item is done by the operation that does it in a request of its own.

-- Refuses the contacts that are to be deleted after this part and that do not exist. from_item: place in the list, from 0.
create function kith_private.check_deletions(deletions jsonb, from_item integer) returns void
language plpgsql set search_path = ''
as $$
declare
  missing record;
begin
  select given.item, given.place into missing
  from jsonb_array_elements_text(deletions) with ordinality given (item, place)
  where given.place > from_item and not exists (select from kith.contacts c where c.id = given.item::uuid)
  order by given.place limit 1;
  if found then
    perform kith_private.fail('not_found', errors => jsonb_build_array(jsonb_build_object(
      'in', 'body', 'pointer', '/delete/' || missing.place - 1, 'code', 'invalid_reference')));
  end if;
end
$$;
grant execute on function kith_private.check_deletions(jsonb, integer) to authenticated;

-- An item that the function has refused is an object with the member refused: the violations. Without partial there is
-- none, and the first failure of another ends the operation.
-- A deletion takes as long as the contact has notes, so that they go in parts. All or nothing then means that the rest exists when the
-- first part ends; what somebody else deletes in between fails by itself. With partial everything goes in parts.
create function kith_api.bulk_contacts(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
  is_partial constant boolean := coalesce((body ->> 'partial')::boolean, false);
  is_first constant boolean := not coalesce(arguments -> 'progress', '{}') ? 'next';
  first_item constant bigint := coalesce((arguments #> '{progress,next}')::bigint, 1);
  until constant timestamptz := kith_private.end_of_part(arguments);
  results text[] := array(select jsonb_array_elements_text(arguments #> '{progress,results}'));
  is_over boolean := false;
  asked record;
  done uuid;
  error jsonb;
  part record;
begin
  for asked in
    select items.* from (
      select list.name, given.item, given.position - 1 as index, format('/%s/%s', list.name, given.position - 1) as place,
        (case when jsonb_typeof(given.item) = 'string' then given.item #>> '{}' when list.name <> 'create' then given.item ->> 'id' end)::uuid as id,
        row_number() over (order by list.position, given.position) as number
      from unnest('{create,update,delete}'::text[]) with ordinality as list (name, position)
      cross join lateral jsonb_array_elements(coalesce(body -> list.name, '[]')) with ordinality as given (item, position)) items
    where items.number >= first_item order by items.number
  loop
    is_over := is_over or coalesce(asked.number > first_item and (is_partial or asked.name = 'delete') and clock_timestamp() > until, false);
    done := asked.id;
    if jsonb_typeof(asked.item) = 'object' and asked.item ? 'refused' then
      error := jsonb_build_object('code', 'validation_failed', 'errors', asked.item -> 'refused');
    elsif not is_over then
      select p.answer, p.error into part
      from kith_private.run_part(asked.place, asked.name || '_contact', jsonb_build_object('id', asked.id)
        || case when asked.name <> 'delete' then jsonb_build_object('body', asked.item - 'id')
          when arguments ? 'progress' then jsonb_build_object('progress', '{}'::jsonb) else '{}' end) p;
      error := part.error;
      is_over := coalesce((part.answer).status = 202, false);
    end if;
    if is_over and not kith_private.is_last_part(arguments) then
      if not is_partial and is_first then
        perform kith_private.check_deletions(body -> 'delete', asked.index::integer);
      end if;
      return kith_private.answer_part(jsonb_build_object('next', asked.number, 'results', results));
    elsif is_over then
      error := '{"code":"unavailable","detail":"There was no time left for it. Send it again."}';
    elsif error is null then
      done := coalesce(asked.id, ((part.answer).body::jsonb ->> 'id')::uuid);
    elsif not is_partial and is_first then
      perform kith_private.fail(error ->> 'code', error ->> 'detail', error -> 'errors');
    end if;
    results := results || json_build_object('action', asked.name, 'index', asked.index, 'id', done,
      'status', case when error is null then 'done' else 'failed' end, 'error', error)::text;
  end loop;
  return (200, format('{"results":[%s],"hasMore":%s}', array_to_string(results, ','), to_json(is_over)))::kith_api.answer;
end
$$;
comment on function kith_api.bulk_contacts(jsonb) is 'Creates, updates and deletes contacts; all of them, or with partial those that can be.';

-- The same change of many contacts, named one by one or by a filter. Assistants ask for it; programs send each change to bulk_contacts.

-- The contacts of contactIds, or those that the filters in matching find: at most 200, and as many as total says.
create function kith_private.contacts_to_change(arguments jsonb) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  most constant integer := 200;
  filters kith_private.contact_filters;
  found kith_private.page;
begin
  if not arguments ? 'matching' then
    return array(
      select named.id::uuid from jsonb_array_elements_text(arguments -> 'contactIds') with ordinality as named (id, position)
      group by named.id order by min(named.position));
  end if;
  filters := kith_private.read_contact_filters(arguments -> 'matching');
  found := kith_private.find_page(filters.query || jsonb_build_object('page', 1, 'pageSize', most), 'kith.contacts', filters.conditions,
    'display_name collate "und-x-icu", id');
  if found.total > most then
    perform kith_private.refuse_member('/matching', 'too_long',
      format('%s contacts match; at most %s can be changed at once. Add a filter.', found.total, most));
  elsif found.total <> (arguments ->> 'total')::bigint then
    perform kith_private.refuse_member('/total', 'invalid_format', format('%s contacts match.', found.total));
  end if;
  return found.ids;
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
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'displayName', c.display_name) order by listed.position), '[]')
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
