-- The outbox: what is planned, taken, sent and tried again. The clock calls these.

-- Plans digests that are due, of at most so many owners, and when their next ones are. One that was missed is late, but for one that is more
-- than half a day late, which is left out. Returns of how many.
create function kith_private.plan_digests(most integer) returns integer
language plpgsql security definer set search_path = '' set enable_seqscan = off set enable_bitmapscan = off set jit = off
as $$
declare
  item kith_private.digests;
  locked uuid[];
  planned integer := 0;
begin
  for item in
    select d.* from kith_private.digests d where d.next_at <= now() order by d.next_at limit most for update skip locked
  loop
    -- Who deletes an account or a channel has that locked and waits for this row: they are not waited for, and the next tick goes on.
    perform from auth.users u where u.id = item.owner_id for key share skip locked;
    continue when not found;
    locked := array(select c.id from kith_private.channels c where c.owner_id = item.owner_id for key share skip locked);
    continue when exists (select from kith_private.channels c where c.owner_id = item.owner_id and c.id <> all (locked));
    if item.next_at > now() - interval '12 hours' then
      insert into kith_private.outbox (owner_id, channel_id, kind, occurrence)
      select c.owner_id, c.id, 'digest', item.occurrence::text from kith_private.channels c
      where c.owner_id = item.owner_id and c.is_enabled and c.verified_at is not null and 'digest' = any (c.events)
      on conflict on constraint outbox_occurrence_key do nothing;
    end if;
    perform kith_private.schedule_digest(item.owner_id);
    planned := planned + 1;
  end loop;
  return planned;
end
$$;

-- When reminders were last told. One of before that is written later is of the past, and is not told.
create table kith_private.told_reminders (
  is_only_row boolean primary key default true constraint told_reminders_is_only_row_check check (is_only_row),
  until timestamptz not null
);
comment on table kith_private.told_reminders is 'Up to when reminders that are due have been told: one row, or none where none ever were.';
comment on column kith_private.told_reminders.is_only_row is 'True.';
comment on column kith_private.told_reminders.until is 'Those that were due by then are in the outbox, or nobody was to be told.';
alter table kith_private.told_reminders enable row level security;
create policy "No client reaches what was told" on kith_private.told_reminders for all to authenticated using (false);

-- Who is told of reminders, because the clock asks of all of them.
create index channels_reminder_idx on kith_private.channels (owner_id)
  where is_enabled and verified_at is not null and 'reminder' = any (events);

-- The instant after which reminders are to be told: half a day ago at the earliest.
create function kith_private.reminders_told_until() returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return greatest((select t.until from kith_private.told_reminders t), now() - interval '12 hours');
end
$$;

-- Whether a reminder is due that a channel is to be told: each such channel costs one look into an index.
create function kith_private.are_reminders_due() returns boolean
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set enable_bitmapscan = off set jit = off
as $$
declare
  told constant timestamptz := kith_private.reminders_told_until();
begin
  return exists (
    select from kith_private.channels c
    where c.is_enabled and c.verified_at is not null and 'reminder' = any (c.events) and exists (
      select from kith.reminders r
      where r.owner_id = c.owner_id and r.due_at > greatest(told, c.verified_at) and r.due_at <= now() and not r.completed));
end
$$;

-- Plans reminders that are due, about so many, for channels that are to be told. An account gets some 200 messages of reminders in 24 hours; where more
-- were due, one delivery is marked as failed with the error too_many. Returns how many reminders were planned.
create function kith_private.plan_reminders(most integer) returns integer
language plpgsql security definer set search_path = '' set enable_seqscan = off set enable_bitmapscan = off set jit = off
as $$
declare
  told timestamptz;
  most_of_account constant integer := 200;
  due record;
  last timestamptz;
  planned integer := 0;
  is_too_many boolean;
