-- What applying an import does with each row, before anything is written.

-- Refuses choices for rows that an import does not have, or that cannot be done.
create function kith_private.check_asked_rows(import uuid, asked jsonb) returns void
language plpgsql set search_path = '' set enable_nestloop = off set enable_mergejoin = off
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

-- Notes for each row of an import what applying does with it: create, merge, skip or fail. on_match: for those that match a
-- contact; asked: choices for single rows.
-- The preview may be some hours old: what was deleted since is created, what was merged since leads to where it went.
create function kith_private.decide_rows(import uuid, on_match text, asked jsonb) returns void
language plpgsql set search_path = '' set enable_nestloop = off set enable_mergejoin = off
as $$
declare
  present uuid[];
  taken uuid[];
begin
  update kith_private.import_rows r set action = 'create', match_id = null, matched_by = null
  where r.import_id = import and r.action = 'match' and r.resource not in ('contact', 'profile');
  perform kith_private.match_uids(import), kith_private.match_others(import), kith_private.set_finds_many(true);
  present := array(
    select c.id from kith_private.import_rows d join kith.contacts c on c.id = d.match_id where d.import_id = import and d.resource = 'contact');
  taken := array(
    select c.id from kith_private.import_rows d join kith.contacts c on c.id = d.new_id where d.import_id = import and d.resource = 'contact');
  perform kith_private.set_finds_many(false);
  update kith_private.import_rows r set
    outcome = case when decided.action = 'merge' and decided.target is null then 'create' else decided.action end,
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
  update kith_private.import_rows r set outcome = 'fail', problem = format('Line %s is merged into the same contact.', same.line)
  from (
    select o.number, first_value(o.line) over each as line, row_number() over each as place
    from kith_private.import_rows o where o.import_id = import and o.outcome = 'merge'
    window each as (partition by o.target_id order by o.number)) same
  where r.import_id = import and r.number = same.number and same.place > 1;
end
$$;

grant execute on function kith_private.check_asked_rows(uuid, jsonb), kith_private.decide_rows(uuid, text, jsonb) to authenticated;
