-- Networks: groups of contacts.

create table kith.networks (
  id uuid not null default gen_random_uuid(),
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  name text not null constraint networks_name_check check (char_length(name) between 1 and 100),
  description text constraint networks_description_check check (char_length(description) <= 500),
  color text constraint networks_color_check check (color ~ '^#[0-9A-Fa-f]{6}$'),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- The key begins with the owner, so that a row of another owner cannot be found, not even through an index.
  primary key (owner_id, id)
);
comment on table kith.networks is 'Groups of contacts, such as a family or a club.';
comment on column kith.networks.name is '1 to 100 characters, unique for its owner, ignoring case.';
comment on column kith.networks.description is 'At most 500 characters.';
comment on column kith.networks.color is '#RRGGBB.';

create unique index networks_name_key on kith.networks (owner_id, lower(name collate "und-x-icu"));

-- Grants, the owners' policy, updated_at, the quota, and its part in the log, in undoing and in what keys with limits see.
call pg_temp.make_resource('kith.networks', 'network', scope => 'networks', seen_by => 'itself', quota => 10000);
call pg_temp.trim_texts('kith.networks', 'network');
call pg_temp.one_line('kith.networks', 'name');
