-- How many notes there are, month by month: what tells the total of a long list, and where in it a page begins, without
-- walking past every note before it.

create table kith_private.note_tallies (
  owner_id uuid not null references auth.users (id) on delete cascade,
  month date not null,
  note_type_id uuid not null,
  notes bigint not null,
  primary key (owner_id, month, note_type_id)
-- Room beside each row for its next version: a tally is changed by every note.
) with (fillfactor = 50);
comment on table kith_private.note_tallies is 'How many notes of a type an owner has in a month.';
comment on column kith_private.note_tallies.owner_id is 'Whose notes are counted.';
comment on column kith_private.note_tallies.month is 'The first day of the month, in UTC, in which they happened.';
comment on column kith_private.note_tallies.note_type_id is 'Their type; the UUID of zeros for those without one.';
comment on column kith_private.note_tallies.notes is 'How many they are.';

alter table kith_private.note_tallies enable row level security;
grant select on kith_private.note_tallies to authenticated;
create policy "Owners read their tallies" on kith_private.note_tallies
  for select to authenticated using ((select auth.uid()) = owner_id);

-- Adds to the tallies what was written and takes away what it replaced. An account that is being deleted takes its
-- tallies with it, in whatever order its tables are emptied. Everybody locks contacts first and tallies after, each in
-- order; the triggers' names see to the first, the last line of each statement to the second.
create function kith_private.tally_notes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into kith_private.note_tallies as kept (owner_id, month, note_type_id, notes)
    select n.owner_id, date_trunc('month', n.occurred_at at time zone 'UTC')::date, coalesce(n.note_type_id, '00000000-0000-0000-0000-000000000000'), count(*)
    from new_notes n
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (owner_id, month, note_type_id) do update set notes = kept.notes + excluded.notes;
  elsif tg_op = 'DELETE' then
    insert into kith_private.note_tallies as kept (owner_id, month, note_type_id, notes)
    select gone.* from (
      select o.owner_id, date_trunc('month', o.occurred_at at time zone 'UTC')::date as month,
        coalesce(o.note_type_id, '00000000-0000-0000-0000-000000000000') as note_type_id, -count(*)
      from old_notes o
      group by 1, 2, 3) gone
    where (select true from auth.users u where u.id = gone.owner_id)
    order by gone.owner_id, gone.month, gone.note_type_id
    on conflict (owner_id, month, note_type_id) do update set notes = kept.notes + excluded.notes;
  elsif tg_op = 'UPDATE' then
    insert into kith_private.note_tallies as kept (owner_id, month, note_type_id, notes)
    select changed.* from (
      select either.owner_id, date_trunc('month', either.occurred_at at time zone 'UTC')::date as month,
        coalesce(either.note_type_id, '00000000-0000-0000-0000-000000000000') as note_type_id, sum(either.notes)
      from (
        select n.owner_id, n.occurred_at, n.note_type_id, 1 as notes from new_notes n
        union all
        select o.owner_id, o.occurred_at, o.note_type_id, -1 from old_notes o) either
      group by 1, 2, 3 having sum(either.notes) <> 0) changed
    where (select true from auth.users u where u.id = changed.owner_id)
    order by changed.owner_id, changed.month, changed.note_type_id
    on conflict (owner_id, month, note_type_id) do update set notes = kept.notes + excluded.notes;
  else
    truncate kith_private.note_tallies;
  end if;
  return null;
end
$$;
comment on function kith_private.tally_notes() is 'Keeps the tallies right when notes are made, changed or deleted.';
create trigger tally_made_notes after insert on kith.notes
  referencing new table as new_notes for each statement execute function kith_private.tally_notes();
create trigger tally_changed_notes after update on kith.notes
  referencing new table as new_notes old table as old_notes for each statement execute function kith_private.tally_notes();
create trigger tally_deleted_notes after delete on kith.notes
  referencing old table as old_notes for each statement execute function kith_private.tally_notes();
create trigger tally_truncated_notes after truncate on kith.notes
  for each statement execute function kith_private.tally_notes();

create function kith_private.tally_all_notes() returns void
language plpgsql set search_path = ''
as $$
begin
  lock table kith.notes in share row exclusive mode;
  truncate kith_private.note_tallies;
  insert into kith_private.note_tallies (owner_id, month, note_type_id, notes)
  select n.owner_id, date_trunc('month', n.occurred_at at time zone 'UTC')::date, coalesce(n.note_type_id, '00000000-0000-0000-0000-000000000000'), count(*)
  from kith.notes n group by 1, 2, 3;
end
$$;
comment on function kith_private.tally_all_notes() is 'For administrators: counts anew, after notes were brought in past the triggers.';

create function kith_private.count_notes(type_id uuid, since timestamptz, until timestamptz) returns bigint
language plpgsql stable set search_path = ''
as $$
declare
  first_month constant date := date_trunc('month', since at time zone 'UTC' + interval '1 month' - interval '1 microsecond');
  end_month constant date := date_trunc('month', until at time zone 'UTC');
begin
  if first_month >= end_month then
    return case when type_id is null
      then (select count(*) from kith.notes n where n.occurred_at >= since and n.occurred_at < until)
      else (select count(*) from kith.notes n where n.note_type_id = type_id and n.occurred_at >= since and n.occurred_at < until)
    end;
  end if;
  return coalesce((
      select sum(t.notes) from kith_private.note_tallies t
      where t.month >= first_month and t.month < end_month and (type_id is null or t.note_type_id = type_id)), 0)
    + case when since < first_month at time zone 'UTC'
      then kith_private.count_notes(type_id, since, first_month at time zone 'UTC') else 0 end
    + case when until > end_month at time zone 'UTC'
      then kith_private.count_notes(type_id, end_month at time zone 'UTC', until) else 0 end;
end
$$;
comment on function kith_private.count_notes(uuid, timestamptz, timestamptz) is
  'How many notes (of a type, where one is given) lie between two instants: whole months by their tallies.';

-- A page deep in the list begins in one of its months: those before it are skipped as a whole.
create function kith_private.seek_notes(
  type_id uuid, descending boolean, inout since timestamptz, inout until timestamptz, inout skipped bigint, out total bigint)
language plpgsql stable set search_path = ''
as $$
declare
  month record;
  begins timestamptz;
  ends timestamptz;
begin
  since := coalesce(since, '-infinity');
  until := coalesce(until, 'infinity');
  total := kith_private.count_notes(type_id, since, until);
  if skipped < 1000 or skipped >= total then
    return;
  end if;
  for month in
    select t.month as day, sum(t.notes) as notes from kith_private.note_tallies t
    where t.month >= date_trunc('month', since at time zone 'UTC')::date and t.month < until at time zone 'UTC'
      and (type_id is null or t.note_type_id = type_id)
    group by t.month
    order by case when descending then date '2000-01-01' - t.month else t.month - date '2000-01-01' end
  loop
    begins := greatest(month.day at time zone 'UTC', since);
    ends := least((month.day + interval '1 month') at time zone 'UTC', until);
    if begins = since or ends = until then
      month.notes := kith_private.count_notes(type_id, begins, ends);
    end if;
    exit when skipped < month.notes;
    skipped := skipped - month.notes;
  end loop;
  if descending then
    until := ends;
  else
    since := begins;
  end if;
end
$$;
comment on function kith_private.seek_notes(uuid, boolean, timestamptz, timestamptz, bigint) is
  'Counts the notes of a list and narrows it to what begins with the month that a page of it begins in.';

grant execute on function kith_private.count_notes(uuid, timestamptz, timestamptz),
  kith_private.seek_notes(uuid, boolean, timestamptz, timestamptz, bigint) to authenticated;
