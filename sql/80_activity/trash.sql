-- The trash: what was deleted and can come back, and erasing it for good.

-- The contacts that a row in the log is about.
create function kith_private.contacts_of(columns jsonb) returns uuid[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case when columns ->> 'contact_id' is not null then array[(columns ->> 'contact_id')::uuid]
    else kith_private.ids_of(columns -> 'contact_ids') end;
end
$$;
grant execute on function kith_private.contacts_of(jsonb) to authenticated;

-- "offset 0" makes Postgres look for each by its id. It would join whole logs where its statistics are of a log that was small.
create view kith_private.deletions with (security_invoker = true) as
select t.owner_id, t.resource, t.resource_id as id, t.set_number, t.position, t.name, t.before is null as is_erased,
  kith_private.contacts_of(t.before) as contact_ids
from kith_private.changes t
where t.action = 'delete' and t.resource <> 'membership' and not exists (
  select from kith_private.changes later
  where later.owner_id = t.owner_id and later.resource_id = t.resource_id and later.resource = t.resource
    and (later.set_number, later.position) > (t.set_number, t.position) offset 0);
comment on view kith_private.deletions is
  'The deletion of each resource that does not exist now, and whom a note or reminder was about. Null columns where it is erased.';
grant select on kith_private.deletions to authenticated;

create view kith_private.trash with (security_invoker = true) as
select d.id, d.owner_id, d.set_number, d.position, d.resource, d.name, s.id as change_set_id, s.at
from kith_private.deletions d
cross join lateral (
  select coalesce((
      select f.id from kith_private.change_sets f where f.owner_id = p.owner_id and f.number = p.first_number), p.id) as id, p.at
  from kith_private.change_sets p where p.owner_id = d.owner_id and p.number = d.set_number offset 0) s
where not d.is_erased;
comment on view kith_private.trash is 'What was deleted and can come back.';
grant select on kith_private.trash to authenticated;

create function kith_api.list_trash(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  patterns constant jsonb := kith_private.search_patterns(coalesce(arguments -> 'query' ->> 'search', ''));
  query constant jsonb := coalesce(arguments -> 'query', '{}');
  found kith_private.page;
  items text;
begin
  found := kith_private.find_page(query, 'kith_private.trash', array[
      'at > (select kith_private.log_start())',
      'set_number > (select kith_private.last_purged_set())',
      case when query ? 'resource' then $sql$resource = $1 ->> 'resource'$sql$ end]
      || array(
        select format('kith_private.folded(name) like ($2 #>> %L)', array[word - 1, 0])
        from generate_series(1, jsonb_array_length(patterns)) word),
    'set_number desc, position desc', patterns);
  perform kith_private.set_reads_list(true);
  items := (
    select string_agg((
      select json_build_object('id', s.id, 'resource', t.resource, 'resourceId', t.id, 'name', coalesce(t.name, (
          select kith_private.named_in_words(t.owner_id, 'contact', d.contact_ids) from kith_private.deletions d
          where d.owner_id = t.owner_id and d.id = t.id and d.resource = 'relationship' offset 0)),
        'deletedAt', to_char(s.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'actor', kith_private.actor_body(s))::text
      from kith_private.trash t
      cross join lateral (
        select s.* from kith_private.change_sets s where s.id = t.change_set_id offset 0) s
      where t.id = listed.id), ',' order by listed.position)
    from unnest(found.ids) with ordinality as listed (id, position));
  perform kith_private.set_reads_list(false);
  return kith_private.answer_page(found, items);
end
$$;
comment on function kith_api.list_trash(jsonb) is 'A page of what was deleted, newest first. Query: resource, search, page, pageSize.';

-- Erasing a large log takes longer than a request may, so it is done in parts: an operation answers 202 while something is
-- left, and the Edge Function runs it again.

-- Erases what the log holds of resources of the current user; the operations below have found the ids, of all of the trash or of one item.
-- Runs with the rights of the function's owner, so it checks the limits of keys itself. The Edge Function removes the photos that no row names then.
-- That the resource was changed and deleted stays in the log, without what it held, so that copies notice.
create function kith_private.erase_resources(ids uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
begin
  perform kith_private.refuse_limits();
  update kith_private.changes c set before = null, after = null, name = null
  where c.owner_id = owner and c.resource_id = any (ids) and (c.before is not null or c.after is not null);
  perform kith_private.erase_stored_answers(owner), kith_private.erase_applied_imports(owner);
end
$$;

-- Answers 204, or 202 where the operation has to be run again.
create function kith_private.answer_erased(is_complete boolean) returns kith_api.answer
language plpgsql immutable set search_path = ''
as $$
begin
  return case when is_complete then (204, null)::kith_api.answer else kith_private.answer_part() end;
end
$$;

create function kith_api.erase_trash_item(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  sets bigint[];
  ids uuid[];
begin
  perform kith_private.lock_log();
  sets := kith_private.parts_of(kith_private.find_change_set((arguments ->> 'id')::uuid));
  ids := array(select t.id from kith_private.trash t where t.set_number = any (sets) limit 2001);
  if cardinality(ids) = 0 then
    perform kith_private.not_found();
  end if;
  perform kith_private.erase_resources(ids[1:2000]);
  return kith_private.answer_erased(cardinality(ids) <= 2000);
end
$$;
comment on function kith_api.erase_trash_item(jsonb) is 'Erases for good what one change set deleted.';

create function kith_api.erase_trash(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  ids uuid[];
begin
  perform kith_private.lock_log();
  ids := array(select t.id from kith_private.trash t limit 2001);
  perform kith_private.erase_resources(ids[1:2000]);
  return kith_private.answer_erased(cardinality(ids) <= 2000);
end
$$;
comment on function kith_api.erase_trash(jsonb) is 'Erases for good everything that was deleted.';

-- Erases the log of the current user; at most 20,000 changes at once. Returns whether all is erased.
create function kith_private.erase_log() returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  is_complete boolean;
begin
  perform kith_private.refuse_limits();
  is_complete := kith_private.purge_changes(owner, 'infinity', 0, 20000);
  if is_complete then
    perform kith_private.erase_stored_answers(owner), kith_private.erase_applied_imports(owner);
  end if;
  return is_complete;
end
$$;

create function kith_api.erase_activity(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  perform kith_private.lock_log();
  return kith_private.answer_erased(kith_private.erase_log());
end
$$;
comment on function kith_api.erase_activity(jsonb) is 'Erases the whole log for good.';

grant execute on function kith_private.erase_resources(uuid[]), kith_private.erase_log(),
  kith_private.answer_erased(boolean) to authenticated;
