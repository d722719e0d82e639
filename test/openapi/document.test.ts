import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, inject, it } from "vitest";
import { staleFiles } from "../../tools/build.ts";
import { lintDocument } from "../../tools/lint-document.ts";
import { readEnvironment } from "../../functions/kith/environment.ts";
import { withAddress } from "../../functions/kith/service/documents.ts";
import { routes } from "../../functions/kith/routes.ts";
import { anyone, type Json } from "../support/client.ts";
import { document } from "../support/contract.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const committed = (path: string) => readFile(join(root, path), "utf8");

describe("the API document", () => {
  it("the API document is served to anybody as it is committed", async () => {
    const answer = await anyone().get("/openapi.json");
    expect(answer.status).toBe(200);
    expect(answer.text).toBe(await committed("docs/openapi.json"));
  });

  it("the API document is up to date with the routes, like everything that is generated from them", async () => {
    expect(await staleFiles()).toEqual([]);
  });

  it("follows Redocly's recommended rules", async () => {
    expect(await lintDocument()).toEqual([]);
  });

  it("leads to the API from where it was read", () => {
    const { url } = inject("stack");
    const read = `${url}/functions/v1/kith/api/v1/openapi.json`;
    expect(new URL(document.servers[0].url, read).href).toBe(`${url}/functions/v1/kith/api/v1`);
  });

  it("names the project's address first, where the deployment knows it", async () => {
    const text = await committed("docs/openapi.json");
    const { servers } = JSON.parse(withAddress(text, "https://example.supabase.co"));
    expect(servers.map(({ url }: { url: string }) => url)).toEqual([
      "https://example.supabase.co/functions/v1/kith/api/v1",
      "/functions/v1/kith/api/v1",
    ]);
  });

  it.each([
    [{ SUPABASE_URL: "https://example.supabase.co" }, "https://example.supabase.co"],
    [{ SUPABASE_URL: "http://kong:8000" }, undefined],
    [
      { SUPABASE_URL: "http://kong:8000", KITH_PUBLIC_URL: "http://nas.example/" },
      "http://nas.example",
    ],
  ])("knows of %j where clients reach the project", (given, expected) => {
    const variables: Record<string, string> = {
      ...given,
      SUPABASE_DB_URL: "postgres://localhost",
      SUPABASE_SERVICE_ROLE_KEY: "key",
    };
    expect(readEnvironment((name) => variables[name]).publicUrl).toBe(expected);
  });

  it("the API document has a tag, and is 304 to who has it", async () => {
    const path = "/openapi.json";
    const tag = (await anyone().get(path)).headers.get("etag")!;
    expect(tag).toMatch(/^"[0-9a-f]{32}"$/);
    const again = await anyone().get(path, { headers: { "if-none-match": tag } });
    expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", tag]);
    const other = await anyone().get(path, { headers: { "if-none-match": '"0"' } });
    expect(other.status).toBe(200);
  });
});

it("the type of a problem leads to the page of its code", async () => {
  const answer = await anyone().get("/contacts");
  const type = new URL(answer.body.type, inject("stack").url);
  const page = await fetch(type);
  expect(page.status).toBe(200);
  expect(page.headers.get("content-type")).toMatch(/^text\/markdown\b/);
  expect(await page.text()).toContain(`\n## ${type.hash.slice(1)}\n`);
});

describe("the guide for agents", () => {
  it("the guide is short, and served as it is committed", async () => {
    const guide = await committed("llms.txt");
    // Read in one go. A new resource brings room for what it adds, about 8 lines and 300 characters.
    const resources =
      routes.filter(({ method, path }) => method === "post" && /^\/[^/]+$/.test(path)).length;
    expect(guide.split("\n").length).toBeLessThan(14 * resources);
    expect(guide.length, "shorten tools/api-document/agent-guide.ts")
      .toBeLessThan(1_250 * resources);
    expect((await anyone().get("/llms.txt")).text).toBe(guide);
  });

  it("names every operation", async () => {
    const guide = await committed("llms.txt");
    // The scheduler's, and what programs call that know no other credential than a secret in the path.
    const others = [
      "/tick",
      "/unsubscribe/{secret}",
      "/calendar/{secret}.ics",
      "/inbound/{secret}",
    ];
    const named = [...guide.matchAll(/`([A-Z|]+) (\/[^ `]*)`/g)]
      .flatMap(([, methods, path]) => methods!.split("|").map((method) => `${method} ${path}`));
    for (const { method, path } of routes.filter(({ path }) => !others.includes(path))) {
      expect(named).toContain(`${method.toUpperCase()} ${path}`);
    }
  });

  it("shows the shape of every body once", async () => {
    const guide = await committed("llms.txt");
    const shapes = [...guide.matchAll(/Body: `(\{.*?\})`/g)].map(([, shape]) => JSON.parse(shape!));
    expect(shapes.length).toBeGreaterThanOrEqual(15);
    expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(shapes.length);
    const contact = shapes.find((shape) => "firstName" in shape);
    expect(Object.keys(contact)).toEqual(
      Object.entries<Json>(document.components.schemas.ContactCreate.properties)
        .filter(([, schema]) => !schema.readOnly).map(([name]) => name),
    );
    expect(contact).toMatchObject({
      emails: [{ value: expect.any(String), label: expect.any(String) }],
      phones: [{ value: expect.any(String) }],
      urls: [{ value: expect.any(String) }],
      addresses: [{ city: expect.any(String), postalCode: expect.any(String) }],
    });
  });

  it("the guide is beside the reference too", async () => {
    const answer = await fetch(`${inject("stack").url}/llms.txt`);
    expect(await answer.text()).toBe(await committed("llms.txt"));
  });
});

describe("the reference", () => {
  const at = (path: string) => fetch(inject("stack").url + path);

  it("the reference is made of its own files, and allows no others", async () => {
    const answer = await at("/reference");
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy.split("; ")).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "connect-src 'self'"]),
    );
    expect(policy).not.toMatch(/https?:|\*/);
    const links = [
      ...(await answer.text()).matchAll(/<(?:script|link) [^>]*(?:src|href)="([^"]*)"/g),
    ].map(([, to]) => to!);
    expect(links.length).toBeGreaterThan(2);
    for (const link of links) {
      expect(link).toMatch(/^\/reference\//);
      expect([link, (await at(link)).status]).toEqual([link, 200]);
    }
  });

  it("serves nothing else from the folder of its files", async () => {
    for (const name of ["package.json", "..%2fpackage.json", "constructor", "index.js"]) {
      expect([name, (await at(`/reference/${name}`)).status]).toEqual([name, 404]);
    }
  });
});
