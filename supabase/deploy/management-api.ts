import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";

/** Which project, and with which credentials. */
export interface ManagedProject {
  ref: string;
  /** The CLI's profile: a file that names another API than Supabase's own. */
  profile?: string | undefined;
  /** Added to this process's environment. */
  environment?: Record<string, string>;
}

/**
 * Asks Supabase's Management API for what the CLI does not tell or change.
 * @param path below `/v1/projects/{ref}`
 * @returns the answer's JSON; its status where that is an error; undefined without an access token that can be read
 */
export async function manage(
  project: ManagedProject,
  path: string,
  change?: object,
): Promise<{ data: unknown } | { status: number } | undefined> {
  const token = await accessToken({ ...env, ...project.environment });
  if (!token) return undefined;
  const answer = await fetch(`${await apiUrl(project.profile)}/v1/projects/${project.ref}${path}`, {
    method: change ? "PATCH" : "GET",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(change && { body: JSON.stringify(change) }),
    signal: AbortSignal.timeout(30_000),
  });
  return answer.ok ? { data: await answer.json() } : { status: answer.status };
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
  return token.trim();
}
