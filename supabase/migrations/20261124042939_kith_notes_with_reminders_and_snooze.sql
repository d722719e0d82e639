-- Written by `npm run migration` from what has changed in sql/. It may be edited until it is released.

set check_function_bodies = off;

DROP TRIGGER "log_change" ON "kith"."contacts";

DROP TRIGGER "log_update" ON "kith"."contacts";

DROP INDEX "kith"."contacts_created_at_idx";

DROP INDEX "kith"."contacts_display_name_idx";

DROP INDEX "kith"."contacts_last_contacted_at_desc_idx";

DROP INDEX "kith"."contacts_last_contacted_at_idx";

DROP INDEX "kith"."contacts_next_contact_on_idx";

DROP INDEX "kith"."contacts_search_idx";

DROP INDEX "kith"."contacts_updated_at_idx";

DROP VIEW "kith_api"."contacts";

DROP FUNCTION "kith_private"."do_item"(text, jsonb);

DROP FUNCTION "kith_private"."find_page"(jsonb, regclass, text[], text, boolean);

DROP FUNCTION "kith_private"."item_refusal"(text, text, text, text, text, text, text, text);

-- Generated again from what is there, so no data is lost. The table is written anew and locked meanwhile: some seconds for 100,000 contacts.
ALTER TABLE "kith"."contacts" DROP COLUMN "next_contact_on_utc";

ALTER TABLE "kith"."contacts" ADD COLUMN "snoozed_until" date;

ALTER TABLE "kith"."contacts" ADD COLUMN "snoozed_after" timestamp(3) with time zone;

ALTER TABLE "kith"."contacts" ADD COLUMN "active_snooze" date GENERATED ALWAYS AS (
CASE
    WHEN (COALESCE(GREATEST(last_contacted_by_hand, last_noted_at), created_at) <= snoozed_after) THEN snoozed_until
    ELSE NULL::date
END) STORED;

ALTER TABLE "kith"."contacts" ADD COLUMN "next_contact_on_utc" date GENERATED ALWAYS AS (
CASE
    WHEN (contact_frequency_days IS NOT NULL) THEN GREATEST((((COALESCE(GREATEST(last_contacted_by_hand, last_noted_at), created_at) AT TIME ZONE 'UTC'::text))::date + contact_frequency_days),
    CASE
        WHEN (COALESCE(GREATEST(last_contacted_by_hand, last_noted_at), created_at) <= snoozed_after) THEN snoozed_until
        ELSE NULL::date
    END)
    ELSE NULL::date
END) STORED;

ALTER TABLE "kith"."contacts" ADD COLUMN "sort_name" text GENERATED ALWAYS AS (COALESCE(((last_name || ' '::text) || first_name), last_name, first_name, nickname, company)) STORED;

ALTER TABLE "kith"."profiles" ADD COLUMN "name_order" text NOT NULL DEFAULT 'firstName'::text;

ALTER TABLE "kith_private"."idempotent_requests" ADD COLUMN "second_resource_id" uuid;

