-- What there is to know of each operation. A row is inserted beside each function of kith_api.
create table kith_private.operations (
  name text primary key,
  resource text not null,
  verb text not null,
  writes boolean not null,
  needs_access_token boolean not null default false,
  tagged boolean not null default false,
  read_by text,
  locked_table regclass,
  locked_column name not null default 'id',
  step_of text,
  counted boolean not null default true,
  replay_check text,
  returns_removals boolean not null default false,
  constraint operations_precondition_check check ((read_by is null) = (locked_table is null))
);
comment on table kith_private.operations is 'The operations of the API: each is the function of the same name in kith_api, and nothing else can be run.';
comment on column kith_private.operations.name is 'Name of the function.';
comment on column kith_private.operations.resource is 'What it is about, in the singular.';
comment on column kith_private.operations.verb is 'What it does with it.';
comment on column kith_private.operations.writes is 'Whether it changes anything.';
comment on column kith_private.operations.needs_access_token is 'Whether API keys are refused.';
comment on column kith_private.operations.tagged is 'Whether its answer is a resource that has an entity tag.';
comment on column kith_private.operations.read_by is
  'Operation that reads the resource whose tag is compared with If-Match; null where there is none to compare.';
comment on column kith_private.operations.locked_table is 'Table whose row is locked before that comparison.';
comment on column kith_private.operations.locked_column is
  'Column that finds the row: by the id of the arguments, or by the owner where a resource has no id.';
comment on column kith_private.operations.step_of is
  'Operation in whose stead the function runs this one, as one step of a request; null where a route names it.';
comment on column kith_private.operations.counted is 'Whether it counts against the limit of an API key: false for the second step of a request.';
comment on column kith_private.operations.replay_check is
  'Function of kith_private that tells from a stored answer whether it can be given again; null where it always can.';
comment on column kith_private.operations.returns_removals is 'Whether photos that are to be removed are handed out with its answer.';

alter table kith_private.operations enable row level security;
create policy "No client reaches the operations" on kith_private.operations for all to authenticated using (false);
