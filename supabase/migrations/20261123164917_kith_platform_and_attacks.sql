-- Written by `npm run migration` from what has changed in sql/. It may be edited until it is released.

set check_function_bodies = off;

DROP POLICY "Owners delete their memberships" ON "kith"."contact_networks";

DROP POLICY "Owners make memberships" ON "kith"."contact_networks";

DROP POLICY "Owners read their memberships" ON "kith"."contact_networks";

DROP POLICY "Owners change their contacts" ON "kith"."contacts";

DROP POLICY "Owners delete their contacts" ON "kith"."contacts";

DROP POLICY "Owners make contacts" ON "kith"."contacts";

DROP POLICY "Owners read their contacts" ON "kith"."contacts";

DROP POLICY "Owners change their networks" ON "kith"."networks";

DROP POLICY "Owners delete their networks" ON "kith"."networks";

DROP POLICY "Owners make networks" ON "kith"."networks";

DROP POLICY "Owners read their networks" ON "kith"."networks";

DROP POLICY "Owners change their note types" ON "kith"."note_types";

DROP POLICY "Owners delete their note types" ON "kith"."note_types";

DROP POLICY "Owners make note types" ON "kith"."note_types";

DROP POLICY "Owners read their note types" ON "kith"."note_types";

DROP POLICY "Owners change their notes" ON "kith"."notes";

DROP POLICY "Owners delete their notes" ON "kith"."notes";

DROP POLICY "Owners make notes" ON "kith"."notes";

DROP POLICY "Owners read their notes" ON "kith"."notes";

DROP POLICY "Owners change their profile" ON "kith"."profiles";

DROP POLICY "Owners make their profile" ON "kith"."profiles";

DROP POLICY "Owners read their profile" ON "kith"."profiles";

DROP POLICY "Owners change their reminders" ON "kith"."reminders";

DROP POLICY "Owners delete their reminders" ON "kith"."reminders";

DROP POLICY "Owners make reminders" ON "kith"."reminders";

DROP POLICY "Owners read their reminders" ON "kith"."reminders";

DROP POLICY "Owners change their keys" ON "kith_private"."api_keys";

DROP POLICY "Owners delete their keys" ON "kith_private"."api_keys";

DROP POLICY "Owners make keys" ON "kith_private"."api_keys";

DROP POLICY "Owners read their keys" ON "kith_private"."api_keys";

DROP POLICY "Owners change their calendar" ON "kith_private"."calendars";

DROP POLICY "Owners delete their calendar" ON "kith_private"."calendars";

DROP POLICY "Owners make their calendar" ON "kith_private"."calendars";

DROP POLICY "Owners read their calendar" ON "kith_private"."calendars";

DROP POLICY "Owners delete their dismissed pairs" ON "kith_private"."dismissed_duplicates";

DROP POLICY "Owners make dismissed pairs" ON "kith_private"."dismissed_duplicates";

DROP POLICY "Owners read their dismissed pairs" ON "kith_private"."dismissed_duplicates";

DROP POLICY "Owners change their rows of imports" ON "kith_private"."import_rows";

DROP POLICY "Owners delete their rows of imports" ON "kith_private"."import_rows";

DROP POLICY "Owners make rows of imports" ON "kith_private"."import_rows";

DROP POLICY "Owners read their rows of imports" ON "kith_private"."import_rows";

DROP POLICY "Owners change their imports" ON "kith_private"."imports";

DROP POLICY "Owners delete their imports" ON "kith_private"."imports";

DROP POLICY "Owners make imports" ON "kith_private"."imports";

DROP POLICY "Owners read their imports" ON "kith_private"."imports";

DROP TRIGGER "check_usage" ON "kith"."contacts";

DROP TRIGGER "check_usage" ON "kith"."notes";

DROP VIEW "kith_private"."trash";

DROP VIEW "kith_private"."deletions";

ALTER TABLE "kith_private"."quotas" DROP CONSTRAINT "quotas_name_check";

DROP FUNCTION "kith_private"."check_import_scopes"(uuid);

DROP FUNCTION "kith_private"."due_removals"();

DROP FUNCTION "kith_private"."erase_undo_answers"(uuid);

DROP FUNCTION "kith_private"."export_page"(text[], kith_private.contact_filters, jsonb, jsonb);

DROP FUNCTION "kith_private"."insert_contact"(jsonb);

DROP FUNCTION "kith_private"."is_as_made"(uuid, uuid);

ALTER TABLE "kith_private"."calendars" ADD COLUMN "read_minute" timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone;

