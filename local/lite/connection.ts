/**
 * Lite: grants everything on every table with row-level security to anon, authenticated and service_role when it starts,
 * and reads the schema with the rights of its own connection.
 * The platform: grants nothing by itself, and its services have one role each, which may read little of the catalogue.
 * What a role may not do has to fail here as well. Lite connects with its optional peer dependency `postgres`, which no code
 * of Kith's own imports.
 * Can be removed when lite has an option for the grants and one for the connection that reads the schema.
 */
import { PostgresConnection } from "@supabase/lite/postgres";
import { databaseUrlOf } from "../core/connection.ts";

/**
 * Creates at most `max` connections with one of the platform's roles.
 * @param onLost is called when a connection closes, for any reason
 * @param catalog the connection that reads the schema instead, because its role may read all of it
 */
export function connect(
  role: string,
  port: number,
  max: number,
  onLost: () => void,
  catalog?: PostgresConnection,
): PostgresConnection {
  const connection = new PostgresConnection({
    url: databaseUrlOf(role, port),
    postgresOptions: {
      max,
      // Without a lifetime none closes by itself.
      max_lifetime: null,
      idle_timeout: 0,
      onclose: onLost,
      // Notices of database functions are not printed.
      onnotice: () => {},
      connection: { "storage.allow_delete_query": String(role === "supabase_storage_admin") },
    },
  });
  // Lite sets this private member to "active" once it has granted; then it does not grant.
  Object.assign(connection, { rlsState: "active" });
  if (catalog) connection.introspect = (options) => catalog.introspect(options);
  return connection;
}
