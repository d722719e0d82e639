/**
 * `npm run test:browser`: drives the settings page in a real Chromium. `--has-browser` only tells by
 * its exit code whether there is one.
 */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { beginCommand } from "../../local/core/command.ts";
import { findChromium } from "./support/find-chromium.ts";

beginCommand(`npm run test:browser [-- <files and options of vitest>]

Tests the settings page in Chromium.

  KITH_CHROMIUM      the path of Chromium, where it is not found
  KITH_THOROUGH      looks at every view in every size and colour, not in one of them in turn
  KITH_PICTURES      a folder for a picture of every view
  KITH_TEST_LATENCY  delays each request of the page by up to so many milliseconds`);

const root = fileURLToPath(new URL("../..", import.meta.url));
const chromium = await findChromium();
if (!chromium) {
  console.error(
    "kith: there is no Chromium to test with. Install it (Debian: apt-get install chromium; macOS: brew install --cask chromium) or set KITH_CHROMIUM to one.",
  );
  process.exit(1);
}
// For whoever only wants to know.
if (process.argv.includes("--has-browser")) process.exit(0);
const child = spawn(
  process.execPath,
  [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--config=test/browser/vitest.config.ts",
    ...process.argv.slice(2),
  ],
  { cwd: root, stdio: "inherit", env: { ...process.env, KITH_CHROMIUM: chromium } },
);
child.on("close", (code) => process.exit(code ?? 1));
