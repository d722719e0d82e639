-- The filters of lists and exports of contacts: a search is a typed record, made here and given to whoever looks for contacts.

create type kith_private.name_search as (whole text, first text, beginnings text[]);
comment on type kith_private.name_search is
  'A search as names are compared with it: whole with a space before it, its first word, and the LIKE pattern of the beginning of each word.';

create type kith_private.noted_word as (contacts uuid[]);
comment on type kith_private.noted_word is 'The contacts of the notes that have a word.';

create type kith_private.contact_search as (
  -- The parameters as they were sent, and what a contact has to fulfil: SQL fragments in which $1 is the query and $2 the search.
  query jsonb, conditions text[],
  -- What is searched for, without what stands around words; for each word its LIKE patterns (kith_private.contact_patterns), null without
  -- a search; the networks whose members match as well (kith_private.networks_matching_words) and the contacts whose notes do
  -- (kith_private.contacts_in_notes), null where only contacts are searched; and whether older notes were left out.
  words text, patterns jsonb, networks jsonb, noted kith_private.noted_word[], is_cut boolean, named kith_private.name_search,
  -- The patterns of a company and of a place; those of a place also as the search text of a contact has them.
  company_patterns text[], place_patterns jsonb, place_texts jsonb,
  -- By what a contact is due: the owner's day, the last day before nextContactBefore, and the time zone. Null where nothing depends on it.
  today date, last_day date, timezone text);
comment on type kith_private.contact_search is 'Which contacts a list, an export or a change is about: a query, and what was derived from it.';

