-- What two contacts share that makes them likely to be the same person, by the kinds of their keys.
create function kith_private.duplicate_evidence(one kith.contacts, other kith.contacts, kinds integer, calling_code text) returns json
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  found json[] := '{}';
begin
  if kinds & 1 > 0 then
    found := found || array(
      select json_build_object('kind', 'email', 'value', shared.value)
      from (select distinct lower((mine ->> 'value') collate "C") as value from jsonb_array_elements(one.emails) mine) shared
      where shared.value in (select lower((theirs ->> 'value') collate "C") from jsonb_array_elements(other.emails) theirs)
      order by shared.value collate "C");
  end if;
  if kinds & 2 > 0 then
    found := found || array(
      select json_build_object('kind', 'phone', 'value', shared.value)
      from (select distinct kith_private.phone_digits(mine ->> 'value', calling_code) as value from jsonb_array_elements(one.phones) mine) shared
      where shared.value in (select kith_private.phone_digits(theirs ->> 'value', calling_code) from jsonb_array_elements(other.phones) theirs)
      order by shared.value collate "C");
  end if;
  if kinds & 12 > 0 then
    found := found || json_build_object('kind', 'name', 'value', one.display_name);
  elsif kinds & 16 > 0 then
    found := found || json_build_object('kind', 'similar_name', 'value', one.display_name || ' / ' || other.display_name);
  end if;
  return array_to_json(found);
end
$$;

-- A contact in the list of duplicates.
create function kith_private.duplicate_contact(contact kith.contacts) returns json
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return json_build_object('id', contact.id, 'displayName', contact.display_name, 'company', contact.company,
    'emails', contact.emails, 'phones', contact.phones,
    'createdAt', to_char(contact.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
end
$$;

-- A pair of contacts in the list of duplicates; the one that was created earlier comes first.
create function kith_private.duplicate_body(
  one kith.contacts, other kith.contacts, kinds integer, score numeric, calling_code text) returns json
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  if (one.created_at, one.id) > (other.created_at, other.id) then
    return kith_private.duplicate_body(other, one, kinds, score, calling_code);
  end if;
  return json_build_object(
    'contacts', json_build_array(kith_private.duplicate_contact(one), kith_private.duplicate_contact(other)),
    'score', score, 'evidence', kith_private.duplicate_evidence(one, other, kinds, calling_code));
end
$$;

create function kith_api.list_duplicates(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  query constant jsonb := coalesce(arguments -> 'query', '{}');
  number constant bigint := coalesce((query ->> 'page')::bigint, 1);
  size constant bigint := coalesce((query ->> 'pageSize')::bigint, 50);
  calling_code constant text := kith_private.own_calling_code();
  found record;
  items text;
begin
  perform kith_private.set_finds_many(true);
  found := kith_private.find_pairs(coalesce((query ->> 'minScore')::numeric, 0), (number - 1) * size, size);
  perform kith_private.set_finds_many(false);
  for start in 1 .. coalesce(cardinality(found.page), 0) by 50 loop
    items := kith_private.add_items(items, (
      select string_agg(kith_private.duplicate_body(one, other, pair.kinds, pair.score, calling_code)::text, ',' order by pair.position)
      from unnest(found.page[start : start + 49]) with ordinality pair (one_id, other_id, kinds, score, position)
      join kith.contacts one on one.id = pair.one_id join kith.contacts other on other.id = pair.other_id));
  end loop;
  return kith_private.answer_page((array[]::uuid[], number, size, found.total)::kith_private.page, items);
end
$$;
comment on function kith_api.list_duplicates(jsonb) is 'A page of pairs of contacts that may be the same person. Query: minScore, page, pageSize.';

create function kith_api.dismiss_duplicate(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
begin
  perform kith_private.check_references(array(
    select '/contactIds/' || given.position - 1
    from jsonb_array_elements_text(body -> 'contactIds') with ordinality as given (id, position)
    where not exists (select from kith.contacts c where c.id = given.id::uuid)
    order by given.position));
  if coalesce((body ->> 'dismissed')::boolean, true) then
    insert into kith_private.dismissed_duplicates (contact_id, other_contact_id)
    select one::uuid, other::uuid
    from jsonb_array_elements_text(body -> 'contactIds') one, jsonb_array_elements_text(body -> 'contactIds') other
    where one::uuid < other::uuid order by 1, 2
    on conflict do nothing;
  else
    delete from kith_private.dismissed_duplicates d
    where d.contact_id = any (array(select given::uuid from jsonb_array_elements_text(body -> 'contactIds') given))
      and d.other_contact_id = any (array(select given::uuid from jsonb_array_elements_text(body -> 'contactIds') given));
  end if;
  return (204, null)::kith_api.answer;
end
$$;
comment on function kith_api.dismiss_duplicate(jsonb) is 'Leaves the pairs of some contacts out of the list of duplicates, or puts them back.';

grant execute on function kith_private.duplicate_evidence(kith.contacts, kith.contacts, integer, text),
  kith_private.duplicate_contact(kith.contacts), kith_private.duplicate_body(kith.contacts, kith.contacts, integer, numeric, text),
  kith_api.list_duplicates(jsonb), kith_api.dismiss_duplicate(jsonb) to authenticated;

insert into kith_private.operations (name, resource, verb, scopes, writes) values
  ('list_duplicates', 'duplicate', 'list', '{contacts:read}', false),
  ('dismiss_duplicate', 'duplicate', 'dismiss', '{contacts:write}', true);
