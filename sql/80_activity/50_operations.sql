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
      case when query ? 'actorId' then $sql$actor_id = ($1 ->> 'actorId')::uuid$sql$ end,
      case when query ? 'from' then $sql$at >= (select kith_private.local_instant($1 ->> 'from', '00:00'))$sql$ end,
      case when query ? 'to' then $sql$at < (select kith_private.local_instant($1 ->> 'to', '24:00'))$sql$ end,
      -- "is true" makes Postgres put the numbers into a hash table and read the list in the order of its index
      case when query ? 'resourceId' then $sql$(number in (
        select c.set_number from kith_private.changes c
        where c.resource_id = ($1 ->> 'resourceId')::uuid and c.is_shown)) is true$sql$ end,
      case when query ?| '{resource,action}' then $sql$exists (
        select from kith_private.changes c
        where c.owner_id = change_sets.owner_id and c.set_number = change_sets.number and c.is_shown
          and c.resource = coalesce($1 ->> 'resource', c.resource) and c.action = coalesce($1 ->> 'action', c.action)
          and c.resource_id = coalesce(($1 ->> 'resourceId')::uuid, c.resource_id))$sql$ end],
    'number desc');
  perform kith_private.remember_seen(array(
    select s.number from unnest(found.ids) listed (id) join kith_private.change_sets s on s.owner_id = (select auth.uid()) and s.id = listed.id));
  for start in 1 .. cardinality(found.ids) by 10 loop
    -- Change sets of many thousands of changes take long to count.
    if clock_timestamp() > statement_timestamp() + interval '3 seconds' then
      perform kith_private.fail('validation_failed', errors => jsonb_build_array(jsonb_build_object('in', 'query',
        'pointer', '/pageSize', 'code', 'too_big', 'message', 'This page takes too long. Use a smaller pageSize.')));
    end if;
    items := kith_private.add_items(items, kith_private.pick_members((
      select string_agg((
        select kith_private.change_set_body(s, most)::text from kith_private.change_sets s where s.id = listed.id), ','
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
  perform kith_private.remember_seen(array[change_set.number]);
  body := kith_private.change_set_body(change_set, 200);
  perform kith_private.forget_seen();
  return kith_private.answer_resource(body);
end
$$;
comment on function kith_api.get_activity(jsonb) is 'One change set.';

grant execute on function kith_private.find_change_set(uuid), kith_api.list_activity(jsonb), kith_api.get_activity(jsonb) to authenticated;

insert into kith_private.operations (name, resource, verb, scopes, writes) values
  ('list_activity', 'activity', 'list', '{activity:read}', false),
  ('get_activity', 'activity', 'get', '{activity:read}', false);
