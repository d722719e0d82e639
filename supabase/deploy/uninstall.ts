// Removes Kith from a project, with everything that is in it.
import { type Found, inspectDatabase } from "./database.ts";
import { type Changes, sayChanges } from "./dry-run.ts";
import {
  exposedChange,
  functionRemoval,
  readExposed,
  readFunction,
  readSecrets,
  secretsRemoval,
} from "./function.ts";
import { readProjectKeys } from "./keys.ts";
import type { Management } from "./management-api.ts";
import { names } from "./names.ts";
import { removePhotos } from "./photos.ts";
import type { Release } from "./release.ts";
import { stateComment } from "./state.ts";

/** What to remove, and from where. */
export interface UninstallOptions {
  management: Management;
  release: Release;
  projectUrl: string;
  dryRun?: boolean;
  verbose?: boolean;
  /** Whether the data of all accounts may be deleted. */
  isConfirmed: boolean;
}

/**
 * Removes the function, photos, schemas and secrets, in the order in which nothing fails meanwhile; accounts stay. What was
 * interrupted is taken up again by calling it once more.
 * @throws one line where it was not confirmed, and where something is refused
 */
export async function uninstall(
  options: UninstallOptions,
  say: (line: string) => void,
): Promise<void> {
  const { management, dryRun } = options;
  const changes = dryRun ? sayChanges(say, options.verbose ?? false) : management;
  const found = await inspectDatabase(management);
  const isThere = found.schemas.length > 0 || found.hasHistory;
  if (isThere && !found.hasHistory && !found.state) {
    throw new Error(
      `The project has something else under names of Kith: ${
        found.schemas.join(", ")
      }. Nothing was removed.`,
    );
  }
  if (found.isInstalled && !dryRun && !options.isConfirmed) {
    throw new Error(
      `This deletes contacts, notes, reminders and photos of ${found.accounts} accounts for good. To do it, add --delete-all-data.`,
    );
  }
  // Where nothing of Kith is in the database, what has its names elsewhere may be somebody else's.
  if (isThere) await removeAll(options, found, changes, say);
  const secrets = await readSecrets(management);
  if (secrets.length > 0) await changes.send(secretsRemoval(secrets));
  say(dryRun ? "dry run       nothing was changed" : "uninstalled   accounts stay");
}

async function removeAll(
  { management, release, projectUrl, dryRun }: UninstallOptions,
  { schemas, state }: Found,
  changes: Changes,
  say: (line: string) => void,
): Promise<void> {
  if (schemas.includes(names.exposedSchema)) {
    const version = state?.version ?? release.version;
    const now = { state: "uninstalling", version, at: new Date().toISOString() } as const;
    await changes.query("begin", `${stateComment(now)};`);
  }
  if (await readFunction(management)) await changes.send(functionRemoval);
  // PostgREST answers nothing while it lists a schema that is not there.
  const exposed = await readExposed(management);
  if (exposed.includes(names.exposedSchema)) {
    await changes.send(exposedChange(exposed.filter((name) => name !== names.exposedSchema)));
  }
  if (dryRun) say("would remove  all photos, through Storage");
  else {
    const { secret } = await readProjectKeys(management);
    say(`photos        ${await removePhotos(management, projectUrl, secret)} removed`);
  }
  await changes.query("docs/uninstall.sql", withoutTransaction(release.uninstall));
}

/** The script without its `begin` and `commit`: what is sent as one message is one transaction already. */
const withoutTransaction = (script: string) => script.replace(/^(begin|commit);$/gm, "");
