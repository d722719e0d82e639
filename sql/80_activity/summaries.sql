-- What a change set did, in one line of English.

-- The name of a contact or a network now, or else what the log has last as its name.
create function kith_private.logged_name(owner uuid, resource text, id uuid) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce(
    case resource when 'contact' then (select c.display_name from kith.contacts c where c.owner_id = owner and c.id = logged_name.id)
      else (select n.name from kith.networks n where n.owner_id = owner and n.id = logged_name.id) end,
    (select c.name from kith_private.changes c
      where c.owner_id = owner and c.resource_id = logged_name.id and c.resource = logged_name.resource
      order by c.set_number desc, c.position desc limit 1),
    'a ' || resource || ' that is gone');
end
$$;

-- Some contacts or networks in words: "Bruno Klein, Carla Weiss and 1 more".
create function kith_private.named_in_words(owner uuid, resource text, ids uuid[]) returns text
language plpgsql stable set search_path = ''
as $$
declare
  count constant integer := cardinality(ids);
  first constant text := kith_private.logged_name(owner, resource, ids[1]);
begin
  return case
    when count = 1 then first
    when count = 2 then concat(first, ' and ', kith_private.logged_name(owner, resource, ids[2]))
    else concat(first, ', ', kith_private.logged_name(owner, resource, ids[2]), ' and ', count - 2, ' more') end;
end
$$;

-- Which contacts a change set moved, added to networks or removed from them, in words; null where it is nothing.
-- Those of a contact or network that was created or deleted at the same time are not meant.
create function kith_private.moves_summary(owner uuid, net kith_private.net_change[]) returns text
language plpgsql stable set search_path = ''
as $$
declare
  moves record;
  people text;
  said text[] := '{}';
  moved bigint := 0;
begin
  for moves in
    select contact.removed, contact.added, array_agg(contact.id order by contact.position) as ids
    from (
      select m.resource_id as id, min(m.position) as position,
        coalesce(array_agg(m.network_id order by m.network_id) filter (where m.action = 'delete'), '{}') as removed,
        coalesce(array_agg(m.network_id order by m.network_id) filter (where m.action = 'create'), '{}') as added
      from unnest(net) m
      where m.resource = 'membership' and m.action <> 'update' and not exists (
        select from unnest(net) r
        where r.resource in ('contact', 'network') and r.action <> 'update' and r.resource_id in (m.resource_id, m.network_id))
      group by m.resource_id) contact
    group by contact.removed, contact.added order by min(contact.position)
  loop
    moved := moved + cardinality(moves.ids);
    continue when cardinality(said) > 3;
    people := kith_private.named_in_words(owner, 'contact', moves.ids);
    said := said || case
      when moves.removed = '{}' then format('added %s to %s', people, kith_private.named_in_words(owner, 'network', moves.added))
      when moves.added = '{}' then format('removed %s from %s', people, kith_private.named_in_words(owner, 'network', moves.removed))
      else format('moved %s from %s to %s', people, kith_private.named_in_words(owner, 'network', moves.removed),
        kith_private.named_in_words(owner, 'network', moves.added)) end;
  end loop;
  return case when cardinality(said) > 3 then format('changed the networks of %s contacts', moved)
    else nullif(array_to_string(said, ', '), '') end;
end
$$;

-- About whom notes or relationships of a change set are, where all of these are about the same contacts: "Zoë Müller and Max Weber".
create function kith_private.about_in_words(owner uuid, kind text, of_action text, net kith_private.net_change[]) returns text
language plpgsql stable set search_path = ''
as $$
declare
  contacts jsonb;
begin
  select case when count(distinct about.ids) = 1 then min(about.ids::text)::jsonb end into contacts
  from (
    select coalesce(case when n.action = 'delete' then n.before else n.after end -> 'contact_ids',
      (select to_jsonb(a.contact_ids) from kith_private.resources_about a where a.owner_id = owner and a.resource = kind and a.id = n.resource_id), '[]') as ids
    from unnest(net) n where n.resource = kind and n.action = of_action) about;
  return case when contacts <> '[]' then kith_private.named_in_words(owner, 'contact',
    array(select id::uuid from jsonb_array_elements_text(contacts) with ordinality as given (id, place) order by place)) end;
end
$$;

-- The networks of contacts or the contacts of networks that a change set created or deleted, in words: " in Acme", " with 3 contacts".
create function kith_private.members_in_words(owner uuid, done kith_private.change_group, net kith_private.net_change[]) returns text
language plpgsql stable set search_path = ''
as $$
declare
  ids uuid[];
begin
  if done.action = 'update' or done.resource not in ('contact', 'network') or (done.resource = 'contact' and done.action = 'delete') then
    return null;
  end if;
  ids := array(
    select distinct case done.resource when 'contact' then m.network_id else m.resource_id end
    from unnest(net) m join unnest(net) r
      on r.resource = done.resource and r.action = done.action
      and r.resource_id = case done.resource when 'contact' then m.resource_id else m.network_id end
    where m.resource = 'membership' order by 1);
  return case when ids = '{}' then null
    when done.resource = 'contact' then ' in ' || kith_private.named_in_words(owner, 'network', ids)
    else concat(case done.action when 'delete' then ', which had ' else ' with ' end, cardinality(ids),
      case when cardinality(ids) = 1 then ' contact' else ' contacts' end) end;
end
$$;

