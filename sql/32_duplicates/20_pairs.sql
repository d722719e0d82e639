-- Pairs of contacts that may be the same person. Contacts are not compared with each other: those that share a key are found.

-- The keys of all contacts that are not archived.
-- Of an account with very many contacts only the first few items of each list are read, so that the time is bounded.
create function kith_private.duplicate_keys() returns setof kith_private.shared_key
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  calling_code constant text := kith_private.own_calling_code();
  names kith_private.contact_name[];
  most integer;
  first jsonpath;
begin
  names := array(
    select (listed.id, kith_private.sorted_words(listed.words))::kith_private.contact_name
    from (
      select c.id, regexp_split_to_array(kith_private.folded(c.display_name) collate "C", '[\s!-/:-@[-`{-~’]+') as words
      from kith.contacts c where not c.is_archived offset 0) listed);
  most := greatest(1, 100000 / greatest(cardinality(names), 5000));
  first := format('$[0 to %s]', most - 1);
  return query
  select case when cardinality(n.words) > 1 then 4 else 8 end, hashtextextended(array_to_string(n.words, ' '), 4), n.contact, false
  from unnest(names) n where cardinality(n.words) > 0;
  return query
  select 1, hashtextextended(lower((email ->> 'value') collate "C"), 1), c.id, false
  from kith.contacts c cross join lateral jsonb_array_elements(case when jsonb_array_length(c.emails) > most then jsonb_path_query_array(c.emails, first) else c.emails end) email
  where c.emails <> '[]' and not c.is_archived;
  -- The least telling ones are left out where all else has taken long, so that there is an answer in time.
  if clock_timestamp() < statement_timestamp() + interval '1.2 seconds' then
    return query
    select 2, hashtextextended(phone.digits, 2), phone.id, false from (
      select c.id, kith_private.phone_digits(phone ->> 'value', calling_code) as digits
      from kith.contacts c cross join lateral jsonb_array_elements(case when jsonb_array_length(c.phones) > most then jsonb_path_query_array(c.phones, first) else c.phones end) phone
      where c.phones <> '[]' and not c.is_archived offset 0) phone
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
language plpgsql stable set search_path = '' set enable_nestloop = off set enable_mergejoin = off set enable_sort = off set work_mem = '32MB'
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
