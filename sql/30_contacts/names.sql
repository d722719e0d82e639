-- Contacts as people speak of them: "Zoë from the climbing gym". Assistants name them so.

-- For each word of a search, as search_patterns has it, the networks whose name has the word.
-- A word may also be one of the name of a network.
create function kith_private.networks_of_words(patterns jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    with named as materialized (select n.id, kith_private.folded(n.name) as name from kith.networks n)
    select coalesce(jsonb_agg((
      select coalesce(jsonb_agg(n.id), '[]') from named n
      where exists (select from jsonb_array_elements_text(word.ways) way (pattern) where n.name like way.pattern)) order by word.position), '[]')
    from jsonb_array_elements(patterns) with ordinality as word (ways, position));
end
$$;

-- How a contact was spoken of, without articles and prepositions.
-- Words that say nothing, unless all of them do.
create function kith_private.said_words(spoken text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return coalesce((
    select string_agg(word, ' ') from regexp_split_to_table(spoken, '\s+') word
    where lower(word) not in ('a', 'an', 'at', 'from', 'in', 'my', 'of', 'our', 'the', 'with')), spoken);
end
$$;

-- Those of some contacts in whose names, company, title or networks a word begins with each of these; none where the script has
-- no spaces.
-- "Ana" is not Kenji Watanabe, nor the one whose title is manager, though a search finds them. In scripts without
-- spaces it is not known where words begin.
create function kith_private.named_so(ids uuid[], words text[]) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
  if array_to_string(words, '') ~ '[\u0e00-\u0eff\u1100-\u11ff\u3040-\ud7ff]' then
    return '{}';
  end if;
  return array(
    select c.id
    from unnest(ids) with ordinality as listed (id, position)
    join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = listed.id
    cross join lateral (
      select kith_private.folded(concat_ws(' ', c.display_name, c.nickname, c.first_name, c.last_name, c.company, c.job_title, (
        select string_agg(n.name, ' ') from kith.contact_networks m join kith.networks n on n.owner_id = m.owner_id and n.id = m.network_id
        where m.owner_id = c.owner_id and m.contact_id = c.id))) as names) said
    cross join lateral (select concat(' ', said.names, ' ', regexp_replace(said.names, '[^[:alnum:]]+', ' ', 'g')) as names) begun
    where not exists (select from unnest(words) word where strpos(begun.names, ' ' || word) = 0)
    order by listed.position);
end
$$;

-- The contacts that somebody may mean; only one where its whole name was said. At most 200.
create function kith_private.find_spoken(spoken text, is_archived boolean) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  patterns constant jsonb := kith_private.search_patterns(kith_private.said_words(spoken));
  query constant jsonb := jsonb_build_object('patterns', patterns, 'networks', kith_private.networks_of_words(patterns), 'pageSize', 200);
  found kith_private.page;
  exact uuid[];
  named uuid[];
begin
  if patterns = '[]' then
    return '{}';
  end if;
  found := kith_private.find_page(query, 'kith.contacts', array[
    case when is_archived then 'is_archived' else 'not is_archived' end,
    kith_private.search_condition(patterns, query -> 'networks')], 'display_name collate "und-x-icu", id');
  if found.total < 2 then
    return found.ids;
  end if;
  exact := array(
    select c.id from unnest(found.ids) listed (id) join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = listed.id
    where kith_private.folded(spoken) in (kith_private.folded(c.display_name), kith_private.folded(c.nickname)));
  if cardinality(exact) = 1 or found.total > cardinality(found.ids) then
    return case when cardinality(exact) = 1 then exact else found.ids end;
  end if;
  named := kith_private.named_so(found.ids, regexp_split_to_array(kith_private.folded(kith_private.said_words(spoken)), '\s+'));
  return case when cardinality(named) > 0 then named else found.ids end;
end
$$;

-- The first six of some contacts, in words: name and company in quotes, and id.
create function kith_private.candidates(ids uuid[]) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select string_agg(to_jsonb(concat_ws(', ', c.display_name, nullif(c.company, c.display_name)))::text || ' (' || c.id || ')', '; ' order by listed.position)
    from unnest(ids[1:6]) with ordinality as listed (id, position)
    join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = listed.id);
end
$$;

