import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, expectTypeOf, it, vi } from "vitest";
import {
  Kith,
  type KithClientOptions,
  type ListNotesQuery,
  type operations,
  type ReceivedAnswer,
  type SentRequest,
} from "../../client/src/index.ts";
import { type ClientMethod, clientMethods, nameOfMethod } from "../../tools/client-methods.ts";
import { document } from "../support/contract.ts";
import { fake, noConnection, problem } from "../support/fake-fetch.ts";
import { exampleRequest, fill, routes } from "../support/route-table.ts";

const readme = readFileSync(new URL("../../client/README.md", import.meta.url), "utf8");

type Methods = Record<string, (...args: unknown[]) => PromiseLike<unknown>>;

const offline = (options: Partial<KithClientOptions>) =>
  new Kith({ baseUrl: "https://kith.test/api/v1", token: "t", ...options });

describe("the methods of the client", () => {
  it("are one for each route", () => {
    // What a scheduler calls, and the link in mails.
    const others = ["/tick", "/unsubscribe/{secret}"];
    const all = routes.filter(({ path }) => !others.includes(path));
    expect(clientMethods(document)).toHaveLength(all.length);
  });

  it("are those of the README's table", () => {
    const [table] = readme.slice(readme.indexOf("## Methods")).split("\nThey take");
    const listed = [...table!.matchAll(/^\| (`.*?`) \| (.*) \|$/gm)].flatMap(([, of, text]) => {
      const [names, methods] = [of!, text!].map((each) =>
        [...each.matchAll(/`(\w+)(?:\(…\))?`/g)].map(([, name]) => name!)
      );
      return names!.flatMap((name) =>
        of!.includes("(") ? [name] : methods!.map((method) => `${name}.${method}`)
      );
    });
    // What the client adds to the routes.
    const own = ["contacts.uploadPhoto", "imports.fromFile"];
    expect(listed.sort()).toEqual([...clientMethods(document).map(nameOfMethod), ...own].sort());
  });

  it.each(clientMethods(document).map((each) => [nameOfMethod(each), each] as const))(
    "send the ids, the query and the body that they are given: %s",
    async (_, { resource, name, path, verb }: ClientMethod) => {
      const route = routes.find((each) => each.method === verb && each.path === path)!;
      const ids = route.parameters.map(() => randomUUID());
      const body = route.takesBody ? [exampleRequest(route).body] : [];
      const query = Object.fromEntries(route.queryIds.map(({ name }) => [name, randomUUID()]));
      const service = fake(Response.json({ data: [], cursor: "" }));
      const kith = offline({ fetch: service.fetch }) as unknown as Record<string, Methods>;
      const methods = kith[resource]!;
      const method = name === undefined ? methods as never : methods[name]!.bind(methods);
      await (method as Methods[string])(
        ...ids,
        ...body,
        ...(route.queryIds.length > 0 ? [query] : []),
      );
      const [request] = service.requests;
      const { method: sent, url } = request!;
      const expected = new URL(`https://kith.test/api/v1${fill(route, ids, undefined).path}`);
      for (const [key, value] of Object.entries(query)) expected.searchParams.set(key, value);
      expect(`${sent} ${url}`).toBe(`${verb.toUpperCase()} ${expected.href}`);
      const text = await request!.text();
      expect(text === "" ? [] : [JSON.parse(text)]).toEqual(body);
    },
  );

  it("are typed as the document says", () => {
    type Create = operations["createNote"]["requestBody"]["content"]["application/json"];
    type Note = operations["getNote"]["responses"][200]["content"]["application/json"];
    type Filter = NonNullable<operations["listNetworks"]["parameters"]["query"]>;
    expectTypeOf<Kith["notes"]["create"]>().parameter(0).toEqualTypeOf<Create>();
    expectTypeOf<Awaited<ReturnType<Kith["notes"]["create"]>>>().toEqualTypeOf<Note>();
    expectTypeOf<Kith["networks"]["list"]>().parameter(0).toEqualTypeOf<Filter | undefined>();
    expectTypeOf<Awaited<ReturnType<Kith["notes"]["list"]>>["data"]>().toEqualTypeOf<Note[]>();
    expectTypeOf<Awaited<ReturnType<Kith["notes"]["delete"]>>>().toEqualTypeOf<void>();
  });

  it("have optional members in their types when fields are chosen", async () => {
    const page = '{"data":[],"page":1,"pageSize":50,"total":0}';
    const kith = offline({ fetch: fake(() => Promise.resolve(new Response(page))).fetch });
    const filter: ListNotesQuery = {};
    const [every, chosen] = [kith.notes.list(filter), kith.notes.list({ fields: "content" })];
    expectTypeOf<Awaited<typeof every>["data"][0]["content"]>().toEqualTypeOf<string>();
    expectTypeOf<Awaited<typeof chosen>["data"][0]["content"]>()
      .toEqualTypeOf<string | undefined>();
    expectTypeOf<Awaited<typeof chosen>["data"][0]["id"]>().toEqualTypeOf<string>();
    await Promise.all([every, chosen]);
  });
});

