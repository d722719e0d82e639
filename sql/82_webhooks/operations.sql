-- The operations on webhooks.

create view kith_api.webhooks with (security_invoker = true) as
select w.id, row_to_json(shape) as body
from kith_private.webhooks w
cross join lateral (
  select
    w.id,
    w.name,
    w.url,
    w.is_enabled as "isEnabled",
    w.ignored_actor_ids as "ignoreActorIds",
    to_char(w.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    to_char(w.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt",
    to_char(w.last_delivered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastDeliveredAt",
    w.last_error as "lastError",
    w.last_status as "lastStatus",
    to_char(w.failing_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "failingSince") shape;
comment on view kith_api.webhooks is 'Webhooks as the API shows them.';
grant select on kith_api.webhooks to authenticated;

call pg_temp.make_reading('kith_private.webhooks', 'webhook');

-- Refuses ids that none of the current user's credentials have, nor the account itself, nor a webhook that ignores them already.
create function kith_private.check_actors(ids jsonb, webhook uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform kith_private.refuse_limits();
  perform kith_private.check_references(kith_private.unknown_ids('/ignoreActorIds', coalesce(ids, '[]'), array(
    select k.id from kith_private.api_keys k where k.owner_id = (select auth.uid())
    union all select i.id from kith_private.inboxes i where i.owner_id = (select auth.uid())
    union all select c.id from kith_private.read_calendars c where c.owner_id = (select auth.uid())
    union all select unnest(w.ignored_actor_ids) from kith_private.webhooks w where w.owner_id = (select auth.uid()) and w.id = webhook
    union all select auth.uid())));
end
$$;

create function kith_api.create_webhook(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
  made uuid;
begin
  perform kith_private.check_actors(body -> 'ignoreActorIds', null);
  insert into kith_private.webhooks (name, url, secret, is_enabled, ignored_actor_ids)
  values (body ->> 'name', body ->> 'url', arguments ->> 'secret', coalesce((body ->> 'isEnabled')::boolean, true),
    array(select jsonb_array_elements_text(coalesce(body -> 'ignoreActorIds', '[]'))::uuid))
  returning webhooks.id into made;
  return kith_private.answer_resource((select w.body from kith_api.webhooks w where w.id = made), 201::smallint);
end
$$;
comment on function kith_api.create_webhook(jsonb) is 'Creates a webhook.';

create function kith_api.update_webhook(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
begin
  perform kith_private.check_actors(body -> 'ignoreActorIds', (arguments ->> 'id')::uuid);
  update kith_private.webhooks w set
    name = case when body ? 'name' then body ->> 'name' else w.name end,
    url = case when body ? 'url' then body ->> 'url' else w.url end,
    is_enabled = case when body ? 'isEnabled' then (body ->> 'isEnabled')::boolean else w.is_enabled end,
    ignored_actor_ids = case when body ? 'ignoreActorIds' then array(select jsonb_array_elements_text(body -> 'ignoreActorIds')::uuid)
      else w.ignored_actor_ids end
  where w.owner_id = (select auth.uid()) and w.id = (arguments ->> 'id')::uuid;
  return kith_api.get_webhook(arguments);
end
$$;
comment on function kith_api.update_webhook(jsonb) is 'Changes a webhook.';

create function kith_api.delete_webhook(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  delete from kith_private.webhooks w where w.owner_id = (select auth.uid()) and w.id = (arguments ->> 'id')::uuid;
  return kith_private.answer_deleted(found);
end
$$;
comment on function kith_api.delete_webhook(jsonb) is 'Deletes a webhook.';

-- Gives a webhook of the current user a new secret; the one before signs as well for a day.
create function kith_private.replace_secret(webhook uuid, secret text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform kith_private.refuse_limits();
  update kith_private.webhooks w set secret = replace_secret.secret, previous_secret = w.secret, previous_until = now() + interval '1 day'
  where w.owner_id = (select auth.uid()) and w.id = webhook;
end
$$;

create function kith_api.rotate_webhook(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  perform kith_private.replace_secret((arguments ->> 'id')::uuid, arguments ->> 'secret');
  return kith_api.get_webhook(arguments);
end
$$;
comment on function kith_api.rotate_webhook(jsonb) is 'Gives a webhook another secret.';

-- Has a message that tries it out sent to a webhook of the current user, once a minute.
create function kith_private.test_webhook(webhook uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  tested timestamptz;
begin
  perform kith_private.refuse_limits();
  select w.tested_at into tested from kith_private.webhooks w where w.owner_id = (select auth.uid()) and w.id = webhook and w.is_enabled for update;
  if not found then
    perform kith_private.fail('conflict', 'The webhook is switched off.');
  elsif tested > now() - interval '1 minute' then
    perform kith_private.fail('quota_exceeded', 'A webhook is tried out at most once a minute.');
  end if;
  update kith_private.webhooks w set test_id = gen_random_uuid(), tested_at = now(), due_at = now()
  where w.owner_id = (select auth.uid()) and w.id = webhook;
  perform kith_private.request_tick();
end
$$;

create function kith_api.test_webhook(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  webhook constant uuid := (select w.id from kith_api.webhooks w where w.id = (arguments ->> 'id')::uuid);
begin
  if webhook is null then
    perform kith_private.not_found();
  end if;
  perform kith_private.test_webhook(webhook);
  return kith_api.get_webhook(arguments);
end
$$;
comment on function kith_api.test_webhook(jsonb) is 'Sends a message to a webhook that tries it out.';

-- Has a webhook of the current user told again of what follows a change set.
create function kith_private.tell_again(webhook uuid, told bigint) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform kith_private.refuse_limits();
  update kith_private.webhooks w set told_number = told, due_at = now(), tries = 0
  where w.owner_id = (select auth.uid()) and w.id = webhook;
  perform kith_private.request_tick();
end
$$;

create function kith_api.replay_webhook(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  webhook constant uuid := (select w.id from kith_api.webhooks w where w.id = (arguments ->> 'id')::uuid);
  body constant jsonb := arguments -> 'body';
  first bigint;
  cursor record;
begin
  if webhook is null then
    perform kith_private.not_found();
  end if;
  if body ? 'activityId' then
    first := kith_private.number_of_set((body ->> 'activityId')::uuid);
    if first is null then
      perform kith_private.check_references('{/activityId}');
    end if;
    perform kith_private.tell_again(webhook, first - 1);
  else
    cursor := kith_private.read_cursor(auth.uid(), body ->> 'cursor');
    perform kith_private.tell_again(webhook, cursor.set_number - case when cursor.change_position < 999999999 then 1 else 0 end);
  end if;
  return kith_api.get_webhook(arguments);
end
$$;
comment on function kith_api.replay_webhook(jsonb) is 'Tells a webhook again of changes, from one of them or after a cursor.';

grant execute on function kith_private.check_actors(jsonb, uuid), kith_private.replace_secret(uuid, text), kith_private.test_webhook(uuid), kith_private.tell_again(uuid, bigint) to authenticated;
