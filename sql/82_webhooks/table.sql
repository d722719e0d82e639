-- Webhooks: addresses of the owner's that are told of each change of the log, in order. How far each has come is a place in the log, as a
-- cursor of GET /changes is, so that nothing is kept twice and nothing is lost while an address does not answer.

create table kith_private.webhooks (
  id uuid not null default gen_random_uuid(),
  name text not null constraint webhooks_name_check check (char_length(name) >= 1 and char_length(name) <= 100),
  url text not null constraint webhooks_url_check check (char_length(url) <= 2000 and url ~ '^https://[!-~]+$'),
  is_enabled boolean not null default true,
  ignored_actor_ids uuid[] not null default '{}' constraint webhooks_ignored_actor_ids_check check (cardinality(ignored_actor_ids) <= 20),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  secret text not null constraint webhooks_secret_check check (secret ~ '^whsec_[A-Za-z0-9+/]{43}=$'),
  previous_secret text,
  previous_until timestamptz,
  told_number bigint not null default 0,
  test_id uuid,
  tested_at timestamptz,
  due_at timestamptz not null default now(),
  tries smallint not null default 0,
  last_delivered_at timestamptz(3),
  last_error text,
  last_status smallint,
  failing_since timestamptz(3),
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  primary key (owner_id, id)
);
comment on table kith_private.webhooks is 'Addresses that are told of changes, at most 10 of each account.';
comment on column kith_private.webhooks.id is 'Identifies the webhook.';
comment on column kith_private.webhooks.owner_id is 'Whose webhook it is.';
comment on column kith_private.webhooks.name is 'What the owner calls it.';
comment on column kith_private.webhooks.url is 'Where messages are posted.';
comment on column kith_private.webhooks.is_enabled is 'Whether any are. It is switched off after ten tries in three days, and where the address is gone.';
comment on column kith_private.webhooks.ignored_actor_ids is 'Whose changes it is not told of: those of the API key that the receiver itself writes with.';
comment on column kith_private.webhooks.created_at is 'When it was created.';
comment on column kith_private.webhooks.updated_at is 'When the owner last changed it.';
comment on column kith_private.webhooks.secret is 'What messages are signed with.';
comment on column kith_private.webhooks.previous_secret is 'The one before, by which they are signed as well for a day.';
comment on column kith_private.webhooks.previous_until is 'Until when.';
comment on column kith_private.webhooks.told_number is 'The change set up to which it has been told.';
comment on column kith_private.webhooks.test_id is 'A message that tries it out, and waits.';
comment on column kith_private.webhooks.tested_at is 'When that was last asked for.';
comment on column kith_private.webhooks.due_at is 'Not before then is it told of more. While it is being told, when somebody else may.';
comment on column kith_private.webhooks.tries is 'How often the next message has failed.';
comment on column kith_private.webhooks.last_delivered_at is 'When a message was last taken.';
comment on column kith_private.webhooks.last_error is 'Why the last try failed; null after one that did not.';
comment on column kith_private.webhooks.last_status is 'The status of the last answer.';
comment on column kith_private.webhooks.failing_since is 'Since when all tries fail.';
create index webhooks_due_at_idx on kith_private.webhooks (due_at) where is_enabled;
create index webhooks_owner_id_idx on kith_private.webhooks (owner_id, created_at, id);
insert into kith_private.quotas (name, maximum) values ('webhooks', 10);

alter table kith_private.webhooks enable row level security;
grant select (id, owner_id, name, url, is_enabled, ignored_actor_ids, created_at, updated_at, told_number, last_delivered_at, last_error, last_status,
    failing_since),
  insert (name, url, is_enabled, ignored_actor_ids, secret), update (name, url, is_enabled, ignored_actor_ids), delete on kith_private.webhooks to authenticated;
create policy "Owners reach their webhooks" on kith_private.webhooks
  for all to authenticated using ((select kith_private.owner_id()) = owner_id);

create trigger check_usage after insert on kith_private.webhooks
  referencing new table as written for each statement execute function kith_private.check_usage();
-- The clock never changes these, but switches a webhook off.
create trigger stamp_change before update on kith_private.webhooks
  for each row when (old.name is distinct from new.name or old.url is distinct from new.url or old.is_enabled is distinct from new.is_enabled
    or old.ignored_actor_ids is distinct from new.ignored_actor_ids)
  execute function kith_private.stamp_change();

-- A webhook begins with what changes from now on. One that is switched on again, or has another address, is tried at once, from where it was.
create function kith_private.begin_webhook() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.told_number := coalesce((select max(s.number) from kith_private.change_sets s where s.owner_id = new.owner_id), 0);
  else
    new.due_at := now();
    new.tries := 0;
    new.failing_since := null;
  end if;
  return new;
end
$$;
create trigger begin_webhook before insert on kith_private.webhooks
  for each row execute function kith_private.begin_webhook();
create trigger begin_webhook_again before update on kith_private.webhooks
  for each row when ((new.is_enabled and not old.is_enabled) or old.url is distinct from new.url)
  execute function kith_private.begin_webhook();
