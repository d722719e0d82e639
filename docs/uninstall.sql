-- Takes Kith out of a project again: every contact, note, reminder and API key with it. Accounts (auth.users) stay.
-- Run it in the dashboard's SQL editor, or with psql as the role postgres. All or nothing.
--
-- First empty the bucket kith-photos in the dashboard (Storage): that removes the bytes. This script removes only the
-- rows that lead to them. Afterwards `supabase functions delete kith` and `supabase secrets unset KITH_DB_URL KITH_DB_CA`.
--
-- What you have put into the schemas kith, kith_api and kith_private yourself goes with them. A table of yours that refers
-- to one of Kith's stops the script; drop the reference first. If the schema kith is exposed, first take it from the list
-- of exposed schemas (Settings, Data API), since PostgREST answers nothing while it lists a schema that does not exist.

begin;

select set_config('storage.allow_delete_query', 'true', true);
delete from storage.objects where bucket_id = 'kith-photos';
delete from storage.buckets where id = 'kith-photos';
drop policy if exists "Kith: owners read their contact photos" on storage.objects;

create temporary table kith_installed on commit drop as
  select 'unaccent' as extension
  where obj_description(to_regnamespace('kith_private'), 'pg_namespace') like '%Installed unaccent.';

-- The trigger on auth.users goes with its function.
drop schema if exists kith_api cascade;
drop schema if exists kith_private cascade;
do $$
begin
  execute (
    select 'drop table ' || string_agg(c.oid::regclass::text, ', ')
    from pg_class c where c.relnamespace = to_regnamespace('kith') and c.relkind = 'r'
    having count(*) > 0);
exception when null_value_not_allowed then
  null; -- there are no tables
end
$$;
drop schema if exists kith cascade;

do $$
begin
  if exists (select from kith_installed) then
    drop extension if exists unaccent;
  end if;
exception when dependent_objects_still_exist then
  raise notice 'The extension unaccent stays: something else uses it by now.';
end
$$;

do $$
begin
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    delete from supabase_migrations.schema_migrations where version = '20261120000000';
  end if;
end
$$;

commit;
