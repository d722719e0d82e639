-- The search of contacts: what it reads of a contact is kith_private.searched_texts.

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

-- The name in what is copied from elsewhere, {name, address}: without what stands around words in "Mustermann, Max" and
-- Max (Maxi) Mustermann <max@example.com>. Words without letters stay as they are, because brackets belong to phone numbers.
create function kith_private.written_name(written text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  around constant text := E',;"\'<>()[]{}“”„«»‘’，、；（）「」';
  address constant text := substring(written from '\S\s*<([^<>@\s]+@[^<>@\s]+)>\s*$');
  words text[];
begin
  if translate(written, around, '') = written then
    return array[written, null];
  end if;
  words := array(
    select case when word ~ '[[:alpha:]]' then btrim(word, around) else word end
    from regexp_split_to_table(case when address is null then written else left(written, -strpos(reverse(written), '<')) end, '[\s，、；]+')
      with ordinality as given (word, position)
    where btrim(word, around) <> '' order by position);
  return array[coalesce(nullif(array_to_string(words, ' '), ''), written), address];
end
$$;

-- The patterns of a search of contacts: those of search_patterns, and further ways in which runs of its words match.
-- Words of digits are together a phone number: 01234 567890 finds +49 1234 567890. Words that are a country or a city in another
-- language find it by its English name, which the search text has too. A name in a script without spaces, 王秉元, finds the given name 秉元
-- and the family name 王, which follow each other in the search text. Of a run each word gets the ways of all of it.
-- address: contacts that have it are found, too.
create function kith_private.contact_patterns(search text, address text default null) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  words constant text[] := regexp_split_to_array(btrim(left(kith_private.folded(search), 200)), '\s+');
  -- The first and the last word of each run, and its ways.
  runs jsonb := '[]';
  place text;
  number text;
  started integer;
begin
  for begun in 1 .. least(cardinality(words), 8) loop
    for ended in begun .. case when char_length(words[begun]) > 2 then least(cardinality(words), begun + 3) else 0 end loop
      place := array_to_string(words[begun:ended], ' ');
      place := coalesce(kith_private.country_name(place), kith_private.city_name(place));
      if place is not null then
        runs := runs || jsonb_build_array(jsonb_build_array(begun, ended, array['%' || place || '%']));
      end if;
    end loop;
  end loop;
  if octet_length(search) > char_length(search) then
    for word in 1 .. cardinality(words) loop
      if words[word] ~ '^[\u1100-\u11ff\u3040-\ud7ff]{2,8}$' then
        runs := runs || jsonb_build_array(jsonb_build_array(word, word, (
          select array_agg(way) from generate_series(1, char_length(words[word]) - 1) length
          cross join lateral (values (left(words[word], length) , substr(words[word], length + 1))) as half (one, other)
          cross join lateral unnest(array['%' || half.other || '_' || half.one || '%', '%' || half.one || '_' || half.other || '%']) way)));
      end if;
    end loop;
  end if;
  if address is not null then
    runs := runs || jsonb_build_array(jsonb_build_array(1, cardinality(words), kith_private.search_patterns(address) -> 0));
  end if;
  if search ~ '[0-9]' then
    for word in 1 .. cardinality(words) + 1 loop
      if words[word] collate "und-x-icu" ~ '^(?:tel:|p:)?[^[:alpha:]]+$' then
        started := coalesce(started, word);
        number := concat_ws(' ', number, words[word]);
      elsif started is not null then
        if number ~ '[0-9][^0-9]*[0-9][^0-9]*[0-9]' then
          runs := runs || jsonb_build_array(jsonb_build_array(started, word - 1,
            kith_private.number_patterns(number, kith_private.own_calling_code())));
        end if;
        started := null;
        number := null;
      end if;
    end loop;
  end if;
  if runs = '[]' then
    return kith_private.search_patterns(search);
  end if;
  return (
    select jsonb_agg((kith_private.search_patterns(word) -> 0) || coalesce((
        select jsonb_agg(way) from jsonb_array_elements(runs) run cross join lateral jsonb_array_elements(run -> 2) way
        where given.at between (run ->> 0)::integer and (run ->> 1)::integer), '[]') order by char_length(word) desc)
    from unnest(words) with ordinality as given (word, at) where word <> '');
end
$$;

-- The words of a place with spaces around them, as place_patterns looks for them, from the members of an address.
create function kith_private.words_of_place(address jsonb) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return concat(' ', array_to_string(kith_private.name_words(kith_private.place_of(address)), ' '), ' ');
end
$$;

-- For each word of a place that is looked for its LIKE patterns: one for the word, and one for each country or city that has this name,
-- or one of several words, in another language.
-- Whole words, because Rome is not in Romania; in scripts without spaces, parts of them.
create function kith_private.place_patterns(place text) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  words constant text[] := (kith_private.name_words(place))[:20];
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_array(case
        when word ~ '[\u0e00-\u0eff\u1100-\u11ff\u3040-\ud7ff]' then '%' || word || '%' else '% ' || word || ' %' end) || coalesce((
        select jsonb_agg('% ' || array_to_string(kith_private.name_words(found.name), ' ') || ' %')
        from generate_series(greatest(given.at - 3, 1), given.at) as f (first)
        cross join generate_series(given.at, least(given.at + 3, cardinality(words))) as l (last)
        cross join lateral (
          select coalesce(kith_private.country_name(run), kith_private.city_name(run)) from (
            select array_to_string(words[f.first:l.last], ' ')) as r (run)) found (name)
        where l.last - f.first < 4 and found.name is not null), '[]') order by given.at), '[]')
    from unnest(words) with ordinality as given (word, at));
