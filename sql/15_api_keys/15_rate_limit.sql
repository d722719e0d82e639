-- The rate limiter: exactly 120 requests of a key in any 60 seconds. Each key has one row with the times of its requests
-- in the last 60 seconds, oldest first. The row is locked while a request is counted, so that concurrent requests cannot
-- exceed the limit. Unlogged, because losing the counts of one minute in a crash of the server does no harm.
create unlogged table kith_private.api_key_requests (
  api_key_id uuid primary key references kith_private.api_keys (id) on delete cascade,
  instants timestamptz[] not null default '{}',
  requests integer not null default 0,
  refusals integer not null default 0
) with (fillfactor = 20, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
comment on table kith_private.api_key_requests is 'When each key was used in the last 60 seconds.';
comment on column kith_private.api_key_requests.api_key_id is 'The key.';
comment on column kith_private.api_key_requests.instants is 'Times of the allowed requests, oldest first; at most 120.';
comment on column kith_private.api_key_requests.requests is 'Requests since last_used_at was written, including that one; added to api_key_days later.';
comment on column kith_private.api_key_requests.refusals is 'How many of them were refused.';

alter table kith_private.api_key_requests enable row level security;
create policy "No client reaches the counters" on kith_private.api_key_requests for all to authenticated using (false);

-- Counts a request of a key, and says whether the rate limit allows it; nulls where the key was deleted. refused: whether the
-- request is already known to be refused for another reason.
create function kith_private.count_request(
  key_id uuid, refused boolean default false,
  out allowed boolean, out rate integer, out remaining integer, out resets_at timestamptz, out retry_after integer)
language plpgsql set search_path = ''
as $$
declare
  span constant interval := '60 seconds';
  moment timestamptz;
  counted timestamptz[];
begin
  select r.instants into counted from kith_private.api_key_requests r where r.api_key_id = key_id for update;
  if not found then
    begin
      insert into kith_private.api_key_requests (api_key_id) values (key_id) on conflict do nothing;
    exception when foreign_key_violation then
      return; -- the key was revoked, or its account deleted, while this request waited
    end;
    select r.instants into strict counted from kith_private.api_key_requests r where r.api_key_id = key_id for update;
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
