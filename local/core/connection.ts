import { Client, type ClientConfig } from "pg";

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
