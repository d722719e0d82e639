import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { fillAccount, newPerson } from "./support/account.ts";
import { useBrowser } from "./support/visit.ts";

const { visit } = useBrowser();
const root = fileURLToPath(new URL("../..", import.meta.url));
let folder: string;
let host: Server;

const types: Record<string, string> = { ".js": "text/javascript", ".css": "text/css" };

function buildWith(settings: Record<string, string>) {
  const env = { ...process.env, ...settings };
  const script = ["--import", "tsx", "web/build.ts", folder];
  return promisify(execFile)(process.execPath, script, { cwd: root, env });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kith page "));
  // As plain a host as there is, with the page in a folder of it.
  host = createServer(async (request, response) => {
    const path = request.url!.replace(/^\/kith\//, "").replace(/^$/, "index.html");
    const body = await readFile(join(folder, path)).catch(() => undefined);
    response.writeHead(body ? 200 : 404, {
      "content-type": types[extname(path)] ??
        (path.endsWith("svg") ? "image/svg+xml" : "text/html"),
    }).end(body);
  }).listen(0, "127.0.0.1");
  await once(host, "listening");
});

afterAll(async () => {
  host.close();
  await rm(folder, { recursive: true, force: true });
});

describe("the page on a host of its own", () => {
  test("works with two settings, from another origin and in a folder", async () => {
    const { url: projectUrl, publishableKey } = inject("page");
    await buildWith({ KITH_PROJECT_URL: `${projectUrl}/`, KITH_PUBLISHABLE_KEY: publishableKey });
    const address = host.address() as { port: number };
    const person = await newPerson();
    await fillAccount(person);
    const { page } = await visit({ url: `http://127.0.0.1:${address.port}/kith/`, person });
    await page.getByRole("link", { name: /Zoë/ }).click();
    await page.getByRole("button", { name: "Add photo" }).waitFor();
    const bytes =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const buffer = Buffer.from(bytes, "base64");
    await page.getByLabel("Photo", { exact: true })
      .setInputFiles({ name: "face.png", mimeType: "image/png", buffer });
    await page.waitForFunction(() => document.querySelector("img")?.naturalWidth === 1);
    await page.reload();
    await page.getByRole("heading", { name: /Zoë/ }).waitFor();
  });

  test("allows nothing but its own files and its project", async () => {
    const html = await readFile(join(folder, "index.html"), "utf8");
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html)![1]!;
    const project = inject("page").url;
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "font-src 'self'",
      `img-src 'self' blob: ${project}`,
      `connect-src ${project}`,
      "manifest-src 'self'",
      "worker-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types kith-worker",
    ]);
    expect(html).not.toMatch(/<style|style=|<script(?![^>]*src)|\son\w+=/);
    const assets = await readdir(join(folder, "assets"));
    for (const name of assets) {
      const text = await readFile(join(folder, "assets", name), "utf8");
      expect(text.match(/url\((?!#|\.\/figtree-)|@import/g) ?? []).toEqual([]);
    }
  });

  test("keeps the browser from asking anyone else, and from taking text for code", async () => {
    const { page, expectOnConsole } = await visit();
    expectOnConsole(/Content Security Policy|requires 'Trusted/);
    const outcomes = await page.evaluate(async () => {
      const attempt = (work: () => unknown) =>
        Promise.resolve().then(work).then(() => "done", () => "refused");
      return {
        fetch: await attempt(() => fetch("https://elsewhere.invalid/")),
        markup: await attempt(() => document.body.innerHTML = "<b>written</b>"),
        script: await attempt(() => document.createElement("script").src = "data:,run()"),
      };
    });
    const refused = "refused";
    expect(outcomes).toEqual({ fetch: refused, markup: refused, script: refused });
  });

  test("is not built with a setting that is wrong, and one line says which", async () => {
    const settings = {
      KITH_PROJECT_URL: "https://project.supabase.co",
      KITH_PUBLISHABLE_KEY: "sb_publishable_x",
    };
    const refusals = [
      [{ KITH_PROJECT_URL: "" }, /^kith: KITH_PROJECT_URL must be .+\n$/],
      [{ KITH_PROJECT_URL: "project" }, /^kith: KITH_PROJECT_URL must be .+\n$/],
      [{ KITH_PUBLISHABLE_KEY: "" }, /^kith: KITH_PUBLISHABLE_KEY must be .+\n$/],
      [{ KITH_PUBLISHABLE_KEY: "sb_secret_x" }, /^kith: KITH_PUBLISHABLE_KEY is a secret key.+\n$/],
    ] as const;
    for (const [wrong, line] of refusals) {
      const failure = await buildWith({ ...settings, ...wrong }).catch((error) => error);
      expect(failure.code).toBe(1);
      expect(failure.stderr).toMatch(line);
    }
  });
});
