// Builds the settings page and serves its files.
import { getMimeType } from "hono/utils/mime";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { buildPage } from "../../web/build.ts";
import { pageHeaders, type PageSettings, withSettings } from "../../web/settings.ts";
import { project } from "../core/settings.ts";

/** Answers with a file of the settings page; undefined where the path is not one of its files. */
export type Page = (request: Request) => Response | undefined;

/**
 * Loads the settings page, whose files are served from memory. It is built first (one or two seconds)
 * when its sources have changed since the last build.
 * @throws the error of the build
 */
export async function loadPage(settings: PageSettings): Promise<Page> {
  const folder = await currentBuild(join(project, "supabase", ".temp", "web"));
  const files = new Map<string, { body: BodyInit; headers: Record<string, string> }>();
  for (const name of await filesIn(folder)) {
    const body = await readFile(join(folder, name));
    const path = `/${name.replaceAll("\\", "/")}`;
    const isPage = path.endsWith("/index.html");
    files.set(folderOf(path), {
      body: isPage ? withSettings(body.toString(), settings) : new Uint8Array(body),
      headers: {
        ...pageHeaders,
        "content-type": getMimeType(name) ?? "application/octet-stream",
        // File names under assets/ contain a hash of the content.
        "cache-control": name.startsWith("assets")
          ? "public, max-age=31536000, immutable"
          : "no-cache",
      },
    });
  }
  return ({ url }) => {
    const file = files.get(folderOf(new URL(url).pathname));
    return file && new Response(file.body, { headers: file.headers });
  };
}

/** The path of a page without what may be left out at its end. */
const folderOf = (path: string) => path.replace(/\/(index\.html)?$/, "") || "/";

/** The folder with the build of the current sources. */
async function currentBuild(builds: string): Promise<string> {
  const folder = join(builds, await hashOfSources());
  if (await exists(join(folder, "index.html"))) return folder;
  await mkdir(builds, { recursive: true });
  const older = await readdir(builds);
  const draft = await mkdtemp(join(builds, "draft-"));
  await buildPage(draft);
  // Another stack may have built the same sources meanwhile; then that build is used.
  await rename(draft, folder).catch(async (error) => {
    await rm(draft, { recursive: true, force: true });
    if (!await exists(join(folder, "index.html"))) throw error;
  });
  for (const name of older.filter((each) => !each.startsWith("draft-"))) {
    await rm(join(builds, name), { recursive: true, force: true });
  }
  return folder;
}

/** What the page is built from. */
const sources = [
  "package.json",
  "web",
  "client",
  "functions/kith/contacts/fields.ts",
  "functions/kith/core",
  "functions/kith/imports/parse",
];

async function hashOfSources(): Promise<string> {
  const hash = createHash("sha256");
  for (const part of sources) {
    const path = join(project, part);
    const names = (await stat(path)).isFile() ? [""] : await filesIn(path);
    for (const name of names.sort()) {
      if (/^(dist|node_modules)\b/.test(name)) continue;
      hash.update(`${part}/${name}\0`).update(await readFile(join(path, name)));
    }
  }
  return hash.digest("hex").slice(0, 16);
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

const exists = (path: string) => stat(path).then(() => true, () => false);
