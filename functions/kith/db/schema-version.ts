/**
 * The version of the database's schema that this function needs: that of `kith_private.schema_version()`, or a later one.
 * `kith_private.handle` compares it in the statement of every request.
 */
export const requiredSchemaVersion = 1;
