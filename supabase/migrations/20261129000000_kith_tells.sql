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

DROP FUNCTION "kith_private"."delete_expired_answers"();

DROP FUNCTION "kith_private"."delete_expired_imports"();

DROP FUNCTION "kith_private"."photos_to_remove"(uuid);

DROP FUNCTION "kith_private"."purge_logs"(uuid, bigint, timestamp with time zone);

CREATE TABLE "kith_private"."clock" ("is_only_row" boolean NOT NULL DEFAULT true, "ticked_at" timestamp with time zone NOT NULL DEFAULT now(), CONSTRAINT "clock_is_only_row_check" CHECK (is_only_row), CONSTRAINT "clock_pkey" PRIMARY KEY (is_only_row));

ALTER TABLE "kith_private"."clock" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "kith_private"."clock" OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION kith_private.are_photos_due()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return not exists (
    select from kith_private.photo_sweep s
    where s.swept_at > now() - case when s.last_name = '' then interval '6 hours' else interval '1 minute' end);
end
$function$;

ALTER FUNCTION "kith_private"."are_photos_due"() OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION kith_private.handle(credential jsonb, operation text, arguments jsonb, required_schema_version integer DEFAULT NULL::integer, OUT status smallint, OUT body text, OUT owner_id uuid, OUT key_id uuid, OUT rate_limit integer, OUT rate_remaining integer, OUT rate_reset bigint, OUT retry_after integer, OUT tag text, OUT replayed boolean, OUT activity_id uuid, OUT removals text[], OUT log text)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
 SET transaction_timeout TO '4500ms'
 SET lock_timeout TO '4s'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  asked kith_private.operations;
  asking record;
  counted record;
  ran record;
  is_limited boolean;
  refusal text;
  is_stale boolean;
  is_clock_late boolean;
