-- Reminders.

create table kith.reminders (
  id uuid not null default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  contact_id uuid,
  contact_ids uuid[] not null default '{}' constraint reminders_contact_ids_check check (cardinality(contact_ids) <= 50),
  title text not null constraint reminders_title_check check (char_length(title) between 1 and 255),
  description text constraint reminders_description_check check (char_length(description) <= 10000),
  due_at timestamptz(3) constraint reminders_due_at_check check (
    due_at between '0001-01-01 00:00:00+00' and '9999-12-31 23:59:59.999+00'),
  completed boolean not null default false,
  completed_at timestamptz(3),
  recurrence text,
  recurrence_from text not null default 'due' constraint reminders_recurrence_from_check check (recurrence_from in ('due', 'completion')),
  recurrence_start timestamp(3),
  next_id uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- The keys begin with the owner, so that a row of another owner cannot be found, not even through an index.
  primary key (owner_id, id),
  constraint reminders_contact_id_fkey foreign key (owner_id, contact_id)
    references kith.contacts (owner_id, id) on delete set null (contact_id),
  constraint reminders_next_id_fkey foreign key (owner_id, next_id)
    references kith.reminders (owner_id, id) on delete set null (next_id),
  constraint reminders_due_at_required_check check (recurrence is null or due_at is not null)
);
comment on table kith.reminders is 'What the owner wants to be reminded of, each about contacts or about none.';
comment on column kith.reminders.id is 'Identifies the reminder.';
comment on column kith.reminders.owner_id is 'Whose reminder it is.';
comment on column kith.reminders.contact_id is 'The first of the contacts that the reminder is about; the same as contact_ids[1].';
comment on column kith.reminders.contact_ids is 'The contacts that the reminder is about, at most 50, each once. To write contact_id instead means this contact only.';
comment on column kith.reminders.title is '1 to 255 characters.';
comment on column kith.reminders.description is 'At most 10,000 characters.';
comment on column kith.reminders.due_at is 'When it is due, in the years 1 to 9999; null for no fixed time.';
comment on column kith.reminders.completed is 'Whether it is completed.';
comment on column kith.reminders.completed_at is 'Derived: when it was completed.';
comment on column kith.reminders.recurrence is 'How it recurs: a part of the RRULE of RFC 5545, in the form of kith_private.clean_recurrence; null for once.';
comment on column kith.reminders.recurrence_from is 'due or completion: from when the next one counts.';
comment on column kith.reminders.recurrence_start is 'Derived: local date and time from which the rule counts.';
comment on column kith.reminders.next_id is 'Derived: the reminder that was made when this one was completed.';
comment on column kith.reminders.created_at is 'When the reminder was created.';
comment on column kith.reminders.updated_at is 'When the reminder was last changed.';

-- The policies of keys with limits read the contacts of each reminder.
create index reminders_due_at_idx on kith.reminders (owner_id, due_at, id) include (contact_ids);
create index reminders_created_at_idx on kith.reminders (owner_id, created_at, id) include (contact_ids);
create index reminders_completed_idx on kith.reminders (owner_id, completed, due_at, id) include (contact_ids);
create index reminders_contact_id_idx on kith.reminders (owner_id, contact_id, due_at, id);
create index reminders_next_id_idx on kith.reminders (owner_id, next_id) where next_id is not null;

call pg_temp.make_resource('kith.reminders', 'reminder', scope => 'reminders', seen_by => 'contacts', quota => 100000,
  derived => '{completed_at,recurrence_start,next_id}', verbatim => '{recurrence,recurrence_from}', is_stamped => false);

-- Where the next one was deleted or replaced, this one stays as it is: an API key may see this one only.
create trigger stamp_change before update on kith.reminders
  for each row when (old.* is distinct from new.* and (
    old.next_id is not distinct from new.next_id or to_jsonb(old) - 'next_id' <> to_jsonb(new) - 'next_id'))
  execute function kith_private.stamp_change();

-- Trims a reminder's texts and derives when it was completed.
create function kith_private.clean_reminder() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new := kith_private.trimmed(new);
  if not new.completed then
    new.completed_at := null;
  elsif kith_private.is_restoring() then
    -- The time may have stayed null, where somebody else has changed it since.
    new.completed_at := coalesce(new.completed_at, now());
  elsif tg_op = 'INSERT' or not old.completed then
    new.completed_at := now();
  end if;
  return new;
end
$$;
create trigger clean_reminder before insert or update on kith.reminders
  for each row execute function kith_private.clean_reminder();

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
create trigger drop_deleted_contacts after delete on kith.reminder_contacts
  referencing old table as ended for each statement execute function kith_private.drop_deleted_contacts();

-- Lists read it only where a contact is a further one of some reminder, because planning it takes longer than planning the table.
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
