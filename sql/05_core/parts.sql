-- Operations in parts. What takes longer than a statement may is done in several, each a transaction that belongs to the same
-- change set: the operation answers 202 with its progress, and the Edge Function runs it again with that. Functions before
-- 1.2 send no progress and get everything in one statement.

-- How long a part may take before it ends. Others of the account write between two parts.
create function kith_private.part_time() returns interval
language plpgsql stable set search_path = ''
as $$
begin
  return interval '0.5 seconds';
end
$$;

-- How many rows are written between two looks at the time.
create function kith_private.part_rows() returns integer
language plpgsql stable set search_path = ''
as $$
begin
  return 250;
end
$$;

-- When this part ends; null where everything has to be done now.
create function kith_private.end_of_part(arguments jsonb) returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  return case when arguments ? 'progress' then clock_timestamp() + kith_private.part_time() end;
end
$$;

-- Whether the request has had its time, so that it is answered what has been done so far.
create function kith_private.is_last_part(arguments jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return coalesce((arguments #>> '{progress,isLast}')::boolean, false);
end
$$;

-- The answer of a part after which something is left.
create function kith_private.answer_part(progress jsonb default '{}') returns kith_api.answer
language plpgsql immutable set search_path = ''
as $$
begin
  return (202, progress::text)::kith_api.answer;
end
$$;

-- The change set that this request writes, as clients know it: that of its first part.
create function kith_private.activity_id() returns uuid
language plpgsql stable set search_path = ''
as $$
declare
  change constant jsonb := kith_private.current_change();
begin
  return coalesce(change ->> 'partOf', change ->> 'id');
end
$$;

-- Makes what this request writes a part of a change set that an earlier request began; null as id does nothing.
create function kith_private.continue_change_set(id uuid) returns void
language plpgsql set search_path = ''
as $$
begin
  if id is not null and kith_private.setting('change_set') is null then
    perform kith_private.set_setting('change', (kith_private.current_change() || jsonb_build_object('partOf', id))::text);
  end if;
end
$$;

grant execute on function kith_private.part_time(), kith_private.part_rows(), kith_private.end_of_part(jsonb), kith_private.is_last_part(jsonb),
  kith_private.answer_part(jsonb), kith_private.activity_id(), kith_private.continue_change_set(uuid) to authenticated;

-- Takes one row out of what refers to it, so that its deletion has few other rows to change.

-- Takes a contact, network or note type out of what refers to it, until the time is over. Returns whether few references of a kind are
-- left, which go with the row itself.
-- A key with limits may not write all that refers to what it may delete, so for it everything goes with the row.
create function kith_private.release(source regclass, id uuid, until timestamptz) returns boolean
language plpgsql set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  most constant integer := kith_private.part_rows();
  reference record;
  ids uuid[];
begin
  if until is null or current_user = 'kith_limited' then
    return true;
  end if;
  for reference in
    select case when f.key = 'contact_ids'
        then format('select u.id from kith_private.uses_of_contacts u where u.owner_id = $1 and u.resource = %L and u.contact_id = $2 limit $3', r.name)
        else format('select t.%I from %s t where t.owner_id = $1 and t.%I = $2 limit $3', k.name, r.source, f.key) end as find,
      case when f.key = 'contact_ids'
        then format('update %s t set contact_ids = array_remove(t.contact_ids, $2) where t.owner_id = $1 and t.id = any ($3)', r.source)
        when r.name = 'membership' then format('delete from %s t where t.owner_id = $1 and t.%I = any ($3) and t.%I = $2', r.source, k.name, f.key)
        else format('update %1$s t set %2$I = null where t.owner_id = $1 and t.id = any ($3) and t.%2$I = $2', r.source, f.key) end as write
    from kith_private.resources() r
    cross join lateral jsonb_each_text(r.refers) f
    cross join lateral (select case r.name when 'membership' then 'contact_id' else 'id' end as name) k
    -- A contact has at most 100 networks, and few rows refer to another one of their table.
    where f.value = release.source::text and r.source <> f.value and (r.name <> 'membership' or f.key <> 'contact_id')
  loop
    loop
      execute format('select array(%s)', reference.find) into ids using owner, id, most + 1;
      exit when cardinality(ids) <= most;
      execute reference.write using owner, id, ids[1 : most];
      if clock_timestamp() > until then
        return false;
      end if;
    end loop;
  end loop;
  return true;
end
$$;
grant execute on function kith_private.release(regclass, uuid, timestamptz) to authenticated;
