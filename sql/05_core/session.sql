-- What the statements of a transaction tell each other; it ends with the transaction. Nothing else reads or writes these settings.
--   checked_account  whose credential kith_private.handle has checked, so that policies need not check it again
--   change           id and actor of the change set that is written, as JSON; null outside the API until something is changed
--   change_set       the change set that was begun, and its last change: see kith_private.change_set_state
--   locked_log       whose log of changes is locked
--   restoring        on: rows are brought back to what they were, so that nothing is derived from them
--   deleting_account on: all rows of an account are deleted, so that nothing is logged or derived
--   keep_series      on: deleting a recurring reminder makes the next one
--   keeps_texts      on: texts of one contact go to another one, so that rules which are newer than they are do not refuse them
--   reads_list       on: the statement reads a whole list: see kith_private.reads_list
--   seen             what an API key that is limited to networks sees of some change sets: see kith_private.remember_seen

create function kith_private.setting(name text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return nullif(current_setting('kith.' || name, true), '');
end
$$;

create function kith_private.set_setting(name text, value text) returns void
language plpgsql set search_path = ''
as $$
begin
  perform set_config('kith.' || name, coalesce(value, ''), true);
end
$$;

-- What kith_private.run says before an operation; with nulls, after it.
create function kith_private.set_request_settings(owner uuid, change_context jsonb) returns void
language plpgsql set search_path = ''
as $$
begin
  perform set_config('kith.checked_account', coalesce(owner::text, ''), true), set_config('kith.locked_log', coalesce(owner::text, ''), true),
    set_config('kith.change', coalesce(change_context::text, ''), true), set_config('kith.change_set', '', true);
end
$$;

create function kith_private.current_change() returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return kith_private.setting('change')::jsonb;
end
$$;

-- Rolls back what the block around it has written: that block catches the exception. A dry run ends so.
create function kith_private.roll_back_block(is_wanted boolean default true) returns void
language plpgsql set search_path = ''
as $$
begin
  if is_wanted then
    raise exception using errcode = 'KITH1';
  end if;
end
$$;

grant execute on function kith_private.setting(text), kith_private.set_setting(text, text), kith_private.current_change(),
  kith_private.roll_back_block(boolean) to authenticated, service_role;

-- Whose rows a statement may reach. Every policy asks kith_private.owner_id(), so the API, PostgREST and Storage refuse
-- the same credentials.

-- Whether the account exists and is not banned, and whether the session, where there is one, has not ended and is not of
-- another OAuth client than the token. Auth answers a second factor that an app has enrolled itself with a token of the app's
-- session without the claim client_id. Read as JSON, because versions of Auth without an OAuth server have no such column.
create function kith_private.is_active(account uuid, session uuid, client text default null) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  perform from auth.users u
  where u.id = account and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now());
  if found and session is not null then
    perform from auth.sessions s
    where s.id = session and s.user_id = account and (s.not_after is null or s.not_after > now())
      and coalesce(to_jsonb(s) ->> 'oauth_client_id', client, '') = coalesce(client, '');
  end if;
  return found;
end
$$;

-- The account of the access token that a statement runs with; null where the account is banned or deleted, the session has
-- ended, or the token or its session is an OAuth client's.
create function kith_private.owner_id() returns uuid
language plpgsql stable security definer set search_path = ''
as $$
declare
  account constant uuid := auth.uid();
  claims jsonb;
begin
  -- kith_private.handle has checked the credential already.
  if account is null or kith_private.setting('checked_account') = account::text then
    return account;
  end if;
  claims := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
  -- Of a token without a session there is only this claim.
  if claims ? 'client_id' or not kith_private.is_active(account, (claims ->> 'session_id')::uuid) then
    return null;
  end if;
  return account;
end
$$;

grant execute on function kith_private.owner_id() to authenticated, service_role;
