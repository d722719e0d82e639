-- Channels: where Kith tells an owner of what is due. An address or topic gets nothing but a code before the owner has proved that it is theirs;
-- a browser needs none, because it alone knows the keys of its subscription.

create table kith_private.channels (
  id uuid not null default gen_random_uuid(),
  kind text not null constraint channels_kind_check check (kind in ('email', 'webPush', 'ntfy')),
  name text not null constraint channels_name_check check (char_length(name) between 1 and 100),
  -- Of mail one address, and nothing that a header could end with.
  target text not null constraint channels_target_check check (
    case kind when 'email' then char_length(target) <= 254 and target ~ '^[A-Za-z0-9.!#$%&''*+/=?^_{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$'
      when 'webPush' then char_length(target) <= 1000 and target ~
        '^https://(fcm\.googleapis\.com|[a-z0-9-]+\.push\.services\.mozilla\.com|web\.push\.apple\.com|[a-z0-9-]+\.notify\.windows\.com)/[!-~]+$'
      else char_length(target) <= 1000 and target ~ '^https://[!-~]+$' end),
  is_enabled boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  verified_at timestamptz(3),
  code text,
  code_made_at timestamptz,
  code_tries smallint not null default 0,
  last_delivered_at timestamptz(3),
  last_error text,
  failing_since timestamptz(3),
  stop_secret text not null unique default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  keys jsonb constraint channels_keys_check check (
    case when kind = 'webPush' then coalesce(keys ->> 'p256dh' ~ '^[A-Za-z0-9_-]{87}$' and keys ->> 'auth' ~ '^[A-Za-z0-9_-]{22}$', false)
      else keys is null end),
  events text[] not null default '{digest}' constraint channels_events_check check (events <@ '{digest,reminder}'),
  with_names boolean not null default false,
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  primary key (owner_id, id)
);
comment on table kith_private.channels is 'Where Kith tells an owner of what is due, at most 10 of each account.';
comment on column kith_private.channels.id is 'Identifies the channel.';
comment on column kith_private.channels.owner_id is 'Whose channel it is.';
comment on column kith_private.channels.kind is 'How it is told: email, webPush or ntfy.';
comment on column kith_private.channels.name is 'What the owner calls it.';
comment on column kith_private.channels.target is 'The address, the endpoint of the browser''s push service, or the URL of the topic. All but the address are credentials.';
comment on column kith_private.channels.is_enabled is 'Whether anything is sent to it.';
comment on column kith_private.channels.created_at is 'When it was created.';
comment on column kith_private.channels.updated_at is 'When the owner last changed it.';
comment on column kith_private.channels.verified_at is 'When the owner proved that the address is theirs; null before.';
comment on column kith_private.channels.code is 'The code that was sent there, until it is used or replaced.';
comment on column kith_private.channels.code_made_at is 'When the code was made; it is good for an hour.';
comment on column kith_private.channels.code_tries is 'How often a wrong code was given since.';
comment on column kith_private.channels.last_delivered_at is 'When a digest, or what tries it out, was last delivered.';
comment on column kith_private.channels.last_error is 'Why the last delivery failed; null after one that did not.';
comment on column kith_private.channels.failing_since is 'Since when all deliveries fail; after ten days the channel is switched off.';
comment on column kith_private.channels.keys is 'What messages to a browser are encrypted for: {p256dh, auth}.';
comment on column kith_private.channels.events is 'What it is told: digest, each day, and reminder, at its time.';
comment on column kith_private.channels.with_names is 'Whether a message names people. A mail always does.';
comment on column kith_private.channels.stop_secret is 'The secret in the links of mails that switch the channel off; it is good for nothing else.';
create index channels_owner_id_idx on kith_private.channels (owner_id, created_at, id);
insert into kith_private.quotas (name, maximum) values ('channels', 10);

