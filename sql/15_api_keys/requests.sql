-- The rate limiter: exactly 120 requests of a key in any 60 seconds. Each key has one row with the times of its requests
-- in the last 60 seconds, oldest first. The row is locked while a request is counted, so that concurrent requests cannot
-- exceed the limit. Requests of CardDAV have a bucket of their own in that row: the first synchronisation of many people takes thousands
-- of requests, so a key may send 12,000 at once, and 20 more each second. Unlogged, because the counts of one minute may be lost in a crash of the server.
create unlogged table kith_private.api_key_requests (
  api_key_id uuid primary key references kith_private.api_keys (id) on delete cascade,
  instants timestamptz[] not null default '{}',
  requests integer not null default 0,
  refusals integer not null default 0,
  carddav_taken double precision not null default 0,
  carddav_at timestamptz not null default '-infinity'
) with (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
comment on table kith_private.api_key_requests is 'When each key was used in the last 60 seconds.';
comment on column kith_private.api_key_requests.api_key_id is 'The key.';
comment on column kith_private.api_key_requests.instants is 'Times of the allowed requests, oldest first; at most 120.';
comment on column kith_private.api_key_requests.requests is 'Requests since last_used_at was written, including that one; added to api_key_days later.';
comment on column kith_private.api_key_requests.refusals is 'How many of them were refused.';
comment on column kith_private.api_key_requests.carddav_taken is 'How much of the bucket for CardDAV was taken at carddav_at: a request takes one of 12,000, and 20 come back each second.';
comment on column kith_private.api_key_requests.carddav_at is 'When a request of CardDAV was last counted.';

alter table kith_private.api_key_requests enable row level security;
create policy "No client reaches the counters" on kith_private.api_key_requests for all to authenticated using (false);

-- Counts a request of a key, and says whether the rate limit allows it; nulls where the key was deleted. refused: whether the
-- request is already known to be refused for another reason. for_carddav: it is counted in the bucket for CardDAV, of which no rate is told.
create function kith_private.count_request(
  key_id uuid, refused boolean default false, for_carddav boolean default false,
  out allowed boolean, out rate integer, out remaining integer, out resets_at timestamptz, out retry_after integer)
language plpgsql set search_path = ''
as $$
declare
  span constant interval := '60 seconds';
  moment timestamptz;
  counted timestamptz[];
  taken double precision;
  taken_at timestamptz;
begin
  select r.instants, r.carddav_taken, r.carddav_at into counted, taken, taken_at
  from kith_private.api_key_requests r where r.api_key_id = key_id for update;
  if not found then
    begin
      insert into kith_private.api_key_requests (api_key_id) values (key_id) on conflict do nothing;
    exception when foreign_key_violation then
      return; -- the key was revoked, or its account deleted, while this request waited
    end;
    select r.instants, r.carddav_taken, r.carddav_at into strict counted, taken, taken_at
    from kith_private.api_key_requests r where r.api_key_id = key_id for update;
  end if;
  if for_carddav then
    moment := greatest(clock_timestamp(), taken_at);
    taken := case when isfinite(taken_at) then greatest(0, taken - 20 * extract(epoch from moment - taken_at)::double precision) else 0 end;
    allowed := taken + 1 <= 12000;
    retry_after := case when not allowed then 1 end;
    update kith_private.api_key_requests r
    set carddav_taken = taken + allowed::integer, carddav_at = moment, requests = r.requests + 1,
      refusals = r.refusals + (refused or not allowed)::integer
    where r.api_key_id = key_id;
    return;
  end if;
  rate := 120;
  -- Read after the lock, and never before the newest request, so that the instants stay in order.
  moment := greatest(clock_timestamp(), counted[cardinality(counted)]);
  counted := array(select i from unnest(counted) i where i > moment - span);
  allowed := cardinality(counted) < rate;
  if allowed then
    counted := counted || moment;
    update kith_private.api_key_requests r
    set instants = counted, requests = r.requests + 1, refusals = r.refusals + refused::integer where r.api_key_id = key_id;
  else
    -- A refused request is not added, so that sending too early does not lengthen the wait.
    update kith_private.api_key_requests r set requests = r.requests + 1, refusals = r.refusals + 1 where r.api_key_id = key_id;
    retry_after := greatest(1, ceil(extract(epoch from counted[1] + span - moment)))::integer;
  end if;
  remaining := rate - cardinality(counted);
  resets_at := counted[1] + span;
end
$$;

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

-- Writes which scopes a key lacked for what it asked, at most once a minute.
create function kith_private.record_refusal(key_id uuid, lacked text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  update kith_private.api_keys k set refused_at = now(), refused_scopes = lacked
  where k.id = key_id and (k.refused_at > now() - interval '1 minute' and k.refused_scopes = lacked) is not true;
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
