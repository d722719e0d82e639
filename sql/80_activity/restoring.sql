-- Writing rows back, many of one table in one statement.

create type kith_private.restorable_table as (
  resource text, source text, finds text, columns text, derived text[], has_unique_name boolean, refers jsonb);
comment on type kith_private.restorable_table is 'A kind of resources, the names of the columns that are written, as SQL, and whether each name exists once.';

-- The tables that undoing writes.
create function kith_private.restorable_tables() returns kith_private.restorable_table[]
language plpgsql stable set search_path = ''
as $$
begin
  return array(
    select (t.name, t.source, t.finds, (
      select string_agg(quote_ident(a.attname), ', ') from pg_catalog.pg_attribute a
      where a.attrelid = t.source::regclass and a.attnum > 0 and not a.attisdropped and a.attname <> all (t.derived)),
      t.derived, to_regclass(t.source || '_name_key') is not null, t.refers)::kith_private.restorable_table
    from kith_private.resources() t);
end
$$;

create type kith_private.undone_row as (
  owner_id uuid, resource_id uuid, network_id uuid, set_number bigint, is_written boolean, columns jsonb, conflicts jsonb[]);
comment on type kith_private.undone_row is 'How a change is undone: whether its row is written, which columns, and the conflicts.';

-- Writes rows again that changes had deleted.
create function kith_private.insert_rows(logged kith_private.restorable_table, undone kith_private.undone_row[]) returns void
language plpgsql set search_path = ''
as $$
begin
  execute format('insert into %1$s (%2$s) select %2$s from jsonb_populate_recordset(null::%1$s, $1) written', logged.source, logged.columns)
    using (select jsonb_agg(u.columns || jsonb_build_object('owner_id', u.owner_id)) from unnest(undone) u);
end
$$;

-- Writes columns back that changes had changed, in one statement for each list of columns.
create function kith_private.update_rows(logged kith_private.restorable_table, undone kith_private.undone_row[]) returns void
language plpgsql set search_path = ''
as $$
declare
  part record;
