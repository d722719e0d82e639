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

-- The search of notes.

-- Folding 22,500 notes that are not ASCII takes more than half a second, so that of these is stored. Putting ASCII in lower
-- case takes little time, so such notes need no more space. The text is not in an index, whose entries have little room.
alter table kith.notes add column folded_content text;
comment on column kith.notes.folded_content is
  'Derived: the content that search reads, without accents and in lower case; null where that of the content is all ASCII.';

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
  return new;
end
$$;
create trigger fold_note before insert or update of content on kith.notes
  for each row execute function kith_private.fold_note();

call pg_temp.make_further_contacts('note', 'occurred_at');
comment on column kith.note_contacts.occurred_at is 'When the event of the note happened.';

-- Lists read it only where a contact is a further one of some note, because planning it takes longer than planning the table.
create view kith_private.notes_about with (security_invoker = true) as
select n.owner_id, n.contact_id, n.note_type_id, n.occurred_at, n.created_at, n.content, n.folded_content, n.id from kith.notes n
union all
select l.owner_id, l.contact_id, n.note_type_id, l.occurred_at, n.created_at, n.content, n.folded_content, n.id
from kith.note_contacts l
cross join lateral (
  select n.note_type_id, n.created_at, n.content, n.folded_content, n.id from kith.notes n where n.owner_id = l.owner_id and n.id = l.note_id offset 0) n;
comment on view kith_private.notes_about is 'Notes, once for each contact that they are about.';
grant select on kith_private.notes_about to authenticated;

-- The time of the last contact, which is derived from notes.

-- Sets last_noted_at of each contact (owners and contacts pairwise) to the time of its newest note that counts as contact.
-- Computes contacts.last_noted_at again whenever it may have changed. Lists in parameters would make Postgres plan each time,
-- which takes longer than the statements. The contacts are locked in a statement before, so
-- that the second of two concurrent requests sees the notes of the first.
create function kith_private.derive_last_noted(owners uuid[], contacts uuid[]) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
begin
  perform from kith.contacts c
  join unnest(owners, contacts) as affected (owner_id, id) on affected.owner_id = c.owner_id and affected.id = c.id
  order by c.id for no key update of c;
  update kith.contacts c set last_noted_at = newest.occurred_at
  from unnest(owners, contacts) as affected (owner_id, id)
  cross join lateral (
    select greatest((
        select n.occurred_at
        from kith.notes n
        left join kith.note_types t on t.owner_id = n.owner_id and t.id = n.note_type_id
        where n.owner_id = affected.owner_id and n.contact_id = affected.id and coalesce(t.counts_as_contact, true)
        order by n.occurred_at desc limit 1), (
        select l.occurred_at
        from kith.note_contacts l
        where l.owner_id = affected.owner_id and l.contact_id = affected.id and coalesce((
          select t.counts_as_contact
          from kith.notes n join kith.note_types t on t.owner_id = n.owner_id and t.id = n.note_type_id
          where n.owner_id = l.owner_id and n.id = l.note_id), true)
        order by l.occurred_at desc limit 1)) as occurred_at) newest
  where c.owner_id = affected.owner_id and c.id = affected.id and c.last_noted_at is distinct from newest.occurred_at;
end
$$;

-- Updates last_noted_at of the contacts when notes are created, changed or deleted.
-- Runs with the rights of the function's owner, because clients may not write the derived column; it updates only the
-- contacts of the notes that were just written, which by their foreign key belong to the same owner.
create function kith_private.notes_written() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owners uuid[];
  contacts uuid[];
begin
  if kith_private.is_restoring() or kith_private.setting('deleting_account') = 'on' then
    return null; -- kith_private.undo_change_sets does it once for all notes; an account that is deleted needs none
  end if;
  if tg_op = 'INSERT' then
    select array_agg(affected.owner_id), array_agg(affected.contact_id) into owners, contacts
    from (select distinct n.owner_id, about.contact_id from new_notes n cross join unnest(n.contact_ids) about (contact_id)) affected;
  elsif tg_op = 'DELETE' then
    select array_agg(affected.owner_id), array_agg(affected.contact_id) into owners, contacts
    from (select distinct o.owner_id, about.contact_id from old_notes o cross join unnest(o.contact_ids) about (contact_id)) affected;
  else
    select array_agg(affected.owner_id), array_agg(affected.contact_id) into owners, contacts
    from (
      select distinct n.owner_id, about.contact_id
      from new_notes n join old_notes o on o.owner_id = n.owner_id and o.id = n.id
      cross join unnest(n.contact_ids || o.contact_ids) about (contact_id)
      where (n.contact_ids, n.note_type_id, n.occurred_at) is distinct from (o.contact_ids, o.note_type_id, o.occurred_at)) affected;
  end if;
  if contacts is not null then
    if tg_op <> 'DELETE' then
      -- Locked, so that a concurrent change of counts_as_contact and these notes do not miss each other.
      perform from kith.note_types t
      where (t.owner_id, t.id) in (select n.owner_id, n.note_type_id from new_notes n) order by t.id for share;
    end if;
    perform kith_private.derive_last_noted(owners, contacts);
  end if;
  return null;
end
$$;
create trigger notes_made after insert on kith.notes
  referencing new table as new_notes for each statement execute function kith_private.notes_written();
create trigger notes_changed after update on kith.notes
  referencing new table as new_notes old table as old_notes for each statement execute function kith_private.notes_written();
create trigger notes_deleted after delete on kith.notes
  referencing old table as old_notes for each statement execute function kith_private.notes_written();

-- Updates last_noted_at of the contacts when counts_as_contact of a type changes.
create function kith_private.note_type_switched() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  contacts constant uuid[] := array(
    select distinct about.contact_id from kith.notes n cross join unnest(n.contact_ids) about (contact_id)
    where n.owner_id = new.owner_id and n.note_type_id = new.id);
begin
  perform kith_private.derive_last_noted(array_fill(new.owner_id, array[cardinality(contacts)]), contacts);
  return null;
end
$$;
create trigger note_type_switched after update of counts_as_contact on kith.note_types
  for each row when (new.counts_as_contact is distinct from old.counts_as_contact)
  execute function kith_private.note_type_switched();
