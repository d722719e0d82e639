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