describe("the options of a method", () => {
  it("become headers", async () => {
    const service = fake();
    const kith = offline({ fetch: service.fetch });
    await kith.notes.create({ content: "n" }, { idempotencyKey: "mine" });
    await kith.notes.update("id", {}, { ifMatch: '"tag"' });
    await kith.notes.get("id", { ifNoneMatch: '"tag"' });
    const header = (index: number, name: string) => service.requests[index]?.headers.get(name);
    expect(header(0, "idempotency-key")).toBe("mine");
    expect(header(1, "if-match")).toBe('"tag"');
    expect(header(2, "if-none-match")).toBe('"tag"');
  });

  it("limit this call, and no other", async () => {
    const service = fake(problem(503, "unavailable"), noConnection(), () => new Promise(() => {}));
    const kith = offline({ fetch: service.fetch });
    const once = { maxRetries: 0 };
    await expect(kith.me.get(once)).rejects.toMatchObject({ name: "KithServerError" });
    await expect(kith.me.update({}, once)).rejects.toMatchObject({ name: "KithConnectionError" });
    await expect(kith.me.get({ ...once, timeoutMs: 10 })).rejects.toMatchObject({ timedOut: true });
    expect(service.requests).toHaveLength(3);
  });

  it("end it by a signal", async () => {
    const kith = offline({ fetch: fake().fetch });
    const reason = new Error("enough");
    await expect(kith.me.get({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

it.each(["", undefined])(
  "an id that is empty is refused before anything is sent: %j",
  async (id) => {
    const service = fake();
    const kith = offline({ fetch: service.fetch });
    await expect(kith.contacts.delete(id as string)).rejects.toThrow("needs id");
    expect(service.requests).toEqual([]);
  },
);

const page = () => Response.json({ data: [] }, { headers: { "x-request-id": "r1" } });

describe("a client without arguments", () => {
  afterEach(() => vi.unstubAllEnvs());

  it("reads the base URL and the key from the environment", async () => {
    vi.stubEnv("KITH_URL", "https://kith.test/api/v1/");
    vi.stubEnv("KITH_KEY", "kith_key");
    const service = fake(page());
    vi.stubGlobal("fetch", service.fetch);
    try {
      await new Kith().contacts.list();
    } finally {
      vi.unstubAllGlobals();
    }
    const [request] = service.requests;
    expect(request!.url).toBe("https://kith.test/api/v1/contacts");
    expect(request!.headers.get("authorization")).toBe("Bearer kith_key");
  });

  it("says what is missing", () => {
    vi.stubEnv("KITH_URL", "https://kith.test/api/v1");
    vi.stubEnv("KITH_KEY", "");
    expect(() => new Kith()).toThrow("or set the environment variable KITH_KEY.");
    vi.stubEnv("KITH_URL", "");
    expect(() => new Kith({ token: "t" })).toThrow("or set the environment variable KITH_URL.");
    expect(() => new Kith({ token: "t", baseUrl: "https://kith.test" })).not.toThrow();
  });
});

it("the hooks are told of each attempt", async () => {
  const service = fake(noConnection(), problem(404, "not_found", { "x-request-id": "r2" }), page());
  const told: (SentRequest | ReceivedAnswer)[] = [];
  const kith = new Kith({
    baseUrl: "https://kith.test/api/v1",
    token: "t",
    fetch: service.fetch,
    onRequest: (request) => told.push(request),
    onResponse: (answer) => told.push(answer),
  });
  await expect(kith.contacts.get("x")).rejects.toMatchObject({ status: 404 });
  await kith.contacts.list({ search: "secret" });
  const one = { method: "GET", path: "/contacts/x" };
  const list = { method: "GET", path: "/contacts" };
  const durationMs = expect.any(Number);
  expect(told).toEqual([
    one,
    { ...one, status: undefined, durationMs, requestId: undefined },
    one,
    { ...one, status: 404, durationMs, requestId: "r2" },
    list,
    { ...list, status: 200, durationMs, requestId: "r1" },
  ]);
});
