import { once } from "node:events";
import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { buildPage } from "../../web/build.ts";
import { withSettings } from "../../web/settings.ts";
import { cached, installed, noNetwork } from "./support/kept.ts";
import { useBrowser } from "./support/visit.ts";

const types: Record<string, string> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

interface Host {
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
async function hostPage(): Promise<Host> {
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
    deploy() {
      const stamp = Date.now().toString(36);
      // Without a pause: no request is answered from a half of the new build.
      const scripts = readdirSync(join(folder, "assets")).filter((name) => /\.js$/.test(name));
      const renamed = (name: string) => name.replace(/\.js$/, `${stamp}.js`);
      for (const name of scripts) {
        renameSync(join(folder, "assets", name), join(folder, "assets", renamed(name)));
      }
      const names = readdirSync(folder, { recursive: true }).map(String);
      for (const name of names.filter((each) => /\.(js|html)$/.test(each))) {
        let text = readFileSync(join(folder, name), "utf8");
        for (const script of scripts) text = text.replaceAll(script, renamed(script));
        if (name === "worker.js") text = text.replace(/`[0-9a-f]{16}`/, `\`${stamp}\``);
        writeFileSync(join(folder, name), text);
      }
      return Promise.resolve();
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const { visit } = useBrowser();

describe("a new version of the page", () => {
  let host: Host;
  beforeAll(async () => {
    host = await hostPage();
  });
  afterAll(() => host.stop());

  const visitHost = async () => {
    const visited = await visit({ url: host.url });
    visited.expectOnConsole(noNetwork);
    await visited.page.getByRole("heading", { name: "Sign in" }).waitFor();
    await installed(visited.page);
    return visited;
  };
  const script = (page: Page) =>
    page.evaluate(() => document.querySelector<HTMLScriptElement>("script[src]")!.src);

  test("is offered while an old one is open, whose parts still load, and is there after a reload", async () => {
    const { page } = await visitHost();
    const before = await script(page);
    await host.deploy();
    await page.evaluate(async () => {
      await (await navigator.serviceWorker.ready).update();
    });
    await page.getByText("There is a new version of this page.").waitFor();
    await page.getByRole("link", { name: "Create an account" }).click();
    await page.getByRole("heading", { name: "Create an account" }).waitFor();
    expect(await script(page)).toBe(before);
    await page.getByRole("button", { name: "Reload" }).click();
    await expect.poll(() => script(page)).not.toBe(before);
    await page.getByRole("heading", { name: "Create an account" }).waitFor();
    await expect.poll(() => page.getByText("There is a new version").count()).toBe(0);
    await page.context().setOffline(true);
    const after = await script(page);
    await page.reload();
    await page.getByRole("heading", { name: "Create an account" }).waitFor();
    expect(await script(page)).toBe(after);
  });

  test("is not needed for other settings, which are there at the next start and kept", async () => {
    const { page } = await visitHost();
    await host.rewrite((html) => html.replace(/(kith-publishable-key" content=")[^"]*/, "$1new"));
    const key = () => page.locator("meta[name=kith-publishable-key]").getAttribute("content");
    await page.reload();
    expect(await key()).toBe("new");
    await page.context().setOffline(true);
    await expect.poll(async () => {
      await page.reload();
      return await key();
    }).toBe("new");
  });

  test("is not waited for long: a host that hangs gets the version that is kept", async () => {
    const { page } = await visitHost();
    host.hang(true);
    await page.reload({ waitUntil: "commit" });
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    host.hang(false);
  });
});

describe("a host that answers without the page", () => {
  let host: Host;
  beforeAll(async () => {
    host = await hostPage();
  });
  afterAll(() => host.stop());

  const visitRefused = async (status: number) => {
    host.refuse();
    const visited = await visit({ url: host.url });
    visited.expectOnConsole(/status of \d\d\d/);
    await visited.page.getByRole("heading", { name: "Sign in" }).waitFor();
    await installed(visited.page);
    host.refuse(status);
    await visited.page.reload();
    return visited;
  };

  test("and fails gets the one that is kept", async () => {
    const { page } = await visitRefused(503);
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
  });

  for (const status of [401, 403]) {
    test(`and refuses with a ${status} is believed, and the page is kept`, async () => {
      const { page } = await visitRefused(status);
      await page.getByText(`Refused: ${status}`).waitFor();
      expect(await cached(page, "kith-page:")).not.toBe("");
    });
  }

  for (const status of [404, 410]) {
    test(`with a ${status} takes it down: nothing of it is kept`, async () => {
      const { page } = await visitRefused(status);
      await page.getByText(`Refused: ${status}`).waitFor();
      await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
      const workers = () =>
        page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
      await expect.poll(workers).toBe(0);
      host.refuse(503);
      await page.reload();
      await page.getByText("Refused: 503").waitFor();
    });
  }
});
