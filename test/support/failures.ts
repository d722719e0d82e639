/** Adds to the error of a test what the shared stack's function has logged of requests that it answered with a 5xx meanwhile, those of other tests too. */
import { afterEach } from "vitest";
import { functionLog } from "./function-copy.ts";

afterEach(async ({ task }) => {
  const { state, startTime = 0, errors = [] } = task.result ?? {};
  if (state !== "fail") return;
  const since = new Date(startTime).toISOString();
  const failed = (await functionLog()).filter((line) => {
    if (!line.startsWith("{")) return false;
    const { time, status } = JSON.parse(line) as { time: string; status?: number };
    return time >= since && status !== undefined && status >= 500;
  });
  for (const error of errors) {
    error.message = [error.message, ...failed].join("\n");
    if (error.stack) error.stack = [error.stack, ...failed].join("\n");
  }
});
