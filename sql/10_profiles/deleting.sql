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
  foreach source in array '{kith.notes,kith.reminders,kith.relationships,kith.contact_networks,kith.contacts}'::text[] loop
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

-- Whether the project has foreign keys to Kith's tables, or triggers on them, of its own.
create function kith_private.has_foreign_dependents() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
      select from pg_catalog.pg_constraint k
      join pg_catalog.pg_class referred on referred.oid = k.confrelid join pg_catalog.pg_class referring on referring.oid = k.conrelid
      where k.contype = 'f' and referred.relnamespace = 'kith'::regnamespace
        and referring.relnamespace not in ('kith'::regnamespace, 'kith_private'::regnamespace))
    or exists (
      select from pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid join pg_catalog.pg_proc p on p.oid = t.tgfoid
      where c.relnamespace = 'kith'::regnamespace and not t.tgisinternal and p.pronamespace <> 'kith_private'::regnamespace);
end
$$;

-- Deletes the rows of an account before Auth, the dashboard or a server of the project deletes the account itself.
-- Its row is locked then, so that nobody writes for it. Whatever refers to these rows is deleted too, here or by the cascade. So
-- the foreign keys between Kith's tables need not look for it once for each row, which would take most of the time: they and the
-- triggers are off meanwhile, as the platform lets postgres do by `set`, but by no function. Where that is not allowed, or
-- something of the project's own would miss it, they run. Where all of this fails the cascade does the same, only slower:
-- deleting a user must never fail because of Kith.
create function kith_private.delete_rows_first() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  source text;
begin
  if kith_private.has_foreign_dependents() then
    perform kith_private.delete_rows_of(old.id, is_part => false);
    return old;
  end if;
  begin
    set local session_replication_role = replica;
  exception when insufficient_privilege then
    perform kith_private.delete_rows_of(old.id, is_part => false);
    return old;
  end;
  foreach source in array
    '{kith.note_contacts,kith.notes,kith.reminder_contacts,kith.reminders,kith.relationships,kith.contact_networks,kith.contacts}'::text[]
  loop
    execute format('delete from %s t where t.owner_id = $1', source) using old.id;
  end loop;
  set local session_replication_role = origin;
  return old;
exception when others then
  raise warning 'kith: the rows of a deleted account are left to the cascade (%: %)', sqlstate, sqlerrm;
  return old;
end
$$;
create trigger kith_delete_rows before delete on auth.users
  for each row execute function kith_private.delete_rows_first();

-- Deletes the API keys, connections, calendar feed, inbox, calendars that are read, webhooks and channels of the current user, so that nothing but the access tokens of the account
-- can do anything while its rows are deleted.
create function kith_private.delete_credentials() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform kith_private.refuse_limits();
  delete from kith_private.api_keys k where k.owner_id = (select auth.uid());
  delete from kith_private.calendars c where c.owner_id = (select auth.uid());
  delete from kith_private.inboxes i where i.owner_id = (select auth.uid());
  delete from kith_private.read_calendars c where c.owner_id = (select auth.uid());
  delete from kith_private.webhooks w where w.owner_id = (select auth.uid());
  delete from kith_private.channels c where c.owner_id = (select auth.uid());
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
