import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { type Account, make, makeKey, signUp } from "../support/accounts.ts";
import { as } from "../support/client.ts";
import { addFactor as addFactorTo } from "../support/factors.ts";
import { signToken } from "../support/forged-tokens.ts";
import { expectProblem } from "../support/problems.ts";
import { superuser } from "../support/sql.ts";

const sql = superuser();

const addFactor = ({ id }: Account, status: "verified" | "unverified") =>
  addFactorTo(sql, id, status);
const withLevel = async (account: Account, aal: string | undefined) =>
  as(await signToken({ ...decodeJwt(account.token), aal }));

describe("an account with a second factor", () => {
  it.each(["aal1", undefined])(
    "reads and writes with a token of level %s, and manages no keys",
    async (aal) => {
      const ada = await signUp();
      const { id } = await makeKey(ada);
      await addFactor(ada, "verified");
      const client = await withLevel(ada, aal);
      await make(client, "/contacts", { firstName: "A" });
      expect((await client.get("/contacts")).body.total).toBe(1);
      for (
        const [method, path, body] of [
          ["GET", "/api-keys"],
          ["POST", "/api-keys", { name: "k" }],
          ["GET", `/api-keys/${id}`],
          ["PATCH", `/api-keys/${id}`, { name: "k" }],
          ["POST", `/api-keys/${id}/rotate`],
          ["DELETE", `/api-keys/${id}`],
          ["DELETE", "/me"],
        ] as const
      ) {
        expectProblem(await client.send(method, path, body), 403, "second_factor_required");
      }
      expect((await client.get("/me")).status).toBe(200);
    },
  );

  it("manages keys and is deleted after a sign-in with the factor", async () => {
    const ada = await signUp();
    await addFactor(ada, "verified");
    const client = await withLevel(ada, "aal2");
    const { id } = await make(client, "/api-keys", { name: "k" });
    expect((await client.delete(`/api-keys/${id}`)).status).toBe(204);
    expect((await client.delete("/me")).status).toBe(204);
  });

  it("needs none while the factor is not verified", async () => {
    const ada = await signUp();
    await addFactor(ada, "unverified");
    await makeKey(ada);
    expect((await ada.delete("/me")).status).toBe(204);
  });
});

it("a key that was made before goes on working", async () => {
  const ada = await signUp();
  const { key } = await makeKey(ada);
  await addFactor(ada, "verified");
  expect((await as(key).get("/contacts")).status).toBe(200);
});
