-- Postgres lets everybody execute a new function, and default privileges of a schema cannot take that back.
-- What may be executed, and by whom, is granted beside each function.
revoke execute on all functions in schema kith, kith_api, kith_private from public;
