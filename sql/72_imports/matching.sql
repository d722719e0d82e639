-- Finds what the owner has already of the rows of an import. Contacts are found by uid, then e-mail address, then phone
-- number, archived ones too. All rows are compared in one hash join: without statistics of the new rows Postgres would choose nested loops.

-- Those of the ids that are contacts which were merged into others, and into which; null where that one does not exist.
-- Runs with the rights of the function's owner, because clients do not reach the table.
create function kith_private.merged_among(ids uuid[]) returns table (id uuid, into_id uuid)
language plpgsql stable security definer set search_path = ''
as $$
declare
  owner constant uuid := auth.uid();
  found_ids constant uuid[] := array(
    select m.id from kith_private.merged_contacts m
    where m.owner_id = owner and (m.id in (select given.id from unnest(ids) given (id))) is true);
begin
  foreach id in array found_ids loop
    into_id := kith_private.merged_into(id);
    return next;
  end loop;
end
$$;

-- The contacts of the current user that files identify by these uids: with that id, imported under it, or merged with another
-- one since.
-- The contacts are read once, since Postgres may look up a single one in an index where its id comes last.
create function kith_private.contacts_of_uids(uids text[]) returns table (uid text, contact_id uuid)
language plpgsql stable set search_path = '' set enable_nestloop = off set enable_mergejoin = off set jit = off
as $$
declare
  owner constant uuid := auth.uid();
begin
  perform kith_private.set_reads_list(true);
  return query
  with given as materialized (
    select u.uid, kith_private.as_uuid(u.uid) as id, 1 as rank from unnest(uids) u (uid)
    union all
    select u.uid, kith_private.imported_id(owner, u.uid), 2 from unnest(uids) u (uid)),
  merged as materialized (select m.id, m.into_id from kith_private.merged_among(array(select g.id from given g where g.id is not null)) m)
  select distinct on (found.uid) found.uid, found.id
  from (
    select g.uid, c.id, g.rank from given g join kith.contacts c on c.owner_id = owner and c.id = g.id
    union all
    select g.uid, m.into_id, g.rank + 2 from given g join merged m on m.id = g.id where m.into_id is not null) found
  order by found.uid, found.rank;
  perform kith_private.set_reads_list(false);
end
$$;

-- Matches rows of an import with the contacts that their uids lead to.
create function kith_private.match_uids(import uuid) returns void
language plpgsql set search_path = '' set enable_nestloop = off set enable_mergejoin = off set jit = off
as $$
begin
  update kith_private.import_rows r set action = 'match', matched_by = 'uid', match_id = found.contact_id
  from kith_private.contacts_of_uids(array(
    select r.uid from kith_private.import_rows r
    where r.import_id = import and r.resource = 'contact' and r.action = 'create' and r.uid is not null)) found
  where r.import_id = import and r.resource = 'contact' and r.action = 'create' and r.uid = found.uid;
end
$$;

-- Whether each word of a name is among other words, or is an initial or the short form of one, or has one: "J. Doe", "Max" for Maximilian.
-- Two letters begin too many names, and what only ends otherwise is somebody else: Daniel and Daniela, Paul and Pauline, John and
-- John Jr. A name without spaces is the others together: 王秉元 and 秉元 王.
create function kith_private.name_fits(name text[], others text[]) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  generations constant text[] := array['jr', 'jnr', 'jun', 'junior', 'sr', 'snr', 'sen', 'senior', 'ii', 'iii', 'iv', 'filho', 'neto', 'fils', 'pere'];
begin
  return array(select distinct word from unnest(name) word where word = any (generations) order by word)
      = array(select distinct word from unnest(others) word where word = any (generations) order by word)
    and not exists (
      select from unnest(name) word where not exists (
        select from unnest(others) other
        cross join lateral (values (word, other), (other, word)) pair (short, long)
        where word = other or starts_with(pair.long, pair.short) and (char_length(pair.short) = 1
          or char_length(pair.short) > 2 and char_length(pair.long) > char_length(pair.short) + 2 and right(pair.long, 1) not in ('a', 'e'))))
    or array_to_string(name, '') in (array_to_string(others, ''), (
      select string_agg(o.word, '' order by o.position desc) from unnest(others) with ordinality o (word, position)));
end
$$;

