-- The feed for copies elsewhere: what has changed since a cursor, as it is now.

-- The text of the cursor after a change; null as id is the beginning.
-- A cursor names the last change that was read, by the id of its change set, because numbers would tell a key with limits
-- how much others write, and are given again after a backup was restored. It is of one account and for the same limits.
create function kith_private.cursor_text(id uuid, change_position integer) returns text
language plpgsql stable set search_path = ''
as $$
declare
  limits constant jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb -> 'kith';
  named constant text := format('%s-%s', coalesce(id::text, '0'), change_position);
begin
  return format('%s-%s', named,
    left(encode(sha256(convert_to(concat_ws(' ', auth.uid(), named, limits ->> 'scopes', limits ->> 'networkIds'), 'UTF8')), 'hex'), 12));
end
$$;

-- Id of a change set of the current user, or of the last one that was deleted from the log.
create function kith_private.id_of_set(set_number bigint) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  id uuid := (
    select s.id from kith_private.change_sets s where s.owner_id = (select auth.uid()) and s.number = set_number);
begin
  return coalesce(id, (
    select l.purged_id from kith_private.change_logs l where l.owner_id = (select auth.uid()) and l.purged_set = set_number));
end
$$;

-- The reverse of id_of_set.
create function kith_private.number_of_set(id uuid) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
declare
  number bigint := (
    select s.number from kith_private.change_sets s where s.owner_id = (select auth.uid()) and s.id = number_of_set.id);
begin
  return coalesce(number, (
    select l.purged_set from kith_private.change_logs l where l.owner_id = (select auth.uid()) and l.purged_id = number_of_set.id));
end
$$;

-- The cursor after a change of the current user.
create function kith_private.write_cursor(set_number bigint, change_position integer) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return kith_private.cursor_text(kith_private.id_of_set(set_number), change_position);
end
$$;

-- The change that a cursor names; refuses a cursor that is not of the owner or was given for other limits, or that is older
-- than the log.
create function kith_private.read_cursor(owner uuid, cursor text, out set_number bigint, out change_position integer)
language plpgsql stable set search_path = ''
as $$
declare
  parts constant text[] := regexp_match(cursor, '^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|0)-([0-9]{1,9})-[0-9a-f]{12}$');
  id constant uuid := nullif(parts[1], '0');
begin
  set_number := case when id is null then 0 else kith_private.number_of_set(id) end;
  change_position := parts[2];
  if (cursor = kith_private.cursor_text(id, change_position) and set_number is not null and not exists (
      select from kith_private.change_logs l
      where l.owner_id = owner and (l.purged_set, l.purged_position) > (read_cursor.set_number, read_cursor.change_position))) is not true
  then
    perform kith_private.fail('cursor_expired');
  end if;
end
$$;

-- The cursor after the newest change of the current user, or after the last one that was deleted from the log.
-- The end of a change set is always position 999999999: where it really ends tells how many changes a key with limits does
-- not see.
create function kith_private.cursor_of_now() returns text
language plpgsql stable set search_path = ''
as $$
declare
  -- Older changes would not be found soon by a key that sees few of them.
  oldest constant bigint := case when current_user = 'kith_limited' then kith_private.day_old_position() end;
  last bigint;
  purged record;
begin
  last := (
    select c.set_number from kith_private.changes c
    where c.owner_id = (select auth.uid()) and c.set_number > coalesce(oldest, 0) order by c.set_number desc limit 1);
  if last is not null or oldest is not null then
    return kith_private.write_cursor(coalesce(last, oldest), 999999999);
  end if;
  select l.purged_set, l.purged_position into purged from kith_private.change_logs l where l.owner_id = (select auth.uid());
  return kith_private.write_cursor(coalesce(purged.purged_set, 0), coalesce(purged.purged_position, 0));
end
$$;

create type kith_private.changed_resource as (resource text, id uuid, ordinal bigint);

-- The resources of the next changes after a position, each once and in order, and the positions of these changes.
-- The changes are read a thousand at a time. A membership is part of both its contact and its network, for those who may read networks.
create function kith_private.changed_resources(
  owner uuid, after_set bigint, after_position integer, out resources kith_private.changed_resource[], out sets bigint[], out positions integer[])
language plpgsql stable set search_path = ''
as $$
begin
  with scanned as materialized (
    select c.set_number, c.position, c.resource, c.resource_id, c.network_id,
      row_number() over (order by c.set_number, c.position) as ordinal
    from kith_private.changes c
    where c.owner_id = owner and (c.set_number, c.position) > (after_set, after_position)
    order by c.set_number, c.position limit 1000),
  named as (
    select case s.resource when 'membership' then 'contact' else s.resource end as resource, s.resource_id as id, s.ordinal from scanned s
    union all
    select 'network', s.network_id, s.ordinal from scanned s
    where s.network_id is not null and (select kith_private.has_scope('networks:read'))),
  firsts as (select n.resource, n.id, min(n.ordinal) as ordinal from named n group by n.resource, n.id)
  select (select array_agg((f.resource, f.id, f.ordinal)::kith_private.changed_resource order by f.ordinal, f.resource) from firsts f),
    array_agg(s.set_number order by s.ordinal), array_agg(s.position order by s.ordinal)
  into resources, sets, positions
  from scanned s;
