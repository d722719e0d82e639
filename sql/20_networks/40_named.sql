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
