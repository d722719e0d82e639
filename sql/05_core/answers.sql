-- The answers and errors of operations.

create type kith_api.answer as (status smallint, body text);
comment on type kith_api.answer is 'HTTP status and JSON text of an operation that succeeded.';

-- The name of a column or an operation in camelCase, as the API has it.
create function kith_private.member_name(name text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return lower(left(name, 1) collate "C") || substr(replace(initcap(replace(name, '_', ' ') collate "C"), ' ', ''), 2);
end
$$;

-- The columns of a table that clients write.
-- What clients may write is said once, by the grants.
create function kith_private.written_columns(source regclass) returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  return array(
    select a.attname::text from pg_catalog.pg_attribute a
    where a.attrelid = source and a.attnum > 0 and not a.attisdropped
      and pg_catalog.has_column_privilege('authenticated', source, a.attnum, 'update')
    order by a.attnum);
end
$$;
grant execute on function kith_private.member_name(text),
  kith_private.written_columns(regclass) to authenticated;

-- Ends the operation with an error code of the catalogue. The Edge Function adds the status and the text of the code; detail
-- replaces that text where there is more to say.
create function kith_private.fail(code text, detail text default null, errors jsonb default null) returns void
language plpgsql set search_path = ''
as $$
begin
  raise exception using errcode = 'KITH0', message = code, detail = coalesce(detail, ''), hint = coalesce(errors::text, '');
end
$$;

-- Ends the operation because of one member of the body, or one parameter where place is query.
create function kith_private.refuse_member(pointer text, code text, message text, place text default 'body') returns void
language plpgsql set search_path = ''
as $$
begin
  perform kith_private.fail('validation_failed', errors => jsonb_build_array(
    jsonb_build_object('in', place, 'pointer', pointer, 'code', code, 'message', message)));
end
$$;

-- Ends the operation with not_found: the same for an unknown id and for an id of another owner.
create function kith_private.not_found() returns void
language plpgsql set search_path = ''
as $$
begin
  perform kith_private.fail('not_found');
end
$$;

-- Refuses the request when the list is not empty. pointers: members of the body whose id is unknown or belongs to another
-- owner.
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

-- Pointers to the ids of a list in a body that are not known, for check_references. list: the pointer to the list.
create function kith_private.unknown_ids(list text, ids jsonb, known uuid[]) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return array(
    select format('%s/%s', list, given.position - 1)
    from jsonb_array_elements_text(ids) with ordinality as given (id, position)
    where not exists (select from unnest(known) found (id) where found.id = given.id::uuid)
    order by given.position);
end
$$;

-- Answers with a resource's representation, or not_found where there is none.
-- The operation runs the statement that reads the resource, so that Postgres keeps its plan.
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

-- Answers a deletion: 204 where a row was deleted, else not_found.
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

create type kith_private.page as (ids uuid[], page bigint, size bigint, total bigint);
comment on type kith_private.page is 'Which rows are on a page of a list, in order, and how many there are on all pages.';

-- The ids on one page of a list and how many rows all pages have. Query: page, pageSize. Conditions that are null are ignored.
-- search: what was derived from the query for the conditions, such as the patterns of its words.
-- rank: a number from 0 to 3 that comes before the order.
-- finds_few: the conditions leave so few that sorting them is better than reading the list in the order of an index.
-- `conditions` and `order_by` are SQL fragments that the operations write, never input: input reaches the statement only
-- as its parameters, $1 the query and $2 the search. Both use only columns that an index contains, so that the table itself is read only for
-- the rows of the page, by the operation. One scan finds all matching ids, which costs less than a limited query and a
-- count(*) that both evaluate the conditions.
-- The tables have no statistics (see 99_privileges.sql), so the planner would expect few rows and sort them.
create function kith_private.find_page(
  query jsonb, source regclass, conditions text[], order_by text, search anyelement default null::text, finds_few boolean default false,
  rank text default null)
returns kith_private.page
language plpgsql stable set search_path = '' set enable_sort = off set enable_bitmapscan = off set jit = off
as $$
declare
  page constant bigint := coalesce((query ->> 'page')::bigint, 1);
  size constant bigint := coalesce((query ->> 'pageSize')::bigint, 50);
  ids uuid[];
  total bigint;
  skipped bigint;
begin
  if order_by is null then
    perform kith_private.fail('validation_failed', 'The list cannot be sorted by that field.');
  end if;
  if finds_few then
    perform set_config('enable_sort', 'on', true);
  end if;
  perform kith_private.set_reads_list(true);
  -- Each rank is in the order of the index, so that only numbers are sorted.
  execute format(case when rank is null then 'select array(select id from %s where %s order by %s)'
      else 'select array(select id from (
        select id, %4$s as rank, row_number() over (order by %3$s) as position from %1$s where %2$s) ranked order by rank, position)' end,
    source, coalesce(nullif(array_to_string(conditions, ' and '), ''), 'true'), order_by, rank)
    into ids using query, search;
  perform kith_private.set_reads_list(false);
  total := cardinality(ids);
  skipped := least((page - 1) * size, total);
  return (ids[skipped + 1 : skipped + size], page, size, total)::kith_private.page;
end
$$;

-- Adds items, as JSON with commas between them, to those of a page; refuses pages of more than 5 MiB.
-- Contacts and notes can be long: a page is read in portions, so that no more than the limit and one portion is in memory.
create function kith_private.add_items(items text, more text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  joined constant text := concat_ws(',', items, more);
begin
  if octet_length(joined) > 5242880 then
    perform kith_private.refuse_member('/pageSize', 'too_big',
      'The items of this page have more than 5,242,880 bytes. Use a smaller pageSize; 8 always fit.', 'query');
  end if;
  return joined;
end
$$;

-- Items, as JSON with commas between them, with their id and these members only; whole where members is null.
create function kith_private.pick_members(items text, members jsonb) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  if members is null then
    return items;
  end if;
  return (
    select string_agg((
        select '{' || string_agg(concat(to_json(member.name), ':', member.value), ',' order by member.position) || '}'
        from json_each(item.value) with ordinality as member (name, value, position)
        where member.name = 'id' or members ? member.name), ',' order by item.position)
    from json_array_elements(concat('[', items, ']')::json) with ordinality as item (value, position));
end
$$;

-- Answers with a page of a list: its items, as JSON with commas between them, page, pageSize and total.
create function kith_private.answer_page(found kith_private.page, items text) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
begin
  return (200, format('{"data":[%s],"page":%s,"pageSize":%s,"total":%s}',
    kith_private.add_items(null, items), found.page, found.size, found.total))::kith_api.answer;
end
$$;

grant execute on function kith_private.fail(text, text, jsonb), kith_private.refuse_member(text, text, text, text),
  kith_private.not_found(), kith_private.check_references(text[]), kith_private.unknown_ids(text, jsonb, uuid[]),
  kith_private.answer_resource(json, smallint), kith_private.answer_deleted(boolean),
  kith_private.find_page(jsonb, regclass, text[], text, anyelement, boolean, text), kith_private.add_items(text, text),
  kith_private.pick_members(text, jsonb), kith_private.answer_page(kith_private.page, text) to authenticated;
