-- The operations on channels.

create view kith_api.channels with (security_invoker = true) as
select c.id, row_to_json(shape) as body
from kith_private.channels c
cross join lateral (
  select
    c.id,
    c.kind,
    c.name,
    case when c.kind = 'email' then c.target end as target,
    c.is_enabled as "isEnabled",
    to_json(c.events) as events,
    c.with_names as "withNames",
    to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    to_char(c.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt",
    to_char(c.verified_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "verifiedAt",
    to_char(c.last_delivered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastDeliveredAt",
    c.last_error as "lastError",
    to_char(c.failing_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "failingSince") shape;
comment on view kith_api.channels is 'Channels as the API shows them.';
grant select on kith_api.channels to authenticated;

call pg_temp.make_reading('kith_private.channels', 'channel');

-- Has a code sent to a channel of the current user: three a day to an address, whoever asks, and twenty a day for an account.
create function kith_private.send_code(channel uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  recipient constant text := (
    select lower(c.target) from kith_private.channels c where c.owner_id = (select auth.uid()) and c.id = channel for update);
begin
  perform kith_private.refuse_limits();
  -- Whoever asks for a code of the account or to the same address waits, so that all are counted.
  perform pg_advisory_xact_lock(hashtextextended('kith.outbox:' || auth.uid(), 0));
  perform pg_advisory_xact_lock(hashtextextended('kith.code:' || recipient, 0));
  if (select count(*) from kith_private.outbox o where o.address = recipient and o.created_at + interval '1 day' > now()) >= 3
    or (select count(*) from kith_private.outbox o where o.owner_id = (select auth.uid()) and o.kind = 'code' and o.created_at + interval '1 day' > now()) >= 20
  then
    perform kith_private.fail('quota_exceeded', 'At most three codes a day are sent to an address, and twenty for an account.');
  end if;
  -- A million codes, five tries each.
  update kith_private.channels c set code = lpad((('x' || left(replace(gen_random_uuid()::text, '-', ''), 8))::bit(32)::bigint % 1000000)::text, 6, '0'),
    code_made_at = now(), code_tries = 0
  where c.owner_id = (select auth.uid()) and c.id = channel;
  insert into kith_private.outbox (owner_id, channel_id, kind, occurrence, address)
  values (auth.uid(), channel, 'code', gen_random_uuid()::text, recipient);
  perform kith_private.request_tick();
end
$$;

create function kith_api.create_channel(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
  kind constant text := body ->> 'kind';
  made uuid;
begin
  insert into kith_private.channels (kind, name, target, keys, is_enabled, events, with_names)
  values (kind, body ->> 'name', body ->> 'target', body -> 'keys', coalesce((body ->> 'isEnabled')::boolean, true),
    case when body ? 'events' then array(select jsonb_array_elements_text(body -> 'events'))
      when kind = 'email' then '{digest}' else '{digest,reminder}'::text[] end,
    coalesce((body ->> 'withNames')::boolean, kind <> 'ntfy'))
  returning channels.id into made;
  if kind <> 'webPush' then
    perform kith_private.send_code(made);
  end if;
  return kith_private.answer_resource((select c.body from kith_api.channels c where c.id = made), 201::smallint);
end
$$;
comment on function kith_api.create_channel(jsonb) is 'Creates a channel, and sends a code there, but not to a browser.';

create function kith_api.update_channel(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
begin
  update kith_private.channels c set
    name = case when body ? 'name' then body ->> 'name' else c.name end,
    is_enabled = case when body ? 'isEnabled' then (body ->> 'isEnabled')::boolean else c.is_enabled end,
    events = case when body ? 'events' then array(select jsonb_array_elements_text(body -> 'events')) else c.events end,
    with_names = case when body ? 'withNames' then (body ->> 'withNames')::boolean else c.with_names end
  where c.owner_id = (select auth.uid()) and c.id = (arguments ->> 'id')::uuid;
  return kith_api.get_channel(arguments);
end
$$;
comment on function kith_api.update_channel(jsonb) is 'Renames a channel, switches it on or off, or changes what it is told.';

create function kith_api.delete_channel(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  delete from kith_private.channels c where c.owner_id = (select auth.uid()) and c.id = (arguments ->> 'id')::uuid;
  return kith_private.answer_deleted(found);
end
$$;
comment on function kith_api.delete_channel(jsonb) is 'Deletes a channel.';

-- Whether this is the code of a channel of the current user, which is verified then; false where it is not, or not any more.
create function kith_private.take_code(channel uuid, given text) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform kith_private.refuse_limits();
  update kith_private.channels c set verified_at = case when c.code = given then now() else c.verified_at end,
    code = case when c.code <> given then c.code end, code_tries = c.code_tries + 1
  where c.owner_id = (select auth.uid()) and c.id = channel and c.code is not null and c.code_tries < 5 and c.code_made_at > now() - interval '1 hour';
  return found and exists (
    select from kith_private.channels c where c.owner_id = (select auth.uid()) and c.id = channel and c.code is null and c.verified_at is not null);
end
$$;

create function kith_api.verify_channel(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  channel constant uuid := (select c.id from kith_api.channels c where c.id = (arguments ->> 'id')::uuid);
begin
  if channel is null then
    perform kith_private.not_found();
  end if;
  if nullif(arguments #>> '{body,code}', '') is null then
    perform kith_private.send_code(channel);
  elsif not kith_private.take_code(channel, arguments #>> '{body,code}') then
    -- No error, with which the try would not count.
    return (200, '{"isWrong":true}')::kith_api.answer;
  end if;
  return kith_api.get_channel(arguments);
end
$$;
comment on function kith_api.verify_channel(jsonb) is 'Verifies a channel by the code that was sent to it; without one it sends another.';

-- Plans a message to a channel of the current user that tries it out: at most five an hour, and fifty a day of an account, whose channels may be deleted and made again.
create function kith_private.send_test(channel uuid) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform kith_private.refuse_limits();
  perform from kith_private.channels c where c.owner_id = (select auth.uid()) and c.id = channel and c.verified_at is not null for update;
  if not found then
    perform kith_private.fail('conflict', 'The address has to be verified first.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('kith.outbox:' || auth.uid(), 0));
  if (
    select count(*) from kith_private.outbox o
    where o.owner_id = (select auth.uid()) and o.channel_id = channel and o.kind = 'test' and o.created_at + interval '1 hour' > now()) >= 5
  then
    perform kith_private.fail('quota_exceeded', 'A channel is tried out at most five times an hour.');
  end if;
  if (
    select count(*) from kith_private.outbox o
    where o.owner_id = (select auth.uid()) and o.kind = 'test' and o.created_at + interval '1 day' > now()) >= 50
  then
    perform kith_private.fail('quota_exceeded', 'Channels are tried out at most fifty times a day.');
  end if;
  insert into kith_private.outbox (owner_id, channel_id, kind, occurrence) values (auth.uid(), channel, 'test', gen_random_uuid()::text);
  perform kith_private.request_tick();
end
$$;

create function kith_api.test_channel(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  channel constant uuid := (select c.id from kith_api.channels c where c.id = (arguments ->> 'id')::uuid);
begin
  if channel is null then
    perform kith_private.not_found();
  end if;
  perform kith_private.send_test(channel);
  return kith_api.get_channel(arguments);
end
$$;
comment on function kith_api.test_channel(jsonb) is 'Sends a message to a channel that tries it out.';

create function kith_api.list_deliveries(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  channel constant uuid := (select c.id from kith_api.channels c where c.id = (arguments ->> 'id')::uuid);
  found kith_private.page;
begin
  if channel is null then
    perform kith_private.not_found();
  end if;
  found := kith_private.find_page(arguments -> 'query', 'kith_private.outbox', array[format('channel_id = %L', channel)], 'created_at desc, id');
  return kith_private.answer_page(found, (
    select string_agg((
      select json_build_object('id', o.id, 'kind', o.kind, 'state', o.state, 'tries', o.tries, 'error', o.error,
        'createdAt', to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'sentAt', to_char(o.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text
      from kith_private.outbox o where o.id = listed.id), ',' order by listed.position)
    from unnest(found.ids) with ordinality as listed (id, position)));
end
$$;
comment on function kith_api.list_deliveries(jsonb) is 'What was sent to a channel in the last 30 days, or is to be sent, the latest first.';

grant execute on function kith_private.send_code(uuid), kith_private.take_code(uuid, text), kith_private.send_test(uuid) to authenticated;
