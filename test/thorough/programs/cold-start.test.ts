import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { afterAll, describe, expect, inject, it } from "vitest";
import { functionJwks, publishableKey, secretKey } from "../../../local/core/keys.ts";
import { startFunctionProcess } from "../../../local/function/function.ts";

const { upload, url, databaseUrl } = inject("stack");
const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** What every function of the platform is given, and nothing besides. */
const environment = {
  SUPABASE_URL: url,
  SUPABASE_DB_URL: databaseUrl,
  SUPABASE_JWKS: JSON.stringify(functionJwks),
  SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: publishableKey }),
  SUPABASE_SECRET_KEYS: JSON.stringify({ default: secretKey }),
};

/** The upload once more, in a folder of its own with an empty cache, some of its files missing. */
async function unpacked(...missing: string[]) {
  const folder = await mkdtemp(join(tmpdir(), "kith upload "));
  folders.push(folder);
  await cp(join(upload.folder, "functions"), join(folder, "functions"), { recursive: true });
  for (const path of missing) await rm(join(folder, path));
  return folder;
}

const start = (project: string) => startFunctionProcess({ project, environment, onLine: () => {} });

describe("what `supabase functions deploy kith --use-api` uploads", () => {
  it("answers from an empty cache with only the platform's environment", async () => {
    const folder = await unpacked();
    const began = performance.now();
    const running = await start(folder);
    try {
      const answer = await fetch(`${running.url}/kith/api/v1/health`);
      const milliseconds = performance.now() - began;
      expect(answer.status).toBe(200);
      const refused = await fetch(`${running.url}/kith/api/v1/contacts`);
      expect(refused.status).toBe(401);
      console.log(
        `upload: ${upload.paths.length} files, ${(upload.bytes / 1024).toFixed(0)} KiB; ` +
          `cold start to the first answer: ${milliseconds.toFixed(0)} ms`,
      );
    } finally {
      await running.stop("SIGTERM", 3000);
    }
  });

  it.each(["functions/kith/bundle/index.js", "functions/kith/deno.json"])(
    "does not start without %s",
    async (path) => {
      await expect(start(await unpacked(path))).rejects.toThrow(/did not start/);
    },
  );
});
