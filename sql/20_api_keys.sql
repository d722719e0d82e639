-- API keys. The secret is made in the function and shown once; the database only ever sees its SHA-256.

create table private.api_keys (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  name text not null constraint api_keys_name_check check (char_length(name) between 1 and 100),
  key_prefix text not null constraint api_keys_key_prefix_check check (key_prefix ~ '^kith_[0-9a-f]{4}$'),
  hash bytea not null unique constraint api_keys_hash_check check (octet_length(hash) = 32),
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  last_operation text
);
comment on table private.api_keys is 'API keys, by the SHA-256 of the secret. At most 20 for each owner.';
comment on column private.api_keys.id is 'Identifies the key; it is what the request log names.';
comment on column private.api_keys.owner_id is 'Whose key it is.';
comment on column private.api_keys.name is 'What the owner calls it.';
comment on column private.api_keys.key_prefix is 'First nine characters of the secret, by which a leaked key can be found.';
comment on column private.api_keys.hash is 'SHA-256 of the whole secret.';
comment on column private.api_keys.created_at is 'When the key was made.';
comment on column private.api_keys.last_used_at is 'When the key was last used, written at most once a minute.';
comment on column private.api_keys.last_operation is 'What it was used for then.';

create index api_keys_owner_id_idx on private.api_keys (owner_id, created_at, id);

alter table private.api_keys enable row level security;
grant select (id, owner_id, name, key_prefix, created_at, last_used_at), insert (owner_id, name, key_prefix, hash), delete
  on private.api_keys to authenticated;

create policy "Owners read their keys" on private.api_keys
  for select to authenticated using ((select auth.uid()) = owner_id);
create policy "Owners make keys" on private.api_keys
  for insert to authenticated with check ((select auth.uid()) = owner_id);
create policy "Owners delete their keys" on private.api_keys
  for delete to authenticated using ((select auth.uid()) = owner_id);

create function private.limit_api_keys() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := coalesce(private.trimmed(new.name), '');
  -- The lock makes creations of one owner wait for each other, and the count below sees what they committed.
  perform pg_advisory_xact_lock(hashtextextended('kith.api_keys:' || new.owner_id::text, 0));
  if (select count(*) from private.api_keys k where k.owner_id = new.owner_id) >= 20 then
    perform private.fail('api_key_limit_reached', 'An account holds at most 20 API keys. Delete one that is no longer used.');
  end if;
  return new;
end
$$;
comment on function private.limit_api_keys() is 'Holds an owner to 20 keys, also when many are made at once.';
create trigger limit_api_keys before insert on private.api_keys
  for each row execute function private.limit_api_keys();

create function private.lock_keys() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from private.api_keys k where k.owner_id = (select auth.uid()) order by k.id for update;
  -- Every request with a key holds its row of the limiter to its end.
  perform from private.api_key_requests r
  where r.api_key_id = any (array(select k.id from private.api_keys k where k.owner_id = (select auth.uid()))) order by r.api_key_id for update;
end
$$;
comment on function private.lock_keys() is 'Waits for requests that use a key of the current user and holds back later ones, while the account is deleted.';
grant execute on function private.lock_keys() to authenticated;

-- The rate limiter: 120 requests a key in any 60 seconds, exactly. One row a key holds the instants of the requests
-- that still count, oldest first. The row is locked while a request is counted, so that no two can take the last place.
-- Unlogged: the counts of one minute are worth no write-ahead log; after a crash of the server they start anew.
create unlogged table private.api_key_requests (
  api_key_id uuid primary key references private.api_keys (id) on delete cascade,
  instants timestamptz[] not null default '{}',
  requests integer not null default 0,
  refusals integer not null default 0
) with (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
comment on table private.api_key_requests is 'When each key was used in the last 60 seconds.';
comment on column private.api_key_requests.api_key_id is 'The key.';
comment on column private.api_key_requests.instants is 'The requests that were let through, oldest first; at most 120.';
comment on column private.api_key_requests.requests is 'Requests since last_used_at was written, that one included; see api_key_days.';
comment on column private.api_key_requests.refusals is 'How many of them were refused.';

alter table private.api_key_requests enable row level security;
create policy "No client reaches the counters" on private.api_key_requests for all to authenticated using (false);

create function private.count_request(
  key_id uuid, refused boolean default false,
  out allowed boolean, out rate integer, out remaining integer, out resets_at timestamptz, out retry_after integer)
language plpgsql set search_path = ''
as $$
declare
  span constant interval := '60 seconds';
  moment timestamptz;
  counted timestamptz[];
begin
  select r.instants into counted from private.api_key_requests r where r.api_key_id = key_id for update;
  if not found then
    begin
      insert into private.api_key_requests (api_key_id) values (key_id) on conflict do nothing;
    exception when foreign_key_violation then
      return; -- the key was revoked, or its account deleted, while this request waited
    end;
    select r.instants into strict counted from private.api_key_requests r where r.api_key_id = key_id for update;
  end if;
  rate := 120;
  -- Read after the lock, and never before the newest request, so that the instants stay in order.
  moment := greatest(clock_timestamp(), counted[cardinality(counted)]);
  counted := array(select i from unnest(counted) i where i > moment - span);
  allowed := cardinality(counted) < rate;
  if allowed then
    counted := counted || moment;
    update private.api_key_requests r
    set instants = counted, requests = r.requests + 1, refusals = r.refusals + refused::integer where r.api_key_id = key_id;
  else
    -- The instants stay as they are, so that the wait does.
    update private.api_key_requests r set requests = r.requests + 1, refusals = r.refusals + 1 where r.api_key_id = key_id;
    retry_after := greatest(1, ceil(extract(epoch from counted[1] + span - moment)))::integer;
  end if;
  remaining := rate - cardinality(counted);
  resets_at := counted[1] + span;
end
$$;
comment on function private.count_request(uuid, boolean) is
  'Counts a request of a key against its limit, unless it is over it; nulls where the key is gone. '
  '`refused`: it is already known to be refused for another reason.';