begin
  if required_schema_version > kith_private.schema_version() then
    body := '{"code":"unavailable"}';
    log := format('The function needs schema version %s and the database has %s: push the migrations (npm run deploy).',
      required_schema_version, kith_private.schema_version());
    return;
  end if;

  select o.* into asked from kith_private.operations o where o.name = operation;
  if not found then
    raise exception using errcode = 'undefined_function', message = format('There is no operation %L.', operation);
  end if;

  asking := kith_private.identify(credential, coalesce(asked.step_of, asked.name), asked.locks_log and arguments is not null);
  owner_id := asking.owner_id;
  key_id := asking.key_id;
  if owner_id is null or asked.needs_calendar_secret <> coalesce(credential ->> 'kind' = 'calendar', false) then
    owner_id := null;
    key_id := null;
    body := '{"code":"unauthorized"}';
    return;
  end if;

  if asked.needs_calendar_secret and not credential ? 'counted' then
    retry_after := kith_private.count_feed_read(owner_id);
    if retry_after is not null then
      body := '{"code":"rate_limited"}';
      return;
    end if;
  end if;

  if key_id is null and credential ? 'clientId' then
    body := '{"code":"connection_required"}';
    return;
  end if;

  -- An expiry alone does not limit a key.
  is_limited := coalesce(asking.limits -> 'scopes' <> 'null' or asking.limits -> 'networkIds' <> 'null', false);
  if is_limited then
    refusal := kith_private.check_limits(asked, asking.limits);
    -- Before the row that counts is locked, as kith_private.record_key_use does.
    if refusal::jsonb ? 'scopes' and not asked.needs_access_token and not credential ? 'counted' then
      perform kith_private.record_refusal(key_id, array(select jsonb_array_elements_text(refusal::jsonb -> 'scopes')));
    end if;
  end if;
  if key_id is not null and not credential ? 'counted' then
    -- goesOn is the name that functions of version 1.0 send.
    counted := kith_private.count_request(
      key_id, asked.needs_access_token or refusal is not null or (arguments is null and not credential ?| '{operationFollows,goesOn}'),
      asked.for_carddav);
    if counted.allowed is null then
      owner_id := null;
      key_id := null;
      body := '{"code":"unauthorized"}';
      return;
    end if;
    rate_limit := counted.rate;
    rate_remaining := counted.remaining;
    rate_reset := ceil(extract(epoch from counted.resets_at));
    if not counted.allowed then
      retry_after := counted.retry_after;
      body := '{"code":"rate_limited"}';
      return;
    end if;
  end if;
  if key_id is not null and asked.needs_access_token then
    body := '{"code":"access_token_required"}';
    return;
  end if;
  if refusal is not null then
    body := refusal;
    return;
  end if;
  if asked.needs_access_token and not credential ? 'secondFactor' then
    perform from auth.mfa_factors f where f.user_id = handle.owner_id and f.status = 'verified';
    if found then
      body := '{"code":"second_factor_required"}';
      return;
    end if;
  end if;

  if arguments is null then
    status := 0;
    -- What dates of a file are read by, before the statement that keeps what was read.
    if credential ? 'operationFollows' then
      body := (
        select json_build_object('timezone', p.timezone, 'country', p.country) from kith.profiles p where p.owner_id = handle.owner_id);
    end if;
    return;
  end if;

  if arguments ? 'idempotencyKey' then
    if is_limited then
      arguments := kith_private.with_own_idempotency_key(arguments, key_id, asking.limits);
    end if;
    select r.status, r.body, r.replayed, r.activity_id into status, body, replayed, activity_id
    from kith_private.find_stored_answer(owner_id, asked, arguments, asking.limits -> 'networkIds') r;
    if status = 202 then
      arguments := kith_private.with_progress(arguments, body::jsonb, activity_id);
      select null, null, null into status, body, activity_id;
    end if;
  end if;
  if body is null and status is null then
    if arguments -> 'progress' ? 'answered' then
      status := (arguments #>> '{progress,answered,status}')::smallint;
      body := arguments #>> '{progress,answered,body}';
      activity_id := (arguments #>> '{progress,activityId}')::uuid;
    else
      ran := kith_private.run(owner_id, asked, arguments, jsonb_build_object(
        'id', gen_random_uuid(), 'kind', case when credential ? 'clientId' then 'connection' else credential ->> 'kind' end,
        'actorId', coalesce(key_id, owner_id), 'actorName', asking.key_name,
        'requestId', arguments ->> 'requestId', 'operation', coalesce(asked.step_of, asked.name))
        || case when not arguments ? 'progress' then '{}'::jsonb
          when arguments -> 'progress' ? 'activityId' then jsonb_build_object('inParts', true, 'partOf', arguments #> '{progress,activityId}')
          else '{"inParts":true}'::jsonb end,
        asking.limits, is_limited);
      status := ran.status;
      body := ran.body;
      log := ran.log;
      activity_id := coalesce(ran.activity_id, (arguments #>> '{progress,activityId}')::uuid);
    end if;
    if asked.writes then
      select exists (select from kith_private.stale_contacts s where s.owner_id = handle.owner_id), kith_private.is_clock_late()
        into is_stale, is_clock_late;
    end if;
    -- What is left to be derived, also of a request that ended before it was done.
    if is_stale and status between 200 and 201 and asked.locks_log and arguments ? 'progress' and not kith_private.is_last_part(arguments)
      and not kith_private.derive_stale_contacts(owner_id, kith_private.end_of_part(arguments))
    then
      body := jsonb_build_object('answered', jsonb_build_object('status', status, 'body', body));
      status := 202;
    end if;
    if status is not null and arguments ? 'idempotencyKey' then
      perform kith_private.store_answer(owner_id, operation, arguments, status, body, activity_id);
    elsif arguments ? 'idempotencyKey' and arguments -> 'progress' ? 'activityId' and body::jsonb ->> 'code' <> 'unavailable' then
      perform kith_private.forget_progress(owner_id, arguments ->> 'idempotencyKey');
    end if;
  end if;

  if is_clock_late then
    perform kith_private.sweep(20);
  end if;
  if status is null then
    if key_id is not null then
      update kith_private.api_key_requests r set refusals = r.refusals + 1 where r.api_key_id = handle.key_id;
    end if;
    return;
  end if;
  if asked.tagged then
    tag := kith_private.tag(body);
  end if;
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

CREATE OR REPLACE FUNCTION kith_private.install_clock(address text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  -- 244 random bits, of the database's own generator.
  secret text := 'kith_tick_' || replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  kept record;
begin
  if num_nulls(to_regprocedure('cron.schedule(text,text,text)'), to_regprocedure('net.http_post(text,jsonb,jsonb,jsonb,integer)'),
    to_regclass('vault.decrypted_secrets')) > 0
  then
    return null;
  end if;
  select s.id, s.decrypted_secret as url into kept from vault.decrypted_secrets s where s.name = 'kith_tick_url';
  if kept.id is null then
    perform vault.create_secret(address, 'kith_tick_url', 'Where Kith''s clock ticks.');
  elsif kept.url <> address then
    perform vault.update_secret(kept.id, address);
  end if;
  select s.decrypted_secret into kept from vault.decrypted_secrets s where s.name = 'kith_tick_secret';
  if found then
    secret := kept.decrypted_secret;
  else
    perform vault.create_secret(secret, 'kith_tick_secret', 'The secret of Kith''s clock.');
  end if;
  perform cron.schedule('kith-tick', '* * * * *', 'select kith_private.wake()');
  return encode(sha256(convert_to(secret, 'UTF8')), 'hex');
end
$function$;

ALTER FUNCTION "kith_private"."install_clock"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.is_clock_late()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return not exists (select from kith_private.clock c where c.ticked_at > now() - interval '1 day');
end
$function$;

ALTER FUNCTION "kith_private"."is_clock_late"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.is_due()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
begin
  return exists (select from kith_private.idempotent_requests r where r.created_at < now() - interval '24 hours')
    or exists (select from kith_private.imports i where i.created_at < now() - interval '24 hours')
    or exists (select from kith_private.change_logs l where l.oldest_at < now() - kith_private.log_retention())
    or kith_private.are_photos_due()
    -- So that requests know that the clock runs.
    or not exists (select from kith_private.clock c where c.ticked_at > now() - interval '12 hours');
end
$function$;

ALTER FUNCTION "kith_private"."is_due"() OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION kith_private.photos_to_remove(account uuid DEFAULT NULL::uuid, by_clock boolean DEFAULT false)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  most constant integer := 500;
  looked_at constant integer := 2000;
  sweep kith_private.photo_sweep;
  names text[];
  unnamed text[];
begin
  if account is not null then
    names := array(
      select o.name from storage.objects o
      where o.bucket_id = 'kith-photos' and o.name ~>=~ (account || '/') and o.name ~<~ (account || '0'));
    unnamed := array(select p.path from kith_private.unnamed_photos(names) p (path) limit most);
    perform kith_private.forget_card_photos(unnamed);
    return unnamed;
  end if;
  if not by_clock and not kith_private.is_clock_late() then
    return '{}';
  end if;
  if not exists (select from kith_private.photo_sweep) then
    insert into kith_private.photo_sweep default values on conflict do nothing;
  end if;
  select s.* into sweep from kith_private.photo_sweep s
  where s.swept_at is null or s.swept_at < now() - interval '1 minute' for update skip locked;
  if not found then
    return '{}';
  end if;
  with expired as (
    select u.owner_id, u.path from kith_private.photo_uploads u
    where u.created_at < now() - interval '3 hours' and (u.attached or u.created_at < now() - interval '1 day')
    limit 1000 for update skip locked)
  delete from kith_private.photo_uploads u using expired e where u.owner_id = e.owner_id and u.path = e.path;
  names := array(
    select o.name from storage.objects o where o.bucket_id = 'kith-photos' and o.name > sweep.last_name order by o.name limit looked_at);
  unnamed := array(select p.path from kith_private.unnamed_photos(names) p (path) limit most);
  perform kith_private.forget_card_photos(unnamed);
  update kith_private.photo_sweep s set swept_at = now(), last_name = case
    when cardinality(unnamed) = most then unnamed[most] when cardinality(names) = looked_at then names[looked_at] else '' end;
  return unnamed;
end
$function$;

ALTER FUNCTION "kith_private"."photos_to_remove"(uuid, boolean) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION kith_private.shorten_log(writer uuid, number bigint, spared timestamp with time zone DEFAULT 'infinity'::timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- More than were written since the last time, so that no log grows for good.
  most constant bigint := (
    select greatest(200, 2 * count(*)) from kith_private.changes c where c.owner_id = writer and c.set_number > number - 20);
  bytes bigint;
begin
  bytes := (select c.total_bytes from kith_private.changes c where c.owner_id = writer order by c.set_number desc, c.position desc limit 1)
    - (select q.maximum from kith_private.quotas q where q.name = 'log_bytes');
  if bytes > (select c.total_bytes from kith_private.changes c where c.owner_id = writer order by c.set_number, c.position limit 1) then
    perform kith_private.purge_changes(writer, '-infinity', bytes, most, spared);
  end if;
end
$function$;

ALTER FUNCTION "kith_private"."shorten_log"(uuid, bigint, timestamp with time zone) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION kith_private.start_change_set(owner uuid, context jsonb)
 RETURNS kith_private.change_set_state
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
 SET jit TO 'off'
AS $function$
declare
  state kith_private.change_set_state;
  first_part bigint;
begin
  if context ->> 'kind' = 'database' then
    -- The transaction may have changed rows of this owner already, and then of another one.
    select c.owner_id, c.set_number, c.position, c.total_bytes into state
    from kith_private.change_sets s join kith_private.changes c on c.owner_id = owner and c.set_number = s.number
    where s.owner_id = owner and s.id = (context ->> 'id')::uuid order by c.position desc limit 1;
    if found then
      return state;
    end if;
  end if;
  if context ? 'partOf' then
    select coalesce(s.first_number, s.number) into first_part from kith_private.change_sets s
    where s.owner_id = owner and s.id = (context ->> 'partOf')::uuid;
  end if;
  insert into kith_private.change_sets (owner_id, number, id, actor_kind, actor_id, actor_name, request_id, operation, first_number)
  select owner, last.number + 1, (context ->> 'id')::uuid, context ->> 'kind', (context ->> 'actorId')::uuid,
    context ->> 'actorName', context ->> 'requestId', context ->> 'operation', first_part
  from (select s.number from kith_private.change_sets s where s.owner_id = owner order by s.number desc limit 1) last
  returning change_sets.owner_id, change_sets.number, 0, (
    select c.total_bytes from kith_private.changes c
    where c.owner_id = owner and c.set_number = change_sets.number - 1 order by c.position desc limit 1) into state;
  if not found then
    state := kith_private.start_log(owner, context);
  elsif state.number % 20 = 0 then
    perform kith_private.shorten_log(owner, state.number,
      case when kith_private.has_share(context) then now() - interval '1 day' else 'infinity' end);
  end if;
  return state;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.sweep(most bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  cutoff constant timestamptz := now() - kith_private.log_retention();
  day_ago constant timestamptz := now() - interval '24 hours';
  answers integer := 0;
  imports integer := 0;
  logs integer := 0;
  owner uuid;
begin
  if exists (select from kith_private.idempotent_requests r where r.created_at < day_ago) then
    delete from kith_private.idempotent_requests r where r.ctid = any (array(
      select old.ctid from kith_private.idempotent_requests old where old.created_at < day_ago limit most for update skip locked));
    get diagnostics answers = row_count;
  end if;
  if exists (select from kith_private.imports i where i.created_at < day_ago) then
    delete from kith_private.imports i where i.ctid = any (array(
      select old.ctid from kith_private.imports old where old.created_at < day_ago limit 5 for update skip locked));
    get diagnostics imports = row_count;
  end if;
  -- Nothing is waited for, so that this can deadlock neither with that owner's requests nor with deleting the account.
  select l.owner_id into owner from kith_private.change_logs l
  where l.oldest_at < cutoff order by l.oldest_at limit 1 for update skip locked;
  if found and pg_try_advisory_xact_lock(kith_private.log_lock_key(owner)) then
    perform kith_private.purge_changes(owner, cutoff, 0, most);
    logs := 1;
  end if;
  return case when answers + imports + logs > 0 then jsonb_build_object('answers', answers, 'imports', imports, 'logs', logs) end;
end
$function$;

ALTER FUNCTION "kith_private"."sweep"(bigint) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.tick()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into kith_private.clock as c (is_only_row) values (true) on conflict (is_only_row) do update set ticked_at = excluded.ticked_at
  where c.ticked_at < excluded.ticked_at - interval '10 seconds';
  return kith_private.sweep(1000);
end
$function$;

ALTER FUNCTION "kith_private"."tick"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.wake()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if kith_private.is_due() then
    perform net.http_post(
      url := (select s.decrypted_secret from vault.decrypted_secrets s where s.name = 'kith_tick_url'),
      body := '{}'::jsonb,
      headers := jsonb_build_object('Authorization', 'Bearer ' || (
        select s.decrypted_secret from vault.decrypted_secrets s where s.name = 'kith_tick_secret'), 'Content-Type', 'application/json'),
      timeout_milliseconds := 5000);
  end if;
  if extract(minute from now()) = 0 then
    delete from cron.job_run_details d
    where d.end_time < now() - interval '1 day' and d.jobid = (select j.jobid from cron.job j where j.jobname = 'kith-tick');
  end if;
end
$function$;

ALTER FUNCTION "kith_private"."wake"() OWNER TO "postgres";

ALTER TABLE "kith"."profiles" ADD CONSTRAINT "profiles_east_asian_names_check" CHECK ((east_asian_names = ANY (ARRAY['firstName'::text, 'lastName'::text])));

CREATE TRIGGER note_cards AFTER UPDATE ON kith.profiles REFERENCING OLD TABLE AS earlier NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION kith_private.note_changed_cards();

CREATE POLICY "No client reaches the clock" ON "kith_private"."clock" FOR ALL TO "authenticated" USING (false);

COMMENT ON COLUMN "kith"."profiles"."east_asian_names" IS 'lastName or firstName: which of them comes first in names in Han, Kana or Hangul. The last name is followed by the first without a space.';

COMMENT ON COLUMN "kith_private"."clock"."is_only_row" IS 'True.';

COMMENT ON COLUMN "kith_private"."clock"."ticked_at" IS 'When POST /tick was last called.';

COMMENT ON TABLE "kith_private"."clock" IS 'When the clock ran last: one row, or none where it never has.';

REVOKE ALL ON FUNCTION "kith_private"."are_photos_due"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."east_asian_names"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."east_asian_names"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."install_clock"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."is_clock_late"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."is_due"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."is_east_asian_name"(kith.contacts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."is_east_asian_name"(kith.contacts) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."photos_to_remove"(uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."shorten_log"(uuid, bigint, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."sweep"(bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."tick"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."wake"() FROM PUBLIC;

REVOKE ALL ("east_asian_names") ON TABLE "kith"."profiles" FROM "authenticated";

GRANT INSERT ("east_asian_names"), SELECT ("east_asian_names"), UPDATE ("east_asian_names") ON TABLE "kith"."profiles" TO "authenticated";

alter table kith.profiles alter column east_asian_names set statistics 0;

reset check_function_bodies;
