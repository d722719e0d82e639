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

ALTER TABLE "kith"."profiles" ADD COLUMN "east_asian_names" text NOT NULL DEFAULT 'lastName'::text;

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
    east_asian_names = case when body ? 'eastAsianNames' then body ->> 'eastAsianNames' else p.east_asian_names end,
    contact_id = case when body ? 'contactId' then (body ->> 'contactId')::uuid else p.contact_id end
  where p.owner_id = (select auth.uid());
  return kith_api.get_me(arguments);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.card_line(arguments jsonb, c kith.contacts, networks text[], photo text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return jsonb_strip_nulls(jsonb_build_object('id', c.id, 'name', kith_private.card_name(c), 'uid', c.card ->> 'uid', 'hasPhoto', c.photo_path is not null,
    'tag', kith_private.card_tag(arguments, c, networks), 'photo', photo))
    || case when arguments ? 'withText' and c.card ? 'text' then (c.card - '{name,uid,state}'::text[])
      || jsonb_build_object('isCurrent', c.card ->> 'state' = kith_private.card_state(c, networks)) else '{}' end;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.card_tag(arguments jsonb, contact kith.contacts, networks text[])
 RETURNS text
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return kith_private.tag(concat_ws(' ', arguments ->> 'writer', contact.id, kith_private.card_state(contact, networks), contact.card ->> 'uid',
    contact.card ->> 'text', case when kith_private.is_east_asian_name(contact) then kith_private.shown_name(contact) end));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.east_asian_names(owner uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce((select p.east_asian_names from kith.profiles p where p.owner_id = owner and owner = (select auth.uid())), 'lastName');
end
$function$;

ALTER FUNCTION "kith_private"."east_asian_names"(uuid) OWNER TO "postgres";

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
      name_order = coalesce(nullif(p.name_order, 'firstName'), given ->> 'nameOrder', p.name_order),
      east_asian_names = coalesce(nullif(p.east_asian_names, 'lastName'), given ->> 'eastAsianNames', p.east_asian_names)
    where p.owner_id = owner and (p.name is null and given ? 'name' or p.timezone = 'UTC' and given ? 'timezone'
      or p.country is null and given ? 'country' or p.name_order = 'firstName' and given ? 'nameOrder'
      or p.east_asian_names = 'lastName' and given ? 'eastAsianNames' or p.contact_id is null and given ? 'contactId');
    is_filled := found;
  end if;
  update kith_private.import_rows r set
    outcome = case when not may then 'fail' when is_filled then 'merge' else 'skip' end, target_id = null,
    problem = case when not may then 'This API key lacks the scope profile:write.' end
  where r.owner_id = owner and r.import_id = import and r.resource = 'profile';
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.is_east_asian_name(contact kith.contacts)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return contact.first_name is not null and contact.last_name is not null
    and concat(contact.first_name, contact.middle_name, contact.last_name) ~ '^[\u1100-\u11ff\u3040-\u9fff\uac00-\ud7ff]+$';
end
$function$;

ALTER FUNCTION "kith_private"."is_east_asian_name"(kith.contacts) OWNER TO "postgres";

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
      case when p.east_asian_names <> 'lastName' then 'eastAsianNames' end, case when p.contact_id is not null then 'contactId' end])
    from kith.profiles p where p.owner_id = (select auth.uid()));
  update kith_private.import_rows r set
    action = case when wrong is not null then 'error' when filled = '{}' then 'match' else 'create' end,
    value = case when wrong is null then coalesce(nullif(filled, '{}'), given) end,
    problem = wrong
  where r.import_id = import and r.resource = 'profile';
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.note_changed_cards()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owners uuid[];
  ids uuid[];
  names text[];
