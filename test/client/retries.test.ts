import { describe, expect, it } from "vitest";
import { answerOrThrow } from "../../client/src/error.ts";
import { Kith, type KithClientOptions, KithConnectionError } from "../../client/src/index.ts";
import { connectTo, fake, noConnection, problem, type Reaction } from "../support/fake-fetch.ts";

const unavailable = (retryAfter?: string) =>
  problem(503, "unavailable", retryAfter ? { "retry-after": retryAfter } : {});
const limited = (retryAfter: string | null) =>
  problem(429, "rate_limited", retryAfter === null ? {} : { "retry-after": retryAfter });
const keys = (requests: Request[]) => requests.map(({ headers }) => headers.get("idempotency-key"));

/** Reads the profile of a service that reacts so at first; the status, the requests and the waits between them. */
async function read(reactions: Reaction[], options: Partial<KithClientOptions> = {}, random = 0) {
  const service = fake(...reactions);
  service.clock.random = () => random;
  const { response, error } = await connectTo(service, options).client.GET("/me");
  const { requests, waits } = service;
  return { status: response.status, error, requests, sent: requests.length, waits };
}

describe("a request is sent again", () => {
  it.each([
    ["a network failure", noConnection],
    ["a network failure of node-fetch", () => Object.assign(new Error(), { code: "ECONNRESET" })],
    ["an answer that breaks off", () => new Response(brokenBody())],
    ["408", () => problem(408, "request_timeout")],
    ["502 of a gateway", () => new Response("<html>", { status: 502 })],
    ["503", unavailable],
    ["504 of a gateway", () => new Response("", { status: 504 })],
    ["409 for the key of an attempt that still runs", () => problem(409, "idempotency_key_in_use")],
    ["429 with Retry-After", () => limited("1")],
  ])("after %s, with the same body", async (_, failure) => {
    const service = fake(failure(), failure());
    const { client } = connectTo(service);
    const { response } = await client.POST("/notes", { body: { content: "once" } });
    expect(response.status).toBe(200);
    const bodies = await Promise.all(service.requests.map((request) => request.text()));
    expect(bodies).toEqual(Array(3).fill('{"content":"once"}'));
  });

  it("with every method, because all of them may be repeated", async () => {
    for (const method of ["get", "put", "patch", "delete", "post"] as const) {
      const service = fake(unavailable());
      await connectTo(service).client.request(method, "/me" as never, {} as never);
      const methods = service.requests.map((request) => request.method);
      expect(methods).toEqual(Array(2).fill(method.toUpperCase()));
    }
  });

  it.each([[0, [0.5, 1, 2, 4, 8, 8, 8]], [1, [0.25, 0.5, 1, 2, 4, 4, 4]]])(
    "after waits that double, less a random part of at most a half: of %d",
    async (random, waits) => {
      const failures = Array.from({ length: 7 }, noConnection);
      expect(await read(failures, { maxRetries: 7 }, random)).toMatchObject({ status: 200, waits });
    },
  );

  it.each<[string, Response[], number[]]>([
    ["503 has passed", [unavailable("5"), unavailable()], [5.5, 1]],
    ["429 has passed", [limited("7")], [7]],
    ["429 has passed, and a second at least", [limited("0")], [1]],
    ["429 has passed, where it is a date", [limited("Thu, 01 Jan 2026 00:00:30 GMT")], [30]],
    [
      "429 has passed, as often as fits in maxWait",
      Array.from({ length: 12 }, () => limited("5")),
      Array(12).fill(5),
    ],
  ])("after the Retry-After of %s", async (_, answers, waits) => {
    expect(await read(answers)).toMatchObject({ status: 200, waits });
  });
});

