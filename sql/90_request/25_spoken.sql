-- Assistants name contacts and networks as people speak of them. The member `spoken` of the arguments has the words where the
-- arguments would have ids: {"id": "Zoë"}, {"query": {"networkId": "climbing"}}, {"body": {"contactIds": ["Zoë", "Max"]}}.

create function kith_private.with_spoken_ids(operation kith_private.operations, arguments jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  spoken constant jsonb := arguments -> 'spoken';
  said record;
  name text;
  is_list boolean;
  words jsonb;
  pointer text;
  found uuid[];
begin
  arguments := arguments - 'spoken';
  for said in
    select part.key as part, member.key as name, member.value
    from jsonb_each(spoken) part
    cross join lateral jsonb_each(case jsonb_typeof(part.value) when 'object' then part.value else jsonb_build_object('', part.value) end) member
  loop
    name := coalesce(nullif(said.name, ''), said.part);
    is_list := jsonb_typeof(said.value) = 'array';
    words := case when is_list then said.value else jsonb_build_array(said.value) end;
    pointer := '/' || name || case when is_list then '/' else '' end;
    found := case when operation.resource = 'network' or name ilike '%network%'
      then kith_private.named_networks(words, pointer, are_whole => operation.verb = 'delete')
      else kith_private.spoken_contacts(words, pointer) end;
    arguments := jsonb_set(arguments, array_remove(array[said.part, said.name], ''), case when is_list then to_jsonb(found) else to_jsonb(found[1]) end);
  end loop;
  return arguments;
end
$$;

grant execute on function kith_private.with_spoken_ids(kith_private.operations, jsonb) to authenticated;
