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
