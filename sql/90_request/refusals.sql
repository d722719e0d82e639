-- Translates exceptions of operations into errors of the API.

-- A violated constraint as an item of the member errors of a problem.
-- The member of the body follows from the constraint's name: <table>_<column>_check or <table>_<column>_fkey.
create function kith_private.violation(table_name text, constraint_name text, column_name text, message text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'in', 'body',
      'pointer', coalesce('/' || kith_private.member_name(name), ''),
      'code', case
        when constraint_name in ('relationships_pair_key', 'relationships_itself_check', 'fields_key_key') then 'duplicate'
        when column_name <> '' or constraint_name like '%_named_check' or constraint_name like '%_required_check' then 'required'
        when constraint_name like '%_fkey' then 'invalid_reference'
        when constraint_name in ('notes_occurred_at_check', 'api_keys_overlap_seconds_check') then 'too_big'
        when constraint_name = 'api_keys_expires_at_check' then 'too_small'
        when constraint_name in ('contact_networks_limit_check', 'relationships_limit_check') or constraint_name like '%_contact_ids_check' then 'too_long'
        else 'invalid_format' end,
      'message', message)
    from (select case constraint_name
      when 'contacts_named_check' then null
      when 'relationships_limit_check' then null
      when 'relationships_pair_key' then 'kind'
      when 'relationships_itself_check' then 'related_contact_id'
      when 'relationships_related_required_check' then 'related_contact_id'
      when 'relationships_label_required_check' then 'label'
      when 'fields_options_required_check' then 'options'
      when 'fields_key_key' then 'key'
      when 'reminders_due_at_required_check' then 'due_at'
      when 'contact_networks_limit_check' then 'network_ids'
      when 'note_contacts_contact_id_fkey' then 'contact_ids'
      when 'reminder_contacts_contact_id_fkey' then 'contact_ids'
      when 'notes_first_contact_check' then 'contact_ids'
      when 'reminders_first_contact_check' then 'contact_ids'
      when 'contacts_last_contacted_by_hand_check' then 'last_contacted_at'
      when 'notes_occurred_at_range_check' then 'occurred_at'
      when 'api_keys_expires_at_range_check' then 'expires_at'
      else coalesce(nullif(column_name, ''), regexp_replace(constraint_name, '^' || table_name || '_(.*)_(?:check|fkey)$', '\1')) end as name) named);
end
$$;

-- Translates an exception of an operation: a JSON object with the code of the error catalogue, detail and errors; and the cause
-- for the log.
-- The Zod schemas repeat the rules of the tables, so only violations that need the database, and races, arrive here. The
-- Edge Function adds the status and the text of the code; `detail` replaces that text.
create function kith_private.refusal(
  state text, message text, detail text, hint text, table_name text, constraint_name text, column_name text,
  out body text, out log text)
language plpgsql stable set search_path = ''
as $$
declare
  code text;
  errors jsonb;
  merged_into text;
begin
  case
    when state = 'KITH0' then
      code := message;
      errors := nullif(hint, '')::jsonb;
      if jsonb_typeof(errors) = 'object' then
        merged_into := errors ->> 'mergedInto';
        errors := null;
      end if;
    when state = '23505' and constraint_name like '%_name_key' then
      code := 'name_taken';
    when state = '23505' and constraint_name = 'relationships_pair_key' then
      code := 'validation_failed';
      errors := jsonb_build_array(kith_private.violation(table_name, constraint_name, '', 'They have this relationship already.'));
    when state = '23505' and constraint_name = 'fields_key_key' then
      code := 'validation_failed';
      errors := jsonb_build_array(kith_private.violation(table_name, constraint_name, '', 'Another field has this key.'));
    when state = '23503' and constraint_name like '%_owner_id_fkey' then
      code := 'unauthorized'; -- the account was deleted while the request ran
    when state = '23503' then
      code := 'invalid_reference';
      errors := jsonb_build_array(kith_private.violation(table_name, constraint_name, '', null));
    when state = '23514' and constraint_name like '%_quota_check' then
      code := 'quota_exceeded';
      detail := message;
    when state in ('23514', '23502') then
      code := 'validation_failed';
      errors := jsonb_build_array(kith_private.violation(table_name, constraint_name, column_name,
        case when state = '23502' then null
          when constraint_name = 'contacts_named_check' then 'A contact has a first name, a last name, a nickname or a company.'
          when constraint_name = 'relationships_itself_check' then 'Nobody is related to themselves.'
          when constraint_name = 'relationships_related_required_check' then 'Give either relatedContactId or relatedName, and null for the other one.'
          when constraint_name = 'relationships_label_required_check' then 'The kind other needs a label.'
          when constraint_name = 'fields_options_required_check' then 'Give the options to choose from.'
          when constraint_name = 'reminders_due_at_required_check' then 'A recurring reminder needs a due time.'
          when message like 'new row for relation%' then concat_ws(' ', 'This value is not allowed.', (
            select pg_catalog.col_description(k.conrelid, k.conkey[1]) from pg_catalog.pg_constraint k
            where k.conrelid = pg_catalog.to_regclass(format('kith.%I', table_name)) and k.conname = constraint_name
              and cardinality(k.conkey) = 1))
          else message end));
    -- A conflict with a concurrent request; no disk space, memory or connections left; Postgres is shutting down; the
    -- database is read-only.
    when state in ('40001', '40P01', '55P03', '25006') or state like '53%' or state like '57P%' or state = '57014' then
      code := 'unavailable';
    else
      code := 'internal';
  end case;
  if code in ('unavailable', 'internal') then
    log := state || ': ' || message;
  end if;
  body := json_strip_nulls(json_build_object(
    'code', code, 'detail', case when state = 'KITH0' or code = 'quota_exceeded' then nullif(detail, '') end, 'errors', errors,
    'mergedInto', merged_into));
end
$$;

-- Runs an operation as a part of another one. place: where its body is in the body of that one. Where the part is refused it has
-- written nothing, and error has code, detail and errors, whose pointers begin with the place.
-- What is no fault of the part, such as a conflict with another request, fails the whole request.
create function kith_private.run_part(
  place text, operation text, arguments jsonb, out answer kith_api.answer, out error jsonb)
language plpgsql set search_path = ''
as $$
declare
  state text;
  message text;
  detail text;
  hint text;
  table_name text;
  constraint_name text;
  column_name text;
  refused record;
begin
  execute format('select * from kith_api.%I($1)', operation) into answer using arguments;
exception when others then
  get stacked diagnostics state = returned_sqlstate, message = message_text, detail = pg_exception_detail,
    hint = pg_exception_hint, table_name = table_name, constraint_name = constraint_name, column_name = column_name;
  select r.body::jsonb as body, r.log into refused
  from kith_private.refusal(state, message, detail, hint, table_name, constraint_name, column_name) r;
  if refused.log is not null then
    raise;
  end if;
  error := refused.body || jsonb_build_object('errors', coalesce((
    select jsonb_agg(violation.value || jsonb_build_object('pointer', place || (violation.value ->> 'pointer')) order by violation.position)
    from jsonb_array_elements(refused.body -> 'errors') with ordinality as violation (value, position)),
    jsonb_build_array(jsonb_build_object('in', 'body', 'pointer', place, 'code', 'invalid_reference'))));
end
$$;

-- For operations that catch what one of their parts raises.
grant execute on function kith_private.violation(text, text, text, text),
  kith_private.refusal(text, text, text, text, text, text, text), kith_private.run_part(text, text, jsonb) to authenticated;
