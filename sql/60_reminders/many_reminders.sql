-- Many reminders in one request.

create function kith_api.bulk_reminders(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  return kith_private.bulk('reminder', arguments);
end
$$;
comment on function kith_api.bulk_reminders(jsonb) is 'Creates, updates and deletes reminders; all of them, or with partial those that can be.';

-- The same change of many reminders, named one by one or by a filter. Assistants ask for it; programs send each change to bulk_reminders.

-- The reminders of reminderIds, or those that the filters in matching find, as many as total says.
create function kith_private.reminders_to_change(arguments jsonb) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  filters record;
begin
  if not arguments ? 'matching' then
    return kith_private.each_once(arguments -> 'reminderIds');
  end if;
  filters := kith_private.read_reminder_filters(arguments -> 'matching');
  return kith_private.all_found(arguments -> 'matching', kith_private.reminders_of(arguments -> 'matching'), filters.conditions,
    'due_at nulls last, id', filters.patterns, (arguments ->> 'total')::bigint, 'reminders');
end
$$;

-- The body of an update that moves a reminder by so long, in the owner's time zone; refuses one without a due time.
create function kith_private.moved_body(reminder uuid, duration text, place text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  due constant timestamptz := (select r.due_at from kith.reminders r where r.id = reminder);
  length constant interval := case when duration like '-%' then -1 else 1 end * ltrim(duration, '-')::interval;
begin
  if due is null and exists (select from kith.reminders r where r.id = reminder) then
    perform kith_private.refuse_member(place, 'required', format('The reminder %s has no due time that could be moved.', reminder));
  end if;
  return jsonb_build_object('dueAt', to_char(
    (((due at time zone kith_private.time_zone()) + length) at time zone kith_private.time_zone()) at time zone 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
end
$$;

create function kith_api.change_reminders(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  reminders constant uuid[] := kith_private.reminders_to_change(arguments);
  reminder uuid;
begin
  foreach reminder in array reminders loop
    if arguments ? 'delete' then
      perform kith_api.delete_reminder(jsonb_build_object('id', reminder));
    else
      perform kith_api.update_reminder(jsonb_build_object('id', reminder, 'body', (arguments -> 'body')
        || case when arguments ? 'moveBy' then kith_private.moved_body(reminder, arguments ->> 'moveBy', '/moveBy') else '{}' end));
    end if;
  end loop;
  return kith_private.with_names((200, json_build_object('count', cardinality(reminders), 'reminders', (
      select coalesce(json_agg(r.body order by listed.position), '[]')
      from unnest(reminders[1:20]) with ordinality as listed (id, position)
      join kith_api.reminders r on r.id = listed.id)))::kith_api.answer, arguments);
end
$$;
comment on function kith_api.change_reminders(jsonb) is
  'Changes, moves or deletes some reminders, all or none. Answers how many, and the first twenty as they are now.';

grant execute on function kith_private.reminders_to_change(jsonb), kith_private.moved_body(uuid, text, text) to authenticated;
