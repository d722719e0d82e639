-- Exports. They are read page by page in one transaction, as of its beginning; ADR 39 says why.

-- How many items the longest lists of the contacts have, for the columns of a table.
create function kith_private.longest_lists(search kith_private.contact_search) returns json
language plpgsql stable set search_path = '' set enable_sort = off set enable_bitmapscan = off set jit = off
as $$
declare
  longest json;
begin
  perform kith_private.set_reads_list(true);
  execute format($sql$
    select json_build_object('emails', coalesce(max(jsonb_array_length(emails)), 0), 'phones', coalesce(max(jsonb_array_length(phones)), 0),
      'urls', coalesce(max(jsonb_array_length(urls)), 0), 'addresses', coalesce(max(jsonb_array_length(addresses)), 0),
      'dates', coalesce(max(jsonb_array_length(dates)), 0), 'related', (
        select coalesce(max(n.count), 0) from (select count(*) as count from kith_private.relationships_about r group by r.contact_id) n))
    from kith.contacts where %s$sql$, coalesce(nullif(array_to_string(search.conditions, ' and '), ''), 'true'))
    into longest using search.query, search;
  perform kith_private.set_reads_list(false);
  return longest;
end
$$;

-- The next ids of a part of an export. part: a table; the search is for contacts only.
-- In the order of the primary key, so that each page goes on where the one before ended, however long the list is.
create function kith_private.export_ids(part text, search kith_private.contact_search, after uuid, at_most integer) returns uuid[]
language plpgsql stable set search_path = '' set enable_sort = off set enable_bitmapscan = off set jit = off
as $$
declare
  conditions constant text[] := case when after is not null then '{id > $3}'::text[] end
    || case when part = 'contacts' then search.conditions end;
  ids uuid[];
begin
  perform kith_private.set_reads_list(true);
  execute format('select array(select id from kith.%I where %s order by id limit $4)', part,
    coalesce(nullif(array_to_string(conditions, ' and '), ''), 'true')) into ids using search.query, search, after, at_most;
  perform kith_private.set_reads_list(false);
  return ids;
end
$$;

-- Rows of a part of an export, a line each: the name of the part, a space, and the JSON as the API shows it.
-- with_related: contacts with who is related to them, as vCards and tables have it.
create function kith_private.export_lines(part text, ids uuid[], with_related boolean default false) returns text
language plpgsql stable set search_path = ''
as $$
declare
  lines text;
begin
  if with_related and part = 'contacts' then
    return (
      select string_agg('contacts ' || concat(left(v.body::text, -1), ',"related":', kith_private.related_to_contact(v.id), '}'), E'\n' order by listed.position)
      from unnest(ids) with ordinality as listed (id, position)
      cross join lateral (select v.id, v.body from kith_api.contacts v where v.id = listed.id offset 0) v);
  end if;
  execute format($sql$
    select string_agg(%L || (select v.body::text from kith_api.%I v where v.id = listed.id), E'\n' order by listed.position)
    from unnest($1) with ordinality as listed (id, position)$sql$, part || ' ', part) into lines using ids;
  return lines;
end
$$;

-- Where an export of so many contacts, notes and reminders ends; null where nothing follows.
-- `after` of a part that begins with the first row of a table is the nil UUID.
create function kith_private.export_end(parts text[], search kith_private.contact_search, begins jsonb, at_most integer) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  first constant integer := array_position(parts, coalesce(begins ->> 'part', 'contacts'));
  after uuid := begins ->> 'after';
  rows_left integer := at_most;
  ids uuid[];
begin
  for position in first .. cardinality(parts) loop
    ids := kith_private.export_ids(parts[position], search, after, rows_left + 1);
    if cardinality(ids) > rows_left then
      return jsonb_build_object('part', parts[position],
        'after', case when rows_left > 0 then ids[rows_left] else '00000000-0000-0000-0000-000000000000' end);
    end if;
    rows_left := rows_left - cardinality(ids);
    after := null;
  end loop;
  return null;
end
$$;

-- A page of an export, as lines: the instant, where the next page begins, and details; then rows as export_lines has them, at
-- most 500 or about 1 MiB. Query: startAt, where the page begins, null for the first one; rows and after, of an export in parts.
-- Contacts and notes can be long: how many are read at a time depends on how long those before were.
create function kith_private.export_page(
  parts text[], search kith_private.contact_search, query jsonb, details jsonb default '{}') returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  most_bytes constant integer := 1048576;
  -- Version 1.1 of the function calls it place, which is a filter now.
  place constant jsonb := coalesce(query -> 'startAt', case when jsonb_typeof(query -> 'place') = 'object' then query -> 'place' end);
  begins constant jsonb := jsonb_build_object('part', split_part(query ->> 'after', '.', 1), 'after', split_part(query ->> 'after', '.', 2));
  ends jsonb := place -> 'ends';
  rows_left integer := 500;
  position integer := coalesce(array_position(parts, place ->> 'part'), 1);
  after uuid := place ->> 'after';
  ids uuid[];
  lines text[] := '{}';
  more text;
  bytes integer := 0;
  portion integer := 10;
  is_last boolean;
