import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { buildPage } from "../../../web/build.ts";
import { pageHeaders, type PageSettings, withSettings } from "../../../web/settings.ts";
import { project } from "../core/settings.ts";

/** Serves the settings page; false where the path is none of its files. */
export type Page = (incoming: IncomingMessage, outgoing: ServerResponse) => boolean;

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/**
 * The settings page of this stack. It is built when its sources are not those of the last build
 * (a second or two), and its few files are served from memory.
 * @throws what the builder says
 */
export async function loadPage(settings: PageSettings): Promise<Page> {
  const folder = await currentBuild(join(project, "supabase", ".temp", "web"));
  const files = new Map<string, { body: string; headers: Record<string, string> }>();
  for (const name of await filesIn(folder)) {
    const body = await readFile(join(folder, name), "utf8");
    const isPage = name === "index.html";
    files.set(isPage ? "/" : `/${name.replaceAll("\\", "/")}`, {
      body: isPage ? withSettings(body, settings) : body,
      headers: {
        ...pageHeaders,
        "content-type": types[extname(name)] ?? "application/octet-stream",
        // Names under assets/ carry a hash of what is in them.
        "cache-control": name.startsWith("assets")
          ? "public, max-age=31536000, immutable"
          : "no-cache",
      },
    });
  }
  return (incoming, outgoing) => {
    const path = new URL(settings.projectUrl + (incoming.url ?? "/")).pathname;
    const file = files.get(path === "/index.html" ? "/" : path);
    if (!file || !/^(GET|HEAD)$/.test(incoming.method ?? "")) return false;
    outgoing.writeHead(200, { ...file.headers, "content-length": Buffer.byteLength(file.body) });
    outgoing.end(incoming.method === "HEAD" ? undefined : file.body);
    return true;
  };
}

/** The folder of the build of the sources as they are. */
async function currentBuild(builds: string): Promise<string> {
  const folder = join(builds, await hashOfSources());
  if (await exists(join(folder, "index.html"))) return folder;
  await mkdir(builds, { recursive: true });
  const older = await readdir(builds);
  const draft = await mkdtemp(join(builds, "draft-"));
  await buildPage(draft);
  // Another stack may have built the same meanwhile; either will do.
  await rename(draft, folder).catch(async (error) => {
    await rm(draft, { recursive: true, force: true });
    if (!await exists(join(folder, "index.html"))) throw error;
  });
  for (const name of older.filter((each) => !each.startsWith("draft-"))) {
    await rm(join(builds, name), { recursive: true, force: true });
  }
  return folder;
}

async function hashOfSources(): Promise<string> {
  const hash = createHash("sha256");
  for (const part of ["package.json", "web", "client"]) {
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