-- Whether somebody is known by an address or a number alone, which stands in the place of a name.
create function kith_private.is_nameless(name text, methods jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return methods @> jsonb_build_array(jsonb_build_object('value', name));
end
$$;

-- Matches rows of an import with contacts that have the same e-mail address or phone number, and a name that fits: families and
-- companies share them. Where one side has no name, the other has its own. kind: email or phone.
-- E-mail addresses and phone numbers are items of JSON, which no index finds; so those of all contacts are read once and hashed.
-- What more than ten contacts share says nothing of one, so their names are not compared.
create function kith_private.match_keys(import uuid, kind text) returns void
language plpgsql set search_path = '' set enable_nestloop = off set enable_mergejoin = off set jit = off set work_mem = '32MB'
as $$
declare
  calling_code constant text := kith_private.own_calling_code();
  method constant text := case kind when 'email' then 'e-mail address' else 'phone number' end;
begin
  perform kith_private.set_reads_list(true);
  with given as materialized (
    select distinct r.number, case kind when 'email' then lower((item ->> 'value') collate "C")
      else kith_private.phone_digits(item ->> 'value', calling_code) end as key
    from kith_private.import_rows r
    cross join lateral jsonb_array_elements(r.value -> case kind when 'email' then 'emails' else 'phones' end) item
    where r.import_id = import and r.resource = 'contact' and r.action = 'create'),
  present as materialized (
    select c.id, lower((item ->> 'value') collate "C") as key
    from kith.contacts c cross join lateral jsonb_array_elements(c.emails) item where kind = 'email' and c.emails <> '[]'
    union all
    select c.id, kith_private.phone_digits(item ->> 'value', calling_code)
    from kith.contacts c cross join lateral jsonb_array_elements(c.phones) item where kind = 'phone' and c.phones <> '[]'),
  found as materialized (
    select g.number, array_agg(distinct p.id) as ids from given g join present p on p.key = g.key group by g.number),
  compared as (
    select f.number, array_agg(c.id) filter (where kith_private.name_fits(
        kith_private.name_words(kith_private.display_name_in(r.value)),
        kith_private.name_words(concat_ws(' ', c.display_name, c.middle_name, c.nickname)))
      or kith_private.name_fits(
        kith_private.name_words(c.display_name),
        kith_private.name_words(concat_ws(' ', kith_private.display_name_in(r.value), r.value ->> 'middleName', r.value ->> 'nickname')))
      or kith_private.is_nameless(c.display_name, c.emails || c.phones)
      or kith_private.is_nameless(kith_private.display_name_in(r.value),
        coalesce(r.value -> 'emails', '[]') || coalesce(r.value -> 'phones', '[]'))) as ids
    from (select o.number, unnest(o.ids) as id from found o where cardinality(o.ids) <= 10) f
    join kith.contacts c on c.id = f.id
    join kith_private.import_rows r on r.import_id = import and r.number = f.number
    group by f.number)
  update kith_private.import_rows r set
    action = case when cardinality(same.ids) = 1 then 'match' else 'conflict' end,
    match_id = case when cardinality(same.ids) = 1 then same.ids[1] end,
    matched_by = kind,
    candidates = case when cardinality(same.ids) = 1 then '{}' else sharing.ids[:10] end,
    problem = case
      when cardinality(same.ids) = 1 then null
      when cardinality(sharing.ids) = 1 then format('A contact with another name has this %s.', method)
      else format('%s contacts have this %s.', cardinality(sharing.ids), method) end
  from found sharing left join compared same on same.number = sharing.number
  where r.import_id = import and r.number = sharing.number;
  perform kith_private.set_reads_list(false);
end
$$;

-- Records up to three contacts of the same name for rows of an import that match none.
create function kith_private.find_same_names(import uuid) returns void
language plpgsql set search_path = '' set enable_nestloop = off set enable_mergejoin = off set jit = off set work_mem = '32MB'
as $$
begin
  perform kith_private.set_reads_list(true);
  with given as materialized (
    select r.number, lower(kith_private.display_name_in(r.value) collate "und-x-icu") as name from kith_private.import_rows r
    where r.import_id = import and r.resource = 'contact' and r.action = 'create'),
  found as (
    select g.number, array_agg(c.id order by c.id) as ids
    from given g join kith.contacts c on lower(c.display_name collate "und-x-icu") = g.name group by g.number)
  update kith_private.import_rows r set candidates = found.ids[:3] from found where r.import_id = import and r.number = found.number;
  perform kith_private.set_reads_list(false);
end
$$;

-- Makes conflicts of the rows of an import that match one contact.
create function kith_private.find_conflicts(import uuid) returns void
language plpgsql set search_path = '' set enable_nestloop = off set enable_mergejoin = off set jit = off
as $$
begin
  update kith_private.import_rows r set action = 'conflict', match_id = null, candidates = array[r.match_id],
    problem = format('Line %s matches the same contact.', same.line)
  from (
    select o.number, (case when o.number = o.first then o.last_line else o.first_line end) as line
    from (
      select o.number, count(*) over matching as size, min(o.number) over matching as first,
        first_value(o.line) over (matching order by o.number) as first_line,
        last_value(o.line) over (matching order by o.number rows between unbounded preceding and unbounded following) as last_line
      from kith_private.import_rows o
      where o.import_id = import and o.resource = 'contact' and o.action = 'match'
      window matching as (partition by o.match_id)) o
    where o.size > 1) same
  where r.import_id = import and r.number = same.number;
end
$$;

-- Matches rows of an import, but contacts, with what exists: by id, and by name where names are unique.
create function kith_private.match_others(import uuid) returns void
language plpgsql set search_path = '' set enable_nestloop = off set enable_mergejoin = off set jit = off set work_mem = '32MB'
as $$
declare
  present constant text := (
    select string_agg(format('select %L as resource, t.id, k.by, k.key from %s t cross join lateral (values (''uid'', t.id::text)%s) k (by, key)',
      k.name, k.source, case when to_regclass(k.source || '_name_key') is not null
        then ', (''name'', lower(t.name collate "und-x-icu"))' else '' end), ' union all ' order by k.name)
    from kith_private.resources() k
    where k.name not in ('contact', 'profile') and k.name in (select r.resource from kith_private.import_rows r where r.import_id = import));
begin
  if present is null then
    return;
  end if;
  execute format($sql$
  with given as materialized (
    select r.number, r.resource, k.rank, k.by, k.key from kith_private.import_rows r
    cross join lateral (values (1, 'uid', kith_private.as_uuid(r.uid)::text), (2, 'uid', r.new_id::text),
      (3, 'name', lower((r.value ->> 'name') collate "und-x-icu"))) k (rank, by, key)
    where r.import_id = $1 and r.resource <> 'contact' and r.action = 'create'),
  present as materialized (%s)
  update kith_private.import_rows r set action = 'match', match_id = found.id, matched_by = found.by
  from (
    select distinct on (g.number) g.number, p.id, p.by
    from given g join present p on p.resource = g.resource and p.by = g.by and p.key = g.key
    order by g.number, g.rank) found
  where r.import_id = $1 and r.number = found.number$sql$, present) using import;
end
$$;

-- Makes conflicts of the rows of an import that repeat a uid.
-- Two rows with the same uid cannot both get its id.
create function kith_private.separate_repeated_uids(import uuid) returns void
language plpgsql set search_path = '' set enable_nestloop = off set enable_mergejoin = off set jit = off
as $$
begin
  update kith_private.import_rows r set action = 'conflict', new_id = gen_random_uuid(),
    problem = format('Line %s has the same id.', same.first_line)
  from (
    select o.number, first_value(o.line) over each as first_line, row_number() over each as place
    from kith_private.import_rows o
    where o.import_id = import and o.action = 'create' and o.uid is not null
    window each as (partition by o.resource, o.uid order by o.number)) same
  where r.import_id = import and r.number = same.number and same.place > 1;
end
$$;

grant execute on function kith_private.merged_among(uuid[]), kith_private.contacts_of_uids(text[]), kith_private.match_uids(uuid),
  kith_private.name_fits(text[], text[]), kith_private.is_nameless(text, jsonb), kith_private.match_keys(uuid, text), kith_private.find_same_names(uuid),
  kith_private.find_conflicts(uuid), kith_private.match_others(uuid), kith_private.separate_repeated_uids(uuid) to authenticated;

-- What applying an import does with each row, before anything is written.

-- Refuses choices for rows that an import does not have, or that cannot be done.
create function kith_private.check_asked_rows(import uuid, asked jsonb) returns void
language plpgsql set search_path = '' set enable_nestloop = off set enable_mergejoin = off set jit = off
as $$
declare
  errors constant jsonb := (
    select jsonb_agg(jsonb_build_object('in', 'body', 'pointer', format('/rows/%s/%s', given.place - 1, found.member),
      'code', found.code, 'message', found.message) order by given.place)
    from jsonb_array_elements(asked) with ordinality given (item, place)
    left join kith_private.import_rows r on r.import_id = import and r.number = (given.item ->> 'number')::integer
    cross join lateral (
      select 'number' as member, 'invalid_reference' as code, 'The import has no such row.' as message where r.number is null
      union all
      select 'number', 'invalid_format', 'This row could not be read, so it can only be skipped.'
      where r.action = 'error' and given.item ->> 'action' <> 'skip'
      union all
      select 'number', 'invalid_format', 'Only contacts can be merged.' where r.resource <> 'contact' and given.item ->> 'action' = 'merge'
      union all
      select 'contactId', 'required', 'This row matches no single contact: say which one.'
      where r.resource = 'contact' and r.action <> 'error' and given.item ->> 'action' = 'merge' and given.item ->> 'contactId' is null and r.match_id is null
      union all
      select 'contactId', 'invalid_reference', null
      where given.item ->> 'contactId' is not null and not exists (
        select from kith.contacts c where c.id = (given.item ->> 'contactId')::uuid)
      limit 1) found);
begin
  if errors is not null then
    perform kith_private.fail(case when errors @? '$[*] ? (@.pointer like_regex "contactId$" && @.code == "invalid_reference")'
      then 'invalid_reference' else 'validation_failed' end, errors => errors);
  end if;
end
$$;

-- Decides what applying does with each row of an import: create, merge, skip or fail. on_match: for those that match a contact;
-- asked: choices for single rows. The preview may be some hours old: what was deleted since is created, what was merged since is
-- merged into the other contact.
create function kith_private.decide_rows(import uuid, on_match text, asked jsonb) returns void
language plpgsql set search_path = '' set enable_nestloop = off set enable_mergejoin = off set jit = off
as $$
declare
  present uuid[];
  taken uuid[];
begin
  update kith_private.import_rows r set action = 'create', match_id = null, matched_by = null
  where r.import_id = import and r.action = 'match' and r.resource not in ('contact', 'profile');
  perform kith_private.match_uids(import), kith_private.match_others(import), kith_private.set_reads_list(true);
  present := array(
    select c.id from kith_private.import_rows d join kith.contacts c on c.id = d.match_id where d.import_id = import and d.resource = 'contact');
  taken := array(
    select c.id from kith_private.import_rows d join kith.contacts c on c.id = d.new_id where d.import_id = import and d.resource = 'contact');
  perform kith_private.set_reads_list(false);
  update kith_private.import_rows r set
    decision = case when decided.action = 'merge' and decided.target is null then 'create' else decided.action end,
    target_id = case decided.action
      when 'create' then case when decided.is_taken then gen_random_uuid() else r.new_id end
      when 'merge' then coalesce(decided.target, r.new_id)
      else decided.target end
  from (
    select d.number, found.target, found.is_taken, case
      when d.action = 'error' then 'skip'
      when given.item is not null then given.item ->> 'action'
      when d.action = 'conflict' then 'skip'
      when d.resource <> 'contact' then case when d.action = 'match' then 'skip' else 'create' end
      when found.target is not null then on_match
      else 'create' end as action
    from kith_private.import_rows d
    left join jsonb_array_elements(asked) given (item) on (given.item ->> 'number')::integer = d.number
    cross join lateral (
      select case when d.resource <> 'contact' then d.match_id else coalesce(
          (given.item ->> 'contactId')::uuid,
          case when d.match_id = any (present) then d.match_id
            when d.match_id is not null then (select m.into_id from kith_private.merged_among(array[d.match_id]) m) end) end as target,
        d.resource = 'contact' and d.new_id = any (taken) as is_taken offset 0) found
    where d.import_id = import) decided
  where r.import_id = import and r.number = decided.number;
  update kith_private.import_rows r set decision = 'fail', problem = format('Line %s is merged into the same contact.', same.line)
  from (
    select o.number, first_value(o.line) over each as line, row_number() over each as place
    from kith_private.import_rows o where o.import_id = import and o.decision = 'merge'
    window each as (partition by o.target_id order by o.number)) same
  where r.import_id = import and r.number = same.number and same.place > 1;
end
$$;

grant execute on function kith_private.check_asked_rows(uuid, jsonb), kith_private.decide_rows(uuid, text, jsonb) to authenticated;
