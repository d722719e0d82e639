-- Notes, and the time of the last contact that is derived from them.

create table kith.notes (
  id uuid not null default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  contact_id uuid,
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
comment on table kith.notes is 'Texts of the owner, each about one contact or about none.';
comment on column kith.notes.id is 'Identifies the note.';
comment on column kith.notes.owner_id is 'Whose note it is.';
comment on column kith.notes.contact_id is 'The contact that the note is about.';
comment on column kith.notes.note_type_id is 'Its type; a note without one counts as contact.';
comment on column kith.notes.content is '1 to 100,000 characters, stored without trimming.';
comment on column kith.notes.occurred_at is 'When the event of the note happened, at most a day in the future.';
comment on column kith.notes.created_at is 'When the note was created.';
comment on column kith.notes.updated_at is 'When the note was last changed.';

-- The policies of keys with limits read the contact of each note.
create index notes_occurred_at_idx on kith.notes (owner_id, occurred_at, id) include (contact_id);
create index notes_created_at_idx on kith.notes (owner_id, created_at, id) include (contact_id);
create index notes_contact_id_idx on kith.notes (owner_id, contact_id, occurred_at, id);
create index notes_note_type_id_idx on kith.notes (owner_id, note_type_id, occurred_at, id) include (contact_id);

alter table kith.notes enable row level security;
grant delete on kith.notes to authenticated;
grant insert (owner_id, contact_id, note_type_id, content, occurred_at), update (contact_id, note_type_id, content, occurred_at)
  on kith.notes to authenticated;
grant all on kith.notes to service_role;

create policy "Owners read their notes" on kith.notes
  for select to authenticated using ((select kith_private.owner_id()) = owner_id);
create policy "Owners make notes" on kith.notes
  for insert to authenticated with check ((select kith_private.owner_id()) = owner_id);
create policy "Owners change their notes" on kith.notes
  for update to authenticated using ((select kith_private.owner_id()) = owner_id) with check ((select kith_private.owner_id()) = owner_id);
create policy "Owners delete their notes" on kith.notes
  for delete to authenticated using ((select kith_private.owner_id()) = owner_id);

create policy "Limited keys read notes in their networks" on kith.notes as restrictive
  for select to kith_limited using ((select kith_private.has_scope('notes:read'))
    and ((select kith_private.has_all_networks())
      or case when (select kith_private.finds_many()) then contact_id in (select m.contact_id from kith.contact_networks m)
        else exists (select from kith.contact_networks m where m.contact_id = notes.contact_id offset 0) end));
create policy "Limited keys make notes in their networks" on kith.notes as restrictive
  for insert to kith_limited with check ((select kith_private.has_scope('notes:write'))
    and ((select kith_private.has_all_networks()) or exists (
      select from kith.contact_networks m where m.contact_id = notes.contact_id offset 0)));
create policy "Limited keys change notes in their networks" on kith.notes as restrictive
  for update to kith_limited
  using (((select kith_private.has_all_networks()) or exists (
      select from kith.contact_networks m where m.contact_id = notes.contact_id offset 0)))
  with check ((select kith_private.has_scope('notes:write'))
    and ((select kith_private.has_all_networks()) or exists (
      select from kith.contact_networks m where m.contact_id = notes.contact_id offset 0)));
create policy "Limited keys delete notes in their networks" on kith.notes as restrictive
  for delete to kith_limited using ((select kith_private.has_scope('notes:write'))
    and ((select kith_private.has_all_networks()) or exists (
      select from kith.contact_networks m where m.contact_id = notes.contact_id offset 0)));

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
comment on function kith_private.check_note() is 'Checks that a note is at most a day in the future, which a constraint cannot do.';
create trigger check_note before insert or update on kith.notes
  for each row execute function kith_private.check_note();
create trigger stamp_change before update on kith.notes
  for each row when (old.* is distinct from new.*) execute function kith_private.stamp_change();

-- Computes contacts.last_noted_at again whenever it may have changed. The contacts are locked in a statement before, so
-- that the second of two concurrent requests sees the notes of the first.
create function kith_private.derive_last_noted(owners uuid[], contacts uuid[]) returns void
language plpgsql set search_path = ''
as $$
begin
  perform from kith.contacts c
  join unnest(owners, contacts) as affected (owner_id, id) on affected.owner_id = c.owner_id and affected.id = c.id
  order by c.id for no key update of c;
  update kith.contacts c set last_noted_at = newest.occurred_at
  from unnest(owners, contacts) as affected (owner_id, id)
  left join lateral (
    select n.occurred_at
    from kith.notes n
    left join kith.note_types t on t.owner_id = n.owner_id and t.id = n.note_type_id
    where n.owner_id = affected.owner_id and n.contact_id = affected.id and coalesce(t.counts_as_contact, true)
    order by n.occurred_at desc
    limit 1) newest on true
  where c.owner_id = affected.owner_id and c.id = affected.id and c.last_noted_at is distinct from newest.occurred_at;
end
$$;
comment on function kith_private.derive_last_noted(uuid[], uuid[]) is
  'Sets last_noted_at of each contact (owners and contacts pairwise) to the time of its newest note that counts as contact.';

-- Runs with the rights of the function's owner, because clients may not write the derived column; it updates only the
-- contacts of the notes that were just written, which by their foreign key belong to the same owner.
create function kith_private.notes_written() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owners uuid[];
  contacts uuid[];
begin
  if kith_private.is_restoring() then
    return null; -- kith_private.undo_change_sets does it once for all notes
  end if;
  if tg_op = 'INSERT' then
    select array_agg(affected.owner_id), array_agg(affected.contact_id) into owners, contacts
    from (select distinct n.owner_id, n.contact_id from new_notes n where n.contact_id is not null) affected;
  elsif tg_op = 'DELETE' then
    select array_agg(affected.owner_id), array_agg(affected.contact_id) into owners, contacts
    from (select distinct o.owner_id, o.contact_id from old_notes o where o.contact_id is not null) affected;
  else
    select array_agg(affected.owner_id), array_agg(affected.contact_id) into owners, contacts
    from (
      select distinct n.owner_id, either.contact_id
      from new_notes n join old_notes o on o.owner_id = n.owner_id and o.id = n.id
      cross join lateral (values (n.contact_id), (o.contact_id)) as either (contact_id)
      where (n.contact_id, n.note_type_id, n.occurred_at) is distinct from (o.contact_id, o.note_type_id, o.occurred_at)
        and either.contact_id is not null) affected;
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
comment on function kith_private.notes_written() is 'Updates last_noted_at of the contacts when notes are created, changed or deleted.';
create trigger notes_made after insert on kith.notes
  referencing new table as new_notes for each statement execute function kith_private.notes_written();
create trigger notes_changed after update on kith.notes
  referencing new table as new_notes old table as old_notes for each statement execute function kith_private.notes_written();
create trigger notes_deleted after delete on kith.notes
  referencing old table as old_notes for each statement execute function kith_private.notes_written();

create function kith_private.note_type_switched() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  contacts constant uuid[] := array(
    select distinct n.contact_id from kith.notes n
    where n.owner_id = new.owner_id and n.note_type_id = new.id and n.contact_id is not null);
begin
  perform kith_private.derive_last_noted(array_fill(new.owner_id, array[cardinality(contacts)]), contacts);
  return null;
end
$$;
comment on function kith_private.note_type_switched() is 'Updates last_noted_at of the contacts when counts_as_contact of a type changes.';
create trigger note_type_switched after update of counts_as_contact on kith.note_types
  for each row when (new.counts_as_contact is distinct from old.counts_as_contact)
  execute function kith_private.note_type_switched();

create trigger check_usage after insert on kith.notes
  for each row execute function kith_private.check_usage();
