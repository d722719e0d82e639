-- Derived columns of contacts that are derived again in parts: what is too much for one statement, or for the lock of a migration. The
-- request goes on with it, or what the account writes next, or the deployment.

create table kith_private.stale_contacts (
  owner_id uuid not null references auth.users (id) on delete cascade,
  name text not null constraint stale_contacts_name_check check (name in ('last_noted_at', 'search_text')),
  after_id uuid not null default '00000000-0000-0000-0000-000000000000',
  primary key (owner_id, name)
);
comment on table kith_private.stale_contacts is 'Accounts with contacts of which a derived column is to be derived again.';
comment on column kith_private.stale_contacts.owner_id is 'The account.';
comment on column kith_private.stale_contacts.name is 'The column.';
comment on column kith_private.stale_contacts.after_id is 'Its contacts with greater ids are left.';
alter table kith_private.stale_contacts enable row level security;
create policy "No client reaches what is to be derived" on kith_private.stale_contacts for all to authenticated using (false);

-- Has a column of all contacts of an account derived again.
create function kith_private.mark_stale(owner uuid, column_name text) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into kith_private.stale_contacts as s (owner_id, name) values (owner, column_name)
  on conflict (owner_id, name) do update set after_id = excluded.after_id;
end
$$;

-- Derives again what is left of an account; until when, null for all of it. Returns whether nothing is left.
create function kith_private.derive_stale_contacts(owner uuid, until timestamptz) returns boolean
language plpgsql set search_path = ''
as $$
declare
  stale kith_private.stale_contacts;
  batch uuid[];
begin
  if not exists (select from kith_private.stale_contacts s where s.owner_id = owner) or not kith_private.lock_log_of(owner) then
    return true;
  end if;
  loop
    select s.* into stale from kith_private.stale_contacts s where s.owner_id = owner order by s.name limit 1 for update;
    if not found then
      return true;
    end if;
    batch := array(
      select c.id from kith.contacts c where c.owner_id = owner and c.id > stale.after_id order by c.id limit kith_private.part_rows());
    if stale.name = 'last_noted_at' then
      perform kith_private.derive_last_noted(array_fill(owner, array[cardinality(batch)]), batch);
    else
      perform kith_private.derive_search_texts(owner, batch);
    end if;
    if cardinality(batch) < kith_private.part_rows() then
      delete from kith_private.stale_contacts s where s.owner_id = owner and s.name = stale.name;
    else
      update kith_private.stale_contacts s set after_id = batch[cardinality(batch)] where s.owner_id = owner and s.name = stale.name;
    end if;
    if clock_timestamp() >= until then
      return not exists (select from kith_private.stale_contacts s where s.owner_id = owner);
    end if;
  end loop;
end
$$;
