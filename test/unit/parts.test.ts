import { describe, expect, it } from "vitest";
import { problems } from "../../functions/kith/core/problems.ts";
import { runInParts } from "../../functions/kith/http/parts.ts";

const part = { status: 202, body: "{}", activityId: "one" };
const done = { status: 200, body: "{}" };

/** Runs an operation whose statements answer these in turn, the last one again and again; how many were sent. */
async function sent(...answers: (typeof part | typeof done | Error)[]): Promise<number> {
  let count = 0;
  const send = () => {
    const answer = answers[Math.min(count, answers.length - 1)]!;
    count += 1;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  await runInParts(send, {}).catch(() => {});
  return count;
}

describe("a part that is refused because the database is busy", () => {
  const busy = problems.unavailable("55P03: canceling statement due to lock timeout");

  it("the part is tried again, each part by itself", async () => {
    expect(await sent(part, busy, busy, part, busy, busy, done)).toBe(7);
  });

  it("the part is given up after three tries", async () => {
    expect(await sent(part, busy)).toBe(4);
  });

  it("the part is not tried again where its answer was lost, because it may have been done", async () => {
    expect(await sent(part, problems.unavailable(new Error("The statement took too long.")))).toBe(
      2,
    );
  });
});
