-- The calendar feed of an account, for calendar apps, which know no credential but the feed's URL.

create table kith_private.calendars (
  owner_id uuid primary key default auth.uid() references auth.users (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  hash bytea not null unique constraint calendars_hash_check check (octet_length(hash) = 32),
  read_minute timestamptz not null default '-infinity',
  reads smallint not null default 0,
  birthdays text not null default 'all' constraint calendars_birthdays_check check (birthdays in ('all', 'close', 'none'))
);
comment on table kith_private.calendars is 'Calendar feeds that are switched on, at most one of each account.';
comment on column kith_private.calendars.owner_id is 'Whose calendar it is.';
comment on column kith_private.calendars.hash is 'SHA-256 of the secret in the feed''s URL.';
comment on column kith_private.calendars.created_at is 'When the secret was made.';
comment on column kith_private.calendars.read_minute is 'The minute in which the feed was last read.';
comment on column kith_private.calendars.reads is 'How often it was read then.';
comment on column kith_private.calendars.birthdays is 'Whose birthdays the feed has: of all, of those who are close (favourites, and those with contact_frequency_days), or of none.';

alter table kith_private.calendars enable row level security;
grant select (owner_id, created_at, birthdays), insert (owner_id, hash), update (hash, created_at, birthdays), delete on kith_private.calendars to authenticated;

create policy "Owners reach their calendar" on kith_private.calendars
  for all to authenticated using ((select kith_private.owner_id()) = owner_id);

-- Counts that a calendar feed is read; the seconds to wait where it was read 30 times in this minute.
create function kith_private.count_feed_read(owner uuid) returns integer
language plpgsql set search_path = ''
as $$
declare
  this_minute constant timestamptz := date_trunc('minute', clock_timestamp());
begin
  update kith_private.calendars c set read_minute = this_minute, reads = case when c.read_minute = this_minute then c.reads + 1 else 1 end
  where c.owner_id = owner and (c.read_minute < this_minute or c.reads < 30);
  return case when not found then (
    select greatest(1, ceil(extract(epoch from c.read_minute + interval '1 minute' - clock_timestamp())))::integer
    from kith_private.calendars c where c.owner_id = owner) end;
end
$$;

create function kith_api.get_calendar(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  made timestamptz;
  birthdays text;
begin
  select c.created_at, c.birthdays into made, birthdays from kith_private.calendars c;
  return (200, json_build_object('isEnabled', made is not null,
    'createdAt', to_char(made at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'birthdays', birthdays))::kith_api.answer;
end
$$;
comment on function kith_api.get_calendar(jsonb) is 'Whether the calendar feed is switched on, and since when it has its secret.';

create function kith_api.create_calendar(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  secret_hash constant bytea := decode(arguments ->> 'hash', 'hex');
begin
  -- Not excluded.hash, for which the hash would have to be readable.
  insert into kith_private.calendars (hash) values (secret_hash)
  on conflict (owner_id) do update set hash = secret_hash, created_at = now();
  return kith_api.get_calendar(arguments);
end
$$;
comment on function kith_api.create_calendar(jsonb) is 'Switches the calendar feed on, or gives it a new secret, by its hash.';

create function kith_api.update_calendar(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  update kith_private.calendars c set birthdays = coalesce(arguments -> 'body' ->> 'birthdays', c.birthdays)
  where c.owner_id = (select auth.uid());
  if not found then
    perform kith_private.fail('not_found');
  end if;
  return kith_api.get_calendar(arguments);
end
$$;
comment on function kith_api.update_calendar(jsonb) is 'Changes what the calendar feed has.';

create function kith_api.delete_calendar(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  delete from kith_private.calendars c where c.owner_id = (select auth.uid());
  return (204, null)::kith_api.answer;
end
$$;
comment on function kith_api.delete_calendar(jsonb) is 'Switches the calendar feed off; it may be off already.';

-- At most so many birthdays for the calendar feed, those that come next; of whom, the feed's row says.
create function kith_private.feed_birthdays(at_most integer) returns json
language plpgsql stable set search_path = ''
as $$
declare
  today constant text := to_char(kith_private.today(), 'MM-DD');
  wanted constant text := (select f.birthdays from kith_private.calendars f);
begin
  return (
    select coalesce(json_agg(json_build_object('id', c.id, 'name', kith_private.shown_name(c), 'birthday', c.birthday,
      'updatedAt', to_char(c.updated_at at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"')) order by c.id), '[]')
    from (
      select * from kith.contacts c where c.birthday is not null and not c.is_archived and c.id not in (select never from kith_private.never_due() never) and wanted <> 'none'
        and (wanted = 'all' or c.is_favorite or c.contact_frequency_days is not null)
      order by right(c.birthday, 5) < today, right(c.birthday, 5), c.id limit at_most) c);
end
$$;

-- At most so many other dates of contacts for the calendar feed, those that come next; of those whose birthdays it has.
create function kith_private.feed_dates(at_most integer) returns json
language plpgsql stable set search_path = ''
as $$
declare
  today constant text := to_char(kith_private.today(), 'MM-DD');
  own constant uuid := kith_private.own_contact();
  wanted constant text := (select f.birthdays from kith_private.calendars f);
begin
  return (
    select coalesce(json_agg(json_build_object('id', d.id, 'name', d.name, 'kind', d.item -> 'kind', 'label', d.item -> 'label',
      'date', d.item -> 'date', 'updatedAt', d.updated_at) order by d.id, d.item), '[]')
    from (
      select c.id, kith_private.shown_name(c) as name, item, to_char(c.updated_at at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"') as updated_at
      from kith.contacts c cross join lateral jsonb_array_elements(c.dates) item
      where c.dates <> '[]' and not c.is_archived and c.id is distinct from own and item ->> 'date' ~ '-\d\d-\d\d$' and wanted <> 'none'
        and (wanted = 'all' or c.is_favorite or c.contact_frequency_days is not null)
        and (item ->> 'kind' in ('death', 'memorial', 'other') or c.id not in (select never from kith_private.never_due() never))
      order by right(item ->> 'date', 5) < today, right(item ->> 'date', 5), c.id limit at_most) d);
end
$$;

-- At most so many contacts for the calendar feed, with the day on which they are due, the first ones.
create function kith_private.feed_due_contacts(at_most integer) returns json
language plpgsql stable set search_path = ''
as $$
declare
  zone constant text := kith_private.time_zone();
begin
  return (
    select coalesce(json_agg(json_build_object('id', c.id, 'name', kith_private.shown_name(c),
      'day', to_char(least(date '9999-12-31', greatest(c.active_snooze,
        (coalesce(c.last_contacted_at, c.created_at) at time zone zone)::date + c.contact_frequency_days)), 'YYYYMMDD'),
      'updatedAt', to_char(c.updated_at at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"')) order by c.id), '[]')
    from (
      select * from kith.contacts c where c.next_contact_on_utc is not null and not c.is_archived and c.id not in (select never from kith_private.never_due() never)
      order by c.next_contact_on_utc, c.id limit at_most) c);
end
$$;

-- The occurrences after the open reminder of a series, as completing it in time would make them, for the calendar feed; null where
-- there are none, or where they depend on when it is completed. The local time is that of the
-- rule, because the instant has another one on a day on which the clocks skip it.
create function kith_private.feed_series(reminder kith.reminders, zone text) returns json
language plpgsql stable set search_path = ''
as $$
declare
  next kith_private.recurring;
  rule kith_private.recurrence_rule;
  until timestamptz;
begin
  if reminder.recurrence is null or reminder.recurrence_from <> 'due' then
    return null;
  end if;
  next := kith_private.next_recurring((reminder.due_at, reminder.recurrence, reminder.recurrence_start), reminder.due_at, 'due', zone);
  if next.due_at is null then
    return null;
  end if;
  rule := kith_private.parsed_rule(next.recurrence);
  until := coalesce(rule.until_instant, (rule.until_day + time '23:59:59') at time zone zone);
  return json_build_object(
    'start', to_char((next.due_at at time zone zone)::date + next.recurrence_start::time, 'YYYYMMDD"T"HH24MISS'),
    'rule', next.recurrence,
    'startMonth', extract(month from next.recurrence_start), 'startDay', extract(day from next.recurrence_start),
    'until', to_char(until at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"'),
    'localUntil', to_char(until at time zone zone, 'YYYYMMDD"T"HH24MISS'));
end
$$;

-- At most so many open reminders for the calendar feed, those that are due first.
create function kith_private.feed_reminders(at_most integer) returns json
language plpgsql stable set search_path = ''
as $$
declare
  zone constant text := kith_private.time_zone();
begin
  return (
    select coalesce(json_agg(json_build_object('id', r.id, 'title', r.title, 'description', r.description,
      'dueAt', to_char(r.due_at at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"'),
      'series', kith_private.feed_series(r, zone),
      'updatedAt', to_char(r.updated_at at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"')) order by r.id), '[]')
    from (
      select r.* from kith.reminders r where not r.completed and r.due_at is not null order by r.due_at, r.id limit at_most) r);
end
$$;

create function kith_api.get_calendar_feed(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
begin
  return (200, json_build_object(
    'timezone', kith_private.time_zone(), 'year', extract(year from kith_private.today()),
    'birthdays', kith_private.feed_birthdays(2000), 'dates', kith_private.feed_dates(1000), 'contacts', kith_private.feed_due_contacts(1000),
    'reminders', kith_private.feed_reminders(1000)))::kith_api.answer;
end
$$;
comment on function kith_api.get_calendar_feed(jsonb) is 'What the calendar feed shows. Only the secret in its URL is good for this operation.';

grant execute on function kith_private.parsed_rule(text), kith_private.has_days_of_periods(kith_private.recurrence_rule),
  kith_private.first_day(kith_private.recurrence_rule, timestamp, integer),
  kith_private.days_of_period(kith_private.recurrence_rule, date), kith_private.kind_of_period(kith_private.recurrence_rule, date),
  kith_private.next_day(kith_private.recurrence_rule, timestamp, timestamptz, text, integer),
  kith_private.occurrences_between( kith_private.recurrence_rule, timestamp, kith_private.occurrence, kith_private.occurrence, text),
  kith_private.missing_day(timestamp, timestamp, text), kith_private.first_instant(timestamp, text), kith_private.occurrence(kith_private.recurrence_rule, timestamp, integer),
  kith_private.next_occurrence(kith_private.recurrence_rule, timestamp, timestamptz, text),
  kith_private.next_recurring(kith_private.recurring, timestamptz, text, text) to authenticated;
grant execute on function kith_private.feed_birthdays(integer), kith_private.feed_dates(integer), kith_private.feed_due_contacts(integer),
  kith_private.feed_series(kith.reminders, text), kith_private.feed_reminders(integer) to authenticated;
