-- The resources that were declared.

do $$
begin
  execute format($make$
-- The kinds of resources whose changes are logged.
create function kith_private.resources() returns setof kith_private.resource
language plpgsql immutable parallel safe set search_path = ''
as $body$
begin
  return query values%s;
end
$body$
$make$, (
    select string_agg(format(E'\n    (%L, %L, %L, %L, %L, %L::text[], %L::jsonb)', name, source, scope, seen_by, finds, derived, refers), ',' order by name)
    from pg_temp.resources));
end
$$;
grant execute on function kith_private.resources() to authenticated;

-- How long changes are kept.

-- Makes the writers of an owner wait for each other until they commit, so that the order of the log is that of the commits.
-- Returns false where the account does not exist any more.
-- The account is locked too, because Auth locks it before anything else when it deletes it.
-- Who waits holds a connection that others need, so that nobody waits for long.
create function kith_private.lock_log_of(owner uuid) returns boolean
language plpgsql security definer set search_path = '' set lock_timeout = '1s'
as $$
begin
  perform pg_advisory_xact_lock(kith_private.log_lock_key(u.id)) from auth.users u where u.id = owner for key share;
  return found;
end
$$;

-- lock_log_of() for the current user.
create function kith_private.lock_log() returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  return kith_private.lock_log_of(auth.uid());
end
$$;

-- The advisory lock of an owner's log.
create function kith_private.log_lock_key(owner uuid) returns bigint
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return hashtextextended('kith.log:' || owner, 0);
end
$$;
grant execute on function kith_private.lock_log() to authenticated;

-- The newest change set of the current user that has been deleted from the log, or a part of it. Only later ones are shown and
-- undone.
-- Purging goes in parts. A change set that has lost some of its changes could be undone only by half.
create function kith_private.last_purged_set() returns bigint
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((select l.purged_set from kith_private.change_logs l where l.owner_id = (select auth.uid())), 0);
end
$$;
grant execute on function kith_private.last_purged_set() to authenticated;

-- Deletes an owner's oldest changes, at most so many: those written before an instant, and those after which total_bytes was
-- less than bytes, but of these none written after the instant spared. Returns whether the log is empty. The log of the owner
-- must be locked.
create function kith_private.purge_changes(
  owner uuid, before timestamptz, bytes bigint, most bigint, spared timestamptz default 'infinity') returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  last record;
begin
  select oldest.set_number, oldest.position, oldest.total_bytes into last
  from (
    select c.set_number, c.position, c.total_bytes, (
      select s.at from kith_private.change_sets s where s.owner_id = owner and s.number = c.set_number) as at
    from kith_private.changes c where c.owner_id = owner
    order by c.set_number, c.position limit most) oldest
  where oldest.at < before or (oldest.total_bytes < bytes and oldest.at < spared)
  order by oldest.set_number desc, oldest.position desc limit 1;
  if not found then
    perform from kith_private.changes c where c.owner_id = owner;
    return not found;
  end if;
  with purged as (
    delete from kith_private.changes c
    where c.owner_id = owner and (c.set_number, c.position) <= (last.set_number, last.position)
    returning c.set_number, c.total_bytes),
  sets as (
    select s.actor_id, max(p.total_bytes) - lag(max(p.total_bytes), 1, (
      select l.purged_bytes from kith_private.change_logs l where l.owner_id = owner)) over (order by s.number) as bytes
    from purged p join kith_private.change_sets s on s.owner_id = owner and s.number = p.set_number
    group by s.number, s.actor_id)
  update kith_private.log_shares s
  set bytes = greatest(s.bytes - (select sum(e.bytes)::bigint from sets e where e.actor_id = s.actor_id), 0)
  where s.owner_id = owner and s.actor_id in (select e.actor_id from sets e);
  update kith_private.change_logs l
  set purged_set = last.set_number, purged_position = last.position, purged_bytes = last.total_bytes, purged_id = (
    select s.id from kith_private.change_sets s where s.owner_id = owner and s.number = last.set_number)
  where l.owner_id = owner;
  delete from kith_private.change_sets s
  where s.owner_id = owner and s.number <= last.set_number
    and not exists (select from kith_private.changes c where c.owner_id = owner and c.set_number = s.number);
  update kith_private.change_logs l
  set oldest_at = (select s.at from kith_private.change_sets s where s.owner_id = owner order by s.number limit 1)
  where l.owner_id = owner;
  perform from kith_private.changes c where c.owner_id = owner;
  return not found;
