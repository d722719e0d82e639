import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { type Account, expectStatus, make, makeKey, signUp } from "../support/accounts.ts";
import { anyone, as } from "../support/client.ts";
import { functionLog } from "../support/function-copy.ts";
import { expectHeaders, expectProblem } from "../support/problems.ts";
import { routes } from "../support/route-table.ts";
import { until } from "../support/wait.ts";

/** The resources of which one can be read by its id. */
const readable = routes.filter(({ method, path }) => method === "get" && path.endsWith("/{id}"))
  .map(({ path }) => path.replace("/{id}", ""));

let ada: Account;
beforeAll(async () => {
  ada = await signUp();
});

describe("a query", () => {
  it.each(["search=%00", "search=%ED%A0%80", "search=%FF", "search=%", "page=%00"])(
    "with %s is refused",
    async (query) => expectProblem(await ada.get(`/contacts?${query}`), 400, "validation_failed"),
  );

  it("may not hold NUL", async () => {
    expect((await ada.get("/contacts?search=a%00b")).body.errors).toMatchObject([
      { in: "query", pointer: "/search" },
    ]);
  });
});

describe("a route that does not exist", () => {
  it.each([
    "/",
    "/contact",
    "/contacts/",
    `/contacts/${randomUUID()}/notes`,
    "/networks/x/members",
    "/constructor",
  ])(
    "%s is 404",
    async (path) => {
      expectProblem(await ada.get(path), 404, "not_found");
      expectProblem(await anyone().get(path), 404, "not_found");
    },
  );

  it.each([
    ["/contacts", "put", ["GET", "POST"]],
    ["/contacts", "delete", ["GET", "POST"]],
    [`/contacts/${randomUUID()}`, "post", ["DELETE", "GET", "PATCH"]],
    [`/contacts/${randomUUID()}`, "put", ["DELETE", "GET", "PATCH"]],
    [`/networks/${randomUUID()}/contacts/${randomUUID()}`, "get", ["DELETE", "PUT"]],
    // `export` is no id, so this is not a contact that is not found.
    ["/contacts/export", "patch", ["GET"]],
    ["/me", "post", ["DELETE", "GET", "PATCH"]],
    ["/api-keys", "patch", ["GET", "POST"]],
    [`/api-keys/${randomUUID()}`, "put", ["DELETE", "GET", "PATCH"]],
  ])("%s does not offer %s and says what it offers", async (path, method, allowed) => {
    const answer = await ada.send(method, path);
    expectProblem(answer, 405, "method_not_allowed");
    const offered = (answer.headers.get("allow") ?? "").split(/,\s*/);
    const besides = ["HEAD", "OPTIONS"];
    expect(offered.filter((each) => !besides.includes(each)).sort()).toEqual(allowed);
  });

  it.each(readable)(
    "to one of %s is 404 for an unknown id and for what is no id",
    async (resource) => {
      for (const id of [randomUUID(), "x", "1", "%00", "%ED%A0%80", "' or 1=1", "constructor"]) {
        expectProblem(
          await ada.get(`${resource}/${encodeURI(id).replace("%25", "%")}`),
          404,
          "not_found",
        );
      }
    },
  );

  it("with an id in capitals finds the same thing", async () => {
    const { id } = await make(ada, "/contacts", { firstName: "A" });
    expect((await ada.get(`/contacts/${id.toUpperCase()}`)).status).toBe(200);
  });
});

describe("every answer", () => {
  it("carries an id of its own, and is kept by no cache", async () => {
    const { key } = await makeKey(ada);
    const answers = [
      await as(key).get("/contacts"),
      await as(key).get("/api-keys"),
      await as(key).get(`/contacts/${randomUUID()}`),
      await ada.put("/contacts"),
      await ada.get("/contacts"),
      await ada.get("/contacts?page=0"),
      await ada.get("/nothing"),
      await anyone().get("/contacts"),
      await anyone().get("/health"),
      await ada.send("OPTIONS", "/contacts"),
      await ada.delete(`/contacts/${(await make(ada, "/contacts", { firstName: "A" })).id}`),
    ];
    for (const answer of answers.slice(0, -3)) expectHeaders(answer, "no-store");
    const ids = answers.map((answer) => answer.headers.get("x-request-id"));
    expect(ids.every((id) => id !== null && id !== "")).toBe(true);
    expect(new Set(ids).size).toBe(answers.length);
  });

  it("to HEAD is that to GET, without its body", async () => {
    const { id } = await make(ada, "/contacts", { firstName: "Head" });
    for (const path of ["/contacts", `/contacts/${id}`, `/contacts/${randomUUID()}`, "/nothing"]) {
      const [get, head] = [await ada.get(path), await ada.send("HEAD", path)];
      expect([path, head.status, head.text]).toEqual([path, get.status, ""]);
      expect(head.headers.get("content-type")).toBe(get.headers.get("content-type"));
    }
    expect((await anyone().send("HEAD", "/contacts")).status).toBe(401);
  });

  it("is logged as one line without tokens and without what was searched for", async () => {
    const { id, key } = await makeKey(ada);
    const secret = `needle${randomUUID()}`;
    const answer = await as(key).get(`/contacts?search=${secret}`);
    const requestId = answer.headers.get("x-request-id") ?? "none";
    const lines = async () => (await functionLog()).filter((line) => line.includes(requestId));
    await until("the request is logged", async () => (await lines()).length > 0);
    const [line, ...more] = await lines();
    expect(more).toEqual([]);
    const record = JSON.parse(line ?? "");
    expect(JSON.stringify(record)).toContain(id);
    expect(Object.values(record)).toEqual(expect.arrayContaining([requestId, 200]));
    const all = (await functionLog()).join("\n");
    expect(all).not.toContain(key);
    expect(all).not.toContain(ada.token);
    expect(all).not.toContain(secret);
  });
});

describe("health", () => {
  it("needs no token", async () => {
    expectStatus(await anyone().get("/health"), 200);
  });
});
