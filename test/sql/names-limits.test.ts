import { beforeAll, expect, it } from "vitest";
import { type Account, signUp } from "../support/accounts.ts";
import type { Json } from "../support/client.ts";
import { rolledBack } from "../support/database.ts";
import { handle, tokenOf } from "../support/handle.ts";
import { superuser } from "../support/sql.ts";

/** What names cost an account with many networks: each is folded once in a request, however many names there are. */
const sql = superuser();
const networks = 600;
let owner: Account;
beforeAll(async () => {
  owner = await signUp();
  await sql`insert into kith.networks (owner_id, name)
    select ${owner.id}, 'Climbing club no. ' || n from generate_series(1, ${networks}) n`;
});

/** Sends a request, and counts how often texts are folded. */
async function foldings(operation: string, args: Json) {
  return await rolledBack(sql, async (tx) => {
    await tx`set local track_functions = 'all'`;
    const counted = async () => {
      const [row] = await tx`
        select coalesce(sum(calls), 0)::int as calls from pg_stat_xact_user_functions where funcname = 'folded'`;
      return row!["calls"] as number;
    };
    const before = await counted();
    const { status, body } = await handle(tx, tokenOf(owner.id), operation, args);
    return { status, body, calls: await counted() - before };
  });
}

const names = Array.from({ length: 20 }, (_, n) => `climbing no. ${n + 100}`);

it("contacts are found by name", async () => {
  const found = await foldings("create_note", {
    byName: { "body.contactIds": names },
    body: { content: "x" },
  });
  expect(found.body).toMatchObject({ code: "invalid_reference" });
  expect(found.calls).toBeGreaterThanOrEqual(networks);
  expect(found.calls).toBeLessThan(2 * networks);
});

it("networks are found by name", async () => {
  const found = await foldings("create_contact", {
    byName: { "body.networkIds": names },
    body: { firstName: "A" },
  });
  expect(found).toMatchObject({ status: 201, body: { networkIds: { length: 20 } } });
  expect(found.calls).toBeLessThan(2 * networks);
});
