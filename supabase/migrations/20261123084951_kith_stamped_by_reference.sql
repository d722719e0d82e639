-- Written by `npm run migration` from what has changed in sql/. It may be edited until it is released.

set check_function_bodies = off;

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

reset check_function_bodies;
