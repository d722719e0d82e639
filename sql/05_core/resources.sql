-- What a resource declares of itself. The log, undoing, the trash, the feed and keys with limits follow from it, through the
-- function kith_private.resources(), which is written when all are declared.

create type kith_private.resource as (name text, source text, scope text, seen_by text, finds text, derived text[], refers jsonb);
comment on type kith_private.resource is
  'name: in the singular. source: its table. scope: API keys with limits need <scope>:read and <scope>:write. seen_by: what keys that are limited to '
  'networks see; account: everything; contacts: what is about contacts that they see, and about no others; itself: as policies of its own say. '
  'finds: condition, as SQL, that finds the row t of the owner that a change c is about. derived: columns that triggers and generated columns compute '
  'from others, so that they are not logged. refers: the tables that its columns refer to, by column.';
create temporary table resources of kith_private.resource;

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

-- Refuses a line break in the column that the trigger names. A trigger and no constraint, which would refuse each later change of
-- rows that had one before.
create function kith_private.refuse_line_break() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if not kith_private.is_restoring() then
    raise check_violation using message = 'This is one line: it has no line breaks.',
      schema = 'kith', table = tg_table_name, constraint = format('%s_%s_check', tg_table_name, tg_argv[0]);
  end if;
  return new;
end
$$;

-- Keeps line breaks out of a column. These triggers run after those that trim.
create procedure pg_temp.one_line(source regclass, name text)
language plpgsql
as $$
begin
  execute format('create trigger one_line before insert on %1$s for each row when (kith_private.has_line_break(new.%2$I)) '
    'execute function kith_private.refuse_line_break(%2$L)', source, name);
  execute format('create trigger one_line_again before update on %1$s for each row when (new.%2$I is distinct from old.%2$I '
    'and kith_private.has_line_break(new.%2$I)) execute function kith_private.refuse_line_break(%2$L)', source, name);
end
$$;

-- `read_only`: columns that clients do not write. `unlogged`: those of them that are not logged either; generated ones never are.
-- Columns that every resource has, and that have no comment yet, get one.
create procedure pg_temp.make_resource(
  source regclass, noun text, scope text, seen_by text, quota bigint default null, read_only text[] default '{}', verbatim text[] default '{}',
  unlogged text[] default '{}', is_stamped boolean default true)
language plpgsql
as $$
declare
  plural constant text := split_part(source::text, '.', 2);
  nouns constant text := replace(plural, '_', ' ');
  -- A list that follows from other columns than contact_id, or they from it, says so itself.
  has_list constant boolean := 'contact_id' <> all (unlogged) and exists (
    select from pg_catalog.pg_attribute a where a.attrelid = source and a.attname = 'contact_ids' and not a.attisdropped);
  said record;
begin
  for said in
    select a.attname as name, format(words.text, noun) as text
    from pg_catalog.pg_attribute a join (values
      ('id', 'Identifies the %s.'), ('owner_id', 'Whose %s it is.'),
      ('contact_id', 'The first of the contacts that the %s is about; the same as contact_ids[1].'),
      ('contact_ids', 'The contacts that the %s is about, at most 50, each once. To write contact_id instead means this contact only.'),
      ('created_at', 'When the %s was created.'), ('updated_at', 'When the %s was last changed.')) words (name, text) on words.name = a.attname
    where a.attrelid = source and pg_catalog.col_description(source, a.attnum) is null
  loop
    execute format('comment on column %s.%I is %L', source, said.name, said.text);
  end loop;
  call pg_temp.follow_columns(source, noun, read_only, verbatim);
  execute format('create policy %I on %s for all to authenticated using ((select kith_private.owner_id()) = owner_id)',
    format('Owners reach their %s', nouns), source);
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
