/** Prints, beside a test that failed, what the shared stack's function has logged of its own failures meanwhile: whose they were is in their route. */
import { afterEach } from "vitest";
import { functionLog } from "./function-copy.ts";

afterEach(async ({ task }) => {
  if (task.result?.state !== "fail") return;
  const since = new Date(task.result.startTime ?? 0).toISOString();
  for (const line of await functionLog()) {
    const { time, status } = JSON.parse(line) as { time: string; status?: number };
    if (time >= since && status !== undefined && status >= 500) console.error(line);
  }
});
