-- The operations on imports.

create view kith_api.imports with (security_invoker = true) as
select i.id, row_to_json(shape) as body
from kith_private.imports i
cross join lateral (
  select
    i.id,
    i.format,
    i.counts,
    i.dropped,
    i.questions,
    i.photos,
    i.applied_activity_id as "appliedActivityId",
    to_char(i.applied_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "appliedAt",
    to_char(i.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    to_char(i.created_at at time zone 'UTC' + interval '24 hours', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "expiresAt") shape
where i.created_at > now() - interval '24 hours';
comment on view kith_api.imports is 'Imports as the API shows them, until they expire.';
grant select on kith_api.imports to authenticated;

-- Refuses an import that has what the API key may not write. without: a kind that is not asked about.
create function kith_private.check_import_scopes(import uuid, without text default 'profile') returns void
language plpgsql stable set search_path = ''
as $$
declare
  writable constant text[] := kith_private.resources_with('write');
  lacking text;
begin
  select format('%s:write, and the file has %s', k.scope,
    case k.name when 'profile' then 'a profile' else replace(split_part(k.source, '.', 2), '_', ' ') end)
  into lacking from kith_private.resources() k
  where k.name <> all (writable) and k.name is distinct from without and exists (
    select from kith_private.import_rows r where r.import_id = import and r.resource = k.name)
  order by k.name desc limit 1;
  if found then
    perform kith_private.fail('insufficient_scope', format('This API key lacks the scope %s.', lacking));
  end if;
end
$$;

-- Refuses an import with photos where the account has as many bytes of them as it may. Runs with the rights of the function's owner,
-- because clients do not see all files.
create function kith_private.check_import_photos() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not kith_private.may_import() then
    perform kith_private.not_found();
  end if;
  perform kith_private.check_quota('photo_bytes', kith_private.photo_bytes(auth.uid()));
end
$$;

-- Inserts the rows of an import, as the Edge Function has read them from the file.
create function kith_private.insert_import_rows(import uuid, items jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
begin
  insert into kith_private.import_rows (import_id, number, line, resource, action, uid, new_id, value, networks, notes, relationships, refs, photo_path, problem)
  select import, given.number, (item ->> 'line')::integer, coalesce(item ->> 'resource', 'contact'), case when item ? 'problem' then 'error' else 'create' end,
    item ->> 'uid', ids.id, nullif(item -> 'value', 'null'),
    array(select jsonb_array_elements_text(coalesce(item -> 'networks', '[]'))), coalesce(item -> 'notes', '[]'), coalesce(item -> 'relationships', '[]'), nullif(item -> 'refs', 'null'),
    case when item ? 'photo' then format('%s/%s/%s.%s', owner, ids.id, gen_random_uuid(), item ->> 'photo') end, item ->> 'problem'
  from jsonb_array_elements(items) with ordinality given (item, number)
  cross join lateral (
    select coalesce(kith_private.imported_id(owner, item ->> 'uid'), gen_random_uuid()) as id offset 0) ids;
end
$$;

create function kith_api.create_import(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := kith_private.without_profile(arguments -> 'body');
  import constant uuid := gen_random_uuid();
  writable constant text[] := kith_private.resources_with('write');
  answer kith_api.answer;
begin
  delete from kith_private.imports i where i.id in (
    select kept.id from kith_private.imports kept
    -- A key makes no room by what it may not delete.
    where array(select k.name from kith_private.resources() k) <@ writable or not exists (
      select from kith_private.import_rows r where r.import_id = kept.id and r.resource <> all (writable))
    order by kept.created_at desc, kept.id offset 2);
  insert into kith_private.imports (id, format, dropped, questions, photos)
  values (import, body ->> 'format', body -> 'dropped', coalesce(body -> 'questions', '[]'), (
    select count(*) from jsonb_array_elements(body -> 'rows') item where item ? 'photo'));
  perform kith_private.insert_import_rows(import, body -> 'rows');
  perform kith_private.check_import_scopes(import);
  perform kith_private.match_uids(import), kith_private.match_keys(import, 'email'), kith_private.match_keys(import, 'phone'),
    kith_private.find_conflicts(import), kith_private.match_others(import), kith_private.separate_repeated_uids(import),
    kith_private.match_profile(import), kith_private.find_same_names(import);
  update kith_private.imports i set counts = (
    select jsonb_build_object('create', count(*) filter (where r.action = 'create'), 'match', count(*) filter (where r.action = 'match'),
      'conflict', count(*) filter (where r.action = 'conflict'), 'error', count(*) filter (where r.action = 'error'))
    from kith_private.import_rows r where r.import_id = import)
  where i.id = import;
  answer := kith_private.answer_resource((select i.body from kith_api.imports i where i.id = import), 201::smallint);
  if (select i.photos from kith_private.imports i where i.id = import) > 0 then
    perform kith_private.check_import_photos();
    answer.body := concat(left(answer.body, -1), ',"uploads":', (
      select json_object_agg(r.number, r.photo_path) from kith_private.import_rows r where r.import_id = import and r.photo_path is not null), '}');
  end if;
  return answer;
end
$$;
comment on function kith_api.create_import(jsonb) is
  'Keeps what was read from a file as a preview, and finds what is there already. Body: format, dropped, questions, and rows; the answer also has uploads, the paths of photos by the number of their row.';

create function kith_api.list_imports(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  found kith_private.page;
begin
  found := kith_private.find_page(arguments -> 'query', 'kith_private.imports', array[$sql$created_at > now() - interval '24 hours'$sql$],
    'created_at desc, id', finds_few => true);
  return kith_private.answer_page(found, (
    select string_agg((select i.body::text from kith_api.imports i where i.id = listed.id), ',' order by listed.position)
    from unnest(found.ids) with ordinality as listed (id, position)));
end
$$;
comment on function kith_api.list_imports(jsonb) is 'A page of imports, newest first. Query: page, pageSize.';

create function kith_api.get_import(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
begin
  return kith_private.answer_resource((select i.body from kith_api.imports i where i.id = (arguments ->> 'id')::uuid));
end
$$;
comment on function kith_api.get_import(jsonb) is 'One import.';

-- The id and name of a contact; null where there is none.
create function kith_private.contact_named(contact uuid) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return (select json_build_object('id', c.id, 'displayName', kith_private.shown_name(c)) from kith.contacts c where c.id = contact);
end
$$;

-- A row of an import as the API shows it.
create function kith_private.import_row_body(row_shown kith_private.import_rows) returns json
language plpgsql stable set search_path = ''
as $$
begin
  return json_build_object('number', row_shown.number, 'line', row_shown.line, 'resource', row_shown.resource, 'action', row_shown.action,
    'value', row_shown.value, 'networks', row_shown.networks, 'notes', row_shown.notes, 'relationships', row_shown.relationships, 'hasPhoto', row_shown.photo_path is not null,
    'contact', case when row_shown.resource = 'contact' then kith_private.contact_named(coalesce(row_shown.target_id, row_shown.match_id)) end,
    'matchedBy', row_shown.matched_by,
    'candidates', array(
      select named from unnest(row_shown.candidates) given (id) cross join lateral kith_private.contact_named(given.id) named where named is not null),
    'problem', row_shown.problem,
    -- An import that was applied by version 1.1 has them in the imperative.
    'outcome', case row_shown.outcome when 'create' then 'created' when 'merge' then 'merged' when 'skip' then 'skipped' when 'fail' then 'failed'
      else row_shown.outcome end);
end
$$;

create function kith_api.list_import_rows(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  query constant jsonb := coalesce(arguments -> 'query', '{}');
  import constant uuid := (select i.id from kith_api.imports i where i.id = (arguments ->> 'id')::uuid);
  page constant bigint := coalesce((query ->> 'page')::bigint, 1);
  size constant bigint := coalesce((query ->> 'pageSize')::bigint, 50);
  readable constant text[] := kith_private.resources_with('read') || kith_private.resources_with('write');
  numbers integer[];
  place integer;
  shown kith_private.import_rows;
  skipped bigint;
  items text;
begin
  if import is null then
    perform kith_private.not_found();
  end if;
  numbers := array(
    select r.number from kith_private.import_rows r
    where r.import_id = import and (not query ? 'action' or r.action = query ->> 'action') and r.resource = any (readable)
    order by r.number);
  skipped := least((page - 1) * size, cardinality(numbers));
  foreach place in array numbers[skipped + 1 : skipped + size] loop
    select r.* into shown from kith_private.import_rows r where r.import_id = import and r.number = place;
    items := kith_private.add_items(items, kith_private.import_row_body(shown)::text);
  end loop;
  return kith_private.answer_page((array[]::uuid[], page, size, cardinality(numbers))::kith_private.page, items);
end
$$;
comment on function kith_api.list_import_rows(jsonb) is 'A page of the rows of an import, in the order of the file. Query: action, page, pageSize.';

-- Deletes the previews of imports that were applied, with what their files had.
create function kith_private.erase_applied_imports(owner uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from kith_private.imports i where i.owner_id = owner and i.applied_at is not null;
end
$$;

create function kith_api.delete_import(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  import constant uuid := (select i.id from kith_api.imports i where i.id = (arguments ->> 'id')::uuid);
begin
  perform kith_private.check_import_scopes(import, without => null);
  delete from kith_private.imports i where i.id = import;
  return kith_private.answer_deleted(found);
end
$$;
comment on function kith_api.delete_import(jsonb) is 'Deletes an import; what it was applied to stays.';

-- Refuses an import with which the account would have too many contacts, notes or reminders, before anything of it is written.
-- The triggers count the rows of an owner once a minute, which suffices for single ones.
create function kith_private.check_import_quotas(import uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  added record;
begin
  select count(*) filter (where r.resource = 'contact' and r.decision = 'create') as contacts,
    count(*) filter (where r.resource = 'reminder') as reminders,
    coalesce(sum(case r.resource when 'note' then 1 else jsonb_array_length(r.notes) end) filter (where r.resource in ('note', 'contact')), 0)::bigint as notes
  into added
  from kith_private.import_rows r where r.owner_id = owner and r.import_id = import and r.decision in ('create', 'merge');
  perform kith_private.check_quota('contacts', added.contacts + (select count(*) from kith.contacts c where c.owner_id = owner)),
    kith_private.check_quota('notes', added.notes + (select count(*) from kith.notes n where n.owner_id = owner)),
    kith_private.check_quota('reminders', added.reminders + (select count(*) from kith.reminders d where d.owner_id = owner));
end
$$;

-- Writes rows of an import, some at a time until the time is over. Returns whether all are written.
-- What others refer to comes first.
create function kith_private.write_import_rows(import uuid, until timestamptz) returns boolean
language plpgsql set search_path = ''
as $$
declare
  most constant integer := kith_private.part_rows();
  numbers integer[];
begin
  loop
    -- A membership takes about a tenth of a row's time.
    numbers := array(
      select r.number from (
        select d.number, row_number() over ordered as place, sum(10 + cardinality(d.networks)) over ordered - cardinality(d.networks) as weight
        from kith_private.import_rows d where d.import_id = import and d.decision is not null
        window ordered as (order by array_position('{profile,network,note_type,field,contact}'::text[], d.resource), d.number)) r
      where until is null or r.place <= most and r.weight <= 10 * most
      order by r.place);
    update kith_private.import_rows r set outcome = r.decision, decision = null where r.import_id = import and r.number = any (numbers);
    perform kith_private.write_import(import);
    update kith_private.import_rows r set outcome =
      case r.outcome when 'create' then 'created' when 'merge' then 'merged' when 'skip' then 'skipped' when 'fail' then 'failed' end
    where r.import_id = import and r.number = any (numbers);
    perform from kith_private.import_rows r where r.import_id = import and r.decision is not null;
    exit when not found or clock_timestamp() > until;
  end loop;
  return not found;
end
$$;

create function kith_api.apply_import(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
  asked constant jsonb := coalesce(body -> 'rows', '[]');
  import kith_private.imports;
  is_complete boolean := true;
begin
  select i.* into import from kith_private.imports i
  where i.id = (arguments ->> 'id')::uuid and i.created_at > now() - interval '24 hours' for update;
  if not found then
    perform kith_private.not_found();
  end if;
  -- An import is applied once: a repeated request, as after a lost answer, goes on, or is told what the first one did.
  if import.applied_at is null then
    perform kith_private.check_import_scopes(import.id);
    perform from kith_private.import_rows r where r.import_id = import.id and r.decision is not null;
    if not found then
      perform kith_private.check_asked_rows(import.id, asked);
      perform kith_private.decide_rows(import.id, body ->> 'onMatch', asked);
      perform kith_private.check_import_quotas(import.id);
    end if;
    perform kith_private.continue_change_set(import.applied_activity_id);
    is_complete := kith_private.write_import_rows(import.id, kith_private.end_of_part(arguments));
    update kith_private.imports i set applied_at = case when is_complete then now() end,
      applied_activity_id = case when kith_private.setting('change_set') is not null then kith_private.activity_id() else i.applied_activity_id end,
      result = (
        select jsonb_build_object('created', count(*) filter (where r.outcome = 'created'), 'merged', count(*) filter (where r.outcome = 'merged'),
          'skipped', count(*) filter (where r.outcome = 'skipped'), 'failed', count(*) filter (where r.outcome = 'failed'))
        from kith_private.import_rows r where r.import_id = import.id)
    where i.id = import.id;
    if not is_complete and not kith_private.is_last_part(arguments) then
      return kith_private.answer_part();
    end if;
  end if;
  return (200, (
    select (i.body::jsonb || p.result || jsonb_build_object('hasMore', not is_complete))::text
    from kith_api.imports i join kith_private.imports p on p.id = i.id
    where i.id = import.id))::kith_api.answer;
end
$$;
comment on function kith_api.apply_import(jsonb) is 'Writes what an import has, in one change set. Body: onMatch (merge, skip or create), rows.';

grant execute on function kith_private.check_import_scopes(uuid, text), kith_private.check_import_photos(),
  kith_private.insert_import_rows(uuid, jsonb), kith_private.contact_named(uuid), kith_private.check_import_quotas(uuid),
  kith_private.write_import_rows(uuid, timestamptz),
  kith_private.import_row_body(kith_private.import_rows) to authenticated;