alter table kith_private.channels enable row level security;
grant select (id, owner_id, kind, name, target, is_enabled, created_at, updated_at, verified_at, last_delivered_at, last_error, failing_since,
    events, with_names),
  insert (kind, name, target, is_enabled, keys, events, with_names), update (name, is_enabled, events, with_names), delete
  on kith_private.channels to authenticated;
create policy "Owners reach their channels" on kith_private.channels
  for all to authenticated using ((select kith_private.owner_id()) = owner_id);

create trigger check_usage after insert on kith_private.channels
  referencing new table as written for each statement execute function kith_private.check_usage();
-- A channel of a browser is verified from the beginning, and replaces an earlier one of the same browser.
create function kith_private.verify_push() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from kith_private.channels c where c.owner_id = new.owner_id and c.kind = 'webPush' and c.target = new.target;
  new.verified_at := now();
  return new;
end
$$;
create trigger verify_push before insert on kith_private.channels
  for each row when (new.kind = 'webPush') execute function kith_private.verify_push();
-- The clock never changes these.
create trigger stamp_change before update on kith_private.channels
  for each row when (old.name is distinct from new.name or old.is_enabled is distinct from new.is_enabled
    or old.verified_at is distinct from new.verified_at or old.events is distinct from new.events or old.with_names is distinct from new.with_names)
  execute function kith_private.stamp_change();

-- Browsers take messages of whoever has the private key to the public one that they subscribed with, so that it always stays the same.
create table kith_private.push_keys (
  is_only_row boolean primary key default true constraint push_keys_is_only_row_check check (is_only_row),
  -- 244 random bits, of the database's own generator.
  private_key text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')
);
comment on table kith_private.push_keys is 'What messages to browsers are signed with: one row, or none before the first browser.';
comment on column kith_private.push_keys.is_only_row is 'True.';
comment on column kith_private.push_keys.private_key is 'A private key on P-256, in hexadecimal.';
alter table kith_private.push_keys enable row level security;
create policy "No client reaches the key" on kith_private.push_keys for all to authenticated using (false);

-- The private key, which is made when it is first asked for.
create function kith_private.push_key() returns text
language plpgsql security definer set search_path = ''
as $$
declare
  kept text := (select k.private_key from kith_private.push_keys k);
begin
  if kept is null then
    insert into kith_private.push_keys (is_only_row) values (true) on conflict do nothing;
    select k.private_key into kept from kith_private.push_keys k;
  end if;
  return kept;
end
$$;

create table kith_private.outbox (
  id uuid not null default gen_random_uuid(),
  channel_id uuid,
  kind text not null constraint outbox_kind_check check (kind in ('digest', 'reminder', 'code', 'test')),
  occurrence text not null,
  address text,
  state text not null default 'waiting' constraint outbox_state_check check (state in ('waiting', 'sent', 'empty', 'failed')),
  due_at timestamptz not null default now(),
  tries smallint not null default 0,
  error text,
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  owner_id uuid not null references auth.users (id) on delete cascade,
  primary key (owner_id, id),
  constraint outbox_occurrence_key unique (owner_id, channel_id, kind, occurrence),
  constraint outbox_channel_id_fkey foreign key (owner_id, channel_id) references kith_private.channels (owner_id, id) on delete set null (channel_id)
);
comment on table kith_private.outbox is 'What is to be sent to channels, and what was sent in the last 30 days.';
comment on column kith_private.outbox.id is 'Identifies the delivery, also to providers that send nothing twice.';
comment on column kith_private.outbox.owner_id is 'Whose channel it is for.';
comment on column kith_private.outbox.channel_id is 'The channel; null where it was deleted.';
comment on column kith_private.outbox.kind is 'digest, reminder, code or test.';
comment on column kith_private.outbox.occurrence is 'Which one of its kind: the day of a digest, a reminder and when it is due. There is one for each channel.';
comment on column kith_private.outbox.address is 'Where a code is sent, so that nobody gets many, whoever asks.';
comment on column kith_private.outbox.state is 'waiting, sent, empty where nothing was due by then, or failed.';
comment on column kith_private.outbox.due_at is 'When it is to be sent, or tried again. While it is being sent, when somebody else may.';
comment on column kith_private.outbox.tries is 'How often it was tried.';
comment on column kith_private.outbox.error is 'Why the last try failed.';
comment on column kith_private.outbox.created_at is 'When it was planned.';
comment on column kith_private.outbox.sent_at is 'When it was delivered.';
create index outbox_due_at_idx on kith_private.outbox (due_at) where state = 'waiting';
create index outbox_waiting_idx on kith_private.outbox (owner_id, due_at) where state = 'waiting';
create index outbox_created_at_idx on kith_private.outbox (created_at);
create index outbox_reminder_idx on kith_private.outbox (owner_id, created_at) where kind = 'reminder';
create index outbox_owner_id_idx on kith_private.outbox (owner_id, channel_id, created_at desc, id);
create index outbox_address_idx on kith_private.outbox (address) where address is not null;
alter table kith_private.outbox enable row level security;
grant select (id, owner_id, channel_id, kind, occurrence, state, tries, error, created_at, sent_at) on kith_private.outbox to authenticated;
create policy "Owners read their deliveries" on kith_private.outbox
  for select to authenticated using ((select kith_private.owner_id()) = owner_id);

