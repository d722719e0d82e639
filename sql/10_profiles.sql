-- The user's own profile: one row an account, made with the account.

create table public.profiles (
  owner_id uuid primary key default auth.uid() references auth.users (id) on delete cascade,
  name text constraint profiles_name_check check (char_length(name) <= 255),
  timezone text not null default 'UTC',
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
comment on table public.profiles is 'What a user says of themselves. One row for each account.';
comment on column public.profiles.owner_id is 'The account, auth.users.id.';
comment on column public.profiles.name is 'How the user is called, at most 255 characters.';
comment on column public.profiles.timezone is 'IANA time zone that decides where the user''s days begin and end.';
comment on column public.profiles.created_at is 'When the profile was made.';
comment on column public.profiles.updated_at is 'When the profile was last changed.';

alter table public.profiles enable row level security;
revoke all on public.profiles from anon, authenticated;
grant select on public.profiles to authenticated;
grant insert (owner_id, name, timezone), update (name, timezone) on public.profiles to authenticated;
grant all on public.profiles to service_role;

create policy "Owners read their profile" on public.profiles
  for select to authenticated using ((select auth.uid()) = owner_id);
create policy "Owners make their profile" on public.profiles
  for insert to authenticated with check ((select auth.uid()) = owner_id);
create policy "Owners change their profile" on public.profiles
  for update to authenticated using ((select auth.uid()) = owner_id) with check ((select auth.uid()) = owner_id);

-- Postgres itself accepts more than zone names (abbreviations, POSIX rules, files that are no zone).
create function private.is_time_zone(value text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  -- The view reads every zone's file, some 15 ms: not for each account of a project that has thousands.
  return value = 'UTC' or (value !~ '^(?:posix/|right/|posixrules$|localtime$|Factory$)'
    and exists (select from pg_catalog.pg_timezone_names where name = value));
end
$$;
comment on function private.is_time_zone(text) is 'Whether the text names an IANA time zone, spelt as the database of zones spells it.';

create function private.check_profile() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := private.trimmed(new.name);
  new.timezone := coalesce(private.trimmed(new.timezone), '');
  if tg_op = 'INSERT' or new.timezone is distinct from old.timezone then
    if private.is_time_zone(new.timezone) is not true then
      raise check_violation using
        message = 'The time zone is not a name of the IANA database, such as Europe/Paris.',
        schema = 'public', table = 'profiles', constraint = 'profiles_timezone_check';
    end if;
  end if;
  if tg_op = 'UPDATE' and (new.name, new.timezone) is distinct from (old.name, old.timezone) then
    new.updated_at := now();
  end if;
  return new;
end
$$;
comment on function private.check_profile() is 'Holds a profile to its rules.';
create trigger check_profile before insert or update on public.profiles
  for each row execute function private.check_profile();

-- A sign-up must never fail because of Kith: whatever goes wrong here is a warning in the log,
-- and a profile that is missing reads as one with nothing in it.
create function private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.profiles (owner_id, name)
  values (new.id, left(private.trimmed(coalesce(new.raw_user_meta_data ->> 'name', new.raw_user_meta_data ->> 'full_name')), 255))
  on conflict do nothing;
  return null;
exception when others then
  raise warning 'kith: no profile was made for a new account (%: %)', sqlstate, sqlerrm;
  return null;
end
$$;
comment on function private.create_profile() is 'Makes the profile of a new account.';
create trigger kith_create_profile after insert on auth.users
  for each row execute function private.create_profile();

insert into public.profiles (owner_id, created_at)
select id, coalesce(created_at, now()) from auth.users
on conflict do nothing;

-- Wrapped in a sub-select, each is evaluated once a statement.
create function private.time_zone() returns text
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((select p.timezone from public.profiles p where p.owner_id = (select auth.uid())), 'UTC');
end
$$;
comment on function private.time_zone() is 'The time zone of the current user.';

create function private.today() returns date
language plpgsql stable set search_path = ''
as $$
begin
  return (now() at time zone private.time_zone())::date;
end
$$;
comment on function private.today() is 'Today''s date where the current user is.';

-- A first-party app sends an instant; the API also takes a bare date, which means a time of that day where the user is.
create function private.local_instant(value text, time_of_day time) returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when value ~ '^\d{4}-\d{2}-\d{2}$' then (value::date + time_of_day) at time zone private.time_zone()
    else value::timestamptz
  end;
end
$$;
comment on function private.local_instant(text, time) is 'The instant a text stands for: RFC 3339, or a bare date at the given local time.';

grant execute on function private.is_time_zone(text) to authenticated, service_role;
grant execute on function private.time_zone(), private.today(), private.local_instant(text, time) to authenticated;
