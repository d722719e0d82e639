-- The cards of the address book: what each contact keeps of the one that a phone sent, and the order in which cards have changed.

-- The name of a contact's card.
create function kith_private.card_name(contact kith.contacts) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return coalesce(contact.card ->> 'name', contact.id || '.vcf');
end
$$;

-- The names of the networks of a contact, as far as the credential sees them, in the order of their ids.
create function kith_private.network_names(c kith.contacts) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  return array(
    select n.name from kith.contact_networks m join kith.networks n on n.owner_id = m.owner_id and n.id = m.network_id
    where m.owner_id = c.owner_id and m.contact_id = c.id order by m.network_id);
end
$$;

-- Stands for all that a card shows: of the contact, and the names of its networks.
create function kith_private.card_state(c kith.contacts, networks text[]) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return kith_private.tag((c.first_name, c.last_name, c.nickname, c.company, c.job_title, c.emails, c.phones, c.urls, c.addresses, c.birthday,
    c.description, c.middle_name, c.name_prefix, c.name_suffix, c.phonetic_first_name, c.phonetic_last_name, c.department, c.pronouns, c.dates,
    c.vcard_lines, c.photo_path, networks)::text);
end
$$;

-- The entity tag of a card: changes exactly when its text does. arguments: writer, the version of what writes cards.
create function kith_private.card_tag(arguments jsonb, contact kith.contacts, networks text[]) returns text
language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return kith_private.tag(concat_ws(' ', arguments ->> 'writer', contact.id, kith_private.card_state(contact, networks), contact.card ->> 'uid',
    contact.card ->> 'text', case when kith_private.is_east_asian_name(contact) then kith_private.shown_name(contact) end));
end
$$;

-- What the address book knows of a card: its name, UID and tag; where withText is asked for also its photo and, where a phone sent it, the
-- text, the parts of that, and whether the contact is still what it says.
create function kith_private.card_line(arguments jsonb, c kith.contacts, networks text[], photo text) returns jsonb
language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return jsonb_strip_nulls(jsonb_build_object('id', c.id, 'name', kith_private.card_name(c), 'uid', c.card ->> 'uid', 'hasPhoto', c.photo_path is not null,
    'tag', kith_private.card_tag(arguments, c, networks), 'photo', photo))
    || case when arguments ? 'withText' and c.card ? 'text' then (c.card - '{name,uid,state}'::text[])
      || jsonb_build_object('isCurrent', c.card ->> 'state' = kith_private.card_state(c, networks)) else '{}' end;
end
$$;

-- A line for each of these contacts, with what card_line says. As network_names, but in one statement, which takes a quarter of the time.
create function kith_private.card_lines(arguments jsonb, ids uuid[]) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select string_agg('cards ' || kith_private.card_line(arguments, c.contact, array(
      select n.name from kith.contact_networks m join kith.networks n on n.owner_id = m.owner_id and n.id = m.network_id
      where m.owner_id = (c.contact).owner_id and m.contact_id = (c.contact).id order by m.network_id),
      case when arguments ? 'withText' then (
        select p.lines from kith_private.card_photos p
        where p.owner_id = (c.contact).owner_id and p.path = (c.contact).photo_path) end)::text, E'\n' order by listed.position)
    from unnest(ids) with ordinality as listed (id, position)
    cross join lateral (select k as contact from kith.contacts k where k.id = listed.id offset 0) c);
end
$$;

-- The contacts of an owner whose card has this name or this UID. Both are the id of the contact where no client has said others.
-- One lookup each: with "or" Postgres would read all contacts of the owner.
create function kith_private.contacts_with_card(owner uuid, name text, uid text) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
  return array(
    select c.id from kith.contacts c where c.owner_id = owner and c.card is not null and c.card ->> 'name' = contacts_with_card.name
    union select c.id from kith.contacts c where c.owner_id = owner and c.card is not null and c.card ->> 'uid' = contacts_with_card.uid
    union select c.id from kith.contacts c
    where c.owner_id = owner and c.id = kith_private.as_uuid(substring(contacts_with_card.name from '^(.{36})\.vcf$')) and c.card ->> 'name' is null
    union select c.id from kith.contacts c
    where c.owner_id = owner and c.id = kith_private.as_uuid(contacts_with_card.uid) and c.card ->> 'uid' is null);
end
$$;

-- The contacts of the current user whose cards have one of these names or UIDs, by the index, which Postgres does not use under policies; null for a
-- key that does not see all of them.
create function kith_private.cards_with(member text, given text[]) returns uuid[]
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set jit = off
as $$
declare
  owner constant uuid := auth.uid();
  found uuid[] := '{}';
