-- Safe edits: the entity tag of a resource is a hash of its representation, so it changes with every visible change.

-- Entity tag of a representation, without its quotes.
create function kith_private.tag(body text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return left(encode(sha256(convert_to(body, 'UTF8')), 'hex'), 32);
end
$$;

-- Refuses the operation when the resource's entity tag is not in ifMatch.
create function kith_private.check_tag(operation kith_private.operations, arguments jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  body text;
begin
  -- Locked first, so that nothing changes the row between the comparison and the operation.
  execute format('select from %s r where r.%I = $1 for update', operation.locked_table, operation.locked_column)
    using coalesce((arguments ->> 'id')::uuid, auth.uid());
  execute format('select body from kith_api.%I($1)', operation.read_by) into body using arguments;
  if not arguments -> 'ifMatch' ? kith_private.tag(body) then
    perform kith_private.fail('precondition_failed');
  end if;
end
$$;

grant execute on function kith_private.tag(text), kith_private.check_tag(kith_private.operations, jsonb) to authenticated;

-- The account of a credential (an API key, an access token, a secret in a path, or the clock), and the id, name and limits of
-- an API key, or of the connection that an OAuth client's access token belongs to. Nulls where the credential or the account does not
-- exist, or the key or this secret of it has expired. No id where an OAuth client has no connection.
create function kith_private.identify(
  credential jsonb, operation text, locks_log boolean, out owner_id uuid, out key_id uuid, out key_name text, out limits jsonb)
language plpgsql set search_path = ''
as $$
declare
  secret constant bytea := decode(credential ->> 'hash', 'hex');
  key record;
begin
  if credential ->> 'kind' = 'api_key' or credential ? 'clientId' then
    if credential ? 'clientId' then
      owner_id := (credential ->> 'sub')::uuid;
      -- Auth ends what it has granted to a client by ending the session, so that a token without one could not be revoked.
      select k.id, k.name, k.last_used_at, k.scopes, k.network_ids, k.expires_at into key
      from kith_private.api_keys k
      where k.owner_id = (credential ->> 'sub')::uuid and k.client_id = credential ->> 'clientId'
        and (k.expires_at is null or k.expires_at > now()) and credential ? 'sessionId';
    else
      select k.id, k.owner_id, k.name, k.last_used_at, k.scopes, k.network_ids, k.expires_at into key
      from kith_private.api_keys k where k.hash = secret and (k.expires_at is null or k.expires_at > now());
      -- Two statements: one with "or" would not use the indexes. An expired key costs what an unknown one costs.
      if not found then
        select k.id, k.owner_id, k.name, k.last_used_at, k.scopes, k.network_ids, k.expires_at into key
        from kith_private.api_keys k
        where k.previous_hash = secret and k.previous_expires_at > now() and (k.expires_at is null or k.expires_at > now());
      end if;
      owner_id := key.owner_id;
    end if;
    key_id := key.id;
    key_name := key.name;
    if num_nonnulls(key.scopes, key.network_ids, key.expires_at) > 0 then
      limits := jsonb_build_object('scopes', key.scopes, 'networkIds', key.network_ids, 'expiresAt', key.expires_at);
    end if;
    -- Before the key's rows are locked: Auth locks them after the account, and would wait for this request while it waits.
    if locks_log and key_id is not null then
      perform kith_private.lock_log_of(owner_id);
    end if;
  elsif credential ->> 'kind' = 'calendar' then
    select c.owner_id into owner_id from kith_private.calendars c where c.hash = secret;
  elsif credential ->> 'kind' = 'inbox' then
    select i.owner_id, 'Mail' into owner_id, key_name from kith_private.inboxes i where i.hash = secret;
  elsif credential ->> 'kind' = 'clock' then
    if credential ? 'webhookId' then
      select w.owner_id, w.name into owner_id, key_name from kith_private.webhooks w
      where w.owner_id = (credential ->> 'sub')::uuid and w.id = (credential ->> 'webhookId')::uuid;
    else
      select c.owner_id, c.name into owner_id, key_name from kith_private.read_calendars c
      where c.owner_id = (credential ->> 'sub')::uuid and c.id = (credential ->> 'calendarId')::uuid;
    end if;
  else
    owner_id := (credential ->> 'sub')::uuid;
  end if;
  if not kith_private.is_active(owner_id, (credential ->> 'sessionId')::uuid, credential ->> 'clientId') then
    owner_id := null;
    key_id := null;
  elsif key_id is not null and not credential ? 'counted' then
    perform kith_private.record_key_use(key_id, key.last_used_at, operation);
  end if;
end
$$;

-- What a credential that is no key acts for, as the log has it: an inbox, or a calendar that is read; null for the others.
create function kith_private.actor_of(credential jsonb) returns uuid
language plpgsql stable set search_path = ''
as $$
begin
  return case credential ->> 'kind'
    when 'inbox' then (select i.id from kith_private.inboxes i where i.hash = decode(credential ->> 'hash', 'hex'))
    when 'clock' then (credential ->> 'calendarId')::uuid end;
end
$$;

-- The refusal of an operation that the limits of an API key do not allow; null where they do.
create function kith_private.check_limits(asked kith_private.operations, limits jsonb) returns text
language plpgsql stable set search_path = ''
as $$
begin
  if jsonb_typeof(limits -> 'scopes') = 'array' and not limits -> 'scopes' @> to_jsonb(asked.scopes) then
    return json_build_object('code', 'insufficient_scope', 'scopes', array(
      select scope from unnest(asked.scopes) scope where not limits -> 'scopes' ? scope));
  elsif asked.needs_all_networks and limits -> 'networkIds' <> 'null' then
    return json_build_object('code', 'insufficient_scope', 'detail',
      'This API key is limited to networks, so it cannot import, or change networks, note types or who belongs to a network.');
  end if;
  return null;
end
$$;

-- Handles a request in one statement: authenticates, counts, runs the operation and returns the answer.

-- Runs an operation as the owner, within the limits of an API key, and catches its exceptions; then the status is null.
-- change_context: id and actor of what it writes.
-- Runs as the owner, for this transaction only, so that row-level security applies. When the operation is refused, its
-- writes are rolled back, but the request is still counted.
create function kith_private.run(
  owner uuid, operation kith_private.operations, arguments jsonb, change_context jsonb, limits jsonb, is_limited boolean,
  out status smallint, out body text, out log text, out activity_id uuid)
language plpgsql set search_path = ''
as $$
declare
  caller constant text := current_setting('role');
  has_share constant boolean := kith_private.has_share(change_context);
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
    if operation.locks_log and change_context ->> 'kind' in ('access_token', 'inbox', 'calendar') and not kith_private.lock_log_of(owner) then
      perform kith_private.fail('unauthorized');
    end if;
    perform set_config('request.jwt.claim.sub', '', true),
      set_config('request.jwt.claims', claims::text, true),
      kith_private.set_request_settings(owner, change_context),
      set_config('role', case when is_limited then 'kith_limited' else 'authenticated' end, true);
    -- Parts of the operation itself have changed the tag.
    if arguments ? 'ifMatch' and not coalesce(arguments -> 'progress', '{}') ? 'activityId' then
      perform kith_private.check_tag(operation, arguments);
    end if;
    if arguments ? 'byName' then
      arguments := kith_private.with_ids_of_names(operation, arguments);
    end if;
    execute format('select * from kith_api.%I($1)', operation.name) into status, body using arguments;
    if has_share and kith_private.setting('change_set') is not null then
      perform set_config('role', caller, true);
      perform kith_private.count_share(owner, (change_context ->> 'actorId')::uuid);
    end if;
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
    activity_id := kith_private.activity_id();
  end if;
  perform set_config('role', caller, true);
  perform set_config('request.jwt.claims', '', true), kith_private.set_request_settings(null, null);
end
$$;

-- Answers a request. arguments: null authenticates and counts the request and runs no operation. required_schema_version: null
-- for any. Status 0 means that no operation was run; null that the request is refused: then the body is an object with the code
-- of the error catalogue, and errors and detail where there are any. Called by the role that the Edge Function connects as,
-- which must be a member of authenticated and of kith_limited. removals: null; functions up to version 1.1 read it.
create function kith_private.handle(
  credential jsonb, operation text, arguments jsonb, required_schema_version integer default null,
  out status smallint, out body text, out owner_id uuid, out key_id uuid,
  out rate_limit integer, out rate_remaining integer, out rate_reset bigint, out retry_after integer,
  out tag text, out replayed boolean, out activity_id uuid, out removals text[], out log text)
-- The Edge Function's timeout is five seconds. The transaction's is shorter, and that of a lock again, so that a waiting request is rolled back
-- instead of holding a connection, and is not carried out after the client got a 503.
-- Plans are kept for each connection, and one that was made while a table was small would read all of it later. What has to be
-- read whole, such as a list of our own, then counts as so expensive that Postgres would compile the statement.
language plpgsql set search_path = '' set transaction_timeout = '4500ms' set lock_timeout = '4s'
  set enable_seqscan = off set enable_bitmapscan = off set jit = off
as $$
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
  if owner_id is null or asked.only_for is distinct from (case when credential ->> 'kind' in ('calendar', 'inbox', 'clock') then credential ->> 'kind' end) then
    owner_id := null;
    key_id := null;
    body := '{"code":"unauthorized"}';
    return;
  end if;

  if asked.only_for is not null and not credential ? 'counted' then
    retry_after := case asked.only_for when 'calendar' then kith_private.count_feed_read(owner_id) when 'inbox' then kith_private.count_message(owner_id) end;
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
        'id', gen_random_uuid(), 'kind', case when credential ? 'clientId' then 'connection' when credential ->> 'kind' = 'clock' then 'calendar' else credential ->> 'kind' end,
        'actorId', coalesce(key_id, case when asked.only_for is not null then kith_private.actor_of(credential) end, owner_id), 'actorName', asking.key_name,
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
$$;
