-- The calendar feed of an account, for calendar apps, which know no credential but the feed's URL.

create table kith_private.calendars (
  owner_id uuid primary key default auth.uid() references auth.users (id) on delete cascade,
  created_at timestamptz(3) not null default now(),
  hash bytea not null unique constraint calendars_hash_check check (octet_length(hash) = 32)
);
comment on table kith_private.calendars is 'Calendar feeds that are switched on, at most one of each account.';
comment on column kith_private.calendars.owner_id is 'Whose calendar it is.';
comment on column kith_private.calendars.hash is 'SHA-256 of the secret in the feed''s URL.';
comment on column kith_private.calendars.created_at is 'When the secret was made.';

alter table kith_private.calendars enable row level security;
grant select (owner_id, created_at), insert (owner_id, hash), update (hash, created_at), delete on kith_private.calendars to authenticated;

create policy "Owners read their calendar" on kith_private.calendars
  for select to authenticated using ((select kith_private.owner_id()) = owner_id);
create policy "Owners make their calendar" on kith_private.calendars
  for insert to authenticated with check ((select kith_private.owner_id()) = owner_id);
create policy "Owners change their calendar" on kith_private.calendars
  for update to authenticated using ((select kith_private.owner_id()) = owner_id) with check ((select kith_private.owner_id()) = owner_id);
create policy "Owners delete their calendar" on kith_private.calendars
  for delete to authenticated using ((select kith_private.owner_id()) = owner_id);
create policy "Limited keys do not reach calendars" on kith_private.calendars as restrictive
  for all to kith_limited using (false);
