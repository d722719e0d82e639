import { readFile } from "node:fs/promises";
import postgres from "postgres";

/** The authority that Supabase signs its databases' certificates with, as the dashboard offers it for download. */
const root = new URL("supabase-root-2021.crt", import.meta.url);

/**
 * Tries whether the database proves with Supabase's certificate that it is the one that was meant.
 * @returns the certificate in PEM, for KITH_DB_CA; undefined where it does not, or speaks no TLS
 */
export async function verifyingCertificate(url: string): Promise<string | undefined> {
  if (new URL(url).searchParams.get("sslmode") === "disable") return undefined;
  const ca = await readFile(root, "utf8");
  const { hostname } = new URL(url);
  const ssl = { ca, rejectUnauthorized: true, servername: hostname };
  const sql = postgres(url, { max: 1, ssl, connect_timeout: 10, prepare: false });
  try {
    await sql`select 1`;
    return ca;
  } catch {
    return undefined;
  } finally {
    await sql.end({ timeout: 2 });
  }
}
