import { describe, expect, it } from "vitest";
import { makeKey, signUp } from "../support/accounts.ts";
import { anyone, as } from "../support/client.ts";

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
  it("may read every answer with its headers, refusals too", async () => {
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

  it("sends preflight requests that do not count", async () => {
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
