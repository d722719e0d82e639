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

-- The rule in the form in which it is stored: parts in one order, in upper case. Refuses one that is none.
create function kith_private.clean_recurrence(value text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  text constant text := upper(coalesce(kith_private.trimmed(value), '') collate "C");
  part text;
  given jsonb := '{}';
  has_periods boolean;
  days text;
begin
  foreach part in array string_to_array(regexp_replace(left(text, 200), '^RRULE:', ''), ';') loop
    if given ? split_part(part, '=', 1) then
      perform kith_private.refuse_recurrence('A part of the rule is given twice.');
    end if;
    given := given || jsonb_build_object(split_part(part, '=', 1), substr(part, strpos(part, '=') + 1));
  end loop;
  has_periods := given ->> 'FREQ' in ('MONTHLY', 'YEARLY') and given ? 'BYDAY';
  if octet_length(text) > 200 or text !~ '=' or given - '{FREQ,INTERVAL,BYMONTH,BYDAY,BYSETPOS,COUNT,UNTIL}'::text[] <> '{}' then
    perform kith_private.refuse_recurrence('A rule consists of FREQ, INTERVAL, BYMONTH, BYDAY, BYSETPOS, COUNT and UNTIL, such as '
      'FREQ=MONTHLY;BYDAY=1MO. Its time, and its day where it has no BYDAY, are those of when the reminder is due.');
  elsif (given ->> 'FREQ' = any ('{DAILY,WEEKLY,MONTHLY,YEARLY}')) is not true then
    perform kith_private.refuse_recurrence('FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY.');
  elsif given ->> 'INTERVAL' !~ '^[1-9][0-9]{0,2}$' then
    perform kith_private.refuse_recurrence('INTERVAL must be 1 to 999.');
  elsif given ->> 'BYMONTH' !~ '^([1-9]|1[0-2])(,([1-9]|1[0-2]))*$' then
    perform kith_private.refuse_recurrence('BYMONTH must be some of 1 to 12, with commas.');
  elsif given ? 'BYMONTH' and not (has_periods and given ->> 'FREQ' = 'YEARLY') then
    perform kith_private.refuse_recurrence('BYMONTH is for FREQ=YEARLY with BYDAY only, such as FREQ=YEARLY;BYMONTH=11;BYDAY=4TH.');
  elsif given ->> 'BYDAY' !~ '^([+-]?[1-9][0-9]?)?(MO|TU|WE|TH|FR|SA|SU)(,([+-]?[1-9][0-9]?)?(MO|TU|WE|TH|FR|SA|SU))*$' then
    perform kith_private.refuse_recurrence('BYDAY must be some of MO, TU, WE, TH, FR, SA, SU, with commas.');
  elsif given ? 'BYDAY' and given ->> 'FREQ' = 'DAILY' then
    perform kith_private.refuse_recurrence('BYDAY is for FREQ=WEEKLY, MONTHLY and YEARLY only.');
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
