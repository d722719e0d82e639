-- Describes each operation. Its row is inserted in the file that creates its function.
create table kith_private.operations (
  name text primary key,
  resource text not null,
  verb text not null,
  scopes text[] not null,
  writes boolean not null,
  needs_access_token boolean not null default false,
  needs_calendar_secret boolean not null default false,
  needs_all_networks boolean not null default false,
  locks_log boolean not null generated always as (writes and not needs_access_token) stored,
  tagged boolean not null default false,
  read_by text,
  locked_table regclass,
  locked_column name not null default 'id',
  locked_as_text boolean not null default false,
  step_of text,
  replay_check text,
  constraint operations_precondition_check check ((read_by is null) = (locked_table is null)),
  -- Only get_me, which says what a key may do, is for all keys.
  constraint operations_scopes_check check (
    scopes <@ kith_private.all_scopes() and (scopes = '{}') = (needs_access_token or needs_calendar_secret or name = 'get_me'))
);
comment on table kith_private.operations is 'The operations of the API. Each is the function of the same name in kith_api; kith_private.handle runs no other function.';
comment on column kith_private.operations.name is 'Name of the function.';
comment on column kith_private.operations.resource is 'The kind of resource, in the singular.';
comment on column kith_private.operations.verb is 'What the operation does with the resource, such as list or create.';
comment on column kith_private.operations.scopes is 'The scopes that an API key with limits needs for it.';
comment on column kith_private.operations.writes is 'Whether the operation changes data.';
comment on column kith_private.operations.needs_access_token is 'Whether API keys are refused.';
comment on column kith_private.operations.needs_calendar_secret is
  'Whether all credentials are refused but the secret of a calendar feed, which is good for nothing else.';
comment on column kith_private.operations.needs_all_networks is 'Whether API keys that are limited to networks are refused.';
comment on column kith_private.operations.locks_log is
  'Whether the owner''s log of changes is locked before anything else. Operations for access tokens only lock it themselves, where they need it.';
comment on column kith_private.operations.tagged is 'Whether the answer is a resource with an entity tag.';
comment on column kith_private.operations.read_by is
  'Operation that reads the resource whose tag is compared with If-Match; null where If-Match is not supported.';
comment on column kith_private.operations.locked_table is 'Table whose row is locked before that comparison.';
comment on column kith_private.operations.locked_column is
  'Column that is compared with the id in the arguments, or with the owner''s id where the resource has none.';
comment on column kith_private.operations.locked_as_text is
  'Whether the id is compared as text, for a table whose index by id contains all owners'' rows: then that index is not used.';
comment on column kith_private.operations.step_of is
  'For an operation that is one step of a request: the operation that the route names. Null where the route names this one.';
comment on column kith_private.operations.replay_check is
  'Function of kith_private that decides for an owner and a stored answer whether it can be repeated; null where it always can.';

alter table kith_private.operations enable row level security;
create policy "No client reaches the operations" on kith_private.operations for all to authenticated using (false);
