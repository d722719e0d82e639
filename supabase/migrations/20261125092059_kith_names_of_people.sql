-- Written by `npm run migration` from what has changed in sql/. It may be edited until it is released.

-- Requests that are under way end first, and others wait.
do $$ begin lock table kith_private.operations in access exclusive mode; end $$;

set check_function_bodies = off;

DROP FUNCTION "kith_private"."find_by_name"(text, boolean);

CREATE OR REPLACE FUNCTION kith_private.contacts_by_name(names jsonb, pointer text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  given record;
  found uuid[];
  contacts uuid[] := '{}';
  alike uuid[];
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
    alike := case when cardinality(found) = 0 and missing <= 3 then kith_private.contacts_like(given.name) end;
    errors := errors || jsonb_build_object('in', 'body', 'pointer', pointer || case when pointer like '%/' then given.place::text else '' end,
      'code', 'invalid_reference', 'message', case
        when cardinality(found) = 0 then concat(format('Nobody is found as %s.', to_jsonb(given.name)),
          case when cardinality(alike) > 0 then format(' The closest: %s. Send the id of the one that is meant.', kith_private.listed_contacts(alike)) end)
        else format('%s may be %s contacts: %s. Send the id of the one that is meant.',
          to_jsonb(given.name), cardinality(found), kith_private.listed_contacts(found)) end);
  end loop;
  if errors <> '[]' then
    perform kith_private.fail('invalid_reference', 'It is not clear who is meant. Nothing was changed.', errors);
  end if;
  return contacts;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.contacts_called(called text, context text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  telling constant text := translate(kith_private.telling_words(called), ',"“”„()', '       ');
  words constant text[] := kith_private.name_words(telling);
  whole constant text := array_to_string(words, ' ');
  around constant text[] := kith_private.name_words(regexp_replace(
    concat(' ', kith_private.telling_words(context), ' '), ' (networks?|group) ', ' ', 'gi'));
  patterns constant jsonb := kith_private.search_patterns(whole);
  found kith_private.page;
  levels integer[];
begin
  if words = '{}' or context is not null and around = '{}' then
    return '{}';
  end if;
  -- Those with the words in their names come first, so that all of them are among the first 200 or it is not clear who is meant.
  found := kith_private.find_page(jsonb_build_object('patterns', patterns, 'named', kith_private.named_words(telling), 'pageSize', 200),
    'kith.contacts', array[kith_private.search_condition(patterns)],
    kith_private.search_rank() || ', is_archived, display_name collate "und-x-icu", id');
  levels := array(
    select case
      when not kith_private.words_fit(words, n.names) or context is not null and not kith_private.words_fit(around, kith_private.name_words(
        concat_ws(' ', c.company, (
          select string_agg(k.name, ' ') from kith.contact_networks m join kith.networks k on k.owner_id = m.owner_id and k.id = m.network_id
          where m.owner_id = c.owner_id and m.contact_id = c.id)))) then null
      when whole in (array_to_string(kith_private.name_words(c.first_name), ' '), array_to_string(kith_private.name_words(c.nickname), ' '),
        array_to_string(kith_private.name_words(c.display_name), ' ')) then 1
      when words <@ n.names then 2
      else 3 end + case when c.is_archived then 3 else 0 end
    from unnest(found.ids) with ordinality as listed (id, position)
    join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = listed.id
    cross join lateral (
      select kith_private.name_words(concat_ws(' ', c.display_name, c.nickname, c.last_name || c.first_name, c.first_name || c.last_name)) as names
      offset 0) n
    order by listed.position);
  return array(
    select found.ids[place] from generate_subscripts(levels, 1) place
    where levels[place] = (select min(level) from unnest(levels) level) order by place);
end
$function$;

ALTER FUNCTION "kith_private"."contacts_called"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.contacts_like(name text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  telling constant text := kith_private.telling_words(name);
  patterns constant jsonb := kith_private.search_patterns(telling);
  query constant jsonb := jsonb_build_object('patterns', patterns, 'networks', kith_private.networks_matching_words(patterns), 'pageSize', 6);
  found kith_private.page;
begin
  if patterns = '[]' then
    return '{}';
  end if;
  found := kith_private.find_page(query, 'kith.contacts', array['not is_archived', kith_private.search_condition(patterns, query -> 'networks')],
    'display_name collate "und-x-icu", id');
  return coalesce(nullif(found.ids, '{}'), array(
    select (s ->> 'id')::uuid from json_array_elements(kith_private.suggestions(telling)::json) s));
end
$function$;

ALTER FUNCTION "kith_private"."contacts_like"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.find_by_name(name text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  parts constant text[] := coalesce(
    regexp_match(name, '^([^(]*[^(\s])\s*\(([^)]*)\)'), regexp_match(name, '^([^,]*),(.*)$'),
    regexp_match(name, '^(.*?)\s(?:from|at|of)\s(.*)$', 'i'));
begin
  return coalesce(
    nullif(kith_private.contacts_called(name, null), '{}'),
    case when parts is not null then kith_private.contacts_called(parts[1], parts[2]) end, '{}');
end
$function$;

ALTER FUNCTION "kith_private"."find_by_name"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.match_keys(import uuid, kind text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET enable_nestloop TO 'off'
 SET enable_mergejoin TO 'off'
 SET work_mem TO '32MB'
AS $function$
declare
  calling_code constant text := kith_private.own_calling_code();
  method constant text := case kind when 'email' then 'e-mail address' else 'phone number' end;
begin
  perform kith_private.set_reads_list(true);
  with given as materialized (
    select distinct r.number, case kind when 'email' then lower((item ->> 'value') collate "C")
      else kith_private.phone_digits(item ->> 'value', calling_code) end as key
    from kith_private.import_rows r
    cross join lateral jsonb_array_elements(r.value -> case kind when 'email' then 'emails' else 'phones' end) item
    where r.import_id = import and r.resource = 'contact' and r.action = 'create'),
  present as materialized (
    select c.id, lower((item ->> 'value') collate "C") as key
    from kith.contacts c cross join lateral jsonb_array_elements(c.emails) item where kind = 'email' and c.emails <> '[]'
    union all
    select c.id, kith_private.phone_digits(item ->> 'value', calling_code)
    from kith.contacts c cross join lateral jsonb_array_elements(c.phones) item where kind = 'phone' and c.phones <> '[]'),
  found as materialized (
    select g.number, array_agg(distinct p.id) as ids from given g join present p on p.key = g.key group by g.number),
  compared as (
    select f.number, array_agg(c.id) filter (where kith_private.name_fits(
        kith_private.name_words(kith_private.display_name_in(r.value)),
        kith_private.name_words(concat_ws(' ', c.display_name, c.nickname)))
      or kith_private.name_fits(
        kith_private.name_words(c.display_name),
        kith_private.name_words(concat_ws(' ', kith_private.display_name_in(r.value), r.value ->> 'nickname')))) as ids
    from (select o.number, unnest(o.ids) as id from found o where cardinality(o.ids) <= 10) f
    join kith.contacts c on c.id = f.id
    join kith_private.import_rows r on r.import_id = import and r.number = f.number
    group by f.number)
  update kith_private.import_rows r set
    action = case when cardinality(same.ids) = 1 then 'match' else 'conflict' end,
    match_id = case when cardinality(same.ids) = 1 then same.ids[1] end,
    matched_by = kind,
    candidates = case when cardinality(same.ids) = 1 then '{}' else sharing.ids[:10] end,
    problem = case
      when cardinality(same.ids) = 1 then null
      when cardinality(sharing.ids) = 1 then format('A contact with another name has this %s.', method)
      else format('%s contacts have this %s.', cardinality(sharing.ids), method) end
  from found sharing left join compared same on same.number = sharing.number
  where r.import_id = import and r.number = sharing.number;
  perform kith_private.set_reads_list(false);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.name_fits(name text[], others text[])
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return not exists (
      select from unnest(name) word where not exists (
        select from unnest(others) other
        where word = other or char_length(word) <> 2 and other like word || '%' or char_length(other) <> 2 and word like other || '%'))
    or array_to_string(name, '') in (array_to_string(others, ''), (
      select string_agg(o.word, '' order by o.position desc) from unnest(others) with ordinality o (word, position)));
end
$function$;

ALTER FUNCTION "kith_private"."name_fits"(text[], text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.name_words(name text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return array(
    select word from regexp_split_to_table(kith_private.folded(name) collate "C", '[\s!-/:-@[-`{-~’]+') word where word <> '');
end
$function$;

ALTER FUNCTION "kith_private"."name_words"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.schema_version()
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return 3;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.words_fit(words text[], names text[])
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return not exists (
    select from unnest(words) word where not exists (
      select from unnest(names) name
      where name = word or char_length(word) > 2 and starts_with(name, word)
        or word ~ '[\u0e00-\u0eff\u1100-\u11ff\u3040-\ud7ff]' and strpos(name, word) > 0));
end
$function$;

ALTER FUNCTION "kith_private"."words_fit"(text[], text[]) OWNER TO "postgres";

REVOKE ALL ON FUNCTION "kith_private"."contacts_called"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."contacts_called"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."contacts_like"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."contacts_like"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."find_by_name"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."find_by_name"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."name_fits"(text[], text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."name_fits"(text[], text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."name_words"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."name_words"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."words_fit"(text[], text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."words_fit"(text[], text[]) TO "authenticated";

reset check_function_bodies;
