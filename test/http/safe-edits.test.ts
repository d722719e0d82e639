import { beforeEach, describe, expect, it } from "vitest";
import { signUp } from "../support/accounts.ts";
import { as, type Client } from "../support/client.ts";
import { exampleBody } from "../support/route-examples.ts";
import { routes } from "../support/route-table.ts";

let client: Client;

beforeEach(async () => {
  client = as((await signUp()).token);
});

/** Every kind of resource that has a tag: where one is made, and a change of it. */
const resources = routes.filter(({ method, path }) => method === "patch" && path.endsWith("/{id}"))
  .map((route) => {
    const made = route.path.replace("/{id}", "");
    const body = exampleBody({ method: "post", path: made, takesBody: true });
    return { made, body, change: exampleBody(route) };
  });

const given = (name: string, value: string) => ({ headers: { [name]: value } });

describe.each(resources)("one of $made", ({ made, body, change }) => {
  let path: string;
  let tag: string;

  beforeEach(async () => {
    const created = await client.post(made, body);
    path = `${made}/${created.body.id}`;
    tag = created.headers.get("etag")!;
  });

  it("has the same tag in every answer, and another one after a change", async () => {
    expect(tag).toMatch(/^"[0-9a-f]{32}"$/);
    expect((await client.get(path)).headers.get("etag")).toBe(tag);
    expect((await client.patch(path, {})).headers.get("etag")).toBe(tag);
    const changed = await client.patch(path, change);
    expect(changed.headers.get("etag")).not.toBe(tag);
    expect((await client.get(path)).headers.get("etag")).toBe(changed.headers.get("etag"));
  });

  it("is changed and deleted only with the tag of its last state", async () => {
    const changed = await client.patch(path, change, given("if-match", `"0", ${tag}`));
    expect(changed.status).toBe(200);
    for (const stale of [tag, `W/${changed.headers.get("etag")}`]) {
      const refused = { status: 412, body: { code: "precondition_failed" } };
      expect(await client.patch(path, body, given("if-match", stale))).toMatchObject(refused);
      expect(await client.delete(path, given("if-match", stale))).toMatchObject(refused);
    }
    expect((await client.get(path)).body).toEqual(changed.body);
    expect((await client.patch(path, change, given("if-match", "*"))).status).toBe(200);
    const current = given("if-match", changed.headers.get("etag")!);
    expect((await client.delete(path, current)).status).toBe(204);
    expect((await client.delete(path, current)).status).toBe(404);
  });

  it("is 304 to who has it", async () => {
    for (const known of [tag, `W/${tag}`, `"0", ${tag}`, "*"]) {
      const answer = await client.get(path, given("if-none-match", known));
      expect(answer).toMatchObject({ status: 304, text: "" });
      expect(answer.headers.get("etag")).toBe(tag);
    }
    for (const other of ['"0"', "nonsense"]) {
      expect((await client.get(path, given("if-none-match", other))).status).toBe(200);
    }
  });

  it("is 404 to a stranger, with any tag", async () => {
    const stranger = as((await signUp()).token);
    for (const match of [tag, '"0"']) {
      expect((await stranger.patch(path, change, given("if-match", match))).status).toBe(404);
      expect((await stranger.delete(path, given("if-match", match))).status).toBe(404);
    }
  });

  it("takes one of ten edits at once", async () => {
    const edits = await Promise.all(
      Array.from({ length: 10 }, () => client.patch(path, change, given("if-match", tag))),
    );
    expect(edits.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(412)]);
  });
});

describe("the profile", () => {
  it("has a tag, for reading, changing and deleting", async () => {
    const tag = (await client.get("/me")).headers.get("etag")!;
    expect((await client.get("/me", given("if-none-match", tag))).status).toBe(304);
    expect((await client.patch("/me", { name: "A" }, given("if-match", tag))).status).toBe(200);
    expect((await client.patch("/me", { name: "B" }, given("if-match", tag))).status).toBe(412);
    expect((await client.delete("/me", given("if-match", tag))).status).toBe(412);
    expect((await client.get("/me")).body.name).toBe("A");
  });
});

describe("If-Match", () => {
  it("is refused when it is no list of tags", async () => {
    const { id } = (await client.post("/networks", { name: "A" })).body;
    const answer = await client.patch(`/networks/${id}`, {}, given("if-match", "abc"));
    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ in: "header", pointer: "/If-Match" }] },
    });
  });
});
