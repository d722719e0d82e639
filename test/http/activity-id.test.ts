import { beforeAll, describe, expect, it } from "vitest";
import { type Account, make, signUp } from "../support/accounts.ts";
import { changeSetOf } from "../support/route-examples.ts";

let ada: Account;
beforeAll(async () => {
  ada = await signUp();
});

describe("X-Activity-Id", () => {
  it("is missing where nothing changed", async () => {
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

  it("may be read by scripts of other origins", async () => {
    const { headers } = await ada.get("/me");
    expect(headers.get("access-control-expose-headers")).toContain("X-Activity-Id");
  });
});
