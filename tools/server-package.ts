/** Before @kith/server is packed: writes its command and the release that it installs into supabase/deploy/dist. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vite";
import { project } from "../local/core/settings.ts";
import { writeRelease } from "../supabase/deploy/write-release.ts";

const outDir = join(project, "supabase", "deploy", "dist");
await rm(outDir, { recursive: true, force: true });
await build({
  configFile: false,
  logLevel: "error",
  root: project,
  ssr: { noExternal: true },
  build: {
    ssr: "supabase/deploy/main.ts",
    outDir,
    minify: false,
    target: "node20",
    rolldownOptions: {
      external: [/^node:/],
      output: { entryFileNames: "main.js", banner: "#!/usr/bin/env node" },
    },
  },
});
await writeRelease(join(outDir, "release"));
