-- Each contact counts by itself, so that two deletions of contacts can be undone in any order.

-- contact_ids of a note or reminder, which now are these, with those that the change took away and without those that it
-- brought; null where its order was changed since, or what it brought was taken away and exists.
create function kith_private.contacts_to_restore(change kith_private.changes, now jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  was constant uuid[] := kith_private.ids_of(change.before -> 'contact_ids');
  became constant uuid[] := kith_private.ids_of(change.after -> 'contact_ids');
  restored uuid[] := kith_private.ids_of(now);
  next_id uuid;
begin
  if restored = became then
    return to_jsonb(was);
  elsif was <@ became and became <@ was or exists (
    select from kith.contacts c
    where c.owner_id = change.owner_id and c.id = any (became) and c.id <> all (was) and c.id <> all (restored))
  then
    return null;
  end if;
  restored := array(
    select about.id from unnest(restored) with ordinality about (id, place)
    where about.id = any (was) or about.id <> all (became) order by about.place);
  for n in reverse cardinality(was) .. 1 loop
    if was[n] = any (restored) then
      next_id := was[n];
    elsif was[n] <> all (became) then
      restored := case when next_id is null then restored || was[n]
        else restored[: array_position(restored, next_id) - 1] || was[n] || restored[array_position(restored, next_id) :] end;
      next_id := was[n];
    end if;
  end loop;
  return to_jsonb(restored);
end
$$;

-- Which columns go back to what they were before a change of a row or its deletion, and the conflicts of the others. updated_at
-- does not: an undo is a change of now.
-- Returns the columns to write back and why others cannot be. `current` is null where the row does not exist.
create function kith_private.columns_to_restore(
  logged kith_private.restorable_table, change kith_private.changes, current jsonb, out columns jsonb, out conflicts jsonb[])
language plpgsql stable set search_path = ''
as $$
declare
  item record;
  reason text;
begin
  columns := '{}';
  conflicts := '{}';
  for item in
    select b.key as name, b.value as was, change.after -> b.key as became, current -> b.key as now
    from jsonb_each(change.before) b where b.key <> 'updated_at' and (change.action = 'delete' or current ? b.key)
  loop
    if change.action = 'update' and (kith_private.is_same_value(item.name, item.now, item.was)
      -- It follows from dueAt and recurrence, for which there is a conflict where there is one.
      or item.name = 'recurrence_start' and not kith_private.is_same_value(item.name, item.now, item.became))
    then
      continue; -- it is restored already
    end if;
    if change.action = 'update' and item.name = 'contact_ids' then
      item.was := kith_private.contacts_to_restore(change, item.now);
      continue when item.was = item.now;
      item.became := case when item.was is not null then item.now end;
    end if;
    reason := case
      when change.action = 'update' and not kith_private.is_same_value(item.name, item.now, item.became) then 'changed'
      -- Rows that refer to one another come back together: see without_missing_next.
      when (logged.refers ? item.name or item.name = 'name') and (change.action = 'update' or logged.refers ->> item.name is distinct from logged.source) then
        kith_private.obstacle(logged, change, item.name, item.was) end;
    if reason is null then
      columns := columns || jsonb_build_object(item.name, item.was);
    else
      conflicts := conflicts || kith_private.conflict(change, item.name, reason);
    end if;
  end loop;
  if change.action = 'delete' then
    columns := columns || jsonb_build_object('updated_at', now());
  end if;
end
$$;

-- How one change is undone, as far as possible.
-- How one change is undone; `current` is its row now, null where there is none. Nothing is written yet.
create function kith_private.undo_change(
  logged kith_private.restorable_table, change kith_private.changes, current jsonb) returns kith_private.undone_row
language plpgsql set search_path = ''
as $$
declare
  undone kith_private.undone_row := (change.owner_id, change.resource_id, change.network_id, change.set_number, false, null, '{}');
  plan record;
  reason text;
begin
  if change.before is null and change.after is null then
    reason := 'erased';
  elsif change.action = 'create' and current is null then
    return undone; -- it is deleted already
  elsif change.action = 'update' and current is null then
    reason := 'deleted';
  elsif change.action = 'delete' and current is not null then
    perform from jsonb_each(change.before) b
    where b.key not in ('updated_at', 'completed_at', 'recurrence_start') and not kith_private.is_same_value(b.key, b.value, current -> b.key)
      -- Deleting the next reminder cleared the column.
      and (b.key <> 'next_id' or current -> 'next_id' <> 'null' or exists (
        select from kith.reminders r where r.owner_id = change.owner_id and r.id = (b.value #>> '{}')::uuid));
    if not found then
      return undone; -- it is restored already
    end if;
    reason := 'exists';
  end if;
  if reason is not null then
    undone.conflicts := array[kith_private.conflict(change, null, reason)];
  elsif change.action = 'create' then
    undone.conflicts := array(
      select kith_private.conflict(change, a.name, 'changed')
      from jsonb_object_keys(current || change.after) a (name)
      where a.name not in ('updated_at', 'owner_id', 'recurrence_start') and a.name <> all (logged.derived)
        and current -> a.name is distinct from change.after -> a.name
        and not kith_private.is_same_value(a.name, current -> a.name, change.after -> a.name));
    if undone.conflicts = '{}' and kith_private.referring(change) is not null then
      -- A network or note type that came with other things, as in an import, stays where others use it by now.
      if logged.has_unique_name and exists (
        select from kith_private.changes c
        where c.owner_id = change.owner_id and c.set_number = change.set_number and c.action = 'create'
          and c.resource not in (change.resource, 'membership'))
      then
        return undone;
      end if;
      undone.conflicts := array[kith_private.conflict(change, kith_private.referring(change), 'in_use')];
    end if;
    undone.is_written := undone.conflicts = '{}';
  else
    plan := kith_private.columns_to_restore(logged, change, current);
    undone.columns := plan.columns;
    undone.conflicts := plan.conflicts;
    undone.is_written := change.action = 'update' or undone.conflicts = '{}';
    if undone.is_written and undone.columns ->> 'photo_path' is not null then
      undone := kith_private.with_kept_photo(change, undone);
    end if;
  end if;
  return undone;
end
$$;

-- Restores a photo from where it is kept now; without it and with a conflict where it is not kept any more.
create function kith_private.with_kept_photo(change kith_private.changes, undone kith_private.undone_row) returns kith_private.undone_row
language plpgsql set search_path = ''
as $$
declare
  path constant text := kith_private.take_kept_photo(undone.columns ->> 'photo_path');
begin
  if path is null then
    undone.conflicts := undone.conflicts || kith_private.conflict(change, 'photo_path', 'erased');
    undone.columns := undone.columns - 'photo_path';
  else
    undone.columns := undone.columns || jsonb_build_object('photo_path', path);
  end if;
  return undone;
end
$$;
