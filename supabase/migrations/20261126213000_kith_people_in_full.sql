-- Written by `npm run migration` from what has changed in sql/. It may be edited until it is released.

-- Requests and sign-ups that are under way end first, and others wait.
do $$
begin
  lock table kith_private.operations in access exclusive mode;
  if has_table_privilege('auth.users', 'update, delete, truncate') then
    lock table auth.users in share row exclusive mode;
  end if;
end $$;

set check_function_bodies = off;

DROP VIEW "kith_api"."contacts";

DROP VIEW "kith_api"."relationships";

DROP VIEW "kith_private"."relationship_sides";

DROP FUNCTION "kith_private"."has_odd_items"(jsonb, jsonb, jsonb, jsonb);

CREATE TABLE "kith"."fields" ("created_at" timestamp(3) with time zone NOT NULL DEFAULT now(), "id" uuid NOT NULL DEFAULT gen_random_uuid(), "key" text NOT NULL, "name" text NOT NULL, "options" jsonb NOT NULL DEFAULT '[]'::jsonb, "position" integer NOT NULL DEFAULT 0, "type" text NOT NULL DEFAULT 'text'::text, "updated_at" timestamp(3) with time zone NOT NULL DEFAULT now(), CONSTRAINT "fields_key_check" CHECK ((key ~ '^[a-z][a-z0-9_]{0,49}$'::text)), CONSTRAINT "fields_name_check" CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))), CONSTRAINT "fields_options_required_check" CHECK (((type <> ALL (ARRAY['choice'::text, 'choices'::text])) OR (options <> '[]'::jsonb))), CONSTRAINT "fields_position_check" CHECK ((("position" >= 0) AND ("position" <= 1000))), CONSTRAINT "fields_type_check" CHECK ((type = ANY (ARRAY['text'::text, 'number'::text, 'boolean'::text, 'date'::text, 'choice'::text, 'choices'::text, 'url'::text]))), "owner_id" uuid NOT NULL DEFAULT auth.uid(), CONSTRAINT "fields_pkey" PRIMARY KEY (owner_id, id));

ALTER TABLE "kith"."fields" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "kith"."fields" OWNER TO "postgres";

ALTER TABLE "kith"."contacts" ADD COLUMN "dates" jsonb NOT NULL DEFAULT '[]'::jsonb;

ALTER TABLE "kith"."contacts" ADD COLUMN "custom" jsonb NOT NULL DEFAULT '{}'::jsonb;

ALTER TABLE "kith"."contacts" ADD COLUMN "vcard_lines" text;

ALTER TABLE "kith"."profiles" ADD COLUMN "contact_id" uuid;

ALTER TYPE "kith_private"."united_lists" ADD ATTRIBUTE "dates" jsonb CASCADE;

ALTER TYPE "kith_private"."upcoming_item" ADD ATTRIBUTE "dated" jsonb CASCADE;

