-- Undoing takes about a third of a millisecond for each note and reminder, and has to end in time.

-- Makes the notes, reminders and memberships of a duplicate those of the target, and counts them.
create function kith_private.move_to_contact(target uuid, duplicate uuid, out notes bigint, out reminders bigint, out networks bigint)
language plpgsql set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  note_ids constant uuid[] := array(
    select n.id from kith.notes n where n.contact_id = duplicate
    union all select l.note_id from kith.note_contacts l where l.contact_id = duplicate);
  reminder_ids constant uuid[] := array(
    select r.id from kith.reminders r where r.contact_id = duplicate
    union all select l.reminder_id from kith.reminder_contacts l where l.contact_id = duplicate);
begin
  if cardinality(note_ids) + cardinality(reminder_ids) > 5000 then
    perform kith_private.fail('validation_failed', errors => jsonb_build_array(jsonb_build_object('in', 'body',
      'pointer', '/duplicateId', 'code', 'too_big', 'message',
      'It has more than 5,000 notes and reminders. Merge the other one into it, or move some first.')));
  end if;
  -- Where both are named, one is left.
  update kith.notes n set contact_ids = array_replace(n.contact_ids, duplicate, target) where n.owner_id = owner and n.id = any (note_ids);
  get diagnostics notes = row_count;
  update kith.reminders r set contact_ids = array_replace(r.contact_ids, duplicate, target) where r.owner_id = owner and r.id = any (reminder_ids);
  get diagnostics reminders = row_count;
  insert into kith.contact_networks (contact_id, network_id)
  select target, m.network_id from kith.contact_networks m where m.contact_id = duplicate order by 2
  on conflict do nothing;
  get diagnostics networks = row_count;
end
$$;

-- Merges a duplicate into the target and deletes it. Returns how many notes, reminders and networks were moved.
-- In this order, so that undoing, in the reverse order, takes the photo from the target before it gives it back.
create function kith_private.merge(target kith.contacts, duplicate kith.contacts, choices jsonb) returns record
language plpgsql set search_path = ''
as $$
declare
  merged constant kith.contacts := kith_private.merged_contact(target, duplicate, choices);
  moved record;
begin
  perform kith_private.update_row(merged);
  perform kith_private.take_over(target.id, duplicate.id, case choices ->> 'photoUrl'
    when 'target' then false when 'duplicate' then true else target.photo_path is null end);
  moved := kith_private.move_to_contact(target.id, duplicate.id);
  delete from kith.contacts c where c.id = duplicate.id;
  return moved;
end
$$;

-- A dry run does everything and takes it back, so that it says what would happen.
create function kith_api.merge_contacts(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
  is_dry constant boolean := coalesce((body ->> 'dryRun')::boolean, false);
  target kith.contacts;
  duplicate kith.contacts;
  moved record;
  contact json;
begin
  perform kith_private.check_may_merge();
  select c.* into target from kith.contacts c where c.id = (arguments ->> 'id')::uuid for update;
  if not found then
    perform kith_private.not_found();
  end if;
  if target.id = (body ->> 'duplicateId')::uuid then
    perform kith_private.fail('validation_failed', errors => jsonb_build_array(jsonb_build_object('in', 'body',
      'pointer', '/duplicateId', 'code', 'duplicate', 'message', 'A contact cannot be merged into itself.')));
  end if;
  select c.* into duplicate from kith.contacts c where c.id = (body ->> 'duplicateId')::uuid for update;
  if not found then
    perform kith_private.check_references('{/duplicateId}');
  end if;
  begin
    moved := kith_private.merge(target, duplicate, coalesce(nullif(body -> 'fields', 'null'), '{}'));
    contact := (select c.body from kith_api.contacts c where c.id = target.id);
    perform kith_private.roll_back_block(is_dry);
  exception when sqlstate 'KITH1' then
    null;
  end;
  return (200, json_build_object('contact', contact,
    'moved', json_build_object('notes', moved.notes, 'reminders', moved.reminders, 'networks', moved.networks),
    'activityId', case when not is_dry then kith_private.current_change() ->> 'id' end,
    'dryRun', is_dry)::text)::kith_api.answer;
end
$$;
comment on function kith_api.merge_contacts(jsonb) is 'Merges a contact into another one and deletes it, or says what that would do.';

grant execute on function kith_private.move_to_contact(uuid, uuid), kith_private.merge(kith.contacts, kith.contacts, jsonb),
  kith_api.merge_contacts(jsonb) to authenticated;

insert into kith_private.operations (name, resource, verb, scopes, writes) values
  ('merge_contacts', 'contact', 'merge', '{contacts:write,notes:write,reminders:write}', true);
