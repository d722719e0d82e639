-- What an API key with limits may undo: what it did itself, as far as it may do that now.

-- The changes in change sets without those that follow from creating or deleting a contact, network or note type: memberships,
-- and which contacts or type a note or reminder has.
create function kith_private.direct_changes(owner uuid, sets bigint[]) returns setof kith_private.changes
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select c.* from kith_private.changes c
  where c.owner_id = owner and c.set_number = any (sets) and c.is_shown
    and not ((c.resource = 'membership' or c.action = 'update' and (
        select bool_and(changed = 'updated_at' or r.refers ? changed) from kith_private.resources() r, jsonb_object_keys(c.before) changed where r.name = c.resource))
      and exists (
        select from unnest(kith_private.referred_ids(c)) referred (id)
        join kith_private.changes cause on cause.owner_id = owner and cause.resource_id = referred.id and cause.set_number = c.set_number
        where cause.action <> 'update' and cause.resource <> c.resource));
end
$$;

-- Why the limits of the API key do not allow to undo change sets of the current user; null where they do.
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
        where k.owner_id = owner and k.id = any (kith_private.contacts_of(c.before)) and not (select kith_private.is_seen('contact', k.id))))
  then
    return 'This API key may undo only what it may change now, and it is limited to networks.';
  end if;
  return null;
end
$$;

-- Whether the API key sees one of the resources of a kind, such as notes, that are about a contact. own: contacts that count as
-- seen.
-- Undoing may have taken contacts out of the networks of the key just now: those that the key made count as seen.
create function kith_private.is_use_seen(owner uuid, contact uuid, kind text, own uuid[]) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return case
    when kind = 'networks' then true
    when not kith_private.has_scope((select r.scope || ':read' from kith_private.resources() r where r.source = 'kith.' || kind)) then false
    else kith_private.has_all_networks() or exists (
      select from kith_private.uses_of_contacts used
      join kith_private.resources() r on r.name = used.resource and r.source = 'kith.' || kind
      join kith_private.resources_about about on about.owner_id = owner and about.resource = used.resource and about.id = used.id
      where used.owner_id = owner and used.contact_id = contact and not exists (
        select from unnest(about.contact_ids) other (id) where other.id <> all (own) and not kith_private.is_seen('contact', other.id))) end;
end
$$;

-- What could not be undone, without what the API key does not see; of a contact that something unseen refers to it is only told
-- that it was changed.
-- What the key changed itself it sees, or could not undo.
create function kith_private.with_seen_conflicts(owner uuid, sets bigint[], undone kith_private.undone_row[]) returns kith_private.undone_row[]
language plpgsql stable set search_path = ''
as $$
declare
  own uuid[];
begin
  if undone = '{}' or current_setting('role', true) is distinct from 'kith_limited' then
    return undone;
  end if;
  own := array(select c.resource_id from kith_private.direct_changes(owner, sets) c where c.resource = 'contact');
  return array(
    select (u.owner_id, u.resource_id, u.network_id, u.set_number, u.is_written, u.columns, array(
      select case when c ->> 'reason' = 'in_use' and not kith_private.is_use_seen(owner, u.resource_id, c ->> 'field', own)
        then c || '{"field":null,"reason":"changed"}' else c end
      from unnest(u.conflicts) c))::kith_private.undone_row
    from unnest(undone) u
    where (u.set_number, u.resource_id, u.conflicts[1] ->> 'resource') in (
        select c.set_number, c.resource_id, c.resource from kith_private.direct_changes(owner, sets) c)
      or kith_private.may_read(u.conflicts[1] ->> 'resource', u.resource_id, u.network_id));
end
$$;

grant execute on function kith_private.undo_refusal(bigint[]) to authenticated;