-- A sentence with the contacts whose names are like that of somebody who is not found; null where there are none.
create function kith_private.closest_names(spoken text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  closest constant uuid[] := array(
    select (s ->> 'id')::uuid from json_array_elements(kith_private.suggestions(kith_private.said_words(spoken))::json) s);
begin
  return case when cardinality(closest) > 0 then format(' The closest names: %s.', kith_private.candidates(closest)) end;
end
$$;

-- The contacts that are named by their ids or as people speak of them; refuses where one is not found, or several are.
-- Nothing may be written about somebody else than was meant, so it is refused where that is not clear. Names that are alike
-- take as long as a search, so they are looked for three times at most.
create function kith_private.spoken_contacts(people jsonb, pointer text) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  said record;
  found uuid[];
  meant uuid[] := '{}';
  missing integer := 0;
  errors jsonb := '[]';
begin
  for said in select p.value as words, p.position - 1 as place from jsonb_array_elements_text(people) with ordinality as p (value, position) loop
    if said.words ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then
      found := array(select c.id from kith.contacts c where c.id = said.words::uuid);
    else
      found := kith_private.find_spoken(said.words, false);
      if cardinality(found) = 0 then
        found := kith_private.find_spoken(said.words, true);
      end if;
    end if;
    if cardinality(found) = 1 then
      meant := meant || found;
    else
      missing := missing + (cardinality(found) = 0)::integer;
      errors := errors || jsonb_build_object('in', 'body', 'pointer', pointer || case when pointer like '%/' then said.place::text else '' end, 'code', 'invalid_reference', 'message',
        case when cardinality(found) = 0 then format('Nobody is found as %s.%s', to_jsonb(said.words),
            case when missing <= 3 then kith_private.closest_names(said.words) end)
          else format('%s may be %s contacts: %s. Send the id of the one that is meant.', to_jsonb(said.words), cardinality(found), kith_private.candidates(found)) end);
    end if;
  end loop;
  if errors <> '[]' then
    perform kith_private.fail('invalid_reference', 'It is not clear who is meant. Nothing was changed.', errors);
  end if;
  return meant;
end
$$;

grant execute on function kith_private.networks_of_words(jsonb), kith_private.said_words(text), kith_private.named_so(uuid[], text[]), kith_private.find_spoken(text, boolean),
  kith_private.candidates(uuid[]), kith_private.closest_names(text), kith_private.spoken_contacts(jsonb, text) to authenticated;

-- Whether somebody who is about to be created is a contact already. Assistants ask for it.

-- Whether two names have the same words, some with a letter more that is not heard.
-- "Mueller" is Müller, because they sound the same and differ by one letter more; Jan is not Jon.
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
create function kith_private.known_contacts(kind text, said text) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  calling_code constant text := case kind when 'phone' then kith_private.own_calling_code() end;
  digits constant text := case kind when 'phone' then kith_private.phone_digits(said, calling_code) end;
  -- The last digits of a number are the same however it is written.
  patterns constant jsonb := case when digits is null then kith_private.search_patterns(said)
    else jsonb_build_array(jsonb_build_array('%' || right(digits, case when char_length(digits) > 9 then 7 else 5 end) || '%')) end;
  found kith_private.page;
  known uuid[];
begin
  if patterns = '[]' or kind = 'phone' and digits is null then
    return '{}';
  end if;
  found := kith_private.find_page(jsonb_build_object('patterns', patterns, 'pageSize', 200), 'kith.contacts',
    array[kith_private.search_condition(patterns)], 'display_name collate "und-x-icu", id');
  known := array(
    select c.id from unnest(found.ids) listed (id) join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = listed.id
    where case kind when 'name' then kith_private.folded(c.display_name) = kith_private.folded(said)
      else exists (
        select from jsonb_array_elements(case kind when 'email' then c.emails else c.phones end) item
        where kith_private.is_same_method(kind, item ->> 'value', said, calling_code)) end);
  if kind = 'name' and known = '{}' then
    known := array(
      select c.id from json_array_elements(kith_private.suggestions(said)::json) s
      join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = (s ->> 'id')::uuid
      where kith_private.is_spelled_alike(c.display_name, said));
  end if;
  return known;
end
$$;

-- Refuses to create a contact with the name, an e-mail address or a phone number of another one.
create function kith_private.refuse_known_contact(body jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  said record;
  known uuid[] := '{}';
begin
  for said in
    select 'name' as kind, coalesce(nullif(concat_ws(' ', body ->> 'firstName', body ->> 'lastName'), ''), body ->> 'nickname', body ->> 'company') as value
    union
    select 'email', item ->> 'value' from jsonb_array_elements(coalesce(body -> 'emails', '[]')) item
    union
    select 'phone', item ->> 'value' from jsonb_array_elements(coalesce(body -> 'phones', '[]')) item
    limit 10
  loop
    known := known || kith_private.known_contacts(said.kind, said.value);
  end loop;
  if cardinality(known) > 0 then
    perform kith_private.fail('validation_failed', 'There is such a contact already. Nothing was created.', jsonb_build_array(jsonb_build_object(
      'in', 'body', 'pointer', '/isNew', 'code', 'duplicate', 'message', format(
        'This may be %s. Send its id as contact to change it, or isNew true for somebody else.',
        kith_private.candidates(array(select distinct k from unnest(known) k))))));
  end if;
end
$$;

grant execute on function kith_private.is_spelled_alike(text, text), kith_private.known_contacts(text, text), kith_private.refuse_known_contact(jsonb) to authenticated;

-- Networks as people speak of them: "my climbing network". Assistants name them so.

-- The name of a network as its words are searched.
-- Folded words of a name as they are searched, with a space before each; also without what stands between words.
create function kith_private.network_words(name text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  folded constant text := kith_private.folded(name);
begin
  return concat(' ', folded, ' ', regexp_replace(folded, '[^[:alnum:]]+', ' ', 'g'));
end
$$;

-- The names of the first twenty of some networks, or of all, in quotes; null where there are none.
create function kith_private.network_names(ids uuid[]) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select string_agg(to_jsonb(listed.name)::text, ', ' order by listed.name collate "und-x-icu") from (
      select n.name from kith.networks n where ids is null or n.id = any (ids) order by n.name collate "und-x-icu", n.id limit 20) listed);
end
$$;

-- The networks that are named by their ids or as people speak of them; refuses where one is not found, or several are.
-- The name itself, then the name without accents, then the only one of which words begin with all that was said. An account may have
-- thousands of networks, of which the names are folded once, and only where a name is not found as it is.
create function kith_private.named_networks(names jsonb, pointer text, are_whole boolean default false) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  said record;
  folded text;
  asked text;
  words text[];
  all_ids uuid[];
  all_words text[];
  found uuid[];
  meant uuid[] := '{}';
  errors jsonb := '[]';
begin
  if not kith_private.has_scope('networks:read') then
    perform kith_private.fail('insufficient_scope', 'To name a network this API key also needs the scope networks:read.');
  end if;
  for said in
    select kith_private.trimmed(n.value) as name, n.position - 1 as place from jsonb_array_elements_text(names) with ordinality as n (value, position)
  loop
    if said.name ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then
      found := array(select n.id from kith.networks n where n.id = said.name::uuid);
    else
      found := array(
        select n.id from kith.networks n where lower(n.name collate "und-x-icu") = lower(said.name collate "und-x-icu"));
      folded := kith_private.folded(said.name);
      if cardinality(found) = 0 and folded <> '' then
        if all_ids is null then
          select coalesce(array_agg(n.id), '{}'), coalesce(array_agg(kith_private.network_words(n.name)), '{}') into all_ids, all_words
          from kith.networks n;
        end if;
        asked := kith_private.network_words(said.name);
        found := array(select k.id from unnest(all_ids, all_words) k (id, begun) where k.begun = asked);
      end if;
      if cardinality(found) = 0 and folded <> '' and not are_whole then
        words := regexp_split_to_array(coalesce(nullif(btrim(regexp_replace(
          concat(' ', kith_private.said_words(folded), ' '), ' (networks?|group) ', ' ', 'g')), ''), folded), '\s+');
        found := array(
          select k.id from unnest(all_ids, all_words) k (id, begun)
          where not exists (select from unnest(words) word where strpos(k.begun, ' ' || word) = 0));
      end if;
    end if;
    if cardinality(found) = 1 then
      meant := meant || found;
    else
      -- Which there are is said once.
      errors := errors || jsonb_build_object('in', 'body', 'pointer', pointer || case when pointer like '%/' then said.place::text else '' end,
        'code', 'invalid_reference', 'message', case
          when cardinality(found) = 0 then concat(format('There is no network %s.', to_jsonb(said.name)),
            case when errors = '[]' then ' There are: ' || kith_private.network_names(null) || '.' end)
          else format('%s may be several networks: %s.', to_jsonb(said.name), kith_private.network_names(found)) end);
    end if;
  end loop;
  if errors <> '[]' then
    perform kith_private.fail('invalid_reference', 'It is not clear which network is meant. Nothing was changed.', errors);
  end if;
  return meant;
end
$$;

grant execute on function kith_private.network_words(text), kith_private.network_names(uuid[]),
  kith_private.named_networks(jsonb, text, boolean) to authenticated;

-- Assistants name contacts and networks as people speak of them. The member `spoken` of the arguments says so of the members that
-- are ids: {"id": "Zoë"}, {"query.networkId": "climbing"}, {"body.contactIds": ["Zoë", "Max"]}.

create function kith_private.with_spoken_ids(operation kith_private.operations, arguments jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  said record;
  path text[];
  name text;
  words jsonb;
  pointer text;
  found jsonb;
begin
  for said in select e.key, e.value, jsonb_typeof(e.value) = 'array' as is_list from jsonb_each(arguments -> 'spoken') e loop
    path := string_to_array(said.key, '.');
    name := path[cardinality(path)];
    words := case when said.is_list then said.value else jsonb_build_array(said.value) end;
    pointer := concat('/', name, case when said.is_list then '/' end);
    found := to_jsonb(case when operation.resource = 'network' or name ilike '%network%'
      then kith_private.named_networks(words, pointer, are_whole => operation.verb = 'delete')
      else kith_private.spoken_contacts(words, pointer) end);
    arguments := jsonb_set(arguments, path, case when said.is_list then found else found -> 0 end);
  end loop;
  return arguments - 'spoken';
end
$$;

grant execute on function kith_private.with_spoken_ids(kith_private.operations, jsonb) to authenticated;
