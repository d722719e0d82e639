-- What follows from the columns of a table is written while this schema is: the rights of clients, and functions that name each
-- column, so that Postgres keeps their plans. The migrations have the text of these functions. The procedure ends with the session.

create procedure pg_temp.follow_columns(source regclass, noun text, read_only text[] default '{}', verbatim text[] default '{}')
language plpgsql
as $$
declare
  item record;
  columns text;
  given text;
  trims text := '';
  rare text[] := '{}';
  defaults text;
  reads text;
begin
  -- Columns of the same kind in every table, generated ones and read_only ones, which triggers fill, are not written by clients.
  select string_agg(a.attname, ', ' order by a.attnum), string_agg('given.' || a.attname, ', ' order by a.attnum) into columns, given
  from pg_catalog.pg_attribute a
  where a.attrelid = source and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and a.attname <> all (read_only || '{id,owner_id,created_at,updated_at}');
  execute format('alter table %s enable row level security', source);
  execute format('grant delete, insert (owner_id, %2$s), update (%2$s) on %1$s to authenticated', source, columns);
  execute format('grant all on %s to service_role', source);
  for item in
    select a.attname as name, a.attnotnull as is_required, row_number() over (partition by a.attnotnull order by a.attnum) as place
    from pg_catalog.pg_attribute a
    where a.attrelid = source and a.atttypid = 'text'::regtype and a.attname = any (string_to_array(columns, ', ')) and a.attname <> all (verbatim)
    order by a.attnum
  loop
    -- Most rows have none of the many texts behind the first ones.
    if item.place > 7 and not item.is_required then
      rare := rare || item.name;
    else
      trims := trims || format(case when item.is_required then E'  given.%1$s := coalesce(kith_private.trimmed(given.%1$s), \'\');\n'
        else E'  given.%1$s := kith_private.trimmed(given.%1$s);\n' end, item.name);
    end if;
  end loop;
  if rare <> '{}' then
    trims := trims || (
      select format(E'  if num_nonnulls(%s) > 0 then\n%s  end if;\n', string_agg('given.' || name, ', ' order by place),
        string_agg(format(E'    given.%1$s := kith_private.trimmed(given.%1$s);\n', name), '' order by place))
      from unnest(rare) with ordinality as each (name, place));
  end if;
  if trims <> '' then
    execute format($make$
-- The %3$s with its texts trimmed.
create function kith_private.trimmed(given %1$s) returns %1$s
language plpgsql immutable parallel safe set search_path = ''
as $body$
begin
%2$s  return given;
end
$body$;
grant execute on function kith_private.trimmed(%1$s) to authenticated, service_role;
$make$, source, trims, noun);
  end if;
  select string_agg(format(E'    earlier.%s := %s;\n', a.attname, pg_catalog.pg_get_expr(d.adbin, d.adrelid)), '' order by a.attnum) into defaults
  from pg_catalog.pg_attribute a join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = source and a.attname = any (string_to_array(columns, ', '));
  select string_agg(format(E'  if body ? %1$L then\n    earlier.%2$s := %3$s;\n  end if;\n', named.member, named.name, format(case named.type
      when 'text' then 'body ->> %1$L'
      when 'jsonb' then 'nullif(body -> %1$L, ''null'')'
      when 'uuid[]' then 'kith_private.ids_of(nullif(body -> %1$L, ''null''))'
      else '(body ->> %1$L)::%2$s' end, named.member, named.type)), '' order by named.place) into reads
  from (
    select a.attname as name, kith_private.member_name(a.attname) as member, format_type(a.atttypid, a.atttypmod) as type, a.attnum as place
    from pg_catalog.pg_attribute a where a.attrelid = source and a.attname = any (string_to_array(columns, ', '))) named;
  execute format($make$
-- A %2$s as a body says: absent members are as they were earlier, or as in a new row; null clears.
-- A statement for each column takes a third of the time of jsonb_populate_record with the names of the columns in the body.
create function kith_private.row_of(body jsonb, earlier %1$s) returns %1$s
language plpgsql stable set search_path = ''
as $body$
begin
%5$s%6$s  return earlier;
end
$body$;

-- Inserts the %2$s and answers its id.
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

-- Writes the %2$s, which is there.
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

grant execute on function kith_private.row_of(jsonb, %1$s), kith_private.insert_row(%1$s), kith_private.update_row(%1$s) to authenticated;
$make$, source, noun, columns, given, coalesce(E'  if earlier.id is null then\n' || defaults || E'  end if;\n', ''), reads);
end
$$;

-- Triggers cannot compare whole rows where generated columns are not computed yet, or where the ignored ones change by themselves.
create procedure pg_temp.compare_columns(source regclass, ignored text[])
language plpgsql
as $$
declare
  columns constant text[] := array(
    select a.attname from pg_catalog.pg_attribute a
    where a.attrelid = source and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attname <> all (ignored)
    order by a.attnum);
begin
  execute format($make$
create function kith_private.is_edited(earlier %1$s, written %1$s) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $body$
begin
  return (%2$s)
    is distinct from (%3$s);
end
$body$;
grant execute on function kith_private.is_edited(%1$s, %1$s) to authenticated, service_role;
$make$, source, 'earlier.' || array_to_string(columns, ', earlier.'), 'written.' || array_to_string(columns, ', written.'));
end
$$;

-- The table that an array has rows of.
-- For imports, which write many, and choose ids: with the rights of their owner, so the rows say whose they are.
create function kith_private.table_of(rows anyarray) returns regclass
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select item.typrelid from pg_catalog.pg_type list join pg_catalog.pg_type item on item.oid = list.typelem
    where list.oid = pg_typeof(rows));
end
$$;

-- Inserts rows of a table with their ids.
create function kith_private.insert_rows(rows anyarray) returns void
language plpgsql set search_path = ''
as $$
declare
  source constant regclass := kith_private.table_of(rows);
begin
  execute format('insert into %s (owner_id, id, %2$s) select owner_id, id, %2$s from unnest($1)',
    source, array_to_string(kith_private.written_columns(source), ', ')) using rows;
end
$$;

-- Writes rows of a table that are there.
create function kith_private.update_rows(rows anyarray) returns void
language plpgsql set search_path = ''
as $$
declare
  source constant regclass := kith_private.table_of(rows);
  columns constant text[] := kith_private.written_columns(source);
begin
  execute format('update %s earlier set (%s) = (%s) from unnest($1) written where earlier.owner_id = written.owner_id and earlier.id = written.id',
    source, array_to_string(columns, ', '), 'written.' || array_to_string(columns, ', written.')) using rows;
end
$$;
