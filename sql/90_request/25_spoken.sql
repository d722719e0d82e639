-- Assistants name contacts and networks as people speak of them. The member `spoken` of the arguments says so of the members that
-- are ids: {"id": "Zoë"}, {"query.networkId": "climbing"}, {"body.contactIds": ["Zoë", "Max"]}.

create function kith_private.with_spoken_ids(operation kith_private.operations, arguments jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  said record;
  path text[];
  name text;
  words jsonb;
  pointer text;
  found jsonb;
begin
  for said in select e.key, e.value, jsonb_typeof(e.value) = 'array' as is_list from jsonb_each(arguments -> 'spoken') e loop
    path := string_to_array(said.key, '.');
    name := path[cardinality(path)];
    words := case when said.is_list then said.value else jsonb_build_array(said.value) end;
    pointer := concat('/', name, case when said.is_list then '/' end);
    found := to_jsonb(case when operation.resource = 'network' or name ilike '%network%'
      then kith_private.named_networks(words, pointer, are_whole => operation.verb = 'delete')
      else kith_private.spoken_contacts(words, pointer) end);
    arguments := jsonb_set(arguments, path, case when said.is_list then found else found -> 0 end);
  end loop;
  return arguments - 'spoken';
end
$$;

grant execute on function kith_private.with_spoken_ids(kith_private.operations, jsonb) to authenticated;
