-- Change sets as the API shows them.

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
comment on function kith_private.shown_value(text, jsonb) is
  'The value of a column as the API shows it in the log: whether there is a photo, instants in UTC, long texts cut.';

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
comment on function kith_private.shown_member(text) is 'The member of the API for a column in the log.';

-- Several changes of one resource in a change set are one: from what was before the first to what was after the last.
create function kith_private.net_changes(owner uuid, set_number bigint)
  returns table (resource text, resource_id uuid, network_id uuid, name text, action text, "position" integer)
language plpgsql stable set search_path = ''
as $$
begin
  return query
  select n.resource, n.resource_id, n.network_id, n.name,
    case when n.first = 'create' then 'create' when n.last = 'delete' then 'delete' else 'update' end, n.position
  from (
    select c.resource, c.resource_id, c.network_id, (array_agg(c.name order by c.position desc))[1] as name,
      (array_agg(c.action order by c.position))[1] as first, (array_agg(c.action order by c.position desc))[1] as last,
      min(c.position) as position
    from kith_private.changes c
    where c.owner_id = owner and c.set_number = net_changes.set_number and c.is_shown
    group by c.resource, c.resource_id, c.network_id) n
  where n.first <> 'create' or n.last <> 'delete';
end
$$;
comment on function kith_private.net_changes(uuid, bigint) is 'What became of each resource in a change set.';

create function kith_private.net_fields(owner uuid, set_number bigint, change record) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_object_agg(kith_private.shown_member(f.name), jsonb_build_object(
        'before', kith_private.shown_value(f.name, coalesce(f.was, 'null')),
        'after', kith_private.shown_value(f.name, coalesce(f.became, 'null')))), '{}')
    from (
      select e.name,
        case when change.action <> 'create' then (array_agg(e.value order by e.position) filter (where e.is_before))[1] end as was,
        case when change.action <> 'delete' then (array_agg(e.value order by e.position desc) filter (where not e.is_before))[1] end as became
      from (
        select c.position, true as is_before, b.key as name, b.value from kith_private.changes c, jsonb_each(c.before) b
        where c.owner_id = owner and c.set_number = net_fields.set_number and c.resource_id = change.resource_id
          and c.network_id is not distinct from change.network_id
        union all
        select c.position, false, a.key, a.value from kith_private.changes c, jsonb_each(c.after) a
        where c.owner_id = owner and c.set_number = net_fields.set_number and c.resource_id = change.resource_id
          and c.network_id is not distinct from change.network_id) e
      where e.name not in ('id', 'created_at', 'updated_at')
      group by e.name) f
    where f.was is distinct from f.became
      and (change.action = 'update' or coalesce(f.became, f.was) not in ('[]', 'false', 'null')));
end
$$;
comment on function kith_private.net_fields(uuid, bigint, record) is
  'The fields of a row of net_changes as the API shows them. Of new and deleted resources without those that are empty.';

create function kith_private.change_summary(owner uuid, set_number bigint) returns text
language plpgsql stable set search_path = ''
as $$
declare
  summary constant text := (
    select string_agg(case counted.action when 'create' then 'created ' when 'delete' then 'deleted ' else 'changed ' end
      || case when counted.resources > 1 then counted.resources || ' ' || replace(counted.resource, '_', ' ') || 's'
        when counted.resource in ('profile', 'membership') then 'the ' || counted.resource
        else replace(counted.resource, '_', ' ') || coalesce(' ' || counted.name, '') end, ', '
      order by counted.resource = 'membership', counted.action = 'update', counted.position)
    from (
      select c.action, c.resource, count(*) as resources, min(c.name) as name, min(c.position) as position
      from kith_private.net_changes(owner, change_summary.set_number) c group by c.action, c.resource) counted);
begin
  return coalesce(upper(left(summary, 1)) || substr(summary, 2), 'Changed nothing');
end
$$;
comment on function kith_private.change_summary(uuid, bigint) is 'What a change set did, in one line of English.';

create function kith_private.actor_body(change_set kith_private.change_sets) returns json
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return json_build_object('kind', change_set.actor_kind, 'id', change_set.actor_id, 'name', change_set.actor_name);
end
$$;
comment on function kith_private.actor_body(kith_private.change_sets) is 'Who wrote a change set.';

create function kith_private.may_undo(change_set kith_private.change_sets) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  caller constant jsonb := nullif(current_setting('kith.change', true), '')::jsonb;
begin
  -- What the database itself changed has no actor_id.
  return caller ->> 'kind' = 'access_token' or coalesce(change_set.actor_id = (caller ->> 'actorId')::uuid, false);
end
$$;
comment on function kith_private.may_undo(kith_private.change_sets) is
  'Whether the credential of this request may undo a change set: an access token all, an API key its own.';

-- A change set may have thousands of changes and long texts, so only the first are shown, up to 256 KiB.
create function kith_private.changes_body(owner uuid, set_number bigint, most integer, out changes json, out count bigint)
language plpgsql stable set search_path = ''
as $$
begin
  select coalesce(json_agg(item.body order by item.position) filter (where item.size <= 262144 or item.position = 1), '[]')
  into changes
  from (
    select shown.body, shown.position, sum(octet_length(shown.body::text)) over (order by shown.position) as size
    from (
      select json_build_object('resource', c.resource, 'id', c.resource_id, 'name', c.name, 'action', c.action,
        'fields', kith_private.net_fields(owner, changes_body.set_number, c)) as body, c.position
      from kith_private.net_changes(owner, changes_body.set_number) c order by c.position limit most) shown) item;
  select count(*) into count from kith_private.net_changes(owner, changes_body.set_number);
end
$$;
comment on function kith_private.changes_body(uuid, bigint, integer) is 'The first changes of a change set, as JSON, and how many it has.';

create function kith_private.change_set_body(change_set kith_private.change_sets, most integer) returns json
language plpgsql stable set search_path = ''
as $$
declare
  shown constant record := kith_private.changes_body(change_set.owner_id, change_set.number, most);
begin
  return json_build_object(
    'id', change_set.id,
    'at', to_char(change_set.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'requestId', change_set.request_id,
    'actor', kith_private.actor_body(change_set),
    'operation', kith_private.member_name(change_set.operation),
    'summary', kith_private.change_summary(change_set.owner_id, change_set.number),
    'changes', shown.changes,
    'changeCount', shown.count,
    'undoes', change_set.undoes[1:100],
    'undoneBy', change_set.undone_by,
    'undoable', change_set.undone_by is null and kith_private.may_undo(change_set));
end
$$;
comment on function kith_private.change_set_body(kith_private.change_sets, integer) is
  'A change set as the API shows it, with at most so many of its changes.';

grant execute on function kith_private.shown_value(text, jsonb), kith_private.shown_member(text),
  kith_private.net_changes(uuid, bigint), kith_private.net_fields(uuid, bigint, record), kith_private.change_summary(uuid, bigint),
  kith_private.actor_body(kith_private.change_sets), kith_private.may_undo(kith_private.change_sets),
  kith_private.changes_body(uuid, bigint, integer), kith_private.change_set_body(kith_private.change_sets, integer)
  to authenticated;
