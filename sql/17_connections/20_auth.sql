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
