-- What an operation raised, as the answer that a client gets.

-- A constraint's name, <table>_<column>_<what it is>, tells the member of the body that it guards.
create function kith_private.violation(table_name text, constraint_name text, column_name text, message text) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'in', 'body',
      'pointer', coalesce('/' || lower(left(name, 1)) || substr(replace(initcap(replace(name, '_', ' ')), ' ', ''), 2), ''),
      'code', case
        when column_name <> '' or constraint_name like '%_named_check' then 'required'
        when constraint_name = 'notes_occurred_at_check' then 'too_big'
        when constraint_name = 'contact_networks_limit_check' then 'too_long'
        else 'invalid_format' end,
      'message', message)
    from (select case constraint_name
      when 'contacts_named_check' then null
      when 'contact_networks_limit_check' then 'network_ids'
      when 'contacts_last_contacted_by_hand_check' then 'last_contacted_at'
      when 'notes_occurred_at_range_check' then 'occurred_at'
      else coalesce(nullif(column_name, ''), regexp_replace(constraint_name, '^' || table_name || '_(.*)_(?:check|fkey)$', '\1')) end as name) named);
end
$$;
comment on function kith_private.violation(text, text, text, text) is 'A violated rule of a table as one of the errors of an answer.';

-- The answer to what an operation raised. The rules are repeated by the function's schemas, so what arrives here is
-- what only the database can know, or a race.
create function kith_private.refusal(
  state text, message text, detail text, hint text, table_name text, constraint_name text, column_name text,
  out status smallint, out body text)
language plpgsql stable set search_path = ''
as $$
declare
  code text;
  errors jsonb;
begin
  case
    when state = 'KITH0' then
      code := message;
      errors := nullif(hint, '')::jsonb;
    when state = '23505' and constraint_name like '%_name_key' then
      code := 'name_taken';
      detail := 'The name is already taken, whatever the case of its letters.';
    when state = '23503' and constraint_name like '%_owner_id_fkey' then
      code := 'unauthorized'; -- the account was deleted while the request ran
    when state = '23503' then
      code := 'invalid_reference';
      detail := 'The request refers to something that does not exist.';
      errors := jsonb_build_array(kith_private.violation(table_name, constraint_name, '', 'There is no such resource.'));
    when state in ('23514', '23502') then
      code := 'validation_failed';
      detail := 'The request is not valid.';
      errors := jsonb_build_array(kith_private.violation(table_name, constraint_name, column_name,
        case when state = '23502' then 'This member is required.'
          when constraint_name = 'contacts_named_check' then 'A contact has a first name, a last name, a nickname or a company.'
          when message like 'new row for relation%' then 'This value is not allowed.' else message end));
    when state in ('40001', '40P01', '55P03') then
      code := 'unavailable';
      detail := 'The request met another one on the same data. Try again.';
    -- the disk is full, memory or connections have run out; Postgres shuts down; the database has become read-only
    when state like '53%' or state like '57P%' or state = '25006' then
      code := 'unavailable';
      detail := 'The service is not available for the moment. Try again soon.';
    else
      code := 'internal';
  end case;
  status := case code
    when 'validation_failed' then 400 when 'invalid_reference' then 400 when 'invalid_photo_path' then 400
    when 'unauthorized' then 401
    when 'access_token_required' then 403
    when 'not_found' then 404
    when 'precondition_failed' then 412
    when 'name_taken' then 409 when 'api_key_limit_reached' then 409
    when 'unavailable' then 503
    else 500 end;
  body := json_strip_nulls(json_build_object('code', code, 'detail', detail, 'errors', errors));
end
$$;
comment on function kith_private.refusal(text, text, text, text, text, text, text) is 'Status and body of the answer to an exception that an operation raised.';
