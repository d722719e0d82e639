-- Sets updated_at. Triggers compare whole rows, so that they need no list of columns.

-- Whether rows are being brought back to what they were.
-- Undoing writes the values from the log, those of derived columns included, but is a change of now. Only kith_private.undo_change_sets sets this.
create function kith_private.is_restoring() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return kith_private.setting('restoring') is not null;
end
$$;
grant execute on function kith_private.is_restoring() to authenticated, service_role;

-- Sets updated_at of a changed row. Postgres runs triggers in the order of their names, so this one runs after the trigger that
-- trims.
create function kith_private.stamp_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end
$$;
