-- Meetings that Kith noticed in calendars: events that have ended, with people of the owner.

create table kith_private.meetings (
  id uuid not null default gen_random_uuid(),
  calendar_id uuid not null,
  event text not null constraint meetings_event_check check (char_length(event) = 64),
  title text not null constraint meetings_title_check check (char_length(title) <= 255),
  started_at timestamptz(3) not null,
  ended_at timestamptz(3) not null,
  contact_ids uuid[] not null constraint meetings_contact_ids_check check (cardinality(contact_ids) <= 50),
  state text not null default 'suggested' constraint meetings_state_check check (state in ('suggested', 'logged', 'dismissed')),
  note_id uuid,
  written text,
  created_at timestamptz(3) not null default now(),
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  primary key (owner_id, id),
  constraint meetings_event_key unique (owner_id, event),
  constraint meetings_calendar_id_fkey foreign key (owner_id, calendar_id) references kith_private.read_calendars (owner_id, id) on delete cascade,
  constraint meetings_note_id_fkey foreign key (owner_id, note_id) references kith.notes (owner_id, id) on delete set null (note_id)
);
comment on table kith_private.meetings is 'What was noticed in calendars in the last 90 days, at most 1,000 of each account.';
comment on column kith_private.meetings.id is 'Identifies the meeting.';
comment on column kith_private.meetings.owner_id is 'Whose meeting it was.';
comment on column kith_private.meetings.calendar_id is 'The calendar that has it.';
comment on column kith_private.meetings.event is 'SHA-256 of the event''s UID and, of one that recurs, of when this one was to begin.';
comment on column kith_private.meetings.title is 'Its title.';
comment on column kith_private.meetings.started_at is 'When it began.';
comment on column kith_private.meetings.ended_at is 'When it ended.';
comment on column kith_private.meetings.contact_ids is 'Whom it was with.';
comment on column kith_private.meetings.state is 'suggested, logged as a note, or dismissed. What is not suggested any more is never suggested again.';
comment on column kith_private.meetings.note_id is 'The note; null where there is none, or not any more.';
comment on column kith_private.meetings.written is 'What Kith wrote into the note. One that the owner has changed is not changed with the event.';
comment on column kith_private.meetings.created_at is 'When it was noticed.';
create index meetings_ended_at_idx on kith_private.meetings (owner_id, state, ended_at desc, id);
create index meetings_calendar_id_idx on kith_private.meetings (owner_id, calendar_id);
create index meetings_note_id_idx on kith_private.meetings (owner_id, note_id) where note_id is not null;
create index meetings_created_at_idx on kith_private.meetings (created_at);

alter table kith_private.meetings enable row level security;
grant select, insert (calendar_id, event, title, started_at, ended_at, contact_ids, state),
  update (title, started_at, ended_at, contact_ids, state, note_id, written), delete on kith_private.meetings to authenticated;
create policy "Owners reach their meetings" on kith_private.meetings
  for all to authenticated using ((select kith_private.owner_id()) = owner_id);

create view kith_api.meetings with (security_invoker = true) as
select m.id, row_to_json(shape) as body
from kith_private.meetings m
cross join lateral (
  select
    m.id,
    m.calendar_id as "calendarId",
    m.title,
    to_char(m.started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startedAt",
    to_char(m.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "endedAt",
    array(
      select c.id from unnest(m.contact_ids) with ordinality given (id, place)
      join kith.contacts c on c.owner_id = m.owner_id and c.id = given.id order by given.place) as "contactIds",
    m.state,
    m.note_id as "noteId",
    to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt") shape;
comment on view kith_api.meetings is 'Meetings as the API shows them.';
grant select on kith_api.meetings to authenticated;

create function kith_api.list_meetings(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  found kith_private.page;
begin
  found := kith_private.find_page(arguments -> 'query', 'kith_private.meetings',
    array[$sql$state = coalesce($1 ->> 'state', 'suggested')$sql$], 'ended_at desc, id');
  return kith_private.answer_page(found, (
    select string_agg((select m.body::text from kith_api.meetings m where m.id = listed.id), ',' order by listed.position)
    from unnest(found.ids) with ordinality as listed (id, position)));
end
$$;
comment on function kith_api.list_meetings(jsonb) is 'A page of the current user''s meetings, the latest first. Query: state, page, pageSize.';

-- The last meetings of the current user that are suggested, as JSON.
create function kith_private.suggested_meetings(most integer) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', m.body -> 'id', 'title', m.body -> 'title', 'startedAt', m.body -> 'startedAt',
      'contactIds', m.body -> 'contactIds') order by latest.ended_at desc, latest.id), '[]')::text
    from (
      select m.id, m.ended_at from kith_private.meetings m
      where m.owner_id = (select auth.uid()) and m.state = 'suggested' order by m.ended_at desc, m.id limit most) latest
    join kith_api.meetings m on m.id = latest.id);
