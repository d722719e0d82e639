-- Names that are alike, to find duplicates. A name is compared by its words: folded, without punctuation and sorted.

-- The pairs of different words that are one edit apart: a letter more, less or changed, or two neighbours swapped; the longer
-- one has at least four letters.
-- Two words are one edit apart where leaving out the letter at the same place of each gives the same, where one is the other
-- without a letter, or where leaving out two neighbours that are swapped gives the same. So words are compared that have a
-- form without a letter in common, or are one themselves. Many words that share one, such as codes, are no variants of
-- one name. Where there are still too many to compare, those are left out that share theirs with the most.
create function kith_private.similar_words(words text[]) returns table (one text, other text)
language plpgsql immutable parallel safe set search_path = '' set enable_nestloop = off set enable_mergejoin = off set jit = off
as $$
begin
  return query
  with forms as materialized (
    select given.word, place,
      hashtextextended(case when place = 0 then given.word else overlay(given.word placing '' from place for 1) end, 0) as form
    from (select word, char_length(word) as length from unnest(words) word) given
    cross join lateral generate_series(0, case when given.length > 3 then given.length else 0 end) place limit 120000),
  kept as materialized (
    select sized.form from (
      select shared.form, sum(shared.size * shared.size) over (order by shared.size, shared.form rows unbounded preceding) as work
      from (select f.form, count(*)::integer as size from forms f group by f.form having count(*) between 2 and 30) shared) sized
    where sized.work <= 40000),
  members as materialized (select f.word, f.place, f.form from forms f join kept on kept.form = f.form)
  select distinct least(a.word collate "C", b.word), greatest(a.word collate "C", b.word)
  from members a join members b on b.form = a.form
  where a.word <> b.word and case
    when a.place = 0 then b.place > 0
    when a.place = b.place then a.word < b.word collate "C"
    when b.place = a.place + 1 then substr(a.word, a.place, 1) = substr(b.word, b.place, 1)
  end;
end
$$;

create type kith_private.contact_name as (contact uuid, words text[]);
comment on type kith_private.contact_name is 'A contact and the sorted words of its name.';

create type kith_private.shared_key as (kind integer, key bigint, contact uuid, side boolean);
comment on type kith_private.shared_key is
  'A key that contacts share which may be the same person, as a hash. Kind: 1 e-mail address, 2 phone number, 4 name, 8 name of one word, 16 similar name. '
  'Where a name has two sides, those of the one are like those of the other, not like each other.';

-- Keys of names that differ in one word only, which is one edit apart or an initial, or which one of them does not have. Of
-- names with two to six words.
-- Each name without one of its words is looked for among the others: with a similar word in its place, with the initial, or
-- as a whole name. Names and what is left of them are compared as hashes. Where many words are similar to others, those are
-- left out that most names have, so that the number of keys does not depend on the names.
create function kith_private.similar_name_keys(names kith_private.contact_name[]) returns setof kith_private.shared_key
language plpgsql stable set search_path = '' set enable_nestloop = off set enable_mergejoin = off set jit = off set work_mem = '32MB'
as $$
begin
  return query
  with parts as materialized (
    select n.contact, cardinality(n.words) as size, w.word,
      hashtextextended(array_to_string(n.words[:w.place - 1] || n.words[w.place + 1:], ' '), 0) as rest
    from unnest(names) n cross join lateral unnest(n.words) with ordinality w (word, place)
    where cardinality(n.words) between 2 and 6 limit 100000),
  -- A word is compared only where another name has the rest of its name.
  words as materialized (
    select p.word, count(*) as frequency
    from parts p join (select q.rest from parts q group by q.rest having count(*) > 1) shared on shared.rest = p.rest
    group by p.word),
  similar_pairs as materialized (
    select found.one, found.other, found.pair from (
      select s.one, s.other, hashtextextended(s.one || ' ' || s.other, 0) as pair,
        sum(a.frequency + b.frequency) over (order by a.frequency + b.frequency, s.one, s.other rows unbounded preceding) as work
      from kith_private.similar_words(array(
        select w.word from words w where char_length(w.word) between 3 and 30 and w.word !~ '[0-9]' limit 20000)) s
      join words a on a.word = s.one join words b on b.word = s.other) found
    where found.work <= 50000),
  initials as materialized (select distinct p.word, p.rest from parts p where char_length(p.word) = 1),
  -- A word that is missing counts only where somebody has the name without it.
  whole as materialized (select n.contact, hashtextextended(array_to_string(n.words, ' '), 0) as name from unnest(names) n),
  longer as materialized (select p.contact, p.rest from parts p where p.size > 2 and p.rest in (select w.name from whole w))
  select 16, found.key, found.contact, found.side
  from (
    select hashint8extended(p.rest, s.pair), p.contact, s.side
    from parts p join (
      select one, pair, false from similar_pairs
      union all
      select other, pair, true from similar_pairs) s (word, pair, side) on s.word = p.word
    union all
    select hashint8extended(i.rest, ascii(i.word)), p.contact, char_length(p.word) = 1
    from initials i join parts p on left(p.word, 1) = i.word and p.rest = i.rest
    union all
    select l.rest, l.contact, true from longer l
    union all
    select l.rest, w.contact, false from whole w
    join (select distinct longer.rest from longer) l on l.rest = w.name) found (key, contact, side)
  limit 100000;
