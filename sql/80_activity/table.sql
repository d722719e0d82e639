-- The log of changes: who changed which rows, and what they were before. ADR 30 says why it is a log.

-- Checking foreign keys would take a fifth of the time of logging. An account is locked while its log is written, and
-- change_logs, which is deleted with it, deletes the rest.
create table kith_private.change_sets (
  owner_id uuid not null,
  number bigint not null,
  id uuid not null,
  at timestamptz(3) not null default now(),
  actor_kind text not null,
  actor_id uuid,
  actor_name text,
  request_id text,
  operation text,
  undoes uuid[] not null default '{}',
  undone_by uuid,
  first_number bigint,
  primary key (owner_id, id),
  constraint change_sets_number_key unique (owner_id, number) include (id, at, actor_id)
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);
comment on table kith_private.change_sets is 'What one request, or one transaction outside the API, changed for an owner.';
comment on column kith_private.change_sets.owner_id is 'Whose rows were changed.';
comment on column kith_private.change_sets.number is 'Order of the owner''s change sets, which is the order of their commits.';
comment on column kith_private.change_sets.id is 'Identifies the change set for clients.';
comment on column kith_private.change_sets.at is 'When the transaction began.';
comment on column kith_private.change_sets.actor_kind is 'api_key, connection, inbox, calendar, access_token, or database: an administrator or a server of the project.';
comment on column kith_private.change_sets.actor_id is 'The API key, connection, inbox or calendar, or the account of the access token.';
comment on column kith_private.change_sets.actor_name is 'Name of the API key or connection at that time, or the role in the database.';
comment on column kith_private.change_sets.request_id is 'X-Request-Id of the request.';
comment on column kith_private.change_sets.operation is 'The operation of the API; null outside the API.';
comment on column kith_private.change_sets.undoes is 'The change sets that this one undid.';
comment on column kith_private.change_sets.undone_by is 'The change set that undid this one, unless that was undone too.';
comment on column kith_private.change_sets.first_number is
  'For a further part of a change set, which a request made in several transactions: the first part, as which clients know all of it.';
create index change_sets_first_number_idx on kith_private.change_sets (owner_id, first_number, number) where first_number is not null;

create table kith_private.changes (
  owner_id uuid not null,
  set_number bigint not null,
  position integer not null,
  resource text not null,
  resource_id uuid not null,
  network_id uuid,
  action text not null,
  name text,
  before jsonb,
  after jsonb,
  is_shown boolean not null,
  total_bytes bigint not null,
  primary key (owner_id, set_number, position)
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);
comment on table kith_private.changes is 'Each row that was changed: the fields that changed, before and after.';
comment on column kith_private.changes.owner_id is 'Whose row it is.';
comment on column kith_private.changes.set_number is 'The change set.';
comment on column kith_private.changes.position is 'Order within the change set, from 1.';
comment on column kith_private.changes.resource is 'Kind of resource, one of kith_private.resources().';
comment on column kith_private.changes.resource_id is 'The resource; of a membership the contact.';
comment on column kith_private.changes.network_id is 'The network of a membership.';
comment on column kith_private.changes.action is 'create, update or delete.';
comment on column kith_private.changes.name is 'Name of the resource at that time, or the beginning of a note.';
comment on column kith_private.changes.before is
  'Columns and values before: all of a deleted row, of a changed one those that changed. Null for a new row, and when erased.';
comment on column kith_private.changes.after is 'Columns and values after, likewise. Null for a deleted row, and when erased.';
comment on column kith_private.changes.is_shown is
  'Whether more than derived columns and updated_at changed. Other changes are kept for copies and for undoing only.';
comment on column kith_private.changes.total_bytes is 'About how many bytes the owner''s log had grown to, this change included.';

-- Of one resource: its history, whether it was changed later, and what to erase.
create index changes_resource_id_idx on kith_private.changes (owner_id, resource_id, set_number, position);
create index changes_deleted_idx on kith_private.changes (owner_id, set_number, position)
  where action = 'delete' and resource <> 'membership';

-- Whether a change names a photo, so that its file stays.
create index changes_photo_path_idx on kith_private.changes (owner_id, (before ->> 'photo_path')) where before ->> 'photo_path' is not null;

create table kith_private.change_logs (
  owner_id uuid primary key references auth.users (id) on delete cascade,
  oldest_at timestamptz,
  purged_set bigint not null default 0,
  purged_id uuid,
  purged_position integer not null default 0,
  purged_bytes bigint not null default 0,
  purged_cards bigint not null default 0
);
comment on table kith_private.change_logs is 'How far the log of each owner reaches back.';
comment on column kith_private.change_logs.owner_id is 'Whose log it is.';
comment on column kith_private.change_logs.oldest_at is 'When its oldest change set was written; null where the log is empty.';
comment on column kith_private.change_logs.purged_set is 'Change set of the last change that was deleted from the log.';
comment on column kith_private.change_logs.purged_id is 'Id of that change set.';
comment on column kith_private.change_logs.purged_position is 'Position of that change.';
comment on column kith_private.change_logs.purged_bytes is 'total_bytes of that change; 0 where the log has begun anew since.';
comment on column kith_private.change_logs.purged_cards is 'The last sequence in card_sequences of a card that was deleted and is forgotten.';
create index change_logs_oldest_at_idx on kith_private.change_logs (oldest_at);

create table kith_private.log_shares (
  owner_id uuid not null references auth.users (id) on delete cascade,
  actor_id uuid not null,
  bytes bigint not null,
  primary key (owner_id, actor_id)
) with (fillfactor = 50);
comment on table kith_private.log_shares is 'How much of a log each API key and connection has written.';
comment on column kith_private.log_shares.owner_id is 'Whose log it is.';
comment on column kith_private.log_shares.actor_id is 'The API key or connection, which may not exist any more.';
comment on column kith_private.log_shares.bytes is 'About how many bytes of its changes the log has.';

-- Deletes the log of an account that is deleted.
create function kith_private.delete_log() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from kith_private.changes c where c.owner_id = old.owner_id;
  delete from kith_private.change_sets s where s.owner_id = old.owner_id;
  delete from kith_private.card_sequences s where s.owner_id = old.owner_id;
  return null;
end
$$;
create trigger delete_log after delete on kith_private.change_logs
  for each row execute function kith_private.delete_log();

alter table kith_private.change_sets enable row level security;
alter table kith_private.changes enable row level security;
alter table kith_private.change_logs enable row level security;
alter table kith_private.log_shares enable row level security;
create policy "No client reaches the shares" on kith_private.log_shares for all to authenticated using (false);
grant select on kith_private.change_sets, kith_private.changes, kith_private.change_logs to authenticated;
create policy "Owners read their change sets" on kith_private.change_sets
  for select to authenticated using ((select kith_private.owner_id()) = owner_id);
create policy "Owners read their changes" on kith_private.changes
  for select to authenticated using ((select kith_private.owner_id()) = owner_id);
create policy "Owners read how far their log reaches back" on kith_private.change_logs
  for select to authenticated using ((select kith_private.owner_id()) = owner_id);
