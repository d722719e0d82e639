-- Written by `npm run migration` from what has changed in sql/. It may be edited until it is released.

set check_function_bodies = off;

DROP VIEW "kith_private"."trash";

DROP VIEW "kith_private"."deletions";

DROP FUNCTION "kith_private"."export_page"(text[], kith_private.contact_filters, jsonb, jsonb);

ALTER TABLE "kith_private"."calendars" ADD COLUMN "read_minute" timestamp with time zone NOT NULL DEFAULT '-infinity'::timestamp with time zone;

ALTER TABLE "kith_private"."calendars" ADD COLUMN "reads" smallint NOT NULL DEFAULT 0;

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
  removals := kith_private.due_removals();
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
begin
  insert into kith.networks (owner_id, id, name, description, color)
  select owner, wanted.id, wanted.name, wanted.description, wanted.color
  from (
    select distinct on (lower(w.name collate "und-x-icu")) w.* from (
      select r.target_id as id, kith_private.trimmed(r.value ->> 'name') as name, r.value ->> 'description' as description, r.value ->> 'color' as color, 1 as rank, r.number
      from kith_private.import_rows r
      where r.owner_id = owner and r.import_id = import and r.resource = 'network' and r.outcome = 'create'
      union all
      select gen_random_uuid(), kith_private.trimmed(named), null, null, 2, r.number
      from kith_private.import_rows r cross join unnest(r.networks) named
      where r.owner_id = owner and r.import_id = import and r.resource = 'contact' and r.outcome in ('create', 'merge')) w
    where w.name is not null
    order by lower(w.name collate "und-x-icu"), w.rank, w.number) wanted
  where not exists (
    select from kith.networks n where n.owner_id = owner and lower(n.name collate "und-x-icu") = lower(wanted.name collate "und-x-icu") offset 0)
  order by wanted.number;
end
$function$;

CREATE OR REPLACE FUNCTION kith_private.import_note_types(owner uuid, import uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
  insert into kith.note_types (owner_id, id, name, icon, color, counts_as_contact)
  select owner, w.id, w.name, w.body ->> 'icon', w.body ->> 'color', coalesce((w.body ->> 'countsAsContact')::boolean, true)
  from (
    select distinct on (lower(r.value ->> 'name' collate "und-x-icu")) r.target_id as id, r.value ->> 'name' as name, r.value as body, r.number
    from kith_private.import_rows r
    where r.owner_id = owner and r.import_id = import and r.resource = 'note_type' and r.outcome = 'create'
    order by lower(r.value ->> 'name' collate "und-x-icu"), r.number) w
  where not exists (
    select from kith.note_types t where t.owner_id = owner and lower(t.name collate "und-x-icu") = lower(w.name collate "und-x-icu") offset 0)
  order by w.number;
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

COMMENT ON COLUMN "kith_private"."calendars"."read_minute" IS 'The minute in which the feed was last read.';

COMMENT ON COLUMN "kith_private"."calendars"."reads" IS 'How often it was read then.';

COMMENT ON FUNCTION "kith_api"."export_account"(jsonb) IS 'A page of an export of everything. Query: rows, after, place.';

COMMENT ON FUNCTION "kith_api"."export_contacts"(jsonb) IS 'A page of an export of contacts, after the networks. Query: the filters of list_contacts, format, rows, after, place.';

COMMENT ON FUNCTION "kith_private"."count_feed_read"(uuid) IS 'Counts that a calendar feed is read; the seconds to wait where it was read 30 times in this minute.';

COMMENT ON FUNCTION "kith_private"."export_end"(text[], kith_private.contact_filters, jsonb, integer) IS 'Where an export of so many contacts, notes and reminders ends; null where nothing follows.';

COMMENT ON FUNCTION "kith_private"."export_page"(text[], kith_private.contact_filters, jsonb, jsonb) IS 'A page of an export, as lines: the instant, where the next page begins, and details; then rows as export_lines has them, at most 500 or about 1 MiB. Query: place, where the page begins, null for the first one; rows and after, of an export in parts.';

COMMENT ON VIEW "kith_private"."deletions" IS 'The deletion of each resource that does not exist now, and whom a note or reminder was about. Null columns where it is erased.';

COMMENT ON VIEW "kith_private"."trash" IS 'What was deleted and can come back.';

REVOKE ALL ON FUNCTION "kith_private"."count_feed_read"(uuid) FROM PUBLIC;

REVOKE ALL ON FUNCTION "kith_private"."export_end"(text[], kith_private.contact_filters, jsonb, integer) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."export_end"(text[], kith_private.contact_filters, jsonb, integer) TO "authenticated";

REVOKE ALL ON FUNCTION "kith_private"."export_page"(text[], kith_private.contact_filters, jsonb, jsonb) FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "kith_private"."export_page"(text[], kith_private.contact_filters, jsonb, jsonb) TO "authenticated";

GRANT SELECT ON TABLE "kith_private"."deletions" TO "authenticated";

GRANT SELECT ON TABLE "kith_private"."trash" TO "authenticated";

reset check_function_bodies;
