-- Pairs that the owner knows to be two people. They refer to no contact, so that undoing the deletion of a contact, or a
-- merge, finds them as they were.
create table kith_private.dismissed_duplicates (
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  contact_id uuid not null,
  other_contact_id uuid not null,
  created_at timestamptz(3) not null default now(),
  primary key (owner_id, contact_id, other_contact_id),
  constraint dismissed_duplicates_order_check check (contact_id < other_contact_id)
);
comment on table kith_private.dismissed_duplicates is 'Pairs of contacts that are not the same person, and are not listed as duplicates any more.';
comment on column kith_private.dismissed_duplicates.owner_id is 'Whose contacts they are.';
comment on column kith_private.dismissed_duplicates.contact_id is 'The contact with the smaller id.';
comment on column kith_private.dismissed_duplicates.other_contact_id is 'The other contact.';
comment on column kith_private.dismissed_duplicates.created_at is 'When the pair was dismissed.';

alter table kith_private.dismissed_duplicates enable row level security;
grant select, delete on kith_private.dismissed_duplicates to authenticated;
grant insert (owner_id, contact_id, other_contact_id) on kith_private.dismissed_duplicates to authenticated;

create policy "Owners reach their dismissed pairs" on kith_private.dismissed_duplicates
  for all to authenticated using ((select kith_private.owner_id()) = owner_id);

create policy "Limited keys read dismissed pairs of contacts they see" on kith_private.dismissed_duplicates as restrictive
  for select to kith_limited using ((select kith_private.has_scope('contacts:read'))
    and ((select kith_private.has_all_networks()) or (contact_id in (select m.contact_id from kith.contact_networks m)
      and other_contact_id in (select m.contact_id from kith.contact_networks m))));
create policy "Limited keys make dismissed pairs of contacts they see" on kith_private.dismissed_duplicates as restrictive
  for insert to kith_limited with check ((select kith_private.has_scope('contacts:write'))
    and ((select kith_private.has_all_networks()) or (contact_id in (select m.contact_id from kith.contact_networks m)
      and other_contact_id in (select m.contact_id from kith.contact_networks m))));
create policy "Limited keys delete dismissed pairs of contacts they see" on kith_private.dismissed_duplicates as restrictive
  for delete to kith_limited using ((select kith_private.has_scope('contacts:write'))
    and ((select kith_private.has_all_networks()) or (contact_id in (select m.contact_id from kith.contact_networks m)
      and other_contact_id in (select m.contact_id from kith.contact_networks m))));

-- Keeps the last 10,000 dismissed pairs of the current user.
-- With the rights of the function's owner, because a key that is limited to networks does not see all of them.
create function kith_private.forget_dismissed() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
begin
  delete from kith_private.dismissed_duplicates d
  where d.owner_id = owner and (d.contact_id, d.other_contact_id) in (
    select o.contact_id, o.other_contact_id from kith_private.dismissed_duplicates o where o.owner_id = owner
    order by o.created_at desc, o.contact_id, o.other_contact_id offset 10000);
  return null;
end
$$;
create trigger forget_dismissed after insert on kith_private.dismissed_duplicates
  for each statement execute function kith_private.forget_dismissed();
