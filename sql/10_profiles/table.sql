-- The profile of a user: one row for each account, created with the account.

-- Whether it is a list of filters: at most 20, each with a name and a query.
create function kith_private.are_saved_filters(value jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  if jsonb_typeof(value) <> 'array' or jsonb_array_length(value) > 20 then
    return false;
  end if;
  return not exists (
    select from jsonb_array_elements(value) f
    where case when jsonb_typeof(f) = 'object' and jsonb_typeof(f -> 'name') = 'string' and jsonb_typeof(f -> 'query') = 'string'
      then f - '{name,query}'::text[] <> '{}' or char_length(f ->> 'name') not between 1 and 50 or char_length(f ->> 'query') not between 1 and 500
      else true end);
end
$$;
grant execute on function kith_private.are_saved_filters(jsonb) to authenticated, service_role;

create table kith.profiles (
  owner_id uuid primary key default auth.uid() references auth.users (id) on delete cascade,
  name text constraint profiles_name_check check (char_length(name) <= 255),
  timezone text not null default 'UTC',
  country text constraint profiles_country_check check (country is null or kith_private.calling_code(country) is not null),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  name_order text not null default 'firstName' constraint profiles_name_order_check check (name_order in ('firstName', 'lastName')),
  contact_id uuid,
  east_asian_names text not null default 'lastName' constraint profiles_east_asian_names_check check (east_asian_names in ('firstName', 'lastName')),
  digest_at time not null default '08:00' constraint profiles_digest_at_check check (extract(second from digest_at) = 0 and digest_at < '24:00'),
  digest_days smallint[] not null default '{1,2,3,4,5,6,7}' constraint profiles_digest_days_check check (
    cardinality(digest_days) >= 1 and cardinality(digest_days) <= 7 and digest_days <@ '{1,2,3,4,5,6,7}'),
  lead_days smallint not null default 7 constraint profiles_lead_days_check check (lead_days between 0 and 30),
  saved_filters jsonb not null default '[]' constraint profiles_saved_filters_check check (kith_private.are_saved_filters(saved_filters))
);
comment on table kith.profiles is 'Name, time zone and country of a user. One row for each account.';
comment on column kith.profiles.owner_id is 'The account, auth.users.id.';
comment on column kith.profiles.name is 'Name of the user, at most 255 characters.';
comment on column kith.profiles.timezone is 'IANA time zone that decides where the user''s days begin and end.';
comment on column kith.profiles.country is 'ISO 3166-1 alpha-2 code, or XK: in which country phone numbers are that are written without a calling code.';
comment on column kith.profiles.name_order is 'firstName or lastName: by which of them apps sort contacts, and which they show first.';
comment on column kith.profiles.contact_id is
  'The contact that is the user. It stays here where that contact is deleted, so that undoing the deletion finds it; then the API shows null.';
comment on column kith.profiles.east_asian_names is
  'lastName or firstName: which of them comes first in names in Han, Kana or Hangul. The last name is followed by the first without a space.';
comment on column kith.profiles.digest_at is 'At what time of the day channels get a digest, in the user''s time zone.';
comment on column kith.profiles.digest_days is 'On which days of the week, 1 for Monday to 7 for Sunday.';
comment on column kith.profiles.lead_days is 'How many days before a birthday or another date a digest says so too; 0 for not before.';
comment on column kith.profiles.saved_filters is 'Filters of people that the user keeps, at most 20: [{name, query}], the query as in the address of GET /contacts.';
comment on column kith.profiles.created_at is 'When the profile was created.';
comment on column kith.profiles.updated_at is 'When the profile was last changed.';

alter table kith.profiles enable row level security;
grant insert (owner_id, name, timezone, country, name_order, east_asian_names, contact_id, digest_at, digest_days, lead_days, saved_filters),
  update (name, timezone, country, name_order, east_asian_names, contact_id, digest_at, digest_days, lead_days, saved_filters) on kith.profiles to authenticated;
grant all on kith.profiles to service_role;

call pg_temp.log_resource('profile', 'kith.profiles', scope => 'profile', seen_by => 'account', finds => 't.owner_id = c.resource_id');
create policy "Owners reach their profile" on kith.profiles
  for all to authenticated using ((select kith_private.owner_id()) = owner_id);

-- Whether the text is the name of an IANA time zone, in its exact spelling.
-- Postgres accepts more than the names of zones: abbreviations, POSIX rules and other files of the zone database.
create function kith_private.is_time_zone(value text) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  -- The view reads the file of every zone, which takes about 15 ms, so the default UTC is accepted without it.
  return value = 'UTC' or (value !~ '^(?:posix/|right/|posixrules$|localtime$|Factory$)'
    and exists (select from pg_catalog.pg_timezone_names where name = value));
end
$$;

-- Trims a profile's texts and checks its time zone and country.
create function kith_private.check_profile() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := kith_private.trimmed(new.name);
  new.timezone := coalesce(kith_private.trimmed(new.timezone), '');
  new.country := kith_private.trimmed(new.country);
  if kith_private.calling_code(new.country) is null and new.country is not null then
    raise check_violation using
      message = 'The country is not a code of ISO 3166-1 with two capital letters, such as FR.',
      schema = 'kith', table = 'profiles', constraint = 'profiles_country_check';
  end if;
  if tg_op = 'INSERT' or new.timezone is distinct from old.timezone then
    if kith_private.is_time_zone(new.timezone) is not true then
      raise check_violation using
        message = 'The time zone is not a name of the IANA database, such as Europe/Paris.',
        schema = 'kith', table = 'profiles', constraint = 'profiles_timezone_check';
    end if;
  end if;
  if new.contact_id is not null and (tg_op = 'INSERT' or new.contact_id is distinct from old.contact_id) and not kith_private.is_restoring() then
    perform from kith.contacts c where c.owner_id = new.owner_id and c.id = new.contact_id;
    if not found then
      raise foreign_key_violation using
        message = 'The contact does not exist.', schema = 'kith', table = 'profiles', constraint = 'profiles_contact_id_fkey';
    end if;
  end if;
  return new;
end
$$;
create trigger check_profile before insert or update on kith.profiles
  for each row execute function kith_private.check_profile();
call pg_temp.one_line('kith.profiles', 'name');
create trigger stamp_change before update on kith.profiles
  for each row when (old.* is distinct from new.*) execute function kith_private.stamp_change();

-- Creates the profile of a new account.
-- A sign-up must never fail because of Kith: an error here is only logged as a warning, and a missing profile is read as
-- an empty one.
create function kith_private.create_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into kith.profiles (owner_id, name)
  values (new.id, left(kith_private.trimmed(kith_private.in_one_line(
    coalesce(new.raw_user_meta_data ->> 'name', new.raw_user_meta_data ->> 'full_name'))), 255))
  on conflict do nothing;
  return null;
exception when others then
  raise warning 'kith: no profile was made for a new account (%: %)', sqlstate, sqlerrm;
  return null;
end
$$;
create trigger kith_create_profile after insert on auth.users
  for each row execute function kith_private.create_profile();

insert into kith.profiles (owner_id, created_at)
select id, coalesce(created_at, now()) from auth.users
on conflict do nothing;

-- The time zone of the current user.
-- Callers write these in a sub-select, so that they are evaluated once for each statement. An API key that may not read the
-- profile has the same days, too.
create function kith_private.time_zone() returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select p.timezone from kith.profiles p where p.owner_id = (select auth.uid())), 'UTC');
end
$$;

