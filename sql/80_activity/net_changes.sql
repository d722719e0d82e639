-- What change sets have changed in all: the difference between the first and the last state of each row.

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
    where k.name not in ('id', 'created_at', 'updated_at', 'recurrence_start', 'card') and before -> k.name is distinct from after -> k.name
      and (change.action = 'update' or coalesce(after -> k.name, before -> k.name) not in ('[]', '{}', 'false', 'null')));
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

grant execute on function kith_private.shown_value(text, jsonb), kith_private.shown_member(text), kith_private.parts_of(kith_private.change_sets),
  kith_private.net_changes(uuid, bigint[], uuid), kith_private.net_fields(uuid, bigint[], kith_private.net_change),
  kith_private.change_groups(uuid, bigint[], kith_private.net_change[]) to authenticated;
