-- Why a search has found the contacts of a page.

-- About 120 characters of a text around what a pattern finds in it, on one line. folded: the text as search reads it.
create function kith_private.excerpt(text text, folded text, ways jsonb) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  word constant text := (
    select replace(way, '\', '') from (select btrim(value, '%') from jsonb_array_elements_text(ways)) each (way)
    where strpos(folded, replace(way, '\', '')) > 0 limit 1);
  -- Folding changes lengths little.
  place constant integer := coalesce(strpos(folded, word), 1)::bigint * char_length(text) / greatest(char_length(folded), 1);
  first constant integer := case when char_length(text) <= 120 or place <= 50 then 1 else place - 40 end;
  part text := substr(text, first, 120);
begin
  -- Words are whole where they are not very long.
  if first > 1 then
    part := '… ' || regexp_replace(part, '^\S{0,20}\s', '');
  end if;
  if char_length(text) >= first + 120 then
    part := regexp_replace(part, '\s\S{0,20}$', '') || ' …';
  end if;
  return btrim(regexp_replace(part, '\s+', ' ', 'g'));
end
$$;

-- Why the contacts of a page are found: for each word of the search that is not of the name, where it is. First the contact, then its
-- networks, then its notes, of which one with all words that are left is preferred, and a newer one.
-- Loops of simple expressions, because each query takes as long as ten of them; what notes say is read for all contacts at once.
create function kith_private.matches_in(ids uuid[], search kith_private.contact_search) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  -- Of each word its patterns, as a row of equal length.
  ways constant text[] := (
    select array_agg(array(select w.patterns ->> way - 1 from generate_series(1, l.length) way order by way) order by w.word)
    from jsonb_array_elements(search.patterns) with ordinality w (patterns, word)
    cross join (select max(jsonb_array_length(p)) as length from jsonb_array_elements(search.patterns) p) l);
  matches jsonb := '[]';
  contact kith.contacts;
  position integer := 0;
  name text;
  texts text[];
  -- The lines of these texts as search reads them.
  folded text[];
  number integer;
  line text;
  match jsonb;
  noted_ids uuid[] := '{}';
  noted_words integer[] := '{}';
begin
  for contact in
    select c.* from unnest(ids) with ordinality as listed (id, place)
    join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = listed.id order by listed.place
  loop
    name := kith_private.folded(concat_ws(E'\n', contact.display_name, kith_private.shown_name(contact)));
    texts := null;
    for word in 1 .. array_length(ways, 1) loop
      continue when name like any (ways[word:word]);
      if texts is null then
        texts := kith_private.searched_texts(contact);
        folded := string_to_array(coalesce(contact.search_text, contact.long_search_text), E'\n');
      end if;
      match := null;
      number := 0;
      for place in 1 .. cardinality(texts) by 2 loop
        continue when texts[place + 1] is null;
        foreach line in array string_to_array(texts[place + 1], E'\n') loop
          number := number + 1;
          if folded[number] like any (ways[word:word]) then
            match := jsonb_build_object('field', texts[place], 'text', case texts[place]
              when 'phone' then kith_private.number_of(contact.phones, line)
              -- The English names of places are in lower case.
              when 'place' then case line when lower(line) then initcap(line) else line end
              else kith_private.excerpt(line, folded[number], search.patterns -> word - 1) end);
            exit;
          end if;
        end loop;
        exit when match is not null;
      end loop;
      if match is null and search.networks -> word - 1 <> '[]' then
        match := (
          select jsonb_build_object('field', 'network', 'text', min(n.name collate "und-x-icu")) from kith.contact_networks m
          join kith.networks n on n.owner_id = m.owner_id and n.id = m.network_id
          where m.owner_id = contact.owner_id and m.contact_id = contact.id and search.networks -> word - 1 ? m.network_id::text
          having count(*) > 0);
      end if;
      if match is not null then
        match := jsonb_build_object('contactId', contact.id) || match;
        matches := matches || case when matches @> jsonb_build_array(match) then '[]' else jsonb_build_array(match) end;
      elsif (search.noted[word]).contacts <> '{}' then
        noted_ids := noted_ids || contact.id;
        noted_words := noted_words || word;
      end if;
    end loop;
  end loop;
  if noted_ids <> '{}' then
    matches := matches || kith_private.matches_in_notes(noted_ids, noted_words, ways, search.patterns);
  end if;
  return matches;
end
$$;

-- The first of the phone numbers with these digits.
create function kith_private.number_of(phones jsonb, digits text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (select p ->> 'value' from jsonb_array_elements(phones) p where regexp_replace(p ->> 'value', '[^0-9]', '', 'g') = digits limit 1);
end
$$;

-- For contacts and words of a search that are not of themselves, the notes that have the words.
create function kith_private.matches_in_notes(contacts uuid[], words integer[], ways text[], patterns jsonb) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return (
    with asked as materialized (
      select a.contact, array_agg(a.word) as words, min(a.place) as place from unnest(contacts, words) with ordinality a (contact, word, place) group by a.contact
    ), found as materialized (
      select distinct on (asked.place, word) asked.contact, asked.place, n.id, fits.words[1] as word from asked
      cross join lateral (
        select a.id, a.occurred_at, coalesce(a.search_text, a.folded_content, lower(a.content collate "C")) as text
        from kith_private.notes_about a where a.contact_id = asked.contact offset 0) n
      cross join lateral (select array(select w from unnest(asked.words) w where n.text like any (ways[w:w])) as words offset 0) fits
      cross join lateral unnest(fits.words) word
      order by asked.place, word, cardinality(fits.words) desc, n.occurred_at desc, n.id desc
    )
    select coalesce(jsonb_agg(jsonb_build_object('contactId', f.contact, 'field', 'note',
      'text', kith_private.excerpt(n.content, coalesce(n.search_text, n.folded_content, lower(n.content collate "C")), patterns -> f.word - 1),
      'noteId', n.id, 'occurredAt', to_char(n.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by f.place), '[]')
    from (select contact, id, min(place) as place, min(word) as word from found group by contact, id) f
    join kith.notes n on n.owner_id = (select auth.uid()) and n.id = f.id);
end
$$;

grant execute on function kith_private.excerpt(text, text, jsonb), kith_private.number_of(jsonb, text),
  kith_private.matches_in_notes(uuid[], integer[], text[], jsonb), kith_private.matches_in(uuid[], kith_private.contact_search) to authenticated;
