import { describe, expect, it } from "vitest";
import { createApp } from "../../functions/kith/app.ts";
import type { Dependencies } from "../../functions/kith/core/call.ts";
import { basePath } from "../../functions/kith/core/paths.ts";
import { problems } from "../../functions/kith/core/problems.ts";
import { defineRoute, type Route } from "../../functions/kith/core/route.ts";

const deprecation = {
  since: new Date("2027-01-31T12:00:00Z"),
  sunset: new Date("2028-02-01T00:00:00Z"),
  link: new URL("https://example.org/instead"),
};

function route(path: string, more: { deprecation?: typeof deprecation } = {}): Route {
  const handler = () =>
    path === "/refused"
      ? Promise.reject(problems.notFound())
      : Promise.resolve({ status: 200, body: "{}", tag: null, replayed: false });
  return defineRoute({
    method: "get",
    path,
    operation: "read_sample",
    summary: "A sample",
    description: "A sample.",
    tag: "Samples",
    access: "public",
    success: { status: 200, description: "The sample." },
    handler,
    ...more,
  });
}

function ask(asked: Route): Promise<Response> {
  const routes = { [asked.path.slice(1)]: () => Promise.resolve([asked]) };
  const app = createApp({ log: () => {} } as unknown as Dependencies, routes);
  return app.fetch(new Request(`http://localhost${basePath}${asked.path}`));
}

const about = ({ headers }: Response) =>
  ["deprecation", "sunset", "link"].map((name) => headers.get(name));

describe("an operation that is deprecated", () => {
  const told = [
    "@1801396800",
    "Tue, 01 Feb 2028 00:00:00 GMT",
    `<https://example.org/instead>; rel="deprecation"`,
  ];

  it("says since when, until when it answers, and what to use instead", async () => {
    const answer = await ask(route("/old", { deprecation }));
    expect(answer.status).toBe(200);
    expect(about(answer)).toEqual(told);
  });

  it("says so in refusals too", async () => {
    const answer = await ask(route("/refused", { deprecation }));
    expect(answer.status).toBe(404);
    expect(about(answer)).toEqual(told);
  });

  it("does not change the answers of others", async () => {
    expect(about(await ask(route("/current")))).toEqual([null, null, null]);
  });
});
