-- Networks as people speak of them: "my climbing network". Assistants name them so.

-- The name itself, then the name without accents, then the only one of which words begin with all that was said.
create function kith_private.networks_named(spoken text, is_whole boolean) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  asked constant text := kith_private.folded(kith_private.trimmed(spoken));
  words constant text[] := regexp_split_to_array(coalesce(nullif(regexp_replace(
    ' ' || kith_private.said_words(asked) || ' ', ' (networks?|group) ', ' ', 'g'), ' '), asked), '\s+');
  found uuid[];
begin
  if spoken ~ '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' then
    return array(select n.id from kith.networks n where n.id = spoken::uuid);
  end if;
  found := array(
    select n.id from kith.networks n where lower(n.name collate "und-x-icu") = lower(kith_private.trimmed(spoken) collate "und-x-icu"));
  if cardinality(found) = 0 then
    found := array(select n.id from kith.networks n where kith_private.folded(n.name) = asked);
  end if;
  if cardinality(found) = 0 and not is_whole and asked <> '' then
    found := array(
      select n.id from kith.networks n
      where not exists (
        select from unnest(words) word where strpos(concat(' ', kith_private.folded(n.name), ' ',
          regexp_replace(kith_private.folded(n.name), '[^[:alnum:]]+', ' ', 'g')), ' ' || word) = 0)
      order by n.name collate "und-x-icu", n.id);
  end if;
  return found;
end
$$;
comment on function kith_private.networks_named(text, boolean) is
  'The networks that may be meant by an id or a name. is_whole: by the whole name only.';

create function kith_private.network_names(ids uuid[]) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select string_agg(to_jsonb(listed.name)::text, ', ' order by listed.name collate "und-x-icu") from (
      select n.name from kith.networks n where ids is null or n.id = any (ids) order by n.name collate "und-x-icu", n.id limit 20) listed);
end
$$;
comment on function kith_private.network_names(uuid[]) is 'The names of the first twenty of some networks, or of all, in quotes; null where there are none.';

create function kith_private.named_networks(names jsonb, pointer text, are_whole boolean default false) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  said record;
  found uuid[];
  meant uuid[] := '{}';
  errors jsonb := '[]';
begin
  if not kith_private.has_scope('networks:read') then
    perform kith_private.fail('insufficient_scope', 'To name a network this API key also needs the scope networks:read.');
  end if;
  for said in select n.value as words, n.position - 1 as place from jsonb_array_elements_text(names) with ordinality as n (value, position) loop
    found := kith_private.networks_named(said.words, are_whole);
    if cardinality(found) = 1 then
      meant := meant || found;
    else
      errors := errors || jsonb_build_object('in', 'body', 'pointer', pointer || case when pointer like '%/' then said.place::text else '' end,
        'code', 'invalid_reference', 'message', case
          when cardinality(found) = 0 then concat(format('There is no network %s.', to_jsonb(said.words)), ' There are: ' || kith_private.network_names(null) || '.')
          else format('%s may be several networks: %s.', to_jsonb(said.words), kith_private.network_names(found)) end);
    end if;
  end loop;
  if errors <> '[]' then
    perform kith_private.fail('invalid_reference', 'It is not clear which network is meant. Nothing was changed.', errors);
  end if;
  return meant;
end
$$;
comment on function kith_private.named_networks(jsonb, text, boolean) is
  'The networks that are named by their ids or as people speak of them; refuses where one is not found, or several are.';

create function kith_private.with_named_networks(body jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (body - 'named') || coalesce((
    select jsonb_object_agg(n.key, to_jsonb(kith_private.named_networks(n.value, '/' || n.key || '/'))) from jsonb_each(body -> 'named') n), '{}');
end
$$;
comment on function kith_private.with_named_networks(jsonb) is
  'The body of a contact with the ids of networks that its member named has by their names: networkIds, addNetworkIds, removeNetworkIds.';

grant execute on function kith_private.networks_named(text, boolean), kith_private.network_names(uuid[]),
  kith_private.named_networks(jsonb, text, boolean), kith_private.with_named_networks(jsonb) to authenticated;
