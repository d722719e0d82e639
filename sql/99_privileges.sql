-- By default every role may execute a new function, and default privileges of a schema cannot revoke that. The rights
-- that are needed are granted in the file of each function.
revoke execute on all functions in schema kith, kith_api, kith_private from public;
