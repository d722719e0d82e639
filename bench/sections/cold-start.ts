// Measures how long the function takes from nothing to its first answer.
import { mkdir, rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { bundleFunction } from "../../supabase/deploy/bundle.ts";
import { ratios } from "../report.ts";
import { inOrder } from "../measure.ts";
import { type Section, startBench, startDeno } from "../stack.ts";

const size = { owners: 1, contacts: 500, notes: 100 };

/** In the project's folder for temporary files. */
const bundled = new URL("../../supabase/.temp/deployed/", import.meta.url);

/** From nothing to the first answer. */
export const coldStart: Section = async (context) => {
  const { stack, owners: [owner] } = await startBench(context, [size]);
  // Only the copies that are started here shall run.
  await stack.function.stop();
  await rm(bundled, { recursive: true, force: true });
  await mkdir(bundled, { recursive: true });
  await bundleFunction(fileURLToPath(bundled));
  const hello = { script: new URL("./hello.ts", import.meta.url), times: [] as number[] };
  const kith = { script: new URL("index.ts", bundled), times: [] as number[] };
  const rounds = context.quick ? 2 : 15;
  // In the first round everything is started to have been started before.
  for (let round = -1; round < rounds; round++) {
    for (const { script, times } of inOrder([hello, kith], round + 1)) {
      const environment = script === hello.script ? {} : stack.environment;
      const time = await timeToAnswer(script, environment, owner!.keys[0]!);
      if (round >= 0) times.push(time);
    }
    context.progress(`round ${round + 1} of ${rounds}`);
  }
  return {
    method:
      `From the start of a process to the whole first answer, where everything has been started before: Deno has the scripts compiled and ` +
      `the disk has the files in memory. In each of ${rounds} rounds both once, the order changing. Kith as it is deployed.`,
    tables: [{
      caption: "Milliseconds to the first answer: median (lowest–highest)",
      columns: ["", "Kith, ms", "hello world with Hono, ms", "Kith ÷ hello world"],
      rows: [[
        "a cold start that lists with an API key, ÷ hello world with Hono",
        { values: kith.times },
        { values: hello.times },
        { values: ratios(kith.times, hello.times), atMost: 3 },
      ]],
    }],
  };
};

/** Milliseconds from nothing to the whole first answer. @throws Error when it ends instead, or is refused */
async function timeToAnswer(script: URL, environment: Record<string, string>, key: string) {
  const headers = { authorization: `Bearer ${key}` };
  const began = performance.now();
  const server = await startDeno(script, environment, false);
  try {
    while (true) {
      // A server that does not listen yet refuses the connection.
      const answer = await fetch(`${server.url}/kith/api/v1/contacts`, { headers })
        .catch(() => undefined);
      const text = await answer?.text();
      if (answer?.ok) return performance.now() - began;
      if (answer) throw new Error(`${answer.status} ${text}`);
      server.checkRunning();
      await sleep(1);
    }
  } finally {
    await server.stop();
  }
}
