-- The operations on API keys.

create view kith_api.api_keys with (security_invoker = true) as
select k.id, row_to_json(shape) as body
from kith_private.api_keys k
cross join lateral (
  select
    k.id,
    k.name,
    k.scopes,
    k.network_ids as "networkIds",
    k.key_prefix as "keyPrefix",
    to_char(k.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    to_char(k.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt",
    to_char(k.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "expiresAt",
    to_char(k.last_used_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastUsedAt",
    kith_private.member_name(k.last_operation) as "lastOperation",
    kith_private.last_refusal(k.refused_at, k.refused_scopes, k.scopes) as "lastRefusal",
    -- It does not work longer than the key.
    case when k.previous_expires_at > now() and (k.expires_at is null or k.expires_at > now())
      then to_char(least(k.previous_expires_at, k.expires_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end as "previousKeyExpiresAt") shape
where k.client_id is null;
comment on view kith_api.api_keys is 'API keys as the API shows them.';
grant select on kith_api.api_keys to authenticated;

call pg_temp.make_reading('kith_private.api_keys', 'API key', 'client_id is null', array[['createdAt', 'created_at']]);

-- The networks that a key is limited to, from the body of a request; null for all. present: those that the key is limited to now,
-- which may have been deleted since.
create function kith_private.read_networks(given jsonb, present uuid[]) returns uuid[]
language plpgsql stable set search_path = ''
as $$
begin
  if jsonb_typeof(given) is distinct from 'array' then
    return null;
  end if;
  perform kith_private.check_references(kith_private.unknown_ids(
    '/networkIds', given, present || kith_private.networks_among(given)));
  return array(select distinct id::uuid from jsonb_array_elements_text(given) id order by 1);
end
$$;

-- The scopes of a key, from the body of a request; null for everything.
create function kith_private.read_scopes(given jsonb) returns text[]
language plpgsql immutable set search_path = ''
as $$
begin
  return case when jsonb_typeof(given) = 'array' then array(select jsonb_array_elements_text(given)) end;
end
$$;

create function kith_api.create_api_key(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  made uuid;
begin
  insert into kith_private.api_keys (name, key_prefix, hash, scopes, network_ids, expires_at)
  values (arguments -> 'body' ->> 'name', arguments ->> 'keyPrefix', decode(arguments ->> 'hash', 'hex'),
    kith_private.read_scopes(arguments -> 'body' -> 'scopes'), kith_private.read_networks(arguments -> 'body' -> 'networkIds', null),
    kith_private.local_instant(arguments -> 'body' ->> 'expiresAt', '00:00'))
  returning api_keys.id into made;
  return kith_private.answer_resource((select k.body from kith_api.api_keys k where k.id = made), 201::smallint);
end
$$;
comment on function kith_api.create_api_key(jsonb) is 'Stores a new API key by its hash.';

-- Changes the name and limits of an API key, or of a connection, as a request says; null where there is none.
create function kith_private.change_key(arguments jsonb, is_connection boolean) returns uuid
language plpgsql set search_path = ''
as $$
declare
  body constant jsonb := arguments -> 'body';
  changed uuid;
begin
  update kith_private.api_keys k set
    name = case when body ? 'name' then body ->> 'name' else k.name end,
    scopes = case when body ? 'scopes' then kith_private.read_scopes(body -> 'scopes') else k.scopes end,
    network_ids = case when body ? 'networkIds' then kith_private.read_networks(body -> 'networkIds', k.network_ids) else k.network_ids end,
    expires_at = case when body ? 'expiresAt' then kith_private.local_instant(body ->> 'expiresAt', '00:00') else k.expires_at end
  where k.owner_id = (select auth.uid()) and k.id = (arguments ->> 'id')::uuid
    and (k.client_id is not null) = is_connection
  returning k.id into changed;
  return changed;
end
$$;

-- Deletes an API key, or a connection.
create function kith_private.delete_key(arguments jsonb, is_connection boolean) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  delete from kith_private.api_keys k
  where k.owner_id = (select auth.uid()) and k.id = (arguments ->> 'id')::uuid
    and (k.client_id is not null) = is_connection;
  return kith_private.answer_deleted(found);
end
$$;

create function kith_api.update_api_key(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  changed constant uuid := kith_private.change_key(arguments, is_connection => false);
begin
  return kith_private.answer_resource((select k.body from kith_api.api_keys k where k.id = changed));
end
$$;
comment on function kith_api.update_api_key(jsonb) is 'Renames an API key, or changes what it may do or when it expires.';

create function kith_api.rotate_api_key(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  overlap constant integer := coalesce((arguments -> 'body' ->> 'overlapSeconds')::integer, 0);
  rotated uuid;
begin
  update kith_private.api_keys k set
    key_prefix = arguments ->> 'keyPrefix',
    hash = decode(arguments ->> 'hash', 'hex'),
    -- Null and not now(), which may be rounded up to the next millisecond.
    previous_expires_at = case when overlap > 0 then now() + make_interval(secs => overlap) end
  where k.owner_id = (select auth.uid()) and k.id = (arguments ->> 'id')::uuid and k.client_id is null
  returning k.id into rotated;
  return kith_private.answer_resource((select k.body from kith_api.api_keys k where k.id = rotated));
end
$$;
comment on function kith_api.rotate_api_key(jsonb) is 'Gives an API key a new secret, by its hash; the one before works for overlapSeconds.';

create function kith_api.delete_api_key(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  return kith_private.delete_key(arguments, is_connection => false);
end
$$;
comment on function kith_api.delete_api_key(jsonb) is 'Revokes an API key.';

grant execute on function kith_private.read_networks(jsonb, uuid[]), kith_private.read_scopes(jsonb), kith_private.clean_scopes(text[]),
  kith_private.all_scopes(), kith_private.change_key(jsonb, boolean), kith_private.delete_key(jsonb, boolean) to authenticated;
