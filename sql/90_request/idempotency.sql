-- Safe retries: the answer to a request with an `Idempotency-Key` is stored for 24 hours and repeated for the same key.
-- Only successful answers are stored; a refused request changed nothing and may be sent again.

create table kith_private.idempotent_requests (
  owner_id uuid not null references auth.users (id) on delete cascade,
  key text not null constraint idempotent_requests_key_check check (char_length(key) between 1 and 255),
  fingerprint bytea not null,
  status smallint not null,
  body text,
  resource_id uuid,
  operation text not null,
  activity_id uuid,
  created_at timestamptz not null default now(),
  second_resource_id uuid,
  primary key (owner_id, key)
);
comment on table kith_private.idempotent_requests is 'Answers to requests that carried an Idempotency-Key, for 24 hours.';
comment on column kith_private.idempotent_requests.owner_id is 'Who sent it.';
comment on column kith_private.idempotent_requests.key is 'The Idempotency-Key.';
comment on column kith_private.idempotent_requests.fingerprint is 'SHA-256 of the operation and its arguments.';
comment on column kith_private.idempotent_requests.status is 'Status of the answer.';
comment on column kith_private.idempotent_requests.body is 'Body of the answer.';
comment on column kith_private.idempotent_requests.resource_id is
  'The resource in the body, or that it is about. When the body is erased, only this column still tells that there was one.';
comment on column kith_private.idempotent_requests.operation is 'The operation that was run.';
comment on column kith_private.idempotent_requests.activity_id is 'The change set that it wrote.';
comment on column kith_private.idempotent_requests.created_at is 'When it was answered.';
comment on column kith_private.idempotent_requests.second_resource_id is 'The other resource in the body, where there are two.';
create index idempotent_requests_created_at_idx on kith_private.idempotent_requests (created_at);
create index idempotent_requests_resource_id_idx on kith_private.idempotent_requests (owner_id, resource_id);
create index idempotent_requests_second_resource_id_idx on kith_private.idempotent_requests (owner_id, second_resource_id)
  where second_resource_id is not null;
alter table kith_private.idempotent_requests enable row level security;
create policy "No client reaches the requests" on kith_private.idempotent_requests for all to authenticated using (false);

-- Identifies the content of a request, to recognise a key that is used for another request.
-- Without the arguments that the Edge Function adds, which differ each time.
create function kith_private.fingerprint(operation text, arguments jsonb) returns bytea
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return sha256(convert_to(operation || (arguments - '{idempotencyKey,requestId,hash,keyPrefix,secret,progress}'::text[])::text, 'UTF8'));
end
$$;

-- Whether an owner's stored answer of the operation can be repeated.
create function kith_private.can_be_replayed(operation kith_private.operations, owner uuid, body text) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  can_be boolean := true;
begin
  if operation.replay_check is not null then
    execute format('select kith_private.%I($1, $2)', operation.replay_check) into can_be using owner, body;
  end if;
  return can_be;
end
$$;

-- The stored answer for the Idempotency-Key; a null status and an error code where the key is in use or was used for another
-- request; status 202 and the progress where the request was carried out in part; nulls where there is no stored answer. networks:
-- those that the API key is limited to.
create function kith_private.find_stored_answer(
  owner uuid, operation kith_private.operations, arguments jsonb, networks jsonb,
  out status smallint, out body text, out replayed boolean, out activity_id uuid)
language plpgsql set search_path = ''
as $$
declare
  key constant text := arguments ->> 'idempotencyKey';
  kept kith_private.idempotent_requests;
begin
  -- Locked until this transaction ends. Without waiting: when the lock is taken, the same request is running.
  if not pg_try_advisory_xact_lock(hashtextextended('kith.idempotency:' || owner || key, 0)) then
    body := '{"code":"idempotency_key_in_use"}';
    return;
  end if;
  select r.* into kept from kith_private.idempotent_requests r
  where r.owner_id = owner and r.key = arguments ->> 'idempotencyKey' and r.created_at > now() - interval '24 hours';
  if found and kept.fingerprint <> kith_private.fingerprint(operation.name, arguments) then
    body := '{"code":"idempotency_key_reused"}';
  elsif found and kept.status = 202 and kept.body is not null then
    status := 202;
    body := kept.body;
    activity_id := kept.activity_id;
  elsif found and operation.verb = 'undo' and jsonb_typeof(networks) = 'array' then
    null; -- what was undone may have left the networks since; undoing it again changes nothing
  elsif found and kept.resource_id is not null and (kept.body is null
    or (jsonb_typeof(networks) = 'array' and not (kith_private.is_in_networks(owner, kept.resource_id, networks)
      and kith_private.is_in_networks(owner, coalesce(kept.second_resource_id, kept.resource_id), networks))))
  then
    body := '{"code":"idempotency_key_reused","detail":"What this request was answered has been deleted."}';
  elsif found and kith_private.can_be_replayed(operation, owner, kept.body) then
    status := kept.status;
    body := kept.body;
    activity_id := kept.activity_id;
    replayed := true;
  end if;
