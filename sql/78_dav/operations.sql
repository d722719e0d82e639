-- The address book of CardDAV clients, such as phones: what they read and write.

-- The account as addresses below /dav/ have it. The end of an id: those of accounts that were made together may begin alike.
create function kith_private.dav_account() returns text
language plpgsql stable set search_path = ''
as $$
begin
  return right(auth.uid()::text, 8);
end
$$;

-- Changes whenever a card of the book does: the sync token, and for a key that is limited to networks what it sees of people and networks,
-- which may change also when no card did.
-- Membership changes updated_at of a contact, but the name of a network does not.
create function kith_private.book_tag(arguments jsonb) returns text
language plpgsql stable set search_path = '' set enable_sort = off set jit = off
as $$
declare
  people text;
  networks text;
begin
  if kith_private.has_all_networks() then
    return kith_private.book_token(arguments, kith_private.last_card_sequence());
  end if;
  perform kith_private.set_reads_list(true);
  select string_agg(c.id::text || extract(epoch from c.updated_at), ',' order by c.id) into people
  from kith.contacts c where not c.is_archived;
  perform kith_private.set_reads_list(false);
  select string_agg(n.id::text || n.name, ',' order by n.id) into networks from kith.networks n;
  return kith_private.tag(concat_ws(';', arguments ->> 'writer', people, networks));
end
$$;

-- Another account than the credential's is like one that does not exist.
create function kith_private.check_dav_account(arguments jsonb) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if arguments ->> 'account' <> kith_private.dav_account() then
    perform kith_private.not_found();
  end if;
end
$$;

