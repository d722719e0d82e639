-- Notes.

create table kith.notes (
  id uuid not null default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  contact_id uuid,
  contact_ids uuid[] not null default '{}' constraint notes_contact_ids_check check (cardinality(contact_ids) <= 50),
  note_type_id uuid,
  content text not null constraint notes_content_check check (char_length(content) between 1 and 100000),
  occurred_at timestamptz(3) not null default now()
    constraint notes_occurred_at_range_check check (
    occurred_at between '0001-01-01 00:00:00+00' and '9999-12-31 23:59:59.999+00'),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- The keys begin with the owner, so that a row of another owner cannot be found, not even through an index.
  primary key (owner_id, id),
  constraint notes_contact_id_fkey foreign key (owner_id, contact_id)
    references kith.contacts (owner_id, id) on delete set null (contact_id),
  constraint notes_note_type_id_fkey foreign key (owner_id, note_type_id)
    references kith.note_types (owner_id, id) on delete set null (note_type_id)
-- Index-only scans need pages that were vacuumed since they were last written, so vacuum runs more often than by default.
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);
comment on table kith.notes is 'Texts of the owner, each about contacts or about none.';
comment on column kith.notes.id is 'Identifies the note.';
comment on column kith.notes.owner_id is 'Whose note it is.';
comment on column kith.notes.contact_id is 'The first of the contacts that the note is about; the same as contact_ids[1].';
comment on column kith.notes.contact_ids is 'The contacts that the note is about, at most 50, each once. To write contact_id instead means this contact only.';
comment on column kith.notes.note_type_id is 'Its type; a note without one counts as contact.';
comment on column kith.notes.content is '1 to 100,000 characters, stored without trimming.';
comment on column kith.notes.occurred_at is 'When the event of the note happened, at most a day in the future.';
comment on column kith.notes.created_at is 'When the note was created.';
comment on column kith.notes.updated_at is 'When the note was last changed.';

-- The policies of keys with limits read the contacts of each note.
create index notes_occurred_at_idx on kith.notes (owner_id, occurred_at, id) include (contact_ids);
create index notes_created_at_idx on kith.notes (owner_id, created_at, id) include (contact_ids);
create index notes_contact_id_idx on kith.notes (owner_id, contact_id, occurred_at, id);
create index notes_note_type_id_idx on kith.notes (owner_id, note_type_id, occurred_at, id) include (contact_ids);

call pg_temp.make_resource('kith.notes', 'note', scope => 'notes', seen_by => 'contacts', quota => 1000000,
  verbatim => '{content}', unlogged => '{folded_content}');

-- Checks that a note is at most a day in the future, which a constraint cannot do.
create function kith_private.check_note() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (tg_op = 'INSERT' or new.occurred_at is distinct from old.occurred_at) and new.occurred_at > now() + interval '1 day' then
    raise check_violation using message = 'The time of a note is at most a day in the future.',
      schema = 'kith', table = 'notes', constraint = 'notes_occurred_at_check';
  end if;
  return new;
end
$$;
create trigger check_note before insert or update on kith.notes
  for each row execute function kith_private.check_note();
