-- What an API key with limits may undo: what it did itself, as far as it may do that now.

create function kith_private.direct_changes(owner uuid, sets bigint[]) returns setof kith_private.changes
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select c.* from kith_private.changes c
  where c.owner_id = owner and c.set_number = any (sets) and c.is_shown
    and not ((c.resource = 'membership' or (c.resource in ('note', 'reminder') and c.action = 'update'
        and c.before - '{contact_ids,note_type_id,updated_at}'::text[] = '{}'))
      and exists (
        select from kith_private.changes cause
        where cause.owner_id = owner and cause.set_number = c.set_number and cause.action <> 'update'
          and cause.resource in ('contact', 'network', 'note_type')
          and (cause.resource_id in (c.resource_id, c.network_id, (c.before ->> 'note_type_id')::uuid, (c.after ->> 'note_type_id')::uuid)
            or c.before -> 'contact_ids' ? cause.resource_id::text or c.after -> 'contact_ids' ? cause.resource_id::text)));
end
$$;
comment on function kith_private.direct_changes(uuid, bigint[]) is
  'The changes in change sets without those that follow from creating or deleting a contact, network or note type: '
  'memberships, and which contacts or type a note or reminder has.';

-- Undoing runs with the rights of its owner, for which there are no policies.
create function kith_private.undo_refusal(sets bigint[]) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  writable constant text[] := kith_private.resources_with('write');
  others text;
begin
  others := (
    select string_agg(distinct replace(c.resource, '_', ' '), ', ') from kith_private.direct_changes(owner, sets) c
    where c.resource <> all (writable));
  if others is not null then
    return format('This API key may undo only what it may change now. It may not change: %s.', others);
  end if;
  if not kith_private.has_all_networks() and exists (
    select from kith_private.direct_changes(owner, sets) c
    where c.resource = 'membership'
      or c.resource in (select o.resource from kith_private.operations o where o.needs_all_networks)
      or not (select kith_private.is_seen(c.resource, c.resource_id))
      -- Nor may a note become about a contact again that has left; one that was deleted comes back, or is a conflict.
      or exists (
        select from kith.contacts k
        where k.owner_id = owner and k.id = any (kith_private.ids_of(c.before -> 'contact_ids')) and not (select kith_private.is_seen('contact', k.id))))
  then
    return 'This API key may undo only what it may change now, and it is limited to networks.';
  end if;
  return null;
end
$$;
comment on function kith_private.undo_refusal(bigint[]) is
  'Why the limits of the API key do not allow to undo change sets of the current user; null where they do.';

grant execute on function kith_private.undo_refusal(bigint[]) to authenticated;