create function kith_api.dav_book(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
begin
  perform kith_private.check_dav_account(arguments);
  return (200, json_build_object('account', kith_private.dav_account(),
    'canWrite', kith_private.has_scope('contacts:write'), 'ownCard', (
      select kith_private.card_name(c) from kith.contacts c where c.id = (select kith_private.own_contact()) and not c.is_archived),
    'tag', case when arguments ? 'withTag' then kith_private.book_tag(arguments) end,
    'token', kith_private.book_token(arguments, kith_private.last_card_sequence())))::kith_api.answer;
end
$$;
comment on function kith_api.dav_book(jsonb) is
  'The account as addresses have it, whether the address book may be written, and its sync token; withTag its tag. Another account is not found.';

-- The next people who are not archived, from the named ones, or from all where ids is null; in the order of their ids.
create function kith_private.card_ids(ids uuid[], after uuid, at_most integer) returns uuid[]
language plpgsql stable set search_path = '' set enable_sort = off set enable_bitmapscan = off set jit = off
as $$
declare
  before_all constant uuid := '00000000-0000-0000-0000-000000000000';
  found_ids uuid[];
begin
  perform kith_private.set_reads_list(ids is null);
  if ids is null then
    found_ids := array(select c.id from kith.contacts c where not c.is_archived and c.id > coalesce(after, before_all) order by c.id limit at_most);
  else
    found_ids := array(select c.id from kith.contacts c where not c.is_archived and c.id = any (ids) order by c.id);
  end if;
  perform kith_private.set_reads_list(false);
  return found_ids;
end
$$;

-- A page of cards, at most 2,000 or about 4 MiB, in lines as exports have them: a head with where the next page begins and what else it
-- is told, then what kith_private.card_lines says of each card; withPeople also the networks of these people and the people themselves.
-- asked: their ids, null for all.
create function kith_private.card_page(arguments jsonb, asked uuid[], head jsonb default '{}') returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  most_rows constant integer := 2000;
  most_bytes constant integer := 4194304;
  -- Texts may have photos in them.
  portion constant integer := case when arguments ? 'withText' then 25 else 100 end;
  after uuid := arguments ->> 'after';
  named uuid[] := array(select id from unnest(asked) id where after is null or id > after order by id limit most_rows + portion);
  ids uuid[];
  shown uuid[] := '{}';
  lines text[] := '{}';
  bytes integer := 0;
  more text;
  has_more boolean;
begin
  loop
    if asked is null then
      ids := kith_private.card_ids(null, after, portion);
      has_more := cardinality(ids) = portion;
      after := ids[portion];
    else
      ids := kith_private.card_ids(named[: portion], null, portion);
      has_more := cardinality(named) > portion;
      after := named[portion];
      named := named[portion + 1 :];
    end if;
    more := concat_ws(E'\n', kith_private.card_lines(arguments, ids),
      case when arguments ? 'withPeople' then kith_private.export_lines('contacts', ids) end);
    lines := lines || case when more <> '' then array[more] else '{}' end;
    shown := shown || ids;
    bytes := bytes + octet_length(more);
    exit when not has_more or cardinality(shown) >= most_rows or bytes >= most_bytes;
  end loop;
  if cardinality(shown) > 0 and arguments ? 'withPeople' then
    more := kith_private.export_lines('networks', array(
      select distinct m.network_id from kith.contact_networks m where m.contact_id = any (shown)));
    lines := case when more is not null then array[more] else '{}' end || lines;
  end if;
  return (200, array_to_string(array[(jsonb_build_object(
    'next', case when has_more then jsonb_build_object('after', after) end,
    'account', kith_private.dav_account(), 'canWrite', kith_private.has_scope('contacts:write')) || head)::text] || lines, E'\n'))::kith_api.answer;
end
$$;

-- The contacts whose cards these names are, in the order of the names; null for a name that no card has.
create function kith_private.contacts_of_cards(names jsonb) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  given constant text[] := array(select jsonb_array_elements_text(names));
  found constant uuid[] := kith_private.seen_cards_with('name', given);
  named constant jsonb := (
    select jsonb_object_agg(c.card ->> 'name', c.id) from kith.contacts c where c.owner_id = (select auth.uid()) and c.id = any (found));
begin
  return array(
    select coalesce((named ->> name)::uuid, (
      select c.id from kith.contacts c
      where c.owner_id = (select auth.uid()) and c.id = kith_private.as_uuid(substring(name from '^(.{36})\.vcf$')) and c.card ->> 'name' is null))
    from unnest(given) with ordinality each (name, place) order by place);
end
$$;

create function kith_api.dav_list(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
begin
  perform kith_private.check_dav_account(arguments);
  return kith_private.card_page(arguments, null, case when arguments ? 'withTag' then jsonb_build_object('tag', kith_private.book_tag(arguments),
    'token', kith_private.book_token(arguments, kith_private.last_card_sequence())) else '{}' end);
end
$$;
comment on function kith_api.dav_list(jsonb) is
  'A page of all cards. after: where it begins. Another account is not found.';

create function kith_api.dav_read(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
begin
  perform kith_private.check_dav_account(arguments);
  return kith_private.card_page(arguments, array_remove(kith_private.contacts_of_cards(coalesce(arguments -> 'names', '[]')), null));
end
$$;
comment on function kith_api.dav_read(jsonb) is
  'A page of the named cards (names) that there are. after: where it begins. Another account is not found.';

create function kith_api.dav_changes(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  since constant bigint := kith_private.sequence_of_token(arguments, arguments ->> 'token');
  last constant bigint := kith_private.last_card_sequence();
  until bigint := last;
  changed record;
begin
  perform kith_private.check_dav_account(arguments);
  if since is null then
    return (409, '{}')::kith_api.answer;
  end if;
  if arguments ? 'limit' then
    until := kith_private.end_of_changes(since, (arguments ->> 'limit')::integer);
  end if;
  changed := kith_private.changed_cards(since, until, (arguments ->> 'after')::uuid);
  return kith_private.card_page(arguments, changed.ids, jsonb_build_object(
    'token', kith_private.book_token(arguments, case when until < last then until else last end), 'isCut', until < last)
    || case when not arguments ? 'after' then jsonb_build_object('gone', changed.gone) else '{}' end);
end
$$;
comment on function kith_api.dav_changes(jsonb) is
  'The cards that have changed since a sync token, and the names of those that are gone; 409 for a token that is not known. limit: of cards, which is exceeded '
  'where one request changed more. after: where the page begins. Another account is not found.';

-- Refuses to write a card that is not as the client knows it. ifCard: its tags, or *; ifNoCard: it is not there yet.
create function kith_private.check_card(arguments jsonb, contact kith.contacts) returns void
language plpgsql stable set search_path = ''
as $$
declare
  is_there constant boolean := contact.id is not null and not contact.is_archived;
begin
  if arguments ? 'ifNoCard' and is_there or arguments ? 'ifCard' and not coalesce(is_there and (
    arguments -> 'ifCard' ? '*' or arguments -> 'ifCard' ? kith_private.card_tag(arguments, contact, kith_private.network_names(contact))), false)
  then
    perform kith_private.fail('precondition_failed');
  end if;
end
$$;

-- The contact of a card that is written, locked; the owner's contacts only.
create function kith_private.contact_of_card(arguments jsonb) returns kith.contacts
language plpgsql set search_path = ''
as $$
declare
  named constant uuid[] := kith_private.contacts_of_cards(jsonb_build_array(arguments -> 'name'));
  contact kith.contacts;
begin
  perform kith_private.check_dav_account(arguments);
  select c.* into contact from kith.contacts c where c.id = named[1] for update;
  return contact;
end
$$;

create function kith_api.dav_put(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  given jsonb := arguments -> 'body';
  contact kith.contacts := kith_private.contact_of_card(arguments);
  is_new constant boolean := contact.id is null or contact.is_archived;
  names constant text[] := '{firstName,lastName,nickname,company}';
  same_uid constant uuid[] := kith_private.seen_cards_with('uid', array[arguments ->> 'uid']) || array(
    select c.id from kith.contacts c
    where c.owner_id = (select auth.uid()) and c.id = kith_private.as_uuid(arguments ->> 'uid') and c.card ->> 'uid' is null);
  other text;
  photo jsonb;
  answer kith_api.answer;
begin
  perform kith_private.check_card(arguments, contact);
  other := (
    select min(kith_private.card_name(c)) from kith.contacts c
    where c.id = any (same_uid) and c.id is distinct from contact.id);
  if other is not null then
    return (409, json_build_object('name', other))::kith_api.answer;
  end if;
  -- Whom a card has no name for keeps the one that they have.
  if jsonb_strip_nulls(given) - names = jsonb_strip_nulls(given) then
    given := case when contact.id is null then given || '{"nickname":"No name"}' else given - names end;
  end if;
  if contact.id is null then
    contact.id := case when kith_private.has_all_networks() then kith_private.insert_row(kith_private.contact_of(given, null))
      else kith_private.insert_contact_in_networks(given) end;
  else
    perform kith_private.update_row(kith_private.contact_of(given || '{"isArchived":false}', contact));
  end if;
  -- Only a card that had networks before can say that there are none any more: some programs do not know them.
  perform kith_private.join_networks_of_card(contact.id, case
    when arguments -> 'networks' = 'null' and contact.card ->> 'text' ~* '(^|[\n.])CATEGORIES[;:]' then '[]' else arguments -> 'networks' end);
  photo := kith_private.photo_of_card(contact.id, contact.photo_path, arguments);
  perform kith_private.keep_card(contact.id, arguments);
  answer := kith_private.card_page(arguments, array[contact.id], photo);
  answer.status := case when is_new then 201 else 200 end;
  return answer;
end
$$;
comment on function kith_api.dav_put(jsonb) is
  'Writes a contact as a card says (body, networks, and card: its text), and answers its card, with a path for its photo where that is another one; 409 '
  'where another card has its UID. ifCard, ifNoCard: what it must be before. Another account is not found.';

create function kith_api.dav_photo(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  contact constant kith.contacts := kith_private.contact_of_card(arguments);
  -- The contact may have been changed while the photo was stored: then the card that was sent does not say what the contact says.
  is_as_sent constant boolean := coalesce(contact.card ->> 'text' is not distinct from arguments #>> '{card,text}'
    and contact.card ->> 'state' = kith_private.card_state(contact, kith_private.network_names(contact)), false);
begin
  if contact.id is null then
    perform kith_private.not_found();
  end if;
  perform kith_private.set_card_photo(contact.id, arguments -> 'picture');
  if is_as_sent then
    perform kith_private.keep_card(contact.id, arguments);
  end if;
  return kith_private.card_page(arguments, array[contact.id], jsonb_build_object('hasOtherLines', not is_as_sent));
end
$$;
comment on function kith_api.dav_photo(jsonb) is
  'Gives the contact of a card the photo that was stored at the path which dav_put answered, and answers its card. Another account is not found.';

create function kith_api.dav_group(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  named uuid;
  found constant uuid[] := kith_private.seen_cards_with('uid', array(select jsonb_array_elements_text(arguments -> 'uids')));
begin
  perform kith_private.check_dav_account(arguments);
  if not kith_private.has_all_networks() then
    perform kith_private.fail('insufficient_scope', 'This API key is limited to networks, so it cannot change who belongs to them.');
  end if;
  named := (kith_private.networks_of_names(jsonb_build_array(arguments -> 'network')))[1];
  insert into kith.contact_networks (contact_id, network_id)
  select c.id, named
  from kith.contacts c
  where c.id = any (found || array(
      select kith_private.as_uuid(given) from jsonb_array_elements_text(arguments -> 'uids') given))
    and 100 > (select count(*) from kith.contact_networks m where m.contact_id = c.id)
  on conflict do nothing;
  return (200, '{}')::kith_api.answer;
end
$$;
comment on function kith_api.dav_group(jsonb) is
  'Puts contacts (uids: of their cards) into the network of a name, which is made where there is none. Another account is not found.';

create function kith_api.dav_delete(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  contact constant kith.contacts := kith_private.contact_of_card(arguments);
begin
  if not coalesce(arguments -> 'progress', '{}') ? 'activityId' then
    perform kith_private.check_card(arguments, contact);
  end if;
  if contact.id is null or contact.is_archived then
    perform kith_private.not_found();
  end if;
  return kith_api.delete_contact(arguments || jsonb_build_object('id', contact.id));
end
$$;
comment on function kith_api.dav_delete(jsonb) is
  'Deletes the contact of a card, which goes to the trash. ifCard: its tags. Another account is not found.';

grant execute on function kith_private.dav_account(), kith_private.book_tag(jsonb), kith_private.check_dav_account(jsonb),
  kith_private.card_ids(uuid[], uuid, integer), kith_private.card_page(jsonb, uuid[], jsonb), kith_private.contacts_of_cards(jsonb),
  kith_private.check_card(jsonb, kith.contacts), kith_private.contact_of_card(jsonb) to authenticated;
