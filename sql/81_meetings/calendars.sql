-- Calendars of the owner that Kith reads, at secret addresses that their providers publish.

create table kith_private.read_calendars (
  id uuid not null default gen_random_uuid(),
  name text not null constraint read_calendars_name_check check (char_length(name) >= 1 and char_length(name) <= 100),
  url text constraint read_calendars_url_check check (char_length(url) <= 2000),
  secret_id uuid,
  mode text not null default 'suggest' constraint read_calendars_mode_check check (mode in ('suggest', 'log')),
  own_addresses text[] not null default '{}' constraint read_calendars_own_addresses_check check (cardinality(own_addresses) <= 20),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  read_at timestamptz(3),
  error text,
  failures smallint not null default 0,
  due_at timestamptz not null default now(),
  validators jsonb not null default '{}',
  taken_at timestamptz,
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  primary key (owner_id, id)
);
comment on table kith_private.read_calendars is 'Calendars that Kith reads, at most 5 of each account.';
comment on column kith_private.read_calendars.id is 'Identifies the calendar.';
comment on column kith_private.read_calendars.owner_id is 'Whose calendar it is.';
comment on column kith_private.read_calendars.name is 'What the owner calls it.';
comment on column kith_private.read_calendars.url is 'Its address, which is a credential; null where the Vault has it.';
comment on column kith_private.read_calendars.secret_id is 'The secret of the Vault that has it.';
comment on column kith_private.read_calendars.mode is 'Whether meetings are suggested, or logged as notes.';
comment on column kith_private.read_calendars.own_addresses is 'Addresses of the owner in it, beside those that Kith knows.';
comment on column kith_private.read_calendars.created_at is 'When it was created.';
comment on column kith_private.read_calendars.updated_at is 'When the owner last changed it.';
comment on column kith_private.read_calendars.read_at is 'When it was last read.';
comment on column kith_private.read_calendars.error is 'Why it was not the last time; null where it was.';
comment on column kith_private.read_calendars.failures is 'How often it was not since.';
comment on column kith_private.read_calendars.due_at is 'When it is read next.';
comment on column kith_private.read_calendars.taken_at is 'When reading it last began.';
comment on column kith_private.read_calendars.validators is 'Of the version that was read: {etag, lastModified, digest, sameUntil}.';
create index read_calendars_due_at_idx on kith_private.read_calendars (due_at);
create index read_calendars_owner_id_idx on kith_private.read_calendars (owner_id, created_at, id);
insert into kith_private.quotas (name, maximum) values ('read_calendars', 5);

alter table kith_private.read_calendars enable row level security;
grant select (id, owner_id, name, mode, own_addresses, created_at, updated_at, read_at, error),
  insert (name, mode, own_addresses), update (name, mode, own_addresses), delete on kith_private.read_calendars to authenticated;
create policy "Owners reach their calendars" on kith_private.read_calendars
  for all to authenticated using ((select kith_private.owner_id()) = owner_id);

create trigger check_usage after insert on kith_private.read_calendars
  referencing new table as written for each statement execute function kith_private.check_usage();
create trigger stamp_change before update on kith_private.read_calendars
  for each row when (old.name is distinct from new.name or old.mode is distinct from new.mode or old.own_addresses is distinct from new.own_addresses)
  execute function kith_private.stamp_change();

