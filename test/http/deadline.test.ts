import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Deadline } from "../../functions/api/db/deadline.ts";

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

const never = () => new Promise<string>(() => {});

/** What became of it by now. */
function watch(work: Promise<string>): { outcome: string } {
  const seen = { outcome: "waiting" };
  work.then((value) => seen.outcome = value, (error: Error) => seen.outcome = error.message);
  return seen;
}

describe("a deadline", () => {
  it("settles as the work does, while there is time", async () => {
    const deadline = new Deadline(100);
    expect(await deadline.hold(Promise.resolve("done"))).toBe("done");
    await expect(deadline.hold(Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  });

  it("gives up on each when its own time is up, and not before", async () => {
    const deadline = new Deadline(100);
    const first = watch(deadline.hold(never()));
    await vi.advanceTimersByTimeAsync(60);
    const second = watch(deadline.hold(never()));
    await vi.advanceTimersByTimeAsync(39);
    expect([first.outcome, second.outcome]).toEqual(["waiting", "waiting"]);
    await vi.advanceTimersByTimeAsync(1);
    expect([first.outcome, second.outcome]).toEqual(["no answer within 100 ms", "waiting"]);
    await vi.advanceTimersByTimeAsync(59);
    expect(second.outcome).toBe("waiting");
    await vi.advanceTimersByTimeAsync(1);
    expect(second.outcome).toBe("no answer within 100 ms");
  });

  it("gives later work all of its time after earlier work is done", async () => {
    const deadline = new Deadline(100);
    await deadline.hold(Promise.resolve("done"));
    await vi.advanceTimersByTimeAsync(99);
    const late = watch(deadline.hold(never()));
    await vi.advanceTimersByTimeAsync(99);
    expect(late.outcome).toBe("waiting");
    await vi.advanceTimersByTimeAsync(1);
    expect(late.outcome).toBe("no answer within 100 ms");
  });

  it("has one timer whatever is under way, and none once it has found nothing", async () => {
    const deadline = new Deadline(100);
    for (let count = 0; count < 50; count++) void deadline.hold(Promise.resolve("done"));
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(100);
    expect(vi.getTimerCount()).toBe(0);
    const again = watch(deadline.hold(never()));
    await vi.advanceTimersByTimeAsync(100);
    expect(again.outcome).toBe("no answer within 100 ms");
    void deadline.hold(Promise.resolve("done"));
    deadline.close();
    expect(vi.getTimerCount()).toBe(0);
  });
});
