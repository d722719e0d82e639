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

DROP TRIGGER "log_change" ON "kith"."contact_networks";

DROP TRIGGER "erase_answers" ON "kith"."contacts";

DROP TRIGGER "log_change" ON "kith"."contacts";

DROP TRIGGER "erase_answers" ON "kith"."networks";

DROP TRIGGER "log_change" ON "kith"."networks";

DROP TRIGGER "erase_answers" ON "kith"."note_types";

DROP TRIGGER "log_change" ON "kith"."note_types";

DROP TRIGGER "erase_answers" ON "kith"."notes";

DROP TRIGGER "log_change" ON "kith"."notes";

DROP TRIGGER "erase_answers" ON "kith"."reminders";

DROP TRIGGER "log_change" ON "kith"."reminders";

DROP TRIGGER "erase_answers" ON "kith_private"."api_keys";

DROP TRIGGER "erase_answers" ON "kith_private"."imports";

DROP TRIGGER "queue_upload_removal" ON "kith_private"."photo_uploads";

DROP VIEW "kith_private"."admin_activity";

DROP VIEW "kith_private"."trash";

DROP FUNCTION "kith_private"."answer_undo"(bigint[], jsonb);

DROP FUNCTION "kith_private"."batches_to_undo"(uuid, bigint[]);

DROP FUNCTION "kith_private"."change_groups"(uuid, bigint, kith_private.net_change[]);

DROP FUNCTION "kith_private"."changes_body"(uuid, bigint, integer);

DROP FUNCTION "kith_private"."changes_to_undo"(uuid, bigint[]);

DROP FUNCTION "kith_private"."derive_last_noted_of"(uuid, bigint[]);

DROP FUNCTION "kith_private"."find_by_name"(text, boolean);

DROP FUNCTION "kith_private"."is_active"(uuid, uuid);

DROP FUNCTION "kith_private"."limit_stored_answers"(uuid, text);

DROP FUNCTION "kith_private"."merge"(kith.contacts, kith.contacts, jsonb);

DROP FUNCTION "kith_private"."move_to_contact"(uuid, uuid);

DROP FUNCTION "kith_private"."net_changes"(uuid, bigint);

DROP FUNCTION "kith_private"."net_fields"(uuid, bigint, kith_private.net_change);

DROP FUNCTION "kith_private"."networks_matching_words"(jsonb);

DROP FUNCTION "kith_private"."purge_changes"(uuid, timestamp with time zone, bigint, bigint);

DROP FUNCTION "kith_private"."purge_logs"(uuid, bigint);

DROP FUNCTION "kith_private"."undo_change_sets"(bigint[]);

CREATE TABLE "kith_private"."log_shares" ("owner_id" uuid NOT NULL, "actor_id" uuid NOT NULL, "bytes" bigint NOT NULL, CONSTRAINT "log_shares_pkey" PRIMARY KEY (owner_id, actor_id));

ALTER TABLE "kith_private"."log_shares" ENABLE ROW LEVEL SECURITY;

ALTER TABLE "kith_private"."log_shares" SET (fillfactor=50);

ALTER TABLE "kith_private"."log_shares" OWNER TO "postgres";

ALTER TABLE "kith_private"."change_logs" ADD COLUMN "purged_bytes" bigint NOT NULL DEFAULT 0;

ALTER TABLE "kith_private"."change_sets" ADD COLUMN "first_number" bigint;

ALTER TABLE "kith_private"."import_rows" ADD COLUMN "decision" text;

CREATE TYPE "kith_private"."folded_network" AS ("id" uuid, "name" text);

ALTER TYPE "kith_private"."folded_network" OWNER TO "postgres";

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
      from kith_private.run_part(asked.place, asked.name || '_contact', jsonb_build_object('id', asked.id)
        || case when asked.name <> 'delete' then jsonb_build_object('body', asked.item - 'id')
          when arguments ? 'progress' then jsonb_build_object('progress', '{}'::jsonb) else '{}' end) p;
      error := part.error;
      is_over := coalesce((part.answer).status = 202, false);
    end if;
    if is_over and not kith_private.is_last_part(arguments) then
      if not is_partial and is_first then
        perform kith_private.check_deletions(body -> 'delete', asked.index::integer);
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
    select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'displayName', c.display_name) order by listed.position), '[]')
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
  return (200, answered::text)::kith_api.answer;
end
$function$;

CREATE OR REPLACE FUNCTION kith_api.delete_contact(arguments jsonb)
 RETURNS kith_api.answer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
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
        select kith_private.change_set_body(s, most)::text from kith_private.change_sets s where s.id = listed.id), ','
        order by listed.position)
      from unnest(found.ids[start : start + 9]) with ordinality as listed (id, position)), query -> 'fields'));
  end loop;
  perform kith_private.forget_seen();
  return kith_private.answer_page(found, items);
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
    'moved', json_build_object('notes', notes, 'reminders', reminders, 'networks', networks),
    'activityId', case when not is_dry then kith_private.activity_id() end,
    'dryRun', is_dry)::text)::kith_api.answer;
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
      -- compared as text for the same reason as in delete_api_key
      select from kith_private.api_keys k where k.owner_id = (select auth.uid()) and k.id::text = asked::text)
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

