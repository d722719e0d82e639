-- How an operation answers, and how it refuses.

create type kith_api.answer as (status smallint, body text);
comment on type kith_api.answer is 'HTTP status and JSON text of an operation that succeeded.';

create function kith_private.fail(code text, detail text default null, errors jsonb default null) returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = 'KITH0', message = code, detail = coalesce(detail, ''), hint = coalesce(errors::text, '');
end
$$;
comment on function kith_private.fail(text, text, jsonb) is
  'Ends the operation with one of the codes of the error catalogue. The status of the code and its words are the '
  'function''s; detail: other words than those, where there is more to say.';

create function kith_private.not_found() returns void
language plpgsql set search_path = ''
as $$
begin
  perform kith_private.fail('not_found');
end
$$;
comment on function kith_private.not_found() is 'The one answer to an id that is unknown or somebody else''s.';

create function kith_private.check_references(pointers text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  if cardinality(pointers) > 0 then
    perform kith_private.fail('invalid_reference', errors => (
      select jsonb_agg(jsonb_build_object('in', 'body', 'pointer', pointer, 'code', 'invalid_reference'))
      from unnest(pointers) pointer));
  end if;
end
$$;
comment on function kith_private.check_references(text[]) is
  'Refuses, when there are any, the members of a body whose ids are unknown or somebody else''s; both alike.';

-- One resource. The statement that reads it stands in the operation, where Postgres keeps its plan.
create function kith_private.answer_resource(body json, status smallint default 200) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
begin
  if body is null then
    perform kith_private.not_found();
  end if;
  return (status, body)::kith_api.answer;
end
$$;
comment on function kith_private.answer_resource(json, smallint) is 'Answers with a resource''s representation, or not_found where there is none.';

create function kith_private.answer_deleted(deleted boolean) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
begin
  if not deleted then
    perform kith_private.not_found();
  end if;
  return (204, null)::kith_api.answer;
end
$$;
comment on function kith_private.answer_deleted(boolean) is 'Answers a deletion: 204 where a row was deleted, else not_found.';

create type kith_private.page as (ids uuid[], page bigint, size bigint, total bigint);
comment on type kith_private.page is 'Which rows are on a page of a list, in order, and how many there are on all pages.';

create function kith_private.skipped_by(query jsonb) returns bigint
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (coalesce((query ->> 'page')::bigint, 1) - 1) * coalesce((query ->> 'pageSize')::bigint, 50);
end
$$;
comment on function kith_private.skipped_by(jsonb) is 'How many rows of a list come before the page that is asked for.';

create function kith_private.lies_deep(skipped bigint) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return skipped >= 1000;
end
$$;
comment on function kith_private.lies_deep(bigint) is 'Whether a page comes after so many rows that the way to it is worth a thought.';

-- What is found is counted in the walk that finds the page: one statement to plan, and nothing to collect but the page.
create function kith_private.walk_page(ordered text, query jsonb, before bigint, size bigint, out ids uuid[], out total bigint)
language plpgsql stable set search_path = ''
as $$
declare
  walk refcursor;
  found_id uuid;
  rest bigint;
begin
  open walk no scroll for execute ordered using query;
  -- The count of a move is an integer.
  move forward least(before, 2147483647)::integer from walk;
  get diagnostics total = row_count;
  if total = before then
    loop
      fetch walk into found_id;
      exit when not found;
      ids := ids || found_id;
      exit when cardinality(ids) = size;
    end loop;
    total := total + coalesce(cardinality(ids), 0);
    move forward all from walk;
    get diagnostics rest = row_count;
    total := total + rest;
  end if;
  close walk;
end
$$;
comment on function kith_private.walk_page(text, jsonb, bigint, bigint) is
  'Walks a list from its beginning to its end: the ids on the page, and how many there are in all.';

-- `conditions` and the values of `sorts` are fragments written in the operations, never input; input reaches the
-- statements only as the parameter $1 (the query) and as the choice of a fragment. Only columns that an index holds are
-- asked for, so that neither the rows before the page nor those that are only counted are visited; the operation then
-- reads the rows of the page by their ids.
create function kith_private.find_page(
  source regclass, query jsonb, conditions text[], sorts jsonb, default_sort text,
  total bigint default null, skipped bigint default null) returns kith_private.page
language plpgsql stable set search_path = ''
as $$
declare
  found kith_private.page := (null, coalesce((query ->> 'page')::bigint, 1), coalesce((query ->> 'pageSize')::bigint, 50), total);
  before constant bigint := kith_private.skipped_by(query);
  sort constant text := coalesce(query ->> 'sort', default_sort);
  fragment constant text := sorts ->> ltrim(sort, '-');
  wanted constant bigint := least(found.size, total - before);
  -- Deep in a long list the way from its end may be the shorter one.
  backwards constant boolean := coalesce(skipped is null and kith_private.lies_deep(before) and before > total / 2, false);
  direction constant text := case when (sort like '-%') <> backwards then 'desc' else 'asc' end;
  ordered constant text := format('select id from %s where %s order by %s, id %s',
    source, coalesce(nullif(array_to_string(conditions, ' and '), ''), 'true'),
    replace(replace(fragment, '{nulls}', case when backwards then 'nulls first' else 'nulls last' end), '{}', direction),
    direction);
begin
  if fragment is null then
    perform kith_private.fail('validation_failed', 'The list cannot be sorted by that field.');
  elsif total is null then
    select walked.ids, walked.total into found.ids, found.total
    from kith_private.walk_page(ordered, query, before, found.size) walked;
  elsif wanted > 0 then
    execute format('select array(%s limit $2 offset $3)', ordered) into found.ids
      using query, wanted, case when backwards then total - before - wanted else coalesce(skipped, before) end;
  end if;
  if backwards then
    found.ids := array(select id from unnest(found.ids) with ordinality as read (id, position) order by position desc);
  end if;
  return found;
end
$$;
comment on function kith_private.find_page(regclass, jsonb, text[], jsonb, text, bigint, bigint) is
  'Finds the rows of one page of a list and how many there are in all. total: where the operation knows it already, only '
  'the page is looked for. skipped: how many come before the page, where the conditions already leave out others that do.';

create function kith_private.answer_page(found kith_private.page, data json) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
begin
  return (200, json_build_object(
    'data', coalesce(data, '[]'), 'page', found.page, 'pageSize', found.size, 'total', found.total))::kith_api.answer;
end
$$;
comment on function kith_private.answer_page(kith_private.page, json) is 'Answers with a page of a list: data, page, pageSize and total.';

grant execute on all functions in schema kith_private to authenticated;
