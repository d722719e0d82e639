create view kith_api.api_keys with (security_invoker = true) as
select k.id, row_to_json(shape) as body
from kith_private.api_keys k
cross join lateral (
  select
    k.id,
    k.name,
    k.key_prefix as "keyPrefix",
    to_char(k.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    to_char(k.last_used_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastUsedAt") shape;
comment on view kith_api.api_keys is 'API keys as the API shows them.';
grant select on kith_api.api_keys to authenticated;

create function kith_api.list_api_keys(arguments jsonb) returns kith_api.answer
language plpgsql stable set search_path = ''
as $$
declare
  found kith_private.page;
begin
  found := kith_private.find_page(arguments -> 'query', 'kith_private.api_keys', null,
    case coalesce(arguments -> 'query' ->> 'sort', 'createdAt')
      when 'createdAt' then 'created_at, id'
      when '-createdAt' then 'created_at desc, id desc'
    end);
  return kith_private.answer_page(found, (
    select string_agg((select k.body::text from kith_api.api_keys k where k.id = listed.id), ',' order by listed.position)
    from unnest(found.ids) with ordinality as listed (id, position)));
end
$$;
comment on function kith_api.list_api_keys(jsonb) is 'The current user''s API keys, oldest first.';

create function kith_api.create_api_key(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  made uuid;
begin
  insert into kith_private.api_keys (name, key_prefix, hash)
  values (arguments -> 'body' ->> 'name', arguments ->> 'keyPrefix', decode(arguments ->> 'hash', 'hex'))
  returning api_keys.id into made;
  return kith_private.answer_resource((select k.body from kith_api.api_keys k where k.id = made), 201::smallint);
end
$$;
comment on function kith_api.create_api_key(jsonb) is 'Stores a new API key by its hash.';

create function kith_api.delete_api_key(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  -- Compared as text, so that Postgres does not use the index by id, which contains all owners' keys, but searches the
  -- at most 20 keys of this owner.
  delete from kith_private.api_keys k
  where k.owner_id = (select auth.uid()) and k.id::text = (arguments ->> 'id')::uuid::text;
  return kith_private.answer_deleted(found);
end
$$;
comment on function kith_api.delete_api_key(jsonb) is 'Revokes an API key.';

grant execute on function kith_api.list_api_keys(jsonb), kith_api.create_api_key(jsonb), kith_api.delete_api_key(jsonb) to authenticated;

insert into kith_private.operations (name, resource, verb, writes, needs_access_token) values
  ('list_api_keys', 'api_key', 'list', false, true),
  ('create_api_key', 'api_key', 'create', true, true),
  ('delete_api_key', 'api_key', 'delete', true, true);
