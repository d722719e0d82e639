import { appendFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { removeData } from "../../../supabase/local/data.ts";
import { startStack } from "../../../supabase/local/stack.ts";

declare module "vitest" {
  interface ProvidedContext {
    page: { url: string; publishableKey: string; mails: string; databaseUrl: string };
  }
}

/** Starts a stack with the page on free ports; the returned function takes all of it away again. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "kith browser "));
  const mails = join(folder, "mails.jsonl");
  await writeFile(mails, "");
  const stack = await startStack({
    folder,
    gatewayPort: 0,
    databasePort: 0,
    demo: false,
    page: true,
    onMail: (mail) => appendFileSync(mails, JSON.stringify(mail) + "\n"),
  });
  if (stack.pageFailure) {
    await stack.stop();
    throw new Error(stack.pageFailure);
  }
  const { url, publishableKey, adminDatabaseUrl: databaseUrl } = stack;
  project.provide("page", { url, publishableKey, mails, databaseUrl });
  return async () => {
    await stack.stop();
    await removeData(folder);
    await rm(folder, { recursive: true, force: true });
  };
}
