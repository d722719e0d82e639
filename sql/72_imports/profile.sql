-- The profile of a document: it fills what is empty in that of the owner.

-- What was read from a file, without its profile where the credential of this request may not change that.
-- A key without the scope gets the rest of the file.
create function kith_private.without_profile(body jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  if kith_private.has_scope('profile:write') or (body -> 'rows' @> '[{"resource":"profile"}]') is not true then
    return body;
  end if;
  return body || jsonb_build_object(
    'rows', (
      select coalesce(jsonb_agg(item order by place), '[]') from jsonb_array_elements(body -> 'rows') with ordinality given (item, place)
      where item ->> 'resource' is distinct from 'profile'),
    'dropped', (body -> 'dropped') || '[{"property":"profile: needs the scope profile:write","count":1}]');
end
$$;

-- Compares the profile of an import with that of the current user, and keeps only members that are empty or unchanged there.
create function kith_private.match_profile(import uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  given constant jsonb := (
    select r.value from kith_private.import_rows r where r.import_id = import and r.resource = 'profile' and r.action = 'create' limit 1);
  wrong text;
  filled jsonb;
begin
  if given is null then
    return;
  end if;
  wrong := case
    when given ? 'timezone' and kith_private.is_time_zone(given ->> 'timezone') is not true
      then '/profile/timezone: Must be a name of the IANA database, such as Europe/Paris.'
    when given ? 'country' and kith_private.calling_code(given ->> 'country') is null
      then '/profile/country: Must be a code of ISO 3166-1, such as FR.' end;
  filled := given - array(
    select unnest(array[case when p.name is not null then 'name' end, case when p.timezone <> 'UTC' then 'timezone' end,
      case when p.country is not null then 'country' end, case when p.name_order <> 'firstName' then 'nameOrder' end,
      case when p.east_asian_names <> 'lastName' then 'eastAsianNames' end,
      case when p.digest_at <> '08:00' then 'digestAt' end, case when p.digest_days <> '{1,2,3,4,5,6,7}' then 'digestDays' end,
      case when p.lead_days <> 7 then 'leadDays' end, case when p.saved_filters <> '[]' then 'savedFilters' end, case when p.contact_id is not null then 'contactId' end])
    from kith.profiles p where p.owner_id = (select auth.uid()));
  update kith_private.import_rows r set
    action = case when wrong is not null then 'error' when filled = '{}' then 'match' else 'create' end,
    value = case when wrong is null then coalesce(nullif(filled, '{}'), given) end,
    problem = wrong
  where r.import_id = import and r.resource = 'profile';
end
$$;

-- Fills what is empty in the profile of the owner of an import.
create function kith_private.import_profile(owner uuid, import uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  given constant jsonb := (
    select r.value from kith_private.import_rows r
    where r.owner_id = owner and r.import_id = import and r.resource = 'profile' and r.outcome = 'create' limit 1);
  may constant boolean := kith_private.has_scope('profile:write');
  is_filled boolean := false;
begin
  if given is null then
    return;
  end if;
  if may then
    insert into kith.profiles (owner_id) values (owner) on conflict do nothing;
    update kith.profiles p set
      name = coalesce(p.name, given ->> 'name'),
      timezone = coalesce(nullif(p.timezone, 'UTC'), given ->> 'timezone', p.timezone),
      country = coalesce(p.country, given ->> 'country'),
      name_order = coalesce(nullif(p.name_order, 'firstName'), given ->> 'nameOrder', p.name_order),
      east_asian_names = coalesce(nullif(p.east_asian_names, 'lastName'), given ->> 'eastAsianNames', p.east_asian_names),
      digest_at = coalesce(nullif(p.digest_at, '08:00'), (given ->> 'digestAt')::time, p.digest_at),
      digest_days = case when p.digest_days = '{1,2,3,4,5,6,7}' and given ? 'digestDays'
        then array(select day::smallint from jsonb_array_elements_text(given -> 'digestDays') day) else p.digest_days end,
      lead_days = coalesce(nullif(p.lead_days, 7), (given ->> 'leadDays')::smallint, p.lead_days),
      saved_filters = coalesce(nullif(p.saved_filters, '[]'), given -> 'savedFilters', p.saved_filters)
    where p.owner_id = owner and (p.name is null and given ? 'name' or p.timezone = 'UTC' and given ? 'timezone'
      or p.country is null and given ? 'country' or p.name_order = 'firstName' and given ? 'nameOrder'
      or p.east_asian_names = 'lastName' and given ? 'eastAsianNames' or p.digest_at = '08:00' and given ? 'digestAt'
      or p.digest_days = '{1,2,3,4,5,6,7}' and given ? 'digestDays' or p.lead_days = 7 and given ? 'leadDays' or p.saved_filters = '[]' and given ? 'savedFilters' or p.contact_id is null and given ? 'contactId');
    is_filled := found;
  end if;
  update kith_private.import_rows r set
    outcome = case when not may then 'fail' when is_filled then 'merge' else 'skip' end, target_id = null,
    problem = case when not may then 'This API key lacks the scope profile:write.' end
  where r.owner_id = owner and r.import_id = import and r.resource = 'profile';
end
$$;

-- Names the contact that the owner is, where the profile of an import does and that of the owner does not. After all contacts.
create function kith_private.link_own_contact(owner uuid, import uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  uid constant text := (
    select r.value ->> 'contactId' from kith_private.import_rows r
    where r.owner_id = owner and r.import_id = import and r.resource = 'profile' and r.outcome in ('merge', 'merged') limit 1);
begin
  if uid is not null then
    update kith.profiles p set contact_id = (kith_private.contacts_of_import(owner, import, array[uid]) ->> uid)::uuid
    where p.owner_id = owner and p.contact_id is null;
  end if;
end
$$;

grant execute on function kith_private.without_profile(jsonb), kith_private.match_profile(uuid) to authenticated;
