-- The user's own profile: one row an account, made with the account.

create table kith.profiles (
  owner_id uuid primary key default auth.uid() references auth.users (id) on delete cascade,
  name text constraint profiles_name_check check (char_length(name) <= 255),
  timezone text not null default 'UTC',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
comment on table kith.profiles is 'What a user says of themselves. One row for each account.';
comment on column kith.profiles.owner_id is 'The account, auth.users.id.';
comment on column kith.profiles.name is 'How the user is called, at most 255 characters.';
comment on column kith.profiles.timezone is 'IANA time zone that decides where the user''s days begin and end.';
comment on column kith.profiles.created_at is 'When the profile was made.';
comment on column kith.profiles.updated_at is 'When the profile was last changed.';

alter table kith.profiles enable row level security;
grant select on kith.profiles to authenticated;
grant insert (owner_id, name, timezone), update (name, timezone) on kith.profiles to authenticated;
grant all on kith.profiles to service_role;

create policy "Owners read their profile" on kith.profiles
  for select to authenticated using ((select auth.uid()) = owner_id);
create policy "Owners make their profile" on kith.profiles
  for insert to authenticated with check ((select auth.uid()) = owner_id);
create policy "Owners change their profile" on kith.profiles
  for update to authenticated using ((select auth.uid()) = owner_id) with check ((select auth.uid()) = owner_id);

-- Postgres itself accepts more than zone names (abbreviations, POSIX rules, files that are no zone).
create function kith_private.is_time_zone(value text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  -- The view reads every zone's file, some 15 ms: not for each account of a project that has thousands.
  return value = 'UTC' or (value !~ '^(?:posix/|right/|posixrules$|localtime$|Factory$)'
    and exists (select from pg_catalog.pg_timezone_names where name = value));
end
$$;
comment on function kith_private.is_time_zone(text) is 'Whether the text names an IANA time zone, spelt as the database of zones spells it.';

create function kith_private.check_profile() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := kith_private.trimmed(new.name);
  new.timezone := coalesce(kith_private.trimmed(new.timezone), '');
  if tg_op = 'INSERT' or new.timezone is distinct from old.timezone then
    if kith_private.is_time_zone(new.timezone) is not true then
      raise check_violation using
        message = 'The time zone is not a name of the IANA database, such as Europe/Paris.',
        schema = 'kith', table = 'profiles', constraint = 'profiles_timezone_check';
    end if;
  end if;
  return new;
end
$$;
comment on function kith_private.check_profile() is 'Holds a profile to its rules.';
create trigger check_profile before insert or update on kith.profiles
  for each row execute function kith_private.check_profile();
create trigger stamp_change before update on kith.profiles
  for each row when (old.* is distinct from new.*) execute function kith_private.stamp_change();

-- A sign-up must never fail because of Kith: whatever goes wrong here is a warning in the log,
-- and a profile that is missing reads as one with nothing in it.
create function kith_private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into kith.profiles (owner_id, name)
  values (new.id, left(kith_private.trimmed(coalesce(new.raw_user_meta_data ->> 'name', new.raw_user_meta_data ->> 'full_name')), 255))
  on conflict do nothing;
  return null;
exception when others then
  raise warning 'kith: no profile was made for a new account (%: %)', sqlstate, sqlerrm;
  return null;
end
$$;
comment on function kith_private.create_profile() is 'Makes the profile of a new account.';
create trigger kith_create_profile after insert on auth.users
  for each row execute function kith_private.create_profile();

insert into kith.profiles (owner_id, created_at)
select id, coalesce(created_at, now()) from auth.users
on conflict do nothing;

-- Wrapped in a sub-select, each is evaluated once a statement.
create function kith_private.time_zone() returns text
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((select p.timezone from kith.profiles p where p.owner_id = (select auth.uid())), 'UTC');
end
$$;
comment on function kith_private.time_zone() is 'The time zone of the current user.';

create function kith_private.today() returns date
language plpgsql stable set search_path = ''
as $$
begin
  return (now() at time zone kith_private.time_zone())::date;
end
$$;
comment on function kith_private.today() is 'Today''s date where the current user is.';

-- A first-party app sends an instant; the API also takes a bare date, which means a time of that day where the user is.
create function kith_private.local_instant(value text, time_of_day time) returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when value ~ '^\d{4}-\d{2}-\d{2}$' then (value::date + time_of_day) at time zone kith_private.time_zone()
    else value::timestamptz
  end;
end
$$;
comment on function kith_private.local_instant(text, time) is 'The instant a text stands for: RFC 3339, or a bare date at the given local time.';

grant execute on function kith_private.is_time_zone(text) to authenticated, service_role;
grant execute on function kith_private.time_zone(), kith_private.today(), kith_private.local_instant(text, time) to authenticated;
