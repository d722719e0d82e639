import { exit } from "node:process";

const steps = new Set<() => Promise<unknown>>();
let ending: Promise<unknown> | undefined;

/**
 * Has something taken away on Ctrl-C, too. What is returned takes it away and forgets it; more than once does no harm.
 * Steps that are left when the command ends run in reverse order, each whatever becomes of the others.
 */
export function cleanUp(step: () => Promise<unknown>): () => Promise<void> {
  steps.add(step);
  return async () => {
    if (!steps.delete(step)) return;
    await step();
  };
}

/** Runs what has not been taken away yet. After Ctrl-C it never returns: the command ends when all is taken away. */
export async function cleanUpAll(): Promise<void> {
  await ending;
  await runSteps();
}

async function runSteps(): Promise<void> {
  for (const step of [...steps].reverse()) {
    steps.delete(step);
    await step().catch(() => {});
  }
}

/** On Ctrl-C and the like: takes everything away before the command ends, once. */
export function cleanUpOnSignals(): void {
  for (const [signal, code] of [["SIGINT", 130], ["SIGTERM", 143], ["SIGHUP", 129]] as const) {
    process.on(signal, () => ending ??= runSteps().then(() => exit(code)));
  }
}