end
$$;

create function kith_api.list_changes(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  query constant jsonb := coalesce(arguments -> 'query', '{}');
  most constant integer := coalesce((query ->> 'pageSize')::integer, 50);
  owner constant uuid := auth.uid();
  cursor record;
  found record;
  portion text[];
  items text[] := '{}';
  first bigint;
  is_full boolean := false;
  bytes bigint := 0;
  taken bigint;
  next_cursor text := query ->> 'since';
begin
  if not query ? 'since' then
    return (200, json_build_object('data', '[]'::json, 'cursor', kith_private.cursor_of_now(), 'hasMore', false)::text)::kith_api.answer;
  end if;
  cursor := kith_private.read_cursor(owner, query ->> 'since');
  if kith_private.has_all_networks() then
    found := kith_private.changed_resources(owner, cursor.set_number, cursor.change_position);
  else
    found := kith_private.changed_resources_in_networks(owner, cursor.set_number, cursor.change_position);
  end if;
  taken := cardinality(found.sets);
  for start in 1 .. coalesce(cardinality(found.resources), 0) by 50 loop
    portion := kith_private.changed_items(found.resources[start : start + 49]);
    for n in 1 .. cardinality(portion) loop
      -- The page ends before the change that has the first resource which is not on it. The first change is on it always,
      -- also where it is a membership, which has two.
      first := (found.resources[start + n - 1]).ordinal;
      if (cardinality(items) >= most or bytes > 4000000) and first > 1 then
        is_full := true;
        taken := first - 1;
        exit;
      end if;
      -- What a contact brings that comes into the networks of a key may be more than fits on a page.
      if first = 1 and (cardinality(items) >= 2000 or bytes > 8000000) then
        perform kith_private.fail('cursor_expired');
      end if;
      items := items || portion[n];
      bytes := bytes + octet_length(portion[n]);
    end loop;
    exit when is_full;
  end loop;
  if taken > 0 then
    next_cursor := kith_private.write_cursor(found.sets[taken],
      case when found.sets[taken + 1] = found.sets[taken] or taken = 1000 then found.positions[taken] else 999999999 end);
  elsif current_user = 'kith_limited' and cursor.set_number < kith_private.day_old_position() then
    -- Nothing that this key sees has changed; the old cursor would expire some day.
    next_cursor := kith_private.write_cursor(kith_private.day_old_position(), 999999999);
  end if;
  return (200, format('{"data":[%s],"cursor":%s,"hasMore":%s}', array_to_string(items, ','), to_json(next_cursor),
    to_json(coalesce(taken < cardinality(found.sets) or cardinality(found.sets) = 1000, false))))::kith_api.answer;
end
$$;
comment on function kith_api.list_changes(jsonb) is
  'What has changed since a cursor, each resource once, as it is now. Query: since, pageSize. Without since: the cursor of now.';

-- Resources in the feed, as JSON: each with its value, or that it was deleted.
create function kith_private.changed_items(resources kith_private.changed_resource[]) returns text[]
language plpgsql stable set search_path = ''
as $$
declare
  kind record;
  items jsonb := '{}';
  shown jsonb;
begin
  for kind in
    select d.name, split_part(d.source, '.', 2) as view, array_agg(r.id) as ids
    from unnest(resources) r join kith_private.resources() d on d.name = r.resource where d.name <> 'profile' group by 1, 2
  loop
    execute format('select jsonb_object_agg(%L || v.id, v.body::text) from unnest($1) asked (id) cross join lateral (
      select v.id, v.body from kith_api.%I v where v.id = asked.id offset 0) v', kind.name, kind.view) into shown using kind.ids;
    items := items || coalesce(shown, '{}');
  end loop;
  return array(
    select format('{"resource":"%s","id":"%s",%s}', r.resource, r.id, coalesce(
      '"value":' || case when r.resource = 'profile' then kith_private.profile_body()::text else items ->> (r.resource || r.id) end, '"deleted":true'))
    from unnest(resources) with ordinality r (resource, id, ordinal, place) order by r.place);
end
$$;

grant execute on function kith_private.cursor_text(uuid, integer), kith_private.id_of_set(bigint), kith_private.number_of_set(uuid),
  kith_private.write_cursor(bigint, integer), kith_private.read_cursor(uuid, text), kith_private.cursor_of_now(),
  kith_private.changed_items(kith_private.changed_resource[]), kith_private.changed_resources(uuid, bigint, integer) to authenticated;