begin
  -- Others of the owner wait, and get 503 when that takes long, so that nobody occupies all connections.
  perform pg_advisory_xact_lock(hashtextextended('kith.export:' || auth.uid(), 0));
  if place is null and query ? 'rows' then
    ends := kith_private.export_end(parts, search, case when query ? 'after' then begins end, (query ->> 'rows')::integer);
    details := details || jsonb_build_object('follows', ends ->> 'part' || '.' || (ends ->> 'after'));
  end if;
  while position <= cardinality(parts) and rows_left > 0 and bytes < most_bytes loop
    if parts[position] = 'profile' then
      lines := lines || ('profile ' || kith_private.profile_body()::text);
      position := position + 1;
      continue;
    end if;
    portion := least(portion, rows_left);
    ids := kith_private.export_ids(parts[position], search, after, portion);
    is_last := parts[position] = ends ->> 'part' and (cardinality(ids) = 0 or ids[cardinality(ids)] >= (ends ->> 'after')::uuid);
    if is_last then
      ids := array(select id from unnest(ids) id where id <= (ends ->> 'after')::uuid order by id);
    end if;
    if cardinality(ids) > 0 then
      more := kith_private.export_lines(parts[position], ids, query ->> 'format' <> 'json');
      lines := lines || more;
      bytes := bytes + octet_length(more);
      rows_left := rows_left - cardinality(ids);
      after := ids[cardinality(ids)];
    end if;
    if is_last then
      position := cardinality(parts) + 1;
    elsif cardinality(ids) < portion then
      position := position + 1;
      after := null;
      portion := 10;
      -- What the others refer to is in every part of an export.
      if query ? 'after' and parts[position] = 'contacts' then
        position := array_position(parts, begins ->> 'part');
        after := begins ->> 'after';
      end if;
    else
      portion := greatest(1, least(rows_left, (most_bytes - bytes)::bigint * cardinality(ids) / octet_length(more)));
    end if;
  end loop;
  return (200, array_to_string(array[(jsonb_build_object(
      'at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'next', case when position <= cardinality(parts) then jsonb_build_object('part', parts[position], 'after', after, 'ends', ends) end)
    || details)::text] || lines, E'\n'))::kith_api.answer;
end
$$;

create function kith_api.export_contacts(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  query constant jsonb := coalesce(arguments -> 'query', '{}');
  search constant kith_private.contact_search := kith_private.read_contact_filters(query);
  is_first_of_table constant boolean := query ->> 'format' = 'csv' and not query ? 'startAt' and jsonb_typeof(query -> 'place') is distinct from 'object';
begin
  return kith_private.export_page('{fields,networks,contacts}', search, query,
    case when is_first_of_table then jsonb_build_object('longest', kith_private.longest_lists(search)) else '{}' end);
end
$$;
comment on function kith_api.export_contacts(jsonb) is
  'A page of an export of contacts, after the fields and networks. Query: the filters of list_contacts, format, rows, after, startAt.';

-- The tables of an export of everything, in order, after the profile.
-- What others refer to comes first, so that it is in every part of an export; then the contacts.
create function kith_private.exported_tables() returns text[]
language plpgsql stable set search_path = ''
as $$
begin
  return '{profile}' || array(
    select split_part(r.source, '.', 2) from kith_private.resources() r where r.name not in ('profile', 'membership')
    order by case when r.name = 'contact' then 2
      when r.name = 'field' or exists (
        select from kith_private.resources() o cross join lateral jsonb_each_text(o.refers) f where o.name <> r.name and f.value = r.source) then 1
      else 3 end, r.source collate "C");
end
$$;

create function kith_api.export_account(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
begin
  return kith_private.export_page(kith_private.exported_tables(), null, coalesce(arguments -> 'query', '{}'));
end
$$;
comment on function kith_api.export_account(jsonb) is 'A page of an export of everything. Query: rows, after, startAt.';

grant execute on function kith_private.longest_lists(kith_private.contact_search),
  kith_private.export_ids(text, kith_private.contact_search, uuid, integer), kith_private.export_lines(text, uuid[], boolean),
  kith_private.export_end(text[], kith_private.contact_search, jsonb, integer),
  kith_private.export_page(text[], kith_private.contact_search, jsonb, jsonb), kith_private.exported_tables() to authenticated;
