import { execFile } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { fillAccount, newPerson } from "./support/account.ts";
import { cached, installed, noNetwork } from "./support/kept.ts";
import { visit } from "./support/visit.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

const types: Record<string, string> = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

/** The page in a folder of a host of its own, which is as plain as there is. */
let host: Server;
let folder: string;
let url: string;
let hangs = false;
/** The status of answers without the page. */
let refusal: number | undefined;

function buildWith(settings: Record<string, string>) {
  const env = { ...process.env, ...settings };
  const script = ["--import", "tsx", "web/build.ts", folder];
  return promisify(execFile)(process.execPath, script, { cwd: root, env });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "kith host "));
  const { url: projectUrl, publishableKey } = inject("page");
  await buildWith({ KITH_PROJECT_URL: `${projectUrl}/`, KITH_PUBLISHABLE_KEY: publishableKey });
  host = createServer(async (request, response) => {
    const [path = ""] = request.url!.replace(/^\/kith\//, "").split("?");
    if (hangs) return;
    if (refusal && !path) return void response.writeHead(refusal).end(`Refused: ${refusal}`);
    const body = await readFile(join(folder, path || "index.html")).catch(() => undefined);
    response.writeHead(body ? 200 : 404, {
      "content-type": types[extname(path)] ?? "text/html",
      "cache-control": "no-cache",
    }).end(body);
  }).listen(0, "127.0.0.1");
  await once(host, "listening");
  url = `http://127.0.0.1:${(host.address() as { port: number }).port}/kith/`;
});

beforeEach(() => {
  hangs = false;
  refusal = undefined;
});

afterAll(async () => {
  host.closeAllConnections();
  host.close();
  await rm(folder, { recursive: true, force: true });
});

/** Serves another build of the same page instead, in which every script has another name. */
function deploy(): void {
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
}

test("the page on a host of its own works with two settings, from another origin and in a folder", async () => {
  const person = await newPerson();
  await fillAccount(person);
  const { page, follow, button, field, title } = await visit({ url, person });
  await follow(/Zoë/);
  await button("Add photo").waitFor();
  const bytes =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const buffer = Buffer.from(bytes, "base64");
  await field("Photo").setInputFiles({ name: "face.png", mimeType: "image/png", buffer });
  await page.waitForFunction(() => document.querySelector("img")?.naturalWidth === 1);
  await page.reload();
  await title(/Zoë/);
});

test("the page allows nothing but its own files and its project, and no text to be taken for code", async () => {
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
  for (const name of await readdir(join(folder, "assets"))) {
    const text = await readFile(join(folder, "assets", name), "utf8");
    expect(text.match(/url\((?!#|\.\/figtree-)|@import/g) ?? [], name).toEqual([]);
  }
  const { page, expectOnConsole } = await visit();
  expectOnConsole(/Content Security Policy|requires 'Trusted/);
  const outcomes = await page.evaluate(async () => {
    const attempt = (work: () => unknown) =>
      Promise.resolve().then(work).then(() => "done", () => "refused");
    return [
      await attempt(() => fetch("https://elsewhere.invalid/")),
      await attempt(() => document.body.innerHTML = "<b>written</b>"),
      await attempt(() => document.createElement("script").src = "data:,run()"),
    ];
  });
  expect(outcomes, "what the browser does").toEqual(["refused", "refused", "refused"]);
});

test.each([
  [{ KITH_PROJECT_URL: "" }, /^kith: KITH_PROJECT_URL must be .+\n$/],
  [{ KITH_PROJECT_URL: "project" }, /^kith: KITH_PROJECT_URL must be .+\n$/],
  [{ KITH_PUBLISHABLE_KEY: "" }, /^kith: KITH_PUBLISHABLE_KEY must be .+\n$/],
  [{ KITH_PUBLISHABLE_KEY: "sb_secret_x" }, /^kith: KITH_PUBLISHABLE_KEY is a secret key.+\n$/],
])("the page is not built with %j, and one line says why", async (wrong, stderr) => {
  const settings = {
    KITH_PROJECT_URL: "https://project.supabase.co",
    KITH_PUBLISHABLE_KEY: "sb_publishable_x",
  };
  await expect(buildWith({ ...settings, ...wrong as object }))
    .rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(stderr) });
});

/** The page of the host, kept by the browser. */
async function visitHost() {
  const it = await visit({ url });
  it.expectOnConsole(noNetwork);
  it.expectOnConsole(/status of \d\d\d/);
  await it.title("Sign in");
  await installed(it.page);
  return it;
}

test("a new version of the page is offered while an old one is open, whose parts still load, and is there after a reload; settings need none", async () => {
  const { page, see, follow, title, press, gone, offline } = await visitHost();
  const script = () =>
    page.evaluate(() => document.querySelector<HTMLScriptElement>("script[src]")!.src);
  const before = await script();
  deploy();
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update();
  });
  await see("There is a new version of this page.");
  await follow("Create an account");
  await title("Create an account");
  expect(await script(), "the old one stays").toBe(before);
  await press("Reload");
  await expect.poll(script).not.toBe(before);
  await title("Create an account");
  await gone(page.getByText("There is a new version"));
  await offline();
  const after = await script();
  await page.reload();
  await title("Create an account");
  expect(await script(), "without a connection").toBe(after);
  await offline(false);

  const index = join(folder, "index.html");
  const html = await readFile(index, "utf8");
  await writeFile(index, html.replace(/(kith-publishable-key" content=")[^"]*/, "$1new"));
  const keyAfterReload = async () => {
    await page.reload();
    return page.locator("meta[name=kith-publishable-key]").getAttribute("content");
  };
  expect(await keyAfterReload(), "other settings").toBe("new");
  await offline();
  await expect.poll(keyAfterReload, { message: "other settings, kept" }).toBe("new");
  await writeFile(index, html);
});

test("a host that fails or hangs gets the page that is kept; one that refuses is believed, and the page is kept", async () => {
  const { page, see, title } = await visitHost();
  refusal = 503;
  await page.reload();
  await title("Sign in");
  for (refusal of [401, 403]) {
    await page.reload();
    await see(`Refused: ${refusal}`);
    expect(await cached(page, "kith-page:")).not.toBe("");
  }
  hangs = true;
  await page.reload({ waitUntil: "commit" });
  await title("Sign in");
});

test.each([404, 410])(
  "a host that answers with a %i takes the page down: nothing of it is kept",
  async (status) => {
    const { page, see } = await visitHost();
    refusal = status;
    await page.reload();
    await see(`Refused: ${status}`);
    await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
    const workers = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    await expect.poll(workers).toBe(0);
    refusal = 503;
    await page.reload();
    await see("Refused: 503");
  },
);
