-- Many resources of a kind in one request. Each item is done by the operation that does it in a request of its own.

-- Refuses what is to be deleted after this part and does not exist. source: its table. from_item: place in the list, from 0.
create function kith_private.check_deletions(source text, deletions jsonb, from_item integer) returns void
language plpgsql set search_path = ''
as $$
declare
  missing bigint;
begin
  execute format('select min(given.place) from jsonb_array_elements_text($1) with ordinality given (item, place)
    where given.place > $2 and not exists (select from %s t where t.id = given.item::uuid)', source) into missing using deletions, from_item;
  if missing is not null then
    perform kith_private.fail('not_found', errors => jsonb_build_array(jsonb_build_object(
      'in', 'body', 'pointer', '/delete/' || missing - 1, 'code', 'invalid_reference')));
  end if;
end
$$;

-- An item that the function has refused is an object with the member refused: the violations. Without partial there is
-- none, and the first failure of another ends the operation.
-- A deletion takes as long as the contact has notes, so that they go in parts. All or nothing then means that the rest exists when the
-- first part ends; what somebody else deletes in between fails by itself. With partial everything goes in parts.
create function kith_private.bulk(resource text, arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
  is_partial constant boolean := coalesce((body ->> 'partial')::boolean, false);
  is_first constant boolean := not coalesce(arguments -> 'progress', '{}') ? 'next';
  first_item constant bigint := coalesce((arguments #> '{progress,next}')::bigint, 1);
  until constant timestamptz := kith_private.end_of_part(arguments);
  results text[] := array(select jsonb_array_elements_text(arguments #> '{progress,results}'));
  is_over boolean := false;
  asked record;
  done uuid;
  error jsonb;
  part record;
begin
  for asked in
    select items.* from (
      select list.name, given.item, given.position - 1 as index, format('/%s/%s', list.name, given.position - 1) as place,
        (case when jsonb_typeof(given.item) = 'string' then given.item #>> '{}' when list.name <> 'create' then given.item ->> 'id' end)::uuid as id,
        row_number() over (order by list.position, given.position) as number
      from unnest('{create,update,delete}'::text[]) with ordinality as list (name, position)
      cross join lateral jsonb_array_elements(coalesce(body -> list.name, '[]')) with ordinality as given (item, position)) items
    where items.number >= first_item order by items.number
  loop
    is_over := is_over or coalesce(asked.number > first_item and (is_partial or asked.name = 'delete') and clock_timestamp() > until, false);
    done := asked.id;
    if jsonb_typeof(asked.item) = 'object' and asked.item ? 'refused' then
      error := jsonb_build_object('code', 'validation_failed', 'errors', asked.item -> 'refused');
    elsif not is_over then
      select p.answer, p.error into part
      from kith_private.run_part(asked.place, asked.name || '_' || resource, jsonb_build_object('id', asked.id)
        || case when asked.name <> 'delete' then jsonb_build_object('body', asked.item - 'id')
          when arguments ? 'progress' then jsonb_build_object('progress', '{}'::jsonb) else '{}' end) p;
      error := part.error;
      is_over := coalesce((part.answer).status = 202, false);
    end if;
    if is_over and not kith_private.is_last_part(arguments) then
      if not is_partial and is_first then
        perform kith_private.check_deletions((
          select r.source from kith_private.resources() r where r.name = bulk.resource), body -> 'delete', asked.index::integer);
      end if;
      return kith_private.answer_part(jsonb_build_object('next', asked.number, 'results', results));
    elsif is_over then
      error := '{"code":"unavailable","detail":"There was no time left for it. Send it again."}';
    elsif error is null then
      done := coalesce(asked.id, ((part.answer).body::jsonb ->> 'id')::uuid);
    elsif not is_partial and is_first then
      perform kith_private.fail(error ->> 'code', error ->> 'detail', error -> 'errors');
    end if;
    results := results || json_build_object('action', asked.name, 'index', asked.index, 'id', done,
      'status', case when error is null then 'done' else 'failed' end, 'error', error)::text;
  end loop;
  return (200, format('{"results":[%s],"hasMore":%s}', array_to_string(results, ','), to_json(is_over)))::kith_api.answer;
end
$$;

-- The ids of a list, each once.
create function kith_private.each_once(ids jsonb) returns uuid[]
language plpgsql immutable set search_path = ''
as $$
begin
  return array(
    select named.id::uuid from jsonb_array_elements_text(ids) with ordinality as named (id, position)
    group by named.id order by min(named.position));
end
$$;

-- What filters find, as find_page takes them; refuses where that is more than 200, or not as many as the caller was told. noun: what
-- they are, such as contacts.
create function kith_private.all_found(query jsonb, source regclass, conditions text[], sort text, search anyelement, told bigint, noun text) returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
  most constant integer := 200;
  found constant kith_private.page := kith_private.find_page(
    query || jsonb_build_object('page', 1, 'pageSize', most), source, conditions, sort, search);
begin
  if found.total > most then
    perform kith_private.refuse_member('/matching', 'too_long',
      format('%s %s match; at most %s can be changed at once. Add a filter.', found.total, noun, most));
  elsif found.total <> told then
    perform kith_private.refuse_member('/total', 'invalid_format', format('%s %s match.', found.total, noun));
  end if;
  return found.ids;
end
$$;

grant execute on function kith_private.bulk(text, jsonb), kith_private.check_deletions(text, jsonb, integer), kith_private.each_once(jsonb),
  kith_private.all_found(jsonb, regclass, text[], text, anyelement, bigint, text) to authenticated;
