-- The calendar feed of an account, for calendar apps, which know no credential but the feed's URL.

create table kith_private.calendars (
  owner_id uuid primary key default auth.uid() references auth.users (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  hash bytea not null unique constraint calendars_hash_check check (octet_length(hash) = 32),
  read_minute timestamptz not null default '-infinity',
  reads smallint not null default 0
);
comment on table kith_private.calendars is 'Calendar feeds that are switched on, at most one of each account.';
comment on column kith_private.calendars.owner_id is 'Whose calendar it is.';
comment on column kith_private.calendars.hash is 'SHA-256 of the secret in the feed''s URL.';
comment on column kith_private.calendars.created_at is 'When the secret was made.';
comment on column kith_private.calendars.read_minute is 'The minute in which the feed was last read.';
comment on column kith_private.calendars.reads is 'How often it was read then.';

alter table kith_private.calendars enable row level security;
grant select (owner_id, created_at), insert (owner_id, hash), update (hash, created_at), delete on kith_private.calendars to authenticated;

create policy "Owners reach their calendar" on kith_private.calendars
  for all to authenticated using ((select kith_private.owner_id()) = owner_id);
create policy "Limited keys do not reach calendars" on kith_private.calendars as restrictive
  for all to kith_limited using (false);

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
