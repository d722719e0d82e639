-- By default every role may execute a new function, and default privileges of a schema cannot revoke that. What clients may execute
-- in kith_private is granted in the file of each function; kith_api has operations only.
revoke execute on all functions in schema kith, kith_api, kith_private from public;
grant execute on all functions in schema kith_api to authenticated;

-- All columns of all tables may be read, but by name: a right on the whole table would include `ctid` and `xmin`, which
-- tell how much other owners write.
-- No statistics are kept of them: PostgREST shows the planner's estimates (`Prefer: count=planned`), which would be made
-- from the values of all owners, and a binary search over the estimates would read these values.
do $$
declare
  item record;
begin
  for item in
    select c.oid::regclass as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns,
      string_agg(format('alter column %I set statistics 0', a.attname), ', ' order by a.attnum) as changes
    from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'kith'::regnamespace and c.relkind = 'r'
    group by c.oid
  loop
    execute format('grant select (%s) on %s to authenticated', item.columns, item.name);
    execute format('alter table %s %s', item.name, item.changes);
  end loop;
  for item in
    select i.indexrelid::regclass as name, a.attnum as number
    from pg_catalog.pg_index i join pg_catalog.pg_class c on c.oid = i.indrelid
    join pg_catalog.pg_attribute a on a.attrelid = i.indexrelid
    where c.relnamespace = 'kith'::regnamespace and a.attnum <= i.indnkeyatts and i.indkey[a.attnum - 1] = 0
  loop
    execute format('alter index %s alter column %s set statistics 0', item.name, item.number);
  end loop;
end
$$;
