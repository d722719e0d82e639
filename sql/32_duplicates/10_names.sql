-- Names that are alike, to find duplicates. A name is compared by its words: folded, without punctuation and sorted.

-- The words of a name in order, without empty ones.
create function kith_private.sorted_words(words text[]) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  if cardinality(words) = 2 and words[1] <> '' and words[2] <> '' then
    return case when words[1] <= words[2] collate "C" then words else array[words[2], words[1]] end;
  elsif cardinality(words) = 1 then
    return array_remove(words, '');
  end if;
  return array(select word from unnest(words) word where word <> '' order by word collate "C");
end
$$;

-- The pairs of different words that are one edit apart: a letter more, less or changed, or two neighbours swapped; the longer
-- one has at least four letters.
-- Two words are one edit apart where leaving out the letter at the same place of each gives the same, where one is the other
-- without a letter, or where swapping two letters of one gives the other. Many words that are all alike, such as codes,
-- are no variants of one name.
create function kith_private.similar_words(words text[]) returns table (one text, other text)
language plpgsql immutable parallel safe set search_path = '' set enable_nestloop = off set enable_mergejoin = off
as $$
begin
  return query
  with vocabulary as materialized (
    select word, char_length(word) as length from unnest(words) word where char_length(word) > 2),
  variants as materialized (
    select v.word, v.length, place, overlay(v.word placing '' from place for 1) as variant
    from vocabulary v cross join lateral generate_series(1, v.length) place where v.length > 3 limit 200000),
  blocks as materialized (
    select array_agg(v.word) as words from variants v group by v.place, v.variant having count(*) between 2 and 20)
  select distinct least(pair.one collate "C", pair.other), greatest(pair.one collate "C", pair.other)
  from (
    select a.word, b.word from blocks cross join lateral unnest(blocks.words) a (word) cross join lateral unnest(blocks.words) b (word)
    where a.word < b.word collate "C"
    union all
    select v.word, o.word from variants v join vocabulary o on o.word = v.variant
    union all
    select v.word, o.word from variants v
    join vocabulary o on o.word = overlay(v.word placing reverse(substr(v.word, v.place, 2)) from v.place for 2)
    where v.place < v.length and o.word <> v.word) pair (one, other)
  limit 20000;
end
$$;

create type kith_private.contact_name as (contact uuid, words text[]);
comment on type kith_private.contact_name is 'A contact and the sorted words of its name.';

create type kith_private.shared_key as (kind integer, key bigint, contact uuid, side boolean);
comment on type kith_private.shared_key is
  'A key that contacts share which may be the same person, as a hash. Kind: 1 e-mail address, 2 phone number, 4 name, 8 name of one word, 16 similar name. '
  'Where a name has two sides, those of the one are like those of the other, not like each other.';

-- A name without one of its words.
create function kith_private.name_without(words text[], place bigint) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return array_to_string(words[:place - 1] || words[place + 1:], ' ');
end
$$;

-- Keys of names that differ in one word only, which is one edit apart or an initial, or which one of them does not have. Of
-- names with two to six words.
-- Each name without one of its words is looked for among the others: with a similar word in its place, with the initial, or
-- as a whole name. Both limits bound the time for accounts with very many long names, or with names that are all alike.
create function kith_private.similar_name_keys(names kith_private.contact_name[]) returns setof kith_private.shared_key
language plpgsql stable set search_path = '' set enable_nestloop = off set enable_mergejoin = off set work_mem = '32MB'
as $$
begin
  return query
  with parts as materialized (
    select n.contact, n.words, w.word, w.place
    from unnest(names) n cross join lateral unnest(n.words) with ordinality w (word, place)
    where cardinality(n.words) between 2 and 6 limit 150000),
  similar_words as materialized (
    select s.one, s.other from kith_private.similar_words(array(
      select found.word from (select p.word from parts p group by p.word offset 0) found
      where char_length(found.word) between 3 and 30 and found.word !~ '[0-9]' limit 20000)) s),
  initials as materialized (
    select distinct p.word, kith_private.name_without(p.words, p.place) as rest from parts p where char_length(p.word) = 1),
  -- A word that is missing counts only where somebody has the name without it.
  whole as materialized (select n.contact, array_to_string(n.words, ' ') as name from unnest(names) n),
  longer as materialized (
    select p.contact, p.rest from (
      select p.contact, kith_private.name_without(p.words, p.place) as rest from parts p where cardinality(p.words) > 2 offset 0) p
    where p.rest in (select w.name from whole w))
  select 16, hashtextextended(concat_ws('|', found.rest, found.variants), 16), found.contact, found.side
  from (
    select kith_private.name_without(p.words, p.place), s.variants, p.contact, s.side
    from parts p join (
      select one, concat_ws('|', one, other), false from similar_words
      union all
      select other, concat_ws('|', one, other), true from similar_words) s (word, variants, side) on s.word = p.word
    union all
    select i.rest, i.word, p.contact, char_length(p.word) = 1
    from initials i join parts p on left(p.word, 1) = i.word and kith_private.name_without(p.words, p.place) = i.rest
    union all
    select l.rest, '', l.contact, true from longer l
    union all
    select l.rest, '', w.contact, false from whole w
    join (select distinct longer.rest from longer) l on l.rest = w.name) found (rest, variants, contact, side)
  limit 150000;
end
$$;

grant execute on function kith_private.sorted_words(text[]), kith_private.name_without(text[], bigint), kith_private.similar_words(text[]),
  kith_private.similar_name_keys(kith_private.contact_name[]) to authenticated;
