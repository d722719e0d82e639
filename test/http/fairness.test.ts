import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { type Account, expectStatus, make, makeKey, signUp } from "../support/accounts.ts";
import { as } from "../support/client.ts";
import { committed } from "../support/database.ts";
import { type FunctionCopy, startFunctionCopy } from "../support/function-copy.ts";
import { superuser } from "../support/sql.ts";
import { until } from "../support/wait.ts";

const sql = superuser(2);
const nameOfCopy = "kith-fairness";
let copy: FunctionCopy;
let [ada, ben]: Account[] = [];

beforeAll(async () => {
  const url = new URL(inject("stack").databaseUrl);
  url.searchParams.set("application_name", nameOfCopy);
  copy = await startFunctionCopy({ SUPABASE_DB_URL: url.href });
  [ada, ben] = [await signUp(), await signUp()];
});
afterAll(() => copy?.stop());

/** Connections of the copy that wait for a lock. */
async function waiting(): Promise<number> {
  const [row] = await sql`
    select count(*)::int as waiting from pg_stat_activity
     where application_name = ${nameOfCopy} and wait_event_type = 'Lock'`;
  return row!["waiting"];
}

it.each(["key", "access token"])(
  "an account whose writes by %s wait has one connection waiting, and another account is answered",
  async (credential) => {
    const { id } = await make(ada!, "/contacts", { firstName: "A" });
    const token = credential === "key" ? (await makeKey(ada!)).key : ada!.token;
    const [flooding, other] = [as(token, copy.base), as(ben!.token, copy.base)];
    // The function knows the account of a key from its first request on.
    expectStatus(await flooding.get(`/contacts/${id}`), 200);
    await committed(sql, async (tx) => {
      await tx`select pg_advisory_xact_lock(kith_private.log_lock_key(${ada!.id}))`;
      const writes = Array.from(
        { length: 20 },
        (_, n) => flooding.patch(`/contacts/${id}`, { nickname: `${n}` }),
      );
      await until("a write waits", async () => await waiting() > 0);
      expect(await waiting()).toBeLessThan(2);
      for (let n = 0; n < 5; n++) {
        expectStatus(await other.get("/contacts"), 200);
        expectStatus(await other.post("/contacts", { firstName: "B" }), 201);
      }
      const answers = await Promise.all(writes);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
      for (const { headers } of answers) {
        expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
      }
    });
    expectStatus(await flooding.patch(`/contacts/${id}`, { nickname: "after" }), 200);
  },
);
