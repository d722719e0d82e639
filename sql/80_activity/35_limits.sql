-- What API keys with limits see of the log: changes of resources that they may read. A resource that exists counts as what
-- it is now, one that was deleted as what it was then.

create function kith_private.readable_resources() returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  return array(
    select o.resource from (values
      ('contact', 'contacts:read'), ('membership', 'contacts:read'), ('network', 'networks:read'), ('note', 'notes:read'),
      ('note_type', 'notes:read'), ('reminder', 'reminders:read'), ('profile', 'profile:read')) o (resource, scope)
    where kith_private.has_scope(o.scope));
end
$$;
comment on function kith_private.readable_resources() is 'The kinds of resources in the log that the credential of this request may read.';

-- Deleting a contact ends its memberships in the same change set. What was erased has no contact any more.
create function kith_private.deleted_in_networks() returns table (id uuid)
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  networks constant uuid[] := kith_private.key_networks();
  contacts uuid[];
begin
  contacts := array(
    select t.resource_id from kith_private.changes t
    where t.owner_id = owner and t.action = 'delete' and t.resource = 'contact'
      and exists (
        select from kith_private.changes m
        where m.owner_id = owner and m.resource_id = t.resource_id and m.set_number = t.set_number
          and m.resource = 'membership' and m.network_id = any (networks))
      and not kith_private.has_later_change(t));
  return query
  select c from unnest(contacts) c
  union all
  select t.resource_id from kith_private.changes t
  where t.owner_id = owner and t.action = 'delete' and t.resource in ('note', 'reminder')
    and ((t.before ->> 'contact_id')::uuid = any (contacts) or exists (
      select from kith.contact_networks m
      where m.owner_id = owner and m.contact_id = (t.before ->> 'contact_id')::uuid and m.network_id = any (networks)))
    and not kith_private.has_later_change(t);
end
$$;
comment on function kith_private.deleted_in_networks() is
  'Contacts that were deleted while they belonged to a network of the API key, and deleted notes and reminders of these and of contacts that do.';

create function kith_private.has_later_change(change kith_private.changes) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select from kith_private.changes later
    where later.owner_id = change.owner_id and later.resource_id = change.resource_id and later.resource = change.resource
      and (later.set_number, later.position) > (change.set_number, change.position));
end
$$;
comment on function kith_private.has_later_change(kith_private.changes) is 'Whether the resource of a change was changed again.';

grant execute on function kith_private.readable_resources(), kith_private.deleted_in_networks() to authenticated;

create policy "Limited keys read changes of what they may read" on kith_private.changes as restrictive
  for select to kith_limited using (
    (select kith_private.has_scope('activity:read')) and resource = any ((select kith_private.readable_resources())::text[])
    and ((select kith_private.has_all_networks()) or case resource
      when 'membership' then network_id = any ((select kith_private.key_networks())::uuid[])
      when 'network' then resource_id = any ((select kith_private.key_networks())::uuid[])
      when 'contact' then resource_id in (select d.id from kith_private.deleted_in_networks() d) or exists (
        select from kith.contact_networks m where m.owner_id = changes.owner_id and m.contact_id = changes.resource_id)
      when 'note' then resource_id in (select d.id from kith_private.deleted_in_networks() d) or exists (
        select from kith.notes n where n.owner_id = changes.owner_id and n.id = changes.resource_id)
      when 'reminder' then resource_id in (select d.id from kith_private.deleted_in_networks() d) or exists (
        select from kith.reminders r where r.owner_id = changes.owner_id and r.id = changes.resource_id)
      else true end));
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