ALTER TABLE "kith_private"."calendars" ADD COLUMN "reads" smallint NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION kith_api.create_contact(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body jsonb := arguments -> 'body';
  made uuid;
begin
  if body -> 'isNew' = 'false' then
    perform kith_private.refuse_known_contact(body);
  end if;
  if not kith_private.has_all_networks() then
    made := kith_private.insert_contact_in_networks(body);
    return kith_private.answer_resource((select c.body from kith_api.contacts c where c.id = made), 201::smallint);
  end if;
  made := kith_private.insert_row(kith_private.contact_of(body, null));
  if jsonb_typeof(body -> 'networkIds') = 'array' then
    perform kith_private.change_networks(made, body);
  end if;
  return kith_private.answer_resource((select c.body from kith_api.contacts c where c.id = made), 201::smallint);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.create_import(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body constant jsonb := kith_private.without_profile(arguments -> 'body');
  import constant uuid := gen_random_uuid();
  writable constant text[] := kith_private.resources_with('write');
  answer kith_api.answer;
begin
  delete from kith_private.imports i where i.id in (
    select kept.id from kith_private.imports kept
    -- A key makes no room by what it may not delete.
    where '{reminder,profile}' <@ writable or not exists (
      select from kith_private.import_rows r
      where r.import_id = kept.id and r.resource in ('reminder', 'profile') and r.resource <> all (writable))
    order by kept.created_at desc, kept.id offset 2);
  insert into kith_private.imports (id, format, dropped, photos)
  values (import, body ->> 'format', body -> 'dropped', (select count(*) from jsonb_array_elements(body -> 'rows') item where item ? 'photo'));
  perform kith_private.insert_import_rows(import, body -> 'rows');
  perform kith_private.check_import_scopes(import);
  perform kith_private.match_uids(import), kith_private.match_keys(import, 'email'), kith_private.match_keys(import, 'phone'),
    kith_private.find_conflicts(import), kith_private.match_others(import), kith_private.part_same_uids(import),
    kith_private.match_profile(import), kith_private.suggest_by_name(import);
  update kith_private.imports i set counts = (
    select jsonb_build_object('create', count(*) filter (where r.action = 'create'), 'match', count(*) filter (where r.action = 'match'),
      'conflict', count(*) filter (where r.action = 'conflict'), 'error', count(*) filter (where r.action = 'error'))
    from kith_private.import_rows r where r.import_id = import)
  where i.id = import;
  answer := kith_private.answer_resource((select i.body from kith_api.imports i where i.id = import), 201::smallint);
  if (select i.photos from kith_private.imports i where i.id = import) > 0 then
    perform kith_private.reserve_import_photos(import);
    answer.body := concat(left(answer.body, -1), ',"uploads":', (
      select json_object_agg(r.number, r.photo_path) from kith_private.import_rows r where r.import_id = import and r.photo_path is not null), '}');
  end if;
  return answer;
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.create_network(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made constant uuid := kith_private.insert_row(kith_private.row_of(arguments -> 'body', null::kith.networks));
begin
  return kith_private.answer_resource((select r.body from kith_api.networks r where r.id = made), 201::smallint);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.create_note(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body constant jsonb := arguments -> 'body';
  note kith.notes := kith_private.note_of(body, null);
  made uuid;
begin
  note.contact_ids := kith_private.read_contacts(body);
  perform kith_private.check_note_references(body, note.contact_ids);
  made := kith_private.insert_row(note);
  return kith_private.with_names(
    kith_private.answer_resource((select n.body from kith_api.notes n where n.id = made), 201::smallint), arguments);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.create_note_type(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made constant uuid := kith_private.insert_row(kith_private.row_of(arguments -> 'body', null::kith.note_types));
begin
  return kith_private.answer_resource((select r.body from kith_api.note_types r where r.id = made), 201::smallint);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.create_reminder(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body constant jsonb := arguments -> 'body';
  reminder kith.reminders := kith_private.reminder_of(body, null);
  made uuid;
begin
  reminder.contact_ids := kith_private.read_contacts(body);
  perform kith_private.check_references(kith_private.unknown_contacts(body, reminder.contact_ids));
  made := kith_private.insert_row(reminder);
  return kith_private.with_names(
    kith_private.answer_resource((select r.body from kith_api.reminders r where r.id = made), 201::smallint), arguments);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.delete_import(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  import constant uuid := (select i.id from kith_api.imports i where i.id = (arguments ->> 'id')::uuid);
begin
  perform kith_private.check_import_scopes(import, '{reminder,profile}');
  delete from kith_private.imports i where i.id = import;
  return kith_private.answer_deleted(found);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.delete_network(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from kith.networks r where r.id = (arguments ->> 'id')::uuid;
  return kith_private.answer_deleted(found);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.delete_note_type(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from kith.note_types r where r.id = (arguments ->> 'id')::uuid;
  return kith_private.answer_deleted(found);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.export_account(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return kith_private.export_page('{profile,networks,note_types,contacts,notes,reminders}', ('{}', '{}'), coalesce(arguments -> 'query', '{}'));
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.export_contacts(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  query constant jsonb := coalesce(arguments -> 'query', '{}');
  filters constant kith_private.contact_filters := kith_private.read_contact_filters(query);
  is_first_of_table constant boolean := query ->> 'format' = 'csv' and not query ? 'place';
begin
  return kith_private.export_page('{networks,contacts}', filters, query,
    case when is_first_of_table then jsonb_build_object('longest', kith_private.longest_lists(filters)) else '{}' end);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.get_network(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return kith_private.answer_resource((select r.body from kith_api.networks r where r.id = (arguments ->> 'id')::uuid));
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.get_note_type(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return kith_private.answer_resource((select r.body from kith_api.note_types r where r.id = (arguments ->> 'id')::uuid));
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.list_import_rows(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
    where r.import_id = import and (not query ? 'action' or r.action = query ->> 'action')
      and (r.resource not in ('reminder', 'profile') or r.resource = any (readable)) order by r.number);
  skipped := least((page - 1) * size, cardinality(numbers));
  foreach place in array numbers[skipped + 1 : skipped + size] loop
    select r.* into shown from kith_private.import_rows r where r.import_id = import and r.number = place;
    items := kith_private.add_items(items, kith_private.import_row_body(shown)::text);
  end loop;
  return kith_private.answer_page((array[]::uuid[], page, size, cardinality(numbers))::kith_private.page, items);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.list_networks(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  found kith_private.page;
begin
  found := kith_private.find_page(arguments -> 'query', 'kith.networks', null,
    case coalesce(arguments -> 'query' ->> 'sort', 'name')
      when 'name' then 'name collate "und-x-icu", id'
      when '-name' then 'name collate "und-x-icu" desc, id desc'
      when 'createdAt' then 'created_at, id'
      when '-createdAt' then 'created_at desc, id desc'
    end);
  return kith_private.answer_page(found, (
    select string_agg((select r.body::text from kith_api.networks r where r.id = listed.id), ',' order by listed.position)
    from unnest(found.ids) with ordinality as listed (id, position)));
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.list_note_types(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  found kith_private.page;
begin
  found := kith_private.find_page(arguments -> 'query', 'kith.note_types', null,
    case coalesce(arguments -> 'query' ->> 'sort', 'name')
      when 'name' then 'name collate "und-x-icu", id'
      when '-name' then 'name collate "und-x-icu" desc, id desc'
      when 'createdAt' then 'created_at, id'
      when '-createdAt' then 'created_at desc, id desc'
    end);
  return kith_private.answer_page(found, (
    select string_agg((select r.body::text from kith_api.note_types r where r.id = listed.id), ',' order by listed.position)
    from unnest(found.ids) with ordinality as listed (id, position)));
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.list_trash(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  patterns constant jsonb := kith_private.search_patterns(coalesce(arguments -> 'query' ->> 'search', ''));
  query constant jsonb := coalesce(arguments -> 'query', '{}') || jsonb_build_object('patterns', patterns);
  found kith_private.page;
  items text;
begin
  found := kith_private.find_page(query, 'kith_private.trash', array[
      'at > (select kith_private.log_start())',
      'set_number > (select kith_private.last_purged_set())',
      case when query ? 'resource' then $sql$resource = $1 ->> 'resource'$sql$ end]
      || array(
        select format('kith_private.folded(name) like ($1 #>> %L)', array['patterns', (word - 1)::text, '0'])
        from generate_series(1, jsonb_array_length(patterns)) word),
    'set_number desc, position desc');
  perform kith_private.set_finds_many(true);
  items := (
    select string_agg((
      select json_build_object('id', s.id, 'resource', t.resource, 'resourceId', t.id, 'name', t.name,
        'deletedAt', to_char(s.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'actor', kith_private.actor_body(s))::text
      from kith_private.trash t
      cross join lateral (
        select s.* from kith_private.change_sets s where s.id = t.change_set_id offset 0) s
      where t.id = listed.id), ',' order by listed.position)
    from unnest(found.ids) with ordinality as listed (id, position));
  perform kith_private.set_finds_many(false);
  return kith_private.answer_page(found, items);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.update_contact(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body jsonb := arguments -> 'body';
  contact kith.contacts;
begin
  select c.* into contact from kith.contacts c where c.id = (select kith_private.asked_contact(arguments)) for update;
  if not found then
    perform kith_private.not_found();
  end if;
  body := kith_private.with_changed_lists(contact, body);
  perform kith_private.update_row(kith_private.contact_of(body, contact));
  if contact.photo_path is not null and body -> 'photoUrl' = 'null' then
    perform kith_private.set_photo(contact.id, null);
  end if;
  if body ?| '{networkIds,addNetworkIds,removeNetworkIds}' then
    perform kith_private.change_networks(contact.id, body);
  end if;
  return kith_private.answer_resource((select c.body from kith_api.contacts c where c.id = contact.id));
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.update_network(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  earlier kith.networks;
begin
  select r.* into earlier from kith.networks r where r.id = (arguments ->> 'id')::uuid for update;
  if not found then
    perform kith_private.not_found();
  end if;
  perform kith_private.update_row(kith_private.row_of(arguments -> 'body', earlier));
  return kith_private.answer_resource((select r.body from kith_api.networks r where r.id = earlier.id));
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.update_note(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body constant jsonb := arguments -> 'body';
  earlier kith.notes;
  note kith.notes;
  contacts uuid[];
begin
  select n.* into earlier from kith.notes n where n.id = (arguments ->> 'id')::uuid for update;
  if not found then
    perform kith_private.not_found();
  end if;
  contacts := kith_private.read_contacts(body, earlier.contact_ids);
  perform kith_private.check_note_references(body, contacts);
  note := kith_private.note_of(body, earlier);
  note.contact_ids := coalesce(contacts, earlier.contact_ids);
  perform kith_private.update_row(note);
  return kith_private.with_names(kith_private.answer_resource((select n.body from kith_api.notes n where n.id = note.id)), arguments);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.update_note_type(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  earlier kith.note_types;
begin
  select r.* into earlier from kith.note_types r where r.id = (arguments ->> 'id')::uuid for update;
  if not found then
    perform kith_private.not_found();
  end if;
  perform kith_private.update_row(kith_private.row_of(arguments -> 'body', earlier));
  return kith_private.answer_resource((select r.body from kith_api.note_types r where r.id = earlier.id));
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.update_reminder(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body constant jsonb := arguments -> 'body';
  earlier kith.reminders;
  reminder kith.reminders;
  contacts uuid[];
begin
  select r.* into earlier from kith.reminders r where r.id = (arguments ->> 'id')::uuid for update;
  if not found then
    perform kith_private.not_found();
  end if;
  contacts := kith_private.read_contacts(body, earlier.contact_ids);
  perform kith_private.check_references(kith_private.unknown_contacts(body, contacts));
  reminder := kith_private.reminder_of(body, earlier);
  reminder.contact_ids := coalesce(contacts, earlier.contact_ids);
  perform kith_private.update_row(reminder);
  return kith_private.with_names(kith_private.answer_resource((select r.body from kith_api.reminders r where r.id = reminder.id)), arguments);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.check_import_scopes(import uuid, kinds text[] DEFAULT '{reminder}'::text[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  writable constant text[] := kith_private.resources_with('write');
  lacking text;
begin
  if kinds <@ writable then
    return;
  end if;
  select case r.resource when 'reminder' then 'reminders:write, and the file has reminders' else 'profile:write, and the file has a profile' end
  into lacking from kith_private.import_rows r
  where r.import_id = import and r.resource = any (kinds) and r.resource <> all (writable) order by r.resource desc limit 1;
  if found then
    perform kith_private.fail('insufficient_scope', format('This API key lacks the scope %s.', lacking));
  end if;
end
$function$;

ALTER FUNCTION "kith_private"."check_import_scopes"(uuid, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.check_imported_quotas(owner uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform kith_private.check_quota('contacts', (select count(*) from kith.contacts c where c.owner_id = owner)),
    kith_private.check_quota('notes', (select count(*) from kith.notes n where n.owner_id = owner)),
    kith_private.check_quota('reminders', (select count(*) from kith.reminders r where r.owner_id = owner));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.check_quota(quota text, total bigint)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  most constant bigint := (select q.maximum from kith_private.quotas q where q.name = quota);
begin
  if total > most then
    raise check_violation using
      message = format('An account may have at most %s %s.', most, case quota
        when 'photo_bytes' then 'bytes of photos' when 'uploads' then 'unattached uploads' else replace(quota, '_', ' ') end),
      schema = 'kith', table = quota, constraint = quota || '_quota_check';
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.check_usage()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  quota constant text := tg_table_name;
  owner uuid;
  total bigint;
begin
  for owner in select distinct w.owner_id from written w loop
    perform from kith_private.usage u
    where u.owner_id = owner and u.name = quota and u.counted_at > now() - interval '1 minute'
      and u.count + 10000 < (select q.maximum from kith_private.quotas q where q.name = quota);
    if not found then
      execute format('select count(*) from %s where owner_id = $1', tg_relid::regclass) into total using owner;
      perform kith_private.check_quota(quota, total);
      insert into kith_private.usage as u (owner_id, name, count, counted_at) values (owner, quota, total, now())
      on conflict (owner_id, name) do update set count = excluded.count, counted_at = excluded.counted_at;
    end if;
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.clean_contact()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  searched text;
begin
  if tg_op = 'UPDATE' then
    -- Derived columns do not count as a change. Generated columns are null in `new` until all triggers have run.
    old.last_noted_at := new.last_noted_at;
    old.updated_at := new.updated_at;
    old.display_name := null;
    old.last_contacted_at := null;
    old.next_contact_on_utc := null;
    old.birthday_month := null;
    if new is not distinct from old then
      return new; -- the update came from a note or a membership
    end if;
  end if;
  new := kith_private.trimmed(new);
  if tg_op = 'INSERT' or (new.emails, new.phones, new.urls, new.addresses)
    is distinct from (old.emails, old.phones, old.urls, old.addresses)
  then
    new.emails := kith_private.clean_items(new.emails, '{value,label}');
    new.phones := kith_private.clean_items(new.phones, '{value,label}');
    new.urls := kith_private.clean_items(new.urls, '{value,label}');
    new.addresses := kith_private.clean_items(new.addresses, '{label,street,city,region,postalCode,country}');
  end if;
  if tg_op = 'UPDATE' and new is distinct from old and not kith_private.is_restoring() then
    new.updated_at := now();
  end if;
  searched := kith_private.searched_text(new);
  -- Folding takes longer than the rest of a write.
  if tg_op = 'UPDATE' and searched = kith_private.searched_text(old) then
    return new;
  end if;
  -- Valid fields have at most 17,400 characters together; for more, a constraint refuses the row after this trigger, and
  -- folding would be wasted. Some characters fold to as many as 18: what search compares is bounded too.
  new.search_text := case when char_length(searched) <= 17400 then left(kith_private.folded(searched), 20000) end;
  new.long_search_text := case when octet_length(new.search_text) > 500 then new.search_text end;
  new.search_text := case when new.long_search_text is null then new.search_text end;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.clean_network()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new := kith_private.trimmed(new);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.clean_note_type()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new := kith_private.trimmed(new);
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.clean_reminder()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new := kith_private.trimmed(new);
  if not new.completed then
    new.completed_at := null;
  elsif kith_private.is_restoring() then
    -- The time may have stayed null, where somebody else has changed it since.
    new.completed_at := coalesce(new.completed_at, now());
  elsif tg_op = 'INSERT' or not old.completed then
    new.completed_at := now();
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.columns_of(body jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return coalesce((
    select jsonb_object_agg(lower(regexp_replace(key, '([A-Z])', '_\1', 'g') collate "C"), value) from jsonb_each(body)), '{}');
end
$function$;

ALTER FUNCTION "kith_private"."columns_of"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.conflict(change kith_private.changes, name text, reason text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_build_object('resource', change.resource, 'id', change.resource_id,
    'name', coalesce(change.name, (
      select n.name from kith.networks n
      where n.owner_id = change.owner_id and n.id = change.network_id and kith_private.has_scope('networks:read'))),
    'field', case when change.resource <> 'membership' or name <> 'created_at' then kith_private.shown_member(name) end, 'reason', reason);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.contact_of(body jsonb, earlier kith.contacts)
 RETURNS kith.contacts
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  contacted constant timestamptz(3) := kith_private.local_instant(body ->> 'lastContactedAt', '00:00');
  contact kith.contacts := kith_private.row_of(body - 'lastContactedAt', earlier);
begin
  -- A client may send back the value that it read, which may come from a note: that is not a change by hand.
  if body ? 'lastContactedAt' and contacted is distinct from earlier.last_contacted_at then
    contact.last_contacted_by_hand := contacted;
  end if;
  return contact;
end
$function$;

ALTER FUNCTION "kith_private"."contact_of"(jsonb, kith.contacts) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.count_feed_read(owner uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  this_minute constant timestamptz := date_trunc('minute', clock_timestamp());
begin
  update kith_private.calendars c set read_minute = this_minute, reads = case when c.read_minute = this_minute then c.reads + 1 else 1 end
  where c.owner_id = owner and (c.read_minute < this_minute or c.reads < 30);
  return case when not found then (
    select greatest(1, ceil(extract(epoch from c.read_minute + interval '1 minute' - clock_timestamp())))::integer
    from kith_private.calendars c where c.owner_id = owner) end;
end
$function$;

ALTER FUNCTION "kith_private"."count_feed_read"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.derive_recurrence()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_new constant boolean := tg_op = 'INSERT';
begin
  if new.owner_id is distinct from coalesce(auth.uid(), new.owner_id) then
    return new; -- row-level security refuses it
  end if;
  if new.recurrence is not null and (is_new or new.recurrence is distinct from old.recurrence) then
    new.recurrence := kith_private.clean_recurrence(new.recurrence);
  end if;
  -- The table's constraint refuses an infinite instant, but runs later, and no occurrence comes after one.
  if new.recurrence is null or new.due_at is null or not isfinite(new.due_at) then
    new.recurrence_start := null;
  elsif new.recurrence_start is null or not (is_new or kith_private.is_restoring())
    and (new.due_at, new.recurrence) is distinct from (old.due_at, old.recurrence)
  then
    new.recurrence_start := new.due_at at time zone kith_private.zone_of(new.owner_id);
  end if;
  if kith_private.is_restoring() then
    return new;
  elsif new.completed and (is_new or not old.completed) then
    if new.recurrence_start is not null and new.next_id is null and not (
      is_new and exists (select from kith.reminders r where r.owner_id = new.owner_id and r.id = new.id))
    then
      new.next_id := kith_private.make_next_reminder(new, new.completed_at, new.recurrence_from);
    end if;
  elsif not is_new and old.completed and not new.completed and kith_private.may_take_back(new.owner_id, new.next_id) then
    new.next_id := null;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.due_removals(owner uuid DEFAULT NULL::uuid)
 RETURNS text[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  removals text[];
begin
  -- checked first, because the list is empty for most requests
  if exists (select from kith_private.photo_removals r where r.due_at <= now()) then
    begin
      with taken as (
        update kith_private.photo_removals r set due_at = now() + interval '1 minute'
        where r.path = any (array(
          select due.path from kith_private.photo_removals due
          where due.due_at <= now() and due.move_to is null
            and (select earlier.path from kith_private.photo_removals earlier where earlier.move_to = due.path limit 1) is null
          order by due.due_at limit 100 for update of due skip locked)
          -- Fewer, because Storage moves one file in a call. Those of whoever asks come first: until then their links work.
          || array(
          select due.path from kith_private.photo_removals due
          where due.due_at <= now() and due.move_to is not null and due.owner_id = owner
            and (select earlier.path from kith_private.photo_removals earlier where earlier.move_to = due.path limit 1) is null
          order by due.due_at limit 20 for update of due skip locked)
          || array(
          select due.path from kith_private.photo_removals due
          where due.due_at <= now() and due.move_to is not null and (owner is null or due.owner_id is distinct from owner)
            and (select earlier.path from kith_private.photo_removals earlier where earlier.move_to = due.path limit 1) is null
          order by due.due_at limit 20 for update of due skip locked))
        returning concat_ws('>', r.path, r.move_to) as removal)
      select array_agg(taken.removal) into removals from taken;
    exception when read_only_sql_transaction or insufficient_resources then
      null; -- a read is answered although nothing can be written, as when the disk is full
    end;
  end if;
  return removals;
end
$function$;

ALTER FUNCTION "kith_private"."due_removals"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.end_client_sessions()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from auth.sessions s
  where s.user_id = old.owner_id and to_jsonb(s) ->> 'oauth_client_id' = old.client_id;
  return null;
end
$function$;

ALTER FUNCTION "kith_private"."end_client_sessions"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.erase_applied_imports(owner uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from kith_private.imports i where i.owner_id = owner and i.applied_at is not null;
end
$function$;

ALTER FUNCTION "kith_private"."erase_applied_imports"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.erase_log()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner constant uuid := auth.uid();
  is_complete boolean;
begin
  perform kith_private.refuse_limits();
  is_complete := kith_private.purge_changes(owner, 'infinity', 0, 20000);
  if is_complete then
    perform kith_private.erase_kept_photos(owner, null);
    perform kith_private.erase_stored_answers(owner), kith_private.erase_applied_imports(owner);
  end if;
  return is_complete;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.erase_resources(ids uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner constant uuid := auth.uid();
  photos text[];
begin
  perform kith_private.refuse_limits();
  photos := array(
    select path from kith_private.changes c, unnest(array[c.before ->> 'photo_path', c.after ->> 'photo_path']) path
    where c.owner_id = owner and c.resource_id = any (ids) and c.resource = 'contact' and path is not null);
  update kith_private.changes c set before = null, after = null, name = null
  where c.owner_id = owner and c.resource_id = any (ids) and (c.before is not null or c.after is not null);
  if cardinality(photos) > 0 then
    perform kith_private.erase_kept_photos(owner, photos);
  end if;
  perform kith_private.erase_stored_answers(owner), kith_private.erase_applied_imports(owner);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.erase_stored_answers(owner uuid, keys text[] DEFAULT NULL::text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update kith_private.idempotent_requests r
  set body = null, resource_id = coalesce(r.resource_id, '00000000-0000-0000-0000-000000000000')
  where r.owner_id = owner and r.body is not null and (keys is null or r.key = any (keys));
end
$function$;

ALTER FUNCTION "kith_private"."erase_stored_answers"(uuid, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.export_end(parts text[], filters kith_private.contact_filters, begins jsonb, at_most integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  first constant integer := array_position(parts, coalesce(begins ->> 'part', 'contacts'));
  after uuid := begins ->> 'after';
  rows_left integer := at_most;
  ids uuid[];
begin
  for position in first .. cardinality(parts) loop
    ids := kith_private.export_ids(parts[position], filters, after, rows_left + 1);
    if cardinality(ids) > rows_left then
      return jsonb_build_object('part', parts[position],
        'after', case when rows_left > 0 then ids[rows_left] else '00000000-0000-0000-0000-000000000000' end);
    end if;
    rows_left := rows_left - cardinality(ids);
    after := null;
  end loop;
  return null;
end
$function$;

ALTER FUNCTION "kith_private"."export_end"(text[], kith_private.contact_filters, jsonb, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.export_page(parts text[], filters kith_private.contact_filters, query jsonb, details jsonb DEFAULT '{}'::jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  most_bytes constant integer := 1048576;
  place constant jsonb := query -> 'place';
  begins constant jsonb := jsonb_build_object('part', split_part(query ->> 'after', '.', 1), 'after', split_part(query ->> 'after', '.', 2));
  ends jsonb := place -> 'ends';
  rows_left integer := 500;
  position integer := coalesce(array_position(parts, place ->> 'part'), 1);
  after uuid := place ->> 'after';
  ids uuid[];
  lines text[] := '{}';
  more text;
  bytes integer := 0;
  portion integer := 10;
  is_last boolean;
begin
  -- Others of the owner wait, and get 503 when that takes long, so that nobody occupies all connections.
  perform pg_advisory_xact_lock(hashtextextended('kith.export:' || auth.uid(), 0));
  if place is null and query ? 'rows' then
    ends := kith_private.export_end(parts, filters, case when query ? 'after' then begins end, (query ->> 'rows')::integer);
    details := details || jsonb_build_object('follows', ends ->> 'part' || '.' || (ends ->> 'after'));
  end if;
  while position <= cardinality(parts) and rows_left > 0 and bytes < most_bytes loop
    if parts[position] = 'profile' then
      lines := lines || ('profile ' || kith_private.profile_body()::text);
      position := position + 1;
      continue;
    end if;
    portion := least(portion, rows_left);
    ids := kith_private.export_ids(parts[position], filters, after, portion);
    is_last := parts[position] = ends ->> 'part' and (cardinality(ids) = 0 or ids[cardinality(ids)] >= (ends ->> 'after')::uuid);
    if is_last then
      ids := array(select id from unnest(ids) id where id <= (ends ->> 'after')::uuid order by id);
    end if;
    if cardinality(ids) > 0 then
      more := kith_private.export_lines(parts[position], ids);
      lines := lines || more;
      bytes := bytes + octet_length(more);
      rows_left := rows_left - cardinality(ids);
      after := ids[cardinality(ids)];
    end if;
    if is_last then
      position := cardinality(parts) + 1;
    elsif cardinality(ids) < portion then
      position := position + 1;
      after := null;
      portion := 10;
      -- What the others refer to is in every part of an export.
      if query ? 'after' and parts[position] = 'contacts' then
        position := array_position(parts, begins ->> 'part');
        after := begins ->> 'after';
      end if;
    else
      portion := greatest(1, least(rows_left, (most_bytes - bytes)::bigint * cardinality(ids) / octet_length(more)));
    end if;
  end loop;
  return (200, array_to_string(array[(jsonb_build_object(
      'at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'next', case when position <= cardinality(parts) then jsonb_build_object('part', parts[position], 'after', after, 'ends', ends) end)
    || details)::text] || lines, E'\n'))::kith_api.answer;
end
$function$;

ALTER FUNCTION "kith_private"."export_page"(text[], kith_private.contact_filters, jsonb, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.filled_contact(contact kith.contacts, merged kith_private.united_lists)
 RETURNS kith.contacts
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  present constant text[] := array(
    select kith_private.member_name(key) from jsonb_each(jsonb_strip_nulls(to_jsonb(contact))));
  filled kith.contacts := kith_private.contact_of(merged.value - present, contact);
begin
  filled.emails := merged.emails;
  filled.phones := merged.phones;
  filled.urls := merged.urls;
  filled.addresses := merged.addresses;
  filled.is_favorite := contact.is_favorite or coalesce((merged.value ->> 'isFavorite')::boolean, false);
  filled.last_contacted_by_hand := greatest(contact.last_contacted_by_hand,
    kith_private.local_instant(merged.value ->> 'lastContactedAt', '00:00'));
  return filled;
end
$function$;

ALTER FUNCTION "kith_private"."filled_contact"(kith.contacts, kith_private.united_lists) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.find_stored_answer(owner uuid, operation kith_private.operations, arguments jsonb, networks jsonb, OUT status smallint, OUT body text, OUT replayed boolean, OUT activity_id uuid)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  key constant text := arguments ->> 'idempotencyKey';
  kept kith_private.idempotent_requests;
begin
  -- Locked until this transaction ends. Without waiting: when the lock is taken, the same request is running.
  if not pg_try_advisory_xact_lock(hashtextextended('kith.idempotency:' || owner || key, 0)) then
    body := '{"code":"idempotency_key_in_use"}';
    return;
  end if;
  select r.* into kept from kith_private.idempotent_requests r
  where r.owner_id = owner and r.key = arguments ->> 'idempotencyKey' and r.created_at > now() - interval '24 hours';
  if found and kept.fingerprint <> kith_private.fingerprint(operation.name, arguments) then
    body := '{"code":"idempotency_key_reused"}';
  elsif found and operation.verb = 'undo' and jsonb_typeof(networks) = 'array' then
    null; -- what was undone may have left the networks since; undoing it again changes nothing
  elsif found and kept.resource_id is not null and (kept.body is null
    or (jsonb_typeof(networks) = 'array' and not kith_private.is_in_networks(owner, kept.resource_id, networks)))
  then
    body := '{"code":"idempotency_key_reused","detail":"What this request was answered has been deleted."}';
  elsif found and kith_private.can_be_replayed(operation, owner, kept.body) then
    status := kept.status;
    body := kept.body;
    activity_id := kept.activity_id;
    replayed := true;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.handle(credential jsonb, operation text, arguments jsonb, required_schema_version integer DEFAULT NULL::integer, OUT status smallint, OUT body text, OUT owner_id uuid, OUT key_id uuid, OUT rate_limit integer, OUT rate_remaining integer, OUT rate_reset bigint, OUT retry_after integer, OUT tag text, OUT replayed boolean, OUT activity_id uuid, OUT removals text[], OUT log text)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
 SET lock_timeout TO '4s'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  asked kith_private.operations;
  counted record;
  key_name text;
  limits jsonb;
  is_limited boolean;
  refusal text;
begin
  if required_schema_version > kith_private.schema_version() then
    body := '{"code":"unavailable"}';
    log := format('The function needs schema version %s and the database has %s: push the migrations (npm run deploy).',
      required_schema_version, kith_private.schema_version());
    return;
  end if;

  select o.* into asked from kith_private.operations o where o.name = operation;
  if not found then
    raise exception using errcode = 'undefined_function', message = format('There is no operation %L.', operation);
  end if;

  select i.owner_id, i.key_id, i.key_name, i.limits into owner_id, key_id, key_name, limits
  from kith_private.identify(credential, coalesce(asked.step_of, asked.name),
    asked.locks_log and arguments is not null) i;
  if owner_id is null or asked.needs_calendar_secret <> coalesce(credential ->> 'kind' = 'calendar', false) then
    owner_id := null;
    key_id := null;
    body := '{"code":"unauthorized"}';
    return;
  end if;

  if asked.needs_calendar_secret then
    retry_after := kith_private.count_feed_read(owner_id);
    if retry_after is not null then
      body := '{"code":"rate_limited"}';
      return;
    end if;
  end if;

  if key_id is null and credential ? 'clientId' then
    body := '{"code":"connection_required"}';
    return;
  end if;

  is_limited := kith_private.is_limited(limits);
  if is_limited then
    refusal := kith_private.check_limits(asked, limits);
  end if;
  if key_id is not null and not credential ? 'counted' then
    select * into counted from kith_private.count_request(
      key_id, asked.needs_access_token or refusal is not null or (arguments is null and not credential ? 'goesOn'));
    if counted.allowed is null then
      owner_id := null;
      key_id := null;
      body := '{"code":"unauthorized"}';
      return;
    end if;
    rate_limit := counted.rate;
    rate_remaining := counted.remaining;
    rate_reset := ceil(extract(epoch from counted.resets_at));
    if not counted.allowed then
      retry_after := counted.retry_after;
      body := '{"code":"rate_limited"}';
      return;
    end if;
  end if;
  if key_id is not null and asked.needs_access_token then
    body := '{"code":"access_token_required"}';
    return;
  end if;
  if refusal is not null then
    body := refusal;
    return;
  end if;
  if asked.needs_access_token and not credential ? 'secondFactor' then
    perform from auth.mfa_factors f where f.user_id = handle.owner_id and f.status = 'verified';
    if found then
      body := '{"code":"second_factor_required"}';
      return;
    end if;
  end if;

  if arguments is null then
    status := 0;
    return;
  end if;

  if arguments ? 'idempotencyKey' then
    if is_limited then
      arguments := kith_private.with_own_idempotency_key(arguments, key_id, limits);
    end if;
    select r.status, r.body, r.replayed, r.activity_id into status, body, replayed, activity_id
    from kith_private.find_stored_answer(owner_id, asked, arguments, limits -> 'networkIds') r;
  end if;
  if body is null and status is null then
    select r.status, r.body, r.log, r.activity_id into status, body, log, activity_id
    from kith_private.run(owner_id, asked, arguments, jsonb_build_object(
      'id', gen_random_uuid(), 'kind', case when credential ? 'clientId' then 'connection' else credential ->> 'kind' end, 'actorId', coalesce(key_id, owner_id), 'actorName', key_name,
      'requestId', arguments ->> 'requestId', 'operation', coalesce(asked.step_of, asked.name)), limits, is_limited) r;
    if status is not null and arguments ? 'idempotencyKey' then
      perform kith_private.store_answer(owner_id, operation, arguments, status, body, activity_id);
    end if;
  end if;

  if asked.writes then
    perform kith_private.delete_expired_answers(), kith_private.delete_expired_imports();
  end if;
  if status is null then
    if key_id is not null then
      update kith_private.api_key_requests r set refusals = r.refusals + 1 where r.api_key_id = handle.key_id;
    end if;
    return;
  end if;
  if asked.tagged then
    tag := kith_private.tag(body);
  end if;
  removals := kith_private.due_removals(handle.owner_id);
end
$function$;

do $$
begin
  if exists (select from pg_catalog.pg_settings where name = 'transaction_timeout') then
    alter function kith_private.handle set transaction_timeout = '4500ms';
  end if;
end
$$;

CREATE OR REPLACE FUNCTION kith_private.import_network_names(owner uuid, import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  item record;
  network kith.networks;
  rows kith.networks[] := '{}';
begin
  for item in
    select wanted.* from (
      select distinct on (lower(w.name collate "und-x-icu")) w.* from (
        select r.target_id as id, kith_private.trimmed(r.value ->> 'name') as name, r.value as body, 1 as rank, r.number
        from kith_private.import_rows r
        where r.owner_id = owner and r.import_id = import and r.resource = 'network' and r.outcome = 'create'
        union all
        select gen_random_uuid(), kith_private.trimmed(named), '{}', 2, r.number
        from kith_private.import_rows r cross join unnest(r.networks) named
        where r.owner_id = owner and r.import_id = import and r.resource = 'contact' and r.outcome in ('create', 'merge')) w
      where w.name is not null
      order by lower(w.name collate "und-x-icu"), w.rank, w.number) wanted
    where not exists (
      select from kith.networks n where n.owner_id = owner and lower(n.name collate "und-x-icu") = lower(wanted.name collate "und-x-icu") offset 0)
    order by wanted.number
  loop
    network := kith_private.row_of(item.body, null::kith.networks);
    network.owner_id := owner;
    network.id := item.id;
    network.name := item.name;
    rows := rows || network;
  end loop;
  perform kith_private.insert_rows(rows);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.import_note_types(owner uuid, import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION kith_private.import_notes(owner uuid, import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION kith_private.insert_contact_in_networks(body jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner constant uuid := auth.uid();
  networks constant uuid[] := array(
    select n.id from kith.networks n where n.owner_id = owner and n.id = any ((select kith_private.key_networks())::uuid[]));
  asked jsonb := coalesce(nullif(body -> 'networkIds', 'null'), '[]');
  made uuid;
begin
  if not kith_private.has_scope('contacts:write') then
    perform kith_private.fail('insufficient_scope', 'This API key lacks the scope contacts:write.');
  end if;
  if asked = '[]' and cardinality(networks) = 1 and cardinality(kith_private.key_networks()) = 1 then
    asked := to_jsonb(networks);
  elsif asked = '[]' then
    perform kith_private.fail('validation_failed', errors => jsonb_build_array(jsonb_build_object('in', 'body',
      'pointer', '/networkIds', 'code', 'required', 'message',
      'This API key is limited to networks: name one of those that GET /networks lists.')));
  end if;
  perform kith_private.check_references(kith_private.unknown_ids('/networkIds', asked, networks));
  made := kith_private.insert_row(kith_private.contact_of(body, null));
  insert into kith.contact_networks (contact_id, network_id)
  select distinct made, given::uuid from jsonb_array_elements_text(asked) given order by 2;
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.insert_imported(owner uuid, import uuid, numbers integer[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  imported record;
  contact kith.contacts;
  contacts kith.contacts[] := '{}';
begin
  for imported in
    select r.target_id, r.value from unnest(numbers) listed (number)
    cross join lateral (
      select o.target_id, o.value from kith_private.import_rows o
      where o.owner_id = owner and o.import_id = import and o.number = listed.number offset 0) r
    order by listed.number
  loop
    contact := kith_private.contact_of(imported.value, null);
    contact.owner_id := owner;
    contact.id := imported.target_id;
    contacts := contacts || contact;
  end loop;
  perform kith_private.insert_rows(contacts);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.insert_row(given kith.contacts)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made uuid;
begin
  insert into kith.contacts (first_name, last_name, nickname, company, job_title, emails, phones, urls, addresses, birthday, description, is_favorite, is_archived, contact_frequency_days, last_contacted_by_hand)
  values (given.first_name, given.last_name, given.nickname, given.company, given.job_title, given.emails, given.phones, given.urls, given.addresses, given.birthday, given.description, given.is_favorite, given.is_archived, given.contact_frequency_days, given.last_contacted_by_hand)
  returning id into made;
  return made;
end
$function$;

ALTER FUNCTION "kith_private"."insert_row"(kith.contacts) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.insert_row(given kith.networks)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made uuid;
begin
  insert into kith.networks (name, description, color)
  values (given.name, given.description, given.color)
  returning id into made;
  return made;
end
$function$;

ALTER FUNCTION "kith_private"."insert_row"(kith.networks) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.insert_row(given kith.note_types)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made uuid;
begin
  insert into kith.note_types (name, icon, color, counts_as_contact)
  values (given.name, given.icon, given.color, given.counts_as_contact)
  returning id into made;
  return made;
end
$function$;

ALTER FUNCTION "kith_private"."insert_row"(kith.note_types) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.insert_row(given kith.notes)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made uuid;
begin
  insert into kith.notes (contact_id, contact_ids, note_type_id, content, occurred_at)
  values (given.contact_id, given.contact_ids, given.note_type_id, given.content, given.occurred_at)
  returning id into made;
  return made;
end
$function$;

ALTER FUNCTION "kith_private"."insert_row"(kith.notes) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.insert_row(given kith.reminders)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made uuid;
begin
  insert into kith.reminders (contact_id, contact_ids, title, description, due_at, completed, recurrence, recurrence_from)
  values (given.contact_id, given.contact_ids, given.title, given.description, given.due_at, given.completed, given.recurrence, given.recurrence_from)
  returning id into made;
  return made;
end
$function$;

ALTER FUNCTION "kith_private"."insert_row"(kith.reminders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.insert_rows(rows anyarray)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  source constant regclass := kith_private.table_of(rows);
begin
  execute format('insert into %s (owner_id, id, %2$s) select owner_id, id, %2$s from unnest($1)',
    source, array_to_string(kith_private.written_columns(source), ', ')) using rows;
end
$function$;

ALTER FUNCTION "kith_private"."insert_rows"(anyarray) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.is_seen(resource text, id uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  owner constant uuid := auth.uid();
  networks constant uuid[] := kith_private.key_networks();
  contacts uuid[];
begin
  if resource = 'contact' then
    return case
      when exists (select from kith.contacts c where c.owner_id = owner and c.id = is_seen.id) then exists (
        select from kith.contact_networks m where m.owner_id = owner and m.contact_id = is_seen.id and m.network_id = any (networks))
      else exists (
        select from (
          select c.set_number, c.action from kith_private.changes c
          where c.owner_id = owner and c.resource_id = is_seen.id and c.resource = 'contact'
          order by c.set_number desc, c.position desc limit 1) last
        join kith_private.changes m on m.owner_id = owner and m.resource_id = is_seen.id and m.set_number = last.set_number
        where last.action = 'delete' and m.resource = 'membership' and m.network_id = any (networks)) end;
  elsif resource = 'note' then
    select n.contact_ids into contacts from kith.notes n where n.owner_id = owner and n.id = is_seen.id;
  elsif resource = 'reminder' then
    select r.contact_ids into contacts from kith.reminders r where r.owner_id = owner and r.id = is_seen.id;
  elsif resource = 'network' then
    return id = any (networks);
  else
    return resource in ('note_type', 'profile'); -- of the whole account
  end if;
  if found then
    return kith_private.are_in_networks(owner, contacts, networks);
  end if;
  select case when c.action = 'delete' then kith_private.ids_of(c.before -> 'contact_ids') end into contacts from kith_private.changes c
  where c.owner_id = owner and c.resource_id = is_seen.id and c.resource = is_seen.resource
  order by c.set_number desc, c.position desc limit 1;
  return coalesce(cardinality(contacts) > 0 and kith_private.are_seen(contacts), false);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.is_use_seen(owner uuid, contact uuid, kind text, own uuid[])
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case
    when kind not in ('notes', 'reminders') then true
    when not kith_private.has_scope(kind || ':read') then false
    else kith_private.has_all_networks() or exists (
      select from (
        select n.id from kith_private.notes_about n where kind = 'notes' and n.owner_id = owner and n.contact_id = contact
        union all
        select r.id from kith_private.reminders_about r where kind = 'reminders' and r.owner_id = owner and r.contact_id = contact) used
      cross join lateral (
        select coalesce((select n.contact_ids from kith.notes n where n.owner_id = owner and n.id = used.id),
          (select r.contact_ids from kith.reminders r where r.owner_id = owner and r.id = used.id)) as contact_ids) about
      where not exists (
        select from unnest(about.contact_ids) other (id) where other.id <> all (own) and not kith_private.is_seen('contact', other.id))) end;
end
$function$;

ALTER FUNCTION "kith_private"."is_use_seen"(uuid, uuid, text, uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.is_visible(resource text, id uuid, network uuid DEFAULT NULL::uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return current_setting('role', true) is distinct from 'kith_limited'
    or coalesce(resource = any (kith_private.resources_with('read')) and (kith_private.has_all_networks() or case
      when resource = 'membership' then network = any (kith_private.key_networks())
      else kith_private.is_seen(resource, id) end), false);
end
$function$;

ALTER FUNCTION "kith_private"."is_visible"(text, uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.keep_password()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  only_clients boolean;
begin
  begin
    select bool_and(to_jsonb(s) ->> 'oauth_client_id' is not null) into only_clients
    from auth.sessions s where s.user_id = new.id;
  exception when others then
    raise warning 'kith: nothing was checked when a password was changed (%: %)', sqlstate, sqlerrm;
  end;
  if only_clients then
    raise insufficient_privilege using message = 'An app that is connected by OAuth may not change the password.';
  end if;
  return null;
end
$function$;

ALTER FUNCTION "kith_private"."keep_password"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.limit_stored_answers(owner uuid, key text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  beyond text[];
begin
  if hashtextextended(key, 0) % 32 = 0 then
    beyond := array(
      select r.key from (
        select o.key, sum(octet_length(o.body)) over (order by o.created_at desc, o.key) as bytes
        from kith_private.idempotent_requests o where o.owner_id = owner and o.body is not null) r
      where r.bytes > 33554432);
    if cardinality(beyond) > 0 then
      perform kith_private.erase_stored_answers(owner, beyond);
    end if;
  end if;
end
$function$;

ALTER FUNCTION "kith_private"."limit_stored_answers"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.lock_log_of(owner uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '1s'
AS $function$
begin
  perform pg_advisory_xact_lock(kith_private.log_lock_key(u.id)) from auth.users u where u.id = owner for key share;
  return found;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.match_others(import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET enable_nestloop TO 'off'
 SET enable_mergejoin TO 'off'
 SET work_mem TO '32MB'
AS $function$
declare
  kinds constant text[] := array(
    select distinct r.resource from kith_private.import_rows r where r.import_id = import and r.resource <> 'contact');
begin
  with given as materialized (
    select r.number, r.resource, k.rank, k.by, k.key from kith_private.import_rows r
    cross join lateral (values (1, 'uid', kith_private.as_uuid(r.uid)::text), (2, 'uid', r.new_id::text),
      (3, 'name', lower((r.value ->> 'name') collate "und-x-icu"))) k (rank, by, key)
    where r.import_id = import and r.resource <> 'contact' and r.action = 'create'),
  present as materialized (
    select 'network' as resource, n.id, k.by, k.key from kith.networks n
    cross join lateral (values ('uid', n.id::text), ('name', lower(n.name collate "und-x-icu"))) k (by, key)
    where 'network' = any (kinds)
    union all
    select 'note_type', t.id, k.by, k.key from kith.note_types t
    cross join lateral (values ('uid', t.id::text), ('name', lower(t.name collate "und-x-icu"))) k (by, key)
    where 'note_type' = any (kinds)
    union all
    select 'note', n.id, 'uid', n.id::text from kith.notes n where 'note' = any (kinds)
    union all
    select 'reminder', d.id, 'uid', d.id::text from kith.reminders d where 'reminder' = any (kinds))
  update kith_private.import_rows r set action = 'match', match_id = found.id, matched_by = found.by
  from (
    select distinct on (g.number) g.number, p.id, p.by
    from given g join present p on p.resource = g.resource and p.by = g.by and p.key = g.key
    order by g.number, g.rank) found
  where r.import_id = import and r.number = found.number;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.may_take_back(owner uuid, reminder uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform from kith.reminders n
  where n.owner_id = owner and n.id = reminder and not n.completed and n.updated_at = n.created_at for update;
  return found and kith_private.is_visible('reminder', reminder);
end
$function$;

ALTER FUNCTION "kith_private"."may_take_back"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.merge(target kith.contacts, duplicate kith.contacts, choices jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  merged constant kith.contacts := kith_private.merged_contact(target, duplicate, choices);
  moved record;
begin
  perform kith_private.update_row(merged);
  perform kith_private.take_over(target.id, duplicate.id, case choices ->> 'photoUrl'
    when 'target' then false when 'duplicate' then true else target.photo_path is null end);
  moved := kith_private.move_to_contact(target.id, duplicate.id);
  delete from kith.contacts c where c.id = duplicate.id;
  return moved;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.merge_rows(owner uuid, import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET enable_mergejoin TO 'off'
AS $function$
declare
  merged constant kith_private.united_lists[] := array(select m from kith_private.united_with_rows(owner, import) m);
begin
  if merged = '{}' then
    return;
  end if;
  update kith_private.import_rows r set outcome = 'fail', target_id = null, problem = 'Together they have more than 20 items in a list.'
  from unnest(merged) m
  where r.owner_id = owner and r.import_id = import and r.number = m.number and m.is_too_long;
  perform kith_private.update_rows(array(
    select kith_private.filled_contact(c, m)
    from unnest(merged) m
    cross join lateral (select c.* from kith.contacts c where c.owner_id = owner and c.id = m.target_id offset 0) c
    where not m.is_too_long));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.merged_contact(target kith.contacts, duplicate kith.contacts, choices jsonb)
 RETURNS kith.contacts
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  ours constant jsonb := to_jsonb(target);
  theirs constant jsonb := to_jsonb(duplicate);
  lists jsonb;
  errors jsonb;
begin
  select jsonb_object_agg(list, kith_private.united_items(list, ours -> list, theirs -> list, choices ->> list)) into lists
  from unnest('{emails,phones,urls,addresses}'::text[]) list;
  errors := (
    select jsonb_agg(jsonb_build_object('in', 'body', 'pointer', '/fields/' || key, 'code', 'too_long',
      'message', 'Together they have more than 20. Choose those of the target or of the duplicate, or remove some first.') order by key)
    from jsonb_each(lists) where jsonb_array_length(value) > 20);
  if errors is not null then
    perform kith_private.fail('validation_failed', errors => errors);
  end if;
  return jsonb_populate_record(target, (
    select jsonb_object_agg(name, case choices ->> kith_private.member_name(name)
      when 'target' then ours -> name when 'duplicate' then theirs -> name
      else coalesce(nullif(ours -> name, 'null'), theirs -> name) end)
    from unnest(kith_private.written_columns('kith.contacts')) name) || lists || jsonb_build_object(
      'is_favorite', target.is_favorite or duplicate.is_favorite,
      'is_archived', target.is_archived and duplicate.is_archived,
      'last_contacted_by_hand', greatest(target.last_contacted_by_hand, duplicate.last_contacted_by_hand)));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.note_of(body jsonb, earlier kith.notes)
 RETURNS kith.notes
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  note kith.notes := kith_private.row_of(body - '{contactId,contactIds,occurredAt}'::text[], earlier);
begin
  if body ? 'occurredAt' then
    note.occurred_at := kith_private.local_instant(body ->> 'occurredAt', '00:00');
  end if;
  return note;
end
$function$;

ALTER FUNCTION "kith_private"."note_of"(jsonb, kith.notes) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.reminder_of(body jsonb, earlier kith.reminders)
 RETURNS kith.reminders
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  reminder kith.reminders := kith_private.row_of(body - '{contactId,contactIds,dueAt}'::text[], earlier);
begin
  if body ? 'dueAt' then
    reminder.due_at := kith_private.local_instant(body ->> 'dueAt', '09:00');
  end if;
  return reminder;
end
$function$;

ALTER FUNCTION "kith_private"."reminder_of"(jsonb, kith.reminders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.row_of(body jsonb, earlier kith.contacts)
 RETURNS kith.contacts
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if earlier.id is null then
    earlier.emails := '[]'::jsonb;
    earlier.phones := '[]'::jsonb;
    earlier.urls := '[]'::jsonb;
    earlier.addresses := '[]'::jsonb;
    earlier.is_favorite := false;
    earlier.is_archived := false;
  end if;
  return jsonb_populate_record(earlier, kith_private.columns_of(body) - '{id,owner_id}'::text[]);
end
$function$;

ALTER FUNCTION "kith_private"."row_of"(jsonb, kith.contacts) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.row_of(body jsonb, earlier kith.networks)
 RETURNS kith.networks
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return jsonb_populate_record(earlier, kith_private.columns_of(body) - '{id,owner_id}'::text[]);
end
$function$;

ALTER FUNCTION "kith_private"."row_of"(jsonb, kith.networks) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.row_of(body jsonb, earlier kith.note_types)
 RETURNS kith.note_types
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if earlier.id is null then
    earlier.counts_as_contact := true;
  end if;
  return jsonb_populate_record(earlier, kith_private.columns_of(body) - '{id,owner_id}'::text[]);
end
$function$;

ALTER FUNCTION "kith_private"."row_of"(jsonb, kith.note_types) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.row_of(body jsonb, earlier kith.notes)
 RETURNS kith.notes
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if earlier.id is null then
    earlier.contact_ids := '{}'::uuid[];
    earlier.occurred_at := now();
  end if;
  return jsonb_populate_record(earlier, kith_private.columns_of(body) - '{id,owner_id}'::text[]);
end
$function$;

ALTER FUNCTION "kith_private"."row_of"(jsonb, kith.notes) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.row_of(body jsonb, earlier kith.reminders)
 RETURNS kith.reminders
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if earlier.id is null then
    earlier.contact_ids := '{}'::uuid[];
    earlier.completed := false;
    earlier.recurrence_from := 'due'::text;
  end if;
  return jsonb_populate_record(earlier, kith_private.columns_of(body) - '{id,owner_id}'::text[]);
end
$function$;

ALTER FUNCTION "kith_private"."row_of"(jsonb, kith.reminders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.schema_version()
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return 2;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.seen_resources()
 RETURNS TABLE(id uuid)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner constant uuid := auth.uid();
  networks constant uuid[] := kith_private.key_networks();
  remembered constant text := nullif(current_setting('kith.seen', true), '');
begin
  if remembered is not null then
    return query select unnest(remembered::uuid[]);
    return;
  end if;
  return query
  with seen as materialized (
    select m.contact_id from kith.contact_networks m where m.owner_id = owner and m.network_id = any (networks)
    union all
    select t.id from kith_private.deletions t
    where t.owner_id = owner and t.resource = 'contact' and exists (
      select from kith_private.changes m
      where m.owner_id = owner and m.resource_id = t.id and m.set_number = t.set_number
        and m.resource = 'membership' and m.network_id = any (networks) offset 0))
  select s.contact_id from seen s
  union all
  -- "is true" makes Postgres put the contacts into a hash table.
  select about.id
  from (
    select n.id, n.contact_ids from kith.notes n where n.owner_id = owner
    union all
    select r.id, r.contact_ids from kith.reminders r where r.owner_id = owner
    union all
    select t.id, t.contact_ids from kith_private.deletions t where t.owner_id = owner and t.resource in ('note', 'reminder')) about
  where (about.contact_ids[1] in (select s.contact_id from seen s)) is true and (cardinality(about.contact_ids) = 1 or (
    select bool_and((further.id in (select s.contact_id from seen s)) is true) from unnest(about.contact_ids) further (id)));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.similar_words(words text[])
 RETURNS TABLE(one text, other text)
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
 SET enable_nestloop TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
begin
  return query
  with vocabulary as materialized (
    select word, char_length(word) as length from unnest(words) word where char_length(word) > 2),
  variants as materialized (
    select v.word, v.length, place, overlay(v.word placing '' from place for 1) as variant
    from vocabulary v cross join lateral generate_series(1, v.length) place where v.length > 3 limit 200000),
  blocks as materialized (
    select array_agg(v.word) as words from variants v group by v.place, v.variant having count(*) between 2 and 20)
  select distinct least(pair.one collate "C", pair.other), greatest(pair.one collate "C", pair.other)
  from (
    select a.word, b.word from blocks cross join lateral unnest(blocks.words) a (word) cross join lateral unnest(blocks.words) b (word)
    where a.word < b.word collate "C"
    union all
    select v.word, o.word from variants v join vocabulary o on o.word = v.variant
    union all
    select v.word, o.word from variants v
    join vocabulary o on o.word = overlay(v.word placing reverse(substr(v.word, v.place, 2)) from v.place for 2)
    where v.place < v.length and o.word <> v.word) pair (one, other)
  limit 20000;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.stamp_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- What a foreign key clears in another row is a change of now, while undoing too.
  if not kith_private.is_restoring() or pg_trigger_depth() > 1 then
    new.updated_at := now();
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.store_answer(owner uuid, operation text, arguments jsonb, status smallint, body text, activity_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into kith_private.idempotent_requests as kept (owner_id, key, fingerprint, status, body, resource_id, operation, activity_id)
  values (owner, arguments ->> 'idempotencyKey', kith_private.fingerprint(operation, arguments), status, body,
    coalesce(body::jsonb ->> 'id', case when body is not null then arguments ->> 'id' end)::uuid, operation, activity_id)
  on conflict (owner_id, key) do update set fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body,
    resource_id = excluded.resource_id, operation = excluded.operation, activity_id = excluded.activity_id,
    created_at = excluded.created_at;
  perform kith_private.limit_stored_answers(owner, arguments ->> 'idempotencyKey');
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.table_of(rows anyarray)
 RETURNS regclass
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select item.typrelid from pg_catalog.pg_type list join pg_catalog.pg_type item on item.oid = list.typelem
    where list.oid = pg_typeof(rows));
end
$function$;

ALTER FUNCTION "kith_private"."table_of"(anyarray) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.take_back_next_reminder()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not kith_private.is_restoring() and kith_private.may_take_back(old.owner_id, old.next_id) then
    delete from kith.reminders r where r.owner_id = old.owner_id and r.id = old.next_id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.trimmed(given kith.contacts)
 RETURNS kith.contacts
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  given.first_name := kith_private.trimmed(given.first_name);
  given.last_name := kith_private.trimmed(given.last_name);
  given.nickname := kith_private.trimmed(given.nickname);
  given.company := kith_private.trimmed(given.company);
  given.job_title := kith_private.trimmed(given.job_title);
  given.birthday := kith_private.trimmed(given.birthday);
  given.description := kith_private.trimmed(given.description);
  return given;
end
$function$;

ALTER FUNCTION "kith_private"."trimmed"(kith.contacts) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.trimmed(given kith.networks)
 RETURNS kith.networks
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  given.name := coalesce(kith_private.trimmed(given.name), '');
  given.description := kith_private.trimmed(given.description);
  given.color := kith_private.trimmed(given.color);
  return given;
end
$function$;

ALTER FUNCTION "kith_private"."trimmed"(kith.networks) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.trimmed(given kith.note_types)
 RETURNS kith.note_types
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  given.name := coalesce(kith_private.trimmed(given.name), '');
  given.icon := kith_private.trimmed(given.icon);
  given.color := kith_private.trimmed(given.color);
  return given;
end
$function$;

ALTER FUNCTION "kith_private"."trimmed"(kith.note_types) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.trimmed(given kith.reminders)
 RETURNS kith.reminders
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  given.title := coalesce(kith_private.trimmed(given.title), '');
  given.description := kith_private.trimmed(given.description);
  return given;
end
$function$;

ALTER FUNCTION "kith_private"."trimmed"(kith.reminders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.undo_change(logged kith_private.restorable_table, change kith_private.changes, current jsonb)
 RETURNS kith_private.undone_row
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  undone kith_private.undone_row := (change.owner_id, change.resource_id, change.network_id, change.set_number, false, null, '{}');
  plan record;
  reason text;
begin
  if change.before is null and change.after is null then
    reason := 'erased';
  elsif change.action = 'create' and current is null then
    return undone; -- it is deleted already
  elsif change.action = 'update' and current is null then
    reason := 'deleted';
  elsif change.action = 'delete' and current is not null then
    perform from jsonb_each(change.before) b
    where b.key not in ('updated_at', 'completed_at', 'recurrence_start') and not kith_private.is_same_value(b.key, b.value, current -> b.key)
      -- Deleting the next reminder cleared the column.
      and (b.key <> 'next_id' or current -> 'next_id' <> 'null' or exists (
        select from kith.reminders r where r.owner_id = change.owner_id and r.id = (b.value #>> '{}')::uuid));
    if not found then
      return undone; -- it is restored already
    end if;
    reason := 'exists';
  end if;
  if reason is not null then
    undone.conflicts := array[kith_private.conflict(change, null, reason)];
  elsif change.action = 'create' then
    undone.conflicts := array(
      select kith_private.conflict(change, a.name, 'changed')
      from jsonb_object_keys(current || change.after) a (name)
      where a.name not in ('updated_at', 'owner_id', 'recurrence_start') and a.name <> all (logged.derived)
        and current -> a.name is distinct from change.after -> a.name
        and not kith_private.is_same_value(a.name, current -> a.name, change.after -> a.name));
    if undone.conflicts = '{}' and kith_private.referring(change) is not null then
      undone.conflicts := array[kith_private.conflict(change, kith_private.referring(change), 'in_use')];
    end if;
    undone.is_written := undone.conflicts = '{}';
  else
    plan := kith_private.columns_to_restore(change, current);
    undone.columns := plan.columns;
    undone.conflicts := plan.conflicts;
    undone.is_written := change.action = 'update' or undone.conflicts = '{}';
    if undone.is_written and undone.columns ->> 'photo_path' is not null then
      undone := kith_private.with_kept_photo(change, undone);
    end if;
  end if;
  return undone;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.undo_change_sets(sets bigint[], OUT conflicts jsonb[], OUT conflict_count bigint)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  owner constant uuid := auth.uid();
  undoing constant uuid := current_setting('kith.change')::jsonb ->> 'id';
  tables constant kith_private.restorable_table[] := kith_private.restorable_tables();
  logged kith_private.restorable_table;
  batch record;
  undone kith_private.undone_row[];
  refused kith_private.undone_row[] := '{}';
  refusal constant text := case when current_setting('role', true) = 'kith_limited' then kith_private.undo_refusal(sets) end;
begin
  if not kith_private.has_scope('activity:write') then
    perform kith_private.fail('insufficient_scope', 'This API key lacks the scope activity:write.');
  end if;
  if refusal is not null then
    perform kith_private.fail('insufficient_scope', refusal);
  end if;
  perform set_config('kith.restoring', 'on', true);
  for batch in select b.resource, b.changes from kith_private.batches_to_undo(owner, sets) b loop
    if clock_timestamp() > statement_timestamp() + interval '3.5 seconds' then
      perform kith_private.refuse_many_changes();
    end if;
    foreach logged in array tables loop
      exit when logged.resource = batch.resource;
    end loop;
    undone := kith_private.undo_batch(logged, batch.changes);
    refused := refused || array(select u from unnest(undone) u where u.conflicts <> '{}');
  end loop;
  perform kith_private.derive_last_noted_of(owner, sets);
  perform set_config('kith.restoring', '', true);
  refused := kith_private.with_seen_conflicts(owner, sets, refused);
  conflicts := (array(select c from unnest(refused) u, unnest(u.conflicts) c))[1:200];
  conflict_count := (select coalesce(sum(cardinality(u.conflicts)), 0) from unnest(refused) u);
  perform kith_private.mark_undone(owner, undoing, array(
    select n from unnest(sets) n where n not in (select u.set_number from unnest(refused) u)));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.update_row(given kith.contacts)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update kith.contacts written set
    (first_name, last_name, nickname, company, job_title, emails, phones, urls, addresses, birthday, description, is_favorite, is_archived, contact_frequency_days, last_contacted_by_hand)
    = (given.first_name, given.last_name, given.nickname, given.company, given.job_title, given.emails, given.phones, given.urls, given.addresses, given.birthday, given.description, given.is_favorite, given.is_archived, given.contact_frequency_days, given.last_contacted_by_hand)
  where written.id = given.id;
end
$function$;

ALTER FUNCTION "kith_private"."update_row"(kith.contacts) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.update_row(given kith.networks)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update kith.networks written set
    (name, description, color)
    = (given.name, given.description, given.color)
  where written.id = given.id;
end
$function$;

ALTER FUNCTION "kith_private"."update_row"(kith.networks) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.update_row(given kith.note_types)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update kith.note_types written set
    (name, icon, color, counts_as_contact)
    = (given.name, given.icon, given.color, given.counts_as_contact)
  where written.id = given.id;
end
$function$;

ALTER FUNCTION "kith_private"."update_row"(kith.note_types) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.update_row(given kith.notes)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update kith.notes written set
    (contact_id, contact_ids, note_type_id, content, occurred_at)
    = (given.contact_id, given.contact_ids, given.note_type_id, given.content, given.occurred_at)
  where written.id = given.id;
end
$function$;

ALTER FUNCTION "kith_private"."update_row"(kith.notes) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.update_row(given kith.reminders)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update kith.reminders written set
    (contact_id, contact_ids, title, description, due_at, completed, recurrence, recurrence_from)
    = (given.contact_id, given.contact_ids, given.title, given.description, given.due_at, given.completed, given.recurrence, given.recurrence_from)
  where written.id = given.id;
end
$function$;

ALTER FUNCTION "kith_private"."update_row"(kith.reminders) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.update_rows(rows anyarray)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  source constant regclass := kith_private.table_of(rows);
  columns constant text[] := kith_private.written_columns(source);
begin
  execute format('update %s earlier set (%s) = (%s) from unnest($1) written where earlier.owner_id = written.owner_id and earlier.id = written.id',
    source, array_to_string(columns, ', '), 'written.' || array_to_string(columns, ', written.')) using rows;
end
$function$;

ALTER FUNCTION "kith_private"."update_rows"(anyarray) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.with_seen_conflicts(owner uuid, sets bigint[], undone kith_private.undone_row[])
 RETURNS kith_private.undone_row[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  own uuid[];
begin
  if undone = '{}' or current_setting('role', true) is distinct from 'kith_limited' then
    return undone;
  end if;
  own := array(select c.resource_id from kith_private.direct_changes(owner, sets) c where c.resource = 'contact');
  return array(
    select (u.owner_id, u.resource_id, u.network_id, u.set_number, u.is_written, u.columns, array(
      select case when c ->> 'reason' = 'in_use' and not kith_private.is_use_seen(owner, u.resource_id, c ->> 'field', own)
        then c || '{"field":null,"reason":"changed"}' else c end
      from unnest(u.conflicts) c))::kith_private.undone_row
    from unnest(undone) u
    where (u.set_number, u.resource_id, u.conflicts[1] ->> 'resource') in (
        select c.set_number, c.resource_id, c.resource from kith_private.direct_changes(owner, sets) c)
      or kith_private.is_visible(u.conflicts[1] ->> 'resource', u.resource_id, u.network_id));
end
$function$;

ALTER FUNCTION "kith_private"."with_seen_conflicts"(uuid, bigint[], kith_private.undone_row[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.written_columns(source regclass)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return array(
    select a.attname::text from pg_catalog.pg_attribute a
    where a.attrelid = source and a.attnum > 0 and not a.attisdropped
      and pg_catalog.has_column_privilege('authenticated', source, a.attnum, 'update')
    order by a.attnum);
end
$function$;

ALTER FUNCTION "kith_private"."written_columns"(regclass) OWNER TO "postgres";

ALTER TABLE "kith_private"."quotas" ADD CONSTRAINT "quotas_name_check" CHECK ((name = ANY (ARRAY['contacts'::text, 'notes'::text, 'reminders'::text, 'networks'::text, 'note_types'::text, 'merged_contacts'::text, 'photo_bytes'::text, 'uploads'::text, 'log_days'::text, 'log_bytes'::text])));

CREATE VIEW "kith_private"."deletions" WITH (security_invoker=true) AS  SELECT owner_id,
    resource,
    resource_id AS id,
    set_number,
    "position",
    name,
    (before IS NULL) AS is_erased,
    kith_private.ids_of((before -> 'contact_ids'::text)) AS contact_ids
   FROM kith_private.changes t
  WHERE ((action = 'delete'::text) AND (resource <> 'membership'::text) AND (NOT (EXISTS ( SELECT
           FROM kith_private.changes later
          WHERE ((later.owner_id = t.owner_id) AND (later.resource_id = t.resource_id) AND (later.resource = t.resource) AND (ROW(later.set_number, later."position") > ROW(t.set_number, t."position")))
         OFFSET 0))));

ALTER VIEW "kith_private"."deletions" OWNER TO "postgres";

CREATE VIEW "kith_private"."trash" WITH (security_invoker=true) AS  SELECT d.id,
    d.owner_id,
    d.set_number,
    d."position",
    d.resource,
    d.name,
    s.id AS change_set_id,
    s.at
   FROM (kith_private.deletions d
     CROSS JOIN LATERAL ( SELECT s_1.id,
            s_1.at
           FROM kith_private.change_sets s_1
          WHERE ((s_1.owner_id = d.owner_id) AND (s_1.number = d.set_number))
         OFFSET 0) s)
  WHERE (NOT d.is_erased);

ALTER VIEW "kith_private"."trash" OWNER TO "postgres";

CREATE CONSTRAINT TRIGGER kith_keep_password AFTER UPDATE OF confirmation_token ON auth.users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.encrypted_password)::text IS DISTINCT FROM (new.encrypted_password)::text)) EXECUTE FUNCTION kith_private.keep_password();

CREATE TRIGGER check_usage AFTER INSERT ON kith.contacts REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION kith_private.check_usage();

CREATE TRIGGER check_usage AFTER INSERT ON kith.networks REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION kith_private.check_usage();

CREATE TRIGGER check_usage AFTER INSERT ON kith.note_types REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION kith_private.check_usage();

CREATE TRIGGER check_usage AFTER INSERT ON kith.notes REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION kith_private.check_usage();

CREATE TRIGGER check_usage AFTER INSERT ON kith.reminders REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION kith_private.check_usage();

CREATE TRIGGER end_client_sessions AFTER DELETE ON kith_private.api_keys FOR EACH ROW WHEN ((old.client_id IS NOT NULL)) EXECUTE FUNCTION kith_private.end_client_sessions();

CREATE TRIGGER check_usage AFTER INSERT ON kith_private.merged_contacts REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION kith_private.check_usage();

CREATE POLICY "Owners reach their memberships" ON "kith"."contact_networks" FOR ALL TO "authenticated" USING ((( SELECT kith_private.owner_id() AS owner_id) = owner_id));

CREATE POLICY "Owners reach their contacts" ON "kith"."contacts" FOR ALL TO "authenticated" USING ((( SELECT kith_private.owner_id() AS owner_id) = owner_id));

CREATE POLICY "Owners reach their networks" ON "kith"."networks" FOR ALL TO "authenticated" USING ((( SELECT kith_private.owner_id() AS owner_id) = owner_id));

CREATE POLICY "Owners reach their note types" ON "kith"."note_types" FOR ALL TO "authenticated" USING ((( SELECT kith_private.owner_id() AS owner_id) = owner_id));

CREATE POLICY "Owners reach their notes" ON "kith"."notes" FOR ALL TO "authenticated" USING ((( SELECT kith_private.owner_id() AS owner_id) = owner_id));

CREATE POLICY "Owners reach their profile" ON "kith"."profiles" FOR ALL TO "authenticated" USING ((( SELECT kith_private.owner_id() AS owner_id) = owner_id));

CREATE POLICY "Owners reach their reminders" ON "kith"."reminders" FOR ALL TO "authenticated" USING ((( SELECT kith_private.owner_id() AS owner_id) = owner_id));

CREATE POLICY "Owners reach their keys" ON "kith_private"."api_keys" FOR ALL TO "authenticated" USING ((( SELECT kith_private.owner_id() AS owner_id) = owner_id));

CREATE POLICY "Owners reach their calendar" ON "kith_private"."calendars" FOR ALL TO "authenticated" USING ((( SELECT kith_private.owner_id() AS owner_id) = owner_id));

CREATE POLICY "Owners reach their dismissed pairs" ON "kith_private"."dismissed_duplicates" FOR ALL TO "authenticated" USING ((( SELECT kith_private.owner_id() AS owner_id) = owner_id));

CREATE POLICY "Owners reach their rows of imports" ON "kith_private"."import_rows" FOR ALL TO "authenticated" USING ((( SELECT kith_private.owner_id() AS owner_id) = owner_id));

CREATE POLICY "Owners reach their imports" ON "kith_private"."imports" FOR ALL TO "authenticated" USING ((( SELECT kith_private.owner_id() AS owner_id) = owner_id));

COMMENT ON COLUMN "kith_private"."calendars"."read_minute" IS 'The minute in which the feed was last read.';

COMMENT ON COLUMN "kith_private"."calendars"."reads" IS 'How often it was read then.';

COMMENT ON COLUMN "kith_private"."idempotent_requests"."resource_id" IS 'The resource in the body, or that it is about. When the body is erased, only this column still tells that there was one.';

COMMENT ON COLUMN "kith_private"."quotas"."name" IS 'contacts; notes; reminders; networks; note_types; merged_contacts: ids that lead to other contacts; photo_bytes: the sum of its photos'' sizes, removed ones that are kept included; uploads: those that are not attached to a contact; log_days: for how many days changes are kept; log_bytes: beyond it older changes are deleted sooner.';

COMMENT ON FUNCTION "kith_api"."delete_network"(jsonb) IS 'Deletes a network; what refers to it stays.';

COMMENT ON FUNCTION "kith_api"."delete_note_type"(jsonb) IS 'Deletes a note type; what refers to it stays.';

COMMENT ON FUNCTION "kith_api"."export_account"(jsonb) IS 'A page of an export of everything. Query: rows, after, place.';

COMMENT ON FUNCTION "kith_api"."export_contacts"(jsonb) IS 'A page of an export of contacts, after the networks. Query: the filters of list_contacts, format, rows, after, place.';

COMMENT ON FUNCTION "kith_private"."check_import_scopes"(uuid, text[]) IS 'Refuses an import that has what the API key may not write. kinds: of what is asked about, reminder or profile.';

COMMENT ON FUNCTION "kith_private"."check_usage"() IS 'Refuses rows that go over the quota of their owner.';

COMMENT ON FUNCTION "kith_private"."columns_of"(jsonb) IS 'A body with the names of columns in place of those of members.';

COMMENT ON FUNCTION "kith_private"."contact_of"(jsonb, kith.contacts) IS 'A contact as a body says: absent members are as they were earlier, null clears. Networks and the photo are not in the row.';

COMMENT ON FUNCTION "kith_private"."count_feed_read"(uuid) IS 'Counts that a calendar feed is read; the seconds to wait where it was read 30 times in this minute.';

COMMENT ON FUNCTION "kith_private"."due_removals"(uuid) IS 'Up to 100 files to remove now, as their paths, and up to 20 of this account and 20 of others to move, as "path>new path". Each is due again in a minute, unless forget_removals deletes it from the queue.';

COMMENT ON FUNCTION "kith_private"."end_client_sessions"() IS 'Ends what an OAuth client has of Auth when its connection is deleted, so that it cannot renew its token and has to ask again.';

COMMENT ON FUNCTION "kith_private"."erase_applied_imports"(uuid) IS 'Deletes the previews of imports that were applied, with what their files had.';

COMMENT ON FUNCTION "kith_private"."erase_stored_answers"(uuid, text[]) IS 'Erases the stored answers of an owner, all or those to these keys.';

COMMENT ON FUNCTION "kith_private"."export_end"(text[], kith_private.contact_filters, jsonb, integer) IS 'Where an export of so many contacts, notes and reminders ends; null where nothing follows.';

COMMENT ON FUNCTION "kith_private"."export_page"(text[], kith_private.contact_filters, jsonb, jsonb) IS 'A page of an export, as lines: the instant, where the next page begins, and details; then rows as export_lines has them, at most 500 or about 1 MiB. Query: place, where the page begins, null for the first one; rows and after, of an export in parts.';

COMMENT ON FUNCTION "kith_private"."filled_contact"(kith.contacts, kith_private.united_lists) IS 'A contact with what an import has of it: the united lists, and single fields where it has none.';

COMMENT ON FUNCTION "kith_private"."insert_row"(kith.contacts) IS 'Inserts the contact and answers its id.';

COMMENT ON FUNCTION "kith_private"."insert_row"(kith.networks) IS 'Inserts the network and answers its id.';

COMMENT ON FUNCTION "kith_private"."insert_row"(kith.note_types) IS 'Inserts the note type and answers its id.';

COMMENT ON FUNCTION "kith_private"."insert_row"(kith.notes) IS 'Inserts the note and answers its id.';

COMMENT ON FUNCTION "kith_private"."insert_row"(kith.reminders) IS 'Inserts the reminder and answers its id.';

COMMENT ON FUNCTION "kith_private"."insert_rows"(anyarray) IS 'Inserts rows of a table with their ids.';

COMMENT ON FUNCTION "kith_private"."is_seen"(text, uuid) IS 'Whether a contact is in the networks of the API key, or was when it was deleted; and whether a note or reminder is about such contacts only, or was. The profile and note types are seen by all keys, and kinds that are not named here by none.';

COMMENT ON FUNCTION "kith_private"."is_use_seen"(uuid, uuid, text, uuid[]) IS 'Whether the API key sees one of the notes or reminders that refer to a contact. own: contacts that count as seen.';

COMMENT ON FUNCTION "kith_private"."is_visible"(text, uuid, uuid) IS 'Whether the credential of this request sees a resource that the log names, by its scopes and networks. network: of a membership.';

COMMENT ON FUNCTION "kith_private"."keep_password"() IS 'Refuses a new password where every session that is left belongs to an OAuth client. Fails in no other case, so that Auth goes on.';

COMMENT ON FUNCTION "kith_private"."limit_stored_answers"(uuid, text) IS 'Erases the oldest stored answers of an owner where they have more than 32 MiB together; looked at for one key of 32.';

COMMENT ON FUNCTION "kith_private"."may_take_back"(uuid, uuid) IS 'Whether a reminder is as it was made and the credential of this request sees it. Locks it.';

COMMENT ON FUNCTION "kith_private"."note_of"(jsonb, kith.notes) IS 'A note as a body says: absent members are as they were earlier. The contacts are not in the row.';

COMMENT ON FUNCTION "kith_private"."reminder_of"(jsonb, kith.reminders) IS 'A reminder as a body says: absent members are as they were earlier, null clears. The contacts are not in the row.';

COMMENT ON FUNCTION "kith_private"."resources_with"(text) IS 'The kinds of resources for which the credential of this request has a scope. access: read or write.';

COMMENT ON FUNCTION "kith_private"."row_of"(jsonb, kith.contacts) IS 'A contact as a body says: absent members are as they were earlier, or as in a new row; null clears. It never says which row it is.';

COMMENT ON FUNCTION "kith_private"."row_of"(jsonb, kith.networks) IS 'A network as a body says: absent members are as they were earlier, or as in a new row; null clears. It never says which row it is.';

COMMENT ON FUNCTION "kith_private"."row_of"(jsonb, kith.note_types) IS 'A note type as a body says: absent members are as they were earlier, or as in a new row; null clears. It never says which row it is.';

COMMENT ON FUNCTION "kith_private"."row_of"(jsonb, kith.notes) IS 'A note as a body says: absent members are as they were earlier, or as in a new row; null clears. It never says which row it is.';

COMMENT ON FUNCTION "kith_private"."row_of"(jsonb, kith.reminders) IS 'A reminder as a body says: absent members are as they were earlier, or as in a new row; null clears. It never says which row it is.';

COMMENT ON FUNCTION "kith_private"."table_of"(anyarray) IS 'The table that an array has rows of.';

COMMENT ON FUNCTION "kith_private"."trimmed"(kith.contacts) IS 'The contact with its texts trimmed.';

COMMENT ON FUNCTION "kith_private"."trimmed"(kith.networks) IS 'The network with its texts trimmed.';

COMMENT ON FUNCTION "kith_private"."trimmed"(kith.note_types) IS 'The note type with its texts trimmed.';

COMMENT ON FUNCTION "kith_private"."trimmed"(kith.reminders) IS 'The reminder with its texts trimmed.';

COMMENT ON FUNCTION "kith_private"."update_row"(kith.contacts) IS 'Writes the contact, which is there.';

COMMENT ON FUNCTION "kith_private"."update_row"(kith.networks) IS 'Writes the network, which is there.';

COMMENT ON FUNCTION "kith_private"."update_row"(kith.note_types) IS 'Writes the note type, which is there.';

COMMENT ON FUNCTION "kith_private"."update_row"(kith.notes) IS 'Writes the note, which is there.';

COMMENT ON FUNCTION "kith_private"."update_row"(kith.reminders) IS 'Writes the reminder, which is there.';

COMMENT ON FUNCTION "kith_private"."update_rows"(anyarray) IS 'Writes rows of a table that are there.';

COMMENT ON FUNCTION "kith_private"."with_seen_conflicts"(uuid, bigint[], kith_private.undone_row[]) IS 'What could not be undone, without what the API key does not see; of a contact that something unseen refers to it is only told that it was changed.';

COMMENT ON FUNCTION "kith_private"."written_columns"(regclass) IS 'The columns of a table that clients write.';

COMMENT ON VIEW "kith_private"."deletions" IS 'The deletion of each resource that does not exist now, and whom a note or reminder was about. Null columns where it is erased.';

COMMENT ON VIEW "kith_private"."trash" IS 'What was deleted and can come back.';

REVOKE ALL ON FUNCTION "kith_private"."check_import_scopes"(uuid, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."check_import_scopes"(uuid, text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."columns_of"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."columns_of"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."contact_of"(jsonb, kith.contacts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."contact_of"(jsonb, kith.contacts) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."count_feed_read"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."due_removals"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."end_client_sessions"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."erase_applied_imports"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."erase_stored_answers"(uuid, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."export_end"(text[], kith_private.contact_filters, jsonb, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."export_end"(text[], kith_private.contact_filters, jsonb, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."export_page"(text[], kith_private.contact_filters, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."export_page"(text[], kith_private.contact_filters, jsonb, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."filled_contact"(kith.contacts, kith_private.united_lists) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."insert_row"(kith.contacts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."insert_row"(kith.contacts) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."insert_row"(kith.networks) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."insert_row"(kith.networks) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."insert_row"(kith.note_types) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."insert_row"(kith.note_types) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."insert_row"(kith.notes) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."insert_row"(kith.notes) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."insert_row"(kith.reminders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."insert_row"(kith.reminders) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."insert_rows"(anyarray) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."is_use_seen"(uuid, uuid, text, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."is_visible"(text, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."keep_password"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."limit_stored_answers"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."may_take_back"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."note_of"(jsonb, kith.notes) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."note_of"(jsonb, kith.notes) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."reminder_of"(jsonb, kith.reminders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."reminder_of"(jsonb, kith.reminders) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."row_of"(jsonb, kith.contacts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."row_of"(jsonb, kith.contacts) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."row_of"(jsonb, kith.networks) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."row_of"(jsonb, kith.networks) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."row_of"(jsonb, kith.note_types) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."row_of"(jsonb, kith.note_types) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."row_of"(jsonb, kith.notes) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."row_of"(jsonb, kith.notes) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."row_of"(jsonb, kith.reminders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."row_of"(jsonb, kith.reminders) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."table_of"(anyarray) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."trimmed"(kith.contacts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."trimmed"(kith.contacts) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."trimmed"(kith.networks) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."trimmed"(kith.networks) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."trimmed"(kith.note_types) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."trimmed"(kith.note_types) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."trimmed"(kith.reminders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."trimmed"(kith.reminders) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."update_row"(kith.contacts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."update_row"(kith.contacts) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."update_row"(kith.networks) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."update_row"(kith.networks) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."update_row"(kith.note_types) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."update_row"(kith.note_types) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."update_row"(kith.notes) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."update_row"(kith.notes) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."update_row"(kith.reminders) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."update_row"(kith.reminders) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."update_rows"(anyarray) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."with_seen_conflicts"(uuid, bigint[], kith_private.undone_row[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."written_columns"(regclass) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."written_columns"(regclass) TO "authenticated";

GRANT SELECT ON TABLE "kith_private"."deletions" TO "authenticated";

GRANT SELECT ON TABLE "kith_private"."trash" TO "authenticated";

insert into kith_private.quotas (name, maximum)
select name, maximum from jsonb_populate_recordset(null::kith_private.quotas, '[{"name": "merged_contacts", "maximum": 1000000}, {"name": "networks", "maximum": 10000}, {"name": "note_types", "maximum": 1000}, {"name": "reminders", "maximum": 100000}]')
on conflict (name) do update set (name, maximum) = row(excluded.name, excluded.maximum);

reset check_function_bodies;
