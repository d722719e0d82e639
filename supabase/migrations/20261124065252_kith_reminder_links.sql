-- Written by `npm run migration` from what has changed in sql/. It may be edited until it is released.

-- Requests that are under way end first, and others wait.
do $$ begin lock table kith_private.operations in access exclusive mode; end $$;

set check_function_bodies = off;

DROP POLICY "Limited keys read changes of what they may read" ON "kith_private"."changes";

DROP TRIGGER "stamp_change" ON "kith"."reminders";

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
    coalesce(written ->> 'id', written ->> 'contact_id', written ->> 'owner_id')::uuid, (written ->> 'network_id')::uuid,
    case tg_op when 'INSERT' then 'create' when 'DELETE' then 'delete' else 'update' end,
    left(coalesce(written ->> 'display_name', written ->> 'name', written ->> 'title', written ->> 'content'), 100),
    before, after, tg_op <> 'UPDATE' or after - '{updated_at,next_id}'::text[] <> '{}', state.total_bytes);
  perform kith_private.set_setting('change_set', state::text);
  return null;
end
$function$;

CREATE TRIGGER stamp_change BEFORE UPDATE ON kith.reminders FOR EACH ROW WHEN (((old.* IS DISTINCT FROM new.*) AND ((NOT (old.next_id IS DISTINCT FROM new.next_id)) OR ((to_jsonb(old.*) - 'next_id'::text) <> (to_jsonb(new.*) - 'next_id'::text))))) EXECUTE FUNCTION kith_private.stamp_change();

CREATE POLICY "Limited keys read changes of what they may read" ON "kith_private"."changes" AS RESTRICTIVE FOR SELECT TO "kith_limited" USING ((( SELECT kith_private.has_scope('activity:read'::text) AS has_scope) AND (resource = ANY (( SELECT kith_private.resources_with('read'::text) AS resources_with)::text[])) AND (( SELECT kith_private.has_all_networks() AS has_all_networks) OR
CASE
    WHEN (resource = 'membership'::text) THEN (network_id = ANY (( SELECT kith_private.key_networks() AS key_networks)::uuid[]))
    WHEN (resource = 'network'::text) THEN (resource_id = ANY (( SELECT kith_private.key_networks() AS key_networks)::uuid[]))
    WHEN (resource = ANY (( SELECT kith_private.resources_seen_by('account'::text) AS resources_seen_by)::text[])) THEN true
    WHEN (( SELECT kith_private.reads_list() AS reads_list) OR (( SELECT kith_private.setting('seen'::text) AS setting) IS NOT NULL)) THEN (resource_id IN ( SELECT s.id
       FROM kith_private.seen_resources() s(id)))
    ELSE ( SELECT kith_private.is_seen(changes.resource, changes.resource_id) AS is_seen)
END) AND (( SELECT kith_private.has_all_networks() AS has_all_networks) OR is_shown OR (COALESCE((before ->> 'next_id'::text), (after ->> 'next_id'::text)) IS NULL) OR ( SELECT kith_private.is_seen('reminder'::text, (COALESCE((changes.before ->> 'next_id'::text), (changes.after ->> 'next_id'::text)))::uuid) AS is_seen))));

reset check_function_bodies;
