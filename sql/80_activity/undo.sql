-- Undoing change sets.

-- Updates last_noted_at of the contacts whose notes were written while changes were undone.
create function kith_private.derive_last_noted_of(owner uuid, undone kith_private.changes[]) returns void
language plpgsql set search_path = ''
as $$
declare
  contacts uuid[];
begin
  contacts := array(
    select distinct c.id
    from unnest(undone) logged
    left join kith.notes n on n.owner_id = owner and n.id = logged.resource_id
    cross join lateral (
      select unnest(n.contact_ids)
      union all select jsonb_array_elements_text(logged.before -> 'contact_ids')::uuid
      union all select jsonb_array_elements_text(logged.after -> 'contact_ids')::uuid) c (id)
    where logged.resource = 'note'
    union
    select c.resource_id from unnest(undone) c where c.resource = 'contact' and c.action = 'delete');
  perform kith_private.derive_last_noted(array_fill(owner, array[cardinality(contacts)]), contacts);
end
$$;

-- Undoes changes with the same action of different resources of one kind together, as far as possible.
create function kith_private.undo_batch(
  logged kith_private.restorable_table, batch kith_private.changes[]) returns kith_private.undone_row[]
language plpgsql set search_path = ''
as $$
declare
  item record;
  undone kith_private.undone_row[] := '{}';
