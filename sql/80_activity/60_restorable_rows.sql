-- Writing rows back, many of one table in one statement.

create type kith_private.restorable_table as (
  resource text, source text, finds text, columns text, derived text[], has_unique_name boolean, refers jsonb);
comment on type kith_private.restorable_table is 'A kind of resources, the names of the columns that are written, as SQL, and whether each name exists once.';

-- The tables that undoing writes.
create function kith_private.restorable_tables() returns kith_private.restorable_table[]
language plpgsql stable set search_path = ''
as $$
begin
  return array(
    select (t.name, t.source, t.finds, (
      select string_agg(quote_ident(a.attname), ', ') from pg_catalog.pg_attribute a
      where a.attrelid = t.source::regclass and a.attnum > 0 and not a.attisdropped and a.attname <> all (t.derived)),
      t.derived, to_regclass(t.source || '_name_key') is not null, t.refers)::kith_private.restorable_table
    from kith_private.resources() t);
end
$$;

create type kith_private.undone_row as (
  owner_id uuid, resource_id uuid, network_id uuid, set_number bigint, is_written boolean, columns jsonb, conflicts jsonb[]);
comment on type kith_private.undone_row is 'How a change is undone: whether its row is written, which columns, and the conflicts.';

-- Deletes rows that changes had made.
create function kith_private.delete_rows(logged kith_private.restorable_table, undone kith_private.undone_row[]) returns void
language plpgsql set search_path = ''
as $$
begin
  execute format('delete from %s t using unnest($1) c where t.owner_id = c.owner_id and %s', logged.source, logged.finds) using undone;
end
$$;

-- Writes rows again that changes had deleted.
create function kith_private.insert_rows(logged kith_private.restorable_table, undone kith_private.undone_row[]) returns void
language plpgsql set search_path = ''
as $$
begin
  execute format('insert into %1$s (%2$s) select %2$s from jsonb_populate_recordset(null::%1$s, $1) written', logged.source, logged.columns)
    using (select jsonb_agg(u.columns || jsonb_build_object('owner_id', u.owner_id)) from unnest(undone) u);
end
$$;

-- Writes columns back that changes had changed.
-- One statement for each list of columns.
create function kith_private.update_rows(logged kith_private.restorable_table, undone kith_private.undone_row[]) returns void
language plpgsql set search_path = ''
as $$
declare
  part record;
begin
  for part in
    select k.names, array_agg(u) as undone
    from unnest(undone) u cross join lateral (
      select string_agg(format('%1$I = written.%1$I', name), ', ' order by name) as names from jsonb_object_keys(u.columns) name) k
    where k.names is not null
    group by k.names
  loop
    execute format('update %1$s t set %2$s from unnest($1) c cross join lateral jsonb_populate_record(null::%1$s, c.columns) written
      where t.owner_id = c.owner_id and %3$s', logged.source, part.names, logged.finds) using part.undone;
  end loop;
end
$$;
