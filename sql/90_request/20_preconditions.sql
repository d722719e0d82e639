-- Safe edits: the tag of a resource is a hash of its representation, so it changes with whatever a client can see.

create function kith_private.tag(body text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return left(encode(sha256(convert_to(body, 'UTF8')), 'hex'), 32);
end
$$;
comment on function kith_private.tag(text) is 'Entity tag of a representation, without its quotes.';

create function kith_private.check_tag(operation text, arguments jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  resource constant text := case when operation in ('prepare_photo', 'attach_photo') then 'contact' else regexp_replace(operation, '^[a-z]+_', '') end;
  body text;
begin
  -- Locked first, so that nothing comes between the comparison and the change.
  if resource = 'me' then
    perform from kith.profiles p where p.owner_id = (select auth.uid()) for update;
  else
    execute format('select from kith.%I r where r.id = $1 for update', resource || 's') using (arguments ->> 'id')::uuid;
  end if;
  execute format('select body from kith_api.%I($1)', 'get_' || resource) into body using arguments;
  if not arguments -> 'ifMatch' ? kith_private.tag(body) then
    perform kith_private.fail('precondition_failed', 'The resource has changed since it was read. Read it again.');
  end if;
end
$$;
comment on function kith_private.check_tag(text, jsonb) is 'Refuses a change of a resource whose tag is none of those in ifMatch.';

grant execute on function kith_private.tag(text), kith_private.check_tag(text, jsonb) to authenticated;
