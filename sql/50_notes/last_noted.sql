-- The time of the last contact, last_noted_at of contacts, which is derived from notes.

-- Sets last_noted_at of each contact (owners and contacts pairwise) to the time of its newest note that counts as contact.
-- Lists in parameters would make Postgres plan each time,
-- which takes longer than the statements. The contacts are locked in a statement before, so
-- that the second of two concurrent requests sees the notes of the first.
create function kith_private.derive_last_noted(owners uuid[], contacts uuid[]) returns void
language plpgsql set search_path = '' set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
begin
  perform from kith.contacts c
  join unnest(owners, contacts) as affected (owner_id, id) on affected.owner_id = c.owner_id and affected.id = c.id
  order by c.id for no key update of c;
  update kith.contacts c set last_noted_at = newest.occurred_at
  from unnest(owners, contacts) as affected (owner_id, id)
  cross join lateral (
    select greatest((
        select n.occurred_at
        from kith.notes n
        left join kith.note_types t on t.owner_id = n.owner_id and t.id = n.note_type_id
        where n.owner_id = affected.owner_id and n.contact_id = affected.id and coalesce(t.counts_as_contact, true)
        order by n.occurred_at desc limit 1), (
        select l.occurred_at
        from kith.note_contacts l
        where l.owner_id = affected.owner_id and l.contact_id = affected.id and coalesce((
          select t.counts_as_contact
          from kith.notes n join kith.note_types t on t.owner_id = n.owner_id and t.id = n.note_type_id
          where n.owner_id = l.owner_id and n.id = l.note_id), true)
        order by l.occurred_at desc limit 1)) as occurred_at) newest
  where c.owner_id = affected.owner_id and c.id = affected.id and c.last_noted_at is distinct from newest.occurred_at;
end
$$;

-- Updates last_noted_at of the contacts when notes are created, changed or deleted.
-- Runs with the rights of the function's owner, because clients may not write the derived column; it updates only the
-- contacts of the notes that were just written, which by their foreign key belong to the same owner.
create function kith_private.notes_written() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  owners uuid[];
  contacts uuid[];
begin
  if kith_private.is_restoring() or kith_private.setting('deleting_account') = 'on' then
    return null; -- kith_private.undo_change_sets does it once for all notes; an account that is deleted needs none
  end if;
  if tg_op = 'INSERT' then
    select array_agg(affected.owner_id), array_agg(affected.contact_id) into owners, contacts
    from (select distinct n.owner_id, about.contact_id from new_notes n cross join unnest(n.contact_ids) about (contact_id)) affected;
  elsif tg_op = 'DELETE' then
    select array_agg(affected.owner_id), array_agg(affected.contact_id) into owners, contacts
    from (select distinct o.owner_id, about.contact_id from old_notes o cross join unnest(o.contact_ids) about (contact_id)) affected;
  else
    select array_agg(affected.owner_id), array_agg(affected.contact_id) into owners, contacts
    from (
      select distinct n.owner_id, about.contact_id
      from new_notes n join old_notes o on o.owner_id = n.owner_id and o.id = n.id
      cross join unnest(n.contact_ids || o.contact_ids) about (contact_id)
      where (n.contact_ids, n.note_type_id, n.occurred_at) is distinct from (o.contact_ids, o.note_type_id, o.occurred_at)) affected;
  end if;
  if contacts is not null then
    if tg_op <> 'DELETE' then
      -- Locked, so that a concurrent change of counts_as_contact and these notes do not miss each other.
      perform from kith.note_types t
      where (t.owner_id, t.id) in (select n.owner_id, n.note_type_id from new_notes n) order by t.id for share;
    end if;
    perform kith_private.derive_last_noted(owners, contacts);
  end if;
  return null;
end
$$;
create trigger notes_made after insert on kith.notes
  referencing new table as new_notes for each statement execute function kith_private.notes_written();
create trigger notes_changed after update on kith.notes
  referencing new table as new_notes old table as old_notes for each statement execute function kith_private.notes_written();
create trigger notes_deleted after delete on kith.notes
  referencing old table as old_notes for each statement execute function kith_private.notes_written();

-- Updates last_noted_at of the contacts when counts_as_contact of a type changes. A request in parts leaves many contacts to
-- kith_private.derive_stale_contacts.
create function kith_private.note_type_switched() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  is_in_parts constant boolean := coalesce(kith_private.current_change() ? 'inParts', false);
  notes constant uuid[] := array(
    select n.id from kith.notes n where n.owner_id = new.owner_id and n.note_type_id = new.id
    limit case when is_in_parts then kith_private.part_rows() + 1 end);
  contacts uuid[];
begin
  if is_in_parts and cardinality(notes) > kith_private.part_rows() then
    perform kith_private.mark_stale(new.owner_id, 'last_noted_at');
    return null;
  end if;
  contacts := array(
    select distinct about.contact_id from kith.notes n cross join unnest(n.contact_ids) about (contact_id)
    where n.owner_id = new.owner_id and n.id = any (notes));
  perform kith_private.derive_last_noted(array_fill(new.owner_id, array[cardinality(contacts)]), contacts);
  return null;
end
$$;
create trigger note_type_switched after update of counts_as_contact on kith.note_types
  for each row when (new.counts_as_contact is distinct from old.counts_as_contact)
  execute function kith_private.note_type_switched();