begin
  for item in execute format('select c.place, to_jsonb(t) as current from unnest($1) with ordinality
      c (owner_id, set_number, position, resource, resource_id, network_id, action, name, before, after, is_shown, total_bytes, place)
    left join %s t on t.owner_id = c.owner_id and %s order by c.place', logged.source, logged.finds) using batch
  loop
    undone := undone || kith_private.undo_change(logged, batch[item.place], item.current);
  end loop;
  case batch[1].action
    when 'create' then
      execute format('delete from %s t using unnest($1) c where t.owner_id = c.owner_id and %s', logged.source, logged.finds)
        using array(select u from unnest(undone) u where u.is_written);
    when 'delete' then
      perform kith_private.insert_rows(logged,
        kith_private.without_missing_next(logged, array(select u from unnest(undone) u where u.is_written)));
    else
      perform kith_private.update_rows(logged, array(select u from unnest(undone) u where u.is_written));
  end case;
  return undone;
exception when check_violation or unique_violation then
  if cardinality(batch) = 1 then
    return array[(batch[1].owner_id, batch[1].resource_id, batch[1].network_id, batch[1].set_number, false, null,
      array[kith_private.conflict(batch[1], null, case sqlstate when '23505' then 'exists' else 'limit_reached' end)])::kith_private.undone_row];
  end if;
  undone := '{}';
  for n in 1 .. cardinality(batch) loop
    undone := undone || kith_private.undo_batch(logged, batch[n : n]);
  end loop;
  return undone;
end
$$;

create type kith_private.change_batch as (resource text, changes kith_private.changes[]);
comment on type kith_private.change_batch is 'Changes of different resources of one kind, with the same action.';

-- The kinds of changes in a batch, in the order in which they are undone.
create function kith_private.kinds_of_batch(batch kith_private.changes[]) returns setof kith_private.change_batch
language plpgsql immutable set search_path = ''
as $$
begin
  return query
  select c.resource, array_agg(c) from unnest(batch) c
  group by c.resource, c.action
  -- A reminder that was changed may refer to one that was deleted or created.
  order by case when c.resource <> 'contact' then 1 when c.action = 'create' then 2 else 0 end,
    case c.action when 'delete' then 0 when 'update' then 1 else 2 end;
end
$$;

create type kith_private.undo_portion as (changes kith_private.changes[], last_set bigint, last_position integer, deferred bigint[]);
comment on type kith_private.undo_portion is
  'Some changes, in the order in which they are undone; the last of them, null where none are left; and positions of changes before it that come later.';

-- The numbers in a JSON list; none where it is null.
create function kith_private.numbers_of(list jsonb) returns bigint[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return array(select jsonb_array_elements_text(list)::bigint);
end
$$;

-- Undoes change sets of the current user, newest first, as far as possible, until the time is over: then progress says what is left, and
-- is null at the end. progress is {} at first. conflicts are at most 200.
create function kith_private.undo_change_sets(
  sets bigint[], until timestamptz, inout progress jsonb, out conflicts jsonb[], out conflict_count bigint)
language plpgsql security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  owner constant uuid := auth.uid();
  tables constant kith_private.restorable_table[] := kith_private.restorable_tables();
  logged kith_private.restorable_table;
  portion kith_private.undo_portion;
  batch record;
  undone kith_private.undone_row[];
  refused kith_private.undone_row[];
  refused_sets bigint[] := kith_private.numbers_of(progress -> 'refusedSets');
  refusal constant text := case when current_setting('role', true) = 'kith_limited' then kith_private.undo_refusal(sets) end;
begin
  if not kith_private.has_scope('activity:write') then
    perform kith_private.fail('insufficient_scope', 'This API key lacks the scope activity:write.');
  end if;
  if refusal is not null then
    perform kith_private.fail('insufficient_scope', refusal);
  end if;
  portion := (null, progress -> 'set', progress -> 'position', kith_private.numbers_of(progress -> 'deferred'))::kith_private.undo_portion;
  conflicts := array(select jsonb_array_elements(progress -> 'conflicts'));
  conflict_count := coalesce((progress -> 'conflictCount')::bigint, 0);
  perform kith_private.set_setting('restoring', 'on');
  loop
    portion := kith_private.next_portion(owner, sets, portion);
    refused := '{}';
    for batch in select b.resource, b.changes from kith_private.batches_to_undo(portion.changes) b loop
      foreach logged in array tables loop
        exit when logged.resource = batch.resource;
      end loop;
      undone := kith_private.undo_batch(logged, batch.changes);
      refused := refused || array(select u from unnest(undone) u where u.conflicts <> '{}');
    end loop;
    perform kith_private.derive_last_noted_of(owner, portion.changes);
    refused := kith_private.with_seen_conflicts(owner, sets, refused);
    conflicts := (conflicts || array(select c from unnest(refused) u, unnest(u.conflicts) c))[1:200];
    conflict_count := conflict_count + (select coalesce(sum(cardinality(u.conflicts)), 0) from unnest(refused) u);
    refused_sets := array(select unnest(refused_sets) union select u.set_number from unnest(refused) u);
    exit when portion.last_set is null or clock_timestamp() > until;
  end loop;
  perform kith_private.set_setting('restoring', null);
  if portion.last_set is null then
    progress := null;
    perform kith_private.mark_undone(owner, kith_private.activity_id(), array(select n from unnest(sets) n where n <> all (refused_sets)));
  else
    progress := jsonb_build_object('sets', sets, 'set', portion.last_set, 'position', portion.last_position, 'deferred', portion.deferred,
      'refusedSets', refused_sets, 'conflicts', conflicts, 'conflictCount', conflict_count);
  end if;
end
$$;

-- The next changes of change sets after a portion, the last one first. What a deletion did to rows that referred to the
-- resource is logged after it, but is undone after it too: where the deletion is not among these changes, they come later.
create function kith_private.next_portion(owner uuid, sets bigint[], earlier kith_private.undo_portion) returns kith_private.undo_portion
language plpgsql stable set search_path = ''
as $$
declare
  most constant integer := kith_private.part_rows();
  numbers constant bigint[] := array(
    select n from unnest(sets) n where earlier.last_set is null or n <= earlier.last_set order by n desc);
  portion kith_private.undo_portion;
  read kith_private.changes[] := '{}';
  place integer := 1;
  many integer := 1;
begin
  -- One change set may have many thousands of changes, or a thousand may have one each.
  while place <= cardinality(numbers) and cardinality(read) < most loop
    read := read || array(
      select c from kith_private.changes c
      where c.owner_id = owner and c.set_number = any (numbers[place : place + many - 1])
        and (earlier.last_set is null or c.set_number < earlier.last_set or c.position < earlier.last_position)
      order by c.set_number desc, c.position desc limit most - cardinality(read));
    place := place + many;
    many := 2 * many;
  end loop;
  if cardinality(read) = most then
    portion.last_set := (read[most]).set_number;
    portion.last_position := (read[most]).position;
  end if;
  select array_agg(c.change order by (c.change).set_number desc, c.place desc, (c.change).position desc) filter (where not c.is_early),
    array_agg((c.change).position) filter (where c.is_early)
  into portion.changes, portion.deferred
  from (
    select c as change, coalesce(cause.position - 0.5, c.position) as place,
      coalesce(c.set_number = portion.last_set and cause.position < portion.last_position, false) as is_early
    from (
      select * from unnest(read)
      union all
      select * from kith_private.changes d
      where d.owner_id = owner and d.set_number = earlier.last_set and d.position = any (earlier.deferred)) c
    left join lateral (
      select min(d.position) as position
      from unnest(kith_private.referred_ids(c)) referred (id)
      join kith_private.changes d on d.owner_id = owner and d.resource_id = referred.id and d.set_number = c.set_number
      where d.position < c.position and d.action = 'delete' and d.resource <> 'membership') cause
      on c.action <> 'create'
    where c.action <> 'update' or c.after is null or c.after <> '{}') c;
  portion.changes := coalesce(portion.changes, '{}');
  portion.deferred := coalesce(portion.deferred, '{}');
  return portion;
end
$$;

-- Changes in batches of one kind and of different resources, in their order.
-- Writing many rows in one statement is several times faster, so changes of different resources that follow one another are
-- undone together: first contacts are restored, then what refers to them, and at last contacts are deleted. The result is the same as
-- one by one, because a row cannot have referred to a contact before there was one. Names are unique, so networks and note types
-- are undone one by one.
create function kith_private.batches_to_undo(changes kith_private.changes[]) returns setof kith_private.change_batch
language plpgsql stable set search_path = ''
as $$
declare
  change kith_private.changes;
  batch kith_private.changes[] := '{}';
  ids text[] := '{}';
  id text;
  named constant text[] := array(
    select t.resource from unnest(kith_private.restorable_tables()) t where t.has_unique_name);
begin
  foreach change in array changes loop
    id := concat(change.resource, change.resource_id, change.network_id);
    if change.resource = any (named) or id = any (ids) then
      return query select b.* from kith_private.kinds_of_batch(batch) b;
      batch := '{}';
      ids := '{}';
    end if;
    if change.resource = any (named) then
      return next (change.resource, array[change])::kith_private.change_batch;
    else
      batch := batch || change;
      ids := ids || id;
    end if;
  end loop;
  return query select b.* from kith_private.kinds_of_batch(batch) b;
end
$$;

-- Records which change sets the change set `undoing` undid. A change set of several parts is known as its first part, and each part
-- says by what it was undone.
-- Step by step, and no joins: where the tables were small when a statement was planned, Postgres reads all change sets of the account for each
-- row of a join, and again for each row of the next.
create function kith_private.mark_undone(owner uuid, undoing uuid, sets bigint[]) returns void
language plpgsql set search_path = ''
as $$
declare
  undone constant uuid[] := array(
    select f.id from kith_private.change_sets f
    where f.owner_id = owner and f.number = any (array(
      select coalesce(s.first_number, s.number) from kith_private.change_sets s where s.owner_id = owner and s.number = any (sets)))
    order by f.number desc);
  redone bigint[];
  again record;
  firsts bigint[];
begin
  update kith_private.change_sets s set undoes = undone where s.owner_id = owner and s.id = undoing;
  if not found then
    return; -- nothing had to be changed
  end if;
  update kith_private.change_sets s set undone_by = undoing where s.owner_id = owner and s.number = any (sets);
  -- What an undone undo had undone holds again, and if that was an undo, what it undid does not.
  redone := array(
    select r.number from kith_private.change_sets r
    where r.owner_id = owner and r.number <> all (sets) and r.id = any (array(
      select unnest(s.undoes) from kith_private.change_sets s where s.owner_id = owner and s.number = any (sets)))
    order by r.number);
  update kith_private.change_sets s set undone_by = null where s.owner_id = owner and s.number = any (redone);
  update kith_private.change_sets s set undone_by = null where s.owner_id = owner and s.first_number = any (redone);
  for again in
    select s.id, s.undoes from kith_private.change_sets s where s.owner_id = owner and s.number = any (redone) order by s.number
  loop
    firsts := array(select f.number from kith_private.change_sets f where f.owner_id = owner and f.id = any (again.undoes));
    update kith_private.change_sets s set undone_by = again.id
    where s.owner_id = owner and s.number = any (firsts) and s.number <> all (sets);
    update kith_private.change_sets s set undone_by = again.id
    where s.owner_id = owner and s.first_number = any (firsts) and s.number <> all (sets);
  end loop;
end
$$;

grant execute on function kith_private.undo_change_sets(bigint[], timestamptz, jsonb), kith_private.numbers_of(jsonb) to authenticated;

-- The operations that undo, and their answers.

-- Ends the operation because of conflicts.
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

-- Undoes change sets and answers what was changed and what could not be. A dry run does the same and is rolled back.
-- Where all or nothing is asked for and a later part finds a conflict, the Edge Function undoes what the earlier ones did.
create function kith_private.answer_undo(sets bigint[], arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  is_dry constant boolean := coalesce((arguments #>> '{body,dryRun}')::boolean, false);
  is_partial constant boolean := coalesce((arguments #>> '{body,partial}')::boolean, false);
  until constant timestamptz := case when not is_dry then kith_private.end_of_part(arguments) end;
  undone record;
  made kith_private.change_sets;
  shown record;
begin
  begin
    undone := kith_private.undo_change_sets(sets, coalesce(until, clock_timestamp() + interval '3 seconds'), coalesce(arguments -> 'progress', '{}'));
    if undone.progress is null or until is null or kith_private.is_last_part(arguments) then
      select s.* into made from kith_private.change_sets s where s.id = (select kith_private.activity_id());
      shown := kith_private.changes_body(made, 200);
    end if;
    perform kith_private.roll_back_block(is_dry);
  exception when sqlstate 'KITH1' then
    null;
  end;
  if undone.conflict_count > 0 and not is_dry and not is_partial then
    perform kith_private.refuse_conflicts(undone.conflicts);
  elsif undone.progress is not null and until is null and not arguments ? 'progress' then
    perform kith_private.refuse_member('/since', 'too_small',
      'These are too many changes to undo at once. Undo them in parts, the newest first.');
  elsif undone.progress is not null and until is not null and not kith_private.is_last_part(arguments) then
    return kith_private.answer_part(undone.progress || jsonb_build_object('isTakenBack', not is_partial));
  end if;
  return (200, json_build_object(
    'dryRun', is_dry,
    'activityId', case when not is_dry then made.id end,
    'summary', case when made.id is not null then shown.summary end,
    'changes', coalesce(shown.changes, '[]'),
    'changeCount', coalesce(shown.count, 0),
    'conflicts', to_json(undone.conflicts),
    'conflictCount', undone.conflict_count,
    'hasMore', undone.progress is not null)::text)::kith_api.answer;
end
$$;

-- Those of the change sets that the limits of the API key allow to undo.
create function kith_private.within_limits(sets bigint[]) returns bigint[]
language plpgsql stable set search_path = ''
as $$
declare
  kept bigint[] := '{}';
  number bigint;
begin
  if current_user <> 'kith_limited' then
    return sets;
  end if;
  foreach number in array sets loop
    if kith_private.undo_refusal(array[number]) is null then
      kept := kept || number;
    end if;
  end loop;
  return kept;
end
$$;

-- Refuses an API key that would undo what another actor did.
create function kith_private.check_may_undo(actor uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
  if not kith_private.may_undo(actor) then
    perform kith_private.fail('access_token_required', 'This API key may undo only what it did itself. An access token may undo everything.');
  end if;
end
$$;

create function kith_api.undo_activity(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  change_set constant kith_private.change_sets := kith_private.find_change_set((arguments ->> 'id')::uuid);
begin
  perform kith_private.check_may_undo(change_set.actor_id);
  return kith_private.answer_undo(kith_private.parts_of(change_set), arguments);
end
$$;
comment on function kith_api.undo_activity(jsonb) is 'Undoes one change set.';

create function kith_api.undo_actor(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
  -- A tool for assistants means itself where it names nobody.
  asked constant uuid := coalesce(body ->> 'actorId', kith_private.current_change() ->> 'actorId');
  sets bigint[];
begin
  -- Also a key that was deleted since, as long as the log knows it.
  if not (asked in ((select auth.uid()), (select (kith_private.current_change() ->> 'actorId')::uuid)) or exists (
      select from kith_private.api_keys k where k.owner_id = (select auth.uid()) and k.id = asked)
    or exists (select from kith_private.change_sets s where s.actor_id = asked))
  then
    perform kith_private.check_references('{/actorId}');
  end if;
  perform kith_private.check_may_undo(asked);
  -- What this request has undone so far is a change set of this actor, too.
  if arguments -> 'progress' ? 'sets' then
    return kith_private.answer_undo(kith_private.numbers_of(arguments #> '{progress,sets}'), arguments);
  end if;
  sets := array(
    select s.number from kith_private.change_sets s
    where s.actor_id = asked
      and s.at > (select kith_private.log_start())
      and s.number > (select kith_private.last_purged_set())
      and s.at >= (select kith_private.local_instant(body ->> 'since', '00:00'))
      and s.at < coalesce((select kith_private.local_instant(body ->> 'until', '24:00')), 'infinity'));
  -- What somebody else has undone already stays so; what this actor has undone is undone together with the undoing.
  sets := array(
    select s.number from kith_private.change_sets s
    where s.number = any (sets) and (s.undone_by is null or exists (
      select from kith_private.change_sets u where u.owner_id = s.owner_id and u.id = s.undone_by and u.number = any (sets))));
  if coalesce((body ->> 'partial')::boolean, false) then
    sets := kith_private.within_limits(sets);
  end if;
  return kith_private.answer_undo(sets, arguments);
end
$$;
comment on function kith_api.undo_actor(jsonb) is 'Undoes everything that one actor did in a span of time.';

grant execute on function kith_private.within_limits(bigint[]), kith_private.refuse_conflicts(jsonb[]), kith_private.check_may_undo(uuid),
  kith_private.answer_undo(bigint[], jsonb) to authenticated;
