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
comment on column kith.reminders.title is '1 to 255 characters.';
comment on column kith.reminders.description is 'At most 10,000 characters.';
comment on column kith.reminders.due_at is 'When it is due, in the years 1 to 9999; null for no fixed time.';
comment on column kith.reminders.completed is 'Whether it is completed.';
comment on column kith.reminders.completed_at is 'Derived: when it was completed.';
comment on column kith.reminders.recurrence is 'How it recurs: a part of the RRULE of RFC 5545, in the form of kith_private.clean_recurrence; null for once.';
comment on column kith.reminders.recurrence_from is 'due or completion: from when the next one counts.';
comment on column kith.reminders.recurrence_start is 'Derived: local date and time from which the rule counts.';
comment on column kith.reminders.next_id is 'Derived: the reminder that was made when this one was completed.';

-- The policies of keys with limits read the contacts of each reminder.
create index reminders_due_at_idx on kith.reminders (owner_id, due_at, id) include (contact_ids);
create index reminders_created_at_idx on kith.reminders (owner_id, created_at, id) include (contact_ids);
create index reminders_completed_idx on kith.reminders (owner_id, completed, due_at, id) include (contact_ids);
create index reminders_contact_id_idx on kith.reminders (owner_id, contact_id, due_at, id);
create index reminders_next_id_idx on kith.reminders (owner_id, next_id) where next_id is not null;

-- Grants, the owners' policy, the list of contacts, updated_at, the quota, and its part in the log, in undoing and in what keys with
-- limits see.
call pg_temp.make_resource('kith.reminders', 'reminder', scope => 'reminders', seen_by => 'contacts', quota => 100000,
  read_only => '{completed_at,recurrence_start,next_id}', verbatim => '{recurrence,recurrence_from}', is_stamped => false);

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
call pg_temp.one_line('kith.reminders', 'title');

-- The table of its further contacts, which triggers keep.
call pg_temp.make_further_contacts('reminder');

-- Lists read it only where a contact is a further one of some reminder, because planning it takes longer than planning the table.
create view kith_private.reminders_about with (security_invoker = true) as
select r.owner_id, r.contact_id, r.completed, r.due_at, r.created_at, r.id, r.title, r.description from kith.reminders r
union all
select l.owner_id, l.contact_id, r.completed, r.due_at, r.created_at, r.id, r.title, r.description
from kith.reminder_contacts l
cross join lateral (
  select r.completed, r.due_at, r.created_at, r.id, r.title, r.description from kith.reminders r
  where r.owner_id = l.owner_id and r.id = l.reminder_id offset 0) r;
comment on view kith_private.reminders_about is 'Reminders, once for each contact that they are about.';
grant select on kith_private.reminders_about to authenticated;
