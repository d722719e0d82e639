import { mkdir, rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { bundleFunction } from "../../supabase/deploy/bundle.ts";
import { median, ratios } from "../report.ts";
import { accessToken } from "../seed.ts";
import { type Section, startBench, startDeno } from "../stack.ts";

const size = { owners: 2, contactsPerOwner: 500, notesPerOwner: 100 };

/** In the project's folder for temporary files. */
const bundled = new URL("../../supabase/.temp/deployed/", import.meta.url);
const hello = new URL("./hello.ts", import.meta.url);

/** A server to start, what to ask it first, and what its first answer has. */
type Start = [name: string, script: URL, token: string | null, expected: RegExp];

/** From nothing to the first answer. */
export const coldStart: Section = async (context) => {
  const { stack, owners } = await startBench(context, size);
  // Only the copies that are started here shall run.
  await stack.function.stop();
  await rm(bundled, { recursive: true, force: true });
  await mkdir(bundled, { recursive: true });
  await bundleFunction(fileURLToPath(bundled));
  const deployed = new URL("index.ts", bundled);
  const sources = new URL("../../functions/kith/index.ts", import.meta.url);
  const key = owners[0]!.keys[0]!;
  const token = await accessToken(owners[0]!, stack.url);
  const starts: Start[] = [
    ["hello world with Hono", hello, null, /^200 .*hello/],
    // Everything is loaded, and the database is not asked.
    ["Kith, no credential", deployed, null, /^401 .*unauthorized/],
    ["Kith, list 50, API key", deployed, key, /^200 .*"pageSize":50/],
    ["Kith, list 50, access token", deployed, token, /^200 .*"pageSize":50/],
    // As `npm start` runs it: its own modules as they are, the packages in `node_modules`.
    ["Kith, its sources, list 50, API key", sources, key, /^200 /],
  ];
  const times: number[][] = starts.map(() => []);
  const rounds = context.quick ? 2 : 15;
  // In the first round everything is started to have been started before.
  for (let round = -1; round < rounds; round++) {
    context.progress(`round ${round + 1} of ${rounds}`);
    for (let turn = 0; turn < starts.length; turn++) {
      const n = (turn + round + 1) % starts.length;
      const time = await timeToAnswer(starts[n]!, stack.environment);
      if (round >= 0) times[n]!.push(time);
    }
  }
  return {
    method:
      `From the start of a process to the whole first answer, where everything has been started before: Deno has the scripts compiled and ` +
      `the disk has the files in memory. In each of ${rounds} rounds everybody once, the order changing. Kith as it is deployed.`,
    tables: [{
      caption: "Milliseconds to the first answer: median (lowest–highest)",
      columns: ["started", "ms", "more than hello world", "times hello world"],
      rows: starts.map(([name], n) => [
        name,
        { values: times[n]! },
        median(times[n]!.map((time, round) => time - times[0]![round]!)),
        { values: ratios(times[n]!, times[0]!), ...(n === 2 && { atMost: 3.3 }) },
      ]),
    }],
  };
};

/** Milliseconds from nothing to the whole first answer. @throws Error when it ends instead, or answers otherwise */
async function timeToAnswer(
  [name, script, token, expected]: Start,
  environment: Record<string, string>,
) {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const began = performance.now();
  const server = await startDeno(script, script === hello ? {} : environment, { waits: false });
  try {
    while (true) {
      // A server that does not listen yet refuses the connection.
      const answer = await fetch(`${server.url}/kith/api/v1/contacts?pageSize=50`, { headers })
        .catch(() => undefined);
      const text = answer && `${answer.status} ${await answer.text()}`;
      const time = performance.now() - began;
      if (text && !expected.test(text)) throw new Error(`${name}: ${text.slice(0, 200)}`);
      if (text) return time;
      server.checkRunning();
      await sleep(1);
    }
  } finally {
    await server.stop();
  }
}
