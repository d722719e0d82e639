import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { AlternativeContext } from "../../ratios/alternatives.ts";
import { ExpectedAnswers } from "../../expected-answers.ts";
import { Workload } from "../../workload.ts";

/** What both need: a folder of their own, what is asked of them, and progress lines that say who and since when. */
export async function prepare(context: AlternativeContext, name: string) {
  const folder = join(context.folder, name);
  await mkdir(folder, { recursive: true });
  const workload = new Workload(context.seeded);
  const expectedAnswers = await ExpectedAnswers.of(context.adminDatabaseUrl, workload);
  const began = performance.now();
  const progress = (line: string) =>
    context.progress(`${name}: ${line} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  return { ...context, folder, workload, expectedAnswers, progress };
}
