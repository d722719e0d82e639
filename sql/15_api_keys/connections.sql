-- Connections: what an account has approved of OAuth clients in Kith. Their rows are in kith_private.api_keys; an access
-- token of a client without one may do nothing.

create view kith_api.connections with (security_invoker = true) as
select k.id, row_to_json(shape) as body
from kith_private.api_keys k
cross join lateral (
  select
    k.id,
    k.name,
    k.client_id as "clientId",
    k.redirect_host as "redirectHost",
    k.scopes,
    k.network_ids as "networkIds",
    to_char(k.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
    to_char(k.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt",
    to_char(k.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "expiresAt",
    to_char(k.last_used_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "lastUsedAt",
    kith_private.member_name(k.last_operation) as "lastOperation",
    kith_private.last_refusal(k.refused_at, k.refused_scopes, k.scopes) as "lastRefusal") shape
where k.client_id is not null;
comment on view kith_api.connections is 'Connections as the API shows them.';
grant select on kith_api.connections to authenticated;

call pg_temp.make_reading('kith_private.api_keys', 'connection', 'client_id is not null', array[['createdAt', 'created_at']], 'connections');

create function kith_api.create_connection(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  made uuid;
begin
  insert into kith_private.api_keys as k (client_id, redirect_host, name, scopes, network_ids, expires_at)
  values (arguments -> 'body' ->> 'clientId', arguments -> 'body' ->> 'redirectHost', arguments -> 'body' ->> 'name',
    kith_private.read_scopes(arguments -> 'body' -> 'scopes'), kith_private.read_networks(arguments -> 'body' -> 'networkIds', null),
    kith_private.local_instant(arguments -> 'body' ->> 'expiresAt', '00:00'))
  on conflict (owner_id, client_id) where client_id is not null do update set redirect_host = excluded.redirect_host,
    name = excluded.name, scopes = excluded.scopes, network_ids = excluded.network_ids, expires_at = excluded.expires_at
  returning k.id into made;
  return kith_private.answer_resource((select c.body from kith_api.connections c where c.id = made), 201::smallint);
end
$$;
comment on function kith_api.create_connection(jsonb) is
  'Approves an OAuth client. One that has a connection keeps it, with the name, host and limits of this request.';

create function kith_api.update_connection(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
declare
  changed constant uuid := kith_private.change_key(arguments, is_connection => true);
begin
  return kith_private.answer_resource((select c.body from kith_api.connections c where c.id = changed));
end
$$;
comment on function kith_api.update_connection(jsonb) is 'Renames a connection, or changes what it may do or when it expires.';

create function kith_api.delete_connection(arguments jsonb) returns kith_api.answer
language plpgsql set search_path = ''
as $$
begin
  return kith_private.delete_key(arguments, is_connection => true);
end
$$;
comment on function kith_api.delete_connection(jsonb) is 'Disconnects an OAuth client.';

-- An app could give an account without an address its own one, and have it. Read as JSON, because older versions of Auth have no
-- anonymous accounts.
create function kith_private.refuse_anonymous() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (select (to_jsonb(u) ->> 'is_anonymous')::boolean from auth.users u where u.id = new.owner_id) then
    perform kith_private.fail('access_token_required', 'An anonymous account connects no apps: give it an address first.');
  end if;
  return new;
end
$$;
create trigger refuse_anonymous before insert on kith_private.api_keys
  for each row when (new.client_id is not null) execute function kith_private.refuse_anonymous();

-- What Kith does in Auth's tables about OAuth clients. Sessions are compared as JSON, because versions of Auth without an OAuth
-- server have no column oauth_client_id. ADR 44 says what else was tried.

-- Ends what an OAuth client has of Auth when its connection is deleted, so that it cannot renew its token and has to ask again.
create function kith_private.end_client_sessions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from auth.sessions s
  where s.user_id = old.owner_id and to_jsonb(s) ->> 'oauth_client_id' = old.client_id;
  return null;
end
$$;
create trigger end_client_sessions after delete on kith_private.api_keys
  for each row when (old.client_id is not null) execute function kith_private.end_client_sessions();

-- Refuses a new password where every session that is left belongs to an OAuth client. Fails in no other case, so that Auth goes
-- on.
create function kith_private.keep_password() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  only_clients boolean;
begin
  begin
    select bool_and(to_jsonb(s) ->> 'oauth_client_id' is not null) into only_clients
    from auth.sessions s where s.user_id = new.id;
  exception when others then
    raise warning 'kith: nothing was checked when a password was changed (%: %)', sqlstate, sqlerrm;
  end;
  if only_clients then
    raise insufficient_privilege using message = 'An app that is connected by OAuth may not change the password.';
  end if;
  return null;
end
$$;
-- Auth ends the other sessions after it has written the password, in the same transaction; so the check is at its end. Only a
-- change of the password writes confirmation_token with it: encrypting it anew at a sign-in does not.
create constraint trigger kith_keep_password after update of confirmation_token on auth.users
  deferrable initially deferred
  for each row when (old.encrypted_password is distinct from new.encrypted_password)
  execute function kith_private.keep_password();
