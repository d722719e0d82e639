import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import { names } from "./names.ts";

const schema = names.exposedSchema;

/** Which project, and as whom. */
export interface ExposeOptions {
  ref: string;
  /** The CLI's profile: a file that names another API than Supabase's own. */
  profile?: string | undefined;
  /** Added to this process's environment. */
  environment?: Record<string, string>;
}

/**
 * Adds the schema `kith` to those that the project's PostgREST serves, and leaves the others as they are. By the
 * Management API itself (`/v1/projects/{ref}/postgrest`), since the CLI sets whole lists only.
 * @returns all exposed schemas, in their order
 * @throws one line when there is no access token, and when the API refuses
 */
export async function exposeSchema(options: ExposeOptions): Promise<string[]> {
  const environment = { ...env, ...options.environment };
  const url = `${await apiUrl(options.profile)}/v1/projects/${options.ref}/postgrest`;
  const headers = {
    authorization: `Bearer ${await accessToken(environment)}`,
    "content-type": "application/json",
  };
  const send = async (what: string, init: RequestInit) => {
    const answer = await fetch(url, { ...init, headers, signal: AbortSignal.timeout(30_000) });
    if (answer.ok) return await answer.json() as { db_schema: string };
    throw new Error(
      `The exposed schemas cannot be ${what} (${answer.status}). Add ${schema} in the dashboard: Settings, Data API.`,
    );
  };
  const { db_schema } = await send("read", { method: "GET" });
  const exposed = db_schema.split(",").map((name) => name.trim()).filter((name) => name);
  if (exposed.includes(schema)) return exposed;
  const wanted = [...exposed, schema];
  await send("changed", {
    method: "PATCH",
    body: JSON.stringify({ db_schema: wanted.join(",") }),
  });
  return wanted;
}

async function apiUrl(profile: string | undefined): Promise<string> {
  if (!profile?.includes("/")) return "https://api.supabase.com";
  return (JSON.parse(await readFile(profile, "utf8")) as { api_url: string }).api_url;
}

/** The environment's, or the one that `supabase login` keeps in a file where there is no keyring. */
async function accessToken(environment: NodeJS.ProcessEnv): Promise<string> {
  const file = join(environment["HOME"] ?? homedir(), ".supabase", "access-token");
  const token = environment["SUPABASE_ACCESS_TOKEN"] ||
    await readFile(file, "utf8").catch(() => "");
  if (token.trim()) return token.trim();
  throw new Error(
    "To expose the schema, set SUPABASE_ACCESS_TOKEN (dashboard: Account, Access Tokens): the login of the CLI lies in the system's keyring.",
  );
}
