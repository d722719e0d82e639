import { type Cli, type CliResult, complaintIn } from "./cli.ts";

/** The API keys of a project that the smoke test needs. */
export interface ProjectKeys {
  publishable: string;
  /** Lets the smoke test create a confirmed account; empty where the CLI does not reveal it. */
  secret: string;
  /** Whether the project has only the older kind of keys, the JWTs `anon` and `service_role`. */
  onlyLegacy: boolean;
}

interface ListedKey {
  name: string;
  type?: string;
  api_key?: string | null;
}

/** Reads the project's API keys. @throws an error in one line when the user is not logged in or has no such project */
export async function readProjectKeys(cli: Cli, ref: string): Promise<ProjectKeys> {
  const result = await cli("projects", "api-keys", "--reveal", `--remote=${ref}`, "--output=json");
  if (!result.ok) throw new Error(loginComplaint(result, ref));
  const keys = JSON.parse(result.stdout) as ListedKey[];
  const find = (type: string, legacyName: string) => {
    const ofType = keys.filter((key) => key.type === type && key.api_key);
    const chosen = ofType.find((key) => key.name === "default") ?? ofType[0];
    return (chosen ?? keys.find((key) => key.name === legacyName))?.api_key ?? "";
  };
  return {
    publishable: find("publishable", "anon"),
    secret: find("secret", "service_role"),
    onlyLegacy: !keys.some((key) => key.type === "publishable"),
  };
}

function loginComplaint(result: CliResult, ref: string): string {
  if (/access token/i.test(result.output)) {
    return "You are not logged in. Run `npx supabase login`, or set SUPABASE_ACCESS_TOKEN.";
  }
  if (/\b(401|Unauthorized)\b/i.test(result.output)) {
    return "Supabase does not accept your access token. Run `npx supabase login` again.";
  }
  if (/\b(404|403)\b|not found|forbidden/i.test(result.output)) {
    return `There is no project ${ref} that you may administer. Its reference is in the dashboard's address.`;
  }
  return `The project's keys cannot be read: ${complaintIn(result)}`;
}

/** Whether Auth signs with a key pair, so that the function verifies access tokens by itself. */
export async function signsWithKeyPair(projectUrl: string): Promise<boolean> {
  const answer = await fetch(`${projectUrl}/auth/v1/.well-known/jwks.json`);
  const { keys } = await answer.json() as { keys?: unknown[] };
  return (keys?.length ?? 0) > 0;
}
