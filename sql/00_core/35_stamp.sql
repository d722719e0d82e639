-- When a row was last changed. Whatever differs is a change, so no trigger lists the columns of its table.

create function kith_private.stamp_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end
$$;
comment on function kith_private.stamp_change() is
  'Stamps a changed row. Triggers that run it come after the one that trims: Postgres runs them by name.';