CREATE OR REPLACE FUNCTION kith_private.activity_id()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  change constant jsonb := kith_private.current_change();
begin
  return coalesce(change ->> 'partOf', change ->> 'id');
end
$function$;

ALTER FUNCTION "kith_private"."activity_id"() OWNER TO "postgres";

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
      shown := kith_private.changes_body(made.owner_id, kith_private.parts_of(made), 200);
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
  photos uuid[] := '{}';
  id text;
  named constant text[] := array(
    select t.resource from unnest(kith_private.restorable_tables()) t where t.has_unique_name);
begin
  foreach change in array changes loop
    id := concat(change.resource, change.resource_id, change.network_id);
    if change.resource = any (named) or id = any (ids)
      -- a photo that another contact has to give back first
      or kith_private.photo_of(change.before ->> 'photo_path') = any (photos)
    then
      return query select b.* from kith_private.kinds_of_batch(batch) b;
      batch := '{}';
      ids := '{}';
      photos := '{}';
    end if;
    if change.resource = any (named) then
      return next (change.resource, array[change])::kith_private.change_batch;
    else
      batch := batch || change;
      ids := ids || id;
      if change.after ->> 'photo_path' is not null then
        photos := photos || kith_private.photo_of(change.after ->> 'photo_path');
      end if;
    end if;
  end loop;
  return query select b.* from kith_private.kinds_of_batch(batch) b;
end
$function$;

ALTER FUNCTION "kith_private"."batches_to_undo"(kith_private.changes[]) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION kith_private.change_set_body(change_set kith_private.change_sets, most integer)
 RETURNS json
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  shown constant record := kith_private.changes_body(change_set.owner_id, kith_private.parts_of(change_set), most);
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

