-- How long changes are kept. Whoever writes purges a few that are too old, of any owner.

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
-- less than bytes. Returns whether the log is empty. The log of the owner must be locked.
create function kith_private.purge_changes(owner uuid, before timestamptz, bytes bigint, most bigint) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  last record;
begin
  select oldest.set_number, oldest.position into last
  from (
    select c.set_number, c.position, c.total_bytes, (
      select s.at from kith_private.change_sets s where s.owner_id = owner and s.number = c.set_number) as at
    from kith_private.changes c where c.owner_id = owner
    order by c.set_number, c.position limit most) oldest
  where oldest.at < before or oldest.total_bytes < bytes
  order by oldest.set_number desc, oldest.position desc limit 1;
  if not found then
    perform from kith_private.changes c where c.owner_id = owner;
    return not found;
  end if;
  update kith_private.change_logs l
  set purged_set = last.set_number, purged_position = last.position, purged_id = (
    select s.id from kith_private.change_sets s where s.owner_id = owner and s.number = last.set_number)
  where l.owner_id = owner;
  delete from kith_private.changes c
  where c.owner_id = owner and (c.set_number, c.position) <= (last.set_number, last.position);
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

-- Deletes some changes that are too old, of the owner whose log reaches back furthest, and of the writer where the log is too
-- large. Every twentieth change set calls it.
create function kith_private.purge_logs(writer uuid, number bigint) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  cutoff constant timestamptz := now() - kith_private.log_retention();
  -- More than were written since the last time, so that no log grows for good.
  most constant bigint := (
    select greatest(200, 2 * count(*)) from kith_private.changes c where c.owner_id = writer and c.set_number > number - 20);
  bytes bigint;
  owner uuid;
begin
  bytes := (select c.total_bytes from kith_private.changes c where c.owner_id = writer order by c.set_number desc, c.position desc limit 1)
    - (select q.maximum from kith_private.quotas q where q.name = 'log_bytes');
  if bytes > (select c.total_bytes from kith_private.changes c where c.owner_id = writer order by c.set_number, c.position limit 1) then
    perform kith_private.purge_changes(writer, '-infinity', bytes, most);
  end if;
  -- Nothing is waited for, so that purging can deadlock neither with that owner's requests nor with deleting the account.
  select l.owner_id into owner from kith_private.change_logs l
  where l.oldest_at < cutoff order by l.oldest_at limit 1 for update skip locked;
  if found and pg_try_advisory_xact_lock(kith_private.log_lock_key(owner)) then
    perform kith_private.purge_changes(owner, cutoff, 0, most);
  end if;
  perform kith_private.purge_kept_photos();
end
$$;