describe("a request is not sent again", () => {
  it.each([
    [400, "validation_failed"],
    [401, "unauthorized"],
    [404, "not_found"],
    [409, "name_taken"],
    [500, "internal"],
  ])("after %i %s", async (status, code) => {
    expect(await read([problem(status, code)])).toMatchObject({ status, sent: 1, error: { code } });
  });

  it.each([[{}, 4], [{ maxRetries: 1 }, 2], [{ maxRetries: 0 }, 1]])(
    "more than three times, unless maxRetries says otherwise: %j",
    async (options, sent) => {
      const failures = Array.from({ length: 9 }, () => unavailable());
      expect(await read(failures, options)).toMatchObject({ status: 503, sent });
    },
  );

  it.each<[object, string | null]>([
    [{ maxRetries: 0 }, "1"],
    [{ maxWait: 0 }, "1"],
    [{}, "3600"],
    [{}, "soon"],
    [{}, null],
  ])("after 429, with %j and a Retry-After of %s", async (options, told) => {
    expect(await read([limited(told)], options)).toMatchObject({ status: 429, waits: [] });
  });

  it("when the wait is longer than maxWait leaves", async () => {
    expect(await read([unavailable("40"), unavailable("40")]))
      .toMatchObject({ status: 503, waits: [40.5] });
  });

  it("after an error of the caller's own fetch, which is thrown as it is", async () => {
    const own = new Error("signed out");
    const service = fake(own);
    await expect(connectTo(service).client.GET("/me")).rejects.toBe(own);
    expect(service.requests).toHaveLength(1);
  });

  it("when the caller aborts while it waits", async () => {
    const service = fake(limited("30"));
    const { fetch } = service;
    const waiting = new Kith({ baseUrl: "https://kith.test", token: "t", fetch });
    const call = waiting.me.get({ signal: AbortSignal.timeout(50) });
    await expect(call).rejects.toMatchObject({ name: "TimeoutError" });
    expect(service.requests).toHaveLength(1);
  });

  it("when the caller has aborted, and the reason is thrown", async () => {
    const abort = new AbortController();
    const reason = new Error("enough");
    const service = fake(() => {
      abort.abort(reason);
      return Promise.reject(abort.signal.reason);
    });
    const call = connectTo(service).client.GET("/me", { signal: abort.signal });
    await expect(call).rejects.toBe(reason);
    expect(service.requests).toHaveLength(1);
  });
});

describe("the Idempotency-Key of a POST", () => {
  const post = { body: { content: "once" } };

  it("the Idempotency-Key is the same for all attempts and new for each call", async () => {
    const service = fake(noConnection(), unavailable());
    const { client } = connectTo(service);
    await client.POST("/notes", post);
    await client.POST("/notes", post);
    const [first, second, third, other] = keys(service.requests);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect([second, third]).toEqual([first, first]);
    expect(other).toMatch(/^[0-9a-f]{32}$/);
    expect(other).not.toBe(first);
  });

  it("the Idempotency-Key is the one that the caller gives", async () => {
    const service = fake(unavailable());
    const params = { header: { "Idempotency-Key": "mine" } };
    await connectTo(service).client.POST("/notes", { ...post, params });
    expect(keys(service.requests)).toEqual(["mine", "mine"]);
  });

  it("the Idempotency-Key is not sent with other methods, or when nothing is sent again", async () => {
    const service = fake();
    await connectTo(service).client.PATCH("/me", { body: {} });
    await connectTo(service, { maxRetries: 0 }).client.POST("/notes", post);
    await connectTo(service, { maxWait: 0 }).client.POST("/notes", post);
    expect(keys(service.requests)).toEqual([null, null, null]);
  });
});

describe("an attempt", () => {
  const never = () => new Promise<Response>(() => {});

  it("that takes too long is given up, and the request sent again", async () => {
    const { status, sent, requests } = await read([never], { timeoutMs: 20 });
    expect([status, sent, requests[0]!.signal.aborted]).toEqual([200, 2, true]);
  });

  it("the attempt is given up when its answer stops in the middle", async () => {
    const halted = () => Promise.resolve(new Response(new ReadableStream()));
    expect(await read([halted], { timeoutMs: 20 })).toMatchObject({ status: 200, sent: 2 });
  });

  it("the attempt has no limit with a timeout of 0", async () => {
    const late = () =>
      new Promise<Response>((resolve) => setTimeout(() => resolve(Response.json({})), 50));
    expect(await read([late], { timeoutMs: 0 })).toMatchObject({ status: 200, sent: 1 });
  });

  it("the attempt is ended by the caller's signal, even if fetch ignores it", async () => {
    const abort = new AbortController();
    const call = connectTo(fake(never)).client.GET("/me", { signal: abort.signal });
    setTimeout(() => abort.abort(new Error("enough")), 10);
    await expect(call).rejects.toThrow("enough");
  });

  it.each([
    ["was given up", never, { timedOut: true, message: expect.stringContaining("20 ms") }],
    ["had no connection", noConnection(), { timedOut: false, cause: noConnection() }],
  ])("that is the last and %s throws a KithConnectionError", async (_, reaction, told) => {
    const service = fake(reaction);
    const { client } = connectTo(service, { timeoutMs: 20, maxRetries: 0 });
    const error = await answerOrThrow(client.GET("/me")).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(KithConnectionError);
    expect(error).toMatchObject({ status: undefined, code: undefined, errors: [], ...told });
  });
});

function brokenBody(): ReadableStream {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"da'));
      controller.error(new TypeError("terminated"));
    },
  });
}
