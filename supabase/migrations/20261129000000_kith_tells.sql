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

REVOKE ALL ON FUNCTION "kith_private"."contacts_with_card"(uuid, text, text) FROM "authenticated";

DROP TRIGGER "note_joined_cards" ON "kith"."contact_networks";

DROP TRIGGER "note_left_cards" ON "kith"."contact_networks";

DROP TRIGGER "note_changed_cards" ON "kith"."contacts";

DROP TRIGGER "note_gone_cards" ON "kith"."contacts";

DROP TRIGGER "note_made_cards" ON "kith"."contacts";

DROP TRIGGER "note_cards" ON "kith"."networks";

ALTER TABLE "kith_private"."operations" DROP CONSTRAINT "operations_scopes_check";

DROP FUNCTION "kith_private"."changed_cards"(bigint, bigint);

DROP FUNCTION "kith_private"."check_photo_bytes"(uuid, bigint);

DROP FUNCTION "kith_private"."create_upload_path"(uuid, text);

DROP FUNCTION "kith_private"."delete_expired_answers"();

DROP FUNCTION "kith_private"."delete_expired_imports"();

DROP FUNCTION "kith_private"."note_cards"(uuid[], uuid[], text[]);

DROP FUNCTION "kith_private"."note_changed_cards"();

DROP FUNCTION "kith_private"."photos_to_remove"(uuid);

DROP FUNCTION "kith_private"."purge_logs"(uuid, bigint, timestamp with time zone);

DROP FUNCTION "kith_private"."set_photo"(uuid, text, text);

DROP FUNCTION "kith_private"."shown_in_book"(kith.contacts);

CREATE TABLE "kith_private"."channels" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "kind" text NOT NULL, "name" text NOT NULL, "target" text NOT NULL, "is_enabled" boolean NOT NULL DEFAULT true, "created_at" timestamp(3) with time zone NOT NULL DEFAULT now(), "updated_at" timestamp(3) with time zone NOT NULL DEFAULT now(), "verified_at" timestamp(3) with time zone, "code" text, "code_made_at" timestamp with time zone, "code_tries" smallint NOT NULL DEFAULT 0, "last_delivered_at" timestamp(3) with time zone, "last_error" text, "failing_since" timestamp(3) with time zone, "stop_secret" text NOT NULL DEFAULT replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text), "keys" jsonb, "events" text[] NOT NULL DEFAULT '{digest}'::text[], "with_names" boolean NOT NULL DEFAULT false, CONSTRAINT "channels_events_check" CHECK ((events <@ '{digest,reminder}'::text[])), CONSTRAINT "channels_keys_check" CHECK (
CASE
    WHEN (kind = 'webPush'::text) THEN COALESCE((((keys ->> 'p256dh'::text) ~ '^[A-Za-z0-9_-]{87}$'::text) AND ((keys ->> 'auth'::text) ~ '^[A-Za-z0-9_-]{22}$'::text)), false)
    ELSE (keys IS NULL)
END), CONSTRAINT "channels_kind_check" CHECK ((kind = ANY (ARRAY['email'::text, 'webPush'::text, 'ntfy'::text]))), CONSTRAINT "channels_name_check" CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))), CONSTRAINT "channels_stop_secret_key" UNIQUE (stop_secret), CONSTRAINT "channels_target_check" CHECK (
CASE kind
    WHEN 'email'::text THEN ((char_length(target) <= 254) AND (target ~ '^[A-Za-z0-9.!#$%&''*+/=?^_{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$'::text))
    WHEN 'webPush'::text THEN ((char_length(target) <= 1000) AND (target ~ '^https://(fcm\.googleapis\.com|[a-z0-9-]+\.push\.services\.mozilla\.com|web\.push\.apple\.com|[a-z0-9-]+\.notify\.windows\.com)/[!-~]+$'::text))
    ELSE ((char_length(target) <= 1000) AND (target ~ '^https://[!-~]+$'::text))
END), "owner_id" uuid NOT NULL DEFAULT auth.uid(), CONSTRAINT "channels_pkey" PRIMARY KEY (owner_id, id));

ALTER TABLE "kith_private"."channels" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "kith_private"."channels" OWNER TO "postgres";

CREATE TABLE "kith_private"."clock" ("is_only_row" boolean NOT NULL DEFAULT true, "ticked_at" timestamp with time zone NOT NULL DEFAULT now(), "requested_at" timestamp with time zone, CONSTRAINT "clock_is_only_row_check" CHECK (is_only_row), CONSTRAINT "clock_pkey" PRIMARY KEY (is_only_row));

ALTER TABLE "kith_private"."clock" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "kith_private"."clock" OWNER TO "postgres";

CREATE TABLE "kith_private"."digests" ("owner_id" uuid NOT NULL, "next_at" timestamp with time zone NOT NULL, "occurrence" date NOT NULL, CONSTRAINT "digests_pkey" PRIMARY KEY (owner_id));

ALTER TABLE "kith_private"."digests" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "kith_private"."digests" OWNER TO "postgres";

CREATE TABLE "kith_private"."inboxes" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "created_at" timestamp(3) with time zone NOT NULL DEFAULT now(), "hash" bytea NOT NULL, "received_at" timestamp(3) with time zone, "counted_on" date NOT NULL DEFAULT '-infinity'::date, "received" smallint NOT NULL DEFAULT 0, CONSTRAINT "inboxes_hash_check" CHECK ((octet_length(hash) = 32)), CONSTRAINT "inboxes_hash_key" UNIQUE (hash), "owner_id" uuid NOT NULL DEFAULT auth.uid(), CONSTRAINT "inboxes_pkey" PRIMARY KEY (owner_id));

ALTER TABLE "kith_private"."inboxes" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "kith_private"."inboxes" OWNER TO "postgres";

CREATE TABLE "kith_private"."meetings" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "calendar_id" uuid NOT NULL, "event" text NOT NULL, "title" text NOT NULL, "started_at" timestamp(3) with time zone NOT NULL, "ended_at" timestamp(3) with time zone NOT NULL, "contact_ids" uuid[] NOT NULL, "state" text NOT NULL DEFAULT 'suggested'::text, "note_id" uuid, "written" text, "created_at" timestamp(3) with time zone NOT NULL DEFAULT now(), CONSTRAINT "meetings_contact_ids_check" CHECK ((cardinality(contact_ids) <= 50)), CONSTRAINT "meetings_event_check" CHECK ((char_length(event) = 64)), CONSTRAINT "meetings_state_check" CHECK ((state = ANY (ARRAY['suggested'::text, 'logged'::text, 'dismissed'::text]))), CONSTRAINT "meetings_title_check" CHECK ((char_length(title) <= 255)), "owner_id" uuid NOT NULL DEFAULT auth.uid(), CONSTRAINT "meetings_event_key" UNIQUE (owner_id, event), CONSTRAINT "meetings_pkey" PRIMARY KEY (owner_id, id));

ALTER TABLE "kith_private"."meetings" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "kith_private"."meetings" OWNER TO "postgres";

CREATE TABLE "kith_private"."outbox" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "channel_id" uuid, "kind" text NOT NULL, "occurrence" text NOT NULL, "address" text, "state" text NOT NULL DEFAULT 'waiting'::text, "due_at" timestamp with time zone NOT NULL DEFAULT now(), "tries" smallint NOT NULL DEFAULT 0, "error" text, "created_at" timestamp(3) with time zone NOT NULL DEFAULT now(), "sent_at" timestamp(3) with time zone, "owner_id" uuid NOT NULL, CONSTRAINT "outbox_kind_check" CHECK ((kind = ANY (ARRAY['digest'::text, 'reminder'::text, 'code'::text, 'test'::text]))), CONSTRAINT "outbox_occurrence_key" UNIQUE (owner_id, channel_id, kind, occurrence), CONSTRAINT "outbox_pkey" PRIMARY KEY (owner_id, id), CONSTRAINT "outbox_state_check" CHECK ((state = ANY (ARRAY['waiting'::text, 'sent'::text, 'empty'::text, 'failed'::text]))));

ALTER TABLE "kith_private"."outbox" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "kith_private"."outbox" OWNER TO "postgres";

CREATE TABLE "kith_private"."push_keys" ("is_only_row" boolean NOT NULL DEFAULT true, "private_key" text NOT NULL DEFAULT replace(((gen_random_uuid())::text || (gen_random_uuid())::text), '-'::text, ''::text), CONSTRAINT "push_keys_is_only_row_check" CHECK (is_only_row), CONSTRAINT "push_keys_pkey" PRIMARY KEY (is_only_row));

ALTER TABLE "kith_private"."push_keys" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "kith_private"."push_keys" OWNER TO "postgres";

CREATE TABLE "kith_private"."read_calendars" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "name" text NOT NULL, "url" text, "secret_id" uuid, "mode" text NOT NULL DEFAULT 'suggest'::text, "own_addresses" text[] NOT NULL DEFAULT '{}'::text[], "created_at" timestamp(3) with time zone NOT NULL DEFAULT now(), "updated_at" timestamp(3) with time zone NOT NULL DEFAULT now(), "read_at" timestamp(3) with time zone, "error" text, "failures" smallint NOT NULL DEFAULT 0, "due_at" timestamp with time zone NOT NULL DEFAULT now(), "validators" jsonb NOT NULL DEFAULT '{}'::jsonb, "taken_at" timestamp with time zone, CONSTRAINT "read_calendars_mode_check" CHECK ((mode = ANY (ARRAY['suggest'::text, 'log'::text]))), CONSTRAINT "read_calendars_name_check" CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))), CONSTRAINT "read_calendars_own_addresses_check" CHECK ((cardinality(own_addresses) <= 20)), CONSTRAINT "read_calendars_url_check" CHECK ((char_length(url) <= 2000)), "owner_id" uuid NOT NULL DEFAULT auth.uid(), CONSTRAINT "read_calendars_pkey" PRIMARY KEY (owner_id, id));

ALTER TABLE "kith_private"."read_calendars" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "kith_private"."read_calendars" OWNER TO "postgres";

CREATE TABLE "kith_private"."told_reminders" ("is_only_row" boolean NOT NULL DEFAULT true, "until" timestamp with time zone NOT NULL, CONSTRAINT "told_reminders_is_only_row_check" CHECK (is_only_row), CONSTRAINT "told_reminders_pkey" PRIMARY KEY (is_only_row));

ALTER TABLE "kith_private"."told_reminders" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "kith_private"."told_reminders" OWNER TO "postgres";

CREATE TABLE "kith_private"."webhooks" ("id" uuid NOT NULL DEFAULT gen_random_uuid(), "name" text NOT NULL, "url" text NOT NULL, "is_enabled" boolean NOT NULL DEFAULT true, "ignored_actor_ids" uuid[] NOT NULL DEFAULT '{}'::uuid[], "created_at" timestamp(3) with time zone NOT NULL DEFAULT now(), "updated_at" timestamp(3) with time zone NOT NULL DEFAULT now(), "secret" text NOT NULL, "previous_secret" text, "previous_until" timestamp with time zone, "told_number" bigint NOT NULL DEFAULT 0, "test_id" uuid, "tested_at" timestamp with time zone, "due_at" timestamp with time zone NOT NULL DEFAULT now(), "tries" smallint NOT NULL DEFAULT 0, "last_delivered_at" timestamp(3) with time zone, "last_error" text, "last_status" smallint, "failing_since" timestamp(3) with time zone, CONSTRAINT "webhooks_ignored_actor_ids_check" CHECK ((cardinality(ignored_actor_ids) <= 20)), CONSTRAINT "webhooks_name_check" CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))), CONSTRAINT "webhooks_secret_check" CHECK ((secret ~ '^whsec_[A-Za-z0-9+/]{43}=$'::text)), CONSTRAINT "webhooks_url_check" CHECK (((char_length(url) <= 2000) AND (url ~ '^https://[!-~]+$'::text))), "owner_id" uuid NOT NULL DEFAULT auth.uid(), CONSTRAINT "webhooks_pkey" PRIMARY KEY (owner_id, id));

ALTER TABLE "kith_private"."webhooks" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "kith_private"."webhooks" OWNER TO "postgres";

ALTER TABLE "kith"."profiles" ADD COLUMN "east_asian_names" text NOT NULL DEFAULT 'lastName'::text;

ALTER TABLE "kith"."profiles" ADD COLUMN "digest_at" time without time zone NOT NULL DEFAULT '08:00:00'::time without time zone;

ALTER TABLE "kith"."profiles" ADD COLUMN "digest_days" smallint[] NOT NULL DEFAULT '{1,2,3,4,5,6,7}'::smallint[];

ALTER TABLE "kith"."profiles" ADD COLUMN "lead_days" smallint NOT NULL DEFAULT 7;

ALTER TABLE "kith"."profiles" ADD COLUMN "saved_filters" jsonb NOT NULL DEFAULT '[]'::jsonb;

ALTER TABLE "kith_private"."operations" ADD COLUMN "only_for" text;

ALTER TABLE "kith_private"."photo_uploads" ADD COLUMN "card_photo" jsonb;

