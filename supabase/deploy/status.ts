// Says how far Kith is in a project.
import { inspectDatabase, missingMigrations } from "./database.ts";
import { readFunction, readSecrets } from "./function.ts";
import type { Management } from "./management-api.ts";
import { names } from "./names.ts";
import type { Release } from "./release.ts";
import type { State } from "./state.ts";

/** How far Kith is in a project. */
export interface Status {
  /** What the last installation noted; null where none has. */
  state: State | null;
  /** Files of migrations that this version has and the database has not. */
  missingMigrations: string[];
  /** Accounts that have contacts. */
  accounts: number;
  /** When the function was uploaded last; null where it is not there. */
  functionUpdatedAt: string | null;
  /** Names of Kith's secrets that are set. */
  secrets: string[];
  /** Whether the function and its database answer. */
  isHealthy: boolean;
}

/** Looks, and changes nothing. @throws one line where the token may not */
export async function readStatus(
  management: Management,
  release: Release,
  projectUrl: string,
): Promise<Status> {
  const found = await inspectDatabase(management);
  const edgeFunction = await readFunction(management);
  const secrets = await readSecrets(management);
  const health = edgeFunction &&
    await fetch(`${projectUrl}/functions/v1/${names.edgeFunction}/api/v1/health`, {
      signal: AbortSignal.timeout(30_000),
    }).catch(() => undefined);
  return {
    state: found.state ?? null,
    missingMigrations: missingMigrations(found, release).map(({ file }) => file),
    accounts: found.accounts,
    functionUpdatedAt: edgeFunction ? new Date(edgeFunction.updated_at).toISOString() : null,
    secrets,
    isHealthy: health?.ok ?? false,
  };
}

/** The same for people. @param version what could be installed */
export function describeStatus(status: Status, version: string): string[] {
  const { state, missingMigrations: missing } = status;
  const isThere = status.functionUpdatedAt !== null || missing.length === 0 || state !== null;
  if (!isThere) return ["Kith is not installed."];
  return [
    `state         ${
      state
        ? `${state.state}, version ${state.version}, ${state.at}`
        : "not noted: installed by its migrations"
    }`,
    ...(state?.error ? [`              ${state.error}`] : []),
    `database      ${
      missing.length === 0 ? "up to date" : `lacks ${missing.join(", ")}`
    }; ${status.accounts} accounts with contacts`,
    `function      ${status.functionUpdatedAt ?? "not there"}; ${
      status.isHealthy ? "answers" : "does not answer"
    }`,
    `secrets       ${status.secrets.join(", ") || "none"}`,
    `this version  ${version}`,
  ];
}
