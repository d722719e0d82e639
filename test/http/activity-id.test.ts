import { beforeAll, describe, expect, it } from "vitest";
import { routes as table } from "../../functions/kith/routes.ts";
import { type Account, expectStatus, make, signUp } from "../support/accounts.ts";
import { changeSetOf } from "../support/route-examples.ts";
import { successfulRequest, tokenRoutes } from "../support/route-table.ts";

let ada: Account;
beforeAll(async () => {
  ada = await signUp();
});

describe("X-Activity-Id", () => {
  const logged = tokenRoutes.filter(({ method, path }) =>
    table.find((route) => route.method === method && route.path === path)!.logged
  );

  it.each(logged)("names the change set of $method $path", async (route) => {
    const owner = await signUp();
    const { path, body } = await successfulRequest(route, owner);
    if (route.path === "/networks/{id}/contacts") {
      body.contactIds = [(await make(owner, "/contacts", { firstName: "New" })).id];
    }
    if (route.path.endsWith("/{contactId}")) expectStatus(await owner.put(path), 204);
    if (route.path.endsWith("/{contactId}") && route.method === "put") {
      expectStatus(await owner.delete(path), 204);
    }
    const { status, headers } = await owner.send(route.method, path, body);
    expect(status).toBeLessThan(300);
    const id = headers.get("x-activity-id");
    // There is nothing to undo of a key that did nothing.
    if (route.path === "/activity/undo") return expect(id).toBeNull();
    const { operationId } = table.find((each) =>
      each.method === route.method && each.path === route.path
    )!;
    const found = expectStatus(await owner.get(`/activity/${id}`), 200);
    expect(found).toMatchObject({ id, operation: operationId });
  });

  it("is not there where nothing was changed", async () => {
    const { id } = await make(ada, "/contacts", { firstName: "Same" });
    const { id: networkId } = await make(ada, "/networks", { name: "Same" });
    const { total } = (await ada.get("/activity")).body;
    const member = `/networks/${networkId}/contacts/${id}`;
    const answers = [
      await ada.patch(`/contacts/${id}`, { firstName: "Same" }),
      await ada.patch(`/contacts/${id}`, {}),
      await ada.patch(`/networks/${networkId}`, { name: "Same" }),
      await ada.patch("/me", {}),
      await ada.delete(member),
      await ada.get(`/contacts/${id}`),
      await ada.patch(`/contacts/${id}`, { firstName: 1 }),
      await ada.post("/networks", { name: "same" }),
    ];
    expect(answers.map(({ headers }) => headers.get("x-activity-id"))).toEqual(
      answers.map(() => null),
    );
    expect((await ada.get("/activity")).body.total).toBe(total);
    changeSetOf(await ada.put(member), 204);
    expect((await ada.put(member)).headers.get("x-activity-id")).toBeNull();
  });

  it("is repeated with the answer for an Idempotency-Key", async () => {
    const options = { headers: { "idempotency-key": "twice" } };
    const first = await ada.post("/notes", { content: "once" }, options);
    const again = await ada.post("/notes", { content: "once" }, options);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(changeSetOf(again, 201)).toBe(changeSetOf(first, 201));
  });

  it("may be read by pages of other origins", async () => {
    const { headers } = await ada.get("/me");
    expect(headers.get("access-control-expose-headers")).toContain("X-Activity-Id");
  });
});
