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

-- Undoes change sets and says what was changed and what could not be.
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
    select s.* into made from kith_private.change_sets s where s.id = (select (kith_private.current_change() ->> 'id')::uuid);
    shown := kith_private.changes_body(made.owner_id, made.number, 200);
    perform kith_private.roll_back_block(is_dry);
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
create function kith_private.refuse_other_actor() returns void
language plpgsql set search_path = ''
as $$
begin
  perform kith_private.fail('access_token_required', 'This API key may undo only what it did itself. An access token may undo everything.');
end
$$;

create function kith_api.undo_activity(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  change_set constant kith_private.change_sets := kith_private.find_change_set((arguments ->> 'id')::uuid);
begin
  if not kith_private.may_undo(change_set.actor_id) then
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
  -- A tool for assistants means itself where it names nobody.
  asked constant uuid := coalesce(body ->> 'actorId', kith_private.current_change() ->> 'actorId');
  sets bigint[];
begin
  -- Also a key that was deleted since, as long as the log knows it.
  if not (asked in ((select auth.uid()), (select (kith_private.current_change() ->> 'actorId')::uuid)) or exists (
      -- compared as text for the same reason as in delete_api_key
      select from kith_private.api_keys k where k.owner_id = (select auth.uid()) and k.id::text = asked::text)
    or exists (select from kith_private.change_sets s where s.actor_id = asked))
  then
    perform kith_private.check_references('{/actorId}');
  end if;
  if not kith_private.may_undo(asked) then
    perform kith_private.refuse_other_actor();
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
  return kith_private.answer_undo(sets, body);
end
$$;
comment on function kith_api.undo_actor(jsonb) is 'Undoes everything that one actor did in a span of time.';

grant execute on function kith_private.within_limits(bigint[]), kith_private.refuse_conflicts(jsonb[]), kith_private.refuse_other_actor(), kith_private.answer_undo(bigint[], jsonb),
  kith_api.undo_activity(jsonb), kith_api.undo_actor(jsonb) to authenticated;

insert into kith_private.operations (name, resource, verb, scopes, writes) values
  ('undo_activity', 'activity', 'undo', '{activity:write}', true),
  ('undo_actor', 'activity', 'undo', '{activity:write}', true);
