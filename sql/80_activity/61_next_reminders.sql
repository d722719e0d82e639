-- Reminders refer to one another by next_id.

-- Columns of a row in the log, without a next_id that the API key does not see.
create function kith_private.without_hidden_next(columns jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  if columns ->> 'next_id' is null or kith_private.has_all_networks() or kith_private.is_seen('reminder', (columns ->> 'next_id')::uuid) then
    return columns;
  end if;
  return columns || '{"next_id":null}';
end
$$;
grant execute on function kith_private.without_hidden_next(jsonb) to authenticated;

-- Rows that are written again; reminders whose next reminder does not exist any more are without it.
-- Deleting the next reminder would have cleared the column.
create function kith_private.without_missing_next(
  logged kith_private.restorable_table, undone kith_private.undone_row[]) returns kith_private.undone_row[]
language plpgsql stable set search_path = ''
as $$
declare
  written uuid[];
begin
  if logged.resource <> 'reminder' then
    return undone;
  end if;
  written := array(select u.resource_id from unnest(undone) u);
  return array(
    select (u.owner_id, u.resource_id, u.network_id, u.set_number, u.is_written, u.columns || coalesce(missing.columns, '{}'),
      u.conflicts)::kith_private.undone_row
    from unnest(undone) u
    left join lateral (
      select '{"next_id":null}'::jsonb as columns
      where (u.columns ->> 'next_id')::uuid <> all (written) and not exists (
        select from kith.reminders r where r.owner_id = u.owner_id and r.id = (u.columns ->> 'next_id')::uuid)) missing on true);
end
$$;
