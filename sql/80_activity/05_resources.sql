-- The resources that were declared.

do $$
begin
  execute format($make$
-- The kinds of resources whose changes are logged.
create function kith_private.resources() returns setof kith_private.resource
language plpgsql immutable parallel safe set search_path = ''
as $body$
begin
  return query values%s;
end
$body$
$make$, (
    select string_agg(format(E'\n    (%L, %L, %L, %L, %L, %L::text[], %L::jsonb)', name, source, scope, seen_by, finds, derived, refers), ',' order by name)
    from pg_temp.resources));
end
$$;
grant execute on function kith_private.resources() to authenticated;
