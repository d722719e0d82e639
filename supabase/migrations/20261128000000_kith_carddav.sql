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

DROP FUNCTION "kith_private"."book_tag"();

DROP FUNCTION "kith_private"."card_page"(jsonb);

DROP FUNCTION "kith_private"."check_photo_limits"(uuid);

CREATE TABLE "kith_private"."card_photos" ("owner_id" uuid NOT NULL, "path" text NOT NULL, "digest" text NOT NULL, "lines" text, CONSTRAINT "card_photos_lines_check" CHECK ((octet_length(lines) <= 1048576)), CONSTRAINT "card_photos_pkey" PRIMARY KEY (owner_id, path));

ALTER TABLE "kith_private"."card_photos" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "kith_private"."card_photos" OWNER TO "postgres";

CREATE TABLE "kith_private"."card_sequences" ("owner_id" uuid NOT NULL, "contact_id" uuid NOT NULL, "sequence" bigint NOT NULL, "name" text, "deleted_at" timestamp(3) with time zone, CONSTRAINT "card_sequences_pkey" PRIMARY KEY (owner_id, contact_id));

ALTER TABLE "kith_private"."card_sequences" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "kith_private"."card_sequences" OWNER TO "postgres";

ALTER TABLE "kith"."contacts" ADD COLUMN "card" jsonb;

ALTER TABLE "kith_private"."card_photos" ADD COLUMN "bytes" integer GENERATED ALWAYS AS (COALESCE(octet_length(lines), 0)) STORED NOT NULL;

