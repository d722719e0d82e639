// Connects to the local database.
import { Client, type ClientConfig } from "pg";
import { loopback } from "./settings.ts";

/** The password of every role that may log in, the same as the Supabase CLI's. */
export const localPassword = "postgres";

/** The URL of the local database for one role. */
export const databaseUrlOf = (role: string, port: number) =>
  `postgresql://${role}:${localPassword}@${loopback}:${port}/postgres`;

/**
 * Opens one connection to a database.
 * @param url `postgresql://…`; its `sslmode` is ignored
 * @param options of the driver; TLS is off unless `ssl` says otherwise
 * @throws the driver's error when the database refuses or cannot be reached
 */
export async function openConnection(url: string, options: ClientConfig = {}): Promise<Client> {
  const address = new URL(url);
  // The driver would let it win over `ssl`.
  address.searchParams.delete("sslmode");
  const client = new Client({ ssl: false, ...options, connectionString: address.href });
  // A lost connection fails the next statement; without a listener it would end the process.
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** Opens a connection for as long as the work takes. */
export async function withConnection<T>(
  url: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await openConnection(url);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const history = "supabase_migrations.schema_migrations";

/** The versions of the migrations that a database has, as the Supabase CLI has recorded them. */
export async function readAppliedVersions(client: Client): Promise<string[]> {
  const { rows: [table] } = await client.query("select to_regclass($1) as found", [history]);
  if (!table?.found) return [];
  const { rows } = await client.query<{ version: string }>(`select version from ${history}`);
  return rows.map((row) => row.version);
}