CREATE OR REPLACE FUNCTION kith_api.bulk_contacts(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body constant jsonb := arguments -> 'body';
  is_partial constant boolean := coalesce((body ->> 'partial')::boolean, false);
  results text[] := '{}';
  asked record;
  done uuid;
  error jsonb;
  part record;
begin
  for asked in
    select list.name, given.item, given.position - 1 as index, format('/%s/%s', list.name, given.position - 1) as place,
      (case when jsonb_typeof(given.item) = 'string' then given.item #>> '{}' when list.name <> 'create' then given.item ->> 'id' end)::uuid as id
    from unnest('{create,update,delete}'::text[]) with ordinality as list (name, position)
    cross join lateral jsonb_array_elements(coalesce(body -> list.name, '[]')) with ordinality as given (item, position)
    order by list.position, given.position
  loop
    done := asked.id;
    if jsonb_typeof(asked.item) = 'object' and asked.item ? 'refused' then
      error := jsonb_build_object('code', 'validation_failed', 'errors', asked.item -> 'refused');
    else
      select p.answer, p.error into part
      from kith_private.run_part(asked.place, asked.name || '_contact', jsonb_build_object('id', asked.id)
        || case when asked.name <> 'delete' then jsonb_build_object('body', asked.item - 'id') else '{}' end) p;
      error := part.error;
      if error is null then
        done := coalesce(asked.id, ((part.answer).body::jsonb ->> 'id')::uuid);
      elsif not is_partial then
        perform kith_private.fail(error ->> 'code', error ->> 'detail', error -> 'errors');
      end if;
    end if;
    results := results || json_build_object('action', asked.name, 'index', asked.index, 'id', done,
      'status', case when error is null then 'done' else 'failed' end, 'error', error)::text;
  end loop;
  return (200, format('{"results":[%s]}', array_to_string(results, ',')))::kith_api.answer;
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.change_contacts(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  contacts constant uuid[] := kith_private.contacts_to_change(arguments);
  body constant jsonb := arguments -> 'body';
  shown constant json := (
    select coalesce(json_agg(json_build_object('id', c.id, 'displayName', c.display_name) order by listed.position), '[]')
    from unnest(contacts[1:20]) with ordinality as listed (id, position)
    join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = listed.id);
  contact uuid;
begin
  foreach contact in array contacts loop
    if arguments ? 'delete' then
      perform kith_api.delete_contact(jsonb_build_object('id', contact));
    else
      perform kith_api.update_contact(jsonb_build_object('id', contact, 'body', body));
    end if;
  end loop;
  return (200, json_build_object('count', cardinality(contacts), 'contacts', shown))::kith_api.answer;
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.create_note_with_reminder(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body constant jsonb := arguments -> 'body';
  reminder constant jsonb := body -> 'reminder';
  part record;
  note text;
begin
  select p.answer, p.error into part from kith_private.run_part('/note', 'create_note', jsonb_build_object('body', body -> 'note')) p;
  note := (part.answer).body;
  if part.error is null then
    select p.answer, p.error into part
    from kith_private.run_part('/reminder', 'create_reminder', jsonb_build_object('body',
      case when reminder ?| '{contactId,contactIds}' then reminder
        else reminder || jsonb_build_object('contactIds', note::jsonb -> 'contactIds') end)) p;
  end if;
  if part.error is not null then
    perform kith_private.fail(part.error ->> 'code', part.error ->> 'detail', part.error -> 'errors');
  end if;
  return kith_private.with_names(
    (201, format('{"note":%s,"reminder":%s}', note, (part.answer).body))::kith_api.answer, arguments);
end
$function$;

ALTER FUNCTION "kith_api"."create_note_with_reminder"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.list_contacts(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  asked constant kith_private.contact_filters := kith_private.read_contact_filters(coalesce(arguments -> 'query', '{}'));
  query jsonb := asked.query;
  is_ranked constant boolean := query ? 'patterns' and not query ? 'sort';
  found kith_private.page;
  items text;
  answer kith_api.answer;
  archived bigint := 0;
begin
  if is_ranked then
    query := query || jsonb_build_object('named', kith_private.named_words(query ->> 'search'));
  end if;
  found := kith_private.find_page(query, 'kith.contacts', asked.conditions,
    case coalesce(query ->> 'sort', 'displayName')
      when 'displayName' then 'display_name collate "und-x-icu", id'
      when '-displayName' then 'display_name collate "und-x-icu" desc, id desc'
      when 'lastName' then 'sort_name collate "und-x-icu", id'
      when '-lastName' then 'sort_name collate "und-x-icu" desc, id desc'
      when 'createdAt' then 'created_at, id'
      when '-createdAt' then 'created_at desc, id desc'
      when 'updatedAt' then 'updated_at, id'
      when '-updatedAt' then 'updated_at desc, id desc'
      when 'lastContactedAt' then 'last_contacted_at nulls last, id'
      when '-lastContactedAt' then 'last_contacted_at desc nulls last, id desc'
      -- By month and day, which are the last five characters.
      when 'birthday' then 'right(birthday, 5) nulls last, display_name collate "und-x-icu", id'
      when '-birthday' then 'right(birthday, 5) desc nulls last, display_name collate "und-x-icu" desc, id desc'
      when 'nextContactOn' then kith_private.next_contact_on() || ' nulls last, id'
      when '-nextContactOn' then kith_private.next_contact_on() || ' desc nulls last, id desc'
    end, finds_few => query ? 'ids', rank => case when is_ranked then kith_private.search_rank() end);
  for start in 1 .. cardinality(found.ids) by 50 loop
    items := kith_private.add_items(items, kith_private.pick_members((
      select string_agg((select c.body::text from kith_api.contacts c where c.id = listed.id), ',' order by listed.position)
      from unnest(found.ids[start : start + 49]) with ordinality as listed (id, position)), query -> 'fields'));
  end loop;
  answer := kith_private.answer_page(found, items);
  if query ? 'patterns' and not query ? 'isArchived' then
    archived := (kith_private.find_page(query, 'kith.contacts', array_replace(asked.conditions, 'not is_archived', 'is_archived'),
      'display_name collate "und-x-icu", id', finds_few => query ? 'ids')).total;
  end if;
  if archived > 0 then
    answer.body := concat(left(answer.body, -1), ',"archivedCount":', archived, '}');
  end if;
  if found.total = 0 and query ? 'patterns' then
    answer.body := concat(left(answer.body, -1), ',"suggestions":', kith_private.suggestions(query ->> 'search'), '}');
  end if;
  return answer;
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
  select c.* into contact from kith.contacts c where c.id = (arguments ->> 'id')::uuid for update;
  if not found then
    perform kith_private.not_found();
  end if;
  body := kith_private.with_changed_lists(contact, body);
  if contact.active_snooze is null and contact.snoozed_until = (body ->> 'snoozedUntil')::date then
    -- The same day once more, after one that counts no more.
    update kith.contacts c set snoozed_until = null where c.id = contact.id;
  end if;
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

CREATE OR REPLACE FUNCTION kith_api.update_me(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body jsonb := arguments -> 'body';
begin
  insert into kith.profiles (owner_id) values (auth.uid()) on conflict do nothing;
  update kith.profiles p set
    name = case when body ? 'name' then body ->> 'name' else p.name end,
    timezone = case when body ? 'timezone' then body ->> 'timezone' else p.timezone end,
    country = case when body ? 'country' then body ->> 'country' else p.country end,
    name_order = case when body ? 'nameOrder' then body ->> 'nameOrder' else p.name_order end
  where p.owner_id = (select auth.uid());
  return kith_api.get_me(arguments);
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
  if tg_op = 'UPDATE' and not kith_private.is_edited(old, new) then
    return new; -- the update came from a note or a membership
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
  if tg_op = 'UPDATE' and kith_private.is_edited(old, new) then
    new.updated_at := now();
  end if;
  -- A contact that is made or restored may get earlier notes afterwards.
  if new.snoozed_until is null then
    new.snoozed_after := null;
  elsif tg_op = 'INSERT' then
    new.snoozed_after := greatest(new.last_contacted_by_hand, new.created_at, now());
  elsif new.snoozed_until is distinct from old.snoozed_until then
    new.snoozed_after := coalesce(greatest(new.last_contacted_by_hand, new.last_noted_at), new.created_at);
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
  -- Nor is the null that it read where the day counts no more.
  if contact.snoozed_until is null and earlier.active_snooze is null then
    contact.snoozed_until := earlier.snoozed_until;
  end if;
  return contact;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.due_condition(day text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return format($sql$case
    when next_contact_on_utc < (select ($1 ->> %1$L)::date) then true
    when next_contact_on_utc <= (select ($1 ->> %1$L)::date + 1)
      then (
        select greatest(near.active_snooze, (coalesce(near.last_contacted_at, near.created_at) at time zone ($1 ->> 'timezone'))::date
          + near.contact_frequency_days) <= (select ($1 ->> %1$L)::date)
        from kith.contacts near where near.owner_id = contacts.owner_id and near.id = contacts.id)
    else false end$sql$, day);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.erase_answers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update kith_private.idempotent_requests r set body = null where r.owner_id = old.owner_id and r.resource_id = old.id;
  if tg_table_name = 'reminders' then
    update kith_private.idempotent_requests r set body = null where r.owner_id = old.owner_id and r.second_resource_id = old.id;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.feed_due_contacts(at_most integer)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  zone constant text := kith_private.time_zone();
begin
  return (
    select coalesce(json_agg(json_build_object('id', c.id, 'name', c.display_name,
      'day', to_char(least(date '9999-12-31', greatest(c.active_snooze,
        (coalesce(c.last_contacted_at, c.created_at) at time zone zone)::date + c.contact_frequency_days)), 'YYYYMMDD'),
      'updatedAt', to_char(c.updated_at at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"')) order by c.id), '[]')
    from (
      select * from kith.contacts c where c.next_contact_on_utc is not null and not c.is_archived
      order by c.next_contact_on_utc, c.id limit at_most) c);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.find_page(query jsonb, source regclass, conditions text[], order_by text, finds_few boolean DEFAULT false, rank text DEFAULT NULL::text)
 RETURNS kith_private.page
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_sort TO 'off'
 SET enable_bitmapscan TO 'off'
AS $function$
declare
  page constant bigint := coalesce((query ->> 'page')::bigint, 1);
  size constant bigint := coalesce((query ->> 'pageSize')::bigint, 50);
  ids uuid[];
  total bigint;
  skipped bigint;
begin
  if order_by is null then
    perform kith_private.fail('validation_failed', 'The list cannot be sorted by that field.');
  end if;
  if finds_few then
    perform set_config('enable_sort', 'on', true);
  end if;
  perform kith_private.set_finds_many(true);
  -- Each rank is in the order of the index, so that only numbers are sorted.
  execute format(case when rank is null then 'select array(select id from %s where %s order by %s)'
      else 'select array(select id from (
        select id, %4$s as rank, row_number() over (order by %3$s) as position from %1$s where %2$s) ranked order by rank, position)' end,
    source, coalesce(nullif(array_to_string(conditions, ' and '), ''), 'true'), order_by, rank)
    into ids using query;
  perform kith_private.set_finds_many(false);
  total := cardinality(ids);
  skipped := least((page - 1) * size, total);
  return (ids[skipped + 1 : skipped + size], page, size, total)::kith_private.page;
end
$function$;

ALTER FUNCTION "kith_private"."find_page"(jsonb, regclass, text[], text, boolean, text) OWNER TO "postgres";

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
    or (jsonb_typeof(networks) = 'array' and not (kith_private.is_in_networks(owner, kept.resource_id, networks)
      and kith_private.is_in_networks(owner, coalesce(kept.second_resource_id, kept.resource_id), networks))))
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

CREATE OR REPLACE FUNCTION kith_private.import_profile(owner uuid, import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  given constant jsonb := (
    select r.value from kith_private.import_rows r
    where r.owner_id = owner and r.import_id = import and r.resource = 'profile' and r.outcome = 'create' limit 1);
  may constant boolean := kith_private.has_scope('profile:write');
  is_filled boolean := false;
begin
  if given is null then
    return;
  end if;
  if may then
    insert into kith.profiles (owner_id) values (owner) on conflict do nothing;
    update kith.profiles p set
      name = coalesce(p.name, given ->> 'name'),
      timezone = coalesce(nullif(p.timezone, 'UTC'), given ->> 'timezone', p.timezone),
      country = coalesce(p.country, given ->> 'country'),
      name_order = coalesce(nullif(p.name_order, 'firstName'), given ->> 'nameOrder', p.name_order)
    where p.owner_id = owner and (p.name is null and given ? 'name' or p.timezone = 'UTC' and given ? 'timezone'
      or p.country is null and given ? 'country' or p.name_order = 'firstName' and given ? 'nameOrder');
    is_filled := found;
  end if;
  update kith_private.import_rows r set
    outcome = case when not may then 'fail' when is_filled then 'merge' else 'skip' end, target_id = null,
    problem = case when not may then 'This API key lacks the scope profile:write.' end
  where r.owner_id = owner and r.import_id = import and r.resource = 'profile';
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
  insert into kith.contacts (first_name, last_name, nickname, company, job_title, emails, phones, urls, addresses, birthday, description, is_favorite, is_archived, contact_frequency_days, last_contacted_by_hand, snoozed_until)
  values (given.first_name, given.last_name, given.nickname, given.company, given.job_title, given.emails, given.phones, given.urls, given.addresses, given.birthday, given.description, given.is_favorite, given.is_archived, given.contact_frequency_days, given.last_contacted_by_hand, given.snoozed_until)
  returning id into made;
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.is_edited(earlier kith.contacts, written kith.contacts)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return (earlier.id, earlier.owner_id, earlier.first_name, earlier.last_name, earlier.nickname, earlier.company, earlier.job_title, earlier.emails, earlier.phones, earlier.urls, earlier.addresses, earlier.birthday, earlier.description, earlier.is_favorite, earlier.is_archived, earlier.contact_frequency_days, earlier.last_contacted_by_hand, earlier.photo_path, earlier.created_at, earlier.snoozed_until)
    is distinct from (written.id, written.owner_id, written.first_name, written.last_name, written.nickname, written.company, written.job_title, written.emails, written.phones, written.urls, written.addresses, written.birthday, written.description, written.is_favorite, written.is_archived, written.contact_frequency_days, written.last_contacted_by_hand, written.photo_path, written.created_at, written.snoozed_until);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.match_profile(import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  given constant jsonb := (
    select r.value from kith_private.import_rows r where r.import_id = import and r.resource = 'profile' and r.action = 'create' limit 1);
  wrong text;
  filled jsonb;
begin
  if given is null then
    return;
  end if;
  wrong := case
    when given ? 'timezone' and kith_private.is_time_zone(given ->> 'timezone') is not true
      then '/profile/timezone: Must be a name of the IANA database, such as Europe/Paris.'
    when given ? 'country' and kith_private.calling_code(given ->> 'country') is null
      then '/profile/country: Must be a code of ISO 3166-1, such as FR.' end;
  filled := given - array(
    select unnest(array[case when p.name is not null then 'name' end, case when p.timezone <> 'UTC' then 'timezone' end,
      case when p.country is not null then 'country' end, case when p.name_order <> 'firstName' then 'nameOrder' end])
    from kith.profiles p where p.owner_id = (select auth.uid()));
  update kith_private.import_rows r set
    action = case when wrong is not null then 'error' when filled = '{}' then 'match' else 'create' end,
    value = case when wrong is null then coalesce(nullif(filled, '{}'), given) end,
    problem = wrong
  where r.import_id = import and r.resource = 'profile';
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.named_words(search text)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  words constant text[] := array(
    select word from regexp_split_to_table(translate(left(kith_private.folded(search), 200), '-', ' '), '\s+') with ordinality given (word, place)
    where word <> '' order by place);
begin
  return jsonb_build_object('whole', ' ' || array_to_string(words, ' '), 'beginnings', array(
    select '% ' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' from unnest(words) word));
end
$function$;

ALTER FUNCTION "kith_private"."named_words"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.next_contact_on()
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return $sql$case when next_contact_on_utc is not null then
    greatest(active_snooze, (coalesce(last_contacted_at, created_at) at time zone ($1 ->> 'timezone'))::date + contact_frequency_days) end$sql$;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.profile_body()
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  limits constant jsonb := kith_private.limits();
  profile kith.profiles;
begin
  select p.* into profile from kith.profiles p where p.owner_id = (select auth.uid());
  return json_build_object(
    'id', auth.uid(),
    'email', kith_private.email(),
    'name', case when kith_private.has_scope('profile:read') then profile.name end,
    'timezone', coalesce(profile.timezone, 'UTC'),
    'country', case when kith_private.has_scope('profile:read') then profile.country end,
    'nameOrder', coalesce(profile.name_order, 'firstName'),
    'createdAt', to_char(coalesce(profile.created_at, now()) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'updatedAt', to_char(coalesce(profile.updated_at, now()) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'scopes', limits -> 'scopes',
    'networkIds', limits -> 'networkIds',
    'expiresAt', to_char((limits ->> 'expiresAt')::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.resources()
 RETURNS SETOF kith_private.resource
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return query values
    ('contact', 'kith.contacts', 'contacts', 'itself', 't.id = c.resource_id', '{last_noted_at,search_text,long_search_text,snoozed_after,display_name,birthday_month,last_contacted_at,active_snooze,next_contact_on_utc,sort_name}'::text[], '{}'::jsonb),
    ('membership', 'kith.contact_networks', 'contacts', 'itself', 't.contact_id = c.resource_id and t.network_id = c.network_id', '{}'::text[], '{"contact_id": "kith.contacts", "network_id": "kith.networks"}'::jsonb),
    ('network', 'kith.networks', 'networks', 'itself', 't.id = c.resource_id', '{}'::text[], '{}'::jsonb),
    ('note', 'kith.notes', 'notes', 'contacts', 't.id = c.resource_id', '{contact_id,folded_content}'::text[], '{"contact_ids": "kith.contacts", "note_type_id": "kith.note_types"}'::jsonb),
    ('note_type', 'kith.note_types', 'notes', 'account', 't.id = c.resource_id', '{}'::text[], '{}'::jsonb),
    ('profile', 'kith.profiles', 'profile', 'account', 't.owner_id = c.resource_id', '{}'::text[], '{}'::jsonb),
    ('reminder', 'kith.reminders', 'reminders', 'contacts', 't.id = c.resource_id', '{contact_id}'::text[], '{"next_id": "kith.reminders", "contact_ids": "kith.contacts"}'::jsonb);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.run_part(place text, operation text, arguments jsonb, OUT answer kith_api.answer, OUT error jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  state text;
  message text;
  detail text;
  hint text;
  table_name text;
  constraint_name text;
  column_name text;
  refused record;
begin
  execute format('select * from kith_api.%I($1)', operation) into answer using arguments;
exception when others then
  get stacked diagnostics state = returned_sqlstate, message = message_text, detail = pg_exception_detail,
    hint = pg_exception_hint, table_name = table_name, constraint_name = constraint_name, column_name = column_name;
  select r.body::jsonb as body, r.log into refused
  from kith_private.refusal(state, message, detail, hint, table_name, constraint_name, column_name) r;
  if refused.log is not null then
    raise;
  end if;
  error := refused.body || jsonb_build_object('errors', coalesce((
    select jsonb_agg(violation.value || jsonb_build_object('pointer', place || (violation.value ->> 'pointer')) order by violation.position)
    from jsonb_array_elements(refused.body -> 'errors') with ordinality as violation (value, position)),
    jsonb_build_array(jsonb_build_object('in', 'body', 'pointer', place, 'code', 'invalid_reference'))));
end
$function$;

ALTER FUNCTION "kith_private"."run_part"(text, text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.search_rank()
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return $sql$(
    select case when called.name = (select $1 #>> '{named,whole}') then 0
      when called.name like all ((select array(select jsonb_array_elements_text($1 #> '{named,beginnings}')))::text[]) then 1 else 2 end
    from (
      select ' ' || translate(case
        when substr(search_text, char_length(display_name) + 1, 1) in ('', E'\n') then left(search_text, char_length(display_name))
        else kith_private.folded(left(display_name, 100)) end, E'-\n', '  ') as name offset 0) called)$sql$;
end
$function$;

ALTER FUNCTION "kith_private"."search_rank"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.store_answer(owner uuid, operation text, arguments jsonb, status smallint, body text, activity_id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  shown constant jsonb := body;
begin
  insert into kith_private.idempotent_requests as kept
    (owner_id, key, fingerprint, status, body, resource_id, second_resource_id, operation, activity_id)
  values (owner, arguments ->> 'idempotencyKey', kith_private.fingerprint(operation, arguments), status, body,
    coalesce(shown ->> 'id', shown #>> '{note,id}', case when body is not null then arguments ->> 'id' end)::uuid,
    (shown #>> '{reminder,id}')::uuid, operation, activity_id)
  on conflict (owner_id, key) do update set fingerprint = excluded.fingerprint, status = excluded.status, body = excluded.body,
    resource_id = excluded.resource_id, second_resource_id = excluded.second_resource_id, operation = excluded.operation, activity_id = excluded.activity_id,
    created_at = excluded.created_at;
  perform kith_private.limit_stored_answers(owner, arguments ->> 'idempotencyKey');
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.upcoming_items(today date, last_day date, zone text, at_most integer)
 RETURNS SETOF kith_private.upcoming_item
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  -- In UTC a contact may be due a day earlier or later than in the time zone, so the first in UTC and two days more have
  -- all that are first in the time zone.
  horizon constant date := least(last_day + 1, 2 + (
    select c.next_contact_on_utc from kith.contacts c
    where not c.is_archived and c.next_contact_on_utc <= last_day + 1 order by c.next_contact_on_utc offset at_most - 1 limit 1));
begin
  return query
    select greatest(date '0001-01-01', (r.due_at at time zone zone)::date), 1::smallint, r.due_at::timestamptz, null::text, r.id, null::text
    from kith.reminders r
    where not r.completed and r.due_at < ((last_day + 1)::timestamp at time zone zone)
    order by r.due_at, r.id limit at_most;
  return query
    select due.day, 2::smallint, null::timestamptz, c.display_name, c.id, null::text
    from kith.contacts c
    cross join lateral (
      select greatest(c.active_snooze,
        (coalesce(c.last_contacted_at, c.created_at) at time zone zone)::date + c.contact_frequency_days) as day) due
    where not c.is_archived and c.next_contact_on_utc <= horizon and due.day <= last_day
    order by due.day, c.display_name collate "und-x-icu", c.id limit at_most;
  return query
    select celebrated.day, 3::smallint, null::timestamptz, c.display_name, c.id, c.birthday
    from kith.contacts c
    cross join (values (extract(year from today)::integer), (extract(year from today)::integer + 1)) as years (year)
    cross join lateral (
      -- 29 February falls on 28 February in other years.
      select make_date(years.year, substr(right(c.birthday, 5), 1, 2)::integer, case
        when right(c.birthday, 5) = '02-29' and extract(day from make_date(years.year, 3, 1) - 1) = 28 then 28
        else right(c.birthday, 2)::integer end) as day) celebrated
    where not c.is_archived and c.birthday is not null and celebrated.day between today and last_day
      and (c.birthday like '--%' or left(c.birthday, 4)::integer <= years.year)
    order by celebrated.day, c.display_name collate "und-x-icu", c.id limit at_most;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.update_row(given kith.contacts)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update kith.contacts written set
    (first_name, last_name, nickname, company, job_title, emails, phones, urls, addresses, birthday, description, is_favorite, is_archived, contact_frequency_days, last_contacted_by_hand, snoozed_until)
    = (given.first_name, given.last_name, given.nickname, given.company, given.job_title, given.emails, given.phones, given.urls, given.addresses, given.birthday, given.description, given.is_favorite, given.is_archived, given.contact_frequency_days, given.last_contacted_by_hand, given.snoozed_until)
  where written.id = given.id;
end
$function$;

ALTER TABLE "kith"."contacts" ADD CONSTRAINT "contacts_snoozed_until_check" CHECK (((snoozed_until >= '0001-01-01'::date) AND (snoozed_until <= '9999-12-31'::date)));

ALTER TABLE "kith"."profiles" ADD CONSTRAINT "profiles_name_order_check" CHECK ((name_order = ANY (ARRAY['firstName'::text, 'lastName'::text])));

CREATE VIEW "kith_api"."contacts" WITH (security_invoker=true) AS  SELECT c.id,
    row_to_json(shape.*) AS body
   FROM ((kith.contacts c
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN (c.contact_frequency_days IS NOT NULL) THEN LEAST('9999-12-31'::date, GREATEST(c.active_snooze, (((COALESCE(c.last_contacted_at, c.created_at) AT TIME ZONE ( SELECT kith_private.time_zone() AS time_zone)))::date + c.contact_frequency_days)))
                    ELSE NULL::date
                END AS day) due)
     CROSS JOIN LATERAL ( SELECT c.id,
            c.first_name AS "firstName",
            c.last_name AS "lastName",
            c.nickname,
            c.company,
            c.job_title AS "jobTitle",
            c.display_name AS "displayName",
            c.emails,
            c.phones,
            c.urls,
            c.addresses,
            c.birthday,
            c.description,
            c.is_favorite AS "isFavorite",
            c.is_archived AS "isArchived",
            c.photo_path AS "photoUrl",
            (c.photo_path IS NOT NULL) AS "hasPhoto",
            ARRAY( SELECT m.network_id
                   FROM kith.contact_networks m
                  WHERE ((m.owner_id = c.owner_id) AND (m.contact_id = c.id))
                  ORDER BY m.network_id) AS "networkIds",
            c.contact_frequency_days AS "contactFrequencyDays",
            to_char((c.last_contacted_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "lastContactedAt",
            c.active_snooze AS "snoozedUntil",
            due.day AS "nextContactOn",
            ((due.day IS NOT NULL) AND (due.day <= ( SELECT kith_private.today() AS today))) AS "needsContact",
            to_char((c.created_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "createdAt",
            to_char((c.updated_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "updatedAt") shape);

ALTER VIEW "kith_api"."contacts" OWNER TO "postgres";

CREATE INDEX contacts_created_at_idx ON kith.contacts USING btree (owner_id, created_at, id) INCLUDE (is_favorite, is_archived, birthday_month, next_contact_on_utc);

CREATE INDEX contacts_display_name_idx ON kith.contacts USING btree (owner_id, display_name COLLATE "und-x-icu", id) INCLUDE (is_favorite, is_archived, birthday_month, next_contact_on_utc);

CREATE INDEX contacts_last_contacted_at_desc_idx ON kith.contacts USING btree (owner_id, last_contacted_at DESC NULLS LAST, id DESC) INCLUDE (is_favorite, is_archived, birthday_month, next_contact_on_utc);

CREATE INDEX contacts_last_contacted_at_idx ON kith.contacts USING btree (owner_id, last_contacted_at, id) INCLUDE (is_favorite, is_archived, birthday_month, next_contact_on_utc);

CREATE INDEX contacts_next_contact_on_idx ON kith.contacts USING btree (owner_id, next_contact_on_utc, id) INCLUDE (is_favorite, is_archived, birthday_month, contact_frequency_days, last_contacted_at, created_at, active_snooze);

CREATE INDEX contacts_search_idx ON kith.contacts USING btree (owner_id, display_name COLLATE "und-x-icu", id) INCLUDE (is_favorite, is_archived, birthday_month, next_contact_on_utc, search_text);

CREATE INDEX contacts_sort_name_idx ON kith.contacts USING btree (owner_id, sort_name COLLATE "und-x-icu", id) INCLUDE (is_favorite, is_archived, birthday_month, next_contact_on_utc);

CREATE INDEX contacts_updated_at_idx ON kith.contacts USING btree (owner_id, updated_at, id) INCLUDE (is_favorite, is_archived, birthday_month, next_contact_on_utc);

CREATE INDEX idempotent_requests_second_resource_id_idx ON kith_private.idempotent_requests USING btree (owner_id, second_resource_id) WHERE (second_resource_id IS NOT NULL);

CREATE TRIGGER log_change AFTER INSERT OR DELETE ON kith.contacts FOR EACH ROW EXECUTE FUNCTION kith_private.log_change('contact', '{last_noted_at,search_text,long_search_text,snoozed_after,display_name,birthday_month,last_contacted_at,active_snooze,next_contact_on_utc,sort_name,owner_id}');

CREATE TRIGGER log_update AFTER UPDATE ON kith.contacts FOR EACH ROW EXECUTE FUNCTION kith_private.log_change('contact', '{last_noted_at,search_text,long_search_text,snoozed_after,display_name,birthday_month,last_contacted_at,active_snooze,next_contact_on_utc,sort_name,owner_id}');

COMMENT ON COLUMN "kith"."contacts"."active_snooze" IS 'Derived: snoozed_until, unless they were in touch since it was set.';

COMMENT ON COLUMN "kith"."contacts"."next_contact_on_utc" IS 'Derived: the day in UTC on which the contact is due again; in the owner''s time zone it may be a day earlier or later.';

COMMENT ON COLUMN "kith"."contacts"."snoozed_after" IS 'Derived: a contact after that ends what snoozed_until says.';

COMMENT ON COLUMN "kith"."contacts"."snoozed_until" IS 'Until when the owner has postponed the contact; it counts until they are in touch. Null for not at all.';

COMMENT ON COLUMN "kith"."contacts"."sort_name" IS 'Derived: "last first", else the first name, the nickname or the company.';

COMMENT ON COLUMN "kith"."profiles"."name_order" IS 'firstName or lastName: by which of them apps sort contacts, and which they show first.';

COMMENT ON COLUMN "kith_private"."idempotent_requests"."second_resource_id" IS 'The other resource in the body, where there are two.';

COMMENT ON FUNCTION "kith_api"."create_note_with_reminder"(jsonb) IS 'Creates a note and a reminder, which is about the contacts of the note unless it says otherwise.';

COMMENT ON VIEW "kith_api"."contacts" IS 'Contacts as the API shows them.';

REVOKE ALL ON FUNCTION "kith_api"."create_note_with_reminder"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."create_note_with_reminder"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."find_page"(jsonb, regclass, text[], text, boolean, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."find_page"(jsonb, regclass, text[], text, boolean, text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."named_words"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."named_words"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."run_part"(text, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."run_part"(text, text, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."search_rank"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."search_rank"() TO "authenticated";

REVOKE ALL ("active_snooze") ON TABLE "kith"."contacts" FROM "authenticated";

GRANT SELECT ("active_snooze") ON TABLE "kith"."contacts" TO "authenticated";

REVOKE ALL ("next_contact_on_utc") ON TABLE "kith"."contacts" FROM "authenticated";

GRANT SELECT ("next_contact_on_utc") ON TABLE "kith"."contacts" TO "authenticated";

REVOKE ALL ("snoozed_after") ON TABLE "kith"."contacts" FROM "authenticated";

GRANT SELECT ("snoozed_after") ON TABLE "kith"."contacts" TO "authenticated";

REVOKE ALL ("snoozed_until") ON TABLE "kith"."contacts" FROM "authenticated";

GRANT INSERT ("snoozed_until"), SELECT ("snoozed_until"), UPDATE ("snoozed_until") ON TABLE "kith"."contacts" TO "authenticated";

REVOKE ALL ("sort_name") ON TABLE "kith"."contacts" FROM "authenticated";

GRANT SELECT ("sort_name") ON TABLE "kith"."contacts" TO "authenticated";

REVOKE ALL ("name_order") ON TABLE "kith"."profiles" FROM "authenticated";

GRANT INSERT ("name_order"), SELECT ("name_order"), UPDATE ("name_order") ON TABLE "kith"."profiles" TO "authenticated";

GRANT SELECT ON TABLE "kith_api"."contacts" TO "authenticated";

alter table kith.contacts alter column active_snooze set statistics 0;

alter table kith.contacts alter column next_contact_on_utc set statistics 0;

alter table kith.contacts alter column snoozed_after set statistics 0;

alter table kith.contacts alter column snoozed_until set statistics 0;

alter table kith.contacts alter column sort_name set statistics 0;

alter table kith.profiles alter column name_order set statistics 0;

insert into kith_private.operations (name, resource, verb, scopes, writes, needs_access_token, needs_calendar_secret, needs_all_networks, tagged, read_by, locked_table, locked_column, locked_as_text, step_of, replay_check)
select name, resource, verb, scopes, writes, needs_access_token, needs_calendar_secret, needs_all_networks, tagged, read_by, locked_table, locked_column, locked_as_text, step_of, replay_check from jsonb_populate_recordset(null::kith_private.operations, '[{"name": "create_note_with_reminder", "verb": "create", "scopes": ["notes:write", "reminders:write"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "resource": "note", "locks_log": true, "locked_table": null, "replay_check": null, "locked_column": "id", "locked_as_text": false, "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}]')
on conflict (name) do update set (name, resource, verb, scopes, writes, needs_access_token, needs_calendar_secret, needs_all_networks, tagged, read_by, locked_table, locked_column, locked_as_text, step_of, replay_check) = row(excluded.name, excluded.resource, excluded.verb, excluded.scopes, excluded.writes, excluded.needs_access_token, excluded.needs_calendar_secret, excluded.needs_all_networks, excluded.tagged, excluded.read_by, excluded.locked_table, excluded.locked_column, excluded.locked_as_text, excluded.step_of, excluded.replay_check);

reset check_function_bodies;
