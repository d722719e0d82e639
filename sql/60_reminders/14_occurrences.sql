-- The occurrences of a rule, by arithmetic: however far away the next one is, a few are looked at.

-- The instant of a local time: the first one where it comes twice, moved forward by the gap where there is none.
-- Postgres reads a local time that a time zone does not have as RFC 5545 does, moved forward by the gap; but of one that comes
-- twice it takes the second.
create function kith_private.first_instant(local_time timestamp, zone text) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
  instant constant timestamptz := local_time at time zone zone;
  -- Clocks go back by less than this, and not twice within it.
  before constant timestamptz := instant - interval '25 hours';
  earlier constant timestamptz :=
    (local_time - ((before at time zone zone) - (before at time zone 'UTC'))) at time zone 'UTC';
begin
  return case when earlier < instant and earlier at time zone zone = local_time then earlier else instant end;
end
$$;

-- One occurrence of a rule, as local time. The start has the index 0; with days, the index 0 is the first day in the week of
-- the start.
create function kith_private.occurrence(rule kith_private.recurrence_rule, start timestamp, index integer) returns timestamp
language plpgsql immutable set search_path = ''
as $$
declare
  a_week constant integer := greatest(cardinality(rule.days), 1);
  weekday constant integer := extract(isodow from start) - 1;
begin
  return case rule.frequency
    when 'DAILY' then start + make_interval(days => index * rule.every)
    when 'WEEKLY' then start + make_interval(
      days => 7 * rule.every * (index / a_week) + coalesce(rule.days[index % a_week + 1], weekday) - weekday)
    -- The last day of a month that is too short.
    when 'MONTHLY' then start + make_interval(months => index * rule.every)
    when 'YEARLY' then start + make_interval(months => 12 * index * rule.every)
  end;
end
$$;

create type kith_private.occurrence as (index integer, local_time timestamp, instant timestamptz);
comment on type kith_private.occurrence is 'An occurrence of a rule, and when it is. index: its place among all; the place of its period where the rule has days of periods.';

-- The first occurrence of a rule with days of periods after an instant and after its start, looked for from a period on; null
-- where there is none.
-- From a period that has days to the next one are at most 453 until the year 9999, with INTERVAL=248. So the search for a rule that
-- never occurs ends after 500; a kind of period without days is looked at once.
create function kith_private.next_day(
  rule kith_private.recurrence_rule, start timestamp, after timestamptz, zone text, period integer) returns kith_private.occurrence
language plpgsql stable set search_path = ''
as $$
declare
  earliest constant date := greatest(start::date + 1, (after at time zone zone)::date - 2);
  item kith_private.occurrence;
  first_day date;
  kind integer;
  days date[];
  day date;
  is_empty boolean[];
begin
  for place in greatest(period, 0) .. greatest(period, 0) + 500 loop
    first_day := kith_private.first_day(rule, start, place);
    exit when first_day > '9999-12-31';
    kind := kith_private.kind_of_period(rule, first_day);
    continue when is_empty[kind];
    days := kith_private.days_of_period(rule, first_day);
    is_empty[kind] := days = '{}';
    foreach day in array days loop
      continue when day < earliest;
      item := (place, day + start::time, kith_private.first_instant(day + start::time, zone));
      if item.instant > after then
        return item;
      end if;
    end loop;
  end loop;
  return null;
end
$$;

-- The first occurrence of a rule after an instant and after its start, in the time zone, COUNT and UNTIL aside; null where
-- there is none.
create function kith_private.next_occurrence(
  rule kith_private.recurrence_rule, start timestamp, after timestamptz, zone text) returns kith_private.occurrence
language plpgsql stable set search_path = ''
as $$
declare
  elapsed constant double precision := extract(epoch from (after at time zone zone) - start) / 86400;
  -- Where to begin: periods are shorter and longer than on average, so some days earlier.
  periods constant integer := floor(case rule.frequency
    when 'DAILY' then (elapsed - 2) / rule.every
    when 'WEEKLY' then (elapsed - 2) / (7 * rule.every)
    when 'MONTHLY' then (elapsed - 64) / (365.2425 / 12 * rule.every)
    when 'YEARLY' then (elapsed - 64) / (365.2425 * rule.every) end);
  weekday constant integer := extract(isodow from start) - 1;
  item kith_private.occurrence;
