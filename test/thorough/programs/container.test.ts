import { cp, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { findDeno } from "../../../local/core/binaries.ts";
import { anyFreePort, loopback, project } from "../../../local/core/settings.ts";
import { type Service, startService } from "../../../local/core/process.ts";
import { makeKey, signUp } from "../../support/accounts.ts";
import { as } from "../../support/client.ts";

const read = (name: string) => readFile(join(project, "supabase", "container", name), "utf8");
const [containerfile, compose, kong] = await Promise.all([
  read("Containerfile"),
  read("compose.yml"),
  read("kong.yml"),
]);

/** What compose.yml gives the container, with this machine's addresses instead of the containers'. */
function environment(): Record<string, string> {
  const { url, publishableKey, secretKey, databaseUrl } = inject("stack");
  const values: Record<string, string> = {
    SUPABASE_URL: url,
    SUPABASE_ANON_KEY: publishableKey,
    SUPABASE_SERVICE_ROLE_KEY: secretKey,
    KITH_DB_URL: databaseUrl,
    KITH_PUBLIC_URL: url,
    KITH_PAGE_URL: "",
    KITH_TICK_SHA256: "",
    KITH_MAIL_URL: "",
    KITH_MAIL_FROM: "",
    KITH_DB_MAP: "",
    KITH_DB_CA: "",
    KITH_JWT_ISSUER: `${url}/auth/v1`,
    SUPABASE_JWKS: "",
    KITH_OAUTH: "",
  };
  const named = [...compose.matchAll(/^ {6}([A-Z_0-9]+): /gm)].map((match) => match[1]!);
  expect(named.sort()).toEqual(Object.keys(values).sort());
  return values;
}

/** Whether the server answers; false where it ended instead. */
async function answers(server: Service, base: string): Promise<boolean> {
  let hasEnded = false;
  void server.exited.then(() => hasEnded = true);
  while (!hasEnded) {
    const answer = await fetch(`${base}/health`).catch(() => undefined);
    if (answer?.status === 200) return true;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return false;
}

// There is no engine for containers here: what the file copies and runs is copied and run without one.
describe("the container", () => {
  let folder: string;
  let server: Service;
  let base: string | undefined;
  const lines: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "kith container "));
    for (const [, from, to] of containerfile.matchAll(/^COPY (\S+) (\S+)$/gm)) {
      await cp(join(project, from!), join(folder, to!), { recursive: true });
    }
    // In the image `deno cache` has fetched the packages.
    await symlink(join(project, "node_modules"), join(folder, "node_modules"), "junction");
    const [run, ...rest]: string[] = JSON.parse(/^CMD (\[.*\])$/m.exec(containerfile)![1]!);
    // Another process may take the port first.
    for (let tries = 3; !base && tries > 0; tries--) {
      const port = await anyFreePort();
      server = await startService(
        findDeno(),
        [run!, "--node-modules-dir=manual", "--no-remote", ...rest],
        {
          cwd: folder,
          stdio: ["ignore", "pipe", "pipe"],
          env: {
            ...environment(),
            DENO_SERVE_ADDRESS: `tcp:${loopback}:${port}`,
            DENO_DIR: join(folder, "cache"),
          },
        },
        "SIGKILL",
        (line) => lines.push(line),
      );
      // As the gateway passes it on, see kong.yml.
      const upstream = /url: http:\/\/kith:8000(\/\S*)$/m.exec(kong)![1];
      if (await answers(server, `http://${loopback}:${port}${upstream}api/v1`)) {
        base = `http://${loopback}:${port}${upstream}api/v1`;
      }
    }
    expect(base, lines.join("\n")).toBeDefined();
  });
  afterAll(async () => {
    await server?.stop("SIGTERM", 5_000);
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  it("serves the API to access tokens and keys", async () => {
    const ada = await signUp();
    const { key } = await makeKey(ada);
    const made = await as(ada.token, base).post("/contacts", { firstName: "Zoë" });
    expect(made.status).toBe(201);
    expect((await as(key, base).get("/contacts")).body.total).toBe(1);
  });

  it("gives the API document the address that clients see", async () => {
    const { servers } = await (await fetch(`${base}/openapi.json`)).json();
    expect(servers[0].url).toBe(`${inject("stack").url}/functions/v1/kith/api/v1`);
  });
});