CREATE OR REPLACE FUNCTION kith_api.attach_photo(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  contact constant uuid := arguments ->> 'id';
begin
  perform kith_api.update_contact(arguments #- '{body,photoUrl}');
  perform kith_private.set_photo(contact, arguments ->> 'photo', arguments -> 'body' ->> 'photoUrl', arguments -> 'cardPhoto');
  return kith_private.answer_resource((select c.body from kith_api.contacts c where c.id = contact));
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.create_channel(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body constant jsonb := arguments -> 'body';
  kind constant text := body ->> 'kind';
  made uuid;
begin
  insert into kith_private.channels (kind, name, target, keys, is_enabled, events, with_names)
  values (kind, body ->> 'name', body ->> 'target', body -> 'keys', coalesce((body ->> 'isEnabled')::boolean, true),
    case when body ? 'events' then array(select jsonb_array_elements_text(body -> 'events'))
      when kind = 'email' then '{digest}' else '{digest,reminder}'::text[] end,
    coalesce((body ->> 'withNames')::boolean, kind <> 'ntfy'))
  returning channels.id into made;
  if kind <> 'webPush' then
    perform kith_private.send_code(made);
  end if;
  return kith_private.answer_resource((select c.body from kith_api.channels c where c.id = made), 201::smallint);
end
$function$;

ALTER FUNCTION "kith_api"."create_channel"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.create_inbox(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  secret_hash constant bytea := decode(arguments ->> 'hash', 'hex');
begin
  -- Not excluded.hash, for which the hash would have to be readable.
  insert into kith_private.inboxes (hash) values (secret_hash)
  on conflict (owner_id) do update set hash = secret_hash, created_at = now();
  return kith_api.get_inbox(arguments);
end
$function$;

ALTER FUNCTION "kith_api"."create_inbox"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.create_photo_upload(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  contact constant uuid := arguments ->> 'id';
begin
  -- Locked, so that the contact is not deleted before the upload refers to it.
  perform from kith.contacts c where c.id = contact for key share;
  if not found then
    perform kith_private.not_found();
  end if;
  return (200, json_build_object(
    'path', kith_private.create_upload_path(contact, arguments -> 'body' ->> 'extension', arguments -> 'cardPhoto'))::text)::kith_api.answer;
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.create_read_calendar(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body constant jsonb := arguments -> 'body';
  made uuid;
begin
  insert into kith_private.read_calendars (name, mode, own_addresses)
  values (body ->> 'name', coalesce(body ->> 'mode', 'suggest'), array(select jsonb_array_elements_text(coalesce(body -> 'ownAddresses', '[]'))))
  returning read_calendars.id into made;
  perform kith_private.keep_url(made, body ->> 'url');
  return kith_private.answer_resource((select c.body from kith_api.read_calendars c where c.id = made), 201::smallint);
end
$function$;

ALTER FUNCTION "kith_api"."create_read_calendar"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.create_webhook(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body constant jsonb := arguments -> 'body';
  made uuid;
begin
  perform kith_private.check_actors(body -> 'ignoreActorIds', null);
  insert into kith_private.webhooks (name, url, secret, is_enabled, ignored_actor_ids)
  values (body ->> 'name', body ->> 'url', arguments ->> 'secret', coalesce((body ->> 'isEnabled')::boolean, true),
    array(select jsonb_array_elements_text(coalesce(body -> 'ignoreActorIds', '[]'))::uuid))
  returning webhooks.id into made;
  return kith_private.answer_resource((select w.body from kith_api.webhooks w where w.id = made), 201::smallint);
end
$function$;

ALTER FUNCTION "kith_api"."create_webhook"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.dav_changes(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  since constant bigint := kith_private.sequence_of_token(arguments, arguments ->> 'token');
  last constant bigint := kith_private.last_card_sequence();
  until bigint := last;
  changed record;
begin
  perform kith_private.check_dav_account(arguments);
  if since is null then
    return (409, '{}')::kith_api.answer;
  end if;
  if arguments ? 'limit' then
    until := kith_private.end_of_changes(since, (arguments ->> 'limit')::integer);
  end if;
  changed := kith_private.changed_cards(since, until, (arguments ->> 'after')::uuid);
  return kith_private.card_page(arguments, changed.ids, jsonb_build_object(
    'token', kith_private.book_token(arguments, case when until < last then until else last end), 'isCut', until < last)
    || case when not arguments ? 'after' then jsonb_build_object('gone', changed.gone) else '{}' end);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.dav_group(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  named uuid;
  found constant uuid[] := kith_private.seen_cards_with('uid', array(select jsonb_array_elements_text(arguments -> 'uids')));
begin
  perform kith_private.check_dav_account(arguments);
  if not kith_private.has_all_networks() then
    perform kith_private.fail('insufficient_scope', 'This API key is limited to networks, so it cannot change who belongs to them.');
  end if;
  named := (kith_private.networks_of_names(jsonb_build_array(arguments -> 'network')))[1];
  insert into kith.contact_networks (contact_id, network_id)
  select c.id, named
  from kith.contacts c
  where c.id = any (found || array(
      select kith_private.as_uuid(given) from jsonb_array_elements_text(arguments -> 'uids') given))
    and 100 > (select count(*) from kith.contact_networks m where m.contact_id = c.id)
  on conflict do nothing;
  return (200, '{}')::kith_api.answer;
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.dav_photo(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  contact constant kith.contacts := kith_private.contact_of_card(arguments);
  -- The contact may have been changed while the photo was stored: then the card that was sent does not say what the contact says.
  is_as_sent constant boolean := coalesce(contact.card ->> 'text' is not distinct from arguments #>> '{card,text}'
    and contact.card ->> 'state' = kith_private.card_state(contact, kith_private.network_names(contact)), false);
begin
  if contact.id is null then
    perform kith_private.not_found();
  end if;
  perform kith_private.set_card_photo(contact.id, arguments -> 'picture');
  if is_as_sent then
    perform kith_private.keep_card(contact.id, arguments);
  end if;
  return kith_private.card_page(arguments, array[contact.id], jsonb_build_object('hasOtherLines', not is_as_sent));
end
$function$;

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
  same_uid constant uuid[] := kith_private.seen_cards_with('uid', array[arguments ->> 'uid']) || array(
    select c.id from kith.contacts c
    where c.owner_id = (select auth.uid()) and c.id = kith_private.as_uuid(arguments ->> 'uid') and c.card ->> 'uid' is null);
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

CREATE OR REPLACE FUNCTION kith_api.delete_channel(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from kith_private.channels c where c.owner_id = (select auth.uid()) and c.id = (arguments ->> 'id')::uuid;
  return kith_private.answer_deleted(found);
end
$function$;

ALTER FUNCTION "kith_api"."delete_channel"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.delete_inbox(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from kith_private.inboxes i where i.owner_id = (select auth.uid());
  return (204, null)::kith_api.answer;
end
$function$;

ALTER FUNCTION "kith_api"."delete_inbox"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.delete_read_calendar(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from kith_private.read_calendars c where c.owner_id = (select auth.uid()) and c.id = (arguments ->> 'id')::uuid;
  return kith_private.answer_deleted(found);
end
$function$;

ALTER FUNCTION "kith_api"."delete_read_calendar"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.delete_webhook(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  delete from kith_private.webhooks w where w.owner_id = (select auth.uid()) and w.id = (arguments ->> 'id')::uuid;
  return kith_private.answer_deleted(found);
end
$function$;

ALTER FUNCTION "kith_api"."delete_webhook"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.dismiss_meeting(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  meeting constant kith_private.meetings := kith_private.suggested_meeting((arguments ->> 'id')::uuid);
begin
  update kith_private.meetings m set state = 'dismissed' where m.owner_id = (select auth.uid()) and m.id = meeting.id;
  return kith_private.answer_resource((select m.body from kith_api.meetings m where m.id = meeting.id));
end
$function$;

ALTER FUNCTION "kith_api"."dismiss_meeting"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.get_api_key(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return kith_private.answer_resource((select r.body from kith_api.api_keys r where r.id = (arguments ->> 'id')::uuid));
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.get_channel(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return kith_private.answer_resource((select r.body from kith_api.channels r where r.id = (arguments ->> 'id')::uuid));
end
$function$;

ALTER FUNCTION "kith_api"."get_channel"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.get_connection(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return kith_private.answer_resource((select r.body from kith_api.connections r where r.id = (arguments ->> 'id')::uuid));
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.get_inbox(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  made timestamptz;
  received timestamptz;
begin
  select i.created_at, i.received_at into made, received from kith_private.inboxes i;
  return (200, json_build_object('isEnabled', made is not null,
    'createdAt', to_char(made at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'receivedAt', to_char(received at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))::kith_api.answer;
end
$function$;

ALTER FUNCTION "kith_api"."get_inbox"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.get_read_calendar(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return kith_private.answer_resource((select r.body from kith_api.read_calendars r where r.id = (arguments ->> 'id')::uuid));
end
$function$;

ALTER FUNCTION "kith_api"."get_read_calendar"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.get_webhook(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return kith_private.answer_resource((select r.body from kith_api.webhooks r where r.id = (arguments ->> 'id')::uuid));
end
$function$;

ALTER FUNCTION "kith_api"."get_webhook"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.list_api_keys(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  found kith_private.page;
begin
  found := kith_private.find_page(arguments -> 'query', 'kith_private.api_keys', '{"client_id is null"}',
    case coalesce(arguments -> 'query' ->> 'sort', 'createdAt')
      when 'createdAt' then 'created_at, id'
      when '-createdAt' then 'created_at desc, id desc'
    end);
  return kith_private.answer_page(found, (
    select string_agg((select r.body::text from kith_api.api_keys r where r.id = listed.id), ',' order by listed.position)
    from unnest(found.ids) with ordinality as listed (id, position)));
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.list_channels(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  found kith_private.page;
begin
  found := kith_private.find_page(arguments -> 'query', 'kith_private.channels', null, 'created_at, id');
  return kith_private.answer_page(found, (
    select string_agg((select r.body::text from kith_api.channels r where r.id = listed.id), ',' order by listed.position)
    from unnest(found.ids) with ordinality as listed (id, position)));
end
$function$;

ALTER FUNCTION "kith_api"."list_channels"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.list_connections(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  found kith_private.page;
begin
  found := kith_private.find_page(arguments -> 'query', 'kith_private.api_keys', '{"client_id is not null"}',
    case coalesce(arguments -> 'query' ->> 'sort', 'createdAt')
      when 'createdAt' then 'created_at, id'
      when '-createdAt' then 'created_at desc, id desc'
    end);
  return kith_private.answer_page(found, (
    select string_agg((select r.body::text from kith_api.connections r where r.id = listed.id), ',' order by listed.position)
    from unnest(found.ids) with ordinality as listed (id, position)));
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.list_deliveries(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  channel constant uuid := (select c.id from kith_api.channels c where c.id = (arguments ->> 'id')::uuid);
  found kith_private.page;
begin
  if channel is null then
    perform kith_private.not_found();
  end if;
  found := kith_private.find_page(arguments -> 'query', 'kith_private.outbox', array[format('channel_id = %L', channel)], 'created_at desc, id');
  return kith_private.answer_page(found, (
    select string_agg((
      select json_build_object('id', o.id, 'kind', o.kind, 'state', o.state, 'tries', o.tries, 'error', o.error,
        'createdAt', to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'sentAt', to_char(o.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text
      from kith_private.outbox o where o.id = listed.id), ',' order by listed.position)
    from unnest(found.ids) with ordinality as listed (id, position)));
end
$function$;

ALTER FUNCTION "kith_api"."list_deliveries"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.list_meetings(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  found kith_private.page;
begin
  found := kith_private.find_page(arguments -> 'query', 'kith_private.meetings',
    array[$sql$state = coalesce($1 ->> 'state', 'suggested')$sql$], 'ended_at desc, id');
  return kith_private.answer_page(found, (
    select string_agg((select m.body::text from kith_api.meetings m where m.id = listed.id), ',' order by listed.position)
    from unnest(found.ids) with ordinality as listed (id, position)));
end
$function$;

ALTER FUNCTION "kith_api"."list_meetings"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.list_read_calendars(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  found kith_private.page;
begin
  found := kith_private.find_page(arguments -> 'query', 'kith_private.read_calendars', null, 'created_at, id');
  return kith_private.answer_page(found, (
    select string_agg((select r.body::text from kith_api.read_calendars r where r.id = listed.id), ',' order by listed.position)
    from unnest(found.ids) with ordinality as listed (id, position)));
end
$function$;

ALTER FUNCTION "kith_api"."list_read_calendars"(jsonb) OWNER TO "postgres";

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
  return kith_private.with_names((200, format('{"today":"%s","timezone":%s,"days":[%s],"hasMore":%s%s}',
    today, to_json(zone), days, (cardinality(items) > coalesce(shown, 0))::text, case when arguments #> '{query,include}' ? 'meetings' then
      ',"meetings":' || kith_private.suggested_meetings(10) end))::kith_api.answer, arguments);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.list_webhook_messages(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  webhook record;
  change_set kith_private.change_sets;
  changed record;
  messages jsonb := '[]';
  read_to bigint;
  looked_at bigint := 0;
begin
  select w.told_number, w.ignored_actor_ids into webhook from kith_private.webhooks w
  where w.owner_id = (select auth.uid()) and w.id = (arguments #>> '{body,webhookId}')::uuid;
  read_to := webhook.told_number;
  for change_set in
    select s.* from kith_private.change_sets s where s.owner_id = (select auth.uid()) and s.number > webhook.told_number order by s.number limit 500
  loop
    -- A change set can have many thousand changes.
    exit when jsonb_array_length(messages) = 50 or looked_at > 20000;
    read_to := change_set.number;
    continue when change_set.actor_id = any (webhook.ignored_actor_ids);
    select coalesce(jsonb_agg(jsonb_build_object('resource', c.resource, 'id', c.resource_id, 'action', c.action) order by c.position)
        filter (where c.place <= 100), '[]') as list, count(*) as count
    into changed
    from (
      select c.*, row_number() over (order by c.position) as place from kith_private.changes c
      where c.owner_id = (select auth.uid()) and c.set_number = change_set.number and c.is_shown) c;
    looked_at := looked_at + changed.count;
    continue when changed.count = 0;
    messages := messages || jsonb_build_object('id', change_set.id, 'number', change_set.number, 'body', jsonb_build_object(
      'type', 'activity.created',
      'timestamp', to_char(change_set.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'data', jsonb_build_object(
        'activityId', coalesce((select f.id from kith_private.change_sets f where f.owner_id = change_set.owner_id and f.number = change_set.first_number), change_set.id),
        'actor', kith_private.actor_body(change_set),
        'operation', kith_private.member_name(change_set.operation),
        'cursor', kith_private.write_cursor(change_set.number, 999999999),
        'changes', changed.list,
        'changeCount', changed.count))::text);
  end loop;
  return (200, jsonb_build_object('messages', messages, 'readTo', read_to)::text)::kith_api.answer;
end
$function$;

ALTER FUNCTION "kith_api"."list_webhook_messages"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.list_webhooks(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  found kith_private.page;
begin
  found := kith_private.find_page(arguments -> 'query', 'kith_private.webhooks', null, 'created_at, id');
  return kith_private.answer_page(found, (
    select string_agg((select r.body::text from kith_api.webhooks r where r.id = listed.id), ',' order by listed.position)
    from unnest(found.ids) with ordinality as listed (id, position)));
end
$function$;

ALTER FUNCTION "kith_api"."list_webhooks"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.log_meeting(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body constant jsonb := arguments -> 'body';
  meeting kith_private.meetings;
begin
  -- The log is locked before the meeting, in the same order as in notice_meetings: otherwise both could wait for each other.
  perform kith_private.lock_log();
  meeting := kith_private.suggested_meeting((arguments ->> 'id')::uuid);
  perform kith_private.log_meeting(meeting,
    case when body ? 'contactIds' then kith_private.ids_of(body -> 'contactIds') else array(
      select c.id from unnest(meeting.contact_ids) with ordinality given (id, place)
      join kith.contacts c on c.owner_id = meeting.owner_id and c.id = given.id order by given.place) end,
    body ->> 'content');
  return kith_private.answer_resource((select m.body from kith_api.meetings m where m.id = meeting.id));
end
$function$;

ALTER FUNCTION "kith_api"."log_meeting"(jsonb) OWNER TO "postgres";

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
  is_complete boolean := true;
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
    is_complete := moved.is_complete;
    if not is_complete and arguments -> 'progress' <> '{}' then
      return kith_private.answer_part(jsonb_build_object('notes', notes, 'reminders', reminders));
    end if;
  end if;
  -- In the first of several parts the rest is tried, so that what is refused is refused before notes have moved.
  begin
    relationships := kith_private.move_relationships(target.id, duplicate.id);
    networks := kith_private.unite_contacts(target, duplicate.id, merged, choices ->> 'photoUrl');
    if not is_dry and is_complete then
      delete from kith.contacts c where c.id = duplicate.id;
    end if;
    contact := (select c.body from kith_api.contacts c where c.id = target.id);
    perform kith_private.roll_back_block(is_dry or not is_complete);
  exception when sqlstate 'KITH1' then
    null;
  end;
  if not is_complete then
    return kith_private.answer_part(jsonb_build_object('notes', notes, 'reminders', reminders));
  end if;
  return (200, json_build_object('contact', contact,
    'moved', json_build_object('notes', notes, 'reminders', reminders, 'networks', networks, 'relationships', relationships),
    'activityId', case when not is_dry then kith_private.activity_id() end,
    'dryRun', is_dry)::text)::kith_api.answer;
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.notice_meetings(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body constant jsonb := arguments -> 'body';
  calendar kith_private.read_calendars;
  people jsonb;
  item jsonb;
  ids uuid[];
  earlier kith_private.meetings;
  noticed integer := 0;
  room integer;
begin
  select c.id, c.mode, c.own_addresses into calendar.id, calendar.mode, calendar.own_addresses from kith_private.read_calendars c
  where c.owner_id = (select auth.uid()) and c.id = (body ->> 'calendarId')::uuid;
  if not found then
    perform kith_private.not_found();
  end if;
  people := kith_private.people_of_events(body -> 'events', kith_private.own_addresses() || calendar.own_addresses);
  room := 1000 - (select count(*) from kith_private.meetings m where m.owner_id = (select auth.uid()));
  for item in select e from jsonb_array_elements(body -> 'events') e loop
    ids := kith_private.ids_of(people -> (item ->> 'event'));
    select m.* into earlier from kith_private.meetings m where m.owner_id = (select auth.uid()) and m.event = item ->> 'event' for update;
    if not found then
      if cardinality(ids) > 0 and room > 0 then
        insert into kith_private.meetings (calendar_id, event, title, started_at, ended_at, contact_ids)
        values (calendar.id, item ->> 'event', item ->> 'title', (item ->> 'startedAt')::timestamptz, (item ->> 'endedAt')::timestamptz, ids)
        returning * into earlier;
        room := room - 1;
        noticed := noticed + 1;
        if calendar.mode = 'log' then
          perform kith_private.log_meeting(earlier, ids, null);
        end if;
      end if;
    elsif earlier.calendar_id = calendar.id and earlier.state <> 'dismissed' and (earlier.title, earlier.started_at, earlier.ended_at)
      is distinct from (item ->> 'title', (item ->> 'startedAt')::timestamptz, (item ->> 'endedAt')::timestamptz)
      or earlier.calendar_id = calendar.id and earlier.state = 'suggested' and earlier.contact_ids <> ids
    then
      update kith_private.meetings m set title = item ->> 'title', started_at = (item ->> 'startedAt')::timestamptz, ended_at = (item ->> 'endedAt')::timestamptz,
        contact_ids = case when m.state = 'suggested' then ids else m.contact_ids end,
        written = case when m.written is not null then coalesce(nullif(item ->> 'title', ''), 'Meeting') end
      where m.owner_id = (select auth.uid()) and m.id = earlier.id;
      if earlier.note_id is not null and exists (
        select from kith.notes n where n.owner_id = (select auth.uid()) and n.id = earlier.note_id and n.content = earlier.written
          and n.occurred_at = earlier.started_at)
      then
        perform kith_api.update_note(jsonb_build_object('id', earlier.note_id, 'body', jsonb_build_object(
          'content', coalesce(nullif(item ->> 'title', ''), 'Meeting'), 'occurredAt', item ->> 'startedAt')));
      end if;
    end if;
  end loop;
  if body ? 'all' then
    delete from kith_private.meetings m
    where m.owner_id = (select auth.uid()) and m.calendar_id = calendar.id and m.state = 'suggested' and (
      m.contact_ids = '{}' or m.ended_at > now() - interval '29 days' and not body -> 'all' ? m.event);
  end if;
  return (200, json_build_object('noticed', noticed))::kith_api.answer;
end
$function$;

ALTER FUNCTION "kith_api"."notice_meetings"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.receive_message(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body constant jsonb := arguments -> 'body';
  own constant text[] := kith_private.own_addresses();
  people constant jsonb := (
    select coalesce(jsonb_agg(item order by place), '[]') from jsonb_array_elements(body -> 'people') with ordinality given (item, place)
    where lower((item ->> 'address') collate "C") <> all (own));
  wanted constant text[] := array(select lower((item ->> 'address') collate "C") from jsonb_array_elements(people) item);
  found constant jsonb := kith_private.contacts_by_addresses(wanted);
  contacts uuid[];
  unknown text;
begin
  contacts := array(
    select id::uuid from unnest(wanted) with ordinality given (address, place) cross join lateral jsonb_array_elements_text(found -> address) id
    group by id order by min(place), id limit 50);
  unknown := (
    select string_agg(concat_ws(' ', nullif(item ->> 'name', ''), format('<%s>', item ->> 'address')), ', ' order by place)
    from jsonb_array_elements(people) with ordinality given (item, place) where not found ? lower((item ->> 'address') collate "C"));
  return kith_api.create_note(arguments || jsonb_build_object('body', jsonb_build_object(
    'content', concat_ws(E'\n\n', nullif(body ->> 'subject', ''), unknown, nullif(body ->> 'text', '')),
    'contactIds', to_jsonb(contacts), 'noteTypeId', kith_private.note_type_called('{email,e-mail,mail}', 'Email')) || case
    when body ->> 'occurredAt' is null then '{}'::jsonb else jsonb_build_object('occurredAt', body -> 'occurredAt') end));
end
$function$;

ALTER FUNCTION "kith_api"."receive_message"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.replay_webhook(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  webhook constant uuid := (select w.id from kith_api.webhooks w where w.id = (arguments ->> 'id')::uuid);
  body constant jsonb := arguments -> 'body';
  first bigint;
  cursor record;
begin
  if webhook is null then
    perform kith_private.not_found();
  end if;
  if body ? 'activityId' then
    first := kith_private.number_of_set((body ->> 'activityId')::uuid);
    if first is null then
      perform kith_private.check_references('{/activityId}');
    end if;
    perform kith_private.tell_again(webhook, first - 1);
  else
    cursor := kith_private.read_cursor(auth.uid(), body ->> 'cursor');
    perform kith_private.tell_again(webhook, cursor.set_number - case when cursor.change_position < 999999999 then 1 else 0 end);
  end if;
  return kith_api.get_webhook(arguments);
end
$function$;

ALTER FUNCTION "kith_api"."replay_webhook"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.rotate_webhook(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  perform kith_private.replace_secret((arguments ->> 'id')::uuid, arguments ->> 'secret');
  return kith_api.get_webhook(arguments);
end
$function$;

ALTER FUNCTION "kith_api"."rotate_webhook"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.test_channel(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  channel constant uuid := (select c.id from kith_api.channels c where c.id = (arguments ->> 'id')::uuid);
begin
  if channel is null then
    perform kith_private.not_found();
  end if;
  perform kith_private.send_test(channel);
  return kith_api.get_channel(arguments);
end
$function$;

ALTER FUNCTION "kith_api"."test_channel"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.test_webhook(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  webhook constant uuid := (select w.id from kith_api.webhooks w where w.id = (arguments ->> 'id')::uuid);
begin
  if webhook is null then
    perform kith_private.not_found();
  end if;
  perform kith_private.test_webhook(webhook);
  return kith_api.get_webhook(arguments);
end
$function$;

ALTER FUNCTION "kith_api"."test_webhook"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.update_channel(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body constant jsonb := arguments -> 'body';
begin
  update kith_private.channels c set
    name = case when body ? 'name' then body ->> 'name' else c.name end,
    is_enabled = case when body ? 'isEnabled' then (body ->> 'isEnabled')::boolean else c.is_enabled end,
    events = case when body ? 'events' then array(select jsonb_array_elements_text(body -> 'events')) else c.events end,
    with_names = case when body ? 'withNames' then (body ->> 'withNames')::boolean else c.with_names end
  where c.owner_id = (select auth.uid()) and c.id = (arguments ->> 'id')::uuid;
  return kith_api.get_channel(arguments);
end
$function$;

ALTER FUNCTION "kith_api"."update_channel"(jsonb) OWNER TO "postgres";

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
    east_asian_names = case when body ? 'eastAsianNames' then body ->> 'eastAsianNames' else p.east_asian_names end,
    digest_at = case when body ? 'digestAt' then (body ->> 'digestAt')::time else p.digest_at end,
    digest_days = case when body ? 'digestDays' then array(
      select day::smallint from jsonb_array_elements_text(body -> 'digestDays') day) else p.digest_days end,
    lead_days = case when body ? 'leadDays' then (body ->> 'leadDays')::smallint else p.lead_days end,
    saved_filters = case when body ? 'savedFilters' then body -> 'savedFilters' else p.saved_filters end,
    contact_id = case when body ? 'contactId' then (body ->> 'contactId')::uuid else p.contact_id end
  where p.owner_id = (select auth.uid());
  return kith_api.get_me(arguments);
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.update_read_calendar(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body constant jsonb := arguments -> 'body';
  calendar constant uuid := arguments ->> 'id';
begin
  update kith_private.read_calendars c set
    name = case when body ? 'name' then body ->> 'name' else c.name end,
    mode = case when body ? 'mode' then body ->> 'mode' else c.mode end,
    own_addresses = case when body ? 'ownAddresses' then array(select jsonb_array_elements_text(body -> 'ownAddresses')) else c.own_addresses end
  where c.owner_id = (select auth.uid()) and c.id = calendar;
  if found and body ? 'url' then
    perform kith_private.keep_url(calendar, body ->> 'url');
  end if;
  return kith_api.get_read_calendar(arguments);
end
$function$;

ALTER FUNCTION "kith_api"."update_read_calendar"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.update_webhook(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  body constant jsonb := arguments -> 'body';
begin
  perform kith_private.check_actors(body -> 'ignoreActorIds', (arguments ->> 'id')::uuid);
  update kith_private.webhooks w set
    name = case when body ? 'name' then body ->> 'name' else w.name end,
    url = case when body ? 'url' then body ->> 'url' else w.url end,
    is_enabled = case when body ? 'isEnabled' then (body ->> 'isEnabled')::boolean else w.is_enabled end,
    ignored_actor_ids = case when body ? 'ignoreActorIds' then array(select jsonb_array_elements_text(body -> 'ignoreActorIds')::uuid)
      else w.ignored_actor_ids end
  where w.owner_id = (select auth.uid()) and w.id = (arguments ->> 'id')::uuid;
  return kith_api.get_webhook(arguments);
end
$function$;

ALTER FUNCTION "kith_api"."update_webhook"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_api.verify_channel(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  channel constant uuid := (select c.id from kith_api.channels c where c.id = (arguments ->> 'id')::uuid);
begin
  if channel is null then
    perform kith_private.not_found();
  end if;
  if nullif(arguments #>> '{body,code}', '') is null then
    perform kith_private.send_code(channel);
  elsif not kith_private.take_code(channel, arguments #>> '{body,code}') then
    -- No error, with which the try would not count.
    return (200, '{"isWrong":true}')::kith_api.answer;
  end if;
  return kith_api.get_channel(arguments);
end
$function$;

ALTER FUNCTION "kith_api"."verify_channel"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.actor_of(credential jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return case credential ->> 'kind'
    when 'inbox' then (select i.id from kith_private.inboxes i where i.hash = decode(credential ->> 'hash', 'hex'))
    when 'clock' then (credential ->> 'calendarId')::uuid end;
end
$function$;

ALTER FUNCTION "kith_private"."actor_of"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.addresses_of(owner uuid)
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return array(
    select lower(u.email::text collate "C") from auth.users u where u.id = owner and u.email is not null
    union select lower(c.target collate "C") from kith_private.channels c where c.owner_id = owner and c.kind = 'email' and c.verified_at is not null
    union select lower((item ->> 'value') collate "C") from kith.profiles p
      join kith.contacts c on c.owner_id = p.owner_id and c.id = p.contact_id cross join lateral jsonb_array_elements(c.emails) item
      where p.owner_id = owner);
end
$function$;

ALTER FUNCTION "kith_private"."addresses_of"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.are_photos_due()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return not exists (
    select from kith_private.photo_sweep s
    where s.swept_at > now() - case when s.last_name = '' then interval '6 hours' else interval '1 minute' end);
end
$function$;

ALTER FUNCTION "kith_private"."are_photos_due"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.are_reminders_due()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  told constant timestamptz := kith_private.reminders_told_until();
begin
  return exists (
    select from kith_private.channels c
    where c.is_enabled and c.verified_at is not null and 'reminder' = any (c.events) and exists (
      select from kith.reminders r
      where r.owner_id = c.owner_id and r.due_at > greatest(told, c.verified_at) and r.due_at <= now() and not r.completed));
end
$function$;

ALTER FUNCTION "kith_private"."are_reminders_due"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.are_saved_filters(value jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  if jsonb_typeof(value) <> 'array' or jsonb_array_length(value) > 20 then
    return false;
  end if;
  return not exists (
    select from jsonb_array_elements(value) f
    where case when jsonb_typeof(f) = 'object' and jsonb_typeof(f -> 'name') = 'string' and jsonb_typeof(f -> 'query') = 'string'
      then f - '{name,query}'::text[] <> '{}' or char_length(f ->> 'name') not between 1 and 50 or char_length(f ->> 'query') not between 1 and 500
      else true end);
end
$function$;

ALTER FUNCTION "kith_private"."are_saved_filters"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.are_webhooks_due()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
begin
  return exists (
    select from kith_private.webhooks w
    where w.is_enabled and w.due_at <= now() and (w.test_id is not null or exists (
      select from kith_private.change_sets s where s.owner_id = w.owner_id and s.number > w.told_number)));
end
$function$;

ALTER FUNCTION "kith_private"."are_webhooks_due"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.begin_webhook()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if tg_op = 'INSERT' then
    new.told_number := coalesce((select max(s.number) from kith_private.change_sets s where s.owner_id = new.owner_id), 0);
  else
    new.due_at := now();
    new.tries := 0;
    new.failing_since := null;
  end if;
  return new;
end
$function$;

ALTER FUNCTION "kith_private"."begin_webhook"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.card_line(arguments jsonb, c kith.contacts, networks text[], photo text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return jsonb_strip_nulls(jsonb_build_object('id', c.id, 'name', kith_private.card_name(c), 'uid', c.card ->> 'uid', 'hasPhoto', c.photo_path is not null,
    'tag', kith_private.card_tag(arguments, c, networks), 'photo', photo))
    || case when arguments ? 'withText' and c.card ? 'text' then (c.card - '{name,uid,state}'::text[])
      || jsonb_build_object('isCurrent', c.card ->> 'state' = kith_private.card_state(c, networks)) else '{}' end;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.card_tag(arguments jsonb, contact kith.contacts, networks text[])
 RETURNS text
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return kith_private.tag(concat_ws(' ', arguments ->> 'writer', contact.id, kith_private.card_state(contact, networks), contact.card ->> 'uid',
    contact.card ->> 'text', case when kith_private.is_east_asian_name(contact) then kith_private.shown_name(contact) end));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.cards_with(member text, given text[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
 SET jit TO 'off'
AS $function$
declare
  owner constant uuid := auth.uid();
  found uuid[] := '{}';
begin
  if not kith_private.has_all_networks() or not kith_private.has_scope('contacts:read') then
    return null;
  end if;
  -- By the order, which only this index has: of an equality Postgres expects one row, for which any index of the owner would do.
  for place in 1 .. cardinality(given) loop
    if member = 'name' then
      found := found || array(
        select c.id from kith.contacts c
        where c.owner_id = owner and c.card is not null and c.card ->> 'name' >= given[place] and c.card ->> 'name' <= given[place]
        order by c.owner_id, c.card ->> 'name');
    else
      found := found || array(
        select c.id from kith.contacts c
        where c.owner_id = owner and c.card is not null and c.card ->> 'uid' >= given[place] and c.card ->> 'uid' <= given[place]
        order by c.owner_id, c.card ->> 'uid');
    end if;
  end loop;
  return found;
end
$function$;

ALTER FUNCTION "kith_private"."cards_with"(text, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.changed_cards(since bigint, until bigint, after uuid, OUT ids uuid[], OUT gone text[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
 SET jit TO 'off'
AS $function$
begin
  if not kith_private.has_all_networks() or not kith_private.has_scope('contacts:read') then
    return;
  end if;
  if after is not null then
    ids := array(
      select s.contact_id
      from kith_private.card_sequences s
      cross join lateral (
        select from kith.contacts k where k.owner_id = s.owner_id and k.id = s.contact_id and not k.is_archived offset 0) there
      where s.owner_id = (select auth.uid()) and s.contact_id > after and s.sequence > since and s.sequence <= until
      order by s.contact_id limit 3000);
    return;
  end if;
  select coalesce(array_agg(s.contact_id) filter (where c.is_there), '{}'), coalesce(array_agg(distinct x.name) filter (where x.name is not null), '{}')
  into ids, gone
  from kith_private.card_sequences s
  left join lateral (
    select not k.is_archived as is_there, kith_private.card_name(k) as name from kith.contacts k
    where k.owner_id = s.owner_id and k.id = s.contact_id offset 0) c on true
  cross join lateral unnest(array[
    case when c.is_there is not true then coalesce(c.name, nullif(s.name, ''), s.contact_id || '.vcf') end, nullif(nullif(s.name, c.name), '')]) x (name)
  where s.owner_id = (select auth.uid()) and s.sequence > since and s.sequence <= until;
  -- Another contact may have the name by now.
  gone := array(
    select name from unnest(gone) name
    where not exists (
      select from kith.contacts k where k.owner_id = (select auth.uid()) and k.card is not null and k.card ->> 'name' = name and not k.is_archived));
end
$function$;

ALTER FUNCTION "kith_private"."changed_cards"(bigint, bigint, uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.check_actors(ids jsonb, webhook uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform kith_private.refuse_limits();
  perform kith_private.check_references(kith_private.unknown_ids('/ignoreActorIds', coalesce(ids, '[]'), array(
    select k.id from kith_private.api_keys k where k.owner_id = (select auth.uid())
    union all select i.id from kith_private.inboxes i where i.owner_id = (select auth.uid())
    union all select c.id from kith_private.read_calendars c where c.owner_id = (select auth.uid())
    union all select unnest(w.ignored_actor_ids) from kith_private.webhooks w where w.owner_id = (select auth.uid()) and w.id = webhook
    union all select auth.uid())));
end
$function$;

ALTER FUNCTION "kith_private"."check_actors"(jsonb, uuid) OWNER TO "postgres";

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
  perform kith_private.check_quota('photo_bytes', kith_private.photo_bytes(auth.uid()));
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
    from kith_private.photo_uploads u where u.owner_id = account and u.path like 'uploads/%') p;
  perform kith_private.check_quota('uploads', waiting + 1);
  perform kith_private.check_quota('photo_bytes', bytes + kith_private.photo_bytes(account));
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
      -- One after the other: two transactions at once would each count without the rows of the other.
      perform pg_advisory_xact_lock(hashtextextended('kith.quota:' || owner, 0));
      execute format('select count(*) from %s where owner_id = $1', tg_relid::regclass) into total using owner;
      perform kith_private.check_quota(quota, total);
      insert into kith_private.usage as u (owner_id, name, count, counted_at) values (owner, quota, total, now())
      on conflict (owner_id, name) do update set count = excluded.count, counted_at = excluded.counted_at;
    end if;
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.contacts_by_addresses(addresses text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  wanted constant jsonb := (select coalesce(jsonb_object_agg(address, true), '{}') from unnest(addresses) address);
  me constant uuid := kith_private.own_contact();
begin
  return (
    select coalesce(jsonb_object_agg(known.address, known.ids), '{}') from (
      select lower((item ->> 'value') collate "C") as address, jsonb_agg(distinct c.id) as ids
      from kith.contacts c cross join lateral jsonb_array_elements(c.emails) item
      where c.emails <> '[]' and c.id is distinct from me and wanted ? lower((item ->> 'value') collate "C")
      group by 1) known);
end
$function$;

ALTER FUNCTION "kith_private"."contacts_by_addresses"(text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.contacts_of_cards(names jsonb)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  given constant text[] := array(select jsonb_array_elements_text(names));
  found constant uuid[] := kith_private.seen_cards_with('name', given);
  named constant jsonb := (
    select jsonb_object_agg(c.card ->> 'name', c.id) from kith.contacts c where c.owner_id = (select auth.uid()) and c.id = any (found));
begin
  return array(
    select coalesce((named ->> name)::uuid, (
      select c.id from kith.contacts c
      where c.owner_id = (select auth.uid()) and c.id = kith_private.as_uuid(substring(name from '^(.{36})\.vcf$')) and c.card ->> 'name' is null))
    from unnest(given) with ordinality each (name, place) order by place);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.count_message(owner uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  today constant date := (now() at time zone 'UTC')::date;
begin
  update kith_private.inboxes i set counted_on = today, received = case when i.counted_on = today then i.received + 1 else 1 end, received_at = now()
  where i.owner_id = owner and (i.counted_on < today or i.received < 200);
  return case when not found then greatest(1, ceil(extract(epoch from (today + 1) at time zone 'UTC' - clock_timestamp())))::integer end;
end
$function$;

ALTER FUNCTION "kith_private"."count_message"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.create_profile()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into kith.profiles (owner_id, name)
  values (new.id, left(kith_private.trimmed(kith_private.in_one_line(
    coalesce(new.raw_user_meta_data ->> 'name', new.raw_user_meta_data ->> 'full_name'))), 255))
  on conflict do nothing;
  return null;
exception when others then
  raise warning 'kith: no profile was made for a new account (%: %)', sqlstate, sqlerrm;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.create_upload_path(contact uuid, extension text, card_photo jsonb)
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
  insert into kith_private.photo_uploads (path, contact_id, card_photo) values (path, contact, card_photo);
  return path;
end
$function$;

ALTER FUNCTION "kith_private"."create_upload_path"(uuid, text, jsonb) OWNER TO "postgres";

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
      when f.type = 'choices' then kith_private.options_as_said(f.options, regexp_split_to_array(kith_private.trimmed(item ->> 'value'), '\s*,\s*'))
      when f.type = 'choice' then kith_private.options_as_said(f.options, array[kith_private.trimmed(item ->> 'value')]) -> 0
      else to_jsonb(kith_private.trimmed(item ->> 'value')) end), '{}')
    from jsonb_array_elements(said) item
    left join kith.fields f on f.key = item ->> 'name' or lower(f.name collate "und-x-icu") = lower(kith_private.trimmed(item ->> 'name') collate "und-x-icu"));
end
$function$;

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
    when type = 'number' then case
      when jsonb_typeof(value) <> 'number' then 'Must be a number.'
      -- JSON parsers round larger ones.
      when abs(value::numeric) > 9007199254740991 then 'Must be a number from -9,007,199,254,740,991 to 9,007,199,254,740,991.' end
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
  delete from kith_private.inboxes i where i.owner_id = (select auth.uid());
  delete from kith_private.read_calendars c where c.owner_id = (select auth.uid());
  delete from kith_private.webhooks w where w.owner_id = (select auth.uid());
  delete from kith_private.channels c where c.owner_id = (select auth.uid());
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.east_asian_names(owner uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return coalesce((select p.east_asian_names from kith.profiles p where p.owner_id = owner and owner = (select auth.uid())), 'lastName');
end
$function$;

ALTER FUNCTION "kith_private"."east_asian_names"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.fingerprint(operation text, arguments jsonb)
 RETURNS bytea
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return sha256(convert_to(operation || (arguments - '{idempotencyKey,requestId,hash,keyPrefix,secret,progress}'::text[])::text, 'UTF8'));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.forget_url()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if old.secret_id is not null then
    delete from vault.secrets s where s.id = old.secret_id;
  end if;
  return null;
exception when others then
  raise warning 'kith: the address of a deleted calendar stays in the Vault (%: %)', sqlstate, sqlerrm;
  return null;
end
$function$;

ALTER FUNCTION "kith_private"."forget_url"() OWNER TO "postgres";

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
  is_clock_late boolean;
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
  if owner_id is null or asked.only_for is distinct from (case when credential ->> 'kind' in ('calendar', 'inbox', 'clock') then credential ->> 'kind' end) then
    owner_id := null;
    key_id := null;
    body := '{"code":"unauthorized"}';
    return;
  end if;

  if asked.only_for is not null and not credential ? 'counted' then
    retry_after := case asked.only_for when 'calendar' then kith_private.count_feed_read(owner_id) when 'inbox' then kith_private.count_message(owner_id) end;
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
        'id', gen_random_uuid(), 'kind', case when credential ? 'clientId' then 'connection' when credential ->> 'kind' = 'clock' then 'calendar' else credential ->> 'kind' end,
        'actorId', coalesce(key_id, case when asked.only_for is not null then kith_private.actor_of(credential) end, owner_id), 'actorName', asking.key_name,
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
    if asked.writes then
      select exists (select from kith_private.stale_contacts s where s.owner_id = handle.owner_id), kith_private.is_clock_late()
        into is_stale, is_clock_late;
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

  if is_clock_late then
    perform kith_private.sweep(20);
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

CREATE OR REPLACE FUNCTION kith_private.has_share(change_context jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return change_context ->> 'kind' in ('api_key', 'connection', 'inbox', 'calendar');
end
$function$;

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
  elsif credential ->> 'kind' = 'inbox' then
    select i.owner_id, 'Mail' into owner_id, key_name from kith_private.inboxes i where i.hash = secret;
  elsif credential ->> 'kind' = 'clock' then
    if credential ? 'webhookId' then
      select w.owner_id, w.name into owner_id, key_name from kith_private.webhooks w
      where w.owner_id = (credential ->> 'sub')::uuid and w.id = (credential ->> 'webhookId')::uuid;
    else
      select c.owner_id, c.name into owner_id, key_name from kith_private.read_calendars c
      where c.owner_id = (credential ->> 'sub')::uuid and c.id = (credential ->> 'calendarId')::uuid;
    end if;
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
      name_order = coalesce(nullif(p.name_order, 'firstName'), given ->> 'nameOrder', p.name_order),
      east_asian_names = coalesce(nullif(p.east_asian_names, 'lastName'), given ->> 'eastAsianNames', p.east_asian_names),
      digest_at = coalesce(nullif(p.digest_at, '08:00'), (given ->> 'digestAt')::time, p.digest_at),
      digest_days = case when p.digest_days = '{1,2,3,4,5,6,7}' and given ? 'digestDays'
        then array(select day::smallint from jsonb_array_elements_text(given -> 'digestDays') day) else p.digest_days end,
      lead_days = coalesce(nullif(p.lead_days, 7), (given ->> 'leadDays')::smallint, p.lead_days),
      saved_filters = coalesce(nullif(p.saved_filters, '[]'), given -> 'savedFilters', p.saved_filters)
    where p.owner_id = owner and (p.name is null and given ? 'name' or p.timezone = 'UTC' and given ? 'timezone'
      or p.country is null and given ? 'country' or p.name_order = 'firstName' and given ? 'nameOrder'
      or p.east_asian_names = 'lastName' and given ? 'eastAsianNames' or p.digest_at = '08:00' and given ? 'digestAt'
      or p.digest_days = '{1,2,3,4,5,6,7}' and given ? 'digestDays' or p.lead_days = 7 and given ? 'leadDays' or p.saved_filters = '[]' and given ? 'savedFilters' or p.contact_id is null and given ? 'contactId');
    is_filled := found;
  end if;
  update kith_private.import_rows r set
    outcome = case when not may then 'fail' when is_filled then 'merge' else 'skip' end, target_id = null,
    problem = case when not may then 'This API key lacks the scope profile:write.' end
  where r.owner_id = owner and r.import_id = import and r.resource = 'profile';
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.in_one_line(value text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return regexp_replace(value, E'[\n\u000b\f\r\u0085\u2028\u2029]+', ' ', 'g');
end
$function$;

ALTER FUNCTION "kith_private"."in_one_line"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.install_clock(address text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  -- 244 random bits, of the database's own generator.
  secret text := 'kith_tick_' || replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  kept record;
begin
  if num_nulls(to_regprocedure('cron.schedule(text,text,text)'), to_regprocedure('net.http_post(text,jsonb,jsonb,jsonb,integer)'),
    to_regclass('vault.decrypted_secrets')) > 0
  then
    return null;
  end if;
  select s.id, s.decrypted_secret as url into kept from vault.decrypted_secrets s where s.name = 'kith_tick_url';
  if kept.id is null then
    perform vault.create_secret(address, 'kith_tick_url', 'Where Kith''s clock ticks.');
  elsif kept.url <> address then
    perform vault.update_secret(kept.id, address);
  end if;
  select s.decrypted_secret into kept from vault.decrypted_secrets s where s.name = 'kith_tick_secret';
  if found then
    secret := kept.decrypted_secret;
  else
    perform vault.create_secret(secret, 'kith_tick_secret', 'The secret of Kith''s clock.');
  end if;
  perform cron.schedule('kith-tick', '* * * * *', 'select kith_private.wake()');
  return encode(sha256(convert_to(secret, 'UTF8')), 'hex');
end
$function$;

ALTER FUNCTION "kith_private"."install_clock"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.is_clock_late()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return not exists (select from kith_private.clock c where c.ticked_at > now() - interval '1 day') and not kith_private.is_clock_resting();
end
$function$;

ALTER FUNCTION "kith_private"."is_clock_late"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.is_clock_resting()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return exists (select from pg_catalog.pg_publication p where p.pubname like 'kith\_move\_%')
    or exists (select from pg_catalog.pg_subscription s where s.subname like 'kith\_move\_%');
end
$function$;

ALTER FUNCTION "kith_private"."is_clock_resting"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.is_due()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
begin
  return exists (select from kith_private.idempotent_requests r where r.created_at < now() - interval '24 hours')
    or exists (select from kith_private.imports i where i.created_at < now() - interval '24 hours')
    or exists (select from kith_private.change_logs l where l.oldest_at < now() - kith_private.log_retention())
    or exists (select from kith_private.digests d where d.next_at <= now())
    or exists (select from kith_private.outbox o where o.state = 'waiting' and o.due_at <= now())
    or exists (select from kith_private.outbox o where o.created_at < now() - interval '30 days')
    or exists (select from kith_private.read_calendars c where c.due_at <= now())
    or exists (select from kith_private.meetings m where m.created_at < now() - interval '90 days')
    or kith_private.are_reminders_due()
    or kith_private.are_webhooks_due()
    or kith_private.are_photos_due()
    -- So that requests know that the clock runs.
    or not exists (select from kith_private.clock c where c.ticked_at > now() - interval '12 hours');
end
$function$;

ALTER FUNCTION "kith_private"."is_due"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.is_east_asian_name(contact kith.contacts)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return contact.first_name is not null and contact.last_name is not null
    and concat(contact.first_name, contact.middle_name, contact.last_name) ~ '^[\u1100-\u11ff\u3040-\u9fff\uac00-\ud7ff]+$';
end
$function$;

ALTER FUNCTION "kith_private"."is_east_asian_name"(kith.contacts) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.keep_card_photo(path text, photo jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  owner constant uuid := auth.uid();
begin
  insert into kith_private.card_photos (owner_id, path, digest, lines)
  select owner, keep_card_photo.path, photo ->> 'digest', case
    when octet_length(photo ->> 'lines') + (select coalesce(sum(p.bytes), 0) from kith_private.card_photos p where p.owner_id = owner)
      <= (select q.maximum from kith_private.quotas q where q.name = 'card_photo_bytes') then photo ->> 'lines' end
  where photo ->> 'digest' is not null;
end
$function$;

ALTER FUNCTION "kith_private"."keep_card_photo"(text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.keep_url(calendar uuid, address text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept uuid;
begin
  perform kith_private.refuse_limits();
  select c.secret_id into kept from kith_private.read_calendars c where c.owner_id = (select auth.uid()) and c.id = calendar for update;
  if not found then
    return;
  end if;
  -- The Vault of another database, or none any more: calendars are moved with their accounts, and secrets are not.
  if kept is not null then
    if not exists (select from vault.decrypted_secrets s where s.id = kept) then
      kept := null;
    end if;
  end if;
  if kept is not null then
    perform vault.update_secret(kept, address);
  elsif to_regclass('vault.decrypted_secrets') is not null then
    kept := vault.create_secret(address, 'kith_calendar_' || calendar, 'A calendar that Kith reads.');
  end if;
  update kith_private.read_calendars c set url = case when kept is null then address end, secret_id = kept, validators = '{}',
    due_at = greatest(now(), c.taken_at + interval '1 minute'), failures = 0
  where c.owner_id = (select auth.uid()) and c.id = calendar;
  perform kith_private.request_tick();
end
$function$;

ALTER FUNCTION "kith_private"."keep_url"(uuid, text) OWNER TO "postgres";

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
  if tg_argv[0] in ('contact', 'membership', 'network', 'profile') then
    perform kith_private.note_cards(tg_argv[0], tg_op, owner, state.number, written, before, after);
  end if;
  perform kith_private.set_setting('change_set', state::text);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.log_meeting(meeting kith_private.meetings, contacts uuid[], content text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  words constant text := coalesce(nullif(content, ''), nullif(meeting.title, ''), 'Meeting');
  made jsonb;
begin
  made := (kith_api.create_note(jsonb_build_object('body', jsonb_build_object('content', words, 'contactIds', to_jsonb(contacts),
    'noteTypeId', kith_private.note_type_called('{meeting,treffen}', 'Meeting'), 'occurredAt', meeting.started_at)))).body;
  update kith_private.meetings m set state = 'logged', note_id = (made ->> 'id')::uuid, written = case when content is null then words end
  where m.owner_id = (select auth.uid()) and m.id = meeting.id;
end
$function$;

ALTER FUNCTION "kith_private"."log_meeting"(kith_private.meetings, uuid[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.mark_calendar(owner uuid, calendar uuid, failed text, validators jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update kith_private.read_calendars c set
    read_at = case when failed is null then now() else c.read_at end,
    error = failed,
    validators = coalesce(mark_calendar.validators, c.validators),
    failures = case when failed is null then 0 else c.failures end,
    due_at = case when failed is null then now() + interval '1 hour' else c.due_at end
  where c.owner_id = owner and c.id = calendar;
end
$function$;

ALTER FUNCTION "kith_private"."mark_calendar"(uuid, uuid, text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.mark_outbox(results jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  waits constant interval[] := '{1 minute,5 minutes,30 minutes,2 hours,6 hours}';
begin
  -- Channels are locked first and in order, so that two ticks that mark deliveries of the same ones cannot deadlock.
  perform from kith_private.channels c
  where (c.owner_id, c.id) in (
    select o.owner_id, o.channel_id from jsonb_array_elements(results) r
    join kith_private.outbox o on o.owner_id = (r ->> 'ownerId')::uuid and o.id = (r ->> 'id')::uuid)
  order by c.owner_id, c.id for no key update;
  update kith_private.outbox o set due_at = now(), tries = o.tries - 1
  from jsonb_array_elements(results) r
  where (r ->> 'isLeft')::boolean and o.owner_id = (r ->> 'ownerId')::uuid and o.id = (r ->> 'id')::uuid and o.state = 'waiting';
  with marked as (
    update kith_private.outbox o set
      state = case when given.error is null then case when given.is_empty then 'empty' else 'sent' end
        when given.error in ('refused_address', 'gone') or o.tries > cardinality(waits) then 'failed' else 'waiting' end,
      due_at = case when given.error is null then o.due_at else now() + coalesce(waits[o.tries], interval '6 hours') end,
      error = given.error,
      sent_at = case when given.error is null and not given.is_empty then now() end
    from (
      select (r ->> 'ownerId')::uuid as owner_id, (r ->> 'id')::uuid as id, r ->> 'error' as error, coalesce((r ->> 'isEmpty')::boolean, false) as is_empty
      from jsonb_array_elements(results) r where not coalesce((r ->> 'isLeft')::boolean, false)) given
    where o.owner_id = given.owner_id and o.id = given.id and o.state = 'waiting'
    returning o.owner_id, o.channel_id, o.kind, o.error, o.state),
  -- The browser has forgotten it.
  gone as (
    delete from kith_private.channels c using marked m
    where c.owner_id = m.owner_id and c.id = m.channel_id and c.kind = 'webPush' and m.error = 'gone')
  update kith_private.channels c set
    last_delivered_at = case when m.error is null and m.kind <> 'code' then now() else c.last_delivered_at end,
    last_error = m.error,
    failing_since = case when m.error is not null then coalesce(c.failing_since, now()) end,
    is_enabled = c.is_enabled and (m.error is null or coalesce(c.failing_since, now()) > now() - interval '10 days')
  from marked m where c.owner_id = m.owner_id and c.id = m.channel_id and m.state <> 'empty' and not (c.kind = 'webPush' and coalesce(m.error, '') = 'gone');
  update kith_private.outbox o set due_at = tried.due_at
  from jsonb_array_elements(results) r
  join kith_private.outbox tried on tried.owner_id = (r ->> 'ownerId')::uuid and tried.id = (r ->> 'id')::uuid
  where r ->> 'error' is not null and tried.state = 'waiting' and o.owner_id = tried.owner_id and o.channel_id = tried.channel_id
    and o.state = 'waiting' and o.kind in ('digest', 'reminder') and o.due_at < tried.due_at;
end
$function$;

ALTER FUNCTION "kith_private"."mark_outbox"(jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.mark_undone(owner uuid, undoing uuid, sets bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  undone constant uuid[] := array(
    select f.id from kith_private.change_sets f
    where f.owner_id = owner and f.number = any (array(
      select coalesce(s.first_number, s.number) from kith_private.change_sets s where s.owner_id = owner and s.number = any (sets)))
    order by f.number desc);
  redone bigint[];
  again record;
  firsts bigint[];
begin
  update kith_private.change_sets s set undoes = undone where s.owner_id = owner and s.id = undoing;
  if not found then
    return; -- nothing had to be changed
  end if;
  update kith_private.change_sets s set undone_by = undoing where s.owner_id = owner and s.number = any (sets);
  -- What an undone undo had undone holds again, and if that was an undo, what it undid does not.
  redone := array(
    select r.number from kith_private.change_sets r
    where r.owner_id = owner and r.number <> all (sets) and r.id = any (array(
      select unnest(s.undoes) from kith_private.change_sets s where s.owner_id = owner and s.number = any (sets)))
    order by r.number);
  update kith_private.change_sets s set undone_by = null where s.owner_id = owner and s.number = any (redone);
  update kith_private.change_sets s set undone_by = null where s.owner_id = owner and s.first_number = any (redone);
  for again in
    select s.id, s.undoes from kith_private.change_sets s where s.owner_id = owner and s.number = any (redone) order by s.number
  loop
    firsts := array(select f.number from kith_private.change_sets f where f.owner_id = owner and f.id = any (again.undoes));
    update kith_private.change_sets s set undone_by = again.id
    where s.owner_id = owner and s.number = any (firsts) and s.number <> all (sets);
    update kith_private.change_sets s set undone_by = again.id
    where s.owner_id = owner and s.first_number = any (firsts) and s.number <> all (sets);
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.mark_webhook(owner uuid, webhook uuid, result jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  waits constant interval[] := '{1 minute,5 minutes,30 minutes,2 hours,5 hours,10 hours,14 hours,18 hours,24 hours}';
  failed constant text := result ->> 'error';
  has_told constant boolean := (result ->> 'delivered')::integer > 0;
begin
  update kith_private.webhooks w set
    told_number = case when w.told_number = (result ->> 'toldTo')::bigint then (result ->> 'readTo')::bigint else w.told_number end,
    test_id = case when (result ->> 'tested')::boolean then null else w.test_id end,
    last_delivered_at = case when has_told then now() else w.last_delivered_at end,
    last_error = failed,
    last_status = coalesce((result ->> 'status')::smallint, w.last_status),
    failing_since = case when failed is null then null when has_told then now() else coalesce(w.failing_since, now()) end,
    -- Counted when it was taken, unless the owner has had it told again meanwhile.
    tries = case when failed is null then 0 when has_told then 1 else greatest(w.tries, 1) end,
    is_enabled = w.is_enabled and (failed is null or (failed <> 'gone' and (has_told or w.tries <= cardinality(waits)))),
    due_at = case when failed is null then now() else now() + coalesce(waits[case when has_told then 1 else greatest(w.tries, 1) end], interval '1 day') end
  where w.owner_id = owner and w.id = webhook;
end
$function$;

ALTER FUNCTION "kith_private"."mark_webhook"(uuid, uuid, jsonb) OWNER TO "postgres";

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
      case when p.east_asian_names <> 'lastName' then 'eastAsianNames' end,
      case when p.digest_at <> '08:00' then 'digestAt' end, case when p.digest_days <> '{1,2,3,4,5,6,7}' then 'digestDays' end,
      case when p.lead_days <> 7 then 'leadDays' end, case when p.saved_filters <> '[]' then 'savedFilters' end, case when p.contact_id is not null then 'contactId' end])
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
  custom constant jsonb := case choices ->> 'custom' when 'target' then target.custom when 'duplicate' then duplicate.custom
    else duplicate.custom || target.custom end;
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
  if octet_length(custom::text) > 16384 then
    errors := coalesce(errors, '[]') || jsonb_build_object('in', 'body', 'pointer', '/fields/custom', 'code', 'too_long',
      'message', 'Together they have more than 16,384 bytes. Choose those of the target or of the duplicate.');
  end if;
  if errors is not null then
    perform kith_private.fail('validation_failed', errors => errors);
  end if;
  return jsonb_populate_record(target, (
    select jsonb_object_agg(name, case choices ->> kith_private.member_name(name)
      when 'target' then ours -> name when 'duplicate' then theirs -> name
      else coalesce(nullif(ours -> name, 'null'), theirs -> name) end)
    from unnest(kith_private.written_columns('kith.contacts')) name) || lists || jsonb_build_object(
      'custom', custom,
      'vcard_lines', kept,
      'is_favorite', target.is_favorite or duplicate.is_favorite,
      'is_archived', target.is_archived and duplicate.is_archived,
      'last_contacted_by_hand', greatest(target.last_contacted_by_hand, duplicate.last_contacted_by_hand)));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.move_relationships(target uuid, duplicate uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  owner constant uuid := auth.uid();
  -- By these alone: under policies Postgres uses no index of keys.
  own constant uuid[] := array(select a.id from kith_private.relationships_about a where a.owner_id = owner and a.contact_id = target);
  theirs constant uuid[] := array(select a.id from kith_private.relationships_about a where a.owner_id = owner and a.contact_id = duplicate);
  kept text[];
  moved bigint;
begin
  kept := array(
    select kith_private.relationship_key(r.contact_id, r.related_contact_id, r.related_name, r.kind, r.label, r.inverse_label)
    from kith.relationships r where r.owner_id = owner and r.id = any (own));
  delete from kith.relationships r
  where r.owner_id = owner and r.id = any (theirs) and (r.id = any (own)
    or kith_private.relationship_key(case r.contact_id when duplicate then target else r.contact_id end,
      case r.related_contact_id when duplicate then target else r.related_contact_id end, r.related_name, r.kind, r.label, r.inverse_label) = any (kept));
  update kith.relationships r set contact_ids = array_replace(r.contact_ids, duplicate, target)
  where r.owner_id = owner and r.id = any (theirs);
  get diagnostics moved = row_count;
  return moved;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.new_photo_path(contact uuid, extension text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return concat(auth.uid(), '/', contact, '/', gen_random_uuid(), '.', extension);
end
$function$;

ALTER FUNCTION "kith_private"."new_photo_path"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.note_cards(resource text, operation text, owner uuid, number bigint, written jsonb, before jsonb, after jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  is_new constant boolean := resource = 'contact' and operation = 'INSERT';
  is_gone constant boolean := resource = 'contact' and operation = 'DELETE';
  own_name constant text := (written ->> 'id') || '.vcf';
  earlier_name text;
  touched uuid[];
begin
  if resource = 'membership' then
    touched := array[(written ->> 'contact_id')::uuid];
  elsif resource = 'contact' then
    -- Cards show none of these.
    if operation = 'UPDATE' and after - '{updated_at,is_favorite,contact_frequency_days,last_contacted_by_hand,snoozed_until,snoozed_after,custom}'::text[] = '{}' then
      return;
    end if;
    touched := array[(written ->> 'id')::uuid];
    earlier_name := case when is_new then '' when is_gone or before ? 'card' then
      nullif(coalesce(before #>> '{card,name}', own_name), case when not is_gone then coalesce(after #>> '{card,name}', own_name) end) end;
  elsif resource = 'network' and after ? 'name' then
    touched := array(select m.contact_id from kith.contact_networks m where m.owner_id = owner and m.network_id = (written ->> 'id')::uuid);
  elsif resource = 'profile' and after ? 'east_asian_names' then
    touched := array(select c.id from kith.contacts c where c.owner_id = owner and kith_private.is_east_asian_name(c));
  end if;
  insert into kith_private.card_sequences as s (owner_id, contact_id, sequence, name, deleted_at)
  select owner, contact, number, earlier_name, case when is_gone then now() end from unnest(touched) contact
  on conflict (owner_id, contact_id) do update set sequence = excluded.sequence,
    name = case when is_new then '' when s.sequence = excluded.sequence then coalesce(s.name, excluded.name) else coalesce(excluded.name, nullif(s.name, '')) end,
    deleted_at = case when not is_new then coalesce(excluded.deleted_at, s.deleted_at) end
  where is_new or s.name is null and excluded.name is not null
    or (s.sequence, s.deleted_at) is distinct from (excluded.sequence, coalesce(excluded.deleted_at, s.deleted_at));
end
$function$;

ALTER FUNCTION "kith_private"."note_cards"(text, text, uuid, bigint, jsonb, jsonb, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.note_type_called(names text[], otherwise text)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  return coalesce(
    (select t.id from kith.note_types t where lower(t.name collate "und-x-icu") = any (names) order by t.created_at, t.id limit 1),
    kith_private.note_type_named(jsonb_build_object('name', otherwise)));
end
$function$;

ALTER FUNCTION "kith_private"."note_type_called"(text[], text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.options_as_said(options jsonb, said text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  known jsonb;
  answer jsonb := '[]';
  part text;
begin
  foreach part in array said loop
    if not options ? part then
      known := coalesce(known, (
        select jsonb_object_agg(kith_private.folded(option), option order by place desc)
        from jsonb_array_elements_text(options) with ordinality given (option, place)), '{}');
      part := coalesce(known ->> kith_private.folded(part), part);
    end if;
    answer := answer || to_jsonb(part);
  end loop;
  return answer;
end
$function$;

ALTER FUNCTION "kith_private"."options_as_said"(jsonb, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.own_addresses()
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform kith_private.refuse_limits();
  return kith_private.addresses_of((select auth.uid()));
end
$function$;

ALTER FUNCTION "kith_private"."own_addresses"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.people_of_events(events jsonb, own text[])
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  me constant uuid := kith_private.own_contact();
  -- By title, because many come again and again.
  phrases_by_title constant jsonb := (
    select coalesce(jsonb_object_agg(title, (select coalesce(jsonb_agg(phrase), '[]') from kith_private.phrases_of(title) phrase)), '{}')
    from (select distinct e ->> 'title' as title from jsonb_array_elements(events) e) titles);
  phrases constant jsonb := (
    select coalesce(jsonb_object_agg(phrase, true), '{}') from jsonb_each(phrases_by_title) t cross join jsonb_array_elements_text(t.value) phrase);
  known constant jsonb := kith_private.contacts_by_addresses(array(
    select distinct address from jsonb_array_elements(events) e cross join jsonb_array_elements_text(e -> 'addresses') address where address <> all (own)));
  named jsonb;
begin
  select coalesce(jsonb_object_agg(found.name, found.id), '{}') into named from (
    select called.name, min(c.id::text) as id
    from kith.contacts c
    cross join lateral (
      select trim(regexp_replace(kith_private.folded(c.first_name || ' ' || c.last_name), '[^[:alnum:]]+', ' ', 'g')) as name) called
    where c.first_name <> '' and c.last_name <> '' and not c.is_archived and c.id is distinct from me and phrases ? called.name
    group by called.name having count(*) = 1) found;
  return (
    select coalesce(jsonb_object_agg(e ->> 'event', (
      select coalesce(jsonb_agg(id order by place), '[]') from (
        select id, min(place) as place from (
          select id, given.place from jsonb_array_elements_text(e -> 'addresses') with ordinality given (address, place)
          cross join lateral jsonb_array_elements_text(known -> given.address) id
          union all
          select named ->> phrase, 1000 from jsonb_array_elements_text(phrases_by_title -> (e ->> 'title')) phrase where named ? phrase) every_one
        group by id order by min(place), id limit 50) first_ones)), '{}')
    from jsonb_array_elements(events) e);
end
$function$;

ALTER FUNCTION "kith_private"."people_of_events"(jsonb, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.photo_bytes(account uuid)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(sum((o.metadata ->> 'size')::bigint), 0)::bigint from storage.objects o
    -- names that begin with the owner's id and a slash ("0" is the character after "/"); these operators use Storage's index
    where o.bucket_id = 'kith-photos' and o.name ~>=~ (account || '/') and o.name ~<~ (account || '0'));
end
$function$;

ALTER FUNCTION "kith_private"."photo_bytes"(uuid) OWNER TO "postgres";

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
    return jsonb_build_object('photoPath', kith_private.reserve_card_photo(contact, arguments -> 'picture'));
  elsif jsonb_typeof(arguments -> 'picture') = 'object' then
    return jsonb_build_object('hasOtherLines', kith_private.tag(known.lines) is distinct from arguments #>> '{picture,linesTag}');
  elsif known.lines is not null and arguments ? 'ifCard' and not arguments ? 'hasOtherPicture' then
    perform kith_private.set_photo(contact, null);
  end if;
  return '{}';
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.photos_to_remove(account uuid DEFAULT NULL::uuid, by_clock boolean DEFAULT false)
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
  if (by_clock and kith_private.is_clock_resting()) or not (by_clock or kith_private.is_clock_late()) then
    return '{}';
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

ALTER FUNCTION "kith_private"."photos_to_remove"(uuid, boolean) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.phrases_of(title text)
 RETURNS SETOF text
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
  words constant text[] := (regexp_split_to_array(trim(regexp_replace(kith_private.folded(title), '[^[:alnum:]]+', ' ', 'g')), ' '))[:40];
begin
  return query
    select distinct array_to_string(words[first : last], ' ')
    from generate_series(1, cardinality(words)) first cross join generate_series(first + 1, least(first + 4, cardinality(words))) last;
end
$function$;

ALTER FUNCTION "kith_private"."phrases_of"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.plan_digests(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  item kith_private.digests;
  locked uuid[];
  planned integer := 0;
begin
  for item in
    select d.* from kith_private.digests d where d.next_at <= now() order by d.next_at limit most for update skip locked
  loop
    -- Who deletes an account or a channel has that locked and waits for this row: they are not waited for, and the next tick goes on.
    perform from auth.users u where u.id = item.owner_id for key share skip locked;
    continue when not found;
    locked := array(select c.id from kith_private.channels c where c.owner_id = item.owner_id for key share skip locked);
    continue when exists (select from kith_private.channels c where c.owner_id = item.owner_id and c.id <> all (locked));
    if item.next_at > now() - interval '12 hours' then
      insert into kith_private.outbox (owner_id, channel_id, kind, occurrence)
      select c.owner_id, c.id, 'digest', item.occurrence::text from kith_private.channels c
      where c.owner_id = item.owner_id and c.is_enabled and c.verified_at is not null and 'digest' = any (c.events)
      on conflict on constraint outbox_occurrence_key do nothing;
    end if;
    perform kith_private.schedule_digest(item.owner_id);
    planned := planned + 1;
  end loop;
  return planned;
end
$function$;

ALTER FUNCTION "kith_private"."plan_digests"(integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.plan_reminders(most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  told timestamptz;
  most_of_account constant integer := 200;
  due record;
  last timestamptz;
  planned integer := 0;
  is_too_many boolean;
begin
  if not kith_private.are_reminders_due() then
    return 0;
  end if;
  insert into kith_private.told_reminders (until) values (kith_private.reminders_told_until()) on conflict do nothing;
  -- Two ticks at once do nothing twice, and do not wait.
  perform from kith_private.told_reminders t for update skip locked;
  if not found then
    return 0;
  end if;
  told := kith_private.reminders_told_until();
  for due in
    select r.owner_id, r.id, r.due_at
    from (
      select c.owner_id, min(c.verified_at) as verified_at from kith_private.channels c
      where c.is_enabled and c.verified_at is not null and 'reminder' = any (c.events)
      group by c.owner_id) who
    cross join lateral (
      select r.owner_id, r.id, r.due_at from kith.reminders r
      where r.owner_id = who.owner_id and r.due_at > greatest(told, who.verified_at) and r.due_at <= now() and not r.completed
      order by r.due_at, r.id limit most_of_account + 1) r
    order by r.due_at
  loop
    -- All that are due at one instant, so that the next part begins after it.
    exit when planned >= most and due.due_at > last;
    last := due.due_at;
    -- Compared with both at once, which keeps the planner from what was created for everybody since then.
    is_too_many := most_of_account <= (
      select count(*) from (
        select from kith_private.outbox o
        where o.owner_id = due.owner_id and o.kind = 'reminder' and (o.owner_id, o.created_at) > (due.owner_id, now() - interval '1 day')
        limit most_of_account) told_before);
    continue when is_too_many and exists (
      select from kith_private.outbox o
      where o.owner_id = due.owner_id and o.kind = 'reminder' and (o.owner_id, o.created_at) > (due.owner_id, now() - interval '1 day')
        and o.error = 'too_many');
    insert into kith_private.outbox (owner_id, channel_id, kind, occurrence, state, error)
    select c.owner_id, c.id, 'reminder', format('%s %s', due.id, to_char(due.due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
      case when is_too_many then 'failed' else 'waiting' end, case when is_too_many then 'too_many' end
    from kith_private.channels c
    where c.owner_id = due.owner_id and c.is_enabled and c.verified_at < due.due_at and 'reminder' = any (c.events)
    on conflict on constraint outbox_occurrence_key do nothing;
    planned := planned + 1;
  end loop;
  update kith_private.told_reminders t set until = case when planned < most then now() else last end;
  return planned;
end
$function$;

ALTER FUNCTION "kith_private"."plan_reminders"(integer) OWNER TO "postgres";

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
    'eastAsianNames', coalesce(profile.east_asian_names, 'lastName'),
    'digestAt', to_char(coalesce(profile.digest_at, '08:00'), 'HH24:MI'),
    'digestDays', coalesce(profile.digest_days, '{1,2,3,4,5,6,7}'),
    'leadDays', coalesce(profile.lead_days, 7),
    'savedFilters', case when may_read then coalesce(profile.saved_filters, '[]') else '[]' end,
    'contactId', case when may_read and profile.contact_id is not null and kith_private.has_scope('contacts:read') and kith_private.has_all_networks()
      then (select c.id from kith.contacts c where c.owner_id = (select auth.uid()) and c.id = profile.contact_id) end,
    'createdAt', to_char(coalesce(profile.created_at, now()) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'updatedAt', to_char(coalesce(profile.updated_at, now()) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'scopes', limits -> 'scopes',
    'networkIds', limits -> 'networkIds',
    'expiresAt', to_char((limits ->> 'expiresAt')::timestamptz at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.push_key()
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  kept text := (select k.private_key from kith_private.push_keys k);
begin
  if kept is null then
    insert into kith_private.push_keys (is_only_row) values (true) on conflict do nothing;
    select k.private_key into kept from kith_private.push_keys k;
  end if;
  return kept;
end
$function$;

ALTER FUNCTION "kith_private"."push_key"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.reminders_told_until()
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  return greatest((select t.until from kith_private.told_reminders t), now() - interval '12 hours');
end
$function$;

ALTER FUNCTION "kith_private"."reminders_told_until"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.replace_secret(webhook uuid, secret text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform kith_private.refuse_limits();
  update kith_private.webhooks w set secret = replace_secret.secret, previous_secret = w.secret, previous_until = now() + interval '1 day'
  where w.owner_id = (select auth.uid()) and w.id = webhook;
end
$function$;

ALTER FUNCTION "kith_private"."replace_secret"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.request_tick()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update kith_private.clock c set requested_at = now()
  from (
    select o.is_only_row from kith_private.clock o
    where o.requested_at is null or o.requested_at < now() - interval '2 seconds' for update skip locked) free
  where c.is_only_row = free.is_only_row;
  if found or not exists (select from kith_private.clock) then
    perform kith_private.send_tick();
  end if;
end
$function$;

ALTER FUNCTION "kith_private"."request_tick"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.reserve_card_photo(contact uuid, picture jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  owner constant uuid := auth.uid();
  path constant text := kith_private.new_photo_path(contact, picture ->> 'extension');
begin
  perform kith_private.check_contact_limits(contact);
  if kith_private.photo_bytes(owner) + (picture ->> 'bytes')::bigint > (select q.maximum from kith_private.quotas q where q.name = 'photo_bytes') then
    return null;
  end if;
  insert into kith_private.photo_uploads (path, contact_id, photo_path) values (path, contact, path);
  return path;
end
$function$;

ALTER FUNCTION "kith_private"."reserve_card_photo"(uuid, jsonb) OWNER TO "postgres";

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
  set photo_path = kith_private.new_photo_path(contact, split_part(u.path, '.', 2))
  where u.path = upload and u.owner_id = (select auth.uid()) and u.contact_id = contact and not u.attached
  returning u.photo_path into reserved;
  return reserved;
end
$function$;

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
    if operation.locks_log and change_context ->> 'kind' in ('access_token', 'inbox', 'calendar') and not kith_private.lock_log_of(owner) then
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

CREATE OR REPLACE FUNCTION kith_private.schedule_digest(owner uuid, after timestamp with time zone DEFAULT now())
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  profile kith.profiles;
  zone text;
begin
  if not exists (
    select from kith_private.channels c where c.owner_id = owner and c.is_enabled and c.verified_at is not null and 'digest' = any (c.events))
  then
    delete from kith_private.digests d where d.owner_id = owner;
    return;
  end if;
  select p.* into profile from kith.profiles p where p.owner_id = owner;
  zone := coalesce(profile.timezone, 'UTC');
  insert into kith_private.digests as d (owner_id, next_at, occurrence)
  select owner, day.at, day.date
  from (
    select (n + (after at time zone zone)::date) as date,
      (n + (after at time zone zone)::date + coalesce(profile.digest_at, '08:00')) at time zone zone as at
    from generate_series(0, 8) n) day
  where day.at > after and extract(isodow from day.date) = any (coalesce(profile.digest_days, '{1,2,3,4,5,6,7}'))
  order by day.date limit 1
  on conflict (owner_id) do update set next_at = excluded.next_at, occurrence = excluded.occurrence;
end
$function$;

ALTER FUNCTION "kith_private"."schedule_digest"(uuid, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.schedule_digests()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if current_setting('kith.deleting_account', true) is distinct from 'on' then
    perform kith_private.schedule_digest(coalesce(new.owner_id, old.owner_id));
  end if;
  return null;
end
$function$;

ALTER FUNCTION "kith_private"."schedule_digests"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.seen_cards_with(member text, given text[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  found constant uuid[] := kith_private.cards_with(member, given);
begin
  if found is null then
    return array(
      select c.id from kith.contacts c where c.owner_id = (select auth.uid()) and c.card is not null and c.card ->> member = any (given));
  end if;
  return array(select c.id from kith.contacts c where c.owner_id = (select auth.uid()) and c.id = any (found));
end
$function$;

ALTER FUNCTION "kith_private"."seen_cards_with"(text, text[]) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.send_code(channel uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  recipient constant text := (
    select lower(c.target) from kith_private.channels c where c.owner_id = (select auth.uid()) and c.id = channel for update);
begin
  perform kith_private.refuse_limits();
  -- Whoever asks for a code of the account or to the same address waits, so that all are counted.
  perform pg_advisory_xact_lock(hashtextextended('kith.outbox:' || auth.uid(), 0));
  perform pg_advisory_xact_lock(hashtextextended('kith.code:' || recipient, 0));
  if (select count(*) from kith_private.outbox o where o.address = recipient and o.created_at + interval '1 day' > now()) >= 3
    or (select count(*) from kith_private.outbox o where o.owner_id = (select auth.uid()) and o.kind = 'code' and o.created_at + interval '1 day' > now()) >= 20
  then
    perform kith_private.fail('quota_exceeded', 'At most three codes a day are sent to an address, and twenty for an account.');
  end if;
  -- A million codes, five tries each.
  update kith_private.channels c set code = lpad((('x' || left(replace(gen_random_uuid()::text, '-', ''), 8))::bit(32)::bigint % 1000000)::text, 6, '0'),
    code_made_at = now(), code_tries = 0
  where c.owner_id = (select auth.uid()) and c.id = channel;
  insert into kith_private.outbox (owner_id, channel_id, kind, occurrence, address)
  values (auth.uid(), channel, 'code', gen_random_uuid()::text, recipient);
  perform kith_private.request_tick();
end
$function$;

ALTER FUNCTION "kith_private"."send_code"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.send_test(channel uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform kith_private.refuse_limits();
  perform from kith_private.channels c where c.owner_id = (select auth.uid()) and c.id = channel and c.verified_at is not null for update;
  if not found then
    perform kith_private.fail('conflict', 'The address has to be verified first.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('kith.outbox:' || auth.uid(), 0));
  if (
    select count(*) from kith_private.outbox o
    where o.owner_id = (select auth.uid()) and o.channel_id = channel and o.kind = 'test' and o.created_at + interval '1 hour' > now()) >= 5
  then
    perform kith_private.fail('quota_exceeded', 'A channel is tried out at most five times an hour.');
  end if;
  if (
    select count(*) from kith_private.outbox o
    where o.owner_id = (select auth.uid()) and o.kind = 'test' and o.created_at + interval '1 day' > now()) >= 50
  then
    perform kith_private.fail('quota_exceeded', 'Channels are tried out at most fifty times a day.');
  end if;
  insert into kith_private.outbox (owner_id, channel_id, kind, occurrence) values (auth.uid(), channel, 'test', gen_random_uuid()::text);
  perform kith_private.request_tick();
end
$function$;

ALTER FUNCTION "kith_private"."send_test"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.send_tick()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if to_regclass('vault.decrypted_secrets') is null or to_regprocedure('net.http_post(text,jsonb,jsonb,jsonb,integer)') is null then
    return;
  end if;
  perform net.http_post(url := u.decrypted_secret, body := '{}'::jsonb, timeout_milliseconds := 5000,
    headers := jsonb_build_object('Authorization', 'Bearer ' || s.decrypted_secret, 'Content-Type', 'application/json'))
  from vault.decrypted_secrets u, vault.decrypted_secrets s where u.name = 'kith_tick_url' and s.name = 'kith_tick_secret';
end
$function$;

ALTER FUNCTION "kith_private"."send_tick"() OWNER TO "postgres";

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
  delete from kith_private.photo_uploads u where u.owner_id = owner and u.path = photo ->> 'path' and u.photo_path = u.path and u.contact_id = contact;
  if not found then
    perform kith_private.fail('invalid_photo_path');
  end if;
  update kith.contacts c set photo_path = photo ->> 'path' where c.owner_id = owner and c.id = contact;
  perform kith_private.keep_card_photo(photo ->> 'path', photo);
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.set_photo(contact uuid, path text, upload text DEFAULT NULL::text, card_photo jsonb DEFAULT NULL::jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  sent jsonb;
begin
  perform kith_private.check_contact_limits(contact);
  if path is not null then
    update kith_private.photo_uploads u set attached = true, photo_path = null
    where u.path = upload and u.owner_id = (select auth.uid()) and u.contact_id = contact and u.photo_path = set_photo.path and not u.attached
    returning u.card_photo into sent;
    if not found then
      perform kith_private.fail('invalid_photo_path');
    end if;
    perform kith_private.keep_card_photo(path, coalesce(sent, card_photo));
  end if;
  update kith.contacts c set photo_path = set_photo.path where c.id = contact and c.owner_id = (select auth.uid());
end
$function$;

ALTER FUNCTION "kith_private"."set_photo"(uuid, text, text, jsonb) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.shorten_log(writer uuid, number bigint, spared timestamp with time zone DEFAULT 'infinity'::timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  -- More than were written since the last time, so that no log grows for good.
  most constant bigint := (
    select greatest(200, 2 * count(*)) from kith_private.changes c where c.owner_id = writer and c.set_number > number - 20);
  bytes bigint;
begin
  bytes := (select c.total_bytes from kith_private.changes c where c.owner_id = writer order by c.set_number desc, c.position desc limit 1)
    - (select q.maximum from kith_private.quotas q where q.name = 'log_bytes');
  if bytes > (select c.total_bytes from kith_private.changes c where c.owner_id = writer order by c.set_number, c.position limit 1) then
    perform kith_private.purge_changes(writer, '-infinity', bytes, most, spared);
  end if;
  -- Of deletions that are no memberships there is an index.
  if exists (
    select from kith_private.changes c
    where c.owner_id = writer and c.set_number > number - 20 and c.action = 'delete' and c.resource <> 'membership' and c.resource = 'contact')
  then
    perform kith_private.purge_card_sequences(writer);
  end if;
end
$function$;

ALTER FUNCTION "kith_private"."shorten_log"(uuid, bigint, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.shown_name(contact kith.contacts)
 RETURNS text
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  person text;
begin
  if contact.first_name is null and contact.last_name is null then
    return contact.display_name;
  end if;
  if kith_private.is_east_asian_name(contact) and kith_private.east_asian_names(contact.owner_id) = 'lastName' then
    person := concat(contact.last_name, contact.first_name, contact.middle_name);
  else
    person := concat_ws(' ', contact.first_name, contact.middle_name, contact.last_name);
  end if;
  return concat_ws(', ', concat_ws(' ', contact.name_prefix, person), contact.name_suffix);
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
    perform kith_private.shorten_log(owner, state.number,
      case when kith_private.has_share(context) then now() - interval '1 day' else 'infinity' end);
  end if;
  return state;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.stop_channel(secret text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update kith_private.channels c set is_enabled = false where c.stop_secret = secret;
  return found;
end
$function$;

ALTER FUNCTION "kith_private"."stop_channel"(text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.suggested_meeting(meeting uuid)
 RETURNS kith_private.meetings
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  found_one kith_private.meetings;
begin
  select m.* into found_one from kith_private.meetings m where m.owner_id = (select auth.uid()) and m.id = meeting for update;
  if not found then
    perform kith_private.not_found();
  elsif found_one.state <> 'suggested' then
    perform kith_private.fail('conflict', format('It is %s already.', found_one.state));
  end if;
  return found_one;
end
$function$;

ALTER FUNCTION "kith_private"."suggested_meeting"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.suggested_meetings(most integer)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', m.body -> 'id', 'title', m.body -> 'title', 'startedAt', m.body -> 'startedAt',
      'contactIds', m.body -> 'contactIds') order by latest.ended_at desc, latest.id), '[]')::text
    from (
      select m.id, m.ended_at from kith_private.meetings m
      where m.owner_id = (select auth.uid()) and m.state = 'suggested' order by m.ended_at desc, m.id limit most) latest
    join kith_api.meetings m on m.id = latest.id);
end
$function$;

ALTER FUNCTION "kith_private"."suggested_meetings"(integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.sweep(most bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  cutoff constant timestamptz := now() - kith_private.log_retention();
  day_ago constant timestamptz := now() - interval '24 hours';
  answers integer := 0;
  imports integer := 0;
  logs integer := 0;
  deliveries integer := 0;
  meetings integer := 0;
  owner uuid;
begin
  delete from kith_private.idempotent_requests r where r.ctid = any (array(
    select old.ctid from kith_private.idempotent_requests old where old.created_at < day_ago limit most for update skip locked));
  get diagnostics answers = row_count;
  delete from kith_private.imports i where i.ctid = any (array(
    select old.ctid from kith_private.imports old where old.created_at < day_ago limit 5 for update skip locked));
  get diagnostics imports = row_count;
  delete from kith_private.outbox o where o.ctid = any (array(
    select old.ctid from kith_private.outbox old where old.created_at < now() - interval '30 days' limit most for update skip locked));
  get diagnostics deliveries = row_count;
  delete from kith_private.meetings m where m.ctid = any (array(
    select old.ctid from kith_private.meetings old where old.created_at < now() - interval '90 days' limit most for update skip locked));
  get diagnostics meetings = row_count;
  -- Nothing is waited for, so that this can deadlock neither with that owner's requests nor with deleting the account.
  select l.owner_id into owner from kith_private.change_logs l
  where l.oldest_at < cutoff order by l.oldest_at limit 1 for update skip locked;
  if found and pg_try_advisory_xact_lock(kith_private.log_lock_key(owner)) then
    -- Writing the log's row twice asks for the account's, which Auth locks first when it deletes the account.
    perform from auth.users u where u.id = owner for key share skip locked;
    if found then
      perform kith_private.purge_changes(owner, cutoff, 0, most);
      logs := 1;
    end if;
  end if;
  return case when answers + deliveries + imports + logs + meetings > 0
    then jsonb_build_object('answers', answers, 'deliveries', deliveries, 'imports', imports, 'logs', logs, 'meetings', meetings) end;
end
$function$;

ALTER FUNCTION "kith_private"."sweep"(bigint) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.take_calendars(most integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  taken jsonb := '[]';
  item kith_private.read_calendars;
  address text;
begin
  if kith_private.is_clock_resting() then
    return null;
  end if;
  for item in
    select c.* from kith_private.read_calendars c where c.due_at <= now() order by c.due_at limit most for update skip locked
  loop
    update kith_private.read_calendars c
    set taken_at = now(), failures = least(c.failures + 1, 24), due_at = now() + interval '1 hour' * least(c.failures + 1, 24)
    where c.owner_id = item.owner_id and c.id = item.id;
    address := item.url;
    if item.secret_id is not null then
      select s.decrypted_secret into address from vault.decrypted_secrets s where s.id = item.secret_id;
    end if;
    -- Who was met may have become a contact since.
    if exists (select from kith.contacts c where c.owner_id = item.owner_id and c.updated_at > item.read_at) then
      item.validators := '{}';
    end if;
    taken := taken || jsonb_build_object('id', item.id, 'ownerId', item.owner_id, 'url', address, 'validators', item.validators,
      'timeZone', coalesce((select p.timezone from kith.profiles p where p.owner_id = item.owner_id), 'UTC'),
      'ownAddresses', to_jsonb(kith_private.addresses_of(item.owner_id)) || to_jsonb(item.own_addresses));
  end loop;
  return nullif(taken, '[]');
end
$function$;

ALTER FUNCTION "kith_private"."take_calendars"(integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.take_code(channel uuid, given text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform kith_private.refuse_limits();
  update kith_private.channels c set verified_at = case when c.code = given then now() else c.verified_at end,
    code = case when c.code <> given then c.code end, code_tries = c.code_tries + 1
  where c.owner_id = (select auth.uid()) and c.id = channel and c.code is not null and c.code_tries < 5 and c.code_made_at > now() - interval '1 hour';
  return found and exists (
    select from kith_private.channels c where c.owner_id = (select auth.uid()) and c.id = channel and c.code is null and c.verified_at is not null);
end
$function$;

ALTER FUNCTION "kith_private"."take_code"(uuid, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.take_outbox(most integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET enable_sort TO 'off'
 SET jit TO 'off'
AS $function$
declare
  first constant uuid := gen_random_uuid();
  account uuid := first;
  is_second_part boolean := false;
  due uuid[] := '{}';
  taken jsonb;
begin
  if kith_private.is_clock_resting() then
    return null;
  end if;
  while cardinality(due) < most loop
    account := (
      select o.owner_id from kith_private.outbox o
      where o.state = 'waiting' and o.due_at <= now() and o.owner_id > account order by o.owner_id limit 1);
    if account is null or (is_second_part and account > first) then
      exit when is_second_part;
      is_second_part := true;
      account := '00000000-0000-0000-0000-000000000000';
      continue;
    end if;
    due := due || array(
      select o.id from kith_private.outbox o where o.owner_id = account and o.state = 'waiting' and o.due_at <= now()
      order by o.due_at limit least(5, most - cardinality(due)) for update skip locked);
  end loop;
  with leased as (
    update kith_private.outbox o set due_at = now() + interval '2 minutes', tries = o.tries + 1,
      state = case when o.tries < 6 then 'waiting' else 'failed' end, error = case when o.tries < 6 then o.error else 'unreachable' end
    where o.id = any (due) and o.state = 'waiting'
    returning o.id, o.owner_id, o.channel_id, o.kind, o.occurrence, o.state)
  select jsonb_agg(jsonb_build_object('id', l.id, 'ownerId', l.owner_id, 'kind', l.kind, 'occurrence', l.occurrence,
    'channel', c.kind, 'target', case when l.kind not in ('digest', 'reminder') or c.is_enabled then c.target end, 'keys', c.keys,
    'pushKey', case when c.kind = 'webPush' then kith_private.push_key() end,
    'withNames', c.with_names, 'code', c.code,
    'stopSecret', c.stop_secret, 'leadDays', coalesce(p.lead_days, 7), 'digestAt', to_char(coalesce(p.digest_at, '08:00'), 'HH24:MI')))
  into taken
  from leased l
  left join kith_private.channels c on c.owner_id = l.owner_id and c.id = l.channel_id
  left join kith.profiles p on p.owner_id = l.owner_id
  where l.state = 'waiting';
  return taken;
end
$function$;

ALTER FUNCTION "kith_private"."take_outbox"(integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.take_webhooks(most integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  taken jsonb;
begin
  if kith_private.is_clock_resting() then
    return null;
  end if;
  with due as (
    select w.owner_id, w.id from kith_private.webhooks w
    where w.is_enabled and w.due_at <= now() and (w.test_id is not null or exists (
      select from kith_private.change_sets s where s.owner_id = w.owner_id and s.number > w.told_number))
    order by w.due_at limit most for update skip locked),
  leased as (
    update kith_private.webhooks w set due_at = now() + interval '1 minute' * (w.tries + 1) * (w.tries + 1), tries = least(w.tries + 1, 30)
    from due where w.owner_id = due.owner_id and w.id = due.id returning w.*)
  select jsonb_agg(jsonb_build_object('id', l.id, 'ownerId', l.owner_id, 'url', l.url, 'testId', l.test_id, 'toldTo', l.told_number,
    'secrets', to_jsonb(array[l.secret] || case when l.previous_until > now() then array[l.previous_secret] else '{}'::text[] end)))
  into taken from leased l;
  return taken;
end
$function$;

ALTER FUNCTION "kith_private"."take_webhooks"(integer) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.tell_again(webhook uuid, told bigint)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  perform kith_private.refuse_limits();
  update kith_private.webhooks w set told_number = told, due_at = now(), tries = 0
  where w.owner_id = (select auth.uid()) and w.id = webhook;
  perform kith_private.request_tick();
end
$function$;

ALTER FUNCTION "kith_private"."tell_again"(uuid, bigint) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.test_webhook(webhook uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  tested timestamptz;
begin
  perform kith_private.refuse_limits();
  select w.tested_at into tested from kith_private.webhooks w where w.owner_id = (select auth.uid()) and w.id = webhook and w.is_enabled for update;
  if not found then
    perform kith_private.fail('conflict', 'The webhook is switched off.');
  elsif tested > now() - interval '1 minute' then
    perform kith_private.fail('quota_exceeded', 'A webhook is tried out at most once a minute.');
  end if;
  update kith_private.webhooks w set test_id = gen_random_uuid(), tested_at = now(), due_at = now()
  where w.owner_id = (select auth.uid()) and w.id = webhook;
  perform kith_private.request_tick();
end
$function$;

ALTER FUNCTION "kith_private"."test_webhook"(uuid) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.tick()
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  planned integer;
  reminders integer;
  swept jsonb;
begin
  if kith_private.is_clock_resting() then
    return null;
  end if;
  -- Ticks at once do not wait for each other.
  update kith_private.clock c set ticked_at = now()
  from (select o.is_only_row from kith_private.clock o where o.ticked_at < now() - interval '10 seconds' for update skip locked) late
  where c.is_only_row = late.is_only_row;
  if not found then
    insert into kith_private.clock (is_only_row) select true where not exists (select from kith_private.clock c) on conflict do nothing;
  end if;
  planned := kith_private.plan_digests(1000);
  reminders := kith_private.plan_reminders(1000);
  swept := kith_private.sweep(1000);
  return case when planned + reminders > 0 or swept is not null
    then jsonb_build_object('digests', planned, 'reminders', reminders) || coalesce(swept, '{}') end;
end
$function$;

ALTER FUNCTION "kith_private"."tick"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.verify_push()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  delete from kith_private.channels c where c.owner_id = new.owner_id and c.kind = 'webPush' and c.target = new.target;
  new.verified_at := now();
  return new;
end
$function$;

ALTER FUNCTION "kith_private"."verify_push"() OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.wake()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  if kith_private.is_due() then
    perform kith_private.send_tick();
  end if;
  if extract(minute from now()) = 0 then
    delete from cron.job_run_details d
    where d.end_time < now() - interval '1 day' and d.jobid = (select j.jobid from cron.job j where j.jobname = 'kith-tick');
  end if;
end
$function$;

ALTER FUNCTION "kith_private"."wake"() OWNER TO "postgres";

ALTER TABLE "kith"."profiles" ADD CONSTRAINT "profiles_digest_at_check" CHECK (((EXTRACT(second FROM digest_at) = (0)::numeric) AND (digest_at < '24:00:00'::time without time zone)));

ALTER TABLE "kith"."profiles" ADD CONSTRAINT "profiles_digest_days_check" CHECK (((cardinality(digest_days) >= 1) AND (cardinality(digest_days) <= 7) AND (digest_days <@ '{1,2,3,4,5,6,7}'::smallint[])));

ALTER TABLE "kith"."profiles" ADD CONSTRAINT "profiles_east_asian_names_check" CHECK ((east_asian_names = ANY (ARRAY['firstName'::text, 'lastName'::text])));

ALTER TABLE "kith"."profiles" ADD CONSTRAINT "profiles_lead_days_check" CHECK (((lead_days >= 0) AND (lead_days <= 30)));

ALTER TABLE "kith_private"."digests" ADD CONSTRAINT "digests_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "kith_private"."operations" ADD CONSTRAINT "operations_only_for_check" CHECK ((only_for = ANY (ARRAY['calendar'::text, 'inbox'::text, 'clock'::text])));

ALTER TABLE "kith_private"."outbox" ADD CONSTRAINT "outbox_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "kith_private"."photo_uploads" ADD CONSTRAINT "photo_uploads_card_photo_check" CHECK ((octet_length((card_photo)::text) <= 32768));

CREATE VIEW "kith_api"."channels" WITH (security_invoker=true) AS  SELECT c.id,
    row_to_json(shape.*) AS body
   FROM (kith_private.channels c
     CROSS JOIN LATERAL ( SELECT c.id,
            c.kind,
            c.name,
                CASE
                    WHEN (c.kind = 'email'::text) THEN c.target
                    ELSE NULL::text
                END AS target,
            c.is_enabled AS "isEnabled",
            to_json(c.events) AS events,
            c.with_names AS "withNames",
            to_char((c.created_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "createdAt",
            to_char((c.updated_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "updatedAt",
            to_char((c.verified_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "verifiedAt",
            to_char((c.last_delivered_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "lastDeliveredAt",
            c.last_error AS "lastError",
            to_char((c.failing_since AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "failingSince") shape);

ALTER VIEW "kith_api"."channels" OWNER TO "postgres";

CREATE VIEW "kith_api"."read_calendars" WITH (security_invoker=true) AS  SELECT c.id,
    row_to_json(shape.*) AS body
   FROM (kith_private.read_calendars c
     CROSS JOIN LATERAL ( SELECT c.id,
            c.name,
            c.mode,
            c.own_addresses AS "ownAddresses",
            to_char((c.created_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "createdAt",
            to_char((c.updated_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "updatedAt",
            to_char((c.read_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "lastReadAt",
            c.error AS "lastError") shape);

ALTER VIEW "kith_api"."read_calendars" OWNER TO "postgres";

CREATE VIEW "kith_api"."webhooks" WITH (security_invoker=true) AS  SELECT w.id,
    row_to_json(shape.*) AS body
   FROM (kith_private.webhooks w
     CROSS JOIN LATERAL ( SELECT w.id,
            w.name,
            w.url,
            w.is_enabled AS "isEnabled",
            w.ignored_actor_ids AS "ignoreActorIds",
            to_char((w.created_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "createdAt",
            to_char((w.updated_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "updatedAt",
            to_char((w.last_delivered_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "lastDeliveredAt",
            w.last_error AS "lastError",
            w.last_status AS "lastStatus",
            to_char((w.failing_since AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "failingSince") shape);

ALTER VIEW "kith_api"."webhooks" OWNER TO "postgres";

CREATE INDEX digests_next_at_idx ON kith_private.digests USING btree (next_at);

CREATE INDEX meetings_created_at_idx ON kith_private.meetings USING btree (created_at);

CREATE INDEX outbox_address_idx ON kith_private.outbox USING btree (address) WHERE (address IS NOT NULL);

CREATE INDEX outbox_created_at_idx ON kith_private.outbox USING btree (created_at);

CREATE INDEX outbox_due_at_idx ON kith_private.outbox USING btree (due_at) WHERE (state = 'waiting'::text);

CREATE INDEX outbox_owner_id_idx ON kith_private.outbox USING btree (owner_id, channel_id, created_at DESC, id);

CREATE INDEX outbox_reminder_idx ON kith_private.outbox USING btree (owner_id, created_at) WHERE (kind = 'reminder'::text);

CREATE INDEX outbox_waiting_idx ON kith_private.outbox USING btree (owner_id, due_at) WHERE (state = 'waiting'::text);

CREATE INDEX read_calendars_due_at_idx ON kith_private.read_calendars USING btree (due_at);

CREATE INDEX webhooks_due_at_idx ON kith_private.webhooks USING btree (due_at) WHERE is_enabled;

CREATE TRIGGER one_line_again BEFORE UPDATE ON kith.profiles FOR EACH ROW WHEN (((new.name IS DISTINCT FROM old.name) AND kith_private.has_line_break(new.name))) EXECUTE FUNCTION kith_private.refuse_line_break('name');

CREATE TRIGGER one_line BEFORE INSERT ON kith.profiles FOR EACH ROW WHEN (kith_private.has_line_break(new.name)) EXECUTE FUNCTION kith_private.refuse_line_break('name');

CREATE TRIGGER schedule_digests AFTER UPDATE ON kith.profiles FOR EACH ROW WHEN (((old.timezone IS DISTINCT FROM new.timezone) OR (old.digest_at IS DISTINCT FROM new.digest_at) OR (old.digest_days IS DISTINCT FROM new.digest_days))) EXECUTE FUNCTION kith_private.schedule_digests();

CREATE TRIGGER check_usage AFTER INSERT ON kith_private.channels REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION kith_private.check_usage();

CREATE TRIGGER erase_answers AFTER DELETE ON kith_private.channels FOR EACH ROW WHEN ((current_setting('kith.deleting_account'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION kith_private.erase_answers();

CREATE TRIGGER schedule_digests_again AFTER UPDATE ON kith_private.channels FOR EACH ROW WHEN (((old.is_enabled IS DISTINCT FROM new.is_enabled) OR (old.verified_at IS DISTINCT FROM new.verified_at) OR (old.events IS DISTINCT FROM new.events))) EXECUTE FUNCTION kith_private.schedule_digests();

CREATE TRIGGER schedule_digests AFTER INSERT OR DELETE ON kith_private.channels FOR EACH ROW EXECUTE FUNCTION kith_private.schedule_digests();

CREATE TRIGGER stamp_change BEFORE UPDATE ON kith_private.channels FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.is_enabled IS DISTINCT FROM new.is_enabled) OR (old.verified_at IS DISTINCT FROM new.verified_at) OR (old.events IS DISTINCT FROM new.events) OR (old.with_names IS DISTINCT FROM new.with_names))) EXECUTE FUNCTION kith_private.stamp_change();

CREATE TRIGGER verify_push BEFORE INSERT ON kith_private.channels FOR EACH ROW WHEN ((new.kind = 'webPush'::text)) EXECUTE FUNCTION kith_private.verify_push();

CREATE TRIGGER check_usage AFTER INSERT ON kith_private.read_calendars REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION kith_private.check_usage();

CREATE TRIGGER erase_answers AFTER DELETE ON kith_private.read_calendars FOR EACH ROW WHEN ((current_setting('kith.deleting_account'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION kith_private.erase_answers();

CREATE TRIGGER forget_url AFTER DELETE ON kith_private.read_calendars FOR EACH ROW EXECUTE FUNCTION kith_private.forget_url();

CREATE TRIGGER stamp_change BEFORE UPDATE ON kith_private.read_calendars FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.mode IS DISTINCT FROM new.mode) OR (old.own_addresses IS DISTINCT FROM new.own_addresses))) EXECUTE FUNCTION kith_private.stamp_change();

CREATE TRIGGER begin_webhook_again BEFORE UPDATE ON kith_private.webhooks FOR EACH ROW WHEN (((new.is_enabled AND (NOT old.is_enabled)) OR (old.url IS DISTINCT FROM new.url))) EXECUTE FUNCTION kith_private.begin_webhook();

CREATE TRIGGER begin_webhook BEFORE INSERT ON kith_private.webhooks FOR EACH ROW EXECUTE FUNCTION kith_private.begin_webhook();

CREATE TRIGGER check_usage AFTER INSERT ON kith_private.webhooks REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION kith_private.check_usage();

CREATE TRIGGER erase_answers AFTER DELETE ON kith_private.webhooks FOR EACH ROW WHEN ((current_setting('kith.deleting_account'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION kith_private.erase_answers();

CREATE TRIGGER stamp_change BEFORE UPDATE ON kith_private.webhooks FOR EACH ROW WHEN (((old.name IS DISTINCT FROM new.name) OR (old.url IS DISTINCT FROM new.url) OR (old.is_enabled IS DISTINCT FROM new.is_enabled) OR (old.ignored_actor_ids IS DISTINCT FROM new.ignored_actor_ids))) EXECUTE FUNCTION kith_private.stamp_change();

CREATE POLICY "Limited keys do not reach channels" ON "kith_private"."channels" AS RESTRICTIVE FOR ALL TO "kith_limited" USING (false);

CREATE POLICY "No client reaches the clock" ON "kith_private"."clock" FOR ALL TO "authenticated" USING (false);

CREATE POLICY "No client reaches the digests" ON "kith_private"."digests" FOR ALL TO "authenticated" USING (false);

CREATE POLICY "Limited keys do not reach inboxes" ON "kith_private"."inboxes" AS RESTRICTIVE FOR ALL TO "kith_limited" USING (false);

CREATE POLICY "Limited keys do not reach meetings" ON "kith_private"."meetings" AS RESTRICTIVE FOR ALL TO "kith_limited" USING (false);

CREATE POLICY "Limited keys do not reach deliveries" ON "kith_private"."outbox" AS RESTRICTIVE FOR ALL TO "kith_limited" USING (false);

CREATE POLICY "Owners read their deliveries" ON "kith_private"."outbox" FOR SELECT TO "authenticated" USING ((( SELECT kith_private.owner_id() AS owner_id) = owner_id));

CREATE POLICY "No client reaches the key" ON "kith_private"."push_keys" FOR ALL TO "authenticated" USING (false);

CREATE POLICY "Limited keys do not reach what is read of calendars" ON "kith_private"."read_calendars" AS RESTRICTIVE FOR ALL TO "kith_limited" USING (false);

CREATE POLICY "No client reaches what was told" ON "kith_private"."told_reminders" FOR ALL TO "authenticated" USING (false);

CREATE POLICY "Limited keys do not reach webhooks" ON "kith_private"."webhooks" AS RESTRICTIVE FOR ALL TO "kith_limited" USING (false);

COMMENT ON COLUMN "kith"."profiles"."digest_at" IS 'At what time of the day channels get a digest, in the user''s time zone.';

COMMENT ON COLUMN "kith"."profiles"."digest_days" IS 'On which days of the week, 1 for Monday to 7 for Sunday.';

COMMENT ON COLUMN "kith"."profiles"."east_asian_names" IS 'lastName or firstName: which of them comes first in names in Han, Kana or Hangul. The last name is followed by the first without a space.';

COMMENT ON COLUMN "kith"."profiles"."lead_days" IS 'How many days before a birthday or another date a digest says so too; 0 for not before.';

COMMENT ON COLUMN "kith"."profiles"."saved_filters" IS 'Filters of people that the user keeps, at most 20: [{name, query}], the query as in the address of GET /contacts.';

COMMENT ON COLUMN "kith_private"."card_sequences"."name" IS 'The name that the card had before, where the contact is deleted or its card has another one by now; empty where there was none.';

COMMENT ON COLUMN "kith_private"."change_sets"."actor_id" IS 'The API key, connection, inbox or calendar, or the account of the access token.';

COMMENT ON COLUMN "kith_private"."change_sets"."actor_kind" IS 'api_key, connection, inbox, calendar, access_token, or database: an administrator or a server of the project.';

COMMENT ON COLUMN "kith_private"."channels"."code" IS 'The code that was sent there, until it is used or replaced.';

COMMENT ON COLUMN "kith_private"."channels"."code_made_at" IS 'When the code was made; it is good for an hour.';

COMMENT ON COLUMN "kith_private"."channels"."code_tries" IS 'How often a wrong code was given since.';

COMMENT ON COLUMN "kith_private"."channels"."created_at" IS 'When it was created.';

COMMENT ON COLUMN "kith_private"."channels"."events" IS 'What it is told: digest, each day, and reminder, at its time.';

COMMENT ON COLUMN "kith_private"."channels"."failing_since" IS 'Since when all deliveries fail; after ten days the channel is switched off.';

COMMENT ON COLUMN "kith_private"."channels"."id" IS 'Identifies the channel.';

COMMENT ON COLUMN "kith_private"."channels"."is_enabled" IS 'Whether anything is sent to it.';

COMMENT ON COLUMN "kith_private"."channels"."keys" IS 'What messages to a browser are encrypted for: {p256dh, auth}.';

COMMENT ON COLUMN "kith_private"."channels"."kind" IS 'How it is told: email, webPush or ntfy.';

COMMENT ON COLUMN "kith_private"."channels"."last_delivered_at" IS 'When a digest, or what tries it out, was last delivered.';

COMMENT ON COLUMN "kith_private"."channels"."last_error" IS 'Why the last delivery failed; null after one that did not.';

COMMENT ON COLUMN "kith_private"."channels"."name" IS 'What the owner calls it.';

COMMENT ON COLUMN "kith_private"."channels"."stop_secret" IS 'The secret in the links of mails that switch the channel off; it is good for nothing else.';

COMMENT ON COLUMN "kith_private"."channels"."target" IS 'The address, the endpoint of the browser''s push service, or the URL of the topic. All but the address are credentials.';

COMMENT ON COLUMN "kith_private"."channels"."updated_at" IS 'When the owner last changed it.';

COMMENT ON COLUMN "kith_private"."channels"."verified_at" IS 'When the owner proved that the address is theirs; null before.';

COMMENT ON COLUMN "kith_private"."channels"."with_names" IS 'Whether a message names people. A mail always does.';

COMMENT ON COLUMN "kith_private"."clock"."is_only_row" IS 'True.';

COMMENT ON COLUMN "kith_private"."clock"."requested_at" IS 'When it was last requested between two minutes, because something was to be done at once.';

COMMENT ON COLUMN "kith_private"."clock"."ticked_at" IS 'When POST /tick was last called.';

COMMENT ON COLUMN "kith_private"."digests"."next_at" IS 'When.';

COMMENT ON COLUMN "kith_private"."digests"."occurrence" IS 'Of which day it is, in the owner''s time zone.';

COMMENT ON COLUMN "kith_private"."digests"."owner_id" IS 'Who gets it.';

COMMENT ON COLUMN "kith_private"."imports"."dropped" IS 'What is left out of the file: {property, count, lines}.';

COMMENT ON COLUMN "kith_private"."inboxes"."counted_on" IS 'The day, in UTC, of that message.';

COMMENT ON COLUMN "kith_private"."inboxes"."created_at" IS 'When the secret was made.';

COMMENT ON COLUMN "kith_private"."inboxes"."hash" IS 'SHA-256 of the secret in its address.';

COMMENT ON COLUMN "kith_private"."inboxes"."id" IS 'Identifies it in the log of changes.';

COMMENT ON COLUMN "kith_private"."inboxes"."received" IS 'How many were posted on that day.';

COMMENT ON COLUMN "kith_private"."inboxes"."received_at" IS 'When a message was last posted to it.';

COMMENT ON COLUMN "kith_private"."meetings"."calendar_id" IS 'The calendar that has it.';

COMMENT ON COLUMN "kith_private"."meetings"."contact_ids" IS 'Whom it was with.';

COMMENT ON COLUMN "kith_private"."meetings"."created_at" IS 'When it was noticed.';

COMMENT ON COLUMN "kith_private"."meetings"."ended_at" IS 'When it ended.';

COMMENT ON COLUMN "kith_private"."meetings"."event" IS 'SHA-256 of the event''s UID and, of one that recurs, of when this one was to begin.';

COMMENT ON COLUMN "kith_private"."meetings"."id" IS 'Identifies the meeting.';

COMMENT ON COLUMN "kith_private"."meetings"."note_id" IS 'The note; null where there is none, or not any more.';

COMMENT ON COLUMN "kith_private"."meetings"."started_at" IS 'When it began.';

COMMENT ON COLUMN "kith_private"."meetings"."state" IS 'suggested, logged as a note, or dismissed. What is not suggested any more is never suggested again.';

COMMENT ON COLUMN "kith_private"."meetings"."title" IS 'Its title.';

COMMENT ON COLUMN "kith_private"."meetings"."written" IS 'What Kith wrote into the note. One that the owner has changed is not changed with the event.';

COMMENT ON COLUMN "kith_private"."operations"."needs_calendar_secret" IS 'Whether it is only_for the secret of a calendar feed, for a request that an earlier version handles while it is upgraded.';

COMMENT ON COLUMN "kith_private"."operations"."only_for" IS 'Where all credentials are refused but the secret of a calendar feed or an inbox, which are good for nothing else, or the clock: which.';

COMMENT ON COLUMN "kith_private"."outbox"."address" IS 'Where a code is sent, so that nobody gets many, whoever asks.';

COMMENT ON COLUMN "kith_private"."outbox"."channel_id" IS 'The channel; null where it was deleted.';

COMMENT ON COLUMN "kith_private"."outbox"."created_at" IS 'When it was planned.';

COMMENT ON COLUMN "kith_private"."outbox"."due_at" IS 'When it is to be sent, or tried again. While it is being sent, when somebody else may.';

COMMENT ON COLUMN "kith_private"."outbox"."error" IS 'Why the last try failed.';

COMMENT ON COLUMN "kith_private"."outbox"."id" IS 'Identifies the delivery, also to providers that send nothing twice.';

COMMENT ON COLUMN "kith_private"."outbox"."kind" IS 'digest, reminder, code or test.';

COMMENT ON COLUMN "kith_private"."outbox"."occurrence" IS 'Which one of its kind: the day of a digest, a reminder and when it is due. There is one for each channel.';

COMMENT ON COLUMN "kith_private"."outbox"."owner_id" IS 'Whose channel it is for.';

COMMENT ON COLUMN "kith_private"."outbox"."sent_at" IS 'When it was delivered.';

COMMENT ON COLUMN "kith_private"."outbox"."state" IS 'waiting, sent, empty where nothing was due by then, or failed.';

COMMENT ON COLUMN "kith_private"."outbox"."tries" IS 'How often it was tried.';

COMMENT ON COLUMN "kith_private"."photo_uploads"."card_photo" IS 'What address books get of it, as set_card_photo takes it: a smaller copy. Null where nothing was sent.';

COMMENT ON COLUMN "kith_private"."push_keys"."is_only_row" IS 'True.';

COMMENT ON COLUMN "kith_private"."push_keys"."private_key" IS 'A private key on P-256, in hexadecimal.';

COMMENT ON COLUMN "kith_private"."read_calendars"."created_at" IS 'When it was created.';

COMMENT ON COLUMN "kith_private"."read_calendars"."due_at" IS 'When it is read next.';

COMMENT ON COLUMN "kith_private"."read_calendars"."error" IS 'Why it was not the last time; null where it was.';

COMMENT ON COLUMN "kith_private"."read_calendars"."failures" IS 'How often it was not since.';

COMMENT ON COLUMN "kith_private"."read_calendars"."id" IS 'Identifies the calendar.';

COMMENT ON COLUMN "kith_private"."read_calendars"."mode" IS 'Whether meetings are suggested, or logged as notes.';

COMMENT ON COLUMN "kith_private"."read_calendars"."name" IS 'What the owner calls it.';

COMMENT ON COLUMN "kith_private"."read_calendars"."own_addresses" IS 'Addresses of the owner in it, beside those that Kith knows.';

COMMENT ON COLUMN "kith_private"."read_calendars"."read_at" IS 'When it was last read.';

COMMENT ON COLUMN "kith_private"."read_calendars"."secret_id" IS 'The secret of the Vault that has it.';

COMMENT ON COLUMN "kith_private"."read_calendars"."taken_at" IS 'When reading it last began.';

COMMENT ON COLUMN "kith_private"."read_calendars"."updated_at" IS 'When the owner last changed it.';

COMMENT ON COLUMN "kith_private"."read_calendars"."url" IS 'Its address, which is a credential; null where the Vault has it.';

COMMENT ON COLUMN "kith_private"."read_calendars"."validators" IS 'Of the version that was read: {etag, lastModified, digest, sameUntil}.';

COMMENT ON COLUMN "kith_private"."told_reminders"."is_only_row" IS 'True.';

COMMENT ON COLUMN "kith_private"."told_reminders"."until" IS 'Those that were due by then are in the outbox, or nobody was to be told.';

COMMENT ON COLUMN "kith_private"."webhooks"."created_at" IS 'When it was created.';

COMMENT ON COLUMN "kith_private"."webhooks"."due_at" IS 'Not before then is it told of more. While it is being told, when somebody else may.';

COMMENT ON COLUMN "kith_private"."webhooks"."failing_since" IS 'Since when all tries fail.';

COMMENT ON COLUMN "kith_private"."webhooks"."id" IS 'Identifies the webhook.';

COMMENT ON COLUMN "kith_private"."webhooks"."ignored_actor_ids" IS 'Whose changes it is not told of: those of the API key that the receiver itself writes with.';

COMMENT ON COLUMN "kith_private"."webhooks"."is_enabled" IS 'Whether any are. It is switched off after ten tries in three days, and where the address is gone.';

COMMENT ON COLUMN "kith_private"."webhooks"."last_delivered_at" IS 'When a message was last taken.';

COMMENT ON COLUMN "kith_private"."webhooks"."last_error" IS 'Why the last try failed; null after one that did not.';

COMMENT ON COLUMN "kith_private"."webhooks"."last_status" IS 'The status of the last answer.';

COMMENT ON COLUMN "kith_private"."webhooks"."name" IS 'What the owner calls it.';

COMMENT ON COLUMN "kith_private"."webhooks"."previous_secret" IS 'The one before, by which they are signed as well for a day.';

COMMENT ON COLUMN "kith_private"."webhooks"."previous_until" IS 'Until when.';

COMMENT ON COLUMN "kith_private"."webhooks"."secret" IS 'What messages are signed with.';

COMMENT ON COLUMN "kith_private"."webhooks"."test_id" IS 'A message that tries it out, and waits.';

COMMENT ON COLUMN "kith_private"."webhooks"."tested_at" IS 'When that was last asked for.';

COMMENT ON COLUMN "kith_private"."webhooks"."told_number" IS 'The change set up to which it has been told.';

COMMENT ON COLUMN "kith_private"."webhooks"."tries" IS 'How often the next message has failed.';

COMMENT ON COLUMN "kith_private"."webhooks"."updated_at" IS 'When the owner last changed it.';

COMMENT ON COLUMN "kith_private"."webhooks"."url" IS 'Where messages are posted.';

COMMENT ON FUNCTION "kith_api"."create_channel"(jsonb) IS 'Creates a channel, and sends a code there, but not to a browser.';

COMMENT ON FUNCTION "kith_api"."create_inbox"(jsonb) IS 'Switches the inbox on, or gives it a new secret, by its hash.';

COMMENT ON FUNCTION "kith_api"."create_read_calendar"(jsonb) IS 'Has a calendar read.';

COMMENT ON FUNCTION "kith_api"."create_webhook"(jsonb) IS 'Creates a webhook.';

COMMENT ON FUNCTION "kith_api"."delete_channel"(jsonb) IS 'Deletes a channel.';

COMMENT ON FUNCTION "kith_api"."delete_inbox"(jsonb) IS 'Switches the inbox off; it may be off already.';

COMMENT ON FUNCTION "kith_api"."delete_read_calendar"(jsonb) IS 'Has a calendar read no longer, and forgets what was noticed in it; notes stay.';

COMMENT ON FUNCTION "kith_api"."delete_webhook"(jsonb) IS 'Deletes a webhook.';

COMMENT ON FUNCTION "kith_api"."dismiss_meeting"(jsonb) IS 'Dismisses a meeting that is suggested: it is not suggested again.';

COMMENT ON FUNCTION "kith_api"."get_channel"(jsonb) IS 'One channel.';

COMMENT ON FUNCTION "kith_api"."get_inbox"(jsonb) IS 'Whether the inbox is switched on, since when it has its secret, and when it last got a message.';

COMMENT ON FUNCTION "kith_api"."get_read_calendar"(jsonb) IS 'One read calendar.';

COMMENT ON FUNCTION "kith_api"."get_webhook"(jsonb) IS 'One webhook.';

COMMENT ON FUNCTION "kith_api"."list_api_keys"(jsonb) IS 'A page of API keys. Query: sort, page, pageSize.';

COMMENT ON FUNCTION "kith_api"."list_channels"(jsonb) IS 'A page of channels. Query: page, pageSize.';

COMMENT ON FUNCTION "kith_api"."list_connections"(jsonb) IS 'A page of connections. Query: sort, page, pageSize.';

COMMENT ON FUNCTION "kith_api"."list_deliveries"(jsonb) IS 'What was sent to a channel in the last 30 days, or is to be sent, the latest first.';

COMMENT ON FUNCTION "kith_api"."list_meetings"(jsonb) IS 'A page of the current user''s meetings, the latest first. Query: state, page, pageSize.';

COMMENT ON FUNCTION "kith_api"."list_read_calendars"(jsonb) IS 'A page of read calendars. Query: page, pageSize.';

COMMENT ON FUNCTION "kith_api"."list_upcoming"(jsonb) IS 'Open reminders, contacts, birthdays and other dates by day, the overdue ones first. Query: days, with today, 14 by default; include=names,meetings.';

COMMENT ON FUNCTION "kith_api"."list_webhook_messages"(jsonb) IS 'The next messages for a webhook. Only the clock may.';

COMMENT ON FUNCTION "kith_api"."list_webhooks"(jsonb) IS 'A page of webhooks. Query: page, pageSize.';

COMMENT ON FUNCTION "kith_api"."log_meeting"(jsonb) IS 'Makes a note of a meeting that is suggested.';

COMMENT ON FUNCTION "kith_api"."notice_meetings"(jsonb) IS 'Notices meetings in a calendar. Only the clock may.';

COMMENT ON FUNCTION "kith_api"."receive_message"(jsonb) IS 'Makes a note of a message. Only the secret in the address of an inbox is good for this operation.';

COMMENT ON FUNCTION "kith_api"."replay_webhook"(jsonb) IS 'Tells a webhook again of changes, from one of them or after a cursor.';

COMMENT ON FUNCTION "kith_api"."rotate_webhook"(jsonb) IS 'Gives a webhook another secret.';

COMMENT ON FUNCTION "kith_api"."test_channel"(jsonb) IS 'Sends a message to a channel that tries it out.';

COMMENT ON FUNCTION "kith_api"."test_webhook"(jsonb) IS 'Sends a message to a webhook that tries it out.';

COMMENT ON FUNCTION "kith_api"."update_channel"(jsonb) IS 'Renames a channel, switches it on or off, or changes what it is told.';

COMMENT ON FUNCTION "kith_api"."update_read_calendar"(jsonb) IS 'Changes a calendar that is read.';

COMMENT ON FUNCTION "kith_api"."update_webhook"(jsonb) IS 'Changes a webhook.';

COMMENT ON FUNCTION "kith_api"."verify_channel"(jsonb) IS 'Verifies a channel by the code that was sent to it; without one it sends another.';

COMMENT ON TABLE "kith_private"."channels" IS 'Where Kith tells an owner of what is due, at most 10 of each account.';

COMMENT ON TABLE "kith_private"."clock" IS 'When the clock ran last: one row, or none where it never has.';

COMMENT ON TABLE "kith_private"."digests" IS 'When owners get their next digest: those with a channel that is switched on.';

COMMENT ON TABLE "kith_private"."inboxes" IS 'Inboxes that are switched on, at most one of each account.';

COMMENT ON TABLE "kith_private"."meetings" IS 'What was noticed in calendars in the last 90 days, at most 1,000 of each account.';

COMMENT ON TABLE "kith_private"."outbox" IS 'What is to be sent to channels, and what was sent in the last 30 days.';

COMMENT ON TABLE "kith_private"."photo_uploads" IS 'Paths that clients may upload a photo to, and those that photos of cards are being stored at. A sweep deletes those that were attached three hours after they were created, and others after a day.';

COMMENT ON TABLE "kith_private"."push_keys" IS 'What messages to browsers are signed with: one row, or none before the first browser.';

COMMENT ON TABLE "kith_private"."read_calendars" IS 'Calendars that Kith reads, at most 5 of each account.';

COMMENT ON TABLE "kith_private"."told_reminders" IS 'Up to when reminders that are due have been told: one row, or none where none ever were.';

COMMENT ON TABLE "kith_private"."webhooks" IS 'Addresses that are told of changes, at most 10 of each account.';

COMMENT ON VIEW "kith_api"."channels" IS 'Channels as the API shows them.';

COMMENT ON VIEW "kith_api"."read_calendars" IS 'Calendars as the API shows them.';

COMMENT ON VIEW "kith_api"."webhooks" IS 'Webhooks as the API shows them.';

REVOKE ALL ON FUNCTION "kith_api"."create_channel"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."create_channel"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."create_inbox"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."create_inbox"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."create_read_calendar"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."create_read_calendar"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."create_webhook"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."create_webhook"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."delete_channel"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."delete_channel"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."delete_inbox"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."delete_inbox"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."delete_read_calendar"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."delete_read_calendar"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."delete_webhook"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."delete_webhook"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."dismiss_meeting"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."dismiss_meeting"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."get_channel"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."get_channel"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."get_inbox"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."get_inbox"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."get_read_calendar"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."get_read_calendar"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."get_webhook"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."get_webhook"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."list_channels"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."list_channels"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."list_deliveries"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."list_deliveries"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."list_meetings"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."list_meetings"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."list_read_calendars"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."list_read_calendars"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."list_webhook_messages"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."list_webhook_messages"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."list_webhooks"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."list_webhooks"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."log_meeting"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."log_meeting"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."notice_meetings"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."notice_meetings"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."receive_message"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."receive_message"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."replay_webhook"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."replay_webhook"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."rotate_webhook"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."rotate_webhook"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."test_channel"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."test_channel"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."test_webhook"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."test_webhook"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."update_channel"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."update_channel"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."update_read_calendar"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."update_read_calendar"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."update_webhook"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."update_webhook"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_api"."verify_channel"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."verify_channel"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."actor_of"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."addresses_of"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."are_photos_due"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."are_reminders_due"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."are_saved_filters"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."are_saved_filters"(jsonb) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."are_webhooks_due"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."begin_webhook"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."cards_with"(text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."cards_with"(text, text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."changed_cards"(bigint, bigint, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."changed_cards"(bigint, bigint, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."check_actors"(jsonb, uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."check_actors"(jsonb, uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."contacts_by_addresses"(text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."contacts_by_addresses"(text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."count_message"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."create_upload_path"(uuid, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."create_upload_path"(uuid, text, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."east_asian_names"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."east_asian_names"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."forget_url"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."in_one_line"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."install_clock"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."is_clock_late"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."is_clock_resting"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."is_due"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."is_east_asian_name"(kith.contacts) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."is_east_asian_name"(kith.contacts) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."keep_card_photo"(text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."keep_url"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."keep_url"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."log_meeting"(kith_private.meetings, uuid[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."log_meeting"(kith_private.meetings, uuid[], text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."mark_calendar"(uuid, uuid, text, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."mark_outbox"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."mark_webhook"(uuid, uuid, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."new_photo_path"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."note_cards"(text, text, uuid, bigint, jsonb, jsonb, jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."note_type_called"(text[], text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."note_type_called"(text[], text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."options_as_said"(jsonb, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."options_as_said"(jsonb, text[]) TO "authenticated", "service_role";

REVOKE ALL ON FUNCTION "kith_private"."own_addresses"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."own_addresses"() TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."people_of_events"(jsonb, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."people_of_events"(jsonb, text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."photo_bytes"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."photos_to_remove"(uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."phrases_of"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."phrases_of"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."plan_digests"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."plan_reminders"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."push_key"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."reminders_told_until"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."replace_secret"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."replace_secret"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."request_tick"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."reserve_card_photo"(uuid, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."reserve_card_photo"(uuid, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."schedule_digest"(uuid, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."schedule_digests"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."seen_cards_with"(text, text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."seen_cards_with"(text, text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."send_code"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."send_code"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."send_test"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."send_test"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."send_tick"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."set_photo"(uuid, text, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."set_photo"(uuid, text, text, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."shorten_log"(uuid, bigint, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."stop_channel"(text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."suggested_meeting"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."suggested_meeting"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."suggested_meetings"(integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."suggested_meetings"(integer) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."sweep"(bigint) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."take_calendars"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."take_code"(uuid, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."take_code"(uuid, text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."take_outbox"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."take_webhooks"(integer) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."tell_again"(uuid, bigint) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."tell_again"(uuid, bigint) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."test_webhook"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."test_webhook"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."tick"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."verify_push"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."wake"() FROM PUBLIC;

REVOKE ALL ("digest_at") ON TABLE "kith"."profiles" FROM "authenticated";

GRANT INSERT ("digest_at"), SELECT ("digest_at"), UPDATE ("digest_at") ON TABLE "kith"."profiles" TO "authenticated";

REVOKE ALL ("digest_days") ON TABLE "kith"."profiles" FROM "authenticated";

GRANT INSERT ("digest_days"), SELECT ("digest_days"), UPDATE ("digest_days") ON TABLE "kith"."profiles" TO "authenticated";

REVOKE ALL ("east_asian_names") ON TABLE "kith"."profiles" FROM "authenticated";

GRANT INSERT ("east_asian_names"), SELECT ("east_asian_names"), UPDATE ("east_asian_names") ON TABLE "kith"."profiles" TO "authenticated";

REVOKE ALL ("lead_days") ON TABLE "kith"."profiles" FROM "authenticated";

GRANT INSERT ("lead_days"), SELECT ("lead_days"), UPDATE ("lead_days") ON TABLE "kith"."profiles" TO "authenticated";

REVOKE ALL ("saved_filters") ON TABLE "kith"."profiles" FROM "authenticated";

GRANT INSERT ("saved_filters"), SELECT ("saved_filters"), UPDATE ("saved_filters") ON TABLE "kith"."profiles" TO "authenticated";

GRANT SELECT ("created_at") ON TABLE "kith_private"."channels" TO "authenticated";

GRANT INSERT ("events"), SELECT ("events"), UPDATE ("events") ON TABLE "kith_private"."channels" TO "authenticated";

GRANT SELECT ("failing_since") ON TABLE "kith_private"."channels" TO "authenticated";

GRANT SELECT ("id") ON TABLE "kith_private"."channels" TO "authenticated";

GRANT INSERT ("is_enabled"), SELECT ("is_enabled"), UPDATE ("is_enabled") ON TABLE "kith_private"."channels" TO "authenticated";

GRANT INSERT ("keys") ON TABLE "kith_private"."channels" TO "authenticated";

GRANT INSERT ("kind"), SELECT ("kind") ON TABLE "kith_private"."channels" TO "authenticated";

GRANT SELECT ("last_delivered_at") ON TABLE "kith_private"."channels" TO "authenticated";

GRANT SELECT ("last_error") ON TABLE "kith_private"."channels" TO "authenticated";

GRANT INSERT ("name"), SELECT ("name"), UPDATE ("name") ON TABLE "kith_private"."channels" TO "authenticated";

GRANT INSERT ("target"), SELECT ("target") ON TABLE "kith_private"."channels" TO "authenticated";

GRANT SELECT ("updated_at") ON TABLE "kith_private"."channels" TO "authenticated";

GRANT SELECT ("verified_at") ON TABLE "kith_private"."channels" TO "authenticated";

GRANT INSERT ("with_names"), SELECT ("with_names"), UPDATE ("with_names") ON TABLE "kith_private"."channels" TO "authenticated";

GRANT DELETE ON TABLE "kith_private"."channels" TO "authenticated";

GRANT SELECT ("created_at"), UPDATE ("created_at") ON TABLE "kith_private"."inboxes" TO "authenticated";

GRANT INSERT ("hash"), UPDATE ("hash") ON TABLE "kith_private"."inboxes" TO "authenticated";

GRANT SELECT ("received_at") ON TABLE "kith_private"."inboxes" TO "authenticated";

GRANT DELETE ON TABLE "kith_private"."inboxes" TO "authenticated";

GRANT INSERT ("calendar_id") ON TABLE "kith_private"."meetings" TO "authenticated";

GRANT INSERT ("contact_ids"), UPDATE ("contact_ids") ON TABLE "kith_private"."meetings" TO "authenticated";

GRANT INSERT ("ended_at"), UPDATE ("ended_at") ON TABLE "kith_private"."meetings" TO "authenticated";

GRANT INSERT ("event") ON TABLE "kith_private"."meetings" TO "authenticated";

GRANT UPDATE ("note_id") ON TABLE "kith_private"."meetings" TO "authenticated";

GRANT INSERT ("started_at"), UPDATE ("started_at") ON TABLE "kith_private"."meetings" TO "authenticated";

GRANT INSERT ("state"), UPDATE ("state") ON TABLE "kith_private"."meetings" TO "authenticated";

GRANT INSERT ("title"), UPDATE ("title") ON TABLE "kith_private"."meetings" TO "authenticated";

GRANT UPDATE ("written") ON TABLE "kith_private"."meetings" TO "authenticated";

GRANT DELETE, SELECT ON TABLE "kith_private"."meetings" TO "authenticated";

GRANT SELECT ("channel_id") ON TABLE "kith_private"."outbox" TO "authenticated";

GRANT SELECT ("created_at") ON TABLE "kith_private"."outbox" TO "authenticated";

GRANT SELECT ("error") ON TABLE "kith_private"."outbox" TO "authenticated";

GRANT SELECT ("id") ON TABLE "kith_private"."outbox" TO "authenticated";

GRANT SELECT ("kind") ON TABLE "kith_private"."outbox" TO "authenticated";

GRANT SELECT ("occurrence") ON TABLE "kith_private"."outbox" TO "authenticated";

GRANT SELECT ("owner_id") ON TABLE "kith_private"."outbox" TO "authenticated";

GRANT SELECT ("sent_at") ON TABLE "kith_private"."outbox" TO "authenticated";

GRANT SELECT ("state") ON TABLE "kith_private"."outbox" TO "authenticated";

GRANT SELECT ("tries") ON TABLE "kith_private"."outbox" TO "authenticated";

GRANT SELECT ("created_at") ON TABLE "kith_private"."read_calendars" TO "authenticated";

GRANT SELECT ("error") ON TABLE "kith_private"."read_calendars" TO "authenticated";

GRANT SELECT ("id") ON TABLE "kith_private"."read_calendars" TO "authenticated";

GRANT INSERT ("mode"), SELECT ("mode"), UPDATE ("mode") ON TABLE "kith_private"."read_calendars" TO "authenticated";

GRANT INSERT ("name"), SELECT ("name"), UPDATE ("name") ON TABLE "kith_private"."read_calendars" TO "authenticated";

GRANT INSERT ("own_addresses"), SELECT ("own_addresses"), UPDATE ("own_addresses") ON TABLE "kith_private"."read_calendars" TO "authenticated";

GRANT SELECT ("read_at") ON TABLE "kith_private"."read_calendars" TO "authenticated";

GRANT SELECT ("updated_at") ON TABLE "kith_private"."read_calendars" TO "authenticated";

GRANT DELETE ON TABLE "kith_private"."read_calendars" TO "authenticated";

GRANT SELECT ("created_at") ON TABLE "kith_private"."webhooks" TO "authenticated";

GRANT SELECT ("failing_since") ON TABLE "kith_private"."webhooks" TO "authenticated";

GRANT SELECT ("id") ON TABLE "kith_private"."webhooks" TO "authenticated";

GRANT INSERT ("ignored_actor_ids"), SELECT ("ignored_actor_ids"), UPDATE ("ignored_actor_ids") ON TABLE "kith_private"."webhooks" TO "authenticated";

GRANT INSERT ("is_enabled"), SELECT ("is_enabled"), UPDATE ("is_enabled") ON TABLE "kith_private"."webhooks" TO "authenticated";

GRANT SELECT ("last_delivered_at") ON TABLE "kith_private"."webhooks" TO "authenticated";

GRANT SELECT ("last_error") ON TABLE "kith_private"."webhooks" TO "authenticated";

GRANT SELECT ("last_status") ON TABLE "kith_private"."webhooks" TO "authenticated";

GRANT INSERT ("name"), SELECT ("name"), UPDATE ("name") ON TABLE "kith_private"."webhooks" TO "authenticated";

GRANT INSERT ("secret") ON TABLE "kith_private"."webhooks" TO "authenticated";

GRANT SELECT ("told_number") ON TABLE "kith_private"."webhooks" TO "authenticated";

GRANT SELECT ("updated_at") ON TABLE "kith_private"."webhooks" TO "authenticated";

GRANT INSERT ("url"), SELECT ("url"), UPDATE ("url") ON TABLE "kith_private"."webhooks" TO "authenticated";

GRANT DELETE ON TABLE "kith_private"."webhooks" TO "authenticated";

GRANT SELECT ON TABLE "kith_api"."channels" TO "authenticated";

GRANT SELECT ON TABLE "kith_api"."read_calendars" TO "authenticated";

GRANT SELECT ON TABLE "kith_api"."webhooks" TO "authenticated";

ALTER TABLE "kith_private"."channels" ADD CONSTRAINT "channels_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "kith_private"."outbox" ADD CONSTRAINT "outbox_channel_id_fkey" FOREIGN KEY (owner_id, channel_id) REFERENCES kith_private.channels(owner_id, id) ON DELETE SET NULL (channel_id);

CREATE INDEX channels_owner_id_idx ON kith_private.channels USING btree (owner_id, created_at, id);

CREATE INDEX channels_reminder_idx ON kith_private.channels USING btree (owner_id) WHERE (is_enabled AND (verified_at IS NOT NULL) AND ('reminder'::text = ANY (events)));

CREATE POLICY "Owners reach their channels" ON "kith_private"."channels" FOR ALL TO "authenticated" USING ((( SELECT kith_private.owner_id() AS owner_id) = owner_id));

COMMENT ON COLUMN "kith_private"."channels"."owner_id" IS 'Whose channel it is.';

GRANT SELECT ("owner_id") ON TABLE "kith_private"."channels" TO "authenticated";

ALTER TABLE "kith_private"."inboxes" ADD CONSTRAINT "inboxes_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES auth.users(id) ON DELETE CASCADE;

CREATE POLICY "Owners reach their inbox" ON "kith_private"."inboxes" FOR ALL TO "authenticated" USING ((( SELECT kith_private.owner_id() AS owner_id) = owner_id));

COMMENT ON COLUMN "kith_private"."inboxes"."owner_id" IS 'Whose inbox it is.';

GRANT INSERT ("owner_id"), SELECT ("owner_id") ON TABLE "kith_private"."inboxes" TO "authenticated";

ALTER TABLE "kith_private"."meetings" ADD CONSTRAINT "meetings_note_id_fkey" FOREIGN KEY (owner_id, note_id) REFERENCES kith.notes(owner_id, id) ON DELETE SET NULL (note_id);

ALTER TABLE "kith_private"."meetings" ADD CONSTRAINT "meetings_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES auth.users(id) ON DELETE CASCADE;

CREATE VIEW "kith_api"."meetings" WITH (security_invoker=true) AS  SELECT m.id,
    row_to_json(shape.*) AS body
   FROM (kith_private.meetings m
     CROSS JOIN LATERAL ( SELECT m.id,
            m.calendar_id AS "calendarId",
            m.title,
            to_char((m.started_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "startedAt",
            to_char((m.ended_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "endedAt",
            ARRAY( SELECT c.id
                   FROM (unnest(m.contact_ids) WITH ORDINALITY given(id, place)
                     JOIN kith.contacts c ON (((c.owner_id = m.owner_id) AND (c.id = given.id))))
                  ORDER BY given.place) AS "contactIds",
            m.state,
            m.note_id AS "noteId",
            to_char((m.created_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) AS "createdAt") shape);

ALTER VIEW "kith_api"."meetings" OWNER TO "postgres";

CREATE INDEX meetings_calendar_id_idx ON kith_private.meetings USING btree (owner_id, calendar_id);

CREATE INDEX meetings_ended_at_idx ON kith_private.meetings USING btree (owner_id, state, ended_at DESC, id);

CREATE INDEX meetings_note_id_idx ON kith_private.meetings USING btree (owner_id, note_id) WHERE (note_id IS NOT NULL);

CREATE POLICY "Owners reach their meetings" ON "kith_private"."meetings" FOR ALL TO "authenticated" USING ((( SELECT kith_private.owner_id() AS owner_id) = owner_id));

COMMENT ON COLUMN "kith_private"."meetings"."owner_id" IS 'Whose meeting it was.';

COMMENT ON VIEW "kith_api"."meetings" IS 'Meetings as the API shows them.';

GRANT SELECT ON TABLE "kith_api"."meetings" TO "authenticated";

ALTER TABLE "kith_private"."read_calendars" ADD CONSTRAINT "read_calendars_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES auth.users(id) ON DELETE CASCADE;

ALTER TABLE "kith_private"."meetings" ADD CONSTRAINT "meetings_calendar_id_fkey" FOREIGN KEY (owner_id, calendar_id) REFERENCES kith_private.read_calendars(owner_id, id) ON DELETE CASCADE;

CREATE INDEX read_calendars_owner_id_idx ON kith_private.read_calendars USING btree (owner_id, created_at, id);

CREATE POLICY "Owners reach their calendars" ON "kith_private"."read_calendars" FOR ALL TO "authenticated" USING ((( SELECT kith_private.owner_id() AS owner_id) = owner_id));

COMMENT ON COLUMN "kith_private"."read_calendars"."owner_id" IS 'Whose calendar it is.';

GRANT SELECT ("owner_id") ON TABLE "kith_private"."read_calendars" TO "authenticated";

ALTER TABLE "kith_private"."webhooks" ADD CONSTRAINT "webhooks_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES auth.users(id) ON DELETE CASCADE;

CREATE INDEX webhooks_owner_id_idx ON kith_private.webhooks USING btree (owner_id, created_at, id);

CREATE POLICY "Owners reach their webhooks" ON "kith_private"."webhooks" FOR ALL TO "authenticated" USING ((( SELECT kith_private.owner_id() AS owner_id) = owner_id));

COMMENT ON COLUMN "kith_private"."webhooks"."owner_id" IS 'Whose webhook it is.';

GRANT SELECT ("owner_id") ON TABLE "kith_private"."webhooks" TO "authenticated";

ALTER TABLE "kith"."profiles" ADD CONSTRAINT "profiles_saved_filters_check" CHECK (kith_private.are_saved_filters(saved_filters));

ALTER TABLE "kith_private"."operations" ADD CONSTRAINT "operations_scopes_check" CHECK (((scopes <@ kith_private.all_scopes()) AND ((scopes = '{}'::text[]) = (needs_access_token OR (name = ANY (ARRAY['get_me'::text, 'get_calendar_feed'::text, 'receive_message'::text, 'notice_meetings'::text, 'list_webhook_messages'::text]))))));

alter table kith.profiles alter column digest_at set statistics 0;

alter table kith.profiles alter column digest_days set statistics 0;

alter table kith.profiles alter column east_asian_names set statistics 0;

alter table kith.profiles alter column lead_days set statistics 0;

alter table kith.profiles alter column saved_filters set statistics 0;

insert into kith_private.operations (name, resource, verb, scopes, writes, needs_access_token, needs_calendar_secret, needs_all_networks, tagged, read_by, locked_table, locked_column, step_of, replay_check, for_carddav, only_for)
select name, resource, verb, scopes, writes, needs_access_token, needs_calendar_secret, needs_all_networks, tagged, read_by, locked_table, locked_column, step_of, replay_check, for_carddav, only_for from jsonb_populate_recordset(null::kith_private.operations, '[{"name": "add_network_contact", "verb": "add", "scopes": ["contacts:write", "networks:read"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "network", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "apply_import", "verb": "apply", "scopes": ["contacts:write", "networks:write", "notes:write"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "import", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "attach_photo", "verb": "update", "scopes": ["contacts:write"], "tagged": true, "writes": true, "read_by": "get_contact", "step_of": "update_contact", "only_for": null, "resource": "contact", "locks_log": true, "for_carddav": false, "locked_table": "kith.contacts", "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "bulk_contacts", "verb": "bulk", "scopes": ["contacts:write"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "contact", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "bulk_reminders", "verb": "bulk", "scopes": ["reminders:write"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "reminder", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "change_contacts", "verb": "bulk", "scopes": ["contacts:write"], "tagged": false, "writes": true, "read_by": null, "step_of": "bulk_contacts", "only_for": null, "resource": "contact", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "change_reminders", "verb": "bulk", "scopes": ["reminders:write"], "tagged": false, "writes": true, "read_by": null, "step_of": "bulk_reminders", "only_for": null, "resource": "reminder", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "create_api_key", "verb": "create", "scopes": [], "tagged": true, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "api_key", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "create_calendar", "verb": "create", "scopes": [], "tagged": false, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "me", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "create_channel", "verb": "create", "scopes": [], "tagged": true, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "channel", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "create_connection", "verb": "create", "scopes": [], "tagged": true, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "connection", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "create_contact", "verb": "create", "scopes": ["contacts:write"], "tagged": true, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "contact", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "create_field", "verb": "create", "scopes": ["contacts:write"], "tagged": true, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "field", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "create_import", "verb": "create", "scopes": ["contacts:write", "networks:write", "notes:write"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "import", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "create_inbox", "verb": "create", "scopes": [], "tagged": false, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "me", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "create_network", "verb": "create", "scopes": ["networks:write"], "tagged": true, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "network", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "create_note_type", "verb": "create", "scopes": ["notes:write"], "tagged": true, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "note_type", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "create_note_with_reminder", "verb": "create", "scopes": ["notes:write", "reminders:write"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "note", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "create_note", "verb": "create", "scopes": ["notes:write"], "tagged": true, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "note", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "create_photo_upload", "verb": "create", "scopes": ["contacts:write"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "contact", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": "is_upload_unused", "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "create_read_calendar", "verb": "create", "scopes": [], "tagged": true, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "calendar", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "create_relationship", "verb": "create", "scopes": ["contacts:write"], "tagged": true, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "relationship", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "create_reminder", "verb": "create", "scopes": ["reminders:write"], "tagged": true, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "reminder", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "create_webhook", "verb": "create", "scopes": [], "tagged": true, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "webhook", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "dav_book", "verb": "get", "scopes": ["contacts:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "contact", "locks_log": false, "for_carddav": true, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "dav_changes", "verb": "list", "scopes": ["contacts:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "contact", "locks_log": false, "for_carddav": true, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "dav_delete", "verb": "delete", "scopes": ["contacts:read", "contacts:write"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "contact", "locks_log": true, "for_carddav": true, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "dav_group", "verb": "update", "scopes": ["contacts:read", "contacts:write", "networks:read", "networks:write"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "contact", "locks_log": true, "for_carddav": true, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "dav_list", "verb": "list", "scopes": ["contacts:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "contact", "locks_log": false, "for_carddav": true, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "dav_photo", "verb": "update", "scopes": ["contacts:read", "contacts:write"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "contact", "locks_log": true, "for_carddav": true, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "dav_put", "verb": "update", "scopes": ["contacts:read", "contacts:write"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "contact", "locks_log": true, "for_carddav": true, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "dav_read", "verb": "get", "scopes": ["contacts:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "contact", "locks_log": false, "for_carddav": true, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "delete_api_key", "verb": "delete", "scopes": [], "tagged": false, "writes": true, "read_by": "get_api_key", "step_of": null, "only_for": null, "resource": "api_key", "locks_log": false, "for_carddav": false, "locked_table": "kith_private.api_keys", "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "delete_calendar", "verb": "delete", "scopes": [], "tagged": false, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "me", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "delete_channel", "verb": "delete", "scopes": [], "tagged": false, "writes": true, "read_by": "get_channel", "step_of": null, "only_for": null, "resource": "channel", "locks_log": false, "for_carddav": false, "locked_table": "kith_private.channels", "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "delete_connection", "verb": "delete", "scopes": [], "tagged": false, "writes": true, "read_by": "get_connection", "step_of": null, "only_for": null, "resource": "connection", "locks_log": false, "for_carddav": false, "locked_table": "kith_private.api_keys", "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "delete_contact", "verb": "delete", "scopes": ["contacts:write"], "tagged": false, "writes": true, "read_by": "get_contact", "step_of": null, "only_for": null, "resource": "contact", "locks_log": true, "for_carddav": false, "locked_table": "kith.contacts", "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "delete_field", "verb": "delete", "scopes": ["contacts:write"], "tagged": false, "writes": true, "read_by": "get_field", "step_of": null, "only_for": null, "resource": "field", "locks_log": true, "for_carddav": false, "locked_table": "kith.fields", "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "delete_import", "verb": "delete", "scopes": ["contacts:write", "networks:write", "notes:write"], "tagged": false, "writes": true, "read_by": "get_import", "step_of": null, "only_for": null, "resource": "import", "locks_log": true, "for_carddav": false, "locked_table": "kith_private.imports", "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "delete_inbox", "verb": "delete", "scopes": [], "tagged": false, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "me", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "delete_me", "verb": "delete", "scopes": [], "tagged": false, "writes": true, "read_by": "get_me", "step_of": null, "only_for": null, "resource": "me", "locks_log": false, "for_carddav": false, "locked_table": "kith.profiles", "replay_check": null, "locked_column": "owner_id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "delete_network", "verb": "delete", "scopes": ["networks:write"], "tagged": false, "writes": true, "read_by": "get_network", "step_of": null, "only_for": null, "resource": "network", "locks_log": true, "for_carddav": false, "locked_table": "kith.networks", "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "delete_note_type", "verb": "delete", "scopes": ["notes:write"], "tagged": false, "writes": true, "read_by": "get_note_type", "step_of": null, "only_for": null, "resource": "note_type", "locks_log": true, "for_carddav": false, "locked_table": "kith.note_types", "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "delete_note", "verb": "delete", "scopes": ["notes:write"], "tagged": false, "writes": true, "read_by": "get_note", "step_of": null, "only_for": null, "resource": "note", "locks_log": true, "for_carddav": false, "locked_table": "kith.notes", "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "delete_read_calendar", "verb": "delete", "scopes": [], "tagged": false, "writes": true, "read_by": "get_read_calendar", "step_of": null, "only_for": null, "resource": "calendar", "locks_log": false, "for_carddav": false, "locked_table": "kith_private.read_calendars", "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "delete_relationship", "verb": "delete", "scopes": ["contacts:write"], "tagged": false, "writes": true, "read_by": "get_relationship", "step_of": null, "only_for": null, "resource": "relationship", "locks_log": true, "for_carddav": false, "locked_table": "kith.relationships", "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "delete_reminder", "verb": "delete", "scopes": ["reminders:write"], "tagged": false, "writes": true, "read_by": "get_reminder", "step_of": null, "only_for": null, "resource": "reminder", "locks_log": true, "for_carddav": false, "locked_table": "kith.reminders", "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "delete_webhook", "verb": "delete", "scopes": [], "tagged": false, "writes": true, "read_by": "get_webhook", "step_of": null, "only_for": null, "resource": "webhook", "locks_log": false, "for_carddav": false, "locked_table": "kith_private.webhooks", "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "dismiss_duplicate", "verb": "dismiss", "scopes": ["contacts:write"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "contact", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "dismiss_meeting", "verb": "dismiss", "scopes": [], "tagged": false, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "meeting", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "erase_activity", "verb": "erase", "scopes": [], "tagged": false, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "activity", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "erase_trash_item", "verb": "erase", "scopes": [], "tagged": false, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "trash", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "erase_trash", "verb": "erase", "scopes": [], "tagged": false, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "trash", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "export_account", "verb": "export", "scopes": ["contacts:read", "networks:read", "notes:read", "reminders:read", "profile:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "export", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "export_contacts", "verb": "export", "scopes": ["contacts:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "contact", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "get_activity", "verb": "get", "scopes": ["activity:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "activity", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "get_api_key", "verb": "get", "scopes": [], "tagged": true, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "api_key", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "get_calendar_feed", "verb": "get", "scopes": [], "tagged": true, "writes": false, "read_by": null, "step_of": null, "only_for": "calendar", "resource": "calendar", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": true}, {"name": "get_calendar", "verb": "get", "scopes": [], "tagged": false, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "me", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "get_channel", "verb": "get", "scopes": [], "tagged": true, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "channel", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "get_connection", "verb": "get", "scopes": [], "tagged": true, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "connection", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "get_contact", "verb": "get", "scopes": ["contacts:read"], "tagged": true, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "contact", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "get_field", "verb": "get", "scopes": ["contacts:read"], "tagged": true, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "field", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "get_import", "verb": "get", "scopes": ["contacts:write", "networks:write", "notes:write"], "tagged": true, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "import", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "get_inbox", "verb": "get", "scopes": [], "tagged": false, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "me", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "get_me", "verb": "get", "scopes": [], "tagged": true, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "me", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "get_network", "verb": "get", "scopes": ["networks:read"], "tagged": true, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "network", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "get_note_type", "verb": "get", "scopes": ["notes:read"], "tagged": true, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "note_type", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "get_note", "verb": "get", "scopes": ["notes:read"], "tagged": true, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "note", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "get_read_calendar", "verb": "get", "scopes": [], "tagged": true, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "calendar", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "get_relationship", "verb": "get", "scopes": ["contacts:read"], "tagged": true, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "relationship", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "get_reminder", "verb": "get", "scopes": ["reminders:read"], "tagged": true, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "reminder", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "get_webhook", "verb": "get", "scopes": [], "tagged": true, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "webhook", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "list_activity", "verb": "list", "scopes": ["activity:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "activity", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "list_api_keys", "verb": "list", "scopes": [], "tagged": false, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "api_key", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "list_changes", "verb": "list", "scopes": ["activity:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "change", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "list_channels", "verb": "list", "scopes": [], "tagged": false, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "channel", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "list_connections", "verb": "list", "scopes": [], "tagged": false, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "connection", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "list_contacts", "verb": "list", "scopes": ["contacts:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "contact", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "list_deliveries", "verb": "list", "scopes": [], "tagged": false, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "channel", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "list_duplicates", "verb": "list", "scopes": ["contacts:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "contact", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "list_fields", "verb": "list", "scopes": ["contacts:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "field", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "list_import_rows", "verb": "list", "scopes": ["contacts:write", "networks:write", "notes:write"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "import", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "list_imports", "verb": "list", "scopes": ["contacts:write", "networks:write", "notes:write"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "import", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "list_meetings", "verb": "list", "scopes": [], "tagged": false, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "meeting", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "list_networks", "verb": "list", "scopes": ["networks:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "network", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "list_note_types", "verb": "list", "scopes": ["notes:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "note_type", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "list_notes", "verb": "list", "scopes": ["notes:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "note", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "list_read_calendars", "verb": "list", "scopes": [], "tagged": false, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "calendar", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "list_relationships", "verb": "list", "scopes": ["contacts:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "relationship", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "list_reminders", "verb": "list", "scopes": ["reminders:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "reminder", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "list_trash", "verb": "list", "scopes": ["activity:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "trash", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "list_upcoming", "verb": "list", "scopes": ["contacts:read", "reminders:read"], "tagged": false, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "upcoming", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "list_webhook_messages", "verb": "list", "scopes": [], "tagged": false, "writes": false, "read_by": null, "step_of": null, "only_for": "clock", "resource": "webhook", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "list_webhooks", "verb": "list", "scopes": [], "tagged": false, "writes": false, "read_by": null, "step_of": null, "only_for": null, "resource": "webhook", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "log_meeting", "verb": "log", "scopes": [], "tagged": false, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "meeting", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "merge_contacts", "verb": "merge", "scopes": ["contacts:write", "notes:write", "reminders:write"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "contact", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "notice_meetings", "verb": "notice", "scopes": [], "tagged": false, "writes": true, "read_by": null, "step_of": null, "only_for": "clock", "resource": "meeting", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "prepare_photo", "verb": "update", "scopes": ["contacts:write"], "tagged": true, "writes": true, "read_by": "get_contact", "step_of": "update_contact", "only_for": null, "resource": "contact", "locks_log": true, "for_carddav": false, "locked_table": "kith.contacts", "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "receive_message", "verb": "receive", "scopes": [], "tagged": false, "writes": true, "read_by": null, "step_of": null, "only_for": "inbox", "resource": "inbound", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "remove_network_contact", "verb": "remove", "scopes": ["contacts:write", "networks:read"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "network", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "replay_webhook", "verb": "replay", "scopes": [], "tagged": false, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "webhook", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "rotate_api_key", "verb": "rotate", "scopes": [], "tagged": true, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "api_key", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "rotate_webhook", "verb": "rotate", "scopes": [], "tagged": true, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "webhook", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "set_network_contacts", "verb": "set", "scopes": ["contacts:write", "networks:read"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "network", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "test_channel", "verb": "test", "scopes": [], "tagged": false, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "channel", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "test_webhook", "verb": "test", "scopes": [], "tagged": false, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "webhook", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "undo_activity", "verb": "undo", "scopes": ["activity:write"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "activity", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "undo_actor", "verb": "undo", "scopes": ["activity:write"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "activity", "locks_log": true, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "update_api_key", "verb": "update", "scopes": [], "tagged": true, "writes": true, "read_by": "get_api_key", "step_of": null, "only_for": null, "resource": "api_key", "locks_log": false, "for_carddav": false, "locked_table": "kith_private.api_keys", "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "update_calendar", "verb": "update", "scopes": [], "tagged": false, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "me", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "update_channel", "verb": "update", "scopes": [], "tagged": true, "writes": true, "read_by": "get_channel", "step_of": null, "only_for": null, "resource": "channel", "locks_log": false, "for_carddav": false, "locked_table": "kith_private.channels", "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "update_connection", "verb": "update", "scopes": [], "tagged": true, "writes": true, "read_by": "get_connection", "step_of": null, "only_for": null, "resource": "connection", "locks_log": false, "for_carddav": false, "locked_table": "kith_private.api_keys", "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "update_contact", "verb": "update", "scopes": ["contacts:write"], "tagged": true, "writes": true, "read_by": "get_contact", "step_of": null, "only_for": null, "resource": "contact", "locks_log": true, "for_carddav": false, "locked_table": "kith.contacts", "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "update_field", "verb": "update", "scopes": ["contacts:write"], "tagged": true, "writes": true, "read_by": "get_field", "step_of": null, "only_for": null, "resource": "field", "locks_log": true, "for_carddav": false, "locked_table": "kith.fields", "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "update_me", "verb": "update", "scopes": ["profile:write"], "tagged": true, "writes": true, "read_by": "get_me", "step_of": null, "only_for": null, "resource": "me", "locks_log": true, "for_carddav": false, "locked_table": "kith.profiles", "replay_check": null, "locked_column": "owner_id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "update_network", "verb": "update", "scopes": ["networks:write"], "tagged": true, "writes": true, "read_by": "get_network", "step_of": null, "only_for": null, "resource": "network", "locks_log": true, "for_carddav": false, "locked_table": "kith.networks", "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "update_note_type", "verb": "update", "scopes": ["notes:write"], "tagged": true, "writes": true, "read_by": "get_note_type", "step_of": null, "only_for": null, "resource": "note_type", "locks_log": true, "for_carddav": false, "locked_table": "kith.note_types", "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": true, "needs_calendar_secret": false}, {"name": "update_note", "verb": "update", "scopes": ["notes:write"], "tagged": true, "writes": true, "read_by": "get_note", "step_of": null, "only_for": null, "resource": "note", "locks_log": true, "for_carddav": false, "locked_table": "kith.notes", "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "update_read_calendar", "verb": "update", "scopes": [], "tagged": true, "writes": true, "read_by": "get_read_calendar", "step_of": null, "only_for": null, "resource": "calendar", "locks_log": false, "for_carddav": false, "locked_table": "kith_private.read_calendars", "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "update_relationship", "verb": "update", "scopes": ["contacts:write"], "tagged": true, "writes": true, "read_by": "get_relationship", "step_of": null, "only_for": null, "resource": "relationship", "locks_log": true, "for_carddav": false, "locked_table": "kith.relationships", "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "update_reminder", "verb": "update", "scopes": ["reminders:write"], "tagged": true, "writes": true, "read_by": "get_reminder", "step_of": null, "only_for": null, "resource": "reminder", "locks_log": true, "for_carddav": false, "locked_table": "kith.reminders", "replay_check": null, "locked_column": "id", "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "update_webhook", "verb": "update", "scopes": [], "tagged": true, "writes": true, "read_by": "get_webhook", "step_of": null, "only_for": null, "resource": "webhook", "locks_log": false, "for_carddav": false, "locked_table": "kith_private.webhooks", "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}, {"name": "verify_channel", "verb": "verify", "scopes": [], "tagged": false, "writes": true, "read_by": null, "step_of": null, "only_for": null, "resource": "channel", "locks_log": false, "for_carddav": false, "locked_table": null, "replay_check": null, "locked_column": "id", "needs_access_token": true, "needs_all_networks": false, "needs_calendar_secret": false}]')
on conflict (name) do update set (name, resource, verb, scopes, writes, needs_access_token, needs_calendar_secret, needs_all_networks, tagged, read_by, locked_table, locked_column, step_of, replay_check, for_carddav, only_for) = row(excluded.name, excluded.resource, excluded.verb, excluded.scopes, excluded.writes, excluded.needs_access_token, excluded.needs_calendar_secret, excluded.needs_all_networks, excluded.tagged, excluded.read_by, excluded.locked_table, excluded.locked_column, excluded.step_of, excluded.replay_check, excluded.for_carddav, excluded.only_for);

insert into kith_private.quotas (name, maximum)
select name, maximum from jsonb_populate_recordset(null::kith_private.quotas, '[{"name": "channels", "maximum": 10}, {"name": "read_calendars", "maximum": 5}, {"name": "webhooks", "maximum": 10}]')
on conflict (name) do update set (name, maximum) = row(excluded.name, excluded.maximum);

reset check_function_bodies;
