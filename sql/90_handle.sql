-- One statement a request: who asks, whether they may, what they asked for, and the answer.

-- A constraint's name, <table>_<column>_<what it is>, tells the member of the body that it guards.
create function private.violation(table_name text, constraint_name text, column_name text, message text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'in', 'body',
      'pointer', coalesce('/' || lower(left(name, 1)) || substr(replace(initcap(replace(name, '_', ' ')), ' ', ''), 2), ''),
      'code', case
        when column_name <> '' or constraint_name like '%_named_check' then 'required'
        when constraint_name = 'notes_occurred_at_check' then 'too_big'
        when constraint_name = 'contact_networks_limit_check' then 'too_long'
        else 'invalid_format' end,
      'message', message)
    from (select case constraint_name
      when 'contacts_named_check' then null
      when 'contact_networks_limit_check' then 'network_ids'
      when 'contacts_last_contacted_by_hand_check' then 'last_contacted_at'
      when 'notes_occurred_at_range_check' then 'occurred_at'
      else coalesce(nullif(column_name, ''), regexp_replace(constraint_name, '^' || table_name || '_(.*)_(?:check|fkey)$', '\1')) end as name) named);
end
$$;
comment on function private.violation(text, text, text, text) is 'A violated rule of a table as one of the errors of an answer.';

-- The answer to what an operation raised. The rules are repeated by the function's schemas, so what arrives here is
-- what only the database can know, or a race.
create function private.refusal(
  state text, message text, detail text, hint text, table_name text, constraint_name text, column_name text,
  out status smallint, out body text)
language plpgsql stable set search_path = ''
as $$
declare
  code text;
  errors jsonb;
begin
  case
    when state = 'KITH0' then
      code := message;
      errors := nullif(hint, '')::jsonb;
    when state = '23505' and constraint_name like '%_name_key' then
      code := 'name_taken';
      detail := 'The name is already taken, whatever the case of its letters.';
    when state = '23503' and constraint_name like '%_owner_id_fkey' then
      code := 'unauthorized'; -- the account was deleted while the request ran
    when state = '23503' then
      code := 'invalid_reference';
      detail := 'The request refers to something that does not exist.';
      errors := jsonb_build_array(private.violation(table_name, constraint_name, '', 'There is no such resource.'));
    when state in ('23514', '23502') then
      code := 'validation_failed';
      detail := 'The request is not valid.';
      errors := jsonb_build_array(private.violation(table_name, constraint_name, column_name,
        case when state = '23502' then 'This member is required.'
          when constraint_name = 'contacts_named_check' then 'A contact has a first name, a last name, a nickname or a company.'
          when message like 'new row for relation%' then 'This value is not allowed.' else message end));
    when state in ('40001', '40P01', '55P03') then
      code := 'unavailable';
      detail := 'The request met another one on the same data. Try again.';
    -- the disk is full, memory or connections have run out; Postgres shuts down; the database has become read-only
    when state like '53%' or state like '57P%' or state = '25006' then
      code := 'unavailable';
      detail := 'The service is not available for the moment. Try again soon.';
    else
      code := 'internal';
  end case;
  status := case code
    when 'validation_failed' then 400 when 'invalid_reference' then 400 when 'invalid_photo_path' then 400
    when 'unauthorized' then 401
    when 'access_token_required' then 403
    when 'not_found' then 404
    when 'precondition_failed' then 412
    when 'name_taken' then 409 when 'api_key_limit_reached' then 409
    when 'unavailable' then 503
    else 500 end;
  body := json_strip_nulls(json_build_object('code', code, 'detail', detail, 'errors', errors));
end
$$;
comment on function private.refusal(text, text, text, text, text, text, text) is 'Status and body of the answer to an exception that an operation raised.';

-- The account behind a credential; null where the credential or the account is not (or no longer) there.
create function private.identify(credential jsonb, operation text, out owner_id uuid, out key_id uuid)
language plpgsql set search_path = ''
as $$
declare
  last_used_at timestamptz;
begin
  if credential ->> 'kind' = 'api_key' then
    select k.id, k.owner_id, k.last_used_at into key_id, owner_id, last_used_at
    from private.api_keys k where k.hash = decode(credential ->> 'hash', 'hex');
  else
    owner_id := (credential ->> 'sub')::uuid;
  end if;
  perform from auth.users u where u.id = owner_id and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now());
  if not found then
    owner_id := null;
    key_id := null;
  elsif key_id is not null then
    perform private.note_use(key_id, last_used_at, operation);
  end if;