begin
  if kith_private.has_days_of_periods(rule) then
    return kith_private.next_day(rule, start, after, zone, periods);
  end if;
  item.index := greatest(periods * greatest(cardinality(rule.days), 1), case when rule.days = '{}' then 1
    else (select count(*) from unnest(rule.days) day where day <= weekday) end);
  loop
    item.local_time := kith_private.occurrence(rule, start, item.index);
    item.instant := kith_private.first_instant(item.local_time, zone);
    exit when item.instant > after;
    item.index := item.index + 1;
  end loop;
  return item;
end
$$;

-- How many occurrences a rule with COUNT has after one and up to another; not all of them where COUNT is less.
create function kith_private.occurrences_between(
  rule kith_private.recurrence_rule, start timestamp, first kith_private.occurrence, last kith_private.occurrence, zone text) returns integer
language plpgsql stable set search_path = ''
as $$
declare
  -- An occurrence on a day that the time zone leaves out falls on the next day, and counts as one with that day's.
  has_missing_day constant boolean := (last.local_time - first.local_time) - (last.instant - first.instant) > interval '12 hours';
  passed integer := 0;
  before date := first.local_time;
  first_day date;
  kind integer;
  sizes integer[];
  day date;
begin
  if not kith_private.has_days_of_periods(rule) then
    return last.index - first.index - case when not has_missing_day then 0 else (
      select count(*) from generate_series(first.index, least(last.index, first.index + rule.count) - 1) place
      where kith_private.first_instant(kith_private.occurrence(rule, start, place), zone)
        = kith_private.first_instant(kith_private.occurrence(rule, start, place + 1), zone)) end;
  end if;
  for period in first.index .. last.index loop
    exit when passed >= rule.count;
    first_day := kith_private.first_day(rule, start, period);
    kind := kith_private.kind_of_period(rule, first_day);
    if sizes[kind] is not null and period < last.index and not has_missing_day then
      passed := passed + sizes[kind];
      continue;
    end if;
    sizes[kind] := 0;
    foreach day in array kith_private.days_of_period(rule, first_day) loop
      sizes[kind] := sizes[kind] + 1;
      continue when day <= before or day > last.local_time::date;
      if not has_missing_day or day > before + 1
        or kith_private.first_instant(before + start::time, zone) < kith_private.first_instant(day + start::time, zone)
      then
        passed := passed + 1;
      end if;
      before := day;
    end loop;
  end loop;
  return passed;
end
$$;

create type kith_private.recurring as (due_at timestamptz, recurrence text, recurrence_start timestamp);
comment on type kith_private.recurring is 'When a recurring reminder is due, its rule, and the local time from which that counts.';

-- What comes after a recurring reminder that was completed or skipped then; null where the series has ended.
-- From one occurrence to the next are at least 23 hours. Half of that keeps a reminder that was made in another time zone from
-- occurring a second time on its day.
create function kith_private.next_recurring(
  this kith_private.recurring, completed_at timestamptz, recurrence_from text, zone text) returns kith_private.recurring
language plpgsql stable set search_path = ''
as $$
declare
  rule constant kith_private.recurrence_rule := kith_private.parsed_rule(this.recurrence);
  half_a_day_later constant timestamptz := this.due_at + interval '12 hours';
  start timestamp := this.recurrence_start;
  first kith_private.occurrence;
  next kith_private.occurrence;
  passed integer := 1;
begin
  if recurrence_from = 'completion' then
    start := (completed_at at time zone zone)::date + start::time;
    next := kith_private.next_occurrence(rule, start, kith_private.first_instant(start, zone), zone);
    start := next.local_time;
  else
    next := kith_private.next_occurrence(rule, start, greatest(completed_at, half_a_day_later), zone);
    if rule.count is not null and next.index is not null then
      first := kith_private.next_occurrence(rule, start, half_a_day_later, zone);
      passed := 1 + kith_private.occurrences_between(rule, start, first, next, zone);
    end if;
  end if;
  if next.instant is null or passed >= rule.count or next.local_time::date > rule.until_day or next.instant > rule.until_instant
    or next.instant > '9999-12-31 23:59:59.999+00'
  then
    return null;
  end if;
  return (next.instant, regexp_replace(this.recurrence, 'COUNT=[0-9]+', 'COUNT=' || coalesce(rule.count - passed, 0)), start)::kith_private.recurring;
end
$$;
