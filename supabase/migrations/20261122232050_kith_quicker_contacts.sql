-- Written by `npm run migration` from what has changed in sql/. It may be edited until it is released.

set check_function_bodies = off;

CREATE OR REPLACE FUNCTION kith_private.are_addresses(items jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  members constant text[] := '{label,street,city,region,postalCode,country}';
  item jsonb;
  member text;
begin
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) > 20 then
    return false;
  end if;
  for n in 0 .. jsonb_array_length(items) - 1 loop
    item := items -> n;
    if jsonb_typeof(item) <> 'object' or item - members <> '{}' or jsonb_strip_nulls(item) - 'label' = '{}' then
      return false;
    end if;
    foreach member in array members loop
      if jsonb_typeof(item -> member) not in ('string', 'null')
        or char_length(item ->> member) > (case member when 'label' then 50 else 255 end) then
        return false;
      end if;
    end loop;
  end loop;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.are_contact_methods(kind text, items jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  present text[] := '{}';
  item jsonb;
  value text;
begin
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) > 20 then
    return false;
  end if;
  for n in 0 .. jsonb_array_length(items) - 1 loop
    item := items -> n;
    if jsonb_typeof(item) <> 'object' or item - '{value,label}'::text[] <> '{}'
      or jsonb_typeof(item -> 'value') is distinct from 'string' or jsonb_typeof(item -> 'label') not in ('string', 'null') then
      return false;
    end if;
    value := case kind when 'email' then lower((item ->> 'value') collate "C") else item ->> 'value' end;
    if value = any (present) or not kith_private.is_contact_method(kind, item ->> 'value') or char_length(item ->> 'label') > 50 then
      return false;
    end if;
    present := present || value;
  end loop;
  return true;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.clean_items(items jsonb, members text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  cleaned jsonb[] := '{}';
  item jsonb;
  member text;
begin
  if items = '[]' or jsonb_typeof(items) is distinct from 'array' then
    return items;
  end if;
  for n in 0 .. jsonb_array_length(items) - 1 loop
    item := items -> n;
    if jsonb_typeof(item) = 'object' then
      foreach member in array members loop
        if coalesce(jsonb_typeof(item -> member), 'string') = 'string' then
          item := item || jsonb_build_object(member, kith_private.trimmed(item ->> member));
        end if;
      end loop;
    end if;
    cleaned := cleaned || item;
  end loop;
  return to_jsonb(cleaned);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.duplicate_keys()
 RETURNS SETOF kith_private.shared_key
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  calling_code constant text := kith_private.own_calling_code();
  names kith_private.contact_name[];
  most integer;
  first jsonpath;
begin
  names := array(
    select (listed.id, kith_private.sorted_words(listed.words))::kith_private.contact_name
    from (
      select c.id, regexp_split_to_array(kith_private.folded(c.display_name) collate "C", '[\s!-/:-@[-`{-~’]+') as words
      from kith.contacts c where not c.is_archived offset 0) listed);
  most := greatest(1, 100000 / greatest(cardinality(names), 5000));
  first := format('$[0 to %s]', most - 1);
  return query
  select case when cardinality(n.words) > 1 then 4 else 8 end, hashtextextended(array_to_string(n.words, ' '), 4), n.contact, false
  from unnest(names) n where cardinality(n.words) > 0;
  return query
  select 1, hashtextextended(lower((email ->> 'value') collate "C"), 1), c.id, false
  from kith.contacts c cross join lateral jsonb_array_elements(case when jsonb_array_length(c.emails) > most then jsonb_path_query_array(c.emails, first) else c.emails end) email
  where c.emails <> '[]' and not c.is_archived;
  -- The least telling ones are left out where all else has taken long, so that there is an answer in time.
  if clock_timestamp() < statement_timestamp() + interval '1.2 seconds' then
    return query
    select 2, hashtextextended(phone.digits, 2), phone.id, false from (
      select c.id, kith_private.phone_digits(phone ->> 'value', calling_code) as digits
      from kith.contacts c cross join lateral jsonb_array_elements(case when jsonb_array_length(c.phones) > most then jsonb_path_query_array(c.phones, first) else c.phones end) phone
      where c.phones <> '[]' and not c.is_archived offset 0) phone
    where phone.digits is not null;
  end if;
  if clock_timestamp() < statement_timestamp() + interval '1.2 seconds' then
    return query select k.* from kith_private.similar_name_keys(names) k;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.ids_of(list jsonb)
 RETURNS uuid[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  ids uuid[] := '{}';
begin
  -- Mostly of one id, for which a loop is quicker than a query.
  for n in 0 .. coalesce(jsonb_array_length(list), 0) - 1 loop
    ids := ids || (list ->> n)::uuid;
  end loop;
  return ids;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.obstacle(change kith_private.changes, name text, value text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  contact uuid;
begin
  if value is null then
    return null;
  elsif name = 'contact_id' then
    perform from kith.contacts c where c.owner_id = change.owner_id and c.id = value::uuid;
    return case when not found then 'missing_reference' end;
  elsif name = 'contact_ids' then
    -- One by one: with a list as a parameter Postgres would plan the statement each time, which takes longer.
    foreach contact in array kith_private.ids_of(value::jsonb) loop
      perform from kith.contacts c where c.owner_id = change.owner_id and c.id = contact;
      if not found then
        return 'missing_reference';
      end if;
    end loop;
  elsif name = 'next_id' then
    perform from kith.reminders r where r.owner_id = change.owner_id and r.id = value::uuid;
    return case when not found then 'missing_reference' end;
  elsif name = 'network_id' then
    perform from kith.networks n where n.owner_id = change.owner_id and n.id = value::uuid;
    return case when not found then 'missing_reference' end;
  elsif name = 'note_type_id' then
    perform from kith.note_types t where t.owner_id = change.owner_id and t.id = value::uuid;
    return case when not found then 'missing_reference' end;
  elsif name = 'name' and change.resource = 'network' then
    perform from kith.networks n where n.owner_id = change.owner_id and n.id <> change.resource_id
      and lower(n.name collate "und-x-icu") = lower(value collate "und-x-icu");
    return case when found then 'name_taken' end;
  elsif name = 'name' and change.resource = 'note_type' then
    perform from kith.note_types t where t.owner_id = change.owner_id and t.id <> change.resource_id
      and lower(t.name collate "und-x-icu") = lower(value collate "und-x-icu");
    return case when found then 'name_taken' end;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.undo_refusal(sets bigint[])
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner constant uuid := auth.uid();
  writable constant text[] := kith_private.resources_with('write');
  others text;
begin
  others := (
    select string_agg(distinct replace(c.resource, '_', ' '), ', ') from kith_private.direct_changes(owner, sets) c
    where c.resource <> all (writable));
  if others is not null then
    return format('This API key may undo only what it may change now. It may not change: %s.', others);
  end if;
  if not kith_private.has_all_networks() and exists (
    select from kith_private.direct_changes(owner, sets) c
    where c.resource = 'membership'
      or c.resource in (select o.resource from kith_private.operations o where o.needs_all_networks)
      or not (select kith_private.is_seen(c.resource, c.resource_id))
      -- Nor may a note become about a contact again that has left; one that was deleted comes back, or is a conflict.
      or exists (
        select from kith.contacts k
        where k.owner_id = owner and k.id = any (kith_private.ids_of(c.before -> 'contact_ids')) and not (select kith_private.is_seen('contact', k.id))))
  then
    return 'This API key may undo only what it may change now, and it is limited to networks.';
  end if;
  return null;
end
$function$;

reset check_function_bodies;