-- Today's date in the time zone of the current user.
create function kith_private.today() returns date
language plpgsql stable set search_path = ''
as $$
begin
  return (now() at time zone kith_private.time_zone())::date;
end
$$;

-- The calling code and trunk prefix of the current user's country; null where the profile has none.
create function kith_private.own_calling_code() returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select kith_private.calling_code(p.country) from kith.profiles p where p.owner_id = (select auth.uid()));
end
$$;

-- The contact that the current user is, as the profile has it; null where it has none. It may not exist any more.
-- Callers write this in a sub-select too. What is due is the same for an API key that may not read the profile.
create function kith_private.own_contact() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select p.contact_id from kith.profiles p where p.owner_id = (select auth.uid()));
end
$$;

-- Which name comes first in names of an owner's contacts that are in Han, Kana or Hangul. The same for an API key that may not read the profile.
create function kith_private.east_asian_names(owner uuid) returns text
language plpgsql stable parallel safe security definer set search_path = ''
as $$
begin
  return coalesce((select p.east_asian_names from kith.profiles p where p.owner_id = owner and owner = (select auth.uid())), 'lastName');
end
$$;

-- The instant that a text means: RFC 3339; a date, which means the given time of that day in the user's time zone; or a duration,
-- which only tools for assistants accept: P3W is the given time of the day in three weeks, PT2H two hours from now.
create function kith_private.local_instant(value text, time_of_day time) returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when value ~ '^\d{4}-\d{2}-\d{2}$' then (value::date + time_of_day) at time zone kith_private.time_zone()
    when value like 'P%T%' then now() + value::interval
    when value like 'P%' then ((kith_private.today() + value::interval)::date + time_of_day) at time zone kith_private.time_zone()
    else value::timestamptz
  end;
end
$$;

grant execute on function kith_private.is_time_zone(text) to authenticated, service_role;
grant execute on function kith_private.time_zone(), kith_private.own_calling_code(), kith_private.own_contact(), kith_private.today(), kith_private.east_asian_names(uuid),
  kith_private.local_instant(text, time) to authenticated;
