-- Written by `npm run migration` from what has changed in sql/. It may be edited until it is released.

-- Requests that are under way end first, and others wait.
do $$ begin lock table kith_private.operations in access exclusive mode; end $$;

set check_function_bodies = off;

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

REVOKE ALL ON FUNCTION "kith_private"."name_fits"(text[], text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."name_fits"(text[], text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."name_words"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."name_words"(text) TO "authenticated";

reset check_function_bodies;
