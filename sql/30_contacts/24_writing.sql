-- Contacts are written here: whoever writes one hands over a whole row.

create function kith_private.contact_of(body jsonb, earlier kith.contacts) returns kith.contacts
language plpgsql stable set search_path = ''
as $$
declare
  blank constant jsonb := '{"emails":[],"phones":[],"urls":[],"addresses":[],"is_favorite":false,"is_archived":false}';
  contacted constant timestamptz(3) := kith_private.local_instant(body ->> 'lastContactedAt', '00:00');
  contact kith.contacts := jsonb_populate_record(earlier,
    case when earlier.id is null then blank else '{}' end || kith_private.columns_of(body - 'lastContactedAt'));
begin
  -- A client may send back the value that it read, which may come from a note: that is not a change by hand.
  if body ? 'lastContactedAt' and contacted is distinct from earlier.last_contacted_at then
    contact.last_contacted_by_hand := contacted;
  end if;
  return contact;
end
$$;
comment on function kith_private.contact_of(jsonb, kith.contacts) is
  'A contact as a body says: absent members are as they were earlier, null clears. Networks and the photo are not in the row.';

-- For imports, which write many, and choose ids: with the rights of their owner, so the rows say whose they are.
create function kith_private.insert_contacts(contacts kith.contacts[]) returns void
language plpgsql set search_path = ''
as $$
declare
  columns constant text := array_to_string(kith_private.written_columns('kith.contacts'), ', ');
begin
  execute format('insert into kith.contacts (owner_id, id, %1$s) select owner_id, id, %1$s from unnest($1)', columns) using contacts;
end
$$;
comment on function kith_private.insert_contacts(kith.contacts[]) is 'Inserts contacts with their ids.';

create function kith_private.update_contacts(contacts kith.contacts[]) returns void
language plpgsql set search_path = ''
as $$
declare
  columns constant text[] := kith_private.written_columns('kith.contacts');
begin
  execute format('update kith.contacts c set (%s) = (%s) from unnest($1) written where c.owner_id = written.owner_id and c.id = written.id',
    array_to_string(columns, ', '), 'written.' || array_to_string(columns, ', written.')) using contacts;
end
$$;
comment on function kith_private.update_contacts(kith.contacts[]) is 'Writes contacts that are there.';

grant execute on function kith_private.contact_of(jsonb, kith.contacts) to authenticated;