end
$$;

-- Arguments with the progress that was stored with an Idempotency-Key.
create function kith_private.with_progress(arguments jsonb, progress jsonb, activity_id uuid) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return arguments || jsonb_build_object('progress', progress
    || jsonb_build_object('isLast', kith_private.is_last_part(arguments), 'activityId', activity_id));
end
$$;

-- Forgets how far a request was carried out, which was refused then.
create function kith_private.forget_progress(owner uuid, key text) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from kith_private.idempotent_requests r where r.owner_id = owner and r.key = forget_progress.key and r.status = 202;
end
$$;

-- Arguments with an idempotencyKey that is used by this API key only, and only while it has these limits.
-- Otherwise a key with limits would learn which Idempotency-Keys others have used, and for what.
create function kith_private.with_own_idempotency_key(arguments jsonb, key_id uuid, limits jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return arguments || jsonb_build_object('idempotencyKey', encode(sha256(convert_to(
    concat_ws(' ', key_id, limits - 'expiresAt', arguments ->> 'idempotencyKey'), 'UTF8')), 'hex'));
end
$$;

-- Whether a contact, or each contact that something is about, belongs to one of the networks.
create function kith_private.is_in_networks(owner uuid, resource uuid, networks jsonb) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return kith_private.are_in_networks(owner, coalesce(
    (select a.contact_ids from kith_private.resources_about a where a.owner_id = owner and a.id = is_in_networks.resource),
    array[resource]), kith_private.ids_of(networks));
end
$$;

-- Stores an answer for 24 hours.
create function kith_private.store_answer(
  owner uuid, operation text, arguments jsonb, status smallint, body text, activity_id uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  shown constant jsonb := body;
begin
  insert into kith_private.idempotent_requests as kept
    (owner_id, key, fingerprint, status, body, resource_id, second_resource_id, operation, activity_id)
  values (owner, arguments ->> 'idempotencyKey', kith_private.fingerprint(operation, arguments), status, body,
    coalesce(shown ->> 'id', shown #>> '{note,id}', case when body is not null then arguments ->> 'id' end)::uuid,
    (shown #>> '{reminder,id}')::uuid, operation, activity_id)
  on conflict (owner_id, key) do update set fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body,
    resource_id = excluded.resource_id, second_resource_id = excluded.second_resource_id, operation = excluded.operation, activity_id = excluded.activity_id,
    created_at = excluded.created_at;
  -- Adding up all answers takes longer than storing one. Who sends a key must not choose when it is done.
  if random() < 1.0 / 32 then
    perform kith_private.limit_stored_answers(owner);
  end if;
end
$$;

-- Erases the stored answers that show a resource which is deleted.
-- What a deleted resource held is not kept in an answer either.
create function kith_private.erase_answers() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update kith_private.idempotent_requests r set body = null where r.owner_id = old.owner_id and r.resource_id = old.id;
  if tg_table_name = 'reminders' then
    update kith_private.idempotent_requests r set body = null where r.owner_id = old.owner_id and r.second_resource_id = old.id;
  end if;
  return null;
end
$$;

-- Erases the stored answers of an owner, all or those to these keys.
-- What was created once may have had other values since. That there was an answer is kept, so that nothing is done twice.
create function kith_private.erase_stored_answers(owner uuid, keys text[] default null) returns void
language plpgsql set search_path = ''
as $$
begin
  update kith_private.idempotent_requests r
  set body = null, resource_id = coalesce(r.resource_id, '00000000-0000-0000-0000-000000000000')
  where r.owner_id = owner and r.body is not null and (keys is null or r.key = any (keys));
end
$$;

-- Erases the oldest stored answers of an owner where they have more than 32 MiB together.
create function kith_private.limit_stored_answers(owner uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  beyond constant text[] := array(
    select r.key from (
      select o.key, sum(octet_length(o.body)) over (order by o.created_at desc, o.key) as bytes
      from kith_private.idempotent_requests o where o.owner_id = owner and o.body is not null) r
    where r.bytes > 33554432);
begin
  if cardinality(beyond) > 0 then
    perform kith_private.erase_stored_answers(owner, beyond);
  end if;
end
$$;

do $$
declare
  resource regclass;
begin
  for resource in
    select distinct o.locked_table from kith_private.operations o
    where o.verb = 'delete' and o.locked_table is not null and o.locked_column = 'id'
  loop
    execute format('create trigger erase_answers after delete on %s
      for each row when (current_setting(''kith.deleting_account'', true) is distinct from ''on'')
      execute function kith_private.erase_answers()', resource);
  end loop;
end
$$;
