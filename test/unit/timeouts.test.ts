import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Timeouts } from "../../functions/kith/core/timeouts.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("timeouts of any length call back once each when their time is over, stopped ones do not, and restarted ones begin anew", () => {
  const timeouts = new Timeouts();
  const called: string[] = [];
  const calling = (name: string) => () => void called.push(name);
  const [long, short] = [calling("long"), calling("short")];
  const [stopped, restarted] = [calling("stopped"), calling("restarted")];
  timeouts.start(long, 60_000);
  timeouts.start(short, 5_000);
  timeouts.start(stopped, 5_000);
  timeouts.start(restarted, 5_000);
  vi.advanceTimersByTime(4_999);
  timeouts.stop(stopped);
  timeouts.start(restarted, 5_000);
  expect(called).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(called).toEqual(["short"]);
  vi.advanceTimersByTime(4_999);
  expect(called).toEqual(["short", "restarted"]);
  vi.advanceTimersByTime(50_001);
  expect(called).toEqual(["short", "restarted", "long"]);
  expect(vi.getTimerCount()).toBe(0);
});

it("what is started by a callback calls back, too", () => {
  const timeouts = new Timeouts();
  const called: string[] = [];
  timeouts.start(() => timeouts.start(() => void called.push("second"), 1_000), 1_000);
  vi.advanceTimersByTime(2_000);
  expect(called).toEqual(["second"]);
});
