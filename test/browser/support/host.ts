import { once } from "node:events";
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { inject } from "vitest";
import { buildPage } from "../../../web/build.ts";
import { withSettings } from "../../../web/settings.ts";

const types: Record<string, string> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

export interface Host {
  url: string;
  /** Files that were asked for, in order. */
  asked: string[];
  /** Serves another build of the same page instead, in which every script has another name. */
  deploy(): Promise<void>;
  /** Changes the page and nothing else, as other settings do. */
  rewrite(change: (html: string) => string): Promise<void>;
  /** Lets the host answer no request any more, or again. */
  hang(hangs: boolean): void;
  /** Answers requests for the page with this status instead of the page, or with the page again. */
  refuse(status?: number): void;
  stop(): Promise<void>;
}

/** The page in a folder of a host of its own, for the project of the tests. */
export async function hostPage(): Promise<Host> {
  const folder = await mkdtemp(join(tmpdir(), "kith host "));
  await buildPage(folder);
  const { url: projectUrl, publishableKey } = inject("page");
  const page = join(folder, "index.html");
  await writeFile(
    page,
    withSettings(await readFile(page, "utf8"), { projectUrl, publishableKey }),
  );
  const asked: string[] = [];
  let hangs = false;
  let refusal: number | undefined;
  const server = createServer(async (request, response) => {
    const [path = ""] = request.url!.replace(/^\/kith\//, "").split("?");
    asked.push(path);
    if (hangs) return;
    if (refusal && !path) return void response.writeHead(refusal).end(`Refused: ${refusal}`);
    const body = await readFile(join(folder, path || "index.html")).catch(() => undefined);
    response.writeHead(body ? 200 : 404, {
      "content-type": types[extname(path)] ?? "text/html",
      "cache-control": "no-cache",
    }).end(body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}/kith/`,
    asked,
    hang: (next) => {
      hangs = next;
    },
    refuse: (status) => {
      refusal = status;
    },
    rewrite: async (change) => writeFile(page, change(await readFile(page, "utf8"))),
    async deploy() {
      const stamp = Date.now().toString(36);
      const scripts = (await readdir(join(folder, "assets"))).filter((name) => /\.js$/.test(name));
      const renamed = (name: string) => name.replace(/\.js$/, `${stamp}.js`);
      for (const name of scripts) {
        await rename(join(folder, "assets", name), join(folder, "assets", renamed(name)));
      }
      const names = await readdir(folder, { recursive: true });
      for (const name of names.filter((each) => /\.(js|html)$/.test(each))) {
        let text = await readFile(join(folder, name), "utf8");
        for (const script of scripts) text = text.replaceAll(script, renamed(script));
        if (name === "worker.js") text = text.replace(/`[0-9a-f]{16}`/, `\`${stamp}\``);
        await writeFile(join(folder, name), text);
      }
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
