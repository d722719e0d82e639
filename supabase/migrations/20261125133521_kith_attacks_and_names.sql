-- Written by `npm run migration` from what has changed in sql/. It may be edited until it is released.

-- Requests and sign-ups that are under way end first, and others wait.
do $$
begin
  lock table kith_private.operations in access exclusive mode;
  if has_table_privilege('auth.users', 'update, delete, truncate') then
    lock table auth.users in share row exclusive mode;
  end if;
end $$;

-- Photos do not leave their paths any more. By hand, and before the tables that are read here go: rows name the path where the file of their
-- photo is now, which was moved when the photo was removed, or was still to be moved. Of a file that is gone they name none. Only derived
-- columns of contacts are written, so that nothing is logged and updated_at stays.
create temporary table photo_places on commit drop as
select distinct on (1, 2) left(o.name, 36) as owner, kith_private.photo_of(o.name) as photo, o.name as path
from storage.objects o
where o.bucket_id = 'kith-photos' and kith_private.photo_of(o.name) is not null
order by 1, 2, o.created_at desc;
alter table kith.contacts disable trigger user;
update kith.contacts c set photo_path = p.path
from photo_places p
where p.owner = c.owner_id::text and p.photo = kith_private.photo_of(c.photo_path) and p.path <> c.photo_path;
alter table kith.contacts enable trigger user;
update kith_private.changes c set
  before = case when moved.before is not null then jsonb_set(c.before, '{photo_path}', moved.before) else c.before end,
  after = case when moved.after is not null then jsonb_set(c.after, '{photo_path}', moved.after) else c.after end
from (
  select l.owner_id, l.set_number, l.position,
    case when l.before ->> 'photo_path' is not null then coalesce(to_jsonb(b.path), 'null') end as before,
    case when l.after ->> 'photo_path' is not null then coalesce(to_jsonb(a.path), 'null') end as after
  from kith_private.changes l
  left join photo_places b on b.owner = l.owner_id::text and b.photo = kith_private.photo_of(l.before ->> 'photo_path')
  left join photo_places a on a.owner = l.owner_id::text and a.photo = kith_private.photo_of(l.after ->> 'photo_path')
  where l.before ->> 'photo_path' is not null or l.after ->> 'photo_path' is not null) moved
where c.owner_id = moved.owner_id and c.set_number = moved.set_number and c.position = moved.position;

set check_function_bodies = off;

DROP TRIGGER "log_change" ON "kith"."contact_networks";

DROP TRIGGER "erase_answers" ON "kith"."contacts";

DROP TRIGGER "log_change" ON "kith"."contacts";

DROP TRIGGER "log_update" ON "kith"."contacts";

DROP TRIGGER "queue_photo_removal_of_contact" ON "kith"."contacts";

DROP TRIGGER "queue_photo_removal" ON "kith"."contacts";

DROP TRIGGER "erase_answers" ON "kith"."networks";

DROP TRIGGER "log_change" ON "kith"."networks";

DROP TRIGGER "erase_answers" ON "kith"."note_types";

DROP TRIGGER "log_change" ON "kith"."note_types";

DROP TRIGGER "erase_answers" ON "kith"."notes";

DROP TRIGGER "log_change" ON "kith"."notes";

DROP TRIGGER "log_update" ON "kith"."notes";

DROP TRIGGER "erase_answers" ON "kith"."reminders";

DROP TRIGGER "log_change" ON "kith"."reminders";

DROP TRIGGER "erase_answers" ON "kith_private"."api_keys";

DROP TRIGGER "stamp_change" ON "kith_private"."api_keys";

DROP TRIGGER "remove_photos_soon" ON "kith_private"."import_rows";

DROP TRIGGER "erase_answers" ON "kith_private"."imports";

DROP TRIGGER "queue_upload_removal" ON "kith_private"."photo_uploads";

DROP INDEX "kith_private"."photo_uploads_contact_id_idx";

DROP VIEW "kith_api"."api_keys";

DROP VIEW "kith_api"."connections";

DROP VIEW "kith_api"."contacts";

DROP VIEW "kith_api"."imports";

DROP VIEW "kith_private"."admin_activity";

DROP VIEW "kith_private"."resources_about";

DROP VIEW "kith_private"."trash";

DROP VIEW "kith_private"."uses_of_contacts";

DROP VIEW "kith_private"."notes_about";

DROP VIEW "kith_private"."reminders_about";

ALTER TABLE "kith"."contacts" DROP CONSTRAINT "contacts_photo_path_key";

ALTER TABLE "kith_private"."kept_photos" DROP CONSTRAINT "kept_photos_owner_id_fkey";

ALTER TABLE "kith_private"."photo_uploads" DROP CONSTRAINT "photo_uploads_owner_id_contact_id_fkey";

DROP FUNCTION "kith_private"."answer_undo"(bigint[], jsonb);

DROP FUNCTION "kith_private"."batches_to_undo"(uuid, bigint[]);

DROP FUNCTION "kith_private"."change_groups"(uuid, bigint, kith_private.net_change[]);

DROP FUNCTION "kith_private"."change_set_body"(kith_private.change_sets, integer);

DROP FUNCTION "kith_private"."change_summary"(kith_private.change_group[]);

DROP FUNCTION "kith_private"."changes_body"(uuid, bigint, integer);

DROP FUNCTION "kith_private"."changes_to_undo"(uuid, bigint[]);

DROP FUNCTION "kith_private"."clean_recurrence"(text);

DROP FUNCTION "kith_private"."count_request"(uuid, boolean);

DROP FUNCTION "kith_private"."derive_last_noted_of"(uuid, bigint[]);

DROP FUNCTION "kith_private"."due_removals"(uuid);

DROP FUNCTION "kith_private"."erase_kept_photos"(uuid, text[]);

DROP FUNCTION "kith_private"."export_end"(text[], kith_private.contact_filters, jsonb, integer);

DROP FUNCTION "kith_private"."export_ids"(text, kith_private.contact_filters, uuid, integer);

DROP FUNCTION "kith_private"."export_lines"(text, uuid[]);

DROP FUNCTION "kith_private"."export_page"(text[], kith_private.contact_filters, jsonb, jsonb);

DROP FUNCTION "kith_private"."find_by_name"(text, boolean);

DROP FUNCTION "kith_private"."find_page"(jsonb, regclass, text[], text, boolean, text);

DROP FUNCTION "kith_private"."forget_removals"(text[]);

DROP FUNCTION "kith_private"."is_active"(uuid, uuid);

DROP FUNCTION "kith_private"."is_same_photo"(text, text);

DROP FUNCTION "kith_private"."is_same_value"(text, jsonb, jsonb);

DROP FUNCTION "kith_private"."is_visible"(text, uuid, uuid);

DROP FUNCTION "kith_private"."limit_stored_answers"(uuid, text);

DROP FUNCTION "kith_private"."listed_contacts"(uuid[]);

DROP FUNCTION "kith_private"."longest_lists"(kith_private.contact_filters);

DROP FUNCTION "kith_private"."merge"(kith.contacts, kith.contacts, jsonb);

DROP FUNCTION "kith_private"."move_to_contact"(uuid, uuid);

DROP FUNCTION "kith_private"."name_without"(text[], bigint);

DROP FUNCTION "kith_private"."named_words"(text);

DROP FUNCTION "kith_private"."net_changes"(uuid, bigint);

DROP FUNCTION "kith_private"."net_fields"(uuid, bigint, kith_private.net_change);

DROP FUNCTION "kith_private"."networks_matching_words"(jsonb);

DROP FUNCTION "kith_private"."phone_digits"(text, text);

DROP FUNCTION "kith_private"."photo_of"(text);

DROP FUNCTION "kith_private"."purge_changes"(uuid, timestamp with time zone, bigint, bigint);

DROP FUNCTION "kith_private"."purge_kept_photos"();

DROP FUNCTION "kith_private"."purge_logs"(uuid, bigint);

DROP FUNCTION "kith_private"."queue_photo_removal"();

DROP FUNCTION "kith_private"."queue_upload_removal"();

DROP FUNCTION "kith_private"."read_contact_filters"(jsonb);

DROP FUNCTION "kith_private"."remove_photos_soon"();

DROP FUNCTION "kith_private"."reserve_import_photos"(uuid);

DROP FUNCTION "kith_private"."search_condition"(jsonb, jsonb);

DROP FUNCTION "kith_private"."search_rank"();

DROP FUNCTION "kith_private"."take_kept_photo"(text);

DROP FUNCTION "kith_private"."telling_words"(text);

DROP FUNCTION "kith_private"."undo_change_sets"(bigint[]);

DROP FUNCTION "kith_private"."with_kept_photo"(kith_private.changes, kith_private.undone_row);

DROP TYPE "kith_private"."contact_filters";

-- By hand: what is there stays, and a trigger writes it from now on. No row is written.
ALTER TABLE "kith"."contacts" ALTER COLUMN "sort_name" DROP EXPRESSION;

ALTER TABLE "kith_private"."operations" DROP COLUMN "locked_as_text";

DROP TABLE "kith_private"."kept_photos";

DROP FUNCTION "kith_private"."queue_kept_photo_removal"();

DROP TABLE "kith_private"."photo_removals";

CREATE TABLE "kith"."relationships" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "contact_id" uuid NOT NULL, "related_contact_id" uuid, "contact_ids" uuid[] NOT NULL DEFAULT '{}'::uuid[], "related_name" text, "kind" text NOT NULL, "label" text, "inverse_label" text, "started_on" date, "ended_on" date, "note" text, "created_at" timestamp(3) with time zone NOT NULL DEFAULT now(), "updated_at" timestamp(3) with time zone NOT NULL DEFAULT now(), CONSTRAINT "relationships_contact_ids_check" CHECK (((cardinality(contact_ids) >= 1) AND (cardinality(contact_ids) <= 2))), CONSTRAINT "relationships_ended_on_check" CHECK (((ended_on >= '0001-01-01'::date) AND (ended_on <= '9999-12-31'::date))), CONSTRAINT "relationships_itself_check" CHECK ((related_contact_id <> contact_id)), CONSTRAINT "relationships_label_required_check" CHECK (((kind <> 'other'::text) OR (num_nonnulls(label, inverse_label) > 0))), CONSTRAINT "relationships_note_check" CHECK ((char_length(note) <= 1000)), CONSTRAINT "relationships_related_required_check" CHECK ((num_nonnulls(related_contact_id, related_name) = 1)), CONSTRAINT "relationships_started_on_check" CHECK (((started_on >= '0001-01-01'::date) AND (started_on <= '9999-12-31'::date))), "owner_id" uuid NOT NULL DEFAULT auth.uid(), CONSTRAINT "relationships_pkey" PRIMARY KEY (owner_id, id));

ALTER TABLE "kith"."relationships" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "kith"."relationships" OWNER TO "postgres";

CREATE TABLE "kith_private"."log_shares" ("owner_id" uuid NOT NULL, "actor_id" uuid NOT NULL, "bytes" bigint NOT NULL, CONSTRAINT "log_shares_pkey" PRIMARY KEY (owner_id, actor_id));

ALTER TABLE "kith_private"."log_shares" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "kith_private"."log_shares" SET (fillfactor=50);

ALTER TABLE "kith_private"."log_shares" OWNER TO "postgres";

CREATE TABLE "kith_private"."photo_sweep" ("is_only_row" boolean NOT NULL DEFAULT true, "last_name" text NOT NULL DEFAULT ''::text, "swept_at" timestamp with time zone, CONSTRAINT "photo_sweep_is_only_row_check" CHECK (is_only_row), CONSTRAINT "photo_sweep_pkey" PRIMARY KEY (is_only_row));

ALTER TABLE "kith_private"."photo_sweep" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "kith_private"."photo_sweep" OWNER TO "postgres";

CREATE TABLE "kith_private"."stale_contacts" ("owner_id" uuid NOT NULL, "name" text NOT NULL, "after_id" uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'::uuid, CONSTRAINT "stale_contacts_name_check" CHECK ((name = ANY (ARRAY['last_noted_at'::text, 'search_text'::text]))), CONSTRAINT "stale_contacts_pkey" PRIMARY KEY (owner_id, name));

ALTER TABLE "kith_private"."stale_contacts" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "kith_private"."stale_contacts" OWNER TO "postgres";

ALTER TABLE "kith"."contacts" ADD COLUMN "middle_name" text;

ALTER TABLE "kith"."contacts" ADD COLUMN "name_prefix" text;

ALTER TABLE "kith"."contacts" ADD COLUMN "name_suffix" text;

ALTER TABLE "kith"."contacts" ADD COLUMN "phonetic_first_name" text;

ALTER TABLE "kith"."contacts" ADD COLUMN "phonetic_last_name" text;

ALTER TABLE "kith"."contacts" ADD COLUMN "department" text;

ALTER TABLE "kith"."contacts" ADD COLUMN "pronouns" text;

ALTER TABLE "kith"."notes" ADD COLUMN "search_text" text;

ALTER TABLE "kith_private"."api_key_requests" ADD COLUMN "carddav_taken" double precision NOT NULL DEFAULT 0;

ALTER TABLE "kith_private"."api_key_requests" ADD COLUMN "carddav_at" timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone;

ALTER TABLE "kith_private"."api_keys" ADD COLUMN "refused_at" timestamp(3) with time zone;

ALTER TABLE "kith_private"."api_keys" ADD COLUMN "refused_scopes" text[];

ALTER TABLE "kith_private"."calendars" ADD COLUMN "birthdays" text NOT NULL DEFAULT 'all'::text;

ALTER TABLE "kith_private"."change_logs" ADD COLUMN "purged_bytes" bigint NOT NULL DEFAULT 0;

ALTER TABLE "kith_private"."change_sets" ADD COLUMN "first_number" bigint;

ALTER TABLE "kith_private"."import_rows" ADD COLUMN "decision" text;

ALTER TABLE "kith_private"."import_rows" ADD COLUMN "relationships" jsonb NOT NULL DEFAULT '[]'::jsonb;

ALTER TABLE "kith_private"."imports" ADD COLUMN "questions" jsonb NOT NULL DEFAULT '[]'::jsonb;

ALTER TABLE "kith_private"."operations" ADD COLUMN "for_carddav" boolean NOT NULL DEFAULT false;

ALTER TABLE "kith_private"."photo_uploads" ADD COLUMN "photo_path" text;

CREATE TYPE "kith_private"."folded_network" AS ("id" uuid, "name" text);

ALTER TYPE "kith_private"."folded_network" OWNER TO "postgres";

CREATE TYPE "kith_private"."name_search" AS ("whole" text, "first" text, "beginnings" text[]);

ALTER TYPE "kith_private"."name_search" OWNER TO "postgres";

CREATE TYPE "kith_private"."noted_word" AS ("contacts" uuid[]);

CREATE TYPE "kith_private"."contact_search" AS ("query" jsonb, "conditions" text[], "words" text, "patterns" jsonb, "networks" jsonb, "noted" kith_private.noted_word[], "is_cut" boolean, "named" kith_private.name_search, "company_patterns" text[], "place_patterns" jsonb, "place_texts" jsonb, "today" date, "last_day" date, "timezone" text);

ALTER TYPE "kith_private"."contact_search" OWNER TO "postgres";

ALTER TYPE "kith_private"."noted_word" OWNER TO "postgres";

CREATE TYPE "kith_private"."undo_portion" AS ("changes" kith_private.changes[], "last_set" bigint, "last_position" integer, "deferred" bigint[]);

ALTER TYPE "kith_private"."undo_portion" OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.apply_import(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION kith_api.bulk_contacts(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return kith_private.bulk('contact', arguments);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.bulk_reminders(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return kith_private.bulk('reminder', arguments);
end
$function$;

ALTER FUNCTION "kith_api"."bulk_reminders"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.change_contacts(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  contacts constant uuid[] := coalesce(nullif(kith_private.ids_of(arguments #> '{progress,left}'), '{}'), kith_private.contacts_to_change(arguments));
  until constant timestamptz := kith_private.end_of_part(arguments);
  body constant jsonb := arguments -> 'body';
  answered constant jsonb := coalesce(arguments #> '{progress,answer}', jsonb_build_object('count', cardinality(contacts), 'contacts', (
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'displayName', kith_private.shown_name(c)) order by listed.position), '[]')
    from unnest(contacts[1:20]) with ordinality as listed (id, position)
    join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = listed.id)));
  is_first constant boolean := not coalesce(arguments -> 'progress', '{}') ? 'left';
  remaining uuid[];
  part kith_api.answer;
begin
  for place in 1 .. cardinality(contacts) loop
    if not arguments ? 'delete' then
      perform kith_api.update_contact(jsonb_build_object('id', contacts[place], 'body', body));
      continue;
    end if;
    if is_first or exists (select from kith.contacts c where c.id = contacts[place]) then
      part := kith_api.delete_contact(jsonb_build_object('id', contacts[place])
        || case when until is not null then jsonb_build_object('progress', '{}'::jsonb) else '{}' end);
    end if;
    if part.status = 202 or clock_timestamp() > until and place < cardinality(contacts) then
      remaining := contacts[case when part.status = 202 then place else place + 1 end :];
      if is_first and exists (
        select from unnest(remaining) given (id) where not exists (select from kith.contacts c where c.id = given.id))
      then
        perform kith_private.not_found();
      end if;
      return kith_private.answer_part(jsonb_build_object('left', remaining, 'answer', answered));
    end if;
  end loop;
  return (200, (answered || kith_private.named_networks(body))::text)::kith_api.answer;
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.change_reminders(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  reminders constant uuid[] := kith_private.reminders_to_change(arguments);
  reminder uuid;
begin
  foreach reminder in array reminders loop
    if arguments ? 'delete' then
      perform kith_api.delete_reminder(jsonb_build_object('id', reminder));
    else
      perform kith_api.update_reminder(jsonb_build_object('id', reminder, 'body', (arguments -> 'body')
        || case when arguments ? 'moveBy' then kith_private.moved_body(reminder, arguments ->> 'moveBy', '/moveBy') else '{}' end));
    end if;
  end loop;
  return kith_private.with_names((200, json_build_object('count', cardinality(reminders), 'reminders', (
      select coalesce(json_agg(r.body order by listed.position), '[]')
      from unnest(reminders[1:20]) with ordinality as listed (id, position)
      join kith_api.reminders r on r.id = listed.id)))::kith_api.answer, arguments);
end
$function$;

ALTER FUNCTION "kith_api"."change_reminders"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.create_contact(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body constant jsonb := arguments -> 'body';
  made uuid;
begin
  if arguments ? 'refuseDuplicates' then
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
$function$;

CREATE OR REPLACE FUNCTION kith_api.create_relationship(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made uuid;
begin
  perform kith_private.check_references(kith_private.unknown_related(arguments -> 'body'));
  made := kith_private.insert_row(kith_private.row_of(arguments -> 'body', null::kith.relationships));
  return kith_private.answer_resource((select r.body from kith_api.relationships r where r.id = made), 201::smallint);
end
$function$;

ALTER FUNCTION "kith_api"."create_relationship"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.dav_book(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform kith_private.check_dav_account(arguments);
  return (200, json_build_object('account', kith_private.dav_account(),
    'tag', case when arguments ? 'withTag' then kith_private.book_tag() end))::kith_api.answer;
end
$function$;

ALTER FUNCTION "kith_api"."dav_book"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.dav_list(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return kith_private.card_page(arguments - 'ids');
end
$function$;

ALTER FUNCTION "kith_api"."dav_list"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.dav_read(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return kith_private.card_page(jsonb_build_object('ids', '[]'::jsonb) || arguments);
end
$function$;

ALTER FUNCTION "kith_api"."dav_read"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.delete_contact(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- Not in one condition, of which Postgres may evaluate both parts.
  if (arguments #>> '{query,withNotes}')::boolean then
    if not kith_private.delete_notes_of((arguments ->> 'id')::uuid, kith_private.end_of_part(arguments)) then
      return kith_private.answer_part();
    end if;
  end if;
  if not kith_private.release('kith.contacts', (arguments ->> 'id')::uuid, kith_private.end_of_part(arguments)) then
    return kith_private.answer_part();
  end if;
  delete from kith.contacts c where c.id = (arguments ->> 'id')::uuid;
  return kith_private.answer_deleted(found);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.delete_me(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  paths text[];
begin
  perform kith_private.lock_log();
  perform kith_private.lock_keys();
  perform kith_private.delete_credentials();
  paths := kith_private.photos_of_account();
  if cardinality(paths) > 0 then
    return (202, to_json(paths)::text)::kith_api.answer;
  end if;
  -- Many rows and a large log are deleted in parts before, too.
  if not kith_private.delete_own_rows() or not kith_private.erase_log() then
    return (202, '[]')::kith_api.answer;
  end if;
  perform kith_private.delete_account();
  return (204, null)::kith_api.answer;
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.delete_network(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not kith_private.release('kith.networks', (arguments ->> 'id')::uuid, kith_private.end_of_part(arguments)) then
    return kith_private.answer_part();
  end if;
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
  if not kith_private.release('kith.note_types', (arguments ->> 'id')::uuid, kith_private.end_of_part(arguments)) then
    return kith_private.answer_part();
  end if;
  delete from kith.note_types r where r.id = (arguments ->> 'id')::uuid;
  return kith_private.answer_deleted(found);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.delete_relationship(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from kith.relationships r where r.id = (arguments ->> 'id')::uuid;
  return kith_private.answer_deleted(found);
end
$function$;

ALTER FUNCTION "kith_api"."delete_relationship"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.erase_trash_item(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  sets bigint[];
  ids uuid[];
begin
  perform kith_private.lock_log();
  sets := kith_private.parts_of(kith_private.find_change_set((arguments ->> 'id')::uuid));
  ids := array(select t.id from kith_private.trash t where t.set_number = any (sets) limit 2001);
  if cardinality(ids) = 0 then
    perform kith_private.not_found();
  end if;
  perform kith_private.erase_resources(ids[1:2000]);
  return kith_private.answer_erased(cardinality(ids) <= 2000);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.export_account(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return kith_private.export_page(kith_private.exported_tables(), null, coalesce(arguments -> 'query', '{}'));
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
  search constant kith_private.contact_search := kith_private.read_contact_filters(query);
  is_first_of_table constant boolean := query ->> 'format' = 'csv' and not query ? 'startAt' and jsonb_typeof(query -> 'place') is distinct from 'object';
begin
  return kith_private.export_page('{networks,contacts}', search, query,
    case when is_first_of_table then jsonb_build_object('longest', kith_private.longest_lists(search)) else '{}' end);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.get_activity(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  change_set constant kith_private.change_sets := kith_private.find_change_set((arguments ->> 'id')::uuid);
  body json;
begin
  perform kith_private.remember_seen(kith_private.parts_of(change_set));
  body := kith_private.change_set_body(change_set, 200);
  perform kith_private.forget_seen();
  return kith_private.answer_resource(body);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.get_api_key(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return kith_private.answer_resource((
    select k.body from kith_api.api_keys k where k.id = (arguments ->> 'id')::uuid));
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.get_calendar(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  made timestamptz;
  birthdays text;
begin
  select c.created_at, c.birthdays into made, birthdays from kith_private.calendars c;
  return (200, json_build_object('isEnabled', made is not null,
    'createdAt', to_char(made at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'birthdays', birthdays))::kith_api.answer;
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.get_connection(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return kith_private.answer_resource((
    select c.body from kith_api.connections c where c.id = (arguments ->> 'id')::uuid));
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.get_contact(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  contact constant uuid := arguments ->> 'id';
  include constant jsonb := arguments -> 'query' -> 'include';
  answer kith_api.answer;
begin
  -- Version 1.1 of the function has it in the query, as readable.
  if include is not null and not arguments ? 'onlyReadable' and not arguments -> 'query' ? 'readable' then
    perform kith_private.check_included(include);
  end if;
  answer := (200, (select c.body from kith_api.contacts c where c.id = contact));
  if answer.body is null then
    perform kith_private.refuse_missing_contact(contact);
  elsif include is null then
    return answer;
  end if;
  answer.body := concat(left(answer.body, -1),
    case when include ? 'notes' then concat(',"notes":[', kith_private.notes_of_contact(contact), ']') end,
    case when include ? 'reminders' then concat(',"reminders":[', kith_private.reminders_of_contact(contact), ']') end,
    case when include ? 'networks' then concat(',"networks":[', kith_private.networks_of_contact(contact), ']') end,
    case when include ? 'relationships' then concat(',"relationships":[', kith_private.relationships_of_contact(contact), ']') end, '}');
  return kith_private.with_names(answer, arguments);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.get_relationship(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return kith_private.answer_resource((select r.body from kith_api.relationships r where r.id = (arguments ->> 'id')::uuid));
end
$function$;

ALTER FUNCTION "kith_api"."get_relationship"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.list_activity(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  query constant jsonb := arguments -> 'query';
  -- Changes take most of the time, and are not read where they are not asked for.
  most constant integer := case when query -> 'fields' ? 'changes' or not query ? 'fields' then 20 else 0 end;
  found kith_private.page;
  items text;
begin
  found := kith_private.find_page(query, 'kith_private.change_sets', array[
      'at > (select kith_private.log_start())',
      'number > (select kith_private.last_purged_set())',
      'first_number is null',
      case when query ? 'actorId' then $sql$actor_id = ($1 ->> 'actorId')::uuid$sql$ end,
      case when query ? 'from' then $sql$at >= (select kith_private.local_instant($1 ->> 'from', '00:00'))$sql$ end,
      case when query ? 'to' then $sql$at < (select kith_private.local_instant($1 ->> 'to', '24:00'))$sql$ end,
      -- "is true" makes Postgres put the numbers into a hash table and read the list in the order of its index
      case when query ? 'resourceId' then $sql$(number in (
        select coalesce(s.first_number, s.number) from kith_private.changes c
        join kith_private.change_sets s on s.owner_id = c.owner_id and s.number = c.set_number
        where c.resource_id = ($1 ->> 'resourceId')::uuid and c.is_shown)) is true$sql$ end,
      case when query ?| '{resource,action}' then $sql$exists (
        select from (
          select change_sets.number union all select p.number from kith_private.change_sets p
          where p.owner_id = change_sets.owner_id and p.first_number = change_sets.number) part
        cross join lateral (
          select from kith_private.changes c
          where c.owner_id = change_sets.owner_id and c.set_number = part.number and c.is_shown
            and c.resource = coalesce($1 ->> 'resource', c.resource) and c.action = coalesce($1 ->> 'action', c.action)
            and c.resource_id = coalesce(($1 ->> 'resourceId')::uuid, c.resource_id) offset 0) c)$sql$ end],
    'number desc');
  perform kith_private.remember_seen(array(
    select s.number from unnest(found.ids) listed (id)
    join kith_private.change_sets s on s.owner_id = (select auth.uid()) and s.id = listed.id
    union all
    select p.number from unnest(found.ids) listed (id)
    join kith_private.change_sets s on s.owner_id = (select auth.uid()) and s.id = listed.id
    join kith_private.change_sets p on p.owner_id = s.owner_id and p.first_number = s.number));
  for start in 1 .. cardinality(found.ids) by 10 loop
    -- Change sets of many thousands of changes take long to count.
    if clock_timestamp() > statement_timestamp() + interval '3 seconds' then
      perform kith_private.refuse_member('/pageSize', 'too_big', 'This page takes too long. Use a smaller pageSize.', 'query');
    end if;
    items := kith_private.add_items(items, kith_private.pick_members((
      select string_agg((
        select kith_private.change_set_body(s, most, (query ->> 'resourceId')::uuid)::text from kith_private.change_sets s where s.id = listed.id), ','
        order by listed.position)
      from unnest(found.ids[start : start + 9]) with ordinality as listed (id, position)), query -> 'fields'));
  end loop;
  perform kith_private.forget_seen();
  return kith_private.answer_page(found, items);
end
$function$;

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

CREATE OR REPLACE FUNCTION kith_api.list_duplicates(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  query constant jsonb := coalesce(arguments -> 'query', '{}');
  number constant bigint := coalesce((query ->> 'page')::bigint, 1);
  size constant bigint := coalesce((query ->> 'pageSize')::bigint, 50);
  calling_code constant text := kith_private.own_calling_code();
  found record;
  items text;
begin
  perform kith_private.set_reads_list(true);
  found := kith_private.find_pairs(coalesce((query ->> 'minScore')::numeric, 0), (number - 1) * size, size);
  perform kith_private.set_reads_list(false);
  for start in 1 .. coalesce(cardinality(found.page), 0) by 50 loop
    items := kith_private.add_items(items, (
      select string_agg(kith_private.duplicate_body(one.contact, other.contact, pair.kinds, pair.score, calling_code)::text, ',' order by pair.position)
      from unnest(found.page[start : start + 49]) with ordinality pair (one_id, other_id, kinds, score, position)
      -- With limits, so that each is looked up by its id, and not all contacts are read to join them.
      cross join lateral (select c as contact from kith.contacts c where c.id = pair.one_id limit 1) one
      cross join lateral (select c as contact from kith.contacts c where c.id = pair.other_id limit 1) other));
  end loop;
  return kith_private.answer_page((array[]::uuid[], number, size, found.total)::kith_private.page, items);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.list_notes(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  query constant jsonb := arguments -> 'query';
  -- What stands between OR: of one of these all words must match.
  alternatives constant jsonb := (
    select coalesce(jsonb_agg(to_jsonb(patterns)), '[]')
    from regexp_split_to_table(coalesce(query ->> 'search', ''), '\s+OR\s+') alternative
    cross join lateral (select kith_private.word_patterns(alternative) as patterns) words
    where patterns <> '{}');
  found kith_private.page;
  source regclass := 'kith.notes';
  items text;
begin
  if query ? 'contactId' and exists (select from kith.note_contacts l where l.contact_id = (query ->> 'contactId')::uuid) then
    source := 'kith_private.notes_about';
  end if;
  found := kith_private.find_page(query, source, array[
      -- The clock is looked at for each note, because notes are long; see kith_private.search_took_too_long.
      case when alternatives <> '[]' then format($sql$case
        when clock_timestamp() > (select statement_timestamp() + interval '3 seconds') then (select kith_private.search_took_too_long())
        else %s end$sql$, kith_private.note_condition((
          select '(' || string_agg(format($sql$%%1$s like all ((select array(select jsonb_array_elements_text($2 -> %s)))::text[])$sql$, place), ' or ') || ')'
          from generate_series(0, jsonb_array_length(alternatives) - 1) place), source)) end,
      case when query ? 'contactId' then $sql$contact_id = ($1 ->> 'contactId')::uuid$sql$ end,
      case when query ? 'noteTypeId' then $sql$note_type_id = ($1 ->> 'noteTypeId')::uuid$sql$ end,
      case when query ? 'from' then $sql$occurred_at >= (select kith_private.local_instant($1 ->> 'from', '00:00'))$sql$ end,
      case when query ? 'to' then $sql$occurred_at < (select kith_private.local_instant($1 ->> 'to', '24:00'))$sql$ end],
    case coalesce(query ->> 'sort', '-occurredAt')
      when 'occurredAt' then 'occurred_at, id'
      when '-occurredAt' then 'occurred_at desc, id desc'
      when 'createdAt' then 'created_at, id'
      when '-createdAt' then 'created_at desc, id desc'
    end, alternatives, finds_few => query ? 'contactId');
  for start in 1 .. cardinality(found.ids) by 50 loop
    items := kith_private.add_items(items, kith_private.pick_members((
      select string_agg((select n.body::text from kith_api.notes n where n.id = listed.id), ',' order by listed.position)
      from unnest(found.ids[start : start + 49]) with ordinality as listed (id, position)), query -> 'fields'));
  end loop;
  return kith_private.with_names(kith_private.answer_page(found, items), arguments);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.list_relationships(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  query constant jsonb := coalesce(arguments -> 'query', '{}');
  found kith_private.page;
begin
  -- As they were written they are in the order of an index, which Postgres does not see through the view.
  found := kith_private.find_page(query, case when query ? 'contactId' then 'kith_private.relationship_sides' else 'kith.relationships' end, array[
      case when query ? 'contactId' then $sql$contact_id = ($1 ->> 'contactId')::uuid$sql$ end,
      case when query ? 'kind' then $sql$kind = $1 ->> 'kind'$sql$ end],
    case coalesce(query ->> 'sort', 'createdAt')
      when 'createdAt' then 'created_at, id'
      when '-createdAt' then 'created_at desc, id desc'
    end, finds_few => query ? 'contactId');
  return kith_private.answer_page(found, (
    select string_agg((
      select s.body::text from kith_private.relationship_sides s
      where s.id = listed.id and case when query ? 'contactId' then s.contact_id = (query ->> 'contactId')::uuid else not s.is_turned end), ',' order by listed.position)
    from unnest(found.ids) with ordinality as listed (id, position)));
end
$function$;

ALTER FUNCTION "kith_api"."list_relationships"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.list_reminders(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  query constant jsonb := arguments -> 'query';
  filters constant record := kith_private.read_reminder_filters(query);
  found kith_private.page;
begin
  found := kith_private.find_page(query, kith_private.reminders_of(query), filters.conditions,
    case coalesce(query ->> 'sort', 'default')
      when 'default' then 'completed, due_at nulls last, id'
      when 'dueAt' then 'due_at nulls last, id'
      when '-dueAt' then 'due_at desc nulls last, id desc'
      when 'createdAt' then 'created_at, id'
      when '-createdAt' then 'created_at desc, id desc'
    end, filters.patterns, finds_few => query ? 'contactId');
  return kith_private.with_names(kith_private.answer_page(found, kith_private.pick_members((
    select string_agg((select r.body::text from kith_api.reminders r where r.id = listed.id), ',' order by listed.position)
    from unnest(found.ids) with ordinality as listed (id, position)), query -> 'fields')), arguments);
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
  query constant jsonb := coalesce(arguments -> 'query', '{}');
  found kith_private.page;
  items text;
begin
  found := kith_private.find_page(query, 'kith_private.trash', array[
      'at > (select kith_private.log_start())',
      'set_number > (select kith_private.last_purged_set())',
      case when query ? 'resource' then $sql$resource = $1 ->> 'resource'$sql$ end]
      || array(
        select format('kith_private.folded(name) like ($2 #>> %L)', array[word - 1, 0])
        from generate_series(1, jsonb_array_length(patterns)) word),
    'set_number desc, position desc', patterns);
  perform kith_private.set_reads_list(true);
  items := (
    select string_agg((
      select json_build_object('id', s.id, 'resource', t.resource, 'resourceId', t.id, 'name', coalesce(t.name, (
          select kith_private.named_in_words(t.owner_id, 'contact', d.contact_ids) from kith_private.deletions d
          where d.owner_id = t.owner_id and d.id = t.id and d.resource = 'relationship' offset 0)),
        'deletedAt', to_char(s.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'actor', kith_private.actor_body(s))::text
      from kith_private.trash t
      cross join lateral (
        select s.* from kith_private.change_sets s where s.id = t.change_set_id offset 0) s
      where t.id = listed.id), ',' order by listed.position)
    from unnest(found.ids) with ordinality as listed (id, position));
  perform kith_private.set_reads_list(false);
  return kith_private.answer_page(found, items);
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
    order by item.day, item.rank, item.due_at, item.name collate "und-x-icu", item.id limit at_most + 1);
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
          else json_build_object('kind', 'birthday', 'contactId', item.id, 'displayName', (
            select kith_private.shown_name(c) from kith.contacts c where c.id = item.id), 'birthday', item.birthday,
            'age', case when item.birthday not like '--%'
              then extract(year from item.day)::integer - left(item.birthday, 4)::integer end, 'isClose', (
              select c.is_favorite or c.contact_frequency_days is not null from kith.contacts c where c.id = item.id)) end::text as body
        from unnest(items[: at_most]) with ordinality as item (day, rank, due_at, name, id, birthday, position)) written) sized
    -- Reminders can be long: what does not fit is left out, as where there are too many.
    where sized.bytes <= 4194304
    group by sized.day) each;
  return kith_private.with_names((200, format('{"today":"%s","timezone":%s,"days":[%s],"hasMore":%s}',
    today, to_json(zone), days, (cardinality(items) > coalesce(shown, 0))::text))::kith_api.answer, arguments);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.merge_contacts(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body constant jsonb := arguments -> 'body';
  choices constant jsonb := coalesce(nullif(body -> 'fields', 'null'), '{}');
  is_dry constant boolean := coalesce((body ->> 'dryRun')::boolean, false);
  target kith.contacts;
  duplicate kith.contacts;
  merged kith.contacts;
  moved record;
  contact json;
  notes bigint := coalesce((arguments #> '{progress,notes}')::bigint, 0);
  reminders bigint := coalesce((arguments #> '{progress,reminders}')::bigint, 0);
  networks bigint;
  relationships bigint;
begin
  perform kith_private.check_may_merge();
  select c.* into target from kith.contacts c where c.id = (arguments ->> 'id')::uuid for update;
  if not found then
    perform kith_private.not_found();
  end if;
  if target.id = (body ->> 'duplicateId')::uuid then
    perform kith_private.refuse_member('/duplicateId', 'duplicate', 'A contact cannot be merged into itself.');
  end if;
  select c.* into duplicate from kith.contacts c where c.id = (body ->> 'duplicateId')::uuid for update;
  if not found then
    perform kith_private.check_references('{/duplicateId}');
  end if;
  merged := kith_private.merged_contact(target, duplicate, choices);
  if is_dry then
    select count(*) filter (where u.resource = 'note'), count(*) filter (where u.resource = 'reminder') into notes, reminders
    from kith_private.uses_of_contacts u where u.owner_id = target.owner_id and u.contact_id = duplicate.id;
  else
    moved := kith_private.move_to_contact(target.id, duplicate.id, kith_private.end_of_part(arguments));
    notes := notes + moved.notes;
    reminders := reminders + moved.reminders;
    if not moved.is_complete then
      return kith_private.answer_part(jsonb_build_object('notes', notes, 'reminders', reminders));
    end if;
  end if;
  begin
    relationships := kith_private.move_relationships(target.id, duplicate.id);
    networks := kith_private.unite_contacts(target, duplicate.id, merged, choices ->> 'photoUrl');
    if not is_dry then
      delete from kith.contacts c where c.id = duplicate.id;
    end if;
    contact := (select c.body from kith_api.contacts c where c.id = target.id);
    perform kith_private.roll_back_block(is_dry);
  exception when sqlstate 'KITH1' then
    null;
  end;
  return (200, json_build_object('contact', contact,
    'moved', json_build_object('notes', notes, 'reminders', reminders, 'networks', networks, 'relationships', relationships),
    'activityId', case when not is_dry then kith_private.activity_id() end,
    'dryRun', is_dry)::text)::kith_api.answer;
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.rotate_api_key(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  overlap constant integer := coalesce((arguments -> 'body' ->> 'overlapSeconds')::integer, 0);
  rotated uuid;
begin
  update kith_private.api_keys k set
    key_prefix = arguments ->> 'keyPrefix',
    hash = decode(arguments ->> 'hash', 'hex'),
    -- Null and not now(), which may be rounded up to the next millisecond.
    previous_expires_at = case when overlap > 0 then now() + make_interval(secs => overlap) end
  where k.owner_id = (select auth.uid()) and k.id = (arguments ->> 'id')::uuid and k.client_id is null
  returning k.id into rotated;
  return kith_private.answer_resource((select k.body from kith_api.api_keys k where k.id = rotated));
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.undo_activity(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  change_set constant kith_private.change_sets := kith_private.find_change_set((arguments ->> 'id')::uuid);
begin
  perform kith_private.check_may_undo(change_set.actor_id);
  return kith_private.answer_undo(kith_private.parts_of(change_set), arguments);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.undo_actor(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body constant jsonb := arguments -> 'body';
  -- A tool for assistants means itself where it names nobody.
  asked constant uuid := coalesce(body ->> 'actorId', kith_private.current_change() ->> 'actorId');
  sets bigint[];
begin
  -- Also a key that was deleted since, as long as the log knows it.
  if not (asked in ((select auth.uid()), (select (kith_private.current_change() ->> 'actorId')::uuid)) or exists (
      select from kith_private.api_keys k where k.owner_id = (select auth.uid()) and k.id = asked)
    or exists (select from kith_private.change_sets s where s.actor_id = asked))
  then
    perform kith_private.check_references('{/actorId}');
  end if;
  perform kith_private.check_may_undo(asked);
  -- What this request has undone so far is a change set of this actor, too.
  if arguments -> 'progress' ? 'sets' then
    return kith_private.answer_undo(kith_private.numbers_of(arguments #> '{progress,sets}'), arguments);
  end if;
  sets := array(
    select s.number from kith_private.change_sets s
    where s.actor_id = asked
      and s.at > (select kith_private.log_start())
      and s.number > (select kith_private.last_purged_set())
      and s.at >= (select kith_private.local_instant(body ->> 'since', '00:00'))
      and s.at < coalesce((select kith_private.local_instant(body ->> 'until', '24:00')), 'infinity'));
  -- What somebody else has undone already stays so; what this actor has undone is undone together with the undoing.
  sets := array(
    select s.number from kith_private.change_sets s
    where s.number = any (sets) and (s.undone_by is null or exists (
      select from kith_private.change_sets u where u.owner_id = s.owner_id and u.id = s.undone_by and u.number = any (sets))));
  if coalesce((body ->> 'partial')::boolean, false) then
    sets := kith_private.within_limits(sets);
  end if;
  return kith_private.answer_undo(sets, arguments);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.update_calendar(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update kith_private.calendars c set birthdays = coalesce(arguments -> 'body' ->> 'birthdays', c.birthdays)
  where c.owner_id = (select auth.uid());
  if not found then
    perform kith_private.fail('not_found');
  end if;
  return kith_api.get_calendar(arguments);
end
$function$;

ALTER FUNCTION "kith_api"."update_calendar"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.update_relationship(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  earlier kith.relationships;
begin
  select r.* into earlier from kith.relationships r where r.id = (arguments ->> 'id')::uuid for update;
  if not found then
    perform kith_private.not_found();
  end if;
  perform kith_private.check_references(kith_private.unknown_related(arguments -> 'body'));
  perform kith_private.update_row(kith_private.row_of(arguments -> 'body', earlier));
  return kith_private.answer_resource((select r.body from kith_api.relationships r where r.id = earlier.id));
end
$function$;

ALTER FUNCTION "kith_api"."update_relationship"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.about_in_words(owner uuid, kind text, of_action text, net kith_private.net_change[])
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  contacts jsonb;
begin
  select case when count(distinct about.ids) = 1 then min(about.ids::text)::jsonb end into contacts
  from (
    select coalesce(case when n.action = 'delete' then n.before else n.after end -> 'contact_ids',
      (select to_jsonb(a.contact_ids) from kith_private.resources_about a where a.owner_id = owner and a.resource = kind and a.id = n.resource_id), '[]') as ids
    from unnest(net) n where n.resource = kind and n.action = of_action) about;
  return case when contacts <> '[]' then kith_private.named_in_words(owner, 'contact',
    array(select id::uuid from jsonb_array_elements_text(contacts) with ordinality as given (id, place) order by place)) end;
end
$function$;

ALTER FUNCTION "kith_private"."about_in_words"(uuid, text, text, kith_private.net_change[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.activity_id()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  change constant jsonb := kith_private.setting('change');
begin
  return coalesce(change ->> 'partOf', change ->> 'id');
end
$function$;

ALTER FUNCTION "kith_private"."activity_id"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.all_found(query jsonb, source regclass, conditions text[], sort text, search anyelement, told bigint, noun text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  most constant integer := 200;
  found constant kith_private.page := kith_private.find_page(
    query || jsonb_build_object('page', 1, 'pageSize', most), source, conditions, sort, search);
begin
  if found.total > most then
    perform kith_private.refuse_member('/matching', 'too_long',
      format('%s %s match; at most %s can be changed at once. Add a filter.', found.total, noun, most));
  elsif found.total <> told then
    perform kith_private.refuse_member('/total', 'invalid_format', format('%s %s match.', found.total, noun));
  end if;
  return found.ids;
end
$function$;

ALTER FUNCTION "kith_private"."all_found"(jsonb, regclass, text[], text, anyelement, bigint, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.answer_erased(is_complete boolean)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return case when is_complete then (204, null)::kith_api.answer else kith_private.answer_part() end;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.answer_part(progress jsonb DEFAULT '{}'::jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return (202, progress::text)::kith_api.answer;
end
$function$;

ALTER FUNCTION "kith_private"."answer_part"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.answer_undo(sets bigint[], arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  is_dry constant boolean := coalesce((arguments #>> '{body,dryRun}')::boolean, false);
  is_partial constant boolean := coalesce((arguments #>> '{body,partial}')::boolean, false);
  until constant timestamptz := case when not is_dry then kith_private.end_of_part(arguments) end;
  undone record;
  made kith_private.change_sets;
  shown record;
begin
  begin
    undone := kith_private.undo_change_sets(sets, coalesce(until, clock_timestamp() + interval '3 seconds'), coalesce(arguments -> 'progress', '{}'));
    if undone.progress is null or until is null or kith_private.is_last_part(arguments) then
      select s.* into made from kith_private.change_sets s where s.id = (select kith_private.activity_id());
      shown := kith_private.changes_body(made, 200);
    end if;
    perform kith_private.roll_back_block(is_dry);
  exception when sqlstate 'KITH1' then
    null;
  end;
  if undone.conflict_count > 0 and not is_dry and not is_partial then
    perform kith_private.refuse_conflicts(undone.conflicts);
  elsif undone.progress is not null and until is null and not arguments ? 'progress' then
    perform kith_private.refuse_member('/since', 'too_small',
      'These are too many changes to undo at once. Undo them in parts, the newest first.');
  elsif undone.progress is not null and until is not null and not kith_private.is_last_part(arguments) then
    return kith_private.answer_part(undone.progress || jsonb_build_object('isTakenBack', not is_partial));
  end if;
  return (200, json_build_object(
    'dryRun', is_dry,
    'activityId', case when not is_dry then made.id end,
    'summary', case when made.id is not null then shown.summary end,
    'changes', coalesce(shown.changes, '[]'),
    'changeCount', coalesce(shown.count, 0),
    'conflicts', to_json(undone.conflicts),
    'conflictCount', undone.conflict_count,
    'hasMore', undone.progress is not null)::text)::kith_api.answer;
end
$function$;

ALTER FUNCTION "kith_private"."answer_undo"(bigint[], jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.attach_imported_photos(owner uuid, import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  with arrived as materialized (
    select r.target_id, r.photo_path from kith_private.import_rows r
    where r.owner_id = owner and r.import_id = import and r.photo_path is not null and r.outcome in ('create', 'merge')
      and exists (select from storage.objects o where o.bucket_id = 'kith-photos' and o.name = r.photo_path offset 0)
      and (select c.photo_path is null from kith.contacts c where c.owner_id = owner and c.id = r.target_id))
  update kith.contacts c set photo_path = a.photo_path
  from arrived a where c.owner_id = owner and c.id = a.target_id;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.batches_to_undo(changes kith_private.changes[])
 RETURNS SETOF kith_private.change_batch
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  change kith_private.changes;
  batch kith_private.changes[] := '{}';
  ids text[] := '{}';
  id text;
  named constant text[] := array(
    select t.resource from unnest(kith_private.restorable_tables()) t where t.has_unique_name);
begin
  foreach change in array changes loop
    id := concat(change.resource, change.resource_id, change.network_id);
    if change.resource = any (named) or id = any (ids) then
      return query select b.* from kith_private.kinds_of_batch(batch) b;
      batch := '{}';
      ids := '{}';
    end if;
    if change.resource = any (named) then
      return next (change.resource, array[change])::kith_private.change_batch;
    else
      batch := batch || change;
      ids := ids || id;
    end if;
  end loop;
  return query select b.* from kith_private.kinds_of_batch(batch) b;
end
$function$;

ALTER FUNCTION "kith_private"."batches_to_undo"(kith_private.changes[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.book_tag()
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
  perform kith_private.set_reads_list(true);
  select string_agg(c.id::text || extract(epoch from c.updated_at), ',' order by c.id) into people
  from kith.contacts c where not c.is_archived;
  perform kith_private.set_reads_list(false);
  select string_agg(n.id::text || n.name, ',' order by n.id) into networks from kith.networks n;
  return kith_private.tag(concat_ws(';', people, networks));
end
$function$;

ALTER FUNCTION "kith_private"."book_tag"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.bulk(resource text, arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body constant jsonb := arguments -> 'body';
  is_partial constant boolean := coalesce((body ->> 'partial')::boolean, false);
  is_first constant boolean := not coalesce(arguments -> 'progress', '{}') ? 'next';
  first_item constant bigint := coalesce((arguments #> '{progress,next}')::bigint, 1);
  until constant timestamptz := kith_private.end_of_part(arguments);
  results text[] := array(select jsonb_array_elements_text(arguments #> '{progress,results}'));
  is_over boolean := false;
  asked record;
  done uuid;
  error jsonb;
  part record;
begin
  for asked in
    select items.* from (
      select list.name, given.item, given.position - 1 as index, format('/%s/%s', list.name, given.position - 1) as place,
        (case when jsonb_typeof(given.item) = 'string' then given.item #>> '{}' when list.name <> 'create' then given.item ->> 'id' end)::uuid as id,
        row_number() over (order by list.position, given.position) as number
      from unnest('{create,update,delete}'::text[]) with ordinality as list (name, position)
      cross join lateral jsonb_array_elements(coalesce(body -> list.name, '[]')) with ordinality as given (item, position)) items
    where items.number >= first_item order by items.number
  loop
    is_over := is_over or coalesce(asked.number > first_item and (is_partial or asked.name = 'delete') and clock_timestamp() > until, false);
    done := asked.id;
    if jsonb_typeof(asked.item) = 'object' and asked.item ? 'refused' then
      error := jsonb_build_object('code', 'validation_failed', 'errors', asked.item -> 'refused');
    elsif not is_over then
      select p.answer, p.error into part
      from kith_private.run_part(asked.place, asked.name || '_' || resource, jsonb_build_object('id', asked.id)
        || case when asked.name <> 'delete' then jsonb_build_object('body', asked.item - 'id')
          when arguments ? 'progress' then jsonb_build_object('progress', '{}'::jsonb) else '{}' end) p;
      error := part.error;
      is_over := coalesce((part.answer).status = 202, false);
    end if;
    if is_over and not kith_private.is_last_part(arguments) then
      if not is_partial and is_first then
        perform kith_private.check_deletions((
          select r.source from kith_private.resources() r where r.name = bulk.resource), body -> 'delete', asked.index::integer);
      end if;
      return kith_private.answer_part(jsonb_build_object('next', asked.number, 'results', results));
    elsif is_over then
      error := '{"code":"unavailable","detail":"There was no time left for it. Send it again."}';
    elsif error is null then
      done := coalesce(asked.id, ((part.answer).body::jsonb ->> 'id')::uuid);
    elsif not is_partial and is_first then
      perform kith_private.fail(error ->> 'code', error ->> 'detail', error -> 'errors');
    end if;
    results := results || json_build_object('action', asked.name, 'index', asked.index, 'id', done,
      'status', case when error is null then 'done' else 'failed' end, 'error', error)::text;
  end loop;
  return (200, format('{"results":[%s],"hasMore":%s}', array_to_string(results, ','), to_json(is_over)))::kith_api.answer;
end
$function$;

ALTER FUNCTION "kith_private"."bulk"(text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.calling_code(country text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  codes constant text := kith_private.calling_codes();
begin
  return case when country ~ '^[A-Z]{2}$' and strpos(codes, ' ' || country) > 0
    then rtrim(substring(left(codes, strpos(codes, ' ' || country)) from '([0-9]+/[^ ]*)[ A-Z]*$'), '/') end;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.calling_code_of(digits text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  codes constant text := kith_private.calling_codes();
  place integer;
begin
  for length in 1 .. 3 loop
    place := strpos(codes, ' ' || left(digits, length) || '/');
    if place > 0 then
      return split_part(substr(codes, place + 1, 12), ' ', 1);
    end if;
  end loop;
  return null;
end
$function$;

ALTER FUNCTION "kith_private"."calling_code_of"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.calling_codes()
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return '
    1/1 AG AI AS BB BM BS CA DM DO GD GU JM KN KY LC MP MS PR SX TC TT UM US VC VG VI; 7/8 KZ RU; 20/0 EG; 27/0 ZA; 30/ GR;
    31/0 NL; 32/0 BE; 33/0 FR; 34/ ES; 36/06 HU; 39/ IT VA; 40/0 RO; 41/0 CH; 43/0 AT; 44/0 GB GG IM JE; 45/ DK; 46/0 SE;
    47/ BV NO SJ; 48/ PL; 49/0 DE; 51/0 PE; 52/ MX; 53/0 CU; 54/0 AR; 55/0 BR; 56/ CL; 57/ CO; 58/0 VE; 60/0 MY;
    61/0 AU CC CX; 62/0 ID; 63/0 PH; 64/0 NZ PN; 65/ SG; 66/0 TH; 81/0 JP; 82/0 KR; 84/0 VN; 86/0 CN; 90/0 TR; 91/0 IN;
    92/0 PK; 93/0 AF; 94/0 LK; 95/0 MM; 98/0 IR; 211/0 SS; 212/0 EH MA; 213/0 DZ; 216/ TN; 218/0 LY; 220/ GM; 221/ SN;
    222/ MR; 223/ ML; 224/ GN; 225/ CI; 226/ BF; 227/ NE; 228/ TG; 229/ BJ; 230/ MU; 231/0 LR; 232/0 SL; 233/0 GH;
    234/0 NG; 235/ TD; 236/ CF; 237/ CM; 238/ CV; 239/ ST; 240/ GQ; 241/ GA; 242/ CG; 243/0 CD; 244/ AO; 245/ GW; 246/ IO;
    248/ SC; 249/0 SD; 250/0 RW; 251/0 ET; 252/0 SO; 253/ DJ; 254/0 KE; 255/0 TZ; 256/0 UG; 257/ BI; 258/ MZ; 260/0 ZM;
    261/0 MG; 262/0 RE TF YT; 263/0 ZW; 264/0 NA; 265/0 MW; 266/ LS; 267/ BW; 268/ SZ; 269/ KM; 290/ SH; 291/0 ER; 297/ AW;
    298/ FO; 299/ GL; 350/ GI; 351/ PT; 352/ LU; 353/0 IE; 354/ IS; 355/0 AL; 356/ MT; 357/ CY; 358/0 AX FI; 359/0 BG;
    370/[08] LT; 371/ LV; 372/ EE; 373/0 MD; 374/0 AM; 375/80? BY; 376/ AD; 377/0 MC; 378/ SM; 380/0 UA; 381/0 RS;
    382/0 ME; 383/0 XK; 385/0 HR; 386/0 SI; 387/0 BA; 389/0 MK; 420/ CZ; 421/0 SK; 423/0 LI; 500/ FK GS; 501/ BZ; 502/ GT;
    503/ SV; 504/ HN; 505/ NI; 506/ CR; 507/ PA; 508/0 PM; 509/ HT; 590/0 BL GP MF; 591/0 BO; 592/ GY; 593/0 EC; 594/0 GF;
    595/0 PY; 596/0 MQ; 597/ SR; 598/0 UY; 599/ BQ CW; 670/ TL; 672/ AQ HM NF; 673/ BN; 674/ NR; 675/ PG; 676/ TO; 677/ SB;
    678/ VU; 679/ FJ; 680/ PW; 681/ WF; 682/ CK; 683/ NU; 685/ WS; 686/0 KI; 687/ NC; 688/ TV; 689/ PF; 690/ TK; 691/ FM;
    692/1 MH; 850/0 KP; 852/ HK; 853/ MO; 855/0 KH; 856/0 LA; 880/0 BD; 886/0 TW; 960/ MV; 961/0 LB; 962/0 JO; 963/0 SY;
    964/0 IQ; 965/ KW; 966/0 SA; 967/0 YE; 968/ OM; 970/0 PS; 971/0 AE; 972/0 IL; 973/ BH; 974/ QA; 975/ BT; 976/0 MN;
    977/0 NP; 992/ TJ; 993/8 TM; 994/0 AZ; 995/0 GE; 996/0 KG; 998/ UZ; ';
end
$function$;

ALTER FUNCTION "kith_private"."calling_codes"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.can_take_back(owner uuid, reminder uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform from kith.reminders n
  where n.owner_id = owner and n.id = reminder and not n.completed and n.updated_at = n.created_at for update;
  return found and kith_private.may_read('reminder', reminder);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.candidates(ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select jsonb_agg(jsonb_build_object('id', c.id, 'name', concat_ws(', ', kith_private.shown_name(c), nullif(c.company, c.display_name))) order by listed.position)
    from unnest(ids[1:6]) with ordinality as listed (id, position)
    join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = listed.id);
end
$function$;

ALTER FUNCTION "kith_private"."candidates"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.card_ids(ids uuid[], after uuid, at_most integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_sort TO 'off'
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
    found_ids := array(
      select c.id from kith.contacts c where not c.is_archived and c.id = any (ids) and c.id > coalesce(after, before_all) order by c.id limit at_most);
  end if;
  perform kith_private.set_reads_list(false);
  return found_ids;
end
$function$;

ALTER FUNCTION "kith_private"."card_ids"(uuid[], uuid, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.card_page(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  most_rows constant integer := 2000;
  most_bytes constant integer := 4194304;
  portion constant integer := 100;
  asked constant uuid[] := case when arguments ? 'ids' then array(select jsonb_array_elements_text(arguments -> 'ids')::uuid) end;
  after uuid := arguments ->> 'after';
  ids uuid[];
  shown uuid[] := '{}';
  lines text[] := '{}';
  bytes integer := 0;
  more text;
begin
  perform kith_private.check_dav_account(arguments);
  loop
    ids := kith_private.card_ids(asked, after, portion);
    exit when cardinality(ids) = 0;
    more := kith_private.export_lines('contacts', ids);
    lines := lines || more;
    shown := shown || ids;
    bytes := bytes + octet_length(more);
    after := ids[cardinality(ids)];
    exit when cardinality(ids) < portion or cardinality(shown) >= most_rows or bytes >= most_bytes;
  end loop;
  if cardinality(shown) > 0 then
    more := kith_private.export_lines('networks', array(
      select distinct m.network_id from kith.contact_networks m where m.contact_id = any (shown)));
    lines := case when more is not null then array[more] else '{}' end || lines;
  end if;
  return (200, array_to_string(array[json_build_object(
    'next', case when cardinality(ids) = portion then json_build_object('after', after) end,
    'account', kith_private.dav_account(),
    'tag', case when arguments ? 'withTag' then kith_private.book_tag() end)::text] || lines, E'\n'))::kith_api.answer;
end
$function$;

ALTER FUNCTION "kith_private"."card_page"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.change_groups(owner uuid, sets bigint[], net kith_private.net_change[])
 RETURNS kith_private.change_group[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "kith_private"."change_groups"(uuid, bigint[], kith_private.net_change[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.change_key(arguments jsonb, is_connection boolean)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body constant jsonb := arguments -> 'body';
  changed uuid;
begin
  update kith_private.api_keys k set
    name = case when body ? 'name' then body ->> 'name' else k.name end,
    scopes = case when body ? 'scopes' then kith_private.read_scopes(body -> 'scopes') else k.scopes end,
    network_ids = case when body ? 'networkIds' then kith_private.read_networks(body -> 'networkIds', k.network_ids) else k.network_ids end,
    expires_at = case when body ? 'expiresAt' then kith_private.local_instant(body ->> 'expiresAt', '00:00') else k.expires_at end
  where k.owner_id = (select auth.uid()) and k.id = (arguments ->> 'id')::uuid
    and (k.client_id is not null) = is_connection
  returning k.id into changed;
  return changed;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.change_set_body(change_set kith_private.change_sets, most integer, of_resource uuid DEFAULT NULL::uuid)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  shown constant record := kith_private.changes_body(change_set, most, of_resource);
  undoes uuid[] := change_set.undoes[1:100];
  undoing uuid := change_set.undone_by;
  is_undoable boolean := change_set.undone_by is null and not shown.is_erased and kith_private.may_undo(change_set.actor_id);
begin
  if current_user = 'kith_limited' then
    undoes := array(
      select u.id from unnest(undoes) with ordinality u (id, place)
      where exists (select from kith_private.change_sets s where s.id = u.id) order by u.place);
    undoing := (select s.id from kith_private.change_sets s where s.id = undoing);
    is_undoable := is_undoable and kith_private.undo_refusal(kith_private.parts_of(change_set)) is null;
  end if;
  return json_build_object(
    'id', change_set.id,
    'at', to_char(change_set.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'requestId', change_set.request_id,
    'actor', kith_private.actor_body(change_set),
    'operation', kith_private.member_name(change_set.operation),
    'summary', shown.summary,
    'changes', shown.changes,
    'changeCount', shown.count,
    'undoes', undoes,
    'undoneBy', undoing,
    'undoable', is_undoable);
end
$function$;

ALTER FUNCTION "kith_private"."change_set_body"(kith_private.change_sets, integer, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.change_summary(owner uuid, sets bigint[], operation text, is_undo boolean, groups kith_private.change_group[], net kith_private.net_change[])
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  done kith_private.change_group;
  said text[] := '{}';
  summary text := case when operation = 'merge_contacts' then kith_private.merge_in_words(owner, sets) end;
begin
  if summary is not null then
    return summary;
  end if;
  for done in
    select * from unnest(groups) g where net is null or g.resource <> 'membership'
    order by g.resource = 'membership', g.action = 'update', g.position
  loop
    said := said || case
      when done.resource = 'membership' and done.action = 'delete' then format('removed contacts from networks %s times', done.resources)
      when done.resource = 'membership' then format('added contacts to networks %s times', done.resources)
      else coalesce(case when not is_undo then kith_private.deed_in_words(owner, done, net) end, concat(
        case done.action when 'create' then case when is_undo then 'restored ' else 'created ' end
          when 'delete' then case when is_undo then 'removed ' else 'deleted ' end
          else case when is_undo then 'reverted ' else 'changed ' end end,
        case when done.resources > 1 then done.resources || ' ' || replace(done.resource, '_', ' ') || 's'
          when done.resource = 'profile' then 'the profile'
          when done.resource = 'contact' and is_undo then done.name
          when done.resource = 'note' then 'note' else replace(done.resource, '_', ' ') || coalesce(' ' || done.name, '') end,
        case when done.resource in ('note', 'relationship') then case done.resource when 'note' then ' about ' else ' of ' end
          || kith_private.about_in_words(owner, done.resource, done.action, net) end,
        case when done.resource = 'note' and done.resources = 1 then ': ' || done.name end,
        kith_private.members_in_words(owner, done, net))) end;
  end loop;
  summary := array_to_string(said || kith_private.moves_summary(owner, net), ', ');
  return coalesce(nullif(upper(left(summary, 1)) || substr(summary, 2), ''), 'Changed nothing');
end
$function$;

ALTER FUNCTION "kith_private"."change_summary"(uuid, bigint[], text, boolean, kith_private.change_group[], kith_private.net_change[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.changed_resources(owner uuid, after_set bigint, after_position integer, OUT resources kith_private.changed_resource[], OUT sets bigint[], OUT positions integer[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  with scanned as materialized (
    select c.set_number, c.position, c.resource, c.resource_id, c.network_id,
      row_number() over (order by c.set_number, c.position) as ordinal
    from kith_private.changes c
    where c.owner_id = owner and (c.set_number, c.position) > (after_set, after_position)
    order by c.set_number, c.position limit 1000),
  named as (
    select case s.resource when 'membership' then 'contact' else s.resource end as resource, s.resource_id as id, s.ordinal from scanned s
    union all
    select 'network', s.network_id, s.ordinal from scanned s
    where s.network_id is not null and (select kith_private.has_scope('networks:read'))),
  firsts as (select n.resource, n.id, min(n.ordinal) as ordinal from named n group by n.resource, n.id)
  select (select array_agg((f.resource, f.id, f.ordinal)::kith_private.changed_resource order by f.ordinal, f.resource) from firsts f),
    array_agg(s.set_number order by s.ordinal), array_agg(s.position order by s.ordinal)
  into resources, sets, positions
  from scanned s;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.changes_body(change_set kith_private.change_sets, most integer, of_resource uuid DEFAULT NULL::uuid, OUT changes json, OUT count bigint, OUT summary text, OUT is_erased boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  owner constant uuid := change_set.owner_id;
  sets constant bigint[] := kith_private.parts_of(change_set);
  net constant kith_private.net_change[] := kith_private.net_changes(owner, sets);
  groups constant kith_private.change_group[] := kith_private.change_groups(owner, sets, net);
  told constant kith_private.net_change[] := case when of_resource is null then net else kith_private.net_changes(owner, sets, of_resource) end;
begin
  count := (select coalesce(sum(g.resources), 0) from unnest(groups) g);
  summary := kith_private.change_summary(
    owner, sets, change_set.operation, change_set.undoes <> '{}', groups, case when count <= 1000 then net end);
  is_erased := coalesce((select bool_or(c.before is null and c.after is null) from unnest(net) c), false);
  select coalesce(json_agg(item.body order by item.position) filter (where item.size <= 262144 or item.is_first), '[]')
  into changes
  from (
    select shown.body, shown.position, shown.position = (told[1]).position as is_first,
      sum(octet_length(shown.body::text)) over (order by shown.position) as size
    from (
      select c.position, json_build_object('resource', c.resource, 'id', c.resource_id,
        'name', coalesce(c.name, (select n.name from kith.networks n where n.owner_id = owner and n.id = c.network_id)), 'action', c.action,
        'fields', kith_private.net_fields(owner, sets, c)) as body
      from unnest(told[1:most]) c offset 0) shown) item;
end
$function$;

ALTER FUNCTION "kith_private"."changes_body"(kith_private.change_sets, integer, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.check_asked_rows(import uuid, asked jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET enable_nestloop TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
AS $function$
declare
  errors constant jsonb := (
    select jsonb_agg(jsonb_build_object('in', 'body', 'pointer', format('/rows/%s/%s', given.place - 1, found.member),
      'code', found.code, 'message', found.message) order by given.place)
    from jsonb_array_elements(asked) with ordinality given (item, place)
    left join kith_private.import_rows r on r.import_id = import and r.number = (given.item ->> 'number')::integer
    cross join lateral (
      select 'number' as member, 'invalid_reference' as code, 'The import has no such row.' as message where r.number is null
      union all
      select 'number', 'invalid_format', 'This row could not be read, so it can only be skipped.'
      where r.action = 'error' and given.item ->> 'action' <> 'skip'
      union all
      select 'number', 'invalid_format', 'Only contacts can be merged.' where r.resource <> 'contact' and given.item ->> 'action' = 'merge'
      union all
      select 'contactId', 'required', 'This row matches no single contact: say which one.'
      where r.resource = 'contact' and r.action <> 'error' and given.item ->> 'action' = 'merge' and given.item ->> 'contactId' is null and r.match_id is null
      union all
      select 'contactId', 'invalid_reference', null
      where given.item ->> 'contactId' is not null and not exists (
        select from kith.contacts c where c.id = (given.item ->> 'contactId')::uuid)
      limit 1) found);
begin
  if errors is not null then
    perform kith_private.fail(case when errors @? '$[*] ? (@.pointer like_regex "contactId$" && @.code == "invalid_reference")'
      then 'invalid_reference' else 'validation_failed' end, errors => errors);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.check_dav_account(arguments jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if arguments ->> 'account' <> kith_private.dav_account() then
    perform kith_private.not_found();
  end if;
end
$function$;

ALTER FUNCTION "kith_private"."check_dav_account"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.check_deletions(source text, deletions jsonb, from_item integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  missing bigint;
begin
  execute format('select min(given.place) from jsonb_array_elements_text($1) with ordinality given (item, place)
    where given.place > $2 and not exists (select from %s t where t.id = given.item::uuid)', source) into missing using deletions, from_item;
  if missing is not null then
    perform kith_private.fail('not_found', errors => jsonb_build_array(jsonb_build_object(
      'in', 'body', 'pointer', '/delete/' || missing - 1, 'code', 'invalid_reference')));
  end if;
end
$function$;

ALTER FUNCTION "kith_private"."check_deletions"(text, jsonb, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.check_import_photos()
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if not kith_private.may_import() then
    perform kith_private.not_found();
  end if;
  perform kith_private.check_photo_bytes(auth.uid());
end
$function$;

ALTER FUNCTION "kith_private"."check_import_photos"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.check_import_quotas(import uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "kith_private"."check_import_quotas"(uuid) OWNER TO "postgres";

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
      ('emails', written.emails, earlier.emails), ('urls', written.urls, earlier.urls), ('addresses', written.addresses, earlier.addresses))
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

ALTER FUNCTION "kith_private"."check_new_texts"(kith.contacts, kith.contacts) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.check_photo_bytes(account uuid, further bigint DEFAULT 0)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform kith_private.check_quota('photo_bytes', further + (
    select coalesce(sum((o.metadata ->> 'size')::bigint), 0)::bigint from storage.objects o
    -- names that begin with the owner's id and a slash ("0" is the character after "/"); these operators use Storage's index
    where o.bucket_id = 'kith-photos' and o.name ~>=~ (account || '/') and o.name ~<~ (account || '0')));
end
$function$;

ALTER FUNCTION "kith_private"."check_photo_bytes"(uuid, bigint) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.check_relationships()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if exists (
    select from (select distinct w.owner_id, about.id from written w cross join lateral unnest(w.contact_ids) about (id)) named
    cross join lateral (
      select count(*) as total from kith_private.relationships_about r where r.owner_id = named.owner_id and r.contact_id = named.id) counted
    where counted.total > 200)
  then
    raise check_violation using message = 'A contact has at most 200 relationships.',
      schema = 'kith', table = 'relationships', constraint = 'relationships_limit_check';
  end if;
  return null;
end
$function$;

ALTER FUNCTION "kith_private"."check_relationships"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.check_tag(operation kith_private.operations, arguments jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body text;
begin
  -- Locked first, so that nothing changes the row between the comparison and the operation.
  execute format('select from %s r where r.%I = $1 for update', operation.locked_table, operation.locked_column)
    using coalesce((arguments ->> 'id')::uuid, auth.uid());
  execute format('select body from kith_api.%I($1)', operation.read_by) into body using arguments;
  if not arguments -> 'ifMatch' ? kith_private.tag(body) then
    perform kith_private.fail('precondition_failed');
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.check_upload_quotas(account uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  waiting bigint;
  bytes bigint;
begin
  select count(*) filter (where not p.attached and (p.is_open or p.size is not null)),
    coalesce(sum(greatest(p.size, case when p.is_open then 5242880 end)), 0)
  into waiting, bytes
  from (
    select u.attached, u.created_at > now() - interval '3 hours' as is_open, (
      select coalesce((o.metadata ->> 'size')::bigint, 0) from storage.objects o
      where o.bucket_id = 'kith-photos' and o.name = u.path) as size
    from kith_private.photo_uploads u where u.owner_id = account) p;
  perform kith_private.check_quota('uploads', waiting + 1);
  perform kith_private.check_photo_bytes(account, bytes);
end
$function$;

ALTER FUNCTION "kith_private"."check_upload_quotas"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.city_name(name text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
      begin
        return '{"ama": "amman", "rom": "rome", "acra": "accra", "akra": "accra", "aten": "athens", "bale": "basel", "cita": "chita", "daca": "dhaka", "gand": "ghent", "genf": "geneva", "gent": "ghent", "haga": "the hague", "haia": "the hague", "kair": "cairo", "kiev": "kyiv", "kiew": "kyiv", "koln": "cologne", "prag": "prague", "riad": "riyadh", "roma": "rome", "ryga": "riga", "rzym": "rome", "seul": "seoul", "soul": "seoul", "wien": "vienna", "aktau": "aqtau", "alger": "algiers", "aqtaw": "aqtau", "argel": "algiers", "atene": "athens", "ateny": "athens", "athen": "athens", "bagda": "baghdad", "bakoe": "baku", "bakou": "baku", "bangi": "bangui", "belen": "belem", "bisau": "bissau", "cabul": "kabul", "chovd": "hovd", "chowd": "hovd", "czyta": "chita", "dacca": "dhaka", "damas": "damascus", "duala": "douala", "dubaj": "dubai", "dzuba": "juba", "gante": "ghent", "genes": "genoa", "genua": "genoa", "giuba": "juba", "kairo": "cairo", "kijow": "kyiv", "kiova": "kyiv", "kirow": "kirov", "kobdo": "hovd", "l aia": "the hague", "l''aia": "the hague", "lipsk": "leipzig", "madri": "madrid", "milao": "milan", "mosca": "moscow", "moscu": "moscow", "paryz": "paris", "pekin": "beijing", "praag": "prague", "praga": "prague", "praha": "prague", "riade": "riyadh", "riika": "riga", "rijad": "riyadh", "riyad": "riyadh", "rooma": "rome", "teera": "tehran", "timbu": "thimphu", "tjita": "chita", "tokio": "tokyo", "tsita": "chita", "turim": "turin", "turyn": "turin", "viena": "vienna", "vilna": "vilnius", "wenen": "vienna", "wilno": "vilnius", "abiyan": "abidjan", "aktaou": "aqtau", "aktobe": "aqtobe", "algeri": "algiers", "algier": "algiers", "anvers": "antwerp", "ateena": "athens", "atenas": "athens", "athene": "athens", "atiraw": "atyrau", "bagdad": "baghdad", "bejrut": "beirut", "berlim": "berlin", "biskek": "bishkek", "brugge": "bruges", "brugia": "bruges", "brujas": "bruges", "caiena": "cayenne", "caiman": "cayman", "cartum": "khartoum", "cayena": "cayenne", "cracow": "krakow", "danzig": "gdansk", "dresda": "dresden", "dresde": "dresden", "drezno": "dresden", "erevan": "yerevan", "eriwan": "yerevan", "erywan": "yerevan", "geneve": "geneva", "genewa": "geneva", "genova": "genoa", "hawana": "havana", "irkuck": "irkutsk", "jakuck": "yakutsk", "jartum": "khartoum", "kaboul": "kabul", "keulen": "cologne", "krakau": "krakow", "lipsia": "leipzig", "lisboa": "lisbon", "londen": "london", "londra": "london", "londyn": "london", "lontoo": "london", "madryt": "madrid", "manaos": "manaus", "maskat": "muscat", "masqat": "muscat", "milaan": "milan", "milano": "milan", "moscou": "moscow", "moskau": "moscow", "moskou": "moscow", "moskva": "moscow", "moskwa": "moscow", "muskat": "muscat", "napels": "naples", "napoli": "naples", "neapel": "naples", "neapol": "naples", "oporto": "porto", "parigi": "paris", "parijs": "paris", "peking": "beijing", "pequim": "beijing", "rangum": "yangon", "rangun": "yangon", "sidney": "sydney", "skopie": "skopje", "taipeh": "taipei", "tajpej": "taipei", "tallin": "tallinn", "tchita": "chita", "thimpu": "thimphu", "tiflis": "tbilisi", "tirana": "tirane", "toquio": "tokyo", "torino": "turin", "tsjita": "chita", "tunisi": "tunis", "turijn": "turin", "uralsk": "oral", "veneza": "venice", "venise": "venice", "vienne": "vienna", "wieden": "vienna", "xangai": "shanghai", "yamena": "ndjamena", "zurigo": "zurich", "zurych": "zurich", "ガザ": "gaza", "チタ": "chita", "パリ": "paris", "リガ": "riga", "リマ": "lima", "ロメ": "lome", "上海": "shanghai", "北京": "beijing", "台北": "taipei", "平壌": "pyongyang", "東京": "tokyo", "abidzan": "abidjan", "al ujun": "el aaiun", "al-ujun": "el aaiun", "amberes": "antwerp", "amburgo": "hamburg", "anadyr''": "anadyr", "anversa": "antwerp", "asgabat": "ashgabat", "asjabad": "ashgabat", "astraca": "astrakhan", "athenes": "athens", "atyraou": "atyrau", "bandzul": "banjul", "basilea": "basel", "bazylea": "basel", "beiroet": "beirut", "beirute": "beirut", "belgrad": "belgrade", "beograd": "belgrade", "berlijn": "berlin", "berlino": "berlin", "bichkek": "bishkek", "bisjkek": "bishkek", "biszkek": "bishkek", "bologne": "bologna", "bolonha": "bologna", "bolonia": "bologna", "bordeus": "bordeaux", "breslau": "wroclaw", "brussel": "brussels", "bryssel": "brussels", "burdeos": "bordeaux", "caienna": "cayenne", "caimans": "cayman", "calcuta": "kolkata", "chartum": "khartoum", "colonia": "cologne", "conacri": "conakry", "conakri": "conakry", "damasco": "damascus", "dublino": "dublin", "dusambe": "dushanbe", "dusanbe": "dushanbe", "el ayun": "el aaiun", "firenze": "florence", "florenz": "florence", "genebra": "geneva", "ginebra": "geneva", "ginevra": "geneva", "handyga": "khandyga", "hanovre": "hanover", "havanna": "havana", "jacarta": "jakarta", "jakutsk": "yakutsk", "jerevan": "yerevan", "kajenna": "cayenne", "kalkuta": "kolkata", "karaczi": "karachi", "khartum": "khartoum", "kolombo": "colombo", "kolonia": "cologne", "konakry": "conakry", "l avana": "havana", "l''avana": "havana", "la haya": "the hague", "la haye": "the hague", "lisbona": "lisbon", "lizbona": "lisbon", "londres": "london", "lubiana": "ljubljana", "lublana": "ljubljana", "mailand": "milan", "makasar": "makassar", "manilla": "manila", "manille": "manila", "mascate": "muscat", "moskova": "moscow", "munchen": "munich", "munique": "munich", "napoles": "naples", "nicosie": "nicosia", "nikosia": "nicosia", "nikozja": "nicosia", "ouralsk": "oral", "pariisi": "paris", "pechino": "beijing", "qaanaaq": "thule", "rangoon": "yangon", "rangoun": "yangon", "sahalin": "sakhalin", "sajalin": "sakhalin", "saratow": "saratov", "sevilha": "seville", "sevilla": "seville", "sewilla": "seville", "stambul": "istanbul", "taskent": "tashkent", "teheran": "tehran", "tschita": "chita", "urumczi": "urumqi", "varsova": "warsaw", "vatikan": "vatican", "venecia": "venice", "venedig": "venice", "venezia": "venice", "wenecja": "venice", "windhuk": "windhoek", "yakarta": "jakarta", "zagrzeb": "zagreb", "zurique": "zurich", "achgabat": "ashgabat", "adelaida": "adelaide", "alma ata": "almaty", "alma-ata": "almaty", "amsterda": "amsterdam", "asgabate": "ashgabat", "assuncao": "asuncion", "astracan": "astrakhan", "astrahan": "astrakhan", "belgrado": "belgrade", "berliini": "berlin", "beyrouth": "beirut", "bischkek": "bishkek", "bruksela": "brussels", "bruselas": "brussels", "bruxelas": "brussels", "bucarest": "bucharest", "bukarest": "bucharest", "calcutta": "kolkata", "chandyga": "khandyga", "cracovia": "krakow", "cracovie": "krakow", "damaskos": "damascus", "damaskus": "damascus", "damaszek": "damascus", "den haag": "the hague", "duchambe": "dushanbe", "dusjanbe": "dushanbe", "duszanbe": "dushanbe", "dzakarta": "jakarta", "el cairo": "cairo", "el-aaiun": "el aaiun", "estambul": "istanbul", "florenca": "florence", "giacarta": "jakarta", "goteborg": "gothenburg", "hambourg": "hamburg", "hamburgo": "hamburg", "hannover": "hanover", "iakoutsk": "yakutsk", "il cairo": "cairo", "irkoetsk": "irkutsk", "irkoutsk": "irkutsk", "istambul": "istanbul", "jajapura": "jayapura", "jakoetsk": "yakutsk", "kalkutta": "kolkata", "katmandu": "kathmandu", "khandiga": "khandyga", "khartoem": "khartoum", "kinszasa": "kinshasa", "kostanai": "kostanay", "kostanaj": "kostanay", "kustanaj": "kostanay", "laayoune": "el aaiun", "le caire": "cairo", "lisbonne": "lisbon", "lissabon": "lisbon", "macassar": "makassar", "marselha": "marseille", "marsella": "marseille", "mediolan": "milan", "ndzamena": "ndjamena", "nuakchot": "nouakchott", "nurnberg": "nuremberg", "qostanai": "kostanay", "sacalina": "sakhalin", "sachalin": "sakhalin", "salonica": "thessaloniki", "saloniki": "thessaloniki", "sarajewo": "sarajevo", "siviglia": "seville", "sjanghai": "shanghai", "st kitts": "st. kitts", "szanghaj": "shanghai", "tachkent": "tashkent", "tallinna": "tallinn", "tasjkent": "tashkent", "tbilissi": "tbilisi", "tripolis": "tripoli", "trypolis": "tripoli", "tukholma": "stockholm", "uagadugu": "ouagadougou", "ust nera": "ust-nera", "varsavia": "warsaw", "varsovia": "warsaw", "varsovie": "warsaw", "vaticano": "vatican", "vientian": "vientiane", "wagadugu": "ouagadougou", "warschau": "warsaw", "warszawa": "warsaw", "wientian": "vientiane", "zagabria": "zagreb", "antuerpia": "antwerp", "antwerpen": "antwerp", "antwerpia": "antwerp", "asjchabad": "ashgabat", "asjkhabad": "ashgabat", "astrachan": "astrakhan", "aszchabad": "ashgabat", "boedapest": "budapest", "boekarest": "bucharest", "bruxelles": "brussels", "bucareste": "bucharest", "bucuresti": "bucharest", "budapeste": "budapest", "budapeszt": "budapest", "bukareszt": "bucharest", "buzumbura": "bujumbura", "doesjanbe": "dushanbe", "douchanbe": "dushanbe", "duschanbe": "dushanbe", "estocolmo": "stockholm", "famagosta": "famagusta", "florencia": "florence", "florencja": "florence", "francfort": "frankfurt", "guaiaquil": "guayaquil", "helsinque": "helsinki", "istanboel": "istanbul", "jerusalen": "jerusalem", "jeruzalem": "jerusalem", "kamczatka": "kamchatka", "kamtjatka": "kamchatka", "kamtsatka": "kamchatka", "karatschi": "karachi", "katmandou": "kathmandu", "kiszyniow": "chisinau", "kobenhavn": "copenhagen", "kopenhaga": "copenhagen", "kopenhamn": "copenhagen", "kyzylorda": "qyzylorda", "kzyl orda": "qyzylorda", "la habana": "havana", "la havane": "havana", "liubliana": "ljubljana", "marsiglia": "marseille", "mexico by": "mexico city", "mogadiszu": "mogadishu", "monachium": "munich", "n djamena": "ndjamena", "n''djamena": "ndjamena", "nawakszut": "nouakchott", "nova york": "new york", "nowy jork": "new york", "pjongjang": "pyongyang", "portonovo": "porto-novo", "qizilorda": "qyzylorda", "qysylorda": "qyzylorda", "reikiavik": "reykjavik", "sakhaline": "sakhalin", "salonicco": "thessaloniki", "salzbourg": "salzburg", "salzburgo": "salzburg", "san paolo": "sao paulo", "saragossa": "zaragoza", "saragosse": "zaragoza", "st john s": "st. john''s", "st thomas": "st. thomas", "stoccolma": "stockholm", "strasburg": "strasbourg", "sztokholm": "stockholm", "taschkent": "tashkent", "taszkient": "tashkent", "ulianovsk": "ulyanovsk", "uljanovsk": "ulyanovsk", "uljanowsk": "ulyanovsk", "ust niera": "ust-nera", "ust''-nera": "ust-nera", "ust-niera": "ust-nera", "vatikanen": "vatican", "vatikanet": "vatican", "wolgograd": "volgograd", "アクラ": "accra", "アテネ": "athens", "アデン": "aden", "オスロ": "oslo", "オラル": "oral", "カイロ": "cairo", "カラチ": "karachi", "キガリ": "kigali", "キーウ": "kyiv", "クチン": "kuching", "サマラ": "samara", "シカゴ": "chicago", "シトカ": "sitka", "ジュバ": "juba", "セウタ": "ceuta", "ソウル": "seoul", "タリン": "tallinn", "ダッカ": "dhaka", "チワワ": "chihuahua", "ディリ": "dili", "ドバイ": "dubai", "ニアメ": "niamey", "ヌーク": "nuuk", "ノーム": "nome", "ハバナ": "havana", "ハラレ": "harare", "バクー": "baku", "バマコ": "bamako", "バンギ": "bangui", "パース": "perth", "ビサウ": "bissau", "フフイ": "jujuy", "プラハ": "prague", "ベレン": "belem", "ホブド": "hovd", "ボイシ": "boise", "ボゴタ": "bogota", "マセル": "maseru", "マニラ": "manila", "マプト": "maputo", "マラボ": "malabo", "マリゴ": "marigot", "メリダ": "merida", "ラゴス": "lagos", "ラパス": "la paz", "リヤド": "riyadh", "ルサカ": "lusaka", "ローマ": "rome", "adis abeba": "addis ababa", "aktiubinsk": "aqtobe", "bratyslawa": "bratislava", "copenaghen": "copenhagen", "copenhague": "copenhagen", "daressalam": "dar es salaam", "famagouste": "famagusta", "gotemburgo": "gothenburg", "gran turca": "grand turk", "jerozolima": "jerusalem", "kamtchatka": "kamchatka", "kamtsjatka": "kamchatka", "kopenhagen": "copenhagen", "le vatican": "vatican", "marseilles": "marseille", "mogadischu": "mogadishu", "mogadiscio": "mogadishu", "montevideu": "montevideo", "neurenberg": "nuremberg", "norimberga": "nuremberg", "norymberga": "nuremberg", "nueva york": "new york", "oulianovsk": "ulyanovsk", "porto novo": "porto-novo", "salisburgo": "salzburg", "samarcanda": "samarkand", "samarcande": "samarkand", "samarkanda": "samarkand", "santo tome": "sao tome", "st vincent": "st. vincent", "strasburgo": "strasbourg", "strassburg": "strasbourg", "symferopol": "simferopol", "ulan bator": "ulaanbaatar", "volgogrado": "volgograd", "addis abeba": "addis ababa", "addis-abeba": "addis ababa", "aktioubinsk": "aqtobe", "el vaticano": "vatican", "estrasburgo": "strasbourg", "francoforte": "frankfurt", "gerusalemme": "jerusalem", "helsingfors": "helsinki", "ho chi minh": "ho chi minh city", "joanesburgo": "johannesburg", "kamtschatka": "kamchatka", "krasnoiarsk": "krasnoyarsk", "krasnojarsk": "krasnoyarsk", "mexico stad": "mexico city", "mexico-stad": "mexico city", "novokuzneck": "novokuznetsk", "nowosibirsk": "novosibirsk", "nowosybirsk": "novosibirsk", "oulan bator": "ulaanbaatar", "oulan-bator": "ulaanbaatar", "saint kitts": "st. kitts", "san vicente": "st. vincent", "sao vicente": "st. vincent", "sinferopoli": "simferopol", "straatsburg": "strasbourg", "wladiwostok": "vladivostok", "wladywostok": "vladivostok", "blanc sablon": "blanc-sablon", "dar es salam": "dar es salaam", "dar es-salam": "dar es salaam", "ekaterinburg": "yekaterinburg", "kaliningrado": "kaliningrad", "koopenhamina": "copenhagen", "mexiko stadt": "mexico city", "mexiko-stadt": "mexico city", "novokusnetsk": "novokuznetsk", "novossibirsk": "novosibirsk", "nowokuznetsk": "novokuznetsk", "nowokuznieck": "novokuznetsk", "saint john s": "st. john''s", "saint john''s": "st. john''s", "saint thomas": "st. thomas", "saint-thomas": "st. thomas", "アイウン": "el aaiun", "アクタウ": "aqtau", "アクトベ": "aqtobe", "アスマラ": "asmara", "アダック": "adak", "アルジェ": "algiers", "アンマン": "amman", "ウィーン": "vienna", "ウルムチ": "urumqi", "エレバン": "yerevan", "オヒナガ": "ojinaga", "オムスク": "omsk", "カブール": "kabul", "カラカス": "caracas", "カンクン": "cancun", "カンパラ": "kampala", "キシナウ": "chisinau", "キーロフ": "kirov", "クイアバ": "cuiaba", "ケイマン": "cayman", "コナクリ": "conakry", "コルカタ": "kolkata", "コルドバ": "cordoba", "コロンボ": "colombo", "サハリン": "sakhalin", "サラエボ": "sarajevo", "サラトフ": "saratov", "サントメ": "sao tome", "ザグレブ": "zagreb", "シドニー": "sydney", "ジュノー": "juneau", "スコピエ": "skopje", "ソフィア": "sofia", "ダカール": "dakar", "ダブリン": "dublin", "チュニス": "tunis", "チューレ": "thule", "ティラナ": "tirane", "テヘラン": "tehran", "デンバー": "denver", "トビリシ": "tbilisi", "トムスク": "tomsk", "トリポリ": "tripoli", "トロント": "toronto", "ドゥアラ": "douala", "ドーソン": "dawson", "ナイロビ": "nairobi", "ナッソー": "nassau", "ニコシア": "nicosia", "バイーア": "bahia", "バチカン": "vatican", "バンコク": "bangkok", "ヘブロン": "hebron", "ベルリン": "berlin", "ホバート": "hobart", "マガダン": "magadan", "マセイオ": "maceio", "マナウス": "manaus", "マナグア": "managua", "ミンスク": "minsk", "モスクワ": "moscow", "ヤンゴン": "yangon", "ユークラ": "eucla", "リスボン": "lisbon", "ルアンダ": "luanda", "ルイビル": "louisville", "レシフェ": "recife", "ロンドン": "london", "dar es-salaam": "dar es salaam", "dar-es-salaam": "dar es salaam", "ecaterimburgo": "yekaterinburg", "ekaterimburgo": "yekaterinburg", "ekaterinbourg": "yekaterinburg", "jekaterinburg": "yekaterinburg", "jekaterynburg": "yekaterinburg", "johannesburgo": "johannesburg", "maarianhamina": "mariehamn", "port-of-spain": "port of spain", "puerto espana": "port of spain", "saint vincent": "st. vincent", "saint-vincent": "st. vincent", "san cristobal": "st. kitts", "sao cristovao": "st. kitts", "srednekolimsk": "srednekolymsk", "thessalonique": "thessaloniki", "bahia banderas": "bahia de banderas", "port au prince": "port-au-prince", "port d espagne": "port of spain", "port-d''espagne": "port of spain", "porto principe": "port-au-prince", "saint domingue": "santo domingo", "saint-domingue": "santo domingo", "ho chi minhstad": "ho chi minh city", "jekaterinenburg": "yekaterinburg", "puerto principe": "port-au-prince", "sriedniekolymsk": "srednekolymsk", "アティラウ": "atyrau", "アデレード": "adelaide", "アナディリ": "anadyr", "アビジャン": "abidjan", "アルマトイ": "almaty", "イヌヴィク": "inuvik", "ウィニペグ": "winnipeg", "ウスチネラ": "ust-nera", "エイルネペ": "eirunepe", "エルサレム": "jerusalem", "エルモシヨ": "hermosillo", "カイエンヌ": "cayenne", "カタマルカ": "catamarca", "カトマンズ": "kathmandu", "キンシャサ": "kinshasa", "クズロルダ": "qyzylorda", "クレストン": "creston", "グアヤキル": "guayaquil", "グースベイ": "goose bay", "コスタナイ": "kostanay", "サンタレム": "santarem", "サンチアゴ": "santiago", "サンパウロ": "sao paulo", "ジャカルタ": "jakarta", "ジャヤプラ": "jayapura", "タシケント": "tashkent", "ダマスカス": "damascus", "ダーウィン": "darwin", "ティフアナ": "tijuana", "ティンプー": "thimphu", "デトロイト": "detroit", "トルトーラ": "tortola", "ノローニャ": "noronha", "ハボローネ": "gaborone", "ハルツーム": "khartoum", "バグダッド": "baghdad", "バルナウル": "barnaul", "パラマリボ": "paramaribo", "ビシュケク": "bishkek", "ブカレスト": "bucharest", "ブダペスト": "budapest", "ブラザビル": "brazzaville", "ブリスベン": "brisbane", "プノンペン": "phnom penh", "ヘルシンキ": "helsinki", "ベイルート": "beirut", "ホーチミン": "ho chi minh city", "ボアビスタ": "boa vista", "ポルトノボ": "porto-novo", "マカッサル": "makassar", "マサトラン": "mazatlan", "マスカット": "muscat", "マタモロス": "matamoros", "マドリード": "madrid", "ミクロン島": "miquelon", "ムババーネ": "mbabane", "メノミニー": "menominee", "メルボルン": "melbourne", "メンドーサ": "mendoza", "モンクトン": "moncton", "モンテレイ": "monterrey", "モンロビア": "monrovia", "ヤクタット": "yakutat", "ヤクーツク": "yakutsk", "リンデマン": "lindeman", "ルブンバシ": "lubumbashi", "レジャイナ": "regina", "ロードハウ": "lord howe", "ワルシャワ": "warsaw", "ンジャメナ": "ndjamena", "cidade do mexico": "mexico city", "ciudad de mexico": "mexico city", "ho chi minh byen": "ho chi minh city", "ho chi minh-byen": "ho chi minh city", "saint christophe": "st. kitts", "saint-christophe": "st. kitts", "citta del messico": "mexico city", "ho chi minh stadt": "ho chi minh city", "ho chi minh ville": "ho chi minh city", "ho-chi-minh-stadt": "ho chi minh city", "ho-chi-minh-ville": "ho chi minh city", "monaco di baviera": "munich", "santiago de chile": "santiago", "ciudad ho chi minh": "ho chi minh city", "ho chi minh staden": "ho chi minh city", "ho chi minh-staden": "ho chi minh city", "アシガバード": "ashgabat", "アジスアベバ": "addis ababa", "アストラハン": "astrakhan", "アスンシオン": "asuncion", "アティコカン": "atikokan", "アラグァイナ": "araguaina", "アンカレッジ": "anchorage", "アンティグア": "antigua", "イカルイット": "iqaluit", "イルクーツク": "irkutsk", "エドモントン": "edmonton", "カサブランカ": "casablanca", "カムチャッカ": "kamchatka", "グレースベイ": "glace bay", "サマルカンド": "samarkand", "チューリッヒ": "zurich", "テグシガルパ": "tegucigalpa", "ドゥシャンベ": "dushanbe", "ニューヨーク": "new york", "ハリファクス": "halifax", "ハンドゥイガ": "khandyga", "バンクーバー": "vancouver", "バンジュール": "banjul", "ビエンチャン": "vientiane", "ファドゥーツ": "vaduz", "ファマグスタ": "famagusta", "フェニックス": "phoenix", "フォルタレザ": "fortaleza", "フリータウン": "freetown", "ブジュンブラ": "bujumbura", "ブラチスラバ": "bratislava", "ブランタイヤ": "blantyre", "ブリュッセル": "brussels", "ベオグラード": "belgrade", "ポドゴリツァ": "podgorica", "マリエハムン": "mariehamn", "メトラカトラ": "metlakatla", "モガディシオ": "mogadishu", "モンテビデオ": "montevideo", "リオブランコ": "rio branco", "リュブリャナ": "ljubljana", "レイキャビク": "reykjavik", "レゾリュート": "resolute", "ロサンゼルス": "los angeles", "ワガドゥグー": "ouagadougou", "ヴィリニュス": "vilnius", "fernando de noronha": "noronha", "busingen am hochrhein": "busingen", "cidade de ho chi minh": "ho chi minh city", "san juan de terranova": "st. john''s", "san salvador de jujuy": "jujuy", "アムステルダム": "amsterdam", "イスタンブール": "istanbul", "ウィントフック": "windhoek", "ウラジオストク": "vladivostok", "ウランバートル": "ulaanbaatar", "ウリヤノフスク": "ulyanovsk", "カンポグランデ": "campo grande", "クラレンダイク": "kralendijk", "グランドターク": "grand turk", "コペンハーゲン": "copenhagen", "サントドミンゴ": "santo domingo", "シンフェロポリ": "simferopol", "ストックホルム": "stockholm", "セントジョンズ": "st. john''s", "セントトーマス": "st. thomas", "ヌアクショット": "nouakchott", "バイアバンデラ": "bahia de banderas", "ビュージンゲン": "busingen", "ブロークンヒル": "broken hill", "プンタアレナス": "punta arenas", "ホワイトホース": "whitehorse", "ボルゴグラード": "volgograd", "ポルトベーリョ": "porto velho", "ヨハネスブルグ": "johannesburg", "リーブルヴィル": "libreville", "ho chi minhin kaupunki": "ho chi minh city", "lower prince s quarter": "lower prince''s quarter", "beneden prinsen kwartier": "lower prince''s quarter", "エカテリンブルグ": "yekaterinburg", "クアラルンプール": "kuala lumpur", "クラスノヤルスク": "krasnoyarsk", "ケンブリッジベイ": "cambridge bay", "セントビンセント": "st. vincent", "ダルエスサラーム": "dar es salaam", "ドーソンクリーク": "dawson creek", "ノヴォクズネツク": "novokuznetsk", "ノヴォシビルスク": "novosibirsk", "フォートネルソン": "fort nelson", "ブエノスアイレス": "buenos aires", "ブラン・サブロン": "blanc-sablon", "ポルトープランス": "port-au-prince", "ポンティアナック": "pontianak", "メキシコシティー": "mexico city", "saint jean de terre neuve": "st. john''s", "saint-jean de terre-neuve": "st. john''s", "イトコルトルミット": "ittoqqortoormiit", "インディアナポリス": "indianapolis", "カリーニングラード": "kaliningrad", "シウダー・フアレス": "ciudad juarez", "スウィフトカレント": "swift current", "スレドネコリムスク": "srednekolymsk", "デンマークシャウン": "danmarkshavn", "ポートオブスペイン": "port of spain", "ランキンインレット": "rankin inlet", "セントクリストファー": "st. kitts", "ローワー・プリンセズ・クウォーター": "lower prince''s quarter"}'::jsonb ->> name;
      end
      $function$;

ALTER FUNCTION "kith_private"."city_name"(text) OWNER TO "postgres";

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
  if tg_op = 'INSERT' or (new.emails, new.phones, new.urls, new.addresses)
    is distinct from (old.emails, old.phones, old.urls, old.addresses)
  then
    new.emails := kith_private.clean_items(new.emails, '{value,label}');
    new.phones := kith_private.clean_items(new.phones, '{value,label}');
    new.urls := kith_private.clean_items(new.urls, '{value,label}');
    new.addresses := kith_private.clean_items(new.addresses, '{label,street,city,region,postalCode,country}');
    has_odd_items := kith_private.has_odd_items(new.emails, new.phones, new.urls, new.addresses);
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

CREATE OR REPLACE FUNCTION kith_private.clean_recurrence(value text, due_day date)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  text constant text := upper(regexp_replace(coalesce(value, ''), '\s+', '', 'g') collate "C");
  known constant text[] := '{FREQ,INTERVAL,BYMONTH,BYMONTHDAY,BYDAY,BYSETPOS,COUNT,UNTIL,WKST}';
  part text;
  given jsonb := '{}';
  has_periods boolean;
  days text;
begin
  foreach part in array string_to_array(rtrim(regexp_replace(left(text, 200), '^RRULE:', ''), ';'), ';') loop
    if given ? split_part(part, '=', 1) then
      perform kith_private.refuse_recurrence('A part of the rule is given twice.');
    end if;
    given := given || jsonb_build_object(split_part(part, '=', 1), substr(part, strpos(part, '=') + 1));
  end loop;
  if octet_length(text) > 200 or text !~ '=' or given - known <> '{}' then
    perform kith_private.refuse_recurrence(concat(
      (select string_agg(name, ', ' order by name) || ' is no part of it: ' from jsonb_object_keys(given - known) name where name ~ '^[A-Z-]{1,20}$'),
      'A rule consists of FREQ, INTERVAL, BYMONTH, BYDAY, BYSETPOS, COUNT and UNTIL, such as '
      'FREQ=MONTHLY;BYDAY=1MO. Its time, and its day where it has no BYDAY, are those of when the reminder is due.'));
  end if;
  given := kith_private.plain_parts(given, due_day);
  has_periods := given ->> 'FREQ' in ('MONTHLY', 'YEARLY') and given ? 'BYDAY';
  if (given ->> 'FREQ' = any ('{DAILY,WEEKLY,MONTHLY,YEARLY}')) is not true then
    perform kith_private.refuse_recurrence('FREQ must be DAILY, WEEKLY, MONTHLY or YEARLY.');
  elsif given ->> 'INTERVAL' !~ '^[1-9][0-9]{0,2}$' then
    perform kith_private.refuse_recurrence('INTERVAL must be 1 to 999.');
  elsif given ->> 'BYMONTH' !~ '^([1-9]|1[0-2])(,([1-9]|1[0-2]))*$' then
    perform kith_private.refuse_recurrence('BYMONTH must be some of 1 to 12, with commas.');
  elsif given ? 'BYMONTH' and not (has_periods and given ->> 'FREQ' = 'YEARLY') then
    perform kith_private.refuse_recurrence('BYMONTH is for FREQ=YEARLY with BYDAY, such as FREQ=YEARLY;BYMONTH=11;BYDAY=4TH, or for the month in which the reminder is due.');
  elsif given ->> 'BYDAY' !~ '^([+-]?[1-9][0-9]?)?(MO|TU|WE|TH|FR|SA|SU)(,([+-]?[1-9][0-9]?)?(MO|TU|WE|TH|FR|SA|SU))*$' then
    perform kith_private.refuse_recurrence('BYDAY must be some of MO, TU, WE, TH, FR, SA, SU, with commas.');
  elsif given ? 'BYDAY' and given ->> 'FREQ' = 'DAILY' then
    perform kith_private.refuse_recurrence('BYDAY is for FREQ=WEEKLY, MONTHLY and YEARLY only, or for FREQ=DAILY without INTERVAL.');
  elsif given ->> 'BYDAY' ~ '[0-9]' and not has_periods then
    perform kith_private.refuse_recurrence('Numbers in BYDAY are for FREQ=MONTHLY and YEARLY only, such as FREQ=MONTHLY;BYDAY=1MO.');
  elsif given ->> 'BYDAY' ~ '(5[4-9]|[6-9][0-9])' or given ->> 'BYDAY' ~ '([6-9]|[1-9][0-9])' and (given ? 'BYMONTH' or given ->> 'FREQ' = 'MONTHLY') then
    perform kith_private.refuse_recurrence('Numbers in BYDAY must be 1 to 5, or -1 to -5 from the end; in a year without BYMONTH up to 53.');
  elsif given ->> 'BYDAY' ~ '[0-9]' and given ->> 'BYDAY' ~ '(^|,)[A-Z]' then
    -- Programs that read calendars differ in what both together mean.
    perform kith_private.refuse_recurrence('BYDAY must have a number for each day or for none.');
  elsif given ->> 'BYSETPOS' !~ '^[+-]?[1-9][0-9]{0,2}(,[+-]?[1-9][0-9]{0,2})*$' then
    perform kith_private.refuse_recurrence('BYSETPOS must be numbers of 1 to 999, or -1 to -999 from the end, with commas.');
  elsif given ? 'BYSETPOS' and not has_periods then
    perform kith_private.refuse_recurrence(
      'BYSETPOS is for FREQ=MONTHLY and YEARLY with BYDAY only, such as FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1.');
  elsif given ->> 'COUNT' !~ '^[1-9][0-9]{0,3}$' then
    perform kith_private.refuse_recurrence('COUNT must be 1 to 9999.');
  elsif given ? 'UNTIL' and not kith_private.is_until(given ->> 'UNTIL') then
    perform kith_private.refuse_recurrence('UNTIL must be a real date as YYYYMMDD, or an instant as YYYYMMDDTHHMMSSZ.');
  elsif given ?& '{COUNT,UNTIL}' then
    perform kith_private.refuse_recurrence('A rule has COUNT or UNTIL, not both.');
  end if;
  days := (
    select string_agg(day, ',' order by strpos('MOTUWETHFRSASU', right(day, 2)), nullif(left(day, -2), '')::integer nulls first)
    from (select distinct ltrim(unnest(string_to_array(given ->> 'BYDAY', ',')), '+') as day) each);
  return concat_ws(';', 'FREQ=' || (given ->> 'FREQ'), 'INTERVAL=' || nullif(given ->> 'INTERVAL', '1'),
    'BYMONTH=' || kith_private.sorted_numbers(given ->> 'BYMONTH'), 'BYDAY=' || days,
    'BYSETPOS=' || kith_private.sorted_numbers(given ->> 'BYSETPOS'), 'COUNT=' || (given ->> 'COUNT'), 'UNTIL=' || (given ->> 'UNTIL'));
end
$function$;

ALTER FUNCTION "kith_private"."clean_recurrence"(text, date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.clean_relationship()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  new := kith_private.trimmed(new);
  return new;
end
$function$;

ALTER FUNCTION "kith_private"."clean_relationship"() OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION kith_private.contact_named(contact uuid)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (select json_build_object('id', c.id, 'displayName', kith_private.shown_name(c)) from kith.contacts c where c.id = contact);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.contact_patterns(search text, address text DEFAULT NULL::text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  words constant text[] := regexp_split_to_array(btrim(left(kith_private.folded(search), 200)), '\s+');
  -- The first and the last word of each run, and its ways.
  runs jsonb := '[]';
  place text;
  number text;
  started integer;
begin
  for begun in 1 .. least(cardinality(words), 8) loop
    for ended in begun .. case when char_length(words[begun]) > 2 then least(cardinality(words), begun + 3) else 0 end loop
      place := array_to_string(words[begun:ended], ' ');
      place := coalesce(kith_private.country_name(place), kith_private.city_name(place));
      if place is not null then
        runs := runs || jsonb_build_array(jsonb_build_array(begun, ended, array['%' || place || '%']));
      end if;
    end loop;
  end loop;
  if octet_length(search) > char_length(search) then
    for word in 1 .. cardinality(words) loop
      if words[word] ~ '^[\u1100-\u11ff\u3040-\ud7ff]{2,8}$' then
        runs := runs || jsonb_build_array(jsonb_build_array(word, word, (
          select array_agg(way) from generate_series(1, char_length(words[word]) - 1) length
          cross join lateral (values (left(words[word], length) , substr(words[word], length + 1))) as half (one, other)
          cross join lateral unnest(array['%' || half.other || '_' || half.one || '%', '%' || half.one || '_' || half.other || '%']) way)));
      end if;
    end loop;
  end if;
  if address is not null then
    runs := runs || jsonb_build_array(jsonb_build_array(1, cardinality(words), kith_private.search_patterns(address) -> 0));
  end if;
  if search ~ '[0-9]' then
    for word in 1 .. cardinality(words) + 1 loop
      if words[word] collate "und-x-icu" ~ '^(?:tel:|p:)?[^[:alpha:]]+$' then
        started := coalesce(started, word);
        number := concat_ws(' ', number, words[word]);
      elsif started is not null then
        if number ~ '[0-9][^0-9]*[0-9][^0-9]*[0-9]' then
          runs := runs || jsonb_build_array(jsonb_build_array(started, word - 1,
            kith_private.number_patterns(number, kith_private.own_calling_code())));
        end if;
        started := null;
        number := null;
      end if;
    end loop;
  end if;
  if runs = '[]' then
    return kith_private.search_patterns(search);
  end if;
  return (
    select jsonb_agg((kith_private.search_patterns(word) -> 0) || coalesce((
        select jsonb_agg(way) from jsonb_array_elements(runs) run cross join lateral jsonb_array_elements(run -> 2) way
        where given.at between (run ->> 0)::integer and (run ->> 1)::integer), '[]') order by char_length(word) desc)
    from unnest(words) with ordinality as given (word, at) where word <> '');
end
$function$;

ALTER FUNCTION "kith_private"."contact_patterns"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.contacts_by_name(names jsonb, pointer text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  given record;
  found uuid[];
  networks kith_private.folded_network[];
  contacts uuid[] := '{}';
  candidates jsonb;
  missing integer := 0;
  errors jsonb := '[]';
begin
  for given in select n.value as name, n.position - 1 as place from jsonb_array_elements_text(names) with ordinality as n (value, position) loop
    if kith_private.as_uuid(lower(given.name)) is not null then
      found := array(select c.id from kith.contacts c where c.id = kith_private.as_uuid(lower(given.name)));
    else
      found := kith_private.find_by_name(given.name);
    end if;
    if cardinality(found) = 1 then
      contacts := contacts || found;
      continue;
    end if;
    missing := missing + (cardinality(found) = 0)::integer;
    candidates := null;
    if cardinality(found) > 0 then
      candidates := kith_private.candidates(found);
    elsif missing <= 3 then
      networks := coalesce(networks, kith_private.folded_networks());
      candidates := kith_private.candidates(kith_private.contacts_like(given.name, networks));
    end if;
    errors := errors || jsonb_build_object('in', 'body', 'pointer', pointer || case when pointer like '%/' then given.place::text else '' end,
      'code', 'invalid_reference', 'candidates', coalesce(candidates, '[]'), 'message', case
        when cardinality(found) = 0 then concat(format('Nobody is found as %s.', to_jsonb(given.name)),
          ' The closest: ' || kith_private.listed_contacts(candidates) || '. Send the id of the one that is meant.')
        else format('%s may be %s contacts: %s. Send the id of the one that is meant.',
          to_jsonb(given.name), cardinality(found), kith_private.listed_contacts(candidates)) end);
  end loop;
  if errors <> '[]' then
    perform kith_private.fail('invalid_reference', 'It is not clear who is meant. Nothing was changed.', errors);
  end if;
  return contacts;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.contacts_called(called text, context text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  -- Only what is surely no part of a name is left out: A and An are initials or names, and so is My.
  telling constant text := translate(regexp_replace(called, '^\s*(?:my|our|the)\s+(?=\S)', ''), ',;"“”„«»()[]{}<>', repeat(' ', 15));
  words constant text[] := kith_private.name_words(telling);
  whole constant text := array_to_string(words, ' ');
  around constant text[] := kith_private.name_words(regexp_replace(
    concat(' ', kith_private.without_stop_words(context), ' '), ' (networks?|group) ', ' ', 'gi'));
  search kith_private.contact_search;
  found kith_private.page;
  levels integer[];
  best integer;
begin
  if words = '{}' or context is not null and around = '{}' then
    return '{}';
  end if;
  -- Those with the words in their names come first, for the message where it is not clear who is meant.
  search.patterns := kith_private.contact_patterns(whole);
  search.named := kith_private.named_words(telling);
  found := kith_private.find_page('{"pageSize":2000}', 'kith.contacts', array[kith_private.search_condition(search.patterns)],
    kith_private.search_rank() || ', is_archived, display_name collate "und-x-icu", id', search);
  -- One that is not compared may be meant as well.
  if found.total > cardinality(found.ids) then
    return found.ids;
  end if;
  levels := array(
    select case
      when not kith_private.words_fit(words, n.names) or context is not null and not kith_private.words_fit(around, kith_private.name_words(
        concat_ws(' ', array_to_string(n.names, ' '), c.company, (
          select string_agg(k.name, ' ') from kith.contact_networks m join kith.networks k on k.owner_id = m.owner_id and k.id = m.network_id
          where m.owner_id = c.owner_id and m.contact_id = c.id)))) then null
      when whole in (array_to_string(kith_private.name_words(c.first_name), ' '), array_to_string(kith_private.name_words(c.nickname), ' '),
        array_to_string(kith_private.name_words(c.display_name), ' '),
        array_to_string(kith_private.name_words(kith_private.shown_name(c)), ' '),
        array_to_string(kith_private.name_words(concat_ws(' ', c.first_name, c.middle_name, c.last_name)), ' ')) then 1
      when words <@ n.names then 2
      else 3 end + case when c.is_archived then 3 else 0 end
    from unnest(found.ids) with ordinality as listed (id, position)
    join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = listed.id
    cross join lateral (
      select kith_private.name_words(concat_ws(' ', c.display_name, c.nickname, c.last_name || c.first_name, c.first_name || c.last_name,
        c.middle_name, c.phonetic_first_name, c.phonetic_last_name, c.name_prefix, c.name_suffix)) as names
      offset 0) n
    order by listed.position);
  best := (select min(level) from unnest(levels) level);
  return array(
    select found.ids[place] from generate_subscripts(levels, 1) place
    where levels[place] = best or best = 3 and levels[place] in (4, 5) order by place);
end
$function$;

ALTER FUNCTION "kith_private"."contacts_called"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.contacts_in_notes(patterns jsonb, OUT noted kith_private.noted_word[], OUT is_cut boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_sort TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  until constant timestamptz := statement_timestamp() + interval '1 second';
  words constant boolean[] := array(
    select char_length(ways ->> 0) > 4 or ways ->> 0 ~ '[\u0e00-\u0eff\u1100-\u11ff\u3040-\ud7ff]'
    from jsonb_array_elements(patterns) with ordinality as given (ways, word) order by word);
  condition text;
  called text;
  compared text;
  listed text;
begin
  is_cut := false;
  if not words && '{true}' then
    return;
  end if;
  for word in 1 .. cardinality(words) loop
    condition := null;
    for way in 0 .. case when words[word] then jsonb_array_length(patterns -> word - 1) else 0 end - 1 loop
      condition := concat_ws(' or ', condition, format('%%1$s like ($1 #>> %L)', array[word - 1, way]));
    end loop;
    if condition is not null then
      condition := kith_private.note_condition(format('(%s)', condition));
      called := concat_ws(' or ', called, condition);
      compared := concat_ws(', ', compared, format('%s as fits_%s', condition, word));
    end if;
    listed := concat_ws(', ', listed, case when condition is null then 'null'
      else format('row(array_agg(contact) filter (where fits_%s))::kith_private.noted_word', word) end);
  end loop;
  perform kith_private.set_reads_list(true);
  execute format('select array[%s] from (
      select contact_ids, %s from kith.notes where clock_timestamp() < $2 and (%s) order by occurred_at desc, id desc offset 0) compared
    cross join lateral unnest(contact_ids) contact', listed, compared, called)
    into noted using patterns, until;
  perform kith_private.set_reads_list(false);
  is_cut := clock_timestamp() >= until;
end
$function$;

ALTER FUNCTION "kith_private"."contacts_in_notes"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.contacts_like(name text, networks kith_private.folded_network[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  telling constant text := kith_private.without_stop_words(name);
  words constant text[] := array(select word from unnest(kith_private.name_words(name)) word where char_length(word) > 1 limit 8);
  search kith_private.contact_search;
  found kith_private.page;
  near uuid[];
begin
  search.patterns := kith_private.contact_patterns(telling);
  if search.patterns = '[]' then
    return '{}';
  end if;
  search.networks := kith_private.networks_matching_words(search.patterns, networks);
  found := kith_private.find_page('{"pageSize":6}', 'kith.contacts',
    array['not is_archived', kith_private.search_condition(search.patterns, search.networks)], 'display_name collate "und-x-icu", id', search);
  if found.total > 0 then
    return found.ids;
  end if;
  near := array(select (s ->> 'id')::uuid from json_array_elements(kith_private.suggestions(telling)::json) s);
  if words = '{}' then
    return near;
  end if;
  search.patterns := jsonb_build_array(array(select '%' || word || '%' from unnest(words) word));
  found := kith_private.find_page('{"pageSize":200}', 'kith.contacts',
    array['not is_archived', kith_private.search_condition(search.patterns)], 'display_name collate "und-x-icu", id', search);
  return near || array(
    select c.id from unnest(found.ids) with ordinality as listed (id, position)
    join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = listed.id
    where c.id <> all (near) and kith_private.name_words(concat_ws(' ', c.display_name, c.nickname)) && words
    order by listed.position limit 6);
end
$function$;

ALTER FUNCTION "kith_private"."contacts_like"(text, kith_private.folded_network[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.contacts_of_import(owner uuid, import uuid, uids text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce((select jsonb_object_agg(f.uid, f.contact_id) from kith_private.contacts_of_uids(uids) f), '{}') || coalesce((
    select jsonb_object_agg(r.uid, r.target_id) from kith_private.import_rows r
    where r.owner_id = owner and r.import_id = import and r.resource = 'contact' and r.uid = any (uids) and r.target_id is not null), '{}');
end
$function$;

ALTER FUNCTION "kith_private"."contacts_of_import"(uuid, uuid, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.contacts_of_uids(uids text[])
 RETURNS TABLE(uid text, contact_id uuid)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_nestloop TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
AS $function$
declare
  owner constant uuid := auth.uid();
begin
  perform kith_private.set_reads_list(true);
  return query
  with given as materialized (
    select u.uid, kith_private.as_uuid(u.uid) as id, 1 as rank from unnest(uids) u (uid)
    union all
    select u.uid, kith_private.imported_id(owner, u.uid), 2 from unnest(uids) u (uid)),
  merged as materialized (select m.id, m.into_id from kith_private.merged_among(array(select g.id from given g where g.id is not null)) m)
  select distinct on (found.uid) found.uid, found.id
  from (
    select g.uid, c.id, g.rank from given g join kith.contacts c on c.owner_id = owner and c.id = g.id
    union all
    select g.uid, m.into_id, g.rank + 2 from given g join merged m on m.id = g.id where m.into_id is not null) found
  order by found.uid, found.rank;
  perform kith_private.set_reads_list(false);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.contacts_to_change(arguments jsonb)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  search kith_private.contact_search;
begin
  if not arguments ? 'matching' then
    return kith_private.each_once(arguments -> 'contactIds');
  end if;
  search := kith_private.read_contact_filters(arguments -> 'matching');
  return kith_private.all_found(arguments -> 'matching', 'kith.contacts', search.conditions, 'display_name collate "und-x-icu", id', search,
    (arguments ->> 'total')::bigint, 'contacts');
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.continue_change_set(id uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if id is not null and kith_private.setting('change_set') is null then
    perform kith_private.set_setting('change', (kith_private.current_change() || jsonb_build_object('partOf', id))::text);
  end if;
end
$function$;

ALTER FUNCTION "kith_private"."continue_change_set"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.count_request(key_id uuid, refused boolean DEFAULT false, for_carddav boolean DEFAULT false, OUT allowed boolean, OUT rate integer, OUT remaining integer, OUT resets_at timestamp with time zone, OUT retry_after integer)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  span constant interval := '60 seconds';
  moment timestamptz;
  counted timestamptz[];
  taken double precision;
  taken_at timestamptz;
begin
  select r.instants, r.carddav_taken, r.carddav_at into counted, taken, taken_at
  from kith_private.api_key_requests r where r.api_key_id = key_id for update;
  if not found then
    begin
      insert into kith_private.api_key_requests (api_key_id) values (key_id) on conflict do nothing;
    exception when foreign_key_violation then
      return; -- the key was revoked, or its account deleted, while this request waited
    end;
    select r.instants, r.carddav_taken, r.carddav_at into strict counted, taken, taken_at
    from kith_private.api_key_requests r where r.api_key_id = key_id for update;
  end if;
  if for_carddav then
    moment := greatest(clock_timestamp(), taken_at);
    taken := case when isfinite(taken_at) then greatest(0, taken - 20 * extract(epoch from moment - taken_at)::double precision) else 0 end;
    allowed := taken + 1 <= 12000;
    retry_after := case when not allowed then 1 end;
    update kith_private.api_key_requests r
    set carddav_taken = taken + allowed::integer, carddav_at = moment, requests = r.requests + 1,
      refusals = r.refusals + (refused or not allowed)::integer
    where r.api_key_id = key_id;
    return;
  end if;
  rate := 120;
  -- Read after the lock, and never before the newest request, so that the instants stay in order.
  moment := greatest(clock_timestamp(), counted[cardinality(counted)]);
  counted := array(select i from unnest(counted) i where i > moment - span);
  allowed := cardinality(counted) < rate;
  if allowed then
    counted := counted || moment;
    update kith_private.api_key_requests r
    set instants = counted, requests = r.requests + 1, refusals = r.refusals + refused::integer where r.api_key_id = key_id;
  else
    -- A refused request is not added, so that sending too early does not lengthen the wait.
    update kith_private.api_key_requests r set requests = r.requests + 1, refusals = r.refusals + 1 where r.api_key_id = key_id;
    retry_after := greatest(1, ceil(extract(epoch from counted[1] + span - moment)))::integer;
  end if;
  remaining := rate - cardinality(counted);
  resets_at := counted[1] + span;
end
$function$;

ALTER FUNCTION "kith_private"."count_request"(uuid, boolean, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.count_share(owner uuid, actor uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  state constant kith_private.change_set_state := kith_private.setting('change_set')::kith_private.change_set_state;
  room constant bigint := (select q.maximum from kith_private.quotas q where q.name = 'log_bytes');
  earlier constant bigint := coalesce((
    select c.total_bytes from kith_private.changes c
    where c.owner_id = owner and c.set_number < state.number order by c.set_number desc, c.position desc limit 1), (
    select l.purged_bytes from kith_private.change_logs l where l.owner_id = owner));
  share bigint;
begin
  insert into kith_private.log_shares as s (owner_id, actor_id, bytes) values (owner, actor, state.total_bytes - earlier)
  on conflict (owner_id, actor_id) do update set bytes = s.bytes + excluded.bytes
  returning s.bytes into share;
  if share > room / 4 or (
    state.total_bytes - room > (
      select c.total_bytes from kith_private.changes c where c.owner_id = owner order by c.set_number, c.position limit 1)
    and (select l.oldest_at from kith_private.change_logs l where l.owner_id = owner) > now() - interval '1 day')
  then
    raise check_violation using
      message = case when share > room / 4 then 'This credential has filled its part of the log, a quarter. There is room again as its changes get older than those that are kept.'
        else 'The log is full of changes of the last day, which only the owner may push out.' end,
      schema = 'kith', table = 'log_bytes', constraint = 'log_bytes_quota_check';
  end if;
end
$function$;

ALTER FUNCTION "kith_private"."count_share"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.country_name(name text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
      begin
        return '{"ad": "andorra", "ae": "united arab emirates", "af": "afghanistan", "ag": "antigua & barbuda", "ai": "anguilla", "al": "albania", "am": "armenia", "ao": "angola", "aq": "antarctica", "ar": "argentina", "as": "american samoa", "at": "austria", "au": "australia", "aw": "aruba", "ax": "aland islands", "az": "azerbaijan", "ba": "bosnia & herzegovina", "bb": "barbados", "bd": "bangladesh", "be": "belgium", "bf": "burkina faso", "bg": "bulgaria", "bh": "bahrain", "bi": "burundi", "bj": "benin", "bl": "st. barthelemy", "bm": "bermuda", "bn": "brunei", "bo": "bolivia", "bq": "caribbean netherlands", "br": "brazil", "bs": "bahamas", "bt": "bhutan", "bv": "bouvet island", "bw": "botswana", "by": "belarus", "bz": "belize", "ca": "canada", "cc": "cocos (keeling) islands", "cd": "congo - kinshasa", "cf": "central african republic", "cg": "congo - brazzaville", "ch": "switzerland", "ci": "cote d''ivoire", "ck": "cook islands", "cl": "chile", "cm": "cameroon", "cn": "china", "co": "colombia", "cr": "costa rica", "cu": "cuba", "cv": "cape verde", "cw": "curacao", "cx": "christmas island", "cy": "cyprus", "cz": "czechia", "de": "germany", "dj": "djibouti", "dk": "denmark", "dm": "dominica", "do": "dominican republic", "dz": "algeria", "ec": "ecuador", "ee": "estonia", "eg": "egypt", "eh": "western sahara", "er": "eritrea", "es": "spain", "et": "ethiopia", "fi": "finland", "fj": "fiji", "fk": "falkland islands", "fm": "micronesia", "fo": "faroe islands", "fr": "france", "ga": "gabon", "gb": "united kingdom", "gd": "grenada", "ge": "georgia", "gf": "french guiana", "gg": "guernsey", "gh": "ghana", "gi": "gibraltar", "gl": "greenland", "gm": "gambia", "gn": "guinea", "gp": "guadeloupe", "gq": "equatorial guinea", "gr": "greece", "gs": "south georgia & south sandwich islands", "gt": "guatemala", "gu": "guam", "gw": "guinea-bissau", "gy": "guyana", "hk": "hong kong sar china", "hm": "heard & mcdonald islands", "hn": "honduras", "hr": "croatia", "ht": "haiti", "hu": "hungary", "id": "indonesia", "ie": "ireland", "il": "israel", "im": "isle of man", "in": "india", "io": "british indian ocean territory", "iq": "iraq", "ir": "iran", "is": "iceland", "it": "italy", "je": "jersey", "jm": "jamaica", "jo": "jordan", "jp": "japan", "ke": "kenya", "kg": "kyrgyzstan", "kh": "cambodia", "ki": "kiribati", "km": "comoros", "kn": "st. kitts & nevis", "kp": "north korea", "kr": "south korea", "kw": "kuwait", "ky": "cayman islands", "kz": "kazakhstan", "la": "laos", "lb": "lebanon", "lc": "st. lucia", "li": "liechtenstein", "lk": "sri lanka", "lr": "liberia", "ls": "lesotho", "lt": "lithuania", "lu": "luxembourg", "lv": "latvia", "ly": "libya", "ma": "morocco", "mc": "monaco", "md": "moldova", "me": "montenegro", "mf": "st. martin", "mg": "madagascar", "mh": "marshall islands", "mk": "north macedonia", "ml": "mali", "mm": "myanmar (burma)", "mn": "mongolia", "mo": "macao sar china", "mp": "northern mariana islands", "mq": "martinique", "mr": "mauritania", "ms": "montserrat", "mt": "malta", "mu": "mauritius", "mv": "maldives", "mw": "malawi", "mx": "mexico", "my": "malaysia", "mz": "mozambique", "na": "namibia", "nc": "new caledonia", "ne": "niger", "nf": "norfolk island", "ng": "nigeria", "ni": "nicaragua", "nl": "netherlands", "no": "norway", "np": "nepal", "nr": "nauru", "nu": "niue", "nz": "new zealand", "om": "oman", "pa": "panama", "pe": "peru", "pf": "french polynesia", "pg": "papua new guinea", "ph": "philippines", "pk": "pakistan", "pl": "poland", "pm": "st. pierre & miquelon", "pn": "pitcairn islands", "pr": "puerto rico", "ps": "palestinian territories", "pt": "portugal", "pw": "palau", "py": "paraguay", "qa": "qatar", "re": "reunion", "ro": "romania", "rs": "serbia", "ru": "russia", "rw": "rwanda", "sa": "saudi arabia", "sb": "solomon islands", "sc": "seychelles", "sd": "sudan", "se": "sweden", "sg": "singapore", "sh": "st. helena", "si": "slovenia", "sj": "svalbard & jan mayen", "sk": "slovakia", "sl": "sierra leone", "sm": "san marino", "sn": "senegal", "so": "somalia", "sr": "suriname", "ss": "south sudan", "st": "sao tome & principe", "sv": "el salvador", "sx": "sint maarten", "sy": "syria", "sz": "eswatini", "tc": "turks & caicos islands", "td": "chad", "tf": "french southern territories", "tg": "togo", "th": "thailand", "tj": "tajikistan", "tk": "tokelau", "tl": "timor-leste", "tm": "turkmenistan", "tn": "tunisia", "to": "tonga", "tr": "turkiye", "tt": "trinidad & tobago", "tv": "tuvalu", "tw": "taiwan", "tz": "tanzania", "ua": "ukraine", "ug": "uganda", "uk": "united kingdom", "um": "u.s. outlying islands", "us": "united states", "uy": "uruguay", "uz": "uzbekistan", "va": "vatican city", "vc": "st. vincent & grenadines", "ve": "venezuela", "vg": "british virgin islands", "vi": "u.s. virgin islands", "vk": "united kingdom", "vn": "vietnam", "vs": "united states", "vu": "vanuatu", "wf": "wallis & futuna", "ws": "samoa", "xk": "kosovo", "ye": "yemen", "yt": "mayotte", "za": "south africa", "zm": "zambia", "zw": "zimbabwe", "e u": "united states", "eua": "united states", "ira": "iran", "man": "isle of man", "oma": "oman", "r u": "united kingdom", "usa": "united states", "ciad": "chad", "cile": "chile", "cina": "china", "cypr": "cyprus", "czad": "chad", "figi": "fiji", "fiyi": "fiji", "gana": "ghana", "inde": "india", "irak": "iraq", "kina": "china", "kuba": "cuba", "tsad": "chad", "viro": "estonia", "aland": "aland islands", "butan": "bhutan", "butao": "bhutan", "catar": "qatar", "chade": "chad", "chili": "chile", "chine": "china", "chiny": "china", "cipro": "cyprus", "congo": "congo - brazzaville", "dania": "denmark", "e.-u.": "united states", "ee uu": "united states", "egipt": "egypt", "egito": "egypt", "fidji": "fiji", "fidzi": "fiji", "gabao": "gabon", "gabun": "gabon", "grece": "greece", "guine": "guinea", "iemen": "yemen", "indie": "india", "intia": "india", "japao": "japan", "japon": "japan", "jemen": "yemen", "julon": "christmas island", "katar": "qatar", "kenia": "kenya", "kiina": "china", "kuuba": "cuba", "liban": "lebanon", "libia": "libya", "libie": "libya", "libye": "libya", "litwa": "lithuania", "lotwa": "latvia", "macao": "macao sar china", "macau": "macao sar china", "makau": "macao sar china", "malte": "malta", "maroc": "morocco", "norge": "norway", "norja": "norway", "perou": "peru", "polen": "poland", "puola": "poland", "r.-u.": "united kingdom", "rosja": "russia", "rusia": "russia", "saksa": "germany", "siria": "syria", "sudao": "sudan", "suede": "sweden", "suica": "switzerland", "suiza": "switzerland", "suomi": "finland", "syrie": "syria", "tchad": "chad", "tsjad": "chad", "tunez": "tunisia", "wegry": "hungary", "andora": "andorra", "bahama": "bahamas", "bahamy": "bahamas", "barein": "bahrain", "belgia": "belgium", "belgie": "belgium", "belgio": "belgium", "belice": "belize", "bosnia": "bosnia & herzegovina", "brasil": "brazil", "bresil": "brazil", "cechia": "czechia", "chipre": "cyprus", "chypre": "cyprus", "comore": "comoros", "cypern": "cyprus", "czechy": "czechia", "egipto": "egypt", "egitto": "egypt", "egypte": "egypt", "egypti": "egypt", "espana": "spain", "faroer": "faroe islands", "franca": "france", "gambie": "gambia", "gibuti": "djibouti", "grecia": "greece", "grecja": "greece", "gruzja": "georgia", "guiana": "guyana", "guinee": "guinea", "gujana": "guyana", "gwinea": "guinea", "hellas": "greece", "indien": "india", "iraque": "iraq", "irland": "ireland", "island": "iceland", "italia": "italy", "italie": "italy", "izrael": "israel", "japani": "japan", "kanada": "canada", "komory": "comoros", "kosowo": "kosovo", "koweit": "kuwait", "kuwejt": "kuwait", "kypros": "cyprus", "lesoto": "lesotho", "libano": "lebanon", "libyen": "libya", "malaui": "malawi", "maroko": "morocco", "meksyk": "mexico", "mexiko": "mexico", "monako": "monaco", "niemcy": "germany", "ostrig": "austria", "palaos": "palau", "polska": "poland", "quenia": "kenya", "ranska": "france", "ruanda": "rwanda", "ruotsi": "sweden", "russie": "russia", "sambia": "zambia", "serbie": "serbia", "servia": "serbia", "servie": "serbia", "soedan": "sudan", "soudan": "sudan", "spagna": "spain", "spania": "spain", "spanje": "spain", "suecia": "sweden", "suisse": "switzerland", "sveits": "switzerland", "svezia": "sweden", "syrien": "syria", "syyria": "syria", "tajwan": "taiwan", "tanska": "denmark", "tschad": "chad", "tsekki": "czechia", "tsjaad": "chad", "turcja": "turkiye", "turkei": "turkiye", "turkki": "turkiye", "tyrkia": "turkiye", "ungarn": "hungary", "ungern": "hungary", "unkari": "hungary", "venaja": "russia", "vietna": "vietnam", "wlochy": "italy", "yibuti": "djibouti", "zambie": "zambia", "zweden": "sweden", "zypern": "cyprus", "タイ": "thailand", "チリ": "chile", "マリ": "mali", "中国": "china", "南極": "antarctica", "台湾": "taiwan", "日本": "japan", "英国": "united kingdom", "韓国": "south korea", "香港": "hong kong sar china", "agypten": "egypt", "albanie": "albania", "algerie": "algeria", "andorre": "andorra", "anguila": "anguilla", "argelia": "algeria", "armenie": "armenia", "bahrajn": "bahrain", "bahrein": "bahrain", "barbade": "barbados", "belgica": "belgium", "belgien": "belgium", "bermudy": "bermuda", "bhoutan": "bhutan", "bolivie": "bolivia", "boliwia": "bolivia", "brasile": "brazil", "camboja": "cambodia", "camboya": "cambodia", "camerun": "cameroon", "chequia": "czechia", "comoras": "comoros", "comoren": "comoros", "comores": "comoros", "croacia": "croatia", "croatie": "croatia", "croazia": "croatia", "curazao": "curacao", "danmark": "denmark", "djibuti": "djibouti", "dzibuti": "djibouti", "ee. uu.": "united states", "egypten": "egypt", "ekwador": "ecuador", "equador": "ecuador", "erytrea": "eritrea", "espagne": "spain", "espanha": "spain", "espanja": "spain", "estland": "estonia", "estonie": "estonia", "etiopia": "ethiopia", "faeroer": "faroe islands", "fidschi": "fiji", "francia": "france", "francja": "france", "georgie": "georgia", "granada": "grenada", "grenade": "grenada", "hongrie": "hungary", "hungria": "hungary", "ierland": "ireland", "ijsland": "iceland", "irlanda": "ireland", "irlande": "ireland", "irlanti": "ireland", "islanda": "iceland", "islande": "iceland", "islanti": "iceland", "israele": "israel", "italien": "italy", "jamaika": "jamaica", "jamajka": "jamaica", "japonia": "japan", "juleoen": "christmas island", "kajmany": "cayman islands", "kamerun": "cameroon", "koeweit": "kuwait", "komoren": "comoros", "komorit": "comoros", "kreikka": "greece", "kroatia": "croatia", "kroatie": "croatia", "letland": "latvia", "letonia": "latvia", "libanon": "lebanon", "liettua": "lithuania", "litauen": "lithuania", "majotta": "mayotte", "malasia": "malaysia", "maldive": "maldives", "malesia": "malaysia", "malezja": "malaysia", "marocco": "morocco", "marocko": "morocco", "marokko": "morocco", "maurice": "mauritius", "meksiko": "mexico", "messico": "mexico", "mexique": "mexico", "myanmar": "myanmar (burma)", "namibie": "namibia", "norfolk": "norfolk island", "noruega": "norway", "norvege": "norway", "oeganda": "uganda", "ouganda": "uganda", "pologne": "poland", "polonia": "poland", "reuniao": "reunion", "romenia": "romania", "rumania": "romania", "rumunia": "romania", "rusland": "russia", "schweiz": "switzerland", "serbien": "serbia", "seszele": "seychelles", "somalie": "somalia", "spanien": "spain", "surinam": "suriname", "sveitsi": "switzerland", "sverige": "sweden", "szwecja": "sweden", "thaimaa": "thailand", "tunesie": "tunisia", "tunezja": "tunisia", "tunisie": "tunisia", "turchia": "turkiye", "turkiet": "turkiye", "turkije": "turkiye", "turquia": "turkiye", "turquie": "turkiye", "tyrkiet": "turkiye", "ucraina": "ukraine", "ucrania": "ukraine", "ukraina": "ukraine", "uruguai": "uruguay", "urugwaj": "uruguay", "watykan": "vatican city", "wietnam": "vietnam", "albanien": "albania", "alemanha": "germany", "alemania": "germany", "algerien": "algeria", "algeriet": "algeria", "algerije": "algeria", "algieria": "algeria", "armenien": "armenia", "autriche": "austria", "bahama s": "bahamas", "bahama''s": "bahamas", "belgique": "belgium", "bermudas": "bermuda", "bermudes": "bermuda", "bialorus": "belarus", "bolivien": "bolivia", "botsuana": "botswana", "bouveton": "bouvet island", "brasilia": "brazil", "brazilie": "brazil", "brazylia": "brazil", "bulgarie": "bulgaria", "camaroes": "cameroon", "cambodge": "cambodia", "cambodja": "cambodia", "cambogia": "cambodia", "cameroun": "cameroon", "cap vert": "cape verde", "cap-vert": "cape verde", "colombie": "colombia", "danemark": "denmark", "dominika": "dominica", "equateur": "ecuador", "eritreia": "eritrea", "erythree": "eritrea", "esuatini": "eswatini", "ethiopie": "ethiopia", "etiopien": "ethiopia", "faroarna": "faroe islands", "filipiny": "philippines", "finlande": "finland", "finnland": "finland", "frankrig": "france", "georgien": "georgia", "germania": "germany", "giamaica": "jamaica", "giappone": "japan", "grekland": "greece", "gronland": "greenland", "holandia": "netherlands", "hongkong": "hong kong sar china", "irlandia": "ireland", "islandia": "iceland", "itavalta": "austria", "jamaique": "jamaica", "jordania": "jordan", "jordanie": "jordan", "kambodja": "cambodia", "kambodza": "cambodia", "kameroen": "cameroon", "kirgisia": "kyrgyzstan", "kirgizie": "kyrgyzstan", "kolumbia": "colombia", "komorene": "comoros", "kroatien": "croatia", "lettland": "latvia", "lettonia": "latvia", "lettonie": "latvia", "litouwen": "lithuania", "lituania": "lithuania", "lituanie": "lithuania", "malaisie": "malaysia", "maldivas": "maldives", "maldiven": "maldives", "malediwy": "maldives", "maleisie": "malaysia", "mansaari": "isle of man", "marrocos": "morocco", "mauricio": "mauritius", "moldavia": "moldova", "moldavie": "moldova", "moldawia": "moldova", "mongolei": "mongolia", "mongolie": "mongolia", "mosambik": "mozambique", "mozambik": "mozambique", "norvegia": "norway", "norwegen": "norway", "norwegia": "norway", "oekraine": "ukraine", "osttimor": "timor-leste", "paraguai": "paraguay", "paragwaj": "paraguay", "pays bas": "netherlands", "pays-bas": "netherlands", "pitcairn": "pitcairn islands", "riunione": "reunion", "roemenie": "romania", "roumanie": "romania", "rumanien": "romania", "russland": "russia", "ryssland": "russia", "salvador": "el salvador", "salwador": "el salvador", "schweden": "sweden", "simbabwe": "zimbabwe", "singapur": "singapore", "slovenie": "slovenia", "slowacja": "slovakia", "slowakei": "slovakia", "slowenia": "slovenia", "st lucia": "st. lucia", "sudkorea": "south korea", "sudsudan": "south sudan", "svizzera": "switzerland", "sydkorea": "south korea", "sydsudan": "south sudan", "tansania": "tanzania", "tanzanie": "tanzania", "tchequia": "czechia", "tchequie": "czechia", "tjeckien": "czechia", "tjekkiet": "czechia", "tsjechie": "czechia", "tsjekkia": "czechia", "tunesien": "tunisia", "tunisien": "tunisia", "tyskland": "germany", "ungheria": "hungary", "viet nam": "vietnam", "wlk bryt": "united kingdom", "zimbabue": "zimbabwe", "allemagne": "germany", "antarktis": "antarctica", "antartida": "antarctica", "antartide": "antarctica", "argentine": "argentina", "argentyna": "argentina", "athiopien": "ethiopia", "australie": "australia", "banglades": "bangladesh", "bouvetoen": "bouvet island", "bouvetoya": "bouvet island", "brasilien": "brazil", "britannia": "united kingdom", "bulgarien": "bulgaria", "bulgarije": "bulgaria", "chorwacja": "croatia", "comorerne": "comoros", "cookoarna": "cook islands", "cookoerne": "cook islands", "cookoyene": "cook islands", "danimarca": "denmark", "dinamarca": "denmark", "dominique": "dominica", "dschibuti": "djibouti", "duitsland": "germany", "eslovenia": "slovenia", "essuatini": "eswatini", "faeroerne": "faroe islands", "faeroyene": "faroe islands", "falklandy": "falkland islands", "farsaaret": "faroe islands", "filipinas": "philippines", "filippine": "philippines", "finlandia": "finland", "frankrijk": "france", "frankrike": "france", "giordania": "jordan", "groenland": "greenland", "gronlanti": "greenland", "guadalupa": "guadeloupe", "guadalupe": "guadeloupe", "guernesey": "guernsey", "gwadelupa": "guadeloupe", "gwatemala": "guatemala", "hiszpania": "spain", "hong kong": "hong kong sar china", "hongarije": "hungary", "iles cook": "cook islands", "indonesie": "indonesia", "indonezja": "indonesia", "ita timor": "timor-leste", "ita-timor": "timor-leste", "ivoorkust": "cote d''ivoire", "jordanien": "jordan", "kambodsja": "cambodia", "kap verde": "cape verde", "kazakstan": "kazakhstan", "kirgistan": "kyrgyzstan", "kolumbien": "colombia", "komorerna": "comoros", "kostaryka": "costa rica", "luxemburg": "luxembourg", "macao sar": "macao sar china", "maldivene": "maldives", "malediven": "maldives", "marruecos": "morocco", "martinica": "martinique", "martynika": "martinique", "moldavien": "moldova", "mongoliet": "mongolia", "mozambico": "mozambique", "nederland": "netherlands", "nikaragua": "nicaragua", "noorwegen": "norway", "nordkorea": "north korea", "norfolkon": "norfolk island", "ost timor": "timor-leste", "ost-timor": "timor-leste", "osterrike": "austria", "palastina": "palestinian territories", "palestina": "palestinian territories", "palestine": "palestinian territories", "palestyna": "palestinian territories", "paquistao": "pakistan", "portorico": "puerto rico", "portoryko": "puerto rico", "portugali": "portugal", "quiribati": "kiribati", "rumaenien": "romania", "s t lucia": "st. lucia", "s:t lucia": "st. lucia", "salomonen": "solomon islands", "sar macao": "macao sar china", "seicheles": "seychelles", "singapour": "singapore", "singapura": "singapore", "slovakien": "slovakia", "slovakiet": "slovakia", "slovaquie": "slovakia", "slovenien": "slovenia", "slowakije": "slovakia", "slowenien": "slovenia", "sor korea": "south korea", "sor sudan": "south sudan", "sor-korea": "south korea", "sor-sudan": "south sudan", "st helena": "st. helena", "st martin": "st. martin", "sud sudan": "south sudan", "sudafrica": "south africa", "sudafrika": "south africa", "sydafrika": "south africa", "tailandia": "thailand", "tajlandia": "thailand", "thailande": "thailand", "timor est": "timor-leste", "vatikaani": "vatican city", "wenezuela": "venezuela", "wyspa man": "isle of man", "アルバ": "aruba", "イラク": "iraq", "イラン": "iran", "インド": "india", "カナダ": "canada", "ガボン": "gabon", "ガーナ": "ghana", "ギニア": "guinea", "グアム": "guam", "ケニア": "kenya", "コソボ": "kosovo", "コモロ": "comoros", "サモア": "samoa", "シリア": "syria", "ジブチ": "djibouti", "スイス": "switzerland", "チェコ": "czechia", "チャド": "chad", "ツバル": "tuvalu", "トルコ": "turkiye", "トンガ": "tonga", "トーゴ": "togo", "ドイツ": "germany", "ナウル": "nauru", "ニウエ": "niue", "ハイチ": "haiti", "バハマ": "bahamas", "パナマ": "panama", "パラオ": "palau", "ベナン": "benin", "ペルー": "peru", "マカオ": "macao sar china", "マルタ": "malta", "マン島": "isle of man", "モナコ": "monaco", "ラオス": "laos", "リビア": "libya", "レソト": "lesotho", "ロシア": "russia", "北朝鮮": "north korea", "afganistan": "afghanistan", "ahvenanmaa": "aland islands", "alankomaat": "netherlands", "antarktyda": "antarctica", "argentiina": "argentina", "argentinie": "argentina", "australien": "australia", "azerbaijao": "azerbaijan", "azerbaiyan": "azerbaijan", "bangladesz": "bangladesh", "cabo verde": "cape verde", "capo verde": "cape verde", "cocosoerne": "cocos (keeling) islands", "cookinseln": "cook islands", "czarnogora": "montenegro", "denemarken": "denmark", "dominikana": "dominican republic", "eslovaquia": "slovakia", "etats unis": "united states", "etats-unis": "united states", "filipijnen": "philippines", "frankreich": "france", "gibilterra": "gibraltar", "grenlandia": "greenland", "ile bouvet": "bouvet island", "ile de man": "isle of man", "iles aland": "aland islands", "iles cocos": "cocos (keeling) islands", "iles feroe": "faroe islands", "ilhas cook": "cook islands", "indonesien": "indonesia", "islas cook": "cook islands", "isole cook": "cook islands", "joulusaari": "christmas island", "kaapverdie": "cape verde", "kambodscha": "cambodia", "kapp verde": "cape verde", "kasachstan": "kazakhstan", "kasakhstan": "kazakhstan", "kazachstan": "kazakhstan", "kazajistan": "kazakhstan", "kazakistan": "kazakhstan", "kirguistan": "kyrgyzstan", "kokosoarna": "cocos (keeling) islands", "kokosoyene": "cocos (keeling) islands", "la reunion": "reunion", "luksemburg": "luxembourg", "luxemburgo": "luxembourg", "madagaskar": "madagascar", "maldiverna": "maldives", "maldiverne": "maldives", "malediivit": "maldives", "mauretania": "mauritania", "mauritanie": "mauritania", "micronesie": "micronesia", "mikronesia": "micronesia", "mikronezja": "micronesia", "mocambique": "mozambique", "neuseeland": "new zealand", "nord korea": "north korea", "nord-korea": "north korea", "norfolkoya": "norfolk island", "oost timor": "timor-leste", "oost-timor": "timor-leste", "oostenrijk": "austria", "osterreich": "austria", "palaestina": "palestinian territories", "palestiina": "palestinian territories", "porto rico": "puerto rico", "portogallo": "portugal", "portugalia": "portugal", "s t helena": "st. helena", "s:t helena": "st. helena", "san martin": "st. martin", "sant elena": "st. helena", "sant''elena": "st. helena", "serra leoa": "sierra leone", "seychellen": "seychelles", "seychellit": "seychelles", "slovacchia": "slovakia", "sor afrika": "south africa", "sor-afrika": "south africa", "szwajcaria": "switzerland", "tagikistan": "tajikistan", "tayikistan": "tajikistan", "thailandia": "thailand", "tschechien": "czechia", "usbekistan": "uzbekistan", "vastsahara": "western sahara", "vestsahara": "western sahara", "westsahara": "western sahara", "wlk. bryt.": "united kingdom", "zuid korea": "south korea", "zuid-korea": "south korea", "afeganistao": "afghanistan", "alandinseln": "aland islands", "antarctique": "antarctica", "argentinien": "argentina", "azerbaidjan": "azerbaijan", "azerbaidzan": "azerbaijan", "azerbaigian": "azerbaijan", "azerbejdzan": "azerbaijan", "bangladesch": "bangladesh", "bielorrusia": "belarus", "bielorussia": "belarus", "bielorussie": "belarus", "bouvetinsel": "bouvet island", "caymanoarna": "cayman islands", "caymanoerne": "cayman islands", "caymanoyene": "cayman islands", "cazaquistao": "kazakhstan", "deutschland": "germany", "etela korea": "south korea", "etela sudan": "south sudan", "etela-korea": "south korea", "etela-sudan": "south sudan", "filippiinit": "philippines", "filippinene": "philippines", "graekenland": "greece", "griekenland": "greece", "groenlandia": "greenland", "ile norfolk": "norfolk island", "ilha bouvet": "bouvet island", "ilha de man": "isle of man", "ilhas aland": "aland islands", "ilhas faroe": "faroe islands", "isla bouvet": "bouvet island", "isla de man": "isle of man", "islas aland": "aland islands", "islas cocos": "cocos (keeling) islands", "islas feroe": "faroe islands", "isole aland": "aland islands", "kirghizstan": "kyrgyzstan", "kirgisistan": "kyrgyzstan", "kirgizistan": "kyrgyzstan", "kokosinseln": "cocos (keeling) islands", "lussemburgo": "luxembourg", "mauretanien": "mauritania", "mikronesien": "micronesia", "niederlande": "netherlands", "noord korea": "north korea", "noord-korea": "north korea", "nya zeeland": "new zealand", "oezbekistan": "uzbekistan", "ouzbekistan": "uzbekistan", "paesi bassi": "netherlands", "philippinen": "philippines", "quirguistao": "kyrgyzstan", "regno unito": "united kingdom", "reino unido": "united kingdom", "royaume uni": "united kingdom", "royaume-uni": "united kingdom", "saint lucia": "st. lucia", "saint marin": "san marino", "saint-marin": "san marino", "santa elena": "st. helena", "santa lucia": "st. lucia", "seychellene": "seychelles", "sint helena": "st. helena", "sint-helena": "st. helena", "stati uniti": "united states", "tadjikistan": "tajikistan", "tadzikistan": "tajikistan", "tadzykistan": "tajikistan", "timor leste": "timor-leste", "uzbequistao": "uzbekistan", "vest sahara": "western sahara", "vest-sahara": "western sahara", "wyspy cooka": "cook islands", "wyspy owcze": "faroe islands", "yhdysvallat": "united states", "zuid afrika": "south africa", "zuid soedan": "south sudan", "zuid-afrika": "south africa", "zuid-soedan": "south sudan", "zwitserland": "switzerland", "arabia saudi": "saudi arabia", "aserbajdsjan": "azerbaijan", "azerbajdzjan": "azerbaijan", "azerbeidzjan": "azerbaijan", "bielorrussia": "belarus", "bouveteiland": "bouvet island", "caymansaaret": "cayman islands", "christmasoya": "christmas island", "cookeilanden": "cook islands", "cookinsaaret": "cook islands", "coree du sud": "south korea", "filippinerna": "philippines", "filippinerne": "philippines", "frans guyana": "french guiana", "frans-guyana": "french guiana", "griechenland": "greece", "guine bissau": "guinea-bissau", "guine-bissau": "guinea-bissau", "guinea bisau": "guinea-bissau", "guinea-bisau": "guinea-bissau", "hongkong sar": "hong kong sar china", "iles caimans": "cayman islands", "iles salomon": "solomon islands", "ilha norfolk": "norfolk island", "ilhas cayman": "cayman islands", "isla norfolk": "norfolk island", "islas caiman": "cayman islands", "isola bouvet": "bouvet island", "isola di man": "isle of man", "isole cayman": "cayman islands", "kaimaninseln": "cayman islands", "kirghizistan": "kyrgyzstan", "lansi sahara": "western sahara", "lansi-sahara": "western sahara", "mjanma birma": "myanmar (burma)", "nederlandene": "netherlands", "norfolkinsel": "norfolk island", "ny caledonia": "new caledonia", "ny-caledonia": "new caledonia", "paises bajos": "netherlands", "ras di macao": "macao sar china", "saint helena": "st. helena", "saint martin": "st. martin", "saint-martin": "st. martin", "sainte lucie": "st. lucia", "sainte-lucie": "st. lucia", "salomonoarna": "solomon islands", "salomonoerne": "solomon islands", "salomonoyene": "solomon islands", "santa helena": "st. helena", "sao martinho": "st. martin", "sar hongkong": "hong kong sar china", "saudi-arabia": "saudi arabia", "saudiarabien": "saudi arabia", "seychellerna": "seychelles", "seychellerne": "seychelles", "sierra leona": "sierra leone", "sint-maarten": "sint maarten", "sudao do sul": "south sudan", "tadjiquistao": "tajikistan", "tadsjikistan": "tajikistan", "tadzjikistan": "tajikistan", "tokelauoarna": "tokelau", "valko venaja": "belarus", "valko-venaja": "belarus", "vaticaanstad": "vatican city", "vatikanstadt": "vatican city", "アメリカ": "united states", "アンギラ": "anguilla", "アンゴラ": "angola", "アンドラ": "andorra", "イエメン": "yemen", "イギリス": "united kingdom", "イタリア": "italy", "ウガンダ": "uganda", "エジプト": "egypt", "オマーン": "oman", "オランダ": "netherlands", "カタール": "qatar", "ガイアナ": "guyana", "ガンビア": "gambia", "キプロス": "cyprus", "キューバ": "cuba", "キリバス": "kiribati", "キルギス": "kyrgyzstan", "ギリシャ": "greece", "グレナダ": "grenada", "ザンビア": "zambia", "スペイン": "spain", "スリナム": "suriname", "スーダン": "sudan", "セネガル": "senegal", "セルビア": "serbia", "ソマリア": "somalia", "トケラウ": "tokelau", "ナミビア": "namibia", "ネパール": "nepal", "バヌアツ": "vanuatu", "フィジー": "fiji", "フランス": "france", "ブラジル": "brazil", "ブルネイ": "brunei", "ブルンジ": "burundi", "ブータン": "bhutan", "ブーベ島": "bouvet island", "ベトナム": "vietnam", "ベリーズ": "belize", "ベルギー": "belgium", "ボツワナ": "botswana", "ボリビア": "bolivia", "マヨット": "mayotte", "マラウイ": "malawi", "メキシコ": "mexico", "モルドバ": "moldova", "モロッコ": "morocco", "モンゴル": "mongolia", "ヨルダン": "jordan", "ラトビア": "latvia", "リベリア": "liberia", "ルワンダ": "rwanda", "レバノン": "lebanon", "西サハラ": "western sahara", "africa do sul": "south africa", "aserbaidschan": "azerbaijan", "bouvet nsaari": "bouvet island", "bouvet''nsaari": "bouvet island", "burquina faso": "burkina faso", "cocos islands": "cocos (keeling) islands", "cocoseilanden": "cocos (keeling) islands", "corea del sud": "south korea", "corea del sur": "south korea", "coree du nord": "north korea", "coreia do sul": "south korea", "cote d ivoire": "cote d''ivoire", "etela afrikka": "south africa", "etela-afrikka": "south africa", "fransk guyana": "french guiana", "guinea bissau": "guinea-bissau", "guinee bissau": "guinea-bissau", "guinee-bissau": "guinea-bissau", "gwinea bissau": "guinea-bissau", "ile christmas": "christmas island", "iles marshall": "marshall islands", "iles pitcairn": "pitcairn islands", "ilhas salomao": "solomon islands", "islas salomon": "solomon islands", "iso britannia": "united kingdom", "iso-britannia": "united kingdom", "isola norfolk": "norfolk island", "marshalloarna": "marshall islands", "marshalloerne": "marshall islands", "marshalloyene": "marshall islands", "myanmar birma": "myanmar (burma)", "myanmar burma": "myanmar (burma)", "nederlanderna": "netherlands", "neukaledonien": "new caledonia", "nieuw zeeland": "new zealand", "nieuw-zeeland": "new zealand", "nova zelandia": "new zealand", "nowa zelandia": "new zealand", "nueva zelanda": "new zealand", "nuova zelanda": "new zealand", "ny kaledonien": "new caledonia", "paises baixos": "netherlands", "pitcairnoarna": "pitcairn islands", "pitcairnoyene": "pitcairn islands", "pohjois korea": "north korea", "pohjois-korea": "north korea", "sainte helene": "st. helena", "sainte-helene": "st. helena", "salomonsaaret": "solomon islands", "san bartolome": "st. barthelemy", "saoedi arabie": "saudi arabia", "saoedi-arabie": "saudi arabia", "saudi arabien": "saudi arabia", "saudi-arabien": "saudi arabia", "soudan du sud": "south sudan", "st barthelemy": "st. barthelemy", "storbritannia": "united kingdom", "sudan del sur": "south sudan", "tadschikistan": "tajikistan", "turcomenistao": "turkmenistan", "uusi seelanti": "new zealand", "uusi-seelanti": "new zealand", "vatikanstaten": "vatican city", "wallis futuna": "wallis & futuna", "wyspa bouveta": "bouvet island", "afrique du sud": "south africa", "amerikan samoa": "american samoa", "arabia saudita": "saudi arabia", "congo kinshasa": "congo - kinshasa", "congo-kinshasa": "congo - kinshasa", "corea del nord": "north korea", "costa d avorio": "cote d''ivoire", "costa d''avorio": "cote d''ivoire", "estados unidos": "united states", "falklandinseln": "falkland islands", "falklandsoarna": "falkland islands", "falklandsoerne": "falkland islands", "falklandsoyene": "falkland islands", "franska guyana": "french guiana", "iles malouines": "falkland islands", "ilha christmas": "christmas island", "ilhas malvinas": "falkland islands", "ilhas marshall": "marshall islands", "ilhas pitcairn": "pitcairn islands", "islas malvinas": "falkland islands", "islas marshall": "marshall islands", "islas pitcairn": "pitcairn islands", "isole faer oer": "faroe islands", "isole falkland": "falkland islands", "isole marshall": "marshall islands", "isole pitcairn": "pitcairn islands", "isole salomone": "solomon islands", "kongo kinshasa": "congo - kinshasa", "kongo-kinshasa": "congo - kinshasa", "korea polnocna": "north korea", "macao sar kina": "macao sar china", "marshallinseln": "marshall islands", "mjanma (birma)": "myanmar (burma)", "nord makedonia": "north macedonia", "nord marianene": "northern mariana islands", "nord-makedonia": "north macedonia", "nord-marianene": "northern mariana islands", "nordmakedonien": "north macedonia", "nordmarianerna": "northern mariana islands", "nordmarianerne": "northern mariana islands", "nordmazedonien": "north macedonia", "norfolkinsaari": "norfolk island", "nova caledonia": "new caledonia", "nowa kaledonia": "new caledonia", "nya kaledonien": "new caledonia", "pitcairninseln": "pitcairn islands", "s t barthelemy": "st. barthelemy", "s:t barthelemy": "st. barthelemy", "sao bartolomeu": "st. barthelemy", "st kitts nevis": "st. kitts & nevis", "storbritannien": "united kingdom", "timor oriental": "timor-leste", "timor wschodni": "timor-leste", "turks i caicos": "turks & caicos islands", "usas ytre oyer": "u.s. outlying islands", "uusi kaledonia": "new caledonia", "uusi-kaledonia": "new caledonia", "wyspy kokosowe": "cocos (keeling) islands", "wyspy salomona": "solomon islands", "antigua barbuda": "antigua & barbuda", "arabie saoudite": "saudi arabia", "christmaseiland": "christmas island", "corea del norte": "north korea", "coreia do norte": "north korea", "costa do marfim": "cote d''ivoire", "elfenbenskusten": "cote d''ivoire", "elfenbenskysten": "cote d''ivoire", "frans polynesie": "french polynesia", "frans-polynesie": "french polynesia", "guiana francesa": "french guiana", "guyana francese": "french guiana", "isla de navidad": "christmas island", "isola christmas": "christmas island", "kaaimaneilanden": "cayman islands", "myanmar (birma)": "myanmar (burma)", "nieuw caledonie": "new caledonia", "nieuw-caledonie": "new caledonia", "noord macedonie": "north macedonia", "noord-macedonie": "north macedonia", "nueva caledonia": "new caledonia", "nuova caledonia": "new caledonia", "papua neuguinea": "papua new guinea", "papua ny guinea": "papua new guinea", "papua ny-guinea": "papua new guinea", "papua-neuguinea": "papua new guinea", "ranskan guayana": "french guiana", "republik moldau": "moldova", "saara ocidental": "western sahara", "samoa americana": "american samoa", "samoa americane": "american samoa", "sra makau chiny": "macao sar china", "trinidad tobago": "trinidad & tobago", "usa s yttre oar": "u.s. outlying islands", "usa:s yttre oar": "u.s. outlying islands", "wallis e futuna": "wallis & futuna", "wallis i futuna": "wallis & futuna", "wallis y futuna": "wallis & futuna", "weihnachtsinsel": "christmas island", "wielka brytania": "united kingdom", "wyspy alandzkie": "aland islands", "wyspy marshalla": "marshall islands", "アルバニア": "albania", "アルメニア": "armenia", "イスラエル": "israel", "ウクライナ": "ukraine", "ウルグアイ": "uruguay", "エクアドル": "ecuador", "エストニア": "estonia", "エチオピア": "ethiopia", "エリトリア": "eritrea", "カメルーン": "cameroon", "カンボジア": "cambodia", "ガーンジー": "guernsey", "キュラソー": "curacao", "クウェート": "kuwait", "クック諸島": "cook islands", "クロアチア": "croatia", "グアテマラ": "guatemala", "コスタリカ": "costa rica", "コロンビア": "colombia", "サンマリノ": "san marino", "ジャマイカ": "jamaica", "ジャージー": "jersey", "ジョージア": "georgia", "ジンバブエ": "zimbabwe", "スリランカ": "sri lanka", "スロバキア": "slovakia", "スロベニア": "slovenia", "セーシェル": "seychelles", "タンザニア": "tanzania", "チュニジア": "tunisia", "デンマーク": "denmark", "ドミニカ国": "dominica", "ニカラグア": "nicaragua", "ニジェール": "niger", "ノルウェー": "norway", "ハンガリー": "hungary", "バミューダ": "bermuda", "バルバドス": "barbados", "バーレーン": "bahrain", "パキスタン": "pakistan", "パラグアイ": "paraguay", "パレスチナ": "palestinian territories", "フィリピン": "philippines", "ブルガリア": "bulgaria", "ベネズエラ": "venezuela", "ベラルーシ": "belarus", "ポルトガル": "portugal", "ポーランド": "poland", "マレーシア": "malaysia", "モルディブ": "maldives", "リトアニア": "lithuania", "ルーマニア": "romania", "レユニオン": "reunion", "仏領ギアナ": "french guiana", "南アフリカ": "south africa", "南スーダン": "south sudan", "米領サモア": "american samoa", "赤道ギニア": "equatorial guinea", "amerikaans samoa": "american samoa", "amerikaans-samoa": "american samoa", "amerikansk samoa": "american samoa", "aquatorialguinea": "equatorial guinea", "arabia saudyjska": "saudi arabia", "caraibi olandesi": "caribbean netherlands", "ekvatorialguinea": "equatorial guinea", "falklandeilanden": "falkland islands", "falklandinsaaret": "falkland islands", "fransk polynesia": "french polynesia", "guayana francesa": "french guiana", "guine equatorial": "equatorial guinea", "gujana francuska": "french guiana", "guyane francaise": "french guiana", "gwinea rownikowa": "equatorial guinea", "kongon tasavalta": "congo - brazzaville", "korea poludniowa": "south korea", "mariany polnocne": "northern mariana islands", "marshalleilanden": "marshall islands", "marshallinsaaret": "marshall islands", "mianmar birmania": "myanmar (burma)", "myanmar birmania": "myanmar (burma)", "myanmar birmanie": "myanmar (burma)", "nouvelle zelande": "new zealand", "nouvelle-zelande": "new zealand", "papua nova guine": "papua new guinea", "papua nya guinea": "papua new guinea", "papua-nova guine": "papua new guinea", "pitcairneilanden": "pitcairn islands", "ras di hong kong": "hong kong sar china", "sahara zachodnia": "western sahara", "saint barthelemy": "st. barthelemy", "saint-barthelemy": "st. barthelemy", "salomonseilanden": "solomon islands", "sudan poludniowy": "south sudan", "verenigde staten": "united states", "wallis en futuna": "wallis & futuna", "wallis et futuna": "wallis & futuna", "wallis ja futuna": "wallis & futuna", "wallis og futuna": "wallis & futuna", "wallis-et-futuna": "wallis & futuna", "aekvatorialguinea": "equatorial guinea", "amerikanska samoa": "american samoa", "antigua e barbuda": "antigua & barbuda", "antigua i barbuda": "antigua & barbuda", "antigua y barbuda": "antigua & barbuda", "arabiemiirikunnat": "united arab emirates", "brunei darussalam": "brunei", "caribe neerlandes": "caribbean netherlands", "congo brazzaville": "congo - brazzaville", "congo-brazzaville": "congo - brazzaville", "ekvatorial guinea": "equatorial guinea", "ekvatorial-guinea": "equatorial guinea", "fransk polynesien": "french polynesia", "guinea ecuatorial": "equatorial guinea", "hongkong sar kina": "hong kong sar china", "kongo brazzaville": "congo - brazzaville", "kongo-brazzaville": "congo - brazzaville", "macedoine du nord": "north macedonia", "norsunluurannikko": "cote d''ivoire", "papua nowa gwinea": "papua new guinea", "papua uusi guinea": "papua new guinea", "papua-nowa gwinea": "papua new guinea", "papua-uusi-guinea": "papua new guinea", "pohjois makedonia": "north macedonia", "pohjois mariaanit": "northern mariana islands", "pohjois-makedonia": "north macedonia", "pohjois-mariaanit": "northern mariana islands", "ranskan polynesia": "french polynesia", "sahara occidental": "western sahara", "samoa americaines": "american samoa", "sao tome principe": "sao tome & principe", "sra makau (chiny)": "macao sar china", "stany zjednoczone": "united states", "trinidad e tobago": "trinidad & tobago", "trinidad y tobago": "trinidad & tobago", "trinite et tobago": "trinidad & tobago", "trinite-et-tobago": "trinidad & tobago", "trynidad i tobago": "trinidad & tobago", "wallis und futuna": "wallis & futuna", "westelijke sahara": "western sahara", "amerikanisch samoa": "american samoa", "amerikanisch-samoa": "american samoa", "antigua en barbuda": "antigua & barbuda", "antigua et barbuda": "antigua & barbuda", "antigua ja barbuda": "antigua & barbuda", "antigua og barbuda": "antigua & barbuda", "antigua-et-barbuda": "antigua & barbuda", "bosnia hercegovina": "bosnia & herzegovina", "bosnia herzegovina": "bosnia & herzegovina", "bosnia-hercegovina": "bosnia & herzegovina", "bosnie herzegovine": "bosnia & herzegovina", "bosnie-herzegovine": "bosnia & herzegovina", "cidade do vaticano": "vatican city", "citta del vaticano": "vatican city", "equatoriaal guinea": "equatorial guinea", "equatoriaal-guinea": "equatorial guinea", "franska polynesien": "french polynesia", "guinea equatoriale": "equatorial guinea", "guinee equatoriale": "equatorial guinea", "karibisk nederland": "caribbean netherlands", "macau rae da china": "macao sar china", "macedonia del nord": "north macedonia", "macedonia do norte": "north macedonia", "macedonia polnocna": "north macedonia", "mianmar (birmania)": "myanmar (burma)", "myanmar (birmania)": "myanmar (burma)", "myanmar (birmanie)": "myanmar (burma)", "nordliche marianen": "northern mariana islands", "nouvelle caledonie": "new caledonia", "nouvelle-caledonie": "new caledonia", "palestiinalaisalue": "palestinian territories", "papua nueva guinea": "papua new guinea", "papua nuova guinea": "papua new guinea", "pays bas caribeens": "caribbean netherlands", "pays-bas caribeens": "caribbean netherlands", "polinesia francesa": "french polynesia", "polinesia francese": "french polynesia", "rae de macao china": "macao sar china", "republica do congo": "congo - brazzaville", "sahara occidentale": "western sahara", "samoa amerykanskie": "american samoa", "sra hongkong chiny": "hong kong sar china", "st kitts und nevis": "st. kitts & nevis", "st pierre miquelon": "st. pierre & miquelon", "svalbard jan mayen": "svalbard & jan mayen", "trinidad en tobago": "trinidad & tobago", "trinidad ja tobago": "trinidad & tobago", "trinidad og tobago": "trinidad & tobago", "u s virgin islands": "u.s. virgin islands", "vereinigte staaten": "united states", "アイスランド": "iceland", "アイルランド": "ireland", "アルジェリア": "algeria", "アルゼンチン": "argentina", "インドネシア": "indonesia", "エスワティニ": "eswatini", "オーストリア": "austria", "カザフスタン": "kazakhstan", "カーボベルデ": "cape verde", "ギニアビサウ": "guinea-bissau", "クリスマス島": "christmas island", "グアドループ": "guadeloupe", "ケイマン諸島": "cayman islands", "シエラレオネ": "sierra leone", "シンガポール": "singapore", "ジブラルタル": "gibraltar", "スウェーデン": "sweden", "セントヘレナ": "st. helena", "セントルシア": "st. lucia", "ソロモン諸島": "solomon islands", "タジキスタン": "tajikistan", "ナイジェリア": "nigeria", "バチカン市国": "vatican city", "フィンランド": "finland", "フェロー諸島": "faroe islands", "プエルトリコ": "puerto rico", "ホンジュラス": "honduras", "マダガスカル": "madagascar", "モザンビーク": "mozambique", "モンテネグロ": "montenegro", "モントセラト": "montserrat", "モーリシャス": "mauritius", "モーリタニア": "mauritania", "仏領極南諸島": "french southern territories", "北マケドニア": "north macedonia", "東ティモール": "timor-leste", "antigua och barbuda": "antigua & barbuda", "antigua und barbuda": "antigua & barbuda", "bosnien hercegovina": "bosnia & herzegovina", "bosnien-hercegovina": "bosnia & herzegovina", "caribisch nederland": "caribbean netherlands", "ciudad del vaticano": "vatican city", "emirati arabi uniti": "united arab emirates", "emirats arabes unis": "united arab emirates", "franzosisch guayana": "french guiana", "franzosisch-guayana": "french guiana", "ilhas cocos keeling": "cocos (keeling) islands", "isole cocos keeling": "cocos (keeling) islands", "karibian alankomaat": "caribbean netherlands", "macau sar van china": "macao sar china", "macau, rae da china": "macao sar china", "macedonia del norte": "north macedonia", "papoea nieuw guinea": "papua new guinea", "papoea-nieuw-guinea": "papua new guinea", "polinezja francuska": "french polynesia", "polynesie francaise": "french polynesia", "s t kitts och nevis": "st. kitts & nevis", "s:t kitts och nevis": "st. kitts & nevis", "saint kitts e nevis": "st. kitts & nevis", "saint kitts i nevis": "st. kitts & nevis", "sao tome e principe": "sao tome & principe", "st. kitts und nevis": "st. kitts & nevis", "trinidad och tobago": "trinidad & tobago", "trinidad und tobago": "trinidad & tobago", "verenigd koninkrijk": "united kingdom", "bosnia e herzegovina": "bosnia & herzegovina", "bosnia ed erzegovina": "bosnia & herzegovina", "bosnia i hercegowina": "bosnia & herzegovina", "bosnia y herzegovina": "bosnia & herzegovina", "isole turks e caicos": "turks & caicos islands", "noordelijke marianen": "northern mariana islands", "palestijnse gebieden": "palestinian territories", "rae de macao (china)": "macao sar china", "republica dominicana": "dominican republic", "saint kitts en nevis": "st. kitts & nevis", "saint kitts ja nevis": "st. kitts & nevis", "saint kitts og nevis": "st. kitts & nevis", "san pedro y miquelon": "st. pierre & miquelon", "sao pedro e miquelao": "st. pierre & miquelon", "sao tome en principe": "sao tome & principe", "sao tome et principe": "sao tome & principe", "sao tome ja principe": "sao tome & principe", "sao tome og principe": "sao tome & principe", "sao tome-et-principe": "sao tome & principe", "sra hongkong (chiny)": "hong kong sar china", "svalbard e jan mayen": "svalbard & jan mayen", "svalbard i jan mayen": "svalbard & jan mayen", "svalbard y jan mayen": "svalbard & jan mayen", "turks caicos islands": "turks & caicos islands", "turks og caicosoerne": "turks & caicos islands", "turks og caicosoyene": "turks & caicos islands", "u s outlying islands": "u.s. outlying islands", "wyspa swietej heleny": "st. helena", "bosnie en herzegovina": "bosnia & herzegovina", "cocos keeling islands": "cocos (keeling) islands", "de britiske jomfruoer": "british virgin islands", "forenade arabemiraten": "united arab emirates", "ilhas cocos (keeling)": "cocos (keeling) islands", "ilhas turcas e caicos": "turks & caicos islands", "islas turcas y caicos": "turks & caicos islands", "isole cocos (keeling)": "cocos (keeling) islands", "niderlandy karaibskie": "caribbean netherlands", "paivantasaajan guinea": "equatorial guinea", "repubblica dominicana": "dominican republic", "santo tome y principe": "sao tome & principe", "sao cristovao e nevis": "st. kitts & nevis", "sao tome och principe": "sao tome & principe", "sao tome und principe": "sao tome & principe", "st vincent grenadines": "st. vincent & grenadines", "svalbard et jan mayen": "svalbard & jan mayen", "svalbard og jan mayen": "svalbard & jan mayen", "territori palestinesi": "palestinian territories", "turks ja caicossaaret": "turks & caicos islands", "turks och caicosoarna": "turks & caicos islands", "turks- og caicosoerne": "turks & caicos islands", "turks- og caicosoyene": "turks & caicos islands", "アフガニスタン": "afghanistan", "アメリカ合衆国": "united states", "ウズベキスタン": "uzbekistan", "エルサルバドル": "el salvador", "オーストラリア": "australia", "オーランド諸島": "aland islands", "グリーンランド": "greenland", "サウジアラビア": "saudi arabia", "サン・マルタン": "st. martin", "ドミニカ共和国": "dominican republic", "ノーフォーク島": "norfolk island", "バングラデシュ": "bangladesh", "ピトケアン諸島": "pitcairn islands", "ブルキナファソ": "burkina faso", "マルティニーク": "martinique", "マーシャル諸島": "marshall islands", "ルクセンブルク": "luxembourg", "仏領ポリネシア": "french polynesia", "北マリアナ諸島": "northern mariana islands", "bosnia ja hertsegovina": "bosnia & herzegovina", "britse maagdeneilanden": "british virgin islands", "brittiska jungfruoarna": "british virgin islands", "dominicaanse republiek": "dominican republic", "emirados arabes unidos": "united arab emirates", "emiratos arabes unidos": "united arab emirates", "franzosisch polynesien": "french polynesia", "franzosisch-polynesien": "french polynesia", "heard mcdonald islands": "heard & mcdonald islands", "heard og mcdonaldoyene": "heard & mcdonald islands", "hong kong rae da china": "hong kong sar china", "hongkong sar van china": "hong kong sar china", "iles mariannes du nord": "northern mariana islands", "ilhas heard e mcdonald": "heard & mcdonald islands", "islas heard y mcdonald": "heard & mcdonald islands", "isole heard e mcdonald": "heard & mcdonald islands", "karibische niederlande": "caribbean netherlands", "mikronesiafoderasjonen": "micronesia", "rae de hong kong china": "hong kong sar china", "republique dominicaine": "dominican republic", "san cristobal y nieves": "st. kitts & nevis", "st pierre und miquelon": "st. pierre & miquelon", "svalbard och jan mayen": "svalbard & jan mayen", "territorios palestinos": "palestinian territories", "terytoria palestynskie": "palestinian territories", "turks und caicosinseln": "turks & caicos islands", "turks- ja caicossaaret": "turks & caicos islands", "turks- och caicosoarna": "turks & caicos islands", "vereinigtes konigreich": "united kingdom", "wallis och futunaoarna": "wallis & futuna", "bosnien och hercegovina": "bosnia & herzegovina", "bosnien und herzegowina": "bosnia & herzegovina", "de britiske jomfruoyene": "british virgin islands", "det palestinske omradet": "palestinian territories", "dominikanische republik": "dominican republic", "dominikanska republiken": "dominican republic", "heard- og mcdonaldoyene": "heard & mcdonald islands", "hong kong, rae da china": "hong kong sar china", "iles heard et macdonald": "heard & mcdonald islands", "iles heard-et-macdonald": "heard & mcdonald islands", "iles turques et caiques": "turks & caicos islands", "iles turques-et-caiques": "turks & caicos islands", "ilhas marianas do norte": "northern mariana islands", "islas virgenes de ee uu": "u.s. virgin islands", "isole vergini americane": "u.s. virgin islands", "karibiska nederlanderna": "caribbean netherlands", "keski afrikan tasavalta": "central african republic", "keski-afrikan tasavalta": "central african republic", "r a s chinoise de macao": "macao sar china", "s t pierre och miquelon": "st. pierre & miquelon", "s:t pierre och miquelon": "st. pierre & miquelon", "saint pierre e miquelon": "st. pierre & miquelon", "saint pierre i miquelon": "st. pierre & miquelon", "saint-pierre e miquelon": "st. pierre & miquelon", "saint-pierre i miquelon": "st. pierre & miquelon", "st. pierre und miquelon": "st. pierre & miquelon", "terre australi francesi": "french southern territories", "turks en caicoseilanden": "turks & caicos islands", "turks- und caicosinseln": "turks & caicos islands", "wallis- och futunaoarna": "wallis & futuna", "wyspa bozego narodzenia": "christmas island", "wyspy heard i mcdonalda": "heard & mcdonald islands", "amerikanska jungfruoarna": "u.s. virgin islands", "britische jungferninseln": "british virgin islands", "de amerikanske jomfruoer": "u.s. virgin islands", "dominikaaninen tasavalta": "dominican republic", "franska sydterritorierna": "french southern territories", "heard und mcdonaldinseln": "heard & mcdonald islands", "ilhas virgens americanas": "u.s. virgin islands", "ilhas virgens britanicas": "british virgin islands", "islas marianas del norte": "northern mariana islands", "paises baixos caribenhos": "caribbean netherlands", "r.a.s. chinoise de macao": "macao sar china", "rae de hong kong (china)": "hong kong sar china", "repubblica centrafricana": "central african republic", "republica centroafricana": "central african republic", "saint pierre en miquelon": "st. pierre & miquelon", "saint pierre et miquelon": "st. pierre & miquelon", "saint pierre ja miquelon": "st. pierre & miquelon", "saint pierre og miquelon": "st. pierre & miquelon", "saint-pierre en miquelon": "st. pierre & miquelon", "saint-pierre ja miquelon": "st. pierre & miquelon", "saint-pierre-et-miquelon": "st. pierre & miquelon", "sao vicente e granadinas": "st. vincent & grenadines", "spitsbergen en jan mayen": "svalbard & jan mayen", "territoires palestiniens": "palestinian territories", "turks- en caicoseilanden": "turks & caicos islands", "アゼルバイジャン": "azerbaijan", "アラブ首長国連邦": "united arab emirates", "ウォリス・フツナ": "wallis & futuna", "オランダ領カリブ": "caribbean netherlands", "コートジボワール": "cote d''ivoire", "トルクメニスタン": "turkmenistan", "ニューカレドニア": "new caledonia", "ニュージーランド": "new zealand", "パレスチナ自治区": "palestinian territories", "ミクロネシア連邦": "micronesia", "合衆国領有小離島": "u.s. outlying islands", "英領インド洋地域": "british indian ocean territory", "de franske sorterritorier": "french southern territories", "den dominikanske republik": "dominican republic", "heard en mcdonaldeilanden": "heard & mcdonald islands", "heard ja mcdonaldinsaaret": "heard & mcdonald islands", "heardon och mcdonaldoarna": "heard & mcdonald islands", "huippuvuoret ja jan mayen": "svalbard & jan mayen", "iles vierges britanniques": "british virgin islands", "islas virgenes britanicas": "british virgin islands", "islas virgenes de ee. uu.": "u.s. virgin islands", "isole vergini britanniche": "british virgin islands", "palestinska territorierna": "palestinian territories", "papouasie nouvelle guinee": "papua new guinea", "papouasie-nouvelle-guinee": "papua new guinea", "republica centro africana": "central african republic", "republica centro-africana": "central african republic", "republique centrafricaine": "central african republic", "saint vincent e grenadine": "st. vincent & grenadines", "saint vincent i grenadyny": "st. vincent & grenadines", "spitzbergen und jan mayen": "svalbard & jan mayen", "st vincent og grenadinene": "st. vincent & grenadines", "ミャンマー ビルマ": "myanmar (burma)", "amerikanske oversoiske oer": "u.s. outlying islands", "brittilaiset neitsytsaaret": "british virgin islands", "brytyjskie wyspy dziewicze": "british virgin islands", "de amerikanske jomfruoyene": "u.s. virgin islands", "den dominikanske republikk": "dominican republic", "etat de la cite du vatican": "vatican city", "kookossaaret keelingsaaret": "cocos (keeling) islands", "saint christophe et nieves": "st. kitts & nevis", "saint-christophe-et-nieves": "st. kitts & nevis", "st. vincent og grenadinene": "st. vincent & grenadines", "yhdysvaltain erillissaaret": "u.s. outlying islands", "yhdysvaltain neitsytsaaret": "u.s. virgin islands", "amerikaanse maagdeneilanden": "u.s. virgin islands", "amerikanische uberseeinseln": "u.s. outlying islands", "de palaestinensiske omrader": "palestinian territories", "iles vierges des etats unis": "u.s. virgin islands", "iles vierges des etats-unis": "u.s. virgin islands", "r a s chinoise de hong kong": "hong kong sar china", "terres australes francaises": "french southern territories", "サン・バルテルミー": "st. barthelemy", "シント・マールテン": "sint maarten", "パプアニューギニア": "papua new guinea", "フォークランド諸島": "falkland islands", "ミャンマー (ビルマ)": "myanmar (burma)", "リヒテンシュタイン": "liechtenstein", "中央アフリカ共和国": "central african republic", "米領ヴァージン諸島": "u.s. virgin islands", "英領ヴァージン諸島": "british virgin islands", "amerikanische jungferninseln": "u.s. virgin islands", "centralafrikanska republiken": "central african republic", "de forente arabiske emirater": "united arab emirates", "kookossaaret (keelingsaaret)": "cocos (keeling) islands", "r.a.s. chinoise de hong kong": "hong kong sar china", "republika poludniowej afryki": "south africa", "republika srodkowoafrykanska": "central african republic", "s t vincent och grenadinerna": "st. vincent & grenadines", "s:t vincent och grenadinerna": "st. vincent & grenadines", "saint vincent ja grenadiinit": "st. vincent & grenadines", "san vicente y las granadinas": "st. vincent & grenadines", "territorios franceses do sul": "french southern territories", "vereinigte arabische emirate": "united arab emirates", "verenigde arabische emiraten": "united arab emirates", "zentralafrikanische republik": "central african republic", "zjednoczone emiraty arabskie": "united arab emirates", "centraal afrikaanse republiek": "central african republic", "centraal-afrikaanse republiek": "central african republic", "de forenede arabiske emirater": "united arab emirates", "demokratyczna republika konga": "congo - kinshasa", "isole marianne settentrionali": "northern mariana islands", "republika zielonego przyladka": "cape verde", "saint vincent og grenadinerne": "st. vincent & grenadines", "sonderverwaltungsregion macau": "macao sar china", "st vincent und die grenadinen": "st. vincent & grenadines", "den centralafrikanske republik": "central african republic", "saint vincent en de grenadines": "st. vincent & grenadines", "st. vincent und die grenadinen": "st. vincent & grenadines", "サントメ・プリンシペ": "sao tome & principe", "トリニダード・トバゴ": "trinidad & tobago", "den sentralafrikanske republikk": "central african republic", "ilhas menores distantes dos eua": "u.s. outlying islands", "islas menores alejadas de ee uu": "u.s. outlying islands", "kongon demokraattinen tasavalta": "congo - kinshasa", "republica democratica del congo": "congo - kinshasa", "saint vincent et les grenadines": "st. vincent & grenadines", "saint-vincent-et-les grenadines": "st. vincent & grenadines", "territorios australes franceses": "french southern territories", "brits indische oceaanterritorium": "british indian ocean territory", "heard island og mcdonald islands": "heard & mcdonald islands", "macao kiinan erityishallintoalue": "macao sar china", "saint martin partie neerlandaise": "sint maarten", "sonderverwaltungsregion hongkong": "hong kong sar china", "sor georgia og sor sandwichoyene": "south georgia & south sandwich islands", "sor-georgia og sor-sandwichoyene": "south georgia & south sandwich islands", "sydgeorgien och sydsandwichoarna": "south georgia & south sandwich islands", "ココス キーリング 諸島": "cocos (keeling) islands", "ココス(キーリング)諸島": "cocos (keeling) islands", "islas menores alejadas de ee. uu.": "u.s. outlying islands", "palastinensische autonomiegebiete": "palestinian territories", "wyspy swietego tomasza i ksiazeca": "sao tome & principe", "タークス・カイコス諸島": "turks & caicos islands", "de tidligere nederlandske antiller": "caribbean netherlands", "macao - kiinan erityishallintoalue": "macao sar china", "saint-martin (partie neerlandaise)": "sint maarten", "コンゴ共和国 ブラザビル": "congo - brazzaville", "brittilainen intian valtameren alue": "british indian ocean territory", "georgia del sud e sandwich australi": "south georgia & south sandwich islands", "hongkong kiinan erityishallintoalue": "hong kong sar china", "コンゴ共和国(ブラザビル)": "congo - brazzaville", "south georgia south sandwich islands": "south georgia & south sandwich islands", "wyspy dziewicze stanow zjednoczonych": "u.s. virgin islands", "アンティグア・バーブーダ": "antigua & barbuda", "ボスニア・ヘルツェゴビナ": "bosnia & herzegovina", "det britiske territoriet i indiahavet": "british indian ocean territory", "franzosische sud und antarktisgebiete": "french southern territories", "hongkong - kiinan erityishallintoalue": "hong kong sar china", "territorio britanico do oceano indico": "british indian ocean territory", "franzosische sud- und antarktisgebiete": "french southern territories", "iles mineures eloignees des etats unis": "u.s. outlying islands", "iles mineures eloignees des etats-unis": "u.s. outlying islands", "ilhas georgia do sul e sandwich do sul": "south georgia & south sandwich islands", "isole minori esterne degli stati uniti": "u.s. outlying islands", "territorio britanico del oceano indico": "british indian ocean territory", "brittiska territoriet i indiska oceanen": "british indian ocean territory", "ranskan etelaiset ja antarktiset alueet": "french southern territories", "south georgia og de sydlige sandwichoer": "south georgia & south sandwich islands", "サンピエール島・ミクロン島": "st. pierre & miquelon", "ハード島・マクドナルド諸島": "heard & mcdonald islands", "brytyjskie terytorium oceanu indyjskiego": "british indian ocean territory", "georgia poludniowa i sandwich poludniowy": "south georgia & south sandwich islands", "islas georgia del sur y sandwich del sur": "south georgia & south sandwich islands", "territoire britannique de l ocean indien": "british indian ocean territory", "territoire britannique de l''ocean indien": "british indian ocean territory", "コンゴ民主共和国 キンシャサ": "congo - kinshasa", "britisches territorium im indischen ozean": "british indian ocean territory", "territorio britannico dell oceano indiano": "british indian ocean territory", "territorio britannico dell''oceano indiano": "british indian ocean territory", "コンゴ民主共和国(キンシャサ)": "congo - kinshasa", "georgie du sud et les iles sandwich du sud": "south georgia & south sandwich islands", "georgie du sud-et-les iles sandwich du sud": "south georgia & south sandwich islands", "中華人民共和国香港特別行政区": "hong kong sar china", "dalekie wyspy mniejsze stanow zjednoczonych": "u.s. outlying islands", "etela georgia ja etelaiset sandwichinsaaret": "south georgia & south sandwich islands", "etela-georgia ja etelaiset sandwichinsaaret": "south georgia & south sandwich islands", "zuid georgia en zuidelijke sandwicheilanden": "south georgia & south sandwich islands", "zuid-georgia en zuidelijke sandwicheilanden": "south georgia & south sandwich islands", "det britiske territorium i det indiske ocean": "british indian ocean territory", "sudgeorgien und die sudlichen sandwichinseln": "south georgia & south sandwich islands", "中華人民共和国マカオ特別行政区": "macao sar china", "francuskie terytoria poludniowe i antarktyczne": "french southern territories", "franse gebieden in de zuidelijke indische oceaan": "french southern territories", "スバールバル諸島・ヤンマイエン島": "svalbard & jan mayen", "セントクリストファー・ネーヴィス": "st. kitts & nevis", "kleine afgelegen eilanden van de verenigde staten": "u.s. outlying islands", "セントビンセント及びグレナディーン諸島": "st. vincent & grenadines", "de franske besiddelser i det sydlige indiske ocean og antarktis": "french southern territories", "サウスジョージア・サウスサンドウィッチ諸島": "south georgia & south sandwich islands"}'::jsonb ->> name;
      end
      $function$;

ALTER FUNCTION "kith_private"."country_name"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.create_upload_path(contact uuid, extension text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  path constant text := 'uploads/' || gen_random_uuid() || '.' || extension;
begin
  perform kith_private.check_photo_limits(contact);
  perform pg_advisory_xact_lock(hashtextextended('kith.photo_uploads:' || (select auth.uid()), 0));
  perform kith_private.check_upload_quotas(auth.uid());
  insert into kith_private.photo_uploads (path, contact_id) values (path, contact);
  return path;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.dav_account()
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return right(auth.uid()::text, 8);
end
$function$;

ALTER FUNCTION "kith_private"."dav_account"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.decide_relationships(owner uuid, import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "kith_private"."decide_relationships"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.decide_rows(import uuid, on_match text, asked jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET enable_nestloop TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
AS $function$
declare
  present uuid[];
  taken uuid[];
begin
  update kith_private.import_rows r set action = 'create', match_id = null, matched_by = null
  where r.import_id = import and r.action = 'match' and r.resource not in ('contact', 'profile');
  perform kith_private.match_uids(import), kith_private.match_others(import), kith_private.set_reads_list(true);
  present := array(
    select c.id from kith_private.import_rows d join kith.contacts c on c.id = d.match_id where d.import_id = import and d.resource = 'contact');
  taken := array(
    select c.id from kith_private.import_rows d join kith.contacts c on c.id = d.new_id where d.import_id = import and d.resource = 'contact');
  perform kith_private.set_reads_list(false);
  update kith_private.import_rows r set
    decision = case when decided.action = 'merge' and decided.target is null then 'create' else decided.action end,
    target_id = case decided.action
      when 'create' then case when decided.is_taken then gen_random_uuid() else r.new_id end
      when 'merge' then coalesce(decided.target, r.new_id)
      else decided.target end
  from (
    select d.number, found.target, found.is_taken, case
      when d.action = 'error' then 'skip'
      when given.item is not null then given.item ->> 'action'
      when d.action = 'conflict' then 'skip'
      when d.resource <> 'contact' then case when d.action = 'match' then 'skip' else 'create' end
      when found.target is not null then on_match
      else 'create' end as action
    from kith_private.import_rows d
    left join jsonb_array_elements(asked) given (item) on (given.item ->> 'number')::integer = d.number
    cross join lateral (
      select case when d.resource <> 'contact' then d.match_id else coalesce(
          (given.item ->> 'contactId')::uuid,
          case when d.match_id = any (present) then d.match_id
            when d.match_id is not null then (select m.into_id from kith_private.merged_among(array[d.match_id]) m) end) end as target,
        d.resource = 'contact' and d.new_id = any (taken) as is_taken offset 0) found
    where d.import_id = import) decided
  where r.import_id = import and r.number = decided.number;
  update kith_private.import_rows r set decision = 'fail', problem = format('Line %s is merged into the same contact.', same.line)
  from (
    select o.number, first_value(o.line) over each as line, row_number() over each as place
    from kith_private.import_rows o where o.import_id = import and o.decision = 'merge'
    window each as (partition by o.target_id order by o.number)) same
  where r.import_id = import and r.number = same.number and same.place > 1;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.deed_in_words(owner uuid, done kith_private.change_group, net kith_private.net_change[])
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  columns text[];
  value text;
  ids uuid[];
  deed text;
begin
  if done.action <> 'update' or done.resource not in ('contact', 'reminder') then
    return null;
  end if;
  select array_agg(distinct k.name), case when count(distinct n.after ->> k.name) < 2 then min(n.after ->> k.name) else 'various' end,
    array_agg(n.resource_id order by n.position)
  into columns, value, ids
  from unnest(net) n cross join lateral jsonb_object_keys(
    n.after - '{updated_at,completed_at,next_id,recurrence_start}'::text[]) k (name)
  where n.resource = done.resource and n.action = 'update';
  if cardinality(columns) <> 1 or exists (
    select from unnest(net) n where n.resource = done.resource and n.action = 'update' and n.parts > 1)
  then
    return null;
  end if;
  deed := case done.resource || '.' || columns[1]
    when 'contact.last_contacted_by_hand' then case when value is not null then 'got in touch with %s' end
    when 'contact.is_archived' then case value when 'true' then 'archived %s' when 'false' then 'unarchived %s' end
    when 'contact.is_favorite' then case value when 'true' then 'made %s a favourite' when 'false' then 'took %s from the favourites' end
    when 'contact.contact_frequency_days' then 'changed how often to be in touch with %s'
    when 'contact.snoozed_until' then case when value is not null then 'put off %s' end
    when 'reminder.completed' then case value when 'true' then 'completed reminder %s' when 'false' then 'reopened reminder %s' end
    when 'reminder.due_at' then 'moved reminder %s' end;
  return case when done.resource = 'contact' then format(deed, kith_private.named_in_words(owner, 'contact', ids))
    when done.resources = 1 then format(deed, done.name) end;
end
$function$;

ALTER FUNCTION "kith_private"."deed_in_words"(uuid, kith_private.change_group, kith_private.net_change[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.delete_account()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform kith_private.refuse_limits();
  perform kith_private.set_setting('change', null); -- what goes with an account is not logged
  delete from auth.users u where u.id = (select auth.uid());
  -- A table of Auth that has the user's id without a foreign key. So has its log of events, in a JSON column without an
  -- index: searching it would take longer than a request may, and the log is the project's.
  delete from auth.flow_state f where f.user_id = (select auth.uid());
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.delete_credentials()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform kith_private.refuse_limits();
  delete from kith_private.api_keys k where k.owner_id = (select auth.uid());
  delete from kith_private.calendars c where c.owner_id = (select auth.uid());
end
$function$;

ALTER FUNCTION "kith_private"."delete_credentials"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.delete_expired_answers()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from kith_private.idempotent_requests r where r.ctid = any (array(
    select old.ctid from kith_private.idempotent_requests old
    where old.created_at < now() - interval '24 hours' limit 20 for update skip locked));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.delete_expired_imports()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from kith_private.imports i where i.ctid = any (array(
    select old.ctid from kith_private.imports old
    where old.created_at < now() - interval '24 hours' limit 5 for update skip locked));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.delete_key(arguments jsonb, is_connection boolean)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from kith_private.api_keys k
  where k.owner_id = (select auth.uid()) and k.id = (arguments ->> 'id')::uuid
    and (k.client_id is not null) = is_connection;
  return kith_private.answer_deleted(found);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.delete_notes_of(contact uuid, until timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  owner constant uuid := auth.uid();
begin
  if not kith_private.has_scope('notes:write') then
    perform kith_private.fail('insufficient_scope', 'Deleting the notes too also needs the scope notes:write.');
  end if;
  loop
    delete from kith.notes n where n.owner_id = owner and n.id = any (array(
      select own.id from kith.notes own
      where own.owner_id = owner and own.contact_id = contact and cardinality(own.contact_ids) = 1 limit kith_private.part_rows()));
    exit when not found;
    if clock_timestamp() > until then
      return false;
    end if;
  end loop;
  return true;
end
$function$;

ALTER FUNCTION "kith_private"."delete_notes_of"(uuid, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.delete_own_rows()
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform kith_private.refuse_limits();
  return kith_private.delete_rows_of((select auth.uid()), is_part => true);
end
$function$;

ALTER FUNCTION "kith_private"."delete_own_rows"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.delete_rows_first()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  source text;
begin
  if kith_private.has_foreign_dependents() then
    perform kith_private.delete_rows_of(old.id, is_part => false);
    return old;
  end if;
  begin
    set local session_replication_role = replica;
  exception when insufficient_privilege then
    perform kith_private.delete_rows_of(old.id, is_part => false);
    return old;
  end;
  foreach source in array
    '{kith.note_contacts,kith.notes,kith.reminder_contacts,kith.reminders,kith.relationships,kith.contact_networks,kith.contacts}'::text[]
  loop
    execute format('delete from %s t where t.owner_id = $1', source) using old.id;
  end loop;
  set local session_replication_role = origin;
  return old;
exception when others then
  raise warning 'kith: the rows of a deleted account are left to the cascade (%: %)', sqlstate, sqlerrm;
  return old;
end
$function$;

ALTER FUNCTION "kith_private"."delete_rows_first"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.delete_rows_of(owner uuid, is_part boolean)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  source text;
  most constant bigint := case when is_part then 1000 end;
  until constant timestamptz := clock_timestamp() + interval '0.5 seconds';
  deleted bigint;
  total bigint := 0;
begin
  perform kith_private.set_setting('deleting_account', 'on');
  foreach source in array '{kith.notes,kith.reminders,kith.relationships,kith.contact_networks,kith.contacts}'::text[] loop
    loop
      execute format('delete from %1$s t where t.ctid = any (array(select r.ctid from %1$s r where r.owner_id = $1 limit $2))', source)
        using owner, most;
      get diagnostics deleted = row_count;
      exit when not is_part or deleted < most;
      total := total + deleted;
      if total >= 5000 or clock_timestamp() > until then
        perform kith_private.set_setting('deleting_account', null);
        return false;
      end if;
    end loop;
  end loop;
  perform kith_private.set_setting('deleting_account', null);
  return true;
end
$function$;

ALTER FUNCTION "kith_private"."delete_rows_of"(uuid, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.derive_last_noted(owners uuid[], contacts uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
AS $function$
begin
  perform from kith.contacts c
  join unnest(owners, contacts) as affected (owner_id, id) on affected.owner_id = c.owner_id and affected.id = c.id
  order by c.id for no key update of c;
  update kith.contacts c set last_noted_at = newest.occurred_at
  from unnest(owners, contacts) as affected (owner_id, id)
  cross join lateral (
    select greatest((
        select n.occurred_at
        from kith.notes n
        left join kith.note_types t on t.owner_id = n.owner_id and t.id = n.note_type_id
        where n.owner_id = affected.owner_id and n.contact_id = affected.id and coalesce(t.counts_as_contact, true)
        order by n.occurred_at desc limit 1), (
        select l.occurred_at
        from kith.note_contacts l
        where l.owner_id = affected.owner_id and l.contact_id = affected.id and coalesce((
          select t.counts_as_contact
          from kith.notes n join kith.note_types t on t.owner_id = n.owner_id and t.id = n.note_type_id
          where n.owner_id = l.owner_id and n.id = l.note_id), true)
        order by l.occurred_at desc limit 1)) as occurred_at) newest
  where c.owner_id = affected.owner_id and c.id = affected.id and c.last_noted_at is distinct from newest.occurred_at;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.derive_last_noted_of(owner uuid, undone kith_private.changes[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  contacts uuid[];
begin
  contacts := array(
    select distinct c.id
    from unnest(undone) logged
    left join kith.notes n on n.owner_id = owner and n.id = logged.resource_id
    cross join lateral (
      select unnest(n.contact_ids)
      union all select jsonb_array_elements_text(logged.before -> 'contact_ids')::uuid
      union all select jsonb_array_elements_text(logged.after -> 'contact_ids')::uuid) c (id)
    where logged.resource = 'note'
    union
    select c.resource_id from unnest(undone) c where c.resource = 'contact' and c.action = 'delete');
  perform kith_private.derive_last_noted(array_fill(owner, array[cardinality(contacts)]), contacts);
end
$function$;

ALTER FUNCTION "kith_private"."derive_last_noted_of"(uuid, kith_private.changes[]) OWNER TO "postgres";

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
    new.recurrence := kith_private.clean_recurrence(new.recurrence,
      case when isfinite(new.due_at) then (new.due_at at time zone kith_private.zone_of(new.owner_id))::date end);
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
  elsif not is_new and old.completed and not new.completed and kith_private.can_take_back(new.owner_id, new.next_id) then
    new.next_id := null;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.derive_search_texts(owner uuid, contacts uuid[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update kith.contacts c set search_text = derived.search_text, long_search_text = derived.long_search_text
  from kith.contacts d
  cross join lateral kith_private.search_columns(kith_private.searched_text(d)) derived
  where d.owner_id = owner and d.id = any (contacts) and c.owner_id = owner and c.id = d.id
    and (c.search_text, c.long_search_text) is distinct from (derived.search_text, derived.long_search_text);
end
$function$;

ALTER FUNCTION "kith_private"."derive_search_texts"(uuid, uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.derive_stale_contacts(owner uuid, until timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  stale kith_private.stale_contacts;
  batch uuid[];
begin
  if not exists (select from kith_private.stale_contacts s where s.owner_id = owner) or not kith_private.lock_log_of(owner) then
    return true;
  end if;
  loop
    select s.* into stale from kith_private.stale_contacts s where s.owner_id = owner order by s.name limit 1 for update;
    if not found then
      return true;
    end if;
    batch := array(
      select c.id from kith.contacts c where c.owner_id = owner and c.id > stale.after_id order by c.id limit kith_private.part_rows());
    if stale.name = 'last_noted_at' then
      perform kith_private.derive_last_noted(array_fill(owner, array[cardinality(batch)]), batch);
    else
      perform kith_private.derive_search_texts(owner, batch);
    end if;
    if cardinality(batch) < kith_private.part_rows() then
      delete from kith_private.stale_contacts s where s.owner_id = owner and s.name = stale.name;
    else
      update kith_private.stale_contacts s set after_id = batch[cardinality(batch)] where s.owner_id = owner and s.name = stale.name;
    end if;
    if clock_timestamp() >= until then
      return not exists (select from kith_private.stale_contacts s where s.owner_id = owner);
    end if;
  end loop;
end
$function$;

ALTER FUNCTION "kith_private"."derive_stale_contacts"(uuid, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.due_condition(day text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return format($sql$case
    when next_contact_on_utc < ($2).%1$I then true
    when next_contact_on_utc <= ($2).%1$I + 1
      then (
        select greatest(near.active_snooze, (coalesce(near.last_contacted_at, near.created_at) at time zone ($2).timezone)::date
          + near.contact_frequency_days) <= ($2).%1$I
        from kith.contacts near where near.owner_id = contacts.owner_id and near.id = contacts.id)
    else false end$sql$, day);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.duplicate_contact(contact kith.contacts)
 RETURNS json
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return json_build_object('id', contact.id, 'displayName', kith_private.shown_name(contact), 'company', contact.company,
    'emails', contact.emails, 'phones', contact.phones,
    'createdAt', to_char(contact.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.duplicate_evidence(one kith.contacts, other kith.contacts, kinds integer, calling_code text)
 RETURNS json
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  found json[] := '{}';
begin
  if kinds & 1 > 0 then
    found := found || array(
      select json_build_object('kind', 'email', 'value', shared.value)
      from (select distinct lower((mine ->> 'value') collate "C") as value from jsonb_array_elements(one.emails) mine) shared
      where shared.value in (select lower((theirs ->> 'value') collate "C") from jsonb_array_elements(other.emails) theirs)
      order by shared.value collate "C");
  end if;
  if kinds & 2 > 0 then
    found := found || array(
      select json_build_object('kind', 'phone', 'value', shared.value)
      from (select distinct kith_private.phone_digits(mine ->> 'value', calling_code) as value from jsonb_array_elements(one.phones) mine) shared
      where shared.value in (select kith_private.phone_digits(theirs ->> 'value', calling_code) from jsonb_array_elements(other.phones) theirs)
      order by shared.value collate "C");
  end if;
  if kinds & 12 > 0 then
    found := found || json_build_object('kind', 'name', 'value', kith_private.shown_name(one));
  elsif kinds & 16 > 0 then
    found := found || json_build_object('kind', 'similar_name', 'value', kith_private.shown_name(one) || ' / ' || kith_private.shown_name(other));
  end if;
  return array_to_json(found);
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
    where not c.is_archived);
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
  where c.emails <> '[]' and not c.is_archived limit 100000;
  -- The least telling ones are left out where all else has taken long, so that there is an answer in time.
  if clock_timestamp() < statement_timestamp() + interval '1.2 seconds' then
    return query
    select 2, hashtextextended(phone.digits, 2), phone.id, false from (
      select c.id, kith_private.phone_digits(phone ->> 'value', calling_code) as digits
      from kith.contacts c cross join lateral jsonb_array_elements(c.phones) phone
      where c.phones <> '[]' and not c.is_archived limit 100000) phone
    where phone.digits is not null;
  end if;
  if clock_timestamp() < statement_timestamp() + interval '1.2 seconds' then
    return query select k.* from kith_private.similar_name_keys(names) k;
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.each_once(ids jsonb)
 RETURNS uuid[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return array(
    select named.id::uuid from jsonb_array_elements_text(ids) with ordinality as named (id, position)
    group by named.id order by min(named.position));
end
$function$;

ALTER FUNCTION "kith_private"."each_once"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.end_of_part(arguments jsonb)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case when arguments ? 'progress' then clock_timestamp() + kith_private.part_time() end;
end
$function$;

ALTER FUNCTION "kith_private"."end_of_part"(jsonb) OWNER TO "postgres";

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
begin
  perform kith_private.refuse_limits();
  update kith_private.changes c set before = null, after = null, name = null
  where c.owner_id = owner and c.resource_id = any (ids) and (c.before is not null or c.after is not null);
  perform kith_private.erase_stored_answers(owner), kith_private.erase_applied_imports(owner);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.excerpt(text text, folded text, ways jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  word constant text := (
    select replace(way, '\', '') from (select btrim(value, '%') from jsonb_array_elements_text(ways)) each (way)
    where strpos(folded, replace(way, '\', '')) > 0 limit 1);
  -- Folding changes lengths little.
  place constant integer := coalesce(strpos(folded, word), 1)::bigint * char_length(text) / greatest(char_length(folded), 1);
  first constant integer := case when char_length(text) <= 120 or place <= 50 then 1 else place - 40 end;
  part text := substr(text, first, 120);
begin
  -- Words are whole where they are not very long.
  if first > 1 then
    part := '… ' || regexp_replace(part, '^\S{0,20}\s', '');
  end if;
  if char_length(text) >= first + 120 then
    part := regexp_replace(part, '\s\S{0,20}$', '') || ' …';
  end if;
  return btrim(regexp_replace(part, '\s+', ' ', 'g'));
end
$function$;

ALTER FUNCTION "kith_private"."excerpt"(text, text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.export_end(parts text[], search kith_private.contact_search, begins jsonb, at_most integer)
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
    ids := kith_private.export_ids(parts[position], search, after, rows_left + 1);
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

ALTER FUNCTION "kith_private"."export_end"(text[], kith_private.contact_search, jsonb, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.export_ids(part text, search kith_private.contact_search, after uuid, at_most integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_sort TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  conditions constant text[] := case when after is not null then '{id > $3}'::text[] end
    || case when part = 'contacts' then search.conditions end;
  ids uuid[];
begin
  perform kith_private.set_reads_list(true);
  execute format('select array(select id from kith.%I where %s order by id limit $4)', part,
    coalesce(nullif(array_to_string(conditions, ' and '), ''), 'true')) into ids using search.query, search, after, at_most;
  perform kith_private.set_reads_list(false);
  return ids;
end
$function$;

ALTER FUNCTION "kith_private"."export_ids"(text, kith_private.contact_search, uuid, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.export_lines(part text, ids uuid[], with_related boolean DEFAULT false)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  lines text;
begin
  if with_related and part = 'contacts' then
    return (
      select string_agg('contacts ' || concat(left(v.body::text, -1), ',"related":', kith_private.related_to_contact(v.id), '}'), E'\n' order by listed.position)
      from unnest(ids) with ordinality as listed (id, position)
      cross join lateral (select v.id, v.body from kith_api.contacts v where v.id = listed.id offset 0) v);
  end if;
  execute format($sql$
    select string_agg(%L || (select v.body::text from kith_api.%I v where v.id = listed.id), E'\n' order by listed.position)
    from unnest($1) with ordinality as listed (id, position)$sql$, part || ' ', part) into lines using ids;
  return lines;
end
$function$;

ALTER FUNCTION "kith_private"."export_lines"(text, uuid[], boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.export_page(parts text[], search kith_private.contact_search, query jsonb, details jsonb DEFAULT '{}'::jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  most_bytes constant integer := 1048576;
  -- Version 1.1 of the function calls it place, which is a filter now.
  place constant jsonb := coalesce(query -> 'startAt', case when jsonb_typeof(query -> 'place') = 'object' then query -> 'place' end);
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
    ends := kith_private.export_end(parts, search, case when query ? 'after' then begins end, (query ->> 'rows')::integer);
    details := details || jsonb_build_object('follows', ends ->> 'part' || '.' || (ends ->> 'after'));
  end if;
  while position <= cardinality(parts) and rows_left > 0 and bytes < most_bytes loop
    if parts[position] = 'profile' then
      lines := lines || ('profile ' || kith_private.profile_body()::text);
      position := position + 1;
      continue;
    end if;
    portion := least(portion, rows_left);
    ids := kith_private.export_ids(parts[position], search, after, portion);
    is_last := parts[position] = ends ->> 'part' and (cardinality(ids) = 0 or ids[cardinality(ids)] >= (ends ->> 'after')::uuid);
    if is_last then
      ids := array(select id from unnest(ids) id where id <= (ends ->> 'after')::uuid order by id);
    end if;
    if cardinality(ids) > 0 then
      more := kith_private.export_lines(parts[position], ids, query ->> 'format' <> 'json');
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

ALTER FUNCTION "kith_private"."export_page"(text[], kith_private.contact_search, jsonb, jsonb) OWNER TO "postgres";

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
      select * from kith.contacts c where c.birthday is not null and not c.is_archived and wanted <> 'none'
        and (wanted = 'all' or c.is_favorite or c.contact_frequency_days is not null)
      order by right(c.birthday, 5) < today, right(c.birthday, 5), c.id limit at_most) c);
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
    select coalesce(json_agg(json_build_object('id', c.id, 'name', kith_private.shown_name(c),
      'day', to_char(least(date '9999-12-31', greatest(c.active_snooze,
        (coalesce(c.last_contacted_at, c.created_at) at time zone zone)::date + c.contact_frequency_days)), 'YYYYMMDD'),
      'updatedAt', to_char(c.updated_at at time zone 'UTC', 'YYYYMMDD"T"HH24MISS"Z"')) order by c.id), '[]')
    from (
      select * from kith.contacts c where c.next_contact_on_utc is not null and not c.is_archived
      order by c.next_contact_on_utc, c.id limit at_most) c);
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

ALTER FUNCTION "kith_private"."find_by_name"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.find_change_set(asked uuid)
 RETURNS kith_private.change_sets
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  change_set kith_private.change_sets;
begin
  select s.* into change_set from kith_private.change_sets s
  where s.id = asked and s.at > (select kith_private.log_start()) and s.number > (select kith_private.last_purged_set());
  if change_set.first_number is not null then
    select s.* into change_set from kith_private.change_sets s
    where s.number = change_set.first_number and s.number > (select kith_private.last_purged_set());
  end if;
  if not found then
    perform kith_private.not_found();
  end if;
  return change_set;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.find_conflicts(import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET enable_nestloop TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
AS $function$
begin
  update kith_private.import_rows r set action = 'conflict', match_id = null, candidates = array[r.match_id],
    problem = format('Line %s matches the same contact.', same.line)
  from (
    select o.number, (case when o.number = o.first then o.last_line else o.first_line end) as line
    from (
      select o.number, count(*) over matching as size, min(o.number) over matching as first,
        first_value(o.line) over (matching order by o.number) as first_line,
        last_value(o.line) over (matching order by o.number rows between unbounded preceding and unbounded following) as last_line
      from kith_private.import_rows o
      where o.import_id = import and o.resource = 'contact' and o.action = 'match'
      window matching as (partition by o.match_id)) o
    where o.size > 1) same
  where r.import_id = import and r.number = same.number;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.find_page(query jsonb, source regclass, conditions text[], order_by text, search anyelement DEFAULT NULL::text, finds_few boolean DEFAULT false, rank text DEFAULT NULL::text)
 RETURNS kith_private.page
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_sort TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
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
  perform kith_private.set_reads_list(true);
  -- Each rank is in the order of the index, so that only numbers are sorted.
  execute format(case when rank is null then 'select array(select id from %s where %s order by %s)'
      else 'select array(select id from (
        select id, %4$s as rank, row_number() over (order by %3$s) as position from %1$s where %2$s) ranked order by rank, position)' end,
    source, coalesce(nullif(array_to_string(conditions, ' and '), ''), 'true'), order_by, rank)
    into ids using query, search;
  perform kith_private.set_reads_list(false);
  total := cardinality(ids);
  skipped := least((page - 1) * size, total);
  return (ids[skipped + 1 : skipped + size], page, size, total)::kith_private.page;
end
$function$;

ALTER FUNCTION "kith_private"."find_page"(jsonb, regclass, text[], text, anyelement, boolean, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.find_pairs(least_score numeric, first bigint, size bigint, OUT total bigint, OUT page kith_private.duplicate_pair[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_nestloop TO 'off'
 SET enable_mergejoin TO 'off'
 SET enable_sort TO 'off'
 SET jit TO 'off'
 SET work_mem TO '32MB'
AS $function$
declare
  scores constant numeric[] := array(select kith_private.duplicate_score(kinds) from generate_series(1, 31) kinds order by kinds);
begin
  with keys as materialized (select k.kind, k.key, k.contact, k.side from kith_private.duplicate_keys() k),
  shared as (select min(k.kind) as kind, k.key, count(*) as size from keys k group by k.key having count(*) between 2 and 50),
  -- The most telling ones where there are too many.
  kept as materialized (
    select s.key from (
      select shared.key, sum((shared.size * shared.size)::integer) over (order by shared.kind, shared.size, shared.key rows unbounded preceding) as work
      from shared) s where s.work <= 300000),
  members as materialized (select k.kind, k.key, k.contact, k.side from kept join keys k on k.key = kept.key),
  pairs as (
    select least(a.contact, b.contact) as one, greatest(a.contact, b.contact) as other, bit_or(a.kind) as kinds
    from members a join members b on b.key = a.key
    where case when a.kind = 16 then b.side and not a.side and a.contact <> b.contact else a.contact < b.contact end
    group by 1, 2),
  scored as materialized (
    select p.one, p.other, p.kinds, scores[p.kinds] as score from pairs p
    where scores[p.kinds] >= least_score and (p.one, p.other) not in (
      select d.contact_id, d.other_contact_id from kith_private.dismissed_duplicates d))
  select (select count(*) from scored), array(
    select (s.one, s.other, s.kinds, s.score)::kith_private.duplicate_pair from scored s
    order by s.score desc, s.one, s.other offset first limit find_pairs.size) into total, page;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.find_same_names(import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET enable_nestloop TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
 SET work_mem TO '32MB'
AS $function$
begin
  perform kith_private.set_reads_list(true);
  with given as materialized (
    select r.number, lower(kith_private.display_name_in(r.value) collate "und-x-icu") as name from kith_private.import_rows r
    where r.import_id = import and r.resource = 'contact' and r.action = 'create'),
  found as (
    select g.number, array_agg(c.id order by c.id) as ids
    from given g join kith.contacts c on lower(c.display_name collate "und-x-icu") = g.name group by g.number)
  update kith_private.import_rows r set candidates = found.ids[:3] from found where r.import_id = import and r.number = found.number;
  perform kith_private.set_reads_list(false);
end
$function$;

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
  elsif found and kept.status = 202 and kept.body is not null then
    status := 202;
    body := kept.body;
    activity_id := kept.activity_id;
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

CREATE OR REPLACE FUNCTION kith_private.fingerprint(operation text, arguments jsonb)
 RETURNS bytea
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return sha256(convert_to(operation || (arguments - '{idempotencyKey,requestId,hash,keyPrefix,progress}'::text[])::text, 'UTF8'));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.fold_note()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  -- A longer content is refused by a constraint after this trigger. Some characters fold to as many as 18: what search
  -- compares is bounded too.
  new.folded_content := case
    when octet_length(new.content) <> char_length(new.content) and char_length(new.content) <= 100000
      then left(kith_private.folded(new.content), 120000) end;
  new.search_text := case when octet_length(new.content) <= 1000 then coalesce(new.folded_content, lower(new.content collate "C")) end;
  if octet_length(new.search_text) > 1000 then
    new.search_text := null;
  end if;
  new.folded_content := case when new.search_text is null then new.folded_content end;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.folded_networks()
 RETURNS kith_private.folded_network[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return array(select (n.id, kith_private.folded(n.name))::kith_private.folded_network from kith.networks n);
end
$function$;

ALTER FUNCTION "kith_private"."folded_networks"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.forget_progress(owner uuid, key text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from kith_private.idempotent_requests r where r.owner_id = owner and r.key = forget_progress.key and r.status = 202;
end
$function$;

ALTER FUNCTION "kith_private"."forget_progress"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.handle(credential jsonb, operation text, arguments jsonb, required_schema_version integer DEFAULT NULL::integer, OUT status smallint, OUT body text, OUT owner_id uuid, OUT key_id uuid, OUT rate_limit integer, OUT rate_remaining integer, OUT rate_reset bigint, OUT retry_after integer, OUT tag text, OUT replayed boolean, OUT activity_id uuid, OUT removals text[], OUT log text)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
 SET transaction_timeout TO '4500ms'
 SET lock_timeout TO '4s'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  asked kith_private.operations;
  asking record;
  counted record;
  ran record;
  is_limited boolean;
  refusal text;
  is_stale boolean;
  has_old_answers boolean;
  has_old_imports boolean;
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

  asking := kith_private.identify(credential, coalesce(asked.step_of, asked.name), asked.locks_log and arguments is not null);
  owner_id := asking.owner_id;
  key_id := asking.key_id;
  if owner_id is null or asked.needs_calendar_secret <> coalesce(credential ->> 'kind' = 'calendar', false) then
    owner_id := null;
    key_id := null;
    body := '{"code":"unauthorized"}';
    return;
  end if;

  if asked.needs_calendar_secret and not credential ? 'counted' then
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

  -- An expiry alone does not limit a key.
  is_limited := coalesce(asking.limits -> 'scopes' <> 'null' or asking.limits -> 'networkIds' <> 'null', false);
  if is_limited then
    refusal := kith_private.check_limits(asked, asking.limits);
    -- Before the row that counts is locked, as kith_private.record_key_use does.
    if refusal::jsonb ? 'scopes' and not asked.needs_access_token and not credential ? 'counted' then
      perform kith_private.record_refusal(key_id, array(select jsonb_array_elements_text(refusal::jsonb -> 'scopes')));
    end if;
  end if;
  if key_id is not null and not credential ? 'counted' then
    -- goesOn is the name that functions of version 1.0 send.
    counted := kith_private.count_request(
      key_id, asked.needs_access_token or refusal is not null or (arguments is null and not credential ?| '{operationFollows,goesOn}'),
      asked.for_carddav);
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
    -- What dates of a file are read by, before the statement that keeps what was read.
    if credential ? 'operationFollows' then
      body := (
        select json_build_object('timezone', p.timezone, 'country', p.country) from kith.profiles p where p.owner_id = handle.owner_id);
    end if;
    return;
  end if;

  if arguments ? 'idempotencyKey' then
    if is_limited then
      arguments := kith_private.with_own_idempotency_key(arguments, key_id, asking.limits);
    end if;
    select r.status, r.body, r.replayed, r.activity_id into status, body, replayed, activity_id
    from kith_private.find_stored_answer(owner_id, asked, arguments, asking.limits -> 'networkIds') r;
    if status = 202 then
      arguments := kith_private.with_progress(arguments, body::jsonb, activity_id);
      select null, null, null into status, body, activity_id;
    end if;
  end if;
  if body is null and status is null then
    if arguments -> 'progress' ? 'answered' then
      status := (arguments #>> '{progress,answered,status}')::smallint;
      body := arguments #>> '{progress,answered,body}';
      activity_id := (arguments #>> '{progress,activityId}')::uuid;
    else
      ran := kith_private.run(owner_id, asked, arguments, jsonb_build_object(
        'id', gen_random_uuid(), 'kind', case when credential ? 'clientId' then 'connection' else credential ->> 'kind' end,
        'actorId', coalesce(key_id, owner_id), 'actorName', asking.key_name,
        'requestId', arguments ->> 'requestId', 'operation', coalesce(asked.step_of, asked.name))
        || case when not arguments ? 'progress' then '{}'::jsonb
          when arguments -> 'progress' ? 'activityId' then jsonb_build_object('inParts', true, 'partOf', arguments #> '{progress,activityId}')
          else '{"inParts":true}'::jsonb end,
        asking.limits, is_limited);
      status := ran.status;
      body := ran.body;
      log := ran.log;
      activity_id := coalesce(ran.activity_id, (arguments #>> '{progress,activityId}')::uuid);
    end if;
    -- One statement looks for all that is to be swept, because most find nothing.
    if asked.writes then
      select exists (select from kith_private.stale_contacts s where s.owner_id = handle.owner_id),
        exists (select from kith_private.idempotent_requests r where r.created_at < now() - interval '24 hours'),
        exists (select from kith_private.imports i where i.created_at < now() - interval '24 hours')
        into is_stale, has_old_answers, has_old_imports;
    end if;
    -- What is left to be derived, also of a request that ended before it was done.
    if is_stale and status between 200 and 201 and asked.locks_log and arguments ? 'progress' and not kith_private.is_last_part(arguments)
      and not kith_private.derive_stale_contacts(owner_id, kith_private.end_of_part(arguments))
    then
      body := jsonb_build_object('answered', jsonb_build_object('status', status, 'body', body));
      status := 202;
    end if;
    if status is not null and arguments ? 'idempotencyKey' then
      perform kith_private.store_answer(owner_id, operation, arguments, status, body, activity_id);
    elsif arguments ? 'idempotencyKey' and arguments -> 'progress' ? 'activityId' and body::jsonb ->> 'code' <> 'unavailable' then
      perform kith_private.forget_progress(owner_id, arguments ->> 'idempotencyKey');
    end if;
  end if;

  if has_old_answers then
    perform kith_private.delete_expired_answers();
  end if;
  if has_old_imports then
    perform kith_private.delete_expired_imports();
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
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.has_foreign_dependents()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (
      select from pg_catalog.pg_constraint k
      join pg_catalog.pg_class referred on referred.oid = k.confrelid join pg_catalog.pg_class referring on referring.oid = k.conrelid
      where k.contype = 'f' and referred.relnamespace = 'kith'::regnamespace
        and referring.relnamespace not in ('kith'::regnamespace, 'kith_private'::regnamespace))
    or exists (
      select from pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid join pg_catalog.pg_proc p on p.oid = t.tgfoid
      where c.relnamespace = 'kith'::regnamespace and not t.tgisinternal and p.pronamespace <> 'kith_private'::regnamespace);
end
$function$;

ALTER FUNCTION "kith_private"."has_foreign_dependents"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.has_line_break(value text)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return value ~ E'[\n\u000b\f\r\u0085\u2028\u2029]';
end
$function$;

ALTER FUNCTION "kith_private"."has_line_break"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.has_odd_items(emails jsonb, phones jsonb, urls jsonb, addresses jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  -- JSON has line breaks as escapes. A name with a backslash looks like one, and is looked at then.
  if concat_ws(' ', emails, phones, urls, addresses) ~ E'\\\\[nrf]|\\\\u000b|[\u0085\u2028\u2029]' then
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

ALTER FUNCTION "kith_private"."has_odd_items"(jsonb, jsonb, jsonb, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.has_share(change_context jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return change_context ->> 'kind' in ('api_key', 'connection');
end
$function$;

ALTER FUNCTION "kith_private"."has_share"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.identify(credential jsonb, operation text, locks_log boolean, OUT owner_id uuid, OUT key_id uuid, OUT key_name text, OUT limits jsonb)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  secret constant bytea := decode(credential ->> 'hash', 'hex');
  key record;
begin
  if credential ->> 'kind' = 'api_key' or credential ? 'clientId' then
    if credential ? 'clientId' then
      owner_id := (credential ->> 'sub')::uuid;
      -- Auth ends what it has granted to a client by ending the session, so that a token without one could not be revoked.
      select k.id, k.name, k.last_used_at, k.scopes, k.network_ids, k.expires_at into key
      from kith_private.api_keys k
      where k.owner_id = (credential ->> 'sub')::uuid and k.client_id = credential ->> 'clientId'
        and (k.expires_at is null or k.expires_at > now()) and credential ? 'sessionId';
    else
      select k.id, k.owner_id, k.name, k.last_used_at, k.scopes, k.network_ids, k.expires_at into key
      from kith_private.api_keys k where k.hash = secret and (k.expires_at is null or k.expires_at > now());
      -- Two statements: one with "or" would not use the indexes. An expired key costs what an unknown one costs.
      if not found then
        select k.id, k.owner_id, k.name, k.last_used_at, k.scopes, k.network_ids, k.expires_at into key
        from kith_private.api_keys k
        where k.previous_hash = secret and k.previous_expires_at > now() and (k.expires_at is null or k.expires_at > now());
      end if;
      owner_id := key.owner_id;
    end if;
    key_id := key.id;
    key_name := key.name;
    if num_nonnulls(key.scopes, key.network_ids, key.expires_at) > 0 then
      limits := jsonb_build_object('scopes', key.scopes, 'networkIds', key.network_ids, 'expiresAt', key.expires_at);
    end if;
    -- Before the key's rows are locked: Auth locks them after the account, and would wait for this request while it waits.
    if locks_log and key_id is not null then
      perform kith_private.lock_log_of(owner_id);
    end if;
  elsif credential ->> 'kind' = 'calendar' then
    select c.owner_id into owner_id from kith_private.calendars c where c.hash = secret;
  else
    owner_id := (credential ->> 'sub')::uuid;
  end if;
  if not kith_private.is_active(owner_id, (credential ->> 'sessionId')::uuid, credential ->> 'clientId') then
    owner_id := null;
    key_id := null;
  elsif key_id is not null and not credential ? 'counted' then
    perform kith_private.record_key_use(key_id, key.last_used_at, operation);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.import_relationships(owner uuid, import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "kith_private"."import_relationships"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.import_reminders(owner uuid, import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION kith_private.import_row_body(row_shown kith_private.import_rows)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION kith_private.insert_import_rows(import uuid, items jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION kith_private.insert_row(given kith.contacts)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made uuid;
begin
  insert into kith.contacts (first_name, last_name, nickname, company, job_title, emails, phones, urls, addresses, birthday, description, is_favorite, is_archived, contact_frequency_days, last_contacted_by_hand, snoozed_until, middle_name, name_prefix, name_suffix, phonetic_first_name, phonetic_last_name, department, pronouns)
  values (given.first_name, given.last_name, given.nickname, given.company, given.job_title, given.emails, given.phones, given.urls, given.addresses, given.birthday, given.description, given.is_favorite, given.is_archived, given.contact_frequency_days, given.last_contacted_by_hand, given.snoozed_until, given.middle_name, given.name_prefix, given.name_suffix, given.phonetic_first_name, given.phonetic_last_name, given.department, given.pronouns)
  returning id into made;
  return made;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.insert_row(given kith.relationships)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  made uuid;
begin
  insert into kith.relationships (contact_id, related_contact_id, contact_ids, related_name, kind, label, inverse_label, started_on, ended_on, note)
  values (given.contact_id, given.related_contact_id, given.contact_ids, given.related_name, given.kind, given.label, given.inverse_label, given.started_on, given.ended_on, given.note)
  returning id into made;
  return made;
end
$function$;

ALTER FUNCTION "kith_private"."insert_row"(kith.relationships) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.inverse_kind(kind text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return case
    when kind in ('spouse', 'partner', 'exPartner', 'sibling', 'relative', 'friend', 'acquaintance', 'neighbor', 'housemate', 'colleague', 'other')
      then kind
    when kind = 'parent' then 'child' when kind = 'child' then 'parent'
    when kind = 'grandparent' then 'grandchild' when kind = 'grandchild' then 'grandparent'
    when kind = 'godparent' then 'godchild' when kind = 'godchild' then 'godparent'
    when kind = 'manager' then 'report' when kind = 'report' then 'manager'
    when kind = 'assistant' then 'assisted' when kind = 'assisted' then 'assistant'
    when kind = 'mentor' then 'mentee' when kind = 'mentee' then 'mentor'
    when kind = 'introducedBy' then 'introduced' when kind = 'introduced' then 'introducedBy'
    when kind = 'emergencyContact' then 'emergencyContactOf' when kind = 'emergencyContactOf' then 'emergencyContact' end;
end
$function$;

ALTER FUNCTION "kith_private"."inverse_kind"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.is_active(account uuid, session uuid, client text DEFAULT NULL::text)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  perform from auth.users u
  where u.id = account and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now());
  if found and session is not null then
    perform from auth.sessions s
    where s.id = session and s.user_id = account and (s.not_after is null or s.not_after > now())
      and coalesce(to_jsonb(s) ->> 'oauth_client_id', client, '') = coalesce(client, '');
  end if;
  return found;
end
$function$;

ALTER FUNCTION "kith_private"."is_active"(uuid, uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.is_edited(earlier kith.contacts, written kith.contacts)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return (earlier.id, earlier.owner_id, earlier.first_name, earlier.last_name, earlier.nickname, earlier.company, earlier.job_title, earlier.emails, earlier.phones, earlier.urls, earlier.addresses, earlier.birthday, earlier.description, earlier.is_favorite, earlier.is_archived, earlier.contact_frequency_days, earlier.last_contacted_by_hand, earlier.photo_path, earlier.created_at, earlier.snoozed_until, earlier.middle_name, earlier.name_prefix, earlier.name_suffix, earlier.phonetic_first_name, earlier.phonetic_last_name, earlier.department, earlier.pronouns)
    is distinct from (written.id, written.owner_id, written.first_name, written.last_name, written.nickname, written.company, written.job_title, written.emails, written.phones, written.urls, written.addresses, written.birthday, written.description, written.is_favorite, written.is_archived, written.contact_frequency_days, written.last_contacted_by_hand, written.photo_path, written.created_at, written.snoozed_until, written.middle_name, written.name_prefix, written.name_suffix, written.phonetic_first_name, written.phonetic_last_name, written.department, written.pronouns);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.is_in_networks(owner uuid, resource uuid, networks jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return kith_private.are_in_networks(owner, coalesce(
    (select a.contact_ids from kith_private.resources_about a where a.owner_id = owner and a.id = is_in_networks.resource),
    array[resource]), kith_private.ids_of(networks));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.is_in_place(addresses jsonb, patterns jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return exists (
    select from jsonb_array_elements(addresses) address
    cross join lateral (select kith_private.words_of_place(address) offset 0) at (place)
    where not exists (
      select from jsonb_array_elements(patterns) ways
      where not at.place like any (array(select jsonb_array_elements_text(ways)))));
end
$function$;

ALTER FUNCTION "kith_private"."is_in_place"(jsonb, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.is_last_part(arguments jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return coalesce((arguments #>> '{progress,isLast}')::boolean, false);
end
$function$;

ALTER FUNCTION "kith_private"."is_last_part"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.is_nameless(name text, methods jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return methods @> jsonb_build_array(jsonb_build_object('value', name));
end
$function$;

ALTER FUNCTION "kith_private"."is_nameless"(text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.is_same_value(one jsonb, other jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return coalesce(one, 'null') = coalesce(other, 'null');
end
$function$;

ALTER FUNCTION "kith_private"."is_same_value"(jsonb, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.keep_contacts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_given constant boolean := case when tg_op = 'INSERT' then new.contact_ids <> '{}' else new.contact_ids <> old.contact_ids end;
begin
  if new.contact_ids is null or cardinality(new.contact_ids) > 50 then
    return new; -- the constraints refuse it
  end if;
  if is_given and (cardinality(new.contact_ids) > 1 or new.contact_ids[1] is null) then
    new.contact_ids := array(
      select given.id from unnest(new.contact_ids) with ordinality given (id, place)
      where given.id is not null group by given.id order by min(given.place));
  elsif is_given then
    null;
  elsif tg_op = 'UPDATE' and new.contact_id is null and cardinality(new.contact_ids) > 1 and not exists (
    select from kith.contacts c where c.owner_id = old.owner_id and c.id = old.contact_id)
  then
    -- The foreign key has set it to null, because the contact is deleted, and maybe others in the same statement. Of a list
    -- of one nothing is left, which needs no look-up for each note of a contact that has thousands.
    new.contact_ids := kith_private.existing_contacts(new.owner_id, new.contact_ids);
    new.contact_id := new.contact_ids[1];
  else
    new.contact_ids := array_remove(array[new.contact_id], null);
  end if;
  if new.contact_id is distinct from new.contact_ids[1]
    and (case when tg_op = 'INSERT' then new.contact_id is not null else new.contact_id is distinct from old.contact_id end)
  then
    raise check_violation using message = 'The first of the contacts is another one.',
      schema = 'kith', table = tg_table_name, constraint = tg_table_name || '_first_contact_check';
  end if;
  new.contact_id := new.contact_ids[1];
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.keep_related()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if (case tg_op when 'INSERT' then new.contact_ids <> '{}' else new.contact_ids <> old.contact_ids end) then
    new.contact_id := new.contact_ids[1];
    new.related_contact_id := new.contact_ids[2];
  end if;
  if cardinality(new.contact_ids) <= 2 then -- a constraint refuses more
    new.contact_ids := array_remove(array[new.contact_id, new.related_contact_id], null);
  end if;
  return new;
end
$function$;

ALTER FUNCTION "kith_private"."keep_related"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.known_contacts(kind text, given text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  calling_code constant text := case kind when 'phone' then kith_private.own_calling_code() end;
  digits constant text := case kind when 'phone' then kith_private.phone_digits(given, calling_code) end;
  search kith_private.contact_search;
  found kith_private.page;
  known uuid[];
begin
  -- The last digits of a number are the same however it is written.
  search.patterns := case when digits is null then kith_private.search_patterns(given)
    else jsonb_build_array(jsonb_build_array('%' || right(digits, case when char_length(digits) > 9 then 7 else 5 end) || '%')) end;
  if search.patterns = '[]' or kind = 'phone' and digits is null then
    return '{}';
  end if;
  found := kith_private.find_page('{"pageSize":200}', 'kith.contacts', array[kith_private.search_condition(search.patterns)],
    'display_name collate "und-x-icu", id', search);
  known := array(
    select c.id from unnest(found.ids) listed (id) join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = listed.id
    where case kind when 'name' then kith_private.folded(c.display_name) = kith_private.folded(given)
      else exists (
        select from jsonb_array_elements(case kind when 'email' then c.emails else c.phones end) item
        where kith_private.is_same_method(kind, item ->> 'value', given, calling_code)) end);
  if kind = 'name' and known = '{}' then
    known := array(
      select c.id from json_array_elements(kith_private.suggestions(given)::json) s
      join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = (s ->> 'id')::uuid
      where kith_private.is_spelled_alike(c.display_name, given));
  end if;
  return known;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.last_refusal(refused_at timestamp with time zone, lacked text[], scopes text[])
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case when refused_at > now() - interval '30 days' and not scopes @> lacked then json_build_object(
    'at', to_char(refused_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'scopes', lacked) end;
end
$function$;

ALTER FUNCTION "kith_private"."last_refusal"(timestamp with time zone, text[], text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.limit_stored_answers(owner uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  beyond constant text[] := array(
    select r.key from (
      select o.key, sum(octet_length(o.body)) over (order by o.created_at desc, o.key) as bytes
      from kith_private.idempotent_requests o where o.owner_id = owner and o.body is not null) r
    where r.bytes > 33554432);
begin
  if cardinality(beyond) > 0 then
    perform kith_private.erase_stored_answers(owner, beyond);
  end if;
end
$function$;

ALTER FUNCTION "kith_private"."limit_stored_answers"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.link_next_reminders(owner uuid, import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION kith_private.listed_contacts(candidates jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select string_agg(format('%s (%s)', c -> 'name', c ->> 'id'), '; ' order by listed.position)
    from jsonb_array_elements(candidates) with ordinality as listed (c, position));
end
$function$;

ALTER FUNCTION "kith_private"."listed_contacts"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.logged_name(owner uuid, resource text, id uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce(
    case resource when 'contact' then (select c.display_name from kith.contacts c where c.owner_id = owner and c.id = logged_name.id)
      else (select n.name from kith.networks n where n.owner_id = owner and n.id = logged_name.id) end,
    (select c.name from kith_private.changes c
      where c.owner_id = owner and c.resource_id = logged_name.id and c.resource = logged_name.resource
      order by c.set_number desc, c.position desc limit 1),
    'a ' || resource || ' that is gone');
end
$function$;

ALTER FUNCTION "kith_private"."logged_name"(uuid, text, uuid) OWNER TO "postgres";

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
      'urls', coalesce(max(jsonb_array_length(urls)), 0), 'addresses', coalesce(max(jsonb_array_length(addresses)), 0), 'related', (
        select coalesce(max(n.count), 0) from (select count(*) as count from kith_private.relationships_about r group by r.contact_id) n))
    from kith.contacts where %s$sql$, coalesce(nullif(array_to_string(search.conditions, ' and '), ''), 'true'))
    into longest using search.query, search;
  perform kith_private.set_reads_list(false);
  return longest;
end
$function$;

ALTER FUNCTION "kith_private"."longest_lists"(kith_private.contact_search) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.mark_stale(owner uuid, column_name text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into kith_private.stale_contacts as s (owner_id, name) values (owner, column_name)
  on conflict (owner_id, name) do update set after_id = excluded.after_id;
end
$function$;

ALTER FUNCTION "kith_private"."mark_stale"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.mark_undone(owner uuid, undoing uuid, sets bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  undone constant uuid[] := array(
    select f.id from kith_private.change_sets f
    where f.owner_id = owner and f.number in (
      select coalesce(s.first_number, s.number) from kith_private.change_sets s where s.owner_id = owner and s.number = any (sets))
    order by f.number desc);
  redone bigint[];
begin
  update kith_private.change_sets s set undoes = undone where s.owner_id = owner and s.id = undoing;
  if not found then
    return; -- nothing had to be changed
  end if;
  update kith_private.change_sets s set undone_by = undoing where s.owner_id = owner and s.number = any (sets);
  -- What an undone undo had undone holds again, and if that was an undo, what it undid does not.
  redone := array(
    select distinct r.number from kith_private.change_sets s cross join unnest(s.undoes) u (id)
    join kith_private.change_sets r on r.owner_id = owner and r.id = u.id
    where s.owner_id = owner and s.number = any (sets) and r.number <> all (sets));
  update kith_private.change_sets s set undone_by = null
  where s.owner_id = owner and (s.number = any (redone) or s.first_number = any (redone));
  update kith_private.change_sets s set undone_by = again.id
  from kith_private.change_sets again cross join unnest(again.undoes) u (id)
  join kith_private.change_sets f on f.owner_id = owner and f.id = u.id
  where again.owner_id = owner and again.number = any (redone) and s.owner_id = owner and f.number in (s.number, s.first_number)
    and s.number <> all (sets);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.match_keys(import uuid, kind text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET enable_nestloop TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
 SET work_mem TO '32MB'
AS $function$
declare
  calling_code constant text := kith_private.own_calling_code();
  method constant text := case kind when 'email' then 'e-mail address' else 'phone number' end;
begin
  perform kith_private.set_reads_list(true);
  with given as materialized (
    select distinct r.number, case kind when 'email' then lower((item ->> 'value') collate "C")
      else kith_private.phone_digits(item ->> 'value', calling_code) end as key
    from kith_private.import_rows r
    cross join lateral jsonb_array_elements(r.value -> case kind when 'email' then 'emails' else 'phones' end) item
    where r.import_id = import and r.resource = 'contact' and r.action = 'create'),
  present as materialized (
    select c.id, lower((item ->> 'value') collate "C") as key
    from kith.contacts c cross join lateral jsonb_array_elements(c.emails) item where kind = 'email' and c.emails <> '[]'
    union all
    select c.id, kith_private.phone_digits(item ->> 'value', calling_code)
    from kith.contacts c cross join lateral jsonb_array_elements(c.phones) item where kind = 'phone' and c.phones <> '[]'),
  found as materialized (
    select g.number, array_agg(distinct p.id) as ids from given g join present p on p.key = g.key group by g.number),
  compared as (
    select f.number, array_agg(c.id) filter (where kith_private.name_fits(
        kith_private.name_words(kith_private.display_name_in(r.value)),
        kith_private.name_words(concat_ws(' ', c.display_name, c.middle_name, c.nickname)))
      or kith_private.name_fits(
        kith_private.name_words(c.display_name),
        kith_private.name_words(concat_ws(' ', kith_private.display_name_in(r.value), r.value ->> 'middleName', r.value ->> 'nickname')))
      or kith_private.is_nameless(c.display_name, c.emails || c.phones)
      or kith_private.is_nameless(kith_private.display_name_in(r.value),
        coalesce(r.value -> 'emails', '[]') || coalesce(r.value -> 'phones', '[]'))) as ids
    from (select o.number, unnest(o.ids) as id from found o where cardinality(o.ids) <= 10) f
    join kith.contacts c on c.id = f.id
    join kith_private.import_rows r on r.import_id = import and r.number = f.number
    group by f.number)
  update kith_private.import_rows r set
    action = case when cardinality(same.ids) = 1 then 'match' else 'conflict' end,
    match_id = case when cardinality(same.ids) = 1 then same.ids[1] end,
    matched_by = kind,
    candidates = case when cardinality(same.ids) = 1 then '{}' else sharing.ids[:10] end,
    problem = case
      when cardinality(same.ids) = 1 then null
      when cardinality(sharing.ids) = 1 then format('A contact with another name has this %s.', method)
      else format('%s contacts have this %s.', cardinality(sharing.ids), method) end
  from found sharing left join compared same on same.number = sharing.number
  where r.import_id = import and r.number = sharing.number;
  perform kith_private.set_reads_list(false);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.match_others(import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET enable_nestloop TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
 SET work_mem TO '32MB'
AS $function$
declare
  present constant text := (
    select string_agg(format('select %L as resource, t.id, k.by, k.key from %s t cross join lateral (values (''uid'', t.id::text)%s) k (by, key)',
      k.name, k.source, case when to_regclass(k.source || '_name_key') is not null
        then ', (''name'', lower(t.name collate "und-x-icu"))' else '' end), ' union all ' order by k.name)
    from kith_private.resources() k
    where k.name not in ('contact', 'profile') and k.name in (select r.resource from kith_private.import_rows r where r.import_id = import));
begin
  if present is null then
    return;
  end if;
  execute format($sql$
  with given as materialized (
    select r.number, r.resource, k.rank, k.by, k.key from kith_private.import_rows r
    cross join lateral (values (1, 'uid', kith_private.as_uuid(r.uid)::text), (2, 'uid', r.new_id::text),
      (3, 'name', lower((r.value ->> 'name') collate "und-x-icu"))) k (rank, by, key)
    where r.import_id = $1 and r.resource <> 'contact' and r.action = 'create'),
  present as materialized (%s)
  update kith_private.import_rows r set action = 'match', match_id = found.id, matched_by = found.by
  from (
    select distinct on (g.number) g.number, p.id, p.by
    from given g join present p on p.resource = g.resource and p.by = g.by and p.key = g.key
    order by g.number, g.rank) found
  where r.import_id = $1 and r.number = found.number$sql$, present) using import;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.match_uids(import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET enable_nestloop TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
AS $function$
begin
  update kith_private.import_rows r set action = 'match', matched_by = 'uid', match_id = found.contact_id
  from kith_private.contacts_of_uids(array(
    select r.uid from kith_private.import_rows r
    where r.import_id = import and r.resource = 'contact' and r.action = 'create' and r.uid is not null)) found
  where r.import_id = import and r.resource = 'contact' and r.action = 'create' and r.uid = found.uid;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.matches_in(ids uuid[], search kith_private.contact_search)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
  -- Of each word its patterns, as a row of equal length.
  ways constant text[] := (
    select array_agg(array(select w.patterns ->> way - 1 from generate_series(1, l.length) way order by way) order by w.word)
    from jsonb_array_elements(search.patterns) with ordinality w (patterns, word)
    cross join (select max(jsonb_array_length(p)) as length from jsonb_array_elements(search.patterns) p) l);
  matches jsonb := '[]';
  contact kith.contacts;
  position integer := 0;
  name text;
  texts text[];
  -- The lines of these texts as search reads them.
  folded text[];
  number integer;
  line text;
  match jsonb;
  noted_ids uuid[] := '{}';
  noted_words integer[] := '{}';
begin
  for contact in
    select c.* from unnest(ids) with ordinality as listed (id, place)
    join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = listed.id order by listed.place
  loop
    name := kith_private.folded(concat_ws(E'\n', contact.display_name, kith_private.shown_name(contact)));
    texts := null;
    for word in 1 .. array_length(ways, 1) loop
      continue when name like any (ways[word:word]);
      if texts is null then
        texts := kith_private.searched_texts(contact);
        folded := string_to_array(coalesce(contact.search_text, contact.long_search_text), E'\n');
      end if;
      match := null;
      number := 0;
      for place in 1 .. cardinality(texts) by 2 loop
        continue when texts[place + 1] is null;
        foreach line in array string_to_array(texts[place + 1], E'\n') loop
          number := number + 1;
          if folded[number] like any (ways[word:word]) then
            match := jsonb_build_object('field', texts[place], 'text', case texts[place]
              when 'phone' then kith_private.number_of(contact.phones, line)
              -- The English names of places are in lower case.
              when 'place' then case line when lower(line) then initcap(line) else line end
              else kith_private.excerpt(line, folded[number], search.patterns -> word - 1) end);
            exit;
          end if;
        end loop;
        exit when match is not null;
      end loop;
      if match is null and search.networks -> word - 1 <> '[]' then
        match := (
          select jsonb_build_object('field', 'network', 'text', min(n.name collate "und-x-icu")) from kith.contact_networks m
          join kith.networks n on n.owner_id = m.owner_id and n.id = m.network_id
          where m.owner_id = contact.owner_id and m.contact_id = contact.id and search.networks -> word - 1 ? m.network_id::text
          having count(*) > 0);
      end if;
      if match is not null then
        match := jsonb_build_object('contactId', contact.id) || match;
        matches := matches || case when matches @> jsonb_build_array(match) then '[]' else jsonb_build_array(match) end;
      elsif (search.noted[word]).contacts <> '{}' then
        noted_ids := noted_ids || contact.id;
        noted_words := noted_words || word;
      end if;
    end loop;
  end loop;
  if noted_ids <> '{}' then
    matches := matches || kith_private.matches_in_notes(noted_ids, noted_words, ways, search.patterns);
  end if;
  return matches;
end
$function$;

ALTER FUNCTION "kith_private"."matches_in"(uuid[], kith_private.contact_search) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.matches_in_notes(contacts uuid[], words integer[], ways text[], patterns jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    with asked as materialized (
      select a.contact, array_agg(a.word) as words, min(a.place) as place from unnest(contacts, words) with ordinality a (contact, word, place) group by a.contact
    ), found as materialized (
      select distinct on (asked.place, word) asked.contact, asked.place, n.id, fits.words[1] as word from asked
      cross join lateral (
        select a.id, a.occurred_at, coalesce(a.search_text, a.folded_content, lower(a.content collate "C")) as text
        from kith_private.notes_about a where a.contact_id = asked.contact offset 0) n
      cross join lateral (select array(select w from unnest(asked.words) w where n.text like any (ways[w:w])) as words offset 0) fits
      cross join lateral unnest(fits.words) word
      order by asked.place, word, cardinality(fits.words) desc, n.occurred_at desc, n.id desc
    )
    select coalesce(jsonb_agg(jsonb_build_object('contactId', f.contact, 'field', 'note',
      'text', kith_private.excerpt(n.content, coalesce(n.search_text, n.folded_content, lower(n.content collate "C")), patterns -> f.word - 1),
      'noteId', n.id, 'occurredAt', to_char(n.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by f.place), '[]')
    from (select contact, id, min(place) as place, min(word) as word from found group by contact, id) f
    join kith.notes n on n.owner_id = (select auth.uid()) and n.id = f.id);
end
$function$;

ALTER FUNCTION "kith_private"."matches_in_notes"(uuid[], integer[], text[], jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.may_read(resource text, id uuid, network uuid DEFAULT NULL::uuid)
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

ALTER FUNCTION "kith_private"."may_read"(text, uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.members_in_words(owner uuid, done kith_private.change_group, net kith_private.net_change[])
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  ids uuid[];
begin
  if done.action = 'update' or done.resource not in ('contact', 'network') or (done.resource = 'contact' and done.action = 'delete') then
    return null;
  end if;
  ids := array(
    select distinct case done.resource when 'contact' then m.network_id else m.resource_id end
    from unnest(net) m join unnest(net) r
      on r.resource = done.resource and r.action = done.action
      and r.resource_id = case done.resource when 'contact' then m.resource_id else m.network_id end
    where m.resource = 'membership' order by 1);
  return case when ids = '{}' then null
    when done.resource = 'contact' then ' in ' || kith_private.named_in_words(owner, 'network', ids)
    else concat(case done.action when 'delete' then ', which had ' else ' with ' end, cardinality(ids),
      case when cardinality(ids) = 1 then ' contact' else ' contacts' end) end;
end
$function$;

ALTER FUNCTION "kith_private"."members_in_words"(uuid, kith_private.change_group, kith_private.net_change[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.merge_in_words(owner uuid, sets bigint[])
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  duplicate record;
  target uuid;
begin
  select c.resource_id, c.name into duplicate from kith_private.changes c
  where c.owner_id = owner and c.set_number = any (sets) and c.action = 'delete' and c.resource = 'contact' limit 1;
  target := (
    select c.resource_id from kith_private.changes c
    where c.owner_id = owner and c.set_number = any (sets) and c.resource = 'contact' and c.action = 'update'
    order by c.set_number desc, c.position desc limit 1);
  target := coalesce(target, kith_private.merged_into(duplicate.resource_id));
  return format('Merged %s into ', duplicate.name) || coalesce(kith_private.logged_name(owner, 'contact', target), 'another contact');
end
$function$;

ALTER FUNCTION "kith_private"."merge_in_words"(uuid, bigint[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.merge_rows(owner uuid, import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
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

CREATE OR REPLACE FUNCTION kith_private.missing_day(first timestamp without time zone, last timestamp without time zone, zone text)
 RETURNS date
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  start constant timestamptz := kith_private.first_instant(first, zone);
  -- Days after the first: one with the clock of the first, and one with the clock of the last.
  earlier integer := 0;
  later integer := last::date - first::date;
  middle integer := later;
begin
  loop
    -- Clocks are put forward by less.
    if make_interval(days => middle) - (kith_private.first_instant(first + make_interval(days => middle), zone) - start) > interval '12 hours' then
      later := middle;
    elsif middle = later then
      return null;
    else
      earlier := middle;
    end if;
    exit when later - earlier < 2;
    middle := (earlier + later) / 2;
  end loop;
  return first::date + earlier;
end
$function$;

ALTER FUNCTION "kith_private"."missing_day"(timestamp without time zone, timestamp without time zone, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.move_relationships(target uuid, duplicate uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  owner constant uuid := auth.uid();
  moved bigint;
begin
  delete from kith.relationships r
  where r.owner_id = owner and duplicate in (r.contact_id, r.related_contact_id) and (target in (r.contact_id, r.related_contact_id) or exists (
    select from kith.relationships own
    where own.owner_id = owner and kith_private.relationship_key(own.contact_id, own.related_contact_id, own.related_name, own.kind, own.label, own.inverse_label)
      = kith_private.relationship_key(case r.contact_id when duplicate then target else r.contact_id end,
        case r.related_contact_id when duplicate then target else r.related_contact_id end, r.related_name, r.kind, r.label, r.inverse_label)));
  update kith.relationships r set contact_ids = array_replace(r.contact_ids, duplicate, target)
  where r.owner_id = owner and duplicate in (r.contact_id, r.related_contact_id);
  get diagnostics moved = row_count;
  return moved;
end
$function$;

ALTER FUNCTION "kith_private"."move_relationships"(uuid, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.move_to_contact(target uuid, duplicate uuid, until timestamp with time zone, OUT notes bigint, OUT reminders bigint, OUT is_complete boolean)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  owner constant uuid := auth.uid();
  moved bigint[] := '{0,0}';
  ids uuid[];
begin
  is_complete := true;
  for kind in 1 .. 2 loop
    while is_complete loop
      ids := array(
        select u.id from kith_private.uses_of_contacts u
        where u.owner_id = owner and u.resource = ('{note,reminder}'::text[])[kind] and u.contact_id = duplicate limit kith_private.part_rows());
      exit when ids = '{}';
      -- Where both are named, one is left.
      execute format('update kith.%I t set contact_ids = array_replace(t.contact_ids, $1, $2) where t.owner_id = $3 and t.id = any ($4)',
        ('{notes,reminders}'::text[])[kind]) using duplicate, target, owner, ids;
      moved[kind] := moved[kind] + cardinality(ids);
      is_complete := (clock_timestamp() > until) is not true;
    end loop;
  end loop;
  notes := moved[1];
  reminders := moved[2];
end
$function$;

ALTER FUNCTION "kith_private"."move_to_contact"(uuid, uuid, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.moved_body(reminder uuid, duration text, place text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  due constant timestamptz := (select r.due_at from kith.reminders r where r.id = reminder);
  length constant interval := case when duration like '-%' then -1 else 1 end * ltrim(duration, '-')::interval;
begin
  if due is null and exists (select from kith.reminders r where r.id = reminder) then
    perform kith_private.refuse_member(place, 'required', format('The reminder %s has no due time that could be moved.', reminder));
  end if;
  return jsonb_build_object('dueAt', to_char(
    (((due at time zone kith_private.time_zone()) + length) at time zone kith_private.time_zone()) at time zone 'UTC',
    'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
end
$function$;

ALTER FUNCTION "kith_private"."moved_body"(uuid, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.moves_summary(owner uuid, net kith_private.net_change[])
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  moves record;
  people text;
  said text[] := '{}';
  moved bigint := 0;
begin
  for moves in
    select contact.removed, contact.added, array_agg(contact.id order by contact.position) as ids
    from (
      select m.resource_id as id, min(m.position) as position,
        coalesce(array_agg(m.network_id order by m.network_id) filter (where m.action = 'delete'), '{}') as removed,
        coalesce(array_agg(m.network_id order by m.network_id) filter (where m.action = 'create'), '{}') as added
      from unnest(net) m
      where m.resource = 'membership' and m.action <> 'update' and not exists (
        select from unnest(net) r
        where r.resource in ('contact', 'network') and r.action <> 'update' and r.resource_id in (m.resource_id, m.network_id))
      group by m.resource_id) contact
    group by contact.removed, contact.added order by min(contact.position)
  loop
    moved := moved + cardinality(moves.ids);
    continue when cardinality(said) > 3;
    people := kith_private.named_in_words(owner, 'contact', moves.ids);
    said := said || case
      when moves.removed = '{}' then format('added %s to %s', people, kith_private.named_in_words(owner, 'network', moves.added))
      when moves.added = '{}' then format('removed %s from %s', people, kith_private.named_in_words(owner, 'network', moves.removed))
      else format('moved %s from %s to %s', people, kith_private.named_in_words(owner, 'network', moves.removed),
        kith_private.named_in_words(owner, 'network', moves.added)) end;
  end loop;
  return case when cardinality(said) > 3 then format('changed the networks of %s contacts', moved)
    else nullif(array_to_string(said, ', '), '') end;
end
$function$;

ALTER FUNCTION "kith_private"."moves_summary"(uuid, kith_private.net_change[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.name_fits(name text[], others text[])
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  generations constant text[] := array['jr', 'jnr', 'jun', 'junior', 'sr', 'snr', 'sen', 'senior', 'ii', 'iii', 'iv', 'filho', 'neto', 'fils', 'pere'];
begin
  return array(select distinct word from unnest(name) word where word = any (generations) order by word)
      = array(select distinct word from unnest(others) word where word = any (generations) order by word)
    and not exists (
      select from unnest(name) word where not exists (
        select from unnest(others) other
        cross join lateral (values (word, other), (other, word)) pair (short, long)
        where word = other or starts_with(pair.long, pair.short) and (char_length(pair.short) = 1
          or char_length(pair.short) > 2 and char_length(pair.long) > char_length(pair.short) + 2 and right(pair.long, 1) not in ('a', 'e'))))
    or array_to_string(name, '') in (array_to_string(others, ''), (
      select string_agg(o.word, '' order by o.position desc) from unnest(others) with ordinality o (word, position)));
end
$function$;

ALTER FUNCTION "kith_private"."name_fits"(text[], text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.name_words(name text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return array(
    select word from regexp_split_to_table(kith_private.folded(name) collate "C", '[\s!-/:-@[-`{-~’]+') word where word <> '');
end
$function$;

ALTER FUNCTION "kith_private"."name_words"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.named_in_words(owner uuid, resource text, ids uuid[])
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  count constant integer := cardinality(ids);
  first constant text := kith_private.logged_name(owner, resource, ids[1]);
begin
  return case
    when count = 1 then first
    when count = 2 then concat(first, ' and ', kith_private.logged_name(owner, resource, ids[2]))
    else concat(first, ', ', kith_private.logged_name(owner, resource, ids[2]), ' and ', count - 2, ' more') end;
end
$function$;

ALTER FUNCTION "kith_private"."named_in_words"(uuid, text, uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.named_networks(body jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_object_agg(list.answered, named.networks), '{}')
    from (values ('addNetworkIds', 'addedTo'), ('removeNetworkIds', 'removedFrom')) as list (member, answered)
    cross join lateral (
      select jsonb_agg(jsonb_build_object('id', n.id, 'name', n.name) order by n.name collate "und-x-icu", n.id) as networks
      from kith.networks n
      where n.id in (select given.id::uuid from jsonb_array_elements_text(coalesce(body -> list.member, '[]')) given (id))) named
    where named.networks is not null);
end
$function$;

ALTER FUNCTION "kith_private"."named_networks"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.named_words(search text)
 RETURNS kith_private.name_search
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  words constant text[] := array(
    select word from regexp_split_to_table(translate(left(kith_private.folded(search), 200), '-', ' '), '\s+') with ordinality given (word, place)
    where word <> '' order by place);
begin
  return (' ' || array_to_string(words, ' '), words[1], array(
    select '% ' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' from unnest(words) word))::kith_private.name_search;
end
$function$;

ALTER FUNCTION "kith_private"."named_words"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.names_of(contact_ids uuid[])
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select coalesce(json_object_agg(named.id, named.name), '{}') from (
      select c.id, kith_private.shown_name(c) as name, sum(octet_length(kith_private.shown_name(c))) over (order by c.id) as bytes from kith.contacts c
      where c.owner_id = (select auth.uid()) and c.id = any (contact_ids)) named
    -- Names are given beside a page that is limited itself.
    where named.bytes <= 1048576);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.names_of_note_types(ids uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select coalesce(jsonb_object_agg(t.id, t.name), '{}') from kith.note_types t
    where t.owner_id = (select auth.uid()) and t.id = any (ids));
end
$function$;

ALTER FUNCTION "kith_private"."names_of_note_types"(uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.net_changes(owner uuid, sets bigint[], of_resource uuid DEFAULT NULL::uuid)
 RETURNS kith_private.net_change[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
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
$function$;

ALTER FUNCTION "kith_private"."net_changes"(uuid, bigint[], uuid) OWNER TO "postgres";

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
      and (change.action = 'update' or coalesce(after -> k.name, before -> k.name) not in ('[]', 'false', 'null')));
end
$function$;

ALTER FUNCTION "kith_private"."net_fields"(uuid, bigint[], kith_private.net_change) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.networks_by_name(names jsonb, pointer text, is_exact boolean DEFAULT false)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  given record;
  folded text;
  wanted text;
  patterns text[];
  longest text;
  all_ids uuid[];
  all_beginnings text[];
  found uuid[];
  networks uuid[] := '{}';
  errors jsonb := '[]';
begin
  if not kith_private.has_scope('networks:read') then
    perform kith_private.fail('insufficient_scope', 'To name a network this API key also needs the scope networks:read.');
  end if;
  for given in
    with listed as materialized (
      select trimmed.name, lower(trimmed.name collate "und-x-icu") as lowered, kith_private.as_uuid(lower(trimmed.name)) as id, n.position - 1 as place
      from jsonb_array_elements_text(names) with ordinality as n (value, position)
      cross join lateral (select kith_private.trimmed(n.value) as name) trimmed),
    present as materialized (select n.id, lower(n.name collate "und-x-icu") as lowered from kith.networks n)
    select l.name, l.place, l.id is not null as is_id, array(
      select p.id from present p where case when l.id is null then p.lowered = l.lowered else p.id = l.id end) as ids
    from listed l order by l.place
  loop
    found := given.ids;
    folded := kith_private.folded(given.name);
    if cardinality(found) = 0 and folded <> '' and not given.is_id then
      if all_ids is null then
        select coalesce(array_agg(n.id), '{}'), coalesce(array_agg(kith_private.word_beginnings(n.name)), '{}') into all_ids, all_beginnings
        from kith.networks n;
      end if;
      wanted := kith_private.word_beginnings(given.name);
      found := array(select all_ids[place] from unnest(array_positions(all_beginnings, wanted)) place);
      if cardinality(found) = 0 and not is_exact then
        patterns := array(select '% ' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || case when char_length(word) > 2 then '%' else ' %' end from regexp_split_to_table(coalesce(nullif(btrim(regexp_replace(
          concat(' ', kith_private.without_stop_words(folded), ' '), ' (networks?|group) ', ' ', 'g')), ''), folded), '\s+') word order by char_length(word) desc);
        -- The longest word leaves the fewest, and only these are compared with the others.
        longest := patterns[1];
        found := array(
          select all_ids[k.place] from unnest(all_beginnings) with ordinality k (beginnings, place)
          cross join lateral (select k.beginnings || ' ' as beginnings) padded
          where case when padded.beginnings like longest then padded.beginnings like all (patterns) end);
      end if;
    end if;
    if cardinality(found) = 1 then
      networks := networks || found;
      continue;
    end if;
    errors := errors || jsonb_build_object('in', 'body', 'pointer', pointer || case when pointer like '%/' then given.place::text else '' end,
      'code', 'invalid_reference', 'message', case
        when cardinality(found) = 0 then concat(format('There is no network %s.', to_jsonb(given.name)),
          -- In the first error only.
          case when errors = '[]' then ' There are: ' || kith_private.listed_networks(null) || '.' end)
        -- Sorting thousands of names takes long.
        else format('%s may be several networks%s.', to_jsonb(given.name),
          case when jsonb_array_length(errors) < 10 then ': ' || kith_private.listed_networks(found) end) end);
  end loop;
  if errors <> '[]' then
    perform kith_private.fail('invalid_reference', 'It is not clear which network is meant. Nothing was changed.', errors);
  end if;
  return networks;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.networks_matching_words(patterns jsonb, networks kith_private.folded_network[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(case when cardinality(found.ids) > 500 then '[]' else to_jsonb(found.ids) end order by word.position), '[]')
    from jsonb_array_elements(patterns) with ordinality as word (ways, position)
    cross join lateral (
      select array(
        select n.id from unnest(networks) n
        where n.name like any (array(select jsonb_array_elements_text(word.ways))) limit 501) as ids offset 0) found);
end
$function$;

ALTER FUNCTION "kith_private"."networks_matching_words"(jsonb, kith_private.folded_network[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.next_contact_on()
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return $sql$case when next_contact_on_utc is not null then
    greatest(active_snooze, (coalesce(last_contacted_at, created_at) at time zone ($2).timezone)::date + contact_frequency_days) end$sql$;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.next_portion(owner uuid, sets bigint[], earlier kith_private.undo_portion)
 RETURNS kith_private.undo_portion
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  most constant integer := kith_private.part_rows();
  numbers constant bigint[] := array(
    select n from unnest(sets) n where earlier.last_set is null or n <= earlier.last_set order by n desc);
  portion kith_private.undo_portion;
  read kith_private.changes[] := '{}';
  place integer := 1;
  many integer := 1;
begin
  -- One change set may have many thousands of changes, or a thousand may have one each.
  while place <= cardinality(numbers) and cardinality(read) < most loop
    read := read || array(
      select c from kith_private.changes c
      where c.owner_id = owner and c.set_number = any (numbers[place : place + many - 1])
        and (earlier.last_set is null or c.set_number < earlier.last_set or c.position < earlier.last_position)
      order by c.set_number desc, c.position desc limit most - cardinality(read));
    place := place + many;
    many := 2 * many;
  end loop;
  if cardinality(read) = most then
    portion.last_set := (read[most]).set_number;
    portion.last_position := (read[most]).position;
  end if;
  select array_agg(c.change order by (c.change).set_number desc, c.place desc, (c.change).position desc) filter (where not c.is_early),
    array_agg((c.change).position) filter (where c.is_early)
  into portion.changes, portion.deferred
  from (
    select c as change, coalesce(cause.position - 0.5, c.position) as place,
      coalesce(c.set_number = portion.last_set and cause.position < portion.last_position, false) as is_early
    from (
      select * from unnest(read)
      union all
      select * from kith_private.changes d
      where d.owner_id = owner and d.set_number = earlier.last_set and d.position = any (earlier.deferred)) c
    left join lateral (
      select min(d.position) as position
      from unnest(kith_private.referred_ids(c)) referred (id)
      join kith_private.changes d on d.owner_id = owner and d.resource_id = referred.id and d.set_number = c.set_number
      where d.position < c.position and d.action = 'delete' and d.resource <> 'membership') cause
      on c.action <> 'create'
    where c.action <> 'update' or c.after is null or c.after <> '{}') c;
  portion.changes := coalesce(portion.changes, '{}');
  portion.deferred := coalesce(portion.deferred, '{}');
  return portion;
end
$function$;

ALTER FUNCTION "kith_private"."next_portion"(uuid, bigint[], kith_private.undo_portion) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.note_condition(fits text, source regclass DEFAULT 'kith.notes'::regclass)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return format('case when search_text is not null then %s else (
    select %s from (
      select coalesce(long.folded_content, lower(long.content collate "C")) as text from kith.notes long
      where long.owner_id = %s.owner_id and long.id = %3$s.id offset 0) read) end',
    format(fits, 'search_text'), format(fits, 'read.text'), (select c.relname from pg_catalog.pg_class c where c.oid = source));
end
$function$;

ALTER FUNCTION "kith_private"."note_condition"(text, regclass) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.note_type_named(asked jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  counts constant boolean := (asked ->> 'countsAsContact')::boolean;
  called constant text := kith_private.trimmed(coalesce(asked ->> 'name', case when not counts then 'News' end));
  found kith.note_types;
begin
  if called is null then
    return null;
  end if;
  select t.* into found from kith.note_types t
  where lower(t.name collate "und-x-icu") = lower(called collate "und-x-icu") or t.id = kith_private.as_uuid(lower(called))
  order by t.id = kith_private.as_uuid(lower(called)) desc nulls last limit 1;
  if found.id is null and kith_private.as_uuid(lower(called)) is null then
    return kith_private.insert_row(kith_private.row_of(
      jsonb_build_object('name', called, 'countsAsContact', coalesce(counts, true)), null::kith.note_types));
  elsif found.counts_as_contact <> counts then
    perform kith_private.refuse_member('/countsAsContact', 'invalid_format', format('Notes of the type %s %s as contact. Name another type.',
      to_jsonb(found.name), case when found.counts_as_contact then 'count' else 'do not count' end));
  end if;
  -- An id that is not found is refused where the note is written.
  return coalesce(found.id, kith_private.as_uuid(lower(called)));
end
$function$;

ALTER FUNCTION "kith_private"."note_type_named"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.note_type_switched()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  is_in_parts constant boolean := coalesce(kith_private.current_change() ? 'inParts', false);
  notes constant uuid[] := array(
    select n.id from kith.notes n where n.owner_id = new.owner_id and n.note_type_id = new.id
    limit case when is_in_parts then kith_private.part_rows() + 1 end);
  contacts uuid[];
begin
  if is_in_parts and cardinality(notes) > kith_private.part_rows() then
    perform kith_private.mark_stale(new.owner_id, 'last_noted_at');
    return null;
  end if;
  contacts := array(
    select distinct about.contact_id from kith.notes n cross join unnest(n.contact_ids) about (contact_id)
    where n.owner_id = new.owner_id and n.id = any (notes));
  perform kith_private.derive_last_noted(array_fill(new.owner_id, array[cardinality(contacts)]), contacts);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.notes_written()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owners uuid[];
  contacts uuid[];
begin
  if kith_private.is_restoring() or kith_private.setting('deleting_account') = 'on' then
    return null; -- kith_private.undo_change_sets does it once for all notes; an account that is deleted needs none
  end if;
  if tg_op = 'INSERT' then
    select array_agg(affected.owner_id), array_agg(affected.contact_id) into owners, contacts
    from (select distinct n.owner_id, about.contact_id from new_notes n cross join unnest(n.contact_ids) about (contact_id)) affected;
  elsif tg_op = 'DELETE' then
    select array_agg(affected.owner_id), array_agg(affected.contact_id) into owners, contacts
    from (select distinct o.owner_id, about.contact_id from old_notes o cross join unnest(o.contact_ids) about (contact_id)) affected;
  else
    select array_agg(affected.owner_id), array_agg(affected.contact_id) into owners, contacts
    from (
      select distinct n.owner_id, about.contact_id
      from new_notes n join old_notes o on o.owner_id = n.owner_id and o.id = n.id
      cross join unnest(n.contact_ids || o.contact_ids) about (contact_id)
      where (n.contact_ids, n.note_type_id, n.occurred_at) is distinct from (o.contact_ids, o.note_type_id, o.occurred_at)) affected;
  end if;
  if contacts is not null then
    if tg_op <> 'DELETE' then
      -- Locked, so that a concurrent change of counts_as_contact and these notes do not miss each other.
      perform from kith.note_types t
      where (t.owner_id, t.id) in (select n.owner_id, n.note_type_id from new_notes n) order by t.id for share;
    end if;
    perform kith_private.derive_last_noted(owners, contacts);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.number_of(phones jsonb, digits text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return (select p ->> 'value' from jsonb_array_elements(phones) p where regexp_replace(p ->> 'value', '[^0-9]', '', 'g') = digits limit 1);
end
$function$;

ALTER FUNCTION "kith_private"."number_of"(jsonb, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.number_patterns(number text, calling_code text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  written constant text := regexp_replace(regexp_replace(number, '^(?:[*#][0-9]+#|[^0-9+])+', ''), '[^0-9]+', '', 'g');
  is_international constant boolean := number ~ '^(?:[*#][0-9]+#|[^0-9+])*(?:\+|00)';
  trunk constant text := nullif(split_part(calling_code, '/', 2), '');
  code text;
  rest text;
begin
  if is_international then
    rest := kith_private.phone_digits(number, null, 1);
    code := kith_private.calling_code_of(rest);
    rest := coalesce(substr(rest, strpos(code, '/')), rest);
  elsif written ~ ('^(' || trunk || ')') then
    code := calling_code;
    rest := regexp_replace(written, '^(' || trunk || ')', '');
  elsif calling_code is null and written like '0%' then
    rest := ltrim(written, '0');
  end if;
  return case
    when char_length(rest) >= 7 then array['%' || rest || '%']
    when coalesce(rest, '') <> '' and code is not null then array['%' || split_part(code, '/', 1) || rest || '%'] || case
      when not is_international then array['%' || written || '%']
      when code ~ '/[0-9]+$' then array['%' || split_part(code, '/', 2) || rest || '%']
      else '{}'::text[] end
    when ltrim(written, '0') <> '' then array['%' || case when is_international then ltrim(written, '0') else written end || '%']
    else '{}'::text[] end;
end
$function$;

ALTER FUNCTION "kith_private"."number_patterns"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.numbers_of(list jsonb)
 RETURNS bigint[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return array(select jsonb_array_elements_text(list)::bigint);
end
$function$;

ALTER FUNCTION "kith_private"."numbers_of"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.occurrences_between(rule kith_private.recurrence_rule, start timestamp without time zone, first kith_private.occurrence, last kith_private.occurrence, zone text)
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  -- An occurrence on a day that the time zone leaves out falls on the next day, and counts as one with that day's.
  missing constant date := kith_private.missing_day(first.local_time, last.local_time, zone);
  place integer;
  passed integer := 0;
  before date := first.local_time;
  first_day date;
  kind integer;
  sizes integer[];
  day date;
begin
  if not kith_private.has_days_of_periods(rule) then
    passed := last.index - first.index;
    if missing is not null then
      place := (kith_private.next_occurrence(rule, start, kith_private.first_instant(missing + start::time, zone) - interval '1 minute', zone)).index;
      if place >= first.index and kith_private.first_instant(kith_private.occurrence(rule, start, place), zone)
        = kith_private.first_instant(kith_private.occurrence(rule, start, place + 1), zone)
      then
        passed := passed - 1;
      end if;
    end if;
    return passed;
  end if;
  for period in first.index .. last.index loop
    exit when passed >= rule.count;
    first_day := kith_private.first_day(rule, start, period);
    kind := kith_private.kind_of_period(rule, first_day);
    if sizes[kind] is not null and period < last.index and (first_day between missing - 366 and missing + 1) is not true then
      passed := passed + sizes[kind];
      continue;
    end if;
    sizes[kind] := 0;
    foreach day in array kith_private.days_of_period(rule, first_day) loop
      sizes[kind] := sizes[kind] + 1;
      continue when day <= before or day > last.local_time::date;
      if (before = missing) is not true or day > before + 1
        or kith_private.first_instant(before + start::time, zone) < kith_private.first_instant(day + start::time, zone)
      then
        passed := passed + 1;
      end if;
      before := day;
    end loop;
  end loop;
  return passed;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.owner_id()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account constant uuid := auth.uid();
  claims jsonb;
begin
  -- kith_private.handle has checked the credential already.
  if account is null or kith_private.setting('checked_account') = account::text then
    return account;
  end if;
  claims := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  -- Of a token without a session there is only this claim.
  if claims ? 'client_id' or not kith_private.is_active(account, (claims ->> 'session_id')::uuid) then
    return null;
  end if;
  return account;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.part_rows()
 RETURNS integer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return 250;
end
$function$;

ALTER FUNCTION "kith_private"."part_rows"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.part_time()
 RETURNS interval
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return interval '0.5 seconds';
end
$function$;

ALTER FUNCTION "kith_private"."part_time"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.parts_of(change_set kith_private.change_sets)
 RETURNS bigint[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return change_set.number || array(
    select s.number from kith_private.change_sets s
    where s.owner_id = change_set.owner_id and s.first_number = change_set.number order by s.number);
end
$function$;

ALTER FUNCTION "kith_private"."parts_of"(kith_private.change_sets) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.phone_digits(number text, calling_code text, shortest integer DEFAULT 5)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  digits text;
  code text;
begin
  if strpos('+(0123456789 ', left(number, 1)) = 0 then
    number := regexp_replace(translate(number, '０１２３４５６７８９＋', '0123456789+'), '^(?:[*#][0-9]+#|[^0-9+])+', '');
  end if;
  digits := translate(number, '+ -()./', '');
  if ltrim(digits, '0123456789') <> '' then
    if number ~ '[0-9][Ee][+-]?[0-9]' then
      return null;
    end if;
    digits := regexp_replace(digits, '[^0-9]+', '', 'g');
  end if;
  if ltrim(number, ' (') like '+%' or digits like '00%' then
    digits := ltrim(digits, '0');
    -- "+49 (0)30 …", "+49 030 …": nobody dials that zero after a calling code. Italy's numbers keep theirs.
    if strpos(substr(digits, 2, 3), '0') > 0 then
      code := kith_private.calling_code_of(digits);
      if substr(digits, strpos(code, '/'), 1) = '0' and (code like '%/0' or number like '%(0)%' and code <> '39/') then
        digits := overlay(digits placing '' from strpos(code, '/') for 1);
      end if;
    end if;
  elsif calling_code is not null then
    digits := split_part(calling_code, '/', 1) || case when strpos(calling_code, '/') > 0
      then regexp_replace(digits, '^(' || split_part(calling_code, '/', 2) || ')', '') else digits end;
  end if;
  return case when char_length(digits) >= shortest then digits end;
end
$function$;

ALTER FUNCTION "kith_private"."phone_digits"(text, text, integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.photos_of_account()
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform kith_private.refuse_limits();
  return array(
    select o.name from storage.objects o
    where o.bucket_id = 'kith-photos'
      and o.name ~>=~ ((select auth.uid()) || '/') and o.name ~<~ ((select auth.uid()) || '0')
    union all
    select o.name from storage.objects o
    where o.bucket_id = 'kith-photos' and o.name like 'uploads/%' and o.name in (
      select u.path from kith_private.photo_uploads u where u.owner_id = (select auth.uid())));
end
$function$;

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
    return array(select p.path from kith_private.unnamed_photos(names) p (path) limit most);
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
  update kith_private.photo_sweep s set swept_at = now(), last_name = case
    when cardinality(unnamed) = most then unnamed[most] when cardinality(names) = looked_at then names[looked_at] else '' end;
  return unnamed;
end
$function$;

ALTER FUNCTION "kith_private"."photos_to_remove"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.place_of(address jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return concat_ws(E'\n', address ->> 'city', kith_private.city_name(kith_private.folded(address ->> 'city')), address ->> 'region',
    address ->> 'postalCode', address ->> 'country', kith_private.country_name(kith_private.folded(address ->> 'country')));
end
$function$;

ALTER FUNCTION "kith_private"."place_of"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.place_patterns(place text)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  words constant text[] := (kith_private.name_words(place))[:20];
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_array(case
        when word ~ '[\u0e00-\u0eff\u1100-\u11ff\u3040-\ud7ff]' then '%' || word || '%' else '% ' || word || ' %' end) || coalesce((
        select jsonb_agg('% ' || array_to_string(kith_private.name_words(found.name), ' ') || ' %')
        from generate_series(greatest(given.at - 3, 1), given.at) as f (first)
        cross join generate_series(given.at, least(given.at + 3, cardinality(words))) as l (last)
        cross join lateral (
          select coalesce(kith_private.country_name(run), kith_private.city_name(run)) from (
            select array_to_string(words[f.first:l.last], ' ')) as r (run)) found (name)
        where l.last - f.first < 4 and found.name is not null), '[]') order by given.at), '[]')
    from unnest(words) with ordinality as given (word, at));
end
$function$;

ALTER FUNCTION "kith_private"."place_patterns"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.plain_parts(given jsonb, due_day date)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  week constant text := 'MOTUWETHFRSASU';
  first_day constant integer := strpos(week, given ->> 'WKST');
  month constant text := extract(month from due_day);
  is_in_month constant boolean := given ->> 'FREQ' = 'MONTHLY' and not given ? 'BYMONTH' or given ->> 'FREQ' = 'YEARLY' and given ->> 'BYMONTH' = month;
begin
  -- Weeks begin on Monday. Where they begin matters if a rule leaves out weeks, and some of its days come before the week's first one.
  if first_day % 2 = 0 or char_length(given ->> 'WKST') <> 2 then
    perform kith_private.refuse_recurrence('WKST must be one of MO, TU, WE, TH, FR, SA, SU.');
  elsif given ->> 'FREQ' = 'WEEKLY' and given ->> 'INTERVAL' <> '1' and (
    select count(distinct strpos(week, day) < first_day)
    from unnest(string_to_array(given ->> 'BYDAY', ',') || substr(week, extract(isodow from due_day)::integer * 2 - 1, 2)) day) > 1
  then
    perform kith_private.refuse_recurrence('WKST must be MO in a rule with INTERVAL and several days: weeks begin on Monday.');
  end if;
  if given ? 'BYMONTHDAY' then
    if given ? 'BYDAY' or given ? 'BYSETPOS' or is_in_month is not true or (ltrim(given ->> 'BYMONTHDAY', '+') = extract(day from due_day)::text
      or given ->> 'BYMONTHDAY' = '-1' and extract(day from due_day + 1) = 1) is not true
    then
      perform kith_private.refuse_recurrence('BYMONTHDAY must be the day of the month on which the reminder is due, or -1 where that is the last one, '
        'with FREQ=MONTHLY, or FREQ=YEARLY and its BYMONTH.');
    elsif given ->> 'BYMONTHDAY' = '-1' and extract(day from due_day) < 31 then
      -- From the 31st on it is the last day of each month, because shorter ones have no other.
      given := given || '{"BYDAY": "MO,TU,WE,TH,FR,SA,SU", "BYSETPOS": "-1"}';
    end if;
  end if;
  if given ->> 'FREQ' = 'YEARLY' and given ->> 'BYMONTH' = month and not given ? 'BYDAY' then
    given := given - 'BYMONTH';
  end if;
  if given ->> 'FREQ' = 'DAILY' and given ? 'BYDAY' and coalesce(given ->> 'INTERVAL', '1') = '1' then
    given := given || '{"FREQ": "WEEKLY"}';
  end if;
  return given - '{WKST,BYMONTHDAY}'::text[];
end
$function$;

ALTER FUNCTION "kith_private"."plain_parts"(jsonb, date) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.purge_changes(owner uuid, before timestamp with time zone, bytes bigint, most bigint, spared timestamp with time zone DEFAULT 'infinity'::timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  last record;
begin
  select oldest.set_number, oldest.position, oldest.total_bytes into last
  from (
    select c.set_number, c.position, c.total_bytes, (
      select s.at from kith_private.change_sets s where s.owner_id = owner and s.number = c.set_number) as at
    from kith_private.changes c where c.owner_id = owner
    order by c.set_number, c.position limit most) oldest
  where oldest.at < before or (oldest.total_bytes < bytes and oldest.at < spared)
  order by oldest.set_number desc, oldest.position desc limit 1;
  if not found then
    perform from kith_private.changes c where c.owner_id = owner;
    return not found;
  end if;
  with purged as (
    delete from kith_private.changes c
    where c.owner_id = owner and (c.set_number, c.position) <= (last.set_number, last.position)
    returning c.set_number, c.total_bytes),
  sets as (
    select s.actor_id, max(p.total_bytes) - lag(max(p.total_bytes), 1, (
      select l.purged_bytes from kith_private.change_logs l where l.owner_id = owner)) over (order by s.number) as bytes
    from purged p join kith_private.change_sets s on s.owner_id = owner and s.number = p.set_number
    group by s.number, s.actor_id)
  update kith_private.log_shares s
  set bytes = greatest(s.bytes - (select sum(e.bytes)::bigint from sets e where e.actor_id = s.actor_id), 0)
  where s.owner_id = owner and s.actor_id in (select e.actor_id from sets e);
  update kith_private.change_logs l
  set purged_set = last.set_number, purged_position = last.position, purged_bytes = last.total_bytes, purged_id = (
    select s.id from kith_private.change_sets s where s.owner_id = owner and s.number = last.set_number)
  where l.owner_id = owner;
  delete from kith_private.change_sets s
  where s.owner_id = owner and s.number <= last.set_number
    and not exists (select from kith_private.changes c where c.owner_id = owner and c.set_number = s.number);
  update kith_private.change_logs l
  set oldest_at = (select s.at from kith_private.change_sets s where s.owner_id = owner order by s.number limit 1)
  where l.owner_id = owner;
  perform from kith_private.changes c where c.owner_id = owner;
  return not found;
end
$function$;

ALTER FUNCTION "kith_private"."purge_changes"(uuid, timestamp with time zone, bigint, bigint, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.purge_logs(writer uuid, number bigint, spared timestamp with time zone DEFAULT 'infinity'::timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  cutoff constant timestamptz := now() - kith_private.log_retention();
  -- More than were written since the last time, so that no log grows for good.
  most constant bigint := (
    select greatest(200, 2 * count(*)) from kith_private.changes c where c.owner_id = writer and c.set_number > number - 20);
  bytes bigint;
  owner uuid;
begin
  bytes := (select c.total_bytes from kith_private.changes c where c.owner_id = writer order by c.set_number desc, c.position desc limit 1)
    - (select q.maximum from kith_private.quotas q where q.name = 'log_bytes');
  if bytes > (select c.total_bytes from kith_private.changes c where c.owner_id = writer order by c.set_number, c.position limit 1) then
    perform kith_private.purge_changes(writer, '-infinity', bytes, most, spared);
  end if;
  -- Nothing is waited for, so that purging can deadlock neither with that owner's requests nor with deleting the account.
  select l.owner_id into owner from kith_private.change_logs l
  where l.oldest_at < cutoff order by l.oldest_at limit 1 for update skip locked;
  if found and pg_try_advisory_xact_lock(kith_private.log_lock_key(owner)) then
    perform kith_private.purge_changes(owner, cutoff, 0, most);
  end if;
end
$function$;

ALTER FUNCTION "kith_private"."purge_logs"(uuid, bigint, timestamp with time zone) OWNER TO "postgres";

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

ALTER FUNCTION "kith_private"."read_contact_filters"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.read_reminder_filters(query jsonb, OUT conditions text[], OUT patterns text[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  patterns := kith_private.word_patterns(coalesce(query ->> 'search', ''));
  conditions := array[
    -- The clock is looked at for each reminder, because descriptions are long; see kith_private.search_took_too_long.
    case when patterns <> '{}' then $sql$case
      when clock_timestamp() > (select statement_timestamp() + interval '3 seconds') then (select kith_private.search_took_too_long())
      else kith_private.folded(concat_ws(' ', title, description))
        like all ($2) end$sql$ end,
    case when query ? 'contactId' then $sql$contact_id = ($1 ->> 'contactId')::uuid$sql$ end,
    case when query ? 'completed' then $sql$completed = ($1 ->> 'completed')::boolean$sql$ end,
    case when query ? 'hasDueAt' then $sql$(due_at is not null) = ($1 ->> 'hasDueAt')::boolean$sql$ end,
    case when query ? 'dueAfter' then $sql$due_at >= (select kith_private.local_instant($1 ->> 'dueAfter', '00:00'))$sql$ end,
    case when query ? 'dueBefore' then $sql$due_at < (select kith_private.local_instant($1 ->> 'dueBefore', '00:00'))$sql$ end];
end
$function$;

ALTER FUNCTION "kith_private"."read_reminder_filters"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.record_merged_uids(owner uuid, import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into kith_private.merged_contacts as m (owner_id, id, into_id, change_set)
  select owner, r.new_id, r.target_id, kith_private.activity_id()
  from kith_private.import_rows r
  where r.owner_id = owner and r.import_id = import and r.resource = 'contact' and r.uid is not null and r.outcome in ('merge', 'skip')
    and r.target_id <> r.new_id and r.uid <> r.target_id::text
    and not exists (select from kith.contacts c where c.owner_id = owner and c.id = r.new_id offset 0)
  on conflict (owner_id, id) do update set into_id = excluded.into_id, change_set = excluded.change_set
  where m.into_id <> excluded.into_id;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.record_refusal(key_id uuid, lacked text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update kith_private.api_keys k set refused_at = now(), refused_scopes = lacked
  where k.id = key_id and (k.refused_at > now() - interval '1 minute' and k.refused_scopes = lacked) is not true;
end
$function$;

ALTER FUNCTION "kith_private"."record_refusal"(uuid, text[]) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION kith_private.refuse_anonymous()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if (select (to_jsonb(u) ->> 'is_anonymous')::boolean from auth.users u where u.id = new.owner_id) then
    perform kith_private.fail('access_token_required', 'An anonymous account connects no apps: give it an address first.');
  end if;
  return new;
end
$function$;

ALTER FUNCTION "kith_private"."refuse_anonymous"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.refuse_known_contact(body jsonb)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  given record;
  known uuid[] := '{}';
begin
  for given in
    select 'name' as kind, kith_private.display_name_in(body) as value
    union
    select 'email', item ->> 'value' from jsonb_array_elements(coalesce(body -> 'emails', '[]')) item
    union
    select 'phone', item ->> 'value' from jsonb_array_elements(coalesce(body -> 'phones', '[]')) item
    limit 10
  loop
    known := known || kith_private.known_contacts(given.kind, given.value);
  end loop;
  if cardinality(known) > 0 then
    perform kith_private.fail('validation_failed', 'There is such a contact already. Nothing was created.', jsonb_build_array(jsonb_build_object(
      'in', 'body', 'pointer', '/refuseDuplicates', 'code', 'duplicate', 'message', format('This may be %s.',
        kith_private.listed_contacts(kith_private.candidates(array(select distinct k from unnest(known) k)))))));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.refuse_line_break()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  if not kith_private.is_restoring() then
    raise check_violation using message = 'This is one line: it has no line breaks.',
      schema = 'kith', table = tg_table_name, constraint = format('%s_%s_check', tg_table_name, tg_argv[0]);
  end if;
  return new;
end
$function$;

ALTER FUNCTION "kith_private"."refuse_line_break"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.related_to_contact(contact uuid)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select coalesce(json_agg(json_build_object('id', s.related_contact_id, 'name', coalesce(s.related_name, (
      select coalesce(c.display_name, c.first_name) from kith.contacts c where c.owner_id = s.owner_id and c.id = s.related_contact_id)),
      'kind', s.kind, 'label', s.label) order by s.created_at, s.id), '[]')
    from kith_private.relationship_ends s where s.contact_id = contact);
end
$function$;

ALTER FUNCTION "kith_private"."related_to_contact"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.relationship_key(contact_id uuid, related_contact_id uuid, related_name text, kind text, label text, inverse_label text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return case when related_contact_id < contact_id
    then concat_ws(E'\n', related_contact_id, contact_id, kith_private.inverse_kind(kind), coalesce(lower(inverse_label collate "C"), ''), lower(label collate "C"))
    else concat_ws(E'\n', contact_id, coalesce(related_contact_id::text, lower(related_name collate "C")), kind,
      coalesce(lower(label collate "C"), ''), lower(inverse_label collate "C")) end;
end
$function$;

ALTER FUNCTION "kith_private"."relationship_key"(uuid, uuid, text, text, text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.relationship_sentence(contact text, related text, kind text, label text, inverse_label text, is_over boolean)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  word text := coalesce(label, case kind
    when 'exPartner' then 'ex-partner' when 'report' then 'direct report' when 'emergencyContact' then 'emergency contact'
    when 'introducedBy' then null when 'introduced' then null when 'assisted' then null when 'emergencyContactOf' then null
    when 'other' then case when inverse_label is null then 'relation' end else kind end);
begin
  if word is null and kind in ('introducedBy', 'introduced') then
    return case kind when 'introducedBy' then format('%s introduced %s', coalesce(related, 'You'), coalesce(contact, 'you'))
      else format('%s introduced %s', coalesce(contact, 'You'), coalesce(related, 'you')) end;
  elsif word is null then
    return kith_private.relationship_sentence(related, contact, kith_private.inverse_kind(kind), inverse_label, null, is_over);
  end if;
  return format('%s %s %s', coalesce(related, 'You'),
    case when related is null then case when is_over then 'were' else 'are' end when is_over then 'was' else 'is' end,
    coalesce(contact || '''s', 'your') || ' ' || word);
end
$function$;

ALTER FUNCTION "kith_private"."relationship_sentence"(text, text, text, text, text, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.relationship_totals(owner uuid, contacts uuid[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_object_agg(counted.contact_id, counted.total), '{}') from (
      select r.contact_id, count(*) as total from kith_private.relationships_about r
      where r.owner_id = owner and r.contact_id = any (contacts) group by r.contact_id) counted);
end
$function$;

ALTER FUNCTION "kith_private"."relationship_totals"(uuid, uuid[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.relationships_of_contact(contact uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
begin
  return (
    select string_agg(s.body::text, ',' order by s.created_at, s.id) from kith_private.relationship_sides s
    where s.contact_id = contact);
end
$function$;

ALTER FUNCTION "kith_private"."relationships_of_contact"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.release(source regclass, id uuid, until timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  owner constant uuid := auth.uid();
  most constant integer := kith_private.part_rows();
  ids uuid[];
begin
  if until is null or current_user = 'kith_limited' then
    return true;
  end if;
  while source = 'kith.contacts'::regclass loop
    ids := array(select l.note_id from kith.note_contacts l where l.owner_id = owner and l.contact_id = release.id limit most + 1);
    exit when cardinality(ids) <= most;
    update kith.notes t set contact_ids = array_remove(t.contact_ids, release.id) where t.owner_id = owner and t.id = any (ids[1 : most]);
    if clock_timestamp() > until then
      return false;
    end if;
  end loop;
  while source = 'kith.contacts'::regclass loop
    ids := array(select t.id from kith.notes t where t.owner_id = owner and t.contact_id = release.id limit most + 1);
    exit when cardinality(ids) <= most;
    update kith.notes t set contact_ids = array_remove(t.contact_ids, release.id) where t.owner_id = owner and t.id = any (ids[1 : most]);
    if clock_timestamp() > until then
      return false;
    end if;
  end loop;
  while source = 'kith.contacts'::regclass loop
    ids := array(select l.reminder_id from kith.reminder_contacts l where l.owner_id = owner and l.contact_id = release.id limit most + 1);
    exit when cardinality(ids) <= most;
    update kith.reminders t set contact_ids = array_remove(t.contact_ids, release.id) where t.owner_id = owner and t.id = any (ids[1 : most]);
    if clock_timestamp() > until then
      return false;
    end if;
  end loop;
  while source = 'kith.contacts'::regclass loop
    ids := array(select t.id from kith.reminders t where t.owner_id = owner and t.contact_id = release.id limit most + 1);
    exit when cardinality(ids) <= most;
    update kith.reminders t set contact_ids = array_remove(t.contact_ids, release.id) where t.owner_id = owner and t.id = any (ids[1 : most]);
    if clock_timestamp() > until then
      return false;
    end if;
  end loop;
  while source = 'kith.networks'::regclass loop
    ids := array(select t.contact_id from kith.contact_networks t where t.owner_id = owner and t.network_id = release.id limit most + 1);
    exit when cardinality(ids) <= most;
    delete from kith.contact_networks t where t.owner_id = owner and t.network_id = release.id and t.contact_id = any (ids[1 : most]);
    if clock_timestamp() > until then
      return false;
    end if;
  end loop;
  while source = 'kith.note_types'::regclass loop
    ids := array(select t.id from kith.notes t where t.owner_id = owner and t.note_type_id = release.id limit most + 1);
    exit when cardinality(ids) <= most;
    update kith.notes t set note_type_id = null where t.owner_id = owner and t.id = any (ids[1 : most]);
    if clock_timestamp() > until then
      return false;
    end if;
  end loop;
  return true;
end
$function$;

ALTER FUNCTION "kith_private"."release"(regclass, uuid, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.reminders_of(query jsonb)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case when query ? 'contactId' and exists (
      select from kith.reminder_contacts l where l.contact_id = (query ->> 'contactId')::uuid)
    then 'kith_private.reminders_about' else 'kith.reminders' end;
end
$function$;

ALTER FUNCTION "kith_private"."reminders_of"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.reminders_to_change(arguments jsonb)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  filters record;
begin
  if not arguments ? 'matching' then
    return kith_private.each_once(arguments -> 'reminderIds');
  end if;
  filters := kith_private.read_reminder_filters(arguments -> 'matching');
  return kith_private.all_found(arguments -> 'matching', kith_private.reminders_of(arguments -> 'matching'), filters.conditions,
    'due_at nulls last, id', filters.patterns, (arguments ->> 'total')::bigint, 'reminders');
end
$function$;

ALTER FUNCTION "kith_private"."reminders_to_change"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.reserve_photo(contact uuid, upload text)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  reserved text;
begin
  perform kith_private.check_photo_limits(contact);
  update kith_private.photo_uploads u
  set photo_path = concat(u.owner_id, '/', contact, '/', gen_random_uuid(), '.', split_part(u.path, '.', 2))
  where u.path = upload and u.owner_id = (select auth.uid()) and u.contact_id = contact and not u.attached
  returning u.photo_path into reserved;
  return reserved;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.resolve_contacts(owner uuid, import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
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
  return earlier;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.row_of(body jsonb, earlier kith.relationships)
 RETURNS kith.relationships
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if earlier.id is null then
    earlier.contact_ids := '{}'::uuid[];
  end if;
  if body ? 'contactId' then
    earlier.contact_id := (body ->> 'contactId')::uuid;
  end if;
  if body ? 'relatedContactId' then
    earlier.related_contact_id := (body ->> 'relatedContactId')::uuid;
  end if;
  if body ? 'contactIds' then
    earlier.contact_ids := kith_private.ids_of(nullif(body -> 'contactIds', 'null'));
  end if;
  if body ? 'relatedName' then
    earlier.related_name := body ->> 'relatedName';
  end if;
  if body ? 'kind' then
    earlier.kind := body ->> 'kind';
  end if;
  if body ? 'label' then
    earlier.label := body ->> 'label';
  end if;
  if body ? 'inverseLabel' then
    earlier.inverse_label := body ->> 'inverseLabel';
  end if;
  if body ? 'startedOn' then
    earlier.started_on := (body ->> 'startedOn')::date;
  end if;
  if body ? 'endedOn' then
    earlier.ended_on := (body ->> 'endedOn')::date;
  end if;
  if body ? 'note' then
    earlier.note := body ->> 'note';
  end if;
  return earlier;
end
$function$;

ALTER FUNCTION "kith_private"."row_of"(jsonb, kith.relationships) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.run(owner uuid, operation kith_private.operations, arguments jsonb, change_context jsonb, limits jsonb, is_limited boolean, OUT status smallint, OUT body text, OUT log text, OUT activity_id uuid)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  caller constant text := current_setting('role');
  has_share constant boolean := kith_private.has_share(change_context);
  claims constant json := case when limits is null then json_build_object('sub', owner, 'role', 'authenticated')
    else json_build_object('sub', owner, 'role', 'authenticated', 'kith', limits) end;
  state text;
  message text;
  detail text;
  hint text;
  table_name text;
  constraint_name text;
  column_name text;
begin
  begin
    -- Before any row is locked. With an API key or a connection kith_private.identify has locked it.
    if operation.locks_log and change_context ->> 'kind' = 'access_token' and not kith_private.lock_log_of(owner) then
      perform kith_private.fail('unauthorized');
    end if;
    perform set_config('request.jwt.claim.sub', '', true),
      set_config('request.jwt.claims', claims::text, true),
      kith_private.set_request_settings(owner, change_context),
      set_config('role', case when is_limited then 'kith_limited' else 'authenticated' end, true);
    -- Parts of the operation itself have changed the tag.
    if arguments ? 'ifMatch' and not coalesce(arguments -> 'progress', '{}') ? 'activityId' then
      perform kith_private.check_tag(operation, arguments);
    end if;
    if arguments ? 'byName' then
      arguments := kith_private.with_ids_of_names(operation, arguments);
    end if;
    execute format('select * from kith_api.%I($1)', operation.name) into status, body using arguments;
    if has_share and kith_private.setting('change_set') is not null then
      perform set_config('role', caller, true);
      perform kith_private.count_share(owner, (change_context ->> 'actorId')::uuid);
    end if;
  -- "others" leaves out query_canceled, with which a statement_timeout ends; the request has to be counted then too.
  exception when others or query_canceled then
    get stacked diagnostics state = returned_sqlstate, message = message_text, detail = pg_exception_detail,
      hint = pg_exception_hint, table_name = table_name, constraint_name = constraint_name, column_name = column_name;
    perform set_config('role', caller, true);
    status := null;
    if state = '42501' and is_limited then
      body := '{"code":"insufficient_scope","detail":"The limits of this API key do not allow that."}';
    else
      select r.body, r.log into body, log
      from kith_private.refusal(state, message, detail, hint, table_name, constraint_name, column_name) r;
    end if;
  end;
  if kith_private.setting('change_set') is not null then
    activity_id := kith_private.activity_id();
  end if;
  perform set_config('role', caller, true);
  perform set_config('request.jwt.claims', '', true), kith_private.set_request_settings(null, null);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.schema_version()
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return 3;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.search_columns(searched text, OUT search_text text, OUT long_search_text text)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  -- Valid fields have at most 46,000 characters together; for more, a constraint refuses the row after clean_contact, and
  -- folding would be wasted. Some characters fold to as many as 18: what search compares is bounded too.
  search_text := case when char_length(searched) <= 46000 then left(kith_private.folded(searched), 20000) end;
  if octet_length(search_text) > 500 then
    long_search_text := search_text;
    search_text := null;
  end if;
end
$function$;

ALTER FUNCTION "kith_private"."search_columns"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.search_condition(patterns jsonb, networks jsonb DEFAULT NULL::jsonb, noted kith_private.noted_word[] DEFAULT NULL::kith_private.noted_word[], read_from text DEFAULT 'patterns'::text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  fits constant text := (
    select string_agg(format('(%s%s%s)', (
      select string_agg(format('%%1$s like (($2).%I #>> %L)', read_from, array[word - 1, way - 1]), ' or ' order by way)
      from generate_series(1, jsonb_array_length(ways)) way),
      -- "is true" makes Postgres put the contacts into a hash table
      case when networks -> word::integer - 1 <> '[]' then format($sql$ or (contacts.id in (
        select m.contact_id from kith.contact_networks m
        where m.network_id = any (array(select jsonb_array_elements_text(($2).networks -> %s))::uuid[]))) is true$sql$, word - 1) end,
      case when (noted[word]).contacts <> '{}' then format($sql$ or (contacts.id in (
        select unnest((($2).noted[%s]).contacts))) is true$sql$, word) end), ' and ' order by word)
    from jsonb_array_elements(patterns) with ordinality as given (ways, word));
  time_limit constant text := 'when clock_timestamp() > (select statement_timestamp() + interval ''3 seconds'')
      then (select kith_private.search_took_too_long())';
begin
  return format('case %s when search_text is not null then %s else (
    select case %s else %s end from kith.contacts long where long.owner_id = contacts.owner_id and long.id = contacts.id) end',
    case when char_length(patterns::text) > 60 then time_limit end, format(fits, 'search_text'),
    time_limit, format(fits, 'long.long_search_text'));
end
$function$;

ALTER FUNCTION "kith_private"."search_condition"(jsonb, jsonb, kith_private.noted_word[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.search_rank(without_notes text DEFAULT NULL::text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  others constant text := case when without_notes is null then '2' else format('case when %s then 2 else 3 end', without_notes) end;
begin
  return format($sql$case
    -- Mostly the first word is not in the name, but in an address behind it. An ASCII name is as long as its folded one.
    when octet_length(display_name) = char_length(display_name)
      and strpos(search_text, ($2).named.first) not between 1 and char_length(display_name) then %1$s
    else (
    select case when called.name = ($2).named.whole then 0
      when called.name like all (($2).named.beginnings) then 1 else %1$s end
    from (
      select ' ' || translate(case
        when substr(search_text, char_length(display_name) + 1, 1) in ('', E'\n') then left(search_text, char_length(display_name))
        else kith_private.folded(left(display_name, 100)) end, E'-\n', '  ') as name offset 0) called) end$sql$, others);
end
$function$;

ALTER FUNCTION "kith_private"."search_rank"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.searched_text(contact kith.contacts)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  texts constant text[] := kith_private.searched_texts(contact);
  searched text;
begin
  for place in 2 .. cardinality(texts) by 2 loop
    searched := nullif(concat_ws(E'\n', searched, nullif(texts[place], '')), '');
  end loop;
  return searched;
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
  for kind in 0 .. 3 loop
    list := case kind when 0 then contact.emails when 1 then contact.phones when 2 then contact.addresses else contact.urls end;
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

ALTER FUNCTION "kith_private"."searched_texts"(kith.contacts) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.separate_repeated_uids(import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
 SET enable_nestloop TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
AS $function$
begin
  update kith_private.import_rows r set action = 'conflict', new_id = gen_random_uuid(),
    problem = format('Line %s has the same id.', same.first_line)
  from (
    select o.number, first_value(o.line) over each as first_line, row_number() over each as place
    from kith_private.import_rows o
    where o.import_id = import and o.action = 'create' and o.uid is not null
    window each as (partition by o.resource, o.uid order by o.number)) same
  where r.import_id = import and r.number = same.number and same.place > 1;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.set_photo(contact uuid, path text, upload text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform kith_private.check_photo_limits(contact);
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

CREATE OR REPLACE FUNCTION kith_private.shown_name(contact kith.contacts)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  person text;
begin
  if contact.first_name is null and contact.last_name is null then
    return contact.display_name;
  end if;
  person := concat(contact.last_name, contact.first_name, contact.middle_name);
  if contact.first_name is null or contact.last_name is null or person !~ '^[\u1100-\u11ff\u3040-\u9fff\uac00-\ud7ff]+$' then
    person := concat_ws(' ', contact.first_name, contact.middle_name, contact.last_name);
  end if;
  return concat_ws(', ', concat_ws(' ', contact.name_prefix, person), contact.name_suffix);
end
$function$;

ALTER FUNCTION "kith_private"."shown_name"(kith.contacts) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.similar_name_keys(names kith_private.contact_name[])
 RETURNS SETOF kith_private.shared_key
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_nestloop TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
 SET work_mem TO '32MB'
AS $function$
begin
  return query
  with parts as materialized (
    select n.contact, cardinality(n.words) as size, w.word,
      hashtextextended(array_to_string(n.words[:w.place - 1] || n.words[w.place + 1:], ' '), 0) as rest
    from unnest(names) n cross join lateral unnest(n.words) with ordinality w (word, place)
    where cardinality(n.words) between 2 and 6 limit 100000),
  -- A word is compared only where another name has the rest of its name.
  words as materialized (
    select p.word, count(*) as frequency
    from parts p join (select q.rest from parts q group by q.rest having count(*) > 1) shared on shared.rest = p.rest
    group by p.word),
  similar_pairs as materialized (
    select found.one, found.other, found.pair from (
      select s.one, s.other, hashtextextended(s.one || ' ' || s.other, 0) as pair,
        sum(a.frequency + b.frequency) over (order by a.frequency + b.frequency, s.one, s.other rows unbounded preceding) as work
      from kith_private.similar_words(array(
        select w.word from words w where char_length(w.word) between 3 and 30 and w.word !~ '[0-9]' limit 20000)) s
      join words a on a.word = s.one join words b on b.word = s.other) found
    where found.work <= 50000),
  initials as materialized (select distinct p.word, p.rest from parts p where char_length(p.word) = 1),
  -- A word that is missing counts only where somebody has the name without it.
  whole as materialized (select n.contact, hashtextextended(array_to_string(n.words, ' '), 0) as name from unnest(names) n),
  longer as materialized (select p.contact, p.rest from parts p where p.size > 2 and p.rest in (select w.name from whole w))
  select 16, found.key, found.contact, found.side
  from (
    select hashint8extended(p.rest, s.pair), p.contact, s.side
    from parts p join (
      select one, pair, false from similar_pairs
      union all
      select other, pair, true from similar_pairs) s (word, pair, side) on s.word = p.word
    union all
    select hashint8extended(i.rest, ascii(i.word)), p.contact, char_length(p.word) = 1
    from initials i join parts p on left(p.word, 1) = i.word and p.rest = i.rest
    union all
    select l.rest, l.contact, true from longer l
    union all
    select l.rest, w.contact, false from whole w
    join (select distinct longer.rest from longer) l on l.rest = w.name) found (key, contact, side)
  limit 100000;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.similar_words(words text[])
 RETURNS TABLE(one text, other text)
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
 SET enable_nestloop TO 'off'
 SET enable_mergejoin TO 'off'
 SET jit TO 'off'
AS $function$
begin
  return query
  with forms as materialized (
    select given.word, place,
      hashtextextended(case when place = 0 then given.word else overlay(given.word placing '' from place for 1) end, 0) as form
    from (select word, char_length(word) as length from unnest(words) word) given
    cross join lateral generate_series(0, case when given.length > 3 then given.length else 0 end) place limit 120000),
  kept as materialized (
    select sized.form from (
      select shared.form, sum(shared.size * shared.size) over (order by shared.size, shared.form rows unbounded preceding) as work
      from (select f.form, count(*)::integer as size from forms f group by f.form having count(*) between 2 and 30) shared) sized
    where sized.work <= 40000),
  members as materialized (select f.word, f.place, f.form from forms f join kept on kept.form = f.form)
  select distinct least(a.word collate "C", b.word), greatest(a.word collate "C", b.word)
  from members a join members b on b.form = a.form
  where a.word <> b.word and case
    when a.place = 0 then b.place > 0
    when a.place = b.place then a.word < b.word collate "C"
    when b.place = a.place + 1 then substr(a.word, a.place, 1) = substr(b.word, b.place, 1)
  end;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.start_change_set(owner uuid, context jsonb)
 RETURNS kith_private.change_set_state
 LANGUAGE plpgsql
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
 SET jit TO 'off'
AS $function$
declare
  state kith_private.change_set_state;
  first_part bigint;
begin
  if context ->> 'kind' = 'database' then
    -- The transaction may have changed rows of this owner already, and then of another one.
    select c.owner_id, c.set_number, c.position, c.total_bytes into state
    from kith_private.change_sets s join kith_private.changes c on c.owner_id = owner and c.set_number = s.number
    where s.owner_id = owner and s.id = (context ->> 'id')::uuid order by c.position desc limit 1;
    if found then
      return state;
    end if;
  end if;
  if context ? 'partOf' then
    select coalesce(s.first_number, s.number) into first_part from kith_private.change_sets s
    where s.owner_id = owner and s.id = (context ->> 'partOf')::uuid;
  end if;
  insert into kith_private.change_sets (owner_id, number, id, actor_kind, actor_id, actor_name, request_id, operation, first_number)
  select owner, last.number + 1, (context ->> 'id')::uuid, context ->> 'kind', (context ->> 'actorId')::uuid,
    context ->> 'actorName', context ->> 'requestId', context ->> 'operation', first_part
  from (select s.number from kith_private.change_sets s where s.owner_id = owner order by s.number desc limit 1) last
  returning change_sets.owner_id, change_sets.number, 0, (
    select c.total_bytes from kith_private.changes c
    where c.owner_id = owner and c.set_number = change_sets.number - 1 order by c.position desc limit 1) into state;
  if not found then
    state := kith_private.start_log(owner, context);
  elsif state.number % 20 = 0 then
    perform kith_private.purge_logs(owner, state.number,
      case when kith_private.has_share(context) then now() - interval '1 day' else 'infinity' end);
  end if;
  return state;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.start_log(owner uuid, context jsonb)
 RETURNS kith_private.change_set_state
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  number bigint;
begin
  insert into kith_private.change_logs as l (owner_id, oldest_at) values (owner, now())
  on conflict (owner_id) do update set oldest_at = excluded.oldest_at, purged_bytes = 0
  returning l.purged_set + 1 into number;
  insert into kith_private.change_sets (owner_id, number, id, actor_kind, actor_id, actor_name, request_id, operation)
  values (owner, number, (context ->> 'id')::uuid, context ->> 'kind', (context ->> 'actorId')::uuid,
    context ->> 'actorName', context ->> 'requestId', context ->> 'operation');
  return (owner, number, 0, 0)::kith_private.change_set_state;
end
$function$;

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
  -- Adding up all answers takes longer than storing one. Who sends a key must not choose when it is done.
  if random() < 1.0 / 32 then
    perform kith_private.limit_stored_answers(owner);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.suggestions(search text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_sort TO 'on'
 SET jit TO 'off'
AS $function$
declare
  words constant text[] := array(
    select left(word, 20) from regexp_split_to_table(left(kith_private.folded(search), 200) collate "C", '[\s!-/:-@[-`{-~’]+') word
    where char_length(word) > 2 and word !~ '[0-9]' order by char_length(word) desc limit 2);
  first constant text[] := kith_private.alike_patterns(words[1]);
  other constant text[] := kith_private.alike_patterns(coalesce(words[2], words[1]));
  -- Each pattern costs a tenth of the search. Of two words one may be found by its halves, so four are enough for both.
  third constant text := case when cardinality(words) > 1 then other[1] else first[3] end;
  fourth constant text := case when cardinality(words) > 1 then other[2] else first[4] end;
  suggested text;
begin
  if words = '{}' then
    return '[]';
  end if;
  perform kith_private.set_reads_list(true);
  select json_agg(json_build_object('id', s.id, 'displayName', (
      select kith_private.shown_name(c) from kith.contacts c where c.owner_id = (select auth.uid()) and c.id = s.id)) order by s.unlikeness, s.display_name collate "und-x-icu", s.id)
  into suggested
  from (
    select alike.id, alike.display_name, l.unlikeness from (
      select c.id, c.display_name from (
        select n.id, n.display_name, lower(n.display_name collate "C") as name from kith.contacts n offset 0) c
      where c.name like first[1] or c.name like first[2] or c.name like third or c.name like fourth
      order by (c.name like first[1] or c.name like first[2])::integer + (c.name like other[1] or c.name like other[2])::integer desc,
        abs(char_length(c.display_name) - char_length(search)), c.display_name collate "C", c.id
      limit 30) alike
    cross join lateral (
      select regexp_split_to_array(kith_private.folded(alike.display_name) collate "C", '[\s!-/:-@[-`{-~’]+') as names offset 0) folded
    cross join lateral (
      select sum(coalesce(kith_private.likeness(word, folded.names), 4)) as unlikeness, count(kith_private.likeness(word, folded.names)) as likes
      from unnest(words) word) l
    where l.likes > 0
    order by l.unlikeness, alike.display_name collate "und-x-icu", alike.id
    limit 5) s;
  perform kith_private.set_reads_list(false);
  return coalesce(suggested, '[]');
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
  insert into kith_private.merged_contacts (owner_id, id, into_id, change_set)
  values (owner, duplicate, target, kith_private.activity_id())
  on conflict (owner_id, id) do update set into_id = excluded.into_id, change_set = excluded.change_set;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.touch_contacts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if kith_private.setting('deleting_account') = 'on' then
    return null;
  end if;
  perform from kith.contacts c
  where (c.owner_id, c.id) in (select m.owner_id, m.contact_id from memberships m) and c.updated_at = now()::timestamptz(3)
  for no key update;
  update kith.contacts c set updated_at = now()
  where (c.owner_id, c.id) in (select m.owner_id, m.contact_id from memberships m) and c.updated_at <> now()::timestamptz(3);
  if tg_op = 'INSERT' and exists (
    select from kith.contact_networks n
    where (n.owner_id, n.contact_id) in (select m.owner_id, m.contact_id from memberships m)
    group by n.owner_id, n.contact_id having count(*) > 100)
  then
    raise check_violation using message = 'A contact belongs to at most 100 networks.',
      schema = 'kith', table = 'contact_networks', constraint = 'contact_networks_limit_check';
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
  if num_nonnulls(given.middle_name, given.name_prefix, given.name_suffix, given.phonetic_first_name, given.phonetic_last_name, given.department, given.pronouns) > 0 then
    given.middle_name := kith_private.trimmed(given.middle_name);
    given.name_prefix := kith_private.trimmed(given.name_prefix);
    given.name_suffix := kith_private.trimmed(given.name_suffix);
    given.phonetic_first_name := kith_private.trimmed(given.phonetic_first_name);
    given.phonetic_last_name := kith_private.trimmed(given.phonetic_last_name);
    given.department := kith_private.trimmed(given.department);
    given.pronouns := kith_private.trimmed(given.pronouns);
  end if;
  return given;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.trimmed(given kith.relationships)
 RETURNS kith.relationships
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  given.related_name := kith_private.trimmed(given.related_name);
  given.label := kith_private.trimmed(given.label);
  given.inverse_label := kith_private.trimmed(given.inverse_label);
  given.note := kith_private.trimmed(given.note);
  return given;
end
$function$;

ALTER FUNCTION "kith_private"."trimmed"(kith.relationships) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.undo_batch(logged kith_private.restorable_table, batch kith_private.changes[])
 RETURNS kith_private.undone_row[]
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  item record;
  undone kith_private.undone_row[] := '{}';
begin
  for item in execute format('select c.place, to_jsonb(t) as current from unnest($1) with ordinality
      c (owner_id, set_number, position, resource, resource_id, network_id, action, name, before, after, is_shown, total_bytes, place)
    left join %s t on t.owner_id = c.owner_id and %s order by c.place', logged.source, logged.finds) using batch
  loop
    undone := undone || kith_private.undo_change(logged, batch[item.place], item.current);
  end loop;
  case batch[1].action
    when 'create' then
      execute format('delete from %s t using unnest($1) c where t.owner_id = c.owner_id and %s', logged.source, logged.finds)
        using array(select u from unnest(undone) u where u.is_written);
    when 'delete' then
      perform kith_private.insert_rows(logged,
        kith_private.without_missing_next(logged, array(select u from unnest(undone) u where u.is_written)));
    else
      perform kith_private.update_rows(logged, array(select u from unnest(undone) u where u.is_written));
  end case;
  return undone;
exception when check_violation or unique_violation then
  if cardinality(batch) = 1 then
    return array[(batch[1].owner_id, batch[1].resource_id, batch[1].network_id, batch[1].set_number, false, null,
      array[kith_private.conflict(batch[1], null, case sqlstate when '23505' then 'exists' else 'limit_reached' end)])::kith_private.undone_row];
  end if;
  undone := '{}';
  for n in 1 .. cardinality(batch) loop
    undone := undone || kith_private.undo_batch(logged, batch[n : n]);
  end loop;
  return undone;
end
$function$;

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
    where b.key not in ('updated_at', 'completed_at', 'recurrence_start') and not kith_private.is_same_value(b.value, current -> b.key)
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

CREATE OR REPLACE FUNCTION kith_private.undo_change_sets(sets bigint[], until timestamp with time zone, INOUT progress jsonb, OUT conflicts jsonb[], OUT conflict_count bigint)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET "TimeZone" TO 'UTC'
AS $function$
declare
  owner constant uuid := auth.uid();
  tables constant kith_private.restorable_table[] := kith_private.restorable_tables();
  logged kith_private.restorable_table;
  portion kith_private.undo_portion;
  batch record;
  undone kith_private.undone_row[];
  refused kith_private.undone_row[];
  refused_sets bigint[] := kith_private.numbers_of(progress -> 'refusedSets');
  refusal constant text := case when current_setting('role', true) = 'kith_limited' then kith_private.undo_refusal(sets) end;
begin
  if not kith_private.has_scope('activity:write') then
    perform kith_private.fail('insufficient_scope', 'This API key lacks the scope activity:write.');
  end if;
  if refusal is not null then
    perform kith_private.fail('insufficient_scope', refusal);
  end if;
  portion := (null, progress -> 'set', progress -> 'position', kith_private.numbers_of(progress -> 'deferred'))::kith_private.undo_portion;
  conflicts := array(select jsonb_array_elements(progress -> 'conflicts'));
  conflict_count := coalesce((progress -> 'conflictCount')::bigint, 0);
  perform kith_private.set_setting('restoring', 'on');
  loop
    portion := kith_private.next_portion(owner, sets, portion);
    refused := '{}';
    for batch in select b.resource, b.changes from kith_private.batches_to_undo(portion.changes) b loop
      foreach logged in array tables loop
        exit when logged.resource = batch.resource;
      end loop;
      undone := kith_private.undo_batch(logged, batch.changes);
      refused := refused || array(select u from unnest(undone) u where u.conflicts <> '{}');
    end loop;
    perform kith_private.derive_last_noted_of(owner, portion.changes);
    refused := kith_private.with_seen_conflicts(owner, sets, refused);
    conflicts := (conflicts || array(select c from unnest(refused) u, unnest(u.conflicts) c))[1:200];
    conflict_count := conflict_count + (select coalesce(sum(cardinality(u.conflicts)), 0) from unnest(refused) u);
    refused_sets := array(select unnest(refused_sets) union select u.set_number from unnest(refused) u);
    exit when portion.last_set is null or clock_timestamp() > until;
  end loop;
  perform kith_private.set_setting('restoring', null);
  if portion.last_set is null then
    progress := null;
    perform kith_private.mark_undone(owner, kith_private.activity_id(), array(select n from unnest(sets) n where n <> all (refused_sets)));
  else
    progress := jsonb_build_object('sets', sets, 'set', portion.last_set, 'position', portion.last_position, 'deferred', portion.deferred,
      'refusedSets', refused_sets, 'conflicts', conflicts, 'conflictCount', conflict_count);
  end if;
end
$function$;

ALTER FUNCTION "kith_private"."undo_change_sets"(bigint[], timestamp with time zone, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.unite_contacts(target kith.contacts, duplicate uuid, merged kith.contacts, photo text)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  joined bigint;
begin
  perform kith_private.set_setting('keeps_texts', 'on');
  perform kith_private.update_row(merged);
  perform kith_private.set_setting('keeps_texts', null);
  perform kith_private.take_over(target.id, duplicate, case photo
    when 'target' then false when 'duplicate' then true else target.photo_path is null end);
  insert into kith.contact_networks (contact_id, network_id)
  select target.id, m.network_id from kith.contact_networks m where m.contact_id = duplicate order by 2
  on conflict do nothing;
  get diagnostics joined = row_count;
  return joined;
end
$function$;

ALTER FUNCTION "kith_private"."unite_contacts"(kith.contacts, uuid, kith.contacts, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.unknown_related(body jsonb)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return array(
    select '/' || name from unnest('{contactId,relatedContactId}'::text[]) name
    where body ->> name is not null and not exists (select from kith.contacts c where c.id = (body ->> name)::uuid offset 0));
end
$function$;

ALTER FUNCTION "kith_private"."unknown_related"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.unnamed_photos(paths text[])
 RETURNS SETOF text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
begin
  return query
  select f.path
  from (
    select p.path, p.place, case when p.path ~ '^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}/' then left(p.path, 36)::uuid end as owner
    from unnest(paths) with ordinality p (path, place) offset 0) f
  where case when f.owner is null then f.path like 'uploads/%' and not exists (
      select from kith_private.photo_uploads u where u.path = f.path offset 0)
    else not exists (select from kith.contacts c where c.owner_id = f.owner and c.photo_path = f.path offset 0)
      and not exists (select from kith_private.changes l where l.owner_id = f.owner and l.before ->> 'photo_path' = f.path offset 0)
      and not exists (select from kith_private.import_rows r where r.owner_id = f.owner and r.photo_path = f.path offset 0)
      and not exists (select from kith_private.photo_uploads u where u.owner_id = f.owner and u.photo_path = f.path offset 0) end
  order by f.place;
end
$function$;

ALTER FUNCTION "kith_private"."unnamed_photos"(text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.update_row(given kith.contacts)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update kith.contacts written set
    (first_name, last_name, nickname, company, job_title, emails, phones, urls, addresses, birthday, description, is_favorite, is_archived, contact_frequency_days, last_contacted_by_hand, snoozed_until, middle_name, name_prefix, name_suffix, phonetic_first_name, phonetic_last_name, department, pronouns)
    = (given.first_name, given.last_name, given.nickname, given.company, given.job_title, given.emails, given.phones, given.urls, given.addresses, given.birthday, given.description, given.is_favorite, given.is_archived, given.contact_frequency_days, given.last_contacted_by_hand, given.snoozed_until, given.middle_name, given.name_prefix, given.name_suffix, given.phonetic_first_name, given.phonetic_last_name, given.department, given.pronouns)
  where written.id = given.id;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.update_row(given kith.relationships)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  update kith.relationships written set
    (contact_id, related_contact_id, contact_ids, related_name, kind, label, inverse_label, started_on, ended_on, note)
    = (given.contact_id, given.related_contact_id, given.contact_ids, given.related_name, given.kind, given.label, given.inverse_label, given.started_on, given.ended_on, given.note)
  where written.id = given.id;
end
$function$;

ALTER FUNCTION "kith_private"."update_row"(kith.relationships) OWNER TO "postgres";

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
        when constraint_name in ('relationships_pair_key', 'relationships_itself_check') then 'duplicate'
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

CREATE OR REPLACE FUNCTION kith_private.with_ids_of_names(operation kith_private.operations, arguments jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  given record;
  path text[];
  name text;
  pointer text;
  names jsonb;
  found jsonb;
begin
  for given in select e.key, e.value, jsonb_typeof(e.value) = 'array' as is_list from jsonb_each(arguments -> 'byName') e loop
    path := string_to_array(given.key, '.');
    name := path[cardinality(path)];
    if name = 'noteTypeId' then
      arguments := jsonb_set(arguments, path, coalesce(to_jsonb(kith_private.note_type_named(given.value)), 'null'));
      continue;
    end if;
    names := case when given.is_list then given.value else jsonb_build_array(given.value) end;
    pointer := concat('/', name, case when given.is_list then '/' end);
    found := to_jsonb(case when operation.resource = 'network' or name ilike '%network%'
      then kith_private.networks_by_name(names, pointer, is_exact => operation.verb = 'delete')
      else kith_private.contacts_by_name(names, pointer) end);
    arguments := jsonb_set(arguments, path, case when given.is_list then found else found -> 0 end);
  end loop;
  return arguments - 'byName';
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.with_names(answer kith_api.answer, arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  if arguments #> '{query,include}' ? 'names' then
    answer.body := left(answer.body, -1) || ',"names":' || (kith_private.names_of(array(
        select distinct (id #>> '{}')::uuid from jsonb_path_query(answer.body::jsonb, '$.**.contactIds[*]') id))::jsonb
      || kith_private.names_of_note_types(array(
        select distinct (id #>> '{}')::uuid from jsonb_path_query(answer.body::jsonb, '$.**.noteTypeId') id where id <> 'null')))::text || '}';
  end if;
  return answer;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.with_progress(arguments jsonb, progress jsonb, activity_id uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return arguments || jsonb_build_object('progress', progress
    || jsonb_build_object('isLast', kith_private.is_last_part(arguments), 'activityId', activity_id));
end
$function$;

ALTER FUNCTION "kith_private"."with_progress"(jsonb, jsonb, uuid) OWNER TO "postgres";

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
      or kith_private.may_read(u.conflicts[1] ->> 'resource', u.resource_id, u.network_id));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.without_stop_words(name text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
  return coalesce((
    select string_agg(word, ' ') from regexp_split_to_table(name, '\s+') word
    where lower(word) not in ('a', 'an', 'at', 'from', 'in', 'my', 'of', 'our', 'the', 'with')), name);
end
$function$;

ALTER FUNCTION "kith_private"."without_stop_words"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.words_fit(words text[], names text[])
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return not exists (
    select from unnest(words) word where not exists (
      select from unnest(names) name
      where name = word or char_length(word) > 2 and starts_with(name, word)
        or word ~ '^[\u3400-\u9fff\uac00-\ud7a3]{2,}$' and starts_with(reverse(name), reverse(word))
        or word ~ '^[\u3400-\u9fff]{2,}$' and starts_with(name, word)));
end
$function$;

ALTER FUNCTION "kith_private"."words_fit"(text[], text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.words_of_place(address jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return concat(' ', array_to_string(kith_private.name_words(kith_private.place_of(address)), ' '), ' ');
end
$function$;

ALTER FUNCTION "kith_private"."words_of_place"(jsonb) OWNER TO "postgres";

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
    perform kith_private.link_next_reminders(owner, import);
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
        window ordered as (order by array_position('{profile,network,note_type,contact}'::text[], d.resource), d.number)) r
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

ALTER FUNCTION "kith_private"."write_import_rows"(uuid, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.written_name(written text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  around constant text := E',;"\'<>()[]{}“”„«»‘’，、；（）「」';
  address constant text := substring(written from '\S\s*<([^<>@\s]+@[^<>@\s]+)>\s*$');
  words text[];
begin
  if translate(written, around, '') = written then
    return array[written, null];
  end if;
  words := array(
    select case when word ~ '[[:alpha:]]' then btrim(word, around) else word end
    from regexp_split_to_table(case when address is null then written else left(written, -strpos(reverse(written), '<')) end, '[\s，、；]+')
      with ordinality as given (word, position)
    where btrim(word, around) <> '' order by position);
  return array[coalesce(nullif(array_to_string(words, ' '), ''), written), address];
end
$function$;

ALTER FUNCTION "kith_private"."written_name"(text) OWNER TO "postgres";

ALTER TABLE "kith"."contacts" ADD CONSTRAINT "contacts_department_check" CHECK ((char_length(department) <= 255));

ALTER TABLE "kith"."contacts" ADD CONSTRAINT "contacts_middle_name_check" CHECK ((char_length(middle_name) <= 255));

ALTER TABLE "kith"."contacts" ADD CONSTRAINT "contacts_name_prefix_check" CHECK ((char_length(name_prefix) <= 100));

ALTER TABLE "kith"."contacts" ADD CONSTRAINT "contacts_name_suffix_check" CHECK ((char_length(name_suffix) <= 100));

ALTER TABLE "kith"."contacts" ADD CONSTRAINT "contacts_phonetic_first_name_check" CHECK ((char_length(phonetic_first_name) <= 255));

ALTER TABLE "kith"."contacts" ADD CONSTRAINT "contacts_phonetic_last_name_check" CHECK ((char_length(phonetic_last_name) <= 255));

ALTER TABLE "kith"."contacts" ADD CONSTRAINT "contacts_pronouns_check" CHECK ((char_length(pronouns) <= 100));

ALTER TABLE "kith_private"."calendars" ADD CONSTRAINT "calendars_birthdays_check" CHECK ((birthdays = ANY (ARRAY['all'::text, 'close'::text, 'none'::text])));

ALTER TABLE "kith_private"."log_shares" ADD CONSTRAINT "log_shares_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "kith_private"."stale_contacts" ADD CONSTRAINT "stale_contacts_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES auth.users(id) ON DELETE CASCADE;

CREATE VIEW "kith_api"."api_keys" WITH (security_invoker=true) AS  SELECT k.id,
    row_to_json(shape.*) AS body
   FROM (kith_private.api_keys k
     CROSS JOIN LATERAL ( SELECT k.id,
            k.name,
            k.scopes,
            k.network_ids AS "networkIds",
            k.key_prefix AS "keyPrefix",
            to_char((k.created_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "createdAt",
            to_char((k.updated_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "updatedAt",
            to_char((k.expires_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "expiresAt",
            to_char((k.last_used_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "lastUsedAt",
            kith_private.member_name(k.last_operation) AS "lastOperation",
            kith_private.last_refusal(k.refused_at, k.refused_scopes, k.scopes) AS "lastRefusal",
                CASE
                    WHEN ((k.previous_expires_at > now()) AND ((k.expires_at IS NULL) OR (k.expires_at > now()))) THEN to_char((LEAST(k.previous_expires_at, k.expires_at) AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text)
                    ELSE NULL::text
                END AS "previousKeyExpiresAt") shape)
  WHERE (k.client_id IS NULL);

ALTER VIEW "kith_api"."api_keys" OWNER TO "postgres";

CREATE VIEW "kith_api"."connections" WITH (security_invoker=true) AS  SELECT k.id,
    row_to_json(shape.*) AS body
   FROM (kith_private.api_keys k
     CROSS JOIN LATERAL ( SELECT k.id,
            k.name,
            k.client_id AS "clientId",
            k.redirect_host AS "redirectHost",
            k.scopes,
            k.network_ids AS "networkIds",
            to_char((k.created_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "createdAt",
            to_char((k.updated_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "updatedAt",
            to_char((k.expires_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "expiresAt",
            to_char((k.last_used_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "lastUsedAt",
            kith_private.member_name(k.last_operation) AS "lastOperation",
            kith_private.last_refusal(k.refused_at, k.refused_scopes, k.scopes) AS "lastRefusal") shape)
  WHERE (k.client_id IS NOT NULL);

ALTER VIEW "kith_api"."connections" OWNER TO "postgres";

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

CREATE VIEW "kith_api"."imports" WITH (security_invoker=true) AS  SELECT i.id,
    row_to_json(shape.*) AS body
   FROM (kith_private.imports i
     CROSS JOIN LATERAL ( SELECT i.id,
            i.format,
            i.counts,
            i.dropped,
            i.questions,
            i.photos,
            i.applied_activity_id AS "appliedActivityId",
            to_char((i.applied_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "appliedAt",
            to_char((i.created_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "createdAt",
            to_char(((i.created_at AT TIME ZONE 'UTC'::text) + '24:00:00'::interval), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "expiresAt") shape)
  WHERE (i.created_at > (now() - '24:00:00'::interval));

ALTER VIEW "kith_api"."imports" OWNER TO "postgres";

CREATE VIEW "kith_private"."admin_activity" WITH (security_invoker=true) AS  SELECT s.owner_id,
    a.email,
    s.actor_kind,
    s.actor_id,
    s.actor_name,
    count(*) FILTER (WHERE (s.first_number IS NULL)) AS change_sets,
    (COALESCE(sum(c.changes), (0)::numeric))::bigint AS changes,
    (COALESCE(sum(c.bytes), (0)::numeric))::bigint AS bytes,
    min(s.at) AS first_at,
    max(s.at) AS last_at
   FROM ((kith_private.change_sets s
     JOIN kith_private.accounts() a(owner_id, email, created_at, last_sign_in_at) ON ((a.owner_id = s.owner_id)))
     LEFT JOIN ( SELECT l.owner_id,
            l.set_number,
            count(*) AS changes,
            sum(pg_column_size(l.*)) AS bytes
           FROM kith_private.changes l
          GROUP BY l.owner_id, l.set_number) c ON (((c.owner_id = s.owner_id) AND (c.set_number = s.number))))
  GROUP BY s.owner_id, a.email, s.actor_kind, s.actor_id, s.actor_name;

ALTER VIEW "kith_private"."admin_activity" OWNER TO "postgres";

CREATE VIEW "kith_private"."notes_about" WITH (security_invoker=true) AS  SELECT n.owner_id,
    n.contact_id,
    n.note_type_id,
    n.occurred_at,
    n.created_at,
    n.content,
    n.search_text,
    n.folded_content,
    n.id
   FROM kith.notes n
UNION ALL
 SELECT l.owner_id,
    l.contact_id,
    n.note_type_id,
    l.occurred_at,
    n.created_at,
    n.content,
    n.search_text,
    n.folded_content,
    n.id
   FROM (kith.note_contacts l
     CROSS JOIN LATERAL ( SELECT n_1.note_type_id,
            n_1.created_at,
            n_1.content,
            n_1.search_text,
            n_1.folded_content,
            n_1.id
           FROM kith.notes n_1
          WHERE ((n_1.owner_id = l.owner_id) AND (n_1.id = l.note_id))
         OFFSET 0) n);

ALTER VIEW "kith_private"."notes_about" OWNER TO "postgres";

CREATE VIEW "kith_private"."reminders_about" WITH (security_invoker=true) AS  SELECT r.owner_id,
    r.contact_id,
    r.completed,
    r.due_at,
    r.created_at,
    r.id,
    r.title,
    r.description
   FROM kith.reminders r
UNION ALL
 SELECT l.owner_id,
    l.contact_id,
    r.completed,
    r.due_at,
    r.created_at,
    r.id,
    r.title,
    r.description
   FROM (kith.reminder_contacts l
     CROSS JOIN LATERAL ( SELECT r_1.completed,
            r_1.due_at,
            r_1.created_at,
            r_1.id,
            r_1.title,
            r_1.description
           FROM kith.reminders r_1
          WHERE ((r_1.owner_id = l.owner_id) AND (r_1.id = l.reminder_id))
         OFFSET 0) r);

ALTER VIEW "kith_private"."reminders_about" OWNER TO "postgres";

CREATE VIEW "kith_private"."trash" WITH (security_invoker=true) AS  SELECT d.id,
    d.owner_id,
    d.set_number,
    d."position",
    d.resource,
    d.name,
    s.id AS change_set_id,
    s.at
   FROM (kith_private.deletions d
     CROSS JOIN LATERAL ( SELECT COALESCE(( SELECT f.id
                   FROM kith_private.change_sets f
                  WHERE ((f.owner_id = p.owner_id) AND (f.number = p.first_number))), p.id) AS id,
            p.at
           FROM kith_private.change_sets p
          WHERE ((p.owner_id = d.owner_id) AND (p.number = d.set_number))
         OFFSET 0) s)
  WHERE (NOT d.is_erased);

ALTER VIEW "kith_private"."trash" OWNER TO "postgres";

CREATE INDEX contacts_photo_path_idx ON kith.contacts USING btree (owner_id, photo_path) WHERE (photo_path IS NOT NULL);

CREATE INDEX notes_search_idx ON kith.notes USING btree (owner_id, occurred_at, id) INCLUDE (contact_ids, search_text);

CREATE INDEX change_sets_first_number_idx ON kith_private.change_sets USING btree (owner_id, first_number, number) WHERE (first_number IS NOT NULL);

CREATE INDEX changes_photo_path_idx ON kith_private.changes USING btree (owner_id, ((before ->> 'photo_path'::text))) WHERE ((before ->> 'photo_path'::text) IS NOT NULL);

CREATE INDEX import_rows_photo_path_idx ON kith_private.import_rows USING btree (owner_id, photo_path) WHERE (photo_path IS NOT NULL);

CREATE INDEX photo_uploads_path_idx ON kith_private.photo_uploads USING btree (path);

CREATE TRIGGER kith_delete_rows BEFORE DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION kith_private.delete_rows_first();

CREATE TRIGGER log_change AFTER INSERT OR DELETE ON kith.contact_networks FOR EACH ROW WHEN ((current_setting('kith.deleting_account'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION kith_private.log_change('membership', '{owner_id}');

CREATE TRIGGER erase_answers AFTER DELETE ON kith.contacts FOR EACH ROW WHEN ((current_setting('kith.deleting_account'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION kith_private.erase_answers();

CREATE TRIGGER log_change AFTER INSERT OR DELETE ON kith.contacts FOR EACH ROW WHEN ((current_setting('kith.deleting_account'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION kith_private.log_change('contact', '{last_noted_at,search_text,long_search_text,snoozed_after,sort_name,display_name,birthday_month,last_contacted_at,next_contact_on_utc,active_snooze,owner_id}');

CREATE TRIGGER log_update AFTER UPDATE ON kith.contacts FOR EACH ROW EXECUTE FUNCTION kith_private.log_change('contact', '{last_noted_at,search_text,long_search_text,snoozed_after,sort_name,display_name,birthday_month,last_contacted_at,next_contact_on_utc,active_snooze,owner_id}');

CREATE TRIGGER erase_answers AFTER DELETE ON kith.networks FOR EACH ROW WHEN ((current_setting('kith.deleting_account'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION kith_private.erase_answers();

CREATE TRIGGER log_change AFTER INSERT OR DELETE ON kith.networks FOR EACH ROW WHEN ((current_setting('kith.deleting_account'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION kith_private.log_change('network', '{owner_id}');

CREATE TRIGGER one_line_again BEFORE UPDATE ON kith.networks FOR EACH ROW WHEN (((new.name IS DISTINCT FROM old.name) AND kith_private.has_line_break(new.name))) EXECUTE FUNCTION kith_private.refuse_line_break('name');

CREATE TRIGGER one_line BEFORE INSERT ON kith.networks FOR EACH ROW WHEN (kith_private.has_line_break(new.name)) EXECUTE FUNCTION kith_private.refuse_line_break('name');

CREATE TRIGGER erase_answers AFTER DELETE ON kith.note_types FOR EACH ROW WHEN ((current_setting('kith.deleting_account'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION kith_private.erase_answers();

CREATE TRIGGER log_change AFTER INSERT OR DELETE ON kith.note_types FOR EACH ROW WHEN ((current_setting('kith.deleting_account'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION kith_private.log_change('note_type', '{owner_id}');

CREATE TRIGGER one_line_again BEFORE UPDATE ON kith.note_types FOR EACH ROW WHEN (((new.name IS DISTINCT FROM old.name) AND kith_private.has_line_break(new.name))) EXECUTE FUNCTION kith_private.refuse_line_break('name');

CREATE TRIGGER one_line BEFORE INSERT ON kith.note_types FOR EACH ROW WHEN (kith_private.has_line_break(new.name)) EXECUTE FUNCTION kith_private.refuse_line_break('name');

CREATE TRIGGER erase_answers AFTER DELETE ON kith.notes FOR EACH ROW WHEN ((current_setting('kith.deleting_account'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION kith_private.erase_answers();

CREATE TRIGGER log_change AFTER INSERT OR DELETE ON kith.notes FOR EACH ROW WHEN ((current_setting('kith.deleting_account'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION kith_private.log_change('note', '{contact_id,folded_content,search_text,owner_id}');

CREATE TRIGGER log_update AFTER UPDATE ON kith.notes FOR EACH ROW EXECUTE FUNCTION kith_private.log_change('note', '{contact_id,folded_content,search_text,owner_id}');

CREATE TRIGGER check_new_relationships AFTER INSERT ON kith.relationships REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION kith_private.check_relationships();

CREATE TRIGGER check_relationships AFTER UPDATE ON kith.relationships REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION kith_private.check_relationships();

CREATE TRIGGER check_usage AFTER INSERT ON kith.relationships REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION kith_private.check_usage();

CREATE TRIGGER clean_relationship BEFORE INSERT OR UPDATE ON kith.relationships FOR EACH ROW EXECUTE FUNCTION kith_private.clean_relationship();

CREATE TRIGGER erase_answers AFTER DELETE ON kith.relationships FOR EACH ROW WHEN ((current_setting('kith.deleting_account'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION kith_private.erase_answers();

CREATE TRIGGER keep_related BEFORE INSERT OR UPDATE ON kith.relationships FOR EACH ROW EXECUTE FUNCTION kith_private.keep_related();

CREATE TRIGGER lock_own_log BEFORE INSERT OR DELETE OR UPDATE ON kith.relationships FOR EACH STATEMENT EXECUTE FUNCTION kith_private.lock_own_log();

CREATE TRIGGER log_change AFTER INSERT OR DELETE ON kith.relationships FOR EACH ROW WHEN ((current_setting('kith.deleting_account'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION kith_private.log_change('relationship', '{contact_id,related_contact_id,owner_id}');

CREATE TRIGGER log_update AFTER UPDATE ON kith.relationships FOR EACH ROW EXECUTE FUNCTION kith_private.log_change('relationship', '{contact_id,related_contact_id,owner_id}');

CREATE TRIGGER stamp_change BEFORE UPDATE ON kith.relationships FOR EACH ROW WHEN ((old.* IS DISTINCT FROM new.*)) EXECUTE FUNCTION kith_private.stamp_change();

CREATE TRIGGER erase_answers AFTER DELETE ON kith.reminders FOR EACH ROW WHEN ((current_setting('kith.deleting_account'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION kith_private.erase_answers();

CREATE TRIGGER log_change AFTER INSERT OR DELETE ON kith.reminders FOR EACH ROW WHEN ((current_setting('kith.deleting_account'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION kith_private.log_change('reminder', '{contact_id,owner_id}');

CREATE TRIGGER one_line_again BEFORE UPDATE ON kith.reminders FOR EACH ROW WHEN (((new.title IS DISTINCT FROM old.title) AND kith_private.has_line_break(new.title))) EXECUTE FUNCTION kith_private.refuse_line_break('title');

CREATE TRIGGER one_line BEFORE INSERT ON kith.reminders FOR EACH ROW WHEN (kith_private.has_line_break(new.title)) EXECUTE FUNCTION kith_private.refuse_line_break('title');

CREATE TRIGGER erase_answers AFTER DELETE ON kith_private.api_keys FOR EACH ROW WHEN ((current_setting('kith.deleting_account'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION kith_private.erase_answers();

CREATE TRIGGER refuse_anonymous BEFORE INSERT ON kith_private.api_keys FOR EACH ROW WHEN ((new.client_id IS NOT NULL)) EXECUTE FUNCTION kith_private.refuse_anonymous();

CREATE TRIGGER stamp_change BEFORE UPDATE ON kith_private.api_keys FOR EACH ROW WHEN (((NOT (old.last_used_at IS DISTINCT FROM new.last_used_at)) AND (NOT (old.refused_at IS DISTINCT FROM new.refused_at)) AND (old.* IS DISTINCT FROM new.*))) EXECUTE FUNCTION kith_private.stamp_change();

CREATE TRIGGER erase_answers AFTER DELETE ON kith_private.imports FOR EACH ROW WHEN ((current_setting('kith.deleting_account'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION kith_private.erase_answers();

CREATE POLICY "Limited keys change relationships in their networks" ON "kith"."relationships" AS RESTRICTIVE FOR UPDATE TO "kith_limited" USING ((( SELECT kith_private.has_all_networks() AS has_all_networks) OR ((cardinality(contact_ids) > 0) AND (NOT (EXISTS ( SELECT
   FROM unnest(relationships.contact_ids) about(id)
  WHERE (NOT (EXISTS ( SELECT
           FROM kith.contact_networks m
          WHERE (m.contact_id = about.id)
         OFFSET 0))))))))) WITH CHECK ((( SELECT kith_private.has_scope('contacts:write'::text) AS has_scope) AND (( SELECT kith_private.has_all_networks() AS has_all_networks) OR ((cardinality(contact_ids) > 0) AND (NOT (EXISTS ( SELECT
   FROM unnest(relationships.contact_ids) about(id)
  WHERE (NOT (EXISTS ( SELECT
           FROM kith.contact_networks m
          WHERE (m.contact_id = about.id)
         OFFSET 0))))))))));

CREATE POLICY "Limited keys delete relationships in their networks" ON "kith"."relationships" AS RESTRICTIVE FOR DELETE TO "kith_limited" USING ((( SELECT kith_private.has_scope('contacts:write'::text) AS has_scope) AND (( SELECT kith_private.has_all_networks() AS has_all_networks) OR ((cardinality(contact_ids) > 0) AND (NOT (EXISTS ( SELECT
   FROM unnest(relationships.contact_ids) about(id)
  WHERE (NOT (EXISTS ( SELECT
           FROM kith.contact_networks m
          WHERE (m.contact_id = about.id)
         OFFSET 0))))))))));

CREATE POLICY "Limited keys make relationships in their networks" ON "kith"."relationships" AS RESTRICTIVE FOR INSERT TO "kith_limited" WITH CHECK ((( SELECT kith_private.has_scope('contacts:write'::text) AS has_scope) AND (( SELECT kith_private.has_all_networks() AS has_all_networks) OR ((cardinality(contact_ids) > 0) AND (NOT (EXISTS ( SELECT
   FROM unnest(relationships.contact_ids) about(id)
  WHERE (NOT (EXISTS ( SELECT
           FROM kith.contact_networks m
          WHERE (m.contact_id = about.id)
         OFFSET 0))))))))));

CREATE POLICY "Limited keys read relationships in their networks" ON "kith"."relationships" AS RESTRICTIVE FOR SELECT TO "kith_limited" USING ((( SELECT kith_private.has_scope('contacts:read'::text) AS has_scope) AND (( SELECT kith_private.has_all_networks() AS has_all_networks) OR
CASE
    WHEN ( SELECT kith_private.reads_list() AS reads_list) THEN ((contact_ids[1] IN ( SELECT m.contact_id
       FROM kith.contact_networks m)) AND ((cardinality(contact_ids) < 2) OR ( SELECT bool_and((about.id IN ( SELECT m.contact_id
               FROM kith.contact_networks m))) AS bool_and
       FROM unnest(relationships.contact_ids) about(id))))
    ELSE ((cardinality(contact_ids) > 0) AND (NOT (EXISTS ( SELECT
       FROM unnest(relationships.contact_ids) about(id)
      WHERE (NOT (EXISTS ( SELECT
               FROM kith.contact_networks m
              WHERE (m.contact_id = about.id)
             OFFSET 0)))))))
END)));

CREATE POLICY "No client reaches the shares" ON "kith_private"."log_shares" FOR ALL TO "authenticated" USING (false);

CREATE POLICY "No client reaches the sweep" ON "kith_private"."photo_sweep" FOR ALL TO "authenticated" USING (false);

CREATE POLICY "No client reaches what is to be derived" ON "kith_private"."stale_contacts" FOR ALL TO "authenticated" USING (false);

COMMENT ON COLUMN "kith"."contacts"."department" IS 'At most 255 characters. Within the company.';

COMMENT ON COLUMN "kith"."contacts"."middle_name" IS 'At most 255 characters.';

COMMENT ON COLUMN "kith"."contacts"."name_prefix" IS 'At most 100 characters. Shown before the name, such as a title, and not sorted by.';

COMMENT ON COLUMN "kith"."contacts"."name_suffix" IS 'At most 100 characters. Shown after the name, and not sorted by.';

COMMENT ON COLUMN "kith"."contacts"."phonetic_first_name" IS 'At most 255 characters. How the first name is said; sorted by.';

COMMENT ON COLUMN "kith"."contacts"."phonetic_last_name" IS 'At most 255 characters. How the last name is said; sorted by.';

COMMENT ON COLUMN "kith"."contacts"."pronouns" IS 'At most 100 characters.';

COMMENT ON COLUMN "kith"."contacts"."sort_name" IS 'Derived: "last first", the phonetic ones where they are given, else the nickname or the company.';

COMMENT ON COLUMN "kith"."notes"."folded_content" IS 'Derived: the same where it is too long for search_text; null where the content is all ASCII.';

COMMENT ON COLUMN "kith"."notes"."search_text" IS 'Derived: the content that search reads, without accents and in lower case; null where it is too long for an index entry.';

COMMENT ON COLUMN "kith"."relationships"."contact_id" IS 'The contact; the same as contact_ids[1].';

COMMENT ON COLUMN "kith"."relationships"."contact_ids" IS 'Both contacts, or the one; whichever of these columns is written decides.';

COMMENT ON COLUMN "kith"."relationships"."created_at" IS 'When the relationship was created.';

COMMENT ON COLUMN "kith"."relationships"."ended_on" IS 'Until when.';

COMMENT ON COLUMN "kith"."relationships"."id" IS 'Identifies the relationship.';

COMMENT ON COLUMN "kith"."relationships"."inverse_label" IS 'What the owner calls the contact to the related one, such as brother; at most 50 characters.';

COMMENT ON COLUMN "kith"."relationships"."kind" IS 'What the related one is to the contact: spouse, partner, exPartner, parent, child, grandparent, grandchild, sibling, relative, godparent, godchild, friend, acquaintance, neighbor, housemate, colleague, manager, report, assistant, assisted, mentor, mentee, introducedBy, introduced, emergencyContact, emergencyContactOf or other.';

COMMENT ON COLUMN "kith"."relationships"."label" IS 'What the owner calls it, such as sister; at most 50 characters. One of both labels is required for other.';

COMMENT ON COLUMN "kith"."relationships"."note" IS 'At most 1,000 characters.';

COMMENT ON COLUMN "kith"."relationships"."related_contact_id" IS 'What is related to it, where that is a contact; the same as contact_ids[2]. Not the contact itself.';

COMMENT ON COLUMN "kith"."relationships"."related_name" IS 'Who is related to it, where that is not a contact; at most 255 characters.';

COMMENT ON COLUMN "kith"."relationships"."started_on" IS 'Since when.';

COMMENT ON COLUMN "kith"."relationships"."updated_at" IS 'When the relationship was last changed.';

COMMENT ON COLUMN "kith_private"."api_key_requests"."carddav_at" IS 'When a request of CardDAV was last counted.';

COMMENT ON COLUMN "kith_private"."api_key_requests"."carddav_taken" IS 'How much of the bucket for CardDAV was taken at carddav_at: a request takes one of 12,000, and 20 come back each second.';

COMMENT ON COLUMN "kith_private"."api_keys"."refused_at" IS 'When it last asked for what its scopes do not allow, written at most once a minute.';

COMMENT ON COLUMN "kith_private"."api_keys"."refused_scopes" IS 'The scopes that it lacked then.';

COMMENT ON COLUMN "kith_private"."calendars"."birthdays" IS 'Whose birthdays the feed has: of all, of those who are close (favourites, and those with contact_frequency_days), or of none.';

COMMENT ON COLUMN "kith_private"."change_logs"."purged_bytes" IS 'total_bytes of that change; 0 where the log has begun anew since.';

COMMENT ON COLUMN "kith_private"."change_sets"."first_number" IS 'For a further part of a change set, which a request made in several transactions: the first part, as which clients know all of it.';

COMMENT ON COLUMN "kith_private"."import_rows"."about" IS 'Which contacts a note, reminder or relationship is about, once it is applied.';

COMMENT ON COLUMN "kith_private"."import_rows"."decision" IS 'What applying does with it, until its part is written: create, merge, skip or fail.';

COMMENT ON COLUMN "kith_private"."import_rows"."outcome" IS 'create, merge, skip or fail while its part is written; then created, merged, skipped or failed.';

COMMENT ON COLUMN "kith_private"."import_rows"."relationships" IS 'What others are to a contact, as the file says it there: {kind, label}, with the uid of the other one, a name, or both.';

COMMENT ON COLUMN "kith_private"."imports"."questions" IS 'What the file does not tell, and how it was read: {kind, column, count, examples, readAs, answers}.';

COMMENT ON COLUMN "kith_private"."log_shares"."actor_id" IS 'The API key or connection, which may not exist any more.';

COMMENT ON COLUMN "kith_private"."log_shares"."bytes" IS 'About how many bytes of its changes the log has.';

COMMENT ON COLUMN "kith_private"."log_shares"."owner_id" IS 'Whose log it is.';

COMMENT ON COLUMN "kith_private"."operations"."for_carddav" IS 'Whether it answers CardDAV clients, whose requests have a rate limit of their own.';

COMMENT ON COLUMN "kith_private"."photo_sweep"."is_only_row" IS 'True.';

COMMENT ON COLUMN "kith_private"."photo_sweep"."last_name" IS 'The last path that was looked at; empty where the next sweep begins with the first.';

COMMENT ON COLUMN "kith_private"."photo_sweep"."swept_at" IS 'When the last sweep began.';

COMMENT ON COLUMN "kith_private"."photo_uploads"."photo_path" IS 'Where the upload is copied to while it is being attached.';

COMMENT ON COLUMN "kith_private"."quotas"."name" IS 'A table of schema kith: its rows; merged_contacts: ids that lead to other contacts; photo_bytes: the sum of its photos'' sizes, of those that can be restored and of paths that can still be uploaded to included; uploads: those that are not attached to a contact; log_days: for how many days changes are kept; log_bytes: beyond it older changes are deleted sooner; an API key or connection may fill a quarter.';

COMMENT ON COLUMN "kith_private"."stale_contacts"."after_id" IS 'Its contacts with greater ids are left.';

COMMENT ON COLUMN "kith_private"."stale_contacts"."name" IS 'The column.';

COMMENT ON COLUMN "kith_private"."stale_contacts"."owner_id" IS 'The account.';

COMMENT ON FUNCTION "kith_api"."attach_photo"(jsonb) IS 'Changes a contact and gives it the photo that was copied and checked.';

COMMENT ON FUNCTION "kith_api"."bulk_reminders"(jsonb) IS 'Creates, updates and deletes reminders; all of them, or with partial those that can be.';

COMMENT ON FUNCTION "kith_api"."change_contacts"(jsonb) IS 'Changes or deletes some contacts, all or none. Answers how many, the first twenty, and the networks they were added to or removed from.';

COMMENT ON FUNCTION "kith_api"."change_reminders"(jsonb) IS 'Changes, moves or deletes some reminders, all or none. Answers how many, and the first twenty as they are now.';

COMMENT ON FUNCTION "kith_api"."create_contact"(jsonb) IS 'Creates a contact. refuseDuplicates: refuses one with the name, an e-mail address or a phone number of another one.';

COMMENT ON FUNCTION "kith_api"."create_import"(jsonb) IS 'Keeps what was read from a file as a preview, and finds what is there already. Body: format, dropped, questions, and rows; the answer also has uploads, the paths of photos by the number of their row.';

COMMENT ON FUNCTION "kith_api"."create_relationship"(jsonb) IS 'Creates a relationship.';

COMMENT ON FUNCTION "kith_api"."dav_book"(jsonb) IS 'The account as addresses have it, and withTag the tag of its address book. Another account is not found.';

COMMENT ON FUNCTION "kith_api"."dav_list"(jsonb) IS 'A page of all cards. after: where it begins. Another account is not found.';

COMMENT ON FUNCTION "kith_api"."dav_read"(jsonb) IS 'A page of the named cards (ids) that there are. after: where it begins. Another account is not found.';

COMMENT ON FUNCTION "kith_api"."delete_contact"(jsonb) IS 'Deletes a contact; its notes and reminders stay, without a contact. Query: withNotes, to delete notes about nobody else too.';

COMMENT ON FUNCTION "kith_api"."delete_me"(jsonb) IS 'Deletes the account; 202 and the paths of its photos while there are any, or while it has many rows or a large log of changes.';

COMMENT ON FUNCTION "kith_api"."delete_relationship"(jsonb) IS 'Deletes a relationship.';

COMMENT ON FUNCTION "kith_api"."export_account"(jsonb) IS 'A page of an export of everything. Query: rows, after, startAt.';

COMMENT ON FUNCTION "kith_api"."export_contacts"(jsonb) IS 'A page of an export of contacts, after the networks. Query: the filters of list_contacts, format, rows, after, startAt.';

COMMENT ON FUNCTION "kith_api"."get_contact"(jsonb) IS 'One contact. Query: include (notes, reminders, networks, relationships, names). onlyReadable: what the API key may not read is left out, and not refused.';

COMMENT ON FUNCTION "kith_api"."get_relationship"(jsonb) IS 'One relationship, as it was written.';

COMMENT ON FUNCTION "kith_api"."list_contacts"(jsonb) IS 'A page of contacts. Query: search, ids, networkId, hasEmail, hasPhone, company, place, isFavorite, isArchived, needsContact, nextContactBefore, lastContactedBefore, birthdayMonth, fields, sort, page, pageSize.';

COMMENT ON FUNCTION "kith_api"."list_notes"(jsonb) IS 'A page of notes, newest first. Query: search (alternatives between OR), contactId, noteTypeId, from and to (local days, both inclusive), fields, sort, page, pageSize.';

COMMENT ON FUNCTION "kith_api"."list_relationships"(jsonb) IS 'A page of relationships; with contactId as seen from that contact, otherwise as they were written. Query: contactId, kind, sort, page, pageSize.';

COMMENT ON FUNCTION "kith_api"."list_reminders"(jsonb) IS 'A page of reminders, open ones before completed ones, soonest first. Query: search, contactId, completed, hasDueAt, dueAfter and dueBefore (instants or local days), fields, sort, page, pageSize.';

COMMENT ON FUNCTION "kith_api"."prepare_photo"(jsonb) IS 'Checks a change of a contact that attaches a photo and reserves the path to copy the upload to.';

COMMENT ON FUNCTION "kith_api"."update_calendar"(jsonb) IS 'Changes what the calendar feed has.';

COMMENT ON FUNCTION "kith_api"."update_relationship"(jsonb) IS 'Changes a relationship.';

COMMENT ON TABLE "kith"."relationships" IS 'What people are to each other: each row says what a second one is to a contact.';

COMMENT ON TABLE "kith_private"."log_shares" IS 'How much of a log each API key and connection has written.';

COMMENT ON TABLE "kith_private"."photo_sweep" IS 'How far the sweep of the bucket, which removes files that no row names, has come: one row.';

COMMENT ON TABLE "kith_private"."photo_uploads" IS 'Paths that clients may upload a photo to. A sweep deletes those that were attached three hours after they were created, and others after a day.';

COMMENT ON TABLE "kith_private"."stale_contacts" IS 'Accounts with contacts of which a derived column is to be derived again.';

COMMENT ON TYPE "kith_private"."contact_search" IS 'Which contacts a list, an export or a change is about: a query, and what was derived from it.';

COMMENT ON TYPE "kith_private"."folded_network" IS 'A network and its folded name.';

COMMENT ON TYPE "kith_private"."name_search" IS 'A search as names are compared with it: whole with a space before it, its first word, and the LIKE pattern of the beginning of each word.';

COMMENT ON TYPE "kith_private"."noted_word" IS 'The contacts of the notes that have a word.';

COMMENT ON TYPE "kith_private"."undo_portion" IS 'Some changes, in the order in which they are undone; the last of them, null where none are left; and positions of changes before it that come later.';

COMMENT ON VIEW "kith_api"."api_keys" IS 'API keys as the API shows them.';

COMMENT ON VIEW "kith_api"."connections" IS 'Connections as the API shows them.';

COMMENT ON VIEW "kith_api"."contacts" IS 'Contacts as the API shows them.';

COMMENT ON VIEW "kith_api"."imports" IS 'Imports as the API shows them, until they expire.';

COMMENT ON VIEW "kith_private"."admin_activity" IS 'How much each actor has written for each owner, as far as the log is kept. bytes: of the changes, without indexes.';

COMMENT ON VIEW "kith_private"."notes_about" IS 'Notes, once for each contact that they are about.';

COMMENT ON VIEW "kith_private"."reminders_about" IS 'Reminders, once for each contact that they are about.';

COMMENT ON VIEW "kith_private"."trash" IS 'What was deleted and can come back.';

REVOKE ALL ON FUNCTION "kith_api"."bulk_reminders"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."bulk_reminders"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."change_reminders"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."change_reminders"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."create_relationship"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."create_relationship"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."dav_book"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."dav_book"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."dav_list"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."dav_list"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."dav_read"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."dav_read"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."delete_relationship"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."delete_relationship"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."get_relationship"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."get_relationship"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."list_relationships"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."list_relationships"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."update_calendar"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."update_calendar"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."update_relationship"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."update_relationship"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."about_in_words"(uuid, text, text, kith_private.net_change[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."about_in_words"(uuid, text, text, kith_private.net_change[]) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."activity_id"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."activity_id"() TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."all_found"(jsonb, regclass, text[], text, anyelement, bigint, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."all_found"(jsonb, regclass, text[], text, anyelement, bigint, text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."answer_part"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."answer_part"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."answer_undo"(bigint[], jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."answer_undo"(bigint[], jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."batches_to_undo"(kith_private.changes[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."book_tag"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."book_tag"() TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."bulk"(text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."bulk"(text, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."calling_code_of"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."calling_code_of"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."calling_codes"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."calling_codes"() TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."candidates"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."candidates"(uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."card_ids"(uuid[], uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."card_ids"(uuid[], uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."card_page"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."card_page"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."change_groups"(uuid, bigint[], kith_private.net_change[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."change_groups"(uuid, bigint[], kith_private.net_change[]) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."change_set_body"(kith_private.change_sets, integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."change_set_body"(kith_private.change_sets, integer, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."change_summary"(uuid, bigint[], text, boolean, kith_private.change_group[], kith_private.net_change[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."change_summary"(uuid, bigint[], text, boolean, kith_private.change_group[], kith_private.net_change[]) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."changes_body"(kith_private.change_sets, integer, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."changes_body"(kith_private.change_sets, integer, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."check_dav_account"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."check_dav_account"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."check_deletions"(text, jsonb, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."check_deletions"(text, jsonb, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."check_import_photos"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."check_import_photos"() TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."check_import_quotas"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."check_import_quotas"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."check_new_texts"(kith.contacts, kith.contacts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."check_new_texts"(kith.contacts, kith.contacts) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."check_photo_bytes"(uuid, bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."check_relationships"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."check_upload_quotas"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."city_name"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."city_name"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."clean_recurrence"(text, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."clean_relationship"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."contact_patterns"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."contact_patterns"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."contacts_called"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."contacts_called"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."contacts_in_notes"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."contacts_in_notes"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."contacts_like"(text, kith_private.folded_network[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."contacts_like"(text, kith_private.folded_network[]) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."contacts_of_import"(uuid, uuid, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."continue_change_set"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."continue_change_set"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."count_request"(uuid, boolean, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."count_share"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."country_name"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."country_name"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."dav_account"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."dav_account"() TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."decide_relationships"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."deed_in_words"(uuid, kith_private.change_group, kith_private.net_change[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."deed_in_words"(uuid, kith_private.change_group, kith_private.net_change[]) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."delete_credentials"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."delete_credentials"() TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."delete_notes_of"(uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."delete_notes_of"(uuid, timestamp with time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."delete_own_rows"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."delete_own_rows"() TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."delete_rows_first"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."delete_rows_of"(uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."derive_last_noted_of"(uuid, kith_private.changes[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."derive_search_texts"(uuid, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."derive_stale_contacts"(uuid, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."each_once"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."each_once"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."end_of_part"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."end_of_part"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."excerpt"(text, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."excerpt"(text, text, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."export_end"(text[], kith_private.contact_search, jsonb, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."export_end"(text[], kith_private.contact_search, jsonb, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."export_ids"(text, kith_private.contact_search, uuid, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."export_ids"(text, kith_private.contact_search, uuid, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."export_lines"(text, uuid[], boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."export_lines"(text, uuid[], boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."export_page"(text[], kith_private.contact_search, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."export_page"(text[], kith_private.contact_search, jsonb, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."find_by_name"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."find_by_name"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."find_page"(jsonb, regclass, text[], text, anyelement, boolean, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."find_page"(jsonb, regclass, text[], text, anyelement, boolean, text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."folded_networks"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."folded_networks"() TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."forget_progress"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."has_foreign_dependents"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."has_line_break"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."has_line_break"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."has_odd_items"(jsonb, jsonb, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."has_odd_items"(jsonb, jsonb, jsonb, jsonb) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."has_share"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."import_relationships"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."insert_row"(kith.relationships) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."insert_row"(kith.relationships) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."inverse_kind"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."inverse_kind"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."is_active"(uuid, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."is_in_place"(jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."is_in_place"(jsonb, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."is_last_part"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."is_last_part"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."is_nameless"(text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."is_nameless"(text, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."is_same_value"(jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."keep_related"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."last_refusal"(timestamp with time zone, text[], text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."last_refusal"(timestamp with time zone, text[], text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."limit_stored_answers"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."listed_contacts"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."listed_contacts"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."logged_name"(uuid, text, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."logged_name"(uuid, text, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."longest_lists"(kith_private.contact_search) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."longest_lists"(kith_private.contact_search) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."mark_stale"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."matches_in"(uuid[], kith_private.contact_search) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."matches_in"(uuid[], kith_private.contact_search) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."matches_in_notes"(uuid[], integer[], text[], jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."matches_in_notes"(uuid[], integer[], text[], jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."may_read"(text, uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."members_in_words"(uuid, kith_private.change_group, kith_private.net_change[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."members_in_words"(uuid, kith_private.change_group, kith_private.net_change[]) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."merge_in_words"(uuid, bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."merge_in_words"(uuid, bigint[]) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."missing_day"(timestamp without time zone, timestamp without time zone, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."missing_day"(timestamp without time zone, timestamp without time zone, text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."move_relationships"(uuid, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."move_relationships"(uuid, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."move_to_contact"(uuid, uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."move_to_contact"(uuid, uuid, timestamp with time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."moved_body"(uuid, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."moved_body"(uuid, text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."moves_summary"(uuid, kith_private.net_change[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."moves_summary"(uuid, kith_private.net_change[]) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."name_fits"(text[], text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."name_fits"(text[], text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."name_words"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."name_words"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."named_in_words"(uuid, text, uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."named_in_words"(uuid, text, uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."named_networks"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."named_networks"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."named_words"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."named_words"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."names_of_note_types"(uuid[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."names_of_note_types"(uuid[]) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."net_changes"(uuid, bigint[], uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."net_changes"(uuid, bigint[], uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."net_fields"(uuid, bigint[], kith_private.net_change) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."net_fields"(uuid, bigint[], kith_private.net_change) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."networks_matching_words"(jsonb, kith_private.folded_network[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."networks_matching_words"(jsonb, kith_private.folded_network[]) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."next_portion"(uuid, bigint[], kith_private.undo_portion) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."note_condition"(text, regclass) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."note_condition"(text, regclass) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."note_type_named"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."note_type_named"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."number_of"(jsonb, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."number_of"(jsonb, text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."number_patterns"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."number_patterns"(text, text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."numbers_of"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."numbers_of"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."part_rows"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."part_rows"() TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."part_time"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."part_time"() TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."parts_of"(kith_private.change_sets) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."parts_of"(kith_private.change_sets) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."phone_digits"(text, text, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."phone_digits"(text, text, integer) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."photos_to_remove"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."place_of"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."place_of"(jsonb) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."place_patterns"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."place_patterns"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."plain_parts"(jsonb, date) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."purge_changes"(uuid, timestamp with time zone, bigint, bigint, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."purge_logs"(uuid, bigint, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."read_contact_filters"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."read_contact_filters"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."read_reminder_filters"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."read_reminder_filters"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."record_refusal"(uuid, text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."refuse_anonymous"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."refuse_line_break"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."related_to_contact"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."related_to_contact"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."relationship_key"(uuid, uuid, text, text, text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."relationship_key"(uuid, uuid, text, text, text, text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."relationship_sentence"(text, text, text, text, text, boolean) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."relationship_sentence"(text, text, text, text, text, boolean) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."relationship_totals"(uuid, uuid[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."relationships_of_contact"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."relationships_of_contact"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."release"(regclass, uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."release"(regclass, uuid, timestamp with time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."reminders_of"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."reminders_of"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."reminders_to_change"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."reminders_to_change"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."row_of"(jsonb, kith.relationships) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."row_of"(jsonb, kith.relationships) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."search_columns"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."search_columns"(text) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."search_condition"(jsonb, jsonb, kith_private.noted_word[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."search_condition"(jsonb, jsonb, kith_private.noted_word[], text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."search_rank"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."search_rank"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."searched_texts"(kith.contacts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."searched_texts"(kith.contacts) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."shown_name"(kith.contacts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."shown_name"(kith.contacts) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."trimmed"(kith.relationships) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."trimmed"(kith.relationships) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."undo_change_sets"(bigint[], timestamp with time zone, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."undo_change_sets"(bigint[], timestamp with time zone, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."unite_contacts"(kith.contacts, uuid, kith.contacts, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."unite_contacts"(kith.contacts, uuid, kith.contacts, text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."united_phones"(jsonb, jsonb, text) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "kith_private"."united_phones"(jsonb, jsonb, text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."unknown_related"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."unknown_related"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."unnamed_photos"(text[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."update_row"(kith.relationships) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."update_row"(kith.relationships) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."with_progress"(jsonb, jsonb, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."without_stop_words"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."without_stop_words"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."words_fit"(text[], text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."words_fit"(text[], text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."words_of_place"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."words_of_place"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."write_import_rows"(uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."write_import_rows"(uuid, timestamp with time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."written_name"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."written_name"(text) TO "authenticated";

REVOKE ALL ("department") ON TABLE "kith"."contacts" FROM "authenticated";

GRANT INSERT ("department"), SELECT ("department"), UPDATE ("department") ON TABLE "kith"."contacts" TO "authenticated";

REVOKE ALL ("middle_name") ON TABLE "kith"."contacts" FROM "authenticated";

GRANT INSERT ("middle_name"), SELECT ("middle_name"), UPDATE ("middle_name") ON TABLE "kith"."contacts" TO "authenticated";

REVOKE ALL ("name_prefix") ON TABLE "kith"."contacts" FROM "authenticated";

GRANT INSERT ("name_prefix"), SELECT ("name_prefix"), UPDATE ("name_prefix") ON TABLE "kith"."contacts" TO "authenticated";

REVOKE ALL ("name_suffix") ON TABLE "kith"."contacts" FROM "authenticated";

GRANT INSERT ("name_suffix"), SELECT ("name_suffix"), UPDATE ("name_suffix") ON TABLE "kith"."contacts" TO "authenticated";

REVOKE ALL ("phonetic_first_name") ON TABLE "kith"."contacts" FROM "authenticated";

GRANT INSERT ("phonetic_first_name"), SELECT ("phonetic_first_name"), UPDATE ("phonetic_first_name") ON TABLE "kith"."contacts" TO "authenticated";

REVOKE ALL ("phonetic_last_name") ON TABLE "kith"."contacts" FROM "authenticated";

GRANT INSERT ("phonetic_last_name"), SELECT ("phonetic_last_name"), UPDATE ("phonetic_last_name") ON TABLE "kith"."contacts" TO "authenticated";

REVOKE ALL ("pronouns") ON TABLE "kith"."contacts" FROM "authenticated";

GRANT INSERT ("pronouns"), SELECT ("pronouns"), UPDATE ("pronouns") ON TABLE "kith"."contacts" TO "authenticated";

REVOKE ALL ("search_text") ON TABLE "kith"."notes" FROM "authenticated";

GRANT SELECT ("search_text") ON TABLE "kith"."notes" TO "authenticated";

GRANT INSERT ("contact_ids"), SELECT ("contact_ids"), UPDATE ("contact_ids") ON TABLE "kith"."relationships" TO "authenticated";

GRANT INSERT ("contact_id"), SELECT ("contact_id"), UPDATE ("contact_id") ON TABLE "kith"."relationships" TO "authenticated";

GRANT SELECT ("created_at") ON TABLE "kith"."relationships" TO "authenticated";

GRANT INSERT ("ended_on"), SELECT ("ended_on"), UPDATE ("ended_on") ON TABLE "kith"."relationships" TO "authenticated";

GRANT SELECT ("id") ON TABLE "kith"."relationships" TO "authenticated";

GRANT INSERT ("inverse_label"), SELECT ("inverse_label"), UPDATE ("inverse_label") ON TABLE "kith"."relationships" TO "authenticated";

GRANT INSERT ("kind"), SELECT ("kind"), UPDATE ("kind") ON TABLE "kith"."relationships" TO "authenticated";

GRANT INSERT ("label"), SELECT ("label"), UPDATE ("label") ON TABLE "kith"."relationships" TO "authenticated";

GRANT INSERT ("note"), SELECT ("note"), UPDATE ("note") ON TABLE "kith"."relationships" TO "authenticated";

GRANT INSERT ("related_contact_id"), SELECT ("related_contact_id"), UPDATE ("related_contact_id") ON TABLE "kith"."relationships" TO "authenticated";

GRANT INSERT ("related_name"), SELECT ("related_name"), UPDATE ("related_name") ON TABLE "kith"."relationships" TO "authenticated";

GRANT INSERT ("started_on"), SELECT ("started_on"), UPDATE ("started_on") ON TABLE "kith"."relationships" TO "authenticated";

GRANT SELECT ("updated_at") ON TABLE "kith"."relationships" TO "authenticated";

GRANT DELETE ON TABLE "kith"."relationships" TO "authenticated";

GRANT DELETE, INSERT, MAINTAIN, REFERENCES, SELECT, TRIGGER, TRUNCATE, UPDATE ON TABLE "kith"."relationships" TO "service_role";

REVOKE ALL ("refused_at") ON TABLE "kith_private"."api_keys" FROM "authenticated";

GRANT SELECT ("refused_at") ON TABLE "kith_private"."api_keys" TO "authenticated";

REVOKE ALL ("refused_scopes") ON TABLE "kith_private"."api_keys" FROM "authenticated";

GRANT SELECT ("refused_scopes") ON TABLE "kith_private"."api_keys" TO "authenticated";

REVOKE ALL ("birthdays") ON TABLE "kith_private"."calendars" FROM "authenticated";

GRANT SELECT ("birthdays"), UPDATE ("birthdays") ON TABLE "kith_private"."calendars" TO "authenticated";

REVOKE ALL ("decision") ON TABLE "kith_private"."import_rows" FROM "authenticated";

GRANT UPDATE ("decision") ON TABLE "kith_private"."import_rows" TO "authenticated";

REVOKE ALL ("relationships") ON TABLE "kith_private"."import_rows" FROM "authenticated";

GRANT INSERT ("relationships") ON TABLE "kith_private"."import_rows" TO "authenticated";

REVOKE ALL ("questions") ON TABLE "kith_private"."imports" FROM "authenticated";

GRANT INSERT ("questions") ON TABLE "kith_private"."imports" TO "authenticated";

GRANT SELECT ON TABLE "kith_api"."api_keys" TO "authenticated";

GRANT SELECT ON TABLE "kith_api"."connections" TO "authenticated";

GRANT SELECT ON TABLE "kith_api"."contacts" TO "authenticated";

GRANT SELECT ON TABLE "kith_api"."imports" TO "authenticated";

GRANT SELECT ON TABLE "kith_private"."admin_activity" TO "service_role";

GRANT SELECT ON TABLE "kith_private"."notes_about" TO "authenticated";

GRANT SELECT ON TABLE "kith_private"."reminders_about" TO "authenticated";

GRANT SELECT ON TABLE "kith_private"."trash" TO "authenticated";

ALTER TABLE "kith"."relationships" ADD CONSTRAINT "relationships_contact_id_fkey" FOREIGN KEY (owner_id, contact_id) REFERENCES kith.contacts(owner_id, id) ON DELETE CASCADE;

ALTER TABLE "kith"."relationships" ADD CONSTRAINT "relationships_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "kith"."relationships" ADD CONSTRAINT "relationships_related_contact_id_fkey" FOREIGN KEY (owner_id, related_contact_id) REFERENCES kith.contacts(owner_id, id) ON DELETE CASCADE;

CREATE VIEW "kith_private"."relationship_ends" WITH (security_invoker=true) AS  SELECT r.owner_id,
    r.id,
    r.contact_id,
    r.related_contact_id,
    r.related_name,
    r.kind,
    r.label,
    r.inverse_label,
    r.started_on,
    r.ended_on,
    r.note,
    r.created_at,
    r.updated_at,
    r.contact_ids,
    false AS is_turned
   FROM kith.relationships r
UNION ALL
 SELECT r.owner_id,
    r.id,
    r.related_contact_id AS contact_id,
    r.contact_id AS related_contact_id,
    NULL::text AS related_name,
    kith_private.inverse_kind(r.kind) AS kind,
    r.inverse_label AS label,
    r.label AS inverse_label,
    r.started_on,
    r.ended_on,
    r.note,
    r.created_at,
    r.updated_at,
    r.contact_ids,
    true AS is_turned
   FROM kith.relationships r
  WHERE (r.related_contact_id IS NOT NULL);

ALTER VIEW "kith_private"."relationship_ends" OWNER TO "postgres";

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
            kith_private.relationship_sentence(( SELECT COALESCE(c.display_name, c.first_name) AS "coalesce"
                   FROM kith.contacts c
                  WHERE ((c.owner_id = s.owner_id) AND (c.id = s.contact_id))), COALESCE(s.related_name, ( SELECT COALESCE(c.display_name, c.first_name) AS "coalesce"
                   FROM kith.contacts c
                  WHERE ((c.owner_id = s.owner_id) AND (c.id = s.related_contact_id)))), s.kind, s.label, s.inverse_label, COALESCE((s.ended_on <= ( SELECT kith_private.today() AS today)), false)) AS sentence,
            to_char((s.created_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "createdAt",
            to_char((s.updated_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "updatedAt") shape);

CREATE VIEW "kith_api"."relationships" WITH (security_invoker=true) AS  SELECT id,
    body
   FROM kith_private.relationship_sides s
  WHERE (NOT is_turned);

ALTER VIEW "kith_api"."relationships" OWNER TO "postgres";

ALTER VIEW "kith_private"."relationship_sides" OWNER TO "postgres";

CREATE VIEW "kith_private"."relationships_about" WITH (security_invoker=true) AS  SELECT owner_id,
    contact_id,
    id
   FROM kith_private.relationship_ends r;

ALTER VIEW "kith_private"."relationships_about" OWNER TO "postgres";

CREATE VIEW "kith_private"."resources_about" WITH (security_invoker=true) AS  SELECT notes.owner_id,
    'note'::text AS resource,
    notes.id,
    notes.contact_ids
   FROM kith.notes
UNION ALL
 SELECT relationships.owner_id,
    'relationship'::text AS resource,
    relationships.id,
    relationships.contact_ids
   FROM kith.relationships
UNION ALL
 SELECT reminders.owner_id,
    'reminder'::text AS resource,
    reminders.id,
    reminders.contact_ids
   FROM kith.reminders;

ALTER VIEW "kith_private"."resources_about" OWNER TO "postgres";

CREATE VIEW "kith_private"."uses_of_contacts" WITH (security_invoker=true) AS  SELECT notes_about.owner_id,
    'note'::text AS resource,
    notes_about.id,
    notes_about.contact_id
   FROM kith_private.notes_about
UNION ALL
 SELECT relationships_about.owner_id,
    'relationship'::text AS resource,
    relationships_about.id,
    relationships_about.contact_id
   FROM kith_private.relationships_about
UNION ALL
 SELECT reminders_about.owner_id,
    'reminder'::text AS resource,
    reminders_about.id,
    reminders_about.contact_id
   FROM kith_private.reminders_about;

ALTER VIEW "kith_private"."uses_of_contacts" OWNER TO "postgres";

CREATE INDEX relationships_contact_id_idx ON kith.relationships USING btree (owner_id, contact_id, created_at, id);

CREATE INDEX relationships_created_at_idx ON kith.relationships USING btree (owner_id, created_at, id) INCLUDE (contact_ids);

CREATE INDEX relationships_related_contact_id_idx ON kith.relationships USING btree (owner_id, related_contact_id, created_at, id);

CREATE POLICY "Owners reach their relationships" ON "kith"."relationships" FOR ALL TO "authenticated" USING ((( SELECT kith_private.owner_id() AS owner_id) = owner_id));

COMMENT ON COLUMN "kith"."relationships"."owner_id" IS 'Whose relationship it is.';

COMMENT ON VIEW "kith_api"."relationships" IS 'Relationships as the API shows them, as they were written.';

COMMENT ON VIEW "kith_private"."relationship_ends" IS 'Relationships, each from both sides.';

COMMENT ON VIEW "kith_private"."relationship_sides" IS 'Relationships as the API shows them, each from both sides.';

COMMENT ON VIEW "kith_private"."relationships_about" IS 'Relationships, once for each contact that they are about.';

COMMENT ON VIEW "kith_private"."resources_about" IS 'The resources that are about contacts, and about which.';

COMMENT ON VIEW "kith_private"."uses_of_contacts" IS 'The same, once for each contact.';

GRANT INSERT ("owner_id"), SELECT ("owner_id") ON TABLE "kith"."relationships" TO "authenticated";

GRANT SELECT ON TABLE "kith_api"."relationships" TO "authenticated";

GRANT SELECT ON TABLE "kith_private"."relationship_ends" TO "authenticated", "service_role";

GRANT SELECT ON TABLE "kith_private"."relationship_sides" TO "authenticated";

GRANT SELECT ON TABLE "kith_private"."relationships_about" TO "authenticated", "service_role";

GRANT SELECT ON TABLE "kith_private"."resources_about" TO "authenticated";

GRANT SELECT ON TABLE "kith_private"."uses_of_contacts" TO "authenticated";

ALTER TABLE "kith"."relationships" ADD CONSTRAINT "relationships_inverse_label_check" CHECK (((char_length(inverse_label) <= 50) AND (NOT kith_private.has_line_break(inverse_label))));

ALTER TABLE "kith"."relationships" ADD CONSTRAINT "relationships_kind_check" CHECK ((kith_private.inverse_kind(kind) IS NOT NULL));

ALTER TABLE "kith"."relationships" ADD CONSTRAINT "relationships_label_check" CHECK (((char_length(label) <= 50) AND (NOT kith_private.has_line_break(label))));

ALTER TABLE "kith"."relationships" ADD CONSTRAINT "relationships_related_name_check" CHECK (((char_length(related_name) <= 255) AND (NOT kith_private.has_line_break(related_name))));

CREATE UNIQUE INDEX relationships_pair_key ON kith.relationships USING btree (owner_id, kith_private.relationship_key(contact_id, related_contact_id, related_name, kind, label, inverse_label));

alter index kith.relationships_pair_key alter column 2 set statistics 0;

alter table kith.contacts alter column department set statistics 0;

alter table kith.contacts alter column middle_name set statistics 0;

alter table kith.contacts alter column name_prefix set statistics 0;

alter table kith.contacts alter column name_suffix set statistics 0;

alter table kith.contacts alter column phonetic_first_name set statistics 0;

alter table kith.contacts alter column phonetic_last_name set statistics 0;

alter table kith.contacts alter column pronouns set statistics 0;

alter table kith.notes alter column search_text set statistics 0;

alter table kith.relationships alter column contact_id set statistics 0;

alter table kith.relationships alter column contact_ids set statistics 0;

alter table kith.relationships alter column created_at set statistics 0;

alter table kith.relationships alter column ended_on set statistics 0;

alter table kith.relationships alter column id set statistics 0;

alter table kith.relationships alter column inverse_label set statistics 0;

alter table kith.relationships alter column kind set statistics 0;

alter table kith.relationships alter column label set statistics 0;

alter table kith.relationships alter column note set statistics 0;

alter table kith.relationships alter column owner_id set statistics 0;

alter table kith.relationships alter column related_contact_id set statistics 0;

alter table kith.relationships alter column related_name set statistics 0;

alter table kith.relationships alter column started_on set statistics 0;

alter table kith.relationships alter column updated_at set statistics 0;

insert into kith_private.operations (name, resource, verb, scopes, writes, needs_access_token, needs_calendar_secret, needs_all_networks, tagged, read_by, locked_table, locked_column, step_of, replay_check, for_carddav)
select name, resource, verb, scopes, writes, needs_access_token, needs_calendar_secret, needs_all_networks, tagged, read_by, locked_table, locked_column, step_of, replay_check, for_carddav from jsonb_populate_recordset(null::kith_private.operations, '[{"name": "add_network_contact", "verb": "add", "scopes": ["contacts:write", "networks:read"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "resource": "network", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "apply_import", "verb": "apply", "scopes": ["contacts:write", "networks:write", "notes:write"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "resource": "import", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "attach_photo", "verb": "update", "scopes": ["contacts:write"], "tagged": true, "writes": true, "read_by": "get_contact", "step_of": "update_contact", "resource": "contact", "locks_log": true, "for_carddav": false, "locked_table": "kith.contacts", "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "bulk_contacts", "verb": "bulk", "scopes": ["contacts:write"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "resource": "contact", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "bulk_reminders", "verb": "bulk", "scopes": ["reminders:write"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "resource": "reminder", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "change_contacts", "verb": "bulk", "scopes": ["contacts:write"], "tagged": false, "writes": true, "read_by": null, "step_of": "bulk_contacts", "resource": "contact", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "change_reminders", "verb": "bulk", "scopes": ["reminders:write"], "tagged": false, "writes": true, "read_by": null, "step_of": "bulk_reminders", "resource": "reminder", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "create_api_key", "verb": "create", "scopes": [], "tagged": true, "writes": true, "read_by": null, "step_of": null, "resource": "api_key", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "create_calendar", "verb": "create", "scopes": [], "tagged": false, "writes": true, "read_by": null, "step_of": null, "resource": "me", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "create_connection", "verb": "create", "scopes": [], "tagged": true, "writes": true, "read_by": null, "step_of": null, "resource": "connection", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "create_contact", "verb": "create", "scopes": ["contacts:write"], "tagged": true, "writes": true, "read_by": null, "step_of": null, "resource": "contact", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "create_import", "verb": "create", "scopes": ["contacts:write", "networks:write", "notes:write"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "resource": "import", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "create_network", "verb": "create", "scopes": ["networks:write"], "tagged": true, "writes": true, "read_by": null, "step_of": null, "resource": "network", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "create_note_type", "verb": "create", "scopes": ["notes:write"], "tagged": true, "writes": true, "read_by": null, "step_of": null, "resource": "note_type", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "create_note_with_reminder", "verb": "create", "scopes": ["notes:write", "reminders:write"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "resource": "note", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "create_note", "verb": "create", "scopes": ["notes:write"], "tagged": true, "writes": true, "read_by": null, "step_of": null, "resource": "note", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "create_photo_upload", "verb": "create", "scopes": ["contacts:write"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "resource": "contact", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": "is_upload_unused", "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "create_relationship", "verb": "create", "scopes": ["contacts:write"], "tagged": true, "writes": true, "read_by": null, "step_of": null, "resource": "relationship", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "create_reminder", "verb": "create", "scopes": ["reminders:write"], "tagged": true, "writes": true, "read_by": null, "step_of": null, "resource": "reminder", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "dav_book", "verb": "get", "scopes": ["contacts:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "resource": "contact", "locks_log": false, "for_carddav": true, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "dav_list", "verb": "list", "scopes": ["contacts:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "resource": "contact", "locks_log": false, "for_carddav": true, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "dav_read", "verb": "get", "scopes": ["contacts:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "resource": "contact", "locks_log": false, "for_carddav": true, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "delete_api_key", "verb": "delete", "scopes": [], "tagged": false, "writes": true, "read_by": "get_api_key", "step_of": null, "resource": "api_key", "locks_log": false, "for_carddav": false, "locked_table": "kith_private.api_keys", "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "delete_calendar", "verb": "delete", "scopes": [], "tagged": false, "writes": true, "read_by": null, "step_of": null, "resource": "me", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "delete_connection", "verb": "delete", "scopes": [], "tagged": false, "writes": true, "read_by": "get_connection", "step_of": null, "resource": "connection", "locks_log": false, "for_carddav": false, "locked_table": "kith_private.api_keys", "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "delete_contact", "verb": "delete", "scopes": ["contacts:write"], "tagged": false, "writes": true, "read_by": "get_contact", "step_of": null, "resource": "contact", "locks_log": true, "for_carddav": false, "locked_table": "kith.contacts", "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "delete_import", "verb": "delete", "scopes": ["contacts:write", "networks:write", "notes:write"], "tagged": false, "writes": true, "read_by": "get_import", "step_of": null, "resource": "import", "locks_log": true, "for_carddav": false, "locked_table": "kith_private.imports", "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "delete_me", "verb": "delete", "scopes": [], "tagged": false, "writes": true, "read_by": "get_me", "step_of": null, "resource": "me", "locks_log": false, "for_carddav": false, "locked_table": "kith.profiles", "replay_check": null, "locked_column": "owner_id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "delete_network", "verb": "delete", "scopes": ["networks:write"], "tagged": false, "writes": true, "read_by": "get_network", "step_of": null, "resource": "network", "locks_log": true, "for_carddav": false, "locked_table": "kith.networks", "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "delete_note_type", "verb": "delete", "scopes": ["notes:write"], "tagged": false, "writes": true, "read_by": "get_note_type", "step_of": null, "resource": "note_type", "locks_log": true, "for_carddav": false, "locked_table": "kith.note_types", "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "delete_note", "verb": "delete", "scopes": ["notes:write"], "tagged": false, "writes": true, "read_by": "get_note", "step_of": null, "resource": "note", "locks_log": true, "for_carddav": false, "locked_table": "kith.notes", "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "delete_relationship", "verb": "delete", "scopes": ["contacts:write"], "tagged": false, "writes": true, "read_by": "get_relationship", "step_of": null, "resource": "relationship", "locks_log": true, "for_carddav": false, "locked_table": "kith.relationships", "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "delete_reminder", "verb": "delete", "scopes": ["reminders:write"], "tagged": false, "writes": true, "read_by": "get_reminder", "step_of": null, "resource": "reminder", "locks_log": true, "for_carddav": false, "locked_table": "kith.reminders", "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "dismiss_duplicate", "verb": "dismiss", "scopes": ["contacts:write"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "resource": "contact", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "erase_activity", "verb": "erase", "scopes": [], "tagged": false, "writes": true, "read_by": null, "step_of": null, "resource": "activity", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "erase_trash_item", "verb": "erase", "scopes": [], "tagged": false, "writes": true, "read_by": null, "step_of": null, "resource": "trash", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "erase_trash", "verb": "erase", "scopes": [], "tagged": false, "writes": true, "read_by": null, "step_of": null, "resource": "trash", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "export_account", "verb": "export", "scopes": ["contacts:read", "networks:read", "notes:read", "reminders:read", "profile:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "resource": "export", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "export_contacts", "verb": "export", "scopes": ["contacts:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "resource": "contact", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "get_activity", "verb": "get", "scopes": ["activity:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "resource": "activity", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "get_api_key", "verb": "get", "scopes": [], "tagged": true, "writes": false, "read_by": null, "step_of": null, "resource": "api_key", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "get_calendar_feed", "verb": "get", "scopes": [], "tagged": true, "writes": false, "read_by": null, "step_of": null, "resource": "calendar", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": true}, {"name": "get_calendar", "verb": "get", "scopes": [], "tagged": false, "writes": false, "read_by": null, "step_of": null, "resource": "me", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "get_connection", "verb": "get", "scopes": [], "tagged": true, "writes": false, "read_by": null, "step_of": null, "resource": "connection", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "get_contact", "verb": "get", "scopes": ["contacts:read"], "tagged": true, "writes": false, "read_by": null, "step_of": null, "resource": "contact", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "get_import", "verb": "get", "scopes": ["contacts:write", "networks:write", "notes:write"], "tagged": true, "writes": false, "read_by": null, "step_of": null, "resource": "import", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "get_me", "verb": "get", "scopes": [], "tagged": true, "writes": false, "read_by": null, "step_of": null, "resource": "me", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "get_network", "verb": "get", "scopes": ["networks:read"], "tagged": true, "writes": false, "read_by": null, "step_of": null, "resource": "network", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "get_note_type", "verb": "get", "scopes": ["notes:read"], "tagged": true, "writes": false, "read_by": null, "step_of": null, "resource": "note_type", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "get_note", "verb": "get", "scopes": ["notes:read"], "tagged": true, "writes": false, "read_by": null, "step_of": null, "resource": "note", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "get_relationship", "verb": "get", "scopes": ["contacts:read"], "tagged": true, "writes": false, "read_by": null, "step_of": null, "resource": "relationship", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "get_reminder", "verb": "get", "scopes": ["reminders:read"], "tagged": true, "writes": false, "read_by": null, "step_of": null, "resource": "reminder", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "list_activity", "verb": "list", "scopes": ["activity:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "resource": "activity", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "list_api_keys", "verb": "list", "scopes": [], "tagged": false, "writes": false, "read_by": null, "step_of": null, "resource": "api_key", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "list_changes", "verb": "list", "scopes": ["activity:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "resource": "change", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "list_connections", "verb": "list", "scopes": [], "tagged": false, "writes": false, "read_by": null, "step_of": null, "resource": "connection", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "list_contacts", "verb": "list", "scopes": ["contacts:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "resource": "contact", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "list_duplicates", "verb": "list", "scopes": ["contacts:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "resource": "contact", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "list_import_rows", "verb": "list", "scopes": ["contacts:write", "networks:write", "notes:write"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "resource": "import", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "list_imports", "verb": "list", "scopes": ["contacts:write", "networks:write", "notes:write"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "resource": "import", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "list_networks", "verb": "list", "scopes": ["networks:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "resource": "network", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "list_note_types", "verb": "list", "scopes": ["notes:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "resource": "note_type", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "list_notes", "verb": "list", "scopes": ["notes:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "resource": "note", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "list_relationships", "verb": "list", "scopes": ["contacts:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "resource": "relationship", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "list_reminders", "verb": "list", "scopes": ["reminders:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "resource": "reminder", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "list_trash", "verb": "list", "scopes": ["activity:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "resource": "trash", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "list_upcoming", "verb": "list", "scopes": ["contacts:read", "reminders:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "resource": "upcoming", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "merge_contacts", "verb": "merge", "scopes": ["contacts:write", "notes:write", "reminders:write"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "resource": "contact", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "prepare_photo", "verb": "update", "scopes": ["contacts:write"], "tagged": true, "writes": true, "read_by": "get_contact", "step_of": "update_contact", "resource": "contact", "locks_log": true, "for_carddav": false, "locked_table": "kith.contacts", "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "remove_network_contact", "verb": "remove", "scopes": ["contacts:write", "networks:read"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "resource": "network", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "rotate_api_key", "verb": "rotate", "scopes": [], "tagged": true, "writes": true, "read_by": null, "step_of": null, "resource": "api_key", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "set_network_contacts", "verb": "set", "scopes": ["contacts:write", "networks:read"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "resource": "network", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "undo_activity", "verb": "undo", "scopes": ["activity:write"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "resource": "activity", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "undo_actor", "verb": "undo", "scopes": ["activity:write"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "resource": "activity", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "update_api_key", "verb": "update", "scopes": [], "tagged": true, "writes": true, "read_by": "get_api_key", "step_of": null, "resource": "api_key", "locks_log": false, "for_carddav": false, "locked_table": "kith_private.api_keys", "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "update_calendar", "verb": "update", "scopes": [], "tagged": false, "writes": true, "read_by": null, "step_of": null, "resource": "me", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "update_connection", "verb": "update", "scopes": [], "tagged": true, "writes": true, "read_by": "get_connection", "step_of": null, "resource": "connection", "locks_log": false, "for_carddav": false, "locked_table": "kith_private.api_keys", "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "update_contact", "verb": "update", "scopes": ["contacts:write"], "tagged": true, "writes": true, "read_by": "get_contact", "step_of": null, "resource": "contact", "locks_log": true, "for_carddav": false, "locked_table": "kith.contacts", "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "update_me", "verb": "update", "scopes": ["profile:write"], "tagged": true, "writes": true, "read_by": "get_me", "step_of": null, "resource": "me", "locks_log": true, "for_carddav": false, "locked_table": "kith.profiles", "replay_check": null, "locked_column": "owner_id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "update_network", "verb": "update", "scopes": ["networks:write"], "tagged": true, "writes": true, "read_by": "get_network", "step_of": null, "resource": "network", "locks_log": true, "for_carddav": false, "locked_table": "kith.networks", "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "update_note_type", "verb": "update", "scopes": ["notes:write"], "tagged": true, "writes": true, "read_by": "get_note_type", "step_of": null, "resource": "note_type", "locks_log": true, "for_carddav": false, "locked_table": "kith.note_types", "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "update_note", "verb": "update", "scopes": ["notes:write"], "tagged": true, "writes": true, "read_by": "get_note", "step_of": null, "resource": "note", "locks_log": true, "for_carddav": false, "locked_table": "kith.notes", "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "update_relationship", "verb": "update", "scopes": ["contacts:write"], "tagged": true, "writes": true, "read_by": "get_relationship", "step_of": null, "resource": "relationship", "locks_log": true, "for_carddav": false, "locked_table": "kith.relationships", "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "update_reminder", "verb": "update", "scopes": ["reminders:write"], "tagged": true, "writes": true, "read_by": "get_reminder", "step_of": null, "resource": "reminder", "locks_log": true, "for_carddav": false, "locked_table": "kith.reminders", "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}]')
on conflict (name) do update set (name, resource, verb, scopes, writes, needs_access_token, needs_calendar_secret, needs_all_networks, tagged, read_by, locked_table, locked_column, step_of, replay_check, for_carddav) = row(excluded.name, excluded.resource, excluded.verb, excluded.scopes, excluded.writes, excluded.needs_access_token, excluded.needs_calendar_secret, excluded.needs_all_networks, excluded.tagged, excluded.read_by, excluded.locked_table, excluded.locked_column, excluded.step_of, excluded.replay_check, excluded.for_carddav);

insert into kith_private.quotas (name, maximum)
select name, maximum from jsonb_populate_recordset(null::kith_private.quotas, '[{"name": "relationships", "maximum": 200000}]')
on conflict (name) do update set (name, maximum) = row(excluded.name, excluded.maximum);

reset check_function_bodies;

-- By hand: search reads addresses now, and labels. What the account writes next derives it, or the deployment, so that no lock is held meanwhile.
insert into kith_private.stale_contacts (owner_id, name)
select distinct c.owner_id, 'search_text' from kith.contacts c
where c.addresses <> '[]' or c.emails <> '[]' or c.phones <> '[]' or c.urls <> '[]';
