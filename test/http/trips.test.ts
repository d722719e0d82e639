import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Account, makeKey, signUp } from "../support/accounts.ts";
import { type Answer, as, type Client } from "../support/client.ts";
import { startCountedCopy } from "../support/function-copy.ts";
import { superuser } from "../support/sql.ts";

// That each route makes one trip, succeeding or refused, is tested in test/http/every-route.test.ts.
const sql = superuser();
let copy: Awaited<ReturnType<typeof startCountedCopy>>;
let owner: Account;
let client: Client;

beforeAll(async () => {
  copy = await startCountedCopy();
  owner = await signUp();
  client = as(owner.token, copy.base);
  await client.get("/contacts");
});
afterAll(() => copy?.stop());

/** Demands what one request is answered and costs once a connection stands. */
async function expectCost(
  expected: { status: number; trips: number; statements: number },
  request: () => Promise<Answer>,
): Promise<void> {
  copy.database.reset();
  const { status } = await request();
  expect({ status, trips: copy.database.trips(), statements: copy.database.statements() }).toEqual(
    expected,
  );
}

const one = { trips: 1, statements: 1 };
const invalidJson = (raw: string) => ({ raw, headers: { "content-type": "application/json" } });

describe("a request with a body over 64 KiB", () => {
  const content = "é".repeat(70_000);

  it("has its key checked before its body is looked at, and is counted once", async () => {
    const { id, key } = await makeKey(owner);
    const withKey = as(key, copy.base);
    const remaining = async (body: unknown) =>
      Number((await withKey.post("/notes", body)).headers.get("x-ratelimit-remaining"));
    expect(await remaining({ content: "x" })).toBe(119);
    expect(await remaining({ content })).toBe(118);
    expect(await remaining({ content, unknown: 1 })).toBe(117);
    const counts =
      await sql`select requests, refusals from kith_private.api_key_requests where api_key_id = ${id}`;
    expect(counts).toEqual([{ requests: 3, refusals: 0 }]);
  });

  it("costs a second trip, and only the first where the key is unknown", async () => {
    const body = { content };
    await expectCost({ status: 201, trips: 2, statements: 2 }, () => client.post("/notes", body));
    const unknown = as(`kith_${"0".repeat(40)}`, copy.base);
    await expectCost({ status: 401, ...one }, () => unknown.post("/notes", body));
    const notJson = invalidJson("[".repeat(70_000));
    await expectCost({ status: 400, ...one }, () => client.post("/notes", undefined, notJson));
  });
});
