// The version of the database schema that the function needs.

/**
 * The lowest version of the database's schema (`kith_private.schema_version()`) that this function works with.
 * `kith_private.handle` compares it in the statement of every request.
 */
export const requiredSchemaVersion = 3;
