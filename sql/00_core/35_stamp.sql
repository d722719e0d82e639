-- Sets updated_at. Triggers compare whole rows, so that they need no list of columns.

create function kith_private.stamp_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end
$$;
comment on function kith_private.stamp_change() is
  'Sets updated_at of a changed row. Postgres runs triggers in the order of their names, so this one runs after the trigger that trims.';
