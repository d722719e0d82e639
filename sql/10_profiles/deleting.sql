-- Deleting the rows of an account. Everything that belongs to an account refers to its row in auth.users and is deleted with it, but
-- the cascade goes table by table as they were created: it would take contacts out of their notes one by one before it deletes the
-- notes, and log it all. Of 90,000 contacts Auth would give up before that ends.

-- Deletes rows of the large tables of an account: what refers to others first. A part ends after 5,000 rows or half a second.
-- Returns whether all are gone. Nothing of it is logged or derived.
create function kith_private.delete_rows_of(owner uuid, is_part boolean) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  source text;
  most constant bigint := case when is_part then 1000 end;
  until constant timestamptz := clock_timestamp() + interval '0.5 seconds';
  deleted bigint;
  total bigint := 0;
begin
  perform kith_private.set_setting('deleting_account', 'on');
  foreach source in array '{kith.notes,kith.reminders,kith.contact_networks,kith.contacts}'::text[] loop
    loop
      execute format('delete from %1$s t where t.ctid = any (array(select r.ctid from %1$s r where r.owner_id = $1 limit $2))', source)
        using owner, most;
      get diagnostics deleted = row_count;
      exit when not is_part or deleted < most;
      total := total + deleted;
      if total >= 5000 or clock_timestamp() > until then
        perform kith_private.set_setting('deleting_account', null);
        return false;
      end if;
    end loop;
  end loop;
  perform kith_private.set_setting('deleting_account', null);
  return true;
end
$$;

-- Deletes the rows of an account before Auth, the dashboard or a server of the project deletes the account itself.
-- Its row is locked then, so that nobody writes for it. Where this fails the cascade does the same, only slower: deleting a
-- user must never fail because of Kith.
create function kith_private.delete_rows_first() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform kith_private.delete_rows_of(old.id, is_part => false);
  return old;
exception when others then
  raise warning 'kith: the rows of a deleted account are left to the cascade (%: %)', sqlstate, sqlerrm;
  return old;
end
$$;
create trigger kith_delete_rows before delete on auth.users
  for each row execute function kith_private.delete_rows_first();

-- Deletes the API keys, connections and calendar feed of the current user, so that nothing but the access tokens of the account
-- can do anything while its rows are deleted.
create function kith_private.delete_credentials() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform kith_private.refuse_limits();
  delete from kith_private.api_keys k where k.owner_id = (select auth.uid());
  delete from kith_private.calendars c where c.owner_id = (select auth.uid());
end
$$;

-- Deletes a part of the rows of the current user. Returns whether all are gone.
create function kith_private.delete_own_rows() returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
  perform kith_private.refuse_limits();
  return kith_private.delete_rows_of((select auth.uid()), is_part => true);
end
$$;
grant execute on function kith_private.delete_credentials(), kith_private.delete_own_rows() to authenticated;
