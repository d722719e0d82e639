-- The search of contacts.

-- For each word of a search its LIKE patterns: one, or two where the word may be part of a phone number.
-- Every word must match. The search text has only the digits of phone numbers, so a word of digits and the usual
-- separators is also compared by its digits. Where the digits of a word are adjacent ("+49"), every text that contains the
-- word contains the digits, so only they are searched for. Long words come first: they match fewer texts, and only these
-- are compared with the other words.
create function kith_private.search_patterns(search text) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(case
        when strpos(word, digits) > 0 then jsonb_build_array('%' || digits || '%')
        when digits <> '' then jsonb_build_array('%' || word || '%', '%' || digits || '%')
        else jsonb_build_array('%' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%') end
      order by char_length(word) desc), '[]')
    from regexp_split_to_table(left(kith_private.folded(search), 200), '\s+') word
    cross join lateral (
      select case when word ~ '^[0-9+()./-]*[0-9][0-9+()./-]*$' then regexp_replace(word, '[^0-9]', '', 'g') end) number (digits)
    where word <> '');
end
$$;

-- Refuses a search that has run for three seconds.
-- Comparing takes time proportional to the lengths of the text and of the search, so many long texts that almost match a
-- long search would keep Postgres busy after the client was told that the service is not available.
create function kith_private.search_took_too_long(parameter text default 'search') returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  perform kith_private.fail('validation_failed', errors => jsonb_build_array(jsonb_build_object('in', 'query',
    'pointer', '/' || parameter, 'code', 'too_long', 'message', 'This search takes too long. Search for fewer or shorter words.')));
  return null;
end
$$;

-- The condition that a contact matches every word of a search, as an SQL fragment for kith_private.find_page. A word also
-- matches the members of its networks, where there are some: the member networks of the query has them.
-- A contact matches when, for every word of $1 -> 'patterns', its search text matches one of the patterns. (LIKE is
-- faster than strpos, which counts the characters before the match.) Looking at the clock for each contact costs a
-- twentieth of an ordinary search, so that is done for long texts and long searches only.
create function kith_private.search_condition(patterns jsonb, networks jsonb default '[]') returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  fits constant text := (
    select string_agg(format('(%s%s)', (
      select string_agg(format('%%1$s like ($1 #>> %L)', array['patterns', (word - 1)::text, (way - 1)::text]), ' or ' order by way)
      from generate_series(1, jsonb_array_length(ways)) way),
      -- "is true" makes Postgres put the members into a hash table
      case when networks -> word::integer - 1 <> '[]' then format($sql$ or (contacts.id in (
        select m.contact_id from kith.contact_networks m
        where m.network_id = any (array(select jsonb_array_elements_text($1 #> %L))::uuid[]))) is true$sql$,
        array['networks', (word - 1)::text]) end), ' and ' order by word)
    from jsonb_array_elements(patterns) with ordinality as given (ways, word));
  time_limit constant text := 'when clock_timestamp() > (select statement_timestamp() + interval ''3 seconds'')
      then (select kith_private.search_took_too_long())';
begin
  return format('case %s when search_text is not null then %s else (
    select case %s else %s end from kith.contacts long where long.owner_id = contacts.owner_id and long.id = contacts.id) end',
    case when char_length(patterns::text) > 60 then time_limit end, format(fits, 'search_text'),
    time_limit, format(fits, 'long.long_search_text'));
end
$$;

grant execute on function kith_private.search_patterns(text), kith_private.search_took_too_long(text),
  kith_private.search_condition(jsonb, jsonb) to authenticated;