end
$$;

-- Deletes some changes of the writer where the log is too large, but none after the instant spared, and forgets what cards were deleted. Every
-- twentieth change set calls it.
create function kith_private.shorten_log(writer uuid, number bigint, spared timestamptz default 'infinity') returns void
language plpgsql security definer set search_path = ''
as $$
declare
  -- More than were written since the last time, so that no log grows for good.
  most constant bigint := (
    select greatest(200, 2 * count(*)) from kith_private.changes c where c.owner_id = writer and c.set_number > number - 20);
  bytes bigint;
begin
  bytes := (select c.total_bytes from kith_private.changes c where c.owner_id = writer order by c.set_number desc, c.position desc limit 1)
    - (select q.maximum from kith_private.quotas q where q.name = 'log_bytes');
  if bytes > (select c.total_bytes from kith_private.changes c where c.owner_id = writer order by c.set_number, c.position limit 1) then
    perform kith_private.purge_changes(writer, '-infinity', bytes, most, spared);
  end if;
  -- Of deletions that are no memberships there is an index.
  if exists (
    select from kith_private.changes c
    where c.owner_id = writer and c.set_number > number - 20 and c.action = 'delete' and c.resource <> 'membership' and c.resource = 'contact')
  then
    perform kith_private.purge_card_sequences(writer);
  end if;
end
$$;

-- Writes the log: triggers on every table with resources, so that it has all changes, through the API and outside it.

-- Locks the log of the current user before a statement changes rows.
-- Outside the API, too, the lock is taken before any row is locked. For an administrator's statement it is not known
-- here whose rows it changes, so there log_change takes the lock, after the rows.
create function kith_private.lock_own_log() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if kith_private.setting('locked_log') is null and auth.uid() is not null then
    perform kith_private.lock_log();
    perform kith_private.set_setting('locked_log', auth.uid()::text);
  end if;
  return null;
end
$$;

create type kith_private.change_set_state as (owner_id uuid, number bigint, position integer, total_bytes bigint);
comment on type kith_private.change_set_state is 'The change set that a transaction writes, and its last change; kept in the setting kith.change_set.';

