-- Writes the reminders of an import.

-- Makes the reminders of an import.
-- As restored rows, so that a recurring reminder that is completed makes no second next one beside that of the file. Whether
-- somebody has changed a reminder since it was made is told by its stamps: opening the one before it again deletes it only
-- where nobody has (kith_private.may_take_back).
create function kith_private.import_reminders(owner uuid, import uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform kith_private.set_setting('restoring', 'on');
  insert into kith.reminders (owner_id, id, contact_ids, title, description, due_at, completed, completed_at, recurrence, recurrence_from, created_at)
  select owner, r.target_id, coalesce(r.about, '{}'), r.value ->> 'title', r.value ->> 'description',
    kith_private.local_instant(r.value ->> 'dueAt', '09:00'), coalesce((r.value ->> 'completed')::boolean, false),
    least((r.value ->> 'completedAt')::timestamptz, now()), r.value ->> 'recurrence', coalesce(r.value ->> 'recurrenceFrom', 'due'),
    case when (r.refs -> 'isAsMade')::boolean then now() else now() - interval '1 millisecond' end
  from kith_private.import_rows r
  where r.owner_id = owner and r.import_id = import and r.resource = 'reminder' and r.outcome = 'create'
  order by r.number
  on conflict do nothing;
  perform kith_private.link_next_reminders(owner, import);
  perform kith_private.set_setting('restoring', null);
end
$$;

-- Notes which reminder came after each of an import, of this import or of another part of the file.
-- After all of them, so that undoing, which goes backwards, takes the links away before the reminders.
create function kith_private.link_next_reminders(owner uuid, import uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  made constant jsonb := (
    select jsonb_object_agg(r.uid, r.target_id order by r.number desc) from kith_private.import_rows r
    where r.owner_id = owner and r.import_id = import and r.resource = 'reminder' and r.uid is not null and r.target_id is not null);
begin
  update kith.reminders d set next_id = linked.next_id
  from (
    select r.target_id as id, n.id as next_id
    from kith_private.import_rows r
    cross join lateral (
      select n.id from kith.reminders n
      where n.owner_id = owner and n.id in ((made ->> (r.refs ->> 'nextUid'))::uuid,
        kith_private.as_uuid(r.refs ->> 'nextUid'), kith_private.imported_id(owner, r.refs ->> 'nextUid'))
      order by n.id = (made ->> (r.refs ->> 'nextUid'))::uuid desc nulls last limit 1) n
    where r.owner_id = owner and r.import_id = import and r.resource = 'reminder' and r.outcome = 'create' and r.refs ? 'nextUid') linked
  where d.owner_id = owner and d.id = linked.id and d.id <> linked.next_id;
end
$$;