create table kith_private.digests (
  owner_id uuid primary key references auth.users (id) on delete cascade,
  next_at timestamptz not null,
  occurrence date not null
);
comment on table kith_private.digests is 'When owners get their next digest: those with a channel that is switched on.';
comment on column kith_private.digests.owner_id is 'Who gets it.';
comment on column kith_private.digests.next_at is 'When.';
comment on column kith_private.digests.occurrence is 'Of which day it is, in the owner''s time zone.';
create index digests_next_at_idx on kith_private.digests (next_at);
alter table kith_private.digests enable row level security;
create policy "No client reaches the digests" on kith_private.digests for all to authenticated using (false);

-- Sets when an owner gets the next digest: at the hour of the profile, on the first of its days after an instant. An hour that a clock change
-- leaves out is the one that comes after it; of one that comes twice it is the second, and there is one digest.
create function kith_private.schedule_digest(owner uuid, after timestamptz default now()) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  profile kith.profiles;
  zone text;
begin
  if not exists (
    select from kith_private.channels c where c.owner_id = owner and c.is_enabled and c.verified_at is not null and 'digest' = any (c.events))
  then
    delete from kith_private.digests d where d.owner_id = owner;
    return;
  end if;
  select p.* into profile from kith.profiles p where p.owner_id = owner;
  zone := coalesce(profile.timezone, 'UTC');
  insert into kith_private.digests as d (owner_id, next_at, occurrence)
  select owner, day.at, day.date
  from (
    select (n + (after at time zone zone)::date) as date,
      (n + (after at time zone zone)::date + coalesce(profile.digest_at, '08:00')) at time zone zone as at
    from generate_series(0, 8) n) day
  where day.at > after and extract(isodow from day.date) = any (coalesce(profile.digest_days, '{1,2,3,4,5,6,7}'))
  order by day.date limit 1
  on conflict (owner_id) do update set next_at = excluded.next_at, occurrence = excluded.occurrence;
end
$$;

create function kith_private.schedule_digests() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if current_setting('kith.deleting_account', true) is distinct from 'on' then
    perform kith_private.schedule_digest(coalesce(new.owner_id, old.owner_id));
  end if;
  return null;
end
$$;
create trigger schedule_digests after insert or delete on kith_private.channels
  for each row execute function kith_private.schedule_digests();
create trigger schedule_digests_again after update on kith_private.channels
  for each row when (old.is_enabled is distinct from new.is_enabled or old.verified_at is distinct from new.verified_at
    or old.events is distinct from new.events)
  execute function kith_private.schedule_digests();
create trigger schedule_digests after update on kith.profiles
  for each row when (old.timezone is distinct from new.timezone or old.digest_at is distinct from new.digest_at
    or old.digest_days is distinct from new.digest_days)
  execute function kith_private.schedule_digests();
