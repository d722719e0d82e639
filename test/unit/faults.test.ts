import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { project } from "../../local/core/settings.ts";
import { faults } from "../mutations/faults.ts";

// `npm run test:mutations` takes an hour, so nobody would notice there that a fault has nothing to change any more.
it.each(faults)("$name is about text that its file has once", async ({ file, find }) => {
  const text = await readFile(join(project, file), "utf8");
  expect(text.split(find).length - 1).toBe(1);
});
