-- Undoing: field by field, a value goes back only if it is still what the change made it.

create function kith_private.conflict(change kith_private.changes, name text, reason text) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return jsonb_build_object('resource', change.resource, 'id', change.resource_id, 'name', change.name,
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
  return case change.resource
    when 'contact' then case
      when exists (select from kith.notes n where n.owner_id = change.owner_id and n.contact_id = change.resource_id) then 'notes'
      when exists (select from kith.reminders r where r.owner_id = change.owner_id and r.contact_id = change.resource_id) then 'reminders'
      when exists (select from kith.contact_networks m where m.owner_id = change.owner_id and m.contact_id = change.resource_id)
        then 'networks' end
    when 'network' then case when exists (
      select from kith.contact_networks m where m.owner_id = change.owner_id and m.network_id = change.resource_id) then 'contacts' end
    when 'note_type' then case when exists (
      select from kith.notes n where n.owner_id = change.owner_id and n.note_type_id = change.resource_id) then 'notes' end
  end;
end
$$;
comment on function kith_private.referring(kith_private.changes) is
  'What refers to a resource, so that deleting it would change more than was made with it; null where nothing does.';

create type kith_private.restorable_table as (resource text, source text, finds text, columns text, derived text[]);
comment on type kith_private.restorable_table is 'A row of logged_tables, and the names of the columns that are written, as SQL.';

create function kith_private.restorable_tables() returns kith_private.restorable_table[]
language plpgsql stable set search_path = ''
as $$
begin
  return array(
    select (t.resource, t.source::text, t.finds, (
      select string_agg(quote_ident(a.attname), ', ') from pg_catalog.pg_attribute a
      where a.attrelid = t.source and a.attnum > 0 and not a.attisdropped and a.attname <> all (t.derived)),
      t.derived)::kith_private.restorable_table
    from kith_private.logged_tables t);
end
$$;
comment on function kith_private.restorable_tables() is 'The tables that undoing writes.';

create function kith_private.write_row(
  logged kith_private.restorable_table, change kith_private.changes, is_new boolean, columns jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  if is_new then
    execute format('insert into %1$s (%2$s) select %2$s from jsonb_populate_record(null::%1$s, $1) written', logged.source, logged.columns)
      using columns || jsonb_build_object('owner_id', change.owner_id);
  elsif columns <> '{}' then
    execute format('update %1$s t set %2$s from jsonb_populate_record(null::%1$s, $4) written where t.owner_id = $1 and %3$s', logged.source,
      (select string_agg(format('%1$I = written.%1$I', key), ', ') from jsonb_object_keys(columns) key), logged.finds)
      using change.owner_id, change.resource_id, change.network_id, columns;
  end if;
end
$$;
comment on function kith_private.write_row(kith_private.restorable_table, kith_private.changes, boolean, jsonb) is
  'Writes columns of the row that a change is about: a new row, or those columns only.';

create function kith_private.obstacle(change kith_private.changes, name text, value text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when value is null then null
    when name = 'contact_id' and not exists (
      select from kith.contacts c where c.owner_id = change.owner_id and c.id = value::uuid) then 'missing_reference'
    when name = 'network_id' and not exists (
      select from kith.networks n where n.owner_id = change.owner_id and n.id = value::uuid) then 'missing_reference'
    when name = 'note_type_id' and not exists (
      select from kith.note_types t where t.owner_id = change.owner_id and t.id = value::uuid) then 'missing_reference'
    when name = 'name' and change.resource = 'network' and exists (
      select from kith.networks n where n.owner_id = change.owner_id and n.id <> change.resource_id
        and lower(n.name collate "und-x-icu") = lower(value collate "und-x-icu")) then 'name_taken'
    when name = 'name' and change.resource = 'note_type' and exists (
      select from kith.note_types t where t.owner_id = change.owner_id and t.id <> change.resource_id
        and lower(t.name collate "und-x-icu") = lower(value collate "und-x-icu")) then 'name_taken'
  end;
end
$$;
comment on function kith_private.obstacle(kith_private.changes, text, text) is
  'Why a column cannot have its earlier value: what it refers to is gone, or the name is taken; null where it can.';

create function kith_private.has_standing_memberships(change kith_private.changes) returns boolean
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
comment on function kith_private.has_standing_memberships(kith_private.changes) is
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
      continue; -- it has gone back already
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
  elsif change.after ? 'updated_at' and (columns <> '{}'
    or (change.before - 'updated_at' = '{}' and current -> 'updated_at' <> change.before -> 'updated_at'
      and kith_private.has_standing_memberships(change)))
    or columns <> '{}' and not change.after ? 'updated_at' and kith_private.was_stamped_since(change, current -> 'updated_at')
  then
    columns := columns || jsonb_build_object('updated_at', now());
  end if;
end
$$;
comment on function kith_private.columns_to_restore(kith_private.changes, jsonb) is
  'Which columns go back to what they were before a change of a row or its deletion, and the conflicts of the others. '
  'updated_at goes back too, unless the row was changed otherwise since.';

create function kith_private.undo_change(logged kith_private.restorable_table, change kith_private.changes) returns jsonb[]
language plpgsql set search_path = ''
as $$
declare
  current jsonb;
  plan record;
  conflicts jsonb[] := '{}';
  columns jsonb;
  photo text;
begin
  execute format('select to_jsonb(t) from %s t where t.owner_id = $1 and %s for update', logged.source, logged.finds)
    into current using change.owner_id, change.resource_id, change.network_id;
  if change.before is null and change.after is null then
    return array[kith_private.conflict(change, null, 'erased')];
  end if;
  if change.action = 'create' then
    if current is null then
      return '{}';
    end if;
    conflicts := array(
      select kith_private.conflict(change, a.name, 'changed')
      from jsonb_object_keys(current || change.after) a (name)
      where a.name <> 'updated_at' and a.name <> 'owner_id' and a.name <> all (logged.derived)
        and not kith_private.is_same_value(a.name, current -> a.name, change.after -> a.name));
    if conflicts = '{}' and kith_private.referring(change) is not null then
      conflicts := array[kith_private.conflict(change, kith_private.referring(change), 'in_use')];
    end if;
    if conflicts = '{}' then
      execute format('delete from %s t where t.owner_id = $1 and %s', logged.source, logged.finds)
        using change.owner_id, change.resource_id, change.network_id;
    end if;
    return conflicts;
  end if;
  if change.action = 'update' and current is null then
    return array[kith_private.conflict(change, null, 'deleted')];
  end if;
  if change.action = 'delete' and current is not null then
    return case when exists (
        select from jsonb_each(change.before) b where not kith_private.is_same_value(b.key, b.value, current -> b.key))
      then array[kith_private.conflict(change, null, 'exists')] else '{}' end;
  end if;
  plan := kith_private.columns_to_restore(change, current);
  columns := plan.columns;
  conflicts := plan.conflicts;
  if change.action = 'delete' and conflicts <> '{}' then
    return conflicts;
  end if;
  if columns ->> 'photo_path' is not null then
    photo := kith_private.take_kept_photo(columns ->> 'photo_path');
    if photo is null then
      conflicts := conflicts || kith_private.conflict(change, 'photo_path', 'erased');
      columns := columns - 'photo_path';
    else
      columns := columns || jsonb_build_object('photo_path', photo);
    end if;
  end if;
  perform kith_private.write_row(logged, change, change.action = 'delete', columns);
  return conflicts;
exception when check_violation then
  return conflicts || kith_private.conflict(change, null, 'limit_reached');
end
$$;
comment on function kith_private.undo_change(kith_private.restorable_table, kith_private.changes) is
  'Undoes one change as far as possible, and returns the conflicts.';

create function kith_private.refuse_many_changes() returns void
language plpgsql set search_path = ''
as $$
begin
  perform kith_private.fail('validation_failed', errors => jsonb_build_array(jsonb_build_object(
    'in', 'body', 'pointer', '/since', 'code', 'too_small', 'message',
    'These are too many changes to undo at once. Undo them in parts, the newest first.')));
end
$$;
comment on function kith_private.refuse_many_changes() is 'Refuses to undo more than can be undone in the time of a request.';

create function kith_private.derive_last_noted_of(owner uuid, sets bigint[]) returns void
language plpgsql set search_path = ''
as $$
declare
  contacts uuid[];
begin
  contacts := array(
    select distinct c.id
    from kith_private.changes logged
    left join kith.notes n on n.owner_id = owner and n.id = logged.resource_id
    cross join lateral unnest(array[
      (logged.before ->> 'contact_id')::uuid, (logged.after ->> 'contact_id')::uuid, n.contact_id]) c (id)
    where logged.owner_id = owner and logged.set_number = any (sets) and logged.resource = 'note' and c.id is not null
    union
    select c.resource_id from kith_private.changes c
    where c.owner_id = owner and c.set_number = any (sets) and c.resource = 'contact' and c.action = 'delete');
  perform kith_private.derive_last_noted(array_fill(owner, array[cardinality(contacts)]), contacts);
end
$$;
comment on function kith_private.derive_last_noted_of(uuid, bigint[]) is
  'Updates last_noted_at of all contacts whose notes were written while change sets were undone.';

create function kith_private.undo_change_sets(sets bigint[], out conflicts jsonb[], out conflict_count bigint)
language plpgsql security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  owner constant uuid := auth.uid();
  undoing constant uuid := current_setting('kith.change')::jsonb ->> 'id';
  change kith_private.changes;
  tables constant kith_private.restorable_table[] := kith_private.restorable_tables();
  logged kith_private.restorable_table;
  found jsonb[];
  kept bigint[] := '{}';
begin
  conflicts := '{}';
  conflict_count := 0;
  perform set_config('kith.restoring', 'on', true);
  -- In reverse order. What a deletion did to rows that referred to the resource is logged after it, but is undone after it too.
  for change in
    select c.* from kith_private.changes c
    left join lateral (
      select min(d.position) - 0.5 as position from kith_private.changes d
      where d.owner_id = owner and d.set_number = c.set_number and d.position < c.position and d.action = 'delete'
        and d.resource in ('contact', 'network', 'note_type')
        and d.resource_id in ((c.before ->> 'contact_id')::uuid, (c.before ->> 'network_id')::uuid, (c.before ->> 'note_type_id')::uuid)) cause
      on c.action <> 'create'
    where c.owner_id = owner and c.set_number = any (sets) and (c.action <> 'update' or c.after is null or c.after <> '{}')
    order by c.set_number desc, coalesce(cause.position, c.position) desc, c.position desc
  loop
    if clock_timestamp() > statement_timestamp() + interval '3.5 seconds' then
      perform kith_private.refuse_many_changes();
    end if;
    foreach logged in array tables loop
      exit when logged.resource = change.resource;
    end loop;
    found := kith_private.undo_change(logged, change);
    if found <> '{}' then
      conflict_count := conflict_count + cardinality(found);
      conflicts := (conflicts || found)[1:200];
      kept := kept || change.set_number;
    end if;
  end loop;
  perform kith_private.derive_last_noted_of(owner, sets);
  perform set_config('kith.restoring', '', true);
  perform kith_private.mark_undone(owner, undoing, array(select n from unnest(sets) n where n <> all (kept)));
end
$$;
comment on function kith_private.undo_change_sets(bigint[]) is
  'Undoes change sets of the current user, newest first, as far as possible. Returns at most 200 conflicts, and their number.';

create function kith_private.mark_undone(owner uuid, undoing uuid, sets bigint[]) returns void
language plpgsql set search_path = ''
as $$
declare
  undone uuid[];
  redone uuid[];
begin
  undone := array(select s.id from kith_private.change_sets s where s.owner_id = owner and s.number = any (sets) order by s.number desc);
  update kith_private.change_sets s set undoes = undone where s.owner_id = owner and s.id = undoing;
  if not found then
    return; -- nothing had to be changed
  end if;
  update kith_private.change_sets s set undone_by = undoing where s.owner_id = owner and s.id = any (undone);
  -- What an undone undo had undone holds again, and if that was an undo, what it undid does not.
  redone := array(
    select distinct r from kith_private.change_sets s, unnest(s.undoes) r
    where s.owner_id = owner and s.id = any (undone) and r <> all (undone));
  update kith_private.change_sets s set undone_by = null where s.owner_id = owner and s.id = any (redone);
  update kith_private.change_sets s set undone_by = again.id
  from kith_private.change_sets again
  where again.owner_id = owner and again.id = any (redone) and s.owner_id = owner and s.id = any (again.undoes) and s.id <> all (undone);
end
$$;
comment on function kith_private.mark_undone(uuid, uuid, bigint[]) is 'Notes which change sets the change set `undoing` undid.';

create function kith_private.refuse_conflicts(conflicts jsonb[]) returns void
language plpgsql set search_path = ''
as $$
begin
  if (select bool_and(c ->> 'reason' = 'name_taken') from unnest(conflicts) c) then
    perform kith_private.fail('name_taken', 'The name that it had is taken now. Upper and lower case are the same.');
  end if;
  perform kith_private.fail('conflict', errors => (
    -- without a message where the function has one for the code
    select jsonb_agg(jsonb_build_object('in', 'resource',
      'pointer', concat_ws('/', '', c ->> 'resource', c ->> 'id', c ->> 'field'), 'code', 'conflict', 'message',
      case c ->> 'reason'
        when 'deleted' then 'It does not exist any more.'
        when 'exists' then 'It exists again.'
        when 'in_use' then 'Others refer to it now.'
        when 'name_taken' then 'The name that it had is taken now.'
        when 'missing_reference' then 'What it referred to does not exist any more.'
        when 'limit_reached' then 'A limit does not allow it any more.'
        when 'erased' then 'What it was has been erased from the log.' end))
    from unnest(conflicts[1:100]) c));
end
$$;
comment on function kith_private.refuse_conflicts(jsonb[]) is 'Ends the operation because of conflicts.';

-- A dry run does everything and takes it back, so that it says what would happen.
create function kith_private.answer_undo(sets bigint[], body jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  is_dry constant boolean := coalesce((body ->> 'dryRun')::boolean, false);
  undone record;
  made kith_private.change_sets;
  shown record;
begin
  begin
    undone := kith_private.undo_change_sets(sets);
    select s.* into made from kith_private.change_sets s where s.id = (select (current_setting('kith.change')::jsonb ->> 'id')::uuid);
    shown := kith_private.changes_body(made.owner_id, made.number, 200);
    if is_dry then
      raise exception using errcode = 'KITH1';
    end if;
  exception when sqlstate 'KITH1' then
    null;
  end;
  if undone.conflict_count > 0 and not is_dry and not coalesce((body ->> 'partial')::boolean, false) then
    perform kith_private.refuse_conflicts(undone.conflicts);
  end if;
  return (200, json_build_object(
    'dryRun', is_dry,
    'activityId', case when not is_dry then made.id end,
    'summary', case when made.id is not null then shown.summary end,
    'changes', shown.changes,
    'changeCount', shown.count,
    'conflicts', to_json(undone.conflicts),
    'conflictCount', undone.conflict_count)::text)::kith_api.answer;
end
$$;
comment on function kith_private.answer_undo(bigint[], jsonb) is 'Undoes change sets and says what was changed and what could not be.';

create function kith_private.refuse_other_actor() returns void
language plpgsql set search_path = ''
as $$
begin
  perform kith_private.fail('access_token_required', 'An API key may undo only what it did itself. An access token may undo everything.');
end
$$;
comment on function kith_private.refuse_other_actor() is 'Refuses an API key that would undo what another actor did.';

create function kith_api.undo_activity(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  change_set constant kith_private.change_sets := kith_private.find_change_set((arguments ->> 'id')::uuid);
begin
  if not kith_private.may_undo(change_set) then
    perform kith_private.refuse_other_actor();
  end if;
  return kith_private.answer_undo(array[change_set.number], coalesce(arguments -> 'body', '{}'));
end
$$;
comment on function kith_api.undo_activity(jsonb) is 'Undoes one change set.';

create function kith_api.undo_actor(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
  caller constant jsonb := current_setting('kith.change')::jsonb;
  asked constant uuid := body ->> 'actorId';
  sets bigint[];
begin
  -- Also a key that was deleted since, as long as the log knows it.
  if not (asked = (select auth.uid()) or exists (
      -- compared as text for the same reason as in delete_api_key
      select from kith_private.api_keys k where k.owner_id = (select auth.uid()) and k.id::text = asked::text)
    or exists (select from kith_private.change_sets s where s.actor_id = asked))
  then
    perform kith_private.check_references('{/actorId}');
  end if;
  if caller ->> 'kind' <> 'access_token' and caller ->> 'actorId' <> lower(body ->> 'actorId') then
    perform kith_private.refuse_other_actor();
  end if;
  sets := array(
    select s.number from kith_private.change_sets s
    where s.actor_id = (body ->> 'actorId')::uuid
      and s.at > (select now() - kith_private.log_retention())
      and s.at >= (select kith_private.local_instant(body ->> 'since', '00:00'))
      and s.at < coalesce((select kith_private.local_instant(body ->> 'until', '24:00')), 'infinity'));
  -- What somebody else has undone already stays so; what this actor has undone is undone together with the undoing.
  sets := array(
    select s.number from kith_private.change_sets s
    where s.number = any (sets) and (s.undone_by is null or exists (
      select from kith_private.change_sets u where u.owner_id = s.owner_id and u.id = s.undone_by and u.number = any (sets))));
  return kith_private.answer_undo(sets, body);
end
$$;
comment on function kith_api.undo_actor(jsonb) is 'Undoes everything that one actor did in a span of time.';

grant execute on function kith_private.undo_change_sets(bigint[]),
  kith_private.refuse_conflicts(jsonb[]), kith_private.refuse_other_actor(), kith_private.answer_undo(bigint[], jsonb),
  kith_api.undo_activity(jsonb), kith_api.undo_actor(jsonb) to authenticated;

insert into kith_private.operations (name, resource, verb, writes) values
  ('undo_activity', 'activity', 'undo', true),
  ('undo_actor', 'activity', 'undo', true);
