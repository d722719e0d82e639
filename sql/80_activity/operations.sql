-- Change sets as the API shows them.

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
  change_set kith_private.change_sets, most integer, of_resource uuid default null,
  out changes json, out count bigint, out summary text, out is_erased boolean)
language plpgsql stable set search_path = ''
as $$
declare
  owner constant uuid := change_set.owner_id;
  sets constant bigint[] := kith_private.parts_of(change_set);
  net constant kith_private.net_change[] := kith_private.net_changes(owner, sets);
  groups constant kith_private.change_group[] := kith_private.change_groups(owner, sets, net);
  told constant kith_private.net_change[] := case when of_resource is null then net else kith_private.net_changes(owner, sets, of_resource) end;
begin
  count := (select coalesce(sum(g.resources), 0) from unnest(groups) g);
  summary := kith_private.change_summary(
    owner, sets, change_set.operation, change_set.undoes <> '{}', groups, case when count <= 1000 then net end);
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
  shown constant record := kith_private.changes_body(change_set, most, of_resource);
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

grant execute on function kith_private.actor_body(kith_private.change_sets),
  kith_private.may_undo(uuid), kith_private.changes_body(kith_private.change_sets, integer, uuid),
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
