-- What a contact has after it was merged with a duplicate.

-- The items of a list of two contacts (member: emails, phones, urls, addresses), each once; or of the one that is chosen:
-- target or duplicate.
create function kith_private.united_items(member text, items jsonb, others jsonb, choice text) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case choice when 'target' then items when 'duplicate' then others else items || (
    select coalesce(jsonb_agg(given.item order by given.position), '[]')
    from jsonb_array_elements(others) with ordinality as given (item, position)
    where not exists (
      select from jsonb_array_elements(items) present (item)
      where case member
        when 'emails' then lower((given.item ->> 'value') collate "C") = lower((present.item ->> 'value') collate "C")
        when 'addresses' then given.item = present.item
        else given.item ->> 'value' = present.item ->> 'value' end)) end;
end
$$;

-- The target as it is after merging: its own single fields, or the duplicate's where it has none, the items of both lists; or
-- what is chosen.
create function kith_private.merged_contact(target kith.contacts, duplicate kith.contacts, choices jsonb) returns kith.contacts
language plpgsql stable set search_path = ''
as $$
declare
  ours constant jsonb := to_jsonb(target);
  theirs constant jsonb := to_jsonb(duplicate);
  lists jsonb;
  errors jsonb;
begin
  select jsonb_object_agg(list, kith_private.united_items(list, ours -> list, theirs -> list, choices ->> list)) into lists
  from unnest('{emails,phones,urls,addresses}'::text[]) list;
  errors := (
    select jsonb_agg(jsonb_build_object('in', 'body', 'pointer', '/fields/' || key, 'code', 'too_long',
      'message', 'Together they have more than 20. Choose those of the target or of the duplicate, or remove some first.') order by key)
    from jsonb_each(lists) where jsonb_array_length(value) > 20);
  if errors is not null then
    perform kith_private.fail('validation_failed', errors => errors);
  end if;
  return jsonb_populate_record(target, (
    select jsonb_object_agg(name, case choices ->> kith_private.member_name(name)
      when 'target' then ours -> name when 'duplicate' then theirs -> name
      else coalesce(nullif(ours -> name, 'null'), theirs -> name) end)
    from unnest(kith_private.written_columns('kith.contacts')) name) || lists || jsonb_build_object(
      'is_favorite', target.is_favorite or duplicate.is_favorite,
      'is_archived', target.is_archived and duplicate.is_archived,
      'last_contacted_by_hand', greatest(target.last_contacted_by_hand, duplicate.last_contacted_by_hand)));
end
$$;

grant execute on function kith_private.united_items(text, jsonb, jsonb, text),
  kith_private.merged_contact(kith.contacts, kith.contacts, jsonb) to authenticated;
