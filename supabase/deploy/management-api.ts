// Asks Supabase's Management API for what its CLI does not tell or change.
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import { names } from "./names.ts";

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

/**
 * What of Auth's settings decides what an app that connects by OAuth can do with its token at Auth: the value that each must
 * have, and what is to be switched where in the dashboard. "Confirm email" is the opposite of `mailer_autoconfirm`.
 */
const needed = [
  {
    name: "security_update_password_require_current_password",
    value: true,
    to: "on ",
    label: "Require current password",
    place: "Sign In / Providers, Email",
    reason: "sets a new password",
  },
  {
    name: "mailer_secure_email_change_enabled",
    value: true,
    to: "on ",
    label: "Secure email change",
    place: "Sign In / Providers, Email",
    reason: "gives the account its own address",
  },
  {
    name: "mailer_autoconfirm",
    value: false,
    to: "on ",
    label: "Confirm email",
    place: "Sign In / Providers",
    reason: "gives the account its own address: secure email change does nothing without",
  },
  {
    name: "passkey_enabled",
    value: false,
    to: "off",
    label: "Passkeys",
    place: "Passkeys",
    reason: "adds a passkey and signs in with it",
  },
  {
    name: "external_phone_enabled",
    value: false,
    to: "off",
    label: "Phone",
    place: "Sign In / Providers",
    reason: "adds its own number and signs in with it",
  },
  {
    name: "security_manual_linking_enabled",
    value: false,
    to: "off",
    label: "Allow manual linking",
    place: "Sign In / Providers",
    reason: "links its own identity and signs in with it",
  },
];

/** What was found of Auth, for the operator; ready where no setting is known by which a connected app gets the account. */
export interface AuthReport {
  lines: string[];
  isReady: boolean;
}

/**
 * Looks at Auth's settings where the project has an OAuth server: with some of them a connected app can take over the
 * account. Changes nothing.
 */
export async function inspectAuth(project: ManagedProject): Promise<AuthReport> {
  const answer = await manage(project, "/config/auth");
  if (!answer || "status" in answer) {
    const why = answer ? `answered ${answer.status}` : "SUPABASE_ACCESS_TOKEN is not set";
    const line =
      `auth          its settings were not looked at (${why}); see docs/deploy.md, OAuth`;
    return { lines: [line], isReady: true };
  }
  const settings = answer.data as Record<string, unknown>;
  if (!settings["oauth_server_enabled"]) {
    return { lines: ["auth          without an OAuth server"], isReady: true };
  }
  // A setting that this version of Auth does not have is off.
  const wrong = needed.filter(({ name, value }) => (settings[name] ?? false) !== value);
  if (wrong.length === 0) {
    return { lines: ["auth          ready for apps that connect by OAuth"], isReady: true };
  }
  return {
    lines: [
      "auth          NOT ready for apps that connect by OAuth",
      ...wrong.map(({ to, label, place, reason }) =>
        `  switch ${to}  ${label} (Authentication, ${place}): otherwise an app ${reason}`
      ),
      "              An app that may read one network could take over the account: docs/deploy.md, OAuth.",
    ],
    isReady: false,
  };
}

/** Whether the function has a secret of this name; false where that cannot be read. */
export async function hasSecret(project: ManagedProject, name: string): Promise<boolean> {
  const answer = await manage(project, "/secrets");
  return answer !== undefined && "data" in answer &&
    (answer.data as { name: string }[]).some((secret) => secret.name === name);
}

const schema = names.exposedSchema;

/**
 * Adds the schema `kith` to those that the project's PostgREST serves, and keeps the others. Uses the Management API,
 * because the CLI can only replace the whole list.
 * @returns all exposed schemas, in their order
 * @throws an error in one line when there is no access token, and when the API refuses
 */
export async function exposeSchema(project: ManagedProject): Promise<string[]> {
  const send = async (what: string, change?: object) => {
    const answer = await manage(project, "/postgrest", change);
    if (!answer) {
      throw new Error(
        "To expose the schema, set SUPABASE_ACCESS_TOKEN (dashboard: Account, Access Tokens): the login of the CLI is in the system's keyring, which cannot be read.",
      );
    }
    if ("data" in answer) return answer.data as { db_schema: string };
    throw new Error(
      `The exposed schemas cannot be ${what} (${answer.status}). Add ${schema} in the dashboard: Settings, Data API.`,
    );
  };
  const { db_schema } = await send("read");
  const exposed = db_schema.split(",").map((name) => name.trim()).filter((name) => name);
  if (exposed.includes(schema)) return exposed;
  const schemas = [...exposed, schema];
  await send("changed", { db_schema: schemas.join(",") });
  return schemas;
}
