-- Written by `npm run migration` from what has changed in sql/. It may be edited until it is released.

-- Requests that are under way end first, and others wait.
do $$ begin lock table kith_private.operations in access exclusive mode; end $$;

set check_function_bodies = off;

ALTER TABLE "kith"."contacts" DROP CONSTRAINT "contacts_birthday_check";

DROP FUNCTION "kith_private"."columns_of"(jsonb);

CREATE OR REPLACE FUNCTION kith_private.handle(credential jsonb, operation text, arguments jsonb, required_schema_version integer DEFAULT NULL::integer, OUT status smallint, OUT body text, OUT owner_id uuid, OUT key_id uuid, OUT rate_limit integer, OUT rate_remaining integer, OUT rate_reset bigint, OUT retry_after integer, OUT tag text, OUT replayed boolean, OUT activity_id uuid, OUT removals text[], OUT log text)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
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

  if asked.needs_calendar_secret then
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

  -- Limits that only say when a key expires are none.
  is_limited := coalesce(asking.limits -> 'scopes' <> 'null' or asking.limits -> 'networkIds' <> 'null', false);
  if is_limited then
    refusal := kith_private.check_limits(asked, asking.limits);
  end if;
  if key_id is not null and not credential ? 'counted' then
    -- goesOn is the name that functions of version 1.0 send.
    counted := kith_private.count_request(
      key_id, asked.needs_access_token or refusal is not null or (arguments is null and not credential ?| '{operationFollows,goesOn}'));
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
    return;
  end if;

  if arguments ? 'idempotencyKey' then
    if is_limited then
      arguments := kith_private.with_own_idempotency_key(arguments, key_id, asking.limits);
    end if;
    select r.status, r.body, r.replayed, r.activity_id into status, body, replayed, activity_id
    from kith_private.find_stored_answer(owner_id, asked, arguments, asking.limits -> 'networkIds') r;
  end if;
  if body is null and status is null then
    ran := kith_private.run(owner_id, asked, arguments, jsonb_build_object(
      'id', gen_random_uuid(), 'kind', case when credential ? 'clientId' then 'connection' else credential ->> 'kind' end,
      'actorId', coalesce(key_id, owner_id), 'actorName', asking.key_name,
      'requestId', arguments ->> 'requestId', 'operation', coalesce(asked.step_of, asked.name)), asking.limits, is_limited);
    status := ran.status;
    body := ran.body;
    log := ran.log;
    activity_id := ran.activity_id;
    if status is not null and arguments ? 'idempotencyKey' then
      perform kith_private.store_answer(owner_id, operation, arguments, status, body, activity_id);
    end if;
  end if;

  if asked.writes then
    perform kith_private.delete_expired_answers(), kith_private.delete_expired_imports();
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
  removals := kith_private.due_removals(handle.owner_id);
end
$function$;

do $$
begin
  if exists (select from pg_catalog.pg_settings where name = 'transaction_timeout') then
    alter function kith_private.handle set transaction_timeout = '4500ms';
  end if;
end
$$;

CREATE OR REPLACE FUNCTION kith_private.named_words(search text)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  words constant text[] := array(
    select word from regexp_split_to_table(translate(left(kith_private.folded(search), 200), '-', ' '), '\s+') with ordinality given (word, place)
    where word <> '' order by place);
