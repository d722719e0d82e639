-- Many contacts in one request. Each item is done by the operation that does it in a request of its own.

-- Creates, updates or deletes one contact, by the list that the item is in, and returns its id.
create function kith_private.do_item(list text, item jsonb) returns uuid
language plpgsql set search_path = ''
as $$
declare
  answer kith_api.answer;
begin
  case list
    when 'create' then
      answer := kith_api.create_contact(jsonb_build_object('body', item));
      return answer.body::jsonb ->> 'id';
    when 'update' then
      perform kith_api.update_contact(jsonb_build_object('id', item -> 'id', 'body', item - 'id'));
      return item ->> 'id';
    when 'delete' then
      perform kith_api.delete_contact(jsonb_build_object('id', item));
      return item #>> '{}';
  end case;
end
$$;

-- Why an item was refused, with pointers that begin with its place in the body; null where the request has to be.
-- What is no fault of the item, such as a conflict with another request, fails the whole request.
create function kith_private.item_refusal(
  place text, state text, message text, detail text, hint text, table_name text, constraint_name text, column_name text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  refused constant record := kith_private.refusal(state, message, detail, hint, table_name, constraint_name, column_name);
  error constant jsonb := refused.body;
begin
  if refused.log is not null then
    return null;
  end if;
  return error || jsonb_build_object('errors', coalesce((
    select jsonb_agg(violation.value || jsonb_build_object('pointer', place || (violation.value ->> 'pointer')) order by violation.position)
    from jsonb_array_elements(error -> 'errors') with ordinality as violation (value, position)),
    jsonb_build_array(jsonb_build_object('in', 'body', 'pointer', place, 'code', 'invalid_reference'))));
end
$$;

-- An item that the function has refused is an object with the member refused: the violations. Without partial there is
-- none, and the first failure of another ends the operation.
create function kith_api.bulk_contacts(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
  is_partial constant boolean := coalesce((body ->> 'partial')::boolean, false);
  results text[] := '{}';
  asked record;
  done uuid;
  error jsonb;
  state text;
  message text;
  detail text;
  hint text;
  table_name text;
  constraint_name text;
  column_name text;
begin
  for asked in
    select list.name, given.item, given.position - 1 as index, format('/%s/%s', list.name, given.position - 1) as place
    from unnest('{create,update,delete}'::text[]) with ordinality as list (name, position)
    cross join lateral jsonb_array_elements(coalesce(body -> list.name, '[]')) with ordinality as given (item, position)
    order by list.position, given.position
  loop
    error := null;
    if jsonb_typeof(asked.item) = 'object' and asked.item ? 'refused' then
      done := asked.item ->> 'id';
      error := jsonb_build_object('code', 'validation_failed', 'errors', asked.item -> 'refused');
    else
      done := case asked.name when 'update' then asked.item ->> 'id' when 'delete' then asked.item #>> '{}' end;
      begin
        done := kith_private.do_item(asked.name, asked.item);
      exception when others then
        get stacked diagnostics state = returned_sqlstate, message = message_text, detail = pg_exception_detail,
          hint = pg_exception_hint, table_name = table_name, constraint_name = constraint_name, column_name = column_name;
        error := kith_private.item_refusal(asked.place, state, message, detail, hint, table_name, constraint_name, column_name);
        if error is null then
          raise;
        elsif not is_partial then
          perform kith_private.fail(error ->> 'code', error ->> 'detail', error -> 'errors');
        end if;
      end;
    end if;
    results := results || json_build_object('action', asked.name, 'index', asked.index, 'id', done,
      'status', case when error is null then 'done' else 'failed' end, 'error', error)::text;
  end loop;
  return (200, format('{"results":[%s]}', array_to_string(results, ',')))::kith_api.answer;
end
$$;
comment on function kith_api.bulk_contacts(jsonb) is 'Creates, updates and deletes contacts; all of them, or with partial those that can be.';

grant execute on function kith_private.do_item(text, jsonb),
  kith_private.item_refusal(text, text, text, text, text, text, text, text), kith_api.bulk_contacts(jsonb) to authenticated;

insert into kith_private.operations (name, resource, verb, scopes, writes) values
  ('bulk_contacts', 'contact', 'bulk', '{contacts:write}', true);

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
    perform kith_private.fail('validation_failed', errors => jsonb_build_array(jsonb_build_object('in', 'body',
      'pointer', '/matching', 'code', 'too_long', 'message', format('%s contacts match; at most %s can be changed at once. Add a filter.', found.total, most))));
  elsif found.total <> (arguments ->> 'total')::bigint then
    perform kith_private.fail('validation_failed', errors => jsonb_build_array(jsonb_build_object('in', 'body',
      'pointer', '/total', 'code', 'invalid_format', 'message', format('%s contacts match. Look at them with search_contacts, and give the total that it says.', found.total))));
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
    perform kith_private.do_item(case when arguments ? 'delete' then 'delete' else 'update' end,
      case when arguments ? 'delete' then to_jsonb(contact) else body || jsonb_build_object('id', contact) end);
  end loop;
  return (200, json_build_object('count', cardinality(contacts), 'contacts', shown))::kith_api.answer;
end
$$;
comment on function kith_api.change_contacts(jsonb) is 'Changes or deletes some contacts, all or none. Answers how many, and the first twenty.';

grant execute on function kith_private.contacts_to_change(jsonb), kith_api.change_contacts(jsonb) to authenticated;

insert into kith_private.operations (name, resource, verb, scopes, writes, step_of) values
  ('change_contacts', 'contact', 'bulk', '{contacts:write}', true, 'bulk_contacts');
