-- How much an account may hold. The limits are generous: they stop a client that creates rows without end.
-- Administrators change the rows of this table; the defaults of resources are in their table.sql, most of
-- them as `quota =>`. docs/maintaining.md says where else a quota has its place.

create table kith_private.quotas (
  name text primary key,
  maximum bigint not null
);
comment on table kith_private.quotas is 'What an account may hold at most.';
comment on column kith_private.quotas.name is
  'A table of schema kith: its rows; merged_contacts: ids that lead to other contacts; photo_bytes: the sum of its photos'' sizes, of those that can be restored and of paths that can still be uploaded to included; uploads: those that are '
  'not attached to a contact; log_days: for how many days changes are kept; log_bytes: beyond it older changes are deleted sooner; an API key or connection may fill a quarter.';
comment on column kith_private.quotas.maximum is 'The limit, for every account.';
insert into kith_private.quotas (name, maximum) values
  ('merged_contacts', 1000000), ('photo_bytes', 5368709120), ('uploads', 20), ('log_days', 30), ('log_bytes', 1073741824);
alter table kith_private.quotas enable row level security;
create policy "No client reaches the quotas" on kith_private.quotas for all to authenticated using (false);
grant select, update on kith_private.quotas to service_role;

create table kith_private.usage (
  owner_id uuid not null references auth.users (id) on delete cascade,
  name text not null,
  count bigint not null,
  counted_at timestamptz not null,
  primary key (owner_id, name)
);
comment on table kith_private.usage is 'How many rows an account had in the tables with a quota when they were last counted.';
comment on column kith_private.usage.owner_id is 'The account.';
comment on column kith_private.usage.name is 'The table.';
comment on column kith_private.usage.count is 'The number of rows.';
comment on column kith_private.usage.counted_at is 'When they were counted.';
alter table kith_private.usage enable row level security;
create policy "No client reaches the usage" on kith_private.usage for all to authenticated using (false);

-- Refuses what would go over a quota.
create function kith_private.check_quota(quota text, total bigint) returns void
language plpgsql stable set search_path = ''
as $$
declare
  most constant bigint := (select q.maximum from kith_private.quotas q where q.name = quota);
begin
  if total > most then
    raise check_violation using
      message = format('An account may have at most %s %s.', most, case quota
        when 'photo_bytes' then 'bytes of photos' when 'uploads' then 'unattached uploads' else replace(quota, '_', ' ') end),
      schema = 'kith', table = quota, constraint = quota || '_quota_check';
  end if;
end
$$;

-- Refuses rows that go over the quota of their owner.
-- A counter that every write changes would make the writes of an owner wait for each other, and counting every time takes
-- long for a large owner. So the rows are counted once a minute, and every time when fewer than 10,000 more are allowed.
create function kith_private.check_usage() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  quota constant text := tg_table_name;
  owner uuid;
  total bigint;
begin
  for owner in select distinct w.owner_id from written w loop
    perform from kith_private.usage u
    where u.owner_id = owner and u.name = quota and u.counted_at > now() - interval '1 minute'
      and u.count + 10000 < (select q.maximum from kith_private.quotas q where q.name = quota);
    if not found then
      -- One after the other: two transactions at once would each count without the rows of the other.
      perform pg_advisory_xact_lock(hashtextextended('kith.quota:' || owner, 0));
      execute format('select count(*) from %s where owner_id = $1', tg_relid::regclass) into total using owner;
      perform kith_private.check_quota(quota, total);
      insert into kith_private.usage as u (owner_id, name, count, counted_at) values (owner, quota, total, now())
      on conflict (owner_id, name) do update set count = excluded.count, counted_at = excluded.counted_at;
    end if;
  end loop;
  return null;
end
$$;

-- For how long changes are kept in the log, and with them the removed photos that they name.
create function kith_private.log_retention() returns interval
language plpgsql stable set search_path = ''
as $$
begin
  return make_interval(days => (select q.maximum::integer from kith_private.quotas q where q.name = 'log_days'));
end
$$;

-- Since when changes of the current user are kept; null where nobody is signed in.
create function kith_private.log_start() returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when auth.uid() is not null then now() - kith_private.log_retention() end;
end
$$;
grant execute on function kith_private.log_start() to authenticated;