end
$$;

-- Whether one of the addresses has each word of a place, by their patterns.
create function kith_private.is_in_place(addresses jsonb, patterns jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return exists (
    select from jsonb_array_elements(addresses) address
    cross join lateral (select kith_private.words_of_place(address) offset 0) at (place)
    where not exists (
      select from jsonb_array_elements(patterns) ways
      where not at.place like any (array(select jsonb_array_elements_text(ways)))));
end
$$;

-- Refuses a search that has run for three seconds.
-- Comparing takes time proportional to the lengths of the text and of the search, so many long texts that almost match a
-- long search would keep Postgres busy after the client was told that the service is not available.
create function kith_private.search_took_too_long(parameter text default 'search') returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  perform kith_private.refuse_member('/' || parameter, 'too_long',
    'This search takes too long. Search for fewer or shorter words.', 'query');
  return null;
end
$$;

-- Which contacts have a note with a word of a search: for each word those, null for a word that notes are not searched for. Words of one
-- or two letters are in almost every note. Reads the newest first, for one second: is_cut says whether that was not enough.
-- One pass over the notes answers for all words, because reading them takes longer than comparing them.
create function kith_private.contacts_in_notes(patterns jsonb, out noted kith_private.noted_word[], out is_cut boolean)
language plpgsql stable set search_path = '' set enable_sort = off set enable_bitmapscan = off set jit = off
as $$
declare
  until constant timestamptz := statement_timestamp() + interval '1 second';
  words constant boolean[] := array(
    select char_length(ways ->> 0) > 4 or ways ->> 0 ~ '[\u0e00-\u0eff\u1100-\u11ff\u3040-\ud7ff]'
    from jsonb_array_elements(patterns) with ordinality as given (ways, word) order by word);
  condition text;
  called text;
  compared text;
  listed text;
begin
  is_cut := false;
  if not words && '{true}' then
    return;
  end if;
  for word in 1 .. cardinality(words) loop
    condition := null;
    for way in 0 .. case when words[word] then jsonb_array_length(patterns -> word - 1) else 0 end - 1 loop
      condition := concat_ws(' or ', condition, format('%%1$s like ($1 #>> %L)', array[word - 1, way]));
    end loop;
    if condition is not null then
      condition := kith_private.note_condition(format('(%s)', condition));
      called := concat_ws(' or ', called, condition);
      compared := concat_ws(', ', compared, format('%s as fits_%s', condition, word));
    end if;
    listed := concat_ws(', ', listed, case when condition is null then 'null'
      else format('row(array_agg(contact) filter (where fits_%s))::kith_private.noted_word', word) end);
  end loop;
  perform kith_private.set_reads_list(true);
  execute format('select array[%s] from (
      select contact_ids, %s from kith.notes where clock_timestamp() < $2 and (%s) order by occurred_at desc, id desc offset 0) compared
    cross join lateral unnest(contact_ids) contact', listed, compared, called)
    into noted using patterns, until;
  perform kith_private.set_reads_list(false);
  is_cut := clock_timestamp() >= until;
end
$$;

-- The condition that a contact matches every word of a search, as an SQL fragment for kith_private.find_page, in which $2 is the search. A
-- word also matches the members of its networks and the contacts of its notes, where there are some. read_from: the column of the search
-- that has the patterns.
-- A contact matches when, for every word, its search text matches one of the patterns. (LIKE is
-- faster than strpos, which counts the characters before the match.) Looking at the clock for each contact costs a
-- twentieth of an ordinary search, so that is done for long texts and long searches only.
create function kith_private.search_condition(
  patterns jsonb, networks jsonb default null, noted kith_private.noted_word[] default null, read_from text default 'patterns') returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  fits constant text := (
    select string_agg(format('(%s%s%s)', (
      select string_agg(format('%%1$s like (($2).%I #>> %L)', read_from, array[word - 1, way - 1]), ' or ' order by way)
      from generate_series(1, jsonb_array_length(ways)) way),
      -- "is true" makes Postgres put the contacts into a hash table
      case when networks -> word::integer - 1 <> '[]' then format($sql$ or (contacts.id in (
        select m.contact_id from kith.contact_networks m
        where m.network_id = any (array(select jsonb_array_elements_text(($2).networks -> %s))::uuid[]))) is true$sql$, word - 1) end,
      case when (noted[word]).contacts <> '{}' then format($sql$ or (contacts.id in (
        select unnest((($2).noted[%s]).contacts))) is true$sql$, word) end), ' and ' order by word)
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

-- How well the name of a contact that is found is what is searched for, as an SQL fragment for kith_private.find_page. 0: the name is the
-- search, 1: each word of the search begins a word of the name, 2: neither, 3: notes have a word that the contact itself and its networks
-- have not. $2 is the search.
-- The folded name is mostly the beginning of the search text. Folding the names of 5,000 contacts takes 100 ms.
create function kith_private.search_rank(without_notes text default null) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  others constant text := case when without_notes is null then '2' else format('case when %s then 2 else 3 end', without_notes) end;
begin
  return format($sql$case
    -- Mostly the first word is not in the name, but in an address behind it. An ASCII name is as long as its folded one.
    when octet_length(display_name) = char_length(display_name)
      and strpos(search_text, ($2).named.first) not between 1 and char_length(display_name) then %1$s
    else (
    select case when called.name = ($2).named.whole then 0
      when called.name like all (($2).named.beginnings) then 1 else %1$s end
    from (
      select ' ' || translate(case
        when substr(search_text, char_length(display_name) + 1, 1) in ('', E'\n') then left(search_text, char_length(display_name))
        else kith_private.folded(left(display_name, 100)) end, E'-\n', '  ') as name offset 0) called) end$sql$, others);
end
$$;

-- A search as search_rank compares it with names.
create function kith_private.named_words(search text) returns kith_private.name_search
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  words constant text[] := array(
    select word from regexp_split_to_table(translate(left(kith_private.folded(search), 200), '-', ' '), '\s+') with ordinality given (word, place)
    where word <> '' order by place);
begin
  return (' ' || array_to_string(words, ' '), words[1], array(
    select '% ' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' from unnest(words) word))::kith_private.name_search;
end
$$;

grant execute on function kith_private.contacts_in_notes(jsonb), kith_private.search_rank(text), kith_private.named_words(text), kith_private.search_patterns(text), kith_private.written_name(text), kith_private.contact_patterns(text, text),
  kith_private.words_of_place(jsonb), kith_private.place_patterns(text), kith_private.is_in_place(jsonb, jsonb),
  kith_private.search_took_too_long(text), kith_private.search_condition(jsonb, jsonb, kith_private.noted_word[], text) to authenticated;

-- Contacts whose names look or sound like what a search did not find.

-- The consonants of a folded word, one letter for those that sound alike, and whether it begins with a vowel.
create function kith_private.sound_of(word text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  sound text := regexp_replace(replace(replace(replace(word, 'ph', 'f'), 'ck', 'k'), 'ch', 'k'), 'c([eiy])', 's\1', 'g');
begin
  sound := translate(replace(sound, 'x', 'ks'), 'cqgvwzdbyjhou', 'kkkffstpiii');
  sound := regexp_replace(left(sound, 1) || regexp_replace(substr(sound, 2), '[aei]+', '', 'g'), '^[aei]', 'a');
  return regexp_replace(sound, '(.)\1+', '\1', 'g');
end
$$;

-- Whether two words differ by no more than one letter that is missing, added or another one, or by two neighbours that are
-- swapped.
create function kith_private.is_one_edit(one text, other text) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  same integer := 0;
begin
  if abs(char_length(one) - char_length(other)) > 1 then
    return false;
  end if;
  while same < char_length(one) and substr(one, same + 1, 1) = substr(other, same + 1, 1) loop
    same := same + 1;
  end loop;
  return substr(one, same + 2) in (substr(other, same + 2), substr(other, same + 1))
    or substr(one, same + 1) = substr(other, same + 2)
    or (substr(one, same + 3) = substr(other, same + 3)
      and substr(one, same + 1, 1) = substr(other, same + 2, 1) and substr(one, same + 2, 1) = substr(other, same + 1, 1));
end
$$;

-- LIKE patterns; one of them matches most texts with a word that looks or sounds like this one.
-- A word that is one edit away still has one half of the other in it, unless the edit swaps the letters in the middle; one
-- that sounds alike has most of the consonants.
create function kith_private.alike_patterns(word text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  half constant integer := char_length(word) / 2;
  sound constant text := regexp_replace(regexp_replace(word, '(.)\1', '\1', 'g'), '[aeiouyhckqgfvwpbszxdtj]+', '%', 'g');
begin
  return array['%' || left(word, half + char_length(word) % 2) || '%', '%' || substr(word, half + 1) || '%',
    case when half > 1 then '%' || left(word, half - 1) || '__' || substr(word, half + 2) || '%' else '' end,
    case when char_length(replace(sound, '%', '')) > 1 then '%' || sound || '%' else '' end];
end
$$;

-- How a word is like one of those of a name: the smaller, the more; null where it is not.
-- 0: the same beginning, 1: one edit, 2: the same sound, null: none of them.
create function kith_private.likeness(word text, names text[]) returns integer
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  sound constant text := kith_private.sound_of(word);
  name text;
  best integer;
begin
  foreach name in array names loop
    if name like word || '%' then
      return 0;
    elsif char_length(name) > 2 and kith_private.is_one_edit(word, name) then
      best := 1;
    elsif best is null and char_length(sound) > 1 and sound = kith_private.sound_of(name) then
      best := 2;
    end if;
  end loop;
  return best;
end
$$;

-- At most five contacts whose names look or sound like the words of a search, the most alike first, as JSON.
-- The longest two words decide. Of the contacts that may match, those with the most patterns and about the same length are
-- compared word by word. Accents are left in this first comparison: most words have one half without any.
create function kith_private.suggestions(search text) returns text
language plpgsql stable set search_path = '' set enable_sort = on set jit = off
as $$
declare
  words constant text[] := array(
    select left(word, 20) from regexp_split_to_table(left(kith_private.folded(search), 200) collate "C", '[\s!-/:-@[-`{-~’]+') word
    where char_length(word) > 2 and word !~ '[0-9]' order by char_length(word) desc limit 2);
  first constant text[] := kith_private.alike_patterns(words[1]);
  other constant text[] := kith_private.alike_patterns(coalesce(words[2], words[1]));
  -- Each pattern costs a tenth of the search. Of two words one may be found by its halves, so four are enough for both.
  third constant text := case when cardinality(words) > 1 then other[1] else first[3] end;
  fourth constant text := case when cardinality(words) > 1 then other[2] else first[4] end;
  suggested text;
begin
  if words = '{}' then
    return '[]';
  end if;
  perform kith_private.set_reads_list(true);
  select json_agg(json_build_object('id', s.id, 'displayName', (
      select kith_private.shown_name(c) from kith.contacts c where c.owner_id = (select auth.uid()) and c.id = s.id)) order by s.unlikeness, s.display_name collate "und-x-icu", s.id)
  into suggested
  from (
    select alike.id, alike.display_name, l.unlikeness from (
      select c.id, c.display_name from (
        select n.id, n.display_name, lower(n.display_name collate "C") as name from kith.contacts n offset 0) c
      where c.name like first[1] or c.name like first[2] or c.name like third or c.name like fourth
      order by (c.name like first[1] or c.name like first[2])::integer + (c.name like other[1] or c.name like other[2])::integer desc,
        abs(char_length(c.display_name) - char_length(search)), c.display_name collate "C", c.id
      limit 30) alike
    cross join lateral (
      select regexp_split_to_array(kith_private.folded(alike.display_name) collate "C", '[\s!-/:-@[-`{-~’]+') as names offset 0) folded
    cross join lateral (
      select sum(coalesce(kith_private.likeness(word, folded.names), 4)) as unlikeness, count(kith_private.likeness(word, folded.names)) as likes
      from unnest(words) word) l
    where l.likes > 0
    order by l.unlikeness, alike.display_name collate "und-x-icu", alike.id
    limit 5) s;
  perform kith_private.set_reads_list(false);
  return coalesce(suggested, '[]');
end
$$;

grant execute on function kith_private.sound_of(text), kith_private.is_one_edit(text, text), kith_private.alike_patterns(text),
  kith_private.likeness(text, text[]), kith_private.suggestions(text) to authenticated;
