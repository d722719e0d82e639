-- The operations on reminders.

create view kith_api.reminders with (security_invoker = true) as
select r.id, row_to_json(shape) as body
from kith.reminders r
cross join lateral (
  select
    r.id,
    r.title,
    r.description,
    r.contact_id as "contactId",
    r.contact_ids as "contactIds",
    to_char(r.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "dueAt",
    r.recurrence,
    r.recurrence_from as "recurrenceFrom",
    r.completed,
    to_char(r.completed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "completedAt",
    -- A key with limits may see a reminder without seeing the next one, where that was moved to another contact.
    case when r.next_id is null or current_user <> 'kith_limited' then r.next_id
      else (select n.id from kith.reminders n where n.id = r.next_id) end as "nextId",
    to_char(r.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    to_char(r.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt") shape;
comment on view kith_api.reminders is 'Reminders as the API shows them.';
grant select on kith_api.reminders to authenticated;

-- The filters of reminders: SQL fragments that a reminder has to fulfil, in which $1 is the query and $2 the patterns of its search.
-- Query: search, contactId, completed, hasDueAt, dueAfter, dueBefore.
create function kith_private.read_reminder_filters(query jsonb, out conditions text[], out patterns text[])
language plpgsql stable set search_path = ''
as $$
begin
  patterns := kith_private.word_patterns(coalesce(query ->> 'search', ''));
  conditions := array[
    -- The clock is looked at for each reminder, because descriptions are long; see kith_private.search_took_too_long.
    case when patterns <> '{}' then $sql$case
      when clock_timestamp() > (select statement_timestamp() + interval '3 seconds') then (select kith_private.search_took_too_long())
      else kith_private.folded(concat_ws(' ', title, description))
        like all ($2) end$sql$ end,
    case when query ? 'contactId' then $sql$contact_id = ($1 ->> 'contactId')::uuid$sql$ end,
    case when query ? 'completed' then $sql$completed = ($1 ->> 'completed')::boolean$sql$ end,
    case when query ? 'hasDueAt' then $sql$(due_at is not null) = ($1 ->> 'hasDueAt')::boolean$sql$ end,
    case when query ? 'dueAfter' then $sql$due_at >= (select kith_private.local_instant($1 ->> 'dueAfter', '00:00'))$sql$ end,
    case when query ? 'dueBefore' then $sql$due_at < (select kith_private.local_instant($1 ->> 'dueBefore', '00:00'))$sql$ end];
end
$$;

-- Where the reminders of a query are read from.
create function kith_private.reminders_of(query jsonb) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return case when query ? 'contactId' and exists (
      select from kith.reminder_contacts l where l.contact_id = (query ->> 'contactId')::uuid)
    then 'kith_private.reminders_about' else 'kith.reminders' end;
end
$$;

create function kith_api.list_reminders(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  query constant jsonb := arguments -> 'query';
  filters constant record := kith_private.read_reminder_filters(query);
  found kith_private.page;
begin
  found := kith_private.find_page(query, kith_private.reminders_of(query), filters.conditions,
    case coalesce(query ->> 'sort', 'default')
      when 'default' then 'completed, due_at nulls last, id'
      when 'dueAt' then 'due_at nulls last, id'
      when '-dueAt' then 'due_at desc nulls last, id desc'
      when 'createdAt' then 'created_at, id'
      when '-createdAt' then 'created_at desc, id desc'
    end, filters.patterns, finds_few => query ? 'contactId');
  return kith_private.with_names(kith_private.answer_page(found, kith_private.pick_members((
    select string_agg((select r.body::text from kith_api.reminders r where r.id = listed.id), ',' order by listed.position)
    from unnest(found.ids) with ordinality as listed (id, position)), query -> 'fields')), arguments);
end
$$;
comment on function kith_api.list_reminders(jsonb) is 'A page of reminders, open ones before completed ones, soonest first. Query: search, contactId, completed, hasDueAt, dueAfter and dueBefore (instants or local days), fields, sort, page, pageSize.';

create function kith_api.get_reminder(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
begin
  return kith_private.answer_resource((select r.body from kith_api.reminders r where r.id = (arguments ->> 'id')::uuid));
end
$$;
comment on function kith_api.get_reminder(jsonb) is 'One reminder.';

-- The ten open reminders about a contact that are due first, as JSON with commas between them.
create function kith_private.reminders_of_contact(contact uuid) returns text
language plpgsql stable set search_path = ''
as $$
declare
  ids uuid[];
begin
  if exists (select from kith.reminder_contacts l where l.contact_id = contact) then
    ids := array(
      select r.id from kith_private.reminders_about r
      where r.contact_id = contact and not r.completed order by r.due_at nulls last, r.id limit 10);
  else
    ids := array(
      select r.id from kith.reminders r
      where r.contact_id = contact and not r.completed order by r.due_at nulls last, r.id limit 10);
  end if;
  return (
    select coalesce(string_agg((select r.body::text from kith_api.reminders r where r.id = listed.id), ',' order by listed.position), '')
    from unnest(ids) with ordinality as listed (id, position));
end
$$;

-- A reminder as a body says: absent members are as they were earlier, null clears. The contacts are not in the row.
create function kith_private.reminder_of(body jsonb, earlier kith.reminders) returns kith.reminders
language plpgsql stable set search_path = ''
as $$
declare
  reminder kith.reminders := kith_private.row_of(body - '{contactId,contactIds,dueAt}'::text[], earlier);
begin
  if body ? 'dueAt' then
    reminder.due_at := kith_private.local_instant(body ->> 'dueAt', '09:00');
  end if;
  return reminder;
end
$$;

create function kith_api.create_reminder(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
  reminder kith.reminders := kith_private.reminder_of(body, null);
  made uuid;
begin
  reminder.contact_ids := kith_private.read_contacts(body);
  perform kith_private.check_references(kith_private.unknown_contacts(body, reminder.contact_ids));
  made := kith_private.insert_row(reminder);
  return kith_private.with_names(
    kith_private.answer_resource((select r.body from kith_api.reminders r where r.id = made), 201::smallint), arguments);
end
$$;
comment on function kith_api.create_reminder(jsonb) is 'Creates a reminder.';

create function kith_api.update_reminder(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
  earlier kith.reminders;
  reminder kith.reminders;
  contacts uuid[];
begin
  select r.* into earlier from kith.reminders r where r.id = (arguments ->> 'id')::uuid for update;
  if not found then
    perform kith_private.not_found();
  end if;
  contacts := kith_private.read_contacts(body, earlier.contact_ids);
  perform kith_private.check_references(kith_private.unknown_contacts(body, contacts));
  reminder := kith_private.reminder_of(body, earlier);
  reminder.contact_ids := coalesce(contacts, earlier.contact_ids);
  perform kith_private.update_row(reminder);
  return kith_private.with_names(kith_private.answer_resource((select r.body from kith_api.reminders r where r.id = reminder.id)), arguments);
end
$$;
comment on function kith_api.update_reminder(jsonb) is 'Changes a reminder, or completes it.';

create function kith_api.delete_reminder(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  perform kith_private.keep_series(coalesce((arguments -> 'query' ->> 'keepSeries')::boolean, false));
  delete from kith.reminders r where r.id = (arguments ->> 'id')::uuid;
  return kith_private.answer_deleted(found);
end
$$;
comment on function kith_api.delete_reminder(jsonb) is
  'Deletes a reminder. Query: keepSeries, to make the next one of a recurring reminder first.';

grant execute on function kith_private.read_reminder_filters(jsonb), kith_private.reminders_of(jsonb), kith_private.reminders_of_contact(uuid),
  kith_private.reminder_of(jsonb, kith.reminders) to authenticated;
