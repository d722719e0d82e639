-- Completing a recurring reminder makes the next one. ADR 35 says why triggers do it.
-- They run with the rights of their owner, because clients may not write the derived columns. The next reminder is about the
-- same contacts as the one that the caller may change.

-- The time zone of an owner.
create function kith_private.zone_of(owner uuid) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((select p.timezone from kith.profiles p where p.owner_id = owner), 'UTC');
end
$$;

-- Makes the reminder that comes after one that was completed or skipped then; null where the series has ended.
create function kith_private.make_next_reminder(reminder kith.reminders, at timestamptz, recurrence_from text) returns uuid
language plpgsql set search_path = ''
as $$
declare
  next constant kith_private.recurring := kith_private.next_recurring(
    (reminder.due_at, reminder.recurrence, reminder.recurrence_start), at, recurrence_from, kith_private.zone_of(reminder.owner_id));
  made uuid;
begin
  if next.due_at is not null then
    insert into kith.reminders (owner_id, contact_ids, title, description, due_at, recurrence, recurrence_from, recurrence_start)
    values (reminder.owner_id, reminder.contact_ids, reminder.title, reminder.description,
      next.due_at, next.recurrence, reminder.recurrence_from, next.recurrence_start)
    returning id into made;
  end if;
  return made;
end
$$;

-- Whether a reminder is as it was made and the credential of this request sees it. Locks it.
-- The next reminder of one that an API key sees may be about contacts that the key does not see.
create function kith_private.can_take_back(owner uuid, reminder uuid) returns boolean
language plpgsql set search_path = ''
as $$
begin
  perform from kith.reminders n
  where n.owner_id = owner and n.id = reminder and not n.completed and n.updated_at = n.created_at for update;
  return found and kith_private.may_read('reminder', reminder);
end
$$;

-- Checks the rule of a reminder and derives from when it counts. Makes the next reminder when this one is completed, and drops the
-- link to it when this one is open again.
-- An upsert runs the trigger for INSERT before it finds that the row exists, and then the one for UPDATE.
create function kith_private.derive_recurrence() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_new constant boolean := tg_op = 'INSERT';
begin
  if new.owner_id is distinct from coalesce(auth.uid(), new.owner_id) then
    return new; -- row-level security refuses it
  end if;
  if new.recurrence is not null and (is_new or new.recurrence is distinct from old.recurrence) then
    new.recurrence := kith_private.clean_recurrence(new.recurrence,
      case when isfinite(new.due_at) then (new.due_at at time zone kith_private.zone_of(new.owner_id))::date end);
  end if;
  -- The table's constraint refuses an infinite instant, but runs later, and no occurrence comes after one.
  if new.recurrence is null or new.due_at is null or not isfinite(new.due_at) then
    new.recurrence_start := null;
  elsif new.recurrence_start is null or not (is_new or kith_private.is_restoring())
    and (new.due_at, new.recurrence) is distinct from (old.due_at, old.recurrence)
  then
    new.recurrence_start := new.due_at at time zone kith_private.zone_of(new.owner_id);
  end if;
  if kith_private.is_restoring() then
    return new;
  elsif new.completed and (is_new or not old.completed) then
    if new.recurrence_start is not null and new.next_id is null and not (
      is_new and exists (select from kith.reminders r where r.owner_id = new.owner_id and r.id = new.id))
    then
      new.next_id := kith_private.make_next_reminder(new, new.completed_at, new.recurrence_from);
    end if;
  elsif not is_new and old.completed and not new.completed and kith_private.can_take_back(new.owner_id, new.next_id) then
    new.next_id := null;
  end if;
  return new;
end
$$;
-- Postgres runs triggers in the order of their names: these after keep_contacts, whose list the next reminder gets.
create trigger recur_with_new before insert on kith.reminders
  for each row when (new.recurrence is not null) execute function kith_private.derive_recurrence();
create trigger recur before update on kith.reminders
  for each row when (new.recurrence is not null or old.recurrence is not null or old.next_id is not null)
  execute function kith_private.derive_recurrence();

-- Deletes the next reminder of one that is open again.
-- Not earlier, because the foreign key would write the row that is being written.
create function kith_private.take_back_next_reminder() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not kith_private.is_restoring() and kith_private.can_take_back(old.owner_id, old.next_id) then
    delete from kith.reminders r where r.owner_id = old.owner_id and r.id = old.next_id;
  end if;
  return null;
end
$$;
create trigger take_back_next_reminder after update on kith.reminders
  for each row when (old.completed and not new.completed and old.next_id is not null and new.next_id is null)
  execute function kith_private.take_back_next_reminder();

-- Says whether deleting a recurring reminder makes the next one first.
create function kith_private.keep_series(keeps boolean) returns void
language plpgsql set search_path = ''
as $$
begin
  if keeps or kith_private.setting('keep_series') is not null then
    perform kith_private.set_setting('keep_series', case when keeps then 'on' end);
  end if;
end
$$;
grant execute on function kith_private.keep_series(boolean) to authenticated;

-- Makes the next reminder of an open one that is deleted without its series, which then comes after the one before it.
create function kith_private.skip_reminder() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  next uuid;
begin
  if kith_private.setting('keep_series') is not null and not kith_private.is_restoring() then
    next := kith_private.make_next_reminder(old, now(), 'due');
    update kith.reminders r set next_id = next where r.owner_id = old.owner_id and r.next_id = old.id;
  end if;
  return old;
end
$$;
create trigger skip_reminder before delete on kith.reminders
  for each row when (old.recurrence is not null and not old.completed and old.next_id is null)
  execute function kith_private.skip_reminder();
