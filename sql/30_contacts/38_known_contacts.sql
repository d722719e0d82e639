-- Whether somebody who is about to be created is a contact already. Assistants ask for it.

create function kith_private.known_contacts(said text) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  patterns constant jsonb := kith_private.search_patterns(said);
  digits constant text := regexp_replace(said, '[^0-9]', '', 'g');
  found kith_private.page;
begin
  if patterns = '[]' then
    return '{}';
  end if;
  found := kith_private.find_page(jsonb_build_object('patterns', patterns, 'pageSize', 200), 'kith.contacts',
    array[kith_private.search_condition(patterns)], 'display_name collate "und-x-icu", id');
  return array(
    select c.id from unnest(found.ids) listed (id) join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = listed.id
    where kith_private.folded(c.display_name) = kith_private.folded(said)
      or exists (select from jsonb_array_elements(c.emails) e where kith_private.folded(e ->> 'value') = kith_private.folded(said))
      or exists (select from jsonb_array_elements(c.phones) p
        where char_length(digits) > 4 and regexp_replace(p ->> 'value', '[^0-9]', '', 'g') = digits));
end
$$;
comment on function kith_private.known_contacts(text) is 'The contacts that have this name, e-mail address or phone number.';

create function kith_private.refuse_known_contact(body jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  said text;
  known uuid[] := '{}';
begin
  for said in
    select coalesce(nullif(concat_ws(' ', body ->> 'firstName', body ->> 'lastName'), ''), body ->> 'nickname', body ->> 'company')
    union
    select item ->> 'value' from jsonb_array_elements(coalesce(body -> 'emails', '[]')) item
    union
    select item ->> 'value' from jsonb_array_elements(coalesce(body -> 'phones', '[]')) item
    limit 10
  loop
    known := known || kith_private.known_contacts(said);
  end loop;
  if cardinality(known) > 0 then
    perform kith_private.fail('validation_failed', 'There is such a contact already. Nothing was created.', jsonb_build_array(jsonb_build_object(
      'in', 'body', 'pointer', '/isNew', 'code', 'duplicate', 'message', format(
        'This may be %s. Send its id as contact to change it, or isNew true for somebody else.',
        kith_private.candidates(array(select distinct k from unnest(known) k))))));
  end if;
end
$$;
comment on function kith_private.refuse_known_contact(jsonb) is 'Refuses to create a contact with the name, an e-mail address or a phone number of another one.';

grant execute on function kith_private.known_contacts(text), kith_private.refuse_known_contact(jsonb) to authenticated;
