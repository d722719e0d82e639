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
