-- Contacts and networks by the names that people use: "Zoë from the climbing gym", "my climbing network". Assistants send these.
-- The member `byName` of the arguments has them in the place of ids: {"id": "Zoë"}, {"query.networkId": "climbing"},
-- {"body.contactIds": ["Zoë", "Max"]}, {"body.noteTypeId": {"name": "Call"}}.

create type kith_private.folded_network as (id uuid, name text);
comment on type kith_private.folded_network is 'A network and its folded name.';

-- All networks that the current user sees. An account may have thousands, and folding their names takes long, so that a request does
-- it once.
create function kith_private.folded_networks() returns kith_private.folded_network[]
language plpgsql stable set search_path = ''
as $$
begin
  return array(select (n.id, kith_private.folded(n.name))::kith_private.folded_network from kith.networks n);
end
$$;

-- For each word of a search, as search_patterns has it, those of the networks whose name has the word; none where more than 500 have
-- it, such as "club": then it says nothing of who is in them.
create function kith_private.networks_matching_words(patterns jsonb, networks kith_private.folded_network[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(case when cardinality(found.ids) > 500 then '[]' else to_jsonb(found.ids) end order by word.position), '[]')
    from jsonb_array_elements(patterns) with ordinality as word (ways, position)
    cross join lateral (
      select array(
        select n.id from unnest(networks) n
        where n.name like any (array(select jsonb_array_elements_text(word.ways))) limit 501) as ids offset 0) found);
end
$$;