begin
  return jsonb_build_object('whole', ' ' || array_to_string(words, ' '), 'first', words[1], 'beginnings', array(
    select '% ' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' from unnest(words) word));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.row_of(body jsonb, earlier kith.contacts)
 RETURNS kith.contacts
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if earlier.id is null then
    earlier.emails := '[]'::jsonb;
    earlier.phones := '[]'::jsonb;
    earlier.urls := '[]'::jsonb;
    earlier.addresses := '[]'::jsonb;
    earlier.is_favorite := false;
    earlier.is_archived := false;
  end if;
  if body ? 'firstName' then
    earlier.first_name := body ->> 'firstName';
  end if;
  if body ? 'lastName' then
    earlier.last_name := body ->> 'lastName';
  end if;
  if body ? 'nickname' then
    earlier.nickname := body ->> 'nickname';
  end if;
  if body ? 'company' then
    earlier.company := body ->> 'company';
  end if;
  if body ? 'jobTitle' then
    earlier.job_title := body ->> 'jobTitle';
  end if;
  if body ? 'emails' then
    earlier.emails := nullif(body -> 'emails', 'null');
  end if;
  if body ? 'phones' then
    earlier.phones := nullif(body -> 'phones', 'null');
  end if;
  if body ? 'urls' then
    earlier.urls := nullif(body -> 'urls', 'null');
  end if;
  if body ? 'addresses' then
    earlier.addresses := nullif(body -> 'addresses', 'null');
  end if;
  if body ? 'birthday' then
    earlier.birthday := body ->> 'birthday';
  end if;
  if body ? 'description' then
    earlier.description := body ->> 'description';
  end if;
  if body ? 'isFavorite' then
    earlier.is_favorite := (body ->> 'isFavorite')::boolean;
  end if;
  if body ? 'isArchived' then
    earlier.is_archived := (body ->> 'isArchived')::boolean;
  end if;
  if body ? 'contactFrequencyDays' then
    earlier.contact_frequency_days := (body ->> 'contactFrequencyDays')::integer;
  end if;
  if body ? 'lastContactedByHand' then
    earlier.last_contacted_by_hand := (body ->> 'lastContactedByHand')::timestamp(3) with time zone;
  end if;
  if body ? 'snoozedUntil' then
    earlier.snoozed_until := (body ->> 'snoozedUntil')::date;
  end if;
  return earlier;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.row_of(body jsonb, earlier kith.networks)
 RETURNS kith.networks
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if body ? 'name' then
    earlier.name := body ->> 'name';
  end if;
  if body ? 'description' then
    earlier.description := body ->> 'description';
  end if;
  if body ? 'color' then
    earlier.color := body ->> 'color';
  end if;
  return earlier;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.row_of(body jsonb, earlier kith.note_types)
 RETURNS kith.note_types
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if earlier.id is null then
    earlier.counts_as_contact := true;
  end if;
  if body ? 'name' then
    earlier.name := body ->> 'name';
  end if;
  if body ? 'icon' then
    earlier.icon := body ->> 'icon';
  end if;
  if body ? 'color' then
    earlier.color := body ->> 'color';
  end if;
  if body ? 'countsAsContact' then
    earlier.counts_as_contact := (body ->> 'countsAsContact')::boolean;
  end if;
  return earlier;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.row_of(body jsonb, earlier kith.notes)
 RETURNS kith.notes
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if earlier.id is null then
    earlier.contact_ids := '{}'::uuid[];
    earlier.occurred_at := now();
  end if;
  if body ? 'contactId' then
    earlier.contact_id := (body ->> 'contactId')::uuid;
  end if;
  if body ? 'contactIds' then
    earlier.contact_ids := kith_private.ids_of(nullif(body -> 'contactIds', 'null'));
  end if;
  if body ? 'noteTypeId' then
    earlier.note_type_id := (body ->> 'noteTypeId')::uuid;
  end if;
  if body ? 'content' then
    earlier.content := body ->> 'content';
  end if;
  if body ? 'occurredAt' then
    earlier.occurred_at := (body ->> 'occurredAt')::timestamp(3) with time zone;
  end if;
  return earlier;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.row_of(body jsonb, earlier kith.reminders)
 RETURNS kith.reminders
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if earlier.id is null then
    earlier.contact_ids := '{}'::uuid[];
    earlier.completed := false;
    earlier.recurrence_from := 'due'::text;
  end if;
  if body ? 'contactId' then
    earlier.contact_id := (body ->> 'contactId')::uuid;
  end if;
  if body ? 'contactIds' then
    earlier.contact_ids := kith_private.ids_of(nullif(body -> 'contactIds', 'null'));
  end if;
  if body ? 'title' then
    earlier.title := body ->> 'title';
  end if;
  if body ? 'description' then
    earlier.description := body ->> 'description';
  end if;
  if body ? 'dueAt' then
    earlier.due_at := (body ->> 'dueAt')::timestamp(3) with time zone;
  end if;
  if body ? 'completed' then
    earlier.completed := (body ->> 'completed')::boolean;
  end if;
  if body ? 'recurrence' then
    earlier.recurrence := body ->> 'recurrence';
  end if;
  if body ? 'recurrenceFrom' then
    earlier.recurrence_from := body ->> 'recurrenceFrom';
  end if;
  return earlier;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.run(owner uuid, operation kith_private.operations, arguments jsonb, change_context jsonb, limits jsonb, is_limited boolean, OUT status smallint, OUT body text, OUT log text, OUT activity_id uuid)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  caller constant text := current_setting('role');
  claims constant json := case when limits is null then json_build_object('sub', owner, 'role', 'authenticated')
    else json_build_object('sub', owner, 'role', 'authenticated', 'kith', limits) end;
  state text;
  message text;
  detail text;
  hint text;
  table_name text;
  constraint_name text;
  column_name text;
begin
  begin
    -- Before any row is locked. With an API key or a connection kith_private.identify has locked it.
    if operation.locks_log and change_context ->> 'kind' = 'access_token' and not kith_private.lock_log_of(owner) then
      perform kith_private.fail('unauthorized');
    end if;
    perform set_config('request.jwt.claim.sub', '', true),
      set_config('request.jwt.claims', claims::text, true),
      kith_private.set_request_settings(owner, change_context),
      set_config('role', case when is_limited then 'kith_limited' else 'authenticated' end, true);
    if arguments ? 'ifMatch' then
      perform kith_private.check_tag(operation, arguments);
    end if;
    if arguments ? 'byName' then
      arguments := kith_private.with_ids_of_names(operation, arguments);
    end if;
    execute format('select * from kith_api.%I($1)', operation.name) into status, body using arguments;
  -- "others" leaves out query_canceled, with which a statement_timeout ends; the request has to be counted then too.
  exception when others or query_canceled then
    get stacked diagnostics state = returned_sqlstate, message = message_text, detail = pg_exception_detail,
      hint = pg_exception_hint, table_name = table_name, constraint_name = constraint_name, column_name = column_name;
    perform set_config('role', caller, true);
    status := null;
    if state = '42501' and is_limited then
      body := '{"code":"insufficient_scope","detail":"The limits of this API key do not allow that."}';
    else
      select r.body, r.log into body, log
      from kith_private.refusal(state, message, detail, hint, table_name, constraint_name, column_name) r;
    end if;
  end;
  if kith_private.setting('change_set') is not null then
    activity_id := change_context ->> 'id';
  end if;
  perform set_config('role', caller, true);
  perform set_config('request.jwt.claims', '', true), kith_private.set_request_settings(null, null);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.search_rank()
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return $sql$case
    -- Mostly the first word is not in the name, but in an address behind it. An ASCII name is as long as its folded one.
    when octet_length(display_name) = char_length(display_name)
      and strpos(search_text, (select $1 #>> '{named,first}')) not between 1 and char_length(display_name) then 2
    else (
    select case when called.name = (select $1 #>> '{named,whole}') then 0
      when called.name like all ((select array(select jsonb_array_elements_text($1 #> '{named,beginnings}')))::text[]) then 1 else 2 end
    from (
      select ' ' || translate(case
        when substr(search_text, char_length(display_name) + 1, 1) in ('', E'\n') then left(search_text, char_length(display_name))
        else kith_private.folded(left(display_name, 100)) end, E'-\n', '  ') as name offset 0) called) end$sql$;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.searched_text(contact kith.contacts)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  emails text;
  phones text;
begin
  for n in 0 .. case jsonb_typeof(contact.emails) when 'array' then jsonb_array_length(contact.emails) else 0 end - 1 loop
    emails := concat_ws(E'\n', emails, contact.emails -> n ->> 'value');
  end loop;
  for n in 0 .. case jsonb_typeof(contact.phones) when 'array' then jsonb_array_length(contact.phones) else 0 end - 1 loop
    phones := concat_ws(E'\n', phones, regexp_replace(contact.phones -> n ->> 'value', '[^0-9]', '', 'g'));
  end loop;
  return concat_ws(E'\n', contact.first_name, contact.last_name, contact.nickname, contact.company, contact.job_title,
    emails, phones, contact.description);
end
$function$;

ALTER TABLE "kith"."contacts" ADD CONSTRAINT "contacts_birthday_check" CHECK (((birthday IS NULL) OR kith_private.is_birthday(birthday)));

reset check_function_bodies;
