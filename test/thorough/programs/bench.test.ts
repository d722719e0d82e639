import { execPath } from "node:process";
import { expect, it } from "vitest";
import { project } from "../../../local/core/settings.ts";
import { runProgram } from "../../support/programs.ts";

// Nothing else runs the benchmark between releases. Its seed writes past the triggers that derive columns, and this section sends what tests do.
it("the benchmark starts, fills its accounts and measures", async () => {
  const args = ["--import", "tsx", "bench/run.ts", "--quick", "--only=latency"];
  const { code, output, errors } = await runProgram(execPath, args, {}, project);
  expect(errors).not.toContain("could not run");
  expect([code, output]).toEqual([0, expect.stringContaining("quick run")]);
});
