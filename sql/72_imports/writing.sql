-- Writes everything of an import but its contacts and its profile: note types, notes, reminders and plain resources; and runs all of it.

-- Makes the reminders of an import.
-- As restored rows, so that a completed recurring reminder makes no second next one beside that of the file. The stamps of a reminder
-- tell whether somebody has changed it since it was made: only otherwise does opening the one before it delete it (can_take_back).
create function kith_private.import_reminders(owner uuid, import uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  perform kith_private.set_setting('restoring', 'on');
  insert into kith.reminders (owner_id, id, contact_ids, title, description, due_at, completed, completed_at, recurrence, recurrence_from, created_at)
  select owner, r.target_id, coalesce(r.about, '{}'), r.value ->> 'title', r.value ->> 'description',
    kith_private.local_instant(r.value ->> 'dueAt', '09:00'), coalesce((r.value ->> 'completed')::boolean, false),
    least((r.value ->> 'completedAt')::timestamptz, now()), r.value ->> 'recurrence', coalesce(r.value ->> 'recurrenceFrom', 'due'),
    case when (r.refs -> 'isUnchanged')::boolean then now() else now() - interval '1 millisecond' end
  from kith_private.import_rows r
  where r.owner_id = owner and r.import_id = import and r.resource = 'reminder' and r.outcome = 'create'
  order by r.number
  on conflict do nothing;
  perform kith_private.set_setting('restoring', null);
end
$$;

-- Links each reminder of an import to the next one, of this import or of another part of the file.
-- After all of them, so that undoing, which goes backwards, takes the links away before the reminders.
create function kith_private.link_next_reminders(owner uuid, import uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  made constant jsonb := (
    select jsonb_object_agg(r.uid, r.target_id order by r.number desc) from kith_private.import_rows r
    where r.owner_id = owner and r.import_id = import and r.resource = 'reminder' and r.uid is not null and r.target_id is not null);
begin
  update kith.reminders d set next_id = linked.next_id
  from (
    select r.target_id as id, n.id as next_id
    from kith_private.import_rows r
    cross join lateral (
      select n.id from kith.reminders n
      where n.owner_id = owner and n.id in ((made ->> (r.refs ->> 'nextUid'))::uuid,
        kith_private.as_uuid(r.refs ->> 'nextUid'), kith_private.imported_id(owner, r.refs ->> 'nextUid'))
      order by n.id = (made ->> (r.refs ->> 'nextUid'))::uuid desc nulls last limit 1) n
    where r.owner_id = owner and r.import_id = import and r.resource = 'reminder' and r.outcome in ('create', 'created') and r.refs ? 'nextUid') linked
  where d.owner_id = owner and d.id = linked.id and d.id <> linked.next_id;
end
$$;

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

-- The contacts with these uids by the uids: of this import, or of other parts of the file.
create function kith_private.contacts_of_import(owner uuid, import uuid, uids text[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((select jsonb_object_agg(f.uid, f.contact_id) from kith_private.contacts_of_uids(uids) f), '{}') || coalesce((
    select jsonb_object_agg(r.uid, r.target_id) from kith_private.import_rows r
    where r.owner_id = owner and r.import_id = import and r.resource = 'contact' and r.uid = any (uids) and r.target_id is not null), '{}');
end
$$;

-- Finds the contacts that notes, reminders, relationships and plain resources of an import are about.
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
  found := kith_private.contacts_of_import(owner, import, uids);
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

-- How many relationships these contacts have, by their ids; those that have none are not in it.
create function kith_private.relationship_totals(owner uuid, contacts uuid[]) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_object_agg(counted.contact_id, counted.total), '{}') from (
      select r.contact_id, count(*) as total from kith_private.relationships_about r
      where r.owner_id = owner and r.contact_id = any (contacts) group by r.contact_id) counted);
end
$$;

-- Decides which relationships of an import are not made: those of contacts that are not there, or of one contact, fail; those that
-- are there already, or come again, are skipped.
create function kith_private.decide_relationships(owner uuid, import uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  totals jsonb;
begin
  update kith_private.import_rows r set outcome = 'fail', target_id = null, problem = 'It is not of two contacts that are there.'
  where r.owner_id = owner and r.import_id = import and r.resource = 'relationship' and r.outcome = 'create'
    and coalesce(cardinality(r.about), 0) < jsonb_array_length(r.refs -> 'contactUids');
  update kith_private.import_rows r set outcome = 'skip', target_id = known.id
  from (
    select given.number, first_value(coalesce(t.id, given.target_id)) over each as id, t.id is not null or row_number() over each > 1 as is_known
    from (
      select o.number, o.target_id, kith_private.relationship_key(o.about[1], o.about[2], o.value ->> 'relatedName', o.value ->> 'kind',
        o.value ->> 'label', o.value ->> 'inverseLabel') as key
      from kith_private.import_rows o
      where o.owner_id = owner and o.import_id = import and o.resource = 'relationship' and o.outcome = 'create') given
    left join kith.relationships t on t.owner_id = owner and t.id <> given.target_id
      and kith_private.relationship_key(t.contact_id, t.related_contact_id, t.related_name, t.kind, t.label, t.inverse_label) = given.key
    window each as (partition by given.key order by given.number)) known
  where r.owner_id = owner and r.import_id = import and r.number = known.number and known.is_known;
  totals := kith_private.relationship_totals(owner, array(
    select distinct about.id from kith_private.import_rows o cross join lateral unnest(o.about) about (id)
    where o.owner_id = owner and o.import_id = import and o.resource = 'relationship' and o.outcome = 'create'));
  update kith_private.import_rows r set outcome = 'fail', target_id = null, problem = 'A contact has at most 200 relationships.'
  from (
    select distinct ends.number from (
      select o.number, about.id, row_number() over (partition by about.id order by o.number) as place
      from kith_private.import_rows o cross join lateral unnest(o.about) about (id)
      where o.owner_id = owner and o.import_id = import and o.resource = 'relationship' and o.outcome = 'create') ends
    where ends.place + coalesce((totals ->> ends.id::text)::bigint, 0) > 200) surplus
  where r.owner_id = owner and r.import_id = import and r.number = surplus.number;
end
$$;

-- Makes the relationships that the contacts of an import came with. The cards of two people may both say the same one, each with its
-- own word; then these are the labels of one. What is not of another contact that is there, and has no name, is said of the row.
create function kith_private.import_relationships(owner uuid, import uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  found jsonb;
  totals jsonb;
begin
  if not exists (
    select from kith_private.import_rows r
    where r.owner_id = owner and r.import_id = import and r.outcome in ('create', 'merge') and r.relationships <> '[]')
  then
    return;
  end if;
  found := kith_private.contacts_of_import(owner, import, array(
    select distinct item ->> 'uid' from kith_private.import_rows r cross join lateral jsonb_array_elements(r.relationships) item
    where r.owner_id = owner and r.import_id = import and r.outcome in ('create', 'merge') and item ? 'uid'));
  totals := kith_private.relationship_totals(owner, array(
    select value::uuid from jsonb_each_text(found) union
    select r.target_id from kith_private.import_rows r
    where r.owner_id = owner and r.import_id = import and r.outcome in ('create', 'merge') and r.relationships <> '[]'));
  update kith_private.import_rows r set problem = said.problem
  from kith_private.import_rows o
  cross join lateral (
    select case when bool_or(not item ? 'name' and not found ? (item ->> 'uid')) then 'Some who are related to it are not there.'
      when bool_or((found ->> (item ->> 'uid'))::uuid = o.target_id) then 'It is related to itself, which is left out.' end as problem
    from jsonb_array_elements(o.relationships) item) said
  where o.owner_id = owner and o.import_id = import and o.outcome in ('create', 'merge') and said.problem is not null
    and r.owner_id = owner and r.import_id = import and r.number = o.number;
  with given as (
    select r.target_id as one, e.other, case when e.other is null then item ->> 'name' end as name, item ->> 'kind' as kind,
      item ->> 'label' as label, e.other < r.target_id as is_turned, r.number * 1000::bigint + place as position
    from kith_private.import_rows r cross join lateral jsonb_array_elements(r.relationships) with ordinality each (item, place)
    cross join lateral (select (found ->> (item ->> 'uid'))::uuid as other) e
    where r.owner_id = owner and r.import_id = import and r.outcome in ('create', 'merge')
      and e.other is distinct from r.target_id and (e.other is not null or item ? 'name')),
  -- From the side of the contact with the smaller id. The first that one of them says of a kind goes with the first of the other.
  sided as (
    select case when g.is_turned then g.other else g.one end as one, case when g.is_turned then g.one else g.other end as other, g.name,
      case when g.is_turned then kith_private.inverse_kind(g.kind) else g.kind end as kind, g.label, coalesce(g.is_turned, false) as is_turned,
      min(g.position) as position
    from given g group by 1, 2, 3, 4, 5, 6),
  counted as (
    select s.*, row_number() over (partition by s.one, s.other, s.name, s.kind, s.is_turned order by s.position) as turn from sided s),
  made as (
    select array_remove(array[c.one, c.other], null) as contact_ids, c.name, c.kind, max(c.label) filter (where not c.is_turned) as label,
      max(c.label) filter (where c.is_turned) as inverse_label, min(c.position) as position
    from counted c
    group by c.one, c.other, c.name, c.kind, c.turn
    having not exists (
      select from kith_private.relationship_ends r
      where r.owner_id = owner and r.contact_id = c.one and r.kind = c.kind and case when c.other is not null then r.related_contact_id = c.other
        else lower(coalesce(r.related_name, (
          select k.display_name from kith.contacts k where k.owner_id = owner and k.id = r.related_contact_id))) = lower(c.name) end
        and lower(coalesce(max(c.label) filter (where not c.is_turned), r.label)) is not distinct from lower(r.label)
        and lower(coalesce(max(c.label) filter (where c.is_turned), r.inverse_label)) is not distinct from lower(r.inverse_label))),
  ends as (
    select m.position, about.id, row_number() over (partition by about.id order by m.position) as place
    from made m cross join lateral unnest(m.contact_ids) about (id)),
  surplus as (
    select e.position, e.id from ends e where e.place + coalesce((totals ->> e.id::text)::bigint, 0) > 200),
  said as (
    update kith_private.import_rows r set problem = 'A contact has at most 200 relationships: the others are left out.'
    where r.owner_id = owner and r.import_id = import and r.target_id in (select s.id from surplus s))
  insert into kith.relationships (owner_id, contact_ids, related_name, kind, label, inverse_label)
  select owner, m.contact_ids, m.name, m.kind, m.label, m.inverse_label from made m
  where m.position not in (select s.position from surplus s) order by m.position
  on conflict do nothing;
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
    where k.name not in ('profile', 'network', 'note_type', 'field', 'contact', 'membership', 'note', 'reminder') and exists (
      select from kith_private.import_rows r
      where r.owner_id = owner and r.import_id = import and r.resource = k.name and r.outcome = 'create')
    order by k.name
  loop
    perform kith_private.import_resource(owner, import, kind);
  end loop;
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
  perform kith_private.import_network_names(owner, import), kith_private.import_note_types(owner, import), kith_private.import_fields(owner, import),
    kith_private.import_contacts(owner, import), kith_private.merge_rows(owner, import),
    kith_private.record_merged_uids(owner, import), kith_private.import_memberships(owner, import),
    kith_private.import_contact_notes(owner, import), kith_private.resolve_contacts(owner, import),
    kith_private.import_notes(owner, import), kith_private.import_reminders(owner, import),
    kith_private.import_relationships(owner, import), kith_private.decide_relationships(owner, import),
    kith_private.import_plain_resources(owner, import), kith_private.attach_imported_photos(owner, import);
  if not exists (select from kith_private.import_rows r where r.owner_id = owner and r.import_id = import and r.decision is not null) then
    perform kith_private.set_setting('restoring', 'on');
    perform kith_private.link_next_reminders(owner, import), kith_private.link_own_contact(owner, import);
    perform kith_private.set_setting('restoring', null);
  end if;
end
$$;

grant execute on function kith_private.write_import(uuid) to authenticated;
