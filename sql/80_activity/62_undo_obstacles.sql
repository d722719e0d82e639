-- Undoing changes of rows: field by field, a value goes back only if it is still what the change made it.

-- Why a change cannot be undone: name is the column, or null where it is the whole resource.
create function kith_private.conflict(change kith_private.changes, name text, reason text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return jsonb_build_object('resource', change.resource, 'id', change.resource_id,
    'name', coalesce(change.name, (
      select n.name from kith.networks n
      where n.owner_id = change.owner_id and n.id = change.network_id and kith_private.has_scope('networks:read'))),
    'field', case when change.resource <> 'membership' or name <> 'created_at' then kith_private.shown_member(name) end, 'reason', reason);
end
$$;

-- Whether two values of a column are the same; a photo is the same wherever it is kept.
create function kith_private.is_same_value(name text, one jsonb, other jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case when name = 'photo_path' then kith_private.is_same_photo(one #>> '{}', other #>> '{}')
    else coalesce(one, 'null') = coalesce(other, 'null') end;
end
$$;

-- What a row in the log referred to, before and after the change.
create function kith_private.referred_ids(change kith_private.changes) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
  if change.resource = 'membership' then
    return array[change.resource_id, change.network_id]; -- also where the change was erased
  end if;
  return array(
    select (item.value #>> '{}')::uuid
    from kith_private.resources() r cross join lateral jsonb_object_keys(r.refers) column_name
    cross join lateral (values (change.before -> column_name), (change.after -> column_name)) side (value)
    cross join lateral jsonb_path_query(side.value, '$[*]') item (value)
    where r.name = change.resource);
end
$$;

-- What refers to a resource, so that deleting it would change more than was made with it; null where nothing does.
create function kith_private.referring(change kith_private.changes) returns text
language plpgsql stable set search_path = ''
as $$
declare
  referrer record;
  is_used boolean;
begin
  if change.resource in ('network', 'contact') then
    perform from kith.contact_networks m where m.owner_id = change.owner_id and change.resource_id in (m.network_id, m.contact_id)
      -- Deleting the contact ends those that the key does not see, too.
      and (change.resource = 'network' or m.network_id = any ((select kith_private.visible_networks())::uuid[]));
    if found then
      return case change.resource when 'network' then 'contacts' else 'networks' end;
    end if;
  end if;
  if change.resource = 'contact' then
    return (
      select min(split_part(r.source, '.', 2)) from kith_private.resources() r
      where r.seen_by = 'contacts' and exists (
        select from kith_private.uses_of_contacts u
        where u.owner_id = change.owner_id and u.resource = r.name and u.contact_id = change.resource_id));
  end if;
  for referrer in
    select r.source, split_part(r.source, '.', 2) as plural, f.key as name
    from kith_private.resources() r cross join lateral jsonb_each_text(r.refers) f
    where f.value = (select d.source from kith_private.resources() d where d.name = change.resource)
      and r.name not in ('membership', change.resource)
    order by r.name
  loop
    execute format('select exists (select from %s where owner_id = $1 and %I = $2)', referrer.source, referrer.name)
      into is_used using change.owner_id, change.resource_id;
    if is_used then
      return referrer.plural;
    end if;
  end loop;
  return null;
end
$$;

-- Whether a row that another one refers to does not exist.
-- One by one: with a list as a parameter Postgres would plan the statement each time, which takes longer.
create function kith_private.is_missing(owner uuid, source text, id uuid) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  is_there boolean;
begin
  if source = 'kith.contacts' then
    return not exists (select from kith.contacts c where c.owner_id = owner and c.id = is_missing.id);
  end if;
  execute format('select exists (select from %s where owner_id = $1 and id = $2)', source) into is_there using owner, id;
  return not is_there;
end
$$;

-- Why a column cannot have its earlier value: what it refers to does not exist any more, or the name is taken; null where it
-- can.
create function kith_private.obstacle(logged kith_private.restorable_table, change kith_private.changes, name text, value jsonb) returns text
language plpgsql stable set search_path = ''
as $$
declare
  source constant text := logged.refers ->> name;
  is_taken boolean;
  id text;
begin
  if value = 'null' then
    return null;
  elsif jsonb_typeof(value) = 'array' then
    for id in select jsonb_array_elements_text(value) loop
      if kith_private.is_missing(change.owner_id, source, id::uuid) then
        return 'missing_reference';
      end if;
    end loop;
  elsif source is not null then
    return case when kith_private.is_missing(change.owner_id, source, (value #>> '{}')::uuid) then 'missing_reference' end;
  elsif name = 'name' and logged.has_unique_name then
    execute format('select exists (select from %s where owner_id = $1 and id <> $2 and lower(name collate "und-x-icu") = lower($3 collate "und-x-icu"))',
      logged.source) into is_taken using change.owner_id, change.resource_id, value #>> '{}';
    return case when is_taken then 'name_taken' end;
  end if;
  return null;
end
$$;
