-- What follows from the columns of a table is written while this schema is: the rights of clients, and functions that name each
-- column, so that Postgres keeps their plans. The migrations have the text of these functions. The procedure ends with the session.

create procedure pg_temp.follow_columns(source regclass, noun text, derived text[] default '{}', verbatim text[] default '{}')
language plpgsql
as $$
declare
  item record;
  columns text;
  given text;
  trims text := '';
begin
  -- Columns of the same kind in every table, generated ones and those that triggers fill are not written by clients.
  select string_agg(a.attname, ', ' order by a.attnum), string_agg('given.' || a.attname, ', ' order by a.attnum) into columns, given
  from pg_catalog.pg_attribute a
  where a.attrelid = source and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and a.attname <> all (derived || '{id,owner_id,created_at,updated_at}');
  execute format('alter table %s enable row level security', source);
  execute format('grant delete, insert (owner_id, %2$s), update (%2$s) on %1$s to authenticated', source, columns);
  execute format('grant all on %s to service_role', source);
  for item in
    select a.attname as name, a.attnotnull as is_required from pg_catalog.pg_attribute a
    where a.attrelid = source and a.atttypid = 'text'::regtype and a.attname = any (string_to_array(columns, ', ')) and a.attname <> all (verbatim)
    order by a.attnum
  loop
    trims := trims || format(case when item.is_required then E'  given.%1$s := coalesce(kith_private.trimmed(given.%1$s), \'\');\n'
      else E'  given.%1$s := kith_private.trimmed(given.%1$s);\n' end, item.name);
  end loop;
  if trims <> '' then
    execute format($make$
create function kith_private.trimmed(given %1$s) returns %1$s
language plpgsql immutable parallel safe set search_path = ''
as $body$
begin
%2$s  return given;
end
$body$;
comment on function kith_private.trimmed(%1$s) is 'The %3$s with its texts trimmed.';
grant execute on function kith_private.trimmed(%1$s) to authenticated, service_role;
$make$, source, trims, noun);
  end if;
  execute format($make$
create function kith_private.insert_row(given %1$s) returns uuid
language plpgsql set search_path = ''
as $body$
declare
  made uuid;
begin
  insert into %1$s (%3$s)
  values (%4$s)
  returning id into made;
  return made;
end
$body$;
comment on function kith_private.insert_row(%1$s) is 'Inserts the %2$s and answers its id.';

create function kith_private.update_row(given %1$s) returns void
language plpgsql set search_path = ''
as $body$
begin
  update %1$s written set
    (%3$s)
    = (%4$s)
  where written.id = given.id;
end
$body$;
comment on function kith_private.update_row(%1$s) is 'Writes the %2$s, which is there.';

grant execute on function kith_private.insert_row(%1$s), kith_private.update_row(%1$s) to authenticated;
$make$, source, noun, columns, given);
end
$$;
