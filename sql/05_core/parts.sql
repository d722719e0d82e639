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
  change constant jsonb := kith_private.setting('change');
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
