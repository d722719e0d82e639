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
comment on column kith.notes.note_type_id is 'Its type; a note without one counts as contact.';
comment on column kith.notes.content is '1 to 100,000 characters, stored without trimming.';
comment on column kith.notes.occurred_at is 'When the event of the note happened, at most a day in the future.';

-- The policies of keys with limits read the contacts of each note.
create index notes_occurred_at_idx on kith.notes (owner_id, occurred_at, id) include (contact_ids);
create index notes_created_at_idx on kith.notes (owner_id, created_at, id) include (contact_ids);
create index notes_contact_id_idx on kith.notes (owner_id, contact_id, occurred_at, id);
create index notes_note_type_id_idx on kith.notes (owner_id, note_type_id, occurred_at, id) include (contact_ids);

-- Grants, the owners' policy, the list of contacts, updated_at, the quota, and its part in the log, in undoing and in what keys with
-- limits see.
call pg_temp.make_resource('kith.notes', 'note', scope => 'notes', seen_by => 'contacts', quota => 1000000,
  verbatim => '{content}', unlogged => '{folded_content,search_text}');

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

-- The search of notes.

-- Most notes are short: what search reads of them is in an index, as that of contacts is, because reading 10,000 notes from the table takes
-- five times as long as comparing them. Of long ones that are not ASCII it is stored, because folding takes longer than reading.
alter table kith.notes add column folded_content text;
alter table kith.notes add column search_text text;
comment on column kith.notes.search_text is
  'Derived: the content that search reads, without accents and in lower case; null where it is too long for an index entry.';
comment on column kith.notes.folded_content is
  'Derived: the same where it is too long for search_text; null where the content is all ASCII.';
create index notes_search_idx on kith.notes (owner_id, occurred_at, id) include (contact_ids, search_text);

-- Derives the content that search reads.
create function kith_private.fold_note() returns trigger
language plpgsql set search_path = ''
as $$
begin
  -- A longer content is refused by a constraint after this trigger. Some characters fold to as many as 18: what search
  -- compares is bounded too.
  new.folded_content := case
    when octet_length(new.content) <> char_length(new.content) and char_length(new.content) <= 100000
      then left(kith_private.folded(new.content), 120000) end;
  new.search_text := case when octet_length(new.content) <= 1000 then coalesce(new.folded_content, lower(new.content collate "C")) end;
  if octet_length(new.search_text) > 1000 then
    new.search_text := null;
  end if;
  new.folded_content := case when new.search_text is null then new.folded_content end;
  return new;
end
$$;
create trigger fold_note before insert or update of content on kith.notes
  for each row execute function kith_private.fold_note();

-- The condition that the text of a note fulfils a condition, as an SQL fragment. fits: the condition, in which %1$s is the text. source:
-- kith.notes or kith_private.notes_about. Only long notes are read from the table.
create function kith_private.note_condition(fits text, source regclass default 'kith.notes') returns text
language plpgsql stable set search_path = ''
as $$
begin
  return format('case when search_text is not null then %s else (
    select %s from (
      select coalesce(long.folded_content, lower(long.content collate "C")) as text from kith.notes long
      where long.owner_id = %s.owner_id and long.id = %3$s.id offset 0) read) end',
    format(fits, 'search_text'), format(fits, 'read.text'), (select c.relname from pg_catalog.pg_class c where c.oid = source));
end
$$;
grant execute on function kith_private.note_condition(text, regclass) to authenticated;

-- The table of its further contacts, which triggers keep.
call pg_temp.make_further_contacts('note', 'occurred_at');
comment on column kith.note_contacts.occurred_at is 'When the event of the note happened.';

-- Lists read it only where a contact is a further one of some note, because planning it takes longer than planning the table.
create view kith_private.notes_about with (security_invoker = true) as
select n.owner_id, n.contact_id, n.note_type_id, n.occurred_at, n.created_at, n.content, n.search_text, n.folded_content, n.id from kith.notes n
union all
select l.owner_id, l.contact_id, n.note_type_id, l.occurred_at, n.created_at, n.content, n.search_text, n.folded_content, n.id
from kith.note_contacts l
cross join lateral (
  select n.note_type_id, n.created_at, n.content, n.search_text, n.folded_content, n.id from kith.notes n where n.owner_id = l.owner_id and n.id = l.note_id offset 0) n;
comment on view kith_private.notes_about is 'Notes, once for each contact that they are about.';
grant select on kith_private.notes_about to authenticated;
