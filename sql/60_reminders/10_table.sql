-- Reminders.

create table kith.reminders (
  id uuid not null default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  contact_id uuid,
  title text not null constraint reminders_title_check check (char_length(title) between 1 and 255),
  description text constraint reminders_description_check check (char_length(description) <= 10000),
  due_at timestamptz(3) constraint reminders_due_at_check check (
    due_at between '0001-01-01 00:00:00+00' and '9999-12-31 23:59:59.999+00'),
  completed boolean not null default false,
  completed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- The keys begin with the owner, so that a row of another owner cannot be found, not even through an index.
  primary key (owner_id, id),
  constraint reminders_contact_id_fkey foreign key (owner_id, contact_id)
    references kith.contacts (owner_id, id) on delete set null (contact_id)
);
comment on table kith.reminders is 'What the owner wants to be reminded of, each about one contact or about none.';
comment on column kith.reminders.id is 'Identifies the reminder.';
comment on column kith.reminders.owner_id is 'Whose reminder it is.';
comment on column kith.reminders.contact_id is 'The contact that the reminder is about.';
comment on column kith.reminders.title is '1 to 255 characters.';
comment on column kith.reminders.description is 'At most 10,000 characters.';
comment on column kith.reminders.due_at is 'When it is due; null for no fixed time.';
comment on column kith.reminders.completed is 'Whether it is completed.';
comment on column kith.reminders.completed_at is 'Derived: when it was completed.';
comment on column kith.reminders.created_at is 'When the reminder was created.';
comment on column kith.reminders.updated_at is 'When the reminder was last changed.';

-- The policies of keys with limits read the contact of each reminder.
create index reminders_due_at_idx on kith.reminders (owner_id, due_at, id) include (contact_id);
create index reminders_created_at_idx on kith.reminders (owner_id, created_at, id) include (contact_id);
create index reminders_completed_idx on kith.reminders (owner_id, completed, due_at, id) include (contact_id);
create index reminders_contact_id_idx on kith.reminders (owner_id, contact_id, due_at, id);

alter table kith.reminders enable row level security;
grant delete on kith.reminders to authenticated;
grant insert (owner_id, contact_id, title, description, due_at, completed),
  update (contact_id, title, description, due_at, completed) on kith.reminders to authenticated;
grant all on kith.reminders to service_role;

create policy "Owners read their reminders" on kith.reminders
  for select to authenticated using ((select kith_private.owner_id()) = owner_id);
create policy "Owners make reminders" on kith.reminders
  for insert to authenticated with check ((select kith_private.owner_id()) = owner_id);
create policy "Owners change their reminders" on kith.reminders
  for update to authenticated using ((select kith_private.owner_id()) = owner_id) with check ((select kith_private.owner_id()) = owner_id);
create policy "Owners delete their reminders" on kith.reminders
  for delete to authenticated using ((select kith_private.owner_id()) = owner_id);

create policy "Limited keys read reminders in their networks" on kith.reminders as restrictive
  for select to kith_limited using ((select kith_private.has_scope('reminders:read'))
    and ((select kith_private.has_all_networks())
      or case when (select kith_private.finds_many()) then contact_id in (select m.contact_id from kith.contact_networks m)
        else exists (select from kith.contact_networks m where m.contact_id = reminders.contact_id offset 0) end));
create policy "Limited keys make reminders in their networks" on kith.reminders as restrictive
  for insert to kith_limited with check ((select kith_private.has_scope('reminders:write'))
    and ((select kith_private.has_all_networks()) or exists (
      select from kith.contact_networks m where m.contact_id = reminders.contact_id offset 0)));
create policy "Limited keys change reminders in their networks" on kith.reminders as restrictive
  for update to kith_limited
  using (((select kith_private.has_all_networks()) or exists (
      select from kith.contact_networks m where m.contact_id = reminders.contact_id offset 0)))
  with check ((select kith_private.has_scope('reminders:write'))
    and ((select kith_private.has_all_networks()) or exists (
      select from kith.contact_networks m where m.contact_id = reminders.contact_id offset 0)));
create policy "Limited keys delete reminders in their networks" on kith.reminders as restrictive
  for delete to kith_limited using ((select kith_private.has_scope('reminders:write'))
    and ((select kith_private.has_all_networks()) or exists (
      select from kith.contact_networks m where m.contact_id = reminders.contact_id offset 0)));

create function kith_private.clean_reminder() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.title := coalesce(kith_private.trimmed(new.title), '');
  new.description := kith_private.trimmed(new.description);
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
comment on function kith_private.clean_reminder() is 'Trims a reminder''s texts and derives when it was completed.';
create trigger clean_reminder before insert or update on kith.reminders
  for each row execute function kith_private.clean_reminder();
create trigger stamp_change before update on kith.reminders
  for each row when (old.* is distinct from new.*) execute function kith_private.stamp_change();
