-- Keeps contacts consistent with their memberships in networks.

alter table kith.contact_networks
  add foreign key (owner_id, contact_id) references kith.contacts (owner_id, id) on delete cascade;
call pg_temp.log_resource('membership', 'kith.contact_networks', scope => 'contacts', seen_by => 'itself',
  finds => 't.contact_id = c.resource_id and t.network_id = c.network_id');

-- Sets updated_at of contacts whose networks changed, and limits each to 100 networks.
-- The representation of a contact contains its networks, so adding or removing one changes the contact. The update also
-- locks the contact, so that concurrent inserts cannot exceed the limit of 100. Runs with the rights of the function's
-- owner, because clients may not write `updated_at`; it updates only the contacts of the rows that were just written.
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
create trigger touch_joined_contacts after insert on kith.contact_networks
  referencing new table as memberships for each statement execute function kith_private.touch_contacts();
create trigger touch_left_contacts after delete on kith.contact_networks
  referencing old table as memberships for each statement execute function kith_private.touch_contacts();
