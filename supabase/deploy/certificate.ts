import { readFile } from "node:fs/promises";
import { openConnection } from "../../local/core/connection.ts";

/** The authority that Supabase signs its databases' certificates with, as the dashboard offers it for download. */
const root = new URL("supabase-root-2021.crt", import.meta.url);

/**
 * Tries whether the database proves with Supabase's certificate that it is the one that was meant.
 * @returns the certificate in PEM, for KITH_DB_CA; undefined where it does not, or speaks no TLS
 */
export async function verifyingCertificate(url: string): Promise<string | undefined> {
  const { hostname, searchParams } = new URL(url);
  if (searchParams.get("sslmode") === "disable") return undefined;
  const ca = await readFile(root, "utf8");
  const ssl = { ca, rejectUnauthorized: true, servername: hostname };
  try {
    const client = await openConnection(url, { ssl, connectionTimeoutMillis: 10_000 });
    await client.end();
    return ca;
  } catch {
    return undefined;
  }
}