begin
  if not kith_private.has_all_networks() or not kith_private.has_scope('contacts:read') then
    return null;
  end if;
  -- By the order, which only this index has: of an equality Postgres expects one row, for which any index of the owner would do.
  for place in 1 .. cardinality(given) loop
    if member = 'name' then
      found := found || array(
        select c.id from kith.contacts c
        where c.owner_id = owner and c.card is not null and c.card ->> 'name' >= given[place] and c.card ->> 'name' <= given[place]
        order by c.owner_id, c.card ->> 'name');
    else
      found := found || array(
        select c.id from kith.contacts c
        where c.owner_id = owner and c.card is not null and c.card ->> 'uid' >= given[place] and c.card ->> 'uid' <= given[place]
        order by c.owner_id, c.card ->> 'uid');
    end if;
  end loop;
  return found;
end
$$;

-- Those of them that the credential sees.
create function kith_private.seen_cards_with(member text, given text[]) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  found constant uuid[] := kith_private.cards_with(member, given);
begin
  if found is null then
    return array(
      select c.id from kith.contacts c where c.owner_id = (select auth.uid()) and c.card is not null and c.card ->> member = any (given));
  end if;
  return array(select c.id from kith.contacts c where c.owner_id = (select auth.uid()) and c.id = any (found));
end
$$;