end
$$;

grant execute on function kith_private.similar_words(text[]),
  kith_private.similar_name_keys(kith_private.contact_name[]) to authenticated;

-- Pairs that the owner knows to be two people. They refer to no contact, so that undoing the deletion of a contact, or a
-- merge, finds them as they were.
create table kith_private.dismissed_duplicates (
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  contact_id uuid not null,
  other_contact_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (owner_id, contact_id, other_contact_id),
  constraint dismissed_duplicates_order_check check (contact_id < other_contact_id)
);
comment on table kith_private.dismissed_duplicates is 'Pairs of contacts that are not the same person, and are not listed as duplicates any more.';
comment on column kith_private.dismissed_duplicates.owner_id is 'Whose contacts they are.';
comment on column kith_private.dismissed_duplicates.contact_id is 'The contact with the smaller id.';
comment on column kith_private.dismissed_duplicates.other_contact_id is 'The other contact.';
comment on column kith_private.dismissed_duplicates.created_at is 'When the pair was dismissed.';

alter table kith_private.dismissed_duplicates enable row level security;
grant select, delete on kith_private.dismissed_duplicates to authenticated;
grant insert (owner_id, contact_id, other_contact_id) on kith_private.dismissed_duplicates to authenticated;

create policy "Owners reach their dismissed pairs" on kith_private.dismissed_duplicates
  for all to authenticated using ((select kith_private.owner_id()) = owner_id);

-- Keeps the last 10,000 dismissed pairs of the current user.
-- With the rights of the function's owner, because a key that is limited to networks does not see all of them.
create function kith_private.forget_dismissed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
begin
  delete from kith_private.dismissed_duplicates d
  where d.owner_id = owner and (d.contact_id, d.other_contact_id) in (
    select o.contact_id, o.other_contact_id from kith_private.dismissed_duplicates o where o.owner_id = owner
    order by o.created_at desc, o.contact_id, o.other_contact_id offset 10000);
  return null;
end
$$;
create trigger forget_dismissed after insert on kith_private.dismissed_duplicates
  for each statement execute function kith_private.forget_dismissed();

-- Pairs of contacts that may be the same person. Contacts are not compared with each other: those that share a key are found.

-- The keys of all contacts that are neither archived nor the user's own.
-- At most 100,000 addresses and 100,000 numbers are read, so that the time is bounded.
create function kith_private.duplicate_keys() returns setof kith_private.shared_key
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  calling_code constant text := kith_private.own_calling_code();
  own constant uuid := kith_private.own_contact();
  names kith_private.contact_name[];
begin
  names := array(
    select (c.id, array(
      select word from regexp_split_to_table(kith_private.folded(case when strpos(called.name, '<') > 0
        then (kith_private.written_name(called.name))[1] else called.name end) collate "C", '[\s!-/:-@[-`{-~’]+') word
      where word <> '' order by word collate "C"))::kith_private.contact_name
    from kith.contacts c
    -- A middle name may be missing, or be a part of the first name.
    cross join lateral unnest(case when c.middle_name is null then array[c.display_name]
      else array[c.display_name, concat_ws(' ', c.first_name, c.middle_name, c.last_name)] end) called (name)
    where not c.is_archived and c.id is distinct from own);
  return query
  select case when cardinality(n.words) > 1 then 4 else 8 end, hashtextextended(array_to_string(n.words, ' '), 4), n.contact, false
  from unnest(names) n where cardinality(n.words) > 0;
  -- Names in scripts without spaces are compared by their characters: 王秉元 is the given name 秉元 and the family name 王.
  return query
  select 4, hashtextextended((
    select string_agg(letter, '' order by letter collate "C") from unnest(n.words) word, regexp_split_to_table(word, '') letter), 3), n.contact, false
  from unnest(names) n where array_to_string(n.words, '') ~ '^[\u1100-\u11ff\u3040-\ud7ff]{2,}$';
  return query
  select 1, hashtextextended(lower((email ->> 'value') collate "C"), 1), c.id, false
  from kith.contacts c cross join lateral jsonb_array_elements(c.emails) email
  where c.emails <> '[]' and not c.is_archived and c.id is distinct from own limit 100000;
  -- The least telling ones are left out where all else has taken long, so that there is an answer in time.
  if clock_timestamp() < statement_timestamp() + interval '1.2 seconds' then
    return query
    select 2, hashtextextended(phone.digits, 2), phone.id, false from (
      select c.id, kith_private.phone_digits(phone ->> 'value', calling_code) as digits
      from kith.contacts c cross join lateral jsonb_array_elements(c.phones) phone
      where c.phones <> '[]' and not c.is_archived and c.id is distinct from own limit 100000) phone
    where phone.digits is not null;
  end if;
  if clock_timestamp() < statement_timestamp() + interval '1.2 seconds' then
    return query select k.* from kith_private.similar_name_keys(names) k;
  end if;
