-- Uninstalls Kith, and deletes all contacts, notes, reminders and API keys. Accounts (auth.users) stay.
-- Run it in the dashboard's SQL editor, or with psql as the role postgres. It is one transaction. `npx @kith/server uninstall`
-- does this and everything beside it.
--
-- First empty the bucket kith-photos in the dashboard (Storage), which removes the files. This script removes only
-- Storage's records of them. Afterwards run `supabase functions delete kith` and `supabase secrets unset KITH_DB_URL KITH_DB_CA KITH_TICK_SHA256`.
--
-- Your own objects in the schemas kith, kith_api and kith_private are dropped, too. A table of yours that refers to one of
-- Kith's makes the script fail; drop the reference first. If the schema kith is exposed, first take it from the list
-- of exposed schemas (Settings, Data API), since PostgREST answers nothing while it lists a schema that does not exist.

begin;

select set_config('storage.allow_delete_query', 'true', true);
delete from storage.objects where bucket_id = 'kith-photos';
delete from storage.buckets where id = 'kith-photos';
drop policy if exists "Kith: limited keys read no photos" on storage.objects;
drop policy if exists "Kith: owners read their contact photos" on storage.objects;

create temporary table kith_installed on commit drop as
  select 'unaccent' as extension
  where obj_description(to_regnamespace('kith_private'), 'pg_namespace') like '%Installed unaccent.';

-- The clock, where it was installed.
do $$
begin
  if to_regclass('cron.job') is not null then
    perform cron.unschedule(j.jobid) from cron.job j where j.jobname = 'kith-tick';
  end if;
  if to_regclass('vault.secrets') is not null then
    delete from vault.secrets s where s.name in ('kith_tick_url', 'kith_tick_secret') or s.name like 'kith\_calendar\_%';
  end if;
end
$$;

-- Dropping its function also drops the trigger on auth.users.
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

-- The role belongs to the whole cluster, where another database may use it too.
do $$
begin
  drop role if exists kith_limited;
exception when dependent_objects_still_exist then
  raise notice 'The role kith_limited stays: another database uses it.';
end
$$;

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
    -- "…_kith.sql" and "…_kith_<what changes>.sql"
    delete from supabase_migrations.schema_migrations where name = 'kith' or name like 'kith\_%';
  end if;
end
$$;

commit;
