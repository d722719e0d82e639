-- Safe edits: the entity tag of a resource is a hash of its representation, so it changes with every visible change.

-- Entity tag of a representation, without its quotes.
create function kith_private.tag(body text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return left(encode(sha256(convert_to(body, 'UTF8')), 'hex'), 32);
end
$$;

-- Refuses the operation when the resource's entity tag is not in ifMatch.
create function kith_private.check_tag(operation kith_private.operations, arguments jsonb) returns void
language plpgsql set search_path = ''
as $$
declare
  body text;
begin
  -- Locked first, so that nothing changes the row between the comparison and the operation.
  execute format(case when operation.locked_as_text then 'select from %s r where r.%I::text = $1::text for update'
      else 'select from %s r where r.%I = $1 for update' end, operation.locked_table, operation.locked_column)
    using coalesce((arguments ->> 'id')::uuid, auth.uid());
  execute format('select body from kith_api.%I($1)', operation.read_by) into body using arguments;
  if not arguments -> 'ifMatch' ? kith_private.tag(body) then
    perform kith_private.fail('precondition_failed');
  end if;
end
$$;

grant execute on function kith_private.tag(text), kith_private.check_tag(kith_private.operations, jsonb) to authenticated;
