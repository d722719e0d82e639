-- Safe retries: what a request with an `Idempotency-Key` was answered is kept for a day and answered again.
-- Only what succeeded is kept; a refused request did nothing and may be sent again as it is.

create table kith_private.idempotent_requests (
  owner_id uuid not null references auth.users (id) on delete cascade,
  key text not null constraint idempotent_requests_key_check check (char_length(key) between 1 and 255),
  fingerprint bytea not null,
  status smallint not null,
  body text,
  created_at timestamptz not null default now(),
  primary key (owner_id, key)
);
comment on table kith_private.idempotent_requests is 'Answers to requests that carried an Idempotency-Key, for 24 hours.';
comment on column kith_private.idempotent_requests.owner_id is 'Who sent it.';
comment on column kith_private.idempotent_requests.key is 'The Idempotency-Key.';
comment on column kith_private.idempotent_requests.fingerprint is 'SHA-256 of the operation and its arguments.';
comment on column kith_private.idempotent_requests.status is 'Status of the answer.';
comment on column kith_private.idempotent_requests.body is 'Body of the answer.';
comment on column kith_private.idempotent_requests.created_at is 'When it was answered.';
create index idempotent_requests_created_at_idx on kith_private.idempotent_requests (created_at);
alter table kith_private.idempotent_requests enable row level security;
create policy "No client reaches the requests" on kith_private.idempotent_requests for all to authenticated using (false);

-- What a client sent, without what the function adds of its own.
create function kith_private.fingerprint(operation text, arguments jsonb) returns bytea
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return sha256(convert_to(operation || (arguments - '{idempotencyKey,hash,keyPrefix}'::text[])::text, 'UTF8'));
end
$$;
comment on function kith_private.fingerprint(text, jsonb) is 'Tells one request from another.';

create function kith_private.can_be_replayed(operation kith_private.operations, body text) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  can_be boolean := true;
begin
  if operation.replay_check is not null then
    execute format('select kith_private.%I($1)', operation.replay_check) into can_be using body;
  end if;
  return can_be;
end
$$;
comment on function kith_private.can_be_replayed(kith_private.operations, text) is 'Whether a stored answer of the operation can be given again.';

create function kith_private.find_stored_answer(
  owner uuid, operation kith_private.operations, arguments jsonb, out status smallint, out body text, out replayed boolean)
language plpgsql set search_path = ''
as $$
declare
  key constant text := arguments ->> 'idempotencyKey';
  kept kith_private.idempotent_requests;
begin
  -- Held until this transaction ends. Whoever does not get it does not wait: the same request is being answered.
  if not pg_try_advisory_xact_lock(hashtextextended('kith.idempotency:' || owner || key, 0)) then
    body := '{"code":"idempotency_key_in_use"}';
    return;
  end if;
  select r.* into kept from kith_private.idempotent_requests r
  where r.owner_id = owner and r.key = arguments ->> 'idempotencyKey' and r.created_at > now() - interval '24 hours';
  if found and kept.fingerprint <> kith_private.fingerprint(operation.name, arguments) then
    body := '{"code":"idempotency_key_reused"}';
  elsif found and kith_private.can_be_replayed(operation, kept.body) then
    status := kept.status;
    body := kept.body;
    replayed := true;
  end if;
end
$$;
comment on function kith_private.find_stored_answer(uuid, kith_private.operations, jsonb) is
  'The answer to a request that was sent before with the same Idempotency-Key; a null status and the code where the key '
  'cannot be used, nulls where there was no such request.';

create function kith_private.store_answer(owner uuid, operation text, arguments jsonb, status smallint, body text) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into kith_private.idempotent_requests as kept (owner_id, key, fingerprint, status, body)
  values (owner, arguments ->> 'idempotencyKey', kith_private.fingerprint(operation, arguments), status, body)
  on conflict (owner_id, key) do update
    set fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body, created_at = excluded.created_at;
  -- A few that have expired, whosever they are, go with each one that comes.
  delete from kith_private.idempotent_requests r
  where r.ctid = any (array(
    select old.ctid from kith_private.idempotent_requests old
    where old.created_at < now() - interval '24 hours' limit 20 for update skip locked));
end
$$;
comment on function kith_private.store_answer(uuid, text, jsonb, smallint, text) is 'Keeps an answer for 24 hours.';
