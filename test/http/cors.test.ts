import { describe, expect, it } from "vitest";
import { makeKey, signUp } from "../support/accounts.ts";
import { anyone, as } from "../support/client.ts";
import { exampleRequest, routes } from "../support/route-table.ts";

const origin = { origin: "https://app.example" };
const exposed = [
  "X-Request-Id",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "Retry-After",
  "Location",
];

function list(value: string | null): string[] {
  return (value ?? "").toLowerCase().split(/,\s*/);
}

describe("a browser on another origin", () => {
  it.each(routes)("may ask beforehand for $method $path, without a token", async (route) => {
    const method = route.method.toUpperCase();
    const answer = await anyone().send("OPTIONS", exampleRequest(route).path, undefined, {
      headers: {
        ...origin,
        "access-control-request-method": method,
        "access-control-request-headers": "authorization, content-type",
      },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(list(answer.headers.get("access-control-allow-methods"))).toContain(route.method);
    expect(list(answer.headers.get("access-control-allow-headers"))).toEqual(
      expect.arrayContaining(["authorization", "content-type"]),
    );
    expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
  });

  it("may read every answer with its headers, refusals as well", async () => {
    const me = await signUp();
    const { key } = await makeKey(me);
    const answers = [
      await as(key).get("/contacts", { headers: origin }),
      await as(key).get("/contacts?page=0", { headers: origin }),
      await anyone().get("/contacts", { headers: origin }),
      await me.get("/nothing", { headers: origin }),
      await me.send("PUT", "/contacts", undefined, { headers: origin }),
    ];
    for (const { headers } of answers) {
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("access-control-allow-credentials")).toBeNull();
      const readable = list(headers.get("access-control-expose-headers"));
      expect(readable).toEqual(expect.arrayContaining(exposed.map((name) => name.toLowerCase())));
    }
  });

  it("is not counted for asking beforehand", async () => {
    const { key } = await makeKey(await signUp());
    const remaining = async () =>
      Number((await as(key).get("/contacts")).headers.get("x-ratelimit-remaining"));
    const before = await remaining();
    for (let n = 0; n < 5; n++) {
      await as(key).send("OPTIONS", "/contacts", undefined, { headers: origin });
    }
    expect(await remaining()).toBe(before - 1);
  });
});
