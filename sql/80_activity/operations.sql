-- Change sets as the API shows them.

-- The value of a column as the API shows it in the log: whether there is a photo, instants in UTC, long texts cut.
create function kith_private.shown_value(name text, value jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  texts constant text := value #>> '{}';
begin
  return case
    when name = 'photo_path' then to_jsonb(texts is not null)
    when jsonb_typeof(value) = 'string' and name ~ '(_at|_by_hand)$' then
      to_jsonb(to_char(texts::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    when jsonb_typeof(value) = 'string' and char_length(texts) > 1000 then to_jsonb(left(texts, 1000) || '…')
    else value
  end;
end
$$;

-- The member of the API for a column in the log.
create function kith_private.shown_member(name text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case name
    when 'photo_path' then 'hasPhoto'
    when 'last_contacted_by_hand' then 'lastContactedAt'
    else kith_private.member_name(name)
  end;
end
$$;

create type kith_private.net_change as (
  resource text, resource_id uuid, network_id uuid, name text, action text, "position" integer, before jsonb, after jsonb, parts bigint);
comment on type kith_private.net_change is
  'What became of a resource in a change set: of how many changes it is made; before and after only where it is one.';

-- The numbers of all parts of a change set, which is its first part.
create function kith_private.parts_of(change_set kith_private.change_sets) returns bigint[]
language plpgsql stable set search_path = ''
as $$
begin
  return change_set.number || array(
    select s.number from kith_private.change_sets s
    where s.owner_id = change_set.owner_id and s.first_number = change_set.number order by s.number);
end
$$;

-- What became of each resource in a change set, in order, as far as its first thousand changes say; null where it is empty.
-- Several changes of one resource in a change set are one: from what was before the first to what was after the last.
-- of_resource: what became of this resource; null for all.
create function kith_private.net_changes(owner uuid, sets bigint[], of_resource uuid default null) returns kith_private.net_change[]
language plpgsql stable set search_path = ''
as $$
declare
  changes kith_private.net_change[];
begin
  select array_agg((c.resource, c.resource_id, c.network_id, c.name, c.action, c.position, c.before, c.after, 1)::kith_private.net_change
    order by c.position) into changes
  from (
    select l.resource, l.resource_id, l.network_id, l.name, l.action, l.before, l.after,
      row_number() over (order by l.set_number, l.position)::integer as position
    from kith_private.changes l
    where l.owner_id = owner and l.set_number = any (sets) and l.is_shown and (of_resource is null or l.resource_id = of_resource)
    order by l.set_number, l.position limit 1000) c;
  if cardinality(changes) < 2 then
    return changes;
  end if;
  return array(
    select (n.resource, n.resource_id, n.network_id, n.name,
      case when n.first = 'create' then 'create' when n.last = 'delete' then 'delete' else 'update' end,
      n.position, n.before, n.after, n.parts)::kith_private.net_change
    from (
      select c.resource, c.resource_id, c.network_id, (array_agg(c.name order by c.position desc))[1] as name,
        (array_agg(c.action order by c.position))[1] as first, (array_agg(c.action order by c.position desc))[1] as last,
        min(c.position) as position, count(*) as parts,
        (array_agg(c.before order by c.position))[1] as before, (array_agg(c.after order by c.position desc))[1] as after
      from unnest(changes) c
      group by c.resource, c.resource_id, c.network_id) n
    where n.first <> 'create' or n.last <> 'delete'
    order by n.position);
end
$$;

-- The fields of a change as the API shows them. Of new and deleted resources without those that are empty.
create function kith_private.net_fields(owner uuid, sets bigint[], change kith_private.net_change) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  before jsonb := change.before;
  after jsonb := change.after;
begin
  if change.parts > 1 then
    -- The first value of each column before, and the last one after: the later of two equal keys counts.
    select jsonb_object_agg(b.key, b.value order by c.set_number desc, c.position desc) into before
    from kith_private.changes c, jsonb_each(c.before) b
    where c.owner_id = owner and c.set_number = any (sets) and c.resource_id = change.resource_id
      and c.network_id is not distinct from change.network_id;
    select jsonb_object_agg(a.key, a.value order by c.set_number, c.position) into after
    from kith_private.changes c, jsonb_each(c.after) a
    where c.owner_id = owner and c.set_number = any (sets) and c.resource_id = change.resource_id
      and c.network_id is not distinct from change.network_id;
  end if;
  if change.action = 'create' then
    before := null;
  elsif change.action = 'delete' then
    after := null;
  end if;
  if current_user = 'kith_limited' and change.resource <> 'membership' then
    before := kith_private.without_unseen(before);
    after := kith_private.without_unseen(after);
  end if;
  return (
    select coalesce(jsonb_object_agg(kith_private.shown_member(k.name), jsonb_build_object(
        'before', kith_private.shown_value(k.name, coalesce(before -> k.name, 'null')),
        'after', kith_private.shown_value(k.name, coalesce(after -> k.name, 'null')))), '{}')
    from jsonb_object_keys(coalesce(before, '{}') || coalesce(after, '{}')) k (name)
    where k.name not in ('id', 'created_at', 'updated_at', 'recurrence_start') and before -> k.name is distinct from after -> k.name
      and (change.action = 'update' or coalesce(after -> k.name, before -> k.name) not in ('[]', 'false', 'null')));
end
$$;

create type kith_private.change_group as (action text, resource text, resources bigint, name text, "position" integer);
comment on type kith_private.change_group is 'How many resources of a kind a change set created, changed or deleted; and the name of one.';

-- What a change set did, by action and kind of resource; net is what kith_private.net_changes says of it.
-- Of a change set with more than a thousand changes of rows, these are counted.
create function kith_private.change_groups(owner uuid, sets bigint[], net kith_private.net_change[]) returns kith_private.change_group[]
language plpgsql stable set search_path = ''
as $$
begin
  perform from kith_private.changes c
  where c.owner_id = owner and c.set_number = any (sets) and c.is_shown offset 1000;
  if found then
    return array(
      select (c.action, c.resource, count(*), min(c.name), min(c.position)::integer)::kith_private.change_group
      from kith_private.changes c where c.owner_id = owner and c.set_number = any (sets) and c.is_shown
      group by c.action, c.resource);
  end if;
  return array(
    select (c.action, c.resource, count(*), min(c.name), min(c.position))::kith_private.change_group
    from unnest(net) c group by c.action, c.resource);
end
$$;

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

-- Which contacts a change set moved, added to networks or removed from them, in words; null where it is nothing or too much to say.
-- Those of a contact or network that was created or deleted at the same time are not meant.
create function kith_private.moves_summary(owner uuid, net kith_private.net_change[]) returns text
language plpgsql stable set search_path = ''
as $$
declare
  moves record;
  people text;
  said text[] := '{}';
begin
  for moves in
    select contact.removed, contact.added, array_agg(contact.id order by contact.position) as ids
    from (
      select m.resource_id as id, min(m.position) as position,
        coalesce(array_agg(m.network_id order by m.network_id) filter (where m.action = 'delete'), '{}') as removed,
        coalesce(array_agg(m.network_id order by m.network_id) filter (where m.action = 'create'), '{}') as added
      from unnest(net) m
      where m.resource = 'membership' and m.action <> 'update'
      group by m.resource_id) contact
    group by contact.removed, contact.added order by min(contact.position) limit 4
  loop
    people := kith_private.named_in_words(owner, 'contact', moves.ids);
    said := said || case
      when moves.removed = '{}' then format('added %s to %s', people, kith_private.named_in_words(owner, 'network', moves.added))
      when moves.added = '{}' then format('removed %s from %s', people, kith_private.named_in_words(owner, 'network', moves.removed))
      else format('moved %s from %s to %s', people, kith_private.named_in_words(owner, 'network', moves.removed),
        kith_private.named_in_words(owner, 'network', moves.added)) end;
  end loop;
  return case when cardinality(said) between 1 and 3 and not exists (
      select from unnest(net) m join unnest(net) r on r.resource_id in (m.resource_id, m.network_id)
      where m.resource = 'membership' and r.resource in ('contact', 'network') and r.action <> 'update')
    then array_to_string(said, ', ') end;
end
$$;

-- About whom notes of a change set are, where all of these are about the same contacts: " about Zoë Müller".
create function kith_private.about_in_words(owner uuid, of_action text, net kith_private.net_change[]) returns text
language plpgsql stable set search_path = ''
as $$
declare
  contacts jsonb;
begin
  select case when count(distinct about.ids) = 1 then min(about.ids::text)::jsonb end into contacts
  from (
    select coalesce(case when n.action = 'delete' then n.before else n.after end -> 'contact_ids',
      (select to_jsonb(note.contact_ids) from kith.notes note where note.owner_id = owner and note.id = n.resource_id), '[]') as ids
    from unnest(net) n where n.resource = 'note' and n.action = of_action) about;
  return case when contacts <> '[]' then ' about ' || kith_private.named_in_words(owner, 'contact',
    array(select id::uuid from jsonb_array_elements_text(contacts) with ordinality as given (id, place) order by place)) end;
end
$$;

-- What a change set did, in one line of English.
create function kith_private.change_summary(owner uuid, groups kith_private.change_group[], net kith_private.net_change[]) returns text
language plpgsql stable set search_path = ''
as $$
declare
  moves constant text := kith_private.moves_summary(owner, net);
  done record;
  said text[] := '{}';
  summary text;
begin
  for done in
    select * from unnest(groups) g where moves is null or g.resource <> 'membership'
    order by g.resource = 'membership', g.action = 'update', g.position
  loop
    said := said || concat(
      case done.action when 'create' then 'created ' when 'delete' then 'deleted ' else 'changed ' end,
      case when done.resources > 1 then done.resources || ' ' || replace(done.resource, '_', ' ') || 's'
        when done.resource in ('profile', 'membership') then 'the ' || done.resource
        when done.resource = 'note' then 'note' else replace(done.resource, '_', ' ') || coalesce(' ' || done.name, '') end,
      case when done.resource = 'note' then kith_private.about_in_words(owner, done.action, net) end,
      case when done.resource = 'note' and done.resources = 1 then ': ' || done.name end);
  end loop;
  summary := array_to_string(said || moves, ', ');
  return coalesce(nullif(upper(left(summary, 1)) || substr(summary, 2), ''), 'Changed nothing');
end
$$;

-- Who wrote a change set.
create function kith_private.actor_body(change_set kith_private.change_sets) returns json
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return json_build_object('kind', change_set.actor_kind, 'id', change_set.actor_id, 'name', change_set.actor_name);
end
$$;

-- Whether the credential of this request may undo what an actor did: an access token everything, an API key what it did itself.
create function kith_private.may_undo(actor uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  caller constant jsonb := kith_private.current_change();
begin
  -- What the database itself changed has no actor.
  return caller ->> 'kind' = 'access_token' or coalesce(actor = (caller ->> 'actorId')::uuid, false);
end
$$;

-- The first changes of a change set, as JSON, how many it has, what it did in one line, and whether something of it was erased.
-- A change set may have thousands of changes and long texts, so only the first are shown, up to 256 KiB.
-- of_resource: the resource whose changes are shown; null for all.
create function kith_private.changes_body(
  owner uuid, sets bigint[], most integer, of_resource uuid default null,
  out changes json, out count bigint, out summary text, out is_erased boolean)
language plpgsql stable set search_path = ''
as $$
declare
  net constant kith_private.net_change[] := kith_private.net_changes(owner, sets);
  groups constant kith_private.change_group[] := kith_private.change_groups(owner, sets, net);
  told constant kith_private.net_change[] := case when of_resource is null then net else kith_private.net_changes(owner, sets, of_resource) end;
begin
  count := (select coalesce(sum(g.resources), 0) from unnest(groups) g);
  summary := kith_private.change_summary(owner, groups, case when count <= 1000 then net end);
  is_erased := coalesce((select bool_or(c.before is null and c.after is null) from unnest(net) c), false);
  select coalesce(json_agg(item.body order by item.position) filter (where item.size <= 262144 or item.is_first), '[]')
  into changes
  from (
    select shown.body, shown.position, shown.position = (told[1]).position as is_first,
      sum(octet_length(shown.body::text)) over (order by shown.position) as size
    from (
      select c.position, json_build_object('resource', c.resource, 'id', c.resource_id,
        'name', coalesce(c.name, (select n.name from kith.networks n where n.owner_id = owner and n.id = c.network_id)), 'action', c.action,
        'fields', kith_private.net_fields(owner, sets, c)) as body
      from unnest(told[1:most]) c offset 0) shown) item;
end
$$;

-- A change set as the API shows it, with at most so many of its changes. of_resource: only of this one; null for all.
create function kith_private.change_set_body(change_set kith_private.change_sets, most integer, of_resource uuid default null) returns json
language plpgsql stable set search_path = ''
as $$
declare
  shown constant record := kith_private.changes_body(change_set.owner_id, kith_private.parts_of(change_set), most, of_resource);
  undoes uuid[] := change_set.undoes[1:100];
  undoing uuid := change_set.undone_by;
  is_undoable boolean := change_set.undone_by is null and not shown.is_erased and kith_private.may_undo(change_set.actor_id);
begin
  if current_user = 'kith_limited' then
    undoes := array(
      select u.id from unnest(undoes) with ordinality u (id, place)
      where exists (select from kith_private.change_sets s where s.id = u.id) order by u.place);
    undoing := (select s.id from kith_private.change_sets s where s.id = undoing);
    is_undoable := is_undoable and kith_private.undo_refusal(kith_private.parts_of(change_set)) is null;
  end if;
  return json_build_object(
    'id', change_set.id,
    'at', to_char(change_set.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'requestId', change_set.request_id,
    'actor', kith_private.actor_body(change_set),
    'operation', kith_private.member_name(change_set.operation),
    'summary', shown.summary,
    'changes', shown.changes,
    'changeCount', shown.count,
    'undoes', undoes,
    'undoneBy', undoing,
    'undoable', is_undoable);
end
$$;

grant execute on function kith_private.shown_value(text, jsonb), kith_private.shown_member(text), kith_private.parts_of(kith_private.change_sets),
  kith_private.net_changes(uuid, bigint[], uuid), kith_private.net_fields(uuid, bigint[], kith_private.net_change),
  kith_private.change_groups(uuid, bigint[], kith_private.net_change[]),
  kith_private.logged_name(uuid, text, uuid), kith_private.named_in_words(uuid, text, uuid[]),
  kith_private.moves_summary(uuid, kith_private.net_change[]), kith_private.about_in_words(uuid, text, kith_private.net_change[]),
  kith_private.change_summary(uuid, kith_private.change_group[], kith_private.net_change[]), kith_private.actor_body(kith_private.change_sets),
  kith_private.may_undo(uuid), kith_private.changes_body(uuid, bigint[], integer, uuid),
  kith_private.change_set_body(kith_private.change_sets, integer, uuid) to authenticated;

create function kith_api.list_activity(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  query constant jsonb := arguments -> 'query';
  -- Changes take most of the time, and are not read where they are not asked for.
  most constant integer := case when query -> 'fields' ? 'changes' or not query ? 'fields' then 20 else 0 end;
  found kith_private.page;
  items text;
begin
  found := kith_private.find_page(query, 'kith_private.change_sets', array[
      'at > (select kith_private.log_start())',
      'number > (select kith_private.last_purged_set())',
      'first_number is null',
      case when query ? 'actorId' then $sql$actor_id = ($1 ->> 'actorId')::uuid$sql$ end,
      case when query ? 'from' then $sql$at >= (select kith_private.local_instant($1 ->> 'from', '00:00'))$sql$ end,
      case when query ? 'to' then $sql$at < (select kith_private.local_instant($1 ->> 'to', '24:00'))$sql$ end,
      -- "is true" makes Postgres put the numbers into a hash table and read the list in the order of its index
      case when query ? 'resourceId' then $sql$(number in (
        select coalesce(s.first_number, s.number) from kith_private.changes c
        join kith_private.change_sets s on s.owner_id = c.owner_id and s.number = c.set_number
        where c.resource_id = ($1 ->> 'resourceId')::uuid and c.is_shown)) is true$sql$ end,
      case when query ?| '{resource,action}' then $sql$exists (
        select from (
          select change_sets.number union all select p.number from kith_private.change_sets p
          where p.owner_id = change_sets.owner_id and p.first_number = change_sets.number) part
        cross join lateral (
          select from kith_private.changes c
          where c.owner_id = change_sets.owner_id and c.set_number = part.number and c.is_shown
            and c.resource = coalesce($1 ->> 'resource', c.resource) and c.action = coalesce($1 ->> 'action', c.action)
            and c.resource_id = coalesce(($1 ->> 'resourceId')::uuid, c.resource_id) offset 0) c)$sql$ end],
    'number desc');
  perform kith_private.remember_seen(array(
    select s.number from unnest(found.ids) listed (id)
    join kith_private.change_sets s on s.owner_id = (select auth.uid()) and s.id = listed.id
    union all
    select p.number from unnest(found.ids) listed (id)
    join kith_private.change_sets s on s.owner_id = (select auth.uid()) and s.id = listed.id
    join kith_private.change_sets p on p.owner_id = s.owner_id and p.first_number = s.number));
  for start in 1 .. cardinality(found.ids) by 10 loop
    -- Change sets of many thousands of changes take long to count.
    if clock_timestamp() > statement_timestamp() + interval '3 seconds' then
      perform kith_private.refuse_member('/pageSize', 'too_big', 'This page takes too long. Use a smaller pageSize.', 'query');
    end if;
    items := kith_private.add_items(items, kith_private.pick_members((
      select string_agg((
        select kith_private.change_set_body(s, most, (query ->> 'resourceId')::uuid)::text from kith_private.change_sets s where s.id = listed.id), ','
        order by listed.position)
      from unnest(found.ids[start : start + 9]) with ordinality as listed (id, position)), query -> 'fields'));
  end loop;
  perform kith_private.forget_seen();
  return kith_private.answer_page(found, items);
end
$$;
comment on function kith_api.list_activity(jsonb) is
  'A page of change sets, newest first. Query: actorId, resource, resourceId, action, from, to, fields, page, pageSize.';

-- A change set of the current user that is still kept, else not_found.
create function kith_private.find_change_set(asked uuid) returns kith_private.change_sets
language plpgsql stable set search_path = ''
as $$
declare
  change_set kith_private.change_sets;
begin
  select s.* into change_set from kith_private.change_sets s
  where s.id = asked and s.at > (select kith_private.log_start()) and s.number > (select kith_private.last_purged_set());
  if change_set.first_number is not null then
    select s.* into change_set from kith_private.change_sets s
    where s.number = change_set.first_number and s.number > (select kith_private.last_purged_set());
  end if;
  if not found then
    perform kith_private.not_found();
  end if;
  return change_set;
end
$$;

create function kith_api.get_activity(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  change_set constant kith_private.change_sets := kith_private.find_change_set((arguments ->> 'id')::uuid);
  body json;
begin
  perform kith_private.remember_seen(kith_private.parts_of(change_set));
  body := kith_private.change_set_body(change_set, 200);
  perform kith_private.forget_seen();
  return kith_private.answer_resource(body);
end
$$;
comment on function kith_api.get_activity(jsonb) is 'One change set.';

grant execute on function kith_private.find_change_set(uuid) to authenticated;
