// Where the function finds the database: the project's pooler, and the certificate that the database proves itself with.
import { once } from "node:events";
import { connect as connectTcp } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Management } from "./management-api.ts";

/**
 * The URL of the pooler in transaction mode.
 * @param password of the database; without one the function has that of `SUPABASE_DB_URL`
 * @returns undefined where the project has no pooler
 */
export async function readPoolerUrl(
  { send }: Management,
  password: string,
): Promise<string | undefined> {
  const found = await send({
    method: "GET",
    path: "/config/database/pooler",
    needs: "Connection Pooling: Read",
  }) as { database_type?: string; connection_string?: string }[];
  const primary = found.find(({ database_type: type }) => type === "PRIMARY") ?? found[0];
  const text = primary?.connection_string?.replace(/:\[[^\]]*\]@/, "@") ?? "";
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  url.password = encodeURIComponent(password);
  // The same host answers in session mode on 5432.
  if (url.hostname.includes("pooler") && ["", "5432"].includes(url.port)) url.port = "6543";
  return url.href;
}

/** What Postgres is sent by who wants TLS: a length of eight bytes, and a number. */
const tlsRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/**
 * Tries whether the database proves with Supabase's certificate that it is the one that was meant.
 * @param url of the database; nobody signs in
 * @param certificate of the authority, in PEM
 * @returns false also where it speaks no TLS, or is not reached
 */
export async function isVerifiedBy(certificate: string, url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connectTcp({ host: hostname, port: Number(port || 5432) });
  const limit = { signal: AbortSignal.timeout(10_000) };
  try {
    await once(socket, "connect", limit);
    socket.write(tlsRequest);
    const [answer] = await once(socket, "data", limit);
    if ((answer as Buffer).toString() !== "S") return false;
    const secure = connectTls({ socket, ca: certificate, servername: hostname });
    await once(secure, "secureConnect", limit);
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
