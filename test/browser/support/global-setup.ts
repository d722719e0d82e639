import type { TestProject } from "vitest/node";
import { forkStack } from "../../support/stack-fork.ts";

/** What the test files get to know of the stack that they share. */
export interface PageFacts {
  url: string;
  publishableKey: string;
  /** A file with each mail that was sent, one a line. */
  mails: string;
  databaseUrl: string;
}

declare module "vitest" {
  interface ProvidedContext {
    page: PageFacts;
  }
}

/** Starts a stack with the page on free ports; the returned function takes all of it away again. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { facts, end } = await forkStack<PageFacts>(new URL("stack-process.ts", import.meta.url));
  project.provide("page", facts);
  return end;
}