begin
  if not kith_private.are_reminders_due() then
    return 0;
  end if;
  insert into kith_private.told_reminders (until) values (kith_private.reminders_told_until()) on conflict do nothing;
  -- Two ticks at once do nothing twice, and do not wait.
  perform from kith_private.told_reminders t for update skip locked;
  if not found then
    return 0;
  end if;
  told := kith_private.reminders_told_until();
  for due in
    select r.owner_id, r.id, r.due_at
    from (
      select c.owner_id, min(c.verified_at) as verified_at from kith_private.channels c
      where c.is_enabled and c.verified_at is not null and 'reminder' = any (c.events)
      group by c.owner_id) who
    cross join lateral (
      select r.owner_id, r.id, r.due_at from kith.reminders r
      where r.owner_id = who.owner_id and r.due_at > greatest(told, who.verified_at) and r.due_at <= now() and not r.completed
      order by r.due_at, r.id limit most_of_account + 1) r
    order by r.due_at
  loop
    -- All that are due at one instant, so that the next part begins after it.
    exit when planned >= most and due.due_at > last;
    last := due.due_at;
    -- Compared with both at once, which keeps the planner from what was created for everybody since then.
    is_too_many := most_of_account <= (
      select count(*) from (
        select from kith_private.outbox o
        where o.owner_id = due.owner_id and o.kind = 'reminder' and (o.owner_id, o.created_at) > (due.owner_id, now() - interval '1 day')
        limit most_of_account) told_before);
    continue when is_too_many and exists (
      select from kith_private.outbox o
      where o.owner_id = due.owner_id and o.kind = 'reminder' and (o.owner_id, o.created_at) > (due.owner_id, now() - interval '1 day')
        and o.error = 'too_many');
    insert into kith_private.outbox (owner_id, channel_id, kind, occurrence, state, error)
    select c.owner_id, c.id, 'reminder', format('%s %s', due.id, to_char(due.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
      case when is_too_many then 'failed' else 'waiting' end, case when is_too_many then 'too_many' end
    from kith_private.channels c
    where c.owner_id = due.owner_id and c.is_enabled and c.verified_at < due.due_at and 'reminder' = any (c.events)
    on conflict on constraint outbox_occurrence_key do nothing;
    planned := planned + 1;
  end loop;
  update kith_private.told_reminders t set until = case when planned < most then now() else last end;
  return planned;
end
$$;

-- Takes at most so many deliveries that are due, as a list with what is needed to send each: the five oldest of an account, of one account after the
-- other, from any of them on, so that how much waits for one keeps no other waiting. A digest or reminder has no target where its channel was
-- deleted or switched off meanwhile. Whoever takes one has two minutes: then somebody else may, so that a process that was killed loses nothing. What
-- was taken six times and never marked has failed: it may be what kills the process.
create function kith_private.take_outbox(most integer) returns jsonb
language plpgsql security definer set search_path = '' set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set jit = off
as $$
declare
  first constant uuid := gen_random_uuid();
  account uuid := first;
  is_second_part boolean := false;
  due uuid[] := '{}';
  taken jsonb;
begin
  if kith_private.is_clock_resting() then
    return null;
  end if;
  while cardinality(due) < most loop
    account := (
      select o.owner_id from kith_private.outbox o
      where o.state = 'waiting' and o.due_at <= now() and o.owner_id > account order by o.owner_id limit 1);
    if account is null or (is_second_part and account > first) then
      exit when is_second_part;
      is_second_part := true;
      account := '00000000-0000-0000-0000-000000000000';
      continue;
    end if;
    due := due || array(
      select o.id from kith_private.outbox o where o.owner_id = account and o.state = 'waiting' and o.due_at <= now()
      order by o.due_at limit least(5, most - cardinality(due)) for update skip locked);
  end loop;
  with leased as (
    update kith_private.outbox o set due_at = now() + interval '2 minutes', tries = o.tries + 1,
      state = case when o.tries < 6 then 'waiting' else 'failed' end, error = case when o.tries < 6 then o.error else 'unreachable' end
    where o.id = any (due) and o.state = 'waiting'
    returning o.id, o.owner_id, o.channel_id, o.kind, o.occurrence, o.state)
  select jsonb_agg(jsonb_build_object('id', l.id, 'ownerId', l.owner_id, 'kind', l.kind, 'occurrence', l.occurrence,
    'channel', c.kind, 'target', case when l.kind not in ('digest', 'reminder') or c.is_enabled then c.target end, 'keys', c.keys,
    'pushKey', case when c.kind = 'webPush' then kith_private.push_key() end,
    'withNames', c.with_names, 'code', c.code,
    'stopSecret', c.stop_secret, 'leadDays', coalesce(p.lead_days, 7), 'digestAt', to_char(coalesce(p.digest_at, '08:00'), 'HH24:MI')))
  into taken
  from leased l
  left join kith_private.channels c on c.owner_id = l.owner_id and c.id = l.channel_id
  left join kith.profiles p on p.owner_id = l.owner_id
  where l.state = 'waiting';
  return taken;
end
$$;

-- Marks deliveries: a list of ids and owners, each with an error, or with isEmpty where nothing was to be said, or with isLeft where it was not begun. What failed is tried again after 1, 5 and 30
-- minutes, 2 and 6 hours, but for an address that was refused. What else waits for that channel waits as long.
create function kith_private.mark_outbox(results jsonb) returns void
language plpgsql security definer set search_path = '' set enable_seqscan = off set enable_bitmapscan = off set jit = off
as $$
declare
  waits constant interval[] := '{1 minute,5 minutes,30 minutes,2 hours,6 hours}';
begin
  -- Channels are locked first and in order, so that two ticks that mark deliveries of the same ones cannot deadlock.
  perform from kith_private.channels c
  where (c.owner_id, c.id) in (
    select o.owner_id, o.channel_id from jsonb_array_elements(results) r
    join kith_private.outbox o on o.owner_id = (r ->> 'ownerId')::uuid and o.id = (r ->> 'id')::uuid)
  order by c.owner_id, c.id for no key update;
  update kith_private.outbox o set due_at = now(), tries = o.tries - 1
  from jsonb_array_elements(results) r
  where (r ->> 'isLeft')::boolean and o.owner_id = (r ->> 'ownerId')::uuid and o.id = (r ->> 'id')::uuid and o.state = 'waiting';
  with marked as (
    update kith_private.outbox o set
      state = case when given.error is null then case when given.is_empty then 'empty' else 'sent' end
        when given.error in ('refused_address', 'gone') or o.tries > cardinality(waits) then 'failed' else 'waiting' end,
      due_at = case when given.error is null then o.due_at else now() + coalesce(waits[o.tries], interval '6 hours') end,
      error = given.error,
      sent_at = case when given.error is null and not given.is_empty then now() end
    from (
      select (r ->> 'ownerId')::uuid as owner_id, (r ->> 'id')::uuid as id, r ->> 'error' as error, coalesce((r ->> 'isEmpty')::boolean, false) as is_empty
      from jsonb_array_elements(results) r where not coalesce((r ->> 'isLeft')::boolean, false)) given
    where o.owner_id = given.owner_id and o.id = given.id and o.state = 'waiting'
    returning o.owner_id, o.channel_id, o.kind, o.error, o.state),
  -- The browser has forgotten it.
  gone as (
    delete from kith_private.channels c using marked m
    where c.owner_id = m.owner_id and c.id = m.channel_id and c.kind = 'webPush' and m.error = 'gone')
  update kith_private.channels c set
    last_delivered_at = case when m.error is null and m.kind <> 'code' then now() else c.last_delivered_at end,
    last_error = m.error,
    failing_since = case when m.error is not null then coalesce(c.failing_since, now()) end,
    is_enabled = c.is_enabled and (m.error is null or coalesce(c.failing_since, now()) > now() - interval '10 days')
  from marked m where c.owner_id = m.owner_id and c.id = m.channel_id and m.state <> 'empty' and not (c.kind = 'webPush' and coalesce(m.error, '') = 'gone');
  update kith_private.outbox o set due_at = tried.due_at
  from jsonb_array_elements(results) r
  join kith_private.outbox tried on tried.owner_id = (r ->> 'ownerId')::uuid and tried.id = (r ->> 'id')::uuid
  where r ->> 'error' is not null and tried.state = 'waiting' and o.owner_id = tried.owner_id and o.channel_id = tried.channel_id
    and o.state = 'waiting' and o.kind in ('digest', 'reminder') and o.due_at < tried.due_at;
end
$$;

-- Switches the channel off whose secret a link has; false where there is none.
create function kith_private.stop_channel(secret text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  update kith_private.channels c set is_enabled = false where c.stop_secret = secret;
  return found;
end
$$;