-- The name without articles and prepositions, unless it has no other words.
create function kith_private.without_stop_words(name text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return coalesce((
    select string_agg(word, ' ') from regexp_split_to_table(name, '\s+') word
    where lower(word) not in ('a', 'an', 'at', 'from', 'in', 'my', 'of', 'our', 'the', 'with')), name);
end
$$;

-- The folded name with a space before each word, also of its words without punctuation: a word begins where ' ' || word is found.
create function kith_private.word_beginnings(name text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  folded constant text := kith_private.folded(name);
begin
  return concat(' ', folded, ' ', regexp_replace(folded, '[^[:alnum:]]+', ' ', 'g'));
end
$$;

-- The words of a name, folded and without punctuation.
create function kith_private.name_words(name text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return array(
    select word from regexp_split_to_table(kith_private.folded(name) collate "C", '[\s!-/:-@[-`{-~’]+') word where word <> '');
end
$$;

-- Whether each word is among the words of a name, or begins one with three letters or more. A name in Chinese characters or Hangul may be
-- family name and given name in one: of two characters or more it ends with the word, and in Chinese characters begins with it too.
create function kith_private.words_fit(words text[], names text[]) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return not exists (
    select from unnest(words) word where not exists (
      select from unnest(names) name
      where name = word or char_length(word) > 2 and starts_with(name, word)
        or word ~ '^[\u3400-\u9fff\uac00-\ud7a3]{2,}$' and starts_with(reverse(name), reverse(word))
        or word ~ '^[\u3400-\u9fff]{2,}$' and starts_with(name, word)));
end
$$;

-- The contacts that a name means: those whose first name, nickname or whole name it is; where there are none, those that have its
-- words in their names; where there are none, those in whose names words begin with its words. Archived ones count where nobody else is
-- meant, and beside those whose names only begin so. context: words of their names, company or networks; null for any.
create function kith_private.contacts_called(called text, context text) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  -- Only what is surely no part of a name is left out: A and An are initials or names, and so is My.
  telling constant text := translate(regexp_replace(called, '^\s*(?:my|our|the)\s+(?=\S)', ''), ',;"“”„«»()[]{}<>', repeat(' ', 15));
  words constant text[] := kith_private.name_words(telling);
  whole constant text := array_to_string(words, ' ');
  around constant text[] := kith_private.name_words(regexp_replace(
    concat(' ', kith_private.without_stop_words(context), ' '), ' (networks?|group) ', ' ', 'gi'));
  search kith_private.contact_search;
  found kith_private.page;
  levels integer[];
  best integer;
begin
  if words = '{}' or context is not null and around = '{}' then
    return '{}';
  end if;
  -- Those with the words in their names come first, for the message where it is not clear who is meant.
  search.patterns := kith_private.contact_patterns(whole);
  search.named := kith_private.named_words(telling);
  found := kith_private.find_page('{"pageSize":2000}', 'kith.contacts', array[kith_private.search_condition(search.patterns)],
    kith_private.search_rank() || ', is_archived, display_name collate "und-x-icu", id', search);
  -- One that is not compared may be meant as well.
  if found.total > cardinality(found.ids) then
    return found.ids;
  end if;
  levels := array(
    select case
      when not kith_private.words_fit(words, n.names) or context is not null and not kith_private.words_fit(around, kith_private.name_words(
        concat_ws(' ', array_to_string(n.names, ' '), c.company, (
          select string_agg(k.name, ' ') from kith.contact_networks m join kith.networks k on k.owner_id = m.owner_id and k.id = m.network_id
          where m.owner_id = c.owner_id and m.contact_id = c.id)))) then null
      when whole in (array_to_string(kith_private.name_words(c.first_name), ' '), array_to_string(kith_private.name_words(c.nickname), ' '),
        array_to_string(kith_private.name_words(c.display_name), ' '),
        array_to_string(kith_private.name_words(kith_private.shown_name(c)), ' '),
        array_to_string(kith_private.name_words(concat_ws(' ', c.first_name, c.middle_name, c.last_name)), ' ')) then 1
      when words <@ n.names then 2
      else 3 end + case when c.is_archived then 3 else 0 end
    from unnest(found.ids) with ordinality as listed (id, position)
    join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = listed.id
    cross join lateral (
      select kith_private.name_words(concat_ws(' ', c.display_name, c.nickname, c.last_name || c.first_name, c.first_name || c.last_name,
        c.middle_name, c.phonetic_first_name, c.phonetic_last_name, c.name_prefix, c.name_suffix)) as names
      offset 0) n
    order by listed.position);
  best := (select min(level) from unnest(levels) level);
  return array(
    select found.ids[place] from generate_subscripts(levels, 1) place
    where levels[place] = best or best = 3 and levels[place] in (4, 5) order by place);
end
$$;

-- The contacts that a name means, as users speak of them: "Ana Silva", "Silva, Ana", "Ana Silva, Galp", "Emma (British Council)",
-- "Zoë from the climbing gym", "Ana Silva <ana@example.com>". Letters within words, and other texts such as a job title, mean nobody:
-- what is written about a contact must not be written about somebody else. "Me" is the user's own contact. An e-mail address or a phone number means the contacts that have it.
create function kith_private.find_by_name(name text) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  kind constant text := case when name ~* '^\s*<?(?:mailto:)?[^<>@\s]+@[^<>@\s]+>?\s*$' then 'email'
    when name collate "und-x-icu" ~ '^(?:tel:)?[^[:alpha:]]*(?:[0-9][^[:alpha:]]*){7}$' then 'phone' end;
  called constant text[] := kith_private.written_name(name);
  parts constant text[] := coalesce(
    regexp_match(name, '^([^(]*[^(\s])\s*\(([^)]*)\)'), regexp_match(name, '^([^,]*),(.*)$'),
    regexp_match(name, '^(.*?)\s(?:from|at|of)\s(.*)$', 'i'));
  found uuid[];
begin
  if lower(btrim(name)) in ('me', 'myself', 'i') then
    found := array(select c.id from kith.contacts c where c.id = (select kith_private.own_contact()));
    if found <> '{}' then
      return found;
    end if;
  end if;
  if kind is not null then
    return kith_private.known_contacts(kind, case kind when 'email' then regexp_replace(name, '^\s*<?(?:mailto:)?|>?\s*$', '', 'gi') else name end);
  elsif called[2] is not null then
    -- The address tells people of one name apart.
    found := kith_private.find_by_name(called[1]);
    return coalesce(case when cardinality(found) > 1 then nullif(array(
      select id from unnest(found) id where id = any (kith_private.known_contacts('email', called[2]))), '{}') end, found);
  end if;
  return coalesce(
    nullif(kith_private.contacts_called(name, null), '{}'),
    case when parts is not null then kith_private.contacts_called(parts[1], parts[2]) end, '{}');
end
$$;

-- At most six contacts for a name that means nobody: those that have its words anywhere, else those with similar names and then those
-- that have one of its words in their names, as of "Ed's" and "Ng and Ana".
create function kith_private.contacts_like(name text, networks kith_private.folded_network[]) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  telling constant text := kith_private.without_stop_words(name);
  words constant text[] := array(select word from unnest(kith_private.name_words(name)) word where char_length(word) > 1 limit 8);
  search kith_private.contact_search;
  found kith_private.page;
  near uuid[];
begin
  search.patterns := kith_private.contact_patterns(telling);
  if search.patterns = '[]' then
    return '{}';
  end if;
  search.networks := kith_private.networks_matching_words(search.patterns, networks);
  found := kith_private.find_page('{"pageSize":6}', 'kith.contacts',
    array['not is_archived', kith_private.search_condition(search.patterns, search.networks)], 'display_name collate "und-x-icu", id', search);
  if found.total > 0 then
    return found.ids;
  end if;
  near := array(select (s ->> 'id')::uuid from json_array_elements(kith_private.suggestions(telling)::json) s);
  if words = '{}' then
    return near;
  end if;
  search.patterns := jsonb_build_array(array(select '%' || word || '%' from unnest(words) word));
  found := kith_private.find_page('{"pageSize":200}', 'kith.contacts',
    array['not is_archived', kith_private.search_condition(search.patterns)], 'display_name collate "und-x-icu", id', search);
  return near || array(
    select c.id from unnest(found.ids) with ordinality as listed (id, position)
    join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = listed.id
    where c.id <> all (near) and kith_private.name_words(concat_ws(' ', c.display_name, c.nickname)) && words
    order by listed.position limit 6);
end
$$;

-- The first six of some contacts: id, and name with company.
create function kith_private.candidates(ids uuid[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_agg(jsonb_build_object('id', c.id, 'name', concat_ws(', ', kith_private.shown_name(c), nullif(c.company, c.display_name))) order by listed.position)
    from unnest(ids[1:6]) with ordinality as listed (id, position)
    join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = listed.id);
end
$$;

-- Candidates for a sentence: each name in quotes, and the id.
create function kith_private.listed_contacts(candidates jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select string_agg(format('%s (%s)', c -> 'name', c ->> 'id'), '; ' order by listed.position)
    from jsonb_array_elements(candidates) with ordinality as listed (c, position));
end
$$;

-- The contacts with these names or ids; refuses where one is not found, or several are. pointer: to the list, where it ends with a
-- slash, or to the only name.
-- Nothing may be written about a contact that was not meant, so it is refused where that is not clear. Finding who else may be meant takes
-- as long as a search, so it is done three times at most. The candidates of an error are those of its message.
create function kith_private.contacts_by_name(names jsonb, pointer text) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  given record;
  found uuid[];
  networks kith_private.folded_network[];
  contacts uuid[] := '{}';
  candidates jsonb;
  missing integer := 0;
  errors jsonb := '[]';
begin
  for given in select n.value as name, n.position - 1 as place from jsonb_array_elements_text(names) with ordinality as n (value, position) loop
    if kith_private.as_uuid(lower(given.name)) is not null then
      found := array(select c.id from kith.contacts c where c.id = kith_private.as_uuid(lower(given.name)));
    else
      found := kith_private.find_by_name(given.name);
    end if;
    if cardinality(found) = 1 then
      contacts := contacts || found;
      continue;
    end if;
    missing := missing + (cardinality(found) = 0)::integer;
    candidates := null;
    if cardinality(found) > 0 then
      candidates := kith_private.candidates(found);
    elsif missing <= 3 then
      networks := coalesce(networks, kith_private.folded_networks());
      candidates := kith_private.candidates(kith_private.contacts_like(given.name, networks));
    end if;
    errors := errors || jsonb_build_object('in', 'body', 'pointer', pointer || case when pointer like '%/' then given.place::text else '' end,
      'code', 'invalid_reference', 'candidates', coalesce(candidates, '[]'), 'message', case
        when cardinality(found) = 0 then concat(format('Nobody is found as %s.', to_jsonb(given.name)),
          ' The closest: ' || kith_private.listed_contacts(candidates) || '. Send the id of the one that is meant.')
        else format('%s may be %s contacts: %s. Send the id of the one that is meant.',
          to_jsonb(given.name), cardinality(found), kith_private.listed_contacts(candidates)) end);
  end loop;
  if errors <> '[]' then
    perform kith_private.fail('invalid_reference', 'It is not clear who is meant. Nothing was changed.', errors);
  end if;
  return contacts;
end
$$;

-- The names of the first twenty of some networks, or of all, in quotes; null where there are none.
create function kith_private.listed_networks(ids uuid[]) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select string_agg(to_jsonb(listed.name)::text, ', ' order by listed.name collate "und-x-icu") from (
      select n.name from kith.networks n where ids is null or n.id = any (ids) order by n.name collate "und-x-icu", n.id limit 20) listed);
end
$$;

-- The networks with these names or ids; refuses where one is not found, or several are. is_exact: only a whole name counts.
-- First the name itself, then the name without accents, then the only network in whose name each of the words is one, or begins one with
-- three letters or more. An account may have thousands of networks; their names are folded once, and only where a name is not found as it is.
create function kith_private.networks_by_name(names jsonb, pointer text, is_exact boolean default false) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  given record;
  folded text;
  wanted text;
  patterns text[];
  longest text;
  all_ids uuid[];
  all_beginnings text[];
  found uuid[];
  networks uuid[] := '{}';
  errors jsonb := '[]';
begin
  if not kith_private.has_scope('networks:read') then
    perform kith_private.fail('insufficient_scope', 'To name a network this API key also needs the scope networks:read.');
  end if;
  for given in
    with listed as materialized (
      select trimmed.name, lower(trimmed.name collate "und-x-icu") as lowered, kith_private.as_uuid(lower(trimmed.name)) as id, n.position - 1 as place
      from jsonb_array_elements_text(names) with ordinality as n (value, position)
      cross join lateral (select kith_private.trimmed(n.value) as name) trimmed),
    present as materialized (select n.id, lower(n.name collate "und-x-icu") as lowered from kith.networks n)
    select l.name, l.place, l.id is not null as is_id, array(
      select p.id from present p where case when l.id is null then p.lowered = l.lowered else p.id = l.id end) as ids
    from listed l order by l.place
  loop
    found := given.ids;
    folded := kith_private.folded(given.name);
    if cardinality(found) = 0 and folded <> '' and not given.is_id then
      if all_ids is null then
        select coalesce(array_agg(n.id), '{}'), coalesce(array_agg(kith_private.word_beginnings(n.name)), '{}') into all_ids, all_beginnings
        from kith.networks n;
      end if;
      wanted := kith_private.word_beginnings(given.name);
      found := array(select all_ids[place] from unnest(array_positions(all_beginnings, wanted)) place);
      if cardinality(found) = 0 and not is_exact then
        patterns := array(select '% ' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || case when char_length(word) > 2 then '%' else ' %' end from regexp_split_to_table(coalesce(nullif(btrim(regexp_replace(
          concat(' ', kith_private.without_stop_words(folded), ' '), ' (networks?|group) ', ' ', 'g')), ''), folded), '\s+') word order by char_length(word) desc);
        -- The longest word leaves the fewest, and only these are compared with the others.
        longest := patterns[1];
        found := array(
          select all_ids[k.place] from unnest(all_beginnings) with ordinality k (beginnings, place)
          cross join lateral (select k.beginnings || ' ' as beginnings) padded
          where case when padded.beginnings like longest then padded.beginnings like all (patterns) end);
      end if;
    end if;
    if cardinality(found) = 1 then
      networks := networks || found;
      continue;
    end if;
    errors := errors || jsonb_build_object('in', 'body', 'pointer', pointer || case when pointer like '%/' then given.place::text else '' end,
      'code', 'invalid_reference', 'message', case
        when cardinality(found) = 0 then concat(format('There is no network %s.', to_jsonb(given.name)),
          -- In the first error only.
          case when errors = '[]' then ' There are: ' || kith_private.listed_networks(null) || '.' end)
        -- Sorting thousands of names takes long.
        else format('%s may be several networks%s.', to_jsonb(given.name),
          case when jsonb_array_length(errors) < 10 then ': ' || kith_private.listed_networks(found) end) end);
  end loop;
  if errors <> '[]' then
    perform kith_private.fail('invalid_reference', 'It is not clear which network is meant. Nothing was changed.', errors);
  end if;
  return networks;
end
$$;

-- The arguments with ids in the place of the names in byName. A note type is made where it is named.
create function kith_private.with_ids_of_names(operation kith_private.operations, arguments jsonb) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  given record;
  path text[];
  name text;
  pointer text;
  names jsonb;
  found jsonb;
begin
  for given in select e.key, e.value, jsonb_typeof(e.value) = 'array' as is_list from jsonb_each(arguments -> 'byName') e loop
    path := string_to_array(given.key, '.');
    name := path[cardinality(path)];
    if name = 'noteTypeId' then
      arguments := jsonb_set(arguments, path, coalesce(to_jsonb(kith_private.note_type_named(given.value)), 'null'));
      continue;
    end if;
    names := case when given.is_list then given.value else jsonb_build_array(given.value) end;
    pointer := concat('/', name, case when given.is_list then '/' end);
    found := to_jsonb(case when operation.resource = 'network' or name ilike '%network%'
      then kith_private.networks_by_name(names, pointer, is_exact => operation.verb = 'delete')
      else kith_private.contacts_by_name(names, pointer) end);
    arguments := jsonb_set(arguments, path, case when given.is_list then found else found -> 0 end);
  end loop;
  return arguments - 'byName';
end
$$;

-- Whether two names have the same words, some of them with one more letter that is not heard.
-- "Mueller" is Müller, because they sound the same and differ by one letter; Jan is not Jon.
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
create function kith_private.known_contacts(kind text, given text) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  calling_code constant text := case kind when 'phone' then kith_private.own_calling_code() end;
  digits constant text := case kind when 'phone' then kith_private.phone_digits(given, calling_code) end;
  search kith_private.contact_search;
  found kith_private.page;
  known uuid[];
begin
  -- The last digits of a number are the same however it is written.
  search.patterns := case when digits is null then kith_private.search_patterns(given)
    else jsonb_build_array(jsonb_build_array('%' || right(digits, case when char_length(digits) > 9 then 7 else 5 end) || '%')) end;
  if search.patterns = '[]' or kind = 'phone' and digits is null then
    return '{}';
  end if;
  found := kith_private.find_page('{"pageSize":200}', 'kith.contacts', array[kith_private.search_condition(search.patterns)],
    'display_name collate "und-x-icu", id', search);
  known := array(
    select c.id from unnest(found.ids) listed (id) join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = listed.id
    where case kind when 'name' then kith_private.folded(c.display_name) = kith_private.folded(given)
      else exists (
        select from jsonb_array_elements(case kind when 'email' then c.emails else c.phones end) item
        where kith_private.is_same_method(kind, item ->> 'value', given, calling_code)) end);
  if kind = 'name' and known = '{}' then
    known := array(
      select c.id from json_array_elements(kith_private.suggestions(given)::json) s
      join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = (s ->> 'id')::uuid
      where kith_private.is_spelled_alike(c.display_name, given));
  end if;
  return known;
end
$$;

-- The display name of a contact that has the members of a body.
create function kith_private.display_name_in(value jsonb) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return coalesce(value ->> 'firstName' || ' ' || (value ->> 'lastName'), value ->> 'firstName', value ->> 'lastName',
    value ->> 'nickname', value ->> 'company');
end
$$;

-- Refuses to create a contact with the name, an e-mail address or a phone number of another one.
create function kith_private.refuse_known_contact(body jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  given record;
  known uuid[] := '{}';
begin
  for given in
    select 'name' as kind, kith_private.display_name_in(body) as value
    union
    select 'email', item ->> 'value' from jsonb_array_elements(coalesce(body -> 'emails', '[]')) item
    union
    select 'phone', item ->> 'value' from jsonb_array_elements(coalesce(body -> 'phones', '[]')) item
    limit 10
  loop
    known := known || kith_private.known_contacts(given.kind, given.value);
  end loop;
  if cardinality(known) > 0 then
    perform kith_private.fail('validation_failed', 'There is such a contact already. Nothing was created.', jsonb_build_array(jsonb_build_object(
      'in', 'body', 'pointer', '/refuseDuplicates', 'code', 'duplicate', 'message', format('This may be %s.',
        kith_private.listed_contacts(kith_private.candidates(array(select distinct k from unnest(known) k)))))));
  end if;
end
$$;

grant execute on function kith_private.folded_networks(), kith_private.networks_matching_words(jsonb, kith_private.folded_network[]), kith_private.without_stop_words(text),
  kith_private.word_beginnings(text), kith_private.name_words(text), kith_private.words_fit(text[], text[]),
  kith_private.contacts_called(text, text),
  kith_private.find_by_name(text), kith_private.contacts_like(text, kith_private.folded_network[]), kith_private.candidates(uuid[]), kith_private.listed_contacts(jsonb),
  kith_private.contacts_by_name(jsonb, text), kith_private.listed_networks(uuid[]), kith_private.networks_by_name(jsonb, text, boolean),
  kith_private.with_ids_of_names(kith_private.operations, jsonb), kith_private.is_spelled_alike(text, text),
  kith_private.known_contacts(text, text), kith_private.display_name_in(jsonb), kith_private.refuse_known_contact(jsonb) to authenticated;
