-- Which version of the schema this database has. A migration that the function depends on raises it, by replacing the
-- function below; functions/kith/db/schema-version.ts says which version the function needs.

-- The version of the schema: a function that needs a later one refuses to work.
create function kith_private.schema_version() returns integer
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return 3;
end
$$;
