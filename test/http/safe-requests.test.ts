import { beforeEach, describe, expect, it } from "vitest";
import { type Account, expectStatus, signUp } from "../support/accounts.ts";
import { exampleBody, makeOne } from "../support/route-examples.ts";
import { routes } from "../support/route-table.ts";
import { superuser } from "../support/sql.ts";

// test/http/every-route.test.ts repeats each POST with its Idempotency-Key.

const sql = superuser();
let ada: Account;
beforeEach(async () => {
  ada = await signUp();
});

const given = (name: string, value: string) => ({ headers: { [name]: value } });

/** Every kind of resource that has a tag: where one is made, and a change of it. */
const resources = routes.filter(({ method, path }) => method === "patch" && path.endsWith("/{id}"))
  .map((route) => {
    const made = route.path.replace("/{id}", "");
    const body = exampleBody({ method: "post", path: made, takesBody: true });
    return { made, body, change: exampleBody(route) };
  });

describe.each(resources)("one of $made", ({ made, body, change }) => {
  let path: string;
  let tag: string;
  beforeEach(async () => {
    const about = "contactId" in body ? { contactId: await makeOne(ada, "contacts") } : {};
    const created = await ada.post(made, { ...body, ...about });
    path = `${made}/${created.body.id}`;
    tag = created.headers.get("etag")!;
  });

  it("the resource has the same tag in every answer, and another one after a change", async () => {
    expect(tag).toMatch(/^"[0-9a-f]{32}"$/);
    expect((await ada.get(path)).headers.get("etag")).toBe(tag);
    expect((await ada.patch(path, {})).headers.get("etag")).toBe(tag);
    for (const known of [tag, `W/${tag}`, `"0", ${tag}`, "*"]) {
      const answer = await ada.get(path, given("if-none-match", known));
      expect(answer).toMatchObject({ status: 304, text: "" });
      expect(answer.headers.get("etag")).toBe(tag);
    }
    for (const other of ['"0"', "nonsense"]) {
      expectStatus(await ada.get(path, given("if-none-match", other)), 200);
    }
    const changed = (await ada.patch(path, change)).headers.get("etag");
    expect(changed).not.toBe(tag);
    expect((await ada.get(path)).headers.get("etag")).toBe(changed);
  });

  it("the resource is changed and deleted only with its latest tag; strangers get 404 with any tag", async () => {
    const stranger = await signUp();
    for (const match of [tag, '"0"']) {
      expectStatus(await stranger.patch(path, change, given("if-match", match)), 404);
      expectStatus(await stranger.delete(path, given("if-match", match)), 404);
    }
    const changed = await ada.patch(path, change, given("if-match", `"0", ${tag}`));
    expectStatus(changed, 200);
    for (const stale of [tag, `W/${tag}`]) {
      const refused = { status: 412, body: { code: "precondition_failed" } };
      expect(await ada.patch(path, body, given("if-match", stale))).toMatchObject(refused);
      expect(await ada.delete(path, given("if-match", stale))).toMatchObject(refused);
    }
    expect(await ada.read(path)).toEqual(changed.body);
    expectStatus(await ada.patch(path, change, given("if-match", "*")), 200);
    // As a gateway that compresses makes it, the platform's among them.
    const current = given("if-match", `W/${changed.headers.get("etag")}`);
    expectStatus(await ada.delete(path, current), 204);
    expectStatus(await ada.delete(path, current), 404);
  });
});

it("ten edits at once with one tag: one succeeds", async () => {
  const { id } = await ada.make("/contacts", { firstName: "A" });
  const tag = (await ada.get(`/contacts/${id}`)).headers.get("etag")!;
  const edits = await Promise.all(
    Array.from(
      { length: 10 },
      (_, n) => ada.patch(`/contacts/${id}`, { nickname: `${n}` }, given("if-match", tag)),
    ),
  );
  expect(edits.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(412)]);
});

it("the profile has a tag, for reading, changing and deleting", async () => {
  const tag = (await ada.get("/me")).headers.get("etag")!;
  expectStatus(await ada.get("/me", given("if-none-match", tag)), 304);
  expectStatus(await ada.patch("/me", { name: "A" }, given("if-match", tag)), 200);
  expectStatus(await ada.patch("/me", { name: "B" }, given("if-match", tag)), 412);
  expectStatus(await ada.delete("/me", given("if-match", tag)), 412);
  expect((await ada.read("/me")).name).toBe("A");
});

it("an invalid If-Match, and an Idempotency-Key of 256 characters, are refused and named", async () => {
  const { id } = await ada.make("/networks", { name: "A" });
  for (
    const [answer, pointer] of [
      [await ada.patch(`/networks/${id}`, {}, given("if-match", "abc")), "/If-Match"],
      [
        await ada.post("/networks", { name: "B" }, given("idempotency-key", "x".repeat(256))),
        "/Idempotency-Key",
      ],
    ] as const
  ) expect(expectStatus(answer, 400).errors).toMatchObject([{ in: "header", pointer }]);
  expect((await ada.read("/networks")).total).toBe(1);
});

const post = (path: string, name: string, key: string, account = ada) =>
  account.post(path, { name }, given("idempotency-key", key));

it("a request that is sent again with its Idempotency-Key is done again after a day, after a refusal, and for another owner", async () => {
  await post("/networks", "Taken", "k");
  expectStatus(await post("/networks", "taken", "l"), 409);
  expectStatus(await post("/networks", "Free", "l"), 201);
  const theirs = await post("/networks", "Taken", "k", await signUp());
  expect([theirs.status, theirs.headers.has("idempotency-replayed")]).toEqual([201, false]);
  await sql`update kith_private.idempotent_requests set created_at = now() - interval '25 hours'
            where owner_id = ${ada.id}`;
  expectStatus(await post("/networks", "Taken", "k"), 409);
});
