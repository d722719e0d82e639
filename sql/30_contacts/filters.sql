-- When contacts are due, in the owner's time zone: SQL fragments for kith_private.find_page.

-- The condition that a contact is due on a day or before. day: the member of the query that has it; its time zone is the member
-- timezone.
-- The time zone matters only within one day of that day; otherwise the rule is the same as in kith_api.contacts.
create function kith_private.due_condition(day text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return format($sql$case
    when next_contact_on_utc < (select ($1 ->> %1$L)::date) then true
    when next_contact_on_utc <= (select ($1 ->> %1$L)::date + 1)
      then (
        select greatest(near.active_snooze, (coalesce(near.last_contacted_at, near.created_at) at time zone ($1 ->> 'timezone'))::date
          + near.contact_frequency_days) <= (select ($1 ->> %1$L)::date)
        from kith.contacts near where near.owner_id = contacts.owner_id and near.id = contacts.id)
    else false end$sql$, day);
end
$$;

-- The day on which a contact is due, for an order; null for one that never is. The time zone is the member timezone of the
-- query.
create function kith_private.next_contact_on() returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return $sql$case when next_contact_on_utc is not null then
    greatest(active_snooze, (coalesce(last_contacted_at, created_at) at time zone ($1 ->> 'timezone'))::date + contact_frequency_days) end$sql$;
end
$$;

grant execute on function kith_private.due_condition(text), kith_private.next_contact_on() to authenticated;

-- The filters of lists and exports of contacts.

create type kith_private.contact_filters as (query jsonb, conditions text[]);
comment on type kith_private.contact_filters is
  'SQL fragments that a contact has to fulfil, in which $1 is the query, with what they read besides the parameters.';

-- The conditions of a query. Query: search, inNetworks (a word may be of a network's name), ids, networkId, hasEmail, hasPhone,
-- company, place, lastContactedBefore, isFavorite, isArchived, needsContact, nextContactBefore, birthdayMonth, sort.
create function kith_private.read_contact_filters(query jsonb) returns kith_private.contact_filters
language plpgsql stable set search_path = ''
as $$
declare
  searched constant text[] := kith_private.written_name(coalesce(query ->> 'search', ''));
  patterns constant jsonb := kith_private.contact_patterns(searched[1], searched[2]);
  conditions text[] := case coalesce(query ->> 'isArchived', 'false')
    when 'false' then '{not is_archived}' when 'true' then '{is_archived}' else '{}' end;
begin
  if patterns <> '[]' then
    query := query || jsonb_build_object('patterns', patterns, 'search', searched[1]);
    if query ? 'inNetworks' then
      query := query || jsonb_build_object('networks', kith_private.networks_matching_words(patterns, kith_private.folded_networks()));
    end if;
    conditions := conditions || kith_private.search_condition(patterns, query -> 'networks');
  end if;
  if query ? 'ids' then
    conditions := conditions || $sql$id = any (array(select jsonb_array_elements_text($1 -> 'ids')::uuid))$sql$::text;
  end if;
  if query ? 'networkId' then
    -- "is true" makes Postgres put the members into a hash table and read the list in the order of its index
    conditions := conditions || $sql$(id in (
      select m.contact_id from kith.contact_networks m where m.network_id = ($1 ->> 'networkId')::uuid)) is true$sql$::text;
  end if;
  if query ? 'isFavorite' then
    conditions := conditions || $sql$is_favorite = ($1 ->> 'isFavorite')::boolean$sql$::text;
  end if;
  if query ? 'hasEmail' then
    conditions := conditions || $sql$(emails <> '[]') = ($1 ->> 'hasEmail')::boolean$sql$::text;
  end if;
  if query ? 'hasPhone' then
    conditions := conditions || $sql$(phones <> '[]') = ($1 ->> 'hasPhone')::boolean$sql$::text;
  end if;
  if query ? 'company' then
    -- The search text has the company, so that only contacts that may match are read from the table. Folding the companies of many
    -- contacts with long texts takes long, as searching them does.
    query := query || jsonb_build_object('companyPatterns', kith_private.word_patterns(query ->> 'company'));
    conditions := conditions || $sql$case
      when clock_timestamp() > (select statement_timestamp() + interval '3 seconds') then (select kith_private.search_took_too_long('company'))
      else (search_text is null or search_text like all ((select array(select jsonb_array_elements_text($1 -> 'companyPatterns')))::text[]))
        and kith_private.folded(company) like all ((select array(select jsonb_array_elements_text($1 -> 'companyPatterns')))::text[]) end$sql$::text;
  end if;
  if jsonb_typeof(query -> 'place') = 'string' then
    -- The search text has the places, so that only addresses of contacts that may match are read.
    query := query || jsonb_build_object('placePatterns', kith_private.place_patterns(query ->> 'place'));
    query := query || jsonb_build_object('placeTexts', (
      select jsonb_agg((select jsonb_agg(replace(way, ' ', '%')) from jsonb_array_elements_text(ways) way)) from jsonb_array_elements(query -> 'placePatterns') ways));
    conditions := conditions || case when query -> 'placePatterns' = '[]' then 'false'
      else kith_private.search_condition(query -> 'placeTexts', member => 'placeTexts') || $sql$ and (
        select kith_private.is_in_place(placed.addresses, $1 -> 'placePatterns') from kith.contacts placed
        where placed.owner_id = contacts.owner_id and placed.id = contacts.id)$sql$ end;
  end if;
  if query ? 'lastContactedBefore' then
    conditions := conditions || $sql$(last_contacted_at is null
      or last_contacted_at < (select kith_private.local_instant($1 ->> 'lastContactedBefore', '00:00')))$sql$::text;
  end if;
  if query ? 'birthdayMonth' then
    conditions := conditions || $sql$birthday_month = (select ($1 ->> 'birthdayMonth')::smallint)$sql$::text;
  end if;
  if query ?| '{needsContact,nextContactBefore}' or query ->> 'sort' like '%nextContactOn' then
    query := query || jsonb_build_object('today', kith_private.today(), 'timezone', kith_private.time_zone(),
      'lastDay', (query ->> 'nextContactBefore')::date - 1);
  end if;
  if query ? 'needsContact' then
    conditions := conditions || (kith_private.due_condition('today') || $sql$ = ($1 ->> 'needsContact')::boolean$sql$);
  end if;
  if query ? 'nextContactBefore' then
    conditions := conditions || kith_private.due_condition('lastDay');
  end if;
  return (query, conditions)::kith_private.contact_filters;
end
$$;

grant execute on function kith_private.read_contact_filters(jsonb) to authenticated;
