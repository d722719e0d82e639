-- Takes one row out of what refers to it, so that its deletion has few other rows to change.

-- Written once from what resources refer to, so that Postgres keeps its plans: every deletion asks it.
do $$
declare
  reference record;
  steps text := '';
begin
  for reference in
    select f.value as source, found.statement as find, case
        when f.key = 'contact_ids' then format('update %s t set contact_ids = array_remove(t.contact_ids, release.id)', r.source)
        when r.name = 'membership' then format('delete from %s t', r.source)
        else format('update %s t set %I = null', r.source, f.key) end as write,
      case r.name when 'membership' then format('t.%I = release.id and t.contact_id', f.key) else 't.id' end as of_rows
    from pg_temp.resources r
    cross join lateral jsonb_each_text(r.refers) f
    cross join lateral (values
      (format('select t.%I from %s t where t.owner_id = owner and t.%I = release.id', case r.name when 'membership' then 'contact_id' else 'id' end,
        r.source, case f.key when 'contact_ids' then 'contact_id' else f.key end)),
      (case when f.key = 'contact_ids'
        then format('select l.%1$I from kith.%2$I l where l.owner_id = owner and l.contact_id = release.id', r.name || '_id', r.name || '_contacts') end))
      found (statement)
    -- A contact has at most 100 networks and 200 relationships, and few rows refer to another one of their table.
    where found.statement is not null and r.name <> 'relationship' and r.source <> f.value and (r.name <> 'membership' or f.key <> 'contact_id')
    order by f.value, r.name, found.statement
  loop
    steps := steps || format($step$
  while source = %1$L::regclass loop
    ids := array(%2$s limit most + 1);
    exit when cardinality(ids) <= most;
    %3$s where t.owner_id = owner and %4$s = any (ids[1 : most]);
    if clock_timestamp() > until then
      return false;
    end if;
  end loop;$step$, reference.source, reference.find, reference.write, reference.of_rows);
  end loop;
  execute format($make$
-- Takes a contact, network or note type out of what refers to it, until the time is over. Returns whether few references of a kind are
-- left, which go with the row itself.
-- A key with limits may not write all that refers to what it may delete, so for it everything goes with the row.
create function kith_private.release(source regclass, id uuid, until timestamptz) returns boolean
language plpgsql set search_path = ''
as $body$
declare
  owner constant uuid := auth.uid();
  most constant integer := kith_private.part_rows();
  ids uuid[];
begin
  if until is null or current_user = 'kith_limited' then
    return true;
  end if;%s
  return true;
end
$body$
$make$, steps);
end
$$;
grant execute on function kith_private.release(regclass, uuid, timestamptz) to authenticated;