-- Whether the actor of a change set has a share of the log only. The owner's own writes are never refused.
create function kith_private.has_share(change_context jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return change_context ->> 'kind' in ('api_key', 'connection', 'inbox', 'calendar');
end
$$;

-- Adds what this request has written to the share of its API key, connection, inbox or calendar. Refuses the request where the share is more than a
-- quarter of the room of the log, or where the log is full of changes younger than a day.
-- Older changes are deleted where there is no room, so that a key that writes much would end the owner's undo and empty the trash.
-- Several keys can fill the log, and new ones have shares of their own, so that the last day is kept from all of them.
create function kith_private.count_share(owner uuid, actor uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  state constant kith_private.change_set_state := kith_private.setting('change_set')::kith_private.change_set_state;
  room constant bigint := (select q.maximum from kith_private.quotas q where q.name = 'log_bytes');
  earlier constant bigint := coalesce((
    select c.total_bytes from kith_private.changes c
    where c.owner_id = owner and c.set_number < state.number order by c.set_number desc, c.position desc limit 1), (
    select l.purged_bytes from kith_private.change_logs l where l.owner_id = owner));
  share bigint;
begin
  insert into kith_private.log_shares as s (owner_id, actor_id, bytes) values (owner, actor, state.total_bytes - earlier)
  on conflict (owner_id, actor_id) do update set bytes = s.bytes + excluded.bytes
  returning s.bytes into share;
  if share > room / 4 or (
    state.total_bytes - room > (
      select c.total_bytes from kith_private.changes c where c.owner_id = owner order by c.set_number, c.position limit 1)
    and (select l.oldest_at from kith_private.change_logs l where l.owner_id = owner) > now() - interval '1 day')
  then
    raise check_violation using
      message = case when share > room / 4 then 'This credential has filled its part of the log, a quarter. There is room again as its changes get older than those that are kept.'
        else 'The log is full of changes of the last day, which only the owner may push out.' end,
      schema = 'kith', table = 'log_bytes', constraint = 'log_bytes_quota_check';
  end if;
end
$$;

-- Id and actor of the transaction's change set, from the access token or the role; null while the account is being deleted.
-- For the first change of a transaction outside the API, and for all changes of an administrator, who may change rows of
-- several owners.
create function kith_private.change_context(owner uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  context jsonb := kith_private.current_change();
begin
  -- Skipped where Auth deletes the account: waiting for it, while it waits for the row that was changed, would be a deadlock.
  perform from auth.users u where u.id = owner for key share skip locked;
  if not found then
    return null;
  end if;
  -- A function with an administrator's rights may change rows of another owner in the name of a user.
  if context is null or (context ->> 'kind' <> 'database' and auth.uid() is distinct from owner) then
    context := jsonb_build_object('id', gen_random_uuid()) || case
      when auth.uid() = owner then jsonb_build_object('kind', 'access_token', 'actorId', owner)
      else jsonb_build_object('kind', 'database', 'actorName', coalesce(
        nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role', session_user)) end;
    perform kith_private.set_setting('change', context::text);
  end if;
  if context ->> 'kind' = 'database' then
    perform pg_advisory_xact_lock(kith_private.log_lock_key(owner));
  end if;
  return context;
end
$$;

-- Writes the change set of the transaction, where it has none yet.
-- The statements are planned once for each connection, and must not read the whole table because it was small then.
create function kith_private.start_change_set(owner uuid, context jsonb) returns kith_private.change_set_state
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off set jit = off
as $$
declare
  state kith_private.change_set_state;
  first_part bigint;
begin
  if context ->> 'kind' = 'database' then
    -- The transaction may have changed rows of this owner already, and then of another one.
    select c.owner_id, c.set_number, c.position, c.total_bytes into state
    from kith_private.change_sets s join kith_private.changes c on c.owner_id = owner and c.set_number = s.number
    where s.owner_id = owner and s.id = (context ->> 'id')::uuid order by c.position desc limit 1;
    if found then
      return state;
    end if;
  end if;
  if context ? 'partOf' then
    select coalesce(s.first_number, s.number) into first_part from kith_private.change_sets s
    where s.owner_id = owner and s.id = (context ->> 'partOf')::uuid;
  end if;
  insert into kith_private.change_sets (owner_id, number, id, actor_kind, actor_id, actor_name, request_id, operation, first_number)
  select owner, last.number + 1, (context ->> 'id')::uuid, context ->> 'kind', (context ->> 'actorId')::uuid,
    context ->> 'actorName', context ->> 'requestId', context ->> 'operation', first_part
  from (select s.number from kith_private.change_sets s where s.owner_id = owner order by s.number desc limit 1) last
  returning change_sets.owner_id, change_sets.number, 0, (
    select c.total_bytes from kith_private.changes c
    where c.owner_id = owner and c.set_number = change_sets.number - 1 order by c.position desc limit 1) into state;
  if not found then
    state := kith_private.start_log(owner, context);
  elsif state.number % 20 = 0 then
    perform kith_private.shorten_log(owner, state.number,
      case when kith_private.has_share(context) then now() - interval '1 day' else 'infinity' end);
  end if;
  return state;
end
$$;

-- Writes the first change set of an owner whose log is empty.
create function kith_private.start_log(owner uuid, context jsonb) returns kith_private.change_set_state
language plpgsql set search_path = ''
as $$
declare
  number bigint;
begin
  insert into kith_private.change_logs as l (owner_id, oldest_at) values (owner, now())
  on conflict (owner_id) do update set oldest_at = excluded.oldest_at, purged_bytes = 0
  returning l.purged_set + 1 into number;
  insert into kith_private.change_sets (owner_id, number, id, actor_kind, actor_id, actor_name, request_id, operation)
  values (owner, number, (context ->> 'id')::uuid, context ->> 'kind', (context ->> 'actorId')::uuid,
    context ->> 'actorName', context ->> 'requestId', context ->> 'operation');
  return (owner, number, 0, 0)::kith_private.change_set_state;
end
$$;

-- Logs the change of a row. Arguments: the kind of resource, and its derived columns. Where only derived columns changed, the
-- change has no columns and tells copies that the resource looks different.
-- In UTC, so that instants are always written alike.
create function kith_private.log_change() returns trigger
language plpgsql security definer set search_path = '' set timezone = 'UTC'
as $$
declare
  old_row constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  written constant jsonb := coalesce(new_row, old_row);
  owner constant uuid := written ->> 'owner_id';
  derived constant text[] := tg_argv[1];
  context jsonb := kith_private.current_change();
  state kith_private.change_set_state := kith_private.setting('change_set')::kith_private.change_set_state;
  before jsonb;
  after jsonb;
begin
  if old_row = new_row then
    return null;
  end if;
  if context is null or context ->> 'kind' = 'database' or state.owner_id <> owner then
    context := kith_private.change_context(owner);
    if context is null then
      return null;
    end if;
  end if;
  if state.owner_id is distinct from owner then
    state := kith_private.start_change_set(owner, context);
  end if;
  before := old_row - derived;
  after := new_row - derived;
  if before = after then
    before := '{}';
    after := '{}';
  elsif tg_op = 'UPDATE' then
    select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, new_row -> o.key) into before, after
    from jsonb_each(before) o where o.value <> new_row -> o.key;
  end if;
  state.position := state.position + 1;
  state.total_bytes := state.total_bytes + 200 + coalesce(pg_column_size(before), 0) + coalesce(pg_column_size(after), 0);
  insert into kith_private.changes
    (owner_id, set_number, position, resource, resource_id, network_id, action, name, before, after, is_shown, total_bytes)
  values (owner, state.number, state.position, tg_argv[0],
    coalesce(written ->> 'id', case when written ? 'network_id' then written ->> 'contact_id' end, written ->> 'owner_id')::uuid, (written ->> 'network_id')::uuid,
    case tg_op when 'INSERT' then 'create' when 'DELETE' then 'delete' else 'update' end,
    left(coalesce(written ->> 'display_name', written ->> 'name', written ->> 'title', written ->> 'content'), 100),
    before, after, tg_op <> 'UPDATE' or after - '{updated_at,next_id,card}'::text[] <> '{}', state.total_bytes);
  if tg_argv[0] in ('contact', 'membership', 'network', 'profile') then
    perform kith_private.note_cards(tg_argv[0], tg_op, owner, state.number, written, before, after);
  end if;
  perform kith_private.set_setting('change_set', state::text);
  return null;
end
$$;

do $$
declare
  logged kith_private.resource;
begin
  for logged in select * from kith_private.resources() loop
    execute format($sql$create trigger lock_own_log before insert or update or delete on %s for each statement
      execute function kith_private.lock_own_log()$sql$, logged.source);
    execute format('create trigger log_update after update on %s for each row
      execute function kith_private.log_change(%L, %L)', logged.source, logged.name, logged.derived || '{owner_id}'::text[]);
    -- A profile is created with its account and deleted with it.
    if logged.name <> 'profile' then
      execute format('create trigger log_change after insert or delete on %s for each row
        when (current_setting(''kith.deleting_account'', true) is distinct from ''on'')
        execute function kith_private.log_change(%L, %L)', logged.source, logged.name, logged.derived || '{owner_id}'::text[]);
    end if;
  end loop;
end
$$;