-- What a change set did to contacts or reminders in a word of its own, where it changed the same of all: "archived Zoë Müller"; else null.
create function kith_private.deed_in_words(owner uuid, done kith_private.change_group, net kith_private.net_change[]) returns text
language plpgsql stable set search_path = ''
as $$
declare
  columns text[];
  value text;
  ids uuid[];
  deed text;
begin
  if done.action <> 'update' or done.resource not in ('contact', 'reminder') then
    return null;
  end if;
  select array_agg(distinct k.name), case when count(distinct n.after ->> k.name) < 2 then min(n.after ->> k.name) else 'various' end,
    array_agg(n.resource_id order by n.position)
  into columns, value, ids
  from unnest(net) n cross join lateral jsonb_object_keys(
    n.after - '{updated_at,completed_at,next_id,recurrence_start}'::text[]) k (name)
  where n.resource = done.resource and n.action = 'update';
  if cardinality(columns) <> 1 or exists (
    select from unnest(net) n where n.resource = done.resource and n.action = 'update' and n.parts > 1)
  then
    return null;
  end if;
  deed := case done.resource || '.' || columns[1]
    when 'contact.last_contacted_by_hand' then case when value is not null then 'got in touch with %s' end
    when 'contact.is_archived' then case value when 'true' then 'archived %s' when 'false' then 'unarchived %s' end
    when 'contact.is_favorite' then case value when 'true' then 'made %s a favourite' when 'false' then 'took %s from the favourites' end
    when 'contact.contact_frequency_days' then 'changed how often to be in touch with %s'
    when 'contact.snoozed_until' then case when value is not null then 'put off %s' end
    when 'reminder.completed' then case value when 'true' then 'completed reminder %s' when 'false' then 'reopened reminder %s' end
    when 'reminder.due_at' then 'moved reminder %s' end;
  return case when done.resource = 'contact' then format(deed, kith_private.named_in_words(owner, 'contact', ids))
    when done.resources = 1 then format(deed, done.name) end;
end
$$;

-- Who was merged into whom by a change set, in words; null where nobody was.
create function kith_private.merge_in_words(owner uuid, sets bigint[]) returns text
language plpgsql stable set search_path = ''
as $$
declare
  duplicate record;
  target uuid;
begin
  select c.resource_id, c.name into duplicate from kith_private.changes c
  where c.owner_id = owner and c.set_number = any (sets) and c.action = 'delete' and c.resource = 'contact' limit 1;
  target := (
    select c.resource_id from kith_private.changes c
    where c.owner_id = owner and c.set_number = any (sets) and c.resource = 'contact' and c.action = 'update'
    order by c.set_number desc, c.position desc limit 1);
  target := coalesce(target, kith_private.merged_into(duplicate.resource_id));
  return format('Merged %s into ', duplicate.name) || coalesce(kith_private.logged_name(owner, 'contact', target), 'another contact');
end
$$;

-- What a change set did, in one line of English. operation: that of the API. is_undo: whether it undid others.
create function kith_private.change_summary(
  owner uuid, sets bigint[], operation text, is_undo boolean, groups kith_private.change_group[], net kith_private.net_change[]) returns text
language plpgsql stable set search_path = ''
as $$
declare
  done kith_private.change_group;
  said text[] := '{}';
  summary text := case when operation = 'merge_contacts' then kith_private.merge_in_words(owner, sets) end;
begin
  if summary is not null then
    return summary;
  end if;
  for done in
    select * from unnest(groups) g where net is null or g.resource <> 'membership'
    order by g.resource = 'membership', g.action = 'update', g.position
  loop
    said := said || case
      when done.resource = 'membership' and done.action = 'delete' then format('removed contacts from networks %s times', done.resources)
      when done.resource = 'membership' then format('added contacts to networks %s times', done.resources)
      else coalesce(case when not is_undo then kith_private.deed_in_words(owner, done, net) end, concat(
        case done.action when 'create' then case when is_undo then 'restored ' else 'created ' end
          when 'delete' then case when is_undo then 'removed ' else 'deleted ' end
          else case when is_undo then 'reverted ' else 'changed ' end end,
        case when done.resources > 1 then done.resources || ' ' || replace(done.resource, '_', ' ') || 's'
          when done.resource = 'profile' then 'the profile'
          when done.resource = 'contact' and is_undo then done.name
          when done.resource = 'note' then 'note' else replace(done.resource, '_', ' ') || coalesce(' ' || done.name, '') end,
        case when done.resource in ('note', 'relationship') then case done.resource when 'note' then ' about ' else ' of ' end
          || kith_private.about_in_words(owner, done.resource, done.action, net) end,
        case when done.resource = 'note' and done.resources = 1 then ': ' || done.name end,
        kith_private.members_in_words(owner, done, net))) end;
  end loop;
  summary := array_to_string(said || kith_private.moves_summary(owner, net), ', ');
  return coalesce(nullif(upper(left(summary, 1)) || substr(summary, 2), ''), 'Changed nothing');
end
$$;

grant execute on function kith_private.logged_name(uuid, text, uuid), kith_private.named_in_words(uuid, text, uuid[]),
  kith_private.moves_summary(uuid, kith_private.net_change[]), kith_private.about_in_words(uuid, text, text, kith_private.net_change[]),
  kith_private.members_in_words(uuid, kith_private.change_group, kith_private.net_change[]),
  kith_private.deed_in_words(uuid, kith_private.change_group, kith_private.net_change[]), kith_private.merge_in_words(uuid, bigint[]),
  kith_private.change_summary(uuid, bigint[], text, boolean, kith_private.change_group[], kith_private.net_change[]) to authenticated;
