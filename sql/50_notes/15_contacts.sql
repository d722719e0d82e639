-- The further contacts of notes that are about several, so that they are found in an index. Most have none.

create table kith.note_contacts (
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  note_id uuid not null,
  place smallint not null,
  contact_id uuid not null,
  occurred_at timestamptz(3) not null,
  -- Not the contact: PostgREST would take the table for a second way from notes to contacts and refuse to choose.
  primary key (owner_id, note_id, place),
  constraint note_contacts_note_id_fkey foreign key (owner_id, note_id) references kith.notes (owner_id, id) on delete cascade,
  constraint note_contacts_contact_id_fkey foreign key (owner_id, contact_id) references kith.contacts (owner_id, id) on delete cascade
);
comment on table kith.note_contacts is 'The contacts after the first of each note; derived from its contact_ids.';
comment on column kith.note_contacts.owner_id is 'Whose note it is.';
comment on column kith.note_contacts.note_id is 'The note.';
comment on column kith.note_contacts.place is 'Which of its contacts, from 2.';
comment on column kith.note_contacts.contact_id is 'The contact.';
comment on column kith.note_contacts.occurred_at is 'When the event of the note happened.';
create index note_contacts_contact_id_idx on kith.note_contacts (owner_id, contact_id, occurred_at, note_id);

alter table kith.note_contacts enable row level security;
grant all on kith.note_contacts to service_role;
create policy "Owners read the contacts of their notes" on kith.note_contacts
  for select to authenticated using ((select kith_private.owner_id()) = owner_id);
create policy "Limited keys read contacts of notes that they read" on kith.note_contacts as restrictive
  for select to kith_limited using (exists (select from kith.notes t where t.owner_id = note_contacts.owner_id and t.id = note_contacts.note_id offset 0));

-- Writes the rows of a note that is about several contacts.
-- Runs with the rights of the function's owner, because clients may not write the table.
create function kith_private.write_note_contacts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    delete from kith.note_contacts l where l.owner_id = new.owner_id and l.note_id = new.id;
  end if;
  insert into kith.note_contacts (owner_id, note_id, place, contact_id, occurred_at)
  select new.owner_id, new.id, about.place, about.id, new.occurred_at
  from unnest(new.contact_ids) with ordinality about (id, place) where about.place > 1;
  return null;
end
$$;
create trigger write_contacts_of_new after insert on kith.notes
  for each row when (cardinality(new.contact_ids) > 1) execute function kith_private.write_note_contacts();
create trigger write_contacts after update on kith.notes
  for each row when ((cardinality(old.contact_ids) > 1 or cardinality(new.contact_ids) > 1) and (old.contact_ids, old.occurred_at) is distinct from (new.contact_ids, new.occurred_at))
  execute function kith_private.write_note_contacts();
create trigger leave_contacts after delete on kith.note_contacts
  referencing old table as ended for each statement execute function kith_private.leave_contacts();

-- Postgres takes longer to plan it than the table, so lists read it only where a contact is a further one of some note.
create view kith_private.notes_about with (security_invoker = true) as
select n.owner_id, n.contact_id, n.note_type_id, n.occurred_at, n.created_at, n.content, n.folded_content, n.id from kith.notes n
union all
select l.owner_id, l.contact_id, n.note_type_id, l.occurred_at, n.created_at, n.content, n.folded_content, n.id
from kith.note_contacts l
cross join lateral (
  select n.note_type_id, n.created_at, n.content, n.folded_content, n.id from kith.notes n where n.owner_id = l.owner_id and n.id = l.note_id offset 0) n;
comment on view kith_private.notes_about is 'Notes, once for each contact that they are about.';
grant select on kith_private.notes_about to authenticated;
