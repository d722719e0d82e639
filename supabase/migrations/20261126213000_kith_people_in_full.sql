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

ALTER TABLE "kith"."contacts" ADD COLUMN "dates" jsonb NOT NULL DEFAULT '[]'::jsonb;

ALTER TABLE "kith"."profiles" ADD COLUMN "contact_id" uuid;

ALTER TYPE "kith_private"."united_lists" ADD ATTRIBUTE "dates" jsonb CASCADE;

ALTER TYPE "kith_private"."upcoming_item" ADD ATTRIBUTE "dated" jsonb CASCADE;

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

CREATE OR REPLACE FUNCTION kith_private.due_condition(day text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return format($sql$case
    when next_contact_on_utc is null or id = any ((select kith_private.never_due())::uuid[]) then false
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

CREATE OR REPLACE FUNCTION kith_private.feed_birthdays(at_most integer)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  today constant text := to_char(kith_private.today(), 'MM-DD');
  never_due constant uuid[] := kith_private.never_due();
  wanted constant text := (select f.birthdays from kith_private.calendars f);
begin
  return (
    select coalesce(json_agg(json_build_object('id', c.id, 'name', kith_private.shown_name(c), 'birthday', c.birthday,
      'updatedAt', to_char(c.updated_at at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"')) order by c.id), '[]')
    from (
      select * from kith.contacts c where c.birthday is not null and not c.is_archived and c.id <> all (never_due) and wanted <> 'none'
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
  never_due constant uuid[] := kith_private.never_due();
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
        and (item ->> 'kind' in ('death', 'memorial', 'other') or c.id <> all (never_due))
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
  never_due constant uuid[] := kith_private.never_due();
begin
  return (
    select coalesce(json_agg(json_build_object('id', c.id, 'name', kith_private.shown_name(c),
      'day', to_char(least(date '9999-12-31', greatest(c.active_snooze,
        (coalesce(c.last_contacted_at, c.created_at) at time zone zone)::date + c.contact_frequency_days)), 'YYYYMMDD'),
      'updatedAt', to_char(c.updated_at at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"')) order by c.id), '[]')
    from (
      select * from kith.contacts c where c.next_contact_on_utc is not null and not c.is_archived and c.id <> all (never_due)
      order by c.next_contact_on_utc, c.id limit at_most) c);
end
$function$;

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
  filled.dates := merged.dates;
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
  insert into kith.contacts (first_name, last_name, nickname, company, job_title, emails, phones, urls, addresses, birthday, description, is_favorite, is_archived, contact_frequency_days, last_contacted_by_hand, snoozed_until, middle_name, name_prefix, name_suffix, phonetic_first_name, phonetic_last_name, department, pronouns, dates)
  values (given.first_name, given.last_name, given.nickname, given.company, given.job_title, given.emails, given.phones, given.urls, given.addresses, given.birthday, given.description, given.is_favorite, given.is_archived, given.contact_frequency_days, given.last_contacted_by_hand, given.snoozed_until, given.middle_name, given.name_prefix, given.name_suffix, given.phonetic_first_name, given.phonetic_last_name, given.department, given.pronouns, given.dates)
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
  return (earlier.id, earlier.owner_id, earlier.first_name, earlier.last_name, earlier.nickname, earlier.company, earlier.job_title, earlier.emails, earlier.phones, earlier.urls, earlier.addresses, earlier.birthday, earlier.description, earlier.is_favorite, earlier.is_archived, earlier.contact_frequency_days, earlier.last_contacted_by_hand, earlier.photo_path, earlier.created_at, earlier.snoozed_until, earlier.middle_name, earlier.name_prefix, earlier.name_suffix, earlier.phonetic_first_name, earlier.phonetic_last_name, earlier.department, earlier.pronouns, earlier.dates)
    is distinct from (written.id, written.owner_id, written.first_name, written.last_name, written.nickname, written.company, written.job_title, written.emails, written.phones, written.urls, written.addresses, written.birthday, written.description, written.is_favorite, written.is_archived, written.contact_frequency_days, written.last_contacted_by_hand, written.photo_path, written.created_at, written.snoozed_until, written.middle_name, written.name_prefix, written.name_suffix, written.phonetic_first_name, written.phonetic_last_name, written.department, written.pronouns, written.dates);
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

CREATE OR REPLACE FUNCTION kith_private.never_due()
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return array_remove(array(select c.id from kith.contacts c where c.dates @> '[{"kind":"death"}]') || kith_private.own_contact(), null);
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
  return $sql$case when next_contact_on_utc is not null and id <> all ((select kith_private.never_due())::uuid[]) then
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
  return earlier;
end
$function$;

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
  return array[
    'firstName', contact.first_name, 'lastName', contact.last_name, 'nickname', contact.nickname, 'company', contact.company,
    'jobTitle', contact.job_title, 'email', emails, 'phone', phones, 'place', places,
    'middleName', contact.middle_name, 'phoneticFirstName', contact.phonetic_first_name, 'phoneticLastName', contact.phonetic_last_name,
    'department', contact.department, 'namePrefix', contact.name_prefix, 'nameSuffix', contact.name_suffix, 'pronouns', contact.pronouns,
    'description', contact.description, 'street', streets, 'label', labels];
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
  never_due constant uuid[] := kith_private.never_due();
  -- In UTC a contact may be due a day earlier or later than in the time zone, so the first in UTC and two days more have
  -- all that are first in the time zone.
  horizon constant date := least(last_day + 1, 2 + (
    select c.next_contact_on_utc from kith.contacts c
    where not c.is_archived and c.id <> all (never_due) and c.next_contact_on_utc <= last_day + 1 order by c.next_contact_on_utc offset at_most - 1 limit 1));
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
    where not c.is_archived and c.id <> all (never_due) and c.next_contact_on_utc <= horizon and due.day <= last_day
    order by due.day, c.display_name collate "und-x-icu", c.id limit at_most;
  return query
    select celebrated.day, (case when known.dated is null then 3 else 4 end)::smallint, null::timestamptz, known.name, known.id,
      case when known.dated is null then known.since end, known.dated
    from (
      select c.id, c.display_name as name, c.birthday as since, null::jsonb as dated from kith.contacts c
      where not c.is_archived and c.id <> all (never_due) and c.birthday is not null
      union all
      select c.id, c.display_name, item ->> 'date', item from kith.contacts c cross join lateral jsonb_array_elements(c.dates) item
      where not c.is_archived and c.id is distinct from own and c.dates <> '[]' and item ->> 'date' ~ '-\d\d-\d\d$'
        -- Nobody is congratulated who has died.
        and (item ->> 'kind' in ('death', 'memorial', 'other') or c.id <> all (never_due))) known
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
    (first_name, last_name, nickname, company, job_title, emails, phones, urls, addresses, birthday, description, is_favorite, is_archived, contact_frequency_days, last_contacted_by_hand, snoozed_until, middle_name, name_prefix, name_suffix, phonetic_first_name, phonetic_last_name, department, pronouns, dates)
    = (given.first_name, given.last_name, given.nickname, given.company, given.job_title, given.emails, given.phones, given.urls, given.addresses, given.birthday, given.description, given.is_favorite, given.is_archived, given.contact_frequency_days, given.last_contacted_by_hand, given.snoozed_until, given.middle_name, given.name_prefix, given.name_suffix, given.phonetic_first_name, given.phonetic_last_name, given.department, given.pronouns, given.dates)
  where written.id = given.id;
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
  perform kith_private.import_network_names(owner, import), kith_private.import_note_types(owner, import),
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

CREATE VIEW "kith_api"."contacts" WITH (security_invoker=true) AS  SELECT c.id,
    row_to_json(shape.*) AS body
   FROM ((kith.contacts c
     CROSS JOIN LATERAL ( SELECT
                CASE
                    WHEN ((c.contact_frequency_days IS NOT NULL) AND (c.id <> ALL (( SELECT kith_private.never_due() AS never_due)::uuid[]))) THEN LEAST('9999-12-31'::date, GREATEST(c.active_snooze, (((COALESCE(c.last_contacted_at, c.created_at) AT TIME ZONE ( SELECT kith_private.time_zone() AS time_zone)))::date + c.contact_frequency_days)))
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

COMMENT ON COLUMN "kith"."contacts"."dates" IS 'At most 20 {kind, label, date}: anniversary, nameDay, death, memorial or other; YYYY-MM-DD, --MM-DD, YYYY-MM or YYYY; no duplicates.';

COMMENT ON COLUMN "kith"."profiles"."contact_id" IS 'The contact that is the user. It stays here where that contact is deleted, so that undoing the deletion finds it; then the API shows null.';

COMMENT ON FUNCTION "kith_api"."list_contacts"(jsonb) IS 'A page of contacts. Query: search, ids, networkId, hasEmail, hasPhone, company, place, isFavorite, isArchived, needsContact, nextContactBefore, lastContactedBefore, birthdayMonth, dateKind, dateMonth, fields, sort, page, pageSize.';

COMMENT ON FUNCTION "kith_api"."list_upcoming"(jsonb) IS 'Open reminders, contacts, birthdays and other dates by day, the overdue ones first. Query: days, with today, 14 by default; include=names.';

COMMENT ON TYPE "kith_private"."upcoming_item" IS 'A reminder (rank 1), a contact to be in touch with (2), a birthday (3) or another date (4), ordered by day, rank, due_at, name, id. dated: the item of the contact''s dates.';

COMMENT ON VIEW "kith_api"."contacts" IS 'Contacts as the API shows them.';

COMMENT ON VIEW "kith_api"."relationships" IS 'Relationships as the API shows them, as they were written.';

COMMENT ON VIEW "kith_private"."relationship_sides" IS 'Relationships as the API shows them, each from both sides.';

REVOKE ALL ON FUNCTION "kith_private"."are_dates"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."are_dates"(jsonb) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."feed_dates"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."feed_dates"(integer) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."has_odd_items"(jsonb, jsonb, jsonb, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."has_odd_items"(jsonb, jsonb, jsonb, jsonb, jsonb) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."is_partial_date"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."is_partial_date"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."link_own_contact"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."never_due"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."never_due"() TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."own_contact"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."own_contact"() TO "authenticated";

REVOKE ALL ("dates") ON TABLE "kith"."contacts" FROM "authenticated";

GRANT INSERT ("dates"), SELECT ("dates"), UPDATE ("dates") ON TABLE "kith"."contacts" TO "authenticated";

REVOKE ALL ("contact_id") ON TABLE "kith"."profiles" FROM "authenticated";

GRANT INSERT ("contact_id"), SELECT ("contact_id"), UPDATE ("contact_id") ON TABLE "kith"."profiles" TO "authenticated";

GRANT SELECT ON TABLE "kith_api"."contacts" TO "authenticated";

GRANT SELECT ON TABLE "kith_api"."relationships" TO "authenticated";

GRANT SELECT ON TABLE "kith_private"."relationship_sides" TO "authenticated";

ALTER TABLE "kith"."contacts" ADD CONSTRAINT "contacts_dates_check" CHECK (((dates = '[]'::jsonb) OR kith_private.are_dates(dates)));

alter table kith.contacts alter column dates set statistics 0;

alter table kith.profiles alter column contact_id set statistics 0;

reset check_function_bodies;
