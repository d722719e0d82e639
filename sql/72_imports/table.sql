-- Imports: files that were read and not yet applied. ADR 38 says why they are kept as previews.

create table kith_private.imports (
  id uuid not null default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  format text not null constraint imports_format_check check (format in ('vcard', 'csv', 'json', 'ldif')),
  counts jsonb not null default '{}',
  dropped jsonb not null default '[]',
  photos integer not null default 0,
  created_at timestamptz(3) not null default now(),
  applied_at timestamptz(3),
  applied_activity_id uuid,
  result jsonb,
  questions jsonb not null default '[]',
  primary key (owner_id, id)
);
comment on table kith_private.imports is 'Files that were read, for a day: at most three of each owner.';
comment on column kith_private.imports.id is 'Identifies the import.';
comment on column kith_private.imports.owner_id is 'Whose import it is.';
comment on column kith_private.imports.format is 'vcard, csv, json or ldif.';
comment on column kith_private.imports.counts is 'How many rows have each action.';
comment on column kith_private.imports.dropped is 'What is left out of the file: {property, count, lines}.';
comment on column kith_private.imports.photos is 'How many rows have a photo.';
comment on column kith_private.imports.created_at is 'When the file was read.';
comment on column kith_private.imports.applied_at is 'When it was applied; null before.';
comment on column kith_private.imports.applied_activity_id is 'The change set of applying it; null where that changed nothing.';
comment on column kith_private.imports.result is 'What applying it did: {created, merged, skipped, failed}.';
comment on column kith_private.imports.questions is 'What the file does not tell, and how it was read: {kind, column, count, examples, readAs, answers}.';
create index imports_created_at_idx on kith_private.imports (created_at);

create table kith_private.import_rows (
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  import_id uuid not null,
  number integer not null,
  line integer not null,
  resource text not null,
  action text not null constraint import_rows_action_check check (action in ('create', 'match', 'conflict', 'error')),
  uid text,
  new_id uuid not null,
  value jsonb,
  networks text[] not null default '{}',
  notes jsonb not null default '[]',
  refs jsonb,
  match_id uuid,
  matched_by text,
  candidates uuid[] not null default '{}',
  photo_path text,
  problem text,
  outcome text,
  target_id uuid,
  about uuid[],
  decision text,
  relationships jsonb not null default '[]',
  primary key (owner_id, import_id, number),
  constraint import_rows_import_id_fkey foreign key (owner_id, import_id) references kith_private.imports (owner_id, id) on delete cascade
);
comment on table kith_private.import_rows is 'What the file of an import has: contacts, networks, note types, notes, reminders and the profile, and what could not be read.';
comment on column kith_private.import_rows.owner_id is 'Whose import it is.';
comment on column kith_private.import_rows.import_id is 'The import.';
comment on column kith_private.import_rows.number is 'Order in the file, from 1.';
comment on column kith_private.import_rows.line is 'The first line in the file, from 1.';
comment on column kith_private.import_rows.resource is 'Kind of resource.';
comment on column kith_private.import_rows.action is 'create, match, conflict or error.';
comment on column kith_private.import_rows.uid is 'How the file identifies it: UID of a vCard, or the id in a document of Kith.';
comment on column kith_private.import_rows.new_id is 'The id that it gets where it is created.';
comment on column kith_private.import_rows.value is 'As the body of the request that would create it; null where it could not be read.';
comment on column kith_private.import_rows.networks is 'Names of the networks of a contact.';
comment on column kith_private.import_rows.notes is 'Notes of a contact: {content, occurredAt}.';
comment on column kith_private.import_rows.relationships is
  'What others are to a contact, as the file says it there: {kind, label}, with the uid of the other one, a name, or both.';
comment on column kith_private.import_rows.refs is 'The uids of what it refers to: contactUids, networkUids, noteTypeUid, nextUid; and isUnchanged of a reminder that nobody has changed.';
comment on column kith_private.import_rows.match_id is 'What it is already, where it matches.';
comment on column kith_private.import_rows.matched_by is 'uid, email, phone or name.';
comment on column kith_private.import_rows.candidates is 'Contacts that it may be: those in conflict, or some of the same name.';
comment on column kith_private.import_rows.photo_path is 'Where in the bucket its photo is.';
comment on column kith_private.import_rows.problem is 'Why it is a conflict or an error, or could not be applied.';
comment on column kith_private.import_rows.decision is 'What applying does with it, until its part is written: create, merge, skip or fail.';
comment on column kith_private.import_rows.outcome is
  'create, merge, skip or fail while its part is written; then created, merged, skipped or failed.';
comment on column kith_private.import_rows.target_id is 'What it became, or was already.';
comment on column kith_private.import_rows.about is 'Which contacts a note, reminder or relationship is about, once it is applied.';

create index import_rows_photo_path_idx on kith_private.import_rows (owner_id, photo_path) where photo_path is not null;

alter table kith_private.imports enable row level security;
alter table kith_private.import_rows enable row level security;
grant select, delete on kith_private.imports, kith_private.import_rows to authenticated;
grant insert (id, owner_id, format, dropped, photos, questions), update (counts, applied_at, applied_activity_id, result) on kith_private.imports to authenticated;
grant insert (owner_id, import_id, number, line, resource, action, uid, new_id, value, networks, notes, relationships, refs, photo_path, problem),
  update (action, new_id, value, match_id, matched_by, candidates, problem, outcome, target_id, decision) on kith_private.import_rows to authenticated;

create policy "Owners reach their imports" on kith_private.imports
  for all to authenticated using ((select kith_private.owner_id()) = owner_id);
create policy "Owners reach their rows of imports" on kith_private.import_rows
  for all to authenticated using ((select kith_private.owner_id()) = owner_id);

-- Whether the credential of this request may import.
create function kith_private.may_import() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return kith_private.has_all_networks() and kith_private.has_scope('contacts:write')
    and kith_private.has_scope('networks:write') and kith_private.has_scope('notes:write');
end
$$;
grant execute on function kith_private.may_import() to authenticated;

-- The id of what a file identifies by a uid.
-- A hash of the uid, so that the same file leads to the same contacts; and of the owner, so that an id does not tell that another
-- account has imported the same uid. Version 8 of RFC 9562.
create function kith_private.imported_id(owner uuid, uid text) returns uuid
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  digest constant text := encode(sha256(convert_to(owner || ' ' || uid, 'UTF8')), 'hex');
begin
  return left(digest, 12) || '8' || substr(digest, 14, 3) || '8' || substr(digest, 18, 15);
end
$$;
grant execute on function kith_private.imported_id(uuid, text) to authenticated;
