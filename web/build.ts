/**
 * `npm run build:web`: the settings page as static files for any host, in web/dist/ (or the folder
 * that is named).
 *
 * KITH_PROJECT_URL      address of the Supabase project
 * KITH_PUBLISHABLE_KEY  its publishable key
 */
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { withSettings } from "./settings.ts";

const root = fileURLToPath(new URL(".", import.meta.url));

/** Builds the page into a folder, still without its settings. */
export async function buildPage(folder: string): Promise<void> {
  // Only who builds pays for loading the builder.
  const { build } = await import("vite");
  await build({
    root,
    configFile: false,
    envDir: false,
    // Relative, so that the page can lie in any folder of a host.
    base: "./",
    logLevel: "warn",
    resolve: { alias: { "@kith/client": join(root, "../client/src/index.ts") } },
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: "es2022",
      // Its substitute for old browsers; those that know module scripts well need none.
      modulePreload: { polyfill: false },
      // A data: address in the style sheet is what the content-security policy forbids.
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
  // Wrong settings are told before anything is built.
  withSettings("<!-- settings -->", settings);
  await buildPage(folder);
  const page = join(folder, "index.html");
  await writeFile(page, withSettings(await readFile(page, "utf8"), settings));
  console.log(`The page of ${settings.projectUrl} is in ${folder}.`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  main().catch((error: Error) => {
    console.error(`kith: ${error.message}`);
    process.exitCode = 1;
  });
}
