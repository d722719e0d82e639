import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import { names } from "./names.ts";

const schema = names.exposedSchema;

/** Which project, and with which credentials. */
export interface ExposeOptions {
  ref: string;
  /** The CLI's profile: a file that names another API than Supabase's own. */
  profile?: string | undefined;
  /** Added to this process's environment. */
  environment?: Record<string, string>;
}

/**
 * Adds the schema `kith` to those that the project's PostgREST serves, and keeps the others. Uses the Management API
 * (`/v1/projects/{ref}/postgrest`), because the CLI can only replace the whole list.
 * @returns all exposed schemas, in their order
 * @throws an error in one line when there is no access token, and when the API refuses
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
  const schemas = [...exposed, schema];
  await send("changed", {
    method: "PATCH",
    body: JSON.stringify({ db_schema: schemas.join(",") }),
  });
  return schemas;
}

async function apiUrl(profile: string | undefined): Promise<string> {
  if (!profile?.includes("/")) return "https://api.supabase.com";
  return (JSON.parse(await readFile(profile, "utf8")) as { api_url: string }).api_url;
}

/** The token in the environment, or in the file that `supabase login` writes where there is no keyring. */
async function accessToken(environment: NodeJS.ProcessEnv): Promise<string> {
  const file = join(environment["HOME"] ?? homedir(), ".supabase", "access-token");
  const token = environment["SUPABASE_ACCESS_TOKEN"] ||
    await readFile(file, "utf8").catch(() => "");
  if (token.trim()) return token.trim();
  throw new Error(
    "To expose the schema, set SUPABASE_ACCESS_TOKEN (dashboard: Account, Access Tokens): the login of the CLI is in the system's keyring, which cannot be read.",
  );
}