begin
  if current_setting('kith.deleting_account', true) = 'on' then
    return null;
  end if;
  case tg_table_name || ' ' || tg_op
    when 'contacts INSERT' then
      select array_agg(w.owner_id), array_agg(w.id) into owners, ids from written w;
      -- One that is brought back is not gone any more.
      update kith_private.card_sequences s set name = null, deleted_at = null
      from unnest(owners, ids) back (owner_id, id)
      where s.owner_id = back.owner_id and s.contact_id = back.id and s.deleted_at is not null;
    when 'contacts UPDATE' then
      select array_agg(w.owner_id), array_agg(w.id) into owners, ids
      from written w join earlier e on e.owner_id = w.owner_id and e.id = w.id
      where kith_private.shown_in_book(w) <> kith_private.shown_in_book(e);
    when 'contacts DELETE' then
      select array_agg(e.owner_id), array_agg(e.id), array_agg(kith_private.card_name(e)) into owners, ids, names from earlier e;
    when 'contact_networks INSERT' then
      select array_agg(w.owner_id), array_agg(w.contact_id) into owners, ids from written w;
    when 'contact_networks DELETE' then
      select array_agg(e.owner_id), array_agg(e.contact_id) into owners, ids from earlier e;
    when 'networks UPDATE' then
      select array_agg(m.owner_id), array_agg(m.contact_id) into owners, ids
      from written w join earlier e on e.owner_id = w.owner_id and e.id = w.id and e.name <> w.name
      join kith.contact_networks m on m.owner_id = w.owner_id and m.network_id = w.id;
    when 'profiles UPDATE' then
      select array_agg(c.owner_id), array_agg(c.id) into owners, ids
      from written w join earlier e on e.owner_id = w.owner_id and e.east_asian_names <> w.east_asian_names
      join kith.contacts c on c.owner_id = w.owner_id and kith_private.is_east_asian_name(c);
  end case;
  if ids is not null then
    perform kith_private.note_cards(owners, ids, names);
  end if;
  -- Counting them takes long: one deletion in twenty does it.
  if names is not null and (select c.number from kith_private.change_sets c where c.owner_id = owners[1] order by c.number desc limit 1) % 20 = 0 then
    perform kith_private.purge_card_sequences(owners[1]);
  end if;
  return null;
end
$function$;

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
    'eastAsianNames', coalesce(profile.east_asian_names, 'lastName'),
    'contactId', case when may_read and profile.contact_id is not null and kith_private.has_scope('contacts:read') and kith_private.has_all_networks()
      then (select c.id from kith.contacts c where c.owner_id = (select auth.uid()) and c.id = profile.contact_id) end,
    'createdAt', to_char(coalesce(profile.created_at, now()) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'updatedAt', to_char(coalesce(profile.updated_at, now()) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'scopes', limits -> 'scopes',
    'networkIds', limits -> 'networkIds',
    'expiresAt', to_char((limits ->> 'expiresAt')::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.shown_name(contact kith.contacts)
 RETURNS text
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  person text;
begin
  if contact.first_name is null and contact.last_name is null then
    return contact.display_name;
  end if;
  if kith_private.is_east_asian_name(contact) and kith_private.east_asian_names(contact.owner_id) = 'lastName' then
    person := concat(contact.last_name, contact.first_name, contact.middle_name);
  else
    person := concat_ws(' ', contact.first_name, contact.middle_name, contact.last_name);
  end if;
  return concat_ws(', ', concat_ws(' ', contact.name_prefix, person), contact.name_suffix);
end
$function$;

ALTER TABLE "kith"."profiles" ADD CONSTRAINT "profiles_east_asian_names_check" CHECK ((east_asian_names = ANY (ARRAY['firstName'::text, 'lastName'::text])));

CREATE TRIGGER note_cards AFTER UPDATE ON kith.profiles REFERENCING OLD TABLE AS earlier NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION kith_private.note_changed_cards();

COMMENT ON COLUMN "kith"."profiles"."east_asian_names" IS 'lastName or firstName: which of them comes first in names in Han, Kana or Hangul. The last name is followed by the first without a space.';

REVOKE ALL ON FUNCTION "kith_private"."east_asian_names"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."east_asian_names"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."is_east_asian_name"(kith.contacts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."is_east_asian_name"(kith.contacts) TO "authenticated", "service_role";

REVOKE ALL ("east_asian_names") ON TABLE "kith"."profiles" FROM "authenticated";

GRANT INSERT ("east_asian_names"), SELECT ("east_asian_names"), UPDATE ("east_asian_names") ON TABLE "kith"."profiles" TO "authenticated";

alter table kith.profiles alter column east_asian_names set statistics 0;

reset check_function_bodies;
