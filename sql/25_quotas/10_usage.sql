-- How much an account may hold. The limits are generous: they end what goes on without anybody noticing. Administrators
-- change them here.

create table kith_private.quotas (
  name text primary key constraint quotas_name_check check (name in ('contacts', 'notes', 'photo_bytes')),
  maximum bigint not null
);
comment on table kith_private.quotas is 'What an account may hold at most.';
comment on column kith_private.quotas.name is 'contacts, notes, or photo_bytes: the sum of its photos'' sizes.';
comment on column kith_private.quotas.maximum is 'The limit, for every account.';
insert into kith_private.quotas (name, maximum) values
  ('contacts', 100000), ('notes', 1000000), ('photo_bytes', 5368709120);
alter table kith_private.quotas enable row level security;
create policy "No client reaches the quotas" on kith_private.quotas for all to authenticated using (false);
grant select, update on kith_private.quotas to service_role;

create table kith_private.usage (
  owner_id uuid not null references auth.users (id) on delete cascade,
  name text not null,
  count bigint not null,
  primary key (owner_id, name)
);
comment on table kith_private.usage is 'How many rows of the tables with a quota each account has.';
comment on column kith_private.usage.owner_id is 'The account.';
comment on column kith_private.usage.name is 'The table.';
comment on column kith_private.usage.count is 'The number of rows.';
alter table kith_private.usage enable row level security;
create policy "No client reaches the usage" on kith_private.usage for all to authenticated using (false);

-- Counting the rows themselves would take longer the more there are. The counter's row is locked last, after every
-- other row of the statement.
create function kith_private.count_usage() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  sign constant integer := case tg_op when 'INSERT' then 1 else -1 end;
  counted constant text := tg_table_name;
  written record;
  total bigint;
begin
  for written in select c.owner_id, count(*) as rows from changed c group by c.owner_id order by c.owner_id loop
    update kith_private.usage u set count = u.count + sign * written.rows
    where u.owner_id = written.owner_id and u.name = counted returning u.count into total;
    if not found and tg_op = 'INSERT' then
      insert into kith_private.usage as u (owner_id, name, count) values (written.owner_id, counted, written.rows)
      on conflict (owner_id, name) do update set count = u.count + excluded.count returning u.count into total;
    end if;
    if tg_op = 'INSERT' then
      perform kith_private.check_quota(counted, total);
    end if;
  end loop;
  return null;
end
$$;
comment on function kith_private.count_usage() is 'Counts the rows of each account and refuses more than its quota.';

create function kith_private.check_quota(quota text, total bigint) returns void
language plpgsql stable set search_path = ''
as $$
declare
  most constant bigint := (select q.maximum from kith_private.quotas q where q.name = quota);
begin
  if total > most then
    raise check_violation using
      message = format('An account may have at most %s %s.', most, case quota when 'photo_bytes' then 'bytes of photos' else quota end),
      schema = 'kith', table = quota, constraint = quota || '_quota_check';
  end if;
end
$$;
comment on function kith_private.check_quota(text, bigint) is 'Refuses what would go over a quota.';
