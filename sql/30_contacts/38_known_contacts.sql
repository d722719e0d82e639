-- Whether somebody who is about to be created is a contact already. Assistants ask for it.

-- Whether two names have the same words, some with a letter more that is not heard.
-- "Mueller" is Müller, because they sound the same and differ by one letter more; Jan is not Jon.
create function kith_private.is_spelled_alike(one text, other text) returns boolean
language plpgsql immutable set search_path = ''
as $$
declare
  words constant text[] := regexp_split_to_array(kith_private.folded(one), '\s+');
  others constant text[] := regexp_split_to_array(kith_private.folded(other), '\s+');
begin
  return cardinality(words) = cardinality(others) and not exists (
    select from unnest(words, others) as pair (word, other)
    where pair.word <> pair.other and (char_length(pair.word) = char_length(pair.other)
      or not kith_private.is_one_edit(pair.word, pair.other) or kith_private.sound_of(pair.word) <> kith_private.sound_of(pair.other)));
end
$$;

-- The contacts that have this name, e-mail address or phone number (kind: name, email, phone).
create function kith_private.known_contacts(kind text, said text) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  calling_code constant text := case kind when 'phone' then kith_private.own_calling_code() end;
  digits constant text := case kind when 'phone' then kith_private.phone_digits(said, calling_code) end;
  -- The last digits of a number are the same however it is written.
  patterns constant jsonb := case when digits is null then kith_private.search_patterns(said)
    else jsonb_build_array(jsonb_build_array('%' || right(digits, case when char_length(digits) > 9 then 7 else 5 end) || '%')) end;
  found kith_private.page;
  known uuid[];
begin
  if patterns = '[]' or kind = 'phone' and digits is null then
    return '{}';
  end if;
  found := kith_private.find_page(jsonb_build_object('patterns', patterns, 'pageSize', 200), 'kith.contacts',
    array[kith_private.search_condition(patterns)], 'display_name collate "und-x-icu", id');
  known := array(
    select c.id from unnest(found.ids) listed (id) join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = listed.id
    where case kind when 'name' then kith_private.folded(c.display_name) = kith_private.folded(said)
      else exists (
        select from jsonb_array_elements(case kind when 'email' then c.emails else c.phones end) item
        where kith_private.is_same_method(kind, item ->> 'value', said, calling_code)) end);
  if kind = 'name' and known = '{}' then
    known := array(
      select c.id from json_array_elements(kith_private.suggestions(said)::json) s
      join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = (s ->> 'id')::uuid
      where kith_private.is_spelled_alike(c.display_name, said));
  end if;
  return known;
end
$$;

-- Refuses to create a contact with the name, an e-mail address or a phone number of another one.
create function kith_private.refuse_known_contact(body jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  said record;
  known uuid[] := '{}';
begin
  for said in
    select 'name' as kind, coalesce(nullif(concat_ws(' ', body ->> 'firstName', body ->> 'lastName'), ''), body ->> 'nickname', body ->> 'company') as value
    union
    select 'email', item ->> 'value' from jsonb_array_elements(coalesce(body -> 'emails', '[]')) item
    union
    select 'phone', item ->> 'value' from jsonb_array_elements(coalesce(body -> 'phones', '[]')) item
    limit 10
  loop
    known := known || kith_private.known_contacts(said.kind, said.value);
  end loop;
  if cardinality(known) > 0 then
    perform kith_private.fail('validation_failed', 'There is such a contact already. Nothing was created.', jsonb_build_array(jsonb_build_object(
      'in', 'body', 'pointer', '/isNew', 'code', 'duplicate', 'message', format(
        'This may be %s. Send its id as contact to change it, or isNew true for somebody else.',
        kith_private.candidates(array(select distinct k from unnest(known) k))))));
  end if;
end
$$;

grant execute on function kith_private.is_spelled_alike(text, text), kith_private.known_contacts(text, text), kith_private.refuse_known_contact(jsonb) to authenticated;
