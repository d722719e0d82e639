-- What is due in the next days: reminders, contacts, birthdays and other dates together.

create type kith_private.upcoming_item as (day date, rank smallint, due_at timestamptz, name text, id uuid, birthday text, dated jsonb);
comment on type kith_private.upcoming_item is
  'A reminder (rank 1), a contact to be in touch with (2), a birthday (3) or another date (4), ordered by day, rank, due_at, name, id. dated: the item of the contact''s dates.';

-- What is due until the last day, in the time zone: at most so many of each kind, the first ones. Includes what is overdue, and
-- neither archived contacts nor the user's own.
-- Each part is in the order of the whole and is cut where the whole is, so that few rows are read of a long list.
create function kith_private.upcoming_items(today date, last_day date, zone text, at_most integer) returns setof kith_private.upcoming_item
language plpgsql stable set search_path = ''
as $$
declare
  own constant uuid := kith_private.own_contact();
  -- In UTC a contact may be due a day earlier or later than in the time zone, so the first in UTC and two days more have
  -- all that are first in the time zone.
  horizon constant date := least(last_day + 1, 2 + (
    select c.next_contact_on_utc from kith.contacts c
    where not c.is_archived and c.id not in (select never from kith_private.never_due() never) and c.next_contact_on_utc <= last_day + 1 order by c.next_contact_on_utc offset at_most - 1 limit 1));
begin
  return query
    select greatest(date '0001-01-01', (r.due_at at time zone zone)::date), 1::smallint, r.due_at::timestamptz, null::text, r.id, null::text, null::jsonb
    from kith.reminders r
    where not r.completed and r.due_at < ((last_day + 1)::timestamp at time zone zone)
    order by r.due_at, r.id limit at_most;
  return query
    select due.day, 2::smallint, null::timestamptz, c.display_name, c.id, null::text, null::jsonb
    from kith.contacts c
    cross join lateral (
      select greatest(c.active_snooze,
        (coalesce(c.last_contacted_at, c.created_at) at time zone zone)::date + c.contact_frequency_days) as day) due
    where not c.is_archived and c.id not in (select never from kith_private.never_due() never) and c.next_contact_on_utc <= horizon and due.day <= last_day
    order by due.day, c.display_name collate "und-x-icu", c.id limit at_most;
  return query
    select celebrated.day, (case when known.dated is null then 3 else 4 end)::smallint, null::timestamptz, known.name, known.id,
      case when known.dated is null then known.since end, known.dated
    from (
      select c.id, c.display_name as name, c.birthday as since, null::jsonb as dated from kith.contacts c
      where not c.is_archived and c.id not in (select never from kith_private.never_due() never) and c.birthday is not null
      union all
      select c.id, c.display_name, item ->> 'date', item from kith.contacts c cross join lateral jsonb_array_elements(c.dates) item
      where not c.is_archived and c.id is distinct from own and c.dates <> '[]' and item ->> 'date' ~ '-\d\d-\d\d$'
        -- Nobody is congratulated who has died.
        and (item ->> 'kind' in ('death', 'memorial', 'other') or c.id not in (select never from kith_private.never_due() never))) known
    cross join (values (extract(year from today)::integer), (extract(year from today)::integer + 1)) as years (year)
    cross join lateral (
      -- 29 February falls on 28 February in other years.
      select make_date(years.year, substr(right(known.since, 5), 1, 2)::integer, case
        when right(known.since, 5) = '02-29' and extract(day from make_date(years.year, 3, 1) - 1) = 28 then 28
        else right(known.since, 2)::integer end) as day) celebrated
    where celebrated.day between today and last_day and (known.since like '--%' or left(known.since, 4)::integer <= years.year)
    order by celebrated.day, 2, known.name collate "und-x-icu", known.id, known.dated limit at_most;
end
$$;

create function kith_api.list_upcoming(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  at_most constant integer := 500;
  zone constant text := kith_private.time_zone();
  today constant date := (now() at time zone zone)::date;
  items kith_private.upcoming_item[];
  days text;
  shown integer;
begin
  perform kith_private.set_reads_list(true);
  items := array(
    select item::kith_private.upcoming_item
    from kith_private.upcoming_items(today, today + coalesce((arguments -> 'query' ->> 'days')::integer, 14) - 1, zone, at_most + 1) item
    order by item.day, item.rank, item.due_at, item.name collate "und-x-icu", item.id, item.dated limit at_most + 1);
  perform kith_private.set_reads_list(false);
  select string_agg(format('{"date":"%s","items":[%s]}', each.day, each.items), ',' order by each.day), sum(each.count)
  into days, shown
  from (
    select sized.day, string_agg(sized.body, ',' order by sized.position) as items, count(*) as count
    from (
      select written.*, sum(octet_length(written.body)) over (order by written.position) as bytes
      from (
        select item.day, item.position, case item.rank
          when 1 then json_build_object('kind', 'reminder', 'reminder', (select r.body from kith_api.reminders r where r.id = item.id))
          when 2 then json_build_object('kind', 'contact', 'contactId', item.id, 'displayName', (
            select kith_private.shown_name(c) from kith.contacts c where c.id = item.id), 'nextContactOn', item.day)
          else (
            select case item.rank when 3
              then json_build_object('kind', 'birthday', 'contactId', c.id, 'displayName', kith_private.shown_name(c), 'birthday', item.birthday,
                'age', turns.years, 'isClose', turns.is_close)
              else json_build_object('kind', 'date', 'contactId', c.id, 'displayName', kith_private.shown_name(c), 'dateKind', item.dated -> 'kind',
                'label', item.dated -> 'label', 'date', item.dated -> 'date', 'years', turns.years, 'isClose', turns.is_close) end
            from kith.contacts c
            cross join lateral (select c.is_favorite or c.contact_frequency_days is not null as is_close, case
              when coalesce(item.birthday, item.dated ->> 'date') not like '--%'
                then extract(year from item.day)::integer - left(coalesce(item.birthday, item.dated ->> 'date'), 4)::integer end as years) turns
            where c.id = item.id) end::text as body
        from unnest(items[: at_most]) with ordinality as item (day, rank, due_at, name, id, birthday, dated, position)) written) sized
    -- Reminders can be long: what does not fit is left out, as where there are too many.
    where sized.bytes <= 4194304
    group by sized.day) each;
  return kith_private.with_names((200, format('{"today":"%s","timezone":%s,"days":[%s],"hasMore":%s%s}',
    today, to_json(zone), days, (cardinality(items) > coalesce(shown, 0))::text, case when arguments #> '{query,include}' ? 'meetings' then
      ',"meetings":' || kith_private.suggested_meetings(10) end))::kith_api.answer, arguments);
end
$$;
comment on function kith_api.list_upcoming(jsonb) is
  'Open reminders, contacts, birthdays and other dates by day, the overdue ones first. Query: days, with today, 14 by default; include=names,meetings.';

grant execute on function kith_private.upcoming_items(date, date, text, integer) to authenticated;
