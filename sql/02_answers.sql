-- How an operation answers, and how it refuses.

create type api.answer as (status smallint, body text);
comment on type api.answer is 'HTTP status and JSON text of an operation that succeeded.';

create function private.fail(code text, detail text, errors jsonb default null) returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = 'KITH0', message = code, detail = detail, hint = coalesce(errors::text, '');
end
$$;
comment on function private.fail(text, text, jsonb) is 'Ends the operation with one of the codes of the error catalogue; private.handle turns it into the answer.';

create function private.not_found() returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.fail('not_found', 'There is no such resource.');
end
$$;
comment on function private.not_found() is 'The one answer to an id that is unknown or somebody else''s.';

create function private.check_references(pointers text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  if cardinality(pointers) > 0 then
    perform private.fail('invalid_reference', 'The request refers to something that does not exist.', (
      select jsonb_agg(jsonb_build_object(
        'in', 'body', 'pointer', pointer, 'code', 'invalid_reference', 'message', 'There is no such resource.'))
      from unnest(pointers) pointer));
  end if;
end
$$;
comment on function private.check_references(text[]) is
  'Refuses, when there are any, the members of a body whose ids are unknown or somebody else''s; both alike.';

-- One resource, from the view that gives it its shape.
create function private.one(source text, id uuid, status smallint default 200) returns api.answer
language plpgsql stable set search_path = ''
as $$
declare
  body text;
begin
  execute format('select body::text from api.%I where id = $1', source) into body using id;
  if body is null then
    perform private.not_found();
  end if;
  return (status, body)::api.answer;
end
$$;
comment on function private.one(text, uuid, smallint) is 'Answers with one row of a representation view, or not_found.';

-- One page of a list. `conditions` and the values of `sorts` are fragments written in the operations, never input;
-- input reaches the statement only as the parameter $1 (the query) and as the choice of a fragment.
create function private.page(source text, query jsonb, conditions text[], sorts jsonb, default_sort text) returns api.answer
language plpgsql stable set search_path = ''
as $$
declare
  page bigint := coalesce((query ->> 'page')::bigint, 1);
  size bigint := coalesce((query ->> 'pageSize')::bigint, 50);
  sort text := coalesce(query ->> 'sort', default_sort);
  fragment text := sorts ->> ltrim(sort, '-');
  direction text := case when sort like '-%' then 'desc' else 'asc' end;
  filter text := coalesce(nullif(array_to_string(conditions, ' and '), ''), 'true');
  body text;
begin
  if fragment is null then
    perform private.fail('validation_failed', 'The list cannot be sorted by that field.');
  end if;
  execute format(
    $statement$
      select json_build_object(
        'data', coalesce(json_agg((select row.body from api.%1$I row where row.id = page.id)), '[]'::json),
        'page', $2,
        'pageSize', $3,
        -- a page that is neither empty nor full tells the total by itself
        'total', case when count(*) between 1 and $3 - 1 then $4 + count(*)
                      else (select count(*) from api.%1$I where %2$s) end)::text
      -- the shape of the page's rows alone is made, not that of the rows before it
      from (select id from api.%1$I where %2$s order by %3$s, id %4$s limit $3 offset $4) page
    $statement$,
    source, filter, replace(fragment, '{}', direction), direction)
  into body using query, page, size, (page - 1) * size;
  return (200, body)::api.answer;
end
$$;
comment on function private.page(text, jsonb, text[], jsonb, text) is 'Answers with one page of a representation view: data, page, pageSize and the total that the filters match.';

grant execute on all functions in schema private to authenticated;