end
$$;

create type kith_private.duplicate_pair as (one uuid, other uuid, kinds integer, score numeric);
comment on type kith_private.duplicate_pair is 'Two contacts that may be the same person, the kinds of keys that they share, as a sum, and how likely it is.';

-- How likely two contacts are the same: an e-mail address counts 0.9, a name 0.8, a phone number 0.7, a name of one word or a
-- similar one 0.5; what each leaves of doubt is multiplied.
create function kith_private.duplicate_score(kinds integer) returns numeric
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return round(1 - case when kinds & 1 > 0 then 0.1 else 1 end * case when kinds & 2 > 0 then 0.3 else 1 end
    * case when kinds & 4 > 0 then 0.2 when kinds & 24 > 0 then 0.5 else 1 end, 2);
end
$$;

-- A page of the pairs that may be duplicates, the most likely first, and how many there are.
-- A key that more than 50 contacts share, such as the number of a company, says nothing of two of them.
create function kith_private.find_pairs(least_score numeric, first bigint, size bigint, out total bigint, out page kith_private.duplicate_pair[])
language plpgsql stable set search_path = '' set enable_nestloop = off set enable_mergejoin = off set enable_sort = off set jit = off set work_mem = '32MB'
as $$
declare
  scores constant numeric[] := array(select kith_private.duplicate_score(kinds) from generate_series(1, 31) kinds order by kinds);
begin
  with keys as materialized (select k.kind, k.key, k.contact, k.side from kith_private.duplicate_keys() k),
  shared as (select min(k.kind) as kind, k.key, count(*) as size from keys k group by k.key having count(*) between 2 and 50),
  -- The most telling ones where there are too many.
  kept as materialized (
    select s.key from (
      select shared.key, sum((shared.size * shared.size)::integer) over (order by shared.kind, shared.size, shared.key rows unbounded preceding) as work
      from shared) s where s.work <= 300000),
  members as materialized (select k.kind, k.key, k.contact, k.side from kept join keys k on k.key = kept.key),
  pairs as (
    select least(a.contact, b.contact) as one, greatest(a.contact, b.contact) as other, bit_or(a.kind) as kinds
    from members a join members b on b.key = a.key
    where case when a.kind = 16 then b.side and not a.side and a.contact <> b.contact else a.contact < b.contact end
    group by 1, 2),
  scored as materialized (
    select p.one, p.other, p.kinds, scores[p.kinds] as score from pairs p
    where scores[p.kinds] >= least_score and (p.one, p.other) not in (
      select d.contact_id, d.other_contact_id from kith_private.dismissed_duplicates d))
  select (select count(*) from scored), array(
    select (s.one, s.other, s.kinds, s.score)::kith_private.duplicate_pair from scored s
    order by s.score desc, s.one, s.other offset first limit find_pairs.size) into total, page;
end
$$;

grant execute on function kith_private.duplicate_keys(), kith_private.duplicate_score(integer),
  kith_private.find_pairs(numeric, bigint, bigint) to authenticated;

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
    found := found || json_build_object('kind', 'name', 'value', kith_private.shown_name(one));
  elsif kinds & 16 > 0 then
    found := found || json_build_object('kind', 'similar_name', 'value', kith_private.shown_name(one) || ' / ' || kith_private.shown_name(other));
  end if;
  return array_to_json(found);
end
$$;

-- A contact in the list of duplicates.
create function kith_private.duplicate_contact(contact kith.contacts) returns json
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return json_build_object('id', contact.id, 'displayName', kith_private.shown_name(contact), 'company', contact.company,
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
  perform kith_private.set_reads_list(true);
  found := kith_private.find_pairs(coalesce((query ->> 'minScore')::numeric, 0), (number - 1) * size, size);
  perform kith_private.set_reads_list(false);
  for start in 1 .. coalesce(cardinality(found.page), 0) by 50 loop
    items := kith_private.add_items(items, (
      select string_agg(kith_private.duplicate_body(one.contact, other.contact, pair.kinds, pair.score, calling_code)::text, ',' order by pair.position)
      from unnest(found.page[start : start + 49]) with ordinality pair (one_id, other_id, kinds, score, position)
      -- With limits, so that each is looked up by its id, and not all contacts are read to join them.
      cross join lateral (select c as contact from kith.contacts c where c.id = pair.one_id limit 1) one
      cross join lateral (select c as contact from kith.contacts c where c.id = pair.other_id limit 1) other));
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
  kith_private.duplicate_contact(kith.contacts),
  kith_private.duplicate_body(kith.contacts, kith.contacts, integer, numeric, text) to authenticated;
