-- What API keys with limits see of the log: changes of resources that they may read. A resource that exists counts as what
-- it is now, one that was deleted as what it was then.

create function kith_private.resources_with(access text) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  return array_remove(array[
    case when kith_private.has_scope('contacts:' || access) then 'contact' end,
    case when kith_private.has_scope('contacts:' || access) then 'membership' end,
    case when kith_private.has_scope('networks:' || access) then 'network' end,
    case when kith_private.has_scope('notes:' || access) then 'note' end,
    case when kith_private.has_scope('notes:' || access) then 'note_type' end,
    case when kith_private.has_scope('reminders:' || access) then 'reminder' end,
    case when kith_private.has_scope('profile:' || access) then 'profile' end], null);
end
$$;
comment on function kith_private.resources_with(text) is
  'The kinds of resources in the log for which the credential of this request has a scope. access: read or write.';

-- Deleting a contact ends its memberships in the same change set. What was erased has no contact any more.
create function kith_private.deleted_in_networks() returns table (id uuid)
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  networks constant uuid[] := kith_private.key_networks();
  contacts uuid[];
begin
  if not kith_private.has_scope('activity:read') then
    return;
  end if;
  contacts := array(
    select t.resource_id from kith_private.changes t
    where t.owner_id = owner and t.action = 'delete' and t.resource = 'contact'
      and exists (
        select from kith_private.changes m
        where m.owner_id = owner and m.resource_id = t.resource_id and m.set_number = t.set_number
          and m.resource = 'membership' and m.network_id = any (networks))
      and not exists (
        select from kith_private.changes later
        where later.owner_id = owner and later.resource_id = t.resource_id and later.resource = t.resource
          and (later.set_number, later.position) > (t.set_number, t.position)));
  return query
  select c from unnest(contacts) c
  union all
  select t.resource_id from kith_private.changes t
  where t.owner_id = owner and t.action = 'delete' and t.resource in ('note', 'reminder')
    and ((t.before ->> 'contact_id')::uuid = any (contacts) or exists (
      select from kith.contact_networks m
      where m.owner_id = owner and m.contact_id = (t.before ->> 'contact_id')::uuid and m.network_id = any (networks)))
    and not exists (
      select from kith_private.changes later
      where later.owner_id = owner and later.resource_id = t.resource_id and later.resource = t.resource
        and (later.set_number, later.position) > (t.set_number, t.position));
end
$$;
comment on function kith_private.deleted_in_networks() is
  'Contacts that were deleted while they belonged to a network of the API key, and deleted notes and reminders of these and of contacts that do.';

grant execute on function kith_private.resources_with(text), kith_private.deleted_in_networks() to authenticated;

create policy "Limited keys read changes of what they may read" on kith_private.changes as restrictive
  for select to kith_limited using (
    (select kith_private.has_scope('activity:read')) and resource = any ((select kith_private.resources_with('read'))::text[])
    and ((select kith_private.has_all_networks()) or case resource
      when 'membership' then network_id = any ((select kith_private.key_networks())::uuid[])
      when 'network' then resource_id = any ((select kith_private.key_networks())::uuid[])
      when 'note_type' then true
      when 'profile' then true
      else case resource
        when 'contact' then exists (
          select from kith.contact_networks m where m.owner_id = changes.owner_id and m.contact_id = changes.resource_id)
        when 'note' then exists (
          select from kith.notes n where n.owner_id = changes.owner_id and n.id = changes.resource_id)
        when 'reminder' then exists (
          select from kith.reminders r where r.owner_id = changes.owner_id and r.id = changes.resource_id)
        end or resource_id in (select d.id from kith_private.deleted_in_networks() d)
      end));
create policy "Limited keys read change sets with such changes" on kith_private.change_sets as restrictive
  for select to kith_limited using ((select kith_private.has_scope('activity:read')) and exists (
    select from kith_private.changes c
    where c.owner_id = change_sets.owner_id and c.set_number = change_sets.number and c.is_shown));
create policy "Limited keys read how far the log reaches back by scope" on kith_private.change_logs as restrictive
  for select to kith_limited using ((select kith_private.has_scope('activity:read')));

-- A note that was moved between contacts is shown with the one that the key sees.
create function kith_private.without_hidden_contact(columns jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  contact constant uuid := columns ->> 'contact_id';
begin
  if contact is null or kith_private.has_all_networks()
    or exists (select from kith.contact_networks m where m.owner_id = (select auth.uid()) and m.contact_id = contact)
    or contact in (select d.id from kith_private.deleted_in_networks() d)
  then
    return columns;
  end if;
  return columns || '{"contact_id":null}';
end
$$;
comment on function kith_private.without_hidden_contact(jsonb) is
  'Columns of a row in the log, without a contact_id that the API key does not see.';
grant execute on function kith_private.without_hidden_contact(jsonb) to authenticated;
