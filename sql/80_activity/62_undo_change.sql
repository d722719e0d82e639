-- Undoing changes of rows: field by field, a value goes back only if it is still what the change made it.

create function kith_private.conflict(change kith_private.changes, name text, reason text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object('resource', change.resource, 'id', change.resource_id,
    'name', coalesce(change.name, (
      select n.name from kith.networks n where n.owner_id = change.owner_id and n.id = change.network_id)),
    'field', case when change.resource <> 'membership' or name <> 'created_at' then kith_private.shown_member(name) end, 'reason', reason);
end
$$;
comment on function kith_private.conflict(kith_private.changes, text, text) is
  'Why a change cannot be undone: name is the column, or null where it is the whole resource.';

create function kith_private.is_same_value(name text, one jsonb, other jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case when name = 'photo_path' then kith_private.is_same_photo(one #>> '{}', other #>> '{}')
    else coalesce(one, 'null') = coalesce(other, 'null') end;
end
$$;
comment on function kith_private.is_same_value(text, jsonb, jsonb) is
  'Whether two values of a column are the same; a photo is the same wherever it is kept.';

create function kith_private.referring(change kith_private.changes) returns text
language plpgsql stable set search_path = ''
as $$
begin
  if change.resource = 'network' then
    perform from kith.contact_networks m where m.owner_id = change.owner_id and m.network_id = change.resource_id;
    return case when found then 'contacts' end;
  elsif change.resource = 'contact' then
    -- Deleting the contact ends those that the key does not see, too.
    perform from kith.contact_networks m where m.owner_id = change.owner_id and m.contact_id = change.resource_id
      and m.network_id = any ((select kith_private.visible_networks())::uuid[]);
    if found then
      return 'networks';
    end if;
    perform from kith.notes n where n.owner_id = change.owner_id and n.contact_id = change.resource_id;
    if found then
      return 'notes';
    end if;
    perform from kith.reminders r where r.owner_id = change.owner_id and r.contact_id = change.resource_id;
    return case when found then 'reminders' end;
  elsif change.resource = 'note_type' then
    perform from kith.notes n where n.owner_id = change.owner_id and n.note_type_id = change.resource_id;
    return case when found then 'notes' end;
  end if;
  return null;
end
$$;
comment on function kith_private.referring(kith_private.changes) is
  'What refers to a resource, so that deleting it would change more than was made with it; null where nothing does.';

create function kith_private.obstacle(change kith_private.changes, name text, value text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  if value is null then
    return null;
  elsif name = 'contact_id' then
    perform from kith.contacts c where c.owner_id = change.owner_id and c.id = value::uuid;
    return case when not found then 'missing_reference' end;
  elsif name = 'network_id' then
    perform from kith.networks n where n.owner_id = change.owner_id and n.id = value::uuid;
    return case when not found then 'missing_reference' end;
  elsif name = 'note_type_id' then
    perform from kith.note_types t where t.owner_id = change.owner_id and t.id = value::uuid;
    return case when not found then 'missing_reference' end;
  elsif name = 'name' and change.resource = 'network' then
    perform from kith.networks n where n.owner_id = change.owner_id and n.id <> change.resource_id
      and lower(n.name collate "und-x-icu") = lower(value collate "und-x-icu");
    return case when found then 'name_taken' end;
  elsif name = 'name' and change.resource = 'note_type' then
    perform from kith.note_types t where t.owner_id = change.owner_id and t.id <> change.resource_id
      and lower(t.name collate "und-x-icu") = lower(value collate "und-x-icu");
    return case when found then 'name_taken' end;
  end if;
  return null;
end
$$;
comment on function kith_private.obstacle(kith_private.changes, text, text) is
  'Why a column cannot have its earlier value: what it refers to does not exist any more, or the name is taken; null where it can.';

create function kith_private.has_memberships_in_effect(change kith_private.changes) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select from kith_private.changes c
    where c.owner_id = change.owner_id and c.set_number = change.set_number and c.resource = 'membership'
      and c.resource_id = change.resource_id and (c.action = 'create') = exists (
        select from kith.contact_networks m
        where m.owner_id = c.owner_id and m.contact_id = c.resource_id and m.network_id = c.network_id));
end
$$;
comment on function kith_private.has_memberships_in_effect(kith_private.changes) is
  'Whether the change set of a contact''s change made or ended a membership of the contact that is still so.';

-- Only the first change of a row in a transaction changes updated_at.
create function kith_private.was_stamped_since(change kith_private.changes, stamp jsonb) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select bool_and(stamp not in (coalesce(c.before -> 'updated_at', 'null'), coalesce(c.after -> 'updated_at', 'null')))
    from kith_private.changes c
    where c.owner_id = change.owner_id and c.set_number = change.set_number and c.resource = change.resource
      and c.resource_id = change.resource_id and (c.before ? 'updated_at' or c.after ? 'updated_at'));
end
$$;
comment on function kith_private.was_stamped_since(kith_private.changes, jsonb) is
  'Whether updated_at of the row of a change, now this, is none that the change set has given or taken. Null where it changed none.';

-- Returns the columns to write back and why others cannot be. `current` is null where the row does not exist.
create function kith_private.columns_to_restore(
  change kith_private.changes, current jsonb, out columns jsonb, out conflicts jsonb[])
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
    if change.action = 'update' and kith_private.is_same_value(item.name, item.now, item.was) then
      continue; -- it is restored already
    end if;
    reason := case
      when change.action = 'update' and not kith_private.is_same_value(item.name, item.now, item.became) then 'changed'
      when item.name in ('contact_id', 'network_id', 'note_type_id', 'name') then
        kith_private.obstacle(change, item.name, item.was #>> '{}') end;
    if reason is null then
      columns := columns || jsonb_build_object(item.name, item.was);
    else
      conflicts := conflicts || kith_private.conflict(change, item.name, reason);
    end if;
  end loop;
  if change.action = 'delete' or (change.after -> 'updated_at' = current -> 'updated_at' and conflicts = '{}') then
    columns := columns || jsonb_build_object('updated_at', change.before -> 'updated_at');
  elsif (case
    when columns <> '{}' then change.after ? 'updated_at' or kith_private.was_stamped_since(change, current -> 'updated_at')
    -- A membership of the contact was added or removed, and nothing else.
    else change.after ? 'updated_at' and change.before - 'updated_at' = '{}'
      and current -> 'updated_at' <> change.before -> 'updated_at' and kith_private.has_memberships_in_effect(change)
    end)
  then
    columns := columns || jsonb_build_object('updated_at', now());
  end if;
end
$$;
comment on function kith_private.columns_to_restore(kith_private.changes, jsonb) is
  'Which columns go back to what they were before a change of a row or its deletion, and the conflicts of the others. '
  'updated_at goes back too, unless the row was changed otherwise since.';

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
    perform from jsonb_each(change.before) b where not kith_private.is_same_value(b.key, b.value, current -> b.key);
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
      where a.name not in ('updated_at', 'owner_id') and a.name <> all (logged.derived)
        and not kith_private.is_same_value(a.name, current -> a.name, change.after -> a.name));
    if undone.conflicts = '{}' and kith_private.referring(change) is not null then
      undone.conflicts := array[kith_private.conflict(change, kith_private.referring(change), 'in_use')];
    end if;
    undone.is_written := undone.conflicts = '{}';
  else
    plan := kith_private.columns_to_restore(change, current);
    undone.columns := plan.columns;
    undone.conflicts := plan.conflicts;
    undone.is_written := change.action = 'update' or undone.conflicts = '{}';
    if change.resource = 'membership' and change.network_id <> all (coalesce(kith_private.key_networks(), array[change.network_id])) then
      undone.conflicts := '{}'; -- of a network that the key does not see and that does not exist any more
    end if;
    if undone.is_written and undone.columns ->> 'photo_path' is not null then
      undone := kith_private.with_kept_photo(change, undone);
    end if;
  end if;
  return undone;
end
$$;
comment on function kith_private.undo_change(kith_private.restorable_table, kith_private.changes, jsonb) is
  'How one change is undone, as far as possible.';

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
comment on function kith_private.with_kept_photo(kith_private.changes, kith_private.undone_row) is
  'Restores a photo from where it is kept now; without it and with a conflict where it is not kept any more.';
