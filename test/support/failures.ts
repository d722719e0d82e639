/** Prints, with a test that failed, the requests that the shared stack's function answered with a 5xx meanwhile, those of other tests too. */
import { afterEach } from "vitest";
import { functionLog } from "./function-copy.ts";

afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  const since = new Date(task.result.startTime ?? 0).toISOString();
  for (const line of await functionLog()) {
    if (!line.startsWith("{")) continue;
    const { time, status } = JSON.parse(line) as { time: string; status?: number };
    if (time >= since && status !== undefined && status >= 500) console.error(line);
  }
});
