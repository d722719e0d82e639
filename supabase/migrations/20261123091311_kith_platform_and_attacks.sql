-- Written by `npm run migration` from what has changed in sql/. It may be edited until it is released.

set check_function_bodies = off;

DROP VIEW "kith_private"."trash";

DROP VIEW "kith_private"."deletions";

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

COMMENT ON VIEW "kith_private"."deletions" IS 'The deletion of each resource that does not exist now, and whom a note or reminder was about. Null columns where it is erased.';

COMMENT ON VIEW "kith_private"."trash" IS 'What was deleted and can come back.';

GRANT SELECT ON TABLE "kith_private"."deletions" TO "authenticated";

GRANT SELECT ON TABLE "kith_private"."trash" TO "authenticated";

reset check_function_bodies;
