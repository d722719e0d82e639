import { describe, expect, it } from "vitest";
import { problemCatalogue } from "../../functions/kith/core/problems.ts";
import * as client from "../../client/src/index.ts";
import { answerOrThrow, errorFor } from "../../client/src/error.ts";
import { connectTo, fake, problem } from "../support/fake-fetch.ts";

/** The class for each status that the API answers errors with; null for the base class alone. */
const classes: Record<number, keyof typeof client | null> = {
  400: "KithValidationError",
  401: "KithAuthenticationError",
  403: "KithPermissionError",
  404: "KithNotFoundError",
  405: null,
  408: null,
  409: "KithConflictError",
  410: "KithExpiredError",
  412: "KithConflictError",
  413: null,
  415: null,
  422: "KithConflictError",
  429: "KithRateLimitError",
  500: "KithServerError",
  503: "KithServerError",
};

describe("an error", () => {
  it.each(Object.entries(problemCatalogue))("with the code %s has the class for its status", (
    code,
    { status },
  ) => {
    expect(classes).toHaveProperty(String(status));
    const name = classes[status] ?? "KithError";
    const error = errorFor(problem(status, code), { code, requestId: "r", detail: "It is so." });
    expect(error).toBeInstanceOf(client[name]);
    expect(error).toBeInstanceOf(client.KithError);
    expect(error).toMatchObject({ name, status, code, requestId: "r", message: "It is so." });
  });

  it("of a gateway has the class for its status, and no code", () => {
    const error = errorFor(new Response("", { status: 546 }), "<html>");
    expect(error).toBeInstanceOf(client.KithServerError);
    expect(error).toMatchObject({ status: 546, code: undefined, problem: undefined, errors: [] });
  });

  it("the error has the seconds of Retry-After, where there are any", () => {
    const told = errorFor(problem(429, "rate_limited", { "retry-after": "17" }), {});
    expect(told).toMatchObject({ name: "KithRateLimitError", retryAfter: 17 });
    expect(errorFor(problem(429, "rate_limited"), {}).retryAfter).toBeUndefined();
  });

  it("for an HTML answer suggests checking the base URL", async () => {
    const { client: elsewhere } = connectTo(fake(new Response("<html>")));
    const error = await answerOrThrow(elsewhere.GET("/me")).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(client.KithConnectionError);
    expect(error.message).toContain("base URL");
  });

  it.each([
    ["another function", Response.json({ message: "Hello undefined!" })],
    ["a web server", new Response("<html>Not Found</html>", { status: 404 })],
    ["a gateway", Response.json({ msg: "Invalid JWT" }, { status: 401 })],
  ])("for an answer of %s suggests checking the base URL", async (_, answer) => {
    const { fetch } = fake(answer);
    const kith = new client.Kith({ baseUrl: "https://kith.test", token: "t", fetch });
    const error = await kith.contacts.list()
      .then(() => expect.unreachable(), (thrown) => thrown as Error);
    expect(error).toBeInstanceOf(client.KithError);
    expect(error.message).toContain(
      `answered ${answer.status}, but not as Kith does. Is this the base URL`,
    );
  });

  it("the error is thrown once, so that no rejection is left unhandled", async () => {
    const { fetch } = fake(problem(404, "not_found"));
    const kith = new client.Kith({ baseUrl: "https://kith.test", token: "t", fetch });
    await expect(kith.me.get().withResponse()).rejects.toBeInstanceOf(client.KithNotFoundError);
    // Node reports an unhandled rejection after the microtasks, and that fails the run.
    await new Promise((resolve) => setImmediate(resolve));
  });

  it("of Storage is a KithError", () => {
    expect(new client.UploadError(413, "too large")).toBeInstanceOf(client.KithError);
  });
});
