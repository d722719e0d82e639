-- Writes the note types, notes and plain resources of an import, and answers what was done.

-- The note type of notes that came with contacts of a file; made where the owner has none of the name Imported.
-- A note of a file does not mean that the owner was in touch on the day of the import.
create function kith_private.imported_note_type(owner uuid) returns uuid
language plpgsql set search_path = ''
as $$
declare
  type_id uuid;
begin
  select t.id into type_id from kith.note_types t where t.owner_id = owner and lower(t.name collate "und-x-icu") = 'imported';
  if type_id is null then
    insert into kith.note_types (owner_id, name, counts_as_contact) values (owner, 'Imported', false) returning id into type_id;
  end if;
  return type_id;
end
$$;

-- Makes the notes that the contacts of an import came with, each content once for a contact.
create function kith_private.import_contact_notes(owner uuid, import uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  type_id uuid;
begin
  if not exists (
    select from kith_private.import_rows r
    where r.owner_id = owner and r.import_id = import and r.outcome in ('create', 'merge') and r.notes <> '[]')
  then
    return;
  end if;
  type_id := kith_private.imported_note_type(owner);
  insert into kith.notes (owner_id, contact_ids, note_type_id, content, occurred_at)
  select owner, array[given.target_id], type_id, given.content, given.at from (
    select distinct on (r.number, item ->> 'content') r.number, place, r.target_id, item ->> 'content' as content,
      least(coalesce(kith_private.local_instant(item ->> 'occurredAt', '00:00'), now()), now()) as at
    from kith_private.import_rows r cross join lateral jsonb_array_elements(r.notes) with ordinality note (item, place)
    where r.owner_id = owner and r.import_id = import and r.resource = 'contact' and r.outcome in ('create', 'merge')
    order by r.number, item ->> 'content', place) given
  where not exists (
    select from kith.notes n where n.owner_id = owner and n.contact_id = given.target_id and n.content = given.content offset 0)
  order by given.number, given.place;
end
$$;

-- Makes the note types of an import that the owner does not have.
create function kith_private.import_note_types(owner uuid, import uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  item record;
  note_type kith.note_types;
  rows kith.note_types[] := '{}';
begin
  for item in
    select wanted.* from (
      select distinct on (lower(r.value ->> 'name' collate "und-x-icu")) r.target_id as id, r.value ->> 'name' as name, r.value as body, r.number
      from kith_private.import_rows r
      where r.owner_id = owner and r.import_id = import and r.resource = 'note_type' and r.outcome = 'create'
      order by lower(r.value ->> 'name' collate "und-x-icu"), r.number) wanted
    where not exists (
      select from kith.note_types t where t.owner_id = owner and lower(t.name collate "und-x-icu") = lower(wanted.name collate "und-x-icu") offset 0)
    order by wanted.number
  loop
    note_type := kith_private.row_of(item.body, null::kith.note_types);
    note_type.owner_id := owner;
    note_type.id := item.id;
    rows := rows || note_type;
  end loop;
  perform kith_private.insert_rows(rows);
  -- Others of the same name are that one.
  update kith_private.import_rows r set outcome = 'skip', target_id = (
    select t.id from kith.note_types t
    where t.owner_id = owner and lower(t.name collate "und-x-icu") = lower(r.value ->> 'name' collate "und-x-icu"))
  where r.owner_id = owner and r.import_id = import and r.resource = 'note_type' and r.outcome = 'create' and not exists (
    select from kith.note_types t where t.owner_id = owner and t.id = r.target_id offset 0);
end
$$;

-- Finds the contacts that the notes, reminders and plain resources of an import are about.
-- Contacts of this import, and those that its other parts have brought.
create function kith_private.resolve_contacts(owner uuid, import uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  uids constant text[] := array(
    select distinct named.uid from kith_private.import_rows r
    cross join lateral jsonb_array_elements_text(r.refs -> 'contactUids') named (uid)
    where r.owner_id = owner and r.import_id = import and r.resource <> 'contact' and r.outcome = 'create');
  found jsonb;
begin
  if uids = '{}' then
    return;
  end if;
  select jsonb_object_agg(f.uid, f.contact_id) into found from kith_private.contacts_of_uids(uids) f;
  found := coalesce(found, '{}') || coalesce((
    select jsonb_object_agg(r.uid, r.target_id) from kith_private.import_rows r
    where r.owner_id = owner and r.import_id = import and r.resource = 'contact' and r.uid = any (uids) and r.target_id is not null), '{}');
  update kith_private.import_rows r set about = array(
    select (found ->> given.uid)::uuid
    from jsonb_array_elements_text(r.refs -> 'contactUids') with ordinality given (uid, place)
    where found ? given.uid group by 1 order by min(given.place))
  where r.owner_id = owner and r.import_id = import and r.refs ? 'contactUids' and r.resource <> 'contact' and r.outcome = 'create';
end
$$;

-- Makes the notes of an import.
create function kith_private.import_notes(owner uuid, import uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  types constant jsonb := coalesce((
    select jsonb_object_agg(o.uid, o.target_id order by o.number desc) from kith_private.import_rows o
    where o.owner_id = owner and o.import_id = import and o.resource = 'note_type' and o.uid is not null and o.target_id is not null), '{}');
begin
  insert into kith.notes (owner_id, id, contact_ids, note_type_id, content, occurred_at)
  select owner, r.target_id, coalesce(r.about, '{}'), coalesce(
      (types ->> (r.refs ->> 'noteTypeUid'))::uuid,
      (select t.id from kith.note_types t
        where t.owner_id = owner and t.id in (kith_private.as_uuid(r.refs ->> 'noteTypeUid'), kith_private.imported_id(owner, r.refs ->> 'noteTypeUid')) limit 1)),
    r.value ->> 'content', least(coalesce(kith_private.local_instant(r.value ->> 'occurredAt', '00:00'), now()), now() + interval '1 day')
  from kith_private.import_rows r
  where r.owner_id = owner and r.import_id = import and r.resource = 'note' and r.outcome = 'create'
  order by r.number
  on conflict do nothing;
end
$$;

-- Makes what an import has of a kind that is written as its bodies say; what it refers to is found as in notes.
create function kith_private.import_resource(owner uuid, import uuid, kind kith_private.resource) returns void
language plpgsql set search_path = ''
as $$
declare
  item record;
  reference record;
  id_given text;
  id_here uuid;
  body jsonb;
  bodies jsonb[] := '{}';
  ids uuid[] := '{}';
  total bigint;
begin
  for item in
    select r.target_id, r.value, r.refs, r.about from kith_private.import_rows r
    where r.owner_id = owner and r.import_id = import and r.resource = kind.name and r.outcome = 'create' order by r.number
  loop
    body := item.value;
    for reference in select f.key as name, kith_private.member_name(f.key) as member, f.value as source from jsonb_each_text(kind.refers) f loop
      if reference.name = 'contact_ids' then
        body := body || jsonb_build_object('contactIds', coalesce(item.about, '{}'));
      elsif reference.source = 'kith.contacts' then
        body := body || jsonb_build_object(reference.member, item.about[1]);
      else
        id_given := coalesce(item.value ->> reference.member, item.refs ->> replace(reference.member, 'Id', 'Uid'));
        id_here := (
          select o.target_id from kith_private.import_rows o join kith_private.resources() k on k.name = o.resource
          where o.owner_id = owner and o.import_id = import and k.source = reference.source and o.uid = id_given order by o.number limit 1);
        if id_here is null then
          execute format('select t.id from %s t where t.owner_id = $1 and t.id = any ($2)', reference.source)
            into id_here using owner, array[kith_private.as_uuid(id_given), kith_private.imported_id(owner, id_given)];
        end if;
        body := body || jsonb_build_object(reference.member, id_here);
      end if;
    end loop;
    ids := ids || item.target_id;
    bodies := bodies || body;
  end loop;
  execute format($sql$
    select kith_private.insert_rows(array(
      select jsonb_populate_record(kith_private.row_of(given.body, null::%1$s), jsonb_build_object('owner_id', $1, 'id', given.id))
      from unnest($2, $3) given (id, body)
      where not exists (select from %1$s t where t.owner_id = $1 and t.id = given.id)))$sql$, kind.source) using owner, ids, bodies;
  execute format('select count(*) from %s t where t.owner_id = $1', kind.source) into total using owner;
  perform kith_private.check_quota(split_part(kind.source, '.', 2), total);
end
$$;

-- Makes what an import has of the kinds that have no code of their own here.
create function kith_private.import_plain_resources(owner uuid, import uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  kind kith_private.resource;
begin
  for kind in
    select k.* from kith_private.resources() k
    where k.name not in ('profile', 'network', 'note_type', 'contact', 'membership', 'note', 'reminder') and exists (
      select from kith_private.import_rows r
      where r.owner_id = owner and r.import_id = import and r.resource = k.name and r.outcome = 'create')
    order by k.name
  loop
    perform kith_private.import_resource(owner, import, kind);
  end loop;
end
$$;

-- Refuses an import that goes over a quota.
-- The triggers count the rows of an owner once a minute, which suffices for single ones.
create function kith_private.check_imported_quotas(owner uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform kith_private.check_quota('contacts', (select count(*) from kith.contacts c where c.owner_id = owner)),
    kith_private.check_quota('notes', (select count(*) from kith.notes n where n.owner_id = owner)),
    kith_private.check_quota('reminders', (select count(*) from kith.reminders r where r.owner_id = owner));
end
$$;

-- Writes what was decided about the rows of an import of the current user.
create function kith_private.write_import(import uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
begin
  if not kith_private.may_import() then
    perform kith_private.not_found();
  end if;
  -- The profile comes first, because its time zone says when a day and a recurring reminder begin.
  perform kith_private.import_profile(owner, import);
  perform kith_private.import_network_names(owner, import), kith_private.import_note_types(owner, import),
    kith_private.import_contacts(owner, import), kith_private.merge_rows(owner, import),
    kith_private.note_merged_uids(owner, import), kith_private.import_memberships(owner, import),
    kith_private.import_contact_notes(owner, import), kith_private.resolve_contacts(owner, import),
    kith_private.import_notes(owner, import), kith_private.import_reminders(owner, import),
    kith_private.import_plain_resources(owner, import), kith_private.attach_imported_photos(owner, import), kith_private.check_imported_quotas(owner);
end
$$;

create function kith_api.apply_import(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
  asked constant jsonb := coalesce(body -> 'rows', '[]');
  import kith_private.imports;
begin
  select i.* into import from kith_private.imports i
  where i.id = (arguments ->> 'id')::uuid and i.created_at > now() - interval '24 hours' for update;
  if not found then
    perform kith_private.not_found();
  end if;
  -- An import is applied once: a repeated request, as after a lost answer, is told what the first one did.
  if import.applied_at is null then
    perform kith_private.check_import_scopes(import.id), kith_private.check_asked_rows(import.id, asked);
    perform kith_private.decide_rows(import.id, body ->> 'onMatch', asked);
    perform kith_private.write_import(import.id);
    update kith_private.imports i set applied_at = now(),
      applied_activity_id = case when kith_private.setting('change_set') is not null
        then (kith_private.current_change() ->> 'id')::uuid end,
      result = (
        select jsonb_build_object('created', count(*) filter (where r.outcome = 'create'), 'merged', count(*) filter (where r.outcome = 'merge'),
          'skipped', count(*) filter (where r.outcome = 'skip'), 'failed', count(*) filter (where r.outcome = 'fail'))
        from kith_private.import_rows r where r.import_id = import.id)
    where i.id = import.id;
  end if;
  return (200, (
    select (i.body::jsonb || p.result)::text from kith_api.imports i join kith_private.imports p on p.id = i.id
    where i.id = import.id))::kith_api.answer;
end
$$;
comment on function kith_api.apply_import(jsonb) is 'Writes what an import has, in one change set. Body: onMatch (merge, skip or create), rows.';

grant execute on function kith_private.write_import(uuid), kith_api.apply_import(jsonb) to authenticated;

insert into kith_private.operations (name, resource, verb, scopes, writes, needs_all_networks, tagged, read_by, locked_table) values
  ('create_import', 'import', 'create', '{contacts:write,networks:write,notes:write}', true, true, false, null, null),
  ('list_imports', 'import', 'list', '{contacts:write,networks:write,notes:write}', false, true, false, null, null),
  ('get_import', 'import', 'get', '{contacts:write,networks:write,notes:write}', false, true, true, null, null),
  ('list_import_rows', 'import', 'list', '{contacts:write,networks:write,notes:write}', false, true, false, null, null),
  ('apply_import', 'import', 'apply', '{contacts:write,networks:write,notes:write}', true, true, false, null, null),
  ('delete_import', 'import', 'delete', '{contacts:write,networks:write,notes:write}', true, true, false, 'get_import', 'kith_private.imports');
