import { afterEach, describe, expect, it, vi } from "vitest";
import { Kith, type ReceivedAnswer, type SentRequest } from "../../client/src/index.ts";
import { fake, noConnection, problem } from "../support/fake-fetch.ts";

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
