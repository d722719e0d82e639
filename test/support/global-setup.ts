import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { isMigrated, notMigrated } from "../../supabase/schema.ts";
import { removeData } from "../../supabase/local/data.ts";
import { startStack } from "../../supabase/local/stack.ts";
import { startControl } from "./control-server.ts";
import { findSecrets } from "./secrets.ts";
import { unpackFunction, uploadFunction } from "./deployed-function.ts";

/** What the test files get to know of the one stack that they share. */
export interface StackFacts {
  url: string;
  functionUrl: string;
  databaseUrl: string;
  adminDatabaseUrl: string;
  publishableKey: string;
  secretKey: string;
  jwks: string;
  controlUrl: string;
  /** A file that every key, token and password of the tests is written into, one a line. */
  secretsFile: string;
  /** What of the function was uploaded, and where it was unpacked. */
  upload: { folder: string; paths: string[]; bytes: number; metadata: Record<string, unknown> };
}

declare module "vitest" {
  interface ProvidedContext {
    stack: StackFacts;
  }
}

/** Starts the stack on free ports in a folder of its own; the returned function takes all of it away again. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!await isMigrated()) throw new Error(notMigrated);
  const folder = await mkdtemp(join(tmpdir(), "kith test "));
  const lines: string[] = [];
  // The function that is tested is the one that is deployed: what the CLI uploads, and nothing beside it.
  const functionProject = join(folder, "deployed");
  const upload = await uploadFunction();
  await unpackFunction(upload.files, functionProject);
  const stack = await startStack({
    folder,
    gatewayPort: 0,
    databasePort: 0,
    demo: false,
    functionProject,
    functionLog: (line) => lines.push(line),
  });
  const control = await startControl(stack, lines);
  const secretsFile = join(folder, "secrets");
  await writeFile(secretsFile, "");
  project.provide("stack", {
    url: stack.url,
    functionUrl: stack.functionUrl,
    databaseUrl: stack.databaseUrl,
    adminDatabaseUrl: stack.adminDatabaseUrl,
    publishableKey: stack.publishableKey,
    secretKey: stack.secretKey,
    jwks: JSON.stringify(stack.jwks),
    controlUrl: control.url,
    secretsFile,
    upload: {
      folder: functionProject,
      paths: [...upload.files.keys()],
      bytes: upload.bytes,
      metadata: upload.metadata,
    },
  });
  return async () => {
    // What all of the tests have left in logs and tables; looked at when the last one is through.
    const leaks = await findSecrets({
      secretsFile,
      databaseUrl: stack.adminDatabaseUrl,
      logs: { "the function's log": lines, "Postgres's log": join(folder, "postgres.log") },
    }).catch((error: Error) => [`looking for secrets failed: ${error.stack}`]);
    await control.stop();
    await stack.stop();
    await removeData(folder);
    await rm(folder, { recursive: true, force: true });
    if (leaks.length > 0) throw new Error(`Secrets were found:\n${leaks.join("\n")}`);
  };
}
