import { chown, cp, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeData } from "../../local/data.ts";
import { prepareInstallation } from "../../local/postgres/installation.ts";
import { type Stack, type StackOptions, startStack } from "../../local/stack.ts";

/** A stack in a temporary folder, which goes with it when it stops. */
export interface OwnStack extends Stack {
  readonly folder: string;
}

/** A folder that a stack can be in, until it is removed. */
export async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), "kith stack "));
  const remove = async () => {
    await removeData(folder);
    await rm(folder, { recursive: true, force: true });
  };
  return { folder, remove };
}

/**
 * Starts a stack on free ports, for what stops its parts or changes everybody's policies.
 * @param template a folder with the data of a stack to begin with, which saves setting the database up
 */
export async function startOwnStack(
  options: Partial<StackOptions> = {},
  template?: string,
): Promise<OwnStack> {
  const { folder, remove } = await temporaryFolder();
  try {
    if (template) await copyData(template, folder);
    const ports = { gatewayPort: 0, databasePort: 0 };
    const stack = await startStack({ folder, ...ports, demo: false, ...options });
    const { stop } = stack;
    return Object.assign(stack, { folder, stop: () => stop().then(remove) });
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Copies the database of a stack that does not run. */
async function copyData(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const { cluster: source } = await prepareInstallation(from);
  const { cluster, user } = await prepareInstallation(to);
  await cp(source, cluster, { recursive: true });
  await cp(join(from, "applied-migrations.json"), join(to, "applied-migrations.json"));
  if (!user) return;
  const names = ["", ...await readdir(cluster, { recursive: true })];
  await Promise.all(names.map((name) => chown(join(cluster, name), user.uid, user.gid)));
}

/**
 * Signs up a new account on a stack that a file has started for itself.
 * @returns its access token
 */
export async function tokenOn(stack: Stack, email: string): Promise<string> {
  const response = await fetch(`${stack.url}/auth/v1/signup`, {
    method: "POST",
    headers: { apikey: stack.publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ email, password: "password of some length" }),
  });
  const answer = await response.json();
  if (!answer.access_token) throw new Error(`sign-up failed: ${JSON.stringify(answer)}`);
  return answer.access_token;
}

/** Makes an API key of a new account on such a stack, and its API's URL. */
export async function keyOn(stack: Stack, email: string): Promise<{ api: string; key: string }> {
  const api = `${stack.url}/functions/v1/kith/api/v1`;
  const response = await fetch(`${api}/api-keys`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${await tokenOn(stack, email)}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ name: "a key" }),
  });
  if (!response.ok) throw new Error(`no key was made: ${response.status}`);
  const { key } = await response.json();
  return { api, key };
}