-- Keeps the address of a calendar of the current user: in the Vault where there is one. It is read anew, and soon, but once a minute at most.
create function kith_private.keep_url(calendar uuid, address text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  kept uuid;
begin
  perform kith_private.refuse_limits();
  select c.secret_id into kept from kith_private.read_calendars c where c.owner_id = (select auth.uid()) and c.id = calendar for update;
  if not found then
    return;
  end if;
  -- The Vault of another database, or none any more: calendars are moved with their accounts, and secrets are not.
  if kept is not null then
    if not exists (select from vault.decrypted_secrets s where s.id = kept) then
      kept := null;
    end if;
  end if;
  if kept is not null then
    perform vault.update_secret(kept, address);
  elsif to_regclass('vault.decrypted_secrets') is not null then
    kept := vault.create_secret(address, 'kith_calendar_' || calendar, 'A calendar that Kith reads.');
  end if;
  update kith_private.read_calendars c set url = case when kept is null then address end, secret_id = kept, validators = '{}',
    due_at = greatest(now(), c.taken_at + interval '1 minute'), failures = 0
  where c.owner_id = (select auth.uid()) and c.id = calendar;
  perform kith_private.request_tick();
end
$$;

-- Forgets the address of a calendar that is deleted. Where it cannot, the account can still be deleted.
create function kith_private.forget_url() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if old.secret_id is not null then
    delete from vault.secrets s where s.id = old.secret_id;
  end if;
  return null;
exception when others then
  raise warning 'kith: the address of a deleted calendar stays in the Vault (%: %)', sqlstate, sqlerrm;
  return null;
end
$$;
create trigger forget_url after delete on kith_private.read_calendars
  for each row execute function kith_private.forget_url();

create view kith_api.read_calendars with (security_invoker = true) as
select c.id, row_to_json(shape) as body
from kith_private.read_calendars c
cross join lateral (
  select
    c.id,
    c.name,
    c.mode,
    c.own_addresses as "ownAddresses",
    to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    to_char(c.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt",
    to_char(c.read_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastReadAt",
    c.error as "lastError") shape;
comment on view kith_api.read_calendars is 'Calendars as the API shows them.';
grant select on kith_api.read_calendars to authenticated;

call pg_temp.make_reading('kith_private.read_calendars', 'read calendar');

create function kith_api.create_read_calendar(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
  made uuid;
begin
  insert into kith_private.read_calendars (name, mode, own_addresses)
  values (body ->> 'name', coalesce(body ->> 'mode', 'suggest'), array(select jsonb_array_elements_text(coalesce(body -> 'ownAddresses', '[]'))))
  returning read_calendars.id into made;
  perform kith_private.keep_url(made, body ->> 'url');
  return kith_private.answer_resource((select c.body from kith_api.read_calendars c where c.id = made), 201::smallint);
end
$$;
comment on function kith_api.create_read_calendar(jsonb) is 'Has a calendar read.';

create function kith_api.update_read_calendar(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
  calendar constant uuid := arguments ->> 'id';
begin
  update kith_private.read_calendars c set
    name = case when body ? 'name' then body ->> 'name' else c.name end,
    mode = case when body ? 'mode' then body ->> 'mode' else c.mode end,
    own_addresses = case when body ? 'ownAddresses' then array(select jsonb_array_elements_text(body -> 'ownAddresses')) else c.own_addresses end
  where c.owner_id = (select auth.uid()) and c.id = calendar;
  if found and body ? 'url' then
    perform kith_private.keep_url(calendar, body ->> 'url');
  end if;
  return kith_api.get_read_calendar(arguments);
end
$$;
comment on function kith_api.update_read_calendar(jsonb) is 'Changes a calendar that is read.';

create function kith_api.delete_read_calendar(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  delete from kith_private.read_calendars c where c.owner_id = (select auth.uid()) and c.id = (arguments ->> 'id')::uuid;
  return kith_private.answer_deleted(found);
end
$$;
comment on function kith_api.delete_read_calendar(jsonb) is 'Has a calendar read no longer, and forgets what was noticed in it; notes stay.';

grant execute on function kith_private.keep_url(uuid, text) to authenticated;

-- Takes at most so many calendars that are to be read, with what is needed to read each. A calendar counts as failed until it is
-- marked, because the process that reads it may be killed.
create function kith_private.take_calendars(most integer) returns jsonb
language plpgsql security definer set search_path = '' set enable_seqscan = off set enable_bitmapscan = off set jit = off
as $$
declare
  taken jsonb := '[]';
  item kith_private.read_calendars;
  address text;
begin
  if kith_private.is_clock_resting() then
    return null;
  end if;
  for item in
    select c.* from kith_private.read_calendars c where c.due_at <= now() order by c.due_at limit most for update skip locked
  loop
    update kith_private.read_calendars c
    set taken_at = now(), failures = least(c.failures + 1, 24), due_at = now() + interval '1 hour' * least(c.failures + 1, 24)
    where c.owner_id = item.owner_id and c.id = item.id;
    address := item.url;
    if item.secret_id is not null then
      select s.decrypted_secret into address from vault.decrypted_secrets s where s.id = item.secret_id;
    end if;
    -- Who was met may have become a contact since.
    if exists (select from kith.contacts c where c.owner_id = item.owner_id and c.updated_at > item.read_at) then
      item.validators := '{}';
    end if;
    taken := taken || jsonb_build_object('id', item.id, 'ownerId', item.owner_id, 'url', address, 'validators', item.validators,
      'timeZone', coalesce((select p.timezone from kith.profiles p where p.owner_id = item.owner_id), 'UTC'),
      'ownAddresses', to_jsonb(kith_private.addresses_of(item.owner_id)) || to_jsonb(item.own_addresses));
  end loop;
  return nullif(taken, '[]');
end
$$;

-- Marks a calendar as read, where failed is null, or as not read for this reason. New validators replace the earlier ones. One that fails is read less and
-- less often, once a day at last.
create function kith_private.mark_calendar(owner uuid, calendar uuid, failed text, validators jsonb default null) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  update kith_private.read_calendars c set
    read_at = case when failed is null then now() else c.read_at end,
    error = failed,
    validators = coalesce(mark_calendar.validators, c.validators),
    failures = case when failed is null then 0 else c.failures end,
    due_at = case when failed is null then now() + interval '1 hour' else c.due_at end
  where c.owner_id = owner and c.id = calendar;
end
$$;
