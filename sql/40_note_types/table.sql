-- Note types: kinds of notes, and which of them count as contact with the person.

create table kith.note_types (
  id uuid not null default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  name text not null constraint note_types_name_check check (char_length(name) between 1 and 100),
  icon text constraint note_types_icon_check check (char_length(icon) <= 16),
  color text constraint note_types_color_check check (color ~ '^#[0-9A-Fa-f]{6}$'),
  counts_as_contact boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- The key begins with the owner, so that a row of another owner cannot be found, not even through an index.
  primary key (owner_id, id)
);
comment on table kith.note_types is 'Kinds of notes, such as calls and meetings.';
comment on column kith.note_types.name is '1 to 100 characters, unique for its owner, ignoring case.';
comment on column kith.note_types.icon is 'At most 16 characters, such as an emoji.';
comment on column kith.note_types.color is '#RRGGBB.';
comment on column kith.note_types.counts_as_contact is 'Whether a note of this type means that the owner was in touch with the contact.';

create unique index note_types_name_key on kith.note_types (owner_id, lower(name collate "und-x-icu"));

-- Grants, the owners' policy, updated_at, the quota, and its part in the log, in undoing and in what keys with limits see.
call pg_temp.make_resource('kith.note_types', 'note type', scope => 'notes', seen_by => 'account', quota => 1000);
call pg_temp.trim_texts('kith.note_types', 'note type');
call pg_temp.one_line('kith.note_types', 'name');

create view kith_api.note_types with (security_invoker = true) as
select t.id, row_to_json(shape) as body
from kith.note_types t
cross join lateral (
  select
    t.id,
    t.name,
    t.icon,
    t.color,
    t.counts_as_contact as "countsAsContact",
    to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    to_char(t.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt") shape;
comment on view kith_api.note_types is 'Note types as the API shows them.';
grant select on kith_api.note_types to authenticated;

-- The five operations: list, get, create, update and delete.
call pg_temp.make_operations('kith.note_types', 'note type',
  array[['name', 'name collate "und-x-icu"'], ['createdAt', 'created_at']]);
