-- Many contacts in one request. Each item is done by the operation that does it in a request of its own.

-- An item that the function has refused is an object with the member refused: the violations. Without partial there is
-- none, and the first failure of another ends the operation.
-- A contact takes as long as its notes are many. With partial, what is left after a second fails as unavailable and is for the
-- client to send again: each request ends, lets others of the account in between, and can be undone.
create function kith_api.bulk_contacts(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
  is_partial constant boolean := coalesce((body ->> 'partial')::boolean, false);
  end_of_part constant timestamptz := case when is_partial then clock_timestamp() + interval '1 second' end;
  has_more boolean := false;
  results text[] := '{}';
  asked record;
  done uuid;
  error jsonb;
  part record;
begin
  for asked in
    select list.name, given.item, given.position - 1 as index, format('/%s/%s', list.name, given.position - 1) as place,
      (case when jsonb_typeof(given.item) = 'string' then given.item #>> '{}' when list.name <> 'create' then given.item ->> 'id' end)::uuid as id
    from unnest('{create,update,delete}'::text[]) with ordinality as list (name, position)
    cross join lateral jsonb_array_elements(coalesce(body -> list.name, '[]')) with ordinality as given (item, position)
    order by list.position, given.position
  loop
    done := asked.id;
    if jsonb_typeof(asked.item) = 'object' and asked.item ? 'refused' then
      error := jsonb_build_object('code', 'validation_failed', 'errors', asked.item -> 'refused');
    elsif results <> '{}' and clock_timestamp() > end_of_part then
      error := '{"code":"unavailable","detail":"There was no time left for it. Send it again."}';
      has_more := true;
    else
      select p.answer, p.error into part
      from kith_private.run_part(asked.place, asked.name || '_contact', jsonb_build_object('id', asked.id)
        || case when asked.name <> 'delete' then jsonb_build_object('body', asked.item - 'id') else '{}' end) p;
      error := part.error;
      if error is null then
        done := coalesce(asked.id, ((part.answer).body::jsonb ->> 'id')::uuid);
      elsif not is_partial then
        perform kith_private.fail(error ->> 'code', error ->> 'detail', error -> 'errors');
      end if;
    end if;
    results := results || json_build_object('action', asked.name, 'index', asked.index, 'id', done,
      'status', case when error is null then 'done' else 'failed' end, 'error', error)::text;
  end loop;
  return (200, format('{"results":[%s],"hasMore":%s}', array_to_string(results, ','), to_json(has_more)))::kith_api.answer;
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
    perform kith_private.refuse_member('/total', 'invalid_format',
      format('%s contacts match. Look at them with search_contacts, and give the total that it says.', found.total));
  end if;
  return found.ids;
end
$$;

create function kith_api.change_contacts(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  contacts constant uuid[] := kith_private.contacts_to_change(arguments);
  body constant jsonb := arguments -> 'body';
  shown constant json := (
    select coalesce(json_agg(json_build_object('id', c.id, 'displayName', c.display_name) order by listed.position), '[]')
    from unnest(contacts[1:20]) with ordinality as listed (id, position)
    join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = listed.id);
  contact uuid;
begin
  foreach contact in array contacts loop
    if arguments ? 'delete' then
      perform kith_api.delete_contact(jsonb_build_object('id', contact));
    else
      perform kith_api.update_contact(jsonb_build_object('id', contact, 'body', body));
    end if;
  end loop;
  return (200, json_build_object('count', cardinality(contacts), 'contacts', shown))::kith_api.answer;
end
$$;
comment on function kith_api.change_contacts(jsonb) is 'Changes or deletes some contacts, all or none. Answers how many, and the first twenty.';

grant execute on function kith_private.contacts_to_change(jsonb) to authenticated;
