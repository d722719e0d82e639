import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Cli, complaintIn } from "./cli.ts";
import type { Target } from "./database.ts";

/** The two addresses of the project's pooler. */
export interface Addresses {
  /** Session mode, port 5432: for migrations. */
  session: Target;
  /** Transaction mode, port 6543: for the function. */
  transaction: string;
}

/**
 * Links the folder to the project; then the CLI writes the pooler's address to a file.
 * @throws an error in one line when there is none
 */
export async function readPoolerAddresses(
  cli: Cli,
  folder: string,
  ref: string,
  password: string,
): Promise<Addresses> {
  const result = await cli("link", `--project-ref=${ref}`);
  if (!result.ok) throw new Error(`supabase link failed: ${complaintIn(result)}`);
  const address = await readFile(join(folder, "supabase/.temp/pooler-url"), "utf8").catch(() => "");
  if (!URL.canParse(address.trim())) {
    throw new Error(
      "The project reports no address of its pooler. Copy the transaction pooler's address from the dashboard (Connect) and pass it as --db-url.",
    );
  }
  return addressesOf(address.trim(), password);
}

/** Both addresses from either one. @param address `postgresql://user@host:port/database` */
export function addressesOf(address: string, password: string): Addresses {
  const url = new URL(address);
  if (password) url.password = encodeURIComponent(password);
  const sslmode = url.searchParams.get("sslmode") === "disable" ? "disable" : "require";
  url.search = sslmode === "disable" ? "?sslmode=disable" : "";
  const at = (port: string) => {
    const other = new URL(url);
    // Any other port is that of a Postgres without a pooler, which has only one port.
    if (["5432", "6543", ""].includes(url.port) && url.hostname.includes("pooler")) {
      other.port = port;
    }
    return other.href;
  };
  return { session: { url: at("5432"), sslmode }, transaction: at("6543") };
}
