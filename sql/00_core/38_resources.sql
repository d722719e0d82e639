-- What a resource declares of itself. The log, undoing, the trash, the feed and keys with limits follow from it, through the
-- function kith_private.resources(), which is written when all are declared.

create type kith_private.resource as (name text, source text, scope text, seen_by text, finds text, derived text[], refers jsonb);
comment on type kith_private.resource is
  'name: in the singular. source: its table. scope: API keys with limits need <scope>:read and <scope>:write. seen_by: what keys that are limited to '
  'networks see; account: everything; contacts: what is about contacts that they see, and about no others; itself: as policies of its own say. '
  'finds: condition, as SQL, that finds the row t of the owner that a change c is about. derived: columns that triggers and generated columns compute '
  'from others, so that they are not logged. refers: the tables that its columns refer to, by column.';
create temporary table resources of kith_private.resource;

-- The policies of keys with limits: a row that may be read but not written is found by update, so that the request is refused
-- and not told that there is no such row. What every key sees is written only by those that are not limited to networks.
create procedure pg_temp.limit_keys(source regclass, nouns text, scope text, seen_by text, about text)
language plpgsql
as $$
declare
  may_read constant text := format('(select kith_private.has_scope(%L))', scope || ':read');
  may_write constant text := format('(select kith_private.has_scope(%L))', scope || ':write');
  is_seen constant text := '(select kith_private.has_all_networks())' || case when seen_by = 'contacts' then format(
    ' or (cardinality(%1$s) > 0 and not exists (select from unnest(%1$s) about (id)
      where not exists (select from kith.contact_networks m where m.contact_id = about.id offset 0)))', about) else '' end;
  -- Whole lists are compared with the members of the networks, and few rows one by one: see finds_many.
  is_listed constant text := format('(select kith_private.has_all_networks()) or case when (select kith_private.finds_many())
    then (%1$s)[1] in (select m.contact_id from kith.contact_networks m) and (cardinality(%1$s) < 2 or (
      select bool_and(about.id in (select m.contact_id from kith.contact_networks m)) from unnest(%1$s) about (id)))
    else (cardinality(%1$s) > 0 and not exists (select from unnest(%1$s) about (id)
      where not exists (select from kith.contact_networks m where m.contact_id = about.id offset 0))) end', about);
  whose constant text := case when seen_by = 'contacts' then 'in their networks' else 'by scope' end;
begin
  if seen_by <> 'itself' then
    execute format('create policy %I on %s as restrictive for select to kith_limited using (%s)',
      format('Limited keys read %s %s', nouns, whose), source,
      may_read || case when seen_by = 'contacts' then format(' and (%s)', is_listed) else '' end);
  end if;
  execute format('create policy %I on %s as restrictive for insert to kith_limited with check (%s and (%s))',
    format('Limited keys make %s %s', nouns, whose), source, may_write, is_seen);
  execute format('create policy %I on %s as restrictive for update to kith_limited using (%s) with check (%s and (%s))',
    format('Limited keys change %s %s', nouns, whose), source, case when seen_by = 'contacts' then is_seen else 'true' end, may_write, is_seen);
  execute format('create policy %I on %s as restrictive for delete to kith_limited using (%s and (%s))',
    format('Limited keys delete %s %s', nouns, whose), source, may_write, is_seen);
end
$$;

-- Texts that need no more than trimming.
create procedure pg_temp.trim_texts(source regclass, noun text)
language plpgsql
as $$
declare
  name constant text := 'clean_' || replace(noun, ' ', '_');
begin
  execute format($make$
-- Trims a %3$s's texts.
create function kith_private.%1$I() returns trigger
language plpgsql set search_path = ''
as $body$
begin
  new := kith_private.trimmed(new);
  return new;
end
$body$;
create trigger %1$I before insert or update on %2$s for each row execute function kith_private.%1$I();
$make$, name, source, noun);
end
$$;

-- `derived`: columns that clients do not write. `unlogged`: those of them that are not logged either, besides generated ones.
create procedure pg_temp.make_resource(
  source regclass, noun text, scope text, seen_by text, quota bigint default null, derived text[] default '{}', verbatim text[] default '{}',
  unlogged text[] default '{}', is_stamped boolean default true)
language plpgsql
as $$
declare
  plural constant text := split_part(source::text, '.', 2);
  nouns constant text := replace(plural, '_', ' ');
  has_list constant boolean := exists (
    select from pg_catalog.pg_attribute a where a.attrelid = source and a.attname = 'contact_ids' and not a.attisdropped);
begin
  call pg_temp.follow_columns(source, noun, derived, verbatim);
  execute format('create policy %I on %s for all to authenticated using ((select kith_private.owner_id()) = owner_id)',
    format('Owners reach their %s', nouns), source);
  call pg_temp.limit_keys(source, nouns, scope, seen_by, case when has_list then 'contact_ids' else 'array_remove(array[contact_id], null)' end);
  if has_list then
    execute format('create trigger keep_contacts_of_new before insert on %s
      for each row when (new.contact_id is not null or new.contact_ids <> ''{}'') execute function kith_private.keep_contacts()', source);
    execute format('create trigger keep_contacts before update on %s
      for each row when (old.contact_id is distinct from new.contact_id or old.contact_ids <> new.contact_ids)
      execute function kith_private.keep_contacts()', source);
  end if;
  if is_stamped then
    execute format('create trigger stamp_change before update on %s
      for each row when (old.* is distinct from new.*) execute function kith_private.stamp_change()', source);
  end if;
  insert into kith_private.quotas (name, maximum) values (plural, quota);
  execute format('create trigger check_usage after insert on %s
    referencing new table as written for each statement execute function kith_private.check_usage()', source);
  call pg_temp.log_resource(replace(noun, ' ', '_'), source, scope, seen_by,
    unlogged => case when has_list then array['contact_id'] else '{}' end || unlogged);
end
$$;

create procedure pg_temp.log_resource(
  name text, source regclass, scope text, seen_by text, finds text default 't.id = c.resource_id', unlogged text[] default '{}')
language plpgsql
as $$
begin
  insert into pg_temp.resources (name, source, scope, seen_by, finds, derived, refers) values (name, source::text, scope, seen_by, finds,
    unlogged || array(
      select a.attname::text from pg_catalog.pg_attribute a
      where a.attrelid = source and a.attgenerated <> '' and not a.attisdropped order by a.attnum),
    coalesce((
      select jsonb_object_agg(a.attname, case when a.attname = 'contact_ids' then 'kith.contacts' else k.confrelid::regclass::text end)
      from pg_catalog.pg_attribute a
      left join pg_catalog.pg_constraint k on k.conrelid = a.attrelid and k.contype = 'f' and k.conkey[2] = a.attnum
      where a.attrelid = source and a.attname <> all (unlogged) and (k.oid is not null or a.attname = 'contact_ids')), '{}'));
end
$$;