end
$$;

-- Makes a note of a meeting of the current user, about those of its contacts that there are, or about these; returns the meeting as it is now.
create function kith_private.log_meeting(meeting kith_private.meetings, contacts uuid[], content text) returns void
language plpgsql set search_path = ''
as $$
declare
  words constant text := coalesce(nullif(content, ''), nullif(meeting.title, ''), 'Meeting');
  made jsonb;
begin
  made := (kith_api.create_note(jsonb_build_object('body', jsonb_build_object('content', words, 'contactIds', to_jsonb(contacts),
    'noteTypeId', kith_private.note_type_called('{meeting,treffen}', 'Meeting'), 'occurredAt', meeting.started_at)))).body;
  update kith_private.meetings m set state = 'logged', note_id = (made ->> 'id')::uuid, written = case when content is null then words end
  where m.owner_id = (select auth.uid()) and m.id = meeting.id;
end
$$;

-- The meeting that a request names, locked; refused where it is not suggested any more.
create function kith_private.suggested_meeting(meeting uuid) returns kith_private.meetings
language plpgsql set search_path = ''
as $$
declare
  found_one kith_private.meetings;
begin
  select m.* into found_one from kith_private.meetings m where m.owner_id = (select auth.uid()) and m.id = meeting for update;
  if not found then
    perform kith_private.not_found();
  elsif found_one.state <> 'suggested' then
    perform kith_private.fail('conflict', format('It is %s already.', found_one.state));
  end if;
  return found_one;
end
$$;

