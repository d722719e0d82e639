import type { Client } from "pg";
import { openConnection } from "../../local/core/connection.ts";

/** Where a database is; the CLI gets the password in its environment, not on the command line. */
export interface Target {
  /** `postgresql://…`, with the password. */
  url: string;
  /** TLS as the CLI is to speak it: `disable` on loopback only. */
  sslmode: "disable" | "require";
}

/**
 * Opens the one connection that a deployment uses beside the CLI's.
 * @throws one line when the database refuses it or cannot be reached
 */
export async function openDatabase({ url, sslmode }: Target): Promise<Client> {
  const ssl = sslmode === "disable" ? false : { rejectUnauthorized: false };
  try {
    // It is idle while the CLI works, and routers forget idle connections.
    return await openConnection(url, { ssl, connectionTimeoutMillis: 15_000, keepAlive: true });
  } catch (error) {
    throw new Error(refusal(error, new URL(url).host));
  }
}

function refusal(error: unknown, host: string): string {
  const { code, message } = error as { code?: string; message?: string };
  if (code === "28P01" || /password authentication|SASL|Tenant or user/i.test(message ?? "")) {
    return "The database refuses the password. Set SUPABASE_DB_PASSWORD to the project's (Settings, Database, where it can be reset).";
  }
  return `The database at ${host} cannot be reached: ${message || code || "no reason given"}`;
}
