-- What being in a network means for a contact.

alter table kith.contact_networks
  add foreign key (owner_id, contact_id) references kith.contacts (owner_id, id) on delete cascade;

-- A contact shows its networks, so joining or leaving one changes the contact. The update also locks the contact,
-- so that two memberships made at once cannot both be the hundredth. Runs with its owner's rights because
-- `updated_at` is nobody's to write; it touches only contacts of the rows that were just written.
create function kith_private.touch_contacts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update kith.contacts c set updated_at = now()
  where (c.owner_id, c.id) in (select m.owner_id, m.contact_id from memberships m);
  if tg_op = 'INSERT' and exists (
    select from kith.contact_networks n
    where (n.owner_id, n.contact_id) in (select m.owner_id, m.contact_id from memberships m)
    group by n.owner_id, n.contact_id having count(*) > 100)
  then
    raise check_violation using message = 'A contact belongs to at most 100 networks.',
      schema = 'kith', table = 'contact_networks', constraint = 'contact_networks_limit_check';
  end if;
  return null;
end
$$;
comment on function kith_private.touch_contacts() is 'Stamps the contacts whose networks changed and holds them to 100.';
create trigger touch_joined_contacts after insert on kith.contact_networks
  referencing new table as memberships for each statement execute function kith_private.touch_contacts();
create trigger touch_left_contacts after delete on kith.contact_networks
  referencing old table as memberships for each statement execute function kith_private.touch_contacts();