-- The condition that a contact is due on a day or before. day: the column of the search that has it.
-- The time zone matters only within one day of that day; otherwise the rule is the same as in kith_api.contacts.
create function kith_private.due_condition(day text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return format($sql$case
    when next_contact_on_utc is null or id in (select never from kith_private.never_due() never) then false
    when next_contact_on_utc < ($2).%1$I then true
    when next_contact_on_utc <= ($2).%1$I + 1
      then (
        select greatest(near.active_snooze, (coalesce(near.last_contacted_at, near.created_at) at time zone ($2).timezone)::date
          + near.contact_frequency_days) <= ($2).%1$I
        from kith.contacts near where near.owner_id = contacts.owner_id and near.id = contacts.id)
    else false end$sql$, day);
end
$$;

-- The day on which a contact is due, for an order; null for one that never is.
create function kith_private.next_contact_on() returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return $sql$case when next_contact_on_utc is not null and id not in (select never from kith_private.never_due() never) then
    greatest(active_snooze, (coalesce(last_contacted_at, created_at) at time zone ($2).timezone)::date + contact_frequency_days) end$sql$;
end
$$;

-- The order by a field of one's own, such as -custom.diet: numbers by what they are, all else as texts; null where it names none.
create function kith_private.custom_order(sort text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    select format($sql$case when jsonb_typeof(custom -> %1$L) = 'number' then (custom ->> %1$L)::numeric end %2$s nulls last,
      custom ->> %1$L collate "und-x-icu" %2$s nulls last,
      display_name collate "und-x-icu" %2$s, id %2$s$sql$, named[2], case when named[1] = '-' then 'desc' end)
    from regexp_match(sort, '^(-?)custom\.([a-z][a-z0-9_]{0,49})$') named);
end
$$;

grant execute on function kith_private.due_condition(text), kith_private.next_contact_on(), kith_private.custom_order(text) to authenticated;

-- What a query looks for. Query: search, ids, networkId, hasEmail, hasPhone, company, place, lastContactedBefore, isFavorite, isArchived,
-- needsContact, nextContactBefore, birthdayMonth (one or several), dateKind, dateMonth, custom (an object), sort. Each word that is searched for may be of the contact, of the name of
-- one of its networks or of one of its notes.
create function kith_private.read_contact_filters(query jsonb) returns kith_private.contact_search
language plpgsql stable set search_path = ''
as $$
declare
  written constant text[] := case when query ? 'search' then kith_private.written_name(query ->> 'search') end;
  search kith_private.contact_search;
  conditions text[] := case coalesce(query ->> 'isArchived', 'false')
    when 'false' then '{not is_archived}' when 'true' then '{is_archived}' else '{}' end;
begin
  search.query := query;
  if query ? 'search' then
    search.patterns := nullif(kith_private.contact_patterns(written[1], written[2]), '[]');
  end if;
  if search.patterns is not null then
    search.words := written[1];
    search.named := kith_private.named_words(search.words);
    search.networks := kith_private.networks_matching_words(search.patterns, kith_private.folded_networks());
    select n.noted, n.is_cut into search.noted, search.is_cut from kith_private.contacts_in_notes(search.patterns) n;
    conditions := conditions || kith_private.search_condition(search.patterns, search.networks, search.noted);
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
    search.company_patterns := kith_private.word_patterns(query ->> 'company');
    conditions := conditions || $sql$case
      when clock_timestamp() > (select statement_timestamp() + interval '3 seconds') then (select kith_private.search_took_too_long('company'))
      else (search_text is null or search_text like all (($2).company_patterns))
        and kith_private.folded(company) like all (($2).company_patterns) end$sql$::text;
  end if;
  if jsonb_typeof(query -> 'place') = 'string' then
    -- The search text has the places, so that only addresses of contacts that may match are read.
    search.place_patterns := kith_private.place_patterns(query ->> 'place');
    search.place_texts := (
      select jsonb_agg((select jsonb_agg(replace(way, ' ', '%')) from jsonb_array_elements_text(ways) way))
      from jsonb_array_elements(search.place_patterns) ways);
    conditions := conditions || case when search.place_patterns = '[]' then 'false'
      else kith_private.search_condition(search.place_texts, read_from => 'place_texts') || $sql$ and (
        select kith_private.is_in_place(placed.addresses, ($2).place_patterns) from kith.contacts placed
        where placed.owner_id = contacts.owner_id and placed.id = contacts.id)$sql$ end;
  end if;
  if query ? 'lastContactedBefore' then
    conditions := conditions || $sql$(last_contacted_at is null
      or last_contacted_at < (select kith_private.local_instant($1 ->> 'lastContactedBefore', '00:00')))$sql$::text;
  end if;
  if query ? 'birthdayMonth' then
    conditions := conditions || $sql$birthday_month = any ((
      select array(select (month #>> '{}')::smallint from jsonb_path_query($1 -> 'birthdayMonth', '$[*]') month))::smallint[])$sql$::text;
  end if;
  if query ?| '{dateKind,dateMonth}' then
    -- Of one date. A date without a month is in none.
    conditions := conditions || $sql$dates <> '[]' and exists (
      select from jsonb_array_elements(dates) item
      where coalesce(item ->> 'kind' = $1 ->> 'dateKind', true)
        and coalesce(substr(item ->> 'date', case when item ->> 'date' like '--%' then 3 else 6 end, 2) = lpad($1 ->> 'dateMonth', 2, '0'), true))$sql$::text;
  end if;
  if query ? 'custom' then
    conditions := conditions || $sql$custom <> '{}' and not exists (
      select from jsonb_each_text($1 -> 'custom') asked
      where case jsonb_typeof(custom -> asked.key) when 'array' then custom -> asked.key ? asked.value
        else kith_private.folded(custom ->> asked.key) = kith_private.folded(asked.value) end is not true)$sql$::text;
  end if;
  if query ?| '{needsContact,nextContactBefore}' or query ->> 'sort' like '%nextContactOn' then
    search.today := kith_private.today();
    search.timezone := kith_private.time_zone();
    search.last_day := (query ->> 'nextContactBefore')::date - 1;
  end if;
  if query ? 'needsContact' then
    conditions := conditions || (kith_private.due_condition('today') || $sql$ = ($1 ->> 'needsContact')::boolean$sql$);
  end if;
  if query ? 'nextContactBefore' then
    conditions := conditions || kith_private.due_condition('last_day');
  end if;
  search.conditions := conditions;
  return search;
end
$$;

grant execute on function kith_private.read_contact_filters(jsonb) to authenticated;
