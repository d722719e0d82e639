import { describe, expect, it } from "vitest";
import { npmScripts, type Outcome, runProgram } from "../support/programs.ts";

const scripts = await npmScripts();

describe("a Node that is too old", () => {
  const guard = "node tools/node-version.mjs && ";

  /** Runs the check as another version of Node would. */
  function checkAs(version: string): Promise<Outcome> {
    const fake = `Object.defineProperty(process, "versions", { value: { node: "${version}" } })`;
    const preload = `data:text/javascript,${encodeURIComponent(fake)}`;
    return runProgram(process.execPath, ["--import", preload, "tools/node-version.mjs"]);
  }

  it.each(Object.keys(scripts))("is refused by %s before anything else runs", (name) => {
    expect(scripts[name]!.slice(0, guard.length)).toBe(guard);
  });

  it.each(["16.20.2", "18.20.8", "20.18.3"])("is told what is needed: %s", async (version) => {
    const { code, output, errors } = await checkAs(version);
    expect([code, output]).toEqual([1, ""]);
    expect(errors.trim().split("\n")).toEqual([
      expect.stringContaining(`needs Node 20.19 or newer; this is ${version}`),
    ]);
  });

  it.each(["20.19.0", "22.0.0", "24.1.0"])("is not one that is new enough: %s", async (version) => {
    expect(await checkAs(version)).toEqual({ code: 0, output: "", errors: "" });
  });
});
