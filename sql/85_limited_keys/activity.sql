-- What API keys with limits see of the log: changes of resources that they may read. A resource that exists counts as what
-- it is now, one that was deleted as what it was then.

-- Whether there are contacts and each of them belongs to one of the networks.
create function kith_private.are_in_networks(owner uuid, contacts uuid[], networks uuid[]) returns boolean
language plpgsql stable set search_path = '' set plan_cache_mode = force_generic_plan
as $$
begin
  return cardinality(contacts) > 0 and not exists (
    select from unnest(contacts) about (id)
    where not exists (
      select from kith.contact_networks m where m.owner_id = owner and m.contact_id = about.id and m.network_id = any (networks) offset 0));
end
$$;

-- Resources that are about contacts: with the list of these, and once for each of them, which an index finds.
do $$
declare
  declared kith_private.resource;
  lists text[] := '{}';
  singles text[] := '{}';
  has_view boolean;
begin
  for declared in select * from kith_private.resources() where seen_by = 'contacts' order by name loop
    lists := lists || format('select owner_id, %L::text as resource, id, %s as contact_ids from %s', declared.name,
      case when declared.refers ? 'contact_ids' then 'contact_ids' else 'array_remove(array[contact_id], null)' end, declared.source);
    has_view := to_regclass(format('kith_private.%s_about', split_part(declared.source, '.', 2))) is not null;
    singles := singles || format('select owner_id, %L::text as resource, id, contact_id from %s', declared.name,
      case when has_view then format('kith_private.%s_about', split_part(declared.source, '.', 2)) else declared.source end);
  end loop;
  execute format('create view kith_private.resources_about with (security_invoker = true) as %s', array_to_string(lists, ' union all '));
  execute format('create view kith_private.uses_of_contacts with (security_invoker = true) as %s', array_to_string(singles, ' union all '));
end
$$;
comment on view kith_private.resources_about is 'The resources that are about contacts, and about which.';
comment on view kith_private.uses_of_contacts is 'The same, once for each contact.';
grant select on kith_private.resources_about, kith_private.uses_of_contacts to authenticated;

-- Whether the API key sees a resource that the log names. A contact: where it is in a network of the key, or was when it was deleted,
-- which ended its memberships in the same change set. What is about contacts: where it sees all of them. What belongs to the account:
-- always. What was erased has no contact any more, and is not seen.
create function kith_private.is_seen(resource text, id uuid) returns boolean
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
  owner constant uuid := auth.uid();
  networks constant uuid[] := kith_private.key_networks();
  contacts uuid[];
begin
  if resource = 'contact' then
    return case
      when exists (select from kith.contacts c where c.owner_id = owner and c.id = is_seen.id) then exists (
        select from kith.contact_networks m where m.owner_id = owner and m.contact_id = is_seen.id and m.network_id = any (networks))
      else exists (
        select from (
          select c.set_number, c.action from kith_private.changes c
          where c.owner_id = owner and c.resource_id = is_seen.id and c.resource = 'contact'
          order by c.set_number desc, c.position desc limit 1) last
        join kith_private.changes m on m.owner_id = owner and m.resource_id = is_seen.id and m.set_number = last.set_number
        where last.action = 'delete' and m.resource = 'membership' and m.network_id = any (networks)) end;
  elsif resource = 'network' then
    return id = any (networks);
  elsif resource <> all (kith_private.resources_seen_by('contacts')) then
    return resource = any (kith_private.resources_seen_by('account'));
  end if;
  select a.contact_ids into contacts from kith_private.resources_about a
  where a.owner_id = owner and a.resource = is_seen.resource and a.id = is_seen.id;
  if found then
    return kith_private.are_in_networks(owner, contacts, networks);
  end if;
  select case when c.action = 'delete' then kith_private.contacts_of(c.before) end into contacts from kith_private.changes c
  where c.owner_id = owner and c.resource_id = is_seen.id and c.resource = is_seen.resource
  order by c.set_number desc, c.position desc limit 1;
  return coalesce(cardinality(contacts) > 0 and kith_private.are_seen(contacts), false);
end
$$;

-- Whether the API key sees all these contacts.
create function kith_private.are_seen(contacts uuid[]) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return not exists (select from unnest(contacts) about (id) where not kith_private.is_seen('contact', about.id));
end
$$;

