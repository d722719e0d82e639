-- Contacts are written here: whoever writes one hands over a whole row.

-- A contact as a body says: absent members are as they were earlier, null clears. Networks and the photo are not in the row.
create function kith_private.contact_of(body jsonb, earlier kith.contacts) returns kith.contacts
language plpgsql stable set search_path = ''
as $$
declare
  contacted constant timestamptz(3) := kith_private.local_instant(body ->> 'lastContactedAt', '00:00');
  contact kith.contacts := kith_private.row_of(body - 'lastContactedAt', earlier);
begin
  -- A client may send back the value that it read, which may come from a note: that is not a change by hand.
  if body ? 'lastContactedAt' and contacted is distinct from earlier.last_contacted_at then
    contact.last_contacted_by_hand := contacted;
  end if;
  return contact;
end
$$;

grant execute on function kith_private.contact_of(jsonb, kith.contacts) to authenticated;
