-- Recurrence rules: a part of the RRULE of RFC 5545. ADR 35 says which part, and why.

-- Refuses a recurrence rule.
create function kith_private.refuse_recurrence(message text) returns void
language plpgsql set search_path = ''
as $$
begin
  raise check_violation using message = message, schema = 'kith', table = 'reminders', constraint = 'reminders_recurrence_check';
end
$$;

-- Whether the text is a real date YYYYMMDD or instant YYYYMMDDTHHMMSSZ.
create function kith_private.is_until(value text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return value ~ '^[0-9]{8}(T([01][0-9]|2[0-3])[0-5][0-9][0-5][0-9]Z)?$'
    and kith_private.is_birthday(concat_ws('-', left(value, 4), substr(value, 5, 2), substr(value, 7, 2)));
end
$$;

-- Numbers with commas, each once, in their order; null for null.
create function kith_private.sorted_numbers(list text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return (select string_agg(distinct_number::text, ',' order by distinct_number)
    from (select distinct unnest(string_to_array(list, ','))::integer as distinct_number) numbers);
end
$$;

-- The parts of a rule without those that say what Kith does anyway for a reminder that is due on this day, or said as Kith does:
-- BYMONTHDAY and BYMONTH of that day, WKST where it changes nothing, and FREQ=DAILY with days of the week. Refuses others.
create function kith_private.plain_parts(given jsonb, due_day date) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  week constant text := 'MOTUWETHFRSASU';
  first_day constant integer := strpos(week, given ->> 'WKST');
  month constant text := extract(month from due_day);
  is_in_month constant boolean := given ->> 'FREQ' = 'MONTHLY' and not given ? 'BYMONTH' or given ->> 'FREQ' = 'YEARLY' and given ->> 'BYMONTH' = month;
begin
  -- Weeks begin on Monday. Where they begin matters if a rule leaves out weeks, and some of its days come before the week's first one.
  if first_day % 2 = 0 or char_length(given ->> 'WKST') <> 2 then
    perform kith_private.refuse_recurrence('WKST must be one of MO, TU, WE, TH, FR, SA, SU.');
  elsif given ->> 'FREQ' = 'WEEKLY' and given ->> 'INTERVAL' <> '1' and (
    select count(distinct strpos(week, day) < first_day)
    from unnest(string_to_array(given ->> 'BYDAY', ',') || substr(week, extract(isodow from due_day)::integer * 2 - 1, 2)) day) > 1
  then
    perform kith_private.refuse_recurrence('WKST must be MO in a rule with INTERVAL and several days: weeks begin on Monday.');
  end if;
  if given ? 'BYMONTHDAY' then
    if given ? 'BYDAY' or given ? 'BYSETPOS' or is_in_month is not true or (ltrim(given ->> 'BYMONTHDAY', '+') = extract(day from due_day)::text
      or given ->> 'BYMONTHDAY' = '-1' and extract(day from due_day + 1) = 1) is not true
    then
      perform kith_private.refuse_recurrence('BYMONTHDAY must be the day of the month on which the reminder is due, or -1 where that is the last one, '
        'with FREQ=MONTHLY, or FREQ=YEARLY and its BYMONTH.');
    elsif given ->> 'BYMONTHDAY' = '-1' and extract(day from due_day) < 31 then
      -- From the 31st on it is the last day of each month, because shorter ones have no other.
      given := given || '{"BYDAY": "MO,TU,WE,TH,FR,SA,SU", "BYSETPOS": "-1"}';
    end if;
  end if;
  if given ->> 'FREQ' = 'YEARLY' and given ->> 'BYMONTH' = month and not given ? 'BYDAY' then
    given := given - 'BYMONTH';
  end if;
  if given ->> 'FREQ' = 'DAILY' and given ? 'BYDAY' and coalesce(given ->> 'INTERVAL', '1') = '1' then
    given := given || '{"FREQ": "WEEKLY"}';
  end if;
  return given - '{WKST,BYMONTHDAY}'::text[];
end
$$;

-- The rule of a reminder that is due on this day in the form in which it is stored: parts in one order, in upper case. Refuses
-- other texts.
create function kith_private.clean_recurrence(value text, due_day date) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  text constant text := upper(regexp_replace(coalesce(value, ''), '\s+', '', 'g') collate "C");
  known constant text[] := '{FREQ,INTERVAL,BYMONTH,BYMONTHDAY,BYDAY,BYSETPOS,COUNT,UNTIL,WKST}';
  part text;
  given jsonb := '{}';
  has_periods boolean;
  days text;
begin
  foreach part in array string_to_array(rtrim(regexp_replace(left(text, 200), '^RRULE:', ''), ';'), ';') loop
    if given ? split_part(part, '=', 1) then
      perform kith_private.refuse_recurrence('A part of the rule is given twice.');
    end if;
    given := given || jsonb_build_object(split_part(part, '=', 1), substr(part, strpos(part, '=') + 1));
  end loop;
  if octet_length(text) > 200 or text !~ '=' or given - known <> '{}' then
    perform kith_private.refuse_recurrence(concat(
      (select string_agg(name, ', ' order by name) || ' is no part of it: ' from jsonb_object_keys(given - known) name where name ~ '^[A-Z-]{1,20}$'),
      'A rule consists of FREQ, INTERVAL, BYMONTH, BYDAY, BYSETPOS, COUNT and UNTIL, such as '
      'FREQ=MONTHLY;BYDAY=1MO. Its time, and its day where it has no BYDAY, are those of when the reminder is due.'));
  end if;
  given := kith_private.plain_parts(given, due_day);
  has_periods := given ->> 'FREQ' in ('MONTHLY', 'YEARLY') and given ? 'BYDAY';
  if (given ->> 'FREQ' = any ('{DAILY,WEEKLY,MONTHLY,YEARLY}')) is not true then
    perform kith_private.refuse_recurrence('FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY.');
  elsif given ->> 'INTERVAL' !~ '^[1-9][0-9]{0,2}$' then
    perform kith_private.refuse_recurrence('INTERVAL must be 1 to 999.');
  elsif given ->> 'BYMONTH' !~ '^([1-9]|1[0-2])(,([1-9]|1[0-2]))*$' then
    perform kith_private.refuse_recurrence('BYMONTH must be some of 1 to 12, with commas.');
  elsif given ? 'BYMONTH' and not (has_periods and given ->> 'FREQ' = 'YEARLY') then
    perform kith_private.refuse_recurrence('BYMONTH is for FREQ=YEARLY with BYDAY, such as FREQ=YEARLY;BYMONTH=11;BYDAY=4TH, or for the month in which the reminder is due.');
  elsif given ->> 'BYDAY' !~ '^([+-]?[1-9][0-9]?)?(MO|TU|WE|TH|FR|SA|SU)(,([+-]?[1-9][0-9]?)?(MO|TU|WE|TH|FR|SA|SU))*$' then
    perform kith_private.refuse_recurrence('BYDAY must be some of MO, TU, WE, TH, FR, SA, SU, with commas.');
  elsif given ? 'BYDAY' and given ->> 'FREQ' = 'DAILY' then
    perform kith_private.refuse_recurrence('BYDAY is for FREQ=WEEKLY, MONTHLY and YEARLY only, or for FREQ=DAILY without INTERVAL.');
  elsif given ->> 'BYDAY' ~ '[0-9]' and not has_periods then
    perform kith_private.refuse_recurrence('Numbers in BYDAY are for FREQ=MONTHLY and YEARLY only, such as FREQ=MONTHLY;BYDAY=1MO.');
  elsif given ->> 'BYDAY' ~ '(5[4-9]|[6-9][0-9])' or given ->> 'BYDAY' ~ '([6-9]|[1-9][0-9])' and (given ? 'BYMONTH' or given ->> 'FREQ' = 'MONTHLY') then
    perform kith_private.refuse_recurrence('Numbers in BYDAY must be 1 to 5, or -1 to -5 from the end; in a year without BYMONTH up to 53.');
  elsif given ->> 'BYDAY' ~ '[0-9]' and given ->> 'BYDAY' ~ '(^|,)[A-Z]' then
    -- Programs that read calendars differ in what both together mean.
    perform kith_private.refuse_recurrence('BYDAY must have a number for each day or for none.');
  elsif given ->> 'BYSETPOS' !~ '^[+-]?[1-9][0-9]{0,2}(,[+-]?[1-9][0-9]{0,2})*$' then
    perform kith_private.refuse_recurrence('BYSETPOS must be numbers of 1 to 999, or -1 to -999 from the end, with commas.');
  elsif given ? 'BYSETPOS' and not has_periods then
    perform kith_private.refuse_recurrence(
      'BYSETPOS is for FREQ=MONTHLY and YEARLY with BYDAY only, such as FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1.');
  elsif given ->> 'COUNT' !~ '^[1-9][0-9]{0,3}$' then
    perform kith_private.refuse_recurrence('COUNT must be 1 to 9999.');
  elsif given ? 'UNTIL' and not kith_private.is_until(given ->> 'UNTIL') then
    perform kith_private.refuse_recurrence('UNTIL must be a real date as YYYYMMDD, or an instant as YYYYMMDDTHHMMSSZ.');
  elsif given ?& '{COUNT,UNTIL}' then
    perform kith_private.refuse_recurrence('A rule has COUNT or UNTIL, not both.');
  end if;
  days := (
    select string_agg(day, ',' order by strpos('MOTUWETHFRSASU', right(day, 2)), nullif(left(day, -2), '')::integer nulls first)
    from (select distinct ltrim(unnest(string_to_array(given ->> 'BYDAY', ',')), '+') as day) each);
  return concat_ws(';', 'FREQ=' || (given ->> 'FREQ'), 'INTERVAL=' || nullif(given ->> 'INTERVAL', '1'),
    'BYMONTH=' || kith_private.sorted_numbers(given ->> 'BYMONTH'), 'BYDAY=' || days,
    'BYSETPOS=' || kith_private.sorted_numbers(given ->> 'BYSETPOS'), 'COUNT=' || (given ->> 'COUNT'), 'UNTIL=' || (given ->> 'UNTIL'));
end
$$;

create type kith_private.recurrence_rule as (
  frequency text, every integer, days integer[], count integer, until_day date, until_instant timestamptz,
  months integer[], numbers integer[], positions integer[]);
comment on type kith_private.recurrence_rule is
  'The parts of a rule. days: of the week, from 0 for Monday; numbers: which of these days in the period, from the end where negative, 0 for each; months and positions: BYMONTH and BYSETPOS. Lists are empty where the rule has none. Only the end that it has is not null.';

-- The parts of a rule that clean_recurrence has returned.
create function kith_private.parsed_rule(recurrence text) returns kith_private.recurrence_rule
language plpgsql immutable set search_path = ''
as $$
declare
  until constant text := substring(recurrence from 'UNTIL=([0-9TZ]+)');
  days constant text[] := string_to_array(substring(recurrence from 'BYDAY=([0-9A-Z,-]+)'), ',');
begin
  return (
    substring(recurrence from 'FREQ=([A-Z]+)'),
    coalesce(substring(recurrence from 'INTERVAL=([0-9]+)')::integer, 1),
    array(select (strpos('MOTUWETHFRSASU', right(day, 2)) - 1) / 2 from unnest(days) with ordinality given (day, place) order by place),
    substring(recurrence from 'COUNT=([0-9]+)')::integer,
    case when until !~ 'T' then until::date end,
    case when until ~ 'T' then (left(until, 8)::date + replace(substr(until, 10, 6), 'Z', '')::time) at time zone 'UTC' end,
    coalesce(string_to_array(substring(recurrence from 'BYMONTH=([0-9,]+)'), ',')::integer[], '{}'),
    array(select coalesce(nullif(left(day, -2), '')::integer, 0) from unnest(days) with ordinality given (day, place) order by place),
    coalesce(string_to_array(substring(recurrence from 'BYSETPOS=([0-9,-]+)'), ',')::integer[], '{}')
  )::kith_private.recurrence_rule;
end
$$;

-- Rules with days of periods, which are those of months and years with BYDAY: the days of each month or year.

-- Whether the rule says which days of a month or year it has.
create function kith_private.has_days_of_periods(rule kith_private.recurrence_rule) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return rule.frequency in ('MONTHLY', 'YEARLY') and rule.days <> '{}';
end
$$;

-- The first day of a period of a rule; that of the start has the number 0.
create function kith_private.first_day(rule kith_private.recurrence_rule, start timestamp, period integer) returns date
language plpgsql immutable set search_path = ''
as $$
begin
  return date_trunc(case rule.frequency when 'YEARLY' then 'year' else 'month' end, start)
    + make_interval(months => period * rule.every * case rule.frequency when 'YEARLY' then 12 else 1 end);
end
$$;

-- The days that a rule with BYDAY has in the month or year that begins on this day.
create function kith_private.days_of_period(rule kith_private.recurrence_rule, first_day date) returns date[]
language plpgsql immutable set search_path = ''
as $$
declare
  span constant interval := case when rule.frequency = 'YEARLY' and rule.months = '{}' then interval '1 year' else interval '1 month' end;
begin
  return array(
    select numbered.day
    from (
      select each.day, row_number() over (order by each.day) as place, count(*) over () as size
      from (
        select distinct found.day
        from (
          select (first_day + make_interval(months => month - 1))::date as first,
            (first_day + make_interval(months => month - 1) + span)::date - 1 as last
          from unnest(case when rule.months = '{}' then '{1}' else rule.months end) month) spans
        cross join unnest(rule.days, rule.numbers) item (weekday, number)
        cross join lateral (
          select spans.first + (item.weekday + 8 - extract(isodow from spans.first)::integer) % 7 as earliest,
            spans.last - (extract(isodow from spans.last)::integer + 6 - item.weekday) % 7 as latest) edge
        cross join lateral generate_series(0, case item.number when 0 then (edge.latest - edge.earliest) / 7 else 0 end) week
        cross join lateral (
          select case when item.number < 0 then edge.latest + 7 * (item.number + 1)
            else edge.earliest + 7 * (greatest(item.number, 1) - 1 + week) end as day) found
        where found.day between spans.first and spans.last) each) numbered
    where rule.positions = '{}' or numbered.place = any (rule.positions) or numbered.place - numbered.size - 1 = any (rule.positions)
    order by numbered.day);
end
$$;

-- A number for all periods that have the same days, from 1 to 28.
-- Periods of the same length that begin on the same day of the week have the same days: 28 kinds of months, 14 of years.
create function kith_private.kind_of_period(rule kith_private.recurrence_rule, first_day date) returns integer
language plpgsql immutable set search_path = ''
as $$
begin
  if rule.frequency = 'YEARLY' then
    return extract(isodow from first_day) + 7 * ((first_day + interval '1 year')::date - first_day - 365);
  end if;
  return extract(isodow from first_day) + 7 * ((first_day + interval '1 month')::date - first_day - 28);
end
$$;

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

-- The day that a time zone leaves out between two local times, because it moved across the date line; null where there is
-- none. Found by halving, because a series may have thousands of years.
create function kith_private.missing_day(first timestamp, last timestamp, zone text) returns date
language plpgsql stable set search_path = ''
as $$
declare
  start constant timestamptz := kith_private.first_instant(first, zone);
  -- Days after the first: one with the clock of the first, and one with the clock of the last.
  earlier integer := 0;
  later integer := last::date - first::date;
  middle integer := later;
begin
  loop
    -- Clocks are put forward by less.
    if make_interval(days => middle) - (kith_private.first_instant(first + make_interval(days => middle), zone) - start) > interval '12 hours' then
      later := middle;
    elsif middle = later then
      return null;
    else
      earlier := middle;
    end if;
    exit when later - earlier < 2;
    middle := (earlier + later) / 2;
  end loop;
  return first::date + earlier;
end
$$;

-- How many occurrences a rule with COUNT has after one and up to another; not all of them where COUNT is less.
create function kith_private.occurrences_between(
  rule kith_private.recurrence_rule, start timestamp, first kith_private.occurrence, last kith_private.occurrence, zone text) returns integer
language plpgsql stable set search_path = ''
as $$
declare
  -- An occurrence on a day that the time zone leaves out falls on the next day, and counts as one with that day's.
  missing constant date := kith_private.missing_day(first.local_time, last.local_time, zone);
  place integer;
  passed integer := 0;
  before date := first.local_time;
  first_day date;
  kind integer;
  sizes integer[];
  day date;
begin
  if not kith_private.has_days_of_periods(rule) then
    passed := last.index - first.index;
    if missing is not null then
      place := (kith_private.next_occurrence(rule, start, kith_private.first_instant(missing + start::time, zone) - interval '1 minute', zone)).index;
      if place >= first.index and kith_private.first_instant(kith_private.occurrence(rule, start, place), zone)
        = kith_private.first_instant(kith_private.occurrence(rule, start, place + 1), zone)
      then
        passed := passed - 1;
      end if;
    end if;
    return passed;
  end if;
  for period in first.index .. last.index loop
    exit when passed >= rule.count;
    first_day := kith_private.first_day(rule, start, period);
    kind := kith_private.kind_of_period(rule, first_day);
    if sizes[kind] is not null and period < last.index and (first_day between missing - 366 and missing + 1) is not true then
      passed := passed + sizes[kind];
      continue;
    end if;
    sizes[kind] := 0;
    foreach day in array kith_private.days_of_period(rule, first_day) loop
      sizes[kind] := sizes[kind] + 1;
      continue when day <= before or day > last.local_time::date;
      if (before = missing) is not true or day > before + 1
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
