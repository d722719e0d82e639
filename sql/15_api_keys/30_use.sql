-- Daily counts of the requests of each key, for administrators. Counting needs no statement of its own: the row of the
-- rate limiter also counts, and its counts are added to api_key_days when last_used_at is written, once a minute.

create table kith_private.api_key_days (
  api_key_id uuid not null,
  owner_id uuid not null references auth.users (id) on delete cascade,
  key_prefix text,
  day date not null,
  requests integer not null,
  refusals integer not null,
  -- not a foreign key: the counts of a deleted key are kept
  primary key (api_key_id, day)
);
comment on table kith_private.api_key_days is 'Requests of each key or connection and day (UTC), kept for a year. To read them use the view kith_private.admin_api_key_days.';
comment on column kith_private.api_key_days.api_key_id is 'The key, which may have been deleted since.';
comment on column kith_private.api_key_days.owner_id is 'Whose key it is.';
comment on column kith_private.api_key_days.key_prefix is 'First nine characters of the key; null for a connection.';
comment on column kith_private.api_key_days.day is 'The day, UTC.';
comment on column kith_private.api_key_days.requests is 'Requests that day, refused ones included.';
comment on column kith_private.api_key_days.refusals is 'How many of them were refused: over the rate limit, invalid, not found, …';
create index api_key_days_owner_id_idx on kith_private.api_key_days (owner_id, day);

alter table kith_private.api_key_days enable row level security;
create policy "No client reaches the days" on kith_private.api_key_days for all to authenticated using (false);

-- Adds the counts of a key's row in api_key_requests to api_key_days, and sets them to zero.
create function kith_private.flush_key_counts(key_id uuid, of_day date) returns void
language plpgsql set search_path = ''
as $$
declare
  counted record;
begin
  select r.requests, r.refusals into counted from kith_private.api_key_requests r where r.api_key_id = key_id and r.requests > 0 for update;
  if not found then
    return;
  end if;
  insert into kith_private.api_key_days as d (api_key_id, owner_id, key_prefix, day, requests, refusals)
  select k.id, k.owner_id, k.key_prefix, of_day, counted.requests, counted.refusals
  -- No row where the account is being deleted, also by a transaction that waits for the key's rows.
  from kith_private.api_keys k
  join (select u.id from auth.users u where u.id = (select owned.owner_id from kith_private.api_keys owned where owned.id = key_id)
    for key share skip locked) u on u.id = k.owner_id
  where k.id = key_id
  on conflict (api_key_id, day) do update set requests = d.requests + excluded.requests, refusals = d.refusals + excluded.refusals;
  update kith_private.api_key_requests r set requests = 0, refusals = 0 where r.api_key_id = key_id;
end
$$;

-- Writes when a key was last used and for which operation, at most once a minute, and saves the counts until then.
-- The counts in api_key_requests are of the day of last_used_at, because the first request of a day always writes it.
create function kith_private.record_key_use(key_id uuid, last_used_at timestamptz, operation text) returns void
language plpgsql set search_path = ''
as $$
declare
  today constant date := (now() at time zone 'UTC')::date;
  before constant date := (last_used_at at time zone 'UTC')::date;
begin
  if last_used_at >= now() - interval '1 minute' and before >= today then
    return;
  end if;
  -- Locks the row in api_keys before the one in api_key_requests, as deleting a key does, which prevents deadlocks. Of
  -- several concurrent requests only one updates the row.
  update kith_private.api_keys k set last_used_at = now(), last_operation = operation
  where k.id = key_id and k.last_used_at is not distinct from record_key_use.last_used_at;
  if found and last_used_at is not null then
    perform kith_private.flush_key_counts(key_id, before);
    if before < today then
      delete from kith_private.api_key_days d
      using kith_private.api_keys k where k.id = key_id and d.owner_id = k.owner_id and d.day < today - 366;
    end if;
  end if;
end
$$;

-- Saves the counts of a key before it is deleted.
create function kith_private.flush_last_key_counts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform kith_private.flush_key_counts(old.id, (old.last_used_at at time zone 'UTC')::date);
  -- Of deleted keys the newest 1,000 days of an owner are kept, or making and deleting keys would fill the table.
  delete from kith_private.api_key_days d
  where d.ctid = any (array(
    select other.ctid from kith_private.api_key_days other
    where other.owner_id = old.owner_id
      and not exists (select from kith_private.api_keys k where k.id = other.api_key_id)
    order by other.day desc, other.api_key_id offset 1000));
  return old;
end
$$;
create trigger flush_last_key_counts before delete on kith_private.api_keys
  for each row when (old.last_used_at is not null) execute function kith_private.flush_last_key_counts();
