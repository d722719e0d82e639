import { mkdtemp, rm, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { removeData } from "../../local/data.ts";
import { project } from "../../local/core/settings.ts";
import { npmStart } from "../support/programs.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kith start "));
});
afterAll(async () => {
  await removeData(folder);
  await rm(folder, { recursive: true, force: true });
});

it("npm start prints a curl line that works and the settings page, follows changes, and ends on Ctrl-C", async () => {
  const stack = npmStart(folder);
  try {
    const [, token, url] = await stack.printed(/Bearer (kith_[0-9a-f]{40})" "(http[^"]+)"/);
    const [, page] = await stack.printed(/Settings page +(http\S+)/);
    const answer = await fetch(url!, { headers: { authorization: `Bearer ${token}` } });
    expect([answer.status, (await answer.json()).total]).toEqual([200, 6]);
    expect((await fetch(page!)).status).toBe(200);
    // Saving a file of the function, be it as it was, starts the function again.
    await utimes(join(project, "functions", "kith", "index.ts"), new Date(), new Date());
    await stack.printed(/functions\/ has changed, the function was started again/);
    expect((await fetch(url!, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
  } finally {
    stack.child.kill("SIGINT");
  }
  expect(await stack.ended).toMatchObject({ code: 0 });
});
