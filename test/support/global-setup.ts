import type { TestProject } from "vitest/node";
import { isMigrated, notMigrated } from "../../local/core/schema.ts";
import { forkStack } from "./stack-fork.ts";

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
  /** The folder of a stack that nobody has used: see startOwnStack. */
  template: string;
  /** What of the function was uploaded, and where it was unpacked. */
  upload: { folder: string; paths: string[]; bytes: number; metadata: Record<string, unknown> };
}

declare module "vitest" {
  interface ProvidedContext {
    stack: StackFacts;
  }
}

/** Starts the stack on free ports; the returned function takes all of it away again. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!await isMigrated()) throw new Error(notMigrated);
  const { facts, end } = await forkStack<StackFacts>(new URL("stack-process.ts", import.meta.url));
  project.provide("stack", facts);
  return end;
}