CREATE OR REPLACE FUNCTION kith_api.create_field(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made uuid;
begin
  made := kith_private.insert_row(kith_private.row_of(arguments -> 'body', null::kith.fields));
  return kith_private.answer_resource((select r.body from kith_api.fields r where r.id = made), 201::smallint);
end
$function$;

ALTER FUNCTION "kith_api"."create_field"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.delete_field(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not kith_private.release('kith.fields', (arguments ->> 'id')::uuid, kith_private.end_of_part(arguments)) then
    return kith_private.answer_part();
  end if;
  delete from kith.fields r where r.id = (arguments ->> 'id')::uuid;
  return kith_private.answer_deleted(found);
end
$function$;

ALTER FUNCTION "kith_api"."delete_field"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.export_contacts(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  query constant jsonb := coalesce(arguments -> 'query', '{}');
  search constant kith_private.contact_search := kith_private.read_contact_filters(query);
  is_first_of_table constant boolean := query ->> 'format' = 'csv' and not query ? 'startAt' and jsonb_typeof(query -> 'place') is distinct from 'object';
begin
  return kith_private.export_page('{fields,networks,contacts}', search, query,
    case when is_first_of_table then jsonb_build_object('longest', kith_private.longest_lists(search)) else '{}' end);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.get_calendar_feed(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (200, json_build_object(
    'timezone', kith_private.time_zone(), 'year', extract(year from kith_private.today()),
    'birthdays', kith_private.feed_birthdays(2000), 'dates', kith_private.feed_dates(1000), 'contacts', kith_private.feed_due_contacts(1000),
    'reminders', kith_private.feed_reminders(1000)))::kith_api.answer;
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.get_field(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return kith_private.answer_resource((select r.body from kith_api.fields r where r.id = (arguments ->> 'id')::uuid));
end
$function$;

ALTER FUNCTION "kith_api"."get_field"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.list_contacts(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  query constant jsonb := coalesce(arguments -> 'query', '{}');
  search constant kith_private.contact_search := kith_private.read_contact_filters(query);
  found kith_private.page;
  items text;
  answer kith_api.answer;
  archived bigint := 0;
begin
  found := kith_private.find_page(query, 'kith.contacts', search.conditions,
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
      else kith_private.custom_order(query ->> 'sort')
    end, search, finds_few => query ? 'ids',
    rank => case when search.patterns is not null and not query ? 'sort' then kith_private.search_rank(
      case when search.noted is not null then kith_private.search_condition(search.patterns, search.networks) end) end);
  for start in 1 .. cardinality(found.ids) by 50 loop
    items := kith_private.add_items(items, kith_private.pick_members((
      select string_agg((select c.body::text from kith_api.contacts c where c.id = listed.id), ',' order by listed.position)
      from unnest(found.ids[start : start + 49]) with ordinality as listed (id, position)), query -> 'fields'));
  end loop;
  answer := kith_private.answer_page(found, items);
  if search.patterns is not null and not query ? 'isArchived' then
    archived := (kith_private.find_page(query, 'kith.contacts', array_replace(search.conditions, 'not is_archived', 'is_archived'),
      'display_name collate "und-x-icu", id', search, finds_few => query ? 'ids')).total;
  end if;
  if archived > 0 then
    answer.body := concat(left(answer.body, -1), ',"archivedCount":', archived, '}');
  end if;
  if search.is_cut then
    answer.body := concat(left(answer.body, -1), ',"olderNotesLeftOut":true}');
  end if;
  if search.patterns is not null and found.ids <> '{}' then
    answer.body := concat(left(answer.body, -1), ',"matches":', kith_private.matches_in(found.ids, search), '}');
  end if;
  if found.total = 0 and search.patterns is not null then
    answer.body := concat(left(answer.body, -1), ',"suggestions":', kith_private.suggestions(search.words), '}');
  end if;
  return answer;
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.list_fields(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  found kith_private.page;
begin
  found := kith_private.find_page(arguments -> 'query', 'kith.fields', null,
    case coalesce(arguments -> 'query' ->> 'sort', 'position')
      when 'position' then '(lpad(position::text, 4, ''0'') || name) collate "und-x-icu", id'
      when '-position' then '(lpad(position::text, 4, ''0'') || name) collate "und-x-icu" desc, id desc'
      when 'name' then 'name collate "und-x-icu", id'
      when '-name' then 'name collate "und-x-icu" desc, id desc'
      when 'createdAt' then 'created_at, id'
      when '-createdAt' then 'created_at desc, id desc'
    end);
  return kith_private.answer_page(found, (
    select string_agg((select r.body::text from kith_api.fields r where r.id = listed.id), ',' order by listed.position)
    from unnest(found.ids) with ordinality as listed (id, position)));
end
$function$;

ALTER FUNCTION "kith_api"."list_fields"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.list_upcoming(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  at_most constant integer := 500;
  zone constant text := kith_private.time_zone();
  today constant date := (now() at time zone zone)::date;
  items kith_private.upcoming_item[];
  days text;
  shown integer;
begin
  perform kith_private.set_reads_list(true);
  items := array(
    select item::kith_private.upcoming_item
    from kith_private.upcoming_items(today, today + coalesce((arguments -> 'query' ->> 'days')::integer, 14) - 1, zone, at_most + 1) item
    order by item.day, item.rank, item.due_at, item.name collate "und-x-icu", item.id, item.dated limit at_most + 1);
  perform kith_private.set_reads_list(false);
  select string_agg(format('{"date":"%s","items":[%s]}', each.day, each.items), ',' order by each.day), sum(each.count)
  into days, shown
  from (
    select sized.day, string_agg(sized.body, ',' order by sized.position) as items, count(*) as count
    from (
      select written.*, sum(octet_length(written.body)) over (order by written.position) as bytes
      from (
        select item.day, item.position, case item.rank
          when 1 then json_build_object('kind', 'reminder', 'reminder', (select r.body from kith_api.reminders r where r.id = item.id))
          when 2 then json_build_object('kind', 'contact', 'contactId', item.id, 'displayName', (
            select kith_private.shown_name(c) from kith.contacts c where c.id = item.id), 'nextContactOn', item.day)
          else (
            select case item.rank when 3
              then json_build_object('kind', 'birthday', 'contactId', c.id, 'displayName', kith_private.shown_name(c), 'birthday', item.birthday,
                'age', turns.years, 'isClose', turns.is_close)
              else json_build_object('kind', 'date', 'contactId', c.id, 'displayName', kith_private.shown_name(c), 'dateKind', item.dated -> 'kind',
                'label', item.dated -> 'label', 'date', item.dated -> 'date', 'years', turns.years, 'isClose', turns.is_close) end
            from kith.contacts c
            cross join lateral (select c.is_favorite or c.contact_frequency_days is not null as is_close, case
              when coalesce(item.birthday, item.dated ->> 'date') not like '--%'
                then extract(year from item.day)::integer - left(coalesce(item.birthday, item.dated ->> 'date'), 4)::integer end as years) turns
            where c.id = item.id) end::text as body
        from unnest(items[: at_most]) with ordinality as item (day, rank, due_at, name, id, birthday, dated, position)) written) sized
    -- Reminders can be long: what does not fit is left out, as where there are too many.
    where sized.bytes <= 4194304
    group by sized.day) each;
  return kith_private.with_names((200, format('{"today":"%s","timezone":%s,"days":[%s],"hasMore":%s}',
    today, to_json(zone), days, (cardinality(items) > coalesce(shown, 0))::text))::kith_api.answer, arguments);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.update_field(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  earlier kith.fields;
begin
  select r.* into earlier from kith.fields r where r.id = (arguments ->> 'id')::uuid for update;
  if not found then
    perform kith_private.not_found();
  end if;
  perform kith_private.update_row(kith_private.row_of(arguments -> 'body', earlier));
  return kith_private.answer_resource((select r.body from kith_api.fields r where r.id = earlier.id));
end
$function$;

ALTER FUNCTION "kith_api"."update_field"(jsonb) OWNER TO "postgres";

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
    name_order = case when body ? 'nameOrder' then body ->> 'nameOrder' else p.name_order end,
    contact_id = case when body ? 'contactId' then (body ->> 'contactId')::uuid else p.contact_id end
  where p.owner_id = (select auth.uid());
  return kith_api.get_me(arguments);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.are_dates(items jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  present jsonb := '[]';
  item jsonb;
begin
  if jsonb_typeof(items) is distinct from 'array' or jsonb_array_length(items) > 20 then
    return false;
  end if;
  for n in 0 .. jsonb_array_length(items) - 1 loop
    item := items -> n;
    if jsonb_typeof(item) <> 'object' or item - '{kind,label,date}'::text[] <> '{}'
      or coalesce(item ->> 'kind', '') not in ('anniversary', 'nameDay', 'death', 'memorial', 'other')
      or jsonb_typeof(item -> 'label') not in ('string', 'null') or char_length(item ->> 'label') > 50
      or jsonb_typeof(item -> 'date') is distinct from 'string' or not kith_private.is_partial_date(item ->> 'date')
      or present @> jsonb_build_array(item) then
      return false;
    end if;
    present := present || item;
  end loop;
  return true;
end
$function$;

ALTER FUNCTION "kith_private"."are_dates"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.are_options(items jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(items) is distinct from 'array' then
    return false;
  end if;
  return jsonb_array_length(items) between 1 and 100 and not exists (
    select from jsonb_array_elements(items) item
    where jsonb_typeof(item) <> 'string' or char_length(item #>> '{}') not between 1 and 100 or kith_private.has_line_break(item #>> '{}'))
    and jsonb_array_length(items) = (select count(distinct item) from jsonb_array_elements(items) item);
end
$function$;

ALTER FUNCTION "kith_private"."are_options"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.changed_list(kind text, items jsonb, body jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  list constant text := initcap(kind) || 's';
  removed constant jsonb := coalesce(body -> ('remove' || list), '[]');
  added constant jsonb := coalesce(body -> ('add' || list), '[]');
  calling_code constant text := case kind when 'phone' then kith_private.own_calling_code() end;
  changed jsonb;
  given jsonb;
begin
  changed := (
    select coalesce(jsonb_agg(present.item order by present.position), '[]')
    from jsonb_array_elements(items) with ordinality as present (item, position)
    where not exists (
      select from jsonb_array_elements_text(removed) given (value)
      where kith_private.is_same_method(kind, given.value, coalesce(present.item ->> 'value', present.item ->> 'date'), calling_code)));
  for given in select item from jsonb_array_elements(added) with ordinality as each (item, position) order by position loop
    if not exists (
      select from jsonb_array_elements(changed) present (item)
      where present.item = given or kith_private.is_same_method(kind, given ->> 'value', present.item ->> 'value', calling_code))
    then
      changed := changed || given;
    end if;
  end loop;
  if jsonb_array_length(changed) > 20 then
    perform kith_private.refuse_member('/add' || list, 'too_long', 'A contact has at most 20 of them.');
  end if;
  return changed;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.check_new_texts(written kith.contacts, earlier kith.contacts)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  digit constant text := E'[0-9\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]';
  violated text;
begin
  violated := (
    select given.name from (values
      ('first_name', to_jsonb(written.first_name), to_jsonb(earlier.first_name)), ('last_name', to_jsonb(written.last_name), to_jsonb(earlier.last_name)),
      ('nickname', to_jsonb(written.nickname), to_jsonb(earlier.nickname)), ('company', to_jsonb(written.company), to_jsonb(earlier.company)),
      ('job_title', to_jsonb(written.job_title), to_jsonb(earlier.job_title)), ('middle_name', to_jsonb(written.middle_name), to_jsonb(earlier.middle_name)),
      ('name_prefix', to_jsonb(written.name_prefix), to_jsonb(earlier.name_prefix)),
      ('name_suffix', to_jsonb(written.name_suffix), to_jsonb(earlier.name_suffix)),
      ('phonetic_first_name', to_jsonb(written.phonetic_first_name), to_jsonb(earlier.phonetic_first_name)),
      ('phonetic_last_name', to_jsonb(written.phonetic_last_name), to_jsonb(earlier.phonetic_last_name)),
      ('department', to_jsonb(written.department), to_jsonb(earlier.department)),
      ('pronouns', to_jsonb(written.pronouns), to_jsonb(earlier.pronouns)),
      ('phones', written.phones, earlier.phones),
      ('emails', written.emails, earlier.emails), ('urls', written.urls, earlier.urls), ('addresses', written.addresses, earlier.addresses),
      ('dates', written.dates, earlier.dates))
      given (name, value, before)
    cross join lateral jsonb_array_elements(case jsonb_typeof(given.value) when 'array' then given.value else jsonb_build_array(given.value) end) item
    where not coalesce(case jsonb_typeof(given.before) when 'array' then given.before else jsonb_build_array(given.before) end @> jsonb_build_array(item), false)
      and (kith_private.has_line_break(case jsonb_typeof(item) when 'string' then item #>> '{}' end)
        or jsonb_typeof(item) = 'object' and (
          kith_private.has_line_break(concat_ws(' ', item ->> 'label', item ->> 'city', item ->> 'region', item ->> 'postalCode', item ->> 'country'))
          or given.name = 'phones' and (item ->> 'value' !~ digit or kith_private.has_line_break(item ->> 'value'))))
    limit 1);
  if violated is null or kith_private.is_restoring() or kith_private.setting('keeps_texts') is not null then
    return;
  end if;
  raise check_violation using schema = 'kith', table = 'contacts', constraint = format('contacts_%s_check', violated),
    message = case violated when 'phones' then 'A phone number is one line with a digit.'
      else 'Names, titles, labels and the parts of an address but its street are one line.' end;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.check_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new.name := kith_private.trimmed(new.name);
  new.timezone := coalesce(kith_private.trimmed(new.timezone), '');
  new.country := kith_private.trimmed(new.country);
  if kith_private.calling_code(new.country) is null and new.country is not null then
    raise check_violation using
      message = 'The country is not a code of ISO 3166-1 with two capital letters, such as FR.',
      schema = 'kith', table = 'profiles', constraint = 'profiles_country_check';
  end if;
  if tg_op = 'INSERT' or new.timezone is distinct from old.timezone then
    if kith_private.is_time_zone(new.timezone) is not true then
      raise check_violation using
        message = 'The time zone is not a name of the IANA database, such as Europe/Paris.',
        schema = 'kith', table = 'profiles', constraint = 'profiles_timezone_check';
    end if;
  end if;
  if new.contact_id is not null and (tg_op = 'INSERT' or new.contact_id is distinct from old.contact_id) and not kith_private.is_restoring() then
    perform from kith.contacts c where c.owner_id = new.owner_id and c.id = new.contact_id;
    if not found then
      raise foreign_key_violation using
        message = 'The contact does not exist.', schema = 'kith', table = 'profiles', constraint = 'profiles_contact_id_fkey';
    end if;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.checked_custom(owner uuid, given jsonb, earlier jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  fields jsonb;
  item record;
  problem text;
begin
  if given = '{}' or kith_private.is_restoring() then
    return given;
  end if;
  if jsonb_typeof(given) is distinct from 'object' then
    problem := 'Must be an object.';
  elsif octet_length(given::text) > 16384 then
    problem := 'Must have at most 16,384 bytes.';
  else
    given := jsonb_strip_nulls(given);
    -- All fields at once: 1,000 contacts of an import may have values of 50 each.
    fields := kith_private.fields_by_keys(owner, array(select jsonb_object_keys(given)));
    for item in select key, value from jsonb_each(given) order by key loop
      continue when earlier -> item.key = item.value;
      problem := kith_private.custom_problem(fields -> item.key, item.value);
      problem := case when problem is not null then format('%s: %s', item.key, problem) end;
      exit when problem is not null;
    end loop;
  end if;
  if problem is not null then
    raise check_violation using schema = 'kith', table = 'contacts', constraint = 'contacts_custom_check', message = problem;
  end if;
  return given;
end
$function$;

ALTER FUNCTION "kith_private"."checked_custom"(uuid, jsonb, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.clean_contact()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  searched text;
  derived record;
  has_odd_items boolean := false;
begin
  if tg_op = 'UPDATE' and not kith_private.is_edited(old, new) then
    return new; -- the update came from a note or a membership
  end if;
  new := kith_private.trimmed(new);
  if tg_op = 'INSERT' or (new.emails, new.phones, new.urls, new.addresses, new.dates)
    is distinct from (old.emails, old.phones, old.urls, old.addresses, old.dates)
  then
    new.emails := kith_private.clean_items(new.emails, '{value,label}');
    new.phones := kith_private.clean_items(new.phones, '{value,label}');
    new.urls := kith_private.clean_items(new.urls, '{value,label}');
    new.addresses := kith_private.clean_items(new.addresses, '{label,street,city,region,postalCode,country}');
    new.dates := kith_private.clean_items(new.dates, '{kind,label,date}');
    has_odd_items := kith_private.has_odd_items(new.emails, new.phones, new.urls, new.addresses, new.dates);
  end if;
  if has_odd_items or kith_private.has_line_break(concat_ws(' ', new.first_name, new.last_name, new.nickname, new.company, new.job_title,
    new.middle_name, new.name_prefix, new.name_suffix, new.phonetic_first_name, new.phonetic_last_name, new.department, new.pronouns)) then
    perform kith_private.check_new_texts(new, case when tg_op = 'UPDATE' then old end);
  end if;
  if tg_op = 'INSERT' or new.custom is distinct from old.custom then
    new.custom := kith_private.checked_custom(new.owner_id, new.custom, case when tg_op = 'UPDATE' then old.custom end);
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
  new.sort_name := coalesce(coalesce(new.phonetic_last_name, new.last_name) || ' ' || coalesce(new.phonetic_first_name, new.first_name),
    new.phonetic_last_name, new.last_name, new.phonetic_first_name, new.first_name, new.nickname, new.company);
  searched := kith_private.searched_text(new);
  -- Folding a long text takes longer than the rest of a write.
  if tg_op = 'UPDATE' and char_length(searched) > 1000 and searched = kith_private.searched_text(old) then
    return new;
  end if;
  derived := kith_private.search_columns(searched);
  new.search_text := derived.search_text;
  new.long_search_text := derived.long_search_text;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.clean_field()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new := kith_private.trimmed(new);
  return new;
end
$function$;

ALTER FUNCTION "kith_private"."clean_field"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.contact_of(body jsonb, earlier kith.contacts)
 RETURNS kith.contacts
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  contacted constant timestamptz(3) := kith_private.local_instant(body ->> 'lastContactedAt', '00:00');
  contact kith.contacts := kith_private.row_of(body - '{lastContactedAt,custom}'::text[], earlier);
begin
  -- Only tools for assistants say them so.
  if body ? 'ownFields' then
    body := body || jsonb_build_object('custom', kith_private.custom_as_said(body -> 'ownFields'));
  end if;
  -- By key: other values stay.
  if jsonb_typeof(body -> 'custom') = 'object' then
    contact.custom := jsonb_strip_nulls(contact.custom || (body -> 'custom'));
  end if;
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

CREATE OR REPLACE FUNCTION kith_private.custom_as_said(said jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_object_agg(coalesce(f.key, kith_private.trimmed(item ->> 'name')), case
      when kith_private.trimmed(item ->> 'value') is null then 'null'::jsonb
      when f.type = 'number' and item ->> 'value' ~ '^\s*-?\d{1,15}(\.\d{1,15})?\s*$' then to_jsonb((item ->> 'value')::numeric)
      when f.type = 'boolean' and lower(item ->> 'value') in ('true', 'yes', 'false', 'no') then to_jsonb(lower(item ->> 'value') in ('true', 'yes'))
      when f.type = 'choices' then (
        select jsonb_agg(coalesce(known.option, part)) from regexp_split_to_table(kith_private.trimmed(item ->> 'value'), '\s*,\s*') part
        left join lateral (
          select option from jsonb_array_elements_text(f.options) option where kith_private.folded(option) = kith_private.folded(part)) known on true)
      when f.type = 'choice' then to_jsonb(coalesce((
        select option from jsonb_array_elements_text(f.options) option
        where kith_private.folded(option) = kith_private.folded(kith_private.trimmed(item ->> 'value')) limit 1), kith_private.trimmed(item ->> 'value')))
      else to_jsonb(kith_private.trimmed(item ->> 'value')) end), '{}')
    from jsonb_array_elements(said) item
    left join kith.fields f on f.key = item ->> 'name' or lower(f.name collate "und-x-icu") = lower(kith_private.trimmed(item ->> 'name') collate "und-x-icu"));
end
$function$;

ALTER FUNCTION "kith_private"."custom_as_said"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.custom_order(sort text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return (
    select format($sql$case when jsonb_typeof(custom -> %1$L) = 'number' then (custom ->> %1$L)::numeric end %2$s nulls last,
      custom ->> %1$L collate "und-x-icu" %2$s nulls last,
      display_name collate "und-x-icu" %2$s, id %2$s$sql$, named[2], case when named[1] = '-' then 'desc' end)
    from regexp_match(sort, '^(-?)custom\.([a-z][a-z0-9_]{0,49})$') named);
end
$function$;

ALTER FUNCTION "kith_private"."custom_order"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.custom_problem(field jsonb, value jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  type constant text := field ->> 'type';
  written constant text := value #>> '{}';
begin
  return case
    when field is null then 'There is no such field. Make it first.'
    when type = 'number' then case when jsonb_typeof(value) <> 'number' then 'Must be a number.' end
    when type = 'boolean' then case when jsonb_typeof(value) <> 'boolean' then 'Must be true or false.' end
    when type = 'choices' then case
      when jsonb_typeof(value) <> 'array' or not field -> 'options' @> value then 'Must be a list of some of its options.' end
    when jsonb_typeof(value) <> 'string' then 'Must be a text.'
    when type = 'text' then case when char_length(written) not between 1 and 1000 then 'Must have 1 to 1,000 characters.' end
    when type = 'date' then case
      when (kith_private.is_birthday(written) and written not like '--%') is not true then 'Must be a real date as YYYY-MM-DD.' end
    when type = 'choice' then case when not field -> 'options' ? written then 'Must be one of its options.' end
    when type = 'url' then case when not kith_private.is_contact_method('url', written) then 'Must be an http or https URL.' end end;
end
$function$;

ALTER FUNCTION "kith_private"."custom_problem"(jsonb, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.due_condition(day text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return format($sql$case
    when next_contact_on_utc is null or id in (select never from kith_private.never_due() never) then false
    when next_contact_on_utc < ($2).%1$I then true
    when next_contact_on_utc <= ($2).%1$I + 1
      then (
        select greatest(near.active_snooze, (coalesce(near.last_contacted_at, near.created_at) at time zone ($2).timezone)::date
          + near.contact_frequency_days) <= ($2).%1$I
        from kith.contacts near where near.owner_id = contacts.owner_id and near.id = contacts.id)
    else false end$sql$, day);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.duplicate_keys()
 RETURNS SETOF kith_private.shared_key
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  calling_code constant text := kith_private.own_calling_code();
  own constant uuid := kith_private.own_contact();
  names kith_private.contact_name[];
begin
  names := array(
    select (c.id, array(
      select word from regexp_split_to_table(kith_private.folded(case when strpos(called.name, '<') > 0
        then (kith_private.written_name(called.name))[1] else called.name end) collate "C", '[\s!-/:-@[-`{-~’]+') word
      where word <> '' order by word collate "C"))::kith_private.contact_name
    from kith.contacts c
    -- A middle name may be missing, or be a part of the first name.
    cross join lateral unnest(case when c.middle_name is null then array[c.display_name]
      else array[c.display_name, concat_ws(' ', c.first_name, c.middle_name, c.last_name)] end) called (name)
    where not c.is_archived and c.id is distinct from own);
  return query
  select case when cardinality(n.words) > 1 then 4 else 8 end, hashtextextended(array_to_string(n.words, ' '), 4), n.contact, false
  from unnest(names) n where cardinality(n.words) > 0;
  -- Names in scripts without spaces are compared by their characters: 王秉元 is the given name 秉元 and the family name 王.
  return query
  select 4, hashtextextended((
    select string_agg(letter, '' order by letter collate "C") from unnest(n.words) word, regexp_split_to_table(word, '') letter), 3), n.contact, false
  from unnest(names) n where array_to_string(n.words, '') ~ '^[\u1100-\u11ff\u3040-\ud7ff]{2,}$';
  return query
  select 1, hashtextextended(lower((email ->> 'value') collate "C"), 1), c.id, false
  from kith.contacts c cross join lateral jsonb_array_elements(c.emails) email
  where c.emails <> '[]' and not c.is_archived and c.id is distinct from own limit 100000;
  -- The least telling ones are left out where all else has taken long, so that there is an answer in time.
  if clock_timestamp() < statement_timestamp() + interval '1.2 seconds' then
    return query
    select 2, hashtextextended(phone.digits, 2), phone.id, false from (
      select c.id, kith_private.phone_digits(phone ->> 'value', calling_code) as digits
      from kith.contacts c cross join lateral jsonb_array_elements(c.phones) phone
      where c.phones <> '[]' and not c.is_archived and c.id is distinct from own limit 100000) phone
    where phone.digits is not null;
  end if;
  if clock_timestamp() < statement_timestamp() + interval '1.2 seconds' then
    return query select k.* from kith_private.similar_name_keys(names) k;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.exported_tables()
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return '{profile}' || array(
    select split_part(r.source, '.', 2) from kith_private.resources() r where r.name not in ('profile', 'membership')
    order by case when r.name = 'contact' then 2
      when r.name = 'field' or exists (
        select from kith_private.resources() o cross join lateral jsonb_each_text(o.refers) f where o.name <> r.name and f.value = r.source) then 1
      else 3 end, r.source collate "C");
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.feed_birthdays(at_most integer)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  today constant text := to_char(kith_private.today(), 'MM-DD');
  wanted constant text := (select f.birthdays from kith_private.calendars f);
begin
  return (
    select coalesce(json_agg(json_build_object('id', c.id, 'name', kith_private.shown_name(c), 'birthday', c.birthday,
      'updatedAt', to_char(c.updated_at at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"')) order by c.id), '[]')
    from (
      select * from kith.contacts c where c.birthday is not null and not c.is_archived and c.id not in (select never from kith_private.never_due() never) and wanted <> 'none'
        and (wanted = 'all' or c.is_favorite or c.contact_frequency_days is not null)
      order by right(c.birthday, 5) < today, right(c.birthday, 5), c.id limit at_most) c);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.feed_dates(at_most integer)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  today constant text := to_char(kith_private.today(), 'MM-DD');
  own constant uuid := kith_private.own_contact();
  wanted constant text := (select f.birthdays from kith_private.calendars f);
begin
  return (
    select coalesce(json_agg(json_build_object('id', d.id, 'name', d.name, 'kind', d.item -> 'kind', 'label', d.item -> 'label',
      'date', d.item -> 'date', 'updatedAt', d.updated_at) order by d.id, d.item), '[]')
    from (
      select c.id, kith_private.shown_name(c) as name, item, to_char(c.updated_at at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"') as updated_at
      from kith.contacts c cross join lateral jsonb_array_elements(c.dates) item
      where c.dates <> '[]' and not c.is_archived and c.id is distinct from own and item ->> 'date' ~ '-\d\d-\d\d$' and wanted <> 'none'
        and (wanted = 'all' or c.is_favorite or c.contact_frequency_days is not null)
        and (item ->> 'kind' in ('death', 'memorial', 'other') or c.id not in (select never from kith_private.never_due() never))
      order by right(item ->> 'date', 5) < today, right(item ->> 'date', 5), c.id limit at_most) d);
end
$function$;

ALTER FUNCTION "kith_private"."feed_dates"(integer) OWNER TO "postgres";

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
    select coalesce(json_agg(json_build_object('id', c.id, 'name', kith_private.shown_name(c),
      'day', to_char(least(date '9999-12-31', greatest(c.active_snooze,
        (coalesce(c.last_contacted_at, c.created_at) at time zone zone)::date + c.contact_frequency_days)), 'YYYYMMDD'),
      'updatedAt', to_char(c.updated_at at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"')) order by c.id), '[]')
    from (
      select * from kith.contacts c where c.next_contact_on_utc is not null and not c.is_archived and c.id not in (select never from kith_private.never_due() never)
      order by c.next_contact_on_utc, c.id limit at_most) c);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.fields_by_keys(owner uuid, keys text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_object_agg(f.key, jsonb_build_object('type', f.type, 'options', f.options)), '{}') from kith.fields f
    where f.owner_id = owner and (keys is null or f.key = any (keys)) and owner is not distinct from coalesce(auth.uid(), owner));
end
$function$;

ALTER FUNCTION "kith_private"."fields_by_keys"(uuid, text[]) OWNER TO "postgres";

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
  kept constant text := kith_private.united_lines(contact.vcard_lines, kith_private.trimmed(merged.value ->> 'vcardLines'), null);
begin
  filled.emails := merged.emails;
  filled.phones := merged.phones;
  filled.urls := merged.urls;
  filled.addresses := merged.addresses;
  filled.dates := merged.dates;
  filled.custom := coalesce(merged.value -> 'custom', '{}') || contact.custom;
  filled.vcard_lines := case when char_length(kept) <= 16384 then kept else contact.vcard_lines end;
  filled.is_favorite := contact.is_favorite or coalesce((merged.value ->> 'isFavorite')::boolean, false);
  filled.last_contacted_by_hand := greatest(contact.last_contacted_by_hand,
    kith_private.local_instant(merged.value ->> 'lastContactedAt', '00:00'));
  return filled;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.find_by_name(name text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  kind constant text := case when name ~* '^\s*<?(?:mailto:)?[^<>@\s]+@[^<>@\s]+>?\s*$' then 'email'
    when name collate "und-x-icu" ~ '^(?:tel:)?[^[:alpha:]]*(?:[0-9][^[:alpha:]]*){7}$' then 'phone' end;
  called constant text[] := kith_private.written_name(name);
  parts constant text[] := coalesce(
    regexp_match(name, '^([^(]*[^(\s])\s*\(([^)]*)\)'), regexp_match(name, '^([^,]*),(.*)$'),
    regexp_match(name, '^(.*?)\s(?:from|at|of)\s(.*)$', 'i'));
  found uuid[];
begin
  if lower(btrim(name)) in ('me', 'myself', 'i') then
    found := array(select c.id from kith.contacts c where c.id = (select kith_private.own_contact()));
    if found <> '{}' then
      return found;
    end if;
  end if;
  if kind is not null then
    return kith_private.known_contacts(kind, case kind when 'email' then regexp_replace(name, '^\s*<?(?:mailto:)?|>?\s*$', '', 'gi') else name end);
  elsif called[2] is not null then
    -- The address tells people of one name apart.
    found := kith_private.find_by_name(called[1]);
    return coalesce(case when cardinality(found) > 1 then nullif(array(
      select id from unnest(found) id where id = any (kith_private.known_contacts('email', called[2]))), '{}') end, found);
  end if;
  return coalesce(
    nullif(kith_private.contacts_called(name, null), '{}'),
    case when parts is not null then kith_private.contacts_called(parts[1], parts[2]) end, '{}');
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.has_odd_items(emails jsonb, phones jsonb, urls jsonb, addresses jsonb, dates jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  -- JSON has line breaks as escapes. A name with a backslash looks like one, and is looked at then.
  if concat_ws(' ', emails, phones, urls, addresses, dates) ~ E'\\\\[nrf]|\\\\u000b|[\u0085\u2028\u2029]' then
    return true;
  end if;
  for n in 0 .. case jsonb_typeof(phones) when 'array' then jsonb_array_length(phones) else 0 end - 1 loop
    if phones -> n ->> 'value' !~ '[0-9]' then
      return true;
    end if;
  end loop;
  return false;
end
$function$;

ALTER FUNCTION "kith_private"."has_odd_items"(jsonb, jsonb, jsonb, jsonb, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.import_fields(owner uuid, import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  item record;
  given record;
  kept jsonb;
  wrong text;
  left_out text;
  field kith.fields;
  keys jsonb := '{}';
  fields jsonb;
begin
  if not exists (
    select from kith_private.import_rows r
    where r.owner_id = owner and r.import_id = import and (r.resource = 'field' or r.value ? 'custom'))
  then
    return;
  end if;
  for item in
    -- Those that are written already too, because the contacts of later parts have their values.
    select r.number, r.target_id as id, r.value as body, r.outcome = 'create' as is_made from kith_private.import_rows r
    where r.owner_id = owner and r.import_id = import and r.resource = 'field' order by r.number
  loop
    select f.* into field from kith.fields f
    where f.owner_id = owner and lower(f.name collate "und-x-icu") = lower(item.body ->> 'name' collate "und-x-icu");
    if field.id is null and item.is_made then
      field := kith_private.row_of(item.body, null::kith.fields);
      field.owner_id := owner;
      field.id := item.id;
      -- The key of another field of the owner.
      if exists (select from kith.fields f where f.owner_id = owner and f.key = field.key) then
        field.key := null;
      end if;
      perform kith_private.insert_rows(array[field]);
      select f.* into field from kith.fields f where f.owner_id = owner and f.id = item.id;
    elsif item.is_made then
      update kith_private.import_rows r set outcome = 'skip', target_id = field.id
      where r.owner_id = owner and r.import_id = import and r.number = item.number;
    end if;
    keys := keys || jsonb_build_object(item.body ->> 'key', coalesce(field.key, item.body ->> 'key'));
  end loop;
  fields := kith_private.fields_by_keys(owner, null);
  for item in
    select r.number, r.value -> 'custom' as custom from kith_private.import_rows r
    where r.owner_id = owner and r.import_id = import and r.resource = 'contact' and r.outcome in ('create', 'merge')
      and r.value ? 'custom' and r.value -> 'custom' <> '{}'
  loop
    kept := '{}';
    left_out := null;
    for given in select coalesce(keys ->> each.key, each.key) as key, each.value from jsonb_each(item.custom) each order by each.key loop
      -- Files other than Kith's have texts.
      if jsonb_typeof(given.value) = 'string' and fields -> given.key ->> 'type' not in ('text', 'url', 'date') then
        given.value := kith_private.custom_as_said(jsonb_build_array(jsonb_build_object('name', given.key, 'value', given.value))) -> given.key;
      end if;
      wrong := kith_private.custom_problem(fields -> given.key, given.value);
      if wrong is null then
        kept := kept || jsonb_build_object(given.key, given.value);
      else
        left_out := coalesce(left_out, format('%s: %s It is left out.', given.key, wrong));
      end if;
    end loop;
    if kept <> item.custom or left_out is not null then
      update kith_private.import_rows r set
        value = case kept when '{}' then r.value - 'custom' else r.value || jsonb_build_object('custom', kept) end,
        problem = coalesce(r.problem, left_out)
      where r.owner_id = owner and r.import_id = import and r.number = item.number;
    end if;
  end loop;
end
$function$;

ALTER FUNCTION "kith_private"."import_fields"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.import_plain_resources(owner uuid, import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
      or p.country is null and given ? 'country' or p.name_order = 'firstName' and given ? 'nameOrder' or p.contact_id is null and given ? 'contactId');
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
  insert into kith.contacts (first_name, last_name, nickname, company, job_title, emails, phones, urls, addresses, birthday, description, is_favorite, is_archived, contact_frequency_days, last_contacted_by_hand, snoozed_until, middle_name, name_prefix, name_suffix, phonetic_first_name, phonetic_last_name, department, pronouns, dates, custom, vcard_lines)
  values (given.first_name, given.last_name, given.nickname, given.company, given.job_title, given.emails, given.phones, given.urls, given.addresses, given.birthday, given.description, given.is_favorite, given.is_archived, given.contact_frequency_days, given.last_contacted_by_hand, given.snoozed_until, given.middle_name, given.name_prefix, given.name_suffix, given.phonetic_first_name, given.phonetic_last_name, given.department, given.pronouns, given.dates, given.custom, given.vcard_lines)
  returning id into made;
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.insert_row(given kith.fields)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made uuid;
begin
  insert into kith.fields (key, name, options, position, type)
  values (given.key, given.name, given.options, given.position, given.type)
  returning id into made;
  return made;
end
$function$;

ALTER FUNCTION "kith_private"."insert_row"(kith.fields) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.is_edited(earlier kith.contacts, written kith.contacts)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return (earlier.id, earlier.owner_id, earlier.first_name, earlier.last_name, earlier.nickname, earlier.company, earlier.job_title, earlier.emails, earlier.phones, earlier.urls, earlier.addresses, earlier.birthday, earlier.description, earlier.is_favorite, earlier.is_archived, earlier.contact_frequency_days, earlier.last_contacted_by_hand, earlier.photo_path, earlier.created_at, earlier.snoozed_until, earlier.middle_name, earlier.name_prefix, earlier.name_suffix, earlier.phonetic_first_name, earlier.phonetic_last_name, earlier.department, earlier.pronouns, earlier.dates, earlier.custom, earlier.vcard_lines)
    is distinct from (written.id, written.owner_id, written.first_name, written.last_name, written.nickname, written.company, written.job_title, written.emails, written.phones, written.urls, written.addresses, written.birthday, written.description, written.is_favorite, written.is_archived, written.contact_frequency_days, written.last_contacted_by_hand, written.photo_path, written.created_at, written.snoozed_until, written.middle_name, written.name_prefix, written.name_suffix, written.phonetic_first_name, written.phonetic_last_name, written.department, written.pronouns, written.dates, written.custom, written.vcard_lines);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.is_partial_date(value text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return kith_private.is_birthday(value) or (value ~ '^\d{4}(?:-(?:0[1-9]|1[0-2]))?$' and left(value, 4) <> '0000');
end
$function$;

ALTER FUNCTION "kith_private"."is_partial_date"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.keep_field()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made text;
  number integer := 1;
begin
  if tg_op = 'UPDATE' then
    if new.key <> old.key or new.type <> old.type then
      raise check_violation using schema = 'kith', table = 'fields', message = 'It never changes. Make another field.',
        constraint = case when new.key <> old.key then 'fields_key_check' else 'fields_type_check' end;
    end if;
    return new;
  end if;
  if coalesce(new.key, '') = '' then
    made := trim('_' from left(regexp_replace(lower(kith_private.folded(new.name) collate "C"), '[^a-z0-9]+', '_', 'g'), 40));
    made := case when made ~ '^[a-z]' then made else trim(trailing '_' from 'field_' || made) end;
    new.key := made;
    while exists (select from kith.fields f where f.owner_id = new.owner_id and f.key = new.key) loop
      number := number + 1;
      new.key := made || '_' || number;
    end loop;
  end if;
  return new;
end
$function$;

ALTER FUNCTION "kith_private"."keep_field"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.link_own_contact(owner uuid, import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  uid constant text := (
    select r.value ->> 'contactId' from kith_private.import_rows r
    where r.owner_id = owner and r.import_id = import and r.resource = 'profile' and r.outcome in ('merge', 'merged') limit 1);
begin
  if uid is not null then
    update kith.profiles p set contact_id = (kith_private.contacts_of_import(owner, import, array[uid]) ->> uid)::uuid
    where p.owner_id = owner and p.contact_id is null;
  end if;
end
$function$;

ALTER FUNCTION "kith_private"."link_own_contact"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.log_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  old_row constant jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row constant jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  written constant jsonb := coalesce(new_row, old_row);
  owner constant uuid := written ->> 'owner_id';
  derived constant text[] := tg_argv[1];
  context jsonb := kith_private.current_change();
  state kith_private.change_set_state := kith_private.setting('change_set')::kith_private.change_set_state;
  before jsonb;
  after jsonb;
begin
  if old_row = new_row then
    return null;
  end if;
  if context is null or context ->> 'kind' = 'database' or state.owner_id <> owner then
    context := kith_private.change_context(owner);
    if context is null then
      return null;
    end if;
  end if;
  if state.owner_id is distinct from owner then
    state := kith_private.start_change_set(owner, context);
  end if;
  before := old_row - derived;
  after := new_row - derived;
  if before = after then
    before := '{}';
    after := '{}';
  elsif tg_op = 'UPDATE' then
    select jsonb_object_agg(o.key, o.value), jsonb_object_agg(o.key, new_row -> o.key) into before, after
    from jsonb_each(before) o where o.value <> new_row -> o.key;
  end if;
  state.position := state.position + 1;
  state.total_bytes := state.total_bytes + 200 + coalesce(pg_column_size(before), 0) + coalesce(pg_column_size(after), 0);
  insert into kith_private.changes
    (owner_id, set_number, position, resource, resource_id, network_id, action, name, before, after, is_shown, total_bytes)
  values (owner, state.number, state.position, tg_argv[0],
    coalesce(written ->> 'id', case when written ? 'network_id' then written ->> 'contact_id' end, written ->> 'owner_id')::uuid, (written ->> 'network_id')::uuid,
    case tg_op when 'INSERT' then 'create' when 'DELETE' then 'delete' else 'update' end,
    left(coalesce(written ->> 'display_name', written ->> 'name', written ->> 'title', written ->> 'content'), 100),
    before, after, tg_op <> 'UPDATE' or after - '{updated_at,next_id}'::text[] <> '{}', state.total_bytes);
  perform kith_private.set_setting('change_set', state::text);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.longest_lists(search kith_private.contact_search)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_sort TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  longest json;
begin
  perform kith_private.set_reads_list(true);
  execute format($sql$
    select json_build_object('emails', coalesce(max(jsonb_array_length(emails)), 0), 'phones', coalesce(max(jsonb_array_length(phones)), 0),
      'urls', coalesce(max(jsonb_array_length(urls)), 0), 'addresses', coalesce(max(jsonb_array_length(addresses)), 0),
      'dates', coalesce(max(jsonb_array_length(dates)), 0), 'related', (
        select coalesce(max(n.count), 0) from (select count(*) as count from kith_private.relationships_about r group by r.contact_id) n))
    from kith.contacts where %s$sql$, coalesce(nullif(array_to_string(search.conditions, ' and '), ''), 'true'))
    into longest using search.query, search;
  perform kith_private.set_reads_list(false);
  return longest;
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
      case when p.country is not null then 'country' end, case when p.name_order <> 'firstName' then 'nameOrder' end,
      case when p.contact_id is not null then 'contactId' end])
    from kith.profiles p where p.owner_id = (select auth.uid()));
  update kith_private.import_rows r set
    action = case when wrong is not null then 'error' when filled = '{}' then 'match' else 'create' end,
    value = case when wrong is null then coalesce(nullif(filled, '{}'), given) end,
    problem = wrong
  where r.import_id = import and r.resource = 'profile';
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
  kept constant text := kith_private.united_lines(target.vcard_lines, duplicate.vcard_lines, choices ->> 'vcardLines');
  errors jsonb;
begin
  select jsonb_object_agg(list, kith_private.united_items(list, ours -> list, theirs -> list, choices ->> list)) into lists
  from unnest('{emails,phones,urls,addresses,dates}'::text[]) list;
  if choices ->> 'phones' is null then
    -- One of two spellings of a number.
    lists := lists || jsonb_build_object('phones', kith_private.united_phones(target.phones, duplicate.phones, kith_private.own_calling_code()));
  end if;
  errors := (
    select jsonb_agg(jsonb_build_object('in', 'body', 'pointer', '/fields/' || key, 'code', 'too_long',
      'message', 'Together they have more than 20. Choose those of the target or of the duplicate, or remove some first.') order by key)
    from jsonb_each(lists) where jsonb_array_length(value) > 20);
  if char_length(kept) > 16384 then
    errors := coalesce(errors, '[]') || jsonb_build_object('in', 'body', 'pointer', '/fields/vcardLines', 'code', 'too_long',
      'message', 'Together they have more than 16,384 characters. Choose those of the target or of the duplicate.');
  end if;
  if errors is not null then
    perform kith_private.fail('validation_failed', errors => errors);
  end if;
  return jsonb_populate_record(target, (
    select jsonb_object_agg(name, case choices ->> kith_private.member_name(name)
      when 'target' then ours -> name when 'duplicate' then theirs -> name
      else coalesce(nullif(ours -> name, 'null'), theirs -> name) end)
    from unnest(kith_private.written_columns('kith.contacts')) name) || lists || jsonb_build_object(
      'custom', duplicate.custom || target.custom,
      'vcard_lines', kept,
      'is_favorite', target.is_favorite or duplicate.is_favorite,
      'is_archived', target.is_archived and duplicate.is_archived,
      'last_contacted_by_hand', greatest(target.last_contacted_by_hand, duplicate.last_contacted_by_hand)));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.net_fields(owner uuid, sets bigint[], change kith_private.net_change)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
    where k.name not in ('id', 'created_at', 'updated_at', 'recurrence_start') and before -> k.name is distinct from after -> k.name
      and (change.action = 'update' or coalesce(after -> k.name, before -> k.name) not in ('[]', '{}', 'false', 'null')));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.never_due()
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return query select c.id from kith.contacts c where c.dates @> '[{"kind":"death"}]';
  return query select own from kith_private.own_contact() own where own is not null;
end
$function$;

ALTER FUNCTION "kith_private"."never_due"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.next_contact_on()
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return $sql$case when next_contact_on_utc is not null and id not in (select never from kith_private.never_due() never) then
    greatest(active_snooze, (coalesce(last_contacted_at, created_at) at time zone ($2).timezone)::date + contact_frequency_days) end$sql$;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.own_contact()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return (select p.contact_id from kith.profiles p where p.owner_id = (select auth.uid()));
end
$function$;

ALTER FUNCTION "kith_private"."own_contact"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.profile_body()
 RETURNS json
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  limits constant jsonb := kith_private.limits();
  may_read constant boolean := kith_private.has_scope('profile:read');
  profile kith.profiles;
begin
  select p.* into profile from kith.profiles p where p.owner_id = (select auth.uid());
  return json_build_object(
    'id', auth.uid(),
    -- Read from the table of Auth and not copied, so that it is always current.
    'email', case when may_read then (select u.email from auth.users u where u.id = (select auth.uid())) end,
    'name', case when may_read then profile.name end,
    'timezone', coalesce(profile.timezone, 'UTC'),
    'country', case when may_read then profile.country end,
    'nameOrder', coalesce(profile.name_order, 'firstName'),
    'contactId', case when may_read and profile.contact_id is not null and kith_private.has_scope('contacts:read') and kith_private.has_all_networks()
      then (select c.id from kith.contacts c where c.owner_id = (select auth.uid()) and c.id = profile.contact_id) end,
    'createdAt', to_char(coalesce(profile.created_at, now()) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'updatedAt', to_char(coalesce(profile.updated_at, now()) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'scopes', limits -> 'scopes',
    'networkIds', limits -> 'networkIds',
    'expiresAt', to_char((limits ->> 'expiresAt')::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.read_contact_filters(query jsonb)
 RETURNS kith_private.contact_search
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  written constant text[] := case when query ? 'search' then kith_private.written_name(query ->> 'search') end;
  search kith_private.contact_search;
  conditions text[] := case coalesce(query ->> 'isArchived', 'false')
    when 'false' then '{not is_archived}' when 'true' then '{is_archived}' else '{}' end;
begin
  search.query := query;
  if query ? 'search' then
    search.patterns := nullif(kith_private.contact_patterns(written[1], written[2]), '[]');
  end if;
  if search.patterns is not null then
    search.words := written[1];
    search.named := kith_private.named_words(search.words);
    search.networks := kith_private.networks_matching_words(search.patterns, kith_private.folded_networks());
    select n.noted, n.is_cut into search.noted, search.is_cut from kith_private.contacts_in_notes(search.patterns) n;
    conditions := conditions || kith_private.search_condition(search.patterns, search.networks, search.noted);
  end if;
  if query ? 'ids' then
    conditions := conditions || $sql$id = any (array(select jsonb_array_elements_text($1 -> 'ids')::uuid))$sql$::text;
  end if;
  if query ? 'networkId' then
    -- "is true" makes Postgres put the members into a hash table and read the list in the order of its index
    conditions := conditions || $sql$(id in (
      select m.contact_id from kith.contact_networks m where m.network_id = ($1 ->> 'networkId')::uuid)) is true$sql$::text;
  end if;
  if query ? 'isFavorite' then
    conditions := conditions || $sql$is_favorite = ($1 ->> 'isFavorite')::boolean$sql$::text;
  end if;
  if query ? 'hasEmail' then
    conditions := conditions || $sql$(emails <> '[]') = ($1 ->> 'hasEmail')::boolean$sql$::text;
  end if;
  if query ? 'hasPhone' then
    conditions := conditions || $sql$(phones <> '[]') = ($1 ->> 'hasPhone')::boolean$sql$::text;
  end if;
  if query ? 'company' then
    -- The search text has the company, so that only contacts that may match are read from the table. Folding the companies of many
    -- contacts with long texts takes long, as searching them does.
    search.company_patterns := kith_private.word_patterns(query ->> 'company');
    conditions := conditions || $sql$case
      when clock_timestamp() > (select statement_timestamp() + interval '3 seconds') then (select kith_private.search_took_too_long('company'))
      else (search_text is null or search_text like all (($2).company_patterns))
        and kith_private.folded(company) like all (($2).company_patterns) end$sql$::text;
  end if;
  if jsonb_typeof(query -> 'place') = 'string' then
    -- The search text has the places, so that only addresses of contacts that may match are read.
    search.place_patterns := kith_private.place_patterns(query ->> 'place');
    search.place_texts := (
      select jsonb_agg((select jsonb_agg(replace(way, ' ', '%')) from jsonb_array_elements_text(ways) way))
      from jsonb_array_elements(search.place_patterns) ways);
    conditions := conditions || case when search.place_patterns = '[]' then 'false'
      else kith_private.search_condition(search.place_texts, read_from => 'place_texts') || $sql$ and (
        select kith_private.is_in_place(placed.addresses, ($2).place_patterns) from kith.contacts placed
        where placed.owner_id = contacts.owner_id and placed.id = contacts.id)$sql$ end;
  end if;
  if query ? 'lastContactedBefore' then
    conditions := conditions || $sql$(last_contacted_at is null
      or last_contacted_at < (select kith_private.local_instant($1 ->> 'lastContactedBefore', '00:00')))$sql$::text;
  end if;
  if query ? 'birthdayMonth' then
    conditions := conditions || $sql$birthday_month = any ((
      select array(select (month #>> '{}')::smallint from jsonb_path_query($1 -> 'birthdayMonth', '$[*]') month))::smallint[])$sql$::text;
  end if;
  if query ?| '{dateKind,dateMonth}' then
    -- Of one date. A date without a month is in none.
    conditions := conditions || $sql$dates <> '[]' and exists (
      select from jsonb_array_elements(dates) item
      where coalesce(item ->> 'kind' = $1 ->> 'dateKind', true)
        and coalesce(substr(item ->> 'date', case when item ->> 'date' like '--%' then 3 else 6 end, 2) = lpad($1 ->> 'dateMonth', 2, '0'), true))$sql$::text;
  end if;
  if query ? 'custom' then
    conditions := conditions || $sql$custom <> '{}' and not exists (
      select from jsonb_each_text($1 -> 'custom') asked
      where case jsonb_typeof(custom -> asked.key) when 'array' then custom -> asked.key ? asked.value
        else kith_private.folded(custom ->> asked.key) = kith_private.folded(asked.value) end is not true)$sql$::text;
  end if;
  if query ?| '{needsContact,nextContactBefore}' or query ->> 'sort' like '%nextContactOn' then
    search.today := kith_private.today();
    search.timezone := kith_private.time_zone();
    search.last_day := (query ->> 'nextContactBefore')::date - 1;
  end if;
  if query ? 'needsContact' then
    conditions := conditions || (kith_private.due_condition('today') || $sql$ = ($1 ->> 'needsContact')::boolean$sql$);
  end if;
  if query ? 'nextContactBefore' then
    conditions := conditions || kith_private.due_condition('last_day');
  end if;
  search.conditions := conditions;
  return search;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.refusal(state text, message text, detail text, hint text, table_name text, constraint_name text, column_name text, OUT body text, OUT log text)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  code text;
  errors jsonb;
  merged_into text;
begin
  case
    when state = 'KITH0' then
      code := message;
      errors := nullif(hint, '')::jsonb;
      if jsonb_typeof(errors) = 'object' then
        merged_into := errors ->> 'mergedInto';
        errors := null;
      end if;
    when state = '23505' and constraint_name like '%_name_key' then
      code := 'name_taken';
    when state = '23505' and constraint_name = 'relationships_pair_key' then
      code := 'validation_failed';
      errors := jsonb_build_array(kith_private.violation(table_name, constraint_name, '', 'They have this relationship already.'));
    when state = '23505' and constraint_name = 'fields_key_key' then
      code := 'validation_failed';
      errors := jsonb_build_array(kith_private.violation(table_name, constraint_name, '', 'Another field has this key.'));
    when state = '23503' and constraint_name like '%_owner_id_fkey' then
      code := 'unauthorized'; -- the account was deleted while the request ran
    when state = '23503' then
      code := 'invalid_reference';
      errors := jsonb_build_array(kith_private.violation(table_name, constraint_name, '', null));
    when state = '23514' and constraint_name like '%_quota_check' then
      code := 'quota_exceeded';
      detail := message;
    when state in ('23514', '23502') then
      code := 'validation_failed';
      errors := jsonb_build_array(kith_private.violation(table_name, constraint_name, column_name,
        case when state = '23502' then null
          when constraint_name = 'contacts_named_check' then 'A contact has a first name, a last name, a nickname or a company.'
          when constraint_name = 'relationships_itself_check' then 'Nobody is related to themselves.'
          when constraint_name = 'relationships_related_required_check' then 'Give either relatedContactId or relatedName, and null for the other one.'
          when constraint_name = 'relationships_label_required_check' then 'The kind other needs a label.'
          when constraint_name = 'fields_options_required_check' then 'Give the options to choose from.'
          when constraint_name = 'reminders_due_at_required_check' then 'A recurring reminder needs a due time.'
          when message like 'new row for relation%' then concat_ws(' ', 'This value is not allowed.', (
            select pg_catalog.col_description(k.conrelid, k.conkey[1]) from pg_catalog.pg_constraint k
            where k.conrelid = pg_catalog.to_regclass(format('kith.%I', table_name)) and k.conname = constraint_name
              and cardinality(k.conkey) = 1))
          else message end));
    -- A conflict with a concurrent request; no disk space, memory or connections left; Postgres is shutting down; the
    -- database is read-only.
    when state in ('40001', '40P01', '55P03', '25006') or state like '53%' or state like '57P%' or state = '57014' then
      code := 'unavailable';
    else
      code := 'internal';
  end case;
  if code in ('unavailable', 'internal') then
    log := state || ': ' || message;
  end if;
  body := json_strip_nulls(json_build_object(
    'code', code, 'detail', case when state = 'KITH0' or code = 'quota_exceeded' then nullif(detail, '') end, 'errors', errors,
    'mergedInto', merged_into));
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
    ('contact', 'kith.contacts', 'contacts', 'itself', 't.id = c.resource_id', '{last_noted_at,search_text,long_search_text,snoozed_after,sort_name,display_name,birthday_month,last_contacted_at,next_contact_on_utc,active_snooze}'::text[], '{}'::jsonb),
    ('field', 'kith.fields', 'contacts', 'account', 't.id = c.resource_id', '{}'::text[], '{}'::jsonb),
    ('membership', 'kith.contact_networks', 'contacts', 'itself', 't.contact_id = c.resource_id and t.network_id = c.network_id', '{}'::text[], '{"contact_id": "kith.contacts", "network_id": "kith.networks"}'::jsonb),
    ('network', 'kith.networks', 'networks', 'itself', 't.id = c.resource_id', '{}'::text[], '{}'::jsonb),
    ('note', 'kith.notes', 'notes', 'contacts', 't.id = c.resource_id', '{contact_id,folded_content,search_text}'::text[], '{"contact_ids": "kith.contacts", "note_type_id": "kith.note_types"}'::jsonb),
    ('note_type', 'kith.note_types', 'notes', 'account', 't.id = c.resource_id', '{}'::text[], '{}'::jsonb),
    ('profile', 'kith.profiles', 'profile', 'account', 't.owner_id = c.resource_id', '{}'::text[], '{}'::jsonb),
    ('relationship', 'kith.relationships', 'contacts', 'contacts', 't.id = c.resource_id', '{contact_id,related_contact_id}'::text[], '{"contact_ids": "kith.contacts"}'::jsonb),
    ('reminder', 'kith.reminders', 'reminders', 'contacts', 't.id = c.resource_id', '{contact_id}'::text[], '{"next_id": "kith.reminders", "contact_ids": "kith.contacts"}'::jsonb);
end
$function$;

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
    earlier.dates := '[]'::jsonb;
    earlier.custom := '{}'::jsonb;
  end if;
  if body ? 'firstName' then
    earlier.first_name := body ->> 'firstName';
  end if;
  if body ? 'lastName' then
    earlier.last_name := body ->> 'lastName';
  end if;
  if body ? 'nickname' then
    earlier.nickname := body ->> 'nickname';
  end if;
  if body ? 'company' then
    earlier.company := body ->> 'company';
  end if;
  if body ? 'jobTitle' then
    earlier.job_title := body ->> 'jobTitle';
  end if;
  if body ? 'emails' then
    earlier.emails := nullif(body -> 'emails', 'null');
  end if;
  if body ? 'phones' then
    earlier.phones := nullif(body -> 'phones', 'null');
  end if;
  if body ? 'urls' then
    earlier.urls := nullif(body -> 'urls', 'null');
  end if;
  if body ? 'addresses' then
    earlier.addresses := nullif(body -> 'addresses', 'null');
  end if;
  if body ? 'birthday' then
    earlier.birthday := body ->> 'birthday';
  end if;
  if body ? 'description' then
    earlier.description := body ->> 'description';
  end if;
  if body ? 'isFavorite' then
    earlier.is_favorite := (body ->> 'isFavorite')::boolean;
  end if;
  if body ? 'isArchived' then
    earlier.is_archived := (body ->> 'isArchived')::boolean;
  end if;
  if body ? 'contactFrequencyDays' then
    earlier.contact_frequency_days := (body ->> 'contactFrequencyDays')::integer;
  end if;
  if body ? 'lastContactedByHand' then
    earlier.last_contacted_by_hand := (body ->> 'lastContactedByHand')::timestamp(3) with time zone;
  end if;
  if body ? 'snoozedUntil' then
    earlier.snoozed_until := (body ->> 'snoozedUntil')::date;
  end if;
  if body ? 'middleName' then
    earlier.middle_name := body ->> 'middleName';
  end if;
  if body ? 'namePrefix' then
    earlier.name_prefix := body ->> 'namePrefix';
  end if;
  if body ? 'nameSuffix' then
    earlier.name_suffix := body ->> 'nameSuffix';
  end if;
  if body ? 'phoneticFirstName' then
    earlier.phonetic_first_name := body ->> 'phoneticFirstName';
  end if;
  if body ? 'phoneticLastName' then
    earlier.phonetic_last_name := body ->> 'phoneticLastName';
  end if;
  if body ? 'department' then
    earlier.department := body ->> 'department';
  end if;
  if body ? 'pronouns' then
    earlier.pronouns := body ->> 'pronouns';
  end if;
  if body ? 'dates' then
    earlier.dates := nullif(body -> 'dates', 'null');
  end if;
  if body ? 'custom' then
    earlier.custom := nullif(body -> 'custom', 'null');
  end if;
  if body ? 'vcardLines' then
    earlier.vcard_lines := body ->> 'vcardLines';
  end if;
  return earlier;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.row_of(body jsonb, earlier kith.fields)
 RETURNS kith.fields
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if earlier.id is null then
    earlier.options := '[]'::jsonb;
    earlier.position := 0;
    earlier.type := 'text'::text;
  end if;
  if body ? 'key' then
    earlier.key := body ->> 'key';
  end if;
  if body ? 'name' then
    earlier.name := body ->> 'name';
  end if;
  if body ? 'options' then
    earlier.options := nullif(body -> 'options', 'null');
  end if;
  if body ? 'position' then
    earlier.position := (body ->> 'position')::integer;
  end if;
  if body ? 'type' then
    earlier.type := body ->> 'type';
  end if;
  return earlier;
end
$function$;

ALTER FUNCTION "kith_private"."row_of"(jsonb, kith.fields) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.searched_texts(contact kith.contacts)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  usual constant text[] := '{home,work,mobile,cell,main,other,private,personal,business,office,fax,pager,phone,email,website,privat,geschäftlich,mobil}';
  emails text;
  phones text;
  places text;
  streets text;
  labels text;
  customs text;
  list jsonb;
  item jsonb;
begin
  for kind in 0 .. 4 loop
    list := case kind when 0 then contact.emails when 1 then contact.phones when 2 then contact.addresses when 3 then contact.urls
      else contact.dates end;
    -- What is no array is refused afterwards.
    continue when list = '[]' or jsonb_typeof(list) <> 'array';
    for n in 0 .. jsonb_array_length(list) - 1 loop
      item := list -> n;
      case kind
        when 0 then emails := concat_ws(E'\n', emails, item ->> 'value');
        when 1 then phones := concat_ws(E'\n', phones, nullif(regexp_replace(item ->> 'value', '[^0-9]', '', 'g'), ''));
        when 2 then
          places := concat_ws(E'\n', places, nullif(kith_private.place_of(item), ''));
          streets := nullif(concat_ws(E'\n', streets, item ->> 'street'), '');
        else null;
      end case;
      if lower(item ->> 'label') <> all (usual) then
        labels := concat_ws(E'\n', labels, item ->> 'label');
      end if;
    end loop;
  end loop;
  if contact.custom <> '{}' then
    customs := (
      select string_agg(found.text #>> '{}', E'\n') from jsonb_path_query(contact.custom, 'strict $.**') found (text) where jsonb_typeof(found.text) = 'string');
  end if;
  return array[
    'firstName', contact.first_name, 'lastName', contact.last_name, 'nickname', contact.nickname, 'company', contact.company,
    'jobTitle', contact.job_title, 'email', emails, 'phone', phones, 'place', places,
    'middleName', contact.middle_name, 'phoneticFirstName', contact.phonetic_first_name, 'phoneticLastName', contact.phonetic_last_name,
    'department', contact.department, 'namePrefix', contact.name_prefix, 'nameSuffix', contact.name_suffix, 'pronouns', contact.pronouns,
    'description', contact.description, 'street', streets, 'label', labels, 'custom', customs];
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.take_over(target uuid, duplicate uuid, takes_photo boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner constant uuid := auth.uid();
  taken kith.contacts;
begin
  perform kith_private.check_may_merge();
  select c.* into taken from kith.contacts c where c.owner_id = owner and c.id = duplicate;
  update kith.contacts c set
    photo_path = case when takes_photo then taken.photo_path else c.photo_path end,
    created_at = least(c.created_at, taken.created_at),
    -- As its notes say, which are the target's now, or would be.
    last_noted_at = greatest(c.last_noted_at, taken.last_noted_at)
  where c.owner_id = owner and c.id = target;
  update kith.profiles p set contact_id = target where p.owner_id = owner and p.contact_id = duplicate;
  insert into kith_private.merged_contacts (owner_id, id, into_id, change_set)
  values (owner, duplicate, target, kith_private.activity_id())
  on conflict (owner_id, id) do update set into_id = excluded.into_id, change_set = excluded.change_set;
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
  if num_nonnulls(given.middle_name, given.name_prefix, given.name_suffix, given.phonetic_first_name, given.phonetic_last_name, given.department, given.pronouns, given.vcard_lines) > 0 then
    given.middle_name := kith_private.trimmed(given.middle_name);
    given.name_prefix := kith_private.trimmed(given.name_prefix);
    given.name_suffix := kith_private.trimmed(given.name_suffix);
    given.phonetic_first_name := kith_private.trimmed(given.phonetic_first_name);
    given.phonetic_last_name := kith_private.trimmed(given.phonetic_last_name);
    given.department := kith_private.trimmed(given.department);
    given.pronouns := kith_private.trimmed(given.pronouns);
    given.vcard_lines := kith_private.trimmed(given.vcard_lines);
  end if;
  return given;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.trimmed(given kith.fields)
 RETURNS kith.fields
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  given.name := coalesce(kith_private.trimmed(given.name), '');
  return given;
end
$function$;

ALTER FUNCTION "kith_private"."trimmed"(kith.fields) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.united_items(member text, items jsonb, others jsonb, choice text)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return case choice when 'target' then items when 'duplicate' then others else items || (
    select coalesce(jsonb_agg(given.item order by given.position), '[]')
    from jsonb_array_elements(others) with ordinality as given (item, position)
    where not exists (
      select from jsonb_array_elements(items) present (item)
      where case member
        when 'emails' then lower((given.item ->> 'value') collate "C") = lower((present.item ->> 'value') collate "C")
        when 'addresses' then given.item = present.item when 'dates' then given.item = present.item
        else given.item ->> 'value' = present.item ->> 'value' end)) end;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.united_lines(lines text, others text, choice text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return case choice when 'target' then lines when 'duplicate' then others else (
    select string_agg(each.line, E'\n' order by each.place) from (
      select given.line, min(given.place) as place
      from string_to_table(concat_ws(E'\n', lines, others), E'\n') with ordinality as given (line, place) group by given.line) each) end;
end
$function$;

ALTER FUNCTION "kith_private"."united_lines"(text, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.united_with_rows(owner uuid, import uuid)
 RETURNS SETOF kith_private.united_lists
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  calling_code constant text := kith_private.own_calling_code();
begin
  return query
  select r.number, r.target_id, r.value, u.emails, u.phones, u.urls, u.addresses,
    greatest(jsonb_array_length(u.emails), jsonb_array_length(u.phones), jsonb_array_length(u.urls), jsonb_array_length(u.addresses),
      jsonb_array_length(u.dates)) > 20,
    u.dates
  from kith_private.import_rows r
  cross join lateral (
    select c.emails, c.phones, c.urls, c.addresses, c.dates from kith.contacts c where c.owner_id = owner and c.id = r.target_id offset 0) o
  cross join lateral (
    select
      kith_private.united_items('emails', o.emails, coalesce(kith_private.clean_items(r.value -> 'emails', '{value,label}'), '[]'), null) as emails,
      kith_private.united_phones(o.phones, coalesce(kith_private.clean_items(r.value -> 'phones', '{value,label}'), '[]'), calling_code) as phones,
      kith_private.united_items('urls', o.urls, coalesce(kith_private.clean_items(r.value -> 'urls', '{value,label}'), '[]'), null) as urls,
      kith_private.united_items('addresses', o.addresses,
        coalesce(kith_private.clean_items(r.value -> 'addresses', '{label,street,city,region,postalCode,country}'), '[]'), null) as addresses,
      kith_private.united_items('dates', o.dates, coalesce(kith_private.clean_items(r.value -> 'dates', '{kind,label,date}'), '[]'), null) as dates
    offset 0) u
  where r.owner_id = owner and r.import_id = import and r.resource = 'contact' and r.outcome = 'merge';
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.upcoming_items(today date, last_day date, zone text, at_most integer)
 RETURNS SETOF kith_private.upcoming_item
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  own constant uuid := kith_private.own_contact();
  -- In UTC a contact may be due a day earlier or later than in the time zone, so the first in UTC and two days more have
  -- all that are first in the time zone.
  horizon constant date := least(last_day + 1, 2 + (
    select c.next_contact_on_utc from kith.contacts c
    where not c.is_archived and c.id not in (select never from kith_private.never_due() never) and c.next_contact_on_utc <= last_day + 1 order by c.next_contact_on_utc offset at_most - 1 limit 1));
begin
  return query
    select greatest(date '0001-01-01', (r.due_at at time zone zone)::date), 1::smallint, r.due_at::timestamptz, null::text, r.id, null::text, null::jsonb
    from kith.reminders r
    where not r.completed and r.due_at < ((last_day + 1)::timestamp at time zone zone)
    order by r.due_at, r.id limit at_most;
  return query
    select due.day, 2::smallint, null::timestamptz, c.display_name, c.id, null::text, null::jsonb
    from kith.contacts c
    cross join lateral (
      select greatest(c.active_snooze,
        (coalesce(c.last_contacted_at, c.created_at) at time zone zone)::date + c.contact_frequency_days) as day) due
    where not c.is_archived and c.id not in (select never from kith_private.never_due() never) and c.next_contact_on_utc <= horizon and due.day <= last_day
    order by due.day, c.display_name collate "und-x-icu", c.id limit at_most;
  return query
    select celebrated.day, (case when known.dated is null then 3 else 4 end)::smallint, null::timestamptz, known.name, known.id,
      case when known.dated is null then known.since end, known.dated
    from (
      select c.id, c.display_name as name, c.birthday as since, null::jsonb as dated from kith.contacts c
      where not c.is_archived and c.id not in (select never from kith_private.never_due() never) and c.birthday is not null
      union all
      select c.id, c.display_name, item ->> 'date', item from kith.contacts c cross join lateral jsonb_array_elements(c.dates) item
      where not c.is_archived and c.id is distinct from own and c.dates <> '[]' and item ->> 'date' ~ '-\d\d-\d\d$'
        -- Nobody is congratulated who has died.
        and (item ->> 'kind' in ('death', 'memorial', 'other') or c.id not in (select never from kith_private.never_due() never))) known
    cross join (values (extract(year from today)::integer), (extract(year from today)::integer + 1)) as years (year)
    cross join lateral (
      -- 29 February falls on 28 February in other years.
      select make_date(years.year, substr(right(known.since, 5), 1, 2)::integer, case
        when right(known.since, 5) = '02-29' and extract(day from make_date(years.year, 3, 1) - 1) = 28 then 28
        else right(known.since, 2)::integer end) as day) celebrated
    where celebrated.day between today and last_day and (known.since like '--%' or left(known.since, 4)::integer <= years.year)
    order by celebrated.day, 2, known.name collate "und-x-icu", known.id, known.dated limit at_most;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.update_row(given kith.contacts)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update kith.contacts written set
    (first_name, last_name, nickname, company, job_title, emails, phones, urls, addresses, birthday, description, is_favorite, is_archived, contact_frequency_days, last_contacted_by_hand, snoozed_until, middle_name, name_prefix, name_suffix, phonetic_first_name, phonetic_last_name, department, pronouns, dates, custom, vcard_lines)
    = (given.first_name, given.last_name, given.nickname, given.company, given.job_title, given.emails, given.phones, given.urls, given.addresses, given.birthday, given.description, given.is_favorite, given.is_archived, given.contact_frequency_days, given.last_contacted_by_hand, given.snoozed_until, given.middle_name, given.name_prefix, given.name_suffix, given.phonetic_first_name, given.phonetic_last_name, given.department, given.pronouns, given.dates, given.custom, given.vcard_lines)
  where written.id = given.id;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.update_row(given kith.fields)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update kith.fields written set
    (key, name, options, position, type)
    = (given.key, given.name, given.options, given.position, given.type)
  where written.id = given.id;
end
$function$;

ALTER FUNCTION "kith_private"."update_row"(kith.fields) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.violation(table_name text, constraint_name text, column_name text, message text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_build_object(
      'in', 'body',
      'pointer', coalesce('/' || kith_private.member_name(name), ''),
      'code', case
        when constraint_name in ('relationships_pair_key', 'relationships_itself_check', 'fields_key_key') then 'duplicate'
        when column_name <> '' or constraint_name like '%_named_check' or constraint_name like '%_required_check' then 'required'
        when constraint_name like '%_fkey' then 'invalid_reference'
        when constraint_name in ('notes_occurred_at_check', 'api_keys_overlap_seconds_check') then 'too_big'
        when constraint_name = 'api_keys_expires_at_check' then 'too_small'
        when constraint_name in ('contact_networks_limit_check', 'relationships_limit_check') or constraint_name like '%_contact_ids_check' then 'too_long'
        else 'invalid_format' end,
      'message', message)
    from (select case constraint_name
      when 'contacts_named_check' then null
      when 'relationships_limit_check' then null
      when 'relationships_pair_key' then 'kind'
      when 'relationships_itself_check' then 'related_contact_id'
      when 'relationships_related_required_check' then 'related_contact_id'
      when 'relationships_label_required_check' then 'label'
      when 'fields_options_required_check' then 'options'
      when 'fields_key_key' then 'key'
      when 'reminders_due_at_required_check' then 'due_at'
      when 'contact_networks_limit_check' then 'network_ids'
      when 'note_contacts_contact_id_fkey' then 'contact_ids'
      when 'reminder_contacts_contact_id_fkey' then 'contact_ids'
      when 'notes_first_contact_check' then 'contact_ids'
      when 'reminders_first_contact_check' then 'contact_ids'
      when 'contacts_last_contacted_by_hand_check' then 'last_contacted_at'
      when 'notes_occurred_at_range_check' then 'occurred_at'
      when 'api_keys_expires_at_range_check' then 'expires_at'
      else coalesce(nullif(column_name, ''), regexp_replace(constraint_name, '^' || table_name || '_(.*)_(?:check|fkey)$', '\1')) end as name) named);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.with_changed_lists(contact kith.contacts, body jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  -- Beside a whole list these are empty.
  if body ?| '{addEmails,removeEmails}' and not body ? 'emails' then
    body := body || jsonb_build_object('emails', kith_private.changed_list('email', contact.emails, body));
  end if;
  if body ?| '{addPhones,removePhones}' and not body ? 'phones' then
    body := body || jsonb_build_object('phones', kith_private.changed_list('phone', contact.phones, body));
  end if;
  if body ?| '{addUrls,removeUrls}' and not body ? 'urls' then
    body := body || jsonb_build_object('urls', kith_private.changed_list('url', contact.urls, body));
  end if;
  if body ?| '{addDates,removeDates}' and not body ? 'dates' then
    body := body || jsonb_build_object('dates', kith_private.changed_list('date', contact.dates, body));
  end if;
  return body;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.write_import(import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION kith_private.write_import_rows(import uuid, until timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

ALTER TABLE "kith"."contacts" ADD CONSTRAINT "contacts_custom_check" CHECK (((jsonb_typeof(custom) = 'object'::text) AND (octet_length((custom)::text) <= 16384)));

ALTER TABLE "kith"."contacts" ADD CONSTRAINT "contacts_vcard_lines_check" CHECK (((char_length(vcard_lines) <= 16384) AND (vcard_lines ~ '^[A-Za-z0-9_.-]+[;:][^\n\r]*(\n[A-Za-z0-9_.-]+[;:][^\n\r]*)*$'::text)));

CREATE VIEW "kith_api"."contacts" WITH (security_invoker=true) AS  SELECT c.id,
    row_to_json(shape.*) AS body
   FROM ((kith.contacts c
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN ((c.contact_frequency_days IS NOT NULL) AND (NOT (c.dates @> '[{"kind": "death"}]'::jsonb)) AND (c.id IS DISTINCT FROM ( SELECT kith_private.own_contact() AS own_contact))) THEN LEAST('9999-12-31'::date, GREATEST(c.active_snooze, (((COALESCE(c.last_contacted_at, c.created_at) AT TIME ZONE ( SELECT kith_private.time_zone() AS time_zone)))::date + c.contact_frequency_days)))
                    ELSE NULL::date
                END AS day) due)
     CROSS JOIN LATERAL ( SELECT c.id,
            c.first_name AS "firstName",
            c.last_name AS "lastName",
            c.nickname,
            c.company,
            c.job_title AS "jobTitle",
            c.middle_name AS "middleName",
            c.name_prefix AS "namePrefix",
            c.name_suffix AS "nameSuffix",
            c.phonetic_first_name AS "phoneticFirstName",
            c.phonetic_last_name AS "phoneticLastName",
            c.department,
            c.pronouns,
                CASE
                    WHEN ((num_nonnulls(c.middle_name, c.name_prefix, c.name_suffix) = 0) AND ((c.display_name COLLATE "C") < 'ᄀ'::text)) THEN c.display_name
                    ELSE kith_private.shown_name(c.*)
                END AS "displayName",
            c.emails,
            c.phones,
            c.urls,
            c.addresses,
            c.birthday,
            c.dates,
            c.custom,
            c.description,
            c.vcard_lines AS "vcardLines",
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

CREATE VIEW "kith_api"."fields" WITH (security_invoker=true) AS  SELECT f.id,
    row_to_json(shape.*) AS body
   FROM (kith.fields f
     CROSS JOIN LATERAL ( SELECT f.id,
            f.key,
            f.name,
            f.type,
            f.options,
            f."position",
            to_char((f.created_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "createdAt",
            to_char((f.updated_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "updatedAt") shape);

ALTER VIEW "kith_api"."fields" OWNER TO "postgres";

CREATE VIEW "kith_private"."relationship_sides" WITH (security_invoker=true) AS  SELECT s.owner_id,
    s.id,
    s.contact_id,
    s.kind,
    s.created_at,
    s.is_turned,
    s.contact_ids,
    row_to_json(shape.*) AS body
   FROM (kith_private.relationship_ends s
     CROSS JOIN LATERAL ( SELECT s.id,
            s.contact_id AS "contactId",
            s.related_contact_id AS "relatedContactId",
            s.related_name AS "relatedName",
            s.kind,
            s.label,
            s.inverse_label AS "inverseLabel",
            s.started_on AS "startedOn",
            s.ended_on AS "endedOn",
            s.note,
            kith_private.relationship_sentence(
                CASE
                    WHEN (s.contact_id = ( SELECT kith_private.own_contact() AS own_contact)) THEN NULL::text
                    ELSE ( SELECT COALESCE(c.display_name, c.first_name) AS "coalesce"
                       FROM kith.contacts c
                      WHERE ((c.owner_id = s.owner_id) AND (c.id = s.contact_id)))
                END,
                CASE
                    WHEN (s.related_contact_id = ( SELECT kith_private.own_contact() AS own_contact)) THEN NULL::text
                    ELSE COALESCE(s.related_name, ( SELECT COALESCE(c.display_name, c.first_name) AS "coalesce"
                       FROM kith.contacts c
                      WHERE ((c.owner_id = s.owner_id) AND (c.id = s.related_contact_id))))
                END, s.kind, s.label, s.inverse_label,
                CASE
                    WHEN (s.ended_on IS NULL) THEN false
                    ELSE (s.ended_on <= ( SELECT kith_private.today() AS today))
                END) AS sentence,
            to_char((s.created_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "createdAt",
            to_char((s.updated_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "updatedAt") shape);

CREATE VIEW "kith_api"."relationships" WITH (security_invoker=true) AS  SELECT id,
    body
   FROM kith_private.relationship_sides s
  WHERE (NOT is_turned);

ALTER VIEW "kith_api"."relationships" OWNER TO "postgres";

ALTER VIEW "kith_private"."relationship_sides" OWNER TO "postgres";

CREATE INDEX contacts_dates_idx ON kith.contacts USING btree (owner_id, id) WHERE (dates <> '[]'::jsonb);

CREATE INDEX contacts_died_idx ON kith.contacts USING btree (owner_id, id) WHERE (dates @> '[{"kind": "death"}]'::jsonb);

CREATE TRIGGER check_usage AFTER INSERT ON kith.fields REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION kith_private.check_usage();

CREATE TRIGGER clean_field BEFORE INSERT OR UPDATE ON kith.fields FOR EACH ROW EXECUTE FUNCTION kith_private.clean_field();

CREATE TRIGGER erase_answers AFTER DELETE ON kith.fields FOR EACH ROW WHEN ((current_setting('kith.deleting_account'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION kith_private.erase_answers();

CREATE TRIGGER keep_field BEFORE INSERT OR UPDATE ON kith.fields FOR EACH ROW EXECUTE FUNCTION kith_private.keep_field();

CREATE TRIGGER lock_own_log BEFORE INSERT OR DELETE OR UPDATE ON kith.fields FOR EACH STATEMENT EXECUTE FUNCTION kith_private.lock_own_log();

CREATE TRIGGER log_change AFTER INSERT OR DELETE ON kith.fields FOR EACH ROW WHEN ((current_setting('kith.deleting_account'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION kith_private.log_change('field', '{owner_id}');

CREATE TRIGGER log_update AFTER UPDATE ON kith.fields FOR EACH ROW EXECUTE FUNCTION kith_private.log_change('field', '{owner_id}');

CREATE TRIGGER one_line_again BEFORE UPDATE ON kith.fields FOR EACH ROW WHEN (((new.name IS DISTINCT FROM old.name) AND kith_private.has_line_break(new.name))) EXECUTE FUNCTION kith_private.refuse_line_break('name');

CREATE TRIGGER one_line BEFORE INSERT ON kith.fields FOR EACH ROW WHEN (kith_private.has_line_break(new.name)) EXECUTE FUNCTION kith_private.refuse_line_break('name');

CREATE TRIGGER stamp_change BEFORE UPDATE ON kith.fields FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION kith_private.stamp_change();

CREATE POLICY "Limited keys change fields by scope" ON "kith"."fields" AS RESTRICTIVE FOR UPDATE TO "kith_limited" USING (true) WITH CHECK ((( SELECT kith_private.has_scope('contacts:write'::text) AS has_scope) AND ( SELECT kith_private.has_all_networks() AS has_all_networks)));

CREATE POLICY "Limited keys delete fields by scope" ON "kith"."fields" AS RESTRICTIVE FOR DELETE TO "kith_limited" USING ((( SELECT kith_private.has_scope('contacts:write'::text) AS has_scope) AND ( SELECT kith_private.has_all_networks() AS has_all_networks)));

CREATE POLICY "Limited keys make fields by scope" ON "kith"."fields" AS RESTRICTIVE FOR INSERT TO "kith_limited" WITH CHECK ((( SELECT kith_private.has_scope('contacts:write'::text) AS has_scope) AND ( SELECT kith_private.has_all_networks() AS has_all_networks)));

CREATE POLICY "Limited keys read fields by scope" ON "kith"."fields" AS RESTRICTIVE FOR SELECT TO "kith_limited" USING (( SELECT kith_private.has_scope('contacts:read'::text) AS has_scope));

COMMENT ON COLUMN "kith"."contacts"."custom" IS 'Values of fields of one''s own by their keys; at most 16,384 bytes.';

COMMENT ON COLUMN "kith"."contacts"."dates" IS 'At most 20 {kind, label, date}: anniversary, nameDay, death, memorial or other; YYYY-MM-DD, --MM-DD, YYYY-MM or YYYY; no duplicates.';

COMMENT ON COLUMN "kith"."contacts"."vcard_lines" IS 'Properties of vCards that Kith does not know, a line each; at most 16,384 characters.';

COMMENT ON COLUMN "kith"."fields"."created_at" IS 'When the field was created.';

COMMENT ON COLUMN "kith"."fields"."id" IS 'Identifies the field.';

COMMENT ON COLUMN "kith"."fields"."key" IS 'By which contacts have the value; made from the name, and never changed.';

COMMENT ON COLUMN "kith"."fields"."name" IS '1 to 100 characters, unique for its owner, ignoring case.';

COMMENT ON COLUMN "kith"."fields"."options" IS 'Of a choice or choices: 1 to 100 different texts. Values that are no option any more stay.';

COMMENT ON COLUMN "kith"."fields"."position" IS 'Where it stands among the others, the lowest first; the same ones by name.';

COMMENT ON COLUMN "kith"."fields"."type" IS 'text, number, boolean, date, choice, choices or url; never changed.';

COMMENT ON COLUMN "kith"."fields"."updated_at" IS 'When the field was last changed.';

COMMENT ON COLUMN "kith"."profiles"."contact_id" IS 'The contact that is the user. It stays here where that contact is deleted, so that undoing the deletion finds it; then the API shows null.';

COMMENT ON FUNCTION "kith_api"."create_field"(jsonb) IS 'Creates a field.';

COMMENT ON FUNCTION "kith_api"."delete_field"(jsonb) IS 'Deletes a field; what refers to it stays.';

COMMENT ON FUNCTION "kith_api"."export_contacts"(jsonb) IS 'A page of an export of contacts, after the fields and networks. Query: the filters of list_contacts, format, rows, after, startAt.';

COMMENT ON FUNCTION "kith_api"."get_field"(jsonb) IS 'One field.';

COMMENT ON FUNCTION "kith_api"."list_contacts"(jsonb) IS 'A page of contacts. Query: search, ids, networkId, hasEmail, hasPhone, company, place, isFavorite, isArchived, needsContact, nextContactBefore, lastContactedBefore, birthdayMonth, dateKind, dateMonth, custom, fields, sort, page, pageSize.';

COMMENT ON FUNCTION "kith_api"."list_fields"(jsonb) IS 'A page of fields. Query: sort, page, pageSize.';

COMMENT ON FUNCTION "kith_api"."list_upcoming"(jsonb) IS 'Open reminders, contacts, birthdays and other dates by day, the overdue ones first. Query: days, with today, 14 by default; include=names.';

COMMENT ON FUNCTION "kith_api"."update_field"(jsonb) IS 'Changes a field.';

COMMENT ON TABLE "kith"."fields" IS 'Fields of one''s own: what an owner keeps of contacts beside what Kith knows.';

COMMENT ON TYPE "kith_private"."upcoming_item" IS 'A reminder (rank 1), a contact to be in touch with (2), a birthday (3) or another date (4), ordered by day, rank, due_at, name, id. dated: the item of the contact''s dates.';

COMMENT ON VIEW "kith_api"."contacts" IS 'Contacts as the API shows them.';

COMMENT ON VIEW "kith_api"."fields" IS 'Fields of one''s own as the API shows them.';

COMMENT ON VIEW "kith_api"."relationships" IS 'Relationships as the API shows them, as they were written.';

COMMENT ON VIEW "kith_private"."relationship_sides" IS 'Relationships as the API shows them, each from both sides.';

REVOKE ALL ON FUNCTION "kith_api"."create_field"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."create_field"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."delete_field"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."delete_field"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."get_field"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."get_field"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."list_fields"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."list_fields"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."update_field"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."update_field"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."are_dates"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."are_dates"(jsonb) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."are_options"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."are_options"(jsonb) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."checked_custom"(uuid, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."checked_custom"(uuid, jsonb, jsonb) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."clean_field"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."custom_as_said"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."custom_as_said"(jsonb) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."custom_order"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."custom_order"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."custom_problem"(jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."custom_problem"(jsonb, jsonb) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."feed_dates"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."feed_dates"(integer) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."fields_by_keys"(uuid, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."fields_by_keys"(uuid, text[]) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."has_odd_items"(jsonb, jsonb, jsonb, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."has_odd_items"(jsonb, jsonb, jsonb, jsonb, jsonb) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."import_fields"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."import_fields"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."insert_row"(kith.fields) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."insert_row"(kith.fields) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."is_partial_date"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."is_partial_date"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."keep_field"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."link_own_contact"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."never_due"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."never_due"() TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."own_contact"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."own_contact"() TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."row_of"(jsonb, kith.fields) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."row_of"(jsonb, kith.fields) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."trimmed"(kith.fields) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."trimmed"(kith.fields) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."united_lines"(text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."united_lines"(text, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."update_row"(kith.fields) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."update_row"(kith.fields) TO "authenticated";

REVOKE ALL ("custom") ON TABLE "kith"."contacts" FROM "authenticated";

GRANT INSERT ("custom"), SELECT ("custom"), UPDATE ("custom") ON TABLE "kith"."contacts" TO "authenticated";

REVOKE ALL ("dates") ON TABLE "kith"."contacts" FROM "authenticated";

GRANT INSERT ("dates"), SELECT ("dates"), UPDATE ("dates") ON TABLE "kith"."contacts" TO "authenticated";

REVOKE ALL ("vcard_lines") ON TABLE "kith"."contacts" FROM "authenticated";

GRANT INSERT ("vcard_lines"), SELECT ("vcard_lines"), UPDATE ("vcard_lines") ON TABLE "kith"."contacts" TO "authenticated";

GRANT SELECT ("created_at") ON TABLE "kith"."fields" TO "authenticated";

GRANT SELECT ("id") ON TABLE "kith"."fields" TO "authenticated";

GRANT INSERT ("key"), SELECT ("key"), UPDATE ("key") ON TABLE "kith"."fields" TO "authenticated";

GRANT INSERT ("name"), SELECT ("name"), UPDATE ("name") ON TABLE "kith"."fields" TO "authenticated";

GRANT INSERT ("options"), SELECT ("options"), UPDATE ("options") ON TABLE "kith"."fields" TO "authenticated";

GRANT INSERT ("position"), SELECT ("position"), UPDATE ("position") ON TABLE "kith"."fields" TO "authenticated";

GRANT INSERT ("type"), SELECT ("type"), UPDATE ("type") ON TABLE "kith"."fields" TO "authenticated";

GRANT SELECT ("updated_at") ON TABLE "kith"."fields" TO "authenticated";

GRANT DELETE ON TABLE "kith"."fields" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "kith"."fields" TO "service_role";

REVOKE ALL ("contact_id") ON TABLE "kith"."profiles" FROM "authenticated";

GRANT INSERT ("contact_id"), SELECT ("contact_id"), UPDATE ("contact_id") ON TABLE "kith"."profiles" TO "authenticated";

GRANT SELECT ON TABLE "kith_api"."contacts" TO "authenticated";

GRANT SELECT ON TABLE "kith_api"."fields" TO "authenticated";

GRANT SELECT ON TABLE "kith_api"."relationships" TO "authenticated";

GRANT SELECT ON TABLE "kith_private"."relationship_sides" TO "authenticated";

ALTER TABLE "kith"."fields" ADD CONSTRAINT "fields_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES auth.users(id) ON DELETE CASCADE;

CREATE UNIQUE INDEX fields_key_key ON kith.fields USING btree (owner_id, key);

CREATE UNIQUE INDEX fields_name_key ON kith.fields USING btree (owner_id, lower((name COLLATE "und-x-icu")));

CREATE INDEX fields_position_idx ON kith.fields USING btree (owner_id, ((lpad(("position")::text, 4, '0'::text) || name)) COLLATE "und-x-icu", id);

CREATE POLICY "Owners reach their fields" ON "kith"."fields" FOR ALL TO "authenticated" USING ((( SELECT kith_private.owner_id() AS owner_id) = owner_id));

COMMENT ON COLUMN "kith"."fields"."owner_id" IS 'Whose field it is.';

GRANT INSERT ("owner_id"), SELECT ("owner_id") ON TABLE "kith"."fields" TO "authenticated";

ALTER TABLE "kith"."contacts" ADD CONSTRAINT "contacts_dates_check" CHECK (((dates = '[]'::jsonb) OR kith_private.are_dates(dates)));

ALTER TABLE "kith"."fields" ADD CONSTRAINT "fields_options_check" CHECK (((options = '[]'::jsonb) OR kith_private.are_options(options)));

alter index kith.fields_name_key alter column 2 set statistics 0;

alter index kith.fields_position_idx alter column 2 set statistics 0;

alter table kith.contacts alter column custom set statistics 0;

alter table kith.contacts alter column dates set statistics 0;

alter table kith.contacts alter column vcard_lines set statistics 0;

alter table kith.fields alter column "position" set statistics 0;

alter table kith.fields alter column created_at set statistics 0;

alter table kith.fields alter column id set statistics 0;

alter table kith.fields alter column key set statistics 0;

alter table kith.fields alter column name set statistics 0;

alter table kith.fields alter column options set statistics 0;

alter table kith.fields alter column owner_id set statistics 0;

alter table kith.fields alter column type set statistics 0;

alter table kith.fields alter column updated_at set statistics 0;

alter table kith.profiles alter column contact_id set statistics 0;

insert into kith_private.operations (name, resource, verb, scopes, writes, needs_access_token, needs_calendar_secret, needs_all_networks, tagged, read_by, locked_table, locked_column, step_of, replay_check, for_carddav)
select name, resource, verb, scopes, writes, needs_access_token, needs_calendar_secret, needs_all_networks, tagged, read_by, locked_table, locked_column, step_of, replay_check, for_carddav from jsonb_populate_recordset(null::kith_private.operations, '[{"name": "create_field", "verb": "create", "scopes": ["contacts:write"], "tagged": true, "writes": true, "read_by": null, "step_of": null, "resource": "field", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "delete_field", "verb": "delete", "scopes": ["contacts:write"], "tagged": false, "writes": true, "read_by": "get_field", "step_of": null, "resource": "field", "locks_log": true, "for_carddav": false, "locked_table": "kith.fields", "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "get_field", "verb": "get", "scopes": ["contacts:read"], "tagged": true, "writes": false, "read_by": null, "step_of": null, "resource": "field", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "list_fields", "verb": "list", "scopes": ["contacts:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "resource": "field", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "update_field", "verb": "update", "scopes": ["contacts:write"], "tagged": true, "writes": true, "read_by": "get_field", "step_of": null, "resource": "field", "locks_log": true, "for_carddav": false, "locked_table": "kith.fields", "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}]')
on conflict (name) do update set (name, resource, verb, scopes, writes, needs_access_token, needs_calendar_secret, needs_all_networks, tagged, read_by, locked_table, locked_column, step_of, replay_check, for_carddav) = row(excluded.name, excluded.resource, excluded.verb, excluded.scopes, excluded.writes, excluded.needs_access_token, excluded.needs_calendar_secret, excluded.needs_all_networks, excluded.tagged, excluded.read_by, excluded.locked_table, excluded.locked_column, excluded.step_of, excluded.replay_check, excluded.for_carddav);

insert into kith_private.quotas (name, maximum)
select name, maximum from jsonb_populate_recordset(null::kith_private.quotas, '[{"name": "fields", "maximum": 50}]')
on conflict (name) do update set (name, maximum) = row(excluded.name, excluded.maximum);

reset check_function_bodies;