-- Whether the credential of this request sees a resource that the log names, by its scopes and networks. network: of a
-- membership.
-- For functions with the rights of their owner, for which there are no policies.
create function kith_private.may_read(resource text, id uuid, network uuid default null) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return current_setting('role', true) is distinct from 'kith_limited'
    or coalesce(resource = any (kith_private.resources_with('read')) and (kith_private.has_all_networks() or case
      when resource = 'membership' then network = any (kith_private.key_networks())
      else kith_private.is_seen(resource, id) end), false);
end
$$;

-- The contacts, and what is about them, that is_seen finds, all at once; or the ones that remember_seen has remembered.
create function kith_private.seen_resources() returns table (id uuid)
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  networks constant uuid[] := kith_private.key_networks();
  remembered constant text := kith_private.setting('seen');
begin
  if remembered is not null then
    return query select unnest(remembered::uuid[]);
    return;
  end if;
  return query
  with seen as materialized (
    select m.contact_id from kith.contact_networks m where m.owner_id = owner and m.network_id = any (networks)
    union all
    select t.id from kith_private.deletions t
    where t.owner_id = owner and t.resource = 'contact' and exists (
      select from kith_private.changes m
      where m.owner_id = owner and m.resource_id = t.id and m.set_number = t.set_number
        and m.resource = 'membership' and m.network_id = any (networks) offset 0))
  select s.contact_id from seen s
  union all
  -- "is true" makes Postgres put the contacts into a hash table.
  select about.id
  from (
    select a.id, a.contact_ids from kith_private.resources_about a where a.owner_id = owner
    union all
    select t.id, t.contact_ids from kith_private.deletions t
    where t.owner_id = owner and t.resource = any ((select kith_private.resources_seen_by('contacts'))::text[])) about
  where (about.contact_ids[1] in (select s.contact_id from seen s)) is true and (cardinality(about.contact_ids) = 1 or (
    select bool_and((further.id in (select s.contact_id from seen s)) is true) from unnest(about.contact_ids) further (id)));
end
$$;

-- Remembers which resources of change sets the API key sees, for the statements that follow. forget_seen() ends that.
-- The representations of change sets take several statements each, and thousands of changes may be in one.
create function kith_private.remember_seen(sets bigint[]) returns void
language plpgsql set search_path = ''
as $$
declare
  kinds constant text[] := '{contact}'::text[] || kith_private.resources_seen_by('contacts');
begin
  if current_user <> 'kith_limited' or kith_private.has_all_networks() then
    return;
  end if;
  perform kith_private.forget_seen(), kith_private.set_reads_list(true);
  perform kith_private.set_setting('seen', array(
    select distinct c.resource_id from kith_private.changes c
    where c.set_number = any (sets) and c.resource = any (kinds))::text);
  perform kith_private.set_reads_list(false);
end
$$;

-- Ends what remember_seen began.
create function kith_private.forget_seen() returns void
language plpgsql set search_path = ''
as $$
begin
  if current_user = 'kith_limited' then
    perform kith_private.set_setting('seen', null);
  end if;
end
$$;

grant execute on function kith_private.remember_seen(bigint[]), kith_private.forget_seen(), kith_private.is_seen(text, uuid), kith_private.seen_resources() to authenticated;

-- Columns of a row in the log, without contacts and a next reminder that the API key does not see.
-- A note that was moved between contacts is shown with those that the key sees.
create function kith_private.without_unseen(columns jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  if kith_private.has_all_networks() then
    return columns;
  end if;
  if columns ->> 'next_id' is not null and not kith_private.is_seen('reminder', (columns ->> 'next_id')::uuid) then
    columns := columns || '{"next_id":null}';
  end if;
  if columns ->> 'contact_id' is not null then
    return case when kith_private.is_seen('contact', (columns ->> 'contact_id')::uuid) then columns else columns || '{"contact_id":null}' end;
  elsif not columns ? 'contact_ids' then
    return columns;
  end if;
  return columns || jsonb_build_object('contact_ids', array(
    select about.id from unnest(kith_private.ids_of(columns -> 'contact_ids')) with ordinality about (id, place)
    where kith_private.is_seen('contact', about.id) order by about.place));
end
$$;
grant execute on function kith_private.without_unseen(jsonb) to authenticated;
