-- Which contacts belong to which networks.

create table kith.contact_networks (
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  contact_id uuid not null,
  network_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (owner_id, contact_id, network_id),
  -- The key begins with the owner, so that a row of another owner cannot be referred to. The foreign key to contacts is
  -- added in 30_contacts, where that table is created.
  foreign key (owner_id, network_id) references kith.networks (owner_id, id) on delete cascade
-- Index-only scans need pages that were vacuumed since they were last written, so vacuum runs more often than by default.
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);
comment on table kith.contact_networks is 'Which contacts belong to which networks.';
comment on column kith.contact_networks.owner_id is 'Whose contact and network they are.';
comment on column kith.contact_networks.contact_id is 'The contact.';
comment on column kith.contact_networks.network_id is 'The network it belongs to.';
comment on column kith.contact_networks.created_at is 'When the contact was added to the network.';

create index contact_networks_network_id_idx on kith.contact_networks (owner_id, network_id, contact_id);

alter table kith.contact_networks enable row level security;
grant delete on kith.contact_networks to authenticated;
grant insert (owner_id, contact_id, network_id) on kith.contact_networks to authenticated;
grant all on kith.contact_networks to service_role;

create policy "Owners reach their memberships" on kith.contact_networks
  for all to authenticated using ((select kith_private.owner_id()) = owner_id);

-- The policies of contacts, notes and reminders read the memberships.
create policy "Limited keys read memberships of their networks" on kith.contact_networks as restrictive
  for select to kith_limited using (network_id = any ((select kith_private.visible_networks())::uuid[]));
create policy "Limited keys make memberships by scope" on kith.contact_networks as restrictive
  for insert to kith_limited with check (
    (select kith_private.has_scope('contacts:write')) and (select kith_private.has_all_networks()));
create policy "Limited keys delete memberships by scope" on kith.contact_networks as restrictive
  for delete to kith_limited using (
    (select kith_private.has_scope('contacts:write')) and (select kith_private.has_all_networks()));