ALTER TABLE "kith_private"."change_logs" ADD COLUMN "purged_cards" bigint NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION kith_api.dav_book(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform kith_private.check_dav_account(arguments);
  return (200, json_build_object('account', kith_private.dav_account(),
    'canWrite', kith_private.has_scope('contacts:write'), 'ownCard', (
      select kith_private.card_name(c) from kith.contacts c where c.id = (select kith_private.own_contact()) and not c.is_archived),
    'tag', case when arguments ? 'withTag' then kith_private.book_tag(arguments) end,
    'token', kith_private.book_token(arguments, kith_private.last_card_sequence())))::kith_api.answer;
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.dav_changes(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  since constant bigint := kith_private.sequence_of_token(arguments, arguments ->> 'token');
  last constant bigint := kith_private.last_card_sequence();
  at_most constant integer := coalesce((arguments ->> 'limit')::integer, 2000000000);
  until bigint;
  changed record;
begin
  perform kith_private.check_dav_account(arguments);
  if since is null then
    return (409, '{}')::kith_api.answer;
  end if;
  until := kith_private.end_of_changes(since, at_most);
  changed := kith_private.changed_cards(since, until);
  return kith_private.card_page(arguments, changed.ids, jsonb_build_object(
    'token', kith_private.book_token(arguments, case when until < last then until else last end), 'isCut', until < last)
    || case when not arguments ? 'after' then jsonb_build_object('gone', changed.gone) else '{}' end);
end
$function$;

ALTER FUNCTION "kith_api"."dav_changes"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.dav_delete(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  contact constant kith.contacts := kith_private.contact_of_card(arguments);
begin
  if not coalesce(arguments -> 'progress', '{}') ? 'activityId' then
    perform kith_private.check_card(arguments, contact);
  end if;
  if contact.id is null or contact.is_archived then
    perform kith_private.not_found();
  end if;
  return kith_api.delete_contact(arguments || jsonb_build_object('id', contact.id));
end
$function$;

ALTER FUNCTION "kith_api"."dav_delete"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.dav_group(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  named uuid;
begin
  perform kith_private.check_dav_account(arguments);
  if not kith_private.has_all_networks() then
    perform kith_private.fail('insufficient_scope', 'This API key is limited to networks, so it cannot change who belongs to them.');
  end if;
  named := (kith_private.networks_of_names(jsonb_build_array(arguments -> 'network')))[1];
  insert into kith.contact_networks (contact_id, network_id)
  select c.id, named
  from kith.contacts c
  where c.id = any (array(
      select k.id from kith.contacts k
      where k.owner_id = (select auth.uid()) and k.card is not null and k.card ->> 'uid' in (select jsonb_array_elements_text(arguments -> 'uids')))
    || array(
      select kith_private.as_uuid(given) from jsonb_array_elements_text(arguments -> 'uids') given))
    and 100 > (select count(*) from kith.contact_networks m where m.contact_id = c.id)
  on conflict do nothing;
  return (200, '{}')::kith_api.answer;
end
$function$;

ALTER FUNCTION "kith_api"."dav_group"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.dav_list(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform kith_private.check_dav_account(arguments);
  return kith_private.card_page(arguments, null, case when arguments ? 'withTag' then jsonb_build_object('tag', kith_private.book_tag(arguments),
    'token', kith_private.book_token(arguments, kith_private.last_card_sequence())) else '{}' end);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.dav_photo(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  contact constant kith.contacts := kith_private.contact_of_card(arguments);
begin
  if contact.id is null then
    perform kith_private.not_found();
  end if;
  perform kith_private.set_card_photo(contact.id, arguments -> 'picture');
  perform kith_private.keep_card(contact.id, arguments);
  return kith_private.card_page(arguments, array[contact.id]);
end
$function$;

ALTER FUNCTION "kith_api"."dav_photo"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.dav_put(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  given jsonb := arguments -> 'body';
  contact kith.contacts := kith_private.contact_of_card(arguments);
  is_new constant boolean := contact.id is null or contact.is_archived;
  names constant text[] := '{firstName,lastName,nickname,company}';
  same_uid constant uuid[] := kith_private.contacts_with_card(auth.uid(), null, arguments ->> 'uid');
  other text;
  photo jsonb;
  answer kith_api.answer;
begin
  perform kith_private.check_card(arguments, contact);
  other := (
    select min(kith_private.card_name(c)) from kith.contacts c
    where c.id = any (same_uid) and c.id is distinct from contact.id);
  if other is not null then
    return (409, json_build_object('name', other))::kith_api.answer;
  end if;
  -- Whom a card has no name for keeps the one that they have.
  if jsonb_strip_nulls(given) - names = jsonb_strip_nulls(given) then
    given := case when contact.id is null then given || '{"nickname":"No name"}' else given - names end;
  end if;
  if contact.id is null then
    contact.id := case when kith_private.has_all_networks() then kith_private.insert_row(kith_private.contact_of(given, null))
      else kith_private.insert_contact_in_networks(given) end;
  else
    perform kith_private.update_row(kith_private.contact_of(given || '{"isArchived":false}', contact));
  end if;
  -- Only a card that had networks before can say that there are none any more: some programs do not know them.
  perform kith_private.join_networks_of_card(contact.id, case
    when arguments -> 'networks' = 'null' and contact.card ->> 'text' ~* '(^|[\n.])CATEGORIES[;:]' then '[]' else arguments -> 'networks' end);
  photo := kith_private.photo_of_card(contact.id, contact.photo_path, arguments);
  perform kith_private.keep_card(contact.id, arguments);
  answer := kith_private.card_page(arguments, array[contact.id], photo);
  answer.status := case when is_new then 201 else 200 end;
  return answer;
end
$function$;

ALTER FUNCTION "kith_api"."dav_put"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.dav_read(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform kith_private.check_dav_account(arguments);
  return kith_private.card_page(arguments, array_remove(kith_private.contacts_of_cards(coalesce(arguments -> 'names', '[]')), null));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.book_tag(arguments jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_sort TO 'off'
 SET jit TO 'off'
AS $function$
declare
  people text;
  networks text;
begin
  if kith_private.has_all_networks() then
    return kith_private.book_token(arguments, kith_private.last_card_sequence());
  end if;
  perform kith_private.set_reads_list(true);
  select string_agg(c.id::text || extract(epoch from c.updated_at), ',' order by c.id) into people
  from kith.contacts c where not c.is_archived;
  perform kith_private.set_reads_list(false);
  select string_agg(n.id::text || n.name, ',' order by n.id) into networks from kith.networks n;
  return kith_private.tag(concat_ws(';', arguments ->> 'writer', people, networks));
end
$function$;

ALTER FUNCTION "kith_private"."book_tag"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.book_token(arguments jsonb, sequence bigint)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return 'data:,' || sequence || '-' || left(kith_private.tag(concat_ws(' ', auth.uid(), arguments ->> 'writer')), 8);
end
$function$;

ALTER FUNCTION "kith_private"."book_token"(jsonb, bigint) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.card_ids(ids uuid[], after uuid, at_most integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_sort TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  before_all constant uuid := '00000000-0000-0000-0000-000000000000';
  found_ids uuid[];
begin
  perform kith_private.set_reads_list(ids is null);
  if ids is null then
    found_ids := array(select c.id from kith.contacts c where not c.is_archived and c.id > coalesce(after, before_all) order by c.id limit at_most);
  else
    found_ids := array(select c.id from kith.contacts c where not c.is_archived and c.id = any (ids) order by c.id);
  end if;
  perform kith_private.set_reads_list(false);
  return found_ids;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.card_line(arguments jsonb, c kith.contacts, networks text[], photo text)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return jsonb_strip_nulls(jsonb_build_object('id', c.id, 'name', kith_private.card_name(c), 'uid', c.card ->> 'uid', 'hasPhoto', c.photo_path is not null,
    'tag', kith_private.card_tag(arguments, c, networks), 'photo', photo))
    || case when arguments ? 'withText' and c.card ? 'text' then (c.card - '{name,uid,state}'::text[])
      || jsonb_build_object('isCurrent', c.card ->> 'state' = kith_private.card_state(c, networks)) else '{}' end;
end
$function$;

ALTER FUNCTION "kith_private"."card_line"(jsonb, kith.contacts, text[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.card_lines(arguments jsonb, ids uuid[])
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select string_agg('cards ' || kith_private.card_line(arguments, c.contact, array(
      select n.name from kith.contact_networks m join kith.networks n on n.owner_id = m.owner_id and n.id = m.network_id
      where m.owner_id = (c.contact).owner_id and m.contact_id = (c.contact).id order by m.network_id),
      case when arguments ? 'withText' then (
        select p.lines from kith_private.card_photos p
        where p.owner_id = (c.contact).owner_id and p.path = (c.contact).photo_path) end)::text, E'\n' order by listed.position)
    from unnest(ids) with ordinality as listed (id, position)
    cross join lateral (select k as contact from kith.contacts k where k.id = listed.id offset 0) c);
end
$function$;

ALTER FUNCTION "kith_private"."card_lines"(jsonb, uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.card_name(contact kith.contacts)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return coalesce(contact.card ->> 'name', contact.id || '.vcf');
end
$function$;

ALTER FUNCTION "kith_private"."card_name"(kith.contacts) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.card_page(arguments jsonb, asked uuid[], head jsonb DEFAULT '{}'::jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  most_rows constant integer := 2000;
  most_bytes constant integer := 4194304;
  -- Texts may have photos in them.
  portion constant integer := case when arguments ? 'withText' then 25 else 100 end;
  after uuid := arguments ->> 'after';
  named uuid[] := array(select id from unnest(asked) id where after is null or id > after order by id limit most_rows + portion);
  ids uuid[];
  shown uuid[] := '{}';
  lines text[] := '{}';
  bytes integer := 0;
  more text;
  has_more boolean;
begin
  loop
    if asked is null then
      ids := kith_private.card_ids(null, after, portion);
      has_more := cardinality(ids) = portion;
      after := ids[portion];
    else
      ids := kith_private.card_ids(named[: portion], null, portion);
      has_more := cardinality(named) > portion;
      after := named[portion];
      named := named[portion + 1 :];
    end if;
    more := concat_ws(E'\n', kith_private.card_lines(arguments, ids),
      case when arguments ? 'withPeople' then kith_private.export_lines('contacts', ids) end);
    lines := lines || case when more <> '' then array[more] else '{}' end;
    shown := shown || ids;
    bytes := bytes + octet_length(more);
    exit when not has_more or cardinality(shown) >= most_rows or bytes >= most_bytes;
  end loop;
  if cardinality(shown) > 0 and arguments ? 'withPeople' then
    more := kith_private.export_lines('networks', array(
      select distinct m.network_id from kith.contact_networks m where m.contact_id = any (shown)));
    lines := case when more is not null then array[more] else '{}' end || lines;
  end if;
  return (200, array_to_string(array[(jsonb_build_object(
    'next', case when has_more then jsonb_build_object('after', after) end,
    'account', kith_private.dav_account(), 'canWrite', kith_private.has_scope('contacts:write')) || head)::text] || lines, E'\n'))::kith_api.answer;
end
$function$;

ALTER FUNCTION "kith_private"."card_page"(jsonb, uuid[], jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.card_state(c kith.contacts, networks text[])
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return kith_private.tag((c.first_name, c.last_name, c.nickname, c.company, c.job_title, c.emails, c.phones, c.urls, c.addresses, c.birthday,
    c.description, c.middle_name, c.name_prefix, c.name_suffix, c.phonetic_first_name, c.phonetic_last_name, c.department, c.pronouns, c.dates,
    c.vcard_lines, c.photo_path, networks)::text);
end
$function$;

ALTER FUNCTION "kith_private"."card_state"(kith.contacts, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.card_tag(arguments jsonb, contact kith.contacts, networks text[])
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return kith_private.tag(concat_ws(' ', arguments ->> 'writer', contact.id, kith_private.card_state(contact, networks), contact.card ->> 'uid',
    contact.card ->> 'text'));
end
$function$;

ALTER FUNCTION "kith_private"."card_tag"(jsonb, kith.contacts, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.changed_cards(since bigint, until bigint, OUT ids uuid[], OUT gone text[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
begin
  if not kith_private.has_all_networks() or not kith_private.has_scope('contacts:read') then
    return;
  end if;
  select coalesce(array_agg(s.contact_id) filter (where c.is_there), '{}'),
    coalesce(array_agg(distinct coalesce(c.name, s.name, s.contact_id || '.vcf')) filter (where c.is_there is not true), '{}')
  into ids, gone
  from kith_private.card_sequences s
  left join lateral (
    select not k.is_archived as is_there, kith_private.card_name(k) as name from kith.contacts k
    where k.owner_id = s.owner_id and k.id = s.contact_id offset 0) c on true
  where s.owner_id = (select auth.uid()) and s.sequence > since and s.sequence <= until;
  -- Another contact may have the name by now.
  gone := array(
    select name from unnest(gone) name
    where not exists (
      select from kith.contacts k where k.owner_id = (select auth.uid()) and k.card is not null and k.card ->> 'name' = name and not k.is_archived));
end
$function$;

ALTER FUNCTION "kith_private"."changed_cards"(bigint, bigint) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.check_card(arguments jsonb, contact kith.contacts)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  is_there constant boolean := contact.id is not null and not contact.is_archived;
begin
  if arguments ? 'ifNoCard' and is_there or arguments ? 'ifCard' and not coalesce(is_there and (
    arguments -> 'ifCard' ? '*' or arguments -> 'ifCard' ? kith_private.card_tag(arguments, contact, kith_private.network_names(contact))), false)
  then
    perform kith_private.fail('precondition_failed');
  end if;
end
$function$;

ALTER FUNCTION "kith_private"."check_card"(jsonb, kith.contacts) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.check_contact_limits(contact uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not kith_private.has_scope('contacts:write') or not (kith_private.has_all_networks() or exists (
    select from kith.contact_networks m
    where m.owner_id = (select auth.uid()) and m.contact_id = contact and m.network_id = any ((select kith_private.key_networks())::uuid[])))
  then
    perform kith_private.not_found();
  end if;
end
$function$;

ALTER FUNCTION "kith_private"."check_contact_limits"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.columns_to_restore(logged kith_private.restorable_table, change kith_private.changes, current jsonb, OUT columns jsonb, OUT conflicts jsonb[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  item record;
  reason text;
begin
  columns := '{}';
  conflicts := '{}';
  for item in
    select b.key as name, b.value as was, change.after -> b.key as became, current -> b.key as now
    from jsonb_each(change.before) b where b.key <> 'updated_at' and (change.action = 'delete' or current ? b.key)
  loop
    if change.action = 'update' and (kith_private.is_same_value(item.now, item.was)
      -- It follows from dueAt and recurrence, for which there is a conflict where there is one.
      or item.name = 'recurrence_start' and not kith_private.is_same_value(item.now, item.became))
    then
      continue; -- it is restored already
    end if;
    if change.action = 'update' and item.name = 'contact_ids' then
      item.was := kith_private.contacts_to_restore(change, item.now);
      continue when item.was = item.now;
      item.became := case when item.was is not null then item.now end;
    end if;
    -- The text that a phone sent since stays, and is not taken for the contact's any more.
    continue when item.name = 'card' and change.action = 'update' and not kith_private.is_same_value(item.now, item.became);
    reason := case
      when change.action = 'update' and not kith_private.is_same_value(item.now, item.became) then 'changed'
      -- Rows that refer to one another come back together: see without_missing_next.
      when (logged.refers ? item.name or item.name = 'name') and (change.action = 'update' or logged.refers ->> item.name is distinct from logged.source) then
        kith_private.restore_refusal(logged, change, item.name, item.was) end;
    if reason is null then
      columns := columns || jsonb_build_object(item.name, item.was);
    else
      conflicts := conflicts || kith_private.conflict(change, item.name, reason);
    end if;
  end loop;
  if change.action = 'delete' then
    columns := columns || jsonb_build_object('updated_at', now());
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.contact_of_card(arguments jsonb)
 RETURNS kith.contacts
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  named constant uuid[] := kith_private.contacts_of_cards(jsonb_build_array(arguments -> 'name'));
  contact kith.contacts;
begin
  perform kith_private.check_dav_account(arguments);
  select c.* into contact from kith.contacts c where c.id = named[1] for update;
  return contact;
end
$function$;

ALTER FUNCTION "kith_private"."contact_of_card"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.contacts_of_cards(names jsonb)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return array(
    select coalesce(
      -- Not in the order of ids, for which Postgres would read all contacts of the owner.
      (select min(c.id::text)::uuid from (
        select k.id from kith.contacts k where k.owner_id = (select auth.uid()) and k.card is not null and k.card ->> 'name' = given.name offset 0) c),
      (select c.id from kith.contacts c
        where c.id = kith_private.as_uuid(substring(given.name from '^(.{36})\.vcf$')) and c.card ->> 'name' is null))
    from jsonb_array_elements_text(names) with ordinality given (name, place) order by given.place);
end
$function$;

ALTER FUNCTION "kith_private"."contacts_of_cards"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.contacts_with_card(owner uuid, name text, uid text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return array(
    select c.id from kith.contacts c where c.owner_id = owner and c.card is not null and c.card ->> 'name' = contacts_with_card.name
    union select c.id from kith.contacts c where c.owner_id = owner and c.card is not null and c.card ->> 'uid' = contacts_with_card.uid
    union select c.id from kith.contacts c
    where c.owner_id = owner and c.id = kith_private.as_uuid(substring(contacts_with_card.name from '^(.{36})\.vcf$')) and c.card ->> 'name' is null
    union select c.id from kith.contacts c
    where c.owner_id = owner and c.id = kith_private.as_uuid(contacts_with_card.uid) and c.card ->> 'uid' is null);
end
$function$;

ALTER FUNCTION "kith_private"."contacts_with_card"(uuid, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.create_upload_path(contact uuid, extension text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  path constant text := 'uploads/' || gen_random_uuid() || '.' || extension;
begin
  perform kith_private.check_contact_limits(contact);
  perform pg_advisory_xact_lock(hashtextextended('kith.photo_uploads:' || (select auth.uid()), 0));
  perform kith_private.check_upload_quotas(auth.uid());
  insert into kith_private.photo_uploads (path, contact_id) values (path, contact);
  return path;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.delete_log()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from kith_private.changes c where c.owner_id = old.owner_id;
  delete from kith_private.change_sets s where s.owner_id = old.owner_id;
  delete from kith_private.card_sequences s where s.owner_id = old.owner_id;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.end_of_changes(since bigint, at_most integer)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  beyond constant bigint := (
    select s.sequence from kith_private.card_sequences s
    where s.owner_id = (select auth.uid()) and s.sequence > since order by s.sequence offset at_most limit 1);
begin
  return coalesce((
    select s.sequence from kith_private.card_sequences s
    where s.owner_id = (select auth.uid()) and s.sequence > since and s.sequence < beyond order by s.sequence desc limit 1),
    beyond, kith_private.last_card_sequence());
end
$function$;

ALTER FUNCTION "kith_private"."end_of_changes"(bigint, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.forget_card_photos(paths text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from kith_private.card_photos p
  using unnest(paths) removed (path)
  where removed.path ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/' and p.owner_id = left(removed.path, 36)::uuid and p.path = removed.path;
end
$function$;

ALTER FUNCTION "kith_private"."forget_card_photos"(text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.join_networks_of_card(contact uuid, names jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(names) = 'array' and kith_private.has_all_networks() and kith_private.has_scope('networks:read') then
    perform kith_private.change_networks(contact, jsonb_build_object('networkIds', to_jsonb(kith_private.networks_of_names(names))));
  end if;
end
$function$;

ALTER FUNCTION "kith_private"."join_networks_of_card"(uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.keep_card(contact uuid, arguments jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  written constant kith.contacts := (select c from kith.contacts c where c.id = contact);
begin
  perform kith_private.set_card(contact, jsonb_strip_nulls(jsonb_build_object('name', arguments -> 'name', 'uid', arguments -> 'uid',
    'state', kith_private.card_state(written, kith_private.network_names(written))) || coalesce(nullif(arguments -> 'card', 'null'), '{}')));
end
$function$;

ALTER FUNCTION "kith_private"."keep_card"(uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.last_card_sequence()
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not kith_private.has_all_networks() then
    return null;
  end if;
  return greatest(
    (select s.sequence from kith_private.card_sequences s where s.owner_id = (select auth.uid()) order by s.sequence desc limit 1),
    (select l.purged_cards from kith_private.change_logs l where l.owner_id = (select auth.uid())), 0);
end
$function$;

ALTER FUNCTION "kith_private"."last_card_sequence"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.leave_taken_card()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if kith_private.contacts_with_card(new.owner_id, kith_private.card_name(new), coalesce(new.card ->> 'uid', new.id::text)) <> '{}' then
    new.card := jsonb_build_object('name', gen_random_uuid() || '.vcf', 'uid', gen_random_uuid());
  end if;
  return new;
end
$function$;

ALTER FUNCTION "kith_private"."leave_taken_card"() OWNER TO "postgres";

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
    before, after, tg_op <> 'UPDATE' or after - '{updated_at,next_id,card}'::text[] <> '{}', state.total_bytes);
  perform kith_private.set_setting('change_set', state::text);
  return null;
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
    where k.name not in ('id', 'created_at', 'updated_at', 'recurrence_start', 'card') and before -> k.name is distinct from after -> k.name
      and (change.action = 'update' or coalesce(after -> k.name, before -> k.name) not in ('[]', '{}', 'false', 'null')));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.network_names(c kith.contacts)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return array(
    select n.name from kith.contact_networks m join kith.networks n on n.owner_id = m.owner_id and n.id = m.network_id
    where m.owner_id = c.owner_id and m.contact_id = c.id order by m.network_id);
end
$function$;

ALTER FUNCTION "kith_private"."network_names"(kith.contacts) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.networks_of_names(names jsonb)
 RETURNS uuid[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if kith_private.has_scope('networks:write') then
    insert into kith.networks (name)
    select given.name from jsonb_array_elements_text(names) with ordinality given (name, place)
    where not exists (
      select from kith.networks n where n.owner_id = (select auth.uid()) and lower(n.name collate "und-x-icu") = lower(given.name collate "und-x-icu"))
    order by given.place;
  end if;
  return array(
    select n.id from kith.networks n
    where n.owner_id = (select auth.uid()) and lower(n.name collate "und-x-icu") in (
      select lower(given collate "und-x-icu") from jsonb_array_elements_text(names) given));
end
$function$;

ALTER FUNCTION "kith_private"."networks_of_names"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.note_cards(owners uuid[], contacts uuid[], names text[] DEFAULT NULL::text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
begin
  insert into kith_private.card_sequences as s (owner_id, contact_id, sequence, name, deleted_at)
  select distinct on (touched.owner_id, touched.id) touched.owner_id, touched.id, logged.number, touched.name, case when names is not null then now() end
  from unnest(owners, contacts, names) touched (owner_id, id, name)
  cross join lateral (
    select c.number from kith_private.change_sets c where c.owner_id = touched.owner_id order by c.number desc limit 1) logged
  on conflict (owner_id, contact_id) do update set sequence = excluded.sequence, name = coalesce(excluded.name, s.name),
    deleted_at = coalesce(excluded.deleted_at, s.deleted_at)
  where (s.sequence, s.deleted_at) is distinct from (excluded.sequence, coalesce(excluded.deleted_at, s.deleted_at));
end
$function$;

ALTER FUNCTION "kith_private"."note_cards"(uuid[], uuid[], text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.note_changed_cards()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owners uuid[];
  ids uuid[];
  names text[];
begin
  if current_setting('kith.deleting_account', true) = 'on' then
    return null;
  end if;
  case tg_table_name || ' ' || tg_op
    when 'contacts INSERT' then
      select array_agg(w.owner_id), array_agg(w.id) into owners, ids from written w;
      -- One that is brought back is not gone any more.
      update kith_private.card_sequences s set name = null, deleted_at = null
      from unnest(owners, ids) back (owner_id, id)
      where s.owner_id = back.owner_id and s.contact_id = back.id and s.deleted_at is not null;
    when 'contacts UPDATE' then
      select array_agg(w.owner_id), array_agg(w.id) into owners, ids
      from written w join earlier e on e.owner_id = w.owner_id and e.id = w.id
      where kith_private.shown_in_book(w) <> kith_private.shown_in_book(e);
    when 'contacts DELETE' then
      select array_agg(e.owner_id), array_agg(e.id), array_agg(kith_private.card_name(e)) into owners, ids, names from earlier e;
    when 'contact_networks INSERT' then
      select array_agg(w.owner_id), array_agg(w.contact_id) into owners, ids from written w;
    when 'contact_networks DELETE' then
      select array_agg(e.owner_id), array_agg(e.contact_id) into owners, ids from earlier e;
    when 'networks UPDATE' then
      select array_agg(m.owner_id), array_agg(m.contact_id) into owners, ids
      from written w join earlier e on e.owner_id = w.owner_id and e.id = w.id and e.name <> w.name
      join kith.contact_networks m on m.owner_id = w.owner_id and m.network_id = w.id;
  end case;
  if ids is not null then
    perform kith_private.note_cards(owners, ids, names);
  end if;
  -- Counting them takes long: one deletion in twenty does it.
  if names is not null and (select c.number from kith_private.change_sets c where c.owner_id = owners[1] order by c.number desc limit 1) % 20 = 0 then
    perform kith_private.purge_card_sequences(owners[1]);
  end if;
  return null;
end
$function$;

ALTER FUNCTION "kith_private"."note_changed_cards"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.photo_of_card(contact uuid, path text, arguments jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  known constant kith_private.card_photos := (
    select p from kith_private.card_photos p where p.owner_id = (select auth.uid()) and p.path = photo_of_card.path);
begin
  if jsonb_typeof(arguments -> 'picture') = 'object' and known.digest is distinct from arguments #>> '{picture,digest}' then
    return jsonb_build_object('photoPath',
      concat(auth.uid(), '/', contact, '/', gen_random_uuid(), '.', arguments #>> '{picture,extension}'));
  elsif jsonb_typeof(arguments -> 'picture') = 'object' then
    return jsonb_build_object('hasOtherLines', kith_private.tag(known.lines) is distinct from arguments #>> '{picture,linesTag}');
  elsif known.lines is not null and arguments ? 'ifCard' and not arguments ? 'hasOtherPicture' then
    perform kith_private.set_photo(contact, null);
  end if;
  return '{}';
end
$function$;

ALTER FUNCTION "kith_private"."photo_of_card"(uuid, text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.photos_to_remove(account uuid DEFAULT NULL::uuid)
 RETURNS text[]
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  most constant integer := 500;
  looked_at constant integer := 2000;
  sweep kith_private.photo_sweep;
  names text[];
  unnamed text[];
begin
  if account is not null then
    names := array(
      select o.name from storage.objects o
      where o.bucket_id = 'kith-photos' and o.name ~>=~ (account || '/') and o.name ~<~ (account || '0'));
    unnamed := array(select p.path from kith_private.unnamed_photos(names) p (path) limit most);
    perform kith_private.forget_card_photos(unnamed);
    return unnamed;
  end if;
  if not exists (select from kith_private.photo_sweep) then
    insert into kith_private.photo_sweep default values on conflict do nothing;
  end if;
  select s.* into sweep from kith_private.photo_sweep s
  where s.swept_at is null or s.swept_at < now() - interval '1 minute' for update skip locked;
  if not found then
    return '{}';
  end if;
  with expired as (
    select u.owner_id, u.path from kith_private.photo_uploads u
    where u.created_at < now() - interval '3 hours' and (u.attached or u.created_at < now() - interval '1 day')
    limit 1000 for update skip locked)
  delete from kith_private.photo_uploads u using expired e where u.owner_id = e.owner_id and u.path = e.path;
  names := array(
    select o.name from storage.objects o where o.bucket_id = 'kith-photos' and o.name > sweep.last_name order by o.name limit looked_at);
  unnamed := array(select p.path from kith_private.unnamed_photos(names) p (path) limit most);
  perform kith_private.forget_card_photos(unnamed);
  update kith_private.photo_sweep s set swept_at = now(), last_name = case
    when cardinality(unnamed) = most then unnamed[most] when cardinality(names) = looked_at then names[looked_at] else '' end;
  return unnamed;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.purge_card_sequences(owner uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  last constant timestamptz := greatest(now() - interval '1 year', (
    select s.deleted_at from kith_private.card_sequences s
    where s.owner_id = owner and s.deleted_at is not null order by s.deleted_at desc offset 200000 limit 1));
  purged bigint;
begin
  with gone as (
    delete from kith_private.card_sequences s where s.owner_id = owner and s.deleted_at <= last returning s.sequence)
  select max(g.sequence) into purged from gone g;
  update kith_private.change_logs l set purged_cards = greatest(l.purged_cards, purged) where l.owner_id = owner and purged is not null;
end
$function$;

ALTER FUNCTION "kith_private"."purge_card_sequences"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.purged_cards()
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce((select l.purged_cards from kith_private.change_logs l where l.owner_id = (select auth.uid())), 0);
end
$function$;

ALTER FUNCTION "kith_private"."purged_cards"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.reserve_photo(contact uuid, upload text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reserved text;
begin
  perform kith_private.check_contact_limits(contact);
  update kith_private.photo_uploads u
  set photo_path = concat(u.owner_id, '/', contact, '/', gen_random_uuid(), '.', split_part(u.path, '.', 2))
  where u.path = upload and u.owner_id = (select auth.uid()) and u.contact_id = contact and not u.attached
  returning u.photo_path into reserved;
  return reserved;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.sequence_of_token(arguments jsonb, token text)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  sequence constant bigint := substring(token from '^data:,([0-9]{1,18})-[0-9a-f]{8}$');
begin
  return case when token = kith_private.book_token(arguments, sequence) and sequence between kith_private.purged_cards() and kith_private.last_card_sequence()
    then sequence end;
end
$function$;

ALTER FUNCTION "kith_private"."sequence_of_token"(jsonb, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.set_card(contact uuid, card jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner constant uuid := auth.uid();
  same constant uuid[] := kith_private.contacts_with_card(owner, card ->> 'name', card ->> 'uid');
begin
  perform kith_private.check_contact_limits(contact);
  update kith.contacts c set card = set_card.card where c.id = contact and c.owner_id = owner;
  update kith.contacts c set card = coalesce(c.card, '{}') || jsonb_build_object('name', gen_random_uuid() || '.vcf', 'uid', gen_random_uuid())
  where c.owner_id = owner and c.id = any (same) and c.id <> contact;
end
$function$;

ALTER FUNCTION "kith_private"."set_card"(uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.set_card_photo(contact uuid, photo jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner constant uuid := auth.uid();
begin
  perform kith_private.check_contact_limits(contact);
  perform kith_private.check_photo_bytes(owner);
  if photo ->> 'path' not like owner || '/' || contact || '/%' then
    perform kith_private.fail('invalid_photo_path');
  end if;
  update kith.contacts c set photo_path = photo ->> 'path' where c.owner_id = owner and c.id = contact;
  insert into kith_private.card_photos (owner_id, path, digest, lines)
  values (owner, photo ->> 'path', photo ->> 'digest', case
    when octet_length(photo ->> 'lines') + (select coalesce(sum(p.bytes), 0) from kith_private.card_photos p where p.owner_id = owner)
      <= (select q.maximum from kith_private.quotas q where q.name = 'card_photo_bytes') then photo ->> 'lines' end);
end
$function$;

ALTER FUNCTION "kith_private"."set_card_photo"(uuid, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.set_photo(contact uuid, path text, upload text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform kith_private.check_contact_limits(contact);
  if path is not null then
    update kith_private.photo_uploads u set attached = true, photo_path = null
    where u.path = upload and u.owner_id = (select auth.uid()) and u.contact_id = contact and u.photo_path = set_photo.path and not u.attached;
    if not found then
      perform kith_private.fail('invalid_photo_path');
    end if;
  end if;
  update kith.contacts c set photo_path = set_photo.path where c.id = contact and c.owner_id = (select auth.uid());
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.shown_in_book(c kith.contacts)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return concat_ws(' ', c.is_archived, kith_private.card_state(c, '{}'), c.card);
end
$function$;

ALTER FUNCTION "kith_private"."shown_in_book"(kith.contacts) OWNER TO "postgres";

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
    where b.key not in ('updated_at', 'completed_at', 'recurrence_start', 'card') and not kith_private.is_same_value(b.value, current -> b.key)
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
        and not kith_private.is_same_value(current -> a.name, change.after -> a.name));
    if undone.conflicts = '{}' and kith_private.what_refers_to(change) is not null then
      -- A network or note type that came with other things, as in an import, stays where others use it by now.
      if logged.has_unique_name and exists (
        select from kith_private.changes c
        where c.owner_id = change.owner_id and c.set_number = change.set_number and c.action = 'create'
          and c.resource not in (change.resource, 'membership'))
      then
        return undone;
      end if;
      undone.conflicts := array[kith_private.conflict(change, kith_private.what_refers_to(change), 'in_use')];
    end if;
    undone.is_written := undone.conflicts = '{}';
  else
    plan := kith_private.columns_to_restore(logged, change, current);
    undone.columns := plan.columns;
    undone.conflicts := plan.conflicts;
    undone.is_written := change.action = 'update' or undone.conflicts = '{}';
  end if;
  return undone;
end
$function$;

ALTER TABLE "kith_private"."card_photos" ADD CONSTRAINT "card_photos_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES auth.users(id) ON DELETE CASCADE;

CREATE INDEX contacts_card_name_idx ON kith.contacts USING btree (owner_id, ((card ->> 'name'::text))) WHERE (card IS NOT NULL);

CREATE INDEX contacts_card_uid_idx ON kith.contacts USING btree (owner_id, ((card ->> 'uid'::text))) WHERE (card IS NOT NULL);

CREATE INDEX card_sequences_deleted_at_idx ON kith_private.card_sequences USING btree (owner_id, deleted_at) WHERE (deleted_at IS NOT NULL);

CREATE INDEX card_sequences_sequence_idx ON kith_private.card_sequences USING btree (owner_id, sequence);

CREATE TRIGGER note_joined_cards AFTER INSERT ON kith.contact_networks REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION kith_private.note_changed_cards();

CREATE TRIGGER note_left_cards AFTER DELETE ON kith.contact_networks REFERENCING OLD TABLE AS earlier FOR EACH STATEMENT EXECUTE FUNCTION kith_private.note_changed_cards();

CREATE TRIGGER leave_taken_card BEFORE INSERT ON kith.contacts FOR EACH ROW WHEN (((new.card IS NOT NULL) OR kith_private.is_restoring())) EXECUTE FUNCTION kith_private.leave_taken_card();

CREATE TRIGGER note_changed_cards AFTER UPDATE ON kith.contacts REFERENCING OLD TABLE AS earlier NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION kith_private.note_changed_cards();

CREATE TRIGGER note_gone_cards AFTER DELETE ON kith.contacts REFERENCING OLD TABLE AS earlier FOR EACH STATEMENT EXECUTE FUNCTION kith_private.note_changed_cards();

CREATE TRIGGER note_made_cards AFTER INSERT ON kith.contacts REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION kith_private.note_changed_cards();

CREATE TRIGGER note_cards AFTER UPDATE ON kith.networks REFERENCING OLD TABLE AS earlier NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION kith_private.note_changed_cards();

CREATE POLICY "Limited keys read the photos in cards that they see" ON "kith_private"."card_photos" AS RESTRICTIVE FOR SELECT TO "kith_limited" USING ((( SELECT kith_private.has_scope('contacts:read'::text) AS has_scope) AND (( SELECT kith_private.has_all_networks() AS has_all_networks) OR (EXISTS ( SELECT
   FROM kith.contacts c
  WHERE ((c.owner_id = card_photos.owner_id) AND (c.photo_path = card_photos.path))
 OFFSET 0)))));

CREATE POLICY "Owners read the photos of their cards" ON "kith_private"."card_photos" FOR SELECT TO "authenticated" USING ((( SELECT kith_private.owner_id() AS owner_id) = owner_id));

CREATE POLICY "No client reaches the sequences of cards" ON "kith_private"."card_sequences" FOR ALL TO "authenticated" USING (false);

COMMENT ON COLUMN "kith"."contacts"."card" IS 'The card as a phone sent it: its name and UID in the address book, its text, and of what state of the contact it is. Null where none did.';

COMMENT ON COLUMN "kith_private"."card_photos"."bytes" IS 'Derived: bytes of the lines.';

COMMENT ON COLUMN "kith_private"."card_photos"."digest" IS 'SHA-256 of what is in the card, by which a client is known to send it back.';

COMMENT ON COLUMN "kith_private"."card_photos"."lines" IS 'A property PHOTO of a vCard with its folded lines; at most 1 MiB. Null where cards do not get it.';

COMMENT ON COLUMN "kith_private"."card_photos"."owner_id" IS 'Whose photo it is.';

COMMENT ON COLUMN "kith_private"."card_photos"."path" IS 'The path of the photo in the bucket, as in photo_path of the contact.';

COMMENT ON COLUMN "kith_private"."card_sequences"."contact_id" IS 'The contact, which may be deleted.';

COMMENT ON COLUMN "kith_private"."card_sequences"."deleted_at" IS 'When the contact was deleted; kept for a year, and at most 200,000 of an account.';

COMMENT ON COLUMN "kith_private"."card_sequences"."name" IS 'The name that the card had, where the contact is deleted.';

COMMENT ON COLUMN "kith_private"."card_sequences"."owner_id" IS 'Whose contact it is.';

COMMENT ON COLUMN "kith_private"."card_sequences"."sequence" IS 'Number of the change set.';

COMMENT ON COLUMN "kith_private"."change_logs"."purged_cards" IS 'The last sequence in card_sequences of a card that was deleted and is forgotten.';

COMMENT ON FUNCTION "kith_api"."dav_book"(jsonb) IS 'The account as addresses have it, whether the address book may be written, and its sync token; withTag its tag. Another account is not found.';

COMMENT ON FUNCTION "kith_api"."dav_changes"(jsonb) IS 'The cards that have changed since a sync token, and the names of those that are gone; 409 for a token that is not known. limit: of cards, which is exceeded where one request changed more. after: where the page begins. Another account is not found.';

COMMENT ON FUNCTION "kith_api"."dav_delete"(jsonb) IS 'Deletes the contact of a card, which goes to the trash. ifCard: its tags. Another account is not found.';

COMMENT ON FUNCTION "kith_api"."dav_group"(jsonb) IS 'Puts contacts (uids: of their cards) into the network of a name, which is made where there is none. Another account is not found.';

COMMENT ON FUNCTION "kith_api"."dav_photo"(jsonb) IS 'Gives the contact of a card the photo that was stored at the path which dav_put answered, and answers its card. Another account is not found.';

COMMENT ON FUNCTION "kith_api"."dav_put"(jsonb) IS 'Writes a contact as a card says (body, networks, and card: its text), and answers its card, with a path for its photo where that is another one; 409 where another card has its UID. ifCard, ifNoCard: what it must be before. Another account is not found.';

COMMENT ON FUNCTION "kith_api"."dav_read"(jsonb) IS 'A page of the named cards (names) that there are. after: where it begins. Another account is not found.';

COMMENT ON TABLE "kith_private"."card_photos" IS 'What cards have of photos. A row goes with the file, when no contact and no change in the log names it any more.';

COMMENT ON TABLE "kith_private"."card_sequences" IS 'When the card of each contact changed last, for cards that have changed since there are address books.';

REVOKE ALL ON FUNCTION "kith_api"."dav_changes"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."dav_changes"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."dav_delete"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."dav_delete"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."dav_group"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."dav_group"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."dav_photo"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."dav_photo"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."dav_put"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."dav_put"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."book_tag"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."book_tag"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."book_token"(jsonb, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."book_token"(jsonb, bigint) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."card_line"(jsonb, kith.contacts, text[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."card_line"(jsonb, kith.contacts, text[], text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."card_lines"(jsonb, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."card_lines"(jsonb, uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."card_name"(kith.contacts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."card_name"(kith.contacts) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."card_page"(jsonb, uuid[], jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."card_page"(jsonb, uuid[], jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."card_state"(kith.contacts, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."card_state"(kith.contacts, text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."card_tag"(jsonb, kith.contacts, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."card_tag"(jsonb, kith.contacts, text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."changed_cards"(bigint, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."changed_cards"(bigint, bigint) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."check_card"(jsonb, kith.contacts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."check_card"(jsonb, kith.contacts) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."check_contact_limits"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."contact_of_card"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."contact_of_card"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."contacts_of_cards"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."contacts_of_cards"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."contacts_with_card"(uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."contacts_with_card"(uuid, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."end_of_changes"(bigint, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."end_of_changes"(bigint, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."forget_card_photos"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."join_networks_of_card"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."join_networks_of_card"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."keep_card"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."keep_card"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."last_card_sequence"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."last_card_sequence"() TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."leave_taken_card"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."network_names"(kith.contacts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."network_names"(kith.contacts) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."networks_of_names"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."networks_of_names"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."note_cards"(uuid[], uuid[], text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."note_changed_cards"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."photo_of_card"(uuid, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."photo_of_card"(uuid, text, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."purge_card_sequences"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."purged_cards"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."purged_cards"() TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."sequence_of_token"(jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."sequence_of_token"(jsonb, text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."set_card"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."set_card"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."set_card_photo"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."set_card_photo"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."shown_in_book"(kith.contacts) FROM PUBLIC;

REVOKE ALL ("card") ON TABLE "kith"."contacts" FROM "authenticated";

GRANT SELECT ("card") ON TABLE "kith"."contacts" TO "authenticated";

GRANT SELECT ON TABLE "kith_private"."card_photos" TO "authenticated";

alter index kith.contacts_card_name_idx alter column 2 set statistics 0;

alter index kith.contacts_card_uid_idx alter column 2 set statistics 0;

alter table kith.contacts alter column card set statistics 0;

insert into kith_private.operations (name, resource, verb, scopes, writes, needs_access_token, needs_calendar_secret, needs_all_networks, tagged, read_by, locked_table, locked_column, step_of, replay_check, for_carddav)
select name, resource, verb, scopes, writes, needs_access_token, needs_calendar_secret, needs_all_networks, tagged, read_by, locked_table, locked_column, step_of, replay_check, for_carddav from jsonb_populate_recordset(null::kith_private.operations, '[{"name": "dav_changes", "verb": "list", "scopes": ["contacts:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "resource": "contact", "locks_log": false, "for_carddav": true, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "dav_delete", "verb": "delete", "scopes": ["contacts:read", "contacts:write"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "resource": "contact", "locks_log": true, "for_carddav": true, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "dav_group", "verb": "update", "scopes": ["contacts:read", "contacts:write", "networks:read", "networks:write"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "resource": "contact", "locks_log": true, "for_carddav": true, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "dav_photo", "verb": "update", "scopes": ["contacts:read", "contacts:write"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "resource": "contact", "locks_log": true, "for_carddav": true, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "dav_put", "verb": "update", "scopes": ["contacts:read", "contacts:write"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "resource": "contact", "locks_log": true, "for_carddav": true, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}]')
on conflict (name) do update set (name, resource, verb, scopes, writes, needs_access_token, needs_calendar_secret, needs_all_networks, tagged, read_by, locked_table, locked_column, step_of, replay_check, for_carddav) = row(excluded.name, excluded.resource, excluded.verb, excluded.scopes, excluded.writes, excluded.needs_access_token, excluded.needs_calendar_secret, excluded.needs_all_networks, excluded.tagged, excluded.read_by, excluded.locked_table, excluded.locked_column, excluded.step_of, excluded.replay_check, excluded.for_carddav);

insert into kith_private.quotas (name, maximum)
select name, maximum from jsonb_populate_recordset(null::kith_private.quotas, '[{"name": "card_photo_bytes", "maximum": 67108864}]')
on conflict (name) do update set (name, maximum) = row(excluded.name, excluded.maximum);

reset check_function_bodies;
