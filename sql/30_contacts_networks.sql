-- Which contacts belong to which networks.

create table public.contact_networks (
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  contact_id uuid not null,
  network_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (owner_id, contact_id, network_id),
  -- With the owner in the key, a row of somebody else is as absent as one that does not exist.
  foreign key (owner_id, contact_id) references public.contacts (owner_id, id) on delete cascade,
  foreign key (owner_id, network_id) references public.networks (owner_id, id) on delete cascade
);
comment on table public.contact_networks is 'Which contacts belong to which networks.';
comment on column public.contact_networks.owner_id is 'Whose contact and network they are.';
comment on column public.contact_networks.contact_id is 'The contact.';
comment on column public.contact_networks.network_id is 'The network it belongs to.';
comment on column public.contact_networks.created_at is 'Since when.';

create index contact_networks_network_id_idx on public.contact_networks (owner_id, network_id, contact_id);

alter table public.contact_networks enable row level security;
revoke all on public.contact_networks from anon, authenticated;
grant select, delete on public.contact_networks to authenticated;
grant insert (owner_id, contact_id, network_id) on public.contact_networks to authenticated;
grant all on public.contact_networks to service_role;

create policy "Owners read their memberships" on public.contact_networks
  for select to authenticated using ((select auth.uid()) = owner_id);
create policy "Owners make memberships" on public.contact_networks
  for insert to authenticated with check ((select auth.uid()) = owner_id);
create policy "Owners delete their memberships" on public.contact_networks
  for delete to authenticated using ((select auth.uid()) = owner_id);

-- A contact shows its networks, so joining or leaving one changes the contact. The update also locks the contact,
-- so that two memberships made at once cannot both be the hundredth. Runs with its owner's rights because
-- `updated_at` is nobody's to write; it touches only contacts of the rows that were just written.
create function private.touch_contacts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.contacts c set updated_at = now()
  where (c.owner_id, c.id) in (select m.owner_id, m.contact_id from memberships m);
  if tg_op = 'INSERT' and exists (
    select from public.contact_networks n
    where (n.owner_id, n.contact_id) in (select m.owner_id, m.contact_id from memberships m)
    group by n.owner_id, n.contact_id having count(*) > 100)
  then
    raise check_violation using message = 'A contact belongs to at most 100 networks.',
      schema = 'public', table = 'contact_networks', constraint = 'contact_networks_limit_check';
  end if;
  return null;
end
$$;
comment on function private.touch_contacts() is 'Stamps the contacts whose networks changed and holds them to 100.';
create trigger touch_joined_contacts after insert on public.contact_networks
  referencing new table as memberships for each statement execute function private.touch_contacts();
create trigger touch_left_contacts after delete on public.contact_networks
  referencing old table as memberships for each statement execute function private.touch_contacts();