end
$$;
comment on function private.identify(jsonb, text) is 'The account, and the key where there is one, behind a credential; nulls where there is none.';

-- As the owner, for this transaction only: row-level security decides what exists. What the operation wrote is rolled
-- back where it is refused; that the request was made is not.
create function private.run(
  owner uuid, operation text, arguments jsonb, out status smallint, out body text, out log text)
language plpgsql set search_path = ''
as $$
declare
  caller constant text := current_setting('role');
  state text;
  message text;
  detail text;
  hint text;
  table_name text;
  constraint_name text;
  column_name text;
begin
  perform set_config('request.jwt.claim.sub', '', true),
    set_config('request.jwt.claims', json_build_object('sub', owner, 'role', 'authenticated')::text, true),
    set_config('role', 'authenticated', true);
  begin
    if arguments ? 'ifMatch' then
      perform private.check_tag(operation, arguments);
    end if;
    execute format('select * from api.%I($1)', operation) into status, body using arguments;
  exception when others then
    get stacked diagnostics state = returned_sqlstate, message = message_text, detail = pg_exception_detail,
      hint = pg_exception_hint, table_name = table_name, constraint_name = constraint_name, column_name = column_name;
    perform set_config('role', caller, true);
    select r.status, r.body into status, body
    from private.refusal(state, message, detail, hint, table_name, constraint_name, column_name) r;
    if status >= 500 then
      log := state || ': ' || message;
    end if;
  end;
  perform set_config('role', caller, true), set_config('request.jwt.claims', '', true);
end
$$;
comment on function private.run(uuid, text, jsonb) is 'Runs an operation as its owner and catches what it raises.';

create function private.handle(
  credential jsonb, operation text, arguments jsonb,
  out status smallint, out body text, out owner_id uuid, out key_id uuid,
  out rate_limit integer, out rate_remaining integer, out rate_reset bigint, out retry_after integer,
  out tag text, out replayed boolean, out removals text[], out log text)
-- The function gives up after five seconds. Whatever waits for a lock gives up before, so that it is undone and does not
-- hold a connection, nor is carried out after the client was told to try again.
language plpgsql set search_path = '' set lock_timeout = '4s'
as $$
declare
  token_only constant text[] := '{list_api_keys,create_api_key,delete_api_key,delete_me}';
  counted record;
begin
  select i.owner_id, i.key_id into owner_id, key_id from private.identify(credential, operation) i;
  if owner_id is null then
    status := 401;
    body := '{"code":"unauthorized"}';
    return;
  end if;

  -- The second statement of a request that takes two is not counted again.
  if key_id is not null and operation <> 'attach_photo' then
    select * into counted from private.count_request(key_id, arguments is null or operation = any (token_only));
    if counted.allowed is null then
      owner_id := null;
      key_id := null;
      status := 401;
      body := '{"code":"unauthorized"}';
      return;
    end if;
    rate_limit := counted.rate;
    rate_remaining := counted.remaining;
    rate_reset := ceil(extract(epoch from counted.resets_at));
    if not counted.allowed then
      retry_after := counted.retry_after;
      status := 429;
      body := '{"code":"rate_limited"}';
      return;
    end if;
    if operation = any (token_only) then
      status := 403;
      body := '{"code":"access_token_required"}';
      return;
    end if;
  end if;

  if arguments is null then
    status := 0;
    return;
  end if;

  if arguments ? 'idempotencyKey' then
    select r.status, r.body, r.replayed into status, body, replayed from private.recall(owner_id, operation, arguments) r;
  end if;
  if status is null then
    select r.status, r.body, r.log into status, body, log from private.run(owner_id, operation, arguments) r;
    if status < 300 and arguments ? 'idempotencyKey' then
      perform private.remember(owner_id, operation, arguments, status, body);
    end if;
  end if;

  if status >= 400 and key_id is not null then
    update private.api_key_requests r set refusals = r.refusals + 1 where r.api_key_id = handle.key_id;
  end if;
  if status < 300 and operation ~ '^(?:get|create|update|attach)_' then
    tag := private.tag(body);
  end if;
  if status < 300 and operation in (
    'create_contact', 'update_contact', 'delete_contact', 'create_photo_upload', 'attach_photo')
  then
    removals := private.due_removals();
  end if;
end
$$;
comment on function private.handle(jsonb, text, jsonb) is
  'Answers a request: (credential, operation, arguments; null arguments authenticate and count, and run nothing). '
  'Status 0 means that nothing was run. Called by the role the function connects as, which must be a member of authenticated.';
