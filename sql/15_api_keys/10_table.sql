-- API keys. The Edge Function creates the key and shows it once; the database only gets its SHA-256.

create table kith_private.api_keys (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  name text not null constraint api_keys_name_check check (char_length(name) between 1 and 100),
  key_prefix text not null constraint api_keys_key_prefix_check check (key_prefix ~ '^kith_[0-9a-f]{4}$'),
  hash bytea not null unique constraint api_keys_hash_check check (octet_length(hash) = 32),
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  last_operation text
);
comment on table kith_private.api_keys is 'API keys, stored as the SHA-256 of the key. At most 20 for each owner.';
comment on column kith_private.api_keys.id is 'Identifies the key, also in the log of requests.';
comment on column kith_private.api_keys.owner_id is 'Whose key it is.';
comment on column kith_private.api_keys.name is 'Name that the owner gave it.';
comment on column kith_private.api_keys.key_prefix is 'First nine characters of the key, by which a leaked key can be found.';
comment on column kith_private.api_keys.hash is 'SHA-256 of the whole key.';
comment on column kith_private.api_keys.created_at is 'When the key was created.';
comment on column kith_private.api_keys.last_used_at is 'When the key was last used, written at most once a minute.';
comment on column kith_private.api_keys.last_operation is 'The operation that last_used_at was written for.';

create index api_keys_owner_id_idx on kith_private.api_keys (owner_id, created_at, id);

alter table kith_private.api_keys enable row level security;
grant select (id, owner_id, name, key_prefix, created_at, last_used_at), insert (owner_id, name, key_prefix, hash), delete
  on kith_private.api_keys to authenticated;

create policy "Owners read their keys" on kith_private.api_keys
  for select to authenticated using ((select kith_private.owner_id()) = owner_id);
create policy "Owners make keys" on kith_private.api_keys
  for insert to authenticated with check ((select kith_private.owner_id()) = owner_id);
create policy "Owners delete their keys" on kith_private.api_keys
  for delete to authenticated using ((select kith_private.owner_id()) = owner_id);

create function kith_private.limit_api_keys() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := coalesce(kith_private.trimmed(new.name), '');
  -- The lock makes concurrent inserts of one owner wait for each other, so that the count below includes all of them.
  perform pg_advisory_xact_lock(hashtextextended('kith.api_keys:' || new.owner_id::text, 0));
  if (select count(*) from kith_private.api_keys k where k.owner_id = new.owner_id) >= 20 then
    perform kith_private.fail('api_key_limit_reached');
  end if;
  return new;
end
$$;
comment on function kith_private.limit_api_keys() is 'Limits an owner to 20 keys, also when several are created at the same time.';
create trigger limit_api_keys before insert on kith_private.api_keys
  for each row execute function kith_private.limit_api_keys();

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
comment on function kith_private.lock_keys() is 'Waits for running requests with a key of the current user, and makes later ones wait until the account is deleted.';
grant execute on function kith_private.lock_keys() to authenticated;