create function kith_api.log_meeting(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
  meeting kith_private.meetings;
begin
  -- The log is locked before the meeting, in the same order as in notice_meetings: otherwise both could wait for each other.
  perform kith_private.lock_log();
  meeting := kith_private.suggested_meeting((arguments ->> 'id')::uuid);
  perform kith_private.log_meeting(meeting,
    case when body ? 'contactIds' then kith_private.ids_of(body -> 'contactIds') else array(
      select c.id from unnest(meeting.contact_ids) with ordinality given (id, place)
      join kith.contacts c on c.owner_id = meeting.owner_id and c.id = given.id order by given.place) end,
    body ->> 'content');
  return kith_private.answer_resource((select m.body from kith_api.meetings m where m.id = meeting.id));
end
$$;
comment on function kith_api.log_meeting(jsonb) is 'Makes a note of a meeting that is suggested.';

create function kith_api.dismiss_meeting(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  meeting constant kith_private.meetings := kith_private.suggested_meeting((arguments ->> 'id')::uuid);
begin
  update kith_private.meetings m set state = 'dismissed' where m.owner_id = (select auth.uid()) and m.id = meeting.id;
  return kith_private.answer_resource((select m.body from kith_api.meetings m where m.id = meeting.id));
end
$$;
comment on function kith_api.dismiss_meeting(jsonb) is 'Dismisses a meeting that is suggested: it is not suggested again.';

-- The phrases of two to five words in a title, of its first 40 words, folded.
create function kith_private.phrases_of(title text) returns setof text
language plpgsql immutable set search_path = ''
as $$
declare
  words constant text[] := (regexp_split_to_array(trim(regexp_replace(kith_private.folded(title), '[^[:alnum:]]+', ' ', 'g')), ' '))[:40];
begin
  return query
    select distinct array_to_string(words[first : last], ' ')
    from generate_series(1, cardinality(words)) first cross join generate_series(first + 1, least(first + 4, cardinality(words))) last;
end
$$;

-- Whom events are with: contacts that have one of their addresses, all who share one, and the contact whose first and last name is in the title, word
-- by word, where there is one of that name alone. events: [{event, title, addresses}]. Returns ids by event. All contacts are read once.
create function kith_private.people_of_events(events jsonb, own text[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  me constant uuid := kith_private.own_contact();
  -- By title, because many come again and again.
  phrases_by_title constant jsonb := (
    select coalesce(jsonb_object_agg(title, (select coalesce(jsonb_agg(phrase), '[]') from kith_private.phrases_of(title) phrase)), '{}')
    from (select distinct e ->> 'title' as title from jsonb_array_elements(events) e) titles);
  phrases constant jsonb := (
    select coalesce(jsonb_object_agg(phrase, true), '{}') from jsonb_each(phrases_by_title) t cross join jsonb_array_elements_text(t.value) phrase);
  known constant jsonb := kith_private.contacts_by_addresses(array(
    select distinct address from jsonb_array_elements(events) e cross join jsonb_array_elements_text(e -> 'addresses') address where address <> all (own)));
  named jsonb;
begin
  select coalesce(jsonb_object_agg(found.name, found.id), '{}') into named from (
    select called.name, min(c.id::text) as id
    from kith.contacts c
    cross join lateral (
      select trim(regexp_replace(kith_private.folded(c.first_name || ' ' || c.last_name), '[^[:alnum:]]+', ' ', 'g')) as name) called
    where c.first_name <> '' and c.last_name <> '' and not c.is_archived and c.id is distinct from me and phrases ? called.name
    group by called.name having count(*) = 1) found;
  return (
    select coalesce(jsonb_object_agg(e ->> 'event', (
      select coalesce(jsonb_agg(id order by place), '[]') from (
        select id, min(place) as place from (
          select id, given.place from jsonb_array_elements_text(e -> 'addresses') with ordinality given (address, place)
          cross join lateral jsonb_array_elements_text(known -> given.address) id
          union all
          select named ->> phrase, 1000 from jsonb_array_elements_text(phrases_by_title -> (e ->> 'title')) phrase where named ? phrase) every_one
        group by id order by min(place), id limit 50) first_ones)), '{}')
    from jsonb_array_elements(events) e);
end
$$;

-- Notices what a calendar of the current user has: body {calendarId, events [{event, title, startedAt, endedAt, addresses}]}, and with the last of them all,
-- by their event. What is new is suggested, or logged where the owner chose so; what has changed is changed in a suggestion, and in a note that is as Kith wrote it; a
-- suggestion whose event is gone goes. What was dismissed, and a note that was deleted, does not come again.
create function kith_api.notice_meetings(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
  calendar kith_private.read_calendars;
  people jsonb;
  item jsonb;
  ids uuid[];
  earlier kith_private.meetings;
  noticed integer := 0;
  room integer;
begin
  select c.id, c.mode, c.own_addresses into calendar.id, calendar.mode, calendar.own_addresses from kith_private.read_calendars c
  where c.owner_id = (select auth.uid()) and c.id = (body ->> 'calendarId')::uuid;
  if not found then
    perform kith_private.not_found();
  end if;
  people := kith_private.people_of_events(body -> 'events', kith_private.own_addresses() || calendar.own_addresses);
  room := 1000 - (select count(*) from kith_private.meetings m where m.owner_id = (select auth.uid()));
  for item in select e from jsonb_array_elements(body -> 'events') e loop
    ids := kith_private.ids_of(people -> (item ->> 'event'));
    select m.* into earlier from kith_private.meetings m where m.owner_id = (select auth.uid()) and m.event = item ->> 'event' for update;
    if not found then
      if cardinality(ids) > 0 and room > 0 then
        insert into kith_private.meetings (calendar_id, event, title, started_at, ended_at, contact_ids)
        values (calendar.id, item ->> 'event', item ->> 'title', (item ->> 'startedAt')::timestamptz, (item ->> 'endedAt')::timestamptz, ids)
        returning * into earlier;
        room := room - 1;
        noticed := noticed + 1;
        if calendar.mode = 'log' then
          perform kith_private.log_meeting(earlier, ids, null);
        end if;
      end if;
    elsif earlier.calendar_id = calendar.id and earlier.state <> 'dismissed' and (earlier.title, earlier.started_at, earlier.ended_at)
      is distinct from (item ->> 'title', (item ->> 'startedAt')::timestamptz, (item ->> 'endedAt')::timestamptz)
      or earlier.calendar_id = calendar.id and earlier.state = 'suggested' and earlier.contact_ids <> ids
    then
      update kith_private.meetings m set title = item ->> 'title', started_at = (item ->> 'startedAt')::timestamptz, ended_at = (item ->> 'endedAt')::timestamptz,
        contact_ids = case when m.state = 'suggested' then ids else m.contact_ids end,
        written = case when m.written is not null then coalesce(nullif(item ->> 'title', ''), 'Meeting') end
      where m.owner_id = (select auth.uid()) and m.id = earlier.id;
      if earlier.note_id is not null and exists (
        select from kith.notes n where n.owner_id = (select auth.uid()) and n.id = earlier.note_id and n.content = earlier.written
          and n.occurred_at = earlier.started_at)
      then
        perform kith_api.update_note(jsonb_build_object('id', earlier.note_id, 'body', jsonb_build_object(
          'content', coalesce(nullif(item ->> 'title', ''), 'Meeting'), 'occurredAt', item ->> 'startedAt')));
      end if;
    end if;
  end loop;
  if body ? 'all' then
    delete from kith_private.meetings m
    where m.owner_id = (select auth.uid()) and m.calendar_id = calendar.id and m.state = 'suggested' and (
      m.contact_ids = '{}' or m.ended_at > now() - interval '29 days' and not body -> 'all' ? m.event);
  end if;
  return (200, json_build_object('noticed', noticed))::kith_api.answer;
end
$$;
comment on function kith_api.notice_meetings(jsonb) is 'Notices meetings in a calendar. Only the clock may.';

grant execute on function kith_private.suggested_meetings(integer), kith_private.log_meeting(kith_private.meetings, uuid[], text),
  kith_private.suggested_meeting(uuid), kith_private.phrases_of(text), kith_private.people_of_events(jsonb, text[]) to authenticated;
