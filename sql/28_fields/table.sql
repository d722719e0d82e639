-- Fields of one's own: what an owner keeps of contacts beside what Kith knows. Values are in the column custom of contacts, by the key.

-- Whether the value is a list of 1 to 100 different texts of 1 to 100 characters.
create function kith_private.are_options(items jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  if jsonb_typeof(items) is distinct from 'array' then
    return false;
  end if;
  return jsonb_array_length(items) between 1 and 100 and not exists (
    select from jsonb_array_elements(items) item
    where jsonb_typeof(item) <> 'string' or char_length(item #>> '{}') not between 1 and 100 or kith_private.has_line_break(item #>> '{}'))
    and jsonb_array_length(items) = (select count(distinct item) from jsonb_array_elements(items) item);
end
$$;
grant execute on function kith_private.are_options(jsonb) to authenticated, service_role;

create table kith.fields (
  created_at timestamptz(3) not null default now(),
  id uuid not null default gen_random_uuid(),
  key text not null constraint fields_key_check check (key ~ '^[a-z][a-z0-9_]{0,49}$'),
  name text not null constraint fields_name_check check (char_length(name) between 1 and 100),
  options jsonb not null default '[]' constraint fields_options_check check (options = '[]' or kith_private.are_options(options)),
  position integer not null default 0 constraint fields_position_check check (position between 0 and 1000),
  type text not null default 'text' constraint fields_type_check check (
    type in ('text', 'number', 'boolean', 'date', 'choice', 'choices', 'url')),
  updated_at timestamptz(3) not null default now(),
  -- Last, where the migration has it that was written for this table.
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  -- The key begins with the owner, so that a row of another owner cannot be found, not even through an index.
  primary key (owner_id, id),
  constraint fields_options_required_check check (type not in ('choice', 'choices') or options <> '[]')
);
comment on table kith.fields is 'Fields of one''s own: what an owner keeps of contacts beside what Kith knows.';
comment on column kith.fields.name is '1 to 100 characters, unique for its owner, ignoring case.';
comment on column kith.fields.key is 'By which contacts have the value; made from the name, and never changed.';
comment on column kith.fields.type is 'text, number, boolean, date, choice, choices or url; never changed.';
comment on column kith.fields.options is 'Of a choice or choices: 1 to 100 different texts. Values that are no option any more stay.';
comment on column kith.fields.position is 'Where it stands among the others, the lowest first; the same ones by name.';

create unique index fields_name_key on kith.fields (owner_id, lower(name collate "und-x-icu"));
create unique index fields_key_key on kith.fields (owner_id, key);
create index fields_position_idx on kith.fields (owner_id, (lpad(position::text, 4, '0') || name) collate "und-x-icu", id);

-- Grants, the owners' policy, updated_at, the quota, and its part in the log, in undoing and in what keys with limits see.
call pg_temp.make_resource('kith.fields', 'field', scope => 'contacts', seen_by => 'account', quota => 50, verbatim => '{key,type}');
call pg_temp.trim_texts('kith.fields', 'field');
call pg_temp.one_line('kith.fields', 'name');

-- Makes the key of a field from its name where none is given: letters a to z, digits and underscores, and a number where it is taken.
-- Neither the key nor the type changes.
create function kith_private.keep_field() returns trigger
language plpgsql set search_path = ''
as $$
declare
  made text;
  number integer := 1;
begin
  if tg_op = 'UPDATE' then
    if new.key <> old.key or new.type <> old.type then
      raise check_violation using schema = 'kith', table = 'fields', message = 'It never changes. Make another field.',
        constraint = case when new.key <> old.key then 'fields_key_check' else 'fields_type_check' end;
    end if;
    return new;
  end if;
  if coalesce(new.key, '') = '' then
    made := trim('_' from left(regexp_replace(lower(kith_private.folded(new.name) collate "C"), '[^a-z0-9]+', '_', 'g'), 40));
    made := case when made ~ '^[a-z]' then made else trim(trailing '_' from 'field_' || made) end;
    new.key := made;
    while exists (select from kith.fields f where f.owner_id = new.owner_id and f.key = new.key) loop
      number := number + 1;
      new.key := made || '_' || number;
    end loop;
  end if;
  return new;
end
$$;
create trigger keep_field before insert or update on kith.fields for each row execute function kith_private.keep_field();

create view kith_api.fields with (security_invoker = true) as
select f.id, row_to_json(shape) as body
from kith.fields f
cross join lateral (
  select
    f.id,
    f.key,
    f.name,
    f.type,
    f.options,
    f.position,
    to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    to_char(f.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt") shape;
comment on view kith_api.fields is 'Fields of one''s own as the API shows them.';
grant select on kith_api.fields to authenticated;

-- The five operations: list, get, create, update and delete.
call pg_temp.make_operations('kith.fields', 'field',
  array[['position', '(lpad(position::text, 4, ''0'') || name) collate "und-x-icu"'], ['name', 'name collate "und-x-icu"'], ['createdAt', 'created_at']]);

-- Why a value cannot be one of a field; null where it can. field: its type and options; null where there is none.
create function kith_private.custom_problem(field jsonb, value jsonb) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  type constant text := field ->> 'type';
  written constant text := value #>> '{}';
begin
  return case
    when field is null then 'There is no such field. Make it first.'
    when type = 'number' then case
      when jsonb_typeof(value) <> 'number' then 'Must be a number.'
      -- JSON parsers round larger ones.
      when abs(value::numeric) > 9007199254740991 then 'Must be a number from -9,007,199,254,740,991 to 9,007,199,254,740,991.' end
    when type = 'boolean' then case when jsonb_typeof(value) <> 'boolean' then 'Must be true or false.' end
    when type = 'choices' then case
      when jsonb_typeof(value) <> 'array' or not field -> 'options' @> value then 'Must be a list of some of its options.' end
    when jsonb_typeof(value) <> 'string' then 'Must be a text.'
    when type = 'text' then case when char_length(written) not between 1 and 1000 then 'Must have 1 to 1,000 characters.' end
    when type = 'date' then case
      when (kith_private.is_birthday(written) and written not like '--%') is not true then 'Must be a real date as YYYY-MM-DD.' end
    when type = 'choice' then case when not field -> 'options' ? written then 'Must be one of its options.' end
    when type = 'url' then case when not kith_private.is_contact_method('url', written) then 'Must be an http or https URL.' end end;
end
$$;

-- The types and options of an owner's fields with these keys, by the keys; of all of them where keys is null. With the rights of the
-- function's owner, because a key that is limited to networks does not see fields, and changes values all the same. For the account of the
-- request alone; without one, for whom a row is written.
create function kith_private.fields_by_keys(owner uuid, keys text[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_object_agg(f.key, jsonb_build_object('type', f.type, 'options', f.options)), '{}') from kith.fields f
    where f.owner_id = owner and (keys is null or f.key = any (keys)) and owner is not distinct from coalesce(auth.uid(), owner));
end
$$;

-- The values of a contact's own fields, those that are null left out. Refuses what is no value of its field, but not what was there before.
create function kith_private.checked_custom(owner uuid, given jsonb, earlier jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  fields jsonb;
  item record;
  problem text;
begin
  if given = '{}' or kith_private.is_restoring() then
    return given;
  end if;
  if jsonb_typeof(given) is distinct from 'object' then
    problem := 'Must be an object.';
  elsif octet_length(given::text) > 16384 then
    problem := 'Must have at most 16,384 bytes.';
  else
    given := jsonb_strip_nulls(given);
    -- All fields at once: 1,000 contacts of an import may have values of 50 each.
    fields := kith_private.fields_by_keys(owner, array(select jsonb_object_keys(given)));
    for item in select key, value from jsonb_each(given) order by key loop
      continue when earlier -> item.key = item.value;
      problem := kith_private.custom_problem(fields -> item.key, item.value);
      problem := case when problem is not null then format('%s: %s', item.key, problem) end;
      exit when problem is not null;
    end loop;
  end if;
  if problem is not null then
    raise check_violation using schema = 'kith', table = 'contacts', constraint = 'contacts_custom_check', message = problem;
  end if;
  return given;
end
$$;

-- Texts as options, of those that differ in case and accents alone; others as they are. Options are folded once, and only where a text is not one.
create function kith_private.options_as_said(options jsonb, said text[]) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  known jsonb;
  answer jsonb := '[]';
  part text;
begin
  foreach part in array said loop
    if not options ? part then
      known := coalesce(known, (
        select jsonb_object_agg(kith_private.folded(option), option order by place desc)
        from jsonb_array_elements_text(options) with ordinality given (option, place)), '{}');
      part := coalesce(known ->> kith_private.folded(part), part);
    end if;
    answer := answer || to_jsonb(part);
  end loop;
  return answer;
end
$$;

-- Values as an assistant says them, {name, value} as texts, as values of the fields that are called so, or have that key: a number, true or
-- false, several with commas between. Of a field that there is not, as they are, and they are refused then. A blank one clears.
create function kith_private.custom_as_said(said jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_object_agg(coalesce(f.key, kith_private.trimmed(item ->> 'name')), case
      when kith_private.trimmed(item ->> 'value') is null then 'null'::jsonb
      when f.type = 'number' and item ->> 'value' ~ '^\s*-?\d{1,15}(\.\d{1,15})?\s*$' then to_jsonb((item ->> 'value')::numeric)
      when f.type = 'boolean' and lower(item ->> 'value') in ('true', 'yes', 'false', 'no') then to_jsonb(lower(item ->> 'value') in ('true', 'yes'))
      when f.type = 'choices' then kith_private.options_as_said(f.options, regexp_split_to_array(kith_private.trimmed(item ->> 'value'), '\s*,\s*'))
      when f.type = 'choice' then kith_private.options_as_said(f.options, array[kith_private.trimmed(item ->> 'value')]) -> 0
      else to_jsonb(kith_private.trimmed(item ->> 'value')) end), '{}')
    from jsonb_array_elements(said) item
    left join kith.fields f on f.key = item ->> 'name' or lower(f.name collate "und-x-icu") = lower(kith_private.trimmed(item ->> 'name') collate "und-x-icu"));
end
$$;
grant execute on function kith_private.custom_as_said(jsonb), kith_private.options_as_said(jsonb, text[]), kith_private.custom_problem(jsonb, jsonb),
  kith_private.fields_by_keys(uuid, text[]), kith_private.checked_custom(uuid, jsonb, jsonb) to authenticated, service_role;
