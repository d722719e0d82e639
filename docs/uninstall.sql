-- Takes Kith out of a project again: every contact, note, reminder and API key with it. Accounts (auth.users) stay.
-- Run it in the dashboard's SQL editor, or with psql as the role postgres. All or nothing.
--
-- First empty the bucket contact-photos in the dashboard (Storage): that removes the bytes. This script removes only the
-- rows that lead to them. Afterwards `supabase functions delete api` and `supabase secrets unset KITH_DB_URL KITH_DB_CA`.
--
-- What you have put into the schemas api and private yourself goes with them. A table of yours that refers to one of
-- Kith's stops the script; drop the reference first.

begin;

select set_config('storage.allow_delete_query', 'true', true);
delete from storage.objects where bucket_id = 'contact-photos';
delete from storage.buckets where id = 'contact-photos';
drop policy if exists "Owners read their contact photos" on storage.objects;

create temporary table kith_brought on commit drop as
  select 'unaccent' as extension
  where obj_description(to_regnamespace('private'), 'pg_namespace') like '%Brought unaccent along.';

-- The trigger on auth.users goes with its function.
drop schema if exists api cascade;
drop schema if exists private cascade;
drop table if exists public.contact_networks, public.notes, public.note_types, public.reminders,
  public.networks, public.contacts, public.profiles;

do $$
begin
  if exists (select from kith_brought) then
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
