-- Written by `npm run migration` from what has changed in sql/. It may be edited until it is released.

set check_function_bodies = off;

DROP FUNCTION "kith_private"."do_item"(text, jsonb);

DROP FUNCTION "kith_private"."item_refusal"(text, text, text, text, text, text, text, text);

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

CREATE INDEX idempotent_requests_second_resource_id_idx ON kith_private.idempotent_requests USING btree (owner_id, second_resource_id) WHERE (second_resource_id IS NOT NULL);

COMMENT ON COLUMN "kith_private"."idempotent_requests"."second_resource_id" IS 'The other resource in the body, where there are two.';

COMMENT ON FUNCTION "kith_api"."create_note_with_reminder"(jsonb) IS 'Creates a note and a reminder, which is about the contacts of the note unless it says otherwise.';

REVOKE ALL ON FUNCTION "kith_api"."create_note_with_reminder"(jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_api"."create_note_with_reminder"(jsonb) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."run_part"(text, text, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."run_part"(text, text, jsonb) TO "authenticated";

insert into kith_private.operations (name, resource, verb, scopes, writes, needs_access_token, needs_calendar_secret, needs_all_networks, tagged, read_by, locked_table, locked_column, locked_as_text, step_of, replay_check)
select name, resource, verb, scopes, writes, needs_access_token, needs_calendar_secret, needs_all_networks, tagged, read_by, locked_table, locked_column, locked_as_text, step_of, replay_check from jsonb_populate_recordset(null::kith_private.operations, '[{"name": "create_note_with_reminder", "verb": "create", "scopes": ["notes:write", "reminders:write"], "tagged": false, "writes": true, "read_by": null, "step_of": null, "resource": "note", "locks_log": true, "locked_table": null, "replay_check": null, "locked_column": "id", "locked_as_text": false, "needs_access_token": false, "needs_all_networks": false, "needs_calendar_secret": false}]')
on conflict (name) do update set (name, resource, verb, scopes, writes, needs_access_token, needs_calendar_secret, needs_all_networks, tagged, read_by, locked_table, locked_column, locked_as_text, step_of, replay_check) = row(excluded.name, excluded.resource, excluded.verb, excluded.scopes, excluded.writes, excluded.needs_access_token, excluded.needs_calendar_secret, excluded.needs_all_networks, excluded.tagged, excluded.read_by, excluded.locked_table, excluded.locked_column, excluded.locked_as_text, excluded.step_of, excluded.replay_check);

reset check_function_bodies;
