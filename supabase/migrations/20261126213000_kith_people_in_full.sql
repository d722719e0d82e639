-- Written by `npm run migration` from what has changed in sql/. It may be edited until it is released.

-- Requests and sign-ups that are under way end first, and others wait.
do $$
begin
  lock table kith_private.operations in access exclusive mode;
  if has_table_privilege('auth.users', 'update, delete, truncate') then
    lock table auth.users in share row exclusive mode;
  end if;
end $$;

set check_function_bodies = off;

DROP VIEW "kith_api"."relationships";

DROP VIEW "kith_private"."relationship_sides";

ALTER TABLE "kith"."profiles" ADD COLUMN "contact_id" uuid;

CREATE OR REPLACE FUNCTION kith_api.update_me(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body jsonb := arguments -> 'body';
begin
  insert into kith.profiles (owner_id) values (auth.uid()) on conflict do nothing;
  update kith.profiles p set
    name = case when body ? 'name' then body ->> 'name' else p.name end,
    timezone = case when body ? 'timezone' then body ->> 'timezone' else p.timezone end,
    country = case when body ? 'country' then body ->> 'country' else p.country end,
    name_order = case when body ? 'nameOrder' then body ->> 'nameOrder' else p.name_order end,
    contact_id = case when body ? 'contactId' then (body ->> 'contactId')::uuid else p.contact_id end
  where p.owner_id = (select auth.uid());
  return kith_api.get_me(arguments);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.check_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.name := kith_private.trimmed(new.name);
  new.timezone := coalesce(kith_private.trimmed(new.timezone), '');
  new.country := kith_private.trimmed(new.country);
  if kith_private.calling_code(new.country) is null and new.country is not null then
    raise check_violation using
      message = 'The country is not a code of ISO 3166-1 with two capital letters, such as FR.',
      schema = 'kith', table = 'profiles', constraint = 'profiles_country_check';
  end if;
  if tg_op = 'INSERT' or new.timezone is distinct from old.timezone then
    if kith_private.is_time_zone(new.timezone) is not true then
      raise check_violation using
        message = 'The time zone is not a name of the IANA database, such as Europe/Paris.',
        schema = 'kith', table = 'profiles', constraint = 'profiles_timezone_check';
    end if;
  end if;
  if new.contact_id is not null and (tg_op = 'INSERT' or new.contact_id is distinct from old.contact_id) and not kith_private.is_restoring() then
    perform from kith.contacts c where c.owner_id = new.owner_id and c.id = new.contact_id;
    if not found then
      raise foreign_key_violation using
        message = 'The contact does not exist.', schema = 'kith', table = 'profiles', constraint = 'profiles_contact_id_fkey';
    end if;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.due_condition(day text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return format($sql$case
    when id = (select kith_private.own_contact()) then false
    when next_contact_on_utc < ($2).%1$I then true
    when next_contact_on_utc <= ($2).%1$I + 1
      then (
        select greatest(near.active_snooze, (coalesce(near.last_contacted_at, near.created_at) at time zone ($2).timezone)::date
          + near.contact_frequency_days) <= ($2).%1$I
        from kith.contacts near where near.owner_id = contacts.owner_id and near.id = contacts.id)
    else false end$sql$, day);
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
  own constant uuid := kith_private.own_contact();
  names kith_private.contact_name[];
begin
  names := array(
    select (c.id, array(
      select word from regexp_split_to_table(kith_private.folded(case when strpos(called.name, '<') > 0
        then (kith_private.written_name(called.name))[1] else called.name end) collate "C", '[\s!-/:-@[-`{-~’]+') word
      where word <> '' order by word collate "C"))::kith_private.contact_name
    from kith.contacts c
    -- A middle name may be missing, or be a part of the first name.
    cross join lateral unnest(case when c.middle_name is null then array[c.display_name]
      else array[c.display_name, concat_ws(' ', c.first_name, c.middle_name, c.last_name)] end) called (name)
    where not c.is_archived and c.id is distinct from own);
  return query
  select case when cardinality(n.words) > 1 then 4 else 8 end, hashtextextended(array_to_string(n.words, ' '), 4), n.contact, false
  from unnest(names) n where cardinality(n.words) > 0;
  -- Names in scripts without spaces are compared by their characters: 王秉元 is the given name 秉元 and the family name 王.
  return query
  select 4, hashtextextended((
    select string_agg(letter, '' order by letter collate "C") from unnest(n.words) word, regexp_split_to_table(word, '') letter), 3), n.contact, false
  from unnest(names) n where array_to_string(n.words, '') ~ '^[\u1100-\u11ff\u3040-\ud7ff]{2,}$';
  return query
  select 1, hashtextextended(lower((email ->> 'value') collate "C"), 1), c.id, false
  from kith.contacts c cross join lateral jsonb_array_elements(c.emails) email
  where c.emails <> '[]' and not c.is_archived and c.id is distinct from own limit 100000;
  -- The least telling ones are left out where all else has taken long, so that there is an answer in time.
  if clock_timestamp() < statement_timestamp() + interval '1.2 seconds' then
    return query
    select 2, hashtextextended(phone.digits, 2), phone.id, false from (
      select c.id, kith_private.phone_digits(phone ->> 'value', calling_code) as digits
      from kith.contacts c cross join lateral jsonb_array_elements(c.phones) phone
      where c.phones <> '[]' and not c.is_archived and c.id is distinct from own limit 100000) phone
    where phone.digits is not null;
  end if;
  if clock_timestamp() < statement_timestamp() + interval '1.2 seconds' then
    return query select k.* from kith_private.similar_name_keys(names) k;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.feed_birthdays(at_most integer)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  today constant text := to_char(kith_private.today(), 'MM-DD');
  own constant uuid := kith_private.own_contact();
  wanted constant text := (select f.birthdays from kith_private.calendars f);
begin
  return (
    select coalesce(json_agg(json_build_object('id', c.id, 'name', kith_private.shown_name(c), 'birthday', c.birthday,
      'updatedAt', to_char(c.updated_at at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"')) order by c.id), '[]')
    from (
      select * from kith.contacts c where c.birthday is not null and not c.is_archived and c.id is distinct from own and wanted <> 'none'
        and (wanted = 'all' or c.is_favorite or c.contact_frequency_days is not null)
      order by right(c.birthday, 5) < today, right(c.birthday, 5), c.id limit at_most) c);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.feed_due_contacts(at_most integer)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  zone constant text := kith_private.time_zone();
  own constant uuid := kith_private.own_contact();
begin
  return (
    select coalesce(json_agg(json_build_object('id', c.id, 'name', kith_private.shown_name(c),
      'day', to_char(least(date '9999-12-31', greatest(c.active_snooze,
        (coalesce(c.last_contacted_at, c.created_at) at time zone zone)::date + c.contact_frequency_days)), 'YYYYMMDD'),
      'updatedAt', to_char(c.updated_at at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"')) order by c.id), '[]')
    from (
      select * from kith.contacts c where c.next_contact_on_utc is not null and not c.is_archived and c.id is distinct from own
      order by c.next_contact_on_utc, c.id limit at_most) c);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.find_by_name(name text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION kith_private.import_profile(owner uuid, import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
      name_order = coalesce(nullif(p.name_order, 'firstName'), given ->> 'nameOrder', p.name_order)
    where p.owner_id = owner and (p.name is null and given ? 'name' or p.timezone = 'UTC' and given ? 'timezone'
      or p.country is null and given ? 'country' or p.name_order = 'firstName' and given ? 'nameOrder' or p.contact_id is null and given ? 'contactId');
    is_filled := found;
  end if;
  update kith_private.import_rows r set
    outcome = case when not may then 'fail' when is_filled then 'merge' else 'skip' end, target_id = null,
    problem = case when not may then 'This API key lacks the scope profile:write.' end
  where r.owner_id = owner and r.import_id = import and r.resource = 'profile';
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.link_own_contact(owner uuid, import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "kith_private"."link_own_contact"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.log_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  old_row constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  written constant jsonb := coalesce(new_row, old_row);
  owner constant uuid := written ->> 'owner_id';
  derived constant text[] := tg_argv[1];
  context jsonb := kith_private.current_change();
  state kith_private.change_set_state := kith_private.setting('change_set')::kith_private.change_set_state;
  before jsonb;
  after jsonb;
begin
  if old_row = new_row then
    return null;
  end if;
  if context is null or context ->> 'kind' = 'database' or state.owner_id <> owner then
    context := kith_private.change_context(owner);
    if context is null then
      return null;
    end if;
  end if;
  if state.owner_id is distinct from owner then
    state := kith_private.start_change_set(owner, context);
  end if;
  before := old_row - derived;
  after := new_row - derived;
  if before = after then
    before := '{}';
    after := '{}';
  elsif tg_op = 'UPDATE' then
    select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, new_row -> o.key) into before, after
    from jsonb_each(before) o where o.value <> new_row -> o.key;
  end if;
  state.position := state.position + 1;
  state.total_bytes := state.total_bytes + 200 + coalesce(pg_column_size(before), 0) + coalesce(pg_column_size(after), 0);
  insert into kith_private.changes
    (owner_id, set_number, position, resource, resource_id, network_id, action, name, before, after, is_shown, total_bytes)
  values (owner, state.number, state.position, tg_argv[0],
    coalesce(written ->> 'id', case when written ? 'network_id' then written ->> 'contact_id' end, written ->> 'owner_id')::uuid, (written ->> 'network_id')::uuid,
    case tg_op when 'INSERT' then 'create' when 'DELETE' then 'delete' else 'update' end,
    left(coalesce(written ->> 'display_name', written ->> 'name', written ->> 'title', written ->> 'content'), 100),
    before, after, tg_op <> 'UPDATE' or after - '{updated_at,next_id}'::text[] <> '{}', state.total_bytes);
  perform kith_private.set_setting('change_set', state::text);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.match_profile(import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
      case when p.contact_id is not null then 'contactId' end])
    from kith.profiles p where p.owner_id = (select auth.uid()));
  update kith_private.import_rows r set
    action = case when wrong is not null then 'error' when filled = '{}' then 'match' else 'create' end,
    value = case when wrong is null then coalesce(nullif(filled, '{}'), given) end,
    problem = wrong
  where r.import_id = import and r.resource = 'profile';
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.own_contact()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (select p.contact_id from kith.profiles p where p.owner_id = (select auth.uid()));
end
$function$;

ALTER FUNCTION "kith_private"."own_contact"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.profile_body()
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  limits constant jsonb := kith_private.limits();
  may_read constant boolean := kith_private.has_scope('profile:read');
  profile kith.profiles;
begin
  select p.* into profile from kith.profiles p where p.owner_id = (select auth.uid());
  return json_build_object(
    'id', auth.uid(),
    -- Read from the table of Auth and not copied, so that it is always current.
    'email', case when may_read then (select u.email from auth.users u where u.id = (select auth.uid())) end,
    'name', case when may_read then profile.name end,
    'timezone', coalesce(profile.timezone, 'UTC'),
    'country', case when may_read then profile.country end,
    'nameOrder', coalesce(profile.name_order, 'firstName'),
    'contactId', case when may_read and profile.contact_id is not null and kith_private.has_scope('contacts:read') and kith_private.has_all_networks()
      then (select c.id from kith.contacts c where c.owner_id = (select auth.uid()) and c.id = profile.contact_id) end,
    'createdAt', to_char(coalesce(profile.created_at, now()) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'updatedAt', to_char(coalesce(profile.updated_at, now()) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'scopes', limits -> 'scopes',
    'networkIds', limits -> 'networkIds',
    'expiresAt', to_char((limits ->> 'expiresAt')::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.take_over(target uuid, duplicate uuid, takes_photo boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner constant uuid := auth.uid();
  taken kith.contacts;
begin
  perform kith_private.check_may_merge();
  select c.* into taken from kith.contacts c where c.owner_id = owner and c.id = duplicate;
  update kith.contacts c set
    photo_path = case when takes_photo then taken.photo_path else c.photo_path end,
    created_at = least(c.created_at, taken.created_at),
    -- As its notes say, which are the target's now, or would be.
    last_noted_at = greatest(c.last_noted_at, taken.last_noted_at)
  where c.owner_id = owner and c.id = target;
  update kith.profiles p set contact_id = target where p.owner_id = owner and p.contact_id = duplicate;
  insert into kith_private.merged_contacts (owner_id, id, into_id, change_set)
  values (owner, duplicate, target, kith_private.activity_id())
  on conflict (owner_id, id) do update set into_id = excluded.into_id, change_set = excluded.change_set;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.upcoming_items(today date, last_day date, zone text, at_most integer)
 RETURNS SETOF kith_private.upcoming_item
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  own constant uuid := kith_private.own_contact();
  -- In UTC a contact may be due a day earlier or later than in the time zone, so the first in UTC and two days more have
  -- all that are first in the time zone.
  horizon constant date := least(last_day + 1, 2 + (
    select c.next_contact_on_utc from kith.contacts c
    where not c.is_archived and c.id is distinct from own and c.next_contact_on_utc <= last_day + 1 order by c.next_contact_on_utc offset at_most - 1 limit 1));
begin
  return query
    select greatest(date '0001-01-01', (r.due_at at time zone zone)::date), 1::smallint, r.due_at::timestamptz, null::text, r.id, null::text
    from kith.reminders r
    where not r.completed and r.due_at < ((last_day + 1)::timestamp at time zone zone)
    order by r.due_at, r.id limit at_most;
  return query
    select due.day, 2::smallint, null::timestamptz, c.display_name, c.id, null::text
    from kith.contacts c
    cross join lateral (
      select greatest(c.active_snooze,
        (coalesce(c.last_contacted_at, c.created_at) at time zone zone)::date + c.contact_frequency_days) as day) due
    where not c.is_archived and c.id is distinct from own and c.next_contact_on_utc <= horizon and due.day <= last_day
    order by due.day, c.display_name collate "und-x-icu", c.id limit at_most;
  return query
    select celebrated.day, 3::smallint, null::timestamptz, c.display_name, c.id, c.birthday
    from kith.contacts c
    cross join (values (extract(year from today)::integer), (extract(year from today)::integer + 1)) as years (year)
    cross join lateral (
      -- 29 February falls on 28 February in other years.
      select make_date(years.year, substr(right(c.birthday, 5), 1, 2)::integer, case
        when right(c.birthday, 5) = '02-29' and extract(day from make_date(years.year, 3, 1) - 1) = 28 then 28
        else right(c.birthday, 2)::integer end) as day) celebrated
    where not c.is_archived and c.id is distinct from own and c.birthday is not null and celebrated.day between today and last_day
      and (c.birthday like '--%' or left(c.birthday, 4)::integer <= years.year)
    order by celebrated.day, c.display_name collate "und-x-icu", c.id limit at_most;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.write_import(import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner constant uuid := auth.uid();
begin
  if not kith_private.may_import() then
    perform kith_private.not_found();
  end if;
  -- The profile comes first, because its time zone says when a day and a recurring reminder begin.
  perform kith_private.import_profile(owner, import);
  perform kith_private.import_network_names(owner, import), kith_private.import_note_types(owner, import),
    kith_private.import_contacts(owner, import), kith_private.merge_rows(owner, import),
    kith_private.record_merged_uids(owner, import), kith_private.import_memberships(owner, import),
    kith_private.import_contact_notes(owner, import), kith_private.resolve_contacts(owner, import),
    kith_private.import_notes(owner, import), kith_private.import_reminders(owner, import),
    kith_private.import_relationships(owner, import), kith_private.decide_relationships(owner, import),
    kith_private.import_plain_resources(owner, import), kith_private.attach_imported_photos(owner, import);
  if not exists (select from kith_private.import_rows r where r.owner_id = owner and r.import_id = import and r.decision is not null) then
    perform kith_private.set_setting('restoring', 'on');
    perform kith_private.link_next_reminders(owner, import), kith_private.link_own_contact(owner, import);
    perform kith_private.set_setting('restoring', null);
  end if;
end
$function$;

CREATE VIEW "kith_private"."relationship_sides" WITH (security_invoker=true) AS  SELECT s.owner_id,
    s.id,
    s.contact_id,
    s.kind,
    s.created_at,
    s.is_turned,
    s.contact_ids,
    row_to_json(shape.*) AS body
   FROM (kith_private.relationship_ends s
     CROSS JOIN LATERAL ( SELECT s.id,
            s.contact_id AS "contactId",
            s.related_contact_id AS "relatedContactId",
            s.related_name AS "relatedName",
            s.kind,
            s.label,
            s.inverse_label AS "inverseLabel",
            s.started_on AS "startedOn",
            s.ended_on AS "endedOn",
            s.note,
            kith_private.relationship_sentence(
                CASE
                    WHEN (s.contact_id = ( SELECT kith_private.own_contact() AS own_contact)) THEN NULL::text
                    ELSE ( SELECT COALESCE(c.display_name, c.first_name) AS "coalesce"
                       FROM kith.contacts c
                      WHERE ((c.owner_id = s.owner_id) AND (c.id = s.contact_id)))
                END,
                CASE
                    WHEN (s.related_contact_id = ( SELECT kith_private.own_contact() AS own_contact)) THEN NULL::text
                    ELSE COALESCE(s.related_name, ( SELECT COALESCE(c.display_name, c.first_name) AS "coalesce"
                       FROM kith.contacts c
                      WHERE ((c.owner_id = s.owner_id) AND (c.id = s.related_contact_id))))
                END, s.kind, s.label, s.inverse_label,
                CASE
                    WHEN (s.ended_on IS NULL) THEN false
                    ELSE (s.ended_on <= ( SELECT kith_private.today() AS today))
                END) AS sentence,
            to_char((s.created_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "createdAt",
            to_char((s.updated_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "updatedAt") shape);

CREATE VIEW "kith_api"."relationships" WITH (security_invoker=true) AS  SELECT id,
    body
   FROM kith_private.relationship_sides s
  WHERE (NOT is_turned);

ALTER VIEW "kith_api"."relationships" OWNER TO "postgres";

ALTER VIEW "kith_private"."relationship_sides" OWNER TO "postgres";

COMMENT ON COLUMN "kith"."profiles"."contact_id" IS 'The contact that is the user. It stays here where that contact is deleted, so that undoing the deletion finds it; then the API shows null.';

COMMENT ON VIEW "kith_api"."relationships" IS 'Relationships as the API shows them, as they were written.';

COMMENT ON VIEW "kith_private"."relationship_sides" IS 'Relationships as the API shows them, each from both sides.';

REVOKE ALL ON FUNCTION "kith_private"."link_own_contact"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."own_contact"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."own_contact"() TO "authenticated";

REVOKE ALL ("contact_id") ON TABLE "kith"."profiles" FROM "authenticated";

GRANT INSERT ("contact_id"), SELECT ("contact_id"), UPDATE ("contact_id") ON TABLE "kith"."profiles" TO "authenticated";

GRANT SELECT ON TABLE "kith_api"."relationships" TO "authenticated";

GRANT SELECT ON TABLE "kith_private"."relationship_sides" TO "authenticated";

alter table kith.profiles alter column contact_id set statistics 0;

reset check_function_bodies;
