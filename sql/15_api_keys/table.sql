-- API keys. The Edge Function creates the key and shows it once; the database only gets its SHA-256. A connection, which
-- an OAuth client's access token names, is a row of the same table without a secret: what counts, limits and records a
-- key then does the same for it. ADR 37 says why.

create table kith_private.api_keys (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  name text not null constraint api_keys_name_check check (char_length(name) between 1 and 100),
  key_prefix text constraint api_keys_key_prefix_check check (key_prefix ~ '^kith_[0-9a-f]{4}$'),
  hash bytea unique constraint api_keys_hash_check check (octet_length(hash) = 32),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  scopes text[] constraint api_keys_scopes_check check (scopes <@ kith_private.all_scopes() and scopes <> '{}'),
  network_ids uuid[] constraint api_keys_network_ids_check check (cardinality(network_ids) between 1 and 100),
  expires_at timestamptz(3) constraint api_keys_expires_at_range_check check (expires_at <= '9999-12-31 23:59:59.999+00'),
  last_used_at timestamptz(3),
  last_operation text,
  previous_hash bytea constraint api_keys_previous_hash_check check (octet_length(previous_hash) = 32),
  previous_key_prefix text,
  previous_expires_at timestamptz(3),
  client_id text constraint api_keys_client_id_check check (client_id ~ '^[!-~]{1,255}$'),
  redirect_host text constraint api_keys_redirect_host_check check (redirect_host ~ '^[!-~]{1,255}$'),
  refused_at timestamptz(3),
  refused_scopes text[],
  constraint api_keys_secret_check check (num_nonnulls(hash, key_prefix) = case when client_id is null then 2 else 0 end),
  constraint api_keys_redirect_host_presence_check check ((client_id is null) = (redirect_host is null)),
  constraint api_keys_previous_check check ((previous_hash is null) = (previous_expires_at is null)),
  -- updated_at is not before the rotation.
  constraint api_keys_overlap_seconds_check check (previous_expires_at <= updated_at + interval '604800 seconds')
);
comment on table kith_private.api_keys is
  'API keys, stored as the SHA-256 of the key, and connections of OAuth clients. At most 20 keys and 50 connections for each owner.';
comment on column kith_private.api_keys.id is 'Identifies the key, also in the log of requests.';
comment on column kith_private.api_keys.owner_id is 'Whose key it is.';
comment on column kith_private.api_keys.name is 'Name that the owner gave it.';
comment on column kith_private.api_keys.key_prefix is 'First nine characters of the key, by which a leaked key can be found; null for a connection.';
comment on column kith_private.api_keys.hash is 'SHA-256 of the whole key; null for a connection.';
comment on column kith_private.api_keys.created_at is 'When the key was created.';
comment on column kith_private.api_keys.updated_at is 'When the owner last changed or rotated the key.';
comment on column kith_private.api_keys.scopes is 'What the key may do; null for everything.';
comment on column kith_private.api_keys.network_ids is
  'The networks whose contacts the key sees, also those that do not exist any more; null for all contacts.';
comment on column kith_private.api_keys.expires_at is 'From when on the key is refused; null for never.';
comment on column kith_private.api_keys.last_used_at is 'When the key was last used, written at most once a minute.';
comment on column kith_private.api_keys.last_operation is 'The operation that last_used_at was written for.';
comment on column kith_private.api_keys.previous_hash is 'SHA-256 of the secret before the last rotation; null where it ended with the rotation.';
comment on column kith_private.api_keys.previous_key_prefix is 'First nine characters of the secret before the last rotation.';
comment on column kith_private.api_keys.previous_expires_at is 'From when on the secret before the last rotation is refused.';
comment on column kith_private.api_keys.refused_at is 'When it last asked for what its scopes do not allow, written at most once a minute.';
comment on column kith_private.api_keys.refused_scopes is 'The scopes that it lacked then.';

comment on column kith_private.api_keys.client_id is 'The OAuth client of a connection, as the claim client_id of its access tokens names it; null for a key.';
comment on column kith_private.api_keys.redirect_host is 'The host that the client returned to when the owner approved it; null for a key.';

create unique index api_keys_previous_hash_key on kith_private.api_keys (previous_hash) where previous_hash is not null;
create index api_keys_owner_id_idx on kith_private.api_keys (owner_id, created_at, id) include (client_id);
create unique index api_keys_client_id_key on kith_private.api_keys (owner_id, client_id) where client_id is not null;