CREATE OR REPLACE FUNCTION kith_private.changes_body(owner uuid, sets bigint[], most integer, OUT changes json, OUT count bigint, OUT summary text, OUT is_erased boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  net constant kith_private.net_change[] := kith_private.net_changes(owner, sets);
  groups constant kith_private.change_group[] := kith_private.change_groups(owner, sets, net);
begin
  count := (select coalesce(sum(g.resources), 0) from unnest(groups) g);
  summary := kith_private.change_summary(groups);
  is_erased := coalesce((select bool_or(c.before is null and c.after is null) from unnest(net) c), false);
  select coalesce(json_agg(item.body order by item.position) filter (where item.size <= 262144 or item.is_first), '[]')
  into changes
  from (
    select shown.body, shown.position, shown.position = (net[1]).position as is_first,
      sum(octet_length(shown.body::text)) over (order by shown.position) as size
    from (
      select c.position, json_build_object('resource', c.resource, 'id', c.resource_id,
        'name', coalesce(c.name, (select n.name from kith.networks n where n.owner_id = owner and n.id = c.network_id)), 'action', c.action,
        'fields', kith_private.net_fields(owner, sets, c)) as body
      from unnest(net[1:most]) c offset 0) shown) item;
end
$function$;

ALTER FUNCTION "kith_private"."changes_body"(uuid, bigint[], integer) OWNER TO "postgres";

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

CREATE OR REPLACE FUNCTION kith_private.check_deletions(deletions jsonb, from_item integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  missing record;
begin
  select given.item, given.place into missing
  from jsonb_array_elements_text(deletions) with ordinality given (item, place)
  where given.place > from_item and not exists (select from kith.contacts c where c.id = given.item::uuid)
  order by given.place limit 1;
  if found then
    perform kith_private.fail('not_found', errors => jsonb_build_array(jsonb_build_object(
      'in', 'body', 'pointer', '/delete/' || missing.place - 1, 'code', 'invalid_reference')));
  end if;
end
$function$;

ALTER FUNCTION "kith_private"."check_deletions"(jsonb, integer) OWNER TO "postgres";

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
  select count(*) filter (where p.size is not null or p.is_open and not p.attached),
    coalesce(sum(greatest(p.size, case when p.is_open then 5242880 end)), 0)
  into waiting, bytes
  from (
    select p.attached, p.is_open, (
      select coalesce((o.metadata ->> 'size')::bigint, 0) from storage.objects o
      where o.bucket_id = 'kith-photos' and o.name = p.path) as size
    from (
      select u.path, u.attached, u.created_at > now() - interval '3 hours' as is_open
      from kith_private.photo_uploads u where u.owner_id = account
      union all
      select r.path, true, true from kith_private.photo_removals r
      where r.owner_id = account and r.path like 'uploads/%' and not exists (
        select from kith_private.photo_uploads u where u.owner_id = account and u.path = r.path)) p) p;
  perform kith_private.check_quota('uploads', waiting + 1);
  -- Photos that were removed and are kept count too.
  perform kith_private.check_quota('photo_bytes', bytes + (
    select coalesce(sum((o.metadata ->> 'size')::bigint), 0)::bigint from storage.objects o
    where o.bucket_id = 'kith-photos' and o.name ~>=~ (account || '/') and o.name ~<~ (account || '0')));
end
$function$;

ALTER FUNCTION "kith_private"."check_upload_quotas"(uuid) OWNER TO "postgres";

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
  alike uuid[];
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
    alike := null;
    if cardinality(found) = 0 and missing <= 3 then
      networks := coalesce(networks, kith_private.folded_networks());
      alike := kith_private.contacts_like(given.name, networks);
    end if;
    errors := errors || jsonb_build_object('in', 'body', 'pointer', pointer || case when pointer like '%/' then given.place::text else '' end,
      'code', 'invalid_reference', 'message', case
        when cardinality(found) = 0 then concat(format('Nobody is found as %s.', to_jsonb(given.name)),
          case when cardinality(alike) > 0 then format(' The closest: %s. Send the id of the one that is meant.', kith_private.listed_contacts(alike)) end)
        else format('%s may be %s contacts: %s. Send the id of the one that is meant.',
          to_jsonb(given.name), cardinality(found), kith_private.listed_contacts(found)) end);
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
  telling constant text := translate(kith_private.telling_words(called), ',"“”„()', '       ');
  words constant text[] := kith_private.name_words(telling);
  whole constant text := array_to_string(words, ' ');
  around constant text[] := kith_private.name_words(regexp_replace(
    concat(' ', kith_private.telling_words(context), ' '), ' (networks?|group) ', ' ', 'gi'));
  patterns constant jsonb := kith_private.search_patterns(whole);
  found kith_private.page;
  levels integer[];
begin
  if words = '{}' or context is not null and around = '{}' then
    return '{}';
  end if;
  -- Those with the words in their names come first, for the message where it is not clear who is meant.
  found := kith_private.find_page(jsonb_build_object('patterns', patterns, 'named', kith_private.named_words(telling), 'pageSize', 2000),
    'kith.contacts', array[kith_private.search_condition(patterns)],
    kith_private.search_rank() || ', is_archived, display_name collate "und-x-icu", id');
  -- One that is not compared may be meant as well.
  if found.total > cardinality(found.ids) then
    return found.ids;
  end if;
  levels := array(
    select case
      when not kith_private.words_fit(words, n.names) or context is not null and not kith_private.words_fit(around, kith_private.name_words(
        concat_ws(' ', c.company, (
          select string_agg(k.name, ' ') from kith.contact_networks m join kith.networks k on k.owner_id = m.owner_id and k.id = m.network_id
          where m.owner_id = c.owner_id and m.contact_id = c.id)))) then null
      when whole in (array_to_string(kith_private.name_words(c.first_name), ' '), array_to_string(kith_private.name_words(c.nickname), ' '),
        array_to_string(kith_private.name_words(c.display_name), ' ')) then 1
      when words <@ n.names then 2
      else 3 end + case when c.is_archived then 3 else 0 end
    from unnest(found.ids) with ordinality as listed (id, position)
    join kith.contacts c on c.owner_id = (select auth.uid()) and c.id = listed.id
    cross join lateral (
      select kith_private.name_words(concat_ws(' ', c.display_name, c.nickname, c.last_name || c.first_name, c.first_name || c.last_name)) as names
      offset 0) n
    order by listed.position);
  return array(
    select found.ids[place] from generate_subscripts(levels, 1) place
    where levels[place] = (select min(level) from unnest(levels) level) order by place);
end
$function$;

ALTER FUNCTION "kith_private"."contacts_called"(text, text) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.contacts_like(name text, networks kith_private.folded_network[])
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  telling constant text := kith_private.telling_words(name);
  patterns constant jsonb := kith_private.search_patterns(telling);
  query constant jsonb := jsonb_build_object('patterns', patterns, 'networks', kith_private.networks_matching_words(patterns, networks), 'pageSize', 6);
  found kith_private.page;
begin
  if patterns = '[]' then
    return '{}';
  end if;
  found := kith_private.find_page(query, 'kith.contacts', array['not is_archived', kith_private.search_condition(patterns, query -> 'networks')],
    'display_name collate "und-x-icu", id');
  return coalesce(nullif(found.ids, '{}'), array(
    select (s ->> 'id')::uuid from json_array_elements(kith_private.suggestions(telling)::json) s));
end
$function$;

ALTER FUNCTION "kith_private"."contacts_like"(text, kith_private.folded_network[]) OWNER TO "postgres";

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
  -- The uploads that nobody attached in a day, of any owner, a few with every new one.
  with unused as (
    select old.owner_id, old.path from kith_private.photo_uploads old
    where old.created_at < now() - interval '1 day' limit 20 for update skip locked)
  delete from kith_private.photo_uploads u using unused where (u.owner_id, u.path) = (unused.owner_id, unused.path);
  perform pg_advisory_xact_lock(hashtextextended('kith.photo_uploads:' || (select auth.uid()), 0));
  perform kith_private.check_upload_quotas(auth.uid());
  insert into kith_private.photo_uploads (path, contact_id) values (path, contact);
  return path;
end
$function$;

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
begin
  perform kith_private.delete_rows_of(old.id, is_part => false);
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
  foreach source in array '{kith.notes,kith.reminders,kith.contact_networks,kith.contacts}'::text[] loop
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

CREATE OR REPLACE FUNCTION kith_private.export_ids(part text, filters kith_private.contact_filters, after uuid, at_most integer)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
 SET enable_sort TO 'off'
 SET enable_bitmapscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
  conditions constant text[] := case when after is not null then '{id > $2}'::text[] end
    || case when part = 'contacts' then filters.conditions end;
  ids uuid[];
begin
  perform kith_private.set_reads_list(true);
  execute format('select array(select id from kith.%I where %s order by id limit $3)', part,
    coalesce(nullif(array_to_string(conditions, ' and '), ''), 'true')) into ids using filters.query, after, at_most;
  perform kith_private.set_reads_list(false);
  return ids;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.find_by_name(name text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  parts constant text[] := coalesce(
    regexp_match(name, '^([^(]*[^(\s])\s*\(([^)]*)\)'), regexp_match(name, '^([^,]*),(.*)$'),
    regexp_match(name, '^(.*?)\s(?:from|at|of)\s(.*)$', 'i'));
begin
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

CREATE OR REPLACE FUNCTION kith_private.find_page(query jsonb, source regclass, conditions text[], order_by text, finds_few boolean DEFAULT false, rank text DEFAULT NULL::text)
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
    into ids using query;
  perform kith_private.set_reads_list(false);
  total := cardinality(ids);
  skipped := least((page - 1) * size, total);
  return (ids[skipped + 1 : skipped + size], page, size, total)::kith_private.page;
end
$function$;

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

  -- Limits that only say when a key expires are none.
  is_limited := coalesce(asking.limits -> 'scopes' <> 'null' or asking.limits -> 'networkIds' <> 'null', false);
  if is_limited then
    refusal := kith_private.check_limits(asked, asking.limits);
  end if;
  if key_id is not null and not credential ? 'counted' then
    -- goesOn is the name that functions of version 1.0 send.
    counted := kith_private.count_request(
      key_id, asked.needs_access_token or refusal is not null or (arguments is null and not credential ?| '{operationFollows,goesOn}'));
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
    ran := kith_private.run(owner_id, asked, arguments, jsonb_build_object(
      'id', gen_random_uuid(), 'kind', case when credential ? 'clientId' then 'connection' else credential ->> 'kind' end,
      'actorId', coalesce(key_id, owner_id), 'actorName', asking.key_name,
      'requestId', arguments ->> 'requestId', 'operation', coalesce(asked.step_of, asked.name))
      || case when arguments -> 'progress' ? 'activityId' then jsonb_build_object('partOf', arguments #> '{progress,activityId}') else '{}' end,
      asking.limits, is_limited);
    status := ran.status;
    body := ran.body;
    log := ran.log;
    activity_id := coalesce(ran.activity_id, (arguments #>> '{progress,activityId}')::uuid);
    if status is not null and arguments ? 'idempotencyKey' then
      perform kith_private.store_answer(owner_id, operation, arguments, status, body, activity_id);
    elsif arguments ? 'idempotencyKey' and arguments -> 'progress' ? 'activityId' and body::jsonb ->> 'code' <> 'unavailable' then
      perform kith_private.forget_progress(owner_id, arguments ->> 'idempotencyKey');
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
    'value', row_shown.value, 'networks', row_shown.networks, 'notes', row_shown.notes, 'hasPhoto', row_shown.photo_path is not null,
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

CREATE OR REPLACE FUNCTION kith_private.longest_lists(filters kith_private.contact_filters)
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
      'urls', coalesce(max(jsonb_array_length(urls)), 0), 'addresses', coalesce(max(jsonb_array_length(addresses)), 0))
    from kith.contacts where %s$sql$, coalesce(nullif(array_to_string(filters.conditions, ' and '), ''), 'true'))
    into longest using filters.query;
  perform kith_private.set_reads_list(false);
  return longest;
end
$function$;

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
        kith_private.name_words(concat_ws(' ', c.display_name, c.nickname)))
      or kith_private.name_fits(
        kith_private.name_words(c.display_name),
        kith_private.name_words(concat_ws(' ', kith_private.display_name_in(r.value), r.value ->> 'nickname')))) as ids
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

CREATE OR REPLACE FUNCTION kith_private.move_to_contact(target uuid, duplicate uuid, until timestamp with time zone, OUT notes bigint, OUT reminders bigint, OUT is_complete boolean)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  owner constant uuid := auth.uid();
  ids uuid[];
begin
  notes := 0;
  reminders := 0;
  is_complete := true;
  loop
    ids := array(
      select n.id from kith.notes n where n.contact_id = duplicate
      union all select l.note_id from kith.note_contacts l where l.contact_id = duplicate limit kith_private.part_rows());
    exit when ids = '{}';
    -- Where both are named, one is left.
    update kith.notes n set contact_ids = array_replace(n.contact_ids, duplicate, target) where n.owner_id = owner and n.id = any (ids);
    notes := notes + cardinality(ids);
    is_complete := (clock_timestamp() > until) is not true;
    exit when not is_complete;
  end loop;
  while is_complete loop
    ids := array(
      select r.id from kith.reminders r where r.contact_id = duplicate
      union all select l.reminder_id from kith.reminder_contacts l where l.contact_id = duplicate limit kith_private.part_rows());
    exit when ids = '{}';
    update kith.reminders r set contact_ids = array_replace(r.contact_ids, duplicate, target) where r.owner_id = owner and r.id = any (ids);
    reminders := reminders + cardinality(ids);
    is_complete := (clock_timestamp() > until) is not true;
  end loop;
end
$function$;

ALTER FUNCTION "kith_private"."move_to_contact"(uuid, uuid, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.name_fits(name text[], others text[])
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
  return not exists (
      select from unnest(name) word where not exists (
        select from unnest(others) other
        where word = other or char_length(word) <> 2 and other like word || '%' or char_length(other) <> 2 and word like other || '%'))
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

CREATE OR REPLACE FUNCTION kith_private.net_changes(owner uuid, sets bigint[])
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
    where l.owner_id = owner and l.set_number = any (sets) and l.is_shown order by l.set_number, l.position limit 1000) c;
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

ALTER FUNCTION "kith_private"."net_changes"(uuid, bigint[]) OWNER TO "postgres";

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
        patterns := array(select '% ' || regexp_replace(word, '([\\%_])', '\\\1', 'g') || '%' from regexp_split_to_table(coalesce(nullif(btrim(regexp_replace(
          concat(' ', kith_private.telling_words(folded), ' '), ' (networks?|group) ', ' ', 'g')), ''), folded), '\s+') word order by char_length(word) desc);
        -- The longest word leaves the fewest, and only these are compared with the others.
        longest := patterns[1];
        found := array(
          select all_ids[k.place] from unnest(all_beginnings) with ordinality k (beginnings, place)
          where case when k.beginnings like longest then k.beginnings like all (patterns) end);
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

CREATE OR REPLACE FUNCTION kith_private.phone_digits(number text, calling_code text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
  digits text;
begin
  if strpos('+(0123456789 ', left(number, 1)) = 0 then
    number := regexp_replace(number, '^(?:\*[0-9]+#|[^0-9+])+', '');
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
    -- "+49 (0)30 …"; Italy's numbers keep their zero.
    if number like '%(0)%' and digits not like '39%' then
      digits := ltrim(translate(overlay(number placing '' from strpos(number, '(0)') for 3), '+ -()./', ''), '0');
      if ltrim(digits, '0123456789') <> '' then
        digits := regexp_replace(digits, '[^0-9]+', '', 'g');
      end if;
    end if;
  elsif calling_code is not null then
    digits := split_part(calling_code, '/', 1) || case when strpos(calling_code, '/') > 0
      then regexp_replace(digits, '^(' || split_part(calling_code, '/', 2) || ')', '') else digits end;
  end if;
  return case when char_length(digits) >= 5 then digits end;
end
$function$;

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
  perform kith_private.purge_kept_photos();
end
$function$;

ALTER FUNCTION "kith_private"."purge_logs"(uuid, bigint, timestamp with time zone) OWNER TO "postgres";

CREATE OR REPLACE FUNCTION kith_private.queue_photo_removal()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  photo constant uuid := kith_private.photo_of(old.photo_path);
  kept_path text;
begin
  if old.photo_path = kith_private.setting('moved_photo') then
    return null; -- it becomes another contact's, see kith_private.take_over
  end if;
  -- Where the account is deleted, its file is removed. Skipped where another transaction is deleting the account: waiting for it, while
  -- it waits for this contact, would be a deadlock.
  perform from auth.users u where u.id = old.owner_id for key share skip locked;
  if found and photo is not null and kith_private.setting('deleting_account') is null then
    insert into kith_private.kept_photos (owner_id, photo, path)
    values (old.owner_id, photo, regexp_replace(old.photo_path, '[^/]+$', '')
      || concat_ws('.', photo, gen_random_uuid(), substring(old.photo_path from '[^.]+$')))
    on conflict do nothing returning path into kept_path;
  end if;
  insert into kith_private.photo_removals (path, owner_id, move_to) values (old.photo_path, old.owner_id, kept_path)
  on conflict do nothing;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.read_contact_filters(query jsonb)
 RETURNS kith_private.contact_filters
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
  patterns constant jsonb := kith_private.search_patterns(coalesce(query ->> 'search', ''));
  conditions text[] := case coalesce(query ->> 'isArchived', 'false')
    when 'false' then '{not is_archived}' when 'true' then '{is_archived}' else '{}' end;
begin
  if patterns <> '[]' then
    query := query || jsonb_build_object('patterns', patterns);
    if query ? 'inNetworks' then
      query := query || jsonb_build_object('networks', kith_private.networks_matching_words(patterns, kith_private.folded_networks()));
    end if;
    conditions := conditions || kith_private.search_condition(patterns, query -> 'networks');
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
    query := query || jsonb_build_object('companyPatterns', kith_private.word_patterns(query ->> 'company'));
    conditions := conditions || $sql$case
      when clock_timestamp() > (select statement_timestamp() + interval '3 seconds') then (select kith_private.search_took_too_long('company'))
      else (search_text is null or search_text like all ((select array(select jsonb_array_elements_text($1 -> 'companyPatterns')))::text[]))
        and kith_private.folded(company) like all ((select array(select jsonb_array_elements_text($1 -> 'companyPatterns')))::text[]) end$sql$::text;
  end if;
  if query ? 'lastContactedBefore' then
    conditions := conditions || $sql$(last_contacted_at is null
      or last_contacted_at < (select kith_private.local_instant($1 ->> 'lastContactedBefore', '00:00')))$sql$::text;
  end if;
  if query ? 'birthdayMonth' then
    conditions := conditions || $sql$birthday_month = (select ($1 ->> 'birthdayMonth')::smallint)$sql$::text;
  end if;
  if query ?| '{needsContact,nextContactBefore}' or query ->> 'sort' like '%nextContactOn' then
    query := query || jsonb_build_object('today', kith_private.today(), 'timezone', kith_private.time_zone(),
      'lastDay', (query ->> 'nextContactBefore')::date - 1);
  end if;
  if query ? 'needsContact' then
    conditions := conditions || (kith_private.due_condition('today') || $sql$ = ($1 ->> 'needsContact')::boolean$sql$);
  end if;
  if query ? 'nextContactBefore' then
    conditions := conditions || kith_private.due_condition('lastDay');
  end if;
  return (query, conditions)::kith_private.contact_filters;
end
$function$;

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

CREATE OR REPLACE FUNCTION kith_private.release(source regclass, id uuid, until timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
  owner constant uuid := auth.uid();
  most constant integer := kith_private.part_rows();
  reference record;
  ids uuid[];
begin
  if until is null or current_user = 'kith_limited' then
    return true;
  end if;
  for reference in
    select case when f.key = 'contact_ids'
        then format('select u.id from kith_private.uses_of_contacts u where u.owner_id = $1 and u.resource = %L and u.contact_id = $2 limit $3', r.name)
        else format('select t.%I from %s t where t.owner_id = $1 and t.%I = $2 limit $3', k.name, r.source, f.key) end as find,
      case when f.key = 'contact_ids'
        then format('update %s t set contact_ids = array_remove(t.contact_ids, $2) where t.owner_id = $1 and t.id = any ($3)', r.source)
        when r.name = 'membership' then format('delete from %s t where t.owner_id = $1 and t.%I = any ($3) and t.%I = $2', r.source, k.name, f.key)
        else format('update %1$s t set %2$I = null where t.owner_id = $1 and t.id = any ($3) and t.%2$I = $2', r.source, f.key) end as write
    from kith_private.resources() r
    cross join lateral jsonb_each_text(r.refers) f
    cross join lateral (select case r.name when 'membership' then 'contact_id' else 'id' end as name) k
    -- A contact has at most 100 networks, and few rows refer to another one of their table.
    where f.value = release.source::text and r.source <> f.value and (r.name <> 'membership' or f.key <> 'contact_id')
  loop
    loop
      execute format('select array(%s)', reference.find) into ids using owner, id, most + 1;
      exit when cardinality(ids) <= most;
      execute reference.write using owner, id, ids[1 : most];
      if clock_timestamp() > until then
        return false;
      end if;
    end loop;
  end loop;
  return true;
end
$function$;

ALTER FUNCTION "kith_private"."release"(regclass, uuid, timestamp with time zone) OWNER TO "postgres";

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
    select n.contact, n.words, w.word, w.place
    from unnest(names) n cross join lateral unnest(n.words) with ordinality w (word, place)
    where cardinality(n.words) between 2 and 6 limit 150000),
  similar_words as materialized (
    select s.one, s.other from kith_private.similar_words(array(
      select found.word from (select p.word from parts p group by p.word offset 0) found
      where char_length(found.word) between 3 and 30 and found.word !~ '[0-9]' limit 20000)) s),
  initials as materialized (
    select distinct p.word, kith_private.name_without(p.words, p.place) as rest from parts p where char_length(p.word) = 1),
  -- A word that is missing counts only where somebody has the name without it.
  whole as materialized (select n.contact, array_to_string(n.words, ' ') as name from unnest(names) n),
  longer as materialized (
    select p.contact, p.rest from (
      select p.contact, kith_private.name_without(p.words, p.place) as rest from parts p where cardinality(p.words) > 2 offset 0) p
    where p.rest in (select w.name from whole w))
  select 16, hashtextextended(concat_ws('|', found.rest, found.variants), 16), found.contact, found.side
  from (
    select kith_private.name_without(p.words, p.place), s.variants, p.contact, s.side
    from parts p join (
      select one, concat_ws('|', one, other), false from similar_words
      union all
      select other, concat_ws('|', one, other), true from similar_words) s (word, variants, side) on s.word = p.word
    union all
    select i.rest, i.word, p.contact, char_length(p.word) = 1
    from initials i join parts p on left(p.word, 1) = i.word and kith_private.name_without(p.words, p.place) = i.rest
    union all
    select l.rest, '', l.contact, true from longer l
    union all
    select l.rest, '', w.contact, false from whole w
    join (select distinct longer.rest from longer) l on l.rest = w.name) found (rest, variants, contact, side)
  limit 150000;
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
  insert into kith_private.change_sets (owner_id, number, id, actor_kind, actor_id, actor_name, request_id, operation, first_number)
  select owner, last.number + 1, (context ->> 'id')::uuid, context ->> 'kind', (context ->> 'actorId')::uuid,
    context ->> 'actorName', context ->> 'requestId', context ->> 'operation', case when context ? 'partOf' then (
      select coalesce(s.first_number, s.number) from kith_private.change_sets s
      where s.owner_id = owner and s.id = (context ->> 'partOf')::uuid) end
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
  select json_agg(json_build_object('id', s.id, 'displayName', s.display_name) order by s.unlikeness, s.display_name collate "und-x-icu", s.id)
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
  if takes_photo and taken.photo_path is not null then
    perform kith_private.set_setting('moved_photo', taken.photo_path);
    update kith.contacts c set photo_path = null where c.owner_id = owner and c.id = duplicate;
    perform kith_private.set_setting('moved_photo', null);
  end if;
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
  update kith.contacts c set updated_at = now()
  where (c.owner_id, c.id) in (select m.owner_id, m.contact_id from memberships m);
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
  perform kith_private.update_row(merged);
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
        or word ~ '[\u0e00-\u0eff\u1100-\u11ff\u3040-\ud7ff]' and strpos(name, word) > 0));
end
$function$;

ALTER FUNCTION "kith_private"."words_fit"(text[], text[]) OWNER TO "postgres";

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
  numbers integer[];
begin
  loop
    numbers := array(
      select r.number from kith_private.import_rows r where r.import_id = import and r.decision is not null
      order by array_position('{profile,network,note_type,contact}'::text[], r.resource), r.number
      limit case when until is not null then kith_private.part_rows() end);
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

ALTER TABLE "kith_private"."log_shares" ADD CONSTRAINT "log_shares_owner_id_fkey" FOREIGN KEY (owner_id) REFERENCES auth.users(id) ON DELETE CASCADE;

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

CREATE INDEX change_sets_first_number_idx ON kith_private.change_sets USING btree (owner_id, first_number, number) WHERE (first_number IS NOT NULL);

CREATE TRIGGER kith_delete_rows BEFORE DELETE ON auth.users FOR EACH ROW EXECUTE FUNCTION kith_private.delete_rows_first();

CREATE TRIGGER log_change AFTER INSERT OR DELETE ON kith.contact_networks FOR EACH ROW WHEN ((current_setting('kith.deleting_account'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION kith_private.log_change('membership', '{owner_id}');

CREATE TRIGGER erase_answers AFTER DELETE ON kith.contacts FOR EACH ROW WHEN ((current_setting('kith.deleting_account'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION kith_private.erase_answers();

CREATE TRIGGER log_change AFTER INSERT OR DELETE ON kith.contacts FOR EACH ROW WHEN ((current_setting('kith.deleting_account'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION kith_private.log_change('contact', '{last_noted_at,search_text,long_search_text,snoozed_after,display_name,birthday_month,last_contacted_at,next_contact_on_utc,active_snooze,sort_name,owner_id}');

CREATE TRIGGER erase_answers AFTER DELETE ON kith.networks FOR EACH ROW WHEN ((current_setting('kith.deleting_account'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION kith_private.erase_answers();

CREATE TRIGGER log_change AFTER INSERT OR DELETE ON kith.networks FOR EACH ROW WHEN ((current_setting('kith.deleting_account'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION kith_private.log_change('network', '{owner_id}');

CREATE TRIGGER erase_answers AFTER DELETE ON kith.note_types FOR EACH ROW WHEN ((current_setting('kith.deleting_account'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION kith_private.erase_answers();

CREATE TRIGGER log_change AFTER INSERT OR DELETE ON kith.note_types FOR EACH ROW WHEN ((current_setting('kith.deleting_account'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION kith_private.log_change('note_type', '{owner_id}');

CREATE TRIGGER erase_answers AFTER DELETE ON kith.notes FOR EACH ROW WHEN ((current_setting('kith.deleting_account'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION kith_private.erase_answers();

CREATE TRIGGER log_change AFTER INSERT OR DELETE ON kith.notes FOR EACH ROW WHEN ((current_setting('kith.deleting_account'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION kith_private.log_change('note', '{contact_id,folded_content,owner_id}');

CREATE TRIGGER erase_answers AFTER DELETE ON kith.reminders FOR EACH ROW WHEN ((current_setting('kith.deleting_account'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION kith_private.erase_answers();

CREATE TRIGGER log_change AFTER INSERT OR DELETE ON kith.reminders FOR EACH ROW WHEN ((current_setting('kith.deleting_account'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION kith_private.log_change('reminder', '{contact_id,owner_id}');

CREATE TRIGGER erase_answers AFTER DELETE ON kith_private.api_keys FOR EACH ROW WHEN ((current_setting('kith.deleting_account'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION kith_private.erase_answers();

CREATE TRIGGER refuse_anonymous BEFORE INSERT ON kith_private.api_keys FOR EACH ROW WHEN ((new.client_id IS NOT NULL)) EXECUTE FUNCTION kith_private.refuse_anonymous();

CREATE TRIGGER erase_answers AFTER DELETE ON kith_private.imports FOR EACH ROW WHEN ((current_setting('kith.deleting_account'::text, true) IS DISTINCT FROM 'on'::text)) EXECUTE FUNCTION kith_private.erase_answers();

CREATE TRIGGER queue_upload_removal AFTER DELETE OR UPDATE OF attached ON kith_private.photo_uploads FOR EACH ROW EXECUTE FUNCTION kith_private.queue_upload_removal();

CREATE POLICY "No client reaches the shares" ON "kith_private"."log_shares" FOR ALL TO "authenticated" USING (false);

COMMENT ON COLUMN "kith_private"."change_logs"."purged_bytes" IS 'total_bytes of that change; 0 where the log has begun anew since.';

COMMENT ON COLUMN "kith_private"."change_sets"."first_number" IS 'For a further part of a change set, which a request made in several transactions: the first part, as which clients know all of it.';

COMMENT ON COLUMN "kith_private"."import_rows"."decision" IS 'What applying does with it, until its part is written: create, merge, skip or fail.';

COMMENT ON COLUMN "kith_private"."import_rows"."outcome" IS 'create, merge, skip or fail while its part is written; then created, merged, skipped or failed.';

COMMENT ON COLUMN "kith_private"."log_shares"."actor_id" IS 'The API key or connection, which may not exist any more.';

COMMENT ON COLUMN "kith_private"."log_shares"."bytes" IS 'About how many bytes of its changes the log has.';

COMMENT ON COLUMN "kith_private"."log_shares"."owner_id" IS 'Whose log it is.';

COMMENT ON COLUMN "kith_private"."quotas"."name" IS 'A table of schema kith: its rows; merged_contacts: ids that lead to other contacts; photo_bytes: the sum of its photos'' sizes, removed ones that are kept and paths that can still be uploaded to included; uploads: those that are not attached to a contact; log_days: for how many days changes are kept; log_bytes: beyond it older changes are deleted sooner; an API key or connection may fill a quarter.';

COMMENT ON FUNCTION "kith_api"."delete_me"(jsonb) IS 'Deletes the account; 202 and the paths of its photos while there are any, or while it has many rows or a large log of changes.';

COMMENT ON TABLE "kith_private"."log_shares" IS 'How much of a log each API key and connection has written.';

COMMENT ON TYPE "kith_private"."folded_network" IS 'A network and its folded name.';

COMMENT ON TYPE "kith_private"."undo_portion" IS 'Some changes, in the order in which they are undone; the last of them, null where none are left; and positions of changes before it that come later.';

COMMENT ON VIEW "kith_private"."admin_activity" IS 'How much each actor has written for each owner, as far as the log is kept. bytes: of the changes, without indexes.';

COMMENT ON VIEW "kith_private"."trash" IS 'What was deleted and can come back.';

REVOKE ALL ON FUNCTION "kith_private"."activity_id"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."activity_id"() TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."answer_part"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."answer_part"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."answer_undo"(bigint[], jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."answer_undo"(bigint[], jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."batches_to_undo"(kith_private.changes[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."change_groups"(uuid, bigint[], kith_private.net_change[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."change_groups"(uuid, bigint[], kith_private.net_change[]) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."changes_body"(uuid, bigint[], integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."changes_body"(uuid, bigint[], integer) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."check_deletions"(jsonb, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."check_deletions"(jsonb, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."check_import_quotas"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."check_import_quotas"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."check_upload_quotas"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."contacts_called"(text, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."contacts_called"(text, text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."contacts_like"(text, kith_private.folded_network[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."contacts_like"(text, kith_private.folded_network[]) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."continue_change_set"(uuid) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."continue_change_set"(uuid) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."count_share"(uuid, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."delete_credentials"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."delete_credentials"() TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."delete_own_rows"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."delete_own_rows"() TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."delete_rows_first"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."delete_rows_of"(uuid, boolean) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."derive_last_noted_of"(uuid, kith_private.changes[]) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."end_of_part"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."end_of_part"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."find_by_name"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."find_by_name"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."folded_networks"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."folded_networks"() TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."forget_progress"(uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."has_share"(jsonb) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."is_active"(uuid, uuid, text) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."is_last_part"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."is_last_part"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."limit_stored_answers"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."missing_day"(timestamp without time zone, timestamp without time zone, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."missing_day"(timestamp without time zone, timestamp without time zone, text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."move_to_contact"(uuid, uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."move_to_contact"(uuid, uuid, timestamp with time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."name_fits"(text[], text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."name_fits"(text[], text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."name_words"(text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."name_words"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."net_changes"(uuid, bigint[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."net_changes"(uuid, bigint[]) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."net_fields"(uuid, bigint[], kith_private.net_change) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."net_fields"(uuid, bigint[], kith_private.net_change) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."networks_matching_words"(jsonb, kith_private.folded_network[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."networks_matching_words"(jsonb, kith_private.folded_network[]) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."next_portion"(uuid, bigint[], kith_private.undo_portion) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."numbers_of"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."numbers_of"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."part_rows"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."part_rows"() TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."part_time"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."part_time"() TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."parts_of"(kith_private.change_sets) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."parts_of"(kith_private.change_sets) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."purge_changes"(uuid, timestamp with time zone, bigint, bigint, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."purge_logs"(uuid, bigint, timestamp with time zone) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."refuse_anonymous"() FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."release"(regclass, uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."release"(regclass, uuid, timestamp with time zone) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."undo_change_sets"(bigint[], timestamp with time zone, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."undo_change_sets"(bigint[], timestamp with time zone, jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."unite_contacts"(kith.contacts, uuid, kith.contacts, text) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."unite_contacts"(kith.contacts, uuid, kith.contacts, text) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."with_progress"(jsonb, jsonb, uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."words_fit"(text[], text[]) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."words_fit"(text[], text[]) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."write_import_rows"(uuid, timestamp with time zone) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."write_import_rows"(uuid, timestamp with time zone) TO "authenticated";

REVOKE ALL ("decision") ON TABLE "kith_private"."import_rows" FROM "authenticated";

GRANT UPDATE ("decision") ON TABLE "kith_private"."import_rows" TO "authenticated";

GRANT SELECT ON TABLE "kith_private"."admin_activity" TO "service_role";

GRANT SELECT ON TABLE "kith_private"."trash" TO "authenticated";

reset check_function_bodies;
