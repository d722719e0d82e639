-- What the clock tells webhooks.

-- The next messages for a webhook of the current user, at most 50, in the order of the log: each with the number of its change set, and how far
-- the log was read for them.
create function kith_api.list_webhook_messages(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  webhook record;
  change_set kith_private.change_sets;
  changed record;
  messages jsonb := '[]';
  read_to bigint;
  looked_at bigint := 0;
begin
  select w.told_number, w.ignored_actor_ids into webhook from kith_private.webhooks w
  where w.owner_id = (select auth.uid()) and w.id = (arguments #>> '{body,webhookId}')::uuid;
  read_to := webhook.told_number;
  for change_set in
    select s.* from kith_private.change_sets s where s.owner_id = (select auth.uid()) and s.number > webhook.told_number order by s.number limit 500
  loop
    -- A change set can have many thousand changes.
    exit when jsonb_array_length(messages) = 50 or looked_at > 20000;
    read_to := change_set.number;
    continue when change_set.actor_id = any (webhook.ignored_actor_ids);
    select coalesce(jsonb_agg(jsonb_build_object('resource', c.resource, 'id', c.resource_id, 'action', c.action) order by c.position)
        filter (where c.place <= 100), '[]') as list, count(*) as count
    into changed
    from (
      select c.*, row_number() over (order by c.position) as place from kith_private.changes c
      where c.owner_id = (select auth.uid()) and c.set_number = change_set.number and c.is_shown) c;
    looked_at := looked_at + changed.count;
    continue when changed.count = 0;
    messages := messages || jsonb_build_object('id', change_set.id, 'number', change_set.number, 'body', jsonb_build_object(
      'type', 'activity.created',
      'timestamp', to_char(change_set.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'data', jsonb_build_object(
        'activityId', coalesce((select f.id from kith_private.change_sets f where f.owner_id = change_set.owner_id and f.number = change_set.first_number), change_set.id),
        'actor', kith_private.actor_body(change_set),
        'operation', kith_private.member_name(change_set.operation),
        'cursor', kith_private.write_cursor(change_set.number, 999999999),
        'changes', changed.list,
        'changeCount', changed.count))::text);
  end loop;
  return (200, jsonb_build_object('messages', messages, 'readTo', read_to)::text)::kith_api.answer;
end
$$;
comment on function kith_api.list_webhook_messages(jsonb) is 'The next messages for a webhook. Only the clock may.';

-- Whether there is something to tell a webhook: each that is switched on costs one look into an index.
create function kith_private.are_webhooks_due() returns boolean
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set enable_bitmapscan = off set jit = off
as $$
begin
  return exists (
    select from kith_private.webhooks w
    where w.is_enabled and w.due_at <= now() and (w.test_id is not null or exists (
      select from kith_private.change_sets s where s.owner_id = w.owner_id and s.number > w.told_number)));
end
$$;

-- Takes at most so many webhooks that there is something to tell, with what is needed to tell them. They are somebody else's after a minute, or later
-- where they were taken before and not marked: what they answer may be what kills the process.
create function kith_private.take_webhooks(most integer) returns jsonb
language plpgsql security definer set search_path = '' set enable_seqscan = off set enable_bitmapscan = off set jit = off
as $$
declare
  taken jsonb;
begin
  if kith_private.is_clock_resting() then
    return null;
  end if;
  with due as (
    select w.owner_id, w.id from kith_private.webhooks w
    where w.is_enabled and w.due_at <= now() and (w.test_id is not null or exists (
      select from kith_private.change_sets s where s.owner_id = w.owner_id and s.number > w.told_number))
    order by w.due_at limit most for update skip locked),
  leased as (
    update kith_private.webhooks w set due_at = now() + interval '1 minute' * (w.tries + 1) * (w.tries + 1), tries = least(w.tries + 1, 30)
    from due where w.owner_id = due.owner_id and w.id = due.id returning w.*)
  select jsonb_agg(jsonb_build_object('id', l.id, 'ownerId', l.owner_id, 'url', l.url, 'testId', l.test_id, 'toldTo', l.told_number,
    'secrets', to_jsonb(array[l.secret] || case when l.previous_until > now() then array[l.previous_secret] else '{}'::text[] end)))
  into taken from leased l;
  return taken;
end
$$;

-- Marks a webhook as told up to a change set, unless the owner has had it told again meanwhile; and why the next message failed, null where none
-- did. It is tried again after 1, 5 and 30 minutes, 2, 5, 10, 14, 18 and 24 hours, ten times in three days. A gone address is not.
create function kith_private.mark_webhook(owner uuid, webhook uuid, result jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  waits constant interval[] := '{1 minute,5 minutes,30 minutes,2 hours,5 hours,10 hours,14 hours,18 hours,24 hours}';
  failed constant text := result ->> 'error';
  has_told constant boolean := (result ->> 'delivered')::integer > 0;
begin
  update kith_private.webhooks w set
    told_number = case when w.told_number = (result ->> 'toldTo')::bigint then (result ->> 'readTo')::bigint else w.told_number end,
    test_id = case when (result ->> 'tested')::boolean then null else w.test_id end,
    last_delivered_at = case when has_told then now() else w.last_delivered_at end,
    last_error = failed,
    last_status = coalesce((result ->> 'status')::smallint, w.last_status),
    failing_since = case when failed is null then null when has_told then now() else coalesce(w.failing_since, now()) end,
    -- Counted when it was taken, unless the owner has had it told again meanwhile.
    tries = case when failed is null then 0 when has_told then 1 else greatest(w.tries, 1) end,
    is_enabled = w.is_enabled and (failed is null or (failed <> 'gone' and (has_told or w.tries <= cardinality(waits)))),
    due_at = case when failed is null then now() else now() + coalesce(waits[case when has_told then 1 else greatest(w.tries, 1) end], interval '1 day') end
  where w.owner_id = owner and w.id = webhook;
end
$$;
