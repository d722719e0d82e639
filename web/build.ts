/**
 * `npm run build:web`: builds the settings page as static files for any host, in web/dist/ or the
 * folder in the first argument.
 *
 * KITH_PROJECT_URL      URL of the Supabase project
 * KITH_PUBLISHABLE_KEY  its publishable key
 */
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { describeError, printUsageIfAsked } from "../supabase/command.ts";
import { withSettings } from "./settings.ts";

const root = fileURLToPath(new URL(".", import.meta.url));

const usage = `npm run build:web [-- <folder>]

Builds the settings page as static files for any host, in web/dist/ or the given folder. See docs/settings-page.md.

  KITH_PROJECT_URL      URL of the Supabase project
  KITH_PUBLISHABLE_KEY  its publishable key`;

/** Builds the page into a folder, without its settings. */
export async function buildPage(folder: string): Promise<void> {
  // Imported here, because loading Vite is slow and most starts do not build.
  const { build } = await import("vite");
  await build({
    root,
    configFile: false,
    envDir: false,
    // Relative, so that the page can be in any folder of a host.
    base: "./",
    logLevel: "warn",
    resolve: { alias: { "@kith/client": join(root, "../client/src/index.ts") } },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: "es2022",
      // Only old browsers need the polyfill.
      modulePreload: { polyfill: false },
      // The content-security policy forbids data: URLs in the style sheet.
      assetsInlineLimit: 0,
    },
  });
}

async function main(): Promise<void> {
  const folder = resolve(process.argv[2] ?? join(root, "dist"));
  const settings = {
    projectUrl: process.env["KITH_PROJECT_URL"] ?? "",
    publishableKey: process.env["KITH_PUBLISHABLE_KEY"] ?? "",
  };
  // Checks the settings before the build.
  withSettings("<!-- settings -->", settings);
  await buildPage(folder);
  const page = join(folder, "index.html");
  await writeFile(page, withSettings(await readFile(page, "utf8"), settings));
  console.log(`The page for ${settings.projectUrl} is in ${folder}.`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  printUsageIfAsked(usage);
  main().catch((error: Error) => {
    console.error(`kith: ${describeError(error)}`);
    process.exitCode = 1;
  });
}