alter table kith_private.api_keys enable row level security;
grant select (id, owner_id, name, key_prefix, created_at, updated_at, scopes, network_ids, expires_at, last_used_at, last_operation, previous_expires_at,
    client_id, redirect_host, refused_at, refused_scopes),
  insert (owner_id, name, key_prefix, hash, scopes, network_ids, expires_at, client_id, redirect_host),
  update (name, scopes, network_ids, expires_at, key_prefix, hash, previous_expires_at, redirect_host), delete
  on kith_private.api_keys to authenticated;

create policy "Owners reach their keys" on kith_private.api_keys
  for all to authenticated using ((select kith_private.owner_id()) = owner_id);

-- Scopes in order, each once; writing includes reading.
create function kith_private.clean_scopes(scopes text[]) returns text[]
language plpgsql immutable set search_path = ''
as $$
begin
  return coalesce((
    select array_agg(distinct each.scope order by each.scope)
    from unnest(scopes) given (scope)
    cross join lateral unnest(array[given.scope, replace(given.scope, ':write', ':read')]) each (scope)), scopes);
end
$$;

-- Trims a key's name, puts its scopes in order, and checks that a new expiry is in the future, which a constraint cannot do.
create function kith_private.clean_api_key() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := coalesce(kith_private.trimmed(new.name), '');
  new.scopes := kith_private.clean_scopes(new.scopes);
  if (tg_op = 'INSERT' or new.expires_at is distinct from old.expires_at) and new.expires_at <= now() then
    raise check_violation using message = 'The expiry of a key is in the future.',
      schema = 'kith_private', table = 'api_keys', constraint = 'api_keys_expires_at_check';
  end if;
  return new;
end
$$;
create trigger clean_api_key before insert or update of name, scopes, expires_at on kith_private.api_keys
  for each row execute function kith_private.clean_api_key();

-- Keeps the secret that a rotation replaces until previous_expires_at; the one before it ends.
-- A trigger, because the owner may write the hash of a key and may not read it.
create function kith_private.keep_previous_secret() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.previous_key_prefix := old.key_prefix;
  if new.previous_expires_at > now() then
    new.previous_hash := old.hash;
  else
    new.previous_hash := null;
    new.previous_expires_at := null;
  end if;
  return new;
end
$$;
create trigger keep_previous_secret before update on kith_private.api_keys
  for each row when (old.hash is distinct from new.hash) execute function kith_private.keep_previous_secret();
-- Using a key always changes last_used_at or refused_at, and the owner never does.
create trigger stamp_change before update on kith_private.api_keys
  for each row when (old.last_used_at is not distinct from new.last_used_at and old.refused_at is not distinct from new.refused_at
    and old.* is distinct from new.*)
  execute function kith_private.stamp_change();

-- Limits an owner to 20 keys and 50 connections, also when several are created at the same time.
create function kith_private.limit_api_keys() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- The lock makes concurrent inserts of one owner wait for each other, so that the count below includes all of them.
  perform pg_advisory_xact_lock(hashtextextended('kith.api_keys:' || new.owner_id::text, 0));
  if new.client_id is null then
    if (select count(*) from kith_private.api_keys k where k.owner_id = new.owner_id and k.client_id is null) >= 20 then
      perform kith_private.fail('api_key_limit_reached');
    end if;
  -- The same client again is the same connection.
  elsif (
    select count(*) from kith_private.api_keys k where k.owner_id = new.owner_id and k.client_id <> new.client_id) >= 50
  then
    perform kith_private.fail('quota_exceeded', 'An account has at most 50 connections. Disconnect one that is no longer used.');
  end if;
  return new;
end
$$;
create trigger limit_api_keys before insert on kith_private.api_keys
  for each row execute function kith_private.limit_api_keys();

-- Waits for running requests with a key of the current user, and makes later ones wait until the account is deleted.
create function kith_private.lock_keys() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform from kith_private.api_keys k where k.owner_id = (select auth.uid()) order by k.id for update;
  -- Every request with a key locks the key's row in this table until its transaction ends.
  perform from kith_private.api_key_requests r
  where r.api_key_id = any (array(select k.id from kith_private.api_keys k where k.owner_id = (select auth.uid()))) order by r.api_key_id for update;
end
$$;
grant execute on function kith_private.lock_keys() to authenticated;

-- The last refusal of a key or a connection for scopes that it does not have, as the API shows it; null where there is none of the last
-- 30 days, or where it has these scopes by now.
create function kith_private.last_refusal(refused_at timestamptz, lacked text[], scopes text[]) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return case when refused_at > now() - interval '30 days' and not scopes @> lacked then json_build_object(
    'at', to_char(refused_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'scopes', lacked) end;
end
$$;
grant execute on function kith_private.last_refusal(timestamptz, text[], text[]) to authenticated;