begin
  for part in
    select k.names, array_agg(u) as undone
    from unnest(undone) u cross join lateral (
      select string_agg(format('%1$I = written.%1$I', name), ', ' order by name) as names from jsonb_object_keys(u.columns) name) k
    where k.names is not null
    group by k.names
  loop
    execute format('update %1$s t set %2$s from unnest($1) c cross join lateral jsonb_populate_record(null::%1$s, c.columns) written
      where t.owner_id = c.owner_id and %3$s', logged.source, part.names, logged.finds) using part.undone;
  end loop;
end
$$;

-- Rows that are written again; reminders whose next reminder does not exist any more are without it.
-- Deleting the next reminder would have cleared the column.
create function kith_private.without_missing_next(
  logged kith_private.restorable_table, undone kith_private.undone_row[]) returns kith_private.undone_row[]
language plpgsql stable set search_path = ''
as $$
declare
  written uuid[];
begin
  if logged.resource <> 'reminder' then
    return undone;
  end if;
  written := array(select u.resource_id from unnest(undone) u);
  return array(
    select (u.owner_id, u.resource_id, u.network_id, u.set_number, u.is_written, u.columns || coalesce(missing.columns, '{}'),
      u.conflicts)::kith_private.undone_row
    from unnest(undone) u
    left join lateral (
      select '{"next_id":null}'::jsonb as columns
      where (u.columns ->> 'next_id')::uuid <> all (written) and not exists (
        select from kith.reminders r where r.owner_id = u.owner_id and r.id = (u.columns ->> 'next_id')::uuid)) missing on true);
end
$$;

-- Undoing changes of rows: field by field, a value goes back only if it is still what the change made it.

-- Why a change cannot be undone: name is the column, or null where it is the whole resource.
create function kith_private.conflict(change kith_private.changes, name text, reason text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object('resource', change.resource, 'id', change.resource_id,
    'name', coalesce(change.name, (
      select n.name from kith.networks n
      where n.owner_id = change.owner_id and n.id = change.network_id and kith_private.has_scope('networks:read'))),
    'field', case when change.resource <> 'membership' or name <> 'created_at' then kith_private.shown_member(name) end, 'reason', reason);
end
$$;

-- Whether two values of a column are the same.
create function kith_private.is_same_value(one jsonb, other jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return coalesce(one, 'null') = coalesce(other, 'null');
end
$$;

-- What a row in the log referred to, before and after the change.
create function kith_private.referred_ids(change kith_private.changes) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
  if change.resource = 'membership' then
    return array[change.resource_id, change.network_id]; -- also where the change was erased
  end if;
  return array(
    select (item.value #>> '{}')::uuid
    from kith_private.resources() r cross join lateral jsonb_object_keys(r.refers) column_name
    cross join lateral (values (change.before -> column_name), (change.after -> column_name)) side (value)
    cross join lateral jsonb_path_query(side.value, '$[*]') item (value)
    where r.name = change.resource);
end
$$;

-- What refers to a resource, so that deleting it would change more than was made with it; null where nothing does.
create function kith_private.what_refers_to(change kith_private.changes) returns text
language plpgsql stable set search_path = ''
as $$
declare
  referrer record;
  is_used boolean;
begin
  if change.resource in ('network', 'contact') then
    perform from kith.contact_networks m where m.owner_id = change.owner_id and change.resource_id in (m.network_id, m.contact_id)
      -- Deleting the contact ends those that the key does not see, too.
      and (change.resource = 'network' or m.network_id = any ((select kith_private.visible_networks())::uuid[]));
    if found then
      return case change.resource when 'network' then 'contacts' else 'networks' end;
    end if;
  end if;
  if change.resource = 'contact' then
    return (
      select min(split_part(r.source, '.', 2)) from kith_private.resources() r
      where r.seen_by = 'contacts' and exists (
        select from kith_private.uses_of_contacts u
        where u.owner_id = change.owner_id and u.resource = r.name and u.contact_id = change.resource_id));
  end if;
  for referrer in
    select r.source, split_part(r.source, '.', 2) as plural, f.key as name
    from kith_private.resources() r cross join lateral jsonb_each_text(r.refers) f
    where f.value = (select d.source from kith_private.resources() d where d.name = change.resource)
      and r.name not in ('membership', change.resource)
    order by r.name
  loop
    execute format('select exists (select from %s where owner_id = $1 and %I = $2)', referrer.source, referrer.name)
      into is_used using change.owner_id, change.resource_id;
    if is_used then
      return referrer.plural;
    end if;
  end loop;
  return null;
end
$$;

-- Whether a row that another one refers to does not exist.
-- One by one: with a list as a parameter Postgres would plan the statement each time, which takes longer.
create function kith_private.is_missing(owner uuid, source text, id uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  is_there boolean;
begin
  if source = 'kith.contacts' then
    return not exists (select from kith.contacts c where c.owner_id = owner and c.id = is_missing.id);
  end if;
  execute format('select exists (select from %s where owner_id = $1 and id = $2)', source) into is_there using owner, id;
  return not is_there;
end
$$;

-- Why a column cannot have its earlier value, because what it refers to is gone or the name is taken; null where it can.
create function kith_private.restore_refusal(logged kith_private.restorable_table, change kith_private.changes, name text, value jsonb) returns text
language plpgsql stable set search_path = ''
as $$
declare
  source constant text := logged.refers ->> name;
  is_taken boolean;
  id text;
begin
  if value = 'null' then
    return null;
  elsif jsonb_typeof(value) = 'array' then
    for id in select jsonb_array_elements_text(value) loop
      if kith_private.is_missing(change.owner_id, source, id::uuid) then
        return 'missing_reference';
      end if;
    end loop;
  elsif source is not null then
    return case when kith_private.is_missing(change.owner_id, source, (value #>> '{}')::uuid) then 'missing_reference' end;
  elsif name = 'name' and logged.has_unique_name then
    execute format('select exists (select from %s where owner_id = $1 and id <> $2 and lower(name collate "und-x-icu") = lower($3 collate "und-x-icu"))',
      logged.source) into is_taken using change.owner_id, change.resource_id, value #>> '{}';
    return case when is_taken then 'name_taken' end;
  end if;
  return null;
end
$$;

-- Each contact counts by itself, so that two deletions of contacts can be undone in any order.

-- The contact_ids of a note or reminder, now those in `now`, with the contacts that the change removed and without those that it
-- added; null where their order was changed since, or an added contact was removed since and exists.
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

-- The columns to write back after a change of a row or its deletion, and why others cannot be; `current` is the row now, null where
-- there is none. updated_at is not written back, because an undo is a change of now.
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
    if change.action = 'update' and (kith_private.is_same_value(item.now, item.was)
      -- It follows from dueAt and recurrence, for which there is a conflict where there is one.
      or item.name = 'recurrence_start' and not kith_private.is_same_value(item.now, item.became))
    then
      continue; -- it is restored already
    end if;
    if change.action = 'update' and item.name = 'contact_ids' then
      item.was := kith_private.contacts_to_restore(change, item.now);
      continue when item.was = item.now;
      item.became := case when item.was is not null then item.now end;
    end if;
    -- The text that a phone sent since stays, and is not taken for the contact's any more.
    continue when item.name = 'card' and change.action = 'update' and not kith_private.is_same_value(item.now, item.became);
    reason := case
      when change.action = 'update' and not kith_private.is_same_value(item.now, item.became) then 'changed'
      -- Rows that refer to one another come back together: see without_missing_next.
      when (logged.refers ? item.name or item.name = 'name') and (change.action = 'update' or logged.refers ->> item.name is distinct from logged.source) then
        kith_private.restore_refusal(logged, change, item.name, item.was) end;
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

-- How one change is undone, as far as possible; `current` is its row now, null where there is none. Nothing is written yet.
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
    where b.key not in ('updated_at', 'completed_at', 'recurrence_start', 'card') and not kith_private.is_same_value(b.value, current -> b.key)
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
        and not kith_private.is_same_value(current -> a.name, change.after -> a.name));
    if undone.conflicts = '{}' and kith_private.what_refers_to(change) is not null then
      -- A network or note type that came with other things, as in an import, stays where others use it by now.
      if logged.has_unique_name and exists (
        select from kith_private.changes c
        where c.owner_id = change.owner_id and c.set_number = change.set_number and c.action = 'create'
          and c.resource not in (change.resource, 'membership'))
      then
        return undone;
      end if;
      undone.conflicts := array[kith_private.conflict(change, kith_private.what_refers_to(change), 'in_use')];
    end if;
    undone.is_written := undone.conflicts = '{}';
  else
    plan := kith_private.columns_to_restore(logged, change, current);
    undone.columns := plan.columns;
    undone.conflicts := plan.conflicts;
    undone.is_written := change.action = 'update' or undone.conflicts = '{}';
  end if;
  return undone;
end
$$;