-- Keeps the card of a contact. Another contact with its name or UID, which a key with limits does not see, leaves these to it.
create function kith_private.set_card(contact uuid, card jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  same constant uuid[] := kith_private.contacts_with_card(owner, card ->> 'name', card ->> 'uid');
begin
  perform kith_private.check_contact_limits(contact);
  update kith.contacts c set card = set_card.card where c.id = contact and c.owner_id = owner;
  update kith.contacts c set card = coalesce(c.card, '{}') || jsonb_build_object('name', gen_random_uuid() || '.vcf', 'uid', gen_random_uuid())
  where c.owner_id = owner and c.id = any (same) and c.id <> contact;
end
$$;

-- Keeps the card of a contact as it was sent, with the state that the contact has now, as the credential sees it.
create function kith_private.keep_card(contact uuid, arguments jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  written constant kith.contacts := (select c from kith.contacts c where c.id = contact);
begin
  perform kith_private.set_card(contact, jsonb_strip_nulls(jsonb_build_object('name', arguments -> 'name', 'uid', arguments -> 'uid',
    'state', kith_private.card_state(written, kith_private.network_names(written))) || coalesce(nullif(arguments -> 'card', 'null'), '{}')));
end
$$;

-- Leaves the name and UID of a card to another contact that has them by now, when a contact is brought back.
create function kith_private.leave_taken_card() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if kith_private.contacts_with_card(new.owner_id, kith_private.card_name(new), coalesce(new.card ->> 'uid', new.id::text)) <> '{}' then
    new.card := jsonb_build_object('name', gen_random_uuid() || '.vcf', 'uid', gen_random_uuid());
  end if;
  return new;
end
$$;
create trigger leave_taken_card before insert on kith.contacts
  for each row when (new.card is not null or kith_private.is_restoring()) execute function kith_private.leave_taken_card();

-- The ids of the networks of these names; those that are not there are made, where the key may write networks.
create function kith_private.networks_of_names(names jsonb) returns uuid[]
language plpgsql set search_path = ''
as $$
begin
  if kith_private.has_scope('networks:write') then
    insert into kith.networks (name)
    select given.name from jsonb_array_elements_text(names) with ordinality given (name, place)
    where not exists (
      select from kith.networks n where n.owner_id = (select auth.uid()) and lower(n.name collate "und-x-icu") = lower(given.name collate "und-x-icu"))
    order by given.place;
  end if;
  return array(
    select n.id from kith.networks n
    where n.owner_id = (select auth.uid()) and lower(n.name collate "und-x-icu") in (
      select lower(given collate "und-x-icu") from jsonb_array_elements_text(names) given));
end
$$;

-- Puts a contact into the networks of these names, and takes it out of others. Null, or a key that is limited to networks or may not read
-- them, changes nothing.
create function kith_private.join_networks_of_card(contact uuid, names jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  if jsonb_typeof(names) = 'array' and kith_private.has_all_networks() and kith_private.has_scope('networks:read') then
    perform kith_private.change_networks(contact, jsonb_build_object('networkIds', to_jsonb(kith_private.networks_of_names(names))));
  end if;
end
$$;

-- Which cards have changed last: what CardDAV clients ask for with a sync token. Renaming a network changes the cards of its contacts, which
-- the feed of changes does not tell, and a note changes none.
create table kith_private.card_sequences (
  owner_id uuid not null,
  contact_id uuid not null,
  sequence bigint not null,
  name text,
  deleted_at timestamptz(3),
  primary key (owner_id, contact_id)
);
comment on table kith_private.card_sequences is 'When the card of each contact changed last, for cards that have changed since there are address books.';
comment on column kith_private.card_sequences.owner_id is 'Whose contact it is.';
comment on column kith_private.card_sequences.contact_id is 'The contact, which may be deleted.';
comment on column kith_private.card_sequences.sequence is 'Number of the change set.';
comment on column kith_private.card_sequences.name is 'The name that the card had before, where the contact is deleted or its card has another one by now; empty where there was none.';
comment on column kith_private.card_sequences.deleted_at is 'When the contact was deleted; kept for a year, and at most 200,000 of an account.';
create index card_sequences_sequence_idx on kith_private.card_sequences (owner_id, sequence);
create index card_sequences_deleted_at_idx on kith_private.card_sequences (owner_id, deleted_at) where deleted_at is not null;
alter table kith_private.card_sequences enable row level security;
create policy "No client reaches the sequences of cards" on kith_private.card_sequences for all to authenticated using (false);

-- Notes which cards a change in the log touches: that of a contact, of one that joins or leaves a network, those of a network's people, and those
-- with a name in the order that the profile says. Their sequence is the number of the change set, which is written under the log's lock, so that
-- sequences become visible in their order. operation: as in triggers; written: the row; before and after: what the log has of it.
-- Of several names within a change set clients know the first, which is none for a new contact: undoing a card takes its name away before it
-- deletes the contact. One that is brought back is not gone any more.
create function kith_private.note_cards(
  resource text, operation text, owner uuid, number bigint, written jsonb, before jsonb, after jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  is_new constant boolean := resource = 'contact' and operation = 'INSERT';
  is_gone constant boolean := resource = 'contact' and operation = 'DELETE';
  own_name constant text := (written ->> 'id') || '.vcf';
  earlier_name text;
  touched uuid[];
begin
  if resource = 'membership' then
    touched := array[(written ->> 'contact_id')::uuid];
  elsif resource = 'contact' then
    -- Cards show none of these.
    if operation = 'UPDATE' and after - '{updated_at,is_favorite,contact_frequency_days,last_contacted_by_hand,snoozed_until,snoozed_after,custom}'::text[] = '{}' then
      return;
    end if;
    touched := array[(written ->> 'id')::uuid];
    earlier_name := case when is_new then '' when is_gone or before ? 'card' then
      nullif(coalesce(before #>> '{card,name}', own_name), case when not is_gone then coalesce(after #>> '{card,name}', own_name) end) end;
  elsif resource = 'network' and after ? 'name' then
    touched := array(select m.contact_id from kith.contact_networks m where m.owner_id = owner and m.network_id = (written ->> 'id')::uuid);
  elsif resource = 'profile' and after ? 'east_asian_names' then
    touched := array(select c.id from kith.contacts c where c.owner_id = owner and kith_private.is_east_asian_name(c));
  end if;
  insert into kith_private.card_sequences as s (owner_id, contact_id, sequence, name, deleted_at)
  select owner, contact, number, earlier_name, case when is_gone then now() end from unnest(touched) contact
  on conflict (owner_id, contact_id) do update set sequence = excluded.sequence,
    name = case when is_new then '' when s.sequence = excluded.sequence then coalesce(s.name, excluded.name) else coalesce(excluded.name, nullif(s.name, '')) end,
    deleted_at = case when not is_new then coalesce(excluded.deleted_at, s.deleted_at) end
  where is_new or s.name is null and excluded.name is not null
    or (s.sequence, s.deleted_at) is distinct from (excluded.sequence, coalesce(excluded.deleted_at, s.deleted_at));
end
$$;

-- Forgets cards that were deleted more than a year ago, or before the last 200,000; sync tokens from before are not known any more.
create function kith_private.purge_card_sequences(owner uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  last constant timestamptz := greatest(now() - interval '1 year', (
    select s.deleted_at from kith_private.card_sequences s
    where s.owner_id = owner and s.deleted_at is not null order by s.deleted_at desc offset 200000 limit 1));
  purged bigint;
begin
  with gone as (
    delete from kith_private.card_sequences s where s.owner_id = owner and s.deleted_at <= last returning s.sequence)
  select max(g.sequence) into purged from gone g;
  update kith_private.change_logs l set purged_cards = greatest(l.purged_cards, purged) where l.owner_id = owner and purged is not null;
end
$$;

-- The last sequence of the current user's cards; null for a key that is limited to networks: what it sees changes with them, too.
create function kith_private.last_card_sequence() returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not kith_private.has_all_networks() then
    return null;
  end if;
  return greatest(
    (select s.sequence from kith_private.card_sequences s where s.owner_id = (select auth.uid()) order by s.sequence desc limit 1),
    (select l.purged_cards from kith_private.change_logs l where l.owner_id = (select auth.uid())), 0);
end
$$;

-- Where changes since a sequence end, so that they are at most so many, or those of one change set.
create function kith_private.end_of_changes(since bigint, at_most integer) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  beyond constant bigint := (
    select s.sequence from kith_private.card_sequences s
    where s.owner_id = (select auth.uid()) and s.sequence > since order by s.sequence offset at_most limit 1);
begin
  return coalesce((
    select s.sequence from kith_private.card_sequences s
    where s.owner_id = (select auth.uid()) and s.sequence > since and s.sequence < beyond order by s.sequence desc limit 1),
    beyond, kith_private.last_card_sequence());
end
$$;

-- The contacts whose cards have changed after one sequence and up to another, and the names of cards that are gone. With after, of pages but the first:
-- the contacts alone that come after one, as many as no page has, so that a page does not look through what others have.
create function kith_private.changed_cards(since bigint, until bigint, after uuid, out ids uuid[], out gone text[])
language plpgsql stable security definer set search_path = ''
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set jit = off
as $$
begin
  if not kith_private.has_all_networks() or not kith_private.has_scope('contacts:read') then
    return;
  end if;
  if after is not null then
    ids := array(
      select s.contact_id
      from kith_private.card_sequences s
      cross join lateral (
        select from kith.contacts k where k.owner_id = s.owner_id and k.id = s.contact_id and not k.is_archived offset 0) there
      where s.owner_id = (select auth.uid()) and s.contact_id > after and s.sequence > since and s.sequence <= until
      order by s.contact_id limit 3000);
    return;
  end if;
  select coalesce(array_agg(s.contact_id) filter (where c.is_there), '{}'), coalesce(array_agg(distinct x.name) filter (where x.name is not null), '{}')
  into ids, gone
  from kith_private.card_sequences s
  left join lateral (
    select not k.is_archived as is_there, kith_private.card_name(k) as name from kith.contacts k
    where k.owner_id = s.owner_id and k.id = s.contact_id offset 0) c on true
  cross join lateral unnest(array[
    case when c.is_there is not true then coalesce(c.name, nullif(s.name, ''), s.contact_id || '.vcf') end, nullif(nullif(s.name, c.name), '')]) x (name)
  where s.owner_id = (select auth.uid()) and s.sequence > since and s.sequence <= until;
  -- Another contact may have the name by now.
  gone := array(
    select name from unnest(gone) name
    where not exists (
      select from kith.contacts k where k.owner_id = (select auth.uid()) and k.card is not null and k.card ->> 'name' = name and not k.is_archived));
end
$$;

-- A sync token. Those of another account, or of another version of what writes cards, are not known; null where there are none.
create function kith_private.book_token(arguments jsonb, sequence bigint) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return 'data:,' || sequence || '-' || left(kith_private.tag(concat_ws(' ', auth.uid(), arguments ->> 'writer')), 8);
end
$$;

-- The sequence that a sync token names; null where it is not known, or what was deleted since is not.
create function kith_private.sequence_of_token(arguments jsonb, token text) returns bigint
language plpgsql stable set search_path = ''
as $$
declare
  sequence constant bigint := substring(token from '^data:,([0-9]{1,18})-[0-9a-f]{8}$');
begin
  return case when token = kith_private.book_token(arguments, sequence) and sequence between kith_private.purged_cards() and kith_private.last_card_sequence()
    then sequence end;
end
$$;

-- The last sequence of the current user's cards that were deleted and are forgotten.
create function kith_private.purged_cards() returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select l.purged_cards from kith_private.change_logs l where l.owner_id = (select auth.uid())), 0);
end
$$;

grant execute on function kith_private.card_name(kith.contacts), kith_private.network_names(kith.contacts),
  kith_private.card_state(kith.contacts, text[]), kith_private.card_line(jsonb, kith.contacts, text[], text),
  kith_private.card_tag(jsonb, kith.contacts, text[]), kith_private.card_lines(jsonb, uuid[]),
  kith_private.cards_with(text, text[]), kith_private.seen_cards_with(text, text[]), kith_private.set_card(uuid, jsonb),
  kith_private.keep_card(uuid, jsonb),
  kith_private.networks_of_names(jsonb), kith_private.join_networks_of_card(uuid, jsonb), kith_private.last_card_sequence(), kith_private.end_of_changes(bigint, integer),
  kith_private.changed_cards(bigint, bigint, uuid), kith_private.book_token(jsonb, bigint), kith_private.sequence_of_token(jsonb, text),
  kith_private.purged_cards() to authenticated;
