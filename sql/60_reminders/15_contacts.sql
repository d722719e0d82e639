-- The further contacts of reminders that are about several, so that they are found in an index. Most have none.

create table kith.reminder_contacts (
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  reminder_id uuid not null,
  place smallint not null,
  contact_id uuid not null,
  -- Not the contact: PostgREST would take the table for a second way from reminders to contacts and refuse to choose.
  primary key (owner_id, reminder_id, place),
  constraint reminder_contacts_reminder_id_fkey foreign key (owner_id, reminder_id) references kith.reminders (owner_id, id) on delete cascade,
  constraint reminder_contacts_contact_id_fkey foreign key (owner_id, contact_id) references kith.contacts (owner_id, id) on delete cascade
);
comment on table kith.reminder_contacts is 'The contacts after the first of each reminder; derived from its contact_ids.';
comment on column kith.reminder_contacts.owner_id is 'Whose reminder it is.';
comment on column kith.reminder_contacts.reminder_id is 'The reminder.';
comment on column kith.reminder_contacts.place is 'Which of its contacts, from 2.';
comment on column kith.reminder_contacts.contact_id is 'The contact.';
create index reminder_contacts_contact_id_idx on kith.reminder_contacts (owner_id, contact_id, reminder_id);

alter table kith.reminder_contacts enable row level security;
grant all on kith.reminder_contacts to service_role;
create policy "Owners read the contacts of their reminders" on kith.reminder_contacts
  for select to authenticated using ((select kith_private.owner_id()) = owner_id);
create policy "Limited keys read contacts of reminders that they read" on kith.reminder_contacts as restrictive
  for select to kith_limited using (exists (select from kith.reminders t where t.owner_id = reminder_contacts.owner_id and t.id = reminder_contacts.reminder_id offset 0));

-- Writes the rows of a reminder that is about several contacts.
-- Runs with the rights of the function's owner, because clients may not write the table.
create function kith_private.write_reminder_contacts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    delete from kith.reminder_contacts l where l.owner_id = new.owner_id and l.reminder_id = new.id;
  end if;
  insert into kith.reminder_contacts (owner_id, reminder_id, place, contact_id)
  select new.owner_id, new.id, about.place, about.id
  from unnest(new.contact_ids) with ordinality about (id, place) where about.place > 1;
  return null;
end
$$;
create trigger write_contacts_of_new after insert on kith.reminders
  for each row when (cardinality(new.contact_ids) > 1) execute function kith_private.write_reminder_contacts();
create trigger write_contacts after update on kith.reminders
  for each row when ((cardinality(old.contact_ids) > 1 or cardinality(new.contact_ids) > 1) and old.contact_ids <> new.contact_ids)
  execute function kith_private.write_reminder_contacts();
create trigger leave_contacts after delete on kith.reminder_contacts
  referencing old table as ended for each statement execute function kith_private.leave_contacts();

-- Postgres takes longer to plan it than the table, so lists read it only where a contact is a further one of some reminder.
create view kith_private.reminders_about with (security_invoker = true) as
select r.owner_id, r.contact_id, r.completed, r.due_at, r.created_at, r.id from kith.reminders r
union all
select l.owner_id, l.contact_id, r.completed, r.due_at, r.created_at, r.id
from kith.reminder_contacts l
cross join lateral (
  select r.completed, r.due_at, r.created_at, r.id from kith.reminders r
  where r.owner_id = l.owner_id and r.id = l.reminder_id offset 0) r;
comment on view kith_private.reminders_about is 'Reminders, once for each contact that they are about.';
grant select on kith_private.reminders_about to authenticated;
