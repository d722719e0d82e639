-- The occurrences of a rule, by arithmetic: however far away the next one is, a few are looked at.

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
comment on function kith_private.first_instant(timestamp, text) is
  'The instant of a local time: the first one where it comes twice, moved forward by the gap where there is none.';

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
comment on function kith_private.occurrence(kith_private.recurrence_rule, timestamp, integer) is
  'One occurrence of a rule, as local time. The start has the index 0; with days, the index 0 is the first day in the week of the start.';

create type kith_private.occurrence as (index integer, local_time timestamp, instant timestamptz);
comment on type kith_private.occurrence is 'An occurrence of a rule: its place among all, and when it is.';

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
comment on function kith_private.next_occurrence(kith_private.recurrence_rule, timestamp, timestamptz, text) is
  'The first occurrence of a rule after an instant and after its start, in the time zone; COUNT and UNTIL aside.';

create type kith_private.recurring as (due_at timestamptz, recurrence text, recurrence_start timestamp);
comment on type kith_private.recurring is 'When a recurring reminder is due, its rule, and the local time from which that counts.';

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
    if rule.count is not null then
      first := kith_private.next_occurrence(rule, start, half_a_day_later, zone);
      passed := 1 + next.index - first.index;
      -- An occurrence on a day that the time zone leaves out falls on the next day, and counts as one with that day's.
      if (next.local_time - first.local_time) - (next.instant - first.instant) > interval '12 hours' then
        passed := passed - (
          select count(*) from generate_series(first.index, least(next.index, first.index + rule.count) - 1) place
          where kith_private.first_instant(kith_private.occurrence(rule, start, place), zone)
            = kith_private.first_instant(kith_private.occurrence(rule, start, place + 1), zone));
      end if;
    end if;
  end if;
  if passed >= rule.count or next.local_time::date > rule.until_day or next.instant > rule.until_instant
    or next.instant > '9999-12-31 23:59:59.999+00'
  then
    return null;
  end if;
  return (next.instant, regexp_replace(this.recurrence, 'COUNT=[0-9]+', 'COUNT=' || coalesce(rule.count - passed, 0)), start)::kith_private.recurring;
end
$$;
comment on function kith_private.next_recurring(kith_private.recurring, timestamptz, text, text) is
  'What comes after a recurring reminder that was completed or skipped then; null where the series has ended.';
